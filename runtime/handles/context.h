/* context.h - contexts of the driver interface.
 * The primary context of a device is the device as the runtime has it. Others share its
 * memory and its queues; what was made in one is gone when it is destroyed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

struct CUmod_st;

struct CUctx_st {
	struct slot slot;
	struct cuda_device *device;
	u32 generation; /* of the device when it was made */
	u64 id;
	u32 flags;
	u32 refs; /* retained, or attached to */
	bool primary;
	bool ended; /* of a primary one: until it is retained or the runtime uses it */
	bool is_narrow; /* made by a function of before CUDA 3.2: with 32-bit addresses */
	struct CUgreenCtx_st *green; /* the green context that it belongs to, or NULL */
	struct owned things;         /* a ring; things.next is the youngest */
};

/* In the flags of an allocation: the number of its context, 16 bits; 0 for primary ones.
 */
enum { CONTEXT_SHIFT = 8, CONTEXT_MARK = 0xffff << CONTEXT_SHIFT };
u32 context_memory_mark(void);
/* Returns the context of memory of the device with the mark. */
struct CUctx_st *context_of_mark(struct cuda_device *d, u32 mark);

/* Returns the calling thread's; NULL if it has none. */
struct CUctx_st *context_current(void);
bool context_is_alive(const struct CUctx_st *c);
/* Whether a pointer of the program's is a context, alive or not. */
bool context_is_one(const struct CUctx_st *c);
/* Returns the primary context of the device. */
struct CUctx_st *context_primary(struct cuda_device *d);
/* Makes one that is not primary and not current; NULL: no memory. context_end ends it,
 * with all that it owns. */
struct CUctx_st *context_make(struct cuda_device *d, u32 flags);
void context_end(struct CUctx_st *c);
/* Push a context on the calling thread's stack, pop it, or replace the top (NULL: pop).
 * False: the stack is full. */
bool context_push(struct CUctx_st *c);
struct CUctx_st *context_pop(void);
bool context_set(struct CUctx_st *c);
/* References to a context; a primary one that has ended lives again. context_release:
 * false if there was none; *last: that was the last one. */
void context_retain(struct CUctx_st *c);
bool context_release(struct CUctx_st *c, bool *last);
bool context_is_retained(int device);
/* The runtime chose a device: its primary context is current. */
void context_follow(struct cuda_device *d);
/* A call of the runtime uses the current context: a primary one that has ended lives
 * again. cudaErrorDeviceUninitialized: it is another one, and was destroyed. */
cudaError_t context_use(void);

/* driver/module.c: ends the handle of a module that a library or a program unloads. */
void module_unwrap(struct CUmod_st *m);

/* Streams take the events and the functions of their own context alone. Green contexts
 * count as the primary one, which is NULL here. */
struct CUctx_st *context_apart(struct CUctx_st *c);

/* Makes o belong to the current context and returns that; NULL: it is a primary one. */
struct CUctx_st *context_own(struct owned *o, void (*drop)(struct owned *o));
void context_disown(struct owned *o);
/* What is wrong with the handle of something that a context owned. */
static inline cudaError_t context_slot_error(const struct slot *s) {
	return s->live     ? cudaSuccess
	       : s->orphan ? cudaErrorContextIsDestroyed
	                   : cudaErrorInvalidResourceHandle;
}
