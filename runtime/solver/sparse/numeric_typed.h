/* numeric_typed.h - the arithmetic of one type, and its row of sp_numeric.
 * SPDX-License-Identifier: Apache-2.0 */
/* It is included once for each type. */

static inline T OF(conjugate)(T x) {
	return IS_COMPLEX ? (T)conj(x) : x;
}
static inline R OF(real_part)(T x) {
	return (R)creal(x);
}
static inline R OF(root)(R x) {
	return (R)sqrt((f64)x);
}
static inline R OF(length)(R x, R y) {
	return (R)hypot((f64)x, (f64)y);
}
static inline R OF(size_of)(T x) {
	return IS_COMPLEX ? (R)cabs(x) : (R)fabs((f64)creal(x));
}

#include "runtime/solver/sparse/cholesky_typed.h"
#include "runtime/solver/sparse/lu_typed.h"
#include "runtime/solver/sparse/qr_typed.h"

static void OF(shift)(const struct shape *rows, void *values, const void *mu) {
	T *a = values;
	for (s32 i = 0; i < rows->lines; i++)
		for (s64 k = rows->start[i]; k < rows->start[i + 1]; k++)
			if (rows->index[k] == i) {
				a[k] -= *(const T *)mu;
				break;
			}
}

static R OF(norm)(const T *x, s32 n) {
	f64 sum = 0;
	for (s32 i = 0; i < n; i++) {
		f64 size = OF(size_of)(x[i]);
		sum += size * size;
	}
	return (R)sqrt(sum);
}

static void OF(inverse_iteration)(const struct sp_lu *f, const struct shape *rows,
                                  const void *values, const s32 *order, s32 most,
                                  f64 tolerance, void *mu, void *vector) {
	struct arena scratch = ARENA_INIT;
	const T *a = values;
	s32 n = rows->lines;
	T *x = vector, *y = arena_array(&scratch, T, n), *z = arena_array(&scratch, T, n);
	T found = 0;
	R size = OF(norm)(x, n);
	for (s32 i = 0; i < n; i++)
		x[i] /= size;
	for (s32 step = 0; step < most; step++) {
		found = 0;
		for (s32 i = 0; i < n; i++) {
			T sum = 0;
			for (s64 k = rows->start[i]; k < rows->start[i + 1]; k++)
				sum += a[k] * x[rows->index[k]];
			y[i] = sum;
			found += OF(conjugate)(x[i]) * sum;
		}
		for (s32 i = 0; i < n; i++)
			y[i] -= found * x[i];
		if (OF(norm)(y, n) < (R)tolerance)
			break;
		for (s32 i = 0; i < n; i++)
			y[i] = x[order[i]];
		OF(solve_lu)(f, y, z);
		size = OF(norm)(z, n);
		for (s32 i = 0; i < n; i++)
			x[order[i]] = z[i] / size;
	}
	*(T *)mu = found;
	arena_drop(&scratch);
}

static void OF(to_complex)(const void *values, s64 n, double _Complex *to) {
	for (s64 k = 0; k < n; k++)
		to[k] = ((const T *)values)[k];
}
static void OF(to_real)(f64 x, void *real) {
	*(R *)real = (R)x;
}

static const struct sp_numeric OF(row) = {
	.size = sizeof(T),
	.real_size = sizeof(R),
	.cholesky = OF(cholesky),
	.lu = OF(lu),
	.qr = OF(qr),
	.qr_rank = OF(qr_rank),
	.small_cholesky = OF(small_cholesky),
	.small_lu = OF(small_lu),
	.small_qr = OF(small_qr),
	.solve_cholesky = OF(solve_cholesky),
	.solve_lu = OF(solve_lu),
	.solve_qr = OF(solve_qr),
	.inverse_iteration = OF(inverse_iteration),
	.shift = OF(shift),
	.to_complex = OF(to_complex),
	.diagonal = OF(diagonal),
	.to_real = OF(to_real),
};
