#!/usr/bin/env python3
"""exports.py - libcuda exports what the table of driver functions lists, and nothing else; and the page about them
says what each does.

usage: exports.py [--update] simt/cuda_driver.def LIBRARY unsupported.c functions.def PAGE
SPDX-License-Identifier: Apache-2.0"""
import re
import subprocess
import sys

TWIN = {'CU_FN': None, 'CU_FN0': None, 'CU_FN_SZ': '_ptsz', 'CU_FN_DS': '_ptds', 'CU_FN_OLD': None,
        'CU_FN_OLD_SZ': '_ptsz'}
ROW = re.compile(r'^(CU_FN\w*)\((\w+),\s*(\w+),\s*(\d+)', re.M)
HEAD = '''# The functions of CUDA's driver interface

Made from `include/simt/cuda_driver.def` and `runtime/driver/unsupported.c` by `tests/api/driver/exports.py`. What works does
what CUDA's documentation says; what is refused says why. A twin is the same function for the calling thread's own
stream. Of functions with several forms, a program gets the newest one that its version of CUDA has.
'''
# Refused in other files than unsupported.c, for reasons of their own.
ALONE = {
    'cuGetExportTable': 'documented nowhere',
    'cuMemGetHandleForAddressRange': 'there is no other device of the machine to give it to',
}


def refusals(source, runtime):
    """Function -> why, of this interface and of those that only call a refused one of the runtime's."""
    text = dict(re.findall(r'\[(\w+)\] =\s*"([^"]*)"', source))
    why = {f: text[r] for r, f in re.findall(r'^REFUSED\((\w+), (\w+),', source, re.M)}
    for name, note in re.findall(r'^CUDART\w*\(cuda(\w+), REFUSED, "([^"]*)"\)', runtime, re.M):
        why.setdefault('cu' + name, note)
    return {**why, **ALONE}


def page(table, why):
    text, works, refused = [HEAD], 0, 0
    for part in re.split(r'/\* ---- ', table)[1:]:
        text.append('\n## %s\n\n| function | name | since | twin | |\n| --- | --- | --- | --- | --- |' %
                    part.split(' ----')[0])
        for kind, symbol, name, since in ROW.findall(part):
            note = 'returns `CUDA_ERROR_NOT_SUPPORTED`: ' + why[symbol] if symbol in why else 'works'
            works, refused = works + (symbol not in why), refused + (symbol in why)
            text.append('| `%s` | %s | %d.%d | %s | %s |' % (
                symbol, '' if name == symbol else '`%s`' % name, int(since) // 1000, int(since) % 1000 // 10,
                (TWIN[kind] or '').strip('_'), note))
    text.insert(1, '\n%d work, %d are refused.' % (works, refused))
    return '\n'.join(text) + '\n'


def read(path):
    with open(path) as f:
        return f.read()


def main():
    args = sys.argv[1:]
    update = args[0] == '--update'
    table, library, source, runtime, path = args[update:]
    table = read(table)
    want = set()
    for kind, symbol, name, since in ROW.findall(table):
        want |= {symbol} | ({symbol + TWIN[kind]} if TWIN[kind] else set())
        if not symbol.startswith(name):
            print('%s: its name is %s' % (symbol, name))
    out = subprocess.run(['nm', '-D', '--defined-only', library], capture_output=True, text=True,
                         check=True).stdout
    have = {line.split()[-1].split('@')[0] for line in out.splitlines()}
    for name in sorted(want ^ have):
        print('%s is %s' % (name, 'missing' if name in want else 'not in the table'))
    fresh = page(table, refusals(read(source), read(runtime)))
    if update:
        with open(path, 'w') as f:
            f.write(fresh)
    same = read(path) == fresh
    if not same:
        print('%s is out of date: run this with --update' % path)
    return want != have or len(want) < 200 or not same


sys.exit(main())
