/* tensor.c - tensor copies, reductions and prefetches (PTX 9.7.9.27), and instructions on
 * tensor maps. Like other asynchronous copies they are done when they are issued
 * (async.c); what is left is to signal the mbarriers of the ctas that receive the bytes.
 *
 * A box of the tensor is rows of elements side by side. The walk goes from row to row:
 * over the box in tile mode, from pixel to pixel in im2col mode. Elements outside the
 * tensor are filled in, or not stored. Which maps and coordinates fault, and how, was
 * measured on a device (docs/tma.md).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/tensor.h"

#include "backend/interp/atom.h"
#include "backend/machine/group.h"
#include "backend/machine/hook_check.h"
#include "backend/machine/mbarrier.h"
#include "backend/machine/strong_access.h"

enum {
	CHUNK = 16,
	SHARED_ALIGN = 128,
	/* 256 elements, or units of an interleaved tensor */
	LINE_BYTES_MAX = 256 * 32,
	HALF_NAN = 0x7ff7, /* fills tensors of any floating-point type */
};

/* One lane's copy. */
struct tensor_copy {
	struct warp *w;
	const struct dinst *d;
	u32 lane, map_at; /* operand of the map; the coordinates follow it */
	struct tensor_map m;
	u32 rank, unit; /* unit: bytes that dimension 0 counts */
	u32 row_units, row_bytes, pitch;
	s64 at[TENSOR_RANK];
	s64 offset[3];
	u32 nrow;
	bool is_store;
};

/* A row: `valid` of its units from `first` on are in the tensor, at `address`. */
struct tensor_row {
	u32 first, valid;
	u64 address;
};

/* ---- faults ------------------------------------------------------------------------ */

static bool refuse(const struct tensor_copy *c, const char *why) {
	warp_fault(c->w, c->d, c->lane, FAULT_ILLEGAL_INST, 0, 0,
	           "the tensor map cannot be used: %s", why);
	return false;
}

static bool mem_refuse(const struct tensor_copy *c, enum fault_kind kind, u32 space,
                       u64 addr, u32 size, bool store) {
	mem_fault(c->w, c->d, c->lane, kind, space, addr, size, store ? ACCESS_STORE : 0);
	return false;
}

/* ---- maps -------------------------------------------------------------------------- */

static s64 coordinate(const struct tensor_copy *c, u32 operand, u32 i) {
	const struct vec_operand *v = c->d->x->vec[operand];
	u64 x = lane_get(warp_ptr(c->w, v->o[i]), v->lane_bits, c->lane);
	return v->lane_bits == 16 ? (s64)(u16)x : (s64)(s32)x;
}

static bool map_load(struct tensor_copy *c) {
	u64 addr = mem_lane_addr(c->w, c->d, c->map_at, c->lane);
	const u8 *p;
	if (addr % TENSOR_MAP_ALIGN)
		return mem_refuse(c, FAULT_MISALIGNED, SPACE_GENERIC, addr,
		                  TENSOR_MAP_BYTES, false);
	p = mem_find(c->w, c->lane, SPACE_GENERIC, addr, TENSOR_MAP_BYTES);
	if (!p)
		return mem_refuse(c, FAULT_ADDRESS, SPACE_GENERIC, addr, TENSOR_MAP_BYTES,
		                  false);
	memcpy(&c->m, p, sizeof c->m);
	return true;
}

static bool is_im2col(const struct tensor_copy *c) {
	return c->m.mode == TENSOR_IM2COL;
}

/* The first pixel must lie in the box; what is stored, in the tensor's positive part. */
static bool start_check(const struct tensor_copy *c) {
	const struct tensor_map *m = &c->m;
	for (u32 i = 0; i < c->rank && c->is_store; i++)
		if (c->at[i] < 0)
			return refuse(c, "a coordinate of a store is negative");
	for (u32 i = 1; is_im2col(c) && i + 1 < c->rank; i++) {
		if (c->is_store && m->lower[i - 1] < 0)
			return refuse(c, "the box of a store begins outside the tensor");
		if (c->at[i] < m->lower[i - 1] ||
		    c->at[i] > (s64)m->dim_less_1[i] + m->upper[i - 1])
			return refuse(c, "the first pixel is outside the box");
	}
	return true;
}

static bool mode_check(const struct tensor_copy *c) {
	u32 mode = MOD_GET(c->d->mods, TMODE);
	bool wants_im2col = mode == MOD_TMODE_IM2COL || mode == MOD_TMODE_IM2COL_NO_OFFS;
	if (mode == MOD_TMODE_GATHER4 || mode == MOD_TMODE_SCATTER4 ||
	    mode >= MOD_TMODE_IM2COL_W)
		return refuse(c, "gather4, scatter4 and im2col::w are not supported");
	if (c->m.magic == TENSOR_MAP_MAGIC && wants_im2col != is_im2col(c))
		return refuse(c, wants_im2col ? "it is a map of tiles"
		                              : "it is an im2col map");
	return true;
}

/* Fills in all that the walk needs; false after a fault. */
static bool copy_begin(struct tensor_copy *c, u32 offsets_at) {
	struct tensor_map *m = &c->m;
	u32 rank = MOD_GET(c->d->mods, TDIM);
	const char *why;
	if (!map_load(c) || !mode_check(c))
		return false;
	why = tensor_map_fault(m);
	if (!why && rank != m->rank_less_1 + 1u)
		why = "the instruction has another number of dimensions";
	if (!why && is_im2col(c) && m->interleave != TENSOR_INTERLEAVE_NONE)
		why = "im2col of interleaved tensors is not supported";
	if (why)
		return refuse(c, why);
	c->rank = rank;
	c->unit = m->interleave == TENSOR_INTERLEAVE_NONE
	                  ? tensor_type_bytes((enum tensor_type)m->type)
	                  : (u32)CHUNK << (m->interleave - 1);
	c->row_units = m->box_less_1[0] + 1u;
	if (m->interleave != TENSOR_INTERLEAVE_NONE)
		c->row_units = (c->row_units + m->step_less_1[0]) /
		               (m->step_less_1[0] + 1u);
	c->row_bytes = c->row_units * c->unit;
	c->pitch = tensor_row_pitch(m, c->row_bytes);
	for (u32 i = 0; i < rank; i++)
		c->at[i] = coordinate(c, c->map_at + 1, i);
	for (u32 i = 0; i + 2 < rank && offsets_at && c->d->x->vec[offsets_at]; i++)
		c->offset[i] = coordinate(c, offsets_at, i);
	if (c->at[0] * c->unit % CHUNK)
		return refuse(c, "the first coordinate is not a multiple of 16 bytes");
	return start_check(c);
}

/* ---- the walk ---------------------------------------------------------------------- */

struct walk {
	u32 count[TENSOR_RANK], index[TENSOR_RANK]; /* tile: of the box, by dimension */
	s64 at[TENSOR_RANK];
};

/* The channels of an interleaved tensor are slices; an instruction moves one. */
static bool is_slice(const struct tensor_copy *c, u32 dim) {
	return c->m.interleave != TENSOR_INTERLEAVE_NONE && dim == c->rank - 2;
}

static void walk_begin(struct tensor_copy *c, struct walk *k) {
	c->nrow = is_im2col(c) ? c->m.box_less_1[1] + 1u : 1;
	for (u32 i = 0; i < TENSOR_RANK; i++) {
		k->index[i] = 0;
		k->count[i] = 1;
		k->at[i] = c->at[i];
		if (i == 0 || i >= c->rank || is_im2col(c) || is_slice(c, i))
			continue;
		k->count[i] = (c->m.box_less_1[i] + 1u + c->m.step_less_1[i]) /
		              (c->m.step_less_1[i] + 1u);
		c->nrow *= k->count[i];
	}
}

static void walk_next(const struct tensor_copy *c, struct walk *k) {
	for (u32 i = 1; i < c->rank; i++) {
		k->at[i] += c->m.step_less_1[i] + 1;
		if (is_im2col(c)) {
			if (i == c->rank - 1 ||
			    k->at[i] <= (s64)c->m.dim_less_1[i] + c->m.upper[i - 1])
				return;
			k->at[i] = c->m.lower[i - 1];
		} else {
			if (++k->index[i] < k->count[i])
				return;
			k->index[i] = 0;
			k->at[i] = c->at[i];
		}
	}
}

static struct tensor_row row_at(const struct tensor_copy *c, const struct walk *k) {
	struct tensor_row r = {.address = c->m.address};
	s64 step = c->m.interleave == TENSOR_INTERLEAVE_NONE ? 1
	                                                     : c->m.step_less_1[0] + 1;
	s64 end = (s64)c->m.dim_less_1[0] + 1, first, last;
	for (u32 i = 1; i < c->rank; i++) {
		s64 x = k->at[i] +
		        (is_im2col(c) && i + 1 < c->rank ? c->offset[i - 1] : 0);
		if (x < 0 || x > (s64)c->m.dim_less_1[i])
			return r;
		r.address += (u64)x * c->m.stride[i - 1];
	}
	/* units i with 0 <= at + i * step < end */
	first = c->at[0] < 0 ? (-c->at[0] + step - 1) / step : 0;
	last = c->at[0] < end ? (end - c->at[0] + step - 1) / step : 0;
	last = MIN(last, (s64)c->row_units);
	if (first >= last)
		return r;
	r.first = (u32)first;
	r.valid = (u32)(last - first);
	r.address += (u64)(c->at[0] + first * step) * c->unit;
	return r;
}

/* ---- rows -------------------------------------------------------------------------- */

static void fill(const struct tensor_copy *c, u8 *to, u32 bytes) {
	const u16 nan = HALF_NAN;
	memset(to, 0, bytes);
	for (u32 i = 0; c->m.fill_nan && i + 2 <= bytes; i += 2)
		memcpy(to + i, &nan, 2);
}

/* Converts 32-bit floats on their way to shared memory, as the map says. */
static void convert(const struct tensor_copy *c, u8 *at, u32 bytes) {
	bool is_tf32 = c->m.type == TENSOR_TF32 || c->m.type == TENSOR_TF32_FTZ;
	bool flush = c->m.type == TENSOR_F32_FTZ || c->m.type == TENSOR_TF32_FTZ;
	for (u32 i = 0; (is_tf32 || flush) && i + 4 <= bytes; i += 4) {
		u32 v, e;
		memcpy(&v, at + i, 4);
		e = v & 0x7f800000u;
		if (flush && !e)
			v &= 0x80000000u;
		if (is_tf32 && e != 0x7f800000u)
			v = (v + 0x1000u) & ~0x1fffu;
		memcpy(at + i, &v, 4);
	}
}

static u8 *global_find(const struct tensor_copy *c, u64 addr, u32 bytes) {
	u8 *p = mem_find(c->w, c->lane, SPACE_GLOBAL, addr, bytes);
	if (!p)
		mem_refuse(c, FAULT_ADDRESS, SPACE_GLOBAL, addr, bytes, c->is_store);
	return p;
}

/* Checked mode: checks the bytes of a row in global memory, in one run or in steps. */
static bool check_global_row(const struct tensor_copy *c, u64 addr, u32 run, u32 n,
                             u32 step) {
	u32 flags = !c->is_store                     ? 0
	            : c->d->row == ROW_CP_TENSOR_RED ? ACCESS_STORE | ACCESS_ATOMIC
	                                             : ACCESS_STORE;
	if (!c->w->worker->check)
		return true;
	for (u32 i = 0; i < (step == 1 ? 1 : n); i++, addr += (u64)step * c->unit)
		if (!check_row(c->w, c->d, c->lane, SPACE_GLOBAL, addr, run, flags,
		               AGENT_COPY))
			return false;
	return true;
}

/* Loads the row as shared memory gets it, before the swizzle. */
static bool row_load(const struct tensor_copy *c, const struct tensor_row *r, u8 *row) {
	u32 step = c->m.interleave == TENSOR_INTERLEAVE_NONE ? 1
	                                                     : c->m.step_less_1[0] + 1u;
	u32 at = r->first * c->unit, bytes = r->valid * c->unit, span;
	const u8 *p;
	if (r->valid < c->row_units)
		fill(c, row, c->row_bytes);
	if (!r->valid)
		return true;
	span = ((r->valid - 1) * step + 1) * c->unit;
	p = global_find(c, r->address, span);
	if (!p ||
	    !check_global_row(c, r->address, step == 1 ? span : c->unit, r->valid, step))
		return false;
	if (step == 1)
		memcpy(row + at, p, bytes);
	for (u32 i = 0; step > 1 && i < r->valid; i++)
		memcpy(row + at + i * c->unit, p + (u64)i * step * c->unit, c->unit);
	convert(c, row + at, bytes);
	return true;
}

/* Copies a row to shared memory, or from it (`store`). The window of shared memory begins
 * at `base`, and the row at `at` in it. */
static void row_swizzle(const struct tensor_copy *c, u8 *base, u32 at, u8 *row,
                        bool store) {
	for (u32 i = 0; i < c->row_bytes; i += CHUNK) {
		u8 *p = base + tensor_swizzle(c->m.swizzle, at + i);
		memcpy(store ? row + i : p, store ? p : row + i, CHUNK);
	}
}

/* ---- shared memory ----------------------------------------------------------------- */

/* Returns the start of the shared memory that all rows lie in, from where the swizzle
 * counts; *off is their offset in it. NULL after a fault. */
static u8 *shared_find(const struct tensor_copy *c, u32 space, u64 addr, u64 *off) {
	u64 bytes = (u64)(c->nrow - 1) * c->pitch + c->row_bytes,
	    low = (u64)(8 * CHUNK) - 1;
	u8 *p;
	if (addr % SHARED_ALIGN) {
		mem_refuse(c, FAULT_MISALIGNED, space, addr, (u32)bytes, !c->is_store);
		return NULL;
	}
	/* up to the end of the last group of chunks */
	if (c->m.swizzle != TENSOR_SWIZZLE_NONE)
		bytes = (bytes + low) & ~low;
	p = mem_find(c->w, c->lane, space, addr, bytes);
	if (!p) {
		mem_refuse(c, FAULT_ADDRESS, space, addr, (u32)bytes, !c->is_store);
		return NULL;
	}
	*off = addr & SHARED_OFF_MASK;
	return p - *off;
}

static bool complete(const struct tensor_copy *c, u64 mbar) {
	u8 *mb = mbarrier_at(c->w, c->d, c->lane, SPACE_SHARED_CLUSTER, mbar);
	return mb &&
	       mbarrier_complete_tx(c->w, c->d, c->lane, mb, (u64)c->nrow * c->row_bytes);
}

/* ---- from global to shared memory -------------------------------------------------- */

struct receivers {
	u8 *base[CLUSTER_MAX_CTAS];
	u64 off[CLUSTER_MAX_CTAS], at[CLUSTER_MAX_CTAS], mbar[CLUSTER_MAX_CTAS];
	u32 n;
};

static bool receivers_find(const struct tensor_copy *c, struct receivers *to) {
	u64 dst = mem_lane_addr(c->w, c->d, 0, c->lane),
	    mbar = mem_lane_addr(c->w, c->d, 3, c->lane);
	u32 space = mem_space(c->d);
	to->n = 0;
	if (MOD_GET(c->d->mods, MULTICAST)) {
		u32 ctas = (u32)operand_get(c->w, c->d, 5, c->lane) & 0xffff;
		mask_each (rank, ctas) {
			to->base[to->n] = shared_find(c, SPACE_SHARED_CLUSTER,
			                              shared_at_rank(dst, rank),
			                              &to->off[to->n]);
			if (!to->base[to->n])
				return false;
			to->at[to->n] = shared_at_rank(dst, rank);
			to->mbar[to->n++] = shared_at_rank(mbar, rank);
		}
		return true;
	}
	if (space == SPACE_SHARED_CTA && !(mbar >> SHARED_RANK_SHIFT))
		mbar = shared_at_rank(mbar, c->w->cta->rank);
	to->base[0] = shared_find(c, space, dst, &to->off[0]);
	to->at[0] = mem_shared_addr(c->w, space, dst);
	to->mbar[0] = mbar;
	to->n = 1;
	return to->base[0] != NULL;
}

static bool copy_in(struct tensor_copy *c) {
	struct receivers to;
	struct walk k;
	u8 row[LINE_BYTES_MAX];
	if (!copy_begin(c, 4))
		return false;
	walk_begin(c, &k);
	if (!receivers_find(c, &to) || !global_find(c, c->m.address, 1))
		return false;
	for (u32 i = 0; i < c->nrow; i++, walk_next(c, &k)) {
		struct tensor_row r = row_at(c, &k);
		if (!row_load(c, &r, row))
			return false;
		for (u32 n = 0; n < to.n; n++)
			row_swizzle(c, to.base[n], (u32)to.off[n] + i * c->pitch, row,
			            false);
	}
	for (u32 n = 0; n < to.n && c->w->worker->check; n++)
		check_copy_to(c->w, c->d, c->lane, SPACE_SHARED_CLUSTER, to.at[n],
		              (u64)(c->nrow - 1) * c->pitch + c->row_bytes, to.mbar[n]);
	for (u32 n = 0; n < to.n; n++)
		if (!complete(c, to.mbar[n]))
			return false;
	return true;
}

enum step exec_tensor_in(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask) {
		struct tensor_copy c = {.w = w, .d = d, .lane = l, .map_at = 1};
		if (!copy_in(&c))
			return STEP_STOP;
	}
	return STEP_NEXT;
}

/* ---- from shared to global memory -------------------------------------------------- */

/* The function that reduces elements of the map's type; NULL if there is none. */
static atom_fn *reduction(u32 op, u32 type, u32 *bytes) {
	static const struct {
		u8 type;
		u16 ops;
	} rule[TENSOR_TYPES] = {
#define OPS(a) 1u << MOD_AOP_##a
#define BITS OPS(AND) | OPS(OR) | OPS(XOR)
#define ORDER OPS(MIN) | OPS(MAX)
		[TENSOR_U32] = {TYPE_U32, OPS(ADD) | ORDER | OPS(INC) | OPS(DEC) | BITS},
		[TENSOR_S32] = {TYPE_S32, OPS(ADD) | ORDER | BITS},
		[TENSOR_U64] = {TYPE_U64, OPS(ADD) | ORDER | BITS},
		[TENSOR_S64] = {TYPE_S64, ORDER},
		[TENSOR_F16] = {TYPE_F16, OPS(ADD) | ORDER},
		[TENSOR_BF16] = {TYPE_BF16, OPS(ADD) | ORDER},
		[TENSOR_F32] = {TYPE_F32, OPS(ADD)},
		[TENSOR_F32_FTZ] = {TYPE_F32, OPS(ADD)},
		[TENSOR_TF32] = {TYPE_F32, OPS(ADD)},
		[TENSOR_TF32_FTZ] = {TYPE_F32, OPS(ADD)},
		[TENSOR_F64] = {TYPE_F64, OPS(ADD)},
#undef OPS
#undef BITS
#undef ORDER
	};
	enum type t = (enum type)rule[type].type;
	if (!(rule[type].ops >> op & 1))
		return NULL;
	if (op == MOD_AOP_AND || op == MOD_AOP_OR || op == MOD_AOP_XOR)
		t = type_info[t].bits == 64 ? TYPE_B64 : TYPE_B32;
	*bytes = type_size_bytes(t);
	return atom_find(op, t, ATOM_GLOBAL);
}

static bool row_store(const struct tensor_copy *c, const struct tensor_row *r,
                      const u8 *row, atom_fn *f, u32 bytes) {
	u32 step = c->m.interleave == TENSOR_INTERLEAVE_NONE ? 1
	                                                     : c->m.step_less_1[0] + 1u;
	/* the device stores 16 bytes at a time, also where the tensor ends among them */
	u32 run = step == 1 ? (u32)alignup(r->valid * c->unit, CHUNK) : c->unit,
	    n = step == 1 ? 1 : r->valid;
	u8 *p;
	if (!r->valid)
		return true;
	p = global_find(c, r->address, (n - 1) * step * c->unit + run);
	if (!p || !check_global_row(c, r->address, run, n, step))
		return false;
	row += r->first * c->unit;
	for (u32 i = 0; i < n; i++, row += run, p += (u64)step * c->unit) {
		if (!f)
			memcpy(p, row, run);
		for (u32 k = 0; f && k < run; k += bytes)
			atom_apply(p + k, bytes, false, f, strong_load(row + k, bytes));
	}
	return true;
}

static bool copy_out(struct tensor_copy *c) {
	u32 op = c->d->row == ROW_CP_TENSOR_RED ? MOD_GET(c->d->mods, AOP) : 0, bytes = 0;
	atom_fn *f = NULL;
	struct walk k;
	_Alignas(CHUNK) u8 row[LINE_BYTES_MAX];
	u64 off;
	u8 *base;
	if (!copy_begin(c, 0))
		return false;
	if (op) {
		f = reduction(op, c->m.type, &bytes);
		if (!f)
			return refuse(c, "its elements do not have this reduction");
	}
	walk_begin(c, &k);
	base = shared_find(c, SPACE_SHARED_CTA, mem_lane_addr(c->w, c->d, 2, c->lane),
	                   &off);
	if (!base || !global_find(c, c->m.address, 1))
		return false;
	if (c->w->worker->check)
		check_copy_from(c->w, c->d, c->lane,
		                mem_lane_addr(c->w, c->d, 2, c->lane),
		                (u64)(c->nrow - 1) * c->pitch + c->row_bytes);
	for (u32 i = 0; i < c->nrow; i++, walk_next(c, &k)) {
		struct tensor_row r = row_at(c, &k);
		if (r.valid)
			row_swizzle(c, base, (u32)off + i * c->pitch, row, true);
		if (!row_store(c, &r, row, f, bytes))
			return false;
	}
	return true;
}

enum step exec_tensor_out(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask) {
		struct tensor_copy c = {
			.w = w, .d = d, .lane = l, .map_at = 0, .is_store = true};
		if (!copy_out(&c))
			return STEP_STOP;
	}
	return STEP_NEXT;
}

/* Nothing is fetched, so an address without memory does not matter; a map that cannot be
 * used does. */
enum step exec_tensor_prefetch(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask) {
		struct tensor_copy c = {.w = w, .d = d, .lane = l, .map_at = 0};
		if (!copy_begin(&c, 2))
			return STEP_STOP;
	}
	return STEP_NEXT;
}

/* ---- tensormap.replace, tensormap.cp_fenceproxy ------------------------------------ */

/* tensormap.replace numbers the element types in its own way (PTX 9.7.9.27.1.2). */
static u8 replaced_type(u64 v) {
	static const u8 type[] = {TENSOR_U8,      TENSOR_U16, TENSOR_U32,  TENSOR_S32,
	                          TENSOR_U64,     TENSOR_S64, TENSOR_F16,  TENSOR_F32,
	                          TENSOR_F32_FTZ, TENSOR_F64, TENSOR_BF16, TENSOR_TF32,
	                          TENSOR_TF32_FTZ};
	return v < countof(type) ? type[v] : TENSOR_TYPES;
}

/* Values are not checked: a map that has become invalid is refused when it is used. */
static void replace(struct tensor_map *m, u32 field, u32 i, u64 v) {
	switch (field) {
	case MOD_TFIELD_GLOBAL_ADDRESS: m->address = v; break;
	case MOD_TFIELD_RANK: m->rank_less_1 = (u8)MIN(v, 255); break;
	case MOD_TFIELD_BOX_DIM: m->box_less_1[i] = (u16)MIN((u32)v - 1, 0xffff); break;
	case MOD_TFIELD_GLOBAL_DIM: m->dim_less_1[i] = (u32)v - 1; break;
	case MOD_TFIELD_GLOBAL_STRIDE: m->stride[MIN(i, 3u)] = v; break;
	case MOD_TFIELD_ELEMENT_STRIDE:
		m->step_less_1[i] = (u8)MIN((u32)v - 1, 255);
		break;
	case MOD_TFIELD_ELEMTYPE: m->type = replaced_type(v); break;
	case MOD_TFIELD_INTERLEAVE_LAYOUT: m->interleave = (u8)MIN(v, 255); break;
	case MOD_TFIELD_SWIZZLE_MODE: m->swizzle = (u8)MIN(v, 255); break;
	case MOD_TFIELD_FILL_MODE: m->fill_nan = (u8)MIN(v, 255); break;
	default: break;
	}
}

enum step exec_tensormap_replace(struct warp *w, const struct dinst *d, u32 mask) {
	u32 field = MOD_GET(d->mods, TFIELD);
	bool is_mode = d->row == ROW_TMAP_MODE,
	     has_index = d->row == ROW_TMAP_STRIDE || d->row == ROW_TMAP_EXTENT;
	mask_each (l, mask) {
		u64 addr = mem_lane_addr(w, d, 0, l), v;
		struct tensor_map m;
		u8 *p;
		if (addr % TENSOR_MAP_ALIGN)
			return mem_fault(w, d, l, FAULT_MISALIGNED, mem_space(d), addr,
			                 TENSOR_MAP_BYTES, ACCESS_STORE);
		p = mem_find(w, l, mem_space(d), addr, TENSOR_MAP_BYTES);
		if (!p)
			return mem_fault(w, d, l, FAULT_ADDRESS, mem_space(d), addr,
			                 TENSOR_MAP_BYTES, ACCESS_STORE);
		v = is_mode ? (u64)d->x->off[1] : operand_get(w, d, has_index ? 2 : 1, l);
		memcpy(&m, p, sizeof m);
		replace(&m, field, has_index ? (u32)d->x->off[1] : 0, v);
		memcpy(p, &m, sizeof m);
	}
	return STEP_NEXT;
}

/* All lanes name the same places: one copy will do, and the fence is the host's. */
enum step exec_tensormap_copy(struct warp *w, const struct dinst *d, u32 mask) {
	u32 l, size = (u32)d->x->off[2];
	u64 to, from;
	u8 *p, *q;
	if (!warp_gather(w, d, &mask))
		return STEP_SWITCH;
	l = mask_first(mask);
	to = mem_lane_addr(w, d, 0, l);
	from = mem_lane_addr(w, d, 1, l);
	if ((to | from) % CHUNK)
		return mem_fault(w, d, l, FAULT_MISALIGNED, SPACE_GLOBAL, to, size,
		                 ACCESS_STORE);
	q = mem_find(w, l, SPACE_SHARED_CTA, from, size);
	if (!q)
		return mem_fault(w, d, l, FAULT_ADDRESS, SPACE_SHARED_CTA, from, size, 0);
	p = mem_find(w, l, SPACE_GLOBAL, to, size);
	if (!p)
		return mem_fault(w, d, l, FAULT_ADDRESS, SPACE_GLOBAL, to, size,
		                 ACCESS_STORE);
	memcpy(p, q, size);
	__atomic_thread_fence(__ATOMIC_RELEASE);
	return STEP_NEXT;
}
