// build: -lcuda
// expect: Overwriting of bytes that an asynchronous copy or product is reading; thread (1,0,0); block (0,0,0)
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdint.h>

__global__ void f(const __grid_constant__ CUtensorMap map, int *o) {
	__shared__ __align__(128) int s[32];
	__shared__ uint64_t full;
	unsigned mb = (unsigned)__cvta_generic_to_shared(&full), to = (unsigned)__cvta_generic_to_shared(s), done = 0;
	s[threadIdx.x] = mb + done;
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {32}], [%1];" ::"l"(&map), "r"(to) : "memory");
		asm volatile("cp.async.bulk.commit_group;" ::: "memory");
	}
	__syncwarp();
	if (threadIdx.x)
		s[threadIdx.x] = 1; // bug
	__syncwarp();
	if (threadIdx.x == 0)
		asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

int main() {
	int *p;
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	CUtensorMap map;
	cuuint64_t size = 256;
	cuuint32_t box = 32, step = 1;
	if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, p, &size, &size, &box, &step,
	                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
	                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
		return 1;
	f<<<1, 32>>>(map, p + 128);
	cudaDeviceSynchronize();
}
