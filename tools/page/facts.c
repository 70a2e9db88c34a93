/* facts.c - tables: what accesses became and why, occupancy and what would change it, instructions in words.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/doc.h"
#include "ir/inst.h"
#include "ir/usage.h"
#include "tools/page/page.h"

/* ---- accesses -------------------------------------------------------------------------------- */

enum { MOST_ROWS = 500 };

static void access_row(struct page *p, const struct chapter *ch, const struct became *b) {
	const struct whence *w = &ch->from[b->in - ch->f->inst];
	char text[256];
	size_t n = ir_print_inst(p->m->ir, ch->f, b->in, text, sizeof text);
	fprintf(p->out, "<tr><td>");
	if (w->file != NO_FILE)
		fprintf(p->out, "<a href=\"#k%us%u.%u\">%u</a>", ch->number, w->file,
		        w->line, w->line);
	fprintf(p->out, "<td><a href=\"#k%up%u\">%u</a><td><code>", ch->number, w->ptx,
	        w->ptx);
	page_text(p->out, text, MIN(n, sizeof text - 1));
	fputs("</code><td>", p->out);
	page_string(p->out, b->what);
	fputs("<td>", p->out);
	page_string(p->out, b->why);
	fputc('\n', p->out);
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
	for (u32 i = 0; i < MIN(ch->became.n, MOST_ROWS); i++)
		access_row(p, ch, &ch->became.at[i]);
	fputs("</table>\n", p->out);
	if (ch->became.n > MOST_ROWS)
		fputs("<p class=note>The rest is left out; <code>simtrun "
		      "--explain-vectorization</code> has all of it.</p>\n",
		      p->out);
	fputs("</details>\n", p->out);
}

/* ---- occupancy ------------------------------------------------------------------------------- */

enum {
	REGISTER_UNIT = 256, /* registers are given to a warp in pieces of so many */
	WARP_PARTITIONS = 4, /* and warps to the quarters of a multiprocessor */
	MOST_WARPS_BLOCK = 32,
};

struct limits {
	u32 warps, ctas, registers,
		shared; /* ctas of a multiprocessor, as each alone would have it */
};

static struct limits limits_of(const struct page *p, const struct chapter *ch,
                               u32 threads, u32 regs) {
	const struct device_limits *d = &p->m->dev->machine.limits;
	u32 warps = (threads + 31) / 32;
	u32 per_warp = (u32)alignup((u64)MAX(regs, 1u) * 32, REGISTER_UNIT);
	u32 fit = d->regs_sm / per_warp / WARP_PARTITIONS * WARP_PARTITIONS;
	u32 shared = (u32)alignup((u64)ch->fn->shared_static + device_shared_reserved(d),
	                          128);
	return (struct limits){.warps = d->max_warps_sm / warps,
	                       .ctas = d->max_ctas_sm,
	                       .registers = fit / warps,
	                       .shared = d->shared_sm / shared};
}

static u32 least(const struct limits *l) {
	return MIN(MIN(l->warps, l->ctas), MIN(l->registers, l->shared));
}

static const char *limited_by(const struct limits *l) {
	u32 n = least(l);
	if (n == l->registers && n < l->warps)
		return "registers";
	if (n == l->shared && n < l->warps)
		return "shared memory";
	return n == l->warps ? "warps" : "blocks";
}

static void occupancy_row(struct page *p, const struct chapter *ch, u32 threads,
                          u32 regs) {
	const struct device_limits *d = &p->m->dev->machine.limits;
	struct limits l = limits_of(p, ch, threads, regs);
	u32 n = least(&l), warps = n * ((threads + 31) / 32);
	fprintf(p->out,
	        "<tr><td>%u<td>%u<td>%u<td>%u<td>%u<td><b>%u</b><td>%u of "
	        "%u<td>%.0f%%<td>%s\n",
	        threads, l.warps, l.registers, l.shared, l.ctas, n, warps,
	        d->max_warps_sm, 100.0 * warps / d->max_warps_sm, limited_by(&l));
}

static void what_if(struct page *p, const struct chapter *ch) {
	static const u32 regs[] = {16, 24, 32, 40, 48, 56, 64, 80, 96, 128, 168, 255};
	const struct device_limits *d = &p->m->dev->machine.limits;
	fputs("<p>What if: warps of a multiprocessor that are busy, in percent, by "
	      "registers of a thread (across) and "
	      "threads of a block (down).</p>\n<table class=heat><tr><th>",
	      p->out);
	for (u32 i = 0; i < countof(regs); i++)
		fprintf(p->out, "<th>%u", regs[i]);
	fputc('\n', p->out);
	for (u32 threads = 32; threads <= d->max_threads_cta;
	     threads += threads < 256 ? 32 : 128) {
		fprintf(p->out, "<tr><th>%u", threads);
		for (u32 i = 0; i < countof(regs); i++) {
			struct limits l = limits_of(p, ch, threads, regs[i]);
			u32 share = 100 * least(&l) * ((threads + 31) / 32) /
			            d->max_warps_sm;
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
	        "our own count of what is live), "
	        "%u bytes of static shared memory and %u that the system keeps, on a "
	        "multiprocessor of sm_%u with %u "
	        "warps, %u blocks, %u registers and %u bytes of shared memory.</p>\n"
	        "<table><tr><th>threads<th>by warps<th>by registers<th>by shared<th>by "
	        "blocks<th>blocks"
	        "<th>warps<th>occupancy<th>limited by\n",
	        regs, ch->fn->shared_static, device_shared_reserved(d), d->sm,
	        d->max_warps_sm, d->max_ctas_sm, d->regs_sm, d->shared_sm);
	for (u32 threads = 32; threads <= d->max_threads_cta; threads *= 2)
		occupancy_row(p, ch, threads, regs);
	fputs("</table>\n", p->out);
	what_if(p, ch);
	fputs("</details>\n", p->out);
}

/* ---- instructions ---------------------------------------------------------------------------- */

void page_dictionary(struct page *p) {
	const struct module *m = p->m->ir;
	fputs("<details id=words><summary>Instructions of this page, in "
	      "words</summary>\n<dl>\n",
	      p->out);
	for (u32 i = 0; i < row_mnemonic_count(); i++) {
		const char *name = row_mnemonic(i);
		bool is_used = false;
		for (u32 k = 0; k < m->nfunc && !is_used; k++)
			for (u32 n = 0; n < m->func[k]->ninst && !is_used; n++)
				is_used = strcmp(row_info(m->func[k]->inst[n].row)
				                         ->mnemonic,
				                 name) == 0;
		const char *doc = is_used ? doc_of(name) : NULL;
		if (!doc)
			continue;
		fprintf(p->out, "<dt id=\"i-%s\"><code>%s</code><dd>", name, name);
		page_string(p->out, doc);
		fputc('\n', p->out);
	}
	fputs("</dl></details>\n", p->out);
}
