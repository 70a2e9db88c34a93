#!/usr/bin/env python3
# mistakes.py - runs a program that gives wrong arguments to a library, and checks what the runtime says.
#     mistakes.py PROGRAM
# SPDX-License-Identifier: Apache-2.0
import os
import re
import subprocess
import sys

SYNC = r'cudaDeviceSynchronize\(\): '
# mistake, checked mode, texts that must be there (regular expressions), texts that must not
CASES = [
    ('far', '', [r'scaleVector reads x: 64 bytes at 0x\w+, where no memory of the device is', r'nearest: 400000 bytes',
                 SYNC + 'cudaErrorIllegalAddress'], []),
    ('host', '', ['it is memory of the host', SYNC + 'cudaErrorIllegalAddress'], []),
    ('fails', '', ['scaleFail: unspecified launch failure', SYNC + 'cudaErrorLaunchFailure'], []),
    ('bounds', '', [], ['Error']),  # the page is the device's, as on hardware
    ('fresh', '', [], ['Error']),
    ('race', '', [], ['Error']),
    ('bounds', 'mem', [r'Invalid __global__ read of size 4 bytes', r'by scaleVector, argument x: 400004 bytes at 0x\w+',
                       r'and is 1 bytes after the nearest allocation', 'the time of the call', 'scaleVector',
                       SYNC + 'cudaErrorLaunchFailure', 'ERROR SUMMARY: 2 errors'], []),
    ('far', 'mem', ['Invalid __global__ read', SYNC + 'cudaErrorIllegalAddress'], []),
    ('freed', 'mem', ['Invalid __global__ read of size 400000 bytes', 'that were freed', 'free time',
                      SYNC + 'cudaErrorLaunchFailure'], []),
    ('fresh', 'init', ['Uninitialized __global__ memory read of size 400000 bytes',
                       'by scaleVector, argument x', 'ERROR SUMMARY: 1 error'], [SYNC]),
    ('race', 'race', [r'Race of scaleVector of 400000 bytes at 0x\w+ in stream \d+ with scaleVector',
                      'Nothing orders them'], [SYNC]),
    # The one error is the call of the program that is refused.
    ('', 'all', ['ERROR SUMMARY: 1 error\n', 'done'], ['Race of', 'Invalid __', 'Uninit']),
]


def run(program, mistake, tools):
    env = dict(os.environ)
    if tools:
        env['SIMT_CHECK'] = tools
    done = subprocess.run([program] + ([mistake] if mistake else []), env=env, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=100)
    return done.returncode, done.stdout.decode(errors='replace')


bad = 0
for mistake, tools, wanted, unwanted in CASES:
    status, text = run(sys.argv[1], mistake, tools)
    missing = [w for w in wanted if not re.search(w, text)]
    extra = [u for u in unwanted if re.search(u, text)]
    if status < 0 or missing or extra:
        bad += 1
        print('--- %s, SIMT_CHECK=%s: status %d, missing %s, not wanted %s\n%s' %
              (mistake, tools, status, missing, extra, text))
sys.exit(bad != 0)
