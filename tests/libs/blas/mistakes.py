#!/usr/bin/env python3
# mistakes.py - runs a program whose calls of cuBLAS go beyond their operands, and checks what checked mode says.
#     mistakes.py PROGRAM
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys

# mistake, texts that must be there (regular expressions), texts that must not
CASES = [
    ('0', ['cudaSuccess'], ['Invalid __', 'Uninit']),
    ('1', [r'Invalid __global__ read', r'by cublasSgemm_v2, argument A: 288 bytes', 'after the nearest allocation'], []),
    ('2', [r'Invalid __global__ read', r'by cublasSgemm_v2, argument A', 'freed'], []),
    ('4', [r'Invalid __global__ read', r'by cublasXtSgemm, argument A: 288 bytes', 'after the nearest allocation'], ['argument [BC]']),
    ('3', [r'Uninitialized __global__ memory read', r'by cublasSgemm_v2, argument A'], []),
]
bad = 0
for mistake, wanted, unwanted in CASES:
    env = dict(os.environ, SIMT_CHECK='mem,init')
    done = subprocess.run([sys.argv[1], mistake], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100)
    text = done.stdout.decode(errors='replace')
    missing = [w for w in wanted if not re.search(w, text)]
    extra = [u for u in unwanted if re.search(u, text)]
    if done.returncode < 0 or missing or extra:
        bad += 1
        print('--- %s: status %d, missing %s, not wanted %s\n%s' % (mistake, done.returncode, missing, extra, text))
sys.exit(bad != 0)
