#!/usr/bin/env python3
"""unasked.py SIMTCC FOLDER: launches that fail while the program does not ask: one line for each at the end of the
process, and none where it asks, with SIMT_QUIET=1, or in checked mode.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

REFUSED = r"simt: kernel void scale<int>\(box<int>, const int \*, int\) was not launched: the block \(2048,1,1\) is larger " \
          r"than \(1024,1024,64\) \(cudaErrorInvalidValue, error 1\); launched in refuse\(box<int>, int \*\)"
FAULT = r"simt: kernel void scale<int>\(box<int>, const int \*, int\) failed: global store of 4 bytes at 0x[0-9a-f]+: no " \
        r"memory is there \(cudaErrorIllegalAddress, error 700\) at unasked.cu:10; the program did not ask\n"
ASK = "; the program did not ask\n"

CASES = [  # mode, environment, what is expected on standard error
    ("refused", {}, REFUSED + ASK),
    ("refused-often", {}, REFUSED + r" \(20 times\)" + ASK),
    ("refused-many", {}, r"(simt: kernel plain\(int \*\) was not launched: .*" + ASK + r"){8}simt: 4 more launches were refused\n"),
    ("refused-asked", {}, ""),
    ("refused-peeked", {}, ""),
    ("refused-other-thread", {}, REFUSED + ASK),
    ("refused-in-child", {}, ""),
    ("refused-by-function", {}, ""),
    ("fault", {}, FAULT),
    ("fault-reset", {}, FAULT),
    ("fault-asked", {}, r"trap\[T0003\]: .*\n   kernel void scale<int>\(box<int>, const int \*, int\), cta .*\n(      = .*\n)+"),
    ("assert", {}, r"unasked.cu:\d+: .*Assertion.*failed.*\n"),
    ("refused", {"SIMT_QUIET": "1"}, ""),
    ("fault", {"SIMT_QUIET": "1"}, ""),
    ("fault", {"SIMT_CHECK": "mem,log=/dev/null"}, ""),
]


def main():
    simtcc, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    failed = 0
    with tempfile.TemporaryDirectory() as temp:
        for flags in (["-cudart", "shared"], ["-cudart", "static"]):
            app = os.path.join(temp, "app")
            subprocess.run([simtcc, "-g", *flags, "unasked.cu", "-o", app], cwd=folder, check=True)
            for mode, env, want in CASES:
                p = subprocess.run([app, mode], capture_output=True, text=True, timeout=100, env={**os.environ, **env})
                if p.returncode or not re.fullmatch(want, p.stderr):
                    failed += 1
                    print(f"{flags[1]} {mode} {env}: status {p.returncode}\n  printed  {p.stderr!r}\n  expected {want!r}")
    print(f"{2 * len(CASES) - failed} of {2 * len(CASES)} cases right")
    sys.exit(failed != 0)


main()
