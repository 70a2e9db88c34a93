/* level1_mixed.c - level 1 on elements of other types than the computation's: vectors and
 * numbers are converted, and the routine of the computation's type does the rest.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/level1_mixed.h"

#include "runtime/blas/element.h"
#include "runtime/blas/kernels.h"
#include "runtime/blas/operand.h"

enum { NONE, READ, UPDATE, WRITE };

/* The table: what each routine does to x and y, and what is a number or a result of the
 * other type. */
static const struct mixed {
	u8 x, y;
	u32 has;
	size_t kernel;
} rows[MIXED_COUNT] = {
#define ROW(id, name, x, y, has) [id] = {x, y, has, offsetof(struct kernels, name)}
	ROW(MIXED_NRM2, nrm2, READ, NONE, HAS_RESULT),
	ROW(MIXED_ASUM, asum, READ, NONE, HAS_RESULT),
	ROW(MIXED_DOT, dot, READ, READ, HAS_RESULT),
	ROW(MIXED_SCAL, scal, UPDATE, NONE, HAS_ALPHA),
	ROW(MIXED_AXPY, axpy, READ, UPDATE, HAS_ALPHA),
	ROW(MIXED_ROT, rot, UPDATE, UPDATE, HAS_ALPHA | HAS_BETA),
	ROW(MIXED_ROTM, rotm, UPDATE, UPDATE, HAS_EXTRA),
	ROW(MIXED_ROTG, rotg, NONE, NONE, HAS_RESULT),
	ROW(MIXED_ROTMG, rotmg, NONE, NONE, HAS_RESULT | HAS_EXTRA),
	ROW(MIXED_IAMAX, iamax, READ, NONE, HAS_RESULT),
	ROW(MIXED_IAMIN, iamin, READ, NONE, HAS_RESULT),
	ROW(MIXED_COPY, copy, READ, WRITE, 0),
	ROW(MIXED_SWAP, swap, UPDATE, UPDATE, 0),
#undef ROW
};

/* ---- which types go together ---- */

#define F16 CUDA_R_16F
#define BF16 CUDA_R_16BF
#define F32 CUDA_R_32F
#define F64 CUDA_R_64F
#define C32 CUDA_C_32F
#define C64 CUDA_C_64F
#define ONE(routine) (1u << (routine))
#define NUMBER (ONE(MIXED_DOT) | ONE(MIXED_SCAL) | ONE(MIXED_AXPY))
#define ROTATION (ONE(MIXED_ROT) | ONE(MIXED_ROTM) | ONE(MIXED_ROTG) | ONE(MIXED_ROTMG))
#define HALVES (ONE(MIXED_NRM2) | ONE(MIXED_DOT) | ROTATION)
#define WIDER (ONE(MIXED_ASUM) | ONE(MIXED_SCAL) | ONE(MIXED_AXPY))

/* As an sm_90 device takes them. */
static const struct {
	u8 element, other, execution;
	u32 routines;
} together[] = {
	{F32, F32, F32, ONE(MIXED_NRM2) | ONE(MIXED_ASUM) | NUMBER | ROTATION},
	{F64, F64, F64, ONE(MIXED_NRM2) | ONE(MIXED_ASUM) | NUMBER | ROTATION},
	{C32, F32, F32, ONE(MIXED_NRM2)},
	{C64, F64, F64, ONE(MIXED_NRM2)},
	{C32, F32, C32, ONE(MIXED_ASUM) | ONE(MIXED_ROT)},
	{C64, F64, C64, ONE(MIXED_ASUM) | ONE(MIXED_ROT)},
	{C32, C32, C32, NUMBER | ONE(MIXED_ROT)},
	{C64, C64, C64, NUMBER | ONE(MIXED_ROT)},
	{F16, F16, F32, HALVES},
	{BF16, BF16, F32, HALVES},
	{F16, F32, F32, WIDER},
	{BF16, F32, F32, WIDER},
};

/* These refuse types that they do not know with another status. */
#define KNOWS_TYPES (ONE(MIXED_NRM2) | NUMBER)

/* The type that computes elements of this type. */
static u32 widened(u32 type) {
	return type == F16 || type == BF16 ? F32 : type;
}

static bool is_type(u32 type) {
	return type == F16 || type == BF16 || type == F32 || type == F64 || type == C32 ||
	       type == C64;
}

/* A type of before those of 8 bits. */
static bool is_known(u32 type) {
	return type < CUDA_R_8F_E4M3;
}

static bool go_together(enum mixed_routine which, u32 element, u32 other, u32 execution) {
	for (u32 i = 0; i < countof(together); i++)
		if (together[i].element == element && together[i].other == other &&
		    together[i].execution == execution &&
		    (together[i].routines & ONE(which)))
			return true;
	return false;
}

/* ---- conversions ---- */

/* A number of one type as one of another; to a real one without its imaginary part. */
static void convert_number(void *to, u32 to_type, const void *from, u32 from_type) {
	f64 value[2] = {0};
	elements_to_f64(value, from, REAL_OF(from_type), 1,
	                element_is_complex(from_type) ? 2 : 1);
	elements_from_f64(to, REAL_OF(to_type), 1, value,
	                  element_is_complex(to_type) ? 2 : 1);
}

/* The vector in the computation's type: itself, or a copy. False: no memory. */
static bool widen(const struct blas_call *w, struct operand *v, u8 access) {
	if (access == NONE || v->type == w->compute || w->n <= 0)
		return true;
	u32 bytes = element_bytes(v->type);
	u8 *first = (u8 *)v->at + (v->ld < 0 ? (1 - w->n) * v->ld * bytes : 0);
	f32 *copy = lib_scratch(w->lib, (u64)w->n * sizeof(f32));
	if (!copy)
		return false;
	if (access != WRITE)
		elements_to_f32(copy, first, v->type, v->ld, (u64)w->n);
	v->at = copy;
	v->ld = 1;
	return true;
}

static void narrow(const struct blas_call *w, const struct operand *v,
                   const struct operand *copy, u8 access) {
	if (access < UPDATE || v->at == copy->at || w->n <= 0)
		return;
	u32 bytes = element_bytes(v->type);
	u8 *first = (u8 *)v->at + (v->ld < 0 ? (1 - w->n) * v->ld * bytes : 0);
	elements_from_f32(first, v->type, v->ld, copy->at, (u64)w->n);
}

/* ---- the run ---- */

static bool name_vector(const struct blas_call *w, const char *name,
                        const struct operand *v, u8 access) {
	static operand_access *const accesses[] = {NULL, lib_reads, lib_updates,
	                                           lib_writes};
	return access == NONE || operand_vector(w, accesses[access], name, v, w->n);
}

static bool name_number(const struct blas_call *w, operand_access *access,
                        const char *name, const void *at, u64 bytes) {
	struct lib_box box = lib_bytes(at, bytes);
	return !at || !w->result_on_device || access(w->lib, name, &box);
}

static void call_kernel(const struct mixed *row, const struct blas_call *w) {
	kernel_function *f;
	memcpy(&f, (const u8 *)own_kernels(w->type) + row->kernel, sizeof f);
	f(w);
}

static void run_vectors(const struct blas_call *w, const struct mixed *row) {
	struct blas_call k = *w;
	union scalar result;
	u32 real = REAL_OF(w->compute);
	if (!name_vector(w, "x", &w->b, row->x) || !name_vector(w, "y", &w->c, row->y) ||
	    ((row->has & HAS_RESULT) &&
	     !name_number(w, lib_writes, "result", w->result, w->result_bytes)) ||
	    ((row->has & HAS_EXTRA) &&
	     !name_number(w, lib_reads, "param", w->extra, w->extra_bytes)))
		return;
	if (!widen(w, &k.b, row->x) || !widen(w, &k.c, row->y))
		return;
	k.type = w->compute;
	f64 param[5];
	/* A rotation's c is real, and its s complex. */
	k.scalar_type = (u8)(element_is_complex(w->scalar_type) ? w->compute : real);
	k.beta_type = (u8)(element_is_complex(w->beta_type) ? w->compute : real);
	if (row->has & HAS_ALPHA)
		convert_number(&k.alpha_value, k.scalar_type, &w->alpha_value,
		               w->scalar_type);
	if (row->has & HAS_BETA)
		convert_number(&k.beta_value, k.beta_type, &w->beta_value, w->beta_type);
	if (row->has & HAS_EXTRA) {
		for (u32 i = 0; i < 5; i++)
			convert_number((u8 *)param + i * element_bytes(real), real,
			               (const u8 *)w->extra +
			                       i * element_bytes(w->scalar_type),
			               w->scalar_type);
		k.extra = param;
	}
	bool is_index = w->result_type == CUDA_R_32I;
	if ((row->has & HAS_RESULT) && !is_index)
		k.result = &result;
	call_kernel(row, &k);
	if ((row->has & HAS_RESULT) && !is_index)
		convert_number(w->result, w->result_type, &result,
		               element_is_complex(w->result_type) ? w->compute : real);
	narrow(w, &w->b, &k.b, row->x);
	narrow(w, &w->c, &k.c, row->y);
}

/* rotg and rotmg: everything is a number. */
static void run_numbers(const struct blas_call *w, const struct mixed *row) {
	struct blas_call k = *w;
	union scalar a = {0}, b = {0}, c = {0}, y = {0}, s = {0};
	f64 result[5] = {0};
	u32 real = REAL_OF(w->compute), parts = row->has & HAS_EXTRA ? 5 : 1;
	u32 element = element_bytes(w->a.type);
	if (!name_number(w, lib_updates, "a", w->a.at, element) ||
	    !name_number(w, lib_updates, "b", w->b.at, element) ||
	    !name_number(w, lib_updates, "x1", w->c.at, element) ||
	    !name_number(w, lib_reads, "y1", w->extra, element) ||
	    !name_number(w, lib_writes, "result", w->result, w->result_bytes) ||
	    !name_number(w, lib_writes, "s", w->result2, element_bytes(w->result_type)))
		return;
	k.type = w->compute;
	convert_number(&a, w->compute, w->a.at, w->a.type);
	convert_number(&b, w->compute, w->b.at, w->a.type);
	if (w->c.at)
		convert_number(&c, w->compute, w->c.at, w->a.type);
	if (w->extra)
		convert_number(&y, w->compute, w->extra, w->a.type);
	k.a.at = &a;
	k.b.at = &b;
	k.c.at = &c;
	k.extra = &y;
	k.result = result;
	k.result2 = &s;
	/* rotmg writes the numbers that its flag asks for, and leaves the others. */
	u32 to = parts == 1 ? REAL_OF(w->result_type) : w->result_type;
	for (u32 i = 0; i < parts; i++)
		convert_number((u8 *)result + i * element_bytes(real), real,
		               (const u8 *)w->result + i * element_bytes(to), to);
	call_kernel(row, &k);
	convert_number(w->a.at, w->a.type, &a, w->compute);
	convert_number(w->b.at, w->a.type, &b, w->compute);
	if (w->c.at)
		convert_number(w->c.at, w->a.type, &c, w->compute);
	/* A complex rotation has a real c of the type of its numbers. */
	for (u32 i = 0; i < parts; i++)
		convert_number((u8 *)w->result + i * element_bytes(to), to,
		               (u8 *)result + i * element_bytes(real), real);
	if (w->result2)
		convert_number(w->result2, w->result_type, &s, w->compute);
}

static cublasStatus_t check(const struct blas_call *w) {
	(void)w;
	return CUBLAS_STATUS_SUCCESS;
}

static bool is_empty(const struct blas_call *w) {
	return w->n <= 0;
}

/* nrm2, asum, scal, amax, amin take forward steps only. */
static bool is_empty_forward(const struct blas_call *w) {
	return w->n <= 0 || w->b.ld <= 0;
}

static bool is_never_empty(const struct blas_call *w) {
	(void)w;
	return false;
}

#define RUN(id, kind)                               \
	static void run_##id(struct blas_call *w) { \
		run_##kind(w, &rows[id]);           \
	}
RUN(MIXED_NRM2, vectors)
RUN(MIXED_ASUM, vectors)
RUN(MIXED_DOT, vectors)
RUN(MIXED_SCAL, vectors)
RUN(MIXED_AXPY, vectors)
RUN(MIXED_ROT, vectors)
RUN(MIXED_ROTM, vectors)
RUN(MIXED_IAMAX, vectors)
RUN(MIXED_IAMIN, vectors)
RUN(MIXED_COPY, vectors)
RUN(MIXED_SWAP, vectors)
RUN(MIXED_ROTG, numbers)
RUN(MIXED_ROTMG, numbers)

#define ROUTINE(id, has, empty) [id] = {has, check, empty, run_##id, 0}
static const struct routine routines[MIXED_COUNT] = {
	ROUTINE(MIXED_NRM2, HAS_RESULT, is_empty_forward),
	ROUTINE(MIXED_ASUM, HAS_RESULT, is_empty_forward),
	ROUTINE(MIXED_DOT, HAS_RESULT, is_empty),
	ROUTINE(MIXED_SCAL, HAS_ALPHA, is_empty_forward),
	ROUTINE(MIXED_AXPY, HAS_ALPHA, is_empty),
	ROUTINE(MIXED_ROT, HAS_ALPHA | HAS_BETA, is_empty),
	ROUTINE(MIXED_ROTM, HAS_EXTRA, is_empty),
	ROUTINE(MIXED_ROTG, HAS_RESULT, is_never_empty),
	ROUTINE(MIXED_ROTMG, HAS_RESULT | HAS_EXTRA, is_never_empty),
	ROUTINE(MIXED_IAMAX, HAS_RESULT, is_empty_forward),
	ROUTINE(MIXED_IAMIN, HAS_RESULT, is_empty_forward),
	ROUTINE(MIXED_COPY, 0, is_empty),
	ROUTINE(MIXED_SWAP, 0, is_empty),
};

cublasStatus_t mixed_submit(cublasHandle_t h, struct blas_call *w,
                            enum mixed_routine which, cudaDataType other,
                            cudaDataType execution) {
	u32 element = which == MIXED_ROTG || which == MIXED_ROTMG ? w->a.type : w->b.type;
	u32 row_has = rows[which].has;
	bool is_plain = which >= MIXED_IAMAX, has_y = rows[which].y != NONE;
	if ((ONE(which) & KNOWS_TYPES) &&
	    (!is_known(element) || !is_known(other) || !is_known(execution) ||
	     (has_y && !is_known(w->c.type))))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (is_plain ? !is_type(element) : !go_together(which, element, other, execution))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (has_y && w->c.type != element)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (!handle_is_good(h))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	w->routine = &routines[which];
	w->compute = (u8)widened(element);
	w->type = (u8)element;
	w->scalar_type = w->beta_type = (u8)other;
	/* A complex rotation has a real c. */
	if (which == MIXED_ROT)
		w->scalar_type = (u8)REAL_OF(other);
	if (row_has & HAS_EXTRA)
		w->extra_bytes = (which == MIXED_ROTM ? 5 : 1) *
		                 element_bytes(which == MIXED_ROTM ? (u32)other
		                                                   : element);
	if ((row_has & HAS_RESULT) && !is_plain) {
		w->result_type = (u8)other;
		w->result_bytes = (u8)element_bytes(
			which == MIXED_ROTG ? REAL_OF((u32)other) : (u32)other);
		if (which == MIXED_ROTMG)
			w->result_bytes = (u8)(5 * w->result_bytes);
	}
	return blas_submit(h, w);
}
