#!/usr/bin/env python3
# capture.py - runs the program that captures calls, and compares the numbers that each launch and call gave with those
# of an H200, where that could capture them: its library refuses some generators' first calls.
#     capture.py PROGRAM RECORDED
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys


def numbers(lines):
    """A generator's heading to its lines with numbers."""
    all = {}
    for line in lines:
        if line.startswith('type'):
            found = all.setdefault(line.strip(), [])
        elif ': 0 ' in line:
            found.append(line.strip())
    return all


# Calls that end inside of a row, launched again: how many lines are as on an H200 (docs/libraries.md).
APART = {'type 141 cold n 1000 calls 1': 3, 'type 141 warm n 1000 calls 1': 3, 'type 142 warm n 1000 calls 1': 1}

done = subprocess.run([sys.argv[1]], stdout=subprocess.PIPE, text=True)
with open(sys.argv[2]) as f:
    want = numbers(f)
got = numbers(done.stdout.splitlines())
bad = [h for h, lines in want.items()
       if got.get(h, [])[:APART.get(h)] != lines[:APART.get(h)] and not (' cold ' in h and len(lines) < 5)]
for h in bad:
    print(h, want[h], got.get(h), sep='\n  ')
print('%d generators, %d wrong, exit status %d' % (len(want), len(bad), done.returncode))
sys.exit(bool(bad) or done.returncode != 0 or len(want) < 30)
