/* build.h - makes the nodes of the syntax tree, for the actions of cuda.y. Lists are
 * built on a stack of the parser: an element is pushed when it is reduced, the list's
 * value in the grammar is only its length, and what ends the list takes that many
 * elements off the top.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/syntax/parser.h"

/* Makes a node of given children. */
struct syn *build_node(struct cu_parser *p, enum syn_kind kind, u32 op, u32 flags,
                       struct loc loc, u32 nkid, ...);
/* Makes a node whose children are `nfixed` given ones, then `n` from the stack. */
struct syn *build_list(struct cu_parser *p, enum syn_kind kind, u32 op, u32 flags,
                       struct loc loc, u32 n, u32 nfixed, ...);
u32 build_push(struct cu_parser *p, struct syn *s, u32 before); /* before + 1 */
struct syn *build_name(struct cu_parser *p, enum syn_kind kind, u32 token,
                       struct loc loc);
/* The node has one child, `kid`, which may be NULL. */
struct syn *build_named(struct cu_parser *p, enum syn_kind kind, u32 token, u32 flags,
                        struct loc loc, struct syn *kid);
struct syn *build_member_init(struct cu_parser *p, u32 token, struct syn *init,
                              struct loc loc); /* .x = init */
struct syn *build_body(struct cu_parser *p, u32 first, u32 end);
void build_add_attr(struct cu_parser *p, u32 start, u32 flags, struct syn *syn);

struct syn *build_int(struct cu_parser *p, u32 token, struct loc loc);
struct syn *build_float(struct cu_parser *p, u32 token, struct loc loc);
struct syn *build_char(struct cu_parser *p, u32 token, struct loc loc);
/* `literal` with a user-defined suffix, the name token `suffix`. */
struct syn *build_user_literal(struct cu_parser *p, struct syn *literal, u32 suffix,
                               struct loc loc);
struct syn *build_bool(struct cu_parser *p, bool value, struct loc loc);
/* Joins the strings from token `first` on. */
struct syn *build_string(struct cu_parser *p, u32 first, struct loc loc);

/* Records a warning for the checker to give. */
void build_remark(struct cu_parser *p, struct loc loc, enum diag_code code);
/* Adds a qualifier to those of a declarator. */
u32 build_qual(struct cu_parser *p, u32 quals, u32 one, struct loc loc);
struct syn *build_spec_word(struct cu_parser *p, u32 token, struct loc loc);
/* extern "C", or of another language */
struct syn *build_linkage(struct cu_parser *p, u32 token, struct loc language,
                          struct loc loc);
struct syn *build_specs(struct cu_parser *p, u32 n, struct loc loc);
/* explicit(when), kept as an attribute */
struct syn *build_explicit_if(struct cu_parser *p, struct syn *when, struct loc loc);
struct syn *build_concept_word(struct cu_parser *p, struct loc loc);
/* Makes a type parameter, named by `token`, that has a concept instead of `class`. */
struct syn *build_concept_param(struct cu_parser *p, struct syn *concept, u32 token,
                                u32 flags, struct syn *def, struct loc loc);
struct syn *build_no_specs(struct cu_parser *p, struct loc at);
struct syn *build_pointer(struct syn *pointer, struct syn *inner, struct loc loc);
struct syn *build_flag(struct syn *s, u32 flag, struct loc loc);
struct syn *build_func_kid(struct syn *func, u32 kid, struct syn *s, u32 flag,
                           struct loc loc);
struct syn *build_param(struct cu_parser *p, struct syn *specs, struct syn *declarator,
                        struct syn *init, struct loc loc);
struct syn *build_init_decl(struct cu_parser *p, struct syn *declarator, struct syn *init,
                            struct syn *width, u32 flags, struct loc loc);
struct syn *build_simple_decl(struct cu_parser *p, struct syn *specs, u32 n,
                              struct loc loc);
struct syn *build_func_def(struct cu_parser *p, struct syn *specs, struct syn *declarator,
                           struct syn *inits, struct syn *body, u32 flags,
                           struct loc loc);
struct syn *build_one_spec(struct cu_parser *p, struct syn *type);
struct syn *build_func(struct cu_parser *p, struct syn *inner, struct syn *params,
                       struct loc loc);
struct syn *build_opaque_enum(struct cu_parser *p, u32 token, struct syn *name,
                              struct syn *base, struct loc loc);
struct syn *build_instance(struct cu_parser *p, u32 token, struct syn *decl,
                           struct loc loc);
u32 build_enum_flags(struct cu_parser *p, u32 token);
struct syn *build_new(struct cu_parser *p, struct syn *place, struct syn *type,
                      struct syn *init, struct loc loc);
struct syn *build_braced_cast(struct cu_parser *p, struct syn *type, struct syn *list,
                              struct loc loc);
/* Makes a fold; left or right may be NULL. */
struct syn *build_fold(struct cu_parser *p, u32 op, struct syn *left, struct syn *right,
                       struct loc loc);
/* (left op ... again right) */
struct syn *build_fold_from(struct cu_parser *p, u32 op, struct syn *left, u32 again,
                            struct syn *right, struct loc loc);
struct syn *build_trait(struct cu_parser *p, u32 token, u32 n, struct loc loc);
/* `captures` still has the defaults, as captures without a name. */
struct syn *build_lambda(struct cu_parser *p, struct syn *captures, struct syn *tparams,
                         struct syn *func, struct syn *specs, struct syn *body,
                         struct loc loc);
/* Makes a lambda's template parameters with their requires-clause. */
struct syn *build_lambda_requires(struct cu_parser *p, struct syn *tparams,
                                  struct syn *constraint);
struct syn *build_lambda_word(struct cu_parser *p, struct syn *func, u32 token,
                              struct loc loc);
struct syn *build_range_for(struct cu_parser *p, struct syn *init, struct syn *specs,
                            struct syn *declarator, struct syn *range, struct syn *body,
                            struct loc loc);
/* Missing lists become empty ones. */
struct syn *build_asm(struct cu_parser *p, struct syn *text, struct syn *outputs,
                      struct syn *inputs, struct syn *clobbers, struct loc loc);
/* `if consteval`; op '!': if !consteval. Reports `constexpr` as the token `word`: both
 * are CU_CONSTEXPR. */
struct syn *build_if_consteval(struct cu_parser *p, u32 word, u32 op, struct syn *then,
                               struct syn *otherwise, struct loc loc);
struct syn *build_loop(struct syn *loop, struct syn *factor, struct loc loc);
struct syn *build_stmt(struct cu_parser *p, struct syn *s);
struct syn *build_type_alias(struct cu_parser *p, u32 token, struct syn *type_id,
                             struct loc loc);
struct syn *build_label_name(struct cu_parser *p, enum syn_kind kind, u32 token,
                             struct syn *kid, struct loc loc);
