#!/usr/bin/env python3
"""selftest.py SIMTCC: the scripts of tests/world, on a project that is made here: a folder with a Makefile each.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import subprocess
import sys
import tempfile
import unittest

import report
import step
from systems import CMakeProgram, Make, Setting, smaller

SIMTCC = os.path.abspath(sys.argv.pop(1))

MAKEFILE = """CC = nvcc
main: main.cu
	$(CC) -o $@ main.cu
run: main
	./main 1000 50
clean:
	rm -f main
"""
SOURCES = {
    "good": "int main() { return 0; }\n",
    "broken": "int main() { return nothing; }\n",
    "wrong": "#include <cstdio>\nint main() { puts(\"sum: FAILED\"); }\n",
    "endless": "int main(int n, char **v) { while (v[2][0] != '1'); }\n",
}


PROGRAM = """#include <cstdio>
#include <cstring>
int main(int n, char **v) {
	if (n < 2) return !puts("cases:\\n  good\\n  wrong\\n  absent");
	if (!strcmp(v[1], "wrong")) return puts("sum: FAILED");
	puts(strcmp(v[1], "absent") ? "3/3 done" : "0/0 done");
}
"""
LISTS = """cmake_minimum_required(VERSION 3.18)
project(cases LANGUAGES CUDA)
add_executable(cases cases.cu)
"""


def setting(folder):
    options = argparse.Namespace(timeout=4, jobs=1, cmake=[])
    s = Setting(os.path.dirname(os.path.dirname(SIMTCC)), folder, os.path.join(folder, "work"), options)
    s.simtcc = SIMTCC
    os.makedirs(s.work)
    return s


class Program(unittest.TestCase):
    def test_each_case_that_a_program_lists(self):
        with tempfile.TemporaryDirectory() as folder:
            for file, content in (("CMakeLists.txt", LISTS), ("cases.cu", PROGRAM)):
                with open(os.path.join(folder, file), "w") as f:
                    f.write(content)
            s = setting(folder)
            base = CMakeProgram("cases", [], ["{}"], nothing=r"\b0/0 done", unlisted=["good", "more"])
            names = base.names(s)
            self.assertEqual(names, ["good", "wrong", "absent", "more"])
            got = {r.name: (r.stage, r.cause) for r in base.results(s, names)}
        self.assertEqual(got["good"], ("pass", ""))
        self.assertEqual(got["wrong"], ("run", "sum: FAILED"))
        self.assertEqual(got["absent"][0], "left out")


class Command(unittest.TestCase):
    def world(self, *words):
        """./dev world, with a build that leaves a line."""
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "world.py")
        return subprocess.run([sys.executable, script, "nowhere", "--build", "echo built", *words], timeout=60,
                              capture_output=True, text=True)

    def test_what_names_no_checkout_builds_nothing(self):
        told = self.world()
        self.assertEqual((told.returncode, told.stderr), (0, ""))
        self.assertRegex(told.stdout, r"^  libcudacxx +libcu\+\+'s own tests\n +https://")
        self.assertNotIn("built", told.stdout)
        for words in (["kokkos"], ["kokkos", "/nowhere"], ["--help"], ["another", "/"]):
            self.assertNotIn("built\n", self.world(*words).stdout)
        self.assertEqual(self.world("kokkos").returncode, 2)

    def test_a_checkout_is_tried_with_what_was_built(self):
        with tempfile.TemporaryDirectory() as folder:
            told = self.world("hecbench", folder, "--work", os.path.join(folder, "work"))
        self.assertTrue(told.stdout.startswith("built\nHeCBench's CUDA programs: 0 of 0 cases"), told.stdout + told.stderr)


class Project(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name, text in SOURCES.items():
            os.makedirs(os.path.join(self.folder.name, name + "-cuda"))
            for file, content in (("Makefile", MAKEFILE), ("main.cu", text)):
                with open(os.path.join(self.folder.name, name + "-cuda", file), "w") as f:
                    f.write(content)

    def test_each_folder_ends_as_it_must(self):
        s = setting(self.folder.name)
        base = Make(r"[^/]+-cuda", {"CC": "{simtcc}"})
        names = base.names(s)
        self.assertEqual(names, ["broken-cuda", "endless-cuda", "good-cuda", "wrong-cuda"])
        got = {r.name: r for r in base.results(s, names)}
        self.assertEqual({n: r.stage for n, r in got.items()},
                         {"broken-cuda": "compile", "endless-cuda": "pass", "good-cuda": "pass", "wrong-cuda": "run"})
        self.assertIn("'…' is not declared", got["broken-cuda"].cause)
        self.assertEqual(got["wrong-cuda"].cause, "sum: FAILED")
        self.assertEqual(got["endless-cuda"].note, "./main 1000 1")
        self.assertGreater(got["good-cuda"].memory, 0)
        text = "\n".join(report.table("made here", list(got.values())))
        self.assertIn("2 of 4 pass (50.0 %)", text)
        self.assertIn("1 ran with smaller arguments", text)


class Steps(unittest.TestCase):
    def test_what_ended_a_command(self):
        out = step.run(["sh", "-c", "kill -SEGV $$"], ".", 5)
        self.assertEqual(step.cause(out), "ended by SIGSEGV")
        out = step.run(["sh", "-c", "sleep 60 & wait"], ".", 0.2)
        self.assertEqual((out.status, step.cause(out)), (None, "its time is up"))
        self.assertLess(out.seconds, 5)

    def test_the_same_cause_reads_the_same(self):
        one = step.Outcome(1, "a.cu:3:4: error[E0600]: 'x' is not declared\nFAILED: a.o", 0, 0)
        two = step.Outcome(1, "FAILED: b.o\nb.cu:9:1: error: 'y' is not declared\n", 0, 0)
        self.assertEqual(step.cause(one), step.cause(two))

    def test_smaller_arguments(self):
        tried = [words for words, _ in smaller(["./main", "-n", "128", "50"])]
        self.assertEqual(tried, [["./main", "-n", "128", "50"], ["./main", "-n", "128", "1"], ["./main", "-n", "32", "1"],
                                 ["./main", "-n", "8", "1"], ["./main", "-n", "2", "1"]])
        self.assertEqual(len(list(smaller(["./main"]))), 1)


if __name__ == "__main__":
    unittest.main()
