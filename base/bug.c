/* bug.c - ends a program that found a mistake in itself.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/bug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local const struct bug_note *innermost;

void bug_note_push(struct bug_note *note) {
	note->outer = innermost;
	innermost = note;
}

void bug_note_pop(void) {
	innermost = innermost->outer;
}

static void print_notes(void) {
	const struct bug_note *n = innermost;
	innermost = NULL; /* a bug inside describe() must not come back here */
	for (; n; n = n->outer) {
		char line[512] = "";
		if (n->describe)
			n->describe(n->arg, line, sizeof(line));
		fprintf(stderr, "   in %s%s%s\n", n->doing, line[0] ? ": " : "", line);
	}
}

void bug_at(const char *file, int line, const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	fflush(stdout);
	fprintf(stderr, "simt: internal error at %s:%d: ", file, line);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	va_end(ap);
	print_notes();
	fputs("   This is a mistake in simt. Please report it with the input that caused "
	      "it.\n",
	      stderr);
	abort();
}
