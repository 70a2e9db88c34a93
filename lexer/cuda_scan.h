/* cuda_scan.h - between cuda.l, which matches, and cuda.c, which collects the tokens.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lexer/cuda.h"

/* An entry of the stack of #pragma pack(push). */
struct cu_pack_entry {
	const struct str *name; /* NULL: none */
	u32 bytes;
};

struct cu_scanner {
	void *flex;
	struct arena *arena;
	struct strtab *names;
	struct diag *diag;
	const struct source_file *file;
	u16 flags;      /* of the next token */
	u16 line_flags; /* that every token of this stretch of text has: CU_TF_SYSTEM,
	                   CU_TF_INCLUDED */
	u32 included;   /* files that are open around the one that is read */
	bool in_pragma; /* the next newline is a PRAGMA_END */
	struct cu_token_rec *at;
	u32 n, cap;
	u32 *open; /* indices of the brackets now open */
	u32 nopen, open_cap;
	u32 nbrace;       /* of these, braces */
	bool is_too_deep; /* reported */
	struct cu_packs pack;
	VEC(struct cu_pack_entry) pack_stack;
	struct cu_warns warn;
};

/* cuda.l: scans the whole text and calls the functions below. */
void cu_flex_run(struct cu_scanner *sc);

/* cuda.c: each takes the text of one match. */
void cu_scan_word(struct cu_scanner *sc, const char *s, u32 len);
void cu_scan_extended_word(struct cu_scanner *sc, const char *s, u32 len);
void cu_scan_token(struct cu_scanner *sc, u32 kind, const char *s, u32 len);
/* Whether the last token is `operator`. */
bool cu_scan_is_after_operator(const struct cu_scanner *sc);
void cu_scan_number(struct cu_scanner *sc, const char *s, u32 len);
/* Bytes of a raw string that starts at `s` (its prefix of `head` bytes ends in the
 * opening parenthesis); 0 if it does not end. */
u32 cu_scan_raw_string(struct cu_scanner *sc, const char *s, u32 head);
void cu_scan_directive(struct cu_scanner *sc, const char *s, u32 len);
void cu_scan_newline(struct cu_scanner *sc);
void cu_scan_pragma_operator(struct cu_scanner *sc, const char *s, u32 len);
/* cuda_pack.c: `at` is after the word pack of the pragma that starts at `pragma`. */
void cu_scan_pack(struct cu_scanner *sc, const char *pragma, const char *at,
                  const char *end);
/* cuda_warn.c: the pragma's text from its first word on. */
void cu_scan_warn(struct cu_scanner *sc, const char *at, const char *end);
void cu_scan_stray(struct cu_scanner *sc, const char *s, u32 len);
void cu_scan_unterminated(struct cu_scanner *sc, const char *s, u32 len,
                          enum diag_code code, const char *what);
