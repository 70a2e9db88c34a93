#!/usr/bin/env python3
"""calls.py - runs a program over tests/gpu/calls.h and compares what it prints with what it printed on a device.

usage: calls.py [--alike=LETTERS] PROGRAM pairs|random RECORD KNOWN [SHARE]

RECORD has functions with the same answers in one block: their names, a colon, the answers. Where the real library stopped
the process (!) or faulted the device (~), any answer will do, and where one of the two did not ask (.). KNOWN has
a pattern a line of "FUNCTION ARGUMENT=VALUE" or "FUNCTION CASE" that is answered differently, below the reason why; after
a question mark one that may be.
Random calls leave a hash, which has to be the same, or capital letters with a number each, which have to be close.
With SHARE one function of as many is asked. LETTERS are answers that mean the same: what depends on the machine.
SPDX-License-Identifier: Apache-2.0"""
import re
import subprocess
import sys

alike = sys.argv.pop(1).split('=')[1] if sys.argv[1].startswith('--alike=') else ''
program, mode, record, known_path = sys.argv[1:5]
share = int(sys.argv[5]) if len(sys.argv) > 5 else 1


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
    parts = [subprocess.Popen([program, mode, str(i), str(2 * share)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
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
        title, alone, pairs = LINE.fullmatch(line).groups()
        found[title] = alone + (' ' + pairs if pairs else '')
    return found


# A value may have blanks; its answer has one letter, and then there may be those of the pairs.
LINE = re.compile(r' (.*?) (\S)(?: (\S+))?')
NUMBER = re.compile(r'([A-Za-z])(nan|inf|-?[0-9.]+(?:e[-+]?[0-9]+)?)')


def close(want, got):
    return (len(want) > 0 and want[0][0].isupper() and [w[0] for w in want] == [g[0] for g in got] and
            all(abs(float(w[1]) - float(g[1])) <= 2e-3 * abs(float(w[1])) + 5e-3 for w, g in zip(want, got)))


def same(want, got):
    if want[:1] in '!~':
        return True
    if mode == 'random':
        return want == got or want[0] == got[:1] and close(NUMBER.findall(want[1:]), NUMBER.findall(got[1:]))
    if want[0] != got[:1] and not (want[0] in alike and got[:1] and got[0] in alike):
        return False
    return all(w == g or w in '!~.' or g == '.' or (w in alike and g in alike) for w, g in zip(want, got))


with open(known_path) as f:
    known = {line.rstrip('\n').removeprefix('? '): line.startswith('? ') for line in f if line.strip() and not line.startswith('#')}
want, got = recorded(), printed()
failed = not set(want) <= set(got) if share == 1 else not set(got) <= set(want)
if failed:
    print('functions: ', set(want) - set(got) if share == 1 else set(got) - set(want))
for name, lines in want.items():
    if share > 1 and name not in got:
        continue
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
    if not count and share == 1:
        failed = True
        print('known, but not seen: ' + pattern)
sys.exit(failed)
