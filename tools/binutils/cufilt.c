/* cufilt.c - cu++filt: the C++ names of mangled ones.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/names.h"
#include "tools/binutils/command.h"
#include "tools/complete.h"

static struct {
	bool underscore, no_parameters, help, version;
} set;

static void usage(FILE *out) {
	fputs("cu++filt: the C++ names of mangled ones\n\n"
	      "Usage: cu++filt [options] [names ...]\n"
	      "  -_  the names have one more underscore\n"
	      "  -p  parameters of functions are left out\n"
	      "  -h  prints this\n"
	      "  -v  prints the release\n"
	      "Without names it copies standard input and replaces those in it.\n",
	      out);
}

/* Cuts the parameters off: the last '(' that no other bracket encloses, and what follows.
 */
static const char *without_parameters(struct arena *a, const char *name) {
	int depth = 0;
	for (size_t i = strlen(name); i-- > 0;) {
		depth += name[i] == ')';
		depth -= name[i] == '(';
		if (name[i] == '(' && depth == 0)
			return i ? arena_strdup(a, name, i) : name;
	}
	return name;
}

static const char *demangled(struct arena *a, const char *name) {
	const char *plain = name + (set.underscore && *name == '_');
	const char *found = name_shown(a, plain);
	if (strcmp(found, plain) == 0)
		return name;
	return set.no_parameters ? without_parameters(a, found) : found;
}

static bool is_of_name(int ch) {
	return isalnum(ch) || ch == '_' || ch == '$' || ch == '.';
}

static void filter(struct arena *a) {
	char word[4096];
	size_t n = 0;
	for (int ch;;) {
		ch = getchar();
		if (ch != EOF && is_of_name(ch) && n + 1 < sizeof word) {
			word[n++] = (char)ch;
			continue;
		}
		word[n] = 0;
		fputs(demangled(a, word), stdout);
		n = 0;
		if (ch == EOF)
			return;
		putchar(ch);
		arena_reset(a);
	}
}

/* False: there is no such option. */
static bool take(const char *letters) {
	for (; *letters; letters++)
		switch (*letters) {
		case '_': set.underscore = true; break;
		case 'p': set.no_parameters = true; break;
		case 'h': set.help = true; break;
		case 'v': set.version = true; break;
		default: return false;
		}
	return true;
}

/* --help=bash and the like are for the build. */
static int show_completion(const char *shell) {
	static const struct complete_option options[] = {
		{"-_", NULL, "the names have one more underscore", false, false},
		{"-p", NULL, "parameters of functions are left out", false, false},
		{"-h", NULL, "prints the options", false, false},
		{"-v", NULL, "prints the release", false, false},
	};
	struct complete_table t = {
		.program = "cu++filt", .option = options, .noption = countof(options)};
	return complete_write(&t, shell, stdout) ? 0 : 2;
}

int main(int argc, char **argv) {
	struct arena a = ARENA_INIT;
	int i = 1;
	if (argc == 2 && strncmp(argv[1], "--help=", 7) == 0)
		return show_completion(argv[1] + 7);
	for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++)
		if (!take(argv[i] + 1)) {
			fprintf(stderr, "cu++filt: unknown option: %s\n", argv[i]);
			usage(stderr);
			return 2;
		}
	if (set.help)
		usage(stdout);
	else if (set.version)
		puts("cu++filt: simt's\nCuda compilation tools, release 13.0, V13.0.88");
	else if (i == argc)
		filter(&a);
	for (; i < argc && !set.help && !set.version; i++)
		puts(demangled(&a, argv[i]));
	arena_drop(&a);
	return 0;
}
