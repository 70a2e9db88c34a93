/* mask.c - sets of lanes as values: chunks of i1, or 32 bits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/mask.h"

/* Joins the chunks as they are, on hosts whose masks are registers. */
static val whole_mask(struct fn *c, const val *chunk) {
	val lane[WARP_LANES], all;
	for (u32 i = 0; i < WARP_LANES; i++)
		lane[i] = jit_int(c, 32, i);
	all = LLVMBuildShuffleVector(c->b, chunk[0], chunk[1],
	                             LLVMConstVector(lane, WARP_LANES), "");
	return LLVMBuildBitCast(c->b, all, c->i32, "");
}

/* A bit per lane of a chunk, of c->width bits or more. The first tier uses the host's own
 * instruction: LLVM finds it for a cast, too, but spends a third of its time on that. */
static val chunk_bits(struct fn *c, val chunk) {
#if defined(__x86_64__)
	if (c->opt.is_quick && c->width < 16 && !LLVMIsConstant(chunk)) {
		bool avx = c->width == 8;
		val lanes = LLVMBuildSExt(c->b, chunk, LLVMVectorType(c->i32, c->width),
		                          "");
		lanes = LLVMBuildBitCast(c->b, lanes, LLVMVectorType(c->f32, c->width),
		                         "");
		return jit_intrinsic(
			c, avx ? "llvm.x86.avx.movmsk.ps.256" : "llvm.x86.sse.movmsk.ps",
			NULL, 0, &lanes, 1);
	}
#endif
	return LLVMBuildBitCast(c->b, chunk, jit_int_type(c, c->width), "");
}

val jit_bits_of(struct fn *c, const val *chunk) {
	val all = NULL;
	if (c->width == 16)
		return whole_mask(c, chunk);
	for (u32 k = 0; k < c->nchunk; k++) {
		val bits = jit_resize(c, chunk_bits(c, chunk[k]), 32, false);
		if (k)
			bits = LLVMBuildShl(c->b, bits, jit_int(c, 32, k * c->width), "");
		all = all ? LLVMBuildOr(c->b, all, bits, "") : bits;
	}
	return all;
}

/* Cuts the chunks from a mask of all lanes, on hosts whose masks are registers. LLVM 19
 * does not terminate on "or" of two casts from i16 that are used again: one rule makes it
 * a cast of "or", another undoes that. */
static void cut_mask(struct fn *c, val bits, val *chunk) {
	val all = LLVMBuildBitCast(c->b, bits, LLVMVectorType(c->i1, WARP_LANES), "");
	for (u32 k = 0; k < c->nchunk; k++) {
		val lane[WARP_LANES];
		for (u32 i = 0; i < c->width; i++)
			lane[i] = jit_int(c, 32, k * c->width + i);
		chunk[k] = LLVMBuildShuffleVector(c->b, all,
		                                  LLVMGetPoison(LLVMTypeOf(all)),
		                                  LLVMConstVector(lane, c->width), "");
	}
}

void jit_chunks_of(struct fn *c, val bits, val *chunk) {
	if (c->width == 16) {
		cut_mask(c, bits, chunk);
		return;
	}
	/* lanes' bits, as wide as what they will mask */
	for (u32 k = 0; k < c->nchunk; k++) {
		val lane[WARP_LANES];
		for (u32 i = 0; i < c->width; i++)
			lane[i] = jit_int(c, 32, 1u << (k * c->width + i));
		val own = LLVMConstVector(lane, c->width);
		val has = LLVMBuildAnd(c->b, jit_splat(c, bits), own, "");
		chunk[k] = LLVMBuildICmp(c->b, LLVMIntEQ, has, own, "");
	}
}

val jit_live_lanes(struct fn *c) {
	val at = jit_gep(c, c->w, jit_int(c, 64, offsetof(struct warp, live)));
	return LLVMBuildLoad2(c->b, c->i32, at, "");
}

val jit_mask_bits(struct fn *c, const struct mask *m) {
	if (m->full)
		return jit_int(c, 32, UINT32_MAX);
	return m->bits ? m->bits : jit_bits_of(c, m->chunk);
}

val jit_chunk_any(struct fn *c, val chunk) {
	val bits = chunk_bits(c, chunk);
	return LLVMBuildICmp(c->b, LLVMIntNE, bits, LLVMConstNull(LLVMTypeOf(bits)), "");
}

val jit_chunk_all(struct fn *c, val chunk) {
	val bits = chunk_bits(c, chunk);
	u64 all = ((u64)1 << c->width) - 1;
	return LLVMBuildICmp(c->b, LLVMIntEQ, bits,
	                     LLVMConstInt(LLVMTypeOf(bits), all, false), "");
}

val jit_any(struct fn *c, const struct mask *m) {
	if (m->full)
		return jit_int(c, 1, 1);
	val any = m->chunk[0];
	for (u32 k = 1; k < c->nchunk; k++)
		any = LLVMBuildOr(c->b, any, m->chunk[k], "");
	return jit_chunk_any(c, any);
}

val jit_first_lane(struct fn *c, struct mask *m) {
	if (m->full)
		return jit_int(c, 32, 0);
	val arg[2] = {jit_mask_bits(c, m), jit_int(c, 1, 0)};
	val lane = jit_intrinsic(c, "llvm.cttz", &c->i32, 1, arg, 2);
	return LLVMBuildAnd(c->b, lane, jit_int(c, 32, 31), "");
}

struct mask jit_mask_and(struct fn *c, const struct mask *m, val *chunk) {
	struct mask r = {.full = false};
	for (u32 k = 0; k < c->nchunk; k++)
		r.chunk[k] = m->full ? chunk[k]
		                     : LLVMBuildAnd(c->b, m->chunk[k], chunk[k], "");
	return r;
}
