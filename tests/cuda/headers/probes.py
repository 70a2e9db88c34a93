#!/usr/bin/env python3
"""probes.py --simtrun SIMTRUN [--simtcc SIMTCC] --out FOLDER [option of run.py ...] - what the
intrinsics of the device headers compute, against what a real GPU wrote.

Every NAME.cu beside this file is compiled to PTX in FOLDER, for each architecture that has code
of its own in the headers, and its launches are run by run.py. The compiler is simtcc, or a clang
that knows PTX; without either the test is skipped.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import glob
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(HERE, "..", "..", "..", "include")
# Launch file: source, flags of its own. Code for halfwords is another one before sm_90.
VARIANTS = {
    "atomic": [90], "integer": [70, 90], "memory": [90], "nv_atomic": [90],
    "pipeline": [70, 80, 90], "simd": [70, 90], "warp": [80, 90], "float": [70, 90], "float_fast": [70, 90],
    "groups": [70, 90], "sync": [70, 80, 90], "wmma": [90],
}
FAST = {"simtcc": ["-ftz=true", "-prec-sqrt=false", "-prec-div=false"],
        "clang": ["-D__SIMT_FTZ=1", "-D__SIMT_PREC_SQRT=0", "-D__SIMT_PREC_DIV=0",
                  "-fgpu-flush-denormals-to-zero", "-mllvm", "-nvptx-prec-sqrtf32=0"]}


def compiler(simtcc):
    """The kind of the compiler and the start of its command."""
    if simtcc:
        return "simtcc", [simtcc, "-ptx"]
    for name in ("clang++-19", "clang++-20", "clang++-21", "clang++"):
        path = shutil.which(name)
        if path and "nvptx64" in subprocess.run([path, "-print-targets"], capture_output=True, text=True).stdout:
            return "clang", [path, "-x", "cuda", "-std=c++17", "-O3", "-S", "--cuda-device-only", "-nocudainc",
                             "-nocudalib", "-Wno-unknown-cuda-version", "-Xclang", "-target-feature", "-Xclang",
                             "+ptx83", "-I", INCLUDE, "-include", os.path.join(HERE, "clang.h")]
    return None, None


def compile_probe(kind, command, name, arch, out):
    source = os.path.join(HERE, name.replace("_fast", "") + ".cu")
    target = "-arch=sm_%d" if kind == "simtcc" else "--cuda-gpu-arch=sm_%d"
    flags = FAST[kind] if name.endswith("_fast") else []
    run = subprocess.run([*command, target % arch, *flags, "-o", os.path.join(out, name + ".ptx"), source],
                         capture_output=True, text=True)
    if run.returncode:
        print(f"{name}, sm_{arch}:\n{run.stderr}")
    return run.returncode == 0


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--simtrun", required=True)
    p.add_argument("--simtcc")
    p.add_argument("--out", required=True)
    args, run_options = p.parse_known_args()
    kind, command = compiler(args.simtcc)
    if not kind:
        print("skipped: neither simtcc nor a clang with NVPTX\n0 passed, 0 failed, 1 skipped")
        sys.exit(77)
    failed = 0
    shutil.rmtree(args.out, ignore_errors=True)
    for name, archs in VARIANTS.items():
        for arch in archs:
            out = os.path.join(args.out, f"sm_{arch}")
            os.makedirs(out, exist_ok=True)
            for f in glob.glob(os.path.join(HERE, name + ".*")):
                if f.endswith((".json", ".expect")):
                    shutil.copy(f, out)
            failed += not compile_probe(kind, command, name, arch, out)
    runner = [sys.executable, os.path.join(HERE, "..", "..", "run.py"), "--simtrun", args.simtrun]
    status = subprocess.run([*runner, *run_options, args.out]).returncode
    if failed:
        print(f"{failed} probes do not compile")
    sys.exit(status or failed)


main()
