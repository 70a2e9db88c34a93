// Constants that the compiler works out: bit-fields, in constant memory too, and integers of 128 bits.
#include <cstdio>
constexpr __int128 big = ((__int128)1 << 100) + 5;
__device__ constexpr unsigned __int128 table[3] = {1, ~(unsigned __int128)0, (unsigned __int128)1 << 64};
struct Flags { unsigned mode : 3; int level : 5; unsigned on : 1, rest : 23; constexpr Flags() : Flags(0) {} constexpr Flags(int l) : mode(5), level(l), on(l < 0), rest(77) { level -= 2; mode ^= 3; } };
constexpr Flags low(-9);
__constant__ Flags flags[2] = {4, Flags(-3)};
__device__ __int128 counter = big / 3;
constexpr __host__ __device__ __int128 fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
__global__ void k(long long *out) {
	constexpr __int128 f = fact(30);
	constexpr __int128 reduced = [] {
		__int128 x = fact(30);
		x /= -7;
		x %= (__int128)1 << 70;
		return x;
	}();
	constexpr int digits = (int)(f % 1000000007);
	int n = 0;
	out[n++] = (long long)(big >> 64); out[n++] = (long long)big;
	out[n++] = (long long)(f >> 64); out[n++] = (long long)f;
	out[n++] = digits;
	out[n++] = (long long)(reduced >> 64); out[n++] = (long long)reduced;
	out[n++] = low.mode * 1000000 + low.on * 100000 + low.rest * 100 + low.level;
	for (int i = 0; i < 2; i++) out[n++] = flags[i].mode * 1000000 + flags[i].on * 100000 + flags[i].rest * 100 + flags[i].level;
	out[n++] = (long long)(counter >> 64); out[n++] = (long long)counter;
	for (int i = 0; i < 3; i++) { out[n++] = (long long)(table[i] >> 64); out[n++] = (long long)table[i]; }
}
int main() {
	long long *d, h[18];
	cudaMalloc(&d, sizeof h);
	k<<<1, 1>>>(d);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	for (long long x : h) printf("%lld\n", x);
}
