// judge: args n, a, x[n], y[n] inout
// judge: ulp 1
// SPDX-License-Identifier: Apache-2.0
__global__ void saxpy(int n, float a, const float *x, float *y) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = fmaf(a, x[i], y[i]);
}
