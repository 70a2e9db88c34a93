/* specials.cu - what the language says of functions that it defines itself, of conversions to references, and of
 * constructors that a braced list chooses.
 * SPDX-License-Identifier: Apache-2.0 */
template <class T> T &&made() noexcept;

/* [dcl.enum]/3: declared, then used, then defined */
enum class Later;
__device__ Later same(Later);
enum class Later { other, four };
template <class T> __device__ constexpr Later later() {
	return sizeof(T) == 4 ? Later::four : Later::other;
}

/* [except.spec]/8: what the parts of a class may throw, its own functions may */
struct Throws {
	__device__ Throws() {}
	__device__ Throws(const Throws &) noexcept {}
	__device__ Throws &operator=(const Throws &) {
		return *this;
	}
};
struct Holds {
	Throws t;
};
struct HoldsDefaulted {
	Throws t;
	HoldsDefaulted() = default;
	HoldsDefaulted(const HoldsDefaulted &) = default;
};
struct Plain {
	int i = 3;
};
struct Ends {
	__device__ ~Ends() noexcept(false) {}
};
struct HoldsEnds {
	Ends e;
};
struct Quiet {
	__device__ ~Quiet() {}
};
struct HoldsQuiet : Quiet {
	__device__ ~HoldsQuiet() {}
};
template <class T> __device__ int throwing() {
	return noexcept(T()) + 2 * noexcept(T(made<const T &>())) + 4 * noexcept(made<T &>().~T()) +
	       8 * noexcept(made<T &>() = made<const T &>()) + 16 * __is_nothrow_constructible(T) +
	       32 * __is_nothrow_constructible(T, T);
}

/* [conv], [over.best.ics] */
template <class T> __device__ void takes(T) noexcept;
template <class From, class To> __device__ constexpr auto converts(int) -> decltype(takes<To>(made<From>()), true) {
	return true;
}
template <class From, class To> __device__ constexpr auto converts(long) -> bool {
	return false;
}
typedef void Function();
typedef char Array[1];
class Hidden {
	Hidden(Hidden &);
};
struct Inner {
	int i = 1;
	Inner() = default;
	template <class U, class = decltype(U::nothing)> __device__ Inner(U &&) : i(2) {}
};
struct Outer {
	Inner in;
	__device__ operator Inner &() {
		return in;
	}
};
struct Greedy {
	int from;
	__device__ Greedy() : from(0) {}
	template <class U> __device__ Greedy(U &&) : from(1) {}
};
struct GivesGreedy {
	Greedy g;
	__device__ operator Greedy &() {
		return g;
	}
};
__device__ int bound(const Greedy &g) {
	return g.from;
}
__device__ int lvalue_or_not(const Inner &) {
	return 1;
}
int lvalue_or_not(const Inner &&) = delete;

/* [over.match.list]/1: a list that copies may not choose an explicit constructor */
struct Pair {
	__device__ explicit Pair(int, int);
	__device__ Pair(int);
};
struct Number {
	__device__ explicit Number(int);
	__device__ Number(double);
};
template <class T, class... A> __device__ constexpr auto listed(int) -> decltype(takes<T>({made<A>()...}), true) {
	return true;
}
template <class T, class... A> __device__ constexpr auto listed(long) -> bool {
	return false;
}

/* [temp.class.order]: a made-up argument fits its parameter, whatever its type */
template <class A, bool Odd, char C, long Q1, long M1, long Q2, long M2> struct Less {
	static constexpr int value = 1;
};
template <class A, bool Odd, char C, long Q> struct Less<A, Odd, C, Q, 0, Q, 0> {
	static constexpr int value = 2;
};
template <class A, bool Odd, char C, long Q, long M2> struct Less<A, Odd, C, Q, 0, Q, M2> {
	static constexpr int value = 3;
};
template <class A, bool Odd, char C, long Q, long M1> struct Less<A, Odd, C, Q, M1, Q, 0> {
	static constexpr int value = 4;
};
template <class A, bool Odd, char C, long Q, long M1, long M2> struct Less<A, Odd, C, Q, M1, Q, M2> {
	static constexpr int value = 5;
};

/* [class.copy.assign]/9: copies and moves are trivial each for itself */
struct OwnCopy {
	int i;
	__device__ OwnCopy &operator=(const OwnCopy &) {
		return *this;
	}
	OwnCopy &operator=(OwnCopy &&) = default;
};
struct OwnMove {
	int i;
	OwnMove &operator=(const OwnMove &) = default;
	__device__ OwnMove &operator=(OwnMove &&) {
		return *this;
	}
};
struct OnlyCopy {
	int i;
	__device__ OnlyCopy &operator=(const OnlyCopy &) {
		return *this;
	}
};
template <class T> struct In {
	T t;
};
template <class T> __device__ int assigns() {
	return __is_trivially_assignable(T &, const T &) + 2 * __is_trivially_assignable(T &, T &&) +
	       4 * __is_trivially_copyable(T);
}

/* [class.default.ctor]/2: a constructor template may make a base */
struct Templated {
	int v;
	template <class U = int, class = void> __device__ Templated() : v(sizeof(U)) {}
};
struct FromTemplate : Templated {
	FromTemplate() = default;
	FromTemplate(const FromTemplate &) = default;
};
struct AlsoTemplate {
	FromTemplate f;
};
struct Demanding {
	template <class U> __device__ Demanding() {}
};
struct Cannot : Demanding {
	Cannot() = default;
};

/* a deleted copy of what is not const leaves the others */
struct Fixed {
	int n;
	Fixed &operator=(const Fixed &) = default;
	Fixed &operator=(Fixed &) = delete;
};
constexpr int fixed_copies = __is_assignable(Fixed &, Fixed &) + 2 * __is_assignable(Fixed &, const Fixed &) +
			     4 * __is_assignable(Fixed &, Fixed);

/* [temp.arg.nontype]: the arguments of an explicit specialisation are converted to the parameters' types */
template <unsigned long N> __device__ int down(int *p) {
	return 10 + down<N - 1>(p);
}
template <> __device__ int down<0>(int *) {
	return 1;
}
template <bool B, class T, T V> __device__ int three(T) {
	return -1;
}
template <> __device__ int three<true, unsigned char, 'a'>(unsigned char) {
	return 3;
}
template <short... Ns> __device__ int sum_of() {
	return 0;
}
template <> __device__ int sum_of<1, 2L>() {
	return 4;
}
template <auto V> __device__ int of_type() {
	return 1;
}
template <> __device__ int of_type<5u>() {
	return 2;
}

/* constructors named with the class's arguments, before C++20 ([class.ctor]) */
template <class T> struct Pairs {
	T a, b;
	__device__ Pairs<T>(T x, T y) : a(x), b(y) {}
	template <class U> __device__ Pairs<T>(U *p) : a(*p), b(2) {}
	__device__ ~Pairs<T>() {}
};
template <> struct Pairs<float> {
	float a = 3, b = 4;
	__device__ Pairs<float>() = default;
	__device__ Pairs<float>(float x, float y = 7) : a(x), b(y) {}
};
__device__ inline int made_by_arguments(int n) {
	Pairs<int> p(n, 2), q(&n);
	Pairs<float> r, s(n + .5f);
	return p.a + p.b * 10 + q.a * 100 + q.b * 1000 + (int)(r.a + r.b * 10 + s.a * 100 + s.b * 1000) * 3;
}
/* [temp.spec.partial.member]/2: a member template that is specialised for one class has none of the template's partial
 * specialisations; [temp.expl.spec]/1: a member class */
template <class T> struct Around {
	template <class U> struct In {
		static constexpr int value = 1;
	};
	template <class U> struct In<U *> {
		static constexpr int value = 2;
	};
	struct Part {
		T value = 5;
		struct Deep {
			T value = 6;
		};
	};
};
template <> template <class U> struct Around<char>::In {
	static constexpr int value = 7;
};
template <> template <class U> struct Around<char>::In<U &> {
	static constexpr int value = 8;
};
template <> struct Around<char>::Part {
	int value = 300;
};
template <> struct Around<short>::Part::Deep {
	int value = 400;
};

/* Specialisations by addresses: the one that fixes the type is more special. */
template <typename T, T *P> struct At {};
template <typename T> struct Where {
	static constexpr int value = 0;
};
template <typename T, T *P> struct Where<At<T, P>> {
	static constexpr int value = 1;
};
template <int *P> struct Where<At<int, P>> {
	static constexpr int value = 2;
};
template <typename T> struct Where<At<T, (T *)nullptr>> {
	static constexpr int value = 3;
};
__device__ int here;
__device__ const int there = 3;

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64;
	o[2] = (int)later<int>() + 2 * (int)later<char>();
	o[3] = throwing<Throws>() + 64 * throwing<Holds>();
	o[4] = throwing<HoldsDefaulted>() + 64 * throwing<Plain>();
	o[5] = throwing<Ends>() + 64 * throwing<HoldsEnds>();
	o[6] = throwing<Quiet>() + 64 * throwing<HoldsQuiet>();
	o[7] = converts<Function, Function &>(0) + 2 * converts<Function, Function *>(0) + 4 * converts<Array, const Array &>(0) +
	       8 * converts<Array, char *>(0) + 16 * converts<Array &, const Array &>(0) + 32 * converts<const Array, char *>(0) +
	       64 * converts<Hidden &, Hidden>(0) + 128 * converts<Outer, Inner &>(0) + 256 * converts<Outer, Inner &&>(0) +
	       512 * converts<Outer, const Inner &>(0);
	o[8] = listed<Pair, int, int>(0) + 2 * listed<Pair, int>(0) + 4 * listed<Number, int>(0) + 8 * listed<Number, double>(0);
	o[9] = Less<int, true, 'c', 4, 0, 4, 0>::value + 10 * Less<int, false, 'c', 4, 0, 4, 1>::value +
	       100 * Less<int, false, 'c', 4, 1, 4, 0>::value + 1000 * Less<int, true, 'c', 4, 1, 4, 2>::value +
	       10000 * Less<int, true, 'c', 3, 1, 4, 2>::value;
	o[10] = assigns<OwnCopy>() + 8 * assigns<OwnMove>() + 64 * assigns<OnlyCopy>() + 512 * assigns<In<OwnCopy>>() +
	        4096 * assigns<In<OwnMove>>() + 32768 * assigns<In<OnlyCopy>>();
	GivesGreedy g;
	Outer outer;
	o[11] = bound(g) + 2 * lvalue_or_not(outer);
	o[12] = n;
	FromTemplate made;
	o[13] = made.v + AlsoTemplate().f.v + __is_constructible(FromTemplate) + 2 * __is_constructible(Cannot);
	o[14] = fixed_copies;
	o[15] = down<5>(o) + three<1, unsigned char, 97>('b') * 100 + sum_of<1, 2>() * 1000;
	o[16] = of_type<5>() + 10 * of_type<5u>();
	o[17] = made_by_arguments(n);
	o[18] = Around<int>::In<int>::value + 10 * Around<int>::In<int *>::value + 100 * Around<char>::In<int *>::value +
	        1000 * Around<char>::In<int &>::value;
	o[19] = Around<int>::Part().value + Around<char>::Part().value;
	o[20] = Around<short>::Part::Deep().value + Around<short>::Part().value + Around<int>::Part::Deep().value;
	o[21] = Where<At<int, &here>>::value + 10 * Where<At<const int, &there>>::value +
	        100 * Where<At<float, (float *)nullptr>>::value;
}
