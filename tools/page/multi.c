/* multi.c - the model of a multiprocessor (sm.h) on the page: what a recorded block ran
 * becomes its input, its results with the defaults become pictures and tables, and
 * model.js gets both, so that readers can change the numbers.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ir/isa/inst.h"
#include "ir/isa/regs.h"
#include "tools/page/page.h"
#include "tools/page/sm.h"

enum {
	LONGEST = 600, /* instructions of a warp that are played */
	/* of the input; beyond, all warps play the first one's trace */
	MOST_BYTES = 60000,
	POINTS = 8, /* numbers of blocks in the picture */
	MOST_COPIES = 2,
};

/* ---- classes of instructions ------------------------------------------------------- */

static bool starts(const char *s, const char *with) {
	return strncmp(s, with, strlen(with)) == 0;
}

static bool is_one_of(const char *name, const char *const *list) {
	for (; *list; list++)
		if (strcmp(name, *list) == 0)
			return true;
	return false;
}

static bool has_bits(const struct inst *in, char class, u32 bits) {
	for (u32 k = 0; k < 4 && in->type[k]; k++)
		if (type_info[in->type[k]].bits == bits &&
		    (!class || type_info[in->type[k]].class == class))
			return true;
	return false;
}

static enum sm_class class_of_pure(const struct inst *in, const char *name) {
	static const char *const special[] = {"div", "rcp", "rsqrt", "sqrt", "sin", "cos",
	                                      "ex2", "lg2", "tanh",  "rem",  NULL};
	static const char *const arithmetic[] = {"add", "sub", "mul", "fma",
	                                         "mad", "min", "max", NULL};
	bool is_float = type_info[in->type[0]].class == 'F' ||
	                type_info[in->type[0]].lane_bits != type_info[in->type[0]].bits;
	if (is_one_of(name, special))
		return SM_SPECIAL;
	if (strcmp(name, "cvt") == 0)
		return has_bits(in, 'F', 64) ||
		                       (has_bits(in, 0, 64) && has_bits(in, 'F', 32))
		               ? SM_SPECIAL
		               : SM_INT;
	if (has_bits(in, 'F', 64))
		return SM_FP64;
	return is_float && is_one_of(name, arithmetic) ? SM_FP32 : SM_INT;
}

static enum sm_class class_of_effect(const struct inst *in, const char *name) {
	static const char *const wait[] = {"cp.async.wait_group", "cp.async.wait_all",
	                                   "cp.async.bulk.wait_group", NULL};
	static const char *const votes[] = {"vote",       "vote.sync",  "match",
	                                    "elect.sync", "redux.sync", "activemask",
	                                    "movmatrix",  NULL};
	u32 props = row_info((enum row)in->row)->props;
	if (is_one_of(name, wait))
		return SM_COPY_WAIT;
	if (strcmp(name, "bar.warp.sync") == 0)
		return SM_INT;
	if (in->row == ROW_BAR_ARRIVE || in->row == ROW_BARRIER_ARRIVE ||
	    in->row == ROW_CLUSTER_ARRIVE)
		return SM_INT;
	if (strcmp(name, "bar") == 0 || starts(name, "barrier"))
		return SM_BARRIER;
	if (starts(name, "cp.async") || starts(name, "cp.reduce"))
		return strstr(name, "commit") || strstr(name, "mbarrier") ? SM_INT
		                                                          : SM_COPY;
	if (starts(name, "fence") || starts(name, "membar"))
		return SM_FENCE;
	if (starts(name, "mbarrier"))
		return SM_SHARED;
	if (starts(name, "mma") || starts(name, "wmma.mma") || starts(name, "wgmma.mma"))
		return SM_TENSOR;
	if (starts(name, "shfl") || is_one_of(name, votes))
		return SM_SHUFFLE;
	if (props & (PROP_TERM | PROP_CALL))
		return SM_BRANCH;
	if (props & PROP_ATOMIC)
		return SM_ATOMIC;
	if (starts(name, "tex") || starts(name, "tld4") || starts(name, "su"))
		return SM_GLOBAL;
	return props & (PROP_LOAD | PROP_STORE) ? SM_GLOBAL : SM_INT;
}

/* The requests of an instruction in the run: they show whether it accesses shared or
 * global memory where the text has no state space. */
struct seen {
	u64 global, sectors, shared, passes;
};

static void classify(const struct inst *in, const struct seen *n, struct sm_inst *out) {
	const struct row_info *info = row_info((enum row)in->row);
	out->class = (u8)(info->table ? class_of_effect(in, info->mnemonic)
	                              : class_of_pure(in, info->mnemonic));
	u32 space = info->table ? MOD_GET(in->mods, SPACE) : 0;
	bool access = out->class == SM_GLOBAL || out->class == SM_ATOMIC ||
	              out->class == SM_SHARED;
	out->units = 1;
	if (!access && out->class != SM_COPY)
		return;
	bool plain = in->row == ROW_LD || in->row == ROW_ST || in->row == ROW_LDU;
	if (plain && (space == SPACE_PARAM || space == SPACE_PARAM_ENTRY ||
	              space == SPACE_PARAM_FUNC || space == SPACE_CONST))
		out->class = SM_CONST;
	else if (plain && space == SPACE_LOCAL)
		out->class = SM_LOCAL;
	else if (n->shared && !n->global)
		out->class = SM_SHARED;
	if (out->class == SM_SHARED && n->shared)
		out->units = (u32)((n->passes + n->shared - 1) / n->shared);
	else if (n->global)
		out->units = (u32)((n->sectors + n->global - 1) / n->global);
	out->units = MIN(MAX(out->units, 1u), 1024u);
}

/* ---- the input: instructions ------------------------------------------------------- */

struct place {
	const struct func *f;
	u32 inst;
};

struct build {
	struct page *p;
	struct sm_input in;
	struct map names; /* register of a function -> 1 + its number here */
	struct map seen;  /* line -> 1 + index in count */
	struct seen *count;
	VEC(u32) reg;
	const struct func *f; /* of the instruction at hand */
	bool dest;
};

void page_find_lines(struct page *p) {
	const struct module *m = p->m->ir;
	p->at_line = MAP_INIT(p->arena);
	for (u32 k = 0; k < m->nfunc; k++)
		for (u32 i = 0; i < m->func[k]->ninst; i++) {
			u32 line = source_pos(&p->m->sources,
			                      m->func[k]->inst[i].loc.start)
			                   .line;
			*map_at(&p->at_line, line) = (u64)k << 32 | i;
		}
}

static struct place place_of(const struct page *p, u32 line) {
	const u64 *at = map_find(&p->at_line, line);
	if (!at)
		return (struct place){NULL, 0};
	return (struct place){p->m->ir->func[*at >> 32], (u32)*at};
}

static u64 number_at(const json_t *list, size_t i) {
	return (u64)json_integer_value(json_array_get(list, i));
}

static void read_counts(struct build *b, const json_t *count) {
	size_t n = json_array_size(count);
	b->count = arena_array(b->p->arena, struct seen, n + 1);
	for (size_t i = 0; i < n; i++) {
		const json_t *c = json_array_get(count, i);
		*map_at(&b->seen, number_at(c, 0)) = i + 1;
		b->count[i] = (struct seen){number_at(c, 7), number_at(c, 8),
		                            number_at(c, 9), number_at(c, 10)};
	}
}

static void add_register(void *ctx, u32 reg, enum reg_role role) {
	struct build *b = ctx;
	if (role == (b->dest ? REG_READ : REG_WRITTEN))
		return;
	u64 *slot = map_at(&b->names, (u64)b->f->index << 32 | reg);
	if (!*slot)
		*slot = ++b->in.nname;
	vec_push(b->p->arena, &b->reg, (u32)(*slot - 1));
}

static void add_instruction(struct build *b, u32 line) {
	struct place at = place_of(b->p, line);
	struct sm_inst *in = &b->in.inst[b->in.ninst++];
	const struct seen nothing = {0};
	const u64 *seen = map_find(&b->seen, line);
	*in = (struct sm_inst){.line = line, .class = SM_INT, .gap = true, .units = 1};
	in->reg = in->dest = b->reg.n;
	if (!at.f)
		return;
	const struct inst *inst = &at.f->inst[at.inst];
	classify(inst, seen ? &b->count[*seen - 1] : &nothing, in);
	b->f = at.f;
	b->dest = false;
	inst_each_reg(at.f, inst, add_register, b);
	in->n = b->reg.n - in->reg;
	in->dest = b->reg.n;
	b->dest = true;
	inst_each_reg(at.f, inst, add_register, b);
	in->ndest = b->reg.n - in->dest;
}

/* Marks instructions that the next one of the list does not follow in the text. */
static void find_gaps(struct build *b) {
	for (u32 i = 0; i + 1 < b->in.ninst; i++) {
		struct place x = place_of(b->p, b->in.inst[i].line),
			     y = place_of(b->p, b->in.inst[i + 1].line);
		b->in.inst[i].gap = !x.f || x.f != y.f || y.inst != x.inst + 1;
	}
}

/* ---- the input: traces ------------------------------------------------------------- */

static int by_value(const void *a, const void *b) {
	const u32 *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

static void find_instructions(struct build *b, const json_t *traces) {
	u32 most = (u32)json_array_size(traces) * LONGEST, n = 0;
	u32 *line = arena_array(b->p->arena, u32, most + 1);
	for (size_t i = 0; i < json_array_size(traces); i++) {
		const json_t *at = json_object_get(json_array_get(traces, i), "at");
		for (size_t k = 0; k < MIN(json_array_size(at), (size_t)LONGEST); k++)
			line[n++] = (u32)number_at(at, k) >> 1;
	}
	qsort(line, n, sizeof *line, by_value);
	b->in.inst = arena_array(b->p->arena, struct sm_inst, n + 1);
	for (u32 i = 0; i < n; i++)
		if (!i || line[i] != line[i - 1])
			add_instruction(b, line[i]);
	b->in.reg = b->reg.at;
	b->in.nreg = b->reg.n;
	find_gaps(b);
}

static u32 index_of(const struct build *b, u32 line) {
	u32 low = 0, high = b->in.ninst;
	while (low < high) {
		u32 mid = (low + high) / 2;
		if (b->in.inst[mid].line < line)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Warps that ran the same share a trace. */
static void find_traces(struct build *b, const json_t *traces) {
	struct sm_input *in = &b->in;
	in->nwarp = (u32)json_array_size(traces);
	in->trace = arena_array(b->p->arena, struct sm_trace, in->nwarp + 1);
	in->of_warp = arena_array(b->p->arena, u32, in->nwarp + 1);
	for (u32 w = 0; w < in->nwarp; w++) {
		const json_t *at = json_object_get(json_array_get(traces, w), "at");
		struct sm_trace *t = &in->trace[in->ntrace];
		t->n = (u32)MIN(json_array_size(at), (size_t)LONGEST);
		t->at = arena_array(b->p->arena, u32, t->n + 1);
		for (u32 k = 0; k < t->n; k++) {
			u32 v = (u32)number_at(at, k);
			t->at[k] = 2 * index_of(b, v >> 1) + (v & 1);
		}
		u32 same = 0;
		while (same < in->ntrace &&
		       (in->trace[same].n != t->n ||
		        memcmp(in->trace[same].at, t->at, t->n * sizeof *t->at)))
			same++;
		in->of_warp[w] = same;
		in->ntrace += same == in->ntrace;
	}
}

/* ---- JSON -------------------------------------------------------------------------- */

static void put_list(FILE *out, const u32 *at, u32 n) {
	fputc('[', out);
	for (u32 i = 0; i < n; i++)
		fprintf(out, i ? ",%u" : "%u", at[i]);
	fputc(']', out);
}

/* Instructions in a row: where they begin, and how many. */
static void put_trace(FILE *out, const struct sm_trace *t) {
	fputc('[', out);
	for (u32 i = 0; i < t->n;) {
		u32 n = 1;
		while (i + n < t->n && t->at[i + n] == t->at[i] + 2 * n)
			n++;
		fprintf(out, i ? ",%u,%u" : "%u,%u", t->at[i], n);
		i += n;
	}
	fputc(']', out);
}

static void put_input(FILE *out, const struct sm_input *in) {
	fprintf(out, "{\"registers\":%u,\"inst\":[", in->nname);
	for (u32 i = 0; i < in->ninst; i++) {
		const struct sm_inst *x = &in->inst[i];
		fprintf(out, "%s[%u,%u,%u,", i ? "," : "", x->class, x->units, x->gap);
		put_list(out, in->reg + x->reg, x->n);
		fputc(',', out);
		put_list(out, in->reg + x->dest, x->ndest);
		fputc(']', out);
	}
	fputs("],\"traces\":[", out);
	for (u32 i = 0; i < in->ntrace; i++) {
		fputs(i ? "," : "", out);
		put_trace(out, &in->trace[i]);
	}
	fputs("],\"warps\":", out);
	put_list(out, in->of_warp, in->nwarp);
	fputc('}', out);
}

void page_model_tables(struct page *p) {
	FILE *out = p->out;
	fputs("<script type=application/json id=sm-tables>{\"classes\":[", out);
	for (u32 c = 0; c < SM_CLASSES; c++) {
		const struct sm_class_info *i = &sm_class_info[c];
		fprintf(out,
		        "%s{\"name\":\"%s\",\"what\":\"%s\",\"source\":\"%s\",\"pipe\":%"
		        "u,\"stall\":%u,"
		        "\"latency\":%u,\"interval\":%u}",
		        c ? "," : "", i->name, i->what, i->source, i->pipe, i->stall,
		        i->latency, i->interval);
	}
	fputs("],\"states\":[", out);
	for (u32 s = 0; s < SM_STATES; s++)
		fprintf(out, "%s{\"name\":\"%s\"}", s ? "," : "", sm_state_info[s].name);
	fputs("]}</script>\n", out);
}

/* ---- results ----------------------------------------------------------------------- */

struct point {
	u32 blocks, copies;
	struct sm_result r;
};

struct model {
	struct page *p;
	const struct sm_input *in;
	struct sm_params params;
	u32 most; /* blocks that may be resident */
	struct sm_result r;
	struct point *point;
	u32 npoint;
	bool is_brief; /* the largest picture is left to the script */
};

static u64 all_of(const struct sm_result *r) {
	u64 n = 0;
	for (u32 s = 0; s < SM_STATES; s++)
		n += r->state[s];
	return n;
}

static void run_points(struct model *m) {
	m->point = arena_array(m->p->arena, struct point, POINTS * MOST_COPIES + 1);
	for (u32 copies = 1; copies <= MOST_COPIES; copies++) {
		u32 last = 0;
		for (u32 i = 1; i <= POINTS; i++) {
			u32 blocks = MAX(m->most * i / POINTS, 1u);
			if (blocks == last)
				continue;
			struct point *at = &m->point[m->npoint++];
			struct sm_params p = m->params;
			*at = (struct point){.blocks = last = blocks, .copies = copies};
			p.blocks = p.total = blocks;
			p.copies = copies;
			sm_run(m->in, &p, &at->r);
		}
	}
}

static void put_brief(FILE *out, const struct sm_result *r) {
	fprintf(out, "{\"cycles\":%u,\"issued\":%u,\"state\":[", r->cycles, r->issued);
	for (u32 s = 0; s < SM_STATES; s++)
		fprintf(out, s ? ",%llu" : "%llu", (unsigned long long)r->state[s]);
	fputs("]}", out);
}

/* Writes the results as model.js leaves them in data-ran. */
static void put_results(struct model *m) {
	FILE *out = m->p->out;
	fputc('[', out);
	put_brief(out, &m->r);
	fputs(",[", out);
	for (u32 i = 0; i < m->npoint; i++) {
		fprintf(out, "%s[%u,%u,", i ? "," : "", m->point[i].blocks,
		        m->point[i].copies);
		put_brief(out, &m->point[i].r);
		fputc(']', out);
	}
	fputs("]]", out);
}

static void put_data(struct model *m, const char *input) {
	FILE *out = m->p->out;
	const struct sm_params *p = &m->params;
	fprintf(out,
	        "<script "
	        "type=application/json>{\"params\":{\"schedulers\":%u,\"blocks\":%u,"
	        "\"total\":%u,\"copies\":%u,\"bytes\":%u,\"queue\":%u,\"branch\":%u,"
	        "\"fetch\":%u,"
	        "\"from\":%u},"
	        "\"most\":%u,\"sweep\":[",
	        p->schedulers, p->blocks, p->total, p->copies, p->bytes, p->queue,
	        p->branch, p->fetch, p->from, m->most);
	for (u32 i = 0; i < m->npoint; i++)
		fprintf(out, "%s[%u,%u]", i ? "," : "", m->point[i].blocks,
		        m->point[i].copies);
	fprintf(out, "],\"input\":%s", input);
	if (!m->is_brief) {
		fputs(",\"results\":", out);
		put_results(m);
	}
	fputs("}</script>\n", out);
}

/* ---- pictures ---------------------------------------------------------------------- */

static void svg_begin(FILE *out, u32 width, u32 height, const char *label) {
	fprintf(out,
	        "<svg role=img aria-label=\"%s\" width=\"%u\" height=\"%u\" viewBox=\"0 "
	        "0 %u %u\">",
	        label, width, height, width, height);
}

static void put_bar(struct model *m) {
	FILE *out = m->p->out;
	double all = (double)MAX(all_of(&m->r), 1u), x = 0;
	svg_begin(out, 720, 22, "states of warps");
	for (u32 s = 0; s < SM_STATES; s++) {
		double w = 720 * (double)m->r.state[s] / all;
		if (m->r.state[s])
			fprintf(out,
			        "<rect class=s%u x=\"%.1f\" y=\"0\" width=\"%.1f\" "
			        "height=\"22\">"
			        "<title>%s</title></rect>",
			        s, x, w, sm_state_info[s].name);
		x += w;
	}
	fputs("</svg>", out);
}

static void put_gantt(struct model *m) {
	FILE *out = m->p->out;
	const struct sm_result *r = &m->r;
	svg_begin(out, 60 + 4 * SM_SHOWN_CYCLES, 6 + 16 * r->nshown,
	          "states of the first scheduler's warps, cycle by cycle");
	for (u32 w = 0; w < r->nshown; w++)
		fprintf(out, "<text class=small x=\"0\" y=\"%u\">warp %u</text>",
		        14 + 16 * w, w * m->params.schedulers);
	for (u32 s = 0; s < SM_STATES; s++) {
		bool any = false;
		for (u32 w = 0; w < r->nshown; w++)
			for (u32 t = 0, e; t < SM_SHOWN_CYCLES; t = e) {
				for (e = t + 1; e < SM_SHOWN_CYCLES &&
				                r->shown[w][e] == r->shown[w][t];)
					e++;
				if (r->shown[w][t] != s)
					continue;
				if (!any)
					fprintf(out, "<path class=s%u d=\"", s);
				any = true;
				fprintf(out, "M%u %uh%u", 60 + 4 * t, 10 + 16 * w,
				        4 * (e - t));
			}
		fputs(any ? "\" />" : "", out);
	}
	fputs("</svg>", out);
}

static double rate(const struct sm_result *r) {
	return (double)r->issued / (double)MAX(r->cycles, 1u);
}

static void put_sweep(struct model *m) {
	FILE *out = m->p->out;
	svg_begin(out, 680, 170, "instructions a cycle by resident warps");
	fprintf(out,
	        "<path class=axis d=\"M40 20V150H560\" /><text class=small x=\"4\" "
	        "y=\"26\">%u</text>"
	        "<text class=small x=\"4\" y=\"150\">0</text>",
	        m->params.schedulers);
	for (u32 warps = 16; warps <= 64; warps += 16)
		fprintf(out, "<text class=small x=\"%u\" y=\"165\">%u</text>",
		        32 + 8 * warps, warps);
	fputs("<text class=small x=\"568\" y=\"154\">warps resident</text>"
	      "<text class=small x=\"44\" y=\"16\">instructions a cycle</text>",
	      out);
	for (u32 i = 0; i < m->npoint;) {
		u32 copies = m->point[i].copies, first = i;
		fprintf(out, "<polyline class=c%u points=\"", copies);
		for (; i < m->npoint && m->point[i].copies == copies; i++) {
			double x = 40 + 8.0 * m->point[i].blocks * m->in->nwarp;
			double y = 150 -
			           130 * rate(&m->point[i].r) / m->params.schedulers;
			fprintf(out, "%s%.0f,%.1f", i > first ? " " : "", x, y);
		}
		u32 y = 20 + 16 * copies;
		fprintf(out,
		        "\" /><polyline class=c%u points=\"566,%u 582,%u\" />"
		        "<text class=small x=\"586\" y=\"%u\">%u cop%s</text>",
		        copies, y, y, y + 4, copies, copies == 1 ? "y" : "ies");
	}
	fputs("</svg>", out);
}

/* ---- tables ------------------------------------------------------------------------ */

static void put_states(struct model *m) {
	FILE *out = m->p->out;
	double all = (double)MAX(all_of(&m->r), 1u);
	fputs("<table class=states><tr><th>state<th>a warp that<th>share\n", out);
	for (u32 s = 0; s < SM_STATES; s++)
		fprintf(out, "<tr><td><i class=s%u></i> %s<td>%s<td>%.1f%%\n", s,
		        sm_state_info[s].name, sm_state_info[s].what,
		        100 * (double)m->r.state[s] / all);
	fputs("</table>\n", out);
}

/* Writes a row: how many warps keep a pipe busy, latency times throughput. */
static void little_row(struct model *m, u32 class, u32 units, u32 n) {
	const struct sm_class_info *c = &sm_class_info[class];
	const struct sm_params *p = &m->params;
	u32 every = p->interval[class], latency = p->latency[class];
	if (c->pipe == SM_PIPE_GLOBAL)
		every = MAX((units * 32 + p->bytes - 1) / p->bytes, every);
	else if (c->pipe == SM_PIPE_SHARED)
		every *= units;
	u32 of = latency * (c->pipe < SM_PIPE_OWN ? p->schedulers : 1);
	fprintf(m->p->out,
	        "<tr data-class=%u "
	        "data-units=%u><td>%s<td>%u<td>%u<td>%u<td><b>%u</b><td>%s. %s\n",
	        class, units, c->name, n, latency, every,
	        every ? (of + every - 1) / every : 0, c->what, c->source);
}

static void put_little(struct model *m) {
	u32 n[SM_CLASSES] = {0}, units[SM_CLASSES] = {0};
	const struct sm_trace *t = &m->in->trace[m->in->of_warp[0]];
	for (u32 i = 0; i < t->n; i++) {
		const struct sm_inst *in = &m->in->inst[t->at[i] >> 1];
		n[in->class]++;
		units[in->class] = MAX(units[in->class], in->units);
	}
	fputs("<table class=little><tr><th>instructions<th>of warp "
	      "0<th>latency<th>every<th>warps "
	      "needed<th>what, and where the numbers come from\n",
	      m->p->out);
	for (u32 c = 0; c < SM_CLASSES; c++)
		if (n[c] && sm_class_info[c].pipe != SM_PIPE_NONE)
			little_row(m, c, units[c], n[c]);
	fputs("</table>\n", m->p->out);
}

static void put_sum(struct model *m) {
	const struct sm_result *r = &m->r;
	double there = (double)all_of(r) / (double)MAX(r->cycles, 1u),
	       each = (double)all_of(r) / (double)MAX(r->issued, 1u);
	fprintf(m->p->out,
	        "<p class=sum>%u instructions in %u cycles: %.2f a cycle. On average "
	        "%.1f warps are there, "
	        "and one issues every %.1f cycles: %.1f = %.2f &times; %.1f.</p>\n",
	        r->issued, r->cycles, rate(r), there, each, there, rate(r), each);
}

static void put_model(struct model *m, const char *input, bool is_cut,
                      bool is_first_only) {
	FILE *out = m->p->out;
	fprintf(out,
	        "<details class=model><summary>A model of a multiprocessor</summary>\n<p "
	        "class=note>A model, "
	        "not a measurement: what the %u warps of the first block ran (%s%s) "
	        "played on %u schedulers, %u "
	        "blocks at a time, as many as may be resident. It knows of no caches, no "
	        "machine code and "
	        "no other multiprocessor; docs/explain.md tells what it does know.</p>\n",
	        m->in->nwarp, is_cut ? "the beginning" : "all of it",
	        is_first_only ? "; all of them play warp 0" : "", m->params.schedulers,
	        m->params.blocks);
	put_data(m, input);
	put_sum(m);
	fputs("<div class=bars>", out);
	put_bar(m);
	fputs("</div>\n", out);
	put_states(m);
	fprintf(out,
	        "<p class=note>The first scheduler's warps, cycle by cycle%s.</p><div "
	        "class=gantt>",
	        m->is_brief ? "; a script draws it" : "");
	if (!m->is_brief)
		put_gantt(m);
	fputs("</div>\n<p class=note>Occupancy and instruction-level parallelism: more "
	      "warps, or more copies of "
	      "the work of one side by side, hide more latency, until a pipe is "
	      "full.</p><div class=sweep>",
	      out);
	put_sweep(m);
	fputs("</div>\n<p class=note>Little's law: so many warps keep a pipe busy, each "
	      "with one instruction on "
	      "its way: latency &times; throughput, of all schedulers. \"Every\" is for "
	      "how many cycles one "
	      "instruction keeps the pipe.</p>\n",
	      out);
	put_little(m);
	fputs("<noscript><p>Its numbers can be changed with scripts "
	      "only.</p></noscript></details>\n",
	      out);
}

/* ---- all --------------------------------------------------------------------------- */

static const char *input_text(struct page *p, const struct sm_input *in, size_t *len) {
	struct text_stream s;
	put_input(text_open(&s), in);
	const char *text = text_close(&s, p->arena);
	*len = s.len;
	return text;
}

static bool any_is_cut(const json_t *traces) {
	for (size_t i = 0; i < json_array_size(traces); i++) {
		const json_t *t = json_array_get(traces, i);
		if (json_is_true(json_object_get(t, "cut")) ||
		    json_array_size(json_object_get(t, "at")) > LONGEST)
			return true;
	}
	return false;
}

static const char *model_text(struct model *m, const char *input, bool is_cut,
                              bool is_first_only, size_t *len) {
	struct text_stream s;
	FILE *page = m->p->out;
	m->p->out = text_open(&s);
	put_model(m, input, is_cut, is_first_only);
	m->p->out = page;
	const char *text = text_close(&s, m->p->arena);
	*len = s.len;
	return text;
}

/* Checks the traces of a recording, a file that may hold anything. */
static bool is_sound(const json_t *traces) {
	size_t n = json_array_size(traces);
	for (size_t i = 0; i < n; i++)
		if (!json_array_size(json_object_get(json_array_get(traces, i), "at")))
			return false;
	return n > 0 && n <= SM_MOST_WARPS;
}

void page_model(struct page *p, const struct chapter *ch, const json_t *recorded) {
	const json_t *traces = json_object_get(recorded, "traces");
	if (!is_sound(traces))
		return;
	struct build b = {
		.p = p, .names = MAP_INIT(p->arena), .seen = MAP_INIT(p->arena)};
	read_counts(&b, json_object_get(recorded, "count"));
	find_instructions(&b, traces);
	find_traces(&b, traces);
	size_t len = 0;
	const char *text = input_text(p, &b.in, &len);
	bool is_first_only = len > MIN(p->share[PAGE_MODEL] / 2, (size_t)MOST_BYTES);
	if (is_first_only) {
		b.in.ntrace = 1;
		memset(b.in.of_warp, 0, b.in.nwarp * sizeof *b.in.of_warp);
		text = input_text(p, &b.in, &len);
	}
	struct model m = {
		.p = p, .in = &b.in, .most = page_resident(p, ch, b.in.nwarp * 32)};
	m.most = MIN(MAX(m.most, 1u), MAX(SM_MOST_WARPS / b.in.nwarp, 1u));
	sm_defaults(&m.params);
	m.params.blocks = m.params.total = m.most;
	sm_run(m.in, &m.params, &m.r);
	run_points(&m);
	const char *model = model_text(&m, text, any_is_cut(traces), is_first_only, &len);
	m.is_brief = len > p->share[PAGE_MODEL];
	if (m.is_brief)
		model = model_text(&m, text, any_is_cut(traces), is_first_only, &len);
	if (page_take(p, PAGE_MODEL, len))
		fputs(model, p->out);
	else
		page_cut(p, "The model of a multiprocessor is", NULL);
}
