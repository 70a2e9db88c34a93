/* alu_loop.h - the lane loops of a part of alu.def: one function per row and type tuple,
 * and the switch that finds it. Included by alu_int.c and its like, each compiled once
 * per level of the host's instruction set, with
 *
 *   ALU_PART     the part, "ir/isa/alu_int.def"
 *   ALU_LOOKUP   the name of the function that finds a loop
 *   ALU_PLAIN    if defined, no hot copies: what tests/unit/backend/rows.c compares with
 *
 * A loop computes all 32 lanes into an array of its own (so it may overlap with the
 * operands, has no branch, and becomes vector code), then stores those of the mask. The
 * modifier words that a class calls hot (mod.def) get a copy of the loop in which they
 * are constants.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/alu_fn.h"
#include "backend/machine/machine.h"

#include "ir/isa/typeset.h"
#include "ir/num/ctypes.h"
#include "ir/num/num.h"

/* Hot words of each class: HOT_<class>_N of them, HOT_<class>_0 ... */
#define HOT0 0, 0, 0, 0, 0, 0, 0
#define HOT1(a) 1, a, 0, 0, 0, 0, 0
#define HOT2(a, b) 2, a, b, 0, 0, 0, 0
#define HOT_EQ(w) 2, (w) | MOD_BITS(CMP, EQ), (w) | MOD_BITS(CMP, NE), 0, 0, 0, 0
#define HOT_CMP(w)                                                                    \
	6, (w) | MOD_BITS(CMP, EQ), (w) | MOD_BITS(CMP, NE), (w) | MOD_BITS(CMP, LT), \
		(w) | MOD_BITS(CMP, LE), (w) | MOD_BITS(CMP, GT),                     \
		(w) | MOD_BITS(CMP, GE)
#define HOT_ENUM(...) HOT_ENUM_(__VA_ARGS__)
#define HOT_ENUM_(id, n, a, b, c, d, e, f) \
	enum {                             \
		HOT_##id##_N = n,          \
		HOT_##id##_0 = a,          \
		HOT_##id##_1 = b,          \
		HOT_##id##_2 = c,          \
		HOT_##id##_3 = d,          \
		HOT_##id##_4 = e,          \
		HOT_##id##_5 = f           \
	};
#define SLOT(...)
#define MOD(...)
#define MODCLASS(id, pattern, hot) HOT_ENUM(id, hot)
#include "ir/isa/mod_alu.def"
#undef SLOT
#undef MOD
#undef MODCLASS

/* ---- storing under a mask ---- */

#define DEFINE_PUT(T, bits)                                          \
	static void put##bits(void *d, const void *from, u32 mask) { \
		T v[WARP_LANES], old[WARP_LANES];                    \
		memcpy(v, from, sizeof v);                           \
		memcpy(old, d, sizeof old);                          \
		for (u32 l = 0; l < WARP_LANES; l++)                 \
			old[l] = mask >> l & 1 ? v[l] : old[l];      \
		memcpy(d, old, sizeof old);                          \
	}
DEFINE_PUT(u16, 16)
DEFINE_PUT(u32, 32)
DEFINE_PUT(u64, 64)
DEFINE_PUT(u128, 128)

static ALWAYS_INLINE void put(void *d, const void *v, size_t lane_bytes, u32 mask) {
	if (mask == ~0u)
		memcpy(d, v, lane_bytes * WARP_LANES);
	else if (lane_bytes == 2)
		put16(d, v, mask);
	else if (lane_bytes == 4)
		put32(d, v, mask);
	else if (lane_bytes == 8)
		put64(d, v, mask);
	else
		put128(d, v, mask);
}

/* 32 bytes that are 0 or 1 to a mask. */
static ALWAYS_INLINE u32 gather_bits(const u8 *b) {
	u32 r = 0;
	for (u32 i = 0; i < 4; i++) {
		u64 v;
		memcpy(&v, b + 8 * i, sizeof v);
		r |= (u32)(v * 0x0102040810204080u >> 56) << (8 * i);
	}
	return r;
}

static ALWAYS_INLINE void put_bits(void *d, u32 v, u32 mask) {
	u32 old;
	memcpy(&old, d, sizeof old);
	v = (v & mask) | (old & ~mask);
	memcpy(d, &v, sizeof v);
}

static ALWAYS_INLINE u32 get_bits(const void *p) {
	u32 v;
	memcpy(&v, p, sizeof v);
	return v;
}

/* ---- the loops ---- */

/* Declare lane l of operand i: SRC its value, PSRC the bit of a predicate. */
#define SRC(t, name, i) \
	t name;         \
	memcpy(&name, (const u8 *)o[i] + l * sizeof name, sizeof name);
#define PSRC(name, i) bool name = get_bits(o[i]) >> l & 1;

#define NEED_CC(props) ((props) & (PROP_CC_IN | PROP_CC_OUT))
/* Result in lanes of type DT. */
#define LANES(DT, sources, props, value)       \
	DT out_[WARP_LANES];                   \
	u8 co_[WARP_LANES];                    \
	u32 ci_ = NEED_CC(props) ? *cc : 0;    \
	for (u32 l = 0; l < WARP_LANES; l++) { \
		sources u32 CC = ci_ >> l & 1; \
		out_[l] = (DT)(value);         \
		co_[l] = (u8)CC;               \
	}                                      \
	put(o[0], out_, sizeof(DT), mask);     \
	if ((props) & PROP_CC_OUT)             \
		put_bits(cc, gather_bits(co_), mask);
/* The same, with a predicate as second destination. */
#define LANES_Q(DT, sources, value)            \
	DT out_[WARP_LANES];                   \
	u8 q_[WARP_LANES];                     \
	for (u32 l = 0; l < WARP_LANES; l++) { \
		sources bool q = false;        \
		out_[l] = (DT)(value);         \
		q_[l] = q;                     \
	}                                      \
	put(o[0], out_, sizeof(DT), mask);     \
	put_bits(o[1], gather_bits(q_), mask);
/* A predicate, and perhaps a second one. */
#define LANES_P(sources, value)                \
	u8 p_[WARP_LANES];                     \
	for (u32 l = 0; l < WARP_LANES; l++) { \
		sources p_[l] = (u8)(value);   \
	}                                      \
	put_bits(o[0], gather_bits(p_), mask);
#define LANES_PQ(sources, value)                          \
	u8 p_[WARP_LANES], q_[WARP_LANES];                \
	for (u32 l = 0; l < WARP_LANES; l++) {            \
		sources bool q;                           \
		p_[l] = (u8)(value);                      \
		q_[l] = (u8)q;                            \
	}                                                 \
	u32 pm_ = gather_bits(p_), qm_ = gather_bits(q_); \
	put_bits(o[1], qm_, mask);                        \
	put_bits(o[0], pm_, mask);

/* One per signature: where the operands are and what they are called. */
#define ALU_da(props, val) LANES(T, SRC(T, a, 1), props, val)
#define ALU_dab(props, val) LANES(T, SRC(T, a, 1) SRC(T, b, 2), props, val)
#define ALU_dabc(props, val) LANES(T, SRC(T, a, 1) SRC(T, b, 2) SRC(T, c, 3), props, val)
#define ALU_dabP(props, val) LANES(T, SRC(T, a, 1) SRC(T, b, 2) PSRC(P, 3), props, val)
#define ALU_dabci(props, val) \
	LANES(T, SRC(T, a, 1) SRC(T, b, 2) SRC(T, c, 3) SRC(u32, i, 4), props, val)
#define ALU_dabu(props, val) \
	LANES(T, SRC(T, a, 1) SRC(T, b, 2) SRC(u32, u, 3), props, val)
#define ALU_dabuv(props, val) \
	LANES(T, SRC(T, a, 1) SRC(T, b, 2) SRC(u32, u, 3) SRC(u32, v, 4), props, val)
#define ALU_dabx(props, val) LANES(T, SRC(T, a, 1) SRC(T, b, 2) SRC(X, x, 3), props, val)
#define ALU_dau(props, val) LANES(T, SRC(T, a, 1) SRC(u32, u, 2), props, val)
#define ALU_dauv(props, val) \
	LANES(T, SRC(T, a, 1) SRC(u32, u, 2) SRC(u32, v, 3), props, val)
#define ALU_dx(props, val) LANES(T, SRC(X, x, 1), props, val)
#define ALU_dxb(props, val) LANES(T, SRC(X, x, 1) SRC(T, b, 2), props, val)
#define ALU_dxy(props, val) LANES(T, SRC(X, x, 1) SRC(X, y, 2), props, val)
#define ALU_dxyc(props, val) LANES(T, SRC(X, x, 1) SRC(X, y, 2) SRC(T, c, 3), props, val)
#define ALU_dxyP(props, val) LANES(T, SRC(X, x, 1) SRC(X, y, 2) PSRC(P, 3), props, val)
#define ALU_na(props, val) LANES(u32, SRC(T, a, 1), props, val)
#define ALU_nuvt(props, val) \
	LANES(u32, SRC(u32, u, 1) SRC(u32, v, 2) SRC(u32, t, 3), props, val)
#define ALU_nxy(props, val) LANES(u32, SRC(X, x, 1) SRC(X, y, 2), props, val)
#define ALU_nxyu(props, val) \
	LANES(u32, SRC(X, x, 1) SRC(X, y, 2) SRC(u32, u, 3), props, val)
#define ALU_wab(props, val) LANES(TT, SRC(T, a, 1) SRC(T, b, 2), props, val)
#define ALU_wabW(props, val) \
	LANES(TT, SRC(T, a, 1) SRC(T, b, 2) SRC(TT, W, 3), props, val)
#define ALU_nABs(props, val) \
	LANES(u32, SRC(u32, A, 1) SRC(u32, B, 2) SRC(u64, s, 3), props, val)
#define ALU_nABCs(props, val)                                                          \
	LANES(u32, SRC(u32, A, 1) SRC(u32, B, 2) SRC(u32, C, 3) SRC(u64, s, 4), props, \
	      val)
#define ALU_MABCs(props, val) ALU_nABCs(props, val)
#define ALU_NEFCs(props, val) ALU_nABCs(props, val)
#define ALU_dQabciP(props, val) \
	LANES_Q(T, SRC(T, a, 2) SRC(T, b, 3) SRC(T, c, 4) SRC(u32, i, 5) PSRC(P, 6), val)
#define ALU_pa(props, val) LANES_P(SRC(T, a, 1), val)
#define ALU_pab(props, val) LANES_P(SRC(T, a, 1) SRC(T, b, 2), val)
#define ALU_pabP(props, val) LANES_P(SRC(T, a, 1) SRC(T, b, 2) PSRC(P, 3), val)
#define ALU_pqab(props, val) LANES_PQ(SRC(T, a, 2) SRC(T, b, 3), val)
#define ALU_pqabP(props, val) LANES_PQ(SRC(T, a, 2) SRC(T, b, 3) PSRC(P, 4), val)
#define ALU_pQab(props, val) ALU_pqab(props, val)
#define ALU_pQabP(props, val) ALU_pqabP(props, val)
#define ALU_pP(props, val)      \
	u32 P = get_bits(o[1]); \
	put_bits(o[0], val, mask);
#define ALU_pPR(props, val)                         \
	u32 P = get_bits(o[1]), R = get_bits(o[2]); \
	put_bits(o[0], val, mask);

/* .rn is what an absent rounding mode means, so it shares the hot loops. */
static ALWAYS_INLINE u32 hot_word(u32 m, bool rounds) {
	return rounds && MOD_GET(m, RND) == MOD_RND_RN ? m & ~(u32)MOD_BITS(RND, RN) : m;
}
#ifdef ALU_PLAIN
#define HOT(id, cls, n)
#else
#define HOT(id, cls, n)                                     \
	if (HOT_##cls##_N > n && h == (u32)HOT_##cls##_##n) \
		return loop_##id(o, (u32)HOT_##cls##_##n, mask, cc);
#endif

#define ALU_FN(n, t0, t1, t2, id, cls, sig, props, value) \
	ALU_FN_(id##_##t0##_##t1##_##t2, t0, t1, t2, cls, sig, props, value)
#define ALU_FN_(id, t0, t1, t2, cls, sig, props, value)                                 \
	static ALWAYS_INLINE void loop_##id(void *const *o, u32 m, u32 mask, u32 *cc) { \
		ALU_TYPES(t0, t1, t2)                                                   \
		(void)m;                                                                \
		(void)cc;                                                               \
		ALU_##sig(props, value)                                                 \
	}                                                                               \
	static void alu_##id(void *const *o, u32 m, u32 mask, u32 *cc) {                \
		u32 h = hot_word(m, true);                                              \
		(void)h;                                                                \
		HOT(id, cls, 0)                                                         \
		HOT(id, cls, 1)                                                         \
		HOT(id, cls, 2)                                                         \
		HOT(id, cls, 3)                                                         \
		HOT(id, cls, 4)                                                         \
		HOT(id, cls, 5)                                                         \
		loop_##id(o, m, mask, cc);                                              \
	}
#define ALU(id, mnemonic, cls, types, sig, since, props, value, llvm) \
	types(ALU_FN, id, cls, sig, props, value)
#include ALU_PART
#undef ALU

#define ALU_CASE(n, t0, t1, t2, id)             \
	if (ALU_TYPES_ARE(type, n, t0, t1, t2)) \
		return alu_##id##_##t0##_##t1##_##t2;

alu_fn *ALU_LOOKUP(enum row row, const u8 type[4]);
alu_fn *ALU_LOOKUP(enum row row, const u8 type[4]) {
	switch (row) {
#define ALU(id, mnemonic, cls, types, ...) \
	case ROW_##id: types(ALU_CASE, id) break;
#include ALU_PART
#undef ALU
	default: break;
	}
	return NULL;
}
