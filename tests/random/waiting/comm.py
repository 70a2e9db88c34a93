#!/usr/bin/env python3
"""comm.py - random kernels whose threads wait for each other (program.py, emit.py), run at every level of both backends.
Each must leave what follows from the program alone.

usage: comm.py SIMTRUN [--seed N] [--count N] [--batch N] [--level NAME]... [--keep DIR] [--jobs N] [--print]
               [--phases N] [--sets N]
Kernel i has seed N + i. A batch of kernels is a module; each is launched with three sets of parameters, or --sets of them;
--phases limits how many protocols a kernel has, so that many small ones can run. A failing batch is kept in DIR with a
command that repeats it. The last line is "N passed, N failed, 0 skipped", in kernels x levels.
SPDX-License-Identifier: Apache-2.0"""
import argparse
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from emit import SHAPES, Module            # noqa: E402
from program import Program, evaluate      # noqa: E402

LEVELS = {
    'interp': (['--backend=interp'], {}),
    'quick': (['--backend=jit'], {'SIMT_JIT': 'quick'}),
    'tiered': (['--backend=jit'], {'SIMT_JIT': 'tiered'}),
    'eager': (['--backend=jit'], {'SIMT_JIT': 'eager'}),
    'auto': (['--backend=auto'], {}),
    'one': (['--backend=jit', '--threads=1'], {'SIMT_JIT': 'eager'}),
    'v3': (['--backend=jit'], {'SIMT_JIT': 'eager', 'SIMT_CPU': 'x86-64-v3'}),
    'cut': (['--backend=jit'], {'SIMT_JIT': 'eager', 'SIMT_JIT_DEBUG': 'cut'}),
    'leave': (['--backend=jit'], {'SIMT_JIT': 'quick', 'SIMT_JIT_DEBUG': 'leave'}),
    'verify-quick': (['--backend=jit'], {'SIMT_JIT': 'quick', 'SIMT_JIT_DEBUG': 'leave,verify'}),
    'verify': (['--backend=jit'], {'SIMT_JIT': 'eager', 'SIMT_JIT_DEBUG': 'verify'}),
    'optimized': (['--backend=jit', '--optimize=3'], {'SIMT_JIT': 'quick'}),
    'optimized-interp': (['--backend=interp', '--optimize=3'], {}),
    'weak': (['--weak', '--seed=5'], {}),
    'random': (['--schedule=random', '--seed=3'], {}),
    'checked': (['--check'], {}),
}
DEFAULT = ['interp', 'quick', 'tiered', 'eager']
PARAMETERS = [(1, 7), (2, 0x12345), (3, 0xfffffff1)]


def write_batch(folder, args, seeds):
    """The module, its launches and what they must leave."""
    programs = [(Program(s, args.phases), SHAPES[s % len(SHAPES)]) for s in seeds]
    with open(os.path.join(folder, 'comm.ptx'), 'w') as f:
        f.write(Module(programs).text)
    launches, expect = [], bytearray()
    for i, (p, shape) in enumerate(programs):
        for n, salt in (PARAMETERS[(p.seed + j) % len(PARAMETERS)] for j in range(args.sets)):
            result = evaluate(p, n, salt)
            if p.seed % 16 == 0 and result != evaluate(p, n, salt, random.Random(p.seed)):
                raise SystemExit('seed %d: the program has more than one result' % p.seed)
            data = struct.pack('<%dI' % len(result), *result)
            launches.append({
                'name': 'seed %d, %s, n = %d' % (p.seed, shape, n), 'kernel': 'k%d' % i, 'grid': [p.grid, 1, 1],
                'block': [p.block, 1, 1],
                'args': [{'out': 'comm.expect', 'type': 'u32', 'at': len(expect), 'bytes': len(data)},
                         {'scratch': max(4 * p.words['g'], 4)}, {'u32': n}, {'u32': salt}]})
            expect += data
    with open(os.path.join(folder, 'comm.expect'), 'wb') as f:
        f.write(expect)
    with open(os.path.join(folder, 'comm.launch.json'), 'w') as f:
        json.dump({'module': 'comm.ptx', 'launches': launches}, f, indent=1)
    return len(launches)


def run_batch(args, seeds):
    """Passed and failed launches of one batch."""
    with tempfile.TemporaryDirectory() as folder:
        n = write_batch(folder, args, seeds)
        passed = failed = 0
        for level in args.level:
            options, env = LEVELS[level]
            env = {**os.environ, 'CUDA_CACHE_DISABLE': '1', **env}
            done = subprocess.run([args.simtrun, '--timeout=100', *options, os.path.join(folder, 'comm.launch.json')],
                                  env=env, text=True, errors='replace', stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=1200)
            last = (done.stdout.splitlines() or [''])[-1].split()
            good = int(last[0]) if len(last) > 1 and last[1] == 'passed,' else 0
            passed += good
            if good == n:
                continue
            failed += n - good
            where = folder
            if args.keep:
                where = os.path.join(args.keep, '%d-%s' % (seeds[0], level))
                os.makedirs(where, exist_ok=True)
                for name in os.listdir(folder):
                    os.replace(os.path.join(folder, name), os.path.join(where, name))
                write_batch(folder, args, seeds)
            print('FAIL level %s, seeds %d to %d, status %d: %s %s %s/comm.launch.json' % (
                level, seeds[0], seeds[-1], done.returncode, ' '.join('%s=%s' % x for x in LEVELS[level][1].items()),
                ' '.join([os.path.basename(args.simtrun), *options]), where))
            print('\n'.join(done.stdout.splitlines()[-6:]), flush=True)
        return passed, failed


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument('simtrun')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=64)
    parser.add_argument('--batch', type=int, default=32)
    parser.add_argument('--level', action='append', choices=list(LEVELS))
    parser.add_argument('--keep')
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--phases', type=int, default=0)
    parser.add_argument('--sets', type=int, default=len(PARAMETERS), choices=range(1, len(PARAMETERS) + 1))
    parser.add_argument('--print', action='store_true')
    args = parser.parse_args()
    args.level = args.level or DEFAULT
    if args.print:
        p = Program(args.seed, args.phases)
        print('// grid %d, block %d' % (p.grid, p.block))
        print(Module([(p, SHAPES[args.seed % len(SHAPES)])]).text)
        return
    seeds = list(range(args.seed, args.seed + args.count))
    batches = [seeds[i:i + args.batch] for i in range(0, len(seeds), args.batch)]
    passed = failed = 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for good, bad in pool.map(lambda b: run_batch(args, b), batches):
            passed += good
            failed += bad
    print('%d passed, %d failed, 0 skipped' % (passed, failed))
    sys.exit(failed != 0)


if __name__ == '__main__':
    main()
