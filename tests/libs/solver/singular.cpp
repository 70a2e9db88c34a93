/* singular.cpp - singular values and vectors: by QR steps, by Jacobi's method, the largest,
 * batches.
 * SPDX-License-Identifier: Apache-2.0 */
#include "solver.h"

static const int shapes[][2] = {{1, 1}, {2, 2}, {3, 2}, {5, 1}, {17, 17}, {33, 20}, {70, 40}};
static const auto VEC = CUSOLVER_EIG_MODE_VECTOR;

/* A = U S V^H with as many columns as U and V have in common. */
template <class T, class R>
static void decomposed(const Model &a, const Model &u, const std::vector<R> &s, const Model &vh, const char *what) {
	orthonormal<T>(u, what);
	orthonormal<T>(adjoint(vh), what);
	near<T>(times(u, times(diagonal_of(u.n, vh.m, s), vh)), a, what, 4);
	sorted(s, a.m < a.n ? a.m : a.n, false, what);
}
/* Of rank `rank`. */
template <class T> static Model low_rank(int m, int n, int rank) {
	return times(random_model<T>(m, rank), random_model<T>(rank, n));
}

template <class T> static void by_steps(const Model &model, char jobu, char jobvt) {
	int m = model.m, n = model.n, k = m < n ? m : n;
	Mat<T> a(model), u(m, jobu == 'A' ? m : k), vt(jobvt == 'A' ? n : k, n);
	Vec<REAL> s(k);
	Ints info;
	Work<T> work;
	need(ALL(gesvd_bufferSize)(h, m, n, &work.n), "gesvd_bufferSize");
	work.make();
	need(ALL(gesvd)(h, jobu, jobvt, m, n, a.at(), a.ld, s.at(), u.at(), u.ld, vt.at(), vt.ld, work.cu(), work.n, nullptr,
	                info.at),
	     "gesvd");
	info.is(0, "gesvd");
	Model gu = jobu == 'O' ? part(a.now(), 0, 0, m, k) : u.now();
	Model gv = jobvt == 'O' ? part(a.now(), 0, 0, k, n) : vt.now();
	if (jobu != 'N' && jobvt != 'N')
		decomposed<T>(model, gu, s.now(), gv, "gesvd");
	else if (jobu != 'N')
		orthonormal<T>(gu, "gesvd");
	else if (jobvt != 'N')
		orthonormal<T>(adjoint(gv), "gesvd");
	/* The squares are eigenvalues. */
	double norm = 0, values = 0;
	for (auto x : model.a)
		norm += std::norm(x);
	for (auto x : s.now())
		values += (double)x * x;
	if (!(std::fabs(norm - values) <= Type<T>::eps * 100 * norm) && failures++ < 20)
		printf("%cgesvd %c%c: squares of values are %g, not %g\n", Type<T>::letter, jobu, jobvt, values, norm);
}

template <class T> static void by_jacobi(const Model &model, int econ, bool polar) {
	int m = model.m, n = model.n, k = m < n ? m : n;
	Mat<T> a(model), u(m, econ ? k : m), v(n, econ ? k : n);
	Vec<REAL> s(k);
	Ints info;
	if (polar) {
		Bytes bytes;
		double error = -1;
		need(cusolverDnXgesvdp_bufferSize(h, nullptr, VEC, econ, m, n, TYPE_OF, a.at(), a.ld, REAL_TYPE_OF, s.at(),
		                                  TYPE_OF, u.at(), u.ld, TYPE_OF, v.at(), v.ld, TYPE_OF, &bytes.n,
		                                  &bytes.n_host),
		     "gesvdp_bufferSize");
		bytes.make();
		need(cusolverDnXgesvdp(h, nullptr, VEC, econ, m, n, TYPE_OF, a.at(), a.ld, REAL_TYPE_OF, s.at(), TYPE_OF,
		                       u.at(), u.ld, TYPE_OF, v.at(), v.ld, TYPE_OF, bytes.at, bytes.n, bytes.host,
		                       bytes.n_host, info.at, &error),
		     "gesvdp");
		if (!(error >= 0 && error < 1e-5) && failures++ < 20)
			printf("gesvdp: error %g\n", error);
	} else {
		gesvdjInfo_t params;
		Work<T> work;
		double residual = -1;
		int sweeps = -1;
		need(cusolverDnCreateGesvdjInfo(&params), "create");
		need(ALL(gesvdj_bufferSize)(h, VEC, econ, m, n, a.at(), a.ld, s.at(), u.at(), u.ld, v.at(), v.ld, &work.n,
		                            params),
		     "gesvdj_bufferSize");
		work.make();
		need(ALL(gesvdj)(h, VEC, econ, m, n, a.at(), a.ld, s.at(), u.at(), u.ld, v.at(), v.ld, work.cu(), work.n,
		                 info.at, params),
		     "gesvdj");
		need(cusolverDnXgesvdjGetSweeps(h, params, &sweeps), "GetSweeps");
		need(cusolverDnXgesvdjGetResidual(h, params, &residual), "GetResidual");
		if ((sweeps < 1 || sweeps > 20 || !(residual < 1e-5)) && failures++ < 20)
			printf("gesvdj: %d sweeps, residual %g\n", sweeps, residual);
		need(cusolverDnDestroyGesvdjInfo(params), "destroy");
	}
	info.is(0, "gesvdj");
	decomposed<T>(model, u.now(), s.now(), adjoint(v.now()), polar ? "gesvdp" : "gesvdj");
}

template <class T> static void batch(int m, int n, int rank) {
	const int count = 3;
	Model all(m, n * count);
	std::vector<Model> models;
	for (int i = 0; i < count; i++) {
		models.push_back(random_model<T>(m, n));
		for (int j = 0; j < n; j++)
			for (int k = 0; k < m; k++)
				all(k, i * n + j) = models[i](k, j);
	}
	int k = m < n ? m : n, cols_u = rank ? rank : m, cols_v = rank ? rank : n;
	Mat<T> a(all), u(m, cols_u * count), v(n, cols_v * count);
	Vec<REAL> s((rank ? rank : k) * count);
	Ints info(count);
	Work<T> work;
	double left[count] = {};
	if (rank) {
		need(ALL(gesvdaStridedBatched_bufferSize)(h, VEC, rank, m, n, a.at(), a.ld, a.ld * n, s.at(), rank, u.at(),
		                                          u.ld, u.ld * rank, v.at(), v.ld, v.ld * rank, &work.n, count),
		     "gesvda_bufferSize");
		work.make();
		need(ALL(gesvdaStridedBatched)(h, VEC, rank, m, n, a.at(), a.ld, a.ld * n, s.at(), rank, u.at(), u.ld,
		                               u.ld * rank, v.at(), v.ld, v.ld * rank, work.cu(), work.n, info.at, left,
		                               count),
		     "gesvda");
	} else {
		gesvdjInfo_t params;
		need(cusolverDnCreateGesvdjInfo(&params), "create");
		need(ALL(gesvdjBatched_bufferSize)(h, VEC, m, n, a.at(), a.ld, s.at(), u.at(), u.ld, v.at(), v.ld, &work.n,
		                                   params, count),
		     "gesvdjBatched_bufferSize");
		work.make();
		need(ALL(gesvdjBatched)(h, VEC, m, n, a.at(), a.ld, s.at(), u.at(), u.ld, v.at(), v.ld, work.cu(), work.n,
		                        info.at, params, count),
		     "gesvdjBatched");
		need(cudaDeviceSynchronize());
		need(cusolverDnDestroyGesvdjInfo(params), "destroy");
	}
	info.is(0, "gesvdjBatched");
	std::vector<REAL> values = s.now();
	Model gu = u.now(), gv = v.now();
	for (int i = 0; i < count; i++) {
		int each = rank ? rank : k;
		std::vector<REAL> one(values.begin() + i * each, values.begin() + (i + 1) * each);
		Model x = part(gu, 0, i * cols_u, m, cols_u), y = part(gv, 0, i * cols_v, n, cols_v);
		if (!rank || rank == k) {
			decomposed<T>(models[i], x, one, adjoint(y), "a batch");
			if (rank && !(left[i] < 1e-3) && failures++ < 20)
				printf("gesvda: %g is left\n", left[i]);
			continue;
		}
		orthonormal<T>(x, "gesvda");
		Model rest = sum(1, models[i], -1, times(x, times(diagonal_of(rank, rank, one), adjoint(y))));
		double norm = 0;
		for (auto e : rest.a)
			norm += std::norm(e);
		if (!(std::fabs(std::sqrt(norm) - left[i]) < 1e-4 * (1 + norm)) && failures++ < 20)
			printf("gesvda: %g is left, not %g\n", left[i], std::sqrt(norm));
	}
}

/* The largest values of a matrix of that rank. */
template <class T> static void randomised(int m, int n, int k) {
	Model model = low_rank<T>(m, n, k);
	cusolverDnParams_t params;
	Mat<T> a(model), u(m, k), v(n, k);
	Vec<REAL> s(k);
	Ints info;
	Bytes bytes;
	need(cusolverDnCreateParams(&params), "create");
	need(cusolverDnXgesvdr_bufferSize(h, params, 'S', 'S', m, n, k, 2, 2, TYPE_OF, a.at(), a.ld, REAL_TYPE_OF, s.at(),
	                                  TYPE_OF, u.at(), u.ld, TYPE_OF, v.at(), v.ld, TYPE_OF, &bytes.n, &bytes.n_host),
	     "gesvdr_bufferSize");
	bytes.make();
	need(cusolverDnXgesvdr(h, params, 'S', 'S', m, n, k, 2, 2, TYPE_OF, a.at(), a.ld, REAL_TYPE_OF, s.at(), TYPE_OF,
	                       u.at(), u.ld, TYPE_OF, v.at(), v.ld, TYPE_OF, bytes.at, bytes.n, bytes.host ? bytes.host : &bytes,
	                       bytes.n_host, info.at),
	     "gesvdr");
	info.is(0, "gesvdr");
	need(cusolverDnDestroyParams(params), "destroy");
	near<T>(times(u.now(), times(diagonal_of(k, k, s.now()), adjoint(v.now()))), model, "gesvdr", 10);
}

int main() {
	return run_all("singular", [](auto t) {
		typedef decltype(t) T;
		for (auto &s : shapes) {
			Model full = random_model<T>(s[0], s[1]), thin = low_rank<T>(s[0], s[1], (s[1] + 1) / 2);
			for (const Model &m : {full, thin, Model(s[0], s[1])}) {
				for (char jobu : {'A', 'S', 'O', 'N'})
					for (char jobvt : {'A', 'S', 'O', 'N'})
						if (jobu != 'O' || jobvt != 'O')
							by_steps<T>(m, jobu, jobvt);
				for (int econ : {0, 1}) {
					by_jacobi<T>(m, econ, false);
					by_jacobi<T>(adjoint(m), econ, false);
					by_jacobi<T>(adjoint(m), econ, true);
				}
			}
		}
		batch<T>(7, 5, 0);
		batch<T>(5, 7, 0);
		batch<T>(32, 32, 0);
		batch<T>(12, 6, 6);
		batch<T>(40, 8, 3);
		randomised<T>(50, 30, 5);
	});
}
