# 1 "k.cu"
// not compiled: C++20
template<class T> concept Any = true;
namespace n { template<class T, class U> concept Two = true; }
__device__ Any auto one(int x) { return __clz(x); }
static __device__ const n::Two<int> auto *two(int *x);
__device__ inline n::Two<int> auto &three(int &x) { return x; }
__device__ auto four(int x) -> n::Two<int> auto { return x; }
__device__ int five(Any auto x) { return x; }
