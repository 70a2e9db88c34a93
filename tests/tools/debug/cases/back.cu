// SPDX-License-Identifier: Apache-2.0
__device__ int total;
__device__ __noinline__ int square(int x)
{
	int r = x * x;
	return r;
}
__global__ void sum(int *out)
{
	__shared__ int part[32];
	int i = threadIdx.x;
	part[i] = square(i);
	__syncthreads();
	for (int n = 16; n; n /= 2) {
		if (i < n)
			part[i] += part[i + n];
		__syncthreads();
	}
	if (i == 0) {
		total = part[0];
		*out = total;
	}
}
