// asm_input_written.cu - asm statements that write the register of an input operand: the variable changes, also if it is const,
// as CUTLASS changes tensor maps. An operand that is another expression changes nothing.
#include <cstdio>

struct box {
	unsigned x;
};

__device__ __forceinline__ unsigned long long widened(unsigned x) {
	unsigned long long const wide = 0;
	asm volatile("cvt.u64.u32 %0, %1;" ::"l"(wide), "r"(x));
	unsigned long long copy;
	asm volatile("mov.u64 %0, %1;" : "=l"(copy) : "l"(wide));
	return copy;
}

__device__ __noinline__ unsigned next(unsigned x) {
	asm volatile("add.u32 %0, %0, 1;" ::"r"(x));
	return x;
}

__global__ void kernel(unsigned long long *out, unsigned n, unsigned *from) {
	out[0] = widened(n + 5) + widened(7);
	out[1] = next(n);
	unsigned low = 0, high = 0;
	asm volatile("{ .reg .b64 r; mov.b64 r, 0x500000004; mov.b64 {%0, %1}, r; }" ::"r"(low), "r"(high));
	out[2] = low * 10 + high;
	unsigned sum = 0;
	for (unsigned i = 0; i < 4; i++)
		asm volatile("add.u32 %0, %0, %1;" ::"r"(sum), "r"(i));
	out[3] = sum;
	unsigned value; // reads from the place after the one that it was given
	asm volatile("{ add.u64 %1, %1, 4; ld.global.u32 %0, [%1]; }" : "=r"(value) : "l"(from));
	out[4] = value * 10 + *from;
	box b = {n};
	unsigned kept = n;
	asm volatile("st.global.u32 [%0], %1;" ::"l"(from), "r"(kept) : "memory");
	asm volatile("add.u32 %0, %0, 1;" ::"r"(b.x + kept));
	out[5] = b.x * 100 + kept;
	float half = 1;
	float *address = &half;
	asm volatile("mul.f32 %0, %0, 0f3f000000;" ::"f"(half));
	out[6] = *address == 0.5f;
}

int main() {
	unsigned *from, init[2] = {3, 4};
	unsigned long long *p, back[7];
	cudaMalloc(&from, sizeof init);
	cudaMemcpy(from, init, sizeof init, cudaMemcpyHostToDevice);
	cudaMalloc(&p, sizeof back);
	kernel<<<1, 1>>>(p, 10, from);
	cudaError_t e = cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
	printf("%s:", cudaGetErrorString(e));
	for (unsigned long long v : back)
		printf(" %llu", v);
	printf("\n");
}
