#!/usr/bin/env python3
# mistakes.py - runs a program that uses cuRAND wrongly, and checks what the runtime says.
#     mistakes.py PROGRAM
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys

# mistake, checked mode, what is printed (regular expressions)
CASES = [
    ('', '', ['^status 0, then 0\n$']),
    ('host', '', ['curandGenerate writes outputPtr: 400 bytes', 'memory of the host', ', then 700']),
    ('graph', '', ['launch: 0\n', 'curandGenerate: an illegal memory access', 'launch: 700\n']),
    ('', 'all', ['^status 0, then 0\n$']),
    ('freed', 'mem', ['Invalid __global__ write of size 400 bytes', 'by curandGenerate, argument outputPtr',
                      'that were freed', 'the time of the call']),
    ('bounds', 'mem', ['Invalid __global__ write of size 4 bytes', 'argument outputPtr: 404 bytes']),
]
bad = 0
for mistake, tools, wanted in CASES:
    env = dict(os.environ)
    if tools:
        env['SIMT_CHECK'] = tools
    done = subprocess.run([sys.argv[1], mistake], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100,
                          text=True)
    missing = [w for w in wanted if not re.search(w, done.stdout)]
    if done.returncode < 0 or missing:
        bad += 1
        print('--- %s, SIMT_CHECK=%s: exit status %d, missing %s\n%s' %
              (mistake, tools, done.returncode, missing, done.stdout))
sys.exit(bad != 0)
