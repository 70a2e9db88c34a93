// The host reads managed memory before it has waited for the kernel that writes it.
// check: race
// expect: Race of a kernel with a read at; note Read by the host in main; note nothing orders a launch of put(int*)
#include <cuda_runtime.h>

__global__ void put(int *p) {
	p[threadIdx.x] = 7; // bug
}

int main() {
	int *p;
	cudaMallocManaged(&p, 4096 * sizeof *p);
	put<<<1, 32>>>(p);
	int early = p[5];
	cudaDeviceSynchronize();
	return p[5] - 7 + (early == 12345);
}
