/* move.c - put, get, atomic operations and signals of host code and streams. Memory of
 * all PEs of this host is mapped, so each is a copy or an operation of the processor, and
 * a message to others; copies are work of a stream, which calls of host code wait for.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <string.h>

struct move {
	const char *function;
	u8 *dest;
	const u8 *source;
	s64 dst, sst; /* elements from one to the next */
	u64 n;
	u32 bytes; /* of an element */
	int pe;
	bool is_far; /* then the PE's end is an address in this PE's heap */
	bool gets;
	bool names_local; /* the local end is memory of a device */
	bool has_value;   /* p: it is the source */
	u8 value[16];
	u64 *signal; /* in this PE's heap */
	u64 signal_value;
	int signal_op;
};

/* ---- the work ---------------------------------------------------------------------------------- */

static struct lib_box strided(const void *at, s64 stride, const struct move *m) {
	if (stride == 1)
		return lib_bytes(at, m->n * m->bytes);
	return (struct lib_box){.at = at,
	                        .width = m->bytes,
	                        .rows = m->n,
	                        .pitch = stride * (s64)m->bytes,
	                        .slices = 1};
}

static bool name_local(struct lib_call *c, const struct move *m) {
	if (!m->names_local)
		return true;
	struct lib_box box = m->gets ? strided(m->dest, m->dst, m)
	                             : strided(m->source, m->sst, m);
	return m->gets ? lib_writes(c, "dest", &box) : lib_reads(c, "source", &box);
}

enum { PIECE = 1 << 20 };

static void copy_piece(void *ctx, u64 i) {
	const struct move *m = ctx;
	u64 at = i * PIECE;
	memmove(m->dest + at, m->source + at, MIN(m->n * m->bytes - at, PIECE));
}

static void copy(struct lib_call *c, const struct move *m) {
	if (m->dst == 1 && m->sst == 1) {
		u64 bytes = m->n * m->bytes;
		lib_parallel(c, (bytes + PIECE - 1) / PIECE, copy_piece,
		             (void *)(uintptr_t)m);
		return;
	}
	for (u64 i = 0; i < m->n; i++)
		memcpy(m->dest + (s64)i * m->dst * m->bytes,
		       m->source + (s64)i * m->sst * m->bytes, m->bytes);
}

/* One element or all, between this process and a PE of another host. */
static bool copy_far(const struct move *m) {
	bool packed = m->dst == 1 && m->sst == 1;
	u64 n = packed ? 1 : m->n, bytes = packed ? m->n * m->bytes : m->bytes;
	bool ok = true;
	for (u64 i = 0; i < n && ok; i++) {
		u8 *to = m->dest + (s64)i * m->dst * m->bytes;
		const u8 *from = m->source + (s64)i * m->sst * m->bytes;
		ok = m->gets ? pe_get(m->pe, from, to, bytes)
		             : pe_put(m->pe, to, from, bytes);
	}
	return ok;
}

static bool do_signal(const struct move *m) {
	atomic_thread_fence(memory_order_seq_cst);
	return pe_atomic(m->pe, m->signal, 8,
	                 m->signal_op == NVSHMEM_SIGNAL_ADD ? FAR_ADD : FAR_SWAP,
	                 m->signal_value, 0, NULL);
}

static void run(struct lib_call *c, const void *payload) {
	const struct move *m = payload;
	bool ok = true;
	if (!name_local(c, m))
		return;
	if (m->has_value && m->is_far)
		ok = pe_put(m->pe, m->dest, m->value, m->bytes);
	else if (m->has_value)
		memcpy(m->dest, m->value, m->bytes);
	else if (m->n && m->is_far)
		ok = copy_far(m);
	else if (m->n)
		copy(c, m);
	if (m->signal && ok)
		ok = do_signal(m);
	atomic_thread_fence(memory_order_seq_cst);
	if (!ok) {
		job_say(m->function, "PE %d has ended before nvshmem_finalize", m->pe);
		lib_fail_stream(c, cudaErrorLaunchFailure);
	}
}

/* ---- calls ------------------------------------------------------------------------------------- */

static u64 span(s64 stride, const struct move *m) {
	return m->n && stride >= 0 ? ((m->n - 1) * (u64)stride + 1) * m->bytes
	                           : (m->n ? m->bytes : 0);
}

/* Host code cannot go on without it. */
static NORETURN void give_up(const char *function, int pe) {
	job_fatal(function, "PE %d has ended before nvshmem_finalize", pe);
}

/* Replaces the symmetric end by its address at the PE. */
static void prepare(struct move *m, int pe, bool waits) {
	job_check_pe(m->function, pe);
	const void *local = m->gets ? m->dest : m->source;
	job_check_reach(m->function, m->gets ? m->source : m->dest,
	                span(m->gets ? m->sst : m->dst, m), pe);
	m->pe = pe;
	m->is_far = job_is_far(pe);
	if (m->gets && !m->is_far)
		m->source = job_at(m->source, pe);
	else if (!m->is_far)
		m->dest = job_at(m->dest, pe);
	m->names_local = !m->has_value && m->n &&
	                 (!waits || lib_memory_type(local) != cudaMemoryTypeUnregistered);
}

static void check_signal(struct move *m, uint64_t *at, uint64_t value, int op, int pe) {
	job_check_reach(m->function, at, sizeof *at, pe);
	if (op != NVSHMEM_SIGNAL_SET && op != NVSHMEM_SIGNAL_ADD)
		job_fatal(m->function, "%d is not NVSHMEM_SIGNAL_SET or _ADD", op);
	m->pe = pe;
	m->signal = at;
	m->signal_value = value;
	m->signal_op = op;
}

static void in_stream(struct move *m, int pe, cudaStream_t s) {
	prepare(m, pe, false);
	struct lib_work w = {m->function, run, m, sizeof *m};
	cudaError_t e = lib_submit(s, &w);
	if (e != cudaSuccess)
		job_say(m->function, "the stream does not take it (error %d)", (int)e);
}

static void now(struct move *m, int pe) {
	prepare(m, pe, true);
	struct lib_work w = {m->function, run, m, sizeof *m};
	cudaError_t e = lib_submit(job.stream, &w);
	if (e == cudaSuccess)
		e = lib_wait(job.stream);
	if (e != cudaSuccess)
		job_say(m->function, "the device has error %d", (int)e);
}

/* ---- functions of each type ------------------------------------------------------------------------ */

#define MOVE(LONG, BYTES, DST, SST, GETS)                                           \
	(struct move) {                                                             \
		.function = LONG, .dest = (u8 *)dest, .source = (const u8 *)source, \
		.dst = DST, .sst = SST, .n = n, .bytes = BYTES, .gets = GETS        \
	}
#define COPIES(BEFORE, NAME, AFTER, T, BYTES, GETS)                                      \
	void nvshmem_##BEFORE##NAME##AFTER(T *dest, const T *source, size_t n, int pe) { \
		struct move m = MOVE("nvshmem_" #BEFORE #NAME #AFTER, BYTES, 1, 1,       \
		                     GETS);                                              \
		now(&m, pe);                                                             \
	}                                                                                \
	void nvshmemx_##BEFORE##NAME##AFTER##_on_stream(                                 \
		T *dest, const T *source, size_t n, int pe, cudaStream_t s) {            \
		struct move m = MOVE("nvshmemx_" #BEFORE #NAME #AFTER "_on_stream",      \
		                     BYTES, 1, 1, GETS);                                 \
		in_stream(&m, pe, s);                                                    \
	}
#define STRIDES(BEFORE, NAME, AFTER, T, BYTES, GETS)                                   \
	void nvshmem_##BEFORE##NAME##AFTER(T *dest, const T *source, ptrdiff_t dst,    \
	                                   ptrdiff_t sst, size_t n, int pe) {          \
		struct move m = MOVE("nvshmem_" #BEFORE #NAME #AFTER, BYTES, dst, sst, \
		                     GETS);                                            \
		now(&m, pe);                                                           \
	}                                                                              \
	void nvshmemx_##BEFORE##NAME##AFTER##_on_stream(                               \
		T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t n,      \
		int pe, cudaStream_t s) {                                              \
		struct move m = MOVE("nvshmemx_" #BEFORE #NAME #AFTER "_on_stream",    \
		                     BYTES, dst, sst, GETS);                           \
		in_stream(&m, pe, s);                                                  \
	}
#define SIGNALS(BEFORE, AFTER, T, BYTES)                                              \
	void nvshmemx_##BEFORE##put##AFTER##_on_stream(                               \
		T *dest, const T *source, size_t n, uint64_t *signal, uint64_t value, \
		int op, int pe, cudaStream_t s) {                                     \
		struct move m = MOVE("nvshmemx_" #BEFORE "put" #AFTER "_on_stream",   \
		                     BYTES, 1, 1, false);                             \
		check_signal(&m, signal, value, op, pe);                              \
		in_stream(&m, pe, s);                                                 \
	}
#define TRANSFERS(BEFORE, AFTER, T, BYTES)                \
	COPIES(BEFORE, put, AFTER, T, BYTES, false)       \
	COPIES(BEFORE, put, AFTER##_nbi, T, BYTES, false) \
	COPIES(BEFORE, get, AFTER, T, BYTES, true)        \
	COPIES(BEFORE, get, AFTER##_nbi, T, BYTES, true)  \
	SIGNALS(BEFORE, AFTER##_signal, T, BYTES)         \
	SIGNALS(BEFORE, AFTER##_signal_nbi, T, BYTES)
#define STRIDED(BEFORE, AFTER, T, BYTES)              \
	STRIDES(BEFORE, iput, AFTER, T, BYTES, false) \
	STRIDES(BEFORE, iget, AFTER, T, BYTES, true)

#define ELEMENTS(NAME, T)                                                               \
	void nvshmem_##NAME##_p(T *dest, const T value, int pe) {                       \
		job_check_reach("nvshmem_" #NAME "_p", dest, sizeof *dest, pe);         \
		if (!job_is_far(pe))                                                    \
			*(volatile T *)job_at(dest, pe) = value;                        \
		else if (!pe_put(pe, dest, &value, sizeof value))                       \
			give_up("nvshmem_" #NAME "_p", pe);                             \
	}                                                                               \
	T nvshmem_##NAME##_g(const T *source, int pe) {                                 \
		T value;                                                                \
		job_check_reach("nvshmem_" #NAME "_g", source, sizeof *source, pe);     \
		if (!job_is_far(pe))                                                    \
			return *(volatile const T *)job_at(source, pe);                 \
		if (!pe_get(pe, source, &value, sizeof value))                          \
			give_up("nvshmem_" #NAME "_g", pe);                             \
		return value;                                                           \
	}                                                                               \
	void nvshmemx_##NAME##_p_on_stream(T *dest, const T value, int pe,              \
	                                   cudaStream_t s) {                            \
		const T *source = &value;                                               \
		u64 n = 1;                                                              \
		struct move m = MOVE("nvshmemx_" #NAME "_p_on_stream", sizeof(T), 1, 1, \
		                     false);                                            \
		m.has_value = true;                                                     \
		memcpy(m.value, &value, sizeof value);                                  \
		in_stream(&m, pe, s);                                                   \
	}                                                                               \
	T nvshmemx_##NAME##_g_on_stream(const T *source, int pe, cudaStream_t s) {      \
		T value, *dest = &value;                                                \
		u64 n = 1;                                                              \
		struct move m = MOVE("nvshmemx_" #NAME "_g_on_stream", sizeof(T), 1, 1, \
		                     true);                                             \
		lib_wait(s);                                                            \
		now(&m, pe);                                                            \
		return value;                                                           \
	}
#define TYPE(UNUSED_OP, NAME, T)           \
	ELEMENTS(NAME, T)                  \
	TRANSFERS(NAME##_, , T, sizeof(T)) \
	STRIDED(NAME##_, , T, sizeof(T))
#define SIZE(UNUSED_OP, BITS, T)            \
	TRANSFERS(, BITS, void, (BITS) / 8) \
	STRIDED(, BITS, void, (BITS) / 8)
__NVSHMEM_MOVED_TYPES(TYPE, 0)
__NVSHMEM_SIZES(SIZE, 0)
TRANSFERS(, mem, void, 1)

/* ---- order and signals ------------------------------------------------------------------------------ */

/* What was called has been waited for. */
void nvshmem_fence(void) {
	job_check("nvshmem_fence");
	atomic_thread_fence(memory_order_seq_cst);
}

void nvshmem_quiet(void) {
	job_check("nvshmem_quiet");
	atomic_thread_fence(memory_order_seq_cst);
}

/* Streams do one after the other. */
void nvshmemx_quiet_on_stream(cudaStream_t s) {
	(void)s;
	job_check("nvshmemx_quiet_on_stream");
}

uint64_t nvshmem_signal_fetch(uint64_t *at) {
	job_check("nvshmem_signal_fetch");
	return atomic_load((_Atomic u64 *)(void *)at);
}

void nvshmemx_signal_op(uint64_t *at, uint64_t value, int op, int pe) {
	struct move m = {.function = "nvshmemx_signal_op"};
	check_signal(&m, at, value, op, pe);
	if (!do_signal(&m))
		give_up(m.function, pe);
}

void nvshmemx_signal_op_on_stream(uint64_t *at, uint64_t value, int op, int pe,
                                  cudaStream_t s) {
	struct move m = {.function = "nvshmemx_signal_op_on_stream"};
	check_signal(&m, at, value, op, pe);
	in_stream(&m, pe, s);
}

/* ---- atomic operations --------------------------------------------------------------------------------- */

static u64 word_op(const char *function, const void *p, u32 bytes, enum far_op op,
                   u64 value, u64 cond, int pe) {
	u64 old;
	job_check_reach(function, p, bytes, pe);
	if (!pe_atomic(pe, p, bytes, op, value, cond, &old))
		give_up(function, pe);
	return old;
}

#define OP(LONG, WHICH, VALUE, COND) \
	word_op("nvshmem_" LONG, dest, sizeof *dest, WHICH, (u64)(VALUE), (u64)(COND), pe)
#define COUNTS(UNUSED_OP, NAME, T)                                                    \
	void nvshmem_##NAME##_atomic_inc(T *dest, int pe) {                           \
		OP(#NAME "_atomic_inc", FAR_ADD, 1, 0);                               \
	}                                                                             \
	T nvshmem_##NAME##_atomic_fetch_inc(T *dest, int pe) {                        \
		return (T)OP(#NAME "_atomic_fetch_inc", FAR_ADD, 1, 0);               \
	}                                                                             \
	void nvshmem_##NAME##_atomic_add(T *dest, T value, int pe) {                  \
		OP(#NAME "_atomic_add", FAR_ADD, value, 0);                           \
	}                                                                             \
	T nvshmem_##NAME##_atomic_fetch_add(T *dest, T value, int pe) {               \
		return (T)OP(#NAME "_atomic_fetch_add", FAR_ADD, value, 0);           \
	}                                                                             \
	T nvshmem_##NAME##_atomic_compare_swap(T *dest, T cond, T value, int pe) {    \
		return (T)OP(#NAME "_atomic_compare_swap", FAR_COMPARE, value, cond); \
	}
/* Floats, too: by their bits. */
#define SWAPS(UNUSED_OP, NAME, T)                                                       \
	static T swap_##NAME(const char *function, const T *dest, enum far_op op,       \
	                     T value, int pe) {                                         \
		u64 bits = 0, old;                                                      \
		memcpy(&bits, &value, sizeof value);                                    \
		old = word_op(function, dest, sizeof *dest, op, bits, 0, pe);           \
		memcpy(&value, &old, sizeof value);                                     \
		return value;                                                           \
	}                                                                               \
	T nvshmem_##NAME##_atomic_fetch(const T *source, int pe) {                      \
		return swap_##NAME("nvshmem_" #NAME "_atomic_fetch", source, FAR_FETCH, \
		                   0, pe);                                              \
	}                                                                               \
	void nvshmem_##NAME##_atomic_set(T *dest, T value, int pe) {                    \
		swap_##NAME("nvshmem_" #NAME "_atomic_set", dest, FAR_SWAP, value, pe); \
	}                                                                               \
	T nvshmem_##NAME##_atomic_swap(T *dest, T value, int pe) {                      \
		return swap_##NAME("nvshmem_" #NAME "_atomic_swap", dest, FAR_SWAP,     \
		                   value, pe);                                          \
	}
#define BITS(WHICH, NAME, T)                                                      \
	T nvshmem_##NAME##_atomic_fetch##WHICH(T *dest, T value, int pe) {        \
		return (T)OP(#NAME "_atomic_fetch" #WHICH, FAR##WHICH, value, 0); \
	}                                                                         \
	void nvshmem_##NAME##_atomic##WHICH(T *dest, T value, int pe) {           \
		OP(#NAME "_atomic" #WHICH, FAR##WHICH, value, 0);                 \
	}
static const enum far_op FAR_and = FAR_AND, FAR_or = FAR_OR, FAR_xor = FAR_XOR;
__NVSHMEM_COUNTED_TYPES(COUNTS, 0)
__NVSHMEM_SWAPPED_TYPES(SWAPS, 0)
__NVSHMEM_WORD_TYPES(BITS, _and)
__NVSHMEM_WORD_TYPES(BITS, _or)
__NVSHMEM_WORD_TYPES(BITS, _xor)
