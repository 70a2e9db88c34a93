/* fence.c - fences, as interp/fence.c has them, and those around strong accesses.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/mem/mem.h"
#include "backend/machine/strong_access.h"

/* Keeps LLVM from moving accesses across; the host does nothing. */
static void keep_order(struct fn *c) {
	LLVMBuildFence(c->b, LLVMAtomicOrderingSequentiallyConsistent, true, "");
}

static LLVMAtomicOrdering order_of(u32 sem) {
	switch (sem) {
	case MOD_SEM_ACQUIRE: return LLVMAtomicOrderingAcquire;
	case MOD_SEM_RELEASE: return LLVMAtomicOrderingRelease;
	case MOD_SEM_ACQ_REL: return LLVMAtomicOrderingAcquireRelease;
	default: return LLVMAtomicOrderingSequentiallyConsistent;
	}
}

void mem_order(struct fn *c, const struct inst *in, u32 sem) {
	u32 own = MOD_GET(in->mods, SEM);
	if (!is_strong(in->mods))
		return;
	if (own == sem || own == MOD_SEM_ACQ_REL)
		LLVMBuildFence(c->b, order_of(sem), false, "");
	else
		keep_order(c);
}

bool jit_fence(struct fn *c, const struct inst *in) {
	switch (in->row) {
	case ROW_FENCE:
	case ROW_FENCE_SYNC:
	case ROW_FENCE_SYNC_REL:
	case ROW_FENCE_INIT:
	case ROW_FENCE_PROXY:
	case ROW_FENCE_ASYNC:
	case ROW_FENCE_TMAP:
	case ROW_FENCE_TMAP_ACQ:
	case ROW_FENCE_GENERIC:
	case ROW_FENCE_GENERIC_REL:
	case ROW_MEMBAR:
	case ROW_MEMBAR_PROXY: break;
	default: return false;
	}
	u32 scope = MOD_GET(in->mods, SCOPE);
	if (scope == MOD_SCOPE_CTA || scope == MOD_SCOPE_CLUSTER)
		keep_order(c);
	else
		LLVMBuildFence(c->b, order_of(MOD_GET(in->mods, SEM)), false, "");
	return true;
}
