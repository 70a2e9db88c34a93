/* memory.cu - cache hints, state spaces, clusters, bytes, the heap.
 * SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

/* Loads and stores of one type: words of memory, through the type and back. */
__device__ const uint4 source[8] = {
	{0x52e6b438, 0xf2a74de4, 0x269e0d37, 0x6513270e},
	{0xa6a3a450, 0x0c5c7fd0, 0x128b2f33, 0xd23f0824},
	{0x892f902b, 0x1818e811, 0x5d9dc9f8, 0x9531985d},
	{0x0ed90475, 0xe8e25d94, 0x81e74ef5, 0x36f675cc},
	{0x099950d8, 0x1600a35a, 0x6f03675a, 0x6b0d549b},
	{0x11e20b8f, 0x3d9c1724, 0x1738f7d9, 0x8d116ece},
	{0x6cad4a26, 0x0f21ddb6, 0xd3ac94af, 0x90c192cf},
	{0x1fb17c23, 0xf28c105d, 0x39263059, 0xa170b338},
};
__device__ uint4 target[THREADS];

template <typename T>
static __device__ __forceinline__ void words_of(unsigned *&out, T v) {
	union { unsigned word[4]; T v; } u = {};
	u.v = v;
	for (unsigned i = 0; i < (sizeof(T) + 3) / 4; i++)
		PUT(u.word[i])
}

/* A sum of all words, in which each place counts differently. */
template <typename T> static __device__ __forceinline__ void mix(unsigned &sum, T v) {
	union { unsigned word[4]; T v; } u = {};
	u.v = v;
	for (unsigned i = 0; i < 4; i++)
		sum = sum * 31 + u.word[i];
}

template <typename T> static __device__ __forceinline__ void hints(unsigned *&out) {
	unsigned t = thread(), loads = 0, stores = 0;
	const T *from = (const T *)&source[t & 7];
	T *to = (T *)&target[t];
	mix(loads, __ldg(from));
	mix(loads, __ldcg(from));
	mix(loads, __ldca(from));
	mix(loads, __ldcs(from));
	mix(loads, __ldlu(from));
	mix(loads, __ldcv(from));
	PUT(loads)
	target[t] = make_uint4(t, t, t, t);
	__stwb(to, *from);
	mix(stores, target[t]);
	target[t] = make_uint4(t, t, t, t);
	__stcg(to, *from);
	mix(stores, target[t]);
	target[t] = make_uint4(t, t, t, t);
	__stcs(to, *from);
	mix(stores, target[t]);
	target[t] = make_uint4(t, t, t, t);
	__stwt(to, *from);
	mix(stores, target[t]);
	PUT(stores)
}

PROBE(scalars) {
	hints<char>(out); hints<signed char>(out); hints<short>(out); hints<int>(out);
	hints<long>(out); hints<long long>(out); hints<unsigned char>(out);
	hints<unsigned short>(out); hints<unsigned>(out); hints<unsigned long>(out);
	hints<u64>(out); hints<float>(out); hints<double>(out);
}

PROBE(pairs) {
	hints<char2>(out); hints<short2>(out); hints<int2>(out); hints<longlong2>(out);
	hints<uchar2>(out); hints<ushort2>(out); hints<uint2>(out); hints<ulonglong2>(out);
	hints<float2>(out); hints<double2>(out);
}

PROBE(fours) {
	hints<char4>(out); hints<short4>(out); hints<int4>(out); hints<uchar4>(out);
	hints<ushort4>(out); hints<uint4>(out); hints<float4>(out);
}

__constant__ int constant_one = 1;

PROBE(spaces) {
	__shared__ int shared[THREADS];
	int local[4];
	unsigned t = thread();
	shared[t] = (int)t, local[t & 3] = 7;
	const void *p[4] = {&target[t], &shared[t], &constant_one, &local[t & 3]};
	for (int i = 0; i < 4; i++) {
		PUT((unsigned)(__isGlobal(p[i]) != 0)) PUT((unsigned)(__isShared(p[i]) != 0))
		PUT((unsigned)(__isConstant(p[i]) != 0)) PUT((unsigned)(__isLocal(p[i]) != 0))
	}
	PUT((unsigned)(__isClusterShared(p[1]) != 0))
	PUT(*(int *)__cvta_shared_to_generic(__cvta_generic_to_shared(&shared[t])))
	PUT(*(int *)__cvta_local_to_generic(__cvta_generic_to_local(&local[t & 3])))
	PUT(*(int *)__cvta_constant_to_generic(__cvta_generic_to_constant(&constant_one)))
	PUT(*(unsigned *)__cvta_global_to_generic(__cvta_generic_to_global(&edge32[t & 7])))
	PUT((unsigned)(__cvta_generic_to_shared(&shared[t]) -
	               __cvta_generic_to_shared(&shared[0])))
}

/* One cluster of two blocks; both write the same results but for what the first one
 * adds. */
PROBE(cluster) {
	__shared__ unsigned mine[THREADS];
	unsigned t = thread(), rank = __clusterRelativeBlockRank();
	mine[t] = t + 1000 * rank;
	__cluster_barrier_arrive();
	__cluster_barrier_wait();
	unsigned *theirs = (unsigned *)__cluster_map_shared_rank(&mine[t], rank ^ 1);
	unsigned there = *theirs, whose = __cluster_query_shared_rank(theirs);
	__threadfence_cluster();
	__cluster_barrier_arrive_relaxed();
	__cluster_barrier_wait();
	if (rank)
		return;
	PUT(there) PUT(whose) PUT(__clusterDimIsSpecified()) PUT(__clusterSizeInBlocks())
	dim3 d = __clusterDim(), g = __clusterGridDimInClusters();
	dim3 i = __clusterIdx(), b = __clusterRelativeBlockIdx();
	PUT(d.x) PUT(d.y) PUT(d.z) PUT(g.x) PUT(g.y) PUT(g.z)
	PUT(i.x) PUT(i.y) PUT(i.z) PUT(b.x) PUT(b.y) PUT(b.z)
}

PROBE(bytes) {
	unsigned t = thread(), from[8], to[8];
	for (unsigned i = 0; i < 8; i++)
		from[i] = bits32(i), to[i] = i;
	memcpy(to, from, 16);
	memcpy((char *)to + 17, (char *)from + t % 5, t % 13);
	memset((char *)&to[6] + (t & 3), (int)t, t % 5);
	for (unsigned i = 0; i < 8; i++)
		PUT(to[i])
	float f = 1.5f;
	int bits;
	memcpy(&bits, &f, 4);
	PUT(bits)
}

PROBE(heap) {
	unsigned *p = (unsigned *)malloc(100), *q = (unsigned *)malloc(8);
	void *r = __nv_aligned_device_malloc(64, 256);
	PUT(((size_t)p & 15) == 0) PUT(((size_t)r & 255) == 0)
	PUT(p && q && r && p != q)
	p[3] = thread(), q[1] = 9;
	PUT(p[3] + q[1])
	free(p);
	free(q);
	free(r);
	free(0);
}

PROBE(clocks) {
	long long start = clock64();
	clock_t before = clock();
	__nanosleep(100);
	PUT(clock64() >= start)
	PUT((unsigned)(clock() - before) < 0x80000000u)
}
