#!/usr/bin/env python3
"""applications.py - programs of HeCBench and Rodinia, CUDA by simtcc beside OpenMP by clang, on the same processors.

usage: applications.py [--rodinia DIR] [--hecbench DIR] [--kit BIN] [--rounds N] [--table FILE] [NAME...]

DIR is a checkout of the commit that applications.toml pins (its head says how to get one); nothing is written there:
programs are built and run in copies below --work. BIN has simtcc (build/dist/bin). The OpenMP version is built by
clang -O3 -march=native -fopenmp, for the host. Both run with the same input and number of threads, in turns; the first
run of each, with an empty cache of code, is not among the rounds and is shown as `first`. Each run is verified as
applications.toml says, by the program's own check or by comparing what both compute. Times are medians, ratios medians
of the rounds' ratios; above 1, simt is faster. Kernel times are of the regions that applications.toml marks in the
source, or what the program prints.
SPDX-License-Identifier: Apache-2.0"""
import argparse
import array
import math
import os
import random
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import time
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))
UNIT = {'s': 1, 'sec': 1, 'seconds': 1, 'ms': 1e-3, 'msec': 1e-3, 'us': 1e-6, 'ns': 1e-9}
RESULT = 'applications.result'
CLANG = os.environ.get('CLANG') or next(filter(shutil.which, ['clang-%d' % v for v in (22, 21, 20, 19)]), 'clang')
HOST = ['-O3', '-march=native', '-fopenmp', '-Wno-everything']


def clangxx():
    return CLANG.replace('clang', 'clang++')


class Failed(Exception):
    """Why a program does not count."""


def command(argv, folder, seconds, env=None):
    """Output and time of a command that must end well in time."""
    start = time.monotonic()
    try:
        p = subprocess.run(argv, cwd=folder, timeout=seconds, env={**os.environ, **(env or {})}, text=True, errors='replace',
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except FileNotFoundError:
        raise Failed('there is no %s' % argv[0])
    except subprocess.TimeoutExpired:
        raise Failed('%s: more than %d s' % (argv[0], seconds))
    took = time.monotonic() - start
    if p.returncode:
        raise Failed('%s: status %d: %s' % (argv[0], p.returncode, ' | '.join(p.stdout.strip().split('\n')[-6:])[-700:]))
    return p.stdout, took


# Inputs, each written once.

def write(path, lines):
    with open(path, 'w') as f:
        f.writelines(lines)


def numbers(path, n, low, high):
    r = random.Random(1)
    write(path, ('%.6f\n' % r.uniform(low, high) for _ in range(n)))


def keys(path, n):
    write(path, ['%d\n' % n] + ['%d\n' % i for i in range(n)])


def graph(path, n, most):
    """Rodinia's text form: a node's first edge and number of edges; the source; each edge's target and weight."""
    r = random.Random(1)
    degree = [r.randint(1, most) for _ in range(n)]
    starts, total = [], 0
    for d in degree:
        starts.append(total)
        total += d
    write(path, ['%d\n' % n] + ['%d %d\n' % p for p in zip(starts, degree)] + ['\n0\n\n%d\n' % total] +
          ['%d %d\n' % (r.randrange(n), r.randint(1, 10)) for _ in range(total)])


def image(path, rows, columns):
    r = random.Random(1)
    write(path, ['P2\n%d %d\n255\n' % (columns, rows)] +
          [' '.join('%d' % r.randint(1, 254) for _ in range(columns)) + '\n' for _ in range(rows)])


def text(path, content):
    write(path, [content])


INPUTS = {f.__name__: f for f in (numbers, keys, graph, image, text)}


class Side:
    """One version of a program: its copy, how it is built and run."""

    def __init__(self, program, key, setting):
        self.p, self.key, self.o = program, key, setting
        default = setting.suites[program['suite']].get('default', {})
        self.spec = {**default, **default.get(key, {}), **program, **program.get(key, {})}
        self.root = os.path.join(setting.work, program['suite'])
        self.spec['folder'] = self.spec['folder'].replace('{name}', program['name'])
        self.folder = os.path.join(self.root, self.spec['folder'])

    def words(self, s):
        return shlex.split(s.replace('{threads}', str(self.o.threads)))

    def copy(self):
        checkout = self.o.checkouts[self.p['suite']]
        for name in [self.spec['folder'], *self.spec.get('beside', [])]:
            to = os.path.join(self.root, name)
            shutil.rmtree(to, ignore_errors=True)
            if not os.path.isdir(os.path.join(checkout, name)):
                raise Failed('%s is not in the checkout' % name)
            shutil.copytree(os.path.join(checkout, name), to)
        for name, maker, *arguments in self.p.get('inputs', []):
            path = os.path.join(self.folder, name)
            if not os.path.exists(path):
                os.makedirs(os.path.dirname(path), exist_ok=True)
                INPUTS[maker](path, *arguments)
        self.edit()

    def edit(self):
        """[FILE, LINE, TEXT] puts TEXT before the line, [FILE, LINE, OLD, NEW] replaces OLD in it."""
        files = {}
        for name, line, *change in self.spec.get('edits', []):
            path = os.path.join(self.folder, name)
            if path not in files:
                with open(path, errors='surrogateescape', newline='') as f:
                    files[path] = f.read().split('\n')
            lines = files[path]
            new = change[-1].replace('{threads}', str(self.o.threads))
            if len(change) == 1:
                lines[line - 1] = new + ' ' + lines[line - 1]
            elif change[0] in lines[line - 1]:
                lines[line - 1] = lines[line - 1].replace(change[0], new)
            else:
                raise Failed('%s:%d has no %s' % (name, line, change[0]))
        for path, lines in files.items():
            with open(path, 'w', errors='surrogateescape', newline='') as f:
                f.write('\n'.join(lines))

    def build(self):
        self.copy()
        if 'sources' not in self.spec:
            compiler = self.o.simtcc if self.key == 'cuda' else self.o.clang
            command(['make', 'CC=' + compiler, *self.words(self.spec.get('make', ''))], self.folder, self.o.seconds)
            return
        sources, flags = self.spec['sources'], self.words(self.spec.get('flags', ''))
        flags += ['-include', os.path.join(HERE, 'applications.h')]
        if self.key == 'cuda':
            command([self.o.simtcc, '-O3', *flags, '-o', 'main', *sources, '-lm'], self.folder, self.o.seconds)
            return
        plain = all(s.endswith('.c') for s in sources)
        command([CLANG if plain else clangxx(), *HOST, *flags, '-o', 'main', *sources, '-lm'], self.folder, self.o.seconds)

    def run(self):
        """The whole time, the kernel time or None, the output and the recorded results."""
        recorded = os.path.join(self.folder, RESULT)
        if os.path.exists(recorded):
            os.remove(recorded)
        env = {'SIMT_THREADS': str(self.o.threads), 'OMP_NUM_THREADS': str(self.o.threads), 'SIMT_QUIET': '1',
               'SIMT_CACHE_PATH': os.path.join(self.o.work, 'cache', self.p['name'])}
        out, took = command(['./' + self.spec.get('program', 'main'), *self.words(self.spec.get('arguments', ''))], self.folder, self.o.seconds, env)
        times = [float(m[1]) * UNIT[m[2] if m.re.groups > 1 else 's']
                 for m in re.finditer(self.spec.get('kernel', r'^region ([\d.]+)'), out, re.M)]
        values = array.array('d')
        if os.path.exists(recorded):
            with open(recorded, 'rb') as f:
                values.frombytes(f.read())
        return took, sum(times) if times else None, out, values

    def checked(self):
        try:
            took, kernel, out, values = self.run()
        except Failed as why:
            raise Failed('%s: %s' % (self.key, why))
        good, bad = self.spec.get('good'), self.spec.get('bad')
        if good and not re.search(good, out) or bad and re.search(bad, out):
            raise Failed('%s: its own check fails' % self.key)
        if 'values' in self.spec:  # what it prints is compared
            values.extend(float(v) for v in re.findall(self.spec['values'], out, re.M))
        return took, kernel, values


def compare(program, a, b):
    """The largest difference, as a share of the largest value."""
    if 'tolerance' not in program:
        return
    if len(a) != len(b) or not a:
        raise Failed('%d and %d results' % (len(a), len(b)))
    if not all(map(math.isfinite, a)) or not any(a):
        raise Failed('results are no numbers, or all 0')
    worst = max(abs(x - y) for x, y in zip(a, b)) / max(map(abs, a))
    if not worst <= program['tolerance']:
        raise Failed('results differ by %.2g of the largest' % worst)


def measure(program, o):
    """(whole, kernel) of simt and of OpenMP for each round, and the two first runs' whole times."""
    sides = [Side(program, key, o) for key in ('cuda', 'openmp')]
    for s in sides:
        s.build()
    shutil.rmtree(os.path.join(o.work, 'cache', program['name']), ignore_errors=True)
    rounds = []
    for i in range(o.rounds + 1):
        order = sides if i % 2 == 0 else sides[::-1]
        runs = {s.key: s.checked() for s in order}
        compare(program, runs['cuda'][2], runs['openmp'][2])
        rounds.append([runs[s.key][:2] for s in sides])
    return rounds[1:], [r[0] for r in rounds[0]]


def ratio(rounds, column):
    if any(side[column] is None for r in rounds for side in r):
        return None
    return statistics.median(r[1][column] / r[0][column] for r in rounds)


def medians(rounds, column):
    return [None if r is None else statistics.median(r) for r in
            (None if any(v[side][column] is None for v in rounds) else [v[side][column] for v in rounds] for side in (0, 1))]


def shown(v, form='%.2f'):
    return '-' if v is None else form % v


def mean(values):
    values = [v for v in values if v]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


HEAD = ('program', 'simt s', 'OpenMP s', 'whole', 'simt kernel', 'OpenMP kernel', 'kernel', 'simt first s')


def row(name, rounds, first):
    whole, kernel = medians(rounds, 0), medians(rounds, 1)
    return (name, *(shown(v) for v in whole), shown(ratio(rounds, 0)), *(shown(v, '%.4g') for v in kernel),
            shown(ratio(rounds, 1)), shown(first[0]))


def version_of(argv):
    return subprocess.run(argv, stdout=subprocess.PIPE, text=True).stdout.split('\n')[0]


def table(path, rows, results, tried, o):
    cpu = re.search(r'model name\s*: (.*)', open('/proc/cpuinfo').read())
    lines = ['# Applications', '', 'Written by `bench/applications.py --table`; see [README.md](README.md).', '',
             '- %s, %d threads, %d rounds' % (cpu[1] if cpu else '?', o.threads, o.rounds),
             '- %s %s' % (version_of([CLANG, '--version']), ' '.join(HOST[:3])),
             *(['- ' + o.note] if o.note else []),
             *('- %s %s' % (s['url'], s['commit']) for s in o.suites.values()),
             '- ratios: OpenMP over simt; above 1, simt is faster', '',
             '| ' + ' | '.join(HEAD) + ' |', '| --- |' + ' ---: |' * (len(HEAD) - 1)]
    lines += ['| ' + ' | '.join(r) + ' |' for r in rows]
    lines += ['', summary(results)]
    if tried:
        lines += ['', 'Tried, and not counted:', ''] + ['- %s: %s' % t for t in tried]
    with open(path, 'w') as f:
        f.write('\n'.join(lines) + '\n')


def summary(results):
    whole, kernel = ([ratio(r, c) for r in results] for c in (0, 1))
    return 'geometric mean: whole %s of %d programs, kernel %s of %d' % (
        shown(mean(whole)), len(whole), shown(mean(kernel)), sum(v is not None for v in kernel))


def options():
    p = argparse.ArgumentParser()
    p.add_argument('--rodinia')
    p.add_argument('--hecbench')
    p.add_argument('--kit', default=os.path.join(HERE, '../build/dist/bin'))
    p.add_argument('--work', default='/tmp/simt-applications')
    p.add_argument('--rounds', type=int, default=3)
    p.add_argument('--threads', type=int, default=len(os.sched_getaffinity(0)))
    p.add_argument('--seconds', type=int, default=300, help='limit of one command')
    p.add_argument('--list', default=os.path.join(HERE, 'applications.toml'))
    p.add_argument('--table', help='a file for the table')
    p.add_argument('--note', default='', help='a line for it, of the machine')
    p.add_argument('name', nargs='*')
    o = p.parse_args()
    o.work, o.simtcc = os.path.abspath(o.work), os.path.abspath(os.path.join(o.kit, 'simtcc'))
    o.checkouts = {k: os.path.abspath(v) for k, v in (('rodinia', o.rodinia), ('hecbench', o.hecbench)) if v}
    return o


def host_compiler(o):
    """clang++ as a program that Makefiles for other compilers can call."""
    o.clang = os.path.join(o.work, 'clang-openmp')
    os.makedirs(o.work, exist_ok=True)
    with open(o.clang, 'w') as f:
        f.write('#!/bin/bash\n# The options of other compilers for OpenMP, and of offloading, are left out.\na=()\n'
                'for x; do case $x in -qopenmp | -fiopenmp | -mp=* | -Minfo | -gpu=* | -fopenmp-targets*) ;; '
                '*) a+=("$x") ;; esac; done\nexec %s "${a[@]}" %s\n' % (clangxx(), ' '.join(HOST)))
    os.chmod(o.clang, 0o755)


def main():
    o = options()
    with open(o.list, 'rb') as f:
        data = tomllib.load(f)
    o.suites = data['suite']
    for name, checkout in o.checkouts.items():
        head = version_of(['git', '-C', checkout, 'rev-parse', 'HEAD'])
        if head != o.suites[name]['commit']:
            sys.exit('%s is at %s, not at %s' % (checkout, head or 'no commit', o.suites[name]['commit']))
    host_compiler(o)
    rows, results, tried = [], [], []
    print('%-28s' % HEAD[0] + ''.join('%14s' % h for h in HEAD[1:]), flush=True)
    for p in data['program']:
        if p['suite'] not in o.checkouts or o.name and p['name'] not in o.name:
            continue
        name = '%s (%s)' % (p['name'], p['suite'])
        try:
            rounds, first = measure(p, o)
        except Failed as why:
            tried.append((name, why))
            print('%-28s %s' % (name, why), flush=True)
            continue
        results.append(rounds)
        rows.append(row(name, rounds, first))
        print('%-28s' % rows[-1][0] + ''.join('%14s' % c for c in rows[-1][1:]), flush=True)
    if not results:
        sys.exit('nothing measured')
    print(summary(results))
    tried += [('%s (%s)' % (t['name'], t['suite']), t['why']) for t in data.get('left_out', [])]
    if o.table:
        table(o.table, rows, results, tried, o)


if __name__ == '__main__':
    main()
