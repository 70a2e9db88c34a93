#!/usr/bin/env python3
# judge.py - simtrun --judge: ways to cheat it, each of which is caught for the reason in its first lines; kernels
# that are right, which pass; references of each kind; the document and the exit status.
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SIMTRUN, ROOT = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
EVERY = int(sys.argv[3])  # of the cheats only every so many
STATUS = {"compile": 2, "include": 2, "no-kernel": 2, "signature": 2, "unsupported": 2, "timeout": 4, "deadlock": 5,
          "memory": 3, "race": 3, "sync": 3, "uninitialised": 3, "trap": 3, "limit": 2, "wrong-result": 6,
          "unwritten": 6, "constant-result": 6, "stateful": 6, "input-changed": 6, "nondeterministic": 6,
          "old-contents": 6}
MEMBERS = ["schema", "file", "against", "kernel", "seed", "verdict", "status", "compiles", "reasons", "diagnostics",
           "arguments", "tolerance", "limits", "findings", "cases", "hints"]


def heads(path):
    return dict(re.findall(r"^// (\w+): (.*)$", path.read_text(), re.M))


class Judge(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_it(self, *words):
        r = subprocess.run([SIMTRUN, "--judge", *map(str, words)], capture_output=True, text=True, timeout=120,
                           cwd=self.folder.name)
        self.assertNotIn("Traceback", r.stderr)
        return r

    def judge(self, kernel, against, *words):
        r = self.run_it(kernel, "--against", against, *words)
        document = json.loads(r.stdout)
        self.assertEqual(document["status"], r.returncode)
        self.assertEqual(document["verdict"],
                         {0: "pass", 1: "error"}.get(r.returncode, "fail"), r.stdout[:2000])
        return document

    def write(self, name, text):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(text)
        return path

    def test_cheats(self):
        cheats = sorted((HERE / "cheats").iterdir())
        self.assertGreaterEqual(len(cheats), 30)
        for path in cheats[::EVERY]:
            with self.subTest(path.name):
                head = heads(path)
                d = self.judge(path, HERE / head.get("against", "add.cu"))
                names = [r["name"] for r in d["reasons"]]
                # which launch is the first to hang may depend on the machine's speed
                told = [name for name in head["expects"].split() if name in names]
                self.assertTrue(told, d["reasons"])
                self.assertEqual(d["verdict"], "fail")
                self.assertEqual(d["status"], STATUS[told[0]], d["reasons"])
                if "hint" in head:
                    self.assertIn(head["hint"], [h["name"] for h in d["hints"]])
                self.assertEqual(os.listdir(self.folder.name), [])

    def test_hints(self):
        # What no launch shows to be wrong, and a reader should look at.
        for name, hint, body in (
                ("counter", "keeps-state", "if (i == 0) atomicAdd(&calls, 1);\nif (i < n && calls < 1000) c[i] = a[i] + b[i];"),
                ("restored", "writes-inputs", "float *p = const_cast<float *>(a);\nif (i < n) { float x = p[i]; p[i] = x + b[i];"
                 " __threadfence(); c[i] = ((volatile float *)p)[i]; p[i] = x; }"),
        ):
            with self.subTest(name):
                kernel = self.write(name + ".cu", "__managed__ int calls;\n__global__ void add(const float *a, const float *b,"
                                    " float *c, int n) {\nint i = blockIdx.x * blockDim.x + threadIdx.x;\n" + body + "\n}\n")
                d = self.judge(kernel, HERE / "add.cu")
                self.assertIn(hint, [h["name"] for h in d["hints"]], d["hints"])
        d = self.judge(HERE / "good" / "add.cu", HERE / "add.cu")
        self.assertEqual([h["name"] for h in d["hints"]], ["counted"])

    def test_own_inputs(self):
        # Another kernel gets other inputs; the same one, under another name, gets the same.
        text = """#include <cstdio>
__global__ void add(const float *a, const float *b, float *c, int n) {
int i = blockIdx.x * blockDim.x + threadIdx.x;
if (i < n) c[i] = %s;
if (i == 0 && n) printf("%%x", __float_as_uint(a[0]));
}
"""
        printed = []
        for name, sum_of in (("one", "a[i] + b[i]"), ("two", "b[i] + a[i] * 1"), ("three", "a[i] + b[i]")):
            d = self.judge(self.write(name + ".cu", text % sum_of), HERE / "add.cu")
            printed.append([c.get("printed") for c in d["cases"] if "special" not in c["name"]])
        self.assertNotEqual(printed[0], printed[1])
        self.assertEqual(printed[0], printed[2])

    def test_good(self):
        for path in sorted((HERE / "good").iterdir()):
            with self.subTest(path.name):
                d = self.judge(path, HERE / heads(path)["against"])
                self.assertEqual((d["reasons"], d["status"]), ([], 0))
                self.assertEqual([m for m in MEMBERS if m not in d], [])
                self.assertIn("counters", d)
                self.assertTrue(all(c["state"] == "run" for c in d["cases"]))

    def test_deterministic(self):
        path = HERE / "cheats" / "order.cu"
        a, b = (self.run_it(path, "--against", HERE / "place.cu").stdout for _ in range(2))
        self.assertEqual(a, b)
        self.assertNotEqual(a, self.run_it(path, "--against", HERE / "place.cu", "--seed", 7).stdout)

    def test_several(self):
        files = [HERE / "good" / "add.cu", HERE / "cheats" / "nothing.cu", HERE / "cheats" / "no-kernel.cu"]
        r = self.run_it(*files, "--against", HERE / "add.cu")
        self.assertEqual([d["status"] for d in json.loads(r.stdout)], [0, 6, 2])
        self.assertEqual(r.returncode, 6)

    def test_ptx(self):
        ptx = self.write("add.ptx", """.version 8.0
.target sm_90
.address_size 64
.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n) {
	.reg .b64 %rd<9>;
	.reg .b32 %r<6>;
	.reg .f32 %f<4>;
	.reg .pred %p;
	mov.u32 %r1, %ctaid.x;
	mov.u32 %r2, %ntid.x;
	mov.u32 %r3, %tid.x;
	mad.lo.u32 %r4, %r1, %r2, %r3;
	ld.param.u32 %r5, [n];
	setp.ge.u32 %p, %r4, %r5;
	@%p ret;
	ld.param.u64 %rd1, [a];
	ld.param.u64 %rd2, [b];
	ld.param.u64 %rd3, [c];
	mul.wide.u32 %rd4, %r4, 4;
	add.u64 %rd5, %rd1, %rd4;
	add.u64 %rd6, %rd2, %rd4;
	add.u64 %rd7, %rd3, %rd4;
	ld.global.f32 %f1, [%rd5];
	ld.global.f32 %f2, [%rd6];
	add.f32 %f3, %f1, %f2;
	st.global.f32 [%rd7], %f3;
	ret;
}
""")
        self.assertEqual(self.judge(ptx, HERE / "add.cu")["reasons"], [])
        self.assertEqual(self.judge(HERE / "good" / "add.cu", ptx)["reasons"], [])

    def test_recorded(self):
        # The kernels of a launch file against what a device has left.
        folder = ROOT / "tests" / "isa"
        launch = sorted(p for p in folder.glob("*/*.launch.json") if (p.parent / (p.name[:-12] + ".expect")).exists())
        self.assertTrue(launch)
        text = json.loads(launch[0].read_text())
        ptx = launch[0].parent / text["module"]
        expect = launch[0].parent / (launch[0].name[:-12] + ".expect")
        d = self.judge(ptx, expect, "--kernel", text["launches"][0]["kernel"])
        self.assertEqual(d["reasons"], [])
        wrong = self.write("wrong.ptx", re.sub(r"(?m)^(\s*)st\.global.*", r"\1", ptx.read_text()))
        d = self.judge(wrong, expect, "--kernel", text["launches"][0]["kernel"])
        self.assertIn("unwritten", [r["name"] for r in d["reasons"]])

    def test_tolerance(self):
        near = self.write("near.cu", (HERE / "add.cu").read_text().replace("a[i] + b[i]", "__fadd_ru(a[i], b[i])"))
        spec = self.write("spec", "plain")
        self.assertEqual(self.judge(near, HERE / "add.cu", "--judge-spec", spec)["reasons"], [])
        d = self.judge(near, HERE / "add.cu", "--judge-spec", spec, "--ulp", 0)
        self.assertEqual([r["name"] for r in d["reasons"]], ["wrong-result"])
        worst = max(r["max_ulp"] or 0 for c in d["cases"] for r in c["results"])
        self.assertEqual(worst, 1)
        d = self.judge(near, HERE / "add.cu", "--judge-spec", spec, "--ulp", 0, "--rel", "1e-6", "--abs", "1e-30")
        self.assertEqual(d["status"], 0)

    def test_example(self):
        examples = ROOT / "examples"
        self.assertEqual(self.judge(examples / "saxpy.ptx", examples / "saxpy.py")["reasons"], [])

    def test_spec_file(self):
        spec = self.write("spec", "kernel add\nargs x[len], y[len], z[len] out, len\nlen = 5 2*block-1\nblock 64\n")
        d = self.judge(HERE / "good" / "add.cu", HERE / "add.cu", "--judge-spec", spec)
        self.assertEqual(d["reasons"], [])
        self.assertEqual([c["name"] for c in d["cases"]],
                         ["len=5", "len=127", "len=127 special", "len=127 special", "len=127 again"])
        self.assertEqual(d["cases"][0]["block"], [64, 1, 1])

    def test_bad_descriptions(self):
        for text, says in (("args x[n", "']' is missing"), ("grid 1,2,3,4", "three dimensions"), ("foo 3", "it begins with"),
                           ("args x x", "stand in, out"), ("args n\nm = 3", "no scalar argument"), ("ulp x", "a number")):
            with self.subTest(text):
                r = self.run_it(HERE / "add.cu", "--against", HERE / "add.cu", "--judge-spec", self.write("spec", text))
                self.assertEqual(r.returncode, 1)
                self.assertIn("error[E0414]", r.stderr)
                self.assertIn(says, r.stderr)
        for text, says in (("args a[n], b[n], c[q], n", "no value"), ("args a[n/0], b[n], c[n], n", "division by zero"),
                           ("args a[n*n*n*n*n*n*n*n*n*n*n*n*n], b[n], c[n], n", "too large"),
                           ("args a[n*n*n*n*n*n*n], b[n], c[n], n", "64 MiB"), ("args a[1<<3], b[n], c[n], n", "operator"),
                           ("args a[" + "(" * 100 + "n" + ")" * 100 + "], b[n], c[n], n", "brackets")):
            with self.subTest(text):
                d = self.judge(HERE / "add.cu", HERE / "add.cu", "--judge-spec", self.write("spec", text))
                self.assertEqual((d["verdict"], d["reasons"][0]["name"]), ("error", "reference"))
                self.assertIn(says, d["reasons"][0]["text"])

    def test_bad_references(self):
        for name, text, says in (
                ("crash.py", "# judge: args a[n], b[n], c[n] out, n\nimport sys\nsys.exit('no idea')\n", "no idea"),
                ("silent.py", "# judge: args a[n], b[n], c[n] out, n\n", "did not write"),
                ("wrong.cu", "__global__ void add(const float *a, const float *b, float *c, int n) { c[-1] = 0; }", "fails"),
                ("bad.cu", "__global__ void add(", "does not compile"),
                ("none.cu", "int nothing;", "does not compile"),
                ("none.expect", "", "launch.json")):
            with self.subTest(name):
                d = self.judge(HERE / "good" / "add.cu", self.write(name, text))
                self.assertEqual((d["status"], d["reasons"][0]["name"]), (1, "reference"))
                self.assertIn(says, d["reasons"][0]["text"])
        self.assertEqual(self.judge(HERE / "good" / "add.cu", "missing.cu")["status"], 1)
        self.assertEqual(self.judge("missing.cu", HERE / "add.cu")["reasons"][0]["name"], "file")
        self.assertEqual(self.run_it(HERE / "add.cu").returncode, 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
