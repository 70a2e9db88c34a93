/* info.h - the command "info", and the tables of `info cuda`.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* The command "info" with its arguments. */
void info(const char *args);
/* The names that "info" knows, in the order of their table; NULL after the last one. */
const char *info_name(u32 i);

/* `info cuda WHAT`; false: there is no such table. */
bool info_cuda(const char *what);
/* names: registers between blanks; "": all. */
void info_registers(const char *names);
void info_shared(void);
void info_barriers(void);
/* The value of an expression in each lane of the warp in focus. */
void show_lanes(const char *expr);
/* Only watchpoints, or all breakpoints. */
void info_breakpoints(bool watchpoints);
void info_displays(void);
void show_displays(void);
