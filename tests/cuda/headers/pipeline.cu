/* pipeline.cu - asynchronous copies, and barriers of two steps.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda_pipeline.h>

#include "probe.h"

#define PUT4(v) PUT(v.x) PUT(v.y) PUT(v.z) PUT(v.w)

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

PROBE(copies) {
	__shared__ uint4 to[THREADS];
	__shared__ __mbarrier_t barrier;
	unsigned t = thread();
	to[t] = make_uint4(1, 2, 3, 4);
	if (t == 0)
		__mbarrier_init(&barrier, THREADS);
	__syncthreads();
	__pipeline_memcpy_async(&to[t].x, &source[t & 7].y, 4);
	__pipeline_memcpy_async(&to[t].z, &source[t & 7].z, 8, 4);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	PUT4(to[t])
	__pipeline_memcpy_async(&to[t], &source[t & 7], 16);
	__pipeline_arrive_on(&barrier);
	__mbarrier_token_t token = __mbarrier_arrive(&barrier);
	while (!__mbarrier_test_wait(&barrier, token))
		;
	PUT4(to[(t + 40) % THREADS])
	PUT(__mbarrier_test_wait_parity(&barrier, false))
	token = __mbarrier_arrive(&barrier);
#if __CUDA_ARCH__ >= 900
	while (!__mbarrier_try_wait(&barrier, token, 1000))
		;
	while (!__mbarrier_try_wait_parity(&barrier, true, 1000))
		;
#else
	while (!__mbarrier_test_wait(&barrier, token))
		;
	while (!__mbarrier_test_wait_parity(&barrier, true))
		;
#endif
	__syncthreads();
	if (t == 0) {
		__mbarrier_inval(&barrier);
		__mbarrier_init(&barrier, 5);
		token = __mbarrier_arrive(&barrier);
		to[0].x = __mbarrier_token_pending_count(token);
		token = __mbarrier_arrive_and_drop(&barrier);
		to[0].y = __mbarrier_token_pending_count(token);
	}
	__syncthreads();
	PUT(to[0].x) PUT(to[0].y) PUT(__mbarrier_maximum_count())
}

PROBE(classes) {
	using namespace nvcuda::experimental;
	__shared__ awbarrier barrier;
	__shared__ uint4 to[THREADS];
	__shared__ unsigned few[8];
	unsigned t = thread();
	if (t == 0)
		init(&barrier, THREADS);
	to[t] = make_uint4(t, t, t, t);
	__syncthreads();
	pipeline pipe;
	memcpy_async(to[t], source[t & 7], pipe);
	size_t first = pipe.commit();
	memcpy_async(to[t].x, source[t & 7].y, pipe);
	pipe.commit();
	pipe.wait(first);
	pipe.wait_prior<0>();
	PUT4(to[t])
	memcpy_async(to[t].z, source[t & 7].x, pipe);
	pipe.arrive_on(barrier);
	awbarrier::arrival_token token = barrier.arrive();
	barrier.wait(token);
	PUT4(to[t ^ 1])
	barrier.arrive_and_wait();
	PUT(barrier.timed_wait(barrier.arrive(), 100000000))
	PUT(awbarrier::max())
	to[t].y = t;
	pipe.commit_and_wait();
	__syncthreads();
	if (t == 0) {
		inval(&barrier);
		init(&barrier, 7);
		few[0] = barrier.arrive().pending_count();
		few[1] = barrier.arrive_and_drop().pending_count();
	}
	__syncthreads();
	PUT(few[0]) PUT(few[1])
}
