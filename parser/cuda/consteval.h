/* consteval.h - constant evaluation, inside: consteval.c evaluates expressions, consteval_wide.c those of 128 bits,
 * consteval_call.c statements and calls, constimage.c makes the image of a variable.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/checker.h"

enum { STEPS_MAX = 4 * 1024 * 1024, FRAMES_MAX = 512, OBJECT_BYTES_MAX = 1 << 24 };

struct cobject {
	u8 *bytes;
	u64 size;
	struct cdecl *
		decl; /* a function, or a variable whose value is not known: its address is a constant */
	bool is_opaque;
	const char *text; /* of a string literal */
};

struct frame {
	struct frame *outer;
	struct map var; /* cdecl -> object number + 1 */
	u64 this_;
	/* where a returned class object is made; a returned scalar is in `result` */
	u64 result, result_place;
};

struct eval {
	struct check *c;
	VEC(struct cobject) obj;
	struct map global; /* cdecl -> object number + 1 */
	struct map string; /* cexpr -> object number + 1 */
	struct frame *frame;
	u32 nframe;
	u64 steps;
	struct cexpr *culprit; /* the first thing that was not constant */
	const char *why;
};

__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

/* A pointer: object number + 1 in the high half, offset in the low half. */
static inline u64 make_ptr(u64 obj, u64 offset) {
	return (obj + 1) << 32 | (offset & 0xffffffffu);
}

/* Remembers the first reason why something is no constant; always false. */
bool eval_fail(struct eval *v, struct cexpr *e, const char *why);
bool eval_value(struct eval *v, struct cexpr *e, u64 *out);
bool eval_lvalue(struct eval *v, struct cexpr *e, u64 *ptr);
bool eval_into(struct eval *v, struct cexpr *e, u64 place); /* an object at a place */
bool eval_discard(struct eval *v, struct cexpr *e); /* for what it changes alone */
bool eval_init_into(struct eval *v, const struct ctype *type, struct cexpr *init,
                    u64 place);
bool eval_store(struct eval *v, struct cexpr *e, const struct ctype *t, u64 ptr,
                u64 value);
u8 *eval_bytes(struct eval *v, u64 ptr, u64 size); /* NULL: not known */
/* What a cast to a narrower type than 128 bits makes. */
bool eval_cast(struct eval *v, struct cexpr *e, const struct ctype *from,
               const struct ctype *to, u64 value, u64 *out);
/* consteval_wide.c: values of 128-bit integers, and of what narrower ones make of them. */
static inline bool type_is_wide(const struct ctype *t) {
	t = ctype_unqual(t);
	return t->kind == CT_INT128 || t->kind == CT_UINT128;
}
bool eval_wide(struct eval *v, struct cexpr *e, u128 *out);
bool eval_of_wide(struct eval *v, struct cexpr *e, u64 *out);
bool eval_store_wide(struct eval *v, struct cexpr *e, const struct ctype *t, u64 ptr,
                     u128 value);
/* What a call of a division's function gives: the place of the result, or of the object that it is assigned to. */
bool eval_wide_division(struct eval *v, struct cexpr *e, u64 *place);
bool eval_wide_compound(struct eval *v, struct cexpr *e, u64 *ptr);
bool eval_call(struct eval *v, struct cexpr *e, u64 place, u64 *out);
bool eval_new_object(struct eval *v, u64 size, u64 *ptr);
bool eval_new_var(struct eval *v, struct cdecl *d, u64 *place);
void eval_init(struct eval *v, struct check *c);
