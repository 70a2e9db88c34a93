// Kernels that launch kernels, the last one in clusters: who launched whom, there and after going back.
// SPDX-License-Identifier: Apache-2.0
__global__ void __cluster_dims__(2, 1, 1) leaf(int *p)
{
	p[blockIdx.x] += 1;
}

__global__ void middle(int *p)
{
	p[0] += 1;
	leaf<<<6, 32>>>(p);
	leaf<<<2, 32>>>(p);
}

__global__ void top(int *p)
{
	middle<<<1, 1>>>(p);
}

int main()
{
	int *p;
	cudaMalloc(&p, 6 * sizeof *p);
	top<<<1, 1>>>(p);
	return cudaDeviceSynchronize();
}
