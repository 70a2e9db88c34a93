/* graph.c - the control-flow graph: the picture of ir/analysis/cfg_svg.c with links to
 * the blocks of the IR.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg_svg.h"
#include "tools/page/page.h"

enum { MOST_BLOCKS = 400 };

static struct cfg_lines *lines_of(struct page *p, const struct chapter *ch) {
	const struct func *f = ch->f;
	struct cfg_lines *l = arena_array(p->arena, struct cfg_lines, f->nblock + 1);
	for (u32 i = 0; i < f->ninst; i++) {
		struct cfg_lines *of = &l[ch->block_of[i]];
		u32 line = ch->from[i].line;
		if (ch->from[i].file == NO_FILE)
			continue;
		of->first = of->first ? MIN(of->first, line) : line;
		of->last = MAX(of->last, line);
	}
	return l;
}

void page_graph(struct page *p, const struct chapter *ch) {
	char id[16];
	u32 n = ch->f->cfg->nreach;
	if (n > MOST_BLOCKS) {
		fprintf(p->out,
		        "<p class=note>%u blocks are too many for a picture here; "
		        "<code>simtrun --dump=cfg:svg</code> or <code>cfg:dot</code> "
		        "draws them.</p>\n",
		        n);
		return;
	}
	snprintf(id, sizeof id, "k%u", ch->number);
	struct cfg_svg s = {.m = p->m->ir,
	                    .f = ch->f,
	                    .uni = ch->uni,
	                    .id = id,
	                    .lines = lines_of(p, ch)};
	struct text_stream picture;
	cfg_svg_write(p->arena, &s, text_open(&picture));
	const char *text = text_close(&picture, p->arena);
	if (!page_take(p, PAGE_TABLES, picture.len)) {
		page_cut(p, "The picture of control flow is", "simtrun --dump=cfg:svg");
		return;
	}
	fprintf(p->out,
	        "<details open><summary>Control flow</summary>\n<div class=graph>%s",
	        text);
	fputs("</div>\n<p class=note>Solid: the way of a jump that is taken; dashed: the "
	      "way past it; coloured: lanes of a warp may part there. A thick frame is "
	      "where lanes that parted meet again: the immediate post-dominator of the "
	      "branch.</p></details>\n",
	      p->out);
}
