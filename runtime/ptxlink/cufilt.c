/* cufilt.c - __cu_demangle: the C++ names of mangled ones, as cu++filt writes them.
 * SPDX-License-Identifier: Apache-2.0 */
#include <nv_decode.h>
#include <string.h>

#include "runtime/core/names.h"
#include "runtime/memory/memory.h"

enum { DECODED, NO_MEMORY, NOT_MANGLED, BAD_ARGUMENT };

static char *ended(int *status, int how, char *result) {
	if (status)
		*status = -how;
	return result;
}

/* The program frees the result, and a buffer that is too small is taken from it. */
static char *given(const char *text, char *buffer, size_t *length, int *status) {
	size_t size = strlen(text) + 1;
	if (!buffer || *length < size) {
		char *larger = memory_new(size);
		if (!larger)
			return ended(status, NO_MEMORY, NULL);
		memory_delete(buffer);
		buffer = larger;
		if (length)
			*length = size;
	}
	memcpy(buffer, text, size);
	return ended(status, DECODED, buffer);
}

char *__cu_demangle(const char *id, char *output_buffer, size_t *length, int *status) {
	if (!id || (output_buffer && !length))
		return ended(status, BAD_ARGUMENT, NULL);
	struct arena a = {0};
	const char *text = name_shown(&a, id);
	char *result = text == id ? ended(status, NOT_MANGLED, NULL)
	                          : given(text, output_buffer, length, status);
	arena_drop(&a);
	return result;
}
