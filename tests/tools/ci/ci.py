#!/usr/bin/env python3
"""ci.py SIMT SIMTCC SOURCE: simt ci on projects of each build system, simt env, the steps of action.yml. SIMT has the toolkit's
tree beside it, as in the build folder.

SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SIMT, SIMTCC, SOURCE = map(os.path.abspath, sys.argv[1:4])
del sys.argv[1:4]
KIT = os.path.join(os.path.dirname(SIMT), "simtcc", "cuda")

GOOD = """#include <cstdio>
__global__ void add(int *a, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) a[i] = i;
}
int main() {
	int *a, h[100];
	cudaMalloc(&a, 400);
	add<<<4, 32>>>(a, 100);
	cudaMemcpy(h, a, 400, cudaMemcpyDeviceToHost);
	return h[99] != 99;
}
"""
OFF = GOOD.replace("i < n", "i <= n")  # line 4
CMAKE = """cmake_minimum_required(VERSION 3.18)
project(p LANGUAGES CXX CUDA)
set(CMAKE_CUDA_ARCHITECTURES 90)
enable_testing()
foreach(name good off)
  add_executable(${name} ${name}.cu)
  add_test(NAME ${name} COMMAND ${name})
endforeach()
"""
MESON = """project('p', 'cpp', 'cuda', default_options: ['b_pch=false'])
foreach name : ['good', 'off']
  test(name, executable(name, name + '.cu'))
endforeach
"""
MAKE = """all: good off
%: %.cu
\t$(NVCC) -o $@ $<
check: all
\t./good && echo PASS: good
\t./off && echo PASS: off || echo FAIL: off
"""


class Ci(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.write("good.cu", GOOD)
        self.write("off.cu", OFF)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)

    def read(self, name):
        with open(self.path(name)) as f:
            return f.read()

    def run_it(self, *words, status=0, command=SIMT, **more):
        env = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH")}
        p = subprocess.run([command, *words], cwd=self.folder, env={**env, **more}, capture_output=True, text=True, timeout=280)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        self.err = p.stderr
        return p.stdout

    def check_table(self, out, listed=True):
        if listed:
            self.assertRegex(out, r"(?m)^  (p:)?(p / )?good +ok ")
            self.assertRegex(out, r"(?m)^  (p:)?(p / )?off +FAILED ")
            self.assertIn("2 tests, 1 failed; ", out)
        self.assertIn("off.cu:4: Invalid __global__ write of size 4 bytes, in add(int *, int)", out)

    @unittest.skipUnless(shutil.which("cmake"), "no cmake")
    def test_cmake(self):
        self.write("CMakeLists.txt", CMAKE)
        out = self.run_it("ci", "--sarif=f.sarif", "--lcov=f.info", "--trace=trace", "--markdown=f.md", status=3)
        self.check_table(out)
        self.assertRegex(out, r"(?m)^  off +FAILED +[1-9]")
        results = json.loads(self.read("f.sarif"))["runs"][0]["results"]
        place = [r["locations"][0]["physicalLocation"] for r in results if "write of size 4" in r["message"]["text"]][0]
        self.assertEqual(place, {"artifactLocation": {"uri": "off.cu"}, "region": {"startLine": 4}})
        self.assertIn("SF:" + self.path("good.cu"), self.read("f.info"))
        self.assertIn("SF:" + self.path("off.cu"), self.read("f.info"))
        traces = os.listdir(self.path("trace"))
        self.assertEqual(len(traces), 2)
        for name in traces:
            json.loads(self.read("trace/" + name))
        self.assertIn("| off | FAILED |", self.read("f.md"))
        # mended, and without checks
        self.write("off.cu", GOOD)
        self.assertIn("2 tests, 0 failed; 0 findings", self.run_it("ci"))
        self.write("off.cu", OFF)
        self.assertIn("2 tests, 0 failed; 0 findings", self.run_it("ci", "--check=no"))
        self.write("off.cu", "int main( {")
        out = self.run_it("ci", status=2)
        self.assertRegex(out, r"(?m)^build +FAILED .*\ntest +not run ")
        self.assertIn("off.cu", self.err)

    @unittest.skipUnless(shutil.which("meson"), "no meson")
    def test_meson(self):
        self.write("meson.build", MESON)
        self.check_table(self.run_it("ci", status=3))

    @unittest.skipUnless(shutil.which("make"), "no make")
    def test_make(self):
        self.write("Makefile", MAKE)
        self.check_table(self.run_it("ci", status=3))

    def test_commands(self):
        out = self.run_it("ci", "--build=nvcc -o off off.cu", "--", "sh", "-c", "./off; ./off", status=3)
        self.check_table(out, listed=False)
        self.assertIn("(2 times)", out)
        self.run_it("ci", "--test=exit 4", "--check=no", status=3)
        self.assertIn("0 tests, 0 failed; 0 findings", self.run_it("ci", "--test=true"))
        self.assertIn("TIMEOUT", self.run_it("ci", "--timeout=0.5", "--test=sleep 60", status=3))
        self.assertIn("hello", self.run_it("ci", "-v", "--", "echo", "hello"))

    def test_wrong_words(self):
        self.run_it("ci", status=1)
        self.assertIn("nothing in", self.err)
        for words, text in ((["nosuch"], "'nosuch'"), (["ci", "nosuch"], "No such file"), (["ci", "a", "b"], "too many"),
                            (["ci", "--chek=all"], "did you mean '--check'")):
            self.run_it(*words, status=1)
            self.assertIn(text, self.err)

    def test_env(self):
        script = 'eval "$("$0" env)"; which nvcc; echo $CUDA_HOME; nvcc -run good.cu'
        out = self.run_it("-c", script, SIMT, command="bash", LD_LIBRARY_PATH="/other")
        self.assertEqual(out.split(), [os.path.join(KIT, "bin", "nvcc"), KIT])
        self.write("e", "")
        self.write("p", "")
        self.run_it("env", "--github", GITHUB_ENV=self.path("e"), GITHUB_PATH=self.path("p"))
        self.assertIn("CUDA_HOME=" + KIT + "\n", self.read("e"))
        self.assertEqual(self.read("p"), os.path.join(KIT, "bin") + "\n")

    @unittest.skipUnless(shutil.which("cmake"), "no cmake")
    def test_action(self):
        """The steps of action.yml, over an installation that is there."""
        os.makedirs(self.path("home/bin"))
        for name, target in (("simt", SIMT), ("simtcc", SIMTCC)):
            with open(self.path("home/bin/" + name), "w") as f:
                f.write('#!/bin/sh\nexec "%s" "$@"\n' % target)
            os.chmod(self.path("home/bin/" + name), 0o755)
        self.write("CMakeLists.txt", CMAKE)
        env = {"SIMT_ACTION_HOME": self.path("home"), "SIMT_WANTS_COVERAGE": "true", "SIMT_ARGUMENTS": "-a '-DA=b c'"}
        for name in "OUTPUT", "ENV", "PATH", "STEP_SUMMARY":
            env["GITHUB_" + name] = self.path(name)
        script = os.path.join(SOURCE, "packaging", "action.sh")
        with open(os.path.join(SOURCE, "action.yml")) as f:
            steps = re.findall(r"action.sh\" (\w+)", f.read())
        self.assertEqual(steps, ["version", "install", "run"])
        self.run_it("version", command=script, **env)
        self.run_it("install", command=script, **env)
        self.check_table(self.run_it("run", command=script, status=3, **env))
        self.assertRegex(self.read("OUTPUT"), r"version=\w+\nsarif=" + self.path("simt.sarif"))
        self.assertIn("off.cu:4", self.read("STEP_SUMMARY"))
        self.assertIn("home/bin", self.read("PATH"))
        self.assertIn("good.cu", self.read("simt-ci.info"))
        self.assertIn("A:UNINITIALIZED=b c", self.read("simt-ci/build/CMakeCache.txt"))

    def test_action_is_yaml(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("no PyYAML")
        with open(os.path.join(SOURCE, "action.yml")) as f:
            action = yaml.safe_load(f)
        self.assertEqual(action["runs"]["using"], "composite")
        for step in action["runs"]["steps"]:
            self.assertTrue("uses" in step or step["shell"] == "bash")
        with open(os.path.join(SOURCE, "docs", "ci.md")) as f:
            for text in re.findall(r"```yaml\n(.*?)```", f.read(), re.S):
                self.assertTrue(yaml.safe_load(text))


if __name__ == "__main__":
    unittest.main()
