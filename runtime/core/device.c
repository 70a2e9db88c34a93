/* device.c - the table of devices, and a device's life: open, reset, close.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/own_stack.h"
#include "runtime/core/check.h"
#include "runtime/core/debug.h"
#include "runtime/core/devrt.h"
#include "runtime/core/environment.h"
#include "runtime/core/inject.h"
#include "runtime/core/names.h"
#include "runtime/core/profile.h"
#include "runtime/core/record.h"
#include "runtime/core/steering.h"
#include "runtime/core/stream.h"
#include "runtime/core/timeline.h"
#include "runtime/threads/thread.h"
#ifdef SIMT_HAS_LLVM
#include "backend/llvm/llvm.h"
#include "runtime/core/jit.h"
#endif

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- the table ---- */

struct device_row {
	u32 sm, warps_sm, ctas_sm, shared_sm_kib, shared_optin_kib;
};

/* CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
 * Registers are 64 Ki per multiprocessor and per cta, local memory is 512 KiB per lane,
 * on all of them. */
static const struct device_row devices[] = {
	{50, 64, 32, 64, 48},    {52, 64, 32, 96, 48},    {60, 64, 32, 64, 48},
	{61, 64, 32, 96, 48},    {70, 64, 32, 96, 96},    {72, 64, 32, 96, 96},
	{75, 32, 16, 64, 64},    {80, 64, 32, 164, 163},  {86, 48, 16, 100, 99},
	{87, 48, 16, 164, 163},  {89, 48, 24, 100, 99},   {90, 64, 32, 228, 227},
	{100, 64, 32, 228, 227}, {103, 64, 32, 228, 227}, {120, 48, 24, 100, 99},
	{121, 48, 24, 100, 99},
};

static u32 host_cores(void) {
	long n = sysconf(_SC_NPROCESSORS_ONLN);
	return n < 1 ? 1 : n > 1024 ? 1024 : (u32)n;
}

/* How many ranks of an MPI program share the host, as its launcher says; 1: none says. */
static u32 local_ranks(void) {
	static const char *const names[] = {
		"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS",
		"MV2_COMM_WORLD_LOCAL_SIZE", "SLURM_NTASKS_PER_NODE"};
	for (u32 i = 0; i < countof(names); i++) {
		const char *text = getenv(names[i]);
		long n = text ? strtol(text, NULL, 10) : 0;
		if (n > 0)
			return (u32)MIN(n, 4096);
	}
	return 1;
}

/* What this process may use of the host: the cores that it is bound to, or its share. */
static u32 own_cores(void) {
	u32 all = host_cores(), bound = thread_cores();
	return bound < all ? MAX(bound, 1) : MAX(all / local_ranks(), 1);
}

static void fill_limits(struct device_limits *l, const struct device_row *d) {
	*l = (struct device_limits){
		.sm = d->sm,
		.nsm = host_cores(),
		.max_threads_cta = CTA_MAX_THREADS,
		.max_warps_sm = d->warps_sm,
		.max_ctas_sm = d->ctas_sm,
		.regs_sm = 65536,
		.regs_cta = 65536,
		.shared_sm = d->shared_sm_kib * 1024,
		.shared_cta = SHARED_DEFAULT,
		.shared_cta_optin = d->shared_optin_kib * 1024,
		.max_grid = {0x7fffffff, 65535, 65535},
		.max_block = {1024, 1024, 64},
		.clock_khz = 1000000, /* one tick of %clock64 is a nanosecond */
		.local_max = 512 * 1024,
	};
}

bool device_limits_find(const char *arch, struct device_limits *l) {
	char *end;
	if (strncmp(arch, "sm_", 3) != 0)
		return false;
	unsigned long sm = strtoul(arch + 3, &end, 10);
	if (*end == 'a')
		end++;
	for (u32 i = 0; i < countof(devices); i++) {
		if (devices[i].sm == sm && *end == 0) {
			fill_limits(l, &devices[i]);
			return true;
		}
	}
	return false;
}

/* From sm_80 on the system keeps the first KiB of a cta's shared memory. */
u32 device_shared_reserved(const struct device_limits *l) {
	return l->sm >= 80 ? SHARED_RESERVED : 0;
}

/* ---- options ---- */

static enum simt_status env_number(const char *name, u64 *value) {
	const char *s = getenv(name);
	if (*value || !s || !*s)
		return SIMT_OK;
	*value = environment_size(s);
	if (*value == 0 && strcmp(s, "0") != 0)
		return fail(SIMT_INVALID_VALUE, "%s=%s is not a number", name, s);
	return SIMT_OK;
}

bool env_is_on(const char *name) {
	const char *s = getenv(name);
	return s && *s && strcmp(s, "0") != 0;
}

static const char *env_text(const char *given, const char *name, const char *fallback) {
	const char *s = getenv(name);
	return given && *given ? given : s && *s ? s : fallback;
}

/* Returns why kernels have to run on the interpreter; NULL: they need not. */
static const char *wants_interpreter(const struct simt_device *dev) {
	if (dev->machine.debugged)
		return "kernels run on the interpreter, which is debugged";
	if (dev->machine.profiled)
		return "kernels run on the interpreter, which counts";
	if (dev->steer)
		return "a schedule is chosen: kernels run in the interpreter";
	return check_settings(NULL) ? "checked mode: kernels run in the interpreter"
	                            : NULL;
}

static bool is_verbose(const struct simt_device_options *o) {
	return o->verbose || env_is_on("SIMT_VERBOSE");
}

static enum simt_status set_backend(struct simt_device *dev,
                                    const struct simt_device_options *o) {
	const char *name = env_text(o->backend, "SIMT_BACKEND", "auto");
	const char *when = getenv("SIMT_JIT");
	bool quick = when && strcmp(when, "quick") == 0;
	if (when && *when && !quick && strcmp(when, "eager") != 0 &&
	    strcmp(when, "tiered") != 0)
		return fail(SIMT_INVALID_VALUE, "SIMT_JIT=%s: eager, quick or tiered",
		            when);
	bool jit = strcmp(name, "jit") == 0;
	dev->backend = &backend_interp;
	if (strcmp(name, "interp") == 0)
		return SIMT_OK;
	const char *why = wants_interpreter(dev);
	if (why && (jit || strcmp(name, "auto") == 0)) {
		if (is_verbose(o))
			fprintf(stderr, "simt: %s\n", why);
		return SIMT_OK;
	}
#ifdef SIMT_HAS_LLVM
	if (jit || strcmp(name, "auto") == 0) {
		dev->backend = &backend_llvm;
		dev->machine.eager = when && *when ? strcmp(when, "tiered") != 0 : jit;
		dev->machine.only_compiled = o->only_compiled;
		return jit_options(o);
	}
#else
	if (strcmp(name, "auto") == 0)
		return SIMT_OK;
	if (jit)
		return fail(SIMT_NOT_SUPPORTED,
		            "this simt was built without LLVM; use --backend=interp");
#endif
	return fail(SIMT_INVALID_VALUE, "no backend '%s': interp, jit or auto", name);
}

/* Without the variable every stream has a queue of its own. */
static enum simt_status set_connections(struct simt_device *dev) {
	const char *s = getenv("CUDA_DEVICE_MAX_CONNECTIONS");
	u64 n = s && *s ? environment_size(s) : 0;
	if (s && *s && (n < 1 || n > CONNECTIONS_MAX))
		return fail(SIMT_INVALID_VALUE, "CUDA_DEVICE_MAX_CONNECTIONS=%s: 1 to %d",
		            s, CONNECTIONS_MAX);
	dev->nconnection = (u32)n;
	return SIMT_OK;
}

static enum simt_status apply_options(struct simt_device *dev,
                                      const struct simt_device_options *o, u64 *memory) {
	enum simt_status s;
	const char *arch = env_text(o->arch, "SIMT_DEVICE", DEFAULT_DEVICE);
	u64 threads = o->threads;
	if (!device_limits_find(arch, &dev->machine.limits))
		return fail(SIMT_INVALID_VALUE, "no device '%s': sm_50 to sm_121", arch);
	bool profiled, recorded;
	if ((s = profile_options(o->profile, o->coverage, arch, &profiled)) != SIMT_OK ||
	    (s = record_options(&recorded)) != SIMT_OK)
		return s;
	dev->machine.profiled = profiled || recorded;
	dev->machine.debugged = debug_is_on();
	if (dev->machine.debugged && check_settings(NULL))
		return fail(SIMT_NOT_SUPPORTED,
		            "the debugger does not run kernels in checked mode");
	if ((s = steering_open(dev, o)) != SIMT_OK ||
	    (s = set_backend(dev, o)) != SIMT_OK)
		return s;
	if (dev->machine.debugged && dev->steer)
		return fail(SIMT_NOT_SUPPORTED, "the debugger has a schedule of its own: "
		                                "no --seed, --schedule or --weak");
	if (inject_error())
		return fail(SIMT_INVALID_VALUE, "%s", inject_error());
	*memory = o->memory_bytes;
	dev->timeout_ms = o->timeout_ms;
	if ((s = env_number("SIMT_DEVICE_MEMORY", memory)) != SIMT_OK ||
	    (s = env_number("SIMT_THREADS", &threads)) != SIMT_OK ||
	    (s = env_number("SIMT_TIMEOUT_MS", &dev->timeout_ms)) != SIMT_OK)
		return s;
	if (!*memory)
		*memory = environment_default_memory();
	if ((s = set_connections(dev)) != SIMT_OK)
		return s;
	dev->threads = threads == 0 ? own_cores() : (u32)MIN(threads, 1024);
	dev->print_to = o->print_to ? o->print_to : stdout;
	dev->hold_print = o->hold_print;
	dev->sandbox = o->sandbox;
	if (dev->sandbox)
		name_prepare();
	dev->machine.alone = o->alone;
	dev->heap.bytes = DEVICE_HEAP_BYTES;
	return SIMT_OK;
}

/* ---- life ---- */

static void init_locks(struct simt_device *dev) {
	pthread_mutex_init(&dev->lock, NULL);
	gate_init(&dev->gate);
	pthread_mutex_init(&dev->fault_lock, NULL);
	pthread_mutex_init(&dev->print_lock, NULL);
	pthread_mutex_init(&dev->heap.lock, NULL);
	pthread_mutex_init(&dev->textures.lock, NULL);
}

static void drop_locks(struct simt_device *dev) {
	pthread_mutex_destroy(&dev->lock);
	pthread_mutex_destroy(&dev->fault_lock);
	pthread_mutex_destroy(&dev->print_lock);
	pthread_mutex_destroy(&dev->heap.lock);
	pthread_mutex_destroy(&dev->textures.lock);
}

static enum simt_status open_memory(struct simt_device *dev, u64 bytes) {
	if (!memory_init(&dev->memory, &dev->machine.map, bytes, dev->sandbox))
		return fail(
			SIMT_OUT_OF_MEMORY,
			"the system gives no address space for a device of %llu bytes",
			(unsigned long long)bytes);
	return check_memory(dev);
}

static enum simt_status open_here(const struct simt_device_options *o,
                                  struct simt_device **out) {
	static const struct simt_device_options none;
	u64 memory = 0;
	struct simt_device *dev = memory_new(sizeof *dev);
	*out = NULL;
	if (!dev)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	enum simt_status s = apply_options(dev, o ? o : &none, &memory);
	dev->machine.runtime = dev;
	if (s == SIMT_OK)
		s = check_open(dev);
	if (s == SIMT_OK)
		s = open_memory(dev, memory);
	if (s != SIMT_OK) {
		check_close(dev);
		steering_close(dev);
		memory_delete(dev);
		return s;
	}
	init_locks(dev);
	hooks_install(dev);
	pthread_mutex_init(&dev->devrt.lock, NULL);
	dev->devrt.count = 1;
	dev->devrt.pending_limit = PENDING_LAUNCHES;
	devrt_forget(dev);
	timeline_device(dev);
	dev->pool = thread_pool_new(dev->threads);
	dev->background = background_new();
	dev->connections = memory_new(CONNECTIONS_MAX * sizeof *dev->connections);
	if (!dev->pool || !dev->background || !dev->connections) {
		simt_device_close(dev);
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	}
	*out = dev;
	return SIMT_OK;
}

struct opening {
	const struct simt_device_options *o;
	struct simt_device **out;
	enum simt_status status;
};

static void open_it(void *ctx) {
	struct opening *p = ctx;
	p->status = open_here(p->o, p->out);
}

enum simt_status simt_device_open(const struct simt_device_options *o,
                                  struct simt_device **out) {
	struct opening p = {o, out, SIMT_OK};
	*out = NULL;
	if (!own_stack_call(open_it, &p))
		return fail(SIMT_OUT_OF_MEMORY,
		            "no memory for a stack to open a device on");
	return p.status;
}

/* Takes all modules of a list and calls drop for each. */
static void drop_list(struct simt_device *dev, struct simt_module **list,
                      void (*drop)(struct simt_module *m)) {
	pthread_mutex_lock(&dev->lock);
	struct simt_module *m = *list, *next;
	*list = NULL;
	for (next = m; next; next = next->next)
		next->at = NULL;
	pthread_mutex_unlock(&dev->lock);
	for (; m; m = next) {
		next = m->next;
		drop(m);
	}
}

static void drop_modules(struct simt_device *dev, void (*drop)(struct simt_module *m)) {
	drop_list(dev, &dev->leaving, drop);
	drop_list(dev, &dev->modules, drop);
}

void simt_device_close(struct simt_device *dev) {
	if (!dev)
		return;
	streams_close(dev);
	simt_device_flush(dev);
	background_stop(dev->background);
	thread_pool_delete(dev->pool);
	gate_drop(dev);
	memory_delete(dev->connections);
	drop_modules(dev, module_drop);
	background_delete(dev->background);
	device_heap_drop(dev);
	textures_drop(dev);
	devrt_forget(dev);
	if (dev->machine.check)
		check_report_leaks(dev);
	memory_drop(&dev->memory);
	check_close(dev);
	steering_close(dev);
	arena_drop(&dev->fault_arena);
	arena_drop(&dev->held.arena);
	drop_locks(dev);
	memory_delete(dev);
}

enum simt_status simt_device_reset(struct simt_device *dev) {
	u64 bytes = dev->memory.limit_bytes;
	streams_close(dev);
	simt_device_flush(dev);
	gate_close(dev);
	drop_modules(dev, module_leave);
	device_heap_drop(dev);
	devrt_forget(dev);
	dev->heap.bytes = DEVICE_HEAP_BYTES;
	gate_forget_memory(&dev->gate);
	textures_drop(dev);
	if (dev->machine.check)
		check_report_leaks(dev);
	memory_drop(&dev->memory);
	atomic_store(&dev->sticky, SIMT_OK);
	fault_forget(dev);
	enum simt_status s = open_memory(dev, bytes);
	gate_open(dev);
	return s;
}

void simt_device_recover(struct simt_device *dev) {
	gate_close(dev);
	atomic_store(&dev->sticky, SIMT_OK);
	gate_open(dev);
}

enum simt_status simt_device_status(const struct simt_device *dev) {
	return atomic_load(&dev->sticky);
}

void simt_device_interrupt(struct simt_device *dev) {
	gate_interrupt(&dev->gate, FAULT_INTERRUPTED);
}

void simt_device_properties(const struct simt_device *dev, struct simt_properties *p) {
	const struct device_limits *l = &dev->machine.limits;
	*p = (struct simt_properties){
		.sm = l->sm,
		.multiprocessors = l->nsm,
		.warp_lanes = WARP_LANES,
		.max_threads_cta = l->max_threads_cta,
		.max_threads_sm = l->max_warps_sm * WARP_LANES,
		.max_ctas_sm = l->max_ctas_sm,
		.regs_sm = l->regs_sm,
		.regs_cta = l->regs_cta,
		.shared_sm = l->shared_sm,
		.shared_cta = l->shared_cta,
		.shared_cta_optin = l->shared_cta_optin,
		.shared_reserved = device_shared_reserved(l),
		.max_cluster = CLUSTER_MAX_CTAS,
		.clock_khz = l->clock_khz,
		.memory_bytes = dev->memory.limit_bytes,
		.const_bytes = 64 * 1024,
		.local_max = l->local_max,
	};
	snprintf(p->name, sizeof p->name, "simt sm_%u", l->sm);
	memcpy(p->max_grid, l->max_grid, sizeof p->max_grid);
	memcpy(p->max_block, l->max_block, sizeof p->max_block);
}

void simt_memory_info(struct simt_device *dev, u64 *free_bytes, u64 *total_bytes) {
	pthread_mutex_lock(&dev->memory.lock);
	u64 used = memory_used(&dev->memory);
	*total_bytes = dev->memory.limit_bytes;
	*free_bytes = *total_bytes - MIN(used, *total_bytes);
	pthread_mutex_unlock(&dev->memory.lock);
}

enum simt_status simt_set_heap(struct simt_device *dev, u64 bytes) {
	struct device_heap *h = &dev->heap;
	enum simt_status s = device_check(dev);
	pthread_mutex_lock(&h->lock);
	if (s == SIMT_OK && h->base)
		s = fail(SIMT_INVALID_VALUE, "kernels have used the heap already");
	if (s == SIMT_OK)
		h->bytes = alignup(MAX(bytes, 16), 16);
	pthread_mutex_unlock(&h->lock);
	return s;
}

u64 simt_heap_bytes(const struct simt_device *dev) {
	return dev->heap.bytes;
}

/* ---- peers ---- */

void simt_peer_meet(struct simt_device *dev, struct simt_device *peer) {
	memory_meet(&dev->memory, &peer->memory);
}

enum simt_status simt_peer_enable(struct simt_device *dev, struct simt_device *peer) {
	enum simt_status s = device_check(dev);
	simt_peer_meet(dev, peer);
	if (s == SIMT_OK && !memory_set_peer(&dev->memory, &peer->memory, true))
		s = fail(SIMT_INVALID_VALUE, "the devices are peers already");
	return s;
}

enum simt_status simt_peer_disable(struct simt_device *dev, struct simt_device *peer) {
	enum simt_status s = device_check(dev);
	gate_close(dev);
	if (s == SIMT_OK && !memory_set_peer(&dev->memory, &peer->memory, false))
		s = fail(SIMT_INVALID_VALUE, "the devices are no peers");
	gate_open(dev);
	return s;
}
