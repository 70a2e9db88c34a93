/* band.c - systems of three and of five diagonals, by elimination with partial pivoting.
 * Those of three are ones of five whose outer diagonals are 0.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "runtime/sparse/legacy.h"
#include "runtime/sparse/number.h"

enum { DIAGONALS = 5, WIDTH = 7 }; /* pivoting adds two upper ones */

/* `count` systems: element i of system k is at k * system + i * step, and those of its
 * right side at k * right + i * step. */
struct band {
	const void *diagonals[DIAGONALS]; /* from the lowest; NULL: 0 */
	void *x;
	s64 rows, count, system, right, step;
	enum number n;
};

struct systems {
	const struct band *b;
	void *room; /* a matrix and a right side for each range */
	s64 ranges, each;
};

/* Row i of the matrix has columns i - 2 to i + 4. */
#define BAND(T, magnitude)                                                              \
	static void T##_load(const struct band *b, s64 k, T *a, T *x) {                 \
		for (s64 i = 0; i < b->rows; i++) {                                     \
			for (s64 d = 0; d < WIDTH; d++) {                               \
				const T *from = d < DIAGONALS ? b->diagonals[d] : NULL; \
				s64 j = i + d - 2;                                      \
				bool is_in = from && j >= 0 && j < b->rows;             \
				a[i * WIDTH + d] =                                      \
					is_in ? from[k * b->system + i * b->step] : 0;  \
			}                                                               \
			x[i] = ((const T *)b->x)[k * b->right + i * b->step];           \
		}                                                                       \
	}                                                                               \
	static void T##_swap(T *a, T *x, s64 i, s64 p) {                                \
		for (s64 j = i; j < i + DIAGONALS; j++) {                               \
			T *u = a + i * WIDTH + (j - i + 2),                             \
			  *v = a + p * WIDTH + (j - p + 2), t = *u;                     \
			*u = *v;                                                        \
			*v = t;                                                         \
		}                                                                       \
		T t = x[i];                                                             \
		x[i] = x[p];                                                            \
		x[p] = t;                                                               \
	}                                                                               \
	static void T##_solve(const struct band *b, s64 k, T *a, T *x) {                \
		s64 n = b->rows;                                                        \
		T##_load(b, k, a, x);                                                   \
		for (s64 i = 0; i < n; i++) {                                           \
			s64 pivot = i, last = MIN(i + 2, n - 1);                        \
			for (s64 p = i + 1; p <= last; p++)                             \
				if (magnitude(a[p * WIDTH + i - p + 2]) >               \
				    magnitude(a[pivot * WIDTH + i - pivot + 2]))        \
					pivot = p;                                      \
			if (pivot != i)                                                 \
				T##_swap(a, x, i, pivot);                               \
			for (s64 p = i + 1; p <= last; p++) {                           \
				T f = a[p * WIDTH + i - p + 2];                         \
				if (f == 0)                                             \
					continue;                                       \
				f = T##_div(f, a[i * WIDTH + 2]);                       \
				for (s64 j = i + 1; j < MIN(i + DIAGONALS, n); j++)     \
					a[p * WIDTH + j - p + 2] -= T##_mul(            \
						f, a[i * WIDTH + j - i + 2]);           \
				x[p] -= T##_mul(f, x[i]);                               \
			}                                                               \
		}                                                                       \
		for (s64 i = n - 1; i >= 0; i--) {                                      \
			for (s64 j = i + 1; j < MIN(i + DIAGONALS, n); j++)             \
				x[i] -= T##_mul(a[i * WIDTH + j - i + 2], x[j]);        \
			x[i] = T##_div(x[i], a[i * WIDTH + 2]);                         \
			((T *)b->x)[k * b->right + i * b->step] = x[i];                 \
		}                                                                       \
	}                                                                               \
	static void T##_range(void *ctx, u64 i) {                                       \
		const struct systems *s = ctx;                                          \
		T *a = (T *)s->room + (s64)i * s->each;                                 \
		for (s64 k = s->b->count * (s64)i / s->ranges;                          \
		     k < s->b->count * ((s64)i + 1) / s->ranges; k++)                   \
			T##_solve(s->b, k, a, a + s->b->rows * WIDTH);                  \
	}
BAND(f32, fabsf)
BAND(f64, fabs)
BAND(c32, cabsf)
BAND(c64, cabs)
static void (*const range_functions[NUM_COUNT])(void *ctx, u64 i) = {
	[NUM_F32] = f32_range,
	[NUM_F64] = f64_range,
	[NUM_C32] = c32_range,
	[NUM_C64] = c64_range,
};

static bool open_band(struct lib_call *c, const struct band *b) {
	static const char *const names[DIAGONALS] = {"ds", "dl", "d", "du", "dw"};
	u64 bytes = number_bytes(b->n), width = (u64)b->rows * bytes;
	bool is_interleaved = b->step > 1;
	struct lib_box box = {.width = is_interleaved ? (u64)(b->rows * b->step) * bytes
	                                              : width,
	                      .rows = 1,
	                      .pitch = b->system * (s64)bytes,
	                      .slices = 1};
	if (!is_interleaved && b->system)
		box.rows = (u64)b->count;
	for (u32 i = 0; i < DIAGONALS; i++) {
		box.at = b->diagonals[i];
		if (box.at && !lib_reads(c, names[i], &box))
			return false;
	}
	box.at = b->x;
	box.rows = is_interleaved ? 1 : (u64)b->count;
	box.pitch = b->right * (s64)bytes;
	return lib_updates(c, "x", &box);
}

static void run(struct lib_call *c, const void *payload) {
	const struct band *b = payload;
	if (b->rows == 0 || b->count == 0 || !open_band(c, b))
		return;
	struct systems s = {.b = b, .each = b->rows * (WIDTH + 1)};
	s.ranges = MIN(b->count, (s64)lib_threads(c));
	s.room = lib_scratch(c, (u64)(s.each * s.ranges) * number_bytes(b->n));
	if (!s.room)
		return;
	if (s.ranges == 1)
		range_functions[b->n](&s, 0);
	else
		lib_parallel(c, (u64)s.ranges, range_functions[b->n], &s);
}

/* ---- checks ---- */

enum { LEAST_ROWS = 3, SOME_BYTES = 16 };

static cusparseStatus_t check(cusparseHandle_t h, bool is_good) {
	return !h         ? CUSPARSE_STATUS_NOT_INITIALIZED
	       : !is_good ? CUSPARSE_STATUS_INVALID_VALUE
	                  : CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t size_of(const char *function, cusparseStatus_t s, size_t *size) {
	if (!s && !size)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s)
		*size = SOME_BYTES;
	return sparse_end(function, s);
}

static cusparseStatus_t queue(cusparseHandle_t h, const char *function,
                              cusparseStatus_t s, const struct band *b) {
	return s ? sparse_end(function, s)
	         : sparse_submit(h, function, run, b, sizeof *b);
}

static inline bool is_gtsv(s32 m, s32 n, s32 ldb) {
	return m >= LEAST_ROWS && n >= 0 && ldb >= MAX(m, 1);
}
static inline bool is_strided(s32 m, s32 count, s32 stride) {
	return m >= LEAST_ROWS && count > 0 && stride >= m;
}
static inline bool is_interleaved(s32 algo, s32 algos, s32 m, s32 count) {
	return algo >= 0 && algo < algos && m >= 0 && count >= 0;
}

/* Questions for sizes look at little, as the device's. */
static inline cusparseStatus_t check_gtsv2(cusparseHandle_t h) {
	return check(h, true);
}
static inline cusparseStatus_t check_gtsv2_nopivot(cusparseHandle_t h) {
	(void)h;
	return CUSPARSE_STATUS_SUCCESS;
}
static inline cusparseStatus_t check_algo(s32 algo) {
	return is_interleaved(algo, 3, 0, 0) ? CUSPARSE_STATUS_SUCCESS
	                                     : CUSPARSE_STATUS_INVALID_VALUE;
}

static inline void unused(const void *p) {
	(void)p;
}

#define THREE(T) const T *dl, const T *d, const T *du
#define UNUSED3 unused(dl), unused(d), unused(du)
#define GTSV(P, T, num, name)                                                           \
	cusparseStatus_t cusparse##P##name##_bufferSizeExt(cusparseHandle_t h, int m,   \
	                                                   int n, THREE(T), const T *b, \
	                                                   int ldb, size_t *size) {     \
		(void)m, (void)n, (void)ldb, UNUSED3, unused(b);                        \
		return size_of(__func__, check_##name(h), size);                        \
	}                                                                               \
	cusparseStatus_t cusparse##P##name(cusparseHandle_t h, int m, int n, THREE(T),  \
	                                   T *b, int ldb, void *buffer) {               \
		unused(buffer);                                                         \
		struct band s = {{NULL, dl, d, du, NULL}, b, m, n, 0, ldb, 1, num};     \
		if (h && n == 0)                                                        \
			return CUSPARSE_STATUS_SUCCESS;                                 \
		return queue(h, __func__, check(h, is_gtsv(m, n, ldb)), &s);            \
	}
#define BAND_FUNCTIONS(P, T, num)                                                        \
	GTSV(P, T, num, gtsv2)                                                           \
	GTSV(P, T, num, gtsv2_nopivot)                                                   \
	cusparseStatus_t cusparse##P##gtsv2StridedBatch_bufferSizeExt(                   \
		cusparseHandle_t h, int m, THREE(T), const T *x, int count, int stride,  \
		size_t *size) {                                                          \
		UNUSED3, unused(x);                                                      \
		return size_of(__func__, check(h, is_strided(m, count, stride)), size);  \
	}                                                                                \
	cusparseStatus_t cusparse##P##gtsv2StridedBatch(cusparseHandle_t h, int m,       \
	                                                THREE(T), T *x, int count,       \
	                                                int stride, void *buffer) {      \
		unused(buffer);                                                          \
		struct band s = {                                                        \
			{NULL, dl, d, du, NULL}, x, m, count, stride, stride, 1, num};   \
		return queue(h, __func__, check(h, is_strided(m, count, stride)), &s);   \
	}                                                                                \
	cusparseStatus_t cusparse##P##gtsvInterleavedBatch_bufferSizeExt(                \
		cusparseHandle_t h, int algo, int m, THREE(T), const T *x, int count,    \
		size_t *size) {                                                          \
		(void)h, (void)m, UNUSED3, unused(x), (void)count;                       \
		return size_of(__func__, check_algo(algo), size);                        \
	}                                                                                \
	cusparseStatus_t cusparse##P##gtsvInterleavedBatch(                              \
		cusparseHandle_t h, int algo, int m, T *dl, T *d, T *du, T *x,           \
		int count, void *buffer) {                                               \
		unused(buffer);                                                          \
		struct band s = {                                                        \
			{NULL, dl, d, du, NULL}, x, m, count, 1, 1, count, num};         \
		if (check_algo(algo))                                                    \
			return sparse_end(__func__, check_algo(algo));                   \
		return queue(h, __func__, check(h, is_interleaved(algo, 3, m, count)),   \
		             &s);                                                        \
	}                                                                                \
	cusparseStatus_t cusparse##P##gpsvInterleavedBatch_bufferSizeExt(                \
		cusparseHandle_t h, int algo, int m, const T *ds, THREE(T), const T *dw, \
		const T *x, int count, size_t *size) {                                   \
		(void)h, (void)algo, (void)m, (void)count;                               \
		unused(ds), UNUSED3, unused(dw), unused(x);                              \
		return size_of(__func__, CUSPARSE_STATUS_SUCCESS, size);                 \
	}                                                                                \
	cusparseStatus_t cusparse##P##gpsvInterleavedBatch(                              \
		cusparseHandle_t h, int algo, int m, T *ds, T *dl, T *d, T *du, T *dw,   \
		T *x, int count, void *buffer) {                                         \
		unused(buffer);                                                          \
		(void)algo;                                                              \
		struct band s = {{ds, dl, d, du, dw}, x, m, count, 1, 1, count, num};    \
		if (h && m == 0)                                                         \
			return CUSPARSE_STATUS_SUCCESS;                                  \
		return queue(h, __func__, check(h, is_interleaved(0, 1, m, count)), &s); \
	}
LEGACY_TYPES(BAND_FUNCTIONS)
