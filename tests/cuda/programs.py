#!/usr/bin/env python3
"""programs.py - whole CUDA programs: compiled and linked by simtcc, run, and their output compared.

usage: programs.py SIMTCC DIR [--backend NAME]... [--every N] [--out DIR] [--needs HEADER] [NAME]...

DIR holds NAME.cu with NAME.expected, what it prints, and perhaps NAME.exit, its exit status. A folder NAME
is a program of several sources, with the file `expected` and perhaps a script `build` that makes the program from
$SIMTCC as $OUT. A line `// build:` in a source names more options. --every takes each Nth program. --needs names a header of
others that the system's folder of headers has, or that of SIMT_TEST_INCLUDE; without it the exit status is 77. The last line
printed is "N passed, N failed, 0 skipped".
SPDX-License-Identifier: Apache-2.0"""
import argparse
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import kept

TIMEOUT = 120  # seconds
OTHERS = os.environ.get('SIMT_TEST_INCLUDE', '')


def read(path, default=''):
    if not os.path.exists(path):
        return default
    with open(path, errors='replace') as f:
        return f.read()


def needed(args):
    return os.path.join(OTHERS or '/usr/include', args.needs)


class Program:
    def __init__(self, args, name):
        self.name, self.path, self.args = name, os.path.join(args.folder, name), args
        self.program = os.path.join(args.out, name)
        self.is_folder = os.path.isdir(self.path)
        stem = self.path + '/' if self.is_folder else self.path + '.'
        self.expected, self.status = read(stem + 'expected'), int(read(stem + 'exit', '0'))

    def command(self):
        if self.is_folder and os.path.exists(self.path + '/build'):
            return ['sh', '-eu', './build']
        source = self.path + '.cu'
        files = [source]
        if self.is_folder:
            files = [os.path.join(self.path, f) for f in sorted(os.listdir(self.path))
                     if f.endswith(('.cu', '.cpp'))]
            source = files[0]
        more = re.findall(r'^// build:(.*)', read(source), re.M)
        flags = ' '.join(more).split()
        if not any(f.startswith('-arch') for f in flags):
            flags.insert(0, '-arch=sm_90')
        if self.args.needs and OTHERS:
            flags += ['-isystem', OTHERS]
        return [self.args.simtcc, '-std=c++17', *flags, *files, '-o', self.program]

    def compile(self):
        command = self.command()
        if command[0] == 'sh':  # it may leave more than the program
            return self.make(command)
        headers = [os.path.join(self.args.folder, f) for f in sorted(os.listdir(self.args.folder)) if f.endswith('.h')]
        source = self.path if self.is_folder else self.path + '.cu'
        if self.args.needs:
            headers.append(needed(self.args))
        return kept.made(self.program, self.args.simtcc, command[1:-1], [source, *headers], lambda: self.make(command))

    def make(self, command):
        work = self.args.folder
        if self.is_folder:
            work = self.program + '.build'
            shutil.rmtree(work, ignore_errors=True)
            shutil.copytree(self.path, work)
        done = subprocess.run(command, cwd=work, capture_output=True, timeout=self.args.timeout,
                              text=True, errors='replace', env=dict(
                                  self.args.env, SIMTCC=self.args.simtcc, OUT=self.program))
        if done.returncode or done.stderr:
            return 'compiling: status %d\n%s%s' % (done.returncode, done.stdout, done.stderr)
        return None

    def run(self, backend):
        env = dict(self.args.env, SIMT_BACKEND=backend)
        log = self.program + '.log'
        if backend == 'check':
            env['SIMT_BACKEND'] = 'interp'
            env['SIMT_CHECK'] = 'all,no-api,log=' + log
        try:
            done = subprocess.run([self.program], capture_output=True, text=True, errors='replace',
                                  timeout=self.args.timeout, env=env, cwd=self.args.out)
        except subprocess.TimeoutExpired:
            return 'no end after %d s' % self.args.timeout
        lines = difflib.unified_diff(self.expected.splitlines(), done.stdout.splitlines(),
                                     'expected', 'printed', lineterm='')
        wrong = '\n'.join(list(lines)[:60])
        if done.returncode != self.status:
            wrong += '\nexit status %d instead of %d' % (done.returncode, self.status)
        wrong += '\n'.join(read(log).splitlines()[:40]) if backend == 'check' else ''
        return wrong + '\n' + done.stderr[-2000:] if wrong else None

    def test(self):
        """Lines about what is wrong, and how many runs passed."""
        wrong = self.compile()
        if wrong:
            return ['FAIL %s %s' % (self.name, wrong)], 0
        results = [(b, self.run(b)) for b in self.args.backend or ['interp']]
        failed = ['FAIL %s on %s\n%s' % (self.name, b, text) for b, text in results if text]
        return failed, len(results) - len(failed)


def programs(args):
    names = {f[:-len('.expected')] for f in os.listdir(args.folder) if f.endswith('.expected')}
    names |= {f for f in os.listdir(args.folder) if os.path.isdir(os.path.join(args.folder, f))}
    return [Program(args, name) for name in sorted(names) if not args.name or name in args.name][::args.every]


def test(args):
    # a toolkit on the machine must not take part
    hidden = 'LIBRARY_PATH', 'LD_LIBRARY_PATH', 'CPATH'
    args.env = {k: v for k, v in os.environ.items() if k not in hidden}
    # libcuda and libnvrtc are shared libraries; on other machines the system knows where they are
    args.env['LD_LIBRARY_PATH'] = os.path.join(os.path.dirname(args.simtcc), 'cuda', 'lib64')
    passed, failed = 0, 0
    with ThreadPoolExecutor(args.jobs) as pool:
        for wrong, good in pool.map(Program.test, programs(args)):
            for text in wrong:
                print(text)
            passed, failed = passed + good, failed + len(wrong)
    print('%d passed, %d failed, 0 skipped' % (passed, failed))
    return failed != 0 or not passed


def main():
    ap = argparse.ArgumentParser(description='compile programs and compare what they print')
    ap.add_argument('simtcc', type=os.path.abspath)
    ap.add_argument('folder', type=os.path.abspath)
    ap.add_argument('name', nargs='*', help='programs; all by default')
    ap.add_argument('--backend', action='append', help='where to run them: interp, jit; check: in '
                    'checked mode, which must find nothing')
    ap.add_argument('--every', type=int, default=1)
    ap.add_argument('--out', type=os.path.abspath, help='folder to keep the programs in')
    ap.add_argument('--needs', metavar='HEADER', help='a header of others that the programs include')
    ap.add_argument('--timeout', type=int, default=TIMEOUT, help='seconds for each program')
    ap.add_argument('--jobs', type=int, default=os.cpu_count())
    args = ap.parse_intermixed_args()
    if args.needs and not os.path.exists(needed(args)):
        return 77
    if args.out:
        os.makedirs(args.out, exist_ok=True)
        return test(args)
    with tempfile.TemporaryDirectory() as args.out:
        return test(args)


if __name__ == '__main__':
    sys.exit(main())
