/* gemm_tile.h - a block of a product of elements E; included by gemm_tile.c.
 * SPDX-License-Identifier: Apache-2.0 */

#define LANES (VECTOR_BYTES / (s64)sizeof(E))
#define TILE_ROWS (2 * LANES)

typedef E OF(vector) __attribute__((vector_size(VECTOR_BYTES), aligned(sizeof(E))));

/* Copies rows of a, TILE_ROWS at a time, so that the tile reads memory in order. What is
 * missing is 0. */
static void OF(pack_a)(E *restrict to, const E *a, s64 row, s64 col, s64 m, s64 k) {
	for (s64 i = 0; i < m; i += TILE_ROWS) {
		s64 rows = MIN(TILE_ROWS, m - i);
		if (rows == TILE_ROWS && row == 1) {
			for (s64 p = 0; p < k; p++)
				memcpy(to + p * TILE_ROWS, a + i + p * col,
				       TILE_ROWS * sizeof(E));
		} else {
			for (s64 r = 0; r < TILE_ROWS; r++)
				for (s64 p = 0; p < k; p++)
					to[p * TILE_ROWS + r] =
						r < rows ? a[(i + r) * row + p * col] : 0;
		}
		to += k * TILE_ROWS;
	}
}

/* The same for columns of b, TILE_COLS at a time. */
static void OF(pack_b)(E *restrict to, const E *b, s64 row, s64 col, s64 n, s64 k) {
	for (s64 j = 0; j < n; j += TILE_COLS) {
		s64 cols = MIN(TILE_COLS, n - j);
		for (s64 c = 0; c < TILE_COLS; c++)
			for (s64 p = 0; p < k; p++)
				to[p * TILE_COLS + c] =
					c < cols ? b[p * row + (j + c) * col] : 0;
		to += k * TILE_COLS;
	}
}

/* The sums of one tile, in registers. */
static ALWAYS_INLINE void OF(sums)(OF(vector) s[TILE_COLS][2], const E *a, const E *b,
                                   s64 k) {
	for (s64 p = 0; p < k; p++) {
		OF(vector) a0 = *(const OF(vector) *)(a + p * TILE_ROWS);
		OF(vector) a1 = *(const OF(vector) *)(a + p * TILE_ROWS + LANES);
#pragma GCC unroll 16
		for (u32 j = 0; j < TILE_COLS; j++) {
			E x = b[p * TILE_COLS + j];
			s[j][0] += a0 * x;
			s[j][1] += a1 * x;
		}
	}
}

/* c = alpha s + beta c for m by n of a tile. */
static ALWAYS_INLINE void OF(leave)(OF(vector) s[TILE_COLS][2], E *c, s64 ldc, s64 m,
                                    s64 n, E alpha, E beta) {
	if (m == TILE_ROWS && n == TILE_COLS) {
#pragma GCC unroll 16
		for (u32 j = 0; j < TILE_COLS; j++) {
#pragma GCC unroll 2
			for (u32 h = 0; h < 2; h++) {
				OF(vector) *at = (OF(vector) *)(c + j * ldc + h * LANES);
				OF(vector) x = s[j][h] * alpha;
				*at = beta == 0 ? x : x + beta * *at;
			}
		}
		return;
	}
	E part[TILE_COLS][TILE_ROWS];
	memcpy(part, s, sizeof part);
	for (s64 j = 0; j < n; j++)
		for (s64 i = 0; i < m; i++) {
			E x = part[j][i] * alpha;
			c[i + j * ldc] = beta == 0 ? x : x + beta * c[i + j * ldc];
		}
}

static __attribute__((noinline)) void OF(tile)(const E *a, const E *b, s64 k, E *c,
                                               s64 ldc, s64 m, s64 n, E alpha, E beta) {
	OF(vector) s[TILE_COLS][2] = {{{0}}};
	OF(sums)(s, a, b, k);
	OF(leave)(s, c, ldc, m, n, alpha, beta);
}

/* Products too small to be worth copies. */
static void OF(plain)(const struct gemm_block *g) {
	const E *a = g->a, *b = g->b;
	E *c = g->c, alpha = (E)g->alpha, beta = (E)g->beta;
	for (s64 j = 0; j < g->n; j++)
		for (s64 i = 0; i < g->m; i++) {
			E sum = 0;
			for (s64 p = 0; p < g->k; p++)
				sum += a[i * g->a_row + p * g->a_col] *
				       b[p * g->b_row + j * g->b_col];
			E *at = &c[i + j * g->ldc];
			*at = beta == 0 ? alpha * sum : alpha * sum + beta * *at;
		}
}

static void OF(block)(const struct gemm_block *g, void *scratch) {
	if (g->m * g->n * g->k <= 512 || g->k == 0) {
		OF(plain)(g);
		return;
	}
	E *a = scratch, *b = a + DEPTH * (PANEL_ROWS + 64);
	for (s64 p = 0; p < g->k; p += DEPTH) {
		s64 k = MIN(DEPTH, g->k - p);
		E beta = p ? 1 : (E)g->beta;
		OF(pack_a)(a, (const E *)g->a + p * g->a_col, g->a_row, g->a_col, g->m,
		           k);
		OF(pack_b)(b, (const E *)g->b + p * g->b_row, g->b_row, g->b_col, g->n,
		           k);
		for (s64 j = 0; j < g->n; j += TILE_COLS)
			for (s64 i = 0; i < g->m; i += TILE_ROWS)
				OF(tile)(a + i * k, b + j * k, k,
				         (E *)g->c + i + j * g->ldc, g->ldc,
				         MIN(TILE_ROWS, g->m - i),
				         MIN(TILE_COLS, g->n - j), (E)g->alpha, beta);
	}
}

#undef LANES
#undef TILE_ROWS
