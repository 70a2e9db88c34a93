/* uniform_random.c - what ir/analysis/uniform promises, checked by running random
 * functions. 64 lanes, two warps, run under the rule of uniform.h: blocks in cfg order
 * under masks, a loop's next round when all lanes of the last one are through. Whenever
 * an instruction reads a register, its lanes are compared with what the analysis says of
 * it. Lanes whose value is undefined are left out.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/uniform.h"

#include "ir/isa/regs.h"
#include "tests/unit/ir/graph.h"

enum { LANES = 64, WARP = 32, NUM = 24, PREDS = 8, REGS = NUM + PREDS, MAX_BLOCK = 48 };

typedef u64 lanes;

struct sim {
	const struct func *f;
	u32 value[REGS][LANES];
	lanes defined[REGS];
	lanes pend[MAX_BLOCK], next[MAX_BLOCK]; /* per block; per loop */
	lanes dead;
	u32 steps, uniform_reads, affine_reads, row_reads, no_wraps, cta_reads;
};

/* ---- making ---- */

/* Every fourth register has 16 bits, the others 32; the last ones are predicates. */
static u32 width_of(u32 reg) {
	return reg >= NUM ? 1 : reg % 4 == 3 ? 16 : 32;
}

static u32 mask_of(u32 width) {
	return width == 32 ? UINT32_MAX : (1u << width) - 1;
}

static u32 any_num(u32 *seed, u32 width) {
	u32 r = graph_random(seed) % NUM;
	return width == 16 ? r | 3 : r % 4 == 3 ? r - 1 : r;
}

static void put(struct inst *in, u32 i, u8 kind, u32 index, s64 value) {
	in->operand[i] = (struct operand){.kind = kind, .index = index, .value = value};
}

static void make_source(struct inst *in, u32 i, u32 width, u32 *seed) {
	if (graph_random(seed) % 3 == 0)
		put(in, i, OPR_IMM, 0, graph_random(seed) % 40);
	else
		put(in, i, OPR_REG, any_num(seed, width), 0);
}

static void make_cvt(struct inst *in, u32 width, u32 *seed) {
	static const u8 type[2][2] = {{TYPE_U16, TYPE_S16}, {TYPE_U32, TYPE_S32}};
	in->type[0] = type[width == 32][graph_random(seed) % 2];
	in->type[1] = type[width == 16][graph_random(seed) % 2];
	put(in, 0, OPR_REG, any_num(seed, width), 0);
	put(in, 1, OPR_REG, any_num(seed, 48 - width), 0);
}

static void make_inst(struct func *f, u32 at, u32 *seed) {
	static const u16 binary[] = {ROW_ADD,   ROW_SUB, ROW_MUL_LO, ROW_AND, ROW_OR,
	                             ROW_SHR_U, ROW_SHL, ROW_REM,    ROW_DIV};
	static const u32 sreg[] = {SREG_LANEID, SREG_TID_X, SREG_WARPID, SREG_TID_Y};
	u32 kind = graph_random(seed) % 9, width = graph_random(seed) % 4 ? 32 : 16;
	struct inst *in;
	if (kind < 2) {
		width = 32;
		in = graph_inst(f, at, kind ? ROW_MOV : ROW_MOV_SREG, 2);
		put(in, 1, kind ? OPR_IMM : OPR_SREG, sreg[graph_random(seed) % 4],
		    (s64)graph_random(seed) % 100 << graph_random(seed) % 8);
	} else if (kind == 2) {
		in = graph_inst(f, at, ROW_SETP_U, 3);
		in->mods = MOD_BITS(CMP, LT);
	} else if (kind == 3) {
		in = graph_inst(f, at, ROW_MAD_LO, 4);
	} else if (kind == 4) {
		in = graph_inst(f, at, ROW_CVT_II, 2);
	} else {
		in = graph_inst(
			f, at, (enum row)binary[graph_random(seed) % countof(binary)], 3);
	}
	in->type[0] = width == 32 ? TYPE_U32 : TYPE_U16;
	put(in, 0, OPR_REG,
	    kind == 2 ? NUM + graph_random(seed) % PREDS : any_num(seed, width), 0);
	for (u32 i = 1; i < in->noperand && kind >= 2; i++)
		make_source(in, i, width, seed);
	if (in->row == ROW_DIV || in->row == ROW_REM)
		put(in, 2, OPR_IMM, 0, 1 << graph_random(seed) % 7);
	if (in->row == ROW_SHL || in->row == ROW_SHR_U)
		put(in, 2, OPR_IMM, 0, graph_random(seed) % 20);
	if (kind == 4)
		make_cvt(in, width, seed);
	if (graph_random(seed) % 8 == 0)
		in->guard = NUM + graph_random(seed) % PREDS;
}

/* Most registers have a value from the start. */
static void make_first(struct func *f, u32 at, u32 reg, u32 *seed) {
	struct inst *in = graph_inst(f, at, reg < NUM ? ROW_MOV : ROW_SETP_U,
	                             reg < NUM ? 2 : 3);
	in->type[0] = width_of(reg) == 16 ? TYPE_U16 : TYPE_U32;
	in->mods = reg < NUM ? 0 : MOD_BITS(CMP, LT);
	put(in, 0, OPR_REG, reg, 0);
	for (u32 i = 1; i < in->noperand; i++)
		make_source(in, i, 32, seed);
	if (reg >= NUM)
		return;
	static const u32 sreg[] = {SREG_LANEID, SREG_TID_X, SREG_TID_Y, SREG_TID_X};
	if (graph_random(seed) % 3)
		put(in, 1, OPR_IMM, 0, graph_random(seed) % 64);
	else
		put(in, 1, OPR_SREG, sreg[graph_random(seed) % 4], 0);
	in->row = in->operand[1].kind == OPR_SREG ? ROW_MOV_SREG : ROW_MOV;
}

static struct func *make(struct arena *a, u32 *seed) {
	struct func *f = graph_make_random(a, 2 + graph_random(seed) % 20,
	                                   graph_random(seed));
	struct inst *branch = f->inst;
	f->is_entry = true;
	f->nreg = REGS;
	f->reg = arena_array(a, struct reg, REGS);
	for (u32 r = 0; r < REGS; r++)
		f->reg[r].type = r >= NUM            ? TYPE_PRED
		                 : width_of(r) == 16 ? TYPE_U16
		                                     : TYPE_U32;
	f->inst = arena_array(a, struct inst, f->nblock * 8 + REGS);
	u32 n = 0;
	for (u32 b = 0; b < f->nblock; b++) {
		f->block[b].first = n;
		for (u32 r = 0; b == 0 && r < REGS; r++)
			if (graph_random(seed) % 8)
				make_first(f, n++, r, seed);
		for (u32 k = graph_random(seed) % 6; k > 0; k--)
			make_inst(f, n++, seed);
		f->inst[n] = branch[b];
		if (branch[b].row == ROW_BRX)
			f->inst[n].operand[0].index = any_num(seed, 32);
		n++;
		f->block[b].ninst = n - f->block[b].first;
	}
	f->ninst = n;
	return f;
}

/* ---- comparing ---- */

static bool no_wrap_ok(u32 base, const struct uniform_value *v, u32 width) {
	s64 half = (s64)1 << (width - 1), s = base >= half ? (s64)base - 2 * half : base;
	for (s64 l = 0; l < WARP; l++) {
		s64 more = uniform_lane(v, (u32)l);
		s64 as_signed = s + more, as_unsigned = (s64)base + more;
		if (as_signed < -half || as_signed >= half || as_unsigned < 0 ||
		    as_unsigned >= 2 * half)
			return false;
	}
	return true;
}

static u32 base_of(const struct sim *s, const struct uniform_value *v, u32 reg, u32 l) {
	u32 base = s->value[reg][l] - (u32)uniform_lane(v, l % WARP);
	return base & mask_of(width_of(reg));
}

static void check_lane(struct sim *s, const struct uniform_value *v, u32 reg, u32 l,
                       u32 first) {
	u32 width = width_of(reg), x = s->value[reg][l], base = base_of(s, v, reg, l);
	assert_int_equal(base, base_of(s, v, reg, first));
	assert_true(x <= v->max);
	if (width == 1)
		return;
	assert_true((base & mask_of(MIN(v->align, width))) == 0);
	assert_true(!v->is_const || x == v->value);
	if (v->kind == VALUE_AFFINE && uniform_no_wrap(v, width)) {
		assert_true(no_wrap_ok(base, v, width));
		s->no_wraps++;
	}
}

static void check_read(struct sim *s, u32 reg, lanes m) {
	const struct uniform_value *v = &s->f->uniform->reg[reg];
	m &= s->defined[reg];
	if (v->kind == VALUE_DIVERGENT || !m)
		return;
	s->uniform_reads += v->kind == VALUE_UNIFORM;
	s->affine_reads += v->kind == VALUE_AFFINE;
	s->row_reads += v->row != 0;
	s->cta_reads += v->cta;
	u32 first[2] = {LANES, LANES};
	for (u32 l = 0; l < LANES; l++) {
		if (!(m >> l & 1))
			continue;
		u32 group = v->cta ? 0 : l / WARP;
		if (first[group] == LANES)
			first[group] = l;
		check_lane(s, v, reg, l, first[group]);
	}
}

/* ---- running ---- */

static u32 convert(const struct inst *in, u32 a) {
	bool sign = in->type[1] == TYPE_S16;
	return sign ? (u32)(s32)(s16)a : a;
}

static u32 compute(const struct inst *in, u32 a, u32 b, u32 c) {
	u32 width = in->type[0] == TYPE_U16 || in->type[0] == TYPE_S16 ? 16 : 32;
	switch (in->row) {
	case ROW_ADD: return a + b;
	case ROW_SUB: return a - b;
	case ROW_MUL_LO: return a * b;
	case ROW_MAD_LO: return a * b + c;
	case ROW_AND: return a & b;
	case ROW_OR: return a | b;
	case ROW_SHL: return b < width ? a << b : 0;
	case ROW_SHR_U: return b < width ? a >> b : 0;
	case ROW_DIV: return b ? a / b : 0;
	case ROW_REM: return b ? a % b : 0;
	case ROW_SETP_U: return a < b;
	case ROW_CVT_II: return convert(in, a);
	default: return a;
	}
}

static u32 source(struct sim *s, const struct operand *o, u32 l, bool *defined) {
	if (o->kind == OPR_REG) {
		*defined &= s->defined[o->index] >> l & 1;
		return s->value[o->index][l];
	}
	if (o->kind != OPR_SREG)
		return (u32)o->value;
	switch (o->index) {
	case SREG_LANEID: return l % WARP;
	case SREG_TID_X: return s->f->reqntid[0] ? l % s->f->reqntid[0] : l;
	case SREG_TID_Y: return s->f->reqntid[0] ? l / s->f->reqntid[0] : 0;
	case SREG_WARPID: return l / WARP;
	default: return 3;
	}
}

static void run_lane(struct sim *s, const struct inst *in, u32 l) {
	bool defined = true;
	u32 v[3] = {0};
	for (u32 i = 1; i < in->noperand; i++)
		v[i - 1] = source(s, &in->operand[i], l, &defined);
	u32 d = in->operand[0].index;
	s->value[d][l] = compute(in, v[0], v[1], v[2]) & mask_of(width_of(d));
	s->defined[d] = (s->defined[d] & ~((lanes)1 << l)) | (lanes)defined << l;
}

static lanes guarded(struct sim *s, const struct inst *in, lanes m) {
	if (in->guard == NO_REG)
		return m;
	check_read(s, in->guard, m);
	s->dead |= m & ~s->defined[in->guard];
	for (u32 l = 0; l < LANES; l++)
		if (!s->value[in->guard][l])
			m &= ~((lanes)1 << l);
	return m & ~s->dead;
}

static void go(struct sim *s, u32 from, u32 to, u32 l) {
	const struct cfg *c = s->f->cfg;
	if (cfg_is_back_edge(c, from, to))
		s->next[c->loop_of[to]] |= (lanes)1 << l;
	else
		s->pend[to] |= (lanes)1 << l;
}

static void run_branch(struct sim *s, u32 b, const struct inst *in, lanes m) {
	const struct operand *o = in->operand;
	if (in->row == ROW_BRX)
		check_read(s, o->index, m);
	for (u32 l = 0; l < LANES; l++) {
		if (!(m >> l & 1) || in->row == ROW_RET)
			continue;
		if (in->row == ROW_BRA) {
			go(s, b, o->index, l);
		} else if (s->defined[o->index] >> l & 1) {
			const struct targets *t = &s->f->targets[o[1].index];
			go(s, b, t->index[s->value[o->index][l] % t->n], l);
		}
	}
}

static void run_block(struct sim *s, u32 b, lanes m) {
	const struct block *bl = &s->f->block[b];
	for (u32 i = 0; i < bl->ninst; i++) {
		const struct inst *in = &s->f->inst[bl->first + i];
		m &= ~s->dead;
		if (row_info(in->row)->props & PROP_TERM) {
			run_branch(s, b, in, m);
			return;
		}
		lanes on = guarded(s, in, m);
		for (u32 k = 1; k < in->noperand; k++)
			if (in->operand[k].kind == OPR_REG)
				check_read(s, in->operand[k].index, on);
		for (u32 l = 0; l < LANES; l++)
			if (on >> l & 1)
				run_lane(s, in, l);
	}
}

static void run_range(struct sim *s, u32 loop, u32 first, u32 n);

static void run_loop(struct sim *s, u32 l, lanes m) {
	const struct loop *loop = &s->f->cfg->loop[l];
	for (u32 round = 0; m && round < 12 && s->steps < 3000; round++) {
		s->next[l] = 0;
		s->pend[loop->header] = m;
		run_range(s, l, loop->first, loop->n);
		m = s->next[l];
	}
}

static void run_range(struct sim *s, u32 loop, u32 first, u32 n) {
	const struct cfg *c = s->f->cfg;
	for (u32 i = first; i < first + n; i++) {
		u32 b = c->order[i], inner = c->loop_of[b];
		lanes m = s->pend[b];
		s->pend[b] = 0;
		if (inner != loop) {
			run_loop(s, inner, m);
			i += c->loop[inner].n - 1;
		} else if (m) {
			s->steps++;
			run_block(s, b, m);
		}
	}
}

/* Does what an engine does that takes rows. */
static void build(struct func *f) {
	struct uniform_shape shape = {.takes_rows = true};
	memcpy(shape.ntid, f->reqntid, sizeof shape.ntid);
	cfg_build(f);
	pdom_build(f);
	live_build(NULL, f);
	f->uniform = uniform_build_shape(f->arena, NULL, f, &shape);
}

static void random_functions_keep_the_promise(void **state) {
	(void)state;
	static const u32 columns[4] = {0, LANES, 16, 4};
	u32 seed = 7, uniform = 0, affine = 0, rows = 0, no_wraps = 0, cta = 0;
	for (u32 round = 0; round < 6000; round++) {
		struct arena a = ARENA_INIT;
		struct sim s = {.f = make(&a, &seed)};
		struct func *f = (struct func *)s.f;
		f->reqntid[0] = columns[round % 4];
		f->reqntid[1] = f->reqntid[0] ? LANES / f->reqntid[0] : 0;
		f->reqntid[2] = f->reqntid[0] != 0;
		build(f);
		for (u32 r = 0; r < REGS; r++)
			for (u32 l = 0; l < LANES; l++)
				s.value[r][l] = graph_random(&seed) &
				                mask_of(width_of(r));
		if (!f->cfg->is_irreducible) {
			s.pend[0] = ~(lanes)0;
			run_range(&s, NO_LOOP, 0, f->cfg->nreach);
		}
		uniform += s.uniform_reads;
		affine += s.affine_reads;
		rows += s.row_reads;
		no_wraps += s.no_wraps;
		cta += s.cta_reads;
		arena_drop(&a);
	}
	print_message("reads: %u uniform, %u in the cta, %u affine, %u of them in rows "
	              "(%u lanes cannot wrap)\n",
	              uniform, cta, affine, rows, no_wraps);
	assert_true(uniform > 10000 && affine > 1000 && rows > 1000 && cta > 1000);
}

int main(void) {
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_functions_keep_the_promise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
