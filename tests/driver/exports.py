#!/usr/bin/env python3
"""exports.py - libcuda exports what the table of driver functions lists, and nothing else.

usage: exports.py simt/cuda_driver.def LIBRARY
SPDX-License-Identifier: Apache-2.0"""
import re
import subprocess
import sys

TWIN = {'CU_FN': None, 'CU_FN0': None, 'CU_FN_SZ': '_ptsz', 'CU_FN_DS': '_ptds'}

with open(sys.argv[1]) as f:
    rows = re.findall(r'^(CU_FN\w*)\((\w+),\s*(\w+),\s*(\d+)', f.read(), re.M)
want = set()
for kind, symbol, name, since in rows:
    want |= {symbol} | ({symbol + TWIN[kind]} if TWIN[kind] else set())
    if not symbol.startswith(name):
        print('%s: its name is %s' % (symbol, name))
out = subprocess.run(['nm', '-D', '--defined-only', sys.argv[2]], capture_output=True, text=True,
                     check=True).stdout
have = {line.split()[-1].split('@')[0] for line in out.splitlines()}
for name in sorted(want ^ have):
    print('%s is %s' % (name, 'missing' if name in want else 'not in the table'))
sys.exit(want != have or len(want) < 200)
