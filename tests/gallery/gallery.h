// gallery.h - what the programs of the gallery share.
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cuda_runtime.h>
#include <stdint.h>

// Device memory, filled with zeros.
template <class T> T *zeros(size_t n) {
	void *p;
	cudaMalloc(&p, n * sizeof(T));
	cudaMemset(p, 0, n * sizeof(T));
	return (T *)p;
}

__device__ inline unsigned in_shared(const void *p) {
	return (unsigned)__cvta_generic_to_shared(p);
}
