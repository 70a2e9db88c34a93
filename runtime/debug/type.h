/* type.h - types of values in the debugger.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "ir/ir.h"

enum type_kind {
	DT_VOID,
	DT_BOOL,
	DT_CHAR,
	DT_INT,
	DT_FLOAT,
	DT_PTR,
	DT_REF,
	DT_ARRAY,
	DT_STRUCT,
	DT_UNION,
	DT_ENUM,
	DT_FUNC,
};

struct dmember {
	const char *name; /* "" for a base class or an anonymous member */
	const struct dtype *type;
	u64 offset;
	u32 bit_offset; /* of a bit-field, from the low end of its storage */
	u32 bits;       /* 0: no bit-field */
	s64 value;      /* of an enumerator */
	bool is_base;
};

struct dtype {
	u8 kind;
	bool is_signed, is_const;
	u8 space; /* enum space of what a pointer points to */
	u64 size;
	const char *name; /* NULL: made of `base` */
	const struct dtype *base;
	u64 count; /* of an array; 0: unknown */
	struct dmember *member;
	u32 nmember;
};

/* Finds a type of -G by name, or else one that always exists. */
const struct dtype *type_named(const char *name);
/* Types that always exist. */
const struct dtype *type_basic(enum type_kind kind, u64 size, bool is_signed);
const struct dtype *type_pointer(const struct dtype *to, u32 space);
const struct dtype *type_array(const struct dtype *of, u64 n);
const struct dtype *type_dim3(void);
const struct dtype *type_of_ptx(enum type t);
void type_name(FILE *out, const struct dtype *t);
