// A row of a matrix was never written: that row of the product is no value, the others are.
// check: init
// expect: Use of an uninitialized value; thread (20,0,0); block (0,0,0)
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void f(float *o) {
	__shared__ __align__(16) half a[16][16], b[8][16];
	unsigned x[4], y[2], l = threadIdx.x;
	for (int i = l; i < 16 * 16; i += 32)
		if (i / 16 != 5)
			a[i / 16][i % 16] = 1;
	for (int i = l; i < 8 * 16; i += 32)
		b[i / 16][i % 16] = 1;
	__syncwarp();
	unsigned pa = (unsigned)__cvta_generic_to_shared(&a[l % 16][l / 16 * 8]);
	unsigned pb = (unsigned)__cvta_generic_to_shared(&b[l % 8][l / 8 % 2 * 8]);
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(pa));
	asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(y[0]), "=r"(y[1]) : "r"(pb));
	float d[4] = {0, 0, 0, 0};
	asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
	o[l] = d[0]; // bug
	o[32 + l] = d[2];
}

int main() {
	float *o;
	cudaMalloc(&o, 256);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
