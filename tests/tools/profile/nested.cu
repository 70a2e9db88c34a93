// Kernels that launch kernels: each knows the grid that asked for it.
// SPDX-License-Identifier: Apache-2.0
__global__ void down(int depth)
{
	if (depth > 0)
		down<<<1, 1>>>(depth - 1);
}

int main()
{
	down<<<1, 1>>>(2);
	down<<<1, 1>>>(0);
	return cudaDeviceSynchronize();
}
