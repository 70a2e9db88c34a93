/* report.c - the document of --judge: one JSON object, with "schema": 1. docs/judge.md
 * lists its members; what is the same for two runs of the same files is all that is in
 * it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "base/json.h"
#include "tools/judge/judge.h"

static void put_real(struct json_out *j, const char *key, double x) {
	fprintf(j->out, "%s\"%s\":%.10g", j->is_next ? "," : "", key, x);
	j->is_next = true;
}

static void put_element(struct json_out *j, const char *key, enum element e, u64 bits) {
	char text[64];
	element_text(e, bits, text, sizeof text);
	json_text(j, key, text);
}

static void put_reasons(struct json_out *j, const struct judgement *t) {
	json_open(j, "reasons", '[');
	vec_each (const struct judge_reason, r, &t->reason) {
		json_open(j, NULL, '{');
		json_text(j, "name", r->name);
		json_text(j, "text", r->text);
		json_close(j, '}');
	}
	json_close(j, ']');
}

/* The compiler writes an object a line. */
static void put_diagnostics(struct json_out *j, const char *text) {
	json_open(j, "diagnostics", '[');
	while (text && *text) {
		size_t n = strcspn(text, "\n");
		if (*text == '{' && text[n] == '\n') {
			fprintf(j->out, "%s\n  %.*s", j->is_next ? "," : "", (int)n,
			        text);
			j->is_next = true;
		}
		text += n + (text[n] == '\n');
	}
	json_close(j, ']');
}

static void put_arguments(struct json_out *j, const struct judge_spec *s) {
	static const char *const roles[] = {"value", "in", "out", "inout", "scratch"};
	json_open(j, "arguments", '[');
	for (u32 i = 0; i < s->nparam; i++) {
		const struct judge_param *p = &s->param[i];
		json_open(j, NULL, '{');
		json_text(j, "name", p->name);
		json_text(j, "role", roles[p->role]);
		json_text(j, "type",
		          p->type == ELEM_COUNT ? NULL : element_info[p->type].name);
		if (p->per != 1)
			json_unsigned(j, "vector", p->per);
		if (p->length)
			json_text(j, "length", p->length);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void put_limits(struct json_out *j, const struct judgement *t) {
	const struct settings *s = &t->run->set;
	const struct judge_tolerance *o = &t->spec.tolerance;
	json_open(j, "tolerance", '{');
	put_real(j, "ulp", o->of_element.ulp);
	put_real(j, "relative", o->relative);
	put_real(j, "absolute", o->of_element.abs);
	json_close(j, '}');
	json_open(j, "limits", '{');
	json_unsigned(j, "launch_ms", s->timeout_ms);
	json_unsigned(j, "memory_bytes", s->memory);
	json_close(j, '}');
}

static void put_finding(struct json_out *j, const struct judge_finding *f) {
	json_open(j, NULL, '{');
	json_text(j, "tool", f->tool);
	if (f->rule)
		json_text(j, "rule", f->rule);
	json_bool(j, "hint", f->is_hint);
	json_text(j, "text", f->what);
	json_text(j, "file", f->file);
	json_unsigned(j, "line", f->line);
	json_text(j, "function", f->function);
	json_text(j, "instruction", f->inst);
	json_numbers(j, "thread", f->thread, 3);
	json_numbers(j, "block", f->block, 3);
	if (f->other.line) {
		json_open(j, "other", '{');
		json_text(j, "file", f->other.file);
		json_unsigned(j, "line", f->other.line);
		json_close(j, '}');
	}
	json_text(j, "note", f->note);
	json_text(j, "case", f->in_case);
	json_unsigned(j, "times", f->times);
	json_close(j, '}');
}

static void put_findings(struct json_out *j, const struct judgement *t) {
	json_open(j, "findings", '[');
	vec_each (const struct judge_finding, f, &t->finding)
		put_finding(j, f);
	json_close(j, ']');
}

static void put_result(struct json_out *j, const struct judge_param *p,
                       const struct judge_result *r) {
	json_open(j, NULL, '{');
	json_text(j, "name", p->name);
	json_unsigned(j, "elements", r->elements);
	json_unsigned(j, "compared", r->compared);
	json_unsigned(j, "wrong", r->wrong);
	json_unsigned(j, "unwritten", r->unwritten);
	json_unsigned(j, "written_beyond", r->beyond);
	if (r->is_far)
		json_text(j, "max_ulp", NULL);
	else
		put_real(j, "max_ulp", r->worst_ulp);
	if (r->wrong) {
		json_open(j, "first", '{');
		json_unsigned(j, "index", r->index);
		put_element(j, "got", (enum element)p->type, r->got);
		put_element(j, "want", (enum element)p->type, r->want);
		json_close(j, '}');
	}
	json_close(j, '}');
}

static void put_case(struct json_out *j, const struct judgement *t, u32 i) {
	const struct judge_case *c = &t->cases.at[i];
	const struct judge_outcome *o = t->job[i].outcome;
	json_open(j, NULL, '{');
	json_text(j, "name", c->name);
	json_numbers(j, "grid", c->grid, 3);
	json_numbers(j, "block", c->block, 3);
	json_text(j, "state",
	          i >= t->nrun               ? "not run"
	          : o->is_done && !o->status ? "run"
	                                     : "failed");
	if (o->status && i < t->nrun)
		json_text(j, "failure", o->fault);
	json_open(j, "results", '[');
	for (u32 p = 0; p < t->spec.nparam && i < t->nrun && o->is_done && !o->status;
	     p++)
		if (c->value[p].want)
			put_result(j, &t->spec.param[p], &t->result[i][p]);
	json_close(j, ']');
	if (o->printed && i < t->nrun) {
		json_unsigned(j, "printed_bytes", o->printed);
		json_text(j, "printed", o->print);
	}
	json_close(j, '}');
}

static void put_cases(struct json_out *j, const struct judgement *t) {
	json_open(j, "cases", '[');
	for (u32 i = 0; i < t->cases.n && t->job; i++)
		put_case(j, t, i);
	json_close(j, ']');
}

static void put_hints(struct json_out *j, const struct judgement *t) {
	json_open(j, "hints", '[');
	vec_each (const struct judge_hint, h, &t->hint) {
		json_open(j, NULL, '{');
		json_text(j, "name", h->name);
		json_text(j, "text", h->text);
		json_close(j, '}');
	}
	json_close(j, ']');
	if (t->counters)
		fprintf(j->out, ",\n\"counters\":%s", t->counters);
}

void report_write(const struct judgement *t, FILE *out) {
	struct json_out j = {.out = out};
	int status = verdict_status(t);
	json_open(&j, NULL, '{');
	json_number(&j, "schema", 1);
	json_text(&j, "file", t->code.path);
	json_text(&j, "against", t->run->set.against);
	json_text(&j, "kernel", t->kernel ? t->kernel->name : NULL);
	json_unsigned(&j, "seed", t->run->set.seed);
	json_text(&j, "verdict",
	          status == EXIT_OK      ? "pass"
	          : status == EXIT_USAGE ? "error"
	                                 : "fail");
	json_number(&j, "status", status);
	json_bool(&j, "compiles", t->code.ok);
	put_reasons(&j, t);
	put_diagnostics(&j, t->code.diagnostics);
	put_arguments(&j, &t->spec);
	put_limits(&j, t);
	put_findings(&j, t);
	put_cases(&j, t);
	put_hints(&j, t);
	json_close(&j, '}');
}
