/* diag.h - diagnostics as records in a queue, and the one printer. The code that finds an
 * error reports it and goes on; records are sorted by location and printed once. Codes
 * are permanent: diag.def registers each with a title and an explanation.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/source.h"

enum diag_code {
	DIAG_NONE,
#define DIAG(code, title, text) code,
#include "base/diag.def"
#undef DIAG
	DIAG_CODE_COUNT
};

/* Returns the code of the warning that nvcc gives this number; DIAG_NONE if there is
 * none. */
enum diag_code diag_of_nvcc(u32 number);
/* Returns the number of the warning that nvcc's front end calls `tag`, such as
 * declared_but_not_referenced; 0 if we do not have it. */
u32 diag_number_of_tag(const char *tag, size_t len);
/* nvcc's number of a warning; 0 if nvcc has none, or several that share only this
 * code. */
u32 diag_nvcc_number(enum diag_code code);

enum diag_severity { DIAG_ERROR, DIAG_WARNING, DIAG_INFO };

struct diag_range {
	struct loc loc;
	const char *label; /* short text beside a related range; NULL for none */
};

enum { DIAG_NOTES = 3, DIAG_NOTES_MOST = 9 };

struct diag_record {
	enum diag_severity severity;
	enum diag_code code;
	struct loc loc;
	const char *text;
	struct diag_range related[2];
	u32 nrelated;
	/* "did you mean", "legal forms" and the like */
	const char *note[DIAG_NOTES_MOST];
	u32 nnote;
	const char *nvcc_text; /* ptxas's words where they differ; else NULL */
	u32 seq;               /* order of reporting */
};

struct diag {
	struct arena *arena;
	struct sources *sources;
	struct diag_record *record;
	u32 nrecord, cap;
	u32 nerror, nwarning;   /* since diag_init; diag_flush keeps them */
	u32 kept[3];            /* records in the queue, by severity */
	u32 suppressed;         /* errors past the limit, counted and not kept */
	u32 limit;              /* errors kept, and as many warnings; 20 unless told */
	u32 seq;                /* reports so far */
	enum diag_code refused; /* warnings of this code are errors; DIAG_NONE: none */
	struct diag_record scratch; /* returned instead of a record that is not kept */
};

enum diag_format { DIAG_TEXT, DIAG_JSON, DIAG_NVCC, DIAG_SARIF };

/* SARIF is one document. `nresult` counts the results in it, for callers that flush
 * several queues between diag_sarif_begin and diag_sarif_end; where it is NULL each flush
 * makes a document. */
struct diag_style {
	enum diag_format format;
	bool color;
	bool quiet_warnings;
	bool is_log; /* text in the order of reporting, an empty line after each record */
	u32 *nresult;
};

void diag_init(struct diag *d, struct arena *arena, struct sources *sources);

/* Report an error or a warning. Notes and ranges may be added to the returned record
 * until the next report. Past the limit a scratch record is returned, so callers need no
 * check. */
struct diag_record *diag_error(struct diag *d, struct loc loc, enum diag_code code,
                               const char *fmt, ...) PRINTF_LIKE(4, 5);
struct diag_record *diag_warning(struct diag *d, struct loc loc, enum diag_code code,
                                 const char *fmt, ...) PRINTF_LIKE(4, 5);
/* Adds a link of a chain as a note, up to DIAG_NOTES_MOST; diag_note takes DIAG_NOTES. */
void diag_note_link(struct diag *d, struct diag_record *r, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
void diag_note(struct diag *d, struct diag_record *r, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
void diag_range(struct diag_record *r, struct loc loc, const char *label);
/* True when another error would not be kept: time to skip costly hints. */
static inline bool diag_is_full(const struct diag *d) {
	return d->kept[DIAG_ERROR] >= d->limit;
}
/* The text that --diagnostics-format=nvcc prints instead, e.g. "Unknown symbol '%r9'". */
void diag_nvcc(struct diag *d, struct diag_record *r, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

/* Sorts and prints every record, then empties the queue. */
void diag_flush(struct diag *d, FILE *out, struct diag_style style);

/* A message of another program, or one about no text: printed in the same formats, at
 * once. */
struct diag_place {
	const char *file; /* NULL: nowhere */
	u32 line, column; /* 0: unknown */
	const char *text; /* of a related place */
	/* The line, to be shown with a caret; NULL if it is not known. */
	const char *source;
	u32 width; /* of what is wrong in it */
};
struct diag_foreign {
	enum diag_severity severity;
	struct diag_place at; /* with the message */
	const struct diag_place *related;
	u32 nrelated;
	enum diag_code code;
	const char *const *note;
	u32 nnote;
};
void diag_print_foreign(FILE *out, struct diag_style style, const struct diag_foreign *f);

void diag_sarif_begin(FILE *out, const char *tool);
void diag_sarif_end(FILE *out);
/* Whether `out` is a terminal and NO_COLOR is unset or empty. */
bool diag_want_color(FILE *out);

/* "E0107" / title / long text of a code. */
const char *diag_code_name(enum diag_code code);
const char *diag_code_title(enum diag_code code);
const char *diag_code_text(enum diag_code code);
/* Returns the code of a name such as "E0107", in any case; DIAG_NONE if there is none. */
enum diag_code diag_code_find(const char *name);
/* Every code as a Markdown page: docs/errors.md. */
void diag_write_manual(FILE *out);

/* For "did you mean": the candidate nearest to `word` by edit distance (at most 2, and
 * less than half of the word), or NULL. `next` yields candidates until it returns
 * NULL. */
const char *diag_nearest(const char *word, const char *(*next)(void *ctx), void *ctx);
/* The same for candidates in no order, such as the names of a scope: of equally near ones
 * the shortest, then the first by the alphabet. */
const char *diag_nearest_of_set(const char *word, const char *(*next)(void *ctx),
                                void *ctx);
/* The same for names made of parts, such as options: the shortest candidate that begins
 * with `word` or has it as a part between '-' and '_', or NULL. For words of three
 * letters or more. */
const char *diag_with_part(const char *word, const char *(*next)(void *ctx), void *ctx);
