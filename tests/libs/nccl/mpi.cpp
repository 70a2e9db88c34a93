// mpi.cpp - a program of MPI, one device for each rank: MPI takes device pointers as they are, memory goes to another
// rank by a handle, NCCL joins by an id that MPI has sent.
// SPDX-License-Identifier: Apache-2.0
#include "ranks.h"

#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif

enum { N = 5000 };

int main(int argc, char **argv) {
	int rank, n, devices, bad = 0, sum;
	MPI_Init(&argc, &argv);
#if defined(MPIX_CUDA_AWARE_SUPPORT) || defined(MPICH)
	if (!MPIX_Query_cuda_support())
		bad += printf("MPI says that it does not take device pointers\n");
#endif
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &n);
	OK(cudaGetDeviceCount(&devices));
	int device = rank % devices, next = (rank + 1) % n, last = (rank + n - 1) % n;
	{
		Buffer a(device, N * 4), b(device, N * 4);
		put(a, ncclInt32, std::vector<int>(N, rank + 1));
		MPI_Sendrecv(a.at, N, MPI_INT, next, 0, b.at, N, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		bad += wrong(b, ncclInt32, std::vector<int>(N, last + 1));
		MPI_Allreduce(a.at, b.at, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
		bad += wrong(b, ncclInt32, std::vector<int>(N, n * (n + 1) / 2));

		cudaIpcMemHandle_t mine, theirs;
		OK(cudaIpcGetMemHandle(&mine, a.at));
		MPI_Sendrecv(&mine, sizeof mine, MPI_BYTE, next, 1, &theirs, sizeof theirs, MPI_BYTE, last, 1, MPI_COMM_WORLD,
		             MPI_STATUS_IGNORE);
		void *p;
		OK(cudaIpcOpenMemHandle(&p, theirs, cudaIpcMemLazyEnablePeerAccess));
		OK(cudaMemcpy(b.at, p, N * 4, cudaMemcpyDeviceToDevice));
		bad += wrong(b, ncclInt32, std::vector<int>(N, last + 1));
		MPI_Barrier(MPI_COMM_WORLD);
		OK(cudaIpcCloseMemHandle(p));

		ncclUniqueId id;
		ncclComm_t comm;
		if (rank == 0)
			OK(ncclGetUniqueId(&id));
		MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
		OK(ncclCommInitRank(&comm, n, id, rank));
		OK(ncclAllReduce(a.at, b.at, N, ncclInt32, ncclSum, comm, nullptr));
		OK(cudaDeviceSynchronize());
		bad += wrong(b, ncclInt32, std::vector<int>(N, n * (n + 1) / 2));
		OK(ncclCommDestroy(comm));
	}
	MPI_Reduce(&bad, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	if (rank == 0)
		printf("%d ranks, %d wrong\n", n, sum);
	MPI_Finalize();
	return bad != 0;
}
