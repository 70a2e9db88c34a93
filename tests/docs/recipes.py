#!/usr/bin/env python3
"""recipes.py BUILD|PREFIX SOURCE: the commands of docs/recipes, with what ./dev build installs. A block ```sh test NAME is run where there is
a command NAME, in a folder of its own with app.cu.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

BUILD, SOURCE = map(os.path.abspath, sys.argv[1:3])
BLOCK = re.compile(r"^```sh test (\S+)\n(.*?)^```$", re.M | re.S)
passed = failed = skipped = 0

with tempfile.TemporaryDirectory() as top:
    dist = BUILD
    if not os.path.exists(os.path.join(BUILD, "bin", "simtcc")):
        subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", top], check=True, timeout=250,
                       stdout=subprocess.DEVNULL)
        dist = next(d for d, folders, _ in os.walk(top) if "bin" in folders and "lib" in folders)
    env = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH", "CUDACXX", "CUDA_HOME")}
    env.update(SIMT=dist, PATH=os.path.join(dist, "bin") + ":" + env["PATH"])
    for page in sorted(glob.glob(os.path.join(SOURCE, "docs", "recipes", "*.md"))):
        with open(page) as f:
            text = f.read()
        for i, (need, commands) in enumerate(BLOCK.findall(text)):
            name = "%s %d (%s)" % (os.path.basename(page), i + 1, need)
            if not shutil.which(need):
                skipped += 1
                print("skipped:", name)
                continue
            with tempfile.TemporaryDirectory() as folder:
                shutil.copy(os.path.join(SOURCE, "examples", "vecadd.cu"), os.path.join(folder, "app.cu"))
                p = subprocess.run(["bash", "-ec", commands], cwd=folder, env=env, capture_output=True, text=True, timeout=120)
            passed += p.returncode == 0
            failed += p.returncode != 0
            if p.returncode:
                print("FAILED: %s\n%s%s" % (name, p.stdout[-3000:], p.stderr[-3000:]))
print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
sys.exit(failed != 0)
