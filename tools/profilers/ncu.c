/* ncu.c - ncu: Nsight Compute's command line. The program runs with SIMT_PROFILE; what
 * its processes counted is printed in the vendor's layout. Reports (-o) are JSON, and -i
 * reads them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/profilers/ncu.h"

#include <errno.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "tools/profilers/child.h"

struct wishes {
	const char *metrics, *sections, *set, *page, *kernel, *export, *import, *log,
		*summary, *base, *attach, *help, *ignored;
	u32 processes, exit_codes;
	u64 skip, skip_before, count;
	bool csv, force, list_sets, list_sections, query_metrics, version, quiet,
		ignored_flag;
};

#define FIELD(f) (u32) offsetof(struct wishes, f)
#define OPT(name, letter, kind, f, group, arg, help) \
	{name, letter, OPTION_##kind, 1, FIELD(f), group, arg, help, ""}
/* Taken and without a meaning here: one run counts everything. */
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
#define IGNORED_FLAG(name)             \
	{name,                         \
	 0,                            \
	 OPTION_FLAG,                  \
	 0,                            \
	 FIELD(ignored_flag),          \
	 NULL,                         \
	 NULL,                         \
	 "taken, without effect here", \
	 ""}

static const struct option_row rows[] = {
	OPT("metrics", 0, TEXT, metrics, "What is shown", "NAME,...",
            "metrics; regex:EXPRESSION stands for those that it fits"),
	OPT("section", 0, TEXT, sections, NULL, "NAME,...", "sections (--list-sections)"),
	OPT("set", 0, TEXT, set, NULL, "none|basic|detailed|full", "sets of sections"),
	OPT("page", 0, TEXT, page, NULL, "details|raw|session", "how they are shown"),
	OPT("csv", 0, FLAG, csv, NULL, NULL, "as comma-separated values"),
	OPT("print-summary", 0, TEXT, summary, NULL, "none|per-kernel",
            "least, largest and mean value of launches that are alike"),
	OPT("print-kernel-base", 0, TEXT, base, NULL, "demangled|function",
            "how kernels are named"),
	OPT("kernel-name", 'k', TEXT, kernel, "Which launches", "NAME",
            "kernels of this name, or regex:EXPRESSION"),
	OPT("launch-skip", 's', NUMBER, skip, NULL, "N", "launches of them to let pass"),
	OPT("launch-skip-before-match", 0, NUMBER, skip_before, NULL, "N",
            "launches of any kernel to let pass"),
	OPT("launch-count", 'c', NUMBER, count, NULL, "N", "launches to show"),
	OPT("target-processes", 0, CHOICE, processes, NULL, "all|application-only",
            "children of the program, too, or not"),
	OPT("export", 'o', TEXT, export, "Files", "FILE",
            "write a report (.ncu-rep, JSON) instead of pages"),
	OPT("force-overwrite", 'f', FLAG, force, NULL, NULL, "write over a file"),
	OPT("import", 'i', TEXT, import, NULL, "FILE", "show a report and run nothing"),
	OPT("log-file", 0, TEXT, log, NULL, "FILE",
            "pages go there; stdout and stderr, too"),
	OPT("check-exit-code", 0, CHOICE, exit_codes, NULL, "yes|no",
            "say so if the program fails"),
	OPT("list-sets", 0, FLAG, list_sets, "Help", NULL, "the sets"),
	OPT("list-sections", 0, FLAG, list_sections, NULL, NULL, "the sections"),
	OPT("query-metrics", 0, FLAG, query_metrics, NULL, NULL, "the metrics"),
	OPT("quiet", 0, FLAG, quiet, NULL, NULL, "pages alone"),
	OPT("version", 'v', FLAG, version, NULL, NULL, "what this is"),
	OPT("help", 'h', MAYBE, help, NULL, "OPTION",
            "this screen, or one option in full"),
	{"mode", 0, OPTION_TEXT, 0, FIELD(attach), NULL, "launch-and-attach",
         "other modes are refused: the program is started here", ""},
	IGNORED("apply-rules", "yes|no"),
	IGNORED("cache-control", "all|none"),
	IGNORED("clock-control", "base|none"),
	IGNORED("config-file", "on|off"),
	IGNORED("devices", "N,..."),
	IGNORED("graph-profiling", "node|graph"),
	IGNORED("import-source", "yes|no"),
	IGNORED("kernel-name-base", "function|demangled|mangled"),
	IGNORED("kill", "yes|no"),
	IGNORED("nvtx-include", "RANGE"),
	IGNORED("nvtx-exclude", "RANGE"),
	IGNORED("print-details", "header|body|all"),
	IGNORED("print-fp", "yes|no"),
	IGNORED("print-metric-instances", "none|values"),
	IGNORED("print-nvtx-rename", "none|kernel"),
	IGNORED("print-units", "auto|base"),
	IGNORED("profile-from-start", "on|off"),
	IGNORED("replay-mode", "kernel|application|range"),
	IGNORED("rule", "NAME"),
	IGNORED("source-folders", "FOLDER"),
	IGNORED("target-processes-filter", "NAME"),
	IGNORED("warp-sampling-interval", "auto|N"),
	IGNORED_FLAG("call-stack"),
	IGNORED_FLAG("nvtx"),
	IGNORED_FLAG("support-32bit"),
	IGNORED_FLAG("verbose"),
};

static const char *const usage[] = {"ncu [OPTIONS] PROGRAM [ARGUMENTS]",
                                    "ncu [OPTIONS] -i REPORT", NULL};
static const char *const examples[][2] = {
	{"ncu --csv --metrics smsp__inst_executed.sum ./app", "a counter of each launch"},
	{"ncu -k regex:reduce --set full ./app", "sections of some kernels"},
	{"ncu -fo report ./app && ncu -i report.ncu-rep --page raw",
         "a report for later"},
	{NULL, NULL},
};
static const char *const notes[] = {"Counters are those of an H200 (docs/profiling.md); "
                                    "what only a clock could tell is "
                                    "n/a.",
                                    NULL};
static const char *const epilogue[] = {
	"DIFFERENCES",
	"Kernels run in simt's interpreter, and all launches are counted in one run, so "
	"options about replays, clocks and caches have no effect. Instructions are those "
	"of "
	"PTX. Reports are JSON, which the vendor's viewer does not read. Contexts and "
	"streams "
	"are not told apart.",
	NULL};

static const struct option_table table = {
	.program = "ncu",
	.purpose =
		"counters of the kernels of a CUDA program, in Nsight Compute's layout",
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

static bool fail(const char *what, const char *value) {
	fprintf(stderr, "==ERROR== %s %s\n", what, value);
	return false;
}

/* ---- settings ---- */

static void split(struct arena *a, const char *words, struct texts *out) {
	while (words && *words) {
		size_t n = strcspn(words, ",");
		vec_push(a, out, (const char *)arena_strdup(a, words, n));
		words += n + (words[n] == ',');
	}
}

static bool add_fitting(struct arena *a, const char *expression, struct texts *out) {
	regex_t r;
	u32 before = out->n;
	if (regcomp(&r, expression, REG_EXTENDED | REG_NOSUB) != 0)
		return fail("not a regular expression:", expression);
	for (u32 i = 0; ncu_metric_name(i); i++)
		if (regexec(&r, ncu_metric_name(i), 0, NULL, 0) == 0)
			vec_push(a, out, ncu_metric_name(i));
	regfree(&r);
	return out->n > before || fail("Failed to find metric regex:", expression);
}

static bool is_metric(const char *name) {
	for (u32 i = 0; ncu_metric_name(i); i++)
		if (strcmp(ncu_metric_name(i), name) == 0)
			return true;
	return false;
}

/* A name without an ending stands for its sum. */
static const char *whole_name(struct arena *a, const char *name) {
	const char *sum = arena_printf(a, "%s.sum", name);
	return !is_metric(name) && is_metric(sum) ? sum : name;
}

static bool add_metrics(struct arena *a, const char *list, struct texts *out) {
	struct texts words = {0};
	split(a, list, &words);
	text_each (w, &words) {
		if (strncmp(*w, "regex:", 6) == 0) {
			if (!add_fitting(a, *w + 6, out))
				return false;
			continue;
		}
		vec_push(a, out, whole_name(a, *w));
		if (!is_metric(vec_last(out)))
			fprintf(stderr,
			        "==WARNING== %s is n/a: simt counts events, it has no "
			        "clock "
			        "and no machine code\n",
			        *w);
	}
	return true;
}

static bool is_section(const char *name) {
	for (u32 i = 0; i < ncu_nrow; i++)
		if (strcmp(ncu_rows[i].section, name) == 0)
			return true;
	return false;
}

static bool find_word(const char *option, const char *value, const char *const *words,
                      u32 n, u32 *out) {
	for (u32 i = 0; value && i < n; i++)
		if (strcmp(words[i], value) == 0) {
			*out = i;
			return true;
		}
	return !value || fail(option, value);
}

static bool make_view(struct arena *a, const struct wishes *w, struct ncu_view *v) {
	static const char *const sets[] = {"none", "basic", "detailed", "full"};
	static const char *const pages[] = {"details", "raw", "session"};
	static const char *const summaries[] = {"none", "per-kernel"};
	static const char *const names[] = {"demangled", "function"};
	struct texts sections = {0};
	u32 set = SET_BASIC, page = 0, summary = 0, name = 0;
	bool ok = find_word("no set is called", w->set, sets, countof(sets), &set) &&
	          find_word("no page is called", w->page, pages, countof(pages), &page) &&
	          find_word("summaries are none and per-kernel, not", w->summary,
	                    summaries, countof(summaries), &summary) &&
	          find_word("kernels are named demangled or function, not", w->base,
	                    names, countof(names), &name);
	split(a, w->sections, &sections);
	text_each (s, &sections) {
		if (!is_section(*s))
			fprintf(stderr,
			        "==WARNING== section %s has nothing that simt counts\n",
			        *s);
		vec_push(a, &v->section, *s);
	}
	v->csv = w->csv;
	v->set = set;
	v->page = page;
	v->summary = summary;
	v->names = name;
	if (w->metrics && !w->set && !w->sections)
		v->set = SET_NONE;
	ok = ok && add_metrics(a, w->metrics, &v->metric);
	if (page == PAGE_RAW && !w->metrics && !w->sections)
		ok = ok && add_fitting(a, ".", &v->metric);
	return ok;
}

/* ---- launches ---- */

static void read_shape(const json_t *o, const char *key, u32 out[3]) {
	const json_t *v = json_object_get(o, key);
	for (u32 i = 0; i < 3; i++)
		out[i] = (u32)json_integer_value(json_array_get(v, i));
}

static const char *text_of(const json_t *o, const char *key) {
	const char *s = json_string_value(json_object_get(o, key));
	return s ? s : "";
}

static void add_profile(struct arena *a, const json_t *doc, struct ncu_launches *out) {
	const json_t *list = json_object_get(doc, "launches");
	const json_t *process = json_object_get(doc, "process");
	unsigned sm = (unsigned)strtoul(
		text_of(doc, "device") + strcspn(text_of(doc, "device"), "0123456789"),
		NULL, 10);
	const char *cc = arena_printf(a, "%u.%u", sm / 10, sm % 10);
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *o = json_array_get(list, i);
		struct ncu_launch l = {
			.process = text_of(process, "name"),
			.pid = json_integer_value(json_object_get(process, "id")),
			.name = text_of(o, "kernel"),
			.cc = cc,
			.shared_static = (u32)json_integer_value(
				json_object_get(o, "shared_static")),
			.shared_dynamic = (u32)json_integer_value(
				json_object_get(o, "shared_dynamic")),
			.metrics = json_object_get(o, "metrics"),
		};
		read_shape(o, "grid", l.grid);
		read_shape(o, "block", l.block);
		read_shape(o, "cluster", l.cluster);
		vec_push(a, out, l);
	}
	u64 left = (u64)json_integer_value(json_object_get(doc, "launches_left_out"));
	if (left)
		fprintf(stderr,
		        "==WARNING== %llu launches more were not kept one by one\n",
		        (unsigned long long)left);
}

/* Keeps those that the options ask for, and numbers them. False: a bad expression. */
static bool filter(struct arena *a, const struct wishes *w, struct ncu_launches *l) {
	bool regex = w->kernel && strncmp(w->kernel, "regex:", 6) == 0;
	regex_t r;
	u64 matched = 0;
	u32 n = 0;
	if (regex && regcomp(&r, w->kernel + 6, REG_EXTENDED | REG_NOSUB) != 0)
		return fail("not a regular expression:", w->kernel + 6);
	for (u32 i = 0; i < l->n; i++) {
		const char *name = kernel_base_name(a, l->at[i].name);
		bool fits = !w->kernel || (regex ? regexec(&r, name, 0, NULL, 0) == 0
		                                 : strcmp(name, w->kernel) == 0);
		if (!fits || i < w->skip_before || matched++ < w->skip)
			continue;
		if (w->count && n >= w->count)
			break;
		l->at[n] = l->at[i];
		l->at[n].id = n;
		n++;
	}
	l->n = n;
	if (regex)
		regfree(&r);
	return true;
}

/* ---- reports ---- */

static json_t *load(const char *path) {
	json_error_t e;
	json_t *doc = file_is_regular(path) ? json_load_file(path, 0, &e) : NULL;
	if (!doc)
		fprintf(stderr, "==ERROR== %s is no report of simt's ncu\n", path);
	return doc;
}

static bool read_report(struct arena *a, const char *path, struct ncu_launches *out) {
	json_t *doc = load(path);
	const json_t *list = json_object_get(doc, "profiles");
	if (doc && !json_is_array(list) && !json_object_get(doc, "launches"))
		return fail("no report of simt's ncu:", path);
	if (!json_is_array(list))
		add_profile(a, doc, out);
	for (size_t i = 0; i < json_array_size(list); i++)
		add_profile(a, json_array_get(list, i), out);
	return doc != NULL;
}

static bool write_report(struct arena *a, const struct wishes *w, json_t *profiles) {
	const char *path = report_path(a, w->export, ".ncu-rep");
	char full[PATH_MAX];
	if (file_is_regular(path) && !w->force)
		return fail("the report file exists, and --force-overwrite is not given:",
		            path);
	json_t *doc = json_pack("{s:i,s:O}", "simt_ncu", 1, "profiles", profiles);
	bool ok = json_dump_file(doc, path, JSON_COMPACT) == 0;
	json_decref(doc);
	if (ok && !w->quiet)
		printf("==PROF== Report: %s\n", realpath(path, full) ? full : path);
	return ok || fail("cannot write", path);
}

/* ---- runs ---- */

static void say_profiled(const struct ncu_launches *l, struct arena *a) {
	for (u32 i = 0; i < l->n; i++)
		printf("==PROF== Profiling \"%s\" - %u: 100%% - 1 pass\n",
		       kernel_base_name(a, l->at[i].name), i);
}

static void read_profiles(struct arena *a, const struct wishes *w, const struct child *c,
                          json_t *profiles, struct ncu_launches *out) {
	struct texts files = {0};
	child_files(a, c, &files);
	text_each (f, &files) {
		json_t *doc = json_load_file(*f, 0, NULL);
		const json_t *id = json_object_get(json_object_get(doc, "process"), "id");
		if (doc && (!w->processes || json_integer_value(id) == c->pid)) {
			json_array_append(profiles, doc);
			add_profile(a, doc, out);
		}
		json_decref(doc); /* the array keeps it */
	}
}

static int show(struct arena *a, const struct wishes *w, struct ncu_view *v,
                const struct ncu_launches *l) {
	bool on_screen = !w->log || strcmp(w->log, "stdout") == 0;
	v->out = on_screen                       ? stdout
	         : strcmp(w->log, "stderr") == 0 ? stderr
	                                         : fopen(w->log, "we");
	if (!v->out)
		return fail("cannot write", w->log), EXIT_USAGE;
	if (v->page != PAGE_SESSION)
		ncu_print(a, v, l);
	else
		fprintf(v->out, "    Session\n    simt %s, %u launches\n", SIMT_VERSION,
		        l->n);
	if (v->out != stdout && v->out != stderr && fclose(v->out) != 0)
		return fail("cannot write", w->log), EXIT_USAGE;
	return EXIT_OK;
}

static int profile(struct simtrun *run, const struct wishes *w, struct ncu_view *v,
                   char **argv) {
	struct arena *a = &run->arena;
	struct ncu_launches l = {0};
	struct child c;
	if (!child_folder(run, &c))
		return EXIT_USAGE;
	setenv("SIMT_PROFILE", arena_printf(a, "json:%s/%%p", c.folder), 1);
	json_t *profiles = json_array();
	bool ok = child_run(run, &c, argv);
	if (ok)
		read_profiles(a, w, &c, profiles, &l);
	child_clean(a, &c);
	ok = ok && filter(a, w, &l);
	if (ok && !w->quiet && !w->log) {
		printf("==PROF== Connected to process %ld (%s)\n", (long)c.pid, argv[0]);
		say_profiled(&l, a);
		printf("==PROF== Disconnected from process %ld\n", (long)c.pid);
	}
	if (ok && !l.n)
		puts("==WARNING== No kernels were profiled.");
	if (ok && c.status && !w->exit_codes)
		fprintf(stderr,
		        "==ERROR== The application returned an error code (%d).\n",
		        c.status);
	int status = !ok         ? EXIT_USAGE
	             : w->export ? (write_report(a, w, profiles) ? EXIT_OK : EXIT_USAGE)
	             : l.n       ? show(a, w, v, &l)
	                         : EXIT_OK;
	json_decref(profiles);
	return status ? status : c.status;
}

/* ---- main ---- */

static int list_sections(void) {
	printf("%-40s %s\n", "Identifier", "Display Name");
	for (u32 i = 0; i < ncu_nrow; i++)
		if (!i || strcmp(ncu_rows[i].section, ncu_rows[i - 1].section) != 0)
			printf("%-40s %s\n", ncu_rows[i].section, ncu_rows[i].title);
	return EXIT_OK;
}

static int list_metrics(void) {
	for (u32 i = 0; ncu_metric_name(i); i++)
		puts(ncu_metric_name(i));
	return EXIT_OK;
}

static int answer(struct simtrun *run, const struct wishes *w, char **argv) {
	struct ncu_view v = {0};
	struct ncu_launches l = {0};
	if (w->version)
		return puts("simt's ncu " SIMT_VERSION
		            ", after NVIDIA (R) Nsight Compute "
		            "Command Line Profiler 2025.3"),
		       EXIT_OK;
	if (w->list_sections)
		return list_sections();
	if (w->list_sets)
		return puts("none basic detailed full"), EXIT_OK;
	if (w->query_metrics)
		return list_metrics();
	if (w->attach && strcmp(w->attach, "launch-and-attach") != 0)
		return fail("programs are started here; there is no mode", w->attach),
		       EXIT_USAGE;
	if (!make_view(&run->arena, w, &v))
		return EXIT_USAGE;
	if (w->import)
		return read_report(&run->arena, w->import, &l) &&
		                       filter(&run->arena, w, &l)
		               ? show(&run->arena, w, &v, &l)
		               : EXIT_USAGE;
	if (!*argv)
		return options_help(&table, stdout), EXIT_USAGE;
	return profile(run, w, &v, argv);
}

int main(int argc, char **argv) {
	struct simtrun run = {0};
	struct wishes w = {0};
	struct texts rest = {0};
	sources_init(&run.sources, &run.arena);
	diag_init(&run.diag, &run.arena, &run.sources);
	run.color = diag_want_color(stderr);
	int end = options_end(&table, argc, argv);
	bool ok = options_parse(&table, &w, &rest, &run.arena, &run.diag, end, argv);
	flush_diag(&run);
	int status = EXIT_USAGE;
	if (ok && w.help) {
		ok = !*w.help ||
		     options_help_about(&table, w.help, &run.arena, &run.diag);
		if (!*w.help)
			options_help(&table, stdout);
		flush_diag(&run);
		status = ok ? EXIT_OK : EXIT_USAGE;
	} else if (ok) {
		status = answer(&run, &w, argv + end);
	}
	arena_drop(&run.arena);
	return status;
}
