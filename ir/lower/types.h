/* types.h - C++ types as types of registers and memory (types.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/lower/place.h"

enum type type_reg(const struct ctype *t); /* of its register: B16 B32 B64 F32 F64 PRED */
enum type type_arith(const struct ctype *t); /* of operators: S32, U64, F32 ... */
enum type type_mem(const struct ctype *t);   /* in memory: U8, S8 ... */
bool type_is_int128(const struct ctype *t);  /* 128-bit integer */
bool type_is_object(const struct ctype *t);  /* class or array */
bool type_is_bool(const struct ctype *t);
const struct ctype *type_address(void); /* an address as a value: unsigned long */
/* Lists the scalar parts of t in order of address; a union is bytes. False if there are
 * more than `limit`. */
bool type_leaves(struct arena *a, const struct ctype *t, u64 offset, u32 limit,
                 struct leaves *out);
bool type_can_split(struct lower *l, const struct ctype *t);
bool type_has_ref(const struct ctype *t);
/* passed by address: not trivially copyable */
bool type_is_by_address(const struct ctype *t);
u64 type_stride(const struct ctype *pointer); /* bytes of what it points to; 1 for void */
/* Checks whether a split object of type t can be accessed as a scalar of type `as`. */
bool type_can_pun(struct lower *l, const struct ctype *t, const struct ctype *as);
