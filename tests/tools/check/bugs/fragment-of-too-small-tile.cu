// expect: Invalid __shared__ read of size 32 bytes; block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
// 16 rows of 16 halves in memory for 15.
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;
__global__ void f(float *o) {
	extern __shared__ __align__(32) char tile[];
	half *h = (half *)tile;
	for (int i = threadIdx.x; i < 240; i += 32)
		h[i] = __float2half(1.0f);
	__syncwarp();
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
	wmma::load_matrix_sync(a, h, 16); // bug
	o[threadIdx.x] = a.x[0];
}
int main() {
	float *o;
	cudaMalloc(&o, 128);
	f<<<1, 32, 480>>>(o);
	cudaDeviceSynchronize();
}
