/* help.c - the option table as the screen of --help, as the manual page, and as completions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/option.h"

enum { LEFT = 34 }; /* columns of the option's name on the screen */

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
                        "before and behind the command line, "
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

static bool is_file(const struct cc_option *o) {
	return o->arg && (strstr(o->arg, "FILE") || strstr(o->arg, "DIR") ||
	                  strstr(o->arg, "PATH"));
}

static bool is_choice(const struct cc_option *o) {
	return o->kind == CC_CHOICE || o->kind == CC_BOOL;
}

static void words(const char *choices, FILE *out) {
	for (; *choices; choices++)
		fputc(*choices == '|' ? ' ' : *choices, out);
}

static void bash(FILE *out) {
	fputs("# bash completion for simtcc\n_simtcc() {\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
	      "\t[ \"$cur\" = = ] && cur=\n"
	      "\t[ \"$prev\" = = ] && prev=${COMP_WORDS[COMP_CWORD-2]}\n"
	      "\tcase $prev in\n",
	      out);
	for (u32 i = 0; i < cc_option_count; i++) {
		const struct cc_option *o = &cc_option[i];
		if (o->group || !is_choice(o))
			continue;
		fprintf(out, "\t-%s | --%s) COMPREPLY=($(compgen -W '", o->brief,
		        o->name);
		words(o->arg, out);
		fputs("' -- \"$cur\")); return ;;\n", out);
	}
	fputs("\tesac\n\tcase $cur in\n\t-*) COMPREPLY=($(compgen -W '", out);
	for (u32 i = 0; i < cc_option_count; i++)
		if (!cc_option[i].group)
			fprintf(out, "-%s --%s ", cc_option[i].brief, cc_option[i].name);
	fputs("' -- \"$cur\")) ;;\n\t*) COMPREPLY=($(compgen -f -- \"$cur\")) "
	      ";;\n\tesac\n}\n"
	      "complete -o filenames -F _simtcc simtcc\n",
	      out);
}

/* Help texts hold quotes and brackets, which mean something to zsh's _arguments. */
static void zsh_text(const char *s, FILE *out) {
	for (; *s; s++) {
		if (*s == '\'')
			fputs("'\\''", out);
		else if (strchr("[]:\\", *s))
			fprintf(out, "\\%c", *s);
		else
			fputc(*s, out);
	}
}

static void zsh_one(const char *dashes, const char *name, const struct cc_option *o,
                    FILE *out) {
	fprintf(out, "\t'*%s%s%s[", dashes, name, o->arg ? "=-" : "");
	zsh_text(o->help, out);
	fputc(']', out);
	if (is_choice(o)) {
		fputs(":value:(", out);
		words(o->arg, out);
		fputc(')', out);
	} else if (o->arg) {
		fputs(is_file(o) ? ":file:_files" : ":value: ", out);
	}
	fputs("' \\\n", out);
}

static void zsh(FILE *out) {
	fputs("#compdef simtcc\n_arguments \\\n", out);
	for (u32 i = 0; i < cc_option_count; i++) {
		const struct cc_option *o = &cc_option[i];
		if (o->group)
			continue;
		zsh_one("-", o->brief, o, out);
		zsh_one("--", o->name, o, out);
	}
	fputs("\t'*:file:_files'\n", out);
}

static void fish(FILE *out) {
	fputs("# fish completion for simtcc\n", out);
	for (u32 i = 0; i < cc_option_count; i++) {
		const struct cc_option *o = &cc_option[i];
		if (o->group)
			continue;
		fprintf(out, "complete -c simtcc -o %s -l %s", o->brief, o->name);
		if (is_choice(o)) {
			fputs(" -x -a '", out);
			words(o->arg, out);
			fputc('\'', out);
		} else if (o->arg) {
			fputs(" -r", out);
		}
		fputs(" -d '", out);
		for (const char *s = o->help; *s; s++)
			fputs(*s == '\'' ? "\\'" : (char[]){*s, 0}, out);
		fputs("'\n", out);
	}
}

void cc_completion(enum cc_print shell, FILE *out) {
	switch (shell) {
	case PRINT_BASH: bash(out); break;
	case PRINT_ZSH: zsh(out); break;
	case PRINT_FISH: fish(out); break;
	case PRINT_MAN: cc_man(out); break;
	case PRINT_NOTHING: break;
	}
}
