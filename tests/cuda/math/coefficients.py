#!/usr/bin/env python3
"""coefficients.py - the polynomials of include/simt/math, from the functions they stand for.

    coefficients.py [NAME ...]

Each is the polynomial that meets the function at Chebyshev's points of its interval, a little
worse than the best one, with its coefficients rounded to the precision they are used in. Printed
are its name, its degree, its greatest relative error before and after that, and the coefficients
from the lowest. Needs mpmath; not part of the build.

SPDX-License-Identifier: Apache-2.0
"""
import sys

import mpmath as m
from mpmath import mp, mpf, pi, sqrt

mp.dps = 70
BITS = {32: 24, 64: 53}


def rounded(v, bits):
    if v == 0:
        return mpf(0)
    unit = mpf(2) ** (int(m.floor(m.log(abs(v), 2))) - bits + 1)
    return m.nint(v / unit) * unit


def literal(v, width):
    if v == 0:
        return '0.0f' if width == 32 else '0.0'
    mantissa, exponent = float(v).hex().split('p')
    return mantissa.rstrip('0').rstrip('.') + 'p' + exponent + ('f' if width == 32 else '')


def interpolate(f, lo, hi, degree):
    """The coefficients of the interpolating polynomial, by divided differences."""
    n = degree + 1
    x = [(lo + hi) / 2 + (hi - lo) / 2 * m.cos(pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    d = [f(v) for v in x]
    for j in range(1, n):
        for i in range(n - 1, j - 1, -1):
            d[i] = (d[i] - d[i - 1]) / (x[i] - x[i - j])
    c = [d[-1]]
    for k in range(n - 2, -1, -1):
        c = [mpf(0)] + c
        for i in range(len(c) - 1):
            c[i] -= x[k] * c[i + 1]
        c[0] += d[k]
    return c


def error(c, f, lo, hi):
    worst = mpf(0)
    for i in range(201):
        x = lo + (hi - lo) * (i + mpf(1) / 3) / 201
        y = f(x)
        if y != 0:
            worst = max(worst, abs(m.polyval(c[::-1], x) / y - 1))
    return m.nstr(m.log(worst, 2), 4) if worst else '-inf'


def show(name, width, f, lo, hi, degree):
    if sys.argv[1:] and name not in sys.argv[1:]:
        return
    lo, hi = mpf(lo), mpf(hi)
    c = interpolate(f, lo, hi, degree)
    r = [rounded(v, BITS[width]) for v in c]
    print('%s f%d degree %d, error 2^%s, rounded 2^%s' %
          (name, width, degree, error(c, f, lo, hi), error(r, f, lo, hi)))
    print('\t' + ', '.join(literal(v, width) for v in r), flush=True)


def row(name, f, lo, hi, degree32, degree64):
    for width, degree in ((32, degree32), (64, degree64)):
        if degree is not None:
            show(name, width, f, lo, hi, degree)


def odd(f, first=1):
    """(f(s) - first s) / s^3 of an odd function, in z = s^2."""
    return lambda z: (f(sqrt(z)) - first * sqrt(z)) / sqrt(z) ** 3


def elementary():
    row('exp', lambda r: (m.expm1(r) - r) / r**2, -0.3467, 0.34671, 5, 10)
    row('atanh', odd(lambda s: 2 * m.atanh(s), 2), 0, 0.0295, None, 6)
    row('atanhp', lambda z: (odd(lambda s: 2 * m.atanh(s), 2)(z) - mpf(2) / 3) / z, 0, 0.0295, 2, 7)
    row('log1p', lambda f: (m.log1p(f) - f) / f**2, -0.3334, 0.33341, 8, None)
    row('sin', odd(m.sin), 0, 0.62, 2, 6)
    row('cos', lambda z: (m.cos(sqrt(z)) - 1 + z / 2) / z**2, 0, 0.62, 2, 6)
    row('asin', odd(m.asin), 0, 0.2501, 4, 12)
    row('atan', odd(m.atan), 0, 1, 8, 19)
    row('tanh', odd(m.tanh), 0, 0.3026, 4, 10)
    row('sinh', odd(m.sinh), 0, 1, 3, 7)


def erfcx_times(x):
    """(1 + 2 x) e^(x^2) erfc(x)"""
    if x > 1000:
        terms, s = mpf(1), mpf(1)
        for k in range(1, 12):
            terms *= -(2 * k - 1) / (2 * x * x)
            s += terms
        return (1 + 2 * x) * s / (x * sqrt(pi))
    mp.dps = 90
    r = (1 + 2 * x) * (m.exp(x * x) * m.erfc(x))
    mp.dps = 70
    return r


def erfcx_mapped(a):
    """The same, in t = (x - a) / (x + a)."""
    return lambda t: 2 / sqrt(pi) if t == 1 else erfcx_times(a * (1 + t) / (1 - t))


def erfcinv(y):
    x = sqrt(-m.log(y)) if y < mpf('0.2') else (1 - y) * sqrt(pi) / 2
    for _ in range(200):
        e = m.erfc(x)
        step = (m.log(e) - m.log(y)) / (2 / sqrt(pi) * m.exp(-x * x) / e)
        x += step
        if abs(step) < mpf(10) ** -60 * abs(x):
            break
    return x


def erfinv_of_w(w, tail):
    """erfinv(d) over d, or over sqrt(w) for the tail, where w = -log(1 - d^2)."""
    if w == 0:
        return sqrt(pi) / 2
    d = sqrt(-m.expm1(-w))
    y = m.exp(-w) / (1 + d)
    x = m.erfinv(d) if w < 1 and not tail else erfcinv(y)
    return x / (sqrt(w) if tail else d)


def errors():
    row('erf', lambda z: (m.erf(sqrt(z)) / sqrt(z) - 2 / sqrt(pi)) / z, 0, 1, 5, 12)
    row('erfl', lambda u: m.log(m.erfc(u + mpf('2.4')), 2), -1.45, 1.66, 8, None)
    near = lambda x: (m.exp(x * x) * m.erfc(x) - 1) / x if x else -2 / sqrt(pi)
    row('erfcxs', near, 0, 0.5001, 7, 15)
    show('erfcx', 32, erfcx_mapped(2), -1, 1, 11)
    show('erfcx', 64, erfcx_mapped(4), -1, 1, 23)
    mp.dps = 60
    show('einvc', 32, lambda u: erfinv_of_w(u + 1, False), -1, 4.01, 9)
    show('einvc', 64, lambda u: erfinv_of_w(u + mpf('1.5'), False), -1.5, 4.751, 23)
    for name, width, middle, lo, hi, degree in (
            ('einvt', 32, '3', -0.77, 1.01, 8), ('einvu', 32, '7', -3.01, 3.4, 10),
            ('einvt', 64, '3.25', -0.751, 0.751, 17), ('einvu', 64, '5.5', -1.51, 1.51, 19),
            ('einvv', 64, '10', -3.01, 3.01, 19), ('einvw', 64, '20', -7.01, 7.5, 20)):
        show(name, width, lambda u: erfinv_of_w((u + mpf(middle))**2, True), lo, hi, degree)
    mp.dps = 70


def stirling(z):
    x = 1 / sqrt(z)
    return (m.loggamma(x) - ((x - mpf(1) / 2) * m.log(x) - x + m.log(2 * pi) / 2)).real * x


def gammas():
    row('rgam', lambda t: (m.rgamma(1 + t) - 1) / t, -0.5, 0.50001, 8, 16)
    row('lga', lambda t: m.loggamma(1 + t).real / t, -0.5, 0.50001, 12, 27)
    row('lgb', lambda t: m.loggamma(2 + t).real / t, -0.5, 1.00001, 9, 21)
    row('stir', stirling, mpf(10)**-8, mpf(1) / 64, 2, 7)


# Cuts between intervals, and which of them have a zero (z) that becomes their centre.
BESSEL = {
    'j0': (m.besselj, 0, [0, 1.2, 3.12, 4.68, 6.27, 8], '0z z ', 8, 14),
    'j1': (m.besselj, 1, [0, .92, 2.84, 4.58, 6.17, 8], '0 z z', 8, 14),
    'y0': (m.bessely, 0, [1.8, 3.08, 4.69, 6.26, 8], ' z z', 9, 19),
    'y1': (m.bessely, 1, [1.6, 2.94, 4.56, 6.19, 8], 'z z ', 9, 19),
}


def bessel_rows(name):
    f, order, cuts, kinds, degree32, degree64 = BESSEL[name]
    for i, kind in enumerate(kinds):
        lo, hi = cuts[i], cuts[i + 1]
        centre = m.nint(rounded(mpf((lo + hi) / 2), 24) * 16) / 16
        if kind == '0':
            centre = mpf(0)
        if kind == 'z':
            centre = m.findroot(lambda x: f(order, x), (lo + hi) / 2)
        factor = kind == 'z' or (kind == '0' and order == 1)
        value = lambda d: f(order, centre + d)
        slope = lambda d: value(d) / d if d != 0 else f(order, centre, 1)
        for width, degree in ((32, degree32), (64, degree64)):
            head = rounded(centre, BITS[width])
            rest = rounded(centre - head, BITS[width])
            if not sys.argv[1:] or name in sys.argv[1:]:
                print('%s row %d: %s, %s' % (name, i, literal(head, width), literal(rest, width)))
            show(name, width, slope if factor else value, lo - centre - mpf('1e-9'), hi - centre, degree)


def hankel(order, which):
    def f(z):
        x = 1 / sqrt(z)
        chi, a = x - pi / 4 - order * pi / 2, sqrt(pi * x / 2)
        j, y, c, s = m.besselj(order, x), m.bessely(order, x), m.cos(chi), m.sin(chi)
        return a * (j * c + y * s) if which == 'p' else a * (y * c - j * s) * x
    return f


def bessels():
    for name in BESSEL:
        bessel_rows(name)
    zero = m.findroot(lambda x: m.bessely(0, x), 0.8936)
    mp.dps = 90
    row('y0s', lambda q: (m.bessely(0, sqrt(q)) - 2 / pi * m.log(sqrt(q) / zero) *
                          m.besselj(0, sqrt(q))) / (q - zero**2), 1e-12, 3.24, 4, 9)
    row('y1s', lambda q: (m.bessely(1, sqrt(q)) - 2 / pi * (m.log(sqrt(q)) * m.besselj(1, sqrt(q)) -
                                                         1 / sqrt(q))) / sqrt(q), 1e-12, 2.56, 4, 9)
    mp.dps = 70
    for order in (0, 1):
        for which in 'pq':
            row('%s%d' % (which, order), hankel(order, which), mpf(10)**-7, mpf(1) / 64, 3, 11)
    row('i0s', lambda z: (m.besseli(0, sqrt(z)) - 1) / z, 0, 64, 8, 14)
    row('i1s', lambda z: (m.besseli(1, sqrt(z)) / sqrt(z) - mpf(1) / 2) / z, 0, 64, 8, 14)
    for n in (0, 1):
        row('i%dl' % n, lambda v: m.besseli(n, 1 / v) * m.exp(-1 / v) * sqrt(1 / v),
            mpf(1) / 10000, mpf(1) / 8, 6, 21)


if __name__ == '__main__':
    elementary()
    errors()
    gammas()
    bessels()
