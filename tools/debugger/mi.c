/* mi.c - see mi.h. A line of gdb's: ~"text of the console", ^done, ^running or
 * ^error,msg="..." after a command, *stopped,reason="..." and *running when they happen,
 * =breakpoint-created,bkpt={number="1",...} and the like.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/debugger/mi.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/vec.h"

extern char **environ;

enum { END_MS = 5000 }; /* it has to end in this time */

/* ---- its lines --------------------------------------------------------------------- */

static u32 octal(const char **s) {
	u32 c = 0;
	for (u32 i = 0; i < 3 && **s >= '0' && **s <= '7'; i++, ++*s)
		c = c * 8 + (u32)(**s - '0');
	return c;
}

/* Adds the text of a C string, from its opening quotation mark on. */
static void add_string(struct text *t, const char *s) {
	static const char letters[] = "ntrabfve", means[] = "\n\t\r\a\b\f\v\033";
	for (s++; *s && *s != '"';) {
		if (*s != '\\' || !s[1]) {
			text_printf(t, "%c", *s++);
			continue;
		}
		const char *at = strchr(letters, *++s);
		if (*s >= '0' && *s <= '7')
			text_printf(t, "%c", (int)octal(&s));
		else
			text_printf(t, "%c", at ? means[at - letters] : *s), s++;
	}
}

/* The value that NAME="..." has in a line, after `,` or `{`. Quotation marks within
 * values have a backslash before them, so a value never looks like that. */
static const char *value_of(struct arena *a, const char *line, const char *name) {
	size_t n = strlen(name);
	for (const char *s = line; (s = strstr(s, name)); s += n) {
		bool whole = s > line && (s[-1] == ',' || s[-1] == '{') && s[n] == '=' &&
		             s[n + 1] == '"';
		if (whole) {
			struct text t = {.arena = a};
			add_string(&t, s + n + 1);
			return t.n ? text_get(&t) : "";
		}
	}
	return "";
}

static bool begins(const char *s, const char *with) {
	return strncmp(s, with, strlen(with)) == 0;
}

static void take_result(struct gdb *g, const char *line) {
	if (begins(line, "^error")) {
		g->result = GDB_FAILED;
		text_printf(&g->console, "%s\n", value_of(&g->arena, line, "msg"));
	} else {
		g->result = begins(line, "^running") ? GDB_RUNS : GDB_DONE;
		g->running |= g->result == GDB_RUNS;
	}
}

static void take_breakpoint(struct gdb *g, const char *line) {
	bool goes = begins(line, "=breakpoint-deleted");
	u32 n = (u32)strtoul(value_of(&g->arena, line, goes ? "id" : "number"), NULL, 10);
	if (n < GDB_NUMBERS)
		g->owns[n] = !goes;
	if (!goes)
		g->last = MAX(g->last, n);
}

/* What a dprintf prints is shown when it happens; all else is part of an answer or of a
 * stop. */
static void take_console(struct gdb *g, const char *string) {
	struct text t = {.arena = &g->arena};
	add_string(&t, string);
	for (const char *s = t.n ? text_get(&t) : ""; *s; s++) {
		if (*s == GDB_TELLS || *s == GDB_TOLD)
			g->tells = *s == GDB_TELLS;
		else if (g->tells && g->running)
			putchar(*s);
		else
			text_printf(&g->console, "%c", *s);
	}
	fflush(stdout);
}

static void take_line(struct gdb *g, char *line) {
	switch (*line) {
	case '~': take_console(g, line + 1); break;
	case '^': take_result(g, line); break;
	case '*':
		g->running = begins(line, "*running");
		g->has_stopped = !g->running;
		if (g->has_stopped)
			g->stop = arena_strdup(&g->arena, line, strlen(line));
		break;
	case '=':
		if (begins(line, "=breakpoint-created") ||
		    begins(line, "=breakpoint-deleted"))
			take_breakpoint(g, line);
		break;
	case '&':
	case '+':
	case '@': break;
	default: /* of a command of the shell */
		if (!begins(line, "(gdb)"))
			text_printf(&g->console, "%s\n", line);
	}
}

static void take_lines(struct gdb *g) {
	char *from = g->part, *end;
	while ((end = memchr(from, '\n', g->npart - (u32)(from - g->part)))) {
		*end = 0;
		take_line(g, from);
		from = end + 1;
	}
	g->npart -= (u32)(from - g->part);
	memmove(g->part, from, g->npart);
}

static void is_over(struct gdb *g) {
	close(g->to);
	close(g->from);
	waitpid(g->pid, NULL, 0);
	g->pid = 0;
	g->to = g->from = -1;
	g->is_lost = true;
	g->attached = g->running = g->has_stopped = false;
	memset(g->owns, 0, sizeof g->owns);
}

bool gdb_read(struct gdb *g) {
	ssize_t n;
	if (!g->pid)
		return false;
	while (g->cap - g->npart < 4096)
		vec_grow(&g->arena, (void **)&g->part, &g->cap, 1);
	do
		n = read(g->from, g->part + g->npart, g->cap - g->npart);
	while (n < 0 && errno == EINTR);
	if (n <= 0) {
		is_over(g);
		return false;
	}
	g->npart += (u32)n;
	take_lines(g);
	return true;
}

/* ---- commands ---------------------------------------------------------------------- */

static void put(struct gdb *g, const char *line) {
	size_t n = strlen(line);
	g->result = GDB_NONE;
	while (n) {
		ssize_t w = write(g->to, line, n);
		if (w < 0 && errno != EINTR)
			return;
		if (w > 0)
			line += w, n -= (size_t)w;
	}
}

enum gdb_result gdb_wait(struct gdb *g) {
	while (g->pid && g->result == GDB_NONE && gdb_read(g))
		;
	return g->pid ? g->result : GDB_FAILED;
}

enum gdb_result gdb_mi(struct gdb *g, const char *command) {
	if (!g->pid)
		return GDB_FAILED;
	put(g, command);
	put(g, "\n");
	return gdb_wait(g);
}

void gdb_begin(struct gdb *g, const char *command) {
	struct arena a = ARENA_INIT;
	struct text t = {.arena = &a};
	text_printf(&t, "-interpreter-exec console \"");
	for (const char *s = command; *s; s++)
		text_printf(&t, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
	text_printf(&t, "\"\n");
	put(g, text_get(&t));
	arena_drop(&a);
}

enum gdb_result gdb_do(struct gdb *g, const char *command) {
	if (!g->pid)
		return GDB_FAILED;
	gdb_clear(g);
	gdb_begin(g, command);
	return gdb_wait(g);
}

bool gdb_wait_stop(struct gdb *g) {
	while (g->pid && !g->has_stopped && gdb_read(g))
		;
	return g->pid != 0;
}

const char *gdb_text(const struct gdb *g) {
	return g->console.n ? text_get(&g->console) : "";
}

/* The arena is emptied only while it holds neither a stop nor a part of a line. */
void gdb_clear(struct gdb *g) {
	if (!g->has_stopped && !g->npart) {
		arena_reset(&g->arena);
		g->part = NULL;
		g->cap = 0;
	}
	g->console = (struct text){.arena = &g->arena};
}

const char *gdb_stop_value(struct gdb *g, const char *name) {
	return value_of(&g->arena, g->stop, name);
}

/* ---- its process ------------------------------------------------------------------- */

/* Its messages are read, so they are to be English; Ctrl-C is the program's, so it is in
 * a session of its own. */
static int spawn(pid_t *pid, int in, int out) {
	static char gdb[] = "gdb", q[] = "-q", nx[] = "-nx", mi[] = "--interpreter=mi3";
	char *argv[] = {gdb, q, nx, mi, NULL};
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t none, all;
	sigemptyset(&none);
	sigfillset(&all);
	setenv("LC_ALL", "C.UTF-8", 1);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
	                                        POSIX_SPAWN_SETSID);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY,
	                                 0);
	int error = posix_spawnp(pid, argv[0], &actions, &attr, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attr);
	return error;
}

static void settle(struct gdb *g) {
	static const char *const commands[] = {
		"set pagination off",
		"set confirm off",
		"set width 0",
		"set height 0",
		"set style enabled off",
		"set print thread-events off",
		"set print inferior-events off",
		"set debuginfod enabled off",
		"set unwindonsignal on",
		"handle SIGSTOP stop print nopass",
		"handle SIGINT stop print nopass",
		/* the runtime's own sources are not stepped through */
		"skip -gfi ../../base/*",
		"skip -gfi ../../backend/*/*",
		"skip -gfi ../../runtime/*/*",
		"skip -rfu ^__simt_",
		/* nor what nvcc's programs have around a launch */
		"skip -fi vector_types.h",
		"skip -rfu __device_stub__",
	};
	gdb_mi(g, "-gdb-set mi-async on");
	for (u32 i = 0; i < countof(commands); i++)
		gdb_do(g, commands[i]);
}

bool gdb_start(struct gdb *g) {
	int to[2], from[2];
	*g = (struct gdb){.console.arena = NULL};
	g->console.arena = &g->arena;
	if (pipe2(to, O_CLOEXEC) != 0)
		return false;
	if (pipe2(from, O_CLOEXEC) != 0) {
		close(to[0]), close(to[1]);
		return false;
	}
	bool ok = spawn(&g->pid, to[0], from[1]) == 0;
	close(to[0]);
	close(from[1]);
	g->to = to[1];
	g->from = from[0];
	if (!ok) {
		close(g->to), close(g->from);
		g->pid = 0;
		return false;
	}
	settle(g);
	return g->pid != 0;
}

void gdb_end(struct gdb *g) {
	if (!g->pid)
		return;
	struct pollfd p = {.fd = g->from, .events = POLLIN};
	put(g, "-gdb-exit\n");
	while (g->pid) {
		if (poll(&p, 1, END_MS) == 0)
			kill(g->pid, SIGKILL);
		gdb_read(g);
	}
	arena_drop(&g->arena);
	*g = (struct gdb){0};
}
