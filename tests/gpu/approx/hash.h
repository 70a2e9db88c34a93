// hash.h - hashes of operands and results, in blocks of operands: approx.cu, fast.cu.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

namespace {

// Any 32 bits, for operands that cannot all be tried.
__device__ uint32_t mixed(uint32_t x) {
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}

// What an operand and its result add to the hash.
__device__ uint32_t term(uint32_t in, uint32_t out) {
	uint32_t x = (in * 0x9e3779b1u ^ out) * 0x85ebca6bu;
	return (x ^ x >> 16) * 0xc2b2ae35u;
}

// Block `first` + `step` * blockIdx.x, of which there is one sum.
template <class F>
__device__ void hash(uint32_t *sums, uint32_t first, uint32_t step, uint32_t bits) {
	uint32_t block = first + step * blockIdx.x, sum = 0;
	for (uint32_t i = threadIdx.x; i < 1u << bits; i += blockDim.x) {
		uint32_t in = block << bits | i;
		sum += term(in, F::of(in));
	}
	atomicAdd(sums + block, sum);
}

} // namespace

#define KERNEL(name, bits)                                                     \
	extern "C" __global__ void hash_##name(uint32_t *sums, uint32_t first, \
	                                       uint32_t step) {                \
		hash<name>(sums, first, step, bits);                           \
	}
