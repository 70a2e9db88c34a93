/* bounds.h - numbers that carry a bound of their error: what a real-valued expression is
 * on the host, and how far from it any order of roundings of the device may be. Where no
 * useful bound exists (a divisor near 0, a value near the ends of the format), a number
 * is marked as unknown and its expression is not compared.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <cmath>

/* The relative error of one operation: that of the quickest division in single precision,
 * or a few units in the last place of a double. */
static double unit = 4e-6;

struct bounded {
	double value, error;
	bool unknown;

	bounded(double v) : value(v), error(0), unknown(false) {
	}
	bounded(double v, double e, bool u)
	    : value(v), error(e + unit * std::fabs(v)), unknown(u) {
		double size = std::fabs(v);
		if (!(size < 1e15) || (v != 0 && size < 1e-15) || !(error < 1e15))
			unknown = true;
	}
};

inline bounded operator-(bounded x) {
	x.value = -x.value;
	return x;
}

inline bounded operator+(bounded x, bounded y) {
	return {x.value + y.value, x.error + y.error, x.unknown || y.unknown};
}

inline bounded operator-(bounded x, bounded y) {
	return x + -y;
}

inline bounded operator*(bounded x, bounded y) {
	double e = x.error * std::fabs(y.value) + y.error * std::fabs(x.value) +
	           x.error * y.error;
	return {x.value * y.value, e, x.unknown || y.unknown};
}

inline bounded operator/(bounded x, bounded y) {
	double size = std::fabs(y.value);
	if (size < 4 * y.error + 1e-12)
		return {1, 0, true};
	double q = x.value / y.value;
	return {q, (x.error + std::fabs(q) * y.error) / (size - y.error),
	        x.unknown || y.unknown};
}

/* A comparison that the errors could decide makes its result unknown. */
inline bounded choose(bounded a, bounded b, bounded yes, bounded no) {
	bounded r = a.value > b.value ? yes : no;
	r.unknown = r.unknown || a.unknown || b.unknown ||
	            std::fabs(a.value - b.value) <= 4 * (a.error + b.error);
	return r;
}

inline bounded absolute(bounded x) {
	x.value = std::fabs(x.value);
	return x;
}

inline bounded root(bounded x) {
	if (x.value < 4 * x.error + 1e-12)
		return {1, 0, true};
	double r = std::sqrt(x.value);
	return {r, x.error / (2 * std::sqrt(x.value - x.error)), x.unknown};
}

inline bounded least(bounded x, bounded y) {
	bounded r = x.value < y.value ? x : y;
	r.error = std::fmax(x.error, y.error);
	r.unknown = x.unknown || y.unknown;
	return r;
}

inline bounded most(bounded x, bounded y) {
	return -least(-x, -y);
}

inline bounded fused(bounded x, bounded y, bounded z) {
	return x * y + z;
}
