/* ptx.c - what the PTX scanner does besides matching: values of tokens, characters that
 * are not a token, brackets, and the life of a scanner.
 * SPDX-License-Identifier: Apache-2.0 */
#include "lexer/ptx_scan.h"

#include "base/plain.h"
#include "lexer/literal.h"

/* ---- values ------------------------------------------------------------------------ */

int ptx_scan_word(struct ptx_lexer *lx, union ptx_value *v, struct loc loc, const char *s,
                  int len, int token, u32 code) {
	if (len > PTX_NAME_MAX) {
		diag_error(lx->diag, loc, E0007,
		           "name of %d characters; at most %d are supported", len,
		           PTX_NAME_MAX);
		len = PTX_NAME_MAX;
	}
	v->word.str = str_intern(lx->names, s, (size_t)len);
	v->word.code = code;
	return token;
}

static enum literal_status number_bits(struct ptx_number *v, const char *s, size_t len) {
	int mark = len > 1 && s[0] == '0' ? s[1] | 0x20 : 0;
	if (mark == 'f') {
		v->kind = PTX_NUMBER_F32;
		return literal_float_bits(s + 2, len - 2, 8, &v->bits);
	}
	if (mark == 'd') {
		v->kind = PTX_NUMBER_F64;
		return literal_float_bits(s + 2, len - 2, 16, &v->bits);
	}
	return literal_int(s, len, &v->bits, &v->is_unsigned);
}

int ptx_scan_number(struct ptx_lexer *lx, struct ptx_number *v, struct loc loc,
                    const char *s, size_t len) {
	*v = (struct ptx_number){0};
	enum literal_status status = number_bits(v, s, len);
	int shown = len > 40 ? 40 : (int)len;
	if (status == LITERAL_TOO_LARGE) {
		struct diag_record *r = diag_error(
			lx->diag, loc, E0005, "'%.*s' does not fit 64 bits", shown, s);
		diag_nvcc(lx->diag, r, "Constant overflow");
	} else if (status == LITERAL_MALFORMED && v->kind != PTX_NUMBER_INT) {
		diag_error(lx->diag, loc, E0004,
		           "'%.*s' is not a number: %.2s takes %d hex digits", shown, s,
		           s, v->kind == PTX_NUMBER_F32 ? 8 : 16);
	} else if (status == LITERAL_MALFORMED) {
		diag_error(lx->diag, loc, E0004, "'%.*s' is not a number", shown, s);
	}
	v->is_bad = status != LITERAL_OK;
	return v->kind == PTX_NUMBER_INT ? PTX_INT : PTX_FLOAT;
}

int ptx_scan_decimal(struct ptx_lexer *lx, struct ptx_number *v, struct loc loc,
                     const char *s, size_t len) {
	*v = (struct ptx_number){.kind = PTX_NUMBER_F64};
	if (literal_decimal(s, len, &v->bits) != LITERAL_OK) {
		v->is_bad = true;
		diag_error(lx->diag, loc, E0004, "'%.40s' is not a number", s);
	}
	return PTX_FLOAT;
}

int ptx_scan_string(struct ptx_lexer *lx, union ptx_value *v, struct loc loc,
                    const char *s, size_t len) {
	(void)loc;
	/* names of files and the like are shown in many places */
	size_t n = len - 2;
	const char *plain = plain_bytes(lx->names->arena, s + 1, &n, "");
	v->str = str_intern(lx->names, plain, n);
	return PTX_STRING;
}

/* ---- characters that are not a token ----------------------------------------------- */

int ptx_scan_stray(struct ptx_lexer *lx, struct loc loc, u8 c) {
	if (c > ' ' && c < 127)
		diag_error(lx->diag, loc, E0001, "unexpected character '%c'", c);
	else
		diag_error(lx->diag, loc, E0001, "unexpected byte 0x%02x", c);
	return PTX_ERROR;
}

int ptx_scan_unterminated(struct ptx_lexer *lx, struct loc loc, enum diag_code code,
                          const char *what) {
	struct diag_record *r = diag_error(lx->diag, loc, code, "this %s does not end",
	                                   what);
	diag_nvcc(lx->diag, r, "Parsing error near '': unexpected EOF while scanning");
	if (code == E0003)
		ptx_lex_stop(lx);
	return PTX_ERROR;
}

/* ---- tokens with a memory ---------------------------------------------------------- */

/* Where an operand or a value may follow, a brace opens a vector or an initialiser. */
static bool opens_vector(const struct ptx_lexer *lx) {
	if (lx->vector_depth)
		return true;
	switch (lx->last) {
	case ',':
	case '=':
	case '|':
	case '[':
	case '(': return true;
	case PTX_WORD:
	case PTX_DOTWORD:
	case PTX_TYPE:
	case PTX_VECTOR:
	case PTX_SPACE: return lx->block_depth > 0;
	default: return false;
	}
}

static bool deepen(struct ptx_lexer *lx, struct loc loc) {
	if (++lx->depth <= PTX_DEPTH_MAX)
		return true;
	diag_error(lx->diag, loc, E0102, "more than %d brackets are open here",
	           PTX_DEPTH_MAX);
	ptx_lex_stop(lx);
	return false;
}

static int open_brace(struct ptx_lexer *lx) {
	if (opens_vector(lx)) {
		lx->vector_depth++;
		return PTX_VOPEN;
	}
	lx->block_depth++;
	return '{';
}

static int close_brace(struct ptx_lexer *lx) {
	if (lx->vector_depth) {
		lx->vector_depth--;
		return PTX_VCLOSE;
	}
	if (lx->block_depth)
		lx->block_depth--;
	return '}';
}

/* A semicolon ends every vector and parenthesis that an erroneous statement left open. */
static int bracket(struct ptx_lexer *lx, int token, struct loc loc) {
	switch (token) {
	case '{': return deepen(lx, loc) ? open_brace(lx) : PTX_END;
	case '(':
	case '[': return deepen(lx, loc) ? token : PTX_END;
	case ')':
	case ']': lx->depth -= lx->depth > 0; return token;
	case '}': lx->depth -= lx->depth > 0; return close_brace(lx);
	case ';':
		lx->vector_depth = 0;
		lx->depth = lx->block_depth;
		return token;
	default: return token;
	}
}

int ptx_lex(union ptx_value *value, struct loc *loc, struct ptx_lexer *lx) {
	int token = lx->stopped ? PTX_END : ptx_flex_scan(value, loc, lx->flex);
	if (token == PTX_END)
		loc->start = loc->end = lx->file->base + lx->file->len;
	else if (token < 128)
		token = bracket(lx, token, *loc);
	lx->last = token;
	lx->before_loc = lx->last_loc;
	lx->last_loc = *loc;
	return token;
}

/* ---- life -------------------------------------------------------------------------- */

static void refuse(struct ptx_lexer *lx, u32 offset, const char *what) {
	struct loc loc = {lx->file->base + offset, lx->file->base + offset + 1};
	diag_error(lx->diag, loc, E0407, "this is not PTX: %s", what);
	lx->stopped = true;
}

void ptx_lex_open(struct ptx_lexer *lx, struct strtab *names, struct diag *d,
                  const struct source_file *file) {
	*lx = (struct ptx_lexer){.names = names, .diag = d, .file = file};
	const char *nul = file->len ? memchr(file->text, 0, file->len) : NULL;
	if (nul)
		refuse(lx, (u32)(nul - file->text), "it has a zero byte");
	else if (file->len > INT32_MAX - 2)
		refuse(lx, 0, "it has more than 2 GB");
	else
		ptx_flex_open(lx);
}

void ptx_lex_stop(struct ptx_lexer *lx) {
	lx->stopped = true;
}

void ptx_lex_close(struct ptx_lexer *lx) {
	if (lx->flex)
		ptx_flex_close(lx);
	lx->flex = NULL;
}
