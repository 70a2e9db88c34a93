/* command.c - see command.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/binutils/command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "tools/complete.h"

enum { DEPTH = 20 };

int command_fail(const struct command *c, const char *format, ...) {
	va_list list;
	va_start(list, format);
	fprintf(stderr, "%s fatal   : ", c->program);
	vfprintf(stderr, format, list);
	fputc('\n', stderr);
	va_end(list);
	return c->failure;
}

/* ---- help --------------------------------------------------------------------------- */

static void show_option(const char *name, const char *letter, const char *arg,
                        const char *help) {
	int n = printf("--%s%s%s", name, arg ? " " : "", arg ? arg : "");
	printf("%*s(-%s)\n        %s\n\n", MAX(44 - n, 1), "", letter, help);
}

static int show_help(const struct command *c) {
	printf("%s: %s\n\nUsage  : %s\n\nOptions\n=======\n\n", c->program, c->purpose,
	       c->usage);
	for (u32 i = 0; i < c->noption; i++) {
		const struct command_option *o = &c->option[i];
		show_option(o->name, o->letter, o->arg,
		            o->kind == COMMAND_REFUSED ? o->why : o->help);
	}
	show_option("help", "h", NULL, "Prints this.");
	show_option("options-file", "optf", "<file>,...", "Takes options from files.");
	show_option("version", "V", NULL, "Prints the release.");
	return 0;
}

/* ---- the manual page and completions ---- */

static void roff(const char *s) {
	for (; *s; s++) {
		if (*s == '-')
			putchar('\\');
		fputs(*s == '\\' ? "\\e" : (char[]){*s, 0}, stdout);
	}
}

static void man_option(const char *name, const char *letter, const char *arg,
                       const char *help) {
	fputs(".TP\n\\fB\\-\\-", stdout);
	roff(name);
	fputs("\\fR", stdout);
	if (arg) {
		fputs(" \\fI", stdout);
		roff(arg);
		fputs("\\fR", stdout);
	}
	fputs(", \\fB\\-", stdout);
	roff(letter);
	fputs("\\fR\n", stdout);
	roff(help);
	putchar('\n');
}

static int show_man(const struct command *c) {
	printf(".TH %s 1\n.SH NAME\n%s \\- ", c->program, c->program);
	roff(c->purpose);
	fputs("\n.SH SYNOPSIS\n", stdout);
	roff(c->usage);
	fputs("\n.SH OPTIONS\n", stdout);
	for (u32 i = 0; i < c->noption; i++) {
		const struct command_option *o = &c->option[i];
		bool refused = o->kind == COMMAND_REFUSED;
		const char *why = refused ? o->why : o->help;
		if (refused)
			man_option(o->name, o->letter, o->arg, "Refused:");
		else
			man_option(o->name, o->letter, o->arg, why);
		if (refused) {
			roff(why);
			fputs(".\n", stdout);
		}
	}
	man_option("help", "h", NULL, "Prints the options.");
	man_option("options-file", "optf", "<file>,...", "Takes options from files.");
	man_option("version", "V", NULL, "Prints the release.");
	fputs(".SH NOTES\nThis is simt's command of that name: device code is PTX, and "
	      "there "
	      "is no machine code for GPUs.\n",
	      stdout);
	return 0;
}

static int show_completion(const struct command *c, struct arena *a, const char *shell) {
	struct complete_option *all = arena_array(a, struct complete_option,
	                                          2 * c->noption + 1);
	u32 n = 0;
	for (u32 i = 0; i < c->noption; i++) {
		const struct command_option *o = &c->option[i];
		const char *arg = o->arg ? strstr(o->arg, "file") ? "FILE" : o->arg
		                         : NULL;
		const char *help = o->kind == COMMAND_REFUSED ? o->why : o->help;
		const char *names[] = {arena_printf(a, "--%s", o->name),
		                       arena_printf(a, "-%s", o->letter)};
		for (u32 k = 0; k < 2; k++)
			all[n++] = (struct complete_option){names[k], arg, help, false,
			                                    false};
	}
	struct complete_table t = {.program = c->program, .option = all, .noption = n};
	return complete_write(&t, shell, stdout)
	               ? 0
	               : command_fail(c, "Value '%s' is not defined for option 'help'",
	                              shell);
}

/* --help=man, --help=bash and the like are for the build. */
static int show_about(const struct command *c, struct arena *a, const char *what) {
	return strcmp(what, "man") == 0 ? show_man(c) : show_completion(c, a, what);
}

static int show_version(const struct command *c) {
	printf("%s: simt's, %s\nCuda compilation tools, release 13.0, V13.0.88\n",
	       c->program, c->purpose);
	return 0;
}

/* ---- words -------------------------------------------------------------------------- */

struct reader {
	const struct command *c;
	struct arena *a;
	struct texts *files;
	u32 depth; /* of files of options */
};

static const struct command_option *find(const struct command *c, const char *name,
                                         size_t n, bool is_long) {
	for (u32 i = 0; i < c->noption; i++) {
		const char *own = is_long ? c->option[i].name : c->option[i].letter;
		if (own && strlen(own) == n && memcmp(own, name, n) == 0)
			return &c->option[i];
	}
	return NULL;
}

static void split(struct arena *a, struct texts *list, const char *value) {
	while (*value) {
		size_t n = strcspn(value, ",");
		vec_push(a, list, arena_strdup(a, value, n));
		value += n + (value[n] == ',');
	}
}

static bool is_choice(const char *words, const char *value) {
	size_t n = strlen(value);
	for (const char *at = words; n && (at = strstr(at, value)); at++)
		if (at > words && at[-1] == '|' && at[n] == '|')
			return true;
	return false;
}

static int set(struct reader *r, const struct command_option *o, const char *value) {
	switch (o->kind) {
	case COMMAND_FLAG: *(bool *)o->value = true; break;
	case COMMAND_TEXT: *(const char **)o->value = value; break;
	case COMMAND_LIST: split(r->a, o->value, value); break;
	case COMMAND_WORDS: vec_push(r->a, (struct texts *)o->value, value); break;
	case COMMAND_CHOICE:
		if (!is_choice(o->arg, value))
			return command_fail(r->c,
			                    "Value '%s' is not defined for option '%s'",
			                    value, o->name);
		*(const char **)o->value = value;
		break;
	case COMMAND_REFUSED:
		return command_fail(r->c, "Option '--%s' (-%s) is not supported: %s",
		                    o->name, o->letter, o->why);
	}
	return COMMAND_GOES_ON;
}

static int read_words(struct reader *r, u32 n, const char *const *word);

/* Words of the file, as blanks separate them. */
static int read_options(struct reader *r, const char *path) {
	size_t size;
	struct texts words = {0};
	char *text = command_file(r->c, r->a, path, &size);
	if (!text)
		return r->c->failure;
	for (char *save, *w = strtok_r(text, " \t\r\n", &save); w;
	     w = strtok_r(NULL, " \t\r\n", &save))
		vec_push(r->a, &words, w);
	if (++r->depth > DEPTH)
		return command_fail(r->c, "Options files include each other: '%s'", path);
	int status = read_words(r, words.n, words.at);
	r->depth--;
	return status;
}

static bool named(const char *word, const char *name, const char *letter) {
	return word[0] == '-' &&
	       (word[1] == '-' ? strcmp(word + 2, name) : strcmp(word + 1, letter)) == 0;
}

static int read_option(struct reader *r, u32 n, const char *const *word, u32 *i) {
	const char *w = word[*i], *name = w + 1 + (w[1] == '-');
	size_t len = strcspn(name, "=");
	const char *value = name[len] ? name + len + 1 : NULL;
	bool files = strncmp(name, w[1] == '-' ? "options-file" : "optf", len) == 0 &&
	             len >= 4;
	const struct command_option *o = find(r->c, name, len, w[1] == '-');
	if (named(w, "help", "h"))
		return show_help(r->c);
	if (strncmp(w, "--help=", 7) == 0)
		return show_about(r->c, r->a, w + 7);
	if (named(w, "version", "V"))
		return show_version(r->c);
	if (!o && !files)
		return command_fail(r->c, "Unknown option '%.*s'", (int)len, name);
	bool takes = files || o->arg;
	if (!takes && value)
		return command_fail(r->c, "Option '%s' takes no value", o->name);
	if (takes && !value) {
		if (*i + 1 >= n)
			return command_fail(r->c, "Option '%.*s' needs a value", (int)len,
			                    name);
		value = word[++*i];
	}
	if (!files)
		return set(r, o, value);
	struct texts paths = {0};
	split(r->a, &paths, value);
	int status = COMMAND_GOES_ON;
	for (u32 k = 0; k < paths.n && status == COMMAND_GOES_ON; k++)
		status = read_options(r, paths.at[k]);
	return status;
}

static int read_words(struct reader *r, u32 n, const char *const *word) {
	int status = COMMAND_GOES_ON;
	for (u32 i = 0; i < n && status == COMMAND_GOES_ON; i++)
		if (word[i][0] == '-' && word[i][1])
			status = read_option(r, n, word, &i);
		else
			vec_push(r->a, r->files, word[i]);
	return status;
}

int command_read(const struct command *c, struct arena *a, int argc, char **argv,
                 struct texts *files) {
	struct reader r = {c, a, files, 0};
	struct texts words = {0};
	for (int i = 1; i < argc; i++)
		vec_push(a, &words, (const char *)argv[i]);
	return read_words(&r, words.n, words.at);
}

/* ---- files -------------------------------------------------------------------------- */

char *command_file(const struct command *c, struct arena *a, const char *path,
                   size_t *size) {
	struct stat st;
	int fd = file_open(path, 0, (u64)4 << 30, &st);
	if (fd < 0) {
		command_fail(c, "Could not open input file '%s': %s", path,
		             strerror(errno));
		return NULL;
	}
	char *text = arena_array_raw(a, char, (size_t)st.st_size + 1);
	size_t got = 0;
	ssize_t n = 1;
	while (got < (size_t)st.st_size &&
	       (n = read(fd, text + got, (size_t)st.st_size - got)) > 0)
		got += (size_t)n;
	close(fd);
	if (n < 0) {
		command_fail(c, "Could not read input file '%s': %s", path,
		             strerror(errno));
		return NULL;
	}
	text[got] = 0;
	*size = got;
	return text;
}

bool command_write(const struct command *c, const char *path, const void *data,
                   size_t size) {
	FILE *f = fopen(path, "we");
	bool ok = f && fwrite(data, 1, size, f) == size;
	ok = f && fclose(f) == 0 && ok;
	if (!ok)
		command_fail(c, "Could not write output file '%s': %s", path,
		             strerror(errno));
	return ok;
}
