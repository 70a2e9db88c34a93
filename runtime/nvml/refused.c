/* refused.c - functions without an answer. All arguments come in registers for integers,
 * so one form serves all functions: only those are read that a function has.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvml/library.h"

/* of nvmlReturn_t */
enum { SUCCESS, UNINITIALIZED, INVALID_ARGUMENT, NOT_SUPPORTED, NOT_FOUND = 6 };

/* What one argument is the reason for; SUCCESS: nothing. */
static int look_at(char letter, u64 argument) {
	const void *pointer = (const void *)(uintptr_t)argument;
	u32 number = (u32)argument; /* the low half of its register */
	switch (letter) {
	case 'd': return nvml_is_device(pointer) ? SUCCESS : INVALID_ARGUMENT;
	case 'p': return pointer ? SUCCESS : INVALID_ARGUMENT;
	case 'i': return number ? NOT_FOUND : INVALID_ARGUMENT;
	case 'u':
	case 't': return INVALID_ARGUMENT;
	case 'n': return NOT_FOUND;
	case '.': return SUCCESS;
	default: return number < (u32)(letter - '0') ? SUCCESS : INVALID_ARGUMENT;
	}
}

static int refuse(const char *letters, const u64 argument[6]) {
	int status = NOT_SUPPORTED;
	if (!nvml_is_initialised())
		return UNINITIALIZED;
	for (u32 i = 0; letters[i]; i++) {
		int reason = look_at(letters[i], letters[i] == 'n' ? 0 : argument[i]);
		if (reason == INVALID_ARGUMENT)
			return reason;
		status = reason ? reason : status;
	}
	return status;
}

#define REFUSED(name, letters)                                      \
	int name(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f);         \
	int name(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f) {        \
		return refuse(letters, (u64[6]){a, b, c, d, e, f}); \
	}
#include "runtime/nvml/refused.def"
