/* braces.c - reports a brace that is never closed, and nothing else, since all text after
 * it is misread. The indentation shows better than the grammar where the closing brace is
 * missing.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/parse.h"

/* Returns the columns of white space at the beginning of the token's line; *is_first: the
 * token is the first on the line. */
static u32 indentation(const struct cunit *u, const struct cu_token_rec *t,
                       bool *is_first) {
	const char *text = u->file->text, *at = text + (t->start - u->file->base),
		   *line = at;
	u32 columns = 0;
	while (line > text && line[-1] != '\n')
		line--;
	for (; *line == ' ' || *line == '\t'; line++)
		columns = *line == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
	*is_first = line == at;
	return columns;
}

/* Finds a closing brace that begins a line further to the left than the line of its
 * partner. */
static const struct cu_token_rec *odd_close(const struct cunit *u, u32 from) {
	for (u32 i = from; i < u->ntoken; i++) {
		const struct cu_token_rec *t = &u->token[i];
		bool first, unused;
		if (t->kind == '}' && t->match != CU_NO_MATCH && t->match > from &&
		    indentation(u, t, &first) <
		            indentation(u, &u->token[t->match], &unused) &&
		    first)
			return t;
	}
	return NULL;
}

void check_braces(struct cunit *u) {
	for (u32 i = 0; i < u->ntoken; i++) {
		const struct cu_token_rec *t = &u->token[i];
		if (t->kind != '{' || t->match != CU_NO_MATCH)
			continue;
		struct diag_record *r = diag_error(u->diag, cu_token_loc(t), E0101,
		                                   "this '{' is never closed");
		const struct cu_token_rec *odd = odd_close(u, i);
		if (!odd)
			return;
		diag_range(r, cu_token_loc(&u->token[odd->match]),
		           "this one is closed ...");
		diag_range(r, cu_token_loc(odd),
		           "... here, by a line that is indented less: is a '}' missing "
		           "in between?");
		return;
	}
}
