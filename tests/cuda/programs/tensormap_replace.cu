// tensormap_replace: a kernel makes tensor maps of its own from one that the host made: address, sizes, strides, box
// and fill are replaced in shared memory, the map goes to global memory with its fence, and tensor copies use it.
// build: -arch=sm_90a
#include <cstdint>
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

enum { COLS = 32, ROWS = 8, MATRICES = 3 };

struct matrix {
	const int *at;
	int rows, cols;
};

__device__ uint32_t addr(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ void replace(uint32_t map, const matrix &m, int box_cols) {
	asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(map), "l"(m.at) : "memory");
	asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(map), "r"(m.cols) : "memory");
	asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(map), "r"(m.rows) : "memory");
	asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(map),
	             "l"((uint64_t)m.cols * 4)
	             : "memory");
	asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(map), "r"(box_cols) : "memory");
	asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 0, 1;" ::"r"(map) : "memory");
}

/* Block i loads a box of matrix i, at (x, y). */
__global__ void grouped(const __grid_constant__ CUtensorMap model, CUtensorMap *maps, const matrix *m, int *out,
                        int box_cols, int x, int y) {
	__shared__ __align__(128) uint8_t map[128];
	__shared__ __align__(128) int tile[ROWS * COLS];
	__shared__ __align__(8) uint64_t barrier;
	int i = blockIdx.x;
	for (int k = threadIdx.x; k < ROWS * COLS; k += blockDim.x)
		tile[k] = -1;
	if (threadIdx.x < 32)
		((uint32_t *)map)[threadIdx.x] = ((const uint32_t *)&model)[threadIdx.x];
	__syncwarp();
	if (threadIdx.x == 0) {
		replace(addr(map), m[i], box_cols);
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(addr(&barrier)) : "memory");
	}
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	if (threadIdx.x < 32) {
		asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], "
		             "128;" ::"l"(&maps[i]),
		             "r"(addr(map))
		             : "memory");
		asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(&maps[i]) : "memory");
	}
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(addr(&barrier)),
		             "r"(ROWS * box_cols * 4)
		             : "memory");
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
		             "%3}], [%4];" ::"r"(addr(tile)),
		             "l"(&maps[i]), "r"(x), "r"(y), "r"(addr(&barrier))
		             : "memory");
	}
	asm volatile("{.reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra again;}" ::"r"(
			     addr(&barrier))
	             : "memory");
	for (int k = threadIdx.x; k < ROWS * COLS; k += blockDim.x)
		out[i * ROWS * COLS + k] = tile[k];
}

int main() {
	static const int rows[MATRICES] = {64, 10, 7}, cols[MATRICES] = {64, 36, 20};
	CUtensorMap *maps;
	matrix *m;
	int *out, *data;
	decltype(&cuTensorMapEncodeTiled) encode;
	cudaDriverEntryPointQueryResult found;
	cudaMallocManaged(&m, sizeof *m * MATRICES);
	cudaMalloc(&maps, sizeof *maps * MATRICES);
	cudaMallocManaged(&out, sizeof *out * MATRICES * ROWS * COLS);
	for (int i = 0; i < MATRICES; i++) {
		cudaMallocManaged(&data, sizeof *data * rows[i] * cols[i]);
		for (int k = 0; k < rows[i] * cols[i]; k++)
			data[k] = (i + 1) * 10000 + k / cols[i] * 100 + k % cols[i];
		m[i] = {data, rows[i], cols[i]};
	}
	alignas(128) CUtensorMap model;
	const cuuint64_t dim[2] = {64, 64}, stride[1] = {64 * 4};
	const cuuint32_t box[2] = {COLS, ROWS}, step[2] = {1, 1};
	cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault, &found);
	CUresult r = encode(&model, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, (void *)m[0].at, dim, stride, box, step,
	                    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
	                    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	if (r != CUDA_SUCCESS)
		printf("encode %d\n", (int)r);
	static const int place[][3] = {{32, 0, 0}, {16, 8, 4}, {8, -4, -2}, {32, 20, 5}};
	for (auto &p : place) {
		grouped<<<MATRICES, 64>>>(model, maps, m, out, p[0], p[1], p[2]);
		cudaError_t e = cudaDeviceSynchronize();
		printf("box of %d at %d,%d: %s\n", p[0], p[1], p[2], cudaGetErrorName(e));
		for (int i = 0; i < MATRICES; i++) {
			int bad = 0, n = p[0];
			unsigned sum = 0;
			for (int k = 0; k < ROWS * COLS; k++) {
				int y = p[2] + k / n, x = p[1] + k % n, v = out[i * ROWS * COLS + k];
				bool in = y >= 0 && y < rows[i] && x >= 0 && x < cols[i];
				int want = k >= ROWS * n ? -1 : in ? m[i].at[y * cols[i] + x] : 0;
				bad += v != want;
				sum = sum * 31 + v;
			}
			printf("  matrix %d: %d wrong, %08x\n", i, bad, sum);
		}
	}
	return 0;
}
