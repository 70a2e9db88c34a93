/* library.c - see library.h. Each function of LLVM that is called anywhere is defined
 * here as a jump to the library's, so that callers are written as if it were linked.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/library.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "backend/llvm/engine/atexit.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/engine/shipped.h"
#include "base/base.h"

#define HIDDEN __attribute__((visibility("hidden")))

#define LLVM_FUNCTION(name)            \
	extern void *at_##name HIDDEN; \
	void *at_##name;
#include "backend/llvm/engine/library.def"
#undef LLVM_FUNCTION

#define FUNCTION_BEGIN(name)                                                             \
	".text\n.globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" #name \
	":\n"
#define FUNCTION_END(name) "\n.size " #name ", .-" #name "\n"

#if defined(__x86_64__)
#define LLVM_FUNCTION(name) \
	__asm__(FUNCTION_BEGIN(name) "jmp *at_" #name "(%rip)" FUNCTION_END(name));
#elif defined(__aarch64__)
#define LLVM_FUNCTION(name)                                             \
	__asm__(FUNCTION_BEGIN(name) "adrp x16, at_" #name              \
	                             "\nldr x16, [x16, :lo12:at_" #name \
	                             "]\nbr x16" FUNCTION_END(name));
#else
#error "how this processor jumps to an address in memory"
#endif
#include "backend/llvm/engine/library.def"
#undef LLVM_FUNCTION

static const struct {
	const char *name;
	void **at;
} function[] = {
#define LLVM_FUNCTION(name) {#name, &at_##name},
#include "backend/llvm/engine/library.def"
#undef LLVM_FUNCTION
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *handle;
static char reason[256];

/* The one that the user names, or the one that came with simt. */
static const char *given_library(void) {
	const char *given = getenv("SIMT_LLVM");
	return given && *given ? given : shipped_library();
}

static void stop(void) {
	if (jit_config()->stop)
		jit_config()->stop();
}

/* Its names stay its own (RTLD_LOCAL): a program may use another LLVM. */
static void *open_any(void) {
	const char *given = given_library();
	if (given)
		return atexit_open(given, stop);
	void *found = atexit_open(SIMT_LLVM_NAME, stop);
	return found ? found : atexit_open(SIMT_LLVM_FOLDER "/" SIMT_LLVM_NAME, stop);
}

/* The library's constructors end the process if they find no memory; they need a tenth of
 * this. */
static bool has_memory(void) {
	size_t much = (size_t)32 << 20;
	void *p = mmap(NULL, much, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
	               -1, 0);
	return p != MAP_FAILED && munmap(p, much) == 0;
}

static void open_once(void) {
	void *found = has_memory() ? open_any() : NULL;
	if (!found) {
		const char *text = dlerror();
		snprintf(reason, sizeof reason,
		         "the compiler's library cannot be opened: %s",
		         text ? text : "out of memory");
		return;
	}
	for (u32 i = 0; i < countof(function); i++) {
		*function[i].at = dlsym(found, function[i].name);
		if (!*function[i].at) {
			snprintf(reason, sizeof reason,
			         "the compiler's library is of another version: it has "
			         "no %s",
			         function[i].name);
			return;
		}
	}
	handle = found;
}

const char *library_open(void) {
	pthread_once(&once, open_once);
	return *reason ? reason : NULL;
}

void *library_find(const char *symbol) {
	return library_open() ? NULL : dlsym(handle, symbol);
}

static bool outlives;
static pthread_once_t outlives_once = PTHREAD_ONCE_INIT;

static void find_outlives(void) {
	const char *operator_new = "_Znwm";
	void *everybodys = dlsym(RTLD_DEFAULT, operator_new),
	     *librarys = library_find(operator_new); /* NULL: it has one inside */
	outlives = atexit_destroys_nothing() &&
	           (!everybodys || !librarys || everybodys == librarys);
}

bool library_outlives_exit(void) {
	pthread_once(&outlives_once, find_outlives);
	return outlives;
}

/* ---- the file ---------------------------------------------------------------------- */

const char *library_wanted(void) {
	const char *given = given_library();
	return given ? given : SIMT_LLVM_FOLDER "/" SIMT_LLVM_NAME;
}

static bool look_at(struct library_file *f) {
	struct stat st;
	if (stat(f->path, &st) != 0)
		return false;
	f->size_bytes = (u64)st.st_size;
	f->mtime_ns = (u64)st.st_mtim.tv_sec * 1000000000 + (u64)st.st_mtim.tv_nsec;
	return true;
}

bool library_file(struct library_file *f) {
	struct link_map *map;
	if (library_open() || dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 ||
	    map->l_name[0] != '/')
		return false;
	f->path = map->l_name;
	return look_at(f);
}

bool library_is_there(const struct library_file *f) {
	struct library_file now = {.path = f->path};
	return look_at(&now) && now.size_bytes == f->size_bytes &&
	       now.mtime_ns == f->mtime_ns;
}
