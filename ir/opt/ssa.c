/* ssa.c - making and changing the form of ssa.h: values, instructions, edges.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

#include <stdio.h>

#include "ir/isa/regs.h"

u32 val_new(struct opt *o, u8 type) {
	vec_push(o->a, &o->val, (struct val){.type = type, .bb = NO_BB});
	return o->val.n - 1;
}

u32 bb_new(struct opt *o) {
	o->graph_is_current = false;
	vec_push(o->a, &o->bb, (struct bb){.loop = 0xffffffffu});
	return o->bb.n - 1;
}

/* ---- instructions ------------------------------------------------------------------ */

struct node *node_new(struct opt *o, enum row row, u64 mods, const u8 *type,
                      const struct operand *operand, u32 noperand) {
	struct node *n = arena_new(o->a, struct node);
	n->info = row_info(row);
	n->in = (struct inst){.row = (u16)row, .mods = mods, .guard = NO_REG};
	if (type)
		memcpy(n->in.type, type, sizeof(n->in.type));
	while (noperand && operand[noperand - 1].kind == OPR_NONE)
		noperand--;
	n->in.noperand = (u8)noperand;
	n->in.operand = arena_array(o->a, struct operand, MAX(noperand, ROW_OPERANDS));
	if (noperand)
		memcpy(n->in.operand, operand, noperand * sizeof(*operand));
	n->bb = NO_BB;
	return n;
}

static void elements_copy(struct opt *o, struct operand *x) {
	if (x->kind != OPR_VEC && x->kind != OPR_PAIR && x->kind != OPR_TENSOR)
		return;
	u32 first = o->elem.n;
	for (u32 i = 0; i < x->n; i++)
		vec_push(o->a, &o->elem, o->elem.at[x->index + i]);
	x->index = first;
}

struct node *node_copy(struct opt *o, const struct node *n) {
	struct node *c = arena_new(o->a, struct node);
	*c = *n;
	c->prev = c->next = NULL;
	c->bb = NO_BB;
	c->in.operand = arena_array(o->a, struct operand,
	                            MAX(n->in.noperand, ROW_OPERANDS));
	memcpy(c->in.operand, n->in.operand, n->in.noperand * sizeof(struct operand));
	for (u32 i = 0; i < c->in.noperand; i++)
		elements_copy(o, &c->in.operand[i]);
	if (n->old)
		c->old = arena_copy(o->a, n->old, n->nold * sizeof(struct operand), 8);
	return c;
}

void node_append(struct opt *o, u32 bb, struct node *n) {
	struct bb *b = &o->bb.at[bb];
	n->bb = bb;
	n->prev = b->last;
	n->next = NULL;
	if (b->last)
		b->last->next = n;
	else
		b->first = n;
	b->last = n;
	node_defines(o, n);
}

void node_before(struct opt *o, struct node *at, struct node *n) {
	struct bb *b = &o->bb.at[at->bb];
	if (!n->in.loc.end) {
		n->in.loc = at->in.loc;
		n->in.line = at->in.line;
	}
	if (b->term == at) {
		node_append(o, at->bb, n);
		return;
	}
	n->bb = at->bb;
	n->next = at;
	n->prev = at->prev;
	if (at->prev)
		at->prev->next = n;
	else
		b->first = n;
	at->prev = n;
	node_defines(o, n);
}

void node_prepend(struct opt *o, u32 bb, struct node *n) {
	if (o->bb.at[bb].first)
		node_before(o, o->bb.at[bb].first, n);
	else
		node_append(o, bb, n);
}

void node_remove(struct opt *o, struct node *n) {
	struct bb *b = &o->bb.at[n->bb];
	if (b->term == n) {
		b->term = NULL;
		return;
	}
	if (n->prev)
		n->prev->next = n->next;
	else
		b->first = n->next;
	if (n->next)
		n->next->prev = n->prev;
	else
		b->last = n->prev;
}

void node_defines(struct opt *o, struct node *n) {
	struct operand *d;
	each_dst (o, n, d) {
		o->val.at[d->index].def = n;
		o->val.at[d->index].phi = NULL;
		o->val.at[d->index].bb = n->bb;
	}
}

void node_become(struct opt *o, struct node *n, enum row row, u64 mods, u8 type, u8 type2,
                 const struct operand *src, u32 nsrc) {
	struct operand x[ROW_OPERANDS] = {n->in.operand[0]};
	memcpy(x + 1, src, nsrc * sizeof(*src));
	memcpy(n->in.operand, x, (nsrc + 1) * sizeof(*x));
	n->info = row_info(row);
	n->in.row = (u16)row;
	n->in.mods = mods;
	n->in.noperand = (u8)(nsrc + 1);
	memset(n->in.type, 0, sizeof(n->in.type));
	n->in.type[0] = type;
	n->in.type[1] = type2;
	n->no_wrap_s = n->no_wrap_u = false;
	o->changed = true;
}

static u8 type_of_bits(u32 bits) {
	switch (bits) {
	case 1: return TYPE_PRED;
	case 8:
	case 16: return TYPE_B16;
	case 32: return TYPE_B32;
	case 64: return TYPE_B64;
	default: return TYPE_B128;
	}
}

struct node *mov_new(struct opt *o, u32 dest, struct operand src) {
	u8 type[4] = {type_of_bits(val_bits(o, dest))};
	struct operand x[2] = {opr_reg(dest), src};
	if (src.kind == OPR_IMM)
		x[1].value = imm_of_type(type[0], (u64)src.value);
	return node_new(o, type[0] == TYPE_PRED ? ROW_MOV_PRED : ROW_MOV, 0, type, x, 2);
}

/* ---- edges ------------------------------------------------------------------------- */

struct phi *phi_new(struct opt *o, u32 bb, u32 dest) {
	struct bb *b = &o->bb.at[bb];
	struct phi *p = arena_new(o->a, struct phi);
	p->dest = dest;
	p->var = NO_VAL;
	p->cap = MAX(b->pred.n, 1u);
	p->arg = arena_array(o->a, struct operand, p->cap);
	p->next = b->phi;
	b->phi = p;
	o->val.at[dest].phi = p;
	o->val.at[dest].def = NULL;
	o->val.at[dest].bb = bb;
	return p;
}

u32 pred_slot(const struct opt *o, u32 bb, u32 pred) {
	const struct u32s *p = &o->bb.at[bb].pred;
	for (u32 i = 0; i < p->n; i++)
		if (p->at[i] == pred)
			return i;
	bug("block %u does not follow block %u", bb, pred);
}

static void pred_add(struct opt *o, u32 to, u32 from) {
	struct bb *b = &o->bb.at[to];
	o->graph_is_current = false;
	vec_push(o->a, &b->pred, from);
	u32 last = b->pred.n - 1;
	each_phi (p, b) {
		if (last == p->cap) {
			struct operand *arg = arena_array_raw(o->a, struct operand,
			                                      2 * p->cap);
			memcpy(arg, p->arg, last * sizeof(*arg));
			p->arg = arg;
			p->cap *= 2;
		}
		p->arg[last] = (struct operand){.kind = OPR_NONE};
	}
}

static void pred_remove(struct opt *o, u32 to, u32 from) {
	struct bb *b = &o->bb.at[to];
	u32 slot = pred_slot(o, to, from);
	o->graph_is_current = false;
	b->pred.n--;
	for (u32 i = slot; i < b->pred.n; i++)
		b->pred.at[i] = b->pred.at[i + 1];
	each_phi (p, b)
		for (u32 i = slot; i < b->pred.n; i++)
			p->arg[i] = p->arg[i + 1];
}

void edge_add(struct opt *o, u32 from, u32 to) {
	vec_push(o->a, &o->bb.at[from].succ, to);
	pred_add(o, to, from);
}

void edge_remove(struct opt *o, u32 from, u32 slot) {
	struct u32s *s = &o->bb.at[from].succ;
	pred_remove(o, s->at[slot], from);
	s->n--;
	for (u32 i = slot; i < s->n; i++)
		s->at[i] = s->at[i + 1];
}

void edge_redirect(struct opt *o, u32 from, u32 slot, u32 to) {
	struct u32s *s = &o->bb.at[from].succ;
	pred_remove(o, s->at[slot], from);
	s->at[slot] = to;
	pred_add(o, to, from);
}

u32 edge_split(struct opt *o, u32 from, u32 slot) {
	u32 to = o->bb.at[from].succ.at[slot], mid = bb_new(o);
	u32 at = pred_slot(o, to, from);
	o->bb.at[to].pred.at[at] = mid;
	o->bb.at[from].succ.at[slot] = mid;
	vec_push(o->a, &o->bb.at[mid].pred, from);
	vec_push(o->a, &o->bb.at[mid].succ, to);
	return mid;
}

u32 bb_split_after(struct opt *o, struct node *at) {
	u32 rest = bb_new(o), b = at->bb;
	for (struct node *n = at->next, *next; n; n = next) {
		next = n->next;
		node_remove(o, n);
		node_append(o, rest, n);
	}
	struct bb *bb = &o->bb.at[b], *to = &o->bb.at[rest];
	to->term = bb->term;
	if (to->term)
		to->term->bb = rest;
	to->line = bb->line;
	to->succ = bb->succ;
	for (u32 i = 0; i < to->succ.n; i++) {
		struct u32s *pred = &o->bb.at[to->succ.at[i]].pred;
		for (u32 k = 0; k < pred->n; k++)
			if (pred->at[k] == b)
				pred->at[k] = rest;
	}
	bb->term = NULL;
	bb->succ = (struct u32s){0};
	return rest;
}

/* ---- variables --------------------------------------------------------------------- */

u32 var_copy(struct opt *o, u32 var) {
	struct module *m = o->m;
	struct func *f = o->f;
	char name[300];
	if (m->nvar >= m->var_cap) {
		m->var_cap = m->nvar + m->nvar / 2 + 64;
		struct var *all = arena_array(m->arena, struct var, m->var_cap);
		memcpy(all, m->var, m->nvar * sizeof(*all));
		arena_give(m->arena, m->var, m->nvar * sizeof(*all));
		m->var = all;
	}
	struct var *all = m->var;
	all[m->nvar] = m->var[var];
	int len = snprintf(name, sizeof(name), "%.250s_%u", m->var[var].name->s, m->nvar);
	all[m->nvar].name = str_intern(m->names, name, (size_t)len);
	all[m->nvar].func = f->index;
	if (f->nvar >= o->var_cap) {
		o->var_cap = 2 * f->nvar + 16;
		u32 *list = arena_array(m->arena, u32, o->var_cap);
		if (f->nvar)
			memcpy(list, f->var, f->nvar * sizeof(u32));
		f->var = list;
	}
	f->var[f->nvar++] = m->nvar;
	return m->nvar++;
}

/* ---- walking over operands --------------------------------------------------------- */

static struct operand *element_next(struct opr_iter *it, struct operand *x) {
	while (it->k < x->n) {
		struct operand *e = &it->o->elem.at[x->index + it->k++];
		if (opr_is_reg(e))
			return e;
	}
	it->k = 0;
	return NULL;
}

/* Returns the next operand of one role; in positions of destinations only addresses are
 * read. */
static struct operand *role_next(struct opr_iter *it, enum reg_role role) {
	struct inst *in = &it->n->in;
	for (; it->i < in->noperand; it->i++) {
		struct operand *x = &in->operand[it->i];
		enum reg_role here = operand_role(it->n->info, it->i);
		if (here == REG_BOTH) /* its previous value is in `old` */
			here = REG_WRITTEN;
		if (here != role)
			continue;
		it->pos = it->i;
		if (x->kind == OPR_VEC || x->kind == OPR_PAIR) {
			struct operand *e = element_next(it, x);
			if (e)
				return e;
		} else if (opr_is_reg(x)) {
			it->i++;
			return x;
		}
	}
	return NULL;
}

struct operand *src_next(struct opr_iter *it) {
	struct node *n = it->n;
	if (it->stage == 0) {
		it->stage = 1;
		it->pos = NO_REG;
		if (n->guard.kind == OPR_REG)
			return &n->guard;
	}
	if (it->stage == 1) {
		while (it->i < n->nold)
			if (n->old[it->i++].kind == OPR_REG)
				return &n->old[it->i - 1];
		it->i = 0;
		it->stage = 2;
	}
	return role_next(it, REG_READ);
}

struct operand *dst_next(struct opr_iter *it) {
	return role_next(it, REG_WRITTEN);
}

/* ---- replacement ------------------------------------------------------------------- */

s64 imm_of_type(u8 type, u64 bits) {
	u32 width = type_info[type].bits;
	if (type == TYPE_PRED)
		return (bits & 1) != 0;
	if (width >= 64)
		return (s64)bits;
	bits &= bits_mask(width);
	if (type_info[type].class != 'U' && type_info[type].class != 'F' &&
	    bits >> (width - 1))
		bits |= ~bits_mask(width);
	return (s64)bits;
}

bool imm_fits(const struct node *n, u32 pos) {
	if (pos == NO_REG)
		return true;
	const struct row_info *r = n->info;
	char letter = r->opr[pos].letter;
	enum type t = row_operand_type(r, n->in.type, pos);
	const struct type_info *i = &type_info[t];
	bool type_ok = i->class == 'U' || i->class == 'S' || i->class == 'P' ||
	               t == TYPE_F32 || t == TYPE_F64 ||
	               (i->class == 'B' && i->bits >= 8 && i->bits <= 64);
	if (!type_ok || (r->props & PROP_CALL))
		return false;
	if (r->table == 0)
		return strchr("abcxyuvtWPR", letter) && n->in.row < ROW_ALU_END &&
		       !(r->nopr && strchr("MNnd", r->opr[0].letter) &&
		         strchr("ABEFC", letter));
	if (n->in.operand[pos].kind == OPR_VEC)
		return false;
	return strchr("Sawpxo", letter) != NULL;
}

bool opr_resolve(struct opt *o, struct operand *use) {
	bool did = false;
	while (opr_is_reg(use)) {
		struct operand s = o->val.at[use->index].same;
		if (s.kind != OPR_REG)
			break;
		if (s.negated && use->kind != OPR_REG)
			break;
		use->index = s.index;
		use->negated ^= s.negated;
		did = true;
	}
	return did;
}

/* Puts a constant in place of the value that holds it, where the position takes
 * constants. */
static bool imm_into(struct opt *o, struct node *n, struct operand *use, u32 pos) {
	struct operand s = o->val.at[use->index].same;
	if (use->kind != OPR_REG || s.kind != OPR_IMM || use->sel || !imm_fits(n, pos))
		return false;
	u8 type = pos == NO_REG ? TYPE_PRED
	                        : (u8)row_operand_type(n->info, n->in.type, pos);
	*use = opr_imm(imm_of_type(type, (u64)s.value ^ use->negated));
	return true;
}

void rewrite_node(struct opt *o, struct node *n) {
	struct operand *use;
	each_src (o, n, use) {
		if (opr_resolve(o, use))
			o->changed = true;
		bool is_old = n->nold && use >= n->old && use < n->old + n->nold;
		if (!is_old && use_it.n && imm_into(o, n, use, use_it.pos))
			o->changed = true;
	}
}

void rewrite_phi(struct opt *o, struct phi *p, u32 npred) {
	for (u32 i = 0; i < npred; i++) {
		opr_resolve(o, &p->arg[i]);
		if (p->arg[i].kind != OPR_REG)
			continue;
		struct operand s = o->val.at[p->arg[i].index].same;
		if (s.kind == OPR_IMM)
			p->arg[i] = opr_imm((s64)((u64)s.value ^ p->arg[i].negated));
	}
}

void rewrite_uses(struct opt *o) {
	for (u32 b = 0; b < o->bb.n; b++) {
		struct bb *bb = &o->bb.at[b];
		if (bb->is_dead)
			continue;
		each_phi (p, bb)
			rewrite_phi(o, p, bb->pred.n);
		each_node (n, bb)
			rewrite_node(o, n);
		if (bb->term)
			rewrite_node(o, bb->term);
	}
}

void uses_count(struct opt *o) {
	for (u32 i = 0; i < o->val.n; i++)
		o->val.at[i].nuse = 0;
	for (u32 b = 0; b < o->bb.n; b++) {
		struct bb *bb = &o->bb.at[b];
		struct operand *use;
		if (bb->is_dead)
			continue;
		each_phi (p, bb)
			for (u32 i = 0; i < bb->pred.n; i++)
				if (p->arg[i].kind == OPR_REG)
					o->val.at[p->arg[i].index].nuse++;
		for (struct node *n = bb->first; n; n = n->next)
			each_src (o, n, use)
				o->val.at[use->index].nuse++;
		if (bb->term)
			each_src (o, bb->term, use)
				o->val.at[use->index].nuse++;
	}
}

/* ---- what instructions are --------------------------------------------------------- */

u32 node_dest(const struct node *n) {
	return n->in.noperand && n->in.operand[0].kind == OPR_REG &&
	                       operand_role(n->info, 0) == REG_WRITTEN &&
	                       !(n->in.noperand > 1 &&
	                         operand_role(n->info, 1) == REG_WRITTEN &&
	                         n->in.operand[1].kind == OPR_REG)
	               ? n->in.operand[0].index
	               : NO_VAL;
}

static bool sreg_is_fixed(u32 sreg) {
	static const char *const kind[SREG_COUNT] = {
#define SREG(id, text, type, ptx, sm, kind) #kind,
#include "ir/sreg.def"
#undef SREG
	};
	/* A warp may move to another place of the machine at any time (PTX 10). */
	return kind[sreg][0] != 'T' && sreg != SREG_SMID && sreg != SREG_WARPID;
}

bool node_is_pure(const struct opt *o, const struct node *n) {
	if (n->guard.kind != OPR_NONE)
		return false;
	if (n->info->table == 0)
		return !(n->info->props & (PROP_CC_IN | PROP_CC_OUT)) &&
		       n->in.row != ROW_INVALID;
	switch (n->in.row) {
	case ROW_MOV_SREG: return sreg_is_fixed(n->in.operand[1].index);
	case ROW_MOV_SYM:
	case ROW_MOV_PACK:
	case ROW_MOV_UNPACK:
	case ROW_CVTA:
	case ROW_CVTA_TO:
	case ROW_ISSPACEP:
	case ROW_MAPA:
	case ROW_GETCTARANK:
	case ROW_CREATEPOLICY:
	case ROW_MB_PENDING: return true;
	case ROW_MOV_VEC: {
		const struct operand *v = &n->in.operand[1];
		for (u32 i = 0; i < v->n; i++)
			if (o->elem.at[v->index + i].kind == OPR_SREG)
				return false;
		return true;
	}
	default: return false;
	}
}

bool node_is_plain_access(const struct node *n) {
	if (n->in.row != ROW_LD && n->in.row != ROW_ST)
		return false;
	u32 sem = MOD_GET(n->in.mods, SEM);
	return (sem == 0 || sem == MOD_SEM_WEAK) && !MOD_GET(n->in.mods, MMIO) &&
	       !MOD_GET(n->in.mods, SCOPE) && MOD_GET(n->in.mods, COP) != MOD_COP_CV;
}

u32 node_access_bytes(const struct node *n) {
	return type_size_bytes((enum type)n->in.type[0]) << MOD_GET(n->in.mods, VEC);
}

bool node_is_invariant_load(const struct opt *o, const struct node *n) {
	if (n->in.row != ROW_LD || !node_is_plain_access(n) ||
	    n->guard.kind != OPR_NONE || n->in.operand[1].kind != OPR_ADDR_SYM)
		return false;
	const struct var *v = &o->m->var[n->in.operand[1].index];
	s64 at = n->in.operand[1].value;
	bool inside = at >= 0 && (u64)at + node_access_bytes(n) <= v->size_bytes;
	return inside && (v->space == SPACE_CONST ||
	                  (v->space == SPACE_PARAM && v->is_param && !v->is_ret));
}

bool node_is_convergent(const struct node *n) {
	return (n->info->props & (PROP_CONVERGENT | PROP_CALL)) != 0;
}

bool node_is_removable(const struct opt *o, const struct node *n) {
	if (n->info->props & (PROP_TERM | PROP_CC_IN | PROP_CC_OUT))
		return false;
	if (n->info->table == 0 || node_is_pure(o, n))
		return true;
	/* A load of an unused value goes even if it might fault. */
	if (n->in.row == ROW_LD)
		return node_is_plain_access(n);
	return n->in.row == ROW_LDU || n->in.row == ROW_MOV_SREG ||
	       n->in.row == ROW_MOV_SYM || n->in.row == ROW_MOV_PACK ||
	       n->in.row == ROW_MOV_UNPACK || n->in.row == ROW_MOV_VEC ||
	       n->in.row == ROW_CVTA || n->in.row == ROW_CVTA_TO;
}

/* ---- checking ---------------------------------------------------------------------- */

static void check(bool good, const char *after, const char *what, u32 bb, u32 val) {
	if (!good)
		bug("after %s, block %u: %s (value %u)", after, bb, what, val);
}

static void check_use(struct opt *o, const struct operand *use, u32 bb, u32 pos,
                      const char *after) {
	const struct val *v = &o->val.at[use->index];
	check(use->index < o->val.n, after, "no such value", bb, use->index);
	check(!v->is_mutable, after, "a mutable value", bb, use->index);
	if (v->bb == NO_BB)
		return;
	bool before = v->bb != bb ? bb_dominates(o, v->bb, bb)
	                          : !v->def || v->def->pos < pos;
	check(before, after, "used before it is defined", bb, use->index);
}

static void check_edges(struct opt *o, u32 b, const char *after) {
	const struct bb *bb = &o->bb.at[b];
	u32 row = bb->term ? bb->term->in.row : 0;
	u32 want = !bb->term ? 1 : row == ROW_BRA ? 2 : row == ROW_BRX ? bb->succ.n : 0;
	check(bb->succ.n == want, after, "wrong number of successors", b, bb->succ.n);
	for (u32 i = 0; i < bb->succ.n; i++) {
		pred_slot(o, bb->succ.at[i], b);
		check(!o->bb.at[bb->succ.at[i]].is_dead, after, "leads to a dead block",
		      b, i);
	}
}

static void check_block(struct opt *o, u32 b, const char *after) {
	struct bb *bb = &o->bb.at[b];
	struct operand *use;
	check_edges(o, b, after);
	each_phi (p, bb) {
		check(o->val.at[p->dest].phi == p && o->val.at[p->dest].bb == b, after,
		      "a phi that does not define its value", b, p->dest);
		for (u32 i = 0; i < bb->pred.n; i++)
			if (p->arg[i].kind == OPR_REG)
				check_use(o, &p->arg[i], bb->pred.at[i], ~0u, after);
			else
				check(p->arg[i].kind == OPR_IMM, after,
				      "a phi without argument", b, p->dest);
	}
	each_node (n, bb) {
		each_src (o, n, use)
			check_use(o, use, b, n->pos, after);
		each_dst (o, n, use)
			check(o->val.at[use->index].def == n &&
			              o->val.at[use->index].bb == b,
			      after, "an instruction that does not define its value", b,
			      use->index);
	}
	if (bb->term)
		each_src (o, bb->term, use)
			check_use(o, use, b, ~0u, after);
}

void ssa_check(struct opt *o, const char *after) {
	graph_build(o);
	for (u32 i = 0; i < o->nrpo; i++) {
		u32 pos = 0;
		each_node (n, &o->bb.at[o->rpo[i]])
			n->pos = pos++;
	}
	for (u32 i = 0; i < o->nrpo; i++)
		check_block(o, o->rpo[i], after);
}
