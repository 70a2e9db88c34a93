/* fatbin.c - fuzz target: fat binaries, their entries and what they unpack to.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/fatbin.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	struct arena arena = ARENA_INIT;
	struct fatbin_cursor c;
	struct fatbin_entry e;
	u64 sum = 0;
	if (!fatbin_open(&c, data, size))
		return 0;
	while (fatbin_next(&c, &e)) {
		size_t len;
		if (e.payload < data ||
		    e.payload_bytes > size - (size_t)(e.payload - data))
			bug("an entry outside of its fat binary");
		const char *text = fatbin_text(&arena, &e, &len);
		for (size_t i = 0; text && i < len; i++)
			sum += (u8)text[i];
		arena_reset(&arena);
	}
	arena_drop(&arena);
	return (int)(sum & 0);
}
