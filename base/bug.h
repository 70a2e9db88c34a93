/* bug.h - notes on what the thread is doing, for the text that bug() prints. The caller
 * of a pass or an instruction pushes a note, which lies in its stack frame, and pops it
 * afterwards. A note costs two stores; its text is made only when a bug is reported.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

struct bug_note {
	const char *doing; /* "pass fold", "launch of saxpy" */
	/* Writes one line about `arg` (an instruction, say) into buf; NULL for none. */
	void (*describe)(const void *arg, char *buf, size_t size);
	const void *arg;
	const struct bug_note *outer; /* set by bug_note_push */
};

void bug_note_push(struct bug_note *note);
void bug_note_pop(void);
