// tiles.cu: tiles of matrices are put, got, gathered, broadcast and reduced, by a thread, a warp, four warps and a block.
// SPDX-License-Identifier: Apache-2.0
#include <nvshmemx.h>

#include "pes.h"

#include <device/tile/nvshmemx_tile_api.hpp>
#include <device/tile/nvshmemx_tile_api_defines.cuh>
#include <device_host/nvshmem_tensor.h>

using namespace nvshmemx;

// A matrix of 40 x 24 elements, columns first; a tile of 16 x 8 begins at (20, 18), so the boundary cuts it to 16 x 6.
enum { ROWS = 40, COLUMNS = 24, TALL = 16, WIDE = 8, I0 = 20, J0 = 18 };
typedef cuda::std::tuple<int, int> coordinates;
struct all {};

template <class T> __host__ __device__ auto tile_at(T *p, int rows) {
	auto s = make_shape(ConstInt<TALL>{}, int(WIDE));
	auto t = make_stride(ConstInt<1>{}, rows);
	return Tensor<T, decltype(make_layout(s, t))>(p, make_layout(s, t));
}
// Each row apart: strides the other way.
template <class T> __host__ __device__ auto wide_tile(T *p, int wide) {
	auto s = make_shape(int(TALL), wide);
	auto t = make_stride(wide, ConstInt<1>{});
	return Tensor<T, decltype(make_layout(s, t))>(p, make_layout(s, t));
}

#define KERNELS(END, THREADS)                                                                                                     \
	template <class T> __global__ void moves##END(T *a, T *b, int pe) {                                                       \
		auto s = tile_at(b + J0 * ROWS + I0, ROWS), d = tile_at(a + J0 * ROWS + I0, ROWS);                               \
		coordinates start{I0, J0}, boundary{ROWS, COLUMNS};                                                              \
		tile_put##END<decltype(s), decltype(d), coordinates, PEER_PUSH_NBI>(s, d, start, boundary, pe, 0);               \
		tile_collective_wait##END<NVLS_ONE_SHOT_PUSH_NBI>(NVSHMEM_TEAM_WORLD, 0);                                        \
		auto e = tile_at(a, ROWS), f = tile_at(b, ROWS);                                                                 \
		tile_get##END<decltype(f), decltype(e), all, PEER_PULL_NBI>(f, e, {}, {}, pe, 0);                                \
	}                                                                                                                         \
	template <class T> __global__ void reduces##END(T *a, T *b, int root) {                                                   \
		auto s = tile_at(b, ROWS), d = tile_at(a, ROWS), m = tile_at(a + TALL, ROWS), r = tile_at(a + 8 * ROWS, ROWS);   \
		typedef decltype(s) X;                                                                                           \
		tile_sum_reduce##END<X, X, all, NVLS_ONE_SHOT_PULL_NBI>(NVSHMEM_TEAM_WORLD, s, d, {}, {}, 0);                    \
		tile_collective_wait##END<NVLS_ONE_SHOT_PULL_NBI>(NVSHMEM_TEAM_WORLD, 0);                                        \
		tile_max_reduce##END<X, X, all, NVLS_TWO_SHOT_PUSH_NBI>(NVSHMEM_TEAM_WORLD, s, m, {}, {}, root, 0);              \
		tile_min_rooted_reduce##END<X, X, all, NVLS_ONE_SHOT_PULL_NBI>(NVSHMEM_TEAM_WORLD, s, r, {}, {}, root, 0);       \
		tile_collective_wait##END<NVLS_TWO_SHOT_PUSH_NBI>(NVSHMEM_TEAM_WORLD, 0);                                        \
	}                                                                                                                         \
	template <class T> __global__ void spreads##END(T *a, T *b, int root) {                                                   \
		auto s = wide_tile(b, WIDE), d = wide_tile(a, WIDE * nvshmem_n_pes());                                           \
		tile_allgather##END<decltype(s), decltype(d), all, NVLS_ONE_SHOT_PUSH_NBI>(NVSHMEM_TEAM_WORLD, s, d, {}, {}, 0); \
		tile_collective_wait##END<NVLS_ONE_SHOT_PUSH_NBI>(NVSHMEM_TEAM_WORLD, 0);                                        \
		auto e = wide_tile(a + 700, WIDE);                                                                               \
		if (nvshmem_my_pe() == root)                                                                                     \
			tile_broadcast##END<decltype(s), decltype(e), all, NVLS_ONE_SHOT_PUSH_NBI>(NVSHMEM_TEAM_WORLD, s, e, {}, \
			                                                                           {}, 0);                       \
		tile_collective_wait##END<NVLS_ONE_SHOT_PUSH_NBI>(NVSHMEM_TEAM_WORLD, 0);                                        \
	}
KERNELS(, 1)
KERNELS(_warp, 32)
KERNELS(_warpgroup, 128)
KERNELS(_block, 96)

static int value(int pe, int i) { return (pe + 1) * (i % 5 + 1); }

template <class T> static void fill(T *a, T *b) {
	std::vector<T> v(ROWS * COLUMNS), none(ROWS * COLUMNS, (T)-1.0f);
	for (int i = 0; i < ROWS * COLUMNS; i++)
		v[i] = (T)(float)value(me, i);
	write(b, v);
	write(a, none);
	nvshmem_barrier_all();
}

template <class T> static void check_moves(const char *name, T *a) {
	int before = (me + n - 1) % n, next = (me + 1) % n;
	CUDA(cudaDeviceSynchronize());
	std::vector<T> v = read(a, ROWS * COLUMNS);
	for (int j = 0; j < COLUMNS; j++)
		for (int i = 0; i < ROWS; i++) {
			int at = j * ROWS + i, expected = -1;
			if (i >= I0 && i < I0 + TALL && j >= J0)
				expected = value(before, at);
			if (i < TALL && j < WIDE)
				expected = value(next, at);
			same(name, (float)v[at], expected);
		}
	nvshmem_barrier_all();
}

template <class T> static void check_reduces(const char *name, T *a, int root) {
	CUDA(cudaDeviceSynchronize());
	std::vector<T> v = read(a, ROWS * COLUMNS);
	for (int j = 0; j < WIDE; j++)
		for (int i = 0; i < TALL; i++) {
			int at = j * ROWS + i, sum = 0;
			for (int k = 0; k < n; k++)
				sum += value(k, at);
			same(name, (float)v[at], sum);
			same(name, (float)v[at + TALL], value(n - 1, at));
			same(name, (float)v[at + 8 * ROWS], me == root ? value(0, at) : -1);
		}
	nvshmem_barrier_all();
}

template <class T> static void check_spreads(const char *name, T *a, int root) {
	CUDA(cudaDeviceSynchronize());
	std::vector<T> v = read(a, ROWS * COLUMNS);
	for (int i = 0; i < TALL; i++)
		for (int j = 0; j < WIDE; j++) {
			for (int k = 0; k < n; k++)
				same(name, (float)v[i * WIDE * n + k * WIDE + j], value(k, i * WIDE + j));
			same(name, (float)v[700 + i * WIDE + j], value(root, i * WIDE + j));
		}
	nvshmem_barrier_all();
}

#define RUN(T, END, THREADS)                                                                                                      \
	fill(a, b);                                                                                                               \
	moves##END<<<1, THREADS>>>(a, b, (me + 1) % n);                                                                           \
	check_moves(#T " moves" #END, a);                                                                                         \
	fill(a, b);                                                                                                               \
	reduces##END<<<1, THREADS>>>(a, b, n - 1);                                                                                \
	check_reduces(#T " reduces" #END, a, n - 1);                                                                              \
	fill(a, b);                                                                                                               \
	spreads##END<<<1, THREADS>>>(a, b, n - 1);                                                                                \
	check_spreads(#T " spreads" #END, a, n - 1);

template <class T> static void test() {
	T *a = (T *)nvshmem_malloc(ROWS * COLUMNS * sizeof(T)), *b = (T *)nvshmem_malloc(ROWS * COLUMNS * sizeof(T));
	RUN(T, , 1)
	RUN(T, _warp, 32)
	RUN(T, _warpgroup, 128)
	RUN(T, _block, 96)
	nvshmem_free(b);
	nvshmem_free(a);
}

int main() {
	nvshmem_init();
	me = nvshmem_my_pe();
	n = nvshmem_n_pes();
	test<float>();
#ifndef FEW // there is much to compile
	test<__half>();
	test<__nv_bfloat16>();
#endif
	return finish();
}
