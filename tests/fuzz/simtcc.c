/* simtcc.c - fuzz target: the rewriting of the host half, simtcc's command line, the
 * reading of assembly and the names in PTX. The first byte chooses; what is rewritten
 * must keep its zero at the end.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "tools/simtcc/locals.h"
#include "tools/simtcc/option.h"
#include "tools/simtcc/rewrite.h"
#include "tools/simtcc/symbol.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max_size, unsigned seed);

/* ---- mutations ---- */

/* clang-format off */
static const char *const dictionary[] = {
	"__global__ ", "__device__ ", "__host__ ", "__constant__ ", "__managed__ ", "__shared__ ",
	"__launch_bounds__(1)", "__noinline__ ", "template<class T>", "template<int N = 3>", "template<>",
	"template ", "typename ", "class... Ts", "Ts... ts", "struct S ", "enum class E ", "namespace n ",
	"extern \"C\" ", "static ", "inline ", "constexpr ", "const ", "auto ", "friend ", "typedef ", "using ",
	"operator()", "operator<<", "requires ", "noexcept ", "-> int ", "void ", "int ", "k", "T", "x",
	"<<<1, 1>>>", "<<<", ">>>", "(", ")", "[", "]", "{", "}", "<", ">", "::", ",", ";", "=", ":", "*", "&",
	"...", "~", "if (x) ", "[&]", "[=] __device__ ", "[x, y = 2] __host__ __device__ (int i) mutable {}", "public:", "\"s\"", "R\"(", "//", "/*", "*/", "'", "0", "1.5f",
	"\n", "\n# 3 \"f.cu\" 3 4\n", "\n#pragma x\n", "(*f)", "(int)", "(int x)", "{}", "= {1, 2}", "<int>",
	".Lsimt_stub1", "_ZL1k:", ".comm x,4,4", "-arch=sm_90 ", "--std=c++17 ", "-Xcompiler ", "-I",
};
/* clang-format on */

/* Inserts a word, removes or doubles a stretch, or does what libFuzzer does. */
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max_size, unsigned seed) {
	u32 kind = seed % 8, at = size > 1 ? 1 + (seed >> 3) % (u32)(size - 1) : 0;
	const char *word = dictionary[(seed >> 8) % countof(dictionary)];
	size_t n = strlen(word), stretch = MIN(size - at, 1 + (seed >> 16) % 40);
	if (kind < 4 && at && size + n <= max_size) {
		memmove(data + at + n, data + at, size - at);
		memcpy(data + at, word, n);
		return size + n;
	}
	if (kind == 4 && at && stretch < size - at) {
		memmove(data + at, data + at + stretch, size - at - stretch);
		return size - stretch;
	}
	if (kind == 5 && at && size + stretch <= max_size) {
		memmove(data + at + stretch, data + at, size - at);
		return size + stretch;
	}
	return LLVMFuzzerMutate(data, size, max_size);
}

/* ---- the target ---- */

static void rewrite(struct arena *a, const char *text, size_t size, u8 how) {
	struct rewrite_options o = {how & 1,
	                            how & 2,
	                            how & 4,
	                            how & 8,
	                            how & 16,
	                            how & 32,
	                            how & 64,
	                            "int atomicAdd(int *, int);\n"
	                            "template <class T> T x(T a);\n"};
	struct rewrite_result r;
	rewrite_host(a, text, size, &o, &r);
	if (r.text[r.len] != 0)
		abort();
}

/* No file is read: words that would name one are left out. */
static void options(struct arena *a, const char *text) {
	struct texts words = {0}, safe = {0};
	struct cc_settings s = {0};
	cc_split_words(&words, a, text);
	text_each (word, &words)
		if (**word != '@' && !strstr(*word, "optf") &&
		    !strstr(*word, "options-file"))
			vec_push(a, &safe, *word);
	cc_parse(&s, a, &safe);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	struct arena arena = ARENA_INIT;
	struct host_symbols symbols;
	const char *variable = "v";
	size_t len;
	if (size == 0)
		return 0;
	char *text = arena_strdup(&arena, (const char *)data + 1, size - 1);
	if (data[0] >= 0xf0)
		options(&arena, text);
	else if (data[0] >= 0xd0 && data[0] < 0xe0)
		ptx_rename_locals(&arena, text, strlen(text), "$1", &len);
	else if (data[0] >= 0xe0)
		host_symbols_read(&arena, text, strlen(text),
		                  &(struct texts){.at = &variable, .n = 1}, &symbols);
	else
		rewrite(&arena, text, strlen(text), data[0]);
	arena_drop(&arena);
	return 0;
}
