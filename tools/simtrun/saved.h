/* saved.h - compute-sanitizer --read: the records that --xml --save has kept.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tools/simtrun/simtrun.h"

/* Prints them as they were told; *any: there were some. False: the file is none, which is
 * told, too. */
bool saved_print(struct simtrun *run, const char *path, bool *any);
