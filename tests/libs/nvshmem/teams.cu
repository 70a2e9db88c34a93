// teams.cu: teams of PEs that have an id, and memory of the program that becomes symmetric.
// SPDX-License-Identifier: Apache-2.0
#include "pes.h"

enum { N = 3000, BYTES = 4 << 20 };

__global__ void sum(nvshmem_team_t team, int *to, const int *from) {
	nvshmemx_int_sum_reduce_block(team, to, from, N);
}

// PE `maker` gives all an id by its word in the heap.
static nvshmemx_team_uniqueid_t id_of(uint64_t *word, int maker) {
	nvshmemx_team_uniqueid_t id = 0;
	if (me == maker) {
		same("nvshmemx_team_get_uniqueid", nvshmemx_team_get_uniqueid(&id), 0);
		nvshmem_uint64_p(word, id, me);
	}
	nvshmem_barrier_all();
	id = nvshmem_uint64_g(word, maker);
	nvshmem_barrier_all();
	return id;
}

// PEs in reverse order, without the first ones.
static void reversed(int without, uint64_t *word, int *a, int *b) {
	nvshmem_team_config_t config = NVSHMEM_TEAM_CONFIG_INITIALIZER;
	nvshmem_team_t team = 7;
	int size = n - without;
	config.uniqueid = id_of(word, n - 1);
	if (me >= without) {
		same("nvshmemx_team_init", nvshmemx_team_init(&team, &config, NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID, size, n - 1 - me), 0);
		same("my PE", nvshmem_team_my_pe(team), n - 1 - me);
		same("PEs", nvshmem_team_n_pes(team), size);
		write(b, std::vector<int>(N, me + 1));
		nvshmem_barrier(team);
		sum<<<1, 32>>>(team, a, b);
		int expected = 0;
		for (int i = without; i < n; i++)
			expected += i + 1;
		same("a sum of the team", read(a, N)[N - 1], expected);
		nvshmem_int_broadcast(team, a, b, N, 0);
		same("a broadcast of the team", read(a, N)[0], n);
		nvshmem_team_destroy(team);
	}
	nvshmem_barrier_all();
}

static void *own_memory(CUmemGenericAllocationHandle *h) {
	CUmemAllocationProp prop = {};
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
	prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	CUmemAccessDesc access = {prop.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
	CUdeviceptr p = 0;
	bool ok = !cuMemCreate(h, BYTES, &prop, 0) && !cuMemAddressReserve(&p, BYTES, 0, 0, 0) && !cuMemMap(p, BYTES, 0, *h, 0) &&
	          !cuMemSetAccess(p, BYTES, &access, 1);
	same("memory of the program", ok, 1);
	return (void *)p;
}

static void registered() {
	CUmemGenericAllocationHandle h;
	int next = (me + 1) % n, before = (me + n - 1) % n;
	int *own = (int *)own_memory(&h), *p = (int *)nvshmemx_buffer_register_symmetric(own, BYTES, 0);
	same("nvshmemx_buffer_register_symmetric", p != nullptr, 1);
	write(own, std::vector<int>(N, me * 3));
	nvshmem_barrier_all();
	nvshmem_int_put(p + N, own, N, next);
	nvshmem_barrier_all();
	same("a put into it", read(own + N, N)[N - 1], before * 3);
	same("a get out of it", nvshmem_int_g(p, next), next * 3);
	sum<<<1, 32>>>(NVSHMEM_TEAM_WORLD, p + 2 * N, p);
	same("a sum in it", read(own + 2 * N, N)[N - 1], 3 * n * (n - 1) / 2);
	nvshmem_barrier_all();
	// The heap goes on after it.
	int *more = (int *)nvshmem_malloc(30 << 20);
	nvshmem_int_p(more + (7 << 20), me, next);
	nvshmem_barrier_all();
	same("after it", nvshmem_int_g(more + (7 << 20), me), before);
	same("unregister", nvshmemx_buffer_unregister_symmetric(p, BYTES), 0);
	same("twice", nvshmemx_buffer_unregister_symmetric(p, BYTES), NVSHMEMX_ERROR_INVALID_VALUE);
	same("it is still there", read(own, 1)[0], me * 3);
	nvshmem_free(more);
	void *other;
	CUDA(cudaMalloc(&other, BYTES));
	same("cudaMalloc's", nvshmemx_buffer_register_symmetric(other, BYTES, 0) == nullptr, 1);
	cuMemUnmap((CUdeviceptr)own, BYTES);
	cuMemRelease(h);
}

int main() {
	nvshmem_init();
	me = nvshmem_my_pe();
	n = nvshmem_n_pes();
	uint64_t *word = (uint64_t *)nvshmem_calloc(1, 8);
	int *a = (int *)nvshmem_calloc(N, 4), *b = (int *)nvshmem_calloc(N, 4);
	for (int i = 0; i < 20; i++)
		reversed(i % 2 && n > 1, word, a, b);
	nvshmem_team_config_t config = NVSHMEM_TEAM_CONFIG_INITIALIZER;
	nvshmem_team_t team;
	same("no id", nvshmemx_team_init(&team, &config, 0, n, me), NVSHMEMX_ERROR_INVALID_VALUE);
	registered();
	return finish();
}
