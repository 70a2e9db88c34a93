/* lt.h - what cuBLASLt's descriptors hold. Programs may have them on their stacks, so
 * they fit the opaque structures of cublasLt.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cublasLt.h>

#include "runtime/libs/call.h"
#include "runtime/libs/object.h"

struct lt_layout {
	u32 type, order;
	u64 rows, cols;
	s64 ld;
	s32 batch;
	u32 batch_mode;
	s64 batch_stride, plane;
};

struct lt_matmul {
	u32 compute, scale_type, pointer_mode;
	u32 transa, transb, transc, fill, epilogue;
	void *bias;
	s64 bias_stride;
	void *aux;
	s64 aux_ld, aux_stride, alpha_stride;
	s32 sm_target, reserved;
	void *a_scale, *b_scale, *c_scale, *d_scale, *amax;
	s32 aux_type;
	s32 bias_type;
	void *aux_scale, *aux_amax, *out_scale, *emulation;
	u32 a_mode, b_mode, c_mode, d_mode, aux_mode, out_mode;
	u8 fast_accumulation;
};

struct lt_transform {
	u32 scale_type, pointer_mode, transa, transb;
};

struct lt_preference {
	u32 search, reductions;
	u64 workspace;
	u32 align[4];
	f32 waves;
	u64 kinds;
};

struct lt_emulation {
	u32 strategy, special, control;
	s32 most_bits, bit_offset;
	s32 *bit_count;
};

struct lt_algo {
	u64 magic;
	s32 id;
	u32 tile;
	s32 split;
	u32 reduction, swizzle, custom, stages;
	u16 inner, cluster;
};

struct cublasLtContext {
	struct lib_handle head;
};

bool lt_is_good(cublasLtHandle_t h);

static inline const struct lt_layout *lt_layout_of(cublasLtMatrixLayout_t l) {
	return (const struct lt_layout *)l;
}
static inline const struct lt_matmul *lt_matmul_of(cublasLtMatmulDesc_t d) {
	return (const struct lt_matmul *)d;
}

/* Whether the product is one of those that an sm_90 device computes. c: NULL for one like
 * d. */
cublasStatus_t lt_check(const struct lt_matmul *op, const struct lt_layout *a,
                        const struct lt_layout *b, const struct lt_layout *c,
                        const struct lt_layout *d);
/* The heuristic looks at the types alone; the product refuses what is no epilogue. */
bool lt_knows_epilogue(u32 epilogue);
/* Whether a program got the algorithm from the library; there may be none. */
bool lt_algo_is_good(const cublasLtMatmulAlgo_t *algo);

/* The logger: a line for each call, if anyone listens. */
void lt_log_call(const char *function);
