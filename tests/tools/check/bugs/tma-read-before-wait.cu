// build: -lcuda
// expect: Read of bytes that an asynchronous copy is writing; thread (0,0,0); block (0,0,0)
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdint.h>

__global__ void f(const __grid_constant__ CUtensorMap map, int *o) {
	__shared__ __align__(128) int s[32];
	__shared__ uint64_t full;
	unsigned mb = (unsigned)__cvta_generic_to_shared(&full), to = (unsigned)__cvta_generic_to_shared(s), done = 0;
	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(mb) : "memory");
	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(mb) : "memory");
		asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {0}], [%2];" ::"r"(to), "l"(&map), "r"(mb) : "memory");
	}
	int v = s[threadIdx.x]; // bug
	while (!done)
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(mb) : "memory");
	o[threadIdx.x] = v;
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
