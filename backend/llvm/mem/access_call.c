/* access_call.c - loads and stores as calls. An access in which each lane goes to a place
 * of its own is fifty to a hundred of LLVM's instructions, which are most of the time
 * that a large kernel takes to compile. There it is a call of a function that the module
 * has once for each kind of access, and that takes about as long as code in line:
 *
 *     u32 access(struct warp *w, address, value, u32 pc, u32 n, u32 mask)
 *
 *     address   a vector: i64, where its register is at home in the frame, and i64, which
 *               is added to each lane; or i64, the address that all lanes have
 *     value     i64: where the register that is loaded or stored is at home; or what all
 *               lanes store
 *
 *            all lanes in valid global memory -----> accesses there
 *                  | no (generic)
 *            all lanes in the cta's shared memory -> accesses there
 *                  | no
 *            all lanes in their local memory ------> accesses there
 *                  | no
 *            services.access                         finds other windows, or the fault
 *
 * The result is that of the service. What is loaded is at home then.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "backend/llvm/alu/builder.h"
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/explain.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/mem/confine.h"
#include "backend/llvm/mem/mem.h"
#include "backend/machine/access.h"

/* What decides the function's code; its name has all of it. */
struct kind {
	bool is_load, is_signed;
	bool one_address, one_value;  /* in all lanes */
	bool all;                     /* 32 lanes take part */
	u32 size;                     /* of the element in memory, bytes */
	u32 address_bits, value_bits; /* of the registers */
	enum { REACH, REACH_OR_WINDOW, LOCAL } where;
};

/* ---- which accesses ---------------------------------------------------------------- */

static bool is_plain(const struct operand *o) {
	return !o->negated && !o->sel;
}

/* Checks for a vector register, or, if it may be one, for a scalar. */
static bool has_home(const struct fn *c, u32 reg, bool may_be_scalar) {
	u32 class = c->reg[reg].class;
	return (class == REG_VECTOR || (may_be_scalar && class == REG_SCALAR)) &&
	       c->df->reg[reg] != REF_NONE;
}

static bool describe(struct fn *c, const struct mem *m, struct kind *k) {
	const struct operand *o = &m->in->operand[m->ai], *v = m->elem[0];
	bool is_reg = o->kind == OPR_ADDR_REG, one_value = false;
	if (m->n != 1 || !is_plain(v) || (is_reg && !has_home(c, o->index, true)))
		return false;
	if (v->kind == OPR_REG) {
		const struct jreg *r = &c->reg[v->index];
		one_value = r->class == REG_SCALAR;
		if (!has_home(c, v->index, !m->is_load) || r->bits < m->size * 8 ||
		    r->bits > 64)
			return false;
	} else if (v->kind != OPR_IMM) {
		return false;
	}
	one_value |= v->kind == OPR_IMM;
	bool one_address = !is_reg || c->reg[o->index].class == REG_SCALAR;
	*k = (struct kind){.is_load = m->is_load,
	                   .is_signed = m->is_load && type_info[m->type].class == 'S',
	                   .one_address = one_address,
	                   .one_value = one_value,
	                   .size = m->size,
	                   .address_bits = one_address ? 64 : c->reg[o->index].bits,
	                   .value_bits = one_value ? 64 : c->reg[v->index].bits,
	                   .where = m->space == SPACE_GENERIC ? REACH_OR_WINDOW
	                            : m->space == SPACE_LOCAL ? LOCAL
	                                                      : REACH};
	return true;
}

/* In loops of the final code accesses to global memory stay in line, where an index of 32
 * bits is all that a gather needs (gather_scatter.c). */
static bool is_worth_it(const struct fn *c, const struct mem *m) {
	bool often = cfg_loop_depth(c->cfg, c->block) && !c->opt.is_quick;
	return c->opt.is_large &&
	       (m->space == SPACE_GENERIC || m->space == SPACE_LOCAL ||
	        (m->space == SPACE_GLOBAL && m->how.kind == VALUE_DIVERGENT && !often));
}

static bool is_possible(const struct fn *c) {
	return !coarsen_away(c) && !jit_accesses_stand_alone(c);
}

/* ---- the function ------------------------------------------------------------------ */

enum { WARP, ADDRESS, OFFSET, VALUE, PC, COUNT, MASK, NPARAM };

struct body {
	struct fn *c;
	const struct kind *kind;
	val fn;
	val frame, mask;
	val lanes[MAX_CHUNKS];        /* that take part: i1 */
	val address[MAX_CHUNKS], one; /* of the lanes, or of all */
	val nowhere;                  /* for those that take no part */
	bb slow;
};

static val param(const struct body *x, u32 i) {
	return LLVMGetParam(x->fn, i);
}

static val warp_field(const struct body *x, size_t off, typ t) {
	return jit_field(x->c, param(x, WARP), off, t, "");
}

static typ vector_of(const struct body *x, u32 bits) {
	return jit_vec(x->c, jit_int_type(x->c, bits));
}

/* Chunk k of a register at home. */
static val home(const struct body *x, val place, u32 bits, u32 k) {
	struct fn *c = x->c;
	return jit_gep(c, jit_gep(c, x->frame, place),
	               jit_int(c, 64, (u64)k * c->width * bits / 8));
}

static val load_home(const struct body *x, val place, u32 bits, u32 k) {
	return mem_load_at(x->c, vector_of(x, bits), home(x, place, bits, k),
	                   MIN(x->c->width * bits / 8, 64u));
}

static void begin(struct body *x) {
	struct fn *c = x->c;
	const struct kind *d = x->kind;
	x->frame = warp_field(x, offsetof(struct warp, base[BASE_FRAME]), c->ptr);
	x->mask = param(x, MASK);
	x->nowhere = LLVMBuildAlloca(c->b, c->i64, "nowhere");
	for (u32 k = 0; k < c->nchunk && d->all; k++)
		x->lanes[k] = LLVMConstAllOnes(jit_vec(c, c->i1));
	if (!d->all)
		jit_chunks_of(c, x->mask, x->lanes);
	if (d->one_address) {
		x->one = param(x, ADDRESS);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++) {
		val at = load_home(x, param(x, ADDRESS), d->address_bits, k);
		val off = jit_resize(c, param(x, OFFSET), d->address_bits, false);
		at = LLVMBuildAdd(c->b, at, jit_splat(c, off), "");
		x->address[k] = jit_resize(c, at, 64, false);
	}
}

/* Offsets are valid if neither they nor their distances from the last valid one are
 * negative, and multiples of the size: bits that must not be there are collected. */
struct check {
	val last, negative, odd; /* NULL: none yet */
};

static val either(struct fn *c, val a, val b) {
	return a ? LLVMBuildOr(c->b, a, b, "") : b;
}

static void check_offset(struct fn *c, struct check *k, val off) {
	bool is_vector = LLVMGetTypeKind(LLVMTypeOf(off)) == LLVMVectorTypeKind;
	val last = is_vector ? jit_splat(c, k->last) : k->last;
	k->negative = either(c, k->negative, off);
	k->negative = either(c, k->negative, LLVMBuildSub(c->b, last, off, ""));
	k->odd = either(c, k->odd, off);
}

static val is_valid(const struct body *x, const struct check *k) {
	struct fn *c = x->c;
	typ t = LLVMTypeOf(k->odd);
	bool is_vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	val low = jit_int(c, 64, x->kind->size - 1);
	val odd = LLVMBuildAnd(c->b, k->odd, is_vector ? jit_splat(c, low) : low, "");
	val bad = LLVMBuildOr(c->b, k->negative, LLVMBuildNeg(c->b, odd, ""), "");
	val ok = LLVMBuildICmp(c->b, LLVMIntSGE, bad, LLVMConstNull(t), "");
	return is_vector ? jit_chunk_all(c, ok) : ok;
}

/* Goes to `yes` if the bytes of all lanes lie in the `total` after `low`. */
static void test(struct body *x, val low, val total, bb yes, bb no) {
	struct fn *c = x->c;
	struct check k = {
		.last = LLVMBuildSub(c->b, total, jit_int(c, 64, x->kind->size), "")};
	if (x->one)
		check_offset(c, &k, LLVMBuildSub(c->b, x->one, low, ""));
	for (u32 i = 0; i < c->nchunk && !x->one; i++) {
		val off = LLVMBuildSub(c->b, x->address[i], jit_splat(c, low), "");
		if (!x->kind->all)
			off = LLVMBuildSelect(c->b, x->lanes[i], off,
			                      LLVMConstNull(LLVMTypeOf(off)), "");
		check_offset(c, &k, off);
	}
	jit_if(c, is_valid(x, &k), yes, no);
}

/* ---- the accesses of it ---- */

static typ element(const struct body *x) {
	return jit_int_type(x->c, x->kind->size * 8);
}

/* Half a chunk's pointers fill a vector of the host, as a rule. */
static val gathered(const struct body *x, val p, val lanes, u32 first, u32 n) {
	struct fn *c = x->c;
	typ t = LLVMVectorType(element(x), n), over[2] = {t, LLVMVectorType(c->ptr, n)};
	val arg[4] = {mem_piece(c, p, first, n), jit_int(c, 32, x->kind->size),
	              mem_piece(c, lanes, first, n), LLVMConstNull(t)};
	return jit_intrinsic(c, "llvm.masked.gather", over, 2, arg, 4);
}

static val lane_of(const struct body *x, val v, u32 l) {
	return LLVMBuildExtractElement(x->c->b, v, jit_int(x->c, 32, l), "");
}

/* p: the lanes' pointers; those that take no part have a place, too. */
static val loaded(const struct body *x, val p, u32 k) {
	struct fn *c = x->c;
	if (c->host->has_gather && x->kind->size >= 4) {
		u32 n = c->width / mem_pieces(c, 64);
		if (n == c->width)
			return gathered(x, p, x->lanes[k], 0, n);
		val low = gathered(x, p, x->lanes[k], 0, n),
		    high = gathered(x, p, x->lanes[k], n, n);
		return mem_join(c, low, high, n);
	}
	val v = LLVMGetPoison(jit_vec(c, element(x)));
	for (u32 l = 0; l < c->width; l++)
		v = LLVMBuildInsertElement(
			c->b, v,
			mem_load_at(c, element(x), lane_of(x, p, l), x->kind->size),
			jit_int(c, 32, l), "");
	return v;
}

/* In ascending order: of lanes that store to one place the highest wins. */
static void store_lanes(const struct body *x, val p, val v) {
	for (u32 l = 0; l < x->c->width; l++)
		LLVMSetAlignment(
			LLVMBuildStore(x->c->b, lane_of(x, v, l), lane_of(x, p, l)),
			x->kind->size);
}

static void set_loaded(const struct body *x, val v, u32 k) {
	struct fn *c = x->c;
	u32 bits = x->kind->value_bits;
	v = jit_resize(c, v, bits, x->kind->is_signed);
	if (!x->kind->all)
		v = LLVMBuildSelect(c->b, x->lanes[k], v,
		                    load_home(x, param(x, VALUE), bits, k), "");
	LLVMSetAlignment(LLVMBuildStore(c->b, v, home(x, param(x, VALUE), bits, k)),
	                 MIN(c->width * bits / 8, 64u));
}

static val to_store(const struct body *x, u32 k) {
	struct fn *c = x->c;
	const struct kind *d = x->kind;
	val v = d->one_value ? jit_splat(c, param(x, VALUE))
	                     : load_home(x, param(x, VALUE), d->value_bits, k);
	return jit_resize(c, v, d->size * 8, false);
}

/* at: the lanes' host addresses, i64. */
static void access_lanes(const struct body *x, const val *at) {
	struct fn *c = x->c;
	val nowhere = LLVMBuildPtrToInt(c->b, x->nowhere, c->i64, "");
	for (u32 k = 0; k < c->nchunk; k++) {
		val p = at[k];
		if (!x->kind->all)
			p = LLVMBuildSelect(c->b, x->lanes[k], p, jit_splat(c, nowhere),
			                    "");
		p = LLVMBuildIntToPtr(c->b, p, LLVMVectorType(c->ptr, c->width), "");
		if (x->kind->is_load)
			set_loaded(x, loaded(x, p, k), k);
		else
			store_lanes(x, p, to_store(x, k));
	}
}

/* All lanes go to one place: of those that store, the highest wins. */
static void access_one(const struct body *x) {
	struct fn *c = x->c;
	const struct kind *d = x->kind;
	val p = LLVMBuildIntToPtr(c->b, x->one, c->ptr, "");
	if (d->is_load) {
		val v = jit_splat(c, mem_load_at(c, element(x), p, d->size));
		for (u32 k = 0; k < c->nchunk; k++)
			set_loaded(x, v, k);
		return;
	}
	val v = param(x, VALUE);
	if (!d->one_value) {
		val arg[2] = {x->mask, jit_int(c, 1, 1)};
		val lane = jit_intrinsic(c, "llvm.ctlz", &c->i32, 1, arg, 2);
		lane = LLVMBuildXor(c->b, lane, jit_int(c, 32, WARP_LANES - 1), "");
		val off = LLVMBuildMul(c->b, jit_resize(c, lane, 64, false),
		                       jit_int(c, 64, d->value_bits / 8), "");
		val at = jit_gep(c, jit_gep(c, x->frame, v), off);
		v = mem_load_at(c, jit_int_type(c, d->value_bits), at, d->value_bits / 8);
	}
	LLVMSetAlignment(LLVMBuildStore(c->b, jit_resize(c, v, d->size * 8, false), p),
	                 d->size);
}

static void done(const struct body *x) {
	LLVMBuildRet(x->c->b, jit_int(x->c, 32, STEP_NEXT));
}

static bb try_reach(struct body *x) {
	struct fn *c = x->c;
	val worker = warp_field(x, offsetof(struct warp, worker), c->ptr);
	val low = jit_field(c, worker, offsetof(struct worker, reach_low), c->i64, ""),
	    size = jit_field(c, worker, offsetof(struct worker, reach_size), c->i64, "");
	bb yes = jit_block(c, "reach"), no = jit_block(c, "beyond");
	test(x, low, size, yes, no);
	jit_at(c, yes);
	if (x->one)
		access_one(x);
	else
		access_lanes(x, x->address);
	done(x);
	return no;
}

static val launch_of(const struct body *x, val cta) {
	return jit_field(x->c, cta, offsetof(struct cta, launch), x->c->ptr, "");
}

/* Where a window begins; offset: of it in the map of addresses. */
static val window_base(const struct body *x, val launch, size_t offset) {
	struct fn *c = x->c;
	val machine = jit_field(c, launch, offsetof(struct launch, machine), c->ptr, "");
	size_t at = offsetof(struct machine, map) + offset +
	            offsetof(struct window, base);
	return jit_field(c, machine, at, c->i64, "");
}

/* The cta's own shared memory; that of others in its cluster is left to the slow way. */
static bb try_shared(struct body *x) {
	struct fn *c = x->c;
	val cta = warp_field(x, offsetof(struct warp, cta), c->ptr);
	val launch = launch_of(x, cta), at[MAX_CHUNKS];
	val low = window_base(x, launch, offsetof(struct arena_map, shared));
	val rank = jit_field(c, cta, offsetof(struct cta, rank), c->i32, "");
	rank = LLVMBuildShl(c->b, jit_resize(c, rank, 64, false),
	                    jit_int(c, 64, SHARED_RANK_SHIFT), "");
	low = LLVMBuildAdd(c->b, low, rank, "");
	val total = jit_field(c, launch, offsetof(struct launch, shared_total), c->i32,
	                      "");
	bb yes = jit_block(c, "shared"), no = jit_block(c, "beyond");
	test(x, low, jit_resize(c, total, 64, false), yes, no);
	jit_at(c, yes);
	val more = jit_field(c, cta, offsetof(struct cta, shared), c->i64, "");
	more = LLVMBuildSub(c->b, more, low, "");
	for (u32 k = 0; k < c->nchunk; k++) {
		val of = x->one ? jit_splat(c, x->one) : x->address[k];
		at[k] = LLVMBuildAdd(c->b, of, jit_splat(c, more), "");
	}
	access_lanes(x, at);
	done(x);
	return no;
}

static val local_window(const struct body *x) {
	struct fn *c = x->c;
	if (x->kind->where == LOCAL)
		return jit_int(c, 64, 0);
	val cta = warp_field(x, offsetof(struct warp, cta), c->ptr);
	return window_base(x, launch_of(x, cta), offsetof(struct arena_map, local));
}

static void try_local(struct body *x) {
	struct fn *c = x->c;
	val low = local_window(x), at[MAX_CHUNKS];
	val limit = warp_field(x, offsetof(struct warp, local_limit), c->i32);
	bb yes = jit_block(c, "own");
	test(x, low, jit_resize(c, limit, 64, false), yes, x->slow);
	jit_at(c, yes);
	val local = warp_field(x, offsetof(struct warp, local), c->i64);
	val stride = warp_field(x, offsetof(struct warp, local_stride), c->i64);
	val more = LLVMBuildSub(c->b, local, low, "");
	for (u32 k = 0; k < c->nchunk; k++) {
		val lane = LLVMBuildMul(c->b, jit_splat(c, stride), jit_iota(c, 64, k, 1),
		                        "");
		val of = x->one ? jit_splat(c, x->one) : x->address[k];
		at[k] = LLVMBuildAdd(
			c->b, of, LLVMBuildAdd(c->b, jit_splat(c, more), lane, ""), "");
	}
	access_lanes(x, at);
	done(x);
}

static void slow_way(struct body *x) {
	struct fn *c = x->c;
	jit_at(c, x->slow);
	val services = warp_field(x, WARP_OFFSET(services), c->ptr);
	val f = jit_field(c, services, offsetof(struct services, access), c->ptr, "");
	val arg[4] = {param(x, WARP), param(x, PC), param(x, COUNT), x->mask};
	typ t[4] = {c->ptr, c->i32, c->i32, c->i32};
	LLVMBuildRet(c->b, LLVMBuildCall2(c->b, LLVMFunctionType(c->i32, t, 4, false), f,
	                                  arg, 4, ""));
}

static void emit_body(struct body *x) {
	struct fn *c = x->c;
	x->slow = jit_block(c, "slow");
	jit_at(c, jit_block(c, "entry"));
	begin(x);
	if (x->kind->where != LOCAL) {
		bb beyond = try_reach(x);
		jit_at(c, beyond);
	}
	if (x->kind->where == REACH_OR_WINDOW) {
		bb beyond = try_shared(x);
		jit_at(c, beyond);
	}
	if (x->kind->where == REACH)
		jit_goto(c, x->slow);
	else
		try_local(x);
	slow_way(x);
}

static void name_of(const struct kind *k, char *name, size_t size) {
	static const char *const where[] = {"global", "generic", "local"};
	snprintf(name, size, "%s.%s.%u%s.%u%s.%u%s%s", k->is_load ? "load" : "store",
	         where[k->where], k->size * 8, k->is_signed ? "s" : "", k->address_bits,
	         k->one_address ? "one" : "", k->value_bits, k->one_value ? "one" : "",
	         k->all ? "" : ".some");
}

/* The module's function, made when it is first called. */
static val function_for(struct fn *c, const struct kind *k, typ t) {
	char name[80];
	name_of(k, name, sizeof name);
	val fn = LLVMGetNamedFunction(c->mod, name);
	if (fn)
		return fn;
	fn = e_new_function(c->ctx, c->mod, name, t);
	engine_tune(fn, c->host);
	struct body x = {.c = c, .kind = k, .fn = fn};
	LLVMBuilderRef b = c->b;
	val outer = c->fn;
	bb last = c->values.last_block;
	c->b = LLVMCreateBuilderInContext(c->ctx);
	c->fn = fn;
	c->values.last_block = NULL;
	emit_body(&x);
	LLVMDisposeBuilder(c->b);
	c->b = b;
	c->fn = outer;
	c->values.last_block = last;
	return fn;
}

/* ---- the call ---------------------------------------------------------------------- */

static val place_of(struct fn *c, u32 reg) {
	return jit_int(c, 64, REF_OFF(c->df->reg[reg]));
}

static val call(struct fn *c, const struct mem *m, const struct kind *k, val mask) {
	const struct operand *o = &m->in->operand[m->ai], *v = m->elem[0];
	u32 i = (u32)(m->in - c->f->inst);
	val arg[NPARAM] = {
		[WARP] = c->w,
		[ADDRESS] = k->one_address ? mem_address(c, m) : place_of(c, o->index),
		[OFFSET] = jit_int(c, 64, k->one_address ? 0 : (u64)o->value),
		[VALUE] = k->one_value ? jit_resize(c, mem_from_register(c, m, v, SCALAR),
	                                            64, false)
	                               : place_of(c, v->index),
		[PC] = jit_int(c, 32, c->df->inst_pc[i]),
		[COUNT] = jit_int(c, 32, c->df->inst_n[i]),
		[MASK] = mask};
	typ type[NPARAM] = {c->ptr, c->i64, c->i64, c->i64, c->i32, c->i32, c->i32};
	typ t = LLVMFunctionType(c->i32, type, NPARAM, false);
	return LLVMBuildCall2(c->b, t, function_for(c, k, t), arg, NPARAM, "");
}

bool mem_by_call(struct fn *c, const struct mem *m) {
	struct kind k;
	if (!is_possible(c) || !is_worth_it(c, m) || !describe(c, m, &k))
		return false;
	struct mask em = c->em;
	k.all = em.full;
	jit_exec_begin(c, m->in);
	jit_exec_end(c, m->in, call(c, m, &k, jit_mask_bits(c, &em)));
	explain_access(c, m->in, "call", "the kernel is large");
	return true;
}
