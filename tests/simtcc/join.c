/* join.c - joins PTX files as the runtime joins relocatable modules, for tests: the joined text goes to
 * standard output.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cudart/join.h"

#include <stdio.h>

#include "base/source.h"

int main(int argc, char **argv) {
	struct arena arena = ARENA_INIT;
	struct sources sources;
	struct join_input in[16];
	u32 n = 0;
	size_t len;
	sources_init(&sources, &arena);
	for (int i = 1; i < argc && n < countof(in); i++) {
		const struct source_file *f = source_load(&sources, argv[i]);
		if (!f) {
			fprintf(stderr, "join: cannot read '%s'\n", argv[i]);
			return 1;
		}
		in[n++] = (struct join_input){f->text, f->len};
	}
	const char *text = ptx_join(&arena, in, n, &len);
	fwrite(text, 1, len, stdout);
	arena_drop(&arena);
	return 0;
}
