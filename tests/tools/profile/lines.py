#!/usr/bin/env python3
"""lines.py SIMTCC FOLDER: what is inlined from the toolkit's headers is billed to the line of FOLDER/lines.cu that calls
it, in profiles, coverage, faults and findings; what is inlined from the program's own headers is billed to them.
SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import subprocess
import sys
import tempfile

CALLS = ("barrier", "shuffle", "reduction", "atomic", "sine", "half", "half again", "group", "fence")
bad = []


def expect(what, got, want):
    if got != want:
        bad.append(f"{what}: {got!r}, expected {want!r}")


def marked(path):
    with open(path) as f:
        return {m[1]: n for n, line in enumerate(f, 1) if (m := re.search(r"// ([a-z ]+)$", line.rstrip()))}


def run(program, *args, **env):
    return subprocess.run([program, *args], capture_output=True, text=True, timeout=120, env={**os.environ, **env})


def main():
    simtcc, folder = map(os.path.abspath, sys.argv[1:3])
    own = os.path.join(folder, "include", "own.h")
    mark = marked(os.path.join(folder, "lines.cu"))
    with tempfile.TemporaryDirectory() as work:
        program, out, info = (os.path.join(work, n) for n in ("app", "p.json", "c.info"))
        subprocess.run([simtcc, "-std=c++17", "-arch=sm_90", "-lineinfo", "-cudart", "shared", "-o", program,
                        os.path.join(folder, "lines.cu")], check=True)
        expect("exit status", run(program, SIMT_PROFILE="json:" + out, SIMT_COVERAGE=info).returncode, 0)
        with open(out) as f:
            lines = json.load(f)["kernels"][0]["lines"]
        expect("files", sorted({os.path.basename(x["file"]) for x in lines}), ["lines.cu", "own.h"])
        count = {x["line"]: x["metrics"] for x in lines if x["file"].endswith("lines.cu")}
        for name in CALLS:
            expect("instructions of " + name, count.get(mark[name], {}).get("smsp__inst_executed.sum", 0) >= 2, True)
        expect("barriers", count[mark["barrier"]]["simt__inst_executed_op_barrier.sum"], 2)
        expect("barriers of a group", count[mark["group"]]["simt__inst_executed_op_barrier.sum"], 2)
        expect("lines of own.h", [x["line"] for x in lines if x["file"].endswith("own.h")], [marked(own)["inside"]])
        with open(info) as f:
            text = f.read()
        expect("covered files", sorted(os.path.basename(p) for p in re.findall(r"^SF:(.*)$", text, re.M)),
               ["lines.cu", "own.h"])
        expect("coverage", [n for n in CALLS if f"DA:{mark[n]},64\n" not in text], [])
        expect("branches of the toolkit", re.findall(rf"^BRDA:{mark['sine']},.*$", text, re.M), [])
        found = run(program, "wild", SIMT_CHECK="mem,log=stdout").stdout
        expect("finding", re.findall(r" in \S*lines.cu:(\d+)", found)[:1], [str(mark["fault"])])
    print("\n".join(bad) or "all lines are as expected")
    sys.exit(bool(bad))


main()
