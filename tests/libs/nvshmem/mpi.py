#!/usr/bin/env python3
"""mpi.py SIMTCC TREE SOURCE MPIRUN MPICXX PES: the program below mpirun, alone and linked with MPI, on one host and on two that
it takes this one for. Each PE has to say that it is right.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile

SIMTCC, TREE, SOURCE, MPIRUN, MPICXX, PES = sys.argv[1:7]


def do(*command, **more):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=200, **more)
    if p.returncode:
        sys.exit(f"{' '.join(command)}: status {p.returncode}\n{p.stdout}")
    return p.stdout


about = do(MPIRUN, "--version")
options = ["--allow-run-as-root", "--oversubscribe"] if "OpenRTE" in about or "Open MPI" in about else []
with tempfile.TemporaryDirectory() as folder:
    alone, linked = os.path.join(folder, "alone"), os.path.join(folder, "linked")
    libraries = ["-lnvshmem_host", "-lnvshmem_device", "-lcuda"]
    do(SIMTCC, "-std=c++17", SOURCE, "-o", alone, *libraries)
    do(SIMTCC, "-std=c++17", "-DBY_COMM", "-DOMPI_SKIP_MPICXX", "-ccbin", MPICXX, SOURCE, "-o", linked, *libraries)
    for program in (alone, linked):
        for hosts in ("1", "2"):
            env = {**os.environ, "LD_LIBRARY_PATH": os.path.join(TREE, "lib64"), "SIMT_NVSHMEM_HOSTS": hosts}
            out = do(MPIRUN, *options, "-np", PES, program, env=env)
            right = sum(f"PE {i} of {PES} is right" in out for i in range(int(PES)))
            if right != int(PES):
                sys.exit(f"{program}, {hosts} hosts: {right} of {PES} are right\n{out}")
