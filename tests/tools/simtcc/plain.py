#!/usr/bin/env python3
"""plain.py SIMTCC INCLUDE: -DA=... and its like do not break the toolkit's headers. Names of template parameters and all
names of one capital letter are reserved ones there, and a file that includes every header of C++ compiles, both halves,
where each such plain name is a macro.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|[A-Za-z_]\w*|\d[\w.]*|\S', re.S)
# Refused, or of C alone; what is not of CUDA 13's C++.
LEFT_OUT = re.compile(r'curand_mtgp32|nvToolsExt')
# Words that a user's macro may well be, and that no header of the toolkit may hence use.
WORDS = '''Accessor Alignment Args Atomic Clock Count Duration Extent Extents From Global Group Index Kind Label Layout Less
Mapping More Next Op Other Parent Period Property Rank Scope Self Shape Shared Size Space Stages State Sync Test To Use
Word'''.split()
BODY = '''
__global__ void k(half *p, float *q) {
	auto block = cooperative_groups::this_thread_block();
	auto tile = cooperative_groups::tiled_partition<32>(block);
	q[0] = cooperative_groups::reduce(tile, q[1], cooperative_groups::plus<float>());
	curandState state;
	curand_init(1, 2, 3, &state);
	q[2] = curand_uniform(&state) + sinf(q[3]) + __half2float(*p + __float2half(q[4]));
	cuda::std::tuple<int, float> t(1, 2.f);
	q[5] = cuda::std::get<1>(t);
	cuda::atomic_ref<int> r(*(int *)q);
	r.fetch_add(1);
	nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> c;
	nvcuda::wmma::fill_fragment(c, 0.f);
	nvcuda::wmma::store_matrix_sync(q, c, 16, nvcuda::wmma::mem_row_major);
}
int main() {
	float *q;
	cudaMalloc(&q, 4096);
	int grid, block;
	cudaOccupancyMaxPotentialBlockSize(&grid, &block, k);
	k<<<1, 32>>>((half *)q, q);
	cudaMemset(q, 0, 4);
}
'''


def headers(include):
    for folder, _, names in os.walk(include):
        where = os.path.relpath(folder, include)
        for name in sorted(names):
            path = os.path.normpath(os.path.join(where, name))
            if not name.endswith('.def') and not LEFT_OUT.search(path):
                yield path


def plain(text):
    """Names of one capital letter, and of template parameters, that are not reserved."""
    words = [w for w in TOKEN.findall(text) if re.match(r'[A-Za-z_"\'/\S]', w) and w[:2] not in ('//', '/*')]
    for i, word in enumerate(words):
        if re.fullmatch('[A-Z]', word):
            yield word
        elif re.match('[A-Z]', word) and re.search('[a-z]', word) and words[i - 1] in ('class', 'typename') and \
                words[i + 1:i + 2] in ([','], ['>'], ['=']):
            yield word


def main():
    simtcc, include = sys.argv[1:]
    failed = False
    public = [h for h in headers(include) if not h.startswith(('simt/', 'cccl/', 'crt/'))]
    for header in headers(include):
        with open(os.path.join(include, header)) as f:
            for name in sorted(set(plain(f.read()))):
                print(f'{header}: {name} is a name of the user')
                failed = True
    macros = [f'-D{name}=@' for name in [chr(c) for c in range(ord('A'), ord('Z') + 1)] + WORDS]
    with tempfile.TemporaryDirectory() as tmp:
        source = os.path.join(tmp, 'all.cu')
        with open(source, 'w') as f:
            f.write(''.join(f'#include <{h}>\n' for h in public) + BODY)
        for standard in 'c++17', 'c++20':
            run = subprocess.run([simtcc, '-w', '-std=' + standard, *macros, '-c', source, '-o', source + '.o'],
                                 capture_output=True, text=True, timeout=200)
            if run.returncode:
                print('\n'.join(run.stderr.splitlines()[:20]))
                failed = True
    print(f'{len(public)} headers')
    return failed


sys.exit(main())
