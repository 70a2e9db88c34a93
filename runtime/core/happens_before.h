/* happens_before.h - checked mode: the happens-before relation of pieces of work, which
 * the program makes by streams, events, default streams, edges of graphs, and its own
 * waits. The order in which they really ran does not count.
 *
 * Each piece of work has a point: a number, which is the next one of its stream's clock,
 * and for each clock up to which number it comes after that one's work. The host is a
 * clock, too, and all its threads are one. Streams share clocks where there are many:
 * then an order may be seen where there is none, never the other way round.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/stream.h"

enum { HB_CLOCKS = 64, HB_HOST = 0, HB_KEPT = 32 };

struct hb_point {
	_Atomic u32 refs;
	u32 clock;
	u32 stack; /* of the host, when the work was queued */
	bool early, is_default;
	u64 n;
	u64 stream;           /* its id; 0: the host did it */
	u64 known[HB_CLOCKS]; /* of each clock: its work up to this number comes before
	                       */
	u64 soon[HB_CLOCKS];  /* the same of what a programmatic launch does before it
	                            waits */
};

/* The state of a stream. */
struct hb_stream {
	u64 known[HB_CLOCKS]; /* what its next work comes after */
	bool held;            /* it has learned something since its last work */
	u64 seq[HB_KEPT];     /* of the last ones' points */
	struct hb_point *point[HB_KEPT];
	u32 n;
};

/* Whether races are looked for at all. Otherwise the functions below do nothing. They are
 * called with the queue's lock held, unless they say that they are not. */
bool hb_wanted(void);
/* op, which is not queued yet, comes after number seq of s. */
void hb_after(struct op *op, struct simt_stream *s, u64 seq);
/* op is now the last one of s, as number seq. */
void hb_put(struct simt_stream *s, struct op *op, u64 seq);
/* A point after all that s holds, as its next work would have it, with a reference;
 * or NULL. */
struct hb_point *hb_here(struct simt_stream *s);
/* Orders the next work of s after the point. */
void hb_hold(struct simt_stream *s, const struct hb_point *p);
/* The host has waited for the point, for number seq of s, for all of s, for all of the
 * device. */
void hb_host_after(const struct hb_point *p);
void hb_host_waited(struct simt_stream *s, u64 seq);
void hb_host_settled(struct simt_stream *s);
void hb_host_waited_all(struct simt_device *dev);
/* The last point of s, with a reference. */
struct hb_point *hb_last(const struct simt_stream *s);
/* hb_stream_retire: all its work is done, and no thread finds it any more.
 * hb_stream_drop: its memory is freed. */
void hb_stream_retire(const struct simt_stream *s);
void hb_stream_drop(struct simt_stream *s);

/* Whether the host has waited for the point. */
bool hb_host_knows(const struct hb_point *p);

/* Not locked: the calling thread does this piece of work, until it is NULL. */
void hb_doing(struct hb_point *p);
/* Not locked: whether it does one. */
bool hb_is_doing(void);
/* Not locked: what the calling thread does, or a point of the host's, with a
 * reference; or NULL. */
struct hb_point *hb_now(void);
void hb_ref(struct hb_point *p);
void hb_unref(struct hb_point *p);
/* Whether a comes before b; before b has waited, if `soon`. */
bool hb_is_before(const struct hb_point *a, const struct hb_point *b, bool soon);
