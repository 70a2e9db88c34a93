/* simt/host_runtime.h - what the compiler's generated host code calls: registration and launches.
 * A translation unit registers its device code in a constructor, then each kernel under the address of
 * its host stub and each variable under that of its host shadow. k<<<g, b, s, st>>>(...) pushes a
 * configuration; the stub pops it and launches.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "driver_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

/* __wrapper: the fat binary's wrapper; it and what it points to live until it is unregistered. */
void **CUDARTAPI __cudaRegisterFatBinary(void *__wrapper);
void CUDARTAPI __cudaRegisterFatBinaryEnd(void **__handle);
void CUDARTAPI __cudaUnregisterFatBinary(void **__handle);
void CUDARTAPI __cudaRegisterFunction(void **__handle, const char *__host_fun, char *__device_fun,
                                      const char *__device_name, int __thread_limit, uint3 *__tid,
                                      uint3 *__bid, dim3 *__block, dim3 *__grid, int *__warp_size);
void CUDARTAPI __cudaRegisterVar(void **__handle, char *__host_var, char *__device_address,
                                 const char *__device_name, int __ext, size_t __size,
                                 int __constant, int __global);
/* *__host_pointer becomes the variable's address when the module is initialised. */
void CUDARTAPI __cudaRegisterManagedVar(void **__handle, void **__host_pointer,
                                        char *__device_address, const char *__device_name,
                                        int __ext, size_t __size, int __constant, int __global);
/* Before the host touches a managed variable. */
char CUDARTAPI __cudaInitModule(void **__handle);

unsigned CUDARTAPI __cudaPushCallConfiguration(dim3 __grid, dim3 __block,
                                               size_t __shared SIMT_DEFAULT(0),
                                               struct CUstream_st *__stream SIMT_DEFAULT(0));
cudaError_t CUDARTAPI __cudaPopCallConfiguration(dim3 *__grid, dim3 *__block, size_t *__shared,
                                                 void *__stream);
cudaError_t CUDARTAPI __cudaGetKernel(cudaKernel_t *__kernel, const void *__host_fun);
cudaError_t CUDARTAPI __cudaLaunchKernel(cudaKernel_t __kernel, dim3 __grid, dim3 __block,
                                         void **__args, size_t __shared, cudaStream_t __stream);
cudaError_t CUDARTAPI __cudaLaunchKernel_ptsz(cudaKernel_t __kernel, dim3 __grid, dim3 __block,
                                              void **__args, size_t __shared,
                                              cudaStream_t __stream);

#if defined(__cplusplus)
}
#endif
