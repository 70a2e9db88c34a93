/* matching.cu - template arguments that are the template's defaults, arrays of arrays, pure functions
 * that return pointers, namespaces that a block uses, friends that are templates.
 * SPDX-License-Identifier: Apache-2.0 */
template <class T, int N, int Log = 0> struct Log2 {
	enum { value = 1 + Log2<T, N / 2>::value };
};
template <class T> struct Log2<T, 1> {
	enum { value = 0 };
};

template <class T, class A = T *, int N = sizeof(T)> struct Vec {};
template <class T> __device__ int which(Vec<T>) {
	return 1;
}
template <class T, int N> __device__ int which(Vec<T, int, N>) {
	return 20 + N;
}
template <class T> struct Kind {
	enum { value = 0 };
};
template <class T> struct Kind<Vec<T>> {
	enum { value = 1 };
};
template <class T> struct Kind<Vec<T, char>> {
	enum { value = 2 };
};

template <class T, class D = int, bool B = false> struct Choice {
	enum { value = 0 };
};
template <> struct Choice<int> {
	enum { value = 1 };
};
template <class T> struct Choice<T *> {
	enum { value = 2 };
};
template <class T> struct Choice<T, int, true> {
	enum { value = 3 };
};
template <class T, class... Rest> struct Count {
	enum { value = 100 };
};
template <class T> struct Count<T> {
	enum { value = 1 };
};
template <class T, class U> struct Count<T, U> {
	enum { value = 2 };
};

template <class T, unsigned long N> __device__ int rows(const T (&)[N]) {
	return (int)(N * 100 + sizeof(T));
}
template <class T> __device__ int bytes(const T &) {
	return (int)sizeof(T);
}

struct Shape {
	int size = 3;
	__device__ virtual int *area() = 0;
	__device__ virtual const Shape &self() const = 0;
	__device__ virtual int (*func())(int) = 0;
};
__device__ int twice(int x) {
	return 2 * x;
}
struct Square : Shape {
	__device__ int *area() override {
		return &size;
	}
	__device__ const Square &self() const override {
		return *this;
	}
	__device__ int (*func())(int) override {
		return twice;
	}
};
__device__ int through(Shape &s) {
	return *s.area() + s.self().size * 10 + s.func()(50);
}

namespace lib {
namespace part {
enum class Order { row = 4 };
template <class T, int N, class O = void> struct Tile {
	T x[N];
};
struct Plain {
	int v;
};
__device__ int helper(int x) {
	return x + 1;
}
} // namespace part
} // namespace lib
template <int N> __device__ int in_block(int x) {
	using namespace lib;
	part::Tile<int, 4> tile[N];
	tile[N - 1].x[3] = part::helper(x);
	if (tile[N - 1].x[3] > 0) {
		using namespace part;
		Tile<int, 2, Tile<int, 1>> inner[2];
		Plain p = {x};
		inner[1].x[1] = helper(p.v) + (int)Order::row;
		return inner[1].x[1];
	}
	return tile[N - 1].x[3];
}

template <class T> class Fix {
	template <class U> friend class Fix;
	T raw;

public:
	__device__ explicit Fix(T v) : raw(v) {}
	template <class U>
	friend __device__ auto operator+(const Fix &a, const Fix<U> &b) -> Fix<decltype(T() + U())> {
		return Fix<decltype(T() + U())>(a.get() + b.get());
	}
	template <class F> friend __device__ Fix mapped(const Fix &a, F f) {
		return Fix(f(a.raw));
	}
	template <class A, class B> friend __device__ bool operator==(const Fix<A> &a, const Fix<B> &b);
	__device__ T get() const {
		return raw;
	}
};
template <class A, class B> __device__ bool operator==(const Fix<A> &a, const Fix<B> &b) {
	return a.raw == b.raw;
}

/* an alias is not there yet in its own type */
template <class T, int N> struct Reduce {
	using Item = T;
	enum { lanes = N };
};
template <class T> struct Block {
	using Reduce = typename Reduce<T, 4>::Item;
	__device__ static Reduce next(Reduce x) {
		return x + 1;
	}
};

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
	o[2] = Log2<char, 64>::value;
	o[3] = which(Vec<float>()) + which(Vec<float, int, 3>());
	o[4] = Kind<Vec<int>>::value + 10 * Kind<Vec<int, char>>::value + 100 * Kind<Vec<int, int>>::value;
	o[5] = Choice<int>::value + 10 * Choice<float *>::value + 100 * Choice<char, int, true>::value;
	o[6] = Choice<char>::value + 10 * Choice<int, char>::value + 100 * Choice<int *, char>::value;
	o[7] = Count<int>::value + Count<int, int>::value * 10 + Count<int, int, int>::value;
	o[8] = rows(grid) + bytes(grid) + bytes(grid[1]);
	Square s;
	o[9] = through(s);
	o[10] = in_block<3>(t);
	Fix<int> a(t);
	Fix<long> b(7);
	o[11] = mapped(a + b, [](long x) { return 3 * x; }).get() + (a == b) * 1000;
	o[12] = sizeof(a + b);
	o[13] = n;
	o[14] = (int)Block<long>::next(t) + (int)sizeof(Block<short>::Reduce);
}
