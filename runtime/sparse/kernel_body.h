/* kernel_body.h - the loops for elements of type N and indices of type INDEX. N is also
 * the member of union element, and begins the names of its functions of number.h.
 * SPDX-License-Identifier: Apache-2.0 */

#define PASTE2(a, b) a##_##b
#define PASTE3(a, b, c) a##_##b##_##c
#define NAMED2(a, b) PASTE2(a, b)
#define NAMED3(a, b, c) PASTE3(a, b, c)
#define FN(f) NAMED3(f, N, INDEX)
#define T N
#define MUL NAMED2(N, mul)
#define CONJ NAMED2(N, conj)
#define DIV NAMED2(N, div)

static inline T FN(blend)(T alpha, T sum, T beta, T old) {
	return MUL(alpha, sum) + MUL(beta, old);
}

/* Four sums hide the latency of the additions. */
static inline T FN(dot)(const T *value, const INDEX *index, s64 n, const T *x,
                        bool conjugated) {
	T s0 = 0, s1 = 0, s2 = 0, s3 = 0;
	s64 k = 0;
	if (conjugated) {
		for (; k < n; k++)
			s0 += MUL(CONJ(value[k]), x[index[k]]);
		return s0;
	}
	for (; k + 4 <= n; k += 4) {
		s0 += MUL(value[k], x[index[k]]);
		s1 += MUL(value[k + 1], x[index[k + 1]]);
		s2 += MUL(value[k + 2], x[index[k + 2]]);
		s3 += MUL(value[k + 3], x[index[k + 3]]);
	}
	for (; k < n; k++)
		s0 += MUL(value[k], x[index[k]]);
	return (s0 + s1) + (s2 + s3);
}

static void FN(mv_rows)(const void *args, s64 begin, s64 end) {
	const struct mv_args *g = args;
	const struct rows *a = g->a;
	const T *value = a->values, *x = (const T *)g->x - a->base;
	const INDEX *index = a->indices;
	T *y = g->y, alpha = g->alpha.N, beta = g->beta.N;
	if (alpha == 0) { /* neither the matrix nor x is read */
		for (s64 i = begin; i < end; i++)
			y[i] = beta == 0 ? 0 : MUL(beta, y[i]);
		return;
	}
	s64 at = row_begin(a, begin);
	for (s64 i = begin; i < end; i++) {
		s64 next = row_begin(a, i + 1);
		T sum = FN(dot)(value + at, index + at, next - at, x, g->conjugated);
		y[i] = beta == 0 ? MUL(alpha, sum) : FN(blend)(alpha, sum, beta, y[i]);
		at = next;
	}
}

static void FN(scatter_rows)(const struct mv_args *g, s64 begin, s64 end, void *to) {
	const struct rows *a = g->a;
	const T *value = a->values, *x = g->x;
	const INDEX *index = a->indices;
	T *y = (T *)to - a->base, alpha = g->alpha.N;
	s64 k = row_begin(a, begin);
	for (s64 i = begin; i < end; i++) {
		s64 next = row_begin(a, i + 1);
		T xi = MUL(alpha, x[i]);
		if (g->conjugated)
			for (; k < next; k++)
				y[index[k]] += MUL(CONJ(value[k]), xi);
		else
			for (; k < next; k++)
				y[index[k]] += MUL(value[k], xi);
	}
}

enum { FN(TILE) = 64 };

/* Tiles of columns: the sums stay in registers and the nearest cache. */
static void FN(mm_rows)(const void *args, s64 begin, s64 end) {
	const struct mm_args *g = args;
	const struct rows *a = g->a;
	const T *value = a->values, *b = (const T *)g->b.at - a->base * g->b.row;
	const INDEX *index = a->indices;
	T *c = g->c.at, alpha = g->alpha.N, beta = g->beta.N, sum[FN(TILE)];
	for (s64 j = 0; j < g->n; j += FN(TILE)) {
		s64 n = MIN(g->n - j, (s64)FN(TILE));
		for (s64 i = begin; i < end; i++) {
			for (s64 l = 0; l < n; l++)
				sum[l] = 0;
			for (s64 k = row_begin(a, i); k < row_begin(a, i + 1); k++) {
				const T *row = b + (s64)index[k] * g->b.row + j;
				T v = value[k];
				for (s64 l = 0; l < n; l++)
					sum[l] += MUL(v, row[l]);
			}
			T *to = c + i * g->c.row + j * g->c.col;
			if (beta == 0)
				for (s64 l = 0; l < n; l++)
					to[l * g->c.col] = MUL(alpha, sum[l]);
			else
				for (s64 l = 0; l < n; l++)
					to[l * g->c.col] = FN(blend)(alpha, sum[l], beta,
					                             to[l * g->c.col]);
		}
	}
}

/* One row of a triangular system for the columns [from, to) of X. */
static inline void FN(solve_row)(const struct solve_args *g, s64 i, s64 from, s64 to) {
	const struct rows *a = g->a;
	const T *value = a->values;
	const INDEX *index = a->indices;
	T *x = g->x, *mine = x + i * g->ld, d = 0;
	for (s64 k = row_begin(a, i); k < row_begin(a, i + 1); k++) {
		s64 j = (s64)index[k] - a->base;
		const T *other = x + j * g->ld;
		if (j == i)
			d += value[k];
		if (g->is_upper ? j > i : j < i)
			for (s64 l = from; l < to; l++)
				mine[l] -= MUL(value[k], other[l]);
	}
	if (g->is_unit)
		return;
	if (g->diagonal)
		d = ((const T *)g->diagonal)[i];
	for (s64 l = from; l < to; l++)
		mine[l] = DIV(mine[l], d);
}

static void FN(solve)(const struct solve_args *g, s64 from, s64 to) {
	s64 n = g->a->rows;
	for (s64 i = 0; i < n; i++)
		FN(solve_row)(g, g->is_upper ? n - 1 - i : i, from, to);
}

static inline T FN(dense_dot)(const T *a, const T *b, s64 n) {
	T s[8] = {0};
	s64 k = 0;
	for (; k + 8 <= n; k += 8)
		for (s64 l = 0; l < 8; l++)
			s[l] += MUL(a[k + l], b[k + l]);
	for (; k < n; k++)
		s[0] += MUL(a[k], b[k]);
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

static void FN(dd_rows)(const void *args, s64 begin, s64 end) {
	const struct dd_args *g = args;
	const struct rows *c = g->c;
	const INDEX *index = c->indices;
	const T *a = g->a.at, *b = g->b.at;
	T *result = g->result;
	for (s64 i = begin; i < end; i++)
		for (s64 k = row_begin(c, i); k < row_begin(c, i + 1); k++)
			result[k] = MUL(
				g->alpha.N,
				FN(dense_dot)(a + i * g->a.row,
			                      b + ((s64)index[k] - c->base) * g->b.row,
			                      g->n));
}

/* offsets[i + 1]: elements of row i of the product. A mark is the row that set it. */
static void FN(gemm_count)(const struct gemm_args *g, s64 begin, s64 end) {
	const struct rows *a = g->a, *b = g->b;
	const INDEX *index = a->indices;
	for (s64 i = begin; i < end; i++) {
		s64 count = 0;
		for (s64 k = row_begin(a, i); k < row_begin(a, i + 1); k++) {
			s64 row = (s64)index[k] - a->base;
			for (s64 l = row_begin(b, row); l < row_begin(b, row + 1); l++) {
				s64 j = index_at(b->indices, b->wide_indices, l) -
				        b->base;
				count += g->marks[j] != i;
				g->marks[j] = i;
			}
		}
		g->offsets[i + 1] = count;
	}
}

/* A mark is the row's place of that column, less than the row's first one if there is
 * none. */
static void FN(gemm_rows)(const struct gemm_args *g, s64 begin, s64 end) {
	const struct rows *a = g->a, *b = g->b;
	const INDEX *index = a->indices;
	const T *av = a->values, *bv = b->values;
	T *sums = g->sums, *values = g->values;
	for (s64 i = begin; i < end; i++) {
		s64 first = g->offsets[i], last = g->offsets[i + 1], n = first;
		for (s64 k = row_begin(a, i); k < row_begin(a, i + 1); k++) {
			s64 row = (s64)index[k] - a->base;
			T x = MUL(g->alpha.N, av[k]);
			for (s64 l = row_begin(b, row); l < row_begin(b, row + 1); l++) {
				s64 j = index_at(b->indices, b->wide_indices, l) -
				        b->base;
				if (g->marks[j] < first) {
					if (n == last) /* not the counted pattern */
						continue;
					g->marks[j] = n;
					g->columns[n++] = j;
					sums[j] = MUL(x, bv[l]);
				} else {
					sums[j] += MUL(x, bv[l]);
				}
			}
		}
		sparse_sort(g->columns + first, n - first);
		for (s64 k = first; k < n; k++)
			values[k] = sums[g->columns[k]];
		for (s64 k = n; k < last; k++) {
			g->columns[k] = 0;
			values[k] = 0;
		}
	}
}

static void FN(axpby)(s64 n, const union element *alpha, const void *px,
                      const union element *beta, void *py) {
	const T *x = px;
	T *y = py, p = alpha->N, q = beta->N;
	if (q == 0)
		for (s64 i = 0; i < n; i++)
			y[i] = MUL(p, x[i]);
	else
		for (s64 i = 0; i < n; i++)
			y[i] = FN(blend)(p, x[i], q, y[i]);
}

static const struct kernel_table FN(table) = {
	FN(mv_rows), FN(scatter_rows), FN(mm_rows),   FN(solve),
	FN(dd_rows), FN(gemm_count),   FN(gemm_rows), FN(axpby),
};

#undef DIV
#undef CONJ
#undef MUL
#undef T
#undef FN
#undef NAMED3
#undef NAMED2
#undef PASTE3
#undef PASTE2
