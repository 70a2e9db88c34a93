/* transposed.c - loads in which each lane reads several adjacent elements: a run. A
 * gather takes one element of each lane, and a host spends a load on each. Here a lane's
 * run is one load, and the runs of a vector's lanes are transposed, so that each element
 * has its vector:
 *
 *     lane 0   a0 b0 c0 d0                  a0 a1 a2 a3 ..
 *     lane 1   a1 b1 c1 d1       ---->      b0 b1 b2 b3 ..
 *     lane 2   a2 b2 c2 d2                  c0 c1 c2 c3 ..
 *     lane 3   a3 b3 c3 d3                  d0 d1 d2 d3 ..
 *
 * Runs of 16 bytes are loads of their own; those of 8 are gathered as wide numbers. They
 * come from vector loads, and from loads off one register with consecutive constants, as
 * in an unrolled loop along a row (lanes_group.c).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/mem/mem.h"

enum { LOADED_BYTES = 16, GATHERED_BYTES = 8 };

u32 mem_transposed_length(const struct fn *c, const struct mem *m, u32 n) {
	if (!m->is_load || m->size < 4 || c->opt.confined || !c->host->has_gather)
		return 1;
	if (n * m->size >= LOADED_BYTES)
		return LOADED_BYTES / m->size;
	return n * m->size == GATHERED_BYTES ? GATHERED_BYTES / m->size : 1;
}

/* ---- loaded ------------------------------------------------------------------------ */

/* Memory for the loads of lanes that take no part. */
static val nowhere(struct fn *c) {
	if (!c->mem.nowhere) {
		bb here = jit_entry(c);
		typ t = LLVMVectorType(c->i32, LOADED_BYTES / 4);
		c->mem.nowhere = LLVMBuildAlloca(c->b, t, "nowhere");
		LLVMBuildStore(c->b, LLVMConstNull(t), c->mem.nowhere);
		jit_prologue_end(c, here);
	}
	return c->mem.nowhere;
}

static val joined(struct fn *c, val a, val b) {
	u32 n = LLVMGetVectorSize(LLVMTypeOf(a));
	val lane[2 * WARP_LANES];
	for (u32 i = 0; i < 2 * n; i++)
		lane[i] = jit_int(c, 32, i);
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(lane, 2 * n), "");
}

static val join_all(struct fn *c, val *part, u32 n) {
	for (; n > 1; n /= 2)
		for (u32 i = 0; i < n / 2; i++)
			part[i] = joined(c, part[2 * i], part[2 * i + 1]);
	return part[0];
}

/* Interleaves one half of each piece of n elements of a and b, in groups. */
static val interleave_halves(struct fn *c, val a, val b, u32 n, u32 group, bool high) {
	u32 width = LLVMGetVectorSize(LLVMTypeOf(a));
	val lane[WARP_LANES];
	for (u32 i = 0; i < width; i++) {
		u32 turn = i % n / group;
		u32 from = i / n * n + turn / 2 * group + i % group + (high ? n / 2 : 0);
		lane[i] = jit_int(c, 32, from + (turn % 2 ? width : 0));
	}
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(lane, width), "");
}

/* v[j] has the runs of lanes j, j + n, ..; then v[e] has element e of all lanes. */
static void transpose(struct fn *c, val *v, u32 n) {
	val t[4];
	for (u32 j = 0; j < n; j += 2)
		for (u32 high = 0; high < 2; high++)
			t[j + high] = interleave_halves(c, v[j], v[j + 1], n, 1, high);
	if (n == 2) {
		memcpy(v, t, 2 * sizeof *t);
		return;
	}
	for (u32 e = 0; e < 4; e++)
		v[e] = interleave_halves(c, t[e / 2], t[e / 2 + 2], n, 2, e % 2);
}

static void load_runs(struct fn *c, const struct mem *m, val pointers, s64 more, u32 n,
                      val *out) {
	u32 width = c->width;
	typ t = LLVMVectorType(mem_int(c, m), n);
	val run[WARP_LANES];
	for (u32 j = 0, i = 0; j < n; j++)
		for (u32 l = j; l < width; l += n) {
			val p = LLVMBuildExtractElement(c->b, pointers, jit_int(c, 32, l),
			                                "");
			p = jit_gep(c, p, jit_int(c, 64, (u64)more));
			run[i++] = mem_load_at(c, t, p, m->size);
		}
	for (u32 j = 0; j < n; j++)
		out[j] = join_all(c, &run[j * (width / n)], width / n);
	transpose(c, out, n);
}

/* ---- gathered ---------------------------------------------------------------------- */

static val half_of(struct fn *c, val v, u32 which) {
	u32 n = LLVMGetVectorSize(LLVMTypeOf(v)) / 2;
	val lane[WARP_LANES];
	for (u32 i = 0; i < n; i++)
		lane[i] = jit_int(c, 32, which * n + i);
	return LLVMBuildShuffleVector(c->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	                              LLVMConstVector(lane, n), "");
}

/* Gathers two elements of 32 bits as one number of 64. */
static void gather_pairs(struct fn *c, const struct mem *m, val base, val index,
                         const val *lanes, val *out) {
	u32 width = c->width, pieces = mem_pieces(c, 64), n = width / pieces;
	typ words = LLVMVectorType(c->i32, 2 * n);
	val part[2] = {NULL, LLVMGetPoison(words)}, even[WARP_LANES];
	for (u32 i = 0; i < pieces; i++) {
		typ t = LLVMVectorType(c->i64, n),
		    over[2] = {t, LLVMVectorType(c->ptr, n)};
		val ix = pieces > 1 ? half_of(c, index, i) : index;
		val some = pieces > 1 ? half_of(c, *lanes, i) : *lanes;
		val p = LLVMBuildGEP2(c->b, mem_step_type(c, m), base, &ix, 1, "");
		val arg[4] = {p, jit_int(c, 32, m->size), some, LLVMConstNull(t)};
		part[i] = jit_intrinsic(c, "llvm.masked.gather", over, 2, arg, 4);
		part[i] = LLVMBuildBitCast(c->b, part[i], words, "");
	}
	for (u32 e = 0; e < 2; e++) {
		for (u32 i = 0; i < width; i++)
			even[i] = jit_int(c, 32, 2 * i + e);
		out[e] = LLVMBuildShuffleVector(c->b, part[0], part[1],
		                                LLVMConstVector(even, width), "");
	}
}

void mem_transposed_load(struct fn *c, const struct mem *m, val base, val index, s64 more,
                         u32 k, const struct mask *em, u32 n, val *out) {
	if (n * m->size == GATHERED_BYTES) {
		val all = em->full ? LLVMConstAllOnes(LLVMVectorType(c->i1, c->width))
		                   : em->chunk[k];
		base = jit_gep(c, base, jit_int(c, 64, (u64)more));
		gather_pairs(c, m, base, index, &all, out);
		return;
	}
	val p = LLVMBuildGEP2(c->b, mem_step_type(c, m), base, &index, 1, "");
	if (!em->full) {
		p = LLVMBuildSelect(
			c->b, em->chunk[k], p,
			jit_splat(c, jit_gep(c, nowhere(c), jit_int(c, 64, (u64)-more))),
			"");
	}
	load_runs(c, m, p, more, n, out);
}
