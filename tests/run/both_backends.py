"""Kernels made by chance, on both backends: what they store is compared bit by bit, and of an access that is not valid the fault
and where it is.
SPDX-License-Identifier: Apache-2.0"""
import argparse
import os
import random
import re
import subprocess
import tempfile
from pathlib import Path

ENVIRONMENT = dict(os.environ, CUDA_CACHE_DISABLE="1")
PLACE = r"block \(.*?\)|thread \(.*?\)|0x[0-9a-f]+"


def outcome(command, place):
    """Status and what was stored or reported; where a fault is, if there is one."""
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, env=ENVIRONMENT)
    return run.returncode, run.stdout, re.findall(place, run.stderr)


def compare(make, place=PLACE):
    """Reads the command line SIMTRUN [--seed N] [--count N]. make(rng, i): kernel i, with text() and command(simtrun, backend,
    file). place: what names the place of a fault. Returns the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("simtrun")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    args = parser.parse_args()
    failed = faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for i in range(args.count):
            kernel = make(random.Random(args.seed * 100000 + i), i)
            file = Path(folder) / f"kernel{i}.ptx"
            file.write_text(kernel.text())
            want, got = (outcome(kernel.command(args.simtrun, backend, str(file)), place) for backend in ("interp", "jit"))
            faults += want[0] == 3
            if want[0] not in (0, 3) or want != got:
                failed += 1
                print(f"seed {args.seed} case {i}: status {want[0]} and {got[0]}, {want[2]} and {got[2]}")
                print(" ".join(kernel.command("simtrun", "jit", "kernel.ptx")))
                print(file.read_text())
    print(f"{args.count - failed} of {args.count} kernels are equal on both backends; {faults} end with a fault")
    return failed != 0 or faults == args.count
