// contract_loads.cu - which of two products nvcc fuses with their sum where an element is loaded more than once: what is
// loaded again soon is one value for it then, what is loaded again later is not, and the order of loads decides.
#include <cmath>
#include <cstdio>

enum { N = 256 };

// s x and r t are the products of each sum.
#define KERNEL(name, ...)                                                                                               \
	__global__ void name(const float *s, const float *x, const float *t, float *o, float r, float v)               \
	{                                                                                                               \
		int i = threadIdx.x;                                                                                    \
		__VA_ARGS__                                                                                             \
	}

__constant__ float table[N];
struct four {
	float a, b, c, d;
};

KERNEL(loaded_once, float y = t[i]; float q = y * v; o[i] = s[i] * x[i] + r * y; o[i + N] = q;)
KERNEL(copied_before, float q = t[i]; o[i] = s[i] * x[i] + r * t[i]; o[i + N] = q;)
KERNEL(scaled_before, float q = t[i] * v; o[i] = s[i] * x[i] + r * t[i]; o[i + N] = q;)
KERNEL(root_before, float q = sqrtf(t[i]); o[i] = s[i] * x[i] + r * t[i]; o[i + N] = q;)
KERNEL(compared_before, if (t[i] > v) o[i] = s[i] * x[i] + r * t[i];)
KERNEL(in_other_block, float q = t[i]; if (v > 0) { o[i] = s[i] * x[i] + r * t[i]; } o[i + N] = q;)
KERNEL(products_first, float y = s[i] * x[i]; float q = t[i] * v; o[i] = y + r * t[i]; o[i + N] = q;)
KERNEL(first_elements, float q = t[0] * v; o[i] = s[0] * x[0] + r * t[0]; o[i + N] = q;)
KERNEL(in_constants, float q = table[i ^ 1] * v; o[i] = s[i] * x[i] + r * table[i ^ 1]; o[i + N] = q;)
KERNEL(in_structs, const four *p = (const four *)t; float q = p[i / 4].b * v; o[i] = s[i] * x[i] + r * p[i / 4].b; o[i + N] = q;)
KERNEL(stored_before, o[i] = t[i] * v; o[i] = s[i] * x[i] + r * o[i];)
KERNEL(stored_far, o[i] = t[i] * v; float q = s[i] * v + x[i] * r; float w = q * q - v; o[i + N] = w; o[i] = s[i] * x[i] + r * o[i];)
__global__ void in_shared(const float *s, const float *x, const float *t, float *o, float r, float v)
{
	__shared__ float tile[N];
	int i = threadIdx.x;
	tile[i] = t[i];
	__syncthreads();
	float q = tile[i ^ 1] * v;
	o[i] = s[i] * x[i] + r * tile[i ^ 1];
	o[i + N] = q;
}

typedef void kernel(const float *, const float *, const float *, float *, float, float);
static float *s, *x, *t, *o;

// What the elements of each factor are: i, 0, the neighbour of i, the second of four, scaled by v.
enum { OWN, FIRST, NEIGHBOUR, SECOND, SCALED };

static void show(const char *name, kernel *k, int how = OWN)
{
	const float r = 1.7f, v = 0.3f;
	int first = 0, second = 0, ran = 0;
	for (int i = 0; i < 2 * N; i++)
		o[i] = -1;
	k<<<1, N>>>(s, x, t, o, r, v);
	cudaDeviceSynchronize();
	for (int i = 0; i < N; i++) {
		int own = how == FIRST ? 0 : i, of = how == FIRST ? 0 : how == NEIGHBOUR ? i ^ 1 : how == SECOND ? i / 4 * 4 + 1 : i;
		float u = how == SCALED ? t[of] * v : t[of];
		ran += o[i] != -1;
		first += o[i] == std::fma(s[own], x[own], r * u);
		second += o[i] == std::fma(r, u, s[own] * x[own]);
	}
	printf("%s: %s\n", name, first == ran && second < ran ? "s x" : second == ran && first < ran ? "r t" : "neither");
}

int main()
{
	cudaMallocManaged(&s, N * sizeof(float));
	cudaMallocManaged(&x, N * sizeof(float));
	cudaMallocManaged(&t, N * sizeof(float));
	cudaMallocManaged(&o, 2 * N * sizeof(float));
	unsigned seed = 1;
	for (int i = 0; i < N; i++)
		do
			for (float *p : {s, x, t})
				p[i] = ((seed = seed * 1664525 + 1013904223) >> 8) / 4e6f + 0.1f;
		while (i == 0 && std::fma(s[0], x[0], 1.7f * t[0]) == std::fma(1.7f, t[0], s[0] * x[0]));
	cudaMemcpyToSymbol(table, t, sizeof table);
	show("loaded_once", loaded_once);
	show("copied_before", copied_before);
	show("scaled_before", scaled_before);
	show("root_before", root_before);
	show("compared_before", compared_before);
	show("in_other_block", in_other_block);
	show("products_first", products_first);
	show("first_elements", first_elements, FIRST);
	show("in_constants", in_constants, NEIGHBOUR);
	show("in_structs", in_structs, SECOND);
	show("stored_before", stored_before, SCALED);
	show("stored_far", stored_far, SCALED);
	show("in_shared", in_shared, NEIGHBOUR);
	return 0;
}
