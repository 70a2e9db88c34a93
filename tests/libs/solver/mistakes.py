#!/usr/bin/env python3
# mistakes.py - runs a program whose calls of cuSOLVER go beyond their operands, and checks what checked mode says.
#     mistakes.py PROGRAM
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys

# mistake, texts that must be there (regular expressions), texts that must not
CASES = [
    ('0', ['cudaSuccess'], ['Invalid __', 'Uninit']),
    ('1', [r'Invalid __global__ read', r'by cusolverDnSpotrf, argument A', 'after the nearest allocation'], []),
    ('2', [r'Invalid __global__ read', r'by cusolverDnSpotrf, argument A', 'freed'], []),
    ('3', [r'Uninitialized __global__ memory read', r'by cusolverDnSpotrf, argument A'], []),
    ('4', [r'Invalid __global__ write', r'by cusolverDnSpotrf, argument Workspace'], []),
    ('5', [r'Invalid __global__ write', r'by cusolverDnSgetrf, argument ipiv'], []),
    ('6', ['cudaErrorIllegalAddress'], []),
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
