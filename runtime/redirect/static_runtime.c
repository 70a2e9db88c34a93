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

static bool has(const struct elf_file *e, const char *section, const char *name,
                bool defined) {
	struct elf_symbols s = elf_file_symbols(e, section);
	for (u64 i = 0; i < s.n; i++)
		if (elf_symbol_is_function(&s, i) == defined &&
		    strcmp(elf_symbol_name(&s, i), name) == 0)
			return true;
	return false;
}

static bool defines(const struct elf_file *e, const char *name) {
	return has(e, ".symtab", name, true) || has(e, ".dynsym", name, true);
}

/* All of the runtime's functions are in one object, so CUDA 13 has none that it removed,
 * and CUDA 11 none that came later. */
enum static_runtime static_runtime(const struct elf_file *e) {
	if (!elf_file_find(e, ".nv_fatbin") ||
	    has(e, ".dynsym", "__cudaRegisterFatBinary", false) || is_own(e))
		return STATIC_RUNTIME_NONE;
	if (!defines(e, "__cudaRegisterFatBinary"))
		return STATIC_RUNTIME_STRIPPED;
	if (!defines(e, "cudaThreadSynchronize"))
		return STATIC_RUNTIME_13;
	return defines(e, "cudaGetDeviceProperties_v2") ? STATIC_RUNTIME_12
	                                                : STATIC_RUNTIME_11;
}
