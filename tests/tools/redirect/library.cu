/* library.cu - the library that app.cu opens.
 * SPDX-License-Identifier: Apache-2.0 */
#include "kernel.h"

extern "C" int run_library(void) {
	return run("library");
}
