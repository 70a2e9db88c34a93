/* graph.c - the control-flow graph as SVG: blocks from top to bottom in the order of the layout, jumps ahead
 * as arcs at the right, jumps back (loops) at the left. Arcs that overlap get columns of their own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/page/page.h"

enum {
	WIDTH = 270, /* of a block */
	HEIGHT = 40,
	STEP = 64,   /* from block to block */
	COLUMN = 16, /* from arc to arc */
	MARGIN = 24,
	COLUMNS = 24, /* arcs beyond share the last */
	MOST_BLOCKS = 400,
};

struct arc {
	u32 from, to; /* positions */
	u32 column;
	bool taken; /* the jump of a branch; else the way past it */
	bool is_only;
};

struct arcs {
	VEC(struct arc) list;
	u32 columns;
};

static void add_arc(struct page *p, struct arcs *a, struct arc arc) {
	u32 low = MIN(arc.from, arc.to), high = MAX(arc.from, arc.to);
	for (arc.column = 0; arc.column + 1 < COLUMNS; arc.column++) {
		bool is_free = true;
		vec_each (struct arc, o, &a->list)
			is_free &= o->column != arc.column ||
			           MAX(o->from, o->to) <= low ||
			           MIN(o->from, o->to) >= high;
		if (is_free)
			break;
	}
	a->columns = MAX(a->columns, arc.column + 1);
	vec_push(p->arena, &a->list, arc);
}

static void find_arcs(struct page *p, const struct chapter *ch, struct arcs *ahead,
                      struct arcs *back, struct arcs *next) {
	const struct func *f = ch->f;
	const struct cfg *g = f->cfg;
	for (u32 k = 0; k < g->nreach; k++) {
		const struct block *b = &f->block[g->order[k]];
		for (u32 i = 0; i < b->nsucc; i++) {
			u32 to = g->pos[b->succ[i]];
			struct arc arc = {k, to, 0, i > 0, b->nsucc == 1};
			if (to == k + 1 && !(i && next->list.n &&
			                     next->list.at[next->list.n - 1].from == k))
				vec_push(p->arena, &next->list, arc);
			else
				add_arc(p, to > k ? ahead : back, arc);
		}
	}
}

static void put_node(struct page *p, const struct chapter *ch, u32 k, int x, int y) {
	const struct func *f = ch->f;
	u32 b = f->cfg->order[k], first = NO_REG, last = 0;
	const struct block *bl = &f->block[b];
	bool parts = ch->uni->branch_divergent[b];
	for (u32 i = bl->first; i < bl->first + bl->ninst; i++) {
		if (ch->from[i].file == NO_FILE)
			continue;
		first = MIN(first, ch->from[i].line);
		last = MAX(last, ch->from[i].line);
	}
	fprintf(p->out, "<a href=\"#k%ub%u\"><g class=\"node%s%s\"><title>", ch->number,
	        b, parts ? " parts" : "", f->reconv->is_point[b] ? " meets" : "");
	fprintf(p->out, "b%u: %u instructions%s%s%s</title>", b, bl->ninst,
	        ch->uni->is_masked[b] ? "; may run with some of the lanes" : "",
	        parts ? "; lanes of a warp may part at its end" : "",
	        f->reconv->is_point[b] ? "; lanes that parted meet again here" : "");
	fprintf(p->out, "<rect x=%d y=%d width=%d height=%d rx=6 />", x, y, WIDTH,
	        HEIGHT);
	fprintf(p->out, "<text x=%d y=%d>b%u &middot; %u instruction%s", x + 10, y + 16,
	        b, bl->ninst, bl->ninst == 1 ? "" : "s");
	if (first != NO_REG)
		fprintf(p->out,
		        first == last ? " &middot; line %u"
		                      : " &middot; lines %u&ndash;%u",
		        first, last);
	fprintf(p->out, "</text><text class=small x=%d y=%d>%s%s%s</text></g></a>\n",
	        x + 10, y + 32, f->reconv->is_point[b] ? "lanes meet again" : "",
	        f->reconv->is_point[b] && parts ? " &middot; " : "",
	        parts ? "lanes part here" : "");
}

static const char *class_of_arc(const struct arc *a) {
	return a->is_only ? "edge" : a->taken ? "edge taken" : "edge past";
}

static void put_arcs(struct page *p, const struct chapter *ch, const struct arcs *a,
                     int x, int side) {
	vec_each (const struct arc, e, &a->list) {
		int y0 = MARGIN + (int)e->from * STEP + HEIGHT - 8,
		    y1 = MARGIN + (int)e->to * STEP + 8;
		int out = x + side * (COLUMN + (int)e->column * COLUMN);
		fprintf(p->out,
		        "<path class=\"%s\" marker-end=\"url(#k%u-arrow)\" d=\"M%d %d "
		        "C%d %d %d %d %d %d\" />\n",
		        class_of_arc(e), ch->number, x, y0, out + side * 8, y0,
		        out + side * 8, y1, x + side * 3, y1);
	}
}

void page_graph(struct page *p, const struct chapter *ch) {
	struct arcs ahead = {.columns = 0}, back = {.columns = 0}, next = {.columns = 0};
	u32 n = ch->f->cfg->nreach;
	if (n > MOST_BLOCKS) {
		fprintf(p->out,
		        "<p class=note>%u blocks are too many for a picture here; "
		        "<code>simtrun --dump=dot</code> "
		        "draws them.</p>\n",
		        n);
		return;
	}
	find_arcs(p, ch, &ahead, &back, &next);
	int x = MARGIN + (int)(back.columns + 1) * COLUMN;
	int wide = x + WIDTH + MARGIN + (int)(ahead.columns + 1) * COLUMN;
	int high = 2 * MARGIN + (int)n * STEP;
	fprintf(p->out,
	        "<details open><summary>Control flow</summary>\n<div class=graph>"
	        "<svg role=img aria-label=\"control-flow graph of %s\" width=%d "
	        "height=%d "
	        "viewBox=\"0 0 %d %d\">\n",
	        ch->f->name->s, wide, high, wide, high);
	fprintf(p->out,
	        "<defs><marker id=k%u-arrow viewBox=\"0 0 8 8\" refX=7 refY=4 "
	        "markerWidth=7 markerHeight=7 "
	        "orient=auto><path d=\"M0 0L8 4L0 8z\" /></marker></defs>\n",
	        ch->number);
	vec_each (const struct arc, e, &next.list)
		fprintf(p->out,
		        "<path class=\"%s\" marker-end=\"url(#k%u-arrow)\" d=\"M%d "
		        "%dV%d\" />\n",
		        class_of_arc(e), ch->number, x + WIDTH / 2,
		        MARGIN + (int)e->from * STEP + HEIGHT,
		        MARGIN + (int)e->to * STEP);
	put_arcs(p, ch, &ahead, x + WIDTH, 1);
	put_arcs(p, ch, &back, x, -1);
	for (u32 k = 0; k < n; k++)
		put_node(p, ch, k, x, MARGIN + (int)k * STEP);
	fputs("</svg></div>\n<p class=note>Solid: the way of a jump that is taken; "
	      "dashed: the way past it. A double "
	      "frame is where lanes that parted meet again: the immediate post-dominator "
	      "of the branch.</p></details>\n",
	      p->out);
}
