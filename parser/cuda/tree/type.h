/* type.h - the types of CUDA C++: interned, so that equal types are equal pointers;
 * layout and sizes as the Itanium ABI and the x86-64 host have them, which is what CUDA
 * requires of both halves of a program.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"

struct cdecl;
struct cexpr;

enum ctype_kind {
	CT_ERROR, /* already reported; silences what follows */
	CT_VOID,
	CT_BOOL,
	CT_CHAR, /* signed; distinct from SCHAR */
	CT_SCHAR,
	CT_UCHAR,
	CT_CHAR8,
	CT_CHAR16,
	CT_CHAR32,
	CT_WCHAR,
	CT_SHORT,
	CT_USHORT,
	CT_INT,
	CT_UINT,
	CT_LONG,
	CT_ULONG,
	CT_LLONG,
	CT_ULLONG,
	CT_INT128,
	CT_UINT128,
	CT_FLOAT,
	CT_DOUBLE,
	CT_LDOUBLE, /* double's size and arithmetic on the device */
	CT_NULLPTR,
	CT_ENUM,
	CT_PTR,
	CT_LREF,
	CT_RREF,
	CT_ARRAY,
	CT_FUNC,
	CT_CLASS,     /* struct, class, union */
	CT_MEMPTR,    /* T C::* ; data or member function */
	CT_AUTO,      /* placeholder; never the type of an expression */
	CT_SYNTH,     /* a unique type for the partial ordering of templates */
	CT_OVERLOAD,  /* of an expression that names a set of functions, until one is
	                 chosen */
	CT_INIT_LIST, /* of a braced list, until it initialises something */
};

enum ctype_qual { Q_CONST = 1, Q_VOLATILE = 2, Q_RESTRICT = 4 };

struct ctype {
	u8 kind;
	u8 quals;         /* enum ctype_qual; `plain` is the type without them */
	u8 memquals;      /* FUNC: const and volatile of a member function */
	u8 ref;           /* FUNC: 1 for &, 2 for && after the parameters */
	bool is_variadic; /* FUNC */
	bool is_noexcept; /* FUNC; of pointers and the like, from C++17 on. The type of a
	                     declaration never has it: the operand of its noexcept may not
	                     be known yet */
	bool has_size;    /* ARRAY: [n]; else [] */
	u32 nparam;       /* FUNC */
	u64 n;            /* ARRAY: elements */
	const struct ctype *plain;  /* without quals; itself if it has none */
	const struct ctype *base;   /* PTR, REF, ARRAY: of what; FUNC: result; MEMPTR: the
	                               member's type */
	const struct ctype **param; /* FUNC */
	struct cdecl *decl; /* CLASS, ENUM; MEMPTR: the class; SYNTH: the parameter */
	u32 serial;         /* order of making, for stable names */
};

/* A member of a class that has storage. Bases are fields too: unnamed, is_base. */
struct cfield {
	struct str *name; /* NULL: base, anonymous union or padding bit-field */
	const struct ctype *type;
	u64 offset_bytes;          /* of the field; of a bit-field: of its storage unit */
	u16 bit_offset, bit_width; /* bit_width 0: not a bit-field; counted from the
	                              unit's low end */
	u32 bit_more; /* padding after it: bits that its type does not have */
	u8 bit_bytes; /* of a packed bit-field, which may cross units: the number of bytes
	                 from offset_bytes on that hold it */
	/* is_anonymous: names inside are the class's own */
	bool is_base, is_mutable, is_anonymous;
	bool is_dependent; /* a base that depends on parameters of a template around */
	u8 access;         /* of a base: enum caccess */
	bool is_virtual; /* a virtual base: at this offset only in an object that is not a
	                    base itself */
	struct cdecl *decl; /* NULL for bases */
};

VEC_TYPE(cfields, struct cfield);

static inline bool cfield_is_padding(const struct cfield *f) {
	return !f->name && !f->is_base && !f->is_anonymous;
}

/* A virtual base of a class or of one of its bases. */
struct cvbase {
	const struct ctype *type;
	u64 offset_bytes; /* in an object that is not a base itself */
	u32 slot;         /* the word before the class's table that has its offset */
};

/* The properties of a complete class (cdecl->cls). */
struct cclass {
	struct cfields field; /* bases first, in order of layout */
	u64 size_bytes, align_bytes;
	u64 data_bytes; /* without tail padding, which others may reuse (Itanium 2.4) */
	u64 base_bytes, base_align;  /* as a base: without its virtual bases */
	VEC(struct cvbase) vbase;    /* in the order of construction */
	const struct ctype *primary; /* the base at offset 0 that shares the pointer to
	                                the table, or NULL */
	bool has_virtual_primary;    /* ... which is a virtual base */
	bool is_nearly_empty;        /* only a pointer to its table, and virtual bases */
	bool holds_empty;            /* it or a part of it is an empty class */
	bool holds_ref;              /* a part of it is a reference */
	bool is_union, is_complete, is_being_completed, is_empty;
	bool is_aggregate, is_trivially_copyable, is_trivially_destructible,
		is_trivially_default;
	bool is_abstract, is_lambda, has_user_ctor;
	bool is_vector;   /* of GNU C, which the host computes with */
	bool gives_value; /* to a const object that is given none (init/given.c) */
	bool has_virtual; /* virtual functions, its own or a base's */
	bool is_final, is_packed;
	bool is_pod; /* of C++98, for the layout: others do not reuse its tail padding */
	bool has_vptr; /* it has virtual functions or bases: a pointer to its table is at
	                  offset 0, its own or the primary base's */
	struct cdecl **vslot; /* the final overriders, in order of the table */
	u32 nvslot;
	const struct ctype *memfn; /* the class represents this member pointer */
	struct cdecl *vtable;      /* a variable, made when a constructor needs it */
	struct cdecl *vtt; /* of a class with virtual bases: the list of its tables */
	/* these operations copy bytes */
	bool trivial_copy, trivial_move, trivial_assign, trivial_move_assign;
	/* the traits say that they are the user's: a toolkit's class whose own copy bytes
	 */
	bool copies_by_user;
	bool has_explicit_copy; /* or move, which copy-initialisation leaves out */
	bool has_rival_ctor;    /* a further one that copies, moves or is deleted */
	bool trivial_default;   /* for the traits: a deleted one is trivial too */
	/* the member is deleted, or none is declared */
	bool no_default, no_copy, no_move, no_assign, no_move_assign, no_destroy;
	bool hides_copies; /* not all that it declares to copy or move it is public */
	/* it is copied, or assigned, only from objects that are not const: T(T &) */
	bool copies_mutable, assigns_mutable;
	u8 implicit; /* 1 << enum special: implicit members that are not declared yet */
	u32 nbase;
	/* bases whose constructors it inherits by using-declarations */
	VEC(struct cdecl *) inherits;
	struct cdecl *hidden_default; /* the default constructor, if it is not public */
	struct cdecl *dtor;           /* NULL if there is nothing to call */
	struct cdecl *own_dtor;       /* the declared one, trivial and deleted ones too */
	u64 align_attr;               /* __align__(n) on the class, 0 for none */
	const struct ctype *captured; /* of an extended lambda: the class whose `this` or
	                               *this it holds */
	u32 captured_field;           /* ... in this field */
};

struct ctypes {
	struct arena *arena;
	struct map interned; /* hash, or the next free number -> type */
	const struct ctype *basic[CT_INIT_LIST + 1]; /* kinds without parts */
	u32 serial;
};

void ctypes_init(struct ctypes *t, struct arena *arena);

/* ---- construction ------------------------------------------------------------------ */
const struct ctype *ctype_ptr(struct ctypes *t, const struct ctype *to);
/* References collapse: & of && is & ([dcl.ref]). */
const struct ctype *ctype_lref(struct ctypes *t, const struct ctype *to);
const struct ctype *ctype_rref(struct ctypes *t, const struct ctype *to);
const struct ctype *ctype_array(struct ctypes *t, const struct ctype *of, bool has_size,
                                u64 n);
const struct ctype *ctype_memptr(struct ctypes *t, const struct ctype *of,
                                 struct cdecl *cls);
/* Parameters lose their top-level quals, arrays and functions decay. Copies `param`. */
const struct ctype *ctype_func(struct ctypes *t, const struct ctype *result,
                               const struct ctype *const *param, u32 nparam,
                               bool is_variadic, u8 memquals, u8 ref);
/* Returns the function type with or without noexcept. */
const struct ctype *ctype_func_noexcept(struct ctypes *t, const struct ctype *func,
                                        bool is_noexcept);
/* CLASS, ENUM, SYNTH: one per decl. */
const struct ctype *ctype_named(struct ctypes *t, enum ctype_kind kind,
                                struct cdecl *decl);
/* Adds quals; of an array, to its elements; none on references and functions. */
const struct ctype *ctype_qualified(struct ctypes *t, const struct ctype *c, u8 quals);
static inline const struct ctype *ctype_unqual(const struct ctype *c) {
	return c->plain;
}

/* ---- properties -------------------------------------------------------------------- */
/* Returns the type of the elements of an array of any dimensions; any other type
 * itself. */
static inline const struct ctype *ctype_element(const struct ctype *c) {
	while (c->kind == CT_ARRAY)
		c = c->base;
	return c;
}
static inline bool ctype_is_ref(const struct ctype *c) {
	return c->kind == CT_LREF || c->kind == CT_RREF;
}

/* Whether a call or cast of the type is an xvalue: a function is an lvalue all the same
 * ([expr.call]/14). */
static inline bool ctype_is_rvalue_ref(const struct ctype *c) {
	return c->kind == CT_RREF && c->base->kind != CT_FUNC;
}
static inline const struct ctype *ctype_noref(const struct ctype *c) {
	return ctype_is_ref(c) ? c->base : c;
}
/* Whether the type is auto, auto &, auto * or the like: to be deduced. */
static inline bool ctype_has_auto(const struct ctype *c) {
	while (ctype_is_ref(c) || c->kind == CT_PTR)
		c = c->base;
	return c->kind == CT_AUTO;
}
/* Integers: bool and the character types too, not enums. Scalars: arithmetic types,
 * enums, pointers, member pointers, nullptr_t. Signed: integers; enums by their
 * underlying type. */
bool ctype_is_integer(const struct ctype *c);
bool ctype_is_floating(const struct ctype *c);
bool ctype_is_arithmetic(const struct ctype *c);
bool ctype_is_scalar(const struct ctype *c);
bool ctype_is_signed(const struct ctype *c);
static inline bool ctype_is_int128(const struct ctype *c) { /* of either sign */
	return c->kind == CT_INT128 || c->kind == CT_UINT128;
}
bool ctype_is_unscoped_enum(const struct ctype *c);
const struct ctype *ctype_underlying(const struct ctype *c); /* of an enum; else itself */
/* Whether they are the same type except for top-level quals. */
bool ctype_same_but_quals(const struct ctype *a, const struct ctype *b);
/* Size and alignment in bytes; the type must be complete. u64: an array may be larger
 * than memory; UINT64_MAX if it does not fit. */
u64 ctype_size(const struct ctype *c);
u64 ctype_align(const struct ctype *c);
/* Returns the number of bytes before a new array of these, whose last 8 hold the number
 * of its elements (the ABI's array cookie). */
u64 ctype_count_bytes(const struct ctype *element);
bool ctype_is_complete(const struct ctype *c);
/* Returns the low bits of a value, extended to 64 as the integer type (or enum, by its
 * underlying type) says. */
u64 ctype_wrap(const struct ctype *c, u64 value);
/* Converting rank of an integer type ([conv.rank]). */
int ctype_rank(const struct ctype *c);
/* Integral promotion, usual arithmetic conversions ([conv.prom], [expr.arith.conv]). */
const struct ctype *ctype_promoted(struct ctypes *t, const struct ctype *c);
const struct ctype *ctype_arith(struct ctypes *t, const struct ctype *a,
                                const struct ctype *b);

/* As a user would write it: "const float *", "int (&)[4]", "vec<float, 3>". In the
 * arena. */
const char *ctype_text(struct arena *arena, const struct ctype *c);
