// intrinsics_named.cu - host code names intrinsics without calling them: initialisers of device constructors, trailing
// return types, detection of overloads, which decides on the host what is launched, templates for both halves.
#include <cstdio>
#include <utility>

struct Ticket {
	int number, lane;
	unsigned bits;
	__device__ Ticket(int *next) : number(atomicAdd(next, 1)), lane(threadIdx.x), bits(__popc(7)) {}
	__device__ Ticket();
};
__device__ Ticket::Ticket() : number(-1), lane{(int)threadIdx.x}, bits{__brev(1)} {}
struct Named : Ticket {
	__device__ Named(int *next) : Ticket(next) { number *= 10; }
};

__device__ auto take(int *p) -> decltype(atomicExch(p, 1)) { return atomicExch(p, 1); }
template <class T>
__device__ auto load(const T *p) -> decltype(__ldg(p)) {
	return __ldg(p);
}
__device__ int defaulted(int x = __clz(1)) { return x; }

// The host asks which types have an atomic sum, and launches accordingly.
template <class T, class = void>
struct has_add {
	enum { value = 0 };
};
template <class T>
struct has_add<T, decltype((void)atomicAdd(std::declval<T *>(), std::declval<T>()))> {
	enum { value = 1 };
};
template <class T, int direct>
__global__ void sum(T *p) {
	if (direct)
		p[0] = (T)100;
	else
		p[0] = (T)50;
}

template <class T>
__host__ __device__ T spread(T *p, T x) {
#ifdef __CUDA_ARCH__
	return atomicAdd(p, x) + (T)threadIdx.x;
#else
	T old = *p;
	*p += x;
	return old;
#endif
}
template <class T>
__host__ __device__ int only_there(T x) {
	return __ffs(x) + threadIdx.x;
}

// One of the user's own: host code calls this one.
template <class T>
__host__ __device__ T __sad(T a, T b, T c) {
	return (a > b ? a - b : b - a) + c;
}

__global__ void kernel(int *p) {
	Ticket first(p), none;
	Named second(p);
	p[1] = first.number * 100 + second.number + none.number;
	p[2] = first.bits + (none.bits == 0x80000000u);
	p[3] = 9;
	int taken = take(p + 3);
	p[4] = taken * 10 + load(p + 3);
	p[5] = defaulted();
	p[6] = spread(p + 7, 5) + only_there(8);
}

int main() {
	struct Local {
		int n;
		__device__ int operator()(int *p) const { return atomicAdd(p, n) + __popc(n); }
		__host__ __device__ int get() const { return n; }
	} local{3};
	int *p;
	cudaMallocManaged(&p, 64);
	kernel<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	for (int k = 0; k < 8; k++)
		printf("%d ", p[k]);
	sum<int, has_add<int>::value><<<1, 1>>>(p);
	cudaDeviceSynchronize();
	printf("%d ", p[0]);
	sum<char, has_add<char>::value><<<1, 1>>>((char *)p);
	cudaDeviceSynchronize();
	int x = 4, old = spread(&x, 6);
	printf("%d %d %d %d %d\n", *(char *)p, local.get(), old, x, (int)__sad(3LL, 5LL, 1LL));
}
