/* atomic.cu - what atomic operations return and leave; each thread has memory of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

#define SCOPES(name, ...)                                                                \
	PUT(name(p, __VA_ARGS__)) PUT(*p)                                                \
	PUT(name##_block(p, __VA_ARGS__)) PUT(*p)                                        \
	PUT(name##_system(p, __VA_ARGS__)) PUT(*p)

template <typename T>
static __device__ __forceinline__ void both(unsigned *&out, T *p, T v) {
	SCOPES(atomicExch, (T)3)
	SCOPES(atomicAdd, v)
	SCOPES(atomicMin, v)
	SCOPES(atomicMax, (T)7)
	SCOPES(atomicAnd, v)
	SCOPES(atomicOr, (T)0x55)
	SCOPES(atomicXor, v)
	SCOPES(atomicCAS, *p, v)
	SCOPES(atomicCAS, (T)(*p + 1), (T)9)
}

PROBE(integers) {
	__shared__ int i[THREADS];
	__shared__ unsigned u[THREADS];
	__shared__ u64 w[THREADS];
	unsigned t = thread(), v = arg32(0);
	i[t] = (int)v;
	u[t] = v;
	w[t] = arg64(0);
	both(out, &i[t], (int)arg32(1));
	both(out, &u[t], arg32(1));
	both(out, &w[t], arg64(1));
	{ int *p = &i[t]; SCOPES(atomicSub, (int)v) }
	{ unsigned *p = &u[t]; SCOPES(atomicSub, v) SCOPES(atomicInc, v) SCOPES(atomicDec, v) }
	long long *p = (long long *)&w[t], b = (long long)arg64(1);
	SCOPES(atomicMin, -5) SCOPES(atomicMax, 5)
	SCOPES(atomicAnd, b) SCOPES(atomicOr, 6) SCOPES(atomicXor, b)
}

PROBE(floats) {
	__shared__ float f[THREADS];
	__shared__ double d[THREADS];
	__shared__ unsigned short h[THREADS];
	unsigned t = thread();
	f[t] = 1.5f, d[t] = 2.5, h[t] = (unsigned short)t;
	{ float *p = &f[t]; SCOPES(atomicAdd, (float)t) SCOPES(atomicExch, -1.f) }
	{ double *p = &d[t]; SCOPES(atomicAdd, (double)t) }
	unsigned short *p = &h[t];
	PUT((unsigned)atomicCAS(p, 40, 41)) PUT((unsigned)*p)
}

struct __align__(16) wide {
	u64 a;
	unsigned b, c;
};

__device__ float2 pairs[THREADS];
__device__ float4 quads[THREADS];

PROBE(vectors) {
	unsigned t = thread();
	pairs[t] = make_float2(1, 2);
	quads[t] = make_float4(3, 4, 5, 6);
	float2 a = atomicAdd(&pairs[t], make_float2((float)t, 0.5f));
	atomicAdd_block(&pairs[t], make_float2(1, 1));
	atomicAdd_system(&pairs[t], make_float2(1, 1));
	PUT(a.x) PUT(a.y) PUT(pairs[t].x) PUT(pairs[t].y)
	float4 b = atomicAdd(&quads[t], make_float4((float)t, 0.5f, -1, -2));
	PUT(b.x) PUT(b.y) PUT(b.z) PUT(b.w)
	PUT(quads[t].x) PUT(quads[t].y) PUT(quads[t].z) PUT(quads[t].w)

	__shared__ wide w[THREADS];
	wide one = {1, t, 3}, two = {2, 5, t};
	w[t] = one;
	wide old = atomicExch(&w[t], two);
	PUT(old.a) PUT(old.b) PUT(w[t].a) PUT(w[t].c)
	old = atomicCAS(&w[t], one, one); /* fails */
	PUT(old.a) PUT(old.c) PUT(w[t].a)
	old = atomicCAS_block(&w[t], two, one);
	PUT(old.a) PUT(w[t].a) PUT(w[t].b)
}
