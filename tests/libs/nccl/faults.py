#!/usr/bin/env python3
"""faults.py PROGRAM TIMES: one of several processes is killed at a random moment, TIMES times. The others see it and end by
themselves, and nothing is left: no process, no file in /dev/shm.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import os
import subprocess
import sys

SHAPES = [("4", "1"), ("2", "1"), ("4", "2"), ("3", "1")]
PROGRAM, TIMES = sys.argv[1], int(sys.argv[2])


def own(folder):
    return {f for f in os.listdir(folder) if "nccl" in f or "simt" in f} if os.path.isdir(folder) else set()


def once(seed):
    shape = SHAPES[seed % len(SHAPES)]
    # A process that is killed before it has joined is missed only after a time.
    env = dict(os.environ, SIMT_DEVICES="2", SIMT_BACKEND="interp", SIMT_NCCL_TIMEOUT="6")
    if seed % 3 == 0:
        env["SIMT_NCCL_TRANSPORT"] = "socket"
    # Later and later: while ranks join, in the first collectives, in later ones.
    command = [PROGRAM, *shape, str(50 + seed * 7 % 700), str(seed)]
    p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env, start_new_session=True)
    try:
        text = p.communicate(timeout=40)[0]
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, 9)
        return f"seed {seed}: hangs\n{p.communicate()[0]}"
    try:
        os.killpg(p.pid, 0)
        return f"seed {seed}: processes are left"
    except ProcessLookupError:
        pass
    return None if p.returncode == 0 else f"seed {seed}: status {p.returncode}\n{text}"


before = own("/dev/shm")
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    bad = [r for r in pool.map(once, range(1, TIMES + 1)) if r]
left = own("/dev/shm") - before
print("\n".join(bad[:10]))
print(f"{TIMES - len(bad)} of {TIMES} end well; left in /dev/shm: {sorted(left)}")
sys.exit(bool(bad or left))
