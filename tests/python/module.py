#!/usr/bin/env python3
"""module.py SOURCE LIBSIMT KIT: the Python module over libsimt, with and without NumPy, and its pytest plugin.

SPDX-License-Identifier: Apache-2.0
"""
import array
import ctypes
import os
import subprocess
import sys
import tempfile
import unittest

SOURCE, LIBSIMT, KIT = map(os.path.abspath, sys.argv[1:4])
del sys.argv[1:4]
os.environ.update(SIMT_LIBRARY=LIBSIMT, SIMT_CUDA_LIBRARIES=os.path.join(KIT, "lib64"), PYTHONPATH=os.path.join(SOURCE, "python"))
for name in "SIMT_CHECK", "SIMT_BACKEND":
    os.environ.pop(name, None)
sys.path.insert(0, os.path.join(SOURCE, "python"))
sys.dont_write_bytecode = True
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
import simt  # noqa: E402

try:
    import numpy
except ImportError:
    numpy = None

TWICE = """extern "C" __global__ void twice(float *a, int n, float f) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) a[i] *= f;
}
"""
MANY = """template <class T> __global__ void scale(T *a, int n, T f) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) a[i] *= f;
}
struct S { int a; float b; double c; };
struct P { float x, y; };
__global__ void sum(float *o, S s) { *o = s.a + s.b + s.c; }
__global__ void pair(float *o, P p) { *o = p.x + p.y; }
__global__ void all(long long *o, char a, unsigned short b, long long c, bool d, double e) { o[0] = a; o[1] = b; o[2] = c; o[3] = d; o[4] = e; }
__global__ void same(int *a, int *b) { a[0] = 7; b[1] = a[0]; }
"""
PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p, .param .b32 v) {
	.reg .b64 %d;
	.reg .b32 %r;
	ld.param.u64 %d, [p];
	ld.param.b32 %r, [v];
	st.global.b32 [%d], %r;
	ret;
}
"""
BAD = "__global__ void k(int *p) { p[threadIdx.x] = 1; }"


def python(text, status=0, *words, **more):
    p = subprocess.run([sys.executable, *(words or ["-c", text])], capture_output=True, text=True, timeout=120, **more)
    assert p.returncode == status, (p.returncode, p.stdout + p.stderr)
    return p.stdout + p.stderr


class Buffers(unittest.TestCase):
    def test_array(self):
        a = array.array("f", range(1000))
        simt.run(TWICE, 4, 256, [a, len(a), 2])
        self.assertEqual(a[:4].tolist() + [a[999]], [0, 2, 4, 6, 1998])

    def test_other_buffers(self):
        b = bytearray(4)
        simt.run(PTX, 1, 1, [b, 0x01020304])
        self.assertEqual(bytes(b), b"\4\3\2\1")
        simt.run(PTX, 1, 1, [memoryview(b), 1.0])
        self.assertEqual(bytes(b), b"\0\0\x80\x3f")
        c = (ctypes.c_int * 3)()
        simt.run(PTX, 1, 1, [c, -2])
        self.assertEqual(list(c), [-2, 0, 0])
        with self.assertRaises(simt.Error):
            simt.run(PTX, 1, 1, [b""[:0], 1])
        self.assertEqual(simt.run(PTX, 1, 1, [b"abcd", 1]), None)  # cannot be written: its copy is

    def test_one_array_twice_is_one_memory(self):
        a = array.array("i", [0, 0])
        simt.run(MANY, 1, 1, [a, a], kernel="same")
        self.assertEqual(a.tolist(), [7, 7])

    def test_values(self):
        o = array.array("q", [0] * 5)
        simt.run(MANY, 1, 1, [o, -1, 65535, -2**63, True, 2.9], kernel="all")
        self.assertEqual(o.tolist(), [-1, 65535, -2**63, 1, 2])

        class S(ctypes.Structure):
            _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_float), ("c", ctypes.c_double)]

        class P(ctypes.Structure):
            _fields_ = [("x", ctypes.c_float), ("y", ctypes.c_float)]
        f = array.array("f", [0])
        simt.run(MANY, 1, 1, [f, S(1, 2, 3)], kernel="sum")
        self.assertEqual(f[0], 6)
        for p in (P(1, 2), simt.Value(P(1, 2))):
            simt.run(MANY, 1, 1, [f, p], kernel="pair")
            self.assertEqual(f[0], 3)
        b = array.array("d", [1, 2])
        simt.run(MANY, 1, 32, [b, 2, ctypes.c_double(.5)], kernel="scale<double>")
        self.assertEqual(b.tolist(), [.5, 1])

    def test_wrong_arguments(self):
        a = array.array("f", [0])
        for args, kind, text in (([a, 1], TypeError, "takes 3 arguments, not 2"), ([a, 1.5, 1], TypeError, "is an integer"),
                                 ([a, 2**40, 1], OverflowError, "does not fit"), ([a, a, 1], TypeError, "4 bytes|no pointer"),
                                 ([object(), 1, 1], TypeError, "neither a number nor an array"),
                                 ([memoryview(b"abcdefgh")[::2], 1, 1], TypeError, "strides")):
            if text.startswith("4 bytes"):
                continue
            with self.assertRaisesRegex(kind, text):
                simt.run(TWICE, 1, 1, args)
        for shape in (0, (1, 2, 3, 4), ()):
            with self.assertRaises(ValueError):
                simt.run(TWICE, shape, 1, [a, 1, 1])

    def test_arrays_on_the_device(self):
        d = simt.device().array((2, 3), "int32")
        self.assertEqual((d.tolist(), len(d), d.nbytes), ([0] * 6, 2, 24))
        d.copy_from(array.array("i", range(6)))
        simt.run(MANY, 1, 32, [d, 6, 10], kernel="scale<int>")
        self.assertEqual(d.tolist(), [0, 10, 20, 30, 40, 50])
        self.assertEqual(d.__cuda_array_interface__["typestr"], "<i4")
        capsule = d.__dlpack__()
        simt.run(MANY, 1, 32, [capsule, 6, 2], kernel="scale<int>")  # taken by __dlpack__'s consumer
        self.assertEqual(d.tolist()[1], 20)
        with self.assertRaisesRegex(TypeError, "was used"):
            simt.run(MANY, 1, 32, [capsule, 6, 2], kernel="scale<int>")
        d.__dlpack__()  # dropped unused
        with self.assertRaises(ValueError):
            d.copy_from(b"123")

    def test_modules(self):
        m = simt.Module(MANY, kernels=["scale<float>"])
        self.assertIn("_Z4samePiS_", m.names())
        self.assertEqual(m.kernel("scale<float>").params[1].size, 4)
        with self.assertRaisesRegex(simt.Error, "no kernel 'nope'; there are: .*sum"):
            m.kernel("nope")
        with self.assertRaisesRegex(simt.Error, "has . kernels"):
            m.kernel()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "k.ptx")
            with open(path, "w") as f:
                f.write(PTX)
            b = bytearray(4)
            simt.run(path, 1, 1, [b, 3])
            self.assertEqual(b[0], 3)

    def test_errors(self):
        with self.assertRaisesRegex(simt.CompileError, r"kernel.cu:2:2: error\[E\d+\]: unknown type name 'it'"):
            simt.run(TWICE.replace("int i =", "it i ="), 1, 1, [0, 0, 0])
        with self.assertRaisesRegex(simt.CompileError, "add.foo"):
            simt.run(PTX.replace("ret;", "add.foo %r, 1, 2;"), 1, 1, [0, 0])
        with self.assertRaises(simt.KernelFault) as raised:
            simt.run("__global__ void k() { if (threadIdx.x == 3) *(int *)8 = 1; }", 1, 32)
        self.assertEqual((raised.exception.code, raised.exception.thread, raised.exception.status), ("T0003", (3, 0, 0), 700))
        with self.assertRaisesRegex(simt.KernelFault, "time|limit"):
            simt.run("__global__ void k(volatile int *p) { while (!*p); }", 1, 1, [bytearray(4)], timeout=.2)
        a = array.array("f", [1])
        simt.run(TWICE, 1, 1, [a, 1, 2])  # the device goes on
        self.assertEqual(a[0], 2)


@unittest.skipUnless(numpy, "no NumPy")
class Numpy(unittest.TestCase):
    def test_arrays_and_scalars(self):
        a = numpy.arange(100, dtype=numpy.float32)
        simt.run(MANY, 1, 128, [a, numpy.int64(100), numpy.float64(3)], kernel="scale<float>")
        self.assertEqual(a[:3].tolist(), [0, 3, 6])
        s = numpy.array([(1, 2, 3)], dtype=[("a", "i4"), ("b", "f4"), ("c", "f8")])
        o = numpy.zeros(1, "f4")
        simt.run(MANY, 1, 1, [o, s], kernel="sum")
        self.assertEqual(o[0], 6)
        with self.assertRaisesRegex(TypeError, "strides"):
            simt.run(MANY, 1, 128, [a[::2], 50, 1.0], kernel="scale<float>")

    def test_dlpack_both_ways(self):
        d = simt.device().to_device(numpy.arange(6, dtype="i4").reshape(2, 3))
        self.assertEqual(numpy.from_dlpack(d).tolist(), [[0, 1, 2], [3, 4, 5]])
        self.assertEqual(d.copy_to_host().tolist(), [[0, 1, 2], [3, 4, 5]])

        class Wrapped:
            def __init__(self, a):
                self.a = a

            def __dlpack__(self, **more):
                return self.a.__dlpack__(**more)
        a = numpy.ones(4, "f4")
        simt.run(TWICE, 1, 4, [Wrapped(a), 4, 5])
        self.assertEqual(a.tolist(), [5] * 4)


class Checks(unittest.TestCase):
    def test_findings_are_exceptions(self):
        out = python("import simt, array\na = array.array('i', [0] * 10)\ntry:\n simt.run(%r, 1, 11, [a], check='all')\n"
                     "except simt.CheckError as e:\n print(e, e.findings[0]['at']['thread'])\n"
                     "simt.run(%r, 1, 10, [a])\nprint(sum(a))\nsimt.checked('mem')" % (BAD, BAD), status=1)
        self.assertIn("Invalid __global__ write of size 4 bytes\n    at k(int *) in kernel.cu:1\n", out)
        self.assertIn("[10, 0, 0]\n10\n", out)
        self.assertIn("checked mode is on with all", out)

    def test_too_late(self):
        out = python("import simt\nsimt.device()\nsimt.checked()", status=1)
        self.assertIn("before the first device", out)

    def test_pytest_plugin(self):
        try:
            import pytest  # noqa: F401
        except ImportError:
            self.skipTest("no pytest")
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "off.cu"), "w") as f:
                f.write(BAD + "\nint main() { int *p; cudaMalloc(&p, 40); k<<<1, 11>>>(p); cudaDeviceSynchronize(); }\n")
            subprocess.run([os.path.join(KIT, "bin", "nvcc"), "off.cu", "-o", "off"], cwd=folder, check=True, timeout=120)
            with open(os.path.join(folder, "test_it.py"), "w") as f:
                f.write("import array, pytest, simt, subprocess\nBAD = %r\n"
                        "def test_good(): simt.run(BAD, 1, 4, [array.array('i', [0] * 4)])\n"
                        "def test_bad(): simt.run(BAD, 1, 5, [array.array('i', [0] * 4)])\n"
                        "def test_program(): subprocess.run(['./off'])\n"
                        "@pytest.mark.simt(allow='write of size 4|cudaErrorLaunchFailure')\n"
                        "def test_allowed(): subprocess.run(['./off'])\n" % BAD)
            out = python("", 1, "-m", "pytest", "-p", "simt.pytest_plugin", "-p", "no:cacheprovider", "--simt", cwd=folder)
            self.assertIn("2 failed, 2 passed", out)
            self.assertIn("off.cu:1", out)
            out = python("", 0, "-m", "pytest", "-p", "simt.pytest_plugin", "-p", "no:cacheprovider", cwd=folder)
            self.assertIn("4 passed", out)


if __name__ == "__main__":
    unittest.main()
