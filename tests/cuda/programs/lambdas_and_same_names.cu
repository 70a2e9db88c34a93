/* lambdas_and_same_names.cu - a variable of a block inside hides a constant of the function, and is captured ([basic.scope.block]);
 * lambdas in members that are defined outside of their class, where classes of other scopes have the same name ([class.mfct]/1).
 * SPDX-License-Identifier: Apache-2.0 */
// build: -std=c++17 -extended-lambda
#include <cstdio>

template <class F> __global__ void k(F f) { f(threadIdx.x); }

template <class F> void go(F f) {
	k<<<1, 1>>>(f);
	cudaDeviceSynchronize();
}

void block(int x) {
	constexpr int n = 4;
	{
		int n = x;
		go([=] __device__ (int) { printf("block: %d\n", n); });
	}
	go([=] __device__ (int) { printf("after it: %d\n", n); });
}

void constant_inside(int x) {
	int n = x;
	{
		constexpr int n = 4;
		go([=] __device__ (int) { printf("constant: %d\n", n); });
	}
	go([=] __device__ (int) { printf("after it: %d\n", n); });
}

void loops(int x) {
	constexpr int n = 4;
	for (int n = x; n < x + 2; n++)
		go([=] __device__ (int) { printf("loop: %d\n", n); });
	go([=] __device__ (int) { printf("after it: %d\n", n); });
	auto host = [=](int n) { go([=] __device__ (int) { printf("parameter: %d\n", n); }); };
	host(x);
}

void conditions(int x) {
	enum { n = 5 };
	if (int n = x)
		go([=] __device__ (int) { printf("condition: %d\n", n); });
	else if (int n = x + 1)
		printf("%d\n", n);
	go([=] __device__ (int) { printf("after it: %d\n", n); });
}

template <int N> void needed(int x) {
	constexpr int n = N, q = n + 1;
	{
		int n = x;
		go([=] __device__ (int) { printf("hidden, and needed: %d %d\n", n, q); });
	}
}

struct A {
	struct Inner {
		int a = 1;
		void run();
	};
};
struct B {
	struct Inner {
		int b = 2;
		void run();
	};
};
template <class T> struct C {
	struct Inner {
		T c = 3;
		void run();
	};
};
template <class T> struct C<T *> {
	struct Inner {
		T p = 33;
		void run();
	};
};
void A::Inner::run() {
	auto f = [*this] __host__ __device__ (int) { printf("A %d\n", a); };
	f(0);
	go(f);
}
void B::Inner::run() {
	auto f = [*this] __host__ __device__ (int) { printf("B %d\n", b); };
	f(0);
	go(f);
}
template <class T> void C<T>::Inner::run() {
	auto f = [*this] __host__ __device__ (int) { printf("C %d\n", c); };
	f(0);
	go(f);
}
template <class T> void C<T *>::Inner::run() {
	auto f = [*this] __host__ __device__ (int) { printf("C* %d\n", p); };
	f(0);
	go(f);
}

namespace one {
struct X {
	int v1 = 4;
	void run();
};
}
namespace two {
struct X {
	int v2 = 5;
	void run();
};
namespace one {
struct X {
	int v3 = 6;
	void run();
};
void X::run() { go([=, *this] __host__ __device__ (int) { printf("two::one %d\n", v3); }); }
}
}
void one::X::run() { go([=, *this] __host__ __device__ (int) { printf("one %d\n", v1); }); }
void two::X::run() { go([=, *this] __host__ __device__ (int) { printf("two %d\n", v2); }); }

int main() {
	block(10);
	constant_inside(11);
	loops(12);
	conditions(14);
	needed<9>(17);
	A::Inner().run();
	B::Inner().run();
	C<int>::Inner().run();
	C<int *>::Inner().run();
	one::X().run();
	two::X().run();
	two::one::X().run();
}
