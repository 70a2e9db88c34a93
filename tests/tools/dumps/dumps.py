#!/usr/bin/env python3
"""Every stage of two small kernels, in every form, against the files of golden/; what the host's processor and
LLVM decide is checked for its shape.

dumps.py SIMTCC SIMTRUN HAS_JIT [--update]

SPDX-License-Identifier: Apache-2.0
"""
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "golden")
SIMTCC, SIMTRUN = map(os.path.abspath, sys.argv[1:3])
HAS_JIT = sys.argv[3] == "jit"
UPDATE = "--update" in sys.argv
del sys.argv[1:]

STAGES = {  # of each file: the words that are kept
    "sum.ptx": ["tokens", "tokens:json", "ast", "ast:json", "ir", "ir:json", "cfg", "cfg:json", "cfg:dot", "cfg:svg",
                "uniformity", "uniformity:json", "opt"],
    "scale.cu": ["tokens", "tokens:json", "ast", "ast:json", "ir", "cfg:svg", "uniformity:json", "changed", "changed:diff",
                 "changed:json"],
}


def command(name, word):
    if word.startswith("changed"):
        option = "--print-changed" + word[len("changed"):].replace(":", "=")
    else:
        option = ("--emit=" if name.endswith(".cu") else "--dump=") + word
    return [SIMTCC if name.endswith(".cu") else SIMTRUN, option, name]


def run(args, status=0):
    done = subprocess.run(args, cwd=HERE, capture_output=True, text=True, timeout=60)
    assert done.returncode == status, "%s: %d\n%s" % (args, done.returncode, done.stderr)
    return done.stdout if status == 0 else done.stderr


class Dumps(unittest.TestCase):
    def test_golden(self):
        for name, words in STAGES.items():
            for word in words:
                with self.subTest(file=name, stage=word):
                    self.check(name, word)

    def check(self, name, word):
        got = run(command(name, word))
        path = os.path.join(GOLDEN, name + "." + word.replace(":", "."))
        if word.endswith(":json"):
            json.loads(got)
        if word.endswith(":svg"):
            xml.etree.ElementTree.fromstring(got)
        if UPDATE:
            with open(path, "w") as f:
                f.write(got)
        with open(path) as f:
            want = f.read()
        lines = difflib.unified_diff(want.splitlines(), got.splitlines(), "golden", "got", lineterm="")
        self.assertEqual(want, got, "\n".join(lines))

    def test_texts_and_json_agree(self):
        tokens = json.loads(run([SIMTRUN, "--dump=tokens:json", "sum.ptx"]))["tokens"]
        lines = run([SIMTRUN, "--dump=tokens", "sum.ptx"]).splitlines()
        self.assertEqual([l.split(" ")[0] for l in lines], ["%d:%d" % (t["line"], t["column"]) for t in tokens])
        with open(os.path.join(HERE, "sum.ptx")) as f:
            source = f.read().split("\n")
        for t in tokens:
            self.assertTrue(source[t["line"] - 1][t["column"] - 1:].startswith(t["text"]), t)
        ir = json.loads(run([SIMTRUN, "--dump=ir:json", "sum.ptx"]))
        (k,) = ir["functions"]
        for block in k["blocks"]:
            for i in block["instructions"]:
                self.assertIn(i["text"].split("}")[0], source[i["ptx_line"] - 1])

    def test_several_stages_at_once(self):
        both = run([SIMTRUN, "--dump=cfg,ir", "sum.ptx"])
        self.assertEqual(both, run([SIMTRUN, "--dump=cfg", "sum.ptx"]) + run([SIMTRUN, "--dump=ir", "sum.ptx"]))
        both = run([SIMTCC, "--emit=ast:json,cfg:json", "scale.cu"])
        ast, end = json.JSONDecoder().raw_decode(both)
        self.assertEqual([f["name"] for f in ast["functions"]], ["scale", "twice"])
        self.assertIn("blocks", json.loads(both[end:])["functions"][0])

    def test_simtcc_of_ptx(self):
        for word in ("tokens:json", "ast", "ir", "cfg:svg"):
            ours = run([SIMTCC, "--emit=" + word, "sum.ptx"])
            theirs = run([SIMTRUN, "--dump=" + word, "sum.ptx"])
            self.assertEqual(re.sub(r'"file": "[^"]*"', "", ours), re.sub(r'"file": "[^"]*"', "", theirs))
        self.assertEqual(run([SIMTCC, "--print-changed=diff", "sum.ptx"]),
                         run([SIMTRUN, "--print-changed=diff", "sum.ptx"]))

    def test_changes_lead_from_pass_to_pass(self):
        """The differences, applied one after the other, give the texts."""
        (f,) = json.loads(run([SIMTRUN, "--print-changed=json", "sum.ptx"]))["functions"]
        text = run([SIMTRUN, "--print-changed", "sum.ptx"])
        after = re.findall(r"\*\*\* sum: after (\S+) \*\*\*\n(.*?)\n\n", text, re.S)
        changed = [p for p in f["passes"] if p.get("changed")]
        self.assertEqual([name for name, _ in after], [p["pass"] for p in changed])
        self.assertGreater(len(changed), 5)
        have = f["passes"][0]["text"].rstrip("\n").split("\n")
        for p, (_, want) in zip(changed, after):
            have = self.patched(have, p["diff"])
            self.assertEqual(have, want.split("\n"), p["pass"])
        self.assertIn("changed nothing", text)

    def test_all_functions_of_llvm(self):
        """What stands between functions in LLVM's text ends no list of lines."""
        text = open(os.path.join(HERE, "calls.ptx")).read()
        functions = set(re.findall(r"\.(?:func|entry)\s+(?:\(.*\)\s*)?(\w+)", text))
        self.assertEqual(len(functions), 3)
        for stage, begins in ("llvm", r"define .*@ptx_(\w+)\("), ("llvm-opt", r"define .*@ptx_(\w+)\("), ("asm", r"ptx_(\w+):"):
            command = [SIMTRUN, "--dump=%s:json" % stage, "calls.ptx"]
            if "built without LLVM" in subprocess.run(command, cwd=HERE, capture_output=True, text=True).stderr:
                self.skipTest("no LLVM")
            (kernel,) = json.loads(run(command))["kernels"]
            found = set(re.findall(begins, "\n".join(l["text"] for l in kernel["lines"])))
            self.assertEqual(found, functions, stage)
            self.assertFalse([l for l in kernel["lines"] if l["text"].startswith(("declare", ".LCPI"))])

    def test_llvm_text_repeats(self):
        """Where LLVM's values lie in memory, which differs from run to run, decides nothing. A tree makes many of them."""
        source = os.path.join(HERE, "..", "..", "cuda", "kernels", "scan.cu")
        with tempfile.TemporaryDirectory() as folder:
            ptx = os.path.join(folder, "scan.ptx")
            run([SIMTCC, "-O3", "-ptx", source, "-o", ptx])
            command = [SIMTRUN, "--dump=llvm", "--block=128", ptx]
            if "built without LLVM" in subprocess.run(command, capture_output=True, text=True).stderr:
                self.skipTest("no LLVM")
            self.assertEqual(len({run(command) for _ in range(4)}), 1)

    def test_changes_of_llvm(self):
        """Each pass by itself leads to what all of them together make, but for the names of values."""
        def shape(text):
            names = {}
            text = re.sub(r"(?m)^(source_filename|; ModuleID|; Function Attrs).*$|; preds = .*|;.*$|#\d+", "", text)
            text = re.sub(r"(?m)^([\w.]+):", r"%\1:", text)
            text = re.sub(r"%[\w.]+", lambda m: names.setdefault(m.group(0), "%%%d" % len(names)), text)
            return [l.strip() for l in text.split("\n") if l.strip() and not l.startswith(("declare", "attributes", "define"))]
        if "built without LLVM" in subprocess.run([SIMTRUN, "--print-changed=llvm", "sum.ptx"], cwd=HERE, capture_output=True,
                                                  text=True).stderr:
            self.skipTest("no LLVM")
        (f,) = json.loads(run([SIMTRUN, "--print-changed=llvm:json", "sum.ptx"]))["functions"]
        names = [p["pass"] for p in f["passes"]]
        self.assertEqual(names[0], "mem2reg")
        self.assertEqual(names[-1], "order")
        self.assertGreater(sum(p["changed"] for p in f["passes"]), 3)
        have = f["start"].rstrip("\n").split("\n")
        for p in f["passes"]:
            have = self.patched(have, p.get("diff", []))
        self.assertEqual(have, f["end"].rstrip("\n").split("\n"))
        self.assertEqual(sorted(shape(f["end"])), sorted(shape(run([SIMTRUN, "--dump=llvm-opt", "sum.ptx"]))))
        diff = run([SIMTRUN, "--print-changed=llvm:diff", "sum.ptx"])
        for p in f["passes"]:
            self.assertIn("*** sum: %s" % p["pass"], diff)
        self.assertEqual(run([SIMTCC, "--print-changed=llvm:diff", "sum.ptx"]), diff)
        text = run([SIMTRUN, "--print-changed=llvm", "sum.ptx"])
        self.assertIn("*** sum: after mem2reg ***\n; ModuleID", text)
        self.assertNotIn("as the passes see it", text)
        self.assertIn("mem2reg", run([SIMTCC, "--print-changed=llvm:diff", "-G", "scale.cu"]))
        for bad in ("llvm:", "llvm:x", "llvmdiff"):
            self.assertIn("llvm:diff for LLVM's passes", run([SIMTRUN, "--print-changed=" + bad, "sum.ptx"], status=1))

    def patched(self, have, diff):
        out, at, piece = [], 0, []
        for line in diff + ["@"]:
            if line[0] != "@":
                piece.append(line)
                continue
            old = [l[1:] for l in piece if l[0] in " -"]
            while piece and have[at:at + len(old)] != old:
                self.assertLess(at, len(have), piece)
                out.append(have[at])
                at += 1
            out += [l[1:] for l in piece if l[0] in " +"]
            at += len(old)
            piece = []
        return out + have[at:]

    def test_functions_can_be_chosen(self):
        self.assertIn("sum:", run([SIMTRUN, "--dump=cfg", "--kernel=sum", "sum.ptx"]))
        self.assertIn("E0403", run([SIMTRUN, "--dump=cfg", "--kernel=none", "sum.ptx"], status=1))

    def test_what_is_no_stage(self):
        for word in ("ir:svg", "ast:", "cfg:png", "json", "ir,,x", ":json"):
            self.assertIn("cfg also with :dot or :svg", run([SIMTRUN, "--dump=" + word, "sum.ptx"], status=1))
            self.assertIn("cfg also with :dot or :svg", run([SIMTCC, "--emit=" + word, "scale.cu"], status=1))
        self.assertIn("it takes text, diff and json", run([SIMTRUN, "--print-changed=x", "sum.ptx"], status=1))
        self.assertIn("takes text, diff and json", run([SIMTCC, "--print-changed=x", "scale.cu"], status=1))
        self.assertIn("does not run with -G", run([SIMTCC, "--print-changed", "-G", "scale.cu"], status=1))

    def test_broken_texts(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "bad.ptx")
            for text in (".version 8.0\n.target \x01 sm_90 \"", "", ".version 8.0\n.target sm_90\n{{{[[[(("):
                with open(path, "w") as f:
                    f.write(text)
                for word in ("tokens", "tokens:json", "ast:json", "ir:json", "cfg:svg"):
                    done = subprocess.run([SIMTRUN, "--dump=" + word, path], capture_output=True, timeout=60)
                    self.assertIn(done.returncode, (0, 2), done.stderr)
                    if word == "tokens:json":
                        json.loads(done.stdout)

    def test_warnings_come_once(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "warned.ptx")
            with open(path, "w") as f:
                f.write(".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n\tfrobnicate.u32 1;\n\tret;\n}\n")
            for option in ("--dump=tokens,ast,ir,cfg:json", "--dump=ast", "--print-changed", "--explain-page=/dev/null"):
                done = subprocess.run([SIMTRUN, option, path], capture_output=True, text=True, timeout=60)
                self.assertEqual((done.returncode, done.stderr.count("warning[E0108]")), (0, 1), option + done.stderr)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_what_the_jit_makes(self):
        for word in ("llvm", "llvm-opt", "asm"):
            text = run([SIMTRUN, "--dump=" + word, "sum.ptx"])
            self.assertEqual(text, run([SIMTRUN, "--dump=" + word, "sum.ptx"]), "the same every time")
            dump = json.loads(run([SIMTRUN, "--dump=%s:json" % word, "sum.ptx"]))
            self.assertEqual(dump["stage"], word)
            (k,) = dump["kernels"]
            self.assertEqual((k["name"], k["block"]), ("sum", [64, 1, 1]))
            lines = {l["ptx_line"] for l in k["lines"] if "ptx_line" in l}
            self.assertIn(20, lines, word)
            self.assertTrue(len(lines) > 5 and lines <= set(range(5, 29)), lines)
            self.assertFalse([l for l in k["lines"] if "!dbg" in l["text"]])


unittest.main(verbosity=2)
