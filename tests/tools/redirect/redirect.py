#!/usr/bin/env python3
"""redirect.py SIMTRUN SIMTCC SOURCES: programs and libraries with a CUDA runtime linked into them, under simtrun.

SPDX-License-Identifier: Apache-2.0
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

SIMTRUN, SIMTCC, SOURCES = map(os.path.abspath, sys.argv[1:4])
del sys.argv[1:4]
CC = shutil.which(os.environ.get("CC", "gcc")) or shutil.which("cc")
LINE = "%s: no error, 31 * 3 = 93\n"


class Redirect(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        for name, options in {"app": [], "library": ["-Xcompiler", "-fPIC"]}.items():
            cls.do(SIMTCC, "-c", *options, os.path.join(SOURCES, name + ".cu"), "-o", name + ".o")
        cls.do(CC, "-O2", "-fPIC", "-c", os.path.join(SOURCES, "runtime.c"), "-o", "runtime.o")
        cls.do(CC, "-O2", "-fPIC", "-DSMALL", "-c", os.path.join(SOURCES, "runtime.c"), "-o", "small.o")
        for release in "11", "12":
            cls.do(CC, "-O2", "-fPIC", "-DOLDER=" + release, "-c", os.path.join(SOURCES, "runtime.c"), "-o", "older%s.o" % release)
        cls.do("g++", "app.o", "runtime.o", "-ldl", "-o", "app")
        cls.do("g++", "app.o", "older11.o", "-ldl", "-o", "older")
        cls.do("g++", "app.o", "older12.o", "-ldl", "-o", "older12")
        cls.do("g++", "-no-pie", "app.o", "runtime.o", "-ldl", "-o", "fixed")
        cls.do("g++", "app.o", "small.o", "-ldl", "-o", "small")
        cls.do("g++", "-s", "app.o", "runtime.o", "-ldl", "-o", "stripped")
        # its functions are its own, as in libraries that are linked with the vendor's static runtime
        cls.do("g++", "-shared", "-Wl,-Bsymbolic", "library.o", "runtime.o", "-o", "library.so")

    @classmethod
    def do(cls, *words):
        subprocess.run(words, cwd=cls.folder.name, check=True, timeout=300)

    def run_it(self, *words, status=0):
        p = subprocess.run(words, cwd=self.folder.name, capture_output=True, text=True, timeout=100)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        self.err = p.stderr
        return p.stdout

    def test_alone_the_runtime_in_the_program_is_called(self):
        self.assertEqual(self.run_it("./app", status=9), "__cudaRegisterFatBinary of the runtime in the program\n")

    def test_program(self):
        for name in "./app", "./fixed":
            for backend in "interp", "jit":
                self.assertEqual(self.run_it(SIMTRUN, "--backend=" + backend, name), LINE % "program")
                self.assertEqual(self.err, "")

    def test_library_that_is_opened(self):
        self.assertEqual(self.run_it(SIMTRUN, "./app", "./library.so"), LINE % "program" + LINE % "library")

    def test_programs_that_a_program_starts(self):
        self.assertEqual(self.run_it(SIMTRUN, "sh", "-c", "./app && ./fixed"), LINE % "program" * 2)

    def test_checks(self):
        self.assertEqual(self.run_it(SIMTRUN, "--check", "./app"), LINE % "program")

    def test_no_names(self):
        self.run_it(SIMTRUN, "./stripped", status=2)
        self.assertIn("E0408", self.err)
        self.assertIn("stripped", self.err)
        self.run_it(SIMTRUN, "sh", "-c", "./stripped", status=9)
        self.assertIn("stripped: NVIDIA's runtime library is linked into it, and its symbols are stripped", self.err)

    def test_older_releases(self):
        for name in "./older", "./older12":
            self.assertEqual(self.run_it(SIMTRUN, name), LINE % "program")
            self.assertEqual(self.run_it(SIMTRUN, "sh", "-c", name), LINE % "program")

    def test_no_room(self):
        self.run_it(SIMTRUN, "./small", status=127)
        self.assertIn("small: cannot redirect cudaGetLastError to simt's runtime", self.err)

    def test_own_static_runtime_stays(self):
        self.do(SIMTCC, os.path.join(SOURCES, "app.cu"), "-ldl", "-o", "own")
        self.assertEqual(self.run_it(SIMTRUN, "./own"), LINE % "program")
        self.assertEqual(self.err, "")


unittest.main()
