// faults.cu: PEs that come together again and again, in host code, in streams and in kernels, until one is killed.
// SPDX-License-Identifier: Apache-2.0
#include "pes.h"

__global__ void together(uint64_t *signal, uint64_t round) {
	nvshmemx_signal_op(signal, round, NVSHMEM_SIGNAL_SET, (nvshmem_my_pe() + 1) % nvshmem_n_pes());
	nvshmem_signal_wait_until(signal, NVSHMEM_CMP_GE, round);
	nvshmem_barrier_all();
}

int main(int argc, char **argv) {
	int way = argc > 1 ? atoi(argv[1]) : 0;
	nvshmem_init();
	me = nvshmem_my_pe();
	n = nvshmem_n_pes();
	printf("begun\n");
	fflush(stdout);
	uint64_t *signal = (uint64_t *)nvshmem_calloc(1, 8);
	for (uint64_t round = 1;; round++) {
		if (way % 3 == 0)
			nvshmem_barrier_all();
		else if (way % 3 == 1)
			nvshmemx_barrier_all_on_stream(0);
		else
			together<<<1, 1>>>(signal, round);
		cudaError_t e = cudaDeviceSynchronize();
		if (e != cudaSuccess) {
			printf("%s\n", cudaGetErrorString(e));
			return 4;
		}
	}
}
