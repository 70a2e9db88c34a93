// build: -rdc=true
// Device functions, variables and constants of one source used in another.
#include <cstdio>
#include "math.cuh"

static __global__ void local(float *out) { out[threadIdx.x] += dot({1, 2}, {float(threadIdx.x), 1}); }

int main()
{
	float *out, host[8], w[4] = {1, 10, 100, 1000};
	cudaMalloc(&out, sizeof host);
	cudaMemset(out, 0, sizeof host);
	cudaMemcpyToSymbol(weights, w, sizeof w);
	launch_all(out, 8);
	local<<<1, 8>>>(out);
	cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
	for (float x : host)
		printf("%g ", x);
	int n = 0;
	cudaMemcpyFromSymbol(&n, calls, sizeof n);
	printf("| %d %s\n", n, cudaGetErrorString(cudaGetLastError()));
}
