#!/usr/bin/env python3
"""run.py SIMTCC SANITIZER FOLDER [--update]: mistakes that beginners make, one program each, and their messages: from
the compiler, and where that has none from the program when it runs, and from checked mode. NAME.out is what is expected:

    compiles with errors     messages of simtcc, or "the host compiler refuses it", whose words are its own
    -- runs                  output of the program; addresses and places in PTX are cut out
    -- checked               the first line of each kind of finding

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def plain(text):
    text = re.sub(r"0x[0-9a-f]+", "ADDR", text)
    text = re.sub(r"(?m)^(   kernel .*), cta.*$", r"\1", text)  # which of them is first depends on the workers
    text = re.sub(r"(?m)( runs in \S+ at| access at .*? in) .*$", r"\1 PLACE", text)
    return re.sub(r"\d[\d,]* bytes past its end", "N bytes past its end", text)


def tell(simtcc, sanitizer, source, folder):
    app = os.path.join(folder, "app")
    env = {**os.environ, "SIMT_TIMEOUT_MS": "2000", "SIMT_QUIET": "1"}

    def run(*command):
        return subprocess.run(command, capture_output=True, text=True, timeout=100, cwd=source.parent, env=env)
    p = run(simtcc, source.name, "-o", app)
    if p.returncode:
        lines = p.stderr.splitlines(keepends=True)
        theirs = not any("error[E" in x or re.match(r"\S+: error: '", x) or "calling a __" in x for x in lines)
        return "compiles with errors\n" + ("the host compiler refuses it\n" if theirs else p.stderr)
    out = p.stderr
    p = run(app)
    waits = "Synchronize" in source.read_text() or "<<<" not in source.read_text()  # else it may be over before its kernel is
    out += f"-- runs: {p.returncode}\n" + (plain(p.stdout + p.stderr) if waits else "")
    p = run(sanitizer, "--tool", "all", "--extended", app)
    kinds = re.findall(r"(?m)^========= ((?:Program hit|Invalid|Race|Barrier|Uninit|Host API|Kernel|Error: Race|Warning)\b.*)$", p.stdout)
    kinds = [re.sub(r" of size \d+ bytes| on CUDA API call.*|'.*'", "", plain(k)) for k in kinds
             if waits or not k.startswith("Program hit")]  # the next call may come before the fault
    return out + "-- checked\n" + "".join(k + "\n" for k in sorted(set(kinds)))


def main():
    simtcc, sanitizer, folder = (Path(p).resolve() for p in sys.argv[1:4])
    failed = passed = 0
    with tempfile.TemporaryDirectory() as temp:
        for source in sorted(folder.glob("*.cu")):
            got, want = tell(simtcc, sanitizer, source, temp), source.with_suffix(".out")
            if "--update" in sys.argv:
                want.write_text(got)
            elif got == want.read_text():
                passed += 1
            else:
                failed += 1
                subprocess.run(["diff", "-u", want, "-"], input=got.encode())
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
