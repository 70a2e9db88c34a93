/* saved.h - compute-sanitizer --read: the records that --xml --save has kept.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tools/simtrun/simtrun.h"

/* Prints the records as they were reported; *any: there were some. False: the file holds
 * none, which is reported. */
bool saved_print(struct simtrun *run, const char *path, bool *any);
