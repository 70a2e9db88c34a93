/* unit.c - compiles one source. Both halves of a .cu are preprocessed at once. The host
 * half is rewritten and compiled to assembly, which names the instances of kernel
 * templates. The device half becomes PTX in a container, whose registration is appended
 * to the assembly.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "ir/print/dump_stage.h"
#include "runtime/handles/fatbin.h"
#include "runtime/handles/fatbin_write.h"
#include "tools/simtcc/driver.h"
#include "tools/simtcc/register.h"
#include "tools/simtcc/rewrite.h"
#include "tools/simtcc/symbol.h"

/* ---- kinds of input ---- */

static bool has_suffix(const char *path, const char *suffix) {
	size_t n = strlen(path), m = strlen(suffix);
	return n >= m && strcmp(path + n - m, suffix) == 0;
}

enum cc_input_kind cc_input_kind(const struct cc *cc, const char *path) {
	static const struct {
		const char *suffix;
		u8 kind;
	} known[] = {
		{".o", INPUT_OBJECT},
		{".obj", INPUT_OBJECT},
		{".a", INPUT_OBJECT},
		{".so", INPUT_OBJECT},
		{".lib", INPUT_OBJECT},
		{".ptx", INPUT_PTX},
		{".fatbin", INPUT_FATBIN},
		{".cubin", INPUT_CUBIN},
		{".cu", INPUT_CU},
		{".cpp", INPUT_CXX},
		{".cc", INPUT_CXX},
		{".cxx", INPUT_CXX},
		{".c++", INPUT_CXX},
		{".C", INPUT_CXX},
		{".c", INPUT_C},
		{".ii", INPUT_CXX_PREPROCESSED},
		{".i", INPUT_C_PREPROCESSED},
	};
	static const u8 by_language[] = {INPUT_UNKNOWN, INPUT_C, INPUT_CXX, INPUT_CU};
	u8 kind = strstr(path, ".so.") ? INPUT_OBJECT : INPUT_UNKNOWN;
	for (u32 i = 0; i < countof(known) && kind == INPUT_UNKNOWN; i++)
		if (has_suffix(path, known[i].suffix))
			kind = known[i].kind;
	if (cc->set.language != LANGUAGE_AUTO && kind != INPUT_OBJECT)
		return by_language[cc->set.language];
	return kind;
}

/* ---- one .cu ---- */

struct unit {
	struct cc *cc;
	const char *source, *host_text, *rewritten, *assembly;
	const char **device_text; /* by architecture */
	struct rewrite_result host;
	struct host_symbols symbols;
	struct texts instance; /* that the device half has to make */
	struct cc_device_codes code;
	const char *fatbin; /* the container that the assembly includes; NULL: a temporary
	                       one */
	bool needs_assembly; /* for the output, not only to find instances */
	bool is_optimized;   /* the host half, as the user says */
	bool is_dumped;      /* there is a dump instead of assembly */
};

static const char *arch_suffix(struct unit *u, u32 i, const char *suffix) {
	struct cc *cc = u->cc;
	if (cc->arch.n == 1)
		return suffix;
	return arena_printf(&cc->arena, ".%s%s",
	                    cc_arch_name(cc, "compute", cc->arch.at[i]), suffix);
}

/* Sets the names of the .d file and its target: the given ones, else made from the
 * output's. */
static void set_dependencies(struct cc *cc, struct cc_preprocess *p, const char *out) {
	if (!cc->set.md && !cc->set.mmd)
		return;
	size_t n = strlen(out);
	const char *dot = strrchr(out, '.');
	if (dot && !strchr(dot, '/'))
		n = (size_t)(dot - out);
	p->dependencies = cc->set.mmd ? "-MMD" : "-MD";
	p->dep_file = cc->set.mf ? cc->set.mf
	                         : arena_printf(&cc->arena, "%.*s.d", (int)n, out);
	p->dep_target = cc->set.mt ? cc->set.mt : out;
}

/* The rules of what the halves depend on, before they become one. */
struct halves_rules {
	const char *united;   /* the file of the one rule; NULL: there is none */
	struct texts operand; /* that of cc_unite_dependencies */
};

/* Lets the next half's preprocessor write its rule to a file of its own. */
static void part_rule(struct unit *u, struct cc_preprocess *p, struct halves_rules *r,
                      const char *suffix) {
	if (!r->united)
		return;
	p->dep_file = cc_temp(u->cc, u->source, suffix);
	vec_push(&u->cc->arena, &r->operand, p->dep_file);
}

static int unite_rules(struct cc *cc, const struct halves_rules *r) {
	if (!r->united)
		return CC_OK;
	cc_show_own(cc, "depend", &r->operand);
	return cc->set.dryrun ? CC_OK : cc_unite_dependencies(cc, &r->operand);
}

static void begin_rules(struct cc *cc, const struct cc_preprocess *p,
                        struct halves_rules *r) {
	if (!p->dependencies || cc->set.frontend != FRONTEND_OWN)
		return;
	r->united = p->dep_file;
	vec_push(&cc->arena, &r->operand, r->united);
}

/* Preprocesses in this process, or starts the host compiler's preprocessor. */
static struct child *start_preprocessing(struct cc *cc, const struct texts *command,
                                         bool is_host) {
	if (!cc_preprocess_here(cc, command, is_host))
		return cc_start(cc, command);
	cc_show_command(cc, command);
	return NULL;
}

/* Starts the preprocessing of the device half for each architecture. */
static void start_device(struct unit *u, struct cc_preprocess *p, struct halves_rules *r,
                         struct child **child) {
	struct cc *cc = u->cc;
	u->device_text = arena_array(&cc->arena, const char *, cc->arch.n);
	for (u32 i = 0; i < cc->arch.n; i++) {
		p->output = u->device_text[i] = cc_temp(cc, u->source,
		                                        arch_suffix(u, i, ".cpp1.ii"));
		p->arch = &cc->arch.at[i];
		part_rule(u, p, r, arch_suffix(u, i, ".cpp1.d"));
		struct texts command = cc_preprocess_command(cc, p);
		child[i] = start_preprocessing(cc, &command, false);
	}
}

static int preprocess_once(struct unit *u, const char *out) {
	struct cc *cc = u->cc;
	struct cc_preprocess p = {.source = u->source, .kind = INPUT_CU};
	struct halves_rules rules = {0};
	struct child **device = arena_array(&cc->arena, struct child *, cc->arch.n);
	u64 start = cc_now_us();
	p.output = u->host_text = cc_temp(cc, u->source, ".cpp4.ii");
	cc->told.n = cc->library_file.n = 0;
	cc->host_text = cc->marked = NULL;
	set_dependencies(cc, &p, out);
	begin_rules(cc, &p, &rules);
	part_rule(u, &p, &rules, ".cpp4.d");
	struct texts command = cc_preprocess_command(cc, &p);
	struct child *host = start_preprocessing(cc, &command, true);
	bool own = cc->set.frontend == FRONTEND_OWN;
	if (own)
		start_device(u, &p, &rules, device);
	/* after errors, drop messages about the device half: most are the same */
	int status = cc_wait(cc, host);
	for (u32 i = 0; i < cc->arch.n && own; i++) {
		int other = cc_wait_as(cc, device[i], status == 0);
		status = status ? status : other;
	}
	if (!status)
		cc->host_text = u->host_text;
	status = status ? status : unite_rules(cc, &rules);
	cc_time(cc, "preprocessing", u->source, u->host_text, "", start);
	return status ? CC_FAILED : CC_OK;
}

static int preprocess(struct unit *u, const char *out) {
	size_t size;
	int status = preprocess_once(u, out);
	if (status || u->cc->set.dryrun || !u->cc->toolkits.n)
		return status;
	const char *text = cc_read(u->cc, u->host_text, &size);
	return text && cc_turns_to_cccl(u->cc, text) ? preprocess_once(u, out) : status;
}

/* ---- the host half ---- */

static bool is_error_kind(const struct cc *cc, const char *kind) {
	text_each (k, &cc->set.werror)
		if (strcmp(*k, kind) == 0 || strcmp(*k, "all-warnings") == 0)
			return true;
	return false;
}

/* Finds the token in its line of the source, nearest to the column that it has in the
 * preprocessed text. */
static void find_in_source(struct cc *cc, const struct rewrite_warning *w,
                           struct diag_place *at) {
	const char *line = cc_line_of(cc, w->file, w->line);
	u32 best = UINT32_MAX;
	for (const char *s = line; s && (s = strstr(s, w->token)); s++) {
		u32 column = (u32)(s - line) + 1,
		    far = column < w->column ? w->column - column : column - w->column;
		if (far >= best)
			break;
		best = far;
		at->column = column;
		at->source = line;
		at->width = (u32)strlen(w->token);
	}
}

static int report(struct unit *u) {
	struct cc *cc = u->cc;
	int status = CC_OK;
	bool fatal = is_error_kind(cc, cc->set.wdefault_stream ? "default-stream-launch"
	                                                       : "missing-launch-bounds");
	bool has_numbers = false;
	vec_each (struct rewrite_warning, w, &u->host.warning) {
		enum diag_severity severity = w->is_error || (fatal && !w->code)
		                                      ? DIAG_ERROR
		                                      : DIAG_WARNING;
		if (!cc_judge(&cc->set, w->code, &severity))
			continue;
		struct diag_place at = {
			.file = w->file, .line = w->line, .text = w->text};
		find_in_source(cc, w, &at);
		cc_tell_at(severity, w->code, &at, w->note);
		has_numbers |= severity == DIAG_WARNING && diag_nvcc_number(w->code);
		status = severity == DIAG_ERROR ? CC_DEVICE_ERRORS : status;
	}
	cc_remark(cc, has_numbers);
	return status;
}

/* Whether nothing of the host half is in the output. */
static bool is_for_device(const struct cc *cc) {
	return cc->set.phase == PHASE_PTX || cc->set.phase == PHASE_FATBIN;
}

/* Returns the rewritten text of the host half, in `work`, as all that u->host has; NULL
 * after an error. */
static const char *rewritten_text(struct unit *u, struct arena *work) {
	struct cc *cc = u->cc;
	struct rewrite_options o = {
		.rdc = cc_true(cc->set.rdc, false),
		.static_stub = cc_true(cc->set.static_stub, true),
		.hidden = cc_true(cc->set.hidden, true),
		.warn_no_stream = cc->set.wdefault_stream,
		.warn_no_bounds = cc->set.wlaunch_bounds,
		.lambdas = cc->set.extended_lambda,
		.marks = is_for_device(cc),
		.marks_objects = !cc_standard(&cc->set) || cc_standard(&cc->set) >= 17,
	};
	size_t len;
	o.intrinsics = cc_read_into(
		work, arena_printf(work, "%s/include/simt/host_names.def", cc->top),
		&len);
	if (!o.intrinsics)
		return NULL;
	const char *text = cc_read_into(work, u->host_text, &len);
	if (!text)
		return NULL;
	rewrite_host(work, text, len, &o, &u->host);
	const char *after = u->host.nkernel + u->host.nvariable + u->host.nfunction
	                            ? register_constructor
	                            : "";
	return arena_printf(work, "%s%s", u->host.text, after);
}

/* Drops the arena of a rewriting, ten times the text, but for what is asked later. */
static void end_rewriting(struct unit *u, struct arena *work) {
	struct arena *a = &u->cc->arena;
	struct rewrite_result r = u->host;
	u->host.text = NULL;
	u->host.variable_template.n = u->host.variable_template.cap = 0;
	u->host.warning.n = u->host.warning.cap = 0;
	text_each (name, &r.variable_template)
		vec_push(a, &u->host.variable_template,
		         arena_strdup(a, *name, strlen(*name)));
	vec_each (struct rewrite_warning, w, &r.warning)
		vec_push(a, &u->host.warning,
		         ((struct rewrite_warning){.code = w->code,
		                                   .is_error = w->is_error}));
	arena_drop(work);
}

static int rewrite(struct unit *u, const char *out) {
	struct cc *cc = u->cc;
	struct texts operands = {0};
	u64 start = cc_now_us();
	u->rewritten = out ? out : cc_temp(cc, u->source, ".cudafe1.cpp");
	cc_add(cc, &operands, u->source, u->host_text, u->rewritten);
	cc_show_own(cc, "host", &operands);
	if (cc->set.dryrun)
		return CC_OK;
	struct arena work = ARENA_INIT;
	const char *text = rewritten_text(u, &work);
	int status = text && cc_write(cc, u->rewritten, text, strlen(text)) ? CC_OK
	                                                                    : CC_FAILED;
	if (!status) {
		cc_time(cc, "host rewriting", u->host_text, u->rewritten, "", start);
		status = report(u);
	}
	end_rewriting(u, &work);
	return status;
}

static bool has_device_code(const struct unit *u) {
	return u->cc->set.dryrun ||
	       u->host.nkernel + u->host.nvariable + u->host.nfunction > 0;
}

/* An object gets the device half only if something is in it; what only checks or only
 * compiles device code looks at it in any case. */
static bool is_device_half_wanted(const struct unit *u) {
	return has_device_code(u) || !u->needs_assembly || u->cc->set.device_syntax_only;
}

static int read_assembly(struct unit *u) {
	size_t len;
	if (u->cc->set.dryrun)
		return CC_OK;
	const char *text = cc_read(u->cc, u->assembly, &len);
	if (!text)
		return CC_FAILED;
	if (u->is_dumped)
		host_marks_read(&u->cc->arena, text, len, &u->host.variable_template,
		                &u->symbols);
	else
		host_symbols_read(&u->cc->arena, text, len, &u->host.variable_template,
		                  &u->symbols);
	text_each (stub, &u->symbols.stub)
		vec_push(&u->cc->arena, &u->instance, *stub);
	text_each (variable, &u->symbols.variable)
		vec_push(&u->cc->arena, &u->instance, *variable);
	return CC_OK;
}

static struct texts host_command(struct unit *u) {
	struct texts command = cc_compile_command(u->cc, u->rewritten, u->assembly,
	                                          u->is_dumped);
	if (!u->is_optimized)
		cc_add(u->cc, &command, "-O0", "-g0");
	return command;
}

static struct child *start_host(struct unit *u) {
	u->is_dumped = is_for_device(u->cc) && cc_can_dump(u->cc) &&
	               !u->host.has_unmarked;
	u->assembly = cc_temp(u->cc, u->source, u->is_dumped ? ".marks" : ".s");
	u->is_optimized = u->needs_assembly;
	struct texts command = host_command(u);
	return cc_start(u->cc, &command);
}

/* Starts the host compiler again as the user says: a function of a vector unit whose
 * argument is in the instruction is refused without optimisation, if its header was read
 * for it. */
static int optimize_host(struct unit *u, struct child **child) {
	cc_tell_kept(u->cc, *child, false, true);
	u->is_optimized = true;
	struct texts command = host_command(u);
	*child = cc_start(u->cc, &command);
	return cc_end(*child);
}

/* Starts the host compiler again, for assembly, after it did not end by itself. */
static int assemble_host(struct unit *u, struct child **child) {
	cc_tell_kept(u->cc, *child, false, true);
	u->is_dumped = false;
	struct texts command = host_command(u);
	*child = cc_start(u->cc, &command);
	return cc_end(*child);
}

/* Waits for the host compiler; where nvcc accepts what it refuses, it is started again.
 */
static int end_host(struct unit *u, struct child **child) {
	struct cc *cc = u->cc;
	int failed = cc_end(*child);
	if (failed > 1 && u->is_dumped)
		failed = assemble_host(u, child);
	if (failed && !u->is_optimized && !u->is_dumped && cc->set.optimize)
		failed = optimize_host(u, child);
	if (!failed)
		return 0;
	struct texts command = host_command(u);
	command = cc_permissive_command(cc, *child, &command);
	if (!command.n)
		return failed;
	cc_tell_kept(cc, *child, false, true);
	cc->is_permissive = true;
	*child = cc_start(cc, &command);
	failed = cc_end(*child);
	return failed || cc_refuses_more(cc, *child) ? CC_FAILED : 0;
}

static struct texts simtrun_command(struct cc *cc) {
	static const char *const beside[] = {"simtrun", "../simtrun"};
	const char *simtrun = "simtrun";
	struct texts command = {0};
	for (u32 i = 0; i < countof(beside); i++) {
		const char *path = arena_printf(&cc->arena, "%s/%s", cc->bin, beside[i]);
		if (access(path, X_OK) == 0) {
			simtrun = path;
			break;
		}
	}
	cc_add(cc, &command, simtrun);
	return command;
}

/* Adds the source's launches, whose blocks code is made for. */
static void add_blocks(struct cc *cc, struct texts *command) {
	vec_each (const struct cc_shape, s, &cc->shapes)
		if (s->is_known)
			cc_add(cc, command,
			       arena_printf(&cc->arena, "--launch-block=%s=%u,%u,%u",
			                    s->kernel, s->block[0], s->block[1],
			                    s->block[2]));
}

/* Runs simtrun on PTX. */
static int ask_simtrun(struct cc *cc, const char *question, const char *more,
                       const char *ptx) {
	struct texts command = simtrun_command(cc);
	cc_add(cc, &command, question);
	if (more)
		cc_add(cc, &command, more);
	if (cc->recording)
		cc_add(cc, &command,
		       arena_printf(&cc->arena, "--recording=%s", cc->recording));
	if (cc->set.record_warps)
		cc_add(cc, &command,
		       arena_printf(&cc->arena, "--record-warps=%s",
		                    cc->set.record_warps));
	if (cc->set.record_steps)
		cc_add(cc, &command,
		       arena_printf(&cc->arena, "--record-steps=%s",
		                    cc->set.record_steps));
	add_blocks(cc, &command);
	cc_add(cc, &command, ptx);
	return cc_run(cc, &command) ? CC_FAILED : CC_OK;
}

/* --native-block: k=16x16 or 256, which is for all kernels. */
static bool add_given_blocks(struct cc *cc, struct texts *command) {
	text_each (given, &cc->set.native_block) {
		const char *is = strchr(*given, '='), *s = is ? is + 1 : *given;
		u64 block[3] = {1, 1, 1};
		char *end = NULL;
		for (u32 i = 0; i < 3; i++, s = end + 1) {
			block[i] = strtoul(s, &end, 10);
			if (end == s || *end != 'x')
				break;
		}
		u64 all = MIN(block[0], 2048) * MIN(block[1], 2048) * MIN(block[2], 2048);
		if (end == s || *end || all == 0 || all > 1024) {
			cc_error("--native-block: '%s' is no block: 256 or 16x16, and k= "
			         "before it for one kernel",
			         *given);
			return false;
		}
		cc_add(cc, command,
		       arena_printf(&cc->arena, "--launch-block=%.*s=%u,%u,%u",
		                    is ? (int)(is - *given) : 1, is ? *given : "*",
		                    (u32)block[0], (u32)block[1], (u32)block[2]));
	}
	return true;
}

/* Makes the host code of PTX. */
static int ask_native(struct cc *cc, const char *ptx, const char *out) {
#if defined(__x86_64__)
	static const char usual[] = "v3,v4";
#else
	static const char usual[] = "native";
#endif
	struct texts command = simtrun_command(cc);
	cc_add(cc, &command, arena_printf(&cc->arena, "--native=%s", out),
	       arena_printf(&cc->arena, "--native-cpu=%s",
	                    *cc->set.native ? cc->set.native : usual));
	if (!add_given_blocks(cc, &command))
		return CC_FAILED;
	add_blocks(cc, &command);
	cc_add(cc, &command, ptx);
	return cc_run(cc, &command) ? CC_FAILED : CC_OK;
}

/* ---- the device half ---- */

static bool wants_usage(const struct cc *cc) {
	return cc->set.res_usage || cc->set.warn_local;
}

/* Adds the extended lambdas of host code to the device half's text. */
static int add_lambdas(struct unit *u, u32 i) {
	struct cc *cc = u->cc;
	struct rewrite_options o = {.lambdas = true, .device = true};
	struct rewrite_result r;
	size_t len;
	if (u->host.nlambda == 0)
		return CC_OK;
	struct arena work = ARENA_INIT;
	const char *text = cc_read_into(&work, u->device_text[i], &len);
	bool ok = text != NULL;
	if (ok) {
		rewrite_host(&work, text, len, &o, &r);
		u->device_text[i] = cc_temp(cc, u->source, arch_suffix(u, i, ".cpp2.ii"));
		ok = cc_write(cc, u->device_text[i], r.text, r.len);
	}
	arena_drop(&work);
	return ok ? CC_OK : CC_FAILED;
}

/* Compiles a source to PTX for one architecture. */
static int device_step(struct unit *u, u32 i, const char *ptx,
                       struct cc_device_code *code) {
	struct cc *cc = u->cc;
	if (cc->set.frontend == FRONTEND_CLANG) {
		if (u->host.nlambda) {
			cc_error("%s: --frontend=clang and -extended-lambda do not go "
			         "together: "
			         "the lambda's class would have two names",
			         u->source);
			return CC_DEVICE_ERRORS;
		}
		return cc_clang_compile(cc, u->source, cc->arch.at[i], ptx, code);
	}
	int status = add_lambdas(u, i);
	if (!status)
		status = cc_device_compile(cc, u->source, u->device_text[i], &u->instance,
		                           cc->arch.at[i], code);
	if (!status && !cc_write(cc, ptx, code->ptx, code->size))
		status = CC_FAILED;
	return status;
}

static int compile_device(struct unit *u) {
	struct cc *cc = u->cc;
	cc->locals = NULL;
	for (u32 i = 0; i < cc->arch.n; i++) {
		const char *ptx = cc_temp(cc, u->source, arch_suffix(u, i, ".ptx"));
		const char *name = cc_arch_name(cc, "compute", cc->arch.at[i]);
		struct cc_device_code code;
		bool clang = cc->set.frontend == FRONTEND_CLANG;
		const char *text = clang ? u->source : u->device_text[i];
		if (!clang) /* only a comment in the output: --step device does it */
			cc_show(cc, "# device half -arch %s \"%s\" -o \"%s\"", name, text,
			        ptx);
		if ((cc->set.dryrun && !clang) || !is_device_half_wanted(u))
			continue;
		u64 start = cc_now_us();
		int status = device_step(u, i, ptx, &code);
		if (status)
			return status;
		if (cc->set.dryrun || (clang && cc->set.device_syntax_only))
			continue;
		vec_push(&cc->arena, &u->code, code);
		status = wants_usage(cc) ? cc_report_usage(cc, &code) : CC_OK;
		if (status)
			return status;
		cc_time(cc, "device compilation", text, ptx, name, start);
	}
	return CC_OK;
}

static int compress_level(const struct cc_settings *s) {
	static const int level[] = {3, 19, 1, 6, FATBIN_PLAIN};
	return s->no_compress ? FATBIN_PLAIN : level[s->compress_mode];
}

/* Finds the launches in the source. True if one is not known and there is a program to
 * run. */
static bool find_launches(struct unit *u) {
	struct cc *cc = u->cc;
	size_t size;
	const char *text = u->host_text && !cc->recording
	                           ? cc_read(cc, u->host_text, &size)
	                           : NULL;
	bool open = false;
	cc->shapes.n = 0;
	if (!text)
		return false;
	cc_find_shapes(cc, text, &cc->shapes);
	vec_each (const struct cc_shape, s, &cc->shapes)
		open |= !s->is_known;
	return open && strstr(text, "int main(") != NULL;
}

VEC_TYPE(images, struct fatbin_image);

/* --native: adds the host code of PTX that was just added. */
static int add_native(struct unit *u, const struct cc_device_code *c,
                      struct images *images) {
	struct cc *cc = u->cc;
	if (!cc->set.native)
		return CC_OK;
	const char *ptx = cc_temp(cc, u->source, ".native.ptx");
	const char *out = cc_temp(cc, u->source, ".native");
	struct fatbin_image image = {
		.sm = c->arch.sm, .kind = FATBIN_NATIVE, .plain = true};
	u64 start = cc_now_us();
	int status = cc_write(cc, ptx, c->ptx, c->size) ? ask_native(cc, ptx, out)
	                                                : CC_FAILED;
	if (status || cc->set.dryrun)
		return status;
	cc_time(cc, "host code of kernels", ptx, out, "", start);
	image.data = cc_read(cc, out, &image.size);
	if (!image.data)
		return CC_FAILED;
	vec_push(&cc->arena, images, image);
	return CC_OK;
}

static int write_fatbin(struct unit *u, const char *path) {
	struct cc *cc = u->cc;
	struct images image = {0};
	size_t size;
	cc_show(cc, "# container -o \"%s\"", path);
	if (cc->set.native)
		find_launches(u);
	vec_each (struct cc_device_code, c, &u->code) {
		vec_push(&cc->arena, &image,
		         (struct fatbin_image){
				 .data = c->ptx, .size = c->size, .sm = c->arch.sm});
		int status = add_native(u, c, &image);
		if (status)
			return status;
	}
	const u8 *bytes = fatbin_write(&cc->arena, image.at, image.n,
	                               compress_level(&cc->set), &size);
	return cc_write(cc, path, bytes, size) ? CC_OK : CC_FAILED;
}

/* Rewrites the host half. After errors in bodies of host code only, the device half is
 * checked as well, so that its errors are told, too. */
static int rewrite_halves(struct unit *u) {
	int status = rewrite(u, NULL);
	if (status != CC_DEVICE_ERRORS)
		return status;
	vec_each (struct rewrite_warning, w, &u->host.warning)
		if (w->is_error && w->code != E0681 && w->code != E0683)
			return status;
	compile_device(u);
	return status;
}

/* Compiles both halves from preprocessed text to PTX and, if needed, assembly. With
 * templates of kernels or variables the device half waits for the host half, which tells
 * their instances. Where the host half fails, the device half is checked as well, without
 * them: its errors are told first. */
static int compile_halves(struct unit *u) {
	struct cc *cc = u->cc;
	bool wait = u->host.nkernel_template + u->host.variable_template.n > 0;
	bool host = u->needs_assembly || wait;
	u64 start = cc_now_us();
	struct child *child = host ? start_host(u) : NULL;
	int device = wait ? CC_OK : compile_device(u);
	if (device && !host) /* nothing needs it but its errors */
		child = start_host(u);
	int failed = end_host(u, &child), status = failed ? CC_FAILED : CC_OK;
	if (failed && wait)
		device = compile_device(u);
	cc_tell_kept(cc, child, !device || !cc->explains_host, failed);
	cc->is_permissive = false;
	if (host)
		cc_time(cc, "host compilation", u->rewritten, u->assembly, "", start);
	if (!status && host)
		status = read_assembly(u);
	if (!status && wait)
		device = compile_device(u);
	return device ? device : status;
}

static void show_device(struct unit *u, const char *out) {
	struct cc *cc = u->cc;
	struct texts operands = {0};
	cc_add(cc, &operands, u->source, u->host_text, u->rewritten);
	vec_push(&cc->arena, &operands, u->needs_assembly ? u->assembly : NULL);
	vec_push(&cc->arena, &operands, out ? out : u->fatbin);
	for (u32 i = 0; u->device_text && i < cc->arch.n; i++)
		vec_push(&cc->arena, &operands, u->device_text[i]);
	cc_show_own(cc, "device", &operands);
}

static int append_registration(struct unit *u) {
	struct cc *cc = u->cc;
	if (!has_device_code(u))
		return CC_OK;
	if (!u->fatbin)
		u->fatbin = cc_temp(cc, u->source, ".fatbin");
	int status = write_fatbin(u, u->fatbin);
	cc_show(cc, "# registration >> \"%s\"", u->assembly);
	if (status || cc->set.dryrun)
		return status;
	return register_append(cc, u->assembly, u->fatbin, &u->symbols, &u->code.at[0])
	               ? CC_OK
	               : CC_FAILED;
}

static int compile_cu(struct cc *cc, const char *source, const char *out) {
	struct unit u = {.cc = cc, .source = source, .needs_assembly = true};
	int status = preprocess(&u, out);
	status = status ? status : rewrite_halves(&u);
	status = status ? status : compile_halves(&u);
	if (!status && cc->set.device_syntax_only)
		return CC_OK;
	status = status ? status : append_registration(&u);
	if (status)
		return status;
	show_device(&u, NULL);
	u64 start = cc_now_us();
	struct texts command = cc_assemble_command(cc, u.assembly, out);
	status = cc_run(cc, &command);
	cc_time(cc, "assembly", u.assembly, out, "", start);
	return status ? CC_FAILED : CC_OK;
}

/* ---- entry points ---- */

int cc_compile_object(struct cc *cc, const char *source, enum cc_input_kind kind,
                      const char *out) {
	cc->source = source;
	if (kind == INPUT_CU)
		return compile_cu(cc, source, out);
	struct cc_preprocess p = {0};
	set_dependencies(cc, &p, out);
	u64 start = cc_now_us();
	struct texts command = cc_host_object_command(
		cc, source, out, kind, p.dependencies, p.dep_file, p.dep_target);
	int status = cc_run(cc, &command);
	cc_time(cc, "host compilation", source, out, "", start);
	return status ? CC_FAILED : CC_OK;
}

/* Prints the stages from the IR on (all: every stage, for a .ptx), or what the optimiser
 * would change. */
static int emit_stages(struct unit *u, bool all) {
	struct cc *cc = u->cc;
	const char *ptx = cc_temp(cc, u->source, ".emit.ptx");
	if (!cc_write(cc, ptx, u->code.at[0].ptx, u->code.at[0].size))
		return CC_FAILED;
	if (cc->set.changes && (all || cc->set.llvm_changes))
		return ask_simtrun(
			cc,
			arena_printf(&cc->arena, "--print-changed=%s", cc->set.changes),
			NULL, ptx);
	text_each (stage, &cc->set.emit) {
		struct stage_ask ask;
		if (!stage_find(*stage, strlen(*stage), &ask) ||
		    (!all && ask.stage <= STAGE_AST))
			continue;
		if (ask_simtrun(cc, arena_printf(&cc->arena, "--dump=%s", *stage), NULL,
		                ptx))
			return CC_FAILED;
	}
	return CC_OK;
}

/* Makes the page, for the newest of the architectures. */
static int explain(struct unit *u) {
	struct cc *cc = u->cc;
	cc->wants_run = find_launches(u) && !cc->has_run;
	if (cc->wants_run)
		return CC_OK;
	const char *ptx = cc_temp(cc, u->source, ".explain.ptx");
	const struct cc_device_code *code = &u->code.at[0];
	vec_each (const struct cc_device_code, c, &u->code)
		code = c->arch.sm > code->arch.sm ? c : code;
	if (!cc_write(cc, ptx, code->ptx, code->size))
		return CC_FAILED;
	const char *passes = code->passes ? arena_printf(&cc->arena, "--passes=%s",
	                                                 code->passes)
	                                  : NULL;
	return ask_simtrun(cc,
	                   arena_printf(&cc->arena, "--explain-page=%s", cc->set.explain),
	                   passes, ptx);
}

static int device_of_cu(struct unit *u, const char *out) {
	int status = preprocess(u, out);
	status = status ? status : rewrite_halves(u);
	return status ? status : compile_halves(u);
}

/* Reads a .ptx and checks it. */
static int device_of_ptx(struct unit *u) {
	struct cc_device_code code = {.arch = u->cc->arch.at[0]};
	if (u->cc->set.dryrun)
		return CC_OK;
	code.ptx = cc_read(u->cc, u->source, &code.size);
	if (!code.ptx)
		return CC_FAILED;
	const char *target = strstr(code.ptx, ".target sm_");
	if (target)
		code.arch.sm = (u32)strtoul(target + strlen(".target sm_"), NULL, 10);
	vec_push(&u->cc->arena, &u->code, code);
	return cc_report_usage(u->cc, &code);
}

static int write_device(struct unit *u, enum cc_input_kind kind, const char *out) {
	struct cc *cc = u->cc;
	if (cc->set.phase == PHASE_FATBIN)
		return write_fatbin(u, out);
	if (cc->set.dryrun)
		return CC_OK;
	if (cc->set.emit.n || cc->set.changes)
		return emit_stages(u, kind == INPUT_PTX);
	if (cc->set.explain)
		return explain(u);
	if (u->code.n > 1) {
		cc_error("-ptx makes one file: name one architecture");
		return CC_FAILED;
	}
	return cc_write(cc, out, u->code.at[0].ptx, u->code.at[0].size) ? CC_OK
	                                                                : CC_FAILED;
}

int cc_compile_device_only(struct cc *cc, const char *source, enum cc_input_kind kind,
                           const char *out) {
	struct unit u = {.cc = cc, .source = cc->source = source};
	int status = kind == INPUT_PTX ? device_of_ptx(&u) : device_of_cu(&u, out);
	if (status || cc->set.device_syntax_only)
		return status;
	status = write_device(&u, kind, out);
	if (kind == INPUT_PTX)
		u.host_text = u.rewritten = "-";
	show_device(&u, out);
	return status;
}

/* ---- --step ---- */

int cc_rewrite_only(struct cc *cc, const struct texts *operand) {
	struct unit u = {.cc = cc, .source = operand->at[0], .host_text = operand->at[1]};
	cc->source = u.source;
	return rewrite(&u, operand->at[2]);
}

/* Compiles the device code of a .cu from its preprocessed texts, or puts a .ptx into a
 * container. */
int cc_device_only(struct cc *cc, const struct texts *operand) {
	struct unit u = {.cc = cc,
	                 .source = operand->at[0],
	                 .host_text = operand->at[1],
	                 .rewritten = operand->at[2],
	                 .assembly = operand->at[3],
	                 .needs_assembly = strcmp(operand->at[3], "-") != 0};
	const char *out = u.fatbin = operand->at[4];
	cc->source = u.source;
	if (cc_input_kind(cc, u.source) == INPUT_PTX) {
		int status = device_of_ptx(&u);
		return status ? status : write_device(&u, INPUT_PTX, out);
	}
	if (cc->set.frontend == FRONTEND_OWN && operand->n != 5 + cc->arch.n) {
		cc_error("--step device needs a text for each architecture");
		return CC_FAILED;
	}
	u.device_text = &operand->at[5];
	struct arena work = ARENA_INIT;
	bool is_read = rewritten_text(&u, &work) != NULL;
	end_rewriting(&u, &work);
	if (!is_read)
		return CC_FAILED;
	if (!u.needs_assembly) {
		int status = compile_halves(&u);
		return status || cc->set.device_syntax_only
		               ? status
		               : write_device(&u, INPUT_CU, out);
	}
	int status = read_assembly(&u);
	status = status ? status : compile_device(&u);
	return status ? status : append_registration(&u);
}

/* Prints the rule of a .cu: each half's preprocessor tells what it read. */
static int depend_only(struct unit *u, struct cc_preprocess *p, const char *out) {
	struct cc *cc = u->cc;
	struct halves_rules r = {.united = out ? out : "-"};
	struct child **half = arena_array(&cc->arena, struct child *, cc->arch.n + 1);
	int status = CC_OK;
	vec_push(&cc->arena, &r.operand, r.united);
	for (u32 i = 0; i <= cc->arch.n; i++) {
		p->arch = i ? &cc->arch.at[i - 1] : NULL;
		part_rule(u, p, &r, i ? arch_suffix(u, i - 1, ".cpp1.d") : ".cpp4.d");
		p->output = p->dep_file;
		p->dep_file = NULL;
		struct texts command = cc_preprocess_command(cc, p);
		half[i] = cc_start_as(cc, &command, true);
	}
	/* most messages of the device half are those of the host's again */
	for (u32 i = 0; i <= cc->arch.n; i++) {
		int other = cc_wait_as(cc, half[i], status == 0);
		status = status ? status : other;
	}
	return status ? CC_FAILED : unite_rules(cc, &r);
}

int cc_preprocess_only(struct cc *cc, const char *source, enum cc_input_kind kind,
                       const char *out) {
	struct unit u = {.cc = cc, .source = source};
	struct cc_preprocess p = {.source = source, .kind = kind, .output = out};
	cc->source = source;
	if (cc->set.phase == PHASE_CUDA) {
		p.output = u.host_text = cc_temp(cc, source, ".cpp4.ii");
		set_dependencies(cc, &p, out);
	} else if (cc->set.phase != PHASE_PREPROCESS) {
		p.dependencies = cc->set.phase == PHASE_DEPENDENCIES ? "-M" : "-MM";
		p.dep_target = cc->set.mt;
		p.output = out ? out : cc->set.mf;
		if (kind == INPUT_CU && cc->set.frontend == FRONTEND_OWN)
			return depend_only(&u, &p, p.output);
	} else if (kind == INPUT_CU) { /* as nvcc: what the device half sees */
		p.arch = &cc->arch.at[0];
	}
	struct texts command = cc_preprocess_command(cc, &p);
	int status = cc_run(cc, &command) ? CC_FAILED : CC_OK;
	if (status || cc->set.phase != PHASE_CUDA)
		return status;
	return rewrite(&u, out);
}
