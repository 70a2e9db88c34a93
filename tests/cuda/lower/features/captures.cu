/* captures.cu - constants in lambdas: read without a capture, captured where their address matters,
 * constants all the same where they are captured; `this` for members that a class or a base qualifies
 * ([expr.prim.lambda.capture]/7). The same source runs on the host, which says what is
 * right.
 * SPDX-License-Identifier: Apache-2.0 */
__device__ const int *address(const int &r) {
	return &r;
}
namespace other {
__device__ int m(int i) {
	return i + 100;
}
} // namespace other
template <class T, int N> struct Base {
	T m[N];
	int flags;
	static const int statics = 17;
	__device__ int get(int i) {
		return m[i] + flags;
	}
};
template <class T> struct Node : Base<T, 3> {
	using Data = Base<T, 3>;
	__device__ int update(int a) {
		Data::flags = a;
		auto set = [&](int i) { Data::m[i] = (Data::m[i] & ~3) + i; };
		auto nested = [=] {
			auto inner = [=](int i) { return Base<T, 3>::get(i); };
			return inner(1) + (int)sizeof inner;
		};
		auto none = [=](int i) { return other::m(i) + Data::statics; };
		set(1);
		return nested() + none(a) + (int)(sizeof set + sizeof nested + sizeof none);
	}
};
/* what a lambda that captures nothing may name: nothing is evaluated */
struct Measured {
	int i;
	__device__ char size() const {
		return 0;
	}
	__device__ short size() {
		return 0;
	}
	__device__ int all() const {
		return [] { return (int)(sizeof(i) * 100 + sizeof(size())); }();
	}
	__device__ int all() {
		return [] { return (int)(sizeof(i) * 100 + sizeof(size())); }();
	}
};

/* a variable that is changed by way of a reference in an object to which a reference is captured */
template <class F> __device__ void twice_inside(F f) {
	[&] {
		f(1);
		f(2);
	}();
}
__device__ int changed_far() {
	int s = 0;
	twice_inside([&](int i) {
		if (i % 2)
			s += i;
		else
			s -= i * 10;
	});
	return s;
}

extern "C" __global__ void k(int *out, int) {
	int *o = out + threadIdx.x * 64, a = o[0];
	const int n = 5;
	constexpr int m = 6;
	const float f = 2.5f;
	auto pointer = [&] {
		const int *p = &n;
		return *p + (p == &n);
	};
	o[1] = pointer() + (int)sizeof pointer;
	auto reference = [&](const int *p) {
		const int &r = n;
		const int &s{m};
		return (&r == p) + 2 * (&s == &m) + a;
	};
	o[2] = reference(&n) + (int)sizeof reference;
	auto own = [=](const int *p) {
		const int &r = n;
		return &r == p;
	};
	o[3] = own(&n) + 10 * (int)sizeof own;
	auto given = [n, &m, f] {
		int array[n], more[m + n];
		switch (m) {
		case n + 1: return (int)(sizeof array + sizeof more + f);
		}
		return address(n) == nullptr ? n : m;
	};
	o[4] = given() + (int)sizeof given;
	auto nested = [&] {
		auto inner = [&] { return *&n + (a & n) + (3 & m) + (a * 2 & m); };
		return inner();
	};
	o[5] = nested();
	auto nothing = [=] { return n + m; };
	o[6] = nothing() + (int)sizeof nothing;
	Node<int> node = {};
	node.m[1] = a * 4;
	o[7] = node.update(a);
	Measured measured = {1};
	const Measured fixed = {2};
	o[9] = measured.all() * 1000 + fixed.all();
	o[8] = node.m[1] + node.flags;
	o[10] = changed_far();
}
