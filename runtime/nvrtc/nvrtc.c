/* nvrtc.c - NVRTC's functions over the front end: programs, compilation, results.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdlib.h>

#include "base/host_float.h"
#include "base/own_stack.h"
#include "runtime/handles/lto.h"
#include "runtime/nvrtc/program.h"

/* ---- results and versions ---------------------------------------------------------- */

const char *nvrtcGetErrorString(nvrtcResult r) {
	static const char *const name[] = {
		"NVRTC_SUCCESS",
		"NVRTC_ERROR_OUT_OF_MEMORY",
		"NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
		"NVRTC_ERROR_INVALID_INPUT",
		"NVRTC_ERROR_INVALID_PROGRAM",
		"NVRTC_ERROR_INVALID_OPTION",
		"NVRTC_ERROR_COMPILATION",
		"NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
		"NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
		"NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
		"NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
		"NVRTC_ERROR_INTERNAL_ERROR",
		"NVRTC_ERROR_TIME_FILE_WRITE_FAILED",
		"NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
		"NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED",
		"NVRTC_ERROR_PCH_CREATE",
		"NVRTC_ERROR_CANCELLED",
		"NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED",
	};
	return (unsigned)r < countof(name) ? name[r] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor) {
	if (!major || !minor)
		return NVRTC_ERROR_INVALID_INPUT;
	*major = 13;
	*minor = 0;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *n) {
	if (!n)
		return NVRTC_ERROR_INVALID_INPUT;
	*n = (int)rtc_narch;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *archs) {
	if (!archs)
		return NVRTC_ERROR_INVALID_INPUT;
	for (u32 i = 0; i < rtc_narch; i++)
		archs[i] = (int)rtc_archs[i];
	return NVRTC_SUCCESS;
}

/* ---- programs ---------------------------------------------------------------------- */

static const char *copy(struct arena *a, const char *text) {
	return arena_strdup(a, text, strlen(text));
}

/* A program lies in its own arena. */
nvrtcResult nvrtcCreateProgram(nvrtcProgram *out, const char *source, const char *name,
                               int n, const char *const *headers,
                               const char *const *names) {
	struct arena a = ARENA_INIT;
	if (!out)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!source || n < 0 || (n && (!headers || !names)))
		return NVRTC_ERROR_INVALID_INPUT;
	for (int i = 0; i < n; i++)
		if (!headers[i] || !names[i])
			return NVRTC_ERROR_INVALID_INPUT;
	struct _nvrtcProgram *p = arena_new(&a, struct _nvrtcProgram);
	p->source = copy(&a, source);
	p->name = copy(&a, name && *name ? name : "default_program");
	p->header = arena_array(&a, struct rtc_header, n + 1);
	p->nheader = (u32)n;
	for (int i = 0; i < n; i++)
		p->header[i] = (struct rtc_header){copy(&a, names[i]),
		                                   copy(&a, headers[i])};
	p->arena = a;
	*out = p;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog) {
	if (!prog || !*prog)
		return NVRTC_ERROR_INVALID_PROGRAM;
	arena_drop(&(*prog)->result);
	struct arena a = (*prog)->arena;
	*prog = NULL;
	arena_drop(&a);
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram p, const char *const expression) {
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!expression)
		return NVRTC_ERROR_INVALID_INPUT;
	if (p->tried)
		return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
	struct rtc_name name = {copy(&p->arena, expression), NULL};
	vec_push(&p->arena, &p->names, name);
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram p, const char *const expression,
                                const char **out) {
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!expression || !out)
		return NVRTC_ERROR_INVALID_INPUT;
	if (!p->compiled)
		return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
	for (size_t i = 0; i < p->names.n; i++) {
		const struct rtc_name *n = &p->names.at[i];
		if (strcmp(n->expression, expression) == 0 && n->lowered) {
			*out = n->lowered;
			return NVRTC_SUCCESS;
		}
	}
	return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

nvrtcResult nvrtcSetFlowCallback(nvrtcProgram p, int (*fn)(void *, void *),
                                 void *payload) {
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	p->flow = fn;
	p->flow_payload = payload;
	return NVRTC_SUCCESS;
}

/* ---- compiling --------------------------------------------------------------------- */

static bool cancelled(const struct _nvrtcProgram *p) {
	return p->flow && p->flow(p->flow_payload, NULL) != 0;
}

static struct cuda_compile_options compile_options(const struct _nvrtcProgram *p,
                                                   const struct rtc_settings *s) {
	return (struct cuda_compile_options){
		.input_name = p->name,
		.sm = s->sm,
		.sm_suffix = s->suffix,
		.standard = (u32)strtoul(s->std + strlen("c++"), NULL, 10),
		.rdc = s->rdc,
		.debug = s->debug,
		.lineinfo = s->lineinfo,
		.fmad = s->fmad,
		.ftz = s->ftz,
		.prec_div = s->prec_div,
		.prec_sqrt = s->prec_sqrt,
		.fast_math = s->fast_math,
		.syntax_only = s->syntax_only,
		.default_device = s->default_device,
		.plain_lambdas = true,
		.no_host = true,
		.opt_level = s->level,
		.max_registers = MIN(s->max_registers, 65535),
	};
}

/* Removes ".visible .global .u64 __simt_name_0 = sym;" (or generic(sym)) from the text
 * and returns sym. */
static const char *take_name(struct arena *a, char *ptx, size_t i) {
	const char *variable = arena_printf(a, " __simt_name_%zu = ", i);
	char *at = strstr(ptx, variable), *line = at, *end = at ? strchr(at, '\n') : NULL;
	if (!end)
		return NULL;
	while (line > ptx && line[-1] != '\n')
		line--;
	const char *symbol = at + strlen(variable);
	if (strncmp(symbol, "generic(", 8) == 0)
		symbol += 8;
	symbol = arena_strdup(a, symbol, strcspn(symbol, ");"));
	memmove(line, end + 1, strlen(end + 1) + 1);
	return symbol;
}

static void take_names(struct _nvrtcProgram *p, char *ptx) {
	for (size_t i = 0; i < p->names.n; i++)
		p->names.at[i].lowered = take_name(&p->result, ptx, i);
}

/* The front end has global tables, so one compilation runs at a time. */
static bool front_end(struct _nvrtcProgram *p, const struct rtc_settings *s, char *text,
                      size_t len, struct cuda_compile_result *r, FILE *log) {
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct cuda_compile_options o = compile_options(p, s);
	struct sources sources;
	struct diag diag;
	o.text = text;
	o.len = len;
	pthread_mutex_lock(&lock);
	sources_init(&sources, &p->result);
	diag_init(&diag, &p->result, &sources);
	bool ok = cuda_compile(&p->result, &o, &diag, r);
	diag_flush(&diag, log, (struct diag_style){.quiet_warnings = s->no_warnings});
	pthread_mutex_unlock(&lock);
	return ok;
}

static nvrtcResult compile(struct _nvrtcProgram *p, int n, const char *const *option,
                           FILE *log) {
	struct cuda_compile_result r = {0};
	struct rtc_settings s;
	size_t len;
	if (!rtc_options(&p->result, &s, n, option, log))
		return NVRTC_ERROR_INVALID_OPTION;
	if (cancelled(p))
		return NVRTC_ERROR_CANCELLED;
	char *text = rtc_preprocess(&p->result, p, &s, &len, log);
	if (!text)
		return NVRTC_ERROR_COMPILATION;
	if (cancelled(p))
		return NVRTC_ERROR_CANCELLED;
	if (!front_end(p, &s, text, len, &r, log))
		return NVRTC_ERROR_COMPILATION;
	char *ptx = arena_strdup(&p->result, r.ptx ? r.ptx : "", r.ptx ? r.len : 0);
	take_names(p, ptx);
	p->ptx = s.lto ? "" : ptx;
	p->cubin = s.lto || s.ptx_wanted ? NULL : ptx;
	p->lto = s.lto ? arena_printf(&p->result, "%s%s", LTO_MAGIC, ptx) : NULL;
	return NVRTC_SUCCESS;
}

struct compiling {
	nvrtcProgram p;
	int n;
	const char *const *option;
	FILE *log;
	nvrtcResult result;
};

static void compile_here(void *ctx) {
	struct compiling *c = ctx;
	struct host_float before = host_float_enter();
	c->result = compile(c->p, c->n, c->option, c->log);
	host_float_leave(before);
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int n, const char *const *option) {
	char *text = NULL;
	size_t len = 0;
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (n < 0)
		return NVRTC_ERROR_INVALID_INPUT;
	if (n && !option)
		return NVRTC_ERROR_INVALID_OPTION;
	FILE *log = open_memstream(&text, &len);
	if (!log)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	arena_reset(&p->result);
	p->ptx = p->cubin = p->lto = NULL;
	p->tried = true;
	struct compiling c = {p, n, option, log, NVRTC_ERROR_OUT_OF_MEMORY};
	own_stack_call(compile_here, &c);
	nvrtcResult r = c.result;
	fclose(log);
	p->log = arena_adopt(&p->result, text, len);
	p->compiled = r == NVRTC_SUCCESS;
	return r;
}

/* ---- results ----------------------------------------------------------------------- */

static nvrtcResult size_of(nvrtcProgram p, const char *text, size_t *size) {
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!size)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = text ? strlen(text) + 1 : 0;
	return NVRTC_SUCCESS;
}

static nvrtcResult give(nvrtcProgram p, const char *text, char *out) {
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!out)
		return NVRTC_ERROR_INVALID_INPUT;
	if (text)
		memcpy(out, text, strlen(text) + 1);
	return NVRTC_SUCCESS;
}

/* Without a result the text is empty, and its size 1. */
nvrtcResult nvrtcGetPTXSize(nvrtcProgram p, size_t *size) {
	return size_of(p, p && p->ptx ? p->ptx : "", size);
}

nvrtcResult nvrtcGetPTX(nvrtcProgram p, char *out) {
	return give(p, p && p->ptx ? p->ptx : "", out);
}

/* PTX again; as on hardware there is none for a virtual architecture. */
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram p, size_t *size) {
	return size_of(p, p ? p->cubin : NULL, size);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram p, char *out) {
	return give(p, p ? p->cubin : NULL, out);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram p, size_t *size) {
	return size_of(p, p && p->log ? p->log : "", size);
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram p, char *out) {
	return give(p, p && p->log ? p->log : "", out);
}

/* LTO-IR is for nvJitLink and nvFatbin; without -dlto there is none, and its size is 0.
 */
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram p, size_t *size) {
	return size_of(p, p ? p->lto : NULL, size);
}

nvrtcResult nvrtcGetLTOIR(nvrtcProgram p, char *out) {
	return give(p, p ? p->lto : NULL, out);
}

/* This form is never made: the option for it is refused. */
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram p, size_t *size) {
	return size_of(p, NULL, size);
}

nvrtcResult nvrtcGetOptiXIR(nvrtcProgram p, char *out) {
	return give(p, NULL, out);
}

/* ---- precompiled headers ----------------------------------------------------------- */

static size_t pch_heap = 256u << 20;

nvrtcResult nvrtcGetPCHHeapSize(size_t *size) {
	if (!size)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = __atomic_load_n(&pch_heap, __ATOMIC_RELAXED);
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcSetPCHHeapSize(size_t size) {
	__atomic_store_n(&pch_heap, size, __ATOMIC_RELAXED);
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram p) {
	return p ? NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram p, size_t *size) {
	if (!p)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!size)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = 0;
	return NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED;
}
