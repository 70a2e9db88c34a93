/* named.cu - arrays that a structured binding copies, conversion functions called by name, parameters whose alias is
 * a pointer to a more qualified type, members without a size, enumerators of an
 * unnamed enumeration as template arguments.
 * SPDX-License-Identifier: Apache-2.0 */
template <class T> using pointer = T *;
template <class T> __device__ int size_behind(pointer<const T>) {
	return sizeof(T);
}
template <class T> __device__ int size_behind_volatile(pointer<volatile T>) {
	return sizeof(T);
}
template <class T> __device__ int exact(pointer<T> p) {
	return sizeof(*p) + 100 * __is_same(T, const int);
}

struct Base {
	int b = 5;
	__device__ operator short() const { return 4; }
};
struct Many : Base {
	int x = 1;
	__device__ operator int() const { return x; }
	__device__ operator float() const { return x + 0.5f; }
	__device__ operator Base &() { return *this; }
	template <class T> __device__ operator T *() const { return nullptr; }
};

/* GNU's C++: an array without elements has the size 0, and so has a class of such arrays */
struct Nothing {
	int none[0];
};
struct Tailed {
	short n;
	int tail[0];
};
struct After : Nothing {
	Nothing first[2];
	char c;
};

/* enumerators without an enumeration's name, as arguments of explicit specialisations */
enum { Large = 2, Small = 3 };
typedef enum { Odd = 5 } parity;
template <int A, int B = Small> struct Chosen {
	enum { value = 0 };
};
template <> struct Chosen<Small> {
	enum { value = 1 };
};
template <int B> struct Chosen<Large, B> {
	enum { value = 20 + B };
};
template <> struct Chosen<Odd, Odd> {
	static const int value = 3;
};

/* [over.match.funcs]/4: what a using-declaration brings has the class's own object parameter */
struct Read {
	int v = 6;
	__device__ int at() const { return v; }
	__device__ const int &ref() const { return v; }
	template <class T> __device__ int made(T) const { return 1; }
};
struct Write : Read {
	using Read::at;
	using Read::made;
	using Read::ref;
	__device__ int at() { return v * 10; }
	__device__ int &ref() { return v; }
	template <class T> __device__ int made(T) { return 2; }
};
struct Both : Write {};

struct Counted {
	int v = 3;
	__device__ Counted() {}
	__device__ Counted(const Counted &o) : v(o.v + 1) {}
};

__device__ constexpr int copied() {
	int a[3] = {1, 2, 3};
	auto [x, y, z] = a;
	x = 10;
	return a[0] + x + y + z;
}
static_assert(copied() == 16);

/* [basic.scope.pdecl]/7.2: what names a class first declares it, also in the specifiers, parameters or members of
 * something else. */
struct first_named *result(struct parameter_named *);
typedef struct told told;
typedef struct chain {
	struct link *first;
	struct within *none;
	struct within {
		int w;
	};
	int size(struct item_named *item) {
		struct of_a_block *none = 0;
		return none == 0;
	}
} chain_t;
void defaults(class late_class *a = 0, union late_union *b = nullptr);
using alias_of_new = struct ninth *;
template <class T, template <class> class U, class... V> struct no_names {};
namespace other_place {
struct link *same;
struct tenth *own;
} // namespace other_place
struct pointers {
	first_named *a;
	parameter_named *b;
	link *c;
	item_named *d;
	late_class *e;
	late_union *f;
	ninth *g;
	other_place::tenth *h;
	chain_t::within *i;
	told *j;
};
struct link {
	int value;
	link *next;
};
struct told {
	int t;
};
union late_union {
	int i;
	unsigned u;
};
static __device__ int through(struct link *l, struct pointers &p, struct ninth *g) {
	return l->next->value + p.c->value * 10 + p.f->u + p.i->w + p.j->t + (p.g == g);
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	/* [dcl.struct.bind]/1: without a reference, an array is copied element by element */
	int a[3] = {t, 2, 3};
	auto [x, y, z] = a;
	x = 99;
	const auto [u, v, w](a);
	auto &[p, q, r] = a;
	p += 7;
	o[2] = a[0] + x + y * 3 + z;
	o[3] = u + v + w;
	int grid[2][2] = {{1, t}, {3, 4}};
	auto [first, second] = grid;
	first[1] = 8;
	o[4] = grid[0][1] + first[1] + second[0];
	Counted many[2];
	auto [c, d]{many};
	o[5] = c.v + 10 * d.v;
	/* [class.conv.fct]: operator T is the function of that type alone */
	Many m;
	o[6] = m.operator int() + (int)(m.operator float() * 10);
	m.operator Base &().b = 6;
	o[7] = m.b + (m.operator char *() == nullptr) + m.Base::operator short();
	/* [temp.deduct.call]/4 */
	o[8] = size_behind(&t) + size_behind(grid) + size_behind_volatile(&t);
	const int k = 1;
	o[9] = exact(&t) + exact(&k);
	Tailed *tailed = (Tailed *)(o + 20);
	tailed->tail[0] = t;
	o[10] = sizeof(Nothing) + sizeof(int[0]) * 10 + sizeof(Tailed) * 100 + sizeof(After) * 1000 + sizeof(Nothing[3]);
	o[11] = __is_empty(Nothing) + 10 * alignof(Nothing);
	o[12] = Chosen<3>::value + 10 * Chosen<2>::value + 1000 * Chosen<5, 5>::value + 10000 * Chosen<Small, Small>::value;
	Both both;
	const Both fixed = {};
	both.ref() += 1;
	o[13] = both.at() + fixed.at() + 1000 * (both.made(1) + 10 * fixed.made(1)) + 100000 * fixed.ref();
	Write write;
	write.ref() = 9;
	o[14] = write.at() + ((const Write &)write).at();
	o[15] = n;
	link end{t, nullptr}, begin{7, &end};
	late_union lu{t + 1};
	chain_t::within inner{2};
	told tl{3};
	pointers all{0, 0, &begin, 0, 0, &lu, 0, 0, &inner, &tl};
	o[16] = through(&begin, all, nullptr);
}
