#!/usr/bin/env python3
"""headers.py - each public header alone, in C and C++, by the host's compiler, without a message.

usage: headers.py COMPILER INCLUDE [EVERY]

Of all headers in all ways each EVERY-th is tried. BARE lists those that do not compile alone even in the vendor's
toolkit, or are of device code only: they are parts of others, which the tests of device code read. Others are to
compile.
SPDX-License-Identifier: Apache-2.0"""
import concurrent.futures
import os
import subprocess
import sys

MODES = [('c', 'c99'), ('c', 'c11'), ('c++', 'c++14'), ('c++', 'c++17'), ('c++', 'c++20')]

BARE = {
    # Parts of cooperative_groups.h, for device code.
    'cooperative_groups/memcpy_async.h', 'cooperative_groups/reduce.h', 'cooperative_groups/scan.h',
    # Device code that is written with the compiler's words.
    'cuda_awbarrier.h', 'cuda_awbarrier_helpers.h', 'cuda_awbarrier_primitives.h', 'cuda_pipeline.h',
    'cuda_pipeline_helpers.h', 'cuda_pipeline_primitives.h',
    # Reads OpenGL's own header, which a host need not have; driver.py of simtcc's tests brings one.
    'cuda_gl_interop.h',
}


# Classes of C++, as the vendor's header of this name has.
CXX = {'nvtx3/nvtx3.hpp'}


def compiles(compiler, include, header, language, standard):
    run = subprocess.run([compiler, '-x', language, '-std=' + standard, '-Wall', '-Wextra', '-Werror', '-fsyntax-only',
                          '-I' + include, '-include', header, '/dev/null'], stderr=subprocess.PIPE)
    return run.returncode == 0, run.stderr.decode()


def is_missing(path):
    """Whether the header is of a library that simt does not have, which is all that it says."""
    with open(path) as f:
        return '#error "simt has no ' in f.read()


def main():
    compiler, include = sys.argv[1:3]
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    headers = [h for h in sorted(os.listdir(include)) if h.endswith(('.h', '.hpp'))]
    for folder in 'cooperative_groups', 'nvtx3':
        headers += [folder + '/' + h for h in sorted(os.listdir(os.path.join(include, folder))) if '.' in h]
    missing = [h for h in headers if is_missing(os.path.join(include, h))]
    asked = [(h, *mode) for h in headers if h not in BARE and h not in missing for mode in MODES
             if h not in CXX or mode[0] == 'c++'][::every]
    failed = 0
    for h in missing:
        ok, text = compiles(compiler, include, h, 'c++', 'c++17')
        if ok or 'simt has no ' not in text:
            print('%s of a library that is missing:\n%s' % (h, text[:400]))
            failed += 1
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for which, (ok, text) in zip(asked, pool.map(lambda a: compiles(compiler, include, *a), asked)):
            if not ok:
                print('%s as %s (%s):\n%s' % (which[0], which[1], which[2], text[:400]))
                failed += 1
    for h in sorted(BARE - set(headers)):
        print('there is no %s' % h)
        failed += 1
    print('%d headers in %d ways, %d of missing libraries, %d failed' %
          (len(headers) - len(BARE) - len(missing), len(MODES), len(missing), failed))
    return failed != 0


sys.exit(main())
