/* device.h - a device as the runtime sees it: the machine, its memory, workers, modules,
 * fault. Inside runtime/ and for tools that want more than api.h gives; not installed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "backend/machine/backend.h"
#include "base/map.h"
#include "runtime/core/api.h"
#include "runtime/core/gate.h"
#include "runtime/core/share.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/background.h"
#include "runtime/threads/thread_pool.h"

enum {
	DEVICE_HEAP_BYTES = 8u << 20, /* of malloc in kernels */
	SHARED_DEFAULT = 48 * 1024,   /* shared memory of a cta without opting in */
	CONNECTIONS_MAX = 32,         /* of CUDA_DEVICE_MAX_CONNECTIONS */
	PENDING_LAUNCHES = 2048, /* of kernels by kernels, unless the program sets it */
	CLUSTER_PORTABLE = 8,    /* ctas of a cluster without opting in */
};

struct device_heap {
	pthread_mutex_t lock;
	u64 bytes;
	u64 base; /* 0 until a kernel allocates */
	struct arena arena;
	struct heap heap;
};

/* Text between a kernel's printf and the moment when it appears. */
struct held_text {
	struct arena arena;
	VEC(char) text;
};

/* Places of the machine's table of textures that are free. */
struct texture_pool {
	pthread_mutex_t lock;
	struct arena arena; /* of the table and all of this */
	u64 next;           /* places from here on were never used */
	VEC(u64) free;      /* given back, the oldest first */
	u32 first_free;
};

/* Schedules that are chosen: steering.c. */
struct steering {
	struct arena arena;
	FILE *record;
	char *replay; /* what is left of the file */
	bool tells;   /* faults say how to reproduce them, as the environment has asked */
	const struct placement *placement; /* see struct launch; tools set these */
	struct window quiet;
};

/* See devrt.c; the lock is of what running kernels have launched, too. */
struct devrt {
	pthread_mutex_t lock;
	struct simt_device_queries queries;
	u32 index, count;  /* of devices */
	u32 pending_limit; /* launches that may wait */
	_Atomic u32 nancestor,
		ntail; /* grids that wait for others, tails that wait for grids */
	struct arena arena;
	struct map texts; /* error and which text -> device address */
};

struct simt_device {
	struct machine machine;
	struct memory memory;
	struct device_heap heap;
	struct texture_pool textures;
	struct devrt devrt;
	struct thread_pool *pool;
	struct background *background;
	const struct backend *backend;
	struct steer *steer; /* NULL: schedules are not chosen */
	struct steering steering;
	FILE *print_to;
	pthread_mutex_t print_lock;
	bool sandbox; /* compiled code is confined, what kernels print is filtered */
	bool repeats; /* a launch runs again to be compared: what it prints is dropped */
	bool hold_print;
	struct held_text held; /* what is not printed yet */
	u32 threads;
	u64 timeout_ms;
	struct simt_module *modules; /* linked by next */
	struct simt_module *leaving; /* the same: unloaded, and still in use */
	bool sweeping;               /* a thread will look at what is leaving */
	/* Linked by next; stream.c's lock guards it, and what follows. */
	struct simt_stream *streams;
	struct simt_stream *news; /* blocking streams with work that the default stream
	                             has not seen */
	u32 nbusy;                /* blocking streams with work that is not done */
	struct simt_stream *default_stream;
	_Atomic bool at_rest; /* nothing was queued since all work was waited for */
	struct connection *connections; /* of streams that share some; NULL: none does */
	u32 nconnection;
	pthread_mutex_t lock; /* of both lists */

	struct gate gate;
	u32 number; /* in timelines */
	_Atomic u64 grid_count;
	pthread_mutex_t fault_lock;
	_Atomic(enum simt_status) sticky;
	struct simt_counters counters; /* the gate's lock guards them */
	_Atomic bool has_fault;
	struct arena fault_arena; /* its text */
	struct simt_fault fault;
	char report[REPORT_BYTES];
	u64 library; /* what device code of a library finds in its grid's workspace */
};

/* A kernel; made when it is first asked for. */
struct simt_function {
	struct simt_module *module;
	const struct func *func;
	u32 *shared_offset; /* per module variable, see struct launch */
	u32 shared_static, shared_dynamic_offset;
	u32 max_shared; /* static + dynamic bytes that a launch may have */
	bool nonportable_cluster;
	u32 cluster[3];       /* that launches must have; all 0: any */
	bool launches_graphs; /* it can reach cudaGraphLaunch */
	s32 preference[SIMT_PREFERENCES];
	_Atomic u32 *registers; /* 0 until they are counted */
	struct share share;
};

struct simt_module {
	struct simt_module *next;
	struct simt_module **at; /* what points to it in dev->modules; NULL: not there */
	struct simt_device *dev;
	u32 refs; /* one of the caller that loaded it, others of what runs its kernels
	             later; dev->lock guards it */
	struct arena arena;    /* source text, diagnostics, functions */
	struct arena ir_arena; /* the IR's own */
	struct sources sources;
	struct diag diag;
	struct module *ir;
	struct image image;
	struct simt_function **function; /* per module function; NULL until asked for */
	u64 *sampler; /* per module variable: object of a .samplerref with options, or 0
	               */
	u64 global_base, global_bytes, const_base, const_bytes;
	bool prepared;
	bool has_left;    /* it has nothing on the device any more */
	bool has_version; /* the text begins with .version */
};

/* Fills l from the table: "sm_90". False if there is no such device. */
bool device_limits_find(const char *arch, struct device_limits *l);
u32 device_shared_reserved(const struct device_limits *l);

/* stream.c: waits for all streams of the device and frees them. */
void streams_close(struct simt_device *dev);
/* launch.c: the value of each parameter as a block of the function's param_bytes. */
enum simt_status launch_params(const struct simt_function *fn,
                               const struct simt_launch *o, u8 *block);
/* simt_launch for what a stream runs; work: the payload of that piece of work. */
enum simt_status launch_linked(struct simt_function *fn, const struct simt_launch *o,
                               void *work);
/* A launch that was checked, with parameters of its own, to run any number of times. */
struct prepared {
	struct simt_function *fn;
	/* the beginning of a struct launch */
	u64 launch[offsetof(struct launch, fault) / sizeof(u64)];
	u64 param;
	u32 threads;
};
/* Does the checks of simt_launch, and takes what the launch needs; launch_unprepare gives
 * that back. */
enum simt_status launch_prepare(struct prepared *p, struct simt_function *fn,
                                const struct simt_launch *o);
void launch_unprepare(struct prepared *p);
struct graph_calls;
/* Runs it and waits; only a fault of the device, or too little memory, stops it.
 * *slot: of the launch before, or NULL; the caller gives it back (gate_leave) when no
 * launch follows. graph: where its kernels' launches of graphs go, or NULL; id:
 * %current_graph_exec. work: as in launch_linked, and whether it is the last launch in
 * there; NULL: nothing waits for that. */
struct graph_place {
	struct graph_calls *calls;
	void *id, *work;
	bool is_last;
};
enum simt_status launch_prepared(const struct prepared *p, struct slot **slot,
                                 const struct graph_place *g);
/* copy.c: the bytes lie in one allocation, or in registered memory. */
enum simt_status range_check(struct simt_device *dev, u64 addr, u64 size);
enum simt_status copy_check(const struct simt_copy *c);
void copy_run(const struct simt_copy *c);
enum simt_status fill_check(struct simt_device *dev, const struct simt_fill *f);
void fill_run(const struct simt_fill *f);

/* alloc.c: what the runtime notes at a block: its kind and flags; never 0. */
u64 alloc_tag(enum simt_memory_kind kind, u32 flags);

/* error.c: records the sentence of simt_last_error and gives the status back. */
enum simt_status fail(enum simt_status s, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Whether a variable of the environment is set, and not to "" or "0". */
bool env_is_on(const char *name);
/* The sticky fault as a failed call, or SIMT_OK. */
enum simt_status device_check(const struct simt_device *dev);

/* module.c: the kernel that is function i of the module; false if there is none. */
bool function_at(struct simt_module *m, u32 i, struct simt_function **out);
/* module.c: the holder of a reference may run its kernels although it was unloaded. Not
 * called with the gate closed. */
void module_ref(struct simt_module *m);
void module_unref(struct simt_module *m);
/* The same without waiting for kernels: the memory comes back when they are done. */
void module_unref_soon(struct simt_module *m);
/* module.c: frees what the module holds, at once what is on the device, and the rest when
 * no code of it is being made. It is off the list already; with the gate closed. */
void module_leave(struct simt_module *m);
/* module.c: the same, but waits for code that is being made. */
void module_drop(struct simt_module *m);

/* kernel.c: computes the layout of shared memory of a kernel. */
struct simt_function *function_make(struct simt_module *m, const struct func *f);

/* fault.c */
/* The kind of fault (backend/machine/launch.h) that a kernel's error comes from;
 * FAULT_NONE: from none. */
u32 fault_of_status(enum simt_status s);
/* The status of a name, "SIMT_OUT_OF_MEMORY"; -1: there is none. */
int status_find(const char *name);
/* Turns a launch's record into dev->fault, and returns the status that it has. */
enum simt_status fault_record(struct simt_device *dev, struct simt_module *m,
                              const struct launch *l);
/* The same for a call of a library: its access finds no memory at `bad`, or, if that is
 * 0, checked mode refuses it; it fails. */
struct call_access;
enum simt_status fault_record_call(struct simt_device *dev, const struct call_access *a,
                                   u64 bad);
enum simt_status fault_record_failure(struct simt_device *dev,
                                      const struct call_access *a, enum simt_status s);
/* Before a launch: forgets what an earlier one has left. */
void fault_forget(struct simt_device *dev);

/* texture.c: removes an object, while no kernel runs. False if there is none. */
bool texture_place_free(struct simt_device *dev, u64 handle);
/* Removes all objects, while no kernel runs. */
void textures_drop(struct simt_device *dev);

/* machine_hooks.c: the services that device code reaches. */
void hooks_install(struct simt_device *dev);
void device_heap_drop(struct simt_device *dev);
