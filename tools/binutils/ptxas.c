/* ptxas.c - ptxas: checks PTX as the runtime does, with the messages and the exit status
 * that scripts expect. Its output is the text, which simt's loaders take as a cubin.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runtime/ptxlink/ptxas.h"
#include "runtime/ptxlink/unit.h"
#include "tools/binutils/command.h"

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
	bool help, version;
};

static bool is(const char *word, const char *a, const char *b) {
	return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* The value of the option at *i, which may be -oNAME; NULL: this is another option. */
static const char *value_of(int argc, char **argv, int *i, const char *letter,
                            const char *name) {
	const char *w = argv[*i];
	size_t n = strlen(name);
	if (strncmp(w, name, n) == 0 && w[n] == '=')
		return w + n + 1;
	if (!is(w, letter, name) || *i + 1 >= argc)
		return NULL;
	return argv[++*i];
}

static void take(struct arena *a, struct words *w, int argc, char **argv) {
	for (int i = 1; i < argc; i++) {
		const char *value;
		if ((value = value_of(argc, argv, &i, "-o", "--output-file")))
			w->output = value;
		else if ((value = value_of(argc, argv, &i, "-ias", "--input-as-string")))
			vec_push(a, &w->texts, value);
		else if (is(argv[i], "-h", "--help"))
			w->help = true;
		else if (is(argv[i], "-V", "--version"))
			w->version = true;
		else if (argv[i][0] == '-' && argv[i][1])
			vec_push(a, &w->options, (const char *)argv[i]);
		else if (w->options.n &&
		         ptxas_takes_value(w->options.at[w->options.n - 1]))
			vec_push(a, &w->options, (const char *)argv[i]);
		else
			vec_push(a, &w->files, (const char *)argv[i]);
	}
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

int main(int argc, char **argv) {
	struct arena a = ARENA_INIT;
	struct words w = {0};
	take(&a, &w, argc, argv);
	int status = 0;
	if (w.help || argc == 1)
		ptxas_help(stdout);
	else if (w.version)
		puts("ptxas: simt's, checks PTX\n"
		     "Cuda compilation tools, release 13.0, V13.0.88");
	else
		status = run(&a, &w);
	arena_drop(&a);
	return status;
}
