/* refused.c - functions without an answer. They take no notice of their arguments, so one
 * form serves all of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvml/library.h"

enum { UNINITIALIZED = 1, NOT_SUPPORTED = 3 }; /* of nvmlReturn_t */

#define REFUSED(name)                                                         \
	int name(void);                                                       \
	int name(void) {                                                      \
		return nvml_is_initialised() ? NOT_SUPPORTED : UNINITIALIZED; \
	}
#include "runtime/nvml/refused.def"
