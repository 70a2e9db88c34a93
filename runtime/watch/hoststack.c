/* hoststack.c - where the host program was: stacks by number, and names for their frames.
 * Names come from the symbol tables of the program and its libraries, as `main` is in no
 * dynamic one.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"
#include "runtime/core/api/call.h"
#include "runtime/core/check.h"
#include "runtime/core/names.h"
#include "runtime/watch/hostline.h"

enum { DEPTH = 24 };

struct stack {
	u32 n;
	void *pc[DEPTH];
};

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	VEC(struct stack) stacks; /* [0] is none */
	struct map by_hash;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

static u64 hash_of(const struct stack *s) {
	u64 h = 0xcbf29ce484222325u;
	for (u32 i = 0; i < s->n; i++)
		h = (h ^ (uintptr_t)s->pc[i]) * 0x9e3779b97f4a7c15u;
	return h;
}

static u32 keep(const struct stack *s) {
	pthread_mutex_lock(&all.lock);
	if (!all.stacks.n) {
		all.by_hash = MAP_INIT(&all.arena);
		vec_push(&all.arena, &all.stacks, (struct stack){.n = 0});
	}
	u64 *id = map_at(&all.by_hash, hash_of(s));
	if (!*id) {
		*id = all.stacks.n;
		vec_push(&all.arena, &all.stacks, *s);
	}
	u32 r = (u32)*id;
	pthread_mutex_unlock(&all.lock);
	return r;
}

u32 check_stack_here(void) {
	struct stack s;
	s.n = (u32)backtrace(s.pc, DEPTH);
	return keep(&s);
}

/* ---- names ---- */

struct image_file {
	const u8 *at;
	size_t size;
};

static struct image_file map_file(const char *path) {
	struct image_file f = {NULL, 0};
	struct stat st;
	int fd = file_open(path, 0, INT64_MAX, &st);
	if (fd < 0)
		return f;
	if (st.st_size > (off_t)sizeof(Elf64_Ehdr)) {
		void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (p != MAP_FAILED)
			f = (struct image_file){p, (size_t)st.st_size};
	}
	close(fd);
	return f;
}

static bool inside(const struct image_file *f, u64 at, u64 size) {
	return at <= f->size && size <= f->size - at;
}

/* The function of the section of symbols that holds the address. */
static const char *find_symbol(const struct image_file *f, const Elf64_Shdr *sh,
                               const Elf64_Shdr *str, u64 addr) {
	u64 n = sh->sh_size / sizeof(Elf64_Sym);
	for (u64 i = 0; i < n; i++) {
		Elf64_Sym s;
		memcpy(&s, f->at + sh->sh_offset + i * sizeof s, sizeof s);
		if (ELF64_ST_TYPE(s.st_info) != STT_FUNC || addr < s.st_value ||
		    addr - s.st_value >= s.st_size || s.st_name >= str->sh_size)
			continue;
		const char *name = (const char *)f->at + str->sh_offset + s.st_name;
		if (memchr(name, 0, str->sh_size - s.st_name))
			return name;
	}
	return NULL;
}

static const char *symbol_in(const struct image_file *f, u64 base, u64 pc, u64 *addr) {
	Elf64_Ehdr e;
	memcpy(&e, f->at, sizeof e);
	if (memcmp(e.e_ident, ELFMAG, SELFMAG) != 0 ||
	    e.e_ident[EI_CLASS] != ELFCLASS64 || e.e_shentsize != sizeof(Elf64_Shdr) ||
	    !inside(f, e.e_shoff, (u64)e.e_shnum * sizeof(Elf64_Shdr)))
		return NULL;
	*addr = e.e_type == ET_EXEC ? pc : pc - base;
	for (u32 i = 0; i < e.e_shnum; i++) {
		Elf64_Shdr sh, str;
		memcpy(&sh, f->at + e.e_shoff + i * sizeof sh, sizeof sh);
		if (sh.sh_type != SHT_SYMTAB || sh.sh_link >= e.e_shnum ||
		    !inside(f, sh.sh_offset, sh.sh_size))
			continue;
		memcpy(&str, f->at + e.e_shoff + sh.sh_link * sizeof str, sizeof str);
		if (!inside(f, str.sh_offset, str.sh_size))
			continue;
		const char *name = find_symbol(f, &sh, &str,
		                               *addr - 1); /* after the call */
		if (name)
			return name;
	}
	return NULL;
}

static const char *last_part(const char *path) {
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

static bool begins_with_one(const char *module, const char *const *begins, u32 n) {
	for (u32 i = 0; i < n; i++)
		if (strncmp(module, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

static bool is_below_main(const char *module) {
	static const char *const begins[] = {"libc.", "libpthread", "ld-linux"};
	return begins_with_one(module, begins, countof(begins));
}

/* The libraries of this project, and what is below main. */
static bool is_own_module(const char *module) {
	static const char *const begins[] = {"libsimt", "libcudart.", "libcuda.",
	                                     "libnvrtc.", "libnccl."};
	return begins_with_one(module, begins, countof(begins)) || is_below_main(module);
}

/* All code of the static runtime, which is a part of the program; elsewhere there is no
 * such section. The linker makes these names of its name. */
extern const char __start_simt_text[] __attribute__((weak, visibility("hidden")));
extern const char __stop_simt_text[] __attribute__((weak, visibility("hidden")));

static bool is_own_code(const void *pc) {
	return (uintptr_t)pc > (uintptr_t)__start_simt_text &&
	       (uintptr_t)pc <= (uintptr_t)__stop_simt_text;
}

/* Whether the frame is the runtime's; neither the program's nor the C library's. */
static bool is_runtime(const void *pc) {
	Dl_info info;
	if (is_own_code(pc))
		return true;
	if (!dladdr(pc, &info) || !info.dli_fname)
		return false;
	const char *module = last_part(info.dli_fname);
	return is_own_module(module) && !is_below_main(module);
}

static bool is_system(const void *pc) {
	Dl_info info;
	return dladdr(pc, &info) && info.dli_fname &&
	       is_below_main(last_part(info.dli_fname));
}

bool check_stack_of_fault(const void *pc, u32 *id) {
	struct stack s = {0}, at = {0};
	u32 i = 0, k;
	s.n = (u32)backtrace(s.pc, DEPTH);
	while (i < s.n && s.pc[i] != pc)
		i++;
	at.pc[at.n++] = (u8 *)(uintptr_t)pc + 1; /* as if a call returned there */
	for (i++; i < s.n; i++)
		at.pc[at.n++] = s.pc[i];
	for (k = 0; k + 1 < at.n && is_system(at.pc[k]); k++)
		;
	*id = keep(&at);
	return !is_runtime(at.pc[k]);
}

/* The symbol of the function that was called last before pc; "" if it has none. */
static const char *name_of(struct arena *a, void *pc) {
	Dl_info info;
	u64 addr;
	if (!dladdr(pc, &info) || !info.dli_fname)
		return "";
	struct image_file f = map_file(info.dli_fname);
	if (!f.at)
		f = map_file("/proc/self/exe");
	const char *name = f.at ? symbol_in(&f, (uintptr_t)info.dli_fbase, (uintptr_t)pc,
	                                    &addr)
	                        : NULL;
	name = name ? name : info.dli_sname ? info.dli_sname : "";
	name = arena_strdup(a, name, strlen(name));
	if (f.at)
		munmap((void *)(uintptr_t)f.at, f.size);
	return name;
}

/* False: the frame is not the program's. */
static bool name_frame(struct arena *a, void *pc, struct check_frame *out) {
	Dl_info info;
	if (is_own_code(pc) || !dladdr(pc, &info) || !info.dli_fname)
		return false;
	const char *module = last_part(info.dli_fname);
	if (is_own_module(module))
		return false;
	u64 base = (uintptr_t)info.dli_fbase, addr = (uintptr_t)pc - base;
	struct image_file f = map_file(info.dli_fname);
	if (!f.at)
		f = map_file("/proc/self/exe");
	const char *name = f.at ? symbol_in(&f, base, (uintptr_t)pc, &addr) : NULL;
	if (!name)
		name = info.dli_sname ? info.dli_sname : "?";
	*out = (struct check_frame){arena_strdup(a, name, strlen(name)),
	                            arena_strdup(a, module, strlen(module)), addr};
	if (f.at)
		munmap((void *)(uintptr_t)f.at, f.size);
	name = out->function;
	return strncmp(name, "__device_stub__", 15) != 0 && strcmp(name, "_start") != 0 &&
	       strcmp(name, "__cudaLaunchKernel_helper") != 0 && !strstr(name, "__simt_");
}

const char *check_stack_entry(u32 id) {
	struct stack s = {0};
	struct check_frame f = {"", "", 0};
	pthread_mutex_lock(&all.lock);
	if (id && id < all.stacks.n)
		s = all.stacks.at[id];
	u32 i = 0;
	while (i < s.n && !name_frame(&all.arena, s.pc[i], &f))
		i++;
	const char *name = i && i < s.n ? name_of(&all.arena, s.pc[i - 1]) : "";
	pthread_mutex_unlock(&all.lock);
	return strncmp(name, "inner_", 6) == 0 ? name + 6 : name;
}

u32 check_stack_frames(u32 id, struct check_frame *out, u32 most) {
	struct stack s = {0};
	u32 n = 0;
	pthread_mutex_lock(&all.lock);
	if (id && id < all.stacks.n)
		s = all.stacks.at[id];
	for (u32 i = 0; i < s.n && n < most; i++) {
		if (!name_frame(&all.arena, s.pc[i], &out[n]))
			continue;
		n++;
		if (strcmp(out[n - 1].function, "main") == 0)
			break;
	}
	pthread_mutex_unlock(&all.lock);
	return n;
}

/* The line of the call that returns to pc. */
static bool line_of(struct arena *a, const void *pc, struct host_line *out) {
	Dl_info info;
	Elf64_Ehdr e;
	if (!dladdr(pc, &info) || !info.dli_fname)
		return false;
	struct image_file f = map_file(info.dli_fname);
	if (!f.at)
		f = map_file("/proc/self/exe");
	if (!f.at)
		return false;
	memcpy(&e, f.at, sizeof e);
	u64 base = e.e_type == ET_EXEC ? 0 : (uintptr_t)info.dli_fbase;
	bool ok = memcmp(e.e_ident, ELFMAG, SELFMAG) == 0 &&
	          e.e_ident[EI_CLASS] == ELFCLASS64 &&
	          host_line_find(a, f.at, f.size, (uintptr_t)pc - base - 1, out);
	munmap((void *)(uintptr_t)f.at, f.size);
	return ok;
}

void simt_host_place(const void *pc, char *text, size_t bytes) {
	struct arena scratch = ARENA_INIT;
	struct check_frame f = {"?", "?", 0};
	struct host_line l;
	name_frame(&scratch, (void *)(uintptr_t)pc, &f);
	const char *name = name_demangle(&scratch, f.function);
	if (line_of(&scratch, pc, &l))
		snprintf(text, bytes, "%s in %s:%u", name, l.file, l.line);
	else
		snprintf(text, bytes, "%s [0x%llx] in %s", name,
		         (unsigned long long)f.offset, f.module);
	arena_drop(&scratch);
}
