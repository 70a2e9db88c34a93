/* -std=c++20 : every kind of type and of template argument in the name of a kernel.
 * SPDX-License-Identifier: Apache-2.0 */
struct S {
	int v, w;
	int g(int);
	struct In {
		enum class Kind : short { a, b = -7 };
	};
};
namespace outer {
enum E { first, second = 300 };
inline namespace v2 {
template <class T, int N> struct Box {
	T t[N];
	struct Part {
		T p;
	};
};
}
namespace {
struct Hidden {};
}
}
namespace std {
template <class T> struct vec {
	struct iterator {};
};
struct thing {};
template <class T> struct allocator {
	template <class U> struct rebind {};
	struct part {};
};
}
struct Pair {
	int a;
	char b;
};
struct Deep {
	Pair p[2];
	float f;
	double d;
	bool is;
};
inline int global, table[4];
inline int called(int x) { return x; }
inline int called(double) { return 1; }
template <class T> inline T twice(T x) { return x + x; }

template <class T> __global__ void one(int *out) { *out = 1; }
template <auto V> __global__ void value(int *out) { *out = 2; }
template <int &R> __global__ void reference(int *out) { *out = 3; }
template <template <class, int> class B> __global__ void box(int *out) { *out = 4; }
template <class... T> __global__ void pack(int *out) { *out = sizeof...(T); }
template <int... N> __global__ void numbers(int *out) { *out = (0 + ... + N); }
template <template <class, int> class... B> __global__ void boxes(int *out) { *out = sizeof...(B); }
template <class A, class B, class C> __global__ void three(A, B, C) {}
template <class T, int N> __global__ void array_of(T (*p)[N], const T *const *q, T &) {}
struct Keyed {
	using K = int;
	using V = float;
	struct Sub {
		using L = long;
		template <class T> struct Of {
			using M = T;
		};
	};
};
template <class T> __global__ void keys(const typename T::K *const, unsigned long, T) {}
template <class T> __global__ void keys(const typename T::K *const, const typename T::V *const, const unsigned long, T) {}
template <class T, class U> __global__ void members(typename T::Sub::L, typename T::Sub &, typename T::Sub::template Of<U>::M,
                                                    typename outer::Box<U, 3>::Part *, typename std::vec<T>::iterator) {}
template <class R, class A> __global__ void function_of(R (*f)(A), R (**g)(A, ...), R (S::*h)(A) const) {}

template __global__ void one<char>(int *);
template __global__ void one<signed char>(int *);
template __global__ void one<unsigned char>(int *);
template __global__ void one<short>(int *);
template __global__ void one<unsigned short>(int *);
template __global__ void one<unsigned>(int *);
template __global__ void one<long>(int *);
template __global__ void one<unsigned long>(int *);
template __global__ void one<long long>(int *);
template __global__ void one<unsigned long long>(int *);
template __global__ void one<__int128>(int *);
template __global__ void one<unsigned __int128>(int *);
template __global__ void one<wchar_t>(int *);
template __global__ void one<char8_t>(int *);
template __global__ void one<char16_t>(int *);
template __global__ void one<char32_t>(int *);
template __global__ void one<decltype(nullptr)>(int *);
template __global__ void one<bool>(int *);
template __global__ void one<float>(int *);
template __global__ void one<double>(int *);
template __global__ void one<void>(int *);
template __global__ void one<const volatile int *>(int *);
template __global__ void one<int *__restrict>(int *);
template __global__ void one<int &>(int *);
template __global__ void one<const S &&>(int *);
template __global__ void one<int[3]>(int *);
template __global__ void one<const int[]>(int *);
template __global__ void one<int (*)[2][5]>(int *);
template __global__ void one<int(float, ...)>(int *);
template __global__ void one<void()>(int *);
template __global__ void one<int (*)(int, int, S *, S *)>(int *);
template __global__ void one<void (&)(int)>(int *);
template __global__ void one<int S::*>(int *);
template __global__ void one<int (S::*)(int)>(int *);
template __global__ void one<int (S::*)(int) const>(int *);
template __global__ void one<int (S::*)(int) volatile &>(int *);
template __global__ void one<int (S::*)(int) &&>(int *);
template __global__ void one<S::In::Kind>(int *);
template __global__ void one<outer::E>(int *);
template __global__ void one<outer::Box<S, 3>>(int *);
template __global__ void one<outer::Box<outer::Box<int, 1>, 2>::Part>(int *);
template __global__ void one<std::thing>(int *);
template __global__ void one<std::vec<int>>(int *);
template __global__ void one<std::vec<std::vec<int> *>::iterator>(int *);
template __global__ void value<-3>(int *);
template __global__ void value<7u>(int *);
template __global__ void value<true>(int *);
template __global__ void value<false>(int *);
template __global__ void value<'c'>(int *);
template __global__ void value<(short)-9>(int *);
template __global__ void value<18446744073709551615ull>(int *);
template __global__ void value<(-9223372036854775807ll - 1)>(int *);
template __global__ void value<outer::second>(int *);
template __global__ void value<S::In::Kind::b>(int *);
template __global__ void value<nullptr>(int *);
template __global__ void value<&global>(int *);
template __global__ void value<(int (*)(int))called>(int *);
template __global__ void value<&twice<long>>(int *);
template __global__ void value<&S::v>(int *);
template __global__ void value<&S::w>(int *);
template __global__ void value<Pair{1, 'x'}>(int *);
template __global__ void value<Pair{}>(int *);
template __global__ void value<Pair{-5}>(int *);
template __global__ void value<Deep{{{1, 2}, {3}}, 0.5f, -1.25, true}>(int *);
template __global__ void value<Deep{{}, 1.0f}>(int *);
template __global__ void reference<global>(int *);
template __global__ void box<outer::Box>(int *);
template __global__ void pack<>(int *);
template __global__ void pack<int, S, S *, const S *, int>(int *);
template __global__ void pack<outer::Box<int, 1>, outer::Box<int, 1> *, outer::Box<int, 2>>(int *);
template __global__ void numbers<>(int *);
template __global__ void numbers<1, -2, 3>(int *);
template __global__ void boxes<outer::Box, outer::Box>(int *);
template __global__ void three(S *, S **, const S *);
template __global__ void three(S (*)(S *), const S &(*)(S *, S **), S *);
template __global__ void array_of(S (*)[9], const S *const *, S &);
template __global__ void function_of(S (*)(long), S (**)(long, ...), S (S::*)(long) const);
/* more names than one digit has: S0_ to SZ_ and S10_ */
template <int> struct N {};
template __global__ void pack<N<0>, N<1>, N<2>, N<3>, N<4>, N<5>, N<6>, N<7>, N<8>, N<9>, N<10>, N<11>, N<12>, N<13>, N<14>,
                              N<15>, N<16>, N<17>, N<18>, N<19>, N<20>, N<21>, N<22>, N<23>, N<24>, N<25>, N<26>, N<27>,
                              N<28>, N<29>, N<30>, N<31>, N<32>, N<33>, N<34>, N<35>, N<36>, N<37>, N<38>, N<39>, N<30>,
                              N<3>, N<20>, N<38>, N<39>>(int *);
/* numbers of a template as arguments of another, and the classes of pointers to members */
template <class T, int M> __global__ void boxed(outer::Box<T, M>, outer::Box<T, M> *, outer::Box<const T *, 3>, T *) {}
template <class C, class R> __global__ void member_of(R C::*, R (C::*)(const R, C *) const, R (C::*)() volatile) {}
template <class R, class... A> __global__ void called_with(R (*)(A...), R (*)(A *..., ...), A...) {}
template <class T> __global__ void returned(auto (*)(T)->T, T (*)(const T, T[3])) {}
template __global__ void boxed(outer::Box<S, 2>, outer::Box<S, 2> *, outer::Box<const S *, 3>, S *);
template __global__ void member_of(int S::*, int (S::*)(const int, S *) const, int (S::*)() volatile);
template __global__ void called_with<S, int, S *>(S (*)(int, S *), S (*)(int *, S **, ...), int, S *);
template __global__ void returned(auto (*)(S *)->S *, S *(*)(S *, S **));
template <class T> __global__ void adjusted(T (*)(const T, T[3], T *const, T(T)), T[4], T (*)[2], T(T, int)) {}
template __global__ void adjusted(S (*)(S, S *, S *, S (*)(S)), S *, S (*)[2], S (*)(S, int));
/* noexcept is part of the type of what is pointed to */
template <class F, bool N> __global__ void quiet(F, int (*)(int) noexcept, int (*)(S) noexcept(N), int (&)(int) noexcept) {}
template <class F, class C> __global__ void quiet_member(F, int (C::*)(F) const noexcept, int (C::*)(int) const, F *) {}
template <class F> __global__ void named(int *) {}
template __global__ void quiet<void (*)() noexcept, true>(void (*)() noexcept, int (*)(int) noexcept, int (*)(S) noexcept, int (&)(int) noexcept);
template __global__ void quiet<void (*)(), false>(void (*)(), int (*)(int) noexcept, int (*)(S), int (&)(int) noexcept);
template __global__ void quiet_member(S, int (S::*)(S) const noexcept, int (S::*)(int) const, S *);
template __global__ void named<int(S, S) noexcept>(int *);
template __global__ void named<int(S, S) const noexcept>(int *);
template __global__ void keys<Keyed>(const int *, unsigned long, Keyed);
template __global__ void one<std::allocator<Keyed>>(int *);
template __global__ void three(std::allocator<int>, std::vec<std::allocator<int>> *, std::allocator<int> *);
template __global__ void three(std::allocator<char>::rebind<int>, std::allocator<char>::part, std::allocator<char>);
template __global__ void keys<Keyed>(const int *, const float *, unsigned long, Keyed);
template __global__ void members<Keyed, char>(long, Keyed::Sub &, char, outer::Box<char, 3>::Part *, std::vec<Keyed>::iterator);
