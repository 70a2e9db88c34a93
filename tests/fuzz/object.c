/* object.c - fuzz target: what is read of the cache of compiled code. The first byte says
 * what the rest is: a file of the cache, whose sum is made to fit, such files as a
 * program carries them, or changes to an object that can be loaded: three bytes each,
 * where and what.
 * SPDX-License-Identifier: Apache-2.0 */
#include <elf.h>

#include "backend/llvm/engine/cache.h"
#include "backend/llvm/engine/elf_loader.h"
#include "backend/llvm/engine/native.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

enum { NULL_SECTION, DATA, CODE, RELOCATIONS, SYMBOLS, NAMES, SECTIONS };

static const char names[] = "\0ptx_k\0memcpy";

/* Loads 16 bytes of the data, calls memcpy. */
static const struct whole {
	Elf64_Ehdr head;
	Elf64_Shdr section[SECTIONS];
	u8 data[16], code[16];
	Elf64_Rela relocation[2];
	Elf64_Sym symbol[4];
	char names[sizeof names];
} whole = {
	.head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB,
                             EV_CURRENT},
                 .e_type = ET_REL,
                 .e_machine = EM_X86_64,
                 .e_shoff = offsetof(struct whole, section),
                 .e_shentsize = sizeof(Elf64_Shdr),
                 .e_shnum = SECTIONS},
	.section = {[DATA] = {.sh_type = SHT_PROGBITS,
                              .sh_flags = SHF_ALLOC | SHF_MERGE,
                              .sh_offset = offsetof(struct whole, data),
                              .sh_size = 16,
                              .sh_addralign = 16},
                    [CODE] = {.sh_type = SHT_PROGBITS,
                              .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                              .sh_offset = offsetof(struct whole, code),
                              .sh_size = 16,
                              .sh_addralign = 16},
                    [RELOCATIONS] = {.sh_type = SHT_RELA,
                                     .sh_offset = offsetof(struct whole, relocation),
                                     .sh_size = 2 * sizeof(Elf64_Rela),
                                     .sh_link = SYMBOLS,
                                     .sh_info = CODE,
                                     .sh_entsize = sizeof(Elf64_Rela)},
                    [SYMBOLS] = {.sh_type = SHT_SYMTAB,
                                 .sh_offset = offsetof(struct whole, symbol),
                                 .sh_size = 4 * sizeof(Elf64_Sym),
                                 .sh_link = NAMES,
                                 .sh_entsize = sizeof(Elf64_Sym)},
                    [NAMES] = {.sh_type = SHT_STRTAB,
                               .sh_offset = offsetof(struct whole, names),
                               .sh_size = sizeof names}},
	.code = {0x0f, 0x28, 0x05, 0, 0, 0, 0, 0xe8, 0, 0, 0, 0, 0xc3},
	.relocation = {{3, ELF64_R_INFO(1, R_X86_64_PC32), -4},
                       {8, ELF64_R_INFO(3, R_X86_64_PLT32), -4}},
	.symbol = {{0},
                   {.st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION), .st_shndx = DATA},
                   {.st_name = 1,
                    .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
                    .st_shndx = CODE,
                    .st_size = 13},
                   {.st_name = 7, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE)}},
	.names = "\0ptx_k\0memcpy",
};

static void try_load(struct arena *a, const u8 *bytes, size_t size, bool must) {
	const char *name = "ptx_k", *why;
	void *at;
	struct engine_object o = {.bytes = arena_copy(a, bytes, size, 16), .size = size};
	struct engine_entries want = {&name, &at, 1};
	struct elf_code code;
	if (elf_load(&o, &want, &code, &why))
		elf_drop(&code);
	else if (must)
		bug("a good object is refused: %s", why);
}

static void change_and_load(struct arena *a, const u8 *data, size_t size) {
	u8 bytes[sizeof whole];
	memcpy(bytes, &whole, sizeof whole);
	for (size_t i = 0; i + 3 <= size; i += 3)
		bytes[(data[i] | (u32)data[i + 1] << 8) % sizeof whole] = data[i + 2];
	try_load(a, bytes, sizeof bytes - size % 3 * 16, size == 0);
}

/* The key is whatever the file says. */
static void read_file(struct arena *a, const u8 *data, size_t size) {
	struct cache_key sum = {0, 1}, key = {0};
	size_t all = alignup(size, 16) + sizeof sum;
	u8 *bytes = arena_zalloc(a, all, 16);
	struct cache_entry e;
	memcpy(bytes + sizeof sum, data, size);
	cache_mix(&sum, bytes + sizeof sum, all - sizeof sum);
	memcpy(bytes, &sum, sizeof sum);
	if (all >= 48)
		memcpy(&key, bytes + 32, sizeof key);
	if (cache_read(bytes, all, &key, a, &e))
		try_load(a, e.object.bytes, e.object.size, false);
}

/* The key is that of the first file. */
static void find_carried(struct arena *a, const u8 *data, size_t size) {
	struct native n = {arena_copy(a, data, size, 1), size};
	struct cache_key key = {0};
	struct cache_entry e;
	if (size >= 16 + sizeof key)
		memcpy(&key, data + 16, sizeof key);
	if (native_find(&n, &key, a, &e))
		try_load(a, e.object.bytes, e.object.size, false);
}

/* What was written is found, and nothing else. */
static void write_and_find(struct arena *a, const u8 *data, size_t size) {
	struct native_files files = {0};
	struct cache_entry e = {.object = {data, size}};
	struct native n;
	u32 count = (u32)(size % 7);
	for (u32 i = 0; i < count; i++) {
		struct native_file f = {.key = {data[i], data[size - 1 - i] % 4u}};
		f.bytes = cache_pack(a, &f.key, &e, &f.size);
		vec_push(a, &files, f);
	}
	n.bytes = native_write(a, &files, &n.size);
	for (u32 i = 0; i < count; i++)
		if (!native_find(&n, &files.at[i].key, a, &e) || e.object.size != size ||
		    memcmp(e.object.bytes, data, size) != 0)
			bug("file %u of %u is not found", i, count);
	if (native_find(&n, &(struct cache_key){0, 4}, a, &e))
		bug("a file is found that was not written");
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
	struct arena a = ARENA_INIT;
	if (size && *data % 4 == 0)
		read_file(&a, data + 1, size - 1);
	else if (size > 1 && *data % 4 == 1)
		(*data & 4 ? find_carried : write_and_find)(&a, data + 1, size - 1);
	else if (size)
		change_and_load(&a, data + 1, size - 1);
	arena_drop(&a);
	return 0;
}
