// Which objects are made, copied, moved and destroyed: copies that nvcc leaves out are left out here, too.
#include <cstdio>
#include <utility>

__device__ int live;
struct T {
	int id, more[3] = {};
	__device__ T(int i = 0) : id(i) { ++live; printf("+%d ", id); }
	__device__ T(const T &o) : id(o.id * 10) { ++live; printf("c%d ", id); }
	__device__ T(T &&o) noexcept : id(o.id) { o.id = -1; ++live; printf("m%d ", id); }
	__device__ T &operator=(const T &o) { id = o.id; printf("=%d ", id); return *this; }
	__device__ T &operator=(T &&o) { id = o.id; o.id = -2; printf("M%d ", id); return *this; }
	__device__ ~T() { --live; printf("~%d ", id); }
};
struct Pair { T a; T b{7}; int k = 3; };

__device__ T temporary(int i) { return T(i); }
__device__ T named(int i) { T t(i); t.id++; return t; }
__device__ __noinline__ T far(int i) { T other(i + 50); T t(i); t.more[1] = other.id; if (i > 5) return t; t.id += 2; return t; }
__device__ T either(bool b) { T x(1), y(2); if (b) return x; return y; }
__device__ T maybe(bool b) { if (b) return T(3); T y(4); return y; }
__device__ T inner(int n) { { T t(n); if (n) return t; } return T(0); }
__device__ T loops(int n) { T t(0); for (int i = 0; i < n; i++) { T step(i); t.id += step.id; if (t.id > 4) return t; } return t; }
__device__ __noinline__ T recursive(int n) { T t(n); if (n) t = recursive(n - 1); return t; }
__device__ T parameter(T t) { return t; }
__device__ Pair pair() { Pair p{T(1)}; p.k = 9; return p; }
template <class F> __device__ T through(F f) { auto t = f(5); t.id *= 2; return t; }
__device__ void sink(T t) { printf("s%d ", t.id); }

__global__ void k() {
	{ T a = temporary(1); T b = named(2); printf("| "); } printf("\n");
	{ T a = far(3); T b(far(6)); printf("%d %d | ", a.more[1], b.more[1]); } printf("\n");
	{ T t = either(true); t = maybe(false); T u = maybe(true); } printf("\n");
	{ T t = inner(8); t = loops(4); } printf("\n");
	{ T t = recursive(2); printf("%d ", t.id); } printf("\n");
	{ T t = parameter(T(5)); sink(t); sink(std::move(t)); sink(named(1)); } printf("\n");
	{ Pair p = pair(), q = p; printf("%d %d ", p.k, q.b.id); } printf("\n");
	{ T t = through([](int i) { T r(i); r.id++; return r; }); const T &r = named(t.id); printf("r%d ", r.id); } printf("\n");
	{ T *p = new T(named(3)); T all[2] = {named(1), temporary(2)}; delete p; named(9); } printf("\n");
	printf("live %d\n", live);
}

int main() {
	k<<<1, 1>>>();
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
