/* filter.h - between the files of the token filter: contexts and the tokens they send.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/syntax/parser.h"

/* A token on its way to the grammar. */
struct sent {
	union cu_value value;
	struct loc loc;
};

/* Every handler returns the kind it sends, or AGAIN if it only changed the mode. */
enum { AGAIN = -1 };

static inline struct context *top(struct cu_parser *p) {
	return vec_last(&p->ctx);
}

static inline u32 kind_ahead(const struct cu_parser *p, u32 n) {
	return p->at + n < p->end ? p->t[p->at + n].kind : CU_END;
}

/* filter_send.c: sends one token, several tokens, or none of the text as one token. */
int filter_send(struct cu_parser *p, struct sent *s, u32 kind);
int filter_send_many(struct cu_parser *p, struct sent *s, u32 kind, u32 n);
int filter_send_pseudo(struct cu_parser *p, struct sent *s, u32 kind);
int filter_send_name(struct cu_parser *p, struct sent *s, const struct annotation *a,
                     u32 kind);
int filter_send_body(struct cu_parser *p, struct sent *s, u32 kind, u32 end);
/* Sends the tokens from here to `end` as one, with their node. */
int filter_send_syn(struct cu_parser *p, struct sent *s, u32 kind, struct syn *syn,
                    u32 end);
struct context *filter_push(struct cu_parser *p, enum context_kind kind,
                            enum filter_mode mode);
/* Sends an opening bracket and opens its context. */
int filter_open_context(struct cu_parser *p, struct sent *s, u32 token,
                        enum context_kind kind, enum filter_mode mode);
/* Sends ) ] } > of the innermost context; ; and , */
int filter_send_close(struct cu_parser *p, struct sent *s);
int filter_close_angle(struct cu_parser *p, struct sent *s);
int filter_send_semicolon(struct cu_parser *p, struct sent *s);
int filter_send_comma(struct cu_parser *p, struct sent *s);
/* Resets the context where a statement or declaration begins or has ended. */
void filter_begin_declaration(struct cu_parser *p, struct context *c);
/* Prepares for the type of a new-expression. */
void filter_begin_new(struct context *c);
/* After a function's body. */
void filter_end_body(struct cu_parser *p);

/* filter_decl.c */
int filter_decl(struct cu_parser *p, struct sent *s);
int filter_specs(struct cu_parser *p, struct sent *s);
int filter_declarator(struct cu_parser *p, struct sent *s);
int filter_suffix(struct cu_parser *p, struct sent *s);
int filter_bases(struct cu_parser *p, struct sent *s);
int filter_using(struct cu_parser *p, struct sent *s);
int filter_tparam(struct cu_parser *p, struct sent *s);
int filter_targ(struct cu_parser *p, struct sent *s);
int filter_mem_init(struct cu_parser *p, struct sent *s);

/* filter_expr.c */
int filter_expr(struct cu_parser *p, struct sent *s);
int filter_capture(struct cu_parser *p, struct sent *s);

/* filter_concept.c */
/* Whether a requires-clause / a requires-expression starts here; sends it whole. */
bool filter_is_requires_clause(const struct cu_parser *p);
int filter_requires_clause(struct cu_parser *p, struct sent *s);
bool filter_is_requires_expr(struct cu_parser *p);
int filter_requires_expr(struct cu_parser *p, struct sent *s);

/* filter.c */
void filter_attributes(struct cu_parser *p);
/* Takes a word that says something of the declaration around it, such as a class's
 * `final`, as an attribute. */
void filter_word_attribute(struct cu_parser *p);
