/* nvvm.c - libNVVM's functions: programs are kept here and compiled by cicc.
 * SPDX-License-Identifier: Apache-2.0 */
#include <nvvm.h>

#include "runtime/nvvm/compile.h"

/* ---- results and versions ---------------------------------------------------------------- */

const char *nvvmGetErrorString(nvvmResult r) {
	static const char *const name[] = {
		"NVVM_SUCCESS",
		"NVVM_ERROR_OUT_OF_MEMORY",
		"NVVM_ERROR_PROGRAM_CREATION_FAILURE",
		"NVVM_ERROR_IR_VERSION_MISMATCH",
		"NVVM_ERROR_INVALID_INPUT",
		"NVVM_ERROR_INVALID_PROGRAM",
		"NVVM_ERROR_INVALID_IR",
		"NVVM_ERROR_INVALID_OPTION",
		"NVVM_ERROR_NO_MODULE_IN_PROGRAM",
		"NVVM_ERROR_COMPILATION",
		"NVVM_ERROR_CANCELLED",
	};
	return (unsigned)r < countof(name) ? name[r] : "NVVM_ERROR unknown";
}

nvvmResult nvvmVersion(int *major, int *minor) {
	if (!major || !minor)
		return NVVM_ERROR_INVALID_INPUT;
	*major = 2;
	*minor = 0;
	return NVVM_SUCCESS;
}

nvvmResult nvvmIRVersion(int *major, int *minor, int *major_debug, int *minor_debug) {
	if (!major || !minor || !major_debug || !minor_debug)
		return NVVM_ERROR_INVALID_INPUT;
	*major = 2;
	*minor = 0;
	*major_debug = 3;
	*minor_debug = 2;
	return NVVM_SUCCESS;
}

nvvmResult nvvmLLVMVersion(const char *arch, int *major) {
	struct nvptx_options o;
	char text[OPTION_TEXT_SIZE], word[64];
	if (!arch || !major)
		return NVVM_ERROR_INVALID_INPUT;
	snprintf(word, sizeof word, "-arch=%s", arch);
	if (nvvm_options(&o, 1, (const char *const[]){word}, text))
		return NVVM_ERROR_INVALID_INPUT;
	*major = SIMT_LLVM_MAJOR;
	return NVVM_SUCCESS;
}

/* ---- programs ---------------------------------------------------------------------------- */

/* A program lies in its own arena. */
struct _nvvmProgram {
	struct arena arena, result;
	VEC_TYPE(nvptx_modules, struct nvptx_module) modules;
	const char *ptx, *log;
	size_t ptx_size, log_size; /* with their zeros */
};

nvvmResult nvvmCreateProgram(nvvmProgram *out) {
	struct arena a = ARENA_INIT;
	if (!out)
		return NVVM_ERROR_INVALID_INPUT;
	struct _nvvmProgram *p = arena_new(&a, struct _nvvmProgram);
	p->arena = a;
	*out = p;
	return NVVM_SUCCESS;
}

nvvmResult nvvmDestroyProgram(nvvmProgram *prog) {
	if (!prog || !*prog)
		return NVVM_ERROR_INVALID_PROGRAM;
	arena_drop(&(*prog)->result);
	struct arena a = (*prog)->arena;
	*prog = NULL;
	arena_drop(&a);
	return NVVM_SUCCESS;
}

static nvvmResult add(nvvmProgram p, const char *buffer, size_t size, const char *name,
                      bool lazy) {
	if (!p)
		return NVVM_ERROR_INVALID_PROGRAM;
	if (!buffer || size == 0)
		return NVVM_ERROR_INVALID_INPUT;
	if (!name || !*name)
		name = "<unnamed>";
	struct nvptx_module m = {
		.name = arena_strdup(&p->arena, name, strlen(name)),
		.data = arena_strdup(&p->arena, buffer, size),
		.size = size,
		.lazy = lazy,
	};
	vec_push(&p->arena, &p->modules, m);
	return NVVM_SUCCESS;
}

nvvmResult nvvmAddModuleToProgram(nvvmProgram p, const char *buffer, size_t size,
                                  const char *name) {
	return add(p, buffer, size, name, false);
}

nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram p, const char *buffer, size_t size,
                                      const char *name) {
	return add(p, buffer, size, name, true);
}

/* ---- compiling --------------------------------------------------------------------------- */

static void set_log(nvvmProgram p, const char *text, size_t len) {
	p->log = arena_strdup(&p->result, text, len);
	p->log_size = len + 1;
}

static nvvmResult compile(nvvmProgram p, int n, const char **option, bool verify) {
	char text[OPTION_TEXT_SIZE];
	struct nvptx_options o;
	if (!p)
		return NVVM_ERROR_INVALID_PROGRAM;
	if (n < 0 || (n > 0 && !option))
		return NVVM_ERROR_INVALID_INPUT;
	arena_drop(&p->result);
	p->result = ARENA_INIT;
	p->ptx = p->log = NULL;
	p->ptx_size = p->log_size = 0;
	const char *why = nvvm_options(&o, n, option, text);
	if (why) {
		set_log(p, why, strlen(why));
		return NVVM_ERROR_INVALID_OPTION;
	}
	if (p->modules.n == 0)
		return NVVM_ERROR_NO_MODULE_IN_PROGRAM;
	o.verify = verify;
	struct nvvm_reply r = nvvm_run(&p->result, &o, p->modules.at, p->modules.n);
	set_log(p, r.log, r.log_len);
	if (r.status == NVPTX_GOOD && !verify) {
		p->ptx = r.ptx;
		p->ptx_size = r.ptx_len + 1;
	}
	return (nvvmResult)r.status;
}

nvvmResult nvvmCompileProgram(nvvmProgram p, int n, const char **option) {
	return compile(p, n, option, false);
}

nvvmResult nvvmVerifyProgram(nvvmProgram p, int n, const char **option) {
	return compile(p, n, option, true);
}

/* ---- results ----------------------------------------------------------------------------- */

nvvmResult nvvmGetCompiledResultSize(nvvmProgram p, size_t *size) {
	if (!p)
		return NVVM_ERROR_INVALID_PROGRAM;
	if (!size)
		return NVVM_ERROR_INVALID_INPUT;
	*size = p->ptx_size ? p->ptx_size : 1;
	return NVVM_SUCCESS;
}

nvvmResult nvvmGetCompiledResult(nvvmProgram p, char *buffer) {
	if (!p)
		return NVVM_ERROR_INVALID_PROGRAM;
	if (!buffer)
		return NVVM_ERROR_INVALID_INPUT;
	memcpy(buffer, p->ptx ? p->ptx : "", p->ptx ? p->ptx_size : 1);
	return NVVM_SUCCESS;
}

nvvmResult nvvmGetProgramLogSize(nvvmProgram p, size_t *size) {
	if (!p)
		return NVVM_ERROR_INVALID_PROGRAM;
	if (!size)
		return NVVM_ERROR_INVALID_INPUT;
	*size = p->log_size ? p->log_size : 1;
	return NVVM_SUCCESS;
}

nvvmResult nvvmGetProgramLog(nvvmProgram p, char *buffer) {
	if (!p)
		return NVVM_ERROR_INVALID_PROGRAM;
	if (!buffer)
		return NVVM_ERROR_INVALID_INPUT;
	memcpy(buffer, p->log ? p->log : "", p->log ? p->log_size : 1);
	return NVVM_SUCCESS;
}
