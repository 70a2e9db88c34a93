#!/usr/bin/env python3
"""binutils.py FOLDER SIMTCC: the toolkit's small commands, which lie in FOLDER. Formats are those of CUDA 13.0's.

SPDX-License-Identifier: Apache-2.0
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

FOLDER, SIMTCC = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:3]

SOURCE = """__device__ int factor = 3;
__global__ void add(const float *a, float *c, int n) { if (threadIdx.x < n) c[threadIdx.x] = a[threadIdx.x]; }
__global__ void two(int *c) { *c = factor; }
int main() { return 0; }
"""
PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) {
	.reg .b64 %d;
	ld.param.u64 %d, [p];
	st.global.u32 [%d], 7;
	ret;
}
"""


NAMES = """#include <cstdio>
#include <cstdlib>
#include <nv_decode.h>
int main() {
	int status = 1;
	size_t n = 64;
	char *all = __cu_demangle("_Z3addPKfi", nullptr, &n, &status);
	printf("%s %d %zu %d\\n", all, status, n, n == 24);
	char *small = (char *)malloc(n = 4), *text = __cu_demangle("_Z3addPKfi", small, &n, &status);
	printf("%s %d %zu %d\\n", text, status, n, n == 4);
	small = text;
	char *large = (char *)malloc(n = 64), *same = __cu_demangle("_ZN3foo3barEv", large, &n, &status);
	printf("%s %d %zu %d\\n", same, status, n, same == large);
	text = __cu_demangle("abc", nullptr, nullptr, &status);
	printf("%s %d\\n", text ? "?" : "-", status);
	text = __cu_demangle(nullptr, nullptr, nullptr, &status);
	printf("%s %d\\n", text ? "?" : "-", status);
	text = __cu_demangle("_Z1fv", same, nullptr, &status);
	printf("%s %d\\n", text ? "?" : "-", status);
	char *plain = __cu_demangle("_ZN3foo3barEv", nullptr, nullptr, &status);
	printf("%s %d\\n", plain, status);
	free(all), free(small), free(same), free(plain);
}
"""


class Binutils(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.write("v.cu", SOURCE)
        cls.write("k.ptx", PTX)
        for words in (["-arch=sm_90", "v.cu", "-o", "v"], ["-rdc=true", "-c", "v.cu", "-o", "v.o"],
                      ["-gencode", "arch=compute_80,code=compute_80", "-gencode", "arch=compute_90,code=compute_90", "-fatbin",
                       "v.cu", "-o", "v.fatbin"], ["-arch=sm_90", "-ptx", "v.cu", "-o", "v.ptx"]):
            subprocess.run([SIMTCC, *words], cwd=cls.folder.name, check=True, timeout=300)
        if shutil.which("ar"):
            subprocess.run(["ar", "rc", "libv.a", "v.o"], cwd=cls.folder.name, check=True)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    @classmethod
    def write(cls, name, text):
        with open(cls.path(name), "w") as f:
            f.write(text)

    def read(self, name):
        with open(self.path(name)) as f:
            return f.read()

    def run_it(self, name, *words, status=0, text=None):
        p = subprocess.run([os.path.join(FOLDER, name), *words], cwd=self.folder.name, capture_output=True, text=True,
                           timeout=60, input=text)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        self.err = p.stderr
        return p.stdout

    def test_each_has_help_and_a_release(self):
        for name in "cuobjdump", "ptxas", "fatbinary", "bin2c":
            self.assertIn("--output-file" if name == "ptxas" else "--options-file", self.run_it(name, "--help"))
            self.assertIn("release 13.0, V13.0.88", self.run_it(name, "--version"))
        self.assertIn("release 13.0", self.run_it("cu++filt", "-v"))
        for name in "cuobjdump", "ptxas", "fatbinary", "bin2c", "nvlink", "nvprune", "cu++filt", "../nvidia_smi/nvidia-smi":
            self.assertIn("complete -o filenames -F", self.run_it(name, "--help=bash"))

    # ---- nvlink

    def test_nvlink(self):
        self.write("a.cu", "extern __device__ int twice(int);\n__global__ void k(int *p) { *p = twice(*p); }\n")
        self.write("b.cu", "__device__ int twice(int x) { return 2 * x; }\n")
        subprocess.run([SIMTCC, "-rdc=true", "-c", "a.cu", "b.cu"], cwd=self.folder.name, check=True, timeout=300)
        subprocess.run([SIMTCC, "-rdc=true", "-ptx", "b.cu"], cwd=self.folder.name, check=True, timeout=300)
        subprocess.run(["ar", "rcs", "libtwice.a", "b.o"], cwd=self.folder.name, check=True)
        linked = []
        for words in (["a.o", "b.o"], ["a.o", "b.ptx"], ["a.o", "-L.", "-ltwice"], ["a.o", "--library-path=.", "-l", "twice"]):
            self.run_it("nvlink", "-arch=sm_90", "-m64", "-lcudadevrt", *words, "-o", "l.cubin")
            linked.append(self.read("l.cubin"))
            self.assertIn(".entry _Z1kPi", linked[-1])
            self.assertIn("_Z5twicei", linked[-1])
        self.assertEqual(linked[2], linked[3])
        self.run_it("ptxas", "-arch=sm_90", "l.cubin", "-o", "checked")
        self.run_it("nvlink", "-arch=sm_90", "a.o", "-o", "l.cubin", status=1)
        self.assertIn("Undefined reference to '_Z5twicei' in 'a.o'", self.err)
        self.run_it("nvlink", "-arch=sm_90", "-maxrregcount=32", "--nvvmpath=x", "-Ofc=mid", "-split-compile", "2", "a.o", "b.o", "-o", "l.cubin")
        for words, text in ((["a.o"], "--arch"), (["--uidx-file=x", "a.o"], "not supported"), (["-arch=sm_90"], "No input files"), (["-arch=sm_90", "a.cu"], "no known format"),
                            (["-arch=sm_90", "a.o", "-lnosuch"], "nosuch"), (["-r", "a.o"], "ld -r"),
                            (["-arch=sm_90", "--register-link-binaries=x", "a.o"], "simtcc -dlink")):
            self.run_it("nvlink", *words, status=1)
            self.assertIn(text, self.err)

    # ---- nvprune

    def test_nvprune(self):
        two = ["-gencode", "arch=compute_80,code=sm_80", "-gencode", "arch=compute_90,code=sm_90"]
        self.write("p.cu", SOURCE.replace("int main() {", "int main() { int *d, h = 0; cudaMalloc(&d, 4); two<<<1, 1>>>(d); "
                                           "cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); if (h != 3) return 1;"))
        subprocess.run([SIMTCC, *two, "-c", "p.cu", "-o", "p.o"], cwd=self.folder.name, check=True, timeout=300)
        subprocess.run([SIMTCC, *two, "p.cu", "-o", "p"], cwd=self.folder.name, check=True, timeout=300)
        self.run_it("nvprune", "-arch=sm_90", "p.o", "-o", "p9.o")
        self.assertIn("PTX file    1: p9.1.sm_90.ptx\n", self.run_it("cuobjdump", "-lptx", "p9.o"))
        self.assertNotIn("sm_80", self.run_it("cuobjdump", "-lptx", "p9.o"))
        self.assertLess(os.path.getsize(self.path("p9.o")), os.path.getsize(self.path("p.o")))
        subprocess.run([SIMTCC, "p9.o", "-o", "p9"], cwd=self.folder.name, check=True, timeout=300)
        subprocess.run([self.path("p9")], check=True, timeout=60)
        self.run_it("nvprune", "-gencode", "arch=compute_90,code=[sm_90,compute_90]", "v.fatbin", "-o", "v9.fatbin")
        self.assertEqual(self.run_it("cuobjdump", "-lptx", "v9.fatbin"), "PTX file    1: v9.1.sm_90.ptx\n")
        self.run_it("nvprune", "-arch=sm_90", "p", "-o", "p9x")  # what has addresses keeps its size
        self.assertEqual(os.path.getsize(self.path("p9x")), os.path.getsize(self.path("p")))
        os.chmod(self.path("p9x"), 0o755)
        subprocess.run([self.path("p9x")], check=True, timeout=60)
        subprocess.run(["ar", "rcs", "libp.a", "v.o", "p.o"], cwd=self.folder.name, check=True)
        self.run_it("nvprune", "-arch", "sm_90", "libp.a")
        index = [subprocess.run(["nm", "-s", f], cwd=self.folder.name, capture_output=True, text=True).stdout
                 for f in ("libp.a", "pruned_libp.a")]
        self.assertEqual(*index)
        self.assertNotIn("sm_80", self.run_it("cuobjdump", "-lptx", "-all", "pruned_libp.a"))
        for words, text in ((["p.o"], "--arch"), (["-arch=90", "p.o"], "'90'"), (["-arch=sm_90"], "No input files"),
                            (["-arch=sm_90", "v.cu"], "v.cu"), (["-arch=sm_90", "nosuch"], "nosuch")):
            self.run_it("nvprune", *words, status=1)
            self.assertIn(text, self.err)

    def test_nvprune_of_damaged_files(self):
        with open(self.path("v.o"), "rb") as f:
            whole = f.read()
        for cut in range(0, len(whole), 97):
            with open(self.path("cut.o"), "wb") as f:
                f.write(whole[:cut])
            p = subprocess.run([os.path.join(FOLDER, "nvprune"), "-arch=sm_90", "cut.o", "-o", "out.o"], cwd=self.folder.name,
                               capture_output=True, timeout=60)
            self.assertIn(p.returncode, (0, 1))

    # ---- cuobjdump

    def test_lists(self):
        self.assertEqual(self.run_it("cuobjdump", "-lptx", "v"), "PTX file    1: v.1.sm_90.ptx\n")
        self.assertEqual(self.run_it("cuobjdump", "--list-ptx", "v.fatbin"),
                         "PTX file    1: v.1.sm_80.ptx\nPTX file    2: v.2.sm_90.ptx\n")
        self.assertEqual(self.run_it("cuobjdump", "-lptx", "--gpu-architecture=sm_90", "v.fatbin"),
                         "PTX file    1: v.1.sm_90.ptx\n")
        self.assertEqual(self.run_it("cuobjdump", "-lelf", "v"), "")
        self.assertIn("No ELF file found to extract from 'v'", self.err)

    @unittest.skipUnless(shutil.which("ar"), "there is no ar")
    def test_members_of_a_library(self):
        self.assertIn("\nmember libv.a:v.o:\nPTX file    1: libv.1.sm_", self.run_it("cuobjdump", "-lptx", "libv.a"))

    def test_heads(self):
        out = self.run_it("cuobjdump", "v")
        self.assertIn("\nFatbin ptx code:\n================\narch = sm_90\ncode version = [", out)
        self.assertIn("]\nhost = linux\ncompile_size = 64bit\n", out)
        self.assertNotIn(".entry", out)

    def test_text(self):
        text = self.run_it("cuobjdump", "-ptx", "v")
        self.assertEqual(text.count(".version"), 1)
        for name in "_Z3addPKfPfi", "_Z3twoPi":
            self.assertIn(".visible .entry %s(" % name, text)
        self.assertIn(".entry _Z3twoPi", self.run_it("cuobjdump", "-ptx", "v.o"))
        self.assertIn(".entry", self.run_it("cuobjdump", "-ptx", "-fun", "_Z3twoPi", "v"))
        self.assertNotIn(".entry", self.run_it("cuobjdump", "-ptx", "-fun", "_Z3two", "v"))

    def test_files(self):
        self.assertEqual(self.run_it("cuobjdump", "-xptx", "2.sm", "v.fatbin"),
                         "Extracting PTX file and ptxas options    1: v.2.sm_90.ptx -arch=sm_90 \n")
        self.run_it("ptxas", "-arch=sm_90", "v.2.sm_90.ptx", "-o", "v.cubin")
        self.assertEqual(self.run_it("cuobjdump", "-xptx", "nope", "v.fatbin"), "")

    def test_what_it_has_not(self):
        self.run_it("cuobjdump", "-sass", "v", status=1)
        self.assertIn("Option '--dump-sass' (-sass) is not supported: it reads machine code of GPUs", self.err)
        self.run_it("cuobjdump", "-bad", "v", status=1)
        self.assertEqual(self.err, "cuobjdump fatal   : Unknown option 'bad'\n")
        self.run_it("cuobjdump", "nofile", status=1)
        self.assertIn("Could not open input file 'nofile'", self.err)
        self.run_it("cuobjdump", "v.cu", status=255)
        self.assertEqual(self.err, "cuobjdump info    : File 'v.cu' does not contain device code\n")

    def test_damaged_containers(self):
        with open(self.path("v.fatbin"), "rb") as f:
            good = f.read()
        for i in range(0, len(good), 37):
            with open(self.path("bad.fatbin"), "wb") as f:
                f.write(good[:i] + bytes([good[i] ^ 0xff]) + good[i + 1:][:len(good) - 2 * i if i % 2 else len(good)])
            p = subprocess.run([os.path.join(FOLDER, "cuobjdump"), "-ptx", "bad.fatbin"], cwd=self.folder.name,
                               capture_output=True, timeout=60)
            self.assertIn(p.returncode, (0, 1, 255))

    # ---- ptxas

    def test_ptxas(self):
        self.assertEqual(self.run_it("ptxas", "-v", "-O3", "-arch=sm_90", "k.ptx", "-o", "k.cubin"), "")
        self.assertIn("ptxas info    : Compiling entry function 'k' for 'sm_90'", self.err)
        self.assertEqual(self.read("k.cubin"), PTX)
        self.run_it("ptxas", "-arch", "sm_90", "--maxrregcount", "32", "k.ptx", "--output-file=k.cubin")
        self.run_it("ptxas", "-arch=sm_90", "-e", "nope", "k.ptx", "-o", "no.cubin", status=255)
        self.assertIn("there is no entry 'nope'", self.err)
        self.write("words.opt", "-arch=sm_90 -annotate\n-optf more.opt\n")
        self.write("more.opt", "-o=from_file.cubin")
        self.run_it("ptxas", "--options-file=words.opt", "k.ptx")
        self.assertEqual(self.read("from_file.cubin"), PTX)
        self.run_it("ptxas", "-arch=sm_90", "-ias=" + PTX, "-o", "text.cubin")
        self.assertEqual(self.read("text.cubin"), PTX)
        self.write("more.opt", "-optf words.opt")
        self.run_it("ptxas", "-optf=words.opt", "k.ptx", status=255)
        self.assertIn("include each other", self.err)
        versions = self.run_it("ptxas", "--list-version").split()
        self.assertEqual((versions[0], versions[-1], len(versions)), ("1.0", "9.0", 44))

    def test_wrong_text(self):
        self.write("bad.ptx", PTX.replace("st.global", "st.glob"))
        self.run_it("ptxas", "-arch=sm_90", "bad.ptx", "-o", "bad.cubin", status=255)
        self.assertIn("bad.ptx:7:4: error[E0109]", self.err)
        self.assertIn("ptxas fatal   : Ptx assembly aborted due to errors", self.err)
        self.assertFalse(os.path.exists(self.path("bad.cubin")))

    def test_wrong_command_lines(self):
        for words, text in {("-bad",): "Unknown option 'bad'", ("-arch=sm_x", "k.ptx"): "gpu-name",
                            ("-arch=sm_90", "nofile.ptx"): "Could not open input file 'nofile.ptx'",
                            ("-arch=sm_90",): "No input files"}.items():
            self.run_it("ptxas", *words, status=255)
            self.assertIn(text, self.err)

    # ---- fatbinary

    def test_fatbinary(self):
        self.run_it("fatbinary", "-64", "--create", "m.fatbin", "--image3=kind=ptx,sm=80,file=k.ptx",
                    "--image=profile=sm_90,file=v.ptx", "-ident", "k.cu")
        self.assertEqual(self.run_it("cuobjdump", "-lptx", "m.fatbin"),
                         "PTX file    1: m.1.sm_90.ptx\nPTX file    2: m.2.sm_80.ptx\n")
        self.assertIn("identifier = k.cu\n", self.run_it("cuobjdump", "m.fatbin"))
        self.assertIn(PTX.strip(), self.run_it("cuobjdump", "-ptx", "m.fatbin"))
        self.run_it("fatbinary", "--create", "m.fatbin", "--image3=kind=ptx,sm=80,file=v.cu", status=1)
        self.assertIn("'v.cu' is neither PTX nor machine code", self.err)
        self.run_it("fatbinary", "--create", "m.fatbin", status=1)
        self.assertIn("There is no image", self.err)

    # ---- bin2c, cu++filt

    def test_bin2c(self):
        self.write("abc", "abc\n")
        body = "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n%s[] = {\n%s\n};\n\n#ifdef __cplusplus\n}\n#endif\n"
        self.assertEqual(self.run_it("bin2c", "abc"), body % ("unsigned char imageBytes", "0x61,0x62,0x63,0x0a"))
        self.assertEqual(self.run_it("bin2c", "-n", "foo", "-c", "-st", "-t", "short", "abc"),
                         body % ("static const unsigned short foo", "0x6261,0x0a63"))
        self.assertEqual(self.run_it("bin2c", "-p", "0,0", "--name=foo", "abc"),
                         body % ("unsigned char foo", "0x61,0x62,0x63,0x0a,0x00,0x00"))
        for words in ("-t", "float", "abc"), ("-n", "1a", "abc"), ("-p", "256", "abc"), ("-a", "3", "abc"), ():
            self.run_it("bin2c", *words, status=1)
            self.assertIn("bin2c fatal   : ", self.err)

    def test_options_in_files(self):
        self.write("more", "--name=foo\n-optf again\n")
        self.write("again", "-st")
        self.assertIn("static unsigned char foo[]", self.run_it("bin2c", "-optf", "more", "k.ptx"))
        self.write("again", "-optf more")
        self.run_it("bin2c", "-optf", "more", "k.ptx", status=1)
        self.assertIn("include each other", self.err)

    def test_names(self):
        self.assertEqual(self.run_it("cu++filt", "_Z3addPKfS0_Pfi", "_ZN3foo3barEv", "abc"),
                         "add(const float *, const float *, float *, int)\nfoo::bar()\nabc\n")
        self.assertEqual(self.run_it("cu++filt", "-p", "_Z3addPKfS0_Pfi"), "add\n")
        self.assertEqual(self.run_it("cu++filt", text="call _Z3twoPi, x;\n_Z3twoPi"), "call two(int *), x;\ntwo(int *)")
        self.run_it("cu++filt", "-x", status=2)

    def test_names_library(self):
        self.write("names.cpp", NAMES)
        subprocess.run([SIMTCC, "names.cpp", "-o", "names", "-lcufilt"], cwd=self.folder.name, check=True, timeout=300)
        p = subprocess.run(["./names"], cwd=self.folder.name, stdout=subprocess.PIPE, text=True, check=True, timeout=300)
        self.assertEqual(p.stdout, "add(const float *, int) 0 24 1\nadd(const float *, int) 0 24 0\nfoo::bar() 0 64 1\n"
                         "- -2\n- -3\n- -3\nfoo::bar() 0\n")


unittest.main()
