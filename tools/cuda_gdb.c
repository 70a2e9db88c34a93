/* cuda_gdb.c - cuda-gdb: simt's debugger under the name and with the options of the
 * toolkit's. The program's own runtime does everything on the device, by SIMT_DEBUG, and
 * tools/debugger what is in host code; this file only translates.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "tools/debugger/fork.h"
#include "tools/simtrun/simtrun.h"

struct wishes {
	struct texts command;
	const char *folder, *core, *pid, *interpreter, *help, *ignored;
	bool args, batch, version, tui, ignored_flag;
};

#define FIELD(f) (u32) offsetof(struct wishes, f)
#define OPT(name, letter, kind, f, group, arg, help) \
	{name, letter, OPTION_##kind, 1, FIELD(f), group, arg, help, ""}
#define IGNORED(name, letter)          \
	{name,                         \
	 letter,                       \
	 OPTION_FLAG,                  \
	 0,                            \
	 FIELD(ignored_flag),          \
	 NULL,                         \
	 NULL,                         \
	 "taken, without effect here", \
	 ""}
#define IGNORED_VALUE(name, arg)              \
	{                                     \
		name,                         \
		0,                            \
		OPTION_TEXT,                  \
		0,                            \
		FIELD(ignored),               \
		NULL,                         \
		arg,                          \
		"taken, without effect here", \
		""}

static const struct option_row rows[] = {
	OPT("args", 0, FLAG, args, "The program", NULL,
            "words after the program are its arguments"),
	OPT("cd", 0, TEXT, folder, NULL, "DIR", "the folder in which it runs"),
	OPT("eval-command", 0, LIST, command, "Commands", "COMMAND",
            "a command of the debugger; -ex for short"),
	OPT("command", 'x', LIST, command, NULL, "FILE", "a file of commands"),
	OPT("batch", 0, FLAG, batch, NULL, NULL, "end when the commands are done"),
	OPT("version", 0, FLAG, version, "Help", NULL, "what this is"),
	OPT("help", 'h', MAYBE, help, NULL, "OPTION",
            "this screen, or one option in full"),
	OPT("core", 'c', TEXT, core, "Refused", "FILE", "core files"),
	OPT("pid", 'p', TEXT, pid, NULL, "N", "processes that run already"),
	OPT("interpreter", 'i', TEXT, interpreter, NULL, "NAME",
            "machine interfaces but console; editors use simtrun --debug=dap"),
	OPT("tui", 0, FLAG, tui, NULL, NULL, "the screen of windows"),
	IGNORED("cuda-use-lockfile", 0),
	IGNORED("nh", 0),
	IGNORED("nx", 'n'),
	IGNORED("nw", 0),
	IGNORED("quiet", 'q'),
	IGNORED("return-child-result", 0),
	IGNORED("silent", 0),
	IGNORED_VALUE("directory", "DIR"),
	IGNORED_VALUE("init-eval-command", "COMMAND"),
	IGNORED_VALUE("init-command", "FILE"),
};

static const char *const usage[] = {"cuda-gdb [OPTIONS] PROGRAM",
                                    "cuda-gdb [OPTIONS] --args PROGRAM [ARGUMENTS]",
                                    NULL};
static const char *const examples[][2] = {
	{"cuda-gdb --args ./app 100", "waits for commands: break, run"},
	{"cuda-gdb -batch -ex 'break reduce' -ex run -ex 'info locals' ./app",
         "commands, for a script"},
	{NULL, NULL},
};
static const char *const notes[] = {
	"Options may have one dash, as gdb's. docs/debugger.md tells the commands.",
	NULL};
static const char *const epilogue[] = {
	"DIFFERENCES",
	"Kernels are debugged, forward and backward; host code is gdb's, which has to be "
	"installed. Of the commands file, set args and run ARGUMENTS, those of -ex reach "
	"the program, since it runs before the first prompt.",
	NULL};

static const struct option_table table = {
	.program = "cuda-gdb",
	.purpose = "debug the kernels of a CUDA program, without a GPU",
	.usage = usage,
	.examples = examples,
	.row = rows,
	.nrow = countof(rows),
	.notes = notes,
	.epilogue = epilogue,
};

void flush_diag(struct simtrun *run) {
	fflush(stdout);
	diag_flush(&run->diag, stderr, (struct diag_style){.color = run->color});
}

void signal_defaults(void) {
}

static int refuse(struct simtrun *run, const char *what, const char *value) {
	diag_error(&run->diag, (struct loc){0, 0}, E0408, "%s '%s'", what, value);
	flush_diag(run);
	return EXIT_USAGE;
}

/* ---- words ---- */

static bool is_row(const char *name, size_t n) {
	for (u32 i = 0; i < countof(rows); i++)
		if (strlen(rows[i].name) == n && memcmp(rows[i].name, name, n) == 0)
			return true;
	return false;
}

/* One option as the table has it: two dashes for long names; -ex and the like in full. */
static char *whole_option(struct arena *a, char *word) {
	static const char *const shorts[][2] = {{"ex", "eval-command"},
	                                        {"ix", "init-command"},
	                                        {"iex", "init-eval-command"},
	                                        {"d", "directory"}};
	const char *name = word + strspn(word, "-");
	size_t n = strcspn(name, "=");
	for (u32 i = 0; i < countof(shorts); i++)
		if (strlen(shorts[i][0]) == n && memcmp(shorts[i][0], name, n) == 0)
			return arena_printf(a, "--%s%s", shorts[i][1], name + n);
	return n > 1 && is_row(name, n) ? arena_printf(a, "--%s", name) : word;
}

/* The words of the options in full; a file of commands becomes the command that reads it,
 * so that commands keep their order. Returns where the program stands. */
static int whole_options(struct arena *a, int argc, char **argv) {
	int i = 1;
	while (i < argc && argv[i][0] == '-' && argv[i][1]) {
		char *word = argv[i] = whole_option(a, argv[i]);
		bool file = strcmp(word, "-x") == 0 || strcmp(word, "--command") == 0;
		if (strncmp(word, "--command=", 10) == 0)
			argv[i] = arena_printf(a, "--eval-command=source %s", word + 10);
		if (file && i + 1 < argc) {
			argv[i] = arena_strdup(a, "--eval-command", 14);
			argv[i + 1] = arena_printf(a, "source %s", argv[i + 1]);
		}
		i = options_after(&table, argc, argv, i);
	}
	return MIN(i, argc);
}

/* ---- commands about the program ---- */

struct program {
	struct texts word; /* the file and its arguments */
	const char *args;  /* instead of them, for sh */
};

/* What follows the word; NULL: the command begins with another one. */
static const char *after(const char *command, const char *word) {
	size_t n = strlen(word);
	if (strncmp(command, word, n) != 0 || (command[n] && command[n] != ' '))
		return NULL;
	return command + n + strspn(command + n, " ");
}

/* Takes in a command that the debugger, in the program, is too late for. True: it is not
 * passed on. */
static bool takes(struct arena *a, struct program *p, const char **command) {
	static const char *const files[] = {"file", "exec-file"};
	static const char *const starts[] = {"run", "r", "start"};
	const char *rest = after(*command, "set args");
	if (rest) {
		p->args = rest;
		return true;
	}
	for (u32 i = 0; i < countof(files); i++)
		if ((rest = after(*command, files[i])) && *rest) {
			p->word.n = 0;
			vec_push(a, &p->word, rest);
			return true;
		}
	for (u32 i = 0; i < countof(starts); i++)
		if ((rest = after(*command, starts[i]))) {
			if (*rest)
				p->args = rest;
			*command = i == 2 ? "start" : "run";
		}
	return false;
}

static void set_commands(struct arena *a, const struct wishes *w, struct program *p) {
	struct text t = {.arena = a};
	text_printf(&t, "%s", "");
	text_each (command, &w->command)
		if (!takes(a, p, command))
			text_printf(&t, "%s\n", *command);
	setenv("SIMT_DEBUG_COMMANDS", text_get(&t), 1);
	if (w->batch)
		setenv("SIMT_DEBUG_BATCH", "1", 1);
	setenv("SIMT_DEBUG", "text", 1);
}

/* Arguments of "set args" are split by a shell, as gdb does it. */
static char **words_of(struct arena *a, const struct program *p, const char **path) {
	char **argv = arena_array(a, char *, p->word.n + 4);
	u32 n = 0;
	if (p->args) {
		argv[n++] = arena_strdup(a, "sh", 2);
		argv[n++] = arena_strdup(a, "-c", 2);
		argv[n++] = arena_printf(a, "exec \"$0\" %s", p->args);
		argv[n++] = arena_strdup(a, *path, strlen(*path));
		*path = "/bin/sh";
		return argv;
	}
	for (; n < p->word.n; n++)
		argv[n] = arena_strdup(a, p->word.at[n], strlen(p->word.at[n]));
	return argv;
}

static int debug(struct simtrun *run, const struct wishes *w, struct program *p) {
	set_commands(&run->arena, w, p);
	if (!p->word.n)
		return refuse(run, "a program is needed:", "cuda-gdb [OPTIONS] PROGRAM");
	const char *path = program_of(&run->arena, p->word.at[0]);
	if (!path)
		return refuse(run,
		              arena_printf(&run->arena, "cannot run: %s:",
		                           strerror(errno ? errno : EACCES)),
		              p->word.at[0]);
	char **argv = words_of(&run->arena, p, &path);
	int status;
	return front_fork(&status) ? run_program(run, path, argv) : status;
}

static int refuse_mode(struct simtrun *run, const struct wishes *w) {
	return w->core  ? refuse(run, "core files are not read:", w->core)
	       : w->pid ? refuse(run, "a program is debugged from its start, not process",
	                         w->pid)
	       : w->tui ? refuse(run, "not supported:", "--tui")
	       : w->interpreter && strcmp(w->interpreter, "console") != 0
	               ? refuse(run,
	                        "simtrun --debug=dap serves editors; there is no "
	                        "interpreter",
	                        w->interpreter)
	               : EXIT_OK;
}

static int answer(struct simtrun *run, const struct wishes *w, struct program *p) {
	if (w->version)
		return puts("cuda-gdb of simt " SIMT_VERSION), EXIT_OK;
	if (w->help && *w->help) {
		bool known = options_help_about(&table, w->help, &run->arena, &run->diag);
		flush_diag(run);
		return known ? EXIT_OK : EXIT_USAGE;
	}
	if (w->help)
		return options_help(&table, stdout), EXIT_OK;
	if (refuse_mode(run, w) != EXIT_OK)
		return EXIT_USAGE;
	if (!w->args && p->word.n > 1)
		return refuse(run,
		              "arguments of the program need --args; core files and "
		              "processes are not read:",
		              p->word.at[1]);
	if (w->folder && chdir(w->folder) != 0)
		return refuse(run, arena_printf(&run->arena, "%s:", strerror(errno)),
		              w->folder);
	return debug(run, w, p);
}

int main(int argc, char **argv) {
	struct simtrun run = {0};
	struct wishes w = {0};
	struct texts rest = {0};
	struct program p = {0};
	sources_init(&run.sources, &run.arena);
	diag_init(&run.diag, &run.arena, &run.sources);
	run.color = diag_want_color(stderr);
	int end = whole_options(&run.arena, argc, argv);
	for (int i = end; i < argc; i++)
		vec_push(&run.arena, &p.word, (const char *)argv[i]);
	bool ok = options_parse(&table, &w, &rest, &run.arena, &run.diag, end, argv);
	flush_diag(&run);
	int status = ok ? answer(&run, &w, &p) : EXIT_USAGE;
	arena_drop(&run.arena);
	return status;
}
