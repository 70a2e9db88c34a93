// math_special.cu - Bessel and gamma functions where they are no ordinary numbers: zeros, infinities, NaNs, poles,
// negative orders. Of an ordinary result only the sign is printed, or its bits where it is exact.
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>

#define ONE(name)                                            \
	__global__ void k_##name(const double *x, double *r, int n) { \
		int i = threadIdx.x;                         \
		if (i < n)                                   \
			r[i] = name(x[i]);                   \
	}                                                    \
	__global__ void k_##name##f(const float *x, float *r, int n) { \
		int i = threadIdx.x;                         \
		if (i < n)                                   \
			r[i] = name##f(x[i]);                \
	}
#define ORDER(name)                                                        \
	__global__ void k_##name(const double *x, double *r, int n, int order) { \
		int i = threadIdx.x;                                       \
		if (i < n)                                                 \
			r[i] = name(order, x[i]);                          \
	}                                                                  \
	__global__ void k_##name##f(const float *x, float *r, int n, int order) { \
		int i = threadIdx.x;                                       \
		if (i < n)                                                 \
			r[i] = name##f(order, x[i]);                       \
	}
ONE(j0)
ONE(j1)
ONE(y0)
ONE(y1)
ONE(tgamma)
ONE(lgamma)
ORDER(jn)
ORDER(yn)

enum { MOST = 256 };
static double x64[MOST], r64[MOST], *dx64, *dr64;
static float x32[MOST], r32[MOST], *dx32, *dr32;
static int n64, n32;

static double from64(unsigned long long bits) {
	double v;
	memcpy(&v, &bits, 8);
	return v;
}
static float from32(unsigned bits) {
	float v;
	memcpy(&v, &bits, 4);
	return v;
}

static void add64(double v) {
	x64[n64++] = v;
	x64[n64++] = -v;
}
static void add32(float v) {
	x32[n32++] = v;
	x32[n32++] = -v;
}

static void operands() {
	static const double both[] = {0, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 7.75, 8, 10, 20.5, 21, 33, 34, 35, 36, 41.5, 42, 43,
	                              100.5, 101, 170, 171, 172, 183.5, 184, 185.5, 1000, 65536, 1e6 + 0.5, 16777217, 1e10, 1e20, 1e30};
	for (double v : both) {
		add64(v);
		add32((float)v);
	}
	for (double v : {1e-300, 1e-310, 5e-324, 1e300, 1.7976931348623157e308, 4503599627370495.5, 9007199254740991.0, 171.62437695630272,
	                 171.6243769563028, 2.55e305, 2.6e305})
		add64(v);
	for (float v : {1e-30f, 1e-38f, 1e-40f, 1e-45f, 3.4028235e38f, 8388607.5f, 35.0400961f, 35.0401f, 4e36f, 4.1e36f, 2e-39f, 3e-39f})
		add32(v);
	for (unsigned long long b : {0x7ff0000000000000ull, 0x7ff8000000000000ull, 0x7ff8000000001234ull, 0x7ff0000000000001ull,
	                             0x7fffffffffffffffull}) {
		x64[n64++] = from64(b);
		x64[n64++] = from64(b | 1ull << 63);
	}
	for (unsigned b : {0x7f800000u, 0x7fc00000u, 0x7fc01234u, 0x7f800001u, 0x7fffffffu}) {
		x32[n32++] = from32(b);
		x32[n32++] = from32(b | 1u << 31);
	}
}

// An ordinary number is not 0, infinite or NaN; powers of two are printed, too, and what J0 is at 0.
static void print64(double v) {
	unsigned long long b;
	memcpy(&b, &v, 8);
	bool ordinary = v == v && v - v == 0 && v != 0 && (b & 0xfffffffffffffull) && fabs(v - 1) > 1e-14;
	if (ordinary)
		printf(" %c", v < 0 ? '-' : '+');
	else
		printf(" %016llx", b);
}
static void print32(float v) {
	unsigned b;
	memcpy(&b, &v, 4);
	bool ordinary = v == v && v - v == 0 && v != 0 && (b & 0x7fffff) && fabsf(v - 1) > 1e-6f;
	if (ordinary)
		printf(" %c", v < 0 ? '-' : '+');
	else
		printf(" %08x", b);
}

static void show64(const char *name, int order, bool has_order) {
	cudaMemcpy(r64, dr64, sizeof r64, cudaMemcpyDeviceToHost);
	for (int i = 0; i < n64; i += 2) {
		printf("%s", name);
		if (has_order)
			printf(" %d", order);
		printf(" +-%.17g:", x64[i]);
		print64(r64[i]);
		print64(r64[i + 1]);
		printf("\n");
	}
}
static void show32(const char *name, int order, bool has_order) {
	cudaMemcpy(r32, dr32, sizeof r32, cudaMemcpyDeviceToHost);
	for (int i = 0; i < n32; i += 2) {
		printf("%sf", name);
		if (has_order)
			printf(" %d", order);
		printf(" +-%.9g:", x32[i]);
		print32(r32[i]);
		print32(r32[i + 1]);
		printf("\n");
	}
}

int main() {
	operands();
	cudaMalloc(&dx64, sizeof x64);
	cudaMalloc(&dr64, sizeof r64);
	cudaMalloc(&dx32, sizeof x32);
	cudaMalloc(&dr32, sizeof r32);
	cudaMemcpy(dx64, x64, sizeof x64, cudaMemcpyHostToDevice);
	cudaMemcpy(dx32, x32, sizeof x32, cudaMemcpyHostToDevice);
#define SHOW(name)                            \
	k_##name<<<1, MOST>>>(dx64, dr64, n64); \
	show64(#name, 0, false);              \
	k_##name##f<<<1, MOST>>>(dx32, dr32, n32); \
	show32(#name, 0, false);
	SHOW(j0)
	SHOW(j1)
	SHOW(y0)
	SHOW(y1)
	SHOW(tgamma)
	SHOW(lgamma)
	for (int order : {2, 3, 10, -1, INT_MIN}) {
#define SHOW_ORDER(name)                              \
	k_##name<<<1, MOST>>>(dx64, dr64, n64, order); \
	show64(#name, order, true);                   \
	k_##name##f<<<1, MOST>>>(dx32, dr32, n32, order); \
	show32(#name, order, true);
		SHOW_ORDER(jn)
		SHOW_ORDER(yn)
	}
	return 0;
}
