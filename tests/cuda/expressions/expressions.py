#!/usr/bin/env python3
"""expressions.py - random programs of CUDA C++, computed by the device and by the host.

usage: expressions.py SIMTCC [--backend NAME]... [--first SEED] [--count N] [--kind KIND]... [--keep DIR]

Each seed makes a program of each kind. Kinds `fast`, `plain`, `flush` and `apart` are expressions of floats under other
options of rounding, `double` of doubles: the host computes them with bounds of the errors (bounds.h). Kind `whole` is
functions of integers with branches, loops and arrays: the host runs the same functions, and the results are equal. The
last line printed is "N passed, N failed, 0 skipped".
SPDX-License-Identifier: Apache-2.0"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = {
    'fast': ['-use_fast_math'],
    'plain': [],
    'flush': ['-ftz=true', '-prec-div=false'],
    'apart': ['-fmad=false', '-prec-sqrt=false'],
    'double': [],
    'whole': [],
}
LANES = 64


class Real:
    """Expressions of reals over the variables a to d."""
    COUNT = 48
    LITERALS = ['1', '2', '0.5', '3', '1.5', '8', '0.25', '0.75', '10']

    def __init__(self, rng, kind):
        self.rng, self.type = rng, 'double' if kind == 'double' else 'float'

    def expression(self, depth):
        rng = self.rng
        if not depth or rng.random() < .12:
            return rng.choice('abcd') if rng.random() < .75 else f'V({rng.choice(self.LITERALS)})'

        def part():
            return self.expression(depth - 1)
        form = rng.choices(
            ['({} + {})', '({} - {})', '({} * {})', '({} / {})', '(-{})', 'absolute({})', 'least({}, {})', 'most({}, {})',
             'choose({}, {}, {}, {})', 'root(absolute({}))', 'fused({}, {}, {})'],
            [20, 22, 18, 18, 5, 3, 3, 3, 3, 3, 2])[0]
        return form.format(*(part() for _ in range(form.count('{}'))))

    def statement(self, i):
        """A third of the results share a part, so that it has several uses."""
        rng = self.rng
        whole = self.expression(rng.randint(2, 5))
        if i % 3:
            return f'o[{i}] = {whole};'
        r, s = f'q - {rng.choice("abcd")}', f'{rng.choice("abcd")} - q'
        use = rng.choice(['r * s', 'r + s * a', 'q / s - r', 'r / q - s', 's'])
        return f'{{ X q = {whole}, r = {r}, s = {s}; o[{i}] = {use}; }}'

    def source(self, seed):
        body = '\n'.join(f'\t{self.statement(i)}' for i in range(self.COUNT))
        return f'''#include "bounds.h"
#include <cstdio>
#include <cstdlib>
typedef {self.type} real;
__device__ real absolute(real x) {{ return fabs(x); }}
__device__ real root(real x) {{ return sqrt(x); }}
__device__ real least(real x, real y) {{ return fmin(x, y); }}
__device__ real most(real x, real y) {{ return fmax(x, y); }}
__device__ real fused(real x, real y, real z) {{ return fma(x, y, z); }}
__device__ real choose(real x, real y, real yes, real no) {{ return x > y ? yes : no; }}
#define V(x) X(x)
#define X real
__global__ void k(const real *in, real *out) {{
	const real *i = in + 4 * threadIdx.x;
	real *o = out + {self.COUNT} * threadIdx.x, a = i[0], b = i[1], c = i[2], d = i[3];
{body}
}}
#undef X
#define X bounded
static void reference(const real *i, bounded *o) {{
	bounded a = i[0], b = i[1], c = i[2], d = i[3];
{body}
}}
int main() {{
	real *in, *out;
	int wrong = 0, compared = 0;
	cudaMallocManaged(&in, 4 * {LANES} * sizeof(real));
	cudaMallocManaged(&out, {self.COUNT} * {LANES} * sizeof(real));
	unit = sizeof(real) == 8 ? 1e-14 : 4e-6;
	srand({seed});
	for (int i = 0; i < 4 * {LANES}; i++)
		in[i] = (rand() % 2000 - 1000) / real(64) + real(0.013);
	k<<<1, {LANES}>>>(in, out);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return puts("the kernel failed"), 1;
	for (int t = 0; t < {LANES}; t++) {{
		std::vector<bounded> o({self.COUNT}, bounded(0));
		reference(in + 4 * t, o.data());
		for (int i = 0; i < {self.COUNT}; i++) {{
			double got = out[{self.COUNT} * t + i];
			if (o[i].unknown)
				continue;
			compared++;
			if (std::fabs(got - o[i].value) <= 4 * o[i].error + 1e-30)
				continue;
			if (wrong++ < 3)
				printf("result %d of thread %d is %.9g, not %.9g\\n", i, t, got, o[i].value);
		}}
	}}
	/* most results have bounds */
	if (compared < {self.COUNT * LANES // 2})
		wrong++, printf("only %d results compared\\n", compared);
	return wrong != 0;
}}
'''


class Whole:
    """Functions of integers: signed sums and products wrap through unsigned, shifts and divisors are in range."""
    TYPES = {'signed char': 8, 'unsigned char': 8, 'short': 16, 'unsigned short': 16, 'int': 32, 'unsigned': 32,
             'long long': 64, 'unsigned long long': 64}
    FUNCTIONS = 2

    def __init__(self, rng, kind):
        self.rng, self.names, self.depth = rng, [], 0

    def literal(self):
        r = self.rng
        return str(r.choice([0, 1, 2, 3, 5, 7, 8, 10, 16, 31, 100, 127, 255, 1000, 4096, 65535,
                             r.randrange(1 << 31)])) + r.choice(['', '', 'u', 'll', 'ull'])

    def expression(self, depth):
        r = self.rng
        if not depth or r.random() < .1:
            return r.choice(self.names) if r.random() < .7 else self.literal()
        e = [self.expression(depth - 1) for _ in range(3)]
        wide = r.choice(['unsigned', 'unsigned long long'])
        bits = 31 if wide == 'unsigned' else 63
        signed = 'int' if wide == 'unsigned' else 'long long'
        divisor = r.choice(['2', '3', '5', '7', '8', '10', '100', '1000', '64', '4096'])
        return r.choice([
            f'(({wide}){e[0]} + ({wide}){e[1]})', f'({signed})(({wide}){e[0]} - ({wide}){e[1]})',
            f'(({wide}){e[0]} * ({wide}){e[1]})', f'({signed})(({wide}){e[0]} * ({wide}){e[1]})',
            f'({e[0]} & {e[1]})', f'({e[0]} | {e[1]})', f'({e[0]} ^ {e[1]})', f'(~{e[0]})', f'(!{e[0]})',
            f'(({wide}){e[0]} << ({e[1]} & {bits}))', f'(({wide}){e[0]} >> ({e[1]} & {bits}))',
            f'(({signed}){e[0]} >> ({e[1]} & {bits}))', f'(({wide}){e[0]} >> {r.randrange(bits)})',
            f'(({signed}){e[0]} / {divisor})', f'(({signed}){e[0]} % {divisor})',
            f'(({wide}){e[0]} / {divisor}u)', f'(({wide}){e[0]} % {divisor}u)',
            f'(({wide}){e[0]} / (({wide}){e[1]} | 1))', f'(({wide}){e[0]} % (({wide}){e[1]} | 1))',
            f'({e[0]} {r.choice(["<", ">", "<=", ">=", "==", "!="])} {e[1]})',
            f'({e[0]} ? {e[1]} : {e[2]})', f'({e[0]} && {e[1]})', f'({e[0]} || {e[1]})',
            f'(({r.choice(list(self.TYPES))}){e[0]})',
            # g++ computes with the 40 bits of `top` unless it is converted
            f'part({e[0]}).{r.choice(["low", "mid"])}', f'(unsigned long long)part({e[0]}).top',
        ])

    def assignment(self):
        r = self.rng
        v = r.choice(self.writable)
        op = r.choice(['=', '=', '=', '^=', '&=', '|='])
        if r.random() < .25:
            return f'm[{self.expression(1)} & 7] {op} {self.expression(2)};'
        return f'{v} {op} {self.expression(3)};'

    def block(self, depth):
        return ' '.join(self.statement(depth) for _ in range(self.rng.randint(1, 3)))

    def statement(self, depth):
        r = self.rng
        k = r.random()
        if not depth or k < .5:
            return self.assignment()
        if k < .68:
            other = f' else {{ {self.block(depth - 1)} }}' if r.random() < .5 else ''
            return f'if ({self.expression(2)}) {{ {self.block(depth - 1)} }}{other}'
        if k < .86:
            i = f'i{self.depth}'
            self.depth += 1
            self.names.append(i)
            end = r.choice([str(r.randint(1, 6)), f'({r.choice(self.writable)} & 7)'])
            leave = f'if ({self.expression(2)}) {r.choice(["break", "continue"])}; ' if r.random() < .4 else ''
            body = f'for (int {i} = 0, n{i} = {end}; {i} < n{i}; {i}++) {{ {leave}{self.block(depth - 1)} }}'
            self.names.remove(i)
            return body
        cases = ' '.join(f'case {n}: {self.block(depth - 1)} {r.choice(["break;", "break;", ""])}'
                         for n in r.sample(range(8), 3))
        return f'switch ({self.expression(1)} & 7) {{ {cases} default: {self.assignment()} }}'

    def function(self, i):
        r = self.rng
        types = [r.choice(list(self.TYPES)) for _ in range(5)]
        self.writable = [f'v{k}' for k in range(5)]
        self.names = self.writable + ['t', 'm[t & 7]', 'm[3]', 'in[(t + 5) & 63]']
        start = ' '.join(f'{types[k]} v{k} = in[(t * 3 + {k}) & 63];' for k in range(5))
        body = '\n\t'.join(self.statement(3) for _ in range(8))
        total = ' '.join(f's = s * 31 + (unsigned long long)v{k};' for k in range(5))
        return f'''BOTH unsigned long long f{i}(const int *in, int t) {{
	{start}
	{r.choice(["int", "short", "long long", "unsigned char"])} m[8] = {{1, 2, t}};
	{body}
	unsigned long long s = 0; {total}
	for (int k = 0; k < 8; k++) s = s * 31 + (unsigned long long)m[k];
	return s;
}}
'''

    def source(self, seed):
        functions = ''.join(self.function(i) for i in range(self.FUNCTIONS))
        calls = '\n'.join(f'\tout[{i} * {LANES} + t] = f{i}(in, t);' for i in range(self.FUNCTIONS))
        return f'''#include <cstdio>
#include <cstdlib>
#define BOTH __host__ __device__
struct parts {{ unsigned low : 5; int mid : 11; unsigned long long top : 40; }};
BOTH parts part(unsigned long long x) {{ parts p; p.low = x; p.mid = x >> 5; p.top = x >> 3; return p; }}
{functions}BOTH void all(const int *in, unsigned long long *out, int t) {{
{calls}
}}
__global__ void k(const int *in, unsigned long long *out) {{ all(in, out, threadIdx.x); }}
int main() {{
	int *in, wrong = 0;
	unsigned long long *out, *want = new unsigned long long[{self.FUNCTIONS * LANES}];
	cudaMallocManaged(&in, {LANES} * sizeof(int));
	cudaMallocManaged(&out, {self.FUNCTIONS * LANES} * sizeof(*out));
	srand({seed});
	for (int i = 0; i < {LANES}; i++)
		in[i] = i % 3 ? rand() - RAND_MAX / 2 : rand() % 100;
	k<<<1, {LANES}>>>(in, out);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return puts("the kernel failed"), 1;
	for (int t = 0; t < {LANES}; t++)
		all(in, want, t);
	for (int i = 0; i < {self.FUNCTIONS * LANES}; i++)
		if (out[i] != want[i] && wrong++ < 3)
			printf("f%d of thread %d is %llx, not %llx\\n", i / {LANES}, i % {LANES}, out[i], want[i]);
	return wrong != 0;
}}
'''


def run(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace', timeout=300,
                          **more)
    return '' if not done.returncode else f'status {done.returncode}\n{done.stdout[:2000]}'


def failures(args, kind, seed, folder):
    """Returns what went wrong in the program of a kind and a seed."""
    rng = random.Random(f'{kind} {seed}')
    program = (Whole if kind == 'whole' else Real)(rng, kind)
    source = f'{folder}/{kind}-{seed}.cu'
    with open(source, 'w') as f:
        f.write(program.source(seed).replace('#include <cstdlib>', '#include <cstdlib>\n#include <vector>', 1))
    said = run([args.simtcc, '-w', '-I' + HERE, '-Xcompiler', '-fwrapv', *KINDS[kind], source, '-o', f'{folder}/program'])
    if said:
        return [f'simtcc: {said}']
    found = []
    for backend in args.backend:
        said = run([f'{folder}/program'], env=dict(os.environ, SIMT_BACKEND=backend, SIMT_JIT=os.environ.get('SIMT_JIT', 'eager')))
        if said:
            found.append(f'{backend}: {said}')
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('simtcc')
    parser.add_argument('--backend', action='append', default=[])
    parser.add_argument('--first', type=int, default=1)
    parser.add_argument('--count', type=int, default=1)
    parser.add_argument('--kind', action='append', choices=KINDS)
    parser.add_argument('--keep')
    args = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        for seed in range(args.first, args.first + args.count):
            for kind in args.kind or KINDS:
                found = failures(args, kind, seed, args.keep or temporary)
                for text in found:
                    print(f'FAIL {kind} {seed}: {text}')
                failed += bool(found)
                passed += not found
    print(f'{passed} passed, {failed} failed, 0 skipped')
    return failed != 0


if __name__ == '__main__':
    sys.exit(main())
