/* unit.c - the function unit as vector code. Tables are in registers where the host
 * chooses among 32 words in one instruction (AVX-512), else in memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/unit.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ROWS = 128 };

const struct unit_table unit_rcp = {"rcp", approx_rcp, 128, RCP_UNIT, RCP_CONST};
const struct unit_table unit_rsqrt = {"rsqrt", approx_rsqrt, 128, RSQRT_UNIT,
                                      RSQRT_CONST};
const struct unit_table unit_sqrt = {"sqrt", approx_sqrt, 128, SQRT_UNIT, SQRT_CONST};
const struct unit_table unit_ex2 = {"ex2", approx_ex2, 64, EX2_UNIT, EX2_CONST};
const struct unit_table unit_lg2 = {"lg2", approx_lg2, 64, LG2_UNIT, LG2_CONST};
const struct unit_table unit_sin = {"sin", approx_sin, 64, SIN_UNIT, SIN_CONST};

/* ---- rows ---- */

static val constant_words(const struct alu_emit *e, const u32 *word, u32 n,
                          bool is_array) {
	val v[MOST_ROWS];
	LLVMTypeRef type = LLVMInt32TypeInContext(e->ctx);
	for (u32 i = 0; i < n; i++)
		v[i] = LLVMConstInt(type, word[i], false);
	return is_array ? LLVMConstArray2(type, v, n) : LLVMConstVector(v, n);
}

static val in_registers(const struct alu_emit *e, const u32 *word, u32 n, val at) {
	if (n == E_HOST_LANES) {
		val arg[2] = {constant_words(e, word, n, false), at};
		return e_host(e, "llvm.x86.avx512.permvar.si.512", arg, 2);
	}
	if (n == 2 * E_HOST_LANES) {
		val arg[3] = {
			constant_words(e, word, E_HOST_LANES, false), at,
			constant_words(e, word + E_HOST_LANES, E_HOST_LANES, false)};
		return e_host(e, "llvm.x86.avx512.vpermi2var.d.512", arg, 3);
	}
	val low = in_registers(e, word, n / 2, at),
	    high = in_registers(e, word + n / 2, n / 2, at);
	return e_sel(e, e_nek(e, e_andk(e, at, n / 2), 0), high, low);
}

static val in_memory(const struct alu_emit *e, const char *name, const u32 *word, u32 n) {
	char symbol[48];
	snprintf(symbol, sizeof symbol, "simt.approx.%s", name);
	val g = LLVMGetNamedGlobal(e->module, symbol);
	if (g)
		return g;
	val words = constant_words(e, word, n, true);
	g = LLVMAddGlobal(e->module, LLVMTypeOf(words), symbol);
	LLVMSetInitializer(g, words);
	LLVMSetGlobalConstant(g, true);
	LLVMSetLinkage(g, LLVMInternalLinkage);
	return g;
}

/* The mask shows that no lane leaves the table (mem/confine.c). */
static val gather(const struct alu_emit *e, val from, val at, u32 n) {
	static const char name[] = "llvm.masked.gather";
	LLVMTypeRef word = LLVMInt32TypeInContext(e->ctx);
	at = e_andk(e, at, n - 1);
	val to = LLVMBuildGEP2(e->b, word, from, &at, 1, "");
	if (!e->lanes)
		return LLVMBuildLoad2(e->b, word, to, "");
	LLVMTypeRef type[2] = {e_int_type(e, 32), LLVMTypeOf(to)};
	u32 id = LLVMLookupIntrinsicID(name, sizeof name - 1);
	val fn = LLVMGetIntrinsicDeclaration(e->module, id, type, 2);
	val arg[4] = {to, LLVMConstInt(word, 4, false), e_bool(e, true), e_k32(e, 0)};
	return LLVMBuildCall2(e->b, LLVMIntrinsicGetType(e->ctx, id, type, 2), fn, arg, 4,
	                      "");
}

val unit_lookup(const struct alu_emit *e, const char *name, const u32 *word, u32 n,
                val at) {
	if (e->has_rounding && e->lanes == E_HOST_LANES)
		return in_registers(e, word, n, at);
	return gather(e, in_memory(e, name, word, n), at, n);
}

/* ---- the sum ---- */

/* Emits an instruction of the host whose operands are vectors of 512 bits. */
static val host_bits(const struct alu_emit *e, const char *name, val *arg, u32 n) {
	LLVMTypeRef type[4];
	u32 id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMGetParamTypes(LLVMIntrinsicGetType(e->ctx, id, NULL, 0), type);
	for (u32 i = 0; i < n; i++)
		arg[i] = LLVMBuildBitCast(e->b, arg[i], type[i], "");
	val r = e_host(e, name, arg, n);
	return LLVMBuildBitCast(e->b, r, e_int_type(e, 32), "");
}

/* Of each lane the 8 bits from each of four places on; an instruction's place counts from
 * the first bit of two lanes. */
static val bytes_at(const struct alu_emit *e, val x, u32 p0, u32 p1, u32 p2, u32 p3) {
	u32 places = p0 | p1 << 8 | p2 << 16 | p3 << 24, word[E_HOST_LANES];
	for (u32 i = 0; i < E_HOST_LANES; i++)
		word[i] = places | (i & 1) * 0x20202020u;
	val arg[2] = {constant_words(e, word, E_HOST_LANES, false), x};
	return host_bits(e, "llvm.x86.avx512.pmultishift.qb.512", arg, 2);
}

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

val unit_square(const struct alu_emit *e, val x) {
	if (e->has_byte_dots && e->lanes == E_HOST_LANES)
		return square_by_bytes(e, x);
	val upper = e_lshrk(e, x, 10), lower = e_andk(e, x, 0x3ff);
	val sum = e_mul(e, upper, e_shlk(e, upper, 1));
	for (u32 i = 0; i < 7; i++) {
		val bit = e_nek(e, e_andk(e, x, 1u << (10 + i)), 0);
		sum = e_sel(e, bit, e_add(e, sum, e_lshrk(e, lower, 8 - i)), sum);
	}
	return sum;
}

/* Slope (18 bits) and curvature (14) share a word. */
enum { CURVATURE_BITS = 14 };

struct unit_sum unit_sum(const struct alu_emit *e, const struct unit_table *t, val at,
                         val x) {
	u32 value[MOST_ROWS], shape[MOST_ROWS], is_sqrt = t->unit == SQRT_UNIT;
	char name[2][16];
	for (u32 i = 0; i < t->nrow; i++) {
		value[i] = t->row[i].value << (t->unit - 8 - is_sqrt);
		shape[i] = (u32)t->row[i].slope << CURVATURE_BITS |
		           ((u32)t->row[i].curvature & ((1u << CURVATURE_BITS) - 1));
	}
	snprintf(name[0], sizeof name[0], "%s.value", t->name);
	snprintf(name[1], sizeof name[1], "%s.shape", t->name);
	val v = unit_lookup(e, name[0], value, t->nrow, at);
	val s = unit_lookup(e, name[1], shape, t->nrow, at);
	val slope = e_ashrk(e, s, CURVATURE_BITS);
	val curvature = e_ashrk(e, e_shlk(e, s, 32 - CURVATURE_BITS),
	                        32 - CURVATURE_BITS);
	val low = e_mul(e, slope, e_andk(e, x, 0xff));
	low = e_add(e, low, e_mul(e, curvature, unit_square(e, x)));
	low = e_addk(e, low, t->constant);
	val high = e_add(e, e_mul(e, slope, e_lshrk(e, x, 8)), e_ashrk(e, low, 8));
	high = e_add(e, v, is_sqrt ? e_ashrk(e, high, 1) : high);
	return (struct unit_sum){high, e_andk(e, low, 0xff)};
}

val unit_digits(const struct alu_emit *e, const struct unit_table *t, val at, val x) {
	return e_ashrk(e, unit_sum(e, t, at, x).high, 8);
}

/* The rounded number is less by one unit if it is greater than the integer. */
val unit_cut(const struct alu_emit *e, val v) {
	val f = e_itof(e, v, e_f32_type(e), false);
	val over = e_ugt(e, e_ftoi(e, f, 32, false), v);
	return e_f32(e, e_add(e, e_bits(e, f), e_sext(e, over, 32)));
}
