/* own_level1.h - level 1 for one type; included by own.c through each_type.h.
 * SPDX-License-Identifier: Apache-2.0 */

/* The first element of a vector: with a negative step it is the last in memory. */
static inline T *OF(first)(const struct operand *v, s64 n) {
	return (T *)v->at + (v->ld < 0 && n > 0 ? (1 - n) * v->ld : 0);
}

static inline T OF(alpha)(const struct blas_call *w) {
	T x;
	memcpy(&x, &w->alpha_value, sizeof x);
	return x;
}

static inline T OF(beta)(const struct blas_call *w) {
	T x;
	memcpy(&x, &w->beta_value, sizeof x);
	return x;
}

/* A scalar whose type the call says: real or that of the elements. */
static inline T OF(scalar)(const union scalar *s, u32 type) {
	T x = 0;
	R real;
	if (type == TYPE) {
		memcpy(&x, s, sizeof x);
		return x;
	}
	memcpy(&real, s, sizeof real);
	return real;
}

/* conj(x) if is_conj. */
static ALWAYS_INLINE T OF(conj_if)(T x, bool is_conj) {
#if IS_COMPLEX
	R *part = (R *)&x;
	if (is_conj)
		part[1] = -part[1];
#else
	(void)is_conj;
#endif
	return x;
}

static ALWAYS_INLINE R OF(real_part)(T x) {
	R r;
	memcpy(&r, &x, sizeof r);
	return r;
}

/* |re| + |im|, as BLAS measures elements. */
static ALWAYS_INLINE R OF(size)(T x) {
	const R *part = (const R *)&x;
	R s = part[0] < 0 ? -part[0] : part[0];
	if (IS_COMPLEX)
		s += part[1] < 0 ? -part[1] : part[1];
	return s;
}

#define LANES 16

/* Long sums are made of parts in double: a float that has grown large loses what is
 * added. */
typedef __typeof__((T)0 + (f64)0) OF(wide);

static T OF(dot_part)(s64 n, const T *x, const T *y) {
	T sums[LANES] = {0}, sum = 0;
	s64 i = 0;
	for (; i + LANES <= n; i += LANES)
		for (u32 l = 0; l < LANES; l++)
			sums[l] += x[i + l] * y[i + l];
	for (; i < n; i++)
		sum += x[i] * y[i];
	for (u32 l = 0; l < LANES; l++)
		sum += sums[l];
	return sum;
}

static T OF(dot_unit)(s64 n, const T *x, const T *y) {
	OF(wide) sum = 0;
	for (s64 i = 0; i < n; i += SUM_PART)
		sum += OF(dot_part)(MIN(n - i, SUM_PART), x + i, y + i);
	return (T)sum;
}

static T OF(dot_of)(s64 n, const T *x, s64 incx, const T *y, s64 incy, bool is_conj) {
	OF(wide) sum = 0;
	if (incx == 1 && incy == 1 && !is_conj)
		return OF(dot_unit)(n, x, y);
	for (s64 i = 0; i < n; i++)
		sum += OF(conj_if)(x[i * incx], is_conj) * y[i * incy];
	return (T)sum;
}

static void OF(axpy_of)(s64 n, T alpha, const T *x, s64 incx, T *y, s64 incy) {
	if (incx == 1 && incy == 1)
		for (s64 i = 0; i < n; i++)
			y[i] += alpha * x[i];
	else
		for (s64 i = 0; i < n; i++)
			y[i * incy] += alpha * x[i * incx];
}

/* x = alpha x; alpha = 0 clears, whatever x is. */
static void OF(scale)(s64 n, T alpha, T *x, s64 incx) {
	if (alpha == 1)
		return;
	for (s64 i = 0; i < n; i++)
		x[i * incx] = alpha == 0 ? 0 : alpha * x[i * incx];
}

static void OF(dot)(const struct blas_call *w) {
	s64 n = MAX(w->n, 0);
	*(T *)w->result = OF(dot_of)(n, OF(first)(&w->b, n), w->b.ld, OF(first)(&w->c, n),
	                             w->c.ld, w->is_conj);
}

/* In double the squares of floats cannot overflow; those of doubles are scaled if the sum
 * left the range. */
static void OF(nrm2)(const struct blas_call *w) {
	const T *x = OF(first)(&w->b, w->n);
	f64 sum = 0, most = 0;
	for (s64 i = 0; i < w->n; i++) {
		const R *part = (const R *)&x[i * w->b.ld];
		for (u32 p = 0; p <= IS_COMPLEX; p++) {
			sum += (f64)part[p] * (f64)part[p];
			most = fmax(most, fabs((f64)part[p]));
		}
	}
	f64 norm = most < INFINITY ? sqrt(sum) : INFINITY; /* whatever is NaN, as hypot */
	if (sizeof(R) == 8 && (sum > 1e300 || sum < 1e-280) && most > 0 &&
	    most < INFINITY) {
		sum = 0;
		for (s64 i = 0; i < w->n; i++) {
			const R *part = (const R *)&x[i * w->b.ld];
			for (u32 p = 0; p <= IS_COMPLEX; p++)
				sum += ((f64)part[p] / most) * ((f64)part[p] / most);
		}
		norm = most * sqrt(sum);
	}
	*(R *)w->result = (R)norm;
}

static f64 OF(asum_packed)(s64 n, const R *x) {
	f64 sums[LANES] = {0}, sum = 0;
	s64 i = 0;
	for (; i + LANES <= n; i += LANES)
		for (u32 l = 0; l < LANES; l++)
			sums[l] += fabs((f64)x[i + l]);
	for (; i < n; i++)
		sum += fabs((f64)x[i]);
	for (u32 l = 0; l < LANES; l++)
		sum += sums[l];
	return sum;
}

static void OF(asum)(const struct blas_call *w) {
	const T *x = OF(first)(&w->b, w->n);
	f64 sum = 0;
	if (w->b.ld == 1)
		sum = OF(asum_packed)(w->n * (1 + IS_COMPLEX), (const R *)x);
	else
		for (s64 i = 0; i < w->n; i++)
			sum += (f64)OF(size)(x[i * w->b.ld]);
	*(R *)w->result = (R)sum;
}

static void OF(set_index)(const struct blas_call *w, s64 at) {
	if (w->result_bytes == 8)
		*(s64 *)w->result = at;
	else
		*(s32 *)w->result = (s32)at;
}

/* NaNs count only if there is nothing else. */
static void OF(iamax)(const struct blas_call *w) {
	const T *x = OF(first)(&w->b, w->n);
	s64 best = 0;
	for (s64 i = 1; i < w->n; i++)
		if (OF(size)(x[i * w->b.ld]) > OF(size)(x[best * w->b.ld]) ||
		    (is_nan(OF(size)(x[best * w->b.ld])) &&
		     !is_nan(OF(size)(x[i * w->b.ld]))))
			best = i;
	OF(set_index)(w, w->n > 0 ? best + 1 : 0);
}

static void OF(iamin)(const struct blas_call *w) {
	const T *x = OF(first)(&w->b, w->n);
	s64 best = 0;
	for (s64 i = 1; i < w->n; i++)
		if (OF(size)(x[i * w->b.ld]) < OF(size)(x[best * w->b.ld]) ||
		    (is_nan(OF(size)(x[best * w->b.ld])) &&
		     !is_nan(OF(size)(x[i * w->b.ld]))))
			best = i;
	OF(set_index)(w, w->n > 0 ? best + 1 : 0);
}

static void OF(scal)(const struct blas_call *w) {
	T *x = OF(first)(&w->b, w->n),
	  alpha = OF(scalar)(&w->alpha_value, w->scalar_type);
	for (s64 i = 0; i < w->n; i++)
		x[i * w->b.ld] *= alpha;
}

static void OF(axpy)(const struct blas_call *w) {
	T alpha = OF(alpha)(w);
	if (alpha != 0)
		OF(axpy_of)(w->n, alpha, OF(first)(&w->b, w->n), w->b.ld,
		            OF(first)(&w->c, w->n), w->c.ld);
}

static void OF(copy)(const struct blas_call *w) {
	const T *x = OF(first)(&w->b, w->n);
	T *y = OF(first)(&w->c, w->n);
	for (s64 i = 0; i < w->n; i++)
		y[i * w->c.ld] = x[i * w->b.ld];
}

static void OF(swap)(const struct blas_call *w) {
	T *x = OF(first)(&w->b, w->n), *y = OF(first)(&w->c, w->n);
	for (s64 i = 0; i < w->n; i++) {
		T t = x[i * w->b.ld];
		x[i * w->b.ld] = y[i * w->c.ld];
		y[i * w->c.ld] = t;
	}
}

/* x = c x + s y, y = c y - conj(s) x. */
static void OF(rot)(const struct blas_call *w) {
	T *x = OF(first)(&w->b, w->n), *y = OF(first)(&w->c, w->n);
	R c = OF(real_part)(OF(scalar)(&w->alpha_value, w->scalar_type));
	T s = OF(scalar)(&w->beta_value, w->beta_type), s_conj = OF(conj_if)(s, true);
	for (s64 i = 0; i < w->n; i++) {
		T t = c * x[i * w->b.ld] + s * y[i * w->c.ld];
		y[i * w->c.ld] = c * y[i * w->c.ld] - s_conj * x[i * w->b.ld];
		x[i * w->b.ld] = t;
	}
}

/* a = r, b = z; a rotation c, s that takes b away. */
static void OF(rotg)(const struct blas_call *w) {
	T *a = w->a.at, *b = w->b.at, *s = w->result2;
	R *c = w->result;
#if IS_COMPLEX
	R size_a = OF(magnitude)(*a), size_b = OF(magnitude)(*b), scale = size_a + size_b;
	if (size_a == 0) {
		*c = 0;
		*s = 1;
		*a = *b;
		return;
	}
	R pa = size_a / scale, pb = size_b / scale;
	R norm = scale * (R)sqrt((f64)(pa * pa + pb * pb));
	T direction = *a / size_a;
	*c = size_a / norm;
	*s = direction * OF(conj_if)(*b, true) / norm;
	*a = direction * norm;
#else
	R roe = OF(size)(*a) > OF(size)(*b) ? *a : *b;
	R scale = OF(size)(*a) + OF(size)(*b), z = 1;
	if (scale == 0) {
		*c = 1;
		*s = *a = *b = 0;
		return;
	}
	R pa = *a / scale, pb = *b / scale;
	R r = scale * (R)sqrt((f64)(pa * pa + pb * pb));
	r = roe < 0 ? -r : r;
	*c = *a / r;
	*s = *b / r;
	if (OF(size)(*a) > OF(size)(*b))
		z = *s;
	else if (*c != 0)
		z = 1 / *c;
	*a = r;
	*b = z;
#endif
}

#if !IS_COMPLEX
/* The matrix H of a modified rotation, as its flag says which elements are stored. */
static void OF(rotm_matrix)(const T *param, T h[4]) {
	T flag = param[0];
	bool is_diagonal_one = flag == 0, is_rest_one = flag == 1;
	h[0] = is_diagonal_one ? 1 : param[1];
	h[1] = is_rest_one ? -1 : param[2];
	h[2] = is_rest_one ? 1 : param[3];
	h[3] = is_diagonal_one ? 1 : param[4];
}

static void OF(rotm)(const struct blas_call *w) {
	T *x = OF(first)(&w->b, w->n), *y = OF(first)(&w->c, w->n), h[4];
	const T *param = w->extra;
	if (param[0] != -1 && param[0] != 0 && param[0] != 1)
		return; /* H is the identity, by -2 or by any other flag */
	OF(rotm_matrix)(param, h);
	for (s64 i = 0; i < w->n; i++) {
		T u = x[i * w->b.ld], v = y[i * w->c.ld];
		x[i * w->b.ld] = h[0] * u + h[2] * v;
		y[i * w->c.ld] = h[1] * u + h[3] * v;
	}
}

/* Scales a row of H until its d is in range. */
static void OF(rotmg_scale)(T *d, T *x, T *h_first, T *h_second, T *flag, T *h) {
	const T gam = 4096, gam2 = gam * gam;
	while (*d != 0 && (OF(size)(*d) <= 1 / gam2 || OF(size)(*d) >= gam2)) {
		if (*flag == 0) {
			h[0] = h[3] = 1;
		} else if (*flag > 0) {
			h[1] = -1;
			h[2] = 1;
		}
		*flag = -1;
		bool is_small = OF(size)(*d) <= 1 / gam2;
		T f = is_small ? 1 / gam : gam;
		*d = is_small ? *d * gam2 : *d / gam2;
		if (x)
			*x *= f;
		*h_first *= f;
		*h_second *= f;
	}
}

/* h: h11, h21, h12, h22. */
static void OF(rotmg)(const struct blas_call *w) {
	T *d1 = w->a.at, *d2 = w->b.at, *x1 = w->c.at, *param = w->result;
	T y1 = *(const T *)w->extra, h[4] = {0}, flag;
	T p2 = *d2 * y1, p1 = *d1 * *x1, q2 = p2 * y1, q1 = p1 * *x1;
	if (*d1 < 0 || (p2 != 0 && OF(size)(q1) <= OF(size)(q2) && q2 < 0)) {
		flag = -1;
		*d1 = *d2 = *x1 = 0;
	} else if (p2 == 0) {
		param[0] = -2;
		return;
	} else if (OF(size)(q1) > OF(size)(q2)) {
		h[1] = -y1 / *x1;
		h[2] = p2 / p1;
		T u = 1 - h[2] * h[1];
		flag = 0;
		if (u > 0) {
			*d1 /= u;
			*d2 /= u;
			*x1 *= u;
		} else {
			flag = -1;
			h[1] = h[2] = 0;
			*d1 = *d2 = *x1 = 0;
		}
	} else {
		flag = 1;
		h[0] = p1 / p2;
		h[3] = *x1 / y1;
		T u = 1 + h[0] * h[3], t = *d2 / u;
		*d2 = *d1 / u;
		*d1 = t;
		*x1 = y1 * u;
	}
	OF(rotmg_scale)(d1, x1, &h[0], &h[2], &flag, h);
	OF(rotmg_scale)(d2, NULL, &h[1], &h[3], &flag, h);
	param[0] = flag;
	if (flag <= 0) {
		param[2] = h[1];
		param[3] = h[2];
	}
	if (flag != 0) {
		param[1] = h[0];
		param[4] = h[3];
	}
}
#endif
