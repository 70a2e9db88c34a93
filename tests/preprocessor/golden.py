#!/usr/bin/env python3
"""golden.py - each cases/NAME.cpp through the preprocessor: text and messages are those of NAME.out.

  golden.py --pp PP [--update] [NAME...]

No compiler is asked. A line `// words: ...` has options.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import difflib
import os
import re
import subprocess
import sys

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases")


def main():
    """Returns 0 if every case gives what is recorded."""
    p = argparse.ArgumentParser()
    p.add_argument("--pp", required=True)
    p.add_argument("--update", action="store_true")
    p.add_argument("name", nargs="*")
    args = p.parse_args()
    names = args.name or sorted(n[:-4] for n in os.listdir(CASES) if n.endswith(".cpp"))
    wrong = 0
    for name in names:
        with open(os.path.join(CASES, name + ".cpp"), encoding="utf-8") as f:
            words = re.search(r"// words: (.*)", f.read())
        p = subprocess.run([os.path.abspath(args.pp), "--bare", "--most=2000000", "c++",
                            *(words[1].split() if words else []), name + ".cpp"], cwd=CASES,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=120)
        text = p.stdout.decode() if len(p.stdout) < 100000 else f"{len(p.stdout)} bytes\n"
        text += f"-- exit {p.returncode}\n{p.stderr.decode()}"
        out = os.path.join(CASES, name + ".out")
        if args.update:
            with open(out, "w", encoding="utf-8", newline="") as f:
                f.write(text)
            continue
        with open(out, encoding="utf-8", newline="") as f:
            recorded = f.read()
        if text != recorded:
            wrong += 1
            sys.stdout.writelines(difflib.unified_diff(recorded.splitlines(True), text.splitlines(True), out, "now"))
    print(f"{len(names)} cases, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
