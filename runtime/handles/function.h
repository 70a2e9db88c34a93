/* function.h - kernels on a device, for both interfaces: attributes, launches, occupancy.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/device.h"
#include "runtime/handles/stream.h"

cudaError_t function_set(struct cuda_device *d, struct simt_function *f,
                         enum cudaFuncAttribute attr, int value);
/* Gives the most dynamic shared memory with which so many ctas of the block still fit. */
cudaError_t function_available_shared(struct cuda_device *d, struct simt_function *f,
                                      int blocks, int block, size_t *bytes);
cudaError_t function_max_cluster(struct cuda_device *d, struct simt_function *f,
                                 const cudaLaunchConfig_t *c, int *size);
cudaError_t function_active_clusters(struct cuda_device *d, struct simt_function *f,
                                     const cudaLaunchConfig_t *c, int *n);
/* cudart/launch.c: launches f, whose handle is func; l has the arguments, c all else. */
cudaError_t launch_on(struct cuda_device *d, const void *func, struct simt_function *f,
                      const cudaLaunchConfig_t *c, struct simt_launch *l,
                      enum stream_zero zero);
