# judge: kernel add
# judge: args a[n] f32, b[n] f32, c[n] f32 out, n
# SPDX-License-Identifier: Apache-2.0
import array
import json
import struct
import sys


def rounded(x):
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")


for folder in sys.argv[1:]:
    with open(folder + "/case.json") as f:
        case = json.load(f)
    a, b = array.array("f"), array.array("f")
    for name, data in (("a", a), ("b", b)):
        with open("%s/%s.bin" % (folder, name), "rb") as f:
            data.frombytes(f.read())
    with open(folder + "/c.bin", "wb") as f:
        f.write(array.array("f", [rounded(x + y) for x, y in zip(a, b)]).tobytes())
