#!/usr/bin/env python3
"""mistakes.py PROGRAM: wrong buffers of a collective, and what the runtime and checked mode say about them.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys

# mistake, checked mode, what is printed (regular expressions)
CASES = [
    ("", "", ["^rank 0: cudaSuccess\nrank 1: cudaSuccess\ncommunicator: 0\n$"]),
    ("host", "", ["ncclAllReduce reads sendbuff: 400 bytes", "memory of the host", "communicator: 1"]),
    ("", "all", ["^rank 0: cudaSuccess\nrank 1: cudaSuccess\ncommunicator: 0\n$"]),
    ("bounds", "mem", ["Invalid __global__ read of size 4 bytes", "by ncclAllReduce, argument sendbuff: 404 bytes"]),
    ("freed", "mem", ["Invalid __global__ read of size 400 bytes", "by ncclAllReduce, argument sendbuff", "that were freed"]),
    ("unwritten", "init", ["Uninitialized __global__ memory read of size 400 bytes", "by ncclAllReduce, argument sendbuff"]),
    ("race", "race", ["Race of ncclAllReduce of 400 bytes .* with a fill of 400 bytes|Race of a fill of 400 bytes .* with ncclAllReduce",
                      "Nothing orders them"]),
]
bad = 0
for mistake, tools, wanted in CASES:
    env = dict(os.environ, SIMT_DEVICES="2")
    if tools:
        env["SIMT_CHECK"] = tools
    done = subprocess.run([sys.argv[1], mistake], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100, text=True)
    missing = [w for w in wanted if not re.search(w, done.stdout)]
    if "in libnccl.so" in done.stdout:
        missing.append("no frames of the library")
    if done.returncode < 0 or missing:
        bad += 1
        print(f"--- {mistake}, SIMT_CHECK={tools}: exit status {done.returncode}, missing {missing}\n{done.stdout}")
sys.exit(bad != 0)
