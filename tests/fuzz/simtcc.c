/* simtcc.c - fuzz target: the rewriting of the host half, and simtcc's command line. The first byte chooses;
 * what is rewritten once must not grow without bounds and must keep its zero at the end.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "tools/simtcc/option.h"
#include "tools/simtcc/rewrite.h"
#include "tools/simtcc/symbol.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static void rewrite(struct arena *a, const char *text, size_t size, u8 how) {
	struct rewrite_options o = {how & 1, how & 2, how & 4, how & 8, how & 16};
	struct rewrite_result r;
	rewrite_host(a, text, size, &o, &r);
	if (r.text[r.len] != 0)
		abort();
}

/* No file is read: words that would name one are left out. */
static void options(struct arena *a, const char *text) {
	static FILE *null;
	struct texts words = {0}, safe = {0};
	struct cc_settings s = {0};
	cc_split_words(&words, a, text);
	text_each(word, &words)
		if (**word != '@' && !strstr(*word, "optf") && !strstr(*word, "options-file"))
			vec_push(a, &safe, *word);
	if (!null)
		null = fopen("/dev/null", "w");
	cc_parse(&s, a, &safe, null);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	struct arena arena = ARENA_INIT;
	struct host_symbols symbols;
	if (size == 0)
		return 0;
	char *text = arena_strdup(&arena, (const char *)data + 1, size - 1);
	if (data[0] >= 0xf0)
		options(&arena, text);
	else if (data[0] >= 0xe0)
		host_symbols_read(&arena, text, strlen(text), &symbols);
	else
		rewrite(&arena, text, strlen(text), data[0]);
	arena_drop(&arena);
	return 0;
}
