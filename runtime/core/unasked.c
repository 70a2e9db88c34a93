/* unasked.c - failures that the program does not ask about: a line for each kernel when
 * the process ends, so that no launch fails in silence.
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include "base/own_stack.h"
#include "runtime/core/check.h"
#include "runtime/core/device.h"
#include "runtime/core/names.h"

enum { KEPT = 8, TEXT_BYTES = 600, CALLER_FRAMES = 4 };

/* Launches that were refused for one reason, and whose error their thread has not asked
 * for. */
struct refusal {
	u64 thread, times; /* thread 0: the entry is free */
	char text[TEXT_BYTES];
};

static struct {
	pthread_mutex_t lock;
	pid_t pid;
	u64 nthread;
	struct refusal refusal[KEPT];
	u64 more; /* that found no entry */
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local u64 thread_number;
static _Thread_local bool has_refusal;

static bool is_quiet(void) {
	return env_is_on("SIMT_QUIET") || check_settings(NULL);
}

/* ---- launches that are refused ---- */

struct note {
	const char *kernel, *error;
	enum simt_status status;
	u32 stack;
};

/* The function of the program that launches, which is not the kernel's own stub; "" if
 * it has no name. */
static const char *caller(struct arena *a, const struct note *n) {
	struct check_frame frame[CALLER_FRAMES];
	u32 nframe = check_stack_frames(n->stack, frame, CALLER_FRAMES), i = 0;
	while (i < nframe && n->kernel && strcmp(frame[i].function, n->kernel) == 0)
		i++;
	if (i == nframe || frame[i].function[0] == '?')
		return "";
	return arena_printf(a, "; launched in %s", name_shown(a, frame[i].function));
}

static void describe(char text[TEXT_BYTES], const struct note *n) {
	struct arena scratch = ARENA_INIT;
	const char *why = simt_last_status() == n->status ? simt_last_error() : "";
	snprintf(text, TEXT_BYTES,
	         "kernel %.200s was not launched: %s (%s, error %d)%.150s",
	         n->kernel ? name_shown(&scratch, n->kernel) : "of a host function",
	         *why ? why : simt_status_text(n->status), n->error, (int)n->status,
	         caller(&scratch, n));
	arena_drop(&scratch);
}

/* The entry of this text, or a free one; NULL: all are taken. */
static struct refusal *entry_for(const char *text) {
	struct refusal *free_one = NULL;
	for (u32 i = 0; i < KEPT; i++) {
		struct refusal *r = &all.refusal[i];
		if (r->thread == thread_number && strcmp(r->text, text) == 0)
			return r;
		if (!r->thread)
			free_one = r;
	}
	return free_one;
}

/* What a parent has not asked for is its own. */
static void forget_parent(void) {
	if (all.pid == getpid())
		return;
	memset(all.refusal, 0, sizeof all.refusal);
	all.more = 0;
	all.pid = getpid();
}

static void keep(void *ctx) {
	char text[TEXT_BYTES];
	describe(text, ctx);
	pthread_mutex_lock(&all.lock);
	forget_parent();
	if (!thread_number)
		thread_number = ++all.nthread;
	struct refusal *r = entry_for(text);
	if (!r) {
		all.more++;
	} else if (r->thread) {
		r->times++;
	} else {
		*r = (struct refusal){.thread = thread_number, .times = 1};
		memcpy(r->text, text, sizeof text);
	}
	has_refusal = true;
	pthread_mutex_unlock(&all.lock);
}

void simt_unasked_launch(const char *kernel, const char *error, enum simt_status s) {
	if (is_quiet())
		return;
	struct note n = {kernel, error, s, check_stack_here()};
	own_stack_call(keep, &n);
}

void simt_unasked_clear(void) {
	if (!has_refusal)
		return;
	has_refusal = false;
	pthread_mutex_lock(&all.lock);
	for (u32 i = 0; i < KEPT; i++)
		if (all.refusal[i].thread == thread_number)
			all.refusal[i].thread = 0;
	all.more = 0;
	pthread_mutex_unlock(&all.lock);
}

static void tell(const struct refusal *r) {
	fprintf(stderr, "simt: %s", r->text);
	if (r->times > 1)
		fprintf(stderr, " (%llu times)", (unsigned long long)r->times);
	fputs("; the program did not ask\n", stderr);
}

__attribute__((destructor)) static void at_the_end(void) {
	if (all.pid != getpid())
		return;
	fflush(stdout);
	for (u32 i = 0; i < KEPT; i++)
		if (all.refusal[i].thread)
			tell(&all.refusal[i]);
	if (all.more)
		fprintf(stderr, "simt: %llu more launches were refused\n",
		        (unsigned long long)all.more);
}

/* ---- faults ---- */

struct line {
	const struct simt_fault *fault;
	const char *error;
};

static void print_line(void *ctx) {
	const struct line *l = ctx;
	const struct simt_fault *f = l->fault;
	struct arena scratch = ARENA_INIT;
	fflush(stdout);
	fprintf(stderr, "simt: kernel %s failed: %s (%s, error %d)",
	        name_shown(&scratch, f->kernel), f->text, l->error, (int)f->status);
	if (f->source[0])
		fprintf(stderr, " at %s", f->source);
	else if (f->file)
		fprintf(stderr, " at %s:%u", f->file, f->line);
	fputs("; the program did not ask\n", stderr);
	arena_drop(&scratch);
}

void simt_fault_line(struct simt_device *dev, const char *error) {
	struct line l = {simt_device_fault(dev), error};
	if (l.fault && l.fault->kind != SIMT_FAULT_INTERRUPTED && !is_quiet())
		own_stack_call(print_line, &l);
}
