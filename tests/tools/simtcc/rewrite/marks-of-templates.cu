// options: --marks
# 1 "k.cu"
template <class T> struct Box { T a; };
template <class T> __global__ void k(T *p) { *p = 1; }
template <class T> __managed__ Box<T> box{7};
template <class T, int N = 3>
static __constant__ T row[N][2] = {{1}};
template <class, int *, class...> __device__ int *p = nullptr;
namespace n { template <class... T> __device__ int m = 1; template <> __device__ int m<char> = 2; }
template <class T> __device__ int n::m<T, Box<Box<T>>> (3);
template __managed__ Box<long> box<long>;
template <class T> __device__ auto a = T(1);
template <> __device__ int a<int> = 2;
template <class T> const __device__ T c = 3;
template <class T> extern __managed__ T e;
int host() { return box<int>.a; }
