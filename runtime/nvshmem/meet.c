/* meet.c - how the PEs of a job find each other. The control block is a file without a
 * name (memfd) of one process, which the others open under /proc; an id says which one it
 * is. So nothing is left when processes are killed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"

#define MAGIC 0x314d454d48535653ull

/* The content of an nvshmemx_uniqueid_t. */
struct id {
	u64 magic;
	s32 pid, fd;
	u64 inode;
	char host[40]; /* boot_id of the system */
};
_Static_assert(sizeof(struct id) <= sizeof(((nvshmemx_uniqueid_t *)0)->internal), "room");

static void host_name(char text[40]) {
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	memset(text, 0, 40);
	if (fd >= 0) {
		if (read(fd, text, 36) < 0)
			text[0] = 0;
		close(fd);
	}
}

/* ---- an id ------------------------------------------------------------------------------------ */

/* The process keeps the file: others may still come. */
static bool new_id(struct id *id) {
	static int kept = -1;
	struct stat st;
	int fd = memfd_create("simt nvshmem", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, sizeof(struct control)) != 0 || fstat(fd, &st) != 0)
		return false;
	if (kept >= 0)
		close(kept);
	kept = fd;
	*id = (struct id){
		.magic = MAGIC, .pid = getpid(), .fd = fd, .inode = (u64)st.st_ino};
	host_name(id->host);
	return true;
}

int nvshmemx_get_uniqueid(nvshmemx_uniqueid_t *out) {
	struct id id;
	if (!out)
		return NVSHMEMX_ERROR_INVALID_VALUE;
	*out = (nvshmemx_uniqueid_t)NVSHMEMX_UNIQUEID_INITIALIZER;
	if (!new_id(&id)) {
		job_say("nvshmemx_get_uniqueid", "the system has no file: %s",
		        strerror(errno));
		return NVSHMEMX_ERROR_INTERNAL;
	}
	memcpy(out->internal, &id, sizeof id);
	return NVSHMEMX_SUCCESS;
}

static struct control *open_control(const char *function, const struct id *id) {
	char host[40];
	struct stat st;
	host_name(host);
	if (id->magic != MAGIC) {
		job_say(function, "the unique id is none of nvshmemx_get_uniqueid's");
		return NULL;
	}
	if (strcmp(host, id->host) != 0) {
		job_say(function, "PEs on several hosts are not supported");
		return NULL;
	}
	int fd = file_open_elsewhere(
		&(struct file_elsewhere){id->pid, id->fd, id->inode});
	if (fd < 0 || fstat(fd, &st) != 0 || st.st_size < (off_t)sizeof(struct control)) {
		job_say(function,
		        "process %d, which made the unique id, has ended, or is "
		        "another user's",
		        id->pid);
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	void *p = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED,
	               fd, 0);
	job.fd = fd;
	return p == MAP_FAILED ? NULL : p;
}

/* ---- joining ------------------------------------------------------------------------------------ */

static bool take_place(const char *function, struct control *c, int rank, int n) {
	s32 none = 0;
	u32 is_free = PE_FREE;
	if (!atomic_compare_exchange_strong(&c->npes, &none, n) && none != n) {
		job_say(function, "PE %d joins a job of %d PEs, others one of %d", rank,
		        n, none);
		return false;
	}
	c->pe[rank].pid = getpid();
	if (!atomic_compare_exchange_strong(&c->pe[rank].state, &is_free, PE_JOINED)) {
		job_say(function, "there is a PE %d already", rank);
		return false;
	}
	return true;
}

static u64 now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

static bool wait_for_all(const char *function, const struct control *c, int n) {
	u64 due = now_ns() + watch_timeout_ns();
	for (int i = 0; i < n; i++)
		while (atomic_load(&c->pe[i].state) == PE_FREE) {
			nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
			if (now_ns() > due) {
				job_say(function,
				        "PE %d of %d has not come (SIMT_NVSHMEM_TIMEOUT "
				        "says how many seconds to wait)",
				        i, n);
				return false;
			}
		}
	return true;
}

static int join(const char *function, int rank, int n, const struct id *id) {
	if (n < 1 || n > MAX_PES || rank < 0 || rank >= n) {
		job_say(function, "PE %d of %d: a job has 1 to %d PEs", rank, n, MAX_PES);
		return NVSHMEMX_ERROR_INVALID_VALUE;
	}
	struct control *c = open_control(function, id);
	if (!c)
		return NVSHMEMX_ERROR_INTERNAL;
	job.me = rank;
	job.n = n;
	if (!take_place(function, c, rank, n)) {
		munmap(c, sizeof *c);
		return NVSHMEMX_ERROR_INVALID_VALUE;
	}
	job.control = c;
	if (wait_for_all(function, c, n))
		return NVSHMEMX_SUCCESS;
	atomic_store(&c->pe[rank].state, PE_KILLED);
	meet_leave();
	return NVSHMEMX_ERROR_INTERNAL;
}

void meet_leave(void) {
	munmap(job.control, sizeof *job.control);
	close(job.fd);
	job.control = NULL;
	job.fd = -1;
}

int meet_by_id(const char *function, int rank, int n, const nvshmemx_uniqueid_t *uid) {
	struct id id;
	memcpy(&id, uid->internal, sizeof id);
	return join(function, rank, n, &id);
}

/* ---- all PEs ------------------------------------------------------------------------------------- */

void meet_sync(const char *function) {
	struct control *c = job.control;
	struct patience p = {0};
	u64 n = (u64)job.n, all = (atomic_fetch_add(&c->arrived, 1) / n + 1) * n;
	while (atomic_load(&c->arrived) < all) {
		bool ended = watch_ended() >= 0;
		if (ended && atomic_load(&c->arrived) < all)
			watch_give_up(function);
		watch_rest(&p);
	}
}

void meet_tell(u64 a, u64 b) {
	struct pe *me = &job.control->pe[job.me];
	me->word[0] = a;
	me->word[1] = b;
}

/* ---- by a launcher ---------------------------------------------------------------------------------- */

struct place {
	int rank, size, local;
	char name[96];
};

static int number_in(const char *variable) {
	const char *s = getenv(variable);
	char *end;
	long v = s && *s ? strtol(s, &end, 10) : -1;
	return s && *s && !*end && v >= 0 && v < 1000000 ? (int)v : -1;
}

/* What launchers say: rank, size, how many on this host, which job. */
static const struct {
	const char *rank, *size, *local, *job;
} launchers[] = {
	{"SIMT_NVSHMEM_PE", "SIMT_NVSHMEM_NPES", "SIMT_NVSHMEM_NPES", "SIMT_NVSHMEM_JOB"},
	{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE",
         "PMIX_NAMESPACE"},
	{"PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS", "PMI_JOBID"},
	{"SLURM_PROCID", "SLURM_NTASKS", "SLURM_STEP_TASKS_PER_NODE", "SLURM_JOB_ID"},
};

static void find_place(struct place *p) {
	static u32 times; /* jobs that a process has one after the other */
	*p = (struct place){.rank = 0, .size = 1, .local = 1};
	for (u32 i = 0; i < countof(launchers); i++) {
		int rank = number_in(launchers[i].rank),
		    size = number_in(launchers[i].size);
		if (rank < 0 || size < 1)
			continue;
		const char *named = getenv(launchers[i].job);
		p->rank = rank;
		p->size = size;
		p->local = number_in(launchers[i].local);
		/* The processes of a host have one parent, unless a script starts them.
		 */
		if (named && *named)
			snprintf(p->name, sizeof p->name, "simt-nvshmem-%u-%u-%.60s",
			         (unsigned)getuid(), times, named);
		else
			snprintf(p->name, sizeof p->name, "simt-nvshmem-%u-%u-of-%d",
			         (unsigned)getuid(), times, (int)getppid());
		break;
	}
	times++;
}

/* A socket without a file: its name is free as soon as it is closed. */
static socklen_t address_of(const struct place *p, struct sockaddr_un *a) {
	*a = (struct sockaddr_un){.sun_family = AF_UNIX};
	size_t n = strlen(p->name);
	memcpy(a->sun_path + 1, p->name, n);
	return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + n);
}

static bool wait_readable(int fd, u64 due) {
	while (now_ns() < due) {
		struct timeval t = {.tv_usec = 100000};
		fd_set set;
		FD_ZERO(&set);
		FD_SET(fd, &set);
		if (select(fd + 1, &set, NULL, NULL, &t) > 0)
			return true;
	}
	return false;
}

/* PE 0 tells the others the id. */
static bool tell_others(const struct place *p, const struct id *id) {
	struct sockaddr_un a;
	socklen_t bytes = address_of(p, &a);
	u64 due = now_ns() + watch_timeout_ns();
	int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool ok = s >= 0 && bind(s, (struct sockaddr *)&a, bytes) == 0 &&
	          listen(s, MAX_PES) == 0;
	for (int i = 1; i < p->size && ok; i++) {
		ok = wait_readable(s, due);
		int other = ok ? accept4(s, NULL, NULL, SOCK_CLOEXEC) : -1;
		if (other >= 0) {
			ok = send(other, id, sizeof *id, MSG_NOSIGNAL) ==
			     (ssize_t)sizeof *id;
			close(other);
		}
	}
	if (s >= 0)
		close(s);
	return ok;
}

static bool ask(const struct place *p, struct id *id) {
	struct sockaddr_un a;
	socklen_t bytes = address_of(p, &a);
	for (u64 due = now_ns() + watch_timeout_ns(); now_ns() < due;) {
		int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
		bool ok = s >= 0 && connect(s, (struct sockaddr *)&a, bytes) == 0 &&
		          recv(s, id, sizeof *id, MSG_WAITALL) == (ssize_t)sizeof *id;
		if (s >= 0)
			close(s);
		if (ok)
			return true;
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
	}
	return false;
}

int meet_by_launcher(const char *function) {
	struct place p;
	struct id id;
	find_place(&p);
	if (p.size > 1 && p.local >= 0 && p.local < p.size) {
		job_say(function,
		        "PEs on several hosts are not supported: %d of %d are on this "
		        "one",
		        p.local, p.size);
		return NVSHMEMX_ERROR_NOT_SUPPORTED;
	}
	bool ok = p.rank ? ask(&p, &id)
	                 : new_id(&id) && (p.size == 1 || tell_others(&p, &id));
	if (!ok) {
		job_say(function,
		        "PE %d of %d: the others have not come (SIMT_NVSHMEM_TIMEOUT "
		        "says how many seconds to wait)",
		        p.rank, p.size);
		return NVSHMEMX_ERROR_INTERNAL;
	}
	return join(function, p.rank, p.size, &id);
}

/* ---- by MPI: the program's ---------------------------------------------------------------------------- */

/* A communicator and a type are pointers for Open MPI, and integers for MPICH; both are
 * passed in one register. */
struct mpi {
	int (*comm_rank)(uintptr_t comm, int *rank);
	int (*comm_size)(uintptr_t comm, int *size);
	int (*bcast)(void *at, int n, uintptr_t type, int root, uintptr_t comm);
	uintptr_t byte, comm;
};

static bool find_mpi(struct mpi *m, const void *comm) {
	void *rank = dlsym(RTLD_DEFAULT, "MPI_Comm_rank"),
	     *size = dlsym(RTLD_DEFAULT, "MPI_Comm_size"),
	     *bcast = dlsym(RTLD_DEFAULT, "MPI_Bcast"),
	     *byte = dlsym(RTLD_DEFAULT, "ompi_mpi_byte");
	if (!rank || !size || !bcast)
		return false;
	memcpy(&m->comm_rank, &rank, sizeof rank);
	memcpy(&m->comm_size, &size, sizeof size);
	memcpy(&m->bcast, &bcast, sizeof bcast);
	m->byte = byte ? (uintptr_t)byte : 0x4c00010d; /* MPICH's MPI_BYTE */
	m->comm = byte ? *(const uintptr_t *)comm : (uintptr_t)*(const u32 *)comm;
	return true;
}

int meet_by_mpi(const char *function, void *comm) {
	struct mpi m;
	struct id id = {0};
	int rank, n;
	if (!comm || !find_mpi(&m, comm)) {
		job_say(function, comm ? "the program is not linked with MPI"
		                       : "the attributes have no communicator");
		return NVSHMEMX_ERROR_INVALID_VALUE;
	}
	if (m.comm_rank(m.comm, &rank) || m.comm_size(m.comm, &n) ||
	    (!rank && !new_id(&id)) || m.bcast(&id, sizeof id, m.byte, 0, m.comm)) {
		job_say(function, "MPI has an error");
		return NVSHMEMX_ERROR_INTERNAL;
	}
	return join(function, rank, n, &id);
}
