/* preprocess.c - expands the macros of a program with the preprocessor of our own, which
 * sees the program's headers first and the toolkit's after them. Macros and folders are
 * those of the host compiler, which is asked once for each kind of options. Without one
 * there are a table of macros and small headers beside the toolkit's.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lexer/preproc.h"
#include "preprocessor/command.h"
#include "preprocessor/host.h"
#include "runtime/nvrtc/program.h"

/* ---- places ------------------------------------------------------------------------ */

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
	add_number(a, w, "__SIMT_MOVE_FORWARD", s->move_forward);
	add_number(a, w, "__SIMT_INITIALIZER_LIST", s->initializer_list);
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

static void add_folders(struct arena *a, struct rtc_words *w,
                        const struct rtc_settings *s, const char *headers) {
	for (size_t i = 0; i < s->preprocessor.n; i++)
		if (!other_toolkit(s->preprocessor.at[i], headers))
			add(a, w, s->preprocessor.at[i]);
	if (!s->no_source_include)
		add(a, w, "-I.");
	add(a, w, "-isystem");
	add(a, w, headers);
	for (size_t i = 0; i < s->preprocessor.n; i++)
		if (other_toolkit(s->preprocessor.at[i], headers)) {
			add(a, w, "-isystem");
			add(a, w, s->preprocessor.at[i] + 2);
		}
}

/* The command that g++ would be given. */
static struct rtc_words command(struct arena *a, const struct rtc_settings *s,
                                const char *headers) {
	const char *cxx = getenv("NVCC_CCBIN");
	struct rtc_words w = {0};
	add(a, &w, cxx && *cxx ? cxx : "g++");
	add(a, &w, arena_printf(a, "-std=%s", s->std));
	add(a, &w, "-ftrack-macro-expansion=0"); /* messages show whole lines */
	if (s->no_warnings)
		add(a, &w, "-w");
	add(a, &w, "-include");
	add(a, &w, "simt/rtc_types.h");
	add_macros(a, &w, s);
	add_folders(a, &w, s, headers);
	add(a, &w, "-include");
	add(a, &w, "cuda_runtime.h");
	add(a, &w, "source.cu"); /* its name may look like an option */
	add(a, &w, NULL);
	return w;
}

/* What the host compiler says; without one, the table, and our own headers. */
static void find_host(struct arena *a, const struct pp_command *c, const char *headers,
                      u32 standard, struct pp_host *host) {
	const char *why;
	if (pp_host_ask(a, &c->host, pp_cache_dir(a), host, &why))
		return;
	pp_host_table(a, standard, host);
	struct pp_dir *own = arena_new(a, struct pp_dir);
	own->path = arena_printf(a, "%s/simt/alone", headers);
	own->is_system = true;
	host->dir = own;
	host->ndir = 1;
}

static const struct pp_header *given_headers(struct arena *a,
                                             const struct _nvrtcProgram *p) {
	struct pp_header *h = arena_array(a, struct pp_header, p->nheader + 1);
	for (u32 i = 0; i < p->nheader; i++)
		h[i] = (struct pp_header){p->header[i].name, p->header[i].text};
	return h;
}

/* Programs bring headers when the log names them, and compile again (jitify). They read
 * NVRTC's words, the header's name, and in which line of which file it is included. The
 * next jitify includes a header that is not there, to stop, and reads the warnings that
 * come before it, however many: each header has one that says that it was included. */
static void name_missing(const struct diag *diag, u32 nrecord, FILE *log) {
	for (u32 i = 0; i < nrecord; i++) {
		const struct diag_record *r = &diag->record[i];
		struct source_pos at = source_pos(diag->sources, r->loc.start);
		const char *name = r->code == E0805 ? strchr(r->text, '\'') : NULL;
		const char *end = name ? strrchr(name, '\'') : NULL;
		if (end > name && at.file)
			fprintf(log,
			        "%s(%u): catastrophic error: cannot open source file "
			        "\"%.*s\"\n",
			        at.file->name, at.line, (int)(end - name - 1), name + 1);
	}
}

enum { LOG_MOST = 1 << 16 }; /* messages of the preprocessor */

static char *run(struct arena *a, const struct _nvrtcProgram *p, struct pp_command *c,
                 size_t *len, FILE *log) {
	struct sources sources;
	struct diag diag;
	struct pp_result r;
	sources_init(&sources, a);
	diag_init(&diag, a, &sources);
	c->options.source = p->name;
	c->options.text = arena_printf(a, "%s%s", p->source, name_variables(a, p));
	c->options.header = given_headers(a, p);
	c->options.nheader = p->nheader;
	diag.limit = LOG_MOST;
	bool ok = preprocess(a, &diag, &c->options, &r);
	u32 nrecord = diag.nrecord;
	diag_flush(&diag, log, (struct diag_style){.is_log = true});
	name_missing(&diag, nrecord, log);
	*len = r.len;
	return ok ? r.text : NULL;
}

char *rtc_preprocess(struct arena *a, const struct _nvrtcProgram *p,
                     const struct rtc_settings *s, size_t *len, FILE *log) {
	const char *headers = toolkit_headers(a), *why;
	struct pp_command c;
	struct pp_host host;
	if (!headers) {
		fprintf(log,
		        "nvrtc: error: the toolkit's headers are not beside the library; "
		        "SIMT_INCLUDE_PATH may name their folder\n");
		return NULL;
	}
	struct rtc_words w = command(a, s, headers);
	if (!pp_read_command(a, w.at, &c, &why)) {
		fprintf(log, "nvrtc: error: option '%s' is not understood\n", why);
		return NULL;
	}
	c.options.own = headers;
	find_host(a, &c, headers, (u32)strtoul(s->std + strlen("c++"), NULL, 10), &host);
	c.options.host = &host;
	return run(a, p, &c, len, log);
}
