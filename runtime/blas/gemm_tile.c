/* gemm_tile.c - one block of a product, by registers full of sums: the classic scheme of
 * packed panels. Compiled once for each level of the host's instructions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/gemm.h"

#if defined(__AVX512F__)
#define VECTOR_BYTES 64
#define TILE_COLS 12
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#define TILE_COLS 6
#else
#define VECTOR_BYTES 16
#define TILE_COLS 4
#endif

/* A block's operands are copied in pieces of PANEL_ROWS by DEPTH and DEPTH by PANEL_COLS.
 */
#define DEPTH 256
#define PANEL_ROWS 192
#define PANEL_COLS 192

#define E f32
#define OF(name) name##_f32
#include "runtime/blas/gemm_tile.h"
#undef E
#undef OF

#define E f64
#define OF(name) name##_f64
#include "runtime/blas/gemm_tile.h"
#undef E
#undef OF

#define E u32 /* wraps around, as the device does */
#define OF(name) name##_s32
#include "runtime/blas/gemm_tile.h"
#undef E
#undef OF

#ifndef BLAS_LEVEL
#define BLAS_LEVEL
#endif
#define PASTE(a, b) a##b
#define NAME(a, b) PASTE(a, b)
const struct gemm_level NAME(gemm_level, BLAS_LEVEL) = {
	.f32 = block_f32,
	.f64 = block_f64,
	.s32 = block_s32,
	.copies_bytes = DEPTH * (PANEL_ROWS + PANEL_COLS + 64) * 8,
	.rows = PANEL_ROWS,
	.cols = PANEL_COLS,
};
