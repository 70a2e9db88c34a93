/* ptxas.c - ptxas: checks PTX as the runtime does, with the messages and the exit status
 * that scripts expect. Its output is the text, which simt's loaders take as a cubin.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runtime/ptxlink/ptxas.h"
#include "runtime/ptxlink/unit.h"
#include "tools/binutils/command.h"
#include "tools/complete.h"

static const struct command command = {
	.program = "ptxas",
	.usage = "ptxas [options] <ptx file>,...",
	.purpose = "checks PTX; there is no machine code for GPUs here",
	.failure = 255,
};

/* What ptxas_options, which nvPTXCompiler has too, does not know. */
struct words {
	const char *output;
	struct texts files, texts, options;
	bool help, version, list_versions;
};

enum { DEPTH = 20 };

static bool is(const char *word, const char *a, const char *b) {
	return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* The value of the option at *i, which may be joined to it by '='; NULL: this is another
 * option. */
static const char *value_of(const struct texts *words, u32 *i, const char *letter,
                            const char *name) {
	const char *w = words->at[*i];
	size_t n = strcspn(w, "=");
	if (strncmp(w, name, n) != 0 || name[n])
		if (strncmp(w, letter, n) != 0 || letter[n])
			return NULL;
	if (w[n])
		return w + n + 1;
	return *i + 1 < words->n ? words->at[++*i] : NULL;
}

static bool take(struct arena *a, struct words *w, const struct texts *words, u32 depth);

/* Options in files, with commas between the files' names. */
static bool take_files(struct arena *a, struct words *w, const char *paths, u32 depth) {
	struct texts words = {0};
	if (depth == DEPTH) {
		command_fail(&command, "Options files include each other: '%s'", paths);
		return false;
	}
	for (const char *end; *paths; paths = end + (*end == ',')) {
		size_t size;
		end = paths + strcspn(paths, ",");
		char *text = command_file(&command, a,
		                          arena_strdup(a, paths, (size_t)(end - paths)),
		                          &size),
		     *save;
		if (!text)
			return false;
		for (char *t = strtok_r(text, " \t\r\n", &save); t;
		     t = strtok_r(NULL, " \t\r\n", &save))
			vec_push(a, &words, (const char *)t);
	}
	return take(a, w, &words, depth + 1);
}

static bool take(struct arena *a, struct words *w, const struct texts *words, u32 depth) {
	for (u32 i = 0; i < words->n; i++) {
		const char *word = words->at[i], *value;
		if ((value = value_of(words, &i, "-o", "--output-file")))
			w->output = value;
		else if ((value = value_of(words, &i, "-ias", "--input-as-string")))
			vec_push(a, &w->texts, value);
		else if ((value = value_of(words, &i, "-optf", "--options-file"))) {
			if (!take_files(a, w, value, depth))
				return false;
		} else if (is(word, "-h", "--help"))
			w->help = true;
		else if (is(word, "-V", "--version"))
			w->version = true;
		else if (is(word, "-version-ls", "--list-version"))
			w->list_versions = true;
		else if (word[0] == '-' && word[1])
			vec_push(a, &w->options, word);
		else if (w->options.n &&
		         ptxas_takes_value(w->options.at[w->options.n - 1]))
			vec_push(a, &w->options, word);
		else
			vec_push(a, &w->files, word);
	}
	return true;
}

/* Versions of PTX, as nvPTXCompilerGetSupportedVersions tells them. */
static void list_versions(void) {
	for (u32 i = 0, major, minor; ptxas_version(i, &major, &minor); i++)
		printf("%u.%u\n", major, minor);
}

/* NVIDIA's output is an ELF file for a GPU. */
static int write_output(const struct words *w, const struct ptx_unit *u) {
	const char *path = w->output ? w->output : "elf.o";
	return command_write(&command, path, u->text, u->len) ? 0 : command.failure;
}

static int check(struct arena *a, const struct words *w, const struct ptxas_settings *s,
                 const char *name, const char *text, size_t size) {
	struct ptx_reading how = {
		.log = stderr,
		.info = stderr,
		.arch = s->arch,
		.sm = s->sm,
		.max_registers = s->max_registers,
		.list = s->verbose,
		.warnings = !s->no_warnings,
		.warnings_are_errors = s->warnings_are_errors,
	};
	struct ptx_unit u = {.name = name, .text = text, .len = size};
	if (ptx_unit_read(a, &how, &u) != PTX_GOOD || !ptxas_accepts(s, &u, stderr)) {
		fputs("ptxas fatal   : Ptx assembly aborted due to errors\n", stderr);
		return command.failure;
	}
	return write_output(w, &u);
}

static int check_all(struct arena *a, const struct words *w,
                     const struct ptxas_settings *s) {
	int status = 0;
	if (w->files.n + w->texts.n == 0)
		return command_fail(&command, "No input files");
	for (u32 i = 0; i < w->files.n && status == 0; i++) {
		size_t size;
		char *text = command_file(&command, a, w->files.at[i], &size);
		status = text ? check(a, w, s, w->files.at[i], text, size)
		              : command.failure;
	}
	for (u32 i = 0; i < w->texts.n && status == 0; i++)
		status = check(a, w, s, "ptx input", w->texts.at[i],
		               strlen(w->texts.at[i]));
	return status;
}

static int run(struct arena *a, const struct words *w) {
	struct ptxas_settings s = {0};
	if (!ptxas_options(a, &s, w->options.n, w->options.at, stderr))
		return command.failure;
	if (!s.arch) { /* the oldest one that the release knows */
		s.arch = "sm_75";
		s.sm = 75;
	}
	return check_all(a, w, &s);
}

static void add(struct arena *a, struct complete_options *all, const char *longer,
                const char *shorter, const char *arg) {
	const char *names[] = {arena_printf(a, "--%s", longer),
	                       arena_printf(a, "-%s", shorter)};
	for (u32 i = 0; i < countof(names); i++)
		vec_push(a, all,
		         (struct complete_option){names[i], *arg ? arg : NULL, "", false,
		                                  false});
}

/* --help=bash and the like are for the build. */
static int show_completion(struct arena *a, const char *shell) {
	struct complete_options all = {0};
	const char *longer, *shorter, *arg;
	add(a, &all, "output-file", "o", "FILE");
	add(a, &all, "options-file", "optf", "FILE");
	add(a, &all, "input-as-string", "ias", "<text>");
	add(a, &all, "list-version", "version-ls", "");
	add(a, &all, "help", "h", "");
	add(a, &all, "version", "V", "");
	for (u32 i = 0; ptxas_option_at(i, &longer, &shorter, &arg); i++)
		add(a, &all, longer, shorter, arg);
	struct complete_table t = {
		.program = "ptxas", .option = all.at, .noption = all.n};
	return complete_write(&t, shell, stdout) ? 0 : command.failure;
}

int main(int argc, char **argv) {
	struct arena a = ARENA_INIT;
	struct words w = {0};
	struct texts words = {0};
	for (int i = 1; i < argc; i++)
		vec_push(&a, &words, (const char *)argv[i]);
	int status = 0;
	if (argc == 2 && strncmp(argv[1], "--help=", 7) == 0)
		status = show_completion(&a, argv[1] + 7);
	else if (!take(&a, &w, &words, 0))
		status = command.failure;
	else if (w.help || argc == 1)
		ptxas_help(stdout);
	else if (w.version)
		puts("ptxas: simt's, checks PTX\n"
		     "Cuda compilation tools, release 13.0, V13.0.88");
	else if (w.list_versions)
		list_versions();
	else
		status = run(&a, &w);
	arena_drop(&a);
	return status;
}
