/* event.h - events: points in the work of streams.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_device;
struct simt_event;
struct simt_stream;

enum simt_status simt_event_create(struct simt_device *dev, bool timing,
                                   struct simt_event **out);
void simt_event_destroy(struct simt_event *e);
struct simt_device *simt_event_device(const struct simt_event *e);
bool simt_event_keeps_time(const struct simt_event *e);
/* Stream and event are of one device. */
enum simt_status simt_event_record(struct simt_event *e, struct simt_stream *s);
/* Records an event without a time, reached when the last kernel in s lets others begin,
 * or is done. Work that waits for it in other streams may start while that kernel runs;
 * griddepcontrol.wait waits for its end. */
enum simt_status simt_event_record_early(struct simt_event *e, struct simt_stream *s);
/* Work that is queued later in s waits for the event as it was last recorded. */
enum simt_status simt_stream_wait_event(struct simt_stream *s, struct simt_event *e);
/* SIMT_OK if it never was recorded. */
enum simt_status simt_event_query(struct simt_event *e);
enum simt_status simt_event_wait(struct simt_event *e);
enum simt_status simt_event_elapsed(struct simt_event *from, struct simt_event *to,
                                    float *ms);

#ifdef __cplusplus
}
#endif
