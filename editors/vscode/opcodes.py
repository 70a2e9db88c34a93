#!/usr/bin/env python3
"""opcodes.py DOC_DEF JSON [--update]: editors/vscode/opcodes.json is what ir/isa/doc.def says.

SPDX-License-Identifier: Apache-2.0
"""
import json
import re
import sys


def main():
    with open(sys.argv[1]) as f:
        rows = re.findall(r'^DOC\("([^"]+)", "((?:[^"\\]|\\.)*)"\)', f.read(), re.M)
    want = json.dumps({name: text.replace('\\"', '"') for name, text in rows}, indent="\t", ensure_ascii=False) + "\n"
    if "--update" in sys.argv:
        with open(sys.argv[2], "w") as f:
            f.write(want)
    with open(sys.argv[2]) as f:
        same = f.read() == want
    print(f"{len(rows)} opcodes" if same else f"{sys.argv[2]} is not what doc.def says; --update after it writes it")
    return not same or len(rows) < 100


if __name__ == "__main__":
    sys.exit(main())
