/* stagetext.c - see stagetext.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtrun/stagetext.h"

#include <ctype.h>
#include <stdlib.h>

u32 text_line(const char **s, const char *end) {
	const char *from = *s, *stop = memchr(from, '\n', (size_t)(end - from));
	*s = stop ? stop + 1 : end;
	return (u32)((stop ? stop : end) - from);
}

static bool begins_with(const char *line, u32 n, const char *word) {
	size_t len = strlen(word);
	return n >= len && memcmp(line, word, len) == 0;
}

/* ---- LLVM ---- */

/* Finds lines by number: "!12 = !DILocation(line: 30, ...". */
static u32 *location_lines(struct arena *a, const char *text, u32 *n) {
	u32 most = 0;
	for (int pass = 0;; pass++) {
		u32 *line = pass ? arena_array(a, u32, most + 1) : NULL;
		for (const char *s = text; (s = strstr(s, "\n!")); s++) {
			char *after;
			u32 number = (u32)strtoul(s + 2, &after, 10);
			const char *is = " = !DILocation(line: ";
			if (strncmp(after, is, strlen(is)) != 0)
				continue;
			if (pass && number <= most)
				line[number] = (u32)strtoul(after + strlen(is), NULL, 10);
			most = MAX(most, MIN(number, 10000000u));
		}
		if (pass) {
			*n = most + 1;
			return line;
		}
	}
}

/* Leaves out ", !dbg !12", ", !invariant.load !0", ", align 4": they say little to a
 * reader. */
static size_t shorten(const char *text, size_t n, char *to, size_t size) {
	static const char *const noise[] = {", !dbg !", " !dbg !", ", !invariant.load !",
	                                    ", align ", ", !prof !"};
	size_t k = 0;
	for (size_t i = 0; i < n && k + 1 < size;) {
		size_t skip = 0;
		for (u32 w = 0; w < countof(noise) && !skip; w++) {
			size_t len = strlen(noise[w]);
			if (i + len <= n && memcmp(text + i, noise[w], len) == 0)
				for (skip = len;
				     i + skip < n && isdigit((u8)text[i + skip]);)
					skip++;
		}
		if (!skip)
			to[k++] = text[i];
		i += skip ? skip : 1;
	}
	return k;
}

/* The lines of all definitions. Between two of them there may be declarations, which are
 * left out; the modules' attributes and metadata come after the last. */
void stage_llvm_lines(struct arena *a, const char *text, stage_line_fn *put, void *ctx) {
	enum { LONGEST = 1 << 14 };
	u32 nline, *line = location_lines(a, text, &nline);
	char *row = arena_array_raw(a, char, LONGEST),
	     *copy = arena_array_raw(a, char, LONGEST);
	const char *s = text, *end = text + strlen(text);
	for (bool inside = false; s < end;) {
		const char *from = s;
		u32 n = text_line(&s, end), at = 0;
		inside |= begins_with(from, n, "define ");
		if (!inside)
			continue;
		inside = !begins_with(from, n, "}");
		size_t have = MIN((size_t)n, (size_t)LONGEST - 1);
		memcpy(copy, from, have);
		copy[have] = 0;
		const char *dbg = strstr(copy, "!dbg !");
		u32 number = dbg ? (u32)strtoul(dbg + 6, NULL, 10) : 0;
		if (dbg && number < nline)
			at = line[number];
		put(ctx, at, row, shorten(copy, have, row, LONGEST));
	}
}

/* ---- assembly ---- */

static bool is_directive(const char *s, u32 n) {
	return begins_with(s, n, "\t.") || begins_with(s, n, ".Ltmp") ||
	       begins_with(s, n, ".Lfunc");
}

void stage_asm_lines(const char *text, stage_line_fn *put, void *ctx) {
	const char *s = strstr(text, "\n\t.globl"), *end = text + strlen(text);
	u32 line = 0;
	bool is_code = true; /* else constants, which stand between the functions */
	for (s = s ? s + 1 : end; s < end;) {
		const char *from = s;
		u32 n = text_line(&s, end);
		if (begins_with(from, n, "\t.section"))
			is_code = false;
		is_code |= begins_with(from, n, "\t.text");
		if (begins_with(from, n, "\t.loc\t")) {
			const char *number = memchr(from + 6, ' ', n - 6);
			line = number ? (u32)strtoul(number, NULL, 10) : 0;
			continue;
		}
		if (is_code && n && !is_directive(from, n))
			put(ctx, line, from, n);
	}
}
