// tiles.cu - a million random tiles for each form of mma and wgmma, hashed in blocks of 256. Elements are made in the
// registers, so that no layout matters; the tile's number says what they look like. exact.cpp launches the kernels.
// SPDX-License-Identifier: Apache-2.0
#include "../approx/hash.h"

namespace {

enum format { F16, BF16, TF32, E4M3, E5M2, F32, INT };

// Bits of an element, of its exponent, of its fraction.
__host__ __device__ constexpr int width_of(format f) {
	return f == F16 || f == BF16 ? 16 : f == E4M3 || f == E5M2 ? 8 : 32;
}
__host__ __device__ constexpr int exponent_of(format f) {
	return f == F16 || f == E5M2 ? 5 : f == E4M3 ? 4 : 8;
}
__host__ __device__ constexpr int fraction_of(format f) {
	return width_of(f) - 1 - exponent_of(f);
}

// Exponents of a kind of tile: from, and how many; those of C have a wider range.
__device__ int lowest(int kind, bool is_c, int bias) {
	switch (kind) {
	case 1: return bias - (is_c ? 6 : 3);
	case 2: return bias - (is_c ? 16 : 8);
	case 3: return is_c && bias > 100 ? bias - 36 : 0;
	case 4: return bias - 1;
	case 5: return bias - (is_c ? 8 : 4);
	case 6: return bias - 3 + (bias > 20 ? 60 : bias - 2);
	default: return bias - (is_c ? 24 : 2);
	}
}
__device__ int number(int kind, bool is_c) {
	return kind == 3 || kind == 4 || kind == 6 ? (is_c ? 12 : 3) : is_c ? 24 : 8;
}

// An element of any bits `r`. Kind 0 has all bit patterns.
template <format f>
__device__ uint32_t element(uint32_t r, int kind, bool is_c) {
	constexpr int eb = exponent_of(f), fb = fraction_of(f), bias = (1 << (eb - 1)) - 1;
	uint32_t fraction = r & ((1u << fb) - 1), sign = r >> 31 << (eb + fb), more = mixed(r ^ 0x1234567u);
	if (kind == 0)
		return sign | (more & ((1u << eb) - 1)) << fb | fraction;
	if (kind == 5 && more >> 24 < 150)
		return sign;
	if (kind == 4)
		fraction &= ~0u << (fb - 2);
	int e = lowest(kind, is_c, bias) + (int)((more & 0xffff) % (uint32_t)number(kind, is_c));
	int most = (1 << eb) - 2;
	e = e < 0 ? 0 : e > most ? most : e;
	return sign | (uint32_t)e << fb | fraction;
}

// A register of elements.
template <format f>
__device__ uint32_t word(uint32_t seed, uint32_t tile, bool is_c) {
	uint32_t r = mixed(mixed(seed) + tile), w = 0;
	if (f == INT)
		return r;
	// every 64th tile has all patterns
	int kind = tile % 64 == 0 ? 0 : 1 + (int)(tile % 7);
	constexpr int width = width_of(f);
	for (int i = 0; i < 32; i += width)
		w |= element<f>(mixed(r + (uint32_t)i), kind, is_c) << i;
	return w;
}

__device__ double real(uint32_t seed, uint32_t tile) {
	uint32_t lower = mixed(mixed(seed) + tile), upper = mixed(lower ^ 0x51ed270bu);
	if (tile % 64)
		upper = (upper & 0x800fffffu) | (1000 + lower % (tile % 7 * 10 + 1)) << 20;
	return __hiloint2double((int)upper, (int)lower);
}

__device__ uint32_t folded(double v) {
	return (uint32_t)__double2hiint(v) + (uint32_t)__double2loint(v) * 0x9e3779b1u;
}
__device__ uint32_t folded(uint32_t v) {
	return v;
}

// Groups of four elements of which two are there.
__device__ uint32_t metadata(uint32_t seed, uint32_t tile) {
	uint32_t r = mixed(mixed(seed) + tile), w = 0;
	for (int i = 0; i < 32; i += 4)
		w |= (0xed9c84u >> (r >> i & 15) % 6 * 4 & 15) << i;
	return w;
}

enum { TILES = 256 };

template <class F>
__device__ void hash_tiles(uint32_t *sums, uint32_t first, uint32_t step) {
	uint32_t block = first + step * blockIdx.x, sum = 0;
	for (uint32_t i = 0; i < TILES; i++)
		sum += F::of(block * TILES + i);
	atomicAdd(sums + block, sum);
}

#define OUT2(c) c(d[0]), c(d[1])
#define OUT4(c) OUT2(c), c(d[2]), c(d[3])
#define OUT8(c) OUT4(c), c(d[4]), c(d[5]), c(d[6]), c(d[7])
#define IN1(c, x) c(x[0])
#define IN2(c, x) IN1(c, x), c(x[1])
#define IN4(c, x) IN2(c, x), c(x[2]), c(x[3])
#define IN8(c, x) IN4(c, x), c(x[4]), c(x[5]), c(x[6]), c(x[7])

// "{%0, %1}" of n registers from `at`, at compile time: asm takes literals only, so they are written out.
#define R1_0 "{%0}"
#define R2_0 "{%0, %1}"
#define R4_0 "{%0, %1, %2, %3}"
#define R8_0 "{%0, %1, %2, %3, %4, %5, %6, %7}"
#define R1_2 "{%2}"
#define R2_2 "{%2, %3}"
#define R4_2 "{%2, %3, %4, %5}"
#define R1_3 "{%3}"
#define R2_3 "{%3, %4}"
#define R1_4 "{%4}"
#define R2_4 "{%4, %5}"
#define R4_4 "{%4, %5, %6, %7}"
#define R8_4 "{%4, %5, %6, %7, %8, %9, %10, %11}"
#define R2_5 "{%5, %6}"
#define R1_6 "{%6}"
#define R2_6 "{%6, %7}"
#define R4_6 "{%6, %7, %8, %9}"
#define R4_7 "{%7, %8, %9, %10}"
#define R2_8 "{%8, %9}"
#define R4_8 "{%8, %9, %10, %11}"
#define R2_10 "{%10, %11}"
#define R4_10 "{%10, %11, %12, %13}"
#define R4_12 "{%12, %13, %14, %15}"
#define R8_12 "{%12, %13, %14, %15, %16, %17, %18, %19}"
#define R4_16 "{%16, %17, %18, %19}"
#define PLACES_2_1_1_2 R2_0 ", " R1_2 ", " R1_3 ", " R2_4
#define PLACES_4_2_2_4 R4_0 ", " R2_4 ", " R2_6 ", " R4_8
#define PLACES_8_2_2_8 R8_0 ", " R2_8 ", " R2_10 ", " R8_12
#define PLACES_2_2_1_2 R2_0 ", " R2_2 ", " R1_4 ", " R2_5
#define PLACES_4_2_1_4 R4_0 ", " R2_4 ", " R1_6 ", " R4_7
#define PLACES_2_4_2_2 R2_0 ", " R4_2 ", " R2_6 ", " R2_8
#define PLACES_4_4_2_4 R4_0 ", " R4_4 ", " R2_8 ", " R4_10
#define PLACES_4_4_4_4 R4_0 ", " R4_4 ", " R4_8 ", " R4_12
#define PLACES_2_4_4_2 R2_0 ", " R4_2 ", " R4_6 ", " R2_10
#define PLACES_4_8_4_4 R4_0 ", " R8_4 ", " R4_12 ", " R4_16
#define META_4_2_2_4 ", %12, 0x0"
#define META_4_4_4_4 ", %16, 0x0"
#define META_2_4_4_2 ", %12, 0x0"

#define FILL(to, n, op, type)            \
	for (uint32_t i = 0; i < n; i++) \
		to[i] = word<type>(op * 4096u + i * 256u + threadIdx.x, tile, op == 2);
#define SUM(n)                           \
	uint32_t sum = 0;                \
	for (uint32_t i = 0; i < n; i++) \
		sum += term(tile * 4096u + i * 256u + threadIdx.x, folded(d[i]));

#define MMA(name, form, nd, na, nb, nc, ta, tb, tc)                                                       \
	struct name {                                                                                     \
		static __device__ uint32_t of(uint32_t tile) {                                            \
			uint32_t d[nd], a[na], b[nb], c[nc];                                              \
			FILL(a, na, 0u, ta)                                                               \
			FILL(b, nb, 1u, tb)                                                               \
			FILL(c, nc, 2u, tc)                                                               \
			asm volatile("mma.sync.aligned." form " " PLACES_##nd##_##na##_##nb##_##nc ";"    \
			             : OUT##nd("=r") : IN##na("r", a), IN##nb("r", b), IN##nc("r", c));   \
			SUM(nd)                                                                           \
			return sum;                                                                       \
		}                                                                                         \
	};
#define SPARSE(name, form, nd, na, nb, nc, ta, tb, tc)                                                    \
	struct name {                                                                                     \
		static __device__ uint32_t of(uint32_t tile) {                                            \
			uint32_t d[nd], a[na], b[nb], c[nc], e = metadata(12345u + threadIdx.x, tile);    \
			FILL(a, na, 0u, ta)                                                               \
			FILL(b, nb, 1u, tb)                                                               \
			FILL(c, nc, 2u, tc)                                                               \
			asm volatile("mma.sp::ordered_metadata.sync.aligned." form " "                    \
			             PLACES_##nd##_##na##_##nb##_##nc META_##nd##_##na##_##nb##_##nc ";"  \
			             : OUT##nd("=r")                                                      \
			             : IN##na("r", a), IN##nb("r", b), IN##nc("r", c), "r"(e));           \
			SUM(nd)                                                                           \
			return sum;                                                                       \
		}                                                                                         \
	};
#define MMA_F64(name, form, nd, na, nb, nc)                                                                   \
	struct name {                                                                                     \
		static __device__ uint32_t of(uint32_t tile) {                                            \
			double d[nd], a[na], b[nb], c[nc];                                                \
			for (uint32_t i = 0; i < na; i++)                                                 \
				a[i] = real(i * 256u + threadIdx.x, tile);                                \
			for (uint32_t i = 0; i < nb; i++)                                                 \
				b[i] = real(4096u + i * 256u + threadIdx.x, tile);                        \
			for (uint32_t i = 0; i < nc; i++)                                                 \
				c[i] = real(8192u + i * 256u + threadIdx.x, tile);                        \
			asm volatile("mma.sync.aligned." form " " PLACES_##nd##_##na##_##nb##_##nc ";"    \
			             : OUT##nd("=d") : IN##na("d", a), IN##nb("d", b), IN##nc("d", c));   \
			SUM(nd)                                                                           \
			return sum;                                                                       \
		}                                                                                         \
	};
// Eight columns of B are 256 bytes: two parts of 8 lines of 16 bytes.
#define WGMMA(name, form, constants, nd, ta, tb, tc)                                                      \
	struct name {                                                                                     \
		static __device__ uint32_t of(uint32_t tile) {                                            \
			__shared__ alignas(1024) uint32_t shared[64];                                     \
			uint32_t d[nd], a[4];                                                             \
			FILL(a, 4, 0u, ta)                                                                \
			FILL(d, nd, 2u, tc)                                                               \
			__syncthreads();                                                                  \
			if (threadIdx.x < 64)                                                             \
				shared[threadIdx.x] = word<tb>(4096u + threadIdx.x, tile, false);         \
			asm volatile("fence.proxy.async;" ::: "memory");                                  \
			__syncthreads();                                                                  \
			uint64_t at = (uint64_t)__cvta_generic_to_shared(shared) >> 4 | 8ull << 16 | 16ull << 32; \
			asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                           \
			asm volatile("wgmma.mma_async.sync.aligned." form " " WG_##nd constants ";"       \
			             : OUT##nd("+r") : IN4("r", a), "l"(at));                             \
			asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory"); \
			SUM(nd)                                                                           \
			return sum;                                                                       \
		}                                                                                         \
	};
#define WG_2 "{%0, %1}, {%2, %3, %4, %5}, %6, 1"
#define WG_4 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, 1"
#include "tiles_rows.def"

} // namespace

#define TILE_KERNEL(name)                                                                    \
	extern "C" __global__ void hash_##name(uint32_t *sums, uint32_t first, uint32_t step) { \
		hash_tiles<name>(sums, first, step);                                         \
	}
#define MMA(name, ...) TILE_KERNEL(name)
#define SPARSE(name, ...) TILE_KERNEL(name)
#define MMA_F64(name, ...) TILE_KERNEL(name)
#define WGMMA(name, ...) TILE_KERNEL(name)
#include "tiles_rows.def"
