/* nvptxcompiler.c - nvPTXCompiler: checks a PTX text. The image is the text, as it is for
 * NVRTC.
 * SPDX-License-Identifier: Apache-2.0 */
#include <nvPTXCompiler.h>

#include "runtime/ptxlink/log.h"
#include "runtime/ptxlink/ptxas.h"
#include "runtime/ptxlink/unit.h"

struct nvPTXCompiler {
	struct arena arena;
	struct log error, info;
	char *text;
	size_t len;
	bool compiled;
	int (*flow)(void *, void *);
	void *payload;
};

/* ---- versions ---------------------------------------------------------------------- */

nvPTXCompileResult nvPTXCompilerGetVersion(unsigned *major, unsigned *minor) {
	if (!major || !minor)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	*major = 13;
	*minor = 0;
	return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetNumSupportedVersions(int *n) {
	if (!n)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	*n = 0;
	for (u32 major, minor; ptxas_version((u32)*n, &major, &minor);)
		++*n;
	return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerGetSupportedVersions(int (*versions)[2]) {
	if (!versions)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	for (u32 i = 0, major, minor; ptxas_version(i, &major, &minor); i++) {
		versions[i][0] = (int)major;
		versions[i][1] = (int)minor;
	}
	return NVPTXCOMPILE_SUCCESS;
}

/* ---- handles ----------------------------------------------------------------------- */

nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *out, size_t len,
                                       const char *text) {
	struct arena a = ARENA_INIT;
	if (!out || !text || !len)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	struct nvPTXCompiler *c = arena_new(&a, struct nvPTXCompiler);
	c->text = arena_strdup(&a, text, len);
	c->len = strnlen(c->text, len);
	c->arena = a;
	log_begin(&c->error);
	log_begin(&c->info);
	*out = c;
	return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *handle) {
	if (!handle || !*handle)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	struct nvPTXCompiler *c = *handle;
	struct arena a = c->arena;
	*handle = NULL;
	log_end(&c->error);
	log_end(&c->info);
	arena_drop(&a);
	return NVPTXCOMPILE_SUCCESS;
}

nvPTXCompileResult nvPTXCompilerSetFlowCallback(nvPTXCompilerHandle c,
                                                int (*callback)(void *, void *),
                                                void *payload) {
	if (!c)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	if (!callback)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	c->flow = callback;
	c->payload = payload;
	return NVPTXCOMPILE_SUCCESS;
}

/* ---- compiling --------------------------------------------------------------------- */

static bool cancelled(const struct nvPTXCompiler *c) {
	return c->flow && c->flow(c->payload, NULL) == 1;
}

static nvPTXCompileResult compile(struct nvPTXCompiler *c,
                                  const struct ptxas_settings *s) {
	struct ptx_reading how = {
		.log = c->error.out,
		.info = c->info.out,
		.arch = s->arch,
		.sm = s->sm,
		.max_registers = s->max_registers,
		.list = s->verbose,
		.warnings = !s->no_warnings,
		.warnings_are_errors = s->warnings_are_errors,
	};
	struct ptx_unit u = {.name = "ptx input", .text = c->text, .len = c->len};
	switch (ptx_unit_read(&c->arena, &how, &u)) {
	case PTX_GOOD: break;
	case PTX_VERSION: return NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION;
	case PTX_NO_MEMORY: return NVPTXCOMPILE_ERROR_OUT_OF_MEMORY;
	default: return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
	}
	c->len = u.len;
	return ptxas_accepts(s, &u, c->error.out)
	               ? NVPTXCOMPILE_SUCCESS
	               : NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
}

static void clear(struct log *l) {
	log_end(l);
	log_begin(l);
}

nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle c, int n,
                                        const char *const *option) {
	struct ptxas_settings s = {0};
	if (!c)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	if (n < 0 || (n && !option))
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	clear(&c->error);
	clear(&c->info);
	c->compiled = false;
	if (!ptxas_options(&c->arena, &s, (u32)n, option, c->error.out))
		return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
	if (!s.arch) {
		fputs("ptxas fatal   : option '--gpu-name' (-arch) is missing\n",
		      c->error.out);
		return NVPTXCOMPILE_ERROR_COMPILATION_FAILURE;
	}
	if (cancelled(c))
		return NVPTXCOMPILE_ERROR_CANCELLED;
	nvPTXCompileResult r = compile(c, &s);
	if (r == NVPTXCOMPILE_SUCCESS && cancelled(c))
		r = NVPTXCOMPILE_ERROR_CANCELLED;
	c->compiled = r == NVPTXCOMPILE_SUCCESS;
	return r;
}

/* ---- results ----------------------------------------------------------------------- */

static nvPTXCompileResult may_give(const struct nvPTXCompiler *c, const void *out) {
	if (!c)
		return NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE;
	if (!out)
		return NVPTXCOMPILE_ERROR_INVALID_INPUT;
	return NVPTXCOMPILE_SUCCESS;
}

static nvPTXCompileResult may_give_image(const struct nvPTXCompiler *c, const void *out) {
	nvPTXCompileResult r = may_give(c, out);
	return r != NVPTXCOMPILE_SUCCESS || c->compiled
	               ? r
	               : NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE;
}

nvPTXCompileResult nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle c,
                                                       size_t *size) {
	nvPTXCompileResult r = may_give_image(c, size);
	if (r == NVPTXCOMPILE_SUCCESS)
		*size = c->len + 1;
	return r;
}

nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle c, void *out) {
	nvPTXCompileResult r = may_give_image(c, out);
	if (r == NVPTXCOMPILE_SUCCESS) {
		memcpy(out, c->text, c->len);
		((char *)out)[c->len] = 0;
	}
	return r;
}

static nvPTXCompileResult log_size(struct nvPTXCompiler *c, struct log *l, size_t *size) {
	nvPTXCompileResult r = may_give(c, size);
	if (r == NVPTXCOMPILE_SUCCESS)
		*size = log_bytes(l);
	return r;
}

/* Callers have one byte more than the size, or no more: without a zero for an empty
 * log. */
static nvPTXCompileResult give_log(struct nvPTXCompiler *c, struct log *l, char *out) {
	nvPTXCompileResult r = may_give(c, out);
	if (r == NVPTXCOMPILE_SUCCESS && log_bytes(l))
		log_give(l, out);
	return r;
}

nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle c, size_t *size) {
	return log_size(c, c ? &c->error : NULL, size);
}

nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle c, char *out) {
	return give_log(c, c ? &c->error : NULL, out);
}

nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle c, size_t *size) {
	return log_size(c, c ? &c->info : NULL, size);
}

nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle c, char *out) {
	return give_log(c, c ? &c->info : NULL, out);
}
