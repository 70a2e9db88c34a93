# 1 "k.cu"
struct C { int a, b; };
__device__ int x = __float_as_int(1.0f), *p = &x, a[2] = {1, 2};
__constant__ float table[] = {1, 2, 3};
__constant__ const float fixed = 2.5f;
__device__ constexpr int size = 4;
static __device__ unsigned long long counter = 7;
__device__ C object = {1, 2};
__device__ __attribute__((aligned(16))) float v[size];
__device__ int (*function)(int) = 0;
namespace { __device__ double hidden; }
inline __device__ int shared = 3;
template<class T> __device__ T generic = T(1);
extern __device__ int elsewhere;
int call(int);
__device__ int (*const pointers[2])(int) = {call, call};
