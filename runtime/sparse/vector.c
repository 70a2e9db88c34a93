/* vector.c - sparse vectors with dense ones.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/mix.h"
#include "runtime/sparse/number.h"
#include "runtime/sparse/rows.h"

enum action { AXPBY, ROT, SPVV };

struct vector_call {
	struct sp_vec x;
	struct dn_vec y;
	struct scalar p, q; /* alpha and beta, or cosine and sine */
	void *result;
	bool result_on_host, conjugated;
	enum number n;
	enum action action;
};

static bool read_indices(struct lib_call *c, const struct sp_vec *x, s64 size) {
	struct lib_box box = lib_bytes(x->indices,
	                               (u64)x->nnz * index_bytes(x->index_type));
	if (!lib_reads(c, "vecX's indices", &box))
		return false;
	bool wide = x->index_type == CUSPARSE_INDEX_64I;
	for (s64 k = 0; k < x->nnz; k++)
		if ((u64)(index_at(x->indices, wide, k) - x->base) >= (u64)size) {
			lib_fail(c, cudaErrorIllegalAddress);
			return false;
		}
	return true;
}

/* ---- moves of elements ---- */

struct move {
	struct sp_vec x;
	struct dn_vec y;
	bool is_gather;
};

static void run_move(struct lib_call *c, const void *payload) {
	const struct move *p = payload;
	u32 bytes = type_bytes(p->x.type);
	struct lib_box x = lib_bytes(p->x.values, (u64)p->x.nnz * bytes);
	struct lib_box y = lib_bytes(p->y.values, (u64)p->y.size * bytes);
	bool wide = p->x.index_type == CUSPARSE_INDEX_64I;
	if (!read_indices(c, &p->x, p->y.size) ||
	    !(p->is_gather
	              ? lib_reads(c, "vecY", &y) && lib_writes(c, "vecX's values", &x)
	              : lib_reads(c, "vecX's values", &x) && lib_updates(c, "vecY", &y)))
		return;
	for (s64 k = 0; k < p->x.nnz; k++) {
		s64 i = index_at(p->x.indices, wide, k) - p->x.base;
		u8 *mine = (u8 *)p->x.values + k * bytes,
		   *other = (u8 *)p->y.values + i * bytes;
		memcpy(p->is_gather ? mine : other, p->is_gather ? other : mine, bytes);
	}
}

static cusparseStatus_t move(cusparseHandle_t h, const char *function,
                             cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                             bool is_gather) {
	cusparseStatus_t s = !h                       ? CUSPARSE_STATUS_INVALID_VALUE
	                     : !x || !y               ? CUSPARSE_STATUS_INVALID_VALUE
	                     : x->v.size != y->v.size ? CUSPARSE_STATUS_INVALID_VALUE
	                     : !is_index_type(x->v.index_type) || x->v.type != y->v.type
	                             ? CUSPARSE_STATUS_NOT_SUPPORTED
	                             : CUSPARSE_STATUS_SUCCESS;
	if (s)
		return sparse_end(function, s);
	struct move p = {x->v, y->v, is_gather};
	return sparse_submit(h, function, run_move, &p, sizeof p);
}

cusparseStatus_t cusparseGather(cusparseHandle_t h, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x) {
	return move(h, __func__, x, y, true);
}

cusparseStatus_t cusparseScatter(cusparseHandle_t h, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y) {
	return move(h, __func__, x, y, false);
}

/* ---- arithmetic ---- */

/* x and y in the type of the computation. */
struct vectors {
	void *x, *y;
	const void *indices;
	bool wide;
	s64 n, size, base;
	union element p, q;
	union element sum;
	bool conjugated;
};

#define VECTOR_FUNCTIONS(T)                                                              \
	static void T##_axpby(struct vectors *v) {                                       \
		T *x = v->x, *y = v->y;                                                  \
		for (s64 i = 0; i < v->size; i++)                                        \
			y[i] = v->q.T == 0 ? 0 : T##_mul(v->q.T, y[i]);                  \
		for (s64 k = 0; k < v->n; k++)                                           \
			y[index_at(v->indices, v->wide, k) - v->base] += T##_mul(v->p.T, \
			                                                         x[k]);  \
	}                                                                                \
	static void T##_rot(struct vectors *v) {                                         \
		T *x = v->x, *y = v->y;                                                  \
		for (s64 k = 0; k < v->n; k++) {                                         \
			s64 i = index_at(v->indices, v->wide, k) - v->base;              \
			T a = x[k], b = y[i];                                            \
			x[k] = T##_mul(v->p.T, a) + T##_mul(v->q.T, b);                  \
			y[i] = T##_mul(v->p.T, b) - T##_mul(v->q.T, a);                  \
		}                                                                        \
	}                                                                                \
	static void T##_spvv(struct vectors *v) {                                        \
		T *x = v->x, *y = v->y, sum = 0;                                         \
		for (s64 k = 0; k < v->n; k++)                                           \
			sum += T##_mul(v->conjugated ? T##_conj(x[k]) : x[k],            \
			               y[index_at(v->indices, v->wide, k) - v->base]);   \
		v->sum.T = sum;                                                          \
	}
VECTOR_FUNCTIONS(s32)
VECTOR_FUNCTIONS(f32)
VECTOR_FUNCTIONS(f64)
VECTOR_FUNCTIONS(c32)
VECTOR_FUNCTIONS(c64)
#define VECTOR_ROW(T) {T##_axpby, T##_rot, T##_spvv}
static void (*const functions[NUM_COUNT][3])(struct vectors *v) = {
	VECTOR_ROW(s32), VECTOR_ROW(f32), VECTOR_ROW(f64),
	VECTOR_ROW(c32), VECTOR_ROW(c64),
};

static struct dn_mat values_of(const struct sp_vec *x) {
	struct dn_vec v = {x->nnz, x->values, x->type};
	return as_matrix(&v);
}

static bool open_operands(struct lib_call *c, const struct vector_call *p,
                          struct dense *x, struct dense *y) {
	struct dn_mat xs = values_of(&p->x), ys = as_matrix(&p->y);
	const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
	return read_indices(c, &p->x, p->y.size) &&
	       (p->action == ROT
	                ? dense_open_out(c, &xs, 0, true, p->n, "vecX's values", x)
	                : dense_open(c, &xs, 0, plain, p->n, "vecX's values", x)) &&
	       (p->action == SPVV ? dense_open(c, &ys, 0, plain, p->n, "vecY", y)
	                          : dense_open_out(c, &ys, 0, true, p->n, "vecY", y));
}

static void run_vectors(struct lib_call *c, const void *payload) {
	const struct vector_call *p = payload;
	struct dense x, y;
	struct vectors v = {.conjugated = p->conjugated};
	struct lib_box result = lib_bytes(p->result, number_bytes(p->n));
	if ((p->action != SPVV &&
	     (!scalar_value(c, p->action == ROT ? "c_coeff" : "alpha", &p->p, p->n,
	                    &v.p) ||
	      !scalar_value(c, p->action == ROT ? "s_coeff" : "beta", &p->q, p->n,
	                    &v.q))) ||
	    !open_operands(c, p, &x, &y))
		return;
	v.x = x.at;
	v.y = y.at;
	v.indices = p->x.indices;
	v.wide = p->x.index_type == CUSPARSE_INDEX_64I;
	v.n = p->x.nnz;
	v.size = p->y.size;
	v.base = p->x.base;
	functions[p->n][p->action](&v);
	struct dn_mat xs = values_of(&p->x), ys = as_matrix(&p->y);
	if (p->action == ROT)
		dense_close_out(c, &xs, 0, p->n, &x);
	if (p->action != SPVV)
		dense_close_out(c, &ys, 0, p->n, &y);
	else if (p->result_on_host || lib_writes(c, "result", &result))
		memcpy(p->result, &v.sum, number_bytes(p->n));
}

/* The type in which vectors of one type are computed with. */
static cudaDataType compute_type(cudaDataType type) {
	switch (type) {
	case CUDA_R_16F:
	case CUDA_R_16BF: return CUDA_R_32F;
	case CUDA_C_16F:
	case CUDA_C_16BF: return CUDA_C_32F;
	default: return type;
	}
}

static cusparseStatus_t check(cusparseHandle_t h, bool is_good,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y) {
	return !h ? CUSPARSE_STATUS_INVALID_VALUE
	       : !is_good || !x || !y || x->v.size != y->v.size
	               ? CUSPARSE_STATUS_INVALID_VALUE
	               : CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t update(cusparseHandle_t h, const char *function, enum mix mix,
                               enum action action, const void *p, const void *q,
                               cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y) {
	cusparseStatus_t s = check(h, p && q, x, y);
	enum number n = NUM_COUNT;
	if (!s)
		n = mix_number(mix, x->v.type, y->v.type, y->v.type,
		               compute_type(x->v.type));
	if (!s && (n == NUM_COUNT || !is_index_type(x->v.index_type)))
		s = CUSPARSE_STATUS_NOT_SUPPORTED;
	if (s)
		return sparse_end(function, s);
	struct vector_call call = {
		.x = x->v,
		.y = y->v,
		.p = sparse_scalar(h, p, n),
		.q = sparse_scalar(h, q, n),
		.n = n,
		.action = action,
	};
	return sparse_submit(h, function, run_vectors, &call, sizeof call);
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t h, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y) {
	return update(h, __func__, MIX_AXPBY, AXPBY, alpha, beta, x, y);
}

cusparseStatus_t cusparseRot(cusparseHandle_t h, const void *cosine, const void *sine,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y) {
	return update(h, __func__, MIX_ROT, ROT, cosine, sine, x, y);
}

/* ---- the product ---- */

static cusparseStatus_t check_product(cusparseHandle_t h, cusparseOperation_t op,
                                      cusparseConstSpVecDescr_t x,
                                      cusparseConstDnVecDescr_t y, bool has_places,
                                      cudaDataType type) {
	cusparseStatus_t s = check(h, is_operation(op) && has_places && type_bytes(type),
	                           x, y);
	if (s)
		return s;
	if (!is_index_type(x->v.index_type) ||
	    (mix_number(MIX_SPVV, x->v.type, y->v.type, type, type) == NUM_COUNT &&
	     mix_number(MIX_SPVV, x->v.type, y->v.type, x->v.type, type) == NUM_COUNT))
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	/* A vector has no transpose; a real one has no conjugate. */
	if (op == CUSPARSE_OPERATION_TRANSPOSE ||
	    (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE && !type_is_complex(x->v.type)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t h, cusparseOperation_t op,
                                         cusparseConstSpVecDescr_t x,
                                         cusparseConstDnVecDescr_t y, const void *result,
                                         cudaDataType type, size_t *size) {
	cusparseStatus_t s = check_product(h, op, x, y, result && size, type);
	return sparse_no_buffer(__func__, s, size);
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t h, cusparseOperation_t op,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void *result, cudaDataType type, void *buffer) {
	cusparseStatus_t s = check_product(h, op, x, y, result && buffer, type);
	if (s)
		return sparse_end(__func__, s);
	struct vector_call call = {
		.x = x->v,
		.y = y->v,
		.result = result,
		.result_on_host = h->mode == CUSPARSE_POINTER_MODE_HOST,
		.conjugated = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
		.n = number_of(type),
		.action = SPVV,
	};
	return call.result_on_host
	               ? sparse_submit_result(h, __func__, run_vectors, &call,
	                                      sizeof call)
	               : sparse_submit(h, __func__, run_vectors, &call, sizeof call);
}
