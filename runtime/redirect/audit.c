/* audit.c - libsimt-redirect.so: a library for LD_AUDIT (rtld-audit(7)) that gives
 * programs simt's CUDA runtime in the place of one that is linked into them.
 *
 * The loader calls la_objopen() for the program and for each library when it is mapped,
 * before any of its code runs. Where the file has a runtime of its own, each of its
 * functions that libcudart.so.13 exports, too, becomes a jump to that; for one of CUDA 12
 * or 11 it is the library of that name (runtime/older). It is opened at the first of
 * these calls, in the program's namespace, so that a program that makes none has nothing
 * of it.
 *
 *     program: cudaMalloc(...)  -->  jump  -->  slot  -->  libcudart.so.13: cudaMalloc
 *                                                \-->  patch_first_call(), at first
 *
 * What the runtime in the file does by itself is left as it is.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/redirect/patch.h"
#include "runtime/redirect/static_runtime.h"

#define EXPORT __attribute__((visibility("default")))

enum { MOST = 1024, EXIT_NO_RUNTIME = 127 };

/* ---- the functions ------------------------------------------------------------------ */

/* Of one library, sorted by name. The names are those of the mapped file, which stays. */
struct functions {
	const char *name[MOST];
	void *slot[MOST];
	u32 n;
	bool read;
	char library[4096];
	struct elf_file file;
};
static struct functions all[STATIC_RUNTIME_COUNT];

static const char *const sonames[STATIC_RUNTIME_COUNT] = {
	[STATIC_RUNTIME_13] = "libcudart.so.13",
	[STATIC_RUNTIME_12] = "libcudart.so.12",
	[STATIC_RUNTIME_11] = "libcudart.so.11.0",
};

static int by_name(const void *a, const void *b) {
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_api(const char *name) {
	return strncmp(name, "cuda", 4) == 0 || strncmp(name, "__cuda", 6) == 0;
}

static void find_library(struct functions *f, const char *soname) {
	Dl_info here;
	if (!dladdr((void *)find_library, &here))
		return;
	const char *slash = strrchr(here.dli_fname, '/');
	snprintf(f->library, sizeof f->library, "%.*s/cuda/lib64/%s",
	         slash ? (int)(slash - here.dli_fname) : 1, slash ? here.dli_fname : ".",
	         soname);
}

static void read_functions(struct functions *f, const char *soname) {
	f->read = true;
	find_library(f, soname);
	if (!elf_file_map(f->library, &f->file))
		return;
	struct elf_symbols s = elf_file_symbols(&f->file, ".dynsym");
	for (u64 i = 0; i < s.n && f->n < MOST; i++)
		if (elf_symbol_is_function(&s, i) && is_api(elf_symbol_name(&s, i)))
			f->name[f->n++] = elf_symbol_name(&s, i);
	qsort(f->name, f->n, sizeof *f->name, by_name);
	for (u32 i = 0; i < f->n; i++)
		f->slot[i] = (void *)patch_first_call;
}

static void **slot_of(struct functions *f, const char *name) {
	const char **at = bsearch(&name, f->name, f->n, sizeof *f->name, by_name);
	return at ? &f->slot[at - f->name] : NULL;
}

static void fail(const char *what, const char *why) {
	fprintf(stderr, "simtrun: %s: %s\n", what, why);
	_exit(EXIT_NO_RUNTIME);
}

static void fill_slots(struct functions *f) {
	void *runtime = dlmopen(LM_ID_BASE, f->library, RTLD_NOW | RTLD_LOCAL);
	if (!runtime)
		fail(f->library, dlerror());
	for (u32 i = 0; i < f->n; i++) {
		void *found = dlsym(runtime, f->name[i]);
		if (!found)
			fail(f->library, dlerror());
		__atomic_store_n(&f->slot[i], found, __ATOMIC_RELEASE);
	}
}

/* A file that is mapped later may have the runtime of another release. */
void patch_resolve(void) {
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&lock);
	for (u32 i = 0; i < STATIC_RUNTIME_COUNT; i++)
		if (all[i].n && all[i].slot[0] == (void *)patch_first_call)
			fill_slots(&all[i]);
	pthread_mutex_unlock(&lock);
}

/* ---- files -------------------------------------------------------------------------- */

/* A function without room for the jump, or whose memory cannot be changed: the program
 * would go on in two runtimes. */
static void redirect(struct functions *f, const char *path, const char *name,
                     void *function, u64 bytes) {
	char why[200];
	void **slot = slot_of(f, name);
	if (!slot)
		return;
	snprintf(why, sizeof why, "cannot redirect %s to simt's runtime", name);
	if (bytes < patch_size() || !patch_function(function, slot))
		fail(path, why);
}

/* Bytes from function i on that are no other function's: those of short functions end
 * with padding. */
static u64 room(const struct elf_symbols *s, u64 i) {
	u64 start = s->at[i].st_value, least = patch_size();
	if (s->at[i].st_size >= least)
		return s->at[i].st_size;
	u64 end = (start + MAX(s->at[i].st_size, 1) + 15) & ~UINT64_C(15);
	for (u64 k = 0; k < s->n; k++)
		if (elf_symbol_is_function(s, k) && s->at[k].st_value > start)
			end = MIN(end, s->at[k].st_value);
	return end - start;
}

static void redirect_all(struct functions *f, const char *path, const struct elf_file *e,
                         uintptr_t base) {
	struct elf_symbols s = elf_file_symbols(e, ".symtab");
	if (!s.n)
		s = elf_file_symbols(e, ".dynsym");
	for (u64 i = 0; i < s.n; i++) {
		const char *name = elf_symbol_name(&s, i);
		if (is_api(name) && elf_symbol_is_function(&s, i))
			redirect(f, path, name, (void *)(base + s.at[i].st_value),
			         room(&s, i));
	}
}

static void look_at(const char *path, uintptr_t base) {
	struct elf_file e;
	if (!elf_file_map(path, &e))
		return;
	enum static_runtime kind = static_runtime(&e);
	struct functions *f = &all[kind];
	if (kind == STATIC_RUNTIME_STRIPPED)
		fprintf(stderr,
		        "simtrun: %s: NVIDIA's runtime library is linked into it, and "
		        "its "
		        "symbols are stripped: it stays\n",
		        path);
	if (sonames[kind]) {
		if (!f->read)
			read_functions(f, sonames[kind]);
		if (!f->n)
			fail(f->library, "cannot be read");
		redirect_all(f, path, &e, base);
	}
	elf_file_unmap(&e);
}

/* ---- the loader's calls ------------------------------------------------------------- */

EXPORT unsigned la_version(unsigned version);
EXPORT unsigned la_objopen(struct link_map *map, Lmid_t space, uintptr_t *cookie);

unsigned la_version(unsigned version) {
	return MIN(version, LAV_CURRENT);
}

/* The loader has no name for the program itself. */
static void look_at_program(uintptr_t base) {
	static const char self[] = "/proc/self/exe";
	char path[4096];
	ssize_t n = readlink(self, path, sizeof path - 1);
	path[MAX(n, 0)] = 0;
	look_at(access(path, R_OK) == 0 ? path : self, base);
}

unsigned la_objopen(struct link_map *map, Lmid_t space, uintptr_t *cookie) {
	(void)cookie;
	if (space == LM_ID_BASE && *map->l_name)
		look_at(map->l_name, map->l_addr);
	else if (space == LM_ID_BASE)
		look_at_program(map->l_addr);
	return 0;
}
