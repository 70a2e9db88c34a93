#!/usr/bin/env python3
"""What others wrote reaches the terminal as plain text: control characters of PTX, launch files and litmus tests.

Usage: plain.py SIMTRUN. The last line printed is "N passed, N failed, N skipped".
SPDX-License-Identifier: Apache-2.0
"""
import json
import os
import subprocess
import sys
import tempfile

# Red, a bell, a carriage return, DEL, C1 as UTF-8 and as a byte.
EVIL = b"\x1b[31m\x07\r\x7f\xc2\x9b1m\x9b"
SHOWN = rb"\x1b[31m\x07\x0d\x7f\xc2\x9b1m\x9b"

HEAD = b".version 8.0\n.target sm_90\n.address_size 64\n"

# A null pointer, at a line of a file, in a function of a name from .debug_str, with a comment inside the instruction.
FAULT = HEAD + b'.file 1 "' + EVIL + b'.cu"\n' + b"""
.visible .entry k() {
    .reg .b64 %d; .reg .b32 %r;
    .loc 1 5 0
    mov.u64 %d, 0;
    .loc 1 6 0, function_name $name, inlined_at 1 5 0
    ld.global.u32 %r, /* """ + EVIL + b""" */ [%d];
    ret;
}
.section .debug_str {
$name:
""" + b"\n".join(b".b8 %d" % c for c in EVIL + b"\0") + b"""
}
"""

STRINGS = HEAD + b'.file 1 "' + EVIL + b'"\n.pragma "' + EVIL + b'";\n.visible .entry k() { .pragma "' + EVIL + b"""";
    .loc 1 5 0
    ret; }
"""

ERRORS = HEAD + b"""
.visible .entry k() { .reg .b32 %r;
    add.u32 %r, """ + EVIL + b""" %r;
    mov.b32 %r, nothing; // """ + EVIL + b"""
    .pragma \"""" + EVIL + b"""
    ret; }
"""

CALL = HEAD + b"""
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 text[%d] = {%s};
.visible .entry k() {
    .reg .b64 %%d;
    mov.u64 %%d, text;
    cvta.global.u64 %%d, %%d;
    { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;
      st.param.b64 [a], %%d; st.param.b64 [b], %%d; st.param.b32 [c], 1; st.param.b64 [d], %%d; st.param.b64 [e], 1;
      call __assertfail, (a, b, c, d, e); }
    ret;
}
""" % (len(EVIL) + 1, b", ".join(b"%d" % c for c in EVIL + b"\0"))

COPY = HEAD + b"""
.visible .entry k(.param .u64 p) {
    .reg .b64 %d; .reg .b32 %r;
    ld.param.u64 %d, [p];
    mov.u32 %r, 1;
    st.global.u32 [%d], %r;
    ret;
}
"""

LITMUS = b"PTX " + EVIL.replace(b"\r", b"") + b"""
"doc """ + EVIL.replace(b"\r", b"") + b""""
{ 0:r0=0; }
 T0 | T1 ;
 st.relaxed.sys.u32 [x], 1 | ld.relaxed.sys.u32 r0, [x] ;
exists (1:r0=1)
"""


def is_plain(text):
    try:
        characters = text.decode()
    except UnicodeDecodeError:
        return False
    return not any((c < " " and c not in "\n\t") or "\x7f" <= c < "\xa0" for c in characters)


class Tests:
    def __init__(self, simtrun, folder):
        self.simtrun, self.folder = simtrun, folder
        self.passed = self.failed = 0

    def file(self, name, text):
        path = os.path.join(self.folder.encode(), name if isinstance(name, bytes) else name.encode())
        with open(path, "wb") as f:
            f.write(text)
        return path

    def check(self, name, args, shown, env=None, stdin=None):
        """The output is plain, and the text is in it, as `shown`: None if it need not be."""
        r = subprocess.run([self.simtrun, *args], capture_output=True, timeout=120, input=stdin,
                           env={**os.environ, **(env or {})}, cwd=self.folder)
        text = r.stdout + r.stderr
        ok = is_plain(text) and (shown is None or shown in text) and r.returncode >= 0
        self.passed += ok
        self.failed += not ok
        if not ok:
            print("FAIL", name, r.returncode)
            print(ascii(text[:3000].decode(errors="backslashreplace")))


def ptx(t):
    fault, strings, errors = t.file("fault.ptx", FAULT), t.file("strings.ptx", STRINGS), t.file("errors.ptx", ERRORS)
    for box in ([], ["--sandbox"]):
        t.check("file of a fault", [*box, fault], SHOWN)
        t.check("checked", [*box, "--check", fault], SHOWN)
        for form in ("text", "xml", "json"):
            t.check("checked, " + form, [*box, fault], None, {"SIMT_CHECK": "format=" + form})
        for form in ("text", "json", "nvcc", "sarif"):
            t.check("errors, " + form, [*box, "--diagnostics=" + form, errors], None)
        t.check("profile", [*box, "--profile", strings], None)
        for dump in ("tokens", "ast", "ir", "cfg", "uniformity", "ast:json", "ir:json", "cfg:json", "cfg:svg", "llvm",
                     "llvm-opt", "asm"):
            t.check("dump " + dump, [*box, "--dump=" + dump, strings], None)
            t.check("dump of errors " + dump, [*box, "--dump=" + dump, errors], None)
        t.check("list", [*box, "--list", strings], None)
    t.check("strings as IR", ["--dump=ir", strings], SHOWN)
    t.check("assertion, sandbox", ["--sandbox", t.file("call.ptx", CALL)], SHOWN)
    t.check("name of a file", ["--check-only", t.file(EVIL.replace(b"\x9b", b"") + b".ptx", ERRORS)], None)
    t.check("no such file", [EVIL + b".ptx"], None)


def debugger(t):
    fault = t.file("fault.ptx", FAULT)
    # the file that is listed has control characters, too
    t.file(SHOWN + b".cu", b"\n".join(b"line %d " % i + EVIL for i in range(20)))
    commands = b"run\nbacktrace\nlist 1,9\ninfo source\ninfo locals\ninfo line\nx/4i $pc\nquit\n"
    t.check("debugger", ["--debug", fault], SHOWN, stdin=commands)


def launch_files(t):
    t.file("copy.ptx", COPY)
    t.file("four.bin", b"\2\0\0\0")
    evil = "\x1b[31m\x07\u009b"
    launch = {"name": evil, "kernel": "k", "grid": [1, 1, 1], "block": [1, 1, 1],
              "args": [{"out": "four.bin", "at": 0, "bytes": 4, "type": "u32"}]}
    for name, changes, shown in (("name", {}, rb"\x1b[31m\x07\xc2\x9b"), ("kernel", {"kernel": evil}, None),
                                 ("type", {"args": [{"out": "four.bin", "at": 0, "bytes": 4, "type": evil}]}, None),
                                 ("file", {"args": [{"in": evil}]}, None), ("argument", {"args": [{evil: 1}]}, None),
                                 ("member", {evil: 1}, None), ("number", {"args": [{"f32": evil}]}, None)):
        path = t.file(name + ".launch.json",
                      json.dumps({"module": "copy.ptx", "launches": [{**launch, **changes}]}).encode())
        for options in ([], ["--sandbox"], ["--verbose"], ["--list"], ["--schedule=random"]):
            t.check("launch file: %s %s" % (name, options), [*options, path],
                    shown if options != ["--list"] else None)
    t.check("launch file: module", [t.file("module.launch.json",
                                           json.dumps({"module": evil, "launches": [launch]}).encode())], None)
    t.check("launch file: raw", [t.file("raw.launch.json", b'{"module":"' + EVIL + b'"}')], None)


def main():
    with tempfile.TemporaryDirectory() as folder:
        t = Tests(os.path.abspath(sys.argv[1]), folder)
        ptx(t)
        debugger(t)
        launch_files(t)
        t.check("litmus", ["--litmus", t.file("x.litmus", LITMUS)], None)
    print("%d passed, %d failed, 0 skipped" % (t.passed, t.failed))
    return t.failed != 0


if __name__ == "__main__":
    sys.exit(main())
