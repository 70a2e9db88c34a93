// check: race
// expect: Potential RAW hazard; block (0,0,0)
// The second warp reads what the first one stores, with no barrier.
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;
__global__ void f(float *o) {
	__shared__ __align__(32) float s[256];
	if (threadIdx.x < 32) {
		wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
		wmma::fill_fragment(c, 1.0f);
		wmma::store_matrix_sync(s, c, 16, wmma::mem_row_major); // other
	} else {
		o[threadIdx.x] = s[threadIdx.x]; // bug
	}
}
int main() {
	float *o;
	cudaMalloc(&o, 256);
	f<<<1, 64>>>(o);
	cudaDeviceSynchronize();
}
