/* build.h - between the token filter, the grammar and the tree: the state of a parse, and
 * what the actions of cuda.y call. Lists are built on a stack of the parser: an element
 * is pushed when it is reduced, the list's value in the grammar is only its length, and
 * whoever ends the list takes that many elements off the top.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/syntax/parse.h"
#include "parser/cuda/syntax/skim.h"

enum cu_filter_token {
	CU_FILTER_FIRST = CU_TOKEN_LIMIT - 1,
#define F_TOKEN(name, text) CU_##name,
#include "parser/cuda/syntax/filter_token.def"
	CU_FILTER_LIMIT
};

/* The value of a token or of a grammar symbol. */
union cu_value {
	struct syn *syn;
	u32 token; /* index of the token */
	u32 count; /* elements on the stack */
	u32 flags;
};

/* ---- names declared in the part being parsed ------------------------------------- */

struct local_scope;

struct local_name {
	enum cname_class class;
	struct syn *alias; /* of a local typedef: the name that it stands for, or NULL */
	struct local_scope *inner; /* of a class: its members */
};

struct local_scope {
	struct local_scope *up;
	struct map name; /* struct str * -> struct local_name * */
	VEC(struct cscope *) base;
	VEC(struct local_scope *) local_base;
	struct cscope *around; /* the parser's scope and the namespaces used from here;
	                          NULL: the former alone */
};

/* ---- what the filter knows of where it is ---------------------------------------- */

enum context_kind {
	CTX_TOP,     /* of a declaration, a body, arguments...: never closed */
	CTX_BLOCK,   /* { statements } */
	CTX_CLASS,   /* { members } */
	CTX_ENUM,    /* { enumerators } */
	CTX_INIT,    /* { initialisers } */
	CTX_EXPR,    /* ( ) or [ ] around expressions */
	CTX_COND,    /* if ( ) */
	CTX_FOR,     /* for ( ) */
	CTX_PARAMS,  /* ( parameters ) */
	CTX_GROUP,   /* ( declarator ) */
	CTX_TYPE,    /* ( type-id ) */
	CTX_TPARAMS, /* < parameters > */
	CTX_TARGS,   /* < arguments > */
	CTX_ARGS,    /* types or expressions, in parentheses */
	CTX_ANGLE,   /* static_cast < type > */
	CTX_LAUNCH,  /* <<< >>> */
	CTX_BIND,    /* auto [ ] */
	CTX_CAPTURE, /* lambda [ ] */
	CTX_LAMBDA,  /* from the ] to the body */
	CTX_ASM,     /* asm ( ) */
	CTX_MIXED,   /* ( type-id, expression ) or the reverse */
};

enum filter_mode {
	MODE_STMT,       /* at the start of a statement */
	MODE_DECL,       /* at the start of a declaration or member */
	MODE_SPECS,      /* among decl-specifiers */
	MODE_DECLARATOR, /* before the declared name */
	MODE_SUFFIX,     /* behind it */
	MODE_EXPR,
	MODE_HEAD,       /* before the ( of if, for... */
	MODE_BASES,      /* between class name and { */
	MODE_USING,      /* names of a using-declaration */
	MODE_RAW,        /* words as they are, up to the ; */
	MODE_ENUMERATOR, /* at an enumerator */
	MODE_TPARAM,     /* at a template parameter */
	MODE_TARG,       /* at a template argument */
	MODE_CAPTURE,    /* in a lambda's captures */
	MODE_MEM_INIT,   /* in a constructor's initialisers */
	MODE_ASM,        /* in the parentheses of asm */
};

struct context {
	u8 kind, mode;
	u8 head;         /* HEAD: enum context_kind of the ( to come */
	bool type_seen;  /* SPECS: a type specifier came */
	bool is_typedef; /* SPECS: what is declared is a type */
	bool is_auto;    /* SPECS: auto came */
	bool is_friend;
	bool is_func;     /* SUFFIX: parameters came */
	bool is_indirect; /* GROUP: * or & comes first */
	bool is_pointer; /* SUFFIX: such a group came, and what it declares is no function
	                  */
	bool is_new;     /* the type of a new-expression: parentheses initialise */
	bool is_enum_head; /* the type behind enum x : */
	bool is_template;  /* behind template <...>; TPARAMS: the name is a template's */
	bool is_cast;      /* TYPE: an operand follows the ) */
	bool is_placement; /* EXPR: the type of a new-expression follows the ) */
	bool in_decl;      /* a `,` goes to the next declarator */
	bool operand;      /* EXPR: the token before ended an operand */
	bool is_member;    /* EXPR: behind . or -> */
	bool is_case;      /* EXPR: a `:` ends the label */
	bool is_catch;     /* PARAMS: a block follows the ) */
	bool is_width;     /* EXPR: of a bit-field, whose initialiser follows */
	u32 nquestion;     /* EXPR: `?` whose `:` is to come */
	u32 noperator;     /* EXPR: operators since the last , or ; */
	u32 ncomma;        /* EXPR: commas that may be operators */
	u32 stmt;          /* first token of the statement or declaration */
	struct local_scope *outer; /* the names when this was opened */
	struct local_scope *names; /* where declarations put theirs */
	struct str
		*class_name; /* CLASS: its name; else of the class whose { is to come */
	struct local_scope *class_scope; /* of the class whose { is to come */
	struct local_name *alias;        /* whose type-id is being read */
	struct syn *type;                /* SPECS: the name of a type that came */
};

/* An attribute, or a specifier spelled as one, until a declaration takes it. */
struct cu_attr {
	u32 start; /* offset of its place in the text */
	u32 flags; /* enum syn_spec */
	struct syn *syn;
};

/* A name, read ahead. */
struct annotation {
	struct syn *syn;
	enum cname_class class;
	u32 end;                      /* index behind the name */
	u32 serial;                   /* of the parser, when this was read */
	bool is_qualified, is_memptr; /* A::* : syn is A */
	bool has_args;                /* its last part has template arguments */
	struct cscope *scope; /* of a qualified name: where its last part is, if known */
};

struct cu_parser {
	struct cunit *u;
	struct arena *arena;
	const struct cu_token_rec *t;
	struct cscope *scope;      /* the names around the part */
	struct local_scope *local; /* the names of the part itself */
	u32 serial; /* changes when a declaration gives names a new meaning */
	u32 at, end;
	VEC(struct context *) ctx; /* they stay where they are while others are opened */
	u32 nctx_made;             /* those that exist for use again */
	u32 ctx_floor;             /* contexts of the outer parse */
	u32 start_token;           /* sent first; 0: sent */
	u32 last;                  /* index of the token sent last */
	struct context around;     /* the statement or declaration that it belongs to */
	int last_kind;
	bool is_half;    /* the first half of a `::` of asm was sent */
	u32 attr_start;  /* offset of attributes in front of the next token, or 0 */
	bool recovering; /* a syntax error was reported: skip to the statement's end */
	bool gave_up;
	u32 depth;             /* parses inside of parses */
	struct map annotation; /* token -> struct annotation * */
	VEC(struct syn *) stack;
	VEC(struct cu_attr) attr;
	struct syn *result;
};

/* cuda.y */
int cu_parse(struct cu_parser *p);
/* filter.c: the next token of the grammar. */
int cu_filter(union cu_value *value, struct loc *loc, struct cu_parser *p);
const char *cu_filter_token_text(u32 kind);
/* Parses tokens [at, end) with contexts of its own, after a start token; NULL after an
 * error. `*stopped_at`: where it ended, which for template arguments is at the `>`. */
struct syn *cu_subparse(struct cu_parser *p, u32 start, u32 at, u32 end, u32 *stopped_at);

/* ---- name.c: names, whole -------------------------------------------------------- */

/* The name that starts at token `i` (::, identifier, typename, decltype(..)::,
 * operator, ~): its node and class. Never NULL; annotation->end == i if there is no
 * name. */
const struct annotation *name_at(struct cu_parser *p, u32 i);
/* A name behind . or ->: an id-expression whose templates are known by their looks. */
const struct annotation *name_member(struct cu_parser *p, u32 i);
static inline bool name_is_type(const struct annotation *a) {
	return a->class == CNAME_TYPE || a->class == CNAME_TEMPLATE_TYPE;
}

/* Opens a scope for names of the part. */
struct local_scope *local_push(struct cu_parser *p);
/* The names around the part, as they are seen from where the parser is. */
static inline struct cscope *local_around(const struct cu_parser *p) {
	return p->local && p->local->around ? p->local->around : p->scope;
}
struct local_name *local_declare(struct cu_parser *p, struct local_scope *in,
                                 struct str *name, enum cname_class c);
/* The names of a base class, or of the class whose member is defined outside of it,
 * are seen in `cls`. */
void local_add_base(struct cu_parser *p, struct local_scope *cls, struct syn *base);

/* ---- guess.c: looking ahead ------------------------------------------------------ */

/* The index behind what stands at `i`, or 0 if it does not stand there. */
u32 guess_specs(struct cu_parser *p, u32 i);
/* auto or decltype(auto) */
bool guess_is_auto(const struct cu_parser *p, u32 i);
u32 guess_type_id(struct cu_parser *p, u32 i);
bool guess_is_type_in_parens(struct cu_parser *p, u32 open);
/* Is the token at `i` the start of an attribute, and where does that end? */
bool guess_is_attribute(const struct cu_parser *p, u32 i);
u32 guess_past_attribute(const struct cu_parser *p, u32 i);
/* [stmt.ambig]: a statement that can be a declaration is one. */
bool guess_is_declaration(struct cu_parser *p, u32 i);
/* [dcl.ambig.res]: does the `(` behind a declarator's name open parameters? */
bool guess_is_params(struct cu_parser *p, u32 open);
/* The `(` before any name of a declarator: of parameters, or around the declarator? */
bool guess_is_abstract_params(struct cu_parser *p, u32 open);
bool guess_is_range_for(const struct cu_parser *p, u32 open);
bool guess_is_class_body(struct cu_parser *p, u32 key);

/* ---- build.c --------------------------------------------------------------------- */

/* A node of given kids. */
struct syn *build_node(struct cu_parser *p, enum syn_kind kind, u32 op, u32 flags,
                       struct loc loc, u32 nkid, ...);
/* A node whose kids are `nfixed` given ones, then `n` from the stack. */
struct syn *build_list(struct cu_parser *p, enum syn_kind kind, u32 op, u32 flags,
                       struct loc loc, u32 n, u32 nfixed, ...);
u32 build_push(struct cu_parser *p, struct syn *s, u32 before); /* before + 1 */
struct syn *build_name(struct cu_parser *p, enum syn_kind kind, u32 token,
                       struct loc loc);
struct syn *build_named(struct cu_parser *p, enum syn_kind kind, u32 token, u32 flags,
                        struct loc loc,
                        struct syn *kid); /* kid always there, maybe NULL */
struct syn *build_body(struct cu_parser *p, u32 first, u32 end);
void build_add_attr(struct cu_parser *p, u32 start, u32 flags, struct syn *syn);

struct syn *build_int(struct cu_parser *p, u32 token, struct loc loc);
struct syn *build_float(struct cu_parser *p, u32 token, struct loc loc);
struct syn *build_char(struct cu_parser *p, u32 token, struct loc loc);
/* `literal` with a suffix of the program's own, the name token `suffix`. */
struct syn *build_user_literal(struct cu_parser *p, struct syn *literal, u32 suffix,
                               struct loc loc);
struct syn *build_bool(struct cu_parser *p, bool value, struct loc loc);
/* Joins the strings from token `first` on. */
struct syn *build_string(struct cu_parser *p, u32 first, struct loc loc);

/* A warning that the checker is to give. */
void build_remark(struct cu_parser *p, struct loc loc, enum diag_code code);
/* Adds a qualifier to those of a declarator. */
u32 build_qual(struct cu_parser *p, u32 quals, u32 one, struct loc loc);
struct syn *build_spec_word(struct cu_parser *p, u32 token, struct loc loc);
struct syn *build_specs(struct cu_parser *p, u32 n, struct loc loc);
/* explicit(when), kept as an attribute */
struct syn *build_explicit_if(struct cu_parser *p, struct syn *when, struct loc loc);
struct syn *build_concept_word(struct cu_parser *p, struct loc loc);
/* A type parameter, named by `token`, that stands behind a concept instead of `class`. */
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
struct syn *build_trait(struct cu_parser *p, u32 token, u32 n, struct loc loc);
/* `captures` still has the defaults, as captures without a name. */
struct syn *build_lambda(struct cu_parser *p, struct syn *captures, struct syn *tparams,
                         struct syn *func, struct syn *specs, struct syn *body,
                         struct loc loc);
/* A lambda's template parameters with their requires-clause. */
struct syn *build_lambda_requires(struct cu_parser *p, struct syn *tparams,
                                  struct syn *constraint);
struct syn *build_lambda_word(struct syn *func, u32 kind, struct loc loc);
struct syn *build_range_for(struct cu_parser *p, struct syn *init, struct syn *specs,
                            struct syn *declarator, struct syn *range, struct syn *body,
                            struct loc loc);
/* Missing lists become empty ones. */
struct syn *build_asm(struct cu_parser *p, struct syn *text, struct syn *outputs,
                      struct syn *inputs, struct syn *clobbers, struct loc loc);
/* `if consteval`; op '!': if !consteval. `word` is a token that `constexpr` is read as,
 * too. */
struct syn *build_if_consteval(struct cu_parser *p, u32 word, u32 op, struct syn *then,
                               struct syn *otherwise, struct loc loc);
struct syn *build_loop(struct syn *loop, struct syn *factor, struct loc loc);
struct syn *build_stmt(struct cu_parser *p, struct syn *s);
struct syn *build_label_name(struct cu_parser *p, enum syn_kind kind, u32 token,
                             struct syn *kid, struct loc loc);

/* ---- syntax_error.c -------------------------------------------------------------- */
/* What bison says itself: only "memory exhausted" comes here. */
void cu_error(struct loc *loc, struct cu_parser *p, const char *text);
void cu_syntax_error(struct cu_parser *p, int found, struct loc loc,
                     const bool expected[CU_FILTER_LIMIT]);
