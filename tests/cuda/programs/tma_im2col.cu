// tma_im2col: tensor-map copies in im2col mode, 3D to 5D: bounding boxes, offsets, element strides, columns
// that go over the end of a row, of an image and of the batch; back to global memory.
// With a file name: all bytes that the loads left.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

typedef cuuint64_t u64;
typedef unsigned int u32;
typedef unsigned short u16;

enum { AREA = 16384, TENSOR = 1 << 18 };

struct config {
	const char *name;
	CUtensorMapDataType type;
	u32 size, rank;
	u64 dim[5], stride[4];
	int lower[3], upper[3];
	u32 channels, pixels, step[5];
	CUtensorMapInterleave interleave;
	CUtensorMapSwizzle swizzle;
	CUtensorMapFloatOOBfill fill;
	u32 ncase;
	int at[4][5];
	u16 offset[4][3];
};

#define U16_ CU_TENSOR_MAP_DATA_TYPE_UINT16, 2
#define F16_ CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2
#define F32_ CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4
#define I0 CU_TENSOR_MAP_INTERLEAVE_NONE
#define I16 CU_TENSOR_MAP_INTERLEAVE_16B
#define S0 CU_TENSOR_MAP_SWIZZLE_NONE
#define SW128 CU_TENSOR_MAP_SWIZZLE_128B
#define ZERO CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE
#define NAN_ CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA

static const config configs[] = {
	{"3d", U16_, 3, {16, 20, 5}, {32, 640}, {0}, {0}, 8, 16, {1, 1, 1}, I0, S0, ZERO, 4,
	 {{0, 0, 0}, {8, 10, 1}, {0, 18, 4}, {-8, 3, 0}}, {{0}, {0}, {0}, {0}}},
	{"3d box", U16_, 3, {16, 20, 5}, {32, 640}, {-1}, {-1}, 8, 32, {1, 1, 1}, I0, S0, ZERO, 4,
	 {{0, -1, 0}, {8, 10, 1}, {0, 18, 4}, {0, -1, 2}}, {{0}, {1}, {2}, {2}}},
	{"3d upper", U16_, 3, {16, 20, 5}, {32, 640}, {-2}, {2}, 8, 40, {1, 1, 1}, I0, S0, ZERO, 2,
	 {{0, -2, 0}, {8, 15, 1}}, {{0}, {1}}},
	{"4d 3x3 pad 1", U16_, 4, {16, 9, 8, 3}, {32, 288, 2304}, {-1, -1}, {-1, -1}, 16, 64, {1, 1, 1, 1}, I0, S0, ZERO, 4,
	 {{0, -1, -1, 0}, {0, 5, 3, 0}, {0, -1, 5, 1}, {0, 2, 4, 2}}, {{0, 0}, {1, 2}, {2, 2}, {2, 0}}},
	{"4d no pad", U16_, 4, {16, 9, 8, 3}, {32, 288, 2304}, {0, 0}, {-2, -2}, 16, 64, {1, 1, 1, 1}, I0, S0, ZERO, 3,
	 {{0, 0, 0, 0}, {0, 5, 3, 0}, {0, 0, 5, 2}}, {{0, 0}, {1, 2}, {2, 2}}},
	{"4d steps", U16_, 4, {16, 9, 8, 3}, {32, 288, 2304}, {-1, -1}, {-1, -1}, 16, 32, {1, 2, 2, 1}, I0, S0, ZERO, 3,
	 {{0, -1, -1, 0}, {0, 1, 1, 1}, {0, 5, 5, 2}}, {{0, 0}, {1, 2}, {2, 2}}},
	{"4d steps 3", U16_, 4, {16, 10, 8, 3}, {32, 320, 2560}, {-1, 0}, {0, 1}, 8, 24, {1, 3, 2, 1}, I0, S0, ZERO, 2,
	 {{8, -1, 0, 0}, {0, 2, 2, 1}}, {{0, 0}, {1, 1}}},
	{"4d swizzle f16 nan", F16_, 4, {64, 9, 8, 3}, {128, 1152, 9216}, {-1, -1}, {-1, -1}, 64, 48, {1, 1, 1, 1}, I0, SW128, NAN_, 3,
	 {{0, -1, -1, 0}, {0, 5, 3, 0}, {32, -1, 5, 2}}, {{0, 0}, {1, 2}, {2, 2}}},
	{"5d", U16_, 5, {16, 5, 6, 4, 2}, {32, 160, 960, 3840}, {-1, -1, -1}, {-1, -1, -1}, 16, 96, {1, 1, 1, 1, 1}, I0, S0, ZERO, 3,
	 {{0, -1, -1, -1, 0}, {0, 2, 3, 1, 0}, {0, 1, 2, 2, 1}}, {{0, 0, 0}, {1, 2, 1}, {2, 2, 2}}},
};

struct coords {
	int c[5];
	u16 o[3];
};

__device__ static u32 shared_address(const void *p) {
	return (u32)__cvta_generic_to_shared(p);
}

template <int R>
__device__ void load(u32 to, const CUtensorMap *map, u32 bar, coords c) {
	if constexpr (R == 3)
		asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2], {%6};" ::"r"(to), "l"(map), "r"(bar), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]), "h"(c.o[0]) : "memory");
	if constexpr (R == 4)
		asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2], {%7, %8};" ::"r"(to), "l"(map), "r"(bar), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]), "r"(c.c[3]), "h"(c.o[0]), "h"(c.o[1]) : "memory");
	if constexpr (R == 5)
		asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6, %7}], [%2], {%8, %9, %10};" ::"r"(to), "l"(map), "r"(bar), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]), "r"(c.c[3]), "r"(c.c[4]), "h"(c.o[0]), "h"(c.o[1]), "h"(c.o[2]) : "memory");
}

template <int R>
__device__ void store(u32 from, const CUtensorMap *map, coords c) {
	if constexpr (R == 3)
		asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group [%1, {%2, %3, %4}], [%0];" ::"r"(from), "l"(map), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]) : "memory");
	if constexpr (R == 4)
		asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group [%1, {%2, %3, %4, %5}], [%0];" ::"r"(from), "l"(map), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]), "r"(c.c[3]) : "memory");
	if constexpr (R == 5)
		asm volatile("cp.async.bulk.tensor.5d.global.shared::cta.im2col_no_offs.bulk_group [%1, {%2, %3, %4, %5, %6}], [%0];" ::"r"(from), "l"(map), "r"(c.c[0]), "r"(c.c[1]), "r"(c.c[2]), "r"(c.c[3]), "r"(c.c[4]) : "memory");
}

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
__global__ void im2col_load(const __grid_constant__ CUtensorMap map, coords c, u32 bytes, uint4 *out, int *ok) {
	extern __shared__ __align__(1024) char area[];
	__shared__ __align__(8) u64 bar;
	for (u32 i = threadIdx.x; i < AREA / 16; i += blockDim.x)
		((uint4 *)area)[i] = make_uint4(0xeeeeeeee, 0xeeeeeeee, 0xeeeeeeee, 0xeeeeeeee);
	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&bar)));
	asm volatile("fence.proxy.async;");
	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&bar)), "r"(bytes) : "memory");
		load<R>(shared_address(area), &map, shared_address(&bar), c);
	}
	bool good = wait(shared_address(&bar));
	if (threadIdx.x == 0)
		*ok = good;
	__syncthreads();
	for (u32 i = threadIdx.x; i < AREA / 16; i += blockDim.x)
		out[i] = ((uint4 *)area)[i];
}

template <int R>
__global__ void im2col_store(const __grid_constant__ CUtensorMap map, coords c) {
	extern __shared__ __align__(1024) char area[];
	for (u32 i = threadIdx.x; i < AREA / 4; i += blockDim.x)
		((u32 *)area)[i] = (i * 2 + 0x8001) << 16 | ((i * 2 + 0x8000) & 0xffff);
	asm volatile("fence.proxy.async;" ::: "memory");
	__syncthreads();
	if (threadIdx.x == 0) {
		store<R>(shared_address(area), &map, c);
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

static decltype(&cuTensorMapEncodeIm2col) encode;
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

template <int R>
static void run(const config &f, const CUtensorMap &map, u32 k) {
	coords c = {};
	bool inside = true; // neither a coordinate nor a corner of the box is negative: stores take nothing else
	int good;
	for (int i = 0; i < R; i++) {
		c.c[i] = f.at[k][i];
		inside &= f.at[k][i] >= 0 && (i >= R - 2 || f.lower[i] >= 0);
	}
	for (int i = 0; i < 3; i++)
		c.o[i] = f.offset[k][i];
	for (u32 i = 0; i < TENSOR / 2; i++)
		((u16 *)host)[i] = (u16)(i * 7 + (i >> 13));
	CHECK(cudaMemcpy(tensor, host, TENSOR, cudaMemcpyHostToDevice));
	im2col_load<R><<<1, 64, AREA + 1024>>>(map, c, f.channels * f.pixels * f.size, (uint4 *)out, ok);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(&good, ok, 4, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(host, out, AREA, cudaMemcpyDeviceToHost));
	printf("%s %u: %s %016llx", f.name, k, good ? "loaded" : "incomplete",
	       (unsigned long long)hash(host, AREA));
	if (dump)
		fwrite(host, 1, AREA, dump);
	if (!inside) {
		printf("\n");
		return;
	}
	im2col_store<R><<<1, 64, AREA + 1024>>>(map, c);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(host, tensor, TENSOR, cudaMemcpyDeviceToHost));
	printf(" stored %016llx\n", (unsigned long long)hash(host, TENSOR));
	for (u32 i = 0; dump && i < TENSOR / 2; i++) {
		u32 change[2] = {i, ((u16 *)host)[i]};
		if (change[1] != (u16)(i * 7 + (i >> 13)))
			fwrite(change, 1, sizeof change, dump);
	}
	if (dump)
		fwrite("........", 1, 8, dump);
}

int main(int argc, char **argv) {
	cudaDriverEntryPointQueryResult found;
	CHECK(cudaFree(0));
	CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeIm2col", (void **)&encode, 12000,
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
		CUresult r = encode(&map, f.type, f.rank, tensor, f.dim, f.stride, f.lower, f.upper, f.channels,
		                    f.pixels, f.step, f.interleave, f.swizzle,
		                    CU_TENSOR_MAP_L2_PROMOTION_NONE, f.fill);
		if (r != CUDA_SUCCESS) {
			printf("%s: error %d\n", f.name, (int)r);
			continue;
		}
		for (u32 k = argc > 3 ? atoi(argv[3]) : 0; k < (argc > 3 ? atoi(argv[3]) + 1u : f.ncase); k++)
			switch (f.rank) {
			case 3: run<3>(f, map, k); break;
			case 4: run<4>(f, map, k); break;
			default: run<5>(f, map, k); break;
			}
	}
	if (dump)
		fclose(dump);
	return 0;
}
