// A strong access of a vector of 8 or 16 bytes is never torn: decoupled look-back writes a flag and a value with one store.
#include <cstdio>

enum { ROUNDS = 20000 };

__device__ ulonglong2 wide;
__device__ uint4 four;
__device__ uint2 pair;
__device__ unsigned stop, torn;

__device__ void write_all(unsigned i)
{
	unsigned long long w = i * 0x100000001ull;
	asm volatile("st.relaxed.gpu.v2.u64 [%0], {%1, %1};" ::"l"(&wide), "l"(w) : "memory");
	asm volatile("st.relaxed.gpu.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(&four), "r"(i) : "memory");
	asm volatile("st.volatile.v2.u32 [%0], {%1, %1};" ::"l"(&pair), "r"(i) : "memory");
}

__device__ bool read_torn()
{
	unsigned long long a, b;
	unsigned c, d, e, f, g, h;
	asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(&wide) : "memory");
	asm volatile("ld.relaxed.gpu.v4.u32 {%0, %1, %2, %3}, [%4];"
	             : "=r"(c), "=r"(d), "=r"(e), "=r"(f)
	             : "l"(&four)
	             : "memory");
	asm volatile("ld.volatile.v2.u32 {%0, %1}, [%2];" : "=r"(g), "=r"(h) : "l"(&pair) : "memory");
	return a != b || c != d || d != e || e != f || g != h;
}

__global__ void race()
{
	if (blockIdx.x == 0) {
		for (unsigned i = 1; i <= ROUNDS; i++)
			write_all(i);
		atomicExch(&stop, 1);
		return;
	}
	unsigned n = 0;
	for (unsigned i = 0; i < ROUNDS && atomicAdd(&stop, 0) == 0; i++)
		n += read_torn();
	atomicAdd(&torn, n);
}

__global__ void elements()
{
	__shared__ alignas(16) short s[8];
	short a, b, c, d;
	asm volatile("st.volatile.shared.v4.u16 [%0], {%1, %2, %3, %4};" ::"r"((unsigned)__cvta_generic_to_shared(s)),
	             "h"((short)-1), "h"((short)2), "h"((short)-3), "h"((short)4)
	             : "memory");
	asm volatile("{ .reg .s16 t; ld.volatile.shared.v4.s16 {%0, %1, %2, %3}, [%4]; }"
	             : "=h"(a), "=h"(b), "=h"(c), "=h"(d)
	             : "r"((unsigned)__cvta_generic_to_shared(s))
	             : "memory");
	printf("%d %d %d %d\n", a, b, c, d);
}

int main()
{
	unsigned n = 1;
	race<<<2, 1>>>();
	cudaMemcpyFromSymbol(&n, torn, sizeof n);
	printf("torn: %u\n", n);
	elements<<<1, 1>>>();
	return cudaDeviceSynchronize();
}
