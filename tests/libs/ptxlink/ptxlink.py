#!/usr/bin/env python3
"""ptxlink.py [--update] SIMTCC BACKEND: builds link.cpp with the libraries as programs do, the shared and the static
ones, and compares what it prints with link.expected.

SPDX-License-Identifier: Apache-2.0
"""
import difflib
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ENV = {k: v for k, v in os.environ.items() if k not in ("LIBRARY_PATH", "LD_LIBRARY_PATH", "CPATH")}


def run(folder, *command):
    p = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=280, env=ENV)
    if p.returncode:
        sys.exit(f"{' '.join(command)}: status {p.returncode}\n{p.stdout}{p.stderr}")
    return p.stdout


def main():
    update = sys.argv[1] == "--update"
    simtcc, backend = os.path.abspath(sys.argv[1 + update]), sys.argv[2 + update]
    expected = os.path.join(HERE, "link.expected")
    ENV.update(SIMT_BACKEND=backend, SIMT_INCLUDE_PATH=os.path.join(HERE, "../../../include"))
    with tempfile.TemporaryDirectory() as folder:
        run(folder, simtcc, "-rdc=true", "-c", os.path.join(HERE, "helper.cu"), "-o", "helper.o")
        with open(os.path.join(folder, "empty.c"), "w") as f:
            f.write("int empty;\n")
        run(folder, "gcc", "-c", "empty.c")
        run(folder, "ar", "qcs", "libhelper.a", "empty.o", "helper.o")
        run(folder, "ar", "qcs", "libempty.a", "empty.o")
        for suffix in "", "_static":
            run(folder, simtcc, os.path.join(HERE, "link.cpp"), "-o", "link", "-lnvJitLink" + suffix, "-lnvfatbin" + suffix,
                "-lnvptxcompiler_static", "-lnvrtc" + suffix, "-lcuda")
            out = run(folder, "./link")
            if update:
                with open(expected, "w") as f:
                    f.write(out)
            with open(expected) as f:
                wanted = f.read()
            if out != wanted:
                sys.exit("".join(difflib.unified_diff(wanted.splitlines(True), out.splitlines(True), "expected", "printed")))


main()
