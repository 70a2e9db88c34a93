/* eval.h - what the files of constant evaluation share: eval.c evaluates expressions,
 * call.c statements and calls, number.c numbers, object.c has the objects; image.c makes
 * the image of a variable.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

enum { STEPS_MAX = 32 * 1024 * 1024, FRAMES_MAX = 512, OBJECT_BYTES_MAX = 1 << 24 };

/* Which member of a union is active; of one that is not in the list it is the first. */
struct active_member {
	u64 offset; /* of the union in the object */
	const struct cclass *cls;
	u32 field;
};
VEC_TYPE(active_members, struct active_member);

struct cobject {
	u8 *bytes;
	u64 size;
	struct cdecl *decl; /* a function or variable: its address is a constant */
	bool is_opaque;     /* its value is not known */
	bool is_dead;       /* its life has ended */
	bool is_unset;      /* no part of it has been given a value yet */
	bool is_const;      /* a scalar that was declared const, once it has its value */
	bool is_static;     /* bound to a namespace's variable: outlives calls */
	bool is_heap;       /* of a new-expression */
	const char *text;   /* of a string literal */
	struct active_members active;
};

/* A destructor that is to be called. */
struct cleanup {
	struct cexpr *e; /* for messages */
	struct cdecl *dtor;
	const struct ctype *type; /* of an array, the last element comes first */
	u64 place;
};

VEC_TYPE(cleanups, struct cleanup);

struct frame {
	const struct cdecl *func;
	struct map var; /* cdecl -> object number + 1 */
	u64 this_;
	/* where a returned class object is made; a returned scalar is in `result` */
	u128 result;
	u64 result_place;
	struct cleanups alive; /* parameters and variables of the blocks that are open */
};

struct eval {
	struct sema *c;
	VEC(struct cobject) obj;
	struct map global; /* cdecl -> object number + 1 */
	struct map string; /* text of a literal -> object number + 1 */
	struct frame *frame;
	struct cleanups temps; /* of the full-expressions in evaluation */
	u32 nframe;
	u64 steps;
	struct cexpr *culprit; /* the first thing that was not constant */
	const char *why;
};

/* Makes a pointer: object number + 1 in the high half, offset in the low half. */
static inline u64 make_ptr(u64 obj, u64 offset) {
	return (obj + 1) << 32 | (offset & 0xffffffffu);
}

/* Remembers the first reason why something is not constant; always false. */
bool eval_fail(struct eval *v, struct cexpr *e, const char *why);
bool eval_value(struct eval *v, struct cexpr *e, u128 *out);
bool eval_lvalue(struct eval *v, struct cexpr *e, u64 *ptr);
bool eval_into(struct eval *v, struct cexpr *e, u64 place); /* an object at a place */
bool eval_init_into(struct eval *v, const struct ctype *type, struct cexpr *init,
                    u64 place);
bool eval_drop(struct eval *v, struct cexpr *e); /* for its effects */
bool eval_new_var(struct eval *v, struct cdecl *d, u64 *place);
/* Moves a pointer by `count` elements of the type, within its object or to just after
 * it. */
bool eval_advance(struct eval *v, struct cexpr *e, const struct ctype *of, u64 ptr,
                  s64 count, u128 *out);
void eval_init(struct eval *v, struct sema *c);

/* ---- calls and ends: call.c ---- */
bool eval_call(struct eval *v, struct cexpr *e, u64 place, u128 *out);
bool eval_destroy(struct eval *v, struct cexpr *e, struct cdecl *dtor,
                  const struct ctype *type, u64 place);
bool eval_later(struct eval *v, struct cleanups *list, struct cexpr *e,
                struct cdecl *dtor, const struct ctype *type, u64 place);
bool eval_cleanup(struct eval *v, struct cleanups *list, u64 mark);
bool eval_new(struct eval *v, struct cexpr *e, u128 *out);
bool eval_statements(struct eval *v, struct cexpr *e, u128 *out);
bool eval_delete(struct eval *v, struct cexpr *e);

/* ---- objects: object.c ---- */
bool eval_new_object(struct eval *v, u64 size, u64 *ptr);
struct cobject *eval_object(struct eval *v, u64 ptr); /* NULL: it points to none */
void eval_end_objects(struct eval *v, u64 first);
bool eval_get(struct eval *v, struct cexpr *e, const struct ctype *t, u64 ptr, u128 *out);
bool eval_put(struct eval *v, struct cexpr *e, const struct ctype *t, u64 ptr,
              u128 value);
/* A reference is stored as the pointer to what it refers to. */
bool eval_get_ref(struct eval *v, struct cexpr *e, u64 place, u64 *ptr);
bool eval_put_ref(struct eval *v, struct cexpr *e, u64 place, u64 ptr);
bool eval_copy(struct eval *v, struct cexpr *e, u64 to, u64 from, u64 size);
/* Makes a member of the union at a place the active one ([class.union]). */
void eval_activate(struct eval *v, u64 place, const struct cclass *cls, u32 field);
u32 active_of(const struct active_members *list, u64 offset, const struct cclass *cls);
bool eval_get_field(struct eval *v, struct cexpr *e, const struct cfield *f, u64 ptr,
                    u128 *out);
bool eval_put_field(struct eval *v, struct cexpr *e, const struct cfield *f, u64 ptr,
                    u128 value);

/* ---- numbers: number.c ---- */
bool eval_binary(struct eval *v, struct cexpr *e, enum cexpr_kind kind,
                 const struct ctype *calc, const struct ctype *result, u128 a, u128 b,
                 u128 *out);
/* Evaluates a call that expr/binary.c makes of / % /= %= of 128-bit integers; *is_one:
 * the call is one. */
bool eval_divide_wide(struct eval *v, struct cexpr *e, const struct cdecl *f, u128 *out,
                      bool *is_one);
bool eval_negate(struct eval *v, struct cexpr *e, u128 a, u128 *out);
u128 eval_complement(const struct ctype *t, u128 a);
bool eval_step(struct eval *v, struct cexpr *e, bool up, u128 a, u128 *out); /* ++, -- */
bool eval_cast(struct eval *v, struct cexpr *e, const struct ctype *from,
               const struct ctype *to, u128 value, u128 *out);
bool eval_builtin(struct eval *v, struct cexpr *e, u128 *out);
