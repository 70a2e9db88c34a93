// What functions of cuda::ptx compute.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

struct Sixteen {
	int a, b, c, d;
};

__global__ void integers(unsigned long long *o) {
	unsigned long long *first = o + threadIdx.x * 40;
	unsigned x = threadIdx.x * 2654435761u;
	unsigned long y = x * 1000003ul;
	o = first;
	*o++ = ptx::bfind(x);
	*o++ = ptx::bfind((int)x);
	*o++ = ptx::bfind(y);
	*o++ = ptx::bfind((long)-y);
	*o++ = ptx::bfind_shiftamt(x);
	*o++ = ptx::bfind_shiftamt((long)y);
	*o++ = ptx::bmsk_clamp(x & 63, x >> 26);
	*o++ = ptx::bmsk_wrap(x & 63, x >> 26);
	*o++ = ptx::prmt(x, ~x, 0x3715u);
	*o++ = ptx::prmt_f4e(x, ~x, x & 3);
	*o++ = ptx::prmt_b4e(x, ~x, x & 3);
	*o++ = ptx::prmt_rc8(x, ~x, x & 3);
	*o++ = ptx::prmt_ecl(x, ~x, x & 3);
	*o++ = ptx::prmt_ecr(x, ~x, x & 3);
	*o++ = ptx::prmt_rc16(x, ~x, x & 3);
	*o++ = (unsigned short)ptx::shl((short)x, x >> 27);
	*o++ = ptx::shl(x, x >> 26);
	*o++ = ptx::shl(y, x >> 25);
	*o++ = (unsigned short)ptx::shr((short)x, x >> 27);
	*o++ = ptx::shr((unsigned short)x, x >> 27);
	*o++ = (unsigned)ptx::shr((int)x, x >> 26);
	*o++ = ptx::shr(x, x >> 26);
	*o++ = ptx::shr((long)y, x >> 25);
	bool inside;
	*o++ = ptx::shfl_sync_up(x, inside, 3, 0, ~0u);
	*o++ = inside;
	*o++ = ptx::shfl_sync_down(threadIdx.x * 3, inside, 3, 0x1f, ~0u);
	*o++ = inside;
	*o++ = ptx::shfl_sync_idx(x, 3, 0x181f, ~0u);
	*o++ = ptx::shfl_sync_bfly(x, inside, 5, 0x1f, ~0u);
	*o++ = inside;
	*o++ = __popc(__ballot_sync(~0u, threadIdx.x == 7));
	*o++ = ptx::get_sreg_lanemask_le() + ptx::get_sreg_tid_x() + ptx::get_sreg_nctaid_x();
	*o++ = ptx::get_sreg_is_explicit_cluster();
}

template <typename T> __global__ void memory(T *to, const T *from) {
	T v = ptx::ld(ptx::space_global, from + threadIdx.x);
	T w = ptx::ld_nc(ptx::space_global, from + threadIdx.x + 1);
	ptx::st(ptx::space_global, to + 2 * threadIdx.x, w);
	ptx::st(ptx::space_global, to + 2 * threadIdx.x + 1, v);
}

// To the next block: values, and what they add up to.
__global__ void __cluster_dims__(4) remote(int *out) {
	__shared__ alignas(16) int box[32 * 4];
	__shared__ unsigned long sums[4];
	__shared__ unsigned least, bits;
	__shared__ uint64_t barrier;
	unsigned rank = ptx::get_sreg_cluster_ctarank(), next = (rank + 1) % ptx::get_sreg_cluster_nctarank(), t = threadIdx.x;
	if (t == 0) {
		for (int i = 0; i < 4; i++)
			sums[i] = 0;
		least = ~0u;
		bits = 0;
		ptx::mbarrier_init(&barrier, 1);
		ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
		ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, 32 * (16 + 8 + 4 + 4));
	}
	ptx::barrier_cluster_arrive(ptx::sem_release);
	ptx::barrier_cluster_wait(ptx::sem_acquire);
	uint64_t *there = cooperative_groups::this_cluster().map_shared_rank(&barrier, next);
	int *there_box = cooperative_groups::this_cluster().map_shared_rank(box, next);
	const int four[4] = {(int)(rank * 1000 + t), 1, 2, 3};
	const int two[2] = {5, 6};
	if (t % 2)
		ptx::st_async(there_box + 4 * t, four, there);
	else {
		ptx::st_async(there_box + 4 * t, two, there);
		ptx::st_async((double *)(there_box + 4 * t + 2), 0.5 * t, there);
	}
	ptx::red_async(ptx::op_add, cooperative_groups::this_cluster().map_shared_rank(&sums[t % 4], next), (unsigned long)t * rank, there);
	ptx::red_async(ptx::op_min, cooperative_groups::this_cluster().map_shared_rank(&least, next), t * 77 % 32 + 9 * rank, there);
	ptx::red_async(ptx::op_xor_op, cooperative_groups::this_cluster().map_shared_rank(&bits, next), 1u << t, there);
	while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &barrier, 0))
		;
	int *o = out + (rank * 32 + t) * 4;
	for (int i = 0; i < 4; i++)
		o[i] = box[4 * t + i] + (int)sums[i] + (int)(least + bits) * (i == 0);
	o[0] += ptx::getctarank(ptx::space_cluster, there);
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
}

__global__ void reductions(unsigned *sum, __half *halves, long *longs) {
	__shared__ alignas(16) unsigned a[32];
	__shared__ alignas(16) __half h[32];
	__shared__ alignas(16) long l[32];
	a[threadIdx.x] = threadIdx.x * 3;
	h[threadIdx.x] = __float2half(threadIdx.x * 0.5f);
	l[threadIdx.x] = -(long)threadIdx.x * 1000000007;
	ptx::fence_proxy_async(ptx::space_shared);
	__syncthreads();
	if (threadIdx.x == 0) {
		ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sum, a, sizeof a);
		ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, halves, h, sizeof h);
		ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_min, longs, l, sizeof l);
		ptx::cp_async_bulk_commit_group();
		ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
	}
}

__device__ unsigned pending(uint64_t state) {
	unsigned n;
	asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(n) : "l"(state));
	return n;
}

// Counts of a phase.
__global__ void counts(unsigned long *o) {
	__shared__ uint64_t barrier;
	ptx::mbarrier_init(&barrier, 5);
	uint64_t state = ptx::mbarrier_arrive(&barrier);
	*o++ = pending(state);
	state = ptx::mbarrier_arrive_no_complete(&barrier, 2);
	*o++ = pending(state);
	*o++ = ptx::mbarrier_test_wait(&barrier, state);
	state = ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier, 2);
	*o++ = ptx::mbarrier_test_wait(&barrier, state);
	*o++ = ptx::mbarrier_test_wait_parity(&barrier, 0);
	*o++ = ptx::mbarrier_try_wait_parity(&barrier, 1, 100);
}

int main() {
	unsigned long long *out;
	cudaMallocManaged(&out, 65536);
	auto show = [&](const char *name, int words) {
		cudaError_t e = cudaDeviceSynchronize();
		unsigned *p = (unsigned *)out, mixed = 0;
		for (int i = 0; i < words; i++)
			mixed = mixed * 16777619u ^ p[i];
		printf("%s: %s, %08x", name, cudaGetErrorString(e), mixed);
		for (int i = 0; i < words && i < 80; i += 2)
			printf(" %x", p[i]);
		printf("\n");
		cudaMemset(out, 0, 65536);
		cudaDeviceSynchronize();
	};
	cudaMemset(out, 0, 65536);
	integers<<<1, 64>>>(out);
	show("integers", 64 * 80);
	char *bytes = (char *)out;
	for (int i = 0; i < 2048; i++)
		bytes[32768 + i] = i * 7;
	memory<<<1, 32>>>(bytes, bytes + 32768);
	memory<<<1, 32>>>((short *)bytes + 64, (short *)(bytes + 32768));
	memory<<<1, 32>>>((float *)bytes + 64, (float *)(bytes + 32768));
	memory<<<1, 32>>>((double *)bytes + 96, (double *)(bytes + 32768));
	memory<<<1, 32>>>((Sixteen *)bytes + 128, (Sixteen *)(bytes + 32768));
	show("memory", 1536);
	remote<<<4, 32>>>((int *)out);
	show("remote", 512);
	reductions<<<3, 32>>>((unsigned *)out, (__half *)(out + 64), (long *)(out + 128));
	show("reductions", 512);
	counts<<<1, 1>>>((unsigned long *)out);
	show("counts", 16);
}
