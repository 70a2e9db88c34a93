// A brace of the text that ends more than it has begun.
// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *p) {
	asm volatile("{ .reg .u32 t; mov.u32 t, 1; }");
	asm volatile("ret; } .visible .entry other() {");
	asm volatile("}");
}
