// features: products by tiles in small blocks, whose sums stay in registers from one barrier to the next: several types and shapes, two sums, a minimum with its place, sums that also the loading part changes, edges, one round and none
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#include <cuda_runtime.h>

template <class T> __host__ __device__ T madd(T a, T b, T c) { return a * b + c; }
template <> __host__ __device__ float madd(float a, float b, float c) { return fmaf(a, b, c); }
template <> __host__ __device__ double madd(double a, double b, double c) { return fma(a, b, c); }

template <class T, int W, int H> __global__ void product(int n, int k, const T *a, const T *b, T *c)
{
	__shared__ T ta[H][W], tb[W][W];
	int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * W + x, i = blockIdx.y * H + y;
	T sum = 0;
	for (int k0 = 0; k0 < k; k0 += W) {
		ta[y][x] = a[i * k + k0 + x];
		for (int r = y; r < W; r += H)
			tb[r][x] = b[(k0 + r) * n + j];
		__syncthreads();
		for (int q = 0; q < W; q++)
			sum = madd(ta[y][q], tb[q][x], sum);
		__syncthreads();
	}
	c[i * n + j] = sum;
}

// Rows and columns that are no multiple of the tile.
template <class T, int W> __global__ void edges(int m, int n, int k, const T *a, const T *b, T *c)
{
	__shared__ T ta[W][W], tb[W][W];
	int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * W + x, i = blockIdx.y * W + y;
	T sum = 0;
	for (int k0 = 0; k0 < k; k0 += W) {
		ta[y][x] = i < m && k0 + x < k ? a[i * k + k0 + x] : T(0);
		tb[y][x] = k0 + y < k && j < n ? b[(k0 + y) * n + j] : T(0);
		__syncthreads();
		for (int q = 0; q < W; q++)
			sum = madd(ta[y][q], tb[q][x], sum);
		__syncthreads();
	}
	if (i < m && j < n)
		c[i * n + j] = sum;
}

// Two sums, one of which the loading part changes, too.
template <int W> __global__ void two(int n, int k, const float *a, const float *b, float *c, float *d)
{
	__shared__ float ta[W][W], tb[W][W];
	int x = threadIdx.x, y = threadIdx.y, j = blockIdx.x * W + x, i = blockIdx.y * W + y;
	float sum = 1, other = 2;
	for (int k0 = 0; k0 < k; k0 += W) {
		float v = a[i * k + k0 + x];
		other = other * 0.5f - v;
		ta[y][x] = v;
		tb[y][x] = b[(k0 + y) * n + j];
		__syncthreads();
		for (int q = 0; q < W; q++) {
			sum = madd(ta[y][q], tb[q][x], sum);
			other = madd(tb[q][x], tb[q][x], other);
		}
		__syncthreads();
	}
	c[i * n + j] = sum;
	d[i * n + j] = other;
}

// The nearest point, and which.
template <int W> __global__ void nearest(int n, int k, const float *a, const float *b, float *best, int *at)
{
	__shared__ float tile[W * W];
	int t = threadIdx.y * W + threadIdx.x, i = blockIdx.x * W * W + t;
	float least = 1e30f, me = a[i];
	int where = -1;
	for (int k0 = 0; k0 < k; k0 += W * W) {
		tile[t] = b[k0 + t];
		__syncthreads();
		for (int q = 0; q < W * W; q++) {
			float d = fabsf(tile[q] - me);
			if (d < least) {
				least = d;
				where = k0 + q;
			}
		}
		__syncthreads();
	}
	best[i] = least;
	at[i] = where;
}

template <class T> std::vector<T> numbers(int n, unsigned seed)
{
	std::vector<T> v(n);
	for (T &x : v) {
		seed = seed * 1664525u + 1013904223u;
		x = T((int)(seed >> 20) - 2048) / T(sizeof(T) == 4 && T(0.5) == T(0) ? 1 : 64);
	}
	return v;
}

template <class T> T *device(const std::vector<T> &v)
{
	T *p;
	cudaMalloc(&p, (v.size() + 1) * sizeof(T));
	cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
	return p;
}

template <class T> bool same(const std::vector<T> &want, const T *p)
{
	std::vector<T> got(want.size());
	cudaMemcpy(got.data(), p, got.size() * sizeof(T), cudaMemcpyDeviceToHost);
	return memcmp(got.data(), want.data(), got.size() * sizeof(T)) == 0;
}

template <class T> std::vector<T> on_host(int m, int n, int k, const std::vector<T> &a, const std::vector<T> &b, T first)
{
	std::vector<T> c(m * n, first);
	for (int i = 0; i < m; i++)
		for (int q = 0; q < k; q++)
			for (int j = 0; j < n; j++)
				c[i * n + j] = madd(a[i * k + q], b[q * n + j], c[i * n + j]);
	return c;
}

template <class T, int W, int H> void try_product(const char *name, int m, int n, int k)
{
	std::vector<T> a = numbers<T>(m * k, 1), b = numbers<T>(k * n, 2), c = on_host<T>(m, n, k, a, b, 0);
	T *da = device(a), *db = device(b), *dc = device(std::vector<T>(m * n));
	product<T, W, H><<<dim3(n / W, m / H), dim3(W, H)>>>(n, k, da, db, dc);
	printf("%s %d x %d, %d rounds: %s\n", name, W, H, k / W, same(c, dc) ? "equal" : "different");
}

template <class T, int W> void try_edges(const char *name, int m, int n, int k)
{
	std::vector<T> a = numbers<T>(m * k, 3), b = numbers<T>(k * n, 4), c = on_host<T>(m, n, k, a, b, 0);
	T *da = device(a), *db = device(b), *dc = device(std::vector<T>(m * n));
	edges<T, W><<<dim3((n + W - 1) / W, (m + W - 1) / W), dim3(W, W)>>>(m, n, k, da, db, dc);
	printf("edges %s %d, %d x %d x %d: %s\n", name, W, m, n, k, same(c, dc) ? "equal" : "different");
}

template <int W> void try_two(int n, int k)
{
	std::vector<float> a = numbers<float>(n * k, 5), b = numbers<float>(k * n, 6);
	std::vector<float> c = on_host<float>(n, n, k, a, b, 1), d(n * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			float v = 2;
			for (int q = 0; q < k; q++) {
				if (q % W == 0)
					v = fmaf(v, 0.5f, -a[i * k + q + j % W]);
				v = fmaf(b[q * n + j], b[q * n + j], v);
			}
			d[i * n + j] = v;
		}
	float *da = device(a), *db = device(b), *dc = device(std::vector<float>(n * n)), *dd = device(std::vector<float>(n * n));
	two<W><<<dim3(n / W, n / W), dim3(W, W)>>>(n, k, da, db, dc, dd);
	printf("two %d, %d rounds: %s, %s\n", W, k / W, same(c, dc) ? "equal" : "different", same(d, dd) ? "equal" : "different");
}

template <int W> void try_nearest(int n, int k)
{
	std::vector<float> a = numbers<float>(n, 7), b = numbers<float>(k, 8), best(n, 1e30f);
	std::vector<int> at(n, -1);
	for (int i = 0; i < n; i++)
		for (int q = 0; q < k; q++)
			if (fabsf(b[q] - a[i]) < best[i]) {
				best[i] = fabsf(b[q] - a[i]);
				at[i] = q;
			}
	float *da = device(a), *db = device(b), *dbest = device(std::vector<float>(n));
	int *dat = device(std::vector<int>(n));
	nearest<W><<<n / (W * W), dim3(W, W)>>>(n, k, da, db, dbest, dat);
	printf("nearest %d, %d rounds: %s, %s\n", W, k / (W * W), same(best, dbest) ? "equal" : "different", same(at, dat) ? "equal" : "different");
}

int main()
{
	try_product<float, 16, 16>("float", 64, 48, 80);
	try_product<float, 16, 16>("float", 32, 32, 16);
	try_product<float, 16, 16>("float", 32, 32, 0);
	try_product<float, 8, 8>("float", 64, 48, 80);
	try_product<float, 16, 4>("float", 64, 48, 80);
	try_product<float, 32, 4>("float", 64, 64, 96);
	try_product<float, 32, 8>("float", 64, 64, 96);
	try_product<float, 32, 1>("float", 64, 64, 96);
	try_product<double, 16, 16>("double", 64, 48, 80);
	try_product<double, 8, 8>("double", 64, 48, 80);
	try_product<int, 16, 16>("int", 64, 48, 80);
	try_product<unsigned long long, 16, 8>("unsigned long long", 64, 48, 80);
	try_edges<float, 16>("float", 50, 61, 37);
	try_edges<float, 8>("float", 50, 61, 37);
	try_edges<double, 16>("double", 33, 17, 16);
	try_edges<int, 16>("int", 1, 1, 1);
	try_two<16>(64, 80);
	try_two<8>(64, 16);
	try_nearest<16>(512, 1024);
	try_nearest<8>(192, 64);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
