/* ast.h - the checked tree: what the device code means. Every name is resolved, every
 * conversion, overload, constructor and destructor call explicit, templates instantiated,
 * lambdas turned into classes: what is left is C with references, classes as structs and
 * functions that may be inlined. parser/cuda/meaning makes it, ir/lower reads it.
 *
 * Values. An expression has a type without reference and a category:
 *   lvalue                   it designates an object (`is_lvalue`; xvalues too):
 *                            LOAD, ADDR, ASSIGN and friends take it;
 *   prvalue of scalar type   a value;
 *   prvalue of class or      it makes an object where the context says: the variable,
 *   array type               field, element, parameter or result being initialised, or a
 *                            TEMP ("lower into").
 *
 * The VAR expression of a reference variable is an lvalue of the referred type: lowering
 * loads the address.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/json.h"
#include "parser/cuda/tree/scope.h"

enum cexpr_kind {
	/* values */
	CE_ERROR,  /* already reported */
	CE_CONST,  /* value: bits of an integer (extended as the type says), of a float's
	              double, or of a pointer */
	CE_STRING, /* lvalue, array of char: `length` bytes at `text`, and a zero of its
	              element's size */
	CE_FUNC, /* decl: designates a function; lvalue of function type. ADDR of it is a
	            function pointer */
	CE_VAR,  /* lvalue: decl (variable, parameter; of a reference, its referent) */
	CE_THIS, /* prvalue pointer: the enclosing function's decl->this_param */
	/* access */
	CE_LOAD,  /* a: lvalue -> its value (lvalue-to-rvalue; of a class type: a copy, as
	             prvalue, trivially) */
	CE_ADDR,  /* a: lvalue -> pointer */
	CE_DEREF, /* a: pointer value -> lvalue */
	CE_MEMBER,     /* a: lvalue (or class prvalue, then not an lvalue) of class type;
	                  field -> that member. A reference member is already dereferenced:
	                  lvalue of the referred type. Bit-fields: lvalue with
	                  field->bit_width */
	CE_TO_BASE,    /* a: class lvalue or prvalue -> its base `field` */
	CE_TO_DERIVED, /* a: lvalue of a base -> the class that has it as `field`
	                  (static_cast down) */
	CE_TEMP, /* a: prvalue -> lvalue: a new temporary that lives to the end of the
	            full-expression (or as long as `decl`, a variable that a reference
	            extends it to); dtor: to be called then, or NULL */
	/* arithmetic: operands already converted to one type, unless said otherwise */
	CE_NEG,
	CE_NOT, /* ! of bool */
	CE_COMPL,
	CE_MUL,
	CE_DIV,
	CE_REM,
	CE_ADD,
	CE_SUB,
	CE_AND,
	CE_OR,
	CE_XOR,
	CE_SHL,
	CE_SHR, /* the right operand keeps its own promoted type */
	CE_LT,
	CE_GT,
	CE_LE,
	CE_GE,
	CE_EQ,
	CE_NE,       /* bool; operands of one arithmetic or pointer type */
	CE_PTR_ADD,  /* a: pointer, b: integer (ptrdiff-sized, signed): elements of the
	                pointee's size */
	CE_PTR_DIFF, /* pointers of one type -> long, in elements */
	CE_LOGAND,
	CE_LOGOR, /* bool, short-circuit */
	CE_COND,  /* a ? b : c; all lvalues or all prvalues (of class type too: into) */
	CE_COMMA, /* a, then b: b's category */
	CE_HOLD,  /* decl: a nameless variable that b of the COMMA around it may name; a:
	             its value. Type void */
	/* assignment: a is an lvalue; the result is that lvalue */
	CE_ASSIGN, /* scalar, or a trivial class copy: a = b (prvalue of the same type) */
	CE_COMPOUND, /* a op= b: op is a CE_ arithmetic kind; compute in `calc` (a
	                converted to it, result converted back); b is of type calc (of
	                PTR_ADD: integer; of shifts: its own) */
	CE_PREINC,
	CE_PREDEC, /* lvalue; arithmetic or pointer */
	CE_POSTINC,
	CE_POSTDEC, /* prvalue */
	/* conversions of scalars: a -> type */
	CE_CAST, /* among arithmetic types, enums (as their underlying type), pointers (a
	            bit copy), pointer <-> integer; to bool: != 0; to void: drops the
	            value */
	CE_BITCAST, /* the same bits: __builtin_bit_cast of scalars of one size */
	/* calls */
	CE_CALL,    /* op: the division (CE_DIV, CE_REM) of 128-bit integers that it does;
	               CE_ASSIGN: an assignment operator whose operands are evaluated from
	               right to left, c (CE_HOLD of a virtual one) before the left one;
	               decl: a direct call, or a: pointer to function. arg[]: for each
	               parameter its initialiser (prvalue of the parameter's type; for a
	               reference parameter: an lvalue to bind; an lvalue for a class, too,
	               if it is the caller's own parameter that is handed on); with `this`
	               first (pointer    value) for members. Type: void; scalar; class prvalue
	               (into); a    reference result is an lvalue */
	CE_BUILTIN, /* op: enum cbuiltin, arg[] */
	/* making objects: prvalues of class or array type */
	CE_CONSTRUCT,  /* decl: constructor; arg[] without this; runs on the object being
	                  made. value: all is zero before */
	CE_INIT_LIST,  /* aggregate: arg[i] initialises field i of the class (bases are
	                  fields; NULL: zero / default), or element i of the array
	                  (missing ones: zero; the last `field` of arg[] are of elements
	                  that the list leaves out). Of a union: arg[0] for `field`.
	                  decl: a pointer that arg[] may name, to the object being
	                  made; op: LIST_PARENS if written as T(a, b) */
	CE_ZERO,       /* value-initialise with zeros: scalar, class or array */
	CE_ARRAY_COPY, /* a: array lvalue -> array prvalue, element by element, `copy`
	                  ctor in decl or NULL for trivial (lambda captures, implicit
	                  copies) */
	CE_FILL, /* array prvalue: every element initialised by `a` (its constructor call
	            or value), evaluated per element */
	CE_INIT, /* a: lvalue of an object not yet alive (a member in a constructor, an
	            element); b: its initialiser, as for a variable (into). op 1: a is a
	            CE_MEMBER that names a reference member itself, b the lvalue it is
	            bound to. Of a base: a is CE_TO_BASE. Type void. Constructors' bodies
	            start with these */
	CE_NEW, /* a: size of an element; b: the memory, if malloc does not give it; init:
	           arg[0] (NULL: none) made into it; count in arg[1] (NULL: single
	           object); op: NEW_... -> pointer */
	CE_DELETE,    /* a: pointer; dtor; op: DELETE_... */
	CE_DESTROY,   /* a: lvalue; dtor: call it (explicit x.~T()) */
	CE_STMT_EXPR, /* GNU ({ }): body; its value is that of the last statement */
	CE_SREG,      /* reads the special register named text ("%tid.x") */
	CE_MEMPTR, /* constant pointer to data member: value is the offset, -1 for null;
	              to function: decl */
	CE_KIND_COUNT
};

enum { LIST_PARENS = 1 };
enum {
	NEW_COUNTED = 1, /* delete[] must be told how many there are: ctype_count_bytes */
	NEW_MAY_FAIL = 2, /* memory from b may be null */
};
enum {
	DELETE_ARRAY = 1,
	DELETE_COUNTED = 2, /* as NEW_COUNTED */
	DELETE_KEEPS = 4,   /* destroys, but does not give back */
};

/* Built-in functions without a node of their own. Arguments are converted to the
 * documented types. */
enum cbuiltin {
	CB_NONE,
	CB_PRINTF, /* printf(format, ...): arg[0] pointer; the others promoted as C
	              varargs are; -> int */
	CB_TRAP,
	CB_UNREACHABLE,
	CB_ASSUME, /* bool */
	CB_EXPECT, /* value, expected -> value */
	CB_MEMCPY,
	CB_MEMMOVE,
	CB_MEMSET, /* pointer, pointer|int, size -> pointer */
	CB_ALLOCA, /* size -> void * */
	CB_FABS,
	CB_SQRT,
	CB_FMIN,
	CB_FMAX,
	CB_FLOOR,
	CB_CEIL,
	CB_TRUNC,
	CB_RINT,
	CB_FMA,
	CB_COPYSIGN, /* by the type of the first argument */
	CB_CLZ,
	CB_CTZ,
	CB_POPCOUNT,
	CB_PARITY,
	CB_FFS,
	CB_BSWAP, /* 16, 32 or 64 bits by the argument's type */
	CB_ISNAN,
	CB_ISINF,
	CB_SIGNBIT,
	CB_ISFINITE,
	CB_CONSTANT_P, /* folded by the checker where it can; else 0 */
	CB_COUNT
};

struct cexpr {
	u8 kind; /* enum cexpr_kind */
	u8 op;   /* COMPOUND: kind of operation; BUILTIN: enum cbuiltin */
	bool is_lvalue;
	bool is_xvalue;  /* an lvalue for lowering, an rvalue for overload resolution */
	bool is_bits;    /* CONST: written as a bit pattern (0xff, ~0, a | b) */
	bool is_literal; /* CONST: an integer literal, or a cast of one */
	bool is_default; /* in an aggregate's list: the member's own initialiser */
	struct loc loc;
	const struct ctype *type;
	struct cexpr *a, *b, *c;
	struct cdecl *decl;
	union {
		u32 field;  /* index in the class's fields */
		u32 length; /* STRING: of `text` */
	};
	u32 narg;
	struct cexpr **arg;
	union {
		struct cdecl *dtor;       /* not of COMPOUND */
		const struct ctype *calc; /* COMPOUND */
	};
	union {
		u64 value;
		const char *text;
		struct cstmt *body;    /* STMT_EXPR */
		struct coverload *set; /* an expression of type CT_OVERLOAD or
		                          CT_INIT_LIST: never in a finished tree */
	};
};

VEC_TYPE(cexprs, struct cexpr *);

enum cstmt_kind {
	CS_EXPR,    /* e: a full-expression */
	CS_DECL,    /* decl: a local variable (init in decl->init: into; a reference: the
	               lvalue bound; NULL: left as it is); shared variables and static ones
	               need no code. dtor: called at the end of the block */
	CS_BLOCK,   /* list: a scope; destroys its variables at its end, the last first */
	CS_IF,      /* e, then s, else t (t may be NULL) */
	CS_WHILE,   /* e, s */
	CS_DO,      /* s, e */
	CS_FOR,     /* e (may be NULL), step, s; the init is in an enclosing BLOCK */
	CS_SWITCH,  /* e; s holds CASE and DEFAULT */
	CS_CASE,    /* low..high (as signed or unsigned by the switch's type), s */
	CS_DEFAULT, /* s */
	CS_BREAK,
	CS_CONTINUE,
	CS_RETURN, /* e: the result (into; the lvalue for a reference result), or NULL */
	CS_GOTO,   /* label */
	CS_LABEL,  /* label, s */
	CS_ASM,    /* asm_ */
	CS_NULL,
};

struct casm_operand {
	struct str *name;       /* [name], or NULL */
	const char *constraint; /* "=r", "+l", "n", "C" */
	struct cexpr *e;        /* outputs: lvalue; inputs: value */
	struct loc loc;
};

struct casm {
	const char *text; /* as in the source string, %0 and %[name] not yet replaced, %%
	                     for % */
	u32 length;
	struct loc loc; /* of the template string */
	bool is_volatile, clobbers_memory;
	u32 noutput, ninput; /* operands: outputs, then inputs */
	struct casm_operand *operand;
};

enum cunroll {
	CUNROLL_NONE, /* no pragma */
	CUNROLL_FULL,
	CUNROLL_N /* factor; 1: not at all */
};

struct cstmt {
	u8 kind;
	u8 unroll;    /* loops: enum cunroll */
	bool is_made; /* RETURN: the result is the variable that e names (is_result) */
	struct loc loc;
	u32 unroll_factor;
	struct cexpr *e, *step;
	struct cstmt *s, *t;
	VEC(struct cstmt *) list;
	struct cdecl *decl; /* DECL */
	struct cdecl *dtor; /* DECL: destructor of the variable's class (element's, for an
	                       array), or NULL */
	s64 low, high;      /* CASE */
	struct clabel *label;
	struct casm *asm_;
};

struct clabel {
	struct str *name;
	struct loc loc;
	bool is_defined;
	struct clive *live; /* the variables that are alive there */
	void *lower;        /* for ir/lower */
};

/* The tree as text, for --emit=ast and the golden tests. */
void cast_dump_func(const struct cdecl *f, FILE *out);
/* The same as JSON, with places: one element of an array (ast_json.c). */
void cast_json_func(const struct cdecl *f, const struct sources *sources,
                    struct json_out *j);

extern const char *const cexpr_kind_name[CE_KIND_COUNT];
extern const char *const cstmt_kind_name[CS_NULL + 1];
