#!/usr/bin/env python3
# check.py - runs the scripts of one type of generator and compares each line with what an H200 printed: all of it. Only
# the values are compared, not the hash, of normal numbers in double precision, or by the inverse distribution, or made on
# the host, whose C library is another one.
#     check.py SEQUENCES SCRIPTS RECORDED xorwow|mrg32k3a|mtgp32|mt19937|philox|sobol [EVERY]
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys
import tempfile

program, scripts, recorded, name = sys.argv[1:5]
every = int(sys.argv[5]) if len(sys.argv) > 5 else 1
TYPES = {'xorwow': '101', 'mrg32k3a': '121', 'mtgp32': '141', 'mt19937': '142', 'philox': '161', 'sobol': '20[1-4]'}
# What is not NVIDIA's, or is a mistake of its library (docs/libraries.md): a script's start, where, and from which
# of its calls on (the first is 1).
APART = [
    ('101 o104 n2', 'device', 2),  # other counts of threads for normal numbers
    ('101 o104 N2', 'device', 2),
    ('101 o104 e4', 'device', 2),
    ('101 o104 i3', 'device', 2),
    ('141 o104', 'device', 2),  # blocks from 200 on
    ('141 i10', 'device', 4),  # a new seed or ordering
    ('141 s1', 'device', 3),
    ('141 f3', 'device', 14),
    ('161 o104 s', 'device', 3),  # the rest of a thread's four
    ('204 f5', 'host', 3),  # offsets from 2^32 on
]


def blocks(lines):
    """A script's heading to its lines."""
    all = {}
    for line in lines:
        line = line.rstrip('\n')
        if not line.startswith(' '):
            heading = line
            all[heading] = []
        else:
            all[heading].append(re.sub(r' \[\d+ differ.*', '', line))
    return all


def is_exact(heading, what):
    return heading.startswith(('101 ', '121 ', '161 ')) and ' device ' in heading and what in 'ne'


def same(heading, want, got):
    if want == got or want.startswith((' destroy', ' no error')):
        return True
    w, g = want.split(), got.split()
    if is_exact(heading, w[0][0]):
        return False
    if w[0][0] not in 'nNeE' or w[:2] != g[:2] or len(w) != len(g):
        return False
    bound = 1e-3 if w[0][0] in 'ne' else 1e-6  # of four and nine digits
    return all(abs(float(a) - float(b)) <= bound * max(1, abs(float(a))) for a, b in zip(w[3:], g[3:]))


def skipped(heading, index):
    return any(heading.startswith(start) and ' %s ' % where in heading and index >= first
               for start, where, first in APART)


with open(scripts) as f:
    chosen = [line for line in f if re.match(TYPES[name] + ' ', line)][::every]
with tempfile.NamedTemporaryFile('w', suffix='.txt', delete=False) as f:
    f.writelines(chosen)
try:
    run = subprocess.run([program, '-n', f.name], stdout=subprocess.PIPE, text=True)
finally:
    os.unlink(f.name)
with open(recorded) as f:
    want = blocks(f)
got = blocks(run.stdout.splitlines())
failed = run.returncode != 0 or len(got) != 2 * len(chosen)
compared = 0
for heading, lines in got.items():
    for i, line in enumerate(lines):
        reference = want[heading][i] if i < len(want[heading]) else ''
        if skipped(heading, i + 1):
            continue
        compared += 1
        if not same(heading, reference, line):
            failed = True
            print('%s\n  recorded%s\n  printed %s' % (heading, reference, line))
print('%d calls compared, exit status %d' % (compared, run.returncode))
sys.exit(failed)
