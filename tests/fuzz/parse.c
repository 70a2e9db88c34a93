/* parse.c - fuzz target: characters to syntax tree, the tree's dumps, and the
 * diagnostics in every format. The text must be what it was afterwards: the scanner
 * writes into it while it runs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/ptx/ast.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	static FILE *sink;
	if (!sink)
		sink = fopen("/dev/null", "w");
	struct arena arena = ARENA_INIT;
	struct sources sources;
	struct strtab names;
	struct diag diag;
	sources_init(&sources, &arena);
	strtab_init(&names, &arena);
	diag_init(&diag, &arena, &sources);
	struct source_file *file = source_add(&sources, "fuzz.ptx", (const char *)data,
	                                      size);
	struct ast_module *m = ptx_parse(&arena, &names, &diag, file);
	if (memcmp(file->text, data, size) != 0)
		bug("the text was changed");
	ast_dump(m, sink);
	ast_json(m, &sources, sink);
	enum diag_format format = size % 3 == 0   ? DIAG_TEXT
	                          : size % 3 == 1 ? DIAG_JSON
	                                          : DIAG_NVCC;
	diag_flush(&diag, sink, (struct diag_style){.format = format});
	arena_drop(&arena);
	return 0;
}
