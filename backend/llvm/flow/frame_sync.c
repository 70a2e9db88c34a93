/* frame_sync.c - moves registers to and from the interpreter's frame; see reg.c. Of a
 * scalar or affine register, lane 0 of its place holds the value. The interpreter spreads
 * it to the others when it takes over (backend/machine/compiled.c), and checks them when
 * it hands back. NaNs of raw registers become canonical on the way out, too.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/mask.h"

/* ---- NaNs -------------------------------------------------------------------------- */

val jit_canonical_f32(struct fn *c, val v) {
	val f = jit_cast(c, v, c->f32), nan = LLVMBuildFCmp(c->b, LLVMRealUNO, f, f, "");
	val bits = jit_int(c, 32, 0x7fffffffu);
	bool vector = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
	val canon = vector ? jit_splat(c, bits) : bits;
	return LLVMBuildSelect(c->b, nan,
	                       LLVMBuildBitCast(c->b, canon, LLVMTypeOf(v), ""), v, "");
}

val jit_canonical(struct fn *c, u32 reg, val v) {
	return c->reg[reg].raw_nan ? jit_canonical_f32(c, v) : v;
}

/* ---- places ------------------------------------------------------------------------ */

static val place(struct fn *c, u32 reg, u32 k) {
	struct jreg *r = &c->reg[reg];
	u64 off = REF_OFF(c->df->reg[reg]);
	if (r->bits > 1)
		off += (u64)k * c->width * r->bits / 8;
	return jit_gep(c, jit_once(c, ONCE_FRAME), jit_int(c, 64, off));
}

static u32 place_align(const struct fn *c, const struct jreg *r) {
	if (r->class != REG_VECTOR)
		return MAX(r->bits / 8u, 1u);
	return MIN(c->width * r->bits / 8u, 64u);
}

static void store(struct fn *c, val v, val at, u32 align) {
	LLVMSetAlignment(LLVMBuildStore(c->b, v, at), align);
}

static val load(struct fn *c, typ t, val at, u32 align) {
	val v = LLVMBuildLoad2(c->b, t, at, "");
	LLVMSetAlignment(v, align);
	return v;
}

val jit_frame_load(struct fn *c, u32 reg, u32 k) {
	struct jreg *r = &c->reg[reg];
	bool vector = r->class == REG_VECTOR;
	if (c->df->reg[reg] == REF_NONE)
		return LLVMConstNull(vector ? jit_vec(c, r->type) : r->type);
	if (r->bits == 1) {
		val bits = load(c, c->i32, place(c, reg, 0), 4), chunk[MAX_CHUNKS];
		if (!vector)
			return LLVMBuildTrunc(c->b, bits, c->i1, "");
		jit_chunks_of(c, bits, chunk);
		return chunk[k];
	}
	return load(c, vector ? jit_vec(c, r->type) : r->type, place(c, reg, k),
	            place_align(c, r));
}

/* ---- to the frame ------------------------------------------------------------------ */

static bool stores_masked(const struct fn *c, const struct jreg *r) {
	return (r->bits == 32 || r->bits == 64) && c->host->has_rounding;
}

/* Stores a vector register, for the lanes of the block: the others may hold another
 * register there. */
static void store_lanes(struct fn *c, u32 reg, u32 k, val v) {
	struct jreg *r = &c->reg[reg];
	val at = place(c, reg, k);
	u32 align = place_align(c, r);
	if (!c->mask.full && stores_masked(c, r)) {
		val arg[4] = {v, at, jit_int(c, 32, align), c->mask.chunk[k]};
		typ over[2] = {LLVMTypeOf(v), c->ptr};
		jit_intrinsic(c, "llvm.masked.store", over, 2, arg, 4);
		return;
	}
	if (!c->mask.full)
		v = LLVMBuildSelect(c->b, c->mask.chunk[k], v,
		                    load(c, LLVMTypeOf(v), at, align), "");
	store(c, v, at, align);
}

/* The other lanes' values are selected by lanes, not by bits: LLVM 19 drops the other
 * half of (bits & -256) | (old & 255) where masks are registers and `bits` are two of
 * them. */
static void store_pred(struct fn *c, u32 reg) {
	val chunk[MAX_CHUNKS], old[MAX_CHUNKS], at = place(c, reg, 0);
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = jit_reg_peek(c, reg, k);
	if (!c->mask.full) {
		jit_chunks_of(c, load(c, c->i32, at, 4), old);
		for (u32 k = 0; k < c->nchunk; k++)
			chunk[k] = LLVMBuildSelect(c->b, c->mask.chunk[k], chunk[k],
			                           old[k], "");
	}
	store(c, jit_bits_of(c, chunk), at, 4);
}

void jit_frame_store(struct fn *c, u32 reg) {
	struct jreg *r = &c->reg[reg];
	if (c->df->reg[reg] == REF_NONE)
		return;
	if (r->is_spread) {
		jit_save_reg(c, reg);
		return;
	}
	if (r->class != REG_VECTOR) {
		val v = jit_reg_peek(c, reg, 0);
		if (r->bits == 1)
			store(c, LLVMBuildSExt(c->b, v, c->i32, ""), place(c, reg, 0), 4);
		else
			store(c, v, place(c, reg, 0), place_align(c, r));
		return;
	}
	if (r->bits == 1) {
		store_pred(c, reg);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++)
		store_lanes(c, reg, k, jit_reg_peek(c, reg, k));
}

/* Stores all lanes of a promoted vector register, which home does not have yet. as_is:
 * its NaNs stay; if the interpreter goes on with it, they are made canonical then
 * (compiled_spread). */
static void store_promoted(struct fn *c, u32 reg, bool as_is) {
	struct jreg *r = &c->reg[reg];
	val chunk[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++) {
		chunk[k] = jit_reg_peek(c, reg, k);
		if (r->dirty && !c->mask.full) {
			val old = LLVMBuildLoad2(c->b, jit_vec(c, r->type),
			                         jit_slot(c, reg, k), "");
			chunk[k] = LLVMBuildSelect(c->b, c->mask.chunk[k], chunk[k], old,
			                           "");
		}
	}
	if (r->bits == 1) {
		store(c, jit_bits_of(c, chunk), place(c, reg, 0), 4);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++)
		store(c, as_is ? chunk[k] : jit_canonical(c, reg, chunk[k]),
		      place(c, reg, k), place_align(c, r));
}

/* Saves every lane's value, for an instruction that the interpreter executes. */
void jit_save_reg(struct fn *c, u32 reg) {
	struct jreg *r = &c->reg[reg];
	if (c->df->reg[reg] == REF_NONE)
		return;
	if (r->class == REG_VECTOR) {
		if (r->promoted)
			store_promoted(c, reg, false);
		else if (r->raw_nan)
			for (u32 k = 0; k < c->nchunk; k++)
				store_lanes(
					c, reg, k,
					jit_canonical_f32(c, jit_reg_peek(c, reg, k)));
		else if (r->dirty)
			jit_frame_store(c, reg);
		return;
	}
	if (r->bits == 1) {
		store(c, LLVMBuildSExt(c->b, jit_reg_peek(c, reg, 0), c->i32, ""),
		      place(c, reg, 0), 4);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++)
		store(c, jit_canonical(c, reg, jit_reg_peek_chunk(c, reg, k)),
		      place(c, reg, k), MIN(c->width * r->bits / 8u, 64u));
}

/* The value of one active lane is that of all. */
static val load_scalar(struct fn *c, u32 reg, struct mask *lanes) {
	struct jreg *r = &c->reg[reg];
	if (r->bits == 1) {
		val bits = load(c, c->i32, place(c, reg, 0), 4);
		bits = LLVMBuildAnd(c->b, bits, jit_mask_bits(c, lanes), "");
		return LLVMBuildICmp(c->b, LLVMIntNE, bits, jit_int(c, 32, 0), "");
	}
	typ it = jit_int_type(c, r->bits);
	val lane = jit_first_lane(c, lanes);
	val off = LLVMBuildMul(c->b, jit_resize(c, lane, 64, false),
	                       jit_int(c, 64, r->bits / 8), "");
	val v = load(c, it, jit_gep(c, place(c, reg, 0), off), r->bits / 8);
	if (r->class == REG_AFFINE) {
		val skew = LLVMBuildMul(c->b, jit_resize(c, lane, r->bits, false),
		                        jit_int(c, r->bits, (u64)r->how->stride), "");
		v = LLVMBuildSub(c->b, v, skew, "");
		if (r->how->row) {
			val row = LLVMBuildUDiv(c->b, lane, jit_int(c, 32, r->how->row),
			                        "");
			skew = LLVMBuildMul(c->b, jit_resize(c, row, r->bits, false),
			                    jit_int(c, r->bits, (u64)r->how->jump), "");
			v = LLVMBuildSub(c->b, v, skew, "");
		}
	}
	return jit_cast(c, v, r->type);
}

/* Loads what the interpreter has written for the lanes that execute the instruction. */
void jit_load_reg(struct fn *c, u32 reg) {
	struct jreg *r = &c->reg[reg];
	if (c->df->reg[reg] == REF_NONE)
		return;
	if (r->class != REG_VECTOR) {
		jit_reg_set_scalar(c, reg, load_scalar(c, reg, &c->em));
		return;
	}
	if (!r->promoted) {
		jit_reg_forget(c, reg);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++)
		jit_reg_set_chunk(c, reg, k, jit_frame_load(c, reg, k));
}

/* ---- all that lives at a position -------------------------------------------------- */

bool jit_lives(const struct fn *c, u32 reg, u32 pos, bool after) {
	return c->live->warp[reg].first <= pos && c->live->warp[reg].last >= pos + after;
}

void jit_live_to(struct fn *c, u32 pos) {
	for (u32 r; (r = c->regs.by_start[c->regs.next_start]) != NO_REG &&
	            c->live->warp[r].first <= pos;
	     c->regs.next_start++)
		c->regs.active[c->regs.nactive++] = r;
}

/* Drops promoted registers whose interval has ended from `active`. */
static u32 live_now(struct fn *c, u32 pos) {
	u32 n = 0;
	jit_live_to(c, pos);
	for (u32 i = 0; i < c->regs.nactive; i++)
		if (c->live->warp[c->regs.active[i]].last >= pos)
			c->regs.active[n++] = c->regs.active[i];
	return c->regs.nactive = n;
}

void jit_save_cc(struct fn *c) {
	val chunk[MAX_CHUNKS];
	if (!c->facts.uses_cc)
		return;
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = LLVMBuildLoad2(c->b, jit_vec(c, c->i1), c->regs.cc[k], "");
	store(c, jit_bits_of(c, chunk), jit_cc_place(c), 4);
}

static void load_cc(struct fn *c) {
	val chunk[MAX_CHUNKS];
	jit_chunks_of(c, load(c, c->i32, jit_cc_place(c), 4), chunk);
	for (u32 k = 0; k < c->nchunk; k++)
		LLVMBuildStore(c->b, chunk[k], c->regs.cc[k]);
}

void jit_save(struct fn *c, u32 pos, bool after) {
	for (u32 i = 0; i < c->regs.ntouched; i++) {
		u32 reg = c->regs.touched[i];
		if (c->reg[reg].dirty && !c->reg[reg].promoted &&
		    jit_lives(c, reg, pos, after))
			jit_frame_store(c, reg);
	}
	if (c->versions.now)
		loop_version_save(c, pos, after);
	u32 n = live_now(c, pos);
	for (u32 i = 0; i < n; i++) {
		u32 reg = c->regs.active[i];
		if (!jit_lives(c, reg, pos, after) || c->df->reg[reg] == REF_NONE ||
		    c->reg[reg].is_spread)
			continue;
		if (c->reg[reg].class == REG_VECTOR)
			store_promoted(c, reg, true);
		else
			jit_frame_store(c, reg);
	}
	jit_save_cc(c);
}

void jit_load(struct fn *c, u32 pos, bool after) {
	u32 n = live_now(c, pos);
	for (u32 i = 0; i < n; i++) {
		u32 reg = c->regs.active[i];
		if (!jit_lives(c, reg, pos, after))
			continue;
		for (u32 k = 0; k < (c->reg[reg].class == REG_VECTOR ? c->nchunk : 1);
		     k++)
			LLVMBuildStore(c->b, jit_frame_load(c, reg, k),
			               jit_slot(c, reg, k));
	}
	if (c->facts.uses_cc)
		load_cc(c);
}
