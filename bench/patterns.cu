// patterns.cu - small kernels in the ways that users write them, beside the loop that a C++ programmer writes for the
// same, which g++ -O3 -march=native -fopenmp compiles. All arrays together fit into a core's share of the caches, so
// what counts is the code. A ratio below 1 is a pattern that simt makes worse code for than g++.
//
//     patterns [-n ELEMENTS] [-r ROUNDS] [PART...]     patterns with one of the PARTs in their name
//
// Kernel and loop run in turns, on one processor (so no thread spins while another one works); the times are medians
// of the processor time of a call.
// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#define LOOP __attribute__((noinline)) static void
#define PARALLEL _Pragma("omp parallel for")
#define IN const float *__restrict__
#define OUT float *__restrict__

// What all patterns work on: w * h = n elements; arrays have room for four times as many.
struct arrays {
	float *x, *y, *out;
	int *index;
	int n, w, h;
};

static int blocks(int n, int block)
{
	return (n + block - 1) / block;
}

static dim3 blocks(const arrays &a, dim3 block)
{
	return dim3(blocks(a.w, block.x), blocks(a.h, block.y));
}

// ---- one thread for each element

__global__ void saxpy(const float *x, float *y, int n, float a)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i] + 0.5f * y[i];
}

__global__ void early_return(const float *x, float *y, size_t n, float a)
{
	size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	y[i] = a * x[i] + 0.5f * y[i];
}

__global__ void grid_stride(const float *x, float *y, int n, float a)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		y[i] = a * x[i] + 0.5f * y[i];
}

__global__ void grid_stride_64(const float *x, float *y, int64_t n, float a)
{
	int64_t step = (int64_t)blockDim.x * gridDim.x;
	for (int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
		y[i] = a * x[i] + 0.5f * y[i];
}

LOOP saxpy_loop(IN x, OUT y, int n, float a)
{
	PARALLEL
	for (int i = 0; i < n; i++)
		y[i] = a * x[i] + 0.5f * y[i];
}

template <bool SCALE, bool CLAMP>
__global__ void switches(const float *x, float *out, int n, float scale)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float v = x[i];
	if (SCALE)
		v *= scale;
	if (CLAMP)
		v = fminf(fmaxf(v, 0.25f), 0.75f);
	out[i] = v > 0.5f ? v : 0.01f * v;
}

LOOP switches_loop(IN x, OUT out, int n, float scale)
{
	PARALLEL
	for (int i = 0; i < n; i++) {
		float v = x[i] * scale;
		v = v < 0.25f ? 0.25f : v;
		v = v > 0.75f ? 0.75f : v;
		out[i] = v > 0.5f ? v : 0.01f * v;
	}
}

__global__ void polynomial(const float *x, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float v = x[i];
		out[i] = ((((v * 0.1f + 0.2f) * v + 0.3f) * v + 0.4f) * v + 0.5f) * v + 0.6f;
	}
}

LOOP polynomial_loop(IN x, OUT out, int n)
{
	PARALLEL
	for (int i = 0; i < n; i++) {
		float v = x[i];
		out[i] = ((((v * 0.1f + 0.2f) * v + 0.3f) * v + 0.4f) * v + 0.5f) * v + 0.6f;
	}
}

// ---- what an element is

__global__ void float4_update(const float4 *p, float4 *q, int n, float dt)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float4 a = p[i], b = q[i];
		b.x = 0.5f * b.x + dt * a.x;
		b.y = 0.5f * b.y + dt * a.y;
		b.z = 0.5f * b.z + dt * a.z;
		q[i] = b;
	}
}

LOOP float4_update_loop(IN p, OUT q, int n, float dt)
{
	PARALLEL
	for (int i = 0; i < n; i++)
		for (int c = 0; c < 3; c++)
			q[4 * i + c] = 0.5f * q[4 * i + c] + dt * p[4 * i + c];
}

struct particle {
	float x, y, z, mass;
};

__global__ void array_of_structs(const particle *p, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = p[i].mass * (p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z);
}

LOOP array_of_structs_loop(const particle *__restrict__ p, OUT out, int n)
{
	PARALLEL
	for (int i = 0; i < n; i++)
		out[i] = p[i].mass * (p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z);
}

__global__ void struct_of_arrays(const float *p, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const float *x = p, *y = p + n, *z = p + 2 * n, *mass = p + 3 * n;
	if (i < n)
		out[i] = mass[i] * (x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
}

LOOP struct_of_arrays_loop(IN x, OUT out, int n)
{
	IN y = x + n;
	IN z = y + n;
	IN mass = z + n;
	PARALLEL
	for (int i = 0; i < n; i++)
		out[i] = mass[i] * (x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
}

__global__ void pairs(const float *x, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = x[2 * i] + x[2 * i + 1];
}

LOOP pairs_loop(IN x, OUT out, int n)
{
	PARALLEL
	for (int i = 0; i < n; i++)
		out[i] = x[2 * i] + x[2 * i + 1];
}

__global__ void halves(const half2 *x, half2 *y, int n, half2 a)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = __hfma2(a, x[i], __hmul2(y[i], __float2half2_rn(0.5f)));
}

LOOP halves_loop(const _Float16 *__restrict__ x, _Float16 *__restrict__ y, int n, float a)
{
	PARALLEL
	for (int i = 0; i < n; i++)
		y[i] = (_Float16)(a * (float)x[i] + 0.5f * (float)y[i]);
}

__global__ void pixels(const uchar4 *in, uchar4 *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h) {
		uchar4 p = in[y * w + x];
		out[y * w + x] = make_uchar4(p.x * 3 / 4, p.y / 2 + 64, 255 - p.z, p.w);
	}
}

LOOP pixels_loop(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int n)
{
	PARALLEL
	for (int i = 0; i < n; i++) {
		out[4 * i] = in[4 * i] * 3 / 4;
		out[4 * i + 1] = in[4 * i + 1] / 2 + 64;
		out[4 * i + 2] = 255 - in[4 * i + 2];
		out[4 * i + 3] = in[4 * i + 3];
	}
}

__global__ void grey(const unsigned char *in, unsigned char *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = (in[3 * i] * 77 + in[3 * i + 1] * 150 + in[3 * i + 2] * 29) >> 8;
}

LOOP grey_loop(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int n)
{
	PARALLEL
	for (int i = 0; i < n; i++)
		out[i] = (in[3 * i] * 77 + in[3 * i + 1] * 150 + in[3 * i + 2] * 29) >> 8;
}

// ---- planes and volumes

__global__ void plane(const float *in, float *out, int w, int h, float a, float b)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < w && y < h)
		out[y * w + x] = a * in[y * w + x] + b;
}

LOOP plane_loop(IN in, OUT out, int w, int h, float a, float b)
{
	PARALLEL
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			out[y * w + x] = a * in[y * w + x] + b;
}

__global__ void stencil(const float *in, float *out, int w, int h)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
		out[y * w + x] = 0.2f * (in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] +
					 in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}

LOOP stencil_loop(IN in, OUT out, int w, int h)
{
	PARALLEL
	for (int y = 1; y < h - 1; y++)
		for (int x = 1; x < w - 1; x++)
			out[y * w + x] = 0.2f * (in[y * w + x] + in[y * w + x - 1] + in[y * w + x + 1] +
						 in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}

__global__ void volume(const float *in, float *out, int w, int h, int d)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int z = blockIdx.z * blockDim.z + threadIdx.z, i = (z * h + y) * w + x;
	if (x > 0 && y > 0 && z > 0 && x < w - 1 && y < h - 1 && z < d - 1)
		out[i] = in[i - 1] + in[i + 1] + in[i - w] + in[i + w] + in[i - w * h] +
			 in[i + w * h] - 6.0f * in[i];
}

LOOP volume_loop(IN in, OUT out, int w, int h, int d)
{
	PARALLEL
	for (int z = 1; z < d - 1; z++)
		for (int y = 1; y < h - 1; y++)
			for (int x = 1; x < w - 1; x++) {
				int i = (z * h + y) * w + x;
				out[i] = in[i - 1] + in[i + 1] + in[i - w] + in[i + w] + in[i - w * h] +
					 in[i + w * h] - 6.0f * in[i];
			}
}

__global__ void divided_index(const float *in, const float *bias, float *out, int w, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int row = i / w, column = i % w;
		out[i] = in[i] * bias[column] + bias[row];
	}
}

LOOP divided_index_loop(IN in, IN bias, OUT out, int w, int n)
{
	PARALLEL
	for (int row = 0; row < n / w; row++)
		for (int c = 0; c < w; c++)
			out[row * w + c] = in[row * w + c] * bias[c] + bias[row];
}

// ---- loops

__global__ void row_a_thread(const float *a, const float *x, float *y, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float sum = 0;
		for (int j = 0; j < m; j++)
			sum += a[i * m + j] * x[j];
		y[i] = sum;
	}
}

__global__ void row_a_warp(const float *a, const float *x, float *y, int n, int m)
{
	int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
	if (i >= n)
		return;
	float sum = 0;
	for (int j = lane; j < m; j += 32)
		sum += a[i * m + j] * x[j];
	for (int step = 16; step; step /= 2)
		sum += __shfl_xor_sync(0xffffffff, sum, step);
	if (lane == 0)
		y[i] = sum;
}

LOOP row_loop(IN a, IN x, OUT y, int n, int m)
{
	PARALLEL
	for (int i = 0; i < n; i++) {
		float sum = 0;
		for (int j = 0; j < m; j++)
			sum += a[i * m + j] * x[j];
		y[i] = sum;
	}
}

__global__ void column_a_thread(const float *a, const float *x, float *y, int n, int m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float sum = 0;
		for (int j = 0; j < m; j++)
			sum += a[j * n + i] * x[j];
		y[i] = sum;
	}
}

LOOP column_loop(IN a, IN x, OUT y, int n, int m)
{
	PARALLEL
	for (int at = 0; at < n; at += 64) {
		int end = at + 64 < n ? at + 64 : n;
		for (int i = at; i < end; i++)
			y[i] = 0;
		for (int j = 0; j < m; j++)
			for (int i = at; i < end; i++)
				y[i] += a[j * n + i] * x[j];
	}
}

__global__ void convolution(const float *x, const float *k, float *out, int n, int radius)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	float sum = 0;
	for (int j = -radius; j <= radius; j++) {
		int at = i + j;
		if (at >= 0 && at < n)
			sum += x[at] * k[j + radius];
	}
	out[i] = sum;
}

LOOP convolution_loop(IN x, IN k, OUT out, int n, int radius)
{
	PARALLEL
	for (int i = 0; i < n; i++) {
		float sum = 0;
		for (int j = -radius; j <= radius; j++) {
			int at = i + j;
			if (at >= 0 && at < n)
				sum += x[at] * k[j + radius];
		}
		out[i] = sum;
	}
}

__global__ void gathers(const float *x, const int *index, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = 2.0f * x[index[i]];
}

LOOP gathers_loop(IN x, const int *__restrict__ index, OUT out, int n)
{
	PARALLEL
	for (int i = 0; i < n; i++)
		out[i] = 2.0f * x[index[i]];
}

// A row for each cta: its mean and deviation, then each element.
__global__ void normalised_rows(const float *in, float *out, int w)
{
	__shared__ float sums[2];
	const float *x = in + (size_t)blockIdx.x * w;
	float *y = out + (size_t)blockIdx.x * w;
	float sum = 0, squares = 0;
	if (threadIdx.x < 2)
		sums[threadIdx.x] = 0;
	for (int i = threadIdx.x; i < w; i += blockDim.x) {
		sum += x[i];
		squares += x[i] * x[i];
	}
	for (int step = 16; step; step /= 2) {
		sum += __shfl_down_sync(0xffffffff, sum, step);
		squares += __shfl_down_sync(0xffffffff, squares, step);
	}
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		atomicAdd(&sums[0], sum);
		atomicAdd(&sums[1], squares);
	}
	__syncthreads();
	float mean = sums[0] / w, scale = rsqrtf(sums[1] / w - mean * mean + 1e-5f);
	for (int i = threadIdx.x; i < w; i += blockDim.x)
		y[i] = (x[i] - mean) * scale;
}

LOOP normalised_rows_loop(IN in, OUT out, int w, int h)
{
	PARALLEL
	for (int r = 0; r < h; r++) {
		IN x = in + r * w;
		float sum = 0, squares = 0;
		for (int i = 0; i < w; i++) {
			sum += x[i];
			squares += x[i] * x[i];
		}
		float mean = sum / w, scale = 1.0f / sqrtf(squares / w - mean * mean + 1e-5f);
		for (int i = 0; i < w; i++)
			out[r * w + i] = (x[i] - mean) * scale;
	}
}

// ---- what threads do together

__global__ void atomic_sum(const float *x, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, step = blockDim.x * gridDim.x;
	float sum = 0;
	for (; i < n; i += step)
		sum += x[i];
	atomicAdd(out, sum);
}

LOOP sum_loop(IN x, OUT out, int n)
{
	float sum = 0;
	_Pragma("omp parallel for reduction(+ : sum)")
	for (int i = 0; i < n; i++)
		sum += x[i];
	out[0] = sum;
}

__global__ void dynamic_tile(const float *in, float *out, int w, int h)
{
	extern __shared__ float tile[];
	int edge = blockDim.x, x = blockIdx.x * edge + threadIdx.x, y = blockIdx.y * edge + threadIdx.y;
	if (x < w && y < h)
		tile[threadIdx.y * (edge + 1) + threadIdx.x] = in[y * w + x];
	__syncthreads();
	x = blockIdx.y * edge + threadIdx.x, y = blockIdx.x * edge + threadIdx.y;
	if (x < h && y < w)
		out[y * h + x] = tile[threadIdx.x * (edge + 1) + threadIdx.y];
}

LOOP transpose_loop(IN in, OUT out, int w, int h)
{
	PARALLEL
	for (int y = 0; y < h; y += 16)
		for (int x = 0; x < w; x += 16)
			for (int c = x; c < std::min(x + 16, w); c++)
				for (int r = y; r < std::min(y + 16, h); r++)
					out[c * h + r] = in[r * w + c];
}

// ---- products of matrices

template <int T>
__global__ void tiled_product(const float *a, const float *b, float *out, int n)
{
	__shared__ float s[T][T], t[T][T];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
	float sum = 0;
	for (int k = 0; k < (n + T - 1) / T; k++) {
		s[ty][tx] = row < n && k * T + tx < n ? a[row * n + k * T + tx] : 0;
		t[ty][tx] = column < n && k * T + ty < n ? b[(k * T + ty) * n + column] : 0;
		__syncthreads();
		for (int i = 0; i < T; i++)
			sum += s[ty][i] * t[i][tx];
		__syncthreads();
	}
	if (row < n && column < n)
		out[row * n + column] = sum;
}

// A tile of EDGE x EDGE, of which each thread has SUMS x SUMS elements; n is a multiple of it.
template <int EDGE, int DEPTH, int SUMS>
__global__ void register_product(const float *a, const float *b, float *out, int n)
{
	__shared__ float s[EDGE * DEPTH], t[DEPTH * EDGE];
	const int threads = EDGE * EDGE / (SUMS * SUMS);
	int column = threadIdx.x % (EDGE / SUMS), row = threadIdx.x / (EDGE / SUMS);
	float sum[SUMS][SUMS] = {}, x[SUMS], y[SUMS];
	a += blockIdx.y * EDGE * n, b += blockIdx.x * EDGE, out += blockIdx.y * EDGE * n + blockIdx.x * EDGE;
	for (int k0 = 0; k0 < n; k0 += DEPTH) {
		for (int i = threadIdx.x; i < EDGE * DEPTH; i += threads) {
			s[i] = a[i / DEPTH * n + k0 + i % DEPTH];
			t[i] = b[(k0 + i / EDGE) * n + i % EDGE];
		}
		__syncthreads();
		for (int k = 0; k < DEPTH; k++) {
			for (int i = 0; i < SUMS; i++) {
				x[i] = s[(row * SUMS + i) * DEPTH + k];
				y[i] = t[k * EDGE + column * SUMS + i];
			}
			for (int i = 0; i < SUMS; i++)
				for (int j = 0; j < SUMS; j++)
					sum[i][j] += x[i] * y[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < SUMS; i++)
		for (int j = 0; j < SUMS; j++)
			out[(row * SUMS + i) * n + column * SUMS + j] = sum[i][j];
}

// 128 x 128 by vectors, 8 x 8 a thread; the tile of a is turned.
__global__ void vector_product(const float *a, const float *b, float *out, int n)
{
	__shared__ float s[8][128], t[8][128];
	int column = threadIdx.x % 16 * 8, row = threadIdx.x / 16 * 8, ka = threadIdx.x % 2 * 4, ra = threadIdx.x / 2,
	    cb = threadIdx.x % 32 * 4, kb = threadIdx.x / 32;
	float sum[8][8] = {}, x[8], y[8];
	a += blockIdx.y * 128 * n, b += blockIdx.x * 128, out += blockIdx.y * 128 * n + blockIdx.x * 128;
	for (int k0 = 0; k0 < n; k0 += 8) {
		float4 v = *(const float4 *)&a[ra * n + k0 + ka];
		s[ka][ra] = v.x, s[ka + 1][ra] = v.y, s[ka + 2][ra] = v.z, s[ka + 3][ra] = v.w;
		*(float4 *)&t[kb][cb] = *(const float4 *)&b[(k0 + kb) * n + cb];
		__syncthreads();
		for (int k = 0; k < 8; k++) {
			for (int i = 0; i < 8; i += 4) {
				*(float4 *)&x[i] = *(float4 *)&s[k][row + i];
				*(float4 *)&y[i] = *(float4 *)&t[k][column + i];
			}
			for (int i = 0; i < 8; i++)
				for (int j = 0; j < 8; j++)
					sum[i][j] += x[i] * y[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 8; i++)
		for (int j = 0; j < 8; j += 4)
			*(float4 *)&out[(row + i) * n + column + j] =
				make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
}

LOOP product_loop(IN a, IN b, OUT out, int n)
{
	PARALLEL
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			out[i * n + j] = 0;
		for (int k = 0; k < n; k++)
			for (int j = 0; j < n; j++)
				out[i * n + j] += a[i * n + k] * b[k * n + j];
	}
}

// ---- the table

struct pattern {
	const char *name;
	void (*kernel)(const arrays &); // what it writes is in y or out
	void (*loop)(const arrays &);
	bool in_place; // results are in y
};

static const dim3 square(16, 16), flat(32, 8), cube(8, 8, 4), large(32, 32);

#define ONE(KERNEL, BLOCK, ...) [](const arrays &a) { KERNEL<<<blocks(a.n, BLOCK), BLOCK>>>(__VA_ARGS__); }
#define TWO(KERNEL, BLOCK, ...) [](const arrays &a) { KERNEL<<<blocks(a, BLOCK), BLOCK>>>(__VA_ARGS__); }
#define SHAPE(KERNEL, GRID, BLOCK, ...) [](const arrays &a) { KERNEL<<<GRID, BLOCK>>>(__VA_ARGS__); }
#define CPU(FUNCTION, ...) [](const arrays &a) { FUNCTION(__VA_ARGS__); }
#define SAXPY CPU(saxpy_loop, a.x, a.y, a.n, 1.5f)

static const pattern patterns[] = {
	{"saxpy", ONE(saxpy, 256, a.x, a.y, a.n, 1.5f), SAXPY, true},
	{"saxpy-block-32", ONE(saxpy, 32, a.x, a.y, a.n, 1.5f), SAXPY, true},
	{"early-return", ONE(early_return, 256, a.x, a.y, a.n, 1.5f), SAXPY, true},
	{"grid-stride", SHAPE(grid_stride, 64, 256, a.x, a.y, a.n, 1.5f), SAXPY, true},
	{"grid-stride-64", SHAPE(grid_stride_64, 64, 256, a.x, a.y, a.n, 1.5f), SAXPY, true},
	{"switches", ONE((switches<true, true>), 256, a.x, a.out, a.n, 1.2f),
	 CPU(switches_loop, a.x, a.out, a.n, 1.2f), false},
	{"polynomial", ONE(polynomial, 256, a.x, a.out, a.n), CPU(polynomial_loop, a.x, a.out, a.n), false},
	{"float4-update", ONE(float4_update, 256, (float4 *)a.x, (float4 *)a.y, a.n, 0.1f),
	 CPU(float4_update_loop, a.x, a.y, a.n, 0.1f), true},
	{"array-of-structs", ONE(array_of_structs, 256, (particle *)a.x, a.out, a.n),
	 CPU(array_of_structs_loop, (particle *)a.x, a.out, a.n), false},
	{"struct-of-arrays", ONE(struct_of_arrays, 256, a.x, a.out, a.n),
	 CPU(struct_of_arrays_loop, a.x, a.out, a.n), false},
	{"pairs", ONE(pairs, 256, a.x, a.out, a.n), CPU(pairs_loop, a.x, a.out, a.n), false},
	{"halves", ONE(halves, 256, (half2 *)a.x, (half2 *)a.y, a.n, __float2half2_rn(1.5f)),
	 CPU(halves_loop, (_Float16 *)a.x, (_Float16 *)a.y, 2 * a.n, 1.5f), true},
	{"pixels-16x16", TWO(pixels, square, (uchar4 *)a.x, (uchar4 *)a.out, a.w, a.h),
	 CPU(pixels_loop, (unsigned char *)a.x, (unsigned char *)a.out, a.n), false},
	{"grey", ONE(grey, 256, (unsigned char *)a.x, (unsigned char *)a.out, a.n),
	 CPU(grey_loop, (unsigned char *)a.x, (unsigned char *)a.out, a.n), false},
	{"plane-16x16", TWO(plane, square, a.x, a.out, a.w, a.h, 1.5f, 2.0f),
	 CPU(plane_loop, a.x, a.out, a.w, a.h, 1.5f, 2.0f), false},
	{"plane-32x8", TWO(plane, flat, a.x, a.out, a.w, a.h, 1.5f, 2.0f),
	 CPU(plane_loop, a.x, a.out, a.w, a.h, 1.5f, 2.0f), false},
	{"stencil-16x16", TWO(stencil, square, a.x, a.out, a.w, a.h), CPU(stencil_loop, a.x, a.out, a.w, a.h),
	 false},
	{"stencil-32x8", TWO(stencil, flat, a.x, a.out, a.w, a.h), CPU(stencil_loop, a.x, a.out, a.w, a.h),
	 false},
	{"volume-8x8x4", SHAPE(volume, dim3(8, 8, blocks(a.n, 64 * 64 * 4)), cube, a.x, a.out, 64, 64, a.n / 4096),
	 CPU(volume_loop, a.x, a.out, 64, 64, a.n / 4096), false},
	{"divided-index", ONE(divided_index, 256, a.x, a.y, a.out, a.w, a.n),
	 CPU(divided_index_loop, a.x, a.y, a.out, a.w, a.n), false},
	{"row-a-thread", SHAPE(row_a_thread, blocks(a.h, 128), 128, a.x, a.x + a.n, a.out, a.h, a.w),
	 CPU(row_loop, a.x, a.x + a.n, a.out, a.h, a.w), false},
	{"row-a-warp", SHAPE(row_a_warp, blocks(a.h, 8), 256, a.x, a.x + a.n, a.out, a.h, a.w),
	 CPU(row_loop, a.x, a.x + a.n, a.out, a.h, a.w), false},
	{"column-a-thread", SHAPE(column_a_thread, blocks(a.w, 128), 128, a.x, a.x + a.n, a.out, a.w, a.h),
	 CPU(column_loop, a.x, a.x + a.n, a.out, a.w, a.h), false},
	{"convolution", ONE(convolution, 256, a.x, a.x + a.n, a.out, a.n, 8),
	 CPU(convolution_loop, a.x, a.x + a.n, a.out, a.n, 8), false},
	{"gathers", ONE(gathers, 256, a.x, a.index, a.out, a.n), CPU(gathers_loop, a.x, a.index, a.out, a.n), false},
	{"normalised-rows", SHAPE(normalised_rows, a.h, 256, a.x, a.out, a.w),
	 CPU(normalised_rows_loop, a.x, a.out, a.w, a.h), false},
	{"atomic-sum", [](const arrays &a) {
		 cudaMemsetAsync(a.out, 0, sizeof *a.out);
		 atomic_sum<<<16, 256>>>(a.x, a.out, a.n);
	 },
	 CPU(sum_loop, a.x, a.out, a.n), false},
	{"dynamic-tile",
	 [](const arrays &a) {
		 dynamic_tile<<<blocks(a, square), square, 16 * 17 * sizeof(float)>>>(a.x, a.out, a.w, a.h);
	 },
	 CPU(transpose_loop, a.x, a.out, a.w, a.h), false},
	{"product-16x16", SHAPE(tiled_product<16>, dim3(24, 24), square, a.x, a.y, a.out, 380),
	 CPU(product_loop, a.x, a.y, a.out, 380), false},
	{"product-32x32", SHAPE(tiled_product<32>, dim3(12, 12), large, a.x, a.y, a.out, 384),
	 CPU(product_loop, a.x, a.y, a.out, 384), false},
	{"product-4x4-sums", SHAPE((register_product<64, 16, 4>), dim3(6, 6), 256, a.x, a.y, a.out, 384),
	 CPU(product_loop, a.x, a.y, a.out, 384), false},
	{"product-8x8-sums", SHAPE((register_product<128, 8, 8>), dim3(3, 3), 256, a.x, a.y, a.out, 384),
	 CPU(product_loop, a.x, a.y, a.out, 384), false},
	{"product-vectors", SHAPE(vector_product, dim3(3, 3), 256, a.x, a.y, a.out, 384),
	 CPU(product_loop, a.x, a.y, a.out, 384), false},
};

enum { CALLS = 4 };

// Words that are positive numbers as floats and as two halves, up to 2.
static void fill(const arrays &a)
{
	for (int i = 0; i < 4 * a.n; i++) {
		unsigned random = (unsigned)i * 2654435761u >> 8;
		unsigned word = 0x38003800 | (random & 0x7ff) << 16 | random >> 11 & 0x7ff;
		memcpy(&a.x[i], &word, sizeof word);
		memcpy(&a.y[i], &word, sizeof word);
		a.out[i] = 0.0f;
	}
	for (int i = 0; i < a.n; i++)
		a.index[i] = (int)((unsigned)i * 40503u % (unsigned)a.n);
}

// Of one of some calls that follow each other, so that waiting for the last counts little.
static double seconds(void (*call)(const arrays &), const arrays &a)
{
	timespec from, to;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
	for (int i = 0; i < CALLS; i++)
		call(a);
	cudaDeviceSynchronize();
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
	return ((double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec)) / CALLS;
}

static double median(std::vector<double> v)
{
	std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
	return v[v.size() / 2];
}

// Words that differ by more than sums in another order do, or by more than the last bit of a half.
static int differences(const pattern &p, const arrays &a, const arrays &b)
{
	const float *x = p.in_place ? a.y : a.out, *y = p.in_place ? b.y : b.out;
	int count = 0;
	for (int i = 0; i < a.n; i++)
		count += memcmp(x + i, y + i, sizeof *x) && !(fabsf(x[i] - y[i]) <= 1e-2f * fabsf(y[i]) + 1e-5f);
	return count;
}

static bool measure(const pattern &p, const arrays &a, const arrays &b, int rounds)
{
	std::vector<double> kernel, loop;
	fill(a), fill(b);
	seconds(p.kernel, a), seconds(p.loop, b);
	int wrong = differences(p, a, b);
	for (int i = 0; i < rounds; i++) {
		kernel.push_back(seconds(p.kernel, a));
		loop.push_back(seconds(p.loop, b));
	}
	double k = median(kernel), l = median(loop);
	printf("%-18s %10.1f %10.1f %8.2f  %s\n", p.name, k * 1e6, l * 1e6, l / k, wrong ? "WRONG" : "");
	fflush(stdout);
	return wrong == 0;
}

static void stay_on_one_processor()
{
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	sched_setaffinity(0, sizeof set, &set);
}

static arrays allocate(int n)
{
	arrays a;
	a.w = a.h = (int)sqrt((double)n);
	a.n = a.w * a.h;
	for (float **p : {&a.x, &a.y, &a.out})
		cudaMallocManaged(p, 16 * (size_t)a.n + 64);
	cudaMallocManaged(&a.index, 4 * (size_t)a.n);
	return a;
}

static bool chosen(const char *name, int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (strstr(name, argv[i]))
			return true;
	return argc == 0;
}

int main(int argc, char **argv)
{
	int n = 500 * 500, rounds = 31, first = 1;
	for (; first + 1 < argc && argv[first][0] == '-'; first += 2)
		*(argv[first][1] == 'n' ? &n : &rounds) = atoi(argv[first + 1]);
	stay_on_one_processor();
	arrays a = allocate(n), b = allocate(n);
	bool right = true;
	printf("%-18s %10s %10s %8s\n", "pattern", "simt us", "g++ us", "g++/simt");
	for (const pattern &p : patterns)
		if (chosen(p.name, argc - first, argv + first))
			right &= measure(p, a, b, rounds);
	return right ? 0 : 1;
}
