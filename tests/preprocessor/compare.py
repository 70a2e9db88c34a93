#!/usr/bin/env python3
"""compare.py - the preprocessor against the host compiler's: the same tokens, each in the same line of the same file.

  compare.py --pp PP [--cxx g++] [--sample N] [--keep DIR] [--option WORD]... [--cxx-headers 17,20] [HEADER...]

HEADER is what #include takes, "cuda_fp16.h" or a path. --cxx-headers adds every header of the C++ library in these
standards. --sample takes every Nth. Skipped (77) where there is no such compiler.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

TOKEN = re.compile(rb"""
    (?P<marker>^\#[ ](?P<line>\d+)[ ]"(?P<file>(?:[^"\\]|\\.)*)"(?P<flags>[ \d]*)\n) |
    (?P<newline>\n) | (?P<blank>[ \t\f\v\r]+|\\\n) |
    (?P<raw>(?:u8|u|U|L)?R"(?P<delim>[^ ()\\\t\v\f\n]*)\((?s:.*?)\)(?P=delim)"\w*) |
    (?P<text>(?:u8|u|U|L)?"(?:[^"\\\n]|\\.)*"\w*|(?:u8|u|U|L)?'(?:[^'\\\n]|\\.)*'\w*) |
    (?P<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*) | (?P<word>(?:[\w$\x80-\xff]|\\u[\da-fA-F]{4}|\\U[\da-fA-F]{8})+) |
    (?P<op>%:%:|<=>|<<=|>>=|->\*|\.\.\.|\#\#|%:|%>|%=|<%|<:|<<|<=|>>|>=|->|--|-=|\+\+|\+=|&&|&=|\|\||\|=|::|:>|==|!=|
    \*=|/=|\^=|\.\*|.)
""", re.M | re.X)


def tokens(text):
    """Each token with its place: (text, file, line, whether it is a system header's). GCC miscounts the lines of
    _Pragma among the arguments of a macro, so pragmas are in line 0."""
    file, line, system, out, pragma = b"", 1, False, [], False
    for m in TOKEN.finditer(text):
        kind = m.lastgroup if m.lastgroup != "delim" else "raw"
        if kind == "newline":
            line += 1
            pragma = False
        elif m["marker"]:
            file, line, system = m["file"], int(m["line"]), b"3" in m["flags"].split()
        elif kind != "blank":
            if not pragma and out[-1:] == [(b"#", file, line, system)] and m[0] == b"pragma":
                pragma = True
                out[-1] = (b"#", file, 0, system)
            out.append((m[0], file, 0 if pragma else line, system))
            line += m[0].count(b"\n")
    return out


def run(command):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return p.returncode, p.stdout, p.stderr.decode(errors="replace")


def difference(ours, theirs):
    """The first difference as a text, or None."""
    a, b = tokens(ours), tokens(theirs)
    for x, y in zip(a, b):
        if x != y:
            return "\n".join(f"  {who}: {t[0].decode(errors='replace')}   {t[1].decode()}:{t[2]}{' system' * t[3]}"
                             for who, t in (("ours  ", x), ("theirs", y)))
    if len(a) != len(b):
        return f"  {len(a)} tokens instead of {len(b)}: {(a + b)[min(len(a), len(b))]}"
    return None


def library_headers(cxx, standard):
    """The public headers of the C++ library: those that compile alone."""
    code, _, text = run([cxx, f"-std=c++{standard}", "-E", "-v", "-x", "c++", "/dev/null"])
    names = []
    for line in text.splitlines() if code == 0 else []:
        if re.fullmatch(r" /\S*/c\+\+/\d+", line):
            names += [n for n in sorted(os.listdir(line.strip())) if os.path.isfile(os.path.join(line.strip(), n))]
    return [n for n in names if "." not in n or n.endswith(".h")] + ["bits/stdc++.h"]


class Comparison:
    """Counts what was compared."""

    def __init__(self, args, folder):
        self.args, self.folder = args, folder
        self.same = self.different = self.refused = 0

    def header(self, name, options):
        """Compares one header."""
        path = os.path.join(self.folder, "one.cpp")
        with open(path, "w", encoding="utf-8") as f:
            f.write(f'#include "{name}"\n' if os.path.isabs(name) else f"#include <{name}>\n")
        self.file(path, name, options)

    def file(self, path, name, options):
        """Compares one source."""
        args = self.args
        words = ["-E", "-w", *options, *args.option, path]
        code, theirs, _ = run([args.cxx, *words])
        our_code, ours, messages = run([args.pp, args.cxx, *words])
        if code != 0 and our_code != 0:
            self.refused += 1
            return
        what = difference(ours, theirs) if code == 0 == our_code else f"  exit {our_code} instead of {code}\n{messages}"
        if what is None:
            self.same += 1
            return
        self.different += 1
        print(f"{name} {' '.join(options)}:\n{what}", flush=True)
        if args.keep:
            for suffix, text in (("ours", ours), ("theirs", theirs)):
                with open(os.path.join(args.keep, name.replace("/", "_") + "." + suffix), "wb") as f:
                    f.write(text)


def main():
    """Returns 0 if all are the same."""
    p = argparse.ArgumentParser()
    p.add_argument("--pp", required=True)
    p.add_argument("--cxx", default="g++")
    p.add_argument("--sample", type=int, default=1)
    p.add_argument("--keep")
    p.add_argument("--option", action="append", default=[])
    p.add_argument("--cxx-headers", default="")
    p.add_argument("--std", default="17")
    p.add_argument("header", nargs="*")
    args = p.parse_args()
    if not shutil.which(args.cxx):
        return 77
    with tempfile.TemporaryDirectory() as folder:
        c = Comparison(args, folder)
        for standard in filter(None, args.cxx_headers.split(",")):
            for name in library_headers(args.cxx, standard)[::args.sample]:
                c.header(name, [f"-std=c++{standard}"])
        for standard in filter(None, args.std.split(",")):
            for name in args.header[::args.sample]:
                (c.file if name.endswith((".cpp", ".cu")) else
                 lambda n, x, o: c.header(n, o))(name, name, [f"-std=c++{standard}"])
    print(f"{c.same} same, {c.different} different, {c.refused} refused by both")
    return 1 if c.different or not c.same else 0


if __name__ == "__main__":
    sys.exit(main())
