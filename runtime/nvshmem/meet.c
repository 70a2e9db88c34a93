/* meet.c - how the PEs of a job find each other. The control block is a file without a
 * name (memfd) of one process, which the others open under /proc; an id says which one it
 * is. So nothing is left when processes are killed. PEs of other hosts come by desk.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

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

enum { HOST_BYTES = 48 };

/* The content of an nvshmemx_uniqueid_t. */
struct id {
	u64 magic;
	s32 pid;
	struct control_file file;
	struct desk desk;
	char host[HOST_BYTES];
};
_Static_assert(sizeof(struct id) <= sizeof(((nvshmemx_uniqueid_t *)0)->internal), "room");

/* Which processes can open each other's files: those of a system's run, and in it those
 * that see each other's numbers (a container is a host of its own). */
static void host_name(char text[HOST_BYTES]) {
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	char boot[37] = "";
	struct stat st = {0};
	if (fd >= 0) {
		if (read(fd, boot, 36) < 0)
			boot[0] = 0;
		close(fd);
	}
	stat("/proc/self/ns/pid", &st);
	memset(text, 0, HOST_BYTES);
	snprintf(text, HOST_BYTES, "%s %u", boot, (unsigned)st.st_ino);
}

/* SIMT_NVSHMEM_HOSTS: how many hosts the PEs of this one count as, in blocks. */
static int pretended_host(int pe, int n) {
	const char *s = getenv("SIMT_NVSHMEM_HOSTS");
	int hosts = s ? atoi(s) : 1;
	return hosts > 1 ? (int)((s64)pe * MIN(hosts, n) / n) : 0;
}

/* ---- an id ------------------------------------------------------------------------------------ */

/* The process keeps the file: others may still come. */
bool control_new(struct control_file *f) {
	static int kept = -1;
	struct stat st;
	int fd = memfd_create("simt nvshmem", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, sizeof(struct control)) != 0 || fstat(fd, &st) != 0)
		return false;
	if (kept >= 0)
		close(kept);
	kept = fd;
	*f = (struct control_file){.fd = fd, .inode = (u64)st.st_ino};
	return true;
}

static bool new_id(struct id *id) {
	*id = (struct id){.magic = MAGIC, .pid = getpid()};
	host_name(id->host);
	return control_new(&id->file) && desk_open(&id->desk, id->file.fd);
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

struct control *control_open(s32 pid, const struct control_file *f, int *out) {
	struct stat st;
	int fd = file_open_elsewhere(&(struct file_elsewhere){pid, f->fd, f->inode});
	if (fd < 0)
		return NULL;
	void *p = MAP_FAILED;
	if (fstat(fd, &st) == 0 && st.st_size >= (off_t)sizeof(struct control))
		p = mmap(NULL, sizeof(struct control), PROT_READ | PROT_WRITE, MAP_SHARED,
		         fd, 0);
	if (p == MAP_FAILED) {
		close(fd);
		return NULL;
	}
	*out = fd;
	return p;
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

u64 meet_now_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000 + (u64)t.tv_nsec;
}

static bool wait_for_all(const char *function, const struct control *c, int n) {
	u64 due = meet_now_ns() + watch_timeout_ns();
	for (int i = 0; i < n; i++)
		while (atomic_load(&c->pe[i].state) == PE_FREE) {
			nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
			if (meet_now_ns() > due) {
				job_say(function,
				        "PE %d of %d has not come (SIMT_NVSHMEM_TIMEOUT "
				        "says how many seconds to wait)",
				        i, n);
				return false;
			}
		}
	return true;
}

/* From the host of the process that made the id. */
static bool join_here(const char *function, const struct id *id, int rank, int n) {
	struct control *c = control_open(id->pid, &id->file, &job.fd);
	if (!c) {
		job_say(function,
		        "process %d, which made the unique id, has ended, or is "
		        "another user's",
		        id->pid);
		return false;
	}
	job.control = c;
	if (!take_place(function, c, rank, n)) {
		meet_leave();
		return false;
	}
	if (!wait_for_all(function, c, n)) {
		atomic_store(&c->pe[rank].state, PE_KILLED);
		meet_leave();
		return false;
	}
	for (int i = 0; i < n && !c->pe[rank].port; i++)
		if (c->pe[i].host != 0)
			atomic_store(&c->pe[rank].port, far_listen());
	if (!c->pe[rank].port)
		desk_close();
	return true;
}

static bool join_elsewhere(const char *function, const struct id *id, int rank, int n) {
	char host[64], name[HOST_BYTES];
	host_name(name);
	snprintf(host, sizeof host, "%s %d", name, pretended_host(rank, n));
	return desk_join(function, &id->desk, rank, n, host);
}

/* All PEs know where all are: those of other hosts get connections. */
static bool find_far(const char *function, const struct id *id, int n) {
	for (int i = 0; i < n; i++)
		job.has_far |= job.control->pe[i].host != job.control->pe[job.me].host;
	return !job.has_far || far_connect(function, id->desk.key);
}

static int join(const char *function, int rank, int n, const struct id *id) {
	char host[HOST_BYTES];
	if (n < 1 || n > MAX_PES || rank < 0 || rank >= n) {
		job_say(function, "PE %d of %d: a job has 1 to %d PEs", rank, n, MAX_PES);
		return NVSHMEMX_ERROR_INVALID_VALUE;
	}
	if (id->magic != MAGIC) {
		job_say(function, "the unique id is none of nvshmemx_get_uniqueid's");
		return NVSHMEMX_ERROR_INVALID_VALUE;
	}
	job.me = rank;
	job.n = n;
	job.has_far = false;
	host_name(host);
	bool here = strcmp(host, id->host) == 0 && pretended_host(rank, n) == 0;
	bool ok = here ? join_here(function, id, rank, n)
	               : join_elsewhere(function, id, rank, n);
	return ok && find_far(function, id, n) ? NVSHMEMX_SUCCESS
	                                       : NVSHMEMX_ERROR_INTERNAL;
}

void meet_leave(void) {
	if (job.has_far)
		far_end();
	job.has_far = false;
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

/* All count at PE 0's host. */
static bool count(enum far_op op, u64 value, u64 *old) {
	struct far_word w = {.space = FAR_CONTROL,
	                     .at = offsetof(struct control, arrived),
	                     .bytes = 8,
	                     .op = op,
	                     .value = value};
	if (job_is_far(0))
		return far_atomic(0, &w, old);
	*old = op == FAR_ADD ? atomic_fetch_add(&job.control->arrived, value)
	                     : atomic_load(&job.control->arrived);
	return true;
}

void meet_sync(const char *function) {
	struct patience p = {0};
	u64 n = (u64)job.n, now = 0;
	bool ok = count(FAR_ADD, 1, &now);
	u64 all = (now++ / n + 1) * n;
	while (!ok || now < all) {
		bool ended = watch_ended() >= 0;
		ok = ok && count(FAR_FETCH, 0, &now);
		if (ended && (!ok || now < all))
			watch_give_up(function);
		if (!ok || now < all)
			watch_rest(&p);
	}
}

void meet_tell(u64 a, u64 b) {
	struct pe *me = &job.control->pe[job.me];
	me->word[0] = a;
	me->word[1] = b;
	far_share(me->word, sizeof me->word);
}

/* ---- by a launcher ---------------------------------------------------------------------------------- */

struct place {
	int rank, size, local;
	const char *launcher; /* its variable; NULL: none */
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
		p->launcher = launchers[i].rank;
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
	while (meet_now_ns() < due) {
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
	u64 due = meet_now_ns() + watch_timeout_ns();
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
	for (u64 due = meet_now_ns() + watch_timeout_ns(); meet_now_ns() < due;) {
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
	/* Several hosts: only the launcher's MPI knows the way between them. */
	bool has_mpi = p.launcher && strcmp(p.launcher, "SIMT_NVSHMEM_PE") != 0;
	if (p.size > 1 && ((p.local >= 0 && p.local < p.size) ||
	                   (has_mpi && pretended_host(p.size - 1, p.size))))
		return meet_by_mpi(function, NULL);
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

/* ---- by MPI --------------------------------------------------------------------------------------- */

int meet_by_mpi(const char *function, void *comm) {
	struct id id = {0};
	int rank, n;
	if (!mpi_begin(function, comm, &rank, &n))
		return NVSHMEMX_ERROR_INVALID_VALUE;
	bool made = rank != 0 || new_id(&id);
	if (!made || !mpi_broadcast(&id, sizeof id)) {
		job_say(function, made ? "MPI has an error" : "the system has no file");
		return NVSHMEMX_ERROR_INTERNAL;
	}
	return join(function, rank, n, &id);
}
