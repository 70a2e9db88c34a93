#!/usr/bin/env python3
"""options.py SIMTCC FILE [--update]: command lines of simtcc against what they must print. FILE has blocks:

    $ NVCC_APPEND_FLAGS=-w simtcc --dryrun -c a.cu
    what is printed, places and fixed macros shortened
    => 0

Every command runs in an empty folder with a.cu, b.cu, c.cpp, w.cu and opts.txt.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

FILES = {
    "a.cu": "int main() { return 0; }\n",
    "b.cu": "int b() { return 0; }\n",
    "c.cpp": "int c() { return 0; }\n",
    "w.cu": "void h();\n__host__ __device__ void hd() { h(); }\n"
            "__global__ void k(int *p) { *p = 1 / 0; }\n",
    "constant.cu": "__constant__ int c, a[4];\n__device__ void put(int *p) { *p = 1; }\n"
                   "__global__ void k(int i) { a[i] = 2; put(&c); }\n",
    "opts.txt": "-O2 -DFROM_FILE='a b'\n-Xcompiler -Wall\n",
    "loop.txt": "@loop.txt\n",
}


def shorten(text, simtcc):
    top = os.path.join(os.path.dirname(simtcc), "cuda")
    text = text.replace(top, "TOP")
    text = text.replace(os.path.realpath(simtcc), "SIMTCC")
    text = re.sub(r"/tmp/simtcc-\w{6}", "TMP", text)
    text = re.sub(r"-D__NVCC__.*?-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1", "[driver]", text)
    text = text.replace("-D__SIMTCC__=1 -D__CUDACC__ [driver]", "[cuda]")
    text = re.sub(r"-DCUDA_DOUBLE_MATH_FUNCTIONS", "[device]", text)
    text = re.sub(r"-isystem TOP/include -include cuda_runtime.h( -include simt/host_stub.h)?",
                  r"[include]", text)
    text = re.sub(r"(?m)^#\$ (TOP|PATH|NVVMIR_LIBRARY_DIR|INCLUDES|LIBRARIES)=.*\n", "", text)
    text = re.sub(r"(?m) +$", "", text)
    return text


def run(line, simtcc):
    words = shlex.split(line)
    env = {k: v for k, v in os.environ.items() if not k.startswith("NVCC_")}
    env["TMPDIR"] = "/tmp"
    while "=" in words[0]:
        name, value = words.pop(0).split("=", 1)
        env[name] = value
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)
        p = subprocess.run([simtcc, *words[1:]], cwd=folder, env=env, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, timeout=60)
    return shorten(p.stdout, simtcc) + f"=> {p.returncode}\n"


def main():
    simtcc, path = os.path.abspath(sys.argv[1]), sys.argv[2]
    text = open(path).read()
    head, *blocks = re.split(r"(?m)^(?=\$ )", text)
    out, failed = head, 0
    for block in blocks:
        line, rest = block.split("\n", 1)
        got = run(line[2:], simtcc)
        tail = re.sub(r"(?s).*^=> \d+\n", "", rest, flags=re.M)
        out += line + "\n" + got + tail
        if rest[: len(rest) - len(tail)] != got:
            failed += 1
            print(f"{line}\n{got}")
    if "--update" in sys.argv:
        with open(path, "w") as f:
            f.write(out)
        return 0
    print(f"{len(blocks) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
