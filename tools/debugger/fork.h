/* fork.h - the debugger of both halves of a program, for the commands that run one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdbool.h>

/* Goes on in a new process, which becomes the program; true there. False in this one,
 * when the program is over and *status is its. */
bool front_fork(int *status);
