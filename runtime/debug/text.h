/* text.h - the lines that the text front reads.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* Reads the next of the lines that follow a command up to "end". NULL: no more lines. */
const char *text_next_line(void);
/* Queues a command line, or the lines of a file, before those that wait. */
void text_queue(const char *line);
bool text_queue_file(const char *path);
/* Whether the lines are those of tools/debugger. */
bool text_is_linked(void);
void text_quit(void);
