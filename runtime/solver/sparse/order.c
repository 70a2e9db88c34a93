/* order.c - orders of rows and columns: reverse Cuthill-McKee, approximate minimum
 * degree, nested dissection, and rows for a diagonal without zeros.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/sparse/shape.h"

/* ---- levels ---- */

/* Nodes in the order of their distance from a root, among those of one set. */
struct levels {
	const struct shape *graph;
	const s32 *set; /* the set of each node */
	s32 *order;     /* nodes, level by level */
	s32 *distance;  /* -1: not reached; kept so outside of walks */
	s32 count, depth;
};

static s32 degree(const struct shape *g, s32 i) {
	return (s32)(g->start[i + 1] - g->start[i]);
}

static void walk(struct levels *l, s32 root) {
	const struct shape *g = l->graph;
	s32 set = l->set[root];
	l->order[0] = root;
	l->distance[root] = 0;
	l->count = 1;
	for (s32 at = 0; at < l->count; at++) {
		s32 i = l->order[at];
		for (s64 k = g->start[i]; k < g->start[i + 1]; k++) {
			s32 j = g->index[k];
			if (l->set[j] == set && l->distance[j] < 0) {
				l->distance[j] = l->distance[i] + 1;
				l->order[l->count++] = j;
			}
		}
	}
	l->depth = l->distance[l->order[l->count - 1]];
}

static void forget(struct levels *l) {
	for (s32 k = 0; k < l->count; k++)
		l->distance[l->order[k]] = -1;
}

/* A node at one end of its component: walks as long as they get deeper. Its walk is left
 * in `l`. */
static s32 walk_from_end(struct levels *l, s32 root) {
	walk(l, root);
	for (;;) {
		s32 depth = l->depth, best = -1;
		for (s32 k = l->count; k-- > 0;) {
			s32 i = l->order[k];
			if (l->distance[i] < depth)
				break;
			if (best < 0 || degree(l->graph, i) < degree(l->graph, best))
				best = i;
		}
		forget(l);
		walk(l, best);
		if (l->depth <= depth)
			return best;
		root = best;
	}
}

static struct levels levels(struct arena *a, const struct shape *graph, const s32 *set) {
	s64 n = graph->lines;
	struct levels l = {
		.graph = graph,
		.set = set,
		.order = arena_array_raw(a, s32, n + 1),
		.distance = arena_array_raw(a, s32, n + 1),
	};
	for (s32 i = 0; i < n; i++)
		l.distance[i] = -1;
	return l;
}

/* ---- Cuthill and McKee ---- */

/* The walk from `root` with neighbours by their degree; returns how many nodes. */
static s32 walk_by_degree(const struct shape *g, s32 root, s32 *order, bool *seen,
                          s32 *by_degree) {
	s32 count = 1;
	order[0] = root;
	seen[root] = true;
	for (s32 at = 0; at < count; at++) {
		s32 i = order[at], n = 0;
		for (s64 k = g->start[i]; k < g->start[i + 1]; k++) {
			s32 j = g->index[k];
			if (seen[j])
				continue;
			seen[j] = true;
			by_degree[n++] = j;
		}
		/* Shell's sort: long rows are no trap. */
		for (s32 gap = n / 2; gap; gap /= 2)
			for (s32 x = gap; x < n; x++) {
				s32 j = by_degree[x], y = x;
				for (; y >= gap &&
				       degree(g, by_degree[y - gap]) > degree(g, j);
				     y -= gap)
					by_degree[y] = by_degree[y - gap];
				by_degree[y] = j;
			}
		memcpy(order + count, by_degree, (size_t)n * sizeof *order);
		count += n;
	}
	return count;
}

void order_cuthill_mckee(struct arena *a, const struct shape *graph, s32 *order) {
	s32 n = graph->lines;
	s32 *set = arena_array(a, s32, (s64)n + 1);
	s32 *by_degree = arena_array_raw(a, s32, (s64)n + 1);
	bool *seen = arena_array(a, bool, (s64)n + 1);
	struct levels l = levels(a, graph, set);
	s32 at = 0;
	for (s32 i = 0; i < n; i++) {
		if (seen[i])
			continue;
		s32 root = walk_from_end(&l, i);
		forget(&l);
		at += walk_by_degree(graph, root, order + at, seen, by_degree);
	}
	for (s32 i = 0; i < n / 2; i++) {
		s32 kept = order[i];
		order[i] = order[n - 1 - i];
		order[n - 1 - i] = kept;
	}
}

/* ---- minimum degree ---- */

/* The quotient graph: a variable is a set of nodes that cannot be told apart, an element
 * is what an eliminated variable left, a list of variables. The list of a variable has
 * its elements first, then other variables; it never grows. */
struct quotient {
	struct arena *a;
	s32 n;
	s32 **list, *elements, *length;
	s32 *weight;  /* nodes of a variable; 0: merged or eliminated; < 0: in the new
	                 element */
	s32 *size;    /* nodes of an element; 0: it is part of another */
	s32 *degree;  /* upper bound for a variable */
	s32 *outside; /* scratch: stamp + nodes of an element outside of the new one */
	s32 *head, *next,
		*previous; /* variables by degree; by hash while they are compared */
	u32 *mark, marks;
	s32 *kept;            /* scratch */
	s32 *follower, *last; /* nodes of a variable, in a chain */
	s32 stamp, low;
};

static void unlist(struct quotient *q, s32 i) {
	if (q->previous[i] >= 0)
		q->next[q->previous[i]] = q->next[i];
	else
		q->head[q->degree[i]] = q->next[i];
	if (q->next[i] >= 0)
		q->previous[q->next[i]] = q->previous[i];
}

static void enlist(struct quotient *q, s32 i) {
	s32 d = q->degree[i];
	q->next[i] = q->head[d];
	q->previous[i] = -1;
	if (q->next[i] >= 0)
		q->previous[q->next[i]] = i;
	q->head[d] = i;
	q->low = MIN(q->low, d);
}

/* j becomes a part of i, or of the eliminated i. */
static void chain(struct quotient *q, s32 i, s32 j) {
	q->follower[q->last[i]] = j;
	q->last[i] = q->last[j];
}

/* Adds variable i to the new element. */
static s32 join(struct quotient *q, s32 i, s32 *list, s32 n) {
	if (q->weight[i] <= 0)
		return n;
	unlist(q, i);
	q->weight[i] = -q->weight[i];
	list[n] = i;
	return n + 1;
}

/* Makes the element of pivot p from its variables and those of its elements. */
static s32 make_element(struct quotient *q, s32 p, s32 *list) {
	s32 n = 0;
	for (s32 k = 0; k < q->length[p]; k++) {
		s32 e = q->list[p][k];
		if (k >= q->elements[p]) {
			n = join(q, e, list, n);
			continue;
		}
		for (s32 x = 0; x < q->length[e]; x++)
			n = join(q, q->list[e][x], list, n);
		q->size[e] = 0;
	}
	q->list[p] = arena_copy(q->a, list, (size_t)n * sizeof *list, 4);
	q->length[p] = n;
	q->elements[p] = 0;
	q->size[p] = 0;
	for (s32 k = 0; k < n; k++)
		q->size[p] += -q->weight[list[k]];
	return n;
}

/* outside[e] - stamp = nodes of e that the new element does not have. */
static void count_outside(struct quotient *q, const s32 *list, s32 n) {
	for (s32 k = 0; k < n; k++) {
		s32 i = list[k];
		for (s32 x = 0; x < q->elements[i]; x++) {
			s32 e = q->list[i][x];
			if (!q->size[e])
				continue;
			if (q->outside[e] < q->stamp)
				q->outside[e] = q->stamp + q->size[e];
			q->outside[e] -= -q->weight[i];
		}
	}
}

/* Removes from variable i what the new element p covers, and adds p: either p itself was
 * in the list, or an element that is a part of p, so there is a place. Returns a hash of
 * the list; the degree without the new element goes to *external. */
static u32 refresh(struct quotient *q, s32 p, s32 i, s32 *external) {
	s32 *list = q->list[i], elements = 0, variables = 0, d = 0;
	u32 hash = (u32)p;
	for (s32 x = 0; x < q->elements[i]; x++) {
		s32 e = list[x];
		s32 more = q->size[e] ? q->outside[e] - q->stamp : 0;
		if (!more) {
			q->size[e] = 0; /* it is a part of p */
			continue;
		}
		list[elements++] = e;
		d += more;
		hash += (u32)e;
	}
	for (s32 x = q->elements[i]; x < q->length[i]; x++) {
		s32 j = list[x];
		if (q->weight[j] <= 0)
			continue;
		d += q->weight[j];
		hash += (u32)j;
		q->kept[variables++] = j;
	}
	list[elements++] = p;
	memcpy(list + elements, q->kept, (size_t)variables * sizeof *list);
	q->elements[i] = elements;
	q->length[i] = elements + variables;
	*external = d;
	return hash;
}

static bool is_same(struct quotient *q, s32 i, s32 j) {
	if (q->length[i] != q->length[j] || q->elements[i] != q->elements[j])
		return false;
	u32 mark = ++q->marks;
	for (s32 k = 0; k < q->length[i]; k++)
		q->mark[q->list[i][k]] = mark;
	for (s32 k = 0; k < q->length[j]; k++)
		if (q->mark[q->list[j][k]] != mark)
			return false;
	return true;
}

/* Variables with the same hash and the same list become one. */
static void merge_equal(struct quotient *q, s32 first, s32 *chain_next) {
	for (s32 i = first; i >= 0; i = chain_next[i]) {
		if (!q->weight[i])
			continue;
		for (s32 j = chain_next[i]; j >= 0; j = chain_next[j]) {
			if (!q->weight[j] || !is_same(q, i, j))
				continue;
			q->weight[i] += q->weight[j]; /* both are negative */
			q->weight[j] = 0;
			chain(q, i, j);
		}
	}
}

static s32 next_pivot(struct quotient *q) {
	while (q->head[q->low] < 0)
		q->low++;
	s32 p = q->head[q->low];
	unlist(q, p);
	return p;
}

static struct quotient quotient(struct arena *a, const struct shape *g) {
	s32 n = g->lines;
	struct quotient q = {
		.a = a,
		.n = n,
		.list = arena_array_raw(a, s32 *, (s64)n + 1),
		.elements = arena_array(a, s32, (s64)n + 1),
		.length = arena_array_raw(a, s32, (s64)n + 1),
		.weight = arena_array_raw(a, s32, (s64)n + 1),
		.size = arena_array(a, s32, (s64)n + 1),
		.degree = arena_array_raw(a, s32, (s64)n + 1),
		.outside = arena_array(a, s32, (s64)n + 1),
		.head = arena_array_raw(a, s32, (s64)n + 1),
		.next = arena_array_raw(a, s32, (s64)n + 1),
		.previous = arena_array_raw(a, s32, (s64)n + 1),
		.mark = arena_array(a, u32, (s64)n + 1),
		.kept = arena_array_raw(a, s32, (s64)n + 1),
		.follower = arena_array_raw(a, s32, (s64)n + 1),
		.last = arena_array_raw(a, s32, (s64)n + 1),
		.stamp = 1,
	};
	s32 *copy = arena_copy(a, g->index, (size_t)shape_count(g) * sizeof *copy + 4, 4);
	for (s32 i = 0; i <= n; i++)
		q.head[i] = q.follower[i] = -1;
	for (s32 i = 0; i < n; i++) {
		q.list[i] = copy + g->start[i];
		q.length[i] = q.degree[i] = degree(g, i);
		q.weight[i] = 1;
		q.last[i] = i;
	}
	return q;
}

/* The pivot's element exists: its variables get their new degrees. */
static s32 update(struct quotient *q, s32 p, s32 left, s32 *list, s32 n, s32 *bucket,
                  s32 *chain_next, u32 *hashes) {
	s32 eliminated = 0;
	count_outside(q, list, n);
	for (s32 k = 0; k < n; k++) {
		s32 i = list[k], external;
		u32 hash = refresh(q, p, i, &external) % (u32)q->n;
		if (!external) { /* nothing but p: it goes with p */
			eliminated += -q->weight[i];
			q->size[p] -= -q->weight[i];
			q->weight[i] = 0;
			chain(q, p, i);
			continue;
		}
		q->degree[i] = MIN(q->degree[i], external);
		hashes[k] = hash;
		chain_next[i] = bucket[hash];
		bucket[hash] = i;
	}
	for (s32 k = 0; k < n; k++)
		if (q->weight[list[k]] && bucket[hashes[k]] >= 0) {
			merge_equal(q, bucket[hashes[k]], chain_next);
			bucket[hashes[k]] = -1;
		}
	left -= eliminated;
	s32 kept = 0;
	for (s32 k = 0; k < n; k++) {
		s32 i = list[k];
		if (!q->weight[i])
			continue;
		s32 weight = q->weight[i] = -q->weight[i];
		q->degree[i] = MIN(q->degree[i] + q->size[p] - weight, left - weight);
		q->degree[i] = MAX(q->degree[i], 0);
		enlist(q, i);
		q->list[p][kept++] = i;
	}
	q->length[p] = kept;
	return eliminated;
}

void order_minimum_degree(const struct shape *graph, s32 *order) {
	struct arena a = ARENA_INIT;
	s32 n = graph->lines, count = 0, left = n, dense = 0;
	struct quotient q = quotient(&a, graph);
	s32 *list = arena_array_raw(&a, s32, (s64)n + 1);
	s32 *bucket = arena_array_raw(&a, s32, (s64)n + 1);
	s32 *chain_next = arena_array_raw(&a, s32, (s64)n + 1);
	u32 *hashes = arena_array(&a, u32, (s64)n + 1);
	s32 *heavy = arena_array_raw(&a, s32, (s64)n + 1);
	/* Nodes that nearly all others touch come last and are left out. */
	s32 limit = 16;
	while ((s64)limit * limit < 100 * (s64)n)
		limit++;
	for (s32 i = 0; i <= n; i++)
		bucket[i] = -1;
	for (s32 i = 0; i < n; i++)
		if (q.length[i] > limit) {
			q.weight[i] = 0;
			heavy[dense++] = i;
			left--;
		} else {
			enlist(&q, i);
		}
	while (left > 0) {
		s32 p = next_pivot(&q), weight = q.weight[p];
		q.weight[p] = 0;
		left -= weight;
		s32 m = make_element(&q, p, list);
		left -= update(&q, p, left, list, m, bucket, chain_next, hashes);
		q.stamp += n + 1;
		if (q.stamp > INT32_MAX / 2) {
			memset(q.outside, 0, (size_t)n * sizeof *q.outside);
			q.stamp = 1;
		}
		for (s32 i = p; i >= 0; i = q.follower[i])
			order[count++] = i;
	}
	memcpy(order + count, heavy, (size_t)dense * sizeof *order);
	order_postorder(graph, order);
	arena_drop(&a);
}

/* ---- nested dissection ---- */

enum { LEAF = 96 }; /* parts of at most so many nodes are ordered by their degree */

/* The nodes of one part as a graph of its own. */
static struct shape part_graph(struct arena *a, const struct shape *g, const s32 *nodes,
                               s32 n, const s32 *set, s32 *number) {
	struct shape part = {
		.lines = n,
		.width = n,
		.start = arena_array_raw(a, s64, (s64)n + 1),
	};
	s64 most = 0, at = 0;
	for (s32 k = 0; k < n; k++) {
		number[nodes[k]] = k;
		most += degree(g, nodes[k]);
	}
	part.index = arena_array_raw(a, s32, most + 1);
	for (s32 k = 0; k < n; k++) {
		s32 i = nodes[k];
		part.start[k] = at;
		for (s64 x = g->start[i]; x < g->start[i + 1]; x++)
			if (set[g->index[x]] == set[i])
				part.index[at++] = number[g->index[x]];
	}
	part.start[n] = at;
	return part;
}

static void order_part(const struct shape *g, s32 *nodes, s32 n, const s32 *set,
                       s32 *number) {
	struct arena a = ARENA_INIT;
	struct shape part = part_graph(&a, g, nodes, n, set, number);
	s32 *order = arena_array_raw(&a, s32, (s64)n + 1);
	order_minimum_degree(&part, order);
	for (s32 k = 0; k < n; k++)
		order[k] = nodes[order[k]];
	memcpy(nodes, order, (size_t)n * sizeof *nodes);
	arena_drop(&a);
}

/* Of the middle level of a walk, the nodes that touch the next level: with them taken
 * away, what is before and after is apart. Sorts the walk into before, after,
 * separator; returns the numbers of the first two. */
static void split(struct levels *l, s32 *nodes, s32 counts[2]) {
	const struct shape *g = l->graph;
	s32 middle = l->distance[l->order[l->count / 2]], n[3] = {0};
	middle = MAX(1, MIN(middle, l->depth - 1));
	s32 *kept = nodes; /* the walk, in place of the part's nodes */
	memcpy(kept, l->order, (size_t)l->count * sizeof *kept);
	for (s32 pass = 0; pass < 2; pass++) {
		s32 at[3] = {0, n[0], n[0] + n[1]};
		for (s32 k = 0; k < l->count; k++) {
			s32 i = kept[k], d = l->distance[i], side = d > middle;
			if (d == middle)
				for (s64 x = g->start[i]; x < g->start[i + 1]; x++)
					if (l->distance[g->index[x]] == middle + 1 &&
					    l->set[g->index[x]] == l->set[i])
						side = 2;
			if (!pass)
				n[side]++;
			else
				l->order[at[side]++] = i;
		}
	}
	counts[0] = n[0];
	counts[1] = n[1];
}

/* A part that is to be ordered: nodes order[at] to order[at + n]. */
struct part {
	s32 at, n;
	bool is_connected;
};

/* Sorts the nodes of a part by its components, which become parts. */
static s32 push_components(struct levels *l, s32 *nodes, s32 at, s32 n, s32 *set,
                           s32 *sets, struct part *parts) {
	s32 *all = l->order, depth = 0, count = 0;
	for (s32 k = 0; k < n; k++) {
		if (l->distance[nodes[k]] >= 0)
			continue;
		l->order = all + count;
		walk(l, nodes[k]);
		parts[depth++] = (struct part){at + count, l->count, true};
		count += l->count;
	}
	l->order = all;
	l->count = n;
	forget(l);
	memcpy(nodes, all, (size_t)n * sizeof *nodes);
	for (s32 d = 0; d < depth; d++, (*sets)++)
		for (s32 k = 0; k < parts[d].n; k++)
			set[nodes[parts[d].at - at + k]] = *sets;
	return depth;
}

void order_dissection(struct arena *a, const struct shape *graph, s32 *order) {
	s32 n = graph->lines, depth = 0, sets = 1;
	s32 *set = arena_array(a, s32, (s64)n + 1);
	s32 *number = arena_array_raw(a, s32, (s64)n + 1);
	struct levels l = levels(a, graph, set);
	struct part *parts = arena_array_raw(a, struct part, (s64)n + 3);
	for (s32 i = 0; i < n; i++)
		order[i] = i;
	parts[depth++] = (struct part){0, n, false};
	while (depth) {
		struct part part = parts[--depth];
		s32 *nodes = order + part.at, counts[3];
		if (part.n <= LEAF) {
			if (part.n > 2)
				order_part(graph, nodes, part.n, set, number);
			continue;
		}
		if (!part.is_connected) {
			depth += push_components(&l, nodes, part.at, part.n, set, &sets,
			                         parts + depth);
			continue;
		}
		walk_from_end(&l, nodes[0]);
		if (l.depth < 2) { /* nothing to split */
			forget(&l);
			order_part(graph, nodes, part.n, set, number);
			continue;
		}
		split(&l, nodes, counts);
		memcpy(nodes, l.order, (size_t)part.n * sizeof *nodes);
		forget(&l);
		counts[2] = part.n - counts[0] - counts[1];
		for (s32 side = 0, at = 0; side < 3; at += counts[side++], sets++) {
			for (s32 k = 0; k < counts[side]; k++)
				set[nodes[at + k]] = sets;
			if (side < 2)
				parts[depth++] = (struct part){part.at + at, counts[side],
				                               false};
		}
	}
}

/* ---- a diagonal without zeros ---- */

s32 order_diagonal(struct arena *a, const struct shape *rows, s32 *order) {
	s32 n = rows->lines, found = 0, free_row = 0;
	struct shape columns = shape_transpose(a, rows, NULL);
	s32 *column_of = arena_array_raw(a, s32, (s64)n + 1); /* of a row */
	s32 *stack = arena_array_raw(a, s32, (s64)n + 1);
	s32 *seen = arena_array_raw(a, s32, (s64)n + 1);
	s64 *next = arena_array_raw(a, s64, (s64)n + 1), *cheap;
	cheap = arena_copy(a, columns.start, ((size_t)n + 1) * sizeof *cheap, 8);
	for (s32 i = 0; i < n; i++)
		column_of[i] = seen[i] = order[i] = -1;
	/* An augmenting path for each column, depth first; stack[d] is a column. */
	for (s32 j = 0; j < n; j++) {
		s32 d = 0;
		stack[0] = j;
		next[j] = columns.start[j];
		seen[j] = j;
		while (d >= 0) {
			s32 c = stack[d], row = -1;
			while (cheap[c] < columns.start[c + 1] && row < 0) {
				s32 i = columns.index[cheap[c]++];
				if (column_of[i] < 0)
					row = i;
			}
			if (row >= 0) {
				/* Each column of the path takes the row of the next. */
				for (; d >= 0; d--) {
					s32 lost = order[stack[d]];
					order[stack[d]] = row;
					column_of[row] = stack[d];
					row = lost;
				}
				found++;
				break;
			}
			for (; next[c] < columns.start[c + 1]; next[c]++) {
				s32 other = column_of[columns.index[next[c]]];
				if (other >= 0 && seen[other] != j)
					break;
			}
			if (next[c] == columns.start[c + 1]) {
				d--;
				continue;
			}
			s32 other = column_of[columns.index[next[c]++]];
			seen[other] = j;
			next[other] = columns.start[other];
			stack[++d] = other;
		}
	}
	for (s32 j = 0; j < n; j++) {
		if (order[j] >= 0)
			continue;
		while (column_of[free_row] >= 0)
			free_row++;
		order[j] = free_row;
		column_of[free_row] = j;
	}
	return found;
}
