// Neighbour list: the start of the next batch is reset while others read it
// link: https://github.com/proteneer/timemachine/pull/1481
// what: One thread takes a range by an atomic counter and tells the others through shared memory; nothing keeps it from taking the next one too early.
// expect: Potential WAR hazard detected at __shared__
#include "gallery.h"
__global__ void batches(int *counter, int *out) {
	__shared__ int start;
	for (int i = 0; i < 4; i++) {
		if (threadIdx.x == 0)
			start = atomicAdd(counter, 64); // other
		__syncthreads();
		out[start + threadIdx.x] = i; // bug
#ifdef FIXED
		__syncthreads();
#endif
	}
}
int main() {
	batches<<<1, 64>>>(zeros<int>(1), zeros<int>(256));
}
