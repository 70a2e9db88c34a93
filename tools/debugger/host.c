/* host.c - the host half: gdb is started, attached, and asked; why it has stopped.
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/debugger/front.h"
#include "tools/simtrun/simtrun.h"

void host_show(struct front *f) {
	fputs(gdb_text(&f->gdb), stdout);
	fflush(stdout);
	gdb_clear(&f->gdb);
}

bool host_do(struct front *f, const char *command) {
	bool ok = gdb_do(&f->gdb, command) != GDB_FAILED;
	if (!f->gdb.has_stopped) /* else the stop's text is in it, too */
		host_show(f);
	return ok;
}

/* ---- starting ---------------------------------------------------------------------- */

/* The program's file; if it is gone or another one by now, what the system still has. */
static const char *program_file(struct front *f) {
	char path[PATH_MAX];
	const char *link = arena_printf(&f->arena, "/proc/%d/exe", (int)f->program);
	ssize_t n = readlink(link, path, sizeof path - 1);
	if (n <= 0)
		return link;
	path[n] = 0;
	return access(path, R_OK) == 0 ? arena_strdup(&f->arena, path, (size_t)n) : link;
}

void host_read_kernels(struct front *f) {
	if (f->program && !f->kernels.is_open)
		kernels_open(&f->kernels, &f->arena, program_file(f));
}

bool host_open(struct front *f) {
	if (f->gdb.pid)
		return true;
	if (!f->program)
		return false;
	host_read_kernels(f);
	if (!f->has_no_gdb && gdb_start(&f->gdb)) {
		const char *file = arena_printf(&f->arena, "file \"%s\"",
		                                program_file(f));
		gdb_do(&f->gdb, file);
		return f->gdb.pid != 0;
	}
	if (!f->has_no_gdb)
		printf("gdb cannot be started: breakpoints in host code, and commands "
		       "about it, need it.\n");
	f->has_no_gdb = true;
	return false;
}

/* gdb's number of a thread that the system calls `tid`. */
static u32 find_thread(struct front *f, u32 tid) {
	char wanted[32];
	gdb_do(&f->gdb, "info threads");
	snprintf(wanted, sizeof wanted, "(LWP %u)", tid);
	const char *at = strstr(gdb_text(&f->gdb), wanted), *line = at;
	while (line && line > gdb_text(&f->gdb) && line[-1] != '\n')
		line--;
	return line ? (u32)strtoul(line + strspn(line, "* "), NULL, 10) : 0;
}

/* Steps do not go into the folder of a header, by either of its names. */
static void skip_folder(struct front *f, const char *header) {
	char real[PATH_MAX];
	const char *names[] = {header, realpath(header, real)};
	for (u32 i = 0; i < countof(names) && names[i]; i++) {
		int n = (int)(strrchr(names[i], '/') - names[i]);
		gdb_do(&f->gdb, arena_printf(&f->arena, "skip -gfi %.*s/*", n, names[i]));
	}
}

/* The headers of CUDA are beside its libraries. */
static void skip_headers(struct front *f) {
	static const char *const headers[] = {"vector_types.h",
	                                      "simt/cuda_runtime_templates.h"};
	const char *libs;
	for (u32 i = 0; i < countof(headers) && program_libraries(&f->arena, &libs); i++)
		skip_folder(f, arena_printf(&f->arena, "%.*s/include/%s",
		                            (int)(strrchr(libs, '/') - libs), libs,
		                            headers[i]));
}

bool host_attach(struct front *f) {
	char command[40];
	if (f->gdb.attached)
		return true;
	if (!host_open(f))
		return false;
	if (!f->asks || !front_ask(f, REMOTE_THREAD, 0, "")) {
		printf("gdb can be attached only where the debugger waits for a "
		       "command.\n");
		return false;
	}
	u32 tid = f->m.number;
	snprintf(command, sizeof command, "attach %d", (int)f->program);
	if (gdb_do(&f->gdb, command) == GDB_FAILED) {
		printf("gdb cannot be attached: %s", gdb_text(&f->gdb));
		return false;
	}
	if (!gdb_wait_stop(&f->gdb))
		return false;
	f->gdb.attached = true;
	f->gdb.has_stopped = false;
	f->helper = find_thread(f, tid);
	skip_headers(f);
	gdb_clear(&f->gdb);
	return true;
}

/* ---- holding ----------------------------------------------------------------------- */

static bool is_signal(struct front *f, const char *name) {
	return strcmp(gdb_stop_value(&f->gdb, "reason"), "signal-received") == 0 &&
	       strcmp(gdb_stop_value(&f->gdb, "signal-name"), name) == 0;
}

/* The signal is one that no thread can block, and that the program does not get. */
void host_hold(struct front *f) {
	struct gdb *g = &f->gdb;
	if (!g->attached || !g->running)
		return;
	kill(f->program, SIGSTOP);
	if (gdb_wait_stop(g) && is_signal(f, "SIGSTOP")) {
		g->has_stopped = false;
		gdb_clear(g);
	}
}

static void go_on(struct front *f, const char *how) {
	f->gdb.has_stopped = false;
	gdb_clear(&f->gdb);
	gdb_mi(&f->gdb, how);
	gdb_clear(&f->gdb);
}

static void resume(struct front *f) {
	f->gdb.has_stopped = false;
	gdb_clear(&f->gdb);
	if (!steps_go_on(f) && !f->gdb.running)
		go_on(f, "-exec-continue");
}

/* If it was something else that stopped it, that is looked at next. */
void host_release(struct front *f) {
	if (f->gdb.attached && !f->gdb.running && !f->gdb.has_stopped && !f->stands)
		resume(f);
}

/* ---- stops ------------------------------------------------------------------------- */

/* Whether a kernel is stepped through: Ctrl-C is for it then. */
static bool is_in_kernel(struct front *f) {
	struct text keep = f->gdb.console;
	f->gdb.console = (struct text){.arena = &f->gdb.arena};
	gdb_begin(&f->gdb, "output *(int *)&simt_debug_kernel");
	gdb_wait(&f->gdb);
	bool yes = strcmp(gdb_text(&f->gdb), "1") == 0;
	f->gdb.console = keep;
	return yes;
}

bool host_is_interrupted(const struct front *f) {
	char name[64], line[256];
	bool yes = false;
	snprintf(name, sizeof name, "/proc/%d/status", (int)f->program);
	FILE *status = fopen(name, "re");
	while (status && fgets(line, sizeof line, status))
		if (strncmp(line, "ShdPnd:", 7) == 0)
			yes = strtoull(line + 7, NULL, 16) >> (SIGINT - 1) & 1;
	if (status)
		fclose(status);
	return yes;
}

/* The first thing that the program meets when it goes on is the Ctrl-C of before. */
static void go_again(struct front *f) {
	const char *command = f->again;
	f->again = NULL;
	f->gdb.has_stopped = false;
	gdb_do(&f->gdb, command);
}

bool host_pass(struct front *f) {
	if (f->again && is_signal(f, "SIGINT")) {
		go_again(f);
		return true;
	}
	bool own = is_signal(f, "SIGSTOP") || (is_signal(f, "SIGINT") && f->asks);
	if (own)
		resume(f);
	return own;
}

void host_stopped(struct front *f) {
	struct gdb *g = &f->gdb;
	if (strncmp(gdb_stop_value(g, "reason"), "exited", 6) == 0) {
		gdb_end(g);
		f->stands = false;
	} else if (host_pass(f) || steps_returned(f)) {
		return;
	} else if (is_signal(f, "SIGINT") && is_in_kernel(f)) {
		go_on(f, "-interpreter-exec console \"signal SIGINT\"");
	} else {
		u32 number = (u32)strtoul(gdb_stop_value(g, "bkptno"), NULL, 10);
		g->has_stopped = false;
		f->step.command = NULL;
		f->stands = true;
		f->failed = false;
		if (number && breaks_do_commands(f, number))
			gdb_clear(g);
		else
			host_show(f);
	}
}
