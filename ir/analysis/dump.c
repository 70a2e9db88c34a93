/* dump.c - CFG, reconvergence and uniformity as text that can be read beside the PTX.
 *
 *         block         inst  from          to            idom  ipdom  meet
 *         b0               8  start         b2 b1         -     b3     b3
 *      .> b1 (loop)        3  b0 b1^        b1^ b2        b0    b2     b2
 *
 * Bars at the left enclose loops; `^` marks an edge that goes back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/dump.h"

#include <inttypes.h>
#include <stdarg.h>

#include "ir/isa/regs.h"
#include "ir/print/print.h"

enum { BARS = 6, MOST_DEPTH = 64 /* no bars beyond */ };

/* ---- columns ----------------------------------------------------------------------- */

struct cell {
	char text[64];
	size_t n;
};

static void cell_add(struct cell *c, const char *fmt, ...) PRINTF_LIKE(2, 3);
static void cell_add(struct cell *c, const char *fmt, ...) {
	va_list args;
	va_start(args, fmt);
	int n = vsnprintf(c->text + c->n, sizeof(c->text) - c->n, fmt, args);
	va_end(args);
	c->n = MIN(c->n + (size_t)MAX(n, 0), sizeof(c->text) - 1);
}

/* "b1 b2^ ..." as far as `most` characters go. */
static struct cell block_names(const struct cfg *c, u32 b, const u32 *list, u32 n,
                               bool to, size_t most) {
	struct cell cell = {.n = 0};
	for (u32 i = 0; i < n; i++) {
		if (cell.n + 9 > most) {
			cell_add(&cell, " ..");
			break;
		}
		u32 tail = to ? b : list[i], head = to ? list[i] : b;
		bool back = cfg_is_reached(c, tail) && cfg_is_back_edge(c, tail, head);
		cell_add(&cell, "%sb%u%s", i ? " " : "", list[i], back ? "^" : "");
	}
	return cell;
}

static struct cell one_block(u32 b) {
	struct cell cell = {.n = 0};
	if (b == NO_BLOCK)
		cell_add(&cell, "-");
	else
		cell_add(&cell, "b%u", b);
	return cell;
}

/* Loops that the block is in, outermost first, as bars. */
static struct cell loop_bars(const struct cfg *c, u32 b, u32 nbar) {
	struct cell cell = {.n = 0};
	char bar[BARS + 1];
	memset(bar, ' ', sizeof(bar));
	for (u32 l = c->loop_of[b]; nbar && l != NO_LOOP; l = c->loop[l].parent) {
		const struct loop *loop = &c->loop[l];
		u32 at = c->pos[b] - loop->first;
		if (loop->depth <= BARS)
			bar[loop->depth - 1] = loop->n == 1        ? '@'
			                       : at == 0           ? '.'
			                       : at == loop->n - 1 ? '\''
			                                           : '|';
	}
	cell_add(&cell, "%.*s", (int)nbar, bar);
	return cell;
}

static u32 deepest_loop(const struct cfg *c) {
	u32 depth = 0;
	for (u32 l = 0; l < c->nloop; l++)
		depth = MAX(depth, c->loop[l].depth);
	return depth > MOST_DEPTH ? 0 : MIN(depth, (u32)BARS);
}

static struct cell block_title(const struct func *f, u32 b) {
	struct cell cell = {.n = 0};
	cell_add(&cell, "b%u", b);
	if (f->block[b].label)
		cell_add(&cell, " %.24s", f->block[b].label->s);
	return cell;
}

static void put_counts(const struct func *f, FILE *out) {
	fprintf(out, "%s: %u instructions, %u block%s", f->name->s, f->ninst, f->nblock,
	        f->nblock == 1 ? "" : "s");
	if (f->cfg->nloop)
		fprintf(out, ", %u loop%s", f->cfg->nloop, f->cfg->nloop == 1 ? "" : "s");
	if (f->cfg->is_irreducible)
		fputs(" (irreducible)", out);
	fputs("\n", out);
}

/* ---- cfg --------------------------------------------------------------------------- */

static void put_block_line(const struct func *f, u32 b, u32 nbar, FILE *out) {
	const struct cfg *c = f->cfg;
	const struct block *bl = &f->block[b];
	struct cell from = block_names(c, b, bl->pred, bl->npred, false, 24);
	if (b == 0) {
		struct cell rest = from;
		from.n = 0;
		cell_add(&from, "start%s%.40s", bl->npred ? " " : "",
		         bl->npred ? rest.text : "");
	}
	fprintf(out, "%s %-22s %5u  %-15s %-15s", loop_bars(c, b, nbar).text,
	        block_title(f, b).text, bl->ninst, from.n ? from.text : "-",
	        bl->nsucc ? block_names(c, b, bl->succ, bl->nsucc, true, 24).text
	                  : "end");
	if (!cfg_is_reached(c, b)) {
		fputs(" never reached\n", out);
		return;
	}
	fprintf(out, " %-6s %s", one_block(f->dom->idom[b]).text,
	        one_block(f->pdom->idom[b]).text);
	if (bl->nsucc > 1 && f->reconv->point[b] == NO_BLOCK)
		fputs("      nowhere", out);
	else if (bl->nsucc > 1)
		fprintf(out, "%*s %s", 6 - (int)one_block(f->pdom->idom[b]).n, "",
		        one_block(f->reconv->point[b]).text);
	fputs("\n", out);
}

void cfg_dump(const struct module *m, struct func *f, FILE *out) {
	(void)m;
	cfg_build(f);
	dom_build(f);
	reconv_build(f);
	put_counts(f, out);
	u32 nbar = deepest_loop(f->cfg);
	fprintf(out, "%*s %-22s %5s  %-15s %-15s %-6s %-6s %s\n", (int)nbar, "", "block",
	        "inst", "from", "to", "idom", "ipdom", "meet");
	for (u32 i = 0; i < f->nblock; i++)
		put_block_line(f, f->cfg->order[i], nbar, out);
	fputs("\n", out);
}

/* ---- dot --------------------------------------------------------------------------- */

static void put_dot_text(const char *s, FILE *out) {
	for (; *s; s++) {
		if (strchr("\"\\{}<>|", *s))
			fputc('\\', out);
		fputc(*s, out);
	}
	fputs("\\l", out);
}

static void put_dot_block(const struct module *m, const struct func *f, u32 b,
                          FILE *out) {
	const struct block *bl = &f->block[b];
	fprintf(out, "\t\"%u.%u\" [label=\"{", f->index, b);
	put_dot_text(block_title(f, b).text, out);
	fputs("|", out);
	for (u32 i = 0; i < bl->ninst; i++) {
		char text[256];
		ir_print_inst(m, f, &f->inst[bl->first + i], text, sizeof(text));
		put_dot_text(text, out);
	}
	fprintf(out, "}\"%s%s];\n", cfg_is_reached(f->cfg, b) ? "" : ", style=dashed",
	        f->uniform->branch_divergent[b] ? ", color=red" : "");
	for (u32 i = 0; i < bl->nsucc; i++)
		fprintf(out, "\t\"%u.%u\" -> \"%u.%u\"%s;\n", f->index, b, f->index,
		        bl->succ[i],
		        cfg_is_back_edge(f->cfg, b, bl->succ[i])
		                ? " [constraint=false, penwidth=2]"
		                : "");
	if (f->uniform->branch_divergent[b] && f->reconv->point[b] != NO_BLOCK)
		fprintf(out,
		        "\t\"%u.%u\" -> \"%u.%u\" [style=dashed, color=red, "
		        "constraint=false];\n",
		        f->index, b, f->index, f->reconv->point[b]);
}

void cfg_dump_dot(const struct module *m, struct func *f, FILE *out) {
	reconv_build(f);
	uniform_build(m, f);
	fprintf(out,
	        "digraph \"%s\" {\n\tlabel=\"%s (red: lanes part; dashed red: where they "
	        "meet)\";\n",
	        f->name->s, f->name->s);
	fputs("\tnode [shape=record, fontname=monospace, fontsize=10];\n", out);
	for (u32 i = 0; i < f->nblock; i++)
		put_dot_block(m, f, f->cfg->order[i], out);
	fputs("}\n", out);
}

/* ---- uniformity -------------------------------------------------------------------- */

struct worst {
	const struct uniform *u;
	const struct uniform_value *v;
	u32 reg;
};

static void note_result(void *ctx, u32 reg, enum reg_role role) {
	struct worst *w = ctx;
	if (role == REG_READ || (w->v && w->v->kind >= w->u->reg[reg].kind))
		return;
	w->v = &w->u->reg[reg];
	w->reg = reg;
}

static struct cell value_text(const struct func *f, const struct worst *w) {
	struct cell cell = {.n = 0};
	const struct uniform_value *v = w->v;
	if (!v)
		return cell;
	u32 width = type_info[f->reg[w->reg].type].bits;
	if (v->kind == VALUE_DIVERGENT)
		cell_add(&cell, "divergent");
	else if (v->is_const)
		cell_add(&cell, "= %" PRIu64, v->value);
	else if (v->kind == VALUE_UNIFORM)
		cell_add(&cell, v->cta ? "uniform, cta" : "uniform");
	else
		cell_add(&cell, "%+" PRId64 "*lane%s", v->stride,
		         uniform_no_wrap(v, width) ? "" : ", may wrap");
	if (v->row)
		cell_add(&cell, "%+" PRId64 "*row of %u", v->jump, v->row);
	return cell;
}

static struct cell branch_text(const struct func *f, const struct uniform *u, u32 b) {
	struct cell cell = {.n = 0};
	if (f->block[b].nsucc < 2)
		return cell;
	if (!u->branch_divergent[b])
		cell_add(&cell, u->branch_cta_divergent[b] ? "warps part" : "together");
	else if (f->reconv->point[b] == NO_BLOCK)
		cell_add(&cell, "lanes part");
	else
		cell_add(&cell, "lanes part to b%u", f->reconv->point[b]);
	return cell;
}

static void put_uniform_block(const struct module *m, const struct func *f,
                              const struct uniform *u, u32 b, FILE *out) {
	const struct block *bl = &f->block[b];
	fprintf(out, "%s:%s%s\n", block_title(f, b).text,
	        cfg_is_reached(f->cfg, b) ? "" : "  never reached",
	        u->is_masked[b]       ? "  some lanes"
	        : u->is_cta_masked[b] ? "  some warps"
	                              : "");
	for (u32 i = bl->first; i < bl->first + bl->ninst; i++) {
		const struct inst *in = &f->inst[i];
		struct worst w = {.u = u};
		char text[256];
		inst_each_reg(f, in, note_result, &w);
		bool is_last = i + 1 == bl->first + bl->ninst;
		struct cell what = w.v || !is_last ? value_text(f, &w)
		                                   : branch_text(f, u, b);
		ir_print_inst(m, f, in, text, sizeof(text));
		fprintf(out, "    %-20s %s\n", what.text, text);
	}
}

void uniform_dump(const struct module *m, struct func *f,
                  const struct uniform_shape *shape, FILE *out) {
	const struct uniform *u = uniform_build(m, f);
	reconv_build(f);
	if (shape)
		u = uniform_build_shape(f->arena, m, f, shape);
	put_counts(f, out);
	if (u->gave_up)
		fputs("  (control flow too tangled: what crosses blocks counts as "
		      "divergent)\n",
		      out);
	for (u32 i = 0; i < f->nblock; i++)
		put_uniform_block(m, f, u, f->cfg->order[i], out);
	fputs("\n", out);
}
