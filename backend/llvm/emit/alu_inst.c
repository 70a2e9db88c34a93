/* alu_inst.c - emits rows of alu.def: operands to jit_alu, results to registers. A
 * uniform or affine result needs only lane 0: scalars. Otherwise the row is emitted once
 * per chunk. Rows without an LLVM form run in the interpreter's lane loop (exec.c).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/alu.h"
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/engine/config.h"
#include "backend/llvm/flow/demanded_lanes.h"
#include "backend/llvm/fn.h"
#include "backend/llvm/mem/confine.h"

#include "base/map.h"
#include "ir/num/video.h"

struct alu_inst {
	const struct inst *in;
	const struct row_info *row;
	struct alu_emit e;
	bool hands_on_raw; /* a NaN goes on as it is */
	const struct operand *dest[2];
	u32 ndest;
	val src[8], out[8];
	val lane; /* i64: scalar sources are this lane's, not lane 0's; or NULL */
};

static bool looks_at_payload(enum row row) {
	return row == ROW_CVT_F64_F32 || row == ROW_CVT_F32_F32 ||
	       row == ROW_CVT_TF32_RNA || row == ROW_COPYSIGN_F32 || row == ROW_MOV ||
	       row == ROW_SELP || row == ROW_SLCT || row == ROW_SLCT_F32;
}

static bool is_float_letter(char letter) {
	return strchr("dabcxy", letter) != NULL;
}

/* Lane type of an operand: floats are floats, everything else integers. */
static typ letter_type(struct fn *c, const struct inst *in, char letter) {
	u32 bits = decode_alu_bits(in, letter);
	if (!is_float_letter(letter))
		return jit_int_type(c, bits);
	return jit_lane_type(c, (enum type)in->type[letter == 'x' || letter == 'y']);
}

/* Returns stride * lane. */
static val to_lane(struct fn *c, const struct alu_inst *p, s64 stride, u32 bits) {
	return jit_resize(c, LLVMBuildMul(c->b, p->lane, jit_int(c, 64, (u64)stride), ""),
	                  bits, true);
}

static val at_lane(struct fn *c, const struct alu_inst *p, const struct operand *o,
                   u32 bits) {
	s64 stride = jit_operand_value(c, o, bits).stride;
	return LLVMBuildAdd(c->b, jit_source(c, o, bits, SCALAR),
	                    to_lane(c, p, stride, bits), "");
}

static val source(struct fn *c, const struct alu_inst *p, const struct operand *o,
                  char letter, u32 k) {
	u32 bits = decode_alu_bits(p->in, letter);
	typ t = letter_type(c, p->in, letter);
	if (k == SCALAR && p->lane)
		return at_lane(c, p, o, bits);
	if (p->hands_on_raw && o->kind == OPR_REG && c->reg[o->index].bits == 32) {
		val v = k == SCALAR ? jit_reg_scalar(c, o->index)
		                    : jit_reg_chunk(c, o->index, k);
		return jit_cast(c, v, t);
	}
	if (t == c->f32 && o->kind == OPR_REG && c->reg[o->index].type == c->f32 &&
	    !looks_at_payload(p->in->row)) /* any NaN will do */
		return k == SCALAR ? jit_reg_scalar(c, o->index)
		                   : jit_reg_chunk(c, o->index, k);
	return jit_cast(c, jit_source(c, o, bits, k), t);
}

static void sources(struct fn *c, struct alu_inst *p, u32 k) {
	u32 n = 0;
	static const struct operand none;
	for (u32 i = 0; i < p->row->nopr; i++) {
		const struct operand *o = i < p->in->noperand ? &p->in->operand[i]
		                                              : &none;
		if (p->row->opr[i].is_dest)
			n += p->row->opr[i].pair ? 2 : 1;
		else
			p->src[n++] = source(c, p, o, p->row->opr[i].letter, k);
	}
	size_t nsig = strlen(p->row->sig);
	if (nsig && p->row->sig[nsig - 1] == 's') {
		val packed = jit_int(
			c, 64, vid_pack(p->row->sig, p->in->operand, p->in->noperand));
		p->src[n++] = k == SCALAR ? packed : jit_splat(c, packed);
	}
}

static void find_dests(struct fn *c, struct alu_inst *p) {
	for (u32 i = 0; i < p->row->nopr && i < p->in->noperand; i++) {
		if (!p->row->opr[i].is_dest)
			continue;
		const struct operand *o = &p->in->operand[i];
		p->dest[0] = o;
		p->ndest = p->row->opr[i].pair ? 2 : 1;
		if (o->kind == OPR_PAIR) {
			p->dest[0] = &c->f->operand[o->index];
			p->dest[1] = &c->f->operand[o->index + 1];
		}
	}
}

/* Converts v to the width of the register, by the signedness of the instruction's
 * type. */
static val to_register(struct fn *c, const struct alu_inst *p, u32 reg, val v) {
	struct jreg *r = &c->reg[reg];
	typ t = LLVMTypeOf(v);
	if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
		t = LLVMGetElementType(t);
	u32 bits = t == c->f32 ? 32 : t == c->f64 ? 64 : LLVMGetIntTypeWidth(t);
	if (bits != r->bits && bits > 1) {
		const struct type_info *type = &type_info[p->in->type[0]];
		v = jit_cast(c, v, jit_int_type(c, bits));
		v = jit_resize(c, v, MIN(type->bits, bits), false);
		v = jit_resize(c, v, r->bits, type->class == 'S');
	}
	return jit_cast(c, v, r->type);
}

static void set_results(struct fn *c, const struct alu_inst *p, u32 k) {
	for (u32 i = 0; i < p->ndest; i++) {
		const struct operand *o = p->dest[i];
		if (!o || o->kind != OPR_REG)
			continue;
		val v = to_register(c, p, o->index, p->out[i]);
		if (k == SCALAR && p->lane)
			v = LLVMBuildSub(c->b, v,
			                 to_lane(c, p, c->uni->reg[o->index].stride,
			                         c->reg[o->index].bits),
			                 "");
		if (k == SCALAR)
			jit_reg_set_scalar(c, o->index, v);
		else
			jit_reg_set_chunk(c, o->index, k, v);
	}
}

static bool scalar_dest(struct fn *c, const struct operand *o) {
	return o && o->kind == OPR_REG && jit_is_scalar(c, o->index);
}

static bool vector_dest(struct fn *c, const struct operand *o) {
	return o && o->kind == OPR_REG && !jit_is_scalar(c, o->index);
}

static bool all_scalar(struct fn *c, const struct alu_inst *p) {
	for (u32 i = 0; i < p->in->noperand; i++)
		if (!p->row->opr[i].is_dest && !jit_source_scalar(c, &p->in->operand[i]))
			return false;
	return true;
}

/* Checks whether every source is uniform: then all lanes have the same result, whatever
 * the destination is. */
static bool all_uniform(struct fn *c, const struct alu_inst *p) {
	for (u32 i = 0; i < p->in->noperand; i++) {
		const struct operand *o = &p->in->operand[i];
		if (!p->row->opr[i].is_dest &&
		    (!jit_source_scalar(c, o) ||
		     jit_operand_value(c, o, 64).kind == VALUE_AFFINE))
			return false;
	}
	return true;
}

/* ---- affine sources that are widened ----------------------------------------------- */

/* The lanes that execute it, as far as a test for wrapping asks. */
struct lane_range {
	bool all;
	val bits; /* i32 */
	val span; /* i64: the last one minus the first one, which is p->lane */
};

/* Of some lanes only those from the first to the last one count: `if (tid >= n)
 * s[tid - n]` wraps in the others. */
static struct lane_range lanes_that_count(struct fn *c, struct alu_inst *p) {
	const struct uniform_value *d = &c->uni->reg[p->dest[0]->index];
	struct lane_range r = {.all = c->em.full || d->jump};
	for (u32 i = 0; i < p->in->noperand; i++)
		if (!p->row->opr[i].is_dest)
			r.all |= jit_operand_value(c, &p->in->operand[i], 64).jump != 0;
	if (r.all)
		return r;
	r.bits = jit_mask_bits(c, &c->em);
	val arg[2] = {r.bits, jit_int(c, 1, 0)},
	    last = jit_intrinsic(c, "llvm.ctlz", &c->i32, 1, arg, 2);
	p->lane = jit_resize(c, jit_first_lane(c, &c->em), 64, false);
	last = LLVMBuildSub(c->b, jit_int(c, 64, 31), jit_resize(c, last, 64, false), "");
	r.span = LLVMBuildSub(c->b, last, p->lane, "");
	return r;
}

/* Checks whether `base` of `bits` bits stays in their range if `far` is added to it. */
static val stays(struct fn *c, val base, val far, u32 bits, bool is_signed) {
	far = LLVMBuildAdd(c->b, base, far, "");
	val back = jit_resize(c, jit_resize(c, far, bits, false), 64, is_signed);
	return LLVMBuildICmp(c->b, LLVMIntEQ, far, back, "");
}

/* Such a source stays affine only if base + stride * lane does not wrap in the lanes that
 * count. If the analysis cannot tell (ir/analysis/uniform.h, takes_no_wrap), the code
 * tests it; a warp in which it does wrap goes to the interpreter. */
static void check_wrap(struct fn *c, const struct alu_inst *p, const struct lane_range *r,
                       const struct operand *o, u32 bits) {
	struct uniform_value v = jit_operand_value(c, o, bits);
	bool is_signed = type_info[p->in->type[p->in->row == ROW_CVT_II ? 1 : 0]].class ==
	                 'S';
	val ok = NULL;
	s64 end[2];
	if (r->all) {
		val base = jit_resize(c, jit_source(c, o, bits, SCALAR), 64, is_signed);
		uniform_extent(&v, &end[0], &end[1]);
		for (u32 i = 0; i < 2; i++) {
			if (!end[i])
				continue;
			val same = stays(c, base, jit_int(c, 64, (u64)end[i]), bits,
			                 is_signed);
			ok = ok ? LLVMBuildAnd(c->b, ok, same, "") : same;
		}
	} else {
		val base = jit_resize(c, at_lane(c, p, o, bits), 64, is_signed),
		    far = LLVMBuildMul(c->b, r->span, jit_int(c, 64, (u64)v.stride), ""),
		    none = LLVMBuildICmp(c->b, LLVMIntEQ, r->bits, jit_int(c, 32, 0), "");
		ok = LLVMBuildOr(c->b, none, stays(c, base, far, bits, is_signed), "");
	}
	bb on = jit_block(c, "straight"), wraps = jit_block(c, "wraps");
	jit_likely(c, ok, true, on, wraps);
	jit_at(c, wraps);
	jit_deopt_before(c, p->in);
	jit_at(c, on);
}

static bool may_wrap(struct fn *c, const struct operand *o, u32 bits) {
	return o->kind == OPR_REG && bits >= 32 && bits < 64 &&
	       jit_operand_value(c, o, bits).kind == VALUE_AFFINE &&
	       !uniform_no_wrap(&c->uni->reg[o->index], bits);
}

static void check_wraps(struct fn *c, struct alu_inst *p) {
	const struct inst *in = p->in;
	bool is_cvt = in->row == ROW_CVT_II;
	u32 bits = type_info[in->type[is_cvt]].bits,
	    n = is_cvt                                               ? 1
	        : in->row == ROW_MUL_WIDE || in->row == ROW_MAD_WIDE ? 2
	                                                             : 0;
	if (is_cvt && bits >= type_info[in->type[0]].bits)
		return;
	struct lane_range r = {.all = false};
	for (u32 i = 1, found = 0; i <= n; i++) {
		if (!may_wrap(c, &in->operand[i], bits))
			continue;
		if (!found++)
			r = lanes_that_count(c, p);
		check_wrap(c, p, &r, &in->operand[i], bits);
	}
}

/* Emits the row. The block at hand may be another one afterwards. */
static bool emit_row(struct fn *c, struct alu_inst *p) {
	bb before = LLVMGetInsertBlock(c->b);
	bool has = jit_alu(&p->e, p->in->row, p->out, p->src);
	if (LLVMGetInsertBlock(c->b) != before)
		c->values.last_block = LLVMGetInsertBlock(c->b);
	return has;
}

static bool emit_scalar(struct fn *c, struct alu_inst *p, bool spread) {
	sources(c, p, SCALAR);
	p->e.lanes = 0;
	if (!emit_row(c, p))
		return false;
	if (!spread) {
		set_results(c, p, SCALAR);
		return true;
	}
	val one[2] = {p->out[0], p->out[1]};
	for (u32 k = 0; k < c->nchunk; k++) {
		for (u32 i = 0; i < p->ndest; i++)
			p->out[i] = one[i] ? jit_splat(c, one[i]) : NULL;
		set_results(c, p, k);
	}
	return true;
}

/* Checks whether the row takes an instruction or two of the host, whatever the number of
 * lanes. */
static bool can_be_narrow(const struct alu_inst *p) {
	u32 rnd = MOD_GET(p->in->mods, RND);
	if (p->ndest != 1 || (rnd && rnd != MOD_RND_RN))
		return false;
	switch (p->in->row) {
	case ROW_ADD_F32:
	case ROW_ADD_F64:
	case ROW_MUL_F32:
	case ROW_MUL_F64:
	case ROW_FMA_F32:
	case ROW_FMA_F64:
	case ROW_MIN_F32:
	case ROW_MIN_F64:
	case ROW_MAX_F32:
	case ROW_MAX_F64:
	case ROW_ADD:
	case ROW_SUB:
	case ROW_MIN:
	case ROW_MAX:
	case ROW_AND:
	case ROW_OR:
	case ROW_XOR:
	case ROW_MOV:
	case ROW_SELP: return true;
	default: return false;
	}
}

/* Emits a chunk of which only the first n lanes are demanded. */
static bool emit_narrow(struct fn *c, struct alu_inst *p, u32 n) {
	size_t nsrc = strlen(p->row->sig);
	for (size_t i = p->ndest; i < nsrc; i++)
		p->src[i] = jit_narrow(c, p->src[i], n);
	p->e.lanes = n;
	bool has = emit_row(c, p);
	p->e.lanes = c->width;
	if (has)
		p->out[0] = jit_widen(c, p->out[0]);
	return has;
}

/* What follows `last` in the block at hand, or is first there. */
static val first_after(struct fn *c, val last) {
	return last ? LLVMGetNextInstruction(last)
	            : LLVMGetFirstInstruction(LLVMGetInsertBlock(c->b));
}

/* The instruction after the last one of the chain that v reads, but `next` at least. */
static val after_operands(val v, val next, const struct map *chain) {
	u64 *at = map_find(chain, (uintptr_t)next), first = *at;
	for (u32 k = 0; k < (u32)LLVMGetNumOperands(v); k++) {
		val o = LLVMGetOperand(v, k);
		at = LLVMIsAInstruction(o) ? map_find(chain, (uintptr_t)o) : NULL;
		if (at && *at >= first) {
			first = *at + 1;
			next = LLVMGetNextInstruction(o);
		}
	}
	return next;
}

/* Makes long chains of instructions for two vectors, which begin after `start` and after
 * `middle`, alternate: a host looks some hundred instructions ahead, and each chain waits
 * for itself. What both need is in the first one. */
static void interleave(struct fn *c, val start, val middle) {
	enum { FEW = 24 };
	bb here = LLVMGetInsertBlock(c->b);
	struct map chain = MAP_INIT(c->a);
	val a = first_after(c, start), b = LLVMGetNextInstruction(middle), i, next_b;
	u64 n = 0;
	for (i = a; i != b && n < FEW; i = LLVMGetNextInstruction(i))
		n++;
	if (n < FEW)
		return;
	n = 0;
	for (i = a; i != b; i = LLVMGetNextInstruction(i))
		*map_at(&chain, (uintptr_t)i) = ++n;
	for (; b && a != middle; b = next_b) {
		a = after_operands(b, LLVMGetNextInstruction(a), &chain);
		next_b = LLVMGetNextInstruction(b);
		if (!map_find(&chain, (uintptr_t)a))
			break; /* the rest is where it has to be */
		LLVMInstructionRemoveFromParent(b);
		LLVMPositionBuilderBefore(c->b, a);
		LLVMInsertIntoBuilder(c->b, b);
	}
	LLVMPositionBuilderAtEnd(c->b, here);
}

static bool emit_chunks(struct fn *c, struct alu_inst *p) {
	u32 props = p->row->props, wanted = c->width;
	bool narrow = c->facts.demanded && can_be_narrow(p);
	val out[MAX_CHUNKS][2] = {{NULL}};
	bb here = LLVMGetInsertBlock(c->b);
	val start[MAX_CHUNKS];
	p->e.lanes = c->width;
	for (u32 k = 0; k < c->nchunk; k++) { /* all sources before any result */
		start[k] = LLVMGetLastInstruction(LLVMGetInsertBlock(c->b));
		if (narrow)
			wanted = jit_demanded_width(c, p->dest[0], k);
		if (!wanted) {
			out[k][0] = LLVMConstNull(
				jit_vec(c, c->reg[p->dest[0]->index].type));
			continue;
		}
		sources(c, p, k);
		if (wanted < c->width) {
			if (!emit_narrow(c, p, wanted))
				return false;
			out[k][0] = p->out[0];
			continue;
		}
		if (props & PROP_CC_IN)
			p->e.cc_in = LLVMBuildLoad2(c->b, jit_vec(c, c->i1),
			                            c->regs.cc[k], "");
		if (!emit_row(c, p))
			return false;
		out[k][0] = p->out[0];
		out[k][1] = p->ndest > 1 ? p->out[1] : NULL;
		if (props & PROP_CC_OUT) {
			val cc = p->e.cc_out;
			if (!c->em.full)
				cc = LLVMBuildSelect(c->b, c->em.chunk[k], cc,
				                     LLVMBuildLoad2(c->b,
				                                    jit_vec(c, c->i1),
				                                    c->regs.cc[k], ""),
				                     "");
			LLVMBuildStore(c->b, cc, c->regs.cc[k]);
		}
	}
	if (c->nchunk == 2 && c->width == 16 && start[1] && !c->opt.is_quick &&
	    LLVMGetInsertBlock(c->b) == here)
		interleave(c, start[0], start[1]);
	for (u32 k = 0; k < c->nchunk; k++) {
		p->out[0] = out[k][0];
		p->out[1] = out[k][1];
		set_results(c, p, k);
	}
	return true;
}

/* Rows that read or write the carry flag are emitted in vectors; with a scalar
 * destination the interpreter executes them. */
static bool needs_lanes(const struct alu_inst *p) {
	return p->row->props & (PROP_CC_IN | PROP_CC_OUT);
}

bool jit_alu_inst(struct fn *c, const struct inst *in) {
	struct alu_inst p = {.in = in,
	                     .row = row_info(in->row),
	                     .hands_on_raw = jit_hands_on_raw(c, in)};
	if (!jit_alu_has(in->row, in->type))
		return false;
	find_dests(c, &p);
	p.e = (struct alu_emit){.ctx = c->ctx,
	                        .module = c->mod,
	                        .b = c->b,
	                        .m = (u32)in->mods,
	                        .has_fma = c->host->has_fma,
	                        .has_rounding = c->host->has_rounding,
	                        .has_byte_dots = c->host->has_byte_dots,
	                        .permutes_bytes = c->host->permutes_bytes,
	                        .has_mxcsr = c->host->has_mxcsr,
	                        .is_fast = jit_config()->is_fast,
	                        .is_quick = c->opt.is_quick,
	                        .calls_for = jit_accesses_stand_alone(c) ? NULL
	                                                                 : c->host};
	for (u32 i = 0; i < 4; i++)
		p.e.type[i] = (enum type)in->type[i];
	p.e.has_second = p.dest[1] != NULL;
	p.e.raw_nan = p.dest[0] && p.dest[0]->kind == OPR_REG &&
	              c->reg[p.dest[0]->index].raw_nan;
	bool scalar = scalar_dest(c, p.dest[0]) || scalar_dest(c, p.dest[1]);
	bool vector = vector_dest(c, p.dest[0]) || vector_dest(c, p.dest[1]);
	if (needs_lanes(&p))
		return scalar ? false : emit_chunks(c, &p);
	if (scalar && (vector || !all_scalar(c, &p)))
		return false;
	if (scalar) {
		if (c->reg[p.dest[0]->index].class == REG_AFFINE)
			check_wraps(c, &p);
		return emit_scalar(c, &p, false);
	}
	if (vector && all_uniform(c, &p))
		return emit_scalar(c, &p, true);
	return emit_chunks(c, &p);
}
