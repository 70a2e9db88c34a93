#!/usr/bin/env python3
"""functions.py - the table of runtime functions against the library and its page in docs/.

usage: functions.py [--update] TABLE LIBRARY PAGE

TABLE is runtime/cudart/functions.def: what the library must export, and nothing else. PAGE is made of it. --update
writes the page anew, and says WORKS of functions that were LATER and are exported now.
SPDX-License-Identifier: Apache-2.0"""
import argparse
import re
import subprocess
import sys

ROW = re.compile(r'^(CUDART(?:_SZ|_DS|_BARE)?)\((\w+), (\w+), "([^"]*)"\)$', re.M)
TWIN = {'CUDART': None, 'CUDART_BARE': None, 'CUDART_SZ': '_ptsz', 'CUDART_DS': '_ptds'}
TEXT = {'WORKS': 'works', 'REFUSED': 'returns `cudaErrorNotSupported`', 'LATER': 'not there yet'}
HEAD = '''# The functions of CUDA's runtime library

Made from `runtime/cudart/functions.def` by `tests/api/cudart/functions.py`. What works does what CUDA's documentation
says; what is refused says why; what is not there yet is not exported, so a program that needs it does not link.
A twin is the same function for the calling thread's own stream.
'''


def exported(library):
    out = subprocess.run(['nm', '-D', '--defined-only', library], capture_output=True, text=True,
                         check=True).stdout
    names = {line.split()[-1].split('@')[0] for line in out.splitlines()}
    return {n for n in names if re.match(r'(__)?cuda', n)}


def page(table):
    text, count = [HEAD], {}
    for part in re.split(r'/\* ---- ', table)[1:]:
        text.append('\n## %s\n\n| function | twin | |\n| --- | --- | --- |' % part.split(' ----')[0])
        for kind, name, state, note in ROW.findall(part):
            count[state] = count.get(state, 0) + 1
            what = TEXT[state] + (': ' + note if note else '')
            text.append('| `%s` | %s | %s |' % (name, (TWIN[kind] or '').strip('_'), what))
    tally = ', '.join('%d %s' % (count[s], t) for s, t in
                      (('WORKS', 'work'), ('REFUSED', 'are refused'), ('LATER', 'are not there yet'))
                      if s in count)
    text.insert(1, '\n%s.' % tally)
    return '\n'.join(text) + '\n'


def update(table, have):
    def row(m):
        kind, name, state, note = m.groups()
        state = 'WORKS' if state == 'LATER' and name in have else state
        return '%s(%s, %s, "%s")' % (kind, name, state, note)
    return ROW.sub(row, table)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--update', action='store_true')
    ap.add_argument('table')
    ap.add_argument('library')
    ap.add_argument('page')
    args = ap.parse_args()
    with open(args.table) as f:
        table = f.read()
    have = exported(args.library)
    if args.update:
        table = update(table, have)
        with open(args.table, 'w') as f:
            f.write(table)
        with open(args.page, 'w') as f:
            f.write(page(table))
    want = set()
    for kind, name, state, _ in ROW.findall(table):
        if state != 'LATER':
            want |= {name} | ({name + TWIN[kind]} if TWIN[kind] else set())
    for name in sorted(want - have):
        print('%s is in the table, and not exported' % name)
    for name in sorted(have - want):
        print('%s is exported, and not in the table' % name)
    with open(args.page) as f:
        same = f.read() == page(table)
    if not same:
        print('%s is out of date: run this with --update' % args.page)
    return want != have or not same


if __name__ == '__main__':
    sys.exit(main())
