#!/usr/bin/env python3
"""programs.py SIMTRUN SANITIZER: words that name programs, as a shell finds them: machine code, scripts, names in PATH.

SPDX-License-Identifier: Apache-2.0
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

SIMTRUN, SANITIZER = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:3]

PTX = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { ret; }\n"
LIBRARIES = "cuda/lib64"


class Programs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.mkdir(self.path("bin"))
        os.mkdir(self.path("second"))
        self.write("bin/tool", "#!/bin/sh\necho \"tool $*: $LD_LIBRARY_PATH\"\nexit 7\n", 0o755)
        self.write("bin/bare", "echo \"bare $# $1\"\n", 0o755)
        self.write("second/tool", "#!/bin/sh\necho second\n", 0o755)
        self.write("second/only", "#!/bin/sh\necho only\n", 0o755)
        self.write("bin/only", "#!/bin/sh\necho may not run\n", 0o644)
        self.write("bin/locked", "#!/bin/sh\n", 0o644)
        self.write("k.ptx", PTX, 0o755)
        self.write("kernel", PTX, 0o755)
        self.write("launch.json", "{}", 0o755)
        os.mkdir(self.path("ctest"))

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text, mode=0o644):
        with open(self.path(name), "w") as f:
            f.write(text)
        os.chmod(self.path(name), mode)

    def run_it(self, *words, status=0, tool=SIMTRUN, path=None):
        env = {**os.environ, "PATH": self.path("bin") + ":" + self.path("second") + ":/usr/bin:/bin", "LD_LIBRARY_PATH": ""}
        if path is not None:
            env["PATH"] = path
        p = subprocess.run([tool, *words], cwd=self.folder.name, env=env, capture_output=True, text=True, timeout=60)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        self.err = p.stderr
        return p.stdout

    def test_names_in_path(self):
        self.assertRegex(self.run_it("tool", "a", "--grid=1", status=7), "^tool a --grid=1: .*" + LIBRARIES)
        self.assertEqual(self.run_it("only"), "only\n")  # the first one is not executable
        self.assertEqual(self.run_it("bare", "x y"), "bare 1 x y\n")  # without #!, as execvp does
        self.assertEqual(self.run_it("bash", "-c", "echo $0 $1", "a", "b"), "a b\n")
        self.assertEqual(self.run_it("sh", "-c", "exit 9", status=9), "")

    def test_empty_parts_of_path_are_the_current_folder(self):
        self.write("here", "#!/bin/sh\necho here\n", 0o755)
        for path in (":/bin", "/bin:", "/bin::/usr/bin"):
            self.assertEqual(self.run_it("here", path=path), "here\n")

    def test_options_and_their_values_come_first(self):
        self.assertIn("3,all", self.run_it("--check", "sh", "-c", "echo $SIMT_CHECK"))
        self.assertEqual(self.run_it("--threads", "2", "--seed=5", "-t", "3", "sh", "-c",
                                     "echo $SIMT_THREADS $SIMT_SEED $SIMT_TIMEOUT_MS"), "2 5 3000\n")
        self.assertEqual(self.run_it("-vt3", "--", "sh", "-c", "echo $SIMT_TIMEOUT_MS $SIMT_VERBOSE"), "3000 1\n")
        self.assertEqual(self.run_it("--debug", "-ex", "sh", "-x", "bash", "sh", "-c", "echo \"$SIMT_DEBUG_COMMANDS\""),
                         "sh\nsource bash\n\n")
        # the value of an option is no program
        self.run_it("-k", "sh", "k.ptx", status=1)
        self.assertIn("no kernel 'sh'", self.err)
        self.run_it("--kernel", "k", "k.ptx")

    def test_scripts(self):
        self.write("run.sh", "#!/bin/sh\necho run $1\n", 0o755)
        self.write("plain", "echo plain $1\n", 0o755)
        self.assertEqual(self.run_it("./run.sh", "1"), "run 1\n")
        self.assertEqual(self.run_it(self.path("run.sh"), "2"), "run 2\n")
        self.assertEqual(self.run_it("./plain", "3"), "plain 3\n")

    def test_files_stay_files(self):
        shutil.copy(self.path("kernel"), self.path("true"))  # of the same name as a program
        for name in ("k.ptx", "./k.ptx", "kernel", "./kernel", "true"):
            self.assertIn("k", self.run_it("--list", name))
        self.run_it("launch.json", status=1)
        self.assertIn("launch.json", self.err)

    def test_folders_are_no_programs(self):
        self.write("bin/ctest", "#!/bin/sh\necho tested\n", 0o755)
        self.assertEqual(self.run_it("ctest"), "tested\n")

    def test_not_found(self):
        for words in (["nosuch"], ["nosuch", "-c", "x"], ["-v", "nosuch", "a", "b"]):
            self.run_it(*words, status=1)
            self.assertIn("cannot read or run nosuch: No such file or directory", self.err)
            self.assertIn("no program of this name in PATH", self.err)
        self.run_it("./build/app", "100", status=1)
        self.assertIn("cannot read or run ./build/app: No such file or directory", self.err)
        self.run_it("no.ptx", "a", status=1)
        self.assertNotIn("PATH", self.err)
        self.run_it("locked", status=1)
        self.assertIn("Permission denied", self.err)

    def test_machine_code_that_may_not_run(self):
        shutil.copy("/bin/true", self.path("app"))
        os.chmod(self.path("app"), 0o644)
        self.run_it("./app", status=1)
        self.assertIn("cannot read or run ./app: Permission denied", self.err)

    def test_sanitizer(self):
        self.assertRegex(self.run_it("tool", "a", tool=SANITIZER, status=7), "tool a: .*" + LIBRARIES)
        self.assertIn("race,", self.run_it("--tool", "racecheck", "bash", "-c", "echo $SIMT_CHECK", tool=SANITIZER))
        self.run_it("nosuch", tool=SANITIZER, status=1)
        self.assertIn("cannot run nosuch: No such file or directory", self.err)
        self.run_it("locked", tool=SANITIZER, status=1)
        self.assertIn("cannot run locked: Permission denied", self.err)


if __name__ == "__main__":
    unittest.main()
