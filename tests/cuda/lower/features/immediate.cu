/* -std=c++20 immediate.cu - calls of consteval functions and initialisers of constexpr variables are computed
 * where they stand. The same source runs on the host, which says what is right.
 * SPDX-License-Identifier: Apache-2.0 */
constexpr bool now() {
	return __builtin_is_constant_evaluated();
}
__device__ consteval int scalar(int n) {
	return n + now();
}
template <class T> __device__ consteval T any(T n) {
	return n + (now() ? T(0.5f) : T(0));
}
struct Made {
	int v;
	float f[2];
	__device__ consteval Made(int x) : v(x + now()), f{x + 0.5f, now() ? 1.0f : 0.0f} {
	}
	__device__ consteval int get() const {
		return v + now();
	}
	__device__ int later() const {
		return v + now();
	}
};
struct Base {
	short s = now();
};
struct Parts : Base {
	Made m[2] = {1, 2};
	struct {
		int x = now();
	} inner;
	constexpr Parts(int n) : inner{n + now()} {
	}
	__device__ ~Parts() = default;
};
struct Later {
	int v;
	constexpr Later(int x) : v(x + now()) {
	}
};
__device__ consteval Parts parts(int n) {
	return Parts(n + scalar(1));
}
consteval int recursive(int n) {
	return n < 2 ? now() : recursive(n - 1) + recursive(n - 2);
}
consteval const int *address(const int &r) {
	return &r;
}
__device__ const int global = 7;
__device__ int defaulted(int n = scalar(3)) {
	return n;
}

/* delete by way of a base ([expr.const]/5.20): the destructor is that of the object, and a null pointer is none */
struct Root {
	int m;
	__device__ constexpr Root(int x) : m(x) {}
	__device__ constexpr virtual ~Root() {}
};
struct First {
	__device__ constexpr virtual int get() const { return 1; }
	__device__ constexpr virtual ~First() {}
};
struct Whole : First, Root {
	int *count;
	__device__ constexpr Whole(int *p) : Root(4), count(p) {}
	__device__ constexpr int get() const override { return m; }
	__device__ constexpr ~Whole() { *count += m; }
};
__device__ constexpr int deleted(int n) {
	Root *none = nullptr;
	First *f = new Whole(&n);
	int got = f->get() * 100;
	delete f;
	delete none;
	return n + got;
}
__device__ constexpr int statements(int n) {
	return ({ int twice = n * 2; twice + 1; }) + ({ n; });
}

extern "C" __global__ void k(int *out, int) {
	int *o = out + threadIdx.x * 64, n = o[0];
	constexpr int five = 5;
	o[1] = scalar(4) + n;
	o[2] = (int)(any(2.5f) * 10) + any(3) + any('a');
	const Made m(5);
	Made copy = Made(6);
	o[3] = m.v + Made(6).get() * 10 + (int)(copy.f[0] * 100) + (int)copy.f[1] + copy.later();
	auto twice = [](int n) consteval { return 2 * n + now(); };
	auto captured = [] consteval { return five + now(); };
	auto generic = [](auto n) consteval -> decltype(n) { return n * 2 + now(); };
	o[4] = twice(3) + captured() * 10 + generic(2L) * 100;
	o[5] = Later(3).v + Later(n).v;
	constexpr Later later(3);
	constexpr Parts all(2);
	o[6] = later.v + all.s + all.m[1].v * 10 + all.inner.x * 100;
	const Parts p = parts(4);
	o[7] = p.s + p.m[0].v * 10 + p.inner.x * 100;
	o[8] = recursive(10) + defaulted();
	int array[scalar(2)];
	o[9] = sizeof array + *address(global);
	if consteval {
		o[10] = 1;
	} else {
		o[10] = scalar(1);
	}
	constexpr int of_delete = deleted(3), of_statements = statements(5);
	o[11] = of_delete + of_statements * 1000 + deleted(n & 7) + statements(n & 7);
}
