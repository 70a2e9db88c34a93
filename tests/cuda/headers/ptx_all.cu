// Every function of cuda::ptx, so that all of its assembly is assembled; nothing runs it.
#include <cuda/ptx>

namespace ptx = cuda::ptx;

struct Sixteen {
	int a, b, c, d;
};

__global__ void integers(unsigned *o, int x, long long y) {
	unsigned u = x;
	unsigned long w = y;
	int n = 0;
	o[n++] = ptx::bfind(u) + ptx::bfind(w) + ptx::bfind(x) + ptx::bfind((long)y);
	o[n++] = ptx::bfind_shiftamt(u) + ptx::bfind_shiftamt(w) + ptx::bfind_shiftamt(x) + ptx::bfind_shiftamt((long)y);
	o[n++] = ptx::bmsk_clamp(u, 5) + ptx::bmsk_wrap(u, 40);
	o[n++] = ptx::prmt(x, x, u) + ptx::prmt_f4e(u, u, 1) + ptx::prmt_b4e(1.0f, 2.0f, 1) + ptx::prmt_rc8(x, x, u);
	o[n++] = ptx::prmt_ecl(x, x, u) + ptx::prmt_ecr(x, x, u) + ptx::prmt_rc16(x, x, u);
	o[n++] = ptx::shl((short)x, u) + ptx::shl(x, u) + ptx::shl(y, u) + ptx::shl((unsigned short)x, u);
	o[n++] = ptx::shr((short)x, u) + ptx::shr((unsigned short)x, u) + ptx::shr(x, u) + ptx::shr(u, u) + ptx::shr((long)y, u) + ptx::shr(w, u);
}

__global__ void memory(char *a, short *b, float *c, double *d, Sixteen *e) {
	ptx::st(ptx::space_global, a, (char)(ptx::ld(ptx::space_global, a) + ptx::ld_nc(ptx::space_global, a + 1)));
	ptx::st(ptx::space_global, b, (short)(ptx::ld(ptx::space_global, b) + ptx::ld_nc(ptx::space_global, b + 1)));
	ptx::st(ptx::space_global, c, ptx::ld(ptx::space_global, c) + ptx::ld_nc(ptx::space_global, c + 1));
	ptx::st(ptx::space_global, d, ptx::ld(ptx::space_global, d) + ptx::ld_nc(ptx::space_global, d + 1));
	ptx::st(ptx::space_global, e, ptx::ld(ptx::space_global, e + ptx::ld_nc(ptx::space_global, e + 1).a));
}

template <typename Sem, typename Scope> __device__ void multimem_of(Sem sem, Scope scope, unsigned *p, long *q, float *f) {
	p[0] += ptx::multimem_ld_reduce(sem, scope, ptx::op_add, p) + ptx::multimem_ld_reduce(sem, scope, ptx::op_max, (int *)p);
	q[0] += ptx::multimem_ld_reduce(sem, scope, ptx::op_min, q) + ptx::multimem_ld_reduce(sem, scope, ptx::op_xor_op, (unsigned long *)q);
	f[0] += ptx::multimem_ld_reduce(sem, scope, ptx::op_add, f);
}
template <typename Sem, typename Scope> __device__ void multimem_to(Sem sem, Scope scope, unsigned *p, long *q, double *f) {
	ptx::multimem_red(sem, scope, ptx::op_and_op, p, 1u);
	ptx::multimem_red(sem, scope, ptx::op_or_op, (int *)p, 1);
	ptx::multimem_red(sem, scope, ptx::op_add, q, 1l);
	ptx::multimem_red(sem, scope, ptx::op_max, (unsigned long *)q, 1ul);
	ptx::multimem_red(sem, scope, ptx::op_add, f, 1.0);
	ptx::multimem_st(sem, scope, p, 2u);
	ptx::multimem_st(sem, scope, q, 2l);
}
template <typename Sem> __device__ void multimem_scopes(Sem sem, unsigned *p, long *q, float *f) {
	multimem_of(sem, ptx::scope_cta, p, q, f);
	multimem_of(sem, ptx::scope_cluster, p, q, f);
	multimem_of(sem, ptx::scope_gpu, p, q, f);
	multimem_of(sem, ptx::scope_sys, p, q, f);
}
__global__ void several_devices(unsigned *p, long *q, float *f, double *d) {
	multimem_scopes(ptx::sem_relaxed, p, q, f);
	multimem_scopes(ptx::sem_acquire, p, q, f);
	multimem_to(ptx::sem_relaxed, ptx::scope_gpu, p, q, d);
	multimem_to(ptx::sem_release, ptx::scope_sys, p, q, d);
	p[1] = ptx::multimem_ld_reduce(ptx::sem_weak, ptx::op_and_op, p);
	ptx::multimem_st(ptx::sem_weak, p, 5u);
}

__global__ void warps(unsigned *o, float f) {
	bool is_inside;
	int n = 0;
	o[n++] = ptx::shfl_sync_idx(f, 3, 0x1f, ~0u) + ptx::shfl_sync_up(f, 1, 0, ~0u);
	o[n++] = ptx::shfl_sync_down(1u, 3, 0x1f, ~0u) + ptx::shfl_sync_bfly(2u, 1, 0x1f, ~0u);
	o[n++] = ptx::shfl_sync_idx(f, is_inside, 3, 0x1f, ~0u) + ptx::shfl_sync_up(f, is_inside, 1, 0, ~0u);
	o[n++] = ptx::shfl_sync_down(1, is_inside, 3, 0x1f, ~0u) + ptx::shfl_sync_bfly(2, is_inside, 1, 0x1f, ~0u);
	o[n++] = is_inside;
	if (ptx::elect_sync(~0u))
		ptx::exit();
	if (f == 3)
		ptx::trap();
}

template <typename Scope> __device__ void fences_of(Scope scope, const void *map) {
	ptx::fence(ptx::sem_acq_rel, scope);
	ptx::fence(ptx::sem_sc, scope);
	ptx::fence_proxy_tensormap_generic(ptx::sem_release, scope);
	ptx::fence_proxy_tensormap_generic(ptx::sem_acquire, scope, map, ptx::n32_t<128>());
}
__global__ void fences(const void *map, unsigned *o, void *shared_of) {
	fences_of(ptx::scope_cta, map);
	fences_of(ptx::scope_cluster, map);
	fences_of(ptx::scope_gpu, map);
	fences_of(ptx::scope_sys, map);
	ptx::fence_proxy_alias();
	ptx::fence_proxy_async();
	ptx::fence_proxy_async(ptx::space_global);
	ptx::fence_proxy_async(ptx::space_cluster);
	ptx::fence_proxy_async(ptx::space_shared);
	ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
	ptx::fence_sync_restrict(ptx::sem_acquire, ptx::space_cluster, ptx::scope_cluster);
	ptx::fence_sync_restrict(ptx::sem_release, ptx::space_shared, ptx::scope_cluster);
	ptx::fence_proxy_async_generic_sync_restrict(ptx::sem_acquire, ptx::space_cluster, ptx::scope_cluster);
	ptx::fence_proxy_async_generic_sync_restrict(ptx::sem_release, ptx::space_shared, ptx::scope_cluster);
	ptx::barrier_cluster_arrive();
	ptx::barrier_cluster_wait();
	ptx::barrier_cluster_arrive(ptx::sem_release);
	ptx::barrier_cluster_wait(ptx::sem_acquire);
	ptx::barrier_cluster_arrive(ptx::sem_relaxed);
	ptx::barrier_cluster_wait();
	*o = ptx::getctarank(ptx::space_cluster, shared_of) + *(unsigned *)ptx::mapa(ptx::space_cluster, shared_of, 1);
}

template <typename Sem, typename Scope> __device__ unsigned long arrive_and_wait(Sem sem, Scope scope, unsigned long *b) {
	unsigned long state = ptx::mbarrier_arrive(sem, scope, ptx::space_shared, b) + ptx::mbarrier_arrive(sem, scope, ptx::space_shared, b, 3);
	state += ptx::mbarrier_arrive_drop(sem, scope, ptx::space_shared, b) + ptx::mbarrier_arrive_expect_tx(sem, scope, ptx::space_shared, b, 16);
	return state;
}
template <typename Sem, typename Scope> __device__ int wait_all(Sem sem, Scope scope, unsigned long *b, unsigned long state) {
	return ptx::mbarrier_test_wait(sem, scope, b, state) + ptx::mbarrier_test_wait_parity(sem, scope, b, 1) +
	       ptx::mbarrier_try_wait(sem, scope, b, state) + ptx::mbarrier_try_wait_parity(sem, scope, b, 1) +
	       ptx::mbarrier_try_wait(sem, scope, b, state, 100) + ptx::mbarrier_try_wait_parity(sem, scope, b, 1, 100);
}
__global__ void barriers(unsigned long *o) {
	__shared__ unsigned long b;
	int n = 0;
	ptx::mbarrier_init(&b, 100);
	o[n++] = ptx::mbarrier_arrive(&b) + ptx::mbarrier_arrive(&b, 2) + ptx::mbarrier_arrive_no_complete(&b, 2);
	unsigned long state = ptx::mbarrier_arrive_drop(&b);
	o[n++] = ptx::mbarrier_pending_count(state);
	state = arrive_and_wait(ptx::sem_release, ptx::scope_cta, &b) + arrive_and_wait(ptx::sem_release, ptx::scope_cluster, &b) +
	        arrive_and_wait(ptx::sem_relaxed, ptx::scope_cta, &b) + arrive_and_wait(ptx::sem_relaxed, ptx::scope_cluster, &b);
	o[n++] = wait_all(ptx::sem_acquire, ptx::scope_cta, &b, state) + wait_all(ptx::sem_acquire, ptx::scope_cluster, &b, state) +
	         wait_all(ptx::sem_relaxed, ptx::scope_cta, &b, state) + wait_all(ptx::sem_relaxed, ptx::scope_cluster, &b, state);
	o[n++] = ptx::mbarrier_test_wait(&b, state) + ptx::mbarrier_test_wait_parity(&b, 0) + ptx::mbarrier_try_wait(&b, state) +
	         ptx::mbarrier_try_wait_parity(&b, 0) + ptx::mbarrier_try_wait(&b, state, 5) + ptx::mbarrier_try_wait_parity(&b, 0, 5);
	ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, &b);
	ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, &b, 2);
	ptx::mbarrier_arrive(ptx::sem_relaxed, ptx::scope_cluster, ptx::space_cluster, &b);
	ptx::mbarrier_arrive_drop(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, &b);
	ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, &b, 32);
	ptx::mbarrier_arrive_expect_tx(ptx::sem_relaxed, ptx::scope_cluster, ptx::space_cluster, &b, 32);
	ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &b, 32);
	ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cluster, ptx::space_shared, &b, 32);
	ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cluster, ptx::space_cluster, &b, 32);
	ptx::mbarrier_complete_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared, &b, 32);
	ptx::cp_async_mbarrier_arrive(&b);
	ptx::cp_async_mbarrier_arrive_noinc(&b);
	ptx::mbarrier_inval(&b);
}

template <typename T, typename Op> __device__ void reduce(Op op, T *g, T *s, T *there, unsigned long *b) {
	ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, op, g, s, 64);
	if constexpr (sizeof(T) == 4 && !std::is_floating_point<T>::value)
		ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, op, there, s, 64, b);
}
__global__ void bulks(void *g) {
	__shared__ alignas(128) char s[1024], t[1024];
	__shared__ unsigned long b;
	ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, g, 64, &b);
	ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, s, g, 64, &b);
	ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, g, 64, &b, 3);
	ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, s, t, 64, &b);
	ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, g, s, 64);
	reduce(ptx::op_add, (unsigned *)g, (unsigned *)s, (unsigned *)t, &b);
	reduce(ptx::op_min, (unsigned *)g, (unsigned *)s, (unsigned *)t, &b);
	reduce(ptx::op_max, (int *)g, (int *)s, (int *)t, &b);
	reduce(ptx::op_inc, (unsigned *)g, (unsigned *)s, (unsigned *)t, &b);
	reduce(ptx::op_dec, (unsigned *)g, (unsigned *)s, (unsigned *)t, &b);
	reduce(ptx::op_and_op, (unsigned *)g, (unsigned *)s, (unsigned *)t, &b);
	reduce(ptx::op_or_op, (unsigned *)g, (unsigned *)s, (unsigned *)t, &b);
	reduce(ptx::op_xor_op, (unsigned *)g, (unsigned *)s, (unsigned *)t, &b);
	reduce(ptx::op_add, (unsigned long *)g, (unsigned long *)s, (unsigned long *)t, &b);
	reduce(ptx::op_add, (long *)g, (long *)s, (long *)t, &b);
	reduce(ptx::op_min, (long *)g, (long *)s, (long *)t, &b);
	reduce(ptx::op_and_op, (unsigned long *)g, (unsigned long *)s, (unsigned long *)t, &b);
	ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, ptx::op_add, (long *)t, (long *)s, 64, &b);
	reduce(ptx::op_add, (float *)g, (float *)s, (float *)t, &b);
	reduce(ptx::op_add, (double *)g, (double *)s, (double *)t, &b);
	reduce(ptx::op_add, (__half *)g, (__half *)s, (__half *)t, &b);
	reduce(ptx::op_min, (__half *)g, (__half *)s, (__half *)t, &b);
	reduce(ptx::op_max, (__nv_bfloat16 *)g, (__nv_bfloat16 *)s, (__nv_bfloat16 *)t, &b);
	reduce(ptx::op_add, (__nv_bfloat16 *)g, (__nv_bfloat16 *)s, (__nv_bfloat16 *)t, &b);
	ptx::cp_async_bulk_commit_group();
	ptx::cp_async_bulk_wait_group(ptx::n32_t<1>());
	ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

__global__ void remote() {
	__shared__ alignas(16) int to[8];
	__shared__ unsigned long wide, b;
	const int two[2] = {1, 2}, four[4] = {1, 2, 3, 4};
	const double wides[2] = {1, 2};
	ptx::st_async(to, 5, &b);
	ptx::st_async(to, two, &b);
	ptx::st_async(to, four, &b);
	ptx::st_async((double *)to, 5.0, &b);
	ptx::st_async((double *)to, wides, &b);
	ptx::red_async(ptx::op_add, to, 1, &b);
	ptx::red_async(ptx::op_min, to, 1, &b);
	ptx::red_async(ptx::op_max, to, 1, &b);
	ptx::red_async(ptx::op_inc, (unsigned *)to, 1u, &b);
	ptx::red_async(ptx::op_dec, (unsigned *)to, 1u, &b);
	ptx::red_async(ptx::op_and_op, to, 1, &b);
	ptx::red_async(ptx::op_or_op, to, 1, &b);
	ptx::red_async(ptx::op_xor_op, (unsigned *)to, 1u, &b);
	ptx::red_async(ptx::op_add, &wide, 1ul, &b);
	ptx::red_async(ptx::op_add, (long *)&wide, 1l, &b);
}

__global__ void registers(unsigned long *o) {
	o[0] = ptx::get_sreg_tid_x() + ptx::get_sreg_ntid_y() + ptx::get_sreg_ctaid_z() + ptx::get_sreg_nctaid_x() + ptx::get_sreg_laneid();
	o[1] = ptx::get_sreg_warpid() + ptx::get_sreg_nwarpid() + ptx::get_sreg_smid() + ptx::get_sreg_nsmid() + ptx::get_sreg_gridid();
	o[2] = ptx::get_sreg_lanemask_eq() + ptx::get_sreg_lanemask_le() + ptx::get_sreg_lanemask_lt() + ptx::get_sreg_lanemask_ge() + ptx::get_sreg_lanemask_gt();
	o[3] = ptx::get_sreg_clock() + ptx::get_sreg_clock_hi() + ptx::get_sreg_clock64() + ptx::get_sreg_globaltimer();
	o[4] = ptx::get_sreg_globaltimer_lo() + ptx::get_sreg_globaltimer_hi() + ptx::get_sreg_total_smem_size() + ptx::get_sreg_dynamic_smem_size();
	o[5] = ptx::get_sreg_current_graph_exec() + ptx::get_sreg_is_explicit_cluster() + ptx::get_sreg_aggr_smem_size();
	o[6] = ptx::get_sreg_clusterid_x() + ptx::get_sreg_nclusterid_y() + ptx::get_sreg_cluster_ctaid_z() + ptx::get_sreg_cluster_nctaid_x();
	o[7] = ptx::get_sreg_cluster_ctarank() + ptx::get_sreg_cluster_nctarank();
}
