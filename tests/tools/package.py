#!/usr/bin/env python3
"""package.py BUILD SOURCE: the packages are built, and lintian has nothing to say of them. Skipped without dpkg-deb, dpkg-shlibdeps or lintian.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

BUILD, SOURCE = map(os.path.abspath, sys.argv[1:3])


def do(*words, **more):
    p = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1500, **more)
    return p.returncode, p.stdout


def main():
    if not all(map(shutil.which, ("dpkg-deb", "dpkg-shlibdeps", "lintian", "xz"))):
        return 77
    with tempfile.TemporaryDirectory() as folder:
        status, said = do("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", os.path.join(folder, "dist"))
        assert status == 0, said
        dist = next(d for d, folders, _ in os.walk(os.path.join(folder, "dist")) if "bin" in folders)
        status, said = do("bash", os.path.join(SOURCE, "packaging", "package.sh"), dist, dist, folder)
        assert status == 0, said
        packages = sorted(glob.glob(folder + "/*.deb"))
        assert len(packages) == 4, packages
        said = do("lintian", "--allow-root", *packages)[1]
        found = [line for line in said.splitlines() if line[:3] in ("E: ", "W: ")]
        assert not found, "\n".join(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
