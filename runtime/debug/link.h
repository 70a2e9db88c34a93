/* link.h - the program's end of the connection to tools/debugger (remote.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

enum link_state {
	LINK_NONE, /* no front process has started this program */
	LINK_OPEN,
	LINK_TAKEN, /* another process is being debugged */
};

/* Connects, if tools/debugger runs this program. */
enum link_state link_open(void);
/* As lines_command() and the like, of the other process. */
const char *link_command(bool failed);
const char *link_next(void);
void link_queue(const char *line);
bool link_queue_file(const char *path);
