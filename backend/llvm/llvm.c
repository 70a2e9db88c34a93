/* llvm.c - the backend that compiles: which code a launch runs, and when it is made.
 *
 * Code is made per kernel and block shape (a variant). The interpreter's decoded form is
 * always there: a launch starts on it and takes the code over, cluster by cluster and
 * loop by loop, once it is ready. Code comes in two tiers: the first is hardly optimised,
 * and is there in a third of the time. Both are made of the same LLVM IR, so a warp that
 * waits in one goes on in the other. Each tier is made when the variant has run for long
 * enough without (payback.h):
 *
 *     idle --- look into the cache ---> idle ---> first tier ---> idle ---> final code
 *
 * An eager device waits for the final one instead.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "backend/llvm/compile.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/llvm.h"
#include "backend/llvm/payback.h"
#include "backend/machine/sched.h"
#include "base/trace.h"

enum { TIER_FIRST, TIER_FINAL, TIERS };

struct variant {
	struct variant *next;
	struct jit_module *jm;
	const struct func *kernel;
	u32 ntid[3];
	bool is_over_4gib; /* for launches that reach over 4 GiB of memory */
	struct arena arena;
	struct compile tier[TIERS];
	_Atomic(const struct compiled *) code; /* of the best tier that is there */
	_Atomic u32 state;
	/* the module's lock guards what follows */
	struct payback payback;
	u64 ninst;
	u64 worth_ns;    /* launches have taken so long when its next code is made */
	bool has_looked; /* into the cache */
	bool is_queued;  /* a thread will consider it */
};

enum {
	VARIANT_IDLE, /* there is no final code, and none makes any */
	VARIANT_BUSY,
	VARIANT_READY,
	VARIANT_FAILED,
};

enum {
	SHAPES = 16, /* block shapes of a kernel that get code of their own */
	/* Code is made when launches have taken one part of so many of what it takes: in
	 * the background, and where a launch between events waits for it. */
	SHARE_BEHIND = 8,
	SHARE_AWAITED = 32,
	QUEUED_NS = 50000000, /* an unloaded module is kept for no longer */
	/* Overdue code that would take longer to make is not waited for. */
	AWAITED_NS = 1500000000,
};

struct jit_module { /* image->prepared[1] */
	struct arena arena;
	struct image *image;
	pthread_mutex_t lock;
	pthread_cond_t done;
	/* a list that grows in front, under the lock */
	_Atomic(struct variant *) variant;
	u32 busy; /* threads that make code of it, and pieces of work that are queued */
	bool has_key; /* of the module's text, for the cache */
	struct cache_key key;
	struct cache_key carried_key; /* the same for what the program carries */
	_Atomic bool closing;         /* compilations that have not begun are dropped */
};

void jit_cache(const char *folder, u64 max_bytes) {
	cache_open(folder, max_bytes);
}

static const char *find_cpu(const char *name, bool here, char *why, size_t size) {
	const char *const *hosts = engine_hosts(), *sep = "; it can be ";
	const char *wrong = here ? engine_host_check(name) : engine_host_name_check(name);
	size_t n = 0;
	for (u32 i = 0; !wrong && hosts[i]; i++)
		if (strcmp(hosts[i], name) == 0)
			return hosts[i];
	n += (size_t)snprintf(why, size, "%s: %s", name, wrong);
	for (u32 i = 0; hosts[i] && n < size; i++) {
		if (here && engine_host_check(hosts[i]))
			continue;
		n += (size_t)snprintf(why + n, size - n, "%s%s", sep, hosts[i]);
		sep = ", ";
	}
	return NULL;
}

const char *jit_find_cpu(const char *name, char *why, size_t size) {
	return find_cpu(name, true, why, size);
}

const char *jit_find_processor(const char *name, char *why, size_t size) {
	return find_cpu(name, false, why, size);
}

/* ---- compiling --------------------------------------------------------------------- */

static void tell(const struct variant *v, const struct compile *j, bool ok) {
	const char *wide = v->is_over_4gib ? " and memory over 4 GiB" : "";
	char text[512], modules[32] = "";
	if (!jit_config()->verbose)
		return;
	if (j->nmodule > 1)
		snprintf(modules, sizeof modules, " in %u modules", j->nmodule);
	if (ok && (j->is_cached || j->is_carried))
		snprintf(text, sizeof text,
		         "loaded %s for block (%u,%u,%u)%s%s from the %s: %.2f ms",
		         v->kernel->name->s, v->ntid[0], v->ntid[1], v->ntid[2], wide,
		         j->optimise ? "" : ", made quickly,",
		         j->is_carried ? "program" : "cache", (double)j->ns_link * 1e-6);
	else if (ok)
		snprintf(
			text, sizeof text,
			"compiled %s%s for block (%u,%u,%u)%s: %llu instructions%s, emit "
			"%.2f "
			"ms, passes %.2f "
			"ms, code %.2f ms, link %.2f ms",
			j->optimise ? "" : "quickly ", v->kernel->name->s, v->ntid[0],
			v->ntid[1], v->ntid[2], wide, (unsigned long long)j->ninst,
			modules, (double)j->ns_emit * 1e-6, (double)j->ns_passes * 1e-6,
			(double)j->ns_code * 1e-6, (double)j->ns_link * 1e-6);
	else
		snprintf(text, sizeof text, "handed back to the interpreter: %s: %s",
		         v->kernel->name->s, j->error);
	jit_config()->verbose(text);
}

/* Records the compilation and its phases, which follow each other without a gap. */
static void trace_compile(const struct variant *v, const struct compile *j, bool ok,
                          u64 start) {
	const struct {
		const char *name;
		u64 ns;
	} phase[] = {{"emit", j->ns_emit},
	             {"passes", j->ns_passes},
	             {"code", j->ns_code},
	             {"link", j->ns_link}};
	struct track t = trace_host();
	char name[256], args[512];
	snprintf(name, sizeof name, "%s %s",
	         j->is_cached || j->is_carried ? "load" : "compile", v->kernel->name->s);
	int n = snprintf(args, sizeof args, "\"block\":\"%u,%u,%u\",\"quickly\":%s",
	                 v->ntid[0], v->ntid[1], v->ntid[2],
	                 j->optimise ? "false" : "true");
	if (!ok)
		trace_text(args + n, sizeof args - (size_t)n, "error", j->error, true);
	trace_slice(t, "jit", name, start, trace_now(), args);
	for (u32 i = 0; i < countof(phase); i++) {
		if (phase[i].ns)
			trace_slice(t, "jit", phase[i].name, start, start + phase[i].ns,
			            NULL);
		start += phase[i].ns;
	}
}

/* Ends what made `busy` count one more. */
static void leave(struct jit_module *jm) {
	jm->busy--;
	pthread_cond_broadcast(&jm->done);
}

/* With the lock. The caller makes code of the variant. */
static void claim(struct variant *v) {
	atomic_store(&v->state, VARIANT_BUSY);
	v->jm->busy++;
}

/* No further code comes. */
static void settle(struct variant *v) {
	struct jit_module *jm = v->jm;
	pthread_mutex_lock(&jm->lock);
	atomic_store(&v->state, atomic_load(&v->code) ? VARIANT_READY : VARIANT_FAILED);
	leave(jm);
	pthread_mutex_unlock(&jm->lock);
}

/* Better code comes when launches have taken a share of its cost. */
static void let_go(struct variant *v, bool optimised) {
	struct jit_module *jm = v->jm;
	u64 share = payback_cost(optimised, v->ninst) / SHARE_BEHIND;
	pthread_mutex_lock(&jm->lock);
	v->worth_ns = payback_spent(&v->payback, machine_clock_ns()) + share;
	v->has_looked = true;
	atomic_store(&v->state, VARIANT_IDLE);
	leave(jm);
	pthread_mutex_unlock(&jm->lock);
}

/* All that the code can depend on is in the text of the module and in the sources of this
 * library. */
static struct cache_key with_module(struct cache_key k, const struct image *img) {
	const struct sources *text = img->module->sources;
	cache_mix(&k, &img->machine->limits.local_max, sizeof(u64));
	cache_mix(&k, &img->module->optimized, sizeof(u32));
	cache_mix(&k, &jit_config()->is_fast, sizeof(bool));
	for (u32 i = 0; i < text->nfile; i++)
		cache_mix(&k, text->file[i].text, text->file[i].len + 1);
	return k;
}

static const struct cache_key *module_key(struct jit_module *jm) {
	if (!cache_is_open() || !jm->image->module->sources)
		return NULL;
	pthread_mutex_lock(&jm->lock);
	if (!jm->has_key) {
		jm->key = with_module(cache_key_new(), jm->image);
		jm->has_key = true;
	}
	pthread_mutex_unlock(&jm->lock);
	return &jm->key;
}

struct compiling {
	struct compile *job;
	const struct native
		*carried; /* take it from there, or not at all; NULL: make it */
	bool ok;
};

static void compile_task(void *ctx) {
	struct compiling *c = ctx;
	const char *why;
	c->job->host = engine_host(jit_config()->cpu, &why);
	if (!c->job->host)
		snprintf(c->job->error, sizeof c->job->error, "%s: %s",
		         jit_config()->cpu && *jit_config()->cpu ? jit_config()->cpu
		                                                 : "native",
		         why);
	else if (jit_config()->refuse)
		snprintf(c->job->error, sizeof c->job->error, "SIMT_JIT_DEBUG says so");
	else if (c->carried)
		c->ok = compile_carried(c->job, c->carried);
	else
		c->ok = compile_kernel(c->job);
}

static void compile_guarded(void *ctx) {
	struct compiling *c = ctx;
	c->ok = engine_guarded(compile_task, c, c->job->error) && c->ok;
}

static bool compile_in_time(struct compiling *c) {
	if (!jit_config()->work)
		compile_guarded(c);
	else if (!jit_config()->work(compile_guarded, c))
		snprintf(c->job->error, sizeof c->job->error, ENGINE_NO_TIME);
	return c->ok;
}

enum code_from {
	FROM_LLVM,
	FROM_CACHE,
	FROM_PROGRAM,     /* it carries code for the block shape */
	FROM_PROGRAM_ANY, /* for any */
	FROM_NOWHERE,     /* is it code that a process has begun and not finished? */
};

/* Gets the code of a tier. False, without a message, if it is neither to be made nor
 * there. */
static bool compile_tier(struct variant *v, u32 tier, enum code_from from) {
	struct jit_module *jm = v->jm;
	struct compile *job = &v->tier[tier];
	struct native carried = {jm->image->native, jm->image->native_bytes};
	bool is_carried = from == FROM_PROGRAM || from == FROM_PROGRAM_ANY;
	struct compiling c = {.job = job, .carried = is_carried ? &carried : NULL};
	*job = (struct compile){.image = jm->image,
	                        .kernel = v->kernel,
	                        .ntid = {v->ntid[0], v->ntid[1], v->ntid[2]},
	                        .optimise = tier == TIER_FINAL && !jit_config()->quick,
	                        .is_over_4gib = v->is_over_4gib,
	                        .is_confined = jm->image->machine->map.confine_mask != 0,
	                        .only_cached = from == FROM_CACHE,
	                        .only_begun = from == FROM_NOWHERE,
	                        .module_key = is_carried ? &jm->carried_key
	                                                 : module_key(jm),
	                        .closing = &jm->closing,
	                        .out = &v->arena};
	u64 traced = tracing() ? trace_now() : 0;
	if (from == FROM_PROGRAM_ANY)
		memset(job->ntid, 0, sizeof job->ntid);
	bool ok = compile_in_time(&c);
	if (from == FROM_NOWHERE)
		return ok;
	if (ok)
		atomic_store(&v->code, &job->code);
	if (ok && !job->is_cached && !job->is_carried)
		payback_learn(job->optimise, job->ninst,
		              job->ns_emit + job->ns_passes + job->ns_code);
	if (traced && (ok || from == FROM_LLVM))
		trace_compile(v, job, ok, traced);
	if (ok || from == FROM_LLVM)
		tell(v, job, ok);
	return ok;
}

static bool has_time(struct variant *v, bool cancelled) {
	if (!cancelled && !atomic_load(&v->jm->closing))
		return true;
	snprintf(v->tier[TIER_FINAL].error, sizeof v->tier[TIER_FINAL].error,
	         ENGINE_NO_TIME);
	return false;
}

/* Code for any block shape may be ten times slower than that for one, and is taken only
 * where there is no LLVM to make better. */
static bool is_carried_for_any(struct variant *v) {
	return v->jm->image->native && engine_start() &&
	       compile_tier(v, TIER_FINAL, FROM_PROGRAM_ANY);
}

/* Of a variant that the caller has claimed. */
static void compile_final(struct variant *v) {
	if (has_time(v, !engine_goes_on(&v->jm->closing)) && !is_carried_for_any(v))
		compile_tier(v, TIER_FINAL, FROM_LLVM);
	settle(v);
}

/* The same: final code that need not be made. */
static bool look(struct variant *v) {
	return compile_tier(v, TIER_FINAL, FROM_CACHE) || is_carried_for_any(v);
}

static void look_first(struct variant *v) {
	if (look(v))
		settle(v);
	else
		let_go(v,
		       !jit_config()->quick && compile_tier(v, TIER_FIRST, FROM_CACHE));
}

static void take_step(struct variant *v) {
	if (!v->has_looked)
		look_first(v);
	else if (!jit_config()->quick && !atomic_load(&v->code) &&
	         compile_tier(v, TIER_FIRST, FROM_LLVM))
		let_go(v, true);
	else
		compile_final(v);
}

static void queue(struct variant *v);

/* Takes the next step if the variant has run for long enough, and looks again later if it
 * still runs; else the next launch will ask for that. */
static void consider(void *ctx, bool cancelled) {
	struct variant *v = ctx;
	struct jit_module *jm = v->jm;
	pthread_mutex_lock(&jm->lock);
	v->is_queued = false;
	bool is_idle = atomic_load(&v->state) == VARIANT_IDLE;
	bool pays = is_idle &&
	            payback_spent(&v->payback, machine_clock_ns()) >= v->worth_ns;
	bool ends = is_idle && (cancelled || atomic_load(&jm->closing));
	if (pays || ends)
		claim(v);
	pthread_mutex_unlock(&jm->lock);
	if (ends) {
		has_time(v, true);
		settle(v);
	} else if (pays)
		take_step(v);
	pthread_mutex_lock(&jm->lock);
	bool again = !ends && v->payback.running;
	pthread_mutex_unlock(&jm->lock);
	if (again)
		queue(v);
	pthread_mutex_lock(&jm->lock);
	leave(jm);
	pthread_mutex_unlock(&jm->lock);
}

/* Has a thread consider the variant when, if its launches go on, it has run for long
 * enough. */
static void queue(struct variant *v) {
	struct jit_module *jm = v->jm;
	struct machine *m = jm->image->machine;
	pthread_mutex_lock(&jm->lock);
	bool is_idle = atomic_load(&v->state) == VARIANT_IDLE;
	bool is_new = is_idle && !v->is_queued;
	u64 spent = payback_spent(&v->payback, machine_clock_ns());
	u64 after = v->worth_ns > spent ? v->worth_ns - spent : 0;
	if (is_new) {
		v->is_queued = true;
		jm->busy++;
	}
	pthread_mutex_unlock(&jm->lock);
	if (!is_new ||
	    (m->hooks.later && m->hooks.later(m, MIN(after, QUEUED_NS), consider, v)))
		return;
	/* No thread can be had. */
	pthread_mutex_lock(&jm->lock);
	v->is_queued = false;
	leave(jm);
	bool mine = atomic_load(&v->state) == VARIANT_IDLE;
	if (mine)
		claim(v);
	pthread_mutex_unlock(&jm->lock);
	if (mine)
		compile_final(v);
}

static struct variant *find(struct jit_module *jm, const struct func *kernel,
                            const u32 ntid[3], bool is_over_4gib, u32 *nshape) {
	*nshape = 0;
	for (struct variant *v = atomic_load(&jm->variant); v; v = v->next) {
		if (v->kernel != kernel || v->is_over_4gib != is_over_4gib)
			continue;
		++*nshape;
		if (memcmp(v->ntid, ntid, sizeof v->ntid) == 0)
			return v;
	}
	return NULL;
}

/* The variant that the launch uses; a kernel launched with ever new shapes gets one for
 * all. */
static struct variant *variant_for(struct jit_module *jm, const struct launch *l,
                                   bool *is_new) {
	static const u32 any[3];
	u32 nshape;
	bool is_over_4gib = l->reach.size > (u64)1 << 32;
	struct variant *v = find(jm, l->kernel, l->block, is_over_4gib, &nshape);
	*is_new = false;
	if (v)
		return v;
	const u32 *ntid = nshape >= SHAPES ? any : l->block;
	if (ntid == any && (v = find(jm, l->kernel, any, is_over_4gib, &nshape)))
		return v;
	v = arena_new(&jm->arena, struct variant);
	*v = (struct variant){.next = atomic_load(&jm->variant),
	                      .jm = jm,
	                      .kernel = l->kernel,
	                      .is_over_4gib = is_over_4gib,
	                      .ninst = compile_size(jm->image, l->kernel)};
	memcpy(v->ntid, ntid, sizeof v->ntid);
	claim(v);
	atomic_store(&jm->variant, v);
	*is_new = true;
	return v;
}

static const struct compiled *ready(void *ctx) {
	struct variant *v = ctx;
	return atomic_load_explicit(&v->code, memory_order_acquire);
}

static bool note_failure(struct launch *l, struct variant *v) {
	if (atomic_load(&v->state) != VARIANT_FAILED)
		return false;
	atomic_store(&l->handed_back, v->tier[TIER_FINAL].error);
	return true;
}

/* Waits until code is there, or a second has passed; false: the process ends. */
static bool wait_a_moment(struct jit_module *jm) {
	struct timespec soon;
	clock_gettime(CLOCK_REALTIME, &soon);
	soon.tv_sec++;
	pthread_cond_timedwait(&jm->done, &jm->lock, &soon);
	return !jit_config()->ended || !jit_config()->ended();
}

/* Takes the code that the program carries for the block shape, and compiles nothing. */
static bool is_carried(struct variant *v) {
	return v->jm->image->native && compile_tier(v, TIER_FINAL, FROM_PROGRAM);
}

/* Code that an earlier process began, as it paid, and ended before it was there. Programs
 * that end that soon would never have it, but for a wait. */
static bool is_overdue(struct variant *v) {
	return !jit_config()->quick && payback_cost(true, v->ninst) <= AWAITED_NS &&
	       cache_has_begun() && compile_tier(v, TIER_FINAL, FROM_NOWHERE);
}

/* Of a variant that the caller has claimed, as it is new. */
static void begin_variant(struct variant *v, bool wait) {
	struct jit_module *jm = v->jm;
	if (is_carried(v))
		settle(v);
	else if (wait || is_overdue(v))
		compile_final(v);
	else {
		pthread_mutex_lock(&jm->lock);
		atomic_store(&v->state, VARIANT_IDLE);
		leave(jm);
		pthread_mutex_unlock(&jm->lock);
	}
}

/* Returns the variant that the launch uses, after a wait for its final code if asked. */
static struct variant *variant_of(struct jit_module *jm, struct launch *l, bool wait) {
	bool is_new, goes_on = wait;
	pthread_mutex_lock(&jm->lock);
	struct variant *v = variant_for(jm, l, &is_new);
	if (is_new) {
		pthread_mutex_unlock(&jm->lock);
		begin_variant(v, wait);
		pthread_mutex_lock(&jm->lock);
	}
	while (goes_on && atomic_load(&v->state) <= VARIANT_BUSY) {
		if (atomic_load(&v->state) == VARIANT_BUSY) {
			goes_on = wait_a_moment(jm);
			continue;
		}
		claim(v);
		pthread_mutex_unlock(&jm->lock);
		compile_final(v);
		pthread_mutex_lock(&jm->lock);
	}
	pthread_mutex_unlock(&jm->lock);
	return v;
}

/* Whether launches of the kernel, in blocks of whatever shape, have taken long enough. */
static bool is_worth_waiting(struct jit_module *jm, const struct func *kernel) {
	u64 spent = 0, cost = 0;
	pthread_mutex_lock(&jm->lock);
	for (struct variant *v = atomic_load(&jm->variant); v; v = v->next) {
		if (v->kernel != kernel)
			continue;
		cost = payback_cost(!jit_config()->quick, v->ninst);
		spent += payback_spent(&v->payback, machine_clock_ns());
	}
	pthread_mutex_unlock(&jm->lock);
	return cost && spent >= cost / SHARE_AWAITED;
}

/* A kernel that runs for a short while is not worth code, unless that is there already.
 */
static void jit_await(struct launch *l) {
	struct jit_module *jm = l->image->prepared[1];
	if (l->machine->eager)
		return;
	struct variant *v = variant_of(jm, l, is_worth_waiting(jm, l->kernel));
	pthread_mutex_lock(&jm->lock);
	bool mine = atomic_load(&v->state) == VARIANT_IDLE && !v->has_looked;
	if (mine)
		claim(v);
	pthread_mutex_unlock(&jm->lock);
	if (mine)
		look_first(v);
}

/* Makes non-temporal stores visible before it is visible that the launch is over. */
static void stores_end(void) {
#if defined(__x86_64__)
	__builtin_ia32_sfence();
#endif
}

/* Of one worker of each launch, until no better code comes. */
static u64 start_clock(struct variant *v) {
	if (atomic_load(&v->state) > VARIANT_BUSY)
		return 0;
	u64 now = machine_clock_ns();
	pthread_mutex_lock(&v->jm->lock);
	payback_start(&v->payback, now);
	bool is_new = !v->is_queued;
	pthread_mutex_unlock(&v->jm->lock);
	if (is_new)
		queue(v);
	return now;
}

static void stop_clock(struct variant *v, u64 start) {
	if (!start)
		return;
	pthread_mutex_lock(&v->jm->lock);
	payback_end(&v->payback, start, machine_clock_ns());
	pthread_mutex_unlock(&v->jm->lock);
}

static void jit_run(struct launch *l, u32 worker) {
	struct jit_module *jm = l->image->prepared[1];
	bool is_over_4gib = l->reach.size > (u64)1 << 32;
	u32 nshape;
	struct variant *v = find(jm, l->kernel, l->block, is_over_4gib, &nshape);
	if (!v || (l->machine->eager && atomic_load(&v->state) <= VARIANT_BUSY))
		v = variant_of(jm, l, l->machine->eager);
	if (note_failure(l, v) && l->machine->only_compiled)
		return;
	u64 start = worker ? 0 : start_clock(v);
	sched_run(l, worker, ready, v);
	stores_end();
	stop_clock(v, start);
	if (!note_failure(l, v) && ready(v))
		/* read when all workers are back */
		atomic_store_explicit(&l->compiled, 1, memory_order_relaxed);
}

/* ---- what tools show --------------------------------------------------------------- */

static const struct func *func_of(const struct module *m, const struct inst *in) {
	for (u32 i = 0; i < m->nfunc; i++)
		if (in >= m->func[i]->inst && in < m->func[i]->inst + m->func[i]->ninst)
			return m->func[i];
	return NULL;
}

/* Functions are compiled block by block and in two versions; people read from top to
 * bottom. */
static int by_place(const void *a, const void *b) {
	const struct explain_line *x = a, *y = b;
	if (x->in->loc.start != y->in->loc.start)
		return x->in->loc.start < y->in->loc.start ? -1 : 1;
	return strcmp(x->what, y->what);
}

static void show_lines(const struct module *m, struct explain *x,
                       const struct jit_viewer *viewer) {
	qsort(x->line.at, x->line.n, sizeof *x->line.at, by_place);
	for (u32 i = 0; i < x->line.n; i++) {
		const struct explain_line *l = &x->line.at[i];
		if (i && l->in == l[-1].in && l->what == l[-1].what)
			continue;
		viewer->line(viewer->ctx, func_of(m, l->in), l->in, l->what, l->why);
	}
}

bool jit_show(const struct image *img, const struct func *kernel, const u32 ntid[3],
              const struct jit_viewer *viewer, char why[256]) {
	struct arena a = ARENA_INIT;
	struct explain x = {.a = &a};
	const char *no_host = NULL;
	struct compile job = {.image = img,
	                      .kernel = kernel,
	                      .ntid = {ntid[0], ntid[1], ntid[2]},
	                      .host = engine_host(jit_config()->cpu, &no_host),
	                      .optimise = !jit_config()->quick,
	                      .only_show = true,
	                      .is_confined = img->machine->map.confine_mask != 0,
	                      .dump = viewer->text,
	                      .dump_pass = viewer->pass,
	                      .dump_ctx = viewer->ctx,
	                      .lines = viewer->lines,
	                      .explain = viewer->line ? &x : NULL,
	                      .out = &a};
	bool ok = job.host && compile_kernel(&job);
	if (!ok)
		snprintf(why, 256, "%s", no_host ? no_host : job.error);
	else if (viewer->line)
		show_lines(img->module, &x, viewer);
	arena_drop(&a);
	return ok;
}

/* ---- code for programs to carry --------------------------------------------------- */

struct jit_ahead {
	struct arena arena;
	struct native_files files;
};

struct jit_ahead *jit_ahead_new(void) {
	struct arena first = ARENA_INIT;
	struct jit_ahead *ahead = arena_new(&first, struct jit_ahead);
	ahead->arena = first;
	return ahead;
}

void jit_ahead_drop(struct jit_ahead *ahead) {
	struct arena a = ahead->arena;
	arena_drop(&a);
}

static void make_ahead(void *ctx) {
	struct compiling *c = ctx;
	c->ok = compile_kernel(c->job);
}

bool jit_ahead_add(struct jit_ahead *ahead, const struct image *img,
                   const struct func *kernel, const u32 ntid[3], const char *cpu,
                   char why[256]) {
	struct cache_key key = with_module(cache_key_carried(), img);
	u32 before = ahead->files.n;
	const char *wrong;
	struct compile job = {.image = img,
	                      .kernel = kernel,
	                      .ntid = {ntid[0], ntid[1], ntid[2]},
	                      .host = engine_host_elsewhere(cpu, &wrong),
	                      .optimise = true,
	                      .module_key = &key,
	                      .ahead = &ahead->files,
	                      .out = &ahead->arena};
	struct compiling c = {.job = &job};
	if (!job.host) {
		snprintf(why, 256, "%s: %s", cpu, wrong);
		return false;
	}
	bool ok = engine_guarded(make_ahead, &c, job.error) && c.ok;
	if (job.engine)
		engine_drop(job.engine);
	if (!ok)
		snprintf(why, 256, "%s", job.error);
	else if (ahead->files.n == before)
		snprintf(why, 256, "out of memory");
	return ok && ahead->files.n > before;
}

const u8 *jit_ahead_bytes(struct jit_ahead *ahead, u64 *size) {
	return native_write(&ahead->arena, &ahead->files, size);
}

/* ---- the backend ------------------------------------------------------------------- */

static bool jit_prepare(struct image *img, struct diag *d) {
	if (!backend_interp.prepare(img, d))
		return false;
	struct arena first = ARENA_INIT;
	struct jit_module *jm = arena_new(&first, struct jit_module);
	jm->arena = first;
	jm->image = img;
	pthread_mutex_init(&jm->lock, NULL);
	pthread_cond_init(&jm->done, NULL);
	if (img->native && img->module->sources)
		jm->carried_key = with_module(cache_key_carried(), img);
	else
		img->native = NULL;
	img->prepared[1] = jm;
	return true;
}

static const char *jit_refuses(const struct image *img, const struct func *kernel) {
	return backend_interp.refuses(img, kernel);
}

static void jit_drop(struct image *img) {
	struct jit_module *jm = img->prepared[1];
	if (jm) {
		atomic_store(&jm->closing, true);
		pthread_mutex_lock(&jm->lock);
		bool ended = false;
		while (jm->busy && !ended)
			ended = !wait_a_moment(jm);
		pthread_mutex_unlock(&jm->lock);
		if (ended && jm->busy)
			return; /* the process ends, and with it that thread */
		for (struct variant *v = atomic_load(&jm->variant); v; v = v->next) {
			for (u32 i = 0; i < TIERS; i++)
				if (v->tier[i].engine)
					engine_drop(v->tier[i].engine);
			arena_drop(&v->arena);
		}
		pthread_mutex_destroy(&jm->lock);
		pthread_cond_destroy(&jm->done);
		struct arena a = jm->arena;
		img->prepared[1] = NULL;
		arena_drop(&a);
	}
	backend_interp.drop(img);
}

static bool jit_is_busy(struct image *img) {
	struct jit_module *jm = img->prepared[1];
	if (!jm)
		return false;
	atomic_store(&jm->closing, true);
	pthread_mutex_lock(&jm->lock);
	bool busy = jm->busy;
	pthread_mutex_unlock(&jm->lock);
	return busy;
}

const struct backend backend_llvm = {
	.name = "jit",
	.prepare = jit_prepare,
	.refuses = jit_refuses,
	.run = jit_run,
	.await = jit_await,
	.drop = jit_drop,
	.is_busy = jit_is_busy,
};
