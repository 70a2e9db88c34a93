// asm_commas.cu - operands of an asm statement without a comma between them, as nvcc takes them.
#include <cstdio>

__global__ void kernel(unsigned *out, unsigned x) {
	unsigned sum, twice;
	asm("add.u32 %0, %1, %2;" : "=r"(sum) : "r"(x) "r"(threadIdx.x));
	asm volatile("{ add.u32 %0, %2, %3; add.u32 %1, %0, %0; }" : "=&r"(sum) "=r"(twice) : "r"(sum), "r"(1));
	asm volatile("st.global.u32 [%1], %0;" ::"r"(twice) "l"(out + threadIdx.x) : "memory");
}

int main() {
	unsigned *p, back[4];
	cudaMalloc(&p, sizeof back);
	kernel<<<1, 4>>>(p, 10);
	cudaMemcpy(back, p, sizeof back, cudaMemcpyDeviceToHost);
	printf("%u %u %u %u\n", back[0], back[1], back[2], back[3]);
}
