/* compile.c - CUDA C++ to PTX, in a process of its own: the front end runs as in simtcc,
 * on the device half alone, so no host code of the source runs. It reads headers of the
 * toolkit, of the host compiler, and of folders that the description names; no others.
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ir/lower/compile.h"
#include "ir/read/module.h"
#include "preprocessor/command.h"
#include "preprocessor/host.h"
#include "runtime/core/device.h"
#include "runtime/core/names.h"
#include "tools/judge/judge.h"
#include "tools/simtrun/argspec.h"

enum { TEXT_MOST = 64 << 20, EXPANDED_MOST = 64 << 20 };

/* ---- places ------------------------------------------------------------------------ */

/* Returns the folder of the toolkit's headers: installed, or in the build folder. */
static const char *toolkit_headers(struct arena *a) {
	static const char *const places[] = {"../lib/simt/cuda/include",
	                                     "simtcc/cuda/include"};
	char own[PATH_MAX], real[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
	const char *given = getenv("SIMT_INCLUDE_PATH");
	if (given && *given)
		return given;
	own[MAX(n, 0)] = 0;
	char *slash = strrchr(own, '/');
	if (slash)
		*slash = 0;
	for (u32 i = 0; slash && i < countof(places); i++) {
		const char *dir = arena_printf(a, "%s/%s", own, places[i]);
		if (access(arena_printf(a, "%s/cuda_runtime.h", dir), R_OK) == 0 &&
		    realpath(dir, real))
			return arena_strdup(a, real, strlen(real));
	}
	return NULL;
}

/* ---- the compiler ------------------------------------------------------------------ */

struct compilation {
	struct simtrun *run;
	const struct judge_spec *spec;
	const char *path;
	bool trusted;
	struct pp_command command;
	struct pp_host host;
	struct { /* shared with the process */
		bool ok;
		size_t ptx_bytes; /* of the text; diagnostics follow */
		char refused[PATH_MAX];
	} *out;
};

static struct texts make_command(struct simtrun *run, const struct judge_spec *s,
                                 const char *path, const char *headers) {
	static const char *const always[] = {"-std=c++17",
	                                     "-ftrack-macro-expansion=0",
	                                     "-D__SIMTCC__=1",
	                                     "-D__CUDACC__",
	                                     "-D__NVCC__",
	                                     "-D__CUDACC_VER_MAJOR__=13",
	                                     "-D__CUDACC_VER_MINOR__=0",
	                                     "-D__CUDACC_VER_BUILD__=88",
	                                     "-D__CUDA_API_VER_MAJOR__=13",
	                                     "-D__CUDA_API_VER_MINOR__=0",
	                                     "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
	                                     "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1",
	                                     "-D__CUDACC_EXTENDED_LAMBDA__",
	                                     "-D__CUDACC_RELAXED_CONSTEXPR__",
	                                     "-D__CUDA_ARCH_LIST__=900",
	                                     "-D__CUDA_ARCH__=900",
	                                     "-D__CUDA_ARCH_FEAT_SM90_ALL",
	                                     "-D__CUDA_ARCH_SPECIFIC__=900",
	                                     "-D__CUDA_ARCH_FAMILY_SPECIFIC__=900",
	                                     "-DCUDA_DOUBLE_MATH_FUNCTIONS",
	                                     "-D__SIMT_FTZ=0",
	                                     "-D__SIMT_PREC_DIV=1",
	                                     "-D__SIMT_PREC_SQRT=1",
	                                     "-D__CUDA_FTZ=0",
	                                     "-D__CUDA_PREC_DIV=1",
	                                     "-D__CUDA_PREC_SQRT=1"};
	const char *cxx = getenv("NVCC_CCBIN");
	struct texts w = {0};
	struct arena *a = &run->arena;
	vec_push(a, &w, cxx && *cxx ? cxx : "g++");
	for (u32 i = 0; i < countof(always); i++)
		vec_push(a, &w, always[i]);
	text_each (dir, &s->include)
		vec_push(a, &w, arena_printf(a, "-I%s", *dir));
	vec_push(a, &w, "-isystem");
	vec_push(a, &w, headers);
	vec_push(a, &w, "-include");
	vec_push(a, &w, "cuda_runtime.h");
	vec_push(a, &w, *path == '-' ? arena_printf(a, "./%s", path) : path);
	vec_push(a, &w, NULL);
	return w;
}

/* Without a host compiler: a table of macros, and small headers beside the toolkit's. */
static void find_host(struct compilation *c, const char *headers) {
	struct arena *a = &c->run->arena;
	const char *why;
	if (pp_host_ask(a, &c->command.host, pp_cache_dir(a), &c->host, &why))
		return;
	pp_host_table(a, 17, &c->host);
	struct pp_dir *own = arena_new(a, struct pp_dir);
	own->path = arena_printf(a, "%s/simt/alone", headers);
	own->is_system = true;
	c->host.dir = own;
	c->host.ndir = 1;
}

/* The folders that the source may include from. */
static void confine(struct compilation *c, const char *headers) {
	struct arena *a = &c->run->arena;
	struct pp_options *o = &c->command.options;
	u32 n = o->ndir + c->host.ndir + 1;
	const char **root = arena_array(a, const char *, n);
	char real[PATH_MAX];
	o->root = root;
	for (u32 i = 0; i < n; i++) {
		const char *dir = i == 0         ? headers
		                  : i <= o->ndir ? o->dir[i - 1].path
		                                 : c->host.dir[i - 1 - o->ndir].path;
		if (realpath(dir, real))
			root[o->nroot++] = arena_strdup(a, real, strlen(real));
	}
	/* Headers of the toolkit may be links into its sources. */
	const char *probe = arena_printf(a, "%s/cuda_runtime.h", headers);
	char *slash = realpath(probe, real) ? strrchr(real, '/') : NULL;
	if (slash)
		root[0] = arena_strdup(a, real, (size_t)(slash - real));
}

static bool to_ptx(struct compilation *c, struct diag *d, struct cuda_compile_result *r) {
	struct arena *a = &c->run->arena;
	struct pp_result text = {0};
	c->command.options.host = &c->host;
	c->command.options.most = EXPANDED_MOST;
	bool ok = preprocess(a, d, &c->command.options, &text);
	if (text.refused)
		snprintf(c->out->refused, sizeof c->out->refused, "%s", text.refused);
	if (!ok)
		return false;
	struct cuda_compile_options o = {
		.input_name = c->path,
		.text = text.text,
		.len = text.len,
		.sm = 90,
		.sm_suffix = 'a',
		.standard = 17,
		.lineinfo = true,
		.fmad = true,
		.prec_div = true,
		.prec_sqrt = true,
		.launches = true, /* for who compiles with -rdc=true */
		.opt_level = 3,
	};
	return cuda_compile(a, &o, d, r);
}

static void compile_here(void *ctx, int fd) {
	struct compilation *c = ctx;
	struct sources sources;
	struct diag d;
	struct cuda_compile_result r = {0};
	FILE *out = fdopen(fd, "w");
	if (!c->trusted && !sandbox_begin(c->run))
		_exit(CHILD_NO_SANDBOX);
	if (!out)
		_exit(EXIT_INTERNAL);
	sources_init(&sources, &c->run->arena);
	diag_init(&d, &c->run->arena, &sources);
	c->out->ok = to_ptx(c, &d, &r);
	if (c->out->ok)
		c->out->ptx_bytes = fwrite(r.ptx, 1, MIN(r.len, TEXT_MOST), out);
	diag_flush(&d, out, (struct diag_style){.format = DIAG_JSON});
	if (fflush(out) != 0)
		_exit(EXIT_INTERNAL);
}

const char judge_no_sandbox[] = "there is no sandbox: the system does not let a process "
				"restrict itself, or libseccomp was missing";

static const char *how_it_ended(struct arena *a, const struct judge_child *c) {
	if (WIFSIGNALED(c->wstatus))
		return WTERMSIG(c->wstatus) == SIGKILL || WTERMSIG(c->wstatus) == SIGSYS
		               ? "it was stopped by the sandbox"
		               : arena_printf(a, "it ended with signal %d",
		                              WTERMSIG(c->wstatus));
	switch (WEXITSTATUS(c->wstatus)) {
	case EXIT_OK: return NULL;
	case EXIT_TIMEOUT: return "it took too long";
	case CHILD_NO_SANDBOX: return judge_no_sandbox;
	default: return "it needs more memory than it may have";
	}
}

static void read_ptx(struct simtrun *run, const char *path, struct judge_code *c) {
	const struct source_file *f = source_load(&run->sources, path);
	c->ok = f != NULL;
	c->ptx = f ? f->text : "";
	c->len = f ? f->len : 0;
}

void judge_compile(struct simtrun *run, const struct judge_spec *s, const char *path,
                   bool trusted, struct judge_code *c) {
	struct compilation job = {
		.run = run, .spec = s, .path = path, .trusted = trusted};
	const char *headers, *why, *dot = strrchr(path, '.');
	*c = (struct judge_code){.path = path, .diagnostics = ""};
	c->is_cuda = !dot || strcmp(dot, ".ptx") != 0;
	if (!c->is_cuda) {
		read_ptx(run, path, c);
		return;
	}
	headers = toolkit_headers(&run->arena);
	job.out = shared_memory(sizeof *job.out);
	struct texts w = make_command(run, s, path, headers ? headers : "");
	if (!headers || !job.out ||
	    !pp_read_command(&run->arena, w.at, &job.command, &why)) {
		c->ended = "the toolkit's headers are not beside this program";
		return;
	}
	find_host(&job, headers);
	if (!trusted)
		confine(&job, headers);
	struct judge_child child;
	if (!child_start(&child, compile_here, &job)) {
		c->ended = "no process could be started";
		return;
	}
	child_wait(&child);
	size_t len, n;
	const char *text = child_text(&run->arena, &child, 2 * (size_t)TEXT_MOST, &len);
	c->ended = how_it_ended(&run->arena, &child);
	c->ok = !c->ended && job.out->ok;
	n = MIN(job.out->ptx_bytes, len);
	c->ptx = c->ok ? arena_strdup(&run->arena, text, n) : "";
	c->len = c->ok ? n : 0;
	c->diagnostics = text + n;
	if (job.out->refused[0])
		c->refused = arena_strdup(&run->arena, job.out->refused,
		                          strlen(job.out->refused));
}

/* ---- the kernels of a module ------------------------------------------------------- */

struct probe {
	struct simtrun *run;
	const struct judge_code *code;
	struct judge_module *out;
};

static void describe_params(struct simt_module *m, struct simt_function *f,
                            struct judge_kernel *k) {
	struct arena a = ARENA_INIT;
	struct param_use use[JUDGE_PARAMS + 1] = {{0}};
	struct simt_param p;
	param_uses(&a, m->ir, f->func, use);
	for (u32 i = 0; i < k->nparam && simt_function_param(f, i, &p); i++)
		k->param[i] = (struct judge_use){
			.bytes = p.size,
			.scalar = (u8)element_find(p.type, strlen(p.type)),
			.type = use[i].type,
			.is_pointer = p.is_pointer,
			.is_loaded = use[i].is_loaded,
			.is_stored = use[i].is_stored,
			.is_updated = use[i].is_updated,
		};
	arena_drop(&a);
}

static void describe_kernel(struct simt_module *m, struct simt_function *f,
                            struct judge_kernel *k) {
	struct simt_function_attributes a;
	simt_function_attributes(f, &a);
	snprintf(k->name, sizeof k->name, "%s", a.name);
	k->nparam = a.nparam;
	memcpy(k->reqntid, a.reqntid, sizeof k->reqntid);
	memcpy(k->cluster, a.cluster, sizeof k->cluster);
	k->max_threads = a.max_threads;
	k->shared_static = a.shared_static;
	if (a.nparam <= JUDGE_PARAMS)
		describe_params(m, f, k);
}

static void put_last_error(FILE *log) {
	struct arena a = ARENA_INIT;
	struct sources sources;
	struct diag d;
	sources_init(&sources, &a);
	diag_init(&d, &a, &sources);
	diag_error(&d, (struct loc){0, 0}, E0406, "%s", simt_last_error());
	diag_flush(&d, log, (struct diag_style){.format = DIAG_JSON});
	fflush(log);
	arena_drop(&a);
}

static void probe_here(void *ctx, int fd) {
	struct probe *p = ctx;
	struct simt_device *dev;
	struct simt_module *m;
	struct simt_function *f;
	FILE *log = fdopen(fd, "w");
	struct simt_load_options o = {.log = log, .format = SIMT_LOG_JSON};
	struct simt_device_options d = {.backend = "interp",
	                                .memory_bytes = p->run->set.memory,
	                                .threads = 1,
	                                .sandbox = true};
	name_prepare();
	if (!sandbox_shut(p->run))
		_exit(CHILD_NO_SANDBOX);
	if (!log || simt_device_open(&d, &dev) != SIMT_OK)
		_exit(EXIT_INTERNAL);
	if (simt_module_load(dev, p->code->path, p->code->ptx, p->code->len, &o, &m) !=
	    SIMT_OK) {
		if (ftello(log) == 0) /* as of variables that are too large */
			put_last_error(log);
		_exit(EXIT_OK);
	}
	for (u32 i = 0; i < simt_function_count(m) && i < JUDGE_KERNELS; i++)
		if (simt_function_at(m, i, &f) == SIMT_OK)
			describe_kernel(m, f, &p->out->kernel[p->out->nkernel++]);
	p->out->ok = true;
	fflush(log);
	_exit(EXIT_OK);
}

struct judge_module *judge_probe(struct simtrun *run, struct judge_code *code) {
	struct probe p = {run, code, shared_memory(sizeof *p.out)};
	struct judge_child child;
	size_t len;
	if (!p.out || !child_start(&child, probe_here, &p))
		return NULL;
	child_wait(&child);
	const char *text = child_text(&run->arena, &child, TEXT_MOST, &len);
	code->ended = how_it_ended(&run->arena, &child);
	code->diagnostics = arena_printf(&run->arena, "%s%s", code->diagnostics, text);
	code->ok = p.out->ok && !code->ended;
	p.out->ok = code->ok;
	return p.out;
}
