/* probe.h - kernels that try intrinsics: 96 threads, each with operands of its own,
 * write what every intrinsic gives them. What a real GPU wrote is in NAME.expect.
 *
 * The first 64 threads have all pairs of eight edge values, the others arbitrary bits.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define THREADS 96

typedef unsigned long long u64;

#define PROBE(name) extern "C" __global__ void name(unsigned *out)

__device__ const unsigned edge32[8] = {
	0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x80007fff, 0x00ff8001, 0x12345678,
};

__device__ const u64 edge64[8] = {
	0,
	1,
	0x7fffffffffffffff,
	0x8000000000000000,
	0xffffffffffffffff,
	0x00000000ffffffff,
	0x0123456789abcdef,
	0xffffffff00000000,
};

/* 0, -0.0, 1.5, -inf, NaN, the smallest subnormal, a large one, an integer that needs
 * 25 bits */
__device__ const unsigned edge_float[8] = {
	0, 0x80000000, 0x3fc00000, 0xff800000, 0x7fc00000, 1, 0x807fffff, 0x4b800001,
};

__device__ const u64 edge_double[8] = {
	0,
	0x8000000000000000,
	0x3ff8000000000001,
	0xfff0000000000000,
	0x7ff8000000000000,
	1,
	0x36a0000000000000, /* the smallest subnormal float */
	0xc1dfffffffe00000, /* -2147483647.5 */
};

static __device__ __forceinline__ unsigned thread() {
	return threadIdx.x;
}

/* Operand i of the thread: an edge's number, or arbitrary bits. */
static __device__ __forceinline__ unsigned edge_of(unsigned i) {
	return i == 0 ? thread() & 7 : i == 1 ? thread() >> 3 : (thread() * 5 + 3) & 7;
}

static __device__ __forceinline__ unsigned bits32(unsigned i) {
	unsigned x = (thread() * 4 + i + 1) * 0x9e3779b9u;
	x = (x ^ x >> 16) * 0x85ebca6bu;
	x = (x ^ x >> 13) * 0xc2b2ae35u;
	return x ^ x >> 16;
}

static __device__ __forceinline__ u64 bits64(unsigned i) {
	return (u64)bits32(i) << 32 | bits32(i + 100);
}

static __device__ __forceinline__ unsigned arg32(unsigned i) {
	return thread() < 64 ? edge32[edge_of(i)] : bits32(i);
}

static __device__ __forceinline__ u64 arg64(unsigned i) {
	return thread() < 64 ? edge64[edge_of(i)] : bits64(i);
}

/* Arbitrary floats have exponents near that of 1, so that sums round. */
static __device__ __forceinline__ float arg_float(unsigned i) {
	unsigned near = (bits32(i) & 0x83ffffffu) + 0x3e000000u;
	return __uint_as_float(thread() < 64 ? edge_float[edge_of(i)] : near);
}

static __device__ __forceinline__ double arg_double(unsigned i) {
	u64 near = (bits64(i) & 0x803fffffffffffffu) + 0x3fe0000000000000u;
	return __longlong_as_double(
		(long long)(thread() < 64 ? edge_double[edge_of(i)] : near));
}

/* ---- results: each takes one word of every thread, or two ---- */

static __device__ __forceinline__ void put(unsigned *&out, unsigned v) {
	out[thread()] = v;
	out += THREADS;
}

static __device__ __forceinline__ void put(unsigned *&out, int v) {
	put(out, (unsigned)v);
}

static __device__ __forceinline__ void put(unsigned *&out, bool v) {
	put(out, (unsigned)v);
}

static __device__ __forceinline__ void put(unsigned *&out, u64 v) {
	put(out, (unsigned)v);
	put(out, (unsigned)(v >> 32));
}

static __device__ __forceinline__ void put(unsigned *&out, long long v) {
	put(out, (u64)v);
}

static __device__ __forceinline__ void put(unsigned *&out, long v) {
	put(out, (u64)v);
}

static __device__ __forceinline__ void put(unsigned *&out, unsigned long v) {
	put(out, (u64)v);
}

static __device__ __forceinline__ void put(unsigned *&out, float v) {
	put(out, __float_as_uint(v));
}

static __device__ __forceinline__ void put(unsigned *&out, double v) {
	put(out, (u64)__double_as_longlong(v));
}

#define PUT(x) put(out, x);
