/* generic.cpp - the generic functions against dense computations: all formats, widths and bases
 * of indices, operations, orders, types.
 * SPDX-License-Identifier: Apache-2.0 */
#include "dense.h"

static cusparseHandle_t h;
static const cusparseOperation_t ops[] = {CUSPARSE_OPERATION_NON_TRANSPOSE,
                                          CUSPARSE_OPERATION_TRANSPOSE,
                                          CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
static const cusparseOperation_t N = ops[0];
static const cusparseOrder_t orders[] = {CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL};

template <class T> bool is_complex() {
	return type_v<T> == CUDA_C_32F || type_v<T> == CUDA_C_64F;
}

template <class T> T *scalar_at(T &x, bool on_device) {
	CHECK(cusparseSetPointerMode(h, on_device ? CUSPARSE_POINTER_MODE_DEVICE
	                                          : CUSPARSE_POINTER_MODE_HOST));
	return on_device ? device(std::vector<T>{x}) : &x;
}

template <class T>
static cusparseDnMatDescr_t dense(const matrix<T> &m, cusparseOrder_t order, int pad, T **at,
                                  int *ld) {
	cusparseDnMatDescr_t d;
	*ld = (order == CUSPARSE_ORDER_ROW ? m.cols : m.rows) + pad;
	*at = device(ordered(m, order, *ld));
	CHECK(cusparseCreateDnMat(&d, m.rows, m.cols, *ld, *at, type_v<T>, order));
	return d;
}

/* ---- products ---- */

template <class T, class I> static void spmv(group &g, cusparseFormat_t format, int base) {
	matrix<T> m = random_sparse<T>(12, 18, 2);
	cusparseSpMatDescr_t a = sparse<T, I>(m, format, base, orders[roll(2)]);
	for (cusparseOperation_t o : ops) {
		if ((o == ops[2] && !is_complex<T>()) || (o != N && format == CUSPARSE_FORMAT_BSR))
			continue;
		matrix<T> t = op(m, o), x = random_dense<T>(t.cols, 1), y = random_dense<T>(t.rows, 1);
		T alpha = 2, beta = roll(2) ? (T)0 : (T)3;
		matrix<T> want = product<T>(t, x);
		for (int i = 0; i < t.rows; i++)
			want(i, 0) = alpha * want(i, 0) + beta * y(i, 0);
		T *py = device(y.v);
		cusparseDnVecDescr_t dx, dy;
		CHECK(cusparseCreateDnVec(&dx, t.cols, device(x.v), type_v<T>));
		CHECK(cusparseCreateDnVec(&dy, t.rows, py, type_v<T>));
		bool on_device = roll(2);
		T *pa = scalar_at(alpha, on_device), *pb = scalar_at(beta, on_device);
		size_t size;
		CHECK(cusparseSpMV_bufferSize(h, o, pa, a, dx, pb, dy, type_v<T>,
		                              CUSPARSE_SPMV_ALG_DEFAULT, &size));
		CHECK(cusparseSpMV(h, o, pa, a, dx, pb, dy, type_v<T>, CUSPARSE_SPMV_ALG_DEFAULT,
		                   buffer(size)));
		g.equal(host(py, t.rows), want.v);
	}
}

template <class T, class I> static void spmm(group &g, cusparseFormat_t format, int base) {
	matrix<T> m = random_sparse<T>(12, 18, 2);
	bool in_blocks = format == CUSPARSE_FORMAT_BSR || format == CUSPARSE_FORMAT_BLOCKED_ELL;
	cusparseSpMatDescr_t a = sparse<T, I>(m, format, base, orders[roll(2)]);
	for (cusparseOperation_t oa : ops)
		for (cusparseOperation_t ob : ops) {
			if (((oa == ops[2] || ob == ops[2]) && !is_complex<T>()) || (oa != N && in_blocks))
				continue;
			int n = roll(2) ? 5 : 70;
			matrix<T> ta = op(m, oa);
			matrix<T> b = ob == N ? random_dense<T>(ta.cols, n) : random_dense<T>(n, ta.cols);
			matrix<T> c = random_dense<T>(ta.rows, n), want = product<T>(ta, op(b, ob));
			T alpha = 2, beta = roll(2) ? (T)0 : (T)3, *pb, *pc;
			for (size_t i = 0; i < c.v.size(); i++)
				want.v[i] = alpha * want.v[i] + beta * c.v[i];
			int ldb, ldc;
			cusparseOrder_t order = orders[roll(2)];
			cusparseDnMatDescr_t db = dense(b, orders[roll(2)], roll(3), &pb, &ldb);
			cusparseDnMatDescr_t dc = dense(c, order, roll(3), &pc, &ldc);
			bool on_device = roll(2);
			T *sa = scalar_at(alpha, on_device), *sb = scalar_at(beta, on_device);
			CHECK(cusparseSpMM(h, oa, ob, sa, a, db, sb, dc, type_v<T>,
			                   CUSPARSE_SPMM_ALG_DEFAULT, buffer(0)));
			auto got = host(pc, (size_t)ldc * (order == CUSPARSE_ORDER_ROW ? c.rows : c.cols));
			g.equal(unordered(got, c.rows, n, order, ldc).v, want.v);
		}
}

template <class T, class I> static void sddmm(group &g, cusparseFormat_t format, int base) {
	for (cusparseOperation_t oa : ops)
		for (cusparseOperation_t ob : ops) {
			if ((oa == ops[2] || ob == ops[2]) && !is_complex<T>())
				continue;
			matrix<T> m = random_sparse<T>(12, 18, 2);
			int k = 11, lda, ldb;
			matrix<T> a = oa == N ? random_dense<T>(12, k) : random_dense<T>(k, 12);
			matrix<T> b = ob == N ? random_dense<T>(k, 18) : random_dense<T>(18, k);
			matrix<T> full = product<T>(op(a, oa), op(b, ob));
			T alpha = 2, beta = roll(2) ? (T)0 : (T)3, *pa, *pb;
			matrix<T> want = m;
			for (size_t i = 0; i < m.v.size(); i++)
				want.v[i] = m.v[i] == T() ? T() : alpha * full.v[i] + beta * m.v[i];
			cusparseOrder_t order = orders[roll(2)];
			cusparseSpMatDescr_t c = sparse<T, I>(m, format, base, order);
			cusparseDnMatDescr_t da = dense(a, orders[roll(2)], roll(3), &pa, &lda);
			cusparseDnMatDescr_t db = dense(b, orders[roll(2)], roll(3), &pb, &ldb);
			T *sa = scalar_at(alpha, false), *sb = scalar_at(beta, false);
			CHECK(cusparseSDDMM(h, oa, ob, sa, da, db, sb, c, type_v<T>,
			                    CUSPARSE_SDDMM_ALG_DEFAULT, buffer(0)));
			void *values;
			CHECK(cusparseSpMatGetValues(c, &values));
			bool in_blocks = format == CUSPARSE_FORMAT_BSR;
			/* The pattern is m's, also where a result is 0. */
			auto pattern = compress<T, I>(m, base, in_blocks ? 2 : 1);
			std::vector<T> expected;
			int block = in_blocks ? 2 : 1;
			for (int i = 0; i < m.rows / block; i++)
				for (int p = (int)pattern.offsets[i] - base; p < (int)pattern.offsets[i + 1] - base; p++)
					for (int e = 0; e < block * block; e++) {
						bool by_row = order == CUSPARSE_ORDER_ROW;
						int r = by_row ? e / block : e % block, q = by_row ? e % block : e / block;
						expected.push_back(want(i * block + r, ((int)pattern.indices[p] - base) * block + q));
					}
			g.equal(host((T *)values, expected.size()), expected);
		}
}

/* ---- solutions ---- */

template <class T> matrix<T> triangle(const matrix<T> &m, bool upper, bool unit) {
	matrix<T> t(m.rows, m.cols);
	for (int i = 0; i < m.rows; i++)
		for (int j = 0; j < m.cols; j++)
			t(i, j) = i == j && unit ? (T)1 : (upper ? j >= i : j <= i) ? m(i, j) : T();
	return t;
}

template <class T, class I> static void spsv(group &g, cusparseFormat_t format, int base) {
	for (cusparseOperation_t o : ops)
		for (int how = 0; how < 4; how++) {
			if (o == ops[2] && !is_complex<T>())
				continue;
			matrix<T> m = random_square<T>(9);
			for (T &x : m.v)
				x *= (T)0.25; /* keeps solutions small */
			cusparseFillMode_t fill = (cusparseFillMode_t)(how & 1);
			cusparseDiagType_t diag = (cusparseDiagType_t)(how >> 1);
			matrix<T> t = op(triangle(m, fill == CUSPARSE_FILL_MODE_UPPER, diag == CUSPARSE_DIAG_TYPE_UNIT), o);
			cusparseSpMatDescr_t a = sparse<T, I>(m, format, base);
			CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
			CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
			matrix<T> x = random_dense<T>(9, 1), b = product<T>(t, x);
			T alpha = 1, *sa = scalar_at(alpha, roll(2)), *py = device(x.v);
			cusparseDnVecDescr_t dx, dy;
			CHECK(cusparseCreateDnVec(&dx, 9, device(b.v), type_v<T>));
			CHECK(cusparseCreateDnVec(&dy, 9, py, type_v<T>));
			cusparseSpSVDescr_t d;
			size_t size;
			const cusparseSpSVAlg_t alg = CUSPARSE_SPSV_ALG_DEFAULT;
			CHECK(cusparseSpSV_createDescr(&d));
			CHECK(cusparseSpSV_bufferSize(h, o, sa, a, dx, dy, type_v<T>, alg, d, &size));
			CHECK(cusparseSpSV_analysis(h, o, sa, a, dx, dy, type_v<T>, alg, d, buffer(size)));
			CHECK(cusparseSpSV_solve(h, o, sa, a, dx, dy, type_v<T>, alg, d));
			g.close(host(py, 9), x.v, 1e-3);
			CHECK(cusparseSpSV_destroyDescr(d));
			/* many right sides */
			for (cusparseOperation_t ob : {ops[0], ops[1]}) {
				matrix<T> xs = random_dense<T>(9, 40), bs = product<T>(t, xs);
				T *pb, *pc;
				int ldb, ldc;
				cusparseOrder_t order = orders[roll(2)];
				cusparseDnMatDescr_t db = dense(op(bs, ob), orders[roll(2)], roll(3), &pb, &ldb);
				cusparseDnMatDescr_t dc = dense(xs, order, roll(3), &pc, &ldc);
				CHECK(cudaMemset(pc, 0, sizeof(T) * ldc * (order == CUSPARSE_ORDER_ROW ? 9 : 40)));
				cusparseSpSMDescr_t sm;
				const cusparseSpSMAlg_t salg = CUSPARSE_SPSM_ALG_DEFAULT;
				CHECK(cusparseSpSM_createDescr(&sm));
				CHECK(cusparseSpSM_bufferSize(h, o, ob, sa, a, db, dc, type_v<T>, salg, sm, &size));
				CHECK(cusparseSpSM_analysis(h, o, ob, sa, a, db, dc, type_v<T>, salg, sm, buffer(size)));
				CHECK(cusparseSpSM_solve(h, o, ob, sa, a, db, dc, type_v<T>, salg, sm));
				auto got = host(pc, (size_t)ldc * (order == CUSPARSE_ORDER_ROW ? 9 : 40));
				g.close(unordered(got, 9, 40, order, ldc).v, xs.v, 1e-3);
			}
		}
}

/* ---- sparse products ---- */

template <class T, class I> static void spgemm(group &g, int base, cusparseSpGEMMAlg_t alg, bool reuse) {
	matrix<T> a = random_sparse<T>(13, 17), b = random_sparse<T>(17, 11), want = product<T>(a, b);
	/* The pattern has places whose sum is 0. */
	matrix<int> pa(13, 17), pb(17, 11);
	for (size_t i = 0; i < a.v.size(); i++)
		pa.v[i] = a.v[i] != T();
	for (size_t i = 0; i < b.v.size(); i++)
		pb.v[i] = b.v[i] != T();
	matrix<int> pattern = product<int>(pa, pb);
	int nnz = (int)std::count_if(pattern.v.begin(), pattern.v.end(), [](int n) { return n != 0; });
	cusparseIndexType_t it = sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
	cusparseIndexBase_t ib = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
	cusparseSpMatDescr_t da = sparse<T, I>(a, CUSPARSE_FORMAT_CSR, base);
	cusparseSpMatDescr_t db = sparse<T, I>(b, CUSPARSE_FORMAT_CSR, 1 - base), dc;
	I *offsets = device(std::vector<I>(14));
	CHECK(cusparseCreateCsr(&dc, 13, 11, 0, offsets, nullptr, nullptr, it, it, ib, type_v<T>));
	T alpha = 2, beta = 0, *sa = scalar_at(alpha, roll(2));
	T *sb = sa == &alpha ? &beta : device(std::vector<T>{beta});
	cusparseSpGEMMDescr_t d;
	CHECK(cusparseSpGEMM_createDescr(&d));
	size_t s[6] = {};
	const cudaDataType t = type_v<T>;
	reuse = reuse && sizeof(I) == 4;
	if (reuse) {
		CHECK(cusparseSpGEMMreuse_workEstimation(h, N, N, da, db, dc, alg, d, &s[1], nullptr));
		CHECK(cusparseSpGEMMreuse_workEstimation(h, N, N, da, db, dc, alg, d, &s[1], buffer(s[1])));
		CHECK(cusparseSpGEMMreuse_nnz(h, N, N, da, db, dc, alg, d, &s[2], nullptr, &s[3], nullptr, &s[4], nullptr));
		CHECK(cusparseSpGEMMreuse_nnz(h, N, N, da, db, dc, alg, d, &s[2], buffer(s[2]), &s[3], buffer(s[3]), &s[4], buffer(s[4])));
	} else {
		CHECK(cusparseSpGEMM_workEstimation(h, N, N, sa, da, db, sb, dc, t, alg, d, &s[1], nullptr));
		CHECK(cusparseSpGEMM_workEstimation(h, N, N, sa, da, db, sb, dc, t, alg, d, &s[1], buffer(s[1])));
		if (alg == CUSPARSE_SPGEMM_ALG2 || alg == CUSPARSE_SPGEMM_ALG3) {
			CHECK(cusparseSpGEMM_estimateMemory(h, N, N, sa, da, db, sb, dc, t, alg, d, .5f, &s[3], nullptr, nullptr));
			CHECK(cusparseSpGEMM_estimateMemory(h, N, N, sa, da, db, sb, dc, t, alg, d, .5f, &s[3], buffer(s[3]), &s[2]));
		} else {
			CHECK(cusparseSpGEMM_compute(h, N, N, sa, da, db, sb, dc, t, alg, d, &s[2], nullptr));
		}
		CHECK(cusparseSpGEMM_compute(h, N, N, sa, da, db, sb, dc, t, alg, d, &s[2], buffer(s[2])));
	}
	int64_t r, c, n, products;
	CHECK(cusparseSpMatGetSize(dc, &r, &c, &n));
	g.equal(std::vector<int64_t>{r, c, n}, {13, 11, nnz});
	CHECK(cusparseSpGEMM_getNumProducts(d, &products));
	int64_t expected_products = 0;
	for (int x : pattern.v)
		expected_products += x;
	g.equal(std::vector<int64_t>{products}, {expected_products});
	I *indices = device(std::vector<I>((size_t)n));
	T *values = device(std::vector<T>((size_t)n));
	CHECK(cusparseCsrSetPointers(dc, offsets, indices, values));
	if (reuse) {
		CHECK(cusparseSpGEMMreuse_copy(h, N, N, da, db, dc, alg, d, &s[5], nullptr));
		CHECK(cusparseSpGEMMreuse_copy(h, N, N, da, db, dc, alg, d, &s[5], buffer(s[5])));
		for (int i = 0; i < 2; i++)
			CHECK(cusparseSpGEMMreuse_compute(h, N, N, sa, da, db, sb, dc, t, alg, d));
	} else {
		CHECK(cusparseSpGEMM_copy(h, N, N, sa, da, db, sb, dc, t, alg, d));
	}
	matrix<T> got(13, 11), expected(13, 11);
	auto o = host(offsets, 14), j = host(indices, (size_t)n);
	auto v = host(values, (size_t)n);
	bool sorted = true;
	for (int i = 0; i < 13; i++)
		for (int k = (int)o[i] - base; k < (int)o[i + 1] - base; k++) {
			got(i, (int)j[k] - base) = v[k];
			sorted &= k == (int)o[i] - base || j[k - 1] < j[k];
		}
	for (size_t i = 0; i < want.v.size(); i++)
		expected.v[i] = alpha * want.v[i];
	g.equal(got.v, expected.v);
	g.equal(std::vector<int>{sorted}, {1});
}

/* ---- vectors, conversions ---- */

template <class T, class I> static void vectors(group &g, int base) {
	std::vector<I> at = {(I)(1 + base), (I)(4 + base), (I)(7 + base)};
	matrix<T> x = random_dense<T>(3, 1), y = random_dense<T>(9, 1);
	cusparseIndexType_t it = sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
	cusparseIndexBase_t ib = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
	T *px = device(x.v), *py = device(y.v), alpha = 2, beta = 3;
	cusparseSpVecDescr_t dx;
	cusparseDnVecDescr_t dy;
	CHECK(cusparseCreateSpVec(&dx, 9, 3, device(at), px, it, ib, type_v<T>));
	CHECK(cusparseCreateDnVec(&dy, 9, py, type_v<T>));
	T sum = 0, conjugated = 0, got;
	for (int k = 0; k < 3; k++) {
		sum += x.v[k] * y.v[(size_t)at[k] - base];
		conjugated += conj_of(x.v[k]) * y.v[(size_t)at[k] - base];
	}
	size_t size;
	for (int on_device = 0; on_device < 2; on_device++) {
		T *result = scalar_at(got, on_device);
		CHECK(cusparseSpVV_bufferSize(h, N, dx, dy, result, type_v<T>, &size));
		CHECK(cusparseSpVV(h, N, dx, dy, result, type_v<T>, buffer(size)));
		g.equal(on_device ? host(result, 1) : std::vector<T>{got}, {sum});
	}
	scalar_at(got, false);
	if (is_complex<T>()) {
		CHECK(cusparseSpVV(h, ops[2], dx, dy, &got, type_v<T>, buffer(size)));
		g.equal(std::vector<T>{got}, {conjugated});
	}
	std::vector<T> want = y.v, xs = x.v;
	for (T &e : want)
		e *= beta;
	for (int k = 0; k < 3; k++)
		want[(size_t)at[k] - base] += alpha * x.v[k];
	CHECK(cusparseAxpby(h, &alpha, dx, &beta, dy));
	g.equal(host(py, 9), want);
	CHECK(cusparseGather(h, dy, dx));
	for (int k = 0; k < 3; k++)
		xs[k] = want[(size_t)at[k] - base];
	g.equal(host(px, 3), xs);
	CHECK(cudaMemset(py, 0, 9 * sizeof(T)));
	CHECK(cusparseScatter(h, dx, dy));
	std::vector<T> scattered(9);
	for (int k = 0; k < 3; k++)
		scattered[(size_t)at[k] - base] = xs[k];
	g.equal(host(py, 9), scattered);
	CHECK(cusparseRot(h, &alpha, &beta, dx, dy));
	for (int k = 0; k < 3; k++) {
		T u = xs[k], v = scattered[(size_t)at[k] - base];
		xs[k] = alpha * u + beta * v;
		scattered[(size_t)at[k] - base] = alpha * v - beta * u;
	}
	g.equal(host(px, 3), xs);
	g.equal(host(py, 9), scattered);
}

template <class T, class I> static void conversions(group &g, cusparseFormat_t format, int base) {
	matrix<T> m = random_sparse<T>(12, 18, 2);
	T *at;
	int ld;
	cusparseOrder_t order = orders[roll(2)];
	cusparseDnMatDescr_t d = dense(m, order, roll(3), &at, &ld);
	size_t n = (size_t)ld * (order == CUSPARSE_ORDER_ROW ? m.rows : m.cols), size;
	cusparseSpMatDescr_t s = sparse<T, I>(m, format == CUSPARSE_FORMAT_COO ? CUSPARSE_FORMAT_CSR : format, base);
	if (format != CUSPARSE_FORMAT_BLOCKED_ELL) {
		cusparseIndexType_t it = sizeof(I) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
		cusparseIndexBase_t ib = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
		I *offsets = device(std::vector<I>(19));
		if (format == CUSPARSE_FORMAT_CSR)
			CHECK(cusparseCreateCsr(&s, 12, 18, 0, offsets, nullptr, nullptr, it, it, ib, type_v<T>));
		else if (format == CUSPARSE_FORMAT_CSC)
			CHECK(cusparseCreateCsc(&s, 12, 18, 0, offsets, nullptr, nullptr, it, it, ib, type_v<T>));
		else
			CHECK(cusparseCreateCoo(&s, 12, 18, 0, nullptr, nullptr, nullptr, it, ib, type_v<T>));
		CHECK(cusparseDenseToSparse_bufferSize(h, d, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
		CHECK(cusparseDenseToSparse_analysis(h, d, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer(size)));
		int64_t r, c, nnz;
		CHECK(cusparseSpMatGetSize(s, &r, &c, &nnz));
		I *indices = device(std::vector<I>((size_t)nnz));
		T *values = device(std::vector<T>((size_t)nnz));
		if (format == CUSPARSE_FORMAT_CSR)
			CHECK(cusparseCsrSetPointers(s, offsets, indices, values));
		else if (format == CUSPARSE_FORMAT_CSC)
			CHECK(cusparseCscSetPointers(s, offsets, indices, values));
		else
			CHECK(cusparseCooSetPointers(s, device(std::vector<I>((size_t)nnz)), indices, values));
	}
	CHECK(cusparseDenseToSparse_convert(h, d, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer(0)));
	/* Back, or through a product where there is no way back. */
	if (format == CUSPARSE_FORMAT_BLOCKED_ELL) {
		T *px, *py;
		int ldx, ldy;
		matrix<T> x = random_dense<T>(18, 3), y(12, 3);
		cusparseDnMatDescr_t dx = dense(x, orders[0], 0, &px, &ldx), dy = dense(y, orders[0], 0, &py, &ldy);
		T one = 1, zero = 0;
		scalar_at(one, false);
		if (is_complex<T>() || sizeof(I) == 8)
			return;
		CHECK(cusparseSpMM(h, N, N, &one, s, dx, &zero, dy, type_v<T>, CUSPARSE_SPMM_ALG_DEFAULT, buffer(0)));
		g.equal(host(py, 36), product<T>(m, x).v);
		return;
	}
	auto gaps = host(at, n);
	for (int i = 0; i < m.rows; i++)
		for (int j = 0; j < m.cols; j++)
			CHECK(cudaMemset(at + (order == CUSPARSE_ORDER_ROW ? (size_t)i * ld + j : (size_t)j * ld + i), 0x55, sizeof(T)));
	CHECK(cusparseSparseToDense(h, s, d, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer(0)));
	g.equal(host(at, n), gaps);
}

/* ---- all of them ---- */

template <class T, class I> static void all(group *g) {
	static const cusparseFormat_t formats[] = {
		CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO, CUSPARSE_FORMAT_BSR,
		CUSPARSE_FORMAT_BLOCKED_ELL, CUSPARSE_FORMAT_SLICED_ELLPACK};
	for (int base = 0; base < 2; base++) {
		for (cusparseFormat_t f : formats) {
			bool is_bell = f == CUSPARSE_FORMAT_BLOCKED_ELL, is_sell = f == CUSPARSE_FORMAT_SLICED_ELLPACK;
			if (!is_bell)
				spmv<T, I>(g[0], f, base);
			if (!is_sell && !(is_bell && (is_complex<T>() || sizeof(I) == 8)))
				spmm<T, I>(g[1], f, base);
			if (f == CUSPARSE_FORMAT_CSR || f == CUSPARSE_FORMAT_BSR)
				sddmm<T, I>(g[2], f, base);
			if (f == CUSPARSE_FORMAT_CSR || f == CUSPARSE_FORMAT_COO || is_sell)
				spsv<T, I>(g[3], f, base);
			if (!is_sell && f != CUSPARSE_FORMAT_BSR)
				conversions<T, I>(g[6], f, base);
		}
		for (int alg = 0; alg <= CUSPARSE_SPGEMM_ALG3; alg++)
			for (int reuse = 0; reuse < 2; reuse++)
				spgemm<T, I>(g[4], base, (cusparseSpGEMMAlg_t)alg, reuse);
		vectors<T, I>(g[5], base);
	}
}

/* As recorded on an H200: with alpha = 0 neither the matrix nor x is read. */
static void nothing_read() {
	int *rows;
	float *v, alpha = 0, beta = 2;
	CHECK(cudaMallocManaged((void **)&rows, 5 * sizeof *rows));
	CHECK(cudaMallocManaged((void **)&v, 6 * sizeof *v));
	const int at[] = {0, 1, 2, 0, 1};
	const float values[] = {NAN, 1, INFINITY, NAN, 1, 2};
	std::copy(at, at + 5, rows);
	std::copy(values, values + 6, v);
	cusparseSpMatDescr_t a;
	cusparseDnVecDescr_t x, y;
	CHECK(cusparseCreateCsr(&a, 2, 2, 2, rows, rows + 3, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
	                        CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	CHECK(cusparseCreateDnVec(&x, 2, v + 2, CUDA_R_32F));
	CHECK(cusparseCreateDnVec(&y, 2, v + 4, CUDA_R_32F));
	CHECK(cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, a, x, &beta, y, CUDA_R_32F,
	                   CUSPARSE_SPMV_ALG_DEFAULT, v));
	CHECK(cudaDeviceSynchronize());
	printf("alpha = 0: %g %g\n", v[4], v[5]);
	CHECK(cusparseDestroySpMat(a));
	CHECK(cusparseDestroyDnVec(x));
	CHECK(cusparseDestroyDnVec(y));
	cudaFree(rows);
	cudaFree(v);
}

int main() {
	CHECK(cusparseCreate(&h));
	nothing_read();
	group g[] = {group("SpMV"), group("SpMM"), group("SDDMM"), group("SpSV and SpSM"),
	             group("SpGEMM"), group("vectors"), group("conversions")};
	all<float, int>(g);
	all<float, int64_t>(g);
	all<double, int>(g);
	all<double, int64_t>(g);
	all<c32, int>(g);
	all<c32, int64_t>(g);
	all<c64, int>(g);
	all<c64, int64_t>(g);
	CHECK(cusparseDestroy(h));
	return 0;
}
