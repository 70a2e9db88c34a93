# The reference of saxpy.ptx for simtrun --judge: y = a * x + y, with one rounding.
# judge: kernel saxpy
# judge: args n, a f32, x[n] f32, y[n] f32 inout
# judge: ulp 1
# SPDX-License-Identifier: Apache-2.0
import array
import json
import math
import sys
from fractions import Fraction


def rounded(x):
    return array.array("f", [x])[0] if abs(x) < 3.4028236e38 else math.copysign(math.inf, x)


def axpy(a, x, y):
    if all(map(math.isfinite, (a, x, y))):
        return rounded(float(Fraction(a) * Fraction(x) + Fraction(y)))
    return a * x + y


for folder in sys.argv[1:]:
    with open(folder + "/case.json") as f:
        a = next(arg["value"] for arg in json.load(f)["args"] if arg["name"] == "a")
    x, y = array.array("f"), array.array("f")
    for name, data in (("x", x), ("y", y)):
        with open("%s/%s.bin" % (folder, name), "rb") as f:
            data.frombytes(f.read())
    with open(folder + "/y.bin", "wb") as f:
        f.write(array.array("f", [axpy(a, p, q) for p, q in zip(x, y)]).tobytes())
