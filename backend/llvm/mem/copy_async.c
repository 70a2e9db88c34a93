/* copy_async.c - cp.async: each lane copies 4, 8 or 16 bytes from global to shared
 * memory, at once, as interp/async.c does; waits for such copies do nothing. Lanes whose
 * addresses are not known to rise by the size of the copy go one after the other: a load
 * and a store of a vector each.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/lanes.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/warp.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/mem/confine.h"
#include "backend/llvm/mem/mem.h"

enum { TO, FROM, BYTES, SOURCE_SIZE }; /* operands */

struct copy {
	struct mem to, from;
	u32 bytes;
	struct mask em, reads; /* lanes that store, and those of them that load */
	bool fills;            /* some may store zeros instead */
};

static void describe_side(struct fn *c, struct mem *m, const struct inst *in, u32 ai,
                          u32 space, u32 bytes) {
	*m = (struct mem){.in = in,
	                  .is_load = ai == FROM,
	                  .ai = ai,
	                  .space = space,
	                  .n = bytes / 4,
	                  .size = 4,
	                  .bytes = bytes,
	                  .type = TYPE_B32,
	                  .scale = 1};
	m->how = jit_operand_value(c, &in->operand[ai], 64);
}

static bool describe(struct fn *c, struct copy *x, const struct inst *in) {
	const struct operand *n = &in->operand[BYTES];
	if (in->operand[TO].kind != OPR_ADDR_REG ||
	    in->operand[FROM].kind != OPR_ADDR_REG || n->kind != OPR_IMM)
		return false;
	x->bytes = (u32)n->value;
	x->em = x->reads = c->em;
	describe_side(c, &x->to, in, TO, SPACE_SHARED, x->bytes);
	describe_side(c, &x->from, in, FROM, SPACE_GLOBAL, x->bytes);
	return true;
}

/* Finds the lanes that read. A lane that reads a part of its bytes is left to the
 * interpreter. */
static void find_readers(struct fn *c, struct copy *x) {
	const struct inst *in = x->to.in;
	const struct operand *o = in->noperand > SOURCE_SIZE ? &in->operand[SOURCE_SIZE]
	                                                     : NULL;
	if (!o || o->kind == OPR_NONE)
		return;
	bool is_pred = o->kind == OPR_REG && c->reg[o->index].bits == 1;
	val reads[MAX_CHUNKS], odd[MAX_CHUNKS];
	x->fills = true;
	for (u32 k = 0; k < c->nchunk; k++) {
		val v = jit_source(c, o, is_pred ? 1 : 32, k);
		if (is_pred) {
			reads[k] = LLVMBuildNot(c->b, v, "");
			continue;
		}
		val none = LLVMConstNull(LLVMTypeOf(v)),
		    all = jit_splat(c, jit_int(c, 32, x->bytes));
		reads[k] = LLVMBuildICmp(c->b, LLVMIntNE, v, none, "");
		odd[k] = LLVMBuildAnd(c->b, reads[k],
		                      LLVMBuildICmp(c->b, LLVMIntULT, v, all, ""), "");
		if (!x->em.full)
			odd[k] = LLVMBuildAnd(c->b, odd[k], x->em.chunk[k], "");
	}
	x->reads = jit_mask_and(c, &x->em, reads);
	if (!is_pred)
		mem_check(c, &x->to,
		          LLVMBuildICmp(c->b, LLVMIntEQ, jit_bits_of(c, odd),
		                        jit_int(c, 32, 0), ""));
}

static bool is_line(const struct mem *m) {
	return m->how.kind == VALUE_AFFINE && m->how.stride == (s64)m->bytes &&
	       !m->how.row;
}

static val piece(struct fn *c, const struct mem *m, val p, u32 off) {
	return jit_confined(c, m, jit_gep(c, p, jit_int(c, 64, off)));
}

static void copy_line(struct fn *c, struct copy *x) {
	val to = mem_line_pointer(c, &x->to, &x->em);
	x->from.slow = x->to.slow;
	val from = mem_line_pointer(c, &x->from, &x->em), v[4 * MAX_CHUNKS];
	typ t = jit_vec(c, c->i32);
	u32 n = x->bytes / 4 * c->nchunk, size = 4 * c->width;
	for (u32 i = 0; i < n; i++)
		v[i] = mem_load_at(c, t, piece(c, &x->from, from, i * size), x->bytes);
	for (u32 i = 0; i < n; i++)
		LLVMSetAlignment(
			LLVMBuildStore(c->b, v[i], piece(c, &x->to, to, i * size)),
			x->bytes);
}

/* Where lanes' bytes lie: a host pointer, and the offsets of lanes from it in memory. */
struct places {
	const struct mem *m;
	val base, off;
	typ type;
};

static struct places places_of(struct fn *c, struct mem *m, const struct mask *lanes) {
	val off[MAX_CHUNKS];
	mem_offsets(c, m, lanes, off);
	return (struct places){m, mem_offset_base(c, m), warp_spill(c, off),
	                       LLVMGetElementType(LLVMTypeOf(off[0]))};
}

static val place_of(struct fn *c, const struct places *p, val lane) {
	val at = LLVMBuildGEP2(c->b, p->type, p->off, &lane, 1, "");
	val off = jit_resize(c, LLVMBuildLoad2(c->b, p->type, at, ""), 64, false);
	return jit_confined(c, p->m, jit_gep(c, p->base, off));
}

/* from: NULL: zeros. */
static void copy_lane(struct fn *c, const struct copy *x, const struct places *to,
                      const struct places *from, val lane) {
	typ t = x->bytes == 4 ? c->i32 : LLVMVectorType(c->i32, x->bytes / 4);
	val v = from ? mem_load_at(c, t, place_of(c, from, lane), x->bytes)
	             : LLVMConstNull(t);
	LLVMSetAlignment(LLVMBuildStore(c->b, v, place_of(c, to, lane)), x->bytes);
}

/* All lanes, a few in a round. */
static void copy_all(struct fn *c, const struct copy *x, const struct places *to,
                     const struct places *from) {
	enum { FEW = 4 };
	bb before = LLVMGetInsertBlock(c->b), round = jit_block(c, "lanes"),
	   done = jit_block(c, "copied");
	val zero = jit_int(c, 32, 0);
	jit_goto(c, round);
	jit_at(c, round);
	val lane = LLVMBuildPhi(c->b, c->i32, "");
	for (u32 i = 0; i < FEW; i++)
		copy_lane(c, x, to, from,
		          LLVMBuildAdd(c->b, lane, jit_int(c, 32, i), ""));
	val next = LLVMBuildAdd(c->b, lane, jit_int(c, 32, FEW), "");
	LLVMAddIncoming(lane, (val[]){zero, next}, (bb[]){before, round}, 2);
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, next, jit_int(c, 32, WARP_LANES), ""),
	       round, done);
	jit_at(c, done);
}

static void copy_some(struct fn *c, const struct copy *x, val bits,
                      const struct places *to, const struct places *from) {
	bb some = jit_block(c, "some"), done = jit_block(c, "copied");
	struct mask m = {.bits = bits};
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntNE, bits, jit_int(c, 32, 0), ""), some,
	       done);
	jit_at(c, some);
	struct lanes l = jit_lanes_begin(c, &m, NULL, 0);
	copy_lane(c, x, to, from, l.lane);
	jit_lanes_end(c, &l, NULL);
	jit_goto(c, done);
	jit_at(c, done);
}

static void copy_lanes(struct fn *c, struct copy *x) {
	struct places to = places_of(c, &x->to, &x->em);
	x->from.slow = x->to.slow;
	struct places from = places_of(c, &x->from, &x->reads);
	if (x->reads.full) {
		copy_all(c, x, &to, &from);
		return;
	}
	val reads = jit_mask_bits(c, &x->reads);
	copy_some(c, x, reads, &to, &from);
	if (x->fills)
		copy_some(c, x,
		          LLVMBuildAnd(c->b, jit_mask_bits(c, &x->em),
		                       LLVMBuildNot(c->b, reads, ""), ""),
		          &to, NULL);
}

static bool copy(struct fn *c, const struct inst *in) {
	struct copy x = {.fills = false};
	if (!describe(c, &x, in))
		return false;
	bool line = x.em.full && is_line(&x.to) && is_line(&x.from);
	u32 fork = mem_begin(c, in);
	find_readers(c, &x);
	line = line && !x.fills;
	explain_access(c, in, line ? "contiguous" : "lane by lane",
	               line ? "both addresses rise by the size of the copy"
	                    : "each lane copies its bytes");
	if (line)
		copy_line(c, &x);
	else
		copy_lanes(c, &x);
	mem_end(c, &x.from, fork);
	return true;
}

bool jit_copy_async(struct fn *c, const struct inst *in) {
	switch (in->row) {
	case ROW_CP_ASYNC: return copy(c, in);
	case ROW_CP_ASYNC_COMMIT:
	case ROW_CP_ASYNC_WAIT:
	case ROW_CP_ASYNC_WAIT_ALL: return true;
	default: return false;
	}
}
