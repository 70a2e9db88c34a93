/* skim.h - the outlines of declarations: what a stretch of tokens declares and where the
 * parts are, without a grammar and without knowing what any name means. It takes all of
 * C++ that compiles; what it does not understand it passes over. The front end uses it to
 * find names (parse.h: cuda_skim), the compiler driver to rewrite host code.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lexer/cuda.h"
#include "parser/cuda/tree/syntax.h"

enum skim_kind {
	SKIM_FUNC,
	SKIM_VAR, /* also fields */
	SKIM_TYPEDEF,
	SKIM_ALIAS, /* using name = type */
	SKIM_CLASS, /* struct, class, union: defined or forward declared */
	SKIM_ENUM,
	SKIM_ENUMERATOR, /* of an unscoped enum, after its SKIM_ENUM */
	SKIM_NAMESPACE,  /* body: `{`; path: first token of a::b */
	SKIM_LINKAGE,    /* extern "C" { */
	SKIM_USING,      /* using a::b; one item for each name */
	SKIM_USING_NAMESPACE,
	SKIM_USING_ENUM,
	SKIM_NAMESPACE_ALIAS,
	SKIM_GUIDE, /* deduction guide */
	SKIM_STATIC_ASSERT,
	SKIM_INSTANCE, /* template class X<int>; and extern template */
	SKIM_OTHER, /* access labels, asm, empty declarations, what is not understood */
};

#define SKIM_NONE UINT32_MAX /* no such token */

/* One declared name, or a declaration that declares none. */
struct skim_item {
	u8 kind;            /* enum skim_kind */
	bool is_template;   /* template <...> comes first */
	bool is_special;    /* template <> comes first, or arguments follow the
	                       name */
	bool is_qualified;  /* declares a member of another scope: A::f */
	bool is_definition; /* has a body, or members */
	bool is_system;     /* starts in a system header */
	bool is_anonymous;  /* CLASS: without a name and declares no variable */
	u32 flags;          /* enum syn_spec */
	u32 first, end;     /* the whole declaration, [first, end) */
	u32 specs;          /* after template <...> */
	u32 declarator; /* first token of this name's declarator; after the specifiers */
	u32 path;       /* first token of the name: A of A::f; SKIM_NONE without a name */
	u32 name;       /* the name itself; OPERATOR of operator+; the `~` of ~X */
	u32 of;         /* ENUMERATOR, qualified: E of enum A::E {...}, path is A */
	u32 params;     /* FUNC: the `(` */
	u32 mem_inits;  /* FUNC: the `:` */
	u32 body;       /* FUNC, CLASS, ENUM, NAMESPACE, LINKAGE: the `{` */
};

VEC_TYPE(skim_items, struct skim_item);

/* Skims the declaration at `at` of tokens [at, end): appends its items and returns the
 * index after it (always after `at`). `cls`: the name of the class whose members are
 * read, NULL in a namespace. Items live in `arena`. */
u32 skim_declaration(struct arena *arena, const struct cu_token_rec *token, u32 at,
                     u32 end, const struct str *cls, struct skim_items *items);

/* Returns the index after the token at `i`, or after its partner if it opens a
 * bracket. */
u32 skim_past(const struct cu_token_rec *token, u32 i, u32 end);
/* `i` is a '<': the index after its '>', or 0 if it looks like less-than. */
u32 skim_past_angles(const struct cu_token_rec *token, u32 i, u32 end);
/* Is the token at `i` the word of a requires-clause or requires-expression? */
bool skim_is_requires(const struct cu_token_rec *token, u32 i, u32 end);
/* Returns the index after the expression of a requires-clause that starts at `i`
 * ([temp.pre]/9). */
u32 skim_past_constraint(const struct cu_token_rec *token, u32 i, u32 end);
/* Is the token at `i`, after the `:` of a constructor, the `{` of its body? One after a
 * name, `>` or decltype(...) initialises. */
bool skim_is_body(const struct cu_token_rec *token, u32 i);
/* Returns the specifier that an attribute of this name means (global, __noinline__, ...),
 * or 0. */
u32 skim_attribute_flag(const struct str *name);
/* Returns the enum syn_spec of a word that is a specifier, or 0. */
u32 skim_spec_flag(u32 token);
/* Is the token at `i` an execution space after a pointer or a reference, T &__device__
 * f(), or after the name, T f __device__()? It belongs to the declaration. */
bool skim_is_space_in_declarator(const struct cu_token_rec *token, u32 i);
