#!/usr/bin/env python3
"""failures.py SIMTRUN SIMTCC FAILING.so ROOT [--every N]: the tools, with one call after the other failing.

Each scenario runs once to count its allocations, mappings, threads, opened files and writes; then again with
call 1, 1+N, 1+2N, ... failing, and, more rarely, with all calls from there on. A run may succeed, with the same output, or
fail with a status of the tool's and a message; signals, hangs, silence and LLVM's own texts are mistakes.
The last line printed is "N passed, N failed, N skipped".
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

WHATS = ("alloc", "map", "thread", "open", "write")
# What a tool may end with when something fails; with 70 only if it says that there is no memory.
STATUSES = {1, 2, 3, 4, 5, 6}

BAD_PTX = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { add.s32 1; }\n"
TRAP_PTX = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { trap; }\n"
CU = """#include <cstdio>
template <class T> __global__ void scale(T *p, T f, int n) { int i = threadIdx.x; if (i < n) p[i] *= f; }
int main() { scale<<<1, 32>>>((float *)0, 2.0f, 0); std::printf("%d\\n", (int)cudaDeviceSynchronize()); return 0; }
"""


def scenarios(root, folder):
    """Name, tool, arguments; what it writes stands in `folder`."""
    ptx = os.path.join(root, "examples", "saxpy.ptx")
    cu = os.path.join(folder, "app.cu")
    launch = os.path.join(root, "tests", "isa", "lop3", "lop3.launch.json")
    if not os.path.exists(launch):
        launch = next(os.path.join(d, f) for d, _, fs in sorted(os.walk(os.path.join(root, "tests", "isa")))
                      for f in sorted(fs) if f.endswith(".launch.json"))
    out = lambda name: os.path.join(folder, name)
    run = [("run", [ptx, "--backend=interp"]),
           ("run -v", [ptx, "--backend=interp", "-v"]),
           ("arguments", [ptx, "--backend=interp", "-a", "1024", "-a", "2.5", "-a", "iota:f32:1024",
                          "-a", "zeros:f32:1024,save=" + out("y.bin")]),
           ("list", [ptx, "--list"]),
           ("check only", [ptx, "--check-only"]),
           ("errors", [out("bad.ptx"), "--check-only"]),
           ("errors as JSON", [out("bad.ptx"), "--check-only", "--diagnostics-format=json"]),
           ("errors as SARIF", [out("bad.ptx"), "--check-only", "--diagnostics-format=sarif"]),
           ("trap", [out("trap.ptx"), "--backend=interp"]),
           ("ast", [ptx, "--dump=ast"]),
           ("ir", [ptx, "--dump=ir"]),
           ("cfg and uniformity", [ptx, "--dump=cfg,uniformity,dot"]),
           ("optimised", [ptx, "--dump=opt"]),
           ("optimised run", [ptx, "--backend=interp", "-O3"]),
           ("checked mode", [ptx, "--check=all"]),
           ("profile", [ptx, "--profile=json:" + out("p.json")]),
           ("coverage", [ptx, "--coverage=" + out("c.info"), "--backend=interp"]),
           ("timeline", [ptx, "--trace=" + out("t.json"), "--backend=interp"]),
           ("sandbox", [ptx, "--sandbox", "--backend=interp"]),
           ("launch file", [launch, "--backend=interp"]),
           ("compiled", [ptx, "--backend=jit"]),
           ("compiled or not", [ptx]),
           ("launch files", [launch, launch, "--backend=interp", "-j2"]),
           ("help", ["--help"]),
           ("explain", ["--explain", "fma"]),
           ("version", ["--version"])]
    cc = [("ptx", ["-ptx", cu, "-o", out("a.ptx")]),
          ("ptx with lines", ["-ptx", "-lineinfo", "-G", cu, "-o", out("b.ptx")]),
          ("fatbin", ["-fatbin", cu, "-o", out("a.fatbin")]),
          ("object", ["-c", cu, "-o", out("a.o")]),
          ("whole", [cu, "-o", out("a")]),
          ("dry run", ["--dryrun", cu, "-o", out("b")]),
          ("tokens", ["--emit=tokens", cu]),
          ("syntax tree", ["--emit=ast", cu]),
          ("dependencies", ["-M", cu]),
          ("preprocessed", ["-E", cu, "-o", out("a.ii")])]
    return [(n, "simtrun", a) for n, a in run] + [(n, "simtcc", a) for n, a in cc]


class Runner:
    def __init__(self, a):
        self.tool = {"simtrun": a.simtrun, "simtcc": a.simtcc}
        self.library, self.every = a.library, a.every
        self.passed = self.failed = 0

    def run(self, tool, args, folder, **fail):
        env = {**os.environ, "LD_PRELOAD": self.library, "FAIL_IN": tool, "SIMT_THREADS": "2",
               "CUDA_CACHE_DISABLE": "1", "TMPDIR": folder, **fail}
        try:
            return subprocess.run([self.tool[tool], *args], capture_output=True, timeout=60, env=env)
        except subprocess.TimeoutExpired:
            return None

    def mistake(self, r, good):
        """Returns what is wrong with a run in which something failed; None: nothing."""
        if r is None:
            return "does not end"
        if b"LLVM" in r.stderr:
            return "LLVM's text"
        if r.returncode == good.returncode:
            return None
        if r.returncode == 70 and b"out of memory" in r.stderr:
            return None
        if r.returncode not in STATUSES:
            return "status %d" % r.returncode
        return None if r.stderr.strip() or b"error" in r.stdout or b"FAIL" in r.stdout else "silence"

    def counts(self, tool, args, folder):
        """A run without failures, and how many calls of each kind it made."""
        path = os.path.join(folder, "count")
        good = self.run(tool, args, folder, FAIL_COUNT=path)
        if not os.path.exists(path):  # it became another program
            return good, dict.fromkeys(WHATS, 20)
        with open(path) as f:
            n = [int(line) for line in f]
        os.remove(path)
        return good, dict(zip(WHATS, n))

    def scenario(self, name, tool, args, folder):
        good, counts = self.counts(tool, args, folder)
        for what in WHATS:
            step = self.every if what == "alloc" else max(1, self.every // 10)
            for on, first, stride in (("", 1, step), ("1", 1 + step // 2, step * 5)):
                for at in range(first, counts[what] + 1, stride):
                    fail = {"FAIL_WHAT": what, "FAIL_AT": str(at), **({"FAIL_ON": "1"} if on else {})}
                    r = self.run(tool, args, folder, **fail)
                    wrong = self.mistake(r, good)
                    self.passed += wrong is None
                    if wrong is None:
                        continue
                    self.failed += 1
                    print("FAIL %s: %s %d%s of %d: %s" % (name, what, at, "+" if on else "", counts[what], wrong))
                    if r is not None:
                        print("    ", r.stderr.decode(errors="replace").strip()[-300:])


def main():
    p = argparse.ArgumentParser()
    for name in ("simtrun", "simtcc", "library", "root"):
        p.add_argument(name, type=os.path.abspath)
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--only", default="", help="scenarios whose names have this in them")
    a = p.parse_args()
    r = Runner(a)
    folder = tempfile.mkdtemp()
    try:
        for name, text in (("app.cu", CU), ("bad.ptx", BAD_PTX), ("trap.ptx", TRAP_PTX)):
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)
        for name, tool, args in scenarios(a.root, folder):
            if a.only in name:
                r.scenario(name, tool, args, folder)
    finally:
        shutil.rmtree(folder)
    print("%d passed, %d failed, 0 skipped" % (r.passed, r.failed))
    return r.failed != 0


if __name__ == "__main__":
    sys.exit(main())
