#!/usr/bin/env python3
"""calls.py - runs tests/gpu/blas/calls.cpp and compares what it prints with what it printed on a device.

usage: calls.py PROGRAM pairs|random RECORD KNOWN

RECORD has functions with the same answers in one block: their names, a colon, the answers. Where the real library stopped
the process (!) or faulted the device (~), any answer will do, and where one of the two did not ask (.). KNOWN has
a pattern a line of "FUNCTION ARGUMENT=VALUE" or "FUNCTION CASE" that is answered differently, below the reason why.
SPDX-License-Identifier: Apache-2.0"""
import re
import subprocess
import sys

program, mode, record, known_path = sys.argv[1:5]


def recorded():
    names, blocks = [], {}
    with open(record) as f:
        for line in f:
            line = line.rstrip('\n')
            if not line.startswith(' '):
                head, rest = line.split(': ', 1)
                names = head.split()
                blocks.update({name: [rest] for name in names})
            else:
                for name in names:
                    blocks[name].append(line)
    return blocks


def printed():
    parts = [subprocess.Popen([program, mode, str(i), '2'], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
             for i in range(2)]
    blocks, name = {}, None
    for part in parts:
        for line in part.communicate(timeout=500)[0].splitlines():
            if line.startswith(' '):
                blocks[name].append(line)
            else:
                name, rest = line.split(' ', 1)
                blocks[name] = [rest]
    return blocks


def rows(lines):
    """Arguments, or cases, to answers."""
    if mode == 'random':
        return dict(enumerate(lines[0].split()))
    found = {'good': lines[0]}
    for line in lines[1:]:
        words = line.split()
        found[words[0]] = ' '.join(words[1:])
    return found


def same(want, got):
    if want[:1] in '!~':
        return True
    if mode == 'random' or want[0] != got[:1]:
        return want == got
    return all(w == g or w in '!~.' or g == '.' for w, g in zip(want, got))


with open(known_path) as f:
    known = {line.rstrip('\n'): 0 for line in f if line.strip() and not line.startswith('#')}
want, got = recorded(), printed()
failed = set(want) != set(got)
if failed:
    print('functions: ', set(want) ^ set(got))
for name, lines in want.items():
    answers = rows(got.get(name, ['']))
    for key, answer in rows(lines).items():
        here = answers.get(key, '')
        if same(answer, here):
            continue
        title = '%s %s' % (name, key)
        pattern = next((p for p in known if re.fullmatch(p, title)), None)
        if pattern:
            known[pattern] += 1
            continue
        failed = True
        print('%s:\n  recorded %s\n  here     %s' % (title, answer, here))
for pattern, count in known.items():
    if not count:
        failed = True
        print('known, but not seen: ' + pattern)
sys.exit(failed)
