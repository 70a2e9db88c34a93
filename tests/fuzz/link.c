/* link.c - fuzz target: the linker of PTX texts, on the two halves of the input.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/link.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	struct arena arena = ARENA_INIT;
	const char *text = (const char *)data;
	struct simt_text parts[] = {{text, size / 2}, {text + size / 2, size - size / 2}};
	size_t len;
	u64 sum = 0;
	const char *linked = link_texts(&arena, parts, 2, &len);
	for (size_t i = 0; i < len; i++)
		sum += (u8)linked[i];
	arena_drop(&arena);
	return (int)(sum & 0);
}
