// expect: Warp assert; thread (7,0,0); block (0,0,0)
// expect: Program hit cudaErrorAssert; nowhere
#include <cassert>
#include <cuda_runtime.h>
__global__ void f(int k) {
	assert(threadIdx.x != k); // bug
}
int main() {
	f<<<2, 32>>>(7);
	cudaDeviceSynchronize();
}
