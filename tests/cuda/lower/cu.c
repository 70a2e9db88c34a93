/* cu.c - a preprocessed CUDA C++ file to PTX on stdout: the device half alone, for golden
 * tests. With `sizes`, what each function holds, instead.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "ir/lower/lower.h"
#include "ir/read/module.h"
#include "parser/cuda/meaning/meaning.h"

static const char *instance[256];

static struct cuda_options options_of(int argc, char **argv) {
	struct cuda_options o = {.sm = 90,
	                         .fmad = true,
	                         .prec_div = true,
	                         .prec_sqrt = true,
	                         .opt_level = 3};
	for (int i = 2; i < argc; i++) {
		if (strncmp(argv[i], "sm=", 3) == 0)
			o.sm = (u32)atoi(argv[i] + 3);
		if (strncmp(argv[i], "-std=c++", 8) == 0)
			o.standard = (u32)atoi(argv[i] + 8);
		if (strncmp(argv[i], "_Z", 2) == 0 && o.ninstance < 256)
			instance[o.ninstance++] = argv[i];
		o.ftz |= strcmp(argv[i], "fast") == 0;
		o.rdc |= strcmp(argv[i], "rdc") == 0;
		o.launches = o.rdc;
		o.debug |= strcmp(argv[i], "debug") == 0;
		o.lineinfo |= strcmp(argv[i], "lineinfo") == 0;
	}
	o.instance = instance;
	if (o.ftz)
		o.prec_div = o.prec_sqrt = false;
	return o;
}

static void print_sizes(const struct module *m) {
	for (u32 i = 0; i < m->nfunc; i++) {
		const struct func *f = m->func[i];
		printf("%s: %u instructions, %u blocks, %u lines\n", f->name->s, f->ninst,
		       f->nblock, f->nline ? f->nline - 1 : 0);
	}
}

int main(int argc, char **argv) {
	struct arena arena = ARENA_INIT, module_arena = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	struct strtab names;
	struct cuda_options options = options_of(argc, argv);
	sources_init(&sources, &arena);
	diag_init(&diag, &arena, &sources);
	strtab_init(&names, &arena);
	const struct source_file *file = argc > 1 ? source_load(&sources, argv[1]) : NULL;
	if (!file) {
		fprintf(stderr, "cu: cannot read the file\n");
		return 2;
	}
	struct cunit u = {.arena = &arena,
	                  .names = &names,
	                  .diag = &diag,
	                  .sources = &sources,
	                  .file = file,
	                  .opt = &options};
	struct module *m = check_unit(&u) ? lower_unit(&module_arena, &u) : NULL;
	if (m)
		ir_verify(m, &diag, SHARED_STATIC_MAX);
	if (m && strcmp(argv[argc - 1], "sizes") == 0)
		print_sizes(m);
	else if (m)
		ir_print(m, stdout);
	diag_flush(&diag, stderr, (struct diag_style){0});
	return diag.nerror != 0;
}
