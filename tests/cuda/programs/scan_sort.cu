// Scan, radix sort and stream compaction as a library would write them; warp intrinsics.
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

constexpr unsigned all = 0xffffffffu;

__device__ __forceinline__ int warp_scan(int v)
{
#pragma unroll
	for (int d = 1; d < warpSize; d *= 2) {
		int o = __shfl_up_sync(all, v, d);
		if ((threadIdx.x & 31) >= d)
			v += o;
	}
	return v;
}

template <int THREADS> __device__ int block_scan(int v, int &total)
{
	__shared__ int sums[THREADS / 32];
	int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
	v = warp_scan(v);
	__syncthreads();
	if (lane == 31)
		sums[warp] = v;
	__syncthreads();
	int before = 0;
	total = 0;
	for (int w = 0; w < THREADS / 32; w++) {
		before += w < warp ? sums[w] : 0;
		total += sums[w];
	}
	return v + before;
}

template <int THREADS> __global__ __launch_bounds__(THREADS) void sort(unsigned *keys, unsigned *tmp, int n)
{
	for (int bit = 0; bit < 32; bit++) {
		int zeros = 0, total;
		for (int base = 0; base < n; base += THREADS) {
			int i = base + threadIdx.x;
			block_scan<THREADS>(i < n && !(keys[i] >> bit & 1), total);
			zeros += total;
		}
		int at0 = 0, at1 = zeros;
		for (int base = 0; base < n; base += THREADS) {
			int i = base + threadIdx.x, on = i < n;
			unsigned k = on ? keys[i] : 0;
			int is0 = on && !(k >> bit & 1), is1 = on && !is0, t0, t1;
			int p0 = block_scan<THREADS>(is0, t0), p1 = block_scan<THREADS>(is1, t1);
			if (on)
				tmp[is0 ? at0 + p0 - 1 : at1 + p1 - 1] = k;
			at0 += t0;
			at1 += t1;
		}
		__syncthreads();
		for (int i = threadIdx.x; i < n; i += THREADS)
			keys[i] = tmp[i];
		__syncthreads();
	}
}

__global__ void compact(const unsigned *in, unsigned *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	bool keep = i < n && in[i] % 3 == 0;
	unsigned votes = __ballot_sync(all, keep), lane = threadIdx.x % 32;
	int base = 0;
	if (lane == 0)
		base = atomicAdd(count, __popc(votes));
	base = __shfl_sync(all, base, 0);
	if (keep)
		out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
}

int main()
{
	std::mt19937 random(1);
	std::vector<unsigned> v(700);
	std::generate(v.begin(), v.end(), random);
	unsigned *d, *t;
	int *count, n = (int)v.size(), kept = 0;
	cudaMalloc(&d, n * 4);
	cudaMalloc(&t, n * 4);
	cudaMalloc(&count, 4);
	cudaMemset(count, 0, sizeof *count);
	cudaMemcpy(d, v.data(), n * 4, cudaMemcpyHostToDevice);
	sort<128><<<1, 128>>>(d, t, n);
	std::vector<unsigned> got(n);
	cudaMemcpy(got.data(), d, n * 4, cudaMemcpyDeviceToHost);
	std::sort(v.begin(), v.end());
	printf("sorted: %s\n", got == v ? "yes" : "no");
	compact<<<6, 128>>>(d, t, count, n);
	cudaMemcpy(&kept, count, 4, cudaMemcpyDeviceToHost);
	got.resize(kept);
	cudaMemcpy(got.data(), t, kept * 4, cudaMemcpyDeviceToHost);
	std::sort(got.begin(), got.end());
	v.erase(std::remove_if(v.begin(), v.end(), [](unsigned x) { return x % 3 != 0; }), v.end());
	printf("compacted: %s\n", got == v ? "yes" : "no");
	puts(cudaGetErrorString(cudaGetLastError()));
}
