#!/usr/bin/env python3
"""Compiled code under a sanitizer: sanitize.py thread|address SIMTRUN [FOLDER...]

SIMTRUN has the sanitizer's runtime in it. Kernels without a mistake run clean, those of
the folders' launch files among them; a planted mistake is reported.
SPDX-License-Identifier: Apache-2.0"""
import glob
import os
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
which, simtrun, *folders = sys.argv[1:]
launches = sorted(p for f in folders for p in glob.glob(os.path.join(f, "*.launch.json")))
FOUND = 66  # what the sanitizer makes of the exit status when it has reported something
REPORT = {"thread": "WARNING: ThreadSanitizer: data race",
          "address": "ERROR: AddressSanitizer: use-after-poison"}[which]
PLANTED = {"thread": [("racy.ptx", "line", 200000), ("racy.ptx", "scattered", 20000)],
           "address": [("stray.ptx", "stray", 25)]}[which]
CLEAN = [("clean.ptx", "own", 2000), ("clean.ptx", "shared_cells", 1000), ("clean.ptx", "strong_cells", 1000)]
if which == "address":
    CLEAN.append(("stray.ptx", "stray", 24))
failures = 0


def run(args, want_report):
    global failures
    options = f"exitcode={FOUND}:halt_on_error=1:detect_leaks=0"
    env = {**os.environ, "SIMT_JIT_DEBUG": "sanitize", "SIMT_THREADS": "2", "SIMT_JIT": "eager",
           "CUDA_CACHE_DISABLE": "1", "SIMT_VERBOSE": "1", "TSAN_OPTIONS": options,
           "ASAN_OPTIONS": options}
    r = subprocess.run([simtrun, "--backend=jit", *args], env=env, text=True,
                       stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    ok = (r.returncode == FOUND and REPORT in r.stdout if want_report
          else r.returncode == 0 and "Sanitizer" not in r.stdout)
    compiled = "compiled" in r.stdout and "handed back" not in r.stdout
    if ok and compiled:
        return
    failures += 1
    print("FAILED:", " ".join(args), "" if compiled else "(not compiled)")
    print(f"status {r.returncode}, a report {'is' if want_report else 'is not'} expected")
    print(r.stdout[:4000])


def kernel(file, name, n, want_report):
    grid = ["-g", "8", "-b", "64"] if which == "thread" or file == "clean.ptx" else []
    buffer = "zeros:u32:512" if file != "stray.ptx" else "zeros:u32:25"
    run([os.path.join(here, file), "--kernel", name, *grid, "-a", buffer, "-a", str(n)],
        want_report)


for k in CLEAN:
    kernel(*k, False)
for k in PLANTED:
    kernel(*k, True)
if launches:
    run(launches, False)
print(f"{len(CLEAN) + len(PLANTED) + bool(launches)} runs, {failures} failed")
sys.exit(failures != 0)
