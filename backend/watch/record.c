/* record.c - records warps, see record.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/watch/record.h"
#include "backend/machine/hook_record.h"

#include "backend/interp/decode.h"
#include "ir/isa/regs.h"

struct record record_of(const struct warp *w) {
	struct recording *r = w->cta->launch->recording;
	struct record to = {NULL, NULL};
	if (!r)
		return to;
	for (u32 i = 0; i < r->nwarp && !to.steps; i++)
		if (r->warp[i].cta == w->cta->linear && r->warp[i].warp == w->id &&
		    r->warp[i].steps)
			to.steps = &r->warp[i];
	if (w->cta->linear == 0 && w->id < RECORD_TRACES && r->trace[w->id].at)
		to.trace = &r->trace[w->id];
	return to;
}

/* ---- values ------------------------------------------------------------------------ */

static u64 lane_bits(const u8 *at, u32 bits, u32 lane) {
	u64 v = 0;
	if (bits == 1)
		memcpy(&v, at, 4), v = v >> lane & 1;
	else
		memcpy(&v, at + lane * bits / 8, MIN(bits, 64u) / 8);
	return v;
}

static void put_value(FILE *out, enum type t, u64 v) {
	u32 bits = type_info[t].bits;
	float f;
	double d;
	switch (type_info[t].class) {
	case 'S':
		fprintf(out, "%lld", (long long)((s64)(v << (64 - bits)) >> (64 - bits)));
		return;
	case 'F':
		if (bits == 32) {
			u32 word = (u32)v;
			memcpy(&f, &word, sizeof f);
			fprintf(out, "%.6g", (double)f);
			return;
		}
		if (bits == 64) {
			memcpy(&d, &v, sizeof d);
			fprintf(out, "%.9g", d);
			return;
		}
		break;
	case 'U': fprintf(out, "%llu", (unsigned long long)v); return;
	case 'P': fprintf(out, "%d", (int)v); return;
	default: break;
	}
	/* bits: small numbers are more often numbers than masks */
	fprintf(out, v < 65536 ? "%llu" : "0x%llx", (unsigned long long)v);
}

/* Checks whether the values of lane `first` and the others are base + stride * lane. */
static bool is_affine(const u64 v[WARP_LANES], u32 mask, u32 first, u64 *stride) {
	u32 rest = mask & (mask - 1);
	if (!rest)
		return false;
	u32 second = (u32)__builtin_ctz(rest);
	*stride = (v[second] - v[first]) / (second - first);
	for_each_lane (l, mask)
		if (v[l] != v[first] + *stride * (l - first))
			return false;
	return true;
}

static void put_lanes(FILE *out, enum type t, const u64 v[WARP_LANES], u32 mask) {
	u32 first = (u32)__builtin_ctz(mask);
	bool same = true;
	u64 stride;
	for_each_lane (l, mask)
		same &= v[l] == v[first];
	if (same) {
		put_value(out, t, v[first]);
		return;
	}
	bool is_number = strchr("SUB", type_info[t].class) && type_info[t].bits >= 16;
	if (is_number && is_affine(v, mask, first, &stride) && stride < 65536 &&
	    v[first] >= stride * first) {
		put_value(out, t, v[first] - stride * first);
		fprintf(out, ":%llu", (unsigned long long)stride);
		return;
	}
	for (u32 l = 0; l < WARP_LANES; l++) {
		if (l)
			fputc(' ', out);
		if (mask >> l & 1)
			put_value(out, t, v[l]);
		else
			fputc('-', out);
	}
}

struct walk {
	struct recorded *r;
	const struct dfunc *f;
	const u8 *frame;
	u32 mask, n;
};

static void put_register(void *ctx, u32 reg, enum reg_role role) {
	struct walk *w = ctx;
	const struct reg *name = &w->f->func->reg[reg];
	ref at = w->f->reg[reg];
	u64 v[WARP_LANES];
	if (role == REG_READ || at == REF_NONE || REF_BASE(at) != BASE_FRAME)
		return;
	for_each_lane (l, w->mask)
		v[l] = lane_bits(w->frame + REF_OFF(at), decode_bits(name->type), l);
	fprintf(w->r->steps, "%s\"%s\":\"", w->n++ ? "," : "", name->name->s);
	put_lanes(w->r->steps, name->type, v, w->mask);
	fputc('"', w->r->steps);
}

/* ---- shared memory ----------------------------------------------------------------- */

static void put_shared(struct recorded *r, const struct cta *cta) {
	u32 n = 0, size = MIN(cta->launch->shared_total, (u32)RECORD_SHARED) & ~3u;
	for (u32 at = 0; at < size; at += 4) {
		u32 word, was;
		memcpy(&word, cta->shared + at, 4);
		memcpy(&was, r->shared + at, 4);
		if (word == was)
			continue;
		fprintf(r->steps, "%s\"%u\":%u", n++ ? "," : ",{", at, word);
		memcpy(r->shared + at, &word, 4);
	}
	if (n)
		fputc('}', r->steps);
}

/* ---- steps ------------------------------------------------------------------------- */

static void put_step(struct recorded *r, const struct warp *w, const struct dfunc *f,
                     const u8 *frame, u32 inst, u32 line, u32 active, u32 mask) {
	const struct inst *in = &f->func->inst[inst];
	bool again = r->nstep && line == r->line && active == r->mask; /* it waits */
	if (again)
		return;
	if (r->nstep == r->most || ftell(r->steps) > (long)r->most * RECORD_STEP_BYTES) {
		r->is_cut = true;
		return;
	}
	if (!r->nstep)
		memcpy(r->shared, w->cta->shared,
		       MIN(w->cta->launch->shared_total, (u32)RECORD_SHARED));
	struct walk walk = {.r = r, .f = f, .frame = frame, .mask = mask};
	fprintf(r->steps, "%s[%u,%u,%u,{", r->nstep ? ",\n" : "", line, active, mask);
	if (mask && !(row_info(in->row)->props & PROP_CALL))
		inst_each_reg(f->func, in, put_register, &walk);
	fputc('}', r->steps);
	put_shared(r, w->cta);
	fputc(']', r->steps);
	r->nstep++;
	r->line = line;
	r->mask = active;
}

static void add_to_trace(struct traced *t, u32 line, u32 active, u32 mask) {
	bool again = t->n && line == t->line && active == t->mask;
	if (again)
		return;
	if (t->n == RECORD_LENGTH) {
		t->is_cut = true;
		return;
	}
	t->at[t->n++] = 2 * line + (mask != 0);
	t->line = line;
	t->mask = active;
}

void record_inst(const struct record *r, const struct warp *w, const struct dfunc *f,
                 const u8 *frame, u32 inst, u32 active, u32 mask) {
	const struct sources *sources = w->worker->launch->image->module->sources;
	u32 line = source_pos(sources, f->func->inst[inst].loc.start).line;
	if (r->steps)
		put_step(r->steps, w, f, frame, inst, line, active, mask);
	if (r->trace)
		add_to_trace(r->trace, line, active, mask);
}
