/* call.h - what a library (cuBLAS, ...) does in a stream on the host's processors: to the
 * program it is work of the device, as a kernel is. Its accesses to device memory are
 * checked and reported as a kernel's.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"
#include "stream.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_device;
struct simt_call; /* one that runs */

struct simt_call_entry {
	const char *function; /* the name that the program called; it stays valid */
	void (*run)(struct simt_call *c, const void *payload);
	/* Instead of run, for calls that wait for other streams, devices or processes.
	 * False: the call is not over; it is called again after
	 * simt_work_resume(simt_work_here()), or for another reason. Also called once
	 * after a sticky fault of the device, when simt_call_is_over. */
	bool (*step)(struct simt_call *c, const void *payload);
};

/* `slices` matrices of `rows` rows of `width` bytes; pitches are bytes from one to the
 * next. */
struct simt_box {
	uint64_t at, width, rows, slices;
	int64_t pitch, slice_pitch;
};

enum simt_access { SIMT_READS = 1, SIMT_WRITES = 2 };

/* The call as work of a stream or of a graph: `room` gets simt_call_bytes(bytes) bytes,
 * and simt_call_work is the work that has them as its payload. */
uint32_t simt_call_bytes(uint32_t bytes);
void simt_call_pack(void *room, struct simt_device *dev,
                    const struct simt_call_entry *entry, const void *payload,
                    uint32_t bytes);
struct simt_work simt_call_work(const void *room, uint32_t room_bytes);
/* The name of the function in a packed call. */
const char *simt_call_function(const void *room);

/* The rest is called while the call runs.
 *
 * Checks the access to all bytes of the box, before it is made; `argument` names the
 * operand. False: the device has a fault now, and the call ends. */
bool simt_call_access(struct simt_call *c, uint32_t access, const char *argument,
                      const struct simt_box *box);
/* Memory until the call is over, 64-byte aligned. NULL: none, and the call fails. */
void *simt_call_scratch(struct simt_call *c, uint64_t bytes);
/* Calls fn(ctx, i) for i < n on up to simt_call_threads threads and waits. */
void simt_call_parallel(struct simt_call *c, uint64_t n,
                        void (*fn)(void *ctx, uint64_t i), void *ctx);
uint32_t simt_call_threads(const struct simt_call *c);
/* The stream alone fails: who waits for it next is told, and the device goes on. */
void simt_call_fail_stream(struct simt_call *c, enum simt_status status);
/* The device has failed: the call may not touch memory, and ends. */
bool simt_call_is_over(const struct simt_call *c);
/* Says where the call is that returns to pc: function, file and line, where the program
 * has debug information, or offset and module. */
void simt_host_place(const void *pc, char *text, size_t bytes);
/* The device fails as if a kernel had failed. */
void simt_call_fail(struct simt_call *c, enum simt_status status);

/* The value that kernels of the device find in the workspace of their grid. */
void simt_call_publish(struct simt_device *dev, uint64_t value);

#ifdef __cplusplus
}
#endif
