/* call.c - functions with parameters of several kinds, and calls: direct, recursive to a
 * bounded depth, through a table, and with a callee that differs between the lanes. All
 * functions of a program have one signature, so that any of them may be called
 * indirectly.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/random/programs/parts.h"

/* A parameter beside the two that all functions have: the input buffer and the depth
 * left. */
static const struct kind {
	const char *declare, *type; /* ".param .b32 %s%s"; type of its loads and stores */
	u32 bits, n;                /* registers */
} kinds[] = {
	{".param .b32 ", "", 32, 1},
	{".param .b64 ", "", 64, 1},
	{".param .f32 ", "", 32, 1},
	{".param .b16 ", "", 16, 1},
	{".param .align 16 .b8 ", "[16]", 32, 4},
	{".param .align 8 .b8 ", "[16]", 64, 2},
};
enum { MAX_FUNCS = 3 };

static const char *declare_one(struct gen *g, u32 kind, const char *name) {
	return text(g, "%s%s%s", kinds[kind].declare, name, kinds[kind].type);
}

static const char *signature_args(struct gen *g) {
	const char *s = ".param .u64 pin, .param .b32 depth";
	for (u32 i = 0; i < g->func_args; i++)
		s = text(g, "%s, %s", s,
		         declare_one(g, g->func_arg[i], text(g, "a%u", i)));
	return s;
}

static const char *fill_param(struct gen *g, u32 kind, const char *name) {
	const struct kind *k = &kinds[kind];
	const char *s = "";
	for (u32 i = 0; i < k->n; i++)
		s = text(g, "%sst.param.b%u [%s+%u], %s; ", s, k->bits, name,
		         i * k->bits / 8, reg(g, k->bits));
	return s;
}

static const char *take_param(struct gen *g, u32 kind, const char *name) {
	const struct kind *k = &kinds[kind];
	const char *s = "";
	for (u32 i = 0; i < k->n; i++)
		s = text(g, "%sld.param.b%u %s, [%s+%u]; ", s, k->bits, reg(g, k->bits),
		         name, i * k->bits / 8);
	return s;
}

/* { parameters; call; result }: `callee` may be a register, then `proto` names its
 * prototype. */
static void emit_call(struct gen *g, const char *before, const char *callee,
                      const char *depth, bool indirect) {
	const char *decl = ".param .b64 x0; .param .b32 x1; ", *list = "x0, x1",
		   *fill = "";
	for (u32 i = 0; i < g->func_args; i++) {
		const char *name = text(g, "y%u", i);
		decl = text(g, "%s%s; ", decl, declare_one(g, g->func_arg[i], name));
		fill = text(g, "%s%s", fill, fill_param(g, g->func_arg[i], name));
		list = text(g, "%s, %s", list, name);
	}
	const char *proto = "";
	if (indirect) {
		const char *name = label(g);
		proto = text(g, ", %s", name);
		before = text(g, "%s%s: .callprototype (%s) _ (%s);\n\t", before, name,
		              declare_one(g, g->func_ret, "_"), signature_args(g));
	}
	emit(g, LINE_PLAIN,
	     "{ %s%s%s; st.param.b64 [x0], %%in; st.param.b32 [x1], %s; %s\n\t"
	     "call (z), %s, (%s)%s; %s}",
	     before, decl, declare_one(g, g->func_ret, "z"), depth, fill, callee, list,
	     proto, take_param(g, g->func_ret, "z"));
}

void make_call(struct gen *g) {
	const char *depth = g->in_func ? "%m0" : text(g, "%u", pick(g, 4));
	const char *t = temp(g, 64), *u = temp(g, 64);
	u32 k = pick(g, g->nfunc), j = pick(g, g->nfunc);
	if (g->in_func && g->loops)
		return;
	switch (pick(g, g->in_func ? 1 : 4)) {
	case 0:
	case 1: emit_call(g, "", text(g, "f%u_%u", g->index, k), depth, false); break;
	case 2:
		emit_call(g,
		          text(g,
		               "mov.u64 %s, f%u_%u; mov.u64 %s, f%u_%u; selp.b64 %s, %s, "
		               "%s, "
		               "%s;\n\t",
		               t, g->index, k, u, g->index, j, t, t, u, reg(g, 1)),
		          t, depth, true);
		break;
	default:
		emit_call(g,
		          text(g,
		               "rem.u32 %%t, %s, %u; mul.wide.u32 %s, %%t, 8; mov.u64 "
		               "%s, ft%u; "
		               "add.u64 %s, %s, %s; ld.global.u64 %s, [%s];\n\t",
		               reg(g, 32), g->nfunc, t, u, g->index, t, t, u, t, t),
		          t, depth, true);
	}
}

static void init_registers(struct gen *g) {
	emit(g, LINE_KEEP,
	     "mov.u32 %%me, %%tid.x; mov.u32 %%gid, %%me; mov.u32 %%uni, %u; "
	     "ld.param.u64 %%in, [pin]; ld.param.b32 %%m0, [depth];",
	     pick(g, 99));
	for (u32 i = 0; i < POOL_R; i++)
		emit(g, LINE_KEEP, "add.u32 %%r%u, %%me, %u;", i, pick(g, 1000));
	for (u32 i = 0; i < POOL_D; i++)
		emit(g, LINE_KEEP, "mul.wide.u32 %%d%u, %%r%u, %u;", i, i,
		     (u32)bits_worth_trying(g));
	for (u32 i = 0; i < POOL_H; i++)
		emit(g, LINE_KEEP, "cvt.u16.u32 %%h%u, %%r%u;", i, i);
	for (u32 i = 0; i < POOL_Q; i++)
		emit(g, LINE_KEEP, "mov.b128 %%q%u, {%%d%u, %%d%u};", i, i, i + 1);
	for (u32 i = 0; i < POOL_P; i++)
		emit(g, LINE_KEEP, "and.b32 %%t, %%r%u, %u; setp.ne.u32 %%p%u, %%t, 0;",
		     i, 1u << i, i);
	for (u32 i = 0; i < 8; i++)
		emit(g, LINE_KEEP, "st.local.b64 [loc+%u], %%d%u;", i * 8, i % POOL_D);
}

static void make_function(struct gen *g, u32 i) {
	emit(g, LINE_OPEN, "f%u_%u: .func (%s) f%u_%u(%s)\n{", g->index, i,
	     declare_one(g, g->func_ret, "ret"), g->index, i, signature_args(g));
	emit(g, LINE_KEEP, "<registers>");
	init_registers(g);
	for (u32 k = 0; k < g->func_args; k++)
		emit(g, LINE_PLAIN, "%s",
		     take_param(g, g->func_arg[k], text(g, "a%u", k)));
	make_statements(g, 1 + pick(g, 5));
	if (chance(g, 50)) { /* itself, while there is depth left */
		const char *p = temp(g, 1), *end = label(g);
		emit(g, LINE_OPEN,
		     "setp.eq.u32 %s, %%m0, 0; @%s bra %s; sub.u32 %%m0, %%m0, 1;", p, p,
		     end);
		emit_call(g, "", text(g, "f%u_%u", g->index, i), "%m0", false);
		emit(g, LINE_CLOSE, "%s:", end);
	}
	make_statements(g, 1 + pick(g, 3));
	const char *s = fill_param(g, g->func_ret, "ret");
	emit(g, LINE_CLOSE, "DONE: %s ret;\n}", s);
}

void make_functions(struct gen *g) {
	u32 n = 1 + pick(g, MAX_FUNCS), features = g->features;
	const char *mask = g->mask, *list = "";
	g->func_ret = pick(g, countof(kinds));
	g->func_args = pick(g, countof(g->func_arg) + 1);
	for (u32 i = 0; i < g->func_args; i++)
		g->func_arg[i] = pick(g, countof(kinds));
	g->in_func = true;
	g->features = features & (F_ALU | F_CARRY | F_PACK | F_CONST | F_LOAD | F_LOCAL |
	                          F_CALL | F_FLOW);
	g->features |= chance(g, 50) ? F_EXIT : 0;
	g->depth = 1;
	for (g->nfunc = 0; g->nfunc < n; g->nfunc++) {
		make_function(g, g->nfunc);
		list = text(g, "%s%sf%u_%u", list, g->nfunc ? ", " : "", g->index,
		            g->nfunc);
	}
	emit(g, LINE_INIT, "ft%u: .global .align 8 .u64 ft%u[%u] = {%s};", g->index,
	     g->index, n, list);
	g->depth = 0;
	g->features = features;
	g->in_func = false;
	g->mask = mask;
}
