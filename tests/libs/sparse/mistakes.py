#!/usr/bin/env python3
# mistakes.py - runs a program with a wrong operand, and checks what the runtime says.
#     mistakes.py PROGRAM
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys

FAULT = 'synchronized: cudaErrorIllegalAddress'
# mistake, checked mode, texts that must be there (regular expressions)
CASES = [
    ('', 'all', ['synchronized: cudaSuccess']),
    ('column', '', [FAULT]),
    ('offset', '', [FAULT]),
    ('null', '', [FAULT]),
    ('null', 'mem', [FAULT, 'by cusparseSpMV, argument vecX']),
    ('freed', 'mem', ['by cusparseSpMV, argument matA.s values', 'that were freed']),
    ('fresh', 'init', ['Uninitialized __global__ memory read', 'by cusparseSpMV, argument vecX']),
]
bad = 0
for mistake, tools, wanted in CASES:
    env = dict(os.environ)
    if tools:
        env['SIMT_CHECK'] = tools
    done = subprocess.run([sys.argv[1], mistake], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100)
    text = done.stdout.decode(errors='replace')
    missing = [w for w in wanted if not re.search(w, text)]
    if done.returncode < 0 or missing:
        bad += 1
        print('--- %s, SIMT_CHECK=%s: status %d, missing %s\n%s' % (mistake, tools, done.returncode, missing, text))
sys.exit(bad != 0)
