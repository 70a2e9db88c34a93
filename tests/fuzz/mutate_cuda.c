/* mutate_cuda.c - the mutator of the CUDA C++ fuzz target: it inserts, removes, repeats
 * and swaps whole tokens, so that most of what it makes gets past the scanner.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>

#include "base/base.h"

size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max_size, unsigned seed);

/* clang-format off */
static const char *const words[] = {
#define CU_TOKEN(name, text) text,
#include "lexer/cuda_token.def"
	"(", ")", "[", "]", "{", "}", "<", ">", ">>", ">>>", ";", ",", ":", "?", "=", "+", "-",
	"*", "/", "&", "|", "~", "!", ".", "T", "S", "x", "f", "a", "n::", "T::", "S<", "f<",
	"typename T::", "template <class T>", "template <", "operator", "operator()", "1", "0x",
	"1.5f", "'a'", "\"s\"", "R\"(", "[[", "]]", "[=]", "[&]", "(T)", "(int)", "int x", "T x",
	"struct S {", "};", "__attribute__((", "alignas(", "...", "#pragma unroll 4\n",
	"\n# 1 \"f\"\n", "using T = int;", "typedef int T;", "k<<<1,2>>>(", "sizeof...(",
	"decltype(", "auto [a, b] =", "asm(\"\" ::", "for (auto x :", "case 1:", "= default;",
	"new (", "delete[]", "~S", "S::", "::*", "({", "->", "override", "final", "public:",
	"requires", "requires(T x) {", "requires C<T>", "concept C =", "C auto x", "template <C T>",
	"{ x } -> C;", "<=>", "= default", "operator<=>", "consteval", "[...a = x]", "using enum",
};
/* clang-format on */

static u32 next_random(u32 *state) {
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* The start of a token near a random place. */
static size_t boundary(const u8 *data, size_t size, u32 *random) {
	size_t i = size ? next_random(random) % (size + 1) : 0;
	while (i > 0 && i < size && (isalnum(data[i]) || data[i] == '_'))
		i--;
	return i;
}

static size_t replace(u8 *data, size_t size, size_t max, size_t at, size_t removed,
                      const void *s, size_t len) {
	if (size - removed + len > max)
		return size;
	memmove(data + at + len, data + at + removed, size - at - removed);
	memcpy(data + at, s, len);
	return size - removed + len;
}

static size_t insert_word(u8 *data, size_t size, size_t max, u32 *random) {
	const char *word = words[next_random(random) % countof(words)];
	u8 text[64] = " ";
	size_t len = strlen(word);
	memcpy(text + 1, word, len);
	text[len + 1] = ' ';
	return replace(data, size, max, boundary(data, size, random), 0, text, len + 2);
}

static size_t move_range(u8 *data, size_t size, size_t max, u32 *random) {
	u8 text[256];
	size_t a = boundary(data, size, random), b = boundary(data, size, random);
	size_t from = MIN(a, b), len = MIN(MAX(a, b) - from, sizeof(text));
	memcpy(text, data + from, len);
	if (next_random(random) % 2)
		size = replace(data, size, max, from, len, "", 0);
	return replace(data, size, max, boundary(data, size, random), 0, text, len);
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max_size, unsigned seed) {
	u32 random = seed, n = 1 + next_random(&random) % 4;
	for (u32 i = 0; i < n; i++) {
		switch (next_random(&random) % 8) {
		case 0: size = LLVMFuzzerMutate(data, size, max_size); break;
		case 1:
		case 2:
		case 3: size = insert_word(data, size, max_size, &random); break;
		case 4: {
			size_t a = boundary(data, size, &random),
			       len = next_random(&random) % 16;
			size = replace(data, size, max_size, a, MIN(size - a, len), "",
			               0);
			break;
		}
		default: size = move_range(data, size, max_size, &random);
		}
	}
	return size;
}
