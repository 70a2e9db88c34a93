/* lines.h - command lines: those that wait, then those of the standard input. Of the text
 * front, in the program or in the process that runs it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

#define LINES_PROMPT "(simt-gdb) "
enum { LINE_MOST = 4096 };

/* Begins with lines that are separated by newlines, or NULL; batch: the standard input is
 * not read. What waited before is dropped. */
void lines_open(const char *commands, bool batch);
/* Queues a line, or the lines of a file, before those that wait. False: the file cannot
 * be read. */
void lines_queue(const char *line);
bool lines_queue_file(const char *path);
/* Returns the next line, without blanks around it; NULL: there are no more. */
const char *lines_next(void);
/* Returns the next command; an empty line at a terminal means the last one. failed: the
 * command before has failed, which ends a file that it comes from. */
const char *lines_command(bool failed);
