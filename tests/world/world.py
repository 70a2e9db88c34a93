#!/usr/bin/env python3
"""world.py SIMT NAME CHECKOUT [options]: builds and runs the tests of another code base with simtcc, through that code
base's own build system, and prints how many pass and what ends the others. Without NAME it lists the code bases.

SIMT is an installed simt (build/dist). Nothing of the code base belongs to this repository; CHECKOUT is the user's.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import random
import re
import subprocess
import sys

import report
from bases import BASES
from systems import Failure, Setting


def options_of(argv):
    p = argparse.ArgumentParser(prog="./dev world", description=__doc__.split("\n\n")[0])
    p.add_argument("simt", help=argparse.SUPPRESS)
    p.add_argument("--build", default="", help=argparse.SUPPRESS)  # the command that makes SIMT what the sources say
    p.add_argument("name", nargs="?", choices=sorted(BASES), help="a code base")
    p.add_argument("checkout", nargs="?", help="where it lies")
    p.add_argument("--work", help="folder for what is built and the logs (build/world/NAME)")
    p.add_argument("--only", default="", metavar="REGEX", help="cases whose name matches")
    p.add_argument("--sample", type=int, metavar="N", help="N cases, chosen by chance")
    p.add_argument("--seed", type=int, default=1, help="which N (1)")
    p.add_argument("--std", default="17", choices=["17", "20"], help="the dialect, where presets have one (17)")
    p.add_argument("--timeout", type=float, metavar="S", help="seconds that a program may run (60; ggml: 1800)")
    p.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests at once, where the code base's runner can")
    p.add_argument("--cmake", action="append", default=[], metavar="-DNAME=VALUE", help="one more word for CMake")
    p.add_argument("--against", metavar="FILE", help="results.json of an earlier run: say what has changed")
    return p.parse_intermixed_args(argv)


def version_of(checkout):
    p = subprocess.run(["git", "-C", checkout, "describe", "--always", "--tags"], capture_output=True, text=True)
    return p.stdout.strip() or "no git repository"


def chosen(names, o):
    names = [n for n in names if re.search(o.only, n)]
    if o.sample and o.sample < len(names):
        names = sorted(random.Random(o.seed).sample(names, o.sample))
    return names


def try_base(o):
    base = BASES[o.name]
    o.timeout = o.timeout or base.seconds
    if o.build and subprocess.run(o.build.split()).returncode != 0:
        raise Failure("simt does not build")
    work = os.path.abspath(o.work or os.path.join("build", "world", o.name))
    os.makedirs(work, exist_ok=True)
    setting = Setting(os.path.abspath(o.simt), os.path.abspath(o.checkout), work, o)
    names = base.system.names(setting)
    wanted = chosen(names, o)
    print(f"{base.about}: {len(wanted)} of {len(names)} cases, in {work}", flush=True)
    results = []
    for r in base.system.results(setting, wanted):
        results.append(r)
        print(r.line(), flush=True)
    path = os.path.join(work, "results.json")
    if o.against:
        print("\n".join(["against " + o.against + ":"] + report.changes(o.against, results)))
    report.save(path, results)
    title = f"{o.name} {version_of(setting.checkout)} (tried: {base.version}), C++{o.std}"
    print("\n".join(report.table(title, results)))
    return 0 if all(r.stage in ("pass", "left out") for r in results) else 1


def main():
    o = options_of(sys.argv[1:])
    if not o.name:
        for name, base in BASES.items():
            print(f"  {name:12} {base.about}\n{'':15}{base.source} {base.version}")
        return 0
    if not o.checkout or not os.path.isdir(o.checkout):
        print(f"./dev world {o.name} CHECKOUT: a checkout of {BASES[o.name].source} at {BASES[o.name].version}",
              file=sys.stderr)
        return 2
    try:
        return try_base(o)
    except Failure as e:
        print(f"{o.name} cannot be tried: {e}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
