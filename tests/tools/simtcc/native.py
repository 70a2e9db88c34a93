#!/usr/bin/env python3
"""native.py SIMTCC: programs that carry host code of their kernels (--native): which launches take it, with LLVM and
without, and what happens where it does not fit.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

SIMTCC = os.path.abspath(sys.argv.pop(1))
CUOBJDUMP = os.path.join(os.path.dirname(SIMTCC), "cuda", "bin", "cuobjdump")

# axpy is launched with a block that the source shows, shift with one that it does not.
SOURCE = """#include <cstdio>
#include <cstdlib>
__global__ void axpy(float a, const float *x, float *y) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	y[i] += a * x[i];
}
__global__ void shift(float *y) {
	__shared__ float s[1024];
	s[threadIdx.x] = y[threadIdx.x];
	__syncthreads();
	y[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}
int main(int, char **v) {
	float *x, *y;
	cudaMallocManaged(&x, 1 << 20);
	cudaMallocManaged(&y, 1 << 20);
	for (int i = 0; i < 1 << 18; i++)
		x[i] = i % 11, y[i] = i % 3;
	for (int k = 0; k < 20; k++)
		axpy<<<1024, 256>>>(2, x, y);
	for (int k = 0; k < 300; k++)
		shift<<<1, atoi(v[1])>>>(y);
	cudaDeviceSynchronize();
	double sum = 0;
	for (int i = 0; i < 1 << 18; i++)
		sum += y[i] * (i % 5);
	printf("%.0f %s\\n", sum, cudaGetErrorString(cudaGetLastError()));
}
"""


def says(text):
    """What -v says of code: (kernel, block, where it is from)."""
    loaded = re.findall(r"loaded \w*?(axpy|shift)\w* for block \((\d+),\d+,\d+\).* from the (\w+)", text)
    made = re.findall(r"(compiled) (?:quickly )?\w*?(axpy|shift)\w* for block \((\d+)", text)
    return set(loaded) | {(kernel, block, how) for how, kernel, block in made}


class Native(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        with open(cls.path("app.cu"), "w") as f:
            f.write(SOURCE)
        cls.compile("--native", "--native-block=shift=96", "-o", "app")
        cls.compile("-o", "plain")

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    @classmethod
    def compile(cls, *words, ok=True):
        p = subprocess.run([SIMTCC, "app.cu", *words], cwd=cls.folder.name, capture_output=True, text=True, timeout=300)
        assert (p.returncode == 0) == ok, p.stderr
        return p.stderr

    def run_app(self, name="app", block="96", **env):
        fresh = tempfile.TemporaryDirectory()
        self.addCleanup(fresh.cleanup)
        env = {"SIMT_CACHE_PATH": fresh.name, "SIMT_VERBOSE": "1", "SIMT_BACKEND": "jit", **env}
        p = subprocess.run([self.path(name), block], capture_output=True, text=True, timeout=120, env={**os.environ, **env})
        self.assertEqual(p.returncode, 0, p.stderr)
        self.assertIn("no error", p.stdout)
        return p.stdout, p.stderr

    def test_known_blocks_compile_nothing(self):
        out, told = self.run_app()
        self.assertEqual(says(told), {("axpy", "256", "program"), ("shift", "96", "program")})
        self.assertEqual(out, self.run_app("plain")[0])
        self.assertEqual(out, self.run_app(SIMT_BACKEND="interp")[0])

    def test_auto_takes_it_at_the_first_launch(self):
        told = self.run_app(SIMT_BACKEND="auto")[1]
        self.assertEqual(says(told), {("axpy", "256", "program"), ("shift", "96", "program")})

    def test_another_block_is_compiled(self):
        out, told = self.run_app(block="160")
        self.assertEqual(says(told), {("axpy", "256", "program"), ("shift", "160", "compiled")})
        self.assertEqual(out, self.run_app("plain", "160")[0])

    def test_without_llvm_any_block_has_code(self):
        out, told = self.run_app(block="160", SIMT_LLVM="/none")
        self.assertIn(("axpy", "256", "program"), says(told))
        self.assertIn(("shift", "160", "program"), says(told))
        self.assertEqual(out, self.run_app("plain", "160")[0])

    def test_levels(self):
        self.compile("--native=v2", "-o", "low")
        out, told = self.run_app("low")
        self.assertIn(("axpy", "256", "program"), says(told))
        self.assertEqual(out, self.run_app("plain")[0])
        told = self.run_app("low", SIMT_CPU="x86-64")[1]
        self.assertIn(("axpy", "256", "compiled"), says(told))

    def test_other_settings_compile(self):
        told = self.run_app(SIMT_APPROX="fast")[1]
        self.assertIn(("axpy", "256", "compiled"), says(told))

    def test_bytes_repeat(self):
        self.compile("--native", "--native-block=shift=96", "-c", "-o", "a.o")
        self.compile("--native", "--native-block=shift=96", "-c", "-o", "b.o")
        with open(self.path("a.o"), "rb") as a, open(self.path("b.o"), "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_damage_is_found(self):
        """A program whose host code is damaged runs as if it had none."""
        with open(self.path("app"), "rb") as f:
            whole = f.read()
        at = whole.index(b"simtaot1")
        expected = self.run_app("plain")[0]
        for place in (at, at + 8, at + 15, at + 24, at + 40, at + 56, at + 1200, at + 9000):
            damaged = bytearray(whole)
            damaged[place] ^= 0xff
            with open(self.path("damaged"), "wb") as f:
                f.write(damaged)
            os.chmod(self.path("damaged"), 0o755)
            self.assertEqual(self.run_app("damaged")[0], expected, place - at)

    def test_images_that_a_program_reads_bring_no_host_code(self):
        self.compile("--native", "-fatbin", "-o", "app.fatbin")
        with open(self.path("load.cu"), "w") as f:
            f.write("""#include <cuda.h>
#include <cstdio>
int main() {
	CUdevice d; CUcontext c; CUmodule m; CUfunction f; CUdeviceptr p;
	cuInit(0); cuDeviceGet(&d, 0); cuDevicePrimaryCtxRetain(&c, d); cuCtxSetCurrent(c);
	int bad = cuModuleLoad(&m, "app.fatbin") || cuModuleGetFunction(&f, m, "_Z5shiftPf") || cuMemAlloc(&p, 4096);
	void *a[] = {&p};
	bad = bad || cuLaunchKernel(f, 1, 1, 1, 96, 1, 1, 0, 0, a, 0) || cuCtxSynchronize();
	printf("%s\\n", bad ? "failed" : "no error");
}
""")
        p = subprocess.run([SIMTCC, "load.cu", "-lcuda", "-o", "load"], cwd=self.folder.name, capture_output=True, text=True, timeout=300)
        self.assertEqual(p.returncode, 0, p.stderr)
        before = os.getcwd()
        os.chdir(self.folder.name)
        self.addCleanup(os.chdir, before)
        self.assertEqual(says(self.run_app("load")[1]), {("shift", "96", "compiled")})

    def test_list(self):
        p = subprocess.run([CUOBJDUMP, self.path("app")], capture_output=True, text=True, timeout=60)
        self.assertEqual(re.findall(r"Fatbin (\w+) code", p.stdout), ["ptx", "host"], p.stderr)

    def test_what_does_not_go(self):
        self.assertIn("x86-64-v9: no processor of that name is known", self.compile("--native=v9", ok=False))
        self.assertIn("--native needs whole-program device code", self.compile("--native", "-rdc=true", ok=False))
        self.assertIn("--native-block goes with --native", self.compile("--native-block=32", ok=False))
        for block in ("0", "1025", "k=", "3x3x3x3", "16y", "99999999999999999999"):
            self.assertIn(f"'{block}' is no block", self.compile("--native", f"--native-block={block}", ok=False))


if __name__ == "__main__":
    unittest.main(verbosity=2)
