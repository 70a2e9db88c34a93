#!/usr/bin/env python3
"""mistakes.py SIMTCC TREE SOURCE: each mistake of the program ends it with a message, or is an error that it gets.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile

SIMTCC, TREE, SOURCE = sys.argv[1:4]
ENV = {**os.environ, "LD_LIBRARY_PATH": os.path.join(TREE, "lib64")}
# Mistake, PEs, status, what is said.
MISTAKES = [
    ("early", 1, 255, "nvshmem_malloc: nvshmem_init has not been called"),
    ("early-kernel", 1, 0, "NVSHMEM: nvshmem_barrier_all: nvshmem_init has not been called"),
    ("pe", 1, 255, "PE 0: nvshmem_int_p: PE 7 is not one of 0 to 0"),
    ("plain", 1, 0, "PE 0 of 1 is right"),
    ("plain", 2, 255, "nvshmem_int_put: 16 bytes at 0x"),
    ("end", 2, 255, "nvshmem_putmem_nbi: 1099511627776 bytes at 0x"),
    ("sizes", 2, 255, "nvshmem_malloc: PEs ask for different sizes: 8 here, 9 at PE 1"),
    ("free", 1, 255, "is none of nvshmem_malloc's"),
    ("team", 1, 255, "nvshmem_barrier: 20 is no team of this PE"),
    ("world", 1, 255, "nvshmem_team_destroy: team 0 was there at the beginning"),
    ("signal", 1, 255, "nvshmemx_signal_op: 3 is not NVSHMEM_SIGNAL_SET or _ADD"),
    ("huge", 2, 0, "nvshmem_malloc: no room for 1125899906842624 bytes"),
    ("symmetric", 1, 0, "nvshmemx_buffer_register_symmetric: 64 bytes at "),
    ("split", 1, 0, "nvshmem_team_split_strided: PEs 0, 1 more each time, 2 of them: the team has 1"),
    ("kernel-pe", 1, 1, "NVSHMEM: nvshmem_int_p: PE 99 is not one of 0 to 0"),
    ("kernel-plain", 2, 1, "NVSHMEM: nvshmem_int_put: 12 bytes at 0x"),
    ("kernel-team", 1, 1, "NVSHMEM: nvshmemx_barrier_block: the team is not one of this PE's"),
]

bad = []
with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "program")
    subprocess.run([SIMTCC, "-std=c++17", SOURCE, "-o", program, "-lnvshmem_host"], check=True, timeout=200)
    for mistake, n, status, text in MISTAKES:
        p = subprocess.run([os.path.join(TREE, "bin", "nvshmrun"), "-n", str(n), program, mistake], stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, timeout=60, env=ENV)
        if p.returncode != status or text not in p.stdout:
            bad.append(f"{mistake}: status {p.returncode}, not {status} with {text!r}:\n{p.stdout}")
    for arguments, text in ((["-n", "0", "true"], "-n takes a number from 1 to 256"), (["-x"], "unknown option -x"), ([], "usage:"),
                            (["-n", "4", "-ppn", "2", "true"], "several hosts are not supported")):
        p = subprocess.run([os.path.join(TREE, "bin", "nvshmrun"), *arguments], capture_output=True, text=True, timeout=60)
        if p.returncode != 2 or text not in p.stderr:
            bad.append(f"nvshmrun {arguments}: status {p.returncode}: {p.stderr}")
print("\n".join(bad))
sys.exit(bool(bad))
