#!/usr/bin/env python3
"""features.py - CUDA C++ features: each features/*.cu is compiled by the host's compiler and by ours,
and both results must be equal, on both backends, also after the optimiser. Every fourth file is compiled:
every sixteenth runs in the final code, the rest in the first tier's, which is made in less than half of the time;
with --all every file runs in both.

usage: features.py CU_TO_PTX SIMTRUN CXX DIR [--all]
SPDX-License-Identifier: Apache-2.0"""
import json
import os
import struct
import subprocess
import sys
import tempfile

THREADS, WORDS = 64, 64


def run(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, **more)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def standard(source):
    """A file that needs more than C++17 has the word -std=... in its first comment."""
    with open(source) as f:
        words = [w for w in f.readline().split() if w.startswith('-std=')]
    return words[0] if words else '-std=c++17'


def expected(cxx, source, tmp):
    """Returns what the host computes from the input, as files in tmp."""
    values = [i * 7 % 31 - 9 for i in range(THREADS * WORDS)]
    with open(f'{tmp}/in', 'wb') as f:
        f.write(struct.pack(f'<{len(values)}i', *values))
    run(cxx, '-w', '-O1', '-fno-strict-aliasing', standard(source), '-x', 'c++', '-include',
        os.path.dirname(source) + '/host.h', source, '-o', f'{tmp}/host')
    run(f'{tmp}/host', f'{tmp}/in', f'{tmp}/expect')


def compiled(cu_to_ptx, cxx, source, tmp):
    run(cxx, '-E', '-x', 'c++', standard(source), '-nostdinc', '-include',
        os.path.dirname(source) + '/device.h', source, '-o', f'{tmp}/k.ii')
    with open(f'{tmp}/k.ptx', 'w') as f:
        f.write(run(cu_to_ptx, f'{tmp}/k.ii', standard(source)))


def launched(simtrun, tmp, tiers):
    size = THREADS * WORDS
    launch = {'name': 'k', 'kernel': 'k', 'grid': [1, 1, 1], 'block': [THREADS, 1, 1],
              'args': [{'inout': 'in', 'expect': 'expect', 'type': 's32', 'at': 0, 'bytes': 4 * size},
                       {'s32': size}]}
    with open(f'{tmp}/k.launch.json', 'w') as f:
        json.dump({'module': 'k.ptx', 'launches': [launch]}, f)
    for option in [], ['--optimize=3']:
        run(simtrun, '--backend=interp', *option, 'k.launch.json', cwd=tmp)
    for tier in tiers:
        run(simtrun, '--backend=jit', 'k.launch.json', cwd=tmp, env=dict(os.environ, SIMT_JIT=tier))


def main():
    cu_to_ptx, simtrun = map(os.path.abspath, sys.argv[1:3])
    cxx, folder, *more = sys.argv[3:]
    failed = 0
    for i, name in enumerate(sorted(name for name in os.listdir(folder) if name.endswith('.cu'))):
        if more == ['--all']:
            tiers = ['quick', 'eager']
        else:
            tiers = ['eager'] if i % 16 == 0 else ['quick'] if i % 4 == 0 else []
        with tempfile.TemporaryDirectory() as tmp:
            source = os.path.join(os.path.abspath(folder), name)
            try:
                expected(cxx, source, tmp)
                compiled(cu_to_ptx, cxx, source, tmp)
                launched(simtrun, tmp, tiers)
                print('ok', name)
            except RuntimeError as e:
                print('FAIL', name, e, sep='\n')
                failed += 1
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
