/* statics.cu - objects of static storage: with tables of virtual functions, with null pointers to
 * data members, with addresses in packed members. The same source runs on the host, which says what
 * is right.
 * SPDX-License-Identifier: Apache-2.0 */
struct First {
	__device__ virtual int f(int x) {
		return x + 1;
	}
};
struct Second {
	int b = 5;
	__device__ virtual int g() {
		return b + 2;
	}
};
struct Plain {
	int a = 1;
};
struct Both : First, Second {
	__device__ int g() override {
		return b + 7;
	}
};
struct Late : Plain, Second {
	__device__ int g() override {
		return a + 8;
	}
};
struct Parts {
	int n = 3;
	Late late;
	Both both[2];
};
struct More : Both {
	Second second;
	__device__ int f(int x) override {
		return x + second.b * 10;
	}
};
__device__ Both both;
__device__ Late late;
__device__ Parts parts;
__device__ More more[2];
__device__ First first;
__device__ Second &second = late, *third = &more[1];
__device__ int virtuals(int n) {
	static Both own;
	First *f = &both;
	Second *s = &both;
	int r = f->f(n) + s->g() * 3;
	s = &late;
	r += s->g() * 5 + late.a * 7;
	s = &parts.late;
	r += s->g() * 11;
	s = &parts.both[1];
	r += s->g() * 13 + parts.n;
	f = &more[1];
	s = &more[1].second;
	r += f->f(n) * 17 + s->g() * 19;
	f = &first;
	s = &own;
	return r + f->f(n) * 23 + s->g() * 29 + second.g() * 31 + third->g() * 37;
}

struct Members {
	int a;
	float b;
};
typedef int Members::*member;
struct Holds {
	int n;
	member m[2], one;
};
union Either {
	member m;
	int n;
};
struct Nested {
	Holds h[2];
	Either e;
	float Members::*f;
};
class Hidden {
	member m;

public:
	int n;
	__device__ bool is_null() const {
		return m == nullptr;
	}
};
__device__ member none, nones[3], few[3] = {&Members::a}, rows[2][2] = {{&Members::a}};
__device__ Holds held, partly = {1, {&Members::a}};
__device__ Nested nested, nested_too = {{{1, {}}}};
__device__ Hidden hidden;
__device__ __noinline__ Holds empty() {
	return {};
}
__device__ __noinline__ Nested value() {
	return Nested();
}
template <class T> __device__ bool are_null(const T &array) {
	bool all = true;
	for (auto m : array)
		all &= m == nullptr;
	return all;
}
__device__ int members() {
	static member local[2];
	int r = none == nullptr;
	r += 2 * are_null(nones) + 4 * (few[0] != nullptr && !few[1] && !few[2]);
	r += 8 * are_null(held.m) + 16 * (held.one == nullptr) + 32 * (partly.m[0] && !partly.m[1] && !partly.one);
	r += 64 * (are_null(nested.h[1].m) && !nested.e.m && !nested.f);
	r += 128 * (are_null(nested_too.h[0].m) && are_null(nested_too.h[1].m) && !nested_too.f);
	r += 256 * are_null(empty().m) + 512 * (are_null(value().h[1].m) && !value().f && !value().e.m);
	r += 1024 * are_null(local) + 2048 * (rows[0][0] && !rows[0][1] && are_null(rows[1]));
	member many[20] = {}, *some = new member[20]();
	r += 4096 * are_null(many) + 8192 * (some[19] == nullptr);
	delete[] some;
	Hidden h = Hidden();
	return r + 16384 * h.is_null() + 32768 * hidden.is_null();
}

/* rows that a list leaves out are made by constructors, too */
struct Counts {
	int n = 4;
	__device__ Counts() {
	}
	__device__ Counts(int n) : n(n) {
	}
};
__device__ int rest(int x) {
	Counts grid[3][2] = {{x, 2}, {x}};
	struct Row {
		Counts c[2][2];
		int n;
	} row[2] = {{{{x}}, 3}};
	return grid[0][0].n + grid[1][1].n * 3 + grid[2][1].n * 5 + row[0].c[1][1].n * 7 + row[1].c[1][0].n * 9;
}

struct __attribute__((packed)) Packed {
	char c;
	const int *p;
	char d;
};
struct __attribute__((packed)) Aligned {
	char c;
	const int *p;
	char d[7];
};
struct __attribute__((packed)) Refers {
	Packed p[2];
	const int &r;
};
__device__ int v = 4, u[3] = {1, 2, 3};
__device__ Packed packed = {1, &v, 2};
__device__ Aligned aligned = {1, &u[2], {7}};
__device__ Refers refers = {{{1, u + 1, 2}, {3, 0, 4}}, v};
__device__ __noinline__ int referred(const Refers *r) {
	return r->r + r->p[1].d;
}
__device__ int packs(int n) {
	Refers local[2] = {{{{1, &n, 2}, {3, 0, 4}}, n}, {{{1, &n, 2}, {3, 0, 4}}, u[1]}};
	int r = *packed.p + packed.d * 10 + *aligned.p * 100 + aligned.d[0] * 1000;
	r += *refers.p[0].p + refers.r * 3 + (refers.p[1].p == nullptr);
	return r + referred(&local[0]) * 5 + referred(&local[1]) * 7 + referred(&refers) * 11;
}

/* The bytes of a number in a union may look like an address. */
union NumberOrPointer {
	unsigned long number;
	const int *pointer;
};
static __device__ int pointed = 8;
static __device__ NumberOrPointer one_number = {0x100000001}, large_number = {0x7e747d96564e103b};
static __device__ struct {
	int n;
	NumberOrPointer u[2];
	const int *p;
} numbers = {1, {{0x200000002}, {0x7e747d96564e103b}}, &pointed};
__device__ inline int of_numbers() {
	return (one_number.number == 0x100000001) + 2 * (large_number.number == 0x7e747d96564e103b) +
	       4 * (numbers.u[0].number == 0x200000002) + 8 * (numbers.u[1].number == large_number.number) + *numbers.p;
}
extern "C" __global__ void k(int *out, int) {
	int *o = out + threadIdx.x * 64, n = o[0];
	o[1] = virtuals(n);
	o[2] = members();
	o[3] = rest(n);
	o[4] = packs(n);
	o[5] = of_numbers();
}
