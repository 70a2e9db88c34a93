#!/usr/bin/env python3
"""session.py SIMTCC SIMTRUN FOLDER [--update]: each FOLDER/NAME.gdb is done by `simtrun --debug`, with NAME.ptx or what
`simtcc -G` makes of NAME.cu, PTX or a program, and the arguments of NAME.args; several X.*.gdb share one X.ptx. What
it prints must be NAME.out; addresses are replaced by ADDR, and what depends on the machine; hashes by a number,
the same for equal ones.

SPDX-License-Identifier: Apache-2.0
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def plain(text):
    text = re.sub(r"0x0*20[0-9a-f]{10}\b", "ADDR", text)
    text = re.sub(r"process \d+", "process N", text)
    known = {}
    text = re.sub(r"(hash of all registers and memory at step \d+: )(0x\w+)",
                  lambda m: m[1] + "HASH %d" % known.setdefault(m[2], len(known) + 1), text)
    # How many multiprocessors there are is the machine's; block 0 is on the first.
    text = re.sub(r"( sm_90) +\d+( +64 +32) +0x[0-9a-f]+ $", r"\1 N\2 MASK ", text, flags=re.M)
    text = re.sub(r"^ +\d+ 0x0{16} \n", "", text, flags=re.M)
    text = re.sub(r"(block \((?!0,0,0\))[^)]*\), thread \([^)]*\), device 0), sm \d+, warp \d+", r"\1, sm N, warp N", text)
    return re.sub(r" Active +0x[0-9a-f]+", " Active MASK", text)


def main():
    simtcc, simtrun, folder = (str(Path(p).resolve()) for p in sys.argv[1:4])
    failed = 0
    for script in sorted(Path(folder).glob("*.gdb")):
        with tempfile.TemporaryDirectory() as temp:
            ptx = source = Path(folder) / (script.stem.split(".")[0] + ".ptx")
            if not ptx.exists():
                source = source.with_suffix(".cu")
                ptx = Path(temp) / (script.stem + ".ptx")
                is_program = "int main" in source.read_text()
                subprocess.run([simtcc, "-g", "-G", *(["-rdc=true"] if is_program else ["-ptx"]), source.name, "-o", ptx], check=True, cwd=folder)
            args = script.with_suffix(".args")
            args = args.read_text().split() if args.exists() else []
            run = subprocess.run([simtrun, "--debug", "--quiet", *sum((["-ex", c] for c in script.read_text().splitlines()), []),
                                  "--batch", ptx.name if source == ptx else ptx, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder,
                                 stdin=subprocess.DEVNULL, timeout=120)
        got = plain(run.stdout.decode())
        want = script.with_suffix(".out")
        if "--update" in sys.argv:
            want.write_text(got)
        elif got != want.read_text():
            failed += 1
            subprocess.run(["diff", "-u", want, "-"], input=got.encode())
    sys.exit(failed != 0)


main()
