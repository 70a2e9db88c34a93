#!/usr/bin/env python3
"""simtcc.py - the device half through either preprocessor: the same PTX, the same dependencies, the same messages.

  simtcc.py SIMTCC FILE.cu...

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile

BAD = "#include <nothing_of_this_name.h>\n__global__ void k() {}\n"


def run(simtcc, which, words, folder):
    """What simtcc says and writes."""
    out, rule = os.path.join(folder, "out.ptx"), os.path.join(folder, "out.d")
    for path in (out, rule):
        if os.path.exists(path):
            os.remove(path)
    p = subprocess.run([simtcc, "-ptx", "-MD", "-MF", rule, *words, "-o", out], env=dict(os.environ, SIMT_PREPROCESSOR=which),
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    texts = [p.stdout.decode()]
    for path in (out, rule):
        texts.append(open(path, encoding="utf-8").read() if os.path.exists(path) else "")
    return p.returncode, texts[0], texts[1], sorted(set(texts[2].replace("\\\n", " ").split()))


def main():
    """Returns 0 if nothing depends on the preprocessor."""
    simtcc, files = sys.argv[1], sys.argv[2:]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        bad = os.path.join(folder, "bad.cu")
        with open(bad, "w", encoding="utf-8") as f:
            f.write(BAD)
        for path in files + [bad]:
            for words in (["-extended-lambda", path], ["-std=c++20", "-extended-lambda", "-arch=sm_80", "-DX=1", path]):
                host, own = run(simtcc, "host", words, folder), run(simtcc, "own", words, folder)
                if host != own or (host[0] == 0) == (path == bad):
                    wrong += 1
                    what = [n for n, a, b in zip(("status", "messages", "PTX", "dependencies"), host, own) if a != b]
                    print(f"{' '.join(words)}: {', '.join(what)}\n{host[1]}{own[1]}")
    print(f"{len(files)} sources, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
