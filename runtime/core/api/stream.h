/* stream.h - streams. A stream does its work in order, on threads of the runtime; streams
 * do not wait for each other. Work of the default stream waits for what all streams but
 * the non-blocking ones were given before, and what they are given later waits for it.
 * After a sticky fault the work of the device is dropped.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "launch.h"
#include "memory.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_stream;

struct simt_stream_info {
	struct simt_device *device;
	uint64_t id;
	bool nonblocking;
	int32_t priority; /* a smaller one goes first */
};

enum simt_status simt_stream_create(struct simt_device *dev, bool nonblocking,
                                    int32_t priority, struct simt_stream **out);
/* The default stream of the device; it lives as long. NULL: no memory for it. */
struct simt_stream *simt_stream_default(struct simt_device *dev);
/* Work that is queued still runs. */
void simt_stream_destroy(struct simt_stream *s);
void simt_stream_info(const struct simt_stream *s, struct simt_stream_info *info);
/* Sets the priority of work that starts from now on. */
void simt_stream_set_priority(struct simt_stream *s, int32_t priority);
/* SIMT_OK: nothing is queued; SIMT_NOT_READY; or the sticky fault. */
enum simt_status simt_stream_query(struct simt_stream *s);
/* Waits until everything queued is done. */
enum simt_status simt_stream_wait(struct simt_stream *s);
enum simt_status simt_device_wait(struct simt_device *dev);
/* Waits until work queued now could start, so that the caller may copy by itself. */
enum simt_status simt_stream_settle(struct simt_stream *s);

/* Checks at once, runs later. */
enum simt_status simt_stream_launch(struct simt_stream *s, struct simt_function *f,
                                    const struct simt_launch *l);
enum simt_status simt_stream_copy(struct simt_stream *s, const struct simt_copy *c);
enum simt_status simt_stream_fill(struct simt_stream *s, const struct simt_fill *f);
/* The source, in host memory, is copied away at once. */
enum simt_status simt_stream_send(struct simt_stream *s, uint64_t dst, const void *src,
                                  uint64_t size);

/* Small operations on memory, done one after another. A wait ends when the word in
 * memory, which any thread or process may write, meets its condition. */
enum simt_memory_op_kind {
	SIMT_WAIT_GEQ, /* the word minus the value, as a signed number, is not negative */
	SIMT_WAIT_EQ,
	SIMT_WAIT_AND, /* word & value is not 0 */
	SIMT_WAIT_NOR, /* ~(word | value) is not 0 */
	SIMT_WRITE,
	SIMT_BARRIER,
};
struct simt_memory_op {
	uint64_t addr, value;
	uint32_t bytes; /* 4 or 8; addr is a multiple */
	uint32_t kind;  /* enum simt_memory_op_kind */
};
enum simt_status simt_stream_memory_ops(struct simt_stream *s,
                                        const struct simt_memory_op *op, uint32_t n);
/* The checks of simt_stream_memory_ops alone. */
enum simt_status simt_memory_ops_check(struct simt_device *dev,
                                       const struct simt_memory_op *op, uint32_t n);

struct simt_work {
	/* status: the sticky fault of the device, or SIMT_OK. A function that returns
	 * SIMT_NOT_READY is called again, later, with the same payload. One that returns
	 * SIMT_PARKED, which only work that `parks` does, is called again after
	 * simt_work_resume, and after a fault of its device. */
	enum simt_status (*run)(void *payload, enum simt_status status);
	const void *payload; /* copied */
	uint32_t bytes;
	bool host; /* the program's own function: it may not call into streams */
	bool parks;
	/* It is over soon: the calling thread does it at once, if nothing comes before
	 * it. */
	bool quick;
};
enum simt_status simt_stream_add(struct simt_stream *s, const struct simt_work *w);
/* The work that the calling thread does, for simt_work_resume. */
void *simt_work_here(void);
/* Has work that is parked, or is about to be, called again. Each time it returned
 * SIMT_PARKED it may be resumed once, on any thread. */
void simt_work_resume(void *work);
/* Ends work that is parked, or resumes it: true: it is over, and is not called again. */
bool simt_work_finish(void *work);
/* What the streams of the process do. */
struct simt_work_state {
	uint32_t running; /* pieces of work that threads do, functions of the program
	                     among them */
	uint32_t ready;   /* streams whose next piece could begin */
	uint32_t parked;
	uint32_t waiting;   /* threads of the program that wait for streams */
	uint32_t threads;   /* of the runtime */
	uint64_t completed; /* pieces of work */
};
void simt_work_state(struct simt_work_state *out);
/* Whether the calling thread runs such a function of the program. */
bool simt_in_host_function(void);
/* exit() stops the work of streams after all handlers that are registered from now on,
 * among them the destructors of static objects; without this call, after those that are
 * registered once something has been queued. */
void simt_guard_exit(void);
/* Whether the main thread has ended, as it has when handlers of exit() run. */
bool simt_leaving(void);

#ifdef __cplusplus
}
#endif
