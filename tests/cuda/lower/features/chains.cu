/* chains.cu - long chains of calls and assignments, each of which is the object of the next: they are walked once; functions that
 * a block declares and the text defines later ([basic.link]/7).
 * SPDX-License-Identifier: Apache-2.0 */
struct Out {
	int n, sum;
	__device__ Out &operator<<(long long x) {
		sum = sum * 3 + int(x);
		n++;
		return *this;
	}
	__device__ Out &self() {
		return *this;
	}
};
__device__ int &next(int &a) {
	return ++a;
}
#define FOUR(x) x x x x
#define CHAIN(x) FOUR(x) FOUR(x) FOUR(x) FOUR(x) FOUR(x) FOUR(x) FOUR(x) FOUR(x)
#define CALLS(x) next(next(next(next(next(next(x))))))
#define SUMS(x) ((((((x += t) += t) += t) += t) += t) += t)

__device__ int block(int t) {
	extern __device__ int later(int), later(double);
	int __device__ other(int);
	return later(t) + other(t) + later(2.5);
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15, q = t, r = 1;
	Out s{0, t};
	s CHAIN(<< t);
	o[0] = s.sum + 1000 * s.n;
	s CHAIN(.self()) << 5;
	o[1] = s.sum;
	CALLS(CALLS(CALLS(CALLS(CALLS(q))))) *= 2;
	o[2] = q;
	SUMS(SUMS(SUMS(SUMS(SUMS(r))))) *= 2;
	o[3] = r;
	CHAIN(++) q;
	o[4] = q + block(t);
	o[5] = __builtin_parity(t) + 10 * __builtin_parityll(~(1ll << t)) + 100 * __builtin_ffsl(1l << 40) + n;
}
__device__ int later(int x) {
	return x - 1;
}
__device__ int later(double x) {
	return int(x * 100);
}
__device__ int other(int x) {
	return x * 2;
}
