/* ipc.h - the part of an event that other processes see.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/error.h"

struct ipc_event;

/* Makes a shared event; NULL: the system refuses. */
struct ipc_event *ipc_event_new(void);
/* An error: its process has ended, or is this one, or it is no handle. */
cudaError_t ipc_event_open(const cudaIpcEventHandle_t *in, struct ipc_event **out);
void ipc_event_unref(struct ipc_event *e);
/* False: it came from another process. */
bool ipc_event_handle(const struct ipc_event *e, cudaIpcEventHandle_t *out);

/* Records count in the order of the calls in all processes. */
enum simt_status ipc_event_record(struct ipc_event *e, struct simt_stream *s);
/* Makes the stream wait for what has been recorded by now. */
enum simt_status ipc_event_stream_wait(struct ipc_event *e, struct simt_stream *s);
bool ipc_event_is_done(const struct ipc_event *e);
void ipc_event_wait(const struct ipc_event *e);
