// Constant memory, device variables, symbols by address and by size.
#include <cstdio>
#include <cstring>

struct Params { float scale; int shift[3]; };
__constant__ Params params;
__constant__ float table[16] = {1, 2, 4, 8};
__device__ int counter = 7;
__device__ int2 pairs[4];
static __device__ unsigned long long total;
namespace deep { namespace er { __constant__ int offset = 100; } }

__global__ void use(float *out)
{
	int i = threadIdx.x;
	out[i] = table[i % 16] * params.scale + params.shift[i % 3] + deep::er::offset;
	atomicAdd(&counter, 1);
	atomicAdd(&total, (unsigned long long)i);
	if (i < 4)
		pairs[i] = make_int2(i, -i);
}

int main()
{
	Params p = {0.5f, {1, 2, 3}};
	float t[16], *out, host[32];
	for (int i = 0; i < 16; i++)
		t[i] = i * i;
	cudaMemcpyToSymbol(params, &p, sizeof p);
	cudaMemcpyToSymbol(table, t + 4, 12 * sizeof(float), 4 * sizeof(float));
	int offset = 1000;
	cudaMemcpyToSymbol(deep::er::offset, &offset, sizeof offset);
	cudaMalloc(&out, sizeof host);
	use<<<1, 32>>>(out);
	cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 32; i += 5)
		printf("%g ", host[i]);
	int c;
	unsigned long long s;
	int2 q[4];
	cudaMemcpyFromSymbol(&c, counter, sizeof c);
	cudaMemcpyFromSymbol(&s, total, sizeof s);
	cudaMemcpyFromSymbol(q, pairs, sizeof q);
	printf("\n%d %llu %d,%d\n", c, s, q[3].x, q[3].y);
	void *at;
	size_t size;
	cudaGetSymbolAddress(&at, pairs);
	cudaGetSymbolSize(&size, params);
	cudaMemset(at, 0, sizeof q);
	cudaMemcpyFromSymbol(q, pairs, sizeof q);
	printf("%zu %d,%d\n", size, q[3].x, q[3].y);
	puts(cudaGetErrorString(cudaGetLastError()));
}
