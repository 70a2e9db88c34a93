// Variables of internal linkage, found by the host through their shadows, whatever the device calls them.
#include <cstdio>
static __constant__ int c[4];
static __device__ int v;
__device__ int w;
namespace { __device__ int x; }
namespace n { static __device__ int y; }
static __managed__ int m = 5;
template <int *P> __global__ void t(int *o) { *o = *P; }
__global__ void k(int *o) { o[0] = c[1]; o[1] = v; o[2] = w; o[3] = x; o[4] = n::y; o[5] = m; }
int main() {
	int in[4] = {0, 10, 0, 0}, o[6], *d;
	cudaMemcpyToSymbol(c, in, sizeof in);
	in[0] = 20; cudaMemcpyToSymbol(v, in, 4);
	in[0] = 30; cudaMemcpyToSymbol(w, in, 4);
	in[0] = 40; cudaMemcpyToSymbol(x, in, 4);
	in[0] = 50; cudaMemcpyToSymbol(n::y, in, 4);
	m++;
	cudaMalloc(&d, sizeof o);
	k<<<1, 1>>>(d);
	cudaMemcpy(o, d, sizeof o, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 6; i++) printf("%d\n", o[i]);
	t<&v><<<1, 1>>>(d);
	cudaMemcpy(o, d, 4, cudaMemcpyDeviceToHost);
	printf("%d %s\n", o[0], cudaGetErrorName(cudaGetLastError()));
}
