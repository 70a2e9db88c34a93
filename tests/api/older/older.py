#!/usr/bin/env python3
"""older.py KIT SIMTRUN SIMTCC SOURCE: programs that were linked with the libraries of CUDA 12 and 11 run: their names, the versions
of their symbols, what has changed since.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

KIT, SIMTRUN, SIMTCC, SOURCE = map(os.path.abspath, sys.argv[1:5])
del sys.argv[1:5]
LIBS = os.path.join(KIT, "lib64")
# One function of each library that takes nothing back but a number.
OTHERS = {"cublas.so.12": "int cublasCreate_v2(void **)", "cublas.so.11": "int cublasCreate_v2(void **)",
          "cublasLt.so.12": "int cublasLtCreate(void **)", "cublasLt.so.11": "int cublasLtCreate(void **)",
          "cufft.so.11": "int cufftCreate(int *)", "cufft.so.10": "int cufftCreate(int *)",
          "cusolver.so.11": "int cusolverDnCreate(void **)", "nvrtc.so.12": "int nvrtcGetNumSupportedArchs(int *)",
          "nvrtc.so.11.2": "int nvrtcGetNumSupportedArchs(int *)", "nvJitLink.so.12": "int nvJitLinkVersion(unsigned *, unsigned *)",
          "nvfatbin.so.12": "int nvFatbinVersion(unsigned *, unsigned *)"}


class Older(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_it(self, *words, status=0, **more):
        env = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH")}
        p = subprocess.run(words, cwd=self.folder, env={**env, **more}, capture_output=True, text=True, timeout=120)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        return p.stdout + p.stderr

    def test_programs(self):
        for release, library in (("12", "libcudart.so.12"), ("11", "libcudart.so.11.0")):
            self.run_it("gcc", "-Wall", "-DOLDER=" + release, os.path.join(SOURCE, "tests/api/older/program.c"), "-o", "p" + release,
                        os.path.join(LIBS, library), "-Wl,--allow-shlib-undefined")
            needs = self.run_it("readelf", "-V", "p" + release)
            self.assertIn("File: " + library, needs)
            self.assertRegex(needs, r"Name: " + re.escape(library) + r"\s")
            self.assertTrue(self.run_it("./p" + release, LD_LIBRARY_PATH=LIBS).startswith("0 failed\n"))
            self.assertTrue(self.run_it(SIMTRUN, "./p" + release).startswith("0 failed\n"))

    def test_kernels(self):
        """Code that simtcc generates, linked with the library of the older name."""
        with open(os.path.join(self.folder, "k.cu"), "w") as f:
            f.write("#include <cstdio>\n__device__ int v = 5;\n__global__ void k(int *p) { *p = v; }\n"
                    "int main() { int *d, h = 0, e; cudaMalloc(&d, 4); k<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);\n"
                    "  cudaMemcpyToSymbol(v, &h, 4); cudaRuntimeGetVersion(&e); printf(\"%d\\n\", h); }\n")
        self.run_it(SIMTCC, "-c", "k.cu", "-o", "k.o")
        for library in ("libcudart.so.12", "libcudart.so.11.0"):
            self.run_it("g++", "k.o", "-o", "k", os.path.join(LIBS, library), "-Wl,--allow-shlib-undefined")
            self.assertIn(library, self.run_it("readelf", "-d", "k"))
            self.assertEqual(self.run_it(SIMTRUN, "./k"), "5\n")

    def test_other_libraries(self):
        for library, declaration in OTHERS.items():
            name = re.search(r"int (\w+)\(", declaration)[1]
            two = ", " in declaration
            with open(os.path.join(self.folder, "o.c"), "w") as f:
                f.write("%s;\nint main(void) { void *a[2] = {0, 0}; return %s; }\n"
                        % (declaration, name + ("((void *)a, (void *)(a + 1))" if two else "((void *)a)")))
            self.run_it("gcc", "-w", "o.c", "-o", "o", os.path.join(LIBS, "lib" + library), "-Wl,--allow-shlib-undefined")
            self.assertRegex(self.run_it("readelf", "-V", "o"), r"Name: lib" + re.escape(library) + r"\s")
            self.run_it(SIMTRUN, "./o")

    def test_every_function_is_there(self):
        def names(library):
            out = self.run_it("nm", "-D", "--defined-only", os.path.join(LIBS, library))
            return {l.split()[-1].split("@")[0] for l in out.splitlines() if " T " in l}
        new = names("libcudart.so.13")
        for library in ("libcudart.so.12", "libcudart.so.11.0"):
            self.assertEqual(new - names(library), set())
        self.assertIn("__nvJitLinkCreate_12_4", names("libnvJitLink.so.12"))
        self.assertTrue(os.path.realpath(os.path.join(LIBS, "libcublas.so")).endswith("libcublas.so.13"))


if __name__ == "__main__":
    unittest.main()
