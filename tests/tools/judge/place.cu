// judge: kernel place
// judge: args x[n], out[n+1] zero, n
// SPDX-License-Identifier: Apache-2.0
__global__ void place(const int *x, int *out, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = x[i];
	if (i == 0)
		out[n] = n;
}
