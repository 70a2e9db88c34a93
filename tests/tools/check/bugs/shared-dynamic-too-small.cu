// expect: Invalid __shared__ write of size 1 bytes; thread (15,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
extern __shared__ char tile[];
__global__ void f() {
	tile[threadIdx.x] = 1; // bug
}
int main() {
	f<<<1, 16, 15>>>();
	cudaDeviceSynchronize();
}
