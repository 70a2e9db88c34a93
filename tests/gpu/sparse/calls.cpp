/* calls.cpp - what cuSPARSE answers to the arguments of each function, and what the generic
 * functions compute from small integers, of which every order of a sum gives the same:
 * calls.h. A device with the real library records it; tests/libs/sparse compares.
 *     nvcc -std=c++17 -o calls calls.cpp -lcusparse
 *     ./calls pairs 0 1; ./calls random 0 1
 * SPDX-License-Identifier: Apache-2.0 */
#define CASES 40
#include "../calls.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cusparse.h>

#include <algorithm>
#include <functional>

enum { ROOM = 1 << 16, WORK = 1 << 22, WORKS = 7 };
static cusparseHandle_t h;
static char *device, *work;  /* operands; buffers */
static char image[ROOM];     /* what the operands are before a call */
static size_t used;
static char host[16][64], result[16];

static char letter(int status) {
	return status < 10 ? (char)('0' + status) : (char)('a' + status - 10);
}

/* ---- operands ---- */

static size_t take(size_t bytes) {
	size_t at = used;
	used += (bytes + 15) / 16 * 16;
	return at;
}
static size_t bytes_of(cudaDataType t) {
	switch (t) {
	case CUDA_R_8I: return 1;
	case CUDA_R_16F:
	case CUDA_R_16BF: return 2;
	case CUDA_R_64F:
	case CUDA_C_32F: return 8;
	case CUDA_C_64F: return 16;
	default: return 4;
	}
}
/* A small number in a type; of complex ones both parts. */
static void put(size_t at, cudaDataType t, size_t i, int value, int imaginary) {
	float f[2] = {(float)value, (float)imaginary};
	double d[2] = {(double)value, (double)imaginary};
	__half half = __float2half(f[0]);
	__nv_bfloat16 b = __float2bfloat16(f[0]);
	void *from = t == CUDA_R_64F || t == CUDA_C_64F ? (void *)d
	             : t == CUDA_R_16F                  ? (void *)&half
	             : t == CUDA_R_16BF                 ? (void *)&b
	             : t == CUDA_R_8I || t == CUDA_R_32I ? (void *)&value
	                                                : (void *)f;
	memcpy(image + at + i * bytes_of(t), from, bytes_of(t));
}
static int small() {
	return 1 + (int)below(3);
}
static void *numbers(cudaDataType t, size_t n) {
	size_t at = take(n * bytes_of(t));
	for (size_t i = 0; i < n; i++) {
		int value = small();
		put(at, t, i, value, small());
	}
	return device + at;
}
static void *indices(const std::vector<int> &v, bool is_wide = false) {
	size_t at = take((v.size() + 8) * (is_wide ? 8 : 4));
	for (size_t i = 0; i < v.size(); i++) {
		int64_t wide = v[i];
		memcpy(image + at + i * (is_wide ? 8 : 4), &wide, is_wide ? 8 : 4);
	}
	return device + at;
}

struct Layout {
	cusparseFormat_t format;
	bool wide_offsets, wide_indices;
	int base;
	cusparseOrder_t order; /* of blocks */
};
static cusparseIndexType_t width(bool is_wide) {
	return is_wide ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
}
/* A sparse matrix of the elements (or 2 by 2 blocks) that `has_element` tells; those on the diagonal are 1. */
static cusparseSpMatDescr_t sparse(int rows, int cols, cudaDataType t, Layout l,
                                   std::function<bool(int, int)> has_element) {
	cusparseSpMatDescr_t m = nullptr;
	auto wo = width(l.wide_offsets), wi = width(l.wide_indices);
	auto base = (cusparseIndexBase_t)l.base;
	bool by_columns = l.format == CUSPARSE_FORMAT_CSC;
	bool is_blocked = l.format == CUSPARSE_FORMAT_BSR || l.format == CUSPARSE_FORMAT_BLOCKED_ELL;
	int lines = (by_columns ? cols : rows) / (is_blocked ? 2 : 1);
	int across = (by_columns ? rows : cols) / (is_blocked ? 2 : 1), most = 0;
	std::vector<int> offsets = {l.base}, line, along;
	std::vector<bool> diagonal;
	std::vector<std::vector<int>> all(lines);
	for (int i = 0; i < lines; i++) {
		for (int j = 0; j < across; j++)
			if (by_columns ? has_element(j, i) : has_element(i, j)) {
				line.push_back(i + l.base);
				along.push_back(j + l.base);
				diagonal.push_back(i == j);
				all[i].push_back(j);
			}
		most = std::max(most, (int)all[i].size());
		offsets.push_back((int)along.size() + l.base);
	}
	int nnz = (int)along.size();
	if (l.format == CUSPARSE_FORMAT_BLOCKED_ELL) {
		along.clear();
		for (auto &one : all)
			for (int j = 0; j < most; j++)
				along.push_back(j < (int)one.size() ? one[j] + l.base : -1);
	}
	if (l.format == CUSPARSE_FORMAT_SLICED_ELLPACK) {
		along.clear(), diagonal.clear();
		offsets = {l.base};
		for (int i = 0; i < lines; i += 2) {
			size_t widest = all[i].size();
			if (i + 1 < lines)
				widest = std::max(widest, all[i + 1].size());
			for (size_t j = 0; j < widest; j++)
				for (int r = i; r < i + 2; r++) {
					bool there = r < lines && j < all[r].size();
					along.push_back(there ? all[r][j] + l.base : -1);
					diagonal.push_back(there && all[r][j] == r);
				}
			offsets.push_back((int)along.size() + l.base);
		}
	}
	size_t n = along.size() * (is_blocked ? 4 : 1), values = used;
	numbers(t, n);
	for (size_t i = 0; !is_blocked && i < n; i++)
		if (diagonal[i])
			put(values, t, i, 1, 0);
	void *v = device + values, *o = indices(offsets, l.wide_offsets), *a = indices(along, l.wide_indices);
	switch (l.format) {
	case CUSPARSE_FORMAT_CSR: cusparseCreateCsr(&m, rows, cols, nnz, o, a, v, wo, wi, base, t); break;
	case CUSPARSE_FORMAT_CSC: cusparseCreateCsc(&m, rows, cols, nnz, o, a, v, wo, wi, base, t); break;
	case CUSPARSE_FORMAT_COO: cusparseCreateCoo(&m, rows, cols, nnz, indices(line, l.wide_indices), a, v, wi, base, t); break;
	case CUSPARSE_FORMAT_BSR:
		cusparseCreateBsr(&m, lines, across, nnz, 2, 2, o, a, v, wo, wi, base, t, l.order);
		break;
	case CUSPARSE_FORMAT_BLOCKED_ELL:
		cusparseCreateBlockedEll(&m, rows, cols, 2, 2 * most, a, v, wi, base, t);
		break;
	default:
		cusparseCreateSlicedEll(&m, rows, cols, nnz, (int64_t)along.size(), 2, o, a, v, wo, wi, base, t);
	}
	return m;
}
static cusparseDnVecDescr_t dense_vector(int n, cudaDataType t) {
	cusparseDnVecDescr_t v = nullptr;
	cusparseCreateDnVec(&v, n, numbers(t, n), t);
	return v;
}
static cusparseDnMatDescr_t dense_matrix(int rows, int cols, cudaDataType t, bool by_rows, int more = 0) {
	cusparseDnMatDescr_t m = nullptr;
	int ld = std::max(1, by_rows ? cols : rows) + more;
	cusparseCreateDnMat(&m, rows, cols, ld, numbers(t, (size_t)ld * (by_rows ? rows : cols)), t,
	                    by_rows ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
	return m;
}
static cusparseSpVecDescr_t sparse_vector(int n, const std::vector<int> &places, cudaDataType t, bool is_wide, int base) {
	cusparseSpVecDescr_t v = nullptr;
	std::vector<int> at = places;
	for (int &i : at)
		i += base;
	cusparseCreateSpVec(&v, n, (int64_t)at.size(), indices(at, is_wide), numbers(t, at.size()), width(is_wide),
	                    (cusparseIndexBase_t)base, t);
	return v;
}

/* ---- the operands of a call ---- */

static cusparseOperation_t op_a, op_b;
static cudaDataType types[3], compute; /* of A, B or x, C or y */
static cusparseSpMatDescr_t sparse_a, sparse_b, sparse_c;
static cusparseDnMatDescr_t dense_a, dense_b, dense_c;
static cusparseDnVecDescr_t x, y;
static cusparseSpVecDescr_t sparse_x;
static cusparseSpSVDescr_t solve_vector;
static cusparseSpSMDescr_t solve_matrix;
static cusparseSpGEMMDescr_t product;
static cusparseMatDescr_t general;
static char *result_offsets, *result_indices, *result_values;
static bool is_wide_result;

static void scalar(char *to, int value) {
	size_t at = take(16);
	put(at, compute, 0, value, small());
	memcpy(to, image + at, 16);
}

static void reset() {
	cudaMemcpy(device, image, ROOM, cudaMemcpyHostToDevice);
}
static void prepare();
static void choose_types() {
	static const cudaDataType mixes[][4] = {
	        {CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},     {CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
	        {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},     {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
	        {CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F},     {CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F},
	        {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F},  {CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F},
	        {CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I},       {CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F}};
	auto &mix = mixes[is_random ? below(has("SpS") || has("SpGEMM") ? 4 : 10) : 0];
	std::copy(mix, mix + 3, types);
	compute = mix[3];
	if (is_random && (has("Gather") || has("Scatter") || has("ToSparse") || has("ToDense")))
		types[1] = types[2] = types[0];
}

static void begin() {
	used = 0;
	memset(image, 0, sizeof image);
	memset(host, 0, sizeof host);
	memset(result, 0, sizeof result);
	choose_types();
	int m = 4, n = 4, k = 4;
	op_a = op_b = CUSPARSE_OPERATION_NON_TRANSPOSE;
	Layout la = {CUSPARSE_FORMAT_CSR, false, false, 0, CUSPARSE_ORDER_ROW};
	bool solves = has("SpSV") || has("SpSM"), rows_b = false, rows_c = false;
	unsigned density = 5;
	if (is_random) {
		static const cusparseFormat_t formats[] = {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO,
		                                           CUSPARSE_FORMAT_BSR, CUSPARSE_FORMAT_BLOCKED_ELL,
		                                           CUSPARSE_FORMAT_SLICED_ELLPACK};
		la.format = formats[below(3) ? below(3) : below(6)];
		if (has("SpGEMM") || ((has("DDMM") || solves) && below(3)))
			la.format = CUSPARSE_FORMAT_CSR;
		la.wide_indices = below(3) == 0;
		la.wide_offsets = la.wide_indices || below(4) == 0;
		la.base = (int)below(2);
		la.order = below(2) ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
		bool is_complex = compute == CUDA_C_32F || compute == CUDA_C_64F;
		unsigned ops = is_complex || below(10) == 0 ? 3 : 2;
		op_a = (cusparseOperation_t)(below(2) ? 0 : below(ops));
		op_b = (cusparseOperation_t)(below(2) ? 0 : below(ops));
		if (has("SpGEMM") && below(8))
			op_a = op_b = CUSPARSE_OPERATION_NON_TRANSPOSE;
		bool is_blocked = la.format == CUSPARSE_FORMAT_BSR || la.format == CUSPARSE_FORMAT_BLOCKED_ELL;
		m = 1 + (int)below(6), n = 1 + (int)below(6), k = solves ? m : 1 + (int)below(6);
		if (is_blocked)
			m = (m + 1) / 2 * 2, k = (k + 1) / 2 * 2, n = has("DDMM") ? (n + 1) / 2 * 2 : n;
		rows_b = below(2), rows_c = below(3) ? rows_b : below(2);
		density = below(7);
	}
	auto pattern = [&](int i, int j) {
		return solves ? i == j || (i > j && below(6) < density) : below(6) < density;
	};
	auto two = [&](int i, int j) { return i == j || i == j + 1; };
	auto which = [&]() -> std::function<bool(int, int)> {
		return is_random ? std::function<bool(int, int)>(pattern) : two;
	};
	bool turns_a = op_a != 0, turns_b = op_b != 0;
	bool is_sampled = has("SDDMM");
	sparse_a = sparse(turns_a ? k : m, turns_a ? m : k, types[0], la, which());
	bool second = has("SpGEMM") || has("ToSparse");
	Layout lb = la;
	if (is_random && second && has("ToSparse"))
		m = n, n = k; /* a size of its own */
	sparse_b = has("SpGEMM") ? sparse(turns_b ? n : k, turns_b ? k : n, types[1], lb, which()) : nullptr;
	sparse_c = is_sampled || !is_random ? sparse(m, n, types[2], la, which()) : nullptr;
	dense_a = dense_matrix(turns_a ? k : m, turns_a ? m : k, types[0], rows_b, is_random ? (int)below(2) : 0);
	dense_b = has("ToDense") ? dense_matrix(turns_a ? k : m, turns_a ? m : k, types[2], rows_b, 1)
	                         : dense_matrix(turns_b ? n : k, turns_b ? k : n, types[1], rows_b, is_random ? (int)below(2) : 0);
	dense_c = dense_matrix(m, n, types[2], rows_c, is_random ? (int)below(2) : 0);
	std::vector<int> places;
	for (int i = 0; i < k; i++)
		if (is_random ? below(2) : i % 2)
			places.push_back(i);
	sparse_x = sparse_vector(k, places, types[0], la.wide_indices, la.base);
	x = dense_vector(k, types[1]);
	y = has("SpM") || has("SpS") ? dense_vector(m, types[2]) : dense_vector(k, types[2]);
	scalar(host[0], is_random ? 1 + (int)below(2) : 1);
	scalar(host[1], is_random ? (int)below(3) : 1);
	if (has("SpS") && (compute == CUDA_C_32F || compute == CUDA_C_64F))
		put(0, compute, 0, 1, 0), memcpy(host[0], image, 16), memset(image, 0, 16);
	/* Room for what a function counts. */
	is_wide_result = la.wide_indices;
	result_offsets = (char *)indices(std::vector<int>(40), la.wide_offsets);
	result_indices = (char *)indices(std::vector<int>(100), la.wide_indices);
	result_values = (char *)numbers(types[2], 100);
	if (has("ToSparse")) {
		turns_a = false;
		int rows = op_a ? k : m, cols = op_a ? m : k;
		auto base = (cusparseIndexBase_t)la.base;
		auto wo = width(la.wide_offsets), wi = width(la.wide_indices);
		int64_t many;
		(void)many;
		dense_a = dense_matrix(rows, cols, types[0], rows_b, 1);
		sparse_b = nullptr;
		if (la.format == CUSPARSE_FORMAT_CSC)
			cusparseCreateCsc(&sparse_b, rows, cols, 0, result_offsets, nullptr, nullptr, wo, wi, base, types[0]);
		else if (la.format == CUSPARSE_FORMAT_COO)
			cusparseCreateCoo(&sparse_b, rows, cols, 0, nullptr, nullptr, nullptr, wi, base, types[0]);
		else
			cusparseCreateCsr(&sparse_b, rows, cols, 0, result_offsets, nullptr, nullptr, wo, wi, base, types[0]);
	}
	if (has("SpGEMM")) {
		sparse_c = nullptr;
		cusparseCreateCsr(&sparse_c, m, n, 0, result_offsets, nullptr, nullptr, width(la.wide_offsets),
		                  width(la.wide_indices), (cusparseIndexBase_t)la.base, types[2]);
	}
	if (is_random && has("DDMM")) {
		dense_b = dense_matrix(turns_b ? n : k, turns_b ? k : n, types[1], rows_b);
		dense_a = dense_matrix(turns_a ? k : m, turns_a ? m : k, types[0], rows_b);
	}
	if (used > ROOM)
		abort();
	cusparseSpSV_createDescr(&solve_vector);
	cusparseSpSM_createDescr(&solve_matrix);
	cusparseSpGEMM_createDescr(&product);
	reset();
	prepare();
}

static void *buffer(int i) {
	return work + (size_t)i * WORK;
}
static bsrsv2Info_t bsrsv2;
static bsrsm2Info_t bsrsm2;
static csrilu02Info_t csrilu02;
static bsrilu02Info_t bsrilu02;
static csric02Info_t csric02;
static bsric02Info_t bsric02;
static float *values;
static int *row_offsets, *columns, *row_indices, *block_offsets, *block_columns, *many_ints;

/* The steps before a function. */
static void prepare() {
	size_t size = WORK, other = WORK;
	auto alg = CUSPARSE_SPGEMM_DEFAULT;
	if (has("SpSV") && (has("solve") || has("update"))) {
		cusparseSpSV_bufferSize(h, op_a, host[0], sparse_a, x, y, compute, CUSPARSE_SPSV_ALG_DEFAULT, solve_vector, &size);
		cusparseSpSV_analysis(h, op_a, host[0], sparse_a, x, y, compute, CUSPARSE_SPSV_ALG_DEFAULT, solve_vector, buffer(0));
	} else if (has("SpSM") && (has("solve") || has("update"))) {
		cusparseSpSM_bufferSize(h, op_a, op_b, host[0], sparse_a, dense_b, dense_c, compute, CUSPARSE_SPSM_ALG_DEFAULT, solve_matrix, &size);
		cusparseSpSM_analysis(h, op_a, op_b, host[0], sparse_a, dense_b, dense_c, compute, CUSPARSE_SPSM_ALG_DEFAULT, solve_matrix, buffer(0));
	} else if (has("ToSparse_convert")) {
		cusparseDenseToSparse_analysis(h, dense_a, sparse_b, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer(0));
		cudaDeviceSynchronize();
		cusparseFormat_t f;
		cusparseSpMatGetFormat(sparse_b, &f);
		if (f == CUSPARSE_FORMAT_CSR)
			cusparseCsrSetPointers(sparse_b, result_offsets, result_indices, result_values);
		else if (f == CUSPARSE_FORMAT_CSC)
			cusparseCscSetPointers(sparse_b, result_offsets, result_indices, result_values);
		else
			cusparseCooSetPointers(sparse_b, result_offsets, result_indices, result_values);
	} else if (has("SpGEMM_")) {
		bool is_late = has("copy"), is_middle = is_late || has("compute") || has("Products") || has("estimate");
		if (is_middle) {
			cusparseSpGEMM_workEstimation(h, op_a, op_b, host[0], sparse_a, sparse_b, host[1], sparse_c, compute, alg, product, &size, nullptr);
			cusparseSpGEMM_workEstimation(h, op_a, op_b, host[0], sparse_a, sparse_b, host[1], sparse_c, compute, alg, product, &size, buffer(0));
		}
		if (is_late) {
			cusparseSpGEMM_compute(h, op_a, op_b, host[0], sparse_a, sparse_b, host[1], sparse_c, compute, alg, product, &other, nullptr);
			cusparseSpGEMM_compute(h, op_a, op_b, host[0], sparse_a, sparse_b, host[1], sparse_c, compute, alg, product, &other, buffer(1));
			cusparseCsrSetPointers(sparse_c, result_offsets, result_indices, result_values);
		}
	}
	cudaDeviceSynchronize();
	reset();
	if (is_random)
		return;
	cusparseCreateBsrsv2Info(&bsrsv2), cusparseCreateBsrsm2Info(&bsrsm2), cusparseCreateCsrilu02Info(&csrilu02);
	cusparseCreateBsrilu02Info(&bsrilu02), cusparseCreateCsric02Info(&csric02), cusparseCreateBsric02Info(&bsric02);
	values = (float *)numbers(CUDA_R_32F, 256);
	row_offsets = (int *)indices({0, 1, 3, 5, 7});
	columns = (int *)indices({0, 0, 1, 1, 2, 2, 3});
	row_indices = (int *)indices({0, 1, 1, 2, 2, 3, 3});
	block_offsets = (int *)indices({0, 1, 3});
	block_columns = (int *)indices({0, 0, 1});
	many_ints = (int *)indices({0, 1, 2, 3, 4, 5, 6});
	take(1024);
	reset();
	int n;
	const auto NO = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
	const auto ROWS = CUSPARSE_DIRECTION_ROW;
	const auto N = CUSPARSE_OPERATION_NON_TRANSPOSE;
	float *v = values;
	if (has("bsrsv2_solve") || has("bsrsv2_zero")) {
		cusparseSbsrsv2_bufferSize(h, ROWS, N, 2, 3, general, v, block_offsets, block_columns, 2, bsrsv2, &n);
		cusparseSbsrsv2_analysis(h, ROWS, N, 2, 3, general, v, block_offsets, block_columns, 2, bsrsv2, NO, buffer(0));
	} else if (has("bsrsm2_solve") || has("bsrsm2_zero")) {
		cusparseSbsrsm2_bufferSize(h, ROWS, N, N, 2, 4, 3, general, v, block_offsets, block_columns, 2, bsrsm2, &n);
		cusparseSbsrsm2_analysis(h, ROWS, N, N, 2, 4, 3, general, v, block_offsets, block_columns, 2, bsrsm2, NO, buffer(0));
	} else if (has("_buffer") || has("_analysis")) {
	} else if (has("csrilu02")) {
		cusparseScsrilu02_bufferSize(h, 4, 7, general, v, row_offsets, columns, csrilu02, &n);
		cusparseScsrilu02_analysis(h, 4, 7, general, v, row_offsets, columns, csrilu02, NO, buffer(0));
	} else if (has("csric02")) {
		cusparseScsric02_bufferSize(h, 4, 7, general, v, row_offsets, columns, csric02, &n);
		cusparseScsric02_analysis(h, 4, 7, general, v, row_offsets, columns, csric02, NO, buffer(0));
	} else if (has("bsrilu02")) {
		cusparseSbsrilu02_bufferSize(h, ROWS, 2, 3, general, v, block_offsets, block_columns, 2, bsrilu02, &n);
		cusparseSbsrilu02_analysis(h, ROWS, 2, 3, general, v, block_offsets, block_columns, 2, bsrilu02, NO, buffer(0));
	} else if (has("bsric02")) {
		cusparseSbsric02_bufferSize(h, ROWS, 2, 3, general, v, block_offsets, block_columns, 2, bsric02, &n);
		cusparseSbsric02_analysis(h, ROWS, 2, 3, general, v, block_offsets, block_columns, 2, bsric02, NO, buffer(0));
	}
	cudaDeviceSynchronize();
	reset();
}

static void start() {
	cudaMalloc((void **)&device, ROOM);
	cudaMalloc((void **)&work, (size_t)WORK * WORKS);
	cusparseCreate(&h);
	cusparseCreateMatDescr(&general);
}

/* ---- values ---- */

template <class A> static void object(Values<A> &v, A good) {
	also(v, good, "good");
	if (!is_random)
		also(v, (A) nullptr, "null");
}
static void give(const std::string &, Values<cusparseHandle_t> &v) {
	object(v, h);
}
static void give(const std::string &, Values<cusparseMatDescr_t> &v) {
	object(v, general);
	static cusparseMatDescr_t others[2];
	for (int i = 0; i < 2 && !is_random; i++) {
		if (!others[i]) {
			cusparseCreateMatDescr(&others[i]);
			cusparseSetMatType(others[i], i ? CUSPARSE_MATRIX_TYPE_TRIANGULAR : CUSPARSE_MATRIX_TYPE_SYMMETRIC);
		}
		also(v, others[i], i ? "triangular" : "symmetric");
	}
}
#define GIVE_INFO(type, name)                                                     \
	static void give(const std::string &, Values<type> &v) {                  \
		object(v, name);                                                  \
	}
GIVE_INFO(bsrsv2Info_t, bsrsv2)
GIVE_INFO(bsrsm2Info_t, bsrsm2)
GIVE_INFO(csrilu02Info_t, csrilu02)
GIVE_INFO(bsrilu02Info_t, bsrilu02)
GIVE_INFO(csric02Info_t, csric02)
GIVE_INFO(bsric02Info_t, bsric02)
GIVE_INFO(cusparseSpSVDescr_t, solve_vector)
GIVE_INFO(cusparseSpSMDescr_t, solve_matrix)
GIVE_INFO(cusparseSpGEMMDescr_t, product)
static void give(const std::string &, Values<csru2csrInfo_t> &v) {
	csru2csrInfo_t info;
	cusparseCreateCsru2csrInfo(&info);
	object(v, info);
}
static void give(const std::string &, Values<pruneInfo_t> &v) {
	pruneInfo_t info;
	cusparseCreatePruneInfo(&info);
	object(v, info);
}
static void give(const std::string &, Values<cusparseColorInfo_t> &v) {
	cusparseColorInfo_t info;
	cusparseCreateColorInfo(&info);
	object(v, info);
}
static void give(const std::string &, Values<cudaStream_t> &v) {
	also(v, (cudaStream_t) nullptr, "0");
}

template <class A> static void give_sparse(const std::string &name, Values<A> &v) {
	object(v, (A)(name == "matB" ? sparse_b : name == "matC" ? sparse_c : sparse_a));
	if (is_random)
		return;
	const auto F = CUDA_R_32F, D = CUDA_R_64F;
	static const struct {
		const char *name;
		int rows, cols;
		cudaDataType type;
		Layout layout;
	} others[] = {{"double", 4, 4, D, {CUSPARSE_FORMAT_CSR, false, false, 0, CUSPARSE_ORDER_ROW}},
	              {"3x4", 3, 4, F, {CUSPARSE_FORMAT_CSR, false, false, 0, CUSPARSE_ORDER_ROW}},
	              {"4x3", 4, 3, F, {CUSPARSE_FORMAT_CSR, false, false, 0, CUSPARSE_ORDER_ROW}},
	              {"wide", 4, 4, F, {CUSPARSE_FORMAT_CSR, true, true, 0, CUSPARSE_ORDER_ROW}},
	              {"csc", 4, 4, F, {CUSPARSE_FORMAT_CSC, false, false, 0, CUSPARSE_ORDER_ROW}},
	              {"coo", 4, 4, F, {CUSPARSE_FORMAT_COO, false, false, 0, CUSPARSE_ORDER_ROW}},
	              {"bsr", 4, 4, F, {CUSPARSE_FORMAT_BSR, false, false, 0, CUSPARSE_ORDER_ROW}},
	              {"bell", 4, 4, F, {CUSPARSE_FORMAT_BLOCKED_ELL, false, false, 0, CUSPARSE_ORDER_ROW}},
	              {"sell", 4, 4, F, {CUSPARSE_FORMAT_SLICED_ELLPACK, false, false, 0, CUSPARSE_ORDER_ROW}}};
	for (auto &one : others) {
		also(v, (A)sparse(one.rows, one.cols, one.type, one.layout, [](int i, int j) { return i == j || i == j + 1; }), one.name);
		const char *mine = has("eCsc") ? "csc" : has("eCoo") ? "coo" : has("eBsr") ? "bsr" : has("eBlocked") ? "bell" : "";
		if (!strcmp(one.name, mine))
			std::swap(v[0], v.back());
	}
}
static void give(const std::string &name, Values<cusparseSpMatDescr_t> &v) {
	give_sparse(name, v);
}
static void give(const std::string &name, Values<cusparseConstSpMatDescr_t> &v) {
	give_sparse(name, v);
}
template <class A> static void give_dense(const std::string &name, Values<A> &v) {
	object(v, (A)(name == "matB" ? dense_b : name == "matC" ? dense_c : dense_a));
	if (is_random)
		return;
	also(v, (A)dense_matrix(4, 4, CUDA_R_64F, false), "double");
	also(v, (A)dense_matrix(3, 4, CUDA_R_32F, false), "3x4");
	also(v, (A)dense_matrix(4, 3, CUDA_R_32F, false), "4x3");
	also(v, (A)dense_matrix(4, 4, CUDA_R_32F, true), "rows");
	also(v, (A)dense_matrix(0, 0, CUDA_R_32F, false), "0x0", true);
}
static void give(const std::string &name, Values<cusparseDnMatDescr_t> &v) {
	give_dense(name, v);
}
static void give(const std::string &name, Values<cusparseConstDnMatDescr_t> &v) {
	give_dense(name, v);
}
template <class A> static void give_vector(const std::string &name, Values<A> &v) {
	object(v, (A)(name == "vecY" ? y : x));
	if (is_random)
		return;
	also(v, (A)dense_vector(4, CUDA_R_64F), "double");
	also(v, (A)dense_vector(3, CUDA_R_32F), "3");
	also(v, (A)dense_vector(5, CUDA_R_32F), "5");
	also(v, (A)dense_vector(0, CUDA_R_32F), "0", true);
}
static void give(const std::string &name, Values<cusparseDnVecDescr_t> &v) {
	give_vector(name, v);
}
static void give(const std::string &name, Values<cusparseConstDnVecDescr_t> &v) {
	give_vector(name, v);
}
template <class A> static void give_sparse_vector(Values<A> &v) {
	object(v, (A)sparse_x);
	if (is_random)
		return;
	also(v, (A)sparse_vector(4, {1, 3}, CUDA_R_64F, false, 0), "double");
	also(v, (A)sparse_vector(3, {1, 2}, CUDA_R_32F, false, 0), "3");
	also(v, (A)sparse_vector(5, {1, 4}, CUDA_R_32F, false, 0), "5");
	also(v, (A)sparse_vector(4, {1, 3}, CUDA_R_32F, true, 0), "wide");
	also(v, (A)sparse_vector(4, {}, CUDA_R_32F, false, 0), "none", true);
}
static void give(const std::string &, Values<cusparseSpVecDescr_t> &v) {
	give_sparse_vector(v);
}
static void give(const std::string &, Values<cusparseConstSpVecDescr_t> &v) {
	give_sparse_vector(v);
}

template <class A> static void choice(Values<A> &v, A good, std::vector<long> others) {
	number(v, good, is_random ? std::vector<long>{} : others);
	for (auto &value : v)
		value.nothing = false;
}
template <class A> static std::enable_if_t<std::is_enum<A>::value> enumeration(const std::string &name, Values<A> &v) {
	if (std::is_same<A, cusparseOperation_t>::value)
		choice(v, (A)(is(name, "opA opX transA") ? op_a : op_b), {1, 2, 3, 9, -1});
	else if (std::is_same<A, cusparseIndexType_t>::value)
		choice(v, (A)CUSPARSE_INDEX_32I, {CUSPARSE_INDEX_64I, CUSPARSE_INDEX_16U, 0, 9});
	else if (std::is_same<A, cudaDataType>::value)
		choice(v, (A)compute, {1, 2, 4, 3, 10, 14, 99});
	else if (std::is_same<A, cusparseCsr2CscAlg_t>::value || std::is_same<A, cusparseOrder_t>::value)
		choice(v, (A)1, {0, 2, 3, 9});
	else
		choice(v, (A)0, {1, 2, 3, 4, 9, -1});
}
template <class A> static std::enable_if_t<std::is_integral<A>::value> integer(const std::string &name, Values<A> &v) {
	if (is(name, "mb nb kb brows bcols sizeOfMask batchCount rowBlockSize colBlockSize ellBlockSize sliceSize ellCols") ||
	    name.find("lockDim") != std::string::npos || name == "blockSize" || (name == "nnz" && has("emvi")) ||
	    (name == "nnz" && has("SpVec")))
		number(v, (A)2, {0, -1, 1, 3});
	else if (is(name, "nnzb bnnz"))
		number(v, (A)3, {0, -1, 9});
	else if (name.substr(0, 3) == "nnz")
		number(v, (A)7, {0, -1, 17});
	else if (name.substr(0, 2) == "ld")
		number(v, (A)4, {3, 0, -1});
	else if (name == "sellValuesSize")
		number(v, (A)8, {6, 0, -1});
	else if (name == "dataSize")
		number(v, (A)4, {0, 8});
	else if (is(name, "algo enable_boost"))
		number(v, (A)0, {1, 2, 9, -1});
	else if (name.find("Stride") != std::string::npos)
		number(v, (A)16, {0, -1, 3});
	else
		number(v, (A)4, {0, -1, 1});
}
template <class A> static std::enable_if_t<std::is_pointer<A>::value> pointer(const std::string &name, Values<A> &v) {
	auto contains = [&](const char *part) { return name.find(part) != std::string::npos; };
	bool is_host = std::is_pointer<std::remove_pointer_t<A>>::value || contains("ize") || contains("DevHost") || contains("descr") || contains("Descr") ||
	               is(name, "nnzC position value version data tol boost_val c_coeff s_coeff fractionToColor threshold ncolors mode num_prods result streamId rows cols nnz ld batchCount batchStride idxBase format type order") ||
	               contains("Type") || contains("ellCols");
	bool bsr = has("bsr") && !has("csr2bsr") && !has("csr2gebsr");
	static char place[64][64];
	static int turn;
	void *at;
	if (name == "alpha")
		at = host[0];
	else if (name == "beta")
		at = host[1];
	else if (is_random && name == "result")
		at = result;
	else if (is_host) {
		at = place[turn++ % 64];
		memset(at, 0, 64);
	} else if (contains("uffer"))
		at = buffer(isdigit(name.back()) ? name.back() - '0' : 0);
	else if (contains("newValues"))
		at = result_values;
	else if (is_random)
		at = device;
	else if (contains("RowPtr") || contains("Offsets") || contains("ColPtr") || contains("csrRowPtr"))
		at = bsr ? block_offsets : row_offsets;
	else if (contains("EndPtr"))
		at = block_offsets + 1;
	else if (contains("MaskPtr"))
		at = many_ints;
	else if (contains("RowInd") || contains("ooRows"))
		at = row_indices;
	else if (contains("Ind") || contains("ooCol") || name == "indices")
		at = bsr ? block_columns : columns;
	else if (is(name, "P p coloring reordering nnzPerRow nnzPerRowCol"))
		at = many_ints;
	else
		at = values;
	also(v, (A)at, name);
	if (!is_random)
		also(v, (A) nullptr, "null", true);
}
template <class A> static void give(const std::string &name, Values<A> &v) {
	if constexpr (std::is_pointer<A>::value)
		pointer(name, v);
	else if constexpr (std::is_enum<A>::value)
		enumeration(name, v);
	else if constexpr (std::is_integral<A>::value)
		integer(name, v);
	else if (is_random)
		also(v, A(1), "1");
	else
		number(v, A(1), {0, -1, 101});
}

/* ---- what is left ---- */

static std::string looked() {
	static char now[ROOM];
	if (cudaMemcpy(now, device, ROOM, cudaMemcpyDeviceToHost))
		return "fault";
	if (!only.empty())
		for (int i = 0; i < ROOM / 4; i++)
			if (memcmp(now + i * 4, image + i * 4, 4)) {
				float f;
				int n;
				memcpy(&f, now + i * 4, 4);
				memcpy(&n, now + i * 4, 4);
				printf(" %d:%g/%d", i, f, n);
			}
	if (!memcmp(now, image, ROOM) && !has("SpVV"))
		return "";
	char text[16];
	snprintf(text, sizeof text, "%05x", (unsigned)(fnv(now, ROOM, fnv(result, sizeof result)) & 0xfffff));
	return text;
}

static void rows() {
	if (!is_random) {
#include "legacy.def"
	}
#include "generic.def"
}
