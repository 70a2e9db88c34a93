// flags: --ast
__device__ int f(int a) {
	int r;
	asm volatile("{ .reg .u32 t;\n\t" "add.u32 %0, %1, 1; }" : "=r"(r) : "r"(a) : "memory", "cc");
	asm("" :: "l"(&r), [name] "f"(1.0f));
	asm("membar.gl;");
	asm("mov %0;" : "+r"(r));
	return r;
}
