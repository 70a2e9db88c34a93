#include "math.cuh"

__device__ int calls;
__constant__ float weights[4];

static __device__ float twice(float x) { return 2 * x; }

__device__ float dot(Vec a, Vec b)
{
	atomicAdd(&calls, 1);
	return a.x * b.x + a.y * b.y;
}

static __global__ void local(float *out) { out[threadIdx.x] += twice(weights[threadIdx.x % 4]); }

void launch_all(float *out, int n) { local<<<1, n>>>(out); }
