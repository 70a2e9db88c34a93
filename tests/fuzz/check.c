/* check.c - fuzz target: the device half from end to end. CUDA C++ is checked, lowered,
 * optimised and printed; what compiles must load again as PTX.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/compile.h"
#include "ir/read/module.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

/* The length chooses the options, so that an input alone repeats a run. */
static struct cuda_compile_options options_for(const u8 *data, size_t size) {
	return (struct cuda_compile_options){
		.input_name = "fuzz.cu",
		.text = (const char *)data,
		.len = size,
		.sm = 90,
		.rdc = size % 5 == 0,
		.keep_functions = true,
		.debug = size % 7 == 0,
		.lineinfo = size % 3 == 0,
		.fmad = true,
		.ftz = size % 2 == 0,
		.prec_div = true,
		.prec_sqrt = true,
		.opt_level = 3,
	};
}

static void load_again(const struct cuda_compile_result *r, struct arena *scratch) {
	struct arena arena = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	sources_init(&sources, scratch);
	diag_init(&diag, scratch, &sources);
	struct source_file *file = source_add(&sources, "fuzz.ptx", r->ptx, r->len);
	if (!module_load(&arena, &diag, file, NULL)) {
		diag_flush(&diag, stderr, (struct diag_style){0});
		bug("the PTX does not load:\n%s", r->ptx);
	}
	arena_drop(&arena);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	static FILE *sink;
	struct arena arena = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	struct cuda_compile_options o = options_for(data, size);
	struct cuda_compile_result r = {0};
	if (!sink)
		sink = fopen("/dev/null", "w");
	sources_init(&sources, &arena);
	diag_init(&diag, &arena, &sources);
	bool ok = cuda_compile(&arena, &o, &diag, &r);
	if (ok != (diag.nerror == 0))
		bug(ok ? "compiled with errors" : "failed without an error");
	if (ok)
		load_again(&r, &arena);
	diag_flush(&diag, sink, (struct diag_style){0});
	arena_drop(&arena);
	return 0;
}
