/* far.c - PEs of other hosts. One connection for each pair and direction: requests go one
 * way, answers the other. A thread answers what comes in, and never waits for anything
 * but its connections.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/libs/socket.h"

#define MAGIC 0x6d61668du

enum what { PUT = 1, GET, ATOMIC };

struct hello {
	u64 magic;
	u64 key[2];
	s32 pe, reserved;
};

struct request {
	u32 magic;
	u8 what, op, width, space;
	u64 at, bytes, value, cond;
};

struct answer {
	u64 value;
	u64 ok;
};

static struct {
	u64 key[2];
	int listener, stop; /* an eventfd */
	u16 port;
	pthread_t thread;
	bool runs;
	/* Requests of others: the first two are the listener and the eventfd. */
	struct pollfd in[MAX_PES + 2];
	u32 nin;
	struct {
		pthread_mutex_t lock;
		int fd;
	} out[MAX_PES];
} far = {.listener = -1};

/* ---- answers --------------------------------------------------------------------------- */

/* NULL: nothing is there. */
static u8 *find(const struct request *r) {
	u64 room = r->space == FAR_CONTROL ? sizeof *job.control : symmetric_mapped();
	u64 bytes = r->what == ATOMIC ? r->width : r->bytes;
	if (r->at > room || bytes > room - r->at)
		return NULL;
	if (r->space == FAR_CONTROL)
		return (u8 *)job.control + r->at;
	return (u8 *)job.base + (u64)job.me * job.stride + r->at;
}

#define DO_ATOMIC(T)                                                                    \
	static u64 atomic_##T(T *at, const struct request *r) {                         \
		T v = (T)r->value, c = (T)r->cond;                                      \
		switch (r->op) {                                                        \
		case FAR_ADD: return __atomic_fetch_add(at, v, __ATOMIC_SEQ_CST);       \
		case FAR_AND: return __atomic_fetch_and(at, v, __ATOMIC_SEQ_CST);       \
		case FAR_OR: return __atomic_fetch_or(at, v, __ATOMIC_SEQ_CST);         \
		case FAR_XOR: return __atomic_fetch_xor(at, v, __ATOMIC_SEQ_CST);       \
		case FAR_SWAP: return __atomic_exchange_n(at, v, __ATOMIC_SEQ_CST);     \
		case FAR_COMPARE:                                                       \
			__atomic_compare_exchange_n(at, &c, v, false, __ATOMIC_SEQ_CST, \
			                            __ATOMIC_SEQ_CST);                  \
			return c;                                                       \
		default: return __atomic_load_n(at, __ATOMIC_SEQ_CST);                  \
		}                                                                       \
	}
DO_ATOMIC(u32)
DO_ATOMIC(u64)

static bool answer_one(int fd) {
	struct request r;
	struct answer a = {.ok = 1};
	if (!socket_receive_all(fd, &r, sizeof r) || r.magic != MAGIC)
		return false;
	u8 *at = find(&r);
	if (!at)
		return false;
	switch (r.what) {
	case PUT:
		if (!socket_receive_all(fd, at, r.bytes))
			return false;
		atomic_thread_fence(memory_order_seq_cst);
		break;
	case ATOMIC:
		a.value = r.width == 8 ? atomic_u64((u64 *)(void *)at, &r)
		                       : atomic_u32((u32 *)(void *)at, &r);
		break;
	default: break;
	}
	return socket_send_all(fd, &a, sizeof a) &&
	       (r.what != GET || socket_send_all(fd, at, r.bytes));
}

static void accept_one(void) {
	struct hello h;
	/* Who says nothing does not keep others waiting for long. */
	struct timeval patience = {.tv_sec = 1}, none = {0};
	int one = 1, fd = accept4(far.listener, NULL, NULL, SOCK_CLOEXEC);
	if (fd < 0)
		return;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	if (far.nin == countof(far.in) || !socket_receive_all(fd, &h, sizeof h) ||
	    h.magic != MAGIC || h.key[0] != far.key[0] || h.key[1] != far.key[1]) {
		close(fd);
		return;
	}
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	far.in[far.nin++] = (struct pollfd){.fd = fd, .events = POLLIN};
}

static void *run(void *unused) {
	(void)unused;
	for (;;) {
		if (poll(far.in, far.nin, -1) < 0)
			continue;
		if (far.in[1].revents)
			return NULL;
		if (far.in[0].revents)
			accept_one();
		for (u32 i = 2; i < far.nin; i++)
			if (far.in[i].revents && !answer_one(far.in[i].fd)) {
				close(far.in[i].fd);
				far.in[i--] = far.in[--far.nin];
			}
	}
}

u16 far_listen(void) {
	far.listener = socket_listen(htonl(INADDR_ANY), 0, &far.port);
	far.stop = eventfd(0, EFD_CLOEXEC);
	if (far.listener < 0 || far.stop < 0)
		return 0;
	for (int i = 0; i < MAX_PES; i++) {
		far.out[i].fd = -1;
		pthread_mutex_init(&far.out[i].lock, NULL);
	}
	return far.port;
}

/* ---- requests ----------------------------------------------------------------------------- */

/* Others' hello is looked at only when the key is known. */
bool far_connect(const char *function, const u64 key[2]) {
	memcpy(far.key, key, sizeof far.key);
	far.in[0] = (struct pollfd){.fd = far.listener, .events = POLLIN};
	far.in[1] = (struct pollfd){.fd = far.stop, .events = POLLIN};
	far.nin = 2;
	far.runs = pthread_create(&far.thread, NULL, run, NULL) == 0;
	struct hello h = {.magic = MAGIC, .key = {key[0], key[1]}, .pe = job.me};
	for (int i = 0; i < job.n; i++) {
		const struct pe *p = &job.control->pe[i];
		if (!job_is_far(i))
			continue;
		far.out[i].fd = socket_connect(p->address, (u16)p->port);
		if (far.out[i].fd < 0 || !socket_send_all(far.out[i].fd, &h, sizeof h)) {
			struct in_addr a = {p->address};
			job_say(function,
			        "PE %d, on another host, cannot be reached (%s, "
			        "port %u)",
			        i, inet_ntoa(a), (unsigned)p->port);
			return false;
		}
	}
	return far.runs;
}

void far_end(void) {
	u64 one = 1;
	if (far.runs && write(far.stop, &one, sizeof one) > 0)
		pthread_join(far.thread, NULL);
	far.runs = false;
	for (int i = 0; i < MAX_PES; i++) {
		if (far.out[i].fd >= 0)
			close(far.out[i].fd);
		far.out[i].fd = -1;
		pthread_mutex_destroy(&far.out[i].lock);
	}
	for (u32 i = 2; i < far.nin; i++)
		close(far.in[i].fd);
	close(far.listener);
	close(far.stop);
	far.listener = -1;
	far.nin = 0;
}

int far_socket(int pe) {
	return far.out[pe].fd;
}

static bool call(int pe, const struct request *r, const void *from, void *to,
                 u64 *value) {
	struct answer a = {0};
	pthread_mutex_lock(&far.out[pe].lock);
	int fd = far.out[pe].fd;
	bool ok = fd >= 0 && socket_send_all(fd, r, sizeof *r) &&
	          (!from || socket_send_all(fd, from, r->bytes)) &&
	          socket_receive_all(fd, &a, sizeof a) && a.ok &&
	          (!to || socket_receive_all(fd, to, r->bytes));
	pthread_mutex_unlock(&far.out[pe].lock);
	if (value)
		*value = a.value;
	return ok;
}

bool far_put(int pe, enum far_space space, u64 at, const void *from, u64 bytes) {
	struct request r = {.magic = MAGIC,
	                    .what = PUT,
	                    .space = (u8)space,
	                    .at = at,
	                    .bytes = bytes};
	return !bytes || call(pe, &r, from, NULL, NULL);
}

bool far_get(int pe, enum far_space space, u64 at, void *to, u64 bytes) {
	struct request r = {.magic = MAGIC,
	                    .what = GET,
	                    .space = (u8)space,
	                    .at = at,
	                    .bytes = bytes};
	return !bytes || call(pe, &r, NULL, to, NULL);
}

bool far_atomic(int pe, const struct far_word *w, u64 *old) {
	struct request r = {.magic = MAGIC,
	                    .what = ATOMIC,
	                    .op = (u8)w->op,
	                    .width = (u8)w->bytes,
	                    .space = (u8)w->space,
	                    .at = w->at,
	                    .value = w->value,
	                    .cond = w->cond};
	return call(pe, &r, NULL, NULL, old);
}

/* One PE of each host gets it: the first that lives. */
void far_share(const void *at, u64 bytes) {
	u64 where = (u64)((const u8 *)at - (const u8 *)job.control);
	s32 done[MAX_PES];
	int ndone = 0;
	for (int i = 0; i < job.n && job.has_far; i++) {
		bool skip = !job_is_far(i);
		for (int k = 0; k < ndone && !skip; k++)
			skip = done[k] == job.control->pe[i].host;
		if (!skip && far_put(i, FAR_CONTROL, where, at, bytes))
			done[ndone++] = job.control->pe[i].host;
	}
}

/* ---- near or far --------------------------------------------------------------------------- */

bool pe_put(int pe, void *p, const void *from, u64 bytes) {
	if (job_is_far(pe))
		return far_put(pe, FAR_HEAP, job_offset(p), from, bytes);
	memmove(job_at(p, pe), from, bytes);
	return true;
}

bool pe_get(int pe, const void *p, void *to, u64 bytes) {
	if (job_is_far(pe))
		return far_get(pe, FAR_HEAP, job_offset(p), to, bytes);
	memmove(to, job_at(p, pe), bytes);
	return true;
}

bool pe_atomic(int pe, const void *p, u32 bytes, enum far_op op, u64 value, u64 cond,
               u64 *old) {
	struct request r = {.op = (u8)op, .value = value, .cond = cond};
	struct far_word w = {.bytes = bytes, .op = op, .value = value, .cond = cond};
	u64 unused;
	if (!old)
		old = &unused;
	if (job_is_far(pe)) {
		w.at = job_offset(p);
		return far_atomic(pe, &w, old);
	}
	void *at = job_at(p, pe);
	*old = bytes == 8 ? atomic_u64(at, &r) : atomic_u32(at, &r);
	return true;
}
