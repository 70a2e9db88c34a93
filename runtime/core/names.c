/* names.c - names of functions: what the linker's names stand for.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/names.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "runtime/memory/memory.h"

typedef char *demangle_fn(const char *, char *, size_t *, int *);

static struct {
	pthread_once_t once;
	demangle_fn *fn;
} library = {.once = PTHREAD_ONCE_INIT};

static void find_library(void) {
	void *lib = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
	library.fn = lib ? (demangle_fn *)(uintptr_t)dlsym(lib, "__cxa_demangle") : NULL;
}

void name_prepare(void) {
	pthread_once(&library.once, find_library);
}

const char *name_demangle(struct arena *a, const char *name) {
	int status = -1;
	if (strncmp(name, "_Z", 2) != 0)
		return name;
	name_prepare();
	char *text = library.fn ? library.fn(name, NULL, NULL, &status) : NULL;
	if (!text)
		return name;
	const char *copy = arena_strdup(a, text, strlen(text));
	memory_delete(text);
	return copy;
}

/* Moves const and volatile in front of what they follow, and sets blanks before * and &.
 */
static const char *device_style(struct arena *a, const char *s) {
	static const char *const words[] = {" const", " volatile"};
	size_t n = strlen(s), k = 0, start = 0;
	char *out = arena_alloc(a, 3 * n + 1, 1);
	for (size_t i = 0; i < n; i++) {
		u32 w = 0;
		while (w < countof(words) &&
		       strncmp(s + i, words[w], strlen(words[w])) != 0)
			w++;
		if (w < countof(words)) {
			size_t len = strlen(words[w]);
			memmove(out + start + len, out + start, k - start);
			memcpy(out + start, words[w] + 1, len - 1);
			out[start + len - 1] = ' ';
			k += len;
			i += len - 1;
			continue;
		}
		bool mark = s[i] == '*' || s[i] == '&';
		if (mark && i && s[i - 1] != ' ' && s[i - 1] != '*' && s[i - 1] != '&')
			out[k++] = ' ';
		out[k++] = s[i];
		if (s[i] == '(' || s[i] == '<' || (s[i] == ' ' && i && s[i - 1] == ','))
			start = k;
	}
	out[k] = 0;
	return out;
}

const char *name_shown(struct arena *a, const char *name) {
	const char *plain = name_demangle(a, name);
	return plain == name ? name : device_style(a, plain);
}

static size_t name_length(const char *s) {
	return strspn(
		s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.");
}

const char *name_shown_in(struct arena *a, const char *text) {
	const char *at = strstr(text, "_Z");
	const char *done = "";
	while (at) {
		size_t n = name_length(at);
		const char *name = name_shown(a, arena_strdup(a, at, n));
		done = arena_printf(a, "%s%.*s%s", done, (int)(at - text), text, name);
		text = at + n;
		at = strstr(text, "_Z");
	}
	return *done ? arena_printf(a, "%s%s", done, text) : text;
}
