#!/usr/bin/env python3
"""assembles.py [--every N] SIMTCC DIR... - the PTX that simtcc makes of each source assembles elsewhere, too.

The options are those of the sources' `// build:` lines and the standards of their first lines. Programs of many files in one
folder and sources without device code are left out. Without ptxas on the machine the test is skipped (status 77).
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile


def options(text):
    """The options that matter to device code."""
    words = " ".join(re.findall(r"^// build:(.*)", text, re.M)).split()
    words += re.findall(r"-std=\S+", text.split("\n", 1)[0])
    words = [w for i, w in enumerate(words)
             if not w.startswith(("-l", "-diag", "-X")) and not (i and words[i - 1].startswith("-X"))]
    return words if any(w.startswith("-arch") for w in words) else [*words, "-arch=sm_90"]


def problem(simtcc, ptxas, source, ptx):
    with open(source, encoding="utf-8", errors="replace") as f:
        text = f.read()
    words = options(text)
    made = subprocess.run([simtcc, "-w", *words, "-ptx", source, "-o", ptx], capture_output=True, text=True)
    if made.returncode:
        return made.stderr
    arch = next(w for w in words if w.startswith("-arch="))
    done = subprocess.run([ptxas, "-c", "-O0", arch, ptx, "-o", os.devnull], capture_output=True, text=True)
    return done.returncode and done.stdout + done.stderr


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--every", type=int, default=1, help="take each Nth source")
    ap.add_argument("simtcc")
    ap.add_argument("folder", nargs="+")
    args = ap.parse_args()
    ptxas = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")
    if not ptxas:
        print("no ptxas is installed")
        return 77
    wrong = 0
    sources = sorted(p for d in args.folder for p in glob.glob(d + "/*.cu"))[::args.every]
    with tempfile.TemporaryDirectory() as tmp:
        for source in sources:
            why = problem(args.simtcc, ptxas, source, tmp + "/out.ptx")
            print("FAIL" if why else "ok", os.path.basename(source))
            if why:
                print(why)
                wrong += 1
    print(f"{len(sources) - wrong} passed, {wrong} failed")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
