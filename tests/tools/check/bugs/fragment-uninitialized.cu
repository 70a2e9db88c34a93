// expect: Uninitialized __global__ memory read of size 32 bytes; block (0,0,0)
#include <cuda_runtime.h>
#include <mma.h>
using namespace nvcuda;
__global__ void f(const half *in, float *o) {
	wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
	wmma::load_matrix_sync(a, in, 16); // bug
	o[threadIdx.x] = a.x[0];
}
int main() {
	half *in;
	float *o;
	cudaMalloc(&in, 512);
	cudaMalloc(&o, 128);
	cudaMemset(in, 0, 480); // all but a row
	f<<<1, 32>>>(in, o);
	cudaDeviceSynchronize();
}
