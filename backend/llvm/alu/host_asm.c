/* host_asm.c - instructions of x86 as assembly, for what LLVM's IR does not say.
 *
 * Directed rounding is by MXCSR: the register is set, the instruction runs, the register
 * is set back. That is some five cycles. Correcting a rounded result by its error
 * (float.c) takes fifty instructions; in double precision it would be a call for each
 * lane. All of it is one piece of assembly, as LLVM is free to move other arithmetic in
 * between. Kernels compute with MXCSR as it is at reset (base/host_float.h), so it is set
 * back without being read first.
 *
 * Which of two NaNs comes out follows from the order of the operands, which LLVM is free
 * to change in a sum or a product of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"

enum { NEAREST = 0x1f80, DOWN = 0x3f80, UP = 0x5f80, TO_ZERO = 0x7f80 };
enum { AT_NEAREST, AT_DOWN, AT_UP, AT_TO_ZERO, NMODE };

static u32 offset_of(u32 rnd) {
	return 4 * (rnd == MOD_RND_RM ? AT_DOWN : rnd == MOD_RND_RP ? AT_UP : AT_TO_ZERO);
}

static val modes(const struct alu_emit *e) {
	static const char name[] = "rounding";
	static const u32 mode[NMODE] = {NEAREST, DOWN, UP, TO_ZERO};
	val at = LLVMGetNamedGlobal(e->module, name), word[NMODE];
	if (at)
		return at;
	LLVMTypeRef i32 = LLVMInt32TypeInContext(e->ctx);
	for (u32 i = 0; i < NMODE; i++)
		word[i] = LLVMConstInt(i32, mode[i], false);
	at = LLVMAddGlobal(e->module, LLVMArrayType2(i32, NMODE), name);
	LLVMSetLinkage(at, LLVMInternalLinkage);
	LLVMSetInitializer(at, LLVMConstArray2(i32, word, NMODE));
	return at;
}

static val assemble(const struct alu_emit *e, const char *text, const char *where,
                    val *in, u32 n) {
	LLVMTypeRef type[4], t = LLVMTypeOf(in[0]);
	for (u32 i = 0; i < n; i++)
		type[i] = LLVMTypeOf(in[i]);
	LLVMTypeRef call = LLVMFunctionType(t, type, n, false);
	val f = LLVMGetInlineAsm(call, text, strlen(text), where, strlen(where), false,
	                         false, LLVMInlineAsmDialectATT, false);
	return LLVMBuildCall2(e->b, call, f, in, n, "");
}

/* The assembler swaps the operands of a sum or product where that saves a byte of VEX
 * (the second is one of the upper eight registers), unless it is told which form to take.
 */
static const char *encoding(const struct alu_emit *e, const char *name) {
	bool may_swap = strcmp(name, "add") == 0 || strcmp(name, "mul") == 0;
	return !may_swap ? "" : e->has_rounding ? "{evex} " : "{vex3} ";
}

/* Emits it for a scalar, or a vector that fits in a register. */
static val in_register(const struct alu_emit *e, const char *name, const val *arg, u32 n,
                       u32 rnd) {
	static const char *const operands[] = {"$1, $0", "$2, $1, $0", "$3, $2, $0"};
	static const char *const where[] = {"=v,v,r", "=v,v,v,r", "=v,0,v,v,r"};
	static const char *const plain[] = {"=v,v", "=v,v,v", "=v,0,v,v"};
	LLVMTypeRef t = LLVMTypeOf(arg[0]);
	bool is_vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	const char *two = n == 1 && !is_vector ? "$1, $1, $0" : operands[n - 1];
	char op[64], text[128];
	snprintf(op, sizeof op, "%sv%s%c%c %s",
	         rnd == MOD_RND_RN ? encoding(e, name) : "", name, is_vector ? 'p' : 's',
	         e_is_f64(arg[0]) ? 'd' : 's', two);
	val in[4] = {arg[0], n > 1 ? arg[1] : NULL, n > 2 ? arg[2] : NULL};
	if (rnd == MOD_RND_RN)
		return assemble(e, op, plain[n - 1], in, n);
	snprintf(text, sizeof text, "vldmxcsr %u($%u)\n\t%s\n\tvldmxcsr ($%u)",
	         offset_of(rnd), n + 1, op, n + 1);
	in[n] = modes(e);
	return assemble(e, text, where[n - 1], in, n + 1);
}

static val take(const struct alu_emit *e, val a, u32 from, u32 n) {
	val lane[32];
	for (u32 i = 0; i < n; i++)
		lane[i] = LLVMConstInt(LLVMInt32TypeInContext(e->ctx), from + i, false);
	return LLVMBuildShuffleVector(e->b, a, LLVMGetPoison(LLVMTypeOf(a)),
	                              LLVMConstVector(lane, n), "");
}

static val join(const struct alu_emit *e, val a, val b) {
	u32 n = 2 * LLVMGetVectorSize(LLVMTypeOf(a));
	val lane[64];
	for (u32 i = 0; i < n; i++)
		lane[i] = LLVMConstInt(LLVMInt32TypeInContext(e->ctx), i, false);
	return LLVMBuildShuffleVector(e->b, a, b, LLVMConstVector(lane, n), "");
}

static val in_registers(const struct alu_emit *e, const char *name, const val *arg, u32 n,
                        u32 rnd) {
	bool is_vector = LLVMGetTypeKind(LLVMTypeOf(arg[0])) == LLVMVectorTypeKind;
	u32 lanes = is_vector ? LLVMGetVectorSize(LLVMTypeOf(arg[0])) : 1;
	u32 bytes = lanes * (e_is_f64(arg[0]) ? 8 : 4);
	val low[3], high[3];
	if (is_vector && bytes < 16)
		return NULL;
	if (bytes <= (e->has_rounding ? 64 : 32))
		return in_register(e, name, arg, n, rnd);
	for (u32 i = 0; i < n; i++) {
		low[i] = take(e, arg[i], 0, lanes / 2);
		high[i] = take(e, arg[i], lanes / 2, lanes / 2);
	}
	return join(e, in_registers(e, name, low, n, rnd),
	            in_registers(e, name, high, n, rnd));
}

val jit_directed(const struct alu_emit *e, const char *name, u32 n, val a, val b, val c,
                 u32 rnd) {
	val arg[3] = {a, b, c};
	return e->has_mxcsr ? in_registers(e, name, arg, n, rnd) : NULL;
}

val jit_in_order(const struct alu_emit *e, const char *name, u32 n, val a, val b, val c) {
	return jit_directed(e, name, n, a, b, c, MOD_RND_RN);
}

/* Returns a, which LLVM then takes for computed. */
static val computed(const struct alu_emit *e, val a) {
	u32 lanes = LLVMGetVectorSize(LLVMTypeOf(a));
	if (lanes * (e_is_f64(a) ? 8 : 4) > 64)
		return join(e, computed(e, take(e, a, 0, lanes / 2)),
		            computed(e, take(e, a, lanes / 2, lanes / 2)));
	return assemble(e, "", "=v,0", &a, 1);
}

/* With AVX-512 LLVM makes one instruction of a load and a move under a mask, which loads
 * nothing before the mask is there. */
val jit_load_first(const struct alu_emit *e, val a) {
	val from = LLVMIsABitCastInst(a) ? LLVMGetOperand(a, 0) : a;
	bool is_vector = LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMVectorTypeKind;
	return e->has_rounding && is_vector && LLVMIsALoadInst(from) ? computed(e, a) : a;
}
