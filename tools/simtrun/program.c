/* program.c - simtrun ./app: a CUDA program that another compiler built, with this
 * project's libraries in the place of the toolkit's. For a program that cannot use them
 * it prints why.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/elf_file.h"
#include "base/file.h"
#include "runtime/redirect/static_runtime.h"
#include "tools/simtrun/simtrun.h"

/* ---- words that name programs ------------------------------------------------------ */

bool is_program(const char *path) {
	struct elf_file e;
	bool ok = access(path, X_OK) == 0 && elf_file_map(path, &e);
	if (ok)
		elf_file_unmap(&e);
	return ok;
}

static bool ends_with(const char *s, const char *end) {
	size_t n = strlen(s), m = strlen(end);
	return n >= m && memcmp(s + n - m, end, m) == 0;
}

bool is_input_name(const char *name) {
	static const char *const ends[] = {".ptx", ".json", ".litmus"};
	for (u32 i = 0; i < countof(ends); i++)
		if (ends_with(name, ends[i]))
			return true;
	return false;
}

/* Checks whether it is a script: its first line names an interpreter, or the file may be
 * executed and is not PTX. File systems without permissions let everything be executed.
 */
static bool is_script(const char *path) {
	char head[4096];
	FILE *f = access(path, X_OK) == 0 && !is_input_name(path) ? fopen(path, "re")
	                                                          : NULL;
	if (!f)
		return false;
	size_t n = fread(head, 1, sizeof head, f);
	fclose(f);
	return (n > 2 && memcmp(head, "#!", 2) == 0) ||
	       (!memchr(head, 0, n) && !memmem(head, n, ".version", 8));
}

/* The file that a name without a slash means: as execvp finds it. NULL: none, and errno
 * says why. */
static const char *in_path(struct arena *a, const char *name) {
	const char *path = getenv("PATH");
	int why = ENOENT;
	for (const char *s = path ? path : "/bin:/usr/bin";; s++) {
		size_t n = strcspn(s, ":");
		const char *file = arena_printf(a, "%.*s%s%s", (int)n, s, n ? "/" : "./",
		                                name);
		if (file_is_regular(file) && access(file, X_OK) == 0)
			return file;
		if (errno == EACCES)
			why = EACCES;
		s += n;
		if (!*s)
			break;
	}
	errno = why;
	return NULL;
}

const char *program_of(struct arena *a, const char *word) {
	struct elf_file e;
	struct stat st;
	if (file_is_regular(word)) {
		if (is_program(word) || is_script(word))
			return strchr(word, '/') ? word : arena_printf(a, "./%s", word);
		errno = access(word, X_OK) != 0 && elf_file_map(word, &e) ? EACCES : 0;
		return NULL;
	}
	if (*word && !strchr(word, '/') && !is_input_name(word))
		return in_path(a, word);
	if (stat(word, &st) == 0)
		errno = S_ISDIR(st.st_mode) ? EISDIR : 0;
	return NULL;
}

/* ---- refusals ---------------------------------------------------------------------- */

static int refuse(struct simtrun *run, const char *path, const char *why,
                  const char *help) {
	struct diag_record *r = diag_error(&run->diag, (struct loc){0, 0}, E0408,
	                                   "%s: %s", path, why);
	diag_note(&run->diag, r, "%s", help);
	flush_diag(run);
	return EXIT_COMPILE;
}

/* runtime/older has the names of earlier releases. */
static bool is_known_runtime(const char *soname) {
	static const char *const names[] = {"libcudart.so.13", "libcudart.so.12",
	                                    "libcudart.so.11.0"};
	for (u32 i = 0; i < countof(names); i++)
		if (strcmp(soname, names[i]) == 0)
			return true;
	return false;
}

static int check(struct simtrun *run, const char *path) {
	struct elf_file e;
	int status = EXIT_OK;
	if (!elf_file_map(path, &e))
		return EXIT_OK;
	const char *runtime = elf_file_needed(&e, "libcudart.so.");
	enum static_runtime own = static_runtime(&e);
	if (runtime && !is_known_runtime(runtime))
		status = refuse(
			run, path,
			"the program was built for a release of CUDA other than 11, "
			"12 and 13",
			"build it with CUDA 13, or with simtcc");
	else if (own == STATIC_RUNTIME_STRIPPED)
		status = refuse(run, path,
		                "NVIDIA's runtime library is linked into the program, "
		                "whose symbols are stripped",
		                "link it with -cudart shared, or do not strip it, so "
		                "that simt's library can take its place");
	elf_file_unmap(&e);
	return status;
}

/* ---- the environment --------------------------------------------------------------- */

bool program_libraries(struct arena *a, const char **out) {
	/* As installed, in the build folder; the same from the toolkit's own commands. */
	static const char *const beside[] = {"../lib/simt/cuda/lib64",
	                                     "simtcc/cuda/lib64", "../lib64",
	                                     "../simtcc/cuda/lib64"};
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	if (n <= 0)
		return false;
	self[n] = 0;
	*strrchr(self, '/') = 0;
	for (u32 i = 0; i < countof(beside); i++) {
		const char *dir = arena_printf(a, "%s/%s", self, beside[i]);
		char path[PATH_MAX];
		if (access(arena_printf(a, "%s/libcudart.so.13", dir), R_OK) == 0 &&
		    realpath(dir, path)) {
			*out = arena_strdup(a, path, strlen(path));
			return true;
		}
	}
	return false;
}

static void put_number(struct arena *a, const char *name, u64 value) {
	if (value)
		setenv(name, arena_printf(a, "%llu", (unsigned long long)value), 1);
}

static void put_settings(struct simtrun *run) {
	static const char *const backends[] = {NULL, "interp", "jit"};
	const struct settings *s = &run->set;
	if (s->backend)
		setenv("SIMT_BACKEND", backends[s->backend], 1);
	if (s->device)
		setenv("SIMT_DEVICE", s->device, 1);
	if (s->cpu)
		setenv("SIMT_CPU", s->cpu, 1);
	if (s->approx == APPROX_FAST)
		setenv("SIMT_APPROX", "fast", 1);
	if (s->trace)
		setenv("SIMT_TRACE", s->trace, 1);
	if (s->inject)
		setenv("SIMT_INJECT", s->inject, 1);
	if (s->profile)
		setenv("SIMT_PROFILE", *s->profile ? s->profile : "text", 1);
	if (s->coverage)
		setenv("SIMT_COVERAGE", *s->coverage ? s->coverage : "1", 1);
	if (s->schedule)
		setenv("SIMT_SCHEDULE", s->schedule, 1);
	if (s->record_schedule)
		setenv("SIMT_RECORD_SCHEDULE", s->record_schedule, 1);
	if (s->replay_schedule)
		setenv("SIMT_REPLAY_SCHEDULE", s->replay_schedule, 1);
	if (s->weak)
		setenv("SIMT_WEAK", "1", 1);
	if (s->verbose)
		setenv("SIMT_VERBOSE", "1", 1);
	put_number(&run->arena, "SIMT_DEVICE_MEMORY", s->memory);
	put_number(&run->arena, "SIMT_THREADS", s->threads);
	put_number(&run->arena, "SIMT_SEED", s->seed);
	put_number(&run->arena, "SIMT_TIMEOUT_MS", s->timeout_ms);
}

/* Puts a file before those that a variable names already. */
static void put_first(struct arena *a, const char *name, const char *file) {
	const char *old = getenv(name);
	bool more = old && *old;
	setenv(name, arena_printf(a, "%s%s%s", file, more ? ":" : "", more ? old : ""),
	       1);
}

void program_redirects(struct arena *a, const char *libs) {
	const char *redirect = arena_printf(a, "%s/../../libsimt-redirect.so", libs);
	if (access(redirect, R_OK) == 0)
		put_first(a, "LD_AUDIT", redirect);
}

/* Runs a file that the kernel does not know with the shell, as execvp does. */
static void run_shell(struct arena *a, const char *path, char **argv) {
	u32 n = 0;
	while (argv[n])
		n++;
	char **words = arena_array(a, char *, n + 2);
	words[0] = arena_strdup(a, "sh", 2);
	words[1] = arena_strdup(a, path, strlen(path));
	for (u32 i = 1; i < n; i++)
		words[i + 1] = argv[i];
	execv("/bin/sh", words);
}

int run_program(struct simtrun *run, const char *path, char **argv) {
	const char *libs;
	int status = check(run, path);
	if (status != EXIT_OK)
		return status;
	if (!program_libraries(&run->arena, &libs)) {
		refuse(run, path, "libcudart.so.13 is not beside simtrun",
		       "./dev build installs it in lib/simt/cuda/lib64");
		return EXIT_USAGE;
	}
	put_settings(run);
	put_first(&run->arena, "LD_LIBRARY_PATH", libs);
	program_redirects(&run->arena, libs);
	signal_defaults();
	fflush(stdout);
	execv(path, argv);
	if (errno == ENOEXEC)
		run_shell(&run->arena, path, argv);
	diag_error(&run->diag, (struct loc){0, 0}, E0408, "cannot run %s: %s", argv[0],
	           strerror(errno));
	flush_diag(run);
	return EXIT_USAGE;
}
