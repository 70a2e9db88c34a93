#!/usr/bin/env python3
"""embed.py OUT FILE... - the texts of files as C strings, named page_css for page.css; without indentation.

SPDX-License-Identifier: Apache-2.0
"""
import os
import sys

with open(sys.argv[1], "w") as out:
    for path in sys.argv[2:]:
        name = os.path.basename(path).replace(".", "_")
        out.write("extern const char %s[];\nconst char %s[] =\n" % (name, name))
        for line in open(path):
            text = line.strip().replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
            out.write('\t"%s\\n"\n' % text)
        out.write("\t;\n")
