/* shape.h - the structure of sparse matrices, without values: compressed rows or columns
 * from 0, and what is computed from it alone.
 *
 * Functions allocate from an arena that the caller drops.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

/* Line i (a row or a column) has its elements at the places start[i] to start[i + 1]. */
struct shape {
	s32 lines, width; /* how many lines; indices are below the width */
	s64 *start;
	s32 *index;
};

static inline s64 shape_count(const struct shape *s) {
	return s->start[s->lines];
}

/* Copies compressed rows whose offsets and indices begin with `base`. False: an offset or
 * an index is outside the matrix. `end` is where rows end, or NULL: where the next
 * begins. */
bool shape_take(struct arena *a, struct shape *s, s32 lines, s32 width, s32 count,
                s32 base, const s32 *start, const s32 *end, const s32 *index);
/* Columns of rows, or the reverse, sorted; from[k] is the place in `s` of place k. */
struct shape shape_transpose(struct arena *a, const struct shape *s, s64 **from);
/* The graph of A + A^T, without loops; a node's neighbours are sorted. */
struct shape shape_graph(struct arena *a, const struct shape *s);
/* Whether A and A^T have the same structure. */
bool shape_is_symmetric(struct arena *a, const struct shape *s);
/* Rows p[i] and columns q[j] in the order of i and j, sorted. */
struct shape shape_permute(struct arena *a, const struct shape *s, const s32 *p,
                           const s32 *q, s64 **from);
/* Whether p has each number below n once. */
bool is_permutation(struct arena *a, const s32 *p, s32 n);

/* Orders that keep factors of a symmetric structure small: order[i] is the node that
 * becomes the i-th. The shape is a graph (shape_graph). */
void order_cuthill_mckee(struct arena *a, const struct shape *graph, s32 *order);
void order_minimum_degree(const struct shape *graph, s32 *order);
void order_dissection(struct arena *a, const struct shape *graph, s32 *order);
/* Puts an order's nodes after those of their subtrees of the elimination tree, subtree by
 * subtree. Factors of the matrix stay as large; those of A^H A, as QR has them, become
 * smaller, as nodes that are eliminated one after the other are near each other. */
void order_postorder(const struct shape *graph, s32 *order);
/* Rows whose order puts elements on the diagonal, as many as there can be. Returns how
 * many. */
s32 order_diagonal(struct arena *a, const struct shape *rows, s32 *order);

/* The factor of a symmetric matrix by columns: what each has below the diagonal and on
 * it, sorted, the diagonal first. `lower` are rows, of which elements right of the
 * diagonal are ignored. */
struct shape factor_of_symmetric(struct arena *a, const struct shape *lower);
/* The triangular factor R of A = Q R by rows, the diagonal first. */
struct shape factor_of_rows(struct arena *a, const struct shape *rows);
/* The same with every diagonal element (of a square matrix); from[k] is the place in `s`
 * of place k, or -1. */
struct shape shape_with_diagonal(struct arena *a, const struct shape *s, s64 **from);
