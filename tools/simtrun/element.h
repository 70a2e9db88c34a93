/* element.h - elements of buffers: types, texts, and when two of them count as equal.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

enum element {
	ELEM_B8,
	ELEM_B16,
	ELEM_B32,
	ELEM_B64,
	ELEM_S8,
	ELEM_U8,
	ELEM_S16,
	ELEM_U16,
	ELEM_S32,
	ELEM_U32,
	ELEM_S64,
	ELEM_U64,
	ELEM_F16,
	ELEM_BF16,
	ELEM_F32,
	ELEM_F64,
	ELEM_COUNT
};

struct element_info {
	const char *name;
	u8 size;    /* bytes */
	char class; /* 'B' 'S' 'U' 'F' */
};
extern const struct element_info element_info[ELEM_COUNT];

/* ELEM_COUNT if there is no such type. */
enum element element_find(const char *name, size_t len);

/* The bits of element i, zero-extended; and back. */
u64 element_get(enum element e, const void *data, u64 i);
void element_put(enum element e, void *data, u64 i, u64 bits);
/* Bits of a number, rounded to the type; floats to nearest. */
u64 element_from_double(enum element e, double x);
double element_to_double(enum element e, u64 bits);
/* "7", "-1", "0x00ff", "1.5", "nan (0x7fffffff)". */
void element_text(enum element e, u64 bits, char *buf, size_t size);
/* A number as people write it: "7", "0x10", "1.5", "nan", and for floats the bits as
 * "0x7f800000". False if it is none or does not fit. */
bool element_parse(enum element e, const char *text, u64 *bits);

/* Differences that the launch file allows. */
struct tolerance {
	bool nan_exact; /* NaNs must have equal bits, too */
	bool ftz;       /* zero and subnormal are equal */
	double ulp, abs;
};

struct mismatch {
	u64 index, count, total; /* first one, how many, of how many elements */
	u64 want, got;           /* bits */
};

/* How many numbers of the type lie between two; infinite if one of them is no number or
 * both are of different signs and infinite. For integers their difference. */
double element_distance(enum element e, u64 want, u64 got);
bool element_equal(enum element e, const struct tolerance *t, u64 want, u64 got);
/* True if all elements are equal; else *m says where the first difference is. Bytes
 * after the last whole element must be equal. */
bool element_compare(enum element e, const struct tolerance *t, const void *want,
                     const void *got, u64 bytes, struct mismatch *m);
