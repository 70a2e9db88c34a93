/* gen.c - a program from its seed: shape, features, registers, the frame around the
 * statements.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/random/programs/parts.h"

const char *const gen_class_name[GEN_CLASSES] = {
	"straight", "memory", "flow",    "goto", "warp",  "shared",
	"barrier",  "atomic", "cluster", "call", "mixed",
};

enum { PLAIN = F_ALU | F_CARRY | F_PACK | F_CONST };

static const u32 class_features[GEN_CLASSES] = {
	[GEN_STRAIGHT] = PLAIN | F_LOAD | F_STORE,
	[GEN_MEMORY] = F_ALU | F_PACK | F_CONST | F_LOAD | F_STORE | F_LOCAL,
	[GEN_FLOW] = PLAIN | F_LOAD | F_FLOW | F_EXIT | F_LOCAL,
	[GEN_GOTO] = PLAIN | F_LOAD | F_STORE | F_FLOW | F_GOTO | F_EXIT,
	[GEN_WARP] = F_ALU | F_WARP | F_FLOW | F_EXIT,
	[GEN_SHARED] = F_ALU | F_PACK | F_LOAD | F_SHARED | F_FLOW,
	[GEN_BARRIER] = F_ALU | F_SHARED | F_FLOW | F_EXIT,
	[GEN_ATOMIC] = F_ALU | F_ATOM | F_FLOW | F_SHARED,
	[GEN_CLUSTER] = F_ALU | F_SHARED | F_CLUSTER | F_FLOW,
	[GEN_CALL] = PLAIN | F_CALL | F_FLOW | F_LOCAL | F_LOAD,
	[GEN_MIXED] = PLAIN | F_LOAD | F_STORE | F_LOCAL | F_WARP | F_ATOM | F_CALL |
                      F_SHARED | F_FLOW | F_EXIT,
};

/* ---- the shape ---- */

static void choose_shape(struct gen *g) {
	static const u32 blocks[][3] = {
		{32, 1, 1}, {64, 1, 1},   {1, 1, 1},   {33, 1, 1}, {48, 1, 1},
		{16, 4, 1}, {8, 4, 3},    {16, 16, 1}, {7, 3, 1},  {31, 1, 1},
		{96, 1, 1}, {128, 1, 1},  {5, 5, 5},   {64, 2, 1}, {2, 32, 1},
		{32, 8, 1}, {1024, 1, 1},
	};
	struct program *p = g->p;
	u32 n = chance(g, 4) ? countof(blocks) : countof(blocks) - 1;
	memcpy(p->block, blocks[pick(g, chance(g, 40) ? 2 : n)], sizeof(p->block));
	p->grid[0] = 1 + pick(g, 3);
	p->grid[1] = chance(g, 20) ? 2 : 1;
	p->grid[2] = 1;
	if (g->features & F_CLUSTER) {
		p->cluster[0] = 1u << pick(g, 3);
		p->cluster[1] = p->cluster[0] < 4 && chance(g, 30) ? 2 : 1;
		p->cluster[2] = 1;
		p->grid[0] = p->cluster[0] * (1 + pick(g, 2));
		p->grid[1] = p->cluster[1];
	}
	g->nthread = p->block[0] * p->block[1] * p->block[2];
	g->total = g->nthread * p->grid[0] * p->grid[1];
	p->out_bytes = g->total * (OUT_BYTES + SLOT_BYTES + COLUMNS * COLUMN_BYTES);
	p->uniform = pick(g, 1000);
	for (u32 i = 0; i < COLUMNS; i++) {
		g->column_width[i] = 1u << pick(g, 5);
		g->column_order[i] = pick(g, 6);
	}
}

/* ---- the frame ---- */

static void init_pool(struct gen *g) {
	static const char *const sreg[] = {"tid.x",  "tid.y",    "tid.z",       "ctaid.x",
	                                   "ntid.x", "nctaid.x", "lanemask_lt", "laneid"};
	for (u32 i = 0; i < POOL_R; i++) {
		const char *t = temp(g, 32);
		switch (pick(g, 6)) {
		case 0:
			emit(g, LINE_INIT, "%%r%u: mov.u32 %%r%u, %%%s;", i, i,
			     sreg[pick(g, 8)]);
			break;
		case 1:
			emit(g, LINE_INIT, "%%r%u: mad.lo.u32 %%r%u, %%me, %d, %u;", i, i,
			     (int)pick(g, 40) - 8, pick(g, 64));
			break;
		case 2:
			emit(g, LINE_INIT, "%%r%u: mov.b32 %%r%u, 0x%x;", i, i,
			     (u32)bits_worth_trying(g));
			break;
		case 3:
			emit(g, LINE_INIT, "%%r%u: add.u32 %%r%u, %%uni, %u;", i, i,
			     pick(g, 99));
			break;
		default:
			emit(g, LINE_INIT,
			     "%%r%u: mad.lo.u32 %s, %%gid, %u, %u; and.b32 %s, %s, "
			     "0x3ffc; "
			     "cvt.u64.u32 %%at, %s; add.u64 %%at, %%at, %%in; "
			     "ld.global.b32 %%r%u, [%%at];",
			     i, t, 4 * (1 + pick(g, 9)), pick(g, 4000), t, t, t, i);
		}
	}
	for (u32 i = 0; i < POOL_D; i++)
		emit(g, LINE_INIT,
		     "%%d%u: and.b32 %%t, %%r%u, 0x3ff8; cvt.u64.u32 %%at, %%t; "
		     "add.u64 %%at, %%at, %%in; ld.global.b64 %%d%u, [%%at];",
		     i, pick(g, POOL_R), i);
	for (u32 i = 0; i < POOL_H; i++)
		emit(g, LINE_INIT, "%%h%u: cvt.u16.u32 %%h%u, %%r%u;", i, i,
		     pick(g, POOL_R));
	for (u32 i = 0; i < POOL_Q; i++)
		emit(g, LINE_INIT, "%%q%u: mov.b128 %%q%u, {%%d%u, %%d%u};", i, i,
		     pick(g, POOL_D), pick(g, POOL_D));
	for (u32 i = 0; i < POOL_P; i++)
		emit(g, LINE_INIT,
		     "%%p%u: and.b32 %%t, %%r%u, %u; setp.ne.u32 %%p%u, %%t, 0;", i,
		     pick(g, POOL_R), 1u << pick(g, 5), i);
}

static void make_prologue(struct gen *g) {
	static const char *const pointer[] = {"in", "out", "acc"};
	const struct program *p = g->p;
	for (u32 i = 0; i < countof(pointer); i++)
		emit(g, LINE_INIT,
		     "%%%s: ld.param.u64 %%%s, [%s]; cvta.to.global.u64 %%%s, %%%s;",
		     pointer[i], pointer[i], pointer[i], pointer[i], pointer[i]);
	emit(g, LINE_INIT, "%%uni: ld.param.u32 %%uni, [uni];");
	if (p->block[1] * p->block[2] == 1)
		emit(g, LINE_INIT, "%%me: mov.u32 %%me, %%tid.x;");
	else
		emit(g, LINE_INIT,
		     "%%me: mov.u32 %%me, %%tid.z; mov.u32 %%t, %%tid.y; "
		     "mad.lo.u32 %%me, %%me, %u, %%t; mov.u32 %%t, %%tid.x; "
		     "mad.lo.u32 %%me, %%me, %u, %%t;",
		     p->block[1], p->block[0]);
	emit(g, LINE_INIT,
	     "%%gid: mov.u32 %%gid, %%ctaid.y; mov.u32 %%t, %%ctaid.x; "
	     "mad.lo.u32 %%gid, %%gid, %u, %%t; mad.lo.u32 %%gid, %%gid, %u, %%me;",
	     p->grid[0], g->nthread);
	emit(g, LINE_INIT,
	     "%%mine: mad.wide.u32 %%mine, %%gid, %u, %%out; add.u64 %%mine, %%mine, %u;",
	     SLOT_BYTES, g->total * OUT_BYTES);
	init_pool(g);
	if (g->features & F_LOCAL)
		for (u32 i = 0; i < 4; i++)
			emit(g, LINE_INIT,
			     "loc: st.local.v4.b32 [loc+%u], {%%r%u, %%r%u, %%r%u, "
			     "%%r%u};",
			     i * 16, pick(g, 10), pick(g, 10), pick(g, 10), pick(g, 10));
	if (g->features & F_WARP) {
		u32 last = g->nthread % 32;
		g->mask = "%m0";
		g->mask_full = !last;
		emit(g, LINE_KEEP, "mov.b32 %%m0, -1;");
		if (last)
			emit(g, LINE_KEEP,
			     "setp.ge.u32 %%tq, %%me, %u; @%%tq mov.b32 %%m0, %u;",
			     g->nthread - last, (1u << last) - 1);
	}
	if (g->features & F_SHARED)
		make_shared_start(g);
}

static void make_epilogue(struct gen *g) {
	emit(g, LINE_KEEP, "DONE:");
	if (g->features & F_SHARED)
		make_shared_end(g);
	emit(g, LINE_INIT, "%%at: mad.wide.u32 %%at, %%gid, %u, %%out;", OUT_BYTES);
	for (u32 i = 0; i < POOL_Q; i++)
		emit(g, LINE_PLAIN,
		     "mov.b128 {%%hi, %%lo}, %%q%u; "
		     "st.global.v2.b64 [%%at+%u], {%%hi, %%lo};",
		     i, i * 16);
	for (u32 i = 0; i < POOL_D; i++)
		emit(g, LINE_PLAIN, "st.global.b64 [%%at+%u], %%d%u;", 32 + i * 8, i);
	for (u32 i = 0; i < POOL_R; i++)
		emit(g, LINE_PLAIN, "st.global.b32 [%%at+%u], %%r%u;", 80 + i * 4, i);
	for (u32 i = 0; i < POOL_H; i++)
		emit(g, LINE_PLAIN, "st.global.b16 [%%at+%u], %%h%u;", 120 + i * 2, i);
	for (u32 i = 0; i < POOL_P; i++)
		emit(g, LINE_PLAIN,
		     "selp.u32 %%t, 1, 0, %%p%u; st.global.u8 [%%at+%u], %%t;", i,
		     132 + i);
	emit(g, LINE_KEEP, "ret;\n}");
}

static void declare_constants(struct gen *g) {
	char list[1024];
	size_t n = 0;
	for (u32 i = 0; i < 64; i++)
		n += (size_t)snprintf(list + n, sizeof(list) - n, "%s0x%x", i ? "," : "",
		                      (u32)bits_worth_trying(g));
	emit(g, LINE_INIT, "con%u: .const .align 16 .b32 con%u[64] = {%.900s};", g->index,
	     g->index, list);
}

static void declare(struct gen *g) {
	struct program *p = g->p;
	u32 i = g->index, bytes = g->nthread * 16;
	if (g->features & F_CONST)
		declare_constants(g);
	if (g->features & F_SHARED) {
		bool dynamic = chance(g, 40);
		p->shared_dynamic = dynamic ? bytes : 0;
		g->shared = text(g, dynamic ? "dyn%u" : "sh%u", i);
		if (dynamic)
			emit(g, LINE_KEEP, ".extern .shared .align 16 .b8 dyn%u[];", i);
		else
			emit(g, LINE_KEEP, ".shared .align 16 .b8 sh%u[%u];", i, bytes);
		emit(g, LINE_KEEP, ".shared .align 16 .b8 sacc%u[%u];", i, GEN_ACC_BYTES);
	}
}

u32 gen_size;

struct program *gen_make(struct arena *a, u64 seed, enum gen_class class, u32 index) {
	struct program *p = arena_new(a, struct program);
	struct gen g = {
		.arena = a, .p = p, .rng = seed * 1000003 + (u64) class, .index = index};
	p->seed = seed;
	p->class = class;
	gen_mix(&g.rng);
	g.features = class_features[class];
	choose_shape(&g);
	declare(&g);
	if (g.features & F_CALL)
		make_functions(&g);
	emit(&g, LINE_KEEP,
	     ".visible .entry k%u(.param .u64 in, .param .u64 out, .param .u64 acc, "
	     ".param .u32 uni, .param .align 16 .b8 val[%u])%s%s\n{",
	     index, GEN_PARAM_BYTES,
	     chance(&g, 20) ? text(&g, " .reqntid %u, %u, %u", p->block[0], p->block[1],
	                           p->block[2])
	                    : "",
	     p->cluster[0] && chance(&g, 50) ? text(&g, " .reqnctapercluster %u, %u, 1",
	                                            p->cluster[0], p->cluster[1])
	                                     : "");
	emit(&g, LINE_KEEP, "<registers>");
	make_prologue(&g);
	if (g.features & F_SHARED) {
		u32 n = 1 + pick(&g, gen_size ? 2 : 3);
		for (u32 i = 0; i < n; i++) {
			make_statements(&g, 1 + pick(&g, gen_size ? gen_size : 6));
			make_phase(&g);
		}
	}
	make_statements(&g, gen_size ? 1 + pick(&g, gen_size) : 4 + pick(&g, 14));
	make_epilogue(&g);
	return p;
}

/* ---- the text ---- */

void gen_print_header(FILE *out) {
	fprintf(out, ".version 8.6\n.target sm_90\n.address_size 64\n");
}

static void print_registers(const struct program *p, FILE *out) {
	fprintf(out,
	        "\t.reg .b16 %%h<%u>; .reg .b32 %%r<%u>; .reg .b64 %%d<%u>; "
	        ".reg .b128 %%q<%u>; .reg .pred %%p<%u>;\n",
	        POOL_H, POOL_R, POOL_D, POOL_Q, POOL_P);
	fprintf(out, "\t.reg .pred %%tq; .reg .b32 %%t, %%me, %%gid, %%uni, %%m0; "
	             ".reg .b64 %%at, %%in, %%out, %%acc, %%mine, %%hi, %%lo;\n");
	static const char class[][8] = {"ppred", "hb16", "rb32", "db64"};
	for (u32 i = 0; i < countof(class); i++)
		if (p->ntemp[(u32) class[i][0]])
			fprintf(out, "\t.reg .%s %%t%c<%u>;\n", class[i] + 1, class[i][0],
			        p->ntemp[(u32) class[i][0]]);
	fprintf(out, "\t.local .align 16 .b8 loc[64];\n");
}

void gen_print(const struct program *p, FILE *out) {
	for (u32 i = 0; i < p->line.n; i++) {
		const struct line *l = &p->line.at[i];
		if (l->gone)
			continue;
		if (l->text[0] == '<')
			print_registers(p, out);
		else
			fprintf(out,
			        l->text[0] == '.' || l->text[0] == '}' ? "%s\n"
			                                               : "\t%s\n",
			        l->text);
	}
}

static void fill(u64 seed, u8 *at, u32 bytes) {
	for (u32 i = 0; i + 8 <= bytes; i += 8) {
		u64 v = gen_worth_trying(&seed);
		memcpy(at + i, &v, 8);
	}
}

void gen_fill_in(const struct program *p, u8 *in) {
	fill(p->seed ^ 0x1111, in, GEN_IN_BYTES);
}

void gen_fill_out(const struct program *p, u8 *out) {
	fill(p->seed ^ 0x2222, out, p->out_bytes);
}

void gen_fill_acc(const struct program *p, u8 *acc) {
	u64 rng = p->seed ^ 0x3333;
	fill_accumulators(&rng, acc);
}

void gen_fill_param(const struct program *p, u8 *param) {
	fill(p->seed ^ 0x4444, param, GEN_PARAM_BYTES);
}
