/* local.c - accesses to local memory at one address that is equal in all lanes: a
 * variable, an element of an array at an index that they share. Each lane has its own
 * memory there, and they are evenly apart: one check for all, one pointer, and the same
 * distances in every such access.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/mem/confine.h"

bool mem_is_own_place(struct fn *c, const struct mem *m) {
	return m->space == SPACE_LOCAL && c->host->has_gather &&
	       (m->is_load || m->size >= 4 || m->n == 1 || mem_scatters_by_call(c, m)) &&
	       jit_operand_value(c, &m->in->operand[m->ai], 64).kind == VALUE_UNIFORM;
}

/* The distances of chunk k's lanes from lane 0. */
static val distances(struct fn *c, u32 k) {
	if (!c->mem.own_lanes[k]) {
		bb here = jit_entry(c);
		val stride = jit_field(c, jit_any_warp(c),
		                       offsetof(struct warp, local_stride), c->i64, "");
		stride = jit_splat(c, jit_resize(c, stride, 32, false));
		c->mem.own_lanes[k] = LLVMBuildMul(c->b, stride, jit_iota(c, 32, k, 1),
		                                   "own");
		jit_prologue_end(c, here);
	}
	return c->mem.own_lanes[k];
}

static val every_lane(struct fn *c, u32 k, const struct mask *em) {
	return em->full ? LLVMConstAllOnes(jit_vec(c, c->i1)) : em->chunk[k];
}

/* The words around a byte or two: a multiple of 4 below, which is the same for all lanes
 * as they are a multiple of 4 apart. */
struct words {
	val base, shift; /* shift: in bits */
};

static struct words words_at(struct fn *c, val local, val addr) {
	val odd = LLVMBuildAnd(c->b, addr, jit_int(c, 64, 3), "");
	val down = LLVMBuildSub(c->b, addr, odd, "");
	odd = LLVMBuildShl(c->b, jit_resize(c, odd, 32, false), jit_int(c, 32, 3), "");
	return (struct words){jit_gep(c, local, down), jit_splat(c, odd)};
}

static val pointers(struct fn *c, const struct mem *m, val base, u32 k) {
	val at = distances(c, k);
	return jit_confined(c, m, LLVMBuildGEP2(c->b, c->i8, base, &at, 1, ""));
}

static val gather(struct fn *c, val p, val lanes) {
	typ t = jit_vec(c, c->i32), over[2] = {t, LLVMTypeOf(p)};
	val arg[4] = {p, jit_int(c, 32, 4), lanes, LLVMConstNull(t)};
	return jit_intrinsic(c, "llvm.masked.gather", over, 2, arg, 4);
}

static void load_narrow(struct fn *c, struct mem *m, const struct words *w,
                        const struct mask *em, u32 k) {
	val v = gather(c, pointers(c, m, w->base, k), every_lane(c, k, em));
	v = LLVMBuildLShr(c->b, v, w->shift, "");
	m->value[0][k] = LLVMBuildTrunc(c->b, v, jit_vec(c, mem_int(c, m)), "");
}

/* The other bytes of the word are the lane's own, too, and no other thread writes them
 * meanwhile. */
static void store_narrow(struct fn *c, struct mem *m, const struct words *w,
                         const struct mask *em, u32 k) {
	val p = pointers(c, m, w->base, k), lanes = every_lane(c, k, em);
	val bits = LLVMBuildShl(c->b,
	                        jit_splat(c, jit_int(c, 32, (1u << m->size * 8) - 1)),
	                        w->shift, "");
	val old = LLVMBuildAnd(c->b, gather(c, p, lanes), LLVMBuildNot(c->b, bits, ""),
	                       "");
	val v = LLVMBuildZExt(c->b, jit_cast(c, m->value[0][k], mem_int(c, m)),
	                      jit_vec(c, c->i32), "");
	v = LLVMBuildOr(c->b, old, LLVMBuildShl(c->b, v, w->shift, ""), "");
	typ over[2] = {LLVMTypeOf(v), LLVMTypeOf(p)};
	val arg[4] = {v, p, jit_int(c, 32, 4), lanes};
	jit_intrinsic(c, "llvm.masked.scatter", over, 2, arg, 4);
}

void mem_own_place(struct fn *c, struct mem *m, const struct mask *em) {
	val local = jit_once(c, ONCE_LOCAL), addr = mem_address(c, m), total;
	mem_low(c, m, &total);
	if (!m->checked)
		mem_check(c, m,
		          mem_in_range(c, addr, total, m->bytes, log2_of(m->bytes)));
	bool is_narrow = m->size < 4 && m->n == 1;
	if (!is_narrow || (!m->is_load && !c->host->has_rounding)) {
		val base = jit_gep(c, local, addr);
		for (u32 k = 0; k < c->nchunk; k++)
			mem_scattered(c, m, base, distances(c, k), k, em);
		return;
	}
	struct words w = words_at(c, local, addr);
	for (u32 k = 0; k < c->nchunk; k++)
		if (m->is_load)
			load_narrow(c, m, &w, em, k);
		else
			store_narrow(c, m, &w, em, k);
}
