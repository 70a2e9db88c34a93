#!/usr/bin/env python3
"""straight.py --simtcc SIMTCC SOURCE - the kernels of a source are straight code with the instructions it names.

No kernel has calls, branches, or local or shared memory. A comment `// counts: NAME N ...` before one says how many
instructions of its PTX start with NAME.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import re
import subprocess
import sys

NEVER = re.compile(r"^(call|bra|brx)\b|^\.local\b|^\.shared\b|\b(ld|st)\.local\b", re.M)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--simtcc", required=True)
    ap.add_argument("source")
    args = ap.parse_args()
    with open(args.source) as f:
        wanted = re.findall(r"// counts: (.*)\n.*\bvoid (\w+)\(", f.read())
    done = subprocess.run([args.simtcc, "-std=c++17", "-arch=sm_90", "-ptx", args.source, "-o", "-"],
                          capture_output=True, text=True)
    if done.returncode or not wanted:
        sys.exit("status %d\n%s" % (done.returncode, done.stderr))
    wrong = []
    bodies = {}
    for kernel, body in re.findall(r"\.entry (\w+)(\(.*?^})", done.stdout, re.M | re.S):
        bodies[kernel] = re.sub(r"^\s*(@!?%\w+\s+)?", "", body, flags=re.M)
        never = NEVER.search(bodies[kernel])
        if never:
            wrong.append("%s has %s" % (kernel, never.group()))
    for counts, kernel in wanted:
        words = counts.split()
        for name, n in zip(words[::2], words[1::2]):
            found = len(re.findall(r"^" + re.escape(name), bodies[kernel], re.M))
            if found != int(n):
                wrong.append("%s has %s %d times, not %s" % (kernel, name, found, n))
    print(*wrong, sep="\n")
    sys.exit(bool(wrong))


main()
