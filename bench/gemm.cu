// gemm.cu - products of matrices by tiles, with matrix instructions: by wmma in CUDA C++, and by mma and ldmatrix
// in PTX. Tells how much of the host's peak they reach.
//
//     gemm [PART] [NAME=GOPS ...]     products with PART in their name; peaks of the host
//
// SPDX-License-Identifier: Apache-2.0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

using namespace nvcuda;

constexpr int BLOCK = 64, STEP = 32, PAD = 8, WARP = 32; // a cta: 64 x 64 of C; a warp: 32 x 32

// A is m x k by rows, B is k x n by rows.
template <typename T>
__device__ void load_tiles(const T *a, const T *b, int n, int k, int at, T (*as)[STEP + PAD], T (*bs)[BLOCK + PAD])
{
	constexpr int VEC = 16 / sizeof(T);
	for (int i = threadIdx.x; i < BLOCK * STEP / VEC; i += blockDim.x) {
		int r = i / (STEP / VEC), c = i % (STEP / VEC) * VEC;
		*(uint4 *)&as[r][c] = *(const uint4 *)&a[(size_t)(blockIdx.y * BLOCK + r) * k + at + c];
		r = i / (BLOCK / VEC), c = i % (BLOCK / VEC) * VEC;
		*(uint4 *)&bs[r][c] = *(const uint4 *)&b[(size_t)(at + r) * n + blockIdx.x * BLOCK + c];
	}
}

template <typename S>
__global__ void by_wmma(const half *a, const half *b, S *c, int n, int k)
{
	__shared__ __align__(16) half as[BLOCK][STEP + PAD], bs[STEP][BLOCK + PAD];
	int warp = threadIdx.x / 32, row = warp / 2 * WARP, col = warp % 2 * WARP;
	wmma::fragment<wmma::accumulator, 16, 16, 16, S> sum[2][2];
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			wmma::fill_fragment(sum[i][j], S(0.0f));
	for (int at = 0; at < k; at += STEP) {
		load_tiles(a, b, n, k, at, as, bs);
		__syncthreads();
		for (int s = 0; s < STEP; s += 16) {
			wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x[2];
			wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> y[2];
			for (int i = 0; i < 2; i++) {
				wmma::load_matrix_sync(x[i], &as[row + 16 * i][s], STEP + PAD);
				wmma::load_matrix_sync(y[i], &bs[s][col + 16 * i], BLOCK + PAD);
			}
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 2; j++)
					wmma::mma_sync(sum[i][j], x[i], y[j], sum[i][j]);
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++) {
			size_t r = blockIdx.y * BLOCK + row + 16 * i, q = blockIdx.x * BLOCK + col + 16 * j;
			wmma::store_matrix_sync(&c[r * n + q], sum[i][j], n, wmma::mem_row_major);
		}
}

__device__ unsigned shared_address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void load_four(unsigned (&r)[4], const void *p)
{
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
	             : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
	             : "r"(shared_address(p)));
}

__device__ void load_four_turned(unsigned (&r)[4], const void *p)
{
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
	             : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
	             : "r"(shared_address(p)));
}

__global__ void by_mma(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *c, int n, int k)
{
	__shared__ __align__(16) __nv_bfloat16 as[BLOCK][STEP + PAD], bs[STEP][BLOCK + PAD];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = warp / 2 * WARP, col = warp % 2 * WARP;
	float sum[2][4][4] = {};
	for (int at = 0; at < k; at += STEP) {
		load_tiles(a, b, n, k, at, as, bs);
		__syncthreads();
		for (int s = 0; s < STEP; s += 16) {
			unsigned x[2][4], y[2][4]; // y: two columns of eight
			for (int i = 0; i < 2; i++) {
				load_four(x[i], &as[row + 16 * i + lane % 16][s + lane / 16 * 8]);
				load_four_turned(y[i], &bs[s + lane % 16][col + 16 * i + lane / 16 * 8]);
			}
			for (int i = 0; i < 2; i++)
				for (int j = 0; j < 4; j++) {
					float *d = sum[i][j];
					asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
					             "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
					             : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
					             : "r"(x[i][0]), "r"(x[i][1]), "r"(x[i][2]), "r"(x[i][3]),
					               "r"(y[j / 2][j % 2 * 2]), "r"(y[j / 2][j % 2 * 2 + 1]));
				}
		}
		__syncthreads();
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 4; j++)
			for (int h = 0; h < 2; h++) {
				size_t r = blockIdx.y * BLOCK + row + 16 * i + 8 * h + lane / 4,
				       q = blockIdx.x * BLOCK + col + 8 * j + lane % 4 * 2;
				*(float2 *)&c[r * n + q] = make_float2(sum[i][j][2 * h], sum[i][j][2 * h + 1]);
			}
}

// B is n x k by rows: k x n by columns.
__global__ void by_mma_s8(const signed char *a, const signed char *b, int *c, int n, int k)
{
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
	int row = blockIdx.y * BLOCK + warp / 2 * WARP, col = blockIdx.x * BLOCK + warp % 2 * WARP;
	int sum[2][4][4] = {};
	for (int at = 0; at < k; at += 32) {
		int x[2][4], y[4][2];
		for (int i = 0; i < 8; i++)
			x[i / 4][i % 4] = *(const int *)&a[(size_t)(row + i / 4 * 16 + i % 2 * 8 + g) * k + at +
			                                   i / 2 % 2 * 16 + 4 * t];
		for (int j = 0; j < 8; j++)
			y[j / 2][j % 2] = *(const int *)&b[(size_t)(col + j / 2 * 8 + g) * k + at + j % 2 * 16 + 4 * t];
		for (int i = 0; i < 2; i++)
			for (int j = 0; j < 4; j++) {
				int *d = sum[i][j];
				asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 "
				             "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
				             : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
				             : "r"(x[i][0]), "r"(x[i][1]), "r"(x[i][2]), "r"(x[i][3]), "r"(y[j][0]),
				               "r"(y[j][1]));
			}
	}
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 4; j++)
			for (int h = 0; h < 4; h++)
				c[(size_t)(row + 16 * i + h / 2 * 8 + g) * n + col + 8 * j + 2 * t + h % 2] = sum[i][j][h];
}

// ---- around them -------------------------------------------------------------------------------

static const char *part = "";
static int peak_count;
static char **peaks;

static unsigned long long seed = 1;

static double uniform() // (0, 1)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return double((seed >> 11) + 1) * 0x1p-53;
}

static double normal()
{
	double r = std::sqrt(-2 * std::log(uniform()));
	return r * std::cos(6.283185307179586 * uniform());
}

static void check(cudaError_t e)
{
	if (e != cudaSuccess) {
		fprintf(stderr, "gemm: %s\n", cudaGetErrorString(e));
		exit(1);
	}
}

static double seconds()
{
	timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return double(t.tv_sec) + double(t.tv_nsec) * 1e-9;
}

static double value(half x) { return __half2float(x); }
static double value(float x) { return x; }
static double value(int x) { return x; }
static double value(signed char x) { return x; }
static double value(__nv_bfloat16 x) { return __bfloat162float(x); }
static void set(half &to, double x) { to = __float2half(float(x)); }
static void set(__nv_bfloat16 &to, double x) { to = __float2bfloat16(float(x)); }
static void set(signed char &to, double x) { to = (signed char)std::max(-127.0, std::min(127.0, x * 40)); }

static bool wrong;

// small: the operands are small integers.
template <typename T, typename S>
static void measure(const char *name, void (*kernel)(const T *, const T *, S *, int, int), bool small, bool turned,
                    double error)
{
	if (!strstr(name, part))
		return;
	const int n = 512;
	T *a, *b;
	S *c;
	check(cudaMallocManaged((void **)&a, sizeof(T) * n * n));
	check(cudaMallocManaged((void **)&b, sizeof(T) * n * n));
	check(cudaMallocManaged((void **)&c, sizeof(S) * n * n));
	for (int i = 0; i < n * n; i++) {
		set(a[i], small ? double(i % 7 - 3) : normal());
		set(b[i], small ? double(i % 5 - 2) : normal());
	}
	double least = 1e30; // processor time: others may use the machine, too
	for (int i = 0; i < 8; i++) { // the first makes the code
		double start = seconds();
		kernel<<<dim3(n / BLOCK, n / BLOCK), 128>>>(a, b, c, n, n);
		check(cudaDeviceSynchronize());
		least = std::min(least, seconds() - start);
	}
	double worst = 0, gops = 2.0 * n * n * n / least * 1e-9;
	for (int r = 0; r < n; r += 37)
		for (int q = 0; q < n; q += 11) {
			double sum = 0, all = 0;
			for (int k = 0; k < n; k++) {
				double p = value(a[r * n + k]) * value(turned ? b[q * n + k] : b[k * n + q]);
				sum += p;
				all += std::fabs(p);
			}
			worst = std::max(worst, std::fabs(value(c[r * n + q]) - sum) / (all + 1));
		}
	printf("%-34s %8.2f Gop/s", name, gops);
	for (int i = 0; i < peak_count; i++) {
		const char *value = strchr(peaks[i], '=');
		if (value)
			printf("  %5.1f%% of %.*s", 100 * gops / atof(value + 1), int(value - peaks[i]), peaks[i]);
	}
	printf("%s\n", worst > error ? "  WRONG" : "");
	wrong |= worst > error;
	fflush(stdout);
	check(cudaFree(a));
	check(cudaFree(b));
	check(cudaFree(c));
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strchr(argv[1], '=')) {
		part = argv[1];
		argc--, argv++;
	}
	peak_count = argc - 1;
	peaks = argv + 1;
	measure<half, float>("wmma f32.f16, normal", by_wmma<float>, false, false, 1e-6);
	measure<half, float>("wmma f32.f16, small integers", by_wmma<float>, true, false, 0);
	measure<half, half>("wmma f16.f16, normal", by_wmma<half>, false, false, 1e-2);
	measure<__nv_bfloat16, float>("mma f32.bf16, normal", by_mma, false, false, 1e-6);
	measure<__nv_bfloat16, float>("mma f32.bf16, small integers", by_mma, true, false, 0);
	measure<signed char, int>("mma s32.s8, normal", by_mma_s8, false, true, 0);
	return wrong;
}
