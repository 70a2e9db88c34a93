#!/usr/bin/env python3
"""hosted.py SIMTCC FOLDER [NAME...]: programs that use the C++ library's headers in device code. FOLDER/*.cu is
compiled with the options of its first line ("// flags: ...") and run on both backends; it computes on the
device and on the host, and says whether both came to the same.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile


def flags_of(path):
    with open(path) as f:
        first = f.readline()
    return first[len("// flags:"):].split() if first.startswith("// flags:") else []


def run(command, **more):
    p = subprocess.run(command, capture_output=True, text=True, timeout=200, **more)
    return "" if p.returncode == 0 else f"{' '.join(command)}: status {p.returncode}\n{p.stdout}{p.stderr}"


def main():
    simtcc, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    names = sys.argv[3:] or sorted(n for n in os.listdir(folder) if n.endswith(".cu"))
    failed = 0
    for name in names:
        with tempfile.TemporaryDirectory() as tmp:
            source, program = os.path.join(folder, name), os.path.join(tmp, "program")
            said = run([simtcc, *flags_of(source), source, "-o", program])
            for backend in () if said else ("interp", "jit"):
                said = said or run([program], env=dict(os.environ, SIMT_BACKEND=backend))
        failed += said != ""
        print(f"{'FAIL' if said else 'ok'} {name}\n{said}", end="")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
