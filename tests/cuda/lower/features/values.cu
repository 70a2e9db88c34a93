/* values.cu - arrays as pointers, braces, null, choices among functions, packs, class template
 * argument deduction, variable arguments, arrays of new.
 * SPDX-License-Identifier: Apache-2.0 */
typedef __builtin_va_list va_list;
#define va_start __builtin_va_start
#define va_end __builtin_va_end
#define va_arg __builtin_va_arg
#define va_copy __builtin_va_copy
struct F {
	int a, b;
};
enum class Color : unsigned char { Red = 1, Green };
__device__ int add(int a, int b) {
	return a + b;
}
__device__ int mul(int a, int b) {
	return a * b;
}
__device__ int apply(int (*f)(int, int), int a, int b) {
	return f(a, b);
}
struct alignas(16) A16 {
	int v[4];
};
__device__ __noinline__ int sum(int n, ...) {
	va_list list, other;
	va_start(list, n);
	int s = va_arg(list, int);
	A16 a = va_arg(list, A16);
	va_copy(other, list);
	double d = va_arg(list, double);
	A16 b = va_arg(list, A16);
	va_end(list);
	return s + a.v[3] * n + (int)(d + va_arg(other, double)) * 1000 + b.v[1];
}
template <class T> struct Span {
	using value_type = T;
	typedef T *pointer;
	using size_type = unsigned;
	pointer p;
	size_type n;
	__device__ Span(pointer p, size_type n) : p(p), n(n) {
	}
	__device__ Span(value_type &a, value_type &b) : p(&a), n((unsigned)(&b - &a)) {
	}
};
template <class D> struct Twice {
	__device__ int twice() const {
		return 2 * static_cast<const D &>(*this).v;
	}
};
template <class D> struct Neg {
	__device__ int neg() const {
		return -static_cast<const D &>(*this).v;
	}
};
template <template <class> class... M> struct Mixed : M<Mixed<M...>>... {
	int v;
	__device__ explicit Mixed(int v) : v(v) {
	}
};
template <class T> struct Box {
	template <int N> using arg = T[N];
};
template <class F> __device__ int size_of_arg(F f) {
	return (int)sizeof(typename Box<F>::template arg<2>) + (int)f(1);
}
namespace away {
template <class T> struct Far {
	T v;
	__device__ Far(T v) : v(v) {
	}
};
enum class Kind { One = 1, Two };
__device__ int kind(Kind k) {
	return (int)k * 3;
}
}
template <class T> struct Agg {
	T x;
	int y;
};
struct Node {
	int v;
	struct Owner {
		Node *p;
		__device__ ~Owner() {
			delete p;
		}
	} next;
};
struct Made {
	int v;
	__device__ Made(int v = 7) : v(v) {
	}
	__device__ ~Made() {
		v = -1;
	}
};

template <int N> struct Small {
	enum { value = N + 1 };
};
enum { Large = 0x80000000u };
enum { Huge = 0x100000000 };
enum { Below = -1, Above = 5 };
enum Narrow : unsigned char { Fixed = 7 };
__device__ int which(int) {
	return 1;
}
__device__ int which(unsigned) {
	return 2;
}
__device__ int which(long) {
	return 3;
}
__device__ int which(unsigned long) {
	return 4;
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	F f[3];
	f[0] = {t, 2};
	f[1] = F{t + 1, 3};
	f[2] = {};
	F *last = __null, *first = f;
	o[2] = f[0].a + f[1].b * 10 + f[2].a + (last == __null) + (first != nullptr);
	int arr[3] = {1, t, 3}, m[2][3] = {{1, 2, 3}, {4, 5, t}};
	*arr = t * 2;
	*(arr + 1) += 5;
	o[3] = *arr + arr[1] + (int)sizeof *arr + **m + *(*(m + 1) + 2) + (*m)[1];
	o[4] = (int)Color{2} + (int)Color(t & 1);
	o[5] = apply(t & 1 ? add : mul, t, 4);
	A16 a{{1, 2, 3, t}}, b{{5, t, 7, 8}};
	o[6] = sum(3, t, a, 1.5, b);
	Span s(arr, 3u), d(arr[0], arr[2]);
	o[7] = s.p[1] + (int)s.n + (int)d.n;
	Mixed<Twice, Neg> mixed(t);
	o[8] = mixed.twice() * 100 + mixed.neg();
	o[9] = size_of_arg([=](char c) { return c + t; });
	Node *list = nullptr;
	for (int i = 0; i < 4; i++)
		list = new Node{i + t, {list}};
	o[10] = list->v + list->next.p->next.p->v;
	Node::Owner owner{list};
	int count = 3 + (t & 3);
	int *p = new int[count]{1, 2, t};
	Made *q = new Made[count]{10, Made(t)};
	int(*r)[2] = new int[count][2]{{1, 2}, {t}};
	o[11] = p[2] * 100 + p[count - 1] + q[0].v + q[1].v * 10 + q[count - 1].v;
	o[12] = r[0][1] + r[1][0] * 10 + r[1][1] + r[count - 1][1];
	delete[] p;
	delete[] q;
	delete[] r;
	using namespace away;
	Far<int> far(t);
	Far<Far<int>> *nested = nullptr;
	o[13] = far.v + kind(Kind::Two) + (nested == nullptr);
	o[14] = n;
	/* what an enumeration that names no type becomes in arithmetic depends on its values alone */
	enum { Three = 3, Next = Small<3>::value, InBraces = Three - Next < 0 };
	o[15] = (Three - t < 0) + 10 * (Small<4>::value - 9 < 0) + 100 * InBraces + 1000 * which(Three);
	o[16] = which(Large) + 10 * which(Huge) + 100 * which(Below) + 1000 * which(Three + Large) + 10000 * which(Fixed);
}
