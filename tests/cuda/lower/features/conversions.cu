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
}
