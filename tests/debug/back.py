#!/usr/bin/env python3
"""back.py SIMTRUN FILE.launch.json|FILE.ptx ... [--every=N]: going back lands on the same state. Each kernel runs forward
to some steps, and to its end, and a hash of all registers and memory is noted; then the debugger goes to these
steps in another order, steps back and forward there, and the hashes must be the same. --every takes one file of N.

SPDX-License-Identifier: Apache-2.0
"""
import random
import re
import subprocess
import sys
from pathlib import Path


def debug(simtrun, path, commands):
    args = sum((["-ex", c] for c in commands), [])
    run = subprocess.run([simtrun, "--debug", "--quiet", *args, "--batch", path], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=300)
    text = run.stdout.decode(errors="replace")
    return [(int(step), value) for step, value in re.findall(r"hash of all .* at step (\d+): (0x\w+)", text)], text


def last_step(simtrun, path):
    _, text = debug(simtrun, path, ["set cuda break_on_exit on", "run", "info history"])
    found = re.search(r"Step (\d+) of", text)
    return int(found.group(1)) if found else 0


def check(simtrun, path, rng):
    last = min(last_step(simtrun, path), 400000)
    if last < 2:
        return 0
    forward = sorted({rng.randrange(last) for _ in range(5)} | {last})
    back = forward * 2
    rng.shuffle(back)
    commands = ["set cuda break_on_launch application", "run"]
    for step in forward:
        commands += [f"goto {step}", "info hash"]
    for step in back:
        commands += [f"goto {step}", "info hash", "reverse-stepi", "reverse-step", f"goto {step}", "info hash"]
    hashes, text = debug(simtrun, path, commands)
    known = dict(hashes[:len(forward)])
    wrong = [(s, v, known[s]) for s, v in hashes[len(forward):] if known.get(s) != v]
    if len(hashes) != len(forward) + 2 * len(back) or wrong or "warning: the kernel did not" in text:
        print(f"{path}: {len(hashes)} hashes of {len(forward) + 2 * len(back)}; {wrong[:3]}")
        print(text[-600:])
        return -1
    return 1


def main():
    simtrun, paths, every = str(Path(sys.argv[1]).resolve()), [], 1
    for arg in sys.argv[2:]:
        if arg.startswith("--every="):
            every = int(arg[8:])
        else:
            paths += [str(p) for p in Path(arg).rglob("*.launch.json")] if Path(arg).is_dir() else [arg]
    rng = random.Random(7)
    paths = sorted(paths)[every // 2::every]
    results = [check(simtrun, p, rng) for p in paths]
    print(f"{results.count(1)} the same, {results.count(-1)} not, {results.count(0)} without a kernel to step through")
    sys.exit(-1 in results or 1 not in results)


main()
