/* low.h - lowering, inside: values, places, frames, and what the files call of each
 * other.
 *
 *   unit.c     the module: variables, the queue of functions, demotion of shared variables
 *   init.c     constant initialisers of module variables
 *   escape.c   before a function is lowered: which variables can live in registers
 *   func.c     signatures, parameters, bodies
 *   call.c     calls: in place, through .param space, by pointer
 *   stmt.c     statements, scopes, destructors; switch.c dispatch
 *   expr.c     values; arith.c operators; convert.c conversions; int128.c 128-bit integers
 *   cond.c     conditions as branches and predicates
 *   place.c    lvalues and pointers as places; access.c loads and stores; copy.c whole objects
 *   object.c   prvalues made into a place
 *   heap.c     new and delete
 *   builtin.c  what has no other word; asm.c inline PTX; line.c source lines
 *   debug.c    with -G: scopes and where variables are; dwarf.c writes them into sections
 *
 * A *place* says where an object is without an address having been made: registers of a
 * split object, a variable plus an offset, or a register plus an offset in a known state
 * space. References and pointers that are never changed are bound to places, so that a
 * function lowered in place of its call works on the caller's registers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/lower/lower.h"
#include "ir/read/resolve.h"

/* ---- values and places ------------------------------------------------------------- */

/* A scalar: a register or a constant. bool: a predicate. 128-bit integers: two halves. */
struct val {
	struct operand o, hi;
};

struct object;

enum place_kind { PLACE_NONE, PLACE_OBJECT, PLACE_MEM };

struct place {
	u8 kind;
	u8 space; /* MEM: enum space, SPACE_GENERIC if it is not known */
	bool is_volatile;
	bool is_readonly; /* nothing writes it while the kernel runs: ld.global.nc */
	u16 bit_offset, bit_width; /* a bit-field; width 0: none */
	u8 bit_bytes; /* ... that is packed: the bytes that hold it; 0: a unit of its type
	               */
	u8 packed; /* MEM: in a packed class, whose alignment this is; 0: aligned as its
	              type */
	struct operand base; /* MEM: OPR_ADDR_REG, OPR_ADDR_SYM or OPR_ADDR_IMM */
	struct object *obj;  /* OBJECT: split into registers */
	u64 offset;          /* OBJECT: bytes from its start */
};

/* A scalar part of an object. A reference is bound to what it refers to. */
struct leaf {
	u64 offset;
	const struct ctype *type;
	struct val val;      /* registers of a split object */
	struct place *bound; /* CT_LREF, CT_RREF: the referent */
};

VEC_TYPE(leaves, struct leaf);

/* An object whose scalar parts are registers. A scalar variable is one of a single part.
 */
struct object {
	u64 size_bytes;
	struct leaf *leaf;
	u32 nleaf;
};

enum { LEAF_LIMIT = 64 };

/* ---- what is known of declarations (cdecl->lower) ---------------------------------- */

/* How a variable is used. What is done with the address of an object that a pointer or
 * reference variable designates is kept apart (`pointee`). */
enum use {
	USE_ADDR = 1,  /* its address goes where it is not seen any more */
	USE_REF = 2,   /* ... the address of what a reference member of it refers to */
	USE_WRITE = 4, /* changed after its initialisation */
	USE_INDEX = 8, /* an element is chosen at run time */
	USE_REF_WRITE = 16, /* what a reference member of it refers to is changed */
	USE_ALL = USE_ADDR | USE_REF | USE_WRITE | USE_REF_WRITE,
	USE_WALKED = 128, /* a temporary: its initialiser was looked at */
};

struct var_info {
	u8 use;             /* of the variable; of a reference: of what it refers to */
	u8 pointee;         /* a pointer: of what it points to */
	bool needs_pointer; /* its value is used otherwise than to access what it points
	                       to */
	bool is_in_scope;   /* debug.c: recorded in a function's scope */
	bool is_bound;      /* a pointer that is never changed, bound to `place`, which it
	                       points to */
	struct place place; /* where it lives; of a reference: what it refers to */
	/* module scope */
	u32 var; /* index in module->var, NO_REG until it is needed */
	struct str *sym;
};

struct func_info {
	u8 state; /* 0, or enum func_state */
	bool is_recursive;
	bool is_queued;
	u32 cost;      /* nodes, with what is lowered in place */
	u32 ncall;     /* calls seen so far */
	u32 nreturn;   /* return statements with a value */
	u8 result_use; /* of the object that a class result is made in */
	s32 root;  /* a reference result: 0: this, 1 + i: parameter i; -1: not one of them
	            */
	u32 index; /* in module->func, NO_REG */
	struct cdecl *decl;
};

enum func_state { FUNC_NEW, FUNC_BUSY, FUNC_DONE };

/* ---- scopes ------------------------------------------------------------------------ */

/* A destructor to be called when control leaves a scope; or those of the temporaries that
 * either side of a condition made, which end with the full-expression as well
 * ([class.temporary]/4). */
struct cleanup {
	struct cleanup *up;
	struct operand taken; /* a predicate: `yes` has been made, else `no`; none: just
	                         one object */
	struct cleanup *yes, *no, *base; /* down to `base` */
	struct place place;
	const struct ctype *type; /* class, or array of it */
	struct cdecl *dtor;
	bool is_extended; /* a temporary that lives as long as a reference */
};

/* A call that is being lowered in place, or the function itself. */
struct frame {
	struct frame *up;
	struct cdecl *fn;
	struct func_info *info;
	u32 ret_label;
	bool ret_used;
	struct place
		ret; /* where a class result goes, or a scalar one of several returns */
	struct val value;      /* a scalar result of the only return */
	struct place *ret_ref; /* where the place of a reference result goes */
	struct cleanup *base;  /* what was to be cleaned up when the call began */
	u32 inlined_at;        /* line_info of the call, 0 for none */
};

/* A loop or switch that break and continue leave. */
struct jump {
	struct jump *up;
	u32 brk, cont; /* labels; NO_REG: not a loop */
	struct cleanup *base;
};

struct fixup { /* a goto out of scopes whose end was not known yet */
	u32 label;
	struct clabel *to;
	struct cleanup *from;
	struct frame *frame;
};

struct label_info { /* clabel->lower */
	u32 label;
	bool is_placed;
	struct cleanup *cleanup;
	struct frame *frame; /* the instance it is of */
};

struct switch_;

/* Functions that the machine has and no module defines. */
enum lower_extern { EXTERN_VPRINTF, EXTERN_MALLOC, EXTERN_FREE, EXTERN_COUNT };

struct lower {
	struct arena *arena; /* the module's */
	struct arena unit;   /* of the lowering */
	struct cunit *u;
	const struct cuda_options *opt;
	struct diag *d;
	struct resolver r; /* names of the module, r.b the function being built */
	struct map temp;   /* CE_TEMP -> struct var_info */
	struct map string; /* hash of a literal's bytes -> chain */
	u32 nstring, nasm;
	VEC(struct cdecl *) queue;     /* functions to be emitted */
	VEC(struct shared_use) shared; /* who refers to shared variables */
	u32 externs[EXTERN_COUNT]; /* 1 + index in module->func; 0: not declared yet */

	/* the function being lowered */
	struct func *f;
	struct frame *frame;
	struct jump *jump;
	struct switch_ *sw;
	struct cleanup *cleanup;
	VEC(struct fixup) fixup;
	VEC(u32) line_cache;
	VEC(bool) is_var_reg; /* registers that are assigned more than once */
	u32 nreg[8];          /* by prefix */
	u32 nlabel, nlocal, ncallseq;
	struct loc loc;  /* goes into every instruction */
	struct loc told; /* of the last store to constant memory that was warned of */
	u32 last_line_key;
	bool is_entry;
	struct diag *asm_diag; /* about inline PTX, before it is moved to the literals */
	struct sources *asm_sources;
	struct map asm_form; /* casm -> struct asm_form */
	/* line tables (line.c) */
	struct map file_index, line_index;
	VEC(struct str *) debug_name; /* functions lowered in place */
	struct map debug_name_index;
	/* variables and scopes (debug.c) */
	struct debug_scope *debug_scope;      /* the innermost one that is open */
	VEC(struct debug_scope *) debug_func; /* the outermost ones: functions */
	u32 ndebug_label;
};

/* ---- debug.c, dwarf.c: what -G records --------------------------------------------- */

/* Address classes of DW_AT_address_class in PTX, as cuda-gdb knows them. */
enum debug_class {
	DEBUG_CLASS_CONST = 4,
	DEBUG_CLASS_GLOBAL = 5,
	DEBUG_CLASS_LOCAL = 6,
	DEBUG_CLASS_PARAM = 7,
	DEBUG_CLASS_SHARED = 8,
	DEBUG_CLASS_GENERIC = 12,
};

struct debug_var {
	struct cdecl *decl;
	bool is_param;
	bool is_indirect; /* its address is there */
	u32 var;          /* where it is, in module->var; NO_REG: nowhere */
	u64 offset;
};

enum debug_scope_kind { DEBUG_FUNC, DEBUG_INLINE, DEBUG_BLOCK };

/* A stretch of the text between two labels in which variables are known. */
struct debug_scope {
	u8 kind;
	struct debug_scope *up;
	struct cdecl *fn; /* FUNC, INLINE */
	struct loc loc;   /* INLINE: of the call */
	struct str *begin, *end;
	VEC(struct debug_var) var;
	VEC(struct debug_scope *) inner;
};

/* All do nothing without -G. A scope of a system header's function is none. */
void debug_open(struct lower *l, enum debug_scope_kind kind, struct cdecl *fn,
                struct loc loc);
void debug_close(struct lower *l, enum debug_scope_kind kind, struct cdecl *fn);
/* A block that declares something. */
bool debug_is_block(const struct lower *l, const struct cstmt *s);
/* The variable was bound; from here on its value is in memory, where a debugger finds it.
 */
void debug_var(struct lower *l, struct cdecl *d);
/* A shared or static variable of a function was first used: it belongs to the function's
 * scope. */
void debug_static(struct lower *l, struct cdecl *d, u32 var);
void debug_finish(struct lower *l);

struct shared_use {
	u32 var;
	u32 func; /* NO_REG: several */
	u32 at;
};

struct func_info *func_info(struct lower *l, struct cdecl *fn);
struct var_info *var_info(struct lower *l, struct cdecl *d);
struct var_info *temp_info(struct lower *l, const struct cexpr *e);
/* The declaration with the body. */
static inline struct cdecl *func_definition(struct cdecl *fn) {
	return fn->definition ? fn->definition : fn;
}

/* ---- types.c ----------------------------------------------------------------------- */

enum type type_reg(const struct ctype *t); /* of its register: B16 B32 B64 F32 F64 PRED */
enum type type_arith(const struct ctype *t); /* S32, U64, F32 ...: how operators see it */
enum type type_mem(const struct ctype *t);   /* in memory: U8, S8 ... */
bool type_is_int128(const struct ctype *t);  /* 128-bit integer */
bool type_is_object(const struct ctype *t);  /* class or array */
bool type_is_bool(const struct ctype *t);
/* Its scalar parts in order of address; a union is bytes. False if there are more than
 * `limit`. */
bool type_leaves(struct arena *a, const struct ctype *t, u64 offset, u32 limit,
                 struct leaves *out);
bool type_can_split(struct lower *l, const struct ctype *t);
bool type_has_ref(const struct ctype *t);
bool type_is_by_address(
	const struct ctype *t); /* passed by address: not trivially copyable */
u64 type_stride(const struct ctype *pointer); /* bytes of what it points to; 1 for void */
/* Whether an object of type t, split, can be accessed as a scalar of type `as`. */
bool type_can_pun(struct lower *l, const struct ctype *t, const struct ctype *as);

/* ---- emit.c ------------------------------------------------------------------------ */

static inline struct operand opr_reg(u32 r) {
	return (struct operand){.kind = OPR_REG, .index = r};
}
static inline struct operand opr_imm(u64 v) {
	return (struct operand){.kind = OPR_IMM, .value = (s64)v};
}
static inline struct operand opr_sym(u32 var, s64 offset) {
	return (struct operand){.kind = OPR_SYM, .index = var, .value = offset};
}
static inline bool opr_is(struct operand o, u64 v) {
	return o.kind == OPR_IMM && (u64)o.value == v;
}
static inline struct val val_of(struct operand o) {
	return (struct val){.o = o};
}

struct operand reg_new(struct lower *l, enum type t);
struct operand reg_new_var(struct lower *l, enum type t); /* assigned more than once */
bool reg_is_var(const struct lower *l, struct operand o);
struct inst *emit_inst(struct lower *l, enum row row, u64 mods, enum type t0,
                       enum type t1, const struct operand *o, u32 n);
/* A new register for the result; the operands are sources. */
struct operand emit1(struct lower *l, enum row row, u64 mods, enum type t,
                     struct operand a);
struct operand emit2(struct lower *l, enum row row, u64 mods, enum type t,
                     struct operand a, struct operand b);
struct operand emit3(struct lower *l, enum row row, u64 mods, enum type t,
                     struct operand a, struct operand b, struct operand c);
struct operand emit_cvt(struct lower *l, enum row row, u64 mods, enum type to,
                        enum type from, struct operand a);
void emit_mov(struct lower *l, enum type reg_type, struct operand to,
              struct operand from);
struct operand emit_copy(struct lower *l, enum type reg_type, struct operand from);
struct operand emit_selp(struct lower *l, enum type reg_type, struct operand a,
                         struct operand b, struct operand p);
/* In a register even if it is a constant. */
struct operand emit_reg(struct lower *l, enum type reg_type, struct operand o);
u32 label_new(struct lower *l);
void label_set(struct lower *l, u32 label);
void emit_bra(struct lower *l, u32 label);
void emit_bra_if(struct lower *l, struct operand pred, bool negated, u32 label);
void emit_trap(struct lower *l);
/* A .local variable of the function. */
struct place local_new(struct lower *l, u64 size, u64 align);
struct str *name_of(struct lower *l, const char *fmt, ...) PRINTF_LIKE(2, 3);
void lower_unsupported(struct lower *l, struct loc loc, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

/* ---- place.c ----------------------------------------------------------------------- */

struct place place_sym(struct lower *l, u32 var);
struct place place_none(void);
struct place lower_place(struct lower *l, struct cexpr *e);
/* What a pointer prvalue points to. */
struct place lower_pointer(struct lower *l, struct cexpr *e);
/* The place at a generic address. */
struct place place_at(struct operand address);
struct place place_add(struct place p, u64 bytes);
struct place place_index(struct lower *l, struct place p, struct cexpr *index, u64 stride,
                         bool negate);
/* Member f of an object of class cls. */
struct place place_field(struct lower *l, struct place p, const struct ctype *cls,
                         const struct cfield *f);
/* The same place whose address later assignments cannot change. */
struct place place_fixed(struct lower *l, struct place p);
/* The address as a value: generic, or in the place's own space. */
struct operand place_address(struct lower *l, struct place p);
struct operand place_address_here(struct lower *l, struct place p);
/* A new object of the type; `use` says whether it may be split. */
struct place place_new(struct lower *l, const struct ctype *t, u8 use, u64 align);
struct object *object_new(struct lower *l, const struct ctype *t);
/* A split object as memory (a copy); for addresses that do not outlive a call. */
struct place place_spill(struct lower *l, struct place p, const struct ctype *t);

/* ---- access.c, copy.c -------------------------------------------------------------- */

struct val place_load(struct lower *l, struct place p, const struct ctype *t);
void place_store(struct lower *l, struct place p, const struct ctype *t, struct val v);
struct leaf *place_leaf(struct place p);
void place_copy(struct lower *l, struct place to, struct place from,
                const struct ctype *t);
void place_zero(struct lower *l, struct place to, const struct ctype *t);
struct operand mem_load(struct lower *l, struct place p, enum type mem, enum type reg);
void mem_store(struct lower *l, struct place p, enum type mem, struct operand v);
/* Whether p is constant memory: then a trap stands for the store. */
bool store_traps(struct lower *l, const struct place *p);

/* ---- expr.c and its like ----------------------------------------------------------- */

struct val lower_value(struct lower *l, struct cexpr *e);
struct operand lower_func_address(struct lower *l, struct cdecl *f);
struct operand lower_operand(struct lower *l, struct cexpr *e); /* not 128 bits */
/* The same value in registers that later assignments cannot change. */
struct val value_keep(struct lower *l, struct val v, const struct ctype *t);
struct val lower_new(struct lower *l, struct cexpr *e);
void lower_delete(struct lower *l, struct cexpr *e);
void lower_effect(struct lower *l, struct cexpr *e);
void lower_full(struct lower *l, struct cexpr *e); /* a full-expression */
struct val lower_full_value(struct lower *l, struct cexpr *e);
void lower_into(struct lower *l, struct cexpr *e, struct place to);
/* INIT: a base or member of an object under construction. */
void lower_init(struct lower *l, struct cexpr *e);
/* ASSIGN, COMPOUND, PREINC, PREDEC: does it, and returns the place assigned to. */
struct place lower_assignment(struct lower *l, struct cexpr *e);
struct val value_const(const struct ctype *t, u64 value);
bool expr_is_const(const struct cexpr *e, u64 *value);
bool expr_has_effect(const struct cexpr *e);
struct val value_arith(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                       struct val a, struct val b, const struct ctype *bt);
struct val value_unary(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                       struct val a);
struct operand value_compare(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                             struct val a, struct val b);
struct val value_convert(struct lower *l, struct val v, const struct ctype *to,
                         const struct ctype *from);
struct operand value_bits(struct lower *l, struct operand o, enum type reg, enum type as);
struct val int128_arith(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                        struct val a, struct val b, const struct ctype *bt);
struct operand int128_compare(struct lower *l, enum cexpr_kind op, const struct ctype *t,
                              struct val a, struct val b);
struct val int128_convert(struct lower *l, struct val v, const struct ctype *to,
                          const struct ctype *from);
void lower_branch(struct lower *l, struct cexpr *e, u32 yes, u32 no, u32 next);
/* The condition of a statement: its temporaries end with it. */
void lower_condition(struct lower *l, struct cexpr *e, u32 yes, u32 no, u32 next);
/* Does evaluating it make temporaries that must be destroyed? */
bool expr_has_cleanup(const struct cexpr *e);
/* Two ways that join: side_end is called at the end of each, with the cleanups below it,
 * and gives what it made; the first way then jumps to `tail`, the second runs into
 * sides_join. */
struct cleanup *side_end(struct lower *l, struct cleanup *base);
void sides_join(struct lower *l, struct cleanup *base, struct cleanup *yes,
                struct cleanup *no, u32 tail);
struct val lower_builtin(struct lower *l, struct cexpr *e);
void lower_asm(struct lower *l, struct casm *a);

/* ---- call.c, func.c ---------------------------------------------------------------- */

/* Something of an unnamed namespace or a static function is part of what `name` means, so
 * that no other file's is the same thing. */
bool name_is_internal(const struct cdecl *d, const struct str *name);
/* enum linkage of a function in the module. */
u8 func_linkage(struct lower *l, struct cdecl *fn);

/* A call. A class result is made in `to`; a reference result's place is put in *ref. */
struct val lower_call(struct lower *l, struct cexpr *e, struct place to,
                      struct place *ref);
/* Calls fn with `this` bound to the place; arg may be NULL. */
void lower_member_call(struct lower *l, struct cdecl *fn, struct place self,
                       struct cexpr **arg, u32 narg);
struct val call_extern(struct lower *l, enum lower_extern which,
                       const struct operand *arg, u32 n);
/* A scalar that nobody changes: it needs no register of its own. */
struct place place_constant(struct lower *l, const struct ctype *t, struct val v);
bool call_is_inlined(struct lower *l, struct cdecl *fn);
u32 func_declare(struct lower *l, struct cdecl *fn);
/* A variable of .param space for a value of the type: a formal parameter or result, or a
 * call's. */
u32 param_var(struct lower *l, const struct ctype *t, struct str *name, u32 func);
/* Scalars and references through .param space: as the ABI has them, widened to 32 bits.
 */
struct val param_load(struct lower *l, u32 var, const struct ctype *t);
void param_store(struct lower *l, u32 var, const struct ctype *t, struct val v);
/* The result is made where a hidden first parameter points. */
bool result_is_by_address(const struct ctype *t);
void func_lower(struct lower *l, struct cdecl *fn);

/* ---- stmt.c ------------------------------------------------------------------------ */

void lower_stmt(struct lower *l, struct cstmt *s);
void lower_switch(struct lower *l, struct cstmt *s);
/* The label of the next CASE or DEFAULT of the innermost switch. */
u32 switch_label(struct lower *l);
void cleanup_push(struct lower *l, struct place p, const struct ctype *t,
                  struct cdecl *dtor);
/* Runs what is above `base`; pops it too. */
void cleanup_run(struct lower *l, struct cleanup *base);
void cleanup_pop(struct lower *l, struct cleanup *base);
void object_destroy(struct lower *l, struct place p, const struct ctype *t,
                    struct cdecl *dtor);
void fixups_lower(struct lower *l);
/* Binds a variable: a parameter or a local one. */
void var_bind(struct lower *l, struct cdecl *d, struct cexpr *init);

/* ---- escape.c ---------------------------------------------------------------------- */

void escape_func(struct lower *l, struct cdecl *fn);
/* What making the value of e in an object does with that object. */
u8 escape_into(struct lower *l, const struct cexpr *e);
u8 escape_destroy(struct lower *l, struct cdecl *dtor);

/* ---- unit.c, init.c ---------------------------------------------------------------- */

u32 global_var(struct lower *l, struct cdecl *d);
/* The name for the linker, in the module's table. */
struct str *link_name(struct lower *l, struct cdecl *d);
u32 string_var(struct lower *l, const struct cexpr *e);
/* The bytes of a literal, once in the module. */
u32 string_bytes_var(struct lower *l, const char *text, u32 length, u64 align, u64 size);
void global_init(struct lower *l, u32 var, struct cdecl *d);

/* ---- line.c ------------------------------------------------------------------------ */

void line_at(struct lower *l, struct loc loc);
/* The same for an operation whose operands have been lowered: its operator. */
void line_at_operator(struct lower *l, const struct cexpr *e);
u32 line_file(struct lower *l, const char *name); /* its number in .file */
u32 line_of_call(struct lower *l, struct loc loc);
void line_finish(struct lower *l);
