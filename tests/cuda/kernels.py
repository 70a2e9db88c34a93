#!/usr/bin/env python3
"""kernels.py - CUDA kernels of every kind, compiled by simtcc, must leave what a real GPU left.

usage: kernels.py SIMTCC SIMTRUN DIR [--every N] [--out DIR] [--option=OPTION]... [NAME]...

DIR holds NAME.cu and launch files NAME.launch.json or NAME_VARIANT.launch.json; a variant is the same
source compiled with other options. --every takes each Nth launch file. The last line printed is
"N passed, N failed, 0 skipped", in launches.
SPDX-License-Identifier: Apache-2.0"""
import argparse
import glob
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import kept

VARIANTS = {
    'O0': ['-Xcicc', '-O0'], 'O1': ['-Xcicc', '-O1'], 'G': ['-G'], 'fast': ['--use_fast_math'],
    'nofma': ['-fmad=false'], 'rdc': ['-rdc=true'], 'sm75': ['-arch=sm_75'], 'sm80': ['-arch=sm_80'],
}
TIMEOUT = 280  # seconds


def source_and_flags(folder, name):
    base, _, variant = name.rpartition('_')
    if variant not in VARIANTS:
        base, variant = name, None
    flags = VARIANTS.get(variant, [])
    arch = [] if any(f.startswith('-arch') for f in flags) else ['-arch=sm_90']
    return os.path.join(folder, base + '.cu'), ['-std=c++17', *arch, *flags]


def compiled(args, name):
    """None, or what the compiler said; the PTX, and links to what its launches read, are in args.out."""
    source, flags = source_and_flags(args.folder, name)
    link = os.path.join(args.out, name + '.launch.json')
    if not os.path.islink(link):
        os.symlink(os.path.join(args.folder, name + '.launch.json'), link)
    ptx = os.path.join(args.out, name + '.ptx')

    def make():
        done = subprocess.run([args.simtcc, '-ptx', *flags, source, '-o', ptx], capture_output=True,
                              text=True, errors='replace', timeout=TIMEOUT)
        if done.returncode or done.stderr:
            return 'FAIL %s: simtcc %s: status %d\n%s' % (name, ' '.join(flags), done.returncode,
                                                        done.stderr[-3000:])
        return None
    return kept.made(ptx, args.simtcc, flags, [source], make)


def launched(args, names):
    """Passed and failed launches."""
    files = [os.path.join(args.out, name + '.launch.json') for name in names]
    done = subprocess.run([args.simtrun, '-j', str(args.jobs), *args.option, *files], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors='replace',
                          timeout=TIMEOUT)
    lines = [line for line in done.stdout.splitlines() if not line.startswith('simt: compiled')]
    print('\n'.join(lines[-500:-1]))
    words = lines[-1].split() if lines else []
    if words[1:2] != ['passed,']:
        print('FAIL simtrun ended with status %d' % done.returncode, *lines[-1:])
        return 0, 1
    # Nor may checked mode (SIMT_CHECK) report anything.
    handed_back = sum('simt: handed back' in line or line.startswith('=========') for line in lines)
    return int(words[0]), max(int(words[2]), handed_back)


def test(args):
    for path in [os.path.join(args.folder, 'inputs'), *glob.glob(os.path.join(args.folder, '*.expect'))]:
        link = os.path.join(args.out, os.path.basename(path))
        if not os.path.islink(link):  # variants of a kernel share what is expected
            os.symlink(path, link)
    found = sorted(glob.glob(os.path.join(args.folder, '*.launch.json')))
    names = [os.path.basename(f)[:-len('.launch.json')] for f in found]
    names = [n for n in names if not args.name or n in args.name][::args.every]
    with ThreadPoolExecutor(args.jobs) as pool:
        wrong = dict(zip(names, pool.map(lambda name: compiled(args, name), names)))
    errors = [text for text in wrong.values() if text]
    print(*errors, sep='\n')
    runnable = [name for name in names if not wrong[name]]
    passed, failed = launched(args, runnable) if runnable else (0, 0)
    failed += len(errors)
    print('%d passed, %d failed, 0 skipped' % (passed, failed))
    return failed != 0 or not passed


def main():
    ap = argparse.ArgumentParser(description='compile kernels and compare what they compute')
    ap.add_argument('simtcc', type=os.path.abspath)
    ap.add_argument('simtrun', type=os.path.abspath)
    ap.add_argument('folder', type=os.path.abspath)
    ap.add_argument('name', nargs='*', help='launch files, without .launch.json; all by default')
    ap.add_argument('--every', type=int, default=1)
    ap.add_argument('--out', type=os.path.abspath, help='folder to keep the PTX in')
    ap.add_argument('--option', action='append', default=[], help='for simtrun')
    ap.add_argument('--jobs', type=int, default=os.cpu_count())
    args = ap.parse_intermixed_args()
    if args.out:
        os.makedirs(args.out, exist_ok=True)
        return test(args)
    with tempfile.TemporaryDirectory() as args.out:
        return test(args)


if __name__ == '__main__':
    sys.exit(main())
