/* failing.c - loaded before a program (LD_PRELOAD): lets its Nth call of a kind
 * fail.
 *     FAIL_IN=simtrun FAIL_WHAT=alloc|map|thread|open|write FAIL_AT=N FAIL_ON=1 (all from there on)
 *     FAIL_COUNT=FILE: how many calls of each kind there were is written there at the end
 * Other programs than FAIL_IN, such as compilers that it starts, are left alone.
 * SPDX-License-Identifier: Apache-2.0 */
#undef _FILE_OFFSET_BITS /* both names of each function stand below */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum what { NOTHING, ALLOC, MAP, THREAD, OPEN, WRITE };
static const char *const names[] = {"", "alloc", "map", "thread", "open", "write"};

static enum what failing;
static unsigned long at;
static int goes_on;
static atomic_ulong count[WRITE + 1];
static int ready; /* main's libraries have been set up */

/* The caller is not the program but the loader, which ends the process when a
 * thread's first use of a library's variables finds no memory for them. */
static const char *loader[2];

static int find_loader(struct dl_phdr_info *i, size_t size, void *base) {
	(void)size;
	if (i->dlpi_addr != *(unsigned long *)base)
		return 0;
	loader[0] = loader[1] = (const char *)i->dlpi_addr;
	for (int k = 0; k < i->dlpi_phnum; k++) {
		const char *end = loader[0] + i->dlpi_phdr[k].p_vaddr +
		                  i->dlpi_phdr[k].p_memsz;
		if (i->dlpi_phdr[k].p_type == PT_LOAD && end > loader[1])
			loader[1] = end;
	}
	return 1;
}

__attribute__((constructor)) static void start(void) {
	const char *in = getenv("FAIL_IN"), *what = getenv("FAIL_WHAT"),
		   *n = getenv("FAIL_AT");
	if (!in || strcmp(in, program_invocation_short_name) != 0)
		return;
	for (int i = ALLOC; i <= WRITE; i++)
		if (what && strcmp(what, names[i]) == 0)
			failing = (enum what)i;
	at = n ? strtoul(n, NULL, 10) : 0;
	goes_on = getenv("FAIL_ON") != NULL;
	unsigned long base = getauxval(AT_BASE);
	dl_iterate_phdr(find_loader, &base);
	ready = 1;
}

static _Thread_local int loading; /* in dlopen */

static int fails(enum what what) {
	if (!ready || loading)
		return 0;
	unsigned long n = atomic_fetch_add(&count[what], 1) + 1;
	return what == failing && at && (goes_on ? n >= at : n == at);
}

static int no_memory(const void *caller) {
	const char *c = caller;
	return !(c >= loader[0] && c < loader[1]) && fails(ALLOC);
}

__attribute__((destructor)) static void finish(void) {
	const char *to = getenv("FAIL_COUNT");
	if (!to || !ready)
		return;
	ready = 0;
	FILE *f = fopen(to, "w");
	for (int i = ALLOC; f && i <= WRITE; i++)
		fprintf(f, "%lu\n", atomic_load(&count[i]));
	if (f)
		fclose(f);
}

/* dlsym itself allocates from here. */
static char early[65536];
static size_t nearly;

static void *take_early(size_t n) {
	void *p = early + nearly;
	nearly += (n + 15) & ~(size_t)15;
	return nearly <= sizeof early ? p : NULL;
}

#define REAL(ret, name, ...)             \
	static ret (*real)(__VA_ARGS__); \
	if (!real)                       \
	real = (ret(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

void *malloc(size_t n) {
	REAL(void *, malloc, size_t);
	if (no_memory(__builtin_return_address(0))) {
		errno = ENOMEM;
		return NULL;
	}
	return real(n);
}

void *calloc(size_t a, size_t b) {
	static void *(*real)(size_t, size_t);
	static int asking;
	if (!real) {
		if (asking)
			return take_early(a * b);
		asking = 1;
		real = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, "calloc");
	}
	if (no_memory(__builtin_return_address(0))) {
		errno = ENOMEM;
		return NULL;
	}
	return real(a, b);
}

void *realloc(void *p, size_t n) {
	REAL(void *, realloc, void *, size_t);
	if (no_memory(__builtin_return_address(0))) {
		errno = ENOMEM;
		return NULL;
	}
	return real(p, n);
}

void *aligned_alloc(size_t align, size_t n) {
	REAL(void *, aligned_alloc, size_t, size_t);
	if (no_memory(__builtin_return_address(0))) {
		errno = ENOMEM;
		return NULL;
	}
	return real(align, n);
}

int posix_memalign(void **p, size_t align, size_t n) {
	REAL(int, posix_memalign, void **, size_t, size_t);
	return no_memory(__builtin_return_address(0)) ? ENOMEM : real(p, align, n);
}

void free(void *p) {
	REAL(void, free, void *);
	if ((char *)p < early || (char *)p >= early + sizeof early)
		real(p);
}

void *mmap(void *p, size_t n, int prot, int flags, int fd, off_t off) {
	REAL(void *, mmap, void *, size_t, int, int, int, off_t);
	if (fails(MAP)) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	return real(p, n, prot, flags, fd, off);
}

void *mmap64(void *p, size_t n, int prot, int flags, int fd, off_t off) {
	return mmap(p, n, prot, flags, fd, off);
}

int mprotect(void *p, size_t n, int prot) {
	REAL(int, mprotect, void *, size_t, int);
	if (fails(MAP)) {
		errno = ENOMEM;
		return -1;
	}
	return real(p, n, prot);
}

int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *arg) {
	REAL(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *),
	     void *);
	return fails(THREAD) ? EAGAIN : real(t, a, f, arg);
}

/* A build with counters (./dev coverage) leaves them last of all; half a file of them
 * would void those of all processes that come later. */
static void see_counters(const char *path) {
	size_t n = strlen(path);
	if (n > 5 && strcmp(path + n - 5, ".gcda") == 0)
		failing = NOTHING;
}

int open(const char *path, int flags, ...) {
	REAL(int, open, const char *, int, ...);
	va_list l;
	va_start(l, flags);
	mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(l, mode_t) : 0;
	va_end(l);
	see_counters(path);
	if (fails(OPEN)) {
		errno = EMFILE;
		return -1;
	}
	return real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
	va_list l;
	va_start(l, flags);
	mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(l, mode_t) : 0;
	va_end(l);
	return open(path, flags, mode);
}

/* A library comes whole or not at all, as those do that are there at the start: its
 * constructors cannot report what they lack. */
void *dlopen(const char *path, int flags) {
	REAL(void *, dlopen, const char *, int);
	if (path && fails(OPEN)) /* NULL: the program itself, which is open */
		return NULL;
	loading++;
	void *handle = real(path, flags);
	loading--;
	return handle;
}

FILE *fopen(const char *path, const char *mode) {
	REAL(FILE *, fopen, const char *, const char *);
	if (fails(OPEN)) {
		errno = EMFILE;
		return NULL;
	}
	return real(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
	return fopen(path, mode);
}

ssize_t write(int fd, const void *p, size_t n) {
	REAL(ssize_t, write, int, const void *, size_t);
	if (fd > 2 && fails(WRITE)) {
		errno = ENOSPC;
		return -1;
	}
	return real(fd, p, n);
}

size_t fwrite(const void *p, size_t size, size_t n, FILE *f) {
	REAL(size_t, fwrite, const void *, size_t, size_t, FILE *);
	if (fileno(f) > 2 && fails(WRITE)) {
		errno = ENOSPC;
		return 0;
	}
	return real(p, size, n, f);
}
