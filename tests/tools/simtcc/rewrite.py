#!/usr/bin/env python3
"""rewrite.py PROGRAM FOLDER [--update]: the host half of each FOLDER/*.cu against its .out. The first line
of a file may be `// options: --rdc`. What was rewritten must also be C++: the host compiler checks it
after a prelude, unless the file says `// not compiled`.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import subprocess
import sys

PRELUDE = """typedef __SIZE_TYPE__ size_t; struct dim3 { unsigned x, y, z; dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
: x(a), y(b), z(c) {} };
unsigned __simt_push(dim3, dim3 = dim3(), size_t = 0, void * = 0); void __simt_launch(const void *, void **);
__attribute__((__noreturn__)) void __simt_device_lambda_called();
template <class T> struct __simt_held { typedef T type; };
namespace __simt { template <class...> struct __types; template <auto...> struct __values; }
template <class M, class T> struct __simt_element { typedef T type; };
template <class M, class T, size_t n> struct __simt_element<M, T[n]> : __simt_element<M, T> {};
template <class M, class T> typename __simt_element<M, T>::type __simt_marked() { M m; __builtin_trap(); }
template <class T, int n> struct __simt_held<T[n]> { struct type { type(const T (&)[n]); }; };
"""


def compile_error(text, folder):
    cxx = os.environ.get("CXX") or shutil.which("g++")
    if not cxx or "// not compiled" in text:
        return None
    p = subprocess.run([cxx, "-x", "c++", "-std=c++17", "-Wall", "-Werror", "-Wno-unused-function",
                        "-Wno-unused-variable", "-S", "-o", "/dev/null", "-"], cwd=folder,
                       input=PRELUDE + text, capture_output=True, text=True)
    return p.stderr if p.returncode else None


def main():
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    update, failed = "--update" in sys.argv, 0
    names = sorted(n for n in os.listdir(folder) if n.endswith(".cu"))
    for name in names:
        path = os.path.join(folder, name)
        with open(path) as f:
            first = f.readline()
        m = re.match(r"// options: (.*)", first)
        p = subprocess.run([program, *(m.group(1).split() if m else []), name], cwd=folder,
                           capture_output=True, text=True)
        want_path = path[:-3] + ".out"
        if update:
            with open(want_path, "w") as f:
                f.write(p.stdout)
        want = open(want_path).read() if os.path.exists(want_path) else ""
        problem = compile_error(p.stdout, folder)
        if p.returncode or p.stdout != want:
            print(f"{name}: differs from {want_path}\n{p.stdout}{p.stderr}")
        elif problem:
            print(f"{name}: the host compiler says\n{problem}")
        else:
            continue
        failed += 1
    print(f"{len(names) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
