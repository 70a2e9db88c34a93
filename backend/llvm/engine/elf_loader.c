/* elf_loader.c - see elf_loader.h. It knows these, and nothing else:
 *
 *     sections      code, constants, data; others (notes, symbols, lines of the source) are not loaded
 *     relocations   in what is loaded: distances of 32 bits and calls; on AArch64 also a page and an offset in it
 *     symbols       of those sections; functions of the object's other files; functions of the process, which are called
 *                   through a jump of 64 bits
 *
 * Of each file the pages of constants come first, then those of data, then those of code,
 * which are written before they can be executed, and never after. Every number of the
 * file is checked before it is used: what another version of LLVM makes, or a damaged
 * file, is refused.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/elf_loader.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
	MAX_SECTIONS = 64,
	MAX_CALLS = 16,     /* functions of the process */
	CALL_BYTES = 16,    /* of a jump to one */
	MAX_BYTES = 1 << 28 /* of what is loaded: distances fit in 32 bits */
};

#if defined(__x86_64__)
enum { OWN_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { OWN_MACHINE = EM_AARCH64 };
#else
enum { OWN_MACHINE = EM_NONE };
#endif

struct part {
	Elf64_Shdr head;
	bool is_loaded;
	u64 at; /* from the base */
};

struct loading { /* a file */
	struct object *all;
	const u8 *bytes;
	u64 size;
	struct part section[MAX_SECTIONS];
	u32 nsection, symbols; /* the section with the symbols; 0: there is none */
	u64 nsymbol;
	/* in the pages; constants are at the beginning */
	u64 begin, data_at, code_at, calls_at, end;
	const char *call[MAX_CALLS];
	void *callee[MAX_CALLS];
	u32 ncall;
	u8 *base; /* of all files' pages */
};

struct object {
	struct loading *file;
	u32 nfile;
	struct engine_entries *want;
	u32 found, next; /* entries; where the one that follows is expected */
	const char *why;
};

static bool refuse(struct loading *l, const char *why) {
	l->all->why = why;
	return false;
}

/* ---- the file ---------------------------------------------------------------------- */

static bool is_inside(const struct loading *l, u64 offset, u64 size) {
	return offset <= l->size && size <= l->size - offset;
}

/* Copies a structure of the file, which need not be aligned there. */
static bool take(const struct loading *l, void *to, u64 offset, size_t size) {
	if (!is_inside(l, offset, size))
		return false;
	memcpy(to, l->bytes + offset, size);
	return true;
}

/* Returns the text; NULL if it does not end inside the section. */
static const char *text_at(const struct loading *l, u64 section, u64 at) {
	if (section >= l->nsection)
		return NULL;
	const Elf64_Shdr *s = &l->section[section].head;
	if (s->sh_type != SHT_STRTAB || at >= s->sh_size)
		return NULL;
	const char *text = (const char *)l->bytes + s->sh_offset + at;
	return memchr(text, 0, s->sh_size - at) ? text : NULL;
}

static bool read_head(struct loading *l) {
	static const u8 kind[] = {ELFMAG0,    ELFMAG1,     ELFMAG2,   ELFMAG3,
	                          ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
	Elf64_Ehdr h;
	if (!take(l, &h, 0, sizeof h) || memcmp(h.e_ident, kind, sizeof kind) != 0 ||
	    h.e_type != ET_REL || h.e_machine != OWN_MACHINE)
		return refuse(l, "no relocatable object for this processor");
	if (h.e_shentsize != sizeof(Elf64_Shdr) || h.e_shnum > MAX_SECTIONS)
		return refuse(l, "an unknown table of sections");
	for (u32 i = 0; i < h.e_shnum; i++) {
		Elf64_Shdr *s = &l->section[i].head;
		if (!take(l, s, h.e_shoff + i * sizeof *s, sizeof *s) ||
		    (s->sh_type != SHT_NOBITS && !is_inside(l, s->sh_offset, s->sh_size)))
			return refuse(l, "a section is not whole");
		if (s->sh_type != SHT_SYMTAB)
			continue;
		if (l->symbols || s->sh_entsize != sizeof(Elf64_Sym) ||
		    s->sh_size % sizeof(Elf64_Sym) != 0)
			return refuse(l, "an unknown table of symbols");
		l->symbols = i;
		l->nsymbol = s->sh_size / sizeof(Elf64_Sym);
	}
	l->nsection = h.e_shnum;
	return true;
}

/* Places the sections whose flags for writing and execution are `how`. */
static bool place(struct loading *l, u64 how, u64 *end) {
	const u64 known = SHF_ALLOC | SHF_WRITE | SHF_EXECINSTR | SHF_MERGE | SHF_STRINGS;
	for (u32 i = 0; i < l->nsection; i++) {
		struct part *s = &l->section[i];
		const Elf64_Shdr *h = &s->head;
		u64 align = h->sh_addralign ? h->sh_addralign : 1;
		if (!(h->sh_flags & SHF_ALLOC) || h->sh_size == 0 ||
		    (h->sh_flags & (SHF_WRITE | SHF_EXECINSTR)) != how)
			continue;
		if (h->sh_type != SHT_PROGBITS || (h->sh_flags & ~known) ||
		    !is_pow2(align) || align > 4096)
			return refuse(l, "a section is neither code nor data");
		s->at = alignup(*end, align);
		if (h->sh_size > MAX_BYTES - MIN(s->at, (u64)MAX_BYTES))
			return refuse(l, "a section is too large");
		*end = s->at + h->sh_size;
		s->is_loaded = true;
	}
	return true;
}

/* ---- symbols ----------------------------------------------------------------------- */

static bool take_symbol(const struct loading *l, u64 index, Elf64_Sym *sym) {
	const Elf64_Shdr *s = &l->section[l->symbols].head;
	return index < l->nsymbol &&
	       take(l, sym, s->sh_offset + index * sizeof *sym, sizeof *sym);
}

/* Finds where a symbol of the object lies. */
static bool place_of(const struct loading *l, const Elf64_Sym *sym, u64 *at) {
	if (sym->st_shndx >= l->nsection || !l->section[sym->st_shndx].is_loaded ||
	    sym->st_value > l->section[sym->st_shndx].head.sh_size)
		return false;
	*at = l->section[sym->st_shndx].at + sym->st_value;
	return true;
}

static const char *name_of(const struct loading *l, const Elf64_Sym *sym) {
	return text_at(l, l->section[l->symbols].head.sh_link, sym->st_name);
}

/* Checks whether the symbol is a function that other files can name, and finds where it
 * lies. */
static bool is_function(const struct loading *l, const Elf64_Sym *sym, u64 *at) {
	return ELF64_ST_TYPE(sym->st_info) == STT_FUNC &&
	       ELF64_ST_BIND(sym->st_info) == STB_GLOBAL && place_of(l, sym, at) &&
	       *at >= l->code_at;
}

static bool find_in_file(const struct loading *l, const char *name, u64 *at) {
	for (u64 i = 0; i < l->nsymbol; i++) {
		Elf64_Sym sym;
		const char *other;
		if (take_symbol(l, i, &sym) && is_function(l, &sym, at) &&
		    (other = name_of(l, &sym)) && strcmp(other, name) == 0)
			return true;
	}
	return false;
}

static bool find_in_others(const struct loading *l, const char *name, u64 *at) {
	for (u32 i = 0; i < l->all->nfile; i++)
		if (&l->all->file[i] != l && find_in_file(&l->all->file[i], name, at))
			return true;
	return false;
}

/* LLVM takes some functions for granted, such as memcpy. */
static bool find_call(struct loading *l, const Elf64_Sym *sym, u64 *at) {
	const char *name = name_of(l, sym);
	u32 i = 0;
	if (!name || !*name || ELF64_ST_BIND(sym->st_info) != STB_GLOBAL)
		return refuse(l, "an unknown kind of symbol");
	if (find_in_others(l, name, at))
		return true;
	while (i < l->ncall && strcmp(l->call[i], name) != 0)
		i++;
	if (i == l->ncall) {
		if (i == MAX_CALLS)
			return refuse(l, "too many functions are called");
		l->call[i] = name;
		l->callee[i] = dlsym(RTLD_DEFAULT, name);
		if (!l->callee[i])
			return refuse(l,
			              "a function that is called is not in the process");
		l->ncall++;
	}
	*at = l->calls_at + (u64)i * CALL_BYTES;
	return true;
}

/* Writes the jumps, each to the address that follows it. */
static void write_calls(const struct loading *l) {
#if defined(__aarch64__)
	static const u8 jump[8] = {0x50, 0, 0,    0x58,
	                           0,    2, 0x1f, 0xd6}; /* ldr x16, .+8; br x16 */
#else
	static const u8 jump[8] = {0xff, 0x25, 2, 0, 0, 0, 0xcc, 0xcc}; /* jmp *2(%rip) */
#endif
	for (u32 i = 0; i < l->ncall; i++) {
		u8 *to = l->base + l->calls_at + (u64)i * CALL_BYTES;
		memcpy(to, jump, sizeof jump);
		memcpy(to + sizeof jump, &l->callee[i], sizeof l->callee[i]);
	}
}

/* ---- relocations ------------------------------------------------------------------- */

/* Both places are in the pages, which begin at a multiple of 4096, so distances are those
 * from their base. */
struct fix {
	u64 to, from;
	u8 *at; /* four bytes */
};

#if defined(__aarch64__)

static bool is_call(u64 type) {
	return type == R_AARCH64_CALL26 || type == R_AARCH64_JUMP26;
}

/* The size of a load or store with an offset into a page, as a power of two. */
static int offset_shift(u64 type) {
	switch (type) {
	case R_AARCH64_ADD_ABS_LO12_NC:
	case R_AARCH64_LDST8_ABS_LO12_NC: return 0;
	case R_AARCH64_LDST16_ABS_LO12_NC: return 1;
	case R_AARCH64_LDST32_ABS_LO12_NC: return 2;
	case R_AARCH64_LDST64_ABS_LO12_NC: return 3;
	case R_AARCH64_LDST128_ABS_LO12_NC: return 4;
	default: return -1;
	}
}

static bool apply(struct loading *l, u64 type, const struct fix *f) {
	u64 distance = f->to - f->from, pages = (f->to >> 12) - (f->from >> 12);
	int shift = offset_shift(type);
	u32 word, far = 1 << 27;
	memcpy(&word, f->at, sizeof word);
	if (type == R_AARCH64_PREL32) {
		word = (u32)distance;
	} else if (is_call(type)) {
		if (distance + far >= 2 * (u64)far || distance % 4 != 0)
			return refuse(l, "a call is out of reach");
		word = (word & 0xfc000000u) | (distance >> 2 & 0x3ffffffu);
	} else if (type == R_AARCH64_ADR_PREL_PG_HI21) {
		word = (word & 0x9f00001fu) | (u32)(pages & 3) << 29 |
		       (u32)(pages >> 2 & 0x7ffff) << 5;
	} else if (shift >= 0) {
		u32 offset = f->to & 0xfff;
		if (offset & ((1u << shift) - 1))
			return refuse(l, "an address is not aligned");
		word = (word & 0xffc003ffu) | offset >> shift << 10;
	} else {
		return refuse(l, "an unknown relocation");
	}
	memcpy(f->at, &word, sizeof word);
	return true;
}

#else

static bool is_call(u64 type) {
	return type == R_X86_64_PLT32;
}

static bool apply(struct loading *l, u64 type, const struct fix *f) {
	u32 distance = (u32)(f->to - f->from);
	if (type != R_X86_64_PC32 && type != R_X86_64_PLT32)
		return refuse(l, "an unknown relocation");
	memcpy(f->at, &distance, sizeof distance);
	return true;
}

#endif

static bool relocate(struct loading *l, const struct part *where, const Elf64_Rela *r) {
	Elf64_Sym sym;
	u64 type = ELF64_R_TYPE(r->r_info), to;
	if (where->head.sh_size < 4 || r->r_offset > where->head.sh_size - 4 ||
	    !take_symbol(l, ELF64_R_SYM(r->r_info), &sym))
		return refuse(l, "a relocation is not whole");
	if (sym.st_shndx == SHN_UNDEF) {
		if (!is_call(type))
			return refuse(l, "an unknown relocation");
		if (!find_call(l, &sym, &to))
			return false;
	} else if (!place_of(l, &sym, &to)) {
		return refuse(l, "an unknown kind of symbol");
	}
	/* Both lie in the same MAX_BYTES, so only the addend can be too much. */
	if (r->r_addend < -MAX_BYTES || r->r_addend > MAX_BYTES)
		return refuse(l, "a relocation is out of reach");
	u64 from = where->at + r->r_offset;
	struct fix f = {to + (u64)r->r_addend, from, l->base + from};
	return apply(l, type, &f);
}

static bool relocate_all(struct loading *l) {
	for (u32 i = 0; i < l->nsection; i++) {
		const Elf64_Shdr *h = &l->section[i].head;
		bool counts = h->sh_info < l->nsection &&
		              l->section[h->sh_info].is_loaded;
		if (!counts || (h->sh_type != SHT_RELA && h->sh_type != SHT_REL))
			continue;
		if (h->sh_type == SHT_REL || h->sh_entsize != sizeof(Elf64_Rela) ||
		    h->sh_link != l->symbols)
			return refuse(l, "an unknown table of relocations");
		for (u64 at = 0; at + sizeof(Elf64_Rela) <= h->sh_size;
		     at += sizeof(Elf64_Rela)) {
			Elf64_Rela r;
			memcpy(&r, l->bytes + h->sh_offset + at, sizeof r);
			if (!relocate(l, &l->section[h->sh_info], &r))
				return false;
		}
	}
	write_calls(l);
	return true;
}

/* ---- entries ----------------------------------------------------------------------- */

/* Entries mostly come in the order in which they are wanted: the search for each begins
 * after the one before. */
static void find_entries(const struct loading *l) {
	struct object *all = l->all;
	const struct engine_entries *want = all->want;
	for (u64 i = 0; i < l->nsymbol; i++) {
		Elf64_Sym sym;
		u64 at;
		if (!take_symbol(l, i, &sym) || !is_function(l, &sym, &at))
			continue;
		const char *name = name_of(l, &sym);
		for (u32 k = 0; name && k < want->n;
		     k++, all->next = (all->next + 1) % want->n) {
			if (want->at[all->next] ||
			    strcmp(name, want->name[all->next]) != 0)
				continue;
			want->at[all->next] = l->base + at;
			all->found++;
			break;
		}
	}
}

/* ---- pages ------------------------------------------------------------------------- */

static bool lay_out(struct loading *l, u64 begin, u64 page) {
	u64 end = l->begin = begin;
	for (u32 i = 0; i < l->nsection; i++) {
		const u64 flags = l->section[i].head.sh_flags;
		if ((flags & SHF_ALLOC) && (flags & SHF_WRITE) && (flags & SHF_EXECINSTR))
			return refuse(l, "a section is both code and data");
	}
	if (!place(l, 0, &end))
		return false;
	l->data_at = end = alignup(end, page);
	if (!place(l, SHF_WRITE, &end))
		return false;
	l->code_at = end = alignup(end, page);
	if (!place(l, SHF_EXECINSTR, &end))
		return false;
	l->calls_at = alignup(end, CALL_BYTES);
	l->end = alignup(l->calls_at + MAX_CALLS * CALL_BYTES, page);
	return true;
}

static bool fill(struct loading *l) {
	for (u32 i = 0; i < l->nsection; i++) {
		const struct part *s = &l->section[i];
		if (s->is_loaded)
			memcpy(l->base + s->at, l->bytes + s->head.sh_offset,
			       s->head.sh_size);
	}
	if (!relocate_all(l))
		return false;
	find_entries(l);
	return true;
}

static bool protect(struct loading *l) {
	u8 *begin = l->base + l->begin, *code = l->base + l->code_at;
	u64 constants = l->data_at - l->begin;
	__builtin___clear_cache((char *)code, (char *)l->base + l->end);
	if ((constants && mprotect(begin, constants, PROT_READ) != 0) ||
	    mprotect(code, l->end - l->code_at, PROT_READ | PROT_EXEC) != 0)
		return refuse(l, "its pages cannot be made executable");
	return true;
}

/* ---- all of it --------------------------------------------------------------------- */

static bool read_files(struct object *all, const struct engine_object *o, u64 *end) {
	struct engine_object file;
	u64 at = 0;
	for (u32 n = 0; engine_next_file(o, &n, &at, &file);) {
		struct loading *l = &all->file[n - 1];
		*l = (struct loading){.all = all, .bytes = file.bytes, .size = file.size};
		if (!read_head(l) || !lay_out(l, *end, (u64)sysconf(_SC_PAGESIZE)))
			return false;
		*end = l->end;
		if (*end > MAX_BYTES)
			return refuse(l, "it is too large");
		all->nfile = n;
	}
	all->why = "a file is not whole";
	return all->nfile == MAX(o->nfile, 1u);
}

static bool fill_all(struct object *all, u8 *base) {
	for (u32 i = 0; i < all->want->n; i++)
		all->want->at[i] = NULL;
	for (u32 i = 0; i < all->nfile; i++) {
		all->file[i].base = base;
		if (!fill(&all->file[i]))
			return false;
	}
	all->why = "a function is missing";
	if (all->found != all->want->n)
		return false;
	for (u32 i = 0; i < all->nfile; i++)
		if (!protect(&all->file[i]))
			return false;
	return true;
}

static bool load_all(struct object *all, const struct engine_object *o,
                     struct elf_code *code) {
	u64 end = 0;
	if (!read_files(all, o, &end))
		return false;
	void *base = mmap(NULL, end, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
	                  -1, 0);
	all->why = "out of memory";
	if (base == MAP_FAILED)
		return false;
	if (!fill_all(all, base)) {
		munmap(base, end);
		return false;
	}
	*code = (struct elf_code){base, end};
	return true;
}

bool elf_load(const struct engine_object *o, struct engine_entries *want,
              struct elf_code *code, const char **why) {
	struct arena scratch = ARENA_INIT;
	struct object all = {.want = want, .why = "out of memory"};
	size_t bytes = MAX(o->nfile, 1u) * sizeof *all.file;
	bool ok = false;
	if (arena_reserve(&scratch, bytes, 16)) {
		all.file = arena_alloc(&scratch, bytes, 16);
		ok = load_all(&all, o, code);
	}
	*why = ok ? NULL : all.why;
	arena_drop(&scratch);
	return ok;
}

void elf_drop(struct elf_code *code) {
	if (code->base)
		munmap(code->base, code->size);
	*code = (struct elf_code){0};
}
