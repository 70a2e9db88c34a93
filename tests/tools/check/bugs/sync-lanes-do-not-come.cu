// expect: Barrier error detected. Lanes 0x0000ffff wait for lanes 0xffff0000, which do not come.; thread (0,0,0); block (0,0,0)
#include <cuda_runtime.h>
__global__ void f(int *o) {
	int v = 0;
	if (threadIdx.x < 16)
		v = __shfl_sync(0xffffffff, threadIdx.x, 0); // bug
	__syncthreads();
	o[threadIdx.x] = v;
}
int main() {
	int *o;
	cudaMalloc(&o, 256);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
