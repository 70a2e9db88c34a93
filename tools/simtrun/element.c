/* element.c - the element types of launch files; see element.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtrun/element.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const struct element_info element_info[ELEM_COUNT] = {
	[ELEM_B8] = {"b8", 1, 'B'},   [ELEM_B16] = {"b16", 2, 'B'},
	[ELEM_B32] = {"b32", 4, 'B'}, [ELEM_B64] = {"b64", 8, 'B'},
	[ELEM_S8] = {"s8", 1, 'S'},   [ELEM_U8] = {"u8", 1, 'U'},
	[ELEM_S16] = {"s16", 2, 'S'}, [ELEM_U16] = {"u16", 2, 'U'},
	[ELEM_S32] = {"s32", 4, 'S'}, [ELEM_U32] = {"u32", 4, 'U'},
	[ELEM_S64] = {"s64", 8, 'S'}, [ELEM_U64] = {"u64", 8, 'U'},
	[ELEM_F16] = {"f16", 2, 'F'}, [ELEM_BF16] = {"bf16", 2, 'F'},
	[ELEM_F32] = {"f32", 4, 'F'}, [ELEM_F64] = {"f64", 8, 'F'},
};

enum element element_find(const char *name, size_t len) {
	u32 i = 0;
	while (i < ELEM_COUNT && (strlen(element_info[i].name) != len ||
	                          memcmp(element_info[i].name, name, len) != 0))
		i++;
	return (enum element)i;
}

u64 element_get(enum element e, const void *data, u64 i) {
	u64 bits = 0;
	u32 size = element_info[e].size;
	memcpy(&bits, (const u8 *)data + i * size, size);
	return bits;
}

void element_put(enum element e, void *data, u64 i, u64 bits) {
	u32 size = element_info[e].size;
	memcpy((u8 *)data + i * size, &bits, size);
}

/* ---- floats ---- */

struct float_format {
	u32 mantissa, width; /* bits */
};

static struct float_format format_of(enum element e) {
	switch (e) {
	case ELEM_F16: return (struct float_format){10, 16};
	case ELEM_BF16: return (struct float_format){7, 16};
	case ELEM_F32: return (struct float_format){23, 32};
	default: return (struct float_format){52, 64};
	}
}

static u64 exponent_mask(enum element e) {
	struct float_format f = format_of(e);
	u64 all = ~0ull >> (65 - f.width); /* without the sign */
	return all >> f.mantissa << f.mantissa;
}

static u64 magnitude(enum element e, u64 bits) {
	return bits & ~0ull >> (65 - format_of(e).width);
}

static bool is_float(enum element e) {
	return element_info[e].class == 'F';
}

static bool is_nan_bits(enum element e, u64 bits) {
	return magnitude(e, bits) > exponent_mask(e);
}

static bool is_inf_bits(enum element e, u64 bits) {
	return magnitude(e, bits) == exponent_mask(e);
}

static bool is_negative(enum element e, u64 bits) {
	return bits >> (format_of(e).width - 1) & 1;
}

static double small_to_double(enum element e, u64 bits) {
	struct float_format f = format_of(e);
	u64 mag = magnitude(e, bits);
	u32 exp = (u32)(mag >> f.mantissa), bias = (1u << (f.width - f.mantissa - 2)) - 1;
	double frac = (double)(mag & ((1ull << f.mantissa) - 1));
	double x;
	if (is_nan_bits(e, bits))
		x = NAN;
	else if (is_inf_bits(e, bits))
		x = INFINITY;
	else if (exp == 0)
		x = ldexp(frac, 1 - (int)bias - (int)f.mantissa);
	else
		x = ldexp(frac + (double)(1ull << f.mantissa),
		          (int)exp - (int)bias - (int)f.mantissa);
	return is_negative(e, bits) ? -x : x;
}

double element_to_double(enum element e, u64 bits) {
	u32 low = (u32)bits, shift = 64 - 8u * element_info[e].size;
	f32 f;
	f64 d;
	switch (element_info[e].class) {
	case 'F':
		if (e == ELEM_F64) {
			memcpy(&d, &bits, 8);
			return d;
		}
		if (e != ELEM_F32)
			return small_to_double(e, bits);
		memcpy(&f, &low, 4);
		return f;
	case 'S': return (double)((s64)(bits << shift) >> shift);
	default: return (double)bits;
	}
}

/* Rounds to a 16-bit float: to nearest, ties to even. */
static u64 small_from_double(enum element e, double x) {
	struct float_format f = format_of(e);
	u64 sign = signbit(x) ? 1ull << (f.width - 1) : 0;
	int bias = (1 << (f.width - f.mantissa - 2)) - 1, exp;
	if (isnan(x))
		return exponent_mask(e) | 1ull << (f.mantissa - 1);
	x = fabs(x);
	if (x == 0 || isinf(x))
		return sign | (x == 0 ? 0 : exponent_mask(e));
	frexp(x, &exp);
	int unit = (exp - 1 < 1 - bias ? 1 - bias : exp - 1) - (int)f.mantissa;
	u64 n = (u64)nearbyint(ldexp(x, -unit)); /* in units of the last place */
	u64 bits = n + ((u64)(unit + (int)f.mantissa + bias - 1) << f.mantissa);
	return sign | (bits > exponent_mask(e) ? exponent_mask(e) : bits);
}

u64 element_from_double(enum element e, double x) {
	u64 bits = 0;
	f32 f = (f32)x;
	switch (element_info[e].class) {
	case 'F':
		if (e == ELEM_F64)
			memcpy(&bits, &x, 8);
		else if (e == ELEM_F32)
			memcpy(&bits, &f, 4);
		else
			bits = small_from_double(e, x);
		return bits;
	default:
		bits = x < 0 ? (u64)(s64)x : (u64)x;
		return bits & ~0ull >> (64 - 8 * element_info[e].size);
	}
}

/* ---- texts ---- */

static void float_text(enum element e, u64 bits, char *buf, size_t size) {
	double x = element_to_double(e, bits);
	int digits = e == ELEM_F64 ? 17 : e == ELEM_F32 ? 9 : 5;
	if (is_nan_bits(e, bits)) {
		snprintf(buf, size, "nan (0x%0*llx)", 2 * element_info[e].size,
		         (unsigned long long)bits);
		return;
	}
	/* As few digits as tell the value apart, but whole numbers in full rather than as
	 * 3e+01. */
	double mag = fabs(x);
	int whole = mag >= 1 && mag < 1e9 ? 1 + (int)log10(mag) : 1;
	for (int n = whole; n <= MAX(digits, whole); n++) {
		snprintf(buf, size, "%.*g", n, x);
		if (element_from_double(e, strtod(buf, NULL)) == bits)
			return;
	}
}

void element_text(enum element e, u64 bits, char *buf, size_t size) {
	u32 shift = 64 - 8u * element_info[e].size;
	switch (element_info[e].class) {
	case 'F': float_text(e, bits, buf, size); break;
	case 'S':
		snprintf(buf, size, "%lld", (long long)((s64)(bits << shift) >> shift));
		break;
	case 'U': snprintf(buf, size, "%llu", (unsigned long long)bits); break;
	default:
		snprintf(buf, size, "0x%0*llx", 2 * element_info[e].size,
		         (unsigned long long)bits);
	}
}

static bool fits(enum element e, bool negative, u64 bits) {
	u32 width = 8u * element_info[e].size;
	if (element_info[e].class == 'U')
		return !negative && (width == 64 || bits >> width == 0);
	if (negative)
		return width == 64 || (s64)bits >= -((s64)1 << (width - 1));
	if (element_info[e].class == 'S')
		return bits >> (width - 1) == 0;
	return width == 64 || bits >> width == 0;
}

static bool parse_integer(enum element e, const char *text, u64 *bits) {
	char *end;
	bool negative = *text == '-';
	errno = 0;
	u64 n = strtoull(text + negative, &end, 0);
	if (end == text + negative || *end || errno || text[negative] == '-')
		return false;
	if (negative && n > (1ull << 63))
		return false;
	*bits = negative ? 0 - n : n;
	if (!fits(e, negative && n, *bits))
		return false;
	*bits &= ~0ull >> (64 - 8 * element_info[e].size);
	return true;
}

bool element_parse(enum element e, const char *text, u64 *bits) {
	char *end;
	if (!is_float(e))
		return parse_integer(e, text, bits);
	if (strncmp(text, "0x", 2) == 0 && !strpbrk(text, ".pP")) {
		errno = 0;
		*bits = strtoull(text, &end, 16);
		return !*end && end > text + 2 && !errno && fits(e, false, *bits);
	}
	double x = strtod(text, &end);
	*bits = element_from_double(e, x);
	return end != text && !*end;
}

/* ---- comparison ---- */

/* Position on the number line in units of the last place; -0 and 0 are the same place. */
static double place(enum element e, u64 bits) {
	double m = (double)magnitude(e, bits);
	return is_negative(e, bits) ? -m : m;
}

static bool is_zero_or_subnormal(enum element e, u64 bits) {
	return (bits & exponent_mask(e)) == 0;
}

static bool within_ulp(enum element e, double ulp, u64 want, u64 got) {
	if (ulp <= 0 || is_inf_bits(e, want) || is_inf_bits(e, got))
		return false;
	if (e != ELEM_F64)
		return fabs(place(e, want) - place(e, got)) <= ulp;
	/* 64-bit places do not fit a double exactly; their difference does where it
	 * matters. */
	u64 a = magnitude(e, want), b = magnitude(e, got);
	u64 d = is_negative(e, want) != is_negative(e, got) ? a + b
	        : a > b                                     ? a - b
	                                                    : b - a;
	return (double)d <= ulp;
}

double element_distance(enum element e, u64 want, u64 got) {
	if (want == got)
		return 0;
	if (!is_float(e))
		return fabs(element_to_double(e, want) - element_to_double(e, got));
	if (is_nan_bits(e, want) || is_nan_bits(e, got))
		return is_nan_bits(e, want) && is_nan_bits(e, got) ? 0 : INFINITY;
	if (is_inf_bits(e, want) || is_inf_bits(e, got))
		return INFINITY;
	u64 a = magnitude(e, want), b = magnitude(e, got);
	return is_negative(e, want) != is_negative(e, got)
	               ? (double)(a + b)
	               : (double)(MAX(a, b) - MIN(a, b));
}

bool element_equal(enum element e, const struct tolerance *t, u64 want, u64 got) {
	if (want == got)
		return true;
	if (!is_float(e))
		return false;
	if (is_nan_bits(e, want) || is_nan_bits(e, got))
		return !t->nan_exact && is_nan_bits(e, want) && is_nan_bits(e, got);
	if (within_ulp(e, t->ulp, want, got))
		return true;
	if (t->ftz && is_zero_or_subnormal(e, want) && is_zero_or_subnormal(e, got) &&
	    (magnitude(e, want) == 0 || magnitude(e, got) == 0))
		return true;
	return t->abs > 0 &&
	       fabs(element_to_double(e, want) - element_to_double(e, got)) <= t->abs;
}

bool element_compare(enum element e, const struct tolerance *t, const void *want,
                     const void *got, u64 bytes, struct mismatch *m) {
	u32 size = element_info[e].size;
	*m = (struct mismatch){.total = bytes / size};
	if (memcmp(want, got, bytes) == 0)
		return true;
	for (u64 i = 0; i < m->total; i++) {
		u64 a = element_get(e, want, i), b = element_get(e, got, i);
		if (element_equal(e, t, a, b))
			continue;
		if (m->count++ == 0) {
			m->index = i;
			m->want = a;
			m->got = b;
		}
	}
	u64 tail = m->total * size;
	if (memcmp((const u8 *)want + tail, (const u8 *)got + tail, bytes - tail) != 0 &&
	    m->count++ == 0)
		m->index = m->total;
	return m->count == 0;
}
