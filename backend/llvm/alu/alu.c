/* alu.c - the `llvm` column of alu.def as functions, one per row. They see the operands
 * under the letters of the row's signature, as the lane loops of the interpreter do.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/arith.h"

/* One per signature: where the operands are and what they are called. */
#define S(name, i) val name UNUSED = src[i];
#define OUT(llvm) out[0] = llvm;
#define OUT_Q(llvm)    \
	val q = NULL;  \
	out[0] = llvm; \
	out[1] = q;
#define ALU_da(llvm) S(a, 1) OUT(llvm)
#define ALU_dab(llvm) S(a, 1) S(b, 2) OUT(llvm)
#define ALU_dabc(llvm) S(a, 1) S(b, 2) S(c, 3) OUT(llvm)
#define ALU_dabP(llvm) S(a, 1) S(b, 2) S(P, 3) OUT(llvm)
#define ALU_dabci(llvm) S(a, 1) S(b, 2) S(c, 3) S(i, 4) OUT(llvm)
#define ALU_dabu(llvm) S(a, 1) S(b, 2) S(u, 3) OUT(llvm)
#define ALU_dabuv(llvm) S(a, 1) S(b, 2) S(u, 3) S(v, 4) OUT(llvm)
#define ALU_dabx(llvm) S(a, 1) S(b, 2) S(x, 3) OUT(llvm)
#define ALU_dau(llvm) S(a, 1) S(u, 2) OUT(llvm)
#define ALU_dauv(llvm) S(a, 1) S(u, 2) S(v, 3) OUT(llvm)
#define ALU_dx(llvm) S(x, 1) OUT(llvm)
#define ALU_dxb(llvm) S(x, 1) S(b, 2) OUT(llvm)
#define ALU_dxy(llvm) S(x, 1) S(y, 2) OUT(llvm)
#define ALU_dxyc(llvm) S(x, 1) S(y, 2) S(c, 3) OUT(llvm)
#define ALU_dxyP(llvm) S(x, 1) S(y, 2) S(P, 3) OUT(llvm)
#define ALU_na(llvm) S(a, 1) OUT(llvm)
#define ALU_nuvt(llvm) S(u, 1) S(v, 2) S(t, 3) OUT(llvm)
#define ALU_nxy(llvm) S(x, 1) S(y, 2) OUT(llvm)
#define ALU_nxyu(llvm) S(x, 1) S(y, 2) S(u, 3) OUT(llvm)
#define ALU_wab(llvm) S(a, 1) S(b, 2) OUT(llvm)
#define ALU_wabW(llvm) S(a, 1) S(b, 2) S(W, 3) OUT(llvm)
#define ALU_nABs(llvm) S(A, 1) S(B, 2) S(s, 3) OUT(llvm)
#define ALU_nABCs(llvm) S(A, 1) S(B, 2) S(C, 3) S(s, 4) OUT(llvm)
#define ALU_MABCs(llvm) ALU_nABCs(llvm)
#define ALU_NEFCs(llvm) ALU_nABCs(llvm)
#define ALU_dQabciP(llvm) S(a, 2) S(b, 3) S(c, 4) S(i, 5) S(P, 6) OUT_Q(llvm)
#define ALU_pa(llvm) S(a, 1) OUT(llvm)
#define ALU_pab(llvm) S(a, 1) S(b, 2) OUT(llvm)
#define ALU_pabP(llvm) S(a, 1) S(b, 2) S(P, 3) OUT(llvm)
#define ALU_pqab(llvm) S(a, 2) S(b, 3) OUT_Q(llvm)
#define ALU_pqabP(llvm) S(a, 2) S(b, 3) S(P, 4) OUT_Q(llvm)
#define ALU_pQab(llvm) ALU_pqab(llvm)
#define ALU_pQabP(llvm) ALU_pqabP(llvm)
#define ALU_pP(llvm) S(P, 1) OUT(llvm)
#define ALU_pPR(llvm) S(P, 1) S(R, 2) OUT(llvm)

#define ALU(id, mnemonic, cls, types, sig, since, props, value, llvm)                \
	static void emit_##id(struct alu_emit *E UNUSED, val *out, const val *src) { \
		enum type T0 UNUSED = E->type[0], T1 UNUSED = E->type[1];            \
		ALU_##sig(llvm)                                                      \
	}
#include "ir/isa/alu.def"
#undef ALU

/* A column that holds more than one character, the 0, is a form. */
static const struct {
	bool has;
	void (*emit)(struct alu_emit *e, val *out, const val *src);
} forms[ROW_ALU_END] = {
#define ALU(id, mnemonic, cls, types, sig, since, props, value, llvm) \
	[ROW_##id] = {sizeof #llvm > sizeof "0", emit_##id},
#include "ir/isa/alu.def"
#undef ALU
};

bool jit_alu_has(enum row row, const u8 type[4]) {
	if (row >= ROW_ALU_END || !forms[row].has)
		return false;
	const struct row_info *info = row_info(row);
	for (u32 t = 0; t < info->ntuple; t++)
		if (memcmp(info->types[t], type, info->ntypes) == 0)
			return true;
	return false;
}

bool jit_alu(struct alu_emit *c, enum row row, LLVMValueRef *out,
             const LLVMValueRef *src) {
	u8 type[4] = {(u8)c->type[0], (u8)c->type[1], (u8)c->type[2], (u8)c->type[3]};
	if (!jit_alu_has(row, type))
		return false;
	struct alu_emit e = *c;
	for (u32 i = row_info(row)->ntypes; i < countof(e.type); i++)
		e.type[i] = e.type[0]; /* a type that is not spelled repeats T0 */
	forms[row].emit(&e, out, src);
	c->cc_out = e.cc_out;
	return out[0] != NULL;
}
