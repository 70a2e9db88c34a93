#!/usr/bin/env python3
"""profile.py BENCH-PEERS-CHECK PTX: counting takes at most three times as much processor time as the plain interpreter.

The kernels of bench/peers on small inputs, one thread. A ratio pairs two times of one round; the least of the rounds counts, as
whatever else runs on the machine only adds to one. ROUNDS, 3 by default. launch, which does nothing, is not held to it.
SPDX-License-Identifier: Apache-2.0
"""
import math
import os
import subprocess
import sys

PROGRAM, PTX = map(os.path.abspath, sys.argv[1:3])
MOST = 3.0


def times(**env):
    """Kernel -> seconds of processor time."""
    done = subprocess.run([PROGRAM], env={**os.environ, "SIMT_PEERS_PTX": PTX, "SIMT_THREADS": "1", "BENCH_REPS": "2",
                                          "SIMT_BACKEND": "interp", **env}, capture_output=True, text=True, timeout=250)
    rows = [line.split() for line in done.stdout.splitlines()]
    if done.returncode or not rows or any(row[-1] != "ok" for row in rows):
        sys.exit(f"{PROGRAM}: {done.returncode}\n{done.stdout}{done.stderr}")
    return {row[0]: float(row[2]) for row in rows}


def main():
    least = {}
    for _ in range(int(os.environ.get("ROUNDS", "3"))):
        plain, counted = times(), times(SIMT_PROFILE="json:/dev/null")
        for name, t in counted.items():
            least[name] = min(least.get(name, math.inf), t / plain[name])
    for name, ratio in sorted(least.items(), key=lambda x: x[1]):
        print(f"{name:16}{ratio:6.2f}")
    slow = {name: ratio for name, ratio in least.items() if ratio > MOST and name != "launch"}
    if slow:
        sys.exit(f"more than {MOST}: {slow}")


main()
