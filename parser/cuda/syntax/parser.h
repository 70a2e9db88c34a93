/* parser.h - the state of a parse, which the token filter and the grammar share.
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
	struct syn *alias;         /* of a local typedef: the name of its type, or NULL */
	struct local_scope *inner; /* of a class: its members */
	bool is_pack;              /* a template parameter pack of types */
};

struct local_scope {
	struct local_scope *up;
	struct map name; /* struct str * -> struct local_name * */
	VEC(struct cscope *) base;
	VEC(struct local_scope *) local_base;
	struct cscope *around; /* the parser's scope and the namespaces used from here;
	                          NULL: only the scope */
};

/* ---- contexts of the filter ------------------------------------------------------- */

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
	MODE_SUFFIX,     /* after it */
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
	bool is_func;      /* SUFFIX: parameters came */
	bool is_indirect;  /* GROUP: * or & comes first */
	bool is_pointer;   /* SUFFIX: such a group came, and declares no function */
	bool is_new;       /* the type of a new-expression: parentheses initialise */
	bool is_enum_head; /* the type after enum x : */
	bool is_template;  /* after template <...>; TPARAMS: the name is a template's */
	bool is_cast;      /* TYPE: an operand follows the ) */
	bool is_index;     /* EXPR: of [i] = init, after which no operator of an
	                      expression comes */
	bool is_placement; /* EXPR: the type of a new-expression follows the ) */
	bool in_decl;      /* a `,` goes to the next declarator */
	bool operand;      /* EXPR: the token before ended an operand */
	bool is_member;    /* EXPR: after . or -> */
	bool is_case;      /* EXPR: a `:` ends the label */
	bool is_catch;     /* PARAMS: a block follows the ) */
	bool is_width;     /* EXPR: of a bit-field, whose initialiser follows */
	u32 nquestion;     /* EXPR: `?` whose `:` is to come */
	u32 noperator;     /* EXPR: operators since the last , or ; */
	u32 ncomma;        /* EXPR: commas that may be operators */
	u32 stmt;          /* first token of the statement or declaration */
	struct local_scope *outer;       /* the names when this was opened */
	struct local_scope *names;       /* where declarations put theirs */
	struct str *class_name;          /* CLASS: its name; else the next class's */
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
	u32 end;                      /* index after the name */
	u32 serial;                   /* of the parser, when this was read */
	bool is_qualified, is_memptr; /* A::* : syn is A */
	bool has_args;                /* its last part has template arguments */
	bool is_unknown;              /* and names nothing that was found */
	struct cscope *scope; /* of a qualified name: where its last part is, if known */
};

enum { ANGLE_NOT_SKIMMED = UINT32_MAX };

struct cu_parser {
	struct cunit *u;
	struct arena *arena;
	const struct cu_token_rec *t;
	struct cscope *scope;      /* the names around the part */
	struct local_scope *local; /* the names of the part itself */
	u32 serial; /* changes when a declaration gives names a new meaning */
	u32 at, end;
	VEC(struct context *) ctx; /* a context does not move while others are opened */
	u32 nctx_made;             /* contexts allocated, for reuse */
	u32 ctx_floor;             /* contexts of the outer parse */
	u32 start_token;           /* sent first; 0: sent */
	u32 last;                  /* index of the token sent last */
	struct context around;     /* its statement or declaration */
	int last_kind;
	bool is_half;    /* the first half of a `::` of asm was sent */
	u32 attr_start;  /* offset of attributes before the next token, or 0 */
	bool recovering; /* a syntax error was reported: skip to the statement's end */
	bool gave_up;
	u32 depth;             /* parses inside of parses */
	u32 angle;             /* index of the '<' whose arguments are read; 0: none */
	u32 angle_past;        /* after its '>', 0: it has none; ANGLE_NOT_SKIMMED */
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
