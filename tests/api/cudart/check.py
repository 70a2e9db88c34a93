#!/usr/bin/env python3
# check.py - runs a program and compares what it prints, and optionally its exit status, with a file.
#     check.py PROGRAM EXPECTED [STATUS [ARGUMENT ...]]
# SPDX-License-Identifier: Apache-2.0
import difflib
import subprocess
import sys

program, expected = sys.argv[1:3]
status = int(sys.argv[3]) if len(sys.argv) > 3 else 0
done = subprocess.run([program] + sys.argv[4:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
got = done.stdout.decode(errors='replace').splitlines(keepends=True)
with open(expected) as f:
    want = f.readlines()
sys.stdout.writelines(difflib.unified_diff(want, got, 'expected', 'printed'))
if done.returncode != status:
    print('exit status %d instead of %d' % (done.returncode, status))
if got != want or done.returncode != status:
    sys.stdout.write(done.stderr.decode(errors='replace'))
    sys.exit(1)
