/* gate.h - which launches of a device run at the same time, and what needs the device
 * without any. Kernels of different streams run together, so that one may wait for what
 * another writes. As many as there are workers begin at once; more than that begin when
 * those have had some time and still run. Freeing memory, unloading code and the like
 * happen while nothing runs.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "backend/machine/launch.h"
#include "base/vec.h"
#include "runtime/core/api/status.h"

enum {
	REPORT_BYTES = 64 * 1024, /* wait table of one launch */
	PARAM_KEPT = 4608,        /* bytes of parameters for which a slot keeps room */
};

/* The state of a launch while it runs; used again by later ones. */
struct slot {
	struct slot *next;  /* of all of the device */
	struct slot *spare; /* free ones */
	u32 number;
	bool in_use;
	bool is_long; /* it goes on for so long that others have begun beside it */
	bool goes_on; /* another launch follows in it: no event can ask for the time of
	                 this one */
	_Atomic(struct launch *) launch; /* under way, or NULL */
	struct worker_slot *workers;     /* one for each worker */
	u64 param, workspace;            /* device memory, 0 until it is needed */
	struct window reach;             /* as it was at the last launch, */
	u32 reach_changes;               /* after so many changes */
	struct simt_counters counters;   /* of the last launch */
	char report[REPORT_BYTES];
};

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t free, empty; /* a launch may begin; nothing runs */
	_Atomic(struct slot *) all;
	struct slot *spare;
	u32 nslot, nrunning, nlong;
	_Atomic u32 nwaiting; /* launches and others that wait */
	u32 nalone;           /* of those, the ones that need the device alone */
	struct arena arena;
	VEC(u64) later; /* memory that is freed when nothing runs */
};

struct simt_device;
void gate_init(struct gate *g);
void gate_drop(struct simt_device *dev);
/* Waits for its turn. NULL: no memory. */
struct slot *gate_enter(struct simt_device *dev);
void gate_leave(struct simt_device *dev, struct slot *s);
/* Between launches of one thread: lets in others that wait. NULL: no memory, and the
 * slot is gone. */
struct slot *gate_turn(struct simt_device *dev, struct slot *s);
/* Nothing runs from here to gate_open. */
void gate_close(struct simt_device *dev);
/* False: something runs, or waits for that; for threads that others wait for while the
 * gate is closed. */
bool gate_try_close(struct simt_device *dev);
void gate_open(struct simt_device *dev);
/* Frees addr, or detaches it, at once or when nothing runs. False: there is nothing to
 * free. */
bool gate_free(struct simt_device *dev, u64 addr);
bool gate_detach(struct simt_device *dev, u64 addr);
/* Waits until what is to be freed is. False: there is nothing. */
bool gate_free_waiting(struct simt_device *dev);
/* The gate is closed: all device memory is gone. */
void gate_forget_memory(struct gate *g);
/* Stops what runs. Takes no lock; signal handlers may call it. */
void gate_interrupt(struct gate *g, enum fault_kind why);
