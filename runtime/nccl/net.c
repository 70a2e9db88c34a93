/* net.c - ranks of other processes. See net.h.
 *
 *     joining    each rank sends a message to the process that made the unique id, which answers with
 *                the table of all ranks when it has heard of every one
 *     links      one connection for each pair of processes of a communicator: who calls what, and who is
 *                done. Its end tells at once that a process has ended
 *     data       the receiver reads the sender's memory: by process_vm_readv on one host, else through
 *                connections that a thread of the sender serves
 *
 * Nothing that outlives a process is made: no files, no shared memory with a name.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nccl/net.h"

#include "runtime/libs/socket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum message_type {
	MESSAGE_JOIN = 1,
	MESSAGE_LINK,
	MESSAGE_DATA,
	MESSAGE_ARRIVE,
	MESSAGE_PHASE,
	MESSAGE_EXCHANGE,
	MESSAGE_GONE,
	MESSAGE_FAIL,
	MESSAGE_SEND,
	MESSAGE_RECEIVED,
};

struct message {
	u32 magic, type;
	u64 clique[2];
	s32 rank, peer, nranks, device;
	struct key key;
	u64 data[2];
	union {
		struct {
			struct coll what;
			char place[PLACE_BYTES];
		};
		struct process process;
	};
};

enum { MESSAGE_MAGIC = 0x73696d74, WATCH_MS = 100, MOST_DATA = 8 };

/* The answer to JOIN: so many members and processes follow. */
struct table_head {
	u32 result, nranks, nprocess;
};

struct link {
	struct link *next;
	int fd;
	struct clique *q; /* NULL: not known yet, or over */
	u32 process;
	u64 key[2];
	bool is_over;  /* the other side has closed */
	bool is_known; /* what it is for has been said */
	bool is_dead;  /* to be closed */
	struct place *place;
	pthread_mutex_t sending;
	u32 nin;
	struct message in;
	/* reading memory of the other process */
	pthread_mutex_t reading;
	s32 direct; /* 0: not tried, 1: works, -1: does not */
	s32 pid;
	int data[MOST_DATA];
	bool data_busy[MOST_DATA];
};

/* Where ranks that join meet: in the process that made the id. */
struct joined {
	bool here;
	struct process process;
	s32 device;
	struct link *link;
};
struct place {
	struct place *next;
	u64 key[2];
	s32 nranks; /* 0: none has come */
	u32 njoined;
	u64 since_ns;
	bool reported;
	struct joined *at;
	struct arena arena;
};

static struct {
	pthread_mutex_t lock; /* before that of any clique */
	pthread_once_t once;
	bool ok;
	int listener, wake[2];
	struct process self;
	struct arena arena;
	struct link *links, *spare_links;
	struct place *places;
	_Atomic u32 nthread;
	struct arena names;
	pthread_mutex_t names_lock;
	VEC(struct named {
		const void *pc;
		char text[PLACE_BYTES];
	})
	named;
} net = {.lock = PTHREAD_MUTEX_INITIALIZER,
         .once = PTHREAD_ONCE_INIT,
         .names_lock = PTHREAD_MUTEX_INITIALIZER};

u32 net_threads(void) {
	return atomic_load(&net.nthread);
}

static int connect_to(const struct process *p) {
	return socket_connect(p->address, p->port);
}

/* ---- links ------------------------------------------------------------------------- */

/* net.lock is held. */
static struct link *link_new(int fd) {
	struct link *l = net.spare_links;
	if (l)
		net.spare_links = l->next;
	else
		l = arena_new(&net.arena, struct link);
	*l = (struct link){.fd = fd, .next = net.links};
	pthread_mutex_init(&l->sending, NULL);
	pthread_mutex_init(&l->reading, NULL);
	for (u32 i = 0; i < MOST_DATA; i++)
		l->data[i] = -1;
	net.links = l;
	return l;
}

static void link_close(struct link *l) {
	if (l->fd >= 0)
		close(l->fd);
	for (u32 i = 0; i < MOST_DATA; i++)
		if (l->data[i] >= 0)
			close(l->data[i]);
	pthread_mutex_destroy(&l->sending);
	pthread_mutex_destroy(&l->reading);
	l->next = net.spare_links;
	net.spare_links = l;
}

static void wake_thread(void) {
	ssize_t unused = write(net.wake[1], "", 1);
	(void)unused;
}

static void post(struct link *l, const struct message *m) {
	if (!l)
		return;
	pthread_mutex_lock(&l->sending);
	socket_send_all(l->fd, m, sizeof *m);
	pthread_mutex_unlock(&l->sending);
}

static struct message message(const struct clique *q, enum message_type type) {
	return (struct message){
		.magic = MESSAGE_MAGIC, .type = type, .clique = {q->key[0], q->key[1]}};
}

static void post_all(struct clique *q, const struct message *m) {
	for (u32 i = 0; i < q->nprocess; i++)
		if (i != q->me)
			post(q->link[i], m);
}

/* ---- the place where ranks meet ---------------------------------------------------- */

static struct place *place_of(const u64 key[2]) {
	struct place *p = net.places;
	while (p && (p->key[0] != key[0] || p->key[1] != key[1]))
		p = p->next;
	return p;
}

bool net_open_meeting(const u64 key[2]) {
	pthread_mutex_lock(&net.lock);
	struct place *p = arena_new(&net.arena, struct place);
	p->key[0] = key[0];
	p->key[1] = key[1];
	p->next = net.places;
	net.places = p;
	pthread_mutex_unlock(&net.lock);
	return true;
}

static void place_close(struct place *p) {
	struct place **at = &net.places;
	while (*at != p)
		at = &(*at)->next;
	*at = p->next;
	arena_drop(&p->arena);
}

static bool same_process(const struct process *a, const struct process *b) {
	return a->uid[0] == b->uid[0] && a->uid[1] == b->uid[1];
}

/* Each link is told once, and closed. */
static void tell(struct place *p, const void *text, u64 bytes) {
	for (s32 r = 0; r < p->nranks; r++) {
		struct link *l = p->at[r].here ? p->at[r].link : NULL;
		if (!l || l->is_dead)
			continue;
		socket_send_all(l->fd, text, bytes);
		l->is_dead = true;
	}
}

static void tell_table(struct place *p) {
	struct arena a = ARENA_INIT;
	u32 n = (u32)p->nranks, nprocess = 0;
	u64 most = sizeof(struct table_head) +
	           n * (sizeof(struct member) + sizeof(struct process));
	struct table_head *h = arena_zalloc(&a, most, 16);
	struct member *member = (struct member *)(h + 1);
	struct process *process = (struct process *)(void *)arena_array(
		&a, struct process, n);
	for (u32 r = 0; r < n; r++) {
		u32 i = 0;
		while (i < nprocess && !same_process(&process[i], &p->at[r].process))
			i++;
		if (i == nprocess)
			process[nprocess++] = p->at[r].process;
		member[r] = (struct member){i, p->at[r].device};
	}
	*h = (struct table_head){ncclSuccess, n, nprocess};
	memcpy(member + n, process, nprocess * sizeof *process);
	tell(p, h, sizeof *h + n * sizeof *member + nprocess * sizeof *process);
	arena_drop(&a);
}

static void refuse(struct place *p, struct link *l, ncclResult_t why) {
	struct table_head h = {(u32)why, 0, 0};
	tell(p, &h, sizeof h);
	if (l && !l->is_dead) {
		socket_send_all(l->fd, &h, sizeof h);
		l->is_dead = true;
	}
	place_close(p);
}

static void take_join(struct link *l, const struct message *m) {
	struct place *p = place_of(m->clique);
	if (!p || m->nranks < 1 || m->rank < 0 || m->rank >= m->nranks) {
		l->is_dead = true;
		return;
	}
	if (!p->nranks) {
		p->nranks = m->nranks;
		p->since_ns = now_ns();
		p->at = arena_array(&p->arena, struct joined, (u32)m->nranks);
	}
	if (p->nranks != m->nranks || p->at[m->rank].here) {
		WARN("rank %d of %d joins ranks of a communicator of %d, or is there "
		     "already",
		     (int)m->rank, (int)m->nranks, (int)p->nranks);
		refuse(p, l,
		       p->nranks != m->nranks ? ncclInvalidArgument : ncclInvalidUsage);
		return;
	}
	l->place = p;
	p->at[m->rank] = (struct joined){true, m->process, m->device, l};
	if (++p->njoined == (u32)p->nranks) {
		tell_table(p);
		place_close(p);
	}
}

/* A process that has joined has ended before all had. */
static void left_place(struct link *l) {
	struct place *p = net.places;
	while (p && p != l->place)
		p = p->next;
	if (!p)
		return;
	for (s32 r = 0; r < p->nranks; r++)
		if (p->at[r].link == l)
			p->at[r].here = false;
	refuse(p, l, ncclRemoteError);
}

static void say_joining(const struct place *p) {
	fprintf(stderr, "simt: NCCL: %u of %d ranks have joined a communicator\n",
	        p->njoined, (int)p->nranks);
	for (s32 r = 0; r < p->nranks; r++)
		if (p->at[r].here)
			fprintf(stderr, "simt:    rank %d: process %d on %s\n", (int)r,
			        (int)p->at[r].process.pid, p->at[r].process.host);
		else
			fprintf(stderr,
			        "simt:    rank %d has not called ncclCommInitRank\n",
			        (int)r);
}

static void watch_places(void) {
	u64 report = hang_seconds("SIMT_NCCL_REPORT", 30),
	    timeout = hang_seconds("SIMT_NCCL_TIMEOUT", 0);
	pthread_mutex_lock(&net.lock);
	for (struct place *next, *p = net.places; p; p = next) {
		u64 waited = now_ns() - p->since_ns;
		bool over = p->nranks && timeout && waited > timeout;
		next = p->next;
		if (!p->nranks || !(over || (report && waited > report)))
			continue;
		if (!p->reported)
			say_joining(p);
		p->reported = true;
		if (over)
			refuse(p, NULL, ncclRemoteError);
	}
	pthread_mutex_unlock(&net.lock);
}

/* ---- messages ---------------------------------------------------------------------- */

static void deliver(struct clique *q, const struct message *m) {
	switch ((enum message_type)m->type) {
	case MESSAGE_ARRIVE:
		meeting_remote(q, m->key, m->rank, &m->what, m->place);
		break;
	case MESSAGE_PHASE:
		meeting_phase(q, m->key, (u32)m->peer, (u32)m->data[0]);
		break;
	case MESSAGE_EXCHANGE:
		exchange_remote(q, m->data[0], m->rank,
		                (u64[2]){m->key.space, m->key.number});
		break;
	case MESSAGE_GONE:
		q->is_gone[m->rank] = true;
		pthread_cond_broadcast(&q->changed);
		break;
	case MESSAGE_FAIL: clique_fail(q, ncclRemoteError); break;
	case MESSAGE_SEND:
		pair_remote_send(q, m->rank, m->peer, m->key, m->data[0], m->data[1],
		                 m->place);
		break;
	case MESSAGE_RECEIVED: pair_remote_done(q, m->rank, m->peer, m->key); break;
	default: break;
	}
}

static bool in_clique(const struct clique *q, const struct message *m) {
	return m->rank >= 0 && m->rank < q->nranks && m->peer >= 0 &&
	       m->peer < MAX(q->nranks, (s32)q->nprocess);
}

static void serve_data(int fd);

/* What a connection is for. */
static void take_hello(struct link *l, const struct message *m) {
	l->is_known = true;
	l->key[0] = m->clique[0];
	l->key[1] = m->clique[1];
	if (m->type == MESSAGE_JOIN) {
		take_join(l, m);
	} else if (m->type == MESSAGE_LINK) {
		l->process = (u32)m->peer;
	} else if (m->type == MESSAGE_DATA) {
		serve_data(l->fd);
		l->fd = -1;
		l->is_dead = true;
	} else {
		l->is_dead = true;
	}
}

static void take_message(struct link *l) {
	const struct message *m = &l->in;
	if (m->magic != MESSAGE_MAGIC) {
		l->is_dead = true;
	} else if (!l->is_known) {
		take_hello(l, m);
	} else if (m->type == MESSAGE_JOIN) {
		take_join(l, m);
	} else if (l->q && in_clique(l->q, m)) {
		pthread_mutex_lock(&l->q->lock);
		deliver(l->q, m);
		pthread_mutex_unlock(&l->q->lock);
	}
}

/* The process at the other end has ended, or needs the link no more. */
static void ended(struct link *l) {
	struct clique *q = l->q;
	if (l->place && !l->is_dead)
		left_place(l);
	l->is_over = true;
	if (!q) {
		l->is_dead = true;
		return;
	}
	pthread_mutex_lock(&q->lock);
	bool expected = true;
	for (s32 r = 0; r < q->nranks; r++)
		if (q->member[r].process == l->process && !q->is_gone[r])
			expected = false;
	if (!expected && q->error == ncclSuccess) {
		const struct process *p = &q->process[l->process];
		WARN("process %d on %s has ended; communicator %s cannot go on",
		     (int)p->pid, p->host, q->name);
		clique_fail(q, ncclRemoteError);
	}
	for (s32 r = 0; r < q->nranks; r++)
		if (q->member[r].process == l->process)
			q->is_gone[r] = true;
	pthread_cond_broadcast(&q->changed);
	pthread_mutex_unlock(&q->lock);
}

/* Messages of a clique wait in the socket until it is known here. */
static bool wants_input(const struct link *l) {
	return !l->is_over && !l->is_dead && (!l->is_known || l->q || l->place);
}

static void read_link(struct link *l) {
	while (wants_input(l)) {
		ssize_t k = recv(l->fd, (u8 *)&l->in + l->nin, sizeof l->in - l->nin,
		                 MSG_DONTWAIT);
		if (k < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (k <= 0) {
			ended(l);
			return;
		}
		l->nin += (u32)k;
		if (l->nin == sizeof l->in) {
			l->nin = 0;
			take_message(l);
		}
	}
}

/* ---- the thread -------------------------------------------------------------------- */

static void accept_one(void) {
	int one = 1, fd = accept4(net.listener, NULL, NULL, SOCK_CLOEXEC);
	if (fd < 0)
		return;
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	link_new(fd);
}

static void bury(void) {
	for (struct link **at = &net.links, *l; (l = *at);) {
		if (!l->is_dead) {
			at = &l->next;
			continue;
		}
		*at = l->next;
		link_close(l);
	}
}

static u32 list_fds(struct arena *a, struct pollfd **out, struct link ***links) {
	u32 n = 0, i = 2;
	for (struct link *l = net.links; l; l = l->next)
		n++;
	*out = arena_array(a, struct pollfd, n + 2);
	*links = arena_array(a, struct link *, n + 2);
	(*out)[0] = (struct pollfd){net.listener, POLLIN, 0};
	(*out)[1] = (struct pollfd){net.wake[0], POLLIN, 0};
	for (struct link *l = net.links; l; l = l->next)
		if (wants_input(l)) {
			(*links)[i] = l;
			(*out)[i++] = (struct pollfd){l->fd, POLLIN, 0};
		}
	return i;
}

static void one_round(struct arena *a) {
	struct pollfd *fd;
	struct link **l;
	pthread_mutex_lock(&net.lock);
	bury();
	u32 n = list_fds(a, &fd, &l);
	pthread_mutex_unlock(&net.lock);
	poll(fd, n, WATCH_MS);
	u8 unused[64];
	if (fd[1].revents)
		while (recv(net.wake[0], unused, sizeof unused, MSG_DONTWAIT) > 0)
			;
	pthread_mutex_lock(&net.lock);
	if (fd[0].revents)
		accept_one();
	for (u32 i = 2; i < n; i++)
		if (fd[i].revents)
			read_link(l[i]);
	pthread_mutex_unlock(&net.lock);
	arena_reset(a);
}

static void *thread_main(void *unused) {
	struct arena a = ARENA_INIT;
	u64 watched = 0;
	(void)unused;
	for (;;) {
		one_round(&a);
		if (now_ns() - watched > WATCH_MS * 900000ull) {
			hang_watch();
			watch_places();
			watched = now_ns();
		}
	}
	return NULL;
}

static bool start_thread(void *(*body)(void *), void *arg) {
	sigset_t every, old;
	pthread_attr_t attr;
	pthread_t t;
	sigfillset(&every);
	pthread_sigmask(SIG_SETMASK, &every, &old);
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attr, 1 << 20);
	atomic_fetch_add(&net.nthread, 1);
	bool ok = pthread_create(&t, &attr, body, arg) == 0;
	if (!ok)
		atomic_fetch_sub(&net.nthread, 1);
	pthread_attr_destroy(&attr);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ok;
}

static bool listen_on(u32 address) {
	net.listener = socket_listen(address, SOCK_NONBLOCK, &net.self.port);
	net.self.address = address;
	return net.listener >= 0;
}

static void forget_in_child(void) {
	net.ok = false;
}

static void start(void) {
	net.listener = -1;
	random_key(net.self.uid);
	net.self.pid = getpid();
	net.self.probe = (uintptr_t)net.self.uid;
	if (gethostname(net.self.host, sizeof net.self.host - 1))
		snprintf(net.self.host, sizeof net.self.host, "localhost");
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, net.wake))
		return;
	bool listens = listen_on(socket_own_address("NCCL_SOCKET_IFNAME")) ||
	               listen_on(htonl(INADDR_LOOPBACK));
	net.ok = start_thread(thread_main, NULL) && listens;
	pthread_atfork(NULL, NULL, forget_in_child);
	if (listens)
		INFO("Bootstrap: port %u", (unsigned)net.self.port);
}

void net_start(void) {
	pthread_once(&net.once, start);
}

bool net_self(struct process *out) {
	net_start();
	*out = net.self;
	return net.ok;
}

/* ---- memory of other processes ----------------------------------------------------- */

struct request {
	u64 addr, bytes;
};

static void *data_main(void *arg) {
	int fd = (int)(intptr_t)arg;
	struct request r;
	/* A bad address makes send() fail. */
	while (socket_receive_all(fd, &r, sizeof r) &&
	       socket_send_all(fd, (const void *)(uintptr_t)r.addr, r.bytes))
		;
	close(fd);
	atomic_fetch_sub(&net.nthread, 1);
	return NULL;
}

static void serve_data(int fd) {
	if (!start_thread(data_main, (void *)(intptr_t)fd))
		close(fd);
}

static bool read_directly(s32 pid, void *to, u64 addr, u64 bytes) {
	while (bytes) {
		struct iovec here = {to, bytes}, there = {(void *)(uintptr_t)addr, bytes};
		ssize_t k = process_vm_readv(pid, &here, 1, &there, 1, 0);
		if (k <= 0)
			return false;
		to = (u8 *)to + k;
		addr += (u64)k;
		bytes -= (u64)k;
	}
	return true;
}

/* Numbers of processes mean something on one host only, and not in every container. */
static bool can_read_directly(struct clique *q, u32 process) {
	const struct process *p = &q->process[process];
	const char *wanted = getenv("SIMT_NCCL_TRANSPORT");
	u64 uid[2];
	if (wanted && strcmp(wanted, "socket") == 0)
		return false;
	return strcmp(p->host, net.self.host) == 0 &&
	       read_directly(p->pid, uid, p->probe, sizeof uid) && uid[0] == p->uid[0] &&
	       uid[1] == p->uid[1];
}

static int take_data(struct clique *q, struct link *l, u32 *slot) {
	pthread_mutex_lock(&l->reading);
	u32 i = 0;
	while (i < MOST_DATA && l->data_busy[i])
		i++;
	int fd = -1;
	*slot = i;
	if (i < MOST_DATA) {
		l->data_busy[i] = true;
		fd = l->data[i];
	}
	pthread_mutex_unlock(&l->reading);
	if (fd >= 0)
		return fd;
	struct message hello = message(q, MESSAGE_DATA);
	fd = connect_to(&q->process[l->process]);
	if (fd >= 0 && !socket_send_all(fd, &hello, sizeof hello)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static void give_data(struct link *l, u32 slot, int fd) {
	if (slot == MOST_DATA) {
		if (fd >= 0)
			close(fd);
		return;
	}
	pthread_mutex_lock(&l->reading);
	l->data[slot] = fd;
	l->data_busy[slot] = false;
	pthread_mutex_unlock(&l->reading);
}

static bool read_through(struct clique *q, struct link *l, void *to, u64 addr,
                         u64 bytes) {
	u32 slot;
	struct request r = {addr, bytes};
	int fd = take_data(q, l, &slot);
	bool ok = fd >= 0 && socket_send_all(fd, &r, sizeof r) &&
	          socket_receive_all(fd, to, bytes);
	if (!ok && fd >= 0) {
		close(fd);
		fd = -1;
	}
	give_data(l, slot, fd);
	return ok;
}

bool net_read(struct clique *q, u32 process, void *to, u64 addr, u64 bytes) {
	struct link *l = q->link[process];
	if (!l || l->is_over)
		return false;
	if (!l->direct)
		l->direct = can_read_directly(q, process) ? 1 : -1;
	if (l->direct > 0)
		return read_directly(q->process[process].pid, to, addr, bytes);
	return read_through(q, l, to, addr, bytes);
}

/* ---- joining ----------------------------------------------------------------------- */

/* Of several joins with one key the first asks for all. */
static bool asks(const struct join *j, u32 i) {
	if (j[i].nprocess)
		return false;
	for (u32 k = 0; k < i; k++)
		if (j[k].key[0] == j[i].key[0] && j[k].key[1] == j[i].key[1])
			return false;
	return true;
}

static ncclResult_t ask(const struct join *all, u32 n, u32 first, int *out) {
	const struct join *j = &all[first];
	int fd = *out = connect_to(&j->root);
	if (fd < 0) {
		WARN("rank %d finds nothing where the unique id was made: %s",
		     (int)j->rank, strerror(errno));
		return ncclSystemError;
	}
	for (u32 i = first; i < n; i++) {
		if (all[i].key[0] != j->key[0] || all[i].key[1] != j->key[1])
			continue;
		struct message m = {.magic = MESSAGE_MAGIC,
		                    .type = MESSAGE_JOIN,
		                    .clique = {j->key[0], j->key[1]},
		                    .rank = all[i].rank,
		                    .nranks = all[i].nranks,
		                    .device = all[i].comm->device,
		                    .process = net.self};
		if (!socket_send_all(fd, &m, sizeof m))
			return ncclRemoteError;
	}
	return ncclSuccess;
}

struct table {
	struct member *member;
	struct process *process;
};

static ncclResult_t hear(struct arena *a, struct join *all, u32 n, u32 first, int fd) {
	struct table_head h;
	atomic_fetch_add(&hang_waiting, 1);
	bool ok = socket_receive_all(fd, &h, sizeof h);
	atomic_fetch_sub(&hang_waiting, 1);
	if (!ok)
		return ncclRemoteError;
	if (h.result != ncclSuccess)
		return (ncclResult_t)h.result;
	struct member *member = arena_array(a, struct member, h.nranks);
	struct process *process = arena_array(a, struct process, h.nprocess);
	if (!socket_receive_all(fd, member, h.nranks * sizeof *member) ||
	    !socket_receive_all(fd, process, h.nprocess * sizeof *process))
		return ncclRemoteError;
	u32 me = 0;
	while (me + 1 < h.nprocess && !same_process(&process[me], &net.self))
		me++;
	for (u32 i = first; i < n; i++) {
		if (all[i].key[0] != all[first].key[0] ||
		    all[i].key[1] != all[first].key[1])
			continue;
		all[i].member = member;
		all[i].process = process;
		all[i].nprocess = h.nprocess;
		all[i].me = me;
	}
	return ncclSuccess;
}

static ncclResult_t find_ranks(struct arena *a, struct join *j, u32 n) {
	int *fd = arena_array(a, int, n);
	ncclResult_t r = ncclSuccess;
	bool *asked = arena_array(a, bool, n);
	for (u32 i = 0; i < n; i++)
		asked[i] = asks(j, i);
	for (u32 i = 0; i < n; i++)
		fd[i] = -1;
	for (u32 i = 0; i < n && r == ncclSuccess; i++)
		if (asked[i])
			r = ask(j, n, i, &fd[i]);
	for (u32 i = 0; i < n && r == ncclSuccess; i++)
		if (asked[i])
			r = hear(a, j, n, i, fd[i]);
	for (u32 i = 0; i < n; i++)
		if (fd[i] >= 0)
			close(fd[i]);
	return r;
}

static void adopt(struct clique *q, struct link *l, u32 process) {
	l->q = q;
	l->process = process;
	l->is_known = true;
	l->key[0] = q->key[0];
	l->key[1] = q->key[1];
	q->link[process] = l;
}

/* Connections of others that came before the clique was known here. net.lock is held. */
static void adopt_waiting(struct clique *q) {
	for (struct link *l = net.links; l; l = l->next)
		if (l->is_known && !l->q && !l->place && !l->is_dead &&
		    l->key[0] == q->key[0] && l->key[1] == q->key[1] &&
		    l->process < q->nprocess)
			adopt(q, l, l->process);
}

static bool connect_link(struct clique *q, u32 process) {
	int fd = connect_to(&q->process[process]);
	struct message m = message(q, MESSAGE_LINK);
	m.peer = (s32)q->me;
	if (fd < 0)
		return false;
	if (!socket_send_all(fd, &m, sizeof m)) {
		close(fd);
		return false;
	}
	pthread_mutex_lock(&net.lock);
	adopt(q, link_new(fd), process);
	pthread_mutex_unlock(&net.lock);
	return true;
}

static bool all_linked(struct clique *q) {
	adopt_waiting(q);
	for (u32 i = 0; i < q->nprocess; i++)
		if (i != q->me && !q->link[i])
			return false;
	return true;
}

/* A process that ends before it connects leaves nothing that could tell. */
static bool missing_live(struct clique *q) {
	for (u32 i = 0; i < q->me; i++) {
		int fd = q->link[i] ? -1 : connect_to(&q->process[i]);
		if (!q->link[i] && fd < 0)
			return false;
		if (fd >= 0)
			close(fd);
	}
	return true;
}

static ncclResult_t connect_links(struct clique *q) {
	pthread_mutex_lock(&q->lock);
	bool mine = !q->is_linking;
	q->is_linking = true;
	pthread_mutex_unlock(&q->lock);
	for (u32 i = q->me + 1; mine && i < q->nprocess; i++)
		if (!connect_link(q, i))
			return ncclRemoteError;
	bool done = false;
	for (u32 tries = 0; !done; tries++) {
		pthread_mutex_lock(&net.lock);
		done = all_linked(q);
		pthread_mutex_unlock(&net.lock);
		if (!done && tries % 200 == 199 && !missing_live(q))
			return ncclRemoteError;
		if (!done)
			poll(NULL, 0, 1);
	}
	wake_thread();
	return ncclSuccess;
}

enum { ALL_JOINED = -1 };

static ncclResult_t join_clique(struct join *j) {
	struct clique *q = clique_join(j->key, j->nranks, j->member, j->process,
	                               j->nprocess, j->me);
	pthread_mutex_lock(&q->lock);
	bool twice = q->rank[j->rank] != NULL;
	if (!twice)
		q->rank[j->rank] = j->comm;
	if (j->comm->config.commName && !twice)
		snprintf(q->name, sizeof q->name, "%s", j->comm->config.commName);
	pthread_mutex_unlock(&q->lock);
	if (twice)
		return ncclInvalidUsage;
	j->comm->clique = q;
	return clique_is_local(q) ? ncclSuccess : connect_links(q);
}

ncclResult_t net_join(struct join *j, u32 n) {
	static const u64 none[2];
	struct arena a = ARENA_INIT;
	net_start();
	ncclResult_t r = find_ranks(&a, j, n);
	for (u32 i = 0; i < n && r == ncclSuccess; i++)
		r = join_clique(&j[i]);
	for (u32 i = 0; i < n && r == ncclSuccess; i++)
		exchange_post(j[i].comm->clique, (u64)ALL_JOINED, j[i].rank, none, NULL);
	for (u32 i = 0; i < n && r == ncclSuccess; i++)
		r = exchange_wait(j[i].comm->clique, (u64)ALL_JOINED, NULL);
	for (u32 i = 0; i < n && r == ncclSuccess; i++)
		INFO("comm %p rank %d nranks %d cudaDev %d - Init COMPLETE",
		     (void *)j[i].comm, (int)j[i].rank, (int)j[i].nranks,
		     (int)j[i].comm->device);
	for (u32 i = 0; i < n && r != ncclSuccess; i++) {
		WARN("rank %d of %d could not join: %s", (int)j[i].rank, (int)j[i].nranks,
		     ncclGetErrorString(r));
		*j[i].out = NULL;
		comm_discard(j[i].comm);
	}
	arena_drop(&a);
	return r;
}

/* ---- sending ----------------------------------------------------------------------- */

void net_place(const void *pc, char text[PLACE_BYTES]) {
	pthread_mutex_lock(&net.names_lock);
	u32 i = 0;
	while (i < net.named.n && net.named.at[i].pc != pc)
		i++;
	if (i == net.named.n) {
		struct named n = {.pc = pc};
		lib_place(pc, n.text, sizeof n.text);
		vec_push(&net.names, &net.named, n);
	}
	memcpy(text, net.named.at[i].text, PLACE_BYTES);
	pthread_mutex_unlock(&net.names_lock);
}

void net_arrive(struct clique *q, struct key key, s32 rank, const struct coll *what,
                const void *pc) {
	struct message m = message(q, MESSAGE_ARRIVE);
	m.key = key;
	m.rank = rank;
	m.what = *what;
	net_place(pc, m.place);
	post_all(q, &m);
}

void net_phase(struct clique *q, struct key key, u32 phase) {
	struct message m = message(q, MESSAGE_PHASE);
	m.key = key;
	m.peer = (s32)q->me;
	m.data[0] = phase;
	post_all(q, &m);
}

void net_exchange(struct clique *q, u64 number, s32 rank, const u64 data[2]) {
	struct message m = message(q, MESSAGE_EXCHANGE);
	m.rank = rank;
	m.data[0] = number;
	m.key = (struct key){data[0], data[1]};
	post_all(q, &m);
}

void net_gone(struct clique *q, s32 rank) {
	struct message m = message(q, MESSAGE_GONE);
	m.rank = rank;
	post_all(q, &m);
}

void net_fail(struct clique *q, ncclResult_t error) {
	struct message m = message(q, MESSAGE_FAIL);
	m.data[0] = (u64)error;
	post_all(q, &m);
}

void net_send(struct clique *q, u32 process, s32 src, s32 dst, struct key key, u64 addr,
              u64 bytes, const void *pc) {
	struct message m = message(q, MESSAGE_SEND);
	m.rank = src;
	m.peer = dst;
	m.key = key;
	m.data[0] = addr;
	m.data[1] = bytes;
	net_place(pc, m.place);
	post(q->link[process], &m);
}

void net_received(struct clique *q, u32 process, s32 src, s32 dst, struct key key) {
	struct message m = message(q, MESSAGE_RECEIVED);
	m.rank = src;
	m.peer = dst;
	m.key = key;
	post(q->link[process], &m);
}

void net_close(struct clique *q) {
	pthread_mutex_lock(&net.lock);
	for (struct link *l = net.links; l; l = l->next)
		if (l->q == q) {
			l->q = NULL;
			l->is_dead = true;
		}
	pthread_mutex_unlock(&net.lock);
	if (!clique_is_local(q))
		wake_thread();
}
