#!/usr/bin/env python3
"""sources.py OUT DEPFILE ROOT FOLDER... - a header with a hash over the sources in the folders: what
compiled code depends on beside its kernel. Cached code of another version must not be used.

SPDX-License-Identifier: Apache-2.0
"""
import hashlib
import os
import sys

out, depfile, root = sys.argv[1:4]
files = sorted(os.path.join(at, name) for folder in sys.argv[4:]
               for at, _, names in os.walk(os.path.join(root, folder)) for name in names
               if name.endswith((".c", ".h", ".l", ".y", ".def")))
total = hashlib.sha256()
for path in files:
    with open(path, "rb") as f:
        total.update(os.path.relpath(path, root).encode() + b"\0" + hashlib.sha256(f.read()).digest())
with open(out, "w") as f:
    f.write('/* Made by sources.py. */\n#define SIMT_SOURCES "%s"\n' % total.hexdigest()[:32])
with open(depfile, "w") as f:
    f.write("%s: %s\n" % (out, " ".join(path.replace(" ", "\\ ") for path in files)))
