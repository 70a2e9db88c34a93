// host.cu: what host code and streams call, for every type.
// SPDX-License-Identifier: Apache-2.0
#include "pes.h"

enum { COUNT = 1000 };

static int next, before;
static cudaStream_t s;
static char *A, *B;

template <class T> static T make(int v) { return (T)v; }
template <> __half make<__half>(int v) { return __float2half((float)v); }
template <> __nv_bfloat16 make<__nv_bfloat16>(int v) { return __float2bfloat16((float)v); }
template <class T> static double number(T v) { return (double)(float)v; }

static int value_of(int pe, int i) { return (pe * 7 + i) % 100; }

template <class T> static void fill() {
	std::vector<T> a(COUNT, make<T>(0)), b(COUNT);
	for (int i = 0; i < COUNT; i++)
		b[i] = make<T>(value_of(me, i));
	write((T *)A, a);
	write((T *)B, b);
	nvshmem_barrier_all();
}

template <class T> static void compare(const char *what, int pe, int count, int stride = 1, int from = 1) {
	CUDA(cudaStreamSynchronize(s));
	nvshmem_barrier_all();
	std::vector<T> a = read((T *)A, COUNT);
	for (int i = 0; i < count; i++)
		same(what, number(a[i * stride]), value_of(pe, i * from));
	nvshmem_barrier_all();
}

#define DO(T, label, pe, call)                                                                                                 \
	fill<T>();                                                                                                             \
	call;                                                                                                                  \
	compare<T>(label, pe, 300);

#define TYPE(name, T)                                                                                                          \
	static void moves_##name() {                                                                                           \
		T *a = (T *)A, *b = (T *)B;                                                                                    \
		DO(T, #name "_put", before, nvshmem_##name##_put(a, b, 300, next))                                             \
		DO(T, #name "_put_nbi", before, nvshmem_##name##_put_nbi(a, b, 300, next); nvshmem_quiet())                    \
		DO(T, #name "_get", next, nvshmem_##name##_get(a, b, 300, next))                                               \
		DO(T, #name "_get_nbi", next, nvshmem_##name##_get_nbi(a, b, 300, next); nvshmem_quiet())                      \
		DO(T, #name "_put_on_stream", before, nvshmemx_##name##_put_on_stream(a, b, 300, next, s))                     \
		DO(T, #name "_get_nbi_on_stream", next, nvshmemx_##name##_get_nbi_on_stream(a, b, 300, next, s))               \
		fill<T>();                                                                                                     \
		nvshmem_##name##_iput(a, b, 3, 2, 300, next);                                                                  \
		compare<T>(#name "_iput", before, 300, 3, 2);                                                                  \
		fill<T>();                                                                                                     \
		nvshmemx_##name##_iget_on_stream(a, b, 3, 2, 300, next, s);                                                    \
		compare<T>(#name "_iget_on_stream", next, 300, 3, 2);                                                          \
		fill<T>();                                                                                                     \
		nvshmem_##name##_p(a, make<T>(me + 3), next);                                                                  \
		nvshmemx_##name##_p_on_stream(a + 1, make<T>(me + 4), next, s);                                                \
		CUDA(cudaStreamSynchronize(s));                                                                                \
		nvshmem_barrier_all();                                                                                         \
		same(#name "_p", number(nvshmem_##name##_g(a, me)), before + 3);                                               \
		same(#name "_p_on_stream", number(nvshmem_##name##_g(a + 1, next)), me + 4);                                   \
		nvshmem_barrier_all();                                                                                         \
		DO(T, #name "_broadcast", n - 1, nvshmem_##name##_broadcast(NVSHMEM_TEAM_WORLD, a, b, 300, n - 1))             \
		DO(T, #name "_broadcast_on_stream", 0,                                                                         \
		   nvshmemx_##name##_broadcast_on_stream(NVSHMEM_TEAM_WORLD, a, b, 300, 0, s))                                 \
		fill<T>();                                                                                                     \
		nvshmemx_##name##_fcollect_on_stream(NVSHMEM_TEAM_WORLD, a, b, 100, s);                                        \
		CUDA(cudaStreamSynchronize(s));                                                                                \
		std::vector<T> v = read(a, COUNT);                                                                             \
		for (int i = 0; i < 100 * n; i++)                                                                              \
			same(#name "_fcollect_on_stream", number(v[i]), value_of(i / 100, i % 100));                           \
		fill<T>();                                                                                                     \
		nvshmem_##name##_alltoall(NVSHMEM_TEAM_WORLD, a, b, 100);                                                      \
		v = read(a, COUNT);                                                                                            \
		for (int i = 0; i < 100 * n; i++)                                                                              \
			same(#name "_alltoall", number(v[i]), value_of(i / 100, me * 100 + i % 100));                          \
		nvshmem_barrier_all();                                                                                         \
	}
#define MOVED(X)                                                                                                               \
	X(bfloat16, __nv_bfloat16) X(half, half) X(float, float) X(double, double) X(char, char) X(schar, signed char)         \
	X(short, short) X(int, int) X(long, long) X(longlong, long long) X(uchar, unsigned char) X(ushort, unsigned short)     \
	X(uint, unsigned) X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int8, int8_t) X(int16, int16_t)           \
	X(int32, int32_t) X(int64, int64_t) X(uint8, uint8_t) X(uint16, uint16_t) X(uint32, uint32_t) X(uint64, uint64_t)      \
	X(size, size_t) X(ptrdiff, ptrdiff_t)
MOVED(TYPE)

#define REDUCED(name, T)                                                                                                       \
	static void reduces_##name() {                                                                                         \
		T *a = (T *)A, *b = (T *)B;                                                                                    \
		fill<T>();                                                                                                     \
		nvshmem_##name##_sum_reduce(NVSHMEM_TEAM_WORLD, a, b, COUNT);                                                  \
		std::vector<T> sum = read(a, COUNT);                                                                           \
		nvshmemx_##name##_max_reduce_on_stream(NVSHMEM_TEAM_WORLD, a, b, COUNT, s);                                    \
		CUDA(cudaStreamSynchronize(s));                                                                                \
		std::vector<T> most = read(a, COUNT);                                                                          \
		nvshmemx_##name##_sum_reducescatter_on_stream(NVSHMEM_TEAM_WORLD, a, b, 50, s);                                \
		CUDA(cudaStreamSynchronize(s));                                                                                \
		std::vector<T> part = read(a, COUNT);                                                                          \
		nvshmem_##name##_min_reduce(NVSHMEM_TEAM_WORLD, b, b, COUNT);                                                  \
		std::vector<T> least = read(b, COUNT);                                                                         \
		for (int i = 0; i < COUNT; i++) {                                                                              \
			int all = 0, high = 0, low = 1000;                                                                     \
			for (int pe = 0; pe < n; pe++) {                                                                       \
				int v = value_of(pe, i);                                                                       \
				all += v, high = std::max(high, v), low = std::min(low, v);                                    \
			}                                                                                                      \
			same(#name "_sum_reduce", number(sum[i]), number(make<T>(all)));                                       \
			same(#name "_max_reduce_on_stream", number(most[i]), high);                                            \
			same(#name "_min_reduce", number(least[i]), low);                                                      \
			if (i / 50 == me)                                                                                      \
				same(#name "_sum_reducescatter_on_stream", number(part[i % 50]), number(make<T>(all)));        \
		}                                                                                                              \
		nvshmem_barrier_all();                                                                                         \
	}
#define SUMS(X)                                                                                                                \
	X(bfloat16, __nv_bfloat16) X(half, half) X(float, float) X(double, double) X(short, short) X(int, int) X(long, long)   \
	X(longlong, long long) BITS(X)
#define BITS(X)                                                                                                                \
	X(ushort, unsigned short) X(uint, unsigned) X(ulong, unsigned long) X(ulonglong, unsigned long long)                   \
	X(int16, int16_t) X(int32, int32_t) X(int64, int64_t) X(uint16, uint16_t) X(uint32, uint32_t) X(uint64, uint64_t)      \
	X(size, size_t)
SUMS(REDUCED)

#define WORDS(X)                                                                                                               \
	X(uint, unsigned) X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int32, int32_t) X(uint32, uint32_t)       \
	X(int64, int64_t) X(uint64, uint64_t)
#define COUNTED(name, T)                                                                                                       \
	static void counts_##name() {                                                                                          \
		T *a = (T *)A, mine = (T)1 << me, all = ((T)1 << n) - 1;                                                       \
		fill<T>();                                                                                                     \
		for (int i = 0; i < 100; i++) {                                                                                \
			nvshmem_##name##_atomic_inc(a, 0);                                                                     \
			nvshmem_##name##_atomic_add(a + 1, 2, 0);                                                              \
			nvshmem_##name##_atomic_fetch_add(a + 2, 3, 0);                                                        \
			T old = 0, seen;                                                                                       \
			while ((seen = nvshmem_##name##_atomic_compare_swap(a + 3, old, old + 1, 0)) != old)                   \
				old = seen;                                                                                    \
		}                                                                                                              \
		nvshmem_##name##_atomic_set(a + 4, 6, 0);                                                                      \
		T swapped = nvshmem_##name##_atomic_swap(a + 5, 6, 0);                                                         \
		same(#name "_atomic_swap", swapped == 0 || swapped == 6, 1);                                                   \
		nvshmem_##name##_atomic_or(a + 6, mine, 0);                                                                    \
		nvshmem_##name##_atomic_fetch_xor(a + 7, mine, 0);                                                             \
		nvshmem_barrier_all();                                                                                         \
		double wanted[] = {100.0 * n, 200.0 * n, 300.0 * n, 100.0 * n, 6, 6, (double)all, (double)all};                \
		for (int i = 0; i < 8; i++)                                                                                    \
			same(#name "_atomic", nvshmem_##name##_atomic_fetch(a + i, 0), wanted[i]);                             \
		nvshmem_barrier_all();                                                                                         \
		nvshmem_##name##_atomic_and(a + 6, ~mine, 0);                                                                  \
		nvshmem_barrier_all();                                                                                         \
		same(#name "_atomic_and", nvshmem_##name##_g(a + 6, 0), 0);                                                    \
		nvshmem_barrier_all();                                                                                         \
	}
WORDS(COUNTED)

#define WAITED(name, T)                                                                                                        \
	static void waits_##name() {                                                                                           \
		T *a = (T *)A;                                                                                                 \
		fill<T>();                                                                                                     \
		nvshmemx_##name##_wait_until_on_stream(a + before, NVSHMEM_CMP_NE, 0, s);                                      \
		nvshmemx_##name##_wait_until_all_on_stream(a, n, NULL, NVSHMEM_CMP_GE, 1, s);                                  \
		for (int pe = 0; pe < n; pe++)                                                                                 \
			nvshmem_##name##_p(a + me, (T)(me + 1), pe);                                                           \
		CUDA(cudaStreamSynchronize(s));                                                                                \
		std::vector<T> v = read(a, n);                                                                                 \
		for (int pe = 0; pe < n; pe++)                                                                                 \
			same(#name "_wait_until_all_on_stream", v[pe], pe + 1);                                                \
		nvshmem_barrier_all();                                                                                         \
	}
#define WAITS(X)                                                                                                               \
	X(short, short) X(ushort, unsigned short) X(int, int) X(long, long) X(longlong, long long) X(size, size_t)             \
	X(ptrdiff, ptrdiff_t) WORDS(X)
WAITS(WAITED)

static void sizes() {
	DO(int, "putmem", before, nvshmem_putmem(A, B, 1200, next))
	DO(int, "put8", before, nvshmem_put8(A, B, 1200, next))
	DO(int, "put16_nbi", before, nvshmem_put16_nbi(A, B, 600, next))
	DO(int, "get32", next, nvshmem_get32(A, B, 300, next))
	DO(int, "get64_on_stream", next, nvshmemx_get64_on_stream(A, B, 150, next, s))
	DO(int, "put128", before, nvshmem_put128(A, B, 75, next))
	DO(int, "broadcastmem", 0, nvshmem_broadcastmem(NVSHMEM_TEAM_WORLD, A, B, 1200, 0))
	fill<int>();
	nvshmem_iput32(A, B, 3, 2, 300, next);
	compare<int>("iput32", before, 300, 3, 2);
	// From memory of the host, and of this process's device.
	int *plain;
	CUDA(cudaMalloc(&plain, 1200));
	CUDA(cudaMemcpy(plain, B, 1200, cudaMemcpyDeviceToDevice));
	DO(int, "put of plain memory", before, nvshmem_int_put((int *)A, plain, 300, next))
	std::vector<int> host(300);
	for (int i = 0; i < 300; i++)
		host[i] = value_of(me, i);
	DO(int, "put of the host's memory", before, nvshmem_int_put((int *)A, host.data(), 300, next))
	fill<int>();
	nvshmem_int_get(host.data(), (int *)B, 300, next);
	same("get into the host's memory", host[299], value_of(next, 299));
	nvshmem_barrier_all();
}

// A graph is launched again and again: a put, a signal, a wait, a barrier.
static void graph() {
	uint64_t *signal = (uint64_t *)nvshmem_calloc(1, 8);
	cudaGraph_t g;
	cudaGraphExec_t exec;
	fill<int>();
	CUDA(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	nvshmemx_int_put_signal_on_stream((int *)A, (int *)B, 300, signal, 1, NVSHMEM_SIGNAL_ADD, next, s);
	nvshmemx_barrier_all_on_stream(s);
	nvshmemx_signal_op_on_stream(signal, 1, NVSHMEM_SIGNAL_ADD, next, s);
	nvshmemx_int_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, (int *)A + 500, (int *)B + 500, 100, s);
	CUDA(cudaStreamEndCapture(s, &g));
	CUDA(cudaGraphInstantiate(&exec, g, 0));
	for (int i = 0; i < 5; i++)
		CUDA(cudaGraphLaunch(exec, s));
	CUDA(cudaStreamSynchronize(s));
	nvshmem_barrier_all();
	same("signals of a graph", nvshmem_signal_fetch(signal), 10);
	int sum = 0;
	for (int pe = 0; pe < n; pe++)
		sum += value_of(pe, 599);
	same("a sum in a graph", read((int *)A, COUNT)[599], sum);
	compare<int>("a put in a graph", before, 300);
	CUDA(cudaGraphExecDestroy(exec));
	CUDA(cudaGraphDestroy(g));
	nvshmem_free(signal);
}

// Two streams wait for each other's signals, whatever comes first.
static void streams() {
	uint64_t *signal = (uint64_t *)nvshmem_calloc(2, 8);
	cudaStream_t other;
	CUDA(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
	nvshmemx_signal_wait_until_on_stream(signal, NVSHMEM_CMP_EQ, 4, other);
	nvshmemx_signal_op_on_stream(signal + 1, 5, NVSHMEM_SIGNAL_SET, next, other);
	nvshmemx_signal_op_on_stream(signal, 4, NVSHMEM_SIGNAL_SET, next, s);
	nvshmemx_signal_wait_until_on_stream(signal + 1, NVSHMEM_CMP_GE, 5, s);
	CUDA(cudaStreamSynchronize(s));
	CUDA(cudaStreamSynchronize(other));
	CUDA(cudaStreamDestroy(other));
	nvshmem_free(signal);
}

static void about() {
	int major, minor, patch, provided;
	char name[NVSHMEM_MAX_NAME_LEN];
	nvshmem_info_get_version(&major, &minor);
	same("version", major * 100 + minor, NVSHMEM_MAJOR_VERSION * 100 + NVSHMEM_MINOR_VERSION);
	nvshmemx_vendor_get_version_info(&major, &minor, &patch);
	same("version", major * 10000 + minor * 100 + patch, NVSHMEM_VENDOR_VERSION);
	nvshmem_info_get_name(name);
	same("name", strcmp(name, NVSHMEM_VENDOR_STRING), 0);
	nvshmem_query_thread(&provided);
	same("threads", provided, NVSHMEM_THREAD_SERIALIZED);
	same("status", nvshmemx_init_status(), NVSHMEM_STATUS_IS_INITIALIZED);
	same("the host's memory", nvshmem_ptr(&major, me) == NULL, 1);
	same("no such PE", nvshmem_ptr(A, n) == NULL, 1);
	same("alignment", (uintptr_t)nvshmem_align(4096, 100) % 4096, 0);
	same("nothing", nvshmem_malloc(0) == NULL, 1);
	same("register", nvshmemx_buffer_register(A, 10), 0);
	same("unregister", nvshmemx_buffer_unregister(A), 0);
	same("unregister", nvshmemx_buffer_unregister(A) != 0, 1);
	nvshmem_team_config_t config;
	same("config", nvshmem_team_get_config(NVSHMEM_TEAM_WORLD, &config), 0);
}

int main() {
	nvshmem_init();
	me = nvshmem_my_pe();
	n = nvshmem_n_pes();
	next = (me + 1) % n, before = (me + n - 1) % n;
	CUDA(cudaStreamCreate(&s));
	A = (char *)nvshmem_malloc(16 * COUNT);
	B = (char *)nvshmem_malloc(16 * COUNT);
#define RUN_MOVES(name, T) moves_##name();
#define RUN_REDUCES(name, T) reduces_##name();
#define RUN_COUNTS(name, T) counts_##name();
#define RUN_WAITS(name, T) waits_##name();
	MOVED(RUN_MOVES)
	SUMS(RUN_REDUCES)
	WORDS(RUN_COUNTS)
	WAITS(RUN_WAITS)
	sizes();
	graph();
	streams();
	about();
	return finish();
}
