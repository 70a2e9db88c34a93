# 1 "k.cu"
__device__ int f(int x, float) { return __clz(x); }
__device__ int declared(int);
static __device__ __forceinline__ void nothing() { __syncthreads(); }
__device__ __noinline__ auto trailing(int x) -> int { return x; }
__host__ __device__ int both(int x) { return x + 1; }
__device__ constexpr int constant(int x) { return x * 2; }
template<class T> __device__ T generic(T x) { return x.undefined(); }
struct S {
	int x;
	__host__ __device__ S(int a) : x(a) {}
	__device__ S(int a, int b) : x{a} { x += threadIdx.x; }
	__device__ int operator()(int i) const { return x + i; }
	__device__ operator float() const { return x; }
	__device__ ~S() { printf("gone"); }
	static __device__ int count();
	__host__ __device__ friend S operator+(S a, S b) { return S(a.x + b.x); }
private:
	__device__ S &operator=(const S &o) { x = o.x; return *this; }
};
__device__ int S::count() { return 3; }
int (*pointer)(int, float) = f;
int array[constant(2)];
