// Names with letters beyond ASCII, which PTX has not.
#include <cstdio>

__device__ int größe = 3;

__device__ int _ = 1;

__global__ void größer(int *p) {
	*p = größe + _;
}

template<class Tä> __global__ void kñ(Tä *p) {
	*p += 2;
}

int main() {
	int *p, h, g = 7;
	cudaMalloc(&p, sizeof h);
	größer<<<1, 1>>>(p);
	kñ<<<1, 1>>>(p);
	cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
	cudaMemcpyToSymbol(größe, &g, sizeof g);
	größer<<<1, 1>>>(p);
	cudaMemcpy(&g, p, sizeof g, cudaMemcpyDeviceToHost);
	printf("%d %d %s\n", h, g, cudaGetErrorName(cudaGetLastError()));
}
