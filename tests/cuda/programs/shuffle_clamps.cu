// features: shfl.sync in all modes with a clamp, a segment mask and a distance that are known when the code is made, are the same in all lanes or differ between them; tiles of a warp that name masks of their own; what a shuffle may read ends with the last lane that has a value
#include <cstdio>

enum mode { UP, DOWN, BFLY, IDX };

struct result { unsigned value, valid; };

#define SHFL(name, b_kind, b)                                                                   \
	asm volatile("{ .reg .pred p; shfl.sync." #name ".b32 %0|p, %2, %3, %4, 0xffffffff;"    \
	             " selp.u32 %1, 1, 0, p; }"                                                 \
	             : "=r"(r.value), "=r"(r.valid)                                             \
	             : "r"(v), b_kind(b), "r"(clamp))

template <int M> __device__ result shuffle(unsigned v, int b, int clamp) {
	result r;
	if (M == UP) SHFL(up, "r", b);
	else if (M == DOWN) SHFL(down, "r", b);
	else if (M == BFLY) SHFL(bfly, "r", b);
	else SHFL(idx, "r", b);
	return r;
}

template <int M, int B> __device__ result shuffle_by(unsigned v, int clamp) {
	result r;
	if (M == UP) SHFL(up, "n", B);
	else if (M == DOWN) SHFL(down, "n", B);
	else if (M == BFLY) SHFL(bfly, "n", B);
	else SHFL(idx, "n", B);
	return r;
}

// b, clamp: of the warp, or one of each lane
template <int M> __global__ void computed(result *out, const int *b, const int *clamp, bool own) {
	int t = threadIdx.x, at = own ? t : 0;
	out[t] = shuffle<M>(t * 7 + 1, b[at], clamp[at]);
}

template <int M, int B> __global__ void known(result *out, const int *clamp, bool own) {
	int t = threadIdx.x;
	out[t] = shuffle_by<M, B>(t * 7 + 1, clamp[own ? t : 0]);
}

// The sum of the first n lanes, as a warp with few items makes it.
__global__ void sums(int *out, int n) {
	int t = threadIdx.x, v = t < n ? t + 1 : 100000;
	for (int step = 1; step < 32; step *= 2) {
		result r = shuffle<DOWN>(v, step, n - 1);
		v += r.valid ? r.value : 0;
	}
	if (t == 0)
		*out = v;
}

__global__ void unrolled_sums(int *out, int n) {
	int t = threadIdx.x, v = t < n ? t + 1 : 100000;
	result r;
	r = shuffle_by<DOWN, 1>(v, n - 1), v += r.valid ? r.value : 0;
	r = shuffle_by<DOWN, 2>(v, n - 1), v += r.valid ? r.value : 0;
	r = shuffle_by<DOWN, 4>(v, n - 1), v += r.valid ? r.value : 0;
	r = shuffle_by<DOWN, 8>(v, n - 1), v += r.valid ? r.value : 0;
	r = shuffle_by<DOWN, 16>(v, n - 1), v += r.valid ? r.value : 0;
	if (t == 0)
		*out = v;
}

// Tiles of eight lanes, each with a member mask of its own: the tile's maximum, its sum from each lane on, its lane `from`.
__global__ void tiles(int *out, int from) {
	int t = threadIdx.x, v = t * 37 % 32, most = v, sum = v;
	unsigned mask = 0xffu << (t & 24);
	for (int step = 4; step; step /= 2)
		most = max(most, __shfl_xor_sync(mask, most, step));
#pragma unroll
	for (int step = 1; step < 8; step *= 2) {
		result r;
		asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, %3, %4, %5; selp.u32 %1, 1, 0, p; }"
		             : "=r"(r.value), "=r"(r.valid) : "r"(sum), "r"(step), "r"(t | 7), "r"(mask));
		sum += r.valid ? r.value : 0;
	}
	out[t] = most * 1000000 + sum * 1000 + __shfl_sync(mask, v, (t + from) % 8, 8);
	out[t] += __shfl_sync(mask, v, 3, 8) * 100;
}

static int expected_tiles(int t, int from) {
	int most = 0, sum = 0, v[32];
	for (int l = 0; l < 32; l++)
		v[l] = l * 37 % 32;
	for (int l = t & 24; l <= (t | 7); l++) {
		most = v[l] > most ? v[l] : most;
		sum += l >= t ? v[l] : 0;
	}
	return most * 1000000 + sum * 1000 + v[(t & 24) + (t + from) % 8] + v[(t & 24) + 3] * 100;
}

static result expected(int mode, int l, int b, int c) {
	int clamp = c & 31, seg = c >> 8 & 31, max = (l & seg) | (clamp & ~seg), j;
	b &= 31;
	j = mode == UP ? l - b : mode == DOWN ? l + b : mode == BFLY ? l ^ b : (l & seg) | (b & ~seg);
	bool valid = mode == UP ? j >= max : j <= max;
	return {unsigned((valid ? j : l) * 7 + 1), valid};
}

static result *out;
static int *b, *clamp, *sum, failed;

static void check(const char *what, int mode, bool own, const int *fixed) {
	cudaDeviceSynchronize();
	for (int l = 0; l < 32; l++) {
		result want = expected(mode, l, fixed ? *fixed : b[own ? l : 0], clamp[own ? l : 0]);
		if (out[l].value != want.value || out[l].valid != want.valid)
			failed++ || printf("%s, mode %d, lane %d\n", what, mode, l);
	}
}

template <int M, int B> static void check_known(bool own) {
	const int fixed = B;
	known<M, B><<<1, 32>>>(out, clamp, own);
	check("known distance", M, own, &fixed);
}

template <int M> static void check_mode(bool own) {
	computed<M><<<1, 32>>>(out, b, clamp, own);
	check("computed distance", M, own, nullptr);
	check_known<M, 0>(own);
	check_known<M, 1>(own);
	check_known<M, 8>(own);
	check_known<M, 19>(own);
	check_known<M, 31>(own);
}

int main() {
	cudaMallocManaged(&out, 32 * sizeof *out);
	cudaMallocManaged(&b, 32 * sizeof *b);
	cudaMallocManaged(&clamp, 32 * sizeof *clamp);
	cudaMallocManaged(&sum, sizeof *sum);
	unsigned seed = 1;
	for (int round = 0; round < 8; round++) {
		for (int l = 0; l < 32; l++) {
			seed = seed * 1664525u + 1013904223u;
			b[l] = seed >> 20 & 63;
			int seg = round & 1 ? 0 : 32 - (1 << (seed >> 10) % 6u);
			clamp[l] = seg << 8 | (round & 2 ? seed >> 15 & 31 : 31);
		}
		for (int own = 0; own < 2; own++) {
			check_mode<UP>(own);
			check_mode<DOWN>(own);
			check_mode<BFLY>(own);
			check_mode<IDX>(own);
		}
	}
	for (int n = 1; n <= 32; n++) {
		sums<<<1, 32>>>(sum, n);
		cudaDeviceSynchronize();
		int first = *sum;
		unrolled_sums<<<1, 32>>>(sum, n);
		cudaDeviceSynchronize();
		if (first != n * (n + 1) / 2 || *sum != first)
			failed++ || printf("sum of %d\n", n);
	}
	int *tile;
	cudaMallocManaged(&tile, 32 * sizeof *tile);
	for (int from = 0; from < 8; from++) {
		tiles<<<1, 32>>>(tile, from);
		cudaDeviceSynchronize();
		for (int l = 0; l < 32; l++)
			if (tile[l] != expected_tiles(l, from))
				failed++ || printf("tile, from %d, lane %d\n", from, l);
	}
	printf("%s\n", failed ? "wrong" : "ok");
	return failed != 0;
}
