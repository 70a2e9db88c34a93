// After wgmma.wait_group the memory of the operands may be written: all four warps have read it (PTX 9.7.15.7).
// build: -arch=sm_90a
#include <cstdio>
#include <cuda_bf16.h>

__device__ unsigned long long descriptor(const void *p) {
	return ((unsigned long long)__cvta_generic_to_shared(p) >> 4 & 0x3fff) | 8ull << 16 | 16ull << 32;
}

__global__ void products(float *out, int rounds) {
	__shared__ alignas(128) __nv_bfloat16 a[64 * 16], b[8 * 16];
	float d[4] = {};
	for (int r = 0; r < rounds; r++) {
		for (int i = threadIdx.x; i < 64 * 16; i += 128)
			a[i] = 1;
		for (int i = threadIdx.x; i < 8 * 16; i += 128)
			b[i] = 1;
		asm volatile("fence.proxy.async;" ::: "memory");
		__syncthreads();
		unsigned long long da = descriptor(a), db = descriptor(b);
		asm volatile("wgmma.fence.sync.aligned;\n"
		             "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;\n"
		             "wgmma.commit_group.sync.aligned;\n"
		             "wgmma.wait_group.sync.aligned 0;\n"
		             : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
		             : "l"(da), "l"(db)
		             : "memory");
		for (int i = threadIdx.x % 32; i < 64 * 16; i += 32)
			a[i] = 0;
		for (int i = threadIdx.x % 32; i < 8 * 16; i += 32)
			b[i] = 0;
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		out[threadIdx.x * 4 + i] = d[i];
}

int main() {
	float *out;
	cudaMallocManaged(&out, 512 * sizeof(float));
	products<<<1, 128>>>(out, 3);
	cudaError_t e = cudaDeviceSynchronize();
	int right = 0;
	for (int i = 0; i < 512; i++)
		right += out[i] == 48;
	printf("%s, %d of 512\n", cudaGetErrorString(e), right);
	return 0;
}
