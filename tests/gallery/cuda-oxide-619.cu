// Stream-ordered memory: freed in the stream that allocated it, used in another
// link: https://github.com/NVlabs/cuda-oxide/issues/619
// what: A buffer is dropped on its own stream, which does not know of the kernel that uses it elsewhere.
// expect: Race of a kernel with a free
#include "gallery.h"
#include <unistd.h>
__global__ void put(int *p) {
	p[threadIdx.x] = 7; // bug
}
int main() {
	int *p;
	cudaStream_t a, b;
	cudaEvent_t done;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaEventCreate(&done);
	cudaMallocAsync((void **)&p, 128, a);
	cudaStreamSynchronize(a);
	put<<<1, 32, 0, b>>>(p);
	usleep(100000); // it has run, though nothing orders the two
#ifdef FIXED
	cudaEventRecord(done, b);
	cudaStreamWaitEvent(a, done, 0);
#endif
	cudaFreeAsync(p, a);
	cudaDeviceSynchronize();
}
