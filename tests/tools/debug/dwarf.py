#!/usr/bin/env python3
"""dwarf.py SIMTRUN: debug information as other compilers may write it. It is made here, each value in several of DWARF's
forms, and the debugger must show the same variables for each. Then it is cut off and damaged everywhere: the debugger must
show what is left of it, and nothing may be worse than a variable that is missing.

SPDX-License-Identifier: Apache-2.0
"""
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TAG = dict(array=1, cls=2, enum=4, param=5, block=0xb, member=0xd, pointer=0xf, reference=0x10, unit=0x11, struct=0x13,
           func_type=0x15, typedef=0x16, union=0x17, base_class=0x1c, inlined=0x1d, subrange=0x21, base=0x24, const=0x26,
           enumerator=0x28, func=0x2e, var=0x34, volatile=0x35, namespace=0x39)
AT = dict(location=2, name=3, byte_size=0xb, bit_offset=0xc, bit_size=0xd, low_pc=0x11, high_pc=0x12, const_value=0x1c,
          upper_bound=0x2f, origin=0x31, count=0x37, member_location=0x38, decl_file=0x3a, decl_line=0x3b, encoding=0x3e,
          external=0x3f, type=0x49)
FORM = dict(addr=1, block2=3, block4=4, data2=5, data4=6, data8=7, string=8, block=9, block1=0xa, data1=0xb, flag=0xc,
            sdata=0xd, strp=0xe, udata=0xf, ref_addr=0x10, ref1=0x11, ref2=0x12, ref4=0x13, ref8=0x14, ref_udata=0x15)
SIZE = dict(data1=1, data2=2, data4=4, data8=8, flag=1, ref1=1, ref2=2, ref4=4, ref8=8, ref_addr=4)
HEAD = 11  # bytes of a unit before its first entry

PTX = """.version 7.8
.target sm_80, debug
.address_size 64
.file 1 "made.cu"
.global .align 4 .b8 total[4] = {5, 0, 0, 0};
.visible .entry made(.param .u64 made_param_0)
{
	.reg .b32 %r<8>;
	.reg .b64 %rd<4>;
	.reg .f32 %f<2>;
	.local .align 8 .b8 home[96];
$L__begin:
	.loc 1 2 1
	ld.param.u64 %rd1, [made_param_0];
	cvta.to.global.u64 %rd1, %rd1;
	mov.u32 %r1, 7;
	mov.f32 %f1, 0f3FC00000;
	mov.u64 %rd2, home;
	st.local.u32 [%rd2], 11;
	st.local.u32 [%rd2+4], 12;
	st.local.u32 [%rd2+8], 0x403;
	st.local.u64 [%rd2+16], %rd1;
	cvta.local.u64 %rd3, %rd2;
	st.local.u64 [%rd2+24], %rd3;
$L__first:
	.loc 1 3 1
	st.global.u32 [%rd1], %r1;
$L__inner:
	.loc 1 40 1, function_name info_small, inlined_at 1 4 1
	add.u32 %r2, %r1, 100;
	.loc 1 41 1, function_name info_small, inlined_at 1 4 1
	st.global.u32 [%rd1], %r1;
$L__second:
	st.global.u32 [%rd1], %r2;
$L__inner_end:
	.loc 1 6 1
	st.global.f32 [%rd1], %f1;
	st.global.u64 [%rd1+8], %rd3;
	ret;
$L__end:
}
"""


def uleb(n):
    out = []
    while True:
        out.append(n & 0x7f | (0x80 if n > 0x7f else 0))
        n >>= 7
        if not n:
            return out


def sleb(n):
    out = []
    while True:
        byte, n = n & 0x7f, n >> 7
        if n in (0, -1) and (n == -1) == bool(byte & 0x40):
            return out + [byte]
        out.append(byte | 0x80)


def register(name):
    """DW_OP_regx of a register, whose number is its name's letters."""
    return [0x90] + uleb(int.from_bytes(name.encode(), "big"))


class Symbol:
    """Eight bytes that are an address: a name, as PTX has it."""

    def __init__(self, name, size=8):
        self.name, self.size = name, size


class Info:
    """Entries are (tag, name of the entry or None, attributes, entries inside); a reference is the name of an entry."""

    def __init__(self, ref="ref4", text="string", number="data1", block="block1"):
        self.form = {"ref": ref, "text": text, "number": number, "block": block}
        self.bytes, self.abbrev, self.known, self.strings, self.at, self.later = [], [], {}, [], {}, []
        self.nstring = 0
        self.text("small", "info_small:")

    def text(self, v, *label):
        self.nstring += len(v) + 1
        self.strings += [*label, *v.encode(), 0]

    def put(self, form, v):
        if form in ("udata", "ref_udata"):
            self.bytes += uleb(v) if form == "udata" else [v & 0x7f | 0x80, v >> 7]
        elif form == "sdata":
            self.bytes += sleb(v)
        elif form == "string":
            self.bytes += [*v.encode(), 0]
        elif form == "strp":
            self.bytes += [*self.nstring.to_bytes(4, "little")]
            self.text(v)
        elif form == "addr":
            self.bytes.append(v)
        elif form.startswith("block"):
            n = sum(b.size if isinstance(b, Symbol) else 1 for b in v)
            self.bytes += uleb(n) if form == "block" else [*n.to_bytes(int(form[5:]), "little")]
            self.bytes += v
        else:
            self.bytes += [*(v & (1 << 8 * SIZE[form]) - 1).to_bytes(SIZE[form], "little")]

    def size(self):
        return HEAD + sum(b.size if isinstance(b, Symbol) else 1 for b in self.bytes)

    def add(self, tag, name, attributes, inner=()):
        kinds = []
        for a, v in attributes.items():
            form = ("ref" if a in ("type", "origin") else "block" if isinstance(v, list) else
                    "text" if isinstance(v, str) else "addr" if isinstance(v, Symbol) else "number")
            form = self.form.get(form, form)
            if isinstance(v, tuple):
                form, v = v
            kinds.append((a, form, v))
        key = (tag, bool(inner), *((a, f) for a, f, _ in kinds))
        if key not in self.known:
            self.known[key] = len(self.known) + 1
            self.abbrev += uleb(self.known[key]) + uleb(TAG[tag]) + [int(bool(inner))]
            for a, f, _ in kinds:
                self.abbrev += uleb(AT[a]) + uleb(FORM[f])
            self.abbrev += [0, 0]
        if name:
            self.at[name] = self.size()
        self.bytes += uleb(self.known[key])
        for a, form, v in kinds:
            if a in ("type", "origin"):
                self.later.append((len(self.bytes), form, v))
                self.put(form, 0)
            else:
                self.put(form, v)
        for entry in inner:
            self.add(*entry)
        if inner:
            self.bytes.append(0)

    def sections(self, lists=()):
        """Returns the sections as PTX; references are filled in."""
        for pos, form, name in self.later:
            keep, self.bytes = self.bytes, []
            self.put(form, self.at[name])
            keep[pos:pos + len(self.bytes)] = self.bytes
            self.bytes = keep
        head = [*(self.size() - 4).to_bytes(4, "little"), 2, 0, Symbol(".debug_abbrev", 4), 8]
        return {".debug_abbrev": self.abbrev + [0], ".debug_info": head + self.bytes, ".debug_str": self.strings,
                ".debug_loc": list(lists)}


def place(low, high, block):
    return [Symbol(low), Symbol(high), *len(block).to_bytes(2, "little"), *block]


def local(offset, *more):
    return [3, Symbol("home"), *([0x23, *uleb(offset)] if offset else []), *more]


def write(sections):
    text = PTX
    for name, content in sections.items():
        if content:
            text += "\t.section\t%s\n\t{\n" % name
            for b in content:
                if isinstance(b, Symbol):
                    text += ".b%d %s\n" % (8 * b.size, b.name)
                elif isinstance(b, str):
                    text += b + "\n"
                else:
                    text += ".b8 %d\n" % b
            text += "\t}\n"
    return text


def made(**forms):
    """All that the reader knows, and a little that it does not."""
    i = Info(**forms)
    i.add("unit", None, {"name": "made.cu"}, [
        ("base", "int", {"name": "int", "byte_size": 4, "encoding": 5}),
        ("base", "uint", {"name": "unsigned int", "byte_size": 4, "encoding": 7}),
        ("base", "char", {"name": "char", "byte_size": 1, "encoding": 6}),
        ("base", "bool", {"name": "bool", "byte_size": 1, "encoding": 2}),
        ("base", "float", {"name": "float", "byte_size": 4, "encoding": 4}),
        ("const", "cint", {"type": "int"}),
        ("volatile", "vint", {"type": "cint"}),
        ("typedef", "word", {"name": "word", "type": "uint"}),
        ("pointer", "to_int", {"type": "int"}),
        ("pointer", "to_self", {"type": "pair"}),
        ("reference", "ref_int", {"type": "int"}),
        ("func_type", "code", {"type": "int"}),
        ("pointer", "to_code", {"type": "code"}),
        ("array", "words", {"type": "word"}, [("subrange", None, {"type": "int", "count": 2})]),
        ("array", "grid", {"type": "char"}, [("subrange", None, {"type": "int", "upper_bound": 1}),
                                             ("base", None, {"name": "stray", "byte_size": 1, "encoding": 8}),
                                             ("subrange", None, {"type": "int", "upper_bound": 3})]),
        ("array", "open", {"type": "int"}, [("subrange", None, {"type": "int"})]),
        ("array", "none", {"type": "int"}, [("subrange", None, {"count": 0})]),
        ("enum", "colour", {"name": "Colour", "byte_size": 4}, [
            ("enumerator", None, {"name": "RED", "const_value": ("sdata", -2)}),
            ("enumerator", None, {"name": "GREEN", "const_value": ("udata", 11)})]),
        ("cls", "pair", {"name": "Pair", "byte_size": 8}, [
            ("member", None, {"name": "a", "type": "int", "member_location": [0x23, 0]}),
            ("func", None, {"name": "method", "type": "int"}),
            ("member", None, {"name": "b", "type": "int", "member_location": 4}),
            ("member", None, {"name": "odd", "type": "char", "member_location": [0x06]})]),
        ("struct", "heir", {"name": "Heir", "byte_size": 12}, [
            ("base_class", None, {"type": "pair", "member_location": [0x23, 0]}),
            ("member", None, {"name": "low", "type": "int", "byte_size": 4, "bit_size": 4, "bit_offset": 28,
                              "member_location": [0x23, 8]}),
            ("member", None, {"name": "bad", "type": "int", "byte_size": 1, "bit_size": 8, "bit_offset": 100,
                              "member_location": [0x23, 8]}),
            ("member", None, {"type": "char", "member_location": [0x23, 9]})]),
        ("union", "either", {"byte_size": 4}, [("member", None, {"name": "i", "type": "int"}),
                                               ("member", None, {"name": "f", "type": "float"})]),
        ("var", None, {"name": "total", "type": "vint", "location": [3, Symbol("total")]}),
        ("var", None, {"name": "missing", "type": "int", "location": [3, Symbol("nowhere")]}),
        ("var", None, {"type": "int"}),
        ("func", "origin", {"name": "small", "decl_line": 40, "decl_file": 1}),
        ("func", None, {"name": "made", "decl_line": 1, "decl_file": 1, "low_pc": Symbol("$L__begin"),
                        "high_pc": Symbol("$L__end")}, [
            ("param", None, {"name": "out", "type": "to_int", "location": [3, Symbol("made_param_0")]}),
            ("var", None, {"name": "r", "type": "int", "location": register("%r1")}),
            ("var", None, {"name": "f", "type": "float", "location": register("%f1")}),
            ("var", None, {"name": "gone", "type": "int", "location": register("%r99")}),
            ("var", None, {"name": "plain", "type": "word", "location": local(0)}),
            ("var", None, {"name": "heir", "type": "heir", "location": local(0)}),
            ("var", None, {"name": "tint", "type": "colour", "location": local(0)}),
            ("var", None, {"name": "either", "type": "either", "location": local(4)}),
            ("var", None, {"name": "words", "type": "words", "location": local(0)}),
            ("var", None, {"name": "grid", "type": "grid", "location": local(0)}),
            ("var", None, {"name": "open", "type": "open", "location": local(0)}),
            ("var", None, {"name": "none", "type": "none", "location": local(0)}),
            ("var", None, {"name": "through", "type": "int", "location": local(16, 0x06)}),
            ("var", None, {"name": "ref", "type": "ref_int", "location": local(24)}),
            ("var", None, {"name": "regref", "type": "ref_int", "location": register("%rd3")}),
            ("var", None, {"name": "odd", "type": "int", "location": [3, Symbol("home"), 0x9f]}),
            ("var", None, {"name": "code", "type": "to_code", "location": local(32)}),
            ("var", None, {"name": "self", "type": "to_self", "location": local(24)}),
            ("var", None, {"name": "moves", "type": "int", "location": ("data4", 0)}),
            ("var", None, {"name": "labelled", "type": "int", "location": Symbol("moves_list")}),
            ("var", None, {"name": "far", "type": "int", "location": ("data4", 100000)}),
            ("inlined", None, {"origin": "origin", "low_pc": Symbol("$L__inner"), "high_pc": Symbol("$L__inner_end")}, [
                ("var", None, {"name": "deep", "type": "int", "location": register("%r1")})]),
            ("block", None, {"low_pc": Symbol("$L__nowhere"), "high_pc": Symbol("$L__end")}, [
                ("var", None, {"name": "lost", "type": "int", "location": local(0)})]),
            ("block", None, {}, [("var", None, {"name": "lost", "type": "int", "location": local(0)})]),
        ]),
        ("namespace", None, {"name": "n"}, [("block", None, {})]),
    ])
    moves = ["moves_list:"]
    for low, high, block in (("$L__begin", "$L__second", register("%r1")), ("$L__nowhere", "$L__end", register("%r1")),
                             ("$L__second", "$L__end", register("%r2")), ("$L__second", "$L__nowhere", register("%r1")),
                             ("$L__begin", "$L__end", [0x91, 0])):
        moves += place(low, high, block)
    return i.sections(moves + [0] * 16)


COMMANDS = """break made.cu:3
run
info args
info locals
print total
print missing
print *self
print heir.a
print &ref
print regref
ptype heir
ptype Pair
whatis open
whatis none
whatis code
whatis total
print sizeof(word)
print (Colour)11
break made.cu:41
continue
nexti
info locals
backtrace
up
info locals
print moves
set var moves = 77
print moves
info frame
info symbol total
info scope made"""



def session(simtrun, text, commands):
    with tempfile.TemporaryDirectory() as temp:
        path = Path(temp) / "made.ptx"
        path.write_text(text)
        return subprocess.run([simtrun, "--debug", "--quiet", *sum((["-ex", c] for c in commands.splitlines()), []), "--batch", path,
                               "-a", "zeros:u32:4"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=60, cwd=temp)


def shown(run):
    return re.sub(r"0x0*20[0-9a-f]{10}\b", "ADDR", run.stdout.decode(errors="replace"))


def damaged(rng, count):
    """Sections with a piece cut off, a byte changed, or a section missing."""
    for n in range(count):
        sections = made()
        name = rng.choice([".debug_abbrev", ".debug_info", ".debug_info", ".debug_info", ".debug_loc"])
        content = sections[name]
        at = rng.randrange(len(content))
        kind = n % 4
        if kind == 0:
            del content[at:]
        elif kind == 1:
            del content[at]
        else:
            for _ in range(kind):
                at = rng.randrange(len(content))
                content[at] = rng.choice([0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)])
        yield "%s %d %d" % (name, kind, at), sections


def main():
    simtrun = str(Path(sys.argv[1]).resolve())
    failed = 0
    want = Path(__file__).with_suffix(".out")
    for forms in ({}, {"ref": "ref2", "text": "strp", "number": "data2", "block": "block2"},
                  {"ref": "ref_udata", "number": "udata", "block": "block"}, {"ref": "ref8", "number": "data8", "block": "block4"},
                  {"ref": "ref_addr", "number": "sdata"}):
        run = session(simtrun, write(made(**forms)), COMMANDS)
        if "--update" in sys.argv and not forms:
            want.write_text(shown(run))
        if run.returncode or shown(run) != want.read_text():
            failed += 1
            print("forms %s: status %d" % (forms, run.returncode))
            subprocess.run(["diff", "-u", want, "-"], input=shown(run).encode())
    rng = random.Random(1)
    with ThreadPoolExecutor(2) as pool:
        todo = [(what, write(s)) for what, s in damaged(rng, int(dict(a[2:].split("=") for a in sys.argv[2:] if "=" in a).get("damaged", 200)))]
        for (what, text), run in zip(todo, pool.map(lambda t: session(simtrun, t[1], COMMANDS), todo)):
            if run.returncode or b"hit Breakpoint 1, made" not in run.stdout:
                failed += 1
                print("damaged %s: status %d: %s" % (what, run.returncode, run.stdout.decode(errors="replace")[-300:]))
    sys.exit(failed != 0)


main()
