#!/usr/bin/env python3
"""leaks.py SIMTCC FOLDER... [--count N] [--seed N] [--show]: valid programs with one token taken away, and what simtcc
says of them: no name of the generated host half, of temporary files or of a library's insides may be in a message, unless
the program has it; places in headers (FILE:LINE) may be. --show prints all messages.

SPDX-License-Identifier: Apache-2.0
"""
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\w+|<<<|>>>|::|->|[^\s\w]', re.S)
INTERNAL = re.compile(r"__simt\w*|<simtcc>|/tmp/\S*simtcc\S*|__cuda[PR]\w*|__gnu_cxx\w*|\b_[MSR]_\w+|__convertible\w*|cpp[14]\.ii|"
                      r"cudafe1|\b__\w+(?=<)|DT_TEXTREL|collect2|\.Lsimt\w*|static_cast|__builtin\w*|__attribute__|bits/\w+\.h\b(?!:\d)|ptxas\b|"
                      r"\[with\b|\{aka\b|<unresolved overloaded function type>|__decltype\w*|volatile void|\b_Z\w+")


def without_a_token(text, rng):
    tokens = [m for m in TOKEN.finditer(text) if not m.group().startswith(("//", "/*"))]
    body = [m for m in tokens if not text[text.rfind("\n", 0, m.start()) + 1:m.start()].lstrip().startswith("#")]
    m = rng.choice(body)
    return text[:m.start()] + text[m.end():], m


def check(simtcc, path, seed, show):
    rng = random.Random(f"{seed} {path.name}")
    text = path.read_text()
    changed, m = without_a_token(text, rng)
    with tempfile.TemporaryDirectory() as temp:
        for extra in path.parent.glob("*.h"):
            os.symlink(extra, os.path.join(temp, extra.name))
        source = Path(temp, path.name)
        source.write_text(changed)
        mode = rng.choice([["-c", "-o", "a.o"], ["-ptx", "-o", "a.ptx"], ["-o", "a"]])
        try:
            p = subprocess.run([simtcc, "-std=c++20", path.name] + mode, cwd=temp, capture_output=True, text=True, timeout=120)
        except subprocess.TimeoutExpired:
            return [f"{path.name}: takes more than 120 s without {m.group()!r} at {m.start()}"]
    line = text.count("\n", 0, m.start()) + 1
    what = f"{path.name}:{line} without {m.group()!r} ({' '.join(mode)})"
    if show:
        print(f"== {what} => {p.returncode}\n{p.stderr}")
    found = []
    if p.returncode not in (0, 1, 2) or (p.returncode and not p.stderr):
        found.append(f"{what}: status {p.returncode} with {len(p.stderr)} bytes of messages")
    for told in p.stderr.splitlines():
        if re.match(r" *(\d+ )?\|", told):  # a line of the source
            continue
        for name in INTERNAL.findall(told):
            if name not in changed:
                found.append(f"{what}: {name}: {told}")
    return found


def main():
    words = sys.argv[1:]
    values = {}
    for option in "--count", "--seed":
        if option in words:
            i = words.index(option)
            values[option] = int(words[i + 1])
            del words[i:i + 2]
    show = "--show" in words
    words = [w for w in words if w != "--show"]
    simtcc = os.path.abspath(words[0])
    files = sorted(f for folder in words[1:] for f in Path(folder).resolve().glob("*.cu"))
    count = values.get("--count", len(files))
    files = files[::max(1, len(files) // count)][:count]
    with ThreadPoolExecutor(2) as pool:
        found = [x for got in pool.map(lambda f: check(simtcc, f, values.get("--seed", 1), show), files) for x in got]
    for x in found:
        print(x)
    print(f"{len(files)} programs, {len(found)} leaks")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
