/* desk.c - how the PEs of several hosts find each other. The process that made the unique
 * id listens; each PE of another host tells it where it can be reached, and gets the
 * table of all when every PE is there. PEs of the id's own host write it into their
 * control block, as they do in any job; each other host makes a block of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "runtime/libs/socket.h"

#define MAGIC 0x6b736564736d7673ull

struct guest {
	u64 magic;
	u64 key[2];
	s32 pe, n, pid;
	u32 port;
	struct control_file file; /* for a control block of its host */
	char host[64];
};

struct seat {
	s32 pid, host;
	u32 address, port;
	struct control_file file;
};

static struct {
	struct desk desk;
	pthread_mutex_t lock; /* of the listener's number: its thread closes it */
	int listener;
	struct control *control;
	struct seat seat[MAX_PES];
	char host[MAX_PES][64];
	int guest[MAX_PES]; /* connections */
} desk = {.lock = PTHREAD_MUTEX_INITIALIZER, .listener = -1};

/* ---- at the desk ------------------------------------------------------------------------ */

static s32 host_number(int pe, const char *host) {
	for (int i = 0; i < MAX_PES; i++)
		if (desk.guest[i] >= 0 && strcmp(desk.host[i], host) == 0)
			return desk.seat[i].host;
	return 1 + pe;
}

static bool take(int fd, const struct guest *g, const struct sockaddr_in *from) {
	struct control *c = desk.control;
	s32 none = 0;
	if (g->magic != MAGIC || memcmp(g->key, desk.desk.key, sizeof g->key) != 0 ||
	    g->n < 1 || g->n > MAX_PES || g->pe < 0 || g->pe >= g->n ||
	    !memchr(g->host, 0, sizeof g->host) || desk.guest[g->pe] >= 0)
		return false;
	if (!atomic_compare_exchange_strong(&c->npes, &none, g->n) && none != g->n)
		return false;
	struct pe *p = &c->pe[g->pe];
	if (atomic_load(&p->state) != PE_FREE)
		return false;
	struct seat s = {.pid = g->pid,
	                 .host = host_number(g->pe, g->host),
	                 .address = from->sin_addr.s_addr,
	                 .port = g->port,
	                 .file = g->file};
	desk.seat[g->pe] = s;
	memcpy(desk.host[g->pe], g->host, sizeof g->host);
	desk.guest[g->pe] = fd;
	p->pid = s.pid;
	p->host = s.host;
	p->address = s.address;
	atomic_store(&p->port, s.port);
	atomic_store(&p->state, PE_JOINED);
	return true;
}

static bool accept_one(void) {
	struct guest g;
	struct sockaddr_in from;
	struct timeval patience = {.tv_sec = 10};
	socklen_t n = sizeof from;
	int fd = accept4(desk.listener, (struct sockaddr *)&from, &n, SOCK_CLOEXEC);
	if (fd < 0)
		return false;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	bool ok = socket_receive_all(fd, &g, sizeof g) && take(fd, &g, &from);
	if (!ok)
		close(fd);
	return ok;
}

/* All PEs are there, and those of this host answer requests. */
static bool is_full(void) {
	const struct control *c = desk.control;
	int n = atomic_load(&c->npes);
	for (int i = 0; i < n; i++)
		if (atomic_load(&c->pe[i].state) == PE_FREE ||
		    !atomic_load(&c->pe[i].port))
			return false;
	return n > 0;
}

static void tell_all(void) {
	const struct control *c = desk.control;
	int n = atomic_load(&c->npes);
	for (int i = 0; i < n; i++)
		if (desk.guest[i] < 0)
			desk.seat[i] = (struct seat){.pid = c->pe[i].pid,
			                             .address = desk.desk.address,
			                             .port = atomic_load(&c->pe[i].port)};
	for (int i = 0; i < n; i++)
		if (desk.guest[i] >= 0) {
			socket_send_all(desk.guest[i], desk.seat,
			                (u64)n * sizeof *desk.seat);
			close(desk.guest[i]);
			desk.guest[i] = -1;
		}
}

/* Until all have been told, or desk_close. */
static void *run(void *unused) {
	(void)unused;
	struct pollfd p = {.fd = desk.listener, .events = POLLIN};
	for (bool told = false, has_guests = false; !told;) {
		/* What PEs of this host write has to be looked for. */
		int n = poll(&p, 1, has_guests ? 5 : -1);
		if (n > 0 && p.revents & (POLLHUP | POLLERR))
			break;
		if (n > 0 && accept_one())
			has_guests = true;
		told = is_full();
	}
	if (is_full())
		tell_all();
	pthread_mutex_lock(&desk.lock);
	close(desk.listener);
	desk.listener = -1;
	pthread_mutex_unlock(&desk.lock);
	munmap(desk.control, sizeof *desk.control);
	return NULL;
}

bool desk_open(struct desk *d, int control_fd) {
	static pthread_t thread; /* of the last desk; each ends by itself */
	static bool runs;
	if (runs) {
		desk_close();
		pthread_join(thread, NULL);
		runs = false;
	}
	d->address = socket_own_address("NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME");
	if (getrandom(d->key, sizeof d->key, 0) != (ssize_t)sizeof d->key)
		return false;
	desk.control = mmap(NULL, sizeof *desk.control, PROT_READ | PROT_WRITE,
	                    MAP_SHARED, control_fd, 0);
	if (desk.control == MAP_FAILED)
		return false;
	for (int i = 0; i < MAX_PES; i++)
		desk.guest[i] = -1;
	desk.listener = socket_listen(htonl(INADDR_ANY), 0, &d->port);
	desk.desk = *d;
	runs = desk.listener >= 0 && pthread_create(&thread, NULL, run, NULL) == 0;
	if (!runs)
		d->port = 0;
	return true;
}

void desk_close(void) {
	pthread_mutex_lock(&desk.lock);
	if (desk.listener >= 0)
		shutdown(desk.listener, SHUT_RDWR);
	pthread_mutex_unlock(&desk.lock);
}

/* ---- a guest ----------------------------------------------------------------------------- */

static bool receive_until(int fd, void *p, u64 bytes, u64 due) {
	for (u64 now = meet_now_ns(); now < due; now = meet_now_ns()) {
		struct pollfd f = {.fd = fd, .events = POLLIN};
		if (poll(&f, 1, (int)MIN((due - now) / 1000000 + 1, 1000u)) > 0)
			return socket_receive_all(fd, p, bytes);
	}
	return false;
}

/* The block is that of the host's first PE; all write the same into it. */
static bool open_block(const char *function, const struct seat *seats, int rank, int n) {
	int first = 0;
	while (seats[first].host != seats[rank].host)
		first++;
	job.control = control_open(seats[first].pid, &seats[first].file, &job.fd);
	if (!job.control) {
		job_say(function, "PE %d (process %d) has ended before nvshmem_finalize",
		        first, seats[first].pid);
		return false;
	}
	atomic_store(&job.control->npes, n);
	for (int i = 0; i < n; i++) {
		struct pe *p = &job.control->pe[i];
		u32 none = PE_FREE;
		p->pid = seats[i].pid;
		p->host = seats[i].host;
		p->address = seats[i].address;
		atomic_store(&p->port, seats[i].port);
		atomic_compare_exchange_strong(&p->state, &none, PE_JOINED);
	}
	return true;
}

bool desk_join(const char *function, const struct desk *d, int rank, int n,
               const char *host) {
	struct guest g = {.magic = MAGIC,
	                  .key = {d->key[0], d->key[1]},
	                  .pe = rank,
	                  .n = n,
	                  .pid = getpid()};
	struct seat seats[MAX_PES];
	strncpy(g.host, host, sizeof g.host - 1);
	g.port = far_listen();
	int fd = d->port ? socket_connect(d->address, d->port) : -1;
	if (!g.port || !control_new(&g.file) || fd < 0 ||
	    !socket_send_all(fd, &g, sizeof g)) {
		struct in_addr a = {d->address};
		job_say(function,
		        "the process that made the unique id cannot be reached (%s, port "
		        "%u)",
		        inet_ntoa(a), (unsigned)d->port);
		return false;
	}
	bool ok = receive_until(fd, seats, (u64)n * sizeof *seats,
	                        meet_now_ns() + watch_timeout_ns());
	close(fd);
	if (!ok)
		job_say(function,
		        "PE %d of %d: the others have not come, or have taken "
		        "its place (SIMT_NVSHMEM_TIMEOUT says how many seconds "
		        "to wait)",
		        rank, n);
	return ok && open_block(function, seats, rank, n);
}
