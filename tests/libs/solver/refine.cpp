/* refine.cpp - solutions and least squares by factors of a lower precision, refined.
 * SPDX-License-Identifier: Apache-2.0 */
#include "solver.h"

template <class T> struct Pairs;
#define PAIR(low)                                                                    \
	{#low, cusolverDn##low##gesv, cusolverDn##low##gesv_bufferSize, cusolverDn##low##gels, \
	 cusolverDn##low##gels_bufferSize}
#define PAIRS(T, same, ...)                                          \
	template <> struct Pairs<T> {                                \
		struct Pair {                                        \
			const char *name;                            \
			decltype(&cusolverDn##same##gesv) gesv;      \
			decltype(&cusolverDn##same##gesv_bufferSize) gesv_size; \
			decltype(&cusolverDn##same##gels) gels;      \
			decltype(&cusolverDn##same##gels_bufferSize) gels_size; \
		};                                                   \
		static std::vector<Pair> all() {                     \
			return {PAIR(same), __VA_ARGS__};            \
		}                                                    \
	}
PAIRS(float, SS, PAIR(SH), PAIR(SB), PAIR(SX));
PAIRS(double, DD, PAIR(DS), PAIR(DH), PAIR(DB), PAIR(DX));
PAIRS(cf, CC, PAIR(CK), PAIR(CE), PAIR(CY));
PAIRS(cd, ZZ, PAIR(ZC), PAIR(ZK), PAIR(ZE), PAIR(ZY));

template <class T> static void systems(int n) {
	Model m = sum(1, random_model<T>(n, n), n, unit(n, n)), r = random_model<T>(n, 2);
	for (auto &p : Pairs<T>::all()) {
		Mat<T> a(m), b(r), x(n, 2);
		Ints pivots(n), info;
		Bytes work;
		int iterations = -99;
		need(p.gesv_size(h, n, 2, a.at(), a.ld, pivots.at, b.at(), b.ld, x.at(), x.ld, nullptr, &work.n), p.name);
		work.make();
		need(p.gesv(h, n, 2, a.at(), a.ld, pivots.at, b.at(), b.ld, x.at(), x.ld, work.at, work.n, &iterations,
		            info.at),
		     p.name);
		info.is(0, p.name);
		near<T>(times(m, x.now()), r, p.name);
		if (iterations < 1 && failures++ < 20)
			printf("%sgesv: %d iterations\n", p.name, iterations);
	}
}

template <class T> static void squares(int m, int n) {
	Model a0 = random_model<T>(m, n), r = random_model<T>(m, 2);
	for (int i = 0; i < n; i++)
		a0(i, i) += 3.0;
	for (auto &p : Pairs<T>::all()) {
		Mat<T> a(a0), b(r), x(n, 2);
		Ints info;
		Bytes work;
		int iterations = -99;
		need(p.gels_size(h, m, n, 2, a.at(), a.ld, b.at(), b.ld, x.at(), x.ld, nullptr, &work.n), p.name);
		work.make();
		need(p.gels(h, m, n, 2, a.at(), a.ld, b.at(), b.ld, x.at(), x.ld, work.at, work.n, &iterations, info.at),
		     p.name);
		info.is(0, p.name);
		/* What is left is orthogonal to the columns. */
		Model rest = sum(1, times(a0, x.now()), -1, r);
		near<T>(times(adjoint(a0), rest), Model(n, 2), p.name, 20);
	}
}

/* With settings, a history, and a matrix that single precision cannot solve. */
static void settings() {
	typedef double T;
	const int n = 30;
	Model m = sum(1, random_model<T>(n, n), n, unit(n, n)), r = random_model<T>(n, 1);
	cusolverDnIRSParams_t params;
	cusolverDnIRSInfos_t infos;
	Bytes work;
	Ints info;
	int iterations = -99, from_infos = -99;
	need(cusolverDnIRSParamsCreate(&params), "create");
	need(cusolverDnIRSInfosCreate(&infos), "create");
	need(cusolverDnIRSParamsSetSolverPrecisions(params, CUSOLVER_R_64F, CUSOLVER_R_16F), "precisions");
	need(cusolverDnIRSParamsSetRefinementSolver(params, CUSOLVER_IRS_REFINE_CLASSICAL_GMRES), "solver");
	need(cusolverDnIRSParamsSetMaxIters(params, 40), "iterations");
	need(cusolverDnIRSInfosRequestResidual(infos), "request");
	need(cusolverDnIRSXgesv_bufferSize(h, params, n, 1, &work.n), "size");
	work.make();
	Mat<T> a(m), b(r), x(n, 1);
	need(cusolverDnIRSXgesv(h, params, infos, n, 1, a.at(), a.ld, b.at(), b.ld, x.at(), x.ld, work.at, work.n, &iterations,
	                        info.at),
	     "IRSXgesv");
	info.is(0, "IRSXgesv");
	near<T>(times(m, x.now()), r, "IRSXgesv");
	void *history = nullptr;
	need(cusolverDnIRSInfosGetNiters(infos, &from_infos), "niters");
	need(cusolverDnIRSInfosGetResidualHistory(infos, &history), "history");
	if ((iterations < 2 || from_infos != iterations || !history || ((double *)history)[iterations] > 1e-9) &&
	    failures++ < 20)
		printf("IRSXgesv: %d, %d iterations\n", iterations, from_infos);
	/* Nearly singular: single precision fails, double does not. */
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			m(i, j) = 1.0 / (i + j + 1);
	Model small = part(m, 0, 0, 7, 7), one = random_model<T>(7, 1);
	Mat<T> a2(small), b2(one), x2(7, 1);
	need(cusolverDnIRSXgesv(h, params, infos, 7, 1, a2.at(), a2.ld, b2.at(), b2.ld, x2.at(), x2.ld, work.at, work.n,
	                        &iterations, info.at),
	     "IRSXgesv");
	near<T>(times(small, x2.now()), one, "IRSXgesv of a difficult matrix", 1e9);
	if (iterations >= 0 && failures++ < 20)
		printf("IRSXgesv of a difficult matrix: %d iterations\n", iterations);
	need(cusolverDnIRSInfosDestroy(infos), "destroy");
	need(cusolverDnIRSParamsDestroy(params), "destroy");
}

int main() {
	return run_all("refine", [](auto t) {
		typedef decltype(t) T;
		for (int n : {1, 2, 5, 40})
			systems<T>(n);
		squares<T>(1, 1);
		squares<T>(9, 4);
		squares<T>(40, 40);
		squares<T>(60, 33);
		if (std::is_same<T, double>::value)
			settings();
	});
}
