/* nvptx.c - see nvptx.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/nvptx/nvptx.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdarg.h>

#include "backend/llvm/engine/library.h"
#include "backend/llvm/nvptx/state.h"
#include "base/vec.h"

/* What LLVM's backend is asked for; later GPUs have all of its features. */
enum { NEWEST_SM = 90 };
static const char ptx_features[] = "+ptx83";
static const char triple[] = "nvptx64-nvidia-cuda";

void nvptx_error(struct nvptx *n, const char *format, ...) {
	va_list args;
	va_start(args, format);
	vfprintf(n->in->log, format, args);
	va_end(args);
	fputc('\n', n->in->log);
	n->failed = true;
}

/* ---- start ----------------------------------------------------------------------------- */

static void on_message(LLVMDiagnosticInfoRef info, void *ctx) {
	struct nvptx *n = ctx;
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
	char *text = LLVMGetDiagInfoDescription(info);
	if (severity == LLVMDSError)
		nvptx_error(n, "error: %s", text);
	else if (severity == LLVMDSWarning)
		fprintf(n->in->log, "warning: %s\n", text);
	LLVMDisposeMessage(text);
}

/* LLVM may have been built without this target. */
static bool start_target(struct nvptx *n) {
	static const char *const name[] = {
		"LLVMInitializeNVPTXTargetInfo", "LLVMInitializeNVPTXTarget",
		"LLVMInitializeNVPTXTargetMC", "LLVMInitializeNVPTXAsmPrinter"};
	for (u32 i = 0; i < countof(name); i++) {
		void (*start)(void);
		void *found = library_find(name[i]);
		if (!found) {
			nvptx_error(
				n,
				"error: the compiler's library (%s) was built without "
				"NVPTX, its target for PTX",
				library_wanted());
			return false;
		}
		memcpy(&start, &found, sizeof start);
		start();
	}
	return true;
}

static bool open_target(struct nvptx *n) {
	const struct nvptx_options *o = &n->in->options;
	LLVMTargetRef target;
	char *message = NULL;
	if (LLVMGetTargetFromTriple(triple, &target, &message)) {
		nvptx_error(n, "error: %s", message);
		LLVMDisposeMessage(message);
		return false;
	}
	const char *cpu = arena_printf(n->a, "sm_%u",
	                               o->sm > NEWEST_SM ? NEWEST_SM : o->sm);
	n->target = LLVMCreateTargetMachine(target, triple, cpu, ptx_features,
	                                    o->opt == 0 ? LLVMCodeGenLevelNone
	                                                : LLVMCodeGenLevelAggressive,
	                                    LLVMRelocDefault, LLVMCodeModelDefault);
	return n->target != NULL;
}

static bool start(struct nvptx *n) {
	const char *why = library_open();
	if (why) {
		nvptx_error(n, "error: %s", why);
		return false;
	}
	LLVMInstallFatalErrorHandler(n->in->fatal);
	n->ctx = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(n->ctx, on_message, n);
	return start_target(n) && open_target(n);
}

/* ---- modules --------------------------------------------------------------------------- */

static u64 version_part(LLVMValueRef row, u32 i) {
	LLVMValueRef part[8] = {0};
	u32 parts = LLVMGetMDNodeNumOperands(row);
	if (parts <= i || parts > countof(part))
		return 0;
	LLVMGetMDNodeOperands(row, part);
	return part[i] && LLVMIsAConstantInt(part[i]) ? LLVMConstIntGetZExtValue(part[i])
	                                              : 0;
}

/* NVVM IR 1.x and 2.x. */
static bool check_version(struct nvptx *n, LLVMModuleRef m, const char *name) {
	u32 rows = LLVMGetNamedMetadataNumOperands(m, "nvvmir.version");
	LLVMValueRef *row = arena_array(n->a, LLVMValueRef, rows + 1);
	LLVMGetNamedMetadataOperands(m, "nvvmir.version", row);
	for (u32 i = 0; i < rows; i++) {
		u64 major = version_part(row[i], 0);
		if (major > 2) {
			nvptx_error(
				n,
				"%s: error: NVVM IR version %llu.%llu is not supported, "
				"only versions up to 2.0",
				name, (unsigned long long)major,
				(unsigned long long)version_part(row[i], 1));
			return false;
		}
	}
	return true;
}

static bool check_layout(struct nvptx *n, LLVMModuleRef m, const char *name) {
	const char *layout = LLVMGetDataLayoutStr(m), *target = LLVMGetTarget(m);
	if (strstr(layout, "p:32") || strncmp(target, "nvptx-", 6) == 0) {
		nvptx_error(n, "%s: error: the module is for 32-bit addresses", name);
		return false;
	}
	/* Binders of LLVM write "unknown-unknown-unknown" if nothing was said. */
	if (*target && strncmp(target, "unknown-", 8) != 0 &&
	    strncmp(target, "nvptx64", 7) != 0) {
		nvptx_error(
			n,
			"%s: error: the module is for the target '%s', not for nvptx64",
			name, target);
		return false;
	}
	LLVMTargetDataRef data = LLVMCreateTargetDataLayout(n->target);
	char *own = LLVMCopyStringRepOfTargetData(data);
	LLVMSetDataLayout(m, own);
	LLVMSetTarget(m, triple);
	LLVMDisposeMessage(own);
	LLVMDisposeTargetData(data);
	return true;
}

static enum nvptx_status verify(struct nvptx *n, LLVMModuleRef m, const char *name) {
	char *message = NULL;
	bool bad = LLVMVerifyModule(m, LLVMReturnStatusAction, &message);
	if (bad)
		nvptx_error(n, "%s: error: %s", name, message);
	LLVMDisposeMessage(message);
	return bad ? NVPTX_INVALID_IR : NVPTX_GOOD;
}

VEC_TYPE(names, const char *);

/* Of a module that is added lazily only what the program declares and uses is linked, and
 * what that uses; `taken` gets the names. */
static void take_used(struct nvptx *n, LLVMModuleRef lazy, struct names *taken) {
	LLVMValueRef next;
	for (LLVMValueRef f = LLVMGetFirstFunction(lazy); f; f = next) {
		size_t len;
		const char *name = LLVMGetValueName2(f, &len);
		next = LLVMGetNextFunction(f);
		LLVMValueRef user = LLVMGetNamedFunction(n->module, name);
		if (LLVMIsDeclaration(f))
			continue;
		if (user && LLVMIsDeclaration(user) && LLVMGetFirstUse(user))
			vec_push(n->a, taken,
			         (const char *)arena_strdup(n->a, name, len));
		else if (LLVMGetFirstUse(f))
			LLVMSetLinkage(f, LLVMInternalLinkage);
		else
			LLVMDeleteFunction(f);
	}
}

static void link_lazy(struct nvptx *n, LLVMModuleRef lazy) {
	struct names taken = {0};
	take_used(n, lazy, &taken);
	nvptx_link(n, lazy);
	for (u32 i = 0; i < taken.n && !n->failed; i++)
		LLVMSetLinkage(LLVMGetNamedFunction(n->module, taken.at[i]),
		               LLVMInternalLinkage);
}

static enum nvptx_status add_module(struct nvptx *n, const struct nvptx_module *m) {
	LLVMModuleRef module = nvptx_read(n, m);
	if (!module)
		return n->in->options.verify ? NVPTX_INVALID_IR : NVPTX_COMPILATION;
	if (!check_version(n, module, m->name))
		return NVPTX_IR_VERSION;
	if (!check_layout(n, module, m->name))
		return NVPTX_COMPILATION;
	enum nvptx_status status = verify(n, module, m->name);
	if (status)
		return n->in->options.verify ? status : NVPTX_COMPILATION;
	if (m->lazy && n->module)
		link_lazy(n, module);
	else
		nvptx_link(n, module);
	return n->failed ? NVPTX_COMPILATION : NVPTX_GOOD;
}

static enum nvptx_status add_modules(struct nvptx *n) {
	for (u32 lazy = 0; lazy < 2; lazy++)
		for (u32 i = 0; i < n->in->nmodule; i++) {
			const struct nvptx_module *m = &n->in->module[i];
			enum nvptx_status status = m->lazy == lazy ? add_module(n, m)
			                                           : NVPTX_GOOD;
			if (status)
				return status;
		}
	return NVPTX_GOOD;
}

/* ---- debug information ------------------------------------------------------------------- */

/* Lines alone: the kind of a unit has no function in LLVM's interface, but a word in its
 * text. */
static void keep_lines(struct nvptx *n) {
	static const char full[] = "emissionKind: FullDebug",
			  lines[] = "emissionKind: DebugDirectivesOnly";
	char *text = LLVMPrintModuleToString(n->module);
	struct text_stream s;
	FILE *out = text_open(&s);
	const char *p = text, *found;
	for (; (found = strstr(p, full)); p = found + strlen(full)) {
		fwrite(p, 1, (size_t)(found - p), out);
		fputs(lines, out);
	}
	fputs(p, out);
	const char *changed = text_close(&s, n->a);
	LLVMDisposeMessage(text);
	struct nvptx_module again = {.name = "lines", .data = changed, .size = s.len};
	LLVMModuleRef module = nvptx_read(n, &again);
	if (module)
		n->module = module;
}

static void choose_debug_info(struct nvptx *n) {
	const struct nvptx_options *o = &n->in->options;
	if (o->debug || LLVMGetNamedMetadataNumOperands(n->module, "llvm.dbg.cu") == 0)
		return;
	if (o->lines)
		keep_lines(n);
	else
		LLVMStripModuleDebugInfo(n->module);
}

/* ---- PTX --------------------------------------------------------------------------------- */

static bool optimise(struct nvptx *n) {
	static const char *const pipeline[] = {"globaldce,default<O0>", "default<O1>",
	                                       "default<O2>", "default<O3>"};
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(n->module, pipeline[n->in->options.opt & 3],
	                               n->target, options);
	LLVMDisposePassBuilderOptions(options);
	if (!e)
		return true;
	char *message = LLVMGetErrorMessage(e);
	nvptx_error(n, "error: %s", message);
	LLVMDisposeErrorMessage(message);
	return false;
}

/* The lowest version of PTX that has the target. */
static const char *version_of(u32 sm) {
	if (sm <= NEWEST_SM)
		return NULL;
	if (sm == 100 || sm == 101)
		return "8.6";
	return sm == 120 ? "8.7" : sm == 103 || sm == 121 ? "8.8" : "9.0";
}

/* Replaces the rest of the line after `word`. */
static void write_line(FILE *out, const char **p, const char *word, const char *rest,
                       const char *keep_from) {
	const char *at = strstr(*p, word);
	if (!at)
		return;
	const char *end = at + strcspn(at, "\n");
	const char *comma = memchr(at, ',', (size_t)(end - at));
	fwrite(*p, 1, (size_t)(at - *p), out);
	fprintf(out, "%s%s", word, rest);
	if (comma && keep_from)
		fwrite(comma, 1, (size_t)(end - comma), out);
	*p = end;
}

/* LLVM wrote it for the newest target that it knows. */
static const char *with_target(struct nvptx *n, const char *ptx) {
	const struct nvptx_options *o = &n->in->options;
	const char *version = version_of(o->sm);
	if (!version && !o->suffix)
		return ptx;
	struct text_stream s;
	FILE *out = text_open(&s);
	if (o->suffix == 'f')
		version = "8.8";
	if (version)
		write_line(out, &ptx, ".version ", version, NULL);
	char name[16] = {0};
	snprintf(name, sizeof name, "sm_%u%c", o->sm, o->suffix);
	write_line(out, &ptx, ".target ", name, ",");
	fputs(ptx, out);
	return text_close(&s, n->a);
}

static const char *write_ptx(struct nvptx *n) {
	LLVMMemoryBufferRef buffer = NULL;
	char *message = NULL;
	if (LLVMTargetMachineEmitToMemoryBuffer(n->target, n->module, LLVMAssemblyFile,
	                                        &message, &buffer)) {
		nvptx_error(n, "error: %s", message);
		LLVMDisposeMessage(message);
		return NULL;
	}
	const char *ptx = arena_strdup(n->a, LLVMGetBufferStart(buffer),
	                               LLVMGetBufferSize(buffer));
	LLVMDisposeMemoryBuffer(buffer);
	return n->failed ? NULL : with_target(n, ptx);
}

enum nvptx_status nvptx_compile(struct arena *a, const struct nvptx_input *in,
                                const char **ptx) {
	struct nvptx n = {.a = a, .in = in};
	if (!start(&n))
		return NVPTX_COMPILATION;
	enum nvptx_status status = add_modules(&n);
	if (status || in->options.verify)
		return status;
	nvptx_define_intrinsics(&n);
	if (!n.failed)
		nvptx_reflect(&n);
	if (n.failed)
		return NVPTX_COMPILATION;
	choose_debug_info(&n);
	nvptx_float_options(&n);
	if (n.failed || verify(&n, n.module, "the linked program") || !optimise(&n))
		return NVPTX_COMPILATION;
	*ptx = write_ptx(&n);
	return *ptx ? NVPTX_GOOD : NVPTX_COMPILATION;
}

bool nvptx_bitcode(struct arena *a, const struct nvptx_input *in, FILE *out) {
	struct nvptx n = {.a = a, .in = in};
	if (!start(&n) || add_modules(&n))
		return false;
	LLVMMemoryBufferRef b = LLVMWriteBitcodeToMemoryBuffer(n.module);
	fwrite(LLVMGetBufferStart(b), 1, LLVMGetBufferSize(b), out);
	LLVMDisposeMemoryBuffer(b);
	return true;
}
