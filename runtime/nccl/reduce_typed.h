/* reduce_typed.h - the loops of one type; included by reduce.c for each.
 *     T      the type of elements in memory      A   of sums
 *     LOAD   an element as A                     STORE   A as an element
 *     IS_REAL  whether NaN is among them
 * SPDX-License-Identifier: Apache-2.0 */

#if IS_REAL
#define IS_NAN(x) ((x) != (x))
#else
#define IS_NAN(x) false
#endif
#define OF_(name, type) name##_##type
#define OF__(name, type) OF_(name, type)
#define OF(name) OF__(name, NAME)

static void OF(first)(const struct reduction *r, void *acc, const void *x,
                      const void *scalar, u32 n) {
	A *restrict a = acc;
	const T *restrict v = x;
	if (r->scales) {
		A s = LOAD(*(const T *)scalar);
		for (u32 i = 0; i < n; i++)
			a[i] = (A)(LOAD(v[i]) * s);
	} else {
		for (u32 i = 0; i < n; i++)
			a[i] = LOAD(v[i]);
	}
}

static void OF(sum)(A *restrict a, const T *restrict v, u32 n) {
	for (u32 i = 0; i < n; i++)
		a[i] = (A)(a[i] + LOAD(v[i]));
}

static void OF(scaled)(A *restrict a, const T *restrict v, A s, u32 n) {
	for (u32 i = 0; i < n; i++)
		a[i] = (A)(a[i] + (A)(LOAD(v[i]) * s));
}

static void OF(prod)(A *restrict a, const T *restrict v, u32 n) {
	for (u32 i = 0; i < n; i++)
		a[i] = (A)(a[i] * LOAD(v[i]));
}

/* NaN is left out, as fmax does. */
static void OF(max)(A *restrict a, const T *restrict v, u32 n) {
	for (u32 i = 0; i < n; i++) {
		A x = LOAD(v[i]);
		a[i] = (x > a[i]) | IS_NAN(a[i]) ? x : a[i];
	}
}

static void OF(min)(A *restrict a, const T *restrict v, u32 n) {
	for (u32 i = 0; i < n; i++) {
		A x = LOAD(v[i]);
		a[i] = (x < a[i]) | IS_NAN(a[i]) ? x : a[i];
	}
}

static void OF(next)(const struct reduction *r, void *acc, const void *x,
                     const void *scalar, u32 n) {
	if (r->scales)
		OF(scaled)(acc, x, LOAD(*(const T *)scalar), n);
	else if (r->op == ncclProd)
		OF(prod)(acc, x, n);
	else if (r->op == ncclMax)
		OF(max)(acc, x, n);
	else if (r->op == ncclMin)
		OF(min)(acc, x, n);
	else
		OF(sum)(acc, x, n);
}

static void OF(last)(const struct reduction *r, void *out, const void *acc, u32 n) {
	const A *restrict a = acc;
	T *restrict v = out;
	if (!IS_REAL && r->divisor) {
		for (u32 i = 0; i < n; i++)
			v[i] = STORE((A)(a[i] / (A)r->divisor));
	} else {
		for (u32 i = 0; i < n; i++)
			v[i] = STORE(a[i]);
	}
}

#undef IS_NAN
#undef OF
#undef OF_
#undef OF__
#undef NAME
#undef T
#undef A
#undef LOAD
#undef STORE
#undef IS_REAL
