/* member_pointers.cu - which pattern of a pointer to a member matches, and which of two is more specialised
 * ([temp.deduct.type]/8, [temp.spec.partial.order]).
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ inline

struct S {
	int m;
	DEV int plain(int) { return 0; }
	DEV int constant(int) const { return 0; }
	DEV int both(int) const &noexcept { return m; }
	DEV int none() { return 1; }
};
struct D : S {
	int k;
};
template <class T> struct Box {
	T v;
	DEV int f(int) { return 1; }
};
template <class F> struct Kind {
	static constexpr int v = 0;
};
template <class R, class C> struct Kind<R C::*> {
	static constexpr int v = 1;
};
template <class R, class C, class X> struct Kind<R (C::*)(X)> {
	static constexpr int v = 2;
};
template <class R, class C, class... X> struct Kind<R (C::*)(X...) const> {
	static constexpr int v = 3;
};
template <class R, class C, class... X, bool N> struct Kind<R (C::*)(X...) const &noexcept(N)> {
	static constexpr int v = 4 + N;
};
template <class T, class R> struct Kind<R Box<T>::*> {
	static constexpr int v = 6;
};
template <class R> struct Kind<R D::*> {
	static constexpr int v = 7;
};

/* the class's arguments are deduced, and another class does not match */
template <class T> DEV int boxed(int Box<T>::*) { return sizeof(T); }
template <class T> DEV int boxed(int (Box<T>::*)(int)) { return 10 * sizeof(T); }
template <class R> DEV int of(R S::*) { return sizeof(R); }
template <class R> DEV int of(R D::*) { return 100 + sizeof(R); }
DEV int of(...) { return -1; }
template <class R, class C> DEV int order(R C::*) { return 1; }
template <class R, class C, class... A> DEV int order(R (C::*)(A...)) { return 2; }
template <class C> DEV int order(int C::*) { return 4; }

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64;
	o[0] = Kind<int S::*>::v + 10 * Kind<decltype(&S::plain)>::v + 100 * Kind<decltype(&S::constant)>::v +
	       1000 * Kind<decltype(&S::both)>::v + 10000 * Kind<decltype(&D::k)>::v + 100000 * Kind<int Box<char>::*>::v;
	o[1] = boxed(&Box<int>::v) + 100 * boxed(&Box<int>::f);
	o[2] = of(&S::m) + 100 * of(&D::k) + 100000 * of(&Box<int>::v);
	o[3] = order(&S::none) + 10 * order(&S::m) + 100 * order(&Box<long>::v) + n;
}
