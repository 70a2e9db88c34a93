#!/usr/bin/env python3
"""check.py - programs with a planted mistake each: checked mode must name it, its thread, block and line.

usage: check.py SIMTCC SIMTRUN DIR [--every N] [NAME]...

DIR holds NAME.cu, whole programs, and NAME.ptx, single kernels. They begin with

    // check: mem,leaks           what SIMT_CHECK is to be; all by default
    // expect: Invalid __global__ write of size 4 bytes; thread (36,0,0); block (1,0,0)
    // run: -b 32 -a zeros:f32:8  a .ptx: how it is launched
    // status: 3                  exit status, if it is not 0
    // clean: all                 with this in SIMT_CHECK nothing is found

An expectation begins as the finding does; after semicolons stand thread, block, `note TEXT`, which a
note must hold, and `without TEXT`, which none may. It is of the line that ends in `// bug`, or `// bug 2`
for an expectation that ends in `; bug 2`; the other place of a race is at `// other`. `; nowhere`: it has
no place. Findings that are not expected, in whatever thread, fail the case; a case without expectations
must have none. The last line printed is "N passed, N failed, 0 skipped".
SPDX-License-Identifier: Apache-2.0"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TIMEOUT = 120  # seconds


def numbered(text, mark):
    """The line whose comment is the mark."""
    for i, line in enumerate(text.splitlines(), 1):
        if re.search(r'//\s*' + mark + r'\s*$', line):
            return i
    return None


class Expectation:
    def __init__(self, text, source):
        parts = [p.strip() for p in text.split(';')]
        self.text, self.what = text, parts[0]
        self.place, self.notes, self.without, self.line = {}, [], [], numbered(source, 'bug')
        for part in parts[1:]:
            key, _, value = part.partition(' ')
            if key in ('thread', 'block'):
                self.place[key] = [int(n) for n in re.findall(r'\d+', value)]
            elif key == 'note':
                self.notes.append(value)
            elif key == 'without':
                self.without.append(value)
            elif key == 'nowhere':
                self.line = None
            elif key == 'bug':
                self.line = numbered(source, 'bug ' + value)
            else:
                raise ValueError('what is "%s"?' % part)

    def is_about(self, finding):
        """The same mistake, in whatever thread."""
        at = finding.get('at', {})
        return finding['what'].startswith(self.what) and line_of(at) == self.line

    def fits(self, finding):
        at = finding.get('at', {})
        text = '\n'.join(finding['notes'])
        return (self.is_about(finding) and all(at[k] == v for k, v in self.place.items()) and
                all(note in text for note in self.notes) and
                not any(note in text for note in self.without))


def line_of(place):
    if not place:
        return None
    return place['line'] if place['file'] else place['ptx_line']


def compare(source, expected, findings):
    problems = ['not found: ' + e.text for e in expected if not any(map(e.fits, findings))]
    other = numbered(source, 'other')
    for f in findings:
        if not any(e.is_about(f) for e in expected):
            problems.append('unexpected: ' + json.dumps(f))
        elif 'other' in f and other and line_of(f['other']) not in (other, line_of(f['at'])):
            problems.append('the other place: ' + json.dumps(f))
    return problems


def findings_of(command, check, log):
    """The finished process, and what it has found."""
    env = {**os.environ, 'SIMT_CHECK': 'format=json,log=%s,%s' % (log, check)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, errors='replace',
                          timeout=TIMEOUT)
    if not os.path.exists(log):
        return done, []
    with open(log) as f:
        lines = f.read().splitlines()
    os.remove(log)
    return done, [json.loads(line) for line in lines]


def run_case(args, path):
    """None, or what is wrong."""
    with open(path) as f:
        source = f.read()
    head = re.findall(r'^// (check|expect|run|status|build|clean): *(.*?) *$', source, re.M)
    expected = [Expectation(v, source) for k, v in head if k == 'expect']
    value = dict(head)
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, 'log')
        if path.endswith('.cu'):
            program = os.path.join(folder, 'program')
            command = [args.simtcc, '-std=c++17', '-arch=sm_90', '-lineinfo', '-cudart', 'shared',
                       *value.get('build', '').split(), path, '-o', program]
            done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
            if done.returncode:
                return 'simtcc: ' + done.stderr
            command = [program]
        else:
            command = [args.simtrun, '-q', *value.get('run', '').split(), path]
        done, found = findings_of(command, value.get('check', 'all'), log)
        extra = findings_of(command, value['clean'], log)[1] if 'clean' in value else []
    problems = compare(source, expected, found)
    problems += ['not clean with %s: %s' % (value['clean'], json.dumps(f)) for f in extra]
    if done.returncode != int(value.get('status', '0')):
        problems.append('exit status %d\n%s%s' % (done.returncode, done.stdout, done.stderr))
    return '\n'.join(problems) or None


def main():
    ap = argparse.ArgumentParser(description='programs with mistakes that checked mode must name')
    ap.add_argument('simtcc', type=os.path.abspath)
    ap.add_argument('simtrun', type=os.path.abspath)
    ap.add_argument('folder', type=os.path.abspath)
    ap.add_argument('name', nargs='*')
    ap.add_argument('--every', type=int, default=1, help='each Nth program only')
    ap.add_argument('--jobs', type=int, default=os.cpu_count())
    args = ap.parse_args()
    paths = sorted(glob.glob(os.path.join(args.folder, '*.cu')) +
                   glob.glob(os.path.join(args.folder, '*.ptx')))
    paths = [p for p in paths if not args.name or os.path.basename(p).split('.')[0] in args.name][::args.every]
    with ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda path: run_case(args, path), paths))
    for path, problem in zip(paths, results):
        if problem:
            print('FAIL %s: %s' % (os.path.basename(path), problem))
    failed = sum(r is not None for r in results)
    print('%d passed, %d failed, 0 skipped' % (len(paths) - failed, failed))
    return failed != 0 or not paths


if __name__ == '__main__':
    sys.exit(main())
