#!/usr/bin/env python3
"""The programs of tests/cuda/lower/features with one word replaced, for many words and replacements: cuda-mutate (mutate.c)
says which of them are not refused as they should be. --every 1 tries each word with each replacement, which takes a
minute.
The mangled names of the kernel instances of tests/cuda/lower/names are changed in the same way.

mutate.py CUDA_MUTATE CXX FEATURES NAMES [--every N]
SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

EVERY = 32
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


def tried(tool, files, what, by, step):
    """Checks whether all was as it should be."""
    done = subprocess.run([tool, what, by, str(step), "20", *files], capture_output=True, text=True)
    print("%s -> '%s': %s" % (what, by, (done.stdout.strip() or "nothing").splitlines()[-1]))
    if done.returncode:
        print("status %d\n%s%s" % (done.returncode, done.stdout[-3000:], done.stderr[-3000:]))
    return done.returncode == 0


def instances(tool, cxx, path, folder, every):
    """Returns how many names went wrong."""
    made = os.path.join(folder, "host.o")
    subprocess.run([cxx, "-w", "-std=c++20", "-x", "c++", "-D__global__=", "-c", path, "-o", made], check=True)
    lines = subprocess.run(["nm", "-g", "--defined-only", made], capture_output=True, text=True, check=True).stdout
    names = [words[2] for words in map(str.split, lines.splitlines()) if len(words) == 3 and words[1] in "TW"]
    text = os.path.join(folder, "names.ii")
    with open(path) as f, open(text, "w") as to:
        to.write(re.sub(r"(?m)^template __global__ void [^;]*;", "", f.read()))
    return sum(not tried(tool, [text], "instance", name, every * 3 if every > 1 else 1) for name in names)


def main():
    tool, cxx, sources, names = sys.argv[1:5]
    every = int(sys.argv[6]) if "--every" in sys.argv else EVERY
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        files = [preprocessed(cxx, path, folder) for path in sorted(glob.glob(os.path.join(sources, "*.cu")))]
        for what, by, often in REPLACED:
            failed += not tried(tool, files, what, by, max(1, every // often))
        for path in sorted(glob.glob(os.path.join(names, "*.cu"))):
            failed += instances(tool, cxx, path, folder, every)
    return failed > 0


sys.exit(main())
