/* atexit.c - see atexit.h. A library in C++ registers the destructor of a static object
 * when it makes the object, which may be at any time, and exit() calls first what was
 * registered last. So a call that has to come before all of them has to come with each of
 * them: the library's slots for __cxa_atexit() lead here.
 *
 *     library: __cxa_atexit(f, arg)  -->  slot  -->  here: __cxa_atexit(before_it, {f, arg})
 *     exit():  before_it({f, arg})   -->  fn(), then f(arg)
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/atexit.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/base.h"

#if defined(__x86_64__)
#define IS_SLOT(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
#elif defined(__aarch64__)
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

static void (*before)(void);
static struct object object[MOST];
static _Atomic u32 nobject;

static void before_it(void *ctx) {
	const struct object *o = ctx;
	before();
	o->destroy(o->arg);
}

/* Objects that find no room here are not destroyed: their memory goes with the
 * process. */
static int register_object(void (*destroy)(void *), void *arg, void *dso) {
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

/* The library stays when a program closes simt, and so does what its slots lead to. */
static void stay(void) {
	Dl_info here;
	if (dladdr((void *)register_object, &here))
		dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

void atexit_before(void *handle, void (*fn)(void)) {
	struct link_map *map;
	if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0)
		return;
	struct library l = {.base = map->l_addr};
	read_dynamic(&l, map->l_ld);
	dl_iterate_phdr(find_fixed, &l);
	if (!l.symbol || !l.text)
		return;
	before = fn;
	stay();
	atexit(fn); /* for what is made already */
	set_all(&l, l.data, l.data_bytes);
	set_all(&l, l.jump, l.jump_bytes);
}
