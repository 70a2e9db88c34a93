/* desc.c - handles and descriptors of cuBLASLt: tables of attributes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/lt/lt.h"

#include <stdatomic.h>

#include "runtime/blas/status_text.h"

#define MAGIC 0x74624c5443696d73ull

/* A cublasHandle_t serves as well, as CUDA's manual says. */
bool lt_is_good(cublasLtHandle_t h) {
	const struct lib_handle *head = (const struct lib_handle *)h;
	return lib_handle_is(head, MAGIC) || lib_handle_is(head, CUBLAS_HANDLE_KIND);
}

cublasStatus_t cublasLtCreate(cublasLtHandle_t *lightHandle) {
	return status_of_made(lib_handle_new(lightHandle, sizeof **lightHandle, MAGIC));
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t lightHandle) {
	if (!lib_handle_is((const struct lib_handle *)lightHandle, MAGIC))
		return CUBLAS_STATUS_INVALID_VALUE;
	lib_handle_drop(&lightHandle->head);
	return CUBLAS_STATUS_SUCCESS;
}

size_t cublasLtGetVersion(void) {
	return CUBLAS_VERSION;
}

size_t cublasLtGetCudartVersion(void) {
	return CUDART_VERSION;
}

cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int *value) {
	static const int parts[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
	if (!value || (u32)type >= countof(parts))
		return CUBLAS_STATUS_INVALID_VALUE;
	*value = parts[type];
	return CUBLAS_STATUS_SUCCESS;
}

static _Atomic size_t cache_capacity = 8192;

cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *capacity) {
	if (!capacity)
		return CUBLAS_STATUS_INVALID_VALUE;
	*capacity = cache_capacity;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t capacity) {
	cache_capacity = capacity;
	return CUBLAS_STATUS_SUCCESS;
}

unsigned cublasLtDisableCpuInstructionsSetMask(unsigned mask) {
	static _Atomic unsigned kept;
	return atomic_exchange(&kept, mask);
}

/* ---- attributes: where each lies in its descriptor ---- */

struct attribute {
	u16 offset, bytes; /* 0 bytes: there is no such */
};

#define AT(type, field) {offsetof(type, field), sizeof(((type *)0)->field)}
#define LAYOUT(name, field) [CUBLASLT_MATRIX_LAYOUT_##name] = AT(struct lt_layout, field)
#define MATMUL(name, field) [CUBLASLT_MATMUL_DESC_##name] = AT(struct lt_matmul, field)
#define TRANSFORM(name, field) \
	[CUBLASLT_MATRIX_TRANSFORM_DESC_##name] = AT(struct lt_transform, field)
#define PREFERENCE(name, field) \
	[CUBLASLT_MATMUL_PREF_##name] = AT(struct lt_preference, field)
#define EMULATION(name, field) \
	[CUBLASLT_EMULATION_DESC_##name] = AT(struct lt_emulation, field)
#define CONFIG(name, field) [CUBLASLT_ALGO_CONFIG_##name] = AT(struct lt_algo, field)

static const struct attribute layout_attributes[] = {
	LAYOUT(TYPE, type),
	LAYOUT(ORDER, order),
	LAYOUT(ROWS, rows),
	LAYOUT(COLS, cols),
	LAYOUT(LD, ld),
	LAYOUT(BATCH_COUNT, batch),
	LAYOUT(STRIDED_BATCH_OFFSET, batch_stride),
	LAYOUT(PLANE_OFFSET, plane),
	LAYOUT(BATCH_MODE, batch_mode),
};

static const struct attribute matmul_attributes[] = {
	MATMUL(COMPUTE_TYPE, compute),
	MATMUL(SCALE_TYPE, scale_type),
	MATMUL(POINTER_MODE, pointer_mode),
	MATMUL(TRANSA, transa),
	MATMUL(TRANSB, transb),
	MATMUL(TRANSC, transc),
	MATMUL(FILL_MODE, fill),
	MATMUL(EPILOGUE, epilogue),
	MATMUL(BIAS_POINTER, bias),
	MATMUL(BIAS_BATCH_STRIDE, bias_stride),
	MATMUL(EPILOGUE_AUX_POINTER, aux),
	MATMUL(EPILOGUE_AUX_LD, aux_ld),
	MATMUL(EPILOGUE_AUX_BATCH_STRIDE, aux_stride),
	MATMUL(ALPHA_VECTOR_BATCH_STRIDE, alpha_stride),
	MATMUL(SM_COUNT_TARGET, sm_target),
	[16] = AT(struct lt_matmul, reserved), /* it has no name in the header */
	MATMUL(A_SCALE_POINTER, a_scale),
	MATMUL(B_SCALE_POINTER, b_scale),
	MATMUL(C_SCALE_POINTER, c_scale),
	MATMUL(D_SCALE_POINTER, d_scale),
	MATMUL(AMAX_D_POINTER, amax),
	MATMUL(EPILOGUE_AUX_DATA_TYPE, aux_type),
	MATMUL(EPILOGUE_AUX_SCALE_POINTER, aux_scale),
	MATMUL(EPILOGUE_AUX_AMAX_POINTER, aux_amax),
	MATMUL(FAST_ACCUM, fast_accumulation),
	MATMUL(BIAS_DATA_TYPE, bias_type),
	MATMUL(A_SCALE_MODE, a_mode),
	MATMUL(B_SCALE_MODE, b_mode),
	MATMUL(C_SCALE_MODE, c_mode),
	MATMUL(D_SCALE_MODE, d_mode),
	MATMUL(EPILOGUE_AUX_SCALE_MODE, aux_mode),
	MATMUL(D_OUT_SCALE_POINTER, out_scale),
	MATMUL(D_OUT_SCALE_MODE, out_mode),
	MATMUL(EMULATION_DESCRIPTOR, emulation),
};

static const struct attribute transform_attributes[] = {
	TRANSFORM(SCALE_TYPE, scale_type),
	TRANSFORM(POINTER_MODE, pointer_mode),
	TRANSFORM(TRANSA, transa),
	TRANSFORM(TRANSB, transb),
};

static const struct attribute preference_attributes[] = {
	PREFERENCE(SEARCH_MODE, search),
	PREFERENCE(MAX_WORKSPACE_BYTES, workspace),
	PREFERENCE(REDUCTION_SCHEME_MASK, reductions),
	PREFERENCE(MIN_ALIGNMENT_A_BYTES, align[0]),
	PREFERENCE(MIN_ALIGNMENT_B_BYTES, align[1]),
	PREFERENCE(MIN_ALIGNMENT_C_BYTES, align[2]),
	PREFERENCE(MIN_ALIGNMENT_D_BYTES, align[3]),
	PREFERENCE(MAX_WAVES_COUNT, waves),
	PREFERENCE(IMPL_MASK, kinds),
};

static const struct attribute emulation_attributes[] = {
	EMULATION(STRATEGY, strategy),
	EMULATION(SPECIAL_VALUES_SUPPORT, special),
	EMULATION(FIXEDPOINT_MANTISSA_CONTROL, control),
	EMULATION(FIXEDPOINT_MAX_MANTISSA_BIT_COUNT, most_bits),
	EMULATION(FIXEDPOINT_MANTISSA_BIT_OFFSET, bit_offset),
	EMULATION(FIXEDPOINT_MANTISSA_BIT_COUNT_POINTER, bit_count),
};

static const struct attribute config_attributes[] = {
	CONFIG(ID, id),
	CONFIG(TILE_ID, tile),
	CONFIG(SPLITK_NUM, split),
	CONFIG(REDUCTION_SCHEME, reduction),
	CONFIG(CTA_SWIZZLING, swizzle),
	CONFIG(CUSTOM_OPTION, custom),
	CONFIG(STAGES_ID, stages),
	CONFIG(INNER_SHAPE_ID, inner),
	CONFIG(CLUSTER_SHAPE_ID, cluster),
};

static cublasStatus_t set_attribute(void *desc, const struct attribute *table, u32 count,
                                    u32 which, const void *from, size_t bytes) {
	if (!desc || which >= count || !table[which].bytes || !from ||
	    bytes != table[which].bytes)
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy((u8 *)desc + table[which].offset, from, bytes);
	return CUBLAS_STATUS_SUCCESS;
}

/* With no bytes it asks for the size. */
static cublasStatus_t get_attribute(const void *desc, const struct attribute *table,
                                    u32 count, u32 which, void *to, size_t bytes,
                                    size_t *written) {
	if (!desc || which >= count || !table[which].bytes)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (written)
		*written = table[which].bytes;
	if (bytes == 0 && written)
		return CUBLAS_STATUS_SUCCESS;
	if (!to || bytes != table[which].bytes)
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy(to, (const u8 *)desc + table[which].offset, table[which].bytes);
	return CUBLAS_STATUS_SUCCESS;
}

/* ---- descriptors ---- */

/* One that the library makes lies in an arena of its own, which follows it. */
static void *make(u32 bytes) {
	struct arena arena = ARENA_INIT;
	u32 whole = (u32)alignup(bytes, 16) + sizeof arena;
	if (!arena_reserve(&arena, whole, 16))
		return NULL;
	u8 *p = arena_zalloc(&arena, whole, 16);
	memcpy(p + alignup(bytes, 16), &arena, sizeof arena);
	return p;
}

static void drop(void *desc, u32 bytes) {
	struct arena arena;
	if (!desc)
		return;
	memcpy(&arena, (u8 *)desc + alignup(bytes, 16), sizeof arena);
	arena_drop(&arena);
}

/* A descriptor in memory of the program's, or of the library's: all of it is set. */
#define INIT(name, ...)                                                                  \
	_Static_assert(sizeof(__VA_ARGS__) <= sizeof(cublasLt##name##Opaque_t), "size"); \
	if (!desc || size < sizeof *desc)                                                \
		return CUBLAS_STATUS_INVALID_VALUE;                                      \
	memset(desc, 0, sizeof *desc);                                                   \
	memcpy(desc, &(__VA_ARGS__), sizeof(__VA_ARGS__));                               \
	return CUBLAS_STATUS_SUCCESS;
#define CREATE(init)                                \
	if (!desc)                                  \
		return CUBLAS_STATUS_INVALID_VALUE; \
	*desc = make(sizeof **desc);                \
	return *desc ? init : CUBLAS_STATUS_ALLOC_FAILED;

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t desc, size_t size,
                                                 cudaDataType type, uint64_t rows,
                                                 uint64_t cols, int64_t ld){
	INIT(MatrixLayout,
             (struct lt_layout){
		     .type = type, .rows = rows, .cols = cols, .ld = ld, .batch = 1})}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *desc, cudaDataType type,
                                          uint64_t rows, uint64_t cols, int64_t ld){
	CREATE(cublasLtMatrixLayoutInit(*desc, type, rows, cols, ld))}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t desc, size_t size,
                                               cublasComputeType_t computeType,
                                               cudaDataType scaleType){
	INIT(MatmulDesc, (struct lt_matmul){.compute = computeType,
                                            .scale_type = scaleType,
                                            .fill = CUBLAS_FILL_MODE_FULL,
                                            .epilogue = CUBLASLT_EPILOGUE_DEFAULT,
                                            .aux_type = -1,
                                            .bias_type = -1})}

cublasStatus_t
	cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc,
                                 cublasComputeType_t computeType, cudaDataType scaleType){
		CREATE(cublasLtMatmulDescInit(*desc, computeType, scaleType))}

cublasStatus_t
	cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t desc,
                                                 size_t size, cudaDataType scaleType){
		INIT(MatrixTransformDesc, (struct lt_transform){.scale_type = scaleType})}

cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *desc,
                                                 cudaDataType scaleType){
	CREATE(cublasLtMatrixTransformDescInit(*desc, scaleType))}

cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t desc,
                                                     size_t size){
	INIT(MatmulPreference,
             (struct lt_preference){.reductions = CUBLASLT_REDUCTION_SCHEME_MASK,
                                    .align = {256, 256, 256, 256},
                                    .kinds = UINT64_MAX})}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *desc){
	CREATE(cublasLtMatmulPreferenceInit(*desc))}

cublasStatus_t
	cublasLtEmulationDescInit_internal(cublasLtEmulationDesc_t desc, size_t size){
		INIT(EmulationDesc,
                     (struct lt_emulation){
			     .special = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT})}

cublasStatus_t cublasLtEmulationDescCreate(cublasLtEmulationDesc_t *desc){
	CREATE(cublasLtEmulationDescInit(*desc))}

/* What all kinds have: the end, and attributes. */
#define DESCRIPTOR(name, table, attributes)                                              \
	cublasStatus_t cublasLt##name##Destroy(cublasLt##name##_t desc) {                \
		drop(desc, sizeof *desc);                                                \
		return CUBLAS_STATUS_SUCCESS;                                            \
	}                                                                                \
	cublasStatus_t cublasLt##name##SetAttribute(cublasLt##name##_t desc,             \
	                                            attributes attr, const void *buf,    \
	                                            size_t sizeInBytes) {                \
		return set_attribute(desc, table, countof(table), (u32)attr, buf,        \
		                     sizeInBytes);                                       \
	}                                                                                \
	cublasStatus_t cublasLt##name##GetAttribute(                                     \
		cublasLt##name##_t desc, attributes attr, void *buf, size_t sizeInBytes, \
		size_t *sizeWritten) {                                                   \
		return get_attribute(desc, table, countof(table), (u32)attr, buf,        \
		                     sizeInBytes, sizeWritten);                          \
	}

DESCRIPTOR(MatrixLayout, layout_attributes, cublasLtMatrixLayoutAttribute_t)
	DESCRIPTOR(MatmulDesc, matmul_attributes, cublasLtMatmulDescAttributes_t)
		DESCRIPTOR(MatrixTransformDesc, transform_attributes,
                           cublasLtMatrixTransformDescAttributes_t)
			DESCRIPTOR(MatmulPreference, preference_attributes,
                                   cublasLtMatmulPreferenceAttributes_t)
				DESCRIPTOR(EmulationDesc, emulation_attributes,
                                           cublasLtEmulationDescAttributes_t)

					cublasStatus_t
	cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algo,
                                             cublasLtMatmulAlgoConfigAttributes_t attr,
                                             const void *buf, size_t sizeInBytes) {
	return set_attribute(algo, config_attributes, countof(config_attributes),
	                     (u32)attr, buf, sizeInBytes);
}

cublasStatus_t
cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algo,
                                     cublasLtMatmulAlgoConfigAttributes_t attr, void *buf,
                                     size_t sizeInBytes, size_t *sizeWritten) {
	return get_attribute(algo, config_attributes, countof(config_attributes),
	                     (u32)attr, buf, sizeInBytes, sizeWritten);
}
