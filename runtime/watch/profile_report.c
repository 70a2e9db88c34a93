/* profile_report.c - a profile as text and as JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <math.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/plain.h"
#include "runtime/core/profile.h"

/* ---- metrics ----------------------------------------------------------------------- */

static double ratio(u64 a, u64 b) {
	return b ? (double)a / (double)b : 0;
}

static u64 conflicts(const struct profile_count *c) {
	return c->wavefronts - c->phases;
}

static u64 all_conflicts(const struct totals *t) {
	u64 n = 0;
	for (u32 i = 0; i < PROFILE_OP_COUNT; i++)
		n += conflicts(&t->op[i]);
	return n;
}

static const struct metric {
	const char *name, *unit;
} metrics[] = {
#define METRIC(name, unit, value) {name, unit},
#include "runtime/watch/metric.def"
#undef METRIC
};

static void find_values(const struct totals *t, double value[countof(metrics)]) {
	u32 i = 0;
#define METRIC(name, unit, value_) value[i++] = (double)(value_);
#include "runtime/watch/metric.def"
#undef METRIC
}

/* Writes whole numbers in full, ratios with six digits. */
static void number_text(char *to, size_t size, double v) {
	if (v == floor(v) && fabs(v) < 1e15)
		snprintf(to, size, "%.0f", v);
	else
		snprintf(to, size, "%.6g", v);
}

/* 1234567 -> 1,234,567 */
static void grouped(char to[48], double v) {
	char s[40];
	number_text(s, sizeof s, v);
	size_t whole = strspn(s, "0123456789"), n = 0;
	for (size_t i = 0; s[i]; i++) {
		to[n++] = s[i];
		if (i + 1 < whole && (whole - i - 1) % 3 == 0)
			to[n++] = ',';
	}
	to[n] = 0;
}

/* ---- text -------------------------------------------------------------------------- */

static const char *limit_text(const struct occupancy *o) {
	if (o->ctas == 0)
		return "nothing fits";
	if (o->shared && o->ctas == o->shared)
		return "shared memory";
	return o->ctas == o->warps ? "warps" : "blocks";
}

static void print_row(FILE *out, const char *name, const char *unit, double v) {
	char text[48];
	grouped(text, v);
	fprintf(out, "    %-76s %-9s %16s\n", name, unit, text);
}

static void print_occupancy(FILE *out, const struct occupancy *o) {
	print_row(out, "launch__occupancy_limit_blocks", "block", o->blocks);
	print_row(out, "launch__occupancy_limit_warps", "block", o->warps);
	if (o->shared)
		print_row(out, "launch__occupancy_limit_shared_mem", "block", o->shared);
	print_row(out, "sm__maximum_warps_per_active_cycle_pct", "%", o->percent);
	fprintf(out, "    occupancy is limited by %s; PTX fixes no number of registers\n",
	        limit_text(o));
}

/* Leaves out metrics that are 0. */
static void print_metrics(FILE *out, const struct totals *t) {
	double v[countof(metrics)];
	find_values(t, v);
	for (u32 i = 0; i < countof(metrics); i++)
		if (v[i] != 0 || i == 0)
			print_row(out, metrics[i].name, metrics[i].unit, v[i]);
}

enum { SOURCE_BYTES = 1 << 30 };

/* The texts of the lines of one file after the other. */
struct reader {
	const char *name;
	FILE *file;
	u32 line;
	char text[512]; /* longer lines are cut off here */
};

static const char *line_text(struct reader *r, const char *name, u32 line) {
	if (name != r->name) {
		if (r->file)
			fclose(r->file);
		r->file = file_stream(name, SOURCE_BYTES);
		r->name = name;
		r->line = 0;
	}
	char *text = r->text;
	bool whole = true;
	while (r->file && r->line < line) {
		if (!fgets(text, sizeof r->text, r->file))
			return "";
		bool ends = strchr(text, '\n') != NULL;
		if (whole)
			r->line++;
		if (whole && r->line == line) {
			text[strcspn(text, "\r\n")] = 0;
			return text;
		}
		whole = ends;
	}
	return "";
}

static void print_ratio(FILE *out, u64 a, u64 b) {
	if (b)
		fprintf(out, " %8.2f", ratio(a, b));
	else
		fprintf(out, " %8s", "");
}

static void print_count(FILE *out, u64 n, int width) {
	if (n)
		fprintf(out, " %*llu", width, (unsigned long long)n);
	else
		fprintf(out, " %*s", width, "");
}

static void print_line(FILE *out, const struct line_totals *l, struct reader *r) {
	const struct totals *t = &l->t;
	const struct profile_count *op = t->op;
	fprintf(out, "    %12llu", (unsigned long long)t->inst);
	print_ratio(out, t->threads, t->inst);
	print_count(out, t->split, 8);
	print_ratio(out,
	            op[PROFILE_LD].global_sectors + op[PROFILE_LDGSTS].global_sectors,
	            op[PROFILE_LD].global_requests + op[PROFILE_LDGSTS].global_requests);
	print_ratio(out, op[PROFILE_ST].global_sectors, op[PROFILE_ST].global_requests);
	print_count(out, op[PROFILE_ATOM].inst + op[PROFILE_RED].inst, 8);
	print_count(out, all_conflicts(t), 9);
	print_count(out, t->waits, 8);
	const char *text = line_text(r, l->file, l->line);
	fprintf(out, "  %5u  ", l->line);
	plain_put(out, text, strlen(text), "\t");
	fputc('\n', out);
}

static void print_lines(FILE *out, const struct kernel_profile *k) {
	struct reader r = {0};
	const char *file = NULL;
	for (u32 i = 0; i < k->nline; i++) {
		if (k->line[i].file != file) {
			file = k->line[i].file;
			fprintf(out, "\n    %12s %8s %8s %8s %8s %8s %9s %8s  %5s  %s\n",
			        "instructions", "threads", "diverged", "sect/ld",
			        "sect/st", "atomics", "conflicts", "waits", "line", file);
		}
		print_line(out, &k->line[i], &r);
	}
	if (r.file)
		fclose(r.file);
}

void profile_print(FILE *out, const struct profile_results *r) {
	fprintf(out, "==simt== profile on %s: instructions are those of PTX\n",
	        r->device);
	for (const struct kernel_profile *k = r->kernel; k; k = k->next) {
		fprintf(out, "\n  %s, %llu launch%s\n", k->name,
		        (unsigned long long)k->nlaunch, k->nlaunch == 1 ? "" : "es");
		print_metrics(out, &k->t);
		print_occupancy(out, &k->occupancy);
		print_lines(out, k);
	}
	if (!r->kernel)
		fputs("  no kernel was launched\n", out);
}

/* ---- JSON -------------------------------------------------------------------------- */

static void json_metrics(FILE *out, const struct totals *t, const struct occupancy *o) {
	double v[countof(metrics)];
	char text[48];
	find_values(t, v);
	fputs("{", out);
	for (u32 i = 0; i < countof(metrics); i++) {
		number_text(text, sizeof text, v[i]);
		fprintf(out, "%s\"%s\":%s", i ? "," : "", metrics[i].name, text);
	}
	if (o) {
		number_text(text, sizeof text, o->percent);
		fprintf(out,
		        ",\"launch__occupancy_limit_blocks\":%u,\"launch__occupancy_"
		        "limit_warps\":%u,"
		        "\"launch__occupancy_limit_shared_mem\":",
		        o->blocks, o->warps);
		if (o->shared)
			fprintf(out, "%u", o->shared);
		else
			fputs("null", out);
		fprintf(out,
		        ",\"simt__occupancy_blocks\":%u,\"sm__maximum_warps_per_active_"
		        "cycle_pct\":%s",
		        o->ctas, text);
	}
	fputs("}", out);
}

static void json_lines(FILE *out, const struct kernel_profile *k) {
	for (u32 i = 0; i < k->nline; i++) {
		fprintf(out, "%s\n    {\"file\":", i ? "," : "");
		json_quoted(out, k->line[i].file);
		fprintf(out, ",\"line\":%u,\"metrics\":", k->line[i].line);
		json_metrics(out, &k->line[i].t, NULL);
		fputs("}", out);
	}
}

static void json_dim(FILE *out, const char *key, const u32 v[3]) {
	fprintf(out, ",\"%s\":[%u,%u,%u]", key, v[0], v[1], v[2]);
}

void profile_print_json(FILE *out, const struct profile_results *r) {
	fputs("{\"version\":1,\"device\":", out);
	json_quoted(out, r->device);
	fprintf(out, ",\"process\":{\"id\":%ld,\"name\":", (long)getpid());
	json_quoted(out, program_invocation_short_name);
	fputc('}', out);
	fputs(",\n \"kernels\":[", out);
	for (const struct kernel_profile *k = r->kernel; k; k = k->next) {
		fprintf(out, "%s\n  {\"name\":", k == r->kernel ? "" : ",");
		json_quoted(out, k->name);
		fprintf(out, ",\"launches\":%llu,\"metrics\":",
		        (unsigned long long)k->nlaunch);
		json_metrics(out, &k->t, &k->occupancy);
		fputs(",\n   \"lines\":[", out);
		json_lines(out, k);
		fputs("]}", out);
	}
	fputs("],\n \"launches\":[", out);
	for (u32 i = 0; i < r->launch.n; i++) {
		const struct launch_profile *l = &r->launch.at[i];
		fprintf(out, "%s\n  {\"kernel\":", i ? "," : "");
		json_quoted(out, l->kernel->name);
		json_dim(out, "grid", l->grid);
		json_dim(out, "block", l->block);
		json_dim(out, "cluster", l->cluster);
		fprintf(out, ",\"shared_static\":%u,\"shared_dynamic\":%u,\"metrics\":",
		        l->shared_static, l->shared_dynamic);
		json_metrics(out, &l->t, &l->occupancy);
		fputs("}", out);
	}
	fprintf(out, "],\n \"launches_left_out\":%llu}\n",
	        (unsigned long long)r->launches_left_out);
}
