#!/usr/bin/env python3
"""host_names.py CXX INCLUDE [--update]: checks whether INCLUDE/simt/host_names.def holds the declarations of the intrinsics
that INCLUDE's device headers define; --update writes it.

Only reserved names, those of atomics, textures, surfaces and the runtime are taken, and none that the host's headers
use: the others may be names of the user's, or the host's own.

SPDX-License-Identifier: Apache-2.0
"""
import difflib
import os
import re
import subprocess
import sys

HEAD = """/* host_names.def - the intrinsics as the host half may name them, one declaration a line: simtcc reads it when a
 * host half names one. Made from the device headers by tests/tools/simtcc/host_names.py --update.
 * SPDX-License-Identifier: Apache-2.0 */
"""
MACROS = ["-D__SIMTCC__=1", "-D__CUDACC__", "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0"]
NAMES = re.compile(r"(__(?!simt_|nv_)\w+|atomic[A-Z]\w+|(tex|surf)([123]D|Cube)\w*|clock64|cuda[A-Z]\w+)$")
FUNCTION = re.compile(r"""(?P<template>template\s*<(?:typename|class)\ \w+>\s*)?
    \b(?:static\s+)?__device__\s+(?:__inline__\s+__attribute__\(\(__always_inline__\)\)|inline)\s+
    (?P<type>[^(){};=]*?[\s*])(?P<name>\w+)\s*\((?P<params>[^(){};]*)\)\s*{""", re.X)


def preprocess(cxx, include, *options):
    text = "#include <cmath>\n#include <cstdlib>\n#include <atomic>\n#include <cuda_runtime.h>\n"
    p = subprocess.run([cxx, "-E", "-P", "-x", "c++", "-std=c++17", *MACROS, *options, "-isystem", include, "-"],
                       input=text, capture_output=True, text=True, check=True)
    return p.stdout


def declarations(cxx, include):
    host = set(re.findall(r"\w+", preprocess(cxx, include)))
    device = preprocess(cxx, include, "-D__CUDA_ARCH__=900", "-DCUDA_DOUBLE_MATH_FUNCTIONS")
    lines = {}
    for m in FUNCTION.finditer(device):
        if not m["template"] and device[:m.start()].rstrip().endswith(">"):
            continue  # a template with more than one parameter
        line = " ".join(f"{m['template'] or ''}{m['type']}{m['name']}({m['params']});".split())
        line = line.replace("* ", "*").replace("( ", "(").replace("> (", ">(")
        if NAMES.match(m["name"]) and m["name"] not in host and "__simt_" not in line:
            lines[line] = m["name"]
    return HEAD + "".join(line + "\n" for line in sorted(lines, key=lambda l: (lines[l], l)))


def main():
    cxx, include = sys.argv[1:3]
    path = os.path.join(include, "simt", "host_names.def")
    want = declarations(cxx, include)
    if "--update" in sys.argv:
        with open(path, "w") as f:
            f.write(want)
        return 0
    with open(path) as f:
        have = f.read()
    sys.stdout.writelines(difflib.unified_diff(have.splitlines(True), want.splitlines(True), path, "device headers"))
    return have != want


sys.exit(main())
