/* nsys_report.c - the reports of nsys stats; see nsys.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tools/profilers/child.h"
#include "tools/profilers/nsys.h"

/* ---- events ---- */

enum kind { KIND_API, KIND_KERNEL, KIND_MEMORY, KIND_RANGE, KIND_OTHER };

struct event {
	const char *name;
	const json_t *o;
	double start_ns, ns, bytes;
	json_int_t pid, tid;
};
VEC_TYPE(events, struct event);

static const char *text_of(const json_t *o, const char *key) {
	const char *s = json_string_value(json_object_get(o, key));
	return s ? s : "";
}

static double number_of(const json_t *o, const char *key) {
	return json_number_value(json_object_get(o, key));
}

static enum kind kind_of(const json_t *o) {
	static const struct {
		const char *category;
		enum kind kind;
	} kinds[] = {{"api", KIND_API},     {"kernel", KIND_KERNEL},
	             {"copy", KIND_MEMORY}, {"fill", KIND_MEMORY},
	             {"host", KIND_OTHER},  {"cta", KIND_OTHER}};
	const char *category = text_of(o, "cat");
	for (u32 i = 0; i < countof(kinds); i++)
		if (strcmp(kinds[i].category, category) == 0)
			return kinds[i].kind;
	return KIND_OTHER;
}

static const char *operation_of(const char *name) {
	static const char *const names[][2] = {
		{"copy HtoD", "[CUDA memcpy Host-to-Device]"},
		{"copy DtoH", "[CUDA memcpy Device-to-Host]"},
		{"copy DtoD", "[CUDA memcpy Device-to-Device]"},
		{"copy HtoH", "[CUDA memcpy Host-to-Host]"},
		{"fill", "[CUDA memset]"},
	};
	for (u32 i = 0; i < countof(names); i++)
		if (strcmp(names[i][0], name) == 0)
			return names[i][1];
	return name;
}

static struct event event_of(const json_t *o) {
	return (struct event){
		.name = text_of(o, "name"),
		.o = o,
		.start_ns = number_of(o, "ts") * 1000,
		.ns = number_of(o, "dur") * 1000,
		.bytes = number_of(json_object_get(o, "args"), "bytes"),
		.pid = json_integer_value(json_object_get(o, "pid")),
		.tid = json_integer_value(json_object_get(o, "tid")),
	};
}

static void collect(struct arena *a, const json_t *doc, enum kind kind, bool base,
                    struct events *out) {
	const json_t *all = json_object_get(doc, "traceEvents");
	for (size_t i = 0; i < json_array_size(all); i++) {
		const json_t *o = json_array_get(all, i);
		if (strcmp(text_of(o, "ph"), "X") != 0 || kind_of(o) != kind)
			continue;
		struct event e = event_of(o);
		if (kind == KIND_MEMORY)
			e.name = operation_of(e.name);
		if (base)
			e.name = kernel_base_name(a, e.name);
		vec_push(a, out, e);
	}
}

static int by_row(const void *x, const void *y) {
	const struct event *a = x, *b = y;
	int c = (a->pid > b->pid) - (a->pid < b->pid);
	if (!c)
		c = (a->tid > b->tid) - (a->tid < b->tid);
	return c ? c : (a->start_ns > b->start_ns) - (a->start_ns < b->start_ns);
}

/* Pairs begins and ends of a row, which nest; those without an end are left out. */
static void pair(struct arena *a, const struct events *ends, struct events *out) {
	VEC(struct event) open = {0};
	for (u32 i = 0; i < ends->n; i++) {
		const struct event *e = &ends->at[i];
		if (i && (e->pid != e[-1].pid || e->tid != e[-1].tid))
			open.n = 0;
		if (strcmp(text_of(e->o, "ph"), "B") == 0) {
			vec_push(a, &open, *e);
		} else if (open.n) {
			struct event r = vec_last(&open);
			open.n--;
			r.ns = e->start_ns - r.start_ns;
			r.name = arena_printf(a, ":%s", r.name);
			vec_push(a, out, r);
		}
	}
}

static void collect_ranges(struct arena *a, const json_t *doc, struct events *out) {
	const json_t *all = json_object_get(doc, "traceEvents");
	struct events ends = {0};
	for (size_t i = 0; i < json_array_size(all); i++) {
		const json_t *o = json_array_get(all, i);
		const char *ph = text_of(o, "ph");
		if (strcmp(ph, "B") == 0 || strcmp(ph, "E") == 0)
			vec_push(a, &ends, event_of(o));
	}
	if (ends.n)
		qsort(ends.at, ends.n, sizeof *ends.at, by_row);
	pair(a, &ends, out);
}

/* ---- groups ---- */

struct group {
	const char *name;
	double *value; /* sorted */
	u32 n;
	double total;
};
VEC_TYPE(groups, struct group);

static int by_name(const void *x, const void *y) {
	return strcmp(((const struct event *)x)->name, ((const struct event *)y)->name);
}

static int by_value(const void *x, const void *y) {
	double a = *(const double *)x, b = *(const double *)y;
	return (a > b) - (a < b);
}

static int by_total(const void *x, const void *y) {
	const struct group *a = x, *b = y;
	return (a->total < b->total) - (a->total > b->total);
}

static struct group group_of(struct arena *a, const struct event *e, u32 n, bool bytes) {
	struct group g = {e->name, arena_array(a, double, n), n, 0};
	for (u32 i = 0; i < n; i++) {
		g.value[i] = bytes ? e[i].bytes : e[i].ns;
		g.total += g.value[i];
	}
	qsort(g.value, n, sizeof *g.value, by_value);
	return g;
}

static void gather(struct arena *a, struct events *e, bool bytes, struct groups *out) {
	if (!e->n)
		return;
	qsort(e->at, e->n, sizeof *e->at, by_name);
	for (u32 i = 0, begin = 0; i < e->n; begin = i) {
		while (i < e->n && strcmp(e->at[begin].name, e->at[i].name) == 0)
			i++;
		vec_push(a, out, group_of(a, &e->at[begin], i - begin, bytes));
	}
	qsort(out->at, out->n, sizeof *out->at, by_total);
}

static double deviation(const struct group *g) {
	double mean = g->total / g->n, sum = 0;
	for (u32 i = 0; i < g->n; i++)
		sum += (g->value[i] - mean) * (g->value[i] - mean);
	return g->n > 1 ? sqrt(sum / (g->n - 1)) : 0;
}

static double median(const struct group *g) {
	return (g->value[(g->n - 1) / 2] + g->value[g->n / 2]) / 2;
}

/* ---- tables ---- */

enum { COLUMNS = 21 };

struct table {
	struct arena *a;
	u32 ncolumn;
	const char *title[COLUMNS];
	VEC(const char *) cell; /* rows one after the other */
	bool grouped;           /* 1,024 */
	double unit_ns;
};

static const char *number(struct table *t, double v, int digits) {
	char plain[64], *text = plain;
	snprintf(plain, sizeof plain, "%.*f", digits, v);
	if (!t->grouped)
		return arena_strdup(t->a, plain, strlen(plain));
	struct text out = {.arena = t->a};
	size_t whole = strspn(text, "0123456789");
	for (size_t i = 0; text[i]; i++)
		text_printf(&out,
		            i + 1 < whole && (whole - i - 1) % 3 == 0 ? "%c," : "%c",
		            text[i]);
	return text_get(&out);
}

static void put(struct table *t, const char *text) {
	vec_push(t->a, &t->cell, text);
}

static const char *time_text(struct table *t, double ns, int digits) {
	return number(t, ns / t->unit_ns, t->unit_ns > 1 ? 3 : digits);
}

static void titles(struct table *t, const char *const *words, u32 n, const char *unit) {
	t->ncolumn = n;
	for (u32 i = 0; i < n; i++)
		t->title[i] = strstr(words[i], "(ns)")
		                      ? arena_printf(t->a, "%.*s(%s)",
		                                     (int)strcspn(words[i], "("),
		                                     words[i], unit)
		                      : words[i];
}

static void summary(struct table *t, const struct groups *groups, const char *count,
                    const char *name, const char *style, const char *unit) {
	const char *const words[] = {
		"Time (%)", "Total Time (ns)", count,
		"Avg (ns)", "Med (ns)",        "Min (ns)",
		"Max (ns)", "StdDev (ns)",     style ? "Style" : name,
		name};
	double all = 0;
	titles(t, words, style ? 10 : 9, unit);
	vec_each (struct group, g, groups)
		all += g->total;
	vec_each (struct group, g, groups) {
		put(t, number(t, all > 0 ? 100 * g->total / all : 0, 1));
		put(t, time_text(t, g->total, 0));
		put(t, number(t, g->n, 0));
		put(t, time_text(t, g->total / g->n, 1));
		put(t, time_text(t, median(g), 1));
		put(t, time_text(t, g->value[0], 0));
		put(t, time_text(t, g->value[g->n - 1], 0));
		put(t, time_text(t, deviation(g), 1));
		if (style)
			put(t, style);
		put(t, g->name);
	}
}

static void sizes(struct table *t, const struct groups *groups) {
	static const char *const words[] = {"Total (MB)",  "Count",    "Avg (MB)",
	                                    "Med (MB)",    "Min (MB)", "Max (MB)",
	                                    "StdDev (MB)", "Operation"};
	titles(t, words, countof(words), "");
	vec_each (struct group, g, groups) {
		put(t, number(t, g->total / 1e6, 3));
		put(t, number(t, g->n, 0));
		put(t, number(t, g->total / g->n / 1e6, 3));
		put(t, number(t, median(g) / 1e6, 3));
		put(t, number(t, g->value[0] / 1e6, 3));
		put(t, number(t, g->value[g->n - 1] / 1e6, 3));
		put(t, number(t, deviation(g) / 1e6, 3));
		put(t, g->name);
	}
}

static int by_start(const void *x, const void *y) {
	const struct event *a = x, *b = y;
	return (a->start_ns > b->start_ns) - (a->start_ns < b->start_ns);
}

static void sort_by_start(struct events *e) {
	if (e->n)
		qsort(e->at, e->n, sizeof *e->at, by_start);
}

/* "128,1,1" as three cells; empty ones for copies. */
static void put_shape(struct table *t, const char *shape) {
	for (u32 i = 0; i < 3; i++) {
		size_t n = strcspn(shape, ",");
		put(t, arena_strdup(t->a, shape, n));
		shape += n + (shape[n] == ',');
	}
}

static void gpu_trace(struct table *t, struct events *e, const char *unit) {
	static const char *const words[] = {"Start (ns)",   "Duration (ns)",
	                                    "CorrId",       "GrdX",
	                                    "GrdY",         "GrdZ",
	                                    "BlkX",         "BlkY",
	                                    "BlkZ",         "Reg/Trd",
	                                    "StcSMem (MB)", "DymSMem (MB)",
	                                    "Bytes (MB)",   "Throughput (MB/s)",
	                                    "SrcMemKd",     "DstMemKd",
	                                    "Device",       "Ctx",
	                                    "GreenCtx",     "Strm",
	                                    "Name"};
	titles(t, words, countof(words), unit);
	sort_by_start(e);
	vec_each (struct event, x, e) {
		const json_t *args = json_object_get(x->o, "args");
		bool kernel = kind_of(x->o) == KIND_KERNEL;
		put(t, time_text(t, x->start_ns, 0));
		put(t, time_text(t, x->ns, 0));
		put(t, kernel ? number(t, number_of(args, "grid_id"), 0) : "");
		put_shape(t, text_of(args, "grid"));
		put_shape(t, text_of(args, "block"));
		put(t, ""); /* PTX fixes no number of registers */
		put(t, "");
		put(t, kernel ? number(t, number_of(args, "shared") / 1e6, 3) : "");
		put(t, kernel ? "" : number(t, x->bytes / 1e6, 3));
		put(t, kernel || x->ns <= 0 ? "" : number(t, x->bytes * 1e3 / x->ns, 3));
		put(t, "");
		put(t, "");
		put(t, "0");
		put(t, "1");
		put(t, "");
		put(t, x->pid % 10000 >= 1000
		               ? number(t, (double)(x->tid % 1000000000), 0)
		               : "");
		put(t, x->name);
	}
}

static void api_trace(struct table *t, struct events *e, const char *unit) {
	static const char *const words[] = {"Start (ns)", "Duration (ns)", "Name",
	                                    "Result",     "CorrID",        "Pid",
	                                    "Tid",        "T-Pri",         "Thread Name"};
	titles(t, words, countof(words), unit);
	sort_by_start(e);
	u32 id = 0;
	vec_each (struct event, x, e) {
		const json_t *args = json_object_get(x->o, "args");
		put(t, time_text(t, x->start_ns, 0));
		put(t, time_text(t, x->ns, 0));
		put(t, x->name);
		put(t, number(t, number_of(args, "status"), 0));
		put(t, number(t, ++id, 0));
		put(t, number(t, (double)x->pid, 0));
		put(t, number(t, (double)x->tid, 0));
		put(t, "");
		put(t, "");
	}
}

/* ---- output ---- */

static void separated(const struct table *t, char sep, FILE *out) {
	for (u32 i = 0; i < t->ncolumn + t->cell.n; i++) {
		const char *s = i < t->ncolumn ? t->title[i] : t->cell.at[i - t->ncolumn];
		bool quoted = strchr(s, sep) || strchr(s, '"');
		if (i % t->ncolumn)
			fputc(sep, out);
		if (quoted)
			fputc('"', out);
		for (const char *c = s; *c; c++)
			fprintf(out, quoted && *c == '"' ? "\"%c" : "%c", *c);
		if (quoted)
			fputc('"', out);
		if (i % t->ncolumn == t->ncolumn - 1)
			fputc('\n', out);
	}
}

static bool is_number(const char *s) {
	return *s && s[strspn(s, "0123456789.,-")] == 0;
}

static void columns(const struct table *t, FILE *out) {
	int width[COLUMNS];
	for (u32 i = 0; i < t->ncolumn; i++)
		width[i] = (int)strlen(t->title[i]);
	for (u32 i = 0; i < t->cell.n; i++)
		width[i % t->ncolumn] = MAX(width[i % t->ncolumn],
		                            (int)strlen(t->cell.at[i]));
	for (u32 i = 0; i < t->ncolumn; i++)
		fprintf(out, " %*s%s", i + 1 < t->ncolumn ? width[i] : -width[i],
		        t->title[i], i + 1 < t->ncolumn ? " " : "\n");
	for (u32 i = 0; i < t->ncolumn; i++) {
		fputc(' ', out);
		for (int k = 0; k < width[i]; k++)
			fputc('-', out);
		fputs(i + 1 < t->ncolumn ? " " : "\n", out);
	}
	for (u32 i = 0; i < t->cell.n; i++) {
		u32 c = i % t->ncolumn;
		bool last = c + 1 == t->ncolumn;
		fprintf(out, " %*s%s",
		        last || !is_number(t->cell.at[i]) ? -width[c] : width[c],
		        t->cell.at[i], last ? "\n" : " ");
	}
}

static void as_json(const struct table *t, FILE *out) {
	json_t *rows = json_array();
	for (u32 i = 0; i < t->cell.n; i += t->ncolumn) {
		json_t *row = json_object();
		for (u32 c = 0; c < t->ncolumn; c++) {
			const char *s = t->cell.at[i + c];
			json_object_set_new(row, t->title[c],
			                    is_number(s) ? json_real(strtod(s, NULL))
			                                 : json_stringn(s, strlen(s)));
		}
		json_array_append_new(rows, row);
	}
	json_dumpf(rows, out, JSON_INDENT(1) | JSON_REAL_PRECISION(15));
	fputc('\n', out);
	json_decref(rows);
}

/* ---- reports ---- */

static const struct {
	const char *name, *older, *title;
	enum kind kind;
} reports[] = {
	{"nvtx_sum", "nvtxsum", "NVTX Range Summary", KIND_RANGE},
	{"nvtx_pushpop_sum", "nvtxppsum", "NVTX Push/Pop Range Summary", KIND_RANGE},
	{"cuda_api_sum", "cudaapisum", "CUDA API Summary", KIND_API},
	{"cuda_gpu_kern_sum", "gpukernsum", "CUDA GPU Kernel Summary", KIND_KERNEL},
	{"cuda_gpu_mem_time_sum", "gpumemtimesum", "CUDA GPU MemOps Summary (by Time)",
         KIND_MEMORY},
	{"cuda_gpu_mem_size_sum", "gpumemsizesum", "CUDA GPU MemOps Summary (by Size)",
         KIND_MEMORY},
	{"cuda_gpu_trace", "gputrace", "CUDA GPU Trace", KIND_KERNEL},
	{"cuda_api_trace", "cudaapitrace", "CUDA API Trace", KIND_API},
};

const char *nsys_report_name(u32 i, const char **title) {
	if (i >= countof(reports))
		return NULL;
	*title = reports[i].title;
	return reports[i].name;
}

static u32 find(const char *name) {
	size_t n = strcspn(name, ":");
	u32 i = 0;
	for (; i < countof(reports); i++)
		if ((strlen(reports[i].name) == n &&
		     memcmp(reports[i].name, name, n) == 0) ||
		    (strlen(reports[i].older) == n &&
		     memcmp(reports[i].older, name, n) == 0))
			break;
	return i;
}

const char *nsys_report_of(const char *name) {
	u32 i = find(name);
	return i < countof(reports) ? reports[i].name : NULL;
}

static void fill(struct table *t, const json_t *doc, const char *report, enum kind kind,
                 bool base, const char *unit) {
	struct events e = {0};
	struct groups g = {0};
	bool by_size = strstr(report, "size_sum") != NULL;
	if (kind == KIND_RANGE)
		collect_ranges(t->a, doc, &e);
	else
		collect(t->a, doc, kind, base, &e);
	if (strcmp(report, "cuda_gpu_trace") == 0) {
		collect(t->a, doc, KIND_MEMORY, false, &e);
		gpu_trace(t, &e, unit);
		return;
	}
	if (strcmp(report, "cuda_api_trace") == 0) {
		api_trace(t, &e, unit);
		return;
	}
	gather(t->a, &e, by_size, &g);
	if (by_size)
		sizes(t, &g);
	else
		summary(t, &g,
		        kind == KIND_API      ? "Num Calls"
		        : kind == KIND_MEMORY ? "Count"
		                              : "Instances",
		        kind == KIND_MEMORY  ? "Operation"
		        : kind == KIND_RANGE ? "Range"
		                             : "Name",
		        kind == KIND_RANGE ? "PushPop" : NULL, unit);
}

bool nsys_report(struct arena *a, const json_t *doc, const char *name,
                 enum nsys_format format, double unit_ns, const char *unit, FILE *out) {
	u32 i = find(name);
	if (i == countof(reports))
		return false;
	struct table t = {.a = a, .grouped = format == FORMAT_COLUMN, .unit_ns = unit_ns};
	fill(&t, doc, reports[i].name, reports[i].kind, strstr(name, ":base") != NULL,
	     unit);
	if (!t.cell.n) {
		fprintf(out, "SKIPPED: the timeline has no data of %s.\n",
		        reports[i].name);
		return true;
	}
	if (format == FORMAT_COLUMN)
		fprintf(out, "\n ** %s (%s):\n\n", reports[i].title, reports[i].name);
	switch (format) {
	case FORMAT_COLUMN: columns(&t, out); break;
	case FORMAT_JSON: as_json(&t, out); break;
	default: separated(&t, format == FORMAT_CSV ? ',' : '\t', out);
	}
	if (format == FORMAT_COLUMN)
		fputc('\n', out);
	return true;
}

/* ---- documents ---- */

enum { STEP = 10000 }; /* between the rows of two processes */

json_t *nsys_join(const struct texts *files) {
	json_t *all = json_array(), *doc = json_object();
	u32 i = 0;
	text_each (path, files) {
		json_t *one = json_load_file(*path, 0, NULL);
		const json_t *events = json_object_get(one, "traceEvents");
		for (size_t k = 0; k < json_array_size(events); k++) {
			json_t *o = json_array_get(events, k);
			json_int_t pid = json_integer_value(json_object_get(o, "pid"));
			if (i)
				json_object_set_new(o, "pid",
				                    json_integer(pid + i * STEP));
			json_array_append(all, o);
		}
		if (json_array_size(events))
			i++;
		json_decref(one);
	}

	json_object_set_new(doc, "traceEvents", all);
	return doc;
}

static bool is_call(const json_t *o, const char *runtime, const char *driver) {
	const char *name = text_of(o, "name");
	return kind_of(o) == KIND_API &&
	       (strcmp(name, runtime) == 0 || strcmp(name, driver) == 0);
}

void nsys_cut(json_t *doc) {
	json_t *all = json_object_get(doc, "traceEvents"), *kept = json_array();
	double begin = INFINITY, end = INFINITY;
	for (size_t i = 0; i < json_array_size(all); i++) {
		const json_t *o = json_array_get(all, i);
		if (is_call(o, "cudaProfilerStart", "cuProfilerStart"))
			begin = MIN(begin, number_of(o, "ts") + number_of(o, "dur"));
		if (is_call(o, "cudaProfilerStop", "cuProfilerStop"))
			end = MIN(end, number_of(o, "ts"));
	}
	for (size_t i = 0; i < json_array_size(all); i++) {
		json_t *o = json_array_get(all, i);
		double ts = number_of(o, "ts");
		if (strcmp(text_of(o, "ph"), "M") == 0 || (ts >= begin && ts <= end))
			json_array_append(kept, o);
	}
	json_object_set_new(doc, "traceEvents", kept);
}
