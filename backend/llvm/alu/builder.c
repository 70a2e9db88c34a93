/* builder.c - the functions of builder.h that are not inline: splats, changes of width,
 * calls of intrinsics.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/builder.h"

#include <string.h>

enum { LANES_MAX = 64 };

val e_splat(const struct alu_emit *e, val constant) {
	val v[LANES_MAX];
	if (!e->lanes)
		return constant;
	for (u32 l = 0; l < e->lanes; l++)
		v[l] = constant;
	return LLVMConstVector(v, e->lanes);
}

static val splat_element(val a) {
	LLVMTypeRef t = LLVMTypeOf(a);
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return a;
	val first = LLVMGetAggregateElement(a, 0);
	for (u32 l = 1; l < LLVMGetVectorSize(t); l++)
		if (LLVMGetAggregateElement(a, l) != first)
			return NULL;
	return first;
}

bool e_constant(val a, u64 *v) {
	if (!LLVMIsConstant(a))
		return false;
	val first = splat_element(a);
	if (!first || !LLVMIsAConstantInt(first) || e_bits_of(first) > 64)
		return false;
	*v = LLVMConstIntGetZExtValue(first);
	return true;
}

val e_sext(const struct alu_emit *e, val a, u32 bits) {
	if (e_bits_of(a) == bits)
		return a;
	return LLVMBuildSExt(e->b, a, e_int_type(e, bits), "");
}

static bool is_made_by(val a, LLVMOpcode op) {
	return LLVMIsAInstruction(a) && LLVMGetInstructionOpcode(a) == op;
}

static u32 type_bits(LLVMTypeRef t) {
	bool is_vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	return LLVMGetIntTypeWidth(is_vector ? LLVMGetElementType(t) : t);
}

static val low_bits(LLVMBuilderRef b, val a, u32 n) {
	LLVMTypeRef t = LLVMTypeOf(a);
	u32 lanes = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetVectorSize(t) : 0;
	u64 mask = ((u64)1 << n) - 1, own;
	val ones = LLVMConstInt(e_lane_type(a), mask, false), lane[LANES_MAX];
	if (is_made_by(a, LLVMAnd) && e_constant(LLVMGetOperand(a, 1), &own) &&
	    own <= mask)
		return a;
	for (u32 l = 0; l < lanes; l++)
		lane[l] = ones;
	return LLVMBuildAnd(b, a, lanes ? LLVMConstVector(lane, lanes) : ones, "");
}

val e_to_narrow(LLVMBuilderRef b, val a, LLVMTypeRef t) {
	while (is_made_by(a, LLVMTrunc) ||
	       (is_made_by(a, LLVMZExt) &&
	        e_bits_of(LLVMGetOperand(a, 0)) >= type_bits(t)))
		a = LLVMGetOperand(a, 0);
	if (LLVMTypeOf(a) == t)
		return a;
	return is_made_by(a, LLVMZExt) ? LLVMBuildZExt(b, LLVMGetOperand(a, 0), t, "")
	                               : LLVMBuildTrunc(b, a, t, "");
}

val e_to_wide(LLVMBuilderRef b, val a, LLVMTypeRef t) {
	while (is_made_by(a, LLVMZExt))
		a = LLVMGetOperand(a, 0);
	if (!is_made_by(a, LLVMTrunc) || e_bits_of(a) == 1)
		return LLVMBuildZExt(b, a, t, "");
	a = low_bits(b, LLVMGetOperand(a, 0), e_bits_of(a));
	if (e_bits_of(a) > type_bits(t))
		return LLVMBuildTrunc(b, a, t, "");
	return LLVMTypeOf(a) == t ? a : LLVMBuildZExt(b, a, t, "");
}

val e_zext(const struct alu_emit *e, val a, u32 bits) {
	return e_bits_of(a) == bits ? a : e_to_wide(e->b, a, e_int_type(e, bits));
}

val e_trunc(const struct alu_emit *e, val a, u32 bits) {
	return e_bits_of(a) == bits ? a : e_to_narrow(e->b, a, e_int_type(e, bits));
}

static val call(const struct alu_emit *e, const char *name, val *arg, u32 n) {
	LLVMTypeRef type[1] = {LLVMTypeOf(arg[0])};
	u32 id = LLVMLookupIntrinsicID(name, strlen(name));
	val fn = LLVMGetIntrinsicDeclaration(e->module, id, type, 1);
	return LLVMBuildCall2(e->b, LLVMIntrinsicGetType(e->ctx, id, type, 1), fn, arg, n,
	                      "");
}

val e_call1(const struct alu_emit *e, const char *name, val a) {
	return call(e, name, &a, 1);
}

val e_call2(const struct alu_emit *e, const char *name, val a, val b) {
	val arg[] = {a, b};
	return call(e, name, arg, 2);
}

val e_call3(const struct alu_emit *e, const char *name, val a, val b, val c) {
	val arg[] = {a, b, c};
	return call(e, name, arg, 3);
}

void e_add_attribute(LLVMContextRef ctx, val fn, const char *name, u64 value) {
	u32 kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
	                        LLVMCreateEnumAttribute(ctx, kind, value));
}

val e_new_function(LLVMContextRef ctx, LLVMModuleRef module, const char *name,
                   LLVMTypeRef t) {
	val fn = LLVMAddFunction(module, name, t);
	LLVMSetLinkage(fn, LLVMInternalLinkage);
	e_add_attribute(ctx, fn, "nounwind", 0);
	e_add_attribute(ctx, fn, "noinline", 0);
	return fn;
}

val e_host(const struct alu_emit *e, const char *name, val *arg, u32 n) {
	u32 id = LLVMLookupIntrinsicID(name, strlen(name));
	val fn = LLVMGetIntrinsicDeclaration(e->module, id, NULL, 0);
	return LLVMBuildCall2(e->b, LLVMIntrinsicGetType(e->ctx, id, NULL, 0), fn, arg, n,
	                      "");
}

val e_bits(const struct alu_emit *e, val a) {
	u32 bits = e_is_f64(a) ? 64 : 32;
	return LLVMBuildBitCast(e->b, a, e_int_type(e, bits), "");
}

val e_ftoi(const struct alu_emit *e, val a, u32 bits, bool is_signed) {
	LLVMTypeRef to = e_int_type(e, bits);
	return is_signed ? LLVMBuildFPToSI(e->b, a, to, "")
	                 : LLVMBuildFPToUI(e->b, a, to, "");
}
