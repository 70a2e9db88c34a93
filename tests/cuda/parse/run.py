#!/usr/bin/env python3
"""Compares what the parser of CUDA C++ prints with golden files.

run.py TOOL FOLDER [--update]: every FOLDER/*.cu and *.ii is given to TOOL with the options
of its first line ("// flags: ..."); its output must be that of the .out file beside it.
"""
import subprocess
import sys
from pathlib import Path


def flags_of(path):
    first = path.read_text().split("\n", 1)[0]
    return first[len("// flags:"):].split() if first.startswith("// flags:") else []


def run(tool, path):
    done = subprocess.run([tool, *flags_of(path), path.name], cwd=path.parent, timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode(errors="replace") + f"exit {done.returncode}\n"


def main():
    tool, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    update = "--update" in sys.argv
    failed = 0
    for path in sorted([*folder.glob("*.cu"), *folder.glob("*.ii")]):
        golden = path.with_name(path.name + ".out")
        got = run(tool, path)
        if update:
            golden.write_text(got)
        elif not golden.exists() or golden.read_text() != got:
            failed += 1
            print(f"{path.name}: differs from {golden.name}")
    print(f"{failed} differ")
    return 1 if failed else 0


sys.exit(main())
