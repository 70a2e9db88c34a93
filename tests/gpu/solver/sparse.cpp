/* sparse.cpp - what the sparse parts of cuSOLVER answer (cusolverSp, its low-level
 * interface, cusolverRf), as status.cpp asks the dense part.
 *     nvcc -std=c++17 -O1 -o sparse sparse.cpp -lcusolver -lcusparse
 *     for i in $(seq 0 8); do ./sparse $i; done > sparse.h200
 * Groups from 20 on show what is the library's choice, and are not compared.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cusolverRf.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>
#include <cusparse.h>

#include "ask.h"

/* A matrix in memory of the host and of the device. */
struct Matrix {
	int m, n, nnz;
	int *row, *col, *drow, *dcol;
	double *val, *dval;
};

static cusolverSpHandle_t h, none;
static cusparseMatDescr_t descr, one, symmetric, triangular, hermitian;
static Matrix G, S, Z, P, Q, W, T;
static double *b, *x, *db, *dx, *work, *dwork; /* 64 numbers, and workspaces */
static int *p, *q, *map;

template <class E> static E *device(const E *from, int n) {
	E *to;
	cudaMalloc((void **)&to, n * sizeof(E));
	cudaMemcpy(to, from, n * sizeof(E), cudaMemcpyHostToDevice);
	return to;
}
/* Rows of numbers; zeros are not stored. */
static Matrix matrix(int m, int n, std::vector<double> all) {
	std::vector<int> row(1), col;
	std::vector<double> val;
	for (int i = 0; i < m; i++) {
		for (int j = 0; j < n; j++)
			if (all[i * n + j] != 0)
				col.push_back(j), val.push_back(all[i * n + j]);
		row.push_back((int)col.size());
	}
	Matrix a = {};
	a.m = m, a.n = n, a.nnz = (int)col.size();
	a.row = (int *)malloc(row.size() * sizeof(int));
	a.col = (int *)malloc(col.size() * sizeof(int));
	a.val = (double *)malloc(val.size() * sizeof(double));
	std::copy(row.begin(), row.end(), a.row);
	std::copy(col.begin(), col.end(), a.col);
	std::copy(val.begin(), val.end(), a.val);
	a.drow = device(a.row, m + 1), a.dcol = device(a.col, a.nnz), a.dval = device(a.val, a.nnz);
	return a;
}
static void reset() {
	for (int i = 0; i < 64; i++)
		b[i] = 1 + i % 4, x[i] = 0, p[i] = q[i] = i, map[i] = i;
	cudaMemcpy(db, b, 64 * sizeof *b, cudaMemcpyHostToDevice);
	cudaMemcpy(dx, x, 64 * sizeof *b, cudaMemcpyHostToDevice);
}
static cudaError_t looked(std::string &) {
	return cudaSuccess;
}
#define VARY(function, ...) asked(#function, cusolver##function, h, __VA_ARGS__)

/* ---- the handle, what has no matrix ---- */

static void group0() {
	cusolverSpHandle_t other;
	cudaStream_t stream;
	ASK(cusolverSpCreate(&other));
	ASK(cusolverSpCreate(nullptr));
	ASK(cusolverSpDestroy(none));
	ASK(cusolverSpSetStream(none, nullptr));
	ASK(cusolverSpGetStream(none, &stream));
	ASK(cusolverSpGetStream(h, nullptr));
	csrqrInfo_t qr;
	csrqrInfoHost_t qrh;
	csrluInfoHost_t lu;
	csrcholInfo_t chol;
	csrcholInfoHost_t cholh;
	ASK(cusolverSpCreateCsrqrInfo(&qr));
	ASK(cusolverSpCreateCsrqrInfo(nullptr));
	ASK(cusolverSpDestroyCsrqrInfo(nullptr));
	ASK(cusolverSpCreateCsrqrInfoHost(&qrh));
	ASK(cusolverSpCreateCsrqrInfoHost(nullptr));
	ASK(cusolverSpDestroyCsrqrInfoHost(nullptr));
	ASK(cusolverSpCreateCsrluInfoHost(&lu));
	ASK(cusolverSpCreateCsrluInfoHost(nullptr));
	ASK(cusolverSpDestroyCsrluInfoHost(nullptr));
	ASK(cusolverSpCreateCsrcholInfo(&chol));
	ASK(cusolverSpCreateCsrcholInfo(nullptr));
	ASK(cusolverSpDestroyCsrcholInfo(nullptr));
	ASK(cusolverSpCreateCsrcholInfoHost(&cholh));
	ASK(cusolverSpCreateCsrcholInfoHost(nullptr));
	ASK(cusolverSpDestroyCsrcholInfoHost(nullptr));
}

/* ---- orders, and solutions by one call ---- */

#define HOST(a) descr, (a).val, (a).row, (a).col
#define DEVICE(a) descr, (a).dval, (a).drow, (a).dcol
#define PATTERN(a) descr, (a).row, (a).col
#define DPATTERN(a) descr, (a).drow, (a).dcol

static void group1() {
	int found = 0, rank = 0;
	size_t size = 0;
	double norm = 0;
	VARY(SpXcsrissymHost, 4, S.nnz, descr, S.row, S.row + 1, S.col, &found);
	ASK(cusolverSpXcsrissymHost(h, 4, S.nnz, symmetric, S.row, S.row + 1, S.col, &found));
	VARY(SpDcsrlsvluHost, 4, G.nnz, HOST(G), b, 1e-10, 0, x, &found);
	VARY(SpDcsrlsvqrHost, 4, G.nnz, HOST(G), b, 1e-10, 0, x, &found);
	VARY(SpDcsrlsvcholHost, 4, S.nnz, HOST(S), b, 1e-10, 0, x, &found);
	VARY(SpDcsrlsvqr, 4, G.nnz, DEVICE(G), db, 1e-10, 0, dx, &found);
	VARY(SpDcsrlsvchol, 4, S.nnz, DEVICE(S), db, 1e-10, 0, dx, &found);
	VARY(SpDcsrlsqvqrHost, 4, 3, T.nnz, HOST(T), b, 1e-10, &rank, x, p, &norm);
	for (int reorder = -1; reorder <= 5; reorder++) {
		std::string text = " reorder " + std::to_string(reorder);
		if (begins("lu" + text))
			told(name(cusolverSpDcsrlsvluHost(h, 4, G.nnz, HOST(G), b, 1e-10, reorder, x, &found)));
		if (begins("qr" + text))
			told(name(cusolverSpDcsrlsvqrHost(h, 4, G.nnz, HOST(G), b, 1e-10, reorder, x, &found)));
		if (begins("chol" + text))
			told(name(cusolverSpDcsrlsvcholHost(h, 4, S.nnz, HOST(S), b, 1e-10, reorder, x, &found)));
		if (begins("device qr" + text))
			told(name(cusolverSpDcsrlsvqr(h, 4, G.nnz, DEVICE(G), db, 1e-10, reorder, dx, &found)));
		if (begins("device chol" + text))
			told(name(cusolverSpDcsrlsvchol(h, 4, S.nnz, DEVICE(S), db, 1e-10, reorder, dx, &found)));
	}
	ASK(cusolverSpDcsrlsvluHost(h, 4, G.nnz, HOST(G), b, -1, 0, x, &found));
	ASK(cusolverSpDcsrlsvqrHost(h, 4, G.nnz, HOST(G), b, -1, 0, x, &found));
	ASK(cusolverSpDcsrlsvcholHost(h, 4, S.nnz, HOST(S), b, -1, 0, x, &found));
	ASK(cusolverSpDcsrlsvqr(h, 4, G.nnz, DEVICE(G), db, -1, 0, dx, &found));
	ASK(cusolverSpDcsrlsvchol(h, 4, S.nnz, DEVICE(S), db, -1, 0, dx, &found));
	for (auto d : {symmetric, triangular, hermitian}) {
		std::string text = " type " + std::to_string(cusparseGetMatType(d));
		if (begins("lu" + text))
			told(name(cusolverSpDcsrlsvluHost(h, 4, S.nnz, d, S.val, S.row, S.col, b, 0, 0, x, &found)));
		if (begins("qr" + text))
			told(name(cusolverSpDcsrlsvqrHost(h, 4, S.nnz, d, S.val, S.row, S.col, b, 0, 0, x, &found)));
		if (begins("chol" + text))
			told(name(cusolverSpDcsrlsvcholHost(h, 4, S.nnz, d, S.val, S.row, S.col, b, 0, 0, x, &found)));
		if (begins("device chol" + text))
			told(name(cusolverSpDcsrlsvchol(h, 4, S.nnz, d, S.dval, S.drow, S.dcol, db, 0, 0, dx, &found)));
		if (begins("rcm" + text))
			told(name(cusolverSpXcsrsymrcmHost(h, 4, S.nnz, d, S.row, S.col, p)));
	}
	VARY(SpXcsrsymrcmHost, 4, S.nnz, PATTERN(S), p);
	VARY(SpXcsrsymmdqHost, 4, S.nnz, PATTERN(S), p);
	VARY(SpXcsrsymamdHost, 4, S.nnz, PATTERN(S), p);
	VARY(SpXcsrmetisndHost, 4, S.nnz, PATTERN(S), nullptr, p);
	VARY(SpDcsrzfdHost, 4, G.nnz, HOST(G), p, &found);
	VARY(SpXcsrperm_bufferSizeHost, 4, 4, G.nnz, PATTERN(G), p, q, &size);
	VARY(SpXcsrpermHost, 4, 4, W.nnz, PATTERN(W), p, q, map, work);
	q[0] = 1;
	ASK(cusolverSpXcsrpermHost(h, 4, 4, W.nnz, PATTERN(W), p, map + 1, map, work));
}

static void group2() {
	int found = 0;
	double mu = 0;
	VARY(SpDcsreigvsiHost, 4, S.nnz, HOST(S), 1.5, b, 100, 1e-10, &mu, x);
	VARY(SpDcsreigvsi, 4, S.nnz, DEVICE(S), 1.5, db, 100, 1e-10, dx + 32, dx);
	cuDoubleComplex low = {0, -1}, high = {5, 1};
	VARY(SpDcsreigsHost, 4, S.nnz, HOST(S), low, high, &found);
	ASK(cusolverSpDcsreigsHost(h, 4, S.nnz, HOST(S), high, low, &found));
	ASK(cusolverSpDcsreigvsiHost(h, 4, S.nnz, HOST(S), 1.5, b, 100, -1, &mu, x));
}

/* ---- the low-level interface ---- */

/* A question to a new info, after the first `steps` steps. */
#define LU(text, steps, call)                                                                   \
	do {                                                                                    \
		if (begins("lu " #steps " " text)) {                                            \
			csrluInfoHost_t info;                                                   \
			cusolverSpCreateCsrluInfoHost(&info);                                   \
			if (steps > 0)                                                          \
				cusolverSpXcsrluAnalysisHost(h, 4, G.nnz, PATTERN(G), info);    \
			if (steps > 1)                                                          \
				cusolverSpDcsrluBufferInfoHost(h, 4, G.nnz, HOST(G), info, &ib, \
				                               &wb);                            \
			if (steps > 2)                                                          \
				cusolverSpDcsrluFactorHost(h, 4, G.nnz, HOST(G), info, 1, work); \
			told(name(call));                                                       \
		}                                                                               \
	} while (0)
#define CHOLH(text, steps, call)                                                                  \
	do {                                                                                      \
		if (begins("chol host " #steps " " text)) {                                       \
			csrcholInfoHost_t info;                                                   \
			cusolverSpCreateCsrcholInfoHost(&info);                                   \
			if (steps > 0)                                                            \
				cusolverSpXcsrcholAnalysisHost(h, 4, S.nnz, PATTERN(S), info);    \
			if (steps > 1)                                                            \
				cusolverSpDcsrcholBufferInfoHost(h, 4, S.nnz, HOST(S), info, &ib, \
				                                 &wb);                            \
			if (steps > 2)                                                            \
				cusolverSpDcsrcholFactorHost(h, 4, S.nnz, HOST(S), info, work);   \
			told(name(call));                                                         \
		}                                                                                 \
	} while (0)
#define CHOL(text, steps, call)                                                                 \
	do {                                                                                    \
		if (begins("chol " #steps " " text)) {                                          \
			csrcholInfo_t info;                                                     \
			cusolverSpCreateCsrcholInfo(&info);                                     \
			if (steps > 0)                                                          \
				cusolverSpXcsrcholAnalysis(h, 4, S.nnz, DPATTERN(S), info);     \
			if (steps > 1)                                                          \
				cusolverSpDcsrcholBufferInfo(h, 4, S.nnz, DEVICE(S), info, &ib, \
				                             &wb);                              \
			if (steps > 2)                                                          \
				cusolverSpDcsrcholFactor(h, 4, S.nnz, DEVICE(S), info, dwork);  \
			told(name(call));                                                       \
		}                                                                               \
	} while (0)
#define QRH(text, steps, call)                                                                     \
	do {                                                                                       \
		if (begins("qr host " #steps " " text)) {                                          \
			csrqrInfoHost_t info;                                                      \
			cusolverSpCreateCsrqrInfoHost(&info);                                      \
			if (steps > 0)                                                             \
				cusolverSpXcsrqrAnalysisHost(h, 4, 4, G.nnz, PATTERN(G), info);    \
			if (steps > 1)                                                             \
				cusolverSpDcsrqrBufferInfoHost(h, 4, 4, G.nnz, HOST(G), info, &ib, \
				                               &wb);                               \
			if (steps > 2)                                                             \
				cusolverSpDcsrqrSetupHost(h, 4, 4, G.nnz, HOST(G), 0, info);       \
			if (steps > 3)                                                             \
				cusolverSpDcsrqrFactorHost(h, 4, 4, G.nnz, nullptr, nullptr, info, work); \
			told(name(call));                                                          \
		}                                                                                  \
	} while (0)
#define QR(text, steps, call)                                                                  \
	do {                                                                                   \
		if (begins("qr " #steps " " text)) {                                           \
			csrqrInfo_t info;                                                      \
			cusolverSpCreateCsrqrInfo(&info);                                      \
			if (steps > 0)                                                         \
				cusolverSpXcsrqrAnalysis(h, 4, 4, G.nnz, DPATTERN(G), info);   \
			if (steps > 1)                                                         \
				cusolverSpDcsrqrBufferInfo(h, 4, 4, G.nnz, DEVICE(G), info, &ib, \
				                           &wb);                               \
			if (steps > 2)                                                         \
				cusolverSpDcsrqrSetup(h, 4, 4, G.nnz, DEVICE(G), 0, info);     \
			if (steps > 3)                                                         \
				cusolverSpDcsrqrFactor(h, 4, 4, G.nnz, nullptr, nullptr, info, dwork); \
			told(name(call));                                                      \
		}                                                                              \
	} while (0)
#define BATCH(text, steps, call)                                                                  \
	do {                                                                                      \
		if (begins("batch " #steps " " text)) {                                           \
			csrqrInfo_t info;                                                         \
			cusolverSpCreateCsrqrInfo(&info);                                         \
			if (steps > 0)                                                            \
				cusolverSpXcsrqrAnalysisBatched(h, 4, 4, G.nnz, DPATTERN(G), info); \
			if (steps > 1)                                                            \
				cusolverSpDcsrqrBufferInfoBatched(h, 4, 4, G.nnz, DEVICE(G), 1, info, \
				                                  &ib, &wb);                      \
			told(name(call));                                                         \
		}                                                                                 \
	} while (0)

static size_t ib, wb;

static void group3() {
	int at = 0, nnzl = 0, nnzu = 0;
	LU("analysis", 0, cusolverSpXcsrluAnalysisHost(h, 4, G.nnz, PATTERN(G), info));
	LU("analysis h", 0, cusolverSpXcsrluAnalysisHost(none, 4, G.nnz, PATTERN(G), info));
	LU("analysis n-1", 0, cusolverSpXcsrluAnalysisHost(h, -1, G.nnz, PATTERN(G), info));
	LU("analysis n0", 0, cusolverSpXcsrluAnalysisHost(h, 0, G.nnz, PATTERN(G), info));
	LU("analysis nnz-1", 0, cusolverSpXcsrluAnalysisHost(h, 4, -1, PATTERN(G), info));
	LU("analysis nnz", 0, cusolverSpXcsrluAnalysisHost(h, 4, 3, PATTERN(G), info));
	LU("analysis type", 0, cusolverSpXcsrluAnalysisHost(h, 4, G.nnz, symmetric, G.row, G.col, info));
	LU("analysis info", 0, cusolverSpXcsrluAnalysisHost(h, 4, G.nnz, PATTERN(G), nullptr));
	LU("analysis again", 1, cusolverSpXcsrluAnalysisHost(h, 4, G.nnz, PATTERN(G), info));
	LU("size", 0, cusolverSpDcsrluBufferInfoHost(h, 4, G.nnz, HOST(G), info, &ib, &wb));
	LU("size", 1, cusolverSpDcsrluBufferInfoHost(h, 4, G.nnz, HOST(G), info, &ib, &wb));
	LU("size h", 1, cusolverSpDcsrluBufferInfoHost(none, 4, G.nnz, HOST(G), info, &ib, &wb));
	LU("size n", 1, cusolverSpDcsrluBufferInfoHost(h, 3, G.nnz, HOST(G), info, &ib, &wb));
	LU("size n-1", 1, cusolverSpDcsrluBufferInfoHost(h, -1, G.nnz, HOST(G), info, &ib, &wb));
	LU("size nnz", 1, cusolverSpDcsrluBufferInfoHost(h, 4, 3, HOST(G), info, &ib, &wb));
	LU("factor", 0, cusolverSpDcsrluFactorHost(h, 4, G.nnz, HOST(G), info, 1, work));
	LU("factor", 1, cusolverSpDcsrluFactorHost(h, 4, G.nnz, HOST(G), info, 1, work));
	LU("factor", 2, cusolverSpDcsrluFactorHost(h, 4, G.nnz, HOST(G), info, 1, work));
	LU("factor again", 3, cusolverSpDcsrluFactorHost(h, 4, G.nnz, HOST(G), info, 1, work));
	LU("factor h", 2, cusolverSpDcsrluFactorHost(none, 4, G.nnz, HOST(G), info, 1, work));
	LU("factor n", 2, cusolverSpDcsrluFactorHost(h, 3, G.nnz, HOST(G), info, 1, work));
	LU("factor n-1", 2, cusolverSpDcsrluFactorHost(h, -1, G.nnz, HOST(G), info, 1, work));
	LU("factor threshold -1", 2, cusolverSpDcsrluFactorHost(h, 4, G.nnz, HOST(G), info, -1, work));
	LU("factor threshold 2", 2, cusolverSpDcsrluFactorHost(h, 4, G.nnz, HOST(G), info, 2, work));
	LU("factor buffer", 2, cusolverSpDcsrluFactorHost(h, 4, G.nnz, HOST(G), info, 1, nullptr));
	LU("factor singular", 2, cusolverSpDcsrluFactorHost(h, 4, G.nnz, descr, Z.val, G.row, G.col, info, 1, work));
	LU("pivot", 0, cusolverSpDcsrluZeroPivotHost(h, info, 0, &at));
	LU("pivot", 1, cusolverSpDcsrluZeroPivotHost(h, info, 0, &at));
	LU("pivot", 2, cusolverSpDcsrluZeroPivotHost(h, info, 0, &at));
	LU("pivot", 3, cusolverSpDcsrluZeroPivotHost(h, info, 0, &at));
	LU("pivot h", 3, cusolverSpDcsrluZeroPivotHost(none, info, 0, &at));
	LU("pivot tol", 3, cusolverSpDcsrluZeroPivotHost(h, info, -1, &at));
	LU("pivot all", 3, cusolverSpDcsrluZeroPivotHost(h, info, 1e9, &at));
	LU("solve", 0, cusolverSpDcsrluSolveHost(h, 4, b, x, info, work));
	LU("solve", 2, cusolverSpDcsrluSolveHost(h, 4, b, x, info, work));
	LU("solve", 3, cusolverSpDcsrluSolveHost(h, 4, b, x, info, work));
	LU("solve h", 3, cusolverSpDcsrluSolveHost(none, 4, b, x, info, work));
	LU("solve n", 3, cusolverSpDcsrluSolveHost(h, 3, b, x, info, work));
	LU("solve n-1", 3, cusolverSpDcsrluSolveHost(h, -1, b, x, info, work));
	LU("nnz", 0, cusolverSpXcsrluNnzHost(h, &nnzl, &nnzu, info));
	LU("nnz", 1, cusolverSpXcsrluNnzHost(h, &nnzl, &nnzu, info));
	LU("nnz", 2, cusolverSpXcsrluNnzHost(h, &nnzl, &nnzu, info));
	LU("nnz", 3, cusolverSpXcsrluNnzHost(h, &nnzl, &nnzu, info));
	LU("nnz h", 3, cusolverSpXcsrluNnzHost(none, &nnzl, &nnzu, info));
	LU("nnz L", 3, cusolverSpXcsrluNnzHost(h, nullptr, &nnzu, info));
#define TO p, q, descr, work, map, map + 32, descr, work + 64, map + 96, map + 160
	LU("extract", 0, cusolverSpDcsrluExtractHost(h, TO, info, work + 512));
	LU("extract", 2, cusolverSpDcsrluExtractHost(h, TO, info, work + 512));
	LU("extract", 3, cusolverSpDcsrluExtractHost(h, TO, info, work + 512));
	LU("extract h", 3, cusolverSpDcsrluExtractHost(none, TO, info, work + 512));
	LU("extract type", 3, cusolverSpDcsrluExtractHost(h, p, q, symmetric, work, map, map + 32, descr, work + 64, map + 96, map + 160, info, work + 512));
}

static void group4() {
	int at = 0;
	CHOLH("analysis", 0, cusolverSpXcsrcholAnalysisHost(h, 4, S.nnz, PATTERN(S), info));
	CHOLH("analysis h", 0, cusolverSpXcsrcholAnalysisHost(none, 4, S.nnz, PATTERN(S), info));
	CHOLH("analysis n-1", 0, cusolverSpXcsrcholAnalysisHost(h, -1, S.nnz, PATTERN(S), info));
	CHOLH("analysis n0", 0, cusolverSpXcsrcholAnalysisHost(h, 0, S.nnz, PATTERN(S), info));
	CHOLH("analysis nnz-1", 0, cusolverSpXcsrcholAnalysisHost(h, 4, -1, PATTERN(S), info));
	CHOLH("analysis nnz", 0, cusolverSpXcsrcholAnalysisHost(h, 4, 3, PATTERN(S), info));
	CHOLH("analysis type", 0, cusolverSpXcsrcholAnalysisHost(h, 4, S.nnz, symmetric, S.row, S.col, info));
	CHOLH("analysis unsymmetric", 0, cusolverSpXcsrcholAnalysisHost(h, 4, G.nnz, PATTERN(G), info));
	CHOLH("size", 0, cusolverSpDcsrcholBufferInfoHost(h, 4, S.nnz, HOST(S), info, &ib, &wb));
	CHOLH("size", 1, cusolverSpDcsrcholBufferInfoHost(h, 4, S.nnz, HOST(S), info, &ib, &wb));
	CHOLH("size h", 1, cusolverSpDcsrcholBufferInfoHost(none, 4, S.nnz, HOST(S), info, &ib, &wb));
	CHOLH("size n", 1, cusolverSpDcsrcholBufferInfoHost(h, 3, S.nnz, HOST(S), info, &ib, &wb));
	CHOLH("size n-1", 1, cusolverSpDcsrcholBufferInfoHost(h, -1, S.nnz, HOST(S), info, &ib, &wb));
	CHOLH("factor", 0, cusolverSpDcsrcholFactorHost(h, 4, S.nnz, HOST(S), info, work));
	CHOLH("factor", 1, cusolverSpDcsrcholFactorHost(h, 4, S.nnz, HOST(S), info, work));
	CHOLH("factor", 2, cusolverSpDcsrcholFactorHost(h, 4, S.nnz, HOST(S), info, work));
	CHOLH("factor h", 2, cusolverSpDcsrcholFactorHost(none, 4, S.nnz, HOST(S), info, work));
	CHOLH("factor n", 2, cusolverSpDcsrcholFactorHost(h, 3, S.nnz, HOST(S), info, work));
	CHOLH("factor indefinite", 2, cusolverSpDcsrcholFactorHost(h, 4, S.nnz, descr, P.val, S.row, S.col, info, work));
	CHOLH("pivot", 0, cusolverSpDcsrcholZeroPivotHost(h, info, 0, &at));
	CHOLH("pivot", 2, cusolverSpDcsrcholZeroPivotHost(h, info, 0, &at));
	CHOLH("pivot", 3, cusolverSpDcsrcholZeroPivotHost(h, info, 0, &at));
	CHOLH("pivot h", 3, cusolverSpDcsrcholZeroPivotHost(none, info, 0, &at));
	CHOLH("pivot tol", 3, cusolverSpDcsrcholZeroPivotHost(h, info, -1, &at));
	CHOLH("solve", 0, cusolverSpDcsrcholSolveHost(h, 4, b, x, info, work));
	CHOLH("solve", 2, cusolverSpDcsrcholSolveHost(h, 4, b, x, info, work));
	CHOLH("solve", 3, cusolverSpDcsrcholSolveHost(h, 4, b, x, info, work));
	CHOLH("solve h", 3, cusolverSpDcsrcholSolveHost(none, 4, b, x, info, work));
	CHOLH("solve n", 3, cusolverSpDcsrcholSolveHost(h, 3, b, x, info, work));
	CHOL("analysis", 0, cusolverSpXcsrcholAnalysis(h, 4, S.nnz, DPATTERN(S), info));
	CHOL("analysis h", 0, cusolverSpXcsrcholAnalysis(none, 4, S.nnz, DPATTERN(S), info));
	CHOL("analysis n-1", 0, cusolverSpXcsrcholAnalysis(h, -1, S.nnz, DPATTERN(S), info));
	CHOL("analysis n0", 0, cusolverSpXcsrcholAnalysis(h, 0, S.nnz, DPATTERN(S), info));
	CHOL("analysis nnz-1", 0, cusolverSpXcsrcholAnalysis(h, 4, -1, DPATTERN(S), info));
	CHOL("analysis type", 0, cusolverSpXcsrcholAnalysis(h, 4, S.nnz, symmetric, S.drow, S.dcol, info));
	CHOL("size", 0, cusolverSpDcsrcholBufferInfo(h, 4, S.nnz, DEVICE(S), info, &ib, &wb));
	CHOL("size", 1, cusolverSpDcsrcholBufferInfo(h, 4, S.nnz, DEVICE(S), info, &ib, &wb));
	CHOL("size n", 1, cusolverSpDcsrcholBufferInfo(h, 3, S.nnz, DEVICE(S), info, &ib, &wb));
	CHOL("factor", 0, cusolverSpDcsrcholFactor(h, 4, S.nnz, DEVICE(S), info, dwork));
	CHOL("factor", 1, cusolverSpDcsrcholFactor(h, 4, S.nnz, DEVICE(S), info, dwork));
	CHOL("factor", 2, cusolverSpDcsrcholFactor(h, 4, S.nnz, DEVICE(S), info, dwork));
	CHOL("factor h", 2, cusolverSpDcsrcholFactor(none, 4, S.nnz, DEVICE(S), info, dwork));
	CHOL("factor n", 2, cusolverSpDcsrcholFactor(h, 3, S.nnz, DEVICE(S), info, dwork));
	CHOL("factor indefinite", 2, cusolverSpDcsrcholFactor(h, 4, S.nnz, descr, P.dval, S.drow, S.dcol, info, dwork));
	CHOL("pivot", 0, cusolverSpDcsrcholZeroPivot(h, info, 0, &at));
	CHOL("pivot", 2, cusolverSpDcsrcholZeroPivot(h, info, 0, &at));
	CHOL("pivot", 3, cusolverSpDcsrcholZeroPivot(h, info, 0, &at));
	CHOL("pivot tol", 3, cusolverSpDcsrcholZeroPivot(h, info, -1, &at));
	CHOL("solve", 0, cusolverSpDcsrcholSolve(h, 4, db, dx, info, dwork));
	CHOL("solve", 2, cusolverSpDcsrcholSolve(h, 4, db, dx, info, dwork));
	CHOL("solve", 3, cusolverSpDcsrcholSolve(h, 4, db, dx, info, dwork));
	CHOL("solve h", 3, cusolverSpDcsrcholSolve(none, 4, db, dx, info, dwork));
	CHOL("solve n", 3, cusolverSpDcsrcholSolve(h, 3, db, dx, info, dwork));
	CHOL("diag", 0, cusolverSpDcsrcholDiag(h, info, dx));
	CHOL("diag", 2, cusolverSpDcsrcholDiag(h, info, dx));
	CHOL("diag", 3, cusolverSpDcsrcholDiag(h, info, dx));
	CHOL("diag null", 3, cusolverSpDcsrcholDiag(h, info, nullptr));
	CHOL("diag host", 3, cusolverSpDcsrcholDiag(h, info, x));
}

#define EACH_QR(X, f, D, A, PAT, B, XX, WORK)                                                  \
	X("analysis", 0, cusolverSpXcsrqrAnalysis##f(h, 4, 4, G.nnz, PAT(G), info));           \
	X("analysis h", 0, cusolverSpXcsrqrAnalysis##f(none, 4, 4, G.nnz, PAT(G), info));      \
	X("analysis m-1", 0, cusolverSpXcsrqrAnalysis##f(h, -1, 4, G.nnz, PAT(G), info));      \
	X("analysis m0", 0, cusolverSpXcsrqrAnalysis##f(h, 0, 4, G.nnz, PAT(G), info));        \
	X("analysis m3", 0, cusolverSpXcsrqrAnalysis##f(h, 3, 4, Q.nnz, PAT(Q), info));        \
	X("analysis n-1", 0, cusolverSpXcsrqrAnalysis##f(h, 4, -1, G.nnz, PAT(G), info));      \
	X("analysis n3", 0, cusolverSpXcsrqrAnalysis##f(h, 4, 3, T.nnz, PAT(T), info));        \
	X("analysis nnz-1", 0, cusolverSpXcsrqrAnalysis##f(h, 4, 4, -1, PAT(G), info));        \
	X("size", 0, cusolverSpDcsrqrBufferInfo##f(h, 4, 4, G.nnz, A(G), info, &ib, &wb));     \
	X("size", 1, cusolverSpDcsrqrBufferInfo##f(h, 4, 4, G.nnz, A(G), info, &ib, &wb));     \
	X("size h", 1, cusolverSpDcsrqrBufferInfo##f(none, 4, 4, G.nnz, A(G), info, &ib, &wb)); \
	X("size m", 1, cusolverSpDcsrqrBufferInfo##f(h, 5, 4, G.nnz, A(G), info, &ib, &wb));   \
	X("size n-1", 1, cusolverSpDcsrqrBufferInfo##f(h, 4, -1, G.nnz, A(G), info, &ib, &wb)); \
	X("setup", 0, cusolverSpDcsrqrSetup##f(h, 4, 4, G.nnz, A(G), 0, info));                \
	X("setup", 1, cusolverSpDcsrqrSetup##f(h, 4, 4, G.nnz, A(G), 0, info));                \
	X("setup", 2, cusolverSpDcsrqrSetup##f(h, 4, 4, G.nnz, A(G), 0, info));                \
	X("setup h", 2, cusolverSpDcsrqrSetup##f(none, 4, 4, G.nnz, A(G), 0, info));           \
	X("setup m", 2, cusolverSpDcsrqrSetup##f(h, 3, 4, G.nnz, A(G), 0, info));              \
	X("factor", 0, cusolverSpDcsrqrFactor##f(h, 4, 4, G.nnz, nullptr, nullptr, info, WORK)); \
	X("factor", 1, cusolverSpDcsrqrFactor##f(h, 4, 4, G.nnz, nullptr, nullptr, info, WORK)); \
	X("factor", 2, cusolverSpDcsrqrFactor##f(h, 4, 4, G.nnz, nullptr, nullptr, info, WORK)); \
	X("factor", 3, cusolverSpDcsrqrFactor##f(h, 4, 4, G.nnz, nullptr, nullptr, info, WORK)); \
	X("factor h", 3, cusolverSpDcsrqrFactor##f(none, 4, 4, G.nnz, nullptr, nullptr, info, WORK)); \
	X("factor b", 3, cusolverSpDcsrqrFactor##f(h, 4, 4, G.nnz, B, nullptr, info, WORK));   \
	X("factor x", 3, cusolverSpDcsrqrFactor##f(h, 4, 4, G.nnz, nullptr, XX, info, WORK));  \
	X("factor b x", 3, cusolverSpDcsrqrFactor##f(h, 4, 4, G.nnz, B, XX, info, WORK));      \
	X("factor n", 3, cusolverSpDcsrqrFactor##f(h, 4, 3, G.nnz, nullptr, nullptr, info, WORK)); \
	X("factor again", 4, cusolverSpDcsrqrFactor##f(h, 4, 4, G.nnz, nullptr, nullptr, info, WORK)); \
	X("pivot", 0, cusolverSpDcsrqrZeroPivot##f(h, info, 0, &at));                          \
	X("pivot", 3, cusolverSpDcsrqrZeroPivot##f(h, info, 0, &at));                          \
	X("pivot", 4, cusolverSpDcsrqrZeroPivot##f(h, info, 0, &at));                          \
	X("pivot h", 4, cusolverSpDcsrqrZeroPivot##f(none, info, 0, &at));                     \
	X("pivot tol", 4, cusolverSpDcsrqrZeroPivot##f(h, info, -1, &at));                     \
	X("solve", 0, cusolverSpDcsrqrSolve##f(h, 4, 4, B, XX, info, WORK));                   \
	X("solve", 3, cusolverSpDcsrqrSolve##f(h, 4, 4, B, XX, info, WORK));                   \
	X("solve", 4, cusolverSpDcsrqrSolve##f(h, 4, 4, B, XX, info, WORK));                   \
	X("solve h", 4, cusolverSpDcsrqrSolve##f(none, 4, 4, B, XX, info, WORK));              \
	X("solve m", 4, cusolverSpDcsrqrSolve##f(h, 3, 4, B, XX, info, WORK))

static void group5() {
	int at = 0;
	EACH_QR(QRH, Host, , HOST, PATTERN, b, x, work);
	EACH_QR(QR, , , DEVICE, DPATTERN, db, dx, dwork);
	BATCH("analysis", 0, cusolverSpXcsrqrAnalysisBatched(h, 4, 4, G.nnz, DPATTERN(G), info));
	BATCH("analysis h", 0, cusolverSpXcsrqrAnalysisBatched(none, 4, 4, G.nnz, DPATTERN(G), info));
	BATCH("analysis m0", 0, cusolverSpXcsrqrAnalysisBatched(h, 0, 4, G.nnz, DPATTERN(G), info));
	BATCH("analysis m3", 0, cusolverSpXcsrqrAnalysisBatched(h, 3, 4, Q.nnz, DPATTERN(Q), info));
	BATCH("size", 0, cusolverSpDcsrqrBufferInfoBatched(h, 4, 4, G.nnz, DEVICE(G), 1, info, &ib, &wb));
	BATCH("size", 1, cusolverSpDcsrqrBufferInfoBatched(h, 4, 4, G.nnz, DEVICE(G), 1, info, &ib, &wb));
	BATCH("size 0", 1, cusolverSpDcsrqrBufferInfoBatched(h, 4, 4, G.nnz, DEVICE(G), 0, info, &ib, &wb));
	BATCH("size -1", 1, cusolverSpDcsrqrBufferInfoBatched(h, 4, 4, G.nnz, DEVICE(G), -1, info, &ib, &wb));
	BATCH("solve", 0, cusolverSpDcsrqrsvBatched(h, 4, 4, G.nnz, DEVICE(G), db, dx, 1, info, dwork));
	BATCH("solve", 1, cusolverSpDcsrqrsvBatched(h, 4, 4, G.nnz, DEVICE(G), db, dx, 1, info, dwork));
	BATCH("solve", 2, cusolverSpDcsrqrsvBatched(h, 4, 4, G.nnz, DEVICE(G), db, dx, 1, info, dwork));
	BATCH("solve h", 2, cusolverSpDcsrqrsvBatched(none, 4, 4, G.nnz, DEVICE(G), db, dx, 1, info, dwork));
	BATCH("solve 0", 2, cusolverSpDcsrqrsvBatched(h, 4, 4, G.nnz, DEVICE(G), db, dx, 0, info, dwork));
	BATCH("solve m", 2, cusolverSpDcsrqrsvBatched(h, 5, 4, G.nnz, DEVICE(G), db, dx, 1, info, dwork));
}

/* ---- refactorisation ---- */

/* A = L U with L = (1; .5 1; 0 .25 1), U = (4 1 0; 0 2 1; 0 0 3). */
static Matrix RA, RL, RU, RZ, RS;
static int *dp, *dq;
static cusolverRfHandle_t rf;

static cusolverStatus_t rf_setup(const Matrix &a = RA) {
	return cusolverRfSetupDevice(3, a.nnz, a.drow, a.dcol, a.dval, RL.nnz, RL.drow, RL.dcol, RL.dval, RU.nnz,
	                             RU.drow, RU.dcol, RU.dval, dp, dq, rf);
}
/* A question to a new handle, after the first `steps` steps. */
#define RF(text, steps, call)                                                                 \
	do {                                                                                  \
		if (begins("rf " #steps " " text)) {                                          \
			cusolverRfCreate(&rf);                                                \
			cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR,           \
			                          CUSOLVERRF_UNIT_DIAGONAL_STORED_L);         \
			if (steps > 0)                                                        \
				rf_setup();                                                   \
			if (steps > 1)                                                        \
				cusolverRfAnalyze(rf);                                        \
			if (steps > 2)                                                        \
				cusolverRfRefactor(rf);                                       \
			told(name(call));                                                     \
		}                                                                             \
	} while (0)

static void group6() {
	cusolverRfHandle_t nil = nullptr;
	cusolverRfMatrixFormat_t format;
	cusolverRfUnitDiagonal_t diag;
	cusolverRfFactorization_t f;
	cusolverRfTriangularSolve_t s;
	cusolverRfNumericBoostReport_t report;
	cusolverRfResetValuesFastMode_t fast;
	double zero, boost;
	int nnz, *mp, *mi, *up, *ui, n2;
	double *mx, *ux;
	RF("create", 0, cusolverRfCreate(&rf));
	RF("create null", 0, cusolverRfCreate(nullptr));
	RF("destroy null", 0, cusolverRfDestroy(nullptr));
	RF("destroy", 0, cusolverRfDestroy(rf));
	RF("format null", 0, cusolverRfGetMatrixFormat(nil, &format, &diag));
	RF("set format null", 0, cusolverRfSetMatrixFormat(nil, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_STORED_L));
	RF("set format 9", 0, cusolverRfSetMatrixFormat(rf, (cusolverRfMatrixFormat_t)9, CUSOLVERRF_UNIT_DIAGONAL_STORED_L));
	RF("set diagonal 9", 0, cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR, (cusolverRfUnitDiagonal_t)9));
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 4; j++)
			if (begins("set format " + std::to_string(i) + " " + std::to_string(j)))
				told((cusolverRfCreate(&rf), name(cusolverRfSetMatrixFormat(rf, (cusolverRfMatrixFormat_t)i, (cusolverRfUnitDiagonal_t)j))));
	RF("set format", 1, cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_STORED_U));
	RF("numeric null", 0, cusolverRfGetNumericProperties(nil, &zero, &boost));
	RF("set numeric null", 0, cusolverRfSetNumericProperties(nil, 0, 0));
	RF("set numeric", 0, cusolverRfSetNumericProperties(rf, 1, 2));
	RF("set numeric -1", 0, cusolverRfSetNumericProperties(rf, -1, 2));
	RF("set numeric boost -1", 0, cusolverRfSetNumericProperties(rf, 1, -2));
	RF("set numeric", 1, cusolverRfSetNumericProperties(rf, 1, 2));
	RF("report", 0, cusolverRfGetNumericBoostReport(rf, &report));
	RF("report null", 0, cusolverRfGetNumericBoostReport(nil, &report));
	for (int i = -1; i < 4; i++)
		for (int j = 0; j < 5; j++)
			if (begins("set algorithms " + std::to_string(i) + " " + std::to_string(j)))
				told((cusolverRfCreate(&rf), name(cusolverRfSetAlgs(rf, (cusolverRfFactorization_t)i, (cusolverRfTriangularSolve_t)j))));
	RF("set algorithms null", 0, cusolverRfSetAlgs(nil, CUSOLVERRF_FACTORIZATION_ALG0, CUSOLVERRF_TRIANGULAR_SOLVE_ALG1));
	RF("algorithms null", 0, cusolverRfGetAlgs(nil, &f, &s));
	RF("fast null", 0, cusolverRfGetResetValuesFastMode(nil, &fast));
	RF("set fast null", 0, cusolverRfSetResetValuesFastMode(nil, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON));
	RF("set fast 9", 0, cusolverRfSetResetValuesFastMode(rf, (cusolverRfResetValuesFastMode_t)9));
	RF("set fast", 0, cusolverRfSetResetValuesFastMode(rf, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON));
	if (begins("defaults")) {
		cusolverRfCreate(&rf);
		cusolverRfGetMatrixFormat(rf, &format, &diag);
		cusolverRfGetNumericProperties(rf, &zero, &boost);
		cusolverRfGetAlgs(rf, &f, &s);
		cusolverRfGetResetValuesFastMode(rf, &fast);
		char text[99];
		snprintf(text, sizeof text, "%d %d %g %g %d %d %d", format, diag, zero, boost, f, s, fast);
		told(text);
	}
#define L3 RL.nnz, RL.drow, RL.dcol, RL.dval
#define U3 RU.nnz, RU.drow, RU.dcol, RU.dval
#define A3 RA.nnz, RA.drow, RA.dcol, RA.dval
	RF("setup", 0, rf_setup());
	RF("setup again", 1, rf_setup());
	RF("setup null", 0, cusolverRfSetupDevice(3, A3, L3, U3, dp, dq, nil));
	RF("setup n-1", 0, cusolverRfSetupDevice(-1, A3, L3, U3, dp, dq, rf));
	RF("setup n0", 0, cusolverRfSetupDevice(0, A3, L3, U3, dp, dq, rf));
	RF("setup nnzA-1", 0, cusolverRfSetupDevice(3, -1, RA.drow, RA.dcol, RA.dval, L3, U3, dp, dq, rf));
	RF("setup nnzL-1", 0, cusolverRfSetupDevice(3, A3, -1, RL.drow, RL.dcol, RL.dval, U3, dp, dq, rf));
	RF("setup nnzU-1", 0, cusolverRfSetupDevice(3, A3, L3, -1, RU.drow, RU.dcol, RU.dval, dp, dq, rf));
	RF("setup A null", 0, cusolverRfSetupDevice(3, RA.nnz, nullptr, RA.dcol, RA.dval, L3, U3, dp, dq, rf));
	RF("setup P null", 0, cusolverRfSetupDevice(3, A3, L3, U3, nullptr, dq, rf));
	RF("setup Q null", 0, cusolverRfSetupDevice(3, A3, L3, U3, dp, nullptr, rf));
	RF("setup host", 0, cusolverRfSetupHost(3, RA.nnz, RA.row, RA.col, RA.val, RL.nnz, RL.row, RL.col, RL.val, RU.nnz, RU.row, RU.col, RU.val, p, q, rf));
	RF("setup host null", 0, cusolverRfSetupHost(3, RA.nnz, RA.row, RA.col, RA.val, RL.nnz, RL.row, RL.col, RL.val, RU.nnz, RU.row, RU.col, RU.val, p, q, nil));
	RF("setup host n-1", 0, cusolverRfSetupHost(-1, RA.nnz, RA.row, RA.col, RA.val, RL.nnz, RL.row, RL.col, RL.val, RU.nnz, RU.row, RU.col, RU.val, p, q, rf));
	RF("reset", 0, cusolverRfResetValues(3, A3, dp, dq, rf));
	RF("reset", 1, cusolverRfResetValues(3, A3, dp, dq, rf));
	RF("reset", 2, cusolverRfResetValues(3, A3, dp, dq, rf));
	RF("reset", 3, cusolverRfResetValues(3, A3, dp, dq, rf));
	RF("reset null", 3, cusolverRfResetValues(3, A3, dp, dq, nil));
	RF("reset n", 3, cusolverRfResetValues(2, A3, dp, dq, rf));
	RF("reset nnz", 3, cusolverRfResetValues(3, 2, RA.drow, RA.dcol, RA.dval, dp, dq, rf));
	RF("reset A null", 3, cusolverRfResetValues(3, RA.nnz, RA.drow, RA.dcol, nullptr, dp, dq, rf));
	RF("analyze", 0, cusolverRfAnalyze(rf));
	RF("analyze", 1, cusolverRfAnalyze(rf));
	RF("analyze again", 2, cusolverRfAnalyze(rf));
	RF("analyze null", 1, cusolverRfAnalyze(nil));
	RF("refactor", 0, cusolverRfRefactor(rf));
	RF("refactor", 1, cusolverRfRefactor(rf));
	RF("refactor", 2, cusolverRfRefactor(rf));
	RF("refactor again", 3, cusolverRfRefactor(rf));
	RF("refactor null", 2, cusolverRfRefactor(nil));
	RF("refactor zero", 2, (cusolverRfResetValues(3, RZ.nnz, RZ.drow, RZ.dcol, RZ.dval, dp, dq, rf), cusolverRfRefactor(rf)));
	RF("refactor zero again", 2, (cusolverRfResetValues(3, RZ.nnz, RZ.drow, RZ.dcol, RZ.dval, dp, dq, rf), cusolverRfRefactor(rf), cusolverRfRefactor(rf)));
	RF("refactor zero boost", 2, (cusolverRfSetNumericProperties(rf, 0.1, 2), cusolverRfResetValues(3, RZ.nnz, RZ.drow, RZ.dcol, RZ.dval, dp, dq, rf), cusolverRfRefactor(rf)));
	RF("refactor zero flag", 2, (cusolverRfSetNumericProperties(rf, 0.1, 0), cusolverRfResetValues(3, RZ.nnz, RZ.drow, RZ.dcol, RZ.dval, dp, dq, rf), cusolverRfRefactor(rf)));
	RF("access", 0, cusolverRfAccessBundledFactorsDevice(rf, &nnz, &mp, &mi, &mx));
	RF("access", 1, cusolverRfAccessBundledFactorsDevice(rf, &nnz, &mp, &mi, &mx));
	RF("access", 2, cusolverRfAccessBundledFactorsDevice(rf, &nnz, &mp, &mi, &mx));
	RF("access", 3, cusolverRfAccessBundledFactorsDevice(rf, &nnz, &mp, &mi, &mx));
	RF("access null", 3, cusolverRfAccessBundledFactorsDevice(nil, &nnz, &mp, &mi, &mx));
	RF("access nnz", 3, cusolverRfAccessBundledFactorsDevice(rf, nullptr, &mp, &mi, &mx));
	RF("extract", 0, cusolverRfExtractBundledFactorsHost(rf, &nnz, &mp, &mi, &mx));
	RF("extract", 2, cusolverRfExtractBundledFactorsHost(rf, &nnz, &mp, &mi, &mx));
	RF("extract", 3, cusolverRfExtractBundledFactorsHost(rf, &nnz, &mp, &mi, &mx));
	RF("split", 0, cusolverRfExtractSplitFactorsHost(rf, &nnz, &mp, &mi, &mx, &n2, &up, &ui, &ux));
	RF("split", 2, cusolverRfExtractSplitFactorsHost(rf, &nnz, &mp, &mi, &mx, &n2, &up, &ui, &ux));
	RF("split", 3, cusolverRfExtractSplitFactorsHost(rf, &nnz, &mp, &mi, &mx, &n2, &up, &ui, &ux));
	RF("solve", 0, cusolverRfSolve(rf, dp, dq, 1, dwork, 3, dx, 3));
	RF("solve", 1, cusolverRfSolve(rf, dp, dq, 1, dwork, 3, dx, 3));
	RF("solve", 2, cusolverRfSolve(rf, dp, dq, 1, dwork, 3, dx, 3));
	RF("solve", 3, cusolverRfSolve(rf, dp, dq, 1, dwork, 3, dx, 3));
	RF("solve null", 3, cusolverRfSolve(nil, dp, dq, 1, dwork, 3, dx, 3));
	RF("solve 2", 3, cusolverRfSolve(rf, dp, dq, 2, dwork, 3, dx, 3));
	RF("solve 0", 3, cusolverRfSolve(rf, dp, dq, 0, dwork, 3, dx, 3));
	RF("solve -1", 3, cusolverRfSolve(rf, dp, dq, -1, dwork, 3, dx, 3));
	RF("solve ldt", 3, cusolverRfSolve(rf, dp, dq, 1, dwork, 2, dx, 3));
	RF("solve ldx", 3, cusolverRfSolve(rf, dp, dq, 1, dwork, 3, dx, 2));
	RF("solve T", 3, cusolverRfSolve(rf, dp, dq, 1, nullptr, 3, dx, 3));
	RF("solve P", 3, cusolverRfSolve(rf, nullptr, dq, 1, dwork, 3, dx, 3));
	RF("solve X", 3, cusolverRfSolve(rf, dp, dq, 1, dwork, 3, nullptr, 3));
}

/* A batch of two. */
static double **da, **dxs, *ha[2];
#define RFB(text, steps, call)                                                                \
	do {                                                                                  \
		if (begins("rf batch " #steps " " text)) {                                    \
			cusolverRfCreate(&rf);                                                \
			cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR,           \
			                          CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L);        \
			if (steps > 0)                                                        \
				cusolverRfBatchSetupHost(2, BATCHED, p, q, rf);               \
			if (steps > 1)                                                        \
				cusolverRfBatchAnalyze(rf);                                   \
			if (steps > 2)                                                        \
				cusolverRfBatchResetValues(2, 3, RA.nnz, RA.drow, RA.dcol, da, dp, dq, rf); \
			if (steps > 3)                                                        \
				cusolverRfBatchRefactor(rf);                                  \
			told(name(call));                                                     \
		}                                                                             \
	} while (0)
#define BATCHED                                                                                \
	3, RA.nnz, RA.row, RA.col, ha, RS.nnz, RS.row, RS.col, RS.val, RU.nnz, RU.row, RU.col, \
		RU.val

static void group7() {
	cusolverRfHandle_t nil = nullptr;
	int at[2];
	RFB("setup", 0, cusolverRfBatchSetupHost(2, BATCHED, p, q, rf));
	RFB("setup null", 0, cusolverRfBatchSetupHost(2, BATCHED, p, q, nil));
	RFB("setup 0", 0, cusolverRfBatchSetupHost(0, BATCHED, p, q, rf));
	RFB("setup 1", 0, cusolverRfBatchSetupHost(1, BATCHED, p, q, rf));
	RFB("setup -1", 0, cusolverRfBatchSetupHost(-1, BATCHED, p, q, rf));
	RFB("analyze", 0, cusolverRfBatchAnalyze(rf));
	RFB("analyze", 1, cusolverRfBatchAnalyze(rf));
	RFB("plain analyze", 1, cusolverRfAnalyze(rf));
	RFB("plain refactor", 2, cusolverRfRefactor(rf));
	RFB("reset", 0, cusolverRfBatchResetValues(2, 3, RA.nnz, RA.drow, RA.dcol, da, dp, dq, rf));
	RFB("reset", 1, cusolverRfBatchResetValues(2, 3, RA.nnz, RA.drow, RA.dcol, da, dp, dq, rf));
	RFB("reset", 2, cusolverRfBatchResetValues(2, 3, RA.nnz, RA.drow, RA.dcol, da, dp, dq, rf));
	RFB("reset 1", 2, cusolverRfBatchResetValues(1, 3, RA.nnz, RA.drow, RA.dcol, da, dp, dq, rf));
	RFB("refactor", 1, cusolverRfBatchRefactor(rf));
	RFB("refactor", 2, cusolverRfBatchRefactor(rf));
	RFB("refactor", 3, cusolverRfBatchRefactor(rf));
	RFB("pivot", 2, cusolverRfBatchZeroPivot(rf, at));
	RFB("pivot", 4, cusolverRfBatchZeroPivot(rf, at));
	RFB("pivot null", 4, cusolverRfBatchZeroPivot(nil, at));
	RFB("solve", 2, cusolverRfBatchSolve(rf, dp, dq, 1, dwork, 3, dxs, 3));
	RFB("solve", 4, cusolverRfBatchSolve(rf, dp, dq, 1, dwork, 3, dxs, 3));
	RFB("solve null", 4, cusolverRfBatchSolve(nil, dp, dq, 1, dwork, 3, dxs, 3));
	RFB("solve 2", 4, cusolverRfBatchSolve(rf, dp, dq, 2, dwork, 3, dxs, 3));
	RFB("solve ldt", 4, cusolverRfBatchSolve(rf, dp, dq, 1, dwork, 2, dxs, 3));
	RFB("solve ldx", 4, cusolverRfBatchSolve(rf, dp, dq, 1, dwork, 3, dxs, 2));
}

/* ---- results ---- */

#define TELL(call, ...)                              \
	do {                                         \
		std::string s_ = name(call);         \
		cudaDeviceSynchronize();             \
		told(s_ + std::string(__VA_ARGS__)); \
	} while (0)

static void group8() {
	int found, rank;
	double norm, mu;
	cuDoubleComplex low = {0, -1}, high = {5, 1};
	for (int reorder = 0; reorder < 4; reorder++) {
		SHOW("solution by LU", , cusolverSpDcsrlsvluHost(h, 4, G.nnz, HOST(G), b, 1e-10, reorder, x, &found), list(x, 4) + list(&found, 1));
		SHOW("solution by QR", , cusolverSpDcsrlsvqrHost(h, 4, G.nnz, HOST(G), b, 1e-10, reorder, x, &found), list(x, 4) + list(&found, 1));
		SHOW("solution by Cholesky", , cusolverSpDcsrlsvcholHost(h, 4, S.nnz, HOST(S), b, 1e-10, reorder, x, &found), list(x, 4) + list(&found, 1));
		SHOW("solution by QR, device", , cusolverSpDcsrlsvqr(h, 4, G.nnz, DEVICE(G), db, 1e-10, reorder, dx, &found), list(dx, 4) + list(&found, 1));
		SHOW("solution by Cholesky, device", , cusolverSpDcsrlsvchol(h, 4, S.nnz, DEVICE(S), db, 1e-10, reorder, dx, &found), list(dx, 4) + list(&found, 1));
	}
	SHOW("singular, LU", , cusolverSpDcsrlsvluHost(h, 4, Z.nnz, HOST(Z), b, 1e-10, 0, x, &found), list(&found, 1));
	SHOW("singular, QR", , cusolverSpDcsrlsvqrHost(h, 4, Z.nnz, HOST(Z), b, 1e-10, 0, x, &found), list(&found, 1));
	SHOW("singular, QR, device", , cusolverSpDcsrlsvqr(h, 4, Z.nnz, DEVICE(Z), db, 1e-10, 0, dx, &found), list(&found, 1));
	SHOW("indefinite", , cusolverSpDcsrlsvcholHost(h, 4, P.nnz, HOST(P), b, 1e-10, 0, x, &found), list(&found, 1));
	SHOW("indefinite, device", , cusolverSpDcsrlsvchol(h, 4, P.nnz, DEVICE(P), db, 1e-10, 0, dx, &found), list(&found, 1));
	SHOW("large tolerance, LU", , cusolverSpDcsrlsvluHost(h, 4, G.nnz, HOST(G), b, 100, 0, x, &found), list(&found, 1));
	SHOW("large tolerance, QR", , cusolverSpDcsrlsvqrHost(h, 4, G.nnz, HOST(G), b, 100, 0, x, &found), list(&found, 1));
	SHOW("large tolerance, Cholesky", , cusolverSpDcsrlsvcholHost(h, 4, S.nnz, HOST(S), b, 100, 0, x, &found), list(&found, 1));
	SHOW("lower half only", , cusolverSpDcsrlsvcholHost(h, 4, W.nnz, HOST(W), b, 1e-10, 0, x, &found), list(x, 4) + list(&found, 1));
	SHOW("lower half only, device", , cusolverSpDcsrlsvchol(h, 4, W.nnz, DEVICE(W), db, 1e-10, 0, dx, &found), list(dx, 4) + list(&found, 1));
	SHOW("least squares", , cusolverSpDcsrlsqvqrHost(h, 4, 3, T.nnz, HOST(T), b, 1e-10, &rank, x, p, &norm), list(x, 3) + list(&rank, 1) + list(&norm, 1));
	SHOW("least squares, square", , cusolverSpDcsrlsqvqrHost(h, 4, 4, G.nnz, HOST(G), b, 1e-10, &rank, x, p, &norm), list(x, 4) + list(&rank, 1) + list(&norm, 1));
	SHOW("least squares, singular", , cusolverSpDcsrlsqvqrHost(h, 4, 4, Z.nnz, HOST(Z), b, 1e-10, &rank, x, p, &norm), list(&rank, 1) + list(&norm, 1));
	SHOW("least squares, wide", , cusolverSpDcsrlsqvqrHost(h, 3, 4, Q.nnz, HOST(Q), b, 1e-10, &rank, x, p, &norm), list(&rank, 1) + list(&norm, 1));
	SHOW("eigenvalue", , cusolverSpDcsreigvsiHost(h, 4, S.nnz, HOST(S), 1.5, b, 100, 1e-10, &mu, x), list(&mu, 1));
	SHOW("eigenvalue, device", , cusolverSpDcsreigvsi(h, 4, S.nnz, DEVICE(S), 1.5, db, 100, 1e-10, dx + 32, dx), list(dx + 32, 1));
	SHOW("eigenvalue, one step", , cusolverSpDcsreigvsiHost(h, 4, S.nnz, HOST(S), 1.5, b, 1, 1e-10, &mu, x), "");
	SHOW("eigenvalues in a box", , cusolverSpDcsreigsHost(h, 4, S.nnz, HOST(S), low, high, &found), list(&found, 1));
	SHOW("symmetric", , cusolverSpXcsrissymHost(h, 4, S.nnz, descr, S.row, S.row + 1, S.col, &found), list(&found, 1));
	SHOW("not symmetric", , cusolverSpXcsrissymHost(h, 4, G.nnz, descr, G.row, G.row + 1, G.col, &found), list(&found, 1));
	SHOW("zero-free diagonal", , cusolverSpDcsrzfdHost(h, 4, G.nnz, HOST(G), p, &found), list(&found, 1));
	SHOW("zero-free diagonal, singular", , cusolverSpDcsrzfdHost(h, 4, Z.nnz, HOST(Z), p, &found), list(&found, 1));
	if (begins("permuted")) {
		int row[5], col[16], first[4] = {2, 0, 3, 1}, second[4] = {1, 3, 0, 2};
		memcpy(row, G.row, sizeof row);
		memcpy(col, G.col, G.nnz * sizeof(int));
		cusolverStatus_t s = cusolverSpXcsrpermHost(h, 4, 4, G.nnz, descr, row, col, first, second, map, work);
		told(name(s) + list(row, 5) + ";" + list(col, G.nnz) + ";" + list(map, G.nnz));
	}
	if (begins("chol diagonal")) {
		csrcholInfo_t info;
		int at = 7;
		cusolverSpCreateCsrcholInfo(&info);
		cusolverSpXcsrcholAnalysis(h, 4, S.nnz, DPATTERN(S), info);
		cusolverSpDcsrcholBufferInfo(h, 4, S.nnz, DEVICE(S), info, &ib, &wb);
		cusolverSpDcsrcholFactor(h, 4, S.nnz, DEVICE(S), info, dwork);
		cusolverSpDcsrcholZeroPivot(h, info, 1e-10, &at);
		told(name(cusolverSpDcsrcholDiag(h, info, dx)) + list(dx, 4) + ";" + list(&at, 1));
	}
	if (begins("chol indefinite")) {
		csrcholInfo_t info;
		int at = 7;
		cusolverSpCreateCsrcholInfo(&info);
		cusolverSpXcsrcholAnalysis(h, 4, S.nnz, DPATTERN(S), info);
		cusolverSpDcsrcholBufferInfo(h, 4, S.nnz, DEVICE(S), info, &ib, &wb);
		std::string text = name(cusolverSpDcsrcholFactor(h, 4, S.nnz, descr, P.dval, S.drow, S.dcol, info, dwork));
		told(text + " " + name(cusolverSpDcsrcholZeroPivot(h, info, 1e-10, &at)) + list(&at, 1));
	}
	for (int pivot = 0; pivot < 3; pivot++) {
		if (begins("LU factors, threshold " + std::to_string(pivot * 0.5))) {
			csrluInfoHost_t info;
			int nl = 0, nu = 0, at = 7;
			cusolverSpCreateCsrluInfoHost(&info);
			cusolverSpXcsrluAnalysisHost(h, 4, S.nnz, PATTERN(S), info);
			cusolverSpDcsrluBufferInfoHost(h, 4, S.nnz, HOST(S), info, &ib, &wb);
			cusolverSpDcsrluFactorHost(h, 4, S.nnz, HOST(S), info, pivot * 0.5, work);
			cusolverSpDcsrluZeroPivotHost(h, info, 1e-10, &at);
			cusolverSpXcsrluNnzHost(h, &nl, &nu, info);
			std::string text = name(cusolverSpDcsrluExtractHost(h, TO, info, work + 512));
			told(text + list(&nl, 1) + list(&nu, 1) + ";" + list(p, 4) + ";" + list(q, 4) + ";" + list(work, nl) + ";" + list(map, 5) + ";" + list(map + 32, nl) + ";" + list(work + 64, nu) + ";" + list(map + 96, 5) + ";" + list(map + 160, nu) + list(&at, 1));
		}
	}
	if (begins("QR, shifted")) {
		csrqrInfoHost_t info;
		int at = 7;
		cusolverSpCreateCsrqrInfoHost(&info);
		cusolverSpXcsrqrAnalysisHost(h, 4, 4, S.nnz, PATTERN(S), info);
		cusolverSpDcsrqrBufferInfoHost(h, 4, 4, S.nnz, HOST(S), info, &ib, &wb);
		cusolverSpDcsrqrSetupHost(h, 4, 4, S.nnz, HOST(S), 1, info);
		cusolverSpDcsrqrFactorHost(h, 4, 4, S.nnz, nullptr, nullptr, info, work);
		cusolverSpDcsrqrZeroPivotHost(h, info, 1e-10, &at);
		TELL(cusolverSpDcsrqrSolveHost(h, 4, 4, b, x, info, work), list(x, 4) + list(b, 4) + list(&at, 1));
	}
	if (begins("QR, b and x")) {
		csrqrInfoHost_t info;
		cusolverSpCreateCsrqrInfoHost(&info);
		cusolverSpXcsrqrAnalysisHost(h, 4, 4, S.nnz, PATTERN(S), info);
		cusolverSpDcsrqrBufferInfoHost(h, 4, 4, S.nnz, HOST(S), info, &ib, &wb);
		cusolverSpDcsrqrSetupHost(h, 4, 4, S.nnz, HOST(S), 0, info);
		TELL(cusolverSpDcsrqrFactorHost(h, 4, 4, S.nnz, b, x, info, work), list(x, 4));
	}
	if (begins("QR, tall")) {
		csrqrInfoHost_t info;
		cusolverSpCreateCsrqrInfoHost(&info);
		cusolverSpXcsrqrAnalysisHost(h, 4, 3, T.nnz, PATTERN(T), info);
		cusolverSpDcsrqrBufferInfoHost(h, 4, 3, T.nnz, HOST(T), info, &ib, &wb);
		cusolverSpDcsrqrSetupHost(h, 4, 3, T.nnz, HOST(T), 0, info);
		cusolverSpDcsrqrFactorHost(h, 4, 3, T.nnz, nullptr, nullptr, info, work);
		TELL(cusolverSpDcsrqrSolveHost(h, 4, 3, b, x, info, work), list(x, 3));
	}
	for (int tall = 0; tall < 2; tall++) {
		if (begins(tall ? "QR of a batch, tall" : "QR of a batch")) {
			const Matrix &a = tall ? T : G;
			csrqrInfo_t info;
			std::vector<double> two(2 * a.nnz);
			for (int i = 0; i < 2 * a.nnz; i++)
				two[i] = a.val[i % a.nnz] * (1 + i / a.nnz);
			double *values = device(two.data(), 2 * a.nnz);
			cusolverSpCreateCsrqrInfo(&info);
			cusolverSpXcsrqrAnalysisBatched(h, 4, a.n, a.nnz, DPATTERN(a), info);
			cusolverSpDcsrqrBufferInfoBatched(h, 4, a.n, a.nnz, descr, values, a.drow, a.dcol, 2, info, &ib, &wb);
			TELL(cusolverSpDcsrqrsvBatched(h, 4, a.n, a.nnz, descr, values, a.drow, a.dcol, db, dx, 2, info, dwork), list(dx, 2 * a.n));
		}
	}
	int nnz, *mp, *mi, nu, *up, *ui;
	double *mx, *ux;
	cusolverRfNumericBoostReport_t report;
	for (int zero = 0; zero < 3; zero++) {
		if (begins(!zero ? "refactored" : zero == 1 ? "refactored, zero" : "refactored, boosted")) {
			cusolverRfCreate(&rf);
			cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_STORED_L);
			if (zero == 2)
				cusolverRfSetNumericProperties(rf, 0.1, 2);
			rf_setup();
			std::string text = name(cusolverRfAnalyze(rf));
			const Matrix &a = zero ? RZ : RA;
			text += " " + name(cusolverRfResetValues(3, a.nnz, a.drow, a.dcol, a.dval, dp, dq, rf));
			text += " " + name(cusolverRfRefactor(rf));
			cudaDeviceSynchronize();
			text += " " + name(cusolverRfGetNumericBoostReport(rf, &report)) + " " + std::to_string(report);
			text += " " + name(cusolverRfAccessBundledFactorsDevice(rf, &nnz, &mp, &mi, &mx));
			cudaDeviceSynchronize();
			text += list(mp, 4) + ";" + list(mi, nnz) + (zero == 1 ? "" : ";" + list(mx, nnz));
			text += " " + name(cusolverRfSolve(rf, dp, dq, 1, dwork, 3, db, 3));
			cudaDeviceSynchronize();
			told(text + (zero == 1 ? "" : list(db, 3)));
		}
	}
	if (begins("refactored, diagonal assumed")) {
		cusolverRfCreate(&rf);
		cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L);
		std::string text = name(cusolverRfSetupDevice(3, A3, RS.nnz, RS.drow, RS.dcol, RS.dval, U3, dp, dq, rf));
		text += " " + name(cusolverRfAnalyze(rf)) + " " + name(cusolverRfRefactor(rf));
		text += " " + name(cusolverRfAccessBundledFactorsDevice(rf, &nnz, &mp, &mi, &mx));
		cudaDeviceSynchronize();
		told(text + list(mp, 4) + ";" + list(mi, nnz) + ";" + list(mx, nnz));
	}
	if (begins("split")) {
		cusolverRfCreate(&rf);
		cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_STORED_L);
		rf_setup();
		cusolverRfAnalyze(rf);
		cusolverRfRefactor(rf);
		std::string text = name(cusolverRfExtractSplitFactorsHost(rf, &nnz, &mp, &mi, &mx, &nu, &up, &ui, &ux));
		told(text + list(mp, 4) + ";" + list(mi, nnz) + ";" + list(mx, nnz) + ";" + list(up, 4) + ";" + list(ui, nu) + ";" + list(ux, nu));
	}
	if (begins("batch of two")) {
		cusolverRfCreate(&rf);
		cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L);
		int at[2] = {7, 7};
		double *second = device(RZ.val, RZ.nnz), *mixed[2] = {RA.dval, second};
		double **dmixed = device(mixed, 2);
		cusolverRfBatchSetupHost(2, BATCHED, p, q, rf);
		cusolverRfBatchAnalyze(rf);
		std::string text = name(cusolverRfBatchResetValues(2, 3, RA.nnz, RA.drow, RA.dcol, dmixed, dp, dq, rf));
		text += " " + name(cusolverRfBatchRefactor(rf));
		text += " " + name(cusolverRfBatchZeroPivot(rf, at)) + list(at, 2);
		text += " " + name(cusolverRfBatchSolve(rf, dp, dq, 1, dwork, 3, dxs, 3));
		cudaDeviceSynchronize();
		told(text + list(dx, 3));
	}
	if (begins("permuted solve")) {
		/* P A Q^T = L U: rows and columns of A in another order. */
		int first[3] = {2, 0, 1}, second[3] = {1, 2, 0};
		std::vector<double> full(9);
		for (int i = 0; i < 3; i++)
			for (int k = RA.row[i]; k < RA.row[i + 1]; k++)
				full[first[i] * 3 + second[RA.col[k]]] = RA.val[k];
		Matrix a = matrix(3, 3, full);
		int *dfirst = device(first, 3), *dsecond = device(second, 3);
		cusolverRfCreate(&rf);
		cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_STORED_L);
		std::string text = name(cusolverRfSetupDevice(3, a.nnz, a.drow, a.dcol, a.dval, L3, U3, dfirst, dsecond, rf));
		text += " " + name(cusolverRfAnalyze(rf)) + " " + name(cusolverRfRefactor(rf));
		text += " " + name(cusolverRfSolve(rf, dfirst, dsecond, 1, dwork, 3, db, 3));
		cudaDeviceSynchronize();
		told(text + list(db, 3));
	}
}

/* ---- choices ---- */

static void group20() {
	/* A grid of 5 by 5, and orders of it. */
	std::vector<double> all(625);
	for (int i = 0; i < 25; i++) {
		all[i * 26] = 4;
		if (i % 5)
			all[i * 25 + i - 1] = all[(i - 1) * 25 + i] = -1;
		if (i >= 5)
			all[i * 25 + i - 5] = all[(i - 5) * 25 + i] = -1;
	}
	Matrix a = matrix(25, 25, all);
	int n = 0, row[5], col[16];
	SHOW("rcm", , cusolverSpXcsrsymrcmHost(h, 25, a.nnz, PATTERN(a), p), list(p, 25));
	SHOW("mdq", , cusolverSpXcsrsymmdqHost(h, 25, a.nnz, PATTERN(a), p), list(p, 25));
	SHOW("amd", , cusolverSpXcsrsymamdHost(h, 25, a.nnz, PATTERN(a), p), list(p, 25));
	SHOW("nd", , cusolverSpXcsrmetisndHost(h, 25, a.nnz, PATTERN(a), nullptr, p), list(p, 25));
	SHOW("zfd", , cusolverSpDcsrzfdHost(h, 4, G.nnz, HOST(G), p, &n), list(p, 4) + list(&n, 1));
	SHOW("zfd cycle", , cusolverSpDcsrzfdHost(h, 4, Q.nnz, HOST(Q), p, &n), list(p, 4) + list(&n, 1));
	Matrix c = matrix(4, 4, {0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0});
	SHOW("zfd of a cycle", , cusolverSpDcsrzfdHost(h, 4, c.nnz, HOST(c), p, &n), list(p, 4) + list(&n, 1));
	int rank;
	double norm, mu;
	SHOW("least squares, singular", , cusolverSpDcsrlsqvqrHost(h, 4, 4, Z.nnz, HOST(Z), b, 1e-10, &rank, x, p, &norm), list(x, 4) + ";" + list(p, 4) + ";" + list(&rank, 1) + list(&norm, 1));
	SHOW("least squares, tall", , cusolverSpDcsrlsqvqrHost(h, 4, 3, T.nnz, HOST(T), b, 1e-10, &rank, x, p, &norm), list(x, 3) + ";" + list(p, 3) + ";" + list(&rank, 1) + list(&norm, 1));
	SHOW("least squares, wide", , cusolverSpDcsrlsqvqrHost(h, 3, 4, Q.nnz, HOST(Q), b, 1e-10, &rank, x, p, &norm), list(x, 4) + ";" + list(p, 4) + ";" + list(&rank, 1) + list(&norm, 1));
	SHOW("singular x", , cusolverSpDcsrlsvqrHost(h, 4, Z.nnz, HOST(Z), b, 1e-10, 0, x, &n), list(x, 4) + list(&n, 1));
	SHOW("singular x, LU", , cusolverSpDcsrlsvluHost(h, 4, Z.nnz, HOST(Z), b, 1e-10, 0, x, &n), list(x, 4) + list(&n, 1));
	SHOW("indefinite x", , cusolverSpDcsrlsvcholHost(h, 4, P.nnz, HOST(P), b, 1e-10, 0, x, &n), list(x, 4) + list(&n, 1));
	SHOW("eigenvalue", , cusolverSpDcsreigvsiHost(h, 4, S.nnz, HOST(S), 1.5, b, 100, 1e-10, &mu, x), list(&mu, 1) + ";" + list(x, 4));
	for (int i = 0; i < 6; i++)
		SHOW("eigenvalue, " + std::to_string(i), , cusolverSpDcsreigvsiHost(h, 4, S.nnz, HOST(S), 1.5, b, i, 1e-10, &mu, x), list(&mu, 1) + ";" + list(x, 4));
	SHOW("eigenvalue, device", , cusolverSpDcsreigvsi(h, 4, S.nnz, DEVICE(S), 1.5, db, 100, 1e-10, dx + 32, dx), list(dx + 32, 1) + ";" + list(dx, 4));
	SHOW("sizes, chol", , cusolverSpDcsrlsvcholHost(h, 4, S.nnz, HOST(S), b, 0, 0, x, &n), " " + std::to_string(ib));
	(void)row, (void)col;
}

static void run(int group) {
	b = (double *)malloc(64 * sizeof *b), x = (double *)malloc(64 * sizeof *x);
	p = (int *)malloc(64 * sizeof *p), q = (int *)malloc(64 * sizeof *q), map = (int *)malloc(1024);
	work = (double *)malloc(16 << 20);
	cudaMalloc((void **)&db, 64 * sizeof *b);
	cudaMalloc((void **)&dx, 64 * sizeof *x);
	cudaMalloc((void **)&dwork, 64 << 20);
	G = matrix(4, 4, {1, 2, 0, 0, 3, 0, 4, 0, 0, 5, 6, 1, 7, 0, 0, 8});
	W = matrix(4, 4, {4, 9, 0, 9, -1, 4, 9, 0, 0, -1, 4, 9, -1, 0, -1, 4});
	S = matrix(4, 4, {4, -1, 0, -1, -1, 4, -1, 0, 0, -1, 4, -1, -1, 0, -1, 4});
	P = matrix(4, 4, {4, -1, 0, -1, -1, 4, -1, 0, 0, -1, -4, -1, -1, 0, -1, 4});
	Z = matrix(4, 4, {1, 2, 0, 0, 2, 4, 0, 0, 0, 5, 6, 1, 7, 0, 0, 8});
	Q = matrix(3, 4, {1, 2, 0, 0, 3, 0, 4, 0, 0, 5, 6, 1});
	T = matrix(4, 3, {1, 2, 0, 3, 0, 4, 0, 5, 6, 7, 0, 1});
	RL = matrix(3, 3, {1, 0, 0, .5, 1, 0, 0, .25, 1});
	RS = matrix(3, 3, {0, 0, 0, .5, 0, 0, 0, .25, 0});
	RU = matrix(3, 3, {4, 1, 0, 0, 2, 1, 0, 0, 3});
	RA = matrix(3, 3, {4, 1, 0, 2, 2.5, 1, 0, .5, 3.25});
	RZ = matrix(3, 3, {4, 1, 0, 2, .5, 1, 0, .5, 3.25});
	int order[3] = {0, 1, 2};
	dp = device(order, 3), dq = device(order, 3);
	double *as[2] = {RA.dval, RA.dval}, *xs[2] = {dx, dx + 8};
	da = device(as, 2), dxs = device(xs, 2);
	ha[0] = ha[1] = RA.val;
	cusolverSpCreate(&h);
	cusparseCreateMatDescr(&descr);
	cusparseCreateMatDescr(&one);
	cusparseSetMatIndexBase(one, CUSPARSE_INDEX_BASE_ONE);
	cusparseCreateMatDescr(&symmetric);
	cusparseSetMatType(symmetric, CUSPARSE_MATRIX_TYPE_SYMMETRIC);
	cusparseCreateMatDescr(&triangular);
	cusparseSetMatType(triangular, CUSPARSE_MATRIX_TYPE_TRIANGULAR);
	cusparseCreateMatDescr(&hermitian);
	cusparseSetMatType(hermitian, CUSPARSE_MATRIX_TYPE_HERMITIAN);
	void (*const groups[])() = {group0, group1, group2, group3, group4, group5, group6, group7, group8};
	group >= 20 ? group20() : groups[group]();
}
