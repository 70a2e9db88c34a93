/* command_user.c - commands that the user makes (define, document, alias), those of other
 * programs (shell, and host: gdb's, about the program around the kernels), and what is
 * shown at each stop (layout).
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/places.h"
#include "runtime/debug/show.h"
#include "runtime/debug/state.h"
#include "runtime/debug/text.h"

extern char **environ;

enum { DEPTH_MOST = 64, ARGS_MOST = 10, AROUND = 5, CODE_LINES = 8 };

/* ---- define, document, alias ------------------------------------------------------- */

struct made {
	struct made *next;
	const char *name, *help;
	const char *command; /* of an alias; NULL: it has lines */
	VEC(const char *) line;
};
static struct made *all;
static u32 depth;

static struct made *find(const char *name) {
	for (struct made *m = all; m; m = m->next)
		if (strcmp(m->name, name) == 0)
			return m;
	return NULL;
}

static struct made *make(const char *name) {
	struct made *m = find(name);
	if (!m) {
		m = arena_new(&dbg.arena, struct made);
		*m = (struct made){.next = all,
		                   .name = arena_strdup(&dbg.arena, name, strlen(name)),
		                   .help = "User-defined."};
		all = m;
	}
	m->command = NULL;
	m->line.n = 0;
	return m;
}

static bool is_name(const char *s) {
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && *s != '_' && *s != '-')
			return false;
	return true;
}

/* Reads lines up to "end"; NULL at the end, and where there are no more. */
static const char *body_line(void) {
	const char *line = text_next_line();
	return line && strcmp(line, "end") != 0 ? line : NULL;
}

static void define(const char *args) {
	char name[64];
	const char *line;
	if (!next_word(&args, name, sizeof name) || !is_name(name)) {
		command_error("Argument required (name of command to define).");
		return;
	}
	struct made *m = make(name);
	while ((line = body_line()) != NULL)
		vec_push(&dbg.arena, &m->line,
		         arena_strdup(&dbg.arena, line, strlen(line)));
}

static void document(const char *args) {
	char name[64];
	struct text t = {.arena = &dbg.arena};
	next_word(&args, name, sizeof name);
	struct made *m = find(name);
	if (!m) {
		command_error("Undefined command: \"%s\".  Try \"help\".", name);
		return;
	}
	for (const char *line; (line = body_line()) != NULL;)
		text_printf(&t, "%s%s", t.n ? "\n" : "", line);
	m->help = text_get(&t);
}

/* alias [-a] [--] NAME = COMMAND */
static void alias(const char *args) {
	char name[64], word[64];
	do
		next_word(&args, name, sizeof name);
	while (name[0] == '-');
	if (!*name) {
		for (struct made *m = all; m; m = m->next)
			if (m->command)
				say("alias %s = %s\n", m->name, m->command);
		return;
	}
	if (*args != '=' || !is_name(name)) {
		command_error("Usage: alias NAME = COMMAND");
		return;
	}
	args++;
	const char *command = args += strspn(args, " \t");
	u32 n = 0;
	next_word(&args, word, sizeof word);
	word[strcspn(word, "/")] = 0;
	if (!find(word) && (!command_find(word, &n) || n > 1)) {
		command_error("Invalid command to alias to: %s", command);
		return;
	}
	struct made *m = make(name);
	m->command = arena_strdup(&dbg.arena, command, strlen(command));
	m->help = arena_printf(&dbg.arena, "Alias of \"%s\".", m->command);
}

/* Puts the words of `args` in place of $arg0, $arg1 ... and their number for $argc. */
static const char *with_arguments(struct arena *a, const char *line, const char *args) {
	struct text t = {.arena = a};
	char word[ARGS_MOST][256];
	u32 n = 0;
	while (n < ARGS_MOST && next_word(&args, word[n], sizeof word[n]))
		n++;
	for (; *line; line++) {
		u32 i = (u32)(line[4] - '0');
		if (strncmp(line, "$argc", 5) == 0) {
			text_printf(&t, "%u", n);
			line += 4;
		} else if (strncmp(line, "$arg", 4) == 0 && i < n) {
			text_printf(&t, "%s", word[i]);
			line += 4;
		} else {
			text_printf(&t, "%c", *line);
		}
	}
	return t.n ? text_get(&t) : "";
}

bool command_made(const char *word, const char *args) {
	struct made *m = find(word);
	if (!m)
		return false;
	if (depth == DEPTH_MOST) {
		command_error("Max user call depth exceeded -- command aborted.");
		return true;
	}
	depth++;
	if (m->command) {
		bool spaced = *args && *args != '/';
		const char *line = arena_printf(&dbg.arena, "%s%s%s", m->command,
		                                spaced ? " " : "", args);
		if (text_is_linked()) /* it may be a command for the other process */
			text_queue(line);
		else
			command_line(line);
	} else {
		/* queued: a line that lets the kernel run is not the last */
		for (u32 i = m->line.n; i-- > 0;)
			text_queue(with_arguments(&dbg.arena, m->line.at[i], args));
		if (dbg.front != &front_text)
			for (const char *line; (line = text_next_line()) != NULL;)
				command_line(line);
	}
	depth--;
	return true;
}

const char *command_made_help(const char *word) {
	struct made *m = find(word);
	return m ? m->help : NULL;
}

/* ---- other programs ---------------------------------------------------------------- */

/* Runs a program and waits for its end; returns an error number. The debugger's thread
 * blocks signals, which programs would inherit: gdb then waits for a SIGCHLD that never
 * comes, and no Ctrl-C ends a command of the shell. */
static int run_program(char **argv, const posix_spawn_file_actions_t *actions) {
	posix_spawnattr_t attr;
	sigset_t none, interrupts;
	struct sigaction before, ignore = {.sa_handler = SIG_IGN};
	pid_t child;
	sigemptyset(&none);
	sigemptyset(&interrupts);
	sigaddset(&interrupts, SIGINT);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &interrupts);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	fflush(NULL);
	sigaction(SIGINT, &ignore, &before); /* Ctrl-C is the program's meanwhile */
	int error = posix_spawnp(&child, argv[0], actions, &attr, argv, environ);
	while (!error && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	sigaction(SIGINT, &before, NULL);
	posix_spawnattr_destroy(&attr);
	return error;
}

static void shell(const char *args) {
	static char sh[] = "sh", c[] = "-c", interactive[] = "exec ${SHELL:-/bin/sh}";
	struct arena a = ARENA_INIT;
	char *command = *args ? arena_strdup(&a, args, strlen(args)) : interactive;
	char *argv[] = {sh, c, command, NULL};
	int error = run_program(argv, NULL);
	if (error)
		command_error("Cannot execute a shell: %s", strerror(error));
	arena_drop(&a);
}

static u32 host_thread = 1, host_frame;

/* Shows what gdb wrote after the mark, up to its farewell. */
static void show_output(int fd, const char *mark) {
	struct arena a = ARENA_INIT;
	off_t size = lseek(fd, 0, SEEK_END);
	char *text = arena_array(&a, char, (size_t)MAX(size, 0) + 1);
	ssize_t n = pread(fd, text, (size_t)MAX(size, 0), 0);
	text[MAX(n, 0)] = 0;
	char *from = strstr(text, mark), *end;
	if (!from) {
		end = strstr(text, "ptrace");
		command_error("gdb cannot look at this process%s",
		              end ? ": the system forbids it (kernel.yama.ptrace_scope)"
		                  : ".");
	} else {
		from += strlen(mark);
		end = strstr(from, "[Inferior 1 (");
		say("%.*s", (int)(end ? (size_t)(end - from) : strlen(from)), from);
	}
	arena_drop(&a);
}

/* Runs a command of gdb's on this process, which stands still meanwhile. */
static void ask_gdb(const char *args) {
	static char mark[] = "echo @simt@\\n";
	char pid[32], thread[32], frame[32], *command = NULL;
	struct arena a = ARENA_INIT;
	posix_spawn_file_actions_t actions;
	int out = memfd_create("gdb", MFD_CLOEXEC);
	snprintf(pid, sizeof pid, "%d", (int)getpid());
	snprintf(thread, sizeof thread, "thread %u", host_thread);
	snprintf(frame, sizeof frame, "frame %u", host_frame);
	command = arena_strdup(&a, args, strlen(args));
	char words[][32] = {
		"gdb", "-q", "-nx", "-batch", "-p", "-ex", "set pagination off"};
	char *argv[] = {words[0], words[1], words[2], words[3], words[4], pid,
	                words[5], words[6], words[5], thread,   words[5], frame,
	                words[5], mark,     words[5], command,  NULL};
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", 0, 0);
	int error = run_program(argv, &actions);
	posix_spawn_file_actions_destroy(&actions);
	if (error)
		command_error("Cannot run gdb: %s", strerror(error));
	else
		show_output(out, "@simt@\n");
	close(out);
	arena_drop(&a);
}

static void host(const char *args) {
	static const char *const running[] = {
		"break",   "tbreak", "b",      "run",    "r",      "continue", "c",
		"step",    "s",      "next",   "n",      "finish", "until",    "watch",
		"advance", "kill",   "detach", "attach", "target"};
	const char *rest = args;
	char word[64];
	if (!next_word(&rest, word, sizeof word)) {
		command_error("Argument required (a command of gdb's about the host "
		              "program: bt, info locals, print x).");
		return;
	}
	for (u32 i = 0; i < countof(running); i++)
		if (strcmp(word, running[i]) == 0) {
			command_error(
				"\"host\" looks at the program, it does not run it: "
				"gdb --args env SIMT_DEBUG=text PROGRAM stops in "
				"both.");
			return;
		}
	bool is_thread = strcmp(word, "thread") == 0 && isdigit((unsigned char)*rest);
	if (is_thread) {
		host_thread = (u32)strtoul(rest, NULL, 10);
		host_frame = 0;
	} else if (strcmp(word, "frame") == 0 && isdigit((unsigned char)*rest)) {
		host_frame = (u32)strtoul(rest, NULL, 10);
	} else if (strcmp(word, "up") == 0) {
		host_frame++;
	} else if (strcmp(word, "down") == 0) {
		host_frame -= host_frame > 0;
	}
	bool moves = is_thread || strcmp(word, "up") == 0 || strcmp(word, "down") == 0;
	ask_gdb(moves ? "frame" : args);
}

/* ---- layout ------------------------------------------------------------------------ */

static bool shows_source, shows_code, shows_registers;

static void layout(const char *args) {
	char word[64];
	next_word(&args, word, sizeof word);
	if (!is_short_for(word, "src") && !is_short_for(word, "asm") &&
	    !is_short_for(word, "split") && !is_short_for(word, "regs") &&
	    strcmp(word, "off") != 0) {
		command_error("\"layout\" takes src, asm, split, regs or off.");
		return;
	}
	bool off = strcmp(word, "off") == 0,
	     split = !off && word[0] == 's' && word[1] == 'p';
	shows_registers = !off && (word[0] == 'r' || (shows_registers && !split));
	if (word[0] != 'r') {
		shows_source = !off && (split || word[0] == 's');
		shows_code = !off && (split || word[0] == 'a');
	}
	show_layout();
}

static void tui(const char *args) {
	layout(strncmp(args, "disable", 7) == 0 ? "off" : "src");
}

static void show_source_window(void) {
	struct dframe fr;
	u32 len, n = 0;
	if (!state_frame(&dbg.focus, dbg.focus.frame, &fr))
		return;
	struct source_line l = places_line(fr.code, fr.inst, fr.level);
	if (!l.file || !places_text(l.file, l.line, &len, &n))
		return;
	say("---- %s\n", places_base(l.file));
	u32 from = l.line > AROUND ? l.line - AROUND : 1;
	for (u32 line = from; line <= MIN(l.line + AROUND, n); line++) {
		const char *text = places_text(l.file, line, &len, NULL);
		if (text)
			say("%s%5u  %.*s\n", line == l.line ? ">" : " ", line, (int)len,
			    text);
	}
}

void show_layout(void) {
	if (!dbg.g || !dbg.focus.set)
		return;
	if (shows_source)
		show_source_window();
	if (shows_code) {
		say("---- PTX\n");
		command_line(arena_printf(&dbg.arena, "x/%ui $pc", CODE_LINES));
	}
	if (shows_registers) {
		say("---- registers\n");
		command_line("info registers");
	}
}

const struct command commands_user[] = {
	{"define", NULL, define,
         "define NAME: a new command, whose lines follow up to \"end\"; $arg0, $arg1 ... "
         "are its arguments, $argc is their number."},
	{"document", NULL, document,
         "document NAME: the help of a command of the user's: lines up to \"end\"."},
	{"alias", NULL, alias, "alias NAME = COMMAND: another name of a command."},
	{"shell", NULL, shell, "Execute a command of the shell; also !COMMAND."},
	{"host", NULL, host,
         "host COMMAND: a command of gdb's about the host program: bt, info locals, "
         "print x,\nthread N, frame N, up, down."},
	{"layout", NULL, layout,
         "layout src, asm, split, regs or off: what is shown at each stop."},
	{"tui", NULL, tui, "tui enable, tui disable: layout src, layout off."},
	{NULL, NULL, NULL, NULL},
};
