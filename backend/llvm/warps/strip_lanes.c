/* strip_lanes.c - accesses of lanes that lie in rows of their own, by a thread's number
 * that is taken apart (strip_bits.c):
 *
 *     a[(tid / 8) * n + tid % 8]      lanes 0 .. 7, 8 .. 15, ... follow each other
 *     b[k * 64 + (tid % 8) * 8 + j]   constant distances, the same in all rows
 *
 * A run of lanes that follow each other is one access; a vector is put together of those
 * in it. Lanes at constant distances are picked out of vectors (interleaved.c), others
 * are gathered or scattered.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/warps/strip_lanes.h"
#include "backend/llvm/alu/alu.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/strip_bits.h"

/* Runs of fewer lanes are gathered; distances have 32 bits. */
enum { LEAST_RUN = 4, DISTANCE_BITS = 26, MOST_FEW = 4 };

static bool is_distance(val v, s64 n) {
	if (!v)
		return n == 0;
	return LLVMIsAConstantInt(v) && LLVMConstIntGetSExtValue(v) == n;
}

static u32 run_of(const struct line *bits, u32 bytes) {
	u32 b = 0;
	while (b < STRIP_LANE_BITS &&
	       is_distance(bits->coef[STRIP_LANE + b], (s64)bytes << b))
		b++;
	return 1u << b;
}

u32 strip_lanes_run(struct strip *s, const struct line *address, u32 bytes) {
	return run_of(strip_in_bits(s, address), bytes);
}

/* Whether the lowest bits up to that of `lanes` are constants. */
static bool is_constant_to(const struct line *bits, u32 lanes) {
	for (u32 b = 0; 1u << b < lanes; b++) {
		val v = bits->coef[STRIP_LANE + b];
		if (v && !LLVMIsAConstantInt(v))
			return false;
	}
	return true;
}

static bool is_same_to(const struct line *bits, u32 lanes) {
	for (u32 b = 0; 1u << b < lanes; b++)
		if (!is_distance(bits->coef[STRIP_LANE + b], 0))
			return false;
	return true;
}

bool strip_lanes_test(struct strip *s, struct mem *m, const struct line *address) {
	struct fn *c = s->c;
	struct line *l = strip_in_bits(s, address);
	if (c->width < LEAST_RUN || !mem_can_scatter(c, m) ||
	    m->how.kind == VALUE_UNIFORM)
		return false;
	for (u32 b = 0; b < STRIP_LANE_BITS; b++) {
		val v = l->coef[STRIP_LANE + b];
		val far = jit_int(c, 64, (u64)1 << DISTANCE_BITS);
		if (!v)
			continue;
		v = LLVMBuildAdd(c->b, v, far, "");
		strip_need(s,
		           LLVMBuildICmp(c->b, LLVMIntULT, v,
		                         LLVMBuildShl(c->b, far, jit_int(c, 64, 1), ""),
		                         ""));
	}
	return true;
}

/* The lanes of a vector that differ, if those that follow each other are the same; 0:
 * they are not, or are all the same. */
static u32 few_of(const struct fn *c, const struct mem *m, const struct line *bits) {
	u32 same = 1, n;
	while (same < c->width && is_same_to(bits, 2 * same))
		same *= 2;
	n = c->width / same;
	return m->is_load && m->n == 1 && m->size == 4 && n > 1 && n <= MOST_FEW ? n : 0;
}

bool strip_lanes_are_few(struct strip *s, const struct mem *m,
                         const struct line *address) {
	return few_of(s->c, m, strip_in_bits(s, address)) != 0;
}

/* The distances of a chunk's lanes from its first one. */
static val distances(struct fn *c, const struct line *bits) {
	val all = LLVMConstNull(jit_vec(c, c->i32));
	for (u32 b = 0; 1u << b < c->width; b++) {
		val v = bits->coef[STRIP_LANE + b], lane[WARP_LANES];
		if (!v)
			continue;
		for (u32 i = 0; i < c->width; i++)
			lane[i] = jit_int(c, 32, i >> b & 1 ? UINT32_MAX : 0);
		v = jit_splat(c, LLVMBuildTrunc(c->b, v, c->i32, ""));
		v = LLVMBuildAnd(c->b, v, LLVMConstVector(lane, c->width), "");
		all = LLVMBuildAdd(c->b, all, v, "");
	}
	return all;
}

static val after_lane(struct fn *c, const struct line *bits, val p, u32 lane) {
	for (u32 b = 0; b < STRIP_LANE_BITS; b++)
		if (lane >> b & 1 && bits->coef[STRIP_LANE + b])
			p = jit_gep(c, p, bits->coef[STRIP_LANE + b]);
	return p;
}

/* Chunk k begins at p, and is accessed in runs of n lanes. */
static void access_runs(struct fn *c, struct mem *m, const struct line *bits, val p,
                        u32 k, u32 n) {
	typ t = LLVMVectorType(mem_type(c, m), n);
	val part[WARP_LANES];
	for (u32 i = 0; i < c->width / n; i++) {
		val at = after_lane(c, bits, p, i * n);
		if (m->is_load) {
			part[i] = mem_load_at(c, t, at, m->size);
			continue;
		}
		val v = mem_piece(c, m->value[0][k], i * n, n);
		LLVMSetAlignment(LLVMBuildStore(c->b, v, at), m->size);
	}
	for (u32 count = c->width / n; m->is_load && count > 1; count /= 2, n *= 2)
		for (u32 i = 0; i < count / 2; i++)
			part[i] = mem_join(c, part[2 * i], part[2 * i + 1], n);
	if (m->is_load)
		m->value[0][k] = part[0];
}

/* Chunk k begins at p; of its lanes n differ. */
static void load_few(struct fn *c, struct mem *m, const struct line *bits, val p, u32 k,
                     u32 n) {
	val lane[WARP_LANES], all = NULL;
	for (u32 i = 0; i < n; i++) {
		u32 first = i * (c->width / n);
		val at = after_lane(c, bits, p, first);
		val v = jit_splat(c, mem_load_at(c, mem_type(c, m), at, m->size));
		for (u32 l = 0; l < c->width; l++)
			lane[l] = jit_int(c, 1, l >= first);
		all = all ? LLVMBuildSelect(c->b, LLVMConstVector(lane, c->width), v, all,
		                            "")
		          : v;
	}
	m->value[0][k] = all;
}

/* Lanes at constant distances, in rows if the distances from some bit on are others. */
static bool find_rows(const struct fn *c, const struct line *bits,
                      struct uniform_value *how) {
	*how = (struct uniform_value){.kind = VALUE_AFFINE};
	for (u32 b = 0; 1u << b < c->width; b++) {
		val v = bits->coef[STRIP_LANE + b];
		s64 far = v ? LLVMConstIntGetSExtValue(v) : 0;
		if (!b)
			how->stride = far;
		else if (!how->row && far != how->stride << b) {
			how->row = (u8)(1u << b);
			how->jump = far - (how->stride << b);
		} else if (how->row &&
		           far != (how->stride << b) + how->jump * (1 << b) / how->row)
			return false;
	}
	return true;
}

/* Chunk k begins at p; lanes are at constant distances. False: these are too far. */
static bool load_interleaved(struct fn *c, struct mem *m, const struct line *address,
                             const struct line *bits, val p, u32 k) {
	struct mem one = *m;
	s64 own = m->in->operand[m->ai].value, least = 0, most = 0;
	for (u32 b = 0; 1u << b < c->width; b++) {
		val v = bits->coef[STRIP_LANE + b];
		s64 far = v ? LLVMConstIntGetSExtValue(v) : 0;
		least += MIN(far, 0);
		most += MAX(far, 0);
	}
	if (!m->is_load || m->n > 1 || !find_rows(c, bits, &one.how) ||
	    !mem_can_interleave(c, &one, 0))
		return false;
	/* what the line's other accesses load is valid, too */
	one.valid_first = least + address->first - own;
	one.valid_end = most + address->end - own;
	mem_interleaved(c, &one, p, 0, &c->em);
	m->value[0][k] = one.value[0][0];
	return true;
}

static void access_chunk(struct fn *c, struct mem *m, const struct line *address,
                         const struct line *bits, val p, u32 k) {
	u32 run = MIN(run_of(bits, m->bytes), c->width);
	if (run == c->width && (m->n == 1 || c->em.full))
		mem_consecutive(c, m, p, k, &c->em);
	else if (!c->em.full)
		mem_scattered(c, m, p, distances(c, bits), k, &c->em);
	else if (m->is_load && is_same_to(bits, c->width))
		mem_same(c, m, p, k);
	else if (m->n == 1 && run >= LEAST_RUN)
		access_runs(c, m, bits, p, k, run);
	else if (few_of(c, m, bits))
		load_few(c, m, bits, p, k, few_of(c, m, bits));
	else if (!is_constant_to(bits, c->width) ||
	         !load_interleaved(c, m, address, bits, p, k))
		mem_scattered(c, m, p, distances(c, bits), k, &c->em);
}

void strip_lanes_access(struct strip *s, struct mem *m, const struct line *address,
                        val p) {
	struct fn *c = s->c;
	struct line *bits = strip_in_bits(s, address);
	for (u32 k = 0; k < c->nchunk; k++) {
		u32 first = k * c->width, same = k;
		/* what an earlier chunk loads of the same places */
		for (u32 i = 0; i < k && m->is_load && c->em.full; i++) {
			bool is_same = true;
			for (u32 b = 0; b < STRIP_LANE_BITS; b++)
				if ((first ^ i * c->width) >> b & 1)
					is_same &= is_distance(bits->coef[STRIP_LANE + b],
					                       0);
			if (is_same)
				same = i;
		}
		if (same == k)
			access_chunk(c, m, address, bits, after_lane(c, bits, p, first),
			             k);
		for (u32 e = 0; e < m->n && same != k; e++)
			m->value[e][k] = m->value[e][same];
	}
}
