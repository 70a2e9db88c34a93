/* load.c - fuzz target: text to verified module, and the round trip: what the printer
 * prints must load again and print the same.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ir/read/module.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

/* The module's text, malloc'd; NULL if it did not load. */
static char *print_of(const char *text, size_t len, size_t *size) {
	struct arena arena = ARENA_INIT, scratch = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	char *out = NULL;
	sources_init(&sources, &scratch);
	diag_init(&diag, &scratch, &sources);
	struct source_file *file = source_add(&sources, "fuzz.ptx", text, len);
	struct module *m = module_load(&arena, &diag, file, NULL);
	if (m) {
		FILE *f = open_memstream(&out, size);
		ir_print(m, f);
		fclose(f);
	}
	arena_drop(&arena);
	arena_drop(&scratch);
	return out;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	size_t size1 = 0, size2 = 0;
	char *first = print_of((const char *)data, size, &size1);
	if (!first)
		return 0;
	char *second = print_of(first, size1, &size2);
	if (!second || size1 != size2 || memcmp(first, second, size1) != 0)
		bug("the second print differs:\n%s\n---- from the first:\n%s",
		    second ? second : "(does not load)", first);
	free(second);
	free(first);
	return 0;
}
