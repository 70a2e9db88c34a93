/* results.c - how single tests went; see ci.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "tools/simt/ci.h"

/* ---- what checked mode printed ---- */

/* Sums up the numbers that follow `label` in the text. */
static u64 sum_after(const char *at, const char *end, const char *label,
                     const char *unit) {
	size_t n = strlen(label);
	u64 sum = 0;
	while ((at = memmem(at, (size_t)(end - at), label, n))) {
		char *rest;
		u64 number = strtoull(at + n, &rest, 10);
		at += n;
		if (strncmp(rest, unit, strlen(unit)) == 0 &&
		    strncmp(rest, " errors were", 12) != 0)
			sum += number;
	}
	return sum;
}

static u64 findings_in(const char *at, const char *end) {
	return sum_after(at, end, "= ERROR SUMMARY: ", " error") +
	       sum_after(at, end, "= RACECHECK SUMMARY: ", " hazard");
}

/* ---- JUnit ---- */

static const struct {
	const char *name;
	char c;
} entities[] = {
	{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};

/* The text with the characters that its entities mean. */
static const char *plain_text(struct arena *a, const char *s, size_t n) {
	char *to = arena_array_raw(a, char, n + 1), *t = to;
	for (const char *end = s + n; s < end;) {
		u32 i = 0;
		while (i < countof(entities) &&
		       strncmp(s, entities[i].name, strlen(entities[i].name)) != 0)
			i++;
		*t++ = i < countof(entities) ? entities[i].c : *s;
		s += i < countof(entities) ? strlen(entities[i].name) : 1;
	}
	*t = 0;
	return to;
}

/* The value of an attribute of the tag whose words begin at s; NULL: it has none. */
static const char *attribute(struct arena *a, const char *s, const char *end,
                             const char *name) {
	size_t n = strlen(name);
	while (s < end) {
		s += strspn(s, " \t\r\n");
		const char *eq = memchr(s, '=', (size_t)(end - s));
		if (!eq || (eq[1] != '"' && eq[1] != '\''))
			return NULL;
		const char *close = memchr(eq + 2, eq[1], (size_t)(end - eq - 2));
		if (!close)
			return NULL;
		if ((size_t)(eq - s) == n && memcmp(s, name, n) == 0)
			return plain_text(a, eq + 2, (size_t)(close - eq - 2));
		s = close + 1;
	}
	return NULL;
}

/* The '>' of the tag at s; '>' in values of attributes is none. NULL: there is none. */
static const char *tag_end(const char *s) {
	for (char quote = 0; *s; s++) {
		if (quote ? *s == quote : *s == '"' || *s == '\'')
			quote = quote ? 0 : *s;
		else if (!quote && *s == '>')
			return s;
	}
	return NULL;
}

static bool has_part(const char *at, const char *end, const char *tag) {
	return memmem(at, (size_t)(end - at), tag, strlen(tag)) != NULL;
}

static bool is_word(const char *value, const char *a, const char *b) {
	return value && (strcmp(value, a) == 0 || strcmp(value, b) == 0);
}

void results_of_junit(struct arena *a, const char *text, struct test_results *out) {
	static const char open[] = "<testcase", close[] = "</testcase>";
	for (const char *s = text; (s = strstr(s, open));) {
		s += sizeof open - 1;
		const char *gt = tag_end(s), *end = gt;
		if (!gt)
			return;
		if (gt[-1] != '/' && !(end = strstr(gt, close)))
			return;
		const char *status = attribute(a, s, gt, "status");
		const char *time = attribute(a, s, gt, "time");
		const char *name = attribute(a, s, gt, "name");
		bool failed = has_part(gt, end, "<failure") ||
		              has_part(gt, end, "<error");
		bool skipped = has_part(gt, end, "<skipped") ||
		               is_word(status, "disabled", "notrun");
		vec_push(a, out,
		         (struct test_result){
				 .name = name ? name : "?",
				 .outcome = failed    ? OUTCOME_FAILED
		                            : skipped ? OUTCOME_SKIPPED
		                                      : OUTCOME_OK,
				 .seconds = time ? strtod(time, NULL) : 0,
				 .findings = findings_in(gt, end),
			 });
		s = end;
	}
}

/* ---- Automake ---- */

void results_of_lines(struct arena *a, const char *text, struct test_results *out) {
	static const struct {
		const char *word;
		enum outcome outcome;
	} words[] = {
		{"PASS: ", OUTCOME_OK},      {"XFAIL: ", OUTCOME_OK},
		{"SKIP: ", OUTCOME_SKIPPED}, {"FAIL: ", OUTCOME_FAILED},
		{"XPASS: ", OUTCOME_FAILED}, {"ERROR: ", OUTCOME_FAILED},
	};
	for (const char *s = text; s && *s; s = strchr(s, '\n'), s = s ? s + 1 : NULL) {
		for (u32 i = 0; i < countof(words); i++) {
			size_t n = strlen(words[i].word);
			if (strncmp(s, words[i].word, n) != 0)
				continue;
			const char *name = arena_strdup(a, s + n, strcspn(s + n, "\n"));
			vec_push(a, out,
			         (struct test_result){.name = name,
			                              .outcome = words[i].outcome});
		}
	}
}
