#!/usr/bin/env python3
"""run.py SIMTCC TREE SOURCE OPTIONS PES[,PES...] [ARGUMENTS...]: the program, compiled with the options ('-' is none), is
started by nvshmrun with so many PEs, each of which has to say that it is right.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile

SIMTCC, TREE, SOURCE, OPTIONS, PES = sys.argv[1:6]
ARGUMENTS = sys.argv[6:]
ENV = {**os.environ, "LD_LIBRARY_PATH": os.path.join(TREE, "lib64")}


def do(*command, **more):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=860, **more)
    if p.returncode:
        sys.exit(f"{' '.join(command)}: status {p.returncode}\n{p.stdout}")
    return p.stdout


with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "program")
    options = [] if OPTIONS == "-" else OPTIONS.split(",")
    do(SIMTCC, "-std=c++17", *options, SOURCE, "-o", program, "-lnvshmem_host", "-lnvshmem_device", "-lcuda")
    for n in map(int, PES.split(",")):
        out = do(os.path.join(TREE, "bin", "nvshmrun"), "-n", str(n), program, *ARGUMENTS, env=ENV)
        lines = sorted(line for line in out.splitlines() if line.endswith("is right"))
        if lines != sorted(f"PE {i} of {n} is right" for i in range(n)):
            sys.exit(f"{n} PEs:\n{out}")
