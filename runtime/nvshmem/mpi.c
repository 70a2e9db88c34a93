/* mpi.c - MPI, Open MPI's or MPICH's: the program's, or, between hosts, that of the
 * launcher, which is opened then. NVSHMEM needs a rank, a size and one broadcast of it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* A communicator and a type are pointers for Open MPI, and integers for MPICH; both are
 * passed in one register. */
static struct {
	int (*comm_rank)(uintptr_t comm, int *rank);
	int (*comm_size)(uintptr_t comm, int *size);
	int (*bcast)(void *at, int n, uintptr_t type, int root, uintptr_t comm);
	int (*init)(int *argc, char ***argv);
	int (*initialized)(int *is);
	int (*finalize)(void);
	int (*finalized)(int *is);
	uintptr_t byte, comm, world;
	bool is_found, is_own;
} mpi;

enum { MPICH_BYTE = 0x4c00010d, MPICH_WORLD = 0x44000000 };

static bool symbol(void *library, const char *name, void *to) {
	void *p = dlsym(library, name);
	memcpy(to, &p, sizeof p);
	return p != NULL;
}

static bool find(void *library) {
	if (!symbol(library, "MPI_Comm_rank", &mpi.comm_rank) ||
	    !symbol(library, "MPI_Comm_size", &mpi.comm_size) ||
	    !symbol(library, "MPI_Bcast", &mpi.bcast) ||
	    !symbol(library, "MPI_Init", &mpi.init) ||
	    !symbol(library, "MPI_Initialized", &mpi.initialized) ||
	    !symbol(library, "MPI_Finalize", &mpi.finalize) ||
	    !symbol(library, "MPI_Finalized", &mpi.finalized))
		return false;
	void *byte = dlsym(library, "ompi_mpi_byte"),
	     *world = dlsym(library, "ompi_mpi_comm_world");
	mpi.byte = byte ? (uintptr_t)byte : MPICH_BYTE;
	mpi.world = byte ? (uintptr_t)world : MPICH_WORLD;
	return true;
}

static bool open_library(void) {
	static const char *const of_open_mpi[] = {"libmpi.so.40", "libmpi.so"},
				 *const of_mpich[] = {"libmpich.so.12", "libmpi.so.12"};
	bool is_open = getenv("OMPI_COMM_WORLD_RANK") != NULL;
	for (u32 i = 0; i < 2; i++) {
		void *p = dlopen(is_open ? of_open_mpi[i] : of_mpich[i],
		                 RTLD_NOW | RTLD_GLOBAL);
		if (p && find(p))
			return true;
	}
	return false;
}

/* MPI that this library has begun ends with the process, if all have come so far. */
static void finish(void) {
	int is_over = 1;
	if (!job.control && mpi.finalized(&is_over) == 0 && !is_over)
		mpi.finalize();
}

bool mpi_begin(const char *function, const void *comm, int *rank, int *n) {
	int is_on = 0;
	if (!mpi.is_found)
		mpi.is_found = find(RTLD_DEFAULT) || (!comm && open_library());
	if (!mpi.is_found) {
		job_say(function,
		        comm ? "the program is not linked with MPI"
		             : "PEs on several hosts, and there is no MPI to ask: "
		               "neither libmpi.so.40 (Open MPI) nor libmpich.so.12 "
		               "(MPICH) is found, as the launcher wants it");
		return false;
	}
	if (mpi.initialized(&is_on) == 0 && !is_on && !comm) {
		mpi.is_own = mpi.init(NULL, NULL) == 0;
		if (mpi.is_own)
			atexit(finish);
	}
	bool is_open = mpi.byte != MPICH_BYTE;
	mpi.comm = !comm     ? mpi.world
	           : is_open ? *(const uintptr_t *)comm
	                     : (uintptr_t)*(const u32 *)comm;
	if (mpi.comm_rank(mpi.comm, rank) == 0 && mpi.comm_size(mpi.comm, n) == 0)
		return true;
	job_say(function, "MPI has an error");
	return false;
}

bool mpi_broadcast(void *at, u32 bytes) {
	return mpi.bcast(at, (int)bytes, mpi.byte, 0, mpi.comm) == 0;
}
