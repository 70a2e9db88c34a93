/* ncu_print.c - the pages of ncu, as text and CSV in the layout of the vendor's tool; see
 * ncu.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tools/profilers/child.h"
#include "tools/profilers/ncu.h"

/* A metric of a page: the heading that it stands under and its name there. */
struct shown {
	const char *section, *title, *label, *metric;
};
VEC_TYPE(shown_list, struct shown);

static const char own[] = "Command line profiler metrics";

static bool is_asked(const struct ncu_view *v, const struct ncu_row *r) {
	text_each (word, &v->section)
		if (strcmp(*word, r->section) == 0)
			return true;
	return !v->section.n && r->set <= v->set;
}

static void choose(struct arena *a, const struct ncu_view *v, struct shown_list *out) {
	text_each (name, &v->metric)
		vec_push(a, out, (struct shown){own, own, *name, *name});
	for (u32 i = 0; i < ncu_nrow; i++) {
		const struct ncu_row *r = &ncu_rows[i];
		if ((!v->metric.n || v->section.n) && is_asked(v, r))
			vec_push(a, out,
			         (struct shown){r->section, r->title, r->label,
			                        r->metric});
	}
}

static const char *shown_name(struct arena *a, const struct ncu_view *v,
                              const struct ncu_launch *l) {
	return v->names == NAME_FUNCTION ? kernel_base_name(a, l->name) : l->name;
}

static const char *value_text(char to[64], struct ncu_value v, bool grouped) {
	if (!v.known)
		return "n/a";
	ncu_number(to, v.v, grouped);
	return to;
}

/* ---- CSV ---- */

static void cell(FILE *out, bool first, const char *text) {
	fputs(first ? "\"" : ",\"", out);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

static void header(FILE *out, const char *const *name, u32 n) {
	for (u32 i = 0; i < n; i++)
		cell(out, i == 0, name[i]);
}

static void number_cell(FILE *out, bool first, long long n) {
	char text[32];
	snprintf(text, sizeof text, "%lld", n);
	cell(out, first, text);
}

static void shape_cell(FILE *out, const u32 d[3]) {
	char text[64];
	snprintf(text, sizeof text, "(%u, %u, %u)", d[0], d[1], d[2]);
	cell(out, false, text);
}

static const char *const of_launch[] = {
	"ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
	"Stream", "Block Size", "Grid Size",    "Device",    "CC"};

/* The columns that all pages begin with. Contexts and streams are not told apart. */
static void launch_cells(struct arena *a, const struct ncu_view *v,
                         const struct ncu_launch *l, bool numbered) {
	if (numbered)
		number_cell(v->out, true, l->id);
	number_cell(v->out, !numbered, l->pid);
	cell(v->out, false, l->process);
	cell(v->out, false, "127.0.0.1");
	cell(v->out, false, shown_name(a, v, l));
	cell(v->out, false, "1");
	cell(v->out, false, "7");
	shape_cell(v->out, l->block);
	shape_cell(v->out, l->grid);
	cell(v->out, false, "0");
	cell(v->out, false, l->cc);
}

static void csv_details(struct arena *a, const struct ncu_view *v,
                        const struct ncu_launches *list, const struct shown_list *shown) {
	static const char *const of_metric[] = {"Section Name", "Metric Name",
	                                        "Metric Unit", "Metric Value"};
	char number[64];
	header(v->out, of_launch, countof(of_launch));
	for (u32 i = 0; i < countof(of_metric); i++)
		cell(v->out, false, of_metric[i]);
	fputc('\n', v->out);
	vec_each (struct ncu_launch, l, list) {
		vec_each (struct shown, s, shown) {
			struct ncu_value x = ncu_value(l, s->metric);
			launch_cells(a, v, l, true);
			cell(v->out, false, s->title);
			cell(v->out, false, s->label);
			cell(v->out, false, x.unit);
			cell(v->out, false, value_text(number, x, true));
			fputc('\n', v->out);
		}
	}
}

/* All metrics of a launch in one line; the second line has the units. */
static void csv_raw(struct arena *a, const struct ncu_view *v,
                    const struct ncu_launches *list, const struct shown_list *shown) {
	char number[64];
	header(v->out, of_launch, countof(of_launch));
	vec_each (struct shown, s, shown)
		cell(v->out, false, s->metric);
	fputc('\n', v->out);
	for (u32 i = 0; i < countof(of_launch); i++)
		cell(v->out, i == 0, "");
	vec_each (struct shown, s, shown)
		cell(v->out, false,
		     list->n ? ncu_value(&list->at[0], s->metric).unit : "");
	fputc('\n', v->out);
	vec_each (struct ncu_launch, l, list) {
		launch_cells(a, v, l, true);
		vec_each (struct shown, s, shown)
			cell(v->out, false,
			     value_text(number, ncu_value(l, s->metric), true));
		fputc('\n', v->out);
	}
}

/* ---- text ---- */

enum { UNIT = 11, VALUE = 12 };

static void rule(FILE *out, size_t n) {
	while (n--)
		fputc('-', out);
}

static void rules(FILE *out, size_t name) {
	fputs("    ", out);
	rule(out, name);
	fputc(' ', out);
	rule(out, UNIT);
	fputc(' ', out);
	rule(out, VALUE);
	fputc('\n', out);
}

static void row(FILE *out, size_t width, const char *name, const char *unit,
                const char *value) {
	fprintf(out, "    %-*s %*s %*s\n", (int)width, name, UNIT, unit, VALUE, value);
}

/* The rows of one heading, from s on. Returns what follows them. */
static const struct shown *text_section(const struct ncu_view *v,
                                        const struct ncu_launch *l, const struct shown *s,
                                        const struct shown *end) {
	const struct shown *last = s;
	size_t width = strlen("Metric Name");
	char number[64];
	for (; last < end && strcmp(last->title, s->title) == 0; last++)
		width = MAX(width,
		            strlen(v->page == PAGE_RAW ? last->metric : last->label));
	if (v->page != PAGE_RAW)
		fprintf(v->out, "    Section: %s\n", s->title);
	rules(v->out, width);
	row(v->out, width, "Metric Name", "Metric Unit", "Metric Value");
	rules(v->out, width);
	for (const struct shown *x = s; x < last; x++) {
		struct ncu_value n = ncu_value(l, x->metric);
		row(v->out, width, v->page == PAGE_RAW ? x->metric : x->label, n.unit,
		    value_text(number, n, true));
	}
	rules(v->out, width);
	fputc('\n', v->out);
	return last;
}

static void text_pages(struct arena *a, const struct ncu_view *v,
                       const struct ncu_launches *list, const struct shown_list *shown) {
	const struct ncu_launch *before = NULL;
	vec_each (struct ncu_launch, l, list) {
		if (!before || before->pid != l->pid)
			fprintf(v->out, "[%lld] %s@127.0.0.1\n", (long long)l->pid,
			        l->process);
		before = l;
		fprintf(v->out,
		        "  %s (%u, %u, %u)x(%u, %u, %u), Context 1, Stream 7, Device 0, "
		        "CC "
		        "%s\n",
		        shown_name(a, v, l), l->grid[0], l->grid[1], l->grid[2],
		        l->block[0], l->block[1], l->block[2], l->cc);
		const struct shown *s = shown->at, *end = s + shown->n;
		while (s < end)
			s = text_section(v, l, s, end);
	}
}

/* ---- summaries ---- */

/* Launches of one kernel with one shape: neighbours in a list that is sorted. */
struct group {
	const struct ncu_launch *first, *end;
};
VEC_TYPE(groups, struct group);

static int by_kernel(const struct ncu_launch *a, const struct ncu_launch *b) {
	int c = (a->pid > b->pid) - (a->pid < b->pid);
	if (!c)
		c = strcmp(a->name, b->name);
	if (!c)
		c = memcmp(a->grid, b->grid, sizeof a->grid);
	return c ? c : memcmp(a->block, b->block, sizeof a->block);
}

static int by_kernel_and_id(const void *x, const void *y) {
	const struct ncu_launch *a = x, *b = y;
	int c = by_kernel(a, b);
	return c ? c : (a->id > b->id) - (a->id < b->id);
}

static int by_first(const void *x, const void *y) {
	const struct group *a = x, *b = y;
	return (a->first->id > b->first->id) - (a->first->id < b->first->id);
}

static void group(struct arena *a, const struct ncu_launches *list, struct groups *out) {
	struct ncu_launch *l = arena_array_raw(a, struct ncu_launch, list->n + 1);
	if (!list->n)
		return;
	memcpy(l, list->at, list->n * sizeof *l);
	qsort(l, list->n, sizeof *l, by_kernel_and_id);
	for (u32 i = 0, begin = 0; i < list->n; begin = i) {
		while (i < list->n && by_kernel(&l[begin], &l[i]) == 0)
			i++;
		vec_push(a, out, (struct group){l + begin, l + i});
	}
	qsort(out->at, out->n, sizeof *out->at, by_first);
}

struct range {
	double least, most, mean;
	bool known;
	const char *unit;
};

static struct range range_of(const struct group *g, const char *metric) {
	struct range r = {.unit = ""};
	u32 n = 0;
	for (const struct ncu_launch *l = g->first; l < g->end; l++) {
		struct ncu_value x = ncu_value(l, metric);
		if (!x.known)
			continue;
		r.least = n ? MIN(r.least, x.v) : x.v;
		r.most = n ? MAX(r.most, x.v) : x.v;
		r.mean += (x.v - r.mean) / ++n;
		r.unit = x.unit;
	}
	r.known = n != 0;
	return r;
}

static void summary_csv_row(struct arena *a, const struct ncu_view *v,
                            const struct group *g, const struct shown *s) {
	struct range r = range_of(g, s->metric);
	double values[] = {r.least, r.most, r.mean};
	char number[64];
	launch_cells(a, v, g->first, false);
	number_cell(v->out, false, g->end - g->first);
	cell(v->out, false, s->title);
	cell(v->out, false, s->label);
	cell(v->out, false, r.unit);
	for (u32 k = 0; k < countof(values); k++)
		cell(v->out, false,
		     value_text(number, (struct ncu_value){"", values[k], r.known},
		                true));
	fputc('\n', v->out);
}

static void summary_csv(struct arena *a, const struct ncu_view *v,
                        const struct groups *groups, const struct shown_list *shown) {
	static const char *const more[] = {"Invocations", "Section Name", "Metric Name",
	                                   "Metric Unit", "Minimum",      "Maximum",
	                                   "Average"};
	header(v->out, of_launch + 1, countof(of_launch) - 1);
	for (u32 i = 0; i < countof(more); i++)
		cell(v->out, false, more[i]);
	fputc('\n', v->out);
	vec_each (struct group, g, groups)
		vec_each (struct shown, s, shown)
			summary_csv_row(a, v, g, s);
}

static void summary_text_row(const struct ncu_view *v, const struct group *g,
                             const struct shown *s) {
	struct range r = range_of(g, s->metric);
	double values[] = {r.least, r.most, r.mean};
	char number[64];
	fprintf(v->out, "    %-60s %*s", s->label, UNIT, r.unit);
	for (u32 k = 0; k < countof(values); k++)
		fprintf(v->out, " %*s", VALUE,
		        value_text(number, (struct ncu_value){"", values[k], r.known},
		                   true));
	fputc('\n', v->out);
}

static void summary_text(struct arena *a, const struct ncu_view *v,
                         const struct groups *groups, const struct shown_list *shown) {
	vec_each (struct group, g, groups) {
		const struct ncu_launch *l = g->first;
		fprintf(v->out,
		        "  %s (%u, %u, %u)x(%u, %u, %u), Device 0, CC %s, Invocations "
		        "%lld\n    %-60s %*s %*s %*s %*s\n",
		        shown_name(a, v, l), l->grid[0], l->grid[1], l->grid[2],
		        l->block[0], l->block[1], l->block[2], l->cc,
		        (long long)(g->end - g->first), "Metric Name", UNIT,
		        "Metric Unit", VALUE, "Minimum", VALUE, "Maximum", VALUE,
		        "Average");
		vec_each (struct shown, s, shown)
			summary_text_row(v, g, s);
	}
}

static void summary(struct arena *a, const struct ncu_view *v,
                    const struct ncu_launches *l, const struct shown_list *shown) {
	struct groups groups = {0};
	group(a, l, &groups);
	(v->csv ? summary_csv : summary_text)(a, v, &groups, shown);
}

void ncu_print(struct arena *a, const struct ncu_view *v, const struct ncu_launches *l) {
	struct shown_list shown = {0};
	choose(a, v, &shown);
	if (v->summary == SUMMARY_KERNEL)
		summary(a, v, l, &shown);
	else if (!v->csv)
		text_pages(a, v, l, &shown);
	else
		(v->page == PAGE_RAW ? csv_raw : csv_details)(a, v, l, &shown);
}
