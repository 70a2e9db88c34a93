// Values that are missing where nothing depends on them: nothing may be reported.
// check: init
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;

__global__ void f(float *o) {
	__shared__ int s[32];
	__shared__ __align__(32) half a[16 * 16], b[16 * 16];
	if (threadIdx.x < 16)
		s[threadIdx.x] = threadIdx.x;
	for (int i = threadIdx.x; i < 256; i += 32) {
		b[i] = 1;
		a[i] = 1;
	}
	__syncwarp();
	if (__any_sync(~0u, s[threadIdx.x] == 3)) /* lane 3 says so */
		o[threadIdx.x] = 1;
	if (!__all_sync(~0u, s[threadIdx.x] == 3)) /* lane 0 says no */
		o[threadIdx.x] = 2;
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
	wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
	wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
	wmma::fill_fragment(fc, 0.0f);
	wmma::load_matrix_sync(fa, a, 16);
	wmma::load_matrix_sync(fb, b, 16);
	wmma::mma_sync(fc, fa, fb, fc);
	wmma::store_matrix_sync(o + 32, fc, 16, wmma::mem_row_major);
}

int main() {
	float *o;
	cudaMalloc(&o, 4096);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
