/* perf_map.c - perf's map of compiled code: /tmp/perf-PID.map has a line for each
 * function, "address size name" in hexadecimal, which perf reads after the process has
 * ended.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/perf_map.h"

#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* [offset, offset + size) of the object, or NULL. */
static const void *part(const struct engine_object *o, u64 offset, u64 size) {
	return offset <= o->size && size <= o->size - offset ? o->bytes + offset : NULL;
}

static const char *text_at(const struct engine_object *o, const Elf64_Shdr *strings,
                           u64 at) {
	const char *s = at < strings->sh_size
	                        ? part(o, strings->sh_offset, strings->sh_size)
	                        : NULL;
	return s && memchr(s + at, 0, strings->sh_size - at) ? s + at : "";
}

static u64 size_in(const struct engine_object *o, const Elf64_Shdr *symbols,
                   const Elf64_Shdr *strings, const char *name) {
	u64 n = symbols->sh_size / sizeof(Elf64_Sym);
	const Elf64_Sym *sym = part(o, symbols->sh_offset, n * sizeof *sym);
	for (u64 i = 0; sym && i < n; i++)
		if (ELF64_ST_TYPE(sym[i].st_info) == STT_FUNC &&
		    strcmp(text_at(o, strings, sym[i].st_name), name) == 0)
			return sym[i].st_size;
	return 0;
}

static u64 size_in_file(const struct engine_object *o, const char *name) {
	const Elf64_Ehdr *h = part(o, 0, sizeof *h);
	const Elf64_Shdr *s = h ? part(o, h->e_shoff, (u64)h->e_shnum * sizeof *s) : NULL;
	for (u32 i = 0; s && i < h->e_shnum; i++)
		if (s[i].sh_type == SHT_SYMTAB && s[i].sh_link < h->e_shnum)
			return size_in(o, &s[i], &s[s[i].sh_link], name);
	return 0;
}

u64 perf_map_size(const struct engine_object *o, const char *name) {
	struct engine_object file;
	u64 at = 0, size = 0;
	for (u32 n = 0; size == 0 && engine_next_file(o, &n, &at, &file);)
		size = size_in_file(&file, name);
	return size;
}

void perf_map_add(const struct engine_object *o, const struct engine_entries *e,
                  const u32 ntid[3]) {
	char path[64];
	snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
	struct stat st;
	int fd = open(path,
	              O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW |
	                      O_NONBLOCK | O_NOCTTY,
	              0600);
	if (fd < 0)
		return;
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_uid != geteuid()) {
		close(fd);
		return; /* any user may make files there */
	}
	for (u32 i = 0; i < e->n; i++)
		dprintf(fd, "%llx %llx %s(%u,%u,%u)\n",
		        (unsigned long long)(uintptr_t)e->at[i],
		        (unsigned long long)perf_map_size(o, e->name[i]), e->name[i],
		        ntid[0], ntid[1], ntid[2]);
	close(fd);
}
