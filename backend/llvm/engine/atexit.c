/* atexit.c - see atexit.h. A library in C++ registers the destructor of a static object
 * when it makes the object, many of them in its constructors, and exit() in another
 * thread calls what is registered at once. So the library's slots for __cxa_atexit() lead
 * here before its first constructor runs, and nothing is registered:
 *
 *     library: __cxa_atexit(f, arg)  -->  slot  -->  here: forgets it
 *
 * Only a library with the flag DF_1_INITFIRST is initialized before those that it needs.
 * The opener is such a library: a file in memory with no code, whose one constructor is
 * set_slots() and which needs the library. glibc loads both, relocates both, and then
 * calls constructors:
 *
 *     dlopen(opener):  set_slots()  ->  constructors of the library and what it needs
 *
 * If there is no way to open a file in memory, the library is opened as usual, its slots
 * are set afterwards, and each registered destructor comes with a call of before().
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/atexit.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/base.h"

#if defined(__x86_64__)
#define MACHINE EM_X86_64
#define IS_SLOT(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
#elif defined(__aarch64__)
#define MACHINE EM_AARCH64
#define IS_SLOT(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT)
#else
#error "which relocations are addresses of functions"
#endif

enum { MOST = 1024 };

extern int __cxa_atexit(void (*fn)(void *), void *arg, void *dso);

struct object {
	void (*destroy)(void *arg);
	void *arg;
};

static void (*before)(void); /* NULL: nothing is destroyed */
static struct object object[MOST];
static _Atomic u32 nobject, nforgotten;

static void before_it(void *ctx) {
	const struct object *o = ctx;
	before();
	o->destroy(o->arg);
}

/* Objects that find no room are not destroyed: their memory goes with the process. */
static int register_object(void (*destroy)(void *), void *arg, void *dso) {
	if (!before) {
		atomic_fetch_add(&nforgotten, 1);
		return 0;
	}
	u32 i = atomic_fetch_add(&nobject, 1);
	if (i >= MOST)
		return 0;
	object[i] = (struct object){destroy, arg};
	return __cxa_atexit(before_it, &object[i], dso);
}

/* ---- the library's slots ----------------------------------------------------------- */

struct library {
	uintptr_t base;
	uintptr_t fixed, fixed_end; /* pages that are read-only once it is loaded */
	const ElfW(Sym) * symbol;
	const char *text;
	const ElfW(Rela) * data, *jump;
	size_t data_bytes, jump_bytes;
};

/* glibc has made an address of it, unless the section is read-only. */
static uintptr_t address(const struct library *l, const ElfW(Dyn) * d) {
	return d->d_un.d_ptr < l->base ? l->base + d->d_un.d_ptr : d->d_un.d_ptr;
}

static void read_dynamic(struct library *l, const ElfW(Dyn) * d) {
	for (; d->d_tag != DT_NULL; d++)
		switch (d->d_tag) {
		case DT_SYMTAB: l->symbol = (const ElfW(Sym) *)address(l, d); break;
		case DT_STRTAB: l->text = (const char *)address(l, d); break;
		case DT_RELA: l->data = (const ElfW(Rela) *)address(l, d); break;
		case DT_RELASZ: l->data_bytes = d->d_un.d_val; break;
		case DT_JMPREL: l->jump = (const ElfW(Rela) *)address(l, d); break;
		case DT_PLTRELSZ: l->jump_bytes = d->d_un.d_val; break;
		default: break;
		}
}

static int find_fixed(struct dl_phdr_info *info, size_t size, void *ctx) {
	(void)size;
	struct library *l = ctx;
	if (info->dlpi_addr != l->base)
		return 0;
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	for (u32 i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		if (p->p_type != PT_GNU_RELRO)
			continue;
		l->fixed = (l->base + p->p_vaddr) & ~(page - 1);
		l->fixed_end = (l->base + p->p_vaddr + p->p_memsz) & ~(page - 1);
	}
	return 1;
}

static void set(const struct library *l, void **slot) {
	uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)slot;
	void *page = (void *)(at & ~(size - 1));
	bool is_fixed = at >= l->fixed && at < l->fixed_end;
	if (is_fixed && mprotect(page, size, PROT_READ | PROT_WRITE) != 0)
		return;
	__atomic_store_n(slot, (void *)register_object, __ATOMIC_RELEASE);
	if (is_fixed)
		mprotect(page, size, PROT_READ);
}

static void set_all(const struct library *l, const ElfW(Rela) * r, size_t bytes) {
	for (size_t i = 0; r && i < bytes / sizeof *r; i++) {
		const ElfW(Sym) *s = &l->symbol[ELF64_R_SYM(r[i].r_info)];
		if (IS_SLOT(ELF64_R_TYPE(r[i].r_info)) &&
		    strcmp(l->text + s->st_name, "__cxa_atexit") == 0)
			set(l, (void **)(l->base + r[i].r_offset));
	}
}

static void set_library(const struct link_map *map) {
	struct library l = {.base = map->l_addr};
	read_dynamic(&l, map->l_ld);
	dl_iterate_phdr(find_fixed, &l);
	if (!l.symbol || !l.text)
		return;
	set_all(&l, l.data, l.data_bytes);
	set_all(&l, l.jump, l.jump_bytes);
}

/* The library stays when a program closes simt, and so does what its slots lead to. */
static void stay(void) {
	Dl_info here;
	if (dladdr((void *)register_object, &here))
		dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/* ---- the opener --------------------------------------------------------------------- */

struct opener {
	ElfW(Ehdr) header;
	ElfW(Phdr) part[3];
	ElfW(Dyn) dynamic[9];
	ElfW(Sym) no_symbol;
	void (*constructor)(void);
	char text[1 + PATH_MAX]; /* the empty string, and the library's name */
};

#define AT(member) offsetof(struct opener, member)

static char opener_path[32];

/* glibc's list has libraries in the order in which they were loaded. This is called while
 * none but this thread loads any. */
static void set_slots(void) {
	const struct link_map *map = _r_debug.r_map;
	while (map && strcmp(map->l_name, opener_path) != 0)
		map = map->l_next;
	for (; map; map = map->l_next)
		set_library(map);
}

static bool make_opener(struct opener *o, const char *name) {
	const size_t size = sizeof *o;
	*o = (struct opener){
		.header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
	                               ELFDATA2LSB, EV_CURRENT, ELFOSABI_NONE},
	                   .e_type = ET_DYN,
	                   .e_machine = MACHINE,
	                   .e_version = EV_CURRENT,
	                   .e_phoff = AT(part),
	                   .e_ehsize = sizeof o->header,
	                   .e_phentsize = sizeof o->part[0],
	                   .e_phnum = countof(o->part)},
		.part = {{.p_type = PT_LOAD,
	                  .p_flags = PF_R | PF_W,
	                  .p_filesz = size,
	                  .p_memsz = size,
	                  .p_align = 0x10000},
	                 {.p_type = PT_DYNAMIC,
	                  .p_flags = PF_R | PF_W,
	                  .p_offset = AT(dynamic),
	                  .p_vaddr = AT(dynamic),
	                  .p_paddr = AT(dynamic),
	                  .p_filesz = sizeof o->dynamic,
	                  .p_memsz = sizeof o->dynamic,
	                  .p_align = 8},
	                 {.p_type = PT_GNU_STACK, .p_flags = PF_R | PF_W, .p_align = 16}},
		.dynamic = {{DT_NEEDED, {1}},
	                    {DT_STRTAB, {AT(text)}},
	                    {DT_STRSZ, {sizeof o->text}},
	                    {DT_SYMTAB, {AT(no_symbol)}},
	                    {DT_SYMENT, {sizeof o->no_symbol}},
	                    {DT_INIT_ARRAY, {AT(constructor)}},
	                    {DT_INIT_ARRAYSZ, {sizeof o->constructor}},
	                    {DT_FLAGS_1, {DF_1_INITFIRST}},
	                    {DT_NULL, {0}}},
		.constructor = set_slots,
	};
	return snprintf(o->text + 1, PATH_MAX, "%s", name) < PATH_MAX;
}

/* NULL: the library cannot be opened, or not in this way. */
static void *open_opener(const char *name) {
	struct opener o;
	void *opener = NULL;
	int file = make_opener(&o, name) ? memfd_create("simt-opener", MFD_CLOEXEC) : -1;
	if (file < 0)
		return NULL;
	snprintf(opener_path, sizeof opener_path, "/proc/self/fd/%d", file);
	if (write(file, &o, sizeof o) == (ssize_t)sizeof o)
		opener = dlopen(opener_path, RTLD_LAZY | RTLD_LOCAL);
	close(file);
	return opener;
}

static void *open_undestroyed(const char *name) {
	void *opener = open_opener(name);
	if (!opener)
		return NULL;
	void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
	dlclose(opener);
	return library;
}

/* ---- both ways ---------------------------------------------------------------------- */

static void *open_usual(const char *name) {
	struct link_map *map;
	void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
	if (library && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0)
		set_library(map);
	return library;
}

bool atexit_destroys_nothing(void) {
	return !before;
}

void *atexit_open(const char *name, void (*fn)(void)) {
	before = NULL;
	void *library = open_undestroyed(name);
	if (!library || !atomic_load(&nforgotten)) {
		before = fn;
		library = open_usual(name);
		if (library)
			atexit(fn); /* for what is made already */
	}
	if (library)
		stay();
	return library;
}
