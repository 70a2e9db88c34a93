#!/usr/bin/env python3
"""csmith.py [--seed N] [--count N] NVRTC SIMTRUN CXX - random C++ of Csmith: kernels compute what the host does.

Csmith's programs have no undefined behaviour and print a checksum of their variables. Each is compiled by the host's compiler
and, with all of it for the device, by NVRTC; one thread computes the checksum, interpreted, optimised and compiled. What the host
does not finish soon, and pointers to members of packed structures, which a GPU's accesses need aligned, are not asked for.
Without Csmith on the machine the test is skipped (status 77).
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import ctypes
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

BITS = (8, 16, 32, 64)
CSMITH = ["csmith", "--lang-cpp", "--cpp11", "--no-argc", "--no-packed-struct", "--max-funcs", "6", "--max-block-depth", "3"]
HOST_SECONDS = 0.05
INT = "int{}_t".format
UINT = "uint{}_t".format


def operations():
    """The operations that Csmith calls: they give their first operand where C++ defines nothing."""
    for b in BITS:
        t, u = INT(b), UINT(b)
        least, most = f"(({t})((uint64_t)1 << {b - 1}))", f"(({t})(((uint64_t)1 << {b - 1}) - 1))"
        all_bits, wide = f"(({u})~({u})0)", max(b, 32)
        signed = {
            "add": (f"b > 0 ? a > {most} - b : a < {least} - b", "+"),
            "sub": (f"b < 0 ? a > {most} + b : a < {least} + b", "-"),
            "mul": (f"a && b && !(a == -1 || b == -1 ? a != {least} && b != {least} : (a > 0) == (b > 0) ?"
                    f" (a > 0 ? a <= {most} / b : a >= {most} / b) : (a > 0 ? b >= {least} / a : a >= {least} / b))", "*"),
            "div": (f"b == 0 || (a == {least} && b == -1)", "/"),
            "mod": (f"b == 0 || (a == {least} && b == -1)", "%"),
        }
        yield t, f"unary_minus_func_{t}_s", f"{t} a", f"a == {least} ? a : ({t})-a"
        yield u, f"unary_minus_func_{u}_u", f"{u} a", f"({u})-a"
        for name, (is_undefined, op) in signed.items():
            yield t, f"{name}_func_{t}_s_s", f"{t} a, {t} b", f"({is_undefined}) ? a : ({t})(a {op} b)"
            value = f"({u})((uint64_t)a {op} b)"
            yield u, f"{name}_func_{u}_u_u", f"{u} a, {u} b", f"b == 0 ? a : {value}" if op in "/%" else value
        for letter, by in ("s", "int"), ("u", "unsigned"):
            far = f"{'b < 0 || ' if letter == 's' else ''}b >= {wide}"
            yield t, f"lshift_func_{t}_s_{letter}", f"{t} a, {by} b", f"a < 0 || {far} || a > ({most} >> b) ? a : ({t})(a << b)"
            yield t, f"rshift_func_{t}_s_{letter}", f"{t} a, {by} b", f"a < 0 || {far} ? a : ({t})(a >> b)"
            yield u, f"lshift_func_{u}_u_{letter}", f"{u} a, {by} b", f"{far} || a > ({all_bits} >> b) ? a : ({u})(a << b)"
            yield u, f"rshift_func_{u}_u_{letter}", f"{u} a, {by} b", f"{far} ? a : ({u})(a >> b)"


def prelude():
    types = dict(zip(BITS, ("char", "short", "int", "long")))
    lines = [f"typedef signed {w} {INT(b)}; typedef unsigned {w} {UINT(b)};" for b, w in types.items()]
    lines += ["typedef unsigned long size_t;", 'extern "C" {', "void *memcpy(void *, const void *, size_t);",
              "void *memset(void *, int, size_t);", "}"]
    lines += [f"static inline {result} safe_{name}({params}) {{ return {value}; }}" for result, name, params, value in operations()]
    return "\n".join(lines) + """
static uint32_t checksum = 0xffffffff;
static inline void take(uint8_t byte) {
	checksum ^= byte;
	for (int i = 0; i < 8; i++)
		checksum = checksum & 1 ? checksum >> 1 ^ 0xedb88320 : checksum >> 1;
}
static inline void transparent_crc(uint64_t value, const char *, int) {
	for (int i = 0; i < 8; i++)
		take((uint8_t)(value >> 8 * i));
}
static inline void transparent_crc_bytes(char *at, int n, const char *, int) {
	for (int i = 0; i < n; i++)
		take((uint8_t)at[i]);
}
static inline void platform_main_begin() {}
static inline void crc32_gentab() {}
static inline void platform_main_end(uint32_t, int) {}
#define crc32_context checksum
#define printf(...) 0
#define strcmp(a, b) 1
#define main random_main
#line 1 "random.cpp"
"""


def program(seed, tmp):
    # it writes a file of its own where it runs
    done = subprocess.run([*CSMITH, "--seed", str(seed)], cwd=tmp, capture_output=True, text=True, timeout=60)
    text = done.stdout.replace('#include "csmith.h"', "")
    return prelude() + text + "\n#undef main\n#undef printf\n" if done.returncode == 0 else None


def host_result(cxx, text, tmp):
    """Returns the host's checksum, or None of a program that it does not take or finish."""
    with open(tmp + "/host.cpp", "w") as f:
        f.write(text + 'extern "C" int printf(const char *, ...);\nint main() { random_main(); printf("%u", checksum); }\n')
    options = ["-std=c++17", "-w", "-O1", "-fno-strict-aliasing", "-fwrapv"]
    if subprocess.run([cxx, *options, tmp + "/host.cpp", "-o", tmp + "/host"], capture_output=True).returncode:
        return None
    try:
        done = subprocess.run([tmp + "/host"], capture_output=True, text=True, timeout=HOST_SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return int(done.stdout) if done.returncode == 0 and done.stdout else None


class Nvrtc:
    def __init__(self, path):
        self.lib = ctypes.CDLL(path)

    def text(self, what, p):
        size = ctypes.c_size_t()
        getattr(self.lib, f"nvrtcGet{what}Size")(p, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        getattr(self.lib, f"nvrtcGet{what}")(p, text)
        return text.value.decode()

    def ptx(self, text):
        """Returns the PTX and an empty log, or None and why not."""
        p = ctypes.c_void_p()
        text += 'extern "C" __global__ void k(unsigned *out) { random_main(); *out = checksum; }\n'
        option = (ctypes.c_char_p * 4)(b"-std=c++17", b"-default-device", b"-arch=compute_90", b"-w")
        self.lib.nvrtcCreateProgram(ctypes.byref(p), text.encode(), b"random.cu", 0, None, None)
        bad = self.lib.nvrtcCompileProgram(p, 4, option)
        answer = (None, self.text("ProgramLog", p)) if bad else (self.text("PTX", p), "")
        self.lib.nvrtcDestroyProgram(ctypes.byref(p))
        return answer


def problem(args, nvrtc, text, expected, tmp):
    ptx, log = nvrtc.ptx(text)
    if ptx is None:
        return log
    with open(tmp + "/k.ptx", "w") as f:
        f.write(ptx)
    for name, word in ("zero", 0), ("expect", expected):
        with open(f"{tmp}/{name}", "wb") as f:
            f.write(struct.pack("<I", word))
    launch = {"name": "k", "kernel": "k", "grid": [1, 1, 1], "block": [1, 1, 1],
              "args": [{"inout": "zero", "expect": "expect", "type": "u32", "at": 0, "bytes": 4}]}
    with open(tmp + "/k.launch.json", "w") as f:
        json.dump({"module": "k.ptx", "launches": [launch]}, f)
    for options in ["--backend=interp"], ["--backend=interp", "--optimize=3"], ["--backend=jit"]:
        done = subprocess.run([args.simtrun, *options, "k.launch.json"], cwd=tmp, capture_output=True, text=True, timeout=600,
                              env=dict(os.environ, CUDA_CACHE_DISABLE="1"))
        if done.returncode:
            return f"{' '.join(options)}\n{done.stdout}{done.stderr}"
    return None


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--seed", type=int, default=1, help="of the first program")
    ap.add_argument("--count", type=int, default=20, help="how many programs to compare")
    ap.add_argument("nvrtc", type=os.path.abspath)
    ap.add_argument("simtrun", type=os.path.abspath)
    ap.add_argument("cxx")
    args = ap.parse_args()
    if not shutil.which("csmith"):
        print("no csmith is installed")
        return 77
    nvrtc, compared, wrong = Nvrtc(args.nvrtc), 0, 0
    for seed in range(args.seed, args.seed + 10 * args.count):
        if compared == args.count:
            break
        with tempfile.TemporaryDirectory() as tmp:
            text = program(seed, tmp)
            expected = text and host_result(args.cxx, text, tmp)
            if expected is None:
                continue
            compared += 1
            why = problem(args, nvrtc, text, expected, tmp)
            if why:
                wrong += 1
                print(f"FAIL seed {seed}\n{why}")
    print(f"{compared - wrong} passed, {wrong} failed")
    return wrong != 0 or compared < args.count


if __name__ == "__main__":
    sys.exit(main())
