// first.cu: a ring. Each PE puts into the next one's memory, from the host, from a stream and from a kernel, and waits.
// SPDX-License-Identifier: Apache-2.0
#include "pes.h"

__global__ void ring(int *dest, uint64_t *signal, int value) {
	int next = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
	nvshmem_int_p(dest, value, next);
	nvshmem_fence();
	nvshmemx_signal_op(signal, 1, NVSHMEM_SIGNAL_SET, next);
	nvshmem_signal_wait_until(signal, NVSHMEM_CMP_EQ, 1);
}

__global__ void peer(int *p, int *out) {
	int other = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
	int *there = (int *)nvshmem_ptr(p, other);
	*out = there ? *there : -1;
}

// PEs of another host have no pointer.
static bool is_near(int pe) {
	return nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, pe, NVSHMEM_TEAM_SHARED) >= 0;
}

int main() {
	nvshmem_init();
	me = nvshmem_my_pe();
	n = nvshmem_n_pes();
	int before = (me + n - 1) % n, next = (me + 1) % n;
	int *a = (int *)nvshmem_malloc(1024 * sizeof(int));
	uint64_t *signal = (uint64_t *)nvshmem_calloc(8, sizeof(uint64_t));

	nvshmem_int_p(a, 100 + me, next);
	nvshmem_barrier_all();
	same("int_p of the host", nvshmem_int_g(a, me), 100 + before);
	same("int_g of the host", nvshmem_int_g(a, next), 100 + me);
	nvshmem_barrier_all();

	std::vector<int> v(1024);
	for (int i = 0; i < 1024; i++)
		v[i] = me * 10000 + i;
	int *b = (int *)nvshmem_malloc(1024 * sizeof(int));
	write(b, v);
	nvshmem_barrier_all();
	nvshmem_int_put(a, b, 1024, next);
	nvshmem_barrier_all();
	same("int_put", read(a, 1024)[1023], before * 10000 + 1023);
	cudaPointerAttributes attributes;
	CUDA(cudaPointerGetAttributes(&attributes, a));
	same("kind of memory", attributes.type, cudaMemoryTypeDevice);

	nvshmem_barrier_all();
	ring<<<1, 1>>>(a, signal, me + 7);
	CUDA(cudaDeviceSynchronize());
	same("a kernel's p", read(a, 1)[0], before + 7);
	nvshmem_barrier_all();
	int *out;
	CUDA(cudaMalloc(&out, sizeof *out));
	peer<<<1, 1>>>(a, out);
	same("nvshmem_ptr", read(out, 1)[0], is_near(next) ? me + 7 : -1);
	same("nvshmem_ptr of the host", nvshmem_ptr(a, next) != NULL, is_near(next));
	const char *hosts = getenv("SIMT_NVSHMEM_HOSTS");
	if (hosts && n > 1)
		same("PEs of this host", nvshmem_team_n_pes(NVSHMEMX_TEAM_NODE) < n, 1);
	nvshmem_barrier_all();

	cudaStream_t s;
	CUDA(cudaStreamCreate(&s));
	CUDA(cudaMemsetAsync(signal, 0, 64, s));
	nvshmemx_barrier_all_on_stream(s);
	nvshmemx_int_put_signal_on_stream(a, b, 1024, signal, 5, NVSHMEM_SIGNAL_ADD, next, s);
	nvshmemx_signal_wait_until_on_stream(signal, NVSHMEM_CMP_GE, 5, s);
	CUDA(cudaStreamSynchronize(s));
	same("put_signal_on_stream", read(a, 1024)[5], before * 10000 + 5);
	nvshmem_free(a);
	// 40 MB: the heap grows.
	int *large = (int *)nvshmem_malloc(10 << 22);
	large = large ? large : (exit(3), nullptr);
	nvshmem_int_p(large + (10 << 20) - 1, me, next);
	nvshmem_barrier_all();
	same("the end of a large block", nvshmem_int_g(large + (10 << 20) - 1, me), before);
	nvshmem_free(large);
	nvshmem_free(b);
	nvshmem_free(signal);
	return finish();
}
