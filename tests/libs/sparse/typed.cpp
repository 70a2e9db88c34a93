/* typed.cpp - the functions of one element type against dense computations; then narrow types,
 * streams and graphs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "dense.h"

#include <cmath>

static cusparseHandle_t h;
static void *spare; /* the buffer of products, which leave it alone */
static cusparseMatDescr_t base0, base1;
static const cusparseOperation_t N = CUSPARSE_OPERATION_NON_TRANSPOSE, T = CUSPARSE_OPERATION_TRANSPOSE;
static const cusparseDirection_t directions[] = {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN};

/* A matrix of rows, of blocks of height by width, back as a dense one. */
template <class V>
static matrix<V> expand(int rows, int cols, const int *po, const int *pi, const V *pv, int base, int height,
                        int width, bool by_row) {
	auto o = host(po, (size_t)rows / height + 1);
	size_t n = (size_t)(o.back() - base);
	auto c = host(pi, n);
	auto v = host(pv, n * height * width);
	matrix<V> m(rows, cols);
	for (int i = 0; i < rows / height; i++)
		for (int k = o[i] - base; k < o[i + 1] - base; k++)
			for (int e = 0; e < height * width; e++) {
				int r = by_row ? e / width : e % height, q = by_row ? e % width : e / height;
				m(i * height + r, (c[k] - base) * width + q) = v[(size_t)k * height * width + e];
			}
	return m;
}

static void blocks(group &g) {
	for (cusparseDirection_t dir : directions) {
		bool by_row = dir == CUSPARSE_DIRECTION_ROW;
		matrix<float> m = random_sparse<float>(12, 12, 2);
		auto rows = compress<float, int>(m, 1);
		auto in_blocks = compress<float, int>(m, 1, 2, by_row);
		int *o = device(rows.offsets), *c = device(rows.indices), nnzb, size;
		float *v = device(rows.values);
		int *bo = device(std::vector<int>(7)), *bc = device(std::vector<int>(36));
		float *bv = device(std::vector<float>(144));
		CHECK(cusparseXcsr2bsrNnz(h, dir, 12, 12, base1, o, c, 2, base1, bo, &nnzb));
		g.equal(std::vector<int>{nnzb}, {(int)in_blocks.indices.size()});
		CHECK(cusparseScsr2bsr(h, dir, 12, 12, base1, v, o, c, 2, base1, bv, bo, bc));
		g.equal(host(bo, 7), in_blocks.offsets);
		g.equal(host(bv, in_blocks.values.size()), in_blocks.values);
		int *ro = device(std::vector<int>(13)), *rc = device(std::vector<int>(144));
		float *rv = device(std::vector<float>(144));
		CHECK(cusparseSbsr2csr(h, dir, 6, 6, base1, bv, bo, bc, 2, base0, rv, ro, rc));
		g.equal(expand(12, 12, ro, rc, rv, 0, 1, 1, true).v, m.v);
		/* blocks of 3 by 4, and of 2 by 6 */
		CHECK(cusparseScsr2gebsr_bufferSize(h, dir, 12, 12, base1, v, o, c, 3, 4, &size));
		CHECK(cusparseXcsr2gebsrNnz(h, dir, 12, 12, base1, o, c, base0, bo, 3, 4, &nnzb, buffer(size)));
		CHECK(cusparseScsr2gebsr(h, dir, 12, 12, base1, v, o, c, base0, bv, bo, bc, 3, 4, buffer(size)));
		g.equal(expand(12, 12, bo, bc, bv, 0, 3, 4, by_row).v, m.v);
		int *go = device(std::vector<int>(7)), *gc = device(std::vector<int>(36));
		float *gv = device(std::vector<float>(144));
		CHECK(cusparseXgebsr2gebsrNnz(h, dir, 4, 3, nnzb, base0, bo, bc, 3, 4, base1, go, 2, 6, &size, buffer(0)));
		CHECK(cusparseSgebsr2gebsr(h, dir, 4, 3, nnzb, base0, bv, bo, bc, 3, 4, base1, gv, go, gc, 2, 6, buffer(0)));
		g.equal(expand(12, 12, go, gc, gv, 1, 2, 6, by_row).v, m.v);
		/* products */
		matrix<float> x = random_dense<float>(12, 5), y = random_dense<float>(12, 5);
		auto bo1 = device(in_blocks.offsets), bc1 = device(in_blocks.indices);
		auto bv1 = device(in_blocks.values);
		nnzb = (int)in_blocks.indices.size();
		float two = 2, three = 3, *py = device(y.v);
		matrix<float> x1(12, 1), want = product<float>(m, x), want1(12, 1);
		for (int i = 0; i < 12; i++)
			x1(i, 0) = x(i, 0);
		want1 = product<float>(m, x1);
		for (int i = 0; i < 12; i++)
			want1.v[i] = 2 * want1.v[i] + 3 * y.v[i];
		CHECK(cusparseSbsrmv(h, dir, N, 6, 6, nnzb, &two, base1, bv1, bo1, bc1, 2, device(x1.v), &three, py));
		g.equal(host(py, 12), want1.v);
		std::vector<int> mask = {2, 5};
		auto expected = host(py, 12);
		py = device(y.v);
		CHECK(cusparseSbsrxmv(h, dir, N, 2, 6, 6, nnzb, &two, base1, bv1, device(mask), bo1, bo1 + 1, bc1, 2, device(x1.v), &three, py));
		for (int i = 0; i < 12; i++)
			if (i / 2 != 1 && i / 2 != 4)
				expected[i] = y.v[i];
		g.equal(host(py, 12), expected);
		for (cusparseOperation_t ob : {N, T}) {
			int ldb = ob == N ? 12 : 5;
			auto b = ordered(op(x, ob), CUSPARSE_ORDER_COL, ldb);
			auto c0 = ordered(y, CUSPARSE_ORDER_COL, 13);
			float *pc = device(c0);
			CHECK(cusparseSbsrmm(h, dir, N, ob, 6, 5, 6, nnzb, &two, base1, bv1, bo1, bc1, 2, device(b), ldb, &three, pc, 13));
			matrix<float> w = want;
			for (size_t i = 0; i < w.v.size(); i++)
				w.v[i] = 2 * want.v[i] + 3 * y.v[i];
			g.equal(unordered(host(pc, c0.size()), 12, 5, CUSPARSE_ORDER_COL, 13).v, w.v);
		}
		/* solutions */
		matrix<float> s(12, 12);
		for (int i = 0; i < 12; i++)
			for (int j = 0; j < 12; j++)
				s(i, j) = i == j ? 4 : random_sparse<float>(1, 1)(0, 0) * .25f;
		auto sb = compress<float, int>(s, 0, 2, by_row);
		int *so = device(sb.offsets), *sc = device(sb.indices), snnz = (int)sb.indices.size(), position = -7;
		float *sval = device(sb.values), one = 1;
		bsrsv2Info_t sv;
		bsrsm2Info_t sm;
		CHECK(cusparseCreateBsrsv2Info(&sv));
		CHECK(cusparseCreateBsrsm2Info(&sm));
		const cusparseSolvePolicy_t P = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
		for (cusparseOperation_t o : {N, T}) {
			matrix<float> lower(12, 12);
			for (int i = 0; i < 12; i++)
				for (int j = 0; j <= i; j++)
					lower(i, j) = s(i, j);
			matrix<float> b = product<float>(op(lower, o), x1), bs = product<float>(op(lower, o), x);
			float *px = device(x1.v);
			CHECK(cusparseSbsrsv2_analysis(h, dir, o, 6, snnz, base0, sval, so, sc, 2, sv, P, buffer(0)));
			CHECK(cusparseSbsrsv2_solve(h, dir, o, 6, snnz, &one, base0, sval, so, sc, 2, sv, device(b.v), px, P, buffer(0)));
			g.close(host(px, 12), x1.v, 1e-3);
			CHECK(cusparseXbsrsv2_zeroPivot(h, sv, &position));
			for (cusparseOperation_t ox : {N, T}) {
				int ld = ox == N ? 12 : 5;
				auto rhs = ordered(op(bs, ox), CUSPARSE_ORDER_COL, ld), sol = ordered(op(x, ox), CUSPARSE_ORDER_COL, ld);
				px = device(std::vector<float>(rhs.size()));
				CHECK(cusparseSbsrsm2_analysis(h, dir, o, ox, 6, 5, snnz, base0, sval, so, sc, 2, sm, P, buffer(0)));
				CHECK(cusparseSbsrsm2_solve(h, dir, o, ox, 6, 5, snnz, &one, base0, sval, so, sc, 2, sm, device(rhs), ld, px, ld, P, buffer(0)));
				g.close(host(px, rhs.size()), sol, 1e-3);
			}
		}
	}
}

/* Factors whose product is the matrix where nothing is dropped: a full one. */
static void factors(group &g) {
	const int n = 8;
	matrix<c64> a(n, n), l(n, n), u(n, n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			l(i, j) = i == j ? c64(1) : i > j ? random_value<c64>() * .25 : c64(0);
			u(i, j) = i == j ? c64(4, 1) : i < j ? random_value<c64>() * .25 : c64(0);
		}
	a = product<c64>(l, u);
	const cusparseSolvePolicy_t P = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
	for (int block : {1, 2}) {
		auto c = compress<c64, int>(a, 1, block);
		auto *v = (cuDoubleComplex *)device(c.values);
		int *o = device(c.offsets), *i = device(c.indices), nnz = (int)c.indices.size(), position;
		csrilu02Info_t ilu;
		bsrilu02Info_t bilu;
		CHECK(cusparseCreateCsrilu02Info(&ilu));
		CHECK(cusparseCreateBsrilu02Info(&bilu));
		if (block == 1) {
			CHECK(cusparseZcsrilu02_analysis(h, n, nnz, base1, v, o, i, ilu, P, buffer(0)));
			CHECK(cusparseZcsrilu02(h, n, nnz, base1, v, o, i, ilu, P, buffer(0)));
			CHECK(cusparseXcsrilu02_zeroPivot(h, ilu, &position));
		} else {
			CHECK(cusparseZbsrilu02_analysis(h, directions[0], n / 2, nnz, base1, v, o, i, 2, bilu, P, buffer(0)));
			CHECK(cusparseZbsrilu02(h, directions[0], n / 2, nnz, base1, v, o, i, 2, bilu, P, buffer(0)));
			CHECK(cusparseXbsrilu02_zeroPivot(h, bilu, &position));
		}
		matrix<c64> got = expand(n, n, o, i, (c64 *)v, 1, block, block, true), want = u;
		for (int r = 0; r < n; r++)
			for (int q = 0; q < r; q++)
				want(r, q) = l(r, q);
		g.close(got.v, want.v, 1e-9);
	}
	for (int r = 0; r < n; r++)
		l(r, r) = 2;
	a = product<c64>(l, op(l, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE));
	auto c = compress<c64, int>(a, 0);
	auto *v = (cuDoubleComplex *)device(c.values);
	int *o = device(c.offsets), *i = device(c.indices), position;
	csric02Info_t ic;
	CHECK(cusparseCreateCsric02Info(&ic));
	CHECK(cusparseZcsric02_analysis(h, n, n * n, base0, v, o, i, ic, P, buffer(0)));
	CHECK(cusparseZcsric02(h, n, n * n, base0, v, o, i, ic, P, buffer(0)));
	CHECK(cusparseXcsric02_zeroPivot(h, ic, &position));
	for (int r = 0; r < n; r++)
		for (int q = 0; q <= r; q++)
			a(r, q) = l(r, q);
	g.close(expand(n, n, o, i, (c64 *)v, 0, 1, 1, true).v, a.v, 1e-9);
}

static void bands(group &g) {
	const int m = 9, batch = 4;
	/* five diagonals of each system; the middle one is not the largest */
	std::vector<double> d[5], x((size_t)m * batch), b((size_t)m * batch);
	for (auto &e : d)
		e.resize((size_t)m * batch);
	for (int k = 0; k < batch; k++)
		for (int i = 0; i < m; i++) {
			x[(size_t)i * batch + k] = random_value<double>();
			for (int e = 0; e < 5; e++) {
				bool is_in = i + e - 2 >= 0 && i + e - 2 < m;
				d[e][(size_t)i * batch + k] = is_in ? random_value<double>() + (e == 1 ? .5 : 0) : 0;
			}
		}
	auto multiply = [&](bool five) {
		for (int k = 0; k < batch; k++)
			for (int i = 0; i < m; i++) {
				double sum = 0;
				for (int e = five ? 0 : 1; e < (five ? 5 : 4); e++)
					if (i + e - 2 >= 0 && i + e - 2 < m)
						sum += d[e][(size_t)i * batch + k] * x[(size_t)(i + e - 2) * batch + k];
				b[(size_t)i * batch + k] = sum;
			}
	};
	multiply(true);
	double *pb = device(b);
	size_t size;
	CHECK(cusparseDgpsvInterleavedBatch_bufferSizeExt(h, 0, m, pb, pb, pb, pb, pb, pb, batch, &size));
	CHECK(cusparseDgpsvInterleavedBatch(h, 0, m, device(d[0]), device(d[1]), device(d[2]), device(d[3]), device(d[4]), pb, batch, buffer(size)));
	g.close(host(pb, b.size()), x, 1e-8);
	multiply(false);
	pb = device(b);
	CHECK(cusparseDgtsvInterleavedBatch(h, 1, m, device(d[1]), device(d[2]), device(d[3]), pb, batch, buffer(size)));
	g.close(host(pb, b.size()), x, 1e-8);
	/* the same, system after system with a stride */
	std::vector<double> s[5], bs((size_t)12 * batch), xs((size_t)12 * batch);
	for (int e = 0; e < 5; e++) {
		s[e].resize((size_t)12 * batch);
		for (int k = 0; k < batch; k++)
			for (int i = 0; i < m; i++)
				s[e][(size_t)k * 12 + i] = d[e][(size_t)i * batch + k];
	}
	for (int k = 0; k < batch; k++)
		for (int i = 0; i < m; i++) {
			bs[(size_t)k * 12 + i] = b[(size_t)i * batch + k];
			xs[(size_t)k * 12 + i] = x[(size_t)i * batch + k];
		}
	pb = device(bs);
	CHECK(cusparseDgtsv2StridedBatch(h, m, device(s[1]), device(s[2]), device(s[3]), pb, batch, 12, buffer(size)));
	g.close(host(pb, bs.size()), xs, 1e-8);
	pb = device(bs);
	CHECK(cusparseDgtsv2(h, m, 1, device(s[1]), device(s[2]), device(s[3]), pb, 12, buffer(size)));
	g.close(host(pb, m), std::vector<double>(xs.begin(), xs.begin() + m), 1e-8);
}

static void others(group &g) {
	matrix<double> a = random_sparse<double>(10, 14), b = random_sparse<double>(10, 14);
	auto ca = compress<double, int>(a, 0), cb = compress<double, int>(b, 1);
	int *ao = device(ca.offsets), *ac = device(ca.indices), *bo = device(cb.offsets), *bc = device(cb.indices);
	double *av = device(ca.values), *bv = device(cb.values), two = 2, three = 3;
	int nnz = (int)ca.values.size(), nnz_b = (int)cb.values.size(), total;
	int *co = device(std::vector<int>(11)), *cc = device(std::vector<int>(140));
	double *cv = device(std::vector<double>(140));
	size_t size;
	/* the sum */
	CHECK(cusparseDcsrgeam2_bufferSizeExt(h, 10, 14, &two, base0, nnz, av, ao, ac, &three, base1, nnz_b, bv, bo, bc, base1, cv, co, cc, &size));
	CHECK(cusparseXcsrgeam2Nnz(h, 10, 14, base0, nnz, ao, ac, base1, nnz_b, bo, bc, base1, co, &total, buffer(size)));
	CHECK(cusparseDcsrgeam2(h, 10, 14, &two, base0, nnz, av, ao, ac, &three, base1, nnz_b, bv, bo, bc, base1, cv, co, cc, buffer(size)));
	matrix<double> sum(10, 14);
	for (size_t i = 0; i < sum.v.size(); i++)
		sum.v[i] = 2 * a.v[i] + 3 * b.v[i];
	g.equal(expand(10, 14, co, cc, cv, 1, 1, 1, true).v, sum.v);
	/* the transpose */
	int *to = device(std::vector<int>(15));
	CHECK(cusparseCsr2cscEx2_bufferSize(h, 10, 14, nnz, av, ao, ac, cv, to, cc, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, &size));
	CHECK(cusparseCsr2cscEx2(h, 10, 14, nnz, av, ao, ac, cv, to, cc, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG_DEFAULT, buffer(size)));
	g.equal(expand(14, 10, to, cc, cv, 0, 1, 1, true).v, op(a, T).v);
	/* offsets and row indices */
	int *rows = device(std::vector<int>((size_t)nnz)), *back = device(std::vector<int>(11));
	CHECK(cusparseXcsr2coo(h, ao, nnz, 10, rows, CUSPARSE_INDEX_BASE_ZERO));
	CHECK(cusparseXcoo2csr(h, rows, nnz, 10, back, CUSPARSE_INDEX_BASE_ZERO));
	g.equal(host(back, 11), ca.offsets);
	/* sorts */
	std::vector<int> ri(host(rows, (size_t)nnz)), ci(ca.indices), places((size_t)nnz);
	for (int k = nnz - 1; k > 0; k--) {
		int other = roll(k + 1);
		std::swap(ri[k], ri[other]);
		std::swap(ci[k], ci[other]);
	}
	int *pr = device(ri), *pc = device(ci), *pp = device(places);
	CHECK(cusparseCreateIdentityPermutation(h, nnz, pp));
	CHECK(cusparseXcoosortByRow(h, 10, 14, nnz, pr, pc, pp, buffer(0)));
	g.equal(host(pr, (size_t)nnz), host(rows, (size_t)nnz));
	g.equal(host(pc, (size_t)nnz), ca.indices);
	places = host(pp, (size_t)nnz);
	bool is_map = true;
	for (int k = 0; k < nnz; k++)
		is_map &= ci[places[k]] == ca.indices[k];
	g.equal(std::vector<int>{is_map}, {1});
	std::vector<int> reversed = ca.indices;
	std::vector<double> values = ca.values;
	for (int i = 0; i < 10; i++) {
		std::reverse(reversed.begin() + ca.offsets[i], reversed.begin() + ca.offsets[i + 1]);
		std::reverse(values.begin() + ca.offsets[i], values.begin() + ca.offsets[i + 1]);
	}
	csru2csrInfo_t info;
	int *pu = device(reversed);
	double *pv = device(values);
	CHECK(cusparseCreateCsru2csrInfo(&info));
	CHECK(cusparseDcsru2csr_bufferSizeExt(h, 10, 14, nnz, pv, ao, pu, info, &size));
	CHECK(cusparseDcsru2csr(h, 10, 14, nnz, base0, pv, ao, pu, info, buffer(size)));
	g.equal(host(pv, (size_t)nnz), ca.values);
	CHECK(cusparseDcsr2csru(h, 10, 14, nnz, base0, pv, ao, pu, info, nullptr));
	g.equal(host(pv, (size_t)nnz), values);
	g.equal(host(pu, (size_t)nnz), reversed);
	/* counts of a dense matrix, a product with a sparse vector */
	auto dense_a = ordered(a, CUSPARSE_ORDER_COL, 11);
	int *counts = device(std::vector<int>(14));
	CHECK(cusparseDnnz(h, CUSPARSE_DIRECTION_COLUMN, 10, 14, base0, device(dense_a), 11, counts, &total));
	g.equal(std::vector<int>{total}, {nnz});
	std::vector<int> per_column(14);
	for (int c : ca.indices)
		per_column[c]++;
	g.equal(host(counts, 14), per_column);
	std::vector<int> at = {3, 13};
	std::vector<double> x = {2, -3}, y(10, 1), want(10);
	for (int i = 0; i < 10; i++)
		want[i] = 2 * (a(i, 3) * 2 - a(i, 13) * 3) + 3;
	double *py = device(y);
	CHECK(cusparseDgemvi(h, N, 10, 14, &two, device(dense_a), 11, 2, device(x), device(at), &three, py, CUSPARSE_INDEX_BASE_ZERO, buffer(0)));
	g.equal(host(py, 10), want);
	/* colours: neighbours differ */
	matrix<double> graph(10, 10);
	for (int i = 0; i < 10; i++)
		for (int j = 0; j < i; j++)
			graph(i, j) = graph(j, i) = roll(3) == 0;
	auto cg = compress<double, int>(graph, 0);
	cusparseColorInfo_t colors;
	double all = 1;
	int *coloring = device(std::vector<int>(10)), *order = device(std::vector<int>(10));
	CHECK(cusparseCreateColorInfo(&colors));
	CHECK(cusparseDcsrcolor(h, 10, (int)cg.values.size(), base0, device(cg.values), device(cg.offsets), device(cg.indices), &all, &total, coloring, order, colors));
	auto cl = host(coloring, 10), od = host(order, 10);
	bool differ = *std::max_element(cl.begin(), cl.end()) == total - 1;
	for (int i = 0; i < 10; i++)
		for (int j = 0; j < 10; j++)
			differ &= (graph(i, j) == 0 || cl[i] != cl[j]) && (cl[i] >= cl[j] || od[i] < od[j]);
	g.equal(std::vector<int>{differ}, {1});
}

/* ---- narrow types: bytes, half, bfloat16 ---- */

static unsigned short to_half(float x, bool is_bfloat) {
	unsigned b;
	memcpy(&b, &x, 4);
	if (is_bfloat)
		return (unsigned short)(b >> 16);
	return (unsigned short)(x == 0 ? 0 : (b >> 16 & 0x8000) | (((b >> 23 & 255) - 112) << 10) | (b >> 13 & 1023));
}

static void narrow(group &g) {
	matrix<signed char> m = random_sparse<signed char>(12, 18, 2);
	auto c = compress<signed char, int>(m, 0);
	matrix<signed char> x = random_dense<signed char>(18, 1);
	matrix<int> want = product<int>(m, x);
	std::vector<float> want_f(want.v.begin(), want.v.end());
	cusparseSpMatDescr_t a = sparse<signed char, int>(m, CUSPARSE_FORMAT_CSR, 0);
	cusparseDnVecDescr_t dx, dy;
	int *py = device(std::vector<int>(12)), one_i = 1, zero_i = 0;
	float one = 1, zero = 0;
	CHECK(cusparseCreateDnVec(&dx, 18, device(x.v), CUDA_R_8I));
	CHECK(cusparseCreateDnVec(&dy, 12, py, CUDA_R_32I));
	CHECK(cusparseSpMV(h, N, &one_i, a, dx, &zero_i, dy, CUDA_R_32I, CUSPARSE_SPMV_ALG_DEFAULT, spare));
	g.equal(host(py, 12), want.v);
	CHECK(cusparseCreateDnVec(&dy, 12, py, CUDA_R_32F));
	CHECK(cusparseSpMV(h, N, &one, a, dx, &zero, dy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, spare));
	g.equal(host((float *)py, 12), want_f);
	for (int bf = 0; bf < 2; bf++) {
		cudaDataType t = bf ? CUDA_R_16BF : CUDA_R_16F;
		std::vector<unsigned short> values, xs, ones(12, to_half(1, bf)), wanted;
		for (signed char e : c.values)
			values.push_back(to_half(e, bf));
		for (int i = 0; i < 18; i++)
			xs.push_back(to_half((float)(1 << i % 3), bf));
		matrix<int> p(18, 1);
		for (int i = 0; i < 18; i++)
			p(i, 0) = 1 << i % 3;
		p = product<int>(m, p);
		for (int e : p.v)
			wanted.push_back(to_half((float)(e + 1), bf));
		cusparseSpMatDescr_t ah;
		CHECK(cusparseCreateCsr(&ah, 12, 18, (int64_t)values.size(), device(c.offsets), device(c.indices), device(values), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, t));
		auto *ph = device(ones);
		CHECK(cusparseCreateDnVec(&dx, 18, device(xs), t));
		CHECK(cusparseCreateDnVec(&dy, 12, ph, t));
		CHECK(cusparseSpMV(h, N, &one, ah, dx, &one, dy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, spare));
		g.equal(host(ph, 12), wanted);
		cusparseDnMatDescr_t dxm, dym;
		ph = device(ones);
		CHECK(cusparseCreateDnMat(&dxm, 18, 1, 18, device(xs), t, CUSPARSE_ORDER_COL));
		CHECK(cusparseCreateDnMat(&dym, 12, 1, 1, ph, t, CUSPARSE_ORDER_ROW));
		CHECK(cusparseSpMM(h, N, N, &one, ah, dxm, &one, dym, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, spare));
		g.equal(host(ph, 12), wanted);
	}
}

/* ---- batches, streams, graphs ---- */

static void streams(group &g) {
	/* three matrices of one pattern, and a dense one for each */
	matrix<float> m = random_sparse<float>(12, 18), x = random_dense<float>(18, 3 * 4);
	auto c = compress<float, int>(m, 0);
	std::vector<float> values, xs, wanted;
	std::vector<int> columns; /* the indices have the stride of the values */
	for (int k = 0; k < 3; k++) {
		columns.insert(columns.end(), c.indices.begin(), c.indices.end());
		matrix<float> mk(12, 18), xk(18, 4);
		for (size_t i = 0; i < m.v.size(); i++)
			mk.v[i] = m.v[i] * (float)(k + 1);
		for (float e : c.values)
			values.push_back(e * (float)(k + 1));
		for (int i = 0; i < 18; i++)
			for (int j = 0; j < 4; j++)
				xs.push_back(xk(i, j) = x(i, 4 * k + j));
		auto w = product<float>(mk, xk);
		wanted.insert(wanted.end(), w.v.begin(), w.v.end());
	}
	cusparseSpMatDescr_t a;
	cusparseDnMatDescr_t b, d;
	float *out = device(std::vector<float>(12 * 4 * 3)), one = 1, zero = 0, *dvalues = device(values);
	CHECK(cusparseCreateCsr(&a, 12, 18, (int64_t)c.values.size(), device(c.offsets), device(columns), dvalues, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	CHECK(cusparseCsrSetStridedBatch(a, 3, 0, (int64_t)c.values.size()));
	CHECK(cusparseCreateDnMat(&b, 18, 4, 4, device(xs), CUDA_R_32F, CUSPARSE_ORDER_ROW));
	CHECK(cusparseDnMatSetStridedBatch(b, 3, 18 * 4));
	CHECK(cusparseCreateDnMat(&d, 12, 4, 4, out, CUDA_R_32F, CUSPARSE_ORDER_ROW));
	CHECK(cusparseDnMatSetStridedBatch(d, 3, 12 * 4));
	cudaStream_t stream;
	CHECK(cudaStreamCreate(&stream));
	CHECK(cusparseSetStream(h, stream));
	CHECK(cusparseSpMM(h, N, N, &one, a, b, &zero, d, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, spare));
	CHECK(cudaStreamSynchronize(stream));
	g.equal(host(out, wanted.size()), wanted);
	/* A graph: the call is a node, descriptors may go, and it runs again. */
	cusparseSpMatDescr_t a1;
	cusparseDnVecDescr_t dx, dy;
	float *px = device(std::vector<float>(18, 1)), *py = device(std::vector<float>(12));
	CHECK(cusparseCreateCsr(&a1, 12, 18, (int64_t)c.values.size(), device(c.offsets), device(c.indices), dvalues, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
	CHECK(cusparseCreateDnVec(&dx, 18, px, CUDA_R_32F));
	CHECK(cusparseCreateDnVec(&dy, 12, py, CUDA_R_32F));
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	CHECK(cusparseSpMV(h, N, &one, a1, dx, &one, dy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, spare));
	CHECK(cudaStreamEndCapture(stream, &graph));
	size_t nodes = 0;
	CHECK(cudaGraphGetNodes(graph, nullptr, &nodes));
	CHECK(cusparseDestroySpMat(a1));
	CHECK(cusparseDestroyDnVec(dx));
	CHECK(cusparseDestroyDnVec(dy));
	CHECK(cudaGraphInstantiateWithFlags(&exec, graph, 0));
	for (int i = 0; i < 3; i++)
		CHECK(cudaGraphLaunch(exec, stream));
	CHECK(cudaStreamSynchronize(stream));
	std::vector<float> sums(12);
	for (int i = 0; i < 12; i++)
		for (int j = 0; j < 18; j++)
			sums[i] += 3 * m(i, j);
	g.equal(host(py, 12), sums);
	g.equal(std::vector<size_t>{nodes}, {1});
	CHECK(cusparseSetStream(h, nullptr));
}

int main() {
	CHECK(cusparseCreate(&h));
	spare = buffer(16);
	CHECK(cusparseCreateMatDescr(&base0));
	CHECK(cusparseCreateMatDescr(&base1));
	CHECK(cusparseSetMatIndexBase(base1, CUSPARSE_INDEX_BASE_ONE));
	struct {
		const char *name;
		void (*run)(group &g);
	} const parts[] = {{"blocks", blocks}, {"factors", factors}, {"bands", bands},
	                   {"others", others}, {"narrow types", narrow}, {"streams", streams}};
	for (auto &p : parts) {
		group g(p.name);
		p.run(g);
	}
	CHECK(cusparseDestroy(h));
	return 0;
}
