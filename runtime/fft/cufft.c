/* cufft.c - the functions of cufft.h: their types, and what each asks of handle.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/fft/guru.h"
#include "runtime/fft/handle.h"

/* ---- types ------------------------------------------------------------------------- */

static bool set_type(struct request *r, cufftType type) {
	switch (type) {
	case CUFFT_C2C:
	case CUFFT_Z2Z: r->shape.kind = FFT_C2C; break;
	case CUFFT_R2C:
	case CUFFT_D2Z: r->shape.kind = FFT_R2C; break;
	case CUFFT_C2R:
	case CUFFT_Z2D: r->shape.kind = FFT_C2R; break;
	default: return false;
	}
	bool is_double = type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D;
	r->shape.format = is_double ? FFT_F64 : FFT_F32;
	return true;
}

static struct request typed(struct request r, cufftType type) {
	r.no_type = !set_type(&r, type);
	return r;
}

static struct request plain(int rank, s64 nx, s64 ny, s64 nz, cufftType type, s64 batch) {
	s64 n[] = {nx, ny, nz};
	return typed(request_many(rank, n, NULL, 1, 1, NULL, 1, 1, batch), type);
}

static const s64 *widen(int rank, const int *from, s64 to[FFT_DIMS]) {
	for (int d = 0; from && d < rank && d < FFT_DIMS; d++)
		to[d] = from[d];
	return from ? to : NULL;
}

static struct request many(int rank, const int *n, const int *inembed, int istride,
                           int idist, const int *onembed, int ostride, int odist,
                           cufftType type, int batch) {
	s64 size[FFT_DIMS], in[FFT_DIMS], out[FFT_DIMS];
	return typed(request_many(rank, widen(rank, n, size), widen(rank, inembed, in),
	                          istride, idist, widen(rank, onembed, out), ostride,
	                          odist, batch),
	             type);
}

static struct request many64(int rank, const long long *n, const long long *inembed,
                             s64 istride, s64 idist, const long long *onembed,
                             s64 ostride, s64 odist, cufftType type, s64 batch) {
	return typed(request_many(rank, (const s64 *)n, (const s64 *)inembed, istride,
	                          idist, (const s64 *)onembed, ostride, odist, batch),
	             type);
}

/* ---- plans ------------------------------------------------------------------------- */

/* A plan that cannot be made leaves a handle of nothing. */
static cufftResult create(cufftHandle *plan, struct request r) {
	size_t work;
	if (!plan)
		return CUFFT_INVALID_VALUE;
	cufftCreate(plan);
	cufftResult e = handle_serve(TO_MAKE, *plan, &r, &work);
	if (e != CUFFT_SUCCESS)
		cufftDestroy(*plan);
	return e;
}

static cufftResult make(cufftHandle h, struct request r, size_t *work) {
	return handle_serve(TO_MAKE, h, &r, work);
}

static cufftResult size(cufftHandle h, struct request r, size_t *work) {
	return handle_serve(TO_SIZE, h, &r, work);
}

static cufftResult estimate(struct request r, size_t *work) {
	return handle_serve(TO_ESTIMATE, 0, &r, work);
}

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch) {
	return create(plan, plain(1, nx, 1, 1, type, batch));
}

cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type) {
	return create(plan, plain(2, nx, ny, 1, type, 1));
}

cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type) {
	return create(plan, plain(3, nx, ny, nz, type, 1));
}

cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride,
                          int idist, int *onembed, int ostride, int odist, cufftType type,
                          int batch) {
	return create(plan, many(rank, n, inembed, istride, idist, onembed, ostride,
	                         odist, type, batch));
}

cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch,
                            size_t *workSize) {
	return make(plan, plain(1, nx, 1, 1, type, batch), workSize);
}

cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type,
                            size_t *workSize) {
	return make(plan, plain(2, nx, ny, 1, type, 1), workSize);
}

cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t *workSize) {
	return make(plan, plain(3, nx, ny, nz, type, 1), workSize);
}

cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed,
                              int istride, int idist, int *onembed, int ostride,
                              int odist, cufftType type, int batch, size_t *workSize) {
	return make(plan,
	            many(rank, n, inembed, istride, idist, onembed, ostride, odist, type,
	                 batch),
	            workSize);
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride,
                                long long int idist, long long int *onembed,
                                long long int ostride, long long int odist,
                                cufftType type, long long int batch, size_t *workSize) {
	return make(plan,
	            many64(rank, n, inembed, istride, idist, onembed, ostride, odist,
	                   type, batch),
	            workSize);
}

cufftResult cufftXtMakePlanGuru64(cufftHandle plan, const struct fft_guru *g,
                                  size_t *work) {
	struct request r = request_many((int)g->rank, g->n, NULL, 1, 1, NULL, 1, 1,
	                                g->batch);
	struct fft_shape *s = &r.shape;
	for (u32 d = 0; d < g->rank && d < FFT_DIMS; d++) {
		s->from.stride[d] = g->from[d];
		s->to.stride[d] = g->to[d];
	}
	s->from.dist = g->from_dist;
	s->to.dist = g->to_dist;
	s->basic = false;
	return make(plan, typed(r, g->type), work);
}

cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *workSize) {
	return estimate(plain(1, nx, 1, 1, type, batch), workSize);
}

cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *workSize) {
	return estimate(plain(2, nx, ny, 1, type, 1), workSize);
}

cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *workSize) {
	return estimate(plain(3, nx, ny, nz, type, 1), workSize);
}

cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist,
                              int *onembed, int ostride, int odist, cufftType type,
                              int batch, size_t *workSize) {
	return estimate(many(rank, n, inembed, istride, idist, onembed, ostride, odist,
	                     type, batch),
	                workSize);
}

cufftResult cufftGetSize1d(cufftHandle handle, int nx, cufftType type, int batch,
                           size_t *workSize) {
	return size(handle, plain(1, nx, 1, 1, type, batch), workSize);
}

cufftResult cufftGetSize2d(cufftHandle handle, int nx, int ny, cufftType type,
                           size_t *workSize) {
	return size(handle, plain(2, nx, ny, 1, type, 1), workSize);
}

cufftResult cufftGetSize3d(cufftHandle handle, int nx, int ny, int nz, cufftType type,
                           size_t *workSize) {
	return size(handle, plain(3, nx, ny, nz, type, 1), workSize);
}

cufftResult cufftGetSizeMany(cufftHandle handle, int rank, int *n, int *inembed,
                             int istride, int idist, int *onembed, int ostride, int odist,
                             cufftType type, int batch, size_t *workArea) {
	return size(handle,
	            many(rank, n, inembed, istride, idist, onembed, ostride, odist, type,
	                 batch),
	            workArea);
}

cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long int *n,
                               long long int *inembed, long long int istride,
                               long long int idist, long long int *onembed,
                               long long int ostride, long long int odist, cufftType type,
                               long long int batch, size_t *workSize) {
	return size(plan,
	            many64(rank, n, inembed, istride, idist, onembed, ostride, odist,
	                   type, batch),
	            workSize);
}

cufftResult cufftGetSize(cufftHandle handle, size_t *workSize) {
	if (!workSize)
		return CUFFT_INVALID_VALUE;
	struct handle *p = handle_find(handle);
	if (!p || !p->plan)
		return CUFFT_INVALID_PLAN;
	*workSize = p->plan->work_bytes;
	return CUFFT_SUCCESS;
}

/* ---- settings ---------------------------------------------------------------------- */

cufftResult cufftSetAutoAllocation(cufftHandle plan, int autoAllocate) {
	struct handle *p = handle_find(plan);
	if (!p)
		return CUFFT_INVALID_PLAN;
	p->no_own_work = !autoAllocate;
	return CUFFT_SUCCESS;
}

cufftResult cufftSetWorkArea(cufftHandle plan, void *workArea) {
	struct handle *p = handle_find(plan);
	if (!p)
		return CUFFT_INVALID_PLAN;
	p->user_work = workArea;
	return CUFFT_SUCCESS;
}

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
	struct handle *p = handle_find(plan);
	if (!p)
		return CUFFT_INVALID_PLAN;
	p->stream = stream;
	return CUFFT_SUCCESS;
}

/* They are set before the plan is made. */
static cufftResult find_property(cufftHandle plan, cufftProperty property, bool to_set,
                                 struct handle **p) {
	*p = handle_find(plan);
	if (!*p)
		return CUFFT_INVALID_PLAN;
	if (to_set && (*p)->plan)
		return CUFFT_NOT_SUPPORTED;
	switch (property) {
	case NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT: return CUFFT_SUCCESS;
	case NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS: return CUFFT_NOT_SUPPORTED;
	default: return CUFFT_INVALID_VALUE;
	}
}

cufftResult cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
                                      const long long int inputValueInt) {
	struct handle *p;
	cufftResult e = find_property(plan, property, true, &p);
	if (e == CUFFT_SUCCESS)
		p->patient = inputValueInt != 0;
	return e;
}

cufftResult cufftGetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
                                      long long int *returnPtrValue) {
	struct handle *p;
	cufftResult e = find_property(plan, property, false, &p);
	if (e != CUFFT_SUCCESS)
		return e;
	if (!returnPtrValue)
		return CUFFT_INVALID_VALUE;
	*returnPtrValue = p->patient;
	return CUFFT_SUCCESS;
}

cufftResult cufftResetPlanProperty(cufftHandle plan, cufftProperty property) {
	struct handle *p;
	cufftResult e = find_property(plan, property, true, &p);
	if (e == CUFFT_SUCCESS)
		p->patient = false;
	return e;
}

cufftResult cufftGetVersion(int *version) {
	if (version)
		*version = CUFFT_VERSION;
	return CUFFT_SUCCESS;
}

cufftResult cufftGetProperty(libraryPropertyType type, int *value) {
	static const int parts[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
	if (!value)
		return CUFFT_INVALID_VALUE;
	if ((u32)type >= countof(parts))
		return CUFFT_INVALID_TYPE;
	*value = parts[type];
	return CUFFT_SUCCESS;
}

/* ---- execution --------------------------------------------------------------------- */

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *idata, cufftComplex *odata,
                         int direction) {
	return handle_execute(__func__, plan, idata, odata, direction);
}

cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *idata,
                         cufftDoubleComplex *odata, int direction) {
	return handle_execute(__func__, plan, idata, odata, direction);
}

cufftResult cufftExecR2C(cufftHandle plan, cufftReal *idata, cufftComplex *odata) {
	return handle_execute(__func__, plan, idata, odata, CUFFT_FORWARD);
}

cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *idata,
                         cufftDoubleComplex *odata) {
	return handle_execute(__func__, plan, idata, odata, CUFFT_FORWARD);
}

cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *idata, cufftReal *odata) {
	return handle_execute(__func__, plan, idata, odata, CUFFT_INVERSE);
}

cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *idata,
                         cufftDoubleReal *odata) {
	return handle_execute(__func__, plan, idata, odata, CUFFT_INVERSE);
}
