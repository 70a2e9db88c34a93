/* verdict.c - what the processes have left becomes findings, results and reasons.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/wait.h>

#include "tools/judge/judge.h"

enum { FINDINGS_MOST = 1 << 22, FINDINGS_SHOWN = 64 };

void judge_say(struct judgement *j, int status, const char *name, const char *fmt, ...) {
	char text[1200];
	va_list ap;
	vec_each (struct judge_reason, r, &j->reason)
		if (strcmp(r->name, name) == 0)
			return; /* the first of a kind is enough */
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	vec_push(j->arena, &j->reason,
	         (struct judge_reason){name, arena_strdup(j->arena, text, strlen(text)),
	                               status});
}

void judge_hint(struct judgement *j, const char *name, const char *fmt, ...) {
	char text[600];
	va_list ap;
	vec_each (struct judge_hint, h, &j->hint)
		if (strcmp(h->name, name) == 0)
			return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	vec_push(j->arena, &j->hint,
	         (struct judge_hint){name, arena_strdup(j->arena, text, strlen(text))});
}

int verdict_status(const struct judgement *j) {
	/* What keeps the rest from being seen comes first. */
	static const int order[] = {EXIT_USAGE,   EXIT_INTERNAL, EXIT_COMPILE,
	                            EXIT_TIMEOUT, EXIT_DEADLOCK, EXIT_FAULT,
	                            EXIT_DIFFERS};
	for (u32 i = 0; i < countof(order); i++)
		vec_each (const struct judge_reason, r, &j->reason)
			if (r->status == order[i])
				return order[i];
	return EXIT_OK;
}

bool judge_equal(enum element e, const struct judge_tolerance *t, u64 want, u64 got) {
	if (element_equal(e, &t->of_element, want, got))
		return true;
	if (element_info[e].class != 'F' || t->relative <= 0)
		return false;
	double x = element_to_double(e, want), y = element_to_double(e, got);
	return isfinite(x) && isfinite(y) && fabs(x - y) <= t->relative * fabs(x);
}

/* ---- findings ---------------------------------------------------------------------- */

static const char *text_of(struct judgement *j, const json_t *o, const char *key) {
	const json_t *v = json_object_get(o, key);
	return json_is_string(v) ? arena_strdup(j->arena, json_string_value(v),
	                                        json_string_length(v))
	                         : "";
}

static u32 number_of(const json_t *o, const char *key) {
	json_int_t n = json_integer_value(json_object_get(o, key));
	return n < 0 ? 0 : (u32)n;
}

static void triple(const json_t *o, const char *key, u32 out[3]) {
	const json_t *v = json_object_get(o, key);
	for (u32 i = 0; i < 3; i++)
		out[i] = (u32)json_integer_value(json_array_get(v, i));
}

static const char *tool_of(const char *kind) {
	static const char *const names[][2] = {
		{"Precise", "mem"},     {"Initcheck", "init"},
		{"Synccheck", "sync"},  {"Hazard", "race"},
		{"Race", "race"},       {"Analysis", "race"},
		{"Numeric", "numeric"}, {"Determinism", "determinism"}};
	for (u32 i = 0; i < countof(names); i++)
		if (strcmp(names[i][0], kind) == 0)
			return names[i][1];
	return NULL;
}

/* The rule of strict races is in a note: "Strict volatile: ...". */
static const char *rule_of(struct judgement *j, const json_t *notes) {
	for (size_t i = 0; i < json_array_size(notes); i++) {
		const char *s = json_string_value(json_array_get(notes, i));
		if (s && strncmp(s, "Strict ", 7) == 0)
			return arena_strdup(j->arena, s + 7, strcspn(s + 7, ":"));
	}
	return NULL;
}

/* Addresses differ from machine to machine. */
static const char *without_addresses(struct judgement *j, const char *s) {
	char *out = arena_strdup(j->arena, s, strlen(s)), *to = out;
	for (const char *at = s; *at;) {
		if (at[0] == '0' && at[1] == 'x') {
			size_t n = 2;
			while (isxdigit((unsigned char)at[n]))
				n++;
			if (n > 8) {
				memcpy(to, "ADDRESS", 7);
				to += 7;
				at += n;
				continue;
			}
		}
		*to++ = *at++;
	}
	*to = 0;
	return out;
}

static const char *note_of(struct judgement *j, const json_t *notes) {
	const char *all = "";
	for (size_t i = 0; i < json_array_size(notes) && i < 6; i++) {
		const char *s = json_string_value(json_array_get(notes, i));
		if (s && *s && strncmp(s, "PTX: ", 5) != 0)
			all = arena_printf(j->arena, "%s%s%s", all, *all ? "; " : "", s);
	}
	return without_addresses(j, all);
}

static bool is_same(const struct judge_finding *a, const struct judge_finding *b) {
	return strcmp(a->tool, b->tool) == 0 && a->line == b->line &&
	       strcmp(a->file, b->file) == 0 && strcmp(a->what, b->what) == 0 &&
	       a->other.line == b->other.line && !a->rule == !b->rule;
}

static void add_finding(struct judgement *j, const struct judge_finding *f) {
	vec_each (struct judge_finding, old, &j->finding)
		if (is_same(old, f)) {
			old->times++;
			return;
		}
	if (j->finding.n < FINDINGS_SHOWN)
		vec_push(j->arena, &j->finding, *f);
}

/* The source's line, or that of the PTX. */
static u32 place_of(struct judgement *j, const json_t *at, const char **file) {
	*file = text_of(j, at, "file");
	if (**file)
		return number_of(at, "line");
	*file = text_of(j, at, "ptx_file");
	return number_of(at, "ptx_line");
}

static void read_finding(struct judgement *j, u32 i, const char *line, size_t len) {
	json_t *o = json_loadb(line, len, 0, NULL);
	const char *said = text_of(j, o, "tool");
	const char *tool = *said ? said : tool_of(text_of(j, o, "kind"));
	const json_t *at = json_object_get(o, "at"), *other = json_object_get(o, "other");
	const json_t *notes = json_object_get(o, "notes");
	if (tool) {
		struct judge_finding f = {
			.tool = tool,
			.rule = rule_of(j, notes),
			.what = without_addresses(j, text_of(j, o, "what")),
			.function = text_of(j, at, "func"),
			.inst = text_of(j, at, "inst"),
			.note = note_of(j, notes),
			.in_case = j->cases.at[i].name,
			.times = 1};
		f.line = place_of(j, at, &f.file);
		if (other)
			f.other.line = place_of(j, other, &f.other.file);
		triple(at, "thread", f.thread);
		triple(at, "block", f.block);
		f.is_hint = f.rule || strcmp(tool, "determinism") == 0;
		add_finding(j, &f);
	}
	json_decref(o);
}

static void read_findings(struct judgement *j, u32 i) {
	size_t len;
	const char *text = child_text(j->arena, &j->job[i].child, FINDINGS_MOST, &len);
	for (const char *at = text; i < j->nrun && at < text + len;) {
		size_t n = strcspn(at, "\n");
		if (*at == '{')
			read_finding(j, i, at, n);
		at += n + 1;
	}
}

static void judge_findings(struct judgement *j) {
	static const char *const names[][2] = {{"mem", "memory"},
	                                       {"init", "uninitialised"},
	                                       {"sync", "sync"},
	                                       {"race", "race"}};
	vec_each (const struct judge_finding, f, &j->finding) {
		const char *name = "trap";
		bool trap = strncmp(f->what, "Warp assert", 11) == 0 ||
		            strncmp(f->what, "Trace", 5) == 0 ||
		            strncmp(f->what, "Stack", 5) == 0;
		if (f->is_hint)
			continue;
		for (u32 i = 0; i < countof(names) && !trap; i++)
			if (strcmp(names[i][0], f->tool) == 0)
				name = names[i][1];
		judge_say(j, EXIT_FAULT, name, "%s in %s:%u (%s)", f->what, f->file,
		          f->line, f->in_case);
	}
}

/* ---- how a case ended -------------------------------------------------------------- */

/* Returns whether later cases count. */
static bool judge_end(struct judgement *j, u32 i) {
	const struct judge_job *job = &j->job[i];
	const struct judge_outcome *o = job->outcome;
	const char *name = j->cases.at[i].name;
	int w = job->child.wstatus;
	if (WIFSIGNALED(w)) {
		int sig = WTERMSIG(w);
		judge_say(j, EXIT_FAULT, sig == SIGSYS ? "sandbox" : "crash",
		          "the process of %s ended with signal %d", name, sig);
		return false;
	}
	if (WEXITSTATUS(w) == CHILD_NO_SANDBOX) {
		judge_say(j, EXIT_USAGE, "no-sandbox", "%s", judge_no_sandbox);
		return false;
	}
	if (WEXITSTATUS(w) == EXIT_TIMEOUT) {
		judge_say(j, EXIT_TIMEOUT, "timeout", "%s did not end in time", name);
		return false;
	}
	if (!o->is_done) {
		judge_say(j, EXIT_FAULT, "limit", "%s needs more memory than it may have",
		          name);
		return false;
	}
	if (!o->status)
		return true;
	if (o->fault_kind == SIMT_FAULT_TIMEOUT ||
	    o->fault_kind == SIMT_FAULT_INTERRUPTED)
		judge_say(j, EXIT_TIMEOUT, "timeout", "%s, %s: %s", name, o->stage,
		          o->fault);
	else if (o->fault_kind == SIMT_FAULT_DEADLOCK)
		judge_say(j, EXIT_DEADLOCK, "deadlock", "%s, %s: %s", name, o->stage,
		          o->fault);
	else if (o->fault_kind == SIMT_FAULT_INTERNAL || o->status == SIMT_OUT_OF_MEMORY)
		judge_say(j, EXIT_FAULT, "limit", "%s, %s: %s", name, o->stage, o->fault);
	else if (o->status == SIMT_NOT_SUPPORTED)
		judge_say(j, EXIT_COMPILE, "unsupported", "%s", o->fault);
	else if (o->fault_kind == SIMT_FAULT_ERROR)
		return true; /* a finding says it */
	else
		judge_say(j, EXIT_FAULT, "launch", "%s, %s: %s", name, o->stage,
		          o->fault);
	return false;
}

/* A launch failed, and no finding says why. */
static void judge_faults(struct judgement *j) {
	for (u32 i = 0; i < j->nrun && !j->reason.n; i++) {
		const struct judge_outcome *o = j->job[i].outcome;
		if (o->status)
			judge_say(j, EXIT_FAULT, "fault", "%s, %s: %s %s",
			          j->cases.at[i].name, o->stage, o->fault, o->source);
	}
}

/* ---- results ----------------------------------------------------------------------- */

static void compare_element(struct judge_result *r, enum element e,
                            const struct judge_value *v, u64 k, u64 got, bool unwritten) {
	u64 want = element_get(e, v->want, k);
	bool equal = !unwritten && judge_equal(e, &v->tolerance, want, got);
	double ulp = element_distance(e, want, got);
	r->compared++;
	if (isinf(ulp))
		r->is_far = true;
	else if (!unwritten)
		r->worst_ulp = MAX(r->worst_ulp, ulp);
	if (equal)
		return;
	if (unwritten || (v->start && element_get(e, v->start, k) == got))
		r->unwritten++;
	if (r->wrong++ == 0) {
		r->index = k;
		r->want = want;
		r->got = got;
	}
}

static void compare_buffer(struct judgement *j, u32 i, u32 p) {
	enum element e = (enum element)j->spec.param[p].type;
	const struct judge_value *v = &j->cases.at[i].value[p];
	struct judge_result *r = &j->result[i][p];
	r->elements = v->bytes / element_info[e].size;
	for (u64 k = 0; k < r->elements; k++) {
		bool unwritten = j->job[i].unwritten[p][k];
		if (v->wrote[k])
			compare_element(r, e, v, k, element_get(e, j->job[i].left[p], k),
			                unwritten);
		else
			r->beyond += !unwritten;
	}
}

static void judge_buffer(struct judgement *j, u32 i, u32 p) {
	const struct judge_param *param = &j->spec.param[p];
	const struct judge_result *r = &j->result[i][p];
	char got[64], want[64];
	if (r->beyond)
		judge_hint(j, "writes-more",
		           "%s: %s has %llu elements that the reference does not write",
		           j->cases.at[i].name, param->name,
		           (unsigned long long)r->beyond);
	if (!r->wrong)
		return;
	element_text((enum element)param->type, r->got, got, sizeof got);
	element_text((enum element)param->type, r->want, want, sizeof want);
	if (r->unwritten)
		judge_say(j, EXIT_DIFFERS, "unwritten",
		          "%s: %llu of %llu elements of %s are as they were before",
		          j->cases.at[i].name, (unsigned long long)r->unwritten,
		          (unsigned long long)r->elements, param->name);
	if (r->wrong > r->unwritten)
		judge_say(j, EXIT_DIFFERS, "wrong-result",
		          "%s: %s[%llu] is %s, the reference has %s; %llu of %llu differ",
		          j->cases.at[i].name, param->name, (unsigned long long)r->index,
		          got, want, (unsigned long long)r->wrong,
		          (unsigned long long)r->compared);
}

static u32 number_of_case(const struct judgement *j, const struct judge_case *c) {
	return (u32)(c - j->cases.at);
}

static bool is_run(const struct judgement *j, u32 i) {
	const struct judge_outcome *o = j->job[i].outcome;
	return i < j->nrun && o->is_done && !o->status;
}

/* The same results for other inputs, where the reference has others: they were known
 * before. */
static void judge_twins(struct judgement *j, u32 i) {
	const struct judge_case *c = &j->cases.at[i];
	u32 k = c->twin ? number_of_case(j, c->twin) : i;
	if (!c->twin || !is_run(j, i) || !is_run(j, k))
		return;
	for (u32 p = 0; p < j->spec.nparam; p++) {
		const struct judge_value *v = &c->value[p], *w = &c->twin->value[p];
		if (v->want && v->bytes && v->bytes == w->bytes &&
		    j->result[i][p].wrong && memcmp(v->want, w->want, v->bytes) != 0 &&
		    memcmp(j->job[i].left[p], j->job[k].left[p], v->bytes) == 0)
			judge_say(j, EXIT_DIFFERS, "constant-result",
			          "%s is the same for %s and for other inputs of these "
			          "sizes",
			          j->spec.param[p].name, c->twin->name);
	}
}

/* ---- what differs between launches ------------------------------------------------- */

static void judge_doubts(struct judgement *j, u32 i) {
	static const struct {
		const char *name, *text;
	} doubts[] = {
		[DOUBT_INPUT_CHANGED] = {"input-changed", "is an input, and was changed"},
		[DOUBT_OLD_CONTENTS] = {"old-contents",
	                                "depends on what the buffer held before"},
		[DOUBT_STATEFUL] = {"stateful", "differs in a second launch: the kernel "
	                                        "keeps something in the module"},
		[DOUBT_ORDER] = {"nondeterministic", "depends on the order of threads"},
	};
	for (u32 k = 0; k < countof(doubts); k++) {
		const struct judge_place *d = &j->job[i].outcome->doubt[k];
		if (d->any)
			judge_say(j, EXIT_DIFFERS, doubts[k].name, "%s: %s[%llu] %s",
			          j->cases.at[i].name, j->spec.param[d->param].name,
			          (unsigned long long)d->index, doubts[k].text);
	}
	const struct judge_place *d = &j->job[i].outcome->doubt[DOUBT_ORDER_BITS];
	if (d->any)
		judge_hint(j, "order",
		           "%s: %s[%llu] depends on the order of threads, within the "
		           "tolerance",
		           j->cases.at[i].name, j->spec.param[d->param].name,
		           (unsigned long long)d->index);
}

static bool only_floats(const struct judge_spec *s) {
	for (u32 i = 0; i < s->nparam; i++)
		if (is_result(&s->param[i]) &&
		    element_info[s->param[i].type].class != 'F')
			return false;
	return true;
}

/* What the tool finds of floating-point sums is a matter of the tolerance. */
static void judge_determinism(struct judgement *j) {
	vec_each (const struct judge_finding, f, &j->finding)
		if (strcmp(f->tool, "determinism") == 0 && !only_floats(&j->spec))
			judge_say(j, EXIT_DIFFERS, "nondeterministic", "%s (%s:%u)",
			          f->what, f->file, f->line);
}

void verdict_read(struct judgement *j) {
	while (j->nrun < j->cases.n && j->job[j->nrun].child.pid > 0) {
		if (!judge_end(j, j->nrun++))
			break;
	}
	for (u32 i = 0; i < j->cases.n; i++)
		read_findings(j, i);
	judge_findings(j);
	judge_faults(j);
	for (u32 i = 0; i < j->nrun; i++) {
		judge_doubts(j, i);
		for (u32 p = 0; p < j->spec.nparam && is_run(j, i); p++)
			if (j->cases.at[i].value[p].want) {
				compare_buffer(j, i, p);
				judge_buffer(j, i, p);
			}
	}
	for (u32 i = 0; i < j->nrun; i++)
		judge_twins(j, i);
	judge_determinism(j);
	for (u32 i = 0; i < j->nrun; i++)
		if (j->job[i].outcome->keeps) {
			judge_hint(j, "keeps-state",
			           "%s: the kernel changes variables, which the next "
			           "launch will see",
			           j->cases.at[i].name);
			break;
		}
}

/* ---- hints ------------------------------------------------------------------------- */

static bool has_word(const char *text, const char *word) {
	size_t n = strlen(word);
	for (const char *at = text; (at = strstr(at, word)); at += n) {
		char after = at[n], before = at == text ? ' ' : at[-1];
		if (!isalnum((unsigned char)after) && after != '_' &&
		    !isalnum((unsigned char)before) && before != '_')
			return true;
	}
	return false;
}

static void hint_words(struct judgement *j, const char *text, const char *const *word,
                       const char *name, const char *says) {
	for (; *word; word++)
		if (has_word(text, *word))
			judge_hint(j, name, "%s: %s", *word, says);
}

void verdict_hints(struct judgement *j) {
	static const char *const timers[] = {"%clock",          "%clock_hi",
	                                     "%clock64",        "%globaltimer",
	                                     "%globaltimer_lo", NULL};
	static const char *const places[] = {"%smid",    "%nsmid",  "%warpid",
	                                     "%nwarpid", "%gridid", NULL};
	static const char *const prints[] = {"vprintf", NULL};
	static const char *const heap[] = {"malloc", NULL};
	static const char *const launches[] = {"cudaLaunchDevice", "cudaLaunchDeviceV2",
	                                       "__cudaCDP2LaunchDevice",
	                                       "__cudaCDP2LaunchDeviceV2", NULL};
	static const char *const host[] = {"main", NULL};
	const char *ptx = j->code.ptx;
	hint_words(j, ptx, timers, "timer", "the kernel reads a clock");
	hint_words(j, ptx, places, "placement", "the kernel asks where it runs");
	hint_words(j, ptx, prints, "prints", "the kernel prints");
	hint_words(j, ptx, heap, "allocates", "the kernel allocates memory");
	hint_words(j, ptx, launches, "launches", "the kernel launches kernels");
	for (u32 i = 0; i < j->spec.nparam; i++)
		if (j->spec.param[i].role == ROLE_IN && j->kernel->param[i].is_stored)
			judge_hint(j, "writes-inputs",
			           "%s is an input, and the kernel stores to it",
			           j->spec.param[i].name);
	const struct source_file *f = j->code.is_cuda ? source_load(&j->run->sources,
	                                                            j->code.path)
	                                              : NULL;
	if (f)
		hint_words(j, f->text, host, "host-code",
		           "code of the host is not compiled and does not run");
}
