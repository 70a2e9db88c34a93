#!/usr/bin/env python3
"""exits.py - work that is pending when a process ends is finished and looked at, however it ends.

usage: exits.py SIMTCC COMPUTE-SANITIZER DIR [--runs N]

DIR/exits.cu leaves work pending, of the kind that its first argument names, and ends as the second one says. Each
case is linked with the shared and with the static runtime. With --runs there are N processes instead, each of which leaves
a kernel pending and returns from main: each must give the verdict. The last line printed is "N passed, N failed, 0 skipped".
SPDX-License-Identifier: Apache-2.0"""
import os
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

WILD = 'Invalid __global__ write of size 4 bytes'
KINDS = ['default', 'blocking', 'nonblocking', 'per-thread', 'busy', 'graph', 'event', 'function', 'capture',
         'second-device']
ENDS = {'return': 0, 'exit': 3, 'quick_exit': 3, 'thread': 3, 'thread-sync': 3, 'fork': 0, 'fork-killed': 0,
        'abort': -signal.SIGABRT, 'throw': -signal.SIGABRT, 'segv': -signal.SIGSEGV, 'SEGV': -signal.SIGSEGV,
        'SEGV-masked': -signal.SIGSEGV,
        'INT': -signal.SIGINT, 'TERM': -signal.SIGTERM, 'HUP': -signal.SIGHUP, 'USR1': -signal.SIGUSR1}
MEM = ['--tool', 'memcheck']

# options, environment, kind, end, status, what must be in the output, what must not, seconds it may take
CASES = [(MEM, {}, kind, 'return', 0, [WILD, 'ERROR SUMMARY: 32 errors'], [], 20)
         for kind in KINDS]
CASES += [(MEM, {}, 'busy', end, status, [WILD], ['NOT CHECKED'], 20) for end, status in ENDS.items()]
CASES += [
    (MEM, {}, 'nothing', 'INT', -signal.SIGINT, ['ERROR SUMMARY: 0 errors', 'ended by signal 2'], [WILD], 20),
    (MEM, {}, 'nothing', 'fork', 0, ['ERROR SUMMARY: 0 errors'], [WILD], 20),
    (MEM, {}, 'busy', '_exit', 3, [], ['ERROR SUMMARY'], 20),
    (MEM, {}, 'aborting-function', 'return', -signal.SIGABRT, [WILD], [], 8),
    (MEM, {}, 'failing-function', 'return', -signal.SIGSEGV, [WILD], [], 8),
    (MEM, {}, 'exiting-function', 'return', 3, [WILD], [], 8),
    (MEM, {}, 'free', 'return', 0, [WILD], [], 20),
    (MEM, {'LATE': '1'}, 'nothing', 'return', 0, [WILD], [], 20),
    (['--tool', 'initcheck'], {}, 'copy', 'return', 0, ['Host API uninitialized memory access'], [], 20),
    (['--tool', 'racecheck'], {}, 'race', 'return', 0, ['1 hazard displayed'], [], 20),
    (['--tool', 'racecheck'], {}, 'race', 'abort', -signal.SIGABRT, ['1 hazard displayed'], [], 20),
    (MEM + ['--error-exitcode', '9'], {}, 'busy', 'return', 9, [WILD], [], 20),
    (MEM + ['--error-exitcode', '9'], {}, 'busy', 'quick_exit', 9, [WILD], [], 20),
    # What is never done is stopped and reported, and so is what then does not begin.
    (MEM + ['--exit-wait', '1'], {}, 'endless', 'return', 0,
     ['Kernel endless(volatile int *) does not end', 'warp 0 lanes ffffffff', 'ERROR SUMMARY: 1 error',
      'NOT CHECKED: 1 piece of work', 'Host Frame: main'], [WILD], 8),
    (MEM + ['--exit-wait', '1', '--error-exitcode', '9'], {}, 'endless', 'exit', 9, ['does not end'], [], 8),
    (MEM + ['--exit-wait', '1'], {}, 'endless', 'abort', -signal.SIGABRT, ['does not end'], [], 8),
    (MEM + ['--exit-wait', '1'], {}, 'endless', 'thread-sync', 3, ['does not end'], [], 8),
    (MEM + ['--exit-wait', '1'], {}, 'endless-function', 'return', 0, ['NOT CHECKED: 2 pieces of work'], [WILD], 8),
    (MEM, {}, 'endless', 'return', 0, ['stopped after 10 seconds'], [], 20),
    # A process that is stopped reports where it was, and what was found.
    (MEM, {}, 'endless', 'wait-INT', -signal.SIGINT,
     ['Kernel endless(volatile int *) was interrupted', 'warp 0 lanes ffffffff', 'source line 1', 'ERROR SUMMARY: 0 errors',
      'NOT CHECKED: 1 piece of work', 'ended by signal 2'], [], 8),
    (MEM, {}, 'endless', 'goes-on-INT', -signal.SIGINT, ['was interrupted', 'ended by signal 2'], [], 8),
    (MEM, {}, 'endless', 'wait-TERM', -signal.SIGTERM, ['was interrupted', 'ended by signal 15'], [], 8),
]


def fails(tool, program, case):
    options, env, kind, end, status, must, must_not, seconds = case
    start = time.monotonic()
    done = subprocess.run([tool, *options, program, kind, end], capture_output=True, text=True, timeout=120,
                          env={**os.environ, 'SIMT_DEVICES': '2', **env})
    took = time.monotonic() - start
    problems = ['no "%s"' % m for m in must if m not in done.stdout]
    problems += ['there is "%s"' % m for m in must_not if m in done.stdout]
    if done.returncode != status:
        problems.append('exit status %d' % done.returncode)
    if done.stdout.count('ERROR SUMMARY') > 1 + done.stdout.count('were not printed'):
        problems.append('more than one summary')
    if took > seconds * 3:
        problems.append('it took %.1f s' % took)
    return '; '.join(problems) + '\n' + done.stdout[-1500:] + done.stderr[-500:] if problems else None


def main():
    # The programs would inherit the signals that a runner in the background ignores.
    for s in signal.SIGHUP, signal.SIGINT, signal.SIGQUIT:
        signal.signal(s, signal.SIG_DFL)
    simtcc, tool, folder = map(os.path.abspath, sys.argv[1:4])
    passed, failed = 0, 0
    with tempfile.TemporaryDirectory() as out:
        jobs = []
        for kind in 'shared', 'static':
            program = os.path.join(out, kind)
            subprocess.run([simtcc, '-std=c++17', '-arch=sm_90', '-cudart', kind, '-lineinfo', '-o', program,
                            os.path.join(folder, 'exits.cu')], check=True)
            jobs += [(program, case) for case in CASES]
        if '--runs' in sys.argv:
            n = int(sys.argv[sys.argv.index('--runs') + 1])
            some = [job for job in jobs if job[1][2] in KINDS and job[1][3] == 'return']
            jobs = [some[i % len(some)] for i in range(n)]
        with ThreadPoolExecutor(4) as pool:
            results = pool.map(lambda job: fails(tool, *job), jobs)
            for (program, case), wrong in zip(jobs, results):
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print('FAIL %s: %s %s %s: %s' % (os.path.basename(program), ' '.join(case[0]), case[2], case[3],
                                                     wrong))
    print('%d passed, %d failed, 0 skipped' % (passed, failed))
    return failed != 0 or not passed


if __name__ == '__main__':
    sys.exit(main())
