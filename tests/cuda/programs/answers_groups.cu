// Operations of cooperative groups and warps, SIMD in a word, atomics, and printf's formats. The answers are an H200's.
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
namespace cg = cooperative_groups;
__device__ void put(int *&o, int v) {
	*o = v;
	o += blockDim.x;
}
__global__ void groups(int *o) {
	int *p = o + threadIdx.x;
	cg::thread_block b = cg::this_thread_block();
	auto w = cg::tiled_partition<32>(b);
	auto t8 = cg::tiled_partition<8>(w);
	auto dyn = cg::tiled_partition(b, 16);
	int r = b.thread_rank(), v = r * 7 % 13;
	put(p, w.meta_group_rank());
	put(p, t8.meta_group_size());
	put(p, t8.meta_group_rank());
	put(p, t8.shfl(v, 3));
	put(p, t8.shfl_up(v, 2));
	put(p, t8.shfl_down(v, 3));
	put(p, t8.shfl_xor(v, 5));
	put(p, t8.any(v == 3));
	put(p, t8.all(v < 12));
	put(p, t8.ballot(v & 1));
	put(p, t8.match_any(v % 3));
	int pr = 0;
	put(p, t8.match_all(v / 20, pr));
	put(p, dyn.thread_rank());
	put(p, dyn.size());
	(void)pr;
	put(p, cg::reduce(t8, v, cg::plus<int>()));
	put(p, cg::reduce(w, v, cg::less<int>()));
	put(p, cg::reduce(w, v, cg::greater<int>()));
	put(p, cg::reduce(t8, v, cg::bit_xor<int>()));
	put(p, cg::reduce(t8, v, [](int a, int b) { return a * 3 + b; }));
	put(p, cg::inclusive_scan(t8, v));
	put(p, cg::exclusive_scan(t8, v));
	put(p, cg::inclusive_scan(w, v, cg::greater<int>()));
	put(p, cg::exclusive_scan(w, v, cg::bit_or<int>()));
	if (r % 3 != 1) {
		auto c = cg::coalesced_threads();
		put(p, c.size());
		put(p, c.thread_rank());
		put(p, c.shfl(v, 1));
		put(p, c.shfl_down(v, 2));
		put(p, c.ballot(v & 2));
		put(p, cg::reduce(c, v, cg::plus<int>()));
		auto l = cg::labeled_partition(c, v % 4);
		put(p, l.size());
		put(p, l.thread_rank());
		put(p, cg::reduce(l, v, cg::plus<int>()));
		auto bp = cg::binary_partition(c, v > 6);
		put(p, bp.size());
		put(p, bp.thread_rank());
		put(p, cg::inclusive_scan(c, v));
		auto s = cg::tiled_partition(c, 4);
		put(p, s.size());
		put(p, s.thread_rank());
		put(p, c.meta_group_size());
		put(p, s.meta_group_rank());
	}
	if (r < 5) {
		auto c = cg::coalesced_threads();
		put(p, c.num_threads());
		put(p, c.match_any(v & 3));
		put(p, cg::exclusive_scan(c, v + 1));
	}
	cg::invoke_one(w, [=] { *p = 77; });
	put(p, __reduce_add_sync(~0u, v));
	put(p, __reduce_max_sync(~0u, -v));
	put(p, __reduce_xor_sync(~0u, v));
	put(p, __match_any_sync(~0u, v));
	put(p, __match_all_sync(~0u, v / 20, &pr));
	put(p, pr);
	put(p, __popc(__activemask()));
	put(p, __shfl_sync(~0u, v, r * 5, 16));
	put(p, __shfl_up_sync(~0u, v, 3, 8));
	put(p, __shfl_down_sync(~0u, v, 9, 16));
	put(p, __shfl_xor_sync(~0u, v, 17));
	put(p, __ballot_sync(~0u, v > 4));
	put(p, __uni_sync(~0u, v));
	put(p, __fns(0xf0f0f0f0, r, 3));
	put(p, __byte_perm(v * 0x1234567, 0xabcdef01, r * 0x1111));
	put(p, __dp4a(v * 0x1010101, 0x7f80ff01, r));
	put(p, __dp2a_lo(v * 0x10001, 0x7f80ff01, r));
	put(p, __vadd4(v * 0x11223344, 0xfedcba98));
	put(p, __vmaxs2(v * 0x12345, 0x8001fffe));
	put(p, __vcmpgtu4(v * 0x1020304, 0x08070605));
	put(p, __vabsdiffs4(v * 0x1020304, 0x80070605));
	put(p, __funnelshift_l(v, 0xdeadbeef, r));
	put(p, __funnelshift_rc(v, 0xdeadbeef, r + 20));
	put(p, __brev(v));
	put(p, __clz(v));
	put(p, __ffs(v << (r & 15)));
	put(p, __sad(v, -5, 3));
	put(p, __mul24(v * 999, -r));
	put(p, __mulhi(v * 99999999, r * 7777777));
	put(p, __hadd(v, -9));
	put(p, __rhadd(v, -10));
	put(p, __viaddmax_s32(v, -3, 2));
	put(p, __vimin3_s16x2(v, 0x30004, 0x50002));
	put(p, __vibmax_s32(v, 6, (bool *)&pr));
	put(p, pr & 1);
}
template <class T> __global__ void atom(T *o) {
	T v = (T)(threadIdx.x % 7);
	atomicAdd(o, v);
}
__global__ void atoms(int *o, unsigned *u, unsigned long long *l, float *f, double *d) {
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	atomicSub(o, i);
	atomicMin(o + 1, i - 50);
	atomicMax(o + 2, i * 3 % 101);
	atomicAnd(o + 3, ~(1 << i % 31));
	atomicOr(o + 4, 1 << i % 29);
	atomicXor(o + 5, i);
	atomicInc(u, 37);
	atomicDec(u + 1, 53);
	atomicAdd(l, (unsigned long long)i << 30);
	atomicMax(l + 1, (unsigned long long)i << 33);
	atomicMin((long long *)l + 2, -(long long)i);
	atomicExch(o + 6, 5);
	atomicCAS(o + 7, 0, 9);
	atomicAdd(f, 0.5f);
	atomicAdd(d, 0.25);
	atomicAdd_block(o + 8, 1);
	atomicAdd_system(o + 9, 2);
	atomicAnd(l + 3, ~(1ull << i % 60));
	atomicXor(l + 4, (unsigned long long)i * 12345678901ull);
	atomicAdd((__half2 *)(f + 1), __floats2half2_rn(1, 2));
	atomicAdd((__nv_bfloat16 *)(f + 2), __float2bfloat16(1));
	atomicAdd((float2 *)(f + 4), make_float2(1, .5f));
	atomicAdd((float4 *)(f + 8), make_float4(1, 2, 3, 4));
	unsigned short *s = (unsigned short *)(o + 12);
	atomicCAS(s, (unsigned short)0, (unsigned short)7);
}
__global__ void pf(int a, long long b, double d, const char *s) {
	printf("%d %5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%#o|%c|%%|%u\n", a, a, a, a, a, a, a, a, a, a, a, 'q',
	       (unsigned)a);
	printf("%lld|%llx|%20lld|%-20lld|%hd|%ld\n", b, b, b, b, (short)a, (long)b);
	printf("%f|%.2f|%10.3f|%-10.3f|%+.1e|%g|%G|%.10g|%a|%e|%#.0f|%010.2f\n", d, d, d, d, d, d, d, d, d, d, d, d);
	printf("%s|%10s|%-10s|%.3s|%*d|%-*d\n", s, s, s, s, 7, a, 7, a);
	printf("%p %p|%i\n", (void *)0, (void *)0x1234, a);
	printf("%f %f %f %g\n", 1.0 / 0.0 * d / d, -1.0 / (d - d), (d - d) / (d - d), 1e300 * d);
	printf("nothing\n");
	int r = printf("%d\n", 5);
	printf("ret %d %d\n", r, printf(""));
	printf("%5c|%-5c|%05x|%.0e|%.15f|%+5d|%x\n", 'a', 'b', 0xab, d, 0.1f, 3, -1);
	printf("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
	       13, 14, 15, 16, 17, 18, 19, 20);
}
int main() {
	int *o;
	cudaMallocManaged(&o, 1 << 20);
	memset(o, 0, 1 << 20);
	groups<<<1, 64>>>(o);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	for (int k = 0; k < 90; k++) {
		unsigned h = 0;
		for (int i = 0; i < 64; i++)
			h = h * 1000003u + (unsigned)o[k * 64 + i];
		printf("%d: %08x %d %d %d %d\n", k, h, o[k * 64], o[k * 64 + 1], o[k * 64 + 5], o[k * 64 + 40]);
	}
	unsigned *u;
	unsigned long long *l;
	float *f;
	double *d;
	cudaMallocManaged(&u, 4096);
	cudaMallocManaged(&l, 4096);
	cudaMallocManaged(&f, 4096);
	cudaMallocManaged(&d, 4096);
	memset(o, 0, 4096);
	memset(u, 0, 4096);
	memset(l, 0, 4096);
	memset(f, 0, 4096);
	memset(d, 0, 4096);
	o[3] = -1;
	l[3] = ~0ull;
	atoms<<<4, 50>>>(o, u, l, f, d);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	for (int i = 0; i < 14; i++)
		printf("%d ", o[i]);
	for (int i = 0; i < 2; i++)
		printf("%u ", u[i]);
	for (int i = 0; i < 5; i++)
		printf("%llx ", l[i]);
	for (int i = 0; i < 12; i++)
		printf("%08x ", ((unsigned *)f)[i]);
	printf("%g\n", *d);
	const char hs[] = "string";
	char *s;
	cudaMallocManaged(&s, 16);
	memcpy(s, hs, 7);
	for (int a : {0, 42, -7, 2147483647}) {
		pf<<<1, 1>>>(a, -1234567890123ll * a + 5, a * 1.2345678901234 + .5, s);
		cudaDeviceSynchronize();
	}
}
