/* intrinsics.c - functions of NVVM IR that LLVM does not have, as IR over those it has.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/nvptx/state.h"

/* The modes of shuffles and votes are constants in practice: what is not chosen folds
 * away. */
static const struct {
	const char *name, *text;
} definition[] = {
	{"llvm.nvvm.shfl.sync.i32",
         "declare {i32, i1} @llvm.nvvm.shfl.sync.idx.i32p(i32, i32, i32, i32)\n"
         "declare {i32, i1} @llvm.nvvm.shfl.sync.up.i32p(i32, i32, i32, i32)\n"
         "declare {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, i32)\n"
         "declare {i32, i1} @llvm.nvvm.shfl.sync.bfly.i32p(i32, i32, i32, i32)\n"
         "define {i32, i1} @\"simt llvm.nvvm.shfl.sync.i32\"(i32 %m, i32 "
         "%mode, i32 %v, "
         "i32 %b, i32 %c) alwaysinline convergent {\n"
         "  switch i32 %mode, label %idx [i32 1, label %up\n i32 2, label %down\n i32 3, "
         "label "
         "%bfly]\n"
         "idx:\n  %r0 = call {i32, i1} @llvm.nvvm.shfl.sync.idx.i32p(i32 %m, i32 %v, i32 "
         "%b, i32 "
         "%c)\n  ret {i32, i1} %r0\n"
         "up:\n  %r1 = call {i32, i1} @llvm.nvvm.shfl.sync.up.i32p(i32 %m, i32 %v, i32 "
         "%b, i32 "
         "%c)\n  ret {i32, i1} %r1\n"
         "down:\n  %r2 = call {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32 %m, i32 %v, "
         "i32 %b, i32 "
         "%c)\n  ret {i32, i1} %r2\n"
         "bfly:\n  %r3 = call {i32, i1} @llvm.nvvm.shfl.sync.bfly.i32p(i32 %m, i32 %v, "
         "i32 %b, i32 "
         "%c)\n  ret {i32, i1} %r3\n}\n"},
	{"llvm.nvvm.vote.sync",
         "declare i1 @llvm.nvvm.vote.all.sync(i32, i1)\n"
         "declare i1 @llvm.nvvm.vote.any.sync(i32, i1)\n"
         "declare i1 @llvm.nvvm.vote.uni.sync(i32, i1)\n"
         "declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)\n"
         "define {i32, i1} @\"simt llvm.nvvm.vote.sync\"(i32 %m, i32 %mode, "
         "i1 %p) "
         "alwaysinline convergent {\n"
         "  switch i32 %mode, label %all [i32 1, label %any\n i32 2, label %uni\n i32 3, "
         "label "
         "%ballot]\n"
         "all:\n  %r0 = call i1 @llvm.nvvm.vote.all.sync(i32 %m, i1 %p)\n  br label "
         "%end\n"
         "any:\n  %r1 = call i1 @llvm.nvvm.vote.any.sync(i32 %m, i1 %p)\n  br label "
         "%end\n"
         "uni:\n  %r2 = call i1 @llvm.nvvm.vote.uni.sync(i32 %m, i1 %p)\n  br label "
         "%end\n"
         "ballot:\n  %r3 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %p)\n"
         "  %s3 = insertvalue {i32, i1} zeroinitializer, i32 %r3, 0\n  ret {i32, i1} "
         "%s3\n"
         "end:\n  %r = phi i1 [%r0, %all], [%r1, %any], [%r2, %uni]\n"
         "  %s = insertvalue {i32, i1} zeroinitializer, i1 %r, 1\n  ret {i32, i1} "
         "%s\n}\n"},
	{"llvm.nvvm.match.all.sync.i32",
         "declare {i32, i1} @llvm.nvvm.match.all.sync.i32p(i32, i32)\n"
         "define {i32, i1} @\"simt llvm.nvvm.match.all.sync.i32\"(i32 %m, "
         "i32 %v) "
         "alwaysinline convergent {\n"
         "  %r = call {i32, i1} @llvm.nvvm.match.all.sync.i32p(i32 %m, i32 %v)\n"
         "  ret {i32, i1} %r\n}\n"},
	{"llvm.nvvm.match.all.sync.i64",
         "declare {i32, i1} @llvm.nvvm.match.all.sync.i64p(i32, i64)\n"
         "define {i32, i1} @\"simt llvm.nvvm.match.all.sync.i64\"(i32 %m, "
         "i64 %v) "
         "alwaysinline convergent {\n"
         "  %r = call {i32, i1} @llvm.nvvm.match.all.sync.i64p(i32 %m, i64 %v)\n"
         "  ret {i32, i1} %r\n}\n"},
};

static void define(struct nvptx *n, u32 i) {
	LLVMValueRef old = LLVMGetNamedFunction(n->module, definition[i].name);
	if (!old)
		return;
	struct nvptx_module m = {.name = definition[i].name,
	                         .data = definition[i].text,
	                         .size = strlen(definition[i].text)};
	LLVMModuleRef text = nvptx_read(n, &m);
	if (!text)
		return;
	nvptx_link(n, text);
	LLVMValueRef now = LLVMGetNamedFunction(
		n->module, arena_printf(n->a, "simt %s", definition[i].name));
	if (!now || LLVMGlobalGetValueType(now) != LLVMGlobalGetValueType(old)) {
		nvptx_error(n, "error: %s is declared with other types than it has",
		            definition[i].name);
		return;
	}
	LLVMReplaceAllUsesWith(old, now);
	LLVMDeleteFunction(old);
	LLVMSetLinkage(now, LLVMInternalLinkage);
}

/* Conversions between generic addresses and those of a space, which LLVM 19 still has as
 * intrinsics, become casts: LLVM's passes look through a cast for the space of an access.
 * A parameter's space has no cast. */
static bool is_conversion(LLVMValueRef f) {
	size_t len;
	const char *name = LLVMGetValueName2(f, &len);
	return len > 14 && memcmp(name, "llvm.nvvm.ptr.", 14) == 0 &&
	       !strstr(name, "param");
}

static void cast_calls(LLVMBuilderRef b, LLVMValueRef f) {
	LLVMUseRef next;
	for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = next) {
		LLVMValueRef call = LLVMGetUser(u);
		next = LLVMGetNextUse(u);
		if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
			continue;
		LLVMPositionBuilderBefore(b, call);
		LLVMReplaceAllUsesWith(call,
		                       LLVMBuildAddrSpaceCast(b, LLVMGetOperand(call, 0),
		                                              LLVMTypeOf(call), ""));
		LLVMInstructionEraseFromParent(call);
	}
}

static void cast_addresses(struct nvptx *n) {
	LLVMBuilderRef b = LLVMCreateBuilderInContext(n->ctx);
	for (LLVMValueRef f = LLVMGetFirstFunction(n->module); f;
	     f = LLVMGetNextFunction(f))
		if (is_conversion(f))
			cast_calls(b, f);
	LLVMDisposeBuilder(b);
}

static void refuse_unknown(struct nvptx *n) {
	for (LLVMValueRef f = LLVMGetFirstFunction(n->module); f;
	     f = LLVMGetNextFunction(f)) {
		size_t len;
		const char *name = LLVMGetValueName2(f, &len);
		if (len > 5 && memcmp(name, "llvm.", 5) == 0 &&
		    LLVMGetIntrinsicID(f) == 0 && LLVMGetFirstUse(f))
			nvptx_error(n, "error: the intrinsic '%s' is not known", name);
	}
}

/* Functions and inline PTX may exchange something between threads, and NVVM IR need not
 * say so: calls of them stay where they are in the control flow, as LLVM's front ends for
 * CUDA make sure. LLVM's passes take the attribute away where a function needs none. */
static void converge_calls(LLVMAttributeRef convergent, LLVMValueRef f) {
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
	     b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef in = LLVMGetFirstInstruction(b); in;
		     in = LLVMGetNextInstruction(in)) {
			LLVMValueRef callee = LLVMIsACallInst(in) ? LLVMGetCalledValue(in)
			                                          : NULL;
			bool is_pure = callee && LLVMIsAInlineAsm(callee) &&
			               !LLVMGetInlineAsmHasSideEffects(callee);
			if (callee && !is_pure && !LLVMIsAFunction(callee))
				LLVMAddCallSiteAttribute(
					in,
					(LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					convergent);
		}
}

static void converge(struct nvptx *n) {
	static const char name[] = "convergent";
	u32 kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
	LLVMAttributeRef convergent = LLVMCreateEnumAttribute(n->ctx, kind, 0);
	for (LLVMValueRef f = LLVMGetFirstFunction(n->module); f;
	     f = LLVMGetNextFunction(f)) {
		if (LLVMGetIntrinsicID(f))
			continue;
		LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
		                        convergent);
		converge_calls(convergent, f);
	}
}

void nvptx_define_intrinsics(struct nvptx *n) {
	for (u32 i = 0; i < countof(definition) && !n->failed; i++)
		define(n, i);
	if (!n->failed)
		cast_addresses(n);
	if (!n->failed)
		refuse_unknown(n);
	if (!n->failed)
		converge(n);
}
