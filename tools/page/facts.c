/* facts.c - tables: accesses as compiled and why, occupancy and its limits, instructions
 * in words.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/usage.h"
#include "ir/isa/doc.h"
#include "ir/isa/inst.h"
#include "runtime/core/profile.h"
#include "tools/page/page.h"

/* ---- accesses ---------------------------------------------------------------------- */

enum { ROW_BYTES = 80 }; /* of the page for an access, beside its text */

static bool access_row(struct page *p, const struct chapter *ch, const struct became *b) {
	const struct whence *w = &ch->from[b->in - ch->f->inst];
	char text[256];
	size_t n = ir_print_inst(p->m->ir, ch->f, b->in, text, sizeof text);
	if (!page_take(p, PAGE_TABLES, n + strlen(b->what) + strlen(b->why) + ROW_BYTES))
		return false;
	fprintf(p->out, "<tr><td>");
	if (w->file != NO_FILE)
		fprintf(p->out, "<a href=#k%us%u.%u>%u</a>", ch->number, w->file, w->line,
		        w->line);
	fprintf(p->out, "<td><a href=#k%up%u>%u</a><td><code>", ch->number, w->ptx,
	        w->ptx);
	page_text(p->out, text, MIN(n, sizeof text - 1));
	fputs("</code><td>", p->out);
	page_string(p->out, b->what);
	fputs("<td>", p->out);
	page_string(p->out, b->why);
	fputc('\n', p->out);
	return true;
}

void page_accesses(struct page *p, const struct chapter *ch) {
	if (ch->refused) {
		fputs("<p class=note>The JIT leaves this kernel to the interpreter: ",
		      p->out);
		page_string(p->out, ch->refused);
		fputs("</p>\n", p->out);
		return;
	}
	if (!ch->became.n)
		return;
	fputs("<details><summary>Loads, stores and branches: what they became on this "
	      "machine</summary>\n"
	      "<table><tr><th>source<th>PTX<th>instruction<th>became<th>why\n",
	      p->out);
	u32 i = 0;
	while (i < ch->became.n && access_row(p, ch, &ch->became.at[i]))
		i++;
	fputs("</table>\n", p->out);
	if (i < ch->became.n)
		page_cut(p, "The rest is", "simtrun --explain-vectorization");
	fputs("</details>\n", p->out);
}

/* ---- occupancy --------------------------------------------------------------------- */

/* ctas of a multiprocessor, as each resource alone would have it, and all of them. */
static struct occupancy limits_of(const struct page *p, const struct chapter *ch,
                                  u32 threads, u32 regs) {
	const struct device_limits *d = &p->m->dev->machine.limits;
	return launch_occupancy(d, threads,
	                        ch->fn->shared_static + device_shared_reserved(d),
	                        MAX(regs, 1u));
}

static const char *limited_by(const struct occupancy *l) {
	if (l->ctas == l->registers && l->ctas < l->warps)
		return "registers";
	if (l->ctas == l->shared && l->ctas < l->warps)
		return "shared memory";
	return l->ctas == l->warps ? "warps" : "blocks";
}

u32 page_resident(const struct page *p, const struct chapter *ch, u32 threads) {
	return limits_of(p, ch, threads, usage_registers(p->m->ir, ch->f)).ctas;
}

static void occupancy_row(struct page *p, const struct chapter *ch, u32 threads,
                          u32 regs) {
	const struct device_limits *d = &p->m->dev->machine.limits;
	struct occupancy l = limits_of(p, ch, threads, regs);
	fprintf(p->out, "<tr><td>%u<td>%u<td>%u<td>", threads, l.warps, l.registers);
	if (l.shared)
		fprintf(p->out, "%u", l.shared);
	fprintf(p->out, "<td>%u<td><b>%u</b><td>%u of %u<td>%.0f%%<td>%s\n", l.blocks,
	        l.ctas, l.ctas * ((threads + 31) / 32), d->max_warps_sm, l.percent,
	        limited_by(&l));
}

/* Writes a link in place of the table if a kernel with as much shared memory has it
 * already: it is the same. */
static bool is_repeated(struct page *p, u32 shared) {
	for (u32 i = 0; i < p->what_if.n; i++)
		if (p->what_if.at[i] == shared) {
			fprintf(p->out,
			        "<p><a href=#what-if-%u>What other registers and threads "
			        "would do</a> stands at the first kernel with as much "
			        "shared memory.</p>\n",
			        shared);
			return true;
		}
	vec_push(p->arena, &p->what_if, shared);
	return false;
}

static void what_if(struct page *p, const struct chapter *ch) {
	static const u32 regs[] = {16, 24, 32, 40, 48, 56, 64, 80, 96, 128, 168, 255};
	const struct device_limits *d = &p->m->dev->machine.limits;
	if (is_repeated(p, ch->fn->shared_static))
		return;
	fprintf(p->out,
	        "<p id=what-if-%u>What if: warps of a multiprocessor that are there, in "
	        "percent, by registers of a thread (across) and threads of a block "
	        "(down); 0 where not one block fits.</p>\n<table class=heat><tr><th>",
	        ch->fn->shared_static);
	for (u32 i = 0; i < countof(regs); i++)
		fprintf(p->out, "<th>%u", regs[i]);
	fputc('\n', p->out);
	for (u32 threads = 32; threads <= d->max_threads_cta;
	     threads += threads < 256 ? 32 : 128) {
		fprintf(p->out, "<tr><th>%u", threads);
		for (u32 i = 0; i < countof(regs); i++) {
			struct occupancy l = limits_of(p, ch, threads, regs[i]);
			u32 share = (u32)l.percent;
			fprintf(p->out, "<td class=q%u>%u", share * 8 / 101, share);
		}
		fputc('\n', p->out);
	}
	fputs("</table>\n", p->out);
}

void page_occupancy(struct page *p, const struct chapter *ch) {
	const struct device_limits *d = &p->m->dev->machine.limits;
	u32 regs = usage_registers(p->m->ir, ch->f);
	fprintf(p->out,
	        "<details><summary>Occupancy</summary>\n<p>%u registers of a thread (by "
	        "our own count of what is live), %u bytes of static shared memory and %u "
	        "that the system keeps, on a multiprocessor of sm_%u with %u warps, %u "
	        "blocks, %u registers and %u bytes of shared memory.</p>\n"
	        "<table class=numbers><tr><th>threads<th>by warps<th>by registers<th>by "
	        "shared<th>by blocks<th>blocks<th>warps<th>occupancy<th>limited by\n",
	        regs, ch->fn->shared_static, device_shared_reserved(d), d->sm,
	        d->max_warps_sm, d->max_ctas_sm, d->regs_sm, d->shared_sm);
	for (u32 threads = 32; threads <= d->max_threads_cta; threads *= 2)
		occupancy_row(p, ch, threads, regs);
	fputs("</table>\n", p->out);
	what_if(p, ch);
	fputs("</details>\n", p->out);
}

/* ---- instructions ------------------------------------------------------------------ */

/* Checks whether some row of the mnemonic is used. */
static bool is_used(const bool used[ROW_COUNT], const char *name) {
	for (u32 row = row_find(name, strlen(name)); row; row = row_info(row)->next)
		if (used[row])
			return true;
	return false;
}

void page_dictionary(struct page *p) {
	const struct module *m = p->m->ir;
	bool used[ROW_COUNT] = {false};
	for (u32 k = 0; k < m->nfunc; k++)
		for (u32 i = 0; i < m->func[k]->ninst; i++)
			used[m->func[k]->inst[i].row] = true;
	fputs("<details id=words><summary>Instructions of this page, in "
	      "words</summary>\n<dl>\n",
	      p->out);
	for (u32 i = 0; i < row_mnemonic_count(); i++) {
		const char *name = row_mnemonic(i);
		const char *doc = is_used(used, name) ? doc_of(name) : NULL;
		if (!doc)
			continue;
		fprintf(p->out, "<dt id=i-%s><code>%s</code><dd>", name, name);
		page_string(p->out, doc);
		fputc('\n', p->out);
	}
	fputs("</dl></details>\n", p->out);
}
