/* cuda.h - the scanner of CUDA C++: a preprocessed text in, the array of all its tokens
 * out. The whole text is scanned at once, because the parser looks ahead and reads parts
 * of it again (bodies of templates). A token keeps its place and, of a word, the interned
 * name; the values of literals are computed when a parser wants them. Line markers only
 * say which tokens come from a system header: base/source.c computes positions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"
#include "base/str.h"
#include "base/vec.h"

enum cu_token {
	CU_END = 0,
	CU_ERROR = 256, /* already reported; bison's YYerror */
	CU_UNDEF = 257,
#define CU_TOKEN(name, text) CU_##name,
#include "lexer/cuda_token.def"
	CU_TOKEN_LIMIT
};

enum cu_token_flag {
	CU_TF_SYSTEM = 1 << 0,   /* from a system header */
	CU_TF_FIRST = 1 << 1,    /* first on its line */
	CU_TF_JOINED = 1 << 2,   /* no white space before it */
	CU_TF_INCLUDED = 1 << 3, /* not from the file that is compiled, but from one that
	                            it includes */
};

#define CU_NO_MATCH UINT32_MAX
enum { CU_DEPTH_MAX = 256 }; /* brackets open at once */

struct cu_token_rec {
	u16 kind;  /* enum cu_token, or the character */
	u16 flags; /* enum cu_token_flag */
	u32 start; /* offsets in the source space, as in struct loc */
	u32 end;
	u32 match; /* ( [ { and ) ] }: index of the partner, CU_NO_MATCH if it has none */
	struct str *name; /* of words, keywords too; NULL otherwise */
};

/* #pragma pack: from this offset on, members of classes are aligned to `bytes` at most;
 * 0: no limit. */
struct cu_pack {
	u32 start;
	u32 bytes;
};
VEC_TYPE(cu_packs, struct cu_pack);

/* #pragma nv_diag_suppress and its relatives: from this offset on, the action holds for
 * the warning that nvcc gives this number. */
enum cu_warn_action {
	CU_WARN_DEFAULT,
	CU_WARN_SUPPRESS,
	CU_WARN_WARNING,
	CU_WARN_ERROR,
	CU_WARN_ONCE, /* the first in the text */
	CU_WARN_PUSH,
	CU_WARN_POP,
	CU_WARN_NO_EXEC /* nv_exec_check_disable: only of the function that follows */
};
struct cu_warn {
	u32 start, number;
	u8 action;
};
VEC_TYPE(cu_warns, struct cu_warn);

struct cu_tokens {
	struct cu_token_rec *at;
	u32 n; /* the last is CU_END */
	struct cu_packs pack;
	struct cu_warns warn;
};

static inline struct loc cu_token_loc(const struct cu_token_rec *t) {
	return (struct loc){t->start, t->end};
}

/* Gives the keywords their meaning in `names` (struct str's tag), once per table. */
void cu_keywords_init(struct strtab *names);
/* Scans all of `file`; the array lives in `arena`. Characters that are not a token are
 * reported and become a CU_ERROR. The scan changes `file->text` and restores it. */
struct cu_tokens cu_scan(struct arena *arena, struct strtab *names, struct diag *d,
                         const struct source_file *file);

/* Returns the name of a kind in messages, without quotes: "identifier", "+=". */
const char *cu_token_text(u32 kind);
/* Prints a line for each token: place, kind, text (--emit=tokens). */
void cu_tokens_dump(const struct cu_tokens *t, const struct sources *s, FILE *out);
/* Prints the tokens that the user wrote, without system headers and the end of the file;
 * as JSON if `json`. */
void cu_tokens_show(const struct cu_tokens *t, const struct sources *s, bool json,
                    FILE *out);
