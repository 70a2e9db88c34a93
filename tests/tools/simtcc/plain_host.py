#!/usr/bin/env python3
"""plain_host.py SIMTCC SOURCE: programs link on a machine that has libzstd and liblz4, but not what their -dev packages
bring: the linker sees the host's library folders without those files.

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

HIDDEN = re.compile(r"lib(zstd|lz4)\.(so|a|la)$")


def library_folders():
    out = subprocess.run(["g++", "-print-search-dirs"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"(?m)^libraries: =(.*)$", out).group(1).split(":")
    out = subprocess.run(["ld", "--verbose"], capture_output=True, text=True, check=True).stdout
    found += re.findall(r'SEARCH_DIR\("=?([^"]+)"\)', out)
    real = [os.path.realpath(f) for f in found if os.path.isdir(f)]
    return list(dict.fromkeys(real))


def make_linker(folder):
    """A folder with `ld`, for g++ -B."""
    mirrors = []
    for i, place in enumerate(library_folders()):
        mirror = os.path.join(folder, f"lib{i}")
        os.mkdir(mirror)
        mirrors.append(mirror)
        for name in os.listdir(place):
            if not HIDDEN.match(name):
                os.symlink(os.path.join(place, name), os.path.join(mirror, name))
    given = " ".join(f"-L{m}" for m in mirrors)
    path = os.path.join(folder, "ld")
    with open(path, "w") as f:
        f.write(f"""#!/bin/bash
words=()
for word; do
	case $word in
	-L/usr/* | -L/lib* | -L*/../*) ;;
	*) words+=("$word") ;;
	esac
done
exec {shutil.which("ld")} -nostdlib {given} "${{words[@]}}"
""")
    os.chmod(path, 0o755)


@unittest.skipUnless(shutil.which("ld") and shutil.which("g++"), "no g++ or ld")
class PlainHost(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        make_linker(self.folder)

    def run_it(self, *command):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120,
                              env={k: v for k, v in os.environ.items() if k not in ("LIBRARY_PATH", "LD_LIBRARY_PATH")})

    def test_the_files_are_hidden(self):
        with open(os.path.join(self.folder, "a.cpp"), "w") as f:
            f.write("int main() { return 0; }\n")
        self.assertEqual(self.run_it("g++", f"-B{self.folder}", "a.cpp", "-o", "a").returncode, 0)
        for name in "zstd", "lz4":
            p = self.run_it("g++", f"-B{self.folder}", "a.cpp", "-o", "a", "-l" + name)
            self.assertNotEqual(p.returncode, 0)
            self.assertIn("cannot find -l" + name, p.stderr)

    def test_programs_link_and_run(self):
        for options in [], ["-cudart=shared"], ["-cudart=static", "-rdc=true"]:
            p = self.run_it(SIMTCC, "-Xcompiler", f"-B{self.folder}", *options, SOURCE, "-o", "app")
            self.assertEqual((p.returncode, p.stderr), (0, ""), options)
            p = self.run_it(os.path.join(self.folder, "app"))
            self.assertEqual(p.returncode, 0, p.stderr)
            self.assertIn("0 wrong", p.stdout)

    def test_objects_link_with_the_host_compiler(self):
        self.assertEqual(self.run_it(SIMTCC, "-c", SOURCE, "-o", "a.o").returncode, 0)
        lib64 = os.path.join(os.path.dirname(SIMTCC), "cuda", "lib64")
        p = self.run_it("g++", f"-B{self.folder}", "a.o", "-o", "app", f"-L{lib64}", "-lcudart_static", "-ldl", "-lrt")
        self.assertEqual((p.returncode, p.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
