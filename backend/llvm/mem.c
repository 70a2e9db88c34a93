/* mem.c - loads and stores: where the addresses lie decides what is emitted.
 *
 *     parameter of the kernel       one load, the same for everybody
 *     uniform                       one scalar access
 *     affine, stride = size         one vector access a chunk
 *     other                         each chunk looks: consecutive -> vector, equal -> scalar, else gather
 *
 * Every access is checked first: it lies in the device memory that is valid without a closer look (one
 * piece, known at the launch), in the cta's own shared memory, or in the lane's local memory, and it is
 * aligned. Alignment comes for free: the offset is rotated right by the size's logarithm, so that a
 * misaligned one becomes huge. What fails the check is executed by the interpreter's function, which
 * finds other windows and other pages, or the fault.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/mem.h"
#include "backend/interp/strong.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/fn.h"

enum { ELEMENTS = 8 };

struct mem {
	const struct inst *in;
	bool is_load;
	u32 ai, vi;            /* operands: address, values */
	u32 space;
	u32 n, size, bytes;    /* elements, bytes of one, of all */
	enum type type;
	const struct operand *elem[ELEMENTS];
	/* address: reg or symbol, plus offset */
	struct uniform_value how; /* kind, stride, align */
	bool checked;          /* known to be valid and aligned */
	val group;             /* of a group: host pointer of the base register; NULL: none */
	bb slow;               /* the interpreter's function; NULL: nobody goes there */
	val value[ELEMENTS][MAX_CHUNKS]; /* loaded, or to be stored: integers of the memory's size */
};

/* ---- what it is ----------------------------------------------------------------------------- */

static bool is_param_space(u32 s) {
	return s == SPACE_PARAM || s == SPACE_PARAM_ENTRY || s == SPACE_PARAM_FUNC;
}

static const struct var *symbol(const struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	return o->kind == OPR_ADDR_SYM ? &c->m->var[o->index] : NULL;
}

static bool is_kernel_param(const struct fn *c, const struct mem *m) {
	const struct var *v = symbol(c, m);
	return v && c->is_kernel && v->is_param && is_param_space(v->space) && is_param_space(m->space);
}

/* As decode_address: a symbol tells the space. */
static bool find_space(struct fn *c, struct mem *m) {
	const struct var *v = symbol(c, m);
	if (!v) {
		if (is_param_space(m->space)) {
			if (c->is_kernel)
				return false;
			m->space = SPACE_LOCAL;
		}
		return true;
	}
	if (is_shared_space(v->space)) {
		m->space = m->space ? m->space : SPACE_SHARED;
		return is_shared_space(m->space);
	}
	if (v->space == SPACE_LOCAL) {
		m->space = SPACE_LOCAL;
	} else if (is_param_space(v->space)) {
		if (!(c->is_kernel && v->is_param))
			m->space = SPACE_LOCAL;
		else if (!is_param_space(m->space))
			return false;
	}
	return true;
}

static bool find_elements(struct fn *c, struct mem *m) {
	const struct operand *o = &m->in->operand[m->vi];
	u32 vec = MOD_GET(m->in->mods, VEC);
	m->n = vec ? 1u << vec : 1;
	m->size = type_size_bytes(m->type);
	m->bytes = m->n * m->size;
	if (m->n > ELEMENTS || m->size > 8 || (o->kind == OPR_VEC) != (m->n > 1))
		return false;
	for (u32 i = 0; i < m->n; i++) {
		m->elem[i] = m->n > 1 ? &c->f->operand[o->index + i] : o;
		bool ok = m->elem[i]->kind == OPR_REG || m->elem[i]->kind == OPR_SINK ||
		          (!m->is_load && m->elem[i]->kind == OPR_IMM);
		if (!ok || (m->elem[i]->kind == OPR_REG && c->reg[m->elem[i]->index].bits < 16))
			return false;
	}
	return true;
}

static bool describe(struct fn *c, struct mem *m, const struct inst *in) {
	*m = (struct mem){.in = in, .type = (enum type)in->type[0]};
	m->is_load = in->row == ROW_LD || in->row == ROW_LDU;
	if ((!m->is_load && in->row != ROW_ST) || is_strong(in->mods))
		return false;
	m->ai = m->is_load;
	m->vi = 1 - m->ai;
	m->space = in->row == ROW_LDU && !MOD_GET(in->mods, SPACE) ? SPACE_GLOBAL
	                                                           : MOD_GET(in->mods, SPACE);
	return find_space(c, m) && find_elements(c, m);
}

/* ---- values --------------------------------------------------------------------------------- */

static typ mem_int(struct fn *c, const struct mem *m) {
	return jit_int_type(c, m->size * 8);
}

/* A register's value as the memory's integer, and back. */
static val to_memory(struct fn *c, const struct mem *m, const struct operand *o, u32 k) {
	u32 own = o->kind == OPR_REG ? c->reg[o->index].bits : m->size * 8;
	val v = jit_source(c, o, own, k);
	return jit_resize(c, jit_cast(c, v, jit_int_type(c, own)), m->size * 8, false);
}

static val to_register(struct fn *c, const struct mem *m, u32 reg, val v) {
	v = jit_resize(c, v, c->reg[reg].bits, type_info[m->type].class == 'S');
	return jit_cast(c, v, c->reg[reg].type);
}

static void set_loaded(struct fn *c, struct mem *m) {
	for (u32 e = 0; e < m->n; e++) {
		if (m->elem[e]->kind != OPR_REG)
			continue;
		u32 reg = m->elem[e]->index;
		if (jit_is_scalar(c, reg)) {
			jit_reg_set_scalar(c, reg, to_register(c, m, reg, m->value[e][0]));
			continue;
		}
		for (u32 k = 0; k < c->nchunk; k++)
			jit_reg_set_chunk(c, reg, k, to_register(c, m, reg, m->value[e][k]));
	}
}

/* ---- checks --------------------------------------------------------------------------------- */

static val prologue_limit(struct fn *c, val total, u32 span, u32 shift) {
	bb here = jit_prologue(c);
	typ t = LLVMTypeOf(total);
	u32 bits = LLVMGetIntTypeWidth(t);
	val arg[2] = {total, jit_int(c, bits, span - 1)};
	val v = jit_intrinsic(c, "llvm.usub.sat", &t, 1, arg, 2);
	v = LLVMBuildAdd(c->b, v, jit_int(c, bits, (1u << shift) - 1), "");
	v = LLVMBuildLShr(c->b, v, jit_int(c, bits, shift), "");
	jit_prologue_end(c, here);
	return v;
}

/* Offsets (i64, scalar or chunk) whose `span` bytes lie below `total`, multiples of 2^shift: i1. */
static val in_range(struct fn *c, val off, val total, u32 span, u32 shift) {
	typ t = LLVMTypeOf(off);
	bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	val limit = prologue_limit(c, total, span, shift);
	if (shift) {
		val by = jit_int(c, 64, shift);
		val arg[3] = {off, off, vector ? jit_splat(c, by) : by};
		off = jit_intrinsic(c, "llvm.fshr", &t, 1, arg, 3);
	}
	return LLVMBuildICmp(c->b, LLVMIntULT, off, vector ? jit_splat(c, limit) : limit, "");
}

static bb slow(struct fn *c, struct mem *m) {
	if (!m->slow)
		m->slow = jit_block(c, "slow");
	return m->slow;
}

static void check(struct fn *c, struct mem *m, val ok) {
	bb on = jit_block(c, "ok");
	jit_likely(c, ok, true, on, slow(c, m));
	jit_at(c, on);
}

static u32 log2_of(u32 n) {
	return (u32)__builtin_ctz(n);
}

/* Space's total size and, subtracted from addresses, where it starts. */
static void bounds(struct fn *c, const struct mem *m, val *low, val *total) {
	if (is_shared_space(m->space)) {
		*low = jit_resize(c, jit_once(c, ONCE_SHARED_BASE), 64, false);
		*total = jit_resize(c, jit_once(c, ONCE_SHARED_TOTAL), 64, false);
	} else if (m->space == SPACE_LOCAL) {
		*low = jit_int(c, 64, 0);
		*total = jit_resize(c, jit_once(c, ONCE_LOCAL_LIMIT), 64, false);
	} else {
		*low = jit_once(c, ONCE_REACH_LOW);
		*total = jit_once(c, ONCE_REACH_SIZE);
	}
}

static val prologue_pair(struct fn *c, const struct mem *m, val *total) {
	bb here = jit_prologue(c);
	val low;
	bounds(c, m, &low, total);
	jit_prologue_end(c, here);
	return low;
}

/* Host pointer to offset `off` of the space (scalar). Global offsets are relative to reach_low. */
static val host_pointer(struct fn *c, const struct mem *m, val addr, val off) {
	if (is_shared_space(m->space))
		return jit_gep(c, jit_once(c, ONCE_SHARED), off);
	return LLVMBuildIntToPtr(c->b, addr, c->ptr, "");
}

/* Checked host pointer of a scalar address at which `span` bytes are accessed. */
static val pointer(struct fn *c, struct mem *m, val addr, u32 span) {
	if (m->group)
		return jit_gep(c, m->group, jit_int(c, 64, (u64)m->in->operand[m->ai].value));
	if (m->checked && !is_shared_space(m->space))
		return LLVMBuildIntToPtr(c->b, addr, c->ptr, "");
	val total, low = prologue_pair(c, m, &total);
	val off = LLVMBuildSub(c->b, addr, low, "");
	if (!m->checked)
		check(c, m, in_range(c, off, total, span, log2_of(m->bytes)));
	return host_pointer(c, m, addr, off);
}

/* ---- addresses ------------------------------------------------------------------------------ */

static val scalar_address(struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	if (o->kind == OPR_ADDR_IMM)
		return jit_int(c, 64, (u64)o->value);
	if (o->kind == OPR_ADDR_SYM)
		return jit_symbol(c, o, 64);
	u32 bits = c->reg[o->index].bits;
	val v = jit_cast(c, jit_source(c, o, bits, SCALAR), jit_int_type(c, bits));
	if (o->value)
		v = LLVMBuildAdd(c->b, v, jit_int(c, bits, (u64)o->value), "");
	return jit_resize(c, v, 64, false);
}

static val chunk_address(struct fn *c, const struct mem *m, u32 k) {
	const struct operand *o = &m->in->operand[m->ai];
	if (o->kind != OPR_ADDR_REG)
		return jit_splat(c, scalar_address(c, m));
	u32 bits = c->reg[o->index].bits;
	val v = jit_cast(c, jit_source(c, o, bits, k), jit_int_type(c, bits));
	if (o->value)
		v = LLVMBuildAdd(c->b, v, jit_splat(c, jit_int(c, bits, (u64)o->value)), "");
	return jit_resize(c, v, 64, false);
}

/* A variable named in the instruction, accessed inside its bounds. */
static bool inside_symbol(const struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	const struct var *v = symbol(c, m);
	return v && v->linkage != LINKAGE_EXTERN && m->space != SPACE_LOCAL && o->value >= 0 &&
	       (u64)o->value + m->bytes <= v->size_bytes && (u64)o->value % m->bytes == 0 &&
	       v->align % m->bytes == 0 && v->align;
}

/* ---- one access ----------------------------------------------------------------------------- */

static val load_at(struct fn *c, typ t, val p, u32 align) {
	val v = LLVMBuildLoad2(c->b, t, p, "");
	LLVMSetAlignment(v, align);
	return v;
}

static void store_at(struct fn *c, val v, val p, u32 align) {
	LLVMSetAlignment(LLVMBuildStore(c->b, v, p), align);
}

static val element_pointer(struct fn *c, const struct mem *m, val p, u32 e) {
	return e ? jit_gep(c, p, jit_int(c, 64, (u64)e * m->size)) : p;
}

static void uniform_load(struct fn *c, struct mem *m, val p) {
	for (u32 e = 0; e < m->n; e++) {
		val v = load_at(c, mem_int(c, m), element_pointer(c, m, p, e), m->size);
		bool scalar = m->elem[e]->kind == OPR_REG && jit_is_scalar(c, m->elem[e]->index);
		for (u32 k = 0; k < c->nchunk; k++)
			m->value[e][k] = scalar ? v : jit_splat(c, v);
	}
}

/* Of lanes that store to one address the highest wins. */
static bool uniform_store(struct fn *c, struct mem *m, val p) {
	for (u32 e = 0; e < m->n; e++) {
		val v;
		bool uniform = jit_operand_value(c, m->elem[e], 64).kind == VALUE_UNIFORM;
		if (uniform)
			v = to_memory(c, m, m->elem[e], SCALAR);
		else
			v = LLVMBuildExtractElement(c->b, to_memory(c, m, m->elem[e], c->nchunk - 1),
			                            jit_int(c, 32, c->width - 1), "");
		store_at(c, v, element_pointer(c, m, p, e), m->size);
	}
	return true;
}

static val strided_mask(struct fn *c, u32 first, u32 step) {
	val lane[32];
	for (u32 i = 0; i < c->width; i++)
		lane[i] = jit_int(c, 32, first + i * step);
	return LLVMConstVector(lane, c->width);
}

/* Lane l's elements lie at p + l * bytes: one load of everything, taken apart. */
static void consecutive_load(struct fn *c, struct mem *m, val p, u32 k, const struct mask *em) {
	typ t = mem_int(c, m);
	if (m->n == 1 && !em->full) {
		val arg[4] = {p, jit_int(c, 32, m->size), em->chunk[k], LLVMConstNull(jit_vec(c, t))};
		typ over[2] = {jit_vec(c, t), c->ptr};
		m->value[0][k] = jit_intrinsic(c, "llvm.masked.load", over, 2, arg, 4);
		return;
	}
	val all = load_at(c, LLVMVectorType(t, c->width * m->n), p, m->size);
	if (m->n == 1) {
		m->value[0][k] = all;
		return;
	}
	for (u32 e = 0; e < m->n; e++)
		m->value[e][k] = LLVMBuildShuffleVector(c->b, all, LLVMGetPoison(LLVMTypeOf(all)),
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
			part[e] = LLVMBuildShuffleVector(c->b, part[2 * e], part[2 * e + 1],
			                                 LLVMConstVector(lane, w * 2), "");
	}
	for (u32 i = 0; i < c->width * m->n; i++)
		lane[i] = jit_int(c, 32, i % m->n * c->width + i / m->n);
	return LLVMBuildShuffleVector(c->b, part[0], LLVMGetPoison(LLVMTypeOf(part[0])),
	                              LLVMConstVector(lane, c->width * m->n), "");
}

static void consecutive_store(struct fn *c, struct mem *m, val p, u32 k, const struct mask *em) {
	if (em->full) {
		store_at(c, m->n == 1 ? m->value[0][k] : interleave(c, m, k), p, m->size);
		return;
	}
	val arg[4] = {m->value[0][k], p, jit_int(c, 32, m->size), em->chunk[k]};
	typ over[2] = {LLVMTypeOf(m->value[0][k]), c->ptr};
	jit_intrinsic(c, "llvm.masked.store", over, 2, arg, 4);
}

/* ---- gather and scatter: in pieces whose pointers fill one host vector, which LLVM keeps whole ---- */

static val piece(struct fn *c, val v, u32 first, u32 n) {
	val lane[32];
	for (u32 i = 0; i < n; i++)
		lane[i] = jit_int(c, 32, first + i);
	return LLVMBuildShuffleVector(c->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	                              LLVMConstVector(lane, n), "");
}

static val join(struct fn *c, val a, val b, u32 n) {
	val lane[32];
	for (u32 i = 0; i < 2 * n; i++)
		lane[i] = jit_int(c, 32, i);
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(lane, 2 * n), "");
}

static val splat_n(struct fn *c, val constant, u32 n) {
	val lane[32];
	(void)c;
	for (u32 i = 0; i < n; i++)
		lane[i] = constant;
	return LLVMConstVector(lane, n);
}

static val all_lanes(struct fn *c, u32 n) {
	return LLVMConstAllOnes(LLVMVectorType(c->i1, n));
}

/* Hosts gather and scatter 32 and 64 bits; anything else would become a branch and an access per lane.
 * Bytes and halves are gathered as the words around them, which lie in the same page. */
static bool can_scatter(const struct fn *c, const struct mem *m) {
	return m->is_load ? c->host->has_gather : c->host->has_scatter && m->size >= 4;
}

static val gather_words(struct fn *c, struct mem *m, val addr, val lanes) {
	u32 n = LLVMGetVectorSize(LLVMTypeOf(addr));
	val low = LLVMBuildAnd(c->b, addr, splat_n(c, jit_int(c, 64, 3), n), "");
	typ t = LLVMVectorType(c->i32, n), pt = LLVMVectorType(c->ptr, n);
	val word = LLVMBuildSub(c->b, addr, low, "");
	val arg[4] = {LLVMBuildIntToPtr(c->b, word, pt, ""), jit_int(c, 32, 4), lanes, LLVMConstNull(t)};
	typ over[2] = {t, pt};
	val v = jit_intrinsic(c, "llvm.masked.gather", over, 2, arg, 4);
	val by = LLVMBuildShl(c->b, LLVMBuildTrunc(c->b, low, t, ""), splat_n(c, jit_int(c, 32, 3), n), "");
	v = LLVMBuildLShr(c->b, v, by, "");
	return LLVMBuildTrunc(c->b, v, LLVMVectorType(mem_int(c, m), n), "");
}

static void gather(struct fn *c, struct mem *m, val addr, u32 k, const struct mask *em) {
	u32 n = MAX(c->width / 2, 1u);
	typ t = LLVMVectorType(mem_int(c, m), n), pt = LLVMVectorType(c->ptr, n);
	for (u32 e = 0; e < m->n; e++) {
		val half[2];
		for (u32 h = 0; h < 2; h++) {
			val a = piece(c, addr, h * n, n);
			if (e) {
				val step[32];
				for (u32 i = 0; i < n; i++)
					step[i] = jit_int(c, 64, (u64)e * m->size);
				a = LLVMBuildAdd(c->b, a, LLVMConstVector(step, n), "");
			}
			val lanes = em->full ? all_lanes(c, n) : piece(c, em->chunk[k], h * n, n);
			if (m->size < 4) {
				half[h] = gather_words(c, m, a, lanes);
				continue;
			}
			val arg[4] = {LLVMBuildIntToPtr(c->b, a, pt, ""), jit_int(c, 32, m->size), lanes,
			              LLVMConstNull(t)};
			typ over[2] = {t, pt};
			half[h] = jit_intrinsic(c, "llvm.masked.gather", over, 2, arg, 4);
		}
		m->value[e][k] = join(c, half[0], half[1], n);
	}
}

static void scatter(struct fn *c, struct mem *m, val addr, u32 k, const struct mask *em) {
	u32 n = MAX(c->width / 2, 1u);
	typ t = LLVMVectorType(mem_int(c, m), n), pt = LLVMVectorType(c->ptr, n);
	for (u32 h = 0; h < 2; h++)
		for (u32 e = 0; e < m->n; e++) {
			val a = piece(c, addr, h * n, n);
			if (e) {
				val step[32];
				for (u32 i = 0; i < n; i++)
					step[i] = jit_int(c, 64, (u64)e * m->size);
				a = LLVMBuildAdd(c->b, a, LLVMConstVector(step, n), "");
			}
			val arg[4] = {piece(c, m->value[e][k], h * n, n),
			              LLVMBuildIntToPtr(c->b, a, pt, ""), jit_int(c, 32, m->size),
			              em->full ? all_lanes(c, n) : piece(c, em->chunk[k], h * n, n)};
			typ over[2] = {t, pt};
			jit_intrinsic(c, "llvm.masked.scatter", over, 2, arg, 4);
		}
}

/* ---- chunks that look ----------------------------------------------------------------------- */

/* All active lanes of the chunk hold first + iota * stride. */
static val is_line(struct fn *c, val addr, val first, s64 stride, u32 k, const struct mask *em) {
	val want = jit_splat(c, first);
	if (stride) {
		val lane[32];
		for (u32 i = 0; i < c->width; i++)
			lane[i] = jit_int(c, 64, (u64)(stride * (s64)i));
		want = LLVMBuildAdd(c->b, want, LLVMConstVector(lane, c->width), "");
	}
	val same = LLVMBuildICmp(c->b, LLVMIntEQ, addr, want, "");
	if (!em->full)
		same = LLVMBuildOr(c->b, same, LLVMBuildNot(c->b, em->chunk[k], ""), "");
	return jit_chunk_all(c, same);
}

struct ways { /* values from several blocks, joined by phi */
	bb end, from[3];
	val value[3][ELEMENTS];
	u32 n;
};

static void way_done(struct fn *c, struct mem *m, struct ways *w, u32 k) {
	for (u32 e = 0; e < m->n; e++)
		w->value[w->n][e] = m->value[e][k];
	w->from[w->n++] = LLVMGetInsertBlock(c->b);
	jit_goto(c, w->end);
}

static void join_ways(struct fn *c, struct mem *m, struct ways *w, u32 k) {
	jit_at(c, w->end);
	if (!m->is_load)
		return;
	for (u32 e = 0; e < m->n; e++) {
		val phi = LLVMBuildPhi(c->b, LLVMTypeOf(w->value[0][e]), "");
		for (u32 i = 0; i < w->n; i++)
			LLVMAddIncoming(phi, &w->value[i][e], &w->from[i], 1);
		m->value[e][k] = phi;
	}
}

static val vector_pointers(struct fn *c, struct mem *m, val addr, u32 k, const struct mask *em) {
	if (m->group) {
		const struct operand *o = &m->in->operand[m->ai];
		val base = LLVMBuildPtrToInt(c->b, m->group, c->i64, "");
		base = LLVMBuildAdd(c->b, base, jit_int(c, 64, (u64)o->value), "");
		return LLVMBuildAdd(c->b, jit_splat(c, base), jit_iota(c, 64, k, m->how.stride), "");
	}
	val total, low = prologue_pair(c, m, &total);
	val off = LLVMBuildSub(c->b, addr, jit_splat(c, low), "");
	val ok = in_range(c, off, total, m->bytes, log2_of(m->bytes));
	if (!em->full)
		ok = LLVMBuildOr(c->b, ok, LLVMBuildNot(c->b, em->chunk[k], ""), "");
	check(c, m, jit_chunk_all(c, ok));
	if (is_shared_space(m->space)) {
		val base = LLVMBuildPtrToInt(c->b, jit_once(c, ONCE_SHARED), c->i64, "");
		return LLVMBuildAdd(c->b, off, jit_splat(c, base), "");
	}
	if (m->space == SPACE_LOCAL) {
		val stride = jit_field(c, c->w, offsetof(struct warp, local_stride), c->i64, "");
		val base = LLVMBuildPtrToInt(c->b, jit_once(c, ONCE_LOCAL), c->i64, "");
		val lane = LLVMBuildMul(c->b, jit_splat(c, stride), jit_iota(c, 64, k, 1), "");
		lane = LLVMBuildAdd(c->b, lane, jit_splat(c, base), "");
		return LLVMBuildAdd(c->b, off, lane, "");
	}
	return addr;
}

static void chunk_scattered(struct fn *c, struct mem *m, val addr, u32 k, const struct mask *em) {
	val p = vector_pointers(c, m, addr, k, em);
	if (m->is_load)
		gather(c, m, p, k, em);
	else
		scatter(c, m, p, k, em);
}

static void chunk_by_looks(struct fn *c, struct mem *m, u32 k, const struct mask *em) {
	val addr = chunk_address(c, m, k);
	if (m->space == SPACE_LOCAL || (m->how.kind == VALUE_AFFINE && m->how.stride != (s64)m->bytes)) {
		chunk_scattered(c, m, addr, k, em); /* known not to be a line */
		return;
	}
	struct ways w = {.end = jit_block(c, "chunk")};
	val first = LLVMBuildExtractElement(c->b, addr, jit_int(c, 32, 0), "");
	if (m->n == 1 || em->full) {
		bb line = jit_block(c, "line"), other = jit_block(c, "noline");
		val rises = is_line(c, addr, first, (s64)m->bytes, k, em), p;
		if (em->full || !can_scatter(c, m)) {
			jit_if(c, rises, line, other);
			jit_at(c, line);
			p = pointer(c, m, first, m->bytes * c->width);
		} else { /* lanes at the ends may be the ones that are not there */
			val total, low = prologue_pair(c, m, &total);
			val off = LLVMBuildSub(c->b, first, low, "");
			val ok = in_range(c, off, total, m->bytes * c->width, log2_of(m->bytes));
			jit_if(c, LLVMBuildAnd(c->b, rises, ok, ""), line, other);
			jit_at(c, line);
			p = host_pointer(c, m, first, off);
		}
		if (m->is_load)
			consecutive_load(c, m, p, k, em);
		else
			consecutive_store(c, m, p, k, em);
		way_done(c, m, &w, k);
		jit_at(c, other);
	}
	if (m->is_load) {
		bb same = jit_block(c, "same"), other = jit_block(c, "apart");
		val equal = is_line(c, addr, first, 0, k, em);
		if (!em->full) /* lane 0 may hold anything if it is not active, but then none need match */
			equal = LLVMBuildAnd(c->b, equal, jit_chunk_any(c, em->chunk[k]), "");
		jit_if(c, equal, same, other);
		jit_at(c, same);
		val p = pointer(c, m, first, m->bytes);
		for (u32 e = 0; e < m->n; e++)
			m->value[e][k] = jit_splat(
				c, load_at(c, mem_int(c, m), element_pointer(c, m, p, e), m->size));
		way_done(c, m, &w, k);
		jit_at(c, other);
	}
	if (can_scatter(c, m)) {
		chunk_scattered(c, m, addr, k, em);
		way_done(c, m, &w, k);
	} else {
		jit_goto(c, slow(c, m));
	}
	join_ways(c, m, &w, k);
}

/* ---- groups: accesses off one register are checked once ---------------------------------------- */

enum { GROUP_SPAN = 1 << 20, GROUP_LOOK = 512 };

struct mem_group {
	u32 reg, n, align;
	s64 first, end; /* bytes around the register that the accesses touch */
};

struct written {
	u32 reg;
	bool yes;
};

static void see_write(void *ctx, u32 reg, enum reg_role role) {
	struct written *w = ctx;
	w->yes |= role != REG_READ && reg == w->reg;
}

static bool writes(struct fn *c, const struct inst *in, u32 reg) {
	struct written w = {reg, false};
	inst_each_reg(c->f, in, see_write, &w);
	return w.yes;
}

/* Can the access be one of a group: every lane executes it, at fixed distances from a scalar register? */
static bool may_group(struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	if (m->in->guard != NO_REG || o->kind != OPR_ADDR_REG || !jit_is_scalar(c, o->index))
		return false;
	if (m->space == SPACE_LOCAL || m->space == SPACE_SHARED_CLUSTER || m->space == SPACE_CONST)
		return false;
	return o->value % (s64)m->bytes == 0 && o->value > -GROUP_SPAN && o->value < GROUP_SPAN;
}

static void take_in(struct fn *c, struct mem_group *g, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	const struct jreg *r = &c->reg[o->index];
	s64 far = r->class == REG_AFFINE ? r->stride * (WARP_LANES - 1) : 0;
	g->first = MIN(g->first, o->value + MIN(far, 0));
	g->end = MAX(g->end, o->value + MAX(far, 0) + (s64)m->bytes);
	g->align = MAX(g->align, m->bytes);
	g->n++;
}

static struct mem_group find_group(struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	struct mem_group g = {.reg = o->index, .first = o->value, .end = o->value};
	const struct block *b = &c->f->block[c->block];
	const struct inst *end = c->f->inst + b->first + b->ninst;
	take_in(c, &g, m);
	for (const struct inst *in = m->in + 1; in < end && in < m->in + GROUP_LOOK; in++) {
		struct mem x;
		if (writes(c, in - 1, g.reg) || decode_can_wait(in))
			break;
		if (describe(c, &x, in) && may_group(c, &x) && x.space == m->space &&
		    in->operand[x.ai].index == g.reg) {
			take_in(c, &g, &x);
			c->group_of[in - c->f->inst] = 1 + (u32)(m->in - c->f->inst);
		}
	}
	return g;
}

/* One check for all; if it fails, some access is a fault or needs a closer look at each: the interpreter's. */
static val group_pointer(struct fn *c, struct mem *m, const struct mem_group *g) {
	u32 bits = c->reg[g->reg].bits;
	val base = jit_resize(c, jit_cast(c, jit_reg_scalar(c, g->reg), jit_int_type(c, bits)), 64, false);
	val total, low = prologue_pair(c, m, &total);
	val at = LLVMBuildAdd(c->b, base, jit_int(c, 64, (u64)g->first), "");
	u32 span = (u32)(g->end - g->first);
	val ok = in_range(c, LLVMBuildSub(c->b, at, low, ""), total, span, 0);
	val odd = LLVMBuildAnd(c->b, base, jit_int(c, 64, g->align - 1), "");
	bb on = jit_block(c, "group"), away = jit_block(c, "away"), look = jit_block(c, "closer");
	val aligned = LLVMBuildICmp(c->b, LLVMIntEQ, odd, jit_int(c, 64, 0), "");
	jit_likely(c, LLVMBuildAnd(c->b, ok, aligned, ""), true, on, look);
	jit_at(c, look);
	if (is_shared_space(m->space)) {
		jit_goto(c, away);
	} else {
		val arg[3] = {c->w, at, jit_int(c, 64, span)};
		val valid = jit_call(c, offsetof(struct services, reach), c->i32, arg, 3);
		valid = LLVMBuildICmp(c->b, LLVMIntNE, valid, jit_int(c, 32, 0), "");
		jit_if(c, LLVMBuildAnd(c->b, valid, aligned, ""), on, away);
	}
	jit_at(c, away);
	jit_deopt_before(c, m->in);
	jit_at(c, on);
	return host_pointer(c, m, base, LLVMBuildSub(c->b, base, low, ""));
}

static void join_group(struct fn *c, struct mem *m) {
	u32 i = (u32)(m->in - c->f->inst);
	if (m->how.kind == VALUE_DIVERGENT || !may_group(c, m))
		return;
	if (!c->group_of[i]) {
		struct mem_group g = find_group(c, m);
		if (g.n < 2 || g.end - g.first > GROUP_SPAN)
			return;
		c->group_of[i] = i + 1;
	}
	if (c->group_of[i] == i + 1) {
		struct mem_group g = find_group(c, m);
		c->group_ptr[i] = group_pointer(c, m, &g);
	}
	m->group = c->group_ptr[c->group_of[i] - 1];
	m->checked = m->group != NULL;
}

/* ---- the instruction ------------------------------------------------------------------------ */

static void kernel_param(struct fn *c, struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	u64 off = symbol(c, m)->param_offset + (u64)o->value;
	for (u32 e = 0; e < m->n; e++) {
		val base = jit_once(c, ONCE_PARAM);
		bb here = jit_prologue(c);
		val v = jit_field(c, base, off + e * m->size, mem_int(c, m), "");
		LLVMSetAlignment(v, m->size);
		jit_prologue_end(c, here);
		bool scalar = m->elem[e]->kind == OPR_REG && jit_is_scalar(c, m->elem[e]->index);
		for (u32 k = 0; k < c->nchunk; k++)
			m->value[e][k] = scalar ? v : jit_splat(c, v);
	}
	set_loaded(c, m);
	for (u32 e = 0; e < m->n; e++)
		if (m->elem[e]->kind == OPR_REG && jit_is_scalar(c, m->elem[e]->index) && !c->is_guarded) {
			u32 reg = m->elem[e]->index;
			bb here = jit_prologue(c);
			jit_reg_fix(c, reg, 0, to_register(c, m, reg, m->value[e][0]));
			jit_prologue_end(c, here);
		}
}

static bool param_in_bounds(const struct fn *c, const struct mem *m) {
	s64 off = (s64)symbol(c, m)->param_offset + m->in->operand[m->ai].value;
	return off >= 0 && (u64)off % m->bytes == 0 && (u64)off + m->bytes <= c->f->param_bytes;
}

static void access_uniform(struct fn *c, struct mem *m) {
	val p = pointer(c, m, scalar_address(c, m), m->bytes);
	explain_access(c, m->in, "uniform", "the address is equal in all lanes");
	if (m->is_load)
		uniform_load(c, m, p);
	else
		uniform_store(c, m, p);
}

/* Under a mask the lanes at the ends may be the ones that are not there: what cannot be checked for all
 * lanes is accessed lane by lane. */
static bool access_partly(struct fn *c, struct mem *m, const struct mask *em) {
	if (em->full || m->checked || !can_scatter(c, m))
		return false;
	explain_access(c, m->in, "contiguous, masked", "the addresses rise by the size of the access");
	val addr = scalar_address(c, m), total, low = prologue_pair(c, m, &total);
	val off = LLVMBuildSub(c->b, addr, low, "");
	val ok = in_range(c, off, total, m->bytes * WARP_LANES, log2_of(m->bytes));
	struct ways w[MAX_CHUNKS];
	bb line = jit_block(c, "line"), apart = jit_block(c, "lanes"), end = jit_block(c, "partly");
	jit_likely(c, ok, true, line, apart);
	jit_at(c, line);
	val p = host_pointer(c, m, addr, off);
	for (u32 k = 0; k < c->nchunk; k++) {
		val at = jit_gep(c, p, jit_int(c, 64, (u64)k * c->width * m->bytes));
		if (m->is_load)
			consecutive_load(c, m, at, k, em);
		else
			consecutive_store(c, m, at, k, em);
	}
	for (u32 k = 0; k < c->nchunk; k++) {
		w[k] = (struct ways){.end = end, .n = 1, .from = {LLVMGetInsertBlock(c->b)}};
		for (u32 e = 0; e < m->n; e++)
			w[k].value[0][e] = m->value[e][k];
	}
	jit_goto(c, end);
	jit_at(c, apart);
	for (u32 k = 0; k < c->nchunk; k++)
		chunk_scattered(c, m, chunk_address(c, m, k), k, em);
	for (u32 k = 0; k < c->nchunk; k++) {
		w[k].from[1] = LLVMGetInsertBlock(c->b);
		for (u32 e = 0; e < m->n; e++)
			w[k].value[1][e] = m->value[e][k];
		w[k].n = 2;
	}
	jit_goto(c, end);
	for (u32 k = 0; k < c->nchunk; k++)
		join_ways(c, m, &w[k], k);
	jit_at(c, end);
	return true;
}

static void access_consecutive(struct fn *c, struct mem *m, const struct mask *em) {
	if (access_partly(c, m, em))
		return;
	val p = pointer(c, m, scalar_address(c, m), m->bytes * WARP_LANES);
	explain_access(c, m->in, em->full ? "contiguous" : "contiguous, masked",
	               "the addresses rise by the size of the access");
	for (u32 k = 0; k < c->nchunk; k++) {
		val at = jit_gep(c, p, jit_int(c, 64, (u64)k * c->width * m->bytes));
		if (m->is_load)
			consecutive_load(c, m, at, k, em);
		else
			consecutive_store(c, m, at, k, em);
	}
}

static void access_any(struct fn *c, struct mem *m, const struct mask *em) {
	explain_scattered(c, m->in, &m->how, m->space, !em->full);
	for (u32 k = 0; k < c->nchunk; k++)
		chunk_by_looks(c, m, k, em);
}

/* Both the access that was made and the interpreter's function, if somebody goes there, end up here. */
static void slow_path(struct fn *c, struct mem *m, u32 fork) {
	if (!m->slow) {
		jit_fork_keep(c, fork);
		return;
	}
	struct reg_arm arm[2];
	bb done = jit_block(c, "done");
	jit_fork_end(c, fork, &arm[0]);
	jit_goto(c, done);
	jit_at(c, m->slow);
	/* the guard has been looked at: the mask says who executes it */
	u32 poll = c->poll_cost;
	fork = jit_fork(c);
	jit_exec_lanes(c, m->in);
	c->poll_cost = poll;
	jit_fork_end(c, fork, &arm[1]);
	jit_goto(c, done);
	jit_at(c, done);
	jit_join(c, arm);
}

/* What the instruction reads is read before the paths part, so that it is known behind them. */
static void read_first(void *ctx, u32 reg, enum reg_role role) {
	struct fn *c = ctx;
	for (u32 k = 0; role != REG_WRITTEN && k < (jit_is_scalar(c, reg) ? 1 : c->nchunk); k++)
		if (jit_is_scalar(c, reg))
			jit_reg_scalar(c, reg);
		else
			jit_reg_chunk(c, reg, k);
}

static bool scalar_dest_needs_uniform(struct fn *c, const struct mem *m) {
	for (u32 e = 0; m->is_load && e < m->n; e++)
		if (m->elem[e]->kind == OPR_REG && jit_is_scalar(c, m->elem[e]->index) &&
		    m->how.kind != VALUE_UNIFORM)
			return true;
	return false;
}

/* Some way other than the interpreter's function is worth its code. */
static bool has_ways(const struct fn *c, const struct mem *m, const struct mask *em) {
	if (can_scatter(c, m))
		return true;
	if (m->how.kind == VALUE_AFFINE && m->how.stride != (s64)m->bytes)
		return false;
	return m->space != SPACE_LOCAL && (m->is_load || m->n == 1 || em->full);
}

bool jit_mem(struct fn *c, const struct inst *in) {
	struct mem m;
	if (!describe(c, &m, in))
		return false;
	if (is_kernel_param(c, &m)) {
		if (!m.is_load || !param_in_bounds(c, &m))
			return false;
		kernel_param(c, &m);
		explain_access(c, in, "uniform", "a parameter of the kernel");
		return true;
	}
	m.how = jit_operand_value(c, &in->operand[m.ai], 64);
	if (m.space == SPACE_LOCAL)
		m.how.kind = VALUE_DIVERGENT; /* every lane has its own */
	if (scalar_dest_needs_uniform(c, &m))
		return false;
	struct mask em = c->em;
	if (m.how.kind == VALUE_UNIFORM && !m.is_load && !em.full)
		for (u32 e = 0; e < m.n; e++)
			if (jit_operand_value(c, m.elem[e], 64).kind != VALUE_UNIFORM)
				m.how.kind = VALUE_DIVERGENT;
	bool line = m.how.kind == VALUE_AFFINE && m.how.stride == (s64)m.bytes && (em.full || m.n == 1);
	if (m.how.kind != VALUE_UNIFORM && !line && !has_ways(c, &m, &em))
		return false;
	m.checked = inside_symbol(c, &m);
	join_group(c, &m);
	inst_each_reg(c->f, in, read_first, c);
	u32 fork = jit_fork(c);
	if (!m.is_load && !(m.how.kind == VALUE_UNIFORM))
		for (u32 e = 0; e < m.n; e++)
			for (u32 k = 0; k < c->nchunk; k++)
				m.value[e][k] = to_memory(c, &m, m.elem[e], k);
	if (m.how.kind == VALUE_UNIFORM)
		access_uniform(c, &m);
	else if (line)
		access_consecutive(c, &m, &em);
	else
		access_any(c, &m, &em);
	if (m.is_load)
		set_loaded(c, &m);
	slow_path(c, &m, fork);
	return true;
}
