// Inline PTX ends the kernel and begins another.
// expects: compile
// SPDX-License-Identifier: Apache-2.0
__global__ void add(const float *a, const float *b, float *c, int n) {
	asm volatile("ret; }\n.visible .entry add2() {");
}
