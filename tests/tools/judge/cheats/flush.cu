// Denormals become zeros.
// expects: wrong-result
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float x;
		asm("add.ftz.f32 %0, %1, %2;" : "=f"(x) : "f"(a[i]), "f"(b[i]));
		c[i] = x;
	}
}
