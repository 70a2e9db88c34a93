/* -std=c++20 : values of class type with unions and bit-fields in them as template arguments, unnamed classes in them.
 * SPDX-License-Identifier: Apache-2.0 */
struct Bits { unsigned a : 3, b : 5; int c; unsigned : 4; int d : 3; };
enum Plain { p1, p2 };
enum class Scoped : unsigned char { s1, s2 };
struct Wide {
	unsigned a : 17;
	bool b : 1, c : 4;
	Plain d : 3;
	Scoped e : 2;
	long f : 40;
	int g : 9;
	char h : 3;
	long i : 32, j : 5;
	int k : 32, l : 8, m : 16;
	unsigned long n : 64;
};
union Either { int i; float f; };
union Made {
	int i;
	float f;
	constexpr Made(int x) : i(x) {}
	constexpr Made(float x) : f(x) {}
	constexpr Made() : i() {}
};
struct Inside {
	union { int i; float f; };
	int k;
	constexpr Inside(int x) : i(x), k() {}
	constexpr Inside(float x) : f(x), k(2) {}
	constexpr Inside() : f(0), k(1) { i = 3; }
};
struct Deep { union V { long i; float f; } v; union { int i; struct { int a, b; } p; } q; int k; };
union Many { struct { short a, b; } x; int y[2]; Bits b; };
struct Holder { Either u; int k; };

template <auto V> __global__ void value(int *) {}
template <class T> __global__ void type(T *) {}

template __global__ void value<Bits{1, 2, 3, -1}>(int *);
template __global__ void value<Bits{1, 2}>(int *);
template __global__ void value<Bits{0, 2}>(int *);
template __global__ void value<Bits{}>(int *);
template __global__ void value<Wide{1, true, true, p2, Scoped::s2, 2, 3, -4, 5, 6, 7, 8, 9, 10}>(int *);
template __global__ void value<Either{1}>(int *);
template __global__ void value<Either{.f = 1.5f}>(int *);
template __global__ void value<Either{.f = 0}>(int *);
template __global__ void value<Either{0}>(int *);
template __global__ void value<Made(4)>(int *);
template __global__ void value<Made(4.5f)>(int *);
template __global__ void value<Made(0.0f)>(int *);
template __global__ void value<Made{}>(int *);
template __global__ void value<Inside(1)>(int *);
template __global__ void value<Inside(1.5f)>(int *);
template __global__ void value<Inside{}>(int *);
template __global__ void value<Deep{{1}, {3}, 5}>(int *);
template __global__ void value<Deep{{.f = 1}, {.p = {3, 4}}, 5}>(int *);
template __global__ void value<Many{{1, 2}}>(int *);
template __global__ void value<Many{.y = {1, 2}}>(int *);
template __global__ void value<Many{.b = {1, 2}}>(int *);
template __global__ void value<Holder{{0}, 0}>(int *);
template __global__ void value<Holder{{}, 3}>(int *);
template __global__ void value<Holder{{.f = 0}, 0}>(int *);
template __global__ void value<Holder{{.f = 2}, 1}>(int *);
