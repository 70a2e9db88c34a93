/* rewrite.c - rewrites a file as simtcc rewrites the host half, for tests: the text is
 * taken as preprocessed. Options: --rdc, --no-hidden, --warn, --lambdas, --device,
 * --marks,
 * --intrinsics=FILE.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/rewrite.h"

#include <stdio.h>

#include "base/source.h"

int main(int argc, char **argv) {
	struct rewrite_options o = {.static_stub = true, .hidden = true};
	struct rewrite_result r;
	struct arena arena = ARENA_INIT;
	struct sources sources;
	const char *path = NULL, *intrinsics = NULL;
	for (int i = 1; i < argc; i++) {
		o.rdc |= strcmp(argv[i], "--rdc") == 0;
		o.hidden &= strcmp(argv[i], "--no-hidden") != 0;
		o.warn_no_stream |= strcmp(argv[i], "--warn") == 0;
		o.lambdas |= strcmp(argv[i], "--lambdas") == 0;
		o.device |= strcmp(argv[i], "--device") == 0;
		o.marks |= strcmp(argv[i], "--marks") == 0;
		o.marks_objects |= strcmp(argv[i], "--marks") == 0;
		if (strncmp(argv[i], "--intrinsics=", 13) == 0)
			intrinsics = argv[i] + 13;
		path = argv[i][0] == '-' ? path : argv[i];
	}
	o.warn_no_bounds = o.warn_no_stream;
	sources_init(&sources, &arena);
	struct source_file *f = path ? source_load(&sources, path) : NULL;
	struct source_file *names = intrinsics ? source_load(&sources, intrinsics) : NULL;
	if (!f || (intrinsics && !names)) {
		fprintf(stderr, "rewrite: cannot read the file\n");
		return 1;
	}
	o.intrinsics = names ? names->text : NULL;
	rewrite_host(&arena, f->text, f->len, &o, &r);
	fwrite(r.text, 1, r.len, stdout);
	vec_each (struct rewrite_warning, w, &r.warning)
		printf("// %s:%u: %s: %s\n", w->file, w->line,
		       w->is_error ? "error" : "warning", w->text);
	printf("// kernels %u, of templates %u, variables %u, functions %u\n", r.nkernel,
	       r.nkernel_template, r.nvariable, r.nfunction);
	arena_drop(&arena);
	return 0;
}
