// features: products of matrices as people write them: registers that hold 4x4 and 8x8 sums of a thread, blocks of one row that stand for several, loops in a tile, vector loads, matrices that are no multiple of the tile, in several block shapes; with one that goes out of bounds at the end
#include <cassert>
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

#define PRODUCT(NAME) __global__ void NAME(const float *A, const float *B, float *C, int M, int N, int K)

// Blocks of one row; each thread has TM x TN sums.
template <int BM, int BN, int BK, int TM, int TN> PRODUCT(rows_taken_apart)
{
	__shared__ float As[BM * BK], Bs[BK * BN];
	const int nthread = BM * BN / (TM * TN);
	int col = threadIdx.x % (BN / TN), row = threadIdx.x / (BN / TN);
	A += blockIdx.y * BM * K; B += blockIdx.x * BN; C += blockIdx.y * BM * N + blockIdx.x * BN;
	unsigned ra = threadIdx.x / BK, ca = threadIdx.x % BK, rb = threadIdx.x / BN, cb = threadIdx.x % BN;
	const unsigned sa = nthread / BK, sb = nthread / BN;
	float acc[TM * TN] = {}, m[TM] = {}, n[TN] = {};
	for (int k0 = 0; k0 < K; k0 += BK) {
		for (unsigned o = 0; o < BM; o += sa) As[(ra + o) * BK + ca] = A[(ra + o) * K + ca];
		for (unsigned o = 0; o < BK; o += sb) Bs[(rb + o) * BN + cb] = B[(rb + o) * N + cb];
		__syncthreads();
		A += BK; B += BK * N;
		for (int k = 0; k < BK; k++) {
			for (int i = 0; i < TM; i++) m[i] = As[(row * TM + i) * BK + k];
			for (int i = 0; i < TN; i++) n[i] = Bs[k * BN + col * TN + i];
			for (int i = 0; i < TM; i++)
				for (int j = 0; j < TN; j++) acc[i * TN + j] += m[i] * n[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++)
		for (int j = 0; j < TN; j++) C[(row * TM + i) * N + col * TN + j] = acc[i * TN + j];
}

// The same by float4, with the tile of A turned.
template <int BM, int BN, int BK, int TM, int TN> PRODUCT(vectors)
{
	__shared__ float As[BM * BK], Bs[BK * BN];
	int col = threadIdx.x % (BN / TN), row = threadIdx.x / (BN / TN);
	A += blockIdx.y * BM * K; B += blockIdx.x * BN; C += blockIdx.y * BM * N + blockIdx.x * BN;
	unsigned ra = threadIdx.x / (BK / 4), ca = threadIdx.x % (BK / 4), rb = threadIdx.x / (BN / 4), cb = threadIdx.x % (BN / 4);
	float acc[TM * TN] = {}, m[TM] = {}, n[TN] = {};
	for (int k0 = 0; k0 < K; k0 += BK) {
		float4 v = *(const float4 *)&A[ra * K + ca * 4];
		As[(ca * 4 + 0) * BM + ra] = v.x; As[(ca * 4 + 1) * BM + ra] = v.y;
		As[(ca * 4 + 2) * BM + ra] = v.z; As[(ca * 4 + 3) * BM + ra] = v.w;
		*(float4 *)&Bs[rb * BN + cb * 4] = *(const float4 *)&B[rb * N + cb * 4];
		__syncthreads();
		A += BK; B += BK * N;
		for (int k = 0; k < BK; k++) {
			for (int i = 0; i < TM; i++) m[i] = As[k * BM + row * TM + i];
			for (int i = 0; i < TN; i++) n[i] = Bs[k * BN + col * TN + i];
			for (int i = 0; i < TM; i++)
				for (int j = 0; j < TN; j++) acc[i * TN + j] += m[i] * n[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < TM; i++)
		for (int j = 0; j < TN; j += 4) {
			float4 v = *(float4 *)&C[(row * TM + i) * N + col * TN + j];
			v.x += acc[i * TN + j]; v.y += acc[i * TN + j + 1]; v.z += acc[i * TN + j + 2]; v.w += acc[i * TN + j + 3];
			*(float4 *)&C[(row * TM + i) * N + col * TN + j] = v;
		}
}

// Blocks of 16 x 16 whose threads go through a tile by their number.
PRODUCT(by_number)
{
	__shared__ float s[64][16], t[16][64];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 64, col = blockIdx.x * 64, tid = ty * 16 + tx;
	float acc[4][4] = {};
	for (int k0 = 0; k0 < K; k0 += 16) {
		for (int i = tid; i < 1024; i += 256) {
			s[i / 16][i % 16] = A[(row + i / 16) * K + k0 + i % 16];
			t[i / 64][i % 64] = B[(k0 + i / 64) * N + col + i % 64];
		}
		__syncthreads();
		#pragma unroll
		for (int k = 0; k < 16; k++) {
			float a[4], b[4];
			for (int i = 0; i < 4; i++) { a[i] = s[ty * 4 + i][k]; b[i] = t[k][tx * 4 + i]; }
			for (int i = 0; i < 4; i++)
				for (int j = 0; j < 4; j++) acc[i][j] += a[i] * b[j];
		}
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 4; j++) C[(row + ty * 4 + i) * N + col + tx * 4 + j] = acc[i][j];
}

// Tiles with borders: what is outside is zero.
template <int T> PRODUCT(borders)
{
	__shared__ float s[T][T], t[T][T];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
	float sum = 0;
	for (int k = 0; k < (K + T - 1) / T; k++) {
		if (row < M && k * T + tx < K) s[ty][tx] = A[row * K + k * T + tx]; else s[ty][tx] = 0;
		t[ty][tx] = col < N && k * T + ty < K ? B[(k * T + ty) * N + col] : 0.0f;
		__syncthreads();
		for (int i = 0; i < T; i++) sum += s[ty][i] * t[i][tx];
		__syncthreads();
	}
	if (row < M && col < N) C[row * N + col] = sum;
}

// The same with 2 x 2 sums a thread, and the tile's edge from the block.
PRODUCT(borders_of_block)
{
	extern __shared__ float tile[];
	int T = blockDim.x, W = 2 * T, tx = threadIdx.x, ty = threadIdx.y;
	float *s = tile, *t = tile + W * W, sum[2][2] = {};
	int row = blockIdx.y * W + ty, col = blockIdx.x * W + tx;
	for (int k0 = 0; k0 < K; k0 += W) {
		for (int i = 0; i < W; i += T)
			for (int j = 0; j < W; j += T) {
				bool a = row + i < M && k0 + tx + j < K, b = col + j < N && k0 + ty + i < K;
				s[(ty + i) * W + tx + j] = a ? A[(row + i) * K + k0 + tx + j] : 0;
				t[(ty + i) * W + tx + j] = b ? B[(k0 + ty + i) * N + col + j] : 0;
			}
		__syncthreads();
		for (int k = 0; k < W; k++)
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 2; j++) sum[i][j] += s[(ty + i * T) * W + k] * t[k * W + tx + j * T];
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			if (row + i * T < M && col + j * T < N) C[(row + i * T) * N + col + j * T] = sum[i][j];
}

// An assertion, and a border that is known before the loop.
PRODUCT(asserted)
{
	assert(blockDim.x == 16 && blockDim.y == 16);
	__shared__ float s[16][17], t[16][17];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	bool in_row = row < M, in_col = col < N;
	float sum = 0;
	for (int k = 0; k < K; k += 16) {
		bool a = in_row & (k + tx < K), b = in_col & (k + ty < K);
		s[ty][tx] = a ? A[row * K + k + tx] : a + 0.0f;
		t[ty][tx] = b ? B[(k + ty) * N + col] : b + 0.0f;
		__syncthreads();
		for (int i = 0; i < 16; i++) sum += s[ty][i] * t[i][tx] + (in_row ? 0.25f : 0.5f);
		__syncthreads();
	}
	if (in_row && in_col) C[row * N + col] = sum;
}

// A test too few.
PRODUCT(out_of_bounds)
{
	__shared__ float s[16][16], t[16][16];
	int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
	float sum = 0;
	for (int k = 0; k < K; k += 16) {
		s[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0;
		t[ty][tx] = col < N ? B[(k + ty) * N + col] : 0;
		__syncthreads();
		for (int i = 0; i < 16; i++) sum += s[ty][i] * t[i][tx];
		__syncthreads();
	}
	if (row < M && col < N) C[row * N + col] = sum;
}

typedef void product(const float *, const float *, float *, int, int, int);

static float *A, *B, *C;

static void run(const char *name, product *kernel, dim3 block, int tile, int M, int N, int K, int shared = 0)
{
	static float c[256 * 256];
	dim3 grid((N + tile - 1) / tile, (M + tile - 1) / tile);
	cudaMemset(C, 0, sizeof c);
	kernel<<<grid, block, shared>>>(A, B, C, M, N, K);
	cudaError_t e = cudaDeviceSynchronize();
	cudaMemcpy(c, C, sizeof c, cudaMemcpyDeviceToHost);
	unsigned long h = 14695981039346656037ul;
	for (float f : c) {
		unsigned u;
		memcpy(&u, &f, 4);
		h = (h ^ u) * 1099511628211ul;
	}
	if (e == cudaSuccess)
		printf("%s %d x %d x %d: %016lx\n", name, M, N, K, h);
	else
		printf("%s %d x %d x %d: %s\n", name, M, N, K, cudaGetErrorName(e));
}

int main()
{
	std::vector<float> a(256 * 256);
	cudaMalloc(&A, sizeof(float) * a.size());
	cudaMalloc(&C, sizeof(float) * a.size());
	cudaMalloc(&B, sizeof(float) * a.size());
	for (size_t i = 0; i < a.size(); i++) a[i] = (float)((unsigned)i * 2654435761u >> 20) / 512 - 4;
	cudaMemcpy(A, a.data(), sizeof(float) * a.size(), cudaMemcpyHostToDevice);
	for (size_t i = 0; i < a.size(); i++) a[i] = (float)((unsigned)i * 40503u >> 4 & 1023) / 256 - 2;
	cudaMemcpy(B, a.data(), sizeof(float) * a.size(), cudaMemcpyHostToDevice);
	run("8 x 8 of 64", rows_taken_apart<64, 64, 8, 8, 8>, 64, 64, 128, 128, 40);
	run("8 x 8 of 128", rows_taken_apart<128, 128, 8, 8, 8>, 256, 128, 128, 256, 24);
	run("4 x 4 of 64", rows_taken_apart<64, 64, 16, 4, 4>, 256, 64, 64, 128, 48);
	run("8 x 1 of 64", rows_taken_apart<64, 64, 8, 8, 1>, 512, 64, 128, 64, 16);
	run("1 x 2 of 32", rows_taken_apart<32, 32, 32, 1, 2>, 512, 32, 64, 64, 96);
	run("no round", rows_taken_apart<64, 64, 16, 4, 4>, 256, 64, 64, 128, 0);
	run("vectors", vectors<128, 128, 8, 8, 8>, 256, 128, 128, 128, 32);
	run("vectors", vectors<64, 64, 16, 4, 4>, 256, 64, 128, 192, 32);
	run("by number", by_number, dim3(16, 16), 64, 128, 64, 80);
	for (int n : {64, 61, 33, 1}) {
		run("borders of 16", borders<16>, dim3(16, 16), 16, n, 64, 48);
		run("borders of 16", borders<16>, dim3(16, 16), 16, 64, n, 50);
		run("borders of 16", borders<16>, dim3(16, 16), 16, 63, 65, n);
		run("borders of 32", borders<32>, dim3(32, 32), 32, n, n, n);
		run("borders of 8", borders<8>, dim3(8, 8), 8, n, 17, n);
		run("asserted", asserted, dim3(16, 16), 16, n, 64, n);
		run("borders of blocks", borders_of_block, dim3(16, 16), 32, n, 70, n, 2 * 32 * 32 * 4);
	}
	run("borders of 16", borders<16>, dim3(16, 16), 16, 255, 256, 256);
	run("borders of 16", borders<16>, dim3(16, 16), 16, 250, 251, 252);
	run("out of bounds", out_of_bounds, dim3(16, 16), 16, 250, 256, 256);
	run("out of bounds", out_of_bounds, dim3(16, 16), 1 << 20, 1, 1 << 20, 10);
}
