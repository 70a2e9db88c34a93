/* state.c - the thread in focus: its activations, registers, memory of every space.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/debug/state.h"
#include "backend/machine/access.h"
#include "backend/machine/compiled.h"
#include "backend/watch/cluster_hash.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/history.h"
#include "runtime/debug/places.h"
#include "runtime/debug/session.h"

/* ---- threads ----------------------------------------------------------------------- */

struct warp *state_warp(const struct focus *f) {
	struct cta *cta = dbg.g && f->set ? debug_cta(dbg.g, f->cta) : NULL;
	if (!cta || f->warp >= cta->nwarp || f->lane >= WARP_LANES)
		return NULL;
	struct warp *w = &cta->warp[f->warp];
	return w->live >> f->lane & 1 ? w : NULL;
}

/* A group that waits at a barrier is past the instruction that made it wait. */
static u32 inst_of(const struct group *g) {
	const struct dfunc *f = g->frame->func;
	bool waits = g->state == GROUP_BARRIER || g->state == GROUP_CLUSTER;
	const struct dinst *d = g->pc;
	while (waits && d > f->code && !d[-1].in)
		d--;
	return debug_inst(f, waits && d > f->code ? d - 1 : d);
}

bool state_place(const struct warp *w, u32 lane, struct code **c, u32 *inst) {
	const struct group *g = debug_group(w, lane);
	if (!g || !(w->live >> lane & 1))
		return false;
	*c = places_code_of(g->frame->func);
	*inst = inst_of(g);
	return *c != NULL;
}

/* ---- frames ------------------------------------------------------------------------ */

static u32 hidden_calls(const struct warp *w, const struct group *g, u32 inst) {
	const struct hidden_calls *h = &dbg.hidden;
	bool here = h->levels && h->step == history_now() && h->launch == dbg.nlaunch &&
	            h->cta == w->cta->linear && h->warp == w->id &&
	            h->func == g->frame->func && h->inst == inst;
	return here ? h->levels : 0;
}

bool state_frame(const struct focus *f, u32 n, struct dframe *out) {
	struct warp *w = state_warp(f);
	const struct group *g = w ? debug_group(w, f->lane) : NULL;
	if (!g)
		return false;
	u32 inst = inst_of(g);
	bool is_call = false;
	n += hidden_calls(w, g, inst);
	for (struct frame *fr = g->frame; fr; fr = fr->parent) {
		struct code *c = places_code_of(fr->func);
		u32 levels = places_inlined(c, inst) + 1;
		if (n < levels) {
			*out = (struct dframe){fr, c, inst, n, is_call};
			return true;
		}
		n -= levels;
		if (fr->parent)
			inst = debug_inst(fr->parent->func, fr->ret_pc - 1);
		is_call = true;
	}
	return false;
}

u32 state_depth(const struct focus *f) {
	struct dframe fr;
	u32 n = 0;
	while (state_frame(f, n, &fr))
		n++;
	return n;
}

/* ---- memory ------------------------------------------------------------------------ */

static struct cta *cta_of_shared(const struct cta *own, u64 addr) {
	u64 rank = addr >> SHARED_RANK_SHIFT;
	return rank < own->cluster->ncta ? &own->cluster->cta[rank] : NULL;
}

/* Returns the host address of up to *n bytes; *n becomes the number of those that are
 * contiguous. NULL: none. */
static u8 *find_bytes(const struct focus *f, u32 space, u64 addr, u64 *n) {
	if (!dbg.g)
		return NULL;
	struct launch *l = dbg.launch;
	const struct arena_map *map = &l->machine->map;
	struct warp *w = state_warp(f);
	if (space == SPACE_GENERIC && in_window(map->shared, addr)) {
		space = SPACE_SHARED;
		addr -= map->shared.base;
	} else if (space == SPACE_GENERIC && in_window(map->local, addr)) {
		space = SPACE_LOCAL;
		addr -= map->local.base;
	}
	if (is_shared_space(space)) {
		struct cta *own = f->set ? debug_cta(dbg.g, f->cta) : NULL;
		struct cta *cta = own ? cta_of_shared(own, addr) : NULL;
		u64 off = addr & SHARED_OFF_MASK;
		if (!cta || off >= l->shared_total)
			return NULL;
		*n = MIN(*n, l->shared_total - off);
		return cta->shared + off;
	}
	if (space == SPACE_LOCAL) {
		if (!w || !w->local || addr >= w->local_limit)
			return NULL;
		*n = MIN(*n, w->local_limit - addr);
		return w->local + (u64)f->lane * w->local_stride + addr;
	}
	if (space == SPACE_PARAM) {
		if (addr >= l->kernel->param_bytes)
			return NULL;
		*n = MIN(*n, l->kernel->param_bytes - addr);
		return (u8 *)(uintptr_t)l->param + addr;
	}
	if (space != SPACE_GENERIC && space != SPACE_GLOBAL && space != SPACE_CONST)
		return NULL;
	u64 page = ((u64)1 << PAGE_SHIFT) - (addr & (((u64)1 << PAGE_SHIFT) - 1));
	*n = MIN(*n, page);
	return global_valid(map, addr, *n) ? (u8 *)(uintptr_t)addr : NULL;
}

static bool copy(const struct focus *f, u32 space, u64 addr, u8 *mine, u64 n,
                 bool store) {
	while (n) {
		u64 part = n;
		u8 *p = addr + n < addr ? NULL : find_bytes(f, space, addr, &part);
		if (!p)
			return false;
		if (store)
			memcpy(p, mine, part);
		else
			memcpy(mine, p, part);
		mine += part;
		addr += part;
		n -= part;
	}
	return true;
}

bool state_read(const struct focus *f, u32 space, u64 addr, void *to, u64 n) {
	return copy(f, space, addr, to, n, false);
}

bool state_write(const struct focus *f, u32 space, u64 addr, const void *from, u64 n) {
	u8 probe;
	for (u64 at = 0; at < n; at++) /* all or nothing */
		if (!copy(f, space, addr + at, &probe, 1, false))
			return false;
	return copy(f, space, addr, (u8 *)(uintptr_t)from, n, true);
}

/* ---- variables of the PTX ---------------------------------------------------------- */

bool state_var(const struct focus *f, const struct dframe *fr, u32 var, u32 *space,
               u64 *addr, u32 *reg) {
	const struct launch *l = dbg.launch;
	const struct module *m = l->image->module;
	const struct var *v = &m->var[var];
	const struct cta *cta = debug_cta(dbg.g, f->cta);
	*reg = NO_REG;
	*space = v->space;
	*addr = 0;
	if (v->is_reg) {
		*reg = v->reg;
		return true;
	}
	switch ((enum space)v->space) {
	case SPACE_SHARED:
		if (!cta || !l->shared_offset[var])
			return false;
		*addr = ((u64)cta->rank << SHARED_RANK_SHIFT) + l->shared_offset[var];
		return true;
	case SPACE_PARAM:
		if (v->is_param && v->func != NO_REG && m->func[v->func]->is_entry) {
			*addr = v->param_offset;
			return true;
		} /* fall through */
	case SPACE_LOCAL:
		if (!fr || v->func != fr->code->f->index)
			return false;
		*space = SPACE_LOCAL;
		*addr = (u64)fr->frame->local_base + dbg.g->wk->dm->place[var].local;
		return true;
	default:
		*space = SPACE_GLOBAL;
		*addr = l->image->var_addr[var];
		return *addr != 0;
	}
}

/* ---- registers --------------------------------------------------------------------- */

static u8 *register_at(const struct dframe *fr, u32 reg, u32 *bits) {
	const struct dfunc *f = fr->code->f;
	if (reg >= f->func->nreg || f->reg[reg] == REF_NONE ||
	    REF_BASE(f->reg[reg]) != BASE_FRAME)
		return NULL;
	*bits = f->reg_bits[reg];
	return fr->frame->regs + REF_OFF(f->reg[reg]);
}

bool state_register(const struct focus *f, const struct dframe *fr, u32 reg, u64 v[2]) {
	u32 bits, mask;
	const u8 *at = register_at(fr, reg, &bits);
	v[0] = v[1] = 0;
	if (!at)
		return false;
	if (bits == 1) {
		memcpy(&mask, at, 4);
		v[0] = mask >> f->lane & 1;
	} else {
		memcpy(v, at + f->lane * bits / 8, bits / 8);
	}
	return true;
}

bool state_set_register(const struct focus *f, const struct dframe *fr, u32 reg,
                        const u64 v[2]) {
	u32 bits, mask;
	u8 *at = register_at(fr, reg, &bits);
	if (!at)
		return false;
	if (bits == 1) {
		memcpy(&mask, at, 4);
		mask = (mask & ~(1u << f->lane)) | (u32)(v[0] & 1) << f->lane;
		memcpy(at, &mask, 4);
	} else {
		memcpy(at + f->lane * bits / 8, v, bits / 8);
	}
	return true;
}

u64 state_sreg(const struct focus *f, enum sreg s) {
	const struct cta *cta = debug_cta(dbg.g, f->cta);
	u32 tid[3], bit = 1u << f->lane;
	cta_coords((u64)f->warp * WARP_LANES + f->lane, dbg.launch->block, tid);
	switch (s) {
	case SREG_TID_X:
	case SREG_TID_Y:
	case SREG_TID_Z: return tid[s - SREG_TID_X];
	case SREG_LANEID: return f->lane;
	case SREG_WARPID: return f->warp;
	case SREG_LANEMASK_EQ: return bit;
	case SREG_LANEMASK_LT: return bit - 1;
	case SREG_LANEMASK_LE: return bit | (bit - 1);
	case SREG_LANEMASK_GT: return ~(bit | (bit - 1));
	case SREG_LANEMASK_GE: return ~(bit - 1);
	case SREG_GLOBALTIMER: return dbg.client.clock_ns;
	default: return cta ? cta_sreg(cta, s) : 0;
	}
}

/* ---- the device as it is shown ----------------------------------------------------- */

u32 state_sm(u64 cta) {
	return (u32)(cta % dbg.launch->machine->limits.nsm);
}

/* Warps of the multiprocessor's ctas are numbered in the order of the ctas. */
u32 state_hw_warp(u64 cta, u32 warp) {
	u32 before = 0, nwarp = 1;
	for (const struct cluster *cl = dbg.g->wk->resident; cl; cl = cl->next)
		for (u32 i = 0; i < cl->ncta; i++) {
			const struct cta *c = &cl->cta[i];
			before += c->nlive && c->linear < cta &&
			          state_sm(c->linear) == state_sm(cta);
			nwarp = c->nwarp;
		}
	return before * nwarp + warp;
}

/* ---- hash -------------------------------------------------------------------------- */

static void add_block(void *ctx, u64 base, u64 size) {
	u64 *v = ctx;
	*v = hash_bytes(*v, (const void *)(uintptr_t)base, size);
}

u64 state_hash(void) {
	u64 v = HASH_START;
	const struct cluster *at = NULL, *next;
	debug_save(dbg.g);
	for (;; at = next) { /* in the order of the grid */
		next = NULL;
		for (const struct cluster *c = dbg.g->wk->resident; c; c = c->next)
			if ((!at || c->index > at->index) &&
			    (!next || c->index < next->index))
				next = c;
		if (!next)
			break;
		v = cluster_hash(v, next);
	}
	history_each_range(add_block, &v);
	return v;
}
