#!/usr/bin/env python3
"""The syntax trees as text and as JSON are written by different code: from the JSON the text is made again, and must be
the same to the byte. That of PTX over each file of tests/ptx/parser, that of CUDA C++ over tree.cu. The IR as JSON has the
instructions of its text.

trees.py SIMTCC SIMTRUN PARSER_TESTS

SPDX-License-Identifier: Apache-2.0
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SIMTCC, SIMTRUN, CASES = map(os.path.abspath, sys.argv[1:4])
del sys.argv[1:]


def dumped(*command, status=(0,)):
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=60)
    assert done.returncode in status, "%s: %d\n%s" % (command, done.returncode, done.stderr)
    return done.stdout


def shift(n, there=True):
    return "%+d" % n if there else ""


class PtxText:
    """Makes what ast_dump.c writes from what ast_json.c wrote."""

    def __init__(self, tree):
        self.places, self.lines = [], []
        self.line(0, "module .version %s .target %s .address_size %d"
                  % (tree["version"], ", ".join(tree["target"]), tree["address_size"]))
        for d in tree["declarations"]:
            self.declaration(d)

    def line(self, depth, text):
        self.lines.append("  " * depth + text)

    def place(self, n):
        self.places.append((n["line"], n["column"]))

    # ---- operands

    def operand(self, o):
        self.place(o)
        kind = o["kind"]
        if kind == "name":
            return "(name %s%s%s)" % (o.get("sign", ""), o["name"], shift(o.get("offset", 0), "offset" in o))
        if kind == "index":
            return "(index %s %d)" % (o["name"], o["index"])
        if kind == "int":
            return "(int %d)" % o["value"]
        if kind in ("f32", "f64"):
            return "(%s %s)" % (kind, o["bits"])
        inside = [kind] + [self.operand(e) for e in o.get("elements", [])]
        return "(%s)" % " ".join(inside + ([o["suffix"]] if "suffix" in o else []))

    # ---- declarations

    def init(self, i):
        self.place(i)
        kind = i["kind"]
        if kind == "int":
            return "%d" % i["value"]
        if kind in ("f32", "f64"):
            return i["bits"]
        if kind == "option":
            return "%s = %s" % (i["option"], i["value"])
        if kind == "list":
            return "{%s}" % ", ".join(map(self.init, i["elements"]))
        text = ("generic(%s)" if i.get("generic") else "%s") % i["name"]
        return ("byte %d of " % i["byte"] if "byte" in i else "") + text + shift(i["offset"], i["offset"])

    def attributes(self, n):
        for a in n.get("attributes", []):
            self.place(a)
        return "".join(" .attribute(%s)" % " ".join([a["name"], *map(str, a["values"])]) for a in n.get("attributes", []))

    @staticmethod
    def linkage(n):
        return ".%s " % n["linkage"] if "linkage" in n else ""

    def variable(self, depth, what, v):
        self.place(v)
        hidden = ".hidden " if v.get("hidden") else ""
        text = "%s %s%s.%s%s" % (what, self.linkage(v), hidden, v["space"], self.attributes(v))
        text += " .align %d" % v["align"] if "align" in v else ""
        text += " .v%d" % v["vector"] if "vector" in v else ""
        text += " " + v["type"]
        if "pointer_to" in v:
            text += " .ptr" + ("" if v["pointer_to"] == "generic" else " ." + v["pointer_to"])
            text += " .align %d" % v["pointer_align"] if "pointer_align" in v else ""
        text += " " + (v["name"] or "_")
        text += "<%d>" % v["range"] if "range" in v else ""
        text += "".join("[%s]" % (n or "") for n in v.get("dimensions", []))
        self.line(depth, text + (" = " + self.init(v["init"]) if "init" in v else ""))

    def signature(self, depth, f):
        for what, key in ("result", "results"), ("param", "parameters"):
            for v in f[key]:
                self.assert_kind(v, "result" if what == "result" else "parameter")
                self.variable(depth, what, v)
        for d in f.get("directives", []):
            self.place(d)
            text = ' "%s"' % d["text"] if "text" in d else ""
            self.line(depth, "directive %s%s%s" % (d["name"], text, "".join(" %d" % v for v in d["values"])))

    @staticmethod
    def assert_kind(n, kind):
        assert n["kind"] == kind, n

    # ---- statements

    def source_line(self, s):
        text = "loc %d %d %d" % (s["file"], s["source_line"], s["source_column"])
        if "inlined_at" in s:
            text += " function_name %s%s" % (s["function_name"], shift(s["function_name_offset"], s["function_name_offset"]))
            text += " inlined_at %d %d %d" % tuple(s["inlined_at"])
        return text

    def instruction(self, s):
        guard = "@%s%s " % ("!" if s["guard_negated"] else "", s["guard"]) if "guard" in s else ""
        return " ".join(["inst " + guard + s["opcode"], *map(self.operand, s["operands"])])

    def statements(self, depth, body):
        for s in body:
            kind = s["kind"]
            if kind == "variable":
                self.variable(depth, "var", s)
                continue
            self.place(s)
            if kind == "block":
                self.line(depth, "block")
                self.statements(depth + 1, s["body"])
            elif kind == "callprototype":
                self.line(depth, "callprototype " + s["name"])
                self.signature(depth + 1, s)
            else:
                self.line(depth, {
                    "instruction": self.instruction,
                    "label": lambda s: "label " + s["name"],
                    "loc": self.source_line,
                    "pragma": lambda s: 'pragma "%s"' % s["text"],
                    "branchtargets": lambda s: "branchtargets %s: %s" % (s["name"], " ".join(s["targets"])),
                    "calltargets": lambda s: "calltargets %s: %s" % (s["name"], " ".join(s["targets"])),
                }[kind](s))

    # ---- module

    def function(self, f):
        what = {"entry": "entry", "function": "func"}[f["kind"]]
        self.line(1, "%s %s%s%s" % (what, self.linkage(f), f["name"], self.attributes(f)))
        self.signature(2, f)
        if "body" in f:
            self.line(2, "body")
            self.statements(3, f["body"])

    def section(self, d):
        self.line(1, "section " + d["name"])
        for i in d["items"]:
            if "label" in i:
                self.line(2, "label " + i["label"])
            elif "value" in i:
                self.line(2, "%s %d" % (i["type"], i["value"]))
            else:
                minus = "-" + i["minus"] if "minus" in i else ""
                self.line(2, "%s %s%s%s" % (i["type"], i["symbol"], shift(i.get("offset", 0), i.get("offset")), minus))

    def declaration(self, d):
        kind = d["kind"]
        if kind == "variable":
            self.variable(1, "var", d)
            return
        self.place(d)
        if kind in ("entry", "function"):
            self.function(d)
        elif kind == "alias":
            self.line(1, "alias %s of %s" % (d["name"], d["of"]))
        elif kind == "file":
            time = " time %d size %d" % (d["time"], d["size"]) if "time" in d else ""
            self.line(1, 'file %d "%s"%s' % (d["index"], d["name"], time))
        elif kind == "section":
            self.section(d)
        else:
            self.assert_kind(d, "pragma")
            self.line(1, 'pragma "%s"' % d["text"])


class CudaText:
    """The same of parser/cuda: cast_dump_func, from cast_json_func."""

    def __init__(self, tree):
        self.kinds, self.lines = set(), []
        for f in tree["functions"]:
            self.line(0, "%s %s '%s'" % (f["kind"], f["link_name"] or f["name"], f["type"]))
            for p in f["parameters"]:
                self.line(1, "param %s '%s'" % (p["name"] or "(unnamed)", p["type"]))
            if "body" in f:
                self.statement(1, f["body"])

    def line(self, depth, text):
        self.lines.append("  " * depth + text)

    def expression(self, depth, e):
        if e is None:
            self.line(depth, "-")
            return
        kind = e["kind"]
        self.kinds.add(kind)
        text = "%s%s '%s'" % (kind, " " + e["category"] if "category" in e else "", e["type"])
        if "name" in e:
            text += " " + (e["name"] or "(unnamed)")
        for key, form in (("value", " %s"), ("register", " %s"), ("bytes", " of %d bytes"), ("field", " field %d"),
                          ("builtin", " %d")):
            text += form % e[key] if key in e else ""
        if "operation" in e:
            text += " %s in '%s'" % (e["operation"], e["computed_as"])
        self.line(depth, text)
        for o in e.get("operands", []):
            self.expression(depth + 1, o)
        if kind == "stmt-expr":
            self.statement(depth + 1, e["body"])

    def inline_ptx(self, depth, s):
        self.line(depth, "asm%s \"%s\"" % (" volatile" if s["volatile"] else "", s["text"]))
        for o in s["operands"]:
            self.line(depth + 1, '"%s"' % o["constraint"])
            self.expression(depth + 2, o["value"])

    def statement(self, depth, s):
        if s is None:
            self.line(depth, "-")
            return
        self.kinds.add(s["kind"])
        if s["kind"] == "asm":
            self.inline_ptx(depth, s)
            return
        v, text = s.get("variable"), s["kind"]
        if v:
            text += " %s '%s'" % (v["name"] or "(unnamed)", v["type"])
        text += " %d..%d" % (s["low"], s["high"]) if "low" in s else ""
        text += " " + s["label"] if "label" in s else ""
        text += " unroll %d" % s["unroll"] if "unroll" in s else ""
        self.line(depth, text)
        if v and "init" in v:
            self.expression(depth + 1, v["init"])
        for key in "expression", "step":
            if key in s:
                self.expression(depth + 1, s[key])
        for key in "body", "else":
            if key in s:
                self.statement(depth + 1, s[key])
        for part in s.get("statements", []):
            self.statement(depth + 1, part)


class Trees(unittest.TestCase):
    maxDiff = None

    def test_ptx(self):
        cases = sorted(glob.glob(os.path.join(CASES, "*.t")))
        self.assertGreater(len(cases), 30)
        with tempfile.TemporaryDirectory() as folder:
            for path in cases:
                with self.subTest(case=os.path.basename(path)), open(path) as f:
                    self.check_ptx(os.path.join(folder, "case.ptx"), f.read().partition("//==== expected")[0])

    def check_ptx(self, path, source):
        with open(path, "w") as f:
            f.write(source)
        # a tree whose names mean nothing is dumped too (2)
        text = PtxText(json.loads(dumped(SIMTRUN, "--dump=ast:json", path, status=(0, 2))))
        want = re.sub(r"(\(int \d+)U\)", r"\1)", dumped(SIMTRUN, "--dump=ast", path, status=(0, 2)))
        self.assertEqual(want.splitlines(), text.lines)
        lines = source.split("\n")
        for line, column in text.places:
            self.assertLess(column - 1, len(lines[line - 1]), "a place outside the file")

    def test_ir(self):
        """Each instruction of the IR as JSON is one of the text, in its order; what it calls and names is there."""
        calls = 0
        with tempfile.TemporaryDirectory() as folder:
            for path in sorted(glob.glob(os.path.join(CASES, "*.t")) + glob.glob(os.path.join(CASES, "../ir/*.t"))):
                with self.subTest(case=os.path.basename(path)), open(path) as f:
                    case = os.path.join(folder, "case.ptx")
                    with open(case, "w") as to:
                        to.write(f.read().partition("//==== expected")[0])
                    if not subprocess.run([SIMTRUN, "--check-only", case], capture_output=True).returncode:
                        calls += self.check_ir(case)
        self.assertGreaterEqual(calls, 5)

    def check_ir(self, path):
        """How many calls there are."""
        text, ir = dumped(SIMTRUN, "--dump=ir", path), json.loads(dumped(SIMTRUN, "--dump=ir:json", path))
        calls = 0
        names = {f["name"] for f in ir["functions"]}
        for f in ir["functions"]:
            at = 0
            for i in (i for b in f.get("blocks", []) for i in b["instructions"]):
                found = text.find(i["text"], at)
                self.assertGreaterEqual(found, at, i)
                at = found + len(i["text"])
                for o in self.operands(i["operands"]):
                    if o["kind"] == "function":
                        calls += 1
                        self.assertIn(o["function"], names)
                    if "symbol" in o:
                        self.assertIn(o["symbol"], i["text"])
                    if o["kind"] == "register":
                        # an element of a vector that stands there as a whole
                        whole = re.sub(r"[.][xyzw]$", "", o["register"])
                        self.assertTrue(o["register"] in i["text"] or whole in i["text"], i)
        for v in ir["variables"]:
            self.assertRegex(text, r"[.]%s .*\b%s\b" % (v["space"], re.escape(v["name"])))
        return calls

    def operands(self, some):
        for o in some:
            yield o
            yield from self.operands(o.get("elements", []))

    def test_cuda(self):
        text = CudaText(json.loads(dumped(SIMTCC, "--emit=ast:json", "tree.cu")))
        self.assertEqual(dumped(SIMTCC, "--emit=ast", "tree.cu").splitlines(), text.lines)
        with open(os.path.join(HERE, "tree.cu")) as f:
            self.assertEqual(set(f.readline().split(":")[1].split()) - text.kinds, set())


unittest.main(verbosity=2)
