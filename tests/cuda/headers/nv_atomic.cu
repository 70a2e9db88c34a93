/* nv_atomic.cu - atomic operations with orders and scopes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#define DEVICE __NV_THREAD_SCOPE_DEVICE
#define CLUSTER __NV_THREAD_SCOPE_CLUSTER
#define BLOCK __NV_THREAD_SCOPE_BLOCK
#define RELAXED __NV_ATOMIC_RELAXED
#define ACQUIRE __NV_ATOMIC_ACQUIRE
#define RELEASE __NV_ATOMIC_RELEASE
#define ACQ_REL __NV_ATOMIC_ACQ_REL
#define SEQ_CST __NV_ATOMIC_SEQ_CST

template <typename T>
static __device__ __forceinline__ void words(unsigned *&out, T *p, T v) {
	T x = (T)(v + 1), y;
	__nv_atomic_store_n(p, v, RELAXED, BLOCK);
	PUT(__nv_atomic_load_n(p, RELAXED, CLUSTER))
	__nv_atomic_store_n(p, x, RELEASE, DEVICE);
	PUT(__nv_atomic_load_n(p, ACQUIRE))
	__nv_atomic_store(p, &v, SEQ_CST, BLOCK);
	__nv_atomic_load(p, &y, SEQ_CST, DEVICE);
	PUT(y)
	PUT(__nv_atomic_exchange_n(p, x, ACQ_REL, DEVICE)) PUT(*p)
	__nv_atomic_exchange(p, &v, &y, RELEASE);
	PUT(y) PUT(*p)
	PUT(__nv_atomic_compare_exchange_n(p, &y, x, false, RELAXED, RELAXED, BLOCK)) PUT(y)
	PUT(__nv_atomic_compare_exchange_n(p, &v, x, true, SEQ_CST, ACQUIRE, DEVICE)) PUT(*p)
	PUT(__nv_atomic_compare_exchange(p, &x, &v, false, RELEASE, RELAXED, CLUSTER)) PUT(*p)
}

/* The forms that take objects by their addresses take any type. */
template <typename T>
static __device__ __forceinline__ void objects(unsigned *&out, T *p, T v, T x) {
	T y;
	__nv_atomic_store(p, &v, SEQ_CST, DEVICE);
	__nv_atomic_load(p, &y, ACQUIRE, BLOCK);
	PUT(y)
	__nv_atomic_exchange(p, &x, &y, ACQ_REL, DEVICE);
	PUT(y) PUT(*p)
	PUT(__nv_atomic_compare_exchange(p, &x, &v, false, SEQ_CST, SEQ_CST, CLUSTER))
	PUT(*p)
}

template <typename T>
static __device__ __forceinline__ void sums(unsigned *&out, T *p, T v) {
	PUT(__nv_atomic_fetch_add(p, v, RELAXED, DEVICE)) PUT(*p)
	PUT(__nv_atomic_fetch_sub(p, 3, ACQUIRE, BLOCK)) PUT(*p)
	__nv_atomic_add(p, v, SEQ_CST);
	__nv_atomic_sub(p, v, RELEASE, CLUSTER);
	PUT(*p)
}

template <typename T>
static __device__ __forceinline__ void ints(unsigned *&out, T *p, T v) {
	PUT(__nv_atomic_fetch_and(p, v, RELAXED, DEVICE)) PUT(*p)
	PUT(__nv_atomic_fetch_or(p, 0x1234, ACQ_REL, DEVICE)) PUT(*p)
	PUT(__nv_atomic_fetch_xor(p, v, SEQ_CST, DEVICE)) PUT(*p)
	PUT(__nv_atomic_fetch_min(p, v, RELAXED)) PUT(*p)
	PUT(__nv_atomic_fetch_max(p, 9, RELAXED)) PUT(*p)
	__nv_atomic_and(p, v, RELAXED);
	__nv_atomic_or(p, 3, RELAXED);
	__nv_atomic_xor(p, v, RELAXED);
	__nv_atomic_min(p, v, RELAXED);
	__nv_atomic_max(p, 4, RELAXED);
	PUT(*p)
}

__device__ int of_int[THREADS];
__device__ unsigned of_unsigned[THREADS];
__device__ long long of_long_long[THREADS];
__device__ u64 of_u64[THREADS];
__device__ float of_float[THREADS];
__device__ double of_double[THREADS];
__device__ unsigned char of_char[THREADS];
__device__ unsigned short of_short[THREADS];

struct __align__(16) wide {
	u64 a, b;
};

static __device__ __forceinline__ void put(unsigned *&out, wide v) {
	PUT(v.a)
	PUT(v.b)
}

__device__ wide of_wide[THREADS];

PROBE(ordered) {
	unsigned t = thread(), a = arg32(0);
	u64 b = arg64(0);
	words(out, &of_int[t], (int)a);
	words(out, &of_unsigned[t], a);
	words(out, &of_long_long[t], (long long)b);
	words(out, &of_u64[t], b);
	objects(out, &of_float[t], (float)t, 0.f);
	objects(out, &of_double[t], 0.0, (double)t);
	wide one = {b, 1}, two = {2, b};
	objects(out, &of_wide[t], one, two);
	sums(out, &of_int[t], (int)a);
	sums(out, &of_unsigned[t], a);
	sums(out, &of_u64[t], b);
	ints(out, &of_int[t], (int)a);
	ints(out, &of_unsigned[t], a);
	ints(out, &of_long_long[t], (long long)b);
	ints(out, &of_u64[t], b);
	sums(out, &of_float[t], 0.5f);
	sums(out, &of_double[t], 0.25);
	__nv_atomic_store_n(&of_char[t], (unsigned char)t, RELAXED);
	PUT((unsigned)__nv_atomic_load_n(&of_char[t], ACQUIRE, BLOCK))
	__nv_atomic_store_n(&of_short[t], (unsigned short)a, RELEASE);
	PUT((unsigned)__nv_atomic_load_n(&of_short[t], RELAXED, BLOCK))
	__nv_atomic_thread_fence(SEQ_CST, DEVICE);
	__nv_atomic_thread_fence(ACQ_REL, BLOCK);
	__nv_atomic_thread_fence(ACQUIRE, __NV_THREAD_SCOPE_SYSTEM);
}
