// The last one wins.
// expects: nondeterministic
// against: place.cu
// SPDX-License-Identifier: Apache-2.0
__global__ void place(const int *x, int *out, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[atomicAdd(out + n, 1)] = x[i];
}
