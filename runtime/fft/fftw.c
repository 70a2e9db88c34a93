/* fftw.c - FFTW's interface over cuFFT. Arrays in plain memory of the host go through
 * memory of the device.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cufftw.h>

#include "base/arena.h"
#include "runtime/driver/table.h"
#include "runtime/fft/guru.h"
#include "runtime/libs/call.h"

struct plan {
	struct arena arena;
	cufftHandle handle;
	struct fft_guru shape;
	void *in, *out;
	int sign;
};

/* ---- sizes ------------------------------------------------------------------------- */

static bool is_double(cufftType t) {
	return t == CUFFT_Z2Z || t == CUFFT_D2Z || t == CUFFT_Z2D;
}

static bool is_real(cufftType t, bool output) {
	return output ? t == CUFFT_C2R || t == CUFFT_Z2D
	              : t == CUFFT_R2C || t == CUFFT_D2Z;
}

static bool is_complex_only(cufftType t) {
	return t == CUFFT_C2C || t == CUFFT_Z2Z;
}

/* Bytes from the first number of a side to the end of the last one. */
static u64 extent(const struct plan *p, bool output) {
	const struct fft_guru *g = &p->shape;
	u64 number = (is_double(g->type) ? 8u : 4u) << !is_real(g->type, output);
	s64 last = (g->batch - 1) * (output ? g->to_dist : g->from_dist);
	for (u32 d = 0; d < g->rank; d++) {
		bool half = d == g->rank - 1 && !is_complex_only(g->type) &&
		            !is_real(g->type, output);
		s64 n = half ? g->n[d] / 2 + 1 : g->n[d];
		last += (n - 1) * (output ? g->to[d] : g->from[d]);
	}
	return (u64)(last + 1) * number;
}

/* ---- plans ------------------------------------------------------------------------- */

/* Distances below 0 are not planned. */
static bool is_good(const struct fft_guru *g) {
	bool good = g->rank >= 1 && g->rank <= 3 && g->batch >= 1 && g->from_dist >= 0 &&
	            g->to_dist >= 0;
	for (u32 d = 0; good && d < g->rank; d++)
		good = g->n[d] >= 1 && g->from[d] >= 0 && g->to[d] >= 0;
	return good;
}

static void *plan_make(const struct fft_guru *g, void *in, void *out, int sign) {
	size_t work;
	if (!is_good(g) || (sign != FFTW_FORWARD && sign != FFTW_BACKWARD))
		return NULL;
	struct arena a = ARENA_INIT;
	struct plan *p = arena_new(&a, struct plan);
	p->shape = *g;
	p->in = in;
	p->out = out;
	p->sign = sign;
	p->arena = a;
	if (cufftCreate(&p->handle) == CUFFT_SUCCESS &&
	    cufftXtMakePlanGuru64(p->handle, g, &work) == CUFFT_SUCCESS)
		return p;
	cufftDestroy(p->handle);
	arena_drop(&a);
	return NULL;
}

static void plan_drop(struct plan *p) {
	if (!p)
		return;
	cufftDestroy(p->handle);
	struct arena a = p->arena;
	arena_drop(&a);
}

/* Arrays as FFTW has them: without embeddings they are compact, and real lines in place
 * are padded. */
static void *plan_many(int rank, const int *n, int batch, void *in, const int *inembed,
                       int istride, int idist, void *out, const int *onembed, int ostride,
                       int odist, cufftType type, int sign) {
	struct fft_guru g = {.rank = (u32)rank,
	                     .batch = batch,
	                     .from_dist = idist,
	                     .to_dist = odist,
	                     .type = type};
	if (rank < 1 || rank > 3 || !n)
		return NULL;
	s64 from = istride, to = ostride;
	for (int d = rank - 1; d >= 0; d--) {
		bool last = d == rank - 1;
		s64 half = n[d] / 2 + 1;
		s64 in_line = n[d], out_line = n[d];
		if (last && !is_complex_only(type)) {
			s64 padded = in == out ? 2 * half : n[d];
			in_line = is_real(type, false) ? padded : half;
			out_line = is_real(type, true) ? padded : half;
		}
		g.n[d] = n[d];
		g.from[d] = from;
		g.to[d] = to;
		from *= inembed ? inembed[d] : in_line;
		to *= onembed ? onembed[d] : out_line;
	}
	return plan_make(&g, in, out, sign);
}

static void *plan_compact(int rank, const int *n, void *in, void *out, cufftType type,
                          int sign) {
	return plan_many(rank, n, 1, in, NULL, 1, 0, out, NULL, 1, 0, type, sign);
}

static void *plan_guru(int rank, const fftw_iodim64 *dims, int batch_rank,
                       const fftw_iodim64 *batch, void *in, void *out, cufftType type,
                       int sign) {
	struct fft_guru g = {.rank = (u32)rank, .batch = 1, .type = type};
	if (rank < 1 || rank > 3 || !dims || batch_rank < 0 || batch_rank > 1 ||
	    (batch_rank && !batch))
		return NULL;
	for (int d = 0; d < rank; d++) {
		g.n[d] = dims[d].n;
		g.from[d] = dims[d].is;
		g.to[d] = dims[d].os;
	}
	if (batch_rank) {
		g.batch = batch->n;
		g.from_dist = batch->is;
		g.to_dist = batch->os;
	}
	return plan_make(&g, in, out, sign);
}

static void *plan_guru32(int rank, const fftw_iodim *dims, int batch_rank,
                         const fftw_iodim *batch, void *in, void *out, cufftType type,
                         int sign) {
	fftw_iodim64 wide[3] = {{0}}, one = {0};
	for (int d = 0; dims && d < rank && d < 3; d++)
		wide[d] = (fftw_iodim64){dims[d].n, dims[d].is, dims[d].os};
	if (batch_rank == 1 && batch)
		one = (fftw_iodim64){batch->n, batch->is, batch->os};
	return plan_guru(rank, dims ? wide : NULL, batch_rank, batch ? &one : NULL, in,
	                 out, type, sign);
}

/* ---- execution --------------------------------------------------------------------- */

static bool run(const struct plan *p, void *in, void *out) {
	return cufftXtExec(p->handle, in, out, p->sign) == CUFFT_SUCCESS &&
	       lib_wait(NULL) == cudaSuccess;
}

/* Through memory of the device, where between the numbers nothing changes. */
static bool run_copied(const struct plan *p, void *in, void *out) {
	const struct driver_table *d = lib_driver();
	u64 bytes[2] = {extent(p, false), extent(p, true)};
	CUdeviceptr at[2] = {0, 0};
	bool in_place = in == out;
	if (in_place)
		bytes[0] = MAX(bytes[0], bytes[1]);
	bool good = d->cuMemAlloc_v2(&at[0], bytes[0]) == CUDA_SUCCESS &&
	            d->cuMemcpyHtoD_v2(at[0], in, bytes[0]) == CUDA_SUCCESS;
	if (good && !in_place)
		good = d->cuMemAlloc_v2(&at[1], bytes[1]) == CUDA_SUCCESS &&
		       d->cuMemcpyHtoD_v2(at[1], out, bytes[1]) == CUDA_SUCCESS;
	CUdeviceptr to = in_place ? at[0] : at[1];
	good = good && run(p, (void *)(uintptr_t)at[0], (void *)(uintptr_t)to) &&
	       d->cuMemcpyDtoH_v2(out, to, bytes[1]) == CUDA_SUCCESS;
	for (u32 i = 0; i < 2; i++)
		if (at[i])
			d->cuMemFree_v2(at[i]);
	return good;
}

/* FFTW's functions have no status: what fails is said. */
static void plan_run(const struct plan *p, void *in, void *out) {
	int device;
	if (!p || !in || !out || lib_current_device(&device) != cudaSuccess)
		return;
	bool plain = lib_memory_type(in) == cudaMemoryTypeUnregistered ||
	             lib_memory_type(out) == cudaMemoryTypeUnregistered;
	if (!(plain ? run_copied(p, in, out) : run(p, in, out)))
		fprintf(stderr, "simt: cuFFTW: a transform failed\n");
}

/* Memory that host and device share. */
static void *allocate(size_t bytes) {
	CUdeviceptr at = 0;
	int device;
	if (!lib_driver() || lib_current_device(&device) != cudaSuccess ||
	    lib_driver()->cuMemAllocManaged(&at, bytes, CU_MEM_ATTACH_GLOBAL) !=
	            CUDA_SUCCESS)
		return NULL;
	return (void *)(uintptr_t)at;
}

static void release(void *p) {
	if (p && lib_driver())
		lib_driver()->cuMemFree_v2((CUdeviceptr)(uintptr_t)p);
}

#define FFTW_NAME(name) fftw_##name
#define FFTW_REAL double
#define FFTW_C2C CUFFT_Z2Z
#define FFTW_R2C CUFFT_D2Z
#define FFTW_C2R CUFFT_Z2D
#include "runtime/fft/fftw_names.h"
#undef FFTW_NAME
#undef FFTW_REAL
#undef FFTW_C2C
#undef FFTW_R2C
#undef FFTW_C2R

#define FFTW_NAME(name) fftwf_##name
#define FFTW_REAL float
#define FFTW_C2C CUFFT_C2C
#define FFTW_R2C CUFFT_R2C
#define FFTW_C2R CUFFT_C2R
#include "runtime/fft/fftw_names.h"
