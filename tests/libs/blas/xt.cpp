/* xt.cpp - every routine of cublasXt on matrices in memory of all kinds, compared with cuBLAS; devices, parts for a routine of
 * the program's own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "blas.h"

#include <cublasXt.h>

static cublasHandle_t h;
static cublasXtHandle_t xt;
static int devices;

#define ALL(name) PICK(T, cublasS##name, cublasD##name, cublasC##name, cublasZ##name)
#define XT(name) PICK(T, cublasXtS##name, cublasXtD##name, cublasXtC##name, cublasXtZ##name)
#define HERMITIAN(name) PICK(T, 0, 0, cublasC##name, cublasZ##name)
#define XT_HERMITIAN(name) PICK(T, 0, 0, cublasXtC##name, cublasXtZ##name)

static void expect(bool good, const char *what) {
	if (!good && failures++ < 20)
		printf("%s\n", what);
}

/* The same elements for cuBLAS and, in memory of each kind in turn, for cublasXt. */
template <class T> struct Pair {
	typedef typename Type<T>::cu C;
	Memory<T> plain;
	size_t n;
	int kind;
	C *other = nullptr;
	explicit Pair(size_t n) : plain(n), n(n) {
		static int turn;
		kind = turn++ % 5;
		for (T &x : plain.host)
			x = random_element<T>();
		plain.up();
		size_t bytes = n * sizeof(T);
		switch (kind) {
		case 0: other = (C *)malloc(bytes); break;
		case 1: need(cudaMalloc((void **)&other, bytes)); break;
		case 2: need(cudaMallocManaged((void **)&other, bytes)); break;
		case 3: need(cudaHostAlloc((void **)&other, bytes, 0)); break;
		default:
			need(cudaSetDevice(devices - 1));
			need(cudaMalloc((void **)&other, bytes));
			need(cudaSetDevice(0));
		}
		need(cudaMemcpy(other, plain.host.data(), bytes, cudaMemcpyDefault));
	}
	Pair(const Pair &) = delete;
	~Pair() {
		if (kind == 0)
			free(other);
		else if (kind == 3)
			cudaFreeHost(other);
		else
			cudaFree(other);
	}
	C *cu() {
		return plain.cu();
	}
	void same(const char *what) {
		std::vector<T> want = plain.down(), got(n);
		need(cudaMemcpy(got.data(), other, n * sizeof(T), cudaMemcpyDefault));
		double most = 1;
		for (T x : want)
			most = std::fmax(most, std::abs(cd(x)));
		for (size_t i = 0; i < n; i++)
			if (!(std::abs(cd(got[i]) - cd(want[i])) <= Type<T>::eps * 30 * most)) {
				if (failures++ < 20)
					printf("%c%s, memory of kind %d: element %zu\n", Type<T>::letter, what,
					       kind, i);
				return;
			}
	}
};

template <class T> static void routines() {
	typedef typename Type<T>::cu C;
	typedef typename Type<T>::real R;
	int m = random_below(40) + 1, n = random_below(40) + 1, k = random_below(40) + 1;
	const int ld = 45;
	cublasOperation_t op = random_op(Type<T>::complex), op2 = random_op(Type<T>::complex);
	cublasOperation_t rank = random_below(2) ? CUBLAS_OP_N : CUBLAS_OP_T;
	cublasFillMode_t uplo = random_uplo();
	cublasSideMode_t side = (cublasSideMode_t)random_below(2);
	cublasDiagType_t diag = (cublasDiagType_t)random_below(2);
	T alpha = random_scalar<T>(), beta = random_scalar<T>();
	const C *pa = (const C *)&alpha, *pb = (const C *)&beta;
	Pair<T> a(ld * 45), b(ld * 45), c(ld * 45);
	need(ALL(gemm)(h, op, op2, m, n, k, pa, a.cu(), ld, b.cu(), ld, pb, c.cu(), ld), "gemm");
	need(XT(gemm)(xt, op, op2, m, n, k, pa, a.other, ld, b.other, ld, pb, c.other, ld), "Xt gemm");
	c.same("gemm");
	need(ALL(syrk)(h, uplo, rank, n, k, pa, a.cu(), ld, pb, c.cu(), ld), "syrk");
	need(XT(syrk)(xt, uplo, rank, n, k, pa, a.other, ld, pb, c.other, ld), "Xt syrk");
	c.same("syrk");
	need(ALL(syr2k)(h, uplo, rank, n, k, pa, a.cu(), ld, b.cu(), ld, pb, c.cu(), ld), "syr2k");
	need(XT(syr2k)(xt, uplo, rank, n, k, pa, a.other, ld, b.other, ld, pb, c.other, ld), "Xt syr2k");
	c.same("syr2k");
	need(ALL(syrkx)(h, uplo, rank, n, k, pa, a.cu(), ld, b.cu(), ld, pb, c.cu(), ld), "syrkx");
	need(XT(syrkx)(xt, uplo, rank, n, k, pa, a.other, ld, b.other, ld, pb, c.other, ld), "Xt syrkx");
	c.same("syrkx");
	need(ALL(symm)(h, side, uplo, m, n, pa, a.cu(), ld, b.cu(), ld, pb, c.cu(), ld), "symm");
	need(XT(symm)(xt, side, uplo, m, n, pa, a.other, ld, b.other, ld, pb, c.other, ld), "Xt symm");
	c.same("symm");
	need(ALL(trmm)(h, side, uplo, op, diag, m, n, pa, a.cu(), ld, b.cu(), ld, c.cu(), ld), "trmm");
	need(XT(trmm)(xt, side, uplo, op, diag, m, n, pa, a.other, ld, b.other, ld, c.other, ld), "Xt trmm");
	c.same("trmm");
	if constexpr (Type<T>::complex) {
		R ra = (R)0.5, rb = (R)2;
		cublasOperation_t herm = rank == CUBLAS_OP_N ? rank : CUBLAS_OP_C;
		need(HERMITIAN(hemm)(h, side, uplo, m, n, pa, a.cu(), ld, b.cu(), ld, pb, c.cu(), ld), "hemm");
		need(XT_HERMITIAN(hemm)(xt, side, uplo, m, n, pa, a.other, ld, b.other, ld, pb, c.other, ld), "Xt hemm");
		c.same("hemm");
		need(HERMITIAN(herk)(h, uplo, herm, n, k, &ra, a.cu(), ld, &rb, c.cu(), ld), "herk");
		need(XT_HERMITIAN(herk)(xt, uplo, herm, n, k, &ra, a.other, ld, &rb, c.other, ld), "Xt herk");
		c.same("herk");
		need(HERMITIAN(her2k)(h, uplo, herm, n, k, pa, a.cu(), ld, b.cu(), ld, &rb, c.cu(), ld), "her2k");
		need(XT_HERMITIAN(her2k)(xt, uplo, herm, n, k, pa, a.other, ld, b.other, ld, &rb, c.other, ld),
		     "Xt her2k");
		c.same("her2k");
		need(HERMITIAN(herkx)(h, uplo, herm, n, k, pa, a.cu(), ld, b.cu(), ld, &rb, c.cu(), ld), "herkx");
		need(XT_HERMITIAN(herkx)(xt, uplo, herm, n, k, pa, a.other, ld, b.other, ld, &rb, c.other, ld),
		     "Xt herkx");
		c.same("herkx");
	}
}

/* A triangle that can be solved, and a packed matrix beside the same as a full one. */
template <class T> static void solves() {
	typedef typename Type<T>::cu C;
	int m = random_below(30) + 1, n = random_below(30) + 1;
	const int ld = 33;
	cublasOperation_t op = random_op(Type<T>::complex);
	cublasFillMode_t uplo = random_uplo();
	cublasSideMode_t side = (cublasSideMode_t)random_below(2);
	T alpha = random_scalar<T>(), beta = random_scalar<T>();
	const C *pa = (const C *)&alpha, *pb = (const C *)&beta;
	Pair<T> a(ld * ld), b(ld * ld), c(ld * ld);
	int order = side == CUBLAS_SIDE_LEFT ? m : n;
	for (T &x : a.plain.host)
		x *= (typename Type<T>::real)0.01;
	for (int i = 0; i < ld; i++)
		a.plain.host[i * ld + i] = T(2);
	a.plain.up();
	need(cudaMemcpy(a.other, a.plain.host.data(), a.n * sizeof(T), cudaMemcpyDefault));
	need(ALL(trsm)(h, side, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n, pa, a.cu(), ld, c.cu(), ld), "trsm");
	need(XT(trsm)(xt, side, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n, pa, a.other, ld, c.other, ld), "Xt trsm");
	c.same("trsm");
	std::vector<T> packed_a;
	for (int j = 0; j < order; j++)
		for (int i = 0; i < order; i++)
			if (uplo == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j)
				packed_a.push_back(a.plain.host[i + j * ld]);
	need(ALL(symm)(h, side, uplo, m, n, pa, a.cu(), ld, b.cu(), ld, pb, c.cu(), ld), "symm");
	need(XT(spmm)(xt, side, uplo, m, n, pa, (const C *)packed_a.data(), b.other, ld, pb, c.other, ld), "Xt spmm");
	c.same("spmm");
}

static int cpu_calls, cpu_columns;
static void cpu_gemm(const char *ta, const char *tb, const int *m, const int *n, const int *k, const double *alpha,
                     const double *a, const int *lda, const double *b, const int *ldb, const double *beta, double *c,
                     const int *ldc) {
	cpu_calls++;
	cpu_columns = *n;
	for (int j = 0; j < *n; j++)
		for (int i = 0; i < *m; i++) {
			double sum = 0;
			for (int p = 0; p < *k; p++)
				sum += (*ta == 'N' ? a[i + p * *lda] : a[p + i * *lda]) *
				       (*tb == 'N' ? b[p + j * *ldb] : b[j + p * *ldb]);
			c[i + j * *ldc] = *alpha * sum + *beta * c[i + j * *ldc];
		}
}

/* A part of a product is the program's own. */
static void shared() {
	const int n = 40;
	double one = 1, half = 0.5;
	std::vector<double> a(n * n), b(n * n), c(n * n), d;
	for (auto v : {&a, &b, &c})
		for (double &x : *v)
			x = random_unit();
	d = c;
	for (cublasOperation_t tb : {CUBLAS_OP_N, CUBLAS_OP_T}) {
		need(cublasXtSetCpuRatio(xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE, 0.25f), "SetCpuRatio");
		need(cublasXtDgemm(xt, CUBLAS_OP_T, tb, n, n, n, &one, a.data(), n, b.data(), n, &half, d.data(), n),
		     "Xt gemm");
		expect(cpu_calls == 0, "a routine that is not set is called");
		need(cublasXtSetCpuRoutine(xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE, (void *)cpu_gemm), "SetCpuRoutine");
		need(cublasXtDgemm(xt, CUBLAS_OP_T, tb, n, n, n, &one, a.data(), n, b.data(), n, &half, c.data(), n),
		     "Xt gemm");
		expect(cpu_calls == 1 && cpu_columns == 10, "the program's routine does not get its part");
		for (int i = 0; i < n * n; i++)
			expect(std::fabs(c[i] - d[i]) < 1e-12, "a product in two parts is wrong");
		need(cublasXtSetCpuRoutine(xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE, nullptr), "SetCpuRoutine");
		cpu_calls = 0;
	}
	need(cublasXtSetCpuRatio(xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE, 0), "SetCpuRatio");
}

/* The current device stays, and a call waits for work of the stream before it. */
static void surroundings() {
	const int n = 64;
	float one = 1, zero = 0, *a, *c;
	int device = -1;
	need(cudaSetDevice(devices - 1));
	need(cudaMalloc((void **)&a, n * n * 4));
	need(cudaMalloc((void **)&c, n * n * 4));
	need(cudaMemset(a, 0, n * n * 4));
	need(cudaSetDevice(0));
	need(cublasXtSgemm(xt, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, a, n, &zero, c, n), "Xt gemm");
	need(cudaGetDevice(&device));
	expect(device == 0, "the current device is another one");
	need(cudaFree(a));
	need(cudaFree(c));
}

int main() {
	if (is_missing())
		return 77;
	need(cudaGetDeviceCount(&devices));
	std::vector<int> all;
	for (int i = 0; i < devices; i++)
		all.push_back(i);
	need(cublasCreate(&h), "create");
	need(cublasXtCreate(&xt), "XtCreate");
	need(cublasXtDeviceSelect(xt, devices, all.data()), "DeviceSelect");
	for (int turn = 0; turn < 25; turn++) {
		routines<float>();
		routines<double>();
		routines<cf>();
		routines<cd>();
		solves<float>();
		solves<double>();
		solves<cf>();
		solves<cd>();
	}
	shared();
	surroundings();
	need(cublasXtDestroy(xt), "XtDestroy");
	need(cublasDestroy(h), "destroy");
	return finish("Xt");
}
