// wgmma_gemm: a product of matrices as Hopper's libraries make it. One warpgroup loads tiles with tensor copies through
// a ring of stages, 128-byte swizzled; two others multiply them from shared memory, 64 rows each. Whole numbers, so
// that every sum is exact.
// build: -arch=sm_90a
#include <cstdint>
#include <cstdio>
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

enum { BM = 128, BN = 64, BK = 64, STAGES = 3, CONSUMERS = 2, THREADS = 128 * (1 + CONSUMERS) };

struct __align__(1024) stage {
	half a[BM][BK], b[BN][BK];
};

struct shared {
	stage tile[STAGES];
	uint64_t full[STAGES], empty[STAGES];
};

__device__ uint32_t addr(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ void wait(uint64_t *barrier, int parity) {
	asm volatile("{.reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra again;}" ::"r"(
			     addr(barrier)),
	             "r"(parity)
	             : "memory");
}

__device__ void arrive(uint64_t *barrier) {
	asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(addr(barrier)) : "memory");
}

__device__ void load(void *to, const CUtensorMap *map, int x, int y, uint64_t *barrier) {
	asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], "
	             "[%4];" ::"r"(addr(to)),
	             "l"(map), "r"(x), "r"(y), "r"(addr(barrier))
	             : "memory");
}

/* Rows of 128 bytes, swizzled; 8 of them are 1024. */
__device__ uint64_t descriptor(const void *p) {
	return (uint64_t)((addr(p) & 0x3ffff) >> 4) | 1ull << 16 | (uint64_t)(1024 >> 4) << 32 | 1ull << 62;
}

__device__ void multiply(float (&d)[32], uint64_t a, uint64_t b) {
	asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
	             "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,"
	             "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, %32, %33, 1, 1, 1, 0, 0;"
	             : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
	               "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]),
	               "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
	               "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
	             : "l"(a), "l"(b));
}

__device__ void produce(shared &s, const CUtensorMap *a, const CUtensorMap *b, int k) {
	for (int i = 0; i * BK < k; i++) {
		int at = i % STAGES;
		wait(&s.empty[at], i / STAGES % 2 ^ 1);
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(addr(&s.full[at])),
		             "r"((int)sizeof(stage))
		             : "memory");
		load(s.tile[at].a, a, i * BK, blockIdx.y * BM, &s.full[at]);
		load(s.tile[at].b, b, i * BK, blockIdx.x * BN, &s.full[at]);
	}
}

__device__ void consume(shared &s, float *c, int m, int n, int k, int group) {
	float d[32] = {};
	for (int i = 0; i * BK < k; i++) {
		int at = i % STAGES;
		wait(&s.full[at], i / STAGES % 2);
		uint64_t a = descriptor(s.tile[at].a[64 * group]), b = descriptor(s.tile[at].b);
		asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
		for (int step = 0; step < BK / 16; step++) /* 32 bytes each */
			multiply(d, a + 2 * step, b + 2 * step);
		asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
		asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
		if (threadIdx.x % 128 == 0)
			arrive(&s.empty[at]);
	}
	int t = threadIdx.x % 128, row = blockIdx.y * BM + 64 * group + t / 32 * 16 + t % 32 / 4;
	for (int i = 0; i < 32; i++) {
		int y = row + i / 2 % 2 * 8, x = blockIdx.x * BN + i / 4 * 8 + t % 4 * 2 + i % 2;
		if (y < m && x < n)
			c[(size_t)y * n + x] = d[i];
	}
}

/* c = a * b, b transposed: both have their k side by side. */
__global__ void __launch_bounds__(THREADS)
	gemm(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float *c, int m, int n, int k) {
	extern __shared__ uint8_t raw[];
	shared &s = *(shared *)(raw + (-addr(raw) & 1023));
	int group = threadIdx.x / 128;
	if (threadIdx.x == 0) {
		for (int i = 0; i < STAGES; i++) {
			asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(addr(&s.full[i])));
			asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(addr(&s.empty[i])), "r"((int)CONSUMERS));
		}
		asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async.shared::cta;" ::: "memory");
	}
	__syncthreads();
	if (group == 0) {
		asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
		if (threadIdx.x == 0)
			produce(s, &a, &b, k);
	} else {
		asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
		consume(s, c, m, n, k, group - 1);
	}
}

static CUtensorMap map_of(half *p, int rows, int cols, int box_rows) {
	alignas(128) CUtensorMap m;
	const cuuint64_t dim[2] = {(cuuint64_t)cols, (cuuint64_t)rows}, stride[1] = {(cuuint64_t)cols * 2};
	const cuuint32_t box[2] = {BK, (cuuint32_t)box_rows}, step[2] = {1, 1};
	decltype(&cuTensorMapEncodeTiled) encode;
	cudaDriverEntryPointQueryResult found;
	cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault, &found);
	CUresult r = encode(&m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, dim, stride, box, step,
	                    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
	                    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	if (r != CUDA_SUCCESS)
		printf("encode %d\n", (int)r);
	return m;
}

static void run(int m, int n, int k) {
	half *a, *b;
	float *c;
	int bad = 0;
	double sum = 0;
	cudaMallocManaged(&a, sizeof(half) * m * k);
	cudaMallocManaged(&b, sizeof(half) * n * k);
	cudaMallocManaged(&c, sizeof(float) * m * n);
	for (int i = 0; i < m * k; i++)
		a[i] = __float2half((float)((i * 37 + i / k * 11) % 17 - 8));
	for (int i = 0; i < n * k; i++)
		b[i] = __float2half((float)((i * 29 + i / k * 5) % 13 - 6));
	int bytes = sizeof(shared) + 1024;
	cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
	dim3 grid((n + BN - 1) / BN, (m + BM - 1) / BM);
	gemm<<<grid, THREADS, bytes>>>(map_of(a, m, k, BM), map_of(b, n, k, BN), c, m, n, k);
	cudaError_t e = cudaDeviceSynchronize();
	for (int y = 0; y < m && e == cudaSuccess; y++)
		for (int x = 0; x < n; x++) {
			int want = 0;
			for (int i = 0; i < k; i++)
				want += (((y * k + i) * 37 + y * 11) % 17 - 8) * (((x * k + i) * 29 + x * 5) % 13 - 6);
			bad += c[y * n + x] != (float)want;
			sum += c[y * n + x] * ((y * 7 + x * 3) % 11);
		}
	printf("%d x %d x %d: %s, %d wrong, sum %.0f\n", m, n, k, cudaGetErrorName(e), bad, sum);
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
}

int main() {
	run(128, 64, 64);
	run(256, 192, 512);
	run(200, 136, 200); /* edges in all directions */
	return 0;
}
