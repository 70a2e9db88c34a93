/* host.c - command lines of the host compiler: preprocess, compile, assemble, link.
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <sys/stat.h>

#include "lexer/preproc.h"
#include "tools/simtcc/driver.h"

static const char *const standard[] = {NULL,         "-std=c++03", "-std=c++11",
                                       "-std=c++14", "-std=c++17", "-std=c++20"};

u32 cc_standard(const struct cc_settings *s) {
	static const u8 year[] = {0, 11, 11, 14, 17, 20};
	return year[s->standard];
}

/* ---- what all steps share ---- */

static void add_numbered(struct cc *cc, struct texts *t, const char *option, u64 n) {
	if (n)
		cc_add(cc, t,
		       arena_printf(&cc->arena, "%s%llu", option, (unsigned long long)n));
}

/* Adds the kinds of -Werror that are warnings of the host compiler; the others are
 * simtcc's own. */
static void add_werror(struct cc *cc, struct texts *t) {
	text_each (kind, &cc->set.werror)
		if (strcmp(*kind, "reorder") == 0)
			cc_add(cc, t, "-Werror=reorder");
		else if (strcmp(*kind, "all-warnings") == 0)
			cc_add(cc, t, "-Werror");
		else if (strcmp(*kind, "deprecated-declarations") == 0)
			cc_add(cc, t, "-Werror=deprecated-declarations");
}

/* Adds options that decide about code; some also decide about predefined macros. */
static void add_code_options(struct cc *cc, struct texts *t, bool is_cxx) {
	struct cc_settings *s = &cc->set;
	if (is_cxx && s->standard)
		cc_add(cc, t, standard[s->standard]);
	if (s->optimize)
		cc_add(cc, t, arena_printf(&cc->arena, "-O%s", s->optimize));
	if (s->debug)
		cc_add(cc, t, "-g");
	if (s->gprof)
		cc_add(cc, t, "-pg");
	if (s->no_exceptions)
		cc_add(cc, t, "-fno-exceptions");
	if (s->no_warnings)
		cc_add(cc, t, "-w");
	if (s->no_deprecated)
		cc_add(cc, t, "-Wno-deprecated-declarations");
	if (s->wreorder)
		cc_add(cc, t, "-Wreorder");
	if (s->random_seed)
		cc_add(cc, t,
		       arena_printf(&cc->arena, "-frandom-seed=%s", s->random_seed));
	add_numbered(cc, t, "-ftemplate-depth=", is_cxx ? s->template_depth : 0);
	if (is_cxx && s->template_backtrace != CC_UNSET)
		cc_add(cc, t,
		       arena_printf(&cc->arena, "-ftemplate-backtrace-limit=%llu",
		                    (unsigned long long)s->template_backtrace));
	add_werror(cc, t);
	if (strstr(cc->cxx, "clang") && !cc_wants_plain(s)) /* for host_message.c */
		cc_add(cc, t, "-fno-caret-diagnostics",
		       "-fdiagnostics-print-source-range-info");
	cc_add_all(&cc->arena, t, &s->xcompiler);
	if (s->forward_compiler)
		cc_add_all(&cc->arena, t, &s->unknown);
}

static void add_each(struct cc *cc, struct texts *t, const char *option,
                     const struct texts *values) {
	text_each (v, values)
		cc_add(cc, t, arena_printf(&cc->arena, "%s%s", option, *v));
}

static void add_search_options(struct cc *cc, struct texts *t) {
	struct cc_settings *s = &cc->set;
	add_each(cc, t, "-D", &s->define);
	add_each(cc, t, "-U", &s->undefine);
	cc_add_search(cc, t);
	if (s->default_stream == 2)
		cc_add(cc, t, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
}

static void add_dependencies(struct cc *cc, struct texts *t, const char *how,
                             const char *file, const char *target) {
	if (!how)
		return;
	cc_add(cc, t, how);
	if (file)
		cc_add(cc, t, "-MF", file);
	if (target)
		cc_add(cc, t, "-MT", target);
	if (cc->set.mp)
		cc_add(cc, t, "-MP");
}

/* ---- preprocessing ---- */

static const char *arch_list(struct cc *cc) {
	const char *list = "-D__CUDA_ARCH_LIST__=";
	vec_each (struct cc_arch, a, &cc->arch)
		list = arena_printf(&cc->arena, "%s%s%u0", list,
		                    a == cc->arch.at ? "" : ",", a->sm);
	return list;
}

/* Adds the macros that every source sees, C and C++ too: which compiler drives the
 * host's. */
static void add_driver_macros(struct cc *cc, struct texts *t) {
	cc_add(cc, t, "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13",
	       "-D__CUDACC_VER_MINOR__=0", "-D__CUDACC_VER_BUILD__=88",
	       "-D__CUDA_API_VER_MAJOR__=13", "-D__CUDA_API_VER_MINOR__=0",
	       "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
	       "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1", arch_list(cc));
}

static void add_cuda_macros(struct cc *cc, struct texts *t) {
	struct cc_settings *s = &cc->set;
	cc_add(cc, t, "-D__SIMTCC__=1", "-D__CUDACC__");
	add_driver_macros(cc, t);
	if (cc_true(s->rdc, false))
		cc_add(cc, t, "-D__CUDACC_RDC__");
	if (s->extended_lambda)
		cc_add(cc, t, "-D__CUDACC_EXTENDED_LAMBDA__");
	if (s->relaxed_constexpr)
		cc_add(cc, t, "-D__CUDACC_RELAXED_CONSTEXPR__");
	if (s->device_debug)
		cc_add(cc, t, "-D__CUDACC_DEBUG__");
}

static void add_device_macros(struct cc *cc, struct texts *t, const struct cc_arch *a) {
	struct cc_settings *s = &cc->set;
	bool fast = s->fast_math;
	if (s->frontend == FRONTEND_OWN) /* clang defines it itself */
		cc_add(cc, t, arena_printf(&cc->arena, "-D__CUDA_ARCH__=%u0", a->sm));
	cc_add(cc, t, "-DCUDA_DOUBLE_MATH_FUNCTIONS");
	if (a->suffix == 'a')
		cc_add(cc, t,
		       arena_printf(&cc->arena, "-D__CUDA_ARCH_FEAT_SM%u_ALL", a->sm),
		       arena_printf(&cc->arena, "-D__CUDA_ARCH_SPECIFIC__=%u0", a->sm));
	if (a->suffix)
		cc_add(cc, t,
		       arena_printf(&cc->arena, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=%u0",
		                    a->sm));
	const char *ftz = cc_true(s->ftz, fast) ? "1" : "0";
	const char *div = cc_true(s->prec_div, !fast) ? "1" : "0";
	const char *sqrt = cc_true(s->prec_sqrt, !fast) ? "1" : "0";
	cc_add(cc, t, arena_printf(&cc->arena, "-D__SIMT_FTZ=%s", ftz),
	       arena_printf(&cc->arena, "-D__SIMT_PREC_DIV=%s", div),
	       arena_printf(&cc->arena, "-D__SIMT_PREC_SQRT=%s", sqrt),
	       arena_printf(&cc->arena, "-D__CUDA_FTZ=%s", ftz),
	       arena_printf(&cc->arena, "-D__CUDA_PREC_DIV=%s", div),
	       arena_printf(&cc->arena, "-D__CUDA_PREC_SQRT=%s", sqrt));
	if (fast)
		cc_add(cc, t, "-D__USE_FAST_MATH__=1", "-D__SIMT_FAST_MATH=1");
}

void cc_add_cuda_macros(struct cc *cc, struct texts *t, const struct cc_arch *arch) {
	add_cuda_macros(cc, t);
	if (arch)
		add_device_macros(cc, t, arch);
}

static const char *language_name(enum cc_input_kind kind) {
	switch (kind) {
	case INPUT_C: return "c";
	case INPUT_C_PREPROCESSED: return "cpp-output";
	case INPUT_CXX_PREPROCESSED: return "c++-cpp-output";
	default: return "c++";
	}
}

struct texts cc_preprocess_command(struct cc *cc, const struct cc_preprocess *p) {
	struct texts t = {0};
	bool is_cu = p->kind == INPUT_CU;
	cc_add(cc, &t, cc->cxx, "-E", "-x", language_name(p->kind));
	add_code_options(cc, &t, p->kind != INPUT_C);
	if (is_cu)
		cc_add_cuda_macros(cc, &t, p->arch);
	else
		add_driver_macros(cc, &t);
	add_search_options(cc, &t);
	if (is_cu)
		cc_add(cc, &t, "-include", "cuda_runtime.h");
	if (is_cu && !p->arch)
		cc_add(cc, &t, "-include", "simt/host_stub.h");
	else if (is_cu) /* only the device half: g++'s warnings in the host half need its
	                   markers */
		cc_add(cc, &t, preproc_whole_lines_option(cc->cxx));
	text_each (file, &cc->set.pre_include)
		cc_add(cc, &t, "-include", *file);
	add_dependencies(cc, &t, p->dependencies, p->dep_file, p->dep_target);
	cc_add(cc, &t, p->source);
	if (p->output)
		cc_add(cc, &t, "-o", p->output);
	return t;
}

/* ---- compiling ---- */

bool cc_can_dump(const struct cc *cc) {
	return preproc_is_gcc(cc->cxx);
}

/* Returns GCC's ggc-min-heapsize, in KB: at twice that it looks for garbage, which takes
 * a tenth of the time of a check. Of what it makes of a long text little is garbage;
 * where a short one needs much, a tenth is. */
static u64 dump_heap(const char *in) {
	enum { SMALLEST = 128 << 10, LARGEST = 400 << 10, PER_BYTE = 64 };
	struct stat st;
	u64 heap = stat(in, &st) == 0 ? (u64)st.st_size * PER_BYTE >> 10 : 0;
	return MIN(MAX(heap, SMALLEST), LARGEST);
}

struct texts cc_compile_command(struct cc *cc, const char *in, const char *out,
                                bool is_dumped) {
	struct texts t = {0};
	cc_add(cc, &t, cc->cxx, is_dumped ? "-fsyntax-only" : "-S", "-x",
	       "c++-cpp-output");
	add_code_options(cc, &t, true);
	/* -fno-lto: the assembly is read, so it must be code, not GCC's own
	 * representation. -Wno-psabi: kernels take tensor maps by value, and GCC would
	 * note that GCC 4.6 changed how these are passed. */
	cc_add(cc, &t, "-fno-lto", "-Wno-psabi", in);
	if (is_dumped)
		cc_add(cc, &t, "--param",
		       arena_printf(&cc->arena, "ggc-min-heapsize=%" PRIu64,
		                    dump_heap(in)),
		       arena_printf(&cc->arena, "-fdump-tree-original=%s", out));
	else
		cc_add(cc, &t, "-o", out);
	return t;
}

struct texts cc_host_object_command(struct cc *cc, const char *in, const char *out,
                                    enum cc_input_kind kind, const char *dependencies,
                                    const char *dep_file, const char *dep_target) {
	struct texts t = {0};
	cc_add(cc, &t, cc->cxx, "-c", "-x", language_name(kind));
	add_code_options(cc, &t, kind != INPUT_C && kind != INPUT_C_PREPROCESSED);
	add_driver_macros(cc, &t);
	add_search_options(cc, &t);
	text_each (file, &cc->set.pre_include)
		cc_add(cc, &t, "-include", *file);
	add_dependencies(cc, &t, dependencies, dep_file, dep_target);
	cc_add(cc, &t, in, "-o", out);
	return t;
}

struct texts cc_assemble_command(struct cc *cc, const char *in, const char *out) {
	struct texts t = {0};
	cc_add(cc, &t, cc->cxx, "-c", "-x", "assembler");
	text_each (o, &cc->set.xcompiler)
		if (strncmp(*o, "-Wa,", 4) == 0 || strncmp(*o, "-m", 2) == 0)
			cc_add(cc, &t, *o);
	cc_add(cc, &t, in, "-o", out);
	return t;
}

/* ---- linking ---- */

static bool wants_static(const struct cc_settings *s) {
	const struct texts *given[] = {&s->xcompiler, &s->xlinker, &s->unknown};
	for (u32 i = 0; i < countof(given); i++)
		text_each (o, given[i])
			if (strcmp(*o, "-static") == 0 || strcmp(*o, "-static-pie") == 0)
				return true;
	return false;
}

static void add_static_runtime(struct cc *cc, struct texts *t) {
	cc_add(cc, t, "-lcudart_static", "-lrt", "-lpthread", "-ldl");
}

/* Adds the shared library, if nothing before has the runtime already. The static one
 * comes after it: the linker finds nothing to take from there, and CMake, which reads
 * this command, links programs with it as it does with nvcc. It links some of them by
 * a command of its own, without a run path. */
static void add_default_runtime(struct cc *cc, struct texts *t) {
	cc_add(cc, t, "-Wl,--push-state,--as-needed", "-lcudart", "-Wl,--pop-state");
	if (cc_has_static_runtime(cc))
		add_static_runtime(cc, t);
}

static void add_libraries(struct cc *cc, struct texts *t) {
	struct cc_settings *s = &cc->set;
	cc_add(cc, t, cc_library_flag(cc));
	if (s->cudadevrt == 0)
		cc_add(cc, t, "-lcudadevrt");
	if (s->cudart == CUDART_STATIC ||
	    (s->cudart == CUDART_DEFAULT && wants_static(s)))
		add_static_runtime(cc, t);
	else if (s->cudart == CUDART_SHARED)
		cc_add(cc, t, "-lcudart");
	else if (s->cudart == CUDART_DEFAULT)
		add_default_runtime(cc, t);
}

struct texts cc_link_command(struct cc *cc, const struct texts *objects,
                             const char *out) {
	struct cc_settings *s = &cc->set;
	struct texts t = {0};
	cc_add(cc, &t, cc->cxx);
	if (s->shared)
		cc_add(cc, &t, "-shared");
	if (s->relocatable_link)
		cc_add(cc, &t, "-r");
	if (s->debug)
		cc_add(cc, &t, "-g");
	if (s->gprof)
		cc_add(cc, &t, "-pg");
	cc_add_all(&cc->arena, &t, &s->xcompiler);
	if (s->forward_compiler || s->forward_linker)
		cc_add_all(&cc->arena, &t, &s->unknown);
	cc_add_all(&cc->arena, &t, objects);
	text_each (o, &s->xlinker)
		cc_add(cc, &t, "-Xlinker", *o);
	add_each(cc, &t, "-L", &s->library_path);
	add_each(cc, &t, "-l", &s->library);
	if (!s->relocatable_link) {
		add_libraries(cc, &t);
		cc_add(cc, &t, arena_printf(&cc->arena, "-Wl,-rpath,%s/lib64", cc->top));
	}
	cc_add(cc, &t, "-o", out);
	return t;
}
