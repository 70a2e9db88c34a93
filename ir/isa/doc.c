/* doc.c - see doc.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/isa/doc.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

struct doc {
	const char *mnemonic, *text;
};

/* In alphabetical order, as bsearch wants it. */
static const struct doc docs[] = {
#define DOC(mnemonic, text) {mnemonic, text},
#include "ir/isa/doc.def"
#undef DOC
};

static int by_mnemonic(const void *key, const void *doc) {
	return strcmp(key, ((const struct doc *)doc)->mnemonic);
}

const char *doc_of(const char *mnemonic) {
	const struct doc *d = bsearch(mnemonic, docs, countof(docs), sizeof docs[0],
	                              by_mnemonic);
	return d ? d->text : NULL;
}
