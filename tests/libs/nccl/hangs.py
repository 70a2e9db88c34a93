#!/usr/bin/env python3
"""hangs.py PROGRAM EXPECTED: what each hang of hangs.cpp is reported as. Without EXPECTED: print it.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import difflib
import os
import re
import subprocess
import sys

COUNT = 23


def report(number):
    env = dict(os.environ, SIMT_DEVICES="3", SIMT_BACKEND="interp", SIMT_NCCL_REPORT="12", SIMT_NCCL_TIMEOUT="16")
    try:
        p = subprocess.run([sys.argv[1], str(number)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env, timeout=60)
        text, status = p.stdout, p.returncode
    except subprocess.TimeoutExpired as e:
        text, status = e.stdout.decode() if e.stdout else "", "hangs"
    # Keys of communicators, numbers of processes, and places differ.
    text = re.sub(r"communicator [0-9a-f]{16}", "communicator KEY", text)
    text = re.sub(r"process \d+ on \S+", "process P on HOST", text)
    text = re.sub(r"at .* in hangs.cpp", "at FUNCTION in hangs.cpp", text)
    return f"---- {number}: status {status}\n{text}"


def main():
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        text = "".join(pool.map(report, range(COUNT)))
    if len(sys.argv) < 3:
        print(text, end="")
        return 0
    with open(sys.argv[2]) as f:
        expected = f.read()
    sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), text.splitlines(True), "expected", "printed"))
    return text != expected


sys.exit(main())
