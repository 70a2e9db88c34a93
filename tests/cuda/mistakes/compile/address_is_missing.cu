__device__ int counter;
__global__ void k(int *lock) {
	atomicAdd(counter, 1);
	atomicCAS(lock[0], 0, 1);
}
