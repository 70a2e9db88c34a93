/* sroa.c - scalar replacement: variables of local memory become values. A variable whose
 * every access names it is cut into the pieces that are accessed, and each piece becomes
 * a mutable value for ssa_construct.c. A larger access packs or unpacks the pieces that
 * it covers:
 *
 *     st.local.b32 [v], a;  st.local.b32 [v+4], b;  ld.local.b64 c, [v];     mov.b64 c, {a, b};
 *
 * Variables whose address goes anywhere, or whose single bytes are part of larger
 * accesses, stay in memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

#include <stdlib.h>

struct access {
	struct node *n;
	u32 var;             /* of the module */
	u32 at, bytes, elem; /* element of a vector */
};

struct piece {
	u32 at, bytes, val;
};

struct sroa {
	struct opt *o;
	u8 *stays; /* per variable of the module */
	VEC(struct access) access;
	VEC(struct piece) piece; /* of the variable at hand */
};

/* ---- finding accesses -------------------------------------------------------------- */

static bool is_candidate(const struct sroa *s, u32 v) {
	const struct var *x = &s->o->m->var[v];
	return x->space == SPACE_LOCAL && x->func == s->o->f->index && x->size_bytes &&
	       x->size_bytes <= 1 << 16;
}

static void stay(struct sroa *s, const struct operand *x) {
	if (x->kind == OPR_SYM || x->kind == OPR_ADDR_SYM)
		s->stays[x->index] = 1;
	if (x->kind == OPR_VEC || x->kind == OPR_PAIR)
		for (u32 i = 0; i < x->n; i++)
			stay(s, &s->o->elem.at[x->index + i]);
}

static bool type_is_fine(u8 type) {
	u32 bits = type_info[type].bits;
	return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
}

/* Makes an access that begins in a variable and ends after it one of the bytes that are
 * there, as LLVM does: a `char` that is read or written as a `short`, of which a program
 * uses the low byte. The others have no defined value. */
static void access_what_is_there(const struct sroa *s, struct node *n,
                                 const struct operand *x) {
	u64 size = s->o->m->var[x->index].size_bytes, at = (u64)x->value;
	char class = type_info[n->in.type[0]].class;
	u64 left = at < size ? size - at : 0, bytes = node_access_bytes(n);
	if (MOD_GET(n->in.mods, VEC) || left >= bytes ||
	    (class != 'U' && class != 'S' && class != 'B'))
		return;
	if (left == 1 || left == 2 || left == 4)
		n->in.type[0] = left == 1 ? TYPE_U8 : left == 2 ? TYPE_U16 : TYPE_U32;
}

static void note(struct sroa *s, struct node *n) {
	u32 at = n->in.row == ROW_LD ? 1 : 0;
	bool fine = node_is_plain_access(n) && n->guard.kind == OPR_NONE &&
	            n->in.operand[at].kind == OPR_ADDR_SYM &&
	            is_candidate(s, n->in.operand[at].index) &&
	            type_is_fine(n->in.type[0]) && n->in.noperand == 2;
	for (u32 i = 0; i < n->in.noperand; i++)
		if (!fine || i != at)
			stay(s, &n->in.operand[i]);
	if (!fine)
		return;
	const struct operand *x = &n->in.operand[at];
	access_what_is_there(s, n, x);
	u32 bytes = type_size_bytes((enum type)n->in.type[0]);
	u32 count = 1u << MOD_GET(n->in.mods, VEC);
	if (x->value < 0 ||
	    (u64)x->value + (u64)bytes * count > s->o->m->var[x->index].size_bytes) {
		s->stays[x->index] = 1; /* out of bounds: an error when it runs */
		return;
	}
	for (u32 k = 0; k < count; k++)
		vec_push(s->o->a, &s->access,
		         (struct access){n, x->index, (u32)x->value + k * bytes, bytes,
		                         k});
}

static int access_order(const void *a, const void *b) {
	const struct access *x = a, *y = b;
	if (x->var != y->var)
		return x->var < y->var ? -1 : 1;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return x->bytes < y->bytes ? -1 : x->bytes > y->bytes;
}

/* ---- pieces ------------------------------------------------------------------------ */

/* Cuts the variable into its smallest accesses; false if some overlap in another way.
 * Accesses are in order. */
static bool cut(struct sroa *s, const struct access *a, u32 n) {
	s->piece.n = 0;
	for (u32 i = 0; i < n;) {
		u32 end = a[i].at, first = s->piece.n, k = i;
		u32 stop = a[i].at + a[i].bytes;
		for (; k < n && a[k].at < stop; k++)
			stop = MAX(stop, a[k].at + a[k].bytes);
		/* one group of overlapping accesses: equal pieces of the smallest size */
		u32 bytes = ~0u;
		for (u32 x = i; x < k; x++)
			bytes = MIN(bytes, a[x].bytes);
		for (u32 x = i; x < k; x++)
			if ((a[x].at - a[i].at) % bytes ||
			    (a[x].bytes != bytes && bytes < 2))
				return false;
		for (u32 x = i; x < k; x++) /* parts of a b128 or b64 are 2 or 4 */
			if (a[x].bytes / bytes > 4)
				return false;
		for (; end < stop; end += bytes)
			vec_push(s->o->a, &s->piece, (struct piece){end, bytes, NO_VAL});
		if (s->piece.n - first > 1 && bytes > 8)
			return false;
		i = k;
	}
	return true;
}

static u8 piece_type(u32 bytes) {
	switch (bytes) {
	case 1:
	case 2: return TYPE_B16;
	case 4: return TYPE_B32;
	case 8: return TYPE_B64;
	default: return TYPE_B128;
	}
}

static struct piece *piece_at(struct sroa *s, u32 at) {
	u32 lo = 0, hi = s->piece.n;
	while (hi - lo > 1) {
		u32 mid = (lo + hi) / 2;
		if (s->piece.at[mid].at <= at)
			lo = mid;
		else
			hi = mid;
	}
	return &s->piece.at[lo];
}

static u32 piece_val(struct sroa *s, struct piece *p) {
	if (p->val == NO_VAL) {
		p->val = val_new(s->o, piece_type(p->bytes));
		s->o->val.at[p->val].is_mutable = true;
	}
	return p->val;
}

/* ---- rewriting --------------------------------------------------------------------- */

static void put(struct sroa *s, struct node *at, enum row row, u8 t0, u8 t1,
                struct operand d, struct operand x) {
	u8 type[4] = {t0, t1};
	struct operand o[2] = {d, x};
	struct node *n = node_new(s->o, row, 0, type, o, 2);
	n->in.line = at->in.line;
	n->in.loc = at->in.loc;
	node_before(s->o, at, n);
}

static struct operand vector(struct sroa *s, u32 at, u32 bytes) {
	struct piece *p = piece_at(s, at);
	u32 n = bytes / p->bytes;
	struct operand v = {.kind = OPR_VEC, .n = (u8)n, .index = s->o->elem.n};
	for (u32 i = 0; i < n; i++) {
		struct operand e = opr_reg(piece_val(s, p + i));
		vec_push(s->o->a, &s->o->elem, e);
	}
	return v;
}

/* dest = the bytes at `at`, read as the type says into a register that may be wider. */
static void read_piece(struct sroa *s, const struct access *a, struct operand d) {
	struct opt *o = s->o;
	struct piece *p = piece_at(s, a->at);
	u8 type = a->n->in.type[0], bits = (u8)(a->bytes * 8),
	   have = piece_type(a->bytes);
	u32 dbits = val_bits(o, d.index);
	struct operand x;
	if (p->bytes == a->bytes) {
		x = opr_reg(piece_val(s, p));
	} else {
		x = opr_reg(val_new(o, have));
		put(s, a->n, ROW_MOV_PACK, have, 0, x, vector(s, a->at, a->bytes));
	}
	if (dbits == bits) {
		put(s, a->n, ROW_MOV, have, 0, d, x);
		return;
	}
	/* the low bits, extended as ld does */
	char c = type_info[type].class;
	u8 narrow = bits == 8    ? (c == 'S' ? TYPE_S8 : TYPE_U8)
	            : bits == 16 ? (c == 'S' ? TYPE_S16 : TYPE_U16)
	                         : (c == 'S' ? TYPE_S32 : TYPE_U32);
	u8 wide = dbits <= 16   ? (c == 'S' ? TYPE_S16 : TYPE_U16)
	          : dbits == 32 ? (c == 'S' ? TYPE_S32 : TYPE_U32)
	                        : (c == 'S' ? TYPE_S64 : TYPE_U64);
	put(s, a->n, ROW_CVT_II, wide, narrow, d, x);
}

static void write_piece(struct sroa *s, const struct access *a, struct operand v) {
	struct opt *o = s->o;
	struct piece *p = piece_at(s, a->at);
	u8 have = piece_type(a->bytes);
	u32 bits = type_info[have].bits;
	if (v.kind == OPR_REG && val_bits(o, v.index) != bits) {
		struct operand low = opr_reg(val_new(o, have));
		static const u8 u[] = {TYPE_U16, TYPE_U32, TYPE_U64};
		u32 vb = val_bits(o, v.index);
		put(s, a->n, ROW_CVT_II, bits == 16 ? TYPE_U16 : TYPE_U32,
		    u[vb <= 16   ? 0
		      : vb == 32 ? 1
		                 : 2],
		    low, v);
		v = low;
	}
	if (p->bytes == a->bytes) {
		if (v.kind == OPR_IMM)
			v.value = imm_of_type(have, (u64)v.value);
		put(s, a->n, ROW_MOV, have, 0, opr_reg(piece_val(s, p)), v);
		return;
	}
	if (v.kind == OPR_IMM) {
		u32 t = val_new(o, have);
		node_before(o, a->n, mov_new(o, t, v));
		v = opr_reg(t);
	}
	put(s, a->n, ROW_MOV_UNPACK, have, 0, vector(s, a->at, a->bytes), v);
}

static bool widths_fit(struct sroa *s, const struct access *a) {
	struct operand *x = &a->n->in.operand[a->n->in.row == ROW_LD ? 0 : 1];
	if (x->kind == OPR_VEC)
		x = &s->o->elem.at[x->index + a->elem];
	if (x->kind == OPR_IMM)
		return a->bytes <= 8;
	if (x->kind == OPR_SINK)
		return true;
	if (x->kind != OPR_REG || x->sel)
		return false;
	u32 bits = val_bits(s->o, x->index);
	return bits != 8 && (bits == a->bytes * 8 || (bits > a->bytes * 8 && bits <= 64));
}

static void rewrite(struct sroa *s, const struct access *a) {
	struct operand x = a->n->in.operand[a->n->in.row == ROW_LD ? 0 : 1];
	if (x.kind == OPR_VEC)
		x = s->o->elem.at[x.index + a->elem];
	if (a->n->in.row == ROW_ST)
		write_piece(s, a, x);
	else if (x.kind == OPR_REG)
		read_piece(s, a, x);
}

void pass_sroa(struct opt *o) {
	struct sroa s = {.o = o};
	bool any = false;
	s.stays = arena_array(o->a, u8, o->m->nvar + 1);
	graph_build(o);
	for (u32 i = 0; i < o->nrpo; i++) {
		each_node (n, &o->bb.at[o->rpo[i]])
			note(&s, n);
		if (o->bb.at[o->rpo[i]].term)
			note(&s, o->bb.at[o->rpo[i]].term);
	}
	if (!s.access.n)
		return;
	/* in the order of the text, for qsort is not stable */
	for (u32 i = 0; i < s.access.n; i++)
		s.access.at[i].n->pos = i;
	qsort(s.access.at, s.access.n, sizeof(struct access), access_order);
	for (u32 i = 0, k; i < s.access.n; i = k) {
		bool good = !s.stays[s.access.at[i].var];
		for (k = i; k < s.access.n && s.access.at[k].var == s.access.at[i].var;
		     k++)
			good &= widths_fit(&s, &s.access.at[k]);
		if (!good || !cut(&s, s.access.at + i, k - i))
			continue;
		any = true;
		for (u32 x = i; x < k; x++)
			rewrite(&s, &s.access.at[x]);
		for (u32 x = i; x < k; x++)
			if (s.access.at[x].elem == 0)
				node_remove(o, s.access.at[x].n);
	}
	if (!any)
		return;
	o->changed = true;
	ssa_construct(o);
}
