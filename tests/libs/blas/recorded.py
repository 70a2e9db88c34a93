#!/usr/bin/env python3
"""recorded.py - runs a program of tests/gpu/blas and compares what it prints with what it printed on a device.

usage: recorded.py [--update] PROGRAM COUNT RECORD KNOWN

The program is run COUNT times, with 0, 1, ... as its argument. RECORD is what the device's library answered and is never
edited. Where that stopped the process ("stops"), any answer will do; what it says on its own ("On entry to") does not
count. KNOWN lists recorded lines that are answered differently, below the reason why, a comment: one that is not in it is
a failure, and so is one in it that agrees by now. --update writes KNOWN anew, new lines last.
SPDX-License-Identifier: Apache-2.0"""
import difflib
import subprocess
import sys

NONE_YET = '# No reason yet.\n'


def lines_of(text):
    return [line for line in text.splitlines() if 'On entry to' not in line]


def main():
    arguments = sys.argv[1:]
    update = arguments[0] == '--update'
    program, count, record, known_path = arguments[update:]
    got = []
    for i in range(int(count)):
        done = subprocess.run([program, str(i)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=100)
        got += lines_of(done.stdout.decode(errors='replace'))
    with open(record) as f:
        want = lines_of(f.read())
    with open(known_path) as f:
        head = f.readlines()
    known = [line.rstrip('\n') for line in head if line.strip() and not line.startswith('#')]
    differs, answers = [], {}
    if len(want) == len(got):
        parts = [('equal' if w == g else 'replace', i, i + 1, i, i + 1) for i, (w, g) in enumerate(zip(want, got))]
    else:
        parts = difflib.SequenceMatcher(None, want, got, autojunk=False).get_opcodes()
    for kind, a, b, c, d in parts:
        for i in range(a, b) if kind != 'equal' else ():
            if not want[i].endswith(': stops'):
                differs.append(want[i])
                answers[want[i]] = got[c + i - a] if c + i - a < d else 'nothing'
        if kind == 'insert':
            differs += ['(more) ' + line for line in got[c:d]]
    new = [line for line in differs if line not in known]
    old = [line for line in known if line not in differs]
    if update:
        kept = [line for line in head if line.startswith('#') or line.rstrip('\n') in differs]
        with open(known_path, 'w') as f:
            f.writelines(kept + ([NONE_YET] if new else []) + [line + '\n' for line in dict.fromkeys(new)])
        return 0
    for line in new:
        print('recorded: %s\nprinted:  %s' % (line, answers.get(line, '')))
    for line in old:
        print('agrees by now: ' + line)
    if NONE_YET in head:
        print('a line of %s has no reason' % known_path)
    return bool(new or old or NONE_YET in head)


sys.exit(main())
