/* tool.c - the parser of CUDA C++ without its checker: scans and skims a preprocessed
 * file, parses every declaration and body of the user's, and prints what is asked for.
 *   cuda-parse [--tokens | --skim | --ast] [--all] FILE
 * What the checker would know of scopes is made up from skimming alone.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <time.h>

#include "tests/cuda/parse/unit.h"

/* ---- printing what was skimmed --------------------------------------------------- */

static void print_scope(const struct cscope *s, int depth) {
	static const char *const guess[] = {
		"-", "value", "type", "type template", "template", "namespace"};
	for (u32 i = 0; i < s->member.n; i++) {
		const struct cdecl *d = s->member.at[i];
		enum cname_class c = cdecl_name_class(d);
		if (d->kind != CDECL_NAMESPACE)
			c = d->kind == CDECL_USING ? c : (enum cname_class)d->guess;
		printf("%*s%s: %s%s%s%s flags %#x, %u tokens\n", depth * 2, "",
		       d->name ? d->name->s : "(none)", guess[c],
		       d->is_template ? ", template" : "",
		       d->is_special ? ", special" : "",
		       d->is_qualified ? ", qualified" : "", d->flags,
		       d->end_token - d->first_token);
		if (d->kind == CDECL_NAMESPACE && d->inner && d->inner->owner == d)
			print_scope(d->inner, depth + 1);
	}
}

struct options {
	bool tokens, skim, ast, all, time;
	const char *file;
};

static bool parse_options(int argc, char **argv, struct options *o) {
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--tokens") == 0)
			o->tokens = true;
		else if (strcmp(argv[i], "--skim") == 0)
			o->skim = true;
		else if (strcmp(argv[i], "--ast") == 0)
			o->ast = true;
		else if (strcmp(argv[i], "--all") == 0)
			o->all = true;
		else if (strcmp(argv[i], "--time") == 0)
			o->time = true;
		else
			o->file = argv[i];
	}
	return o->file != NULL;
}

static double ms_since(struct timespec a) {
	struct timespec b;
	clock_gettime(CLOCK_MONOTONIC, &b);
	return (double)(b.tv_sec - a.tv_sec) * 1e3 +
	       (double)(b.tv_nsec - a.tv_nsec) / 1e6;
}

int main(int argc, char **argv) {
	struct options o = {0};
	struct arena arena = ARENA_INIT;
	struct test_unit t;
	struct timespec start;
	if (!parse_options(argc, argv, &o))
		return 2;
	test_unit_init(&t, &arena);
	struct source_file *file = source_load(&t.sources, o.file);
	if (!file)
		return 2;
	file->has_markers = file->len > 0 && file->text[0] == '#';
	t.u.file = file;
	clock_gettime(CLOCK_MONOTONIC, &start);
	bool ok = cuda_scan(&t.u);
	if (o.time)
		fprintf(stderr, "scan %.2f ms, %u tokens\n", ms_since(start), t.u.ntoken);
	if (o.tokens)
		cu_tokens_dump(&(struct cu_tokens){.at = t.u.token, .n = t.u.ntoken},
		               &t.sources, stdout);
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (ok)
		cuda_skim(&t.u, t.u.global, 0, t.u.ntoken - 1);
	if (o.time)
		fprintf(stderr, "skim %.2f ms\n", ms_since(start));
	if (o.skim)
		print_scope(t.u.global, 0);
	clock_gettime(CLOCK_MONOTONIC, &start);
	if (ok && !o.skim && !o.tokens)
		test_unit_parse(&t, o.all, o.ast ? stdout : NULL);
	if (o.time)
		fprintf(stderr, "parse %.2f ms, %u declarations, %u bodies\n",
		        ms_since(start), t.ndecl, t.nbody);
	diag_flush(&t.diag, stderr, (struct diag_style){.format = DIAG_TEXT});
	u32 nerror = t.diag.nerror;
	arena_drop(&arena);
	return nerror ? 1 : 0;
}
