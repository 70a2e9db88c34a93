/* lt.cpp - what cuBLASLt answers: attributes and their defaults, the types and epilogues that
 * go together, statuses, and what epilogues and scales compute. A device with the real
 * library records it; tests/libs/blas compares.
 *     nvcc -O1 -o lt lt.cpp -lcublasLt && for i in 0 1 2 3 4 5 6; do ./lt $i; done > lt.h200
 * SPDX-License-Identifier: Apache-2.0 */
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

#include <setjmp.h>
#include <signal.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static cublasLtHandle_t h, none;
static char *a, *b, *c, *d, *work; /* 1 MiB each */
static const size_t WORK = 1 << 25;

static const char *name(cublasStatus_t s) {
	static char text[32];
	switch (s) {
	case CUBLAS_STATUS_SUCCESS: return "ok";
	case CUBLAS_STATUS_NOT_INITIALIZED: return "not-initialized";
	case CUBLAS_STATUS_INVALID_VALUE: return "invalid-value";
	case CUBLAS_STATUS_NOT_SUPPORTED: return "not-supported";
	case CUBLAS_STATUS_EXECUTION_FAILED: return "execution-failed";
	default: snprintf(text, sizeof text, "status-%d", (int)s); return text;
	}
}
static void say(const char *call, cublasStatus_t s) {
	cudaError_t e = cudaDeviceSynchronize();
	printf("%s: %s%s%s\n", call, name(s), e ? " then " : "", e ? cudaGetErrorName(e) : "");
	fflush(stdout);
}
/* The library stops the process where it follows a null pointer. */
static sigjmp_buf before;
static void stopped(int) {
	siglongjmp(before, 1);
}
#define ASK(call) SAY(#call, call)
#define SAY(text, call)                     \
	if (sigsetjmp(before, 1))           \
		printf("%s: stops\n", text); \
	else                                \
		say(text, call)

struct TypeName {
	cudaDataType type;
	const char *name;
	int bytes;
};
static const TypeName F16 = {CUDA_R_16F, "f16", 2}, BF16 = {CUDA_R_16BF, "bf16", 2},
                      F32 = {CUDA_R_32F, "f32", 4}, F64 = {CUDA_R_64F, "f64", 8},
                      S8 = {CUDA_R_8I, "s8", 1}, S32 = {CUDA_R_32I, "s32", 4},
                      C32 = {CUDA_C_32F, "c32", 8}, C64 = {CUDA_C_64F, "c64", 16},
                      E4 = {CUDA_R_8F_E4M3, "e4m3", 1}, E5 = {CUDA_R_8F_E5M2, "e5m2", 1};

/* ---- one product: layouts, descriptor, heuristic ---- */

struct Problem {
	cublasLtMatmulDesc_t op;
	cublasLtMatrixLayout_t la, lb, lc, ld;
	cublasLtMatmulPreference_t pref;
	cublasStatus_t made;
	Problem(cublasComputeType_t compute, cudaDataType scale, cudaDataType ta, cudaDataType tb,
	        cudaDataType tc, cudaDataType td, int m = 32, int n = 32, int k = 32, bool tn = true) {
		made = cublasLtMatmulDescCreate(&op, compute, scale);
		cublasOperation_t t = CUBLAS_OP_T;
		if (tn)
			cublasLtMatmulDescSetAttribute(op, CUBLASLT_MATMUL_DESC_TRANSA, &t, sizeof t);
		cublasLtMatrixLayoutCreate(&la, ta, tn ? k : m, tn ? m : k, tn ? k : m);
		cublasLtMatrixLayoutCreate(&lb, tb, k, n, k);
		cublasLtMatrixLayoutCreate(&lc, tc, m, n, m);
		cublasLtMatrixLayoutCreate(&ld, td, m, n, m);
		cublasLtMatmulPreferenceCreate(&pref);
		size_t bytes = WORK;
		cublasLtMatmulPreferenceSetAttribute(pref, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes, sizeof bytes);
	}
	~Problem() {
		if (made == CUBLAS_STATUS_SUCCESS)
			cublasLtMatmulDescDestroy(op);
		cublasLtMatrixLayoutDestroy(la);
		cublasLtMatrixLayoutDestroy(lb);
		cublasLtMatrixLayoutDestroy(lc);
		cublasLtMatrixLayoutDestroy(ld);
		cublasLtMatmulPreferenceDestroy(pref);
	}
	template <class V> cublasStatus_t set(cublasLtMatmulDescAttributes_t attribute, V value) {
		return cublasLtMatmulDescSetAttribute(op, attribute, &value, sizeof value);
	}
	cublasStatus_t heuristic(int *found = nullptr) {
		cublasLtMatmulHeuristicResult_t r;
		int count = 0;
		if (made != CUBLAS_STATUS_SUCCESS)
			return made;
		cublasStatus_t s = cublasLtMatmulAlgoGetHeuristic(h, op, la, lb, lc, ld, pref, 1, &r, &count);
		if (found)
			*found = count;
		return s == CUBLAS_STATUS_SUCCESS && count == 0 ? CUBLAS_STATUS_NOT_SUPPORTED : s;
	}
	cublasStatus_t run(const void *alpha, const void *beta) {
		cublasLtMatmulHeuristicResult_t r;
		int count = 0;
		cublasStatus_t s = cublasLtMatmulAlgoGetHeuristic(h, op, la, lb, lc, ld, pref, 1, &r, &count);
		if (s != CUBLAS_STATUS_SUCCESS)
			return s;
		s = cublasLtMatmul(h, op, alpha, a, la, b, lb, beta, c, lc, d, ld, &r.algo, work, WORK, 0);
		cudaError_t e = cudaDeviceSynchronize();
		if (e)
			printf("%s\n", cudaGetErrorName(e));
		return s;
	}
};

/* ---- attributes ---- */

template <class Get> static void defaults(const char *what, int most, Get get) {
	for (int i = 0; i < most; i++) {
		unsigned char value[64] = {0};
		size_t bytes = 0;
		cublasStatus_t s = get(i, value, 0, &bytes);
		printf("%s %d: %s %zu", what, i, name(s), bytes);
		if (s == CUBLAS_STATUS_SUCCESS && bytes && bytes <= 64) {
			s = get(i, value, bytes, &bytes);
			printf(" %s ", name(s));
			for (size_t q = 0; q < bytes; q++)
				printf("%02x", value[q]);
		}
		printf("\n");
	}
}

static void attributes() {
	Problem p(CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, 32, 48, 64, false);
	defaults("matmul", 42, [&](int i, void *v, size_t n, size_t *w) {
		return cublasLtMatmulDescGetAttribute(p.op, (cublasLtMatmulDescAttributes_t)i, v, n, w);
	});
	defaults("layout", 11, [&](int i, void *v, size_t n, size_t *w) {
		return cublasLtMatrixLayoutGetAttribute(p.la, (cublasLtMatrixLayoutAttribute_t)i, v, n, w);
	});
	cublasLtMatmulPreference_t pref;
	cublasLtMatmulPreferenceCreate(&pref);
	defaults("preference", 15, [&](int i, void *v, size_t n, size_t *w) {
		return cublasLtMatmulPreferenceGetAttribute(pref, (cublasLtMatmulPreferenceAttributes_t)i, v, n, w);
	});
	cublasLtMatrixTransformDesc_t t;
	cublasLtMatrixTransformDescCreate(&t, CUDA_R_32F);
	defaults("transform", 6, [&](int i, void *v, size_t n, size_t *w) {
		return cublasLtMatrixTransformDescGetAttribute(t, (cublasLtMatrixTransformDescAttributes_t)i, v, n, w);
	});
	int value = 1;
	size_t w;
	ASK(cublasLtMatmulDescSetAttribute(p.op, CUBLASLT_MATMUL_DESC_TRANSA, &value, 4));
	ASK(cublasLtMatmulDescSetAttribute(p.op, CUBLASLT_MATMUL_DESC_TRANSA, &value, 3));
	ASK(cublasLtMatmulDescSetAttribute(p.op, CUBLASLT_MATMUL_DESC_TRANSA, &value, 8));
	ASK(cublasLtMatmulDescSetAttribute(p.op, CUBLASLT_MATMUL_DESC_TRANSA, nullptr, 4));
	ASK(cublasLtMatmulDescSetAttribute(nullptr, CUBLASLT_MATMUL_DESC_TRANSA, &value, 4));
	ASK(cublasLtMatmulDescSetAttribute(p.op, (cublasLtMatmulDescAttributes_t)99, &value, 4));
	value = 77;
	ASK(cublasLtMatmulDescSetAttribute(p.op, CUBLASLT_MATMUL_DESC_TRANSA, &value, 4));
	ASK(cublasLtMatmulDescSetAttribute(p.op, CUBLASLT_MATMUL_DESC_EPILOGUE, &value, 4));
	ASK(cublasLtMatmulDescGetAttribute(p.op, CUBLASLT_MATMUL_DESC_TRANSA, &value, 3, &w));
	ASK(cublasLtMatmulDescGetAttribute(p.op, CUBLASLT_MATMUL_DESC_TRANSA, &value, 4, nullptr));
	ASK(cublasLtMatmulDescGetAttribute(p.op, CUBLASLT_MATMUL_DESC_TRANSA, nullptr, 4, &w));
	ASK(cublasLtMatmulDescGetAttribute(nullptr, CUBLASLT_MATMUL_DESC_TRANSA, &value, 4, &w));
	value = 77;
	ASK(cublasLtMatrixLayoutSetAttribute(p.la, CUBLASLT_MATRIX_LAYOUT_ORDER, &value, 4));
	ASK(cublasLtMatrixLayoutSetAttribute(p.la, CUBLASLT_MATRIX_LAYOUT_ORDER, &value, 8));
	cublasLtMatrixLayout_t l;
	ASK(cublasLtMatrixLayoutCreate(nullptr, CUDA_R_32F, 4, 4, 4));
	ASK(cublasLtMatrixLayoutCreate(&l, CUDA_R_32F, 4, 4, 3));
	ASK(cublasLtMatrixLayoutCreate(&l, CUDA_R_32F, 0, 4, 4));
	ASK(cublasLtMatrixLayoutCreate(&l, (cudaDataType)99, 4, 4, 4));
	ASK(cublasLtMatrixLayoutCreate(&l, CUDA_R_32F, 4, 4, -4));
	ASK(cublasLtMatrixLayoutDestroy(nullptr));
	cublasLtMatmulDesc_t o;
	ASK(cublasLtMatmulDescCreate(nullptr, CUBLAS_COMPUTE_32F, CUDA_R_32F));
	ASK(cublasLtMatmulDescCreate(&o, (cublasComputeType_t)3, CUDA_R_32F));
	ASK(cublasLtMatmulDescCreate(&o, CUBLAS_COMPUTE_32F, CUDA_R_64F));
	ASK(cublasLtMatmulDescCreate(&o, CUBLAS_COMPUTE_32F, (cudaDataType)99));
	ASK(cublasLtMatmulDescDestroy(nullptr));
	ASK(cublasLtMatmulPreferenceCreate(nullptr));
	ASK(cublasLtMatmulPreferenceDestroy(nullptr));
	ASK(cublasLtMatrixTransformDescCreate(nullptr, CUDA_R_32F));
	ASK(cublasLtCreate(nullptr));
	ASK(cublasLtDestroy(nullptr));
	printf("version %zu, sizes %zu %zu %zu %zu %zu %zu\n", cublasLtGetVersion(), sizeof(cublasLtMatrixLayoutOpaque_t),
	       sizeof(cublasLtMatmulAlgo_t), sizeof(cublasLtMatmulDescOpaque_t), sizeof(cublasLtMatrixTransformDescOpaque_t),
	       sizeof(cublasLtMatmulPreferenceOpaque_t), sizeof(cublasLtMatmulHeuristicResult_t));
}

/* ---- which types go together ---- */

static void type_table() {
	static const TypeName scales[] = {F16, F32, F64, S32, C32, C64};
	static const TypeName abs_[][2] = {{F16, F16}, {BF16, BF16}, {F32, F32}, {F64, F64}, {S8, S8}, {C32, C32},
	                                  {C64, C64}, {E4, E4}, {E4, E5}, {E5, E4}, {E5, E5}, {F16, F32}};
	static const TypeName cs[] = {F16, BF16, F32, F64, S8, S32, C32, C64, E4, E5};
	for (int compute : {64, 65, 68, 69, 70, 72, 74, 75, 77, 78})
		for (auto &s : scales)
			for (auto &ab : abs_) {
				std::string taken;
				for (auto &tc : cs)
					for (auto &td : cs) {
						Problem p((cublasComputeType_t)compute, s.type, ab[0].type, ab[1].type, tc.type, td.type);
						if (p.heuristic() == CUBLAS_STATUS_SUCCESS)
							taken += std::string(" ") + tc.name + "." + td.name;
					}
				if (!taken.empty())
					printf("%d %s %s.%s:%s\n", compute, s.name, ab[0].name, ab[1].name, taken.c_str());
			}
	fflush(stdout);
}

static const int epilogues[] = {1, 2, 130, 4, 6, 134, 136, 152, 32, 160, 36, 164, 192, 208, 256, 512, 0, 8, 64, 128, 3};

static void epilogue_table() {
	static const TypeName ins[] = {F16, BF16, F32, F64, E4};
	static const TypeName outs[] = {F16, BF16, F32, F64, E4};
	static const TypeName extras[] = {{(cudaDataType)-1, "-", 0}, F16, BF16, F32, E4};
	for (int e : epilogues) {
		std::string taken;
		for (auto &in : ins)
			for (auto &out : outs)
				for (auto &bias : extras)
					for (auto &aux : extras) {
						if ((in.type == CUDA_R_64F) != (out.type == CUDA_R_64F))
							continue;
						bool d64 = in.type == CUDA_R_64F;
						cudaDataType tc = out.type == CUDA_R_8F_E4M3 ? CUDA_R_16BF : out.type;
						Problem p(d64 ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F, d64 ? CUDA_R_64F : CUDA_R_32F,
						          in.type, in.type, tc, out.type);
						cublasStatus_t s = p.set(CUBLASLT_MATMUL_DESC_EPILOGUE, e);
						p.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void *)work);
						p.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (void *)(work + 65536));
						p.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)128);
						if ((int)bias.type != -1)
							p.set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, bias.type);
						if ((int)aux.type != -1)
							p.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, aux.type);
						if (s == CUBLAS_STATUS_SUCCESS)
							s = p.heuristic();
						if (s == CUBLAS_STATUS_SUCCESS)
							taken += std::string(" ") + in.name + "." + out.name + "." + bias.name + "." + aux.name;
					}
		printf("epilogue %d:%s\n", e, taken.c_str());
		fflush(stdout);
	}
}

/* ---- statuses ---- */

static void statuses() {
	float one = 1, zero = 0;
	cublasLtMatmulHeuristicResult_t r;
	int found = 0;
	const cublasLtMatmulAlgo_t *no_algo = nullptr;
	Problem p(CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, 32, 48, 64, false);
	ASK(cublasLtMatmulAlgoGetHeuristic(none, p.op, p.la, p.lb, p.lc, p.ld, p.pref, 1, &r, &found));
	ASK(cublasLtMatmulAlgoGetHeuristic(h, nullptr, p.la, p.lb, p.lc, p.ld, p.pref, 1, &r, &found));
	ASK(cublasLtMatmulAlgoGetHeuristic(h, p.op, nullptr, p.lb, p.lc, p.ld, p.pref, 1, &r, &found));
	ASK(cublasLtMatmulAlgoGetHeuristic(h, p.op, p.la, p.lb, p.lc, p.ld, nullptr, 1, &r, &found));
	ASK(cublasLtMatmulAlgoGetHeuristic(h, p.op, p.la, p.lb, p.lc, p.ld, p.pref, 0, &r, &found));
	ASK(cublasLtMatmulAlgoGetHeuristic(h, p.op, p.la, p.lb, p.lc, p.ld, p.pref, 1, nullptr, &found));
	ASK(cublasLtMatmulAlgoGetHeuristic(h, p.op, p.la, p.lb, p.lc, p.ld, p.pref, 1, &r, nullptr));
	ASK(cublasLtMatmulAlgoGetHeuristic(h, p.op, p.lb, p.la, p.lc, p.ld, p.pref, 1, &r, &found));
	ASK(cublasLtMatmulAlgoGetHeuristic(h, p.op, p.la, p.lb, p.lb, p.ld, p.pref, 1, &r, &found));
	ASK(cublasLtMatmulAlgoGetHeuristic(h, p.op, p.la, p.lb, p.lc, p.ld, p.pref, 1, &r, &found));
	printf("found %d state %d\n", found, r.state);
#define MATMUL(handle, op, alpha, A, la, B, lb, beta, C, lc, D, ld, algo, w, bytes)                        \
	SAY("matmul(" #handle ", " #op ", " #alpha ", " #A ", " #la ", " #B ", " #lb ", " #beta ", " #C ", " #lc \
	    ", " #D ", " #ld ", " #algo ", " #w ", " #bytes ")",                                                \
	    cublasLtMatmul(handle, op, alpha, A, la, B, lb, beta, C, lc, D, ld, algo, w, bytes, 0))
	MATMUL(none, p.op, &one, a, p.la, b, p.lb, &zero, c, p.lc, d, p.ld, &r.algo, work, WORK);
	MATMUL(h, nullptr, &one, a, p.la, b, p.lb, &zero, c, p.lc, d, p.ld, &r.algo, work, WORK);
	MATMUL(h, p.op, nullptr, a, p.la, b, p.lb, &zero, c, p.lc, d, p.ld, &r.algo, work, WORK);
	MATMUL(h, p.op, &one, nullptr, p.la, b, p.lb, &zero, c, p.lc, d, p.ld, &r.algo, work, WORK);
	MATMUL(h, p.op, &one, a, nullptr, b, p.lb, &zero, c, p.lc, d, p.ld, &r.algo, work, WORK);
	MATMUL(h, p.op, &one, a, p.la, nullptr, p.lb, &zero, c, p.lc, d, p.ld, &r.algo, work, WORK);
	MATMUL(h, p.op, &one, a, p.la, b, p.lb, nullptr, c, p.lc, d, p.ld, &r.algo, work, WORK);
	MATMUL(h, p.op, &one, a, p.la, b, p.lb, &zero, nullptr, p.lc, d, p.ld, &r.algo, work, WORK);
	MATMUL(h, p.op, &one, a, p.la, b, p.lb, &one, nullptr, p.lc, d, p.ld, &r.algo, work, WORK);
	MATMUL(h, p.op, &one, a, p.la, b, p.lb, &zero, c, p.lc, nullptr, p.ld, &r.algo, work, WORK);
	MATMUL(h, p.op, &one, a, p.la, b, p.lb, &zero, c, p.lc, d, p.ld, no_algo, work, WORK);
	MATMUL(h, p.op, &one, a, p.la, b, p.lb, &zero, c, p.lc, d, p.ld, no_algo, nullptr, 0);
	MATMUL(h, p.op, &one, a, p.la, b, p.lb, &zero, c, p.lc, d, p.ld, &r.algo, nullptr, 0);
	MATMUL(h, p.op, &one, a, p.la, b, p.lb, &zero, c, p.lc, d, p.ld, &r.algo, work + 1, WORK - 1);
	MATMUL(h, p.op, &one, a, p.la, b, p.lb, &one, c, p.lc, c, p.lc, &r.algo, work, WORK);
	MATMUL(h, p.op, &one, a, p.lb, b, p.la, &zero, c, p.lc, d, p.ld, &r.algo, work, WORK);
	cublasLtMatmulAlgo_t empty = {};
	MATMUL(h, p.op, &one, a, p.la, b, p.lb, &zero, c, p.lc, d, p.ld, &empty, work, WORK);
	/* orders of storage */
	for (int oa = 0; oa < 5; oa++)
		for (int oc = 0; oc < 5; oc++) {
			Problem q(CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, 64, 64, 64, false);
			int ld = oa >= 2 ? 2048 : 64, ldc = oc >= 2 ? 2048 : 64;
			int64_t lda = ld, ldcc = ldc;
			cublasLtMatrixLayoutSetAttribute(q.la, CUBLASLT_MATRIX_LAYOUT_ORDER, &oa, 4);
			cublasLtMatrixLayoutSetAttribute(q.la, CUBLASLT_MATRIX_LAYOUT_LD, &lda, 8);
			cublasLtMatrixLayoutSetAttribute(q.lc, CUBLASLT_MATRIX_LAYOUT_ORDER, &oc, 4);
			cublasLtMatrixLayoutSetAttribute(q.lc, CUBLASLT_MATRIX_LAYOUT_LD, &ldcc, 8);
			cublasLtMatrixLayoutSetAttribute(q.ld, CUBLASLT_MATRIX_LAYOUT_ORDER, &oc, 4);
			cublasLtMatrixLayoutSetAttribute(q.ld, CUBLASLT_MATRIX_LAYOUT_LD, &ldcc, 8);
			printf("order %d %d: %s\n", oa, oc, name(q.heuristic()));
		}
	for (int mode = 0; mode < 6; mode++)
		for (auto t : {F16, F32, S8}) {
			bool bytes = t.type == CUDA_R_8I;
			Problem q(bytes ? CUBLAS_COMPUTE_32I : CUBLAS_COMPUTE_32F, CUDA_R_32F, t.type, t.type, t.type, t.type);
			cublasStatus_t s = q.set(CUBLASLT_MATMUL_DESC_POINTER_MODE, mode);
			printf("pointer mode %d %s: %s %s\n", mode, t.name, name(s), name(q.heuristic()));
		}
	for (int batch_b : {1, 3, 2}) {
		Problem q(CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F);
		int three = 3;
		int64_t far = 1024;
		for (auto l : {q.la, q.lc, q.ld}) {
			cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &three, 4);
			cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &far, 8);
		}
		cublasLtMatrixLayoutSetAttribute(q.lb, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &batch_b, 4);
		printf("batch %d: %s\n", batch_b, name(q.heuristic()));
	}
	for (int ta = 0; ta < 4; ta++)
		for (auto t : {S8, E4, F32}) {
			bool bytes = t.type == CUDA_R_8I;
			cudaDataType out = bytes ? CUDA_R_32I : CUDA_R_32F;
			Problem q(bytes ? CUBLAS_COMPUTE_32I : CUBLAS_COMPUTE_32F, bytes ? CUDA_R_32I : CUDA_R_32F, t.type, t.type, out, out, 32, 32, 32, false);
			q.set(CUBLASLT_MATMUL_DESC_TRANSA, ta & 1);
			q.set(CUBLASLT_MATMUL_DESC_TRANSB, ta >> 1);
			printf("trans %d %d %s: %s\n", ta & 1, ta >> 1, t.name, name(q.heuristic()));
		}
	for (int uneven = 29; uneven <= 32; uneven++)
		for (auto t : {S8, E4, F16, F32}) {
			bool bytes = t.type == CUDA_R_8I;
			cudaDataType out = bytes ? CUDA_R_32I : CUDA_R_32F;
			Problem m(bytes ? CUBLAS_COMPUTE_32I : CUBLAS_COMPUTE_32F, bytes ? CUDA_R_32I : CUDA_R_32F, t.type, t.type, out, out, uneven, 32, 32);
			Problem n(bytes ? CUBLAS_COMPUTE_32I : CUBLAS_COMPUTE_32F, bytes ? CUDA_R_32I : CUDA_R_32F, t.type, t.type, out, out, 32, uneven, 32);
			Problem k(bytes ? CUBLAS_COMPUTE_32I : CUBLAS_COMPUTE_32F, bytes ? CUDA_R_32I : CUDA_R_32F, t.type, t.type, out, out, 32, 32, uneven);
			printf("of %d %s: m %s n %s k %s\n", uneven, t.name, name(m.heuristic()), name(n.heuristic()), name(k.heuristic()));
		}
	/* transforms */
	cublasLtMatrixTransformDesc_t t;
	cublasLtMatrixTransformDescCreate(&t, CUDA_R_32F);
	for (auto x : {F16, BF16, F32, F64, S8, S32, E4})
		for (auto y : {F16, BF16, F32, F64, S8, S32, E4}) {
			cublasLtMatrixLayout_t lx, ly;
			cublasLtMatrixLayoutCreate(&lx, x.type, 32, 32, 32);
			cublasLtMatrixLayoutCreate(&ly, y.type, 32, 32, 32);
			printf("transform %s %s: %s\n", x.name, y.name,
			       name(cublasLtMatrixTransform(h, t, &one, a, lx, &zero, nullptr, nullptr, d, ly, 0)));
			cublasLtMatrixLayoutDestroy(lx);
			cublasLtMatrixLayoutDestroy(ly);
		}
	cublasLtMatrixLayout_t lx, ly;
	cublasLtMatrixLayoutCreate(&lx, CUDA_R_32F, 32, 16, 32);
	cublasLtMatrixLayoutCreate(&ly, CUDA_R_32F, 16, 32, 16);
	ASK(cublasLtMatrixTransform(none, t, &one, a, lx, &zero, nullptr, nullptr, d, lx, 0));
	ASK(cublasLtMatrixTransform(h, nullptr, &one, a, lx, &zero, nullptr, nullptr, d, lx, 0));
	ASK(cublasLtMatrixTransform(h, t, &one, a, lx, &zero, nullptr, nullptr, d, ly, 0));
	ASK(cublasLtMatrixTransform(h, t, &one, a, lx, &zero, b, lx, d, lx, 0));
	ASK(cublasLtMatrixTransform(h, t, &one, a, lx, &one, nullptr, nullptr, d, lx, 0));
	ASK(cublasLtMatrixTransform(h, t, nullptr, a, lx, &zero, nullptr, nullptr, d, lx, 0));
	ASK(cublasLtMatrixTransform(h, t, &one, nullptr, nullptr, &zero, nullptr, nullptr, d, lx, 0));
	ASK(cublasLtMatrixTransform(h, t, &one, a, lx, nullptr, nullptr, nullptr, d, lx, 0));
	for (int order = 0; order < 5; order++) {
		int64_t ld = order == 1 ? 16 : 1024;
		cublasLtMatrixLayoutSetAttribute(lx, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, 4);
		cublasLtMatrixLayoutSetAttribute(lx, CUBLASLT_MATRIX_LAYOUT_LD, &ld, 8);
		cublasLtMatrixLayout_t plain;
		cublasLtMatrixLayoutCreate(&plain, CUDA_R_32F, 32, 16, 32);
		printf("to order %d: %s\n", order, name(cublasLtMatrixTransform(h, t, &one, a, plain, &zero, nullptr, nullptr, d, lx, 0)));
	}
	int ids[64], count = 0;
	ASK(cublasLtMatmulAlgoGetIds(h, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, 64, ids, &count));
	printf("at least one id: %d\n", count > 0);
	cublasLtMatmulAlgo_t algo;
	ASK(cublasLtMatmulAlgoInit(h, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, ids[0], &algo));
	ASK(cublasLtMatmulAlgoInit(h, CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, 9999, &algo));
	ASK(cublasLtMatmulAlgoInit(h, CUBLAS_COMPUTE_32F, CUDA_R_64F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, ids[0], &algo));
}

/* ---- what epilogues compute: A is the identity, so the product is B ---- */

static void put(char *to, const TypeName &t, const std::vector<float> &values) {
	std::vector<char> bytes(values.size() * t.bytes);
	for (size_t i = 0; i < values.size(); i++) {
		void *at = &bytes[i * t.bytes];
		float x = values[i];
		if (t.type == CUDA_R_16F)
			*(__half *)at = __float2half(x);
		else if (t.type == CUDA_R_16BF)
			*(__nv_bfloat16 *)at = __float2bfloat16(x);
		else if (t.type == CUDA_R_8F_E4M3)
			*(unsigned char *)at = __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3);
		else if (t.type == CUDA_R_8I)
			*(signed char *)at = (signed char)x;
		else if (t.type == CUDA_R_32I)
			*(int *)at = (int)x;
		else
			*(float *)at = x;
	}
	cudaMemcpy(to, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
}

static void show(const char *what, const char *from, const TypeName &t, int n) {
	std::vector<char> bytes(n * t.bytes);
	cudaMemcpy(bytes.data(), from, bytes.size(), cudaMemcpyDeviceToHost);
	printf("%s:", what);
	for (int i = 0; i < n; i++) {
		const void *at = &bytes[i * t.bytes];
		if (t.type == CUDA_R_16F)
			printf(" %.4g", __half2float(*(const __half *)at));
		else if (t.type == CUDA_R_16BF)
			printf(" %.4g", __bfloat162float(*(const __nv_bfloat16 *)at));
		else if (t.type == CUDA_R_8F_E4M3)
			printf(" %02x", *(const unsigned char *)at);
		else if (t.type == CUDA_R_8I)
			printf(" %d", *(const signed char *)at);
		else if (t.type == CUDA_R_32I)
			printf(" %d", *(const int *)at);
		else
			printf(" %.5g", *(const float *)at);
	}
	printf("\n");
}

static void epilogue_values() {
	const int n = 32;
	std::vector<float> eye(n * n), values(n * n), bias(n), aux(128 * n);
	for (int i = 0; i < n; i++) {
		eye[i * n + i] = 1;
		bias[i] = (float)(i % 5) - 2;
		for (int j = 0; j < n; j++)
			values[i + j * n] = (float)((i * 7 + j * 3) % 33 - 16) / 4;
	}
	for (int i = 0; i < 128 * n; i++)
		aux[i] = (float)(i % 29 - 14) / 4;
	float one = 1, zero = 0, half = 0.5f;
	for (auto &t : {F16, F32, BF16})
		for (int e : epilogues) {
			put(a, t, eye);
			put(b, t, values);
			put(c, t, values);
			cudaMemset(d, 0x11, 65536);
			put(work + 0, t, bias);
			cudaMemset(work + 65536, 0x22, 65536);
			bool gelu_grad = e == 192 || e == 208, relu_grad = e == 136 || e == 152;
			if (gelu_grad)
				put(work + 65536, t, aux);
			if (relu_grad)
				cudaMemset(work + 65536, 0x35, 65536);
			Problem p(CUBLAS_COMPUTE_32F, CUDA_R_32F, t.type, t.type, t.type, t.type);
			if (p.set(CUBLASLT_MATMUL_DESC_EPILOGUE, e) != CUBLAS_STATUS_SUCCESS)
				continue;
			p.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void *)work);
			p.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (void *)(work + 65536));
			p.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)128);
			char *kept = work;
			work += 1 << 20; /* the bias and aux are not the workspace */
			cublasStatus_t s = p.run(&one, &zero);
			printf("%s epilogue %d: %s\n", t.name, e, name(s));
			if (s == CUBLAS_STATUS_SUCCESS) {
				show("d", d, t, 20);
				show("bias", kept, t, 8);
				if (e == 130 || e == 134) {
					std::vector<unsigned char> mask(48);
					cudaMemcpy(mask.data(), kept + 65536, 48, cudaMemcpyDeviceToHost);
					for (auto m : mask)
						printf("%02x", m);
					printf("\n");
				} else if (e & 128) {
					show("aux", kept + 65536, t, 10);
				}
				/* with alpha and beta */
				s = p.run(&half, &one);
				show("d of 0.5, 1", d, t, 8);
			}
			work = kept;
			fflush(stdout);
		}
}

static void scales() {
	const int n = 32;
	std::vector<float> eye(n * n), values(n * n);
	for (int i = 0; i < n; i++)
		eye[i * n + i] = 1;
	for (int i = 0; i < n * n; i++)
		values[i] = (float)(i % 61 - 30) * (i % 7 == 0 ? 16 : 0.25f);
	float one = 1, zero = 0, numbers[8] = {2, 0.5f, 4, 8, 0, 0, 0, 0};
	for (auto &out : {F32, BF16, F16, E4, E5}) {
		put(a, E4, eye);
		put(b, E4, values);
		put(c, BF16, values);
		cudaMemcpy(work, numbers, sizeof numbers, cudaMemcpyHostToDevice);
		bool small = out.bytes == 1;
		Problem p(CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_8F_E4M3, CUDA_R_8F_E4M3, small ? CUDA_R_16BF : out.type, out.type);
		p.set(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, (void *)work);
		p.set(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, (void *)(work + 4));
		if (small) {
			p.set(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, (void *)(work + 8));
			p.set(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, (void *)(work + 12));
			p.set(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, (void *)(work + 16));
		}
		char *kept = work;
		work += 1 << 20;
		cublasStatus_t s = p.run(&one, &zero);
		printf("fp8 to %s: %s\n", out.name, name(s));
		if (s == CUBLAS_STATUS_SUCCESS) {
			show("d", d, small ? E4 : out, 24);
			if (small)
				show("amax", kept + 16, F32, 1);
			s = p.run(&one, &one);
			printf("with c: %s\n", name(s));
			show("d", d, small ? E4 : out, 12);
			if (small)
				show("amax", kept + 16, F32, 1);
		}
		work = kept;
	}
	/* bytes: rounded and saturated */
	put(a, S8, eye);
	std::vector<float> bytes(n * n);
	for (int i = 0; i < n * n; i++)
		bytes[i] = (float)(i % 255 - 127);
	put(b, S8, bytes);
	put(c, S8, bytes);
	for (float scale : {0.5f, 1.0f, 2.0f, -0.25f}) {
		Problem p(CUBLAS_COMPUTE_32I, CUDA_R_32F, CUDA_R_8I, CUDA_R_8I, CUDA_R_8I, CUDA_R_8I);
		cublasStatus_t s = p.run(&scale, &zero);
		printf("bytes times %g: %s\n", scale, name(s));
		show("d", d, S8, 24);
	}
	int two = 2, izero = 0;
	Problem q(CUBLAS_COMPUTE_32I, CUDA_R_32I, CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I);
	printf("bytes to s32: %s\n", name(q.run(&two, &izero)));
	show("d", d, S32, 8);
	/* a transform to bytes */
	cublasLtMatrixTransformDesc_t t;
	cublasLtMatrixTransformDescCreate(&t, CUDA_R_32F);
	cublasLtMatrixLayout_t lx, ly;
	cublasLtMatrixLayoutCreate(&lx, CUDA_R_32F, 8, 4, 8);
	cublasLtMatrixLayoutCreate(&ly, CUDA_R_8I, 8, 4, 8);
	put(a, F32, {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 127.6f, 200, -200, NAN, 3.49f});
	printf("transform: %s\n", name(cublasLtMatrixTransform(h, t, &one, a, lx, &zero, nullptr, nullptr, d, ly, 0)));
	cudaDeviceSynchronize();
	show("d", d, S8, 10);
}

int main(int argc, char **argv) {
	signal(SIGSEGV, stopped);
	for (char **p : {&a, &b, &c, &d})
		cudaMalloc((void **)p, 1 << 20);
	cudaMalloc((void **)&work, WORK + (1 << 21));
	for (char *p : {a, b, c, d})
		cudaMemset(p, 0, 1 << 20);
	cublasLtCreate(&h);
	switch (argc > 1 ? atoi(argv[1]) : 0) {
	case 0: attributes(); break;
	case 1: statuses(); break;
	case 2: epilogue_values(); break;
	case 3: scales(); break;
	case 4: epilogue_table(); break;
	case 5: type_table(); break;
	}
}
