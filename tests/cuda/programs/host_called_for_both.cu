// A function of both halves may call one of the host: where the device does not reach the call, all is as without it.
#include <cstdio>
#pragma nv_diag_suppress 20011 // calling a __host__ function from a __host__ __device__ function
int host(int x) {
	return x + 1;
}
__host__ __device__ int checked(int x) {
	return x > 100 ? host(x) : x;
}
template <class T> __host__ __device__ T never(T x) {
	if (false)
		x = host(x);
	return x + 7;
}
__global__ void k(int *p) {
	p[1] = checked(p[0]);
	p[2] = never(p[0]);
}
int main() {
	int *p, h[3] = {5, 0, 0};
	cudaMalloc(&p, sizeof h);
	for (int i = 0; i < 2; i++) {
		cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
		k<<<1, 1>>>(p);
		cudaError_t e = cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
		printf("%d %d %s\n", h[1], h[2], e ? "trapped" : "ran");
		h[0] = 101;
	}
	printf("%d\n", checked(101));
	return 0;
}
