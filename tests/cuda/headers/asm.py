#!/usr/bin/env python3
"""asm.py --simtrun SIMTRUN [--cc CC] [HEADER ...] - every inline asm of the device headers is
PTX, as simtrun takes it.

The headers are preprocessed for several architectures, as they are for device code; each asm
statement becomes a block of a function whose registers have the types of its constraints, and
simtrun checks the lot.

SPDX-License-Identifier: Apache-2.0
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
INCLUDE = os.path.join(ROOT, "include")
ARCHS = [500, 600, 610, 700, 750, 800, 900]
MODES = {"": [], " -use_fast_math": ["-D__SIMT_FTZ=1", "-D__SIMT_PREC_SQRT=0", "-D__SIMT_PREC_DIV=0"]}
REGISTERS = {"h": "b16", "r": "b32", "l": "b64", "f": "f32", "d": "f64", "q": "b128"}
# Headers that users include themselves.
ALONE = ["cuda_awbarrier_primitives.h", "cuda_pipeline_primitives.h"]

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[A-Za-z_]\w*|\d\w*|::|.', re.S)
ASM = re.compile(r"\basm\s*(?:volatile\s*)?\(")


def parts():
    """The parts that device_functions.h is made of, then the headers of their own."""
    with open(os.path.join(INCLUDE, "simt", "device_functions.h")) as f:
        names = re.findall(r'#include "(simt/device_\w+\.h)"', f.read())
    return names + ALONE


def preprocess(cc, headers, arch, flags):
    text = "".join(f'#include "{h}"\n' for h in headers)
    run = subprocess.run(
        [cc, "-E", "-P", "-x", "c", "-", "-I", INCLUDE, f"-D__CUDA_ARCH__={arch}", *flags],
        input=text, capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    return run.stdout


def statement(text, at):
    """The tokens between the parentheses of an asm statement."""
    depth, out = 1, []
    for m in TOKEN.finditer(text, at):
        token = m.group()
        depth += (token == "(") - (token == ")")
        if depth == 0:
            return [t for t in out if not t.isspace()]
        out.append(token)
    sys.exit("asm without end")


def sections(tokens):
    """Splits at the colons outside parentheses: text, outputs, inputs, clobbers."""
    out, depth = [[]], 0
    for t in tokens:
        depth += (t in "([{") - (t in ")]}")
        if depth == 0 and t in (":", "::"):
            out += [[] for _ in t]
        else:
            out[-1].append(t)
    return out + [[]] * (4 - len(out))


def string(tokens):
    return "".join(bytes(t[1:-1], "ascii").decode("unicode_escape") for t in tokens if t[0] == '"')


def constraints(tokens):
    """The constraint of each operand: the strings before its parenthesis, joined."""
    out, now, depth = [], [], 0
    for t in tokens:
        if t == "(":
            if depth == 0:
                out.append(string(now))
            depth += 1
        elif t == ")":
            depth -= 1
            now = []
        elif depth == 0:
            now.append(t)
    return out


def block(text, at):
    """One asm statement as PTX of its own scope."""
    body, outputs, inputs, _ = sections(statement(text, at))
    operands, lines = [], ["{"]
    for i, c in enumerate(constraints(outputs) + constraints(inputs)):
        letter = c.lstrip("=+&")
        if letter == "n":
            operands.append("4")
            continue
        operands.append(f"%operand{i}")
        lines.append(f"\t.reg .{REGISTERS[letter]} %operand{i};")
    ptx = re.sub(r"%(%|\d+)", lambda m: "%" if m[1] == "%" else operands[int(m[1])], string(body))
    return "\n".join(lines + ["\t" + ptx, "}"])


def check(args, arch, mode, flags):
    text = preprocess(args.cc, args.headers, arch, flags)
    # The same text need not be checked twice.
    blocks = list(dict.fromkeys(block(text, m.end()) for m in ASM.finditer(text)))
    ptx = f".version 9.0\n.target sm_{arch // 10}\n.address_size 64\n.visible .entry every_asm()\n{{\n"
    ptx += "\n".join(blocks) + "\nret;\n}\n"
    with tempfile.NamedTemporaryFile("w", suffix=".ptx", delete=not args.keep) as f:
        f.write(ptx)
        f.flush()
        run = subprocess.run([args.simtrun, "--check-only", f.name], capture_output=True, text=True)
        good = run.returncode == 0 and not run.stderr
        print(f"{'ok' if good else 'FAILED'}: sm_{arch // 10}{mode}, {len(blocks)} statements")
        if not good:
            print(run.stdout + run.stderr)
    return good


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--simtrun", required=True)
    p.add_argument("--cc", default=os.environ.get("CC", "gcc"))
    p.add_argument("--keep", action="store_true", help="keep the PTX")
    p.add_argument("headers", nargs="*", default=parts())
    args = p.parse_args()
    results = [check(args, a, m, f) for a in ARCHS for m, f in MODES.items()]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed, 0 skipped")
    sys.exit(0 if all(results) else 1)


main()
