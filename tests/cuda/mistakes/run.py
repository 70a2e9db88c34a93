#!/usr/bin/env python3
"""run.py SIMTCC SANITIZER FOLDER [--update] [--compile] [--every=N]: mistakes that beginners make, one program each, and their messages: from
the compiler, and where that has none from the program when it runs, and from checked mode. NAME.out is what is expected:

    compiles with errors     messages of simtcc
    -- runs                  output of the program; addresses and places in PTX are cut out
    -- checked               the first line of each kind of finding

Of all programs, or each Nth. With --compile, programs that only the compiler has a message for: `// links, OPTION ...` in the first line links, too, and
gives options.

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


def compiled(simtcc, source, folder):
    first = source.read_text().partition("\n")[0]
    options = first.removeprefix("//").replace("links", "").replace(",", "").split() if first.startswith("//") else []
    if "links" not in first:
        options.append("-c")
    p = subprocess.run([simtcc, source.name, "-o", os.path.join(folder, "app")] + options, capture_output=True, text=True,
                       timeout=100, cwd=source.parent)
    return re.sub(r"(?m)^\S*/([^/\s:]+:)", r"\1", p.stderr) + f"=> {p.returncode}\n"


def tell(simtcc, sanitizer, source, folder):
    app = os.path.join(folder, "app")
    env = {**os.environ, "SIMT_TIMEOUT_MS": "2000", "SIMT_QUIET": "1"}

    def run(*command):
        return subprocess.run(command, capture_output=True, text=True, timeout=100, cwd=source.parent, env=env)
    p = run(simtcc, source.name, "-o", app)
    if p.returncode:
        return "compiles with errors\n" + p.stderr
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
    every = next((int(a[8:]) for a in sys.argv if a.startswith("--every=")), 1)
    failed = passed = 0
    with tempfile.TemporaryDirectory() as temp:
        for source in sorted(folder.glob("*.cu"))[::every]:
            got = compiled(simtcc, source, temp) if "--compile" in sys.argv else tell(simtcc, sanitizer, source, temp)
            want = source.with_suffix(".out")
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
