/* found.cu - which function, template or name is found: one declared twice, one that differs in qualifiers
 * alone, one through a base or an alias, one that a block's directive names.
 * SPDX-License-Identifier: Apache-2.0 */

/* [temp.deduct.call]/4.3: the one base that fits what was given */
template <class L, L l> struct Constant {};
template <class I, class V> struct Entry {};
struct Entries : Entry<Constant<int, 1>, char>, Entry<Constant<int, 4>, short>, Entry<Constant<int, 8>, double> {};
template <auto L, class V> __device__ V *value_of(Entry<Constant<decltype(L), L>, V> *, int) {
	return nullptr;
}

/* [expr.const.cast]/7: an array is as const as its elements */
template <int N, class T> __device__ const T (*rows(const T *p))[N] {
	return reinterpret_cast<const T(*)[N]>(p);
}

/* [dcl.spec.auto]/11: declared with auto, and defined so */
template <class A, class B> __device__ constexpr auto twice(A const &, B const &);
template <class A, class B> __device__ constexpr auto twice(A const &a, B const &b) {
	return 2 * (a + b);
}
template <class T> __device__ auto raw(T *p) -> decltype(p);
template <class T> __device__ auto raw(T *p) -> decltype(p) {
	return p;
}

/* [stmt.if]/2: what a constant condition discards is not instantiated */
template <int I, class T> struct Small {
	static_assert(I < 2, "");
	static constexpr bool value = sizeof(T) < 4;
};
template <int I, class T> __device__ int branch(T) {
	if constexpr (I > 4)
		return 1;
	else if constexpr (Small<I, T>::value)
		return 2;
	else
		return 3;
}

/* [namespace.udir]/2: as if the names were in the nearest namespace that has both */
namespace outer {
__device__ int pick(int) {
	return 1;
}
namespace used {
template <int V> struct C {
	static constexpr int value = V;
};
template <class T> struct M {};
__device__ int pick(double) {
	return 2;
}
__device__ int mine() {
	return 3;
}
} // namespace used
__device__ int mine(char) {
	return 4;
}
template <class C, int M> __device__ int parameters(C c) {
	using namespace used;
	C d = c + M;
	return d * 100 + (int)sizeof(C);
}
__device__ int functions() {
	using namespace used;
	return pick(1) + 10 * pick(1.) + 100 * mine() + 1000 * mine('c') + used::C<10000>::value;
}
struct C {
	int i = 6;
	__device__ int own() {
		using namespace used;
		C c;
		return c.i;
	}
};
} // namespace outer

/* [namespace.udir]/2, 4: the same for a directive in a namespace */
namespace near_by {
struct Both {
	int i = 1;
};
struct Only {
	int i = 2;
};
template <class T> struct Made {
	static constexpr int value = 3;
};
__device__ int chosen(long) {
	return 1;
}
namespace further {
struct Deep {
	int i = 4;
};
__device__ int deep(int) {
	return 1;
}
} // namespace further
using namespace further;
} // namespace near_by
namespace far_off {
__device__ int joined(long) {
	return 1;
}
__device__ int alone(long) {
	return 1;
}
} // namespace far_off
__device__ int alone(char) {
	return 2;
}
namespace library {
struct Both {
	int i = 5;
};
struct Deep {
	int i = 6;
};
template <class T> struct Made {
	static constexpr int value = 7;
};
__device__ int chosen(int) {
	return 2;
}
__device__ int deep(long) {
	return 2;
}
using namespace far_off;
namespace inner {
using namespace near_by;
__device__ int objects() {
	return Both().i + 10 * Only().i + 100 * Made<int>::value + 1000 * Deep().i;
}
__device__ int functions() {
	return chosen(1L) + 10 * deep(1) + 100 * alone(1L) + 1000 * alone('c');
}
} // namespace inner
} // namespace library
namespace third {
__device__ int joined(int) {
	return 2;
}
template <class T> __device__ int made(T) {
	return 3;
}
} // namespace third
__device__ int made(int) {
	return 4;
}
namespace library {
namespace second {
using namespace third;
__device__ int functions() {
	return joined(1) + 10 * joined(1L) + 100 * made(1) + 1000 * made(1L) + 10000 * made<int>(1);
}
} // namespace second
} // namespace library

/* [basic.lookup.qual]/1: before :: the parameter is not looked for */
namespace plan {
struct Row {
	int n;
	__device__ Row(int n = 0) : n(n) {}
};
} // namespace plan
template <class T> struct Planned {
	plan::Row row, other;
	__device__ Planned(const T &plan) : row(plan::Row(plan)) {
		other = plan::Row(plan + 1);
	}
};

/* [expr.prim.lambda.capture]/7: members that a using-declaration names need the object */
template <class F> __device__ auto applied(int x, F f) {
	return f(x);
}
struct Held {
	int c;
	template <int N> __device__ int times(int x) {
		return N * x + c;
	}
	static __device__ int of(int x) {
		return x;
	}
	__device__ int of(int x, int y) {
		return x * y + c;
	}
};
template <class B> struct Uses : B {
	using B::c;
	using B::times;
	using B::of;
	__device__ int field(int x) {
		return applied(x, [&](int y) { return y + c; });
	}
	__device__ int function(int x) {
		return applied(x, [&](int y) { return of(y, 2); }) + applied(x, [=](int y) { return times(y); });
	}
	template <int N> __device__ int times(int x) {
		return N * x + c;
	}
	__device__ int times(int x) {
		return applied(x, [&](auto y) { return this->template times<3>(y); });
	}
};

/* [temp.arg.explicit]: of an operator of an object */
struct Calls {
	template <bool A, int B> __device__ int operator()(int x) {
		return x + A + B;
	}
};
template <class T> __device__ int called(T t) {
	return t.template operator()<true, 10>(1) + t.template operator()<false, 20>(100);
}

/* [temp.local]/1: the name of a base without its arguments */
template <class T> struct Counted {
	int n;
	__device__ Counted(int n) : n(n) {}
	static constexpr int size = sizeof(T);
	__device__ int own() {
		return n;
	}
};
struct Short : Counted<short> {
	using Counted::Counted;
	__device__ int own() {
		return Counted::own() + Counted::size;
	}
};

/* a member template that is used in its own class */
struct Sized {
	template <class T> static __device__ char (*size(...))[1];
	template <class T> static __device__ char (*size(typename T::type *))[2];
	static const int of_int = sizeof(*size<int>(0));
	enum { of_four = sizeof(*Sized::size<Sized>(0)) };
	typedef int type;
};

/* [class.member.lookup]: one member by two ways, and one that hides a virtual base's */
struct Top {
	static constexpr int shared = 1;
	typedef int type;
	__device__ int hidden() {
		return 1;
	}
};
struct Left : virtual Top {
	__device__ int hidden() {
		return 2;
	}
};
struct Right : virtual Top {
	typedef int same;
};
struct Bottom : Left, Right {};

/* [over.ics.rank]/3.2.5: fewer qualifiers, at any level */
__device__ int fewer(const void *) {
	return 1;
}
__device__ int fewer(const volatile void *) {
	return 2;
}
__device__ int fewest(const int *) {
	return 1;
}
__device__ int fewest(const volatile int *) {
	return 2;
}
__device__ int fewest(int *const *) {
	return 3;
}
__device__ int fewest(const int *const *) {
	return 4;
}

/* [basic.lookup.elab]/2: the class that is defined further down */
template <class I, class T> struct Ask {
	static constexpr bool answer() {
		return I::template ask<T>();
	}
};
template <class T> constexpr bool is_four = Ask<struct Four, T>::answer();
struct Four {
	template <class T> static constexpr bool ask() {
		return sizeof(T) == 4;
	}
};

/* [temp.alias]/2: an alias is what it stands for, qualifiers with it */
template <class T, class...> using Only = T;
template <class T> struct Size;
template <class... T> struct Tuple {};
template <class... T> struct Size<Tuple<T...>> {
	static constexpr int value = sizeof...(T);
};
template <class T> struct Size<Only<const T, decltype(sizeof(Size<T>))>> {
	static constexpr int value = 10 + Size<T>::value;
};
template <class T> struct Size<Only<volatile T, int, decltype(sizeof(Size<T>))>> {
	static constexpr int value = 20 + Size<T>::value;
};

/* [over.match.class.deduct]: from constructors of classes whose parameters have no names */
template <class> struct Any;
template <class T, int = 0, class = void> struct Unnamed {
	T t;
	__device__ Unnamed(T t) : t(t) {}
};
template <class T, template <class> class = Any, int (*)[3] = nullptr, bool = (sizeof(T) > 2)> struct Copied {
	T t;
	__device__ Copied(T t, int = 0) : t(t) {}
	Copied(const Copied &) = default;
};

/* [expr.const]/10: a function is an argument for a parameter of its own type alone */
template <class F, bool (F::*)(int) const> struct IfConst;
template <class F, bool (F::*)(int)> struct IfPlain;
template <class F> __device__ constexpr int form(IfConst<F, &F::operator()> *) {
	return 1;
}
template <class F> __device__ constexpr int form(IfPlain<F, &F::operator()> *) {
	return 2;
}
template <class F> __device__ constexpr int form(...) {
	return 3;
}
template <int N> struct Callable {
	struct Const {
		__device__ bool operator()(int i) const { return i == N; }
	};
	struct Plain {
		__device__ bool operator()(int i) { return i == N; }
	};
	struct Binary {
		__device__ bool operator()(int i, int j) { return i == j; }
	};
};

/* [temp.names]/3: after `template` a < begins arguments, whatever they are */
struct Reduces {
	template <bool All, class F> __device__ int reduce(int x, F f) { return All ? f(x) : x; }
};
template <class T> struct Tile {
	enum { is_whole = sizeof(T) == 4 };
	using Reduce = Reduces;
	template <bool Full, class F> __device__ int run(int x, F f) {
		x = Reduce().template reduce<Full && is_whole>(x, f);
		return x;
	}
};
struct Twice {
	__device__ int operator()(int x) { return 2 * x; }
};

/* [expr.prim.this]/2: `this` of a trailing result is the member's, whoever asks */
struct Chosen {
	__device__ int operator()(int x) { return x; }
	__device__ long operator()(int x) const { return x; }
};
struct Based {
	Chosen base;
};
template <class F> struct Negated : Based {
	F f;
	int n;
	template <class A> __device__ auto operator()(A a) & -> decltype(!f(a)) { return !f(a); }
	template <class A> __device__ auto through(A a) const -> decltype(this->f(a)) { return f(a); }
	template <class A> __device__ auto plain(A a) -> decltype(base(a)) { return base(a); }
	template <class A> static __device__ auto size(A a) -> decltype(sizeof(n) + a) { return sizeof(n) + a; }
	template <class A> __device__ auto closure(A a) {
		auto l = [this](A x) -> decltype(f(x)) { return f(x) + n; };
		return l(a);
	}
	__device__ auto early(int a) -> decltype(a + 1L) { return a + n; }
};
template <class P> struct Asks {
	P p;
	int f = 7;
	template <class T> __device__ int go(T *t, int i) {
		struct Local {
			int v;
			__device__ auto plus(int u) -> decltype(v + u) { return v + u; }
		} local = {f};
		return p(t[i]) + 10 * (int)sizeof(p.through(t[i])) + 100 * (int)sizeof(p.plain(t[i])) + 1000 * P::size(1) +
		       10000 * p.closure(1) + 100000 * local.plus(1) + 1000000 * (int)sizeof(p.early(1));
	}
};

/* friends of a class template that only a reference names: it is completed for them */
template <class T> struct Befriends {
	__device__ friend constexpr int befriended(const Befriends &, int) { return 4; }
};
template <class T> T &&make();
template <class T, class = int> struct IsBefriended {
	static constexpr int is = 0;
};
template <class T> struct IsBefriended<T, decltype(befriended(make<const T &>(), 1))> {
	static constexpr int is = 1;
};

/* enumerators of an enumeration that an alias defines */
namespace orders {
using order = enum order { first = 4, second };
using small = enum : char { third = 9 };
using scoped = enum class own { first };
}
template <class T> __device__ int ordered(T t) {
	return orders::second + t + orders::third;
}
struct Orders {
	using order = enum order { first = 4, second };
};

/* [basic.lookup.argdep]/1: an operator's name that nothing else declares */
namespace operators {
struct Ordered {
	int n;
	__device__ friend constexpr bool operator<(Ordered a, Ordered b) { return a.n < b.n; }
};
__device__ constexpr int operator+(Ordered a, int b) {
	return a.n + b;
}
} // namespace operators

/* [class.member.lookup]: a type of two bases is none */
struct HasType {
	typedef int type;
};
struct HasOther {
	typedef char type;
};
struct HasBoth : HasType, HasOther {};
struct HasOwn : HasType, HasOther {
	typedef short type;
};
template <class...> using void_of = void;
template <class T, class = void> struct IsTyped {
	static constexpr int is = 0;
};
template <class T> struct IsTyped<T, void_of<typename T::type>> {
	static constexpr int is = 1;
};

/* [class.access]: nor is what is in a private member template */
class Rebinds {
	template <class> struct rebind {
		using other = void;
	};
};
template <class T, class = void> struct IsRebound {
	static constexpr int is = 0;
};
template <class T> struct IsRebound<T, void_of<typename T::template rebind<int>::other *>> {
	static constexpr int is = 1;
};

// [basic.lookup.qual]: a parameter hides no qualified name, so that `<` begins arguments.
namespace asked {
template <class T> struct empty {
	static constexpr bool value = false;
};
} // namespace asked
template <class T, bool empty = asked::empty<T>::value> struct Leaf {
	static constexpr int size = empty ? 0 : sizeof(T);
};
template <class T> struct Leaf<T, true> {
	static constexpr int size = -1;
};
static_assert(Leaf<int>::size == 4 && Leaf<int, true>::size == -1, "");

/* A call sees what is declared before it, in templates too; through its arguments' types a template also finds what is
 * declared after it. */
__device__ inline int overloaded(double) {
	return 1;
}
namespace later {
struct Arg {};
__device__ inline int overloaded(Arg, double) {
	return 2;
}
template <class T> __device__ int of_template(T t) {
	return 3;
}
template <class T> __device__ int calls_template(T t) {
	return of_template(t);
}
}
struct Unrelated {};
template <class T> struct Early {
	__device__ int plain() const { return overloaded(2); }
	__device__ int argument() const { return overloaded(T(), 2); }
	__device__ int qualified() const { return later::overloaded(T(), 2); }
};
__device__ inline int early() {
	using namespace later;
	return overloaded(2) + overloaded(Arg(), 2) * 10;
}
__device__ inline int overloaded(int) {
	return 4;
}
namespace later {
__device__ inline int overloaded(Arg, int) {
	return 5;
}
__device__ inline int of_template(Unrelated) {
	return 6;
}
}
__device__ inline int seen_calls() {
	Early<later::Arg> e;
	return e.plain() + 10 * e.argument() + 100 * e.qualified() + 1000 * later::calls_template(Unrelated()) +
	       10000 * early() + 1000000 * overloaded(2);
}
/* A base that depends on a template's parameters is not looked into for plain names ([temp.dep]/3). */
typedef double Outer;
__device__ inline int twofold() {
	return 1;
}
static __device__ const int number = 2;
template <class T> struct Dependent {
	typedef char Outer;
	int number;
	__device__ int twofold() { return 10; }
	__device__ int only() { return 20; }
};
struct Known {
	__device__ int twofold() { return 100; }
};
template <class T> struct FromDependent : Dependent<T> {
	Outer outer;
	using Dependent<T>::only;
	__device__ int calls() { return twofold() + this->twofold() + only() + number + sizeof(outer); }
	struct Inner : T {
		__device__ int calls() { return twofold() * 3; }
	};
};
template <class T> struct FromKnown : Known, Dependent<T> {
	__device__ int calls() { return twofold(); }
};
struct FromInstance : Dependent<int> {
	__device__ int calls() { return twofold(); }
};
__device__ inline int dependent_bases() {
	FromDependent<Known>::Inner inner;
	return FromDependent<int>().calls() + inner.calls() * 100 + FromKnown<int>().calls() * 1000 +
	       FromInstance().calls();
}
/* A variable or member hides the class of its name. */
struct alike {
	int v;
} __device__ alike = {3}, other_alike;
struct Alikes {
	struct alike alike;
	struct slot {
		int field[3];
	} slot[2];
	enum level { low = 4 } level;
	struct late;
	struct late *late;
};
__device__ __noinline__ int alikes(int n) {
	struct Alikes a = {{n}, {{n, 1, 2}, {3, 4, 5}}, Alikes::low, nullptr};
	struct Alikes::slot one = a.slot[1];
	Alikes *p = &a;
	other_alike.v = 1;
	return p->slot[0].field[n & 1] + one.field[2] + a.alike.v + ::alike.v * 10 + (int)a.level * 100 + !p->late;
}
/* [basic.lookup.unqual]/2: what a directive names is unknown before it, in bodies and templates, too */
namespace directed {
__device__ inline int near(int) {
	return 1;
}
struct Named {
	static constexpr int value = 2;
};
}
__device__ inline int near(double) {
	return 7;
}
struct Named {
	static constexpr int value = 1;
};
__device__ inline int rival(float &x) {
	return (int)(x = 3);
}
namespace directed {
__device__ inline int rival(float &x) {
	return (int)(x = 4);
}
}
namespace directing {
__device__ inline int body() {
	float x;
	return near(1) + 10 * Named::value + 100 * rival(x);
}
template <class T> __device__ int body(T t) {
	float x;
	return near(1) + 10 * near(t) + 100 * Named::value + 1000 * rival(x);
}
using namespace directed;
__device__ inline int after() {
	return near(1);
}
}
__device__ inline int directives() {
	int first = near(1);
	using namespace directed;
	return directing::body() + 3 * directing::body(1) + 5 * directing::after() + 10 * first + near(1);
}

/* [namespace.udir]/6: two names of one namespace or class are not ambiguous */
namespace naming {
namespace shared {
constexpr int value = 2;
}
struct Same {
	static constexpr int value = 3;
};
} // namespace naming
namespace aliasing {
namespace shared = naming::shared;
using Same = naming::Same;
} // namespace aliasing
namespace both {
using namespace naming;
using namespace aliasing;
} // namespace both
__device__ int qualified() {
	using namespace both;
	return shared::value + 10 * both::shared::value + 100 * Same::value + 1000 * both::Same::value;
}

/* [namespace.udecl]/11: two namespaces that name each other's functions */
__device__ int mutual(int) {
	return 1;
}
namespace mutuals {
__device__ int mutual(double) {
	return 2;
}
using ::mutual;
using mutuals::mutual;
} // namespace mutuals
using mutuals::mutual;
__device__ int used(int) {
	return 1;
}
namespace uses {
using ::used;
__device__ int used(double) {
	return 2;
}
} // namespace uses
namespace uses_those {
using uses::used;
}
using uses::used;

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, *p = o;
	volatile int *v = o;
	const int *c = o;
	Entries e;
	o[2] = (int)(sizeof(*value_of<4>(&e, 0)) + 10 * sizeof(*value_of<8>(&e, 0)) + 100 * sizeof(*value_of<1>(&e, 0)));
	o[3] = (*rows<4>(c))[1];
	o[4] = twice(n, 1) + twice(o[1], 2) + twice(1, 2);
	*raw(o + 5) = 5;
	*raw(o + 6) = 6;
	o[7] = branch<5>('c') + 10 * branch<1>('c') + 100 * branch<0>(1);
	o[8] = outer::parameters<short, 4>(3);
	o[9] = outer::functions() + outer::C().own();
	o[10] = fewer(o) + 10 * fewer(v) + 100 * fewer(c) + 1000 * fewer(&e);
	o[11] = fewest(o) + 10 * fewest(v) + 100 * fewest(&p) + 1000 * fewest(&c);
	o[12] = is_four<int> + 2 * is_four<char>;
	o[13] = Size<const Tuple<int, int>>::value + 100 * Size<volatile Tuple<int>>::value + 10000 * Size<Tuple<>>::value;
	Unnamed u(n);
	Copied a('a'), b(a);
	Copied d = b;
	o[14] = u.t + d.t + (int)sizeof(d);
	o[15] = library::inner::objects();
	o[16] = library::inner::functions();
	o[17] = library::second::functions();
	o[18] = Short(n).own();
	o[19] = Sized::of_int + 10 * Sized::of_four;
	Bottom bottom;
	o[20] = bottom.hidden() + 10 * Bottom::shared + 100 * bottom.shared;
	Planned<int> planned(n);
	o[21] = planned.row.n + planned.other.n;
	Uses<Held> uses;
	uses.c = o[1];
	o[22] = uses.field(n) + uses.function(3);
	o[23] = called(Calls());
	o[24] = form<Callable<1>::Const>(0) + 10 * form<Callable<1>::Plain>(0) + 100 * form<Callable<1>::Binary>(0) +
		1000 * form<int>(0);
	o[25] = Tile<int>().run<true>(n, Twice()) + 100 * Tile<char>().run<true>(n, Twice());
	Asks<Negated<Chosen>> asks = {};
	o[26] = asks.go(o, 12);
	orders::order order = orders::first;
	o[28] = ordered(n) + 100 * order + 1000 * (int)sizeof(orders::small) + 10000 * (int)orders::scoped::first;
	o[29] = operator<(operators::Ordered{o[1]}, operators::Ordered{n}) + 10 * operator+(operators::Ordered{n}, 3);
	o[30] = IsTyped<HasType>::is + 2 * IsTyped<HasBoth>::is + 4 * IsTyped<HasOwn>::is + 8 * IsRebound<Rebinds>::is;
	o[31] = Orders::second;
	o[27] = IsBefriended<Befriends<int>>::is + 10 * IsBefriended<int>::is;
	o[32] = alikes(n) + alikes(n + 1);
	o[33] = seen_calls();
	o[34] = dependent_bases();
	o[35] = directives();
	o[36] = qualified();
	o[37] = mutual(1) + 10 * mutual(1.) + 100 * mutuals::mutual(1) + 1000 * mutuals::mutual(1.);
	o[38] = used(1) + 10 * used(1.) + 100 * uses_those::used(1.) + 1000 * uses::used(1);
}
