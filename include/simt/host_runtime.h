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

/* wrapper: the fat binary's wrapper; it and what it points to live until it is unregistered. */
void **CUDARTAPI __cudaRegisterFatBinary(void *wrapper);
void CUDARTAPI __cudaRegisterFatBinaryEnd(void **handle);
void CUDARTAPI __cudaUnregisterFatBinary(void **handle);
void CUDARTAPI __cudaRegisterFunction(void **handle, const char *host_fun, char *device_fun,
                                      const char *device_name, int thread_limit, uint3 *tid,
                                      uint3 *bid, dim3 *block, dim3 *grid, int *warp_size);
void CUDARTAPI __cudaRegisterVar(void **handle, char *host_var, char *device_address,
                                 const char *device_name, int ext, size_t size, int constant,
                                 int global);
/* *host_pointer becomes the variable's address when the module is initialised. */
void CUDARTAPI __cudaRegisterManagedVar(void **handle, void **host_pointer, char *device_address,
                                        const char *device_name, int ext, size_t size,
                                        int constant, int global);
/* Before the host touches a managed variable. */
char CUDARTAPI __cudaInitModule(void **handle);

unsigned CUDARTAPI __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                               size_t shared SIMT_DEFAULT(0),
                                               struct CUstream_st *stream SIMT_DEFAULT(0));
cudaError_t CUDARTAPI __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                                 void *stream);
cudaError_t CUDARTAPI __cudaGetKernel(cudaKernel_t *kernel, const void *host_fun);
cudaError_t CUDARTAPI __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **args,
                                         size_t shared, cudaStream_t stream);
cudaError_t CUDARTAPI __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block,
                                              void **args, size_t shared, cudaStream_t stream);

#if defined(__cplusplus)
}
#endif
