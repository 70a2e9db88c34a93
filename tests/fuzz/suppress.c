/* suppress.c - fuzz target: files of suppressions, as XML and as lines, and XML by
 * itself.
 * SPDX-License-Identifier: Apache-2.0 */
#include <sanitizer/lsan_interface.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/xml.h"
#include "runtime/watch/suppress.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

static u32 count(const struct xml_node *n) {
	u32 all = 0;
	for (; n; n = n->next)
		all += 1 + count(n->first) + (n->text && *n->text);
	return all;
}

static int fill(const u8 *data, size_t size) {
	static int fd = -1;
	if (fd < 0)
		fd = memfd_create("suppressions", 0);
	if (fd < 0 || ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != (ssize_t)size)
		bug("no file in memory");
	return fd;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	struct arena a = ARENA_INIT;
	struct xml_error e = {0};
	struct suppressions s = {0};
	const char *why = NULL;
	char path[64];
	char *text = arena_alloc(&a, size + 1, 1);
	memcpy(text, data, size);
	text[size] = 0;
	struct xml_node *root = xml_parse(&a, text, size, &e);
	if (!root && !*e.text)
		bug("an XML file is refused without a word");
	u32 n = count(root);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fill(data, size));
	__lsan_disable(); /* expressions are kept as long as the process runs */
	if (!suppress_load(&a, path, &s, &why) && (!why || !*why))
		bug("a file is refused without a word");
	for (u32 i = 0; i < s.all.n; i++)
		n += pattern_fits(&s.all.at[i]->kind, "Memcheck");
	__lsan_enable();
	arena_drop(&a);
	return (int)(n & 0);
}
