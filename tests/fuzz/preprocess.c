/* preprocess.c - fuzz target: a text through the preprocessor, with two headers that it
 * may include. No file is read; a small result is the limit.
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/preprocessor.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max_size, unsigned seed);

/* clang-format off */
static const char *const dictionary[] = {
	"\n#define F(x) x\n", "\n#define G(x, ...) #x x##x __VA_OPT__(x) , ## __VA_ARGS__\n", "\n#define A B\n",
	"\n#define B A F\n", "\n#undef F\n", "\n#include \"a.h\"\n", "\n#include <b.h>\n", "\n#include_next <b.h>\n",
	"\n#if ", "\n#ifdef A\n", "\n#ifndef A\n", "\n#elif 1\n", "\n#elifdef A\n", "\n#else\n", "\n#endif\n",
	"\n#line 7 \"x\"\n", "\n# 3 \"y\" 3 4\n", "\n#pragma once\n", "\n#pragma push_macro(\"A\")\n",
	"\n#pragma pop_macro(\"A\")\n", "\n#pragma GCC poison A\n", "\n#pragma GCC system_header\n", "\n#error x\n",
	"_Pragma(\"once\")", "__VA_OPT__(", "__VA_ARGS__", "defined(A)", "__has_include(<a.h>)", "__COUNTER__",
	"__LINE__", "__has_cpp_attribute(a::b)", "F(", "G(1,2)", ")", "##", "#", "%:%:", "R\"x(", ")x\"", "\"", "'",
	"\\\n", "/*", "*/", "//", "u8\"a\"_b", "1'0e+", " && ", " ? 1 : 0", "-1", "<:", "\\u00e9", "\r\n",
};
/* clang-format on */

/* Inserts a word, removes or doubles a stretch, or does what libFuzzer does. */
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max_size, unsigned seed) {
	u32 kind = seed % 8, at = size ? (seed >> 3) % (u32)size : 0;
	const char *word = dictionary[(seed >> 8) % countof(dictionary)];
	size_t n = strlen(word), stretch = MIN(size - at, 1 + (seed >> 16) % 40);
	if (kind < 5 && size + n <= max_size) {
		memmove(data + at + n, data + at, size - at);
		memcpy(data + at, word, n);
		return size + n;
	}
	if (kind == 5 && stretch < size - at) {
		memmove(data + at, data + at + stretch, size - at - stretch);
		return size - stretch;
	}
	return LLVMFuzzerMutate(data, size, max_size);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	static FILE *sink;
	static const struct pp_header headers[] = {
		{"a.h", "#ifndef A_H\n#define A_H\n#define FROM_A(x) [x\n#endif\n"},
		{"b.h", "#pragma once\n#include \"a.h\"\n#define A FROM_A(1) ]\n"},
		{"system.h", "#pragma GCC system_header\n#define S(x) (s x, x##_)\n"},
	};
	struct arena arena = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	struct pp_result r;
	if (!sink)
		sink = fopen("/dev/null", "w");
	sources_init(&sources, &arena);
	diag_init(&diag, &arena, &sources);
	char *text = arena_strdup(&arena, (const char *)data, size);
	struct pp_options o = {.source = "fuzz.cpp",
	                       .text = text,
	                       .header = headers,
	                       .nheader = countof(headers),
	                       .has_p_exponents = size % 2,
	                       .is_strict = size % 3 == 0,
	                       .marks_macros = size % 5 != 0,
	                       .more_warnings = size % 7 != 0,
	                       .most = 1 << 16};
	preprocess(&arena, &diag, &o, &r);
	if (r.text[r.len] || (r.len && !memchr(r.text, '\n', r.len)))
		bug("the result is not a text of whole lines");
	diag_flush(&diag, sink, (struct diag_style){.format = DIAG_TEXT});
	arena_drop(&arena);
	return 0;
}
