#pragma once
namespace named { extern __constant__ const int both; }
inline __device__ int once(int x)
{
	__shared__ int sh[4];
	sh[threadIdx.x % 4] = x;
	__syncthreads();
	return sh[(threadIdx.x + 1) % 4];
}
inline __device__ int counted(){ static __device__ int n; return atomicAdd(&n, 1); }
template <class T> __device__ int counted_t(){ static __device__ int n; return atomicAdd(&n, 1); }
inline __device__ auto lam() { return [](int x){ static __device__ int c; return x + c++; }; }
template <class F> __device__ __noinline__ int applyt(F f, int x) { return f(x); }
template <class F> __global__ void run(int *p, F f) { p[0] = f(p[0]); }
void other(int *p);
