/* confine.c - simtrun --sandbox: what compiled code does to memory stays in the kernel's
 * memory even if a check before it is wrong.
 *
 *     checked address  ->  confined  ->  load, store, atomic
 *
 *     global           (p & mask) | base                 the whole reservation is a power of
 *                                                        two of bytes, on a multiple of that
 *     shared, local    low + umin(p - low, bytes)        low and the end lie CONFINE_SLACK
 *                                                        outside the memory itself
 *
 * For an address that passed its check both are the address itself. Bytes around it that
 * an access of a whole chunk may touch lie in the slack, or in the pages that stay
 * invalid around the reservation.
 *
 * The emitters of accesses are not trusted to forget none: confine_holds checks every
 * access of a finished module. Places in the machine's own records are alloca and fields
 * at constant distances, and tables of constants are read below their lengths; all else
 * must have come through jit_confined.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/mem/confine.h"
#include "backend/llvm/engine/config.h"

#include "backend/machine/access.h"

/* ---- confining addresses ----------------------------------------------------------- */

static val splat_like(struct fn *c, val scalar, u32 lanes) {
	if (!lanes)
		return scalar;
	typ t = LLVMVectorType(c->i64, lanes);
	val one = LLVMBuildInsertElement(c->b, LLVMGetPoison(t), scalar,
	                                 jit_int(c, 32, 0), "");
	return LLVMBuildShuffleVector(c->b, one, LLVMGetPoison(t),
	                              LLVMConstNull(LLVMVectorType(c->i32, lanes)), "");
}

static val into_region(struct fn *c, val p, u32 lanes) {
	val mask = splat_like(c, jit_once(c, ONCE_REGION_MASK), lanes),
	    base = splat_like(c, jit_once(c, ONCE_REGION_BASE), lanes);
	return LLVMBuildOr(c->b, LLVMBuildAnd(c->b, p, mask, ""), base, "");
}

/* Confines to a cta's shared memory, or a warp's local memory. */
static val into_own(struct fn *c, const struct mem *m, val p, u32 lanes) {
	val low, bytes;
	if (is_shared_space(m->space)) {
		low = jit_once(c, ONCE_SHARED);
		bytes = jit_resize(c, jit_once(c, ONCE_SHARED_TOTAL), 64, false);
	} else {
		low = jit_once(c, ONCE_LOCAL);
		bytes = jit_field(c, c->w, offsetof(struct warp, local_stride), c->i64,
		                  "");
		bytes = LLVMBuildMul(c->b, bytes, jit_int(c, 64, WARP_LANES), "");
	}
	low = LLVMBuildPtrToInt(c->b, low, c->i64, "");
	low = LLVMBuildSub(c->b, low, jit_int(c, 64, CONFINE_SLACK), "");
	bytes = LLVMBuildAdd(c->b, bytes, jit_int(c, 64, CONFINE_SLACK), "");
	low = splat_like(c, low, lanes);
	val arg[2] = {LLVMBuildSub(c->b, p, low, ""), splat_like(c, bytes, lanes)};
	typ t = LLVMTypeOf(p);
	return LLVMBuildAdd(c->b, low, jit_intrinsic(c, "llvm.umin", &t, 1, arg, 2), "");
}

bool jit_accesses_stand_alone(const struct fn *c) {
	return c->opt.confined || jit_config()->sanitize;
}

val jit_confined(struct fn *c, const struct mem *m, val p) {
	if (!c->opt.confined)
		return p;
	typ t = LLVMTypeOf(p), word = c->i64;
	u32 lanes = 0;
	if (LLVMGetTypeKind(t) == LLVMVectorTypeKind) {
		lanes = LLVMGetVectorSize(t);
		word = LLVMVectorType(c->i64, lanes);
	}
	val at = LLVMBuildPtrToInt(c->b, p, word, "");
	bool own = is_shared_space(m->space) || m->space == SPACE_LOCAL;
	at = own ? into_own(c, m, at, lanes) : into_region(c, at, lanes);
	val safe = LLVMBuildIntToPtr(c->b, at, t, "confined");
	map_put_ptr(c->opt.confined, safe, safe);
	return safe;
}

/* ---- checking a finished module ---------------------------------------------------- */

enum { MAX_STEPS = 64 }; /* from an access back to where its address came from */

/* The most that the value can be, from its form alone; UINT64_MAX: no such bound. */
static u64 most(val v) {
	u64 a, k;
	if (LLVMIsAConstantInt(v))
		return LLVMConstIntGetZExtValue(v);
	if (!LLVMIsAInstruction(v))
		return UINT64_MAX;
	if (LLVMGetInstructionOpcode(v) == LLVMZExt)
		return most(LLVMGetOperand(v, 0));
	if (LLVMGetNumOperands(v) != 2 || !LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
		return UINT64_MAX;
	k = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
	if (LLVMGetInstructionOpcode(v) == LLVMAnd)
		return k;
	if (LLVMGetInstructionOpcode(v) != LLVMMul || k > WARP_LANES)
		return UINT64_MAX;
	a = most(LLVMGetOperand(v, 0));
	return a < UINT32_MAX ? a * k : UINT64_MAX;
}

/* The same for each lane of a vector. */
static u64 most_of_lanes(val v) {
	u64 all = 0;
	if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind)
		return most(v);
	if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMAnd ||
	    !LLVMIsConstant(LLVMGetOperand(v, 1)))
		return UINT64_MAX;
	for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(v)); i++) {
		val lane = LLVMGetAggregateElement(LLVMGetOperand(v, 1), i);
		all = lane ? MAX(all, most(lane)) : UINT64_MAX;
	}
	return all;
}

/* Checks for an element of one of the module's own tables of constants. */
static bool is_of_table(val p) {
	val table = LLVMIsAGetElementPtrInst(p) && LLVMGetNumOperands(p) == 2
	                    ? LLVMGetOperand(p, 0)
	                    : NULL;
	if (!table || !LLVMIsAGlobalVariable(table) || !LLVMIsGlobalConstant(table))
		return false;
	typ t = LLVMGlobalGetValueType(table);
	return LLVMGetTypeKind(t) == LLVMArrayTypeKind &&
	       LLVMGetElementType(t) == LLVMGetGEPSourceElementType(p) &&
	       most_of_lanes(LLVMGetOperand(p, 1)) < LLVMGetArrayLength2(t);
}

enum { HOME_BYTES = WARP_LANES * 16 };

/* Checks whether p is at a constant distance from its base, or at a lane's place in a
 * register's home. */
static bool is_field(val p) {
	for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(p); i++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(p, i)) &&
		    most(LLVMGetOperand(p, i)) >= HOME_BYTES)
			return false;
	return true;
}

struct walk {
	val phi[MAX_STEPS];
	u32 n;
};

/* Checks for the warp that runs: the one of the call, or the next after one that was. */
static bool is_warp(val p, struct walk *seen) {
	while (LLVMIsAGetElementPtrInst(p) && is_field(p))
		p = LLVMGetOperand(p, 0);
	if (!LLVMIsAPHINode(p))
		return LLVMIsAArgument(p) != NULL;
	for (u32 i = 0; i < seen->n; i++)
		if (seen->phi[i] == p)
			return true;
	if (seen->n == MAX_STEPS)
		return false;
	seen->phi[seen->n++] = p;
	for (unsigned i = 0; i < LLVMCountIncoming(p); i++)
		if (!is_warp(LLVMGetIncomingValue(p, i), seen))
			return false;
	return true;
}

static bool is_gep(val p) {
	return LLVMIsAGetElementPtrInst(p) ||
	       (LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMGetElementPtr);
}

/* Checks for a confined address, or the next element of it; or a place in the machine's
 * own records: a field of what a parameter or another field points to; or anywhere in an
 * alloca, whose index is a lane. */
static bool is_safe(val p, const struct map *confined) {
	bool fields = true;
	for (u32 i = 0; i < MAX_STEPS; i++) {
		if (LLVMIsAAllocaInst(p))
			return true;
		if (!is_gep(p) || map_get_ptr(confined, p))
			return fields &&
			       (map_get_ptr(confined, p) || LLVMIsALoadInst(p) ||
			        LLVMIsAGlobalVariable(p) ||
			        is_warp(p, &(struct walk){.n = 0}));
		fields &= is_field(p);
		p = LLVMGetOperand(p, 0);
	}
	return false;
}

/* The address that an instruction accesses, or NULL. */
static val address_of(val in) {
	switch (LLVMGetInstructionOpcode(in)) {
	case LLVMLoad:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg: return LLVMGetOperand(in, 0);
	case LLVMStore: return LLVMGetOperand(in, 1);
	default: return NULL;
	}
}

struct accesses {
	const char *name;
	unsigned operand;
};

/* Intrinsics that access memory; of others that do none are emitted. */
static const struct accesses accessing[] = {
	{"llvm.masked.load", 0},   {"llvm.masked.store", 1},
	{"llvm.masked.gather", 0}, {"llvm.masked.scatter", 1},
	{"llvm.memcpy", 0},        {"llvm.memset", 0},
	{"llvm.memmove", 0},       {NULL, 0},
};

static val address_of_call(val in) {
	val callee = LLVMGetCalledValue(in);
	size_t len;
	if (!LLVMIsAFunction(callee))
		return NULL; /* a service */
	const char *name = LLVMGetValueName2(callee, &len);
	for (const struct accesses *a = accessing; a->name; a++)
		if (strncmp(name, a->name, strlen(a->name)) == 0)
			return LLVMGetOperand(in, a->operand);
	return NULL;
}

static bool is_read(val in) {
	size_t len;
	if (LLVMGetInstructionOpcode(in) != LLVMCall)
		return LLVMGetInstructionOpcode(in) == LLVMLoad;
	static const char gather[] = "llvm.masked.gather";
	return strncmp(LLVMGetValueName2(LLVMGetCalledValue(in), &len), gather,
	               sizeof gather - 1) == 0;
}

static bool block_holds(bb b, const struct map *confined) {
	for (val in = LLVMGetFirstInstruction(b); in; in = LLVMGetNextInstruction(in)) {
		val p = LLVMGetInstructionOpcode(in) == LLVMCall ? address_of_call(in)
		                                                 : address_of(in);
		if (p && !(is_read(in) && is_of_table(p)) && !is_safe(p, confined))
			return false;
	}
	return true;
}

bool confine_holds(LLVMModuleRef mod, const struct map *confined) {
	for (val f = LLVMGetFirstFunction(mod); f; f = LLVMGetNextFunction(f))
		for (bb b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			if (!block_holds(b, confined))
				return false;
	return true;
}
