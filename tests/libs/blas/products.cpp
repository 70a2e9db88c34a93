/* products.cpp - gemm's batched and mixed forms, gemv and trsm of batches.
 * SPDX-License-Identifier: Apache-2.0 */
#include "blas.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

static cublasHandle_t h;

#define BATCHED(name) PICK(T, cublasS##name, cublasD##name, cublasC##name, cublasZ##name)

/* Copies of one layout, by a stride or by pointers in device memory. */
template <class T> struct Batch {
	std::vector<Operand<T> *> items;
	void **pointers;
	Batch(int count, const Layout &l) {
		std::vector<void *> at;
		for (int i = 0; i < count; i++) {
			items.push_back(new Operand<T>(l));
			at.push_back(items[i]->memory.device);
		}
		need(cudaMalloc((void **)&pointers, count * sizeof(void *) + 1));
		need(cudaMemcpy(pointers, at.data(), count * sizeof(void *), cudaMemcpyHostToDevice));
	}
	Batch(const Batch &) = delete;
	~Batch() {
		for (auto *i : items)
			delete i;
		cudaFree(pointers);
	}
	typedef typename Type<T>::cu cu;
	cu **at() { return (cu **)pointers; }
	void fill() {
		for (auto *i : items)
			i->fill();
	}
};

/* Many matrices after each other as one. */
static Layout stacked(const Layout &l, int count, long stride) {
	return {l.m, l.n * count,
	        [=](int i, int j) {
			long at = l.index(i, j % l.n);
			return at < 0 ? at : at + j / l.n * stride;
		},
	        (size_t)stride * count};
}

static Model slice(const Model &all, int n, int item) {
	Model m(all.m, n);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < all.m; i++)
			m(i, j) = all(i, item * n + j);
	return m;
}

template <class T> static void batched_gemm() {
	int m = random_below(12) + 1, n = random_below(12) + 1, k = random_below(12) + 1;
	int count = random_below(9) + 1, ldc = m + 1;
	cublasOperation_t ta = random_op(true), tb = random_op(true);
	bool an = ta == CUBLAS_OP_N, bn = tb == CUBLAS_OP_N;
	int lda = (an ? m : k) + 1, ldb = (bn ? k : n) + 2;
	Layout la = an ? dense(m, k, lda) : dense(k, m, lda);
	Layout lb = bn ? dense(k, n, ldb) : dense(n, k, ldb), lc = dense(m, n, ldc);
	T alpha = random_scalar<T>(), beta = random_scalar<T>();
	Scalar<T> pa(h, alpha), pb(h, beta);
	{
		Batch<T> a(count, la), b(count, lb), c(count, lc);
		a.fill();
		b.fill();
		c.fill();
		need(BATCHED(gemmBatched)(h, ta, tb, m, n, k, pa, a.at(), lda, b.at(), ldb, pb, c.at(),
		                          ldc, count),
		     "gemmBatched");
		for (int i = 0; i < count; i++) {
			Model p = product(operated(a.items[i]->model(), ta), operated(b.items[i]->model(), tb));
			compare(*c.items[i], sum(alpha, p, beta, c.items[i]->model()), "gemmBatched", 30);
		}
	}
	/* One a for all: a stride of 0. */
	long sb = (long)ldb * lb.n + 3, sc = (long)ldc * n + 5;
	Operand<T> a(la), b(stacked(lb, count, sb)), c(stacked(lc, count, sc));
	a.fill();
	b.fill();
	c.fill();
	Model want(m, n * count), mb = b.model(), mc = c.model();
	for (int i = 0; i < count; i++) {
		Model p = product(operated(a.model(), ta), operated(slice(mb, lb.n, i), tb));
		Model s = sum(alpha, p, beta, slice(mc, n, i));
		std::copy(s.a.begin(), s.a.end(), want.a.begin() + (size_t)i * m * n);
	}
	need(BATCHED(gemmStridedBatched)(h, ta, tb, m, n, k, pa, a.cu(), lda, 0, b.cu(), ldb, sb, pb,
	                                 c.cu(), ldc, sc, count),
	     "gemmStridedBatched");
	compare(c, want, "gemmStridedBatched", 30);
}

template <class T> static void batched_vectors() {
	int m = random_below(12) + 1, n = random_below(12) + 1, count = random_below(9) + 1;
	int lda = m + 1, incx = random_inc(), incy = random_inc();
	cublasOperation_t op = random_op(true);
	bool is_n = op == CUBLAS_OP_N;
	T alpha = random_scalar<T>(), beta = random_scalar<T>();
	Scalar<T> pa(h, alpha), pb(h, beta);
	Batch<T> a(count, dense(m, n, lda)), x(count, vector(is_n ? n : m, incx));
	Batch<T> y(count, vector(is_n ? m : n, incy));
	a.fill();
	x.fill();
	y.fill();
	need(BATCHED(gemvBatched)(h, op, m, n, pa, a.at(), lda, x.at(), incx, pb, y.at(), incy, count),
	     "gemvBatched");
	for (int i = 0; i < count; i++) {
		Model p = product(operated(a.items[i]->model(), op), x.items[i]->model());
		compare(*y.items[i], sum(alpha, p, beta, y.items[i]->model()), "gemvBatched", 30);
	}
	cublasSideMode_t side = (cublasSideMode_t)random_below(2);
	bool left = side == CUBLAS_SIDE_LEFT;
	int order = left ? m : n, ldt = order + 1, ldb = m + 2;
	cublasFillMode_t uplo = random_uplo();
	Batch<T> t(count, triangle(order, ldt, uplo)), b(count, dense(m, n, ldb));
	t.fill();
	b.fill();
	for (auto *i : t.items) {
		for (int j = 0; j < order; j++)
			i->memory.host[j + (size_t)j * ldt] += T(4);
		i->memory.up();
	}
	need(BATCHED(trsmBatched)(h, side, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n, pa, t.at(), ldt,
	                          b.at(), ldb, count),
	     "trsmBatched");
	for (int i = 0; i < count; i++) { /* op(A) X = alpha B */
		Model ta = operated(t.items[i]->model(), op), before = b.items[i]->model();
		std::vector<T> solved = b.items[i]->memory.down(), kept = b.items[i]->memory.host;
		b.items[i]->memory.host = solved;
		Model x = b.items[i]->model(), p = left ? product(ta, x) : product(x, ta);
		for (size_t e = 0; e < p.a.size(); e++)
			if (std::abs(p.a[e] - cd(alpha) * before.a[e]) > Type<T>::eps * 200 && failures++ < 20)
				printf("%ctrsmBatched: %g\n", Type<T>::letter, std::abs(p.a[e]));
	}
}

/* ---- other types ---- */

struct Format {
	cudaDataType type;
	const char *name;
	double eps;
	int bytes;
};
static const Format F32 = {CUDA_R_32F, "f32", 2e-6, 4}, F64 = {CUDA_R_64F, "f64", 1e-14, 8},
                    F16 = {CUDA_R_16F, "f16", 1e-3, 2}, BF16 = {CUDA_R_16BF, "bf16", 8e-3, 2},
                    S8 = {CUDA_R_8I, "s8", 0, 1}, S32 = {CUDA_R_32I, "s32", 0, 4};

static void put(void *at, const Format &f, double x) {
	switch (f.type) {
	case CUDA_R_32F: *(float *)at = (float)x; break;
	case CUDA_R_64F: *(double *)at = x; break;
	case CUDA_R_16F: *(__half *)at = __float2half((float)x); break;
	case CUDA_R_16BF: *(__nv_bfloat16 *)at = __float2bfloat16((float)x); break;
	case CUDA_R_8I: *(signed char *)at = (signed char)x; break;
	default: *(int *)at = (int)x;
	}
}
static double get(const void *at, const Format &f) {
	switch (f.type) {
	case CUDA_R_32F: return *(const float *)at;
	case CUDA_R_64F: return *(const double *)at;
	case CUDA_R_16F: return __half2float(*(const __half *)at);
	case CUDA_R_16BF: return __bfloat162float(*(const __nv_bfloat16 *)at);
	case CUDA_R_8I: return *(const signed char *)at;
	default: return *(const int *)at;
	}
}

struct Numbers {
	Format f;
	std::vector<unsigned char> host;
	void *device;
	Numbers(const Format &f, size_t n) : f(f), host(n * f.bytes) {
		for (size_t i = 0; i < n; i++)
			put(&host[i * f.bytes], f, f.type == CUDA_R_8I || f.type == CUDA_R_32I
			                                   ? (double)random_below(255) - 127
			                                   : random_unit());
		need(cudaMalloc(&device, host.size() + 1));
		up();
	}
	Numbers(const Numbers &) = delete;
	~Numbers() { cudaFree(device); }
	void up() { need(cudaMemcpy(device, host.data(), host.size(), cudaMemcpyHostToDevice)); }
	double operator[](size_t i) const { return get(&host[i * f.bytes], f); }
	void down() {
		need(cudaDeviceSynchronize());
		need(cudaMemcpy(host.data(), device, host.size(), cudaMemcpyDeviceToHost));
	}
};

static void mixed(const Format &fa, const Format &fc, cublasComputeType_t compute,
                  const Format &scalar) {
	int m = random_below(50) + 1, n = random_below(50) + 1, k = random_below(90) + 1;
	cublasOperation_t ta = random_op(false), tb = random_op(false);
	bool an = ta == CUBLAS_OP_N, bn = tb == CUBLAS_OP_N;
	int lda = (an ? m : k) + random_below(3), ldb = (bn ? k : n) + random_below(3), ldc = m + 1;
	int count = random_below(3) + 1;
	long sa = (long)lda * (an ? k : m), sb = (long)ldb * (bn ? n : k), sc = (long)ldc * n;
	Numbers a(fa, sa * count), b(fa, sb * count), c(fc, sc * count);
	double alpha = random_below(3), beta = random_below(3);
	char host_alpha[8], host_beta[8], *scalars = nullptr;
	put(host_alpha, scalar, alpha);
	put(host_beta, scalar, beta);
	cublasPointerMode_t mode;
	cublasGetPointerMode(h, &mode);
	void *pa = host_alpha, *pb = host_beta;
	if (mode == CUBLAS_POINTER_MODE_DEVICE) {
		need(cudaMalloc((void **)&scalars, 16));
		need(cudaMemcpy(pa = scalars, host_alpha, 8, cudaMemcpyHostToDevice));
		need(cudaMemcpy(pb = scalars + 8, host_beta, 8, cudaMemcpyHostToDevice));
	}
	std::vector<double> want(sc * count);
	for (int q = 0; q < count; q++)
		for (int j = 0; j < n; j++)
			for (int i = 0; i < m; i++) {
				double s = 0;
				for (int p = 0; p < k; p++)
					s += a[q * sa + (an ? i + p * lda : p + i * lda)] *
					     b[q * sb + (bn ? p + j * ldb : j + p * ldb)];
				long at = q * sc + i + j * ldc;
				want[at] = alpha * s + beta * c[at];
			}
	auto check = [&](const char *what) {
		c.down();
		for (int q = 0; q < count; q++)
			for (int j = 0; j < n; j++)
				for (int i = 0; i < m; i++) {
					long at = q * sc + i + j * ldc;
					double bound = (fc.eps + fa.eps * 0.01) * std::fmax(std::fabs(want[at]), std::sqrt(k));
					if (!(std::fabs(c[at] - want[at]) <= bound) && failures++ < 20)
						printf("%s %s -> %s: %g, not %g\n", what, fa.name, fc.name, c[at], want[at]);
				}
	};
	std::vector<unsigned char> before = c.host;
	need(cublasGemmStridedBatchedEx(h, ta, tb, m, n, k, pa, a.device, fa.type, lda, sa, b.device,
	                                fa.type, ldb, sb, pb, c.device, fc.type, ldc, sc, count,
	                                compute, CUBLAS_GEMM_DEFAULT),
	     "GemmStridedBatchedEx");
	check("GemmStridedBatchedEx");
	c.host = before;
	c.up();
	std::vector<void *> at;
	for (int what = 0; what < 3; what++)
		for (int q = 0; q < count; q++) {
			Numbers &x = what == 0 ? a : what == 1 ? b : c;
			at.push_back((char *)x.device + q * (what == 0 ? sa : what == 1 ? sb : sc) * x.f.bytes);
		}
	void **pointers;
	need(cudaMalloc((void **)&pointers, at.size() * sizeof(void *)));
	need(cudaMemcpy(pointers, at.data(), at.size() * sizeof(void *), cudaMemcpyHostToDevice));
	need(cublasGemmBatchedEx(h, ta, tb, m, n, k, pa, pointers, fa.type, lda, pointers + count,
	                         fa.type, ldb, pb, pointers + 2 * count, fc.type, ldc, count, compute,
	                         CUBLAS_GEMM_DEFAULT_TENSOR_OP),
	     "GemmBatchedEx");
	check("GemmBatchedEx");
	c.host = before;
	c.up();
	count = 1;
	need(cublasGemmEx(h, ta, tb, m, n, k, pa, a.device, fa.type, lda, b.device, fa.type, ldb, pb,
	                  c.device, fc.type, ldc, compute, CUBLAS_GEMM_ALGO3),
	     "GemmEx");
	check("GemmEx");
	cudaFree(pointers);
	cudaFree(scalars);
}

static void halves() {
	int n = 20;
	Numbers a(F16, n * n), b(F16, n * n), c(F16, n * n);
	std::vector<double> want(n * n);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			for (int p = 0; p < n; p++)
				want[i + j * n] += a[i + p * n] * b[p + j * n];
	__half one = __float2half(1), zero = __float2half(0);
	cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
	need(cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, (__half *)a.device, n,
	                 (__half *)b.device, n, &zero, (__half *)c.device, n),
	     "Hgemm");
	c.down();
	for (int i = 0; i < n * n; i++)
		if (std::fabs(c[i] - want[i]) > 1e-3 * std::fmax(std::fabs(want[i]), 4) && failures++ < 20)
			printf("Hgemm: %g, not %g\n", c[i], want[i]);
	/* y = A x of halves, in float. */
	Numbers x(F16, n), y(F32, n);
	float alpha = 2, beta = 0;
	need(cublasHSSgemvStridedBatched(h, CUBLAS_OP_N, n, n, &alpha, (__half *)a.device, n, 0,
	                                 (__half *)x.device, 1, 0, &beta, (float *)y.device, 1, n, 1),
	     "HSSgemvStridedBatched");
	y.down();
	for (int i = 0; i < n; i++) {
		double s = 0;
		for (int p = 0; p < n; p++)
			s += 2 * a[i + p * n] * x[p];
		if (std::fabs(y[i] - s) > 1e-5 && failures++ < 20)
			printf("HSSgemv: %g, not %g\n", y[i], s);
	}
}

int main() {
	if (is_missing())
		return 77;
	need(cublasCreate(&h), "create");
	for (int turn = 0; turn < 10; turn++) {
		cublasSetPointerMode(h, (cublasPointerMode_t)(turn % 2));
		batched_gemm<float>();
		batched_gemm<double>();
		batched_gemm<cf>();
		batched_gemm<cd>();
		batched_vectors<float>();
		batched_vectors<double>();
		batched_vectors<cf>();
		batched_vectors<cd>();
		mixed(F16, F16, CUBLAS_COMPUTE_32F, F32);
		mixed(F16, F32, CUBLAS_COMPUTE_32F, F32);
		mixed(F16, F16, CUBLAS_COMPUTE_16F, F16);
		mixed(BF16, BF16, CUBLAS_COMPUTE_32F, F32);
		mixed(BF16, F32, CUBLAS_COMPUTE_32F, F32);
		mixed(F32, F32, CUBLAS_COMPUTE_32F_FAST_TF32, F32);
		mixed(F64, F64, CUBLAS_COMPUTE_64F, F64);
		mixed(S8, S32, CUBLAS_COMPUTE_32I, S32);
		mixed(S8, F32, CUBLAS_COMPUTE_32F, F32);
	}
	halves();
	need(cublasDestroy(h), "destroy");
	return finish("products");
}
