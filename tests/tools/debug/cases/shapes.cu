// SPDX-License-Identifier: Apache-2.0
enum Kind { NONE, READ, WRITE, EXEC = 4 };
struct Base {
	int id;
	char name[8];
};
struct Shape : Base {
	float wide;
	double area;
	bool big;
	short sides;
	Kind kind;
	unsigned low : 5, high : 9;
	int few : 6;
	union {
		int i;
		float f;
	} as;
	int *next;
	int (*call)(int);
};

__constant__ int table[4] = {3, 1, 4, 1};
__device__ __managed__ int seen = 7;
__device__ int rows[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
__device__ char text[300] = "a text that is shown\n";

__device__ __noinline__ int twice(int n)
{
	return n * 2;
}

__device__ __noinline__ int look(Shape &s, const float *at, long long far)
{
	unsigned u = 0xf0000000u;
	unsigned char byte = 200;
	double d = *at * 0.5;
	s.area = d;
	s.sides += 1;
	return s.call(s.sides) + (int)far + byte + (u >> 28);
}

__global__ void __cluster_dims__(2) shapes(int *out, float f)
{
	__shared__ float part[64];
	int n = threadIdx.x;
	Shape s = {{5, "round"}, 1.5f, 0, true, 3, WRITE, 17, 300, -9, {42}, out, twice}, t = s;
	t.id = 6;
	part[n] = f + n;
	if (n >= 32)
		out[n] = n;
	__syncthreads();
	n = look(s, part + n, 1ll << 33);
	for (int i = 0; i < 3; i++)
		n += i * table[i];
	out[threadIdx.x] = n + t.id + rows[1][2] + text[0];
}
