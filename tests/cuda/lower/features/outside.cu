/* outside.cu - members defined outside of their class: of templates, nested, specialised; function templates
 * that are declared, with default arguments, before they are defined.
 * SPDX-License-Identifier: Apache-2.0 */
template <class T> struct Out {
	template <class U, int N> struct In {
		static __device__ int v() {
			return 1;
		}
	};
	template <class U> struct Q;
	struct Iter;
	T t;
	static const T tail;
	template <class U> __device__ int mf(U u);
	__device__ int plain() {
		return 5;
	}
	__device__ Iter iter();
};
template <class T> template <class U> struct Out<T>::In<U, 0> {
	static __device__ int v() {
		return 2;
	}
};
template <class T> template <class U, int N> struct Out<T>::In<U *, N> {
	static __device__ int v() {
		return 30 + N;
	}
};
template <class T> template <class U> struct Out<T>::Q {
	U u;
	__device__ int get() const;
};
template <class T> template <class U> __device__ int Out<T>::Q<U>::get() const {
	return (int)(u * 2) + (int)sizeof(T);
}
template <class T> template <class U> struct Out<T>::Q<U *> {
	U *u;
	__device__ int get() const {
		return -1;
	}
};
template <class T> struct Out<T>::Iter {
	T *p;
	__device__ T &operator*() const;
	__device__ Iter &operator++() {
		++*p;
		return *this;
	}
};
template <class T> __device__ T &Out<T>::Iter::operator*() const {
	return *p;
}
template <class T> __device__ typename Out<T>::Iter Out<T>::iter() {
	return Iter{&t};
}
template <class T> template <class U> __device__ int Out<T>::mf(U u) {
	return (int)sizeof(T) * 100 + (int)u;
}
template <> template <> __device__ int Out<char>::mf<int>(int u) {
	return 7000 + u;
}
template <> template <class U> struct Out<short>::Q {
	U u;
	__device__ int get() const {
		return 55;
	}
};
template <> template <> struct Out<long>::In<int, 5> {
	static __device__ int v() {
		return 66;
	}
};
template <> __device__ int Out<double>::plain() {
	return 88;
}
template <class T> const T Out<T>::tail = T(9);

struct Plain {
	struct Nested;
	struct Deep;
	static const int from;
};
const int Plain::from = 4;
struct Plain::Nested {
	int n;
	__device__ int twice() const;
};
__device__ int Plain::Nested::twice() const {
	return 2 * n;
}

template <class T> struct Explicit;
template <> struct Explicit<int> {
	__device__ int f(int x) const;
};
__device__ int Explicit<int>::f(int x) const {
	return x - 1;
}

/* a destructor that only the end of an object calls */
template <class T> struct Ending {
	T *at;
	__device__ ~Ending();
};
template <class T> __device__ Ending<T>::~Ending() {
	*at += 5;
}

// Default arguments that the definition adds ([dcl.fct.default]/6).
struct Later {
	__device__ int both(int a, int b = 1, int c = 2);
	__device__ int last(int a, int b);
	static __device__ int only(int a);
};
__device__ int Later::both(int a, int b, int c) {
	return a * 100 + b * 10 + c;
}
__device__ int Later::last(int a, int b = 4) {
	return a * 10 + b;
}
__device__ int Later::only(int a = 9) {
	return a;
}

/* Templates of the class in the parameters, where T is not known ([basic.lookup.unqual]/8). */
template <int S> struct Marked {
	int v;
};
template <class T, int S> struct Merging {
	template <int N = S> using ref_type = Marked<N>;
	template <class U> struct Pair {
		U a, b;
	};
	__device__ int by_const(ref_type<4> const &r) const;
	__device__ int by_ref(ref_type<5> &r, int n);
	__device__ int by_value(ref_type<6> r);
	__device__ int by_pointer(ref_type<7> *r, Pair<T> const *p);
	template <int O> __device__ int both(ref_type<O> const &r, Pair<T> &&p);
	T t;
};
template <class T, int S> __device__ int Merging<T, S>::by_const(ref_type<4> const &r) const {
	return t + r.v;
}
template <class T, int S> __device__ int Merging<T, S>::by_ref(ref_type<5> &r, int n) {
	return r.v += n;
}
template <class T, int S> __device__ int Merging<T, S>::by_value(ref_type<6> r) {
	return r.v * t;
}
template <class T, int S> __device__ int Merging<T, S>::by_pointer(ref_type<7> *r, Pair<T> const *p) {
	return r->v + p->a * p->b;
}
template <class T, int S>
template <int O>
__device__ int Merging<T, S>::both(ref_type<O> const &r, Pair<T> &&p) {
	return r.v * O + p.a - p.b;
}

/* arrays whose bounds are in the definitions */
struct Bounded {
	static const char text[];
	static const int length, table[];
};
const char Bounded::text[] = "four";
const int Bounded::length = sizeof Bounded::text - 1;
const int Bounded::table[] = {1, 2, sizeof(Bounded::text)};
template <class T> struct Sized {
	static const T at[];
	static __device__ int size() {
		return sizeof at / sizeof *at;
	}
};
template <class T> const T Sized<T>::at[] = {1, 2, 3, 4, 5};
template <> const short Sized<short>::at[] = {1, 2};

template <class T> __device__ int later(T v, int n = sizeof(T), const T w = T(3));
template <class A, class B> __device__ int later_pair(A a, const B &b, const int n = 5);
template <class U> __device__ int later(U v, int n, const U w) {
	return v + n * 10 + w * 100;
}
template <class X, class Y> __device__ int later_pair(X a, const Y &b, const int n) {
	return a + b * 10 + n * 100;
}
template <class T> __device__ int called_with_defaults(T v) {
	return later(v) + later(v, 7) * 3 + later(v, 7, v) * 5 + later_pair(v, 'c') * 7 + later_pair(v, v, 1) * 11;
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	o[2] = Out<int>::In<int, 1>::v();
	o[3] = Out<int>::In<int, 0>::v();
	o[4] = Out<int>::In<int *, 4>::v();
	o[5] = Out<int>::Q<float>{t + .5f}.get();
	o[6] = Out<int>::Q<float *>{nullptr}.get();
	o[7] = Out<double>().mf(t);
	o[8] = Out<char>().mf(t);
	o[9] = Out<char>().mf((short)t);
	o[10] = Out<short>::Q<int>{1}.get();
	o[11] = Out<long>::In<int, 5>::v();
	o[12] = Out<double>().plain() + Out<int>().plain();
	o[13] = Out<int>::tail + Plain::from;
	Out<int> w{t};
	auto i = w.iter();
	++i;
	o[14] = *i * 10 + w.t;
	o[15] = Plain::Nested{t}.twice();
	o[16] = Explicit<int>().f(t);
	o[17] = n;
	o[18] = Later().both(t) + Later().both(t, 5) * 7 + Later().last(t) * 11 + Later().last(t, 2) * 13 + Later::only() * 17;
	{
		Ending<int> end{&o[60]};
		o[60] = 2;
	}
	Merging<int, 3> merging{t};
	Merging<int, 3>::Pair<int> pair = {t, 7};
	Marked<5> five = {t};
	Marked<7> seven = {4};
	o[19] = merging.by_const({2}) + merging.by_value({3}) * 10 + merging.both(Marked<2>{t}, {5, 1}) * 100;
	o[21] = Bounded::length * 10 + sizeof Bounded::text + sizeof Bounded::table * 100;
	o[22] = Sized<int>::size() * 10 + Sized<short>::size();
	o[20] = merging.by_ref(five, 6) * 1000 + five.v + merging.by_pointer(&seven, &pair) * 17;
	o[23] = called_with_defaults(t) + called_with_defaults((short)t) * 13 + later<long>(t);
}
