/* type.h - element types: what operands hold, and in what type functions compute.
 * Elements are converted to the type of the computation where the operand's own is
 * another one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <library_types.h>

#include "base/base.h"

typedef float _Complex c32;
typedef double _Complex c64;

/* Types of computation: one copy of each kernel (kernel.h). */
enum number { NUM_S32, NUM_F32, NUM_F64, NUM_C32, NUM_C64, NUM_COUNT };

/* One element of any type of computation. */
union element {
	s32 s32;
	f32 f32;
	f64 f64;
	c32 c32;
	c64 c64;
};

/* Bytes of an element; 0: not a type that cuSPARSE knows. */
u32 type_bytes(cudaDataType type);
bool type_is_complex(cudaDataType type);
u32 number_bytes(enum number n);
/* The type of computation of this name, NUM_COUNT if it is none. */
enum number number_of(cudaDataType type);
/* The type whose elements need no conversion. */
cudaDataType number_type(enum number n);

/* Whether the element is 0; the element 1. */
bool type_is_zero(const union element *e, enum number n);
union element type_one(enum number n);

/* Converts n elements that are `stride` elements apart to contiguous ones, and back.
 * False: no such pair of types. */
bool type_widen(enum number to, void *dst, cudaDataType from, const void *src, s64 n,
                s64 stride);
bool type_narrow(cudaDataType to, void *dst, s64 stride, enum number from,
                 const void *src, s64 n);
