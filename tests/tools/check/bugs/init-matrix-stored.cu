// stmatrix passes on that there was nothing; one column of a matrix read with .trans.
// check: init
// expect: Use of an uninitialized value; thread (12,0,0); block (0,0,0)
#include <cuda_runtime.h>

__global__ void f(unsigned *o) {
	__shared__ __align__(16) unsigned short a[8][8], b[8][8];
	unsigned l = threadIdx.x, x;
	for (int i = l; i < 64; i += 32)
		if (i % 8 != 3)
			a[i / 8][i % 8] = i;
	__syncwarp();
	unsigned pa = (unsigned)__cvta_generic_to_shared(a[l % 8]);
	unsigned pb = (unsigned)__cvta_generic_to_shared(b[l % 8]);
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(x) : "r"(pa) : "memory");
	asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(pb), "r"(x) : "memory");
	__syncwarp();
	unsigned v = *(unsigned *)&b[l / 4][l % 4 * 2];
	o[l] = v * 3; // bug
}

int main() {
	unsigned *o;
	cudaMalloc(&o, 128);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
