// device.cu: what kernels call, for every type and every group of threads.
// SPDX-License-Identifier: Apache-2.0
#include "pes.h"

enum { COUNT = 70, STRIDE = 3 };

template <class T> __device__ T make(int v) { return (T)v; }
template <> __device__ __half make<__half>(int v) { return __int2half_rn(v); }
template <> __device__ __nv_bfloat16 make<__nv_bfloat16>(int v) { return __int2bfloat16_rn(v); }
template <class T> __device__ float number(T v) { return (float)v; }

static __device__ int failed;
#define EXPECT(what, got, wanted)                                                                                              \
	do {                                                                                                                   \
		float got_ = number(got), wanted_ = (float)(wanted);                                                           \
		if (got_ != wanted_ && atomicAdd(&failed, 1) < 20)                                                             \
			printf("PE %d: %s: %g, not %g\n", nvshmem_my_pe(), what, got_, wanted_);                               \
	} while (0)

// What a PE has at an index before a test.
__device__ int value_of(int pe, int i) { return (pe * 7 + i) % 100; }

struct Case {
	char *a, *b; // symmetric; 16 bytes for each of COUNT * STRIDE elements, and for all PEs
	uint64_t *signal;
	int round;
};

template <class T> __device__ void fill(const Case &c, int base = 0) {
	__syncthreads();
	T *a = (T *)c.a, *b = (T *)c.b;
	for (int i = threadIdx.x; i < COUNT * STRIDE; i += blockDim.x) {
		a[i] = make<T>(0);
		b[i] = make<T>(value_of(nvshmem_my_pe(), i + base));
	}
	__syncthreads();
	nvshmemx_barrier_all_block();
}

template <class T> __device__ void compare(const char *what, const T *p, int pe, int count, int stride = 1, int from = 1) {
	__syncthreads();
	for (int i = threadIdx.x; i < count; i += blockDim.x)
		EXPECT(what, p[i * stride], value_of(pe, i * from));
	__syncthreads();
}

#define THREAD0 if (threadIdx.x == 0)
#define WARP0 if (threadIdx.x < 32)
#define BLOCK

// One transfer of a group, and what is there afterwards.
#define PUT(T, group, label, call)                                                                                             \
	fill<T>(c);                                                                                                            \
	group { call; }                                                                                                        \
	nvshmemx_barrier_all_block();                                                                                          \
	compare(label, (T *)c.a, before, COUNT);
#define GET(T, group, label, call)                                                                                             \
	fill<T>(c);                                                                                                            \
	group { call; }                                                                                                        \
	__syncthreads();                                                                                                       \
	compare(label, (T *)c.a, next, COUNT);                                                                                 \
	nvshmemx_barrier_all_block();
#define SIGNAL(T, group, label, name)                                                                                          \
	fill<T>(c);                                                                                                            \
	round++;                                                                                                               \
	group { name((T *)c.a, (T *)c.b, COUNT, c.signal, round, NVSHMEM_SIGNAL_SET, next); }                                  \
	THREAD0 nvshmem_signal_wait_until(c.signal, NVSHMEM_CMP_GE, round);                                                    \
	compare(label, (T *)c.a, before, COUNT);                                                                               \
	nvshmemx_barrier_all_block();

#define TYPE(name, T)                                                                                                          \
	static __global__ void moves_##name(Case c) {                                                                          \
		int self = nvshmem_my_pe(), count = nvshmem_n_pes(), next = (self + 1) % count,                                \
		    before = (self + count - 1) % count;                                                                       \
		uint64_t round = c.round;                                                                                      \
		T *a = (T *)c.a, *b = (T *)c.b;                                                                                \
		PUT(T, THREAD0, #name "_put", nvshmem_##name##_put(a, b, COUNT, next))                                         \
		PUT(T, THREAD0, #name "_put_nbi", nvshmem_##name##_put_nbi(a, b, COUNT, next); nvshmem_quiet())                \
		PUT(T, WARP0, #name "_put_warp", nvshmemx_##name##_put_warp(a, b, COUNT, next))                                \
		PUT(T, BLOCK, #name "_put_block", nvshmemx_##name##_put_block(a, b, COUNT, next))                              \
		PUT(T, BLOCK, #name "_put_nbi_block", nvshmemx_##name##_put_nbi_block(a, b, COUNT, next))                      \
		PUT(T, BLOCK, "qp_" #name "_put_block", nvshmemx_qp_##name##_put_block(a, b, COUNT, next, 1))                  \
		PUT(T, THREAD0, #name "_p", for (int i = 0; i < COUNT; i++) nvshmem_##name##_p(a + i, b[i], next))             \
		GET(T, THREAD0, #name "_get", nvshmem_##name##_get(a, b, COUNT, next))                                         \
		GET(T, WARP0, #name "_get_warp", nvshmemx_##name##_get_warp(a, b, COUNT, next))                                \
		GET(T, BLOCK, #name "_get_nbi_block", nvshmemx_##name##_get_nbi_block(a, b, COUNT, next))                      \
		GET(T, THREAD0, #name "_g", for (int i = 0; i < COUNT; i++) a[i] = nvshmem_##name##_g(b + i, next))            \
		SIGNAL(T, THREAD0, #name "_put_signal", nvshmem_##name##_put_signal)                                           \
		SIGNAL(T, WARP0, #name "_put_signal_warp", nvshmemx_##name##_put_signal_warp)                                  \
		SIGNAL(T, BLOCK, #name "_put_signal_nbi_block", nvshmemx_##name##_put_signal_nbi_block)                        \
		fill<T>(c);                                                                                                    \
		THREAD0 nvshmem_##name##_iput(a, b, STRIDE, 2, COUNT, next);                                                   \
		nvshmemx_barrier_all_block();                                                                                  \
		compare(#name "_iput", a, before, COUNT, STRIDE, 2);                                                           \
		fill<T>(c);                                                                                                    \
		nvshmemx_##name##_iget_block(a, b, STRIDE, 2, COUNT, next);                                                    \
		compare(#name "_iget_block", a, next, COUNT, STRIDE, 2);                                                       \
		nvshmemx_barrier_all_block();                                                                                  \
		fill<T>(c);                                                                                                    \
		nvshmemx_##name##_broadcast_block(NVSHMEM_TEAM_WORLD, a, b, COUNT, count - 1);                                 \
		compare(#name "_broadcast_block", a, count - 1, COUNT);                                                        \
		fill<T>(c);                                                                                                    \
		WARP0 nvshmemx_##name##_fcollect_warp(NVSHMEM_TEAM_WORLD, a, b, 20);                                           \
		for (int pe = 0; pe < count; pe++)                                                                             \
			compare(#name "_fcollect_warp", a + pe * 20, pe, 20);                                                  \
		fill<T>(c, 0);                                                                                                 \
		THREAD0 nvshmem_##name##_alltoall(NVSHMEM_TEAM_WORLD, a, b, 20);                                               \
		__syncthreads();                                                                                               \
		THREAD0 for (int pe = 0; pe < count; pe++) for (int i = 0; i < 20; i++)                                        \
			EXPECT(#name "_alltoall", a[pe * 20 + i], value_of(pe, self * 20 + i));                                \
		nvshmemx_barrier_all_block();                                                                                  \
	}
#if FEW == 1 // for the compiler of kernels
#define MOVED(X) X(half, half)
#elif FEW
#define MOVED(X) X(half, half) X(char, char) X(double, double)
#else
#define MOVED(X)                                                                                                               \
	X(bfloat16, __nv_bfloat16) X(half, half) X(float, float) X(double, double) X(char, char) X(schar, signed char)         \
	X(short, short) X(int, int) X(long, long) X(longlong, long long) X(uchar, unsigned char) X(ushort, unsigned short)     \
	X(uint, unsigned) X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int8, int8_t) X(int16, int16_t)           \
	X(int32, int32_t) X(int64, int64_t) X(uint8, uint8_t) X(uint16, uint16_t) X(uint32, uint32_t) X(uint64, uint64_t)      \
	X(size, size_t) X(ptrdiff, ptrdiff_t)
#endif
MOVED(TYPE)

// Sizes, in elements of so many bits.
#if FEW != 1
static __global__ void sizes(Case c) {
	int self = nvshmem_my_pe(), count = nvshmem_n_pes(), next = (self + 1) % count, before = (self + count - 1) % count;
	PUT(int, THREAD0, "put32", nvshmem_put32(c.a, c.b, COUNT, next))
	PUT(int, THREAD0, "put8", nvshmem_put8(c.a, c.b, 4 * COUNT, next))
	PUT(int, BLOCK, "put16_block", nvshmemx_put16_block(c.a, c.b, 2 * COUNT, next))
	PUT(long long, WARP0, "put64_warp", nvshmemx_put64_warp(c.a, c.b, COUNT, next))
	PUT(long long, BLOCK, "put128_block", nvshmemx_put128_block(c.a, c.b, COUNT / 2, next))
	PUT(int, THREAD0, "putmem", nvshmem_putmem(c.a, c.b, 4 * COUNT, next))
	PUT(int, BLOCK, "putmem_nbi_block", nvshmemx_putmem_nbi_block(c.a, c.b, 4 * COUNT, next))
	GET(int, THREAD0, "getmem", nvshmem_getmem(c.a, c.b, 4 * COUNT, next))
	GET(short, BLOCK, "get16_block", nvshmemx_get16_block(c.a, c.b, COUNT, next))
	fill<int>(c);
	THREAD0 nvshmem_iput32(c.a, c.b, STRIDE, 2, COUNT, next);
	nvshmemx_barrier_all_block();
	compare("iput32", (int *)c.a, before, COUNT, STRIDE, 2);
	fill<int>(c);
	THREAD0 nvshmem_putmem_signal(c.a, c.b, 4 * COUNT, c.signal, 1, NVSHMEM_SIGNAL_ADD, next);
	THREAD0 nvshmem_signal_wait_until(c.signal, NVSHMEM_CMP_GE, c.round + 1);
	compare("putmem_signal", (int *)c.a, before, COUNT);
	nvshmemx_barrier_all_block();
	fill<int>(c);
	nvshmemx_broadcastmem_block(NVSHMEM_TEAM_WORLD, c.a, c.b, 4 * COUNT, 0);
	compare("broadcastmem_block", (int *)c.a, 0, COUNT);
	nvshmemx_barrier_all_block();
}
#endif

// All PEs operate on memory of PE 0.
#define COUNTED(name, T)                                                                                                       \
	static __global__ void counts_##name(Case c) {                                                                         \
		T *a = (T *)c.a, count = (T)nvshmem_n_pes(), self = (T)nvshmem_my_pe();                                        \
		fill<T>(c);                                                                                                    \
		nvshmem_##name##_atomic_inc(a, 0);                                                                             \
		nvshmem_##name##_atomic_add(a + 1, self + 1, 0);                                                               \
		EXPECT(#name "_fetch_inc", nvshmem_##name##_atomic_fetch_inc(a + 2, 0) < count * 64, 1);                       \
		EXPECT(#name "_fetch_add", nvshmem_##name##_atomic_fetch_add(a + 3, 2, 0) < count * 128, 1);                   \
		T old = 0, seen;                                                                                               \
		while ((seen = nvshmem_##name##_atomic_compare_swap(a + 4, old, old + 1, 0)) != old)                           \
			old = seen;                                                                                            \
		nvshmem_##name##_atomic_set(a + 5, 9, 0);                                                                      \
		T swapped = nvshmem_##name##_atomic_swap(a + 6, 5, 0);                                                         \
		EXPECT(#name "_swap", swapped == 0 || swapped == 5, 1);                                                        \
		nvshmemx_barrier_all_block();                                                                                  \
		THREAD0 {                                                                                                      \
			T sum = count * (count + 1) / 2;                                                                       \
			EXPECT(#name "_inc", nvshmem_##name##_atomic_fetch(a, 0), count * 64);                                 \
			EXPECT(#name "_add", nvshmem_##name##_atomic_fetch(a + 1, 0), sum * 64);                               \
			EXPECT(#name "_fetch_inc", nvshmem_##name##_g(a + 2, 0), count * 64);                                  \
			EXPECT(#name "_fetch_add", nvshmem_##name##_g(a + 3, 0), count * 128);                                 \
			EXPECT(#name "_compare_swap", nvshmem_##name##_g(a + 4, 0), count * 64);                               \
			EXPECT(#name "_set", nvshmem_##name##_g(a + 5, 0), 9);                                                 \
			EXPECT(#name "_swap", nvshmem_##name##_g(a + 6, 0), 5);                                                \
		}                                                                                                              \
		nvshmemx_barrier_all_block();                                                                                  \
	}
#if FEW == 1
#define COUNTS(X) X(int, int)
#define WORDS(X) X(int64, int64_t)
#elif FEW
#define COUNTS(X) X(int, int) X(ulong, unsigned long)
#define WORDS(X) X(uint, unsigned) X(int64, int64_t)
#else
#define COUNTS(X)                                                                                                              \
	X(int, int) X(long, long) X(longlong, long long) X(size, size_t) X(ptrdiff, ptrdiff_t) WORDS(X)
#define WORDS(X)                                                                                                               \
	X(uint, unsigned) X(ulong, unsigned long) X(ulonglong, unsigned long long) X(int32, int32_t) X(uint32, uint32_t)       \
	X(int64, int64_t) X(uint64, uint64_t)
#endif
COUNTS(COUNTED)

#define BITS(name, T)                                                                                                          \
	static __global__ void bits_##name(Case c) {                                                                           \
		T *a = (T *)c.a, mine = (T)1 << nvshmem_my_pe(), all = ((T)1 << nvshmem_n_pes()) - 1;                          \
		fill<T>(c);                                                                                                    \
		THREAD0 {                                                                                                      \
			nvshmem_##name##_atomic_or(a, mine, 0);                                                                \
			nvshmem_##name##_atomic_xor(a + 1, mine, 0);                                                           \
			EXPECT(#name "_fetch_or", nvshmem_##name##_atomic_fetch_or(a + 2, mine, 0) & mine, 0);                 \
			EXPECT(#name "_fetch_xor", nvshmem_##name##_atomic_fetch_xor(a + 3, mine, 0) & mine, 0);               \
		}                                                                                                              \
		nvshmemx_barrier_all_block();                                                                                  \
		for (int i = 0; i < 4; i++)                                                                                    \
			EXPECT(#name "_or", nvshmem_##name##_atomic_fetch(a + i, 0), all);                                     \
		nvshmemx_barrier_all_block();                                                                                  \
		THREAD0 nvshmem_##name##_atomic_and(a, ~mine, 0);                                                              \
		THREAD0 EXPECT(#name "_fetch_and", nvshmem_##name##_atomic_fetch_and(a + 1, ~mine, 0) & mine, mine);           \
		nvshmemx_barrier_all_block();                                                                                  \
		EXPECT(#name "_and", nvshmem_##name##_g(a, 0), 0);                                                             \
		nvshmemx_barrier_all_block();                                                                                  \
	}
WORDS(BITS)

// Each PE writes a word of each other one; these wait in all ways.
#define WAITED(name, T)                                                                                                        \
	static __global__ void waits_##name(Case c) {                                                                          \
		T *a = (T *)c.a, values[8];                                                                                    \
		int self = nvshmem_my_pe(), count = nvshmem_n_pes(), status[8] = {};                                           \
		size_t indices[8];                                                                                             \
		fill<T>(c);                                                                                                    \
		EXPECT(#name "_test", nvshmem_##name##_test(a, NVSHMEM_CMP_NE, 0), 0);                                         \
		EXPECT(#name "_test_any", nvshmem_##name##_test_any(a, count, NULL, NVSHMEM_CMP_NE, 0) == SIZE_MAX, 1);        \
		nvshmem_barrier_all();                                                                                         \
		for (int pe = 0; pe < count; pe++)                                                                             \
			nvshmem_##name##_p(a + self, (T)(self + 1), pe);                                                       \
		size_t first = nvshmem_##name##_wait_until_any(a, count, NULL, NVSHMEM_CMP_GT, 0);                             \
		EXPECT(#name "_wait_until_any", a[first], first + 1);                                                          \
		size_t some = nvshmem_##name##_wait_until_some(a, count, indices, NULL, NVSHMEM_CMP_NE, 0);                    \
		EXPECT(#name "_wait_until_some", some >= 1 && some <= count, 1);                                               \
		nvshmem_##name##_wait_until_all(a, count, NULL, NVSHMEM_CMP_GE, 1);                                            \
		for (int pe = 0; pe < count; pe++)                                                                             \
			values[pe] = (T)(pe + 1);                                                                              \
		nvshmem_##name##_wait_until_all_vector(a, count, status, NVSHMEM_CMP_EQ, values);                              \
		nvshmem_##name##_wait_until(a, NVSHMEM_CMP_LE, 1);                                                             \
		EXPECT(#name "_test_all", nvshmem_##name##_test_all(a, count, NULL, NVSHMEM_CMP_LT, 100), 1);                  \
		EXPECT(#name "_test_some", nvshmem_##name##_test_some(a, count, indices, NULL, NVSHMEM_CMP_EQ, 1), 1);         \
		EXPECT(#name "_test_some", indices[0], 0);                                                                     \
		status[0] = 1;                                                                                                 \
		EXPECT(#name "_test_any_vector",                                                                               \
		       nvshmem_##name##_test_any_vector(a, count, status, NVSHMEM_CMP_EQ, values), count > 1 ? 1 : SIZE_MAX);  \
		nvshmem_barrier_all();                                                                                         \
	}
#if FEW == 1
#define WAITS(X) X(short, short)
#else
#define WAITS(X) X(short, short) X(ushort, unsigned short) COUNTS(X)
#endif
WAITS(WAITED)

// Sums and their like, in place, too; odd lengths.
#define REDUCED(name, T)                                                                                                       \
	static __global__ void reduces_##name(Case c) {                                                                        \
		T *a = (T *)c.a, *b = (T *)c.b;                                                                                \
		int count = nvshmem_n_pes(), self = nvshmem_my_pe(), lowest[COUNT], highest[COUNT], sum[COUNT];                \
		for (int i = 0; i < COUNT; i++) {                                                                              \
			lowest[i] = 1000, highest[i] = sum[i] = 0;                                                             \
			for (int pe = 0; pe < count; pe++) {                                                                   \
				int v = value_of(pe, i);                                                                       \
				lowest[i] = min(lowest[i], v), highest[i] = max(highest[i], v), sum[i] += v;                   \
			}                                                                                                      \
		}                                                                                                              \
		fill<T>(c);                                                                                                    \
		nvshmemx_##name##_max_reduce_block(NVSHMEM_TEAM_WORLD, a, b, COUNT);                                           \
		for (int i = threadIdx.x; i < COUNT; i += blockDim.x)                                                          \
			EXPECT(#name "_max_reduce_block", a[i], highest[i]);                                                   \
		fill<T>(c);                                                                                                    \
		WARP0 nvshmemx_##name##_min_reduce_warp(NVSHMEM_TEAM_WORLD, b, b, COUNT);                                      \
		__syncthreads();                                                                                               \
		for (int i = threadIdx.x; i < COUNT; i += blockDim.x)                                                          \
			EXPECT(#name "_min_reduce_warp", b[i], lowest[i]);                                                     \
		fill<T>(c);                                                                                                    \
		THREAD0 nvshmem_##name##_sum_reduce(NVSHMEM_TEAM_WORLD, a, b, COUNT);                                          \
		__syncthreads();                                                                                               \
		for (int i = threadIdx.x; i < COUNT; i += blockDim.x)                                                          \
			EXPECT(#name "_sum_reduce", a[i], number(make<T>(sum[i])));                                            \
		fill<T>(c);                                                                                                    \
		nvshmemx_##name##_sum_reducescatter_block(NVSHMEM_TEAM_WORLD, a, b, 5);                                        \
		THREAD0 for (int i = 0; i < 5; i++)                                                                            \
			EXPECT(#name "_sum_reducescatter_block", a[i], number(make<T>(sum[self * 5 + i])));                    \
		fill<T>(c);                                                                                                    \
		for (int i = threadIdx.x; i < COUNT; i += blockDim.x)                                                          \
			b[i] = make<T>(2);                                                                                     \
		nvshmemx_##name##_prod_reduce_block(NVSHMEM_TEAM_WORLD, a, b, COUNT);                                          \
		THREAD0 EXPECT(#name "_prod_reduce_block", a[COUNT - 1], 1 << count);                                          \
		nvshmemx_barrier_all_block();                                                                                  \
	}
#if FEW == 1
#define SUMS(X) X(bfloat16, __nv_bfloat16)
#define SUMBITS(X) X(uint64, uint64_t)
#elif FEW
#define SUMS(X) X(bfloat16, __nv_bfloat16) X(int, int)
#define SUMBITS(X) X(uint64, uint64_t)
#else
#define SUMS(X)                                                                                                                \
	X(bfloat16, __nv_bfloat16) X(half, half) X(float, float) X(double, double) X(short, short) X(char, char)               \
	X(schar, signed char) SUMBITS(X) X(int, int) X(long, long) X(longlong, long long)
#define SUMBITS(X)                                                                                                             \
	X(uchar, unsigned char) X(ushort, unsigned short) X(uint, unsigned) X(ulong, unsigned long)                            \
	X(ulonglong, unsigned long long) X(int8, int8_t) X(int16, int16_t) X(int32, int32_t) X(int64, int64_t)                 \
	X(uint8, uint8_t) X(uint16, uint16_t) X(uint32, uint32_t) X(uint64, uint64_t) X(size, size_t)
#endif
SUMS(REDUCED)
#define REDUCED_BITS(name, T)                                                                                                  \
	static __global__ void bits_reduces_##name(Case c) {                                                                   \
		T *a = (T *)c.a, *b = (T *)c.b;                                                                                \
		int count = nvshmem_n_pes(), self = nvshmem_my_pe();                                                           \
		fill<T>(c);                                                                                                    \
		THREAD0 b[0] = (T)(1 << self);                                                                                 \
		nvshmemx_##name##_or_reduce_block(NVSHMEM_TEAM_WORLD, a, b, 1);                                                \
		THREAD0 EXPECT(#name "_or_reduce_block", a[0], (1 << count) - 1);                                              \
		nvshmemx_##name##_xor_reduce_block(NVSHMEM_TEAM_WORLD, a, b, 1);                                               \
		THREAD0 EXPECT(#name "_xor_reduce_block", a[0], (1 << count) - 1);                                             \
		THREAD0 nvshmem_##name##_and_reduce(NVSHMEM_TEAM_WORLD, a, b, 1);                                              \
		THREAD0 EXPECT(#name "_and_reduce", a[0], count > 1 ? 0 : 1);                                                  \
		nvshmemx_barrier_all_block();                                                                                  \
	}
SUMBITS(REDUCED_BITS)

static __global__ void maxloc(Case c) {
	double2 *a = (double2 *)c.a, *b = (double2 *)c.b;
	int self = nvshmem_my_pe(), count = nvshmem_n_pes();
	nvshmemx_barrier_all_block();
	THREAD0 b[0] = make_double2(self == count / 2 ? 5 : -self, self);
	nvshmemx_double2_maxloc_reduce_block(NVSHMEM_TEAM_WORLD, a, b, 1);
	THREAD0 EXPECT("the place of the largest", (float)a[0].y, count / 2);
	nvshmemx_barrier_all_block();
}

// A team: its PEs alone come together.
static __global__ void in_team(nvshmem_team_t team, int *a, int *b) {
	int self = nvshmem_team_my_pe(team), count = nvshmem_team_n_pes(team);
	THREAD0 b[0] = nvshmem_my_pe() + 1;
	nvshmemx_team_sync_block(team);
	nvshmemx_int_sum_reduce_block(team, a, b, 1);
	int sum = 0;
	for (int i = 0; i < count; i++)
		sum += nvshmem_team_translate_pe(team, i, NVSHMEM_TEAM_WORLD) + 1;
	THREAD0 EXPECT("a sum in a team", a[0], sum);
	THREAD0 EXPECT("translate", nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, nvshmem_my_pe(), team), self);
	WARP0 nvshmemx_barrier_warp(team);
	__syncthreads();
	THREAD0 nvshmem_barrier(team);
}

int main(int argc, char **argv) {
	std::string part = argc > 1 ? argv[1] : "all";
	bool all = part == "all";
	nvshmem_init();
	me = nvshmem_my_pe();
	n = nvshmem_n_pes();
	Case c = {(char *)nvshmem_malloc(16 * COUNT * STRIDE), (char *)nvshmem_malloc(16 * COUNT * STRIDE),
	          (uint64_t *)nvshmem_calloc(1, 8), 0};
#define RUN_MOVES(name, T) moves_##name<<<1, 64>>>(c), c.round += 3;
#define RUN_COUNTS(name, T) counts_##name<<<1, 64>>>(c);
#define RUN_BITS(name, T) bits_##name<<<1, 64>>>(c);
#define RUN_WAITS(name, T) waits_##name<<<1, 1>>>(c);
#define RUN_REDUCES(name, T) reduces_##name<<<1, 64>>>(c);
#define RUN_BITS_REDUCES(name, T) bits_reduces_##name<<<1, 64>>>(c);
	if (all || part == "moves") {
		MOVED(RUN_MOVES)
#if FEW != 1
		sizes<<<1, 64>>>(c);
#endif
	}
	if (all || part == "atomics") {
		COUNTS(RUN_COUNTS)
		WORDS(RUN_BITS)
	}
	if (all || part == "waits") {
		WAITS(RUN_WAITS)
	}
	if (all || part == "reductions") {
		SUMS(RUN_REDUCES)
		SUMBITS(RUN_BITS_REDUCES)
		maxloc<<<1, 64>>>(c);
	}
	CUDA(cudaDeviceSynchronize());
	if (all || part == "teams") {
		nvshmem_team_t even = NVSHMEM_TEAM_INVALID, x, y;
		nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &even);
		same("members of a team", even != NVSHMEM_TEAM_INVALID, me % 2 == 0);
		if (even != NVSHMEM_TEAM_INVALID)
			in_team<<<1, 64>>>(even, (int *)c.a, (int *)c.b);
		CUDA(cudaDeviceSynchronize());
		nvshmem_team_split_2d(NVSHMEM_TEAM_WORLD, 2, NULL, 0, &x, NULL, 0, &y);
		in_team<<<1, 64>>>(x, (int *)c.a, (int *)c.b);
		in_team<<<1, 64>>>(y, (int *)c.a, (int *)c.b);
		in_team<<<1, 64>>>(NVSHMEMX_TEAM_NODE, (int *)c.a, (int *)c.b);
		in_team<<<1, 64>>>(NVSHMEMX_TEAM_SAME_MYPE_NODE, (int *)c.a, (int *)c.b);
		CUDA(cudaDeviceSynchronize());
		nvshmem_team_destroy(even);
		nvshmem_team_destroy(x);
		nvshmem_team_destroy(y);
		same("a team that is gone", nvshmem_team_n_pes(x), -1);
	}
	int bad;
	CUDA(cudaMemcpyFromSymbol(&bad, failed, sizeof bad));
	wrong += bad;
	return finish();
}
