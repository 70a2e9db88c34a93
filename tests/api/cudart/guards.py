#!/usr/bin/env python3
"""guards.py - headers of users ask by a macro whether one of the toolkit's has been included: #ifdef __DRIVER_TYPES_H__.
guards.txt says which each header defines; here they are asked for, by the host's compiler alone and in both halves of
a .cu file.

usage: guards.py COMPILER INCLUDE GUARDS [EVERY]: of the lines of guards.txt each EVERY-th
SPDX-License-Identifier: Apache-2.0"""
import concurrent.futures
import os
import re
import subprocess
import sys

HALVES = {'host half': ['-D__CUDACC__', '-include', 'cuda_runtime.h'],
          'device half': ['-D__CUDACC__', '-D__CUDA_ARCH__=900', '-include', 'cuda_runtime.h']}


def read(path):
    """Returns for each header what it defines always, and what in a .cu file."""
    with open(path) as f:
        text = ''.join(line for line in f if not line.startswith('#'))
    table = {}
    for line in re.sub(r'\n +', ' ', text).split('\n'):
        if line:
            header, names = line.split(':')
            names = names.split()
            table[header] = [n[1:] for n in names if n[0] == '+'], [n.lstrip('+') for n in names]
    return table


def defined(compiler, include, header, flags):
    run = subprocess.run([compiler, '-x', 'c++', '-std=c++17', '-E', '-dM', '-I' + include, *flags, '-'], check=True,
                         input=f'#include <{header}>\n', text=True, stdout=subprocess.PIPE)
    return set(re.findall(r'^#define (\w+)', run.stdout, re.M))


def missing(compiler, include, header, always, cuda):
    there = defined(compiler, include, header, [])
    yield from ((n, 'the host alone') for n in always if n not in there)
    for half, flags in HALVES.items():
        there = defined(compiler, include, header, flags)
        yield from ((n, half) for n in cuda if n not in there)


def files(folder, *under):
    return sorted(os.path.relpath(os.path.join(at, name), folder)
                  for top in under for at, _, names in os.walk(os.path.join(folder, top)) for name in names)


def is_missing(path):
    with open(path) as f:
        return '#error "simt has no ' in f.read()


def main():
    compiler, include, path = sys.argv[1:4]
    step = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    table = read(path)
    every = table.pop('*')[1]
    # a header without a line has a name of our own, or says that it is not there
    unknown = [h for h in os.listdir(include) if re.search(r'\.hp*$', h) and h not in table and
               not re.match(r'nvToolsExt|(surface|texture_fetch)_functions', h) and
               not is_missing(os.path.join(include, h))]
    failed = [f'{h}: guards.txt has no line for it' for h in unknown]
    # a toolkit has <cuda/atomic> and its like in include/cccl
    if files(include, 'cuda', 'nv') != files(include + '/cccl', 'cuda', 'nv'):
        failed.append('include/cccl has other headers than include/cuda and include/nv')
    with concurrent.futures.ThreadPoolExecutor() as pool:
        jobs = {h: pool.submit(lambda h=h, a=a, c=c: list(missing(compiler, include, h, a, every + c)))
                for h, (a, c) in list(table.items())[::step]}
        failed += [f'{h}: {name} is not defined in {where}' for h, job in jobs.items() for name, where in job.result()]
    print(*failed or [f'{len(jobs)} headers'], sep='\n')
    return bool(failed)


if __name__ == '__main__':
    sys.exit(main())
