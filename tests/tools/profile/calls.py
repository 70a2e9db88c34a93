#!/usr/bin/env python3
"""calls.py [--update] TABLE HEADERS CALLS: CALLS (runtime/handles/calls.def) must have every function of TABLE
(functions.def) that the library exports and that returns a status, with the parameters that the headers in the folder
HEADERS declare. --update writes it anew.
SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import sys

FILES = ("cuda_runtime_api.h", "simt/cuda_runtime_rare.h", "simt/cuda_compat.h", "cuda_profiler_api.h",
         "simt/host_runtime.h")
# What the host half of a program calls around a launch.
NOT_SHOWN = {"__cudaGetKernel", "__cudaPopCallConfiguration"}
TWIN = {"": "", "_SZ": "_ptsz", "_DS": "_ptds"}


def read(path):
    with open(path) as f:
        return f.read()


def parameter_type(text):
    """`const void *src` -> `const void *`"""
    m = re.fullmatch(r"(.*?[\s*])\w+", text.strip())
    return m[1].strip() if m and m[1].strip() not in ("struct", "enum", "unsigned", "const") else text.strip()


def declared(folder):
    text = "\n".join(read(os.path.join(folder, name)) for name in FILES)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*$", "", text, flags=re.M)
    text = re.sub(r"SIMT_DEFAULT\((?:[^()]|\([^()]*\))*\)", "", text)
    found = {}
    for m in re.finditer(r"\bcudaError_t\s+(?:CUDARTAPI\s+)?((?:__)?cuda\w+)\s*\(([^()]*)\)\s*;", text):
        params = " ".join(m[2].split())
        found[m[1]] = [] if params in ("", "void") else [parameter_type(p) for p in params.split(",")]
    return found


def main():
    update = sys.argv[1] == "--update"
    table, headers, calls = sys.argv[1 + update:]
    types = declared(headers)
    lines = []
    for kind, name, state in re.findall(r"^CUDART(_SZ|_DS|)\((\w+), *(\w+)", read(table), re.M):
        if state == "LATER" or name in NOT_SHOWN or name not in types:
            continue
        for symbol in [name] + [name + TWIN[kind]] * (kind != ""):
            lines.append(f"CUDART_FN({symbol}, {', '.join(types[name])})" if types[name] else f"CUDART_FN0({symbol})")
    old = read(calls)
    head = old[:old.index("*/") + 2]
    new = head + "\n\n" + "\n".join(lines) + "\n"
    if update:
        with open(calls, "w") as f:
            f.write(new)
    elif new != old:
        print("\n".join(sorted(set(old.splitlines()) ^ set(new.splitlines()))))
        sys.exit(f"{calls} is not what the headers say: calls.py --update makes it so")
    print(len(lines), "functions")


main()
