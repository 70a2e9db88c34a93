// Inline PTX reads an address of the host.
// expects: memory
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float x;
	asm volatile("ld.global.f32 %0, [%1];" : "=f"(x) : "l"(0x400000ull));
	if (i < n)
		c[i] = x;
}
