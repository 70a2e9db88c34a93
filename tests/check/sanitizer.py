#!/usr/bin/env python3
"""sanitizer.py - compute-sanitizer: its text against the recorded one, its options.

usage: sanitizer.py SIMTCC COMPUTE-SANITIZER DIR

DIR/faults.cu makes the mistake that its argument names. DIR/faults.txt has what NVIDIA's tool says about
them, without frames of the host; addresses and places in the code are not compared. The last line printed is
"N passed, N failed, 0 skipped".
SPDX-License-Identifier: Apache-2.0"""
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

RECORDED = ['--print-limit', '2']
OPTIONS = [  # options, mistake, what must be in the output, what must not
    (['--tool', 'racecheck'], 'race', '(1 error, 0 warnings)', None),
    (['--tool', 'racecheck', '--kernel-name', 'kne=race'], 'race', '(1 error', None),
    (['--tool', 'racecheck', '--kernel-name', 'kns=rac'], 'race', '(1 error', None),
    (['--tool', 'racecheck', '--kernel-name', 'kne=rac'], 'race', '(0 errors', None),
    (['--tool', 'racecheck', '--kernel-name-exclude', 'kne=race'], 'race', '(0 errors', None),
    (['--tool', 'racecheck', '--kernel-name-exclude', 'kne=rac'], 'race', '(1 error', None),
    (['--tool', 'racecheck', '--kernel-regex', 'kns=^ra.e'], 'race', '(1 error', None),
    (['--tool', 'racecheck', '--kernel-regex', 'kne=ra'], 'race', '(0 errors', None),
    (['--tool', 'racecheck', '--kernel-regex-exclude', 'kne=r.*'], 'race', '(0 errors', None),
    (['--tool', 'racecheck', '--launch-skip', '1'], 'race', '(0 errors', None),
    (['--tool', 'racecheck', '--demangle', 'no'], 'race', 'at _Z4racePi+', 'race(int'),
    (['--tool', 'racecheck', '--demangle', 'simple'], 'race', 'at race+', 'race(int'),
    (['--show-backtrace', 'no'], 'oobw', 'is out of bounds', 'Host Frame'),
    (['--report-api-errors', 'no'], 'dfree', 'ERROR SUMMARY: 0 errors', 'Program hit'),
    (['--destroy-on-device-error', 'kernel'], 'oobw', 'malloc=0 memset=0', None),
    (['--force-blocking-launches', 'yes'], 'oobw', 'sync=719', None),
    (['--tool', 'all'], 'race', 'RACECHECK SUMMARY: 1 hazard', None),
    (['--check-device-heap', 'no'], 'oobw', 'check-device-heap', 'Invalid'),
    (['--kernel-name', 'race'], 'race', 'kns=TEXT or kne=NAME', 'hazard'),
    (['--padding', '4'], 'oobw', 'padding', 'Invalid'),
]


def plain(lines):
    """What does not depend on where things lie."""
    lines = [l.rstrip() for l in lines if l.startswith('=====') and 'Frame' not in l]
    lines = [re.sub(r'\+0x[0-9a-f]+', '+PC', l) for l in lines]
    lines = [re.sub(r'0x[0-9a-f]{9,}', 'ADDRESS', l) for l in lines]
    return [re.sub(r'is [\d,]{9,} bytes', 'is N bytes', l) for l in lines]


def options_of(words):
    """The recorded run: its options, its mistake."""
    tool = words[0]
    if tool == 'leak':
        return ['--leak-check', 'full'], 'leak'
    if tool == 'racecheck':
        return ['--tool', tool, '--racecheck-report', words[1]], words[2]
    return ['--tool', tool], words[1] if len(words) > 1 else 'init'


def recorded(run, text):
    for section in re.split(r'^##### ', text, flags=re.M)[1:]:
        head, *lines = section.split('\n')
        options, fault = options_of(head.split())
        done = run([*RECORDED, *options], fault)
        diff = difflib.unified_diff(plain(lines), plain(done.stdout.split('\n')), 'recorded', 'printed',
                                    lineterm='', n=1)
        yield head, '\n'.join(diff)


def with_options(run):
    for options, fault, must, must_not in OPTIONS:
        done = run(options, fault)
        out = done.stdout + done.stderr
        good = must in out and not (must_not and must_not in out)
        yield ' '.join(options), '' if good else out[:1500]


OWN = re.compile(r'(main|\w+\(|cudaError cuda\w+<|void rep)')
RUNS = [(['--leak-check', 'full'], 'leak'), (['--tool', 'racecheck'], 'race'), (['--tool', 'initcheck'], 'init'),
        (['--tool', 'synccheck'], 'divb')] + [([], f) for f in ('oobw', 'dfree', 'cfgthr', 'assert', 'stack', 'uaf')]


def frames(run, kind):
    """Host stacks begin at the program's own functions, with the runtime in a library and in the program."""
    for options, fault in RUNS:
        out = run(['--extended', *options], fault).stdout
        names = [re.match(r'=+ +Host Frame: (.*) \[0x', l) for l in out.split('\n') if 'Host Frame' in l]
        wrong = {n.group(1) if n else '?' for n in names if not n or not OWN.match(n.group(1))}
        wrong |= {'no frame'} if not names else set()
        yield 'frames, %s, %s' % (kind, fault), ' '.join(sorted(wrong))


def files(run, folder):
    path = os.path.join(folder, 'save')
    run(['--xml', 'yes', '--save', path], 'oobw')
    record = xml.parse(path).getroot().find('record')
    found = [record.findtext(p) for p in ('level', 'what/space', 'what/size', 'where/line',
                                          'who/threadIdx/x', 'who/blockIdx/x')]
    yield '--xml', '' if found == ['Error', '__global__', '4', '5', '36', '1'] else str(found)
    run(['--json', 'yes', '--save', path], 'oobw')
    with open(path) as f:
        at = json.loads(f.readline())['at']
    yield '--json', '' if (at['line'], at['thread'], at['block']) == (5, [36, 0, 0], [1, 0, 0]) else str(at)
    with open(path, 'w') as f:
        f.write('kind="Invalid __global__ write*" func="oobw(int *, int)" line=5\n')
    done = run(['--suppressions', path, '--report-api-errors', 'no', '--error-exitcode', '9'], 'oobw')
    yield '--suppressions', '' if 'SUMMARY: 0 errors' in done.stdout and done.returncode == 0 else done.stdout
    done = run(['--error-exitcode', '9'], 'oobw')
    yield '--error-exitcode', '' if done.returncode == 9 else str(done.returncode)


def main():
    simtcc, tool, folder = map(os.path.abspath, sys.argv[1:4])
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as out:
        program = os.path.join(out, 'mc')
        with open(os.path.join(folder, 'faults.cu')) as f, open(os.path.join(out, 'mc.cu'), 'w') as to:
            to.write(f.read())
        subprocess.run([simtcc, '-std=c++17', '-arch=sm_90', '-cudart', 'shared', '-lineinfo', 'mc.cu', '-o', program],
                       cwd=out, check=True)

        def run(options, fault):
            return subprocess.run([tool, *options, program, fault], capture_output=True, text=True,
                                  timeout=60)

        with open(os.path.join(folder, 'faults.txt')) as f:
            text = f.read()
        static = os.path.join(out, 'mcs')
        subprocess.run([simtcc, '-std=c++17', '-arch=sm_90', '-cudart', 'static', 'mc.cu', '-o', static],
                       cwd=out, check=True)

        def run_static(options, fault):
            return subprocess.run([tool, *options, static, fault], capture_output=True, text=True, timeout=60)

        for part in (recorded(run, text), with_options(run), files(run, out), frames(run, 'shared'),
                     frames(run_static, 'static')):
            for name, wrong in part:
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print('FAIL %s\n%s' % (name, wrong))
    print('%d passed, %d failed, 0 skipped' % (passed, failed))
    return failed != 0 or not passed


if __name__ == '__main__':
    sys.exit(main())
