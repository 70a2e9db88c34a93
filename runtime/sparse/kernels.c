/* kernels.c - the loops of kernel_body.h for all types; compiled once for each level of
 * the processor, which LEVEL names.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/kernel.h"
#include "runtime/sparse/number.h"
#include "runtime/sparse/sort.h"

#define N s32
#include "runtime/sparse/kernel_types.h"
#define N f32
#include "runtime/sparse/kernel_types.h"
#define N f64
#include "runtime/sparse/kernel_types.h"
#define N c32
#include "runtime/sparse/kernel_types.h"
#define N c64
#include "runtime/sparse/kernel_types.h"

#define PASTE2(a, b) a##b
#define LEVELLED(a, b) PASTE2(a, b)
extern const struct kernel_table *const LEVELLED(sparse_kernels, LEVEL)[NUM_COUNT][2];
const struct kernel_table *const LEVELLED(sparse_kernels, LEVEL)[NUM_COUNT][2] = {
	[NUM_S32] = {&table_s32_s32, &table_s32_s64},
	[NUM_F32] = {&table_f32_s32, &table_f32_s64},
	[NUM_F64] = {&table_f64_s32, &table_f64_s64},
	[NUM_C32] = {&table_c32_s32, &table_c32_s64},
	[NUM_C64] = {&table_c64_s32, &table_c64_s64},
};
