// devices.cu: each PE chooses the device of its number after it has learned it; memory and kernels are there.
// SPDX-License-Identifier: Apache-2.0
#include "pes.h"

__global__ void shift(int *p) { nvshmem_int_p(p, nvshmem_my_pe(), (nvshmem_my_pe() + 1) % nvshmem_n_pes()); }

int main() {
	nvshmem_init();
	me = nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE);
	n = nvshmem_n_pes();
	int device;
	cudaStream_t s;
	CUDA(cudaSetDevice(me));
	CUDA(cudaStreamCreate(&s));
	int *p = (int *)nvshmem_malloc(sizeof *p);
	CUDA(cudaGetDevice(&device));
	same("the device", device, me);
	cudaPointerAttributes attributes;
	CUDA(cudaPointerGetAttributes(&attributes, p));
	same("where memory is", attributes.device, me);
	shift<<<1, 1, 0, s>>>(p);
	nvshmemx_barrier_all_on_stream(s);
	CUDA(cudaStreamSynchronize(s));
	same("a shift", nvshmem_int_g(p, me), (me + n - 1) % n);
	nvshmem_barrier_all();
	nvshmem_free(p);
	return finish();
}
