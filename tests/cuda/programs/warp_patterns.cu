/* warp_patterns.cu - histogram, compaction, transpose, stencil, locks, votes.
 * SPDX-License-Identifier: Apache-2.0 */
// build: --extended-lambda
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
constexpr unsigned FULL = 0xffffffffu;
template <typename T, typename Op>
__device__ T warpReduce(T v, Op op, unsigned mask = FULL) {
#pragma unroll
	for (int o = warpSize / 2; o > 0; o >>= 1)
		v = op(v, __shfl_xor_sync(mask, v, o));
	return v;
}
template <int BLOCK> __global__ void hist(const int *in, int n, int *bins, int nb) {
	extern __shared__ int sh[];
	for (int i = threadIdx.x; i < nb; i += BLOCK)
		sh[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += BLOCK * gridDim.x)
		atomicAdd(&sh[in[i] % nb], 1);
	__syncthreads();
	for (int i = threadIdx.x; i < nb; i += BLOCK)
		if (sh[i])
			atomicAdd(bins + i, sh[i]);
}
__global__ void compact(const int *in, int n, int *out, int *cnt) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool keep = i < n && (in[i] & 1);
	unsigned m = __ballot_sync(FULL, keep);
	int lane = threadIdx.x & 31;
	int base;
	if (lane == 0)
		base = atomicAdd(cnt, __popc(m));
	base = __shfl_sync(FULL, base, 0);
	if (keep)
		out[base + __popc(m & ((1u << lane) - 1))] = in[i];
}
__global__ void transpose(const float *in, float *out, int w, int h) {
	__shared__ float t[16][17];
	int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	if (x < w && y < h)
		t[threadIdx.y][threadIdx.x] = in[y * w + x];
	__syncthreads();
	x = blockIdx.y * 16 + threadIdx.x;
	y = blockIdx.x * 16 + threadIdx.y;
	if (x < h && y < w)
		out[y * h + x] = t[threadIdx.x][threadIdx.y];
}
__global__ void stencil(const float *__restrict__ in, float *out, int n) {
	__shared__ float s[128 + 2 * 3];
	int g = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + 3;
	s[l] = g < n ? in[g] : 0;
	if (threadIdx.x < 3) {
		s[l - 3] = g >= 3 ? in[g - 3] : 0;
		s[l + 128] = g + 128 < n ? in[g + 128] : 0;
	}
	__syncthreads();
	float r = 0;
#pragma unroll
	for (int o = -3; o <= 3; o++)
		r += s[l + o];
	if (g < n)
		out[g] = r;
}
template <class T> struct Lock {
	int *m;
	__device__ void lock() {
		while (atomicCAS(m, 0, 1) != 0)
			;
		__threadfence();
	}
	__device__ void unlock() {
		__threadfence();
		atomicExch(m, 0);
	}
};
__global__ void locked(Lock<int> l, int *v) {
	if (threadIdx.x % 32 == 0) {
		l.lock();
		*v += 1;
		l.unlock();
	}
}
__global__ void sums(int *o, float *f) {
	int v = threadIdx.x;
	int s = warpReduce(v, [](int a, int b) { return a + b; });
	int mx = warpReduce(v * 7 % 31,
	                    [] __device__(int a, int b) { return max(a, b); });
	double d = warpReduce((double)v,
	                      [](double a, double b) { return a < b ? a : b; });
	if (v == 0) {
		o[0] = s;
		o[1] = mx;
		o[2] = (int)d;
	}
	auto blk = cg::this_thread_block();
	auto w = cg::tiled_partition<32>(blk);
	auto t4 = cg::tiled_partition<4>(w);
	int r = t4.shfl(v, 0) + t4.any(v == 5) * 100 + t4.meta_group_size();
	o[32 + v] = r;
	f[v] = __shfl_up_sync(FULL, (float)v, 1) + __shfl_down_sync(FULL, v * .5f, 2);
	if (v < 16) {
		unsigned am = __activemask();
		o[3] = am;
	}
	__syncwarp();
	unsigned mm = __match_any_sync(FULL, v % 3);
	if (v == 0)
		o[4] = mm;
	int pred;
	unsigned all = __match_all_sync(FULL, 7, &pred);
	if (v == 0) {
		o[5] = pred;
		o[6] = all;
	}
	o[7] = __reduce_max_sync(FULL, v);
	o[8] = __syncthreads_count(v & 1);
	o[9] = __syncthreads_and(v < 32) + __syncthreads_or(v == 31);
}
int main() {
	int n = 1000, *in, *o;
	float *f, *g;
	cudaMallocManaged(&in, 4 * n);
	cudaMallocManaged(&o, 4 * n);
	cudaMallocManaged(&f, 4 * n);
	cudaMallocManaged(&g, 4 * n);
	for (int i = 0; i < n; i++) {
		in[i] = (i * 37) % 101;
		o[i] = 0;
		f[i] = i;
	}
	hist<64><<<4, 64, 16 * sizeof(int)>>>(in, n, o, 16);
	cudaDeviceSynchronize();
	for (int i = 0; i < 16; i++)
		printf("%d ", o[i]);
	puts("");
	o[0] = 0;
	compact<<<(n + 127) / 128, 128>>>(in, n, o + 1, o);
	cudaDeviceSynchronize();
	long s = 0;
	for (int i = 1; i <= o[0]; i++)
		s += o[i];
	printf("%d %ld\n", o[0], s);
	transpose<<<dim3(3, 2), dim3(16, 16)>>>(f, g, 40, 25);
	cudaDeviceSynchronize();
	printf("%g %g\n", g[1], g[25 * 3 + 7]);
	stencil<<<8, 128>>>(f, g, n);
	cudaDeviceSynchronize();
	printf("%g %g %g\n", g[0], g[500], g[999]);
	int *m;
	cudaMallocManaged(&m, 8);
	m[0] = m[1] = 0;
	locked<<<8, 64>>>(Lock<int>{m}, m + 1);
	cudaDeviceSynchronize();
	printf("%d\n", m[1]);
	cudaMemset(o, 0, 32 * sizeof *o); /* what compact() left has no order */
	sums<<<1, 32>>>(o, f);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 64; i++)
		printf("%d ", o[i]);
	for (int i = 0; i < 8; i++)
		printf("%g ", f[i]);
	puts("");
}
