/* tex.c - tex, tld4, txq, suld, sust, sured, suq, istypep (PTX 9.7.10, 9.7.11). A lane
 * names a texture or a surface by the handle of an object, or by the address of a
 * .texref, .samplerref or .surfref variable, which holds one: the variable's eight
 * bytes are where the runtime binds. backend/machine/texture.c fetches.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/alu.h"
#include "backend/interp/atom.h"
#include "backend/machine/texture_warp.h"
#include "backend/machine/wait_table.h"
#include "ir/num/f16.h"

/* The handle 0 and handles of destroyed objects name this one. */
static const struct texture nothing;

/* ---- handles ---- */

static struct arena_map *map_of(const struct warp *w) {
	return &w->cta->launch->machine->map;
}

/* The object of a handle; NULL after a recorded fault. */
static const struct texture *object_find(struct warp *w, const struct dinst *d, u32 lane,
                                         u64 handle) {
	struct texture_table *table = atomic_load(&w->cta->launch->machine->textures);
	if (in_window(map_of(w)->global, handle)) {
		if (!global_valid(map_of(w), handle, 8) || handle & 7) {
			warp_fault(w, d, lane, FAULT_ADDRESS, handle, 8,
			           "%s: no variable of textures lies at 0x%llx",
			           row_info(d->row)->mnemonic,
			           (unsigned long long)handle);
			return NULL;
		}
		memcpy(&handle, (const void *)(uintptr_t)handle, 8);
	}
	const struct texture *t = table ? texture_find(table, handle) : NULL;
	if (t || !handle)
		return t ? t : &nothing;
	warp_fault(w, d, lane, FAULT_ADDRESS, handle, 0,
	           "%s: there is no texture or surface 0x%llx",
	           row_info(d->row)->mnemonic, (unsigned long long)handle);
	return NULL;
}

struct seen { /* lanes mostly name the same object */
	u64 handle;
	const struct texture *t;
};

static const struct texture *object_of(struct warp *w, const struct dinst *d, u32 i,
                                       u32 lane, struct seen *seen) {
	u64 handle = operand_get(w, d, i, lane);
	if (!seen->t || seen->handle != handle)
		*seen = (struct seen){handle, object_find(w, d, lane, handle)};
	return seen->t;
}

/* ---- operands ---- */

static u32 vec_get(const struct warp *w, const struct dinst *d, u32 i, u32 k, u32 lane) {
	const struct vec_operand *v = d->x->vec[i];
	return v && k < v->n ? (u32)lane_get(warp_ptr(w, v->o[k]), v->lane_bits, lane)
	                     : 0;
}

static void result_put(const struct warp *w, const struct dinst *d, u32 k, u32 lane,
                       u64 value) {
	const struct vec_operand *v = d->x->vec[0];
	ref r = v ? v->o[k] : d->o[0];
	if (r != REF_NONE)
		lane_set(warp_ptr(w, r), v ? v->lane_bits : d->x->lane_bits[0], lane,
		         value);
}

static void results_put(const struct warp *w, const struct dinst *d, u32 lane,
                        const u32 word[4]) {
	u16 half[4];
	switch (d->type[0]) {
	case TYPE_F16:
	case TYPE_F16X2:
		for (u32 k = 0; k < 4; k++)
			half[k] = f16_from(f32_from(word[k]));
		if (d->type[0] == TYPE_F16)
			for (u32 k = 0; k < 4; k++)
				result_put(w, d, k, lane, half[k]);
		else
			for (u32 k = 0; k < 2; k++)
				result_put(w, d, k, lane,
				           half[2 * k] | (u32)half[2 * k + 1] << 16);
		break;
	default:
		for (u32 k = 0; k < 4; k++)
			result_put(w, d, k, lane, word[k]);
	}
}

/* ---- fetches ---- */

/* Positions of operands; those of stores are one less. */
enum { AT_HANDLE = 1, AT_SAMPLER, AT_COORDS, AT_MORE };

static u8 dims_of(u32 geom) {
	switch (geom) {
	case MOD_GEOM_D1:
	case MOD_GEOM_A1D: return 1;
	case MOD_GEOM_D2:
	case MOD_GEOM_A2D: return 2;
	default: return 3;
	}
}

static void request_get(const struct warp *w, const struct dinst *d, u32 lane,
                        struct tex_request *q) {
	u32 geom = MOD_GET(d->mods, GEOM), first = tex_is_layered(d->mods), at = AT_MORE;
	*q = (struct tex_request){
		.dims = dims_of(geom),
		.is_layered = first != 0,
		.is_texel = d->type[1] == TYPE_S32,
		.is_cube = geom == MOD_GEOM_CUBE || geom == MOD_GEOM_ACUBE,
	};
	if (first)
		q->layer = vec_get(w, d, AT_COORDS, 0, lane);
	for (u32 k = 0; k < q->dims; k++) {
		u32 v = vec_get(w, d, AT_COORDS, first + k, lane);
		q->at[k] = f32_from(v);
		q->texel[k] = (s32)v;
	}
	switch (d->row) {
	case ROW_TEX_LEVEL:
	case ROW_TEX_LEVEL_H2:
	case ROW_TEX_LEVEL_CUBE:
	case ROW_TEX_LEVEL_CUBE_H2: {
		u32 lod = (u32)operand_get(w, d, at++, lane);
		q->lod_mode = LOD_LEVEL;
		q->lod = q->is_texel ? (f32)(s32)lod : f32_from(lod);
		break;
	}
	case ROW_TEX_GRAD:
	case ROW_TEX_GRAD_H2:
	case ROW_TEX_GRAD_CUBE:
	case ROW_TEX_GRAD_CUBE_H2:
		q->lod_mode = LOD_GRAD;
		for (u32 i = 0; i < 2; i++, at++)
			for (u32 k = 0; k < q->dims; k++)
				q->grad[i][k] = f32_from(vec_get(w, d, at, k, lane));
		break;
	default: break;
	}
	for (u32 k = 0; k < 3; k++)
		q->offset[k] = at < d->no ? (s32)vec_get(w, d, at, k, lane) : 0;
}

/* ---- all lanes at once ---- */

/* Checks whether all lanes of the mask have the same number there. */
static bool is_same(const struct warp *w, const struct dinst *d, u32 i, u32 mask,
                    u64 *number) {
	const void *reg = warp_ptr(w, d->o[i]);
	u32 bits = d->x->lane_bits[i];
	u64 first = *number = lane_get(reg, bits, mask_first(mask)), differ = 0;
	if (REF_BASE(d->o[i]) == BASE_CONST)
		return true;
	if (mask == ~0u && bits == 64) /* each as the next one */
		return !memcmp(reg, (const u64 *)reg + 1,
		               (WARP_LANES - 1) * sizeof first);
	for_each_lane (l, mask)
		differ |= lane_get(reg, bits, l) ^ first;
	return !differ;
}

/* Returns the texture that all lanes of the mask name by its handle, with the sampler of
 * its own; else NULL. */
static const struct texture *one_texture(struct warp *w, const struct dinst *d,
                                         u32 mask) {
	struct texture_table *table = atomic_load(&w->cta->launch->machine->textures);
	u64 handle, sampler;
	bool is_plain = table && is_same(w, d, AT_HANDLE, mask, &handle) && handle &&
	                is_same(w, d, AT_SAMPLER, mask, &sampler) && !sampler &&
	                !in_window(map_of(w)->global, handle);
	const struct texture *t = is_plain ? texture_find(table, handle) : NULL;
	return t && t->kind == TEX_TEXTURE ? t : NULL;
}

static u32 *lanes_of(const struct warp *w, const struct dinst *d, u32 i, u32 k) {
	return warp_ptr(w, d->x->vec[i]->o[k]);
}

/* Gathers the operands. False: the fetch is of another kind. */
static bool lanes_get(const struct warp *w, const struct dinst *d, struct tex_lanes *q) {
	const struct vec_operand *v = d->x->vec[AT_COORDS];
	u32 geom = MOD_GET(d->mods, GEOM), first = tex_is_layered(d->mods),
	    dims = dims_of(geom);
	if (geom == MOD_GEOM_CUBE || geom == MOD_GEOM_ACUBE || !v || v->lane_bits != 32 ||
	    v->n < first + dims ||
	    (d->row != ROW_TEX && d->row != ROW_TEX_BASE && d->row != ROW_TEX_LEVEL &&
	     d->row != ROW_TLD4))
		return false;
	for (u32 k = 0; k < first + dims; k++)
		if (v->o[k] == REF_NONE)
			return false;
	u32 more = d->row == ROW_TEX_LEVEL ? AT_MORE + 1 : AT_MORE;
	if (more < d->no)
		return false; /* offsets */
	q->dims = (u8)dims;
	q->is_layered = first != 0;
	q->is_texel = d->type[1] == TYPE_S32;
	memset(q->offset, 0, sizeof q->offset);
	for (u32 k = 0; k < dims; k++)
		q->at[k] = lanes_of(w, d, AT_COORDS, first + k);
	q->layer = first ? lanes_of(w, d, AT_COORDS, 0) : NULL;
	return true;
}

static ref result_of(const struct dinst *d, u32 k) {
	const struct vec_operand *v = d->x->vec[0];
	if (!v)
		return k ? REF_NONE : d->o[0];
	return k < v->n ? v->o[k] : REF_NONE;
}

/* Where the four channels go: to the registers at once, or to `spare`. */
struct results {
	u32 *to[4];
	u32 spare[4][WARP_LANES];
};

/* Checks whether four results are in registers of their own, none of which is a
 * coordinate: odd lanes need those when the others are done. */
static bool are_apart(const ref *result, const struct vec_operand *coords) {
	ref a = result[0], b = result[1], c = result[2], d = result[3];
	bool equal = (a == b) | (a == c) | (a == d) | (b == c) | (b == d) | (c == d);
	equal |= (a == REF_NONE) | (b == REF_NONE) | (c == REF_NONE) | (d == REF_NONE);
	for (u32 i = 0; i < coords->n; i++) {
		ref r = coords->o[i];
		equal |= (a == r) | (b == r) | (c == r) | (d == r);
	}
	return !equal;
}

static void choose_results(struct results *r, const struct warp *w, const struct dinst *d,
                           u32 mask) {
	const struct vec_operand *v = d->x->vec[0];
	bool at_once = mask == ~0u && v && v->n == 4 &&
	               are_apart(v->o, d->x->vec[AT_COORDS]);
	for (u32 k = 0; k < 4; k++)
		r->to[k] = at_once ? warp_ptr(w, v->o[k]) : r->spare[k];
}

static void lanes_put(const struct warp *w, const struct dinst *d, u32 mask,
                      const struct results *r) {
	if (r->to[0] != r->spare[0])
		return;
	for (u32 k = 0; k < 4; k++) {
		ref reg = result_of(d, k);
		if (reg == REF_NONE)
			continue;
		u32 *to = warp_ptr(w, reg);
		for_each_lane (l, mask)
			to[l] = r->spare[k][l];
	}
}

static const struct tex_warp *loops(void) {
#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
	switch (alu_level()) {
	case ALU_V4: return &tex_warp_v4;
	case ALU_V3: return &tex_warp_v3;
	default: break;
	}
#endif
	return &tex_warp;
}

/* Fetches what can be fetched for all lanes together; `component` is that of a gather, or
 * 4. Returns the lanes that are left. */
static u32 fetch_together(struct warp *w, const struct dinst *d, u32 mask, u32 component,
                          struct results *out) {
	const struct window *reach = &w->cta->launch->reach;
	struct tex_lanes q;
	struct tex_reader r = {.map = map_of(w)};
	u32 odd = 0, bits = d->x->vec[0] ? d->x->vec[0]->lane_bits : d->x->lane_bits[0];
	const struct texture *t = bits == 32 && d->type[0] != TYPE_F16X2
	                                  ? one_texture(w, d, mask)
	                                  : NULL;
	if (!t || !lanes_get(w, d, &q))
		return mask;
	const struct tex_warp *by = loops();
	choose_results(out, w, d, mask);
	bool done = component < 4
	                    ? by->gather(&r, reach, t, &t->sampler, &q, component,
	                                 out->to)
	                    : by->fetch(&r, reach, t, &t->sampler, &q, out->to, &odd);
	return done ? odd & mask : mask;
}

/* tex and tld4: `component` is that of a gather, or 4. */
static enum step fetch(struct warp *w, const struct dinst *d, u32 mask, u32 component) {
	struct seen texture = {0}, sampler = {0};
	struct tex_reader r = {.map = map_of(w)};
	u32 words[WARP_LANES][4]; /* a destination may be a source as well */
	for_each_lane (l, mask) {
		const struct texture *t = object_of(w, d, AT_HANDLE, l, &texture);
		const struct texture *s = t;
		struct tex_request q;
		if (t && operand_get(w, d, AT_SAMPLER, l))
			s = object_of(w, d, AT_SAMPLER, l, &sampler);
		if (!t || !s)
			return STEP_STOP;
		request_get(w, d, l, &q);
		memset(words[l], 0, sizeof(words[l]));
		bool ok = t->kind != TEX_TEXTURE ||
		          (component < 4
		                   ? texture_gather(&r, t, &s->sampler, &q, component,
		                                    words[l])
		                   : texture_fetch(&r, t, &s->sampler, &q, words[l]));
		if (!ok)
			return warp_fault(
				w, d, l, FAULT_ADDRESS, r.bad, r.bad_size,
				"%s: the memory of the texture is gone at 0x%llx",
				row_info(d->row)->mnemonic, (unsigned long long)r.bad);
	}
	for_each_lane (l, mask)
		results_put(w, d, l, words[l]);
	return STEP_NEXT;
}

/* Lanes that are left go first: a destination may be a source as well. */
static enum step fetch_all(struct warp *w, const struct dinst *d, u32 mask,
                           u32 component) {
	struct results out;
	u32 left = fetch_together(w, d, mask, component, &out);
	enum step s = left ? fetch(w, d, left, component) : STEP_NEXT;
	if (s == STEP_NEXT && left != mask)
		lanes_put(w, d, mask & ~left, &out);
	return s;
}

enum step exec_tex(struct warp *w, const struct dinst *d, u32 mask) {
	return fetch_all(w, d, mask, 4);
}

enum step exec_tld4(struct warp *w, const struct dinst *d, u32 mask) {
	return fetch_all(w, d, mask, MOD_GET(d->mods, COMP) - MOD_COMP_R);
}

/* ---- queries ---- */

/* The numbers of PTX's table of channel types and orders, which are OpenCL's. */
static u32 data_type_of(const struct texture *t) {
	u32 width = t->format.bits == 8 ? 0 : t->format.bits == 16 ? 1 : 2;
	bool normalized = t->sampler.normalized_read && width < 2;
	switch (t->format.class) {
	case TEXEL_FLOAT: return width == 1 ? 0x10dd : 0x10de;
	case TEXEL_UINT: return (normalized ? 0x10d2 : 0x10da) + width;
	default: return (normalized ? 0x10d0 : 0x10d7) + width;
	}
}

/* Numbers as PTX lists them: wrap, mirror, clamp_ogl, clamp_to_edge, clamp_to_border. */
static u32 address_number(u32 mode) {
	return mode == TEX_WRAP ? 0 : mode == TEX_MIRROR ? 1 : mode == TEX_CLAMP ? 3 : 4;
}

static u32 query(const struct texture *t, u32 what, u32 level) {
	const struct tex_level *at = &t->level[MIN(level, t->nlevel ? t->nlevel - 1 : 0)];
	if (t->kind != TEX_TEXTURE && t->kind != TEX_SURFACE && t->kind != TEX_SAMPLER)
		return 0;
	switch (what) {
	case MOD_TQUERY_XSIZE:
		return t->is_linear ? (u32)((t->end - at->base) / t->format.bytes)
		                    : at->size[0];
	case MOD_TQUERY_YSIZE: return t->dims > 1 ? at->size[1] : 0;
	case MOD_TQUERY_ZSIZE: return t->dims > 2 ? at->size[2] : 0;
	case MOD_TQUERY_DATA_TYPE: return data_type_of(t);
	case MOD_TQUERY_ORDER:
		return t->format.n == 1 ? 0x10b0 : t->format.n == 2 ? 0x10b2 : 0x10b5;
	case MOD_TQUERY_NORMALIZED: return t->sampler.normalized_coords;
	case MOD_TQUERY_UNNORMALIZED: return !t->sampler.normalized_coords;
	case MOD_TQUERY_FILTER: return t->sampler.filter;
	case MOD_TQUERY_ADDR0:
	case MOD_TQUERY_ADDR1:
	case MOD_TQUERY_ADDR2:
		return address_number(t->sampler.address[what - MOD_TQUERY_ADDR0]);
	case MOD_TQUERY_ARRAY_SIZE: return t->is_cube ? t->nlayer / TEX_FACES : t->nlayer;
	case MOD_TQUERY_LEVELS: return t->nlevel;
	case MOD_TQUERY_SAMPLES: return 1;
	default: return !t->is_linear; /* memory_layout */
	}
}

enum step exec_txq(struct warp *w, const struct dinst *d, u32 mask) {
	for_each_lane (l, mask) {
		const struct texture *t = object_find(w, d, l, mem_lane_addr(w, d, 1, l));
		if (!t)
			return STEP_STOP;
		u32 level = d->row == ROW_TXQ_LEVEL ? (u32)operand_get(w, d, 2, l) : 0;
		result_put(w, d, 0, l, query(t, MOD_GET(d->mods, TQUERY), level));
	}
	return STEP_NEXT;
}

/* Only variables have one of these types: handles of objects do not (recorded). */
enum step exec_istypep(struct warp *w, const struct dinst *d, u32 mask) {
	static const u8 type[] = {[MOD_OPAQUE_TEXREF] = TYPE_TEXREF,
	                          [MOD_OPAQUE_SAMPLERREF] = TYPE_SAMPLERREF,
	                          [MOD_OPAQUE_SURFREF] = TYPE_SURFREF};
	const struct image *img = w->cta->launch->image;
	u32 want = type[MOD_GET(d->mods, OPAQUE)];
	for_each_lane (l, mask) {
		u64 addr = operand_get(w, d, 1, l), found = 0;
		for (u32 i = 0; i < img->module->nvar && addr; i++)
			found |= img->var_addr[i] == addr &&
			         img->module->var[i].type == want;
		lane_set(warp_ptr(w, d->o[0]), 1, l, found);
	}
	return STEP_NEXT;
}

/* ---- surfaces ---- */

enum place_kind { PLACE_HERE, PLACE_OUTSIDE, PLACE_FAULT };

struct surface_access {
	u64 addr;
	const struct texture *t;
};

/* A coordinate within [0, n), by the boundary mode; false if it lies outside. */
static bool bounded(s64 *i, s64 n, u32 bound) {
	if (*i >= 0 && *i < n)
		return true;
	if (bound != MOD_BOUND_CLAMP)
		return false;
	*i = *i < 0 ? 0 : n - 1;
	return true;
}

/* Finds where a lane's access of `size` bytes lies; size 0: one texel, and x counts
 * texels. */
static enum place_kind surface_place(struct warp *w, const struct dinst *d, u32 at,
                                     u32 lane, u32 size, struct seen *seen,
                                     struct surface_access *a) {
	u32 first = tex_is_layered(d->mods), bound = MOD_GET(d->mods, BOUND),
	    dims = dims_of(MOD_GET(d->mods, GEOM));
	const struct texture *t = a->t = object_of(w, d, at, lane, seen);
	if (!t)
		return PLACE_FAULT;
	if (t->kind != TEX_SURFACE)
		return PLACE_OUTSIDE;
	s64 c[3] = {0}, layer = first ? (s32)vec_get(w, d, at + 2, 0, lane) : 0;
	for (u32 k = 0; k < dims; k++)
		c[k] = (s32)vec_get(w, d, at + 2, first + k, lane);
	u32 unit = size ? size : t->format.bytes;
	if (size && c[0] % size) {
		warp_fault(
			w, d, lane, FAULT_MISALIGNED, (u64)c[0], size,
			"%s: x = %lld bytes is not a multiple of the %u bytes accessed",
			row_info(d->row)->mnemonic, (long long)c[0], size);
		return PLACE_FAULT;
	}
	const struct tex_level *level = &t->level[0];
	c[0] /= size ? size : 1;
	bool inside = bounded(&c[0], (s64)level->size[0] * t->format.bytes / unit,
	                      bound) &&
	              bounded(&c[1], level->size[1], bound) &&
	              bounded(&c[2], level->size[2], bound) &&
	              bounded(&layer, MAX(t->nlayer, 1u), bound);
	if (!inside && bound == MOD_BOUND_TRAP) {
		warp_fault(w, d, lane, FAULT_ADDRESS, 0, unit,
		           "%s: (%lld, %lld, %lld), layer %lld lies outside the surface",
		           row_info(d->row)->mnemonic,
		           (long long)c[0] * (size ? size : 1), (long long)c[1],
		           (long long)c[2], (long long)layer);
		return PLACE_FAULT;
	}
	if (!inside)
		return PLACE_OUTSIDE;
	a->addr = level->base + (u64)c[0] * unit + (u64)c[1] * level->row +
	          (u64)(t->nlayer ? layer : c[2]) * level->slice;
	if (global_valid(map_of(w), a->addr, unit))
		return PLACE_HERE;
	warp_fault(w, d, lane, FAULT_ADDRESS, a->addr, unit,
	           "%s: the memory of the surface is gone at 0x%llx",
	           row_info(d->row)->mnemonic, (unsigned long long)a->addr);
	return PLACE_FAULT;
}

enum step exec_suld(struct warp *w, const struct dinst *d, u32 mask) {
	u32 bytes = type_size_bytes((enum type)d->type[0]),
	    n = d->x->vec[0] ? d->x->vec[0]->n : 1;
	u64 value[WARP_LANES][4];
	struct seen seen = {0};
	for_each_lane (l, mask) {
		struct surface_access a;
		enum place_kind p = surface_place(w, d, AT_HANDLE, l, bytes * n, &seen,
		                                  &a);
		if (p == PLACE_FAULT)
			return STEP_STOP;
		memset(value[l], 0, sizeof(value[l]));
		for (u32 k = 0; k < n && p == PLACE_HERE; k++)
			memcpy(&value[l][k], (const u8 *)(uintptr_t)a.addr + k * bytes,
			       bytes);
	}
	for_each_lane (l, mask)
		for (u32 k = 0; k < n; k++)
			result_put(w, d, k, l, value[l][k]);
	return STEP_NEXT;
}

/* Element k of the data of a store, position 3. */
static u64 data_get(const struct warp *w, const struct dinst *d, u32 k, u32 lane) {
	const struct vec_operand *v = d->x->vec[3];
	return v ? lane_get(warp_ptr(w, v->o[k]), v->lane_bits, lane)
	         : operand_get(w, d, 3, lane);
}

enum step exec_sust(struct warp *w, const struct dinst *d, u32 mask) {
	u32 bytes = type_size_bytes((enum type)d->type[0]),
	    n = d->x->vec[3] ? d->x->vec[3]->n : 1;
	struct seen seen = {0};
	for_each_lane (l, mask) {
		struct surface_access a;
		enum place_kind p = surface_place(w, d, 0, l, bytes * n, &seen, &a);
		if (p == PLACE_FAULT)
			return STEP_STOP;
		for (u32 k = 0; k < n && p == PLACE_HERE; k++) {
			u64 v = data_get(w, d, k, l);
			memcpy((u8 *)(uintptr_t)a.addr + k * bytes, &v, bytes);
		}
	}
	return STEP_NEXT;
}

enum step exec_sust_p(struct warp *w, const struct dinst *d, u32 mask) {
	u32 n = d->x->vec[3] ? d->x->vec[3]->n : 1;
	struct seen seen = {0};
	for_each_lane (l, mask) {
		struct surface_access a;
		u32 word[4] = {0};
		enum place_kind p = surface_place(w, d, 0, l, 0, &seen, &a);
		if (p == PLACE_FAULT)
			return STEP_STOP;
		for (u32 k = 0; k < n; k++)
			word[k] = (u32)data_get(w, d, k, l);
		if (p == PLACE_HERE)
			texel_encode(&a.t->format, word, (u8 *)(uintptr_t)a.addr);
	}
	return STEP_NEXT;
}

/* Returns the type of a formatted reduction, as the surface's format says. */
static enum type reduction_type(const struct dinst *d, const struct texture *t) {
	bool is_signed = t->format.class == TEXEL_SINT;
	switch (d->row) {
	case ROW_SURED_P: return is_signed ? TYPE_S32 : TYPE_U32;
	case ROW_SURED_P64: return is_signed ? TYPE_S64 : TYPE_U64;
	default: return (enum type)d->type[0];
	}
}

enum step exec_sured(struct warp *w, const struct dinst *d, u32 mask) {
	bool by_texel = d->row == ROW_SURED_P || d->row == ROW_SURED_P64;
	u32 size = type_size_bytes((enum type)d->type[0]);
	struct seen seen = {0};
	for_each_lane (l, mask) {
		struct surface_access a;
		enum place_kind p = surface_place(w, d, 0, l, by_texel ? 0 : size, &seen,
		                                  &a);
		if (p == PLACE_FAULT)
			return STEP_STOP;
		if (p == PLACE_OUTSIDE || (by_texel && a.t->format.bytes < size))
			continue;
		atom_fn *f = atom_find(MOD_GET(d->mods, AOP), reduction_type(d, a.t),
		                       ATOM_GLOBAL);
		if (a.addr % size) {
			return warp_fault(w, d, l, FAULT_MISALIGNED, a.addr, size,
			                  "%s: 0x%llx is misaligned",
			                  row_info(d->row)->mnemonic,
			                  (unsigned long long)a.addr);
		}
		atom_apply((u8 *)(uintptr_t)a.addr, size, false, f,
		           operand_get(w, d, 3, l));
	}
	return STEP_NEXT;
}
