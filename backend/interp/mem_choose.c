/* mem_choose.c - which function executes a load or a store. See mem_fast.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/alu.h"
#include "backend/interp/mem_fast.h"
#include "backend/machine/strong_access.h"

static const struct mem_fast *fast(void) {
#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
	switch (alu_level()) {
	case ALU_V4: return &mem_fast_v4;
	case ALU_V3: return &mem_fast_v3;
	default: break;
	}
#endif
	return &mem_fast;
}

exec_fn *mem_choose(const struct dinst *d, exec_fn *exec) {
	u32 ai = exec == exec_ld, vi = 1 - ai, space = mem_space(d);
	u32 bytes = type_size_bytes((enum type)d->type[0]);
	const struct mem_fast *f = fast();
	if ((exec != exec_ld && exec != exec_st) || is_strong(d->mods) ||
	    space == SPACE_LOCAL || d->o[ai] == REF_NONE)
		return exec;
	if (MOD_GET(d->mods, VEC) || (bytes != 4 && bytes != 8) || d->o[vi] == REF_NONE ||
	    d->x->lane_bits[vi] != bytes * 8)
		return space != SPACE_GENERIC ? exec : ai ? f->ld_generic : f->st_generic;
	u32 wide = bytes == 8, wide_addr = d->x->lane_bits[ai] == 64;
	return ai ? f->ld[wide][wide_addr] : f->st[wide][wide_addr];
}
