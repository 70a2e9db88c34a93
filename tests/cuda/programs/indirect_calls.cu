// Calls through pointers: the functions of a table, virtual functions, functions of functions, members. The host
// computes the same. Functions differ in what makes a call hard: structures by value, results of several words, loops,
// returns from within, votes of the lanes that call together, barriers, recursion, arguments that are addresses.
#include <cstdio>
#include <cstdlib>

typedef unsigned u;
#define HD __host__ __device__
#define BLOCK 96
#define BLOCKS 5
#define N (BLOCK * BLOCKS)

struct three {
	int x;
	short y;
	char z;
	double w;
};

// ---- tables ----
HD __noinline__ int add1(int x, int k) { return x + k; }
HD __noinline__ int collatz(int x, int k)
{
	int c = 0;
	while (x > 1 && c < 40 + k) {
		x = x & 1 ? 3 * x + 1 : x / 2;
		c++;
	}
	return c;
}
HD __noinline__ int early(int x, int k)
{
	if (x & 1)
		return x * k;
	for (int i = 0; i < (x & 7); i++)
		if (i * k == 12)
			return i;
	return x ^ 5;
}
HD __noinline__ int array(int x, int k)
{
	int l[8];
	for (int i = 0; i < 8; i++)
		l[i] = x + i * k;
	return l[x & 7] * l[(x >> 3) & 7];
}
HD __noinline__ int fib(int n, int k) { return n < 2 ? n + k : fib(n - 1, k) + fib(n - 2, k); }
typedef int (*fn)(int, int);
__device__ fn table[] = {add1, collatz, early, array};
static fn host_table[] = {add1, collatz, early, array};
#ifdef __CUDA_ARCH__
#define TABLE table
#else
#define TABLE host_table
#endif
HD __noinline__ int by_table(int x, int k) { return (x & 1 ? TABLE[x >> 1 & 3](x + 3, k) : x) + TABLE[x >> 3 & 3](x & 255, 2); }

// ---- structures ----
HD __noinline__ three swap(three a, long long m) { return three{(int)m, (short)(a.y + 1), (char)a.x, a.w * 2}; }
HD __noinline__ three keep(three a, long long m) { a.w += (double)m; return a; }
HD __noinline__ three nothing(three, long long) { return three{1, 2, 3, 4}; }
typedef three (*fn3)(three, long long);
__constant__ fn3 table3[] = {swap, keep, nothing};
static fn3 host_table3[] = {swap, keep, nothing};
#ifdef __CUDA_ARCH__
#define TABLE3 table3
#else
#define TABLE3 host_table3
#endif
HD int structures(int x)
{
	three a = {x, (short)(x >> 3), (char)(x >> 1), x * 0.5};
	for (int i = 0; i < 3; i++)
		a = TABLE3[(x >> i) % 3u](a, (long long)x * x + i);
	return a.x + a.y * 3 + a.z * 5 + (int)a.w;
}

// ---- virtual functions ----
struct shape {
	int k;
	HD shape(int k) : k(k) {}
	HD virtual int area(int x) const = 0;
	HD virtual void grow(int *by) { k += *by; }
};
struct square : shape {
	HD square(int k) : shape(k) {}
	HD int area(int x) const override { return x * x + k; }
};
struct strip : shape {
	HD strip(int k) : shape(k) {}
	HD int area(int x) const override { return x > 9 ? x + k : fib(x & 7, k); }
	HD void grow(int *by) override { k -= *by; *by = 1; }
};
struct pair : shape {
	const shape *a, *b;
	HD pair(const shape *a, const shape *b) : shape(0), a(a), b(b) {}
	HD int area(int x) const override { return a->area(x) - b->area(x + 1); }
};
HD int shapes(int x)
{
	square s(x & 15);
	strip t(x & 3);
	pair p(&s, &t), q(&p, &s);
	shape *all[4] = {&s, &t, &p, &q};
	int by = x & 31, sum = 0;
	for (int i = 0; i < 6; i++) {
		all[(x + i) & 3]->grow(&by);
		sum += all[(x >> i) & 3]->area((x + i) & 63) + by;
	}
	return sum;
}

// ---- functions of functions, members ----
struct counter {
	int n;
	HD int up(int x) { return n += x; }
	HD int down(int x) { return n -= x; }
};
template <class F> HD __noinline__ int apply(F f, int x) { return f(x); }
HD __noinline__ int twice(fn f, int x) { return f(f(x & 63, 1) & 63, 2); }
HD int members(int x)
{
	counter c = {x};
	int (counter::*m)(int) = x & 2 ? &counter::up : &counter::down;
	fn f = x & 4 ? early : x & 8 ? fib : add1;
	int r = (c.*m)(3) + apply([&](int y) { return (c.*m)(y); }, x & 7);
	return r + twice(f == fib ? add1 : f, x) + (f == fib ? f(x & 7, 1) : 0);
}

__global__ void run(const int *in, int *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x, x = in[i];
	out[i] = by_table(x & 1023, x & 3);
	out[N + i] = structures(x & 1023);
	out[2 * N + i] = shapes(x & 1023);
	out[3 * N + i] = members(x & 1023);
	out[4 * N + i] = x & 1 ? by_table(x & 511, 7) : x & 2 ? fib(x & 7, 1) : 0;
}

// ---- what lanes do together: those that call one function come there together ----
__device__ __noinline__ int count(int x) { return __popc(__activemask()) + x; }
__device__ __noinline__ int lowest(int x)
{
	u all = __activemask();
	return __shfl_sync(all, x, __ffs(all) - 1);
}
__device__ __noinline__ int sum(int x) { return __reduce_add_sync(__activemask(), x & 15); }
__device__ int (*votes[])(int) = {count, lowest, sum};
__global__ void together(const int *in, int *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x, x = in[i], which = x % 3;
	u same = __match_any_sync(~0u, which);
	int got = votes[which](x), want = 0;
	for (int l = 0; l < 32; l++) {
		int other = __shfl_sync(~0u, x, l);
		if (which == 1)
			want = l == __ffs(same) - 1 ? other : want;
		else if (same >> l & 1)
			want += which == 0 ? 1 : other & 15;
	}
	out[i] = got - (which == 0 ? want + x : want);
}

__device__ __noinline__ void turn(int *s)
{
	int v = s[threadIdx.x];
	__syncthreads();
	s[(threadIdx.x + 1) % BLOCK] = v;
	__syncthreads();
}
__device__ __noinline__ void mirror(int *s)
{
	int v = s[threadIdx.x];
	__syncthreads();
	s[BLOCK - 1 - threadIdx.x] = v;
	__syncthreads();
}
__device__ void (*moves[])(int *) = {turn, mirror};
__global__ void barriers(const int *in, int *out)
{
	__shared__ int s[BLOCK];
	s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	for (int k = 0; k < 9; k++)
		moves[in[blockIdx.x * 9 + k] & 1](s);
	out[blockIdx.x * BLOCK + threadIdx.x] = s[threadIdx.x];
}

static int in[N], out[5 * N], bad;
static void check(const char *what, int i, int got, int want)
{
	if (got != want && bad++ < 5)
		printf("%s %d: %d, not %d\n", what, i, got, want);
}

int main()
{
	u s = 1;
	for (int i = 0; i < N; i++)
		in[i] = (int)((s = s * 1664525 + 1013904223) >> 9);
	int *a, *o;
	cudaMalloc(&a, sizeof in);
	cudaMalloc(&o, sizeof out);
	cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);

	run<<<BLOCKS, BLOCK>>>(a, o);
	cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
	for (int i = 0; i < N; i++) {
		int x = in[i];
		check("table", i, out[i], by_table(x & 1023, x & 3));
		check("structures", i, out[N + i], structures(x & 1023));
		check("shapes", i, out[2 * N + i], shapes(x & 1023));
		check("members", i, out[3 * N + i], members(x & 1023));
		check("some", i, out[4 * N + i], x & 1 ? by_table(x & 511, 7) : x & 2 ? fib(x & 7, 1) : 0);
	}

	together<<<BLOCKS, BLOCK>>>(a, o);
	cudaMemcpy(out, o, sizeof in, cudaMemcpyDeviceToHost);
	for (int i = 0; i < N; i++)
		check("together", i, out[i], 0);

	barriers<<<BLOCKS, BLOCK>>>(a, o);
	cudaMemcpy(out, o, sizeof in, cudaMemcpyDeviceToHost);
	for (int b = 0; b < BLOCKS; b++) {
		int at[BLOCK], next[BLOCK];
		for (int t = 0; t < BLOCK; t++)
			at[t] = t;
		for (int k = 0; k < 9; k++) {
			for (int t = 0; t < BLOCK; t++)
				next[in[b * 9 + k] & 1 ? BLOCK - 1 - t : (t + 1) % BLOCK] = at[t];
			for (int t = 0; t < BLOCK; t++)
				at[t] = next[t];
		}
		for (int t = 0; t < BLOCK; t++)
			check("barriers", b * BLOCK + t, out[b * BLOCK + t], at[t]);
	}
	printf("%s, %d wrong\n", cudaGetErrorString(cudaDeviceSynchronize()), bad);
	return bad != 0;
}
