/* cfg.c - edges, loops and the layout order of a function's blocks. Three linear steps.
 * Edges: read off the last instruction of each block. Loops: Havlak's nesting by a
 * depth-first search and union-find, inner loops first; an edge that enters a loop beside
 * its header marks it irreducible and is otherwise ignored. Order: reverse post-order,
 * with the blocks of each loop gathered after its header.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/cfg.h"

#include "ir/isa/inst.h"

/* ---- edges ------------------------------------------------------------------------- */

static bool is_term(const struct inst *in) {
	return in && (row_info(in->row)->props & PROP_TERM) != 0;
}

bool block_falls_through(const struct func *f, u32 block) {
	const struct inst *in = block_last(f, &f->block[block]);
	return block + 1 < f->nblock && (!is_term(in) || in->guard != NO_REG);
}

struct edges {
	VEC(u32) to; /* of all blocks, one after the other */
	u32 *seen;   /* per block: 1 + the last block that got an edge to it */
	struct arena *scratch;
};

static void edge_add(struct edges *e, u32 from, u32 to) {
	if (e->seen[to] == from + 1)
		return;
	e->seen[to] = from + 1;
	vec_push(e->scratch, &e->to, to);
}

static void block_edges(struct edges *e, const struct func *f, u32 b) {
	const struct inst *in = block_last(f, &f->block[b]);
	if (block_falls_through(f, b))
		edge_add(e, b, b + 1);
	if (!is_term(in))
		return;
	for (u32 i = 0; i < in->noperand; i++) {
		const struct operand *o = &in->operand[i];
		if (o->kind == OPR_LABEL)
			edge_add(e, b, o->index);
		if (o->kind != OPR_TARGETS || f->targets[o->index].kind != TARGETS_BRANCH)
			continue;
		const struct targets *t = &f->targets[o->index];
		for (u32 k = 0; k < t->n; k++)
			edge_add(e, b, t->index[k]);
	}
}

static void build_edges(struct func *f, struct arena *scratch) {
	struct edges e = {.scratch = scratch};
	e.seen = arena_array(scratch, u32, f->nblock);
	u32 *first = arena_array_raw(scratch, u32, f->nblock);
	for (u32 b = 0; b < f->nblock; b++) {
		first[b] = e.to.n;
		block_edges(&e, f, b);
		f->block[b].nsucc = e.to.n - first[b];
		f->block[b].npred = 0;
	}
	for (u32 i = 0; i < e.to.n; i++)
		f->block[e.to.at[i]].npred++;
	u32 *succ = arena_array_raw(f->arena, u32, e.to.n);
	u32 *pred = arena_array_raw(f->arena, u32, e.to.n);
	if (e.to.n)
		memcpy(succ, e.to.at, e.to.n * sizeof(u32));
	for (u32 b = 0, at = 0; b < f->nblock; b++) {
		struct block *bl = &f->block[b];
		bl->succ = succ + first[b];
		bl->pred = pred + at;
		at += bl->npred;
		bl->npred = 0;
	}
	for (u32 b = 0; b < f->nblock; b++)
		for (u32 i = 0; i < f->block[b].nsucc; i++) {
			struct block *to = &f->block[f->block[b].succ[i]];
			to->pred[to->npred++] = b;
		}
}

/* ---- depth-first search ------------------------------------------------------------ */

struct search {
	u32 *node; /* preorder number -> block */
	u32 *pre;  /* block -> preorder number, NO_BLOCK if not reached */
	u32 *last; /* preorder number -> greatest preorder number below it in the tree */
	u32 *post; /* blocks in post-order */
	u32 n, npost;
};

static void search_enter(struct search *s, u32 b) {
	s->pre[b] = s->n;
	s->node[s->n++] = b;
}

/* Taken branches are searched first, so that the fall-through ends up next in the
 * order. */
static void search_run(struct search *s, const struct func *f, struct arena *scratch) {
	struct visit {
		u32 block, rest; /* successors not visited yet */
	} *stack = arena_array_raw(scratch, struct visit, f->nblock);
	u32 depth = 0;
	s->node = arena_array_raw(scratch, u32, f->nblock);
	s->pre = arena_array_raw(scratch, u32, f->nblock);
	s->last = arena_array_raw(scratch, u32, f->nblock);
	s->post = arena_array_raw(scratch, u32, f->nblock);
	memset(s->pre, 0xff, f->nblock * sizeof(u32));
	search_enter(s, 0);
	stack[depth++] = (struct visit){0, f->block[0].nsucc};
	while (depth) {
		struct visit *v = &stack[depth - 1];
		if (!v->rest) {
			s->last[s->pre[v->block]] = s->n - 1;
			s->post[s->npost++] = v->block;
			depth--;
			continue;
		}
		u32 to = f->block[v->block].succ[--v->rest];
		if (s->pre[to] != NO_BLOCK)
			continue;
		search_enter(s, to);
		stack[depth++] = (struct visit){to, f->block[to].nsucc};
	}
}

static bool is_tree_ancestor(const struct search *s, u32 w, u32 v) {
	return w <= v && v <= s->last[w];
}

/* ---- loops ------------------------------------------------------------------------- */

/* All numbers here are preorder numbers. */
struct nest {
	const struct func *f;
	const struct search *s;
	u32 *rep; /* union-find: a block of a loop that is done stands for its header */
	u32 *header; /* header of the innermost loop around a block or around a loop's
	                header */
	u32 *size;   /* blocks of the loop with this header, 0 if it heads none */
	u8 *irreducible;
	u32 *work;
	u32 nwork;
};

static u32 nest_find(struct nest *n, u32 v) {
	while (n->rep[v] != v) {
		n->rep[v] = n->rep[n->rep[v]];
		v = n->rep[v];
	}
	return v;
}

static void nest_add(struct nest *n, u32 w, u32 v) {
	v = nest_find(n, v);
	if (v == w || n->header[v] == w)
		return;
	n->header[v] = w;
	n->work[n->nwork++] = v;
}

/* Collects the loop headed by w, walking from its back edges to the header. */
static void nest_loop(struct nest *n, u32 w) {
	const struct search *s = n->s;
	const struct block *head = &n->f->block[s->node[w]];
	bool found = false;
	n->nwork = 0;
	for (u32 i = 0; i < head->npred; i++) {
		u32 v = s->pre[head->pred[i]];
		if (v == NO_BLOCK || !is_tree_ancestor(s, w, v))
			continue;
		found = true;
		nest_add(n, w, v);
	}
	if (!found)
		return;
	n->size[w] = 1;
	for (u32 k = 0; k < n->nwork; k++) {
		u32 x = n->work[k];
		const struct block *b = &n->f->block[s->node[x]];
		n->size[w] += n->size[x] ? n->size[x] : 1;
		for (u32 i = 0; i < b->npred; i++) {
			u32 y = s->pre[b->pred[i]];
			if (y == NO_BLOCK || is_tree_ancestor(s, x, y))
				continue;
			if (is_tree_ancestor(s, w, y))
				nest_add(n, w, y);
			else
				n->irreducible[w] = 1;
		}
	}
	for (u32 k = 0; k < n->nwork; k++)
		n->rep[n->work[k]] = w;
}

static void nest_init(struct nest *n, struct arena *scratch) {
	u32 count = n->s->n;
	n->rep = arena_array_raw(scratch, u32, count);
	n->header = arena_array_raw(scratch, u32, count);
	n->size = arena_array(scratch, u32, count);
	n->irreducible = arena_array(scratch, u8, count);
	n->work = arena_array_raw(scratch, u32, count);
	for (u32 v = 0; v < count; v++) {
		n->rep[v] = v;
		n->header[v] = NO_BLOCK;
	}
}

/* Inner loops first: a header's preorder number is greater than that of the loops around
 * it. */
static void nest_run(struct nest *n, struct arena *scratch) {
	nest_init(n, scratch);
	for (u32 w = n->s->n; w-- > 0;)
		nest_loop(n, w);
}

static u32 count_loops(const struct nest *n) {
	u32 count = 0;
	for (u32 w = 0; w < n->s->n; w++)
		count += n->size[w] != 0;
	return count;
}

static void make_loops(struct cfg *c, const struct nest *n, struct arena *scratch) {
	const struct search *s = n->s;
	u32 *loop_at = arena_array_raw(scratch, u32, s->n); /* header -> loop */
	c->loop = arena_array(n->f->arena, struct loop, count_loops(n));
	for (u32 w = 0; w < s->n; w++) {
		u32 around = n->header[w] == NO_BLOCK ? NO_LOOP : loop_at[n->header[w]];
		c->loop_of[s->node[w]] = around;
		if (!n->size[w])
			continue;
		loop_at[w] = c->nloop;
		c->loop_of[s->node[w]] = c->nloop;
		c->is_irreducible |= n->irreducible[w];
		c->loop[c->nloop] = (struct loop){
			.header = s->node[w],
			.parent = around,
			.outermost = around == NO_LOOP ? c->nloop
		                                       : c->loop[around].outermost,
			.depth = around == NO_LOOP ? 1 : c->loop[around].depth + 1,
			.n = n->size[w],
			.is_irreducible = n->irreducible[w],
		};
		c->nloop++;
	}
}

/* ---- order ------------------------------------------------------------------------- */

static u32 *cursor_of(u32 *at, u32 *root, u32 loop) {
	return loop == NO_LOOP ? root : &at[loop];
}

/* In reverse post-order a loop's header comes first of its loop; it reserves the room of
 * the whole loop in the loop around it. */
static void make_order(struct cfg *c, const struct func *f, const struct search *s,
                       struct arena *scratch) {
	/* next free place of each loop */
	u32 *at = arena_array_raw(scratch, u32, c->nloop);
	u32 root = 0;
	for (u32 i = s->npost; i-- > 0;) {
		u32 b = s->post[i], l = c->loop_of[b];
		if (cfg_is_header(c, b)) {
			u32 *outer = cursor_of(at, &root, c->loop[l].parent);
			c->loop[l].first = at[l] = *outer;
			*outer += c->loop[l].n;
		}
		u32 *place = cursor_of(at, &root, l);
		c->pos[b] = (*place)++;
	}
	c->nreach = s->n;
	for (u32 b = 0, rest = s->n; b < f->nblock; b++) {
		if (s->pre[b] == NO_BLOCK)
			c->pos[b] = rest++;
		c->order[c->pos[b]] = b;
	}
	for (u32 i = 0, at_inst = 0; i < f->nblock; i++) {
		c->inst_pos[c->order[i]] = at_inst;
		at_inst += f->block[c->order[i]].ninst;
	}
}

/* The entry block has one more way in: the call. */
static void mark_joins(struct cfg *c, const struct func *f) {
	for (u32 b = 0; b < f->nblock; b++) {
		u32 ways = b == 0;
		for (u32 i = 0; i < f->block[b].npred; i++)
			ways += cfg_is_reached(c, f->block[b].pred[i]);
		c->is_join[b] = ways >= 2;
	}
}

struct cfg *cfg_build(struct func *f) {
	if (f->cfg)
		return f->cfg;
	struct cfg *c = arena_new(f->arena, struct cfg);
	f->cfg = c;
	if (!f->nblock)
		return c;
	struct arena scratch = ARENA_INIT;
	c->order = arena_array_raw(f->arena, u32, f->nblock);
	c->pos = arena_array_raw(f->arena, u32, f->nblock);
	c->inst_pos = arena_array_raw(f->arena, u32, f->nblock);
	c->loop_of = arena_array_raw(f->arena, u32, f->nblock);
	memset(c->loop_of, 0xff, f->nblock * sizeof(u32));
	c->is_join = arena_array(f->arena, u8, f->nblock);
	build_edges(f, &scratch);
	struct search s = {0};
	search_run(&s, f, &scratch);
	struct nest n = {.f = f, .s = &s};
	nest_run(&n, &scratch);
	make_loops(c, &n, &scratch);
	make_order(c, f, &s, &scratch);
	mark_joins(c, f);
	arena_drop(&scratch);
	return c;
}
