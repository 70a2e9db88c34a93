/* warp.cu - barriers, votes, matches, reductions, shuffles.
 * SPDX-License-Identifier: Apache-2.0 */
#include "probe.h"

PROBE(votes) {
	const unsigned all = 0xffffffffu;
	unsigned t = thread(), half = t & 16 ? 0xffff0000u : 0x0000ffffu;
	int odd = t & 1, late = t >= 32;
	PUT(__ballot_sync(all, odd)) PUT(__all_sync(all, odd)) PUT(__any_sync(all, odd))
	PUT(__all_sync(all, late)) PUT(__any_sync(all, late)) PUT(__uni_sync(all, late))
	PUT(__uni_sync(all, odd)) PUT(__activemask())
	if (t & 16) {
		PUT(__ballot_sync(half, odd)) PUT(__all_sync(half, (t & 15) + 1))
	} else {
		PUT(__ballot_sync(half, !odd)) PUT(__all_sync(half, t & 15))
	}
	__syncwarp();
	__syncwarp(all);
}

PROBE(matches) {
	const unsigned all = 0xffffffffu;
	unsigned t = thread();
	int same;
	PUT(__match_any_sync(all, (int)(t % 3))) PUT(__match_any_sync(all, t % 5))
	PUT(__match_any_sync(all, (float)(t % 7))) PUT(__match_any_sync(all, (double)(t % 9)))
	PUT(__match_any_sync(all, (u64)(t % 2) << 40))
	PUT(__match_any_sync(all, (long long)(t % 11)))
	PUT(__match_any_sync(all, (long)(t % 4))) PUT(__match_any_sync(all, (unsigned long)t))
	PUT(__match_all_sync(all, (int)(t / 32), &same)) PUT(same)
	PUT(__match_all_sync(all, t / 33, &same)) PUT(same)
	PUT(__match_all_sync(all, (float)(t / 32), &same)) PUT(same)
	PUT(__match_all_sync(all, (double)(t / 31), &same)) PUT(same)
	PUT(__match_all_sync(all, (u64)(t / 32) << 33, &same)) PUT(same)
}

PROBE(reductions) {
	const unsigned all = 0xffffffffu;
	unsigned v = arg32(0);
	PUT(__reduce_add_sync(all, (int)v)) PUT(__reduce_min_sync(all, (int)v))
	PUT(__reduce_max_sync(all, (int)v)) PUT(__reduce_add_sync(all, v))
	PUT(__reduce_min_sync(all, v)) PUT(__reduce_max_sync(all, v))
	PUT(__reduce_and_sync(all, v | 0xff)) PUT(__reduce_or_sync(all, v & 0xff))
	PUT(__reduce_xor_sync(all, v))
}

#define SHUFFLES(v)                                                                      \
	PUT(__shfl_sync(all, v, 5)) PUT(__shfl_sync(all, v, (int)(t * 7 + 1), 8))        \
	PUT(__shfl_up_sync(all, v, 3)) PUT(__shfl_up_sync(all, v, 2, 4))                 \
	PUT(__shfl_down_sync(all, v, 9)) PUT(__shfl_down_sync(all, v, 1, 16))            \
	PUT(__shfl_xor_sync(all, v, 16)) PUT(__shfl_xor_sync(all, v, 3, 2))

PROBE(shuffles) {
	const unsigned all = 0xffffffffu;
	unsigned t = thread();
	SHUFFLES((int)bits32(0))
	SHUFFLES(bits32(1))
	SHUFFLES((float)bits32(2))
	SHUFFLES((long)bits64(3))
	SHUFFLES((unsigned long)bits64(4))
	SHUFFLES((long long)bits64(5))
	SHUFFLES(bits64(6))
	SHUFFLES((double)bits64(7))
}

PROBE(barriers) {
	__shared__ unsigned place[THREADS];
	unsigned t = thread();
	place[t] = t * 3;
	__syncthreads();
	PUT(place[THREADS - 1 - t])
	PUT(__syncthreads_count(t % 3 == 0)) PUT(__syncthreads_and(t < THREADS))
	PUT(__syncthreads_and(t != 40)) PUT(__syncthreads_or(t == 40))
	PUT(__syncthreads_or(t > THREADS))
	place[t] = t * 5;
	__threadfence_block();
	__threadfence();
	__threadfence_system();
	__syncthreads();
	PUT(place[(t + 50) % THREADS])
}
