/* cuda.c - fuzz target: CUDA C++ scanned, skimmed and parsed, every declaration and body,
 * with the trees and the diagnostics printed. The text must be what it was afterwards.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cuda/parse/unit.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	static FILE *sink;
	struct arena arena = ARENA_INIT;
	struct test_unit t;
	if (!sink)
		sink = fopen("/dev/null", "w");
	test_unit_init(&t, &arena);
	struct source_file *file = source_add(&t.sources, "fuzz.cu", (const char *)data,
	                                      size);
	file->has_markers = size % 2;
	t.u.file = file;
	bool ok = cuda_scan(&t.u);
	if (memcmp(t.u.file->text, data, size) != 0)
		bug("the text was changed");
	if (size % 8 == 0)
		cu_tokens_dump(&(struct cu_tokens){.at = t.u.token, .n = t.u.ntoken},
		               &t.sources, sink);
	cuda_skim(&t.u, t.u.global, 0, t.u.ntoken - 1);
	if (ok)
		test_unit_parse(&t, true, sink);
	diag_flush(&t.diag, sink,
	           (struct diag_style){.format = size % 3 ? DIAG_TEXT : DIAG_JSON});
	arena_drop(&arena);
	return 0;
}
