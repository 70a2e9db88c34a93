/* report.c - the table of a run; see ci.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simt/ci.h"

enum { NAME = 40, LOG_LINES = 40 };

static const char *const outcomes[] = {"ok", "FAILED", "skipped"};

static const char *step_outcome(const struct step *s) {
	return s->status < 0 ? "not run" : s->late ? "TIMEOUT" : outcomes[s->status != 0];
}

static u64 failed(const struct report *r) {
	u64 n = 0;
	vec_each (struct test_result, t, &r->test)
		n += t->outcome == OUTCOME_FAILED;
	return n;
}

static const char *plural(u64 n) {
	return n == 1 ? "" : "s";
}

/* ---- for people ---- */

static void print_row(FILE *out, const char *indent, const char *name, const char *result,
                      u64 findings, double seconds) {
	int width = NAME - (int)strlen(indent);
	fprintf(out, "%s%-*s  %-8s  ", indent, width, name, result);
	if (findings)
		fprintf(out, "%8llu", (unsigned long long)findings);
	else
		fprintf(out, "%8s", "");
	fprintf(out, "  %8.1f s\n", seconds);
}

static void print_findings(const struct report *r, FILE *out) {
	vec_each (struct ci_finding, f, &r->finding) {
		if (*f->file)
			fprintf(out, "%s:%u: ", f->file, f->line);
		fprintf(out, "%s", f->what);
		if (*f->func)
			fprintf(out, ", in %s", f->func);
		if (f->times > 1)
			fprintf(out, " (%llu times)", (unsigned long long)f->times);
		fputc('\n', out);
	}
}

void report_print(const struct report *r, FILE *out) {
	fprintf(out, "%-*s  %-8s  %8s  %10s\n", NAME, "step", "result", "findings",
	        "time");
	for (u32 i = 0; i < r->nstep; i++)
		print_row(out, "", r->step[i].name, step_outcome(&r->step[i]), 0,
		          r->step[i].seconds);
	vec_each (struct test_result, t, &r->test)
		print_row(out, "  ", t->name, outcomes[t->outcome], t->findings,
		          t->seconds);
	if (r->finding.n)
		fputc('\n', out);
	print_findings(r, out);
	fprintf(out, "\n%u test%s, %llu failed; %u finding%s; %.1f s\n", r->test.n,
	        plural(r->test.n), (unsigned long long)failed(r), r->finding.n,
	        plural(r->finding.n), r->seconds);
}

void report_log(struct arena *a, const struct step *s, FILE *out) {
	const char *text = s->log ? ci_text(a, s->log) : NULL;
	if (!text || !*text)
		return;
	const char *at = text + strlen(text);
	for (u32 lines = 0; at > text; at--)
		if (at[-1] == '\n' && at[0] && ++lines == LOG_LINES)
			break;
	fprintf(out, "---- the end of what %s printed; all of it is in %s\n%s", s->name,
	        s->log, at);
	fprintf(out, "----\n");
}

/* ---- Markdown, for the summaries of services ---- */

static void cell(FILE *out, const char *text) {
	fputs("| ", out);
	for (; *text; text++)
		if (*text == '|' || *text == '<')
			fprintf(out, "\\%c", *text);
		else
			fputc(*text == '\n' ? ' ' : *text, out);
	fputc(' ', out);
}

static void markdown_row(FILE *out, const char *name, const char *result, u64 findings,
                         double seconds) {
	cell(out, name);
	cell(out, result);
	fprintf(out, "| %llu | %.1f s |\n", (unsigned long long)findings, seconds);
}

bool report_markdown(const struct report *r, const char *path) {
	FILE *out = fopen(path, "ae");
	if (!out)
		return false;
	fputs("| step | result | findings | time |\n| --- | --- | --: | --: |\n", out);
	for (u32 i = 0; i < r->nstep; i++)
		markdown_row(out, r->step[i].name, step_outcome(&r->step[i]), 0,
		             r->step[i].seconds);
	vec_each (struct test_result, t, &r->test)
		markdown_row(out, t->name, outcomes[t->outcome], t->findings, t->seconds);
	if (r->finding.n)
		fputs("\n| place | finding | kernel | times |\n| --- | --- | --- | --: "
		      "|\n",
		      out);
	vec_each (struct ci_finding, f, &r->finding) {
		char place[4096];
		snprintf(place, sizeof place, "%s:%u", f->file, f->line);
		cell(out, *f->file ? place : "");
		cell(out, f->what);
		cell(out, f->func);
		fprintf(out, "| %llu |\n", (unsigned long long)f->times);
	}
	return fclose(out) == 0;
}

/* ---- the exit status ---- */

int report_status(const struct report *r) {
	bool built = true, tested = true;
	for (u32 i = 0; i < r->nstep; i++) {
		bool is_test = strcmp(r->step[i].name, "test") == 0;
		if (r->step[i].status != 0)
			*(is_test ? &tested : &built) = false;
	}
	return !built                                 ? EXIT_COMPILE
	       : !tested || failed(r) || r->finding.n ? EXIT_FAULT
	                                              : EXIT_OK;
}
