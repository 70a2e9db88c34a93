// SPDX-License-Identifier: Apache-2.0
enum Bits { ONE = 1, TWO = 2, FOUR = 4 };
struct Inner {
	int a[6];
};
struct Outer {
	Inner in[3];
	int &ref;
	char quote[6];
	Bits bits;
	union {
		int i;
		float f;
	};
	unsigned wide : 20;
};

__device__ float floats[4] = {1.5f, -2, 0, 1e30f};
__device__ char letters[32] = "aaaaaaaaaaaaaaab\"\\\t\001z";
__device__ int zeros[40];
__constant__ int fixed = 3;

__device__ __noinline__ int down(int n)
{
	int left = n - 1;
	if (n <= 1)
		return 1;
	return n * down(left);
}

__device__ int small(int n)
{
	int more = n + 1;
	more *= 2;
	return more;
}

__global__ void every(int *out, double d)
{
	__shared__ int tile[64];
	extern __shared__ int rest[];
	int t = threadIdx.x, n = 5;
	Outer o = {{{{1, 2, 3}}, {{4, 5, 6}}, {{7, 8, 9}}}, n, "a\"\\b", Bits(3), {7}, 9};
	Outer *at = &o;
	int *word = tile + t;
	tile[t] = 0;
	if (t < 3)
		n = small(n);
	else
		n += 2;
	for (int i = 0; i < 3; i++)
		tile[t] += i * at->ref;
	rest[t] = tile[t];
	__syncthreads();
	n = down(3) + tile[t ^ 1];
	*word = n;
	out[t] = n + rest[t] + fixed + (int)d;
}
