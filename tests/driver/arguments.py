#!/usr/bin/env python3
"""arguments.py - runs a program of arguments.h and compares each call's result with what the hardware answered.

usage: arguments.py [--update] PROGRAM RECORD KNOWN

RECORD is what the program printed on a real device, and is never edited. Where the process died there, any answer will
do. A refusal, NOT_SUPPORTED, is one of the functions' page, and stands for any other error. KNOWN lists the calls that
are answered differently for all that: one that is not in it is a failure, and so is one in it that agrees by now.
--update writes KNOWN anew.
SPDX-License-Identifier: Apache-2.0"""
import os
import re
import subprocess
import sys
import tempfile

REFUSALS = ('NOT_SUPPORTED', 'NotSupported')


def answers(text):
    """(function, argument) -> result; None: the process died."""
    found = {}
    for line in text.splitlines():
        name, _, rest = line.partition(': ')
        died = '(' in rest
        rest = rest.partition('(')[0]
        calls = re.split(r' (?=\d+:)', rest)
        for i, call in enumerate(calls):
            which, _, result = call.strip().rpartition('=')
            found[name, which] = None if died and i == len(calls) - 1 else result
    return found


def differs(recorded, got):
    return recorded is not None and got != recorded and (got not in REFUSALS or recorded == 'ok')


def main():
    update = '--update' in sys.argv
    program, record, known_path = [a for a in sys.argv[1:] if a != '--update']
    with tempfile.TemporaryDirectory() as folder:  # calls write files
        run = subprocess.run([os.path.abspath(program)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder)
    with open(record) as f:
        recorded = answers(f.read())
    with open(known_path) as f:
        known = set(line.rstrip('\n') for line in f if not line.startswith('#'))
    got = answers(run.stdout.decode())
    now = []
    for call, result in got.items():
        if result is None and recorded.get(call) is not None:
            now.append('%s %s: the process dies' % call)
        elif differs(recorded.get(call), result):
            now.append('%s %s: %s instead of %s' % (*call, result, recorded[call]))
    if update:
        with open(known_path, 'w') as f:
            f.write('# Calls that are answered differently than by the hardware: arguments.py --update writes them.\n')
            f.writelines(line + '\n' for line in now)
        return 0
    for line in now:
        if line not in known:
            print(line)
    for line in sorted(known - set(now)):
        print('no longer: %s' % line)
    missing = len({c[0] for c in recorded} - {c[0] for c in got})
    if missing:
        print('%d functions were not called' % missing)
    return run.returncode or set(now) != known or missing != 0


sys.exit(main())
