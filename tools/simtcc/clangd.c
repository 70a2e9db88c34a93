/* clangd.c - --clangd: what clangd, an editor's helper for C++, has to know to read CUDA
 * C++ with the toolkit's headers, as a .clangd file.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "tools/simtcc/driver.h"

/* Options of nvcc's in compilation databases that clang does not know. */
static const char *const removed[] = {
	"-gencode*",
	"--generate-code*",
	"-arch*",
	"--gpu-architecture*",
	"-code*",
	"-rdc*",
	"--relocatable-device-code*",
	"-dc",
	"-expt-*",
	"--expt-*",
	"-extended-lambda",
	"--extended-lambda",
	"-forward-unknown-to-host-compiler",
	"--forward-unknown-to-host-compiler",
	"-Xcompiler*",
	"-Xptxas*",
	"-Xcudafe*",
	"-lineinfo",
	"-G",
	"--options-file",
	"-ccbin*",
	"-use_fast_math",
	"--use_fast_math",
	"-maxrregcount*",
	"-cudart*",
	"-t=*",
	"--threads*",
};

/* Texts of JSON between quotes are texts of YAML. */
static void list(FILE *out, const char *key, const char *const *word, u32 n) {
	fprintf(out, "  %s: [", key);
	for (u32 i = 0; i < n; i++) {
		fputs(i ? ",\n    " : "\n    ", out);
		json_quoted(out, word[i]);
	}
	fputs("]\n", out);
}

/* The device's view of a source: kernels and host functions are both read in it. sm_80 is
 * known to every clang since 11. */
bool cc_print_clangd(struct cc *cc, FILE *out) {
	struct texts add = {0};
	if (!cc_find_toolkit(cc))
		return false;
	cc_add(cc, &add, "-xcuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80",
	       "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-Xclang",
	       "-target-sdk-version=11.5", "-D__SIMTCC__", "-D__CUDACC__");
	text_each (dir, &cc->set.include_path)
		cc_add(cc, &add, arena_printf(&cc->arena, "-I%s", *dir));
	cc_add(cc, &add, "-isystem", arena_printf(&cc->arena, "%s/include", cc->top),
	       "-include", "simt/clang.h", "-include", "cuda_runtime.h");
	fputs("# Made by simtcc --clangd; it names the folder in which simt is "
	      "installed.\n"
	      "If:\n  PathMatch: [.*\\.cu, .*\\.cuh]\nCompileFlags:\n",
	      out);
	list(out, "Add", add.at, add.n);
	list(out, "Remove", removed, countof(removed));
	return true;
}
