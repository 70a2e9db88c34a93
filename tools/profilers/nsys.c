/* nsys.c - nsys: Nsight Systems' command line. nsys profile runs a program with
 * SIMT_TRACE and keeps the timelines of its processes as one file in Chrome's format;
 * nsys stats prints the vendor's reports about such a file.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/profilers/nsys.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "tools/profilers/child.h"

struct wishes {
	const char *output, *trace, *variables, *range, *export, *unit, *help, *ignored;
	struct texts report, format;
	u32 force, stats, show;
	bool list, version, quiet;
};

#define FIELD(f) (u32) offsetof(struct wishes, f)
#define OPT(name, letter, kind, f, group, arg, help) \
	{name, letter, OPTION_##kind, 1, FIELD(f), group, arg, help, ""}
/* Taken and without a meaning here. */
#define IGNORED(name, letter, arg)     \
	{name,                         \
	 letter,                       \
	 OPTION_TEXT,                  \
	 0,                            \
	 FIELD(ignored),               \
	 NULL,                         \
	 arg,                          \
	 "taken, without effect here", \
	 ""}

static const struct option_row rows[] = {
	OPT("output", 'o', TEXT, output, "Both", "FILE",
            "the report to write; of stats: - or the beginning of files' names"),
	OPT("force-overwrite", 0, CHOICE, force, NULL, "false|true",
            "write over a file; -f of profile"),
	OPT("quiet", 'q', FLAG, quiet, NULL, NULL, "say nothing but results"),
	OPT("trace", 't', TEXT, trace, "nsys profile", "cuda,nvtx,...",
            "what is traced: calls, work and ranges always"),
	OPT("stats", 0, CHOICE, stats, NULL, "false|true",
            "print the reports of stats afterwards"),
	OPT("capture-range", 'c', TEXT, range, NULL, "none|cudaProfilerApi",
            "keep what is between cudaProfilerStart and cudaProfilerStop"),
	OPT("env-var", 'e', TEXT, variables, NULL, "NAME=VALUE,...",
            "variables of the program's environment"),
	OPT("export", 0, TEXT, export, NULL, "none|json",
            "json: the report again under that ending"),
	OPT("show-output", 'w', CHOICE, show, NULL, "true|false",
            "what the program prints is always shown"),
	OPT("report", 'r', LIST, report, "nsys stats", "NAME,...",
            "reports, which --help-reports lists"),
	OPT("format", 'f', LIST, format, NULL, "column|csv|tsv|json",
            "how they are written"),
	OPT("timeunit", 0, TEXT, unit, NULL, "ns|us|ms|s", "unit of times"),
	OPT("help-reports", 0, FLAG, list, NULL, NULL, "the reports"),
	OPT("version", 'v', FLAG, version, "Help", NULL, "what this is"),
	OPT("help", 'h', MAYBE, help, NULL, "OPTION",
            "this screen, or one option in full"),
	IGNORED("backtrace", 'b', "none|lbr|fp|dwarf"),
	IGNORED("capture-range-end", 0, "none|stop|stop-shutdown"),
	IGNORED("cpuctxsw", 0, "process-tree|none"),
	IGNORED("cuda-event-trace", 0, "true|false"),
	IGNORED("cuda-graph-trace", 0, "graph|node"),
	IGNORED("cuda-memory-usage", 0, "true|false"),
	IGNORED("cuda-um-cpu-page-faults", 0, "true|false"),
	IGNORED("cuda-um-gpu-page-faults", 0, "true|false"),
	IGNORED("cudabacktrace", 0, "all|none"),
	IGNORED("delay", 'y', "SECONDS"),
	IGNORED("duration", 'd', "SECONDS"),
	IGNORED("event-sample", 0, "none"),
	IGNORED("flush-on-cudaprofilerstop", 0, "true|false"),
	IGNORED("force-export", 0, "true|false"),
	IGNORED("gpu-metrics-devices", 0, "none"),
	IGNORED("gpuctxsw", 0, "true|false"),
	IGNORED("inherit-environment", 'n', "true|false"),
	IGNORED("kill", 0, "none|sigkill|sigterm"),
	IGNORED("nvtx-capture", 'p', "RANGE"),
	IGNORED("nvtx-domain-include", 0, "NAME"),
	IGNORED("osrt-threshold", 0, "NS"),
	IGNORED("process-scope", 0, "process-tree|system-wide"),
	IGNORED("python-backtrace", 0, "cuda|none"),
	IGNORED("python-sampling", 0, "true|false"),
	IGNORED("pytorch", 0, "none|autograd-nvtx"),
	IGNORED("resolve-symbols", 0, "true|false"),
	IGNORED("sample", 's', "none|cpu|process-tree"),
	IGNORED("samples-per-backtrace", 0, "N"),
	IGNORED("session-new", 0, "NAME"),
	IGNORED("stop-on-exit", 'x', "true|false"),
	IGNORED("trace-fork-before-exec", 0, "true|false"),
	IGNORED("wait", 0, "primary|all"),
};

static const char *const usage[] = {"nsys profile [OPTIONS] PROGRAM [ARGUMENTS]",
                                    "nsys stats [OPTIONS] REPORT", NULL};
static const char *const examples[][2] = {
	{"nsys profile -o out --stats=true ./app", "a timeline, and reports about it"},
	{"nsys stats -r cuda_gpu_kern_sum -f csv out.nsys-rep",
         "one report as comma-separated values"},
	{NULL, NULL},
};
static const char *const notes[] = {
	"Times are those of this machine and say nothing about a GPU (docs/tracing.md).",
	NULL};
static const char *const epilogue[] = {
	"DIFFERENCES",
	"A report (.nsys-rep) is a timeline in Chrome's format, for ui.perfetto.dev; the "
	"vendor's viewer does not read it. Sessions (launch, start, stop), analyze, "
	"recipe "
	"and exports to SQLite are refused.",
	NULL};

static const struct option_table table = {
	.program = "nsys",
	.purpose = "timelines of CUDA programs, with Nsight Systems' command line",
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

/* ---- stats ---- */

static const struct {
	const char *name;
	enum nsys_format format;
	const char *ending;
} formats[] = {
	{"column", FORMAT_COLUMN, "txt"}, {"table", FORMAT_COLUMN, "txt"},
	{"csv", FORMAT_CSV, "csv"},       {"tsv", FORMAT_TSV, "tsv"},
	{"json", FORMAT_JSON, "json"},
};

static const struct {
	const char *name;
	double ns;
} units[] = {{"ns", 1},   {"us", 1e3},   {"ms", 1e6},   {"s", 1e9},
             {"nsec", 1}, {"usec", 1e3}, {"msec", 1e6}, {"sec", 1e9}};

static void split_all(struct arena *a, const struct texts *list, struct texts *out) {
	text_each (words, list)
		for (const char *s = *words; *s;) {
			size_t n = strcspn(s, ",");
			vec_push(a, out, (const char *)arena_strdup(a, s, n));
			s += n + (s[n] == ',');
		}
}

struct stats {
	struct texts report;
	u32 format;
	double unit_ns;
	const char *unit;
	const char *output; /* NULL: the screen */
	bool quiet;
};

static bool read_stats(struct simtrun *run, const struct wishes *w, struct stats *s) {
	struct texts format = {0};
	const char *title;
	u32 unit = 0;
	split_all(&run->arena, &w->report, &s->report);
	split_all(&run->arena, &w->format, &format);
	text_each (r, &s->report)
		if (!nsys_report_of(*r) && strncmp(*r, "osrt", 4) != 0)
			return refuse(run, "there is no report", *r), false;
	for (u32 i = 0; !w->report.n && nsys_report_name(i, &title); i++)
		if (!strstr(nsys_report_name(i, &title), "trace") &&
		    !strstr(nsys_report_name(i, &title), "pushpop"))
			vec_push(&run->arena, &s->report, nsys_report_name(i, &title));
	if (format.n > 1)
		return refuse(run, "one format at a time, not", format.at[1]), false;
	while (format.n && s->format < countof(formats) &&
	       strcmp(formats[s->format].name, format.at[0]) != 0)
		s->format++;
	if (s->format == countof(formats))
		return refuse(run, "there is no format", format.at[0]), false;
	while (w->unit && unit < countof(units) && strcmp(units[unit].name, w->unit) != 0)
		unit++;
	if (unit == countof(units))
		return refuse(run, "there is no unit", w->unit), false;
	s->unit = units[unit % 4].name;
	s->unit_ns = units[unit].ns;
	s->output = w->output && strcmp(w->output, "-") != 0 ? w->output : NULL;
	s->quiet = w->quiet;
	return true;
}

static int print_stats(struct simtrun *run, const struct stats *s, const json_t *doc,
                       const char *path) {
	text_each (r, &s->report) {
		const char *name = nsys_report_of(*r);
		const char *file = !s->output ? NULL
		                              : arena_printf(&run->arena, "%s_%s.%s",
		                                             s->output, name ? name : *r,
		                                             formats[s->format].ending);
		FILE *out = file ? fopen(file, "we") : stdout;
		if (!out)
			return refuse(run, "cannot write", file);
		if (!s->quiet)
			fprintf(stderr, "Processing [%s] with [%s]...\n", path, *r);
		if (!name)
			fprintf(stderr,
			        "SKIPPED: %s: simt does not trace the system's "
			        "library.\n",
			        *r);
		else
			nsys_report(&run->arena, doc, *r, formats[s->format].format,
			            s->unit_ns, s->unit, out);
		if (file && fclose(out) != 0)
			return refuse(run, "cannot write", file);
	}
	return EXIT_OK;
}

static int stats(struct simtrun *run, const struct wishes *w, const struct texts *rest) {
	struct stats s = {0};
	if (w->list) {
		const char *title;
		for (u32 i = 0; nsys_report_name(i, &title); i++)
			printf("  %s -- %s\n", nsys_report_name(i, &title), title);
		return EXIT_OK;
	}
	if (rest->n != 1)
		return refuse(run, "nsys stats takes one report, not",
		              rest->n ? rest->at[1] : "");
	const char *path = rest->at[0];
	json_t *doc = file_is_regular(path) ? json_load_file(path, 0, NULL) : NULL;
	if (!json_object_get(doc, "traceEvents"))
		return refuse(run, "no report of simt's nsys, and no timeline:", path);
	int status = read_stats(run, w, &s) ? print_stats(run, &s, doc, path)
	                                    : EXIT_USAGE;
	json_decref(doc);
	return status;
}

/* ---- profile ---- */

static bool set_variables(struct simtrun *run, const char *list) {
	struct texts given = {0}, words = {0};
	if (list)
		vec_push(&run->arena, &given, list);
	split_all(&run->arena, &given, &words);
	text_each (w, &words) {
		const char *eq = strchr(*w, '=');
		if (!eq || eq == *w)
			return refuse(run, "--env-var takes NAME=VALUE, not", *w), false;
		setenv(arena_strdup(&run->arena, *w, (size_t)(eq - *w)), eq + 1, 1);
	}
	return true;
}

static int keep(struct simtrun *run, const struct wishes *w, json_t *doc) {
	const char *path = report_path(&run->arena, w->output, ".nsys-rep");
	char full[PATH_MAX];
	struct stats s = {0};
	if (file_is_regular(path) && !w->force)
		return refuse(
			run,
			"the report file exists; --force-overwrite=true writes over "
			"it:",
			path);
	if (json_dump_file(doc, path, JSON_COMPACT) != 0)
		return refuse(run, "cannot write", path);
	if (w->export && strcmp(w->export, "json") == 0 &&
	    json_dump_file(doc,
	                   arena_printf(&run->arena, "%.*s.json",
	                                (int)(strlen(path) - strlen(".nsys-rep")), path),
	                   JSON_COMPACT) != 0)
		return refuse(run, "cannot write the export of", path);
	if (!w->quiet)
		printf("Generated:\n\t%s\n", realpath(path, full) ? full : path);
	if (!w->stats)
		return EXIT_OK;
	struct wishes plain = {.quiet = w->quiet};
	return read_stats(run, &plain, &s) ? print_stats(run, &s, doc, path) : EXIT_USAGE;
}

static bool check_words(struct simtrun *run, const struct wishes *w) {
	if (w->range && strcmp(w->range, "none") != 0 &&
	    strcmp(w->range, "cudaProfilerApi") != 0)
		return refuse(run, "--capture-range is none or cudaProfilerApi, not",
		              w->range),
		       false;
	if (w->export && strcmp(w->export, "none") != 0 && strcmp(w->export, "json") != 0)
		return refuse(run, "--export is none or json, not", w->export), false;
	return set_variables(run, w->variables);
}

static int profile(struct simtrun *run, const struct wishes *w, char **argv) {
	struct arena *a = &run->arena;
	struct texts files = {0};
	struct child c;
	if (!*argv)
		return options_help(&table, stdout), EXIT_USAGE;
	if (!check_words(run, w) || !child_folder(run, &c))
		return EXIT_USAGE;
	setenv("SIMT_TRACE", arena_printf(a, "%s/%%p", c.folder), 1);
	bool ok = child_run(run, &c, argv);
	child_files(a, &c, &files);
	json_t *doc = ok ? nsys_join(&files) : NULL;
	child_clean(a, &c);
	if (ok && w->range && strcmp(w->range, "cudaProfilerApi") == 0)
		nsys_cut(doc);
	int status = ok ? keep(run, w, doc) : EXIT_USAGE;
	json_decref(doc);
	return status ? status : c.status;
}

/* ---- main ---- */

/* -f is --force-overwrite of nsys profile, and --format of nsys stats. */
static void rename_force(int argc, char **argv) {
	static char name[] = "--force-overwrite";
	for (int i = 1; i < argc && argv[i][0] == '-';
	     i = options_after(&table, argc, argv, i))
		if (strcmp(argv[i], "-f") == 0)
			argv[i] = name;
}

static int command(struct simtrun *run, const char *name, int argc, char **argv) {
	struct wishes w = {0};
	struct texts rest = {0};
	bool is_profile = strcmp(name, "profile") == 0;
	if (is_profile)
		rename_force(argc, argv);
	int end = is_profile ? options_end(&table, argc, argv) : argc;
	bool ok = options_parse(&table, &w, &rest, &run->arena, &run->diag, end, argv);
	flush_diag(run);
	if (!ok)
		return EXIT_USAGE;
	if (w.version)
		return puts("simt's nsys " SIMT_VERSION
		            ", after NVIDIA Nsight Systems version "
		            "2025.3"),
		       EXIT_OK;
	if (w.help && *w.help) {
		ok = options_help_about(&table, w.help, &run->arena, &run->diag);
		flush_diag(run);
		return ok ? EXIT_OK : EXIT_USAGE;
	}
	if (w.help || !*name)
		return options_help(&table, stdout), w.help ? EXIT_OK : EXIT_USAGE;
	return is_profile ? profile(run, &w, argv + end) : stats(run, &w, &rest);
}

int main(int argc, char **argv) {
	static const char *const refused[] = {"launch",   "start",    "stop",    "cancel",
	                                      "shutdown", "sessions", "analyze", "export",
	                                      "recipe",   "status"};
	struct simtrun run = {0};
	sources_init(&run.sources, &run.arena);
	diag_init(&run.diag, &run.arena, &run.sources);
	run.color = diag_want_color(stderr);
	const char *name = argc > 1 && argv[1][0] != '-' ? argv[1] : "";
	bool known = !*name || strcmp(name, "profile") == 0 || strcmp(name, "stats") == 0;
	int status = -1;
	for (u32 i = 0; i < countof(refused); i++)
		if (strcmp(refused[i], name) == 0)
			status = refuse(&run, "simt's nsys has profile and stats, not",
			                name);
	if (status < 0 && !known)
		status = refuse(&run, "there is no command", name);
	if (status < 0)
		status = command(&run, name, argc - (*name != 0), argv + (*name != 0));
	arena_drop(&run.arena);
	return status;
}
