#!/usr/bin/env python3
"""names.py SIMTCC FOLDER: kernels and variables of FOLDER/*.cu are called in PTX what the comment on their line says, and
whole programs of them link: the host half finds each kernel by its stub.

SPDX-License-Identifier: Apache-2.0
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    simtcc, folder = sys.argv[1:]
    failed = False
    for source in sorted(Path(folder).glob("*.cu")):
        wanted = set()
        for line in source.read_text().splitlines():
            if re.search("__(global|device|constant|managed)__", line) and "//" in line:
                wanted |= set(line.split("//")[1].split())
        with tempfile.TemporaryDirectory() as tmp:
            ptx = Path(tmp, "a.ptx")
            subprocess.run([simtcc, "-w", "-std=c++17", "-ptx", source, "-o", ptx], check=True, timeout=120)
            found = set(re.findall(r"\.entry (\S+?)\(|^(?:\.(?:visible|weak) )?\.(?:global|const) .*?\.[bu]\d+ ([\w$]+)",
                                   ptx.read_text(), re.M))
            found = {a or b for a, b in found}
            subprocess.run([simtcc, "-w", "-std=c++17", "-c", source, "-o", Path(tmp, "a.o")], check=True, timeout=120)
        for name in sorted(wanted ^ found):
            print(f"{source.name}: {name} is {'not there' if name in wanted else 'not wanted'}")
            failed = True
    sys.exit(failed)


main()
