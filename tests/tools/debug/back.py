#!/usr/bin/env python3
"""back.py SIMTRUN FOLDER|FILE.launch.json ... [--every=N] [--jobs=N] [--compile=SIMTCC]: going back lands on the same state. Of
each launch of each file: it runs forward to some steps, and to its end, and a hash of all registers and memory is
noted; then the debugger goes to these steps in another order, steps back and forward there, and the hashes must
be the same. --every takes one file of N; --compile makes the PTX of NAME.cu first, as tests/cuda/kernels.py does.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

END = 60000  # steps of a launch that are looked at


def commands_of(rng):
    """Returns commands for one launch that stands at its beginning. A step past the end is the end."""
    forward = [rng.randrange(10 ** k, 10 ** (k + 1)) for k in range(4)] + [END]
    back = [0, *forward, *forward]
    rng.shuffle(back)
    commands = ["info hash"]
    for step in forward:
        commands += ["goto %d" % step, "info hash"]
    for step in back:
        commands += ["goto %d" % step, "info hash"]
        for back_by in ("reverse-stepi", "reverse-step") if step else ():  # from 0 they lead into the kernel before
            commands += [back_by, "goto %d" % step]
        commands += ["info hash"]
    return commands + ["goto %d" % END], 1 + len(forward) + 2 * len(back)


def check(simtrun, path, seed):
    """The same, not the same, what was wrong."""
    rng = random.Random(seed)
    want, args = [], ["-ex", "set cuda break_on_launch application", "-ex", "run"]
    for _ in json.loads(path.read_text())["launches"]:
        commands, n = commands_of(rng)
        want.append(n)
        for c in commands + ["print 987654321", "continue"]:
            args += ["-ex", c]
    run = subprocess.run([simtrun, "--debug", "--quiet", *args, "--batch", path], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=900)
    text = run.stdout.decode(errors="replace")
    parts, same, wrong = re.split(r"\$\d+ = 987654321\n", text), 0, []
    for i, n in enumerate(want):
        part = parts[i] if i < len(parts) else ""
        hashes = [(int(step), value) for step, value in re.findall(r"hash of all .* at step (\d+): (0x\w+)", part)]
        known = {}
        differ = [(step, value) for step, value in hashes if known.setdefault(step, value) != value]
        if len(hashes) != n or differ or len(known) < 2 or "warning: the kernel did not" in part:
            wrong.append("%s, launch %d: %d hashes of %d, %d steps; %s\n%s" %
                         (path.name, i, len(hashes), n, len(known), differ[:3], part[-400:]))
        else:
            same += 1
    return same, wrong


def compile_all(simtcc, folder, files, jobs):
    """PTX, and links to what the launches read, in a folder of their own; the launch files there."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "cuda"))
    import kernels
    out = Path(tempfile.mkdtemp(prefix="back-"))
    (out / "inputs").symlink_to(folder / "inputs")
    for recorded in folder.glob("*.expect"):  # variants of a kernel share one
        (out / recorded.name).symlink_to(recorded)
    args = argparse.Namespace(simtcc=simtcc, folder=str(folder), out=str(out))
    names = [f.name[:-len(".launch.json")] for f in files]
    with ThreadPoolExecutor(jobs) as pool:
        errors = [e for e in pool.map(lambda n: kernels.compiled(args, n), names) if e]
    if errors:
        sys.exit("\n".join(errors))
    return out, [out / f.name for f in files]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("simtrun")
    parser.add_argument("path", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--compile", metavar="SIMTCC")
    args = parser.parse_args()
    simtrun = str(Path(args.simtrun).resolve())
    files = sorted(f for p in args.path for f in (p.rglob("*.launch.json") if p.is_dir() else [p]))
    files = files[args.every // 2::args.every]
    out = None
    if args.compile:
        out, files = compile_all(str(Path(args.compile).resolve()), args.path[0].resolve(), files, args.jobs)
    with ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda f: check(simtrun, f, f.name), files))
    for _, wrong in results:
        print(*wrong, sep="\n") if wrong else None
    if out:
        subprocess.run(["rm", "-rf", out], check=True)
    same, wrong = sum(s for s, _ in results), sum(len(w) for _, w in results)
    print("%d launches of %d files the same, %d not" % (same, len(files), wrong))
    sys.exit(wrong != 0 or same == 0)


main()
