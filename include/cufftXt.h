/* cufftXt.h - cuFFT's transforms of any type, of arrays spread over devices, and with
 * functions of the program's at loads and stores.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_

#include <cudalibxt.h>
#include <cufft.h>

#ifdef __cplusplus
extern "C" {
#endif

/* In which order a descriptor has its numbers. */
typedef enum cufftXtSubFormat_t {
	CUFFT_XT_FORMAT_INPUT = 0,
	CUFFT_XT_FORMAT_OUTPUT = 1,
	CUFFT_XT_FORMAT_INPLACE = 2,
	CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3,
	CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 4,
	CUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 5,
	CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 6,
	CUFFT_FORMAT_UNDEFINED = 7
} cufftXtSubFormat;

typedef enum cufftXtCopyType_t {
	CUFFT_COPY_HOST_TO_DEVICE = 0,
	CUFFT_COPY_DEVICE_TO_HOST = 1,
	CUFFT_COPY_DEVICE_TO_DEVICE = 2,
	CUFFT_COPY_UNDEFINED = 3
} cufftXtCopyType;

typedef enum cufftXtQueryType_t {
	CUFFT_QUERY_1D_FACTORS = 0,
	CUFFT_QUERY_UNDEFINED = 1
} cufftXtQueryType;

typedef struct cufftXt1dFactors_t {
	long long int size;
	long long int stringCount;
	long long int stringLength;
	long long int substringLength;
	long long int factor1;
	long long int factor2;
	long long int stringMask;
	long long int substringMask;
	long long int factor1Mask;
	long long int factor2Mask;
	int stringShift;
	int substringShift;
	int factor1Shift;
	int factor2Shift;
} cufftXt1dFactors;

typedef enum cufftXtWorkAreaPolicy_t {
	CUFFT_WORKAREA_MINIMAL = 0,
	CUFFT_WORKAREA_USER = 1,
	CUFFT_WORKAREA_PERFORMANCE = 2
} cufftXtWorkAreaPolicy;

/* Plans of any types: both sides and the execution have the same precision; half and
 * bfloat16 take powers of two. */
cufftResult CUFFTAPI cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *__n,
                                         long long int *inembed, long long int istride,
                                         long long int idist, cudaDataType inputtype,
                                         long long int *onembed, long long int ostride,
                                         long long int odist, cudaDataType outputtype,
                                         long long int __batch, size_t *workSize,
                                         cudaDataType executiontype);
cufftResult CUFFTAPI cufftXtGetSizeMany(cufftHandle plan, int rank, long long int *__n,
                                        long long int *inembed, long long int istride,
                                        long long int idist, cudaDataType inputtype,
                                        long long int *onembed, long long int ostride,
                                        long long int odist, cudaDataType outputtype,
                                        long long int __batch, size_t *workSize,
                                        cudaDataType executiontype);
/* Executes a plan of any type; real transforms take the direction of
 * their types. */
cufftResult CUFFTAPI cufftXtExec(cufftHandle plan, void *input, void *output,
                                 int direction);

/* Arrays that are spread over devices. */
cufftResult CUFFTAPI cufftXtSetGPUs(cufftHandle handle, int nGPUs, int *whichGPUs);
cufftResult CUFFTAPI cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor,
                                   cufftXtSubFormat format);
cufftResult CUFFTAPI cufftXtMemcpy(cufftHandle plan, void *dstPointer, void *srcPointer,
                                   cufftXtCopyType type);
cufftResult CUFFTAPI cufftXtFree(cudaLibXtDesc *descriptor);
cufftResult CUFFTAPI cufftXtSetWorkArea(cufftHandle plan, void **workArea);
cufftResult CUFFTAPI cufftXtSetWorkAreaPolicy(cufftHandle plan,
                                              cufftXtWorkAreaPolicy policy,
                                              size_t *workSize);
cufftResult CUFFTAPI cufftXtQueryPlan(cufftHandle plan, void *queryStruct,
                                      cufftXtQueryType queryType);
cufftResult CUFFTAPI cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *input,
                                           cudaLibXtDesc *output, int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *input,
                                              cudaLibXtDesc *output, int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *input,
                                              cudaLibXtDesc *output);
cufftResult CUFFTAPI cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *input,
                                              cudaLibXtDesc *output);
cufftResult CUFFTAPI cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *input,
                                              cudaLibXtDesc *output, int direction);
cufftResult CUFFTAPI cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *input,
                                              cudaLibXtDesc *output);
cufftResult CUFFTAPI cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *input,
                                              cudaLibXtDesc *output);

/* Functions of device code that replace loads and stores. Both ways of setting them are
 * refused, with CUFFT_NOT_IMPLEMENTED. */
typedef enum cufftXtCallbackType_t {
	CUFFT_CB_LD_COMPLEX = 0,
	CUFFT_CB_LD_COMPLEX_DOUBLE = 1,
	CUFFT_CB_LD_REAL = 2,
	CUFFT_CB_LD_REAL_DOUBLE = 3,
	CUFFT_CB_ST_COMPLEX = 4,
	CUFFT_CB_ST_COMPLEX_DOUBLE = 5,
	CUFFT_CB_ST_REAL = 6,
	CUFFT_CB_ST_REAL_DOUBLE = 7,
	CUFFT_CB_UNDEFINED = 8
} cufftXtCallbackType;

#define CUFFT_CALLBACKS(load, store, offset, type)                                       \
	typedef type (*load)(void *dataIn, offset, void *callerInfo,                     \
	                     void *sharedPointer);                                       \
	typedef void (*store)(void *dataOut, offset, type element, void *callerInfo,     \
	                      void *sharedPointer);
CUFFT_CALLBACKS(cufftCallbackLoadC, cufftCallbackStoreC, size_t, cufftComplex)
CUFFT_CALLBACKS(cufftCallbackLoadZ, cufftCallbackStoreZ, size_t, cufftDoubleComplex)
CUFFT_CALLBACKS(cufftCallbackLoadR, cufftCallbackStoreR, size_t, cufftReal)
CUFFT_CALLBACKS(cufftCallbackLoadD, cufftCallbackStoreD, size_t, cufftDoubleReal)
CUFFT_CALLBACKS(cufftJITCallbackLoadC, cufftJITCallbackStoreC, unsigned long long,
                cufftComplex)
CUFFT_CALLBACKS(cufftJITCallbackLoadZ, cufftJITCallbackStoreZ, unsigned long long,
                cufftDoubleComplex)
CUFFT_CALLBACKS(cufftJITCallbackLoadR, cufftJITCallbackStoreR, unsigned long long,
                cufftReal)
CUFFT_CALLBACKS(cufftJITCallbackLoadD, cufftJITCallbackStoreD, unsigned long long,
                cufftDoubleReal)
#undef CUFFT_CALLBACKS

cufftResult CUFFTAPI cufftXtSetCallback(cufftHandle plan, void **callback_routine,
                                        cufftXtCallbackType cbType, void **caller_info);
cufftResult CUFFTAPI cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType cbType);
cufftResult CUFFTAPI cufftXtSetCallbackSharedSize(cufftHandle plan,
                                                  cufftXtCallbackType cbType,
                                                  size_t sharedSize);
cufftResult CUFFTAPI cufftXtSetJITCallback(cufftHandle plan,
                                           const char *lto_callback_symbol_name,
                                           const void *lto_callback_fatbin,
                                           size_t lto_callback_fatbin_size,
                                           cufftXtCallbackType type, void **caller_info);

#ifdef __cplusplus
}
#endif

#endif
