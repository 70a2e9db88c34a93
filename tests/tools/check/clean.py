#!/usr/bin/env python3
"""clean.py - launches that hardware answered, in checked mode: no finding, and the same results.

usage: clean.py SIMTRUN DIR [--every N] [--but NAME]...

Runs every Nth launch file below DIR, but NAME.launch.json. A file whose point is a fault is left out: it fails without checked
mode, too. The last line printed is "N passed, N failed, 0 skipped", in files.
SPDX-License-Identifier: Apache-2.0"""
import argparse
import glob
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TIMEOUT = 280  # seconds


def run(args, path):
    """None, or what was reported."""
    env = dict(os.environ, SIMT_CHECK='all')
    done = subprocess.run([args.simtrun, '--backend=interp', path], env=env, capture_output=True,
                          text=True, errors='replace', timeout=TIMEOUT)
    told = [line for line in done.stderr.splitlines() if line.startswith('=========')]
    if not told and done.returncode == 0:
        return None
    if done.returncode:
        plain = subprocess.run([args.simtrun, '--backend=interp', path], capture_output=True,
                               timeout=TIMEOUT)
        if plain.returncode == done.returncode:
            return None
    return '\n'.join(told[:12]) + done.stdout[-500:]


def main():
    ap = argparse.ArgumentParser(description='checked mode tells nothing of clean launches')
    ap.add_argument('simtrun', type=os.path.abspath)
    ap.add_argument('folder', type=os.path.abspath)
    ap.add_argument('--every', type=int, default=1)
    ap.add_argument('--but', action='append', default=[], help='what is left out: it has races')
    ap.add_argument('--jobs', type=int, default=os.cpu_count())
    args = ap.parse_args()
    paths = sorted(glob.glob(os.path.join(args.folder, '**', '*.launch.json'), recursive=True))
    paths = [p for p in paths[::args.every] if os.path.basename(p)[:-len('.launch.json')] not in args.but]
    with ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda path: run(args, path), paths))
    for path, told in zip(paths, results):
        if told:
            print('FAIL %s\n%s' % (os.path.relpath(path, args.folder), told))
    failed = sum(r is not None for r in results)
    print('%d passed, %d failed, 0 skipped' % (len(paths) - failed, failed))
    return failed != 0 or not paths


if __name__ == '__main__':
    sys.exit(main())
