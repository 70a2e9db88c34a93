#!/usr/bin/env python3
"""mistakes.py - what checked mode says to mistakes with cuFFT.

usage: mistakes.py PROGRAM

SPDX-License-Identifier: Apache-2.0"""
import os
import re
import subprocess
import sys

GOOD = 'sync cudaSuccess'
# mistake, checked mode, what has to be said, what has not
CASES = [
    ('null', '', ['sync cudaErrorIllegalAddress'], []),
    ('bounds', 'mem', ['Invalid __global__ read of size 8 bytes', r'by cufftExecC2C, argument idata: 136 bytes',
                       'is 1 bytes after the nearest allocation'], []),
    ('padding', 'mem', ['Invalid __global__ write of size 8 bytes', r'by cufftExecR2C, argument odata: 136 bytes'], []),
    ('freed', 'mem', ['by cufftExecC2C, argument odata', 'that were freed'], []),
    ('fresh', 'init', ['Uninitialized __global__ memory read of size 128 bytes', 'by cufftExecC2C, argument idata', GOOD], []),
    ('race', 'race', ['Race of cufftExecC2C of 128 bytes', 'Nothing orders them', GOOD], []),
    ('area', 'race', ['Race of cufftExecC2C', 'Nothing orders them', GOOD], []),
    ('good', 'all', [GOOD], ['Race of', 'Invalid __', 'Uninit']),
]

bad = 0
for mistake, tools, wanted, unwanted in CASES:
    env = dict(os.environ, **({'SIMT_CHECK': tools} if tools else {}))
    done = subprocess.run([sys.argv[1], mistake], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100)
    missing = [w for w in wanted if not re.search(w, done.stdout)]
    extra = [u for u in unwanted if re.search(u, done.stdout)]
    if missing or extra or done.returncode < 0:
        bad += 1
        print(f'--- {mistake}, SIMT_CHECK={tools}: status {done.returncode}, missing {missing}, not wanted {extra}\n{done.stdout}')
sys.exit(bad != 0)
