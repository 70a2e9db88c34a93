#!/usr/bin/env python3
"""runtime.py SIMTCC SOURCE: how a program gets the runtime: from the shared library unless told otherwise, without anything
in the environment, and never twice.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SIMTCC, SOURCE = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:3]
LIB64 = os.path.join(os.path.dirname(SIMTCC), "cuda", "lib64")
STATIC = os.path.exists(os.path.join(LIB64, "libcudart_static.a"))
MEGABYTE = 1 << 20

# Everything that has a state of its own sees the same device.
TOGETHER = """#include <cstdio>
#include <cstring>
#include <cublas_v2.h>
#include <cuda.h>
__global__ void one(float *x) { x[threadIdx.x] = 1; }
int main() {
	float *x, sum = 0;
	CUdeviceptr base;
	size_t bytes;
	cublasHandle_t h;
	cudaMalloc(&x, 32 * sizeof *x);
	one<<<1, 32>>>(x);
	int bad = cublasCreate(&h) || cublasSasum(h, 32, x, 1, &sum) || cuMemGetAddressRange(&base, &bytes, (CUdeviceptr)x);
	int libraries = 0;
	char line[4096], last[4096] = "";
	for (FILE *f = fopen("/proc/self/maps", "r"); fgets(line, sizeof line, f);) {
		const char *path = strchr(line, '/');
		if (path && strstr(path, "/libsimt.so.0") && strcmp(path, last)) {
			strcpy(last, path);
			libraries++;
		}
	}
	printf("%d %.0f %zu %d\\n", bad, sum, bytes, libraries);
}
"""


class Runtime(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_it(self, *command):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120,
                              env={k: v for k, v in os.environ.items() if k not in ("LIBRARY_PATH", "LD_LIBRARY_PATH")})

    def link(self, *words, out="app"):
        p = self.run_it(SIMTCC, *words, "-o", out)
        self.assertEqual((p.returncode, p.stderr), (0, ""), words)
        return os.path.join(self.folder, out)

    def needed(self, path):
        p = self.run_it("readelf", "-d", path)
        return re.findall(r"NEEDED.*\[(.*)\]", p.stdout)

    def runs(self, path):
        p = self.run_it(path)
        self.assertEqual(p.returncode, 0, p.stderr)
        self.assertIn("0 wrong", p.stdout)

    def test_it_is_shared_by_default(self):
        app = self.link(SOURCE)
        self.assertIn("libcudart.so.13", self.needed(app))
        self.assertLess(os.path.getsize(app), MEGABYTE)
        self.runs(app)
        os.mkdir(os.path.join(self.folder, "elsewhere"))
        self.runs(shutil.move(app, os.path.join(self.folder, "elsewhere", "app")))

    def test_a_program_without_calls_does_not_load_it(self):
        with open(os.path.join(self.folder, "a.cpp"), "w") as f:
            f.write("int main() { return 0; }\n")
        self.assertNotIn("libcudart.so.13", self.needed(self.link("a.cpp")))

    @unittest.skipUnless(STATIC, "no static library")
    def test_static_is_all_in_one_file(self):
        app = self.link(SOURCE, "-cudart=static")
        self.assertNotIn("libcudart.so.13", self.needed(app))
        self.assertGreater(os.path.getsize(app), MEGABYTE)
        self.runs(app)

    @unittest.skipUnless(STATIC, "no static library")
    def test_a_runtime_that_is_named_is_the_only_one(self):
        for name in ["-l", "cudart_static"], ["-Xlinker", "-l:libcudart_static.a"], [os.path.join(LIB64, "libcudart_static.a")]:
            app = self.link(SOURCE, *name, f"-L{LIB64}")
            self.assertNotIn("libcudart.so.13", self.needed(app), name)
            self.runs(app)

    def test_there_is_one_runtime_in_a_process(self):
        with open(os.path.join(self.folder, "t.cu"), "w") as f:
            f.write(TOGETHER)
        for kind, libraries in ("shared", 1), ("static", 0), (None, 1):
            if kind == "static" and not STATIC:
                continue
            app = self.link("t.cu", "-lcublas", "-lcuda", *([f"-cudart={kind}"] if kind else []))
            self.assertEqual(self.run_it(app).stdout, f"0 32 128 {libraries}\n", kind)

    def test_a_library_and_a_program_share_it(self):
        for name, text in (("a.cu", '__global__ void k(int *p) { *p = 5; }\nextern "C" void launch(int *p) { k<<<1, 1>>>(p); }\n'),
                           ("b.cu", '#include <cstdio>\nextern "C" void launch(int *p);\nint main() { int *p, x = 0;\n'
                                    "cudaMalloc(&p, 4); launch(p); cudaMemcpy(&x, p, 4, cudaMemcpyDefault);\n"
                                    'printf("%d %s\\n", x, cudaGetErrorName(cudaGetLastError())); }\n')):
            with open(os.path.join(self.folder, name), "w") as f:
                f.write(text)
        self.link("-shared", "-Xcompiler", "-fPIC", "a.cu", out="libfive.so")
        app = self.link("b.cu", "-L.", "-lfive", "-Xlinker", f"-rpath={self.folder}")
        self.assertEqual(self.run_it(app).stdout, "5 cudaSuccess\n")

    @unittest.skipUnless(shutil.which("ld.lld"), "no lld")
    def test_lld_links_it(self):
        app = self.link(SOURCE, "-Xcompiler", "-fuse-ld=lld")
        self.assertLess(os.path.getsize(app), MEGABYTE)
        self.runs(app)


if __name__ == "__main__":
    unittest.main()
