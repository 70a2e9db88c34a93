// mistakes.cu WHICH: one mistake, which ends the process with a message, or is an error that is returned.
// SPDX-License-Identifier: Apache-2.0
#include "pes.h"

__global__ void to_bad_pe(int *p) { nvshmem_int_p(p, 1, 99); }
__global__ void to_plain(int *p) { nvshmem_int_put(p, p, 3, (nvshmem_my_pe() + 1) % nvshmem_n_pes()); }
__global__ void without() { nvshmem_barrier_all(); }
__global__ void in_no_team() { nvshmemx_barrier_block(17); }

int main(int argc, char **argv) {
	std::string what = argv[1];
	if (what == "early")
		nvshmem_malloc(8);
	if (what == "early-kernel") {
		without<<<1, 1>>>();
		printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
		return 0;
	}
	nvshmem_init();
	me = nvshmem_my_pe();
	n = nvshmem_n_pes();
	int *p = (int *)nvshmem_malloc(64), *plain;
	CUDA(cudaMalloc(&plain, 64));
	if (what == "pe")
		nvshmem_int_p(p, 1, 7);
	if (what == "plain")
		nvshmem_int_put(plain, p, 4, (me + 1) % n);
	if (what == "end")
		nvshmem_putmem_nbi(p, plain, 1ull << 40, (me + 1) % n);
	if (what == "sizes")
		nvshmem_malloc(8 + me);
	if (what == "free")
		nvshmem_free(p + 1);
	if (what == "team")
		nvshmem_barrier(20);
	if (what == "world")
		nvshmem_team_destroy(NVSHMEM_TEAM_WORLD);
	if (what == "signal")
		nvshmemx_signal_op((uint64_t *)p, 1, 3, (me + 1) % n);
	if (what == "huge" && !nvshmem_malloc(1ull << 50))
		printf("NULL\n");
	if (what == "symmetric" && !nvshmemx_buffer_register_symmetric(p, 64, 0))
		printf("NULL\n");
	if (what == "split") {
		nvshmem_team_t t;
		printf("%d\n", nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, n + 1, NULL, 0, &t));
	}
	if (what == "kernel-pe")
		to_bad_pe<<<1, 1>>>(p);
	if (what == "kernel-plain")
		to_plain<<<1, 1>>>(plain);
	if (what == "kernel-team")
		in_no_team<<<1, 1>>>();
	cudaError_t e = cudaDeviceSynchronize();
	if (e != cudaSuccess) {
		printf("%s\n", cudaGetErrorString(e));
		return 1;
	}
	return finish();
}
