// deduced_results.cu - __device__ functions whose results are deduced: what their bodies use is the device's alone.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <type_traits>

namespace cg = cooperative_groups;

__device__ int counter;
__device__ auto next(int *p) { return atomicAdd(p, 1); }
__device__ auto where() { return threadIdx.x + blockIdx.x * blockDim.x; }
static __device__ const auto bits(unsigned x) { return __popc(x) + __clz(x); }
__device__ decltype(auto) of_counter() { return (counter); }
__device__ auto *slot(int *p) { return p + (clock64() < 0); }
__device__ const auto &read(const int &x) { return x; }
__device__ auto late(int x) -> decltype(auto) { return __brev(__brev(x)); }
__device__ auto trailing(int *p) -> decltype(atomicMax(p, 1)) { return atomicMax(p, 1); }

template <class T>
__device__ auto rotate(T x) {
	__shared__ T all[64];
	all[threadIdx.x] = x;
	__syncthreads();
	T y = all[(threadIdx.x + 1) % blockDim.x];
	__syncthreads();
	return y;
}

template <class T>
__device__ auto warp_sum(T x) {
	for (int step = 16; step; step /= 2)
		x += __shfl_xor_sync(~0u, x, step);
	return x;
}

template <class F>
__device__ auto twice(F f) {
	return [f](auto x) { return f(f(x)); };
}

__device__ auto halves(float x) { return __hadd(__float2half(x), __float2half(1)); }
__device__ auto group() { return cg::tiled_partition<32>(cg::this_thread_block()); }
__device__ auto special() {
	unsigned id;
	asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
	return id;
}

__host__ __device__ auto both(int x) {
#ifdef __CUDA_ARCH__
	return x + (int)(threadIdx.x & 0);
#else
	return x;
#endif
}

struct Point {
	float x, y;
	__device__ auto length() const { return __fsqrt_rn(x * x + y * y); }
	__device__ auto &me() { return *this; }
	static __device__ auto at(const float *p) { return Point{__ldg(p), __ldg(p + 1)}; }
	template <class T>
	__device__ auto scaled(T by) const {
		return Point{__fmul_rn(x, by), __fmul_rn(y, by)};
	}
	__device__ auto operator+(const Point &o) const { return Point{__fadd_rn(x, o.x), y + o.y}; }
	__device__ auto outside() const;
	__device__ constexpr auto dimensions() const { return 2; }
	friend __device__ auto operator*(Point a, Point b) { return __fmaf_rn(a.x, b.x, a.y * b.y); }
};
__device__ auto Point::outside() const { return __saturatef(x); }

// A conversion function goes before one that a template makes; its type may be deduced.
struct Number {
	int n;
	__device__ explicit operator bool() const { return __popc(n) == 2; }
	template <class T>
	__device__ operator T() const { return T(n); }
};
struct Deduced {
	__device__ operator auto() const { return __float_as_int(1.0f) >> 20; }
};

__device__ auto forward(int);
__device__ auto forward(int x) { return x + 0.5f; }

template <class T>
struct Box {
	T value;
	template <class U>
	__device__ auto add(U u);
};
template <class T>
template <class U>
__device__ auto Box<T>::add(U u) {
	return atomicAdd(&value, (T)u) + u;
}

__global__ void kernel(int *i, float *f, const float *points) {
	auto w = where();
	int before = next(i);
	(void)before;
	auto sum = warp_sum((int)w);
	auto turned = rotate(3 * w);
	if (w == 40)
		i[1] = (int)turned;
	if (w)
		return;
	i[2] = sum;
	i[3] = bits(255);
	of_counter() = 7;
	i[4] = counter;
	*slot(i + 5) = read(i[4]) + late(1);
	i[6] = trailing(i + 7);
	i[8] = twice([](int x) { return x * 3; })(5);
	i[9] = (int)group().size() + (int)special();
	i[10] = both(10);
	Point p = Point::at(points);
	f[0] = p.length();
	p.me().x = 6;
	f[1] = (p.scaled(2.0f) + p).x;
	f[2] = p * p;
	f[3] = p.outside();
	f[4] = __half2float(halves(2));
	int sizes[p.dimensions()] = {1, 2};
	Box<float> b{1.5f};
	f[5] = b.add(2) + sizes[1];
	f[6] = b.value;
	Number three{3}, four{4};
	short n = three;
	i[11] = (bool)three * 10 + (four ? 1 : 0) + n + Deduced();
	float (*known)(int) = forward;
	f[7] = known(2) + forward(1);
	static_assert(std::is_same<decltype(of_counter()), int &>::value, "");
	static_assert(std::is_same<decltype(halves(1)), __half>::value, "");
}

int main() {
	int *i;
	float *f;
	cudaMallocManaged(&i, 16 * sizeof *i);
	cudaMallocManaged(&f, 16 * sizeof *f);
	f[8] = 3, f[9] = 4;
	kernel<<<1, 64>>>(i, f, f + 8);
	printf("%s %d\n", cudaGetErrorName(cudaDeviceSynchronize()), both(1));
	for (int k = 0; k < 12; k++)
		printf("%d ", i[k]);
	for (int k = 0; k < 8; k++)
		printf("%g ", f[k]);
	printf("\n");
}
