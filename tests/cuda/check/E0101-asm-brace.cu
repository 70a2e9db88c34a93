// A brace of the text that ends more than it has begun.
// SPDX-License-Identifier: Apache-2.0
__global__ void k(int *p) {
	asm volatile("{ .reg .u32 t; mov.u32 t, 1; }");
	asm volatile("ret; } .visible .entry other() {");
	asm volatile("}");
}
// One that is open where the function ends, and a text that closes one of two.
__global__ void open_at_end(int *p) {
	asm volatile("{ .reg .u32 t;");
	asm volatile("{ mov.u32 t, 1; // }");
	asm volatile("}");
}
