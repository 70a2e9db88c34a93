// mpi.cu: PEs that an MPI launcher has started: by the program's communicator (-DBY_COMM; then MPI puts into symmetric memory,
// too), or without any MPI in the program.
// SPDX-License-Identifier: Apache-2.0
#include "pes.h"
#ifdef BY_COMM
#include <mpi.h>
#include <nvshmemx.h>
#endif

__global__ void tell(int *dest, uint64_t *signal, int value) {
	int next = (nvshmem_my_pe() + 1) % nvshmem_n_pes();
	nvshmem_int_p(dest, value, next);
	nvshmem_fence();
	nvshmemx_signal_op(signal, 1, NVSHMEM_SIGNAL_ADD, next);
	nvshmem_signal_wait_until(signal, NVSHMEM_CMP_EQ, 1);
	nvshmem_int_sum_reduce(NVSHMEM_TEAM_WORLD, dest + 1, dest, 1);
}

int main(int argc, char **argv) {
#ifdef BY_COMM
	MPI_Init(&argc, &argv);
	MPI_Comm comm = MPI_COMM_WORLD;
	nvshmemx_init_attr_t attr = NVSHMEMX_INIT_ATTR_INITIALIZER;
	nvshmemx_set_attr_mpi_comm_args(&comm, &attr);
	nvshmemx_init_attr(NVSHMEMX_INIT_WITH_MPI_COMM, &attr);
#else
	(void)argc;
	(void)argv;
	nvshmem_init();
#endif
	me = nvshmem_my_pe();
	n = nvshmem_n_pes();
	int *a = (int *)nvshmem_calloc(2, sizeof(int));
	uint64_t *signal = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
	tell<<<1, 1>>>(a, signal, me + 7);
	std::vector<int> v = read(a, 2);
	same("p of a kernel", v[0], (me + n - 1) % n + 7);
	same("the sum of a kernel", v[1], n * 7 + n * (n - 1) / 2);
	nvshmem_barrier_all();
#ifdef BY_COMM
	int rank, value = 100 + me;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	same("the rank", rank, me);
	MPI_Sendrecv(&value, 1, MPI_INT, (me + 1) % n, 0, a, 1, MPI_INT, (me + n - 1) % n, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	same("a message into the heap", read(a, 1)[0], 100 + (me + n - 1) % n);
	nvshmem_barrier_all();
#endif
	nvshmem_free(signal);
	nvshmem_free(a);
	int r = finish();
#ifdef BY_COMM
	MPI_Finalize();
#endif
	return r;
}
