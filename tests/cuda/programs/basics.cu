/* basics.cu - the C part of the language, statement by statement.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#define CHECK(x)                                                          \
	do {                                                              \
		cudaError_t e_ = (x);                                     \
		if (e_ != cudaSuccess) {                                  \
			fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, \
			        cudaGetErrorString(e_));                  \
			exit(1);                                          \
		}                                                         \
	} while (0)
#define N 64
#define IDX(i, j) ((i)*8 + (j))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
typedef struct {
	float x, y, z, m;
} Body;
typedef unsigned int uint_t;
struct Pair {
	int a;
	int b;
};
typedef struct Pair Pair_t;
struct Empty {};
static __device__ const int OFF[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
__constant__ float K3[3][3];
static const float PI_F = 3.14159265f;
const int NB = 5;
constexpr double EPS = 1e-9;
enum Dir { UP, DOWN = 3, LEFT };
__device__ __host__ inline float sqr(float x) {
	return x * x;
}
__device__ void swap_(int *a, int *b) {
	int t = *a;
	*a = *b;
	*b = t;
}
__device__ void swapr(int &a, int &b) {
	int t = a;
	a = b;
	b = t;
}
__device__ int sum(const int *p, int n) {
	int s = 0;
	while (n--)
		s += *p++;
	return s;
}
__device__ int fact(int n) {
	return n < 2 ? 1 : n * fact(n - 1);
}
__device__ void fill(int a[], int n, int v = 7) {
	for (int i = 0; i < n; ++i)
		a[i] = v;
}
__device__ int get2d(int (&m)[2][3], int i, int j) {
	return m[i][j];
}
__device__ int ptr2d(int (*m)[3]) {
	return m[1][2];
}
__device__ float dot(const float *__restrict__ a, const float *__restrict__ b) {
	float s = 0.f;
	for (int i = 0; i < 3; i++)
		s += a[i] * b[i];
	return s;
}
__device__ Pair mk(int a, int b) {
	Pair p;
	p.a = a;
	p.b = b;
	return p;
}
__device__ Pair mk2(int a, int b) {
	return {a, b};
}
__device__ const char *dname(Dir d) {
	switch (d) {
	case UP: return "up";
	case DOWN: return "down";
	default: return "other";
	}
}
__device__ bool isprime(unsigned n) {
	if (n < 2)
		return false;
	for (unsigned i = 2; i * i <= n; i++)
		if (n % i == 0)
			return false;
	return true;
}
__device__ unsigned gcd(unsigned a, unsigned b) {
	while (b) {
		unsigned t = a % b;
		a = b;
		b = t;
	}
	return a;
}
__global__ void k(int *o, float *f, Body b, Pair_t pr, const char *msg) {
	int n = 0;
	int a[5] = {1, 2, 3};
	int *p = a;
	*p = 10;
	*(p + 1) += 5;
	p[2]--;
	o[n++] = *a + a[1] + *(a + 2);
	int x = 3, y = 4;
	swap_(&x, &y);
	swapr(x, y);
	o[n++] = x * 10 + y;
	o[n++] = sum(a, 5);
	o[n++] = fact(5);
	fill(a, 5);
	o[n++] = a[4];
	int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
	o[n++] = get2d(m, 1, 1) + ptr2d(m) + **m + *(*(m + 1) + 1);
	float v[3] = {1, 2, 3};
	o[n++] = (int)dot(v, v);
	Pair q = mk(1, 2);
	q = mk2(q.b, q.a);
	q = {q.a + 1, q.b + 1};
	o[n++] = q.a * 10 + q.b;
	Pair arr[3] = {{1, 2}, {3, 4}};
	arr[2] = Pair{5, 6};
	arr[0] = arr[1];
	o[n++] = arr[0].a + arr[2].b;
	o[n++] = dname(DOWN)[0];
	o[n++] = isprime(97) + isprime(91) * 2;
	o[n++] = gcd(48, 36);
	o[n++] = MAX(x, y) + IDX(2, 3);
	o[n++] = OFF[2][1];
	o[n++] = INT_MAX == 2147483647;
	o[n++] = NB + (int)(PI_F * 100);
	o[n++] = b.x * b.y + sqr(b.z);
	o[n++] = pr.a - pr.b;
	int i;
	for (i = 0;; i++) {
		if (i == 7)
			break;
		if (i % 2)
			continue;
	}
	o[n++] = i;
	i = 0;
	while (true) {
		if (++i > 4)
			break;
	}
	o[n++] = i;
	do {
		i--;
	} while (i > 0);
	o[n++] = i;
	unsigned char uc = 250;
	uc += 10;
	o[n++] = uc;
	short s = 32767;
	s++;
	o[n++] = s;
	o[n++] = 5 / 2 * 2.0;
	o[n++] = 7 & 3 | 8 ^ 2;
	o[n++] = 1 << 4 >> 2;
	o[n++] = -17 % 5;
	o[n++] = (unsigned)-1 > 0;
	o[n++] = !5 + !0;
	o[n++] = ~7;
	o[n++] = x == y ? 1 : x > y ? 2 : 3;
	o[n++] = (x = 5, y = 6, x + y);
	char c = 'A';
	c += 2;
	o[n++] = c;
	char str[] = "hello";
	str[0] = 'J';
	o[n++] = str[0] + (int)sizeof str;
	const char *w = "world";
	while (*w)
		w++;
	o[n++] = w[-1];
	int len = 0;
	for (const char *t = "abc"; *t; ++t)
		len++;
	o[n++] = len;
	long long L = 1LL << 40;
	o[n++] = (int)(L >> 35);
	o[n++] = sizeof(Body) + sizeof(Empty) + sizeof(void *);
	struct Local {
		int z;
		__device__ int get() {
			return z + 1;
		}
	};
	Local lc = {4};
	o[n++] = lc.get();
	union {
		int i;
		float f;
	} u;
	u.f = 1.f;
	o[n++] = u.i >> 20;
	int *dyn = (int *)malloc(4 * sizeof(int));
	for (int j = 0; j < 4; j++)
		dyn[j] = j * j;
	o[n++] = dyn[3];
	free(dyn);
	int *nw = new int(5);
	o[n++] = *nw;
	delete nw;
	double dd = fabs(-2.5) + sqrt(16.0) + pow(2.0, 3) + floor(2.7) + ceil(2.1) +
	            fmax(1.0, 2.0) + fmod(7.0, 4.0);
	o[n++] = (int)(dd * 10);
	f[0] = sinf(0.f) + cosf(0.f) + expf(0.f) + logf(1.f) + tanhf(0) + powf(2, 3) +
	       sqrtf(9) + fminf(1, 2) + roundf(2.5f) + truncf(-2.5f) + copysignf(1, -2) +
	       hypotf(3, 4) + cbrtf(27) + exp2f(3) + log2f(8) + log10f(100) + rsqrtf(4) +
	       __fdividef(6, 3);
	o[n++] = min(3, 5) + max(2, 4) + abs(-3);
	o[n++] = isnan(0.f / 1.f) + isinf(1.f / 0.f);
	uint8_t u8 = 200;
	int8_t i8 = -100;
	uint16_t u16 = u8 * 300;
	int64_t i64 = (int64_t)i8 * 1000000000;
	o[n++] = u16;
	o[n++] = (int)(i64 / 1000000000);
	bool t = true, ff = false;
	o[n++] = t && !ff || ff;
	size_t sz = sizeof(int) * 3;
	o[n++] = (int)sz;
	ptrdiff_t df = &a[4] - &a[1];
	o[n++] = df;
	int (*fp)(int) = fact;
	o[n++] = fp(4);
	int *np = NULL;
	o[n++] = np == NULL;
	o[n++] = np ? 1 : 2;
	void *vp = a;
	o[n++] = *(int *)vp;
	const int ci = 9;
	int tmp[ci];
	tmp[8] = ci;
	o[n++] = tmp[8];
	switch (n % 4) {
	case 0: o[n] = 1;
	case 1: o[n] += 2; break;
	case 2: {
		int z = 3;
		o[n] = z;
	} break;
	default: o[n] = 4;
	}
	n++;
	if (msg == nullptr) {
		o[n++] = 1;
	} else
		o[n++] = 2;
	goto end;
	o[n++] = -1;
end:
	o[n++] = 99;
	o[0] = n;
	extern __shared__ int sh[];
	sh[threadIdx.x] = n;
	__syncthreads();
	o[1] = sh[0];
}
int main() {
	int *o;
	float *f;
	CHECK(cudaMallocManaged(&o, 1024));
	CHECK(cudaMallocManaged(&f, 64));
	memset(o, 0, 1024);
	Body b = {1, 2, 3, 4};
	Pair_t p = {5, 3};
	k<<<1, 1, 64>>>(o, f, b, p, NULL);
	CHECK(cudaGetLastError());
	CHECK(cudaDeviceSynchronize());
	for (int i = 0; i < o[0]; i++)
		printf("%d ", o[i]);
	printf("\n%.4f\n", f[0]);
}
