#!/usr/bin/env python3
"""names.py - the names of instances: those that our compiler gives to the functions and kernels of names/*.cu are those
that the host's compiler gives.

Each explicit instantiation of a file is a kernel that is asked for by the host's name, and, as a device function whose
address is taken, one that is named by us.

usage: names.py CU_TO_PTX CXX DIR
SPDX-License-Identifier: Apache-2.0"""
import glob
import os
import re
import sys
import tempfile

from features import run, standard

INSTANCE = re.compile(r'^template __global__ void ([^;]*);', re.M)


def host_names(cxx, source, tmp):
    run(cxx, '-w', standard(source), '-x', 'c++', '-D__global__=', '-c', source, '-o', f'{tmp}/host.o')
    lines = run('nm', '-g', '--defined-only', f'{tmp}/host.o').split('\n')
    return {words[2] for words in map(str.split, lines) if len(words) == 3 and words[1] in 'TW'}


def parameters(instance):
    """Where the list of parameters begins: at the parenthesis whose partner is the last one."""
    depth = 0
    for i in range(len(instance) - 1, -1, -1):
        depth += (instance[i] == ')') - (instance[i] == '(')
        if depth == 0:
            return i


def pointer(match):
    """The instance as the value of a variable."""
    at = parameters(match[1])
    name = f'instance_{match.start()}'
    return f'extern "C" {{ __device__ void (*{name}){match[1][at:]} = {match[1][:at]}; }}'


def compiled(cu_to_ptx, cxx, source, tmp, name, text, *wanted):
    with open(f'{tmp}/{name}.cu', 'w') as f:
        f.write(text)
    run(cxx, '-E', '-x', 'c++', standard(source), '-nostdinc', f'{tmp}/{name}.cu', '-o', f'{tmp}/{name}.ii')
    return run(cu_to_ptx, f'{tmp}/{name}.ii', standard(source), *wanted)


def main():
    cu_to_ptx, cxx, folder = os.path.abspath(sys.argv[1]), *sys.argv[2:]
    failed = False
    for source in sorted(glob.glob(f'{folder}/*.cu')):
        with open(source) as f:
            text = f.read()
        with tempfile.TemporaryDirectory() as tmp:
            wanted = host_names(cxx, source, tmp)
            try:
                kernels = compiled(cu_to_ptx, cxx, source, tmp, 'kernels', INSTANCE.sub('', text), *sorted(wanted))
                pointers = INSTANCE.sub(pointer, text).replace('__global__', '__device__')
                functions = compiled(cu_to_ptx, cxx, source, tmp, 'functions', pointers)
            except RuntimeError as e:
                print(e)
                failed = True
                continue
        named = {'kernels': re.findall(r'\.entry (\w+)', kernels),
                 'functions': re.findall(r'\.func (\w+)\([^{;]*\)\s*\{', functions)}
        for what, names in named.items():
            for name in sorted(wanted.symmetric_difference(names)):
                print(f"{os.path.basename(source)}, {what}: {name} is {'missing' if name in wanted else 'not wanted'}")
                failed = True
    return failed


if __name__ == '__main__':
    sys.exit(main())
