/* complete.c - a table of options as completions for three shells; see complete.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/complete.h"

#include <string.h>

#define option_each(o, t)                                   \
	for (const struct complete_option *o = (t)->option; \
	     o < (t)->option + (t)->noption; o++)

static bool takes_value(const struct complete_option *o) {
	return o->arg && !o->is_maybe;
}

static bool is_file(const struct complete_option *o) {
	return o->arg && !o->is_choice &&
	       (strstr(o->arg, "FILE") || strstr(o->arg, "DIR") ||
	        strstr(o->arg, "FOLDER") || strstr(o->arg, "PATH"));
}

static void words(const char *choices, FILE *out) {
	for (; *choices; choices++)
		fputc(*choices == '|' ? ' ' : *choices, out);
}

/* ---- bash ---- */

/* After a command that the program runs, what is completed are its arguments. */
static void bash_arguments(const struct complete_table *t, FILE *out) {
	const char *sep = "";
	fputs("\tlocal i\n\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
	      "\t\tcase ${COMP_WORDS[i]} in\n\t\t",
	      out);
	option_each(o, t) if (takes_value(o)) {
		fprintf(out, "%s%s", sep, o->name);
		sep = " | ";
	}
	fputs(") ((i++)); [ \"${COMP_WORDS[i]}\" = = ] && ((i++)) ;;\n"
	      "\t\t=) ((i++)) ;;\n"
	      "\t\t-*) ;;\n"
	      "\t\t*) if type -P -- \"${COMP_WORDS[i]}\" >/dev/null; then\n"
	      "\t\t\tCOMPREPLY=($(compgen -f -- \"$cur\")); return\n"
	      "\t\tfi ;;\n"
	      "\t\tesac\n\tdone\n",
	      out);
}

static void bash(const struct complete_table *t, FILE *out) {
	fprintf(out,
	        "# bash completion for %s\n_%s() {\n"
	        "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
	        "\t[ \"$cur\" = = ] && cur=\n"
	        "\t[ \"$prev\" = = ] && prev=${COMP_WORDS[COMP_CWORD-2]}\n",
	        t->program, t->program);
	if (t->runs_program)
		bash_arguments(t, out);
	fputs("\tcase $prev in\n", out);
	option_each(o, t) {
		if (!o->is_choice && !is_file(o))
			continue;
		fprintf(out, "\t%s) COMPREPLY=($(compgen ", o->name);
		if (o->is_choice) {
			fputs("-W '", out);
			words(o->arg, out);
			fputc('\'', out);
		} else {
			fputs("-f", out);
		}
		fputs(" -- \"$cur\")); return ;;\n", out);
	}
	fputs("\tesac\n\tcase $cur in\n\t-*) COMPREPLY=($(compgen -W '", out);
	option_each(o, t) fprintf(out, "%s ", o->name);
	fputs("' -- \"$cur\")) ;;\n", out);
	fprintf(out, "\t*) COMPREPLY=($(compgen -f%s -- \"$cur\")) ;;\n",
	        t->runs_program ? " ${cur:+-c}" : "");
	fprintf(out, "\tesac\n}\ncomplete -o filenames -F _%s %s\n", t->program,
	        t->program);
}

/* ---- zsh ---- */

/* Escapes quotes and brackets of help texts, which have a meaning in zsh's _arguments. */
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

static void zsh(const struct complete_table *t, FILE *out) {
	fprintf(out, "#compdef %s\n_arguments %s\\\n", t->program,
	        t->runs_program ? "-A '-*' " : "");
	option_each(o, t) {
		fprintf(out, "\t'*%s%s[", o->name,
		        !o->arg       ? ""
		        : o->is_maybe ? "=-"
		                      : "=");
		zsh_text(o->help, out);
		fputc(']', out);
		if (o->is_choice) {
			fputs(o->is_maybe ? "::value:(" : ":value:(", out);
			words(o->arg, out);
			fputc(')', out);
		} else if (o->arg) {
			fputs(o->is_maybe ? "::" : ":", out);
			fputs(is_file(o) ? "file:_files" : "value: ", out);
		}
		fputs("' \\\n", out);
	}
	if (t->runs_program)
		fputs("\t'1:program or file:{_alternative \"files:file:_files\" "
		      "\"commands:command:_command_names -e\"}' \\\n",
		      out);
	fputs("\t'*:file:_files'\n", out);
}

/* ---- fish ---- */

static void fish_text(const char *s, FILE *out) {
	for (; *s; s++) {
		if (*s == '\'' || *s == '\\')
			fputc('\\', out);
		fputc(*s, out);
	}
}

/* fish tells "-o", "-old" and "--long" apart. */
static void fish(const struct complete_table *t, FILE *out) {
	fprintf(out, "# fish completion for %s\n", t->program);
	option_each(o, t) {
		const char *name = o->name + strspn(o->name, "-");
		const char *kind = o->name[1] == '-' ? "-l" : name[1] ? "-o" : "-s";
		fprintf(out, "complete -c %s %s %s", t->program, kind, name);
		if (o->is_choice) {
			fputs(o->is_maybe ? " -f -a '" : " -x -a '", out);
			words(o->arg, out);
			fputc('\'', out);
		} else if (takes_value(o)) {
			fputs(is_file(o) ? " -r" : " -x", out);
		}
		fputs(" -d '", out);
		fish_text(o->help, out);
		fputs("'\n", out);
	}
}

bool complete_write(const struct complete_table *t, const char *shell, FILE *out) {
	static const struct {
		const char *name;
		void (*write)(const struct complete_table *t, FILE *out);
	} all[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
	for (u32 i = 0; i < countof(all); i++)
		if (strcmp(all[i].name, shell) == 0) {
			all[i].write(t, out);
			return true;
		}
	return false;
}
