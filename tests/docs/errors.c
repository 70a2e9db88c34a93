/* errors.c - keeps docs/errors.md equal to base/diag.def: prints the page, or, given the
 * page's path, checks it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/diag.h"

#include <stdlib.h>

int main(int argc, char **argv) {
	if (argc < 2) {
		diag_write_manual(stdout);
		return 0;
	}
	char *want;
	size_t size;
	FILE *out = open_memstream(&want, &size);
	diag_write_manual(out);
	fclose(out);
	struct arena arena = ARENA_INIT;
	struct sources sources;
	sources_init(&sources, &arena);
	struct source_file *page = source_load(&sources, argv[1]);
	bool is_same = page && page->len == size && memcmp(page->text, want, size) == 0;
	if (!is_same)
		printf("%s is not what base/diag.def says: run ./dev errors\n", argv[1]);
	arena_drop(&arena);
	free(want);
	return !is_same;
}
