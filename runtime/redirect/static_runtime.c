/* static_runtime.c - see static_runtime.h. What nvcc compiles has a section .nv_fatbin
 * with device code, and calls __cudaRegisterFatBinary(), which is in the same file where
 * the runtime is linked statically.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/redirect/static_runtime.h"

#include <string.h>

/* simt's own libcudart_static.a leaves a mark. */
static bool is_own(const struct elf_file *e) {
	static const char mark[] = "simt: the program holds no PTX";
	return memmem(e->at, e->size, mark, sizeof mark - 1) != NULL;
}

static bool names(const struct elf_file *e, const char *section, bool defined) {
	struct elf_symbols s = elf_file_symbols(e, section);
	for (u64 i = 0; i < s.n; i++)
		if (elf_symbol_is_function(&s, i) == defined &&
		    strcmp(elf_symbol_name(&s, i), "__cudaRegisterFatBinary") == 0)
			return true;
	return false;
}

enum static_runtime static_runtime(const struct elf_file *e) {
	if (!elf_file_find(e, ".nv_fatbin") || names(e, ".dynsym", false) || is_own(e))
		return STATIC_RUNTIME_NONE;
	return names(e, ".symtab", true) || names(e, ".dynsym", true)
	               ? STATIC_RUNTIME_NAMED
	               : STATIC_RUNTIME_STRIPPED;
}
