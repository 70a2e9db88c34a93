/* device.h - devices: opening with options, what they have, peers. A fault of a kernel is
 * sticky: every later call on the device returns it until the device is reset, or
 * simt_device_recover forgets it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_device;
struct simt_function;

/* Zeros mean: the environment's SIMT_* variable of the same name, else the default. */
struct simt_device_options {
	const char *arch;      /* SIMT_DEVICE: "sm_90" */
	uint64_t memory_bytes; /* SIMT_DEVICE_MEMORY: three quarters of the host's memory
	                        */
	uint32_t threads;      /* SIMT_THREADS: the cores of the host */
	uint64_t timeout_ms;   /* SIMT_TIMEOUT_MS: of each launch; none */
	const char *backend;   /* SIMT_BACKEND: "auto", "interp", "jit" */
	const char *cpu;      /* SIMT_CPU: the host; of the whole process, the last device
	                         decides */
	bool verbose;         /* SIMT_VERBOSE: a line on stderr about each compilation */
	const char *profile;  /* SIMT_PROFILE: "text" or "json", and ":FILE"; counts
	                         instructions, on the interpreter; written when the
	                         process ends; the first device decides */
	const char *coverage; /* SIMT_COVERAGE: a file for lcov */
	bool only_compiled;   /* a kernel that cannot be compiled is SIMT_NOT_SUPPORTED */
	FILE *print_to;       /* device printf; stdout */
	bool sandbox; /* addresses of compiled code are confined to the device's memory by
	                 their form, compiled code is neither kept nor fetched, and what
	                 kernels print is shown as plain text */
	/* SIMT_SCHEDULE: which warp goes on, "rr", "random", "pct:depth=3" and more, see
	 * docs/schedules.md; on the interpreter, one worker; as the scheduler has it */
	const char *schedule;
	uint64_t seed; /* SIMT_SEED: seed of random choices */
	bool weak; /* SIMT_WEAK: memory as weak as PTX lets it be, see docs/weak-memory.md
	            */
	const char *record_schedule; /* SIMT_RECORD_SCHEDULE: a file for the schedule of
	                                each launch */
	/* SIMT_REPLAY_SCHEDULE: such a file, to be followed */
	const char *replay_schedule;
	bool alone; /* while kernels run, nothing else writes memory: no copies, no host,
	               no other launch. Checked mode then proves that loops which wait for
	               global memory never end */
	bool hold_print; /* device printf appears when the program waits for the device,
	                    as on hardware; else at once */
};

enum simt_status simt_device_open(const struct simt_device_options *o,
                                  struct simt_device **out);
void simt_device_close(struct simt_device *dev);
/* Frees every allocation and module and forgets a fault. */
enum simt_status simt_device_reset(struct simt_device *dev);
/* Forgets a sticky fault and keeps memory and modules as they are. */
void simt_device_recover(struct simt_device *dev);
/* The sticky fault, or SIMT_OK. */
enum simt_status simt_device_status(const struct simt_device *dev);
/* Stops the running launch; may be called from a signal handler. */
void simt_device_interrupt(struct simt_device *dev);

struct simt_properties {
	char name[64];
	uint32_t sm; /* compute capability: 90 for 9.0 */
	uint32_t multiprocessors, warp_lanes;
	uint32_t max_threads_cta, max_threads_sm, max_ctas_sm, regs_sm, regs_cta;
	uint32_t shared_sm, shared_cta, shared_cta_optin, shared_reserved;
	uint32_t max_grid[3], max_block[3], max_cluster;
	uint32_t clock_khz;
	uint64_t memory_bytes, const_bytes, local_max;
};
void simt_device_properties(const struct simt_device *dev, struct simt_properties *p);
/* Bytes of malloc in kernels; SIMT_INVALID_VALUE once a kernel has used it. */
enum simt_status simt_set_heap(struct simt_device *dev, uint64_t bytes);
uint64_t simt_heap_bytes(const struct simt_device *dev);
/* Writes what kernels have printed, see hold_print. */
void simt_device_flush(struct simt_device *dev);
/* Answers of the program's runtime to device code. Each returns false, or no bytes, for
 * what does not exist. */
struct simt_device_queries {
	bool (*attribute)(struct simt_device *dev, int attribute, int32_t *value);
	bool (*limit)(struct simt_device *dev, int limit, uint64_t *value);
	uint32_t (*function)(struct simt_function *f, void *attributes, uint32_t room);
	const char *(*error_text)(int error, bool name);
};
/* index, count: the device among those that the program sees. */
void simt_device_runtime(struct simt_device *dev, const struct simt_device_queries *q,
                         uint32_t index, uint32_t count);
/* Sets how many launches of kernels may wait for others; at first 2048. */
void simt_set_pending_launches(struct simt_device *dev, uint32_t n);
/* From now on kernels of dev may use pinned and managed memory of peer. Called when both
 * are open, and again after a reset of peer. */
void simt_peer_meet(struct simt_device *dev, struct simt_device *peer);
/* Allow or forbid kernels of dev to use the memory of peer. SIMT_INVALID_VALUE: it is so
 * already. */
enum simt_status simt_peer_enable(struct simt_device *dev, struct simt_device *peer);
enum simt_status simt_peer_disable(struct simt_device *dev, struct simt_device *peer);

#ifdef __cplusplus
}
#endif
