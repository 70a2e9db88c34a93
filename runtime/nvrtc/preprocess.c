/* preprocess.c - expands the macros of a program with the host compiler's preprocessor,
 * which sees the program's own headers first, in a folder of their own, and the toolkit's
 * after them.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lexer/preproc.h"
#include "runtime/nvrtc/program.h"

extern char **environ;

/* ---- files ------------------------------------------------------------------------- */

struct place {
	const char *dir;        /* temporary, removed at the end */
	VEC(const char *) made; /* files and folders, the oldest first */
};

static void clean_up(const struct place *at) {
	for (size_t i = at->made.n; i--;)
		if (unlink(at->made.at[i]) != 0)
			rmdir(at->made.at[i]);
}

static bool make_place(struct arena *a, struct place *at) {
	const char *tmp = getenv("TMPDIR");
	char *dir = arena_printf(a, "%s/simt-nvrtc-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	at->dir = mkdtemp(dir);
	if (at->dir)
		vec_push(a, &at->made, at->dir);
	return at->dir != NULL;
}

/* Makes the folders on the way to path. */
static void make_folders(struct arena *a, struct place *at, const char *path) {
	for (const char *s = strchr(path + strlen(at->dir) + 1, '/'); s;
	     s = strchr(s + 1, '/')) {
		const char *folder = arena_strdup(a, path, (size_t)(s - path));
		if (mkdir(folder, 0700) == 0)
			vec_push(a, &at->made, folder);
	}
}

static bool write_file(struct arena *a, struct place *at, const char *path,
                       const char *head, const char *text, const char *tail) {
	make_folders(a, at, path);
	FILE *f = fopen(path, "wx");
	if (!f)
		return false;
	vec_push(a, &at->made, path);
	bool ok = fputs(head, f) >= 0 && fputs(text, f) >= 0 && fputs(tail, f) >= 0;
	return fclose(f) == 0 && ok;
}

/* Whether the name stays inside the temporary folder; it may have folders in it. */
static bool is_inside(const char *name) {
	return name[0] && name[0] != '/' && !strstr(name, "..");
}

static bool write_headers(struct arena *a, struct place *at,
                          const struct _nvrtcProgram *p, FILE *log) {
	for (u32 i = 0; i < p->nheader; i++) {
		const struct rtc_header *h = &p->header[i];
		const char *path = arena_printf(a, "%s/include/%s", at->dir, h->name);
		const char *head = arena_printf(a, "#line 1 \"%s\"\n", h->name);
		if (is_inside(h->name) && write_file(a, at, path, head, h->text, "\n"))
			continue;
		fprintf(log, "nvrtc: error: cannot make the header '%s'%s\n", h->name,
		        is_inside(h->name)
		                ? ""
		                : ": its name must be a relative one, without '..'");
		return false;
	}
	return true;
}

static char *read_file(struct arena *a, const char *path, size_t *len) {
	FILE *f = fopen(path, "rb");
	struct stat st;
	if (!f)
		return NULL;
	bool ok = fstat(fileno(f), &st) == 0 && st.st_size < 1 << 30;
	char *text = ok ? arena_array(a, char, st.st_size + 2) : NULL;
	*len = ok ? fread(text, 1, (size_t)st.st_size, f) : 0;
	fclose(f);
	return text;
}

/* ---- the command ------------------------------------------------------------------- */

/* Returns the folder of the toolkit's headers: include/ beside the folder of this
 * library. */
static const char *toolkit_headers(struct arena *a) {
	const char *given = getenv("SIMT_INCLUDE_PATH");
	Dl_info info;
	if (given && *given)
		return given;
	if (!dladdr((void *)(uintptr_t)&rtc_preprocess, &info) || !info.dli_fname)
		return NULL;
	const char *slash = strrchr(info.dli_fname, '/');
	int n = slash ? (int)(slash - info.dli_fname) : 1;
	const char *dir = arena_printf(a, "%.*s/../include", n,
	                               slash ? info.dli_fname : ".");
	const char *probe = arena_printf(a, "%s/cuda_runtime.h", dir);
	if (access(probe, R_OK) == 0)
		return dir;
#ifdef SIMT_SOURCE_INCLUDE
	return SIMT_SOURCE_INCLUDE;
#else
	return NULL;
#endif
}

static void add(struct arena *a, struct rtc_words *w, const char *word) {
	vec_push(a, w, word);
}

static void add_number(struct arena *a, struct rtc_words *w, const char *macro,
                       u32 value) {
	add(a, w, arena_printf(a, "-D%s=%u", macro, value));
}

static void add_macros(struct arena *a, struct rtc_words *w,
                       const struct rtc_settings *s) {
	static const char *const always[] = {
		"-D__SIMTCC__=1",
		"-D__CUDACC__=1",
		"-D__CUDACC_RTC__=1",
		"-D__NVCC__=1",
		"-D__CUDACC_VER_MAJOR__=13",
		"-D__CUDACC_VER_MINOR__=0",
		"-D__CUDACC_VER_BUILD__=88",
		"-D__CUDA_API_VER_MAJOR__=13",
		"-D__CUDA_API_VER_MINOR__=0",
		"-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1",
		"-DCUDA_DOUBLE_MATH_FUNCTIONS",
		"-D__CUDACC_RELAXED_CONSTEXPR__",
	};
	for (u32 i = 0; i < countof(always); i++)
		add(a, w, always[i]);
	add_number(a, w, "__CUDA_ARCH__", s->sm * 10);
	add_number(a, w, "__CUDA_ARCH_LIST__", s->sm * 10);
	if (s->suffix == 'a')
		add(a, w, arena_printf(a, "-D__CUDA_ARCH_FEAT_SM%u_ALL", s->sm));
	if (s->suffix == 'a')
		add_number(a, w, "__CUDA_ARCH_SPECIFIC__", s->sm * 10);
	if (s->suffix)
		add_number(a, w, "__CUDA_ARCH_FAMILY_SPECIFIC__", s->sm * 10);
	add_number(a, w, "__SIMT_FTZ", s->ftz);
	add_number(a, w, "__SIMT_PREC_DIV", s->prec_div);
	add_number(a, w, "__SIMT_PREC_SQRT", s->prec_sqrt);
	add_number(a, w, "__CUDA_FTZ", s->ftz);
	add_number(a, w, "__CUDA_PREC_DIV", s->prec_div);
	add_number(a, w, "__CUDA_PREC_SQRT", s->prec_sqrt);
	if (s->fast_math) {
		add(a, w, "-D__USE_FAST_MATH__=1");
		add(a, w, "-D__SIMT_FAST_MATH=1");
	}
	if (s->rdc)
		add(a, w, "-D__CUDACC_RDC__");
	if (s->debug)
		add(a, w, "-D__CUDACC_DEBUG__");
}

/* ---- running it -------------------------------------------------------------------- */

static bool run(struct rtc_words *w, const char *messages, FILE *log) {
	posix_spawn_file_actions_t actions;
	pid_t child;
	int status = -1;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY,
	                                 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, messages,
	                                 O_WRONLY | O_CREAT | O_TRUNC, 0600);
	int failed = posix_spawnp(&child, w->at[0], &actions, NULL, (char *const *)w->at,
	                          environ);
	posix_spawn_file_actions_destroy(&actions);
	if (failed) {
		fprintf(log,
		        "nvrtc: error: cannot run '%s', the preprocessor: %s\n"
		        "nvrtc: note: macros are expanded by a host compiler, g++ or "
		        "what "
		        "NVCC_CCBIN names\n",
		        w->at[0], strerror(failed));
		return false;
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return status == 0;
}

static void copy_messages(struct arena *a, const char *path, FILE *log) {
	size_t n;
	const char *text = read_file(a, path, &n);
	if (text)
		fwrite(text, 1, n, log);
}

/* A variable for each name expression: its initial value in the PTX is the name that was
 * asked for. */
static const char *name_variables(struct arena *a, const struct _nvrtcProgram *p) {
	const char *text = "\n#line 1 \"name expression\"\n";
	for (size_t i = 0; i < p->names.n; i++)
		text = arena_printf(a, "%s__device__ auto __simt_name_%zu = (%s);\n",
		                    text, i, p->names.at[i].expression);
	return p->names.n ? text : "\n";
}

/* Whether it is an option -I for another CUDA toolkit. */
static bool other_toolkit(const char *word, const char *headers) {
	return strncmp(word, "-I", 2) == 0 && preproc_is_other_toolkit(word + 2, headers);
}

static char *preprocess(struct arena *a, struct place *at, const struct _nvrtcProgram *p,
                        const struct rtc_settings *s, size_t *len, FILE *log) {
	const char *source = arena_printf(a, "%s/source.cu", at->dir);
	const char *output = arena_printf(a, "%s/output.ii", at->dir);
	const char *messages = arena_printf(a, "%s/messages", at->dir);
	const char *head = arena_printf(a, "#line 1 \"%s\"\n", p->name);
	const char *headers = toolkit_headers(a), *cxx = getenv("NVCC_CCBIN");
	struct rtc_words w = {0};
	if (!headers) {
		fprintf(log,
		        "nvrtc: error: the toolkit's headers are not beside the library; "
		        "SIMT_INCLUDE_PATH may name their folder\n");
		return NULL;
	}
	if (!write_file(a, at, source, head, p->source, name_variables(a, p))) {
		fprintf(log, "nvrtc: error: cannot write to %s\n", at->dir);
		return NULL;
	}
	if (!write_headers(a, at, p, log))
		return NULL;
	cxx = cxx && *cxx ? cxx : "g++";
	add(a, &w, cxx);
	if (preproc_whole_lines_option(cxx))
		add(a, &w, preproc_whole_lines_option(cxx));
	add(a, &w, "-E");
	add(a, &w, "-x");
	add(a, &w, "c++");
	add(a, &w, arena_printf(a, "-std=%s", s->std));
	if (s->no_warnings)
		add(a, &w, "-w");
	add_macros(a, &w, s);
	add(a, &w, arena_printf(a, "-I%s/include", at->dir));
	for (size_t i = 0; i < s->preprocessor.n; i++)
		if (!other_toolkit(s->preprocessor.at[i], headers))
			add(a, &w, s->preprocessor.at[i]);
	if (!s->no_source_include)
		add(a, &w, "-I.");
	add(a, &w, "-isystem");
	add(a, &w, headers);
	for (size_t i = 0; i < s->preprocessor.n; i++)
		if (other_toolkit(s->preprocessor.at[i], headers)) {
			add(a, &w, "-isystem");
			add(a, &w, s->preprocessor.at[i] + 2);
		}
	add(a, &w, "-include");
	add(a, &w, "cuda_runtime.h");
	add(a, &w, source);
	add(a, &w, "-o");
	add(a, &w, output);
	add(a, &w, NULL);
	bool ok = run(&w, messages, log);
	vec_push(a, &at->made, messages);
	vec_push(a, &at->made, output);
	copy_messages(a, messages, log);
	return ok ? read_file(a, output, len) : NULL;
}

char *rtc_preprocess(struct arena *a, const struct _nvrtcProgram *p,
                     const struct rtc_settings *s, size_t *len, FILE *log) {
	struct place at = {0};
	if (!make_place(a, &at)) {
		fprintf(log,
		        "nvrtc: error: cannot make a folder for temporary files: %s\n",
		        strerror(errno));
		return NULL;
	}
	char *text = preprocess(a, &at, p, s, len, log);
	clean_up(&at);
	return text;
}
