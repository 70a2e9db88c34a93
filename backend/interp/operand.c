/* operand.c - operands of the IR to references, with the conversions the lane loops
 * expect done before.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/decode.h"
#include "backend/machine/access.h"
#include "base/hash.h"

ref decode_temp(struct decoder *c, u32 bits) {
	u32 off = (u32)alignup(c->temp_used, 64);
	c->temp_used = off + (bits == 1 ? 4 : bits / 8 * WARP_LANES);
	c->temp_max = MAX(c->temp_max, c->temp_used);
	return REF(BASE_FRAME, c->frame_used + off);
}

ref decode_trash(struct decoder *c) {
	return decode_temp(c, 128);
}

/* ---- constant pool ----------------------------------------------------------------- */

static u32 pool_hash(u64 value, u32 bits) {
	u64 h = (value ^ bits) * 0x9e3779b97f4a7c15u;
	return (u32)(h >> 32);
}

static void pool_grow(struct decoder *c) {
	u32 cap = c->pool_cap ? c->pool_cap * 2 : 64;
	__typeof__(c->pool_map) old = c->pool_map;
	c->pool_map = arena_zalloc(c->scratch, cap * sizeof(*c->pool_map), 8);
	for (u32 i = 0; i < c->pool_cap; i++) {
		if (!old[i].bits)
			continue;
		u32 h = pool_hash(old[i].value, old[i].bits) & (cap - 1);
		while (c->pool_map[h].bits)
			h = (h + 1) & (cap - 1);
		c->pool_map[h] = old[i];
	}
	c->pool_cap = cap;
}

static u32 pool_splat(struct decoder *c, u64 value, u32 bits) {
	u32 bytes = bits == 1 ? 64 : MAX(bits / 8 * WARP_LANES, 64u), off = c->pool.n;
	while (c->pool.cap < off + bytes)
		vec_grow(c->scratch, (void **)&c->pool.at, &c->pool.cap, 1);
	c->pool.n += bytes;
	u8 *at = c->pool.at + off;
	memset(at, 0, bytes);
	if (bits == 1) {
		u32 mask = value ? ~0u : 0;
		memcpy(at, &mask, 4);
		return off;
	}
	u8 lane[16] = {0};
	memcpy(lane, &value, 8);
	for (u32 l = 0; l < WARP_LANES; l++)
		memcpy(at + l * (bits / 8), lane, bits / 8);
	return off;
}

ref decode_const(struct decoder *c, u64 value, u32 bits) {
	if (bits < 64 && bits > 1)
		value &= (1ull << bits) - 1;
	if (c->npool * 2 >= c->pool_cap)
		pool_grow(c);
	u32 h = pool_hash(value, bits) & (c->pool_cap - 1);
	for (; c->pool_map[h].bits; h = (h + 1) & (c->pool_cap - 1))
		if (c->pool_map[h].value == value && c->pool_map[h].bits == bits)
			return REF(BASE_CONST, c->pool_map[h].off);
	c->npool++;
	c->pool_map[h].value = value;
	c->pool_map[h].bits = (u8)bits;
	c->pool_map[h].off = pool_splat(c, value, bits);
	return REF(BASE_CONST, c->pool_map[h].off);
}

/* ---- values per cta ---------------------------------------------------------------- */

static ref cta_ref(struct decoder *c, enum cta_value_kind kind, u32 bits, u32 index,
                   s64 addend) {
	u64 what[] = {(u64)kind << 32 | bits, index, (u64)addend};
	u64 key = hash_bytes(HASH_START, what, sizeof what);
	u64 *at = map_at(&c->cta->at, key);
	for (; *at; at = map_at(&c->cta->at, ++key)) { /* of another with this hash */
		const struct cta_value *v = &c->cta->list.at[*at - 1];
		if (v->kind == kind && v->bits == bits && v->index == index &&
		    v->addend == addend)
			return REF(BASE_CTA, c->cta_base + v->off);
	}
	u32 off = *c->cta_bytes;
	*c->cta_bytes += bits == 1 ? 64 : bits / 8 * WARP_LANES;
	vec_push(c->arena, &c->cta->list,
	         (struct cta_value){.kind = (u8)kind,
	                            .bits = (u8)bits,
	                            .index = index,
	                            .addend = addend,
	                            .off = off});
	*at = c->cta->list.n;
	return REF(BASE_CTA, c->cta_base + off);
}

/* ---- sources ----------------------------------------------------------------------- */

struct dinst *decode_emit(struct decoder *c, const struct dinst *d) {
	vec_push(c->scratch, &c->code, *d);
	return &vec_last(&c->code);
}

static struct dinst prep(exec_fn *exec, ref to, ref from) {
	return (struct dinst){.exec = exec,
	                      .guard = REF_NONE,
	                      .no = 2,
	                      .o = {to, from, REF_NONE, REF_NONE, REF_NONE, REF_NONE,
	                            REF_NONE, REF_NONE}};
}

/* The low part of lanes of `from` bits, as lanes of `to` bits. No instruction takes a
 * source narrower than it expects. */
static ref narrow(struct decoder *c, ref r, u32 from, u32 to) {
	ref t = decode_temp(c, to);
	struct dinst d = prep(exec_narrow, t, r);
	assert(to < from);
	d.type[0] = (u8)to;
	d.imm = from;
	decode_emit(c, &d);
	return t;
}

static ref sreg_source(struct decoder *c, enum sreg s, u32 bits, u32 *actual) {
	static const struct {
		u8 kind, type;
	} info[SREG_COUNT] = {
#define LANE 0
#define WARP 1
#define CTA 2
#define GRID 3
#define TIME 4
#define SREG(id, text, type, ptx, sm, kind) [SREG_##id] = {kind, TYPE_##type},
#include "ir/sreg.def"
#undef SREG
	};
	static const u8 warp_value[SREG_COUNT] = {
		[SREG_TID_X] = WARP_TID_X,         [SREG_TID_Y] = WARP_TID_Y,
		[SREG_TID_Z] = WARP_TID_Z,         [SREG_LANEID] = WARP_LANEID,
		[SREG_WARPID] = WARP_WARPID,       [SREG_LANEMASK_EQ] = WARP_MASK_EQ,
		[SREG_LANEMASK_LE] = WARP_MASK_LE, [SREG_LANEMASK_LT] = WARP_MASK_LT,
		[SREG_LANEMASK_GE] = WARP_MASK_GE, [SREG_LANEMASK_GT] = WARP_MASK_GT,
	};
	u32 own = decode_bits(info[s].type);
	if (info[s].kind <= WARP) {
		*actual = 32;
		return REF(BASE_WARP, warp_value[s] * 128u);
	}
	if (info[s].kind == TIME) {
		ref t = decode_temp(c, own);
		struct dinst d = prep(exec_sreg_time, t, REF_NONE);
		d.imm = (s64)s;
		d.type[0] = (u8)own;
		decode_emit(c, &d);
		*actual = own;
		return t;
	}
	*actual = own == 1 ? 1 : bits == 64 ? 64 : own == 64 ? 64 : 32;
	return cta_ref(c, CTA_SREG, *actual, (u32)s, 0);
#undef LANE
#undef WARP
#undef CTA
#undef GRID
#undef TIME
}

const struct var_place *decode_place(struct decoder *c, u32 var) {
	return &c->dm->place[var];
}

static ref local_base(struct decoder *c, u32 bits) {
	return bits == 32 ? c->df->local_base32 : c->df->local_base64;
}

/* Address of a variable as a value. */
static ref symbol_source(struct decoder *c, const struct operand *o, u32 bits) {
	const struct var *v = &c->m->var[o->index];
	bits = bits == 32 ? 32 : 64;
	switch (v->space) {
	case SPACE_SHARED:
	case SPACE_SHARED_CTA:
	case SPACE_SHARED_CLUSTER:
		return cta_ref(c, CTA_SHARED_VAR, bits, o->index, o->value);
	case SPACE_LOCAL: break;
	case SPACE_PARAM:
	case SPACE_PARAM_ENTRY:
	case SPACE_PARAM_FUNC:
		if (c->f->is_entry && v->is_param)
			return cta_ref(c, CTA_PARAM, bits, 0,
			               (s64)v->param_offset + o->value);
		break;
	default:
		return decode_const(c, c->dm->image->var_addr[o->index] + (u64)o->value,
		                    bits);
	}
	ref t = decode_temp(c, bits);
	struct dinst d = prep(exec_add_imm, t, local_base(c, bits));
	d.imm = (s64)decode_place(c, o->index)->local + o->value;
	d.type[0] = (u8)bits;
	decode_emit(c, &d);
	return t;
}

ref decode_source(struct decoder *c, const struct operand *o, u32 bits, u32 *actual) {
	u32 own = bits;
	ref r;
	switch (o->kind) {
	case OPR_REG:
		r = c->reg[o->index];
		own = c->reg_bits[o->index];
		break;
	case OPR_IMM:
		own = bits ? bits : 32;
		r = decode_const(c, (u64)o->value, own);
		break;
	case OPR_SREG: r = sreg_source(c, (enum sreg)o->index, bits, &own); break;
	case OPR_SYM:
		own = bits == 32 ? 32 : 64;
		r = symbol_source(c, o, own);
		break;
	case OPR_FUNC:
		own = bits ? bits : 64;
		r = decode_const(c, c->dm->image->code_base + 16ull * o->index, own);
		break;
	default: unreachable();
	}
	if (o->negated && own == 1) {
		ref t = decode_temp(c, 1);
		struct dinst d = prep(exec_pred_not, t, r);
		decode_emit(c, &d);
		r = t;
	}
	if (bits && own != bits && bits != 1 && own != 1) {
		r = narrow(c, r, own, bits);
		own = bits;
	}
	if (actual)
		*actual = own;
	return r;
}

/* ---- addresses and vectors --------------------------------------------------------- */

static void set_space(struct dinst *d, enum space s) {
	u64 field = (1ull << MOD_SPACE_WIDTH) - 1;
	d->mods = (d->mods & ~(field << MOD_SPACE_SHIFT)) | (u64)s << MOD_SPACE_SHIFT;
}

ref decode_address(struct decoder *c, struct dinst *d, const struct operand *o, s64 *off,
                   u32 *bits) {
	u32 space = MOD_GET(d->mods, SPACE);
	bool takes_space = row_info(d->row)->props &
	                   (PROP_LOAD | PROP_STORE | PROP_ATOMIC);
	*off = o->value;
	if (o->kind == OPR_ADDR_IMM) {
		*off = 0;
		*bits = 64;
		return decode_const(c, (u64)o->value, 64);
	}
	if (o->kind == OPR_ADDR_REG) {
		if (space == SPACE_PARAM && !c->f->is_entry)
			set_space(d, SPACE_LOCAL);
		*bits = c->reg_bits[o->index];
		return c->reg[o->index];
	}
	const struct var *v = &c->m->var[o->index];
	*bits = 64;
	switch (v->space) {
	case SPACE_SHARED:
	case SPACE_SHARED_CTA:
	case SPACE_SHARED_CLUSTER:
		if (takes_space && !space)
			set_space(d, SPACE_SHARED);
		return cta_ref(c, CTA_SHARED_VAR, 64, o->index, 0);
	case SPACE_LOCAL:
		set_space(d, SPACE_LOCAL);
		*off += decode_place(c, o->index)->local;
		return local_base(c, 64);
	case SPACE_PARAM:
	case SPACE_PARAM_ENTRY:
	case SPACE_PARAM_FUNC:
		if (!(c->f->is_entry && v->is_param)) {
			set_space(d, SPACE_LOCAL);
			*off += decode_place(c, o->index)->local;
			return local_base(c, 64);
		}
		*off += v->param_offset;
		if (is_param_space(space)) {
			set_space(d, SPACE_PARAM);
			return REF_NONE;
		}
		return cta_ref(c, CTA_PARAM, 64, 0, 0);
	default: return decode_const(c, c->dm->image->var_addr[o->index], 64);
	}
}

struct vec_operand *decode_vec(struct decoder *c, const struct operand *o, u32 bits,
                               bool is_dest) {
	struct vec_operand *v = arena_alloc(c->arena, sizeof(*v) + o->n * sizeof(ref),
	                                    _Alignof(struct vec_operand));
	v->n = o->n;
	v->lane_bits = (u8)bits;
	for (u32 i = 0; i < o->n; i++) { /* registers tell the width: PROP_WIDE_REG */
		const struct operand *e = &c->f->operand[o->index + i];
		if (e->kind == OPR_REG) {
			bits = c->reg_bits[e->index];
			v->lane_bits = (u8)bits;
		}
	}
	for (u32 i = 0; i < o->n; i++) {
		const struct operand *e = &c->f->operand[o->index + i];
		if (e->kind == OPR_SINK || e->kind == OPR_NONE)
			v->o[i] = REF_NONE;
		else if (is_dest)
			v->o[i] = c->reg[e->index];
		else
			v->o[i] = decode_source(c, e, bits, NULL);
	}
	return v;
}
