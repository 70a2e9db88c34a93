/* call.h - a function of a library (cuBLAS, cuFFT, ...) as work of a stream. The library
 * checks its arguments and submits the call; a thread of the runtime runs it when the
 * stream comes to it. In a stream that is captured it becomes a node of the graph.
 *
 * Libraries reach the runtime of the process, which may be linked into the program,
 * through the functions below, and never link one themselves.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cuda_runtime_api.h>

#include "base/base.h"

struct driver_table; /* runtime/driver/driver.h */
struct lib_call;     /* a call that runs */

struct lib_work {
	const char *function; /* the name that the program called; it stays valid */
	/* Called on a thread of the runtime; not after a sticky fault of the device. It
	 * must not queue work or wait. A graph runs it any number of times with the same
	 * payload, which it must not change. */
	void (*run)(struct lib_call *c, const void *payload);
	const void *payload; /* copied; 16-byte aligned when it runs */
	u32 bytes;
};

/* A call that waits for other streams, devices or processes: no thread waits with it. */
struct lib_steps {
	const char *function;
	/* False: the call goes on after lib_resume, and is called again then (or
	 * earlier). It is also called once after a sticky fault of the device: see
	 * lib_is_over. */
	bool (*step)(struct lib_call *c, const void *payload);
	const void *payload;
	u32 bytes;
	bool quick; /* soon over: the calling thread may do it at once */
};

/* Queues the call, or captures it. Errors are those of a launch: an invalid stream, a
 * spoilt capture, a sticky fault. */
cudaError_t lib_submit(cudaStream_t stream, const struct lib_work *w);
cudaError_t lib_submit_steps(cudaStream_t stream, const struct lib_steps *s);
/* Waits for the stream. In a capture: cudaErrorStreamCaptureUnsupported, and the capture
 * is spoilt. */
cudaError_t lib_wait(cudaStream_t stream);

/* Boxes of memory: `slices` matrices of `rows` rows of `width` bytes. Pitches are bytes
 * from one to the next and may be 0 or negative. */
struct lib_box {
	const void *at;
	u64 width, rows;
	s64 pitch;
	u64 slices;
	s64 slice_pitch;
};

/* Each operand is named before it is touched: `argument` is its name in the library's
 * manual. False: it is not in memory that the device can use; the device has the fault of
 * an illegal address, and the call returns at once. Empty boxes are always good. Checked
 * mode reports here what a kernel would be reported for. */
bool lib_reads(struct lib_call *c, const char *argument, const struct lib_box *box);
/* What it writes without reading it. */
bool lib_writes(struct lib_call *c, const char *argument, const struct lib_box *box);
/* What it reads and writes. */
bool lib_updates(struct lib_call *c, const char *argument, const struct lib_box *box);

/* The same for n contiguous bytes. */
static inline struct lib_box lib_bytes(const void *at, u64 n) {
	return (struct lib_box){.at = at, .width = n, .rows = 1, .slices = 1};
}
/* A column-major matrix: `cols` columns of `rows` elements, ld elements apart. */
static inline struct lib_box lib_matrix(const void *at, u64 rows, u64 cols, s64 ld,
                                        u32 element) {
	return (struct lib_box){
		.at = at,
		.width = rows * element,
		.rows = cols,
		.pitch = ld * (s64)element,
		.slices = 1,
	};
}

/* Memory until the call is over, 64-byte aligned and not cleared; NULL: none, and the
 * stream fails with cudaErrorMemoryAllocation. */
void *lib_scratch(struct lib_call *c, u64 bytes);
/* Calls fn(ctx, i) for i < n on up to lib_threads() threads, the calling one among them,
 * in any order, and waits. */
void lib_parallel(struct lib_call *c, u64 n, void (*fn)(void *ctx, u64 i), void *ctx);
u32 lib_threads(const struct lib_call *c);
/* The call that runs, for lib_resume after its step has returned false: once for each
 * time, on any thread. The token is valid until the call is over. */
void *lib_token(void);
void lib_resume(void *token);
/* The same for a call that has nothing left to do. True: it is over, and its step is not
 * called again. */
bool lib_finish(void *token);
/* The device has failed: the call touches no memory, and ends. */
bool lib_is_over(const struct lib_call *c);
/* What the streams of the process do. */
struct lib_state {
	u32 running,
		ready; /* calls, kernels, copies: that threads do; that could begin */
	u32 parked;    /* calls whose step has returned false */
	u32 waiting;   /* threads of the program that wait for streams */
	u32 threads;   /* of the runtime */
	u64 completed;
};
void lib_state(struct lib_state *out);
/* Says where the call is that returns to pc: "function in file:line", where the program
 * has debug information, otherwise "function [offset] in module". */
void lib_place(const void *pc, char *text, size_t bytes);
/* The device and its stream fail with this error, as if a kernel had failed. */
void lib_fail(struct lib_call *c, cudaError_t e);
/* The stream alone fails: who waits for it next is told, and the device goes on. */
void lib_fail_stream(struct lib_call *c, cudaError_t e);

/* The driver interface of the process, by its functions' symbols (cuMemAlloc_v2, ...);
 * NULL: there is no runtime, which has been said on stderr. */
const struct driver_table *lib_driver(void);
/* The device that is current, made current with its primary context if there is none. */
cudaError_t lib_current_device(int *device);
/* Whether the stream is being captured. */
bool lib_is_capturing(cudaStream_t stream);
/* What device code of the library finds in the workspace of its grid, whose address is in
 * %envreg1 (upper half) and %envreg2, 16 bytes from its beginning, or 0: in kernels of
 * the current device that start from now on. */
cudaError_t lib_publish(u64 value);
/* Where a pointer's memory is: cudaMemoryTypeUnregistered for plain memory of the host.
 */
enum cudaMemoryType lib_memory_type(const void *p);

/* Prints one line "simt: ..." on stderr, once for each format, if SIMT_LIBS_LOG or
 * SIMT_VERBOSE (simtrun -v) is set: which implementation was chosen. */
void lib_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
