/* solvers.cpp - factors, solutions, inverses and least squares of batches; triangles to and
 * from packed storage; groups of products; level 1 of other types; biased bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "blas.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

static cublasHandle_t h;

#define ALL(name) PICK(T, cublasS##name, cublasD##name, cublasC##name, cublasZ##name)

template <class T> struct Batch {
	std::vector<Operand<T> *> items;
	void **pointers;
	Batch(int count, const Layout &l) {
		std::vector<void *> at;
		for (int i = 0; i < count; i++) {
			items.push_back(new Operand<T>(l));
			items[i]->fill();
			at.push_back(items[i]->memory.device);
		}
		need(cudaMalloc((void **)&pointers, count * sizeof(void *)));
		need(cudaMemcpy(pointers, at.data(), count * sizeof(void *), cudaMemcpyHostToDevice));
	}
	Batch(const Batch &) = delete;
	~Batch() {
		for (auto *i : items)
			delete i;
		cudaFree(pointers);
	}
	typename Type<T>::cu **at() { return (typename Type<T>::cu **)pointers; }
};

/* What an operand is now. */
template <class T> static Model now(Operand<T> &x) {
	std::vector<T> kept = x.memory.host;
	x.memory.host = x.memory.down();
	Model m = x.model();
	x.memory.host = kept;
	return m;
}

template <class T> static void near(const Model &got, const Model &want, double scale, const char *what) {
	double most = 1;
	for (auto v : want.a)
		most = std::fmax(most, std::abs(v));
	for (size_t i = 0; i < want.a.size(); i++)
		if (!(std::abs(got.a[i] - want.a[i]) <= Type<T>::eps * scale * most)) {
			if (failures++ < 20)
				printf("%c%s at %zu: %g%+gi, not %g%+gi\n", Type<T>::letter, what, i,
				       got.a[i].real(), got.a[i].imag(), want.a[i].real(), want.a[i].imag());
			return;
		}
}

static Model identity(int n) {
	Model m(n, n);
	for (int i = 0; i < n; i++)
		m(i, i) = 1;
	return m;
}

template <class T> static void factors() {
	int n = random_below(20) + 1, count = random_below(6) + 1, lda = n + random_below(3);
	int cols = random_below(4) + 1, ldb = n + random_below(3);
	bool has_pivots = random_below(4) != 0;
	Batch<T> a(count, dense(n, n, lda)), b(count, dense(n, cols, ldb)), c(count, dense(n, n, ldb));
	for (auto *i : a.items) { /* without exchanges the diagonal has to be large */
		for (int j = 0; j < n; j++)
			i->memory.host[j + (size_t)j * lda] += T(has_pivots ? 1 : n + 1);
		i->memory.up();
	}
	int *pivots, *info, host_info = 9;
	need(cudaMallocManaged((void **)&pivots, n * count * sizeof(int)));
	need(cudaMallocManaged((void **)&info, count * sizeof(int)));
	std::vector<Model> ma, mb;
	for (int i = 0; i < count; i++) {
		ma.push_back(a.items[i]->model());
		mb.push_back(b.items[i]->model());
	}
	if (n <= 32) {
		need(ALL(matinvBatched)(h, n, a.at(), lda, c.at(), ldb, info, count), "matinvBatched");
		for (int i = 0; i < count; i++)
			near<T>(product(ma[i], now(*c.items[i])), identity(n), 5000, "matinvBatched");
	}
	need(ALL(getrfBatched)(h, n, a.at(), lda, has_pivots ? pivots : nullptr, info, count),
	     "getrfBatched");
	need(cudaDeviceSynchronize());
	for (int i = 0; i < count; i++) {
		Model lu = now(*a.items[i]), l = identity(n), u(n, n), pa = ma[i];
		if (info[i] != 0 && failures++ < 20)
			printf("getrf: info %d\n", info[i]);
		for (int k = 0; k < n && has_pivots; k++)
			for (int j = 0; j < n; j++)
				std::swap(pa(k, j), pa(pivots[i * n + k] - 1, j));
		for (int j = 0; j < n; j++)
			for (int r = 0; r < n; r++)
				(r > j ? l : u)(r, j) = lu(r, j);
		near<T>(product(l, u), pa, 100, "getrfBatched");
	}
	need(ALL(getriBatched)(h, n, a.at(), lda, has_pivots ? pivots : nullptr, c.at(), ldb, info, count),
	     "getriBatched");
	for (int i = 0; i < count; i++)
		near<T>(product(ma[i], now(*c.items[i])), identity(n), 5000, "getriBatched");
	cublasOperation_t op = random_op(true);
	need(ALL(getrsBatched)(h, op, n, cols, a.at(), lda, has_pivots ? pivots : nullptr, b.at(), ldb,
	                       &host_info, count),
	     "getrsBatched");
	for (int i = 0; i < count; i++)
		near<T>(product(operated(ma[i], op), now(*b.items[i])), mb[i], 5000, "getrsBatched");
	if (host_info != 0 && failures++ < 20)
		printf("getrs: info %d\n", host_info);
	cudaFree(pivots);
	cudaFree(info);
}

/* Q^H Q = 1 and Q R = A from reflectors; least squares leaves a residual that A does not see. */
template <class T> static void orthogonal() {
	int n = random_below(10) + 1, m = n + random_below(10), count = random_below(4) + 1;
	int lda = m + random_below(3), cols = random_below(3) + 1, info = 9;
	Batch<T> a(count, dense(m, n, lda)), tau(count, vector(n, 1)), c(count, dense(m, cols, lda));
	std::vector<Model> ma, mc;
	for (int i = 0; i < count; i++) {
		ma.push_back(a.items[i]->model());
		mc.push_back(c.items[i]->model());
	}
	need(ALL(geqrfBatched)(h, m, n, a.at(), lda, tau.at(), &info, count), "geqrfBatched");
	for (int i = 0; i < count; i++) {
		Model f = now(*a.items[i]), t = now(*tau.items[i]), q = identity(m), r(m, n);
		for (int j = n - 1; j >= 0; j--) {
			Model v(m, 1);
			v(j, 0) = 1;
			for (int k = j + 1; k < m; k++)
				v(k, 0) = f(k, j);
			q = sum(1, q, -t(j, 0), product(product(v, operated(v, CUBLAS_OP_C)), q));
		}
		for (int j = 0; j < n; j++)
			for (int k = 0; k <= j; k++)
				r(k, j) = f(k, j);
		near<T>(product(q, r), ma[i], 200, "geqrfBatched");
		near<T>(product(operated(q, CUBLAS_OP_C), q), identity(m), 100, "geqrfBatched Q");
	}
	int *infos;
	need(cudaMallocManaged((void **)&infos, count * sizeof(int)));
	for (auto *i : a.items)
		i->memory.up();
	need(ALL(gelsBatched)(h, CUBLAS_OP_N, m, n, cols, a.at(), lda, c.at(), lda, &info, infos, count),
	     "gelsBatched");
	for (int i = 0; i < count; i++) {
		Model all = now(*c.items[i]), x(n, cols);
		for (int j = 0; j < cols; j++)
			for (int k = 0; k < n; k++)
				x(k, j) = all(k, j);
		Model rest = sum(1, product(ma[i], x), -1, mc[i]);
		near<T>(product(operated(ma[i], CUBLAS_OP_C), rest), Model(n, cols), 1e5, "gelsBatched");
	}
	cudaFree(infos);
}

template <class T> static void triangles() {
	int n = random_below(20) + 1, lda = n + random_below(3);
	cublasFillMode_t uplo = random_uplo();
	Operand<T> full(triangle(n, lda, uplo)), small(packed(n, uplo)), back(triangle(n, lda, uplo));
	full.fill();
	small.fill_nan();
	back.fill_nan();
	need(ALL(trttp)(h, uplo, n, full.cu(), lda, small.cu()), "trttp");
	compare(small, full.model(), "trttp", 0);
	need(ALL(tpttr)(h, uplo, n, small.cu(), back.cu(), lda), "tpttr");
	compare(back, full.model(), "tpttr", 0);
}

static void groups() {
	const int sizes[] = {2, 3};
	const cublasOperation_t ta[] = {CUBLAS_OP_N, CUBLAS_OP_T}, tb[] = {CUBLAS_OP_T, CUBLAS_OP_N};
	const int m[] = {3, 5}, n[] = {4, 2}, k[] = {6, 7};
	const int lda[] = {3, 7}, ldb[] = {4, 7}, ldc[] = {4, 5};
	const float alpha[] = {2, 3}, beta[] = {1, 0};
	std::vector<Operand<float> *> a, b, c;
	std::vector<void *> at;
	for (int g = 0; g < 2; g++)
		for (int i = 0; i < sizes[g]; i++) {
			a.push_back(new Operand<float>(g ? dense(7, 5, 7) : dense(3, 6, 3)));
			b.push_back(new Operand<float>(g ? dense(7, 2, 7) : dense(4, 6, 4)));
			c.push_back(new Operand<float>(g ? dense(5, 2, 5) : dense(3, 4, 4)));
		}
	for (auto *list : {&a, &b, &c})
		for (auto *o : *list) {
			o->fill();
			at.push_back(o->memory.device);
		}
	void **p;
	need(cudaMalloc((void **)&p, at.size() * sizeof(void *)));
	need(cudaMemcpy(p, at.data(), at.size() * sizeof(void *), cudaMemcpyHostToDevice));
	for (int how = 0; how < 2; how++) {
		for (auto *o : c)
			o->memory.up();
		if (how)
			need(cublasGemmGroupedBatchedEx(h, ta, tb, m, n, k, alpha, p, CUDA_R_32F, lda, p + 5,
			                                CUDA_R_32F, ldb, beta, p + 10, CUDA_R_32F, ldc, 2, sizes,
			                                CUBLAS_COMPUTE_32F),
			     "GemmGroupedBatchedEx");
		else
			need(cublasSgemmGroupedBatched(h, ta, tb, m, n, k, alpha, (float **)p, lda,
			                               (float **)p + 5, ldb, beta, (float **)p + 10, ldc, 2, sizes),
			     "SgemmGroupedBatched");
		for (int i = 0; i < 5; i++) {
			int g = i >= 2;
			Model ab = product(operated(a[i]->model(), ta[g]), operated(b[i]->model(), tb[g]));
			compare(*c[i], sum(alpha[g], ab, beta[g], c[i]->model()), "gemmGroupedBatched", 30);
		}
	}
	for (auto *list : {&a, &b, &c})
		for (auto *o : *list)
			delete o;
	cudaFree(p);
}

static void halves() {
	const int n = 37;
	__half *x, *y, dot, norm;
	float two = 2;
	need(cudaMallocManaged((void **)&x, 2 * n * sizeof *x));
	need(cudaMallocManaged((void **)&y, n * sizeof *y));
	float want_dot = 0, want_norm = 0;
	for (int i = 0; i < n; i++) {
		x[2 * i] = __float2half((float)(i % 5) - 2);
		x[2 * i + 1] = __float2half(99);
		y[i] = __float2half((float)(i % 7) - 3);
		want_dot += __half2float(x[2 * i]) * __half2float(y[i]);
		want_norm += __half2float(x[2 * i]) * __half2float(x[2 * i]);
	}
	need(cublasDotEx(h, n, x, CUDA_R_16F, 2, y, CUDA_R_16F, 1, &dot, CUDA_R_16F, CUDA_R_32F), "DotEx");
	need(cublasNrm2Ex(h, n, x, CUDA_R_16F, 2, &norm, CUDA_R_16F, CUDA_R_32F), "Nrm2Ex");
	if ((__half2float(dot) != want_dot ||
	     std::fabs(__half2float(norm) - std::sqrt(want_norm)) > 0.01) &&
	    failures++ < 20)
		printf("DotEx %g, not %g; Nrm2Ex %g\n", __half2float(dot), want_dot, __half2float(norm));
	need(cublasAxpyEx(h, n, &two, CUDA_R_32F, x, CUDA_R_16F, 2, y, CUDA_R_16F, 1, CUDA_R_32F), "AxpyEx");
	need(cublasScalEx(h, n, &two, CUDA_R_32F, x, CUDA_R_16F, 2, CUDA_R_32F), "ScalEx");
	need(cudaDeviceSynchronize());
	for (int i = 0; i < n; i++)
		if ((__half2float(y[i]) != (i % 7) - 3 + 2 * ((i % 5) - 2) ||
		     __half2float(x[2 * i]) != 2 * ((i % 5) - 2) || __half2float(x[2 * i + 1]) != 99) &&
		    failures++ < 20)
			printf("AxpyEx or ScalEx is wrong at %d\n", i);
	int at = 0;
	need(cublasIamaxEx(h, n, x, CUDA_R_16F, 2, &at), "IamaxEx");
	if (at != 1 && failures++ < 20)
		printf("IamaxEx: %d\n", at);
	cudaFree(x);
	cudaFree(y);
}

static void bytes() {
	unsigned char *a, *b, *c;
	const int n = 4;
	need(cudaMallocManaged((void **)&a, n * n));
	need(cudaMallocManaged((void **)&b, n * n));
	need(cudaMallocManaged((void **)&c, n * n));
	for (int i = 0; i < n * n; i++) {
		a[i] = (unsigned char)(i + 1);
		b[i] = i % n == i / n ? 2 : 0;
	}
	need(cublasUint8gemmBias(h, CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, a, -1, n, b, 0, n, c,
	                         5, n, 2, 1),
	     "Uint8gemmBias");
	need(cudaDeviceSynchronize());
	for (int i = 0; i < n * n; i++)
		if (c[i] != 2 * i + 5 && failures++ < 20)
			printf("Uint8gemmBias: %d, not %d\n", c[i], 2 * i + 5);
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
}

template <class T> static void all_of() {
	for (int turn = 0; turn < 12; turn++) {
		factors<T>();
		orthogonal<T>();
		triangles<T>();
	}
}

int main() {
	if (is_missing())
		return 77;
	need(cublasCreate(&h), "create");
	all_of<float>();
	all_of<double>();
	all_of<cf>();
	all_of<cd>();
	groups();
	halves();
	bytes();
	need(cublasDestroy(h), "destroy");
	return finish("solvers");
}
