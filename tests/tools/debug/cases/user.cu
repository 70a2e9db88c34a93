// What the user makes of the debugger: commands of their own, printing without stopping, calls that fail.
#include <cstdio>
__device__ __forceinline__ int add(int a, int b) {
	int r = a + b;
	return r;
}
__global__ void first(int *p, int n) {
	p[0] = add(n, 1);
}
__global__ void scan(int *p, int n, float f) {
	int i = threadIdx.x;
	if (i < n)
		p[i] = add(p[i], i);
}
int main() {
	int *p, h[4];
	cudaMalloc(&p, 256);
	cudaMemset(p, 0, 256);
	first<<<1, 1>>>(p, 7);
	scan<<<1, 64>>>(p, 20, 2.5f);
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpy(0, h, sizeof h, cudaMemcpyHostToDevice);
	cudaMalloc(&p, ~0ull);
	printf("%d %d\n", h[0], h[3]);
}
