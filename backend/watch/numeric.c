/* numeric.c - values that go wrong: NaN and infinity where they are born, denormals that
 * are lost, differences that leave few right digits, sums by atomic operations that
 * depend on their order. The functions here run before and after those that would run
 * otherwise.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/numeric.h"
#include "backend/machine/hook_check.h"
#include "ir/num/f16.h"

#include <math.h>

enum { SOURCES_MAX = 4, PARTS_MAX = 2 };

/* A floating-point format. */
struct format {
	int lost;     /* bits that a difference may lose: two thirds of a number's own */
	double half;  /* 2 to the power of half of them */
	double least; /* smaller numbers are denormal */
};

static const struct format *format_of(u32 type) {
	static const struct format f16 = {7, 0x1p6, 0x1p-14}, bf16 = {5, 0x1p4, 0x1p-126},
				   f32_ = {16, 0x1p12, 0x1p-126},
				   f64_ = {36, 0x1p27, 0x1p-1022};
	switch (type) {
	case TYPE_F16:
	case TYPE_F16X2: return &f16;
	case TYPE_BF16:
	case TYPE_BF16X2: return &bf16;
	case TYPE_F32: return &f32_;
	case TYPE_F64: return &f64_;
	default: return NULL;
	}
}

/* An operation whose operands and result are looked at. */
struct numeric_op {
	const char *mnemonic;
	bool is_sum, is_product, is_fma;
};

static const struct numeric_op ops[] = {
	{"add", true, false, false},   {"sub", true, false, false},
	{"mul", false, true, false},   {"fma", true, false, true},
	{"div", false, false, false},  {"rcp", false, false, false},
	{"sqrt", false, false, false}, {"rsqrt", false, false, false},
	{"lg2", false, false, false},  {"ex2", false, false, false},
	{"sin", false, false, false},  {"cos", false, false, false},
	{"cvt", false, false, false},
};

static const struct numeric_op *op_of(const struct dinst *d) {
	const char *name = row_info(d->row)->mnemonic;
	for (u32 i = 0; i < countof(ops); i++)
		if (strcmp(ops[i].mnemonic, name) == 0)
			return &ops[i];
	return NULL;
}

static bool is_float(u32 type) {
	return format_of(type) != NULL;
}

/* Two numbers in one register. */
static bool is_packed(u32 type) {
	return type == TYPE_F16X2 || type == TYPE_BF16X2;
}

static u32 parts_of(u32 type) {
	return is_packed(type) ? 2 : 1;
}

static bool is_float_atomic(const struct dinst *d) {
	return (d->exec == exec_atom || d->exec == exec_red) && is_float(d->type[0]) &&
	       MOD_GET(d->mods, AOP) == MOD_AOP_ADD;
}

bool numeric_watches(const struct dinst *d) {
	if (!d->in)
		return false;
	if (d->exec == exec_alu)
		return is_float(d->type[0]) && op_of(d);
	return is_float_atomic(d);
}

/* ---- operands ---- */

/* The value of a lane; `part` of a packed one, the lower half first. */
static double value_of(const void *reg, u32 type, u32 lane, u32 part) {
	float f;
	double x;
	u16 half;
	switch (type) {
	case TYPE_F64: memcpy(&x, (const u64 *)reg + lane, sizeof x); return x;
	case TYPE_F32: memcpy(&f, (const u32 *)reg + lane, sizeof f); return f;
	default:
		memcpy(&half, (const u16 *)reg + lane * parts_of(type) + part,
		       sizeof half);
		return type == TYPE_F16 || type == TYPE_F16X2 ? f16_f32(half)
		                                              : bf16_f32(half);
	}
}

/* The sum of two numbers of the type, rounded to it. */
static double sum_of(u32 type, double a, double b) {
	switch (type) {
	case TYPE_F64: return a + b;
	case TYPE_F32: return (float)a + (float)b;
	case TYPE_F16:
	case TYPE_F16X2: return f16_f32(f16_from((float)a + (float)b));
	default: return bf16_f32(bf16_from((float)a + (float)b));
	}
}

struct operands {
	u32 n, type[SOURCES_MAX];
	ref at[SOURCES_MAX], result;
};

static void find_operands(const struct dinst *d, struct operands *o) {
	const struct row_info *row = row_info(d->row);
	o->n = 0;
	o->result = d->o[0];
	for (u32 i = 0; i < row->nopr && i < d->no && o->n < SOURCES_MAX; i++) {
		u32 type = row_operand_type(row, d->type, i);
		if (row->opr[i].is_dest || !is_float(type) || d->o[i] == REF_NONE)
			continue;
		o->type[o->n] = type;
		o->at[o->n++] = d->o[i];
	}
}

/* ---- findings ---- */

enum kind { NAN_BORN, INF_BORN, DENORMAL_LOST, PRODUCT_LOST, DIGITS_LOST, ORDER_DECIDES };

/* Reports it, once for each instruction: one thread speaks for all. */
static void found(const struct warp *w, const struct dinst *d, u32 lane,
                  const struct watch *x, enum kind kind, const double *in, u32 n,
                  double out) {
	static const char *const kinds[] = {
		"A NaN is born",
		"An infinity is born",
		"A denormal is read as zero",
		"A product is lost",
		"A difference loses its digits",
		"The order of atomic sums decides their digits"};
	char text[160] = "";
	size_t len = 0;
	if (*x->told >> kind & 1)
		return;
	*x->told |= (u8)(1u << kind);
	for (u32 i = 0; i < n && len < sizeof text; i++)
		len += (size_t)snprintf(text + len, sizeof text - len, "%s%.9g",
		                        i ? ", " : "", in[i]);
	finding_text(w, d, lane, CHECK_NUMERIC, FINDING_NUMERIC, "%s: %s of %s is %.9g",
	             kinds[kind], row_info(d->in->row)->mnemonic, text, out);
}

static bool is_denormal(double x, u32 type) {
	return x != 0 && fabs(x) < format_of(type)->least;
}

/* Checks whether x may have been rounded: a whole number, and one that uses no more than
 * half of its digits, is taken to be exact. */
static bool is_long(double x, u32 type) {
	int e;
	double m = frexp(x, &e) * format_of(type)->half;
	return m != floor(m) && x != floor(x);
}

static bool loses_digits(const struct numeric_op *op, u32 type, const double *in, u32 n,
                         double out) {
	int ea, eb, er;
	double a = op->is_fma ? in[0] * in[1] : in[0], b = in[n - 1];
	if (!op->is_sum || a == 0 || b == 0 || out == 0 || !isfinite(a) || !isfinite(out))
		return false;
	frexp(a, &ea);
	frexp(b, &eb);
	frexp(out, &er);
	return MAX(ea, eb) - er >= format_of(type)->lost &&
	       (is_long(a, type) || is_long(b, type));
}

static void look(const struct warp *w, const struct dinst *d, const struct watch *x,
                 const struct operands *o, u32 lane, const double *in, double out) {
	const struct numeric_op *op = op_of(d);
	u32 type = d->type[0];
	bool any_nan = false, any_inf = false, any_denormal = false, any_zero = false;
	for (u32 i = 0; i < o->n; i++) {
		any_nan |= isnan(in[i]);
		any_inf |= isinf(in[i]);
		any_zero |= in[i] == 0;
		any_denormal |= is_denormal(in[i], o->type[i]);
	}
	if (isnan(out) && !any_nan)
		found(w, d, lane, x, NAN_BORN, in, o->n, out);
	else if (isinf(out) && !any_inf && !any_nan)
		found(w, d, lane, x, INF_BORN, in, o->n, out);
	else if (any_denormal && MOD_GET(d->mods, FTZ))
		found(w, d, lane, x, DENORMAL_LOST, in, o->n, out);
	else if (op->is_product && out == 0 && !any_zero)
		found(w, d, lane, x, PRODUCT_LOST, in, o->n, out);
	else if (loses_digits(op, type, in, o->n, out))
		found(w, d, lane, x, DIGITS_LOST, in, o->n, out);
}

/* The operands of a part of the result. A conversion of two numbers into a packed one has
 * the upper one first. */
static void take_part(const struct warp *w, const struct dinst *d,
                      const struct operands *all, u32 part, u32 lane, struct operands *o,
                      double in[SOURCES_MAX]) {
	bool packs = is_packed(d->type[0]) && all->n && !is_packed(all->type[0]);
	*o = *all;
	if (packs) {
		o->n = 1;
		o->type[0] = all->type[part ? 0 : all->n - 1];
		o->at[0] = all->at[part ? 0 : all->n - 1];
	}
	for (u32 i = 0; i < o->n; i++)
		in[i] = value_of(warp_ptr(w, o->at[i]), o->type[i], lane, part);
}

enum step numeric_alu(struct warp *w, const struct dinst *d, u32 mask,
                      const struct watch *x) {
	struct operands all, o = {.n = 0};
	double in[WARP_LANES][PARTS_MAX][SOURCES_MAX];
	u32 parts = parts_of(d->type[0]);
	find_operands(d, &all);
	if (!(check_of(w)->tools & CHECK_NUMERIC) || !all.n)
		return x->numeric(w, d, mask);
	for_each_lane (l, mask)
		for (u32 k = 0; k < parts; k++)
			take_part(w, d, &all, k, l, &o, in[l][k]);
	enum step step = x->numeric(w, d, mask);
	if (step == STEP_NEXT && all.result != REF_NONE)
		for_each_lane (l, mask)
			for (u32 k = 0; k < parts; k++)
				look(w, d, x, &o, l, in[l][k],
				     value_of(warp_ptr(w, all.result), d->type[0], l, k));
	return step;
}

/* ---- atomic sums ---- */

/* Whether the sum is rounded: then another order gives another result. */
static bool is_rounded(u32 type, double a, double b) {
	if (type != TYPE_F32 && type != TYPE_F64) /* exact in a double */
		return sum_of(type, a, b) != a + b;
	if (type == TYPE_F32) {
		float s = (float)a + (float)b, part = s - (float)a;
		return ((float)a - (s - part)) + ((float)b - part) != 0;
	}
	double s = a + b, part = s - a;
	return (a - (s - part)) + (b - part) != 0;
}

/* The sums at the addresses of the lanes, as one lane after the other adds. */
struct sums {
	u32 n;
	const void *at[WARP_LANES];
	double value[WARP_LANES][PARTS_MAX];
};

static double *sum_at(struct sums *s, const void *p, u32 type) {
	u32 i = 0;
	while (i < s->n && s->at[i] != p)
		i++;
	if (i == s->n) {
		s->at[s->n] = p;
		for (u32 k = 0; k < parts_of(type); k++)
			s->value[i][k] = value_of(p, type, 0, k);
		s->n++;
	}
	return s->value[i];
}

enum step numeric_atomic(struct warp *w, const struct dinst *d, u32 mask,
                         const struct watch *x) {
	u32 ai = row_info(d->in->row)->opr[0].is_dest ? 1 : 0;
	u32 type = d->type[0], size = type_size_bytes((enum type)type);
	if (!(check_of(w)->tools & CHECK_NUMERIC) || d->x->vec[ai + 1])
		return x->numeric(w, d, mask);
	struct sums sums = {.n = 0};
	for_each_lane (l, mask) {
		const void *p = mem_find(w, l, mem_space(d), mem_lane_addr(w, d, ai, l),
		                         size);
		if (!p)
			break; /* the machine will say so */
		double *sum = sum_at(&sums, p, type);
		for (u32 k = 0; k < parts_of(type); k++) {
			double in[2] = {sum[k],
			                value_of(warp_ptr(w, d->o[ai + 1]), type, l, k)};
			sum[k] = sum_of(type, in[0], in[1]);
			if (isfinite(sum[k]) && is_rounded(type, in[0], in[1]))
				found(w, d, l, x, ORDER_DECIDES, in, 2, sum[k]);
		}
	}
	return x->numeric(w, d, mask);
}
