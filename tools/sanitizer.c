/* sanitizer.c - compute-sanitizer: runs a CUDA program in checked mode, with the options
 * and the text of NVIDIA's tool of that name. The program's own runtime does everything,
 * by SIMT_CHECK; this file only translates the options.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/watch/suppress.h"
#include "tools/simtrun/saved.h"
#include "tools/simtrun/simtrun.h"

struct wishes {
	const char *tool, *log, *save, *read, *suppress, *help;
	const char *kernel, *kernel_not, *regex, *regex_not;
	u32 leak_check, xml, json, backtrace, destroy, api, race_report, blocking,
		processes, demangle, api_memory, heap;
	const char *filter, *ignored;
	u64 limit, exit_code, skip, count, exit_wait;
	bool version, everything, ignored_flag;
};

#define FIELD(f) (u32) offsetof(struct wishes, f)
#define ROW(name, kind, f, arg, help) \
	{name, 0, OPTION_##kind, 1, FIELD(f), NULL, arg, help, ""}

/* Options of the vendor's tool that have no meaning here. */
#define IGNORED(name, arg)                    \
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

#ifndef SANITIZER_NAME
#define SANITIZER_NAME "compute-sanitizer"
#endif
#define SANITIZER_TITLE (SANITIZER_NAME[1] == 'o' ? "COMPUTE-SANITIZER" : "CUDA-MEMCHECK")

static const struct option_row rows[] = {
	{"tool", 0, OPTION_TEXT, 1, FIELD(tool), "What to look for",
         "memcheck|racecheck|synccheck|initcheck",
         "the tool; several with commas between them, or all", ""},
	ROW("leak-check", CHOICE, leak_check, "no|full",
            "report device memory that is never freed"),
	ROW("racecheck-report", CHOICE, race_report, "analysis|hazard",
            "a record for a pair of places, or for each hazard"),
	ROW("report-api-errors", CHOICE, api, "all|explicit|no",
            "report CUDA calls that fail"),
	ROW("check-api-memory-access", CHOICE, api_memory, "yes|no",
            "look at what the host copies, too"),
	ROW("check-device-heap", CHOICE, heap, "yes",
            "look at malloc in kernels, too: always"),
	{"kernel-name", 0, OPTION_TEXT, 1, FIELD(kernel), "Where", "kns=TEXT|kne=NAME",
         "only kernels whose name has the text, or is the name; wild accesses are told "
         "of any",
         ""},
	ROW("kernel-name-exclude", TEXT, kernel_not, "kns=TEXT|kne=NAME",
            "all kernels but those"),
	ROW("kernel-regex", TEXT, regex, "kns=REGEX|kne=REGEX",
            "only kernels in whose name the expression is found, or which it is as a "
            "whole"),
	ROW("kernel-regex-exclude", TEXT, regex_not, "kns=REGEX|kne=REGEX",
            "all kernels but those"),
	ROW("launch-skip", NUMBER, skip, "N", "launches to let pass first"),
	ROW("launch-count", NUMBER, count, "N", "launches to look at"),
	ROW("target-processes", CHOICE, processes, "all|application-only",
            "children of the program, too, or not"),
	{"print-limit", 0, OPTION_NUMBER, 1, FIELD(limit), "Output", "N",
         "records to print (100)", ""},
	ROW("log-file", TEXT, log, "FILE", "where to, instead of the standard output"),
	ROW("xml", CHOICE, xml, "no|yes", "records as XML"),
	ROW("json", CHOICE, json, "no|yes", "records as JSON, one a line"),
	ROW("save", TEXT, save, "FILE", "the file for --xml and --json"),
	ROW("read", TEXT, read, "FILE",
            "show what --xml --save has kept, and run nothing"),
	ROW("suppressions", TEXT, suppress, "FILE",
            "records that are not to be told: a file of --xml --save, or lines of "
            "key=value"),
	ROW("show-backtrace", CHOICE, backtrace, "yes|no|host|device",
            "where the host was"),
	ROW("demangle", CHOICE, demangle, "full|simple|no",
            "how names of functions are written"),
	ROW("error-exitcode", NUMBER, exit_code, "N",
            "exit status if there was a finding"),
	ROW("exit-wait", NUMBER, exit_wait, "SECONDS",
            "so long work that is pending when the program ends may get nowhere before "
            "it is "
            "stopped (10)"),
	ROW("destroy-on-device-error", CHOICE, destroy, "context|kernel",
            "a wild access ends the context, or its kernel alone"),
	ROW("force-blocking-launches", CHOICE, blocking, "no|yes",
            "a launch returns when its kernel is over"),
	ROW("filter", TEXT, filter, "kernel_name=NAME|kernel_substring=TEXT",
            "as --kernel-name, as cuda-memcheck has it"),
	ROW("extended", FLAG, everything, NULL,
            "tell what the vendor's tool does not, too"),
	ROW("version", FLAG, version, NULL, "what this is"),
	ROW("help", MAYBE, help, "OPTION", "this screen, or one option in full"),
	IGNORED("check-exit-code", "yes|no"),
	IGNORED("check-device-memory-access", "yes|no"),
	IGNORED("kill", "yes|no"),
	IGNORED("language", "c|fortran"),
	IGNORED("launch-timeout", "SECONDS"),
	IGNORED("max-connections", "N"),
	IGNORED("mode", "launch-and-attach"),
	IGNORED("num-callers-device", "N"),
	IGNORED("num-callers-host", "N"),
	IGNORED("nvtx", "no"),
	IGNORED("port", "N"),
	IGNORED("print-level", "info|warn|error|fatal"),
	IGNORED("print-session-details", "no"),
	IGNORED("require-cuda-init", "yes|no"),
	IGNORED("strip-paths", "yes|no"),
	IGNORED("target-processes-filter", "NAME"),
	IGNORED("track-stream-ordered-races", "no|all"),
	IGNORED("track-unused-memory", "no"),
	IGNORED("binary-patching", "yes|no"),
	IGNORED("flush-to-disk", "yes|no"),
	{"quiet", 0, OPTION_FLAG, 0, FIELD(ignored_flag), NULL, NULL,
         "taken, without effect here", ""},
	{"support-32bit", 0, OPTION_FLAG, 0, FIELD(ignored_flag), NULL, NULL,
         "taken, without effect here", ""},
};

static const char *const usage[] = {SANITIZER_NAME " [OPTIONS] PROGRAM [ARGUMENTS]",
                                    NULL};
static const char *const examples[][2] = {
	{SANITIZER_NAME " ./app", "wild accesses and failing calls"},
	{SANITIZER_NAME " --tool all --error-exitcode 1 ./app",
         "everything, for a script"},
	{NULL, NULL},
};
static const char *const notes[] = {"The program runs on simt; no GPU takes part.", NULL};
static const char *const epilogue[] = {NULL};

static const struct option_table table = {
	.program = SANITIZER_NAME,
	.purpose = "run a CUDA program and report its mistakes",
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

static bool refuse(struct simtrun *run, const char *what, const char *value) {
	diag_error(&run->diag, (struct loc){0, 0}, E0408, "%s '%s'", what, value);
	return false;
}

/* ---- translation ---- */

struct setting {
	struct arena *a;
	const char *text;
};

static void add(struct setting *s, const char *word, const char *value) {
	s->text = arena_printf(s->a, "%s%s%s%s%s", s->text, *s->text ? "," : "", word,
	                       value ? "=" : "", value ? value : "");
}

static void add_number(struct setting *s, const char *word, u64 n) {
	if (n)
		add(s, word, arena_printf(s->a, "%llu", (unsigned long long)n));
}

/* A path stands between commas. */
static bool add_path(struct simtrun *run, struct setting *s, const char *word,
                     const char *path) {
	if (!path)
		return true;
	if (strchr(path, ','))
		return refuse(run, "a path with a comma:", path);
	add(s, word, path);
	return true;
}

static bool bad_tool(struct simtrun *run, const char *tool) {
	const char *all = "memcheck|racecheck|synccheck|initcheck|all";
	const char *near = options_like_choice(&run->arena, all, tool);
	struct diag_record *r = diag_error(&run->diag, (struct loc){0, 0}, E0408,
	                                   "there is no tool '%s'; --tool takes %s", tool,
	                                   all);
	if (near)
		diag_note(&run->diag, r, "did you mean '%s'?", near);
	return false;
}

static bool add_tools(struct simtrun *run, struct setting *s, const char *tools) {
	static const char *const names[][2] = {
		{"memcheck", "mem"},   {"racecheck", "race"}, {"synccheck", "sync"},
		{"initcheck", "init"}, {"all", "all"},
	};
	while (*tools) {
		size_t n = strcspn(tools, ",");
		u32 i = 0;
		while (i < countof(names) &&
		       (strlen(names[i][0]) != n || memcmp(names[i][0], tools, n) != 0))
			i++;
		if (i == countof(names))
			return bad_tool(run, arena_strdup(s->a, tools, n));
		add(s, names[i][1], NULL);
		tools += n + (tools[n] == ',');
	}
	return true;
}

/* kns=TEXT: a part of the name; kne=NAME: all of it. In SIMT_CHECK '!' stands for all
 * others, '=' for a whole name, '~' for an expression. */
static bool add_kernel(struct simtrun *run, struct setting *s, const char *option,
                       const char *filter, bool regex, bool exclude) {
	static const char *const keys[] = {
		"kns=", "kernel_substring=", "kne=", "kernel_name="};
	u32 i = 0;
	if (!filter)
		return true;
	while (i < countof(keys) && strncmp(filter, keys[i], strlen(keys[i])) != 0)
		i++;
	const char *text = filter + (i < countof(keys) ? strlen(keys[i]) : 0);
	if (i == countof(keys) || !*text || strchr(text, ','))
		return refuse(
			run,
			arena_printf(s->a,
		                     "%s takes kns=TEXT or kne=NAME, one of them, not",
		                     option),
			filter);
	if (regex && i >= 2)
		text = arena_printf(s->a, "^(%s)$", text);
	add(s, "kernel",
	    arena_printf(s->a, "%s%s%s", exclude ? "!" : "",
	                 regex    ? "~"
	                 : i >= 2 ? "="
	                          : "",
	                 text));
	return true;
}

static bool add_kernels(struct simtrun *run, struct setting *s, const struct wishes *w) {
	int n = !!w->filter + !!w->kernel + !!w->kernel_not + !!w->regex + !!w->regex_not;
	if (n > 1)
		return refuse(run, "one of the options --kernel-... is taken, not",
		              w->regex_not    ? w->regex_not
		              : w->regex      ? w->regex
		              : w->kernel_not ? w->kernel_not
		                              : w->filter);
	return add_kernel(run, s, "--filter", w->filter, false, false) &&
	       add_kernel(run, s, "--kernel-name", w->kernel, false, false) &&
	       add_kernel(run, s, "--kernel-name-exclude", w->kernel_not, false, true) &&
	       add_kernel(run, s, "--kernel-regex", w->regex, true, false) &&
	       add_kernel(run, s, "--kernel-regex-exclude", w->regex_not, true, true);
}

static bool translate(struct simtrun *run, const struct wishes *w, struct setting *s) {
	const char *log = w->log ? w->log : "stdout";
	if (!add_tools(run, s, w->tool ? w->tool : "memcheck"))
		return false;
	if (w->save && !w->xml && !w->json)
		return refuse(run, "--save needs --xml or --json:", w->save);
	if (!w->everything)
		add(s, "vendor", NULL);
	if (w->leak_check)
		add(s, "leaks", NULL);
	if (w->race_report)
		add(s, "hazards", NULL);
	if (w->backtrace == 1 || w->backtrace == 3)
		add(s, "no-stack", NULL);
	if (w->api == 2)
		add(s, "no-api", NULL);
	if (w->api_memory)
		add(s, "no-copies", NULL);
	if (w->processes)
		add(s, "alone", NULL);
	if (w->destroy)
		add(s, "spare", NULL);
	if (w->blocking)
		add(s, "blocking", NULL);
	if (w->demangle)
		add(s, "demangle", w->demangle == 1 ? "simple" : "no");
	if (w->xml || w->json)
		add(s, "format", w->xml ? "xml" : "json");
	add_number(s, "limit", w->limit);
	add_number(s, "exit", w->exit_code);
	add_number(s, "wait", w->exit_wait);
	add_number(s, "skip", w->skip);
	add_number(s, "count", w->count);
	return add_kernels(run, s, w) && add_path(run, s, "log", log) &&
	       add_path(run, s, "save", w->save) &&
	       add_path(run, s, "suppress", w->suppress);
}

/* ---- main ---- */

/* Refuses a file that cannot be used, instead of reporting everything. */
static bool check_suppressions(struct simtrun *run, const char *path) {
	struct suppressions list = {0};
	const char *why;
	return !path || suppress_load(&run->arena, path, &list, &why) ||
	       refuse(run, "suppressions:", why);
}

static int run_checked(struct simtrun *run, const struct wishes *w, char **argv) {
	struct setting s = {&run->arena, ""};
	if (!translate(run, w, &s)) {
		flush_diag(run);
		return EXIT_USAGE;
	}
	const char *path = program_of(&run->arena, argv[0]);
	if (!path) {
		diag_error(&run->diag, (struct loc){0, 0}, E0408, "cannot run %s: %s",
		           argv[0], strerror(errno ? errno : EACCES));
		flush_diag(run);
		return EXIT_USAGE;
	}
	if (!check_suppressions(run, w->suppress)) {
		flush_diag(run);
		return EXIT_USAGE;
	}
	setenv("SIMT_CHECK", s.text, 1);
	bool on_screen = !w->log && (w->save || (!w->xml && !w->json));
	if (on_screen)
		printf("========= %s\n", SANITIZER_TITLE);
	fflush(stdout);
	return run_program(run, path, argv);
}

/* "yes" of "no|yes" */
static bool has_word(const char *words, const char *word) {
	size_t len = strlen(word);
	for (; *words; words += words[0] == '|') {
		size_t n = strcspn(words, "|");
		if (n == len && memcmp(words, word, n) == 0)
			return true;
		words += n;
	}
	return false;
}

static const struct option_row *row_of(const char *word) {
	const char *name = word + strspn(word, "-");
	for (u32 i = 0; i < countof(rows) && name != word; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

/* Adds the value yes to choices that are given without one, as in --xml ./app. */
static char **with_values(struct arena *a, int *argc, char **argv) {
	char **to = arena_array(a, char *, 2 * (u32)*argc + 1);
	int i = 1, n = 1;
	to[0] = argv[0];
	for (; i < *argc && argv[i][0] == '-'; i++) {
		const struct option_row *row = row_of(argv[i]);
		const char *next = i + 1 < *argc ? argv[i + 1] : "";
		to[n++] = argv[i];
		if (!row || row->kind == OPTION_FLAG || row->kind == OPTION_MAYBE)
			continue;
		if (row->kind == OPTION_CHOICE && strcmp(row->arg, "no|yes") == 0 &&
		    !has_word(row->arg, next))
			to[n++] = (char *)(uintptr_t)"yes";
		else if (*next)
			to[n++] = argv[++i];
	}
	while (i < *argc)
		to[n++] = argv[i++];
	*argc = n;
	return to;
}

static int show_saved(struct simtrun *run, const struct wishes *w, bool alone) {
	bool any = false;
	bool ok = alone ? saved_print(run, w->read, &any)
	                : refuse(run, "--read runs no program:", w->read);
	flush_diag(run);
	return !ok ? EXIT_USAGE : any && w->exit_code ? (int)w->exit_code : EXIT_OK;
}

static int run_main(struct simtrun *run, int argc, char **argv) {
	struct wishes w = {0};
	struct texts rest = {0};
	argv = with_values(&run->arena, &argc, argv);
	int end = options_end(&table, argc, argv); /* the program's name */
	bool ok = options_parse(&table, &w, &rest, &run->arena, &run->diag, end, argv);
	flush_diag(run);
	if (!ok)
		return EXIT_USAGE;
	if (w.version) {
		puts(SANITIZER_NAME " of simt " SIMT_VERSION);
		return EXIT_OK;
	}
	if (w.help && *w.help) {
		bool known = options_help_about(&table, w.help, &run->arena, &run->diag);
		flush_diag(run);
		return known ? EXIT_OK : EXIT_USAGE;
	}
	if (w.read)
		return show_saved(run, &w, end == argc);
	if (w.help || end == argc) {
		options_help(&table, stdout);
		return w.help ? EXIT_OK : EXIT_USAGE;
	}
	return run_checked(run, &w, argv + end);
}

void signal_defaults(void) {
}

int main(int argc, char **argv) {
	struct simtrun run = {0};
	sources_init(&run.sources, &run.arena);
	diag_init(&run.diag, &run.arena, &run.sources);
	run.color = diag_want_color(stderr);
	int status = run_main(&run, argc, argv);
	arena_drop(&run.arena);
	return status;
}
