/* kernels.c - see kernels.h. Compilers register a kernel by the name of its device
 * function, which is the name of the host function that launches it: a function of host
 * code whose name is also a text of the program's data. nvcc's launching function calls
 * another one, __device_stub__NAME. A device function is in simtcc's host code
 * without its body: it ends the program.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/debugger/kernels.h"

enum { KERNEL_NAME = 1, EMPTY_MOST = 128 };

static bool is_stub(const char *name) {
	return strstr(name, "__device_stub__") != NULL;
}

static void mark_name(struct kernels *k, const char *from, const char *end) {
	struct str *s = str_find(&k->names, from, (size_t)(end - from));
	if (s)
		s->tag = KERNEL_NAME;
}

/* Marks the functions whose names are texts of a section. What lies before a text may be
 * a number, whose last byte is no zero. */
static void mark(struct kernels *k, const Elf64_Shdr *section) {
	const char *at = elf_file_bytes(&k->file, section->sh_offset, section->sh_size);
	const char *end = at ? at + section->sh_size : NULL, *zero;
	for (; at < end && (zero = memchr(at, 0, (size_t)(end - at))); at = zero + 1) {
		if (zero > at)
			mark_name(k, at, zero);
		for (const char *s = at; (s = memmem(s, (size_t)(zero - s), "_Z", 2));
		     s++)
			mark_name(k, s, zero);
	}
}

static bool is_data(const struct kernels *k, const Elf64_Shdr *s) {
	return s->sh_type == SHT_PROGBITS && (s->sh_flags & SHF_ALLOC) &&
	       !(s->sh_flags & SHF_EXECINSTR) &&
	       s != elf_file_find(&k->file, ".nv_fatbin");
}

void kernels_open(struct kernels *k, struct arena *a, const char *path) {
	const Elf64_Shdr *section;
	*k = (struct kernels){0};
	k->is_open = elf_file_map(path, &k->file);
	if (!k->is_open)
		return;
	strtab_init(&k->names, a);
	k->symbols = elf_file_symbols(&k->file, ".symtab");
	for (u64 i = 0; i < k->symbols.n; i++) {
		const char *name = elf_symbol_name(&k->symbols, i);
		if (elf_symbol_is_function(&k->symbols, i) && strcmp(name, "main") != 0)
			str_intern(&k->names, name, strlen(name));
	}
	for (u64 i = 0; (section = elf_file_section(&k->file, i)); i++)
		if (elf_file_find(&k->file, ".nv_fatbin") && is_data(k, section))
			mark(k, section);
}

void kernels_close(struct kernels *k) {
	if (k->is_open)
		elf_file_unmap(&k->file);
	*k = (struct kernels){0};
}

static bool is_kernel(const struct kernels *k, const char *name) {
	const struct str *s = str_find(&k->names, name, strlen(name));
	return is_stub(name) || (s && s->tag == KERNEL_NAME);
}

/* Whether a function ends in the instruction that ends the program, and is short: it
 * saves its arguments before. */
static bool is_empty(const struct kernels *k, const Elf64_Sym *s) {
	static const u8 x86[] = {0x0f, 0x0b}, arm[] = {0x00, 0x7d, 0x20, 0xd4};
	const Elf64_Shdr *text = elf_file_section(&k->file, s->st_shndx);
	const u8 *at = text && s->st_size >= sizeof x86 && s->st_size <= EMPTY_MOST
	                       ? elf_file_bytes(&k->file,
	                                        s->st_value - text->sh_addr +
	                                                text->sh_offset,
	                                        s->st_size)
	                       : NULL;
	const u8 *end = at ? at + s->st_size : NULL;
	return at && (memcmp(end - sizeof x86, x86, sizeof x86) == 0 ||
	              (s->st_size >= sizeof arm &&
	               memcmp(end - sizeof arm, arm, sizeof arm) == 0));
}

/* Whether people call the function of the linker's name so: a mangled name has the length
 * before the name. */
static bool is_called(const char *linker, const char *name, const char *with_length) {
	return strcmp(linker, name) == 0 ||
	       (strncmp(linker, "_Z", 2) == 0 && strstr(linker, with_length));
}

bool kernels_only(const struct kernels *k, const char *name) {
	char with_length[256];
	bool any = false;
	const char *base = strrchr(name, ':') ? strrchr(name, ':') + 1 : name;
	int n = (int)strcspn(base, "<(");
	snprintf(with_length, sizeof with_length, "%d%.*s", n, n, base);
	for (u64 i = 0; k->is_open && i < k->symbols.n; i++) {
		const char *symbol = elf_symbol_name(&k->symbols, i);
		if (!elf_symbol_is_function(&k->symbols, i) || is_stub(symbol) ||
		    !is_called(symbol, name, with_length))
			continue;
		if (!is_kernel(k, symbol) && !is_empty(k, &k->symbols.at[i]))
			return false;
		any = true;
	}
	return any;
}

u64 kernels_next(const struct kernels *k, u64 *i) {
	while (k->is_open && *i < k->symbols.n) {
		u64 at = (*i)++;
		if (elf_symbol_is_function(&k->symbols, at) &&
		    is_kernel(k, elf_symbol_name(&k->symbols, at)))
			return k->symbols.at[at].st_value;
	}
	return 0;
}

bool kernels_at(const struct kernels *k, u64 address) {
	for (u64 i = 0; k->is_open && i < k->symbols.n; i++) {
		const Elf64_Sym *s = &k->symbols.at[i];
		if (elf_symbol_is_function(&k->symbols, i) && address >= s->st_value &&
		    address < s->st_value + MAX(s->st_size, 1u) &&
		    (is_empty(k, s) || is_kernel(k, elf_symbol_name(&k->symbols, i))))
			return true;
	}
	return false;
}
