/* debug.h - a debugger inside the process that runs kernels: launches are stepped through
 * on the interpreter, forward and, by doing them again from a state that was saved,
 * backward. docs/debugger.md is for its users.
 *
 * SIMT_DEBUG=text reads commands from the standard input, SIMT_DEBUG=dap speaks the Debug
 * Adapter Protocol. Without it none of this runs.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/device.h"

/* Whether this process is being debugged. */
bool debug_is_on(void);
/* Called by simtrun before anything is loaded, for what SIMT_DEBUG does elsewhere. False:
 * there is no such kind. */
bool debugger_open(const char *kind);
/* Called by simtrun when the kernels are loaded: reads commands until one runs the
 * program. */
void debug_start(void);
/* Called by simtrun when it is about to end with this status. */
void debug_exit(int status);

/* A module was loaded, or is about to be unloaded. */
void debug_module(struct simt_module *m, bool comes);
/* Before the workers run: the launch is to be stepped through. Then, with the lock, it is
 * over. */
void debug_launch(struct simt_module *m, struct launch *l);
void debug_launch_over(struct launch *l);
