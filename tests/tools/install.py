#!/usr/bin/env python3
"""install.py BUILD SOURCE: what ./dev build installs runs from any folder, and install.sh takes away what it brought.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

BUILD, SOURCE = map(os.path.abspath, sys.argv[1:3])
INSTALL = os.path.join(SOURCE, "packaging", "install.sh")


def do(*words, status=0, **more):
    p = subprocess.run(words, capture_output=True, text=True, timeout=250, **more)
    if p.returncode != status:
        sys.exit("%s: status %d\n%s" % (" ".join(words), p.returncode, p.stdout + p.stderr))
    return p.stdout


def check(good, text):
    if not good:
        sys.exit(text)


PROJECT = """cmake_minimum_required(VERSION 3.18)
project(p LANGUAGES C CXX CUDA)
enable_testing()
find_package(simt REQUIRED)
find_package(CUDAToolkit REQUIRED)
if(NOT CUDAToolkit_BIN_DIR MATCHES "moved/opt/lib/simt/cuda/bin")
  message(FATAL_ERROR "another toolkit: ${CUDAToolkit_BIN_DIR}")
endif()
add_executable(off off.cu)
simt_add_test(NAME off COMMAND off 1)
simt_add_test(NAME unseen COMMAND off CHECK no)
add_executable(plain plain.c)
target_link_libraries(plain simt::simt)
simt_add_test(NAME plain COMMAND plain)
"""
OFF = """__global__ void k(int *p) { p[threadIdx.x] = 1; }
int main() { int *p; cudaMalloc(&p, 124); k<<<1, 32>>>(p); return cudaDeviceSynchronize() != cudaSuccess; }
"""
PLAIN = """#include <simt/api.h>
int main(void) { struct simt_device *d; return simt_device_open(0, &d); }
"""


with tempfile.TemporaryDirectory() as top:
    def path(*parts):
        return os.path.join(top, *parts)

    do("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", path("dist"))
    dist = next(d for d, folders, _ in os.walk(path("dist")) if "bin" in folders)
    os.makedirs(path("root/opt/bin"))
    with open(path("root/opt/bin/other"), "w"):
        pass
    do(INSTALL, dist, "/opt", env={**os.environ, "DESTDIR": path("root")})
    os.rename(path("root"), path("moved"))

    env = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "SIMT_BACKEND")}
    do(path("moved/opt/bin/simtcc"), os.path.join(SOURCE, "examples", "vecadd.cu"), "-o", path("vecadd"), env=env)
    check("65536 sums, 0 wrong" in do(path("vecadd"), env=env), "vecadd is wrong")
    if shutil.which("pkg-config"):
        flags = do("pkg-config", "--cflags", "simt", env={**env, "PKG_CONFIG_PATH": path("moved/opt/lib/pkgconfig"),
                                                           "PKG_CONFIG_ALLOW_SYSTEM_CFLAGS": "1"})
        check(os.path.isdir(os.path.realpath(flags.strip()[2:])), "pkg-config gives " + flags)

    # a library of LLVM that lies in the tree is the one that kernels are compiled by
    llvm = next((f for f in sorted(glob.glob("/usr/lib/*/libLLVM*.so.*") + glob.glob("/usr/lib/llvm-*/lib/libLLVM*.so.*"))
                 if os.path.basename(f).encode() in open(path("moved/opt/lib/libsimt.so.0"), "rb").read()), None)
    if llvm:
        own = path("moved/opt/lib/simt/libsimt-llvm.so")
        os.symlink(llvm, own)
        for options in (), ("-cudart", "shared"):
            do(path("moved/opt/bin/simtcc"), *options, os.path.join(SOURCE, "examples", "vecadd.cu"), "-o", path("with-own"), env=env)
            p = subprocess.run([path("with-own")], capture_output=True, text=True, timeout=250, env={
                **env, "CUDA_CACHE_DISABLE": "1", "SIMT_BACKEND": "jit", "LD_DEBUG": "files",
                "LD_LIBRARY_PATH": path("moved/opt/lib/simt/cuda/lib64")})
            check("65536 sums, 0 wrong" in p.stdout, "vecadd is wrong: " + p.stdout)
            check(os.path.realpath(os.path.dirname(own)) + "/libsimt-llvm.so" in p.stderr, "%s: another library of LLVM" % str(options))
        os.unlink(own)

    script = 'eval "$("$0" env)"; unset LD_LIBRARY_PATH; python3 -c "%s"' % (
        "import simt, array; a = array.array('i', [1]); "
        "simt.run('__global__ void k(int *p) { *p = 7; }', 1, 1, [a]); print(simt.__file__, a[0])")
    out = do("bash", "-c", script, path("moved/opt/bin/simt"), env={**env, "PYTHONDONTWRITEBYTECODE": "1"})
    check(out.startswith(os.path.realpath(path("moved/opt/lib/python3"))) and out.endswith(" 7\n"), "Python: " + out)
    if shutil.which("cmake"):
        os.mkdir(path("project"))
        for name, text in (("CMakeLists.txt", PROJECT), ("off.cu", OFF), ("plain.c", PLAIN)):
            with open(path("project", name), "w") as f:
                f.write(text)
        cmake = path("moved/opt/lib/cmake/simt")
        do("cmake", "-S", path("project"), "-B", path("build"), "-DCMAKE_TOOLCHAIN_FILE=" + cmake + "/simt-toolchain.cmake",
           "-Dsimt_DIR=" + cmake, env=env)
        do("cmake", "--build", path("build"), env=env)
        out = do("ctest", "--output-on-failure", "-R", "off", status=8, cwd=path("build"), env=env)
        check("Invalid __global__ write of size 4" in out, "no finding: " + out)
        check("100% tests passed" in do("ctest", "-E", "off", cwd=path("build"), env=env), "ctest")

    do(INSTALL, "--remove", path("moved/opt"))
    left = [os.path.join(d, f) for d, _, files in os.walk(path("moved")) for f in files]
    check(left == [path("moved/opt/bin/other")], "not removed: %s" % left)
    do(INSTALL, "--remove", path("moved/opt"), status=1)
print("1 passed, 0 failed, 0 skipped")
