// tma_multicast: one tensor-map copy to several ctas of a cluster, each with its own mbarrier; a map in constant
// memory and one in global memory beside a kernel parameter.
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
typedef unsigned int u32;

__constant__ CUtensorMap constant_map;
__device__ CUtensorMap global_map;

__device__ static u32 shared_address(const void *p) {
	return (u32)__cvta_generic_to_shared(p);
}

// Each cta of the cluster loads its rows for those that `masks` names; `who`: where the map is.
__global__ void __cluster_dims__(4, 1, 1)
spread(const __grid_constant__ CUtensorMap map, int who, ushort4 masks, u32 *out) {
	__shared__ __align__(128) u32 tile[4][8][16];
	__shared__ __align__(8) unsigned long long bar;
	cg::cluster_group cluster = cg::this_cluster();
	u32 rank = cluster.block_rank();
	unsigned short mask[4] = {masks.x, masks.y, masks.z, masks.w};
	for (u32 i = threadIdx.x; i < 4 * 8 * 16; i += blockDim.x)
		(&tile[0][0][0])[i] = 0xdeadbeef;
	if (threadIdx.x == 0) {
		u32 bytes = 0;
		for (int r = 0; r < 4; r++)
			bytes += mask[r] >> rank & 1 ? sizeof tile[0] : 0;
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&bar)));
		asm volatile("fence.mbarrier_init.release.cluster;");
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&bar)), "r"(bytes) : "memory");
	}
	asm volatile("fence.proxy.async;" ::: "memory");
	cluster.sync();
	const CUtensorMap *m = who == 0 ? &map : who == 1 ? &constant_map : &global_map;
	if (threadIdx.x == 0 && mask[rank])
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
		             ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(shared_address(tile[rank])),
		             "l"(m), "r"(shared_address(&bar)), "r"((int)blockIdx.x / 4 * 16), "r"((int)rank * 8),
		             "h"(mask[rank]) : "memory");
	u32 done = 0;
	while (!done)
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(shared_address(&bar)) : "memory");
	for (u32 i = threadIdx.x; i < 4 * 8 * 16; i += blockDim.x)
		out[blockIdx.x * 512 + i] = (&tile[0][0][0])[i];
	cluster.sync();
}

int main() {
	enum { ROWS = 30, COLS = 32, BLOCKS = 8 };
	static u32 host[ROWS * COLS], got[BLOCKS * 512];
	decltype(&cuTensorMapEncodeTiled) encode;
	cudaDriverEntryPointQueryResult found;
	u32 *tensor, *out;
	cudaFree(0);
	cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
	                                 &found);
	for (int i = 0; i < ROWS * COLS; i++)
		host[i] = i * 3 + 1;
	cudaMalloc(&tensor, sizeof host);
	cudaMalloc(&out, sizeof got);
	cudaMemcpy(tensor, host, sizeof host, cudaMemcpyHostToDevice);
	alignas(128) CUtensorMap map;
	const cuuint64_t dim[2] = {COLS, ROWS}, stride[1] = {COLS * 4};
	const cuuint32_t box[2] = {16, 8}, step[2] = {1, 1};
	CUresult r = encode(&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, tensor, dim, stride, box, step,
	                    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
	                    CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	printf("encode %d\n", (int)r);
	cudaMemcpyToSymbol(constant_map, &map, sizeof map);
	cudaMemcpyToSymbol(global_map, &map, sizeof map);
	static const ushort4 masks[] = {{15, 15, 15, 15}, {1, 2, 4, 8}, {3, 0, 12, 10}, {8, 4, 2, 1}};
	for (int who = 0; who < 3; who++)
		for (const ushort4 &m : masks) {
			spread<<<BLOCKS, 64>>>(map, who, m, out);
			cudaError_t e = cudaDeviceSynchronize();
			if (e) {
				printf("%s\n", cudaGetErrorName(e));
				return 1;
			}
			cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
			printf("%d (%d,%d,%d,%d):", who, m.x, m.y, m.z, m.w);
			for (int b = 0; b < BLOCKS; b++) {
				unsigned long long h = 14695981039346656037ull;
				for (int i = 0; i < 512; i++)
					h = (h ^ got[b * 512 + i]) * 1099511628211ull;
				printf(" %08x", (u32)(h >> 32));
			}
			printf("\n");
		}
	return 0;
}
