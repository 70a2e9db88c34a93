// Partial specialisations whose arguments depend on parameters: by partial ordering such an argument is a type of its own,
// whatever it would be for one value ([temp.spec.partial.order]); so are default arguments that are not written. A `<` after
// a parameter that is a value is less-than in a template argument ([temp.names]).
#include <cstdio>

template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> {
	typedef T type;
};
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;

template <class L, class R, int O> struct product {
	typedef L scalar;
};
template <class A, class B> struct assign {};
struct dense {};
enum kind { zero, one, two };

template <class D, class S, class F, class K = dense, class E = void> struct assignment;
template <class D, class S, class F, class W> struct assignment<D, S, F, dense, W> {
	static constexpr int v = 1;
};
template <class D, class L, class R, int O, class S>
struct assignment<D, product<L, R, O>, assign<S, S>, dense, enable_if_t<(O == zero || O == two)>> {
	static constexpr int v = 2;
};

template <class T, int N> struct half;
template <class T> struct half<T, 4> {
	typedef T scalar;
};
template <class T, class S = typename half<T, sizeof(T)>::scalar> struct evaluator {
	static constexpr int v = 1;
};
template <class A, class B> struct cast {
	static_assert(sizeof(A) == 4, "");
	A x;
};
template <class T, int N> struct of {
	int x[N];
};
template <class A, class B> struct evaluator<of<A, 1>, B> {
	static constexpr int v = 2;
};
template <class A> struct evaluator<of<A, 1>> {
	static constexpr int v = 3;
};
template <class A, class B> struct evaluator<of<cast<A, B>, 1>> {
	static constexpr int v = 4;
};

template <int O> struct number {
	static constexpr int v = O;
};
template <int O> __device__ enable_if_t<O < 3, int> f() { return O; }
template <int O> __device__ enable_if_t<(O > 2), int> f() { return -O; }
template <int O, class T> struct less;
template <int O> struct less<O, enable_if_t<O < 3> *> {
	static constexpr int v = 1;
	__device__ static int h();
};
template <int O> __device__ int less<O, enable_if_t<O < 3> *>::h() { return O; }
template <int O> struct derived : number<O < 3>, number<number<O>::v + 10> {};
template <int O> using alias = number<O < 3>;

__global__ void k(int *p) {
	*p++ = assignment<int, product<int, float, zero>, assign<int, int>>::v;
	*p++ = assignment<int, product<int, float, one>, assign<int, int>>::v;
	*p++ = assignment<int, int, assign<int, int>>::v;
	*p++ = evaluator<int>::v;
	*p++ = evaluator<of<char, 1>, char>::v;
	*p++ = evaluator<of<cast<int, float>, 1>>::v;
	*p++ = f<2>();
	*p++ = f<4>();
	*p++ = less<1, void *>::v + less<1, void *>::h();
	*p++ = derived<3>::number<0>::v;
	*p++ = alias<2>::v;
}

int main() {
	int *p;
	cudaMallocManaged(&p, 11 * sizeof *p);
	k<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	for (int i = 0; i < 11; i++)
		printf("%d%c", p[i], i < 10 ? ' ' : '\n');
}
