#pragma once
namespace ns {
inline __device__ int counter = 3;
template <int N> __device__ int start = N;
}
__device__ int other();

/* What is defined in its class is inline, and so is a class's table. */
struct Shape {
	__device__ virtual int area() const = 0;
	__device__ virtual __noinline__ int twice() const { return 2 * area(); }
	__device__ virtual ~Shape() {}
};
struct Box : Shape {
	int a;
	__device__ Box(int x) : a(x) {}
	__device__ int area() const override { return a * a; }
};
__device__ Shape *make(int a);
/* and what is of an unnamed namespace is each file's own */
namespace {
struct Sign {
	__device__ __noinline__ int operator()(int x) const { return SIGN * x; }
};
__device__ __noinline__ int own(int x) { return SIGN + x; }
}
template <class F> __device__ __noinline__ int applied(F f, int x) { return f(x) + own(x); }
