/* clang.c - --frontend=clang: compiles the device half to PTX with an installed clang and
 * the toolkit's own headers. Clang reads the source itself, not what the host compiler
 * preprocessed, as each compiler has its own macros. Names of kernels and variables are
 * the same as in the host half, as both use the Itanium ABI.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "ir/analysis/reachable.h"
#include "ir/lower/compile.h"
#include "ir/read/module.h"
#include "tools/simtcc/driver.h"

/* ---- the program ---- */

static bool is_on_path(struct cc *cc, const char *name) {
	const char *path = getenv("PATH");
	while (path && *path) {
		size_t n = strcspn(path, ":");
		if (access(arena_printf(&cc->arena, "%.*s/%s", (int)n, path, name),
		           X_OK) == 0)
			return true;
		path += n + (path[n] == ':');
	}
	return false;
}

/* Finds the newest one: older ones do not know the newest architectures. */
static const char *find_clang(struct cc *cc) {
	for (u32 version = 22; version >= 14; version--) {
		const char *name = arena_printf(&cc->arena, "clang++-%u", version);
		if (is_on_path(cc, name))
			return name;
	}
	return is_on_path(cc, "clang++") ? "clang++" : NULL;
}

/* ---- the command ---- */

static void add_lists(struct cc *cc, struct texts *t) {
	static const struct {
		const char *option;
		size_t list;
	} row[] = {
		{"-D", offsetof(struct cc_settings, define)},
		{"-U", offsetof(struct cc_settings, undefine)},
	};
	for (u32 i = 0; i < countof(row); i++) {
		const struct texts *list = (const struct texts *)((const u8 *)&cc->set +
		                                                  row[i].list);
		text_each (v, list)
			cc_add(cc, t, row[i].option, *v);
	}
	cc_add_search(cc, t);
}

static void add_numerics(struct cc *cc, struct texts *t) {
	const struct cc_settings *s = &cc->set;
	cc_add(cc, t,
	       cc_true(s->fmad, true) ? "-ffp-contract=fast" : "-ffp-contract=off");
	if (cc_true(s->ftz, s->fast_math))
		cc_add(cc, t, "-fgpu-flush-denormals-to-zero");
	if (!cc_true(s->prec_div, !s->fast_math))
		cc_add(cc, t, "-mllvm", "-nvptx-prec-divf32=0");
	if (!cc_true(s->prec_sqrt, !s->fast_math))
		cc_add(cc, t, "-mllvm", "-nvptx-prec-sqrtf32=0");
}

static void add_debug(struct cc *cc, struct texts *t) {
	const struct cc_settings *s = &cc->set;
	if (s->device_debug && s->device_optimize == 0)
		cc_add(cc, t, "-O0", "-g");
	else
		cc_add(cc, t, s->device_level == 1 ? "-O0" : "-O3");
	if (s->lineinfo && !s->device_debug)
		cc_add(cc, t, "-gline-tables-only");
}

/* Returns the dialect, by default that of the host compiler, so that both halves
 * agree. */
static const char *dialect(const struct cc_settings *s) {
	static const char *const name[] = {"-std=gnu++17", "-std=c++03", "-std=c++11",
	                                   "-std=c++14",   "-std=c++17", "-std=c++20"};
	return name[s->standard];
}

static struct texts make_command(struct cc *cc, const char *clang, const char *source,
                                 struct cc_arch arch, const char *out) {
	struct texts t = {0};
	const struct cc_settings *s = &cc->set;
	cc_add(cc, &t, clang, "-x", "cuda", "--cuda-device-only", "-S",
	       arena_printf(&cc->arena, "--cuda-gpu-arch=%s",
	                    cc_arch_name(cc, "sm", arch)),
	       "-nocudainc", "-nocudalib", "-Xclang", "-target-sdk-version=12.3",
	       "-Wno-unknown-cuda-version", "-Wno-pass-failed", "-fno-crash-diagnostics",
	       dialect(s));
	add_debug(cc, &t);
	add_numerics(cc, &t);
	if (cc_true(s->rdc, false))
		cc_add(cc, &t, "-fgpu-rdc");
	if (s->device_syntax_only)
		cc_add(cc, &t, "-fsyntax-only");
	cc_add(cc, &t, s->no_warnings ? "-w" : "-fno-color-diagnostics");
	if (!cc_wants_plain(s)) /* for host_message.c */
		cc_add(cc, &t, "-fno-caret-diagnostics",
		       "-fdiagnostics-print-source-range-info");
	cc_add_cuda_macros(cc, &t, &arch);
	add_lists(cc, &t);
	cc_add(cc, &t, "-include", "simt/clang.h", "-include", "cuda_runtime.h");
	text_each (file, &s->pre_include)
		cc_add(cc, &t, "-include", *file);
	cc_add(cc, &t, source, "-o", out);
	return t;
}

/* ---- symbols for the host half ---- */

static enum cuda_symbol_kind kind_of(const struct var *v) {
	return v->space == SPACE_CONST ? CUDA_VAR_CONST
	       : v->managed            ? CUDA_VAR_MANAGED
	                               : CUDA_VAR_DEVICE;
}

/* Returns a name without the suffix that clang adds, in relocatable code, to names of
 * internal linkage. */
static const char *host_name(struct cc *cc, const char *name) {
	const char *mark = strstr(name, "__static__");
	mark = mark ? mark : strstr(name, "__intern__");
	return mark ? arena_strdup(&cc->arena, name, (size_t)(mark - name)) : name;
}

static void list_symbols(struct cc *cc, const struct module *m,
                         struct cc_device_code *out) {
	for (u32 i = 0; i < m->nfunc; i++)
		if (m->func[i]->is_entry && m->func[i]->has_body) {
			const char *name = arena_printf(&cc->arena, "%s",
			                                m->func[i]->name->s);
			vec_push(&cc->arena, &out->symbol,
			         (struct cc_device_symbol){name, host_name(cc, name),
			                                   CUDA_KERNEL, 0, false, false,
			                                   false});
		}
	for (u32 i = 0; i < m->nvar; i++) {
		const struct var *v = &m->var[i];
		if (v->func != NO_REG ||
		    (v->space != SPACE_GLOBAL && v->space != SPACE_CONST))
			continue;
		const char *name = arena_printf(&cc->arena, "%s", v->name->s);
		vec_push(&cc->arena, &out->symbol,
		         (struct cc_device_symbol){
				 name, host_name(cc, name), (u8)kind_of(v), v->size_bytes,
				 v->linkage == LINKAGE_EXTERN, v->linkage == LINKAGE_NONE,
				 v->linkage == LINKAGE_WEAK});
	}
}

/* Checks that we can run clang's PTX, and reads its symbols. */
static int read_symbols(struct cc *cc, const char *path, struct cc_device_code *code) {
	struct arena arena = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	sources_init(&sources, &arena);
	diag_init(&diag, &arena, &sources);
	struct source_file *file = source_add(&sources, path, code->ptx, code->size);
	struct module *m = file ? module_load(&arena, &diag, file, NULL) : NULL;
	diag_flush(&diag, stderr, cc_message_style());
	if (m)
		list_symbols(cc, m, code);
	arena_drop(&arena);
	return m ? CC_OK : CC_DEVICE_ERRORS;
}

/* ---- the whole ---- */

int cc_clang_compile(struct cc *cc, const char *source, struct cc_arch arch,
                     const char *ptx_path, struct cc_device_code *out) {
	const char *clang = find_clang(cc);
	text_each (stage, &cc->set.emit)
		if (strcmp(*stage, "tokens") == 0 || strcmp(*stage, "ast") == 0) {
			cc_error("--emit=%s shows our own front end, not clang's",
			         *stage);
			return CC_FAILED;
		}
	if (!clang) {
		cc_error("--frontend=clang: there is no clang++ on the PATH (Debian: "
		         "apt-get "
		         "install clang-19)");
		return CC_FAILED;
	}
	struct texts command = make_command(cc, clang, source, arch, ptx_path);
	if (cc_run(cc, &command))
		return CC_DEVICE_ERRORS;
	*out = (struct cc_device_code){.arch = arch};
	if (cc->set.dryrun || cc->set.device_syntax_only)
		return CC_OK;
	out->ptx = cc_read(cc, ptx_path, &out->size);
	if (!out->ptx)
		return CC_FAILED;
	int status = read_symbols(cc, ptx_path, out);
	if (!status && cc_true(cc->set.rdc, false))
		cc_tell_locals_apart(cc, source, out);
	return status;
}
