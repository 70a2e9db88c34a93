// expect: Invalid mask. The thread is not in its own mask 0x0000ffff.; thread (16,0,0); block (0,0,0)
#include <cuda_runtime.h>
__global__ void f(int *o) {
	o[threadIdx.x] = __reduce_add_sync(0xffff, threadIdx.x); // bug
}
int main() {
	int *o;
	cudaMalloc(&o, 256);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
