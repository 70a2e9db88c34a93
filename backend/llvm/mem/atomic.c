/* atomic.c - atom and red on 16, 32 and 64 bits, as interp/atom.c and atom_op.c execute
 * them: lanes act in ascending order.
 *
 *     one address, the old        the lanes' operands are combined first, if they can be:
 *     value is not used           one access
 *     one address                 a chain of the lanes' operations on a copy: one access
 *     other                       a loop over lanes, each with an access of its own
 *
 * Other worker threads may reach global memory, so there an access is an atomic
 * instruction of the host, or a compare and swap that is tried until it succeeds. Shared
 * memory belongs to one worker (machine/sched.c): a load and a store will do. Addresses
 * are checked as in mem.c, all before the first lane acts.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/mem/atomic.h"
#include "backend/llvm/alu/arith.h"
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/lanes.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/emit/warp.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/flow/back_edge.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/mem/confine.h"
#include "backend/machine/access.h"

enum {
	MAX_UNROLLED = 4,
	LEAST_LANES = 8, /* of a warp, for code for all of them */
};

/* Indices of mem_state.lane_array. */
enum { ARRAY_OFFSET, ARRAY_OPERAND, ARRAY_OLD = ARRAY_OPERAND + 2 };

/* ---- what it is -------------------------------------------------------------------- */

static bool is_half(enum type t) {
	return t == TYPE_F16 || t == TYPE_BF16 || t == TYPE_F16X2 || t == TYPE_BF16X2;
}

static bool is_float(enum type t) {
	return t == TYPE_F32 || t == TYPE_F64 || is_half(t);
}

static bool find_row(struct atomic *t, const struct inst *in) {
	switch (in->row) {
	case ROW_ATOM_ADD:
	case ROW_ATOM_INC:
	case ROW_ATOM_MIN:
	case ROW_ATOM_BITS:
	case ROW_ATOM_EXCH:
	case ROW_ATOM_HALF:
	case ROW_ATOM_HALF2:
	case ROW_ATOM_BHALF:
	case ROW_ATOM_CAS:
	case ROW_ATOM_CAS16: t->m.ai = 1; break;
	case ROW_RED_ADD:
	case ROW_RED_INC:
	case ROW_RED_MIN:
	case ROW_RED_BITS:
	case ROW_RED_HALF:
	case ROW_RED_HALF2:
	case ROW_RED_BHALF: t->m.ai = 0; break;
	default: return false;
	}
	t->nsrc = in->row == ROW_ATOM_CAS || in->row == ROW_ATOM_CAS16 ? 2 : 1;
	t->is_float = is_float((enum type)in->type[0]);
	return true;
}

static bool find_operands(struct fn *c, struct atomic *t, const struct inst *in) {
	for (u32 i = 0; i < t->nsrc; i++) {
		const struct operand *o = t->src[i] = &in->operand[t->m.ai + 1 + i];
		if (o->kind != OPR_IMM &&
		    !(o->kind == OPR_REG && c->reg[o->index].bits >= 16))
			return false;
	}
	if (!t->m.ai || in->operand[0].kind == OPR_SINK)
		return true;
	const struct operand *o = &in->operand[0];
	if (o->kind != OPR_REG || jit_is_scalar(c, o->index) ||
	    c->reg[o->index].bits < 16)
		return false;
	t->dest = jit_lives(c, o->index, c->pos, true) ? o : NULL;
	return true;
}

bool atomic_describe(struct fn *c, struct atomic *t, const struct inst *in) {
	struct mem *m = &t->m;
	*t = (struct atomic){.m = {.in = in, .n = 1}, .em = c->em};
	if (!find_row(t, in) || !find_operands(c, t, in))
		return false;
	t->op = MOD_GET(in->mods, AOP);
	m->type = (enum type)in->type[0];
	m->size = m->bytes = type_size_bytes(m->type);
	m->space = MOD_GET(in->mods, SPACE);
	if (!mem_find_space(c, m))
		return false;
	t->alone = is_shared_space(m->space);
	m->checked = mem_inside_symbol(c, m);
	m->how = jit_operand_value(c, &in->operand[m->ai], 64);
	return t->alone || m->space == SPACE_GENERIC || m->space == SPACE_GLOBAL;
}

/* ---- what it computes -------------------------------------------------------------- */

/* In global memory f32 flushes subnormals, and f64 leaves NaNs as they are, the operand's
 * first. The halves never flush. */
static val add_float(struct fn *c, const struct atomic *t, val old, val b) {
	bool is_f32 = t->m.type == TYPE_F32;
	struct alu_emit e = {
		.ctx = c->ctx, .module = c->mod, .b = c->b, .type[0] = t->m.type};
	if (is_half(t->m.type)) {
		e.has_fma = c->host->has_fma;
		return jit_h_add(&e, old, b);
	}
	typ type = is_f32 ? c->f32 : c->f64;
	val x = jit_cast(c, old, type), y = jit_cast(c, b, type);
	if (is_f32) {
		e.m = t->alone ? 0 : (u32)MOD_BITS(FTZ, FTZ);
		return jit_cast(c, jit_f32_add(&e, x, y), c->i32);
	}
	val sum = jit_cast(c, jit_f64_add(&e, x, y), c->i64);
	if (t->alone)
		return sum;
	return e_sel(&e, e_is_nan(&e, y), b, e_sel(&e, e_is_nan(&e, x), old, sum));
}

static val pick(struct fn *c, const struct atomic *t, val old, val b) {
	bool is_signed = type_info[t->m.type].class == 'S', is_min = t->op == MOD_AOP_MIN;
	LLVMIntPredicate less = is_signed ? LLVMIntSLT : LLVMIntULT;
	LLVMIntPredicate more = is_signed ? LLVMIntSGT : LLVMIntUGT;
	val first = LLVMBuildICmp(c->b, is_min ? less : more, old, b, "");
	return LLVMBuildSelect(c->b, first, old, b, "");
}

val atomic_apply(struct fn *c, const struct atomic *t, val old, const val *b) {
	val one = jit_int(c, t->m.size * 8, 1), step, cond;
	switch (t->op) {
	case MOD_AOP_ADD:
		return t->is_float ? add_float(c, t, old, b[0])
		                   : LLVMBuildAdd(c->b, old, b[0], "");
	case MOD_AOP_AND: return LLVMBuildAnd(c->b, old, b[0], "");
	case MOD_AOP_OR: return LLVMBuildOr(c->b, old, b[0], "");
	case MOD_AOP_XOR: return LLVMBuildXor(c->b, old, b[0], "");
	case MOD_AOP_INC:
		step = LLVMBuildAdd(c->b, old, one, "");
		cond = LLVMBuildICmp(c->b, LLVMIntUGE, old, b[0], "");
		return LLVMBuildSelect(c->b, cond, jit_int(c, t->m.size * 8, 0), step,
		                       "");
	case MOD_AOP_DEC:
		step = LLVMBuildSub(c->b, old, one, "");
		cond = LLVMBuildICmp(c->b, LLVMIntULT, step, b[0], "");
		return LLVMBuildSelect(c->b, cond, step, b[0], "");
	case MOD_AOP_CAS:
		cond = LLVMBuildICmp(c->b, LLVMIntEQ, old, b[0], "");
		return LLVMBuildSelect(c->b, cond, b[1], old, "");
	case MOD_AOP_EXCH: return b[0];
	default: return pick(c, t, old, b[0]);
	}
}

/* ---- what a loop over lanes takes and gives, in memory ----------------------------- */

static val array(struct fn *c, u32 which) {
	if (!c->mem.lane_array[which]) {
		bb here = jit_entry(c);
		val a = LLVMBuildAlloca(c->b, LLVMArrayType2(c->i64, WARP_LANES),
		                        "lanes");
		LLVMSetAlignment(a, 64);
		c->mem.lane_array[which] = a;
		jit_prologue_end(c, here);
	}
	return c->mem.lane_array[which];
}

static val chunk_place(struct fn *c, u32 which, u32 k, u32 bytes) {
	return jit_gep(c, array(c, which), jit_int(c, 64, (u64)k * c->width * bytes));
}

static void to_array(struct fn *c, u32 which, u32 k, val v) {
	u32 bytes = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(v))) / 8;
	val s = LLVMBuildStore(c->b, v, chunk_place(c, which, k, bytes));
	LLVMSetAlignment(s, MIN(c->width * bytes, 64u));
}

static val lane_place(struct fn *c, u32 which, typ t, val lane) {
	return LLVMBuildGEP2(c->b, t, array(c, which), &lane, 1, "");
}

static val operand_chunk(struct fn *c, const struct atomic *t, u32 i, u32 k) {
	return mem_from_register(c, &t->m, t->src[i], k);
}

static void find_values(struct fn *c, struct atomic *t) {
	for (u32 i = 0; i < t->nsrc; i++)
		if (jit_operand_value(c, t->src[i], t->m.size * 8).kind == VALUE_UNIFORM)
			t->b[i] = operand_chunk(c, t, i, SCALAR);
}

static void values_to_arrays(struct fn *c, const struct atomic *t) {
	for (u32 i = 0; i < t->nsrc; i++)
		for (u32 k = 0; k < c->nchunk && !t->b[i]; k++)
			to_array(c, ARRAY_OPERAND + i, k, operand_chunk(c, t, i, k));
}

static void lane_values(struct fn *c, const struct atomic *t, val lane, val *b) {
	typ type = mem_int(c, &t->m);
	for (u32 i = 0; i < t->nsrc; i++) {
		b[i] = t->b[i];
		if (!b[i])
			b[i] = LLVMBuildLoad2(
				c->b, type, lane_place(c, ARRAY_OPERAND + i, type, lane),
				"");
	}
}

static void put_old(struct fn *c, const struct atomic *t, val lane, val old) {
	if (t->dest)
		LLVMBuildStore(c->b, old,
		               lane_place(c, ARRAY_OLD, LLVMTypeOf(old), lane));
}

static void set_dest(struct fn *c, const struct atomic *t) {
	if (!t->dest)
		return;
	u32 reg = t->dest->index;
	for (u32 k = 0; k < c->nchunk; k++) {
		val v = LLVMBuildLoad2(c->b, jit_vec(c, mem_int(c, &t->m)),
		                       chunk_place(c, ARRAY_OLD, k, t->m.size), "");
		LLVMSetAlignment(v, MIN(c->width * t->m.size, 64u));
		v = jit_resize(c, v, c->reg[reg].bits, false);
		jit_reg_set_chunk(c, reg, k, jit_cast(c, v, c->reg[reg].type));
	}
}

/* ---- one element ------------------------------------------------------------------- */

/* Emits the operations of all lanes, one after the other. */
static val each_lane(struct fn *c, const struct atomic *t, val first) {
	struct lanes l = jit_lanes_begin(c, &t->em, &first, 1);
	val mine[2];
	lane_values(c, t, l.lane, mine);
	put_old(c, t, l.lane, l.carry[0]);
	val now = atomic_apply(c, t, l.carry[0], mine);
	jit_lanes_end(c, &l, &now);
	return now;
}

/* Checks whether a lane's sum, in ARRAY_OLD, is to be flushed: i1. */
static val any_tiny(struct fn *c, const struct atomic *t) {
	val chunk[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++) {
		val v = LLVMBuildLoad2(c->b, jit_vec(c, c->i32),
		                       chunk_place(c, ARRAY_OLD, k, 4), "");
		/* 1 to 0x7fffff, without the sign */
		v = LLVMBuildShl(c->b, v, jit_splat(c, jit_int(c, 32, 1)), "");
		v = LLVMBuildSub(c->b, v, jit_splat(c, jit_int(c, 32, 1)), "");
		chunk[k] = LLVMBuildICmp(c->b, LLVMIntULT, v,
		                         jit_splat(c, jit_int(c, 32, 0xffffff)), "");
		if (!t->em.full)
			chunk[k] = LLVMBuildAnd(c->b, chunk[k], t->em.chunk[k], "");
	}
	return LLVMBuildICmp(c->b, LLVMIntNE, jit_bits_of(c, chunk), jit_int(c, 32, 0),
	                     "");
}

/* Sums f32 with nothing but the additions waiting for one another. A NaN stays one, so
 * the last one alone has to become canonical; sums that are to be flushed are so rare
 * that they are computed again. */
static val f32_sum(struct fn *c, const struct atomic *t, val first) {
	struct alu_emit e = {
		.ctx = c->ctx, .module = c->mod, .b = c->b, .type[0] = TYPE_F32};
	bool flushes = !t->alone;
	val start = jit_cast(c, first, c->f32), mine[2];
	if (flushes)
		start = jit_flush(&e, start);
	struct lanes l = jit_lanes_begin(c, &t->em, &start, 1);
	lane_values(c, t, l.lane, mine);
	val x = jit_cast(c, mine[0], c->f32);
	if (flushes)
		x = jit_flush(&e, x);
	val now = e_fadd(&e, l.carry[0], x);
	if (flushes)
		LLVMBuildStore(c->b, now, lane_place(c, ARRAY_OLD, c->f32, l.lane));
	jit_lanes_end(c, &l, &now);
	val sum = jit_cast(c, jit_f32_canonical(&e, now), c->i32);
	if (!flushes)
		return sum;
	bb fast = LLVMGetInsertBlock(c->b), again = jit_block(c, "flush"),
	   done = jit_block(c, "summed");
	jit_likely(c, any_tiny(c, t), false, again, done);
	jit_at(c, again);
	val slow = each_lane(c, t, first);
	again = LLVMGetInsertBlock(c->b);
	jit_goto(c, done);
	jit_at(c, done);
	val phi = LLVMBuildPhi(c->b, c->i32, "");
	LLVMAddIncoming(phi, (val[]){sum, slow}, (bb[]){fast, again}, 2);
	return phi;
}

/* As each_lane; b is not used. One lane that is known has nothing to wait for. */
static val chain(struct fn *c, const struct atomic *t, val first, const val *b) {
	(void)b;
	bool is_one = !t->em.full && t->em.constant && is_pow2(t->em.constant);
	if (t->op == MOD_AOP_ADD && t->m.type == TYPE_F32 && !t->dest &&
	    !c->opt.is_quick && !is_one)
		return f32_sum(c, t, first);
	return each_lane(c, t, first);
}

typedef val make_fn(struct fn *c, const struct atomic *t, val old, const val *b);

/* Repeats until no other thread has come between the load and the swap. */
static val swap(struct fn *c, const struct atomic *t, val p, make_fn *make,
                const val *b) {
	typ type = mem_int(c, &t->m);
	p = jit_confined(c, &t->m, p);
	val start = mem_load_at(c, type, p, t->m.size);
	LLVMSetOrdering(start, LLVMAtomicOrderingMonotonic);
	bb from = LLVMGetInsertBlock(c->b), again = jit_block(c, "again"),
	   done = jit_block(c, "swapped");
	jit_goto(c, again);
	jit_at(c, again);
	val old = LLVMBuildPhi(c->b, type, "");
	val r = LLVMBuildAtomicCmpXchg(c->b, p, old, make(c, t, old, b),
	                               LLVMAtomicOrderingSequentiallyConsistent,
	                               LLVMAtomicOrderingSequentiallyConsistent, false);
	val seen = LLVMBuildExtractValue(c->b, r, 0, "");
	bb here = LLVMGetInsertBlock(c->b);
	LLVMAddIncoming(old, (val[]){start, seen}, (bb[]){from, here}, 2);
	jit_if(c, LLVMBuildExtractValue(c->b, r, 1, ""), done, again);
	jit_at(c, done);
	return old;
}

/* Finds the instruction of LLVM for the operation; false: there is none. */
static bool host_op(const struct atomic *t, LLVMAtomicRMWBinOp *op) {
	bool is_signed = type_info[t->m.type].class == 'S';
	switch (t->op) {
	case MOD_AOP_ADD: *op = LLVMAtomicRMWBinOpAdd; break;
	case MOD_AOP_AND: *op = LLVMAtomicRMWBinOpAnd; break;
	case MOD_AOP_OR: *op = LLVMAtomicRMWBinOpOr; break;
	case MOD_AOP_XOR: *op = LLVMAtomicRMWBinOpXor; break;
	case MOD_AOP_EXCH: *op = LLVMAtomicRMWBinOpXchg; break;
	case MOD_AOP_MIN:
		*op = is_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin;
		break;
	case MOD_AOP_MAX:
		*op = is_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax;
		break;
	default: return false;
	}
	return !t->is_float;
}

/* Emits one operation; returns the old value. */
static val update(struct fn *c, const struct atomic *t, val p, const val *b) {
	LLVMAtomicOrdering order = LLVMAtomicOrderingSequentiallyConsistent;
	LLVMAtomicRMWBinOp op;
	p = jit_confined(c, &t->m, p);
	if (t->op == MOD_AOP_CAS) {
		val r = LLVMBuildAtomicCmpXchg(c->b, p, b[0], b[1], order, order, false);
		return LLVMBuildExtractValue(c->b, r, 0, "");
	}
	if (host_op(t, &op))
		return LLVMBuildAtomicRMW(c->b, op, p, b[0], order, false);
	return swap(c, t, p, atomic_apply, b);
}

/* The same where no other thread can come between. */
static val change(struct fn *c, const struct atomic *t, val p, make_fn *make,
                  const val *b) {
	p = jit_confined(c, &t->m, p);
	val old = mem_load_at(c, mem_int(c, &t->m), p, t->m.size);
	LLVMSetAlignment(LLVMBuildStore(c->b, make(c, t, old, b), p), t->m.size);
	return old;
}

/* ---- one address ------------------------------------------------------------------- */

static bool can_combine(const struct atomic *t) {
	if (t->dest || t->is_float)
		return false;
	return t->op == MOD_AOP_ADD || t->op == MOD_AOP_MIN || t->op == MOD_AOP_MAX ||
	       t->op == MOD_AOP_AND || t->op == MOD_AOP_OR || t->op == MOD_AOP_XOR;
}

/* Combines the operand that all lanes have. */
static val combine_equal(struct fn *c, const struct atomic *t) {
	if (t->op != MOD_AOP_ADD && t->op != MOD_AOP_XOR)
		return t->b[0];
	u32 width = t->m.size * 8;
	val bits = t->em.bits, n = jit_intrinsic(c, "llvm.ctpop", &c->i32, 1, &bits, 1);
	n = jit_resize(c, n, width, false);
	if (t->op == MOD_AOP_XOR)
		n = LLVMBuildAnd(c->b, n, jit_int(c, width, 1), "");
	return LLVMBuildMul(c->b, t->b[0], n, "");
}

static struct reduction reduction(const struct atomic *t) {
	return warp_reduction(t->op, type_info[t->m.type].class == 'S', t->m.size * 8);
}

u64 atomic_neutral(const struct atomic *t) {
	return reduction(t).neutral;
}

static val combine(struct fn *c, const struct atomic *t) {
	if (t->b[0])
		return combine_equal(c, t);
	val none = jit_splat(c, jit_int(c, t->m.size * 8, atomic_neutral(t))), all = NULL;
	for (u32 k = 0; k < c->nchunk; k++) {
		val v = operand_chunk(c, t, 0, k);
		if (!t->em.full)
			v = LLVMBuildSelect(c->b, t->em.chunk[k], v, none, "");
		all = all ? atomic_apply(c, t, all, &v) : v;
	}
	typ type = LLVMTypeOf(all);
	return jit_intrinsic(c, reduction(t).name, &type, 1, &all, 1);
}

static void at_one_place(struct fn *c, struct atomic *t, val p) {
	if (can_combine(t)) {
		val b = combine(c, t);
		if (t->alone)
			change(c, t, p, atomic_apply, &b);
		else
			update(c, t, p, &b);
		return;
	}
	values_to_arrays(c, t);
	if (t->alone)
		change(c, t, p, chain, NULL);
	else
		swap(c, t, p, chain, NULL);
}

static void at_one_address(struct fn *c, struct atomic *t) {
	explain_access(c, t->m.in, "uniform", "the address is equal in all lanes");
	at_one_place(c, t, mem_pointer(c, &t->m, mem_address(c, &t->m), t->m.bytes));
}

/* ---- many addresses ---------------------------------------------------------------- */

/* Emits it lane by lane, without an array of offsets between: a load from that would have
 * to wait for stores to places that are not known yet. That is a lot of code, so only a
 * few atomics get it. */
static bool goes_through_registers(struct fn *c, const struct atomic *t) {
	bool may = t->alone && !t->dest && t->nsrc == 1 && !c->opt.is_quick &&
	           c->width > 1 && c->mem.nunrolled < MAX_UNROLLED;
	c->mem.nunrolled += may;
	return may;
}

/* Numbers of `bits` bits leave a vector register several at once, in pieces of 64 if
 * there are as many. */
struct pieces_of {
	u32 bits, each; /* of a number; numbers in a piece */
	val piece[MAX_CHUNKS];
};

static struct pieces_of make_pieces(struct fn *c, const val *chunk, u32 bits) {
	struct pieces_of p = {.bits = bits, .each = MIN(c->width, 64 / bits)};
	typ narrow = LLVMVectorType(jit_int_type(c, bits), c->width);
	typ type = LLVMVectorType(jit_int_type(c, bits * p.each), c->width / p.each);
	for (u32 k = 0; k < c->nchunk; k++) {
		val v = chunk[k];
		if (LLVMTypeOf(v) != narrow)
			v = LLVMBuildTrunc(c->b, v, narrow, "");
		p.piece[k] = LLVMBuildBitCast(c->b, v, type, "");
	}
	return p;
}

static val take_lane(struct fn *c, const struct pieces_of *p, u32 lane) {
	val v = LLVMBuildExtractElement(c->b, p->piece[lane / c->width],
	                                jit_int(c, 32, lane % c->width / p->each), "");
	u32 width = p->bits * p->each, down = lane % p->each * p->bits;
	v = LLVMBuildLShr(c->b, v, jit_int(c, width, down), "");
	v = LLVMBuildAnd(c->b, v, jit_int(c, width, UINT64_MAX >> (64 - p->bits)), "");
	return jit_resize(c, v, 64, false);
}

/* The source of a lane's address. */
struct indices {
	struct pieces_of in_registers;
	val in_memory;   /* or NULL */
	u32 scale, size; /* of an index; bytes of one in memory */
};

static val place_of_lane(struct fn *c, const struct indices *x, u32 lane) {
	val v;
	if (x->in_memory) {
		v = jit_gep(c, x->in_memory, jit_int(c, 64, (u64)lane * x->size));
		v = mem_load_at(c, jit_int_type(c, x->size * 8), v, x->size);
		v = jit_resize(c, v, 64, false);
	} else {
		v = take_lane(c, &x->in_registers, lane);
	}
	return LLVMBuildMul(c->b, v, jit_int(c, 64, x->scale), "");
}

static val has_lane(struct fn *c, val bits, u32 lane) {
	val at = LLVMBuildLShr(c->b, bits, jit_int(c, 32, lane), "");
	return LLVMBuildTrunc(c->b, at, LLVMInt1TypeInContext(c->ctx), "");
}

/* Lane l's place is base[l % n] + scale * index[l]. Lanes that take no part change
 * nothing there. */
static void through_registers(struct fn *c, struct atomic *t, const val *base, u32 n,
                              const struct indices *x) {
	val own[MAX_CHUNKS], b[2] = {NULL, NULL};
	val none = jit_int(c, t->m.size * 8, atomic_neutral(t));
	for (u32 k = 0; k < c->nchunk && !t->b[0]; k++) {
		own[k] = operand_chunk(c, t, 0, k);
		if (!t->em.full)
			own[k] = LLVMBuildSelect(c->b, t->em.chunk[k], own[k],
			                         jit_splat(c, none), "");
	}
	for (u32 l = 0; l < WARP_LANES; l++) {
		val at = place_of_lane(c, x, l);
		b[0] = t->b[0] ? t->b[0]
		               : LLVMBuildExtractElement(c->b, own[l / c->width],
		                                         jit_int(c, 32, l % c->width),
		                                         "");
		if (t->b[0] && !t->em.full)
			b[0] = LLVMBuildSelect(c->b, has_lane(c, t->em.bits, l), b[0],
			                       none, "");
		change(c, t, jit_gep(c, base[l % n], at), atomic_apply, b);
	}
}

/* Indices that have just been loaded are read from where they came from; those that the
 * interpreter has loaded go to an array. */
static val in_memory(struct fn *c, val place, const val *index, u32 size) {
	if (!LLVMIsAPHINode(place))
		return place;
	bb other = jit_block(c, "numbers"), on = jit_block(c, "count"),
	   here = LLVMGetInsertBlock(c->b);
	val none = LLVMBuildICmp(c->b, LLVMIntEQ, place, LLVMConstNull(c->ptr), "");
	jit_likely(c, none, false, other, on);
	jit_at(c, other);
	for (u32 k = 0; k < c->nchunk; k++)
		to_array(c, ARRAY_OFFSET, k, jit_resize(c, index[k], size * 8, false));
	val from[2] = {place, array(c, ARRAY_OFFSET)};
	jit_goto(c, on);
	jit_at(c, on);
	val phi = LLVMBuildPhi(c->b, c->ptr, "");
	LLVMAddIncoming(phi, from, (bb[]){here, other}, 2);
	return phi;
}

/* Emits an update of a table at indices that are known to be small, which stay as narrow
 * as they are. */
static void in_table_at(struct fn *c, struct atomic *t, const val *base, u32 n,
                        const struct table *x) {
	val index[MAX_CHUNKS];
	u32 reg = x->index->index, own = c->reg[reg].bits;
	u32 bits = x->most <= UINT8_MAX ? 8 : x->most <= UINT16_MAX ? 16 : 32;
	for (u32 k = 0; k < c->nchunk; k++) {
		index[k] = jit_cast(c, jit_source(c, x->index, own, k),
		                    jit_int_type(c, own));
		if (!t->em.full)
			index[k] = LLVMBuildSelect(c->b, t->em.chunk[k], index[k],
			                           LLVMConstNull(LLVMTypeOf(index[k])),
			                           "");
	}
	struct indices from = {.scale = x->scale};
	val place = mem_place_of(c, &t->m, x->index, &from.size);
	if (place)
		from.in_memory = in_memory(c, place, index, from.size);
	else
		from.in_registers = make_pieces(c, index, bits);
	through_registers(c, t, base, n, &from);
}

/* False: it is of another kind. */
static bool in_table(struct fn *c, struct atomic *t) {
	struct table x;
	if (!mem_find_table(c, &t->m, &x))
		return false;
	val base = mem_table(c, &t->m, &t->em, &x);
	in_table_at(c, t, &base, 1, &x);
	return true;
}

static void one_lane(struct fn *c, struct atomic *t, val lane, val p) {
	val b[2];
	lane_values(c, t, lane, b);
	put_old(c, t, lane,
	        t->alone ? change(c, t, p, atomic_apply, b) : update(c, t, p, b));
}

static void at_offsets(struct fn *c, struct atomic *t, bool unrolled) {
	val off[MAX_CHUNKS];
	mem_offsets(c, &t->m, &t->em, off);
	val base = mem_offset_base(c, &t->m);
	if (unrolled) {
		struct indices from = {make_pieces(c, off, 32), NULL, 1, 0};
		through_registers(c, t, &base, 1, &from);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++)
		to_array(c, ARRAY_OFFSET, k, off[k]);
	values_to_arrays(c, t);
	typ type = LLVMGetElementType(LLVMTypeOf(off[0]));
	struct lanes l = jit_lanes_begin(c, &t->em, NULL, 0);
	val at = LLVMBuildLoad2(c->b, type, lane_place(c, ARRAY_OFFSET, type, l.lane),
	                        "");
	one_lane(c, t, l.lane, jit_gep(c, base, jit_resize(c, at, 64, false)));
	jit_lanes_end(c, &l, NULL);
}

/* The same in some lanes: if these are not few, the others change nothing, in element 0.
 * False: it is of another kind. */
static bool in_table_in_part(struct fn *c, struct atomic *t) {
	struct table x;
	if (!can_combine(t) || !mem_find_table(c, &t->m, &x) ||
	    !goes_through_registers(c, t))
		return false;
	bb all = jit_block(c, "table"), few = jit_block(c, "few"),
	   done = jit_block(c, "counted");
	val base, ok = mem_table_is_there(c, &t->m, &x, &base);
	val n = jit_intrinsic(c, "llvm.ctpop", &c->i32, 1, &t->em.bits, 1);
	n = LLVMBuildICmp(c->b, LLVMIntUGE, n, jit_int(c, 32, LEAST_LANES), "");
	jit_if(c, LLVMBuildAnd(c->b, ok, n, ""), all, few);
	jit_at(c, all);
	in_table_at(c, t, &base, 1, &x);
	jit_goto(c, done);
	jit_at(c, few);
	at_offsets(c, t, false);
	jit_goto(c, done);
	jit_at(c, done);
	return true;
}

static void at_each_address(struct fn *c, struct atomic *t) {
	explain_access(c, t->m.in, "lane by lane",
	               "lanes may change the same element, so they act in turn");
	if (!t->em.full) {
		if (!in_table_in_part(c, t))
			at_offsets(c, t, false);
		return;
	}
	bool unrolled = goes_through_registers(c, t);
	if (!unrolled || !in_table(c, t))
		at_offsets(c, t, unrolled);
}

/* ---- the instruction --------------------------------------------------------------- */

/* The same as strong_fence_before and strong_fence_after; the host's atomic instructions
 * need neither. */
static void fence(struct fn *c, const struct atomic *t, u32 sem,
                  LLVMAtomicOrdering order) {
	u32 own = MOD_GET(t->m.in->mods, SEM);
	if (t->alone && (own == sem || own == MOD_SEM_ACQ_REL))
		LLVMBuildFence(c->b, order, false, "");
}

bool jit_atomic(struct fn *c, const struct inst *in) {
	struct atomic t;
	if (!atomic_describe(c, &t, in))
		return false;
	u32 fork = mem_begin(c, in);
	t.em.bits = jit_mask_bits(c, &t.em);
	find_values(c, &t);
	fence(c, &t, MOD_SEM_RELEASE, LLVMAtomicOrderingRelease);
	if (t.m.how.kind == VALUE_UNIFORM)
		at_one_address(c, &t);
	else
		at_each_address(c, &t);
	fence(c, &t, MOD_SEM_ACQUIRE, LLVMAtomicOrderingAcquire);
	set_dest(c, &t);
	mem_end(c, &t.m, fork);
	jit_pay_poll(c, in);
	return true;
}

/* ---- later ------------------------------------------------------------------------- */

struct late_atomic {
	struct atomic t;
	val p, b;
};

bool jit_atomic_may_be_late(struct fn *c, const struct inst *in, u32 lanes) {
	struct atomic t;
	u32 sem = MOD_GET(in->mods, SEM);
	return is_pow2(lanes) && (!sem || sem == MOD_SEM_RELAXED) &&
	       atomic_describe(c, &t, in) && !t.alone && !t.dest && t.nsrc == 1 &&
	       t.m.how.kind == VALUE_UNIFORM;
}

struct late_atomic *jit_atomic_check(struct fn *c, const struct inst *in, u32 lane) {
	struct late_atomic *a = arena_new(c->a, struct late_atomic);
	struct atomic *t = &a->t;
	if (!atomic_describe(c, t, in))
		return NULL;
	find_values(c, t);
	a->p = mem_pointer(c, &t->m, mem_address(c, &t->m), t->m.bytes);
	a->b = t->b[0];
	if (!a->b)
		a->b = LLVMBuildExtractElement(c->b,
		                               operand_chunk(c, t, 0, lane / c->width),
		                               jit_int(c, 32, lane % c->width), "");
	return a;
}

void jit_atomic_make(struct fn *c, struct late_atomic *a) {
	update(c, &a->t, a->p, &a->b);
}

/* ---- without a check --------------------------------------------------------------- */

bool jit_atomic_is_unordered(const struct inst *in) {
	struct atomic t = {.op = MOD_GET(in->mods, AOP)};
	u32 sem = MOD_GET(in->mods, SEM);
	return find_row(&t, in) && t.nsrc == 1 && (!sem || sem == MOD_SEM_RELAXED) &&
	       can_combine(&t);
}

bool jit_atomic_range(struct fn *c, const struct inst *in, struct atomic_range *r) {
	struct atomic t;
	struct table x;
	if (!atomic_describe(c, &t, in) || t.dest)
		return false;
	const struct operand *o = &in->operand[t.m.ai];
	*r = (struct atomic_range){.pointer = o,
	                           .value = t.src[0],
	                           .first = o->value,
	                           .end = o->value + t.m.bytes,
	                           .bytes = t.m.bytes,
	                           .is_shared = t.alone};
	if (t.m.how.kind == VALUE_UNIFORM)
		return true;
	if (t.m.how.kind == VALUE_AFFINE && !t.m.how.row)
		return mem_is_near(&t.m.how, t.m.bytes);
	if (!t.alone || c->width == 1 || !mem_is_table(c, &t.m, &x) || x.row)
		return false;
	r->pointer = x.pointer;
	r->index = x.index;
	r->end = o->value + mem_table_span(&t.m, &x);
	return true;
}

/* Lane l's place is p + stride * l. */
static void at_steps(struct fn *c, struct atomic *t, val p, s64 stride) {
	values_to_arrays(c, t);
	struct lanes l = jit_lanes_begin(c, &t->em, NULL, 0);
	val at = LLVMBuildMul(c->b, l.lane, jit_int(c, 64, (u64)stride), "");
	one_lane(c, t, l.lane, jit_gep(c, p, at));
	jit_lanes_end(c, &l, NULL);
}

val atomic_place(struct fn *c, const struct atomic *t, val pointer) {
	val size, off = LLVMBuildSub(c->b, pointer, mem_low(c, &t->m, &size), "");
	val p = mem_host(c, &t->m, pointer, off);
	return jit_gep(c, p, jit_int(c, 64, (u64)t->m.in->operand[t->m.ai].value));
}

void jit_atomic_unchecked(struct fn *c, const struct inst *in, val pointer,
                          const struct table_copies *copies) {
	struct atomic t;
	struct table x;
	atomic_describe(c, &t, in);
	t.em.bits = jit_mask_bits(c, &t.em);
	find_values(c, &t);
	val p = atomic_place(c, &t, pointer);
	if (t.m.how.kind == VALUE_UNIFORM)
		at_one_place(c, &t, p);
	else if (t.m.how.kind == VALUE_AFFINE && !t.m.how.row)
		at_steps(c, &t, p, t.m.how.stride);
	else if (mem_is_table(c, &t.m, &x))
		in_table_at(c, &t, copies ? copies->base : &p, copies ? copies->n : 1,
		            &x);
}
