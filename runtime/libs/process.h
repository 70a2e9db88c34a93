/* process.h - how a library that was loaded by name finds the runtime that is linked into
 * the program. The linker exports a program's functions only to libraries that it links;
 * so a note, which each object file of the process may have, says where they are.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <string.h>

/* The note has the name "smt", this type, and two distances, each from the word that has
 * it to a function. (Names and values of these lengths lie the same whether a segment of
 * notes is aligned to 4 bytes or to 8.) */
enum { PROCESS_NOTE = 0x73696d74, PROCESS_DRIVER = 0, PROCESS_GATE = 1, PROCESS_COUNT };

/* Defines the note, in one file of the runtime; the functions are static ones of it. */
#define PROCESS_DEFINE_NOTE(driver, gate)                 \
	__asm__(".pushsection .note.simt, \"a\", %note\n" \
	        ".balign 8\n"                             \
	        ".long 4, 16, 0x73696d74\n"               \
	        ".asciz \"smt\"\n"                        \
	        ".quad " #driver " - .\n"                 \
	        ".quad " #gate " - .\n"                   \
	        ".popsection\n")

struct process_search {
	int which; /* PROCESS_DRIVER, PROCESS_GATE */
	void *found;
};

static inline size_t process_align(size_t n) {
	return (n + 3) & ~(size_t)3;
}

/* Looks through the notes of one segment. */
static inline void process_notes(struct process_search *s, const char *at, size_t bytes) {
	while (bytes >= sizeof(ElfW(Nhdr))) {
		ElfW(Nhdr) note;
		memcpy(&note, at, sizeof note);
		size_t name = process_align(note.n_namesz),
		       size = sizeof note + name + process_align(note.n_descsz);
		if (size > bytes)
			return;
		const char *desc = at + sizeof note + name;
		if (note.n_type == PROCESS_NOTE && note.n_namesz == 4 &&
		    note.n_descsz == 8 * PROCESS_COUNT &&
		    memcmp(at + sizeof note, "smt", 4) == 0) {
			const char *word = desc + 8 * s->which;
			int64_t distance;
			memcpy(&distance, word, sizeof distance);
			s->found = (void *)((uintptr_t)word + (uintptr_t)distance);
			return;
		}
		at += size;
		bytes -= size;
	}
}

static inline int process_visit(struct dl_phdr_info *info, size_t bytes, void *context) {
	struct process_search *s = context;
	(void)bytes;
	for (int i = 0; i < info->dlpi_phnum && !s->found; i++)
		if (info->dlpi_phdr[i].p_type == PT_NOTE)
			process_notes(
				s,
				(const char *)(uintptr_t)(info->dlpi_addr +
			                                  info->dlpi_phdr[i].p_vaddr),
				info->dlpi_phdr[i].p_memsz);
	return s->found != NULL;
}

/* Returns the address of the function, or NULL: the process has no runtime yet. The
 * program comes before its libraries. */
static inline void *process_function(int which) {
	struct process_search s = {.which = which};
	dl_iterate_phdr(process_visit, &s);
	return s.found;
}
