/* xt.c - the functions of cufftXt.h: plans of any type, and what is refused.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/fft/handle.h"

/* ---- plans of any type ------------------------------------------------------------- */

static const struct {
	cudaDataType real, complex;
	enum fft_format format;
} precisions[] = {
	{CUDA_R_16F, CUDA_C_16F, FFT_F16},
	{CUDA_R_16BF, CUDA_C_16BF, FFT_BF16},
	{CUDA_R_32F, CUDA_C_32F, FFT_F32},
	{CUDA_R_64F, CUDA_C_64F, FFT_F64},
};

/* Both sides and the execution have one precision, and one side at least is complex. */
static bool set_types(struct fft_shape *s, cudaDataType in, cudaDataType out,
                      cudaDataType execution) {
	for (u32 i = 0; i < countof(precisions); i++) {
		cudaDataType real = precisions[i].real, complex = precisions[i].complex;
		if ((execution != real && execution != complex) ||
		    (in != real && in != complex) || (out != real && out != complex) ||
		    (in == real && out == real))
			continue;
		s->format = precisions[i].format;
		s->kind = in == real ? FFT_R2C : out == real ? FFT_C2R : FFT_C2C;
		return true;
	}
	return false;
}

static cufftResult serve(enum purpose purpose, cufftHandle plan, struct request r,
                         cudaDataType in, cudaDataType out, cudaDataType execution,
                         size_t *work) {
	r.late_type = true;
	r.no_type = !set_types(&r.shape, in, out, execution);
	return handle_serve(purpose, plan, &r, work);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride,
                                long long int idist, cudaDataType inputtype,
                                long long int *onembed, long long int ostride,
                                long long int odist, cudaDataType outputtype,
                                long long int batch, size_t *workSize,
                                cudaDataType executiontype) {
	return serve(TO_MAKE, plan,
	             request_many(rank, (const s64 *)n, (const s64 *)inembed, istride,
	                          idist, (const s64 *)onembed, ostride, odist, batch),
	             inputtype, outputtype, executiontype, workSize);
}

cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long int *n,
                               long long int *inembed, long long int istride,
                               long long int idist, cudaDataType inputtype,
                               long long int *onembed, long long int ostride,
                               long long int odist, cudaDataType outputtype,
                               long long int batch, size_t *workSize,
                               cudaDataType executiontype) {
	return serve(TO_SIZE, plan,
	             request_many(rank, (const s64 *)n, (const s64 *)inembed, istride,
	                          idist, (const s64 *)onembed, ostride, odist, batch),
	             inputtype, outputtype, executiontype, workSize);
}

cufftResult cufftXtExec(cufftHandle plan, void *input, void *output, int direction) {
	return handle_execute(__func__, plan, input, output, direction);
}

/* ---- callbacks --------------------------------------------------------------------- */

static cufftResult refuse_callback(void) {
	lib_say("cuFFT: callbacks are not supported");
	return CUFFT_NOT_IMPLEMENTED;
}

cufftResult cufftXtSetCallback(cufftHandle plan, void **callback_routine,
                               cufftXtCallbackType cbType, void **caller_info) {
	(void)plan, (void)callback_routine, (void)cbType, (void)caller_info;
	return refuse_callback();
}

cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType) {
	(void)plan, (void)cbType;
	return refuse_callback();
}

cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType cbType,
                                         size_t sharedSize) {
	(void)plan, (void)cbType, (void)sharedSize;
	return CUFFT_INVALID_PLAN; /* of no plan there is a callback */
}

cufftResult cufftXtSetJITCallback(cufftHandle plan, const char *lto_callback_symbol_name,
                                  const void *lto_callback_fatbin,
                                  size_t lto_callback_fatbin_size,
                                  cufftXtCallbackType type, void **caller_info) {
	(void)lto_callback_symbol_name, (void)lto_callback_fatbin_size, (void)caller_info;
	struct handle *p = handle_find(plan);
	if (!p || p->plan)
		return CUFFT_INVALID_PLAN;
	if (!lto_callback_fatbin)
		return CUFFT_INVALID_VALUE;
	if ((u32)type >= CUFFT_CB_UNDEFINED)
		return CUFFT_INVALID_TYPE;
	return refuse_callback();
}
