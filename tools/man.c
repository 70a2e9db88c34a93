/* man.c - the option table as a screen of help, as one option in full, and as a manual page.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/options.h"

enum { LEFT = 30 }; /* columns of the option's name on the screen */

static void left_text(const struct option_row *o, char *buf, size_t size) {
	bool maybe = o->kind == OPTION_MAYBE;
	const char *eq = !o->arg ? "" : maybe ? "[=" : "=", *arg = o->arg ? o->arg : "";
	char letter[8] = "   ";
	if (o->letter)
		snprintf(letter, sizeof letter, "-%c,", o->letter);
	snprintf(buf, size, "%s --%s%s%s%s", letter, o->name, eq, arg, maybe ? "]" : "");
}

void options_help(const struct option_table *t, FILE *out) {
	fprintf(out, "%s: %s\n\n", t->program, t->purpose);
	for (u32 i = 0; t->examples[i][0]; i++)
		fprintf(out, "  %s\n      %s\n", t->examples[i][0], t->examples[i][1]);
	fputc('\n', out);
	for (u32 i = 0; t->usage[i]; i++)
		fprintf(out, "%s %s\n", i ? "      " : "usage:", t->usage[i]);
	for (u32 i = 0; i < t->nrow; i++) {
		const struct option_row *o = &t->row[i];
		char left[128];
		if (o->group)
			fprintf(out, "%s:\n", o->group);
		if (!o->on_screen)
			continue;
		left_text(o, left, sizeof left);
		fprintf(out, "  %-*s %s\n", LEFT, left, o->help);
	}
	for (u32 i = 0; t->notes[i]; i++)
		fprintf(out, "%s\n", t->notes[i]);
}

static void one(const struct option_row *o, FILE *out) {
	char left[128];
	left_text(o, left, sizeof left);
	fprintf(out, "%s\n    %s.\n", left, o->help);
	if (o->man[0])
		fprintf(out, "    %s\n", o->man);
}

bool options_help_one(const struct option_table *t, const char *name, FILE *out) {
	bool all = strcmp(name, "all") == 0, found = false;
	name += strspn(name, "-");
	for (u32 i = 0; i < t->nrow; i++) {
		const struct option_row *o = &t->row[i];
		bool is_letter = name[0] && !name[1] && name[0] == o->letter;
		if (!all && !is_letter && strcmp(o->name, name) != 0)
			continue;
		one(o, out);
		found = true;
	}
	return found;
}

/* Text as roff wants it: dashes and backslashes escaped, no line that begins with a dot. */
static void roff(FILE *out, const char *s) {
	bool start = true;
	for (; *s; s++) {
		if (start && (*s == '.' || *s == '\''))
			fputs("\\&", out);
		if (*s == '-')
			fputs("\\-", out);
		else if (*s == '\\')
			fputs("\\e", out);
		else
			fputc(*s, out);
		start = *s == '\n';
	}
}

static void man_option(const struct option_row *o, FILE *out) {
	fputs(".TP\n.B ", out);
	if (o->letter)
		fprintf(out, "\\-%c\\fR, \\fB", o->letter);
	fputs("\\-\\-", out);
	roff(out, o->name);
	if (o->arg) {
		fputs(o->kind == OPTION_MAYBE ? "\\fR[=\\fI" : "\\fR=\\fI", out);
		roff(out, o->arg);
		fputs(o->kind == OPTION_MAYBE ? "\\fR]" : "\\fR", out);
	}
	fputc('\n', out);
	roff(out, o->help);
	fputs(".\n", out);
	roff(out, o->man);
	if (o->man[0])
		fputc('\n', out);
}

static void man_head(const struct option_table *t, FILE *out) {
	fprintf(out, ".TH %s 1\n.SH NAME\n%s \\- ", t->program, t->program);
	roff(out, t->purpose);
	fputs("\n.SH SYNOPSIS\n", out);
	for (u32 i = 0; t->usage[i]; i++) {
		roff(out, t->usage[i]);
		fputs("\n.br\n", out);
	}
	fputs(".SH EXAMPLES\n", out);
	for (u32 i = 0; t->examples[i][0]; i++) {
		fputs(".TP\n.B ", out);
		roff(out, t->examples[i][0]);
		fputc('\n', out);
		roff(out, t->examples[i][1]);
		fputc('\n', out);
	}
}

void options_man(const struct option_table *t, FILE *out) {
	man_head(t, out);
	fputs(".SH OPTIONS\n", out);
	for (u32 i = 0; i < t->nrow; i++) {
		if (t->row[i].group) {
			fputs(".SS ", out);
			roff(out, t->row[i].group);
			fputc('\n', out);
		}
		man_option(&t->row[i], out);
	}
	for (u32 i = 0; t->epilogue[i]; i += 2) {
		fputs(".SH ", out);
		roff(out, t->epilogue[i]);
		fputc('\n', out);
		roff(out, t->epilogue[i + 1]);
		fputc('\n', out);
	}
}
