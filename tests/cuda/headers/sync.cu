/* sync.cu - cuda::atomic, cuda::barrier with a completion function, cuda::pipeline with
 * roles.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>

#include "probe.h"

template <typename T> using shared_atomic = cuda::atomic<T, cuda::thread_scope_block>;

PROBE(atomics) {
	__shared__ shared_atomic<int> n, turns;
	__shared__ shared_atomic<unsigned char> byte;
	__shared__ shared_atomic<short> half_word;
	__shared__ shared_atomic<u64> bits;
	__shared__ shared_atomic<long long> most;
	__shared__ shared_atomic<float> sum, largest;
	__shared__ unsigned plain;
	int t = thread();
	if (t == 0) {
		n.store(0);
		turns.store(1, cuda::memory_order_relaxed);
		byte = 0;
		half_word = -5;
		bits = 1;
		most = 0;
		sum = 0;
		largest = 0;
		plain = 0;
	}
	__syncthreads();
	n.fetch_add(t);
	n++;
	byte.fetch_add(3);
	half_word -= 2;
	bits ^= (u64)t << t % 40;
	most.fetch_max(t * 7 % 50);
	sum.fetch_add(0.5f);
	largest.fetch_max(t * 1.5f);
	cuda::atomic_ref<unsigned, cuda::thread_scope_device>(plain).fetch_or(1u
	                                                                      << t % 32);
	int old = turns.load();
	while (!turns.compare_exchange_weak(old, old * 3 % 1000003,
	                                    cuda::memory_order_acq_rel))
		;
	cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
	__syncthreads();
	PUT(n.load())
	PUT(turns.load(cuda::memory_order_acquire))
	PUT((int)byte.load())
	PUT((int)half_word.load())
	PUT(bits.load())
	PUT(most.load())
	PUT(sum.load())
	PUT(largest.load())
	PUT(plain)
}

struct count_phases {
	int *phases;
	__device__ void operator()() noexcept {
		++*phases;
	}
};

PROBE(completion) {
	typedef cuda::barrier<cuda::thread_scope_block, count_phases> counted;
	__shared__ int phases;
	__shared__ alignas(counted) char room[sizeof(counted)];
	counted *barrier = reinterpret_cast<counted *>(room);
	if (thread() == 0) {
		phases = 0;
		init(barrier, THREADS, count_phases{&phases});
	}
	__syncthreads();
	for (int i = 0; i < 4; i++) {
		barrier->arrive_and_wait();
		PUT(phases)
		barrier->arrive_and_wait();
	}
}

/* The first two warps fill three stages, the third one uses them. */
PROBE(roles) {
	__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
	__shared__ unsigned stage[3][64];
	unsigned t = thread(), sum = 0;
	auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state,
	                                t < 64 ? cuda::pipeline_role::producer
	                                       : cuda::pipeline_role::consumer);
	for (int i = 0; i < 8 && t < 64; i++) {
		pipe.producer_acquire();
		cuda::memcpy_async(&stage[i % 3][t], &edge32[(t + i) & 7],
		                   sizeof(unsigned), pipe);
		pipe.producer_commit();
	}
	for (int i = 0; i < 8 && t >= 64; i++) {
		pipe.consumer_wait();
		sum = sum * 5 + stage[i % 3][(t * 3 + i) & 63];
		pipe.consumer_release();
	}
	pipe.quit();
	PUT(sum)
}
