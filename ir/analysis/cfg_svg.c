/* cfg_svg.c - the control-flow graph as SVG: blocks from top to bottom in the order of
 * the layout, jumps ahead as arcs at the right, jumps back (loops) at the left. Arcs that
 * overlap get columns of their own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg_svg.h"

#include "ir/print/print.h"

enum {
	WIDTH = 270, /* of a block without code */
	HEIGHT = 40,
	GAP = 24,    /* between blocks */
	COLUMN = 16, /* from arc to arc */
	MARGIN = 24,
	COLUMNS = 24, /* arcs beyond share the last */
	LINE = 14,    /* of code */
	LETTER = 7,
	MOST_CODE = 48,    /* instructions shown of a block, */
	MOST_LETTERS = 72, /* and letters of each */
};

struct arc {
	u32 from, to; /* positions */
	u32 column;
	bool taken; /* the jump of a branch; else its fall-through */
	bool is_only;
};

VEC_TYPE(arcs, struct arc);

struct picture {
	const struct cfg_svg *s;
	struct arena *a;
	FILE *out;
	struct arcs ahead, back, next;
	u32 ahead_columns, back_columns;
	u8 *busy; /* [2 * COLUMNS][n]: places between blocks that a column's arcs pass */
	int *y;   /* per position, and after the last */
	u32 n;    /* positions */
	int x, width;
	int wide, high;
	char arrow[32]; /* id of the head of arrows */
};

/* ---- layout ------------------------------------------------------------------------ */

static bool passes(u8 *busy, u32 low, u32 high, bool mark) {
	bool any = false;
	for (u32 i = low; i < high && (mark || !any); i++) {
		any |= busy[i];
		busy[i] |= mark;
	}
	return any;
}

static void add_arc(struct picture *p, bool ahead, struct arc arc) {
	u32 low = MIN(arc.from, arc.to),
	    high = MAX(arc.from, arc.to) + (arc.from == arc.to);
	u8 *busy = p->busy + (ahead ? 0 : COLUMNS * (size_t)p->n);
	u32 *columns = ahead ? &p->ahead_columns : &p->back_columns;
	while (arc.column + 1 < COLUMNS &&
	       passes(busy + arc.column * (size_t)p->n, low, high, false))
		arc.column++;
	passes(busy + arc.column * (size_t)p->n, low, high, true);
	*columns = MAX(*columns, arc.column + 1);
	vec_push(p->a, ahead ? &p->ahead : &p->back, arc);
}

static void find_arcs(struct picture *p) {
	const struct func *f = p->s->f;
	const struct cfg *g = f->cfg;
	p->busy = arena_array(p->a, u8, 2 * COLUMNS * (size_t)p->n);
	for (u32 k = 0; k < g->nreach; k++) {
		const struct block *b = &f->block[g->order[k]];
		for (u32 i = 0; i < b->nsucc; i++) {
			u32 to = g->pos[b->succ[i]];
			struct arc arc = {k, to, 0, i > 0, b->nsucc == 1};
			bool is_next = to == k + 1 &&
			               !(i && p->next.n && vec_last(&p->next).from == k);
			if (is_next)
				vec_push(p->a, &p->next, arc);
			else
				add_arc(p, to > k, arc);
		}
	}
}

static u32 code_lines(const struct picture *p, const struct block *b) {
	return !p->s->has_code ? 0 : b->ninst > MOST_CODE ? MOST_CODE + 1 : b->ninst;
}

static void lay_out(struct picture *p) {
	const struct func *f = p->s->f;
	size_t longest = 0;
	p->n = f->cfg->nreach;
	if (p->s->id)
		snprintf(p->arrow, sizeof p->arrow, "%s-arrow", p->s->id);
	else
		snprintf(p->arrow, sizeof p->arrow, "f%u-arrow", f->index);
	p->y = arena_array(p->a, int, p->n + 1);
	p->y[0] = MARGIN;
	for (u32 k = 0; k < p->n; k++) {
		const struct block *b = &f->block[f->cfg->order[k]];
		p->y[k + 1] = p->y[k] + HEIGHT + GAP + (int)code_lines(p, b) * LINE;
		for (u32 i = 0; i < MIN(code_lines(p, b), b->ninst); i++) {
			size_t n = ir_print_inst(p->s->m, f, &f->inst[b->first + i], NULL,
			                         0);
			longest = MAX(longest, MIN(n, (size_t)MOST_LETTERS));
		}
	}
	find_arcs(p);
	p->width = MAX(WIDTH, (int)longest * LETTER + 20);
	p->x = MARGIN + (int)(p->back_columns + 1) * COLUMN;
	p->wide = p->x + p->width + MARGIN + (int)(p->ahead_columns + 1) * COLUMN;
	p->high = p->y[p->n] + MARGIN;
}

/* ---- drawing ----------------------------------------------------------------------- */

static void put_escaped(FILE *out, const char *s, size_t n) {
	for (size_t i = 0; i < n; i++) {
		switch (s[i]) {
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '&': fputs("&amp;", out); break;
		case '"': fputs("&quot;", out); break;
		default: fputc((u8)s[i] < ' ' ? ' ' : s[i], out);
		}
	}
}

static void put_code(const struct picture *p, const struct block *b, int y) {
	const struct func *f = p->s->f;
	for (u32 i = 0; i < code_lines(p, b); i++) {
		char text[256];
		fprintf(p->out, "<text class=\"small\" x=\"%d\" y=\"%d\">", p->x + 10,
		        y + HEIGHT + 10 + (int)i * LINE);
		if (i == MOST_CODE) {
			fprintf(p->out, "&#8943; %u more</text>\n", b->ninst - MOST_CODE);
			break;
		}
		size_t n = ir_print_inst(p->s->m, f, &f->inst[b->first + i], text,
		                         sizeof text);
		n = MIN(n, sizeof text - 1);
		put_escaped(p->out, text, MIN(n, (size_t)MOST_LETTERS));
		fputs(n > MOST_LETTERS ? "&#8943;</text>\n" : "</text>\n", p->out);
	}
}

static void put_title(const struct picture *p, u32 b, bool parts) {
	const struct func *f = p->s->f;
	fprintf(p->out, "<title>b%u: %u instructions%s%s%s</title>", b, f->block[b].ninst,
	        p->s->uni->is_masked[b] ? "; may run with some of the lanes" : "",
	        parts ? "; lanes of a warp may part at its end" : "",
	        f->reconv->is_point[b] ? "; lanes that parted meet again here" : "");
}

static void put_node(const struct picture *p, u32 k) {
	const struct func *f = p->s->f;
	u32 b = f->cfg->order[k];
	const struct block *bl = &f->block[b];
	bool parts = p->s->uni->branch_divergent[b], meets = f->reconv->is_point[b];
	int y = p->y[k];
	if (p->s->id)
		fprintf(p->out, "<a href=\"#%sb%u\">", p->s->id, b);
	fprintf(p->out, "<g class=\"node%s%s\">", parts ? " parts" : "",
	        meets ? " meets" : "");
	put_title(p, b, parts);
	fprintf(p->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" />",
	        p->x, y, p->width, p->y[k + 1] - GAP - y);
	fprintf(p->out, "<text x=\"%d\" y=\"%d\">b%u", p->x + 10, y + 16, b);
	if (p->s->has_code && bl->label) {
		fputc(' ', p->out);
		put_escaped(p->out, bl->label->s, MIN(strlen(bl->label->s), (size_t)24));
	}
	fprintf(p->out, " &#183; %u instruction%s", bl->ninst, bl->ninst == 1 ? "" : "s");
	const struct cfg_lines *l = p->s->lines ? &p->s->lines[b] : NULL;
	if (l && l->first)
		fprintf(p->out,
		        l->first == l->last ? " &#183; line %u"
		                            : " &#183; lines %u&#8211;%u",
		        l->first, l->last);
	fprintf(p->out, "</text><text class=\"small\" x=\"%d\" y=\"%d\">%s%s%s</text>\n",
	        p->x + 10, y + 32, meets ? "lanes meet again" : "",
	        meets && parts ? " &#183; " : "", parts ? "lanes part here" : "");
	put_code(p, bl, y);
	fputs(p->s->id ? "</g></a>\n" : "</g>\n", p->out);
}

/* The colour marks edges where lanes may diverge; a dashed line is the fall-through of a
 * branch. */
static const char *class_of_arc(const struct picture *p, const struct arc *a) {
	static const char *const classes[2][2] = {{"edge", "edge past"},
	                                          {"edge parts", "edge past parts"}};
	u32 b = p->s->f->cfg->order[a->from];
	return classes[p->s->uni->branch_divergent[b]][!a->is_only && !a->taken];
}

static void put_arcs(const struct picture *p, const struct arcs *list, int x, int side) {
	vec_each (const struct arc, e, list) {
		int y0 = p->y[e->from + 1] - GAP - 8, y1 = p->y[e->to] + 8;
		int out = x + side * (COLUMN + (int)e->column * COLUMN) + side * 8;
		fprintf(p->out,
		        "<path class=\"%s\" marker-end=\"url(#%s)\" "
		        "d=\"M%d %dC%d %d %d %d %d %d\" />\n",
		        class_of_arc(p, e), p->arrow, x, y0, out, y0, out, y1,
		        x + side * 3, y1);
	}
}

static void put_steps(const struct picture *p) {
	vec_each (const struct arc, e, &p->next)
		fprintf(p->out,
		        "<path class=\"%s\" marker-end=\"url(#%s)\" d=\"M%d %dV%d\" />\n",
		        class_of_arc(p, e), p->arrow, p->x + p->width / 2,
		        p->y[e->from + 1] - GAP, p->y[e->to]);
}

static void put_picture(const struct picture *p, int y) {
	fputs("<svg", p->out);
	if (y)
		fprintf(p->out, " y=\"%d\"", y);
	fprintf(p->out,
	        " role=\"img\" aria-label=\"control-flow graph of %s\" width=\"%d\" "
	        "height=\"%d\" "
	        "viewBox=\"0 0 %d %d\">\n",
	        p->s->f->name->s, p->wide, p->high, p->wide, p->high);
	fprintf(p->out,
	        "<defs><marker id=\"%s\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
	        "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
	        "<path d=\"M0 0L8 4L0 8z\" /></marker></defs>\n",
	        p->arrow);
	put_steps(p);
	put_arcs(p, &p->ahead, p->x + p->width, 1);
	put_arcs(p, &p->back, p->x, -1);
	for (u32 k = 0; k < p->n; k++)
		put_node(p, k);
	fputs("</svg>", p->out);
}

void cfg_svg_write(struct arena *a, const struct cfg_svg *s, FILE *out) {
	struct picture p = {.s = s, .a = a, .out = out};
	lay_out(&p);
	put_picture(&p, 0);
}

/* ---- a file of its own ------------------------------------------------------------- */

static const char style[] =
	"svg { --fg: #1c1e21; --soft: #f1f1ec; --line: #8b8f96; --dim: #62666d; --d: "
	"#a3330f; "
	"--edge: #62666d; background: #fdfdfb; }\n"
	"@media (prefers-color-scheme: dark) { svg { --fg: #e4e5e7; --soft: #1f2228; "
	"--line: #7a7f88; "
	"--dim: #a0a4ac; --d: #ff9a76; --edge: #a0a4ac; background: #16181c; } }\n"
	"text { font: 12px ui-monospace, monospace; fill: var(--fg); white-space: pre; "
	"}\n"
	".small { font-size: 11px; fill: var(--dim); } .name { font-weight: 700; }\n"
	".node rect { fill: var(--soft); stroke: var(--line); stroke-width: 1.5; }\n"
	".node.parts rect { stroke: var(--d); } .node.meets rect { stroke-width: 4; }\n"
	".edge { fill: none; stroke: var(--edge); stroke-width: 1.5; }\n"
	".edge.past { stroke-dasharray: 5 4; } .edge.parts { stroke: var(--d); }\n"
	"marker path { fill: var(--edge); fill: context-stroke; }\n";

static void prepare(const struct module *m, struct func *f,
                    const struct uniform_shape *shape, struct arena *a,
                    struct cfg_svg *s) {
	*s = (struct cfg_svg){
		.m = m, .f = f, .has_code = true, .uni = uniform_build(m, f)};
	reconv_build(f);
	if (shape)
		s->uni = uniform_build_shape(a, m, f, shape);
}

void cfg_svg_file(const struct module *m, struct func *const *f, u32 n,
                  const struct uniform_shape *shape, FILE *out) {
	enum { NAME = 24 };
	struct arena a = ARENA_INIT;
	struct cfg_svg *s = arena_array(&a, struct cfg_svg, n + 1);
	struct picture *p = arena_array(&a, struct picture, n + 1);
	int wide = WIDTH, high = 0;
	for (u32 i = 0; i < n; i++) {
		prepare(m, f[i], shape, &a, &s[i]);
		p[i] = (struct picture){.s = &s[i], .a = &a, .out = out};
		if (f[i]->cfg->nreach > CFG_SVG_BLOCKS) {
			high += 2 * NAME;
			continue;
		}
		lay_out(&p[i]);
		wide = MAX(wide, p[i].wide);
		high += p[i].high + NAME;
	}
	fprintf(out,
	        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">\n"
	        "<style>%s</style>\n",
	        wide, high, style);
	int y = 0;
	for (u32 i = 0; i < n; i++) {
		fprintf(out, "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n", MARGIN,
		        y + 16, f[i]->name->s);
		if (f[i]->cfg->nreach > CFG_SVG_BLOCKS) {
			fprintf(out,
			        "<text x=\"%d\" y=\"%d\">%u blocks are too many for a "
			        "picture; "
			        "cfg:dot draws them</text>\n",
			        MARGIN, y + NAME + 16, f[i]->cfg->nreach);
			y += 2 * NAME;
			continue;
		}
		put_picture(&p[i], y + NAME);
		fputc('\n', out);
		y += p[i].high + NAME;
	}
	fputs("</svg>\n", out);
	arena_drop(&a);
}
