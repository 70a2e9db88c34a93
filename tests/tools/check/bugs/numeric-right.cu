// Values that are meant: infinity as a start, sums of whole numbers, a NaN that comes from the input.
// check: numeric,all
#include <cuda_runtime.h>
#include <math_constants.h>
__global__ void f(const float *a, float *o, float *sum) {
	int t = threadIdx.x;
	float least = CUDART_INF_F;
	for (int i = 0; i < 32; i++)
		least = fminf(least, a[i]);
	o[t] = least + (t - 1000000.0f) + 1000001.0f;
	o[t + 32] = a[33] + 1;
	o[t + 64] = expf(-a[t]) * sqrtf(a[t] + 1);
	atomicAdd(sum, (float)t);
}
int main() {
	float host[34];
	for (int i = 0; i < 33; i++)
		host[i] = i / 3.0f;
	host[33] = CUDART_NAN_F;
	float *a, *o;
	cudaMalloc(&a, 256);
	cudaMalloc(&o, 1024);
	cudaMemset(o, 0, 1024);
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	f<<<1, 32>>>(a, o, o + 200);
	cudaDeviceSynchronize();
}
