/* algo.c - which products there are, as an sm_90 device takes them, and the one
 * algorithm that computes them all.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/element.h"
#include "runtime/blas/lt/lt.h"

#define ALGO_MAGIC 0x6f676c61746d6973ull

/* ---- types ---- */

struct row {
	u8 family, scale, a, b, c, d;
};

/* Families of computations, by the type of their sums. */
static u32 family_of(u32 compute) {
	switch (compute) {
	case CUBLAS_COMPUTE_16F:
	case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
	case CUBLAS_COMPUTE_64F:
	case CUBLAS_COMPUTE_64F_PEDANTIC:
	case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT: return CUDA_R_64F;
	case CUBLAS_COMPUTE_32I:
	case CUBLAS_COMPUTE_32I_PEDANTIC: return CUDA_R_32I;
	case CUBLAS_COMPUTE_32F:
	case CUBLAS_COMPUTE_32F_PEDANTIC:
	case CUBLAS_COMPUTE_32F_FAST_16F:
	case CUBLAS_COMPUTE_32F_FAST_16BF:
	case CUBLAS_COMPUTE_32F_FAST_TF32:
	case CUBLAS_COMPUTE_32F_EMULATED_16BFX9: return CUDA_R_32F;
	default: return 0xff;
	}
}

#define F16 CUDA_R_16F
#define BF CUDA_R_16BF
#define F32 CUDA_R_32F
#define F64 CUDA_R_64F
#define S8 CUDA_R_8I
#define S32 CUDA_R_32I
#define C32 CUDA_C_32F
#define C64 CUDA_C_64F
#define E4 CUDA_R_8F_E4M3
#define E5 CUDA_R_8F_E5M2
#define FP8(a, b)                                                        \
	{F32, F32, a, b, F16, F16}, {F32, F32, a, b, BF, BF},            \
		{F32, F32, a, b, F32, F32}, {F32, F32, a, b, F16, E4}, { \
		F32, F32, a, b, BF, E4                                   \
	}

static const struct row rows[] = {
	{F16, F16, F16, F16, F16, F16},
	{F32, F32, F16, F16, F16, F16},
	{F32, F32, F16, F16, F32, F32},
	{F32, F32, BF, BF, BF, BF},
	{F32, F32, BF, BF, F32, F32},
	{F32, F32, F32, F32, F32, F32},
	{F32, F32, S8, S8, F32, F32},
	{F32, C32, C32, C32, C32, C32},
	{F64, F64, F64, F64, F64, F64},
	{F64, C64, C64, C64, C64, C64},
	{S32, F32, S8, S8, S8, S8},
	{S32, S32, S8, S8, S32, S32},
	FP8(E4, E4),
	FP8(E4, E5),
	FP8(E5, E4),
	{F32, F32, E4, E5, F16, E5},
	{F32, F32, E4, E5, BF, E5},
	{F32, F32, E5, E4, F16, E5},
	{F32, F32, E5, E4, BF, E5},
};

static bool is_fp8(u32 type) {
	return type == E4 || type == E5;
}

static bool types_go_together(const struct lt_matmul *op, const struct lt_layout *a,
                              const struct lt_layout *b, const struct lt_layout *c,
                              const struct lt_layout *d) {
	u32 family = family_of(op->compute);
	for (u32 i = 0; i < countof(rows); i++)
		if (rows[i].family == family && rows[i].scale == op->scale_type &&
		    rows[i].a == a->type && rows[i].b == b->type &&
		    rows[i].c == c->type && rows[i].d == d->type)
			return !is_fp8(a->type) ||
			       op->compute != CUBLAS_COMPUTE_32F_PEDANTIC;
	return false;
}

/* Types of A and D that the computation takes with some other ones: with wrong other ones
 * it is a bad value, and otherwise not supported. */
static bool types_are_known(const struct lt_matmul *op, const struct lt_layout *a,
                            const struct lt_layout *d) {
	u32 family = family_of(op->compute);
	for (u32 i = 0; i < countof(rows); i++)
		if (rows[i].family == family && rows[i].a == a->type &&
		    rows[i].d == d->type)
			return true;
	return a->plane || d->plane || a->type == CUDA_R_4F_E2M1;
}

static bool types_match(const struct lt_matmul *op, const struct lt_layout *a,
                        const struct lt_layout *b, const struct lt_layout *c,
                        const struct lt_layout *d) {
	return a->plane || d->plane || is_fp8(a->type) || a->type == CUDA_R_4F_E2M1 ||
	       types_go_together(op, a, b, c, d);
}

/* ---- shapes ---- */

static bool is_stored(const struct lt_layout *l) {
	u64 line = l->order == CUBLASLT_ORDER_ROW ? l->cols : l->rows;
	return l->ld >= (s64)line || l->order > CUBLASLT_ORDER_ROW;
}

bool lt_knows_epilogue(u32 e) {
	switch (e) {
	case CUBLASLT_EPILOGUE_DEFAULT:
	case CUBLASLT_EPILOGUE_RELU:
	case CUBLASLT_EPILOGUE_RELU_AUX:
	case CUBLASLT_EPILOGUE_BIAS:
	case CUBLASLT_EPILOGUE_RELU_BIAS:
	case CUBLASLT_EPILOGUE_RELU_AUX_BIAS:
	case CUBLASLT_EPILOGUE_DRELU:
	case CUBLASLT_EPILOGUE_DRELU_BGRAD:
	case CUBLASLT_EPILOGUE_GELU:
	case CUBLASLT_EPILOGUE_GELU_AUX:
	case CUBLASLT_EPILOGUE_GELU_BIAS:
	case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
	case CUBLASLT_EPILOGUE_DGELU:
	case CUBLASLT_EPILOGUE_DGELU_BGRAD:
	case CUBLASLT_EPILOGUE_BGRADA:
	case CUBLASLT_EPILOGUE_BGRADB: return true;
	default: return false;
	}
}

enum { MASKED = 2 | 8, BGRAD = 16, BIASED = 4 | BGRAD, GRADIENT = 8 | 64, AUX = 128 };

/* The types of bias and aux, where they are given: those of D, or of what is beside fp8.
 */
static bool extras_fit(const struct lt_matmul *op, const struct lt_layout *a,
                       const struct lt_layout *c, const struct lt_layout *d) {
	u32 wide = is_fp8(d->type) ? c->type : d->type;
	/* What is no epilogue has the types of a gradient. */
	u32 e = lt_knows_epilogue(op->epilogue) ? op->epilogue : GRADIENT;
	u32 bias = is_fp8(a->type) && d->type == F32 ? BF : wide;
	if (d->type == F64)
		return op->bias_type < 0 && op->aux_type < 0;
	if (is_fp8(a->type) &&
	    (((e & GRADIENT) && is_fp8(d->type)) ||
	     ((e == CUBLASLT_EPILOGUE_GELU_AUX_BIAS || (e & BGRAD)) && d->type == F32)))
		return false;
	bool any_bias = is_fp8(a->type) && !(e & BIASED);
	bool is_mask = (e & AUX) && (e & MASKED);
	return (op->bias_type < 0 || any_bias || (u32)op->bias_type == bias) &&
	       (op->aux_type < 0 || (!is_mask && (u32)op->aux_type == wide));
}

/* Epilogues are for real floats. */
static bool epilogue_is_supported(const struct lt_matmul *op, const struct lt_layout *a,
                                  const struct lt_layout *c, const struct lt_layout *d) {
	if (op->epilogue != CUBLASLT_EPILOGUE_DEFAULT &&
	    (element_is_complex(d->type) || d->type == S32))
		return false;
	return d->type == S8 || extras_fit(op, a, c, d);
}

/* Scales of A and B that go together. Those of 16 and 32 elements are for later
 * devices. */
static cublasStatus_t check_scale_modes(const struct lt_matmul *op, u32 a_type,
                                        u32 b_type) {
	enum {
		ONE = CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F,
		VEC16 = CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3,
		VEC32 = CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0,
		OUTER = CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F,
		VEC128 = CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F,
		BLOCK = CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F
	};
	u32 a = op->a_mode, b = op->b_mode;
	if (a == ONE && b == ONE)
		return (op->a_scale && !is_fp8(a_type)) ||
		                       (op->b_scale && !is_fp8(b_type))
		               ? CUBLAS_STATUS_INVALID_VALUE
		               : CUBLAS_STATUS_SUCCESS;
	if (a == VEC16 && b == VEC16 && a_type == CUDA_R_4F_E2M1)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (!is_fp8(a_type) || !is_fp8(b_type))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (a == VEC32 && b == VEC32)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (a < OUTER || b < OUTER || a > BLOCK || b > BLOCK)
		return CUBLAS_STATUS_INVALID_VALUE;
	return (a == OUTER && b == OUTER) || (a == VEC128 && b == VEC128) ||
	                       (a == VEC128 && b == BLOCK) || (a == BLOCK && b == VEC128)
	               ? CUBLAS_STATUS_SUCCESS
	               : CUBLAS_STATUS_NOT_SUPPORTED;
}

/* C, D and aux have one scale each. */
static bool scales_fit(const struct lt_matmul *op, const struct lt_layout *d) {
	uintptr_t places = (uintptr_t)op->a_scale | (uintptr_t)op->b_scale |
	                   (uintptr_t)op->c_scale | (uintptr_t)op->d_scale;
	return !op->c_mode && !op->d_mode && !op->aux_mode && !op->out_mode &&
	       !op->out_scale && places % 16 == 0 &&
	       (!op->a_mode || (op->a_scale && op->b_scale && !is_fp8(d->type)));
}

/* Planes are of halves, with sums in float: C may be of numbers side by side. Results in
 * float are not for conjugated operands. */
static bool planes_are_supported(const struct lt_matmul *op, const struct lt_layout *a,
                                 const struct lt_layout *b, const struct lt_layout *c,
                                 const struct lt_layout *d) {
	bool is_half = a->type == CUDA_C_16F || a->type == CUDA_C_16BF;
	bool has_conjugate = op->transa == CUBLAS_OP_C || op->transb == CUBLAS_OP_C;
	return a->plane && b->plane && d->plane && is_half && b->type == a->type &&
	       c->type == d->type &&
	       (d->type == a->type || (d->type == C32 && !has_conjugate)) &&
	       op->compute == CUBLAS_COMPUTE_32F && op->scale_type == C32 &&
	       op->epilogue == CUBLASLT_EPILOGUE_DEFAULT && !a->batch_mode;
}

static bool is_supported(const struct lt_matmul *op, const struct lt_layout *a,
                         const struct lt_layout *b, const struct lt_layout *c,
                         const struct lt_layout *d, u64 k) {
	const struct lt_layout *all[] = {a, b, c, d};
	bool has_planes = a->plane || b->plane || d->plane;
	for (u32 i = 0; i < countof(all); i++)
		if (all[i]->order > CUBLASLT_ORDER_ROW ||
		    all[i]->batch_mode != a->batch_mode ||
		    all[i]->batch_mode > CUBLASLT_BATCH_MODE_POINTER_ARRAY ||
		    (all[i]->order == CUBLASLT_ORDER_ROW && !has_planes &&
		     element_is_complex(all[i]->type)))
			return false;
	if (has_planes ? !planes_are_supported(op, a, b, c, d)
	               : c->plane || !types_go_together(op, a, b, c, d) ||
	                         !epilogue_is_supported(op, a, c, d))
		return false;
	if (!scales_fit(op, d) || op->transc != CUBLAS_OP_N ||
	    op->fill != CUBLAS_FILL_MODE_FULL)
		return false;
	bool is_vector = op->pointer_mode ==
	                 CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
	if (op->pointer_mode > CUBLASLT_POINTER_MODE_DEVICE &&
	    !(is_vector && d->type == S8))
		return false;
	if (is_fp8(a->type))
		return op->transa == CUBLAS_OP_T && op->transb == CUBLAS_OP_N &&
		       k % 16 == 0 && d->rows % 16 == 0;
	return a->type != S8 || k % 4 == 0;
}

cublasStatus_t lt_check(const struct lt_matmul *op, const struct lt_layout *a,
                        const struct lt_layout *b, const struct lt_layout *c,
                        const struct lt_layout *d) {
	if (!c)
		c = d;
	if (!op || !a || !b || !d || op->transa > CUBLAS_OP_C ||
	    op->transb > CUBLAS_OP_C ||
	    op->pointer_mode > CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!types_are_known(op, a, d))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	bool an = op->transa == CUBLAS_OP_N, bn = op->transb == CUBLAS_OP_N;
	u64 m = an ? a->rows : a->cols, k = an ? a->cols : a->rows;
	u64 n = bn ? b->cols : b->rows;
	if ((bn ? b->rows : b->cols) != k || c->rows != m || c->cols != n ||
	    d->rows != m || d->cols != n || a->batch != b->batch ||
	    a->batch != c->batch || a->batch != d->batch || a->batch < 1)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!is_stored(a) || !is_stored(b) || !is_stored(c) || !is_stored(d) ||
	    c->order != d->order || !types_match(op, a, b, c, d))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (family_of(op->compute) == S32 && op->scale_type == F32 && d->type == S32)
		return CUBLAS_STATUS_INVALID_VALUE;
	cublasStatus_t s = check_scale_modes(op, a->type, b->type);
	return s                                 ? s
	       : is_supported(op, a, b, c, d, k) ? CUBLAS_STATUS_SUCCESS
	                                         : CUBLAS_STATUS_NOT_SUPPORTED;
}

/* ---- the algorithm ---- */

bool lt_algo_is_good(const cublasLtMatmulAlgo_t *algo) {
	return !algo || ((const struct lt_algo *)algo)->magic == ALGO_MAGIC;
}

/* Numbers of algorithms of the real library, by which programs ask for one that suits a
 * device, are below it. All mean the same here. */
enum { ALGO_IDS = 128 };

static void set_algo(cublasLtMatmulAlgo_t *algo, s32 id) {
	memset(algo, 0, sizeof *algo);
	memcpy(algo,
	       &(struct lt_algo){
		       .magic = ALGO_MAGIC,
		       .id = id,
		       .tile = CUBLASLT_MATMUL_TILE_128x128,
		       .split = 1,
	       },
	       sizeof(struct lt_algo));
}

static cublasStatus_t describe(cublasLtMatmulHeuristicResult_t *r) {
	memset(r, 0, sizeof *r);
	set_algo(&r->algo, 0);
	r->wavesCount = 1;
	r->state = CUBLAS_STATUS_SUCCESS;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
	cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t operationDesc,
	cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc,
	cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
	cublasLtMatmulPreference_t preference, int requestedAlgoCount,
	cublasLtMatmulHeuristicResult_t heuristicResultsArray[], int *returnAlgoCount) {
	if (!lt_is_good(lightHandle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!preference || requestedAlgoCount < 1 || !heuristicResultsArray ||
	    !returnAlgoCount)
		return CUBLAS_STATUS_INVALID_VALUE;
	*returnAlgoCount = 0;
	cublasStatus_t s = lt_check(lt_matmul_of(operationDesc), lt_layout_of(Adesc),
	                            lt_layout_of(Bdesc), lt_layout_of(Cdesc),
	                            lt_layout_of(Ddesc));
	if (s != CUBLAS_STATUS_SUCCESS)
		return s;
	*returnAlgoCount = 1;
	return describe(&heuristicResultsArray[0]);
}

/* The algorithm has no clusters, as some of an H200's: programs that try all their
 * shapes have one to try. */
static bool has_clusters(const cublasLtMatmulAlgo_t *algo) {
	return ((const struct lt_algo *)algo)->cluster != CUBLASLT_CLUSTER_SHAPE_AUTO;
}

cublasStatus_t
cublasLtMatmulAlgoCheck(cublasLtHandle_t lightHandle, cublasLtMatmulDesc_t operationDesc,
                        cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc,
                        cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
                        const cublasLtMatmulAlgo_t *algo,
                        cublasLtMatmulHeuristicResult_t *result) {
	if (!lt_is_good(lightHandle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!algo || !result)
		return CUBLAS_STATUS_INVALID_VALUE;
	cublasStatus_t s = lt_check(lt_matmul_of(operationDesc), lt_layout_of(Adesc),
	                            lt_layout_of(Bdesc), lt_layout_of(Cdesc),
	                            lt_layout_of(Ddesc));
	if (s == CUBLAS_STATUS_SUCCESS && (!lt_algo_is_good(algo) || has_clusters(algo)))
		s = CUBLAS_STATUS_NOT_SUPPORTED;
	if (s != CUBLAS_STATUS_SUCCESS)
		return s;
	describe(result);
	result->algo = *algo;
	return s;
}

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t lightHandle,
                                        cublasComputeType_t computeType,
                                        cudaDataType scaleType, cudaDataType Atype,
                                        cudaDataType Btype, cudaDataType Ctype,
                                        cudaDataType Dtype, int requestedAlgoCount,
                                        int algoIdsArray[], int *returnAlgoCount) {
	struct lt_matmul op = {.compute = computeType, .scale_type = scaleType};
	struct lt_layout a = {.type = Atype}, b = {.type = Btype}, c = {.type = Ctype};
	struct lt_layout d = {.type = Dtype};
	if (!lt_is_good(lightHandle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (requestedAlgoCount < 1 || !algoIdsArray || !returnAlgoCount)
		return CUBLAS_STATUS_INVALID_VALUE;
	*returnAlgoCount = types_go_together(&op, &a, &b, &c, &d);
	if (!*returnAlgoCount)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	algoIdsArray[0] = 0;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t lightHandle,
                                      cublasComputeType_t computeType,
                                      cudaDataType scaleType, cudaDataType Atype,
                                      cudaDataType Btype, cudaDataType Ctype,
                                      cudaDataType Dtype, int algoId,
                                      cublasLtMatmulAlgo_t *algo) {
	/* Types are looked at when the algorithm is checked or used. */
	(void)computeType, (void)scaleType, (void)Atype, (void)Btype, (void)Ctype,
		(void)Dtype;
	if (!lt_is_good(lightHandle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!algo || (u32)algoId >= ALGO_IDS)
		return CUBLAS_STATUS_INVALID_VALUE;
	set_algo(algo, algoId);
	return CUBLAS_STATUS_SUCCESS;
}

/* What the algorithm can do: each is 32 bits, but the flags, which are 64. */
cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algo,
                                                 cublasLtMatmulAlgoCapAttributes_t attr,
                                                 void *buf, size_t sizeInBytes,
                                                 size_t *sizeWritten) {
	u64 value = 0;
	size_t bytes = 4;
	if (!algo)
		return CUBLAS_STATUS_INVALID_VALUE;
	switch (attr) {
	case CUBLASLT_ALGO_CAP_SPLITK_SUPPORT:
	case CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK:
	case CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT:
	case CUBLASLT_ALGO_CAP_UPLO_SUPPORT:
	case CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX:
	case CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER:
	case CUBLASLT_ALGO_CAP_LD_NEGATIVE:
	case CUBLASLT_ALGO_CAP_FLOATING_POINT_EMULATION_SUPPORT: break;
	case CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT:
	case CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT:
	case CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT:
	case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES:
	case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES:
	case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES:
	case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES: value = 1; break;
	case CUBLASLT_ALGO_CAP_TILE_IDS: value = CUBLASLT_MATMUL_TILE_128x128; break;
	case CUBLASLT_ALGO_CAP_STAGES_IDS:
		value = CUBLASLT_MATMUL_STAGES_UNDEFINED;
		break;
	case CUBLASLT_ALGO_CAP_POINTER_MODE_MASK:
		value = CUBLASLT_POINTER_MODE_MASK_HOST |
		        CUBLASLT_POINTER_MODE_MASK_DEVICE |
		        CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_HOST;
		break;
	case CUBLASLT_ALGO_CAP_EPILOGUE_MASK: value = 0x3ff; break;
	case CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS:
		value = CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA |
		        CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F;
		bytes = 8;
		break;
	default: return CUBLAS_STATUS_INVALID_VALUE;
	}
	if (sizeWritten)
		*sizeWritten = bytes;
	if (sizeInBytes == 0 && sizeWritten)
		return CUBLAS_STATUS_SUCCESS;
	if (!buf || sizeInBytes < bytes)
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy(buf, &value, bytes);
	return CUBLAS_STATUS_SUCCESS;
}
