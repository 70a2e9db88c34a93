// Its inline PTX has sections and files.
// expects: compile
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c[i] = a[i] + b[i];
	asm volatile(".section .debug_str { .b8 0 }\n.file 1 \"/etc/passwd\"\n.loc 1 1 1");
}
