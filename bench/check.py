#!/usr/bin/env python3
"""check.py - what checked mode costs: the kernels of peers/ on small inputs, one thread.

usage: check.py DIST [KERNEL...]

Each round runs the plain interpreter and the interpreter with each tool of checked mode; a ratio pairs two
times of processor of one round, and the table has the least of its rounds. Exits with 1 if something was
found, which is a false alarm, or an answer was wrong. ROUNDS, 3 by default.
SPDX-License-Identifier: Apache-2.0"""
import math
import os
import subprocess
import sys
import tempfile

TOOLS = ['mem', 'sync', 'init', 'race', 'all']
TARGET = 5.0


def times(dist, names, env):
    """Kernel -> seconds, and what was said besides."""
    here = os.path.dirname(os.path.abspath(__file__))
    with tempfile.NamedTemporaryFile('r') as log:
        env = dict(os.environ, SIMT_PEERS_PTX=os.path.join(here, 'peers', 'ptx'), SIMT_THREADS='1',
                   BENCH_REPS='2', **env)
        if 'SIMT_CHECK' in env:
            env['SIMT_CHECK'] += ',log=' + log.name
        program = os.path.join(dist, 'libexec', 'simt', 'bench-peers-check')
        done = subprocess.run([program, *names], env=env, capture_output=True, text=True)
        told = log.read()
    rows = [line.split() for line in done.stdout.splitlines()]
    wrong = [row[0] for row in rows if row[-1] != 'ok']
    return {row[0]: float(row[2]) for row in rows}, told + ''.join(w + ': WRONG\n' for w in wrong)


def main():
    dist, names = sys.argv[1], sys.argv[2:]
    best, plain, told = {}, {}, ''
    for _ in range(int(os.environ.get('ROUNDS', '3'))):
        base, text = times(dist, names, {'SIMT_BACKEND': 'interp'})
        told += text
        for tool in TOOLS:
            new, text = times(dist, names, {'SIMT_CHECK': tool})
            told += text
            for name, t in new.items():
                best[name, tool] = min(best.get((name, tool), math.inf), t / base[name])
        for name, t in base.items():
            plain[name] = min(plain.get(name, math.inf), t)
    print('%-14s %10s' % ('kernel', 'plain ms') + ''.join('%7s' % t for t in TOOLS))
    for name, t in plain.items():
        print('%-14s %10.3f' % (name, t * 1e3) + ''.join('%7.1f' % best[name, c] for c in TOOLS))
    kernels = [n for n in plain if n != 'launch']
    mean = {c: math.exp(sum(math.log(best[n, c]) for n in kernels) / len(kernels)) for c in TOOLS}
    print('%-25s' % 'geometric mean' + ''.join('%7.1f' % mean[c] for c in TOOLS))
    print('times as long with all tools, at most %.0f: %s' %
          (TARGET, 'met' if mean['all'] <= TARGET else 'MISSED'))
    sys.stdout.write(told[:2000])
    return told != ''


if __name__ == '__main__':
    sys.exit(main())
