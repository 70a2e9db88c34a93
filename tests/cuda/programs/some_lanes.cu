// Some lanes of a warp sum up, vote or meet in a branch, naming all 32, and the others have nothing left to do but to end:
// lanes that ended are not waited for.
#include <cstdio>
#include <cstdlib>

typedef unsigned u;
#define ALL 0xffffffffu
#define BLOCK 96
#define BLOCKS 4
#define N (BLOCK * BLOCKS)

__global__ void sums(const int *in, int *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x, v = in[i];
	if (threadIdx.x % 32 < 16) {
		for (int k = 8; k; k /= 2)
			v += __shfl_xor_sync(ALL, v, k);
		out[i] = v;
	}
}

__global__ void votes(const int *in, int *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x, v = in[i];
	if (v & 1) {
		out[i] = __ballot_sync(ALL, v & 2);
		if (v & 2)
			out[i] ^= __popc(__ballot_sync(ALL, v & 4)) << 16;
	}
}

__global__ void early(const int *in, int *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x, v = in[i];
	if (v & 8)
		return;
	out[i] = __reduce_add_sync(ALL, v & 255);
	if (v & 1) {
		__syncwarp();
		if (v & 2)
			return;
		out[i] += __any_sync(ALL, v & 16) ? 1000 : 2000;
	}
}

__global__ void rounds(const int *in, int *out)
{
	int i = blockIdx.x * BLOCK + threadIdx.x, left = in[i] & 7, n = 0;
	for (;;) {
		n += __popc(__ballot_sync(ALL, left > 2));
		out[i] = n;
		if (left-- == 0)
			return;
	}
}

__global__ void barrier(const int *in, int *out)
{
	__shared__ int s[BLOCK];
	int i = blockIdx.x * BLOCK + threadIdx.x, most = 33 + blockIdx.x;
	if (threadIdx.x < most) {
		s[threadIdx.x] = in[i];
		__syncthreads();
		int v = s[most - 1 - threadIdx.x];
		if (threadIdx.x < most / 2) {
			__syncthreads();
			v += __popc(__activemask());
		}
		out[i] = v;
	}
}

static int in[N], out[N], bad;
static void run(const char *what, void (*kernel)(const int *, int *), int (*want)(int))
{
	static int *a, *o;
	if (!a) {
		cudaMalloc(&a, sizeof in);
		cudaMalloc(&o, sizeof out);
	}
	for (int seed = 0; seed < 3; seed++) {
		u s = seed * 77 + 5;
		for (int i = 0; i < N; i++)
			in[i] = (int)((s = s * 1664525 + 1013904223) >> 9);
		cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
		cudaMemset(o, 0, sizeof out);
		kernel<<<BLOCKS, BLOCK>>>(a, o);
		cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
		for (int i = 0; i < N; i++)
			if (out[i] != want(i) && bad++ < 5)
				printf("%s %d: %d, not %d\n", what, i, out[i], want(i));
	}
}

// The lanes of the warp of i, of which `which` is a function, that have it.
static u lanes(int i, bool (*which)(int))
{
	u m = 0;
	for (int l = 0; l < 32; l++)
		m |= (u)which(in[i / 32 * 32 + l]) << l;
	return m;
}

static int want_sums(int i)
{
	int sum = 0;
	if (i % 32 >= 16)
		return 0;
	for (int l = 0; l < 16; l++)
		sum += in[i / 32 * 32 + l];
	return sum;
}
static int want_votes(int i)
{
	int v = (int)lanes(i, [](int x) { return (x & 3) == 3; });
	if (!(in[i] & 1))
		return 0;
	return in[i] & 2 ? v ^ __builtin_popcount(lanes(i, [](int x) { return (x & 7) == 7; })) << 16 : v;
}
static int want_early(int i)
{
	int sum = 0;
	if (in[i] & 8)
		return 0;
	for (int l = 0; l < 32; l++)
		sum += in[i / 32 * 32 + l] & 8 ? 0 : in[i / 32 * 32 + l] & 255;
	if ((in[i] & 3) == 1)
		sum += lanes(i, [](int x) { return (x & 27) == 17; }) ? 1000 : 2000;
	return sum;
}
static int want_rounds(int i)
{
	int n = 0;
	for (int r = 0; r <= (in[i] & 7); r++)
		for (int l = 0; l < 32; l++)
			n += (in[i / 32 * 32 + l] & 7) - r > 2;
	return n;
}
static int want_barrier(int i)
{
	int t = i % BLOCK, b = i / BLOCK, most = 33 + b, half = most / 2;
	if (t >= most)
		return 0;
	return in[b * BLOCK + most - 1 - t] + (t < half ? half : 0);
}

int main()
{
	run("sums", sums, want_sums);
	run("votes", votes, want_votes);
	run("early", early, want_early);
	run("rounds", rounds, want_rounds);
	run("barrier", barrier, want_barrier);
	printf("%s, %d wrong\n", cudaGetErrorString(cudaDeviceSynchronize()), bad);
	return bad != 0;
}
