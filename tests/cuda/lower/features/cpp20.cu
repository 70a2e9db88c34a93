/* cpp20.cu - what is taken of C++20. Compiled with -std=c++20
 * SPDX-License-Identifier: Apache-2.0 */
consteval int square(int x) {
	return x * x;
}
__device__ auto sum(auto a, auto... more) {
	return (a + ... + more);
}
template <class T> __device__ T both(T a, auto b) {
	return a + (T)b;
}
struct Part {
	int a;
	bool operator==(const Part &) const = default;
};
struct Pair : Part {
	Part q;
	float b;
	bool operator==(const Pair &) const = default;
};
struct One {
	int v;
	__device__ constexpr bool operator==(const One &o) const {
		return v == o.v;
	}
};
enum class Kind { A = 3, B };
template <class T> struct Agg {
	T x;
	int y;
	int z = 5;
};
struct Named {
	int a, b = 7;
	struct {
		float x, y;
	} p;
};

/* a == that fits better than a != is taken instead ([over.match.oper]) */
struct Wide {
	int v;
};
__device__ int operator!=(Wide, Wide) {
	return 7;
}
struct Narrow {
	int v;
	__device__ bool operator==(const Narrow &o) const { return v == o.v; }
	__device__ operator Wide() const { return {v}; }
	__device__ friend bool operator!=(Narrow, Wide) = delete;
};
/* [temp.param]/7: what may be a template's argument */
struct Open {
	int n;
};
class Closed {
	int n;

public:
	constexpr Closed(int n) : n(n) {}
};
struct Within : Closed {
	constexpr Within(int n) : Closed(n) {}
};
template <auto v> struct Constant {};
template <class T> constexpr int is_argument = requires { typename Constant<T{1}>; };

/* [temp.names]/3: a template that only argument-dependent look-up finds */
namespace library {
struct Two {
	int a[2];
};
template <int I> __device__ int element(Two t) {
	return t.a[I];
}
} // namespace library
template <class T> __device__ int first(T t) {
	return element<0>(t);
}

/* [dcl.fct]/22 in two instances of a class */
template <class T> struct Abbreviated {
	T v;
	__device__ auto add(auto x) const { return T(v + x); }
	template <class U> __device__ int sizes(U, auto... x) const {
		return sizeof(T) * 100 + sizeof(U) * 10 + sizeof...(x);
	}
};

/* [namespace.def]/8: each namespace of a::inline b::c by itself */
namespace outer::inline version::inner {
__device__ int seven() { return 7; }
inline namespace deeper {
__device__ int eight() { return 8; }
}
}
namespace outer {
__device__ int nested() { return inner::seven() + 10 * version::inner::deeper::eight() + 100 * outer::inner::eight(); }
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	o[2] = square(7) + sum(t, 2, 3) + both(t, 2.5f);
	Pair p{{t}, {2}, 1.5f}, q = p;
	o[3] = (p == q) + 2 * (p != q);
	q.q.a++;
	o[4] = (p == q) + 2 * (p != q) + 4 * (One{t} != One{t + 1});
	using enum Kind;
	switch (t & 1 ? A : B) {
	case A: o[5] = 1; break;
	case B: o[5] = 2; break;
	}
	Agg<int> paren(t, 4);
	Agg deduced{2.5, t};
	o[6] = paren.x * paren.y + paren.z + (int)(deduced.x * 2) + deduced.y;
	Named named{.a = t, .p = {.x = 1.5f, .y = 2}};
	o[7] = named.a + named.b + (int)(named.p.x * 2) + (int)named.p.y;
	auto times = []<class T>(T a, T b) { return a * b; };
	int three[3] = {1, t, 3}, s = 0;
	for (int i = 1; auto v : three)
		s += v * i++;
	o[8] = times(t, 3) + s;
	if (t > 3) [[likely]]
		o[9] = 1;
	else [[unlikely]]
		o[9] = 2;
	o[10] = n;
	o[11] = (Narrow{1} != Narrow{n}) + 2 * (Wide{1} != Wide{1});
	library::Two two{{t, 7}};
	o[12] = first(two) + 10 * element<1>(two);
	o[13] = is_argument<int> + 2 * is_argument<Open> + 4 * is_argument<Closed> + 8 * is_argument<Within>;
	o[14] = Abbreviated<int>{3}.add(t) + (int)Abbreviated<double>{1.5}.add(2.5f);
	o[15] = Abbreviated<char>{1}.sizes(t, 1, 2) + Abbreviated<short>{1}.sizes('a', 1);
	o[16] = outer::nested();
}
