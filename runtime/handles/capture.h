/* capture.h - streams whose work is recorded in a graph instead of being done: checks
 * before queueing work or waiting for it. While nothing is captured each check is one
 * load.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/event.h"
#include "runtime/handles/stream.h"

struct capture;
struct node_ops;

/* Called before work is queued in s. *c: the work is to be captured in it; NULL: it is to
 * be queued. An error: neither. */
cudaError_t capture_enter(struct CUstream_st *s, struct capture **c);
/* Called before calls that query a stream, wait for it, or give it work that graphs
 * cannot hold: such a call spoils the capture. */
cudaError_t capture_forbids(struct CUstream_st *s);
/* The same for calls that captures of other streams do not affect. */
cudaError_t capture_forbids_own(struct CUstream_st *s);
/* Called before calls that do not affect captures: an error if the capture of s is
 * spoilt. */
cudaError_t capture_is_sound(const struct CUstream_st *s);
/* Called before s is queried or waited for: that is unsafe for captures of other streams,
 * too. */
cudaError_t capture_forbids_waiting(struct CUstream_st *s);
/* Spoils the capture of s, if there is one: a launch failed. */
void capture_spoil(struct CUstream_st *s);
/* Called before waiting for a whole device. */
cudaError_t capture_forbids_device(void);
/* Called before calls that may wait for streams implicitly: cudaMalloc and the like. Host
 * functions in streams may not make them at all. */
cudaError_t capture_forbids_unsafe(void);
/* Called before an event is queried or waited for. */
cudaError_t capture_forbids_event(cudaEvent_t e);
/* Called before its time is queried, which spoils nothing: an error if it was last
 * recorded in a capture. */
cudaError_t capture_has_event(const struct CUevent_st *e);

/* Add work to a capture. */
/* func: the handle of f that the program gave. programmatic: it may begin when the
 * kernels before it let it. */
cudaError_t capture_launch(struct capture *c, struct CUstream_st *s, const void *func,
                           struct simt_function *f, const struct simt_launch *l,
                           bool programmatic);
cudaError_t capture_copy(struct capture *c, struct CUstream_st *s,
                         const struct simt_copy *copy, enum cudaMemcpyKind kind);
cudaError_t capture_fill(struct capture *c, struct CUstream_st *s,
                         const struct simt_fill *fill);
cudaError_t capture_host(struct capture *c, struct CUstream_st *s, cudaHostFn_t fn,
                         void *user);
/* packed: see simt_call_pack. */
cudaError_t capture_call(struct capture *c, struct CUstream_st *s, const void *packed,
                         u32 bytes);
cudaError_t capture_memory_ops(struct capture *c, struct CUstream_st *s,
                               const struct node_ops *o);
cudaError_t capture_alloc(struct capture *c, struct CUstream_st *s, size_t size,
                          void **p);
cudaError_t capture_free(struct capture *c, struct CUstream_st *s, void *p);
/* *done: the event belongs to captures, and this was all there is to do. port: of the
 * kernel before it, which the event stands for; 0: the end of all work. */
cudaError_t capture_record(struct CUstream_st *s, cudaEvent_t e, bool external, u8 port,
                           bool *done);
cudaError_t capture_wait(struct CUstream_st *s, cudaEvent_t e, bool external, bool *done);
/* The stream is destroyed. */
void capture_leave(struct CUstream_st *s);
