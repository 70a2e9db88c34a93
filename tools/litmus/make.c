/* make.c - a litmus test as PTX: one kernel, in which each thread of the test is the
 * first lane of a warp of its own. Ctas are those of the test; their place (cluster,
 * device) is a property of the launch. Registers go out at the end, to memory that no
 * other thread looks at; so does shared memory, by the last thread of the cta.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/litmus/test.h"

struct maker {
	struct arena *arena;
	struct litmus *test;
	struct diag *d;
	FILE *out;
	u32 thread; /* that is written */
	bool failed;
};

static void wrong(struct maker *m, struct loc loc, const char *fmt, const char *what)
	PRINTF_LIKE(3, 0);

static void wrong(struct maker *m, struct loc loc, const char *fmt, const char *what) {
	if (!m->failed)
		diag_error(m->d, loc, E0410, fmt, what);
	m->failed = true;
}

/* ---- where threads run ------------------------------------------------------------- */

static bool is_together(const struct litmus_thread *a, const struct litmus_thread *b) {
	return a->device == b->device && a->cluster == b->cluster && a->cta == b->cta;
}

static void place_threads(struct litmus *t) {
	u32 warps[LITMUS_THREADS] = {0};
	t->ncta = t->nwarp = 0;
	for (u32 i = 0; i < t->nthread; i++) {
		struct litmus_thread *th = &t->thread[i];
		u32 k = 0;
		while (k < i && !is_together(th, &t->thread[k]))
			k++;
		th->at_cta = k < i ? t->thread[k].at_cta : t->ncta++;
		th->at_warp = warps[th->at_cta]++;
		t->nwarp = MAX(t->nwarp, th->at_warp + 1);
	}
}

/* ---- operands ---------------------------------------------------------------------- */

static struct litmus_location *location_of(struct maker *m,
                                           const struct litmus_operand *o) {
	struct litmus *t = m->test;
	const struct litmus_thread *th = &t->thread[m->thread];
	s32 i = o->kind == LOPR_LOCATION  ? o->value
	        : o->kind == LOPR_ADDRESS ? th->reg[o->value].location
	                                  : -1;
	if (i < 0) {
		wrong(m, o->loc, "%s expected, or a register that holds its address",
		      "a location");
		return NULL;
	}
	struct litmus_location *x = &t->location[i];
	if (x->is_shared && x->cta >= 0 && x->cta != (s32)th->at_cta)
		wrong(m, o->loc,
		      "the shared location '%s' is used by threads of two ctas", x->name);
	x->cta = (s32)th->at_cta;
	return x;
}

static void put_address(struct maker *m, const struct litmus_operand *o) {
	struct litmus_location *x = location_of(m, o);
	if (!x)
		return;
	s32 i = (s32)(x - m->test->location);
	if (x->is_shared)
		fprintf(m->out, "[s%d]", i);
	else
		fprintf(m->out, "[%%mem+%d]", i * LITMUS_STRIDE);
}

static void put_value(struct maker *m, const struct litmus_operand *o) {
	if (o->kind == LOPR_NUMBER)
		fprintf(m->out, "%d", o->value);
	else if (o->kind == LOPR_REGISTER)
		fprintf(m->out, "%%t%u_%d", m->thread, o->value);
	else
		wrong(m, o->loc, "%s expected", "a register or a number");
}

static void put_register(struct maker *m, const struct litmus_operand *o) {
	if (o->kind == LOPR_REGISTER)
		put_value(m, o);
	else
		wrong(m, o->loc, "%s expected", "a register");
}

/* ---- names of instructions --------------------------------------------------------- */

enum { WORDS = 8 };

struct words {
	char text[96];
	const char *at[WORDS];
	u32 n;
};

static bool split(struct words *w, const char *op) {
	size_t len = strlen(op);
	if (len >= sizeof w->text)
		return false;
	memcpy(w->text, op, len + 1);
	w->n = 0;
	for (char *s = w->text;; s++) {
		if (w->n == WORDS)
			return false;
		w->at[w->n++] = s;
		s += strcspn(s, ".");
		if (!*s)
			return true;
		*s = 0;
	}
}

static bool is_one_of(const char *word, const char *const *list) {
	for (; *list; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

static const char *const scopes[] = {"cta", "cluster", "gpu", "sys", NULL};
static const char *const types[] = {"u32", "s32", "b32", NULL};
static const char *const spaces[] = {"global", "shared", NULL};

/* The qualifiers of a memory operation: an order, a scope, a space and a type, of which
 * some may be missing. */
struct qualifiers {
	const char *order, *scope, *type, *op;
};

static bool qualify(struct maker *m, const struct litmus_inst *in, const struct words *w,
                    const char *const *orders, const char *const *ops,
                    struct qualifiers *q) {
	*q = (struct qualifiers){0};
	for (u32 i = 1; i < w->n; i++) {
		const char *x = w->at[i], **to = NULL;
		if (is_one_of(x, orders))
			to = &q->order;
		else if (is_one_of(x, scopes))
			to = &q->scope;
		else if (is_one_of(x, types))
			to = &q->type;
		else if (ops && is_one_of(x, ops))
			to = &q->op;
		else if (is_one_of(x, spaces))
			continue;
		if (!to || *to) {
			wrong(m, in->loc,
			      "the instruction '%s' has a part that is not known here",
			      in->op);
			return false;
		}
		*to = x;
	}
	bool is_weak = !q->order || strcmp(q->order, "weak") == 0 ||
	               strcmp(q->order, "volatile") == 0;
	if (is_weak == (q->scope != NULL) && !(ops && !q->order)) {
		wrong(m, in->loc,
		      is_weak ? "'%s' has a scope, but no order" : "'%s' needs a scope",
		      in->op);
		return false;
	}
	return true;
}

static bool counts(struct maker *m, const struct litmus_inst *in, u32 n) {
	if (in->noperand == n)
		return true;
	wrong(m, in->loc, "the operands of '%s' are too many or too few", in->op);
	return false;
}

static const char *space_of(struct maker *m, const struct litmus_operand *o) {
	const struct litmus_location *x = location_of(m, o);
	return x && x->is_shared ? "shared" : "global";
}

static void put_order(struct maker *m, const struct qualifiers *q) {
	if (q->order)
		fprintf(m->out, ".%s", q->order);
	if (q->scope)
		fprintf(m->out, ".%s", q->scope);
}

/* ---- instructions ------------------------------------------------------------------ */

static void make_ld(struct maker *m, const struct litmus_inst *in,
                    const struct words *w) {
	static const char *const orders[] = {"weak", "relaxed", "acquire", "volatile",
	                                     NULL};
	const struct litmus_operand *o = in->operand;
	struct qualifiers q;
	if (!counts(m, in, 2) || !qualify(m, in, w, orders, NULL, &q))
		return;
	if (o[1].kind == LOPR_NUMBER) { /* a load of a number is a move */
		fputs("mov.b32 ", m->out);
		put_register(m, &o[0]);
		fprintf(m->out, ", %d;\n", o[1].value);
		return;
	}
	fputs("ld", m->out);
	put_order(m, &q);
	fprintf(m->out, ".%s.b32 ", space_of(m, &o[1]));
	put_register(m, &o[0]);
	fputs(", ", m->out);
	put_address(m, &o[1]);
	fputs(";\n", m->out);
}

static void make_st(struct maker *m, const struct litmus_inst *in,
                    const struct words *w) {
	static const char *const orders[] = {"weak", "relaxed", "release", "volatile",
	                                     NULL};
	const struct litmus_operand *o = in->operand;
	struct qualifiers q;
	if (!counts(m, in, 2) || !qualify(m, in, w, orders, NULL, &q))
		return;
	fputs("st", m->out);
	put_order(m, &q);
	fprintf(m->out, ".%s.b32 ", space_of(m, &o[0]));
	put_address(m, &o[0]);
	fputs(", ", m->out);
	put_value(m, &o[1]);
	fputs(";\n", m->out);
}

static const char *const atomic_ops[] = {"add", "plus", "sub",  "minus", "and",
                                         "or",  "xor",  "exch", "min",   "max",
                                         "inc", "dec",  "cas",  NULL};

static const char *type_of_atomic(const char *op) {
	static const char *const bits[] = {"and", "or", "xor", "exch", "cas", NULL};
	static const char *const numbers[] = {"inc", "dec", NULL};
	return is_one_of(op, bits) ? "b32" : is_one_of(op, numbers) ? "u32" : "s32";
}

static void make_atomic(struct maker *m, const struct litmus_inst *in,
                        const struct words *w) {
	static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel",
	                                     NULL};
	static const char *const red_orders[] = {"relaxed", "release", "acq_rel",
	                                         "acquire", NULL};
	const struct litmus_operand *o = in->operand;
	bool is_red = strcmp(w->at[0], "red") == 0, makes_up = false;
	struct qualifiers q;
	if (!qualify(m, in, w, is_red ? red_orders : orders, atomic_ops, &q))
		return;
	if (!q.op ||
	    (is_red && (strcmp(q.op, "exch") == 0 || strcmp(q.op, "cas") == 0))) {
		wrong(m, in->loc, "'%s' has no operation", in->op);
		return;
	}
	bool is_cas = strcmp(q.op, "cas") == 0;
	const char *op = strcmp(q.op, "plus") == 0 ? "add" : q.op;
	bool is_sub = strcmp(op, "sub") == 0 || strcmp(op, "minus") == 0;
	if (!counts(m, in, (is_red ? 2u : 3u) + is_cas))
		return;
	const struct litmus_operand *at = &o[is_red ? 0 : 1], *value = at + 1;
	if (is_sub) { /* PTX has none: adds the negative */
		fputs("sub.s32 %neg, 0, ", m->out);
		put_value(m, value);
		fputs(";\n\t", m->out);
		op = "add";
	}
	/* red has neither acquire nor acq_rel; the atomic that gives a value does. */
	makes_up = is_red && q.order &&
	           (strcmp(q.order, "acquire") == 0 || strcmp(q.order, "acq_rel") == 0);
	fputs(is_red && !makes_up ? "red" : "atom", m->out);
	put_order(m, &q);
	fprintf(m->out, ".%s.%s.%s ", space_of(m, at), op, type_of_atomic(op));
	if (makes_up)
		fputs("%old, ", m->out);
	else if (!is_red) {
		put_register(m, &o[0]);
		fputs(", ", m->out);
	}
	put_address(m, at);
	fputs(", ", m->out);
	if (is_sub)
		fputs("%neg", m->out);
	else
		put_value(m, value);
	if (is_cas) {
		fputs(", ", m->out);
		put_value(m, value + 1);
	}
	fputs(";\n", m->out);
}

static void make_fence(struct maker *m, const struct litmus_inst *in,
                       const struct words *w) {
	static const char *const orders[] = {"sc", "acq_rel", NULL};
	static const char *const levels[] = {"cta", "gl", "sys", NULL};
	bool is_membar = strcmp(w->at[0], "membar") == 0;
	struct qualifiers q = {0};
	if (!counts(m, in, 0))
		return;
	if (is_membar ? w->n != 2 || !is_one_of(w->at[1], levels)
	              : !qualify(m, in, w, orders, NULL, &q) || !q.order) {
		wrong(m, in->loc, "'%s' is not a known fence", in->op);
		return;
	}
	fprintf(m->out, "%s;\n", in->op);
}

/* bar.cta.sync ID, bar.sync ID, barrier.cta.arrive ID, N: N threads of the test are N
 * warps. With three operands the second one is a number that only other tools need. */
static void make_barrier(struct maker *m, const struct litmus_inst *in,
                         const struct words *w) {
	static const char *const parts[] = {"cta", "aligned", NULL};
	const struct litmus_operand *o = in->operand;
	u32 i = 1;
	while (i < w->n && is_one_of(w->at[i], parts))
		i++;
	bool arrives = i + 1 == w->n && strcmp(w->at[i], "arrive") == 0;
	if (i + 1 != w->n || (!arrives && strcmp(w->at[i], "sync") != 0)) {
		wrong(m, in->loc, "'%s' is not a known barrier", in->op);
		return;
	}
	if (in->noperand < 1 || in->noperand > 3 || (arrives && in->noperand < 2)) {
		wrong(m, in->loc, "the operands of '%s' are too many or too few", in->op);
		return;
	}
	const struct litmus_operand *n = in->noperand > 1 ? &o[in->noperand - 1] : NULL;
	if (n) {
		fputs("mul.lo.s32 %old, 32, ", m->out);
		put_value(m, n);
		fputs(";\n\t", m->out);
	}
	fprintf(m->out, "barrier.cta.%s ", arrives ? "arrive" : "sync");
	put_value(m, &o[0]);
	fputs(n ? ", %old;\n" : ";\n", m->out);
}

static void make_arithmetic(struct maker *m, const struct litmus_inst *in,
                            const struct words *w) {
	static const char *const bits[] = {"and", "or", "xor", NULL};
	bool is_mov = strcmp(w->at[0], "mov") == 0;
	const char *name = strcmp(w->at[0], "mul") == 0 ? "mul.lo" : w->at[0];
	if (!counts(m, in, is_mov ? 2 : 3))
		return;
	for (u32 i = 1; i < w->n; i++)
		if (!is_one_of(w->at[i], types) && strcmp(w->at[i], "lo") != 0)
			wrong(m, in->loc,
			      "the instruction '%s' has a part that is not known here",
			      in->op);
	fprintf(m->out, "%s.%s ", name, is_mov || is_one_of(name, bits) ? "b32" : "s32");
	put_register(m, &in->operand[0]);
	for (u32 i = 1; i < in->noperand; i++) {
		fputs(", ", m->out);
		put_value(m, &in->operand[i]);
	}
	fputs(";\n", m->out);
}

static void put_label(struct maker *m, const struct litmus_operand *o) {
	const struct litmus_thread *t = &m->test->thread[m->thread];
	for (u32 i = 0; o->kind == LOPR_LABEL && i < t->inst.n; i++)
		if (t->inst.at[i].label && strcmp(t->inst.at[i].label, o->label) == 0) {
			fprintf(m->out, "L%u_%u", m->thread, i);
			return;
		}
	wrong(m, o->loc, "no label '%s' is in this thread",
	      o->kind == LOPR_LABEL ? o->label : "");
}

static void make_branch(struct maker *m, const struct litmus_inst *in,
                        const struct words *w) {
	bool jumps = strcmp(w->at[0], "goto") == 0 || strcmp(w->at[0], "bra") == 0;
	if (!counts(m, in, jumps ? 1 : 3))
		return;
	if (!jumps) {
		fprintf(m->out, "setp.%s.s32 %%p, ", w->at[0] + 1);
		put_value(m, &in->operand[0]);
		fputs(", ", m->out);
		put_value(m, &in->operand[1]);
		fputs(";\n\t@%p ", m->out);
	}
	fputs("bra ", m->out);
	put_label(m, &in->operand[jumps ? 0 : 2]);
	fputs(";\n", m->out);
}

static void make_inst(struct maker *m, const struct litmus_inst *in) {
	static const struct {
		const char *names[8];
		void (*make)(struct maker *, const struct litmus_inst *,
		             const struct words *);
	} table[] = {
		{{"ld"}, make_ld},
		{{"st"}, make_st},
		{{"atom", "red"}, make_atomic},
		{{"fence", "membar"}, make_fence},
		{{"bar", "barrier"}, make_barrier},
		{{"mov", "add", "sub", "mul", "and", "or", "xor"}, make_arithmetic},
		{{"goto", "bra", "beq", "bne", "blt", "ble", "bgt"}, make_branch},
		{{"bge"}, make_branch},
	};
	struct words w;
	fputc('\t', m->out);
	if (split(&w, in->op))
		for (u32 i = 0; i < countof(table); i++)
			for (u32 k = 0; k < countof(table[i].names) && table[i].names[k];
			     k++)
				if (strcmp(table[i].names[k], w.at[0]) == 0) {
					table[i].make(m, in, &w);
					return;
				}
	wrong(m, in->loc, "the instruction '%.60s' is not known here", in->op);
}

/* ---- the kernel -------------------------------------------------------------------- */

static u32 threads_of(const struct litmus *t, u32 cta) {
	u32 n = 0;
	for (u32 i = 0; i < t->nthread; i++)
		n += t->thread[i].at_cta == cta;
	return n;
}

/* Returns where the registers of thread i are in the output. */
static u32 out_at(u32 i) {
	return i * LITMUS_REGISTERS * 4;
}

/* The first thread of a cta gives shared memory its values before the others begin. */
static void make_begin(struct maker *m) {
	const struct litmus *t = m->test;
	const struct litmus_thread *th = &t->thread[m->thread];
	bool has_shared = false;
	for (u32 i = 0; i < t->nlocation; i++)
		has_shared |= t->location[i].is_shared;
	for (u32 i = 0; i < t->nlocation && th->at_warp == 0; i++)
		if (t->location[i].is_shared)
			fprintf(m->out, "\tst.weak.shared.b32 [s%u], %d;\n", i,
			        t->location[i].value);
	if (has_shared)
		fprintf(m->out, "\tbarrier.cta.sync 15, %u;\n",
		        threads_of(t, th->at_cta) * 32);
	for (u32 i = 0; i < th->nreg; i++)
		fprintf(m->out, "\tmov.b32 %%t%u_%u, %d;\n", m->thread, i,
		        th->reg[i].value);
}

static void make_end(struct maker *m) {
	const struct litmus *t = m->test;
	const struct litmus_thread *th = &t->thread[m->thread];
	bool is_first = true;
	for (u32 i = 0; i < th->nreg; i++)
		if (th->reg[i].is_observed)
			fprintf(m->out, "\tst.weak.global.b32 [%%out+%u], %%t%u_%u;\n",
			        out_at(m->thread) + i * 4, m->thread, i);
	for (u32 i = 0; i < t->nlocation; i++) {
		const struct litmus_location *x = &t->location[i];
		if (!x->is_shared || !x->is_observed || x->cta != (s32)th->at_cta)
			continue;
		if (is_first)
			fprintf(m->out,
			        "\tatom.acq_rel.cta.global.add.u32 %%old, [%%mem+%u], "
			        "1;\n"
			        "\tsetp.ne.u32 %%p, %%old, %u;\n\t@%%p bra END;\n",
			        (LITMUS_LOCATIONS + th->at_cta) * LITMUS_STRIDE,
			        threads_of(t, th->at_cta) - 1);
		is_first = false;
		fprintf(m->out, "\tld.relaxed.cta.shared.b32 %%old, [s%u];\n", i);
		fprintf(m->out, "\tst.weak.global.b32 [%%out+%u], %%old;\n",
		        out_at(LITMUS_THREADS) + i * 4);
	}
	fputs("\tbra END;\n", m->out);
}

static void make_thread(struct maker *m) {
	const struct litmus_thread *th = &m->test->thread[m->thread];
	fprintf(m->out, "T%u:\n", m->thread);
	make_begin(m);
	for (u32 i = 0; i < th->inst.n && !m->failed; i++) {
		const struct litmus_inst *in = &th->inst.at[i];
		for (u32 k = 0; in->label && k < i; k++)
			if (th->inst.at[k].label &&
			    strcmp(th->inst.at[k].label, in->label) == 0)
				wrong(m, in->label_loc, "the label '%s' is there twice",
				      in->label);
		if (in->label)
			fprintf(m->out, "L%u_%u:\n", m->thread, i);
		if (in->op)
			make_inst(m, in);
	}
	make_end(m);
}

static void make_registers(struct maker *m) {
	const struct litmus *t = m->test;
	fputs("\t.reg .b64 %mem, %out;\n\t.reg .b32 %old, %neg, %cta, %tid, "
	      "%who;\n\t.reg .pred %p;\n",
	      m->out);
	for (u32 i = 0; i < t->nthread; i++)
		for (u32 k = 0; k < t->thread[i].nreg; k++)
			fprintf(m->out, "\t.reg .b32 %%t%u_%u;\n", i, k);
	for (u32 i = 0; i < t->nlocation; i++)
		if (t->location[i].is_shared)
			fprintf(m->out, "\t.shared .align 128 .b8 s%u[128];\n", i);
}

static void make_kernel(struct maker *m) {
	const struct litmus *t = m->test;
	fputs(".version 8.0\n.target sm_90\n.address_size 64\n"
	      ".visible .entry litmus(.param .u64 mem, .param .u64 out)\n{\n",
	      m->out);
	make_registers(m);
	fputs("\tld.param.u64 %mem, [mem];\n\tld.param.u64 %out, [out];\n\tmov.u32 %cta, "
	      "%ctaid.x;\n"
	      "\tmov.u32 %tid, %tid.x;\n\tmad.lo.u32 %who, %cta, 1024, %tid;\n",
	      m->out);
	for (u32 i = 0; i < t->nthread; i++)
		fprintf(m->out, "\tsetp.eq.u32 %%p, %%who, %u;\n\t@%%p bra T%u;\n",
		        t->thread[i].at_cta * 1024 + t->thread[i].at_warp * 32, i);
	fputs("\tret;\n", m->out);
	for (m->thread = 0; m->thread < t->nthread && !m->failed; m->thread++)
		make_thread(m);
	fputs("END:\n\tret;\n}\n", m->out);
}

static void place_locations(struct maker *m) {
	for (m->thread = 0; m->thread < m->test->nthread; m->thread++) {
		const struct litmus_thread *th = &m->test->thread[m->thread];
		for (u32 i = 0; i < th->inst.n; i++)
			for (u32 k = 0; k < th->inst.at[i].noperand; k++) {
				const struct litmus_operand *o =
					&th->inst.at[i].operand[k];
				if (o->kind == LOPR_LOCATION || o->kind == LOPR_ADDRESS)
					location_of(m, o);
			}
	}
}

const char *litmus_make(struct arena *a, struct diag *d, struct litmus *t) {
	struct text_stream text;
	struct maker m = {.arena = a, .test = t, .d = d, .out = text_open(&text)};
	place_threads(t);
	place_locations(&m);
	m.thread = 0;
	make_kernel(&m);
	const char *made = text_close(&text, a);
	for (u32 i = 0; i < t->nlocation && !m.failed; i++)
		if (t->location[i].is_shared && t->location[i].is_observed &&
		    t->location[i].cta < 0)
			wrong(&m, t->cond_loc,
			      "the shared location '%s' is in no cta: no thread uses it",
			      t->location[i].name);
	return m.failed ? NULL : made;
}
