#!/usr/bin/env python3
"""assembles.py --simtcc SIMTCC --simtrun SIMTRUN SOURCE... - each source compiles, and simtrun takes the PTX.

A source is compiled for compute capability 9.0, or for 9.0a if it says so in its first line.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import subprocess
import sys
import tempfile


def said(command):
    done = subprocess.run(command, capture_output=True, text=True)
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    return ["status %d" % done.returncode, *errors] if done.returncode else errors


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--simtcc", required=True)
    ap.add_argument("--simtrun", required=True)
    ap.add_argument("source", nargs="+")
    args = ap.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for source in args.source:
            ptx = os.path.join(folder, os.path.basename(source) + ".ptx")
            with open(source) as f:
                arch = "sm_90a" if "9.0a" in f.readline() else "sm_90"
            wrong += said([args.simtcc, "-std=c++17", "-arch=" + arch, "-ptx", source, "-o", ptx])
            wrong += said([args.simtrun, "--check-only", ptx])
    print(*wrong, sep="\n")
    sys.exit(bool(wrong))


main()
