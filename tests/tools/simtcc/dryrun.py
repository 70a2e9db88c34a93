#!/usr/bin/env python3
"""dryrun.py SIMTCC: what --dryrun shows, run by a shell, makes what simtcc makes itself.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

SIMTCC = os.path.abspath(sys.argv.pop(1))
ONE = """#include <cstdio>
template <class T> __global__ void twice(T *p) { *p *= 2; }
int main() {
	int *p;
	cudaMallocManaged(&p, sizeof *p);
	*p = 21;
	twice<<<1, 1>>>(p);
	auto add = [=] __device__ (int x) { return x; };
	(void)add;
	cudaDeviceSynchronize();
	printf("%d\\n", *p);
}
"""
TWO = """#include <cstdio>
extern __device__ int triple(int);
__global__ void k(int *p) { *p = triple(14); }
int main() {
	int *p;
	cudaMallocManaged(&p, sizeof *p);
	k<<<1, 1>>>(p);
	cudaDeviceSynchronize();
	printf("%d\\n", *p);
}
"""
LOCAL = TWO.replace("__global__", "static __global__")
SHARED = """template <class T> static __global__ void set(T *p) { *p += 21; }
template <class T> __attribute__((noinline)) void go(T *p) { set<T><<<1, 1>>>(p); }
"""
FIRST = SHARED + "void other(int *p) { go(p); }\n"
SECOND = SHARED + """#include <cstdio>
void other(int *p);
int main() {
	int *p;
	cudaMallocManaged(&p, sizeof *p);
	*p = 0;
	go(p);
	other(p);
	cudaDeviceSynchronize();
	printf("%d\\n", *p);
}
"""
TRIPLE = "__device__ int triple(int x) { return x * 3; }\n"
KERNEL = "#ifndef V\n#define V 3\n#endif\n__global__ void set(int *p) { *p = V; }\n"


class Dryrun(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "a $folder's")  # which a shell must not take apart
        os.mkdir(self.folder)
        self.env = dict(os.environ, TMPDIR=folder.name, CUDA_CACHE_DISABLE="1")
        for name, text in [("one.cu", ONE), ("two.cu", TWO), ("local.cu", LOCAL), ("triple.cu", TRIPLE),
                           ("kernel.cu", KERNEL), ("first.cu", FIRST), ("second.cu", SECOND)]:
            with open(os.path.join(self.folder, name), "w") as f:
                f.write(text)

    def run_it(self, *command):
        p = subprocess.run(command, cwd=self.folder, env=self.env, capture_output=True, text=True, timeout=120)
        self.assertEqual(p.returncode, 0, f"{command}\n{p.stdout}{p.stderr}")
        return p.stdout, p.stderr

    def dry(self, *words):
        """The lines that are commands, run until one fails. (LIBRARIES= is there to be read, as nvcc's is.)"""
        before = set(os.listdir(self.env["TMPDIR"]))
        _, shown = self.run_it(SIMTCC, "--dryrun", *words)
        lines = re.sub(r"(?m)^#\$ ", "", shown)
        script = "set -e\n" + "".join(x + "\n" for x in lines.splitlines() if not x.startswith("LIBRARIES="))
        out, _ = self.run_it("sh", "-c", script)
        self.assertEqual(set(os.listdir(self.env["TMPDIR"])), before)
        return out

    def bytes_of(self, name):
        with open(os.path.join(self.folder, name), "rb") as f:
            return f.read()

    def test_a_program(self):
        self.dry("-extended-lambda", "one.cu", "-o", "one")
        self.assertEqual(self.run_it("./one")[0], "42\n")

    def test_the_last_line_is_the_command_that_links_or_assembles(self):
        for words, want in [(["two.cu", "triple.cu", "-rdc=true", "-o", "both"], "-o both "), (["-c", "one.cu"], "-o one.o "),
                            (["-rdc=true", "-lib", "triple.cu", "-o", "lib.a"], "lib.a ")]:
            shown = self.run_it(SIMTCC, "--dryrun", "-extended-lambda", *words)[1]
            self.assertIn(want, shown.splitlines()[-1] + " ")

    def test_a_compiler_that_searches_the_path(self):
        # as ccache's links do: the next one of that name that is not itself
        folder = os.path.join(self.env["TMPDIR"], "links")
        os.mkdir(folder)
        link = os.path.join(folder, "g++")
        with open(link, "w") as f:
            f.write("#!/bin/sh\nIFS=:\nfor d in $PATH; do\n"
                    "\t[ -x \"$d/g++\" ] && ! [ \"$d/g++\" -ef \"$0\" ] && exec \"$d/g++\" \"$@\"\ndone\n")
        os.chmod(link, 0o755)
        self.env["PATH"] = folder + ":" + self.env["PATH"]
        self.dry("-extended-lambda", "one.cu", "-o", "one")
        self.assertEqual(self.run_it("./one")[0], "42\n")

    def test_run(self):
        self.assertEqual(self.dry("-extended-lambda", "-run", "one.cu"), "42\n")

    def test_an_object(self):
        self.dry("-extended-lambda", "-c", "one.cu")
        self.dry("one.o", "-o", "one")
        self.assertEqual(self.run_it("./one")[0], "42\n")

    def test_relocatable_code(self):
        self.dry("-dc", "two.cu", "triple.cu")
        self.dry("-dlink", "two.o", "triple.o", "-o", "link.o")
        self.dry("two.o", "triple.o", "link.o", "-o", "two")
        self.assertEqual(self.run_it("./two")[0], "42\n")

    def test_several_sources_and_a_library(self):
        self.dry("-rdc=true", "two.cu", "triple.cu", "-o", "both")
        self.assertEqual(self.run_it("./both")[0], "42\n")
        self.dry("-rdc=true", "-lib", "triple.cu", "-o", "libtriple.a")
        self.dry("-rdc=true", "-lib", "triple.cu", "-o", "libtriple.a")
        self.dry("-rdc=true", "two.cu", "-L.", "-ltriple", "-o", "with")
        self.assertEqual(self.run_it("./with")[0], "42\n")

    def test_names_of_internal_linkage_for_two_architectures(self):
        self.dry("-rdc=true", "-gencode=arch=compute_80,code=compute_80", "-gencode=arch=compute_90,code=sm_90",
                 "local.cu", "triple.cu", "-o", "local")
        self.assertEqual(self.run_it("./local")[0], "42\n")

    def test_a_static_kernel_that_only_an_inline_function_launches(self):
        self.dry("-O1", "first.cu", "second.cu", "-o", "shared")
        self.assertEqual(self.run_it("./shared")[0], "42\n")

    def test_device_code(self):
        for option, suffix in [("-ptx", "ptx"), ("-fatbin", "fatbin")]:
            words = [option, "-lineinfo", "-DX=\"a $b\"", "kernel.cu"]
            self.run_it(SIMTCC, *words, "-o", "itself." + suffix)
            self.dry(*words, "-o", "shown." + suffix)
            self.assertEqual(self.bytes_of("shown." + suffix), self.bytes_of("itself." + suffix))
        self.dry("-fatbin", "shown.ptx", "-o", "again.fatbin")
        self.assertEqual(self.bytes_of("again.fatbin"), self.bytes_of("itself.fatbin"))
        self.dry("-dlink", "shown.ptx", "-o", "link.o")
        self.dry("-dlink", "shown.fatbin", "-o", "link.o")

    def test_two_architectures_and_kept_files(self):
        self.dry("-fatbin", "kernel.cu", "-gencode=arch=compute_80,code=compute_80",
                 "-gencode=arch=compute_90,code=sm_90")
        self.assertGreater(len(self.bytes_of("kernel.fatbin")), 500)
        self.dry("--keep", "-c", "kernel.cu")
        self.assertIn(b"set", self.bytes_of("kernel.s"))

    def test_what_the_environment_adds(self):
        self.env["NVCC_APPEND_FLAGS"] = "-DV=7"
        self.dry("-ptx", "kernel.cu")
        self.assertIn(b", 7;", self.bytes_of("kernel.ptx"))

    def test_a_step_that_does_not_exist(self):
        p = subprocess.run([SIMTCC, "--step", "nothing", "--", "-c", "one.cu"], cwd=self.folder,
                           capture_output=True, text=True, timeout=60)
        self.assertEqual(p.returncode, 1)
        self.assertIn("there is no such step: 'nothing'", p.stderr)


unittest.main()
