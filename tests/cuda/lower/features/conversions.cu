/* conversions.cu - which of a class's conversion functions is taken: that whose object parameter fits the object best,
 * then that whose result is nearest ([over.match.best]/2).
 * SPDX-License-Identifier: Apache-2.0 */
struct Bits {
	int x;
};
struct Number {
	int x;
	__device__ operator Bits() const {
		return {x};
	}
	__device__ operator Bits() const volatile {
		return {x + 100};
	}
};
struct Twice : Number {};

struct Any {
	__device__ operator int() const {
		return 1;
	}
	__device__ operator double() {
		return 2;
	}
};

struct Value {
	__device__ operator int() & {
		return 1;
	}
	__device__ operator int() && {
		return 2;
	}
	__device__ operator int() const & {
		return 3;
	}
};

struct Made {
	int x;
	__device__ Made(const Bits &b) : x(b.x + 1000) {
	}
};

__device__ int take(Bits b) {
	return b.x;
}

/* an lvalue that a conversion gives goes before the rest ([dcl.init.ref]/5) */
struct Both {
	int v;
	__device__ operator int() & { return v + 1; }
	__device__ operator int &&() && { return (int &&)v; }
	__device__ operator const int &() && { return other; }
	int other;
};
struct Members {
	int first, second;
	struct Second {
		__device__ operator int Members::*() const { return &Members::second; }
	};
};
__device__ int read(const int &i) {
	return i;
}
__device__ int move(int &&i) {
	return i;
}

/* [conv.qual], [expr.type]: an array is as const as its elements; pointers to members */
template <class T, class U> struct Same {
	static constexpr int is = 0;
};
template <class T> struct Same<T, T> {
	static constexpr int is = 1;
};
__device__ int rows(int (*p)[2], const int (*q)[2]) {
	return (p == q) + 2 * (*(p == q ? q : p))[1] + 1000 * Same<decltype(false ? p : q), const int (*)[2]>::is;
}
__device__ int same_member(int Members::*p, const int Members::*q) {
	return (p == q) + 2 * Same<decltype(false ? p : q), const int Members::*>::is;
}

/* [expr.mptr.oper]/6: qualifiers of the function and the object */
struct Qualified {
	int rvalue(int) &&;
	int fixed(int) const;
	int lvalue(int) &;
	int plain(int);
};
template <class T> T &&made_up();
template <class T, class F, class = void> struct Calls {
	static constexpr int is = 0;
};
template <class T, class F> struct Calls<T, F, decltype((void)(made_up<T>().*made_up<F>())(1))> {
	static constexpr int is = 1;
};
template <class T> constexpr int all_calls =
	Calls<T, int (Qualified::*)(int) &&>::is + 2 * Calls<T, int (Qualified::*)(int) const>::is +
	4 * Calls<T, int (Qualified::*)(int) &>::is + 8 * Calls<T, int (Qualified::*)(int)>::is;

/* [class.access.base]: a private base is none for static_cast and traits, but for (T)e */
class Whole : Bits {
public:
	int own;
};
template <class T, class U, class = void> struct Casts {
	static constexpr int is = 0;
};
template <class T, class U> struct Casts<T, U, decltype((void)static_cast<T>(made_up<U>()))> {
	static constexpr int is = 1;
};
constexpr int reaches = __is_constructible(Bits *, Whole *) + 2 * __is_constructible(Bits &, Whole &) +
			4 * Casts<Bits *, Whole *>::is + 8 * Casts<Bits &, Whole &>::is + 16 * Casts<Whole *, Bits *>::is +
			32 * Casts<Whole &, Bits &>::is + 64 * Casts<Whole *, Whole *>::is;

/* [conv.ptr]/3: null stays null in constant expressions */
struct Last : Bits {};
constexpr const Last *no_last = nullptr;
constexpr const Bits *no_bits = no_last;
static_assert(no_bits == nullptr);

/* [expr.cond]/2: one void operand is an error, unless it is a throw; then the other gives the result. A host
 * function that device code may call traps where it throws. */
struct Void {
	int x;
};
template <class T, class U> constexpr bool has_common(...) { return false; }
template <class T, class U, class = decltype(true ? ((T(*)())0)() : ((U(*)())0)())> constexpr bool has_common(int) { return true; }
static_assert(!has_common<Void &, void>(0) && !has_common<void, int>(0) && has_common<void, void>(0) && has_common<int, long>(0));
constexpr int nonzero(int x) { return x ? x : throw x; }
constexpr int positive(int x) {
	if (x < 0)
		throw Void{x};
	return x;
}
constexpr const Void &filled(const Void &v) { return v.x ? v : (throw 1); }
constexpr Void &first_if(bool yes, Void &v) { return !yes ? throw 1 : v; }
static_assert(nonzero(3) == 3 && positive(4) == 4);
/* /4 to /6: operands of one type and two categories give a value. */
template <class T> T &&made_of();
template <class T, class U> constexpr bool same_type = false;
template <class T> constexpr bool same_type<T, T> = true;
template <bool Yes, class T, class U> using chosen_of = decltype(Yes ? made_of<T>() : made_of<U>());
typedef int (Void::*Member)();
static_assert(same_type<chosen_of<true, Member &, volatile Member &&>, Member> && same_type<chosen_of<true, int &, volatile int>, int>);
/* [expr.pre.incr], [expr.add]/2: of pointers to objects */
template <class T, class = decltype(++made_of<T &>())> constexpr bool counts(int) { return true; }
template <class T> constexpr bool counts(...) { return false; }
template <class T, class = decltype(made_of<T &>() - made_of<T &>())> constexpr bool differs(int) { return true; }
template <class T> constexpr bool differs(...) { return false; }
static_assert(counts<int *>(0) && !counts<int (*)()>(0) && differs<int *>(0) && !differs<int (*)()>(0));
/* [temp.arg.nontype], [dcl.type.auto.deduct]: an array is a pointer to its element, in the next template as well */
template <auto X> struct Constant { static constexpr decltype(X) value = X; };
template <auto X> constexpr Constant<X> constant;
constexpr int table[3] = {1, 2, 3};
static_assert(same_type<decltype(constant<table>), const Constant<table>> && same_type<decltype(Constant<table>::value), const int *const>);
/* what is passed by value is destroyed, by a destructor that nothing declares */
struct Ends {
	int *n;
	__device__ ~Ends() { ++*n; }
};
struct Passed : Ends {};
__device__ int by_value(Passed p, int add) { return *p.n + add; }

/* [over.built]: operands of built-in operators, of which both conversions give a value of one type */
struct Element {
	int *at, copy;
	__device__ operator int &() { return *at; }
	__device__ operator const int &() const { return copy; }
};

/* Of several conversion functions the built-in operators take those to types that they have ([over.built]), and the
 * other operand's conversion decides between a pointer's and a number's. */
struct number_or_pointer {
	int v[4];
	__device__ operator int() const {
		return v[1];
	}
	__device__ operator int *() {
		return v;
	}
};
struct number_or_real {
	__device__ operator int() const {
		return 3;
	}
	__device__ operator double() const {
		return 2.5;
	}
};
static __device__ int operands(int *p, int i) {
	number_or_pointer t{{i, 5, 6, i + 7}};
	number_or_real n;
	int r = t + 1 + t * 2 + t % 3 + (t & 1) + (t << 1) - (t >> 1) + t / 2 + 20 / t + (i ^ t) + (t - 1u) + (t + t);
	r = r * 3 + (t < 5) + (t == 0) + (t == 5) + (i >= t) + (t == nullptr) + (t == t.v) + !t + (t && i);
	r = r * 3 + p[t] + t[3] + *(p + t) + (int)(t - t.v) + *t - t + ~t + -t;
	r += t;
	p += t;
	r += n % 2 + (n << 1) + (1 << n) + (n | 8) + ~n;
	return r + *p;
}

/* Several of its conversions fit each operator: the object decides. */
template <class T>
struct Row {
	T *at;
	__device__ operator T *() {
		return at;
	}
	__device__ operator const T *() const {
		return at + 1;
	}
};
struct Count {
	int n;
	__device__ operator int() {
		return n;
	}
	__device__ operator long() const {
		return n * 100l;
	}
};

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	Number a = {t};
	const Number b = {t + 1};
	volatile Number v = {t + 2};
	Twice d;
	d.x = 5;
	volatile Twice w;
	w.x = 6;
	Bits r = a;
	o[2] = r.x + take(b);
	o[3] = take(v);
	o[4] = ((Bits)v).x + Bits(a).x;
	o[5] = take(d) + 10 * take(w);
	Any any;
	const Any fixed = {};
	int chosen = any;
	o[7] = chosen + 10 * (int)fixed;
	Value value;
	const Value held = {};
	int l = value, h = held, m = Value();
	o[8] = l + 10 * h + 100 * m;
	o[9] = Made(v).x;
	o[10] = value + 1;
	o[11] = n;
	o[12] = read(Both{3, 5}) + 10 * move(Both{3, 5});
	Members members = {6, 7};
	int Members::*second = Members::Second();
	o[13] = members.*second;
	o[14] = __is_constructible(const int &, Both) | __is_constructible(int &, Both) << 1;
	int grid[2][2] = {{1, 2}, {n, 4}};
	o[15] = rows(grid, grid) + rows(grid, grid + 1);
	o[16] = same_member(&Members::second, second) + 10 * same_member(second, &Members::first);
	o[17] = all_calls<Qualified> + 100 * all_calls<Qualified &> + 10000 * all_calls<const Qualified &>;
	o[18] = reaches;
	Whole whole;
	o[19] = (char *)(Bits *)&whole - (char *)&whole;
	Void filled_one{n + 1};
	o[20] = nonzero(n + 2) + 10 * positive(n) + 100 * filled(filled_one).x;
	first_if(true, filled_one).x = 9;
	o[21] = filled_one.x;
	int ended = n;
	o[22] = by_value(Passed{{&ended}}, 5);
	o[23] = ended + constant<table>.value[n & 1];
	Element element{&ended, 50};
	const Element still = element;
	o[24] = element / 2 + 1000 * (still - 1) + (element < still) + -element;
	element += 3;
	o[25] = ended + element * still + ~still;
	int cells[4] = {n, 20, 30, 40};
	Row<int> row = {cells};
	const Row<int> fixed_row = {cells};
	unsigned at = n & 1;
	row[at] += 5;
	o[26] = row[at] + 1000 * fixed_row[at] + *(row + 2) + *(1 + fixed_row);
	o[27] = (row == cells) + 2 * (fixed_row == cells + 1) + 4 * !row + 8 * (row != nullptr) + 16 * (row < fixed_row);
	Count count = {n};
	const Count fixed_count = {n};
	o[28] = count + 1 + (int)sizeof(count + 1) * 1000;
	o[29] = fixed_count + 1 + (int)sizeof(fixed_count + 1) * 1000;
	out[threadIdx.x * (n / 64) + 62] = operands(out + threadIdx.x * (n / 64), (int)threadIdx.x & 7);
}
