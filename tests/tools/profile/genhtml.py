#!/usr/bin/env python3
"""genhtml.py SIMTCC SIMTRUN FOLDER: genhtml and lcov read what --coverage writes, without a warning, and count the same.

Sources with a template in a header and kernels that never run, with line numbers and with -G, and FOLDER/counts.ptx.
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

SIMTCC, SIMTRUN, FOLDER = map(os.path.abspath, sys.argv[1:4])

HEADER = """template <typename T> __device__ T clamped(T x, T most) {
    if (x > most)
        return most;
    return x;
}
"""
SOURCE = """#include "clamped.h"
template <typename T> __global__ void clamp(T *p) {
    p[threadIdx.x] = clamped<T>(p[threadIdx.x], 3);
}
__global__ void never(int *p) {
    if (p[0])
        p[1] = 2;
}
int main() {
    int *p;
    double *d;
    cudaMalloc(&p, 64 * sizeof *p);
    cudaMalloc(&d, 64 * sizeof *d);
    clamp<<<1, 64>>>(p);
    clamp<<<1, 64>>>(d);
    if (p == 0)
        never<<<1, 1>>>(p);
    return cudaDeviceSynchronize();
}
"""


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
    if done.returncode:
        sys.exit(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def totals(info):
    """Lines, functions and branches: reached, and all."""
    with open(info) as f:
        text = f.read()
    add = lambda key: sum(map(int, re.findall(rf"^{key}:(\d+)$", text, re.M)))
    return [(add(hit), add(found)) for hit, found in (("LH", "LF"), ("FNH", "FNF"), ("BRH", "BRF"))]


def check(info, folder):
    said = run(["genhtml", "--branch-coverage", "--output-directory", os.path.join(folder, "html"), info])
    said += run(["lcov", "--add-tracefile", info, "--add-tracefile", info, "--output-file", os.path.join(folder, "sum.info")])
    if re.search("warn|error", said, re.I):
        sys.exit(f"{info}:\n{said}")
    found = re.findall(r"\w+\.+: [\d.]+% \((\d+) of (\d+)|\w+\.+: (no data)", said)[:3]
    want = [("", "", "no data") if not all else (str(hit), str(all), "") for hit, all in totals(info)]
    if found != want:
        sys.exit(f"{info}: genhtml counts {found}, the file {want}\n{said}")
    print(os.path.basename(info), *want)


def main():
    for tool in ("genhtml", "lcov"):
        if not shutil.which(tool):
            print(f"no {tool}; apt-get install lcov")
            sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("clamped.h", HEADER), ("clamp.cu", SOURCE)):
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)
        for flag in ("-lineinfo", "-G"):
            app, info = (os.path.join(folder, flag[1:] + end) for end in ("", ".info"))
            run([SIMTCC, flag, "clamp.cu", "-o", app], cwd=folder)
            run([app], cwd=folder, env={**os.environ, "SIMT_COVERAGE": info})
            check(info, folder)
        info = os.path.join(folder, "ptx.info")
        run([SIMTRUN, "--quiet", "--kernel=counts", "--coverage=" + info, os.path.join(FOLDER, "counts.ptx")])
        check(info, folder)


main()
