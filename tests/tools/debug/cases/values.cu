// SPDX-License-Identifier: Apache-2.0
__global__ void kern(int *out, int n)
{
	int twice = n * 2;
	out[threadIdx.x] = twice;
}
