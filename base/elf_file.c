/* elf_file.c - see elf_file.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/elf_file.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

const void *elf_file_bytes(const struct elf_file *e, u64 offset, u64 n) {
	return offset <= e->size && n <= e->size - offset ? e->at + offset : NULL;
}

static bool is_elf(const struct elf_file *e) {
	const Elf64_Ehdr *h = elf_file_bytes(e, 0, sizeof *h);
	return h && memcmp(h->e_ident, ELFMAG, SELFMAG) == 0 &&
	       h->e_ident[EI_CLASS] == ELFCLASS64 &&
	       (h->e_type == ET_EXEC || h->e_type == ET_DYN) &&
	       h->e_shentsize == sizeof(Elf64_Shdr);
}

bool elf_file_map(const char *path, struct elf_file *e) {
	struct stat st;
	int fd = file_open(path, 0, INT64_MAX, &st);
	*e = (struct elf_file){NULL, 0};
	if (fd < 0)
		return false;
	if (st.st_size > 0) {
		void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (p != MAP_FAILED)
			*e = (struct elf_file){p, (u64)st.st_size};
	}
	close(fd);
	if (e->at && !is_elf(e)) {
		elf_file_unmap(e);
		e->at = NULL;
	}
	return e->at != NULL;
}

void elf_file_unmap(const struct elf_file *e) {
	munmap((void *)(uintptr_t)e->at, e->size);
}

const Elf64_Shdr *elf_file_section(const struct elf_file *e, u64 i) {
	const Elf64_Ehdr *h = elf_file_bytes(e, 0, sizeof *h);
	return i < h->e_shnum ? elf_file_bytes(e, h->e_shoff + i * sizeof(Elf64_Shdr),
	                                       sizeof(Elf64_Shdr))
	                      : NULL;
}

const char *elf_file_text(const struct elf_file *e, const Elf64_Shdr *strings,
                          u64 offset) {
	const char *all = strings ? elf_file_bytes(e, strings->sh_offset,
	                                           strings->sh_size)
	                          : NULL;
	if (!all || offset >= strings->sh_size ||
	    !memchr(all + offset, 0, strings->sh_size - offset))
		return "";
	return all + offset;
}

const Elf64_Shdr *elf_file_find(const struct elf_file *e, const char *name) {
	const Elf64_Ehdr *h = elf_file_bytes(e, 0, sizeof *h);
	const Elf64_Shdr *names = elf_file_section(e, h->e_shstrndx), *s;
	for (u64 i = 0; (s = elf_file_section(e, i)); i++)
		if (strcmp(elf_file_text(e, names, s->sh_name), name) == 0)
			return s;
	return NULL;
}

const char *elf_file_needed(const struct elf_file *e, const char *prefix) {
	const Elf64_Shdr *d = elf_file_find(e, ".dynamic");
	const Elf64_Dyn *at = d ? elf_file_bytes(e, d->sh_offset, d->sh_size) : NULL;
	const Elf64_Shdr *strings = d ? elf_file_section(e, d->sh_link) : NULL;
	for (u64 i = 0; at && i < d->sh_size / sizeof *at && at[i].d_tag != DT_NULL;
	     i++) {
		const char *name = at[i].d_tag == DT_NEEDED
		                           ? elf_file_text(e, strings, at[i].d_un.d_val)
		                           : "";
		if (strncmp(name, prefix, strlen(prefix)) == 0)
			return name;
	}
	return NULL;
}

struct elf_symbols elf_file_symbols(const struct elf_file *e, const char *section) {
	const Elf64_Shdr *s = elf_file_find(e, section);
	const Elf64_Sym *at = s ? elf_file_bytes(e, s->sh_offset, s->sh_size) : NULL;
	return (struct elf_symbols){.file = e,
	                            .at = at,
	                            .n = at ? s->sh_size / sizeof *at : 0,
	                            .strings = at ? elf_file_section(e, s->sh_link)
	                                          : NULL};
}

const char *elf_symbol_name(const struct elf_symbols *s, u64 i) {
	return elf_file_text(s->file, s->strings, s->at[i].st_name);
}

bool elf_symbol_is_function(const struct elf_symbols *s, u64 i) {
	return ELF64_ST_TYPE(s->at[i].st_info) == STT_FUNC &&
	       s->at[i].st_shndx != SHN_UNDEF;
}
