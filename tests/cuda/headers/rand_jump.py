#!/usr/bin/env python3
"""rand_jump.py [--update] - computes the tables of include/simt/rand/xorwow_jump.h and compares, or writes them.

The register of xorwow is a linear map over bits. Its characteristic polynomial follows from 320 bits of
its output (Berlekamp and Massey); the tables are powers of x modulo that.
SPDX-License-Identifier: Apache-2.0
"""
import os
import sys

HEADER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "include", "simt", "rand", "xorwow_jump.h")
WORD = 0xffffffff
BITS = 160
TABLES = {"__simt_xorwow_steps": 0, "__simt_xorwow_sequences": 67}


def step(v):
    t = v[0] ^ v[0] >> 2
    return v[1:] + [(v[4] ^ v[4] << 4 ^ t ^ t << 1) & WORD]


def shortest_recurrence(bits):
    """Its length, and its coefficients as a number, the current bit's lowest."""
    now, before, length, shift = 1, 1, 0, 1
    for n in range(len(bits)):
        differs = sum(bits[n - i] for i in range(length + 1) if now >> i & 1) & 1
        if not differs:
            shift += 1
        elif 2 * length <= n:
            now, before, length, shift = now ^ before << shift, now, n + 1 - length, 1
        else:
            now ^= before << shift
            shift += 1
    return length, now


def characteristic_polynomial():
    v, bits = [1, 0, 0, 0, 0], []
    for _ in range(2 * BITS):
        bits.append(v[4] & 1)
        v = step(v)
    length, recurrence = shortest_recurrence(bits)
    assert length == BITS
    return sum((recurrence >> i & 1) << (length - i) for i in range(length + 1))


def square(p, modulus):
    p = sum((p >> i & 1) << 2 * i for i in range(BITS))
    for i in reversed(range(BITS, 2 * BITS)):
        if p >> i & 1:
            p ^= modulus << (i - BITS)
    return p


def table(name, first, modulus):
    power, rows = 2, []
    for k in range(first + 64):
        if k >= first:
            rows.append("\t{%s},\n" % ", ".join("0x%08x" % (power >> 32 * w & WORD) for w in range(5)))
        power = square(power, modulus)
    return "static __device__ const unsigned %s[64][5] = {\n%s};\n" % (name, "".join(rows))


def main():
    modulus = characteristic_polynomial()
    with open(HEADER) as f:
        text = f.read()
    made = text[:text.index("static ")] + "\n".join(table(name, first, modulus) for name, first in TABLES.items())
    if "--update" in sys.argv:
        with open(HEADER, "w") as f:
            f.write(made)
    elif made != text:
        sys.exit("include/simt/rand/xorwow_jump.h is not what rand_jump.py makes")


main()
