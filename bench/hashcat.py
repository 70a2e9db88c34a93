#!/usr/bin/env python3
"""hashcat.py - hashcat's benchmark by CUDA on simt beside OpenCL on PoCL, on the same processors.

usage: hashcat.py [--kit DIR] [--rounds N] [--seconds N] [MODE...]

Needs hashcat and PoCL (Debian: hashcat, pocl-opencl-icd) and simt's libraries in DIR
(build/dist/lib/simt/cuda/lib64). The modes are those with the most users; MODE... takes others.
In each round both run a mode, one after the other, as a user would call them: hashcat's autotuner
chooses the numbers of threads and loops. Before the first round each runs once, so that code of
either is in its cache. A line has the medians, in hashes a second, and the median of the rounds' ratios;
above 1, simt is faster. The last line has the geometric mean. Kernels that hashcat keeps are hashed by the
name of the device only, so those of simt's are dropped before: they may be an older compiler's.
SPDX-License-Identifier: Apache-2.0"""
import argparse
import glob
import math
import os
import re
import statistics
import subprocess
import sys

MODES = {
    0: 'MD5', 10: 'md5($pass.$salt)', 100: 'SHA1', 300: 'MySQL4.1/MySQL5', 400: 'phpass', 500: 'md5crypt', 900: 'MD4',
    1000: 'NTLM', 1400: 'SHA2-256', 1410: 'sha256($pass.$salt)', 1700: 'SHA2-512', 1800: 'sha512crypt', 2100: 'DCC2',
    3000: 'LM', 3200: 'bcrypt', 5500: 'NetNTLMv1', 5600: 'NetNTLMv2', 7400: 'sha256crypt', 13100: 'Kerberos TGS-REP',
    22000: 'WPA-PBKDF2',
}
UNIT = {'': 1, 'k': 1e3, 'M': 1e6, 'G': 1e9}


def drop_kernels():
    """hashcat keeps the PTX of our compiler as text, beside the binaries of others."""
    cache = os.environ.get('XDG_CACHE_HOME', os.path.expanduser('~/.cache'))
    for path in glob.glob(os.path.join(cache, 'hashcat/kernels/*')):
        with open(path, 'rb') as f:
            ours = f.read(8) == b'.version'
        if ours:
            os.remove(path)


def speed(mode, cuda, kit, seconds):
    """Hashes a second, or None."""
    env = dict(os.environ)
    if cuda:
        env['LD_LIBRARY_PATH'] = kit
    which = ['-D', '2', '--backend-ignore-opencl'] if cuda else ['-D', '1', '--backend-ignore-cuda']
    try:
        p = subprocess.run(['hashcat', '--benchmark', '-O', '-m', str(mode), *which], env=env, text=True,
                           timeout=seconds, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors='replace')
    except subprocess.TimeoutExpired:
        return None
    m = re.search(r'Speed\.#\d+\.*:\s*([\d.]+) ([kMG]?)H/s', p.stdout)
    return float(m[1]) * UNIT[m[2]] if m else None


def shown(v):
    for unit, factor in (('G', 1e9), ('M', 1e6), ('k', 1e3)):
        if v >= factor:
            return '%.1f %s' % (v / factor, unit)
    return '%.1f  ' % v


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    p = argparse.ArgumentParser()
    p.add_argument('--kit', default=os.path.join(here, '../build/dist/lib/simt/cuda/lib64'))
    p.add_argument('--rounds', type=int, default=3)
    p.add_argument('--seconds', type=int, default=600, help='limit of one run')
    p.add_argument('mode', nargs='*', type=int)
    a = p.parse_args()
    kit, logs = os.path.abspath(a.kit), []
    drop_kernels()
    print('%6s  %-20s %12s %12s %6s' % ('mode', '', 'simt', 'PoCL', 'ratio'))
    for mode in a.mode or MODES:
        pairs = []
        for i in range(a.rounds + 1):
            pair = [speed(mode, cuda, kit, a.seconds) for cuda in (True, False)]
            if None in pair:
                pairs = []
                break
            pairs += [pair] if i else []
        name = MODES.get(mode, '')
        if not pairs:
            print('%6d  %-20s no result in time from %s' % (mode, name, 'simt' if pair[0] is None else 'PoCL'), flush=True)
            continue
        ratio = statistics.median(s / o for s, o in pairs)
        logs.append(math.log(ratio))
        s, o = (statistics.median(x) for x in zip(*pairs))
        print('%6d  %-20s %10sH %10sH %6.2f' % (mode, name, shown(s), shown(o), ratio), flush=True)
    if logs:
        print('geometric mean of %d modes: %.2f' % (len(logs), math.exp(sum(logs) / len(logs))))
    return 0 if logs else 1


if __name__ == '__main__':
    sys.exit(main())
