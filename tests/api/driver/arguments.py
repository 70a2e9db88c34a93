#!/usr/bin/env python3
"""arguments.py - runs a program of arguments.h and compares each call's result with what the hardware answered.

usage: arguments.py [--update] PROGRAM RECORD KNOWN

RECORD is what the program printed on a real device, and is never edited. Where the process died there, any answer will
do. A refusal, NOT_SUPPORTED, is one of the functions' page, and stands for any other error. KNOWN lists the calls that
are answered differently for all that, below the reason why, a comment: one that is not in it is a failure, and so is one
in it that agrees by now, or one without a reason. --update writes KNOWN anew, and what is new in it last, below a
comment that is to be replaced by the reason.
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


HEAD = '# Calls that are answered differently than by the hardware, below the reason why: arguments.py --update writes them.\n'
NONE_YET = '# No reason yet.\n'


def read_known(path):
    """[reason, its lines], in the order of the file."""
    groups = []
    with open(path) as f:
        text = f.read()
    for block in text.split('\n\n')[1:]:
        lines = block.strip('\n').split('\n')
        reason = ''.join(line + '\n' for line in lines if line.startswith('#'))
        groups.append((reason, [line for line in lines if not line.startswith('#')]))
    return groups


def write_known(path, groups, now):
    left = [line for line in now if not any(line in lines for _, lines in groups)]
    with open(path, 'w') as f:
        f.write(HEAD)
        for reason, lines in groups + [(NONE_YET, left)]:
            lines = [line for line in lines if line in now]
            if lines:
                f.write('\n' + reason + ''.join(line + '\n' for line in lines))


def main():
    update = '--update' in sys.argv
    program, record, known_path = [a for a in sys.argv[1:] if a != '--update']
    with tempfile.TemporaryDirectory() as folder:  # calls write files
        run = subprocess.run([os.path.abspath(program)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder)
    with open(record) as f:
        recorded = answers(f.read())
    groups = read_known(known_path)
    known = set(line for _, lines in groups for line in lines)
    got = answers(run.stdout.decode())
    now = []
    for call, result in got.items():
        if result is None and recorded.get(call) is not None:
            now.append('%s %s: the process dies' % call)
        elif differs(recorded.get(call), result):
            now.append('%s %s: %s instead of %s' % (*call, result, recorded[call]))
    if update:
        write_known(known_path, groups, now)
        return 0
    without = [line for reason, lines in groups for line in lines if reason in ('', NONE_YET)]
    for line in without:
        print('without a reason: %s' % line)
    for line in now:
        if line not in known:
            print(line)
    for line in sorted(known - set(now)):
        print('no longer: %s' % line)
    missing = len({c[0] for c in recorded} - {c[0] for c in got})
    if missing:
        print('%d functions were not called' % missing)
    return run.returncode or set(now) != known or missing != 0 or bool(without)


sys.exit(main())
