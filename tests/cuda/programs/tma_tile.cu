// tma_tile: tensor-map copies in tile mode, 1D to 5D: boxes inside and across the edges of the tensor,
// element strides, fills, swizzles, interleaved layouts, element types; from shared memory back to global.
// With a file name: all bytes that the loads left, for a closer look.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

typedef cuuint64_t u64;
typedef unsigned int u32;

enum { AREA = 16384, TENSOR = 1 << 18 };

struct config {
	const char *name;
	CUtensorMapDataType type;
	u32 size; // of an element
	u32 rank;
	u64 dim[5], stride[4];
	u32 box[5], step[5];
	CUtensorMapInterleave interleave;
	CUtensorMapSwizzle swizzle;
	CUtensorMapFloatOOBfill fill;
	u32 offset; // in shared memory
	u32 ncoord;
	int coord[4][5];
};

#define U8 CU_TENSOR_MAP_DATA_TYPE_UINT8, 1
#define U16 CU_TENSOR_MAP_DATA_TYPE_UINT16, 2
#define U32 CU_TENSOR_MAP_DATA_TYPE_UINT32, 4
#define S32 CU_TENSOR_MAP_DATA_TYPE_INT32, 4
#define U64 CU_TENSOR_MAP_DATA_TYPE_UINT64, 8
#define S64 CU_TENSOR_MAP_DATA_TYPE_INT64, 8
#define F16 CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2
#define BF16 CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2
#define F32 CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4
#define F64 CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8
#define F32Z CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 4
#define TF32 CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4
#define TF32Z CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, 4
#define I0 CU_TENSOR_MAP_INTERLEAVE_NONE
#define I16 CU_TENSOR_MAP_INTERLEAVE_16B
#define I32 CU_TENSOR_MAP_INTERLEAVE_32B
#define S0 CU_TENSOR_MAP_SWIZZLE_NONE
#define SW32 CU_TENSOR_MAP_SWIZZLE_32B
#define SW64 CU_TENSOR_MAP_SWIZZLE_64B
#define SW128 CU_TENSOR_MAP_SWIZZLE_128B
#define ZERO CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE
#define NAN_ CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA

static const config configs[] = {
	{"1d", U16, 1, {1000}, {}, {64}, {1}, I0, S0, ZERO, 0, 4, {{0}, {16}, {968}, {-8}}},
	{"1d u8", U8, 1, {100}, {}, {32}, {1}, I0, S0, ZERO, 0, 4, {{0}, {80}, {-32}, {208}}},
	{"1d u32 256", U32, 1, {1000}, {}, {256}, {1}, I0, S0, ZERO, 128, 2, {{4}, {900}}},
	{"2d", U16, 2, {50, 20}, {128}, {16, 8}, {1, 1}, I0, S0, ZERO, 0, 4, {{0, 0}, {40, 15}, {-8, -2}, {8, 19}}},
	{"2d far out", U32, 2, {50, 20}, {256}, {16, 8}, {1, 1}, I0, S0, ZERO, 0, 4, {{1000, 0}, {0, -100}, {2147483640, 3}, {-2147483647 - 1, 3}}},
	{"2d s32", S32, 2, {33, 9}, {144}, {20, 4}, {1, 1}, I0, S0, ZERO, 0, 2, {{4, 1}, {20, 7}}},
	{"2d u64", U64, 2, {33, 9}, {272}, {10, 4}, {1, 1}, I0, S0, ZERO, 0, 2, {{2, 1}, {30, 7}}},
	{"2d s64", S64, 2, {33, 9}, {272}, {10, 4}, {1, 1}, I0, S0, ZERO, 0, 2, {{2, 1}, {30, 7}}},
	{"2d f16 nan", F16, 2, {33, 9}, {80}, {16, 4}, {1, 1}, I0, S0, NAN_, 0, 2, {{-8, 1}, {24, 7}}},
	{"2d bf16 nan", BF16, 2, {33, 9}, {80}, {16, 4}, {1, 1}, I0, S0, NAN_, 0, 2, {{-8, 1}, {24, 7}}},
	{"2d f32 nan", F32, 2, {33, 9}, {144}, {16, 4}, {1, 1}, I0, S0, NAN_, 0, 2, {{-8, 1}, {24, 7}}},
	{"2d f64 nan", F64, 2, {33, 9}, {272}, {16, 4}, {1, 1}, I0, S0, NAN_, 0, 2, {{-8, 1}, {24, 7}}},
	{"2d f32 ftz nan", F32Z, 2, {33, 9}, {144}, {16, 4}, {1, 1}, I0, S0, NAN_, 0, 2, {{-8, 1}, {24, 7}}},
	{"2d tf32 nan", TF32, 2, {33, 9}, {144}, {16, 4}, {1, 1}, I0, S0, NAN_, 0, 2, {{-8, 1}, {24, 7}}},
	{"2d tf32 ftz nan", TF32Z, 2, {33, 9}, {144}, {16, 4}, {1, 1}, I0, S0, NAN_, 0, 2, {{-8, 1}, {24, 7}}},
	{"2d f32", F32, 2, {33, 9}, {144}, {16, 4}, {1, 1}, I0, S0, ZERO, 0, 2, {{-4, 1}, {28, 7}}},
	{"2d f32 ftz", F32Z, 2, {33, 9}, {144}, {16, 4}, {1, 1}, I0, S0, ZERO, 0, 2, {{0, 1}, {28, 7}}},
	{"2d tf32", TF32, 2, {33, 9}, {144}, {16, 4}, {1, 1}, I0, S0, ZERO, 0, 2, {{0, 1}, {28, 7}}},
	{"2d tf32 ftz", TF32Z, 2, {33, 9}, {144}, {16, 4}, {1, 1}, I0, S0, ZERO, 0, 2, {{0, 1}, {28, 7}}},
	{"3d", U16, 3, {20, 10, 6}, {48, 512}, {8, 4, 3}, {1, 1, 1}, I0, S0, ZERO, 0, 3, {{0, 0, 0}, {16, 8, 4}, {-8, -1, -1}}},
	{"4d", U16, 4, {20, 10, 6, 4}, {48, 512, 3200}, {8, 4, 3, 2}, {1, 1, 1, 1}, I0, S0, ZERO, 0, 3, {{0, 0, 0, 0}, {16, 8, 4, 3}, {8, 3, 1, -1}}},
	{"5d", U16, 5, {20, 10, 6, 4, 3}, {48, 512, 3200, 16000}, {8, 4, 3, 2, 2}, {1, 1, 1, 1, 1}, I0, S0, ZERO, 0, 3, {{0, 0, 0, 0, 0}, {16, 8, 4, 3, 2}, {8, 3, 1, 1, 1}}},
	{"steps", U16, 3, {40, 30, 20}, {80, 2400}, {16, 9, 6}, {1, 2, 3}, I0, S0, ZERO, 0, 3, {{0, 0, 0}, {8, 25, 18}, {-8, -3, -2}}},
	{"steps inner", U16, 2, {40, 30}, {80}, {16, 8}, {2, 1}, I0, S0, ZERO, 0, 2, {{0, 0}, {8, 25}}},
	{"steps 5d", U16, 5, {20, 10, 6, 8, 9}, {48, 512, 3200, 25600}, {8, 4, 3, 8, 8}, {1, 4, 2, 8, 5}, I0, S0, ZERO, 0, 2, {{0, 0, 0, 0, 0}, {8, 5, 1, 3, 2}}},
	{"swizzle 32", U16, 2, {64, 40}, {128}, {16, 20}, {1, 1}, I0, SW32, ZERO, 0, 2, {{0, 0}, {48, 25}}},
	{"swizzle 64", U16, 2, {64, 40}, {128}, {32, 20}, {1, 1}, I0, SW64, ZERO, 0, 2, {{0, 0}, {48, 25}}},
	{"swizzle 128", U16, 2, {64, 40}, {128}, {64, 20}, {1, 1}, I0, SW128, ZERO, 0, 2, {{0, 0}, {48, 25}}},
	{"swizzle 32 narrow", U16, 2, {64, 40}, {128}, {8, 20}, {1, 1}, I0, SW32, ZERO, 0, 2, {{0, 0}, {48, 25}}},
	{"swizzle 64 narrow", U16, 2, {64, 40}, {128}, {8, 20}, {1, 1}, I0, SW64, ZERO, 0, 2, {{0, 0}, {48, 25}}},
	{"swizzle 128 narrow", U16, 2, {64, 40}, {128}, {24, 20}, {1, 1}, I0, SW128, ZERO, 0, 2, {{0, 0}, {48, 25}}},
	{"swizzle 128 half", U16, 2, {64, 40}, {128}, {32, 20}, {1, 1}, I0, SW128, ZERO, 0, 2, {{0, 0}, {48, 25}}},
	{"swizzle 32 at 128", U16, 2, {64, 40}, {128}, {16, 20}, {1, 1}, I0, SW32, ZERO, 128, 1, {{0, 0}}},
	{"swizzle 64 at 128", U16, 2, {64, 40}, {128}, {32, 20}, {1, 1}, I0, SW64, ZERO, 128, 1, {{0, 0}}},
	{"swizzle 128 at 128", U16, 2, {64, 40}, {128}, {64, 20}, {1, 1}, I0, SW128, ZERO, 128, 1, {{0, 0}}},
	{"swizzle 128 at 512", U16, 2, {64, 40}, {128}, {64, 20}, {1, 1}, I0, SW128, ZERO, 512, 1, {{0, 0}}},
	{"swizzle 128 3d f32", F32, 3, {32, 10, 6}, {128, 1280}, {32, 4, 3}, {1, 1, 1}, I0, SW128, ZERO, 0, 2, {{0, 0, 0}, {4, 8, 4}}},
	{"swizzle 128 u8", U8, 2, {200, 40}, {256}, {128, 9}, {1, 1}, I0, SW128, ZERO, 0, 2, {{0, 0}, {96, 35}}},
	{"interleave 16", U16, 3, {16, 10, 5}, {16, 512}, {8, 4, 2}, {1, 1, 1}, I16, S0, ZERO, 0, 4, {{0, 0, 0}, {1, 0, 0}, {0, 8, 1}, {-1, -1, 1}}},
	{"interleave 16 wide", U16, 3, {40, 10, 5}, {16, 512}, {32, 4, 2}, {1, 1, 1}, I16, S0, ZERO, 0, 3, {{0, 0, 0}, {1, 0, 0}, {3, 8, 1}}},
	{"interleave 16 4d", U16, 4, {24, 10, 5, 4}, {16, 512, 4096}, {16, 4, 2, 2}, {1, 1, 1, 1}, I16, S0, ZERO, 0, 3, {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 8, 3, 3}}},
	{"interleave 16 5d", U16, 5, {24, 10, 5, 4, 3}, {16, 512, 4096, 20000}, {16, 4, 2, 2, 2}, {1, 1, 1, 1, 1}, I16, S0, ZERO, 0, 3, {{0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}, {2, 8, 3, 3, 2}}},
	{"interleave 16 u8", U8, 3, {40, 10, 5}, {16, 512}, {32, 4, 2}, {1, 1, 1}, I16, S0, ZERO, 0, 2, {{0, 0, 0}, {1, 1, 0}}},
	{"interleave 16 u32", U32, 3, {10, 10, 5}, {16, 512}, {8, 4, 2}, {1, 1, 1}, I16, S0, ZERO, 0, 2, {{0, 0, 0}, {1, 1, 0}}},
	{"interleave 16 steps", U16, 3, {40, 10, 5}, {16, 512}, {32, 4, 2}, {2, 2, 1}, I16, S0, ZERO, 0, 2, {{0, 0, 0}, {1, 1, 0}}},
	{"interleave 16 swizzle 32", U16, 3, {40, 10, 5}, {16, 512}, {32, 9, 2}, {1, 1, 1}, I16, SW32, ZERO, 0, 1, {{0, 0, 0}}},
	{"interleave 16 swizzle 128", U16, 3, {40, 10, 5}, {16, 512}, {32, 9, 2}, {1, 1, 1}, I16, SW128, ZERO, 0, 1, {{0, 0, 0}}},
	{"interleave 32", U16, 3, {40, 10, 5}, {32, 512}, {32, 4, 2}, {1, 1, 1}, I32, SW32, ZERO, 0, 3, {{0, 0, 0}, {1, 1, 0}, {2, 9, 1}}},
};

struct coords {
	int c[5];
};

__device__ static u32 shared_address(const void *p) {
	return (u32)__cvta_generic_to_shared(p);
}

template <int R>
__device__ void load(u32 to, const CUtensorMap *map, u32 bar, coords c) {
	if constexpr (R == 1)
		asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];" ::"r"(to), "l"(map), "r"(bar), "r"(c.c[0]) : "memory");
	if constexpr (R == 2)
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(to), "l"(map), "r"(bar), "r"(c.c[0]), "r"(c.c[1]) : "memory");
	if constexpr (R == 3)
		asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];" ::"r"(to), "l"(map), "r"(bar), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]) : "memory");
	if constexpr (R == 4)
		asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"(to), "l"(map), "r"(bar), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]), "r"(c.c[3]) : "memory");
	if constexpr (R == 5)
		asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"(to), "l"(map), "r"(bar), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]), "r"(c.c[3]), "r"(c.c[4]) : "memory");
}

template <int R>
__device__ void store(u32 from, const CUtensorMap *map, coords c) {
	if constexpr (R == 1)
		asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%1, {%2}], [%0];" ::"r"(from), "l"(map), "r"(c.c[0]) : "memory");
	if constexpr (R == 2)
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%1, {%2, %3}], [%0];" ::"r"(from), "l"(map), "r"(c.c[0]), "r"(c.c[1]) : "memory");
	if constexpr (R == 3)
		asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%1, {%2, %3, %4}], [%0];" ::"r"(from), "l"(map), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]) : "memory");
	if constexpr (R == 4)
		asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group [%1, {%2, %3, %4, %5}], [%0];" ::"r"(from), "l"(map), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]), "r"(c.c[3]) : "memory");
	if constexpr (R == 5)
		asm volatile("cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group [%1, {%2, %3, %4, %5, %6}], [%0];" ::"r"(from), "l"(map), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]), "r"(c.c[3]), "r"(c.c[4]) : "memory");
}

// Waits for `bytes`; false if other bytes come.
__device__ bool wait(u32 bar) {
	for (int i = 0; i < 20000; i++) {
		u32 done;
		asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(bar) : "memory");
		if (done)
			return true;
	}
	return false;
}

template <int R>
__global__ void tma_load(const __grid_constant__ CUtensorMap map, coords c, u32 offset, u32 bytes,
                         uint4 *out, int *ok) {
	extern __shared__ __align__(1024) char area[];
	__shared__ __align__(8) u64 bar;
	for (u32 i = threadIdx.x; i < AREA / 16; i += blockDim.x)
		((uint4 *)area)[i] = make_uint4(0xeeeeeeee, 0xeeeeeeee, 0xeeeeeeee, 0xeeeeeeee);
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&bar)));
		asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async;");
	}
	asm volatile("fence.proxy.async;");
	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("prefetch.tensormap [%0];" ::"l"(&map));
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&bar)), "r"(bytes) : "memory");
		load<R>(shared_address(area) + offset, &map, shared_address(&bar), c);
	}
	bool good = wait(shared_address(&bar));
	if (threadIdx.x == 0)
		*ok = good;
	__syncthreads();
	for (u32 i = threadIdx.x; i < AREA / 16; i += blockDim.x)
		out[i] = ((uint4 *)area)[i];
}

template <int R>
__global__ void tma_store(const __grid_constant__ CUtensorMap map, coords c, u32 offset) {
	extern __shared__ __align__(1024) char area[];
	for (u32 i = threadIdx.x; i < AREA / 4; i += blockDim.x)
		((u32 *)area)[i] = (i * 2 + 0x8001) << 16 | ((i * 2 + 0x8000) & 0xffff);
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	if (threadIdx.x == 0) {
		store<R>(shared_address(area) + offset, &map, c);
		asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
	}
}

static u64 hash(const void *p, size_t n) {
	const unsigned char *b = (const unsigned char *)p;
	u64 h = 14695981039346656037ull;
	for (size_t i = 0; i < n; i++)
		h = (h ^ b[i]) * 1099511628211ull;
	return h;
}

static decltype(&cuTensorMapEncodeTiled) encode;
static char *tensor, *out, *host;
static int *ok;
static FILE *dump;

#define CHECK(x)                                                                            \
	do {                                                                                \
		cudaError_t e_ = (x);                                                       \
		if (e_ != cudaSuccess) {                                                    \
			printf("%s: %s\n", #x, cudaGetErrorName(e_));                       \
			exit(1);                                                            \
		}                                                                           \
	} while (0)

static void fill_tensor() {
	for (u32 i = 0; i < TENSOR / 2; i++)
		((unsigned short *)host)[i] = (unsigned short)(i * 7 + (i >> 13));
	CHECK(cudaMemcpy(tensor, host, TENSOR, cudaMemcpyHostToDevice));
}

template <int R>
static void run(const config &f, const CUtensorMap &map, const int *at) {
	coords c = {};
	u32 bytes = f.interleave == I0 ? f.size : f.interleave == I16 ? 16 : 32;
	bool inside = true; // no coordinate is negative, which stores do not take
	int good;
	for (int i = 0; i < R; i++) {
		c.c[i] = at[i];
		inside &= at[i] >= 0;
		if (f.interleave != I0 && i == R - 2)
			continue; // one slice of channels
		bytes *= i == 0 && f.interleave == I0 ? f.box[0] : (f.box[i] + f.step[i] - 1) / f.step[i];
	}
	fill_tensor();
	tma_load<R><<<1, 64, AREA + 1024>>>(map, c, f.offset, bytes, (uint4 *)out, ok);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(&good, ok, 4, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(host, out, AREA, cudaMemcpyDeviceToHost));
	printf("%s (", f.name);
	for (int i = 0; i < R; i++)
		printf("%s%d", i ? "," : "", at[i]);
	printf("): %s %016llx", good ? "loaded" : "incomplete", (unsigned long long)hash(host, AREA));
	if (dump)
		fwrite(host, 1, AREA, dump);
	if (!inside) {
		printf("\n");
		return;
	}
	tma_store<R><<<1, 64, AREA + 1024>>>(map, c, f.offset);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(host, tensor, TENSOR, cudaMemcpyDeviceToHost));
	printf(" stored %016llx\n", (unsigned long long)hash(host, TENSOR));
	for (u32 i = 0; dump && i < TENSOR / 2; i++) {
		u32 change[2] = {i, ((unsigned short *)host)[i]};
		if (change[1] != (unsigned short)(i * 7 + (i >> 13)))
			fwrite(change, 1, sizeof change, dump);
	}
	if (dump)
		fwrite("........", 1, 8, dump);
}

int main(int argc, char **argv) {
	cudaDriverEntryPointQueryResult found;
	CHECK(cudaFree(0));
	CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000,
	                                       cudaEnableDefault, &found));
	if (argc > 1)
		dump = fopen(argv[1], "wb");
	host = (char *)malloc(TENSOR);
	CHECK(cudaMalloc(&tensor, TENSOR));
	CHECK(cudaMalloc(&out, AREA));
	CHECK(cudaMalloc(&ok, 4));
	for (const config &f : configs) {
		if (argc > 2 && atoi(argv[2]) != &f - configs)
			continue;
		alignas(128) CUtensorMap map;
		CUresult r = encode(&map, f.type, f.rank, tensor, f.dim, f.stride, f.box, f.step, f.interleave,
		                    f.swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, f.fill);
		if (r != CUDA_SUCCESS) {
			printf("%s: error %d\n", f.name, (int)r);
			continue;
		}
		for (u32 i = argc > 3 ? atoi(argv[3]) : 0; i < (argc > 3 ? atoi(argv[3]) + 1u : f.ncoord); i++)
			switch (f.rank) {
			case 1: run<1>(f, map, f.coord[i]); break;
			case 2: run<2>(f, map, f.coord[i]); break;
			case 3: run<3>(f, map, f.coord[i]); break;
			case 4: run<4>(f, map, f.coord[i]); break;
			default: run<5>(f, map, f.coord[i]); break;
			}
	}
	if (dump)
		fclose(dump);
	return 0;
}
