/* plan.c - what build systems are called for; see ci.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "base/file.h"
#include "base/text.h"
#include "tools/simt/ci.h"

const char *shell_word(struct arena *a, const char *word) {
	static const char plain[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=+,:@"
		"%^";
	struct text t = {.arena = a};
	if (*word && word[strspn(word, plain)] == 0)
		return word;
	text_printf(&t, "'");
	for (; *word; word++)
		text_printf(&t, *word == '\'' ? "'\\''" : "%c", *word);
	text_printf(&t, "'");
	return text_get(&t);
}

/* What makes a plan: the words of commands. */
struct making {
	struct arena *a;
	const struct wishes *w;
	const char *source, *build; /* as words of the shell */
	const char *folder;         /* the source, plain */
	const char *work;
};

static bool has(const struct making *m, const char *name) {
	return file_is_regular(arena_printf(m->a, "%s/%s", m->folder, name));
}

/* The words of --arg, with a blank before each. */
static const char *args(const struct making *m) {
	struct text t = {.arena = m->a};
	text_printf(&t, "%s", "");
	text_each (word, &m->w->arg)
		text_printf(&t, " %s", shell_word(m->a, *word));
	return text_get(&t);
}

static unsigned long long jobs(const struct making *m) {
	return m->w->jobs;
}

static void cmake(const struct making *m, struct plan *p) {
	p->configure = arena_printf(m->a, "cmake -S %s -B %s%s", m->source, m->build,
	                            args(m));
	p->build = arena_printf(m->a, "cmake --build %s --parallel %llu", m->build,
	                        jobs(m));
	p->results = arena_printf(m->a, "%s/results.xml", m->work);
	p->test = arena_printf(m->a,
	                       "cd %s && ctest --output-on-failure --no-tests=ignore "
	                       "--test-output-size-passed 1000000 "
	                       "--test-output-size-failed 1000000 --output-junit %s "
	                       "--parallel %llu",
	                       m->build, shell_word(m->a, p->results), jobs(m));
}

static void meson(const struct making *m, struct plan *p) {
	p->configure = arena_printf(
		m->a,
		"printf '[binaries]\\ncuda = '\\''simtcc'\\''\\n' >%s.ini && meson setup "
		"--native-file %s.ini %s %s%s",
		m->build, m->build, m->build, m->source, args(m));
	p->build = arena_printf(m->a, "meson compile -C %s -j %llu", m->build, jobs(m));
	p->test = arena_printf(
		m->a,
		"meson test -C %s --no-rebuild --print-errorlogs --num-processes %llu",
		m->build, jobs(m));
	p->results = arena_printf(m->a, "%s/build/meson-logs/testlog.junit.xml", m->work);
}

static void autotools(const struct making *m, struct plan *p) {
	p->configure = arena_printf(m->a,
	                            "mkdir -p %s && cd %s && %s/configure "
	                            "NVCC=simtcc --with-cuda=\"$CUDA_HOME\"%s",
	                            m->build, m->build, m->source, args(m));
	p->build = arena_printf(m->a, "make -C %s -j%llu", m->build, jobs(m));
	p->test = arena_printf(m->a, "make -C %s check", m->build);
}

/* Whether a makefile has a rule for the target, as far as its text shows. */
static bool has_target(const struct making *m, const char *file, const char *target) {
	const char *text = ci_text(m->a, arena_printf(m->a, "%s/%s", m->folder, file));
	size_t n = strlen(target);
	for (const char *s = text; s; s = strchr(s, '\n'), s = s ? s + 1 : NULL)
		if (strncmp(s, target, n) == 0 && s[n + strspn(s + n, " \t")] == ':')
			return true;
	return false;
}

static const char *makefile(const struct making *m) {
	static const char *const names[] = {"GNUmakefile", "makefile", "Makefile"};
	for (u32 i = 0; i < countof(names); i++)
		if (has(m, names[i]))
			return names[i];
	return NULL;
}

static void make(const struct making *m, struct plan *p) {
	const char *file = makefile(m);
	const char *call = arena_printf(m->a,
	                                "make -C %s NVCC=simtcc CUDA_HOME=\"$CUDA_HOME\" "
	                                "CUDA_PATH=\"$CUDA_HOME\"%s",
	                                m->source, args(m));
	p->build = arena_printf(m->a, "%s -j%llu", call, jobs(m));
	for (u32 i = 0; i < 2 && file && !p->test; i++) {
		const char *target = i ? "test" : "check";
		if (has_target(m, file, target))
			p->test = arena_printf(m->a, "%s %s", call, target);
	}
}

static void pytest(const struct making *m, struct plan *p) {
	p->results = arena_printf(m->a, "%s/results.xml", m->work);
	p->test = arena_printf(m->a,
	                       "cd %s && python3 -m pytest -o junit_logging=all "
	                       "--junitxml=%s%s",
	                       m->source, shell_word(m->a, p->results), args(m));
}

static enum system system_of(const struct making *m) {
	static const struct {
		const char *file;
		enum system system;
	} marks[] = {
		{"CMakeLists.txt", SYSTEM_CMAKE}, {"meson.build", SYSTEM_MESON},
		{"configure", SYSTEM_AUTOTOOLS},  {"GNUmakefile", SYSTEM_MAKE},
		{"makefile", SYSTEM_MAKE},        {"Makefile", SYSTEM_MAKE},
		{"pytest.ini", SYSTEM_PYTEST},    {"pyproject.toml", SYSTEM_PYTEST},
		{"setup.py", SYSTEM_PYTEST},      {"conftest.py", SYSTEM_PYTEST},
	};
	for (u32 i = 0; i < countof(marks); i++)
		if (has(m, marks[i].file))
			return marks[i].system;
	return SYSTEM_AUTO;
}

static const char *instead(const char *own, const char *wished) {
	return !wished ? own : *wished ? wished : NULL;
}

bool plan_make(struct arena *a, const struct wishes *w, const char *source,
               const char *work, struct plan *p) {
	static void (*const makers[])(const struct making *, struct plan *) = {
		[SYSTEM_CMAKE] = cmake,         [SYSTEM_MESON] = meson,
		[SYSTEM_AUTOTOOLS] = autotools, [SYSTEM_MAKE] = make,
		[SYSTEM_PYTEST] = pytest,
	};
	struct making m = {a,
	                   w,
	                   shell_word(a, source),
	                   shell_word(a, arena_printf(a, "%s/build", work)),
	                   source,
	                   work};
	bool own = w->configure || w->build || w->test;
	*p = (struct plan){.system = w->system ? (enum system)w->system : system_of(&m)};
	if (!p->system && own)
		p->system = SYSTEM_COMMAND;
	if (!p->system)
		return false;
	if (p->system < countof(makers))
		makers[p->system](&m, p);
	p->configure = instead(p->configure, w->configure);
	p->build = instead(p->build, w->build);
	p->test = instead(p->test, w->test);
	return true;
}
