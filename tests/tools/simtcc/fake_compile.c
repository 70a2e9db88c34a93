/* fake_compile.c - stands in for the device front end in tests of the driver: the PTX
 * comes from the file that SIMTCC_TEST_PTX names, and its entries and variables are the
 * symbols, host names being device names. With SIMTCC_TEST_LOG the instances that were
 * asked for are written to that file.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "base/vec.h"
#include "ir/lower/compile.h"

VEC_TYPE(symbols, struct cuda_symbol);

static bool is_name(char c) {
	return isalnum((u8)c) || c == '_' || c == '$';
}

static u64 width(const char *line) {
	static const char *const type[] = {".b8",  ".u8",  ".b16", ".b32", ".u32",
	                                   ".f32", ".b64", ".u64", ".f64"};
	static const u8 bytes[] = {1, 1, 2, 4, 4, 4, 8, 8, 8};
	for (u32 i = 0; i < countof(type); i++)
		if (strstr(line, type[i]))
			return bytes[i];
	return 0;
}

static void add(struct arena *a, struct symbols *out, const char *line,
                enum cuda_symbol_kind kind) {
	const char *stop = line + strcspn(line, "(=;["), *end = stop;
	while (end > line && !is_name(end[-1]))
		end--;
	const char *start = end;
	while (start > line && is_name(start[-1]))
		start--;
	const char *name = arena_strdup(a, start, (size_t)(end - start));
	u64 n = *stop == '[' ? strtoull(stop + 1, NULL, 10) : 1;
	vec_push(a, out,
	         (struct cuda_symbol){name, name, kind,
	                              kind == CUDA_KERNEL ? 0 : n * width(line), false,
	                              strncmp(line, ".extern", 7) == 0, false});
}

static void find_symbols(struct arena *a, const char *ptx, struct symbols *out) {
	while (*ptx) {
		size_t n = strcspn(ptx, "\n");
		const char *line = arena_strdup(a, ptx, n);
		if (*line == '.' && strstr(line, ".entry"))
			add(a, out, line, CUDA_KERNEL);
		else if (*line == '.' && strstr(line, ".attribute(.managed)"))
			add(a, out, strstr(line, ".align"), CUDA_VAR_MANAGED);
		else if (*line == '.' && strstr(line, ".global"))
			add(a, out, line, CUDA_VAR_DEVICE);
		else if (*line == '.' && strstr(line, ".const"))
			add(a, out, line, CUDA_VAR_CONST);
		ptx += n + (ptx[n] == '\n');
	}
}

static void log_instances(const struct cuda_compile_options *o) {
	const char *path = getenv("SIMTCC_TEST_LOG");
	FILE *f = path ? fopen(path, "w") : NULL;
	for (u32 i = 0; f && i < o->ninstance; i++)
		fprintf(f, "%s\n", o->instance[i]);
	if (f)
		fclose(f);
}

bool cuda_compile(struct arena *a, const struct cuda_compile_options *o, struct diag *d,
                  struct cuda_compile_result *out) {
	const char *path = getenv("SIMTCC_TEST_PTX");
	/* one file for each source: DIR/STEM.ptx */
	const char *slash = strrchr(o->input_name, '/'),
		   *stem = slash ? slash + 1 : o->input_name;
	path = path ? arena_printf(a, "%s/%.*s.ptx", path, (int)strcspn(stem, "."), stem)
	            : "(unset)";
	struct source_file *f = source_load(d->sources, path);
	struct symbols sym = {0};
	if (!f) {
		diag_error(d, (struct loc){0, 0}, E0401, "cannot read '%s'", path);
		return false;
	}
	find_symbols(a, f->text, &sym);
	log_instances(o);
	*out = (struct cuda_compile_result){f->text, f->len, sym.at, sym.n};
	return true;
}
