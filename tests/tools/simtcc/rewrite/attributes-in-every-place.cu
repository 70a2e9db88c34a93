# 1 "k.cu"
__device__ alignas(16) char a1[64];
alignas(16) __device__ char a2[64];
__device__ [[gnu::aligned(16)]] char a3[64];
[[gnu::aligned(16)]] __device__ char a4[64];
__device__ __align__(16) alignas(32) char a5[64];
__device__ __attribute__((aligned(16))) char a6[64];
__constant__ alignas(16) char a7[64];
__managed__ alignas(16) char a8[64];
alignas(16) __managed__ char a9[64];
__device__ [[maybe_unused]] int b1;
__device__ alignas(16) constexpr int b2 = 3;
__device__ alignas(double) [[maybe_unused]] const char b3[64] = {};
char __device__ b4 [[gnu::aligned(16)]] [64];
alignas(16) static __device__ char b5[64];
namespace n { __device__ alignas(int) alignas(16) char c1[64]; }
namespace { __device__ alignas(16) char c2[64]; }
template <class T> __device__ alignas(16) T c3;
struct S { __device__ [[nodiscard]] int f(); };
__device__ [[nodiscard]] int d1(int x) { return x; }
__host__ [[nodiscard]] __device__ int d2(int x) { return x; }
__global__ [[gnu::noinline]] void k1(int *p) {}
[[gnu::noinline]] __launch_bounds__(32) __global__ void k2(int *p) {}
template <class T> __global__ [[gnu::noinline]] void k3(T *p) {}
template __global__ void k3(int *p);
