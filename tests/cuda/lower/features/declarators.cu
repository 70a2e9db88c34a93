/* declarators.cu -std=c++20 - pointers and references to functions with braced initialisers, beside functions that
 * such pointers; designators of members of unnamed members; overloads in one declaration ([dcl.decl.general]/3);
 * parentheses in parentheses ([dcl.meaning.general]/5).
 * SPDX-License-Identifier: Apache-2.0 */
__device__ int one_more(int x) {
	return x + 1;
}
__device__ int twice(int x) {
	return x * 2;
}
__device__ int (*returning(int x))(int) {
	return x & 1 ? one_more : twice;
}
__device__ int (*(*returning_two(int x))(int))(int) {
	return x ? returning : nullptr;
}
struct members {
	int v;
	int (*none)(int){};
	int (*own)(int){one_more};
	__device__ int add(int x) {
		return v + x;
	}
	__device__ int (*get(int x))(int) {
		return x > 2 ? one_more : own;
	}
	__device__ int (*outside(int x))(int);
};
__device__ int (*members::outside(int x))(int) {
	return returning(x);
}
struct unnamed {
	int t;
	union {
		int a;
		float b;
	};
	struct {
		int c, d;
		union {
			int e;
			long f;
		};
	};
	int last = 9;
};
__device__ int weight(const members &), weight(const unnamed &), weight(double by = 2);
__device__ bool operator==(const unnamed &a, const unnamed &b), operator==(const members &a, const members &b);
__device__ int weigh(members m, unnamed x) {
	return weight(m) + 3 * weight(x) + weight() + weight(4) + (m == m) + 2 * (x == x);
}
__device__ int weight(double by) {
	return (int)(by * 100);
}
__device__ int weight(const unnamed &x) {
	return x.c;
}
__device__ int weight(const members &m) {
	return m.v;
}
__device__ bool operator==(const members &a, const members &b) {
	return a.v == b.v;
}
__device__ bool operator==(const unnamed &a, const unnamed &b) {
	return a.c == b.d;
}
typedef unsigned word;
struct held {
	word a, c[2];
	word((*rows)[2]);
	word((b));
};
__device__ word held::*((one_member)) = &held::b;
__device__ word((held::*two_members[2])[2]) = {&held::c, nullptr};
__device__ word (held::*more_members)[2] = &held::c;
__device__ word((wrapped)[2]) = {6, 7};
__device__ word(((product))(word x)) {
	return 3 * x;
}

/* functions that return pointers to members, as template arguments */
template <class T> struct taken {
	static constexpr int kind = 0;
};
template <class R, class C, class A> struct taken<R (C::*(A))()> {
	static constexpr int kind = 1;
};
template <class R, class C, class A> struct taken<R (C::*(A))() const &> {
	static constexpr int kind = 2;
};
template <class R, class C, class A> struct taken<R C::*(A)> {
	static constexpr int kind = 3;
};

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	int (*null)(int){}, count{3};
	int (*one)(int){one_more};
	int (*list[2])(int){one_more, twice};
	int (&ref)(int){twice};
	int (*(*nested)(int))(int){returning};
	int (members::*member)(int){&members::add};
	members m{t};
	o[2] = (null == nullptr) + count + one(t) + list[1](t) + ref(t);
	o[3] = nested(t)(t) + returning_two(1)(t)(t) + (m.*member)(4);
	o[4] = (m.none == nullptr) + m.own(t) + m.get(t)(t) + m.outside(t)(t);
	if (int (*inside)(int){twice}; inside)
		o[5] = inside(t);
	unnamed x = {.t = t, .b = 2.5f, .d = 3}, y = {.a = t}, z{.c = 5, .f = t, .last = 4};
	unnamed p = {1, {2}, {3, 4, {5}}, 6}, q = {1, 2, 3, 4, 5, 6};
	o[6] = x.t + (int)(x.b * 2) + x.c + x.d + x.e + x.last;
	o[7] = y.a + y.last + z.c + (int)z.f + z.last * 3;
	o[8] = p.a + p.c + p.e + p.last + q.a + q.d * q.e + q.last;
	o[9] = n;
	o[10] = weigh(m, q) + weigh(m, x);
	word row[2] = {1, (word)t};
	held h = {4, {5, 6}, &row, 8};
	o[11] = h.*one_member + 10 * (h.*two_members[0])[1] + 100 * (h.*more_members)[0];
	o[13] = taken<int (members::*(members &))()>::kind + 10 * taken<int (members::*(members const &) )() const &>::kind +
	        100 * taken<int members::*(members &)>::kind + 1000 * taken<int (*(members &) )()>::kind;
	o[12] = (two_members[1] == nullptr) + (*h.rows)[1] + wrapped[1] + product(t);
}
