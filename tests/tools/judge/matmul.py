# The rows of a are lda apart.
# judge: kernel matmul
# judge: args a[m*lda] f32, b[k*n] f32, c[m*n] f32 out, m, n, k, lda
# judge: m = 1 3 16 17
# judge: n = 1 17 16 5
# judge: k = 1 5 16 33
# judge: lda = k k+3 20 100000
# judge: block 16, 16
# judge: grid ceil(n, 16), ceil(m, 16)
# judge: abs 1e-4
# judge: plain
# SPDX-License-Identifier: Apache-2.0
import array
import json
import sys


def read(folder, name):
    data = array.array("f")
    with open("%s/%s.bin" % (folder, name), "rb") as f:
        data.frombytes(f.read())
    return data


for folder in sys.argv[1:]:
    with open(folder + "/case.json") as f:
        value = {x["name"]: x.get("value") for x in json.load(f)["args"]}
    m, n, k, lda = (value[x] for x in ("m", "n", "k", "lda"))
    a, b = read(folder, "a"), read(folder, "b")
    c = array.array("f", (sum(a[i * lda + t] * b[t * n + j] for t in range(k)) for i in range(m) for j in range(n)))
    with open(folder + "/c.bin", "wb") as f:
        f.write(c.tobytes())
