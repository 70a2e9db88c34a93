/* sanitize.c - see sanitize.h. LLVM's pass for ThreadSanitizer knows loads and stores of
 * up to 16 bytes; wider ones, masked ones, gathers and scatters are reported to the
 * runtime here, lane by lane where there are masks. ThreadSanitizer takes the order of
 * atomic operations from the host's atomic instructions. It knows none for minima and
 * maxima, which are reported as an acquire and a release of their address, and no fences;
 * the host's atomic instructions that the JIT makes are sequentially consistent anyway.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/sanitize.h"

#include <dlfcn.h>
#include <string.h>

#include "backend/llvm/engine/config.h"
#include "base/base.h"

typedef LLVMValueRef val;
typedef LLVMTypeRef typ;

/* ---- which ------------------------------------------------------------------------- */

bool sanitize_which(enum sanitizer *which) {
	*which = SANITIZE_NO;
	if (!jit_config()->sanitize)
		return true;
	if (dlsym(RTLD_DEFAULT, "__asan_init"))
		*which = SANITIZE_ADDRESS;
	else if (dlsym(RTLD_DEFAULT, "__tsan_init"))
		*which = SANITIZE_THREAD;
	return *which != SANITIZE_NO;
}

const char *sanitize_passes(enum sanitizer which) {
	switch (which) {
	case SANITIZE_ADDRESS: return "asan";
	case SANITIZE_THREAD: return "tsan-module,function(tsan)";
	default: return NULL;
	}
}

/* ---- what ThreadSanitizer's pass overlooks ----------------------------------------- */

struct watch {
	LLVMModuleRef m;
	LLVMContextRef ctx;
	LLVMBuilderRef b;
	typ ptr, i64, voidt;
};

static void call(struct watch *w, const char *name, val *arg, unsigned n) {
	typ type[2] = {w->ptr, w->i64};
	typ fn = LLVMFunctionType(w->voidt, type, n, false);
	val f = LLVMGetNamedFunction(w->m, name);
	LLVMBuildCall2(w->b, fn, f ? f : LLVMAddFunction(w->m, name, fn), arg, n, "");
}

static val number(struct watch *w, u64 v) {
	return LLVMConstInt(w->i64, v, false);
}

static u64 bits_of(typ t) {
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t);
	case LLVMHalfTypeKind: return 16;
	case LLVMFloatTypeKind: return 32;
	case LLVMDoubleTypeKind:
	case LLVMPointerTypeKind: return 64;
	case LLVMVectorTypeKind:
		return LLVMGetVectorSize(t) * bits_of(LLVMGetElementType(t));
	default: return 0;
	}
}

static void tell_range(struct watch *w, val p, val bytes, bool is_write) {
	val arg[2] = {p, bytes};
	call(w, is_write ? "__tsan_write_range" : "__tsan_read_range", arg, 2);
}

/* Handles accesses that the pass leaves out. Other threads never see an alloca. */
static void tell_wide(struct watch *w, val in, val p, typ t, bool is_write) {
	u64 bytes = bits_of(t) / 8;
	if (bytes <= 16 || LLVMIsAAllocaInst(p))
		return;
	LLVMPositionBuilderBefore(w->b, in);
	tell_range(w, p, number(w, bytes), is_write);
}

/* A lane that the mask leaves out is a range of no bytes. */
static void tell_lanes(struct watch *w, val in, val p, val mask, typ t, bool is_write) {
	u64 bytes = bits_of(LLVMGetElementType(t)) / 8;
	bool many = LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMVectorTypeKind;
	LLVMPositionBuilderBefore(w->b, in);
	for (unsigned l = 0; l < LLVMGetVectorSize(t); l++) {
		val lane = number(w, l), off = number(w, l * bytes);
		val at = many ? LLVMBuildExtractElement(w->b, p, lane, "")
		              : LLVMBuildGEP2(w->b, LLVMInt8TypeInContext(w->ctx), p,
		                              &off, 1, "");
		val active = LLVMBuildExtractElement(w->b, mask, lane, "");
		tell_range(
			w, at,
			LLVMBuildSelect(w->b, active, number(w, bytes), number(w, 0), ""),
			is_write);
	}
}

static void tell_call(struct watch *w, val in) {
	static const struct {
		const char *name;
		unsigned pointer, mask;
		bool is_write;
	} known[] = {{"llvm.masked.load", 0, 2, false},
	             {"llvm.masked.gather", 0, 2, false},
	             {"llvm.masked.store", 1, 3, true},
	             {"llvm.masked.scatter", 1, 3, true}};
	val callee = LLVMGetCalledValue(in);
	size_t n;
	if (!LLVMIsAFunction(callee))
		return;
	const char *name = LLVMGetValueName2(callee, &n);
	for (u32 i = 0; i < countof(known); i++)
		if (strncmp(name, known[i].name, strlen(known[i].name)) == 0)
			tell_lanes(w, in, LLVMGetOperand(in, known[i].pointer),
			           LLVMGetOperand(in, known[i].mask),
			           known[i].is_write ? LLVMTypeOf(LLVMGetOperand(in, 0))
			                             : LLVMTypeOf(in),
			           known[i].is_write);
}

static void tell_update(struct watch *w, val in) {
	val p = LLVMGetOperand(in, 0);
	switch (LLVMGetAtomicRMWBinOp(in)) {
	case LLVMAtomicRMWBinOpMin:
	case LLVMAtomicRMWBinOpMax:
	case LLVMAtomicRMWBinOpUMin:
	case LLVMAtomicRMWBinOpUMax: break;
	default: return;
	}
	LLVMPositionBuilderBefore(w->b, in);
	call(w, "__tsan_release", &p, 1);
	LLVMPositionBuilderBefore(w->b, LLVMGetNextInstruction(in));
	call(w, "__tsan_acquire", &p, 1);
}

static void tell(struct watch *w, val in) {
	switch (LLVMGetInstructionOpcode(in)) {
	case LLVMLoad: /* the host has written invariant memory before the launch */
		if (!LLVMGetMetadata(
			    in, LLVMGetMDKindIDInContext(w->ctx, "invariant.load", 14)))
			tell_wide(w, in, LLVMGetOperand(in, 0), LLVMTypeOf(in), false);
		break;
	case LLVMStore:
		tell_wide(w, in, LLVMGetOperand(in, 1), LLVMTypeOf(LLVMGetOperand(in, 0)),
		          true);
		break;
	case LLVMCall: tell_call(w, in); break;
	case LLVMAtomicRMW: tell_update(w, in); break;
	default: break;
	}
}

static void tell_all(LLVMModuleRef m) {
	struct watch w = {.m = m, .ctx = LLVMGetModuleContext(m)};
	w.b = LLVMCreateBuilderInContext(w.ctx);
	w.ptr = LLVMPointerTypeInContext(w.ctx, 0);
	w.i64 = LLVMInt64TypeInContext(w.ctx);
	w.voidt = LLVMVoidTypeInContext(w.ctx);
	for (val f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
		     b = LLVMGetNextBasicBlock(b))
			for (val in = LLVMGetFirstInstruction(b), next; in; in = next) {
				next = LLVMGetNextInstruction(in);
				tell(&w, in);
			}
	LLVMDisposeBuilder(w.b);
}

void sanitize_prepare(LLVMModuleRef m, enum sanitizer which) {
	const char *name = which == SANITIZE_ADDRESS ? "sanitize_address"
	                                             : "sanitize_thread";
	u32 kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	if (which == SANITIZE_NO)
		return;
	for (val f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		if (LLVMGetFirstBasicBlock(f))
			LLVMAddAttributeAtIndex(
				f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				LLVMCreateEnumAttribute(LLVMGetModuleContext(m), kind,
			                                0));
	if (which == SANITIZE_THREAD)
		tell_all(m);
}
