#!/usr/bin/env python3
"""says.py PROGRAM REFERENCE: a program that uses cuBLAS says what computes, if it is asked to, and nothing otherwise.
REFERENCE is a BLAS library with nothing to tell it from the reference one, which is slower than loops of our own.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile

OWN = "simt: cuBLAS computes with loops of its own: "
# the environment, what standard error has
CASES = [
    ({"SIMT_BLAS": "none"}, ""),
    ({"SIMT_BLAS": "none", "SIMT_LIBS_LOG": "0", "SIMT_VERBOSE": "0"}, ""),
    ({"SIMT_BLAS": "none", "SIMT_LIBS_LOG": "1"}, OWN + "SIMT_BLAS is none\n"),
    ({"SIMT_BLAS": "none", "SIMT_VERBOSE": "1"}, OWN + "SIMT_BLAS is none\n"),
    ({"SIMT_BLAS": "/there/is/no.so", "SIMT_VERBOSE": "1"}, OWN + "no tuned BLAS library is found\n"),
]
bad = 0


def without_others(folder):
    """A path of libraries where the tuned ones cannot be opened, and the common name is the reference library's."""
    for name in ("libopenblas.so.0", "libopenblas.so", "libblis.so.4", "libblis.so"):
        open(os.path.join(folder, name), "w").close()
    for name in ("libcblas.so.3", "libblas.so.3"):
        os.symlink(os.path.abspath(sys.argv[2]), os.path.join(folder, name))
    return {"LD_LIBRARY_PATH": folder, "SIMT_LIBS_LOG": "1"}


room = tempfile.TemporaryDirectory()
CASES.append((without_others(room.name), OWN + "no tuned BLAS library is found\n"))
for env, expected in CASES:
    clean = {k: v for k, v in os.environ.items() if k not in ("SIMT_BLAS", "SIMT_LIBS_LOG", "SIMT_VERBOSE")}
    p = subprocess.run([sys.argv[1]], env={**clean, **env}, capture_output=True, text=True, timeout=100)
    said = "".join(line for line in p.stderr.splitlines(True) if "cuBLAS" in line)
    if p.returncode or said != expected:
        bad += 1
        print(f"{env}: status {p.returncode}, {said!r} instead of {expected!r}\n{p.stdout}")
sys.exit(bad != 0)
