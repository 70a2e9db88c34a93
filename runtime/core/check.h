/* check.h - checked mode as the runtime sees it: settings, what the host does to memory,
 * reports. One log and one set of counts serve all devices of the process.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/watch/checker.h"
#include "runtime/core/device.h"

struct hb_point;

enum check_format { CHECK_TEXT, CHECK_XML, CHECK_JSON };

enum check_names { NAMES_FULL, NAMES_SIMPLE, NAMES_MANGLED };

struct check_settings {
	u32 tools;
	u32 strict; /* enum strict_rule */
	u32 format;
	bool vendor;  /* exactly what compute-sanitizer prints, and no more */
	bool hazards; /* each race by itself, not one record for a pair of places */
	bool leaks;
	bool no_stack, no_api;
	bool spare;       /* a finding ends its kernel, but not the context */
	bool blocking;    /* a launch returns when its kernel is over */
	bool no_copies;   /* nothing about what the host copies */
	bool alone;       /* children of the process are not checked */
	bool determinism; /* launches run under several schedules */
	u32 demangle;     /* enum check_names */
	u64 limit;
	u64 wait_s;    /* seconds without progress after which work that is pending at the
	                  end is stopped */
	u32 exit_code; /* of the process after findings; 0: its own */
	u64 skip, count;  /* launches */
	const char *log;  /* path, "stdout", "stderr" */
	const char *save; /* path: what `format` says goes there, and text to the log */
	const char *suppress; /* path of a file of suppressions */
	/* Wanted kernels: a part of their names, the whole name after '=', a regular
	 * expression after '~'; all others with '!' first. NULL: all. */
	const char *kernels;
};

/* Returns the settings in SIMT_CHECK; NULL: no checked mode. *bad: the part that is
 * wrong, or NULL. */
const struct check_settings *check_settings(const char **bad);

/* Keeps the calling thread's stack and returns its number; 0: none. */
u32 check_stack_here(void);
/* Prints the frames, innermost first, each with `each`. */
struct check_frame {
	const char *function, *module;
	u64 offset;
};
u32 check_stack_frames(u32 id, struct check_frame *out, u32 most);
/* The same for the instruction at pc, which has faulted, in a handler of its signal.
 * False: it is the runtime's, or was called by it. */
bool check_stack_of_fault(const void *pc, u32 *id);
/* The function of the runtime that the program has called there; "" if it has no name. */
const char *check_stack_entry(u32 id);

/* Called where the host does something; each does nothing without checked mode. */
void check_note_alloc(struct simt_device *dev, u64 addr, u64 size,
                      enum simt_memory_kind kind);
void check_note_free(struct simt_device *dev, u64 addr);
void check_note_write(u64 addr, u64 size);
void check_note_copy(u64 dst, u64 src, u64 size);
/* check_order.c: a launch of the device begins; it is over. Launches run one after
 * another. */
void check_order_begin(struct simt_device *dev, const struct launch *l);
void check_order_end(struct simt_device *dev, const struct launch *l);
/* A piece of work, or the host, has accessed the range; `what` says how and stays
 * valid. */
void check_order_access(struct simt_device *dev, u64 addr, u64 size, bool store,
                        const char *what);
/* An access that a call of a library is about to make. */
struct call_access {
	const char *function, *argument;
	u64 addr, size;
	bool reads, writes;
};
/* bad: an address of it where no memory is; 0: there is none. False: checked mode has
 * found, and reported, that the access is wrong. */
bool check_call_access(struct simt_device *dev, const struct call_access *a, u64 bad);
/* The host loads from the address, or stores to it, by the instruction at pc, at the
 * point, whose reference goes. Returns whether that is known to be a race. */
bool check_order_host(struct simt_device *dev, struct hb_point *point, u64 addr,
                      const void *pc, bool store);
/* The module is unloaded; the device is reset or closed. */
void check_order_unload(struct simt_device *dev, const void *prepared);
void check_order_drop(struct simt_device *dev);
/* Returns the device in whose arena the address lies, or NULL. */
struct simt_device *check_owner(u64 addr);
/* Returns the device with this number, or NULL. */
struct simt_device *check_device(u32 i);

/* A launch is queued on one thread and run on another: keep its stack, and set it on the
 * thread that is about to run it. */
u32 check_stack_to_keep(void);
void check_launch_stack(u32 stack);
u32 check_stack_of_launch(void);
/* Stacks of the block that starts, or has started, at base. */
void check_block_stacks(struct simt_device *dev, u64 base, u32 *allocated, u32 *freed);

/* The device is opened; its memory is made, also after a reset; it is closed. */
enum simt_status check_open(struct simt_device *dev);
enum simt_status check_memory(struct simt_device *dev);
void check_close(struct simt_device *dev);

/* host_access.c: races of the host's own loads and stores. Each does nothing unless races
 * are looked for, and there is memory that the host shares.
 *
 * Whether blocks of this kind have pages of their own. */
bool check_wants_pages(const struct simt_device *dev, enum simt_memory_kind kind);
/* There is a block; it is freed; all of the device's are gone. */
void host_access_block(struct simt_device *dev, u64 addr, u64 size,
                       enum simt_memory_kind kind);
void host_access_free(struct simt_device *dev, u64 addr);
void host_access_drop(struct simt_device *dev);
/* A copy or a fill has accessed the range; a launch begins, which may touch anything; it
 * is over. */
void host_access_range(struct hb_point *point, u64 addr, u64 size, bool store);
void host_access_begin(void);
void host_access_launch(struct simt_device *dev, struct hb_point *point);
/* The host may have learned through memory that what comes before the point is done;
 * anything may be done. */
void host_access_told(const struct hb_point *point);
void host_access_forget(void);
/* The calling thread begins, or ends, a piece of work. */
void host_access_work(bool begins);
/* With the queue's lock: work is over, or the host has waited for some. */
void host_access_settle(void);
/* Waits until number seq of s is done, but not for long. */
void host_access_wait(struct simt_stream *s, u64 seq);

/* determinism.c: runs the launch with run(ctx); and again, if that is asked for. */
void check_repeat(struct simt_device *dev, struct launch *l, void (*run)(void *ctx),
                  void *ctx);

/* check_exit.c: the process ends. Each is false, and does nothing, without checked mode.
 */
bool check_drain(void);  /* finishes work that is pending */
bool check_finish(void); /* the same; what does not end is stopped */
/* Starts to watch signals and quick_exit(), once for the process. */
void check_watch_end(void);
enum check_ending { CHECK_RUNS, CHECK_GAVE_UP, CHECK_INTERRUPTED };
enum check_ending check_ending(void);

/* check_report.c */
/* Writes the summary and the ends of files, once; sig: what ends the process, or 0. */
void check_close_records(int sig);
/* Children of fork() report nothing that their parent has found. Called once for the
 * process. */
void check_guard_fork(void);
/* Notes that n pieces of work were pending at the end and did not begin. */
void check_note_dropped(u64 n);
/* The launch was stopped because the process ends. */
void check_stopped(const struct launch *l);
void check_report(struct machine *m, const struct finding *f);
/* Reports a copy to the host of memory that was never written. */
void check_report_host(struct simt_device *dev, u64 addr, u64 size);
void check_report_leaks(struct simt_device *dev);
void check_leaks(void);
/* Does what has to wait for the end of a launch. */
void check_launch_over(void);
/* Whether a launch that checked mode has ended with s leaves the context as it is. */
bool check_spares(enum simt_status s);
/* Whether launches are waited for. */
bool check_blocks(void);
