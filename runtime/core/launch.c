/* launch.c - checks a launch as the hardware's driver does, runs it on the workers, and
 * waits.
 *
 *     shape -> limits -> shared memory -> cluster -> residency -> parameters -> workers -> fault
 *
 * The status of each refusal is the one recorded on hardware: everything about the shape
 * is SIMT_INVALID_VALUE, and none of it is sticky.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/bug.h"
#include "base/host_float.h"
#include "base/own_stack.h"
#include "runtime/core/check.h"
#include "runtime/core/debug.h"
#include "runtime/core/devrt.h"
#include "runtime/core/inject.h"
#include "runtime/core/profile.h"
#include "runtime/core/progress.h"
#include "runtime/core/record.h"
#include "runtime/core/steering.h"
#include "runtime/core/stream.h"
#include "runtime/core/timeline.h"
#include "runtime/threads/awake.h"

/* Of a cooperative grid's barrier, see struct launch; and where in it the library's word
 * is. */
enum { WORKSPACE_BYTES = 256, WORKSPACE_LIBRARY = 16 };

static u64 volume(const u32 v[3]) {
	return (u64)v[0] * v[1] * v[2];
}

/* ---- shape ---- */

static enum simt_status check_dims(const char *what, const u32 dim[3],
                                   const u32 most[3]) {
	for (u32 i = 0; i < 3; i++) {
		if (dim[i] == 0)
			return fail(SIMT_INVALID_VALUE, "the %s (%u,%u,%u) is empty",
			            what, dim[0], dim[1], dim[2]);
		if (dim[i] > most[i])
			return fail(SIMT_INVALID_VALUE,
			            "the %s (%u,%u,%u) is larger than (%u,%u,%u)", what,
			            dim[0], dim[1], dim[2], most[0], most[1], most[2]);
	}
	return SIMT_OK;
}

static enum simt_status
check_threads(const struct func *f, const struct device_limits *lim, const u32 block[3]) {
	u64 n = volume(block);
	const u32 *req = f->reqntid, *max = f->maxntid;
	if (n > lim->max_threads_cta)
		return fail(SIMT_INVALID_VALUE,
		            "%llu threads in a cta; the device allows %u",
		            (unsigned long long)n, lim->max_threads_cta);
	if (max[0] && n > (u64)max[0] * MAX(max[1], 1) * MAX(max[2], 1))
		return fail(SIMT_INVALID_VALUE,
		            "%llu threads in a cta; the kernel's .maxntid is %u,%u,%u",
		            (unsigned long long)n, max[0], MAX(max[1], 1),
		            MAX(max[2], 1));
	if (req[0] && (block[0] != req[0] || block[1] != MAX(req[1], 1) ||
	               block[2] != MAX(req[2], 1)))
		return fail(
			SIMT_INVALID_VALUE,
			"the block (%u,%u,%u) is not what the kernel's .reqntid demands: "
			"%u,%u,%u",
			block[0], block[1], block[2], req[0], MAX(req[1], 1),
			MAX(req[2], 1));
	return SIMT_OK;
}

static enum simt_status check_shared(const struct simt_function *fn, u32 dynamic) {
	u64 sum = (u64)fn->shared_static + dynamic;
	if (sum <= fn->max_shared)
		return SIMT_OK;
	return fail(SIMT_INVALID_VALUE,
	            "%u + %u bytes of static and dynamic shared memory; the launch may "
	            "have %u",
	            fn->shared_static, dynamic, fn->max_shared);
}

/* ---- clusters ---- */

static bool any(const u32 v[3]) {
	return v[0] || v[1] || v[2];
}

static void choose_cluster(struct launch *l, const struct simt_function *fn,
                           const u32 asked[3]) {
	const u32 *from = any(asked) ? asked : fn->cluster;
	l->explicit_cluster = any(from);
	for (u32 i = 0; i < 3; i++)
		l->cluster[i] = MAX(from[i], 1);
}

static enum simt_status check_cluster(const struct simt_function *fn,
                                      const struct launch *l) {
	const struct func *f = fn->func;
	const u32 *c = l->cluster, *req = fn->cluster;
	u64 n = volume(c);
	u32 most = fn->nonportable_cluster ? CLUSTER_MAX_CTAS : CLUSTER_PORTABLE;
	if (f->maxclusterrank)
		most = MIN(most, f->maxclusterrank);
	if (f->explicitcluster && !l->explicit_cluster)
		return fail(
			SIMT_INVALID_CLUSTER_SIZE,
			"the kernel is .explicitcluster and needs a cluster dimension");
	if (!l->explicit_cluster)
		return SIMT_OK;
	if (fn->module->dev->machine.limits.sm < 90)
		return fail(SIMT_INVALID_CLUSTER_SIZE, "the device has no clusters");
	if (n > most)
		return fail(SIMT_INVALID_CLUSTER_SIZE,
		            "%llu ctas in a cluster; at most %u%s", (unsigned long long)n,
		            most, most == CLUSTER_PORTABLE ? " without opting in" : "");
	if (any(req) && (c[0] != req[0] || c[1] != req[1] || c[2] != req[2]))
		return fail(SIMT_INVALID_CLUSTER_SIZE,
		            "the kernel requires another cluster: %u,%u,%u", req[0],
		            req[1], req[2]);
	for (u32 i = 0; i < 3; i++)
		if (l->grid[i] % c[i])
			return fail(
				SIMT_INVALID_CLUSTER_SIZE,
				"the grid (%u,%u,%u) is not a multiple of the cluster "
				"(%u,%u,%u)",
				l->grid[0], l->grid[1], l->grid[2], c[0], c[1], c[2]);
	return SIMT_OK;
}

/* ---- residency ---- */

enum {
	SHARED_UNIT = 128,   /* shared memory is given out in pieces of so many bytes, */
	REGISTER_UNIT = 256, /* registers to a warp in pieces of so many, */
	WARP_PARTITIONS = 4, /* and warps to the quarters of a multiprocessor */
};

/* Registers count where their number is known: PTX does not fix it. */
struct occupancy launch_occupancy(const struct device_limits *lim, u32 threads,
                                  u32 shared_total, u32 regs) {
	u32 warps = (threads + WARP_LANES - 1) / WARP_LANES;
	struct occupancy o = {.blocks = lim->max_ctas_sm,
	                      .warps = lim->max_warps_sm / MAX(warps, 1)};
	o.ctas = warps ? MIN(o.blocks, o.warps) : 0;
	if (shared_total) {
		o.shared = lim->shared_sm / (u32)alignup(shared_total, SHARED_UNIT);
		o.ctas = MIN(o.ctas, o.shared);
	}
	if (regs) {
		u32 fit = lim->regs_sm /
		          (u32)alignup((u64)regs * WARP_LANES, REGISTER_UNIT);
		o.registers = fit / WARP_PARTITIONS * WARP_PARTITIONS / MAX(warps, 1);
		o.ctas = MIN(o.ctas, o.registers);
	}
	o.percent = 100.0 * (o.ctas * warps) / lim->max_warps_sm;
	return o;
}

static u32 occupancy(const struct simt_function *f, u32 threads, u32 shared_dynamic,
                     u32 max_shared) {
	const struct device_limits *lim = &f->module->dev->machine.limits;
	u64 total = (u64)f->shared_dynamic_offset + shared_dynamic;
	if (threads > lim->max_threads_cta ||
	    (u64)f->shared_static + shared_dynamic > max_shared)
		return 0;
	return launch_occupancy(lim, threads, (u32)total, 0).ctas;
}

u32 simt_occupancy(const struct simt_function *f, u32 threads, u32 shared_dynamic) {
	return occupancy(f, threads, shared_dynamic, f->max_shared);
}

static enum simt_status check_residency(const struct simt_function *fn,
                                        struct launch *l) {
	const struct device_limits *lim = &l->machine->limits;
	/* Settings of the function since it was queued do not count. */
	u64 fit = (u64)occupancy(fn, (u32)volume(l->block), l->shared_dynamic,
	                         lim->shared_cta_optin) *
	          lim->nsm;
	if (l->cooperative && l->ncta > fit)
		return fail(
			SIMT_COOPERATIVE_TOO_LARGE,
			"a cooperative grid of %llu ctas; %llu can be resident together",
			(unsigned long long)l->ncta, (unsigned long long)fit);
	/* A cluster always runs together, even where one multiprocessor is all there is.
	 */
	l->resident = (u32)MAX(MIN(fit, 0x7fffffffu), volume(l->cluster));
	return SIMT_OK;
}

/* ---- parameters ---- */

enum simt_status launch_params(const struct simt_function *fn,
                               const struct simt_launch *o, u8 *block) {
	const struct func *f = fn->func;
	if (o->params) {
		if (o->param_bytes != f->param_bytes)
			return fail(SIMT_INVALID_VALUE,
			            "a parameter block of %u bytes; the kernel's has %u",
			            o->param_bytes, f->param_bytes);
		memcpy(block, o->params, o->param_bytes);
		return SIMT_OK;
	}
	if (f->nparam && !o->args)
		return fail(SIMT_INVALID_VALUE,
		            "the kernel takes %u parameters, none are given", f->nparam);
	for (u32 i = 0; i < f->nparam; i++) {
		const struct var *v = &fn->module->ir->var[f->param[i]];
		memcpy(block + v->param_offset, o->args[i], v->size_bytes);
	}
	return SIMT_OK;
}

/* ---- the launch ---- */

static enum simt_status spread_launch(struct simt_function *fn, struct launch *l) {
	l->ncta = volume(l->grid);
	l->ncluster = l->ncta / volume(l->cluster);
	return check_residency(fn, l);
}

static enum simt_status check_launch(struct simt_function *fn,
                                     const struct simt_launch *o, struct launch *l) {
	const struct device_limits *lim = &l->machine->limits;
	enum simt_status s;
	const char *refusal = fn->module->dev->backend->refuses(l->image, l->kernel);
	if (refusal)
		return fail(SIMT_NOT_SUPPORTED, "%s", refusal);
	choose_cluster(l, fn, o->cluster);
	if ((s = check_dims("block", o->block, lim->max_block)) != SIMT_OK ||
	    (s = check_dims("grid", o->grid, lim->max_grid)) != SIMT_OK ||
	    (s = check_threads(fn->func, lim, o->block)) != SIMT_OK ||
	    (s = check_shared(fn, o->shared_dynamic)) != SIMT_OK ||
	    (s = check_cluster(fn, l)) != SIMT_OK)
		return s;
	return spread_launch(fn, l);
}

/* It was checked when it was queued, and settings of the function since then do not
 * count. */
static enum simt_status check_queued(struct simt_function *fn,
                                     const struct simt_launch *o, struct launch *l) {
	choose_cluster(l, fn, o->cluster);
	return spread_launch(fn, l);
}

static void describe_launch(struct launch *l, struct simt_function *fn,
                            const struct simt_launch *o) {
	struct simt_device *dev = fn->module->dev;
	u64 timeout = o->timeout_ms ? o->timeout_ms : dev->timeout_ms;
	memset(l, 0, offsetof(struct launch, fault));
	l->machine = &dev->machine;
	l->image = &fn->module->image;
	l->kernel = fn->func;
	l->cooperative = o->cooperative;
	l->may_sync = o->cooperative || o->may_sync;
	l->shared_dynamic = o->shared_dynamic;
	l->shared_static = fn->shared_static;
	l->shared_offset = fn->shared_offset;
	l->shared_total = fn->shared_dynamic_offset + o->shared_dynamic;
	l->seed = o->seed;
	l->step_limit = o->step_limit;
	l->timeout_ns = timeout * 1000000;
	memcpy(l->grid, o->grid, sizeof l->grid);
	memcpy(l->block, o->block, sizeof l->block);
	l->fault.kind = FAULT_NONE;
	l->fault.text[0] = 0;
}

enum simt_status simt_launch_check(struct simt_function *fn,
                                   const struct simt_launch *o) {
	struct launch l;
	enum simt_status s = device_check(fn->module->dev);
	if (s != SIMT_OK)
		return s;
	describe_launch(&l, fn, o);
	return check_launch(fn, o, &l);
}

/* Nothing becomes invalid while a launch is inside the gate. */
static void note_reach(struct simt_device *dev, struct slot *slot, struct launch *l) {
	struct arena_map *map = &dev->machine.map;
	if (slot->reach_changes != atomic_load(&map->reach_changes)) {
		pthread_mutex_lock(&dev->memory.lock);
		slot->reach = map->reach;
		slot->reach_changes = atomic_load(&map->reach_changes);
		pthread_mutex_unlock(&dev->memory.lock);
	}
	l->reach = slot->reach;
}

struct run {
	const struct backend *backend;
	struct launch *launch;
	u64 first_ns; /* of the first worker */
};

static void run_worker(void *ctx, u32 i) {
	struct run *r = ctx;
	struct host_float before = host_float_enter();
	bool timed = i == 0 && r->launch->ncluster > 1;
	u64 start = timed ? machine_clock_ns() : 0;
	r->backend->run(r->launch, i);
	if (timed)
		r->first_ns = machine_clock_ns() - start;
	host_float_leave(before);
}

/* A kernel that fails stops the launches that are in slots; a launch that comes a moment
 * later stops itself. */
static void publish(struct simt_device *dev, struct slot *slot, struct launch *l) {
	atomic_store(&slot->launch, l);
	if (atomic_load(&dev->sticky) != SIMT_OK)
		atomic_store(&l->stop, FAULT_INTERRUPTED);
}

/* What events measure is to be the kernel, and not the interpreter while code is made. */
static void await_code(struct simt_device *dev, struct launch *l) {
	if (!l->work || !dev->backend->await || !queue_timed(l->work))
		return;
	u64 start = machine_clock_ns();
	dev->backend->await(l);
	queue_waited(l->work, machine_clock_ns() - start);
}

static bool has_grid_ahead(void *ctx) {
	return launch_has_grids_ahead(ctx);
}

/* As many as the caller says, if it says so. */
static u32 choose_workers(const struct simt_function *fn, const struct launch *l,
                          u32 threads) {
	const struct simt_device *dev = fn->module->dev;
	if (dev->machine.check || dev->steer || dev->machine.debugged)
		return 1;
	u32 most = (u32)MIN(dev->threads, l->ncluster);
	return threads ? MIN(threads, most) : share_workers(&fn->share, l, most);
}

static void run_launch(struct simt_function *fn, struct launch *l, struct slot *slot,
                       u32 threads) {
	struct simt_device *dev = fn->module->dev;
	struct run r = {dev->backend, l, 0};
	struct simt_module *m = fn->module;
	struct profile counts;
	struct bug_note note = {.doing = l->kernel->name->s};
	struct progress progress;
	background_guard_thread();
	await_code(dev, l);
	/* what lets this grid begin is mostly about to end, and its warps would wait */
	awake_or_yield_while(has_grid_ahead, l);
	l->nworker = thread_pool_reserve(dev->pool, choose_workers(fn, l, threads));
	l->slot = slot->workers;
	clusters_divide(l);
	l->profile = dev->machine.profiled ? &counts : NULL;
	l->recording = NULL;
	if (l->profile) {
		profile_begin(m, l);
		record_begin(l);
	}
	u64 start = slot->goes_on ? 0 : machine_clock_ns(), traced = 0;
	if (tracing()) {
		traced = trace_now();
		l->trace_device = 1 + dev->number;
		l->trace_slot = slot->number;
	}
	bug_note_push(&note);
	debug_launch(m, l);
	publish(dev, slot, l);
	progress_begin(&progress, dev, l);
	thread_pool_run(dev->pool, l->nworker, run_worker, &r);
	progress_end(&progress);
	if (r.first_ns)
		share_note(&fn->share, l, r.first_ns, slot->workers[0].taken);
	atomic_store_explicit(&slot->launch, NULL, memory_order_release);
	debug_launch_over(l);
	bug_note_pop();
	slot->counters = (struct simt_counters){
		.warp_insts = atomic_load(&l->inst_count),
		.lane_insts = atomic_load(&l->lane_count),
		.ns = slot->goes_on ? 0 : machine_clock_ns() - start,
		.workers = l->nworker,
		.compiled = atomic_load(&l->compiled) != 0,
		.handed_back = atomic_load(&l->handed_back),
	};
	if (l->trace_device)
		timeline_launch(l, l->nworker, traced);
	if (l->profile) {
		record_finish(m, l);
		profile_finish(m, l,
		               launch_occupancy(&l->machine->limits,
		                                (u32)volume(l->block), l->shared_total,
		                                0));
	}
}

static u64 clear_workspace(struct simt_device *dev, struct slot *slot) {
	const u32 size = WORKSPACE_BYTES; /* the first word says how long it is */
	if (!slot->workspace)
		slot->workspace = memory_alloc(&dev->memory, MEMORY_PARAM, size,
		                               MEMORY_GRANULE);
	if (!slot->workspace)
		return 0;
	memset(memory_host(slot->workspace), 0, size);
	memcpy(memory_host(slot->workspace), &size, sizeof size);
	memcpy((u8 *)memory_host(slot->workspace) + WORKSPACE_LIBRARY, &dev->library,
	       sizeof dev->library);
	return slot->workspace;
}

/* Device code of a library finds its word in the workspace, in every launch. False: no
 * memory. */
static bool take_workspace(struct simt_device *dev, struct slot *slot, struct launch *l) {
	bool wants = l->may_sync || dev->library;
	l->grid_workspace = wants ? clear_workspace(dev, slot) : 0;
	return l->grid_workspace || !wants;
}

/* Each launch has parameters of its own where reads are watched; else they
 * lie where those of the slot's launch before lay. */
static bool keeps_params(const struct simt_device *dev, u32 bytes) {
	return bytes <= PARAM_KEPT && !dev->machine.check;
}

static u64 take_params(struct simt_device *dev, struct slot *slot, u32 bytes) {
	if (!keeps_params(dev, bytes))
		return memory_alloc(&dev->memory, MEMORY_PARAM, MAX(bytes, 1),
		                    MEMORY_GRANULE);
	if (!slot->param)
		slot->param = memory_alloc(&dev->memory, MEMORY_PARAM, PARAM_KEPT,
		                           MEMORY_GRANULE);
	return slot->param;
}

static void give_params(struct simt_device *dev, const struct slot *slot, u64 param) {
	if (param && param != slot->param)
		memory_free(&dev->memory, MEMORY_PARAM, param);
}

/* The parameters' memory lives as long as the launch. */
static enum simt_status take_buffers(struct simt_device *dev, struct slot *slot,
                                     struct launch *l, u64 *param) {
	u32 bytes = l->kernel->param_bytes;
	*param = take_params(dev, slot, bytes);
	if (!*param || !take_workspace(dev, slot, l))
		return fail(SIMT_OUT_OF_MEMORY, "no room for the launch's parameters");
	l->param = memory_host(*param);
	memset(memory_host(*param), 0, bytes);
	return SIMT_OK;
}

/* The kernel ends before it begins, as SIMT_INJECT says. */
static bool inject_fault(struct launch *l) {
	enum simt_status s = inject_kernel();
	if (s == SIMT_OK)
		return false;
	l->fault = (struct fault){.kind = fault_of_status(s)};
	snprintf(l->fault.text, sizeof l->fault.text, "asked for by SIMT_INJECT: %s",
	         simt_status_text(s));
	atomic_store(&l->stop, l->fault.kind);
	atomic_store(&l->fault_taken, 2);
	return true;
}

struct repeated {
	struct simt_function *fn;
	struct launch *l;
	struct slot *slot;
	u32 threads;
	bool again;
};

static void run_repeated(void *ctx) {
	struct repeated *p = ctx;
	if (p->again && p->l->grid_workspace)
		clear_workspace(p->fn->module->dev, p->slot);
	p->again = true;
	run_launch(p->fn, p->l, p->slot, p->threads);
}

/* Runs what was checked. */
static enum simt_status run_checked(struct simt_function *fn, struct launch *l,
                                    struct slot *slot, u32 threads) {
	struct simt_device *dev = fn->module->dev;
	const char *handed_back;
	fault_forget(dev);
	slot->report[0] = 0;
	l->report = slot->report;
	l->report_cap = sizeof slot->report;
	l->grid_id = 1 +
	             atomic_fetch_add_explicit(&dev->grid_count, 1, memory_order_relaxed);
	note_reach(dev, slot, l);
	enum simt_status s = dev->steer ? steering_begin(dev, l) : SIMT_OK;
	if (s != SIMT_OK)
		return s;
	check_order_begin(dev, l);
	if (!inject_fault(l))
		check_repeat(dev, l, run_repeated,
		             &(struct repeated){fn, l, slot, threads, false});
	check_launch_over();
	check_stopped(l);
	check_order_end(dev, l);
	s = fault_record(dev, fn->module, l);
	if (s == SIMT_OK && dev->machine.only_compiled &&
	    (handed_back = atomic_load(&l->handed_back)))
		s = fail(SIMT_NOT_SUPPORTED, "handed back to the interpreter: %s: %s",
		         l->kernel->name->s, handed_back);
	return dev->steer ? steering_end(dev, l, s) : s;
}

/* ---- what kernels launch ---- */

static enum simt_status run_item(struct simt_device *dev, const struct nested_item *i,
                                 struct launch *l, struct slot *slot, void *graph,
                                 u64 graph_id) {
	u64 param = 0;
	if (i->kind == NESTED_COPY)
		copy_run(&i->copy);
	if (i->kind == NESTED_FILL)
		fill_run(&i->fill);
	if (i->kind != NESTED_LAUNCH)
		return SIMT_OK;
	describe_launch(l, i->fn, &i->launch);
	l->graph = graph;
	l->graph_id = graph_id;
	l->parent_id = i->parent_id;
	enum simt_status s = check_launch(i->fn, &i->launch, l);
	if (s == SIMT_OK)
		s = take_buffers(dev, slot, l, &param);
	if (s == SIMT_OK && i->launch.param_bytes)
		memcpy(memory_host(param), i->launch.params, i->launch.param_bytes);
	if (s == SIMT_OK)
		s = run_checked(i->fn, l, slot, 0);
	give_params(dev, slot, param);
	return s;
}

/* Each grid is over when everything that it launched is: first what its threads asked for
 * in that order, each with all that comes of it, then the tails. A grid whose last tail
 * begins need not be kept. */
static enum simt_status run_nested(struct simt_device *dev, struct launch *first,
                                   struct slot *slot) {
	struct nested *top = nested_take(first), *up;
	enum simt_status status = SIMT_OK;
	void *graph = first->graph;
	u64 graph_id = first->graph_id;
	struct launch l;
	dev->devrt.nancestor += top != NULL;
	while (top) {
		bool last, stop = status != SIMT_OK || atomic_load(&first->stop);
		struct nested_item *i = stop ? NULL : nested_next(top, &last);
		if (!i) {
			up = nested_up(top);
			nested_drop(top);
			dev->devrt.nancestor--;
			top = up;
			continue;
		}
		l.nested = NULL;
		status = run_item(dev, i, &l, slot, graph, graph_id);
		struct nested *fresh = i->kind == NESTED_LAUNCH ? nested_take(&l) : NULL;
		if (!fresh)
			continue;
		if (last) {
			up = nested_up(top);
			nested_drop(top);
			dev->devrt.nancestor--;
			top = up;
		}
		nested_set_up(fresh, top);
		dev->devrt.nancestor++;
		top = fresh;
	}
	return status;
}

static enum simt_status run_here(struct simt_function *fn, struct launch *l,
                                 struct slot *slot, u32 threads) {
	struct simt_device *dev = fn->module->dev;
	enum simt_status s = run_checked(fn, l, slot, threads);
	if (l->nested) {
		enum simt_status n = s == SIMT_OK ? run_nested(dev, l, slot) : SIMT_OK;
		if (l->nested)
			nested_drop(nested_take(l));
		s = s == SIMT_OK ? n : s;
	}
	return s;
}

struct running {
	struct simt_function *fn;
	struct launch *l;
	struct slot *slot;
	u32 threads;
	enum simt_status status;
};

static void run_it(void *ctx) {
	struct running *r = ctx;
	r->status = run_here(r->fn, r->l, r->slot, r->threads);
}

/* The calling thread takes part in the work; its own stack may be too small for that. */
static enum simt_status run_all(struct simt_function *fn, struct launch *l,
                                struct slot *slot, u32 threads) {
	struct running r = {fn, l, slot, threads, SIMT_OK};
	if (!own_stack_call(run_it, &r))
		return fail(SIMT_OUT_OF_MEMORY,
		            "no memory for a stack to run kernels on");
	return r.status;
}

static enum simt_status launch_inside(struct simt_function *fn,
                                      const struct simt_launch *o, struct slot *slot,
                                      void *work) {
	struct simt_device *dev = fn->module->dev;
	struct launch l;
	u64 param = 0;
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	describe_launch(&l, fn, o);
	l.work = work;
	l.ahead = work ? queue_ahead(work) : NULL;
	slot->goes_on = work && queue_followed(work);
	s = work ? check_queued(fn, o, &l) : check_launch(fn, o, &l);
	if (s == SIMT_OK)
		s = take_buffers(dev, slot, &l, &param);
	if (s == SIMT_OK)
		s = launch_params(fn, o, memory_host(param));
	if (s == SIMT_OK)
		s = run_all(fn, &l, slot, o->threads);
	give_params(dev, slot, param);
	return s;
}

static enum simt_status no_slot(void) {
	return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
}

enum simt_status launch_linked(struct simt_function *fn, const struct simt_launch *o,
                               void *work) {
	struct simt_device *dev = fn->module->dev;
	struct slot *slot = gate_enter(dev);
	if (!slot)
		return no_slot();
	enum simt_status s = launch_inside(fn, o, slot, work);
	gate_leave(dev, slot);
	return s;
}

enum simt_status simt_launch(struct simt_function *fn, const struct simt_launch *o) {
	return launch_linked(fn, o, NULL);
}

/* ---- launches that are checked once and run often ---- */

enum simt_status launch_prepare(struct prepared *p, struct simt_function *fn,
                                const struct simt_launch *o) {
	struct simt_device *dev = fn->module->dev;
	*p = (struct prepared){.fn = fn, .threads = o->threads};
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	struct launch l;
	describe_launch(&l, fn, o);
	s = check_launch(fn, o, &l);
	if (s != SIMT_OK)
		return s;
	p->param = memory_alloc(&dev->memory, MEMORY_PARAM, MAX(fn->func->param_bytes, 1),
	                        MEMORY_GRANULE);
	if (!p->param)
		return fail(SIMT_OUT_OF_MEMORY, "no room for the launch's parameters");
	module_ref(fn->module);
	l.param = memory_host(p->param);
	memcpy(p->launch, &l, sizeof p->launch);
	memset(memory_host(p->param), 0, fn->func->param_bytes);
	s = launch_params(fn, o, memory_host(p->param));
	if (s != SIMT_OK)
		launch_unprepare(p);
	return s;
}

void launch_unprepare(struct prepared *p) {
	if (!p->param)
		return;
	memory_free(&p->fn->module->dev->memory, MEMORY_PARAM, p->param);
	p->param = 0;
	module_unref_soon(p->fn->module); /* a stream waits for no other's kernels */
}

static enum simt_status run_prepared(const struct prepared *p, struct slot *slot,
                                     const struct graph_place *g) {
	struct simt_device *dev = p->fn->module->dev;
	struct launch l;
	enum simt_status s = device_check(dev);
	if (s != SIMT_OK)
		return s;
	memcpy(&l, p->launch, sizeof p->launch);
	l.fault.kind = FAULT_NONE;
	l.fault.text[0] = 0;
	bool has_memory = take_workspace(dev, slot, &l);
	l.graph = g->calls;
	l.graph_id = (uintptr_t)g->id;
	l.ahead = g->work ? queue_ahead(g->work) : NULL;
	l.work = g->is_last ? g->work : NULL;
	slot->goes_on = !g->is_last;
	return has_memory ? run_all(p->fn, &l, slot, p->threads)
	                  : fail(SIMT_OUT_OF_MEMORY, "no room for a grid's barrier");
}

enum simt_status launch_prepared(const struct prepared *p, struct slot **slot,
                                 const struct graph_place *g) {
	struct simt_device *dev = p->fn->module->dev;
	*slot = *slot ? gate_turn(dev, *slot) : gate_enter(dev);
	return *slot ? run_prepared(p, *slot, g) : no_slot();
}

void simt_last_counters(const struct simt_device *dev, struct simt_counters *c) {
	struct simt_device *d = (struct simt_device *)dev;
	pthread_mutex_lock(&d->gate.lock);
	*c = dev->counters;
	pthread_mutex_unlock(&d->gate.lock);
}
