/* unit.c - the function unit as vector code. Tables are in registers where the host
 * chooses among 32 words in one instruction (AVX-512), else in memory, where one gather
 * reads a whole row. Products are sums of two products of 16 bits each.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/unit.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 128 };

const struct unit_table unit_rcp = {"rcp",     approx_rcp, 128, RCP_UNIT,
                                    RCP_CONST, -0x8000,    0,   0};
const struct unit_table unit_rsqrt = {"rsqrt",     approx_rsqrt, 128, RSQRT_UNIT,
                                      RSQRT_CONST, -0x8000,      0,   64};
const struct unit_table unit_sqrt = {"sqrt",     approx_sqrt, 128, SQRT_UNIT,
                                     SQRT_CONST, 0x10000,     0,   64};
const struct unit_table unit_ex2 = {"ex2",     approx_ex2, 64, EX2_UNIT,
                                    EX2_CONST, 0x10000,    0,  0};
const struct unit_table unit_lg2 = {"lg2",     approx_lg2, 64, LG2_UNIT,
                                    LG2_CONST, 0x10000,    0,  0};
const struct unit_table unit_sin = {"sin", approx_sin, 64, SIN_UNIT, SIN_CONST, 0, 2, 0};

/* ---- instructions of the host ---- */

/* Whether the value fills a vector register of AVX-512 or AVX2. */
static bool is_512(const struct alu_emit *e) {
	return e->has_rounding && e->lanes == E_HOST_LANES;
}

static bool is_256(const struct alu_emit *e) {
	return e->has_mxcsr && e->lanes == E_HOST_LANES / 2;
}

/* Emits an instruction whose operands are vectors of that many bits. */
static val host_bits(const struct alu_emit *e, const char *name, val *arg, u32 n) {
	LLVMTypeRef type[4];
	u32 id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMGetParamTypes(LLVMIntrinsicGetType(e->ctx, id, NULL, 0), type);
	for (u32 i = 0; i < n; i++)
		arg[i] = LLVMBuildBitCast(e->b, arg[i], type[i], "");
	val r = e_host(e, name, arg, n);
	return LLVMBuildBitCast(e->b, r, e_int_type(e, 32), "");
}

static val low_half(const struct alu_emit *e, val a) {
	return e_ashrk(e, e_shlk(e, a, 16), 16);
}

/* The product of the lower halves of a and b and that of the upper ones, which have
 * signs, added. */
static val pair_sum(const struct alu_emit *e, val a, val b) {
	val arg[2] = {a, b};
	if (is_512(e))
		return host_bits(e, "llvm.x86.avx512.pmaddw.d.512", arg, 2);
	if (is_256(e))
		return host_bits(e, "llvm.x86.avx2.pmadd.wd", arg, 2);
	return e_add(e, e_mul(e, low_half(e, a), low_half(e, b)),
	             e_mul(e, e_ashrk(e, a, 16), e_ashrk(e, b, 16)));
}

/* In each half of a lane the sum of two products of bytes; those of b have signs. */
static val byte_pairs(const struct alu_emit *e, val a, val b) {
	val arg[2] = {a, b};
	return host_bits(e,
	                 is_512(e) ? "llvm.x86.avx512.pmaddubs.w.512"
	                           : "llvm.x86.avx2.pmadd.ub.sw",
	                 arg, 2);
}

/* ---- rows ---- */

static val constants(const struct alu_emit *e, u32 bits, const u64 *word, u32 n,
                     bool is_array) {
	val v[MOST_ROWS];
	LLVMTypeRef type = LLVMIntTypeInContext(e->ctx, bits);
	for (u32 i = 0; i < n; i++)
		v[i] = LLVMConstInt(type, word[i], false);
	return is_array ? LLVMConstArray2(type, v, n) : LLVMConstVector(v, n);
}

/* The instructions look at as many bits of `at` as they need. */
static val in_registers(const struct alu_emit *e, const u64 *word, u32 n, val at) {
	if (n == E_HOST_LANES) {
		val arg[2] = {constants(e, 32, word, n, false), at};
		return e_host(e, "llvm.x86.avx512.permvar.si.512", arg, 2);
	}
	if (n == 2 * E_HOST_LANES) {
		val arg[3] = {constants(e, 32, word, E_HOST_LANES, false), at,
		              constants(e, 32, word + E_HOST_LANES, E_HOST_LANES, false)};
		return e_host(e, "llvm.x86.avx512.vpermi2var.d.512", arg, 3);
	}
	val low = in_registers(e, word, n / 2, at),
	    high = in_registers(e, word + n / 2, n / 2, at);
	return e_sel(e, e_nek(e, e_andk(e, at, n / 2), 0), high, low);
}

static val in_memory(const struct alu_emit *e, const char *name, u32 bits,
                     const u64 *word, u32 n) {
	char symbol[48];
	snprintf(symbol, sizeof symbol, "simt.approx.%s", name);
	val g = LLVMGetNamedGlobal(e->module, symbol);
	if (g)
		return g;
	val words = constants(e, bits, word, n, true);
	g = LLVMAddGlobal(e->module, LLVMTypeOf(words), symbol);
	LLVMSetInitializer(g, words);
	LLVMSetGlobalConstant(g, true);
	LLVMSetLinkage(g, LLVMInternalLinkage);
	return g;
}

/* The mask shows that no lane leaves the table (mem/confine.c). */
static val gather(const struct alu_emit *e, val from, u32 bits, val at, u32 n) {
	static const char name[] = "llvm.masked.gather";
	LLVMTypeRef word = LLVMIntTypeInContext(e->ctx, bits);
	at = e_andk(e, at, n - 1);
	val to = LLVMBuildGEP2(e->b, word, from, &at, 1, "");
	if (!e->lanes)
		return LLVMBuildLoad2(e->b, word, to, "");
	LLVMTypeRef type[2] = {e_int_type(e, bits), LLVMTypeOf(to)};
	u32 id = LLVMLookupIntrinsicID(name, sizeof name - 1);
	val fn = LLVMGetIntrinsicDeclaration(e->module, id, type, 2);
	val arg[4] = {to, LLVMConstInt(LLVMInt32TypeInContext(e->ctx), bits / 8, false),
	              e_bool(e, true), e_k(e, bits, 0)};
	return LLVMBuildCall2(e->b, LLVMIntrinsicGetType(e->ctx, id, type, 2), fn, arg, 4,
	                      "");
}

val unit_lookup(const struct alu_emit *e, const char *name, const u32 *word, u32 n,
                val at) {
	u64 wide[MOST_ROWS];
	for (u32 i = 0; i < n; i++)
		wide[i] = word[i];
	if (is_512(e))
		return in_registers(e, wide, n, at);
	return gather(e, in_memory(e, name, 32, wide, n), 32, at, n);
}

/* Of each lane the 8 bits from each of four places on; an instruction's place counts from
 * the first bit of two lanes. */
static val bytes_at(const struct alu_emit *e, val x, u32 p0, u32 p1, u32 p2, u32 p3) {
	u64 places = p0 | p1 << 8 | p2 << 16 | p3 << 24, word[E_HOST_LANES];
	for (u32 i = 0; i < E_HOST_LANES; i++)
		word[i] = places | (i & 1) * 0x20202020u;
	val arg[2] = {constants(e, 32, word, E_HOST_LANES, false), x};
	return host_bits(e, "llvm.x86.avx512.pmultishift.qb.512", arg, 2);
}

/* Word `at`, in pieces of `bits`, of a table of which the host chooses pieces in one
 * operation. Each piece of `at` has its lower bits; those that have not had their turn
 * stay. */
static val by_pieces(const struct alu_emit *e, const u64 *word, u32 bits, val at) {
	enum { BYTES = 4 * E_HOST_LANES };
	const char *name = bits == 8 ? "llvm.x86.avx512.vpermi2var.qi.512"
	                             : "llvm.x86.avx512.vpermi2var.hi.512";
	u32 npiece = 32 / bits, n = E_HOST_LANES * npiece;
	for (u32 k = 0; k < npiece; k++) {
		u64 piece[2 * BYTES], turn[BYTES];
		for (u32 i = 0; i < 2 * n; i++)
			piece[i] = word[i] >> (bits * k) & ((1u << bits) - 1);
		for (u32 i = 0; i < n; i++)
			turn[i] = i % npiece == k;
		val low = constants(e, bits, piece, n, false);
		at = LLVMBuildBitCast(e->b, at, LLVMTypeOf(low), "");
		val arg[3] = {low, at, constants(e, bits, piece + n, n, false)};
		at = e_sel(e, constants(e, 1, turn, n, false), e_host(e, name, arg, 3),
		           at);
	}
	return LLVMBuildBitCast(e->b, at, e_int_type(e, 32), "");
}

/* Both words of row `from` >> place: the value, and slope and curvature in 16 bits each.
 */
static void row_words(const struct alu_emit *e, const struct unit_table *t, val from,
                      u32 place, val *value, val *shape) {
	u64 low[MOST_ROWS], high[MOST_ROWS], row[MOST_ROWS];
	u32 is_sqrt = t->unit == SQRT_UNIT;
	for (u32 i = 0; i < t->nrow; i++) {
		const struct approx_row *r = &t->row[i ^ t->flip];
		s32 slope = (r->slope - t->slope_line) >> t->slope_unit;
		low[i] = r->value << (t->unit - 8 - is_sqrt);
		high[i] = (u32)r->curvature << 16 | ((u32)slope & 0xffff);
		row[i] = high[i] << 32 | low[i];
	}
	if (is_512(e) && e->permutes_bytes) { /* 128 bytes, 64 words of 16 bits */
		u32 bits = 8 * MOST_ROWS / t->nrow, next = place + bits - 8;
		val at = bytes_at(e, from, place, next, place, next);
		*value = by_pieces(e, low, bits, at);
		*shape = by_pieces(e, high, bits, at);
		return;
	}
	val at = e_lshrk(e, from, place);
	if (is_512(e)) {
		*value = in_registers(e, low, t->nrow, at);
		*shape = in_registers(e, high, t->nrow, at);
		return;
	}
	val both = gather(e, in_memory(e, t->name, 64, row, t->nrow), 64, at, t->nrow);
	*value = e_trunc(e, both, 32);
	*shape = e_trunc(e, e_lshrk(e, both, 32), 32);
}

/* ---- the square ---- */

/* sum + a0 * b0 + a1 * b1 + a2 * b2 + a3 * b3 of each lane's bytes, b with signs */
static val byte_dot(const struct alu_emit *e, val sum, val a, val b) {
	val arg[3] = {sum, a, b};
	return host_bits(e, "llvm.x86.avx512.vpdpbusd.512", arg, 3);
}

/* The eight products of approx_square(): seven of a bit of the upper part and what
 * remains of the lower one, and the upper one's own square. The parts lie at bits 17 and
 * 0 of a word, with zeros above both. */
static val square_by_bytes(const struct alu_emit *e, val x) {
	val parts = e_or(e, e_andk(e, x, 0x3ff), e_shlk(e, e_andk(e, x, 0x1fc00), 7));
	val sum = byte_dot(e, e_k32(e, 0), bytes_at(e, parts, 2, 3, 4, 5),
	                   e_andk(e, bytes_at(e, parts, 23, 22, 21, 20), 0x01010101));
	return byte_dot(e, sum, bytes_at(e, parts, 6, 7, 8, 16),
	                e_andk(e, bytes_at(e, parts, 19, 18, 17, 17), 0x7f010101));
}

/* The same with AVX2. Multiplied by the sum of a few powers of 2, a number is in several
 * bytes at once, in each at another place. Bits 0 to 3 of the upper part go with the
 * lower one without its last 8, 7, 6 and 5 bits, bits 4 to 6 with it without 4, 3 and 2.
 */
static val square_by_pairs(const struct alu_emit *e, val x) {
	val upper = e_lshrk(e, x, 10), bits = e_mulk(e, upper, 0x204081),
	    spread = e_mulk(e, e_andk(e, x, 0x3fc), 0x80402);
	val short_rest = e_or(e, e_andk(e, spread, 0x1f0f0700),
	                      e_andk(e, e_lshrk(e, x, 8), 3));
	val long_rest = e_andk(e, e_lshrk(e, spread, 5), 0xff7f3f);
	val sum = e_add(
		e, byte_pairs(e, short_rest, e_andk(e, bits, 0x01010101)),
		byte_pairs(e, long_rest, e_andk(e, e_lshrk(e, bits, 4), 0x010101)));
	return e_add(e, pair_sum(e, sum, e_k32(e, 0x00010001)),
	             pair_sum(e, upper, e_add(e, upper, upper)));
}

val unit_square(const struct alu_emit *e, val x) {
	if (e->has_byte_dots && is_512(e))
		return square_by_bytes(e, x);
	if (is_512(e) || is_256(e))
		return square_by_pairs(e, x);
	val upper = e_lshrk(e, x, 10), lower = e_andk(e, x, 0x3ff);
	val sum = e_mul(e, upper, e_shlk(e, upper, 1));
	for (u32 i = 0; i < 7; i++) {
		val bit = e_nek(e, e_andk(e, x, 1u << (10 + i)), 0);
		sum = e_sel(e, bit, e_add(e, sum, e_lshrk(e, lower, 8 - i)), sum);
	}
	return sum;
}

/* ---- the sum ---- */

struct unit_sum unit_sum(const struct alu_emit *e, const struct unit_table *t, val from,
                         u32 place, val x) {
	val value, shape;
	row_words(e, t, from, place, &value, &shape);
	val low = e_or(e, e_shlk(e, e_andk(e, x, 0xff), t->slope_unit),
	               e_shlk(e, unit_square(e, x), 16));
	low = e_addk(e, pair_sum(e, shape, low), t->constant);
	/* the square comes last: what does not need it is summed up first */
	val rest = e_shlk(e, e_lshrk(e, x, 8), t->slope_unit);
	bool halves = t->unit == SQRT_UNIT;
	val high = halves ? e_k32(e, 0) : value;
	if (t->slope_line)
		high = e_add(e, high, e_mulk(e, x, (u64)(s64)(t->slope_line >> 8)));
	high = e_add(e, high, pair_sum(e, shape, rest));
	high = e_add(e, high, e_ashrk(e, low, 8));
	if (halves)
		high = e_add(e, value, e_ashrk(e, high, 1));
	return (struct unit_sum){high, e_andk(e, low, 0xff)};
}

val unit_digits(const struct alu_emit *e, const struct unit_table *t, val from, u32 place,
                val x) {
	return e_ashrk(e, unit_sum(e, t, from, place, x).high, 8);
}

static val to_float_cut(const struct alu_emit *e, val v) {
	static const char name[] = "llvm.x86.avx512.sitofp.round";
	LLVMTypeRef type[2] = {e_f32_type(e), e_int_type(e, 32)};
	u32 id = LLVMLookupIntrinsicID(name, sizeof name - 1);
	val fn = LLVMGetIntrinsicDeclaration(e->module, id, type, 2);
	val arg[2] = {v, e_host_round(e, E_TO_ZERO)};
	return LLVMBuildCall2(e->b, LLVMIntrinsicGetType(e->ctx, id, type, 2), fn, arg, 2,
	                      "");
}

/* The rounded number is less by one unit if it is greater than the integer. AVX2 makes
 * 2^31, which rounding may give, an integer with the same bits. */
val unit_cut(const struct alu_emit *e, val v) {
	if (is_512(e))
		return to_float_cut(e, v);
	val f = e_itof(e, v, e_f32_type(e), true), over;
	if (is_256(e))
		over = e_ashrk(
			e,
			e_sub(e, v, host_bits(e, "llvm.x86.avx.cvtt.ps2dq.256", &f, 1)),
			31);
	else
		over = e_sext(e, e_ugt(e, e_ftoi(e, f, 32, false), v), 32);
	return e_f32(e, e_add(e, e_bits(e, f), over));
}

/* ---- special operands ---- */

bool unit_can_fix(const struct alu_emit *e) {
	return is_512(e);
}

val unit_fix(const struct alu_emit *e, val r, val x, const struct unit_fixes *fix) {
	static const char name[] = "llvm.x86.avx512.mask.fixupimm.ps.512";
	u32 table = FIX_QUIET | FIX_QUIET << 4 | fix->zero << 8 | fix->one << 12 |
	            fix->minus_inf << 16 | fix->inf << 20 | fix->negative << 24;
	val arg[] = {r,
	             x,
	             e_k32(e, table),
	             LLVMConstInt(LLVMInt32TypeInContext(e->ctx), 0, false),
	             LLVMConstInt(LLVMInt16TypeInContext(e->ctx), 0xffff, false),
	             e_host_round(e, E_AS_SET)};
	return e_host(e, name, arg, countof(arg));
}
