/* float_options.c - what the options say about arithmetic, as LLVM's flags and
 * instructions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/nvptx/state.h"

/* ---- __nvvm_reflect -------------------------------------------------------------------- */

/* The text that the argument points to. */
static const char *reflected_name(LLVMValueRef argument) {
	while (argument && !LLVMIsAGlobalVariable(argument) &&
	       (LLVMIsAConstantExpr(argument) || LLVMIsAInstruction(argument)) &&
	       LLVMGetNumOperands(argument) > 0)
		argument = LLVMGetOperand(argument, 0);
	LLVMValueRef init = argument && LLVMIsAGlobalVariable(argument)
	                            ? LLVMGetInitializer(argument)
	                            : NULL;
	size_t len;
	return init && LLVMIsConstantString(init) ? LLVMGetAsString(init, &len) : NULL;
}

static u32 reflected(const struct nvptx_options *o, const char *name) {
	if (strcmp(name, "__CUDA_FTZ") == 0)
		return o->ftz;
	if (strcmp(name, "__CUDA_PREC_DIV") == 0)
		return o->prec_div;
	if (strcmp(name, "__CUDA_PREC_SQRT") == 0)
		return o->prec_sqrt;
	if (strcmp(name, "__CUDA_FMAD") == 0)
		return o->fma;
	return strcmp(name, "__CUDA_ARCH") == 0 ? o->sm * 10 : 0;
}

static void reflect_calls(struct nvptx *n, LLVMValueRef f) {
	LLVMUseRef next;
	for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = next) {
		next = LLVMGetNextUse(use);
		LLVMValueRef call = LLVMGetUser(use);
		const char *name = LLVMIsACallInst(call)
		                           ? reflected_name(LLVMGetOperand(call, 0))
		                           : NULL;
		if (!name) {
			nvptx_error(n,
			            "error: __nvvm_reflect needs the name of an option");
			return;
		}
		LLVMReplaceAllUsesWith(
			call, LLVMConstInt(LLVMTypeOf(call),
		                           reflected(&n->in->options, name), false));
		LLVMInstructionEraseFromParent(call);
	}
}

void nvptx_reflect(struct nvptx *n) {
	LLVMValueRef f = LLVMGetNamedFunction(n->module, "__nvvm_reflect");
	if (!f)
		return;
	reflect_calls(n, f);
	if (!n->failed)
		LLVMDeleteFunction(f);
}

/* ---- division and square root ------------------------------------------------------------ */

static LLVMValueRef build_call(struct nvptx *n, LLVMBuilderRef b, const char *name,
                               LLVMValueRef *operand, u32 count) {
	LLVMTypeRef single = LLVMFloatTypeInContext(n->ctx), type[2] = {single, single};
	LLVMTypeRef fn = LLVMFunctionType(single, type, count, false);
	LLVMValueRef f = LLVMGetNamedFunction(n->module, name);
	if (!f)
		f = LLVMAddFunction(n->module, name, fn);
	return LLVMBuildCall2(b, fn, f, operand, count, "");
}

/* As nvcc's: full range without -ftz, approximate with it. */
static LLVMValueRef fast_quotient(struct nvptx *n, LLVMBuilderRef b, LLVMValueRef div) {
	static const char text[] = "div.full.f32 $0, $1, $2;", in[] = "=f,f,f";
	LLVMValueRef operand[] = {LLVMGetOperand(div, 0), LLVMGetOperand(div, 1)};
	if (n->in->options.ftz)
		return build_call(n, b, "llvm.nvvm.div.approx.ftz.f", operand, 2);
	LLVMTypeRef single = LLVMFloatTypeInContext(n->ctx), type[] = {single, single};
	LLVMTypeRef fn = LLVMFunctionType(single, type, 2, false);
	LLVMValueRef code = LLVMGetInlineAsm(fn, text, strlen(text), in, strlen(in),
	                                     false, false, LLVMInlineAsmDialectATT,
	                                     false);
	return LLVMBuildCall2(b, fn, code, operand, 2, "");
}

static bool calls(LLVMValueRef inst, const char *name) {
	LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
	size_t len;
	return f && LLVMIsAFunction(f) && strcmp(LLVMGetValueName2(f, &len), name) == 0;
}

/* What takes the place of the instruction; NULL: it stays. */
static LLVMValueRef replacement(struct nvptx *n, LLVMBuilderRef b, LLVMValueRef inst) {
	const struct nvptx_options *o = &n->in->options;
	if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMFloatTypeKind)
		return NULL;
	if (LLVMGetInstructionOpcode(inst) == LLVMFDiv && !o->prec_div)
		return fast_quotient(n, b, inst);
	if (!o->prec_sqrt &&
	    (calls(inst, "llvm.sqrt.f32") || calls(inst, "llvm.nvvm.sqrt.f"))) {
		LLVMValueRef operand = LLVMGetOperand(inst, 0);
		return build_call(n, b,
		                  o->ftz ? "llvm.nvvm.sqrt.approx.ftz.f"
		                         : "llvm.nvvm.sqrt.approx.f",
		                  &operand, 1);
	}
	return NULL;
}

/* ---- all instructions ---------------------------------------------------------------------- */

/* A product and a sum may become one operation, where anything is optimised. */
static void allow_fusion(LLVMValueRef inst) {
	LLVMOpcode op = LLVMGetInstructionOpcode(inst);
	if (op == LLVMFAdd || op == LLVMFSub || op == LLVMFMul)
		LLVMSetFastMathFlags(inst, LLVMGetFastMathFlags(inst) |
		                                   LLVMFastMathAllowContract);
}

static void adapt_block(struct nvptx *n, LLVMBuilderRef b, LLVMBasicBlockRef block) {
	LLVMValueRef next;
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
		next = LLVMGetNextInstruction(i);
		if (n->in->options.fma && n->in->options.opt)
			allow_fusion(i);
		LLVMPositionBuilderBefore(b, i);
		LLVMValueRef other = replacement(n, b, i);
		if (other) {
			LLVMReplaceAllUsesWith(i, other);
			LLVMInstructionEraseFromParent(i);
		}
	}
}

void nvptx_float_options(struct nvptx *n) {
	static const char key[] = "denormal-fp-math-f32", flush[] = "preserve-sign",
			  ieee[] = "ieee";
	const char *mode = n->in->options.ftz ? flush : ieee;
	LLVMAttributeRef denormals = LLVMCreateStringAttribute(
		n->ctx, key, (u32)strlen(key), mode, (u32)strlen(mode));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(n->ctx);
	for (LLVMValueRef f = LLVMGetFirstFunction(n->module); f;
	     f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f))
			continue;
		LLVMAddAttributeAtIndex(f, (u32)LLVMAttributeFunctionIndex, denormals);
		for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k;
		     k = LLVMGetNextBasicBlock(k))
			adapt_block(n, b, k);
	}
	LLVMDisposeBuilder(b);
}
