/* access.c - the code of one access whose addresses are valid: uniform, consecutive,
 * or lane by lane.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/access.h"
#include "backend/llvm/alu/builder.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/flow/demanded_lanes.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/mem/confine.h"

/* ---- one access -------------------------------------------------------------------- */

val mem_load_at(struct fn *c, typ t, val p, u32 align) {
	val v = LLVMBuildLoad2(c->b, t, p, "");
	LLVMSetAlignment(v, align);
	return v;
}

static void store_at(struct fn *c, val v, val p, u32 align) {
	LLVMSetAlignment(LLVMBuildStore(c->b, v, p), align);
}

val mem_element(struct fn *c, const struct mem *m, val p, u32 e) {
	return e ? jit_gep(c, p, jit_int(c, 64, (u64)e * m->size)) : p;
}

void mem_uniform_load(struct fn *c, struct mem *m, val p) {
	p = jit_confined(c, m, p);
	for (u32 e = 0; e < m->n; e++) {
		val v = mem_load_at(c, mem_type(c, m), mem_element(c, m, p, e), m->size);
		bool scalar = m->elem[e]->kind == OPR_REG &&
		              jit_is_scalar(c, m->elem[e]->index);
		for (u32 k = 0; k < c->nchunk; k++)
			m->value[e][k] = scalar ? v : jit_splat(c, v);
	}
}

/* Returns the value of element e in a lane that is known. */
static val in_known_lane(struct fn *c, const struct mem *m, u32 e, u32 l) {
	const struct operand *o = m->elem[e];
	u32 k = l / c->width, n = jit_demanded_width_to(c, l % c->width);
	bool raw = o->kind == OPR_REG && !o->negated && !o->sel && m->n == 1 &&
	           c->reg[o->index].bits == m->size * 8;
	val v = raw ? jit_reg_chunk(c, o->index, k) : mem_stored(c, m, o, k);
	v = LLVMBuildExtractElement(c->b, jit_narrow(c, v, n),
	                            jit_int(c, 32, l % c->width), "");
	return raw ? jit_canonical(c, o->index, v) : v;
}

/* Returns the value of element e in the highest of the lanes `bits`, of which there is at
 * least one. */
static val in_highest_lane(struct fn *c, const struct mem *m, u32 e, val bits) {
	val v = mem_stored(c, m, m->elem[e], 0), arg[2] = {bits, jit_int(c, 1, 1)};
	val lane = jit_intrinsic(c, "llvm.ctlz", &c->i32, 1, arg, 2);
	lane = LLVMBuildXor(c->b, lane, jit_int(c, 32, WARP_LANES - 1), "");
	jit_quick_block(c);
	for (u32 k = 1; k < c->nchunk; k++) {
		val after = LLVMBuildICmp(c->b, LLVMIntUGE, lane,
		                          jit_int(c, 32, k * c->width), "");
		v = LLVMBuildSelect(c->b, after, mem_stored(c, m, m->elem[e], k), v, "");
	}
	lane = LLVMBuildAnd(c->b, lane, jit_int(c, 32, c->width - 1), "");
	return LLVMBuildExtractElement(c->b, v, lane, "");
}

/* If lanes store to one address the highest wins. */
void mem_uniform_store(struct fn *c, struct mem *m, val p, struct mask *em) {
	p = jit_confined(c, m, p);
	for (u32 e = 0; e < m->n; e++) {
		val v;
		bool uniform = jit_operand_value(c, m->elem[e], 64).kind == VALUE_UNIFORM;
		if (uniform)
			v = mem_stored(c, m, m->elem[e], SCALAR);
		else if (em->full || em->constant)
			v = in_known_lane(
				c, m, e,
				em->full ? WARP_LANES - 1
					 : 31 - (u32)__builtin_clz(em->constant));
		else
			v = in_highest_lane(c, m, e, jit_mask_bits(c, em));
		store_at(c, v, mem_element(c, m, p, e), m->size);
	}
}

static val strided_mask(struct fn *c, u32 first, u32 step) {
	val lane[32];
	for (u32 i = 0; i < c->width; i++)
		lane[i] = jit_int(c, 32, first + i * step);
	return LLVMConstVector(lane, c->width);
}

val mem_piece(struct fn *c, val v, u32 first, u32 n) {
	val lane[32];
	for (u32 i = 0; i < n; i++)
		lane[i] = jit_int(c, 32, first + i);
	return LLVMBuildShuffleVector(c->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	                              LLVMConstVector(lane, n), "");
}

/* Returns the count, a power of two, of lanes that are known to take part, if they are
 * the first of the chunk; else 0. */
static u32 known_prefix(const struct fn *c, const struct mem *m, u32 k,
                        const struct mask *em) {
	u32 lanes = jit_constant_of_chunk(c, em, k), n = (u32)__builtin_popcount(lanes);
	return em->constant && m->n == 1 && n && is_pow2(n) &&
	                       (u64)lanes == ((u64)1 << n) - 1
	               ? n
	               : 0;
}

/* ---- several elements of each lane ------------------------------------------------- */

/* Elements that fill a word or less are taken out of it, and put in, by shifts. */
static bool is_word(const struct mem *m) {
	return m->n > 1 && m->bytes <= 4;
}

static val word_shift(struct fn *c, const struct mem *m, u32 e) {
	return jit_splat(c, jit_int(c, m->bytes * 8, e * m->size * 8));
}

static void load_words(struct fn *c, struct mem *m, val p, u32 k) {
	typ word = jit_vec(c, jit_int_type(c, m->bytes * 8)),
	    t = jit_vec(c, jit_int_type(c, m->size * 8));
	val all = mem_load_at(c, word, p, m->size);
	for (u32 e = 0; e < m->n; e++) {
		val v = LLVMBuildLShr(c->b, all, word_shift(c, m, e), "");
		v = LLVMBuildTrunc(c->b, v, t, "");
		m->value[e][k] = LLVMBuildBitCast(c->b, v, jit_vec(c, mem_type(c, m)),
		                                  "");
	}
}

static val words(struct fn *c, struct mem *m, u32 k) {
	typ word = jit_vec(c, jit_int_type(c, m->bytes * 8)),
	    t = jit_vec(c, jit_int_type(c, m->size * 8));
	val all = NULL;
	for (u32 e = 0; e < m->n; e++) {
		val v = LLVMBuildBitCast(c->b, m->value[e][k], t, "");
		v = e_to_wide(c->b, v, word);
		v = LLVMBuildShl(c->b, v, word_shift(c, m, e), "");
		all = all ? LLVMBuildOr(c->b, all, v, "") : v;
	}
	return all;
}

/* AVX2 shuffles the halves of a vector apart from each other, in one operation each;
 * others are three on Zen 1. So with two or four elements of 32 bits a lane, lanes 0 .. 3
 * are in low halves and lanes 4 .. 7 in high ones while elements are put side by side. */
bool mem_fits_halves(const struct fn *c, u32 n, u32 size) {
	return (n == 2 || n == 4) && size == 4 && c->width == 8 && !c->opt.confined &&
	       !c->opt.is_quick;
}

static val shuffle_halves(struct fn *c, val a, val b, const u32 from[4]) {
	val lane[8];
	for (u32 i = 0; i < 8; i++) /* within half i / 4, from a or, 4 and more, from b */
		lane[i] = jit_int(c, 32,
		                  from[i % 4] % 4 + i / 4 * 4 + from[i % 4] / 4 * 8);
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(lane, 8), "");
}

static const u32 lows[4] = {0, 4, 1, 5}, highs[4] = {2, 6, 3, 7},
		 low_pairs[4] = {0, 1, 4, 5}, high_pairs[4] = {2, 3, 6, 7},
		 evens[4] = {0, 2, 4, 6}, odds[4] = {1, 3, 5, 7};

void mem_load_halves(struct fn *c, typ t, val p, u32 n, val *out) {
	val v[4], from[8];
	for (u32 i = 0; i < 8; i++)
		from[i] = jit_int(c, 32, i);
	for (u32 i = 0; i < n; i++) {
		val half[2];
		for (u32 h = 0; h < 2; h++)
			half[h] = mem_load_at(
				c, LLVMVectorType(t, 4),
				jit_gep(c, p, jit_int(c, 64, 16 * (i + h * n))), 4);
		v[i] = LLVMBuildShuffleVector(c->b, half[0], half[1],
		                              LLVMConstVector(from, 8), "");
	}
	if (n == 2) {
		out[0] = shuffle_halves(c, v[0], v[1], evens);
		out[1] = shuffle_halves(c, v[0], v[1], odds);
		return;
	}
	val a = shuffle_halves(c, v[0], v[1], lows),
	    b = shuffle_halves(c, v[2], v[3], lows);
	out[0] = shuffle_halves(c, a, b, low_pairs);
	out[1] = shuffle_halves(c, a, b, high_pairs);
	a = shuffle_halves(c, v[0], v[1], highs);
	b = shuffle_halves(c, v[2], v[3], highs);
	out[2] = shuffle_halves(c, a, b, low_pairs);
	out[3] = shuffle_halves(c, a, b, high_pairs);
}

static void store_halves(struct fn *c, struct mem *m, val p, u32 k) {
	val v[4], a, b;
	a = shuffle_halves(c, m->value[0][k], m->value[1][k], lows);
	b = shuffle_halves(c, m->value[0][k], m->value[1][k], highs);
	v[0] = a;
	v[1] = b;
	if (m->n == 4) {
		val d = shuffle_halves(c, m->value[2][k], m->value[3][k], lows),
		    e = shuffle_halves(c, m->value[2][k], m->value[3][k], highs);
		v[0] = shuffle_halves(c, a, d, low_pairs);
		v[1] = shuffle_halves(c, a, d, high_pairs);
		v[2] = shuffle_halves(c, b, e, low_pairs);
		v[3] = shuffle_halves(c, b, e, high_pairs);
	}
	for (u32 h = 0; h < 2; h++)
		for (u32 i = 0; i < m->n; i++)
			store_at(c, mem_piece(c, v[i], h * 4, 4),
			         jit_gep(c, p, jit_int(c, 64, 16 * (i + h * m->n))), 4);
}

/* Loads elements of which lane l's lie at p + l * bytes: one load of everything, taken
 * apart. */
static void consecutive_load(struct fn *c, struct mem *m, val p, u32 k,
                             const struct mask *em) {
	typ t = mem_type(c, m);
	u32 few = known_prefix(c, m, k, em);
	if (few) {
		val v = mem_load_at(c, LLVMVectorType(t, few), p, m->size);
		m->value[0][k] = jit_widen(c, v);
		return;
	}
	if (m->n == 1 && !em->full) {
		val arg[4] = {p, jit_int(c, 32, m->size), em->chunk[k],
		              LLVMConstNull(jit_vec(c, t))};
		typ over[2] = {jit_vec(c, t), c->ptr};
		m->value[0][k] = jit_intrinsic(c, "llvm.masked.load", over, 2, arg, 4);
		return;
	}
	if (is_word(m)) {
		load_words(c, m, p, k);
		return;
	}
	if (mem_fits_halves(c, m->n, m->size)) {
		val v[4];
		mem_load_halves(c, t, p, m->n, v);
		for (u32 e = 0; e < m->n; e++)
			m->value[e][k] = v[e];
		return;
	}
	val all = mem_load_at(c, LLVMVectorType(t, c->width * m->n), p, m->size);
	if (m->n == 1) {
		m->value[0][k] = all;
		return;
	}
	for (u32 e = 0; e < m->n; e++)
		m->value[e][k] = LLVMBuildShuffleVector(c->b, all,
		                                        LLVMGetPoison(LLVMTypeOf(all)),
		                                        strided_mask(c, e, m->n), "");
}

static val interleave(struct fn *c, struct mem *m, u32 k) {
	val part[ELEMENTS], lane[32 * ELEMENTS];
	u32 n = m->n, w = c->width;
	for (u32 e = 0; e < n; e++)
		part[e] = m->value[e][k];
	for (; n > 1; n /= 2, w *= 2) { /* side by side */
		for (u32 i = 0; i < w * 2; i++)
			lane[i] = jit_int(c, 32, i);
		for (u32 e = 0; e < n / 2; e++)
			part[e] = LLVMBuildShuffleVector(
				c->b, part[2 * e], part[2 * e + 1],
				LLVMConstVector(lane, w * 2), "");
	}
	for (u32 i = 0; i < c->width * m->n; i++)
		lane[i] = jit_int(c, 32, i % m->n * c->width + i / m->n);
	return LLVMBuildShuffleVector(c->b, part[0], LLVMGetPoison(LLVMTypeOf(part[0])),
	                              LLVMConstVector(lane, c->width * m->n), "");
}

val mem_side_by_side(struct fn *c, struct mem *m, u32 k) {
	if (is_word(m))
		return words(c, m, k);
	return m->n == 1 ? m->value[0][k] : interleave(c, m, k);
}

/* Checks whether blended_store will do. Only this worker, which runs all ctas of a
 * cluster, sees their shared memory, and a vector that touches a byte of it reaches no
 * further than the slack around it (SHARED_SLACK). */
static bool may_blend(const struct fn *c, const struct mem *m) {
	return is_shared_space(m->space) && c->host->has_gather &&
	       !c->host->has_rounding && !jit_accesses_stand_alone(c);
}

/* AVX2's masked store is microcode on some hosts, 20 cycles of it, and the next load from
 * there waits for as long again. In memory that no other thread sees, the vector is read,
 * blended and written; one without lanes has a place where that does no harm. */
static void blended_store(struct fn *c, const struct mem *m, val v, val p, val lanes) {
	typ bits = LLVMIntTypeInContext(c->ctx, LLVMGetVectorSize(LLVMTypeOf(lanes)));
	val any = LLVMBuildICmp(c->b, LLVMIntNE, LLVMBuildBitCast(c->b, lanes, bits, ""),
	                        LLVMConstNull(bits), "");
	p = LLVMBuildSelect(c->b, any, p, mem_offset_base(c, m), "");
	val old = mem_load_at(c, LLVMTypeOf(v), p, m->size);
	store_at(c, LLVMBuildSelect(c->b, lanes, v, old, ""), p, m->size);
}

void mem_masked_store(struct fn *c, const struct mem *m, val v, val p, val lanes) {
	if (may_blend(c, m)) {
		blended_store(c, m, v, p, lanes);
		return;
	}
	val arg[4] = {v, p, jit_int(c, 32, m->size), lanes};
	typ over[2] = {LLVMTypeOf(v), c->ptr};
	jit_intrinsic(c, "llvm.masked.store", over, 2, arg, 4);
}

/* Stores the elements of some lanes, as words that are as wide as the host's masks go. */
static void store_lanes(struct fn *c, struct mem *m, val p, u32 k, val lanes) {
	u32 unit = MIN(m->bytes, 8u), each = m->bytes / unit;
	val v = mem_side_by_side(c, m, k), from[WARP_LANES * ELEMENTS];
	for (u32 i = 0; i < c->width * each; i++)
		from[i] = jit_int(c, 32, i / each);
	lanes = LLVMBuildShuffleVector(c->b, lanes, LLVMGetPoison(LLVMTypeOf(lanes)),
	                               LLVMConstVector(from, c->width * each), "");
	v = LLVMBuildBitCast(
		c->b, v, LLVMVectorType(jit_int_type(c, unit * 8), c->width * each), "");
	mem_masked_store(c, m, v, p, lanes);
}

static void consecutive_store(struct fn *c, struct mem *m, val p, u32 k,
                              const struct mask *em) {
	u32 few = known_prefix(c, m, k, em);
	if (em->full && mem_fits_halves(c, m->n, m->size)) {
		store_halves(c, m, p, k);
		return;
	}
	if (em->full || few) {
		val v = mem_side_by_side(c, m, k);
		store_at(c, few ? jit_narrow(c, v, few) : v, p, m->size);
		return;
	}
	if (m->n > 1)
		store_lanes(c, m, p, k, em->chunk[k]);
	else
		mem_masked_store(c, m, m->value[0][k], p, em->chunk[k]);
}

void mem_consecutive(struct fn *c, struct mem *m, val p, u32 k, const struct mask *em) {
	p = jit_confined(c, m, p);
	if (m->is_load)
		consecutive_load(c, m, p, k, em);
	else
		consecutive_store(c, m, p, k, em);
}

/* ---- lane by lane ------------------------------------------------------------------ */

/* Hosts gather and scatter 32 and 64 bits; anything else would become a branch and an
 * access per lane. Bytes and halves are gathered as the words around them, which lie in
 * the same page. */
bool mem_can_scatter(const struct fn *c, const struct mem *m) {
	return m->is_load ? c->host->has_gather
	                  : mem_scatters_by_call(c, m) || m->size >= 4;
}

val mem_join(struct fn *c, val a, val b, u32 n) {
	val lane[32];
	for (u32 i = 0; i < 2 * n; i++)
		lane[i] = jit_int(c, 32, i);
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(lane, 2 * n), "");
}

static val splat_n(val constant, u32 n) {
	val lane[32];
	for (u32 i = 0; i < n; i++)
		lane[i] = constant;
	return LLVMConstVector(lane, n);
}

typ mem_step_type(struct fn *c, const struct mem *m) {
	return m->scale == 1 ? c->i8 : LLVMArrayType2(c->i8, m->scale);
}

/* Gathers n lanes of one element. */
static val gather(struct fn *c, struct mem *m, val base, val index, val lanes, u32 n) {
	typ t = LLVMVectorType(m->size < 4 ? c->i32 : mem_type(c, m), n),
	    pt = LLVMVectorType(c->ptr, n);
	typ over[2] = {t, pt};
	u32 bits = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(index)));
	val low = NULL;
	if (m->size < 4) {
		low = LLVMBuildAnd(c->b, index, splat_n(jit_int(c, bits, 3), n), "");
		index = LLVMBuildSub(c->b, index, low, "");
	}
	val p = jit_confined(
		c, m, LLVMBuildGEP2(c->b, mem_step_type(c, m), base, &index, 1, ""));
	val arg[4] = {p, jit_int(c, 32, MAX(m->size, 4u)), lanes, LLVMConstNull(t)};
	val v = jit_intrinsic(c, "llvm.masked.gather", over, 2, arg, 4);
	if (m->size >= 4)
		return v;
	if (bits > 32)
		low = LLVMBuildTrunc(c->b, low, t, "");
	v = LLVMBuildLShr(c->b, v,
	                  LLVMBuildShl(c->b, low, splat_n(jit_int(c, 32, 3), n), ""), "");
	return LLVMBuildTrunc(c->b, v, LLVMVectorType(mem_int(c, m), n), "");
}

/* Checks whether lanes store by the module's function: short code, and less time than the
 * host's scatter if that is slow. */
static bool stores_by_call(const struct fn *c, const struct mem *m) {
	return mem_scatters_by_call(c, m) ||
	       (m->is_rare && c->host->scatters_slowly && !jit_accesses_stand_alone(c));
}

/* Scatters n lanes of one element; lanes: NULL for all. */
static void scatter(struct fn *c, struct mem *m, val v, val base, val index, val lanes,
                    u32 n) {
	if (stores_by_call(c, m)) {
		mem_scatter_by_call(c, m, v, base, index, lanes);
		return;
	}
	typ over[2] = {LLVMTypeOf(v), LLVMVectorType(c->ptr, n)};
	val p = jit_confined(
		c, m, LLVMBuildGEP2(c->b, mem_step_type(c, m), base, &index, 1, ""));
	if (!lanes)
		lanes = LLVMConstAllOnes(LLVMVectorType(c->i1, n));
	val arg[4] = {v, p, jit_int(c, 32, m->size), lanes};
	jit_intrinsic(c, "llvm.masked.scatter", over, 2, arg, 4);
}

/* Returns the base for element e of each lane. For words around bytes (see gather) the
 * base is a multiple of 4, and what it was more than that goes to the index. */
static val element_base(struct fn *c, const struct mem *m, val base, u32 e, val *index) {
	if (!m->is_load || m->size >= 4)
		return mem_element(c, m, base, e);
	u32 bits = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(*index)));
	val odd = LLVMBuildPtrToInt(c->b, base, c->i64, "");
	odd = LLVMBuildAnd(c->b, odd, jit_int(c, 64, 3), "");
	val more = LLVMBuildAdd(c->b, odd, jit_int(c, 64, (u64)e * m->size), "");
	*index = LLVMBuildAdd(c->b, *index,
	                      jit_splat(c, jit_resize(c, more, bits, false)), "");
	return jit_gep(c, base, LLVMBuildNeg(c->b, odd, ""));
}

static void scattered_runs(struct fn *c, struct mem *m, val base, val index, u32 k,
                           const struct mask *em, u32 length) {
	val out[ELEMENTS];
	for (u32 e = 0; e < m->n; e += length) {
		mem_transposed_load(c, m, base, index, (s64)(e * m->size), k, em, length,
		                    out);
		for (u32 i = 0; i < length; i++)
			m->value[e + i][k] = out[i];
	}
}

enum { MOST_BY_HAND = 4 };

/* Accesses a few lanes that are known, one after the other: of those that store to one
 * place the highest wins. */
static void lane_by_lane(struct fn *c, struct mem *m, val base, val index, u32 lanes,
                         u32 k) {
	for (u32 e = 0; e < m->n && m->is_load; e++)
		m->value[e][k] = LLVMConstNull(jit_vec(c, mem_type(c, m)));
	for (; lanes; lanes &= lanes - 1) {
		val lane = jit_int(c, 32, (u32)__builtin_ctz(lanes));
		val ix = LLVMBuildExtractElement(c->b, index, lane, "");
		val at = LLVMBuildGEP2(c->b, mem_step_type(c, m), base, &ix, 1, "");
		at = jit_confined(c, m, at);
		for (u32 e = 0; e < m->n; e++) {
			val p = mem_element(c, m, at, e), v;
			if (m->is_load) {
				v = mem_load_at(c, mem_type(c, m), p, m->size);
				m->value[e][k] = LLVMBuildInsertElement(
					c->b, m->value[e][k], v, lane, "");
			} else {
				v = LLVMBuildExtractElement(c->b, m->value[e][k], lane,
				                            "");
				store_at(c, v, p, m->size);
			}
		}
	}
}

/* Checks whether the known lanes of a chunk get a load or a store each: if they are few;
 * or if they store at constant distances, where the host's scatter takes longer than as
 * many stores, or where it has none. */
static bool go_by_hand(const struct fn *c, const struct mem *m, val index, u32 lanes,
                       bool is_known) {
	if (!is_known || m->is_rare)
		return false;
	if (__builtin_popcount(lanes) <= MOST_BY_HAND)
		return true;
	bool slow = c->host->scatters_slowly ||
	            (mem_scatters_by_call(c, m) && !c->opt.is_quick);
	return slow && !m->is_load && LLVMIsConstant(index);
}

/* Halves a vector of n lanes while the first half has all that take part: the host takes
 * as long for a lane that does not. */
static u32 narrowed(u32 n, u32 lanes) {
	while (n > MOST_BY_HAND && !(lanes >> n / 2))
		n /= 2;
	return n;
}

u32 mem_pieces(const struct fn *c, u32 bits) {
	return c->width * bits <= c->host->width * 32 ? 1 : 2;
}

/* Emits pieces whose indices fill one host vector, which LLVM keeps whole. */
void mem_scattered(struct fn *c, struct mem *m, val base, val index, u32 k,
                   const struct mask *em) {
	u32 run = m->n > 1 ? mem_transposed_length(c, m, m->n) : 1;
	u32 every = UINT32_MAX >> (WARP_LANES - c->width),
	    known = em->full ? every : jit_constant_of_chunk(c, em, k);
	bool is_known = em->full || em->constant;
	if (go_by_hand(c, m, index, known, is_known)) {
		lane_by_lane(c, m, base, index, known, k);
		return;
	}
	if (run > 1) {
		scattered_runs(c, m, base, index, k, em, run);
		return;
	}
	u32 bits = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(index)));
	bool by_call = !m->is_load && stores_by_call(c, m);
	u32 pieces = by_call ? 1 : mem_pieces(c, MAX(bits, m->size * 8)),
	    n = c->width / pieces;
	if (is_known && narrowed(c->width, known) < c->width) {
		n = MIN(n, narrowed(c->width, known));
		pieces = narrowed(c->width, known) / n;
	}
	bool whole = n == c->width;
	for (u32 e = 0; e < m->n; e++) {
		val all = index, at = element_base(c, m, base, e, &all), part[2];
		for (u32 i = 0; i < pieces; i++) {
			val ix = whole ? all : mem_piece(c, all, i * n, n), lanes;
			if (em->full)
				lanes = m->is_load ? LLVMConstAllOnes(
							     LLVMVectorType(c->i1, n))
				                   : NULL;
			else
				lanes = whole ? em->chunk[k]
				              : mem_piece(c, em->chunk[k], i * n, n);
			if (m->is_load) {
				part[i] = gather(c, m, at, ix, lanes, n);
			} else {
				val v = m->value[e][k];
				scatter(c, m, whole ? v : mem_piece(c, v, i * n, n), at,
				        ix, lanes, n);
			}
		}
		if (m->is_load)
			m->value[e][k] = jit_widen(
				c,
				pieces > 1 ? mem_join(c, part[0], part[1], n) : part[0]);
	}
}
