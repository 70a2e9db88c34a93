/* ptx.h - the PTX scanner: a loaded text in, tokens out.
 * It scans in place, so a token's position is an offset; it interns every name; it
 * knows the directives, because they steer the grammar, and no instruction. It also
 * tells the braces of vectors and initialisers from those of blocks, so that the
 * parser can resume at the right `}`.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"
#include "base/str.h"

enum ptx_token {
	PTX_END = 0,
	PTX_ERROR = 256, /* already reported; bison's YYerror */
	PTX_UNDEF = 257,
#define PTX_TOKEN(name, text) PTX_##name,
#include "lexer/ptx_token.def"
#undef PTX_TOKEN
	PTX_TOKEN_LIMIT
};

/* State spaces and linkages as spelled; the parser asserts that its own enums agree. */
enum ptx_space {
	PTX_SPACE_REG,
	PTX_SPACE_SREG,
	PTX_SPACE_CONST,
	PTX_SPACE_GLOBAL,
	PTX_SPACE_LOCAL,
	PTX_SPACE_PARAM,
	PTX_SPACE_SHARED,
	PTX_SPACE_TEX,
};
enum ptx_linkage {
	PTX_LINK_NONE,
	PTX_LINK_VISIBLE,
	PTX_LINK_EXTERN,
	PTX_LINK_WEAK,
	PTX_LINK_COMMON
};

enum ptx_number_kind { PTX_NUMBER_INT, PTX_NUMBER_F32, PTX_NUMBER_F64 };

struct ptx_number {
	u64 bits;
	u8 kind;          /* enum ptx_number_kind */
	bool is_unsigned; /* INT: U suffix, or does not fit s64 (PTX 4.5.1) */
	bool in_parens;   /* the whole expression is in parentheses */
	bool is_bad;      /* already reported */
};

struct ptx_word {
	struct str *str; /* as spelled: names and every kind of dot-word */
	u32 code;        /* VECTOR: the size; SPACE, LINKAGE: the enums above */
};

/* The value of a token or of a grammar symbol. */
union ptx_value {
	struct str *str; /* WORD; STRING: without the quotes; a backslash is a character
	                    like others */
	struct ptx_word word;
	struct ptx_number number;
	u32 count;
};

enum { PTX_DEPTH_MAX = 1000, PTX_NAME_MAX = 65535 };

struct ptx_lexer {
	void *flex;
	struct strtab *names;
	struct diag *diag;
	const struct source_file *file;
	u32 depth;        /* brackets of all kinds now open */
	u32 vector_depth; /* of these, braces of vectors and initialisers */
	u32 block_depth;  /* braces of blocks */
	int last;         /* kind and place of the token before */
	struct loc last_loc, before_loc; /* ... and the place of the one before that */
	bool stopped; /* gave up: PTX_END follows, and nothing more is reported */
};

/* The open lexer changes `file->text`; ptx_lex_close restores it. */
void ptx_lex_open(struct ptx_lexer *lx, struct strtab *names, struct diag *d,
                  const struct source_file *file);
int ptx_lex(union ptx_value *value, struct loc *loc, struct ptx_lexer *lx);
void ptx_lex_close(struct ptx_lexer *lx);

/* From now on ptx_lex returns PTX_END. */
void ptx_lex_stop(struct ptx_lexer *lx);

/* ptx_dump.c: all tokens of a file, a line for each, or as JSON (--dump=tokens). */
void ptx_tokens_dump(struct strtab *names, struct diag *d, const struct sources *s,
                     const struct source_file *file, bool json, FILE *out);
