# 1 "k.cu"
__device__ auto plain(int *p) { return atomicAdd(p, 1); }
extern __device__ auto declared(int);
__device__ const auto constant(int x) { return __clz(x); }
__device__ auto *pointer(int *p) { return p + threadIdx.x; }
__device__ const auto &reference(const int &x) { return x; }
static __device__ auto &&either(int &&x) { return (int &&)x; }
__device__ decltype(auto) exact(int &x) { return (x); }
__device__ auto late(int x) -> decltype(auto) { return __brev(x); }
__device__ auto late_pointer(int *x) -> const auto * { return x; }
__device__ auto told(int x) -> int { return __brev(x); }
__host__ __device__ auto both(int x) { return x + 1; }
__device__ constexpr auto computed(int x) { return x + 1; }
template<class T> __device__ auto generic(T x) { return [=](int i) { return __shfl_sync(x, i, 0); }(1); }
template<class T> struct S {
	__device__ auto member() const { return *this; }
	__device__ auto *outside(T x);
	template<class U> static __device__ auto &of(U &u) { return u; }
	friend __device__ auto operator+(S a, S b) { return blockIdx.x; }
};
template<class T> __device__ auto *S<T>::outside(T x) { return this; }
namespace {
__device__ auto local() { return warpSize; }
}
int array[computed(2)];
void host() { int x = both(3); plain(&x); }
