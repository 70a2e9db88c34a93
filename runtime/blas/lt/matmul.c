/* matmul.c - cublasLtMatmul: a product into sums, then column by column the epilogue,
 * scales, and the type of the result.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "runtime/blas/element.h"
#include "runtime/blas/gemm.h"
#include "runtime/blas/lt/order.h"
#include "runtime/blas/lt/planar.h"

struct lt_call {
	struct lt_matmul op;
	struct lt_layout a, b, c, d;
	const void *pa, *pb, *pc;
	void *pd;
	const void *alpha, *beta;
	u8 alpha_value[16], beta_value[16];
};

enum { RELU = 2, BIAS = 4, DRELU = 8, BGRAD = 16, GELU = 32, DGELU = 64, AUX = 128 };

static bool is_device_mode(const struct lt_call *p) {
	return p->op.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE;
}

static bool has_alpha_vector(const struct lt_call *p) {
	return p->op.pointer_mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
}

static bool is_fp8(u32 type) {
	return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2;
}

/* The type of bias and of its gradient. */
static u32 bias_type(const struct lt_call *p) {
	if (p->op.bias_type >= 0)
		return (u32)p->op.bias_type;
	if (p->d.type == CUDA_R_8I)
		return CUDA_R_32F;
	if (is_fp8(p->d.type))
		return p->c.type;
	return is_fp8(p->a.type) && p->d.type == CUDA_R_32F ? CUDA_R_16BF : p->d.type;
}

/* The type of what GELU keeps for its gradient. */
static u32 aux_type(const struct lt_call *p) {
	return p->op.aux_type >= 0 ? (u32)p->op.aux_type
	       : is_fp8(p->d.type) ? p->c.type
	                           : p->d.type;
}

/* The type of sums. */
static u32 sum_type(const struct lt_call *p) {
	bool is_complex = element_is_complex(p->a.type);
	if (p->op.scale_type == CUDA_R_64F || p->op.scale_type == CUDA_C_64F)
		return is_complex ? CUDA_C_64F : CUDA_R_64F;
	if (p->op.compute == CUBLAS_COMPUTE_32I ||
	    p->op.compute == CUBLAS_COMPUTE_32I_PEDANTIC)
		return CUDA_R_32I;
	return is_complex ? CUDA_C_32F : CUDA_R_32F;
}

static void value_of(const void *scalar, u32 type, f64 value[2]) {
	value[0] = value[1] = 0;
	elements_to_f64(value, scalar, REAL_OF(type), 1,
	                element_is_complex(type) ? 2 : 1);
}

static bool is_zero(const f64 x[2]) {
	return x[0] == 0 && x[1] == 0;
}

/* ---- operands ---- */

static bool has_pointers(const struct lt_layout *l) {
	return l->batch_mode == CUBLASLT_BATCH_MODE_POINTER_ARRAY;
}

static bool name_matrix(struct lib_call *c, access_function *access, const char *name,
                        const void *at, const struct lt_layout *l) {
	struct lt_layout one = *l;
	one.batch = 1;
	if (!has_pointers(l))
		return order_name(c, access, name, at, l);
	struct lib_box pointers = lib_bytes(at, (u64)l->batch * sizeof(void *));
	if (!lib_reads(c, name, &pointers))
		return false;
	for (s32 i = 0; i < l->batch; i++)
		if (!order_name(c, access, name, ((const void *const *)at)[i], &one))
			return false;
	return true;
}

/* `n` bytes of each item of the batch. */
static bool name_vectors(struct lib_call *c, access_function *access, const char *name,
                         const void *at, u64 n, s64 stride, s32 batch) {
	struct lib_box box = lib_bytes(at, n);
	box.slices = (u64)batch;
	box.slice_pitch = stride;
	return !at || access(c, name, &box);
}

static bool name_number(struct lib_call *c, access_function *access, const char *name,
                        const void *at) {
	return name_vectors(c, access, name, at, sizeof(f32), 0, 1);
}

static u64 bias_length(const struct lt_call *p) {
	return p->op.epilogue == CUBLASLT_EPILOGUE_BGRADB ? p->d.cols : p->d.rows;
}

static bool writes_bias(const struct lt_call *p) {
	return (p->op.epilogue & BGRAD) || p->op.epilogue == CUBLASLT_EPILOGUE_BGRADA ||
	       p->op.epilogue == CUBLASLT_EPILOGUE_BGRADB;
}

/* A mask has a bit for each element, anything else an element; ld counts them. */
static bool name_aux(struct lib_call *c, const struct lt_call *p) {
	bool is_mask = p->op.epilogue & (RELU | DRELU);
	u32 bytes = element_bytes(aux_type(p));
	bool is_read = p->op.epilogue & (DRELU | DGELU);
	struct lib_box box = {
		.at = p->op.aux,
		.width = is_mask ? (p->d.rows + 7) / 8 : p->d.rows * bytes,
		.rows = p->d.cols,
		.pitch = is_mask ? p->op.aux_ld / 8 : p->op.aux_ld * bytes,
		.slices = (u64)p->d.batch,
		.slice_pitch = is_mask ? p->op.aux_stride / 8 : p->op.aux_stride * bytes,
	};
	return !(p->op.epilogue & AUX) ||
	       (is_read ? lib_reads : lib_writes)(c, "EPILOGUE_AUX_POINTER", &box);
}

/* ---- scales of parts of A and B ---- */

enum { BLOCK = 128 }; /* elements along k, and rows of a block, that have one scale */

static s64 depth(const struct lt_call *p) {
	return (s64)(p->op.transa == CUBLAS_OP_N ? p->a.cols : p->a.rows);
}

/* Blocks along k; in squares they are counted in fours. */
static s64 blocks_of(s64 n) {
	return (n + BLOCK - 1) / BLOCK;
}
static s64 pitch_of(s64 k) {
	return (blocks_of(k) + 3) / 4 * 4;
}

/* The scale of row (of op(A)) or column (of op(B)) i, of `n`, in block `at` along k. */
static f32 scale_of(const f32 *scales, u32 mode, s64 n, s64 k, s64 i, s64 at) {
	if (mode == CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F)
		return scales[i];
	if (mode == CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F)
		return scales[i + n * at];
	return scales[at + pitch_of(k) * (i / BLOCK)];
}

static u64 scale_bytes(u32 mode, s64 n, s64 k) {
	s64 count = mode == CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F ? n
	            : mode == CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F  ? n * blocks_of(k)
	            : mode == CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F
	                    ? pitch_of(k) * blocks_of(n)
	                    : 1;
	return (u64)count * sizeof(f32);
}

static bool name_extras(struct lib_call *c, const struct lt_call *p) {
	u32 bytes = element_bytes(bias_type(p));
	bool has_bias = (p->op.epilogue & BIAS) || writes_bias(p);
	return (!has_bias ||
	        name_vectors(c, writes_bias(p) ? lib_writes : lib_reads, "BIAS_POINTER",
	                     p->op.bias, bias_length(p) * bytes,
	                     p->op.bias_stride * bytes, p->d.batch)) &&
	       name_aux(c, p) &&
	       name_vectors(c, lib_reads, "A_SCALE_POINTER", p->op.a_scale,
	                    scale_bytes(p->op.a_mode, (s64)p->d.rows, depth(p)), 0, 1) &&
	       name_vectors(c, lib_reads, "B_SCALE_POINTER", p->op.b_scale,
	                    scale_bytes(p->op.b_mode, (s64)p->d.cols, depth(p)), 0, 1) &&
	       name_number(c, lib_reads, "C_SCALE_POINTER", p->op.c_scale) &&
	       name_number(c, lib_reads, "D_SCALE_POINTER", p->op.d_scale) &&
	       name_number(c, lib_writes, "AMAX_D_POINTER", p->op.amax) &&
	       name_number(c, lib_reads, "EPILOGUE_AUX_SCALE_POINTER", p->op.aux_scale) &&
	       name_number(c, lib_writes, "EPILOGUE_AUX_AMAX_POINTER", p->op.aux_amax);
}

/* ---- the product ---- */

/* op(x) of a matrix that is stored by rows is the other op of one stored by columns. */
static u32 stored_op(u32 op, const struct lt_layout *l) {
	if (l->order != CUBLASLT_ORDER_ROW)
		return op;
	return op == CUBLAS_OP_N ? CUBLAS_OP_T : CUBLAS_OP_N;
}

static const void *item(const void *at, const struct lt_layout *l, s32 i) {
	return has_pointers(l) ? ((const void *const *)at)[i] : order_item(at, l, i);
}

static struct gemm product(struct lib_call *c, const struct lt_call *p, s32 i) {
	bool an = p->op.transa == CUBLAS_OP_N;
	return (struct gemm){
		.lib = c,
		.compute = sum_type(p),
		.a_type = p->a.type,
		.b_type = p->b.type,
		.transa = stored_op(p->op.transa, &p->a),
		.transb = stored_op(p->op.transb, &p->b),
		.m = (s64)p->d.rows,
		.n = (s64)p->d.cols,
		.k = (s64)(an ? p->a.cols : p->a.rows),
		.a = item(p->pa, &p->a, i),
		.b = item(p->pb, &p->b, i),
		.lda = p->a.ld,
		.ldb = p->b.ld,
		.alpha = {1},
	};
}

/* Without an epilogue and scales, where C and D are stored by columns in one type, the
 * product goes where it belongs. */
static bool is_plain(const struct lt_call *p) {
	return p->op.epilogue == CUBLASLT_EPILOGUE_DEFAULT && p->c.type == p->d.type &&
	       p->c.order == CUBLASLT_ORDER_COL && p->d.order == CUBLASLT_ORDER_COL &&
	       p->d.type != CUDA_R_8I && !p->op.a_scale && !p->op.b_scale &&
	       !p->op.c_scale && !p->op.d_scale && !p->op.amax;
}

static bool run_plain(struct lib_call *c, const struct lt_call *p, const f64 alpha[2],
                      const f64 beta[2], struct space *space, s32 i) {
	struct gemm g = product(c, p, i);
	const u8 *from = item(p->pc, &p->c, i);
	u32 bytes = element_bytes(p->d.type);
	g.c = (void *)item(p->pd, &p->d, i);
	g.c_type = p->d.type;
	g.ldc = p->d.ld;
	g.space = space;
	memcpy(g.alpha, alpha, sizeof g.alpha);
	memcpy(g.beta, beta, sizeof g.beta);
	for (u64 j = 0; j < p->d.cols && !is_zero(beta) && from != g.c; j++)
		memcpy((u8 *)g.c + (s64)j * p->d.ld * bytes,
		       from + (s64)j * p->c.ld * bytes, p->d.rows * bytes);
	return gemm_run(&g);
}

/* ---- epilogues ---- */

struct finish {
	const struct lt_call *p;
	s32 item;
	f64 alpha, beta;    /* with the scales of A, B and C */
	const void *alphas; /* of each row, or null */
	const f32 *bias;
	void *sums; /* rows by columns: f32, f64 or s32; f32 or f64 afterwards */
	f64 *most, *aux_most; /* for each column */
};

/* tanh's form, as the device computes it. */
static f64 gelu(f64 x) {
	return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

static f64 gelu_slope(f64 x) {
	f64 t = tanh(0.7978845608028654 * (x + 0.044715 * x * x * x));
	return 0.5 * (1 + t) +
	       0.5 * x * (1 - t * t) * 0.7978845608028654 * (1 + 3 * 0.044715 * x * x);
}

/* Elements from row i of column j on. */
static void *rows_at(const void *at, const struct lt_layout *l, s64 i, s64 j) {
	return (u8 *)at + order_at(l, i, j) * element_bytes(l->type);
}

enum { CHUNK = 64 }; /* rows that are finished together; a mask has them in whole bytes */

/* Activations of n rows from i on; aux is read or written. */
static void activate(const struct finish *f, s64 i, s64 j, f64 *x, s64 n) {
	const struct lt_matmul *op = &f->p->op;
	u32 e = op->epilogue, type = aux_type(f->p), bytes = element_bytes(type);
	s64 at = i + j * op->aux_ld + f->item * op->aux_stride;
	u8 *mask = (u8 *)op->aux + at / 8;
	void *aux = (u8 *)op->aux + at * bytes;
	f64 kept[CHUNK];
	if (e & DGELU)
		elements_to_f64(kept, aux, type, 1, (u64)n);
	if ((e & AUX) && (e & GELU)) {
		f64 scale = op->aux_scale ? (f64) * (f32 *)op->aux_scale : 1;
		for (s64 q = 0; q < n; q++) {
			f->aux_most[j] = fmax(f->aux_most[j], fabs(x[q]));
			kept[q] = x[q] * scale;
		}
		elements_from_f64(aux, type, 1, kept, (u64)n);
	}
	for (s64 q = 0; q < n; q++) {
		u32 bit = 1u << q % 8;
		if ((e & AUX) && (e & RELU))
			mask[q / 8] = (u8)((mask[q / 8] & ~bit) | (x[q] >= 0 ? bit : 0));
		if (e & RELU)
			x[q] = x[q] > 0 || x[q] != x[q] ? x[q] : 0;
		else if (e & GELU)
			x[q] = gelu(x[q]);
		else if (e & DRELU)
			x[q] = mask[q / 8] & bit ? x[q] : 0;
		else if (e & DGELU)
			x[q] *= gelu_slope(kept[q]);
	}
}

/* x = alpha sums + beta c + bias, of n rows from i on. */
static void combine(const struct finish *f, s64 i, s64 j, f64 *x, s64 n) {
	const struct lt_call *p = f->p;
	u32 sums = sum_type(p);
	f64 other[CHUNK];
	elements_to_f64(x, (u8 *)f->sums + (i + j * (s64)p->d.rows) * element_bytes(sums),
	                sums, 1, (u64)n);
	if (f->alphas)
		elements_to_f64(other,
		                (const u8 *)f->alphas +
		                        i * element_bytes(p->op.scale_type),
		                p->op.scale_type, 1, (u64)n);
	for (s64 q = 0; q < n; q++)
		x[q] *= f->alphas ? other[q] : f->alpha;
	if (f->beta != 0)
		elements_to_f64(other, rows_at(item(p->pc, &p->c, f->item), &p->c, i, j),
		                p->c.type, order_row_step(&p->c), (u64)n);
	for (s64 q = 0; q < n; q++) {
		x[q] += f->beta != 0 ? f->beta * other[q] : 0;
		x[q] += f->bias ? (f64)f->bias[i + q] : 0;
		/* Sums and their activations are floats on the device. */
		x[q] = sums == CUDA_R_64F ? x[q] : (f64)(f32)x[q];
	}
}

static void finish_column(void *ctx, u64 column) {
	const struct finish *f = ctx;
	const struct lt_call *p = f->p;
	u32 sums = sum_type(p);
	s64 j = (s64)column, m = (s64)p->d.rows;
	f64 d_scale = p->op.d_scale ? (f64) * (f32 *)p->op.d_scale : 1, x[CHUNK];
	for (s64 i = 0; i < m; i += CHUNK) {
		s64 n = MIN(CHUNK, m - i);
		combine(f, i, j, x, n);
		activate(f, i, j, x, n);
		if (p->op.epilogue & BGRAD)
			elements_from_f64((u8 *)f->sums +
			                          (i + j * m) * element_bytes(sums),
			                  sums, 1, x, (u64)n);
		for (s64 q = 0; q < n; q++) {
			f->most[j] = fmax(f->most[j], fabs(x[q]));
			x[q] *= d_scale;
		}
		elements_from_f64(rows_at(item(p->pd, &p->d, f->item), &p->d, i, j),
		                  p->d.type, order_row_step(&p->d), x, (u64)n);
	}
}

static f64 load(const void *at, u32 type, s64 i) {
	f64 x;
	elements_to_f64(&x, (const u8 *)at + i * element_bytes(type), type, 1, 1);
	return x;
}

static void store(void *at, u32 type, s64 i, f64 x) {
	elements_from_f64((u8 *)at + i * element_bytes(type), type, 1, &x, 1);
}

/* The bias of an item as floats; null without one, or without memory for it. */
static f32 *load_bias(struct lib_call *c, const struct lt_call *p, s32 i) {
	u32 type = bias_type(p);
	f32 *to = lib_scratch(c, p->d.rows * sizeof *to);
	if (to)
		elements_to_f32(to,
		                (u8 *)p->op.bias +
		                        i * p->op.bias_stride * element_bytes(type),
		                type, 1, p->d.rows);
	return to;
}

/* Rows of what the epilogue made, summed. */
static void sum_rows(const struct finish *f) {
	const struct lt_call *p = f->p;
	u32 type = bias_type(p);
	s64 m = (s64)p->d.rows;
	u8 *to = (u8 *)p->op.bias + f->item * p->op.bias_stride * element_bytes(type);
	for (s64 i = 0; i < m; i++) {
		f64 sum = 0;
		for (s64 j = 0; j < (s64)p->d.cols; j++)
			sum += load(f->sums, sum_type(p), i + j * m);
		store(to, type, i, sum);
	}
}

/* Sums of op(A) or op(B) along k. */
static void sum_operand(struct lib_call *c, const struct lt_call *p, s32 i) {
	bool is_a = p->op.epilogue == CUBLASLT_EPILOGUE_BGRADA;
	const struct lt_layout *l = is_a ? &p->a : &p->b;
	u32 type = bias_type(p), op = is_a ? p->op.transa : p->op.transb;
	const void *from = item(is_a ? p->pa : p->pb, l, i);
	u8 *to = (u8 *)p->op.bias + i * p->op.bias_stride * element_bytes(type);
	bool by_rows = (op == CUBLAS_OP_N) == is_a; /* of the stored matrix */
	s64 n = (s64)(by_rows ? l->rows : l->cols),
	    k = (s64)(by_rows ? l->cols : l->rows);
	(void)c;
	for (s64 r = 0; r < n; r++) {
		f64 sum = 0;
		for (s64 q = 0; q < k; q++)
			sum += load(from, l->type,
			            by_rows ? order_at(l, r, q) : order_at(l, q, r));
		store(to, type, r, sum);
	}
}

static f64 most_of(const f64 *each, u64 n) {
	f64 most = 0;
	for (u64 i = 0; i < n; i++)
		most = fmax(most, each[i]);
	return most;
}

static f64 scale_at(const void *p) {
	return p ? (f64) * (const f32 *)p : 1;
}

/* Sums of what one block along k contributes, with its scales. */
struct scaled {
	const struct lt_call *p;
	const f32 *part;
	f32 *sums;
	s64 block;
};

static void add_column(void *ctx, u64 column) {
	const struct scaled *s = ctx;
	const struct lt_call *p = s->p;
	s64 m = (s64)p->d.rows, j = (s64)column, k = depth(p);
	f32 scale = scale_of(p->op.b_scale, p->op.b_mode, (s64)p->d.cols, k, j, s->block);
	for (s64 i = 0; i < m; i++)
		s->sums[i + j * m] += s->part[i + j * m] *
		                      (scale_of(p->op.a_scale, p->op.a_mode, m, k, i,
		                                s->block) *
		                       scale);
}

/* The product of fp8 operands whose parts have scales: A by its columns, B by its
 * columns, block by block along k. */
static bool scaled_product(struct lib_call *c, const struct lt_call *p, struct gemm *g) {
	bool is_outer = p->op.a_mode == CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F;
	u64 bytes = (u64)g->m * (u64)g->n * sizeof(f32);
	s64 k = g->k, block = is_outer ? k : BLOCK;
	struct scaled s = {.p = p, .sums = g->c};
	const u8 *a = g->a, *b = g->b;
	s.part = g->c = lib_scratch(c, bytes);
	if (!g->c)
		return false;
	memset(s.sums, 0, bytes);
	for (s64 at = 0; at < k; at += block, s.block++) {
		g->a = a + at;
		g->b = b + at;
		g->k = MIN(block, k - at);
		if (!gemm_run(g))
			return false;
		lib_parallel(c, (u64)g->n, add_column, &s);
	}
	return true;
}

static bool run_item(struct lib_call *c, const struct lt_call *p, const f64 alpha[2],
                     const f64 beta[2], struct space *space, s32 i) {
	struct gemm g = product(c, p, i);
	struct finish f = {.p = p, .item = i};
	g.c_type = g.compute;
	g.ldc = g.m;
	g.space = space;
	f.sums = g.c = lib_scratch(c, (u64)g.m * (u64)g.n * element_bytes(g.compute));
	f.most = lib_scratch(c, 2 * (u64)g.n * sizeof(f64));
	f.bias = p->op.epilogue & BIAS ? load_bias(c, p, i) : NULL;
	if (!g.c || !f.most || ((p->op.epilogue & BIAS) && !f.bias) ||
	    !(p->op.a_mode ? scaled_product(c, p, &g) : gemm_run(&g)))
		return false;
	memset(f.most, 0, 2 * (u64)g.n * sizeof(f64));
	f.aux_most = f.most + g.n;
	f.alpha = alpha[0];
	if (!p->op.a_mode)
		f.alpha *= scale_at(p->op.a_scale) * scale_at(p->op.b_scale);
	f.beta = beta[0] * scale_at(p->op.c_scale);
	if (has_alpha_vector(p))
		f.alphas = (const u8 *)p->alpha +
		           i * p->op.alpha_stride * element_bytes(p->op.scale_type);
	/* Columns of a mask share no byte: its ld is a multiple of 128. */
	lib_parallel(c, (u64)g.n, finish_column, &f);
	if (p->op.epilogue & BGRAD)
		sum_rows(&f);
	if (p->op.epilogue == CUBLASLT_EPILOGUE_BGRADA ||
	    p->op.epilogue == CUBLASLT_EPILOGUE_BGRADB)
		sum_operand(c, p, i);
	f32 *amax = p->op.amax, *aux_amax = p->op.aux_amax;
	if (amax)
		*amax = fmaxf(i ? *amax : 0, (f32)most_of(f.most, (u64)g.n));
	if (aux_amax)
		*aux_amax = fmaxf(i ? *aux_amax : 0, (f32)most_of(f.aux_most, (u64)g.n));
	return true;
}

static bool run_planar(struct lib_call *c, const struct lt_call *p, const f64 alpha[2],
                       const f64 beta[2], struct space *space, s32 i) {
	struct planar g = {
		.lib = c,
		.space = space,
		.transa = p->op.transa,
		.transb = p->op.transb,
		.a = &p->a,
		.b = &p->b,
		.c = &p->c,
		.d = &p->d,
		.at_a = item(p->pa, &p->a, i),
		.at_b = item(p->pb, &p->b, i),
		.at_c = is_zero(beta) ? NULL : item(p->pc, &p->c, i),
		.at_d = (void *)item(p->pd, &p->d, i),
		.alpha = {alpha[0], alpha[1]},
		.beta = {beta[0], beta[1]},
	};
	return planar_run(&g);
}

static void run(struct lib_call *c, const void *payload) {
	const struct lt_call *p = payload;
	u32 bytes = element_bytes(p->op.scale_type);
	const void *at_alpha = is_device_mode(p) ? p->alpha : p->alpha_value;
	const void *at_beta = is_device_mode(p) ? p->beta : p->beta_value;
	struct space space = {.lib = c};
	f64 alpha[2] = {1, 0}, beta[2];
	if (is_device_mode(p) &&
	    (!name_vectors(c, lib_reads, "alpha", at_alpha, bytes, 0, 1) ||
	     !name_vectors(c, lib_reads, "beta", at_beta, bytes, 0, 1)))
		return;
	if (has_alpha_vector(p)) {
		if (!name_vectors(c, lib_reads, "alpha", p->alpha, p->d.rows * bytes,
		                  p->op.alpha_stride * bytes, p->d.batch))
			return;
	} else {
		value_of(at_alpha, p->op.scale_type, alpha);
	}
	value_of(at_beta, p->op.scale_type, beta);
	bool in_place = p->pc == p->pd && !is_zero(beta);
	if ((!is_zero(alpha) && (!name_matrix(c, lib_reads, "A", p->pa, &p->a) ||
	                         !name_matrix(c, lib_reads, "B", p->pb, &p->b))) ||
	    (!is_zero(beta) && !in_place &&
	     !name_matrix(c, lib_reads, "C", p->pc, &p->c)) ||
	    !name_matrix(c, in_place ? lib_updates : lib_writes, "D", p->pd, &p->d) ||
	    !name_extras(c, p))
		return;
	for (s32 i = 0; i < p->d.batch; i++)
		if (!(p->d.plane    ? run_planar
		      : is_plain(p) ? run_plain
		                    : run_item)(c, p, alpha, beta, &space, i))
			return;
}

/* Pointers and what they are for go together. */
static cublasStatus_t check_pointers(const struct lt_call *p, bool needs_c) {
	u32 e = p->op.epilogue;
	bool wants_bias = (e & BIAS) || writes_bias(p);
	if (!p->pa || !p->pb || !p->pd || (needs_c && !p->pc))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (wants_bias != (p->op.bias != NULL))
		return CUBLAS_STATUS_INVALID_VALUE;
	if ((e & AUX) && (!p->op.aux || p->op.aux_ld < (s64)p->d.rows ||
	                  ((e & (RELU | DRELU)) && p->op.aux_ld % 128)))
		return CUBLAS_STATUS_INVALID_VALUE;
	bool is_odd = (uintptr_t)p->pa % element_bytes(p->a.type) ||
	              (uintptr_t)p->pb % element_bytes(p->b.type) ||
	              (uintptr_t)p->pd % element_bytes(p->d.type) ||
	              (needs_c && (uintptr_t)p->pc % element_bytes(p->c.type));
	if (is_odd)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	/* An activation that would have a use for it does not take it. */
	bool is_spare = !(e & AUX) && (e & (RELU | GELU)) && p->op.aux;
	return is_spare ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t status_of(cudaError_t e) {
	return e == cudaSuccess                 ? CUBLAS_STATUS_SUCCESS
	       : e == cudaErrorMemoryAllocation ? CUBLAS_STATUS_ALLOC_FAILED
	                                        : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t lightHandle,
                              cublasLtMatmulDesc_t computeDesc, const void *alpha,
                              const void *A, cublasLtMatrixLayout_t Adesc, const void *B,
                              cublasLtMatrixLayout_t Bdesc, const void *beta,
                              const void *C, cublasLtMatrixLayout_t Cdesc, void *D,
                              cublasLtMatrixLayout_t Ddesc,
                              const cublasLtMatmulAlgo_t *algo, void *workspace,
                              size_t workspaceSizeInBytes, cudaStream_t stream) {
	(void)workspaceSizeInBytes;
	lt_log_call("cublasLtMatmul");
	if (!lt_is_good(lightHandle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	cublasStatus_t s = lt_check(lt_matmul_of(computeDesc), lt_layout_of(Adesc),
	                            lt_layout_of(Bdesc), lt_layout_of(Cdesc),
	                            lt_layout_of(Ddesc));
	if (s != CUBLAS_STATUS_SUCCESS)
		return s;
	if (!lt_algo_is_good(algo))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (!alpha || !beta || (uintptr_t)workspace % 16 ||
	    !lt_knows_epilogue(lt_matmul_of(computeDesc)->epilogue))
		return CUBLAS_STATUS_INVALID_VALUE;
	struct lt_call p = {
		.op = *lt_matmul_of(computeDesc),
		.a = *lt_layout_of(Adesc),
		.b = *lt_layout_of(Bdesc),
		.c = *lt_layout_of(Cdesc ? Cdesc : Ddesc),
		.d = *lt_layout_of(Ddesc),
		.pa = A,
		.pb = B,
		.pc = C,
		.pd = D,
		.alpha = alpha,
		.beta = beta,
	};
	f64 value[2] = {0};
	u32 bytes = element_bytes(p.op.scale_type);
	if (!is_device_mode(&p)) {
		if (!has_alpha_vector(&p))
			memcpy(p.alpha_value, alpha, bytes);
		memcpy(p.beta_value, beta, bytes);
		value_of(p.beta_value, p.op.scale_type, value);
	}
	s = check_pointers(&p, !is_zero(value));
	if (s != CUBLAS_STATUS_SUCCESS || p.d.rows == 0 || p.d.cols == 0)
		return s;
	return status_of(lib_submit(stream, &(struct lib_work){
						    .function = "cublasLtMatmul",
						    .run = run,
						    .payload = &p,
						    .bytes = sizeof p,
					    }));
}
