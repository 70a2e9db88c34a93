/* elf_file.h - reads a 64-bit ELF file: sections, symbols, needed libraries. The file may
 * be damaged: nothing outside it is read.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <elf.h>

#include "base/base.h"

struct elf_file {
	const u8 *at; /* mapped, read-only */
	u64 size;
};

/* False: it cannot be read, or is no executable and no shared library for 64 bits. */
bool elf_file_map(const char *path, struct elf_file *e);
void elf_file_unmap(const struct elf_file *e);

/* `n` bytes at `offset`; NULL: the file is shorter. */
const void *elf_file_bytes(const struct elf_file *e, u64 offset, u64 n);
/* Section i, or the one of this name; NULL: there is none. */
const Elf64_Shdr *elf_file_section(const struct elf_file *e, u64 i);
const Elf64_Shdr *elf_file_find(const struct elf_file *e, const char *name);
/* A text of a string section; "" if it is damaged. */
const char *elf_file_text(const struct elf_file *e, const Elf64_Shdr *strings,
                          u64 offset);
/* The name of a library that is needed and begins with `prefix`; NULL: there is none. */
const char *elf_file_needed(const struct elf_file *e, const char *prefix);

/* The symbols of a symbol section; n is 0 if there is none. */
struct elf_symbols {
	const struct elf_file *file;
	const Elf64_Sym *at;
	u64 n;
	const Elf64_Shdr *strings;
};
struct elf_symbols elf_file_symbols(const struct elf_file *e, const char *section);
const char *elf_symbol_name(const struct elf_symbols *s, u64 i);
/* Whether symbol i is a function that the file itself defines. */
bool elf_symbol_is_function(const struct elf_symbols *s, u64 i);
