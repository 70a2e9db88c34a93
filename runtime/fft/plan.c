/* plan.c - an array is transformed dimension by dimension: a pass over all lines of each.
 * Real numbers are on the side of the last dimension, which is first forward and last
 * inverse. The first pass, or the last of inverse real transforms, goes from the input to
 * the output, the others are in place.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "runtime/fft/plan.h"

/* ---- shapes ------------------------------------------------------------------------ */

static u32 number_bytes(enum fft_format f, bool is_complex) {
	static const u8 bytes[] = {
		[FFT_F32] = 4, [FFT_F64] = 8, [FFT_F16] = 2, [FFT_BF16] = 2};
	return (u32)bytes[f] << is_complex;
}

/* Numbers along a dimension: spectra of real numbers are halves. */
static u64 extent(const struct fft_shape *s, u32 d, bool is_complex) {
	bool half = is_complex && s->kind != FFT_C2C && d == s->rank - 1;
	return half ? s->n[d] / 2 + 1 : s->n[d];
}

static bool from_complex(const struct fft_shape *s) {
	return s->kind != FFT_R2C;
}

static bool to_complex(const struct fft_shape *s) {
	return s->kind != FFT_C2R;
}

static struct fft_side compact(const struct fft_shape *s, bool is_complex, bool padded) {
	struct fft_side side;
	s64 at = 1;
	for (u32 d = s->rank; d-- > 0;) {
		u64 n = extent(s, d, is_complex);
		side.stride[d] = at;
		at *= (s64)(padded && d == s->rank - 1 ? (s->n[d] / 2 + 1) * 2 : n);
	}
	side.dist = at;
	return side;
}

void fft_shape_compact(struct fft_shape *s) {
	s->from = compact(s, from_complex(s), false);
	s->to = compact(s, to_complex(s), false);
	s->basic = true;
}

/* The shape as it is in place. */
static struct fft_shape shape_in_place(const struct fft_shape *s) {
	struct fft_shape p = *s;
	if (s->basic && s->kind == FFT_R2C)
		p.from = compact(s, false, true);
	if (s->basic && s->kind == FFT_C2R)
		p.to = compact(s, false, true);
	return p;
}

/* ---- plans ------------------------------------------------------------------------- */

/* Lines of a pass along a dimension. */
static u64 lines_along(const struct fft_shape *s, u32 dim) {
	u64 lines = s->batch;
	for (u32 d = 0; d < s->rank; d++)
		if (d != dim)
			lines *= extent(s, d, true);
	return lines;
}

struct fft_plan *fft_plan_new(const struct fft_shape *s) {
	struct arena a = ARENA_INIT;
	struct fft_plan *p = arena_new(&a, struct fft_plan);
	p->shape = *s;
	p->core = s->format == FFT_F64 ? fft_core_double() : fft_core_float();
	for (u32 d = 0; d < s->rank; d++) {
		enum fft_kind kind = d == s->rank - 1 ? s->kind : FFT_C2C;
		p->line[d] = p->core->plan(&a, s->n[d], kind, s->format,
		                           lines_along(s, d));
		p->work_bytes = MAX(p->work_bytes, p->core->work_bytes(p->line[d]));
	}
	atomic_flag_clear(&p->work_busy);
	atomic_init(&p->references, 1);
	p->arena = a;
	return p;
}

bool fft_plan_fill(struct fft_plan *p, bool own_work) {
	bool good = true;
	for (u32 d = 0; good && d < p->shape.rank; d++)
		good = p->core->fill(&p->arena, p->line[d]);
	if (good && own_work && p->work_bytes) {
		good = arena_reserve(&p->arena, p->work_bytes, 64);
		if (good)
			p->own_work = arena_alloc(&p->arena, p->work_bytes, 64);
	}
	return good;
}

void fft_plan_hold(struct fft_plan *p) {
	atomic_fetch_add(&p->references, 1);
}

void fft_plan_drop(struct fft_plan *p) {
	if (atomic_fetch_sub(&p->references, 1) == 1) {
		struct arena a = p->arena;
		arena_drop(&a);
	}
}

/* ---- operands ---------------------------------------------------------------------- */

struct dim {
	u64 count;
	s64 step; /* bytes */
};

static u32 dims_of(const struct fft_shape *s, const struct fft_side *side,
                   bool is_complex, struct dim *d) {
	u32 bytes = number_bytes(s->format, is_complex), n = 0;
	for (u32 i = 0; i < s->rank; i++)
		d[n++] = (struct dim){extent(s, i, is_complex), side->stride[i] * bytes};
	d[n++] = (struct dim){s->batch, side->dist * bytes};
	/* the smallest steps first; those of one number do not matter */
	for (u32 i = 1; i < n; i++)
		for (u32 k = i; k > 0; k--) {
			struct dim a = d[k - 1], b = d[k];
			bool less = a.count == 1 ||
			            (b.count > 1 && llabs(b.step) < llabs(a.step));
			if (less && b.count > 1) {
				d[k - 1] = b;
				d[k] = a;
			}
		}
	while (n && d[n - 1].count == 1)
		n--;
	return n;
}

typedef bool access_fn(struct lib_call *c, const char *argument,
                       const struct lib_box *box);

/* Names the numbers of one side, in as few boxes as there are. */
static bool name_side(struct lib_call *c, access_fn *access, const char *argument,
                      const struct fft_shape *s, const struct fft_side *side,
                      bool is_complex, const void *at) {
	struct dim d[2 * FFT_DIMS + 2];
	u32 n = dims_of(s, side, is_complex, d), i = 0;
	struct lib_box b = lib_bytes(at, number_bytes(s->format, is_complex));
	while (i < n && d[i].step == (s64)b.width)
		b.width *= d[i++].count;
	for (u32 k = n; k < i + 4; k++)
		d[k] = (struct dim){1, 0};
	b.rows = d[i].count;
	b.pitch = d[i].step;
	b.slices = d[i + 1].count;
	b.slice_pitch = d[i + 1].step;
	for (u64 y = 0; y < d[i + 3].count; y++)
		for (u64 x = 0; x < d[i + 2].count; x++) {
			b.at = (const u8 *)at + (s64)y * d[i + 3].step +
			       (s64)x * d[i + 2].step;
			if (!access(c, argument, &b))
				return false;
		}
	return true;
}

/* Inverse real transforms of more dimensions are in place in the input but for the last
 * pass. */
static bool name_operands(struct lib_call *c, const struct fft_exec *e,
                          const struct fft_shape *s) {
	bool in_place = e->in == e->out;
	if (!e->in) {
		lib_fail(c, cudaErrorIllegalAddress);
		return false;
	}
	bool uses_input = s->kind == FFT_C2R && s->rank > 1;
	return name_side(c, uses_input && !in_place ? lib_updates : lib_reads, "idata", s,
	                 &s->from, from_complex(s), e->in) &&
	       name_side(c, lib_writes, "odata", s, &s->to, to_complex(s), e->out);
}

/* ---- passes ------------------------------------------------------------------------ */

/* The lines of a pass: the other dimensions and the batch, the smallest steps first. */
static struct fft_lines lines_of(const struct fft_shape *s, u32 dim,
                                 const struct fft_side *from, const struct fft_side *to) {
	struct fft_lines l = {.count = {1, 1, 1}};
	u32 n = 0;
	l.from.stride = from->stride[dim];
	l.to.stride = to->stride[dim];
	for (u32 i = 0; i <= s->rank; i++) {
		u32 d = s->rank - 1 - i;
		if (d == dim)
			continue;
		bool is_batch = i == s->rank;
		u64 count = is_batch ? s->batch : extent(s, d, true);
		s64 step = is_batch ? from->dist : from->stride[d];
		if (count == 1)
			continue;
		u32 k = n++;
		for (; k > 0 && llabs(step) < llabs(l.from.step[k - 1]); k--) {
			l.count[k] = l.count[k - 1];
			l.from.step[k] = l.from.step[k - 1];
			l.to.step[k] = l.to.step[k - 1];
		}
		l.count[k] = count;
		l.from.step[k] = step;
		l.to.step[k] = is_batch ? to->dist : to->stride[d];
	}
	return l;
}

struct run {
	struct lib_call *call;
	const struct fft_plan *plan;
	const struct fft_shape *shape;
	bool inverse;
	void *work;
};

static bool run_pass(const struct run *r, u32 dim, const void *in,
                     const struct fft_side *from, void *out, const struct fft_side *to) {
	struct fft_lines l = lines_of(r->shape, dim, from, to);
	l.in = in;
	l.out = out;
	l.inverse = r->inverse;
	return r->plan->core->run(r->call, r->plan->line[dim], &l, r->work);
}

static bool run_passes(const struct run *r, const void *in, void *out) {
	const struct fft_shape *s = r->shape;
	const struct fft_side *from = &s->from, *to = &s->to;
	u32 last = s->rank - 1;
	bool good = true;
	if (s->kind == FFT_C2R) {
		for (u32 d = 0; good && d < last; d++)
			good = run_pass(r, d, in, from, (void *)(uintptr_t)in, from);
		return good && run_pass(r, last, in, from, out, to);
	}
	good = run_pass(r, last, in, from, out, to);
	for (u32 d = last; good && d-- > 0;)
		good = run_pass(r, d, out, to, out, to);
	return good;
}

/* Whether each line of the pass between the sides keeps its place, so that it can be
 * written when it was read. */
static bool keeps_lines(const struct fft_shape *s) {
	u32 last = s->rank - 1;
	s64 from = s->kind == FFT_C2R ? 2 : 1, to = s->kind == FFT_R2C ? 2 : 1;
	bool same = s->from.stride[last] == s->to.stride[last] &&
	            (s->kind == FFT_C2C || s->from.stride[last] == 1);
	for (u32 d = 0; d < last; d++)
		same &= s->n[d] == 1 || from * s->from.stride[d] == to * s->to.stride[d];
	return same && (s->batch == 1 || from * s->from.dist == to * s->to.dist);
}

/* Copies the input to compact scratch, for transforms in place whose layouts differ. */
static const void *copy_input(struct lib_call *c, struct fft_shape *s, const void *in) {
	u32 bytes = number_bytes(s->format, from_complex(s));
	struct fft_side side = compact(s, from_complex(s), false);
	u64 n[FFT_DIMS] = {1, 1, 1};
	s64 stride[FFT_DIMS] = {0};
	for (u32 d = 0; d < s->rank; d++) {
		n[d] = extent(s, d, from_complex(s));
		stride[d] = s->from.stride[d];
	}
	u8 *copy = lib_scratch(c, (u64)side.dist * s->batch * bytes), *to = copy;
	if (!copy)
		return NULL;
	for (u64 b = 0; b < s->batch; b++)
		for (u64 i = 0; i < n[0]; i++)
			for (u64 j = 0; j < n[1]; j++)
				for (u64 k = 0; k < n[2]; k++, to += bytes) {
					s64 at = (s64)b * s->from.dist +
					         (s64)i * stride[0] + (s64)j * stride[1] +
					         (s64)k * stride[2];
					memcpy(to, (const u8 *)in + at * bytes, bytes);
				}
	s->from = side;
	return copy;
}

/* The user's area, the plan's, or, where another call is using that, memory of the call.
 */
static bool find_work(struct lib_call *c, const struct fft_exec *e, struct run *r) {
	struct fft_plan *p = e->plan;
	if (!p->work_bytes)
		return true;
	struct lib_box box = lib_bytes(e->user_work, p->work_bytes);
	if (e->user_work)
		r->work = e->user_work;
	else if (p->own_work && !atomic_flag_test_and_set(&p->work_busy))
		r->work = p->own_work;
	else
		r->work = lib_scratch(c, p->work_bytes);
	return r->work && (!e->user_work || lib_writes(c, "workArea", &box));
}

void fft_plan_run(struct lib_call *c, const struct fft_exec *e) {
	struct fft_plan *p = e->plan;
	struct fft_shape s = e->in == e->out ? shape_in_place(&p->shape) : p->shape;
	struct run r = {c, p, &s, e->inverse, NULL};
	if (name_operands(c, e, &s) && find_work(c, e, &r)) {
		const void *in = e->in;
		if (in == e->out && !keeps_lines(&s))
			in = copy_input(c, &s, in);
		if (in)
			run_passes(&r, in, e->out);
		if (r.work && r.work == p->own_work)
			atomic_flag_clear(&p->work_busy);
	}
	if (!e->kept)
		fft_plan_drop(p);
}
