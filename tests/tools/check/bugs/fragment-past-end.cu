// expect: Invalid __global__ write of size 64 bytes; thread (0,0,0); block (0,0,0); note Access to
// expect: Program hit cudaErrorLaunchFailure; nowhere
// The last of the 16 rows ends 4 bytes too far.
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;
__global__ void f(float *o) {
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
	wmma::fill_fragment(c, 1.0f);
	wmma::store_matrix_sync(o, c, 16, wmma::mem_row_major); // bug
}
int main() {
	float *o;
	cudaMalloc(&o, 1020);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
