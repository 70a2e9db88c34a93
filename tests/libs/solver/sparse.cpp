/* sparse.cpp - the sparse part of cuSOLVER: solutions in every order, least squares,
 * eigenvalues, orders, steps one by one, refactorisation. Results are multiplied back.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cusolverRf.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#include <algorithm>
#include <numeric>

#include "solver.h"

static cusolverSpHandle_t sp;
#define SP(name)                                                         \
	PICK(T, cusolverSpS##name, cusolverSpD##name, cusolverSpC##name, \
	     cusolverSpZ##name)

/* Compressed rows of the host and of the device, from 0 or from 1. */
template <class T> struct Rows {
	int m, n, base;
	std::vector<int> row, col;
	std::vector<T> val;
	int *drow, *dcol;
	Memory<T> *memory;
	cusparseMatDescr_t descr;
	Rows(int m, int n, int base, const std::vector<std::vector<std::pair<int, T>>> &lines) : m(m), n(n), base(base) {
		row.push_back(base);
		for (auto &line : lines) {
			for (auto &e : line) {
				col.push_back(e.first + base);
				val.push_back(e.second);
			}
			row.push_back((int)col.size() + base);
		}
		need(cudaMalloc((void **)&drow, row.size() * sizeof(int)));
		need(cudaMalloc((void **)&dcol, col.size() * sizeof(int) + 4));
		need(cudaMemcpy(drow, row.data(), row.size() * sizeof(int), cudaMemcpyHostToDevice));
		need(cudaMemcpy(dcol, col.data(), col.size() * sizeof(int), cudaMemcpyHostToDevice));
		memory = new Memory<T>(val.size() + 1);
		std::copy(val.begin(), val.end(), memory->host.begin());
		memory->up();
		cusparseCreateMatDescr(&descr);
		cusparseSetMatIndexBase(descr, base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO);
	}
	Rows(const Rows &) = delete;
	~Rows() {
		cudaFree(drow);
		cudaFree(dcol);
		cusparseDestroyMatDescr(descr);
		delete memory;
	}
	int nnz() const {
		return (int)col.size();
	}
	CU *host() const {
		return (CU *)val.data();
	}
	/* A x */
	std::vector<cd> times(const std::vector<cd> &x) const {
		std::vector<cd> y(m);
		for (int i = 0; i < m; i++)
			for (int k = row[i] - base; k < row[i + 1] - base; k++)
				y[i] += cd(val[k]) * x[col[k] - base];
		return y;
	}
	std::vector<cd> adjoint_times(const std::vector<cd> &x) const {
		std::vector<cd> y(n);
		for (int i = 0; i < m; i++)
			for (int k = row[i] - base; k < row[i + 1] - base; k++)
				y[col[k] - base] += std::conj(cd(val[k])) * x[i];
		return y;
	}
};

static unsigned seed = 1;
static int random_below(int n) {
	seed = seed * 1664525u + 1013904223u;
	return (int)((seed >> 8) % (unsigned)n);
}
template <class T> using Lines = std::vector<std::vector<std::pair<int, T>>>;

/* Some elements in each row, and a diagonal element, in any order. */
template <class T> static Lines<T> random_lines(int m, int n, int each, double diagonal) {
	Lines<T> lines(m);
	for (int i = 0; i < m; i++) {
		std::vector<int> cols;
		if (diagonal != 0 && i < n)
			cols.push_back(i);
		for (int k = 0; k < each; k++) {
			int j = random_below(n);
			if (std::find(cols.begin(), cols.end(), j) == cols.end())
				cols.push_back(j);
		}
		for (int j : cols)
			lines[i].push_back({j, random_element<T>() + (i == j ? (REAL)diagonal : (REAL)0)});
		std::reverse(lines[i].begin(), lines[i].end());
	}
	return lines;
}
/* Positive definite: five points of a grid, with an imaginary part of one direction. */
template <class T> static Lines<T> grid_lines(int w, int h) {
	Lines<T> lines(w * h);
	for (int i = 0; i < w * h; i++) {
		T side = T(-1);
		if constexpr (Type<T>::complex)
			side = T(-1, (REAL)0.25);
		auto conj = [](T x) {
			if constexpr (Type<T>::complex)
				return std::conj(x);
			else
				return x;
		};
		if (i >= w)
			lines[i].push_back({i - w, side});
		if (i % w)
			lines[i].push_back({i - 1, T(-1)});
		lines[i].push_back({i, T((REAL)4.5)});
		if (i % w < w - 1)
			lines[i].push_back({i + 1, T(-1)});
		if (i < w * (h - 1))
			lines[i].push_back({i + w, conj(side)});
	}
	return lines;
}
template <class T> static std::vector<T> random_vector(int n) {
	std::vector<T> x(n);
	for (auto &e : x)
		e = random_element<T>();
	return x;
}
template <class T> static std::vector<cd> wide(const std::vector<T> &x) {
	return std::vector<cd>(x.begin(), x.end());
}
template <class T>
static void close(const std::vector<cd> &got, const std::vector<cd> &want, const char *what, double scale = 1) {
	double worst = 0;
	for (size_t i = 0; i < want.size(); i++) {
		double d = std::abs(got[i] - want[i]);
		worst = d <= worst ? worst : d;
	}
	if (!(worst <= Type<T>::eps * 100 * scale * std::sqrt((double)want.size() + 1)) && failures++ < 20)
		printf("%c%s: off by %g\n", Type<T>::letter, what, worst);
}

template <class T> static void solutions(Rows<T> &a, bool definite, double scale) {
	int n = a.n, found = -7;
	std::vector<T> b = random_vector<T>(n), x(n);
	Memory<T> db(n), dx(n);
	std::copy(b.begin(), b.end(), db.host.begin());
	db.up();
	dx.up();
	auto check = [&](const char *what, cusolverStatus_t s, bool on_device) {
		need(s, what);
		if (found != -1 && failures++ < 20)
			printf("%s: singular at %d\n", what, found);
		found = -7;
		std::vector<T> got = on_device ? dx.down() : x;
		close<T>(a.times(wide(got)), wide(b), what, scale);
		std::fill(x.begin(), x.end(), T(0));
	};
	for (int reorder = 0; reorder < 4; reorder++) {
		REAL tol = 0;
		check("csrlsvluHost", SP(csrlsvluHost)(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), (CU *)b.data(), tol, reorder, (CU *)x.data(), &found), false);
		check("csrlsvqrHost", SP(csrlsvqrHost)(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), (CU *)b.data(), tol, reorder, (CU *)x.data(), &found), false);
		check("csrlsvqr", SP(csrlsvqr)(sp, n, a.nnz(), a.descr, a.memory->cu(), a.drow, a.dcol, db.cu(), tol, reorder, dx.cu(), &found), true);
		if (!definite)
			continue;
		check("csrlsvcholHost", SP(csrlsvcholHost)(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), (CU *)b.data(), tol, reorder, (CU *)x.data(), &found), false);
		check("csrlsvchol", SP(csrlsvchol)(sp, n, a.nnz(), a.descr, a.memory->cu(), a.drow, a.dcol, db.cu(), tol, reorder, dx.cu(), &found), true);
	}
}

/* x is best if the rest is orthogonal to the columns of A. */
template <class T> static void least_squares(Rows<T> &a, int want_rank) {
	int rank = -1;
	std::vector<T> b = random_vector<T>(a.m), x(a.n);
	std::vector<int> p(a.n, -1);
	REAL norm = -1;
	need(SP(csrlsqvqrHost)(sp, a.m, a.n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), (CU *)b.data(), (REAL)(Type<T>::eps * 1000), &rank, (CU *)x.data(), p.data(), &norm), "csrlsqvqrHost");
	if (rank != want_rank && failures++ < 20)
		printf("rank %d, not %d\n", rank, want_rank);
	std::vector<cd> rest = a.times(wide(x));
	double sum = 0;
	for (int i = 0; i < a.m; i++) {
		rest[i] -= cd(b[i]);
		sum += std::norm(rest[i]);
	}
	close<T>(a.adjoint_times(rest), std::vector<cd>(a.n), "csrlsqvqrHost", 10);
	close<T>({std::sqrt(sum)}, {(double)norm}, "min_norm", 10);
	std::sort(p.begin(), p.end());
	for (int i = 0; i < a.n; i++)
		if (p[i] != i && failures++ < 20)
			printf("p is no permutation\n");
}

/* Permuted to (L U) with few elements: returns how many there are in L. */
template <class T> static int low_level_lu(Rows<T> &a, REAL threshold) {
	csrluInfoHost_t info;
	int n = a.n, nl, nu, at = -7;
	size_t internal, work;
	need(cusolverSpCreateCsrluInfoHost(&info), "create");
	need(cusolverSpXcsrluAnalysisHost(sp, n, a.nnz(), a.descr, a.row.data(), a.col.data(), info), "analysis");
	need(SP(csrluBufferInfoHost)(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), info, &internal, &work), "size");
	std::vector<char> buffer(work);
	for (int again = 0; again < 2; again++)
		need(SP(csrluFactorHost)(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), info, threshold, buffer.data()), "factor");
	need(SP(csrluZeroPivotHost)(sp, info, 0, &at), "pivot");
	if (at != -1 && failures++ < 20)
		printf("zero pivot at %d\n", at);
	std::vector<T> b = random_vector<T>(n), x(n);
	need(SP(csrluSolveHost)(sp, n, (CU *)b.data(), (CU *)x.data(), info, buffer.data()), "solve");
	close<T>(a.times(wide(x)), wide(b), "csrluSolveHost", threshold < 1 ? 100 : 10);
	need(cusolverSpXcsrluNnzHost(sp, &nl, &nu, info), "nnz");
	std::vector<int> p(n), q(n), lr(n + 1), lc(nl), ur(n + 1), uc(nu);
	std::vector<T> l(nl), u(nu);
	need(SP(csrluExtractHost)(sp, p.data(), q.data(), a.descr, (CU *)l.data(), lr.data(), lc.data(), a.descr, (CU *)u.data(), ur.data(), uc.data(), info, buffer.data()), "extract");
	/* L U y = P A Q^T y */
	std::vector<cd> y = wide(random_vector<T>(n)), v(n), w(n), z(n), aq, want(n);
	for (int i = 0; i < n; i++)
		for (int k = ur[i] - a.base; k < ur[i + 1] - a.base; k++)
			v[i] += cd(u[k]) * y[uc[k] - a.base];
	for (int i = 0; i < n; i++) {
		w[i] = v[i];
		for (int k = lr[i] - a.base; k < lr[i + 1] - a.base; k++)
			w[i] += cd(l[k]) * v[lc[k] - a.base];
	}
	for (int i = 0; i < n; i++)
		z[q[i]] = y[i];
	aq = a.times(z);
	for (int i = 0; i < n; i++)
		want[i] = aq[p[i]];
	close<T>(w, want, "csrluExtractHost", threshold < 1 ? 100 : 10);
	cusolverSpDestroyCsrluInfoHost(info);
	return nl;
}

template <class T> static void low_level_cholesky(Rows<T> &a) {
	csrcholInfoHost_t host;
	csrcholInfo_t info;
	int n = a.n, at = -7;
	size_t internal, work;
	std::vector<T> b = random_vector<T>(n), x(n);
	Memory<T> db(n), dx(n);
	std::copy(b.begin(), b.end(), db.host.begin());
	db.up();
	dx.up();
	cusolverSpCreateCsrcholInfoHost(&host);
	cusolverSpCreateCsrcholInfo(&info);
	need(cusolverSpXcsrcholAnalysisHost(sp, n, a.nnz(), a.descr, a.row.data(), a.col.data(), host), "analysis");
	need(SP(csrcholBufferInfoHost)(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), host, &internal, &work), "size");
	std::vector<char> buffer(work);
	need(SP(csrcholFactorHost)(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), host, buffer.data()), "factor");
	need(SP(csrcholZeroPivotHost)(sp, host, 0, &at), "pivot");
	need(SP(csrcholSolveHost)(sp, n, (CU *)b.data(), (CU *)x.data(), host, buffer.data()), "solve");
	close<T>(a.times(wide(x)), wide(b), "csrcholSolveHost");
	if (at != -1 && failures++ < 20)
		printf("zero pivot at %d\n", at);
	need(cusolverSpXcsrcholAnalysis(sp, n, a.nnz(), a.descr, a.drow, a.dcol, info), "analysis");
	need(SP(csrcholBufferInfo)(sp, n, a.nnz(), a.descr, a.memory->cu(), a.drow, a.dcol, info, &internal, &work), "size");
	void *dbuffer;
	need(cudaMalloc(&dbuffer, work));
	need(SP(csrcholFactor)(sp, n, a.nnz(), a.descr, a.memory->cu(), a.drow, a.dcol, info, dbuffer), "factor");
	need(SP(csrcholZeroPivot)(sp, info, 0, &at), "pivot");
	need(SP(csrcholSolve)(sp, n, db.cu(), dx.cu(), info, dbuffer), "solve");
	close<T>(a.times(wide(dx.down())), wide(b), "csrcholSolve");
	REAL *diag;
	need(cudaMallocManaged((void **)&diag, n * sizeof *diag));
	need(SP(csrcholDiag)(sp, info, diag), "diag");
	close<T>({(double)diag[0] * diag[0]}, {cd(4.5)}, "csrcholDiag");
	cudaFree(diag);
	cudaFree(dbuffer);
	cusolverSpDestroyCsrcholInfoHost(host);
	cusolverSpDestroyCsrcholInfo(info);
}

template <class T> static void low_level_qr(Rows<T> &a, T mu) {
	csrqrInfoHost_t host;
	csrqrInfo_t info;
	int n = a.n, m = a.m, at = -7;
	size_t internal, work;
	std::vector<T> b = random_vector<T>(m), x(n);
	Memory<T> db(m), dx(n);
	std::copy(b.begin(), b.end(), db.host.begin());
	db.up();
	dx.up();
	CU shift;
	memcpy(&shift, &mu, sizeof mu);
	auto check = [&](std::vector<T> got, const char *what) {
		std::vector<cd> rest = a.times(wide(got)), back;
		for (int i = 0; i < m; i++)
			rest[i] -= cd(b[i]) + (i < n ? cd(mu) * cd(got[i]) : cd(0));
		back = a.adjoint_times(rest);
		for (int i = 0; i < n; i++)
			back[i] -= std::conj(cd(mu)) * rest[i];
		close<T>(back, std::vector<cd>(n), what, 10);
	};
	cusolverSpCreateCsrqrInfoHost(&host);
	cusolverSpCreateCsrqrInfo(&info);
	need(cusolverSpXcsrqrAnalysisHost(sp, m, n, a.nnz(), a.descr, a.row.data(), a.col.data(), host), "analysis");
	need(SP(csrqrBufferInfoHost)(sp, m, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), host, &internal, &work), "size");
	std::vector<char> buffer(work);
	need(SP(csrqrSetupHost)(sp, m, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), shift, host), "setup");
	need(SP(csrqrFactorHost)(sp, m, n, a.nnz(), nullptr, nullptr, host, buffer.data()), "factor");
	need(SP(csrqrZeroPivotHost)(sp, host, 0, &at), "pivot");
	if (at != -1 && failures++ < 20)
		printf("zero pivot at %d\n", at);
	need(SP(csrqrSolveHost)(sp, m, n, (CU *)b.data(), (CU *)x.data(), host, buffer.data()), "solve");
	check(x, "csrqrSolveHost");
	need(cusolverSpXcsrqrAnalysis(sp, m, n, a.nnz(), a.descr, a.drow, a.dcol, info), "analysis");
	need(SP(csrqrBufferInfo)(sp, m, n, a.nnz(), a.descr, a.memory->cu(), a.drow, a.dcol, info, &internal, &work), "size");
	void *dbuffer;
	need(cudaMalloc(&dbuffer, work));
	need(SP(csrqrSetup)(sp, m, n, a.nnz(), a.descr, a.memory->cu(), a.drow, a.dcol, shift, info), "setup");
	need(SP(csrqrFactor)(sp, m, n, a.nnz(), db.cu(), dx.cu(), info, dbuffer), "factor");
	check(dx.down(), "csrqrFactor");
	need(SP(csrqrSolve)(sp, m, n, db.cu(), dx.cu(), info, dbuffer), "solve");
	check(dx.down(), "csrqrSolve");
	need(SP(csrqrZeroPivot)(sp, info, 0, &at), "pivot");
	cudaFree(dbuffer);
	cusolverSpDestroyCsrqrInfoHost(host);
	cusolverSpDestroyCsrqrInfo(info);
}

template <class T> static void batches(Rows<T> &a) {
	const int count = 5;
	csrqrInfo_t info;
	size_t internal, work;
	Memory<T> values(a.nnz() * count), b(a.m * count), x(a.n * count);
	for (int i = 0; i < count; i++)
		for (int k = 0; k < a.nnz(); k++)
			values.host[i * a.nnz() + k] = a.val[k] * (REAL)(i + 1);
	std::vector<T> right = random_vector<T>(a.m * count);
	std::copy(right.begin(), right.end(), b.host.begin());
	values.up(), b.up(), x.up();
	cusolverSpCreateCsrqrInfo(&info);
	need(cusolverSpXcsrqrAnalysisBatched(sp, a.m, a.n, a.nnz(), a.descr, a.drow, a.dcol, info), "analysis");
	need(SP(csrqrBufferInfoBatched)(sp, a.m, a.n, a.nnz(), a.descr, values.cu(), a.drow, a.dcol, count, info, &internal, &work), "size");
	void *buffer;
	need(cudaMalloc(&buffer, work));
	need(SP(csrqrsvBatched)(sp, a.m, a.n, a.nnz(), a.descr, values.cu(), a.drow, a.dcol, b.cu(), x.cu(), count, info, buffer), "csrqrsvBatched");
	std::vector<T> got = x.down();
	for (int i = 0; i < count; i++) {
		std::vector<cd> one(got.begin() + i * a.n, got.begin() + (i + 1) * a.n), want;
		for (auto &e : one)
			e *= i + 1;
		want = wide(std::vector<T>(right.begin() + i * a.m, right.begin() + (i + 1) * a.m));
		close<T>(a.times(one), want, "csrqrsvBatched", 10);
	}
	cudaFree(buffer);
	cusolverSpDestroyCsrqrInfo(info);
}

/* The eigenvalues of a path of n points are 4.5 - 2 cos(pi k / (n + 1)). */
template <class T> static void eigenvalues(int n) {
	Rows<T> a(n, n, 1, grid_lines<T>(n, 1));
	std::vector<double> all;
	for (int k = 1; k <= n; k++)
		all.push_back(4.5 - 2 * std::cos(3.14159265358979323846 * k / (n + 1)));
	double wanted = all[n / 3], guess = wanted + (all[n / 3 + 1] - wanted) / 4;
	std::vector<T> x0 = random_vector<T>(n), x(n);
	CU mu0, mu;
	T start = T((REAL)guess), found;
	memcpy(&mu0, &start, sizeof start);
	need(SP(csreigvsiHost)(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), mu0, (CU *)x0.data(), 200, (REAL)(Type<T>::eps * 100), &mu, (CU *)x.data()), "csreigvsiHost");
	memcpy((void *)&found, &mu, sizeof mu);
	close<T>({cd(found)}, {wanted}, "csreigvsiHost", 10);
	Memory<T> dx0(n), dx(n), dmu(1);
	std::copy(x0.begin(), x0.end(), dx0.host.begin());
	dx0.up(), dx.up(), dmu.up();
	need(SP(csreigvsi)(sp, n, a.nnz(), a.descr, a.memory->cu(), a.drow, a.dcol, mu0, dx0.cu(), 200, (REAL)(Type<T>::eps * 100), dmu.cu(), dx.cu()), "csreigvsi");
	close<T>({cd(dmu.down()[0])}, {wanted}, "csreigvsi", 10);
	for (int k : {0, 1, n / 2, n - 1}) {
		int count = -1;
		double right = k < n - 1 ? (all[k] + all[k + 1]) / 2 : 10;
		typedef std::conditional_t<sizeof(REAL) == 4, cuComplex, cuDoubleComplex> Complex;
		Complex low = {-1, (REAL)-0.3}, high = {(REAL)right, (REAL)0.7};
		need(SP(csreigsHost)(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), low, high, &count), "csreigsHost");
		if (count != k + 1 && failures++ < 20)
			printf("%d eigenvalues, not %d\n", count, k + 1);
	}
}

/* The eigenvalues of a triangle with 1, 2 ... n on its diagonal, three sides of whose rectangle are on some of them. */
template <class T> static void eigenvalues_on_the_border(int n, double below) {
	Lines<T> lines(n);
	for (int i = 0; i < n; i++) {
		if (i && below)
			lines[i].push_back({i - 1, T(below)});
		lines[i].push_back({i, T(i + 1)});
	}
	Rows<T> a(n, n, 0, lines);
	int count = -1;
	typedef std::conditional_t<sizeof(REAL) == 4, cuComplex, cuDoubleComplex> Complex;
	for (int last : {10, 11, 24}) {
		Complex low = {10, 0}, high = {(REAL)last, (REAL)0.7};
		need(SP(csreigsHost)(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), low, high, &count), "csreigsHost");
		if (count != last - 9 && failures++ < 20)
			printf("%d of %d eigenvalues on the border, not %d\n", count, n, last - 9);
	}
}

/* Elements of R in A = Q R in an order, if nothing cancels: of the Cholesky factor of A^T A. */
static int elements_of_r(const Rows<double> &a, const std::vector<int> &p) {
	int count = 0;
	std::vector<int> place(a.n);
	for (int i = 0; i < a.n; i++)
		place[p[i]] = i;
	std::vector<std::vector<bool>> below(a.n, std::vector<bool>(a.n));
	for (int i = 0; i < a.m; i++)
		for (int x = a.row[i]; x < a.row[i + 1]; x++)
			for (int y = a.row[i]; y < a.row[i + 1]; y++)
				below[place[a.col[x]]][place[a.col[y]]] = true;
	for (int j = 0; j < a.n; j++) {
		int parent = 0;
		for (int i = j; i < a.n; i++) {
			if (!below[j][i])
				continue;
			count++;
			if (i == j)
				continue;
			if (!parent)
				parent = i;
			below[parent][i] = true;
		}
	}
	return count;
}

static void orders() {
	Rows<double> a(900, 900, 0, grid_lines<double>(30, 30)), b(500, 500, 0, random_lines<double>(500, 500, 3, 5));
	typedef cusolverStatus_t (*Order)(cusolverSpHandle_t, int, int, const cusparseMatDescr_t, const int *, const int *, int *);
	std::vector<Order> all = {cusolverSpXcsrsymrcmHost, cusolverSpXcsrsymmdqHost, cusolverSpXcsrsymamdHost,
	                          [](cusolverSpHandle_t h, int n, int nnz, const cusparseMatDescr_t d, const int *r, const int *c, int *p) {
		                          return cusolverSpXcsrmetisndHost(h, n, nnz, d, r, c, nullptr, p);
	                          }};
	int natural = low_level_lu(a, 0);
	for (size_t which = 0; which < all.size(); which++)
		for (auto *m : {&a, &b}) {
			int n = m->n;
			std::vector<int> p(n, -1), map(m->nnz()), row = m->row, col = m->col;
			need(all[which](sp, n, m->nnz(), m->descr, m->row.data(), m->col.data(), p.data()), "order");
			std::vector<int> sorted = p;
			std::sort(sorted.begin(), sorted.end());
			for (int i = 0; i < n; i++)
				if (sorted[i] != i && failures++ < 20)
					printf("order %zu is no permutation\n", which);
			size_t bytes;
			std::iota(map.begin(), map.end(), 0);
			need(cusolverSpXcsrperm_bufferSizeHost(sp, n, n, m->nnz(), m->descr, row.data(), col.data(), p.data(), p.data(), &bytes), "perm size");
			std::vector<char> buffer(bytes);
			need(cusolverSpXcsrpermHost(sp, n, n, m->nnz(), m->descr, row.data(), col.data(), p.data(), p.data(), map.data(), buffer.data()), "perm");
			Lines<double> lines(n);
			int band = 0;
			for (int i = 0; i < n; i++)
				for (int k = row[i]; k < row[i + 1]; k++) {
					lines[i].push_back({col[k], m->val[map[k]]});
					band = std::max(band, std::abs(i - col[k]));
					if (k > row[i] && col[k] <= col[k - 1] && failures++ < 20)
						printf("a permuted row is not sorted\n");
					int from = 0;
					while (m->row[from + 1] <= map[k])
						from++;
					if ((p[i] != from || p[col[k]] != m->col[map[k]]) && failures++ < 20)
						printf("the map is wrong\n");
				}
			if (m != &a)
				continue;
			if (which == 0 && band > 40 && failures++ < 20)
				printf("a band of %d\n", band);
			Rows<double> moved(n, n, 0, lines);
			std::vector<int> same(n);
			std::iota(same.begin(), same.end(), 0);
			int triangle = elements_of_r(a, p), before = elements_of_r(a, same);
			if (triangle > before * 3 / 2 && failures++ < 20)
				printf("order %zu: %d elements in R, %d without it\n", which, triangle, before);
			int fill = low_level_lu(moved, 0);
			if (which > 0 && fill > natural / 2 && failures++ < 20)
				printf("order %zu: %d elements in L, %d without it\n", which, fill, natural);
		}
	/* A cycle: one element in each row. */
	Lines<double> lines(50);
	for (int i = 0; i < 50; i++)
		lines[i].push_back({(i + 1) % 50, 1.0});
	Rows<double> cycle(50, 50, 0, lines);
	std::vector<int> p(50);
	int count = 0, symmetric = -1;
	need(cusolverSpDcsrzfdHost(sp, 50, 50, cycle.descr, cycle.val.data(), cycle.row.data(), cycle.col.data(), p.data(), &count), "csrzfdHost");
	for (int i = 0; i < 50; i++)
		if (cycle.col[cycle.row[p[i]]] != i && failures++ < 20)
			printf("a zero on the diagonal\n");
	need(cusolverSpXcsrissymHost(sp, 50, 50, cycle.descr, cycle.row.data(), cycle.row.data() + 1, cycle.col.data(), &symmetric), "csrissymHost");
	if ((count != 50 || symmetric) && failures++ < 20)
		printf("%d on the diagonal, symmetric %d\n", count, symmetric);
	/* Several parts, a node without neighbours, and one that has all. */
	Lines<double> star(400);
	for (int i = 0; i < 400; i++) {
		star[i].push_back({i, 10.0});
		if (i > 100 && i < 300)
			star[i].push_back({100, 1.0});
		if (i > 300 && i < 399)
			star[i].push_back({i + 1, 1.0});
	}
	Rows<double> parts(400, 400, 0, star);
	solutions(parts, false, 10);
}

/* Factors of A in every format, then of A with other values. */
static void refactored(cusolverRfMatrixFormat_t format, cusolverRfUnitDiagonal_t unit, int batch) {
	int n = 60, nl, nu;
	Rows<double> a(n, n, 0, random_lines<double>(n, n, 2, 6));
	csrluInfoHost_t info;
	size_t internal, work;
	cusolverSpCreateCsrluInfoHost(&info);
	need(cusolverSpXcsrluAnalysisHost(sp, n, a.nnz(), a.descr, a.row.data(), a.col.data(), info), "analysis");
	need(cusolverSpDcsrluBufferInfoHost(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), info, &internal, &work), "size");
	std::vector<char> buffer(work);
	need(cusolverSpDcsrluFactorHost(sp, n, a.nnz(), a.descr, a.host(), a.row.data(), a.col.data(), info, 1, buffer.data()), "factor");
	need(cusolverSpXcsrluNnzHost(sp, &nl, &nu, info), "nnz");
	std::vector<int> p(n), q(n), lr(n + 1), lc(nl), ur(n + 1), uc(nu);
	std::vector<double> l(nl), u(nu);
	need(cusolverSpDcsrluExtractHost(sp, p.data(), q.data(), a.descr, l.data(), lr.data(), lc.data(), a.descr, u.data(), ur.data(), uc.data(), info, buffer.data()), "extract");
	cusolverSpDestroyCsrluInfoHost(info);
	/* Columns, where they are asked for. */
	struct Csr {
		std::vector<int> row, col;
		std::vector<double> val;
	};
	auto turned = [n](const Csr &from) {
		Csr to = {std::vector<int>(n + 1), std::vector<int>(from.col.size()), std::vector<double>(from.val.size())};
		for (int j : from.col)
			to.row[j + 1]++;
		for (int j = 0; j < n; j++)
			to.row[j + 1] += to.row[j];
		std::vector<int> next = to.row;
		for (int i = 0; i < n; i++)
			for (int k = from.row[i]; k < from.row[i + 1]; k++) {
				to.col[next[from.col[k]]] = i;
				to.val[next[from.col[k]]++] = from.val[k];
			}
		return to;
	};
	Csr A = {a.row, a.col, a.val}, L = {lr, lc, l}, U = {ur, uc, u};
	if (format == CUSOLVERRF_MATRIX_FORMAT_CSC)
		A = turned(A), L = turned(L), U = turned(U);
	cusolverRfHandle_t rf;
	need(cusolverRfCreate(&rf), "create");
	need(cusolverRfSetMatrixFormat(rf, format, unit), "format");
	std::vector<double *> list(batch);
	int *dp, *dq, *dr, *dc;
	double **dlist, *temp;
	for (auto &x : list)
		x = A.val.data();
	if (batch)
		need(cusolverRfBatchSetupHost(batch, n, a.nnz(), A.row.data(), A.col.data(), list.data(), nl, L.row.data(), L.col.data(), L.val.data(), nu, U.row.data(), U.col.data(), U.val.data(), p.data(), q.data(), rf), "batch setup");
	else
		need(cusolverRfSetupHost(n, a.nnz(), A.row.data(), A.col.data(), A.val.data(), nl, L.row.data(), L.col.data(), L.val.data(), nu, U.row.data(), U.col.data(), U.val.data(), p.data(), q.data(), rf), "setup");
	need(batch ? cusolverRfBatchAnalyze(rf) : cusolverRfAnalyze(rf), "analyze");
	auto device = [](const void *from, size_t bytes) {
		void *to;
		need(cudaMalloc(&to, bytes));
		need(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
		return to;
	};
	dp = (int *)device(p.data(), n * 4), dq = (int *)device(q.data(), n * 4);
	dr = (int *)device(A.row.data(), A.row.size() * 4), dc = (int *)device(A.col.data(), A.col.size() * 4);
	need(cudaMalloc((void **)&temp, n * 8));
	int count = batch ? batch : 1;
	std::vector<double *> values(count), xs(count);
	std::vector<std::vector<double>> scaled(count), right(count);
	for (int i = 0; i < count; i++) {
		scaled[i] = A.val;
		for (size_t k = 0; k < A.val.size(); k++)
			scaled[i][k] *= i + 1 + 0.01 * (double)(k % 7);
		right[i] = random_vector<double>(n);
		values[i] = (double *)device(scaled[i].data(), scaled[i].size() * 8);
		xs[i] = (double *)device(right[i].data(), n * 8);
	}
	dlist = (double **)device(values.data(), count * sizeof(double *));
	double **dxs = (double **)device(xs.data(), count * sizeof(double *));
	if (batch) {
		std::vector<int> zeros(batch, -7);
		need(cusolverRfBatchResetValues(batch, n, a.nnz(), dr, dc, dlist, dp, dq, rf), "batch reset");
		need(cusolverRfBatchRefactor(rf), "batch refactor");
		need(cusolverRfBatchZeroPivot(rf, zeros.data()), "batch pivots");
		for (int z : zeros)
			if (z != -1 && failures++ < 20)
				printf("batch: zero pivot %d\n", z);
		need(cusolverRfBatchSolve(rf, dp, dq, 1, temp, n, dxs, n), "batch solve");
	} else {
		need(cusolverRfResetValues(n, a.nnz(), dr, dc, values[0], dp, dq, rf), "reset");
		need(cusolverRfRefactor(rf), "refactor");
		need(cusolverRfSolve(rf, dp, dq, 1, temp, n, xs[0], n), "solve");
	}
	for (int i = 0; i < count; i++) {
		std::vector<double> x(n);
		std::vector<cd> back(n), want = wide(right[i]);
		need(cudaMemcpy(x.data(), xs[i], n * 8, cudaMemcpyDeviceToHost));
		for (int r = 0; r < n; r++)
			for (int k = A.row[r]; k < A.row[r + 1]; k++)
				if (format == CUSOLVERRF_MATRIX_FORMAT_CSR)
					back[r] += scaled[i][k] * x[A.col[k]];
				else
					back[A.col[k]] += scaled[i][k] * x[r];
		close<double>(back, want, "cusolverRf", 1000);
	}
	if (!batch) {
		int *m, *mi, *l2, *li, *u2, *ui, nm, nl2, nu2;
		double *mx, *lx, *ux;
		need(cusolverRfExtractBundledFactorsHost(rf, &nm, &m, &mi, &mx), "bundled");
		need(cusolverRfExtractSplitFactorsHost(rf, &nl2, &l2, &li, &lx, &nu2, &u2, &ui, &ux), "split");
		if (nl2 + nu2 != nm + n && failures++ < 20)
			printf("%d and %d elements, not %d\n", nl2, nu2, nm + n);
		free(m), free(mi), free(mx), free(l2), free(li), free(lx), free(u2), free(ui), free(ux);
	}
	for (void *x : {(void *)dp, (void *)dq, (void *)dr, (void *)dc, (void *)temp, (void *)dlist, (void *)dxs})
		cudaFree(x);
	need(cusolverRfDestroy(rf), "destroy");
}

int main() {
	return run_all("sparse", [](auto one) {
		typedef decltype(one) T;
		if (!sp)
			need(cusolverSpCreate(&sp), "create");
		for (int base : {0, 1}) {
			Rows<T> small(1, 1, base, random_lines<T>(1, 1, 0, 2)), grid(132, 132, base, grid_lines<T>(12, 11));
			Rows<T> random(120, 120, base, random_lines<T>(120, 120, 3, 8)), tall(150, 60, base, random_lines<T>(150, 60, 3, 2));
			solutions(small, !Type<T>::complex, 1);
			solutions(grid, true, 1);
			solutions(random, false, 1);
			least_squares(tall, 60);
			least_squares(grid, 132);
			/* Two columns the same, one empty. */
			Lines<T> lines = random_lines<T>(90, 40, 3, 2);
			for (auto &line : lines) {
				line.erase(std::remove_if(line.begin(), line.end(), [](auto &e) { return e.first == 7 || e.first == 20; }), line.end());
				for (auto &e : std::vector<std::pair<int, T>>(line))
					if (e.first == 3)
						line.push_back({20, e.second});
			}
			Rows<T> deficient(90, 40, base, lines);
			least_squares(deficient, 38);
			low_level_lu(random, 1);
			low_level_lu(grid, (REAL)0.1);
			low_level_cholesky(grid);
			low_level_qr(grid, T(0));
			low_level_qr(random, T(1));
			low_level_qr(tall, T(0));
			batches(grid);
		}
		for (double below : {0.0, 0.5}) {
			eigenvalues_on_the_border<T>(100, below);
			eigenvalues_on_the_border<T>(600, below);
		}
		eigenvalues<T>(30);
		if (sizeof(REAL) == 8 && !Type<T>::complex)
			eigenvalues<T>(600);
		if (sizeof(T) == 8 && !Type<T>::complex) {
			orders();
			for (int format = 0; format < 2; format++)
				for (int unit : {0, 2})
					for (int batch : {0, 3})
						refactored((cusolverRfMatrixFormat_t)format, (cusolverRfUnitDiagonal_t)unit, batch);
		}
	});
}
