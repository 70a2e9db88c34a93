#!/usr/bin/env python3
"""places.py - every kind of operand in every place where an expression, a type or a name may stand: most of it is wrong,
and all of it must be answered with code or with an error.

usage: places.py CUDA-CHECK DIR [--every N] [--from K] [--keep DIR]

DIR has before.cu (declarations), locals, operands and places, one to a line, where an @ stands for the operand. Each pair
is a function, a member function or a function template, in turns. --every N takes each Nth pair only, from the Kth one.
"""

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

FUNCTIONS = (
    '__device__ auto f() {\n%s\n%s\n}',
    'struct w : S {\n__device__ auto f() {\n%s\n%s\n}\n};\n__device__ void use(w *p) { p->f(); }',
    'template <class T, class... P> __device__ auto f(T t, P... p) {\n%s\n%s\n}\n__device__ void use() { f(1, 2, 3); }',
)


def lines(folder, name):
    with open(os.path.join(folder, name), encoding='utf-8') as f:
        return f.read().splitlines()


class Pairs:
    def __init__(self, args):
        self.tool = args.tool
        self.before = '\n'.join(lines(args.dir, 'before.cu'))
        self.locals = '\n'.join(lines(args.dir, 'locals'))
        self.pairs = list(itertools.product(FUNCTIONS, lines(args.dir, 'operands'), lines(args.dir, 'places')))

    def source(self, number):
        function, operand, place = self.pairs[number]
        body = place.replace('@', operand)
        if body.startswith('#'):
            body += '\nfor (int z = 0; z < 4; z++) ;'
        return self.before + '\n' + function % (self.locals, body) + '\n'

    def wrong(self, number, folder):
        """Returns what is wrong with the answer; None: nothing."""
        path = os.path.join(folder, f'{number}.cu')
        with open(path, 'w', encoding='utf-8') as f:
            f.write(self.source(number))
        try:
            run = subprocess.run([self.tool, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=30,
                                 check=False)
        except subprocess.TimeoutExpired:
            return 'no end'
        if run.returncode not in (0, 1):
            return f'exit {run.returncode}'
        if (run.returncode == 1) != (b': error[' in run.stdout):
            return 'an error without words, or words without an error'
        os.remove(path)
        return None


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('tool')
    ap.add_argument('dir')
    ap.add_argument('--every', type=int, default=1)
    ap.add_argument('--from', type=int, default=0, dest='first')
    ap.add_argument('--keep')
    args = ap.parse_args()
    pairs = Pairs(args)
    numbers = range(args.first, len(pairs.pairs), args.every)
    bad = 0
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(os.cpu_count()) as pool:
        folder = args.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for number, wrong in zip(numbers, pool.map(lambda n: pairs.wrong(n, folder), numbers)):
            if wrong:
                bad += 1
                _, operand, place = pairs.pairs[number]
                print(f'{number}: {wrong}: {operand} in {place}')
    print(f'{len(numbers) - bad} passed, {bad} failed, 0 skipped')
    return bad > 0


if __name__ == '__main__':
    sys.exit(main())
