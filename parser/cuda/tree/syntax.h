/* syntax.h - the syntax tree of CUDA C++: what the text says, before any name has a
 * meaning and any expression a type. One kind of node serves all: a kind from syntax.def,
 * which names its children, and a few plain fields. The tree is never changed once
 * built: a template's tree is read again for each instance (parser/cuda/meaning).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"

enum syn_kind {
#define LEAF(id) SYN_##id,
#define SEQ(id, kid) SYN_##id,
#define SYN(id, name, kids) SYN_##id,
#define VIEW(name, first, last, kids)
#include "parser/cuda/tree/syntax.def"
	SYN_COUNT
};

/* syn->flags: properties of more than one kind of node. The qualifiers and specifiers of
 * a SYN_SPECS are bits of enum syn_spec in syn->value instead. */
enum syn_flag {
	SYNF_PACK = 1 << 0,     /* `...` before a name that it declares */
	SYNF_GLOBAL = 1 << 1,   /* QUALIFIED, NEW, DELETE: starts with :: */
	SYNF_TYPENAME = 1 << 2, /* QUALIFIED: `typename` comes first */
	SYNF_CONST = 1 << 3,    /* D_PTR, D_FUNC, D_MEMPTR */
	SYNF_VOLATILE = 1 << 4, /* D_PTR, D_FUNC; ASM */
	SYNF_RESTRICT = 1 << 5, /* D_PTR, D_LREF */
	SYNF_LREF = 1 << 6, /* D_FUNC: `&` after the parameters; LAMBDA: default [&] */
	SYNF_RREF = 1 << 7, /* D_FUNC: `&&` */
	SYNF_COPY = 1 << 8, /* LAMBDA: default [=] */
	SYNF_VARIADIC = 1 << 9,   /* D_FUNC: the parameters end in ... */
	SYNF_CONSTEXPR = 1 << 10, /* IF: if constexpr */
	SYNF_ARROW = 1 << 11,     /* MEMBER: -> */
	SYNF_ARRAY = 1 << 12,     /* DELETE: delete[]; CHAR: of several characters */
	SYNF_SCOPED = 1 << 13,    /* ENUM: enum class */
	SYNF_DEFINED = 1 << 14,   /* CLASS, ENUM: with its members */
	SYNF_DEFAULTED = 1 << 15, /* FUNC_DEF: = default */
	SYNF_DELETED = 1 << 16,   /* FUNC_DEF: = delete */
	SYNF_PURE = 1 << 17,      /* FUNC_DEF: = 0 */
	SYNF_TYPE = 1 << 18,   /* SIZEOF, ALIGNOF: of a type-id, not of an expression */
	SYNF_BRACED = 1 << 19, /* FUNCTIONAL_CAST, NEW, INIT_DECL, MEM_INIT: T{...} */
	SYNF_PARENS = 1 << 20, /* INIT_DECL: T x(...); NEW: with an initialiser in
	                          parentheses */
	SYNF_TYPE_PARAM_PACK = 1 << 21,
	SYNF_VIRTUAL = 1 << 22,  /* BASE */
	SYNF_MUTABLE = 1 << 23,  /* LAMBDA */
	SYNF_TEMPLATE = 1 << 24, /* MEMBER, QUALIFIED: `template` comes before a name */
	SYNF_NOEXCEPT = 1 << 25,
	SYNF_PRAGMA_UNROLL = 1 << 26, /* a loop: #pragma unroll comes before it; kid
	                                 `unroll` is the factor */
	SYNF_LAMBDA_PARAMS = 1 << 27, /* LAMBDA: has a parameter list */
	SYNF_OF_NAMES = 1 << 28, /* ATTR: after a declarator, so of what that declares */
	SYNF_CHAIN = 1 << 29,    /* INIT_LIST: {.b = 2} of .a.b = 2 */
};

/* Bits of a SYN_SPECS node's value. */
enum syn_spec {
	SPEC_CONST = 1 << 0,
	SPEC_VOLATILE = 1 << 1,
	SPEC_RESTRICT = 1 << 2,
	SPEC_TYPEDEF = 1 << 3,
	SPEC_STATIC = 1 << 4,
	SPEC_EXTERN = 1 << 5,
	SPEC_INLINE = 1 << 6,
	SPEC_CONSTEXPR = 1 << 7,
	SPEC_FRIEND = 1 << 8,
	SPEC_VIRTUAL = 1 << 9,
	SPEC_EXPLICIT = 1 << 10,
	SPEC_MUTABLE = 1 << 11,
	SPEC_REGISTER = 1 << 12,
	SPEC_THREAD_LOCAL = 1 << 13,
	/* CUDA: qualifiers that are attributes with no argument */
	SPEC_GLOBAL = 1 << 16,
	SPEC_DEVICE = 1 << 17,
	SPEC_HOST = 1 << 18,
	SPEC_SHARED = 1 << 19,
	SPEC_CONSTANT = 1 << 20,
	SPEC_MANAGED = 1 << 21,
	SPEC_GRID_CONSTANT = 1 << 22,
	SPEC_NOINLINE = 1 << 23,
	SPEC_FORCEINLINE = 1 << 24,
	SPEC_NORETURN = 1 << 25,
	SPEC_EXTERN_C = 1 << 26,
	SPEC_CONCEPT = 1 << 27,   /* of a template of a constant bool */
	SPEC_CONSTEVAL = 1 << 28, /* with SPEC_CONSTEXPR */
};

/* op of SYN_BUILTIN_TYPE: the words of the type as bits; at most two LONG. */
enum syn_type_word {
	TW_VOID = 1 << 0,
	TW_BOOL = 1 << 1,
	TW_CHAR = 1 << 2,
	TW_SHORT = 1 << 3,
	TW_INT = 1 << 4,
	TW_LONG = 1 << 5,
	TW_LONGLONG = 1 << 6,
	TW_SIGNED = 1 << 7,
	TW_UNSIGNED = 1 << 8,
	TW_FLOAT = 1 << 9,
	TW_DOUBLE = 1 << 10,
	TW_WCHAR = 1 << 11,
	TW_CHAR8 = 1 << 12,
	TW_CHAR16 = 1 << 13,
	TW_CHAR32 = 1 << 14,
	TW_INT128 = 1 << 15,
};

/* op of SYN_INT and SYN_FLOAT: the suffix. */
enum syn_suffix {
	SUFFIX_U = 1,
	SUFFIX_L = 2,
	SUFFIX_LL = 4,
	SUFFIX_F = 8,
	SUFFIX_HEX = 16 /* not decimal */
};

struct syn {
	u16 kind;  /* enum syn_kind */
	u16 op;    /* a token (enum cu_token) or an enum above; syntax.def says which */
	u32 flags; /* enum syn_flag */
	struct loc loc;   /* the whole construct */
	struct str *name; /* identifier, label; NULL for none */
	union {
		u64 value; /* INT, CHAR, BOOL; FLOAT: bits of the double; SPECS: enum
		              syn_spec */
		struct {   /* BODY and other parts read later: a range of tokens */
			u32 first_token, end_token;
		};
		const char *text; /* STRING: the bytes, nkid unused; `length` of them */
	};
	u32 length; /* STRING: bytes without the final zero */
	u32 nkid;
	struct syn **kid; /* an element may be NULL where syntax.def says so */
};

/* The children of a node by their names in syntax.def: syn_if(s)->cond is a child of the
 * IF s. A name beyond s->nkid must not be read. kid[i] is for walks over all children and
 * for the kinds whose children are a sequence. Builds with the address sanitizer check
 * the kind. */
#ifdef __SANITIZE_ADDRESS__
#define SYN_ASSERT(condition) assert(condition)
#else
#define SYN_ASSERT(condition) ((void)0)
#endif
#define LEAF(id)
#define SEQ(id, kid)
#define ONE(kid) struct syn *kid;
#define OPT(kid) struct syn *kid;
#define ANY(kid) struct syn *kid[];
#define VIEW(name, first, last, kids)                                        \
	struct syn_##name {                                                  \
		kids                                                         \
	};                                                                   \
	static inline struct syn_##name *syn_##name(const struct syn *s) {   \
		SYN_ASSERT(s->kind >= SYN_##first && s->kind <= SYN_##last); \
		return (struct syn_##name *)s->kid;                          \
	}
#define SYN(id, name, kids) VIEW(name, id, id, kids)
#include "parser/cuda/tree/syntax.def"

/* The declarator of a FUNC_DEF, or the first of a SIMPLE_DECL, or NULL. */
static inline struct syn *syn_first_declarator(const struct syn *s) {
	if (s->kind == SYN_FUNC_DEF)
		return syn_func_def(s)->declarator;
	return s->kind == SYN_SIMPLE_DECL && s->nkid > 1
	               ? syn_init_decl(syn_simple_decl(s)->init_decl[0])->declarator
	               : NULL;
}

/* Returns the declaration inside TEMPLATEs and FRIENDs; any other node, or NULL,
 * itself. */
static inline struct syn *syn_inner_decl(struct syn *s) {
	while (s && (s->kind == SYN_TEMPLATE || s->kind == SYN_FRIEND))
		s = s->kind == SYN_TEMPLATE ? syn_template(s)->decl : syn_friend(s)->decl;
	return s;
}

/* The name of a kind, as in syntax.def. */
extern const char *const syn_kind_name[SYN_COUNT];
/* Prints the tree, indented, for --emit=ast (before names have a meaning). */
void syn_dump(const struct syn *s, FILE *out);
