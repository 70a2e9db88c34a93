/* reflectors.cpp - QR, matrices of two and three diagonals, and their orthogonal factors.
 * SPDX-License-Identifier: Apache-2.0 */
#include "solver.h"

static const int shapes[][2] = {{0, 0}, {1, 1}, {3, 2}, {2, 3}, {33, 33}, {70, 41}, {41, 70}, {5, 1}, {1, 5}};
static const int orders[] = {0, 1, 2, 3, 17, 33, 70};

template <class T> static void qr(int m, int n) {
	Model model = random_model<T>(m, n);
	int k = m < n ? m : n;
	Mat<T> a(model), tau(k, 1);
	Ints info;
	Work<T> work, more;
	need(ALL(geqrf_bufferSize)(h, m, n, a.at(), a.ld, &work.n), "geqrf_bufferSize");
	work.make();
	need(ALL(geqrf)(h, m, n, a.at(), a.ld, tau.at(), work.cu(), work.n, info.at), "geqrf");
	info.is(0, "geqrf");
	Model r = triangle_of(part(a.now(), 0, 0, k, n), CUBLAS_FILL_MODE_UPPER);
	Mat<T> q(m, m);
	q.set(unit(m, m));
	for (int j = 0; j < k; j++) {
		need(cudaDeviceSynchronize());
		Model f = a.now(), g = q.now();
		for (int i = 0; i < m; i++)
			g(i, j) = f(i, j);
		q.set(g);
	}
	need(OR(gqr_bufferSize)(h, m, m, k, q.at(), q.ld, tau.at(), &more.n), "orgqr_bufferSize");
	more.make();
	need(OR(gqr)(h, m, m, k, q.at(), q.ld, tau.at(), more.cu(), more.n, info.at), "orgqr");
	info.is(0, "orgqr");
	Model whole = q.now();
	orthonormal<T>(whole, "orgqr");
	near<T>(times(part(whole, 0, 0, m, k), r), model, "geqrf");
	/* Products with Q from both sides, and its adjoint. */
	auto trans = Type<T>::complex ? CUBLAS_OP_C : CUBLAS_OP_T;
	for (auto side : both_sides)
		for (auto op : {CUBLAS_OP_N, trans}) {
			bool left = side == CUBLAS_SIDE_LEFT;
			Model x = random_model<T>(left ? m : 5, left ? 5 : m);
			Mat<T> c(x);
			Work<T> third;
			need(OR(mqr_bufferSize)(h, side, op, c.m, c.n, k, a.at(), a.ld, tau.at(), c.at(), c.ld, &third.n),
			     "ormqr_bufferSize");
			third.make();
			need(OR(mqr)(h, side, op, c.m, c.n, k, a.at(), a.ld, tau.at(), c.at(), c.ld, third.cu(), third.n,
			             info.at),
			     "ormqr");
			info.is(0, "ormqr");
			Model p = operated(whole, op);
			near<T>(c.now(), left ? times(p, x) : times(x, p), "ormqr");
		}
	/* The triangle of a block: H = I - V T V^H. */
	if (m < k || !k || k > 20)
		return;
	Mat<T> t(k, k);
	need(cusolverDnXlarft(h, nullptr, CUBLAS_DIRECT_FORWARD, CUBLAS_STOREV_COLUMNWISE, m, k, TYPE_OF, a.at(), a.ld,
	                      TYPE_OF, tau.at(), TYPE_OF, t.at(), t.ld, TYPE_OF, more.at, more.n * sizeof(T), nullptr, 0),
	     "larft");
	Model v = triangle_of(part(a.now(), 0, 0, m, k), CUBLAS_FILL_MODE_LOWER, true);
	near<T>(sum(1, unit(m, m), -1, times(v, times(t.now(), adjoint(v)))), whole, "larft");
}

template <class T> static void bidiagonal(int m, int n) {
	if (m < n || !n)
		return;
	Model model = random_model<T>(m, n);
	Mat<T> a(model), tauq(n, 1), taup(n, 1);
	Vec<REAL> d(n), e(n);
	Ints info;
	Work<T> work;
	need(ALL(gebrd_bufferSize)(h, m, n, &work.n), "gebrd_bufferSize");
	work.make();
	need(ALL(gebrd)(h, m, n, a.at(), a.ld, d.at(), e.at(), tauq.at(), taup.at(), work.cu(), work.n, info.at), "gebrd");
	info.is(0, "gebrd");
	Model b(m, n);
	for (int i = 0; i < n; i++) {
		b(i, i) = d.now()[i];
		if (i + 1 < n)
			b(i, i + 1) = e.now()[i];
	}
	Mat<T> q(part(a.now(), 0, 0, m, n)), p(part(a.now(), 0, 0, n, n));
	need(OR(gbr)(h, CUBLAS_SIDE_LEFT, m, n, n, q.at(), q.ld, tauq.at(), work.cu(), work.n, info.at), "orgbr");
	info.is(0, "orgbr");
	need(OR(gbr)(h, CUBLAS_SIDE_RIGHT, n, n, m, p.at(), p.ld, taup.at(), work.cu(), work.n, info.at), "orgbr");
	orthonormal<T>(q.now(), "orgbr");
	orthonormal<T>(p.now(), "orgbr");
	near<T>(times(q.now(), times(part(b, 0, 0, n, n), p.now())), model, "gebrd");
}

template <class T> static void tridiagonal(int n, cublasFillMode_t uplo) {
	Model model = hermitian_model<T>(n);
	Mat<T> a(n, n), tau(n, 1);
	Vec<REAL> d(n), e(n);
	Ints info;
	Work<T> work;
	a.set_triangle(model, uplo);
	need(SY(trd_bufferSize)(h, uplo, n, a.at(), a.ld, d.at(), e.at(), tau.at(), &work.n), "sytrd_bufferSize");
	work.make();
	need(SY(trd)(h, uplo, n, a.at(), a.ld, d.at(), e.at(), tau.at(), work.cu(), work.n, info.at), "sytrd");
	info.is(0, "sytrd");
	Model t(n, n);
	for (int i = 0; i < n; i++) {
		t(i, i) = d.now()[i];
		if (i + 1 < n)
			t(i, i + 1) = t(i + 1, i) = e.now()[i];
	}
	Mat<T> q(n, n);
	q.set_triangle(a.now(), uplo);
	need(OR(gtr)(h, uplo, n, q.at(), q.ld, tau.at(), work.cu(), work.n, info.at), "orgtr");
	info.is(0, "orgtr");
	Model whole = q.now();
	orthonormal<T>(whole, "orgtr");
	near<T>(times(whole, times(t, adjoint(whole))), model, "sytrd");
	auto trans = Type<T>::complex ? CUBLAS_OP_C : CUBLAS_OP_T;
	for (auto side : both_sides)
		for (auto op : {CUBLAS_OP_N, trans}) {
			bool left = side == CUBLAS_SIDE_LEFT;
			Model x = random_model<T>(left ? n : 4, left ? 4 : n);
			Mat<T> c(x);
			need(OR(mtr)(h, side, uplo, op, c.m, c.n, a.at(), a.ld, tau.at(), c.at(), c.ld, work.cu(), work.n,
			             info.at),
			     "ormtr");
			info.is(0, "ormtr");
			Model p = operated(whole, op);
			near<T>(c.now(), left ? times(p, x) : times(x, p), "ormtr");
		}
}

int main() {
	return run_all("reflectors", [](auto t) {
		typedef decltype(t) T;
		for (auto &s : shapes) {
			qr<T>(s[0], s[1]);
			bidiagonal<T>(s[0], s[1]);
		}
		for (int n : orders)
			for (auto uplo : both_uplo)
				tridiagonal<T>(n, uplo);
	});
}
