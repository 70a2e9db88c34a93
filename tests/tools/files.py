#!/usr/bin/env python3
"""Files that are opened because a cache or a text names them, not the user: what stands in their place may be a pipe,
a directory, or a file of any size, and neither stops a tool nor fills its memory.

Usage: files.py SIMTRUN SIMTCC jit|interp.
SPDX-License-Identifier: Apache-2.0
"""
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

SIMTRUN, SIMTCC, BACKEND = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
del sys.argv[1:4]

MOST_KIB = 400 << 10
KERNEL = """.version 8.0
.target sm_90
.address_size 64
.file 1 "%s"
.visible .entry k(.param .u64 p) {
	.reg .u64 %%p; .reg .u32 %%t;
	.loc 1 2 1
	ld.param.u64 %%p, [p]; mov.u32 %%t, %%tid.x; st.global.u32 [%%p], 41;
	ret; }
"""


def sparse(size):
    def make(path):
        with open(path, "wb") as f:
            f.truncate(size)
    return make


def longer(size):
    """A whole file, and a hole after it."""
    def make(path):
        shutil.copy(path.replace("/cache/", "/kept-"), path)
        os.truncate(path, size)
    return make


def link_to_pipe(path):
    os.mkfifo(path + ".pipe")
    os.symlink(path + ".pipe", path)


OTHERS = {
    "pipe": os.mkfifo,
    "link to a pipe": link_to_pipe,
    "link to zeros": lambda path: os.symlink("/dev/zero", path),
    "folder": os.mkdir,
    "a TiB": sparse(1 << 40),
    "200 MiB": sparse(200 << 20),
    "3 GiB": sparse(3 << 30),
}


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)
        return self.path(name)

    def run_tool(self, *args, status=0, stdin="", **env):
        env = {**os.environ, "SIMT_CACHE_PATH": self.path("cache"), **env}
        with open(self.path("out"), "w+") as out, open(self.write("in", stdin)) as given:
            child = subprocess.Popen(args, stdin=given, stdout=out, stderr=out, env=env)
            limit = threading.Timer(60, child.kill)
            limit.start()
            _, how, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(how)
            limit.cancel()
            out.seek(0)
            text = out.read()
        self.assertEqual(child.returncode, status, text)
        self.assertLess(used.ru_maxrss, MOST_KIB, text)
        return text

    def others(self):
        """Each kind of thing, as a file of this name."""
        for name, make in OTHERS.items():
            with self.subTest(name):
                folder = tempfile.mkdtemp(dir=self.folder.name)
                make(os.path.join(folder, "named.cu"))
                yield os.path.join(folder, "named.cu")

    @unittest.skipIf(BACKEND != "jit", "no JIT")
    def test_the_cache(self):
        ptx = self.write("k.ptx", KERNEL % "k.cu")
        run = [SIMTRUN, "--backend=jit", "-v", ptx, "-b", "32", "-a", "zeros:u32:1,print"]
        first = self.run_tool(*run)
        self.assertIn("compiled k", first)
        self.assertIn("41", first)
        self.assertIn("loaded k", self.run_tool(*run))
        kept = [f for f in os.listdir(self.path("cache")) if f.endswith(".simtjit")]
        self.assertTrue(kept)
        wholes = {name: self.path("cache/" + name) for name in kept}
        for path in wholes.values():
            shutil.copy(path, path.replace("/cache/", "/kept-"))
        for what, make in {**OTHERS, "long": longer(200 << 20), "very long": longer(1 << 42)}.items():
            with self.subTest(what):
                for path in wholes.values():
                    for old in (path, path + ".pipe"):
                        if os.path.isdir(old) and not os.path.islink(old):
                            os.rmdir(old)
                        elif os.path.lexists(old):
                            os.unlink(old)
                    make(path)
                text = self.run_tool(*run)
                self.assertIn("compiled k", text)
                self.assertIn("41", text)
                if what != "folder":
                    self.assertIn("loaded k", self.run_tool(*run), "what is wrong is replaced")

    @unittest.skipIf(BACKEND != "jit", "no JIT")
    def test_a_giant_does_not_empty_the_cache(self):
        ptx = self.write("k.ptx", KERNEL % "k.cu")
        run = [SIMTRUN, "--backend=jit", "-v", ptx, "-b", "32", "-a", "zeros:u32:1,print"]
        self.run_tool(*run)
        sparse(1 << 42)(self.path("cache/" + 32 * "0" + ".simtjit"))
        other = self.write("other.ptx", (KERNEL % "k.cu").replace("41", "42"))
        self.run_tool(*run[:3], other, *run[4:])
        self.assertIn("loaded k", self.run_tool(*run))

    @unittest.skipIf(BACKEND != "jit", "no JIT")
    def test_code_that_a_process_left_unfinished(self):
        ptx = self.write("k.ptx", KERNEL % "k.cu")
        run = [ptx, "-b", "32", "-a", "zeros:u32:1,print"]
        self.run_tool(SIMTRUN, "--backend=jit", *run)
        kept = [f for f in os.listdir(self.path("cache")) if f.endswith(".simtjit")]
        over = subprocess.Popen(["true"])
        over.wait()
        for pid, made in (os.getpid(), False), (over.pid, True), ("?", False), ("", False):
            with self.subTest(pid):
                os.makedirs(self.path("cache/begun"), exist_ok=True)
                for name in kept:
                    if os.path.exists(self.path("cache/" + name)):
                        os.unlink(self.path("cache/" + name))
                    self.write("cache/begun/" + name.removesuffix(".simtjit"), "%s\n" % pid)
                text = self.run_tool(SIMTRUN, "--backend=auto", "-v", *run)
                self.assertIn("41", text)
                self.assertEqual("compiled k" in text, made, text)
                there = [name for name in kept if os.path.exists(self.path("cache/" + name))]
                self.assertEqual(bool(there), made)
                begun = os.listdir(self.path("cache/begun"))
                self.assertEqual(len(begun), len(kept) - made, "the kernel's is over")

    def test_sources_of_a_profile(self):
        for named in self.others():
            text = self.run_tool(SIMTRUN, "--backend=interp", "--profile=text", self.write("k.ptx", KERNEL % named),
                                 "-a", "zeros:u32:1,print")
            self.assertIn("41", text)

    def test_sources_in_the_debugger(self):
        for named in self.others():
            text = self.run_tool(SIMTRUN, "--debug", self.write("k.ptx", KERNEL % named), "-a", "zeros:u32:1,print",
                                 "-b", "32", stdin="break k\nrun\nlist\ndelete\ncontinue\n")
            self.assertIn("41", text)

    def test_sources_of_the_page(self):
        for named in self.others():
            ptx = os.path.join(os.path.dirname(named), "k.ptx")
            with open(ptx, "w") as f:
                f.write(KERNEL % named)
            self.run_tool(SIMTRUN, "--explain-page=" + self.path("page.html"), ptx, "-a", "zeros:u32:1")

    def test_sources_of_messages(self):
        for named in self.others():
            cu = self.write("k.cu", '__global__ void k()\n{\n#line 2 "%s"\n\tint x = nothing_like_it;\n}\n' % named)
            text = self.run_tool(SIMTCC, "-ptx", cu, "-o", self.path("k.ptx"), status=2)
            self.assertIn("nothing_like_it", text)

    def test_a_program_that_is_a_pipe(self):
        os.mkfifo(self.path("app"), 0o777)
        writer = subprocess.Popen(["sh", "-c", 'printf "%s" "$0" > "$1"', KERNEL % "k.cu", self.path("app")])
        text = self.run_tool(SIMTRUN, "--backend=interp", self.path("app"), "-a", "zeros:u32:1,print")
        self.assertEqual(writer.wait(), 0)
        self.assertIn("41", text)


if __name__ == "__main__":
    unittest.main()
