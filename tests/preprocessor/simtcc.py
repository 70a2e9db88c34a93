#!/usr/bin/env python3
"""simtcc.py - both halves through either preprocessor: the same PTX and object, the same dependencies, the same
messages; and which of them reads each half.

  simtcc.py SIMTCC FILE.cu...

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile

BAD = "#include <nothing_of_this_name.h>\n__global__ void k() {}\n"


def run(simtcc, which, kind, words, folder):
    """What simtcc says and writes."""
    out, rule = os.path.join(folder, "out"), os.path.join(folder, "out.d")
    for path in (out, rule):
        if os.path.exists(path):
            os.remove(path)
    p = subprocess.run([simtcc, kind, "-MD", "-MF", rule, *words, "-o", out], env=dict(os.environ, SIMT_PREPROCESSOR=which),
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    texts = [p.stdout.decode()]
    for path in (out, rule):
        texts.append(open(path, encoding="latin-1").read() if os.path.exists(path) else "")
    return p.returncode, texts[0], texts[1], sorted(set(texts[2].replace("\\\n", " ").split()))


def reader(simtcc, words, folder, **env):
    """Who reads each half, as -v says, and the PTX."""
    out = os.path.join(folder, "out.ptx")
    env = {**{k: v for k, v in os.environ.items() if k != "SIMT_PREPROCESSOR"}, **env}
    env = {k: v for k, v in env.items() if v is not None}
    p = subprocess.run([simtcc, "-v", "-ptx", *words, "-o", out], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       check=False)
    said = [line[5:] for line in p.stdout.decode().split("\n")
            if line.startswith(("#$ # simtcc does this", "#$ # for the host compiler"))]
    return said, open(out, encoding="utf-8").read() if p.returncode == 0 else p.stdout.decode()


def readers(simtcc, path, folder):
    """Counts what is wrong about who reads them."""
    ours, nothing = ["simtcc does this itself:"], []
    cases = [
        ([path], {}, ours),
        ([path], {"SIMT_PREPROCESSOR": "host"}, nothing),
        ([path, "-Xcompiler", "-C"], {}, ["for the host compiler: option -C"]),
        ([path], {"HOME": None, "XDG_CACHE_HOME": None, "SIMT_CACHE_PATH": None},
         ["for the host compiler: no folder for its macros, SIMT_CACHE_PATH"]),
        ([path], {"SIMT_CACHE_PATH": os.path.join(folder, "new", "cache")}, ours),
        ([os.path.join(folder, "bad.cu")], {}, ["for the host compiler: the source has an error or a warning"]),
    ]
    wrong = 0
    for words, env, expected in cases:
        said, _ = reader(simtcc, words, folder, **env)
        if [line.strip() for line in said] != expected * 2:
            wrong += 1
            print(f"{words} {env}: {said}")
    if not os.listdir(os.path.join(folder, "new", "cache")):
        wrong += 1
        print("nothing was kept")
    return wrong


def environment(simtcc, folder):
    """The order of folders: -I, CPATH, -isystem, CPLUS_INCLUDE_PATH. Each kind wins over the next."""
    order = ["I", "CPATH", "isystem", "CPLUS_INCLUDE_PATH"]
    for i, name in enumerate(order):
        os.makedirs(os.path.join(folder, name))
        with open(os.path.join(folder, name, "which_folder.h"), "w", encoding="utf-8") as f:
            f.write(f"#define WHICH {i}\n")
    path = os.path.join(folder, "which.cu")
    with open(path, "w", encoding="utf-8") as f:
        f.write("#include <which_folder.h>\n__global__ void k(int *p) { *p = 100 + WHICH; }\n")
    wrong = 0
    for first in range(len(order)):
        place = {name: os.path.join(folder, name) for name in order[first:]}
        words = [path] + [w for n in ("I", "isystem") if n in place for w in ("-" + n, place[n])]
        env = {n: place.get(n) for n in ("CPATH", "CPLUS_INCLUDE_PATH")}
        texts = [reader(simtcc, words, folder, SIMT_PREPROCESSOR=which, **env)[1] for which in (None, "host")]
        if texts[0] != texts[1] or f", {100 + first};" not in texts[0]:
            wrong += 1
            print(f"{order[first:]}: not folder {first}\n{texts[0]}")
    return wrong


# What the host compiler's preprocessor warns of: options, text.
WARNED = [
    ([], b"#include_next <stddef.h>\n"), ([], b"#pragma once\n"), ([], b"/* \xe2\x80\xae */\n"), ([], b"// what??/\n"),
    ([], b"#define S \"x\"\nconst char *s = \"a\"S;\n"), ([], b"#if 'ab' == 1\n#endif\n"), ([], b"#assert a(b)\n"),
    (["-Wall"], b"/* a /* b */\n"), (["-Wall"], b"// c \\\n d\n"), (["-Wall"], b"#if -1 > 0u\n#endif\n"),
    (["-Wextra"], b"#define D defined(A)\n#if D\n#endif\n"), (["-pedantic"], b"#if (1,2)\n#endif\n"),
    (["-Wundef"], b"#if FOO\n#endif\n"), (["-Wunused-macros"], b"#define A 1\n"),
    (["-Wdate-time"], b"const char *d = __DATE__;\n"),
]


def warnings(simtcc, folder):
    """Counts the warnings that are lost."""
    wrong, path = 0, os.path.join(folder, "warned.cu")
    for options, text in WARNED:
        with open(path, "wb") as f:
            f.write(text + b"__global__ void k() {}\n")
        words = [w for o in options for w in ("-Xcompiler", o)] + [path]
        host, own = (run(simtcc, which, "-ptx", words, folder)[1] for which in ("host", "own"))
        if host != own or "warning" not in host:
            wrong += 1
            print(f"{options} {text}:\n{host}{own}")
    return wrong


def main():
    """Returns 0 if nothing depends on the preprocessor."""
    simtcc, files = sys.argv[1], sys.argv[2:]
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        bad = os.path.join(folder, "bad.cu")
        with open(bad, "w", encoding="utf-8") as f:
            f.write(BAD)
        for path in files + [bad]:
            for kind, *words in (["-ptx", "-extended-lambda", path], ["-c", "-extended-lambda", path],
                                 ["-ptx", "-std=c++20", "-extended-lambda", "-arch=sm_80", "-DX=1", path]):
                host, own = (run(simtcc, which, kind, words, folder) for which in ("host", "own"))
                if host != own or (host[0] == 0) == (path == bad):
                    wrong += 1
                    what = [n for n, a, b in zip(("status", "messages", "output", "dependencies"), host, own) if a != b]
                    print(f"{kind} {' '.join(words)}: {', '.join(what)}\n{host[1]}{own[1]}")
        wrong += readers(simtcc, files[0], folder) + environment(simtcc, folder) + warnings(simtcc, folder)
    print(f"{len(files)} sources, {wrong} wrong")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
