/* distribution.c - uniform, normal and log-normal numbers, as cuRAND makes them of words.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "runtime/rand/device_math.h"
#include "runtime/rand/distribution.h"
#include "runtime/rand/streams.h"

static bool is_normal(enum what w) {
	return w >= NORMAL && w <= LOG_NORMAL_DOUBLE;
}

u32 distribution_words(const struct distribution *d, u32 lanes) {
	bool twice = d->words == WORDS_JOINED && what_width(d->what) == 8;
	if (lanes > 1)
		return twice ? 2 * lanes : lanes;
	return (twice ? 2u : 1u) * (d->pairs && is_normal(d->what) ? 2u : 1u);
}

u32 distribution_results(const struct distribution *d, u32 lanes) {
	return lanes > 1 ? lanes : d->pairs && is_normal(d->what) ? 2 : 1;
}

/* ---- fractions: the middles of equal parts of (0, 1) ---- */

static inline float fraction(u32 x) {
	return (float)x * 0x1p-32f + 0x1p-33f;
}
static inline double fraction53(u64 x) {
	return (double)x * 0x1p-53 + 0x1p-54;
}
static inline u64 join(u32 x, u32 y) {
	return (u64)x ^ (u64)y << 21;
}
#define PRIME_STEP (1.0 / 4294967087.0)

static inline double prime_fraction(u32 x) {
	return x * PRIME_STEP;
}
static inline u32 prime_bits(u32 x) {
	return (u32)(x * 1.000000048662);
}

/* ---- normal numbers ---- */

static const double two_pi = 6.2831853071795864769;

static void pair_of(bool on_device, float u, float angle, float *pair) {
	float radius = sqrtf(-2.0f * (on_device ? device_logf(u) : logf(u)));
	if (on_device) {
		device_sincosf(angle, &pair[0], &pair[1]);
	} else {
		pair[0] = sinf(angle);
		pair[1] = cosf(angle);
	}
	pair[0] *= radius;
	pair[1] *= radius;
}

/* The device's compiler fuses the product and the sum; the host's does not. */
static float angle_of(bool on_device, u32 y) {
	float scale = 0x1p-32f * 6.2831855f;
	return on_device ? __builtin_fmaf((float)y, scale, scale / 2)
	                 : (float)y * scale + scale / 2;
}

void normal_pair(const struct distribution *d, u32 x, u32 y, float *pair) {
	if (d->words == WORDS_PRIME)
		pair_of(d->on_device, (float)prime_fraction(x),
		        (float)prime_fraction(y) * 6.2831855f, pair);
	else
		pair_of(d->on_device, fraction(x), angle_of(d->on_device, y), pair);
}

static void pair_of_double(double u, double half_turns, double *pair) {
	double radius = sqrt(-2.0 * log(u)), angle = half_turns * (two_pi / 2);
	pair[0] = radius * sin(angle);
	pair[1] = radius * cos(angle);
}

/* The quantile of the normal distribution for a probability of up to 1/2 (Wichura,
 * algorithm AS 241). */
static double lower_quantile(double p) {
	static const double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2,
	                           1.9715909503065514427e+3, 1.3731693765509461125e+4,
	                           4.5921953931549871457e+4, 6.7265770927008700853e+4,
	                           3.3430575583588128105e+4, 2.5090809287301226727e+3};
	static const double b[] = {1.0,
	                           4.2313330701600911252e+1,
	                           6.8718700749205790830e+2,
	                           5.3941960214247511077e+3,
	                           2.1213794301586595867e+4,
	                           3.9307895800092710610e+4,
	                           2.8729085735721942674e+4,
	                           5.2264952788528545610e+3};
	static const double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
	                           5.76949722146069140550e0,  3.64784832476320460504e0,
	                           1.27045825245236838258e0,  2.41780725177450611770e-1,
	                           2.27238449892691845833e-2, 7.74545014278341407640e-4};
	static const double d[] = {1.0,
	                           2.05319162663775882187e0,
	                           1.67638483018380384940e0,
	                           6.89767334985100004550e-1,
	                           1.48103976427480074590e-1,
	                           1.51986665636164571966e-2,
	                           5.47593808499534494600e-4,
	                           1.05075007164441684324e-9};
	static const double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
	                           1.78482653991729133580e0,  2.96560571828504891230e-1,
	                           2.65321895265761230930e-2, 1.24266094738807843860e-3,
	                           2.71155556874348757815e-5, 2.01033439929228813265e-7};
	static const double f[] = {1.0,
	                           5.99832206555887937690e-1,
	                           1.36929880922735805310e-1,
	                           1.48753612908506148525e-2,
	                           7.86869131145613259100e-4,
	                           1.84631831751005468180e-5,
	                           1.42151175831644588870e-7,
	                           2.04426310338993978564e-15};
	const double *top = a, *bottom = b;
	double q = p - 0.5, r, scale;
	if (q >= -0.425) {
		r = 0.180625 - q * q;
		scale = q;
	} else {
		r = sqrt(-log(p));
		top = r <= 5 ? c : e;
		bottom = r <= 5 ? d : f;
		r -= r <= 5 ? 1.6 : 5;
		scale = -1;
	}
	double x = top[7], y = bottom[7];
	for (u32 i = 7; i-- > 0;) {
		x = x * r + top[i];
		y = y * r + bottom[i];
	}
	return scale * x / y;
}

/* From the nearer end. */
static double quantile32(u32 x, bool single) {
	bool upper = x > 0x80000000u;
	if (upper)
		x = 0xffffffffu - x;
	double p = single ? (double)fraction(x) : x * 0x1p-32 + 0x1p-33;
	return upper ? -lower_quantile(p) : lower_quantile(p);
}
static double quantile53(u64 x) {
	bool upper = x > 1ull << 52;
	if (upper)
		x = (1ull << 53) - 1 - x;
	return upper ? -lower_quantile(fraction53(x)) : lower_quantile(fraction53(x));
}

u32 poisson_of_normal(double mean, double normal) {
	double v = sqrt(mean) * normal + mean + 0.5;
	return v > 0 ? (u32)v : 0;
}

/* ---- conversions ---- */

static float finish(const struct distribution *d, float v) {
	if (!d->on_device) {
		v = v * (float)d->deviation + (float)d->mean;
		return d->what == LOG_NORMAL ? expf(v) : v;
	}
	v = __builtin_fmaf(v, (float)d->deviation, (float)d->mean);
	return d->what == LOG_NORMAL ? device_expf(v) : v;
}
static double finish_double(const struct distribution *d, double v) {
	v = v * d->deviation + d->mean;
	return d->what == LOG_NORMAL_DOUBLE ? exp(v) : v;
}

/* Parameters of the conversions below; a result of several words takes w[stride], ... */
#define CONVERSION                                                                 \
	const struct distribution *d, const u32 *restrict w, u32 stride, u32 step, \
		u32 n, void *restrict to

#define SIMPLE(name, type, value)              \
	WIDE static void name(CONVERSION) {    \
		(void)d, (void)stride;         \
		type *out = to;                \
		for (u32 i = 0; i < n; i++)    \
			out[i * step] = value; \
	}
SIMPLE(bits, u32, w[i])
SIMPLE(bits_prime, u32, prime_bits(w[i]))
SIMPLE(uniform, float, fraction(w[i]))
SIMPLE(uniform_twister, float, (float)(w[i] * 0x1p-32 + 0x1p-33))
SIMPLE(uniform_prime, float, (float)prime_fraction(w[i]))
SIMPLE(double_joined, double, fraction53(join(w[i], w[stride + i])))
SIMPLE(double_single, double, w[i] * 0x1p-32 + 0x1p-32)
SIMPLE(double_twister, double, w[i] * 0x1p-32 + 0x1p-33)
SIMPLE(double_prime, double, prime_fraction(w[i]))

static u32 poisson_bin(const struct poisson *p, double u) {
	u32 bin = MIN((u32)(u * p->length), p->length - 1); /* MRG32k3a's u may be 1 */
	return p->shift + (u < p->bound[bin] ? bin : p->other[bin]);
}

/* The least k whose sum is not below u. */
static u32 poisson_search(const struct poisson *p, double u) {
	u32 low = 0, high = p->length - 1;
	while (low < high) {
		u32 middle = (low + high) / 2;
		if (u <= p->sum[middle])
			high = middle;
		else
			low = middle + 1;
	}
	return p->shift + low;
}

static void normal_inverse(CONVERSION) {
	(void)stride;
	for (u32 i = 0; i < n; i++)
		((float *)to)[i * step] = finish(d, (float)quantile32(w[i], true));
}
static void normal_inverse_double(CONVERSION) {
	(void)stride;
	for (u32 i = 0; i < n; i++)
		((double *)to)[i * step] = finish_double(d, quantile32(w[i], false));
}
static void normal_pairs(CONVERSION) {
	float *out = to;
	for (u32 i = 0; i < n; i++) {
		float pair[2];
		normal_pair(d, w[i], w[stride + i], pair);
		out[i * step] = finish(d, pair[0]);
		out[i * step + 1] = finish(d, pair[1]);
	}
}
static void normal_pairs_double(CONVERSION) {
	double *out = to;
	for (u32 i = 0; i < n; i++) {
		double pair[2];
		if (d->words == WORDS_PRIME)
			pair_of_double(prime_fraction(w[i]),
			               prime_fraction(w[stride + i]) * 2, pair);
		else
			pair_of_double(
				fraction53(join(w[i], w[stride + i])),
				(double)join(w[2 * stride + i], w[3 * stride + i]) *
						0x1p-52 +
					0x1p-53,
				pair);
		out[i * step] = finish_double(d, pair[0]);
		out[i * step + 1] = finish_double(d, pair[1]);
	}
}
static void poisson_by_search(CONVERSION) {
	(void)stride;
	for (u32 i = 0; i < n; i++)
		((u32 *)to)[i * step] = poisson_search(d->poisson,
		                                       w[i] * 0x1p-32 + 0x1p-33);
}
static void poisson(CONVERSION) {
	(void)stride;
	for (u32 i = 0; i < n; i++)
		((u32 *)to)[i * step] = poisson_bin(
			d->poisson, d->words == WORDS_PRIME ? prime_fraction(w[i])
							    : w[i] * 0x1p-32 + 0x1p-33);
}
static void poisson_inverse(CONVERSION) {
	(void)stride;
	for (u32 i = 0; i < n; i++)
		((u32 *)to)[i * step] = poisson_of_normal(d->mean,
		                                          (float)quantile32(w[i], false));
}
/* In single precision. */
static void poisson_twister(CONVERSION) {
	(void)stride;
	float root = (float)sqrt(d->mean), mean = (float)d->mean;
	for (u32 i = 0; i < n; i++)
		((u32 *)to)[i * step] = (u32)(root * (float)quantile32(w[i], false) +
		                              mean + 0.5f);
}
static void poisson_pairs(CONVERSION) {
	u32 *out = to;
	for (u32 i = 0; i < n; i++) {
		float pair[2];
		normal_pair(d, w[i], w[stride + i], pair);
		out[i * step] = poisson_of_normal(d->mean, pair[0]);
		out[i * step + 1] = poisson_of_normal(d->mean, pair[1]);
	}
}

typedef void conversion(CONVERSION);

static conversion *conversion_of(const struct distribution *d) {
	bool prime = d->words == WORDS_PRIME;
	switch (d->what) {
	case BITS: return prime ? bits_prime : bits;
	case UNIFORM:
		return prime                       ? uniform_prime
		       : d->words == WORDS_TWISTER ? uniform_twister
		                                   : uniform;
	case UNIFORM_DOUBLE:
		return prime                       ? double_prime
		       : d->words == WORDS_JOINED  ? double_joined
		       : d->words == WORDS_TWISTER ? double_twister
		                                   : double_single;
	case NORMAL:
	case LOG_NORMAL: return d->pairs ? normal_pairs : normal_inverse;
	case NORMAL_DOUBLE:
	case LOG_NORMAL_DOUBLE:
		return d->pairs ? normal_pairs_double : normal_inverse_double;
	default:
		return d->method == POISSON_BINS     ? poisson
		       : d->method == POISSON_SEARCH ? poisson_by_search
		       : d->pairs                    ? poisson_pairs
		       : d->words == WORDS_TWISTER   ? poisson_twister
		                                     : poisson_inverse;
	}
}

void distribution_convert(const struct distribution *d, u32 lanes, const u32 *w,
                          u32 stride, u32 n, void *out) {
	conversion *c = conversion_of(d);
	bool pairs = d->pairs && (is_normal(d->what) ||
	                          (d->what == POISSON && d->method == POISSON_NORMAL));
	if (lanes == 1) {
		c(d, w, stride, pairs ? 2 : 1, n, out);
		return;
	}
	u32 width = what_width(d->what), results = pairs ? 2 : 1;
	u32 words = distribution_words(d, lanes) / (lanes / results);
	for (u32 k = 0; k < lanes / results; k++)
		c(d, w + k * words * stride, stride, lanes, n,
		  (u8 *)out + (size_t)(k * results) * width);
}

/* ---- words of 64 bits ---- */

void distribution_convert_long(const struct distribution *d, const u64 *w, u32 n,
                               void *out) {
	float *f = out;
	double *g = out;
	u32 *k = out;
	switch (d->what) {
	case LONG_BITS: memcpy(out, w, 8 * (size_t)n); break;
	case UNIFORM:
		for (u32 i = 0; i < n; i++)
			f[i] = fraction((u32)(w[i] >> 32));
		break;
	case UNIFORM_DOUBLE:
		for (u32 i = 0; i < n; i++)
			g[i] = fraction53(w[i] >> 11);
		break;
	case NORMAL:
	case LOG_NORMAL:
		for (u32 i = 0; i < n; i++)
			f[i] = finish(d, (float)quantile32((u32)(w[i] >> 32), true));
		break;
	case NORMAL_DOUBLE:
	case LOG_NORMAL_DOUBLE:
		for (u32 i = 0; i < n; i++)
			g[i] = finish_double(d, quantile53(w[i] >> 11));
		break;
	default:
		for (u32 i = 0; i < n; i++)
			k[i] = d->poisson
			               ? poisson_search(d->poisson,
			                                (double)(w[i] >> 11) * 0x1p-53 +
			                                        0x1p-54)
			               : poisson_of_normal(
						 d->mean,
						 (float)quantile32((u32)(w[i] >> 32),
			                                           true));
	}
}
