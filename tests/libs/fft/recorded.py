#!/usr/bin/env python3
"""recorded.py - a program's output compared with what the hardware's library gave for it.

usage: recorded.py layouts|status|accuracy PROGRAM RECORDED [KNOWN] [-- ARGUMENT...]

layouts:  numbers are equal within 0.02; `.` is an element that was not written. Inputs of inverse real transforms may be
          overwritten by one of us only. Of one column (2d 1) the hardware's takes half the input; equal where it is a spectrum
          of real numbers.
status:   lines are equal but for those of KNOWN, which has pairs `< ours` and `> theirs`, in order, as diff prints them.
accuracy: relative errors are at most half again as large as those recorded, or about half a unit in the last place, and smaller on
          average.
SPDX-License-Identifier: Apache-2.0"""
import difflib
import math
import subprocess
import sys


def same_number(a, b, spare):
    if a == b or (spare and a == '.'):
        return True
    return '.' not in (a, b) and '>' not in (a, b) and abs(float(a) - float(b)) < 0.02


def layouts(ours, theirs, _):
    ours, theirs = ([line for line in lines if line != 'input destroyed'] for lines in (ours, theirs))
    bad = [f'{len(ours)} lines, not {len(theirs)}'] if len(ours) != len(theirs) else []
    name = ''
    for a, b in zip(ours, theirs):
        if not b.startswith('>'):
            name = b
            good = a == b
        else:
            x, y, spare = a.split(), b.split(), name.endswith('C2R in place')
            good = len(x) == len(y) and all(same_number(p, q, spare) for p, q in zip(x, y))
            good |= name.startswith('2d 1, C2R')
        if not good:
            bad.append(f'{name}: {a}\n  recorded: {b}')
    return bad


def status(ours, theirs, known):
    diff = [line for line in difflib.unified_diff(ours, theirs, lineterm='', n=0) if not line.startswith(('---', '+++', '@@'))]
    found = ['<>'[line[0] == '+'] + ' ' + line[1:] for line in diff]
    return [line for line in difflib.unified_diff(known, found, 'known', 'found', lineterm='', n=0)]


def errors(lines):
    return {name: float(value) for name, value in (line.split(': ') for line in lines) if ' ' not in value}


def accuracy(ours, theirs, _):
    half = {'float': 2**-24, 'double': 2**-53, 'half': 2**-11, 'bfloat': 2**-8}
    ours, theirs = errors(ours), errors(theirs)
    bad, logs = [], []
    for name, value in ours.items():
        unit, recorded = half[name.split()[0]], theirs[name]
        if value > max(1.5 * recorded, 1.25 * unit):
            bad.append(f'{name}: {value}, recorded {recorded}')
        logs.append(math.log(max(value, unit / 16) / max(recorded, unit / 16)))
    mean = math.exp(sum(logs) / len(logs))
    if mean > 1.02:
        bad.append(f'on average {mean} times the errors recorded')
    print(f'{len(ours)} errors, {mean:.2f} of those recorded')
    return bad


def main():
    args = sys.argv[1:]
    more = []
    if '--' in args:
        more = args[args.index('--') + 1:]
        args = args[:args.index('--')]
    how, program, recorded = args[:3]
    known = open(args[3]).read().splitlines() if len(args) > 3 else []
    known = [line for line in known if line.startswith(('< ', '> '))]
    run = subprocess.run([program, *more], stdout=subprocess.PIPE, text=True)
    theirs = open(recorded).read().splitlines()
    bad = {'layouts': layouts, 'status': status, 'accuracy': accuracy}[how](run.stdout.splitlines(), theirs, known)
    print('\n'.join(bad[:60]))
    sys.exit(bool(bad) or run.returncode != 0)


main()
