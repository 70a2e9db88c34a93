// tma_pipeline: a warp loads tiles of a tensor through a ring of two stages, the others transpose them, and
// tensor copies bring the result back: cuda::barrier and cuda::device::experimental.
#include <cstdio>
#include <cuda.h>
#include <cuda/barrier>
#include <cuda_runtime.h>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

enum { TILE = 32, STAGES = 2, ROWS = 100, COLS = 160 };

__global__ void transpose(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to) {
	__shared__ __align__(128) int in[STAGES][TILE][TILE], out[STAGES][TILE][TILE];
#pragma nv_diag_suppress static_var_with_dynamic_init
	__shared__ barrier full[STAGES], empty[STAGES];
	const int tiles = (COLS + TILE - 1) / TILE, y = blockIdx.x * TILE;
	if (threadIdx.x == 0)
		for (int s = 0; s < STAGES; s++) {
			init(&full[s], blockDim.x - 31);
			init(&empty[s], blockDim.x - 31);
			cde::fence_proxy_async_shared_cta();
		}
	__syncthreads();
	if (threadIdx.x < 32) { // the producer
		for (int t = 0; t < tiles && threadIdx.x == 0; t++) {
			int s = t % STAGES;
			empty[s].wait(empty[s].arrive());
			cde::cp_async_bulk_tensor_2d_global_to_shared(in[s], &from, t * TILE, y, full[s]);
			auto token = cuda::device::barrier_arrive_tx(full[s], 1, sizeof in[s]);
			(void)token;
		}
		return;
	}
	for (int s = 0; s < STAGES; s++)
		(void)empty[s].arrive();
	for (int t = 0; t < tiles; t++) {
		int s = t % STAGES;
		full[s].wait(full[s].arrive());
		if (threadIdx.x == 32) // the tile that this stage stored before
			cde::cp_async_bulk_wait_group_read<STAGES - 1>();
		asm volatile("bar.sync 1, %0;" ::"r"(blockDim.x - 32) : "memory");
		for (int i = threadIdx.x - 32; i < TILE * TILE; i += blockDim.x - 32)
			out[s][i % TILE][i / TILE] = in[s][i / TILE][i % TILE];
		cde::fence_proxy_async_shared_cta();
		asm volatile("bar.sync 1, %0;" ::"r"(blockDim.x - 32) : "memory");
		if (threadIdx.x == 32) {
			cde::cp_async_bulk_tensor_2d_shared_to_global(&to, y, t * TILE, out[s]);
			cde::cp_async_bulk_commit_group();
		}
		if (t + STAGES < tiles)
			(void)empty[s].arrive();
	}
	if (threadIdx.x == 32)
		cde::cp_async_bulk_wait_group_read<0>();
}

static CUtensorMap map_of(int *p, int rows, int cols, int pitch) {
	alignas(128) CUtensorMap m;
	const cuuint64_t dim[2] = {(cuuint64_t)cols, (cuuint64_t)rows}, stride[1] = {(cuuint64_t)pitch * 4};
	const cuuint32_t box[2] = {TILE, TILE}, step[2] = {1, 1};
	decltype(&cuTensorMapEncodeTiled) encode;
	cudaDriverEntryPointQueryResult found;
	cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
	                                 &found);
	CUresult r = encode(&m, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, p, dim, stride, box, step,
	                    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
	                    CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	if (r != CUDA_SUCCESS)
		printf("encode %d\n", (int)r);
	return m;
}

int main() {
	static int host[ROWS * COLS], got[COLS * 112];
	int *a, *b, bad = 0;
	cudaMalloc(&a, sizeof host);
	cudaMalloc(&b, sizeof got);
	for (int i = 0; i < ROWS * COLS; i++)
		host[i] = i * 7 + 3;
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cudaMemset(b, 0xff, sizeof got);
	transpose<<<(ROWS + TILE - 1) / TILE, 160>>>(map_of(a, ROWS, COLS, COLS), map_of(b, COLS, ROWS, 112));
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	cudaMemcpy(got, b, sizeof got, cudaMemcpyDeviceToHost);
	for (int y = 0; y < COLS; y++)
		for (int x = 0; x < 112; x++)
			bad += got[y * 112 + x] != (x < ROWS ? host[x * COLS + y] : -1);
	printf("%d wrong\n", bad);
	return 0;
}
