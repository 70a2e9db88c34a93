/* ptx_scan.h - between ptx.l, which matches, and ptx.c, which knows what a match means.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lexer/ptx.h"

/* ptx.l: the bare scanner over lx->file; ptx_flex_close gives the text its last byte
 * back. */
void ptx_flex_open(struct ptx_lexer *lx);
int ptx_flex_scan(union ptx_value *value, struct loc *loc, void *flex);
void ptx_flex_close(struct ptx_lexer *lx);

/* ptx.c: each returns the token and sets its value. */
int ptx_scan_word(struct ptx_lexer *lx, union ptx_value *v, struct loc loc, const char *s,
                  int len, int token, u32 code);
int ptx_scan_number(struct ptx_lexer *lx, struct ptx_number *v, struct loc loc,
                    const char *s, size_t len);
int ptx_scan_decimal(struct ptx_lexer *lx, struct ptx_number *v, struct loc loc,
                     const char *s, size_t len);
int ptx_scan_string(struct ptx_lexer *lx, union ptx_value *v, struct loc loc,
                    const char *s, size_t len);
int ptx_scan_stray(struct ptx_lexer *lx, struct loc loc, u8 c);
int ptx_scan_unterminated(struct ptx_lexer *lx, struct loc loc, enum diag_code code,
                          const char *what);
