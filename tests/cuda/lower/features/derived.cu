/* Deduction through base classes ([temp.deduct.call]/4.3): of several bases the one that fits what is given
 * explicitly, the nearer one of two that fit, none if two different ones fit; through pointers, references, values
 * and alias templates.
 * SPDX-License-Identifier: Apache-2.0 */
template <typename T, T V> struct constant { static constexpr T value = V; };
template <typename L, typename V> struct entry { using type = V; L label; };
template <typename V> struct otherwise { using type = V; };
template <auto L, typename V> using labelled = entry<constant<decltype(L), L>, V>;

/* A switch of types: the label is given, the type deduced through the one base that has it. */
template <auto L, typename V> __device__ auto chosen(labelled<L, V> *, int) -> labelled<L, V>;
template <auto L, typename V> __device__ auto chosen(otherwise<V> *, long) -> otherwise<V>;
struct cases : labelled<1, char>, labelled<4, int>, labelled<8L, short[5]>, otherwise<double> {};
template <auto L> using choice = typename decltype(chosen<L>(static_cast<cases *>(nullptr), 0))::type;

/* The same with a parameter that is no alias, and with the type of the label in it. */
template <auto L, typename V> __device__ int direct(const entry<constant<decltype(L), L>, V> *) { return (int)sizeof(V); }
template <auto L> __device__ int direct(...) { return 1000; }

/* By key: values, references, and the key as type or template. */
template <int K, typename V> struct slot { V v; };
template <typename K, typename V> struct named { V v; };
struct table : slot<0, int>, slot<1, short>, slot<2, long long>, named<char, unsigned char>, named<int, long long> {};
template <int K, typename V> __device__ int by_value(slot<K, V> s) { return (int)s.v * 8 + (int)sizeof(V); }
template <int K, typename V> __device__ V &by_reference(slot<K, V> &s) { return s.v; }
template <int K, typename V> __device__ const V &by_const(const slot<K, V> &s) { return s.v; }
template <int K, typename V> __device__ int by_rvalue(slot<K, V> &&s) { return (int)sizeof s; }
template <int K, typename V> __device__ int by_pointer(const slot<K, V> *s) { return (int)s->v; }
template <int K, typename V> __device__ int by_pointer_reference(const slot<K, V> *const &s) { return (int)s->v + 1; }
template <typename K, typename V> __device__ int by_type(named<K, V> &s) { return (int)s.v + (int)sizeof(V); }
template <typename V, int K> __device__ int by_mapped(const slot<K, V> &) { return K; }
template <template <typename, typename> class C, typename K, typename V> __device__ int by_template(C<K, V> *) {
	return 50 + (int)sizeof(V);
}
struct one_named : slot<9, int>, named<int, short> {};

/* Each parameter is deduced for itself: an earlier argument does not choose the base ([temp.deduct.type]/2). */
template <typename T> struct holder { T v; };
struct holds : holder<int>, holder<short> {};
template <typename T> __device__ int agrees(T, holder<T> *p) { return (int)p->v + 16 * (int)sizeof(T); }
__device__ int agrees(int, void *) { return 5; }

/* Partly specialised bases: which template a base is an instance of counts, not which specialisation made it. */
template <typename T, int N> struct part { static constexpr int which = 1; };
template <typename T> struct part<T, 2> { static constexpr int which = 2; };
template <typename T> struct part<T *, 3> : part<T, 4> { static constexpr int which = 3; };
struct parts : part<int, 1>, part<char, 2>, part<short *, 3> {};
template <int N, typename T> __device__ int parted(const part<T, N> &) { return part<T, N>::which * 10 + (int)sizeof(T); }

/* Derived twice: the nearer base wins over its own base, whichever way that is reached ([temp.deduct.call]/4.3). */
struct nil {};
template <typename... T> struct chain;
template <> struct chain<> {};
template <typename H, typename... T> struct chain<H, T...> : chain<T...> {};
struct derived_chain : chain<int, char, short> {};
template <typename... T> __device__ int chained(const chain<T...> &) { return 10 * (int)sizeof...(T); }
template <typename T> struct level { T v; };
struct low : level<char> {};
struct middle : low, level<short> {};
struct high : middle {};
template <typename T> __device__ int levelled(level<T> *) { return (int)sizeof(T); }
__device__ int levelled(void *) { return 77; } /* two bases fit: nothing is deduced */
struct near : level<int>, nil {};
struct nearer : near {};
template <typename T> struct wrapped : level<T> {};
struct twice_wrapped : wrapped<wrapped<int>> {};
template <typename T> __device__ int unwrapped(const wrapped<T> &) { return (int)sizeof(T) + 5; }

/* The same base twice by different ways: deduced, and then ambiguous, so the other overload is taken. */
struct left : level<int> {};
struct right : level<int> {};
struct diamond : left, right {};
struct virtual_left : virtual level<int> {};
struct virtual_right : virtual level<int> {};
struct virtual_diamond : virtual_left, virtual_right {};

/* Not one of the forms: a parameter T that was deduced already is not met by a base, nor is X<Y<T>> by a base of Y. */
template <typename T> __device__ int equals(T, T) { return 1; }
__device__ int equals(nil, nil) { return 2; }
struct from_nil : nil {};
template <typename T> __device__ int nested(holder<level<T>> *) { return 3; }
__device__ int nested(void *) { return 4; }

/* Through an alias with a pack, one that is the parameter itself, and one that adds a pointer. */
template <typename... T> using links = chain<T...>;
template <typename T> using itself = T;
template <typename T> using to_level = level<T> *;
template <typename... T> __device__ int linked(const links<int, T...> &) { return (int)sizeof...(T); }
template <typename T> __device__ int through_itself(itself<level<T>> &) { return 30 + (int)sizeof(T); }
template <typename T> __device__ int through_pointer(to_level<T>) { return 40 + (int)sizeof(T); }

/* Fields of a tuple, the way every library has them. */
template <unsigned long I, typename T> struct leaf { T v; };
template <typename S, typename... T> struct leaves;
template <unsigned long... I> struct indices {};
template <unsigned long... I, typename... T> struct leaves<indices<I...>, T...> : leaf<I, T>... {};
template <unsigned long I, typename T> __device__ T &get(leaf<I, T> &l) { return l.v; }
template <typename T, unsigned long I> __device__ T &get_type(leaf<I, T> &l) { return l.v; }
using triple = leaves<indices<0, 1, 2>, int, char, short>;

extern "C" __global__ void k(int *out, int n) {
	int *p = out + threadIdx.x * (n / 64);
	int at = 8;
	p[at++] = (int)sizeof(choice<4>);
	p[at++] = (int)sizeof(choice<1>);
	p[at++] = (int)sizeof(choice<8L>);
	p[at++] = (int)sizeof(choice<8>);  /* of another type than the label's */
	p[at++] = (int)sizeof(choice<4L>);
	p[at++] = (int)sizeof(choice<5>);
	cases *none = nullptr;
	p[at++] = direct<4>(none);
	p[at++] = direct<8L>(none);
	p[at++] = direct<8>(none);
	table t{};
	by_reference<0>(t) = p[0] + 1;
	by_reference<1>(t) = (short)(p[1] + 2);
	by_reference<2>(t) = p[2] + 3;
	by_type<char>(t);
	p[at++] = by_value<0>(t) + by_value<1>(t) * 3 + by_value<2>(t) * 7;
	p[at++] = (int)by_const<0>(t) + (int)by_const<1>(t) * 5 + (int)by_const<2>(t) * 9;
	p[at++] = by_rvalue<2>(static_cast<table &&>(t)) + by_rvalue<0>(table{});
	p[at++] = by_pointer<1>(&t) + by_pointer_reference<2>(&t);
	p[at++] = by_type<char>(t) * 100 + by_type<int>(t);
	p[at++] = by_mapped<short>(t) * 10 + by_mapped<long long>(t);
	one_named o;
	p[at++] = by_template(&o);
	holds h;
	h.holder<int>::v = p[3];
	h.holder<short>::v = (short)(p[4] + 1);
	p[at++] = agrees(1, &h) * 100 + agrees((short)1, &h);
	parts q;
	p[at++] = parted<1>(q) + 100 * parted<2>(q) + 10000 * parted<3>(q) + parted<4>(q);
	derived_chain d;
	p[at++] = chained(d) + linked(d);
	low l;
	middle m;
	high g;
	near r;
	nearer s;
	p[at++] = levelled(&l) + 10 * levelled(&m) + 1000 * levelled(&g) + 100000 * levelled(&r) + 1000000 * levelled(&s);
	twice_wrapped w;
	p[at++] = unwrapped(w) * 10 + through_itself(w) + through_pointer(&w);
	diamond dia;
	virtual_diamond vd;
	p[at++] = levelled(&vd);
	p[at++] = (int)sizeof dia;
	from_nil fn;
	p[at++] = equals(nil{}, fn) * 10 + equals(fn, fn);
	holder<low> hl;
	p[at++] = nested(&hl);
	triple tr;
	get<0>(tr) = p[5];
	get<1>(tr) = (char)p[6];
	get_type<short>(tr) = (short)p[7];
	p[at++] = get<0>(tr) + get_type<char>(tr) * 3 + get<2>(tr) * 5;
}
