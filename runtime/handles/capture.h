/* capture.h - streams whose work is recorded in a graph instead of being done: checks
 * before queueing work or waiting for it. While nothing is captured each check is one
 * load.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/event.h"
#include "runtime/handles/stream.h"

struct capture;
struct node_ops;

/* Before work is given to s. *c: it is to be captured; NULL: it is to be done. An error:
 * neither. */
cudaError_t capture_enter(struct CUstream_st *s, struct capture **c);
/* Before calls that cannot be captured, of a stream that is asked, waited for, or told
 * what graphs cannot hold: such a call spoils the capture. */
cudaError_t capture_forbids(struct CUstream_st *s);
/* The same of calls to which captures of other streams mean nothing. */
cudaError_t capture_forbids_own(struct CUstream_st *s);
/* Before calls that do not affect captures: an error if that of s is spoilt. */
cudaError_t capture_is_sound(const struct CUstream_st *s);
/* Before s is asked or waited for: that is unsafe for the captures of others, too. */
cudaError_t capture_forbids_waiting(struct CUstream_st *s);
/* Spoils the capture of s, if there is one: a launch failed. */
void capture_spoil(struct CUstream_st *s);
/* Before waiting for a whole device. */
cudaError_t capture_forbids_device(void);
/* Before calls that may wait for streams without being asked to: cudaMalloc and the
 * like. Functions of the program that run in streams may not make them at all. */
cudaError_t capture_forbids_unsafe(void);
/* Before an event is asked or waited for. */
cudaError_t capture_forbids_event(cudaEvent_t e);
/* Before its time is asked, which spoils nothing: an error if it was last recorded in a
 * capture. */
cudaError_t capture_has_event(const struct CUevent_st *e);

/* Add work to a capture. */
/* func: as the program names f. programmatic: it may begin when the kernels before it let
 * it. */
cudaError_t capture_launch(struct capture *c, struct CUstream_st *s, const void *func,
                           struct simt_function *f, const struct simt_launch *l,
                           bool programmatic);
cudaError_t capture_copy(struct capture *c, struct CUstream_st *s,
                         const struct simt_copy *copy, enum cudaMemcpyKind kind);
cudaError_t capture_fill(struct capture *c, struct CUstream_st *s,
                         const struct simt_fill *fill);
cudaError_t capture_host(struct capture *c, struct CUstream_st *s, cudaHostFn_t fn,
                         void *user);
cudaError_t capture_memory_ops(struct capture *c, struct CUstream_st *s,
                               const struct node_ops *o);
cudaError_t capture_alloc(struct capture *c, struct CUstream_st *s, size_t size,
                          void **p);
cudaError_t capture_free(struct capture *c, struct CUstream_st *s, void *p);
/* *done: the event belongs to captures, and this was all there is to do. port: of the
 * kernel before it that the event stands for; 0: the end of everything. */
cudaError_t capture_record(struct CUstream_st *s, cudaEvent_t e, bool external, u8 port,
                           bool *done);
cudaError_t capture_wait(struct CUstream_st *s, cudaEvent_t e, bool external, bool *done);
/* The stream goes. */
void capture_leave(struct CUstream_st *s);
