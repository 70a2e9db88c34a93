/* host_blas.c - the routines of CBLAS as kernels. OpenBLAS, BLIS and the reference
 * library export them; a routine is found by its name, and what is missing stays our own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/host_blas.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/blas/element.h"
#include "runtime/blas/level.h"

/* Values of CBLAS's enumerations. */
enum { COLUMNS = 102, NO_TRANS = 111, TRANS = 112, CONJ_TRANS = 113 };
enum { UPPER = 121, LOWER = 122, NON_UNIT = 131, UNIT = 132, LEFT = 141, RIGHT = 142 };

static u32 trans_of(u32 op) {
	return NO_TRANS + op;
}

static u32 uplo_of(const struct blas_call *w) {
	return w->uplo == CUBLAS_FILL_MODE_UPPER ? UPPER : LOWER;
}

static u32 diag_of(const struct blas_call *w) {
	return w->diag == CUBLAS_DIAG_UNIT ? UNIT : NON_UNIT;
}

static u32 side_of(const struct blas_call *w) {
	return w->side == CUBLAS_SIDE_LEFT ? LEFT : RIGHT;
}

/* The library's functions that are in use; their names say their types. */
static void *library;

static void *find(const char *name) {
	return library ? dlsym(library, name) : NULL;
}

/* The same for a name in two parts. */
static void *find_typed(const char *prefix, const char *name) {
	char whole[32];
	snprintf(whole, sizeof whole, "%s%s", prefix, name);
	return find(whole);
}

/* ---- the routines of one type ---- */

/* X(routine, name in CBLAS); a complex one has its symmetric form where CBLAS has none.
 * asum is our own: scasum of OpenBLAS 0.3.21 is wrong on processors with bfloat16 (its
 * issue 4282). */
/* clang-format off */
#define HOST_ROUTINES(X) \
	X(nrm2, CBLAS_R(nrm2)) X(scal, CBLAS(scal)) \
	X(axpy, CBLAS(axpy)) X(copy, CBLAS(copy)) X(swap, CBLAS(swap)) X(gemv, CBLAS(gemv)) \
	X(gbmv, CBLAS(gbmv)) X(trmv, CBLAS(trmv)) X(trsv, CBLAS(trsv)) X(tbmv, CBLAS(tbmv)) \
	X(tbsv, CBLAS(tbsv)) X(tpmv, CBLAS(tpmv)) X(tpsv, CBLAS(tpsv)) X(gemm, CBLAS(gemm)) \
	X(syrk, CBLAS(syrk)) X(syr2k, CBLAS(syr2k)) X(symm, CBLAS(symm)) \
	X(trsm, CBLAS(trsm)) X(trmm, CBLAS(trmm))
/* Those whose names depend on whether the type is complex: X(routine, real, complex). */
#define HOST_NAMED(X) \
	X(dot, "dot", "dotu_sub") X(dotc, "dot", "dotc_sub") X(ger, "ger", "geru") \
	X(gerc, "ger", "gerc") X(symv, "symv", "hemv") X(sbmv, "sbmv", "hbmv") \
	X(spmv, "spmv", "hpmv") X(syr, "syr", "her") X(spr, "spr", "hpr") \
	X(syr2, "syr2", "her2") X(spr2, "spr2", "hpr2") X(herk, "syrk", "herk") \
	X(her2k, "syr2k", "her2k") X(hemm, "symm", "hemm")
/* clang-format on */

#define EACH "runtime/blas/host_routine.h"
#include "runtime/blas/each_type.h"
#undef EACH

/* ---- the library ---- */

static struct kernels found[4];
static const struct kernels nothing;
static void (*set_threads)(long);
static void (*set_local_threads)(long);

struct candidate {
	const char *name, *file;
};

static const struct candidate candidates[] = {
	{"openblas", "libopenblas.so.0"}, {"openblas", "libopenblas.so"},
	{"blis", "libblis.so.4"},         {"blis", "libblis.so"},
	{"cblas", "libcblas.so.3"},       {"cblas", "libblas.so.3"},
};

static void take_pointer(void *function_pointer, const char *name) {
	void *symbol = find(name);
	memcpy(function_pointer, &symbol, sizeof symbol);
}

/* A library that goes by the common name may be a tuned one. The reference library has
 * loops in the order of the formulas, which are far slower than ours. */
static bool is_tuned(void *lib) {
	static const char *const marks[] = {"openblas_get_config",
	                                    "bli_info_get_version_str", "MKL_Get_Version",
	                                    "ATL_buildinfo", "armplversion"};
	for (u32 i = 0; i < countof(marks); i++)
		if (dlsym(lib, marks[i]))
			return true;
	return false;
}

static void take_library(const char *file, bool is_wanted) {
	void *lib = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (!lib || !dlsym(lib, "cblas_sgemm") || !(is_wanted || is_tuned(lib))) {
		if (lib)
			dlclose(lib);
		return;
	}
	library = lib;
	lib_say("cuBLAS computes with %s", file);
}

static const char *wanted(void) {
	const char *name = getenv("SIMT_BLAS");
	return name && *name ? name : NULL;
}

static void choose(void) {
	const char *name = wanted();
	if (name && strchr(name, '/')) {
		take_library(name, true);
	} else if (!name || strcmp(name, "none") != 0) {
		for (u32 i = 0; i < countof(candidates) && !library; i++)
			if (!name || !strcmp(name, candidates[i].name))
				take_library(candidates[i].file, name != NULL);
	}
	if (!library) {
		bool is_none = name && strcmp(name, "none") == 0;
		lib_say("cuBLAS computes with loops of its own: %s",
		        is_none ? "SIMT_BLAS is none" : "no tuned BLAS library is found");
		return;
	}
	take_pointer(&set_threads, "openblas_set_num_threads");
	if (!set_threads)
		take_pointer(&set_threads, "bli_thread_set_num_threads");
	take_pointer(&set_local_threads, "openblas_set_num_threads_local");
	load_S(&found[0]);
	load_D(&found[1]);
	load_C(&found[2]);
	load_Z(&found[3]);
}

/* A library that has one number for all its threads is told only of changes. */
static void use_threads(u32 threads) {
	static _Atomic u32 told;
	if (set_local_threads)
		set_local_threads((long)threads);
	else if (set_threads && told != threads) {
		told = threads;
		set_threads((long)threads);
	}
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

void *host_blas_symbol(const char *name) {
	pthread_once(&once, choose);
	return find(name);
}

const struct kernels *host_kernels(u32 type, u32 threads) {
	pthread_once(&once, choose);
	if (!library)
		return &nothing;
	use_threads(threads);
	return &found[kernel_index(type)];
}

bool host_gemm(const struct gemm *g) {
	if (g->compute == CUDA_R_32I)
		return false;
	const struct kernels *host = host_kernels(g->compute,
	                                          g->is_alone ? 1 : lib_threads(g->lib));
	if (!host->gemm || MAX(g->m, MAX(g->n, g->k)) > INT_MAX ||
	    MAX(g->lda, MAX(g->ldb, g->ldc)) > INT_MAX)
		return false;
	struct blas_call w = {
		.transa = g->transa,
		.transb = g->transb,
		.m = g->m,
		.n = g->n,
		.k = g->k,
		.a = {.at = (void *)g->a, .ld = g->lda},
		.b = {.at = (void *)g->b, .ld = g->ldb},
		.c = {.at = g->c, .ld = g->ldc},
	};
	for (u32 i = 0; i < 2; i++) {
		bool is_single = g->compute == CUDA_R_32F || g->compute == CUDA_C_32F;
		if (is_single) {
			w.alpha_value.s[i] = (f32)g->alpha[i];
			w.beta_value.s[i] = (f32)g->beta[i];
		} else {
			w.alpha_value.d[i] = g->alpha[i];
			w.beta_value.d[i] = g->beta[i];
		}
	}
	host->gemm(&w);
	return true;
}
