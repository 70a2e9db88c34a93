/* asm_braces.cu - inline PTX whose scope one asm statement opens and another one closes.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>

__device__ __forceinline__ unsigned minus(unsigned a, unsigned b, unsigned m) {
	asm("{");
	asm(".reg.pred %brw;");
	asm("setp.lt.u32 %brw, %0, %1;" ::"r"(a), "r"(b));
	asm("sub.u32 %0, %0, %1;" : "+r"(a) : "r"(b));
	asm("@%brw add.u32 %0, %0, %1;" : "+r"(a) : "r"(m));
	asm("}");
	return a;
}

/* Two scopes: the inner name hides the outer one, until a text closes it and goes on. */
__device__ unsigned twice(unsigned a) {
	unsigned inner, outer;
	asm("{ .reg .b32 t; mov.b32 t, %0; // not one: }" ::"r"(a));
	asm("{ .reg .b32 t; add.u32 t, %0, 100;" ::"r"(a));
	asm("mov.b32 %0, t; } { mov.b32 %1, t; }" : "=r"(inner), "=r"(outer));
	for (int i = 0; i < 3; i++)
		asm("add.u32 t, t, %0;" ::"r"(i + 1));
	unsigned sum = minus(1, 2, 7);
	asm("add.u32 %0, %0, t; } /* } */" : "+r"(sum));
	return inner * 1000000 + outer * 1000 + sum;
}

__global__ void k(unsigned *o, unsigned n) {
	unsigned t = threadIdx.x;
	o[3 * t] = minus(t, 2, 17);
	o[3 * t + 1] = minus(t, minus(n, 3, 17), 17);
	o[3 * t + 2] = twice(t);
}

int main() {
	unsigned *o;
	cudaMallocManaged(&o, 12 * sizeof *o);
	k<<<1, 4>>>(o, 5);
	cudaDeviceSynchronize();
	for (int i = 0; i < 12; i++)
		printf("%u%c", o[i], i % 3 == 2 ? '\n' : ' ');
}
