/* litmus.c - fuzz target: the reader of litmus tests, the kernel that is made of one, and
 * its parse; the condition is printed and evaluated.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/ptx/ast.h"
#include "tools/litmus/test.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	static FILE *sink;
	static struct litmus_state zeros;
	if (!sink)
		sink = fopen("/dev/null", "w");
	struct arena arena = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	sources_init(&sources, &arena);
	diag_init(&diag, &arena, &sources);
	struct source_file *file = source_add(&sources, "fuzz.litmus", (const char *)data,
	                                      size);
	struct litmus *t = litmus_read(&arena, &diag, file);
	if (!t && !diag.nerror)
		bug("no test, and no error");
	const char *ptx = t ? litmus_make(&arena, &diag, t) : NULL;
	if (t && !ptx && !diag.nerror)
		bug("no kernel, and no error");
	if (ptx) {
		struct strtab names;
		cond_print(t, t->cond, sink);
		state_print(t, &zeros, sink);
		fputc('0' + cond_holds(t->cond, &zeros), sink);
		strtab_init(&names, &arena);
		ptx_parse(&arena, &names, &diag,
		          source_add(&sources, "litmus.ptx", ptx, strlen(ptx)));
		if (diag.nerror)
			bug("the kernel is no PTX");
	}
	diag_flush(&diag, sink, (struct diag_style){0});
	arena_drop(&arena);
	return 0;
}
