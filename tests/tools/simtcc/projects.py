#!/usr/bin/env python3
"""projects.py SIMTCC TREE KIND: builds the acceptance project of a build system (cmake, meson, make, setup) as
its user would, and runs what it made. SIMTCC stands in the place of nvcc; TREE is the toolkit's tree.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SIMTCC, TREE, KIND = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
SKIP = 77


# A CUDA toolkit on the machine must not take part.
ENV = {k: v for k, v in os.environ.items() if k not in ("LIBRARY_PATH", "LD_LIBRARY_PATH", "CPATH")}
ENV["SIMTCC_TEST_PTX"] = os.path.join(HERE, "ptx")


def run(*command, cwd, **env):
    p = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=280,
                       env={**ENV, **env})
    if p.returncode:
        sys.exit(f"{' '.join(command)}: status {p.returncode}\n{p.stdout}{p.stderr}")
    return p.stdout + p.stderr


def expect(folder, program, text):
    out = run(os.path.join(folder, program), cwd=folder)
    if out != text:
        sys.exit(f"{program} printed {out!r}, not {text!r}")


ADDED = "1011 1022 1033 1044 no error\n"
LINKED = "42\n"


def cmake(root):
    build = os.path.join(root, "build")
    run("cmake", "-S", os.path.join(root, "cmake"), "-B", build, cwd=root, CUDACXX=SIMTCC)
    run("cmake", "--build", build, cwd=root)
    expect(build, "app", ADDED)
    expect(build, "user", LINKED)
    expect(build, "shared", ADDED)


def whole(root):
    """The same build system over a whole project, with nothing prepared."""
    build = os.path.join(root, "build")
    run("cmake", "-S", os.path.join(root, "whole"), "-B", build, cwd=root, CUDACXX=SIMTCC)
    out = run("cmake", "--build", build, cwd=root)
    for line in "Used ", "Compiling entry function", "bytes stack frame":
        if line not in out:
            sys.exit(f"-Xptxas=-v did not print {line!r}\n{out}")
    run("ctest", "--output-on-failure", cwd=build)


def meson(root):
    build = os.path.join(root, "build")
    native = os.path.join(root, "native.ini")
    with open(native, "w") as f:
        f.write(f"[binaries]\ncuda = '{SIMTCC}'\n")
    path = os.path.join(TREE, "bin") + ":" + os.environ["PATH"]
    run("meson", "setup", "--native-file", native, build, os.path.join(root, "meson"), cwd=root,
        PATH=path)
    run("ninja", "-C", build, cwd=root, PATH=path)
    expect(build, "app", ADDED)


def make(root):
    folder = os.path.join(root, "make")
    settings = [f"NVCC={SIMTCC}", f"CUDA_HOME={TREE}"]
    out = run("make", *settings, "release", cwd=folder)
    if out.strip() != "13.0":
        sys.exit(f"the release is {out!r}")
    run("make", *settings, cwd=folder)
    expect(folder, "app", ADDED)
    expect(folder, "linked", ADDED)
    expect(folder, "user", LINKED)
    if "add.cu" not in open(os.path.join(folder, "add.d")).read():
        sys.exit("add.d does not name add.cu")


def setup(root):
    """Does what setuptools builds of extensions with CUDA do: ask for the release, then compile to an
    object with the host compiler's options after one option, and link with g++."""
    out = run(SIMTCC, "-V", cwd=root).split()
    if out[out.index("release") + 1].rstrip(",") != "13.0":
        sys.exit("no release in the version")
    run(SIMTCC, "-c", "add.cu", "-o", "add.o", "-O3", "--compiler-options", "'-fPIC'", "-std=c++17",
        "-gencode", "arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=compute_90",
        "-D__CUDA_NO_HALF_OPERATORS__", "--expt-relaxed-constexpr", "-t=4", "--use_fast_math",
        cwd=root)
    run("g++", "-shared", "add.o", "-o", "libext.so", f"-L{TREE}/lib64", "-lcudart",
        f"-Wl,-rpath,{TREE}/lib64", cwd=root)
    run("g++", "main.cpp", "-o", "app", "-L.", "-lext", f"-Wl,-rpath,{root}", cwd=root)
    expect(root, "app", ADDED)


def main():
    for tool in {"cmake": ["cmake", "make"], "meson": ["meson", "ninja"], "make": ["make"],
                 "whole": ["cmake", "make"]}.get(KIND, []) + ["g++"]:
        if not shutil.which(tool):
            print(f"no {tool}")
            return SKIP
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.join(folder, "p")
        shutil.copytree(os.path.join(HERE, "projects"), root)
        globals()[KIND](root)
    print(f"{KIND}: built and run")
    return 0


sys.exit(main())
