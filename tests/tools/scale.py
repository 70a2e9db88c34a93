#!/usr/bin/env python3
"""Texts of N things of one kind, and of four times as many: the second may take four times the processor time and memory, and
somewhat more, but not sixteen times.

Usage: scale.py SIMTRUN SIMTCC [--every=N] [NAME ...]: each Nth kind, or those named; NAME is ptx:KIND, cuda:KIND or
lines:KIND. The last line printed is "N passed, N failed, N skipped".
SPDX-License-Identifier: Apache-2.0
"""
import os
import resource
import sys
import tempfile

H = ".version 8.0\n.target sm_90\n.address_size 64\n"
def entry(body, params="", name="k"):
    return ".visible .entry %s(%s) {\n%s\n\tret;\n}\n" % (name, params, body)
def lines(n, f, sep="\n"):
    return sep.join(f(i) for i in range(n))
PTX = {
    "params": lambda n: H + entry("", lines(n, lambda i: ".param .u32 p%d" % i, ",\n")),
    "params-used": lambda n: H + entry(".reg .u32 %r;\n" + lines(n, lambda i: "ld.param.u32 %%r, [p%d];" % i), lines(n, lambda i: ".param .u32 p%d" % i, ",\n")),
    "registers": lambda n: H + entry(lines(n, lambda i: ".reg .u32 %%r%d_;" % i)),
    "registers-one-line": lambda n: H + entry(".reg .u32 " + lines(n, lambda i: "%%r%d_" % i, ",") + ";"),
    "labels": lambda n: H + entry(lines(n, lambda i: "L%d:" % i)),
    "branches": lambda n: H + entry(".reg .pred %p; .reg .u32 %r; mov.u32 %r, %tid.x; setp.eq.u32 %p, %r, 0;\n" + lines(n, lambda i: "@%%p bra L%d;\nadd.u32 %%r, %%r, 1;\nL%d:" % (i, i))),
    "branches-backward": lambda n: H + entry(".reg .pred %p; .reg .u32 %r; mov.u32 %r, %tid.x; setp.eq.u32 %p, %r, 0;\n" + lines(n, lambda i: "L%d: add.u32 %%r, %%r, 1;\n@%%p bra L%d;" % (i, i))),
    "branches-nested": lambda n: H + entry(".reg .pred %p; .reg .u32 %r; mov.u32 %r, %tid.x; setp.eq.u32 %p, %r, 0;\n" + lines(n, lambda i: "@%%p bra L%d;\nadd.u32 %%r, %%r, 1;" % i) + "\n" + lines(n, lambda i: "L%d: add.u32 %%r, %%r, 2;" % (n - 1 - i))),
    "branches-to-end": lambda n: H + entry(".reg .pred %p; .reg .u32 %r; mov.u32 %r, %tid.x; setp.eq.u32 %p, %r, 0;\n" + lines(n, lambda i: "@%p bra E;\nadd.u32 %r, %r, 1;") + "\nE:"),
    "instructions": lambda n: H + entry(".reg .u32 %r;\nmov.u32 %r, 1;\n" + lines(n, lambda i: "add.u32 %r, %r, 1;")),
    "values": lambda n: H + entry(".reg .u32 %%r<%d>;\nmov.u32 %%r0, %%tid.x;\n" % (n + 1) + lines(n, lambda i: "add.u32 %%r%d, %%r%d, 1;" % (i + 1, i))),
    "values-live": lambda n: H + entry(".reg .u32 %%r<%d>;\n.reg .u32 %%s;\nmov.u32 %%s, 0;\n" % (n + 1) + lines(n, lambda i: "mov.u32 %%r%d, %%tid.x;" % i) + lines(n, lambda i: "add.u32 %%s, %%s, %%r%d;" % i)),
    "variables": lambda n: H + lines(n, lambda i: ".global .u32 v%d = %d;" % (i, i)) + entry(""),
    "variables-used": lambda n: H + lines(n, lambda i: ".global .u32 v%d;" % i) + entry(".reg .u32 %r;\n" + lines(n, lambda i: "ld.global.u32 %%r, [v%d];" % i)),
    "shared": lambda n: H + entry(lines(n, lambda i: ".shared .u32 v%d;" % i)),
    "shared-of-module": lambda n: H + lines(n, lambda i: ".shared .u32 v%d;" % i) + entry(".reg .u32 %r;\n" + lines(n, lambda i: "ld.shared.u32 %%r, [v%d];" % i)),
    "local": lambda n: H + entry(lines(n, lambda i: ".local .u32 v%d;" % i)),
    "const": lambda n: H + lines(n, lambda i: ".const .u8 v%d;" % i) + entry(""),
    "initialiser": lambda n: H + ".global .u32 v[%d] = {%s};\n" % (n, ",".join(map(str, range(n)))) + entry(""),
    "initialiser-names": lambda n: H + ".global .u32 w;\n.global .u64 v[%d] = {%s};\n" % (n, ",".join(["w"] * n)) + entry(""),
    "dimensions": lambda n: H + ".global .u8 v%s;\n" % ("[1]" * n) + entry(""),
    "dimensions-init": lambda n: H + ".global .u8 v%s = %s1%s;\n" % ("[1]" * n, "{" * n, "}" * n) + entry(""),
    "functions": lambda n: H + lines(n, lambda i: ".func f%d() { ret; }" % i) + entry(""),
    "functions-called": lambda n: H + lines(n, lambda i: ".func f%d() { ret; }" % i) + entry(lines(n, lambda i: "call f%d;" % i)),
    "chain-of-calls": lambda n: H + ".func f0() { ret; }\n" + lines(n, lambda i: ".func f%d() { call f%d; ret; }" % (i + 1, i)) + "\n" + entry("call f%d;" % n),
    "declarations": lambda n: H + lines(n, lambda i: ".extern .func f%d();" % i) + entry(""),
    "call-params": lambda n: H + ".func f(%s) { ret; }\n" % lines(n, lambda i: ".param .u32 p%d" % i, ",") + entry(lines(n, lambda i: ".param .u32 a%d;" % i) + "call f, (%s);" % lines(n, lambda i: "a%d" % i, ",")),
    "kernels": lambda n: H + lines(n, lambda i: entry("", name="k%d" % i)),
    "files": lambda n: H + lines(n, lambda i: '.file %d "f%d.cu"' % (i + 1, i)) + "\n" + entry(lines(n, lambda i: ".loc %d 1 1\nbar.sync 0;" % (i + 1))),
    "scopes": lambda n: H + entry(lines(n, lambda i: "{ .reg .u32 %a; mov.u32 %a, 1; }")),
    "comments": lambda n: H + lines(n, lambda i: "// comment") + "\n" + entry(""),
    "targets": lambda n: H + entry(".reg .u32 %r; mov.u32 %r, %tid.x;\nT: .branchtargets " + lines(n, lambda i: "L%d" % i, ",") + ";\nbrx.idx %r, T;\n" + lines(n, lambda i: "L%d: add.u32 %%r, %%r, 1;" % i)),
    "pragmas": lambda n: H + entry(lines(n, lambda i: '.pragma "nounroll";')),
    "aliases": lambda n: H + ".visible .func f() { ret; }\n" + lines(n, lambda i: ".visible .func a%d();\n.alias a%d, f;" % (i, i)) + "\n" + entry(""),
    "sections": lambda n: H + entry("") + ".section .debug_str {\n" + lines(n, lambda i: ".b8 1") + "\n}\n",
    "errors": lambda n: H + entry(lines(n, lambda i: "nothing.like.it;")),
    "unknown-names": lambda n: H + entry(".reg .u32 %%r<%d>;\n" % n + lines(n, lambda i: "mov.u32 %%r1, nothing%d;" % i)),
}
def added(f):
    return lambda i: "*p += " + f(i) + ";"


def kernel(body, params="int *p"):
    return "__global__ void k(%s) {\n%s\n}\n" % (params, body)
CUDA = {
    "params": lambda n: kernel("", lines(n, lambda i: "int p%d" % i, ", ")),
    "params-of-function": lambda n: "__device__ int f(%s) { return 1; }\n" % lines(n, lambda i: "int p%d" % i, ", ") + kernel("*p = f(%s);" % lines(n, lambda i: "1", ", ")),
    "dimensions": lambda n: "__device__ char v%s;\n" % ("[1]" * n) + kernel("v%s = 1;" % ("[0]" * n)),
    "declarators": lambda n: kernel("int " + lines(n, lambda i: "x%d = 1" % i, ", ") + ";"),
    "locals": lambda n: kernel(lines(n, lambda i: "int x%d = p[%d];" % (i, i)) + lines(n, lambda i: "*p += x%d;" % i)),
    "enumerators": lambda n: "enum e { " + lines(n, lambda i: "e%d" % i, ", ") + " };\n" + kernel("*p = e%d;" % (n - 1)),
    "members": lambda n: "struct s { " + lines(n, lambda i: "int m%d;" % i) + " };\n" + kernel("s x; x.m%d = 1; *p = x.m%d;" % (n - 1, n - 1)),
    "member-functions": lambda n: "struct s { " + lines(n, lambda i: "__device__ int m%d() { return %d; }" % (i, i)) + " };\n" + kernel("s x; *p = x.m0();"),
    "bases": lambda n: lines(n, lambda i: "struct b%d { int x%d; };" % (i, i)) + "struct d : " + lines(n, lambda i: "b%d" % i, ", ") + " {};\n" + kernel("d x; x.x0 = 1; *p = x.x0;"),
    "cases": lambda n: kernel("switch (*p) { " + lines(n, lambda i: "case %d: *p = %d; break;" % (i, i * 7)) + " }"),
    "else-ifs": lambda n: kernel(lines(n, lambda i: "if (p[%d] == 1) { *p = %d; return; }" % (i, i))),
    "returned-values": lambda n: "__device__ int f(int *p) {\n" + lines(n, lambda i: "if (p[%d] == 1) return p[%d];" % (i, i + 1)) + " return 0; }\n" + kernel("*p = f(p);"),
    "deduced-pack": lambda n: "template <class... T> struct t {};\ntemplate <class... T> __device__ int f(t<T...>) { return sizeof...(T); }\n" + kernel("*p = f(t<%s>());" % lines(n, lambda i: "int", ", ")),
    "namespaces": lambda n: lines(n, lambda i: "namespace n%d { __device__ int f() { return 1; } }" % i) + kernel(lines(n, added(lambda i: "n%d::f()" % i))),
    "using-directives": lambda n: lines(n, lambda i: "namespace n%d { __device__ int f%d() { return 1; } }\nusing namespace n%d;" % (i, i, i)) + kernel("*p = f0();"),
    "strings": lambda n: kernel(lines(n, lambda i: '*(const char **)p = "string %d";' % i)),
    "adjacent-strings": lambda n: kernel("const char *s = " + lines(n, lambda i: '"string"') + "; *p = s[0];"),
    "initialisers": lambda n: "__device__ int v[] = { " + lines(n, str, ", ") + " };\n" + kernel("*p = v[1];"),
    "local-initialisers": lambda n: kernel("int v[] = { " + lines(n, lambda i: "p[%d]" % i, ", ") + " }; *p = v[*p];"),
    "functions": lambda n: lines(n, lambda i: "__device__ int f%d() { return %d; }" % (i, i)) + kernel(lines(n, added(lambda i: "f%d()" % i))),
    "overloads": lambda n: lines(n, lambda i: "struct t%d {}; __device__ int f(t%d) { return %d; }" % (i, i, i)) + kernel("*p = f(t0());"),
    "statements": lambda n: kernel(lines(n, lambda i: "p[%d] += %d;" % (i, i))),
    "expression": lambda n: kernel(lines(n, added(lambda i: "p[%d]" % i))),
    "variables": lambda n: lines(n, lambda i: "__device__ int v%d = %d;" % (i, i)) + kernel(lines(n, added(lambda i: "v%d" % i))),
    "typedefs": lambda n: "typedef int t0;\n" + lines(n, lambda i: "typedef t%d t%d;" % (i, i + 1)) + kernel("t%d x = 1; *p = x;" % n),
    "templates": lambda n: lines(n, lambda i: "template <class T> __device__ T f%d(T t) { return t; }" % i) + kernel(lines(n, added(lambda i: "f%d(1)" % i))),
    "instances": lambda n: "template <int N> __device__ int f() { return N; }\n" + kernel(lines(n, added(lambda i: "f<%d>()" % i))),
    "classes-of-template": lambda n: "template <int N> struct s { int x = N; };\n" + kernel(lines(n, added(lambda i: "s<%d>().x" % i))),
    "pack": lambda n: "template <class... T> __device__ int f(T... t) { return (t + ...); }\n" + kernel("*p = f(%s);" % ",".join(["1"] * n)),
    "macros": lambda n: lines(n, lambda i: "#define M%d %d" % (i, i)) + "\n" + kernel(lines(n, added(lambda i: "M%d" % i))),
    "gotos": lambda n: kernel(lines(n, lambda i: "if (p[%d]) goto l%d; *p += 1; l%d:;" % (i, i, i))),
    "kernels": lambda n: lines(n, lambda i: "__global__ void k%d(int *p) { *p = %d; }" % (i, i)),
    "shared": lambda n: kernel(lines(n, lambda i: "__shared__ char s%d; s%d = 1;" % (i, i))),
    "lambdas": lambda n: kernel(lines(n, added(lambda i: "[] { return %d; }()" % i))),
    "specialisations": lambda n: "template <int N> struct s { int x; };\n" + lines(n, lambda i: "template <> struct s<%d> { int x%d; };" % (i, i)) + kernel("s<0> v; v.x0 = 1; *p = v.x0;"),
    "comments": lambda n: lines(n, lambda i: "// comment") + "\n" + kernel(""),
    "errors": lambda n: kernel(lines(n, lambda i: "nothing_%d;" % i)),
    "warnings": lambda n: kernel(lines(n, lambda i: "int unused%d = 1;" % i)),
    "asm": lambda n: kernel(lines(n, lambda i: 'asm("add.u32 %%0, %%0, %d;" : "+r"(p[%d]));' % (i, i))),
    "friends": lambda n: "struct s { " + lines(n, lambda i: "friend __device__ int f%d(s);" % i) + " };\n" + kernel(""),
}
# With -lineinfo: each instruction asks for the line that it is of.
LINES = {
    "statements": CUDA["statements"],
    "expansion": lambda n: "#define ALL " + lines(n, lambda i: "p[%d] += %d;" % (i, i), " ") + "\n" + kernel("ALL"),
    "lines-of-arguments": lambda n: "#define SAME(x) x\n" + kernel("SAME(" + lines(n, lambda i: "p[%d] += %d;" % (i, i)) + ")"),
}

# Refused at one size or at both, which may not take long, either.
REFUSED = {"ptx:shared", "ptx:shared-of-module", "ptx:params", "ptx:params-used", "ptx:call-params", "ptx:dimensions-init",
           "ptx:errors", "ptx:unknown-names", "cuda:params", "cuda:params-of-function", "cuda:dimensions", "cuda:typedefs",
           "cuda:pack", "cuda:errors"}


def cost(cmd):
    """Processor time in seconds, and MiB, of the tool and what it starts."""
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        nothing = os.open(os.devnull, os.O_RDWR)
        for fd in 0, 1, 2:
            os.dup2(nothing, fd)
        os.execv(cmd[0], cmd)
    _, status, used = os.wait4(pid, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, status


def measure(command, path, text):
    with open(path, "w") as f:
        f.write(text)
    return cost(command(path))


def grows_too_fast(few, many):
    return many[0] > 6 * few[0] + 0.3 or many[1] > 6 * few[1] + 32


def judge(name, command, path, make, n):
    for attempt in range(3):  # other work of the machine only adds
        few, many = measure(command, path, make(n)), measure(command, path, make(4 * n))
        bad = grows_too_fast(few, many)
        died = any(s and (os.WIFSIGNALED(s) or name not in REFUSED) for s in (few[2], many[2]))
        if died or not bad:
            break
    if died or bad:
        print("FAIL %s: %d: %.2f s, %.0f MiB; %d: %.2f s, %.0f MiB%s" %
              (name, n, few[0], few[1], 4 * n, many[0], many[1], "; refused or killed" if died else ""))
        return False
    if os.environ.get("VERBOSE"):
        print("%s: %.2f -> %.2f s, %.0f -> %.0f MiB" % (name, few[0], many[0], few[1], many[1]))
    return True


def main():
    simtrun, simtcc, *only = sys.argv[1:]
    every = int(only.pop(0)[8:]) if only and only[0].startswith("--every=") else 1
    folder = tempfile.TemporaryDirectory()
    def compiled(*more):
        return lambda path: [simtcc, "-ptx", "-std=c++17", "-O3", *more, path, "-o", path + ".out"]
    kinds = (("ptx", PTX, 8000, lambda path: [simtrun, "--check-only", "-q", path]),
             ("cuda", CUDA, 1000, compiled()), ("lines", LINES, 4000, compiled("-lineinfo")))
    passed = failed = 0
    for kind, all_of_them, n, command in kinds:
        for what, make in list(all_of_them.items())[::every]:
            name = kind + ":" + what
            if only and name not in only:
                continue
            ok = judge(name, command, os.path.join(folder.name, "it." + ("ptx" if kind == "ptx" else "cu")), make, n)
            passed += ok
            failed += not ok
    print("%d passed, %d failed, 0 skipped" % (passed, failed))
    return failed != 0


sys.exit(main())
