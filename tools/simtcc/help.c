/* help.c - prints the option table as the text of --help, as the manual page, and as
 * completions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/complete.h"
#include "tools/simtcc/option.h"

enum { LEFT = 34 }; /* columns for the option's name in --help */

static const char *const example[][2] = {
	{"simtcc app.cu -o app && ./app", "compile and run a program"},
	{"simtcc -O3 -std=c++17 -c k.cu -o k.o",
         "an object file; g++ may link it: g++ k.o -lcudart"},
	{"simtcc -ptx k.cu -o -", "look at the PTX"},
	{"simtcc -rdc=true -c a.cu b.cu", "device code that refers to other files"},
	{"CUDACXX=simtcc cmake -B build", "a CMake project with CUDA in it"},
};

static const char *const section[][2] = {
	{"DESCRIPTION",
         "simtcc compiles CUDA C++ for machines without a GPU. It takes the command line "
         "of nvcc: an option "
         "is named by its long or short name, with one dash or two; its value is the "
         "next word, or follows "
         "'='; names of one letter take it glued. Lists are separated by commas that a "
         "backslash or double "
         "quotes protect. @FILE stands for the words in a file. The host half is "
         "rewritten and goes to the "
         "host compiler; the device half becomes PTX, which the program carries with it "
         "and which the "
         "runtime library interprets or compiles for the processor at hand."},
	{"ENVIRONMENT", "NVCC_PREPEND_FLAGS and NVCC_APPEND_FLAGS hold options to put "
                        "before and after the command line, "
                        "NVCC_CCBIN the host compiler where -ccbin is not given, TMPDIR "
                        "the place of intermediate files. "
                        "Programs built by simtcc know SIMT_BACKEND, SIMT_DEVICE and "
                        "more: see simtrun(1)."},
	{"EXIT STATUS",
         "0 if all went well; 1 for a wrong command line and for errors of the host "
         "compiler and linker; 2 "
         "for errors in device code; with -run, what the program returned."},
	{"SEE ALSO", "simtrun(1), g++(1)"},
};

static void left_text(const struct cc_option *o, char *buf, size_t size) {
	const char *sep = !o->arg ? "" : strlen(o->brief) == 1 ? " " : "=";
	const char *arg = o->arg ? o->arg : "";
	if (strcmp(o->name, o->brief) == 0)
		snprintf(buf, size, "-%s%s%s", o->brief, sep, arg);
	else
		snprintf(buf, size, "-%s%s%s, --%s", o->brief, sep, arg, o->name);
}

void cc_help(FILE *out) {
	fputs("simtcc: compiles CUDA C++ for machines without a GPU\n\n", out);
	for (u32 i = 0; i < countof(example); i++)
		fprintf(out, "  %-40s %s\n", example[i][0], example[i][1]);
	fputs("\nusage: simtcc [OPTIONS] FILE...\n", out);
	for (u32 i = 0; i < cc_option_count; i++) {
		const struct cc_option *o = &cc_option[i];
		char left[256];
		if (o->group) {
			fprintf(out, "\n%s:\n", o->group);
			continue;
		}
		left_text(o, left, sizeof left);
		fprintf(out, "  %-*s ", LEFT, left);
		if (strlen(left) > LEFT)
			fprintf(out, "\n  %*s ", LEFT, "");
		fprintf(out, "%s%s\n", o->use == CC_IGNORED ? "no meaning here: " : "",
		        o->help);
	}
}

/* ---- the manual page ---- */

static void roff(FILE *out, const char *s) {
	for (bool start = true; *s; start = *s++ == '\n') {
		if (start && (*s == '.' || *s == '\''))
			fputs("\\&", out);
		if (*s == '-')
			fputs("\\-", out);
		else if (*s == '\\')
			fputs("\\e", out);
		else
			fputc(*s, out);
	}
}

static void man_section(const char *const text[2], FILE *out) {
	fprintf(out, ".SH %s\n", text[0]);
	roff(out, text[1]);
	fputc('\n', out);
}

static void man_option(const struct cc_option *o, FILE *out) {
	char left[256];
	left_text(o, left, sizeof left);
	fputs(".TP\n.B ", out);
	roff(out, left);
	fputc('\n', out);
	if (o->use == CC_IGNORED)
		fputs("Accepted without a meaning: ", out);
	roff(out, o->help);
	fputs(".\n", out);
}

void cc_man(FILE *out) {
	fputs(".TH SIMTCC 1 \"\" \"simt " SIMT_VERSION "\" \"User Commands\"\n.SH NAME\n",
	      out);
	fputs("simtcc \\- compiles CUDA C++ for machines without a GPU\n", out);
	fputs(".SH SYNOPSIS\n.B simtcc\n[\\fIOPTIONS\\fR] \\fIFILE\\fR...\n", out);
	man_section(section[0], out);
	fputs(".SH EXAMPLES\n", out);
	for (u32 i = 0; i < countof(example); i++) {
		fputs(".TP\n.B ", out);
		roff(out, example[i][0]);
		fputc('\n', out);
		roff(out, example[i][1]);
		fputc('\n', out);
	}
	fputs(".SH OPTIONS\n", out);
	for (u32 i = 0; i < cc_option_count; i++) {
		if (cc_option[i].group)
			fprintf(out, ".SS %s\n", cc_option[i].group);
		else
			man_option(&cc_option[i], out);
	}
	for (u32 i = 1; i < countof(section); i++)
		man_section(section[i], out);
}

/* ---- completions ---- */

static struct complete_option completed(struct arena *a, const struct cc_option *o,
                                        const char *dashes, const char *name) {
	return (struct complete_option){
		.name = arena_printf(a, "%s%s", dashes, name),
		.arg = o->arg,
		.help = o->help,
		.is_choice = o->kind == CC_CHOICE || o->kind == CC_BOOL,
		.is_maybe = o->kind == CC_MAYBE,
	};
}

static void completion(const char *shell, FILE *out) {
	struct arena a = ARENA_INIT;
	struct complete_option *all = arena_array(&a, struct complete_option,
	                                          2 * cc_option_count);
	struct complete_table t = {.program = "simtcc", .option = all};
	for (u32 i = 0; i < cc_option_count; i++) {
		const struct cc_option *o = &cc_option[i];
		if (o->group)
			continue;
		all[t.noption++] = completed(&a, o, "-", o->brief);
		all[t.noption++] = completed(&a, o, "--", o->name);
	}
	complete_write(&t, shell, out);
	arena_drop(&a);
}

void cc_completion(enum cc_print shell, FILE *out) {
	switch (shell) {
	case PRINT_BASH: completion("bash", out); break;
	case PRINT_ZSH: completion("zsh", out); break;
	case PRINT_FISH: completion("fish", out); break;
	case PRINT_MAN: cc_man(out); break;
	case PRINT_NOTHING: break;
	}
}
