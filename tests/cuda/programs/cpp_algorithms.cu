/* small algorithms: complex numbers, lists under a lock, queues, breadth-first search, histograms
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
struct Node {
	int v;
	Node *next;
};
__device__ Node pool[64];
__device__ unsigned used;
__device__ int lock_;
template <typename T> class Queue {
	T buf[16];
	int h, t;

      public:
	__device__ Queue() : h(0), t(0) {
	}
	__device__ bool push(const T &x) {
		if ((t + 1) % 16 == h)
			return false;
		buf[t] = x;
		t = (t + 1) % 16;
		return true;
	}
	__device__ bool pop(T &x) {
		if (h == t)
			return false;
		x = buf[h];
		h = (h + 1) % 16;
		return true;
	}
};
template <typename Op, typename T, int N>
__device__ T fold(const T (&a)[N], Op op, T init = T()) {
	T r = init;
#pragma unroll
	for (int i = 0; i < N; i++)
		r = op(r, a[i]);
	return r;
}
struct Plus {
	template <class T> __device__ T operator()(T a, T b) const {
		return a + b;
	}
};
struct Max {
	template <class T> __device__ T operator()(const T &a, const T &b) const {
		return a < b ? b : a;
	}
};
template <class T> struct Complex {
	T re, im;
	__host__ __device__ Complex(T r = 0, T i = 0) : re(r), im(i) {
	}
	__host__ __device__ Complex operator*(const Complex &o) const {
		return Complex(re * o.re - im * o.im, re * o.im + im * o.re);
	}
	__host__ __device__ Complex &operator+=(const Complex &o) {
		re += o.re;
		im += o.im;
		return *this;
	}
	__host__ __device__ friend Complex operator+(Complex a, const Complex &b) {
		return a += b;
	}
	__host__ __device__ T norm() const {
		return re * re + im * im;
	}
};
__global__ void mandel(int *out, int w, int h, int maxit) {
	int x = blockIdx.x * blockDim.x + threadIdx.x,
	    y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= w || y >= h)
		return;
	Complex<float> c(-2.f + 3.f * x / w, -1.f + 2.f * y / h), z;
	int i = 0;
	for (; i < maxit && z.norm() < 4.f; ++i)
		z = z * z + c;
	out[y * w + x] = i;
}
__global__ void bfs(const int *row, const int *col, int *dist, int *front, int *next,
                    int *nf, int lvl, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int v = front[i];
	for (int e = row[v]; e < row[v + 1]; ++e) {
		int u = col[e];
		if (atomicCAS(&dist[u], -1, lvl) == -1)
			next[atomicAdd(nf, 1)] = u;
	}
}
template <int TILE>
__global__ void matmul(const float *__restrict__ A, const float *__restrict__ B, float *C,
                       int n) {
	__shared__ float sa[TILE][TILE + 1], sb[TILE][TILE];
	int r = blockIdx.y * TILE + threadIdx.y, c = blockIdx.x * TILE + threadIdx.x;
	float acc = 0;
	for (int t = 0; t < n / TILE; ++t) {
		sa[threadIdx.y][threadIdx.x] = A[r * n + t * TILE + threadIdx.x];
		sb[threadIdx.y][threadIdx.x] = B[(t * TILE + threadIdx.y) * n + c];
		__syncthreads();
#pragma unroll 4
		for (int k = 0; k < TILE; ++k)
			acc += sa[threadIdx.y][k] * sb[k][threadIdx.x];
		__syncthreads();
	}
	C[r * n + c] = acc;
}
__global__ void lists(int *o) {
	int t = threadIdx.x;
	unsigned i = atomicAdd(&used, 1u);
	Node *nd = &pool[i];
	nd->v = t;
	nd->next = nullptr;
	bool done = false;
	while (!done) {
		if (atomicExch(&lock_, 1) == 0) {
			o[0] += t;
			__threadfence();
			atomicExch(&lock_, 0);
			done = true;
		}
	}
	Queue<int> q;
	for (int k = 0; k < 20; k++)
		if (!q.push(k * t))
			break;
	int s = 0, x;
	while (q.pop(x))
		s += x;
	int a[5] = {t, 2, 9, 4, 1};
	o[1 + t] = s + fold(a, Plus()) * 1000 + fold(a, Max(), -1) * 1000000;
	unsigned m = __ballot_sync(~0u, t & 1);
	if (t == 0)
		o[40] = __popc(m);
	int sc = t;
	for (int d = 1; d < 32; d *= 2) {
		int y = __shfl_up_sync(~0u, sc, d);
		if (t >= d)
			sc += y;
	}
	if (t == 31)
		o[41] = sc;
	o[42] = __any_sync(~0u, t == 5) + __all_sync(~0u, t < 32) * 10;
}
__global__ void hist(const unsigned char *d, int n, unsigned *h) {
	__shared__ unsigned s[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		s[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * blockDim.x)
		atomicAdd(&s[d[i]], 1u);
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		if (s[i])
			atomicAdd(&h[i], s[i]);
}
#define CK(x)                                                                           \
	do {                                                                            \
		cudaError_t e_ = (x);                                                   \
		if (e_ != cudaSuccess) {                                                \
			printf("%s:%d %s\n", "file", __LINE__, cudaGetErrorString(e_)); \
			return 1;                                                       \
		}                                                                       \
	} while (0)
int main() {
	const int W = 64, H = 32;
	int *d;
	CK(cudaMallocManaged(&d, W * H * 4));
	dim3 b(16, 8), g((W + 15) / 16, (H + 7) / 8);
	mandel<<<g, b>>>(d, W, H, 50);
	CK(cudaGetLastError());
	CK(cudaDeviceSynchronize());
	long s = 0;
	for (int i = 0; i < W * H; i++)
		s += d[i] * (i % 7);
	printf("mandel %ld\n", s);
	const int N = 64;
	float *A, *B, *C, hA[N * N], hB[N * N], hC[N * N];
	for (int i = 0; i < N * N; i++)
		hA[i] = i % 5 - 2, hB[i] = i % 3;
	CK(cudaMalloc(&A, sizeof hA));
	CK(cudaMalloc(&B, sizeof hA));
	CK(cudaMalloc(&C, sizeof hA));
	cudaMemcpy(A, hA, sizeof hA, cudaMemcpyHostToDevice);
	cudaMemcpy(B, hB, sizeof hB, cudaMemcpyHostToDevice);
	matmul<16><<<dim3(4, 4), dim3(16, 16)>>>(A, B, C, N);
	CK(cudaMemcpy(hC, C, sizeof hC, cudaMemcpyDeviceToHost));
	double e = 0;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			float r = 0;
			for (int k = 0; k < N; k++)
				r += hA[i * N + k] * hB[k * N + j];
			e += r - hC[i * N + j];
		}
	printf("matmul err %g %g\n", e, hC[77]);
	int *o, ho[64];
	CK(cudaMalloc(&o, 256));
	cudaMemset(o, 0, 256);
	lists<<<1, 32>>>(o);
	CK(cudaDeviceSynchronize());
	cudaMemcpy(ho, o, 256, cudaMemcpyDeviceToHost);
	for (int v : ho)
		printf("%d ", v);
	puts("");
	int row[] = {0, 2, 4, 5, 6, 6}, col[] = {1, 2, 3, 0, 3, 4};
	int *dr, *dc, *dd, *f0, *f1, *nf;
	cudaMalloc(&dr, 24);
	cudaMalloc(&dc, 24);
	cudaMalloc(&dd, 20);
	cudaMalloc(&f0, 20);
	cudaMalloc(&f1, 20);
	cudaMalloc(&nf, 4);
	cudaMemcpy(dr, row, 24, cudaMemcpyHostToDevice);
	cudaMemcpy(dc, col, 24, cudaMemcpyHostToDevice);
	int init[5] = {0, -1, -1, -1, -1};
	cudaMemcpy(dd, init, 20, cudaMemcpyHostToDevice);
	int z = 0, n = 1;
	cudaMemcpy(f0, &z, 4, cudaMemcpyHostToDevice);
	for (int l = 1; n; l++) {
		cudaMemset(nf, 0, 4);
		bfs<<<1, 32>>>(dr, dc, dd, f0, f1, nf, l, n);
		cudaMemcpy(&n, nf, 4, cudaMemcpyDeviceToHost);
		int *t = f0;
		f0 = f1;
		f1 = t;
	}
	cudaMemcpy(init, dd, 20, cudaMemcpyDeviceToHost);
	for (int v : init)
		printf("%d ", v);
	puts("");
	unsigned char hb[1000];
	for (int i = 0; i < 1000; i++)
		hb[i] = i * 7 % 50;
	unsigned char *db;
	unsigned *dh, hh[256];
	cudaMalloc(&db, 1000);
	cudaMalloc(&dh, 1024);
	cudaMemset(dh, 0, 1024);
	cudaMemcpy(db, hb, 1000, cudaMemcpyHostToDevice);
	hist<<<3, 64>>>(db, 1000, dh);
	cudaMemcpy(hh, dh, 1024, cudaMemcpyDeviceToHost);
	unsigned t = 0;
	for (int i = 0; i < 256; i++)
		t += hh[i] * i;
	printf("hist %u %u\n", t, hh[7]);
	return 0;
}
