#!/usr/bin/env python3
"""app.py - simtrun ./program: which it runs, with which arguments and settings, and what it says of others.

usage: app.py SIMTRUN PROGRAM EXPECTED STATIC ENVIRONMENT

PROGRAM is linked with libcudart.so and prints EXPECTED; STATIC has device code and no such library; ENVIRONMENT is a
program that prints its environment, env.
SPDX-License-Identifier: Apache-2.0"""
import os
import subprocess
import sys

simtrun, program, expected, static, env_program = sys.argv[1:]
failed = 0


def run(*args):
    env = {k: v for k, v in os.environ.items() if k != 'LD_LIBRARY_PATH'}
    return subprocess.run([simtrun, *args], capture_output=True, text=True, env=env, timeout=60)


def check(what, ok, done):
    global failed
    if not ok:
        failed = 1
        print('%s: status %d\n%s%s' % (what, done.returncode, done.stdout, done.stderr))


with open(expected) as f:
    want = f.read()
for backend in 'interp', 'auto':
    done = run('--backend=' + backend, program)
    check('program on ' + backend, done.returncode == 0 and done.stdout == want, done)
done = run(static)
check('static runtime', done.returncode == 2 and '-cudart shared' in done.stderr and not done.stdout,
      done)
done = run('--backend', 'interp', '--device=sm_80', '--threads=3', '-t', '2', env_program)
lines = done.stdout.splitlines()
check('settings', {'SIMT_BACKEND=interp', 'SIMT_DEVICE=sm_80', 'SIMT_THREADS=3', 'SIMT_TIMEOUT_MS=2000'} <= set(lines) and
      any(x.startswith('LD_LIBRARY_PATH=') and x.endswith('/lib64') for x in lines), done)
done = run(env_program, '-u', 'SIMT_X', 'printf', '%s-', '--backend=jit', '-k')
check('arguments', done.returncode == 0 and done.stdout == '--backend=jit--k-', done)
done = run('some.ptx', env_program)
check('both', done.returncode == 1 and 'together' in done.stderr, done)
sys.exit(failed)
