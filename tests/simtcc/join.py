#!/usr/bin/env python3
"""join.py JOIN SIMTRUN FOLDER [--update]: joins FOLDER/NAME.1.ptx, NAME.2.ptx, ... and compares with NAME.out;
simtrun must accept the result, unless NAME.out ends in a line `// error: TEXT`, which it must then say.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import re
import subprocess
import sys
import tempfile


def check(simtrun, text):
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as f:
        f.write(text)
        f.flush()
        p = subprocess.run([simtrun, "--check-only", f.name], capture_output=True, text=True)
    return "" if p.returncode == 0 else p.stdout + p.stderr


def main():
    join, simtrun, folder = sys.argv[1:4]
    names = sorted({re.sub(r"\.\d\.ptx$", "", p) for p in glob.glob(os.path.join(folder, "*.ptx"))})
    failed = 0
    for name in names:
        parts = sorted(glob.glob(name + ".[0-9].ptx"))
        got = subprocess.run([join, *parts], capture_output=True, text=True).stdout
        want = open(name + ".out").read() if os.path.exists(name + ".out") else ""
        said = check(simtrun, got)
        expected = re.search(r"// error: (.*)\n\Z", want)
        if "--update" in sys.argv:
            with open(name + ".out", "w") as f:
                f.write(got + (expected.group() if expected else ""))
        wrong = expected.group(1) not in said if expected else said
        if wrong or got + (expected.group() if expected else "") != want:
            print(f"{name}:\n{got}{said}")
            failed += 1
    print(f"{len(names) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
