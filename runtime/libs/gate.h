/* gate.h - what the runtime of a process gives to its libraries: the functions of call.h,
 * and the driver interface. libcudart exports it, also where it is linked into a program.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/libs/call.h"

enum lib_access { LIB_READS = 1, LIB_WRITES = 2 };

struct lib_gate {
	u32 bytes; /* of this structure: an older library and a newer runtime get on */
	const struct driver_table *driver;
	cudaError_t (*submit)(cudaStream_t stream, const struct lib_work *w);
	cudaError_t (*wait)(cudaStream_t stream);
	bool (*access)(struct lib_call *c, u32 access, const char *argument,
	               const struct lib_box *box);
	void *(*scratch)(struct lib_call *c, u64 bytes);
	void (*parallel)(struct lib_call *c, u64 n, void (*fn)(void *ctx, u64 i),
	                 void *ctx);
	u32 (*threads)(const struct lib_call *c);
	void (*fail)(struct lib_call *c, cudaError_t e);
	cudaError_t (*current_device)(int *device);
	bool (*is_capturing)(cudaStream_t stream);
	enum cudaMemoryType (*memory_type)(const void *p);
	cudaError_t (*submit_steps)(cudaStream_t stream, const struct lib_steps *s);
	void (*fail_stream)(struct lib_call *c, cudaError_t e);
	void *(*token)(void);
	void (*resume)(void *token);
	bool (*finish)(void *token);
	bool (*is_over)(const struct lib_call *c);
	void (*state)(struct lib_state *out);
	void (*place)(const void *pc, char *text, size_t bytes);
	cudaError_t (*publish)(u64 value);
	void (*links)(const char *name, u32 func, double bytes, u32 nrank,
	              const int *device, u32 ndevice);
};

const struct lib_gate *__cudaLibraryGate(void);
