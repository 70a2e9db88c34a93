// expect: Program hit cudaErrorInvalidValue; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	extern __shared__ int s[];
	s[threadIdx.x] = 0;
}
int main() {
	f<<<1, 32, 1 << 20>>>();
}
