# judge: kernel total
# judge: args x[n] f32 0..4, sum[1] f32 zero, n
# judge: n = 1 31 block block+1 1000
# judge: rel 1e-5
# SPDX-License-Identifier: Apache-2.0
import array
import math
import sys

for folder in sys.argv[1:]:
    x = array.array("f")
    with open(folder + "/x.bin", "rb") as f:
        x.frombytes(f.read())
    try:
        total = math.fsum(x)
    except (OverflowError, ValueError):
        total = sum(x)
    if abs(total) > 3.5e38:
        total = math.copysign(math.inf, total)
    with open(folder + "/sum.bin", "wb") as f:
        f.write(array.array("f", [total]).tobytes())
