// A small host library as programs have it: RAII buffers, exceptions, smart pointers, constexpr, unions,
// bit fields, switch, goto, do, enum class, variadic templates, fold expressions, if constexpr.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

inline void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(e));
}

template <typename T> class Buffer {
	T *p_ = nullptr;
	size_t n_;
public:
	explicit Buffer(size_t n) : n_(n) { check(cudaMalloc(&p_, n * sizeof(T))); }
	Buffer(Buffer &&o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(o.n_) {}
	Buffer(const Buffer &) = delete;
	~Buffer() { cudaFree(p_); }
	T *data() const { return p_; }
	std::vector<T> host() const
	{
		std::vector<T> v(n_);
		check(cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
		return v;
	}
};

enum class Op : uint8_t { add, mul, neg, stop };
union Bits { float f; uint32_t u; };
struct Packed { unsigned a : 3, b : 7; int c : 5; };
struct alignas(16) Quad { float v[4]; };

constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
template <typename... T> __device__ auto sum(T... v) { return (v + ... + 0); }
template <typename T> __device__ T half(T x)
{
	if constexpr (sizeof(T) == 8)
		return x / 2;
	else
		return T(x * 0.5f);
}

__global__ void machine(const Op *code, float *out)
{
	float acc = threadIdx.x;
	for (int pc = 0;; pc++) {
		switch (code[pc]) {
		case Op::add: acc += 3; break;
		case Op::mul: acc *= 2; [[fallthrough]];
		case Op::neg: acc = -acc; break;
		case Op::stop: goto end;
		}
	}
end:
	Bits b;
	b.f = acc;
	Packed p = {5, 100, -3};
	p.b += threadIdx.x;
	Quad q = {{1, 2, 3, 4}};
	int k = 0;
	do
		k += fib(7);
	while (k < 30);
	out[threadIdx.x] = acc + (b.u >> 31) + p.a + p.b + p.c + q.v[threadIdx.x % 4] + k +
	                   sum(1, 2, 3) + half(3.0) + half(5.0f);
}

int main()
try {
	Op code[] = {Op::add, Op::mul, Op::add, Op::neg, Op::stop};
	Buffer<Op> program(5);
	check(cudaMemcpy(program.data(), code, sizeof code, cudaMemcpyHostToDevice));
	Buffer<float> made(8), out(std::move(made));
	machine<<<1, 8>>>(program.data(), out.data());
	check(cudaGetLastError());
	for (float x : out.host())
		printf("%g ", x);
	auto owned = std::make_unique<Buffer<int>>(3);
	printf("%s\n", std::string(owned ? "owned" : "lost").c_str());
	machine<<<1, 5000>>>(program.data(), out.data());
	check(cudaGetLastError());
	puts("not reached");
} catch (const std::exception &e) {
	printf("caught: %s\n", e.what());
}
