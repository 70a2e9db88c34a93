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
}
