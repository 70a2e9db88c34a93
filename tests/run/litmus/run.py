#!/usr/bin/env python3
"""Litmus tests: those of this folder go as their files say; the forms that the reader takes; what is wrong with bad
files, and where.

SPDX-License-Identifier: Apache-2.0
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import unittest

SIMTRUN, FOLDER = os.path.abspath(sys.argv.pop(1)), sys.argv.pop(1)

MP = """PTX MP
"Message passing"
{ x=0; y=0; }
 P0@cta 0,gpu 0      | P1@cta 1,gpu 0         ;
 st.weak x, 1        | ld.acquire.gpu r0, y   ;
 st.release.gpu y, 1 | ld.weak r1, x          ;
exists (1:r0=1 /\\ 1:r1=0)
"""


class Case(unittest.TestCase):
    def run_it(self, *texts, options=(), status=0):
        with tempfile.TemporaryDirectory() as folder:
            for i, text in enumerate(texts):
                with open(os.path.join(folder, "t%d.litmus" % i), "w") as f:
                    f.write(text)
            p = subprocess.run([SIMTRUN, "--litmus", *options, *("t%d.litmus" % i for i in range(len(texts)))],
                               cwd=folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        self.out, self.err = p.stdout, p.stderr
        return p.stdout

    def seen(self, text, **how):
        """Never, Sometimes or Always."""
        return re.search(r"^Observation \S+ (\w+)", self.run_it(text, **how), re.M)[1]

    def wrong(self, old, new, place, words, text=MP):
        self.assertIn(old, text)
        self.run_it(text.replace(old, new, 1), status=2)
        self.assertIn("t0.litmus:%s: error[E0410]" % place, self.err)
        self.assertIn(words, self.err)
        self.assertRegex(self.err, r"\n +\|? *\^")


class Folder(unittest.TestCase):
    def test_all_go_as_their_files_say(self):
        files = sorted(glob.glob(os.path.join(FOLDER, "*.litmus")))
        self.assertGreater(len(files), 80)
        p = subprocess.run([SIMTRUN, "--litmus", *files], capture_output=True, text=True, timeout=100)
        self.assertEqual(p.returncode, 0, "\n".join(re.findall("^FAIL.*", p.stdout, re.M)) + p.stderr)
        self.assertEqual(len(re.findall(r"^Schedules \S+ all$", p.stdout, re.M)), len(files))
        self.assertIn("%d passed, 0 failed" % len(files), p.stdout)

    def test_each_foretells_what_is_seen(self):
        for path in glob.glob(os.path.join(FOLDER, "*.litmus")):
            with open(path) as f:
                text = f.read()
            self.assertRegex(text, r"(?m)^Observation=", path)
            self.assertEqual(re.match(r"PTX (\S+)", text)[1] + ".litmus", os.path.basename(path))


class Summary(Case):
    def test_what_herd_prints(self):
        self.run_it(MP)
        for line in ("Test MP Allowed", "States 3", "No", "Witnesses", "Positive: 0, Negative: ",
                     "Condition exists (1:r0=1 /\\ 1:r1=0) is NOT validated", "Schedules MP all",
                     "Observation MP Never 0 "):
            self.assertRegex(self.out, "(?m)^" + re.escape(line))
        self.assertRegex(self.out, r"(?m)^\d+ +:>1:r0=1; 1:r1=1;$")

    def test_quantors(self):
        self.run_it(MP.replace("exists", "~exists"))
        self.assertIn("Test MP Forbidden", self.out)
        self.assertIn("\nOk\n", self.out)
        relaxed = MP.replace("release", "relaxed")
        self.run_it(relaxed.replace("exists", "~exists"), status=6)
        self.assertIn("FAIL t0.litmus: an outcome was seen that is forbidden", self.out)
        self.run_it(relaxed.replace("exists", "forall"), status=6)
        self.run_it(relaxed.replace("{", "Verdict=Forbidden\n{", 1), status=6)
        self.run_it(relaxed.replace("{", "Observation=Always\n{", 1), status=6)
        self.assertIn("the file says Always, seen was Sometimes", self.out)
        self.run_it(relaxed.replace("{", "Com=Rf Fre\nVerdict=Allowed\nObservation=Sometimes\n{", 1))

    def test_filter_and_locations(self):
        text = MP.replace("exists", "locations [x; 1:r0;]\nfilter (1:r0=1)\nexists")
        self.run_it(text)
        self.assertRegex(self.out, r"(?m)^States 1$")
        self.assertRegex(self.out, r"(?m)>1:r0=1; 1:r1=1; x=1;$")

    def test_several_files_and_a_sample(self):
        self.run_it(MP, MP.replace("release", "relaxed").replace("{", "Verdict=Forbidden\n{", 1), status=6)
        self.assertIn("1 passed, 1 failed", self.out)
        self.assertEqual(self.seen(MP.replace("release", "relaxed"), options=["--schedule=random:runs=300"]),
                         "Sometimes")
        self.assertIn("Schedules MP some", self.out)
        first = self.run_it(MP, options=["--schedule=random:runs=50", "--seed=3"])
        self.assertEqual(first, self.run_it(MP, options=["--schedule=random:runs=50", "--seed=3"]))

    def test_a_tree_that_is_too_large_is_sampled(self):
        threads = " | ".join("P%d" % i for i in range(6)) + " ;\n"
        rows = "".join(" | ".join("atom.relaxed.gpu.add r%d, x, 1" % k for _ in range(6)) + " ;\n" for k in range(2))
        self.assertEqual(self.seen("PTX big\n{ }\n" + threads + rows + "forall (x=12)\n"), "Always")
        self.assertIn("Schedules big some", self.out)

    def test_no_end(self):
        text = "PTX hang\n{ }\nP0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\nbar.cta.sync 1, 2 | st.weak x, 1 ;\nexists (x=1)\n"
        self.run_it(text, status=5)
        self.assertIn("Endless hang", self.out)
        self.assertIn("a run has no end: deadlock", self.err)
        spin = "PTX spin\n{ }\nP0 | P1 ;\nL: ld.relaxed.gpu r0, x | st.relaxed.gpu y, 1 ;\nbeq r0, 0, L | ;\nexists (y=1)"
        self.run_it(spin, status=5)
        self.assertIn("no lane gets on", self.err)


class Forms(Case):
    def test_brackets_types_and_registers(self):
        text = MP.replace("st.weak x, 1 ", "st.weak.global.u32 [x], 1 ").replace("r0, y", "%r0, [y]")
        self.assertEqual(self.seen(text), "Never")
        text = MP.replace("{ x=0; y=0; }", "{ 0:r5=x; P1:r7=&y; x=0; y=0 }").replace("st.weak x", "st.weak [r5]")
        self.assertEqual(self.seen(text.replace("r0, y", "r0, [r7]")), "Never")

    def test_threads_without_a_place_are_apart(self):
        self.assertEqual(self.seen(re.sub("@[^|;]*", "", MP).replace(".gpu", ".cta")), "Sometimes")

    def test_scope_trees(self):
        bare = re.sub("@[^|;]*", "", MP).replace(".gpu", ".cta")
        one = "scopeTree(device(kernel(cta(warp P0)(warp P1))))\nexists"
        two = "ScopeTree (grid (cta (warp P0)) (cta (warp P1)))\nx: global, y: global;\nexists"
        self.assertEqual(self.seen(bare.replace("exists", one)), "Never")
        self.assertEqual(self.seen(bare.replace("exists", two)), "Sometimes")
        cluster = "scopeTree(device(cluster(cta P0)(cta P1)))\nexists"
        self.assertEqual(self.seen(bare.replace(".cta", ".cluster").replace("exists", cluster)), "Never")

    def test_old_header(self):
        text = "GPU_PTX old\n{ 0:.reg .s32 r0; 0:.reg .b64 r1 = x; x=3; }\n T0 ;\n ld.volatile r0, [r1] ;\n"
        self.assertEqual(self.seen(text + "scopeTree(grid(cta(warp T0)))\nx: shared\nexists (0:r0=3)"), "Always")

    def test_instructions(self):
        rows = ["mov r0, 5", "add r1, r0, 2", "sub r2, r1, r0", "mul r3, r1, r0", "and r4, r3, 6", "or r5, r4, 9",
                "xor r6, r5, 15", "atom.relaxed.gpu.minus r7, x, 3", "red.relaxed.gpu.plus x, 10",
                "atom.acq_rel.sys.max r8, x, 100", "red.acq_rel.gpu.add x, 1", "atom.relaxed.gpu.exch r9, x, 7",
                "atom.relaxed.gpu.inc r10, x, 6", "ld.weak r11, 8", "bge r11, 8, END", "mov r0, 0", "END:",
                "membar.sys", "blt r11, 8, END"]
        cond = ("0:r0=5 && 0:r1=7 && 0:r2=2 && 0:r3=35 && 0:r4=2 && 0:r5=11 && 0:r6=4 && 0:r7=-2 && 0:r8=5 && "
                "0:r9=101 && 0:r10=7 && [x]=0 && 0:r11>=8 && not (0:r0 != 5 || false) /\\ true")
        self.assertEqual(self.seen("PTX all\n{ x=-2; }\nP0 ;\n" + "".join(r + " ;\n" for r in rows) +
                                   "forall (" + cond + ")"), "Always")

    def test_comments(self):
        self.assertEqual(self.seen(MP.replace("exists", "(* all\n of it *) exists // here\n")), "Never")


class Bad(Case):
    def test_places(self):
        self.wrong("PTX MP", "X86 MP", "1:1", "PTX and the name of the test expected")
        self.wrong('"Message', 'Message', "2:1", "KEY=VALUE")
        self.wrong("{", "Verdict=Maybe\n{", "3:9", "Allowed or Forbidden")
        self.wrong("y=0; }", "y=; }", "3:10", "a number expected, not ';'")
        self.wrong("y=0; }", "y=0; ", "4:4", "expected")
        self.wrong("cta 1", "box 1", "4:27", "cta, cluster or gpu and a number")
        self.wrong("P1@", "P0@", "4:24", "a thread that has no column yet")
        self.wrong("| ld.acquire", "  ld.acquire", "5:24", "expected")
        self.wrong("st.weak x, 1 ", "st.loud x, 1 ", "5:2", "has a part that is not known")
        self.wrong("st.weak x, 1 ", "st.weak r1, 1", "5:10", "a location expected")
        self.wrong("st.weak x, 1 ", "st.weak x    ", "5:2", "too many or too few")
        self.wrong("st.weak x, 1 ", "frob x, 1    ", "5:2", "the instruction 'frob' is not known here")
        self.wrong("st.weak x, 1 ", "st.relaxed x, 1", "5:2", "needs a scope")
        self.wrong("st.weak x, 1 ", "goto NOWHERE ", "5:7", "no label 'NOWHERE'")
        self.wrong("exists", "perhaps", "7:9", "expected")
        self.wrong("1:r0=1", "4:r0=1", "7:9", "a thread of the test")
        self.wrong("1:r0=1", "1:r0", "7:14", "a comparison such as =")
        self.wrong("1:r1=0)", "1:r1=0", "8:1", "')' expected, but the file ends")
        self.wrong("1:r1=0)", "1:r1=0) more", "7:27", "the end of the file expected")

    def test_shared_memory_of_two_ctas(self):
        self.wrong("x=0;", "shared x=0;", "6:36", "used by threads of two ctas")

    def test_depth_and_number(self):
        self.wrong("(1:r0", "(" * 5000 + "1:r0", "7:208", "not nested so deeply")
        many = "PTX m\n{ }\n" + " | ".join("P%d" % i for i in range(40)) + " ;\nexists (true)\n"
        self.wrong("exists", "exists", "3:183", "at most 32", many)

    def test_no_such_file(self):
        p = subprocess.run([SIMTRUN, "--litmus", "/nowhere.litmus"], capture_output=True, text=True)
        self.assertEqual(p.returncode, 1)
        self.assertIn("E0401", p.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
