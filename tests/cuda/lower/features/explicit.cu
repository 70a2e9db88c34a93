/* explicit.cu - explicit(condition), and u8 of characters and strings. -std=c++20
 * SPDX-License-Identifier: Apache-2.0 */
template <class T> struct Box {
	T v;
	template <class U>
	__device__ explicit(sizeof(U) > sizeof(T)) Box(U u) : v((T)u + 1) {}
	explicit(sizeof(T) > 4) __device__ operator int() const {
		return (int)v * 2;
	}
};
struct Either {
	int v;
	explicit(false) __device__ Either(int x) : v(x) {}
	__device__ explicit(true) Either(short x) : v(-x) {}
};
__device__ int takes(Box<int> b) {
	return b.v;
}
__device__ int takes_either(Either e) {
	return e.v;
}
__device__ int which(const char8_t *) {
	return 8;
}
__device__ int which(const char *) {
	return 1;
}
__device__ int one(char8_t) {
	return 80;
}
__device__ int one(char) {
	return 10;
}
__device__ int picks(Box<int>) {
	return 3;
}
__device__ int picks(...) {
	return 4;
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	Box<int> a = t, b(7ll);
	Box<long long> c = t;
	o[2] = takes(t) + takes((short)5) * 3 + a.v * 5 + b.v * 7;
	o[3] = a + (int)c;
	o[4] = takes_either(t) + takes_either((short)t) * 3 + Either((short)t).v * 5;
	o[5] = picks(t) + 10 * picks(5ll);
	o[6] = which(u8"ab") + 100 * which("ab") + 1000 * one(u8'x') + one('x');
	auto s = u8"\u00e9t";
	o[7] = s[0] + s[1] * 256 + s[2] * 65536 + n;
}
