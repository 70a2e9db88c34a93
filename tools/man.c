/* man.c - the option table as a screen of help, as one option in full, and as a manual
 * page.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/complete.h"
#include "tools/simtrun/options.h"

enum {
	LEFT = 30,    /* columns of the option's name on the screen */
	SCREEN = 100, /* columns of the screen */
};

static void left_text(const struct option_row *o, char *buf, size_t size) {
	bool maybe = o->kind == OPTION_MAYBE;
	const char *eq = !o->arg ? "" : maybe ? "[=" : "=", *arg = o->arg ? o->arg : "";
	char letter[8] = "   ";
	if (o->letter)
		snprintf(letter, sizeof letter, "-%c,", o->letter);
	snprintf(buf, size, "%s --%s%s%s%s", letter, o->name, eq, arg, maybe ? "]" : "");
}

/* Lists the options that have no line of their own on the screen. */
static void more_options(const struct option_table *t, FILE *out) {
	static const char head[] = "More, each told by --help=OPTION:";
	size_t column = 0;
	for (u32 i = 0; i < t->nrow; i++) {
		const char *name = t->row[i].name;
		if (t->row[i].on_screen)
			continue;
		if (!column)
			column = (size_t)fprintf(out, "%s", head);
		if (column + strlen(name) + 3 > SCREEN)
			column = (size_t)fprintf(out, "\n ") - 1;
		column += (size_t)fprintf(out, " --%s", name);
	}
	if (column)
		fputc('\n', out);
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
	more_options(t, out);
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

/* Text as roff wants it: dashes and backslashes escaped, no line that begins with a dot.
 */
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

/* ---- completions ---- */

static struct complete_option completed(const struct option_row *o, const char *name) {
	bool words = o->kind == OPTION_CHOICE || o->kind == OPTION_TEXT ||
	             o->kind == OPTION_MAYBE;
	return (struct complete_option){
		.name = name,
		.arg = o->arg,
		.help = o->help,
		/* "text|dap" are words; "kns=TEXT|kne=NAME" are forms */
		.is_choice = o->arg && words && strchr(o->arg, '|') &&
	                     !strpbrk(o->arg, "=:["),
		.is_maybe = o->kind == OPTION_MAYBE,
	};
}

bool options_completion(const struct option_table *t, const char *shell, struct arena *a,
                        FILE *out) {
	struct complete_option *all = arena_array(a, struct complete_option, 2 * t->nrow);
	struct complete_table c = {
		.program = t->program, .option = all, .runs_program = true};
	for (u32 i = 0; i < t->nrow; i++) {
		const struct option_row *o = &t->row[i];
		all[c.noption++] = completed(o, arena_printf(a, "--%s", o->name));
		if (o->letter)
			all[c.noption++] = completed(o,
			                             arena_printf(a, "-%c", o->letter));
	}
	return complete_write(&c, shell, out);
}

/* ---- --help=WHAT ---- */

bool options_help_about(const struct option_table *t, const char *what, struct arena *a,
                        struct diag *d) {
	if (!*what)
		options_help(t, stdout);
	else if (strcmp(what, "man") == 0)
		options_man(t, stdout);
	else if (!options_completion(t, what, a, stdout) &&
	         !options_help_one(t, what, stdout)) {
		const char *near = options_like(t, what + strspn(what, "-"));
		struct diag_record *r = diag_error(d, (struct loc){0, 0}, E0408,
		                                   "there is no option '%s'", what);
		if (near)
			diag_note(d, r, "did you mean '--%s'?", near);
		else
			diag_note(d, r, "%s --help lists them", t->program);
		return false;
	}
	return true;
}
