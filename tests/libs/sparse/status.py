#!/usr/bin/env python3
# status.py - runs the recorded sections of tests/gpu/sparse/status.cu and compares each line with the hardware's.
#     status.py PROGRAM RECORDING KNOWN
# KNOWN has the lines that differ, as this library prints them, and after each in a comment why.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys

program, recording, known = sys.argv[1:4]
with open(recording) as f:
    recorded = f.read().split('---- ')[1:]
with open(known) as f:
    allowed = {line.rstrip('\n') for line in f if not line.startswith('#')}
used, wrong = set(), 0
for section in recorded:
    number, want = section.split('\n', 1)
    got = subprocess.run([program, number], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
    got = got.split('\n', 1)[1].splitlines()
    want = want.splitlines()
    if len(got) != len(want):
        print('section %s: %d lines instead of %d' % (number, len(got), len(want)))
        wrong += 1
    for g, w in zip(got, want):
        if g == w:
            continue
        if g in allowed:
            used.add(g)
            continue
        print('section %s:\n  recorded %s\n  here     %s' % (number, w, g))
        wrong += 1
for line in sorted(allowed - used - {''}):
    print('known, but not seen: ' + line)
    wrong += 1
sys.exit(wrong != 0)
