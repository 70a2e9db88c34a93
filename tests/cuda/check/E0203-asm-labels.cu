__global__ void inside(void) {
	asm("{ IN: }");
	asm("bra IN;");
}
__global__ void nowhere(int *p) {
	asm(".reg .pred q;");
	asm("@q bra NOWHERE;" ::: "memory");
	p[0] = 1;
}
__global__ void twice(int *p) {
	asm("bra HERE;");
	p[0] = 1;
	asm("HERE:");
	p[1] = 2;
	asm("HERE:");
}
