#!/usr/bin/env python3
"""sizes.py - what the lowered functions of sizes.cu hold before anything is optimised: memory and time of large sources
go with it.

usage: sizes.py CU_TO_PTX SOURCE
SPDX-License-Identifier: Apache-2.0"""
import re
import subprocess
import sys

MOST = {'instructions': 30, 'blocks': 25, 'lines': 50}


def main():
    out = subprocess.run([sys.argv[1], sys.argv[2], 'lineinfo', 'sizes'], check=True, capture_output=True, text=True).stdout
    found = {word: int(n) for n, word in re.findall(r'(\d+) (\w+)', out.split(': ')[1])}
    wrong = [f'{found[word]} {word}, {most} at most' for word, most in MOST.items() if found[word] > most]
    print(out, *wrong, sep='\n')
    sys.exit(bool(wrong))


main()
