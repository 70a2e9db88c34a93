#!/usr/bin/env python3
"""needed.py SIMTCC: what a table of functions names is in the PTX only if something calls it or may, and a
constant only if something reads it from memory or may; calls by way of constexpr pointers are direct,
calls of a function by itself that are never reached do not keep it from being inlined, and neither do
many calls that bring variables of their own.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

SOURCE = """typedef int (*Op)(int);
struct Entry { Op used, unused; };
static __device__ int inlined(int x) { return x + 1; }
static __device__ int direct(int x) { return x + 5; }
static __device__ int inner(int x) { return x + 2; }
static __device__ int outer(int x) { return inner(x) * inner(x + 1); }
static __device__ __noinline__ int called(int x) { return x + 3; }
static __device__ __noinline__ int kept(int x) { return x + 4; }
static __device__ int guarded(int x) {
	if (false && x) x = guarded(x - 1);
	if (true || x) x += 6; else return guarded(x + 1);
	return x;
}
template <int N> struct Traits { static constexpr Op op = direct; };
static constexpr Op copy = Traits<1>::op;
static __device__ int wide(int x) {
	int t[4] = {1, 2, x, x + 1};
	for (int n = 0; n < x; n++)
		t[n & 3] += x;
	return t[x & 3];
}
#define FOUR(p) f((p)[0]) + f((p)[1]) + f((p)[2]) + f((p)[3])
__global__ void many(int *p) { Op f = wide; *p = FOUR(p) + FOUR(p + 4) + FOUR(p + 8) + FOUR(p + 12) + FOUR(p + 16); }
__device__ Op named = kept;
static constexpr int table[] = {1, 2, 3};
struct Sizes { static constexpr float factor = 2; };
static __device__ int of_the_device = 3;
__global__ void reads(int *p) { p[1] = table[*p & 1] + int(Sizes::factor); }
__global__ void k(int *p) { constexpr Entry e{inlined, outer}, f{called, inner}; *p = e.used(*p) + f.used(*p) + Traits<2>::op(*p) + copy(*p) + guarded(*p); }
"""


def main():
    with tempfile.TemporaryDirectory() as tmp:
        source = os.path.join(tmp, "t.cu")
        with open(source, "w") as f:
            f.write(SOURCE)
        ptx = subprocess.run([sys.argv[1], "-ptx", "-std=c++17", source, "-o", "-"], capture_output=True, text=True,
                             check=True).stdout
    names = set(re.findall(r"^\.func .*_ZL\d+([a-z]+)i\(", ptx, re.M))
    variables = set(re.findall(r"^(?:\.visible )?\.global .*?(\w+)(?:\[\d*\])?(?: =|;)", ptx, re.M))
    if names != {"called", "kept"} or "callprototype" in ptx:
        print("functions in the PTX:", *sorted(names))
        return 1
    if variables != {"table", "of_the_device", "named"}:
        print("variables in the PTX:", *sorted(variables))
        return 1
    return 0


sys.exit(main())
