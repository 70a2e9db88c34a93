/* flow.c - statements: simple ones, and control flow around them.
 * In warp mode (g->mask) each branch first tells the lanes of each side which lanes go
 * with them, so that cross-lane instructions stay legal inside. Where that cannot be
 * known, the mask is given up.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/random/programs/parts.h"

enum { MAX_DEPTH = 3 };

typedef void maker(struct gen *g);

/* Instructions that only prepare others go with them. */
static void join_lines(struct gen *g, u32 first) {
	struct lines *l = &g->p->line;
	if (l->n - first < 2)
		return;
	l->at[first].kind = LINE_OPEN;
	l->at[l->n - 1].kind = LINE_CLOSE;
}

void make_simple(struct gen *g) {
	u32 first = g->p->line.n;
	static const struct {
		u32 feature;
		maker *make;
		u32 weight;
	} makers[] = {
		{F_ALU, make_alu, 8},     {F_CARRY, make_carry, 1},
		{F_PACK, make_pack, 1},   {F_LOAD, make_load, 3},
		{F_STORE, make_store, 4}, {F_LOCAL, make_local, 3},
		{F_CONST, make_const, 2}, {F_WARP, make_warp, 8},
		{F_ATOM, make_atomic, 8}, {F_CALL, make_call, 3},
	};
	for (;;) {
		u32 k = pick(g, countof(makers));
		if (!(g->features & makers[k].feature) || pick(g, 8) >= makers[k].weight)
			continue;
		if (makers[k].make == make_warp && !g->mask)
			continue;
		if (makers[k].make == make_call && (g->loops > 1 || g->nfunc == 0))
			continue;
		makers[k].make(g);
		join_lines(g, first);
		return;
	}
}

/* ---- masks ---- */

struct masks {
	const char *yes, *no;
};

/* The lanes for which p holds and those for which it does not. */
static struct masks split(struct gen *g, const char *p) {
	if (!g->mask)
		return (struct masks){NULL, NULL};
	struct masks m = {temp(g, 32), temp(g, 32)};
	emit(g, LINE_KEEP, "vote.sync.ballot.b32 %s, %s, %s; xor.b32 %s, %s, %s;", m.yes,
	     p, g->mask, m.no, g->mask, m.yes);
	return m;
}

/* ---- branches ---- */

static void make_if(struct gen *g) {
	const char *mask = g->mask, *no = label(g), *end = label(g);
	bool has_else = chance(g, 50);
	emit(g, LINE_OPEN, "// if");
	const char *p = make_condition(g);
	struct masks m = split(g, p);
	emit(g, LINE_KEEP, "@!%s bra %s;", p, no);
	g->mask = m.yes;
	make_statements(g, 1 + pick(g, 3));
	if (has_else) {
		emit(g, LINE_KEEP, "bra %s;", end);
		emit(g, LINE_KEEP, "%s:", no);
		g->mask = m.no;
		make_statements(g, 1 + pick(g, 3));
	}
	emit(g, LINE_CLOSE, "%s:", has_else ? end : no);
	g->mask = mask;
}

static void make_switch(struct gen *g) {
	const char *t = temp(g, 32), *end = label(g), *targets = label(g),
		   *mask = g->mask;
	const char *at[4];
	u32 n = chance(g, 50) ? 2 : 4;
	bool falls = chance(g, 40), shared = chance(g, 30);
	emit(g, LINE_OPEN, "and.b32 %s, %s, %u;", t, chance(g, 20) ? "%uni" : reg(g, 32),
	     n - 1);
	g->mask = NULL;
	if (mask && !falls && !shared) {
		g->mask = temp(g, 32);
		emit(g, LINE_KEEP, "match.any.sync.b32 %s, %s, %s;", g->mask, t, mask);
	}
	const char *list = "";
	for (u32 i = 0; i < n; i++) {
		at[i] = shared && i && chance(g, 30) ? at[i - 1] : label(g);
		list = text(g, "%s%s%s", list, i ? ", " : "", at[i]);
	}
	emit(g, LINE_KEEP, "%s: .branchtargets %s;", targets, list);
	emit(g, LINE_KEEP, "brx.idx %s, %s;", t, targets);
	for (u32 i = 0; i < n; i++) {
		if (i && at[i] == at[i - 1])
			continue;
		emit(g, LINE_KEEP, "%s:", at[i]);
		make_statements(g, 1 + pick(g, 2));
		if (!falls)
			emit(g, LINE_KEEP, "bra %s;", end);
	}
	emit(g, LINE_CLOSE, "%s:", end);
	g->mask = mask;
}

/* ---- loops ---- */

/* Leaves the loop, or goes on with its next round. The masks of a loop are known to the
 * lanes that are in the body together: so no break after a continue, and both only
 * outside of branches. */
static void make_jump(struct gen *g) {
	struct loop *l = g->loop;
	bool leave = chance(g, 50);
	if (leave && l->mask && l->continued)
		return;
	const char *p = make_condition(g);
	if (l->mask) {
		struct masks m = split(g, p);
		g->mask = m.no;
		l->continued |= !leave;
		if (leave)
			emit(g, LINE_KEEP, "mov.b32 %s, %s;", l->mask, m.no);
	}
	emit(g, LINE_KEEP, "@%s bra %s;", p, leave ? l->end : l->next);
}

static void make_loop(struct gen *g) {
	const char *i = temp(g, 32), *n = temp(g, 32), *p = temp(g, 1), *top = label(g);
	const char *mask = g->mask;
	struct loop *outer = g->loop, loop = {.next = label(g), .end = label(g)};
	u32 most = g->loops || g->in_func ? 1 : 7;
	g->loop = &loop;
	emit(g, LINE_OPEN, "mov.u32 %s, 0;", i);
	if (chance(g, 25))
		emit(g, LINE_KEEP, "mov.u32 %s, %u;", n, 1 + pick(g, most));
	else
		emit(g, LINE_KEEP, "and.b32 %s, %s, %u;", n,
		     chance(g, 15) ? "%uni" : reg(g, 32), most);
	if (mask) {
		loop.mask = temp(g, 32);
		emit(g, LINE_KEEP, "mov.b32 %s, %s;", loop.mask, mask);
	}
	bool late = !mask && chance(g, 40); /* tested after the body */
	emit(g, LINE_KEEP, "%s:", top);
	if (mask)
		emit(g, LINE_KEEP,
		     "setp.lt.u32 %s, %s, %s; vote.sync.ballot.b32 %s, %s, %s;", p, i, n,
		     loop.mask, p, loop.mask);
	if (!late)
		emit(g, LINE_KEEP, "setp.ge.u32 %s, %s, %s; @%s bra %s;", p, i, n, p,
		     loop.end);
	if (mask) {
		g->mask = temp(g, 32);
		emit(g, LINE_KEEP, "mov.b32 %s, %s;", g->mask, loop.mask);
	}
	g->loops++;
	u32 depth = g->depth;
	for (u32 k = 1 + pick(g, 3); k > 0; k--) {
		make_statements(g, 1);
		if (chance(g, 25) && g->depth == depth)
			make_jump(g);
	}
	g->loops--;
	emit(g, LINE_KEEP, "%s: add.u32 %s, %s, 1;", loop.next, i, i);
	if (late)
		emit(g, LINE_KEEP, "setp.lt.u32 %s, %s, %s; @%s bra %s;", p, i, n, p,
		     top);
	else
		emit(g, LINE_KEEP, "bra %s;", top);
	emit(g, LINE_CLOSE, "%s:", loop.end);
	g->mask = mask;
	g->loop = outer;
}

/* ---- loops that walk through memory ---- */

/* One element: it is loaded, and says which one is loaded next. */
static void walk_step(struct gen *g, const char *at, u32 offset, const char *sum) {
	const char *v = temp(g, 32), *a = temp(g, 64), *w = temp(g, 32);
	emit(g, LINE_KEEP, "ld.global.u32 %s, [%s+%u]; and.b32 %s, %s, %u;", v, at,
	     offset, v, v, GEN_IN_BYTES / 4 - 1);
	emit(g, LINE_KEEP, "mul.wide.%s32 %s, %s, 4; add.s64 %s, %%in, %s;",
	     chance(g, 50) ? "s" : "u", a, v, a, a);
	emit(g, LINE_KEEP, "ld.global.u32 %s, [%s]; mad.lo.u32 %s, %s, 5, %s;", w, a, sum,
	     sum, w);
}

/* Elements of %in one after the other, from a place and in a number that each thread has
 * for itself: some at once, and then the rest, as compilers unroll such a loop. */
static void make_walk(struct gen *g) {
	enum { MOST = 31, PLACES = GEN_IN_BYTES / 8 };
	const char *at = temp(g, 64), *n = temp(g, 32), *p = temp(g, 1), *end = label(g),
		   *top = label(g), *sum = reg(g, 32);
	u32 at_once = chance(g, 60) ? 2u + pick(g, 3) : 1;
	emit(g, LINE_OPEN, "// walk");
	const char *first = make_index(g, PLACES);
	emit(g, LINE_KEEP, "mul.wide.u32 %s, %s, 4; add.s64 %s, %s, %%in;", at, first, at,
	     at);
	emit(g, LINE_KEEP, "and.b32 %s, %s, %u; setp.eq.u32 %s, %s, 0; @%s bra %s;", n,
	     reg(g, 32), MOST, p, n, p, end);
	if (at_once > 1) {
		const char *many = label(g);
		emit(g, LINE_KEEP, "setp.lt.u32 %s, %s, %u; @%s bra %s;", p, n, at_once,
		     p, top);
		emit(g, LINE_KEEP, "%s:", many);
		for (u32 i = 0; i < at_once; i++)
			walk_step(g, at, 4 * i, sum);
		emit(g, LINE_KEEP, "add.s64 %s, %s, %u; sub.s32 %s, %s, %u;", at, at,
		     4 * at_once, n, n, at_once);
		emit(g, LINE_KEEP, "setp.ge.u32 %s, %s, %u; @%s bra %s;", p, n, at_once,
		     p, many);
		emit(g, LINE_KEEP, "setp.eq.u32 %s, %s, 0; @%s bra %s;", p, n, p, end);
	}
	emit(g, LINE_KEEP, "%s:", top);
	walk_step(g, at, 0, sum);
	emit(g, LINE_KEEP, "add.s64 %s, %s, 4; add.s32 %s, %s, -1;", at, at, n, n);
	emit(g, LINE_KEEP, "setp.ne.u32 %s, %s, 0; @%s bra %s;", p, n, p, top);
	emit(g, LINE_CLOSE, "%s:", end);
}

/* ---- any shape ---- */

/* Blocks that jump to each other as they like until the fuel is spent. */
static void make_gotos(struct gen *g) {
	u32 n = 3 + pick(g, 5);
	const char *at[8], *fuel = temp(g, 32), *end = label(g), *mask = g->mask;
	for (u32 i = 0; i < n; i++)
		at[i] = label(g);
	g->mask = NULL;
	g->in_goto = true;
	emit(g, LINE_OPEN, "and.b32 %s, %s, 7; add.u32 %s, %s, %u;", fuel, reg(g, 32),
	     fuel, fuel, 3 + pick(g, 8));
	for (u32 i = 0; i < n; i++) {
		const char *p = temp(g, 1);
		emit(g, LINE_KEEP, "%s:", at[i]);
		for (u32 k = pick(g, 4); k > 0; k--)
			make_simple(g);
		emit(g, LINE_KEEP,
		     "sub.u32 %s, %s, 1; setp.eq.u32 %s, %s, 0; @%s bra %s;", fuel, fuel,
		     p, fuel, p, end);
		p = make_condition(g);
		emit(g, LINE_PLAIN, "@%s bra %s;", p, at[pick(g, n)]);
		if (i == n - 1 || chance(g, 30))
			emit(g, LINE_KEEP, "bra %s;", at[pick(g, n)]);
	}
	emit(g, LINE_CLOSE, "%s:", end);
	g->in_goto = false;
	g->mask = mask;
}

/* ---- leaving ---- */

static void make_exit(struct gen *g) {
	if (g->in_func) {
		emit(g, LINE_PLAIN, "@%s bra DONE;", make_condition(g));
		return;
	}
	/* Inside of branches the lanes outside cannot know who is gone. */
	if ((g->features & F_WARP) && g->depth)
		return;
	bool shared = g->features & F_SHARED;
	/* If barriers follow, a thread must be gone, not wait at the last one. */
	emit(g, LINE_OPEN, "// exit");
	const char *p = make_condition(g);
	struct masks m = split(g, p);
	if (m.no)
		emit(g, LINE_KEEP, "@!%s mov.b32 %%m0, %s;", p, m.no);
	if (shared || chance(g, 40))
		emit(g, LINE_CLOSE, "@%s st.global.b32 [%%mine], %s; @%s %s;", p,
		     reg(g, 32), p, !shared && chance(g, 50) ? "ret" : "exit");
	else
		emit(g, LINE_CLOSE, "@%s bra DONE;", p);
	g->has_exit = true;
}

/* ---- statements ---- */

static void make_structure(struct gen *g) {
	g->depth++;
	u32 k = pick(g, 10);
	if ((g->features & F_GOTO) && !g->in_func && k < 5)
		make_gotos(g);
	else if (k < 5)
		make_if(g);
	else if (k < 7)
		make_loop(g);
	else if (k < 8)
		make_walk(g);
	else
		make_switch(g);
	g->depth--;
}

void make_statements(struct gen *g, u32 n) {
	for (; n > 0; n--) {
		u32 k = pick(g, 100);
		if ((g->features & F_FLOW) && k < 25 && g->depth < MAX_DEPTH)
			make_structure(g);
		else if ((g->features & F_EXIT) && k >= 97)
			make_exit(g);
		else if (g->loop && !g->loop->mask && !g->mask && k >= 92)
			make_jump(g);
		else
			make_simple(g);
	}
}
