// tma_faults: what tensor copies, reductions, prefetches and changes of tensor maps are refused with: maps that are none
// or others than the instruction asks for, coordinates, places in shared and in global memory. Each case is a process of
// its own, since a fault ends a context. The errors were printed by an H200, but for maps in places that are not aligned
// when they are changed or copied: it takes those, which the manual does not allow.
// build: -arch=sm_90a
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned int u32;
typedef unsigned long long u64;

#define CHECK(x)                                                                            \
	do {                                                                                \
		cudaError_t e_ = (x);                                                       \
		if (e_ != cudaSuccess) {                                                    \
			printf("%s: %s\n", #x, cudaGetErrorName(e_));                       \
			exit(1);                                                            \
		}                                                                           \
	} while (0)

enum what {
	LOAD_2D, LOAD_3D, LOAD_IM2COL, LOAD_OWN, MULTICAST, STORE_2D, STORE_IM2COL, ADD, MIN, INC, PREFETCH_2D, PREFETCH_3D,
	REPLACE, REPLACE_GLOBAL, COPY,
};

struct place {
	u64 map;
	u32 shared, barrier, ctas;
	int at[3];
};

__device__ static u32 address(const void *p) {
	return (u32)__cvta_generic_to_shared(p);
}

__global__ void kernel(what w, place p) {
	extern __shared__ __align__(1024) char area[];
	u32 to = address(area) + 1024 + p.shared, bar = address(area) + p.barrier;
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address(area)));
		asm volatile("fence.proxy.async;");
	}
	__syncthreads();
	if (w == COPY) {
		asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], "
		             "128;" ::"l"(p.map), "r"(to) : "memory");
		return;
	}
	if (threadIdx.x)
		return;
	switch (w) {
	case LOAD_2D:
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(to), "l"(p.map), "r"(bar), "r"(p.at[0]), "r"(p.at[1]) : "memory");
		break;
	case LOAD_3D:
		asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];" ::"r"(to), "l"(p.map), "r"(bar), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]) : "memory");
		break;
	case LOAD_IM2COL:
		asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2], {%6};" ::"r"(to), "l"(p.map), "r"(bar), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]), "h"((short)0) : "memory");
		break;
	case LOAD_OWN:
		asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(to), "l"(p.map), "r"(bar), "r"(p.at[0]), "r"(p.at[1]) : "memory");
		break;
	case MULTICAST:
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(to), "l"(p.map), "r"(bar), "r"(p.at[0]), "r"(p.at[1]), "h"((short)p.ctas) : "memory");
		break;
	case STORE_2D:
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%1, {%2, %3}], [%0];" ::"r"(to), "l"(p.map), "r"(p.at[0]), "r"(p.at[1]) : "memory");
		break;
	case STORE_IM2COL:
		asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.im2col_no_offs.bulk_group [%1, {%2, %3, %4}], [%0];" ::"r"(to), "l"(p.map), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]) : "memory");
		break;
	case ADD:
		asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%1, {%2, %3}], [%0];" ::"r"(to), "l"(p.map), "r"(p.at[0]), "r"(p.at[1]) : "memory");
		break;
	case MIN:
		asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group [%1, {%2, %3}], [%0];" ::"r"(to), "l"(p.map), "r"(p.at[0]), "r"(p.at[1]) : "memory");
		break;
	case INC:
		asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group [%1, {%2, %3}], [%0];" ::"r"(to), "l"(p.map), "r"(p.at[0]), "r"(p.at[1]) : "memory");
		break;
	case PREFETCH_2D:
		asm volatile("cp.async.bulk.prefetch.tensor.2d.L2.global.tile [%0, {%1, %2}];" ::"l"(p.map), "r"(p.at[0]), "r"(p.at[1]) : "memory");
		break;
	case PREFETCH_3D:
		asm volatile("cp.async.bulk.prefetch.tensor.3d.L2.global.tile [%0, {%1, %2, %3}];" ::"l"(p.map), "r"(p.at[0]), "r"(p.at[1]), "r"(p.at[2]) : "memory");
		break;
	case REPLACE:
		asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(to), "l"(0x100ull) : "memory");
		break;
	case REPLACE_GLOBAL:
		asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(p.map), "l"(0x100ull) : "memory");
		break;
	default: break;
	}
	asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
	if (w <= MULTICAST)
		__nanosleep(1000000);
}

static decltype(&cuTensorMapEncodeTiled) tiled;
static decltype(&cuTensorMapEncodeIm2col) im2col;
static char *tensor, *maps;
static char *const nowhere = (char *)0x300000000000;

enum which { TILES, TILES_3D, TILES_FAR, TILES_S64, TILES_F32, TILES_TF32, TILES_U16, PIXELS, PIXELS_INSIDE, ZEROS, MAPS };

static void encode() {
	const cuuint64_t dim[3] = {64, 16, 4}, stride[2] = {512, 8192};
	const cuuint32_t box[3] = {8, 4, 2}, step[3] = {1, 1, 1};
	const int lower[1] = {-1}, upper[1] = {-1}, zero[1] = {0};
	alignas(128) CUtensorMap m[MAPS];
	CUresult r[MAPS];
	memset(m, 0, sizeof m);
	auto tile = [&](which w, CUtensorMapDataType t, int rank, void *at) {
		r[w] = tiled(&m[w], t, rank, at, dim, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
		             CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	};
	auto pixels = [&](which w, const int *lo, const int *up) {
		r[w] = im2col(&m[w], CU_TENSOR_MAP_DATA_TYPE_UINT32, 3, tensor, dim, stride, lo, up, 8, 8, step,
		              CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
		              CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	};
	tile(TILES, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, tensor);
	tile(TILES_3D, CU_TENSOR_MAP_DATA_TYPE_UINT32, 3, tensor);
	tile(TILES_FAR, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, nowhere);
	tile(TILES_S64, CU_TENSOR_MAP_DATA_TYPE_INT64, 2, tensor);
	tile(TILES_F32, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, tensor);
	tile(TILES_TF32, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 2, tensor);
	tile(TILES_U16, CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, tensor);
	pixels(PIXELS, lower, upper);
	pixels(PIXELS_INSIDE, zero, zero);
	for (int i = 0; i < ZEROS; i++)
		if (r[i] != CUDA_SUCCESS)
			printf("map %d: %d\n", i, r[i]);
	CHECK(cudaMemcpy(maps, m, sizeof m, cudaMemcpyHostToDevice));
}

struct test {
	const char *name;
	what w;
	int map; // of maps, in bytes; -1: nowhere
	u32 shared, barrier, ctas;
	int at[3];
};
#define M(x) (x * 128)

static const test tests[] = {
	{"a load that is right", LOAD_2D, M(TILES), 0, 0, 0, {0, 0}},
	{"into the own cta", LOAD_OWN, M(TILES), 0, 0, 0, {0, 0}},
	{"a multicast to oneself", MULTICAST, M(TILES), 0, 0, 1, {0, 0}},
	{"a store that is right", STORE_2D, M(TILES), 0, 0, 0, {0, 0}},
	{"a load of pixels", LOAD_IM2COL, M(PIXELS), 0, 0, 0, {0, 0, 0}},
	{"a store of pixels", STORE_IM2COL, M(PIXELS_INSIDE), 0, 0, 0, {0, 0, 0}},
	{"a prefetch", PREFETCH_2D, M(TILES), 0, 0, 0, {0, 0}},
	{"a prefetch from nowhere", PREFETCH_2D, M(TILES_FAR), 0, 0, 0, {0, 0}},
	{"outside the tensor", LOAD_2D, M(TILES), 0, 0, 0, {64, 16}},
	{"a map not aligned", LOAD_2D, M(TILES) + 16, 0, 0, 0, {0, 0}},
	{"a map nowhere", LOAD_2D, -1, 0, 0, 0, {0, 0}},
	{"a map of zeros", LOAD_2D, M(ZEROS), 0, 0, 0, {0, 0}},
	{"another rank", LOAD_2D, M(TILES_3D), 0, 0, 0, {0, 0}},
	{"another rank, prefetched", PREFETCH_3D, M(TILES), 0, 0, 0, {0, 0, 0}},
	{"tiles as pixels", LOAD_IM2COL, M(TILES_3D), 0, 0, 0, {0, 0, 0}},
	{"pixels as tiles", LOAD_3D, M(PIXELS), 0, 0, 0, {0, 0, 0}},
	{"a coordinate among 16 bytes", LOAD_2D, M(TILES), 0, 0, 0, {2, 0}},
	{"a coordinate before the first, loaded", LOAD_2D, M(TILES), 0, 0, 0, {-4, -1}},
	{"a coordinate before the first, stored", STORE_2D, M(TILES), 0, 0, 0, {0, -1}},
	{"a coordinate before the first, added", ADD, M(TILES), 0, 0, 0, {-4, 0}},
	{"a pixel before the box", LOAD_IM2COL, M(PIXELS), 0, 0, 0, {0, -2, 0}},
	{"a pixel behind the box", LOAD_IM2COL, M(PIXELS), 0, 0, 0, {0, 15, 0}},
	{"a store to a box that begins outside", STORE_IM2COL, M(PIXELS), 0, 0, 0, {0, 0, 0}},
	{"shared memory not aligned, loaded", LOAD_2D, M(TILES), 16, 0, 0, {0, 0}},
	{"shared memory not aligned, stored", STORE_2D, M(TILES), 64, 0, 0, {0, 0}},
	{"behind shared memory, loaded", LOAD_2D, M(TILES), 0x30000, 0, 0, {0, 0}},
	{"behind shared memory, stored", STORE_2D, M(TILES), 0x30000, 0, 0, {0, 0}},
	{"into a cta that is not there", LOAD_2D, M(TILES), 0x5000000, 0, 0, {0, 0}},
	{"a multicast to a cta that is not there", MULTICAST, M(TILES), 0, 0, 3, {0, 0}},
	{"a multicast, not aligned", MULTICAST, M(TILES), 32, 0, 1, {0, 0}},
	{"a barrier not aligned", LOAD_2D, M(TILES), 0, 4, 0, {0, 0}},
	{"a barrier behind shared memory", LOAD_2D, M(TILES), 0, 0x30000, 0, {0, 0}},
	{"a tensor nowhere, loaded", LOAD_2D, M(TILES_FAR), 0, 0, 0, {0, 0}},
	{"a tensor nowhere, stored", STORE_2D, M(TILES_FAR), 0, 0, 0, {0, 0}},
	{"s64 has no add", ADD, M(TILES_S64), 0, 0, 0, {0, 0}},
	{"s64 has min", MIN, M(TILES_S64), 0, 0, 0, {0, 0}},
	{"s64 has no inc", INC, M(TILES_S64), 0, 0, 0, {0, 0}},
	{"f32 has no min", MIN, M(TILES_F32), 0, 0, 0, {0, 0}},
	{"tf32 has add", ADD, M(TILES_TF32), 0, 0, 0, {0, 0}},
	{"u16 has no add", ADD, M(TILES_U16), 0, 0, 0, {0, 0}},
	{"a map changed", REPLACE, 0, 0, 0, 0, {}},
	{"a map changed, not aligned", REPLACE, 0, 16, 0, 0, {}},
	{"a map changed behind shared memory", REPLACE, 0, 0x30000, 0, 0, {}},
	{"a map changed nowhere", REPLACE_GLOBAL, -1, 0, 0, 0, {}},
	{"a map copied", COPY, M(ZEROS), 0, 0, 0, {}},
	{"a map copied, not aligned", COPY, M(ZEROS) + 8, 0, 0, 0, {}},
	{"a map copied from behind shared memory", COPY, M(ZEROS), 0x30000, 0, 0, {}},
	{"a map copied to nowhere", COPY, -1, 0, 0, 0, {}},
};

static void run(const test &t) {
	cudaDriverEntryPointQueryResult found;
	CHECK(cudaMalloc(&tensor, 1 << 16));
	CHECK(cudaMalloc(&maps, sizeof(CUtensorMap) * MAPS));
	CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&tiled, 12000, cudaEnableDefault, &found));
	CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeIm2col", (void **)&im2col, 12000, cudaEnableDefault, &found));
	encode();
	place p = {t.map < 0 ? (u64)nowhere : (u64)maps + t.map, t.shared, t.barrier, t.ctas, {t.at[0], t.at[1], t.at[2]}};
	kernel<<<1, 32, 8192>>>(t.w, p);
	printf("%s: %s\n", t.name, cudaGetErrorName(cudaDeviceSynchronize()));
}

int main(int argc, char **argv) {
	const char *only = argc > 1 ? argv[1] : "";
	for (const test &t : tests) {
		if (!strstr(t.name, only))
			continue;
		fflush(stdout);
		pid_t child = fork();
		if (!child) {
			run(t);
			exit(0);
		}
		waitpid(child, nullptr, 0);
	}
	return 0;
}
