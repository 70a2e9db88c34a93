/* launches.c - the launches of a case, in a sandbox. The first is checked: what it is to
 * write was never written. Others begin with other bytes in the results, with the module
 * as the one before has left it, and under other schedules; what differs is noted.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "runtime/core/device.h"
#include "runtime/core/names.h"
#include "tools/judge/judge.h"

/* Of warp instructions: a limit by time would not always strike at the same place. */
enum { STEPS = 1 << 24, SEEDS = 2, VARIABLES_MOST = 16 << 20 };

/* What a launch leaves: SLOT_A and SLOT_B began with FILL_A and FILL_B. */
enum left_by { SLOT_A, SLOT_B, SLOT_OTHER, SLOTS };

struct launches {
	struct judge_job *job;
	const struct judge_case *c;
	struct judge_outcome *out;
	struct simt_device *dev;
	struct simt_module *module;
	struct simt_function *f;
	struct simt_launch launch;
	u64 ngrid; /* launches of the device before the next one, as it is told */
	u64 addr[JUDGE_PARAMS];
	void *arg[JUDGE_PARAMS];
	u8 *left[JUDGE_PARAMS][SLOTS];
	struct arena arena;
};

bool is_result(const struct judge_param *p) {
	return p->role == ROLE_OUT || p->role == ROLE_INOUT;
}

static const struct judge_param *param_of(const struct launches *l, u32 i) {
	return &l->job->spec->param[i];
}

static bool is_buffer(const struct launches *l, u32 i) {
	return param_of(l, i)->role != ROLE_VALUE;
}

/* ---- what goes wrong --------------------------------------------------------------- */

static void copy_text(char *to, size_t size, const char *text) {
	snprintf(to, size, "%s", text ? text : "");
}

static bool failed(struct launches *l, const char *stage, enum simt_status s) {
	struct judge_outcome *o = l->out;
	const struct simt_fault *f = l->dev ? simt_device_fault(l->dev) : NULL;
	if (s == SIMT_OK)
		return false;
	if (o->status)
		return true;
	o->status = s;
	copy_text(o->stage, sizeof o->stage, stage);
	copy_text(o->fault, sizeof o->fault, simt_last_error());
	if (!f || f->kind == SIMT_FAULT_NONE)
		return true;
	o->fault_kind = f->kind;
	copy_text(o->fault, sizeof o->fault, f->text);
	copy_text(o->code, sizeof o->code, f->code);
	copy_text(o->source, sizeof o->source, f->source);
	copy_text(o->inst, sizeof o->inst, f->inst);
	memcpy(o->cta, f->cta, sizeof o->cta);
	memcpy(o->thread, f->thread, sizeof o->thread);
	return true;
}

/* The kernel's printf: the first bytes are kept, the others counted. */
static ssize_t note_print(void *cookie, const char *text, size_t n) {
	struct judge_outcome *o = cookie;
	if (o->printed < sizeof o->print - 1)
		memcpy(o->print + o->printed, text,
		       MIN(n, sizeof o->print - 1 - (size_t)o->printed));
	o->printed += n;
	return (ssize_t)n;
}

/* ---- buffers ----------------------------------------------------------------------- */

/* Fills the buffers as they are before a launch; fill < 0: results stay as allocated. */
static bool fill_buffers(struct launches *l, int fill) {
	enum simt_status s = SIMT_OK;
	for (u32 i = 0; i < l->job->spec->nparam && s == SIMT_OK; i++) {
		const struct judge_value *v = &l->c->value[i];
		if (!is_buffer(l, i) || !v->bytes)
			continue;
		if (v->start)
			s = simt_copy_in(l->dev, l->addr[i], v->start, v->bytes);
		else if (fill >= 0)
			s = simt_fill(l->dev, l->addr[i], (u32)fill, 1, v->bytes);
	}
	return !failed(l, "filling buffers", s);
}

static bool allocate(struct launches *l) {
	enum simt_status s = SIMT_OK;
	for (u32 i = 0; i < l->job->spec->nparam && s == SIMT_OK; i++) {
		const struct judge_value *v = &l->c->value[i];
		l->arg[i] = is_buffer(l, i) ? (void *)&l->addr[i]
		            : v->blob       ? (void *)(uintptr_t)v->blob
		                            : (void *)(uintptr_t)&v->bits;
		if (!is_buffer(l, i) || !v->bytes)
			continue;
		s = simt_alloc(l->dev, v->bytes, &l->addr[i]);
		for (u32 k = 0; k < SLOTS && is_result(param_of(l, i)); k++)
			l->left[i][k] = arena_alloc(&l->arena, v->bytes, 64);
	}
	l->launch.args = l->arg;
	return !failed(l, "allocating buffers", s);
}

/* ---- one launch -------------------------------------------------------------------- */

static void doubt(struct launches *l, enum judge_doubt what, u32 param, u64 index) {
	struct judge_place *p = &l->out->doubt[what];
	if (!p->any)
		*p = (struct judge_place){true, param, index};
}

/* Notes inputs that are no longer what they were. */
static void look_at_inputs(struct launches *l) {
	for (u32 i = 0; i < l->job->spec->nparam; i++) {
		const struct judge_value *v = &l->c->value[i];
		if (param_of(l, i)->role != ROLE_IN || !v->bytes || !v->start)
			continue;
		u8 *now = arena_alloc(&l->arena, v->bytes, 64);
		if (simt_copy_out(l->dev, now, l->addr[i], v->bytes) != SIMT_OK)
			continue;
		for (u64 k = 0; k < v->bytes; k++)
			if (now[k] != v->start[k]) {
				doubt(l, DOUBT_INPUT_CHANGED, i,
				      k / MAX(element_info[param_of(l, i)->type].size,
				              1));
				break;
			}
	}
}

/* The module's variables; NULL: there are none, or too many. */
static const u8 *variables(struct launches *l) {
	u64 n = l->module->global_bytes;
	if (!n || n > VARIABLES_MOST)
		return NULL;
	u8 *now = arena_alloc(&l->arena, n, 64);
	return simt_copy_out(l->dev, now, l->module->global_base, n) == SIMT_OK ? now
	                                                                        : NULL;
}

static bool fetch(struct launches *l, enum left_by slot) {
	enum simt_status s = SIMT_OK;
	for (u32 i = 0; i < l->job->spec->nparam && s == SIMT_OK; i++)
		if (l->left[i][slot])
			s = simt_copy_out(l->dev, l->left[i][slot], l->addr[i],
			                  l->c->value[i].bytes);
	return !failed(l, "fetching results", s);
}

/* Each launch is another one of a long program, as far as %gridid says. */
static bool go(struct launches *l, const char *stage, int fill, u64 seed,
               enum left_by slot) {
	l->launch.seed = seed;
	l->ngrid += random_mix(l->job->code->hash ^ l->ngrid) >> 36;
	atomic_store(&l->dev->grid_count, l->ngrid);
	return fill_buffers(l, fill) &&
	       !failed(l, stage, simt_launch(l->f, &l->launch)) && fetch(l, slot);
}

/* ---- comparing launches ------------------------------------------------------------ */

static bool is_fill(const u8 *at, u32 size, u8 fill) {
	for (u32 i = 0; i < size; i++)
		if (at[i] != fill)
			return false;
	return true;
}

/* Elements that kept both fills were not written; others that differ depend on what was
 * there before. */
static void compare_fills(struct launches *l) {
	for (u32 i = 0; i < l->job->spec->nparam; i++) {
		const u8 *a = l->left[i][SLOT_A], *b = l->left[i][SLOT_B];
		u32 size = element_info[param_of(l, i)->type].size;
		if (!a || l->c->value[i].start)
			continue;
		for (u64 k = 0; k < l->c->value[i].bytes / size; k++) {
			if (memcmp(a + k * size, b + k * size, size) == 0)
				continue;
			if (is_fill(a + k * size, size, FILL_A) &&
			    is_fill(b + k * size, size, FILL_B))
				l->job->unwritten[i][k] = 1;
			else
				doubt(l, DOUBT_OLD_CONTENTS, i, k);
		}
	}
}

/* Compares SLOT_OTHER with SLOT_A; `near`: what differs within the tolerance. */
static void compare(struct launches *l, enum judge_doubt far, enum judge_doubt near) {
	for (u32 i = 0; i < l->job->spec->nparam; i++) {
		const u8 *a = l->left[i][SLOT_A], *b = l->left[i][SLOT_OTHER];
		const struct judge_param *p = param_of(l, i);
		enum element e = (enum element)p->type;
		u64 bytes = l->c->value[i].bytes;
		if (!a || memcmp(a, b, bytes) == 0)
			continue;
		for (u64 k = 0; k < bytes / element_info[e].size; k++) {
			u64 x = element_get(e, a, k), y = element_get(e, b, k);
			if (x != y)
				doubt(l,
				      judge_equal(e, &l->c->value[i].tolerance, x, y)
				              ? near
				              : far,
				      i, k);
		}
	}
}

/* ---- all of a case ----------------------------------------------------------------- */

/* Loads the module and finds the kernel. */
static bool load(struct launches *l) {
	const struct judge_code *code = l->job->code;
	struct simt_function_attributes attr;
	struct simt_properties p;
	if (failed(l, "loading",
	           simt_module_load(l->dev, code->path, code->ptx, code->len, NULL,
	                            &l->module)) ||
	    failed(l, "loading", simt_function_find(l->module, l->job->kernel, &l->f)))
		return false;
	simt_function_set_nonportable_cluster(l->f, true);
	simt_function_attributes(l->f, &attr);
	simt_device_properties(l->dev, &p);
	if (attr.shared_static < p.shared_cta_optin)
		simt_function_set_max_shared(l->f,
		                             p.shared_cta_optin - attr.shared_static);
	return true;
}

static bool prepare(struct launches *l) {
	const struct judge_case *c = l->c;
	u64 steps = l->job->run->set.step_limit;
	l->launch = (struct simt_launch){.shared_dynamic = c->shared,
	                                 .cooperative = c->cooperative,
	                                 .step_limit = steps ? steps : STEPS,
	                                 .threads = 1};
	memcpy(l->launch.grid, c->grid, sizeof c->grid);
	memcpy(l->launch.block, c->block, sizeof c->block);
	memcpy(l->launch.cluster, c->cluster, sizeof c->cluster);
	return allocate(l);
}

static void run_all(struct launches *l) {
	const u8 *before = variables(l);
	if (!go(l, "the checked launch", -1, 0, SLOT_OTHER))
		return;
	look_at_inputs(l);
	const u8 *after = before ? variables(l) : NULL;
	l->out->keeps = after && memcmp(before, after, l->module->global_bytes) != 0;
	simt_module_restore(l->module);
	if (!go(l, "a second launch", FILL_A, 0, SLOT_A))
		return;
	for (u32 i = 0; i < l->job->spec->nparam; i++)
		if (l->left[i][SLOT_A])
			memcpy(l->job->left[i], l->left[i][SLOT_A], l->c->value[i].bytes);
	/* The module is as the launch before has left it. */
	if (!go(l, "a repeated launch", FILL_A, 0, SLOT_OTHER))
		return;
	compare(l, DOUBT_STATEFUL, DOUBT_STATEFUL);
	simt_module_restore(l->module);
	if (!go(l, "a launch over other bytes", FILL_B, 0, SLOT_B))
		return;
	compare_fills(l);
	for (u64 seed = 1; l->job->orders && seed <= SEEDS; seed++) {
		simt_module_restore(l->module);
		if (!go(l, "a launch in another order", FILL_A, seed, SLOT_OTHER))
			return;
		compare(l, DOUBT_ORDER, DOUBT_ORDER_BITS);
	}
}

static FILE *open_print(struct judge_outcome *o) {
	FILE *f = fopencookie(o, "w", (cookie_io_functions_t){.write = note_print});
	if (f)
		setvbuf(f, NULL, _IONBF, 0);
	return f;
}

/* Opens the device, and what it needs of files; then the sandbox closes. */
static struct launches *begin(struct judge_job *j, const char *profile) {
	static struct launches l;
	struct simt_device_options o = {.backend = "interp",
	                                .memory_bytes = j->run->set.memory,
	                                .threads = 1,
	                                .timeout_ms = j->run->set.timeout_ms,
	                                .profile = profile,
	                                .print_to = open_print(j->outcome),
	                                .sandbox = true,
	                                .alone = true};
	l = (struct launches){.job = j, .c = j->c, .out = j->outcome};
	name_prepare();
	if (!o.print_to || simt_device_open(&o, &l.dev) != SIMT_OK)
		_exit(EXIT_INTERNAL);
	if (!sandbox_shut(j->run))
		_exit(CHILD_NO_SANDBOX);
	l.out->has_begun = true;
	return &l;
}

static void check_here(void *ctx, int fd) {
	struct judge_job *j = ctx;
	char words[160];
	snprintf(words, sizeof words,
	         "all,race:strict%s,no-stack,no-copies,no-api,count=1,limit=64,format="
	         "json",
	         j->orders ? ",determinism" : "");
	dup2(fd, 2); /* where findings go */
	setenv("SIMT_CHECK", words, 1);
	struct launches *l = begin(j, NULL);
	if (load(l) && prepare(l))
		run_all(l);
	fflush(NULL);
	l->out->is_done = true;
}

bool judge_launch(struct judge_job *j) {
	return child_start(&j->child, check_here, j);
}

/* ---- counting ---------------------------------------------------------------------- */

static void count_here(void *ctx, int fd) {
	struct judge_job *j = ctx;
	struct simt_counters n;
	dup2(fd, 2); /* it is written there when the process ends */
	struct launches *l = begin(j, "json");
	if (load(l) && prepare(l) && go(l, "a counted launch", FILL_A, 0, SLOT_A)) {
		simt_last_counters(l->dev, &n);
		l->out->warp_insts = n.warp_insts;
		l->out->is_done = true;
	}
	exit(EXIT_OK);
}

bool judge_count(struct judge_job *j) {
	return child_start(&j->child, count_here, j);
}

/* ---- the kernel of a reference ----------------------------------------------------- */

struct reference_job {
	struct judge_job *job;
	struct judge_cases *cases;
	u32 *ncase; /* shared: cases that ran */
};

/* Elements that kept both fills are not the reference's results. */
static void keep_wanted(struct launches *l) {
	for (u32 i = 0; i < l->job->spec->nparam; i++) {
		const struct judge_value *v = &l->c->value[i];
		const u8 *a = l->left[i][SLOT_A], *b = l->left[i][SLOT_B];
		u32 size = element_info[param_of(l, i)->type].size;
		if (!a || !v->want)
			continue;
		memcpy(v->want, a, v->bytes);
		for (u64 k = 0; k < v->bytes / size; k++)
			v->wrote[k] = v->start || !is_fill(a + k * size, size, FILL_A) ||
			              !is_fill(b + k * size, size, FILL_B);
	}
}

static bool reference_case(struct launches *l) {
	if (!go(l, "a launch", FILL_A, 0, SLOT_A))
		return false;
	simt_module_restore(l->module);
	if (!go(l, "a launch", FILL_B, 0, SLOT_B))
		return false;
	keep_wanted(l);
	return true;
}

static void next_case(struct launches *l, const struct judge_case *c) {
	for (u32 i = 0; i < l->job->spec->nparam; i++)
		simt_free(l->dev, l->addr[i]);
	arena_reset(&l->arena);
	memset(l->addr, 0, sizeof l->addr);
	memset(l->left, 0, sizeof l->left);
	l->c = c;
}

static void reference_here(void *ctx, int fd) {
	struct reference_job *r = ctx;
	(void)fd;
	struct launches *l = begin(r->job, NULL);
	if (!load(l))
		return;
	for (u32 i = 0; i < r->cases->n; i++) {
		next_case(l, &r->cases->at[i]);
		simt_module_restore(l->module);
		if (!prepare(l) || !reference_case(l))
			return;
		(*r->ncase)++;
	}
	l->out->is_done = true;
}

const char *judge_reference_launches(struct judge_job *j, struct judge_cases *cases) {
	struct reference_job r = {j, cases, shared_memory(sizeof *r.ncase)};
	struct arena *a = &j->run->arena;
	size_t len;
	if (!r.ncase || !child_start(&j->child, reference_here, &r))
		return "no process could be started";
	child_wait(&j->child);
	child_text(a, &j->child, 1, &len);
	const struct judge_outcome *o = j->outcome;
	if (o->is_done)
		return NULL;
	const char *name = *r.ncase < cases->n ? cases->at[*r.ncase].name : "";
	return arena_printf(a, "the reference's kernel fails for %s: %s", name,
	                    o->status ? o->fault
	                              : "it took too long, or more memory than it may");
}
