/* check.h - checked mode as the runtime sees it: settings, what the host does to memory,
 * reports. One log and one set of counts serve all devices of the process.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/watch/checker.h"
#include "runtime/core/device.h"

enum check_format { CHECK_TEXT, CHECK_XML, CHECK_JSON };

enum check_names { NAMES_FULL, NAMES_SIMPLE, NAMES_MANGLED };

struct check_settings {
	u32 tools;
	u32 format;
	bool vendor;  /* exactly what compute-sanitizer prints, and no more */
	bool hazards; /* each race by itself, not one record for a pair of places */
	bool leaks;
	bool no_stack, no_api;
	bool spare;     /* a finding ends its kernel, but not the context */
	bool blocking;  /* a launch returns when its kernel is over */
	bool no_copies; /* nothing about what the host copies */
	bool alone;     /* children of the process are not checked */
	u32 demangle;   /* enum check_names */
	u64 limit;
	u64 wait_s;       /* so long work that is pending at the end may get nowhere */
	u32 exit_code;    /* of the process after findings; 0: its own */
	u64 skip, count;  /* launches */
	const char *log;  /* path, "stdout", "stderr" */
	const char *save; /* path: what `format` says goes there, and text to the log */
	const char *suppress; /* path of a file of suppressions */
	/* Wanted kernels: a part of their names, the whole name after '=', a regular
	 * expression after
	 * '~'; and '!' first: all others. NULL: all. */
	const char *kernels;
};

/* As SIMT_CHECK says; NULL: no checked mode. *bad: what it does not understand. */
const struct check_settings *check_settings(const char **bad);

/* A host stack: 0 is none. */
u32 check_stack_here(void);
/* Prints the frames, innermost first, each with `each`. */
struct check_frame {
	const char *function, *module;
	u64 offset;
};
u32 check_stack_frames(u32 id, struct check_frame *out, u32 most);
/* The function of the runtime that the program has called there; "" if it has no name. */
const char *check_stack_entry(u32 id);

/* Called where the host does something; each does nothing without checked mode. */
void check_note_alloc(struct simt_device *dev, u64 addr, u64 size,
                      enum simt_memory_kind kind);
void check_note_free(struct simt_device *dev, u64 addr);
void check_note_write(u64 addr, u64 size);
void check_note_copy(u64 dst, u64 src, u64 size);
/* check_order.c: a launch of the device begins; it is over. Launches do so one after
 * another. */
void check_order_begin(struct simt_device *dev, const struct launch *l);
void check_order_end(struct simt_device *dev, const struct launch *l);
/* A piece of work, or the host, has accessed the range; `what` says how. Its memory
 * stays. */
void check_order_access(struct simt_device *dev, u64 addr, u64 size, bool store,
                        const char *what);
/* The module goes; all goes. */
void check_order_unload(struct simt_device *dev, const void *prepared);
void check_order_drop(struct simt_device *dev);
/* The device at this number, or NULL. */
struct simt_device *check_device(u32 i);

/* A launch is queued on one thread and run on another: keep its stack, and set it on the
 * thread that is about to run it. */
u32 check_stack_to_keep(void);
void check_launch_stack(u32 stack);
u32 check_stack_of_launch(void);
/* Stacks of the block that starts, or has started, at base. */
void check_block_stacks(struct simt_device *dev, u64 base, u32 *allocated, u32 *freed);

/* The device is opened; its memory is there, or there anew; it is closed. */
enum simt_status check_open(struct simt_device *dev);
enum simt_status check_memory(struct simt_device *dev);
void check_close(struct simt_device *dev);

/* check_exit.c: the process ends. Each is false, and does nothing, without checked mode.
 */
bool check_drain(void);  /* finishes work that is pending */
bool check_finish(void); /* the same; what does not end is stopped */
/* Signals and quick_exit() are watched, once for the process. */
void check_watch_end(void);
enum check_ending { CHECK_RUNS, CHECK_GAVE_UP, CHECK_INTERRUPTED };
enum check_ending check_ending(void);

/* check_report.c */
/* The summary and the ends of files; sig: what ends the process, or 0. Once. */
void check_close_records(int sig);
/* Children that fork makes tell nothing of what their parent has found. Once for the
 * process. */
void check_guard_fork(void);
/* Notes that n pieces of work were pending at the end and did not begin. */
void check_note_dropped(u64 n);
/* The launch was stopped because the process ends. */
void check_stopped(const struct launch *l);
void check_report(struct machine *m, const struct finding *f);
/* A copy to the host of memory that was never written. */
void check_report_host(struct simt_device *dev, u64 addr, u64 size);
void check_report_leaks(struct simt_device *dev);
void check_leaks(void);
/* Does what has to wait for the end of a launch. */
void check_launch_over(void);
/* A launch that checked mode has ended with s leaves the context as it is. */
bool check_spares(enum simt_status s);
/* Launches are waited for. */
bool check_blocks(void);
