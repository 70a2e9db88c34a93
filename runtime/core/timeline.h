/* timeline.h - the runtime's rows and events of a timeline (base/trace.h): devices,
 * streams, kernels, copies.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/trace.h"
#include "runtime/core/stream.h"

/* Gives the device a number, and its rows names. */
void timeline_device(struct simt_device *dev);
void timeline_stream(const struct simt_stream *s);

/* The calling thread does work of the stream, until timeline_leave; 0 if there is no
 * timeline. With a name that work is a slice of the stream's row. */
u64 timeline_enter(const struct simt_stream *s);
void timeline_leave(const char *name, u64 start);
/* The row of what the calling thread does: a stream's, or its own. */
struct track timeline_here(void);

void timeline_launch(const struct launch *l, u32 workers, u64 start);
void timeline_copy(const struct simt_copy *c, u64 start);
void timeline_fill(const struct simt_fill *f, u64 start);
/* A call of a library. */
void timeline_call(const char *function, u64 start);
/* A graph begins and ends in the stream whose work this is. */
void timeline_graph(bool begins, const void *plan);
void timeline_event(const void *event);
