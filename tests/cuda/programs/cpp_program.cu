/* one program of many parts: reductions, half, mathematics, managed memory, extended lambdas, events
 * SPDX-License-Identifier: Apache-2.0 */
// build: --extended-lambda -diag-suppress=39
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>
#include <string>
#include <vector>
template <typename T> struct Shared {
	__device__ T *get() {
		extern __shared__ unsigned char raw[];
		return (T *)raw;
	}
};
struct Mat {
	float m[3][3];
	__host__ __device__ Mat operator*(const Mat &o) const {
		Mat r;
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++) {
				r.m[i][j] = 0;
				for (int k = 0; k < 3; k++)
					r.m[i][j] += m[i][k] * o.m[k][j];
			}
		return r;
	}
	__host__ __device__ static Mat id() {
		Mat r = {};
		for (int i = 0; i < 3; i++)
			r.m[i][i] = 1;
		return r;
	}
};
class Acc {
	float s_;
	int n_;

      public:
	__device__ Acc() : s_(0), n_(0) {
	}
	__device__ void add(float v) {
		s_ += v;
		++n_;
	}
	__device__ float mean() const {
		return n_ ? s_ / n_ : 0;
	}
};
template <class T> __device__ T warpSum(T v) {
	for (int o = 16; o; o >>= 1)
		v += __shfl_down_sync(0xffffffff, v, o);
	return v;
}
template <class T, int BS> __global__ void reduce(const T *in, T *out, int n) {
	__shared__ T s[BS / 32];
	T v = 0;
	for (int i = blockIdx.x * BS + threadIdx.x; i < n; i += BS * gridDim.x)
		v += in[i];
	v = warpSum(v);
	if (threadIdx.x % 32 == 0)
		s[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x < 32) {
		v = threadIdx.x < BS / 32 ? s[threadIdx.x] : T(0);
		v = warpSum(v);
		if (!threadIdx.x)
			atomicAdd(out, v);
	}
}
__constant__ float coef[8];
__device__ int hits;
__managed__ int man = 3;
__global__ void misc(float *o, __half *hf, Mat a, Mat b, double x) {
	Mat c = a * b * Mat::id();
	int t = threadIdx.x;
	if (t == 0) {
		int n = 0;
		for (int i = 0; i < 3; i++)
			for (int j = 0; j < 3; j++)
				o[n++] = c.m[i][j];
	}
	Acc acc;
	for (int i = 0; i < 8; i++)
		acc.add(coef[i]);
	o[10] = acc.mean();
	atomicAdd(&hits, 1);
	if (t == 0) {
		hf[0] = __float2half(1.5f) + __half(2.25f);
		o[11] = __half2float(hf[0]);
		o[12] = sinf(1.0f) + sqrtf(2.0f) + powf(2.0f, 0.5f) + fmaf(2, 3, 4) +
		        std::exp(1.0f);
		o[13] = (float)(sin(x) + log(x) + fabs(-x));
		man += 4;
		o[14] = floorf(-2.5f) + rintf(2.5f) + fminf(1, 2) + abs(-3) + max(2, 5) +
		        fmod(7.5, 2.0);
		o[15] = isnan(o[0] / 0.0f - o[0] / 0.0f);
	}
	Shared<int> sh;
	int *p = sh.get();
	p[t] = t * t;
	__syncthreads();
	if (t < 4)
		o[16 + t] = p[t + 1];
	assert(t < 100);
	if (t == 3)
		printf("t=%d x=%.3f s=%s c=%c u=%u ll=%lld p%%\n", t, x, "str", 'z',
		       4000000000u, -5ll);
}
namespace app {
template <typename F> __global__ void each(int n, F f) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		f(i);
}
static __global__ void st(int *p) {
	*p = 77;
}
} // namespace app
int main() {
	const int N = 10000;
	std::vector<int> h(N);
	for (int i = 0; i < N; i++)
		h[i] = i % 17;
	int *d, *r;
	cudaMalloc(&d, N * 4);
	cudaMalloc(&r, 8);
	cudaMemset(r, 0, 8);
	cudaMemcpy(d, h.data(), N * 4, cudaMemcpyHostToDevice);
	reduce<int, 128><<<4, 128>>>(d, r, N);
	int s;
	cudaMemcpy(&s, r, 4, cudaMemcpyDeviceToHost);
	long e = 0;
	for (int v : h)
		e += v;
	printf("%d %ld\n", s, e);
	float cf[8] = {1, 2, 3, 4, 5, 6, 7, 8.5f};
	cudaMemcpyToSymbol(coef, cf, sizeof cf);
	float *o, ho[20];
	__half *hf;
	cudaMalloc(&o, 80);
	cudaMalloc(&hf, 4);
	Mat a = {{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}, b = Mat::id();
	b.m[0][2] = 2;
	misc<<<1, 8, 64>>>(o, hf, a, b, 2.5);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	cudaMemcpy(ho, o, 80, cudaMemcpyDeviceToHost);
	for (float f : ho)
		printf("%g ", f);
	int hh;
	cudaMemcpyFromSymbol(&hh, hits, 4);
	printf("\nhits %d man %d\n", hh, man);
	int k = 3;
	app::each<<<(N + 255) / 256, 256>>>(
		N, [=] __device__(int i) { d[i] = d[i] * k + i; });
	cudaMemcpy(h.data(), d, N * 4, cudaMemcpyDeviceToHost);
	printf("%d %d\n", h[5], h[9999]);
	app::st<<<1, 1>>>(r);
	cudaMemcpy(&s, r, 4, cudaMemcpyDeviceToHost);
	printf("%d\n", s);
	cudaEvent_t e1, e2;
	cudaEventCreate(&e1);
	cudaEventCreate(&e2);
	cudaStream_t st;
	cudaStreamCreate(&st);
	cudaEventRecord(e1, st);
	app::st<<<1, 1, 0, st>>>(r);
	cudaEventRecord(e2, st);
	cudaEventSynchronize(e2);
	float ms;
	cudaEventElapsedTime(&ms, e1, e2);
	printf("%d\n", ms >= 0);
	cudaDeviceProp pr;
	cudaGetDeviceProperties(&pr, 0);
	printf("%d.%d %d\n", pr.major, pr.minor, pr.warpSize);
	void *args[] = {&r};
	cudaLaunchKernel((void *)app::st, dim3(1), dim3(1), args, 0, 0);
	reduce<float, 64><<<1, 2048>>>(0, 0, 0);
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
