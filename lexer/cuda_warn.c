/* cuda_warn.c - #pragma nv_diag_suppress and its relatives: which warnings are wanted, as
 * a list of the places where that changes. Numbers and tags are nvcc's.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>

#include "lexer/cuda_scan.h"

static const struct {
	const char *word;
	enum cu_warn_action action;
} actions[] = {{"diag_suppress", CU_WARN_SUPPRESS},
               {"diag_default", CU_WARN_DEFAULT},
               {"diag_warning", CU_WARN_WARNING},
               {"diag_error", CU_WARN_ERROR},
               {"diag_once", CU_WARN_ONCE},
               {"diagnostic", CU_WARN_PUSH},
               {"exec_check_disable", CU_WARN_NO_EXEC},
               {"hd_warning_disable", CU_WARN_NO_EXEC}};

static void add(struct cu_scanner *sc, const char *at, enum cu_warn_action action,
                u32 number) {
	u32 start = sc->file->base + (u32)(at - sc->file->text);
	vec_push(sc->arena, &sc->warn, (struct cu_warn){start, number, (u8)action});
}

static const char *blanks(const char *s, const char *end) {
	while (s < end && (*s == ' ' || *s == '\t' || *s == ',' || *s == '='))
		s++;
	return s;
}

static bool is_word(char c) {
	return isalnum((u8)c) || c == '_';
}

/* Returns the number of a warning that is written as a number or a tag; 0 for a tag that
 * is not known. */
static u32 number_of(const char *s, const char *end) {
	u32 number = 0;
	if (!isdigit((u8)*s))
		return diag_number_of_tag(s, (size_t)(end - s));
	for (; s < end && isdigit((u8)*s); s++)
		number = number < 1000000 ? number * 10 + (u32)(*s - '0') : number;
	return number;
}

/* WORD N, TAG ..., nv_diagnostic push, pop, or a word alone */
void cu_scan_warn(struct cu_scanner *sc, const char *at, const char *end) {
	const char *pragma = at;
	bool is_nv = end - at > 3 && memcmp(at, "nv_", 3) == 0;
	/* diag_suppress is nv_diag_suppress; `diagnostic` is GCC's */
	at += is_nv ? 3 : 0;
	const char *word = at;
	while (at < end && is_word(*at))
		at++;
	size_t len = (size_t)(at - word);
	u32 i = 0;
	while (i < countof(actions) && (strlen(actions[i].word) != len ||
	                                memcmp(actions[i].word, word, len) != 0))
		i++;
	if (i == countof(actions) || (actions[i].action == CU_WARN_PUSH && !is_nv))
		return;
	at = blanks(at, end);
	if (actions[i].action == CU_WARN_NO_EXEC)
		add(sc, pragma, CU_WARN_NO_EXEC, 0);
	if (actions[i].action == CU_WARN_PUSH) {
		if (end - at >= 4 && memcmp(at, "push", 4) == 0)
			add(sc, pragma, CU_WARN_PUSH, 0);
		else if (end - at >= 3 && memcmp(at, "pop", 3) == 0)
			add(sc, pragma, CU_WARN_POP, 0);
		return;
	}
	while (at < end && is_word(*at)) {
		const char *name = at;
		while (at < end && is_word(*at))
			at++;
		u32 number = number_of(name, at);
		if (number)
			add(sc, pragma, actions[i].action, number);
		at = blanks(at, end);
	}
}
