/* value.c - constants, casts, loads of the machine's fields, basic blocks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/alu/builder.h"
#include "backend/llvm/fn.h"
#include "base/hash.h"

val jit_int(struct fn *c, u32 bits, u64 v) {
	return LLVMConstInt(jit_int_type(c, bits), v, false);
}

typ jit_int_type(struct fn *c, u32 bits) {
	switch (bits) {
	case 1: return c->i1;
	case 8: return c->i8;
	case 16: return c->i16;
	case 32: return c->i32;
	case 64: return c->i64;
	case 128: return c->i128;
	default: return LLVMIntTypeInContext(c->ctx, bits);
	}
}

typ jit_vec(struct fn *c, typ lane) {
	return LLVMVectorType(lane, c->width);
}

typ jit_lane_type(struct fn *c, enum type t) {
	if (t == TYPE_F32 || t == TYPE_TF32)
		return c->f32;
	if (t == TYPE_F64)
		return c->f64;
	return jit_int_type(c, type_info[t].lane_bits);
}

static bool is_vector(val v) {
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

/* Finds the value of type t that the block at hand has made of `of`. Code goes to the end
 * of blocks, or before the branch that ends them, so it comes after that. None is
 * forgotten: which one were would hang on the addresses of LLVM's values, and the code
 * would differ from one run to the next. */
static struct made *made_of(struct fn *c, val of, typ t) {
	bb here = LLVMGetInsertBlock(c->b);
	u64 key = hash_number(hash_number((uintptr_t)of, (uintptr_t)t), (uintptr_t)here);
	u64 *first = map_at(&c->values.made, key);
	struct made *m = (struct made *)(uintptr_t)*first;
	while (m && (m->of != of || m->block != here || m->type != t))
		m = m->next;
	if (m)
		return m;
	m = arena_new(c->a, struct made);
	*m = (struct made){.of = of,
	                   .block = here,
	                   .type = t,
	                   .next = (struct made *)(uintptr_t)*first};
	*first = (uintptr_t)m;
	return m;
}

val jit_splat(struct fn *c, val scalar) {
	typ t = jit_vec(c, LLVMTypeOf(scalar));
	if (LLVMIsConstant(scalar)) {
		val lane[32];
		for (u32 i = 0; i < c->width; i++)
			lane[i] = scalar;
		return LLVMConstVector(lane, c->width);
	}
	struct made *m = made_of(c, scalar, t);
	if (m->is)
		return m->is;
	val one = LLVMBuildInsertElement(c->b, LLVMGetPoison(t), scalar,
	                                 jit_int(c, 32, 0), "");
	return m->is = LLVMBuildShuffleVector(c->b, one, LLVMGetPoison(t),
	                                      LLVMConstNull(jit_vec(c, c->i32)), "");
}

val jit_lanes(struct fn *c, u32 bits, u32 k, const struct uniform_value *how) {
	val lane[WARP_LANES];
	for (u32 i = 0; i < c->width; i++)
		lane[i] = jit_int(c, bits, (u64)uniform_lane(how, k * c->width + i));
	return LLVMConstVector(lane, c->width);
}

val jit_iota(struct fn *c, u32 bits, u32 k, s64 stride) {
	val lane[32];
	for (u32 i = 0; i < c->width; i++)
		lane[i] = jit_int(c, bits, (u64)(stride * (s64)(k * c->width + i)));
	return LLVMConstVector(lane, c->width);
}

val jit_cast(struct fn *c, val v, typ to) {
	if (is_vector(v) && LLVMGetTypeKind(to) != LLVMVectorTypeKind)
		to = jit_vec(c, to);
	if (LLVMTypeOf(v) == to)
		return v;
	if (LLVMIsConstant(v))
		return LLVMBuildBitCast(c->b, v, to, "");
	struct made *m = made_of(c, v, to);
	if (!m->is)
		m->is = LLVMBuildBitCast(c->b, v, to, "");
	return m->is;
}

val jit_resize(struct fn *c, val v, u32 bits, bool is_signed) {
	typ lane = jit_int_type(c, bits), t = is_vector(v) ? jit_vec(c, lane) : lane;
	typ own = is_vector(v) ? LLVMGetElementType(LLVMTypeOf(v)) : LLVMTypeOf(v);
	u32 have = LLVMGetIntTypeWidth(own);
	if (have == bits)
		return v;
	if (have > bits)
		return e_to_narrow(c->b, v, t);
	return is_signed ? LLVMBuildSExt(c->b, v, t, "") : e_to_wide(c->b, v, t);
}

val jit_gep(struct fn *c, val base, val off) {
	return LLVMBuildGEP2(c->b, c->i8, base, &off, 1, "");
}

val jit_field(struct fn *c, val base, size_t off, typ t, const char *name) {
	val p = jit_gep(c, base, jit_int(c, 64, off));
	val v = LLVMBuildLoad2(c->b, t, p, name);
	u32 kind = LLVMGetMDKindIDInContext(c->ctx, "invariant.load", 14);
	LLVMSetMetadata(
		v, kind,
		LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, NULL, 0)));
	return v;
}

val jit_own_constant(struct fn *c, u64 index, typ t) {
	val key = jit_int(c, 64, index);
	struct made *m = made_of(c, key, t);
	if (!m->is)
		m->is = jit_field(c, c->values.constants, index * sizeof(u64), t, "");
	return m->is;
}

val jit_call(struct fn *c, size_t service, typ ret, val *arg, u32 n) {
	typ t[8];
	for (u32 i = 0; i < n; i++)
		t[i] = LLVMTypeOf(arg[i]);
	val fp = jit_field(c, jit_once(c, ONCE_SERVICES), service, c->ptr, "");
	return LLVMBuildCall2(c->b, LLVMFunctionType(ret, t, n, false), fp, arg, n, "");
}

val jit_intrinsic(struct fn *c, const char *name, typ *over, u32 nover, val *arg, u32 n) {
	u32 id = LLVMLookupIntrinsicID(name, strlen(name));
	val fn = LLVMGetIntrinsicDeclaration(c->mod, id, over, nover);
	typ t = LLVMIntrinsicGetType(c->ctx, id, over, nover);
	return LLVMBuildCall2(c->b, t, fn, arg, n, "");
}

/* ---- what is loaded once ---- */

static bool is_of_warp(u32 which) {
	return which == ONCE_FRAME || which == ONCE_WARP_PAGE || which == ONCE_LOCAL ||
	       which == ONCE_LOCAL_BASE;
}

val jit_any_warp(struct fn *c) {
	return LLVMGetParam(c->fn, 0);
}

static val of_image(struct fn *c, size_t at, typ t) {
	val image = jit_field(c, jit_once(c, ONCE_LAUNCH), offsetof(struct launch, image),
	                      c->ptr, "");
	return jit_field(c, image, at, t, "");
}

static val once(struct fn *c, enum once which) {
	size_t map = offsetof(struct machine, map);
	switch (which) {
	case ONCE_CTA:
		return jit_field(c, jit_any_warp(c), offsetof(struct warp, cta), c->ptr,
		                 "cta");
	case ONCE_SERVICES:
		return jit_field(c, jit_any_warp(c), WARP_OFFSET(services), c->ptr,
		                 "services");
	case ONCE_WORKER:
		return jit_field(c, jit_any_warp(c), offsetof(struct warp, worker),
		                 c->ptr, "worker");
	case ONCE_FRAME:
		return jit_field(c, c->w, offsetof(struct warp, base[BASE_FRAME]), c->ptr,
		                 "frame");
	case ONCE_WARP_PAGE:
		return jit_field(c, c->w, offsetof(struct warp, base[BASE_WARP]), c->ptr,
		                 "page");
	case ONCE_LOCAL:
		return jit_field(c, c->w, offsetof(struct warp, local), c->ptr, "local");
	case ONCE_LOCAL_LIMIT:
		return jit_field(c, jit_any_warp(c), offsetof(struct warp, local_limit),
		                 c->i32, "");
	case ONCE_LOCAL_BASE: {
		val frame = jit_field(c, c->w, offsetof(struct warp, frame), c->ptr, "");
		return jit_field(c, frame, offsetof(struct frame, local_base), c->i32,
		                 "");
	}
	case ONCE_LAUNCH:
		return jit_field(c, jit_once(c, ONCE_CTA), offsetof(struct cta, launch),
		                 c->ptr, "launch");
	case ONCE_PARAM:
		return jit_field(c, jit_once(c, ONCE_LAUNCH),
		                 offsetof(struct launch, param), c->ptr, "param");
	case ONCE_SHARED:
		return jit_field(c, jit_once(c, ONCE_CTA), offsetof(struct cta, shared),
		                 c->ptr, "shared");
	case ONCE_SHARED_BASE: { /* address of the cta's shared memory in its window */
		val rank = jit_field(c, jit_once(c, ONCE_CTA), offsetof(struct cta, rank),
		                     c->i32, "");
		return LLVMBuildShl(c->b, rank, jit_int(c, 32, SHARED_RANK_SHIFT), "");
	}
	case ONCE_SHARED_TOTAL:
		return jit_field(c, jit_once(c, ONCE_LAUNCH),
		                 offsetof(struct launch, shared_total), c->i32, "");
	case ONCE_SHARED_OFFSET:
		return jit_field(c, jit_once(c, ONCE_LAUNCH),
		                 offsetof(struct launch, shared_offset), c->ptr, "");
	case ONCE_REACH_LOW:
		return jit_field(c, jit_once(c, ONCE_WORKER),
		                 offsetof(struct worker, reach_low), c->i64, "low");
	case ONCE_REACH_SIZE:
		return jit_field(c, jit_once(c, ONCE_WORKER),
		                 offsetof(struct worker, reach_size), c->i64, "size");
	case ONCE_REGION_BASE:
	case ONCE_REGION_MASK: {
		val machine = jit_field(c, jit_once(c, ONCE_LAUNCH),
		                        offsetof(struct launch, machine), c->ptr, "");
		size_t at = which == ONCE_REGION_BASE
		                    ? offsetof(struct arena_map, base)
		                    : offsetof(struct arena_map, confine_mask);
		return jit_field(c, machine, map + at, c->i64, "");
	}
	case ONCE_MAP_SHARED:
	case ONCE_MAP_LOCAL: {
		val machine = jit_field(c, jit_once(c, ONCE_LAUNCH),
		                        offsetof(struct launch, machine), c->ptr, "");
		size_t at = which == ONCE_MAP_LOCAL ? offsetof(struct arena_map, local)
		                                    : offsetof(struct arena_map, shared);
		return jit_field(c, machine, map + at + offsetof(struct window, base),
		                 c->i64, "");
	}
	case ONCE_VAR_ADDR: return of_image(c, offsetof(struct image, var_addr), c->ptr);
	case ONCE_CODE_BASE:
		return of_image(c, offsetof(struct image, code_base), c->i64);
	case ONCE_CONST_LOW:
		return of_image(c, offsetof(struct image, constants.base), c->i64);
	case ONCE_CONST_SIZE:
		return of_image(c, offsetof(struct image, constants.size), c->i64);
	default: unreachable();
	}
}

bb jit_prologue(struct fn *c) {
	bb here = LLVMGetInsertBlock(c->b);
	LLVMPositionBuilderBefore(c->b, c->entries.switch_inst);
	return here;
}

bb jit_entry(struct fn *c) {
	bb here = LLVMGetInsertBlock(c->b);
	LLVMPositionBuilderBefore(c->b, c->entries.entry_br);
	return here;
}

void jit_prologue_end(struct fn *c, bb here) {
	if (here == c->entries.prologue)
		LLVMPositionBuilderBefore(c->b, c->entries.switch_inst);
	else if (here == c->entries.entry)
		LLVMPositionBuilderBefore(c->b, c->entries.entry_br);
	else
		LLVMPositionBuilderAtEnd(c->b, here);
}

val jit_once(struct fn *c, u32 which) {
	if (!c->values.once[which]) {
		bb here = is_of_warp(which) ? jit_prologue(c) : jit_entry(c);
		c->values.once[which] = once(c, (enum once)which);
		jit_prologue_end(c, here);
	}
	return c->values.once[which];
}

/* ---- basic blocks ---- */

bb jit_block(struct fn *c, const char *name) {
	return LLVMAppendBasicBlockInContext(c->ctx, c->fn, name);
}

/* Blocks stay in the order in which they are filled: LLVM's register allocator walks over
 * all those that lie between the parts of a value's life. */
void jit_at(struct fn *c, bb b) {
	if (!LLVMGetFirstInstruction(b)) {
		if (c->values.last_block && c->values.last_block != b)
			LLVMMoveBasicBlockAfter(b, c->values.last_block);
		c->values.last_block = b;
	}
	LLVMPositionBuilderAtEnd(c->b, b);
}

bool jit_has_ended(const struct fn *c) {
	return LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(c->b)) != NULL;
}

void jit_goto(struct fn *c, bb to) {
	if (!jit_has_ended(c))
		LLVMBuildBr(c->b, to);
}

/* The code generator computes which bits of a value can be set, from all its operands in
 * the same block; for bits that come out of a mask it does so for each lane again. (At
 * -O0, too, where that takes longer than all else.) */
void jit_quick_block(struct fn *c) {
	if (!c->opt.is_quick)
		return;
	bb on = jit_block(c, "further");
	jit_goto(c, on);
	jit_at(c, on);
}

void jit_if(struct fn *c, val cond, bb yes, bb no) {
	LLVMBuildCondBr(c->b, cond, yes, no);
}

void jit_likely(struct fn *c, val cond, bool likely, bb yes, bb no) {
	val br = LLVMBuildCondBr(c->b, cond, yes, no);
	LLVMMetadataRef md[3] = {
		LLVMMDStringInContext2(c->ctx, "branch_weights", 14),
		LLVMValueAsMetadata(jit_int(c, 32, likely ? 2000 : 1)),
		LLVMValueAsMetadata(jit_int(c, 32, likely ? 1 : 2000)),
	};
	u32 kind = LLVMGetMDKindIDInContext(c->ctx, "prof", 4);
	LLVMSetMetadata(br, kind,
	                LLVMMetadataAsValue(c->ctx, LLVMMDNodeInContext2(c->ctx, md, 3)));
}
