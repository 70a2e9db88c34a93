// memcpy and memset of constant sizes, 0 to 24 bytes, at every place within 8 bytes, between local, shared and global
// memory: what the device has afterwards is what the host has. A float's bits, copied, stay in registers; the
// addresses of variables are compared in the order that the checks of a copy ask for.
#include <cstdio>
#include <cstring>
#include <utility>

struct bytes {
	unsigned char at[40];
};

__host__ __device__ unsigned sum(const bytes &b, unsigned h)
{
	for (int i = 0; i < 40; i++)
		h = h * 31 + b.at[i];
	return h;
}

// `from` and `to` are elsewhere; the copies in the middle are between variables
template <int N> __host__ __device__ unsigned copies(bytes &to, const bytes &from, unsigned h)
{
	for (int i = 0; i < 8; i++) {
		bytes a = from, b = to;
		memcpy(b.at + i, a.at + 3, N);
		memcpy(to.at + 5, b.at + i, N);
		memset(b.at + i, N * 7 + i, N);
		memcpy(a.at + (i & 4), b.at, N);
		h = sum(a, sum(b, sum(to, h)));
	}
	return h;
}

struct two {
	int a, b;
};
struct three {
	int a, b, c;
};
struct padded {
	long long a;
	int b;
};

template <class T> __host__ __device__ T again(const T &x)
{
	T y;
	memcpy(&y, &x, sizeof x);
	return y;
}

__host__ __device__ unsigned whole(unsigned h)
{
	two t = again(two{(int)h, 7});
	three u = again(three{t.a, t.b, t.a + t.b});
	padded p = again(padded{u.a + 1, u.c});
	float f = again((float)(h & 0xffff)), g;
	unsigned bits;
	double d;
	char c = again((char)h);
	memcpy(&bits, &f, 4);
	memcpy(&g, &bits, 4);
	memcpy(&d, &p.a, 8);
	unsigned long long w;
	memcpy(&w, &d, 8);
	return h + bits + (unsigned)g + (unsigned)w + (unsigned)c + (unsigned)p.b;
}

// Two variables do not overlap, whichever comes first, and none is at 0.
__host__ __device__ unsigned apart(int n)
{
	int a[2] = {n, n + 1}, b[3] = {n + 2, n + 3, n + 4};
	const char *p = (const char *)a, *q = (const char *)b;
	bool before = p + sizeof a <= q, after = q + sizeof b <= p;
	return (before != after) + 2 * (p != nullptr) + 4 * (p < p + 1) + 8 * (p == q) + 16 * (before || after ? a[1] : b[1]);
}

template <int... N> __host__ __device__ unsigned all(bytes &to, const bytes &from, unsigned h, std::integer_sequence<int, N...>)
{
	return ((h = copies<N>(to, from, h)), ...), whole(h) + apart((int)(h & 255));
}

__host__ __device__ void fill(bytes &b, unsigned t)
{
	for (int i = 0; i < 40; i++)
		b.at[i] = (unsigned char)(t * 13 + i * 5 + 1);
}

using sizes = std::make_integer_sequence<int, 25>;

__global__ void device(unsigned *out, bytes *mine)
{
	__shared__ bytes s[32];
	unsigned t = threadIdx.x;
	fill(s[t], t);
	fill(mine[t], t + 100);
	out[t] = all(mine[t], s[t], t, sizes());
	out[t] = all(s[t], mine[t], out[t], sizes());
}

int main()
{
	unsigned *out, wrong = 0;
	bytes *mine;
	cudaMallocManaged(&out, 32 * sizeof *out);
	cudaMallocManaged(&mine, 32 * sizeof *mine);
	device<<<1, 32>>>(out, mine);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	for (unsigned t = 0; t < 32; t++) {
		bytes s, m;
		fill(s, t);
		fill(m, t + 100);
		unsigned h = all(m, s, t, sizes());
		h = all(s, m, h, sizes());
		wrong += h != out[t] || memcmp(&m, &mine[t], sizeof m) != 0;
	}
	printf("%u wrong\n", wrong);
}
