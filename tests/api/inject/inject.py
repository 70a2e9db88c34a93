#!/usr/bin/env python3
"""SIMT_INJECT: which calls fail, with what, and what is said of rules that cannot be.

Usage: inject.py SIMTCC SIMTRUN FOLDER. The last line printed is "N passed, N failed, N skipped".
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROUND = "malloc 0\nstream 0\nlaunch 0\nsync 0\ncopy 0\nvalue %d\npeek 0\n"
NO_MEMORY = "malloc 2\nstream 0\npeek 2\n"
passed = failed = 0


def rounds(**different):
    """The output of three rounds, but for those that are given as r0=TEXT, r1=TEXT."""
    return "".join(different.get("r%d" % i, ROUND % i) for i in range(3))


def faulted(error):
    return "malloc 0\nstream 0\nlaunch 0\nsync %d\ncopy %d\nvalue 0\npeek %d\n" % ((error,) * 3)


DEAD = "malloc %d\nstream %d\npeek %d\n"

CASES = [
    ("", rounds()),
    ("alloc:2", rounds(r1=NO_MEMORY)),
    ("alloc:2+", rounds(r1=NO_MEMORY, r2=NO_MEMORY)),
    ("alloc:/2", rounds(r1=NO_MEMORY)),
    ("alloc:100%", rounds(r0=NO_MEMORY, r1=NO_MEMORY, r2=NO_MEMORY)),
    ("cudaMalloc:3=700", rounds(r2="malloc 700\nstream 0\npeek 700\n")),
    ("cudaMalloc:1,alloc:1", rounds(r0=NO_MEMORY, r1=NO_MEMORY)),
    ("copy:1", rounds(r0="malloc 0\nstream 0\nlaunch 0\nsync 0\ncopy 1\nvalue 0\npeek 1\n")),
    ("cudaMemcpy*:1=not_permitted",
     rounds(r0="malloc 0\nstream 0\nlaunch 0\nsync 0\ncopy 800\nvalue 0\npeek 800\n")),
    ("launch:2", rounds(r1="malloc 0\nstream 0\nlaunch 701\nsync 0\ncopy 0\nvalue 0\npeek 0\n")),
    ("create:1", rounds(r0="malloc 0\nstream 2\nlaunch 2\nsync 0\ncopy 0\nvalue 0\npeek 0\n")),
    ("sync:2=600", rounds(r1="malloc 0\nstream 0\nlaunch 0\nsync 600\ncopy 0\nvalue 1\npeek 0\n")),
    ("cudaFree:1", rounds(r1=(ROUND % 1).replace("launch 0", "launch 999"))),
    ("kernel:3=launch_timeout", rounds(r2=faulted(702))),
    ("kernel:2=716", rounds(r1=faulted(716), r2=DEAD % ((716,) * 3))),
    ("kernel:2", rounds(r1=faulted(719), r2=DEAD % ((719,) * 3))),
    ("slow:1ms", rounds()),
]

WRONG = [
    ("alloc", 6, "':' and when"),
    ("alloc:", 7, "the third"),
    ("alloc:0", 7, "the third"),
    ("alloc:101%", 7, "100%"),
    ("bogus:1", 1, "a name that begins with cu"),
    ("alloc:1=none_such", 9, "an error"),
    ("alloc:1=0", 9, "an error"),
    ("kernel:1=2", 11, "700 to 719"),
    ("slow:5", 6, "a time"),
    ("slow:5ms..1ms", 6, "a time"),
    ("alloc:1;copy:1", 8, "','"),
    (",", 1, "':' and when"),
    ("alloc:99999999999999999999", 7, "the third"),
    (",".join(["alloc:1"] * 33), 257, "32 rules"),
]


def check(name, ok, told):
    global passed, failed
    passed += ok
    failed += not ok
    if not ok:
        print("FAIL", name)
        print(told.returncode, told.stdout, told.stderr)


def run(*args, **env):
    return subprocess.run(args, capture_output=True, text=True, timeout=60, env={**os.environ, **env})


def main():
    simtcc, simtrun = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        app, driver = os.path.join(folder, "calls"), os.path.join(folder, "driver")
        subprocess.run([simtcc, os.path.join(HERE, "calls.cu"), "-o", app], check=True)
        subprocess.run([simtcc, os.path.join(HERE, "driver.c"), "-o", driver, "-lcuda"], check=True)
        for rules, want in CASES:
            r = run(app, SIMT_INJECT=rules)
            check("SIMT_INJECT=" + rules, r.returncode == 0 and r.stdout == want, r)
        r = run(simtrun, "--inject=alloc:2", app)
        check("--inject", r.returncode == 0 and r.stdout == rounds(r1=NO_MEMORY), r)
        first, second = (run(app, "40", SIMT_INJECT="alloc:30%,seed:5") for _ in range(2))
        n = first.stdout.count("malloc 2")
        check("a chance is the same in each run", first.stdout == second.stdout and 4 <= n <= 24, first)
        other = run(app, "40", SIMT_INJECT="alloc:30%,seed:6")
        check("another seed", other.stdout != first.stdout, other)
        r = run(app, "5", SIMT_INJECT="slow:20ms..30ms")
        took = re.search(r"took (\d+)", r.stderr)
        check("slow", took is not None and int(took.group(1)) >= 100, r)
        r = run(app, SIMT_INJECT="alloc:2", SIMT_VERBOSE="1")
        check("told", "simt: injected: cudaMalloc fails with 2 (out of memory)" in r.stderr, r)
        r = run(driver, SIMT_INJECT="alloc:2+")
        check("driver", r.stdout == "init 0\nalloc 0\nalloc 2\nfound 2\nset 0\n", r)
        for rules, column, word in WRONG:
            r = run(simtrun, "--inject=" + rules, "none.ptx")
            check("wrong: " + rules[:40],
                  r.returncode == 1 and "character %d: " % column in r.stderr and word in r.stderr, r)
        r = run(app, "1", SIMT_INJECT="bogus:1")
        check("wrong in a program", "malloc 0" not in r.stdout, r)
    print("%d passed, %d failed, 0 skipped" % (passed, failed))
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
