/* byhand.c - placeholder until the next change.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtrun.h"

int run_by_hand(struct simtrun *run, const char *path) {
	(void)run;
	(void)path;
	return EXIT_USAGE;
}
