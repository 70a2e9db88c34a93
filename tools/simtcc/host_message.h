/* host_message.h - messages of the host compiler and linker, read from their text.
 *
 *   host_message.c   text to records: places, notes, the templates that led there
 *   host_words.c     records in simtcc's words, by the table host_words.def
 *   message.c        prints them
 *
 * Text is read and not GCC's JSON, as that leaves out from where a template was required
 * (GCC 12), without which an error in a library's header has no line of the user's.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"
#include "base/vec.h"

VEC_TYPE(host_places, struct diag_place);
VEC_TYPE(host_notes, const char *);

struct host_record {
	enum diag_severity severity;
	enum diag_code code;
	struct diag_place at; /* with the text */
	const char *option;   /* "-Wunused-variable", or NULL */
	bool is_plain;        /* a line that is no message */
	struct host_places note;
	struct host_places lead; /* what required the template, the user's code last */
	struct host_notes more;  /* notes without a place */
};
VEC_TYPE(host_records, struct host_record);

/* Reads what a compiler or linker wrote to its standard error, which is changed. */
void host_messages_read(struct arena *a, char *text, struct host_records *out);

/* Returns the name of "_Z1gi" or "_ZN1a1gEi" without its parameters. */
const char *cc_plain_name(struct arena *a, const char *name);

/* Puts a record's text and notes into simtcc's words. */
void host_record_translate(struct arena *a, struct host_record *r);
