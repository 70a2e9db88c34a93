/* dom.c - dominators by the algorithm of Lengauer and Tarjan, O(edges * log blocks) for
 * any graph. The same code makes both trees: it runs on a graph with one root, which has
 * an extra node for the end of the function when edges are followed backwards. Nodes are
 * named by their number in a depth-first search from the root.
 *
 * The semidominator of w is the lowest node from which a path leads to w through nodes
 * above w only. It is w's dominator unless some node between them has a lower
 * semidominator.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/dom.h"

enum { NONE = 0xffffffffu };

/* Edges of the graph, block numbers; node nblock is the end. */
struct graph {
	const struct func *f;
	bool backwards;
	u32 *end; /* backwards: the blocks that end the function */
	u32 nend;
	u8 *is_end;
	struct arena *scratch;
};

static const u32 *graph_succ(const struct graph *g, u32 v, u32 *n) {
	if (v == g->f->nblock) {
		*n = g->nend;
		return g->end;
	}
	const struct block *b = &g->f->block[v];
	*n = g->backwards ? b->npred : b->nsucc;
	return g->backwards ? b->pred : b->succ;
}

static const u32 *graph_pred(const struct graph *g, u32 v, u32 *n) {
	const struct block *b = &g->f->block[v];
	*n = g->backwards ? b->nsucc : b->npred;
	return g->backwards ? b->succ : b->pred;
}

struct tree {
	const struct graph *g;
	u32 n;
	u32 *node;   /* number -> block */
	u32 *num;    /* block -> number or NONE */
	u32 *parent; /* of the search */
	u32 *semi, *idom;
	u32 *link, *best; /* forest of finished nodes: ancestor, and node of least semi
	                     below it */
	u32 *bucket, *next_in_bucket;
	u32 *stack;
	struct visit {
		u32 num, at; /* node, successors visited */
	} *visit;
};

static void tree_init(struct tree *t, const struct graph *g, u32 nnode) {
	u32 **array[] = {&t->node, &t->num,  &t->parent, &t->semi,           &t->idom,
	                 &t->link, &t->best, &t->bucket, &t->next_in_bucket, &t->stack};
	t->g = g;
	for (u32 i = 0; i < countof(array); i++) {
		*array[i] = arena_array_raw(g->scratch, u32, nnode);
		memset(*array[i], 0xff, nnode * sizeof(u32));
	}
	t->visit = arena_array_raw(g->scratch, struct visit, nnode);
}

static void tree_enter(struct tree *t, u32 block, u32 parent) {
	u32 v = t->n++;
	t->node[v] = block;
	t->num[block] = v;
	t->parent[v] = parent;
	t->semi[v] = t->best[v] = v;
}

static bool tree_wants(const struct tree *t, u32 block) {
	return t->num[block] == NONE &&
	       (block == t->g->f->nblock || cfg_is_reached(t->g->f->cfg, block));
}

static void tree_search(struct tree *t, u32 root, u32 parent) {
	struct visit *stack = t->visit;
	u32 depth = 0;
	stack[depth++] = (struct visit){t->n, 0};
	tree_enter(t, root, parent);
	while (depth) {
		struct visit *v = &stack[depth - 1];
		u32 n;
		const u32 *succ = graph_succ(t->g, t->node[v->num], &n);
		if (v->at == n) {
			depth--;
			continue;
		}
		u32 to = succ[v->at++];
		if (!tree_wants(t, to))
			continue;
		stack[depth++] = (struct visit){t->n, 0};
		tree_enter(t, to, v->num);
	}
}

/* Returns the node of least semidominator on the forest path above v, and shortens that
 * path. */
static u32 tree_eval(struct tree *t, u32 v) {
	u32 depth = 0;
	if (t->link[v] == NONE)
		return v;
	for (u32 x = v; t->link[t->link[x]] != NONE; x = t->link[x])
		t->stack[depth++] = x;
	while (depth) {
		u32 x = t->stack[--depth], up = t->link[x];
		if (t->semi[t->best[up]] < t->semi[t->best[x]])
			t->best[x] = t->best[up];
		t->link[x] = t->link[up];
	}
	return t->best[v];
}

static void tree_semi_from(struct tree *t, u32 w, u32 v) {
	u32 u = tree_eval(t, v);
	t->semi[w] = MIN(t->semi[w], t->semi[u]);
}

/* Every node whose semidominator is w's parent has its final answer, or a node with the
 * same. */
static void tree_empty_bucket(struct tree *t, u32 p) {
	for (u32 v = t->bucket[p]; v != NONE; v = t->next_in_bucket[v]) {
		u32 u = tree_eval(t, v);
		t->idom[v] = t->semi[u] < t->semi[v] ? u : p;
	}
	t->bucket[p] = NONE;
}

static void tree_run(struct tree *t) {
	for (u32 w = t->n; w-- > 1;) {
		u32 block = t->node[w], n;
		const u32 *pred = graph_pred(t->g, block, &n);
		for (u32 i = 0; i < n; i++)
			if (t->num[pred[i]] != NONE)
				tree_semi_from(t, w, t->num[pred[i]]);
		if (t->g->backwards && t->g->is_end[block])
			t->semi[w] = 0;
		t->next_in_bucket[w] = t->bucket[t->semi[w]];
		t->bucket[t->semi[w]] = w;
		t->link[w] = t->parent[w];
		tree_empty_bucket(t, t->parent[w]);
	}
	for (u32 w = 1; w < t->n; w++)
		if (t->idom[w] != t->semi[w])
			t->idom[w] = t->idom[t->idom[w]];
}

/* ---- results ----------------------------------------------------------------------- */

/* Preorder intervals, without walking the tree: an idom has a lower number than its
 * children, so subtree sizes add up from the top number down and places are given from
 * the bottom up. */
static void number_tree(struct dom *d, struct tree *t, u32 nblock) {
	u32 *size = t->semi, *next = t->best; /* no longer needed */
	for (u32 v = 0; v < t->n; v++)
		size[v] = 1;
	for (u32 v = t->n; v-- > 1;)
		size[t->idom[v]] += size[v];
	u32 top = 1;
	for (u32 v = 0; v < t->n; v++) {
		u32 *place = v ? &next[t->idom[v]] : &top;
		u32 enter = *place;
		*place += size[v];
		next[v] = enter + 1;
		u32 b = t->node[v];
		if (b == nblock)
			continue;
		d->enter[b] = enter;
		d->leave[b] = enter + size[v] - 1;
		u32 up = v ? t->node[t->idom[v]] : nblock;
		d->idom[b] = up == nblock ? NO_BLOCK : up;
	}
}

static struct dom *dom_new(struct func *f) {
	struct dom *d = arena_new(f->arena, struct dom);
	d->idom = arena_array_raw(f->arena, u32, f->nblock);
	memset(d->idom, 0xff, f->nblock * sizeof(u32));
	d->enter = arena_array(f->arena, u32, f->nblock);
	d->leave = arena_array(f->arena, u32, f->nblock);
	return d;
}

struct dom *dom_build(struct func *f) {
	if (f->dom)
		return f->dom;
	cfg_build(f);
	f->dom = dom_new(f);
	if (!f->nblock)
		return f->dom;
	struct arena scratch = ARENA_INIT;
	struct graph g = {.f = f, .scratch = &scratch};
	struct tree t = {0};
	tree_init(&t, &g, f->nblock + 1);
	tree_search(&t, 0, NONE);
	tree_run(&t);
	number_tree(f->dom, &t, f->nblock);
	arena_drop(&scratch);
	return f->dom;
}

static void add_end(struct graph *g, u32 b) {
	g->is_end[b] = 1;
	g->end[g->nend++] = b;
}

/* The search backwards, starting anew at a loop without an end: the last block that no
 * end can be reached from has only such blocks, all of them before it, as successors. */
static void search_backwards(struct tree *t, struct graph *g) {
	const struct func *f = g->f;
	for (u32 i = f->cfg->nreach; i-- > 0;)
		if (!f->block[f->cfg->order[i]].nsucc)
			add_end(g, f->cfg->order[i]);
	tree_search(t, f->nblock, NONE);
	for (u32 i = f->cfg->nreach; i-- > 0;) {
		u32 b = f->cfg->order[i];
		if (t->num[b] != NONE)
			continue;
		add_end(g, b);
		tree_search(t, b, 0);
	}
}

struct dom *pdom_build(struct func *f) {
	if (f->pdom)
		return f->pdom;
	cfg_build(f);
	f->pdom = dom_new(f);
	if (!f->nblock)
		return f->pdom;
	struct arena scratch = ARENA_INIT;
	struct graph g = {.f = f, .backwards = true, .scratch = &scratch};
	g.end = arena_array_raw(&scratch, u32, f->nblock);
	g.is_end = arena_array(&scratch, u8, f->nblock);
	struct tree t = {0};
	tree_init(&t, &g, f->nblock + 1);
	search_backwards(&t, &g);
	tree_run(&t);
	number_tree(f->pdom, &t, f->nblock);
	arena_drop(&scratch);
	return f->pdom;
}
