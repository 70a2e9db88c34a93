__global__ void breaks() { break; }
__global__ void continues() { switch (1) { default: continue; } }
__global__ void cases() { case 1:; }
__global__ void defaults() { default:; }
__global__ void returns() { return 1; }
__device__ int value() { return; }
__global__ void twice(int n) { switch (n) { case 1: case 1: default: default:; } }
struct raii { __device__ raii(); __device__ ~raii(); };
__global__ void jumps(int *p) {
	if (*p) goto over;
	int x = 1; *p = x;
over:
	switch (*p) { case 1: int y = 2; *p = y; case 2: raii z; break; default: break; }
	{ int inner = 3; back: *p = inner; }
	goto back;
}
__global__ void may_jump(int *p) {
	if (*p) goto past;
	int plain; plain = 1; { int x = 2; *p = x; }
past:
	switch (*p) { case 1: { int y = 2; *p = y; } case 2: int z; z = 1; *p = z; break; }
again: { int k = *p; if (k) goto again; }
}
