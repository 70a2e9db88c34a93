/* multi.c - arrays that are spread over devices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/fft/handle.h"

cufftResult cufftXtSetGPUs(cufftHandle handle, int nGPUs, int *whichGPUs) {
	(void)handle, (void)nGPUs, (void)whichGPUs;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor,
                          cufftXtSubFormat format) {
	(void)plan, (void)descriptor, (void)format;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtMemcpy(cufftHandle plan, void *dstPointer, void *srcPointer,
                          cufftXtCopyType type) {
	(void)plan, (void)dstPointer, (void)srcPointer, (void)type;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtFree(cudaLibXtDesc *descriptor) {
	(void)descriptor;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtSetWorkArea(cufftHandle plan, void **workArea) {
	(void)plan, (void)workArea;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy,
                                     size_t *workSize) {
	(void)plan, (void)policy, (void)workSize;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtQueryPlan(cufftHandle plan, void *queryStruct,
                             cufftXtQueryType queryType) {
	(void)plan, (void)queryStruct, (void)queryType;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *input,
                                  cudaLibXtDesc *output, int direction) {
	(void)plan, (void)input, (void)output, (void)direction;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output, int direction) {
	(void)plan, (void)input, (void)output, (void)direction;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output, int direction) {
	(void)plan, (void)input, (void)output, (void)direction;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
	(void)plan, (void)input, (void)output;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
	(void)plan, (void)input, (void)output;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
	(void)plan, (void)input, (void)output;
	return CUFFT_NOT_SUPPORTED;
}
cufftResult cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
	(void)plan, (void)input, (void)output;
	return CUFFT_NOT_SUPPORTED;
}
