/* main.c - simt: builds and tests a project in one command (ci), tells a shell where the
 * toolkit is (env), and what collectives cost (model).
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/simt/ci.h"

extern char **environ;

#define FIELD(f) (u32) offsetof(struct wishes, f)
#define OPT(name, letter, kind, f, group, arg, help, man) \
	{name, letter, OPTION_##kind, 1, FIELD(f), group, arg, help, man}

static const struct option_row rows[] = {
	OPT("build-system", 0, CHOICE, system, "What is run",
            "auto|cmake|meson|autotools|make|pytest",
            "how the project is built and tested",
            "By default the files of the folder tell: CMakeLists.txt, meson.build, "
            "configure, a makefile, pytest.ini, pyproject.toml, setup.py or "
            "conftest.py."),
	OPT("configure", 0, TEXT, configure, NULL, "COMMAND",
            "the command that configures, for sh", "An empty one leaves the step out."),
	OPT("build", 0, TEXT, build, NULL, "COMMAND", "the command that builds",
            "An empty one leaves the step out."),
	OPT("test", 0, TEXT, test, NULL, "COMMAND", "the command that tests",
            "An empty one leaves the step out. What follows -- on the command line is "
            "such a command, too."),
	OPT("arg", 'a', LIST, arg, NULL, "WORD", "a word for the build system",
            "Such as -DBUILD_TESTING=ON; of cmake, meson and configure when they "
            "configure, of make always, of pytest."),
	OPT("work", 'w', TEXT, work, NULL, "FOLDER", "where it builds (simt-ci)", ""),
	OPT("jobs", 'j', NUMBER, jobs, NULL, "N", "how many jobs at once",
            "Default: the number of cores."),
	OPT("timeout", 't', SECONDS, timeout_ms, NULL, "TIME",
            "the time that each step may take: 10m, 300",
            "Then it is ended with all that it started. Default: none."),
	OPT("check", 0, TEXT, check, "What is looked at", "TOOLS",
            "checked mode: mem,race,sync,init, or no (all)",
            "What SIMT_CHECK takes (docs/checking.md). With a finding a process ends "
            "with status 3."),
	OPT("sarif", 0, TEXT, sarif, "Files", "FILE", "write the findings as SARIF 2.1.0",
            ""),
	OPT("lcov", 0, TEXT, lcov, NULL, "FILE",
            "write which lines of device code ran, for lcov and genhtml",
            "Kernels run in the interpreter then. Each process adds its records; tools "
            "add up those of one file."),
	OPT("trace", 0, TEXT, trace, NULL, "FOLDER",
            "write a timeline of each process (Chrome's format)",
            "For simt model it is a file: a row for each link, as long as it is busy."),
	OPT("markdown", 0, TEXT, markdown, NULL, "FILE",
            "append the table to a file, as Markdown", "Such as $GITHUB_STEP_SUMMARY."),
	OPT("verbose", 'v', FLAG, verbose, NULL, NULL, "show what the steps print", ""),
	OPT("github", 0, FLAG, github, NULL, NULL,
            "env: write to $GITHUB_ENV and $GITHUB_PATH",
            "So that later steps of a job use simt."),
	OPT("topology", 0, TEXT, topology, "The model", "TOPOLOGY",
            "how devices are joined: 2x4, or a file (SIMT_TOPOLOGY)",
            "docs/devices.md has the format. Default: 1x8."),
	OPT("ranks", 0, TEXT, ranks, NULL, "N,N,...",
            "how many devices take part (all of the topology)", ""),
	OPT("bytes", 0, NUMBER, bytes, NULL, "N", "the largest buffer of a rank (256M)",
            ""),
	OPT("version", 0, FLAG, version, NULL, NULL, "what this is", ""),
	OPT("help", 'h', MAYBE, help, NULL, "OPTION",
            "this screen, or one option in full", ""),
};

static const char *const usage[] = {"simt ci [OPTIONS] [FOLDER] [-- TEST COMMAND]",
                                    "simt env [--github]",
                                    "simt model COLLECTIVE [--topology=T] "
                                    "[--ranks=N,...] [--bytes=N] [--trace=FILE]",
                                    NULL};
static const char *const examples[][2] = {
	{"simt ci", "builds and tests the project in this folder with checks on"},
	{"simt ci --check=mem --sarif=findings.sarif -a -DTESTS=ON ..",
         "of another folder, with a word for cmake"},
	{"simt ci --build='make -j4' -- ./run_tests.sh", "with commands of one's own"},
	{"simt model allreduce --topology=1250x8 --ranks=8,64,10000 --bytes=1M",
         "messages, bytes and time of collectives under an alpha-beta model"},
	{"eval \"$(simt env)\"",
         "nvcc and the toolkit's libraries are simt's in this shell"},
	{NULL, NULL},
};
static const char *const notes[] = {"The exit status is 0 if all is well, 1 for a wrong "
                                    "command line, 2 if it does not "
                                    "build,",
                                    "3 if a test failed or anything was found.", NULL};
static const char *const epilogue[] = {
	"ENVIRONMENT",
	"Commands see CUDACXX, NVCC, CUDA_HOME, CUDA_PATH and CUDAToolkit_ROOT, a PATH "
	"that "
	"begins with the toolkit's commands (nvcc is simtcc), and LD_LIBRARY_PATH.",
	NULL};

static const struct option_table table = {
	.program = "simt",
	.purpose = "build and test CUDA projects without a GPU",
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

/* ---- the toolkit ---- */

struct kit {
	const char *libs, *root, *bin, *compiler; /* absolute */
	const char *python; /* the folder of the module; NULL: it is not installed */
};

static bool find_kit(struct simtrun *run, struct kit *k) {
	struct arena *a = &run->arena;
	if (!program_libraries(a, &k->libs)) {
		diag_error(&run->diag, (struct loc){0, 0}, E0408,
		           "libcudart.so.13 is not beside simt");
		flush_diag(run);
		return false;
	}
	k->root = arena_strdup(a, k->libs, strlen(k->libs) - strlen("/lib64"));
	k->bin = arena_printf(a, "%s/bin", k->root);
	k->compiler = arena_printf(a, "%s/nvcc", k->bin);
	const char *python = arena_printf(a, "%s/../../../python3/dist-packages",
	                                  k->libs);
	char path[PATH_MAX];
	if (access(arena_printf(a, "%s/simt", python), R_OK) == 0 &&
	    realpath(python, path))
		k->python = arena_strdup(a, path, strlen(path));
	return true;
}

static const char *const roots[] = {"CUDA_HOME", "CUDA_PATH", "CUDAToolkit_ROOT"};

static void put_first(struct arena *a, const char *name, const char *file) {
	const char *old = getenv(name);
	setenv(name, old && *old ? arena_printf(a, "%s:%s", file, old) : file, 1);
}

static void enter_kit(struct arena *a, const struct kit *k) {
	for (u32 i = 0; i < countof(roots); i++)
		setenv(roots[i], k->root, 1);
	setenv("CUDACXX", k->compiler, 1);
	setenv("NVCC", k->compiler, 1);
	put_first(a, "PATH", k->bin);
	put_first(a, "LD_LIBRARY_PATH", k->libs);
	if (k->python)
		put_first(a, "PYTHONPATH", k->python);
}

static int env_for_shell(struct arena *a, const struct kit *k) {
	for (u32 i = 0; i < countof(roots); i++)
		printf("export %s=%s\n", roots[i], shell_word(a, k->root));
	printf("export CUDACXX=%s NVCC=%s\n", shell_word(a, k->compiler),
	       shell_word(a, k->compiler));
	printf("export PATH=%s:\"$PATH\"\n", shell_word(a, k->bin));
	printf("export LD_LIBRARY_PATH=%s\"${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\"\n",
	       shell_word(a, k->libs));
	if (k->python)
		printf("export PYTHONPATH=%s\"${PYTHONPATH:+:$PYTHONPATH}\"\n",
		       shell_word(a, k->python));
	return EXIT_OK;
}

/* Later steps of a job get what is in these files. */
static int env_for_github(struct simtrun *run, const struct kit *k) {
	const char *path = getenv("GITHUB_ENV"), *words = getenv("GITHUB_PATH");
	FILE *f = path ? fopen(path, "ae") : NULL, *g = words ? fopen(words, "ae") : NULL;
	const char *old = getenv("LD_LIBRARY_PATH");
	if (!f || !g)
		return refuse(run, "cannot write the file of",
		              f ? "GITHUB_PATH" : "GITHUB_ENV");
	for (u32 i = 0; i < countof(roots); i++)
		fprintf(f, "%s=%s\n", roots[i], k->root);
	fprintf(f, "CUDACXX=%s\nNVCC=%s\nLD_LIBRARY_PATH=%s%s%s\n", k->compiler,
	        k->compiler, k->libs, old && *old ? ":" : "", old ? old : "");
	const char *modules = getenv("PYTHONPATH");
	if (k->python)
		fprintf(f, "PYTHONPATH=%s%s%s\n", k->python,
		        modules && *modules ? ":" : "", modules ? modules : "");
	fprintf(g, "%s\n", k->bin);
	bool ok = fclose(f) == 0;
	return fclose(g) == 0 && ok ? EXIT_OK : refuse(run, "cannot write", "GITHUB_ENV");
}

/* ---- steps ---- */

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Starts it in a process group of its own. */
static pid_t start(const char *command, const char *log) {
	char *argv[] = {(char *)(uintptr_t)"sh", (char *)(uintptr_t)"-c",
	                (char *)(uintptr_t)command, NULL};
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t none;
	pid_t pid = -1;
	sigemptyset(&none);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	if (log) {
		posix_spawn_file_actions_addopen(&actions, 1, log,
		                                 O_WRONLY | O_CREAT | O_TRUNC, 0666);
		posix_spawn_file_actions_adddup2(&actions, 1, 2);
	}
	if (posix_spawn(&pid, "/bin/sh", &actions, &attr, argv, environ) != 0)
		pid = -1;
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	return pid;
}

/* Waits until the group's leader ends, the time is over (0: never) or Ctrl-C comes.
 * Signals are blocked, so none gets lost between the tests. */
static int wait_for(pid_t pid, u64 timeout_ms, bool *late) {
	double end = timeout_ms ? now() + (double)timeout_ms / 1000 : 0;
	sigset_t set;
	int status;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	while (waitpid(pid, &status, WNOHANG) == 0) {
		struct timespec second = {1, 0};
		int sig = sigtimedwait(&set, NULL, &second);
		*late = end != 0 && now() > end;
		if (!*late && sig != SIGINT && sig != SIGTERM)
			continue;
		kill(-pid, SIGKILL);
		waitpid(pid, &status, 0);
		if (sig == SIGINT || sig == SIGTERM)
			exit(128 + sig);
		return 128 + SIGKILL;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void run_step(struct arena *a, const struct wishes *w, const char *work,
                     const char *name, const char *command, struct report *r) {
	struct step *s = &r->step[r->nstep++];
	*s = (struct step){.name = name, .status = -1};
	for (u32 i = 0; i + 1 < r->nstep; i++)
		if (r->step[i].status != 0)
			return;
	if (!w->verbose)
		s->log = arena_printf(a, "%s/%s.log", work, name);
	fprintf(stderr, "== %s: %s\n", name, command);
	fflush(NULL);
	double begin = now();
	pid_t pid = start(command, s->log);
	s->status = pid < 0 ? 127 : wait_for(pid, w->timeout_ms, &s->late);
	s->seconds = now() - begin;
	if (s->status != 0)
		report_log(a, s, stderr);
}

/* What the processes of the tests write. */
struct outputs {
	const char *findings, *lines, *trace;
};

static bool make_folder(struct simtrun *run, const char *path) {
	bool ok = ci_make_folders(&run->arena, path);
	if (!ok)
		refuse(run, arena_printf(&run->arena, "%s:", strerror(errno)), path);
	ci_empty(&run->arena, path);
	return ok;
}

static bool open_outputs(struct simtrun *run, const struct wishes *w, const char *work,
                         struct outputs *o) {
	struct arena *a = &run->arena;
	o->findings = arena_printf(a, "%s/findings", work);
	o->lines = arena_printf(a, "%s/coverage", work);
	if (!make_folder(run, o->findings) || !make_folder(run, o->lines))
		return false;
	char path[PATH_MAX];
	if (w->trace && (!make_folder(run, w->trace) || !realpath(w->trace, path)))
		return false;
	o->trace = w->trace ? arena_strdup(a, path, strlen(path)) : NULL;
	return true;
}

static void watch_processes(struct simtrun *run, const struct wishes *w,
                            const struct kit *k, const struct outputs *o) {
	struct arena *a = &run->arena;
	const char *tools = w->check ? w->check : "all";
	if (strcmp(tools, "no") != 0)
		setenv("SIMT_CHECK",
		       arena_printf(a,
		                    "%s,exit=%d,log=stderr,format=json,save=%s/%%p.json",
		                    tools, EXIT_FAULT, o->findings),
		       1);
	if (w->lcov)
		setenv("SIMT_COVERAGE", arena_printf(a, "%s/%%p.info", o->lines), 1);
	if (o->trace)
		setenv("SIMT_TRACE", arena_printf(a, "%s/%%p.json", o->trace), 1);
	program_redirects(a, k->libs);
}

static void read_results(struct arena *a, const struct plan *p, struct report *r) {
	const struct step *s = &r->step[r->nstep - 1];
	const char *text = p->results ? ci_text(a, p->results) : NULL;
	if (text)
		results_of_junit(a, text, &r->test);
	else if (s->log && (text = ci_text(a, s->log)))
		results_of_lines(a, text, &r->test);
}

static bool write_reports(struct simtrun *run, const struct wishes *w, const char *source,
                          const struct outputs *o, const struct report *r) {
	const char *bad = NULL;
	if (w->sarif && !findings_sarif(&r->finding, source, w->sarif))
		bad = w->sarif;
	if (w->lcov && !ci_join(&run->arena, o->lines, w->lcov))
		bad = w->lcov;
	if (w->markdown && !report_markdown(r, w->markdown))
		bad = w->markdown;
	if (bad)
		refuse(run,
		       arena_printf(&run->arena, "cannot write (%s)", strerror(errno)),
		       bad);
	return !bad;
}

static void block_signals(void) {
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static int run_plan(struct simtrun *run, const struct wishes *w, const struct kit *k,
                    const struct plan *p, const char *source, const char *work) {
	struct report r = {0};
	struct outputs o;
	double begin = now();
	if (!open_outputs(run, w, work, &o))
		return EXIT_USAGE;
	if (p->results)
		unlink(p->results);
	enter_kit(&run->arena, k);
	block_signals();
	if (p->configure)
		run_step(&run->arena, w, work, "configure", p->configure, &r);
	if (p->build)
		run_step(&run->arena, w, work, "build", p->build, &r);
	if (p->test) {
		watch_processes(run, w, k, &o);
		run_step(&run->arena, w, work, "test", p->test, &r);
		if (r.step[r.nstep - 1].status >= 0)
			read_results(&run->arena, p, &r);
	}
	findings_read(&run->arena, o.findings, &r.finding);
	r.seconds = now() - begin;
	report_print(&r, stdout);
	return write_reports(run, w, source, &o, &r) ? report_status(&r) : EXIT_USAGE;
}

static const char *absolute(struct arena *a, const char *path) {
	char full[PATH_MAX];
	return realpath(path, full) ? arena_strdup(a, full, strlen(full)) : NULL;
}

static int ci(struct simtrun *run, struct wishes *w, const struct kit *k) {
	struct arena *a = &run->arena;
	const char *source = absolute(a, w->folder ? w->folder : ".");
	const char *work = w->work ? w->work : "simt-ci";
	struct plan p;
	if (!source)
		return refuse(run, arena_printf(a, "%s:", strerror(errno)), w->folder);
	if (!ci_make_folders(a, work) || !absolute(a, work))
		return refuse(run, arena_printf(a, "%s:", strerror(errno)), work);
	work = absolute(a, work);
	if (!w->jobs)
		w->jobs = (u64)MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
	if (!plan_make(a, w, source, work, &p)) {
		diag_note(&run->diag,
		          diag_error(&run->diag, (struct loc){0, 0}, E0408,
		                     "nothing in %s tells how it is built and tested",
		                     source),
		          "simt ci --build=COMMAND -- TEST COMMAND");
		flush_diag(run);
		return EXIT_USAGE;
	}
	return run_plan(run, w, k, &p, source, work);
}

/* ---- main ---- */

/* The words after "--" as a command of the shell. */
static const char *command_of(struct arena *a, char **word) {
	const char *all = NULL;
	for (; *word; word++)
		all = arena_printf(a, "%s%s%s", all ? all : "", all ? " " : "",
		                   shell_word(a, *word));
	return all;
}

static int model(struct simtrun *run, const struct wishes *w, const char *word) {
	const char *why = model_run(&run->arena, w, word);
	if (!why)
		return EXIT_OK;
	fflush(stdout);
	diag_error(&run->diag, (struct loc){0, 0}, E0408, "%s", why);
	flush_diag(run);
	return EXIT_USAGE;
}

static int dispatch(struct simtrun *run, struct wishes *w, const struct texts *rest) {
	struct kit k = {0};
	const char *command = rest->n ? rest->at[0] : "";
	bool is_ci = strcmp(command, "ci") == 0, is_env = strcmp(command, "env") == 0,
	     is_model = strcmp(command, "model") == 0;
	if (w->help && *w->help) {
		bool known = options_help_about(&table, w->help, &run->arena, &run->diag);
		flush_diag(run);
		return known ? EXIT_OK : EXIT_USAGE;
	}
	if (w->version) {
		puts("simt " SIMT_VERSION);
		return EXIT_OK;
	}
	if (w->help || !rest->n) {
		options_help(&table, stdout);
		return w->help ? EXIT_OK : EXIT_USAGE;
	}
	if (!is_ci && !is_env && !is_model)
		return refuse(run, "ci, env and model are the commands, not", command);
	if (rest->n > (is_env ? 1 : 2))
		return refuse(run, "one word too many:", rest->at[rest->n - 1]);
	if (is_model)
		return model(run, w, rest->n > 1 ? rest->at[1] : "");
	w->folder = rest->n > 1 ? rest->at[1] : NULL;
	if (!find_kit(run, &k))
		return EXIT_USAGE;
	return is_ci       ? ci(run, w, &k)
	       : w->github ? env_for_github(run, &k)
	                   : env_for_shell(&run->arena, &k);
}

int main(int argc, char **argv) {
	struct simtrun run = {0};
	struct wishes w = {0};
	struct texts rest = {0};
	int end = 1;
	sources_init(&run.sources, &run.arena);
	diag_init(&run.diag, &run.arena, &run.sources);
	run.color = diag_want_color(stderr);
	while (end < argc && strcmp(argv[end], "--") != 0)
		end++;
	bool ok = options_parse(&table, &w, &rest, &run.arena, &run.diag, end, argv);
	flush_diag(&run);
	if (ok && end < argc && argv[end + 1])
		w.test = command_of(&run.arena, argv + end + 1);
	int status = ok ? dispatch(&run, &w, &rest) : EXIT_USAGE;
	if (fflush(stdout) != 0 && status == EXIT_OK)
		status = EXIT_USAGE;
	arena_drop(&run.arena);
	return status;
}
