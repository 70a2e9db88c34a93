/* nvlink.c - nvlink: links the relocatable device code of objects, libraries, containers
 * and PTX texts into one PTX text, which simt's loaders, fatbinary and cuobjdump take.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "runtime/handles/input.h"
#include "runtime/ptxlink/unit.h"
#include "tools/binutils/command.h"

static struct {
	const char *arch, *output, *machine, *cpu, *maxrregcount, *time;
	const char *fast, *split, *split_extended, *nvvm;
	struct texts library, folder, xptxas, xnvvm, kernels, variables;
	bool debug, verbose, warnings_are_errors, no_warnings, ignored, lto;
} set;

#define IGNORED(name, letter, help) \
	{name, letter, COMMAND_FLAG, NULL, help, &set.ignored, NULL}

static const struct command_option options[] = {
	{"arch", "arch", COMMAND_TEXT, "<architecture>", "The target: sm_90.", &set.arch,
         NULL},
	{"cpu-arch", "cpu-arch", COMMAND_TEXT, "<cpu>", "Changes nothing.", &set.cpu,
         NULL},
	{"debug", "g", COMMAND_FLAG, NULL, "Changes nothing: PTX keeps its lines.",
         &set.debug, NULL},
	IGNORED("device-stack-protector", "device-stack-protector", "Changes nothing."),
	{"dlto", "dlto", COMMAND_FLAG, NULL, "As --link-time-opt.", &set.lto, NULL},
	IGNORED("disable-infos", "disable-infos", "Changes nothing."),
	{"disable-warnings", "w", COMMAND_FLAG, NULL, "Prints no warnings.",
         &set.no_warnings, NULL},
	{"dump-callgraph", "dump-callgraph", COMMAND_REFUSED, NULL, NULL, NULL,
         "simtrun --dump=cfg shows control flow"},
	{"dump-callgraph-no-demangle", "dump-callgraph-no-demangle", COMMAND_REFUSED,
         NULL, NULL, NULL, "simtrun --dump=cfg shows control flow"},
	{"emit-ptx", "emit-ptx", COMMAND_FLAG, NULL, "The output is PTX always.",
         &set.ignored, NULL},
	IGNORED("extra-warnings", "extrawarn", "Changes nothing."),
	{"gen-host-linker-script", "ghls", COMMAND_REFUSED, "<type>", NULL, NULL,
         "simtcc links programs without a script"},
	IGNORED("ignore-host-info", "ignore-host-info",
                "Changes nothing: all code stays."),
	IGNORED("keep-system-libraries", "keep-system-libraries", "Changes nothing."),
	{"kernels-used", "kernels-used", COMMAND_LIST, "<kernel>,...",
         "Changes nothing: all code stays.", &set.kernels, NULL},
	{"library", "l", COMMAND_LIST, "<library>,...", "Libraries, as -lNAME.",
         &set.library, NULL},
	{"library-path", "L", COMMAND_LIST, "<folder>,...", "Where they are.",
         &set.folder, NULL},
	{"link-time-opt", "lto", COMMAND_FLAG, NULL, "Takes LTO-IR, which NVRTC makes.",
         &set.lto, NULL},
	{"machine", "m", COMMAND_CHOICE, "|64|", "64 bits.", &set.machine, NULL},
	{"maxrregcount", "maxrregcount", COMMAND_TEXT, "<amount>",
         "Registers of kernels without bounds of their own.", &set.maxrregcount, NULL},
	{"nvvmpath", "nvvmpath", COMMAND_TEXT, "<folder>", "Changes nothing.", &set.nvvm,
         NULL},
	{"Ofast-compile", "Ofc", COMMAND_CHOICE, "|0|min|mid|max|", "Changes nothing.",
         &set.fast, NULL},
	{"output-file", "o", COMMAND_TEXT, "<file name>", "The output; a.out without it.",
         &set.output, NULL},
	IGNORED("preserve-relocs", "preserve-relocs", "Changes nothing."),
	{"register-link-binaries", "register-link-binaries", COMMAND_REFUSED,
         "<file name>", NULL, NULL, "simtcc -dlink registers what it links"},
	{"relocatable-link", "r", COMMAND_REFUSED, NULL, NULL, NULL,
         "ld -r puts objects together with their device code"},
	IGNORED("report-arch", "report-arch", "Changes nothing."),
	{"split-compile", "split-compile", COMMAND_TEXT, "<amount>", "Changes nothing.",
         &set.split, NULL},
	{"split-compile-extended", "split-compile-extended", COMMAND_TEXT, "<amount>",
         "Changes nothing.", &set.split_extended, NULL},
	IGNORED("suppress-arch-warning", "suppress-arch-warning", "Changes nothing."),
	IGNORED("suppress-debug-info", "suppress-debug-info", "Changes nothing."),
	IGNORED("suppress-stack-size-warning", "suppress-stack-size-warning",
                "Changes nothing."),
	{"time", "time", COMMAND_REFUSED, "<file name>", NULL, NULL,
         "simtcc --time tells"},
	{"uidx-file", "uidx", COMMAND_REFUSED, "<file name>", NULL, NULL,
         "simtcc registers device code without it"},
	IGNORED("use-host-info", "use-host-info", "Changes nothing: all code stays."),
	{"variables-used", "variables-used", COMMAND_LIST, "<variable>,...",
         "Changes nothing: all code stays.", &set.variables, NULL},
	{"verbose", "v", COMMAND_FLAG, NULL, "Tells what kernels need.", &set.verbose,
         NULL},
	{"warning-as-error", "Werror", COMMAND_FLAG, NULL, "Warnings are errors.",
         &set.warnings_are_errors, NULL},
	{"Xnvvm", "Xnvvm", COMMAND_LIST, "<options>,...", "Changes nothing.", &set.xnvvm,
         NULL},
	{"Xptxas", "Xptxas", COMMAND_LIST, "<options>,...", "Changes nothing.",
         &set.xptxas, NULL},
};

static const struct command command = {
	.program = "nvlink",
	.usage = "nvlink [options] <objects>",
	.purpose = "links device code",
	.option = options,
	.noption = countof(options),
	.failure = 1,
};

/* ---- inputs ---- */

struct link {
	struct arena *a;
	u32 sm;
	struct ptx_units units;
};

static int add_text(struct link *l, const struct input_image *image, const char *name) {
	struct ptx_reading how = {
		.log = stderr,
		.info = stderr,
		.arch = set.arch,
		.sm = l->sm,
		.max_registers = set.maxrregcount
	                                 ? (u32)strtoul(set.maxrregcount, NULL, 10)
	                                 : 0,
		.list = set.verbose,
		.warnings = !set.no_warnings,
		.warnings_are_errors = set.warnings_are_errors,
	};
	struct ptx_unit u = {.name = name, .text = image->text, .len = image->len};
	if (ptx_unit_read(l->a, &how, &u) != PTX_GOOD)
		return command_fail(&command, "Could not read the device code of '%s'",
		                    name);
	vec_push(l->a, &l->units, u);
	return 0;
}

static int check_kind(enum input_kind kind, const char *bytes, size_t size,
                      const char *path) {
	if (kind == INPUT_NONE)
		return command_fail(&command, "Input file '%s' is in no known format",
		                    path);
	if (kind == INPUT_CUBIN)
		return command_fail(&command, "'%s' is machine code; PTX is needed",
		                    path);
	if (input_is_foreign_lto(bytes, size))
		return command_fail(&command, "'%s' is LTO-IR of another compiler", path);
	if (kind == INPUT_LTO && !set.lto)
		return command_fail(&command, "'%s' is LTO-IR, which needs -lto", path);
	return 0;
}

/* Objects without device code are passed over, as host objects are on such lines. */
static int add_file(struct link *l, const char *path) {
	size_t size;
	struct input_found found = {0};
	char *bytes = command_file(&command, l->a, path, &size);
	if (!bytes)
		return command.failure;
	enum input_kind kind = input_kind_of(bytes, size);
	int status = check_kind(kind, bytes, size, path);
	if (status != 0)
		return status;
	input_texts(l->a, kind, bytes, size, l->sm, false, &found);
	if (found.damaged)
		return command_fail(&command, "The device code of '%s' is damaged", path);
	if (!found.images.n && found.nother)
		return command_fail(&command, "'%s' holds no PTX that %s can run", path,
		                    set.arch);
	for (u32 i = 0; i < found.images.n && status == 0; i++) {
		const struct input_image *image = &found.images.at[i];
		status = add_text(l, image,
		                  *image->name
		                          ? arena_printf(l->a, "%s:%s", path, image->name)
		                          : path);
	}
	return status;
}

/* -lcudadevrt and -lcudart_static bring nothing that has to be linked here. */
static int add_library(struct link *l, const char *name) {
	text_each (folder, &set.folder) {
		const char *path = arena_printf(l->a, "%s/lib%s.a", *folder, name);
		if (file_is_regular(path))
			return add_file(l, path);
	}
	if (strncmp(name, "cuda", 4) == 0)
		return 0;
	return command_fail(&command, "Library file '%s' not found in paths", name);
}

/* ---- the command ---- */

static int write_linked(struct link *l) {
	size_t size;
	if (!ptx_units_agree(&l->units, stderr))
		return command.failure;
	const char *text = ptx_units_link(l->a, &l->units, l->sm, &size);
	if (!text)
		return command_fail(&command, "Could not link");
	return command_write(&command, set.output ? set.output : "a.out", text, size)
	               ? 0
	               : command.failure;
}

static int run(struct arena *a, const struct texts *files) {
	struct link l = {.a = a};
	int status = 0;
	const char *digits = set.arch ? strchr(set.arch, '_') : NULL;
	if (!digits || !(l.sm = (u32)strtoul(digits + 1, NULL, 10)))
		return command_fail(&command,
		                    "Option '--arch' needs a value such as sm_90");
	if (!files->n)
		return command_fail(&command, "No input files specified");
	for (u32 i = 0; i < files->n && status == 0; i++)
		status = add_file(&l, files->at[i]);
	for (u32 i = 0; i < set.library.n && status == 0; i++)
		status = add_library(&l, set.library.at[i]);
	return status ? status : write_linked(&l);
}

/* -m64, -lNAME and -LFOLDER are words of their own for this command. */
static char *apart(struct arena *a, char *word, const char **value) {
	*value = NULL;
	if (word[0] != '-' || !word[1] || !word[2] || word[2] == '=' ||
	    strcmp(word, "-lto") == 0)
		return word;
	bool is_machine = word[1] == 'm' && isdigit((u8)word[2]);
	if (!is_machine && word[1] != 'l' && word[1] != 'L')
		return word;
	*value = word + 2;
	return arena_strdup(a, word, 2);
}

int main(int argc, char **argv) {
	struct arena a = ARENA_INIT;
	struct texts files = {0};
	char **words = arena_array(&a, char *, 2 * (u32)argc + 2);
	int n = 0;
	for (int i = 0; i < argc; i++) {
		const char *value = NULL;
		words[n++] = i ? apart(&a, argv[i], &value) : argv[i];
		if (value)
			words[n++] = arena_strdup(&a, value, strlen(value));
	}
	if (argc == 1)
		words[n++] = arena_strdup(&a, "--help", 6);
	int status = command_read(&command, &a, n, words, &files);
	if (status == COMMAND_GOES_ON)
		status = run(&a, &files);
	arena_drop(&a);
	return status;
}
