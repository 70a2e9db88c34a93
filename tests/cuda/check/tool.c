/* tool.c - the device half of a CUDA C++ file without preprocessing: what the compiler
 * has to say.
 *   cuda-check [sm=90] [std=17] [rdc] [alone] [_Z...] FILE
 * (alone: as NVRTC compiles with -default-device; a word _Z... is a kernel instance that
 * is wanted)
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ir/lower/compile.h"

static const char *instance[16];

static struct cuda_compile_options options_of(int argc, char **argv) {
	struct cuda_compile_options o = {.input_name = argv[argc - 1],
	                                 .sm = 90,
	                                 .keep_functions = true,
	                                 .launches = true,
	                                 .fmad = true,
	                                 .prec_div = true,
	                                 .prec_sqrt = true,
	                                 .opt_level = 3,
	                                 .instance = instance};
	for (int i = 1; i < argc - 1; i++) {
		if (strncmp(argv[i], "sm=", 3) == 0)
			o.sm = (u32)atoi(argv[i] + 3);
		else if (strncmp(argv[i], "_Z", 2) == 0 &&
		         o.ninstance < countof(instance))
			instance[o.ninstance++] = argv[i];
		else if (strcmp(argv[i], "rdc") == 0)
			o.rdc = true;
		else if (strcmp(argv[i], "alone") == 0)
			o.no_host = o.default_device = true;
		else if (strncmp(argv[i], "std=", 4) == 0)
			o.standard = (u32)atoi(argv[i] + 4);
		else
			bug("unknown option %s", argv[i]);
	}
	return o;
}

int main(int argc, char **argv) {
	struct arena arena = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	struct cuda_compile_result r = {0};
	if (argc < 2)
		return 2;
	struct cuda_compile_options o = options_of(argc, argv);
	sources_init(&sources, &arena);
	diag_init(&diag, &arena, &sources);
	diag.limit = 100;
	const struct source_file *file = source_load(&sources, o.input_name);
	if (!file)
		return 2;
	o.text = file->text;
	o.len = file->len;
	bool ok = cuda_compile(&arena, &o, &diag, &r);
	diag_flush(&diag, stdout, (struct diag_style){0});
	arena_drop(&arena);
	return ok ? 0 : 1;
}
