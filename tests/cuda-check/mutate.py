#!/usr/bin/env python3
"""The programs of tests/lower/features with one word replaced, for many words and replacements: cuda-mutate (mutate.c)
says which of them are not refused as they should be. --every 1 tries each word with each replacement, which takes a
minute.

mutate.py CUDA_MUTATE CXX FOLDER [--every N]
SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import subprocess
import sys
import tempfile

EVERY = 12
REPLACED = [  # what, by, how much more often than the others
    ("name", "undeclared_here", 4),
    ("number", "nullptr", 1),
    ("number", '"text"', 1),
    ("number", "-1", 1),
    ("number", "1.5f", 1),
    ("number", "", 1),
    ("name", "", 1),
    ("int", "void", 2),
    ("int", "struct later", 2),
    ("int", "auto", 2),
    ("int", "int &", 2),
    ("int", "int *", 2),
    ("int", "int[2]", 2),
    ("float", "struct { int inside; }", 2),
    ("word", "this", 1),
    ("word", "0", 1),
    ("word", "...", 1),
]


def preprocessed(cxx, path, folder):
    out = os.path.join(folder, os.path.basename(path)[:-2] + "ii")
    subprocess.run([cxx, "-E", "-x", "c++", "-std=c++20", "-nostdinc", "-include",
                    os.path.join(os.path.dirname(path), "device.h"), path, "-o", out], check=True)
    return out


def main():
    tool, cxx, sources = sys.argv[1:4]
    every = int(sys.argv[5]) if "--every" in sys.argv else EVERY
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        files = [preprocessed(cxx, path, folder) for path in sorted(glob.glob(os.path.join(sources, "*.cu")))]
        for what, by, often in REPLACED:
            step = max(1, every // often)
            done = subprocess.run([tool, what, by, str(step), "20", *files], capture_output=True, text=True)
            print("%s -> '%s': %s" % (what, by, (done.stdout.strip() or "nothing").splitlines()[-1]))
            if done.returncode:
                failed += 1
                print("status %d\n%s%s" % (done.returncode, done.stdout[-3000:], done.stderr[-3000:]))
    return failed > 0


sys.exit(main())
