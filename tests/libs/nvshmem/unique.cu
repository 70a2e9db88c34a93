// unique.cu PES: processes of one program, which find each other by a unique id that comes through pipes; a second job
// follows the first.
// SPDX-License-Identifier: Apache-2.0
#include "pes.h"

#include <sys/wait.h>
#include <unistd.h>

__global__ void add(int *p) { nvshmem_int_atomic_add(p, nvshmem_my_pe() + 1, 0); }

static void job(int rank, int size, int in, const std::vector<int> &outs) {
	nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
	nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
	if (rank == 0) {
		nvshmemx_get_uniqueid(&id);
		for (int out : outs)
			same("a pipe", ::write(out, &id, sizeof id), sizeof id);
	} else {
		same("a pipe", ::read(in, &id, sizeof id), sizeof id);
	}
	nvshmemx_set_attr_uniqueid_args(rank, size, &id, &attr);
	same("init", nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attr), 0);
	me = nvshmem_my_pe();
	n = nvshmem_n_pes();
	same("PE", me, rank);
	same("PEs", n, size);
	int *p = (int *)nvshmem_calloc(1, sizeof *p);
	void *args[] = {&p};
	int most = 0;
	same("query", nvshmemx_collective_launch_query_gridsize((void *)add, dim3(1), args, 0, &most), 0);
	same("many ctas", most >= 1, 1);
	same("launch", nvshmemx_collective_launch((void *)add, dim3(1), dim3(1), args, 0, 0), 0);
	CUDA(cudaDeviceSynchronize());
	nvshmem_barrier_all();
	same("a sum", nvshmem_int_g(p, 0), n * (n + 1) / 2);
	nvshmem_free(p);
	nvshmem_finalize();
	same("status", nvshmemx_init_status(), NVSHMEM_STATUS_NOT_INITIALIZED);
}

int main(int argc, char **argv) {
	int size = argc > 1 ? atoi(argv[1]) : 3, rank = 0, in = -1, failed = 0;
	std::vector<int> outs;
	for (int i = 1; i < size && rank == 0; i++) {
		int ends[2];
		if (pipe(ends) != 0)
			return 2;
		if (fork() == 0) {
			rank = i;
			in = ends[0];
		} else {
			outs.push_back(ends[1]);
		}
	}
	job(rank, size, in, outs);
	job(rank, size, in, outs);
	for (int i = 1, status; i < size && rank == 0; i++)
		failed |= wait(&status) < 0 || status != 0;
	if (!wrong && !failed && rank == 0)
		printf("PE 0 of 1 is right\n"); // of the launcher's
	return wrong || failed;
}
