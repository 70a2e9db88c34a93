/* scale.h - a library of two functions, written as cuBLAS is: on runtime/libs/call.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/* x[i] *= k; one after another if k is 1, and as a parallel loop otherwise. */
cudaError_t scaleVector(cudaStream_t stream, unsigned n, float *x, float k);
/* b = a, matrices of rows x cols by columns. */
cudaError_t scaleCopy(cudaStream_t stream, unsigned rows, unsigned cols, const float *a,
                      unsigned lda, float *b, unsigned ldb);
cudaError_t scaleFail(cudaStream_t stream);

#ifdef __cplusplus
}
#endif
