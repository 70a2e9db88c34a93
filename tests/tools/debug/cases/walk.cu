// SPDX-License-Identifier: Apache-2.0
struct pt { int x; float y[2]; };
__device__ int twice(int v) { int r = v * 2; return r; }
__device__ __noinline__ int deep(int v, pt *p)
{
	int k = twice(v) + 1;
	p->x = k;
	p->y[1] = k * 0.5f;
	return k;
}
__global__ void kern(int *out, int n)
{
	__shared__ int tile[64];
	int i = threadIdx.x;
	pt p = {1, {2, 3}};
	tile[i] = i;
	__syncthreads();
	for (int j = 0; j < 3; j++) {
		if (i < 5)
			tile[i] += j;
	}
	if (i < n)
		out[i] = deep(tile[63 - i], &p);
}
