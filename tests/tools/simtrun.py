#!/usr/bin/env python3
"""The command line of simtrun: help, options, exit statuses, arguments, launch files.

SPDX-License-Identifier: Apache-2.0
"""
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import unittest

SIMTRUN = os.path.abspath(sys.argv.pop(1))
HAS_JIT = "jit" in sys.argv[1:2]
del sys.argv[1:2]

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"

KERNELS = HEAD + """
.visible .entry copy(.param .u64 to, .param .u64 from) {
	.reg .u64 %a, %b, %o; .reg .u32 %t; .reg .b32 %v;
	ld.param.u64 %a, [to]; ld.param.u64 %b, [from]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4;
	add.u64 %a, %a, %o; add.u64 %b, %b, %o; ld.global.b32 %v, [%b]; st.global.b32 [%a], %v; ret; }
.visible .entry scalar(.param .u64 to, .param .f32 x) {
	.reg .u64 %a; .reg .f32 %x; ld.param.u64 %a, [to]; ld.param.f32 %x, [x];
	st.global.f32 [%a], %x; ret; }
.visible .entry forever() { here: bra here; }
.visible .entry stuck() {
	.reg .pred %p; .reg .u32 %t; mov.u32 %t, %tid.x; setp.lt.u32 %p, %t, 32;
	@%p bar.sync 0, 64; @!%p bar.sync 1, 64; ret; }
.visible .entry null() { .reg .u64 %a; mov.u64 %a, 0; st.global.u32 [%a], 1; ret; }
.visible .entry tall() .reqntid 4, 2, 1 { ret; }
"""

ROUNDS = HEAD + """
.visible .entry rounds(.param .u64 out, .param .u32 n) {
	.reg .b32 %r<10>; .reg .pred %p<2>; .reg .b64 %d<2>; .reg .f32 %f; .shared .align 4 .b8 s[1024];
	ld.param.u64 %d0, [out]; ld.param.u32 %r0, [n]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2;
	mov.u32 %r3, s; add.u32 %r3, %r3, %r2; xor.b32 %r7, %r2, 4; mov.u32 %r6, s; add.u32 %r6, %r6, %r7;
	mov.u32 %r4, 0; mov.u32 %r5, %r1; mov.f32 %f, 0f3f800000;
L:	st.shared.u32 [%r3], %r5; bar.sync 0; ld.shared.u32 %r8, [%r6];
	mad.lo.u32 %r5, %r5, 1664525, %r8; mad.lo.u32 %r5, %r1, 40503, %r5; add.u32 %r5, %r5, %r4;
	shr.u32 %r9, %r5, 9; and.b32 %r9, %r9, 1; setp.ne.u32 %p0, %r9, 0; @%p0 bra M;
	add.u32 %r5, %r5, 12345; fma.rn.f32 %f, %f, 0f3f000000, 0f3fc00000; bra N;
M:	xor.b32 %r5, %r5, 0x55aa; mul.f32 %f, %f, 0fbf666666;
N:	bar.sync 0; add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, %r0; @%p1 bra L;
	mul.wide.u32 %d1, %r1, 8; add.u64 %d1, %d1, %d0; st.global.u32 [%d1], %r5; st.global.f32 [%d1+4], %f; ret; }
"""


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.write("k.ptx", KERNELS)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, data):
        with open(self.path(name), "wb") as f:
            f.write(data.encode() if isinstance(data, str) else data)

    def run_it(self, *args, status=0, env=None):
        p = subprocess.run([SIMTRUN, *args], cwd=self.folder.name, capture_output=True, text=True,
                           timeout=60, env={**os.environ, "CUDA_CACHE_DISABLE": "1", **(env or {})})
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        self.out, self.err = p.stdout, p.stderr
        return p.stdout

    def launches(self, *launches, **top):
        self.write("t.launch.json", json.dumps({"module": "k.ptx", "launches": launches, **top}))

    def copies(self, want, got, type="f32", **more):
        """A launch file whose kernel copies `got`, which is compared with `want`."""
        self.write("want.bin", b"".join(struct.pack("<I", x) for x in want))
        self.write("got.bin", b"".join(struct.pack("<I", x) for x in got))
        self.launches({"name": "c", "kernel": "copy", "grid": [1, 1, 1], "block": [len(got), 1, 1],
                       "args": [{"out": "want.bin", "type": type, **more}, {"in": "got.bin"}]})


class Help(Case):
    def test_help_fits_a_screen(self):
        text = self.run_it("--help")
        self.assertLessEqual(len(text.splitlines()), 60)
        self.assertLessEqual(max(map(len, text.splitlines())), 100)
        self.assertLess(text.index("simtrun saxpy.ptx"), text.index("usage:"))
        self.assertIn("      --check[=TOOLS] ", text)  # a value that may be left out, and no letter
        self.assertIn("  -h, --help[=OPTION] ", text)

    def test_every_option_is_in_the_man_page(self):
        man = self.run_it("--help=man").replace("\\-", "-")
        every = self.run_it("--help=all")
        options = set(re.findall(r"--[a-z][a-z-]*", self.run_it("--help")))
        self.assertGreater(len(options), 20)
        for option in options:
            self.assertIn(option, man)
            self.assertIn(option, every)
        for heading in ("NAME", "SYNOPSIS", "EXAMPLES", "OPTIONS", "ARGUMENTS", "EXIT STATUS"):
            self.assertIn(".SH " + heading, man)

    def test_one_option(self):
        self.assertIn("wait", self.run_it("--help=timeout") + "wait")
        self.assertIn("--timeout", self.out)
        self.assertIn("--kernel", self.run_it("--help=-k"))
        self.run_it("--help=nonsense", status=1)

    def test_explain(self):
        self.assertIn("saturation" if False else "E0107", self.run_it("--explain", "e0107"))
        self.run_it("--explain", "E9999", status=1)

    def test_version(self):
        self.assertIn("simtrun", self.run_it("--version"))
        self.assertIn("sm_80", self.run_it("--version", "--device=sm_80"))


class Options(Case):
    def test_misspelt_option_is_corrected(self):
        self.run_it("--kernle", "x", "k.ptx", status=1)
        self.assertIn("did you mean '--kernel'?", self.err)
        self.assertIn("E0408", self.err)

    def test_bad_values(self):
        for args in (["--grid=1,2,3,4"], ["--grid=x"], ["--timeout=soon"], ["--backend=magic"],
                     ["--jobs=-1"], ["--list=yes"], ["--device=sm_1"], ["--arg"], ["--dump=all"]):
            self.run_it("k.ptx", *args, status=1)
            self.assertIn("E0408", self.err)

    def test_no_file(self):
        self.run_it("--list", status=1)
        self.run_it("no.ptx", status=1)
        self.assertIn("No such file", self.err)
        self.assertIn("E0401", self.err)

    def test_backends(self):
        for backend in ("interp", "auto"):
            self.run_it("k.ptx", "-k", "tall", "--backend=" + backend)
        if HAS_JIT:
            self.run_it("k.ptx", "-k", "tall", "--backend=jit")
        else:
            self.run_it("k.ptx", "-k", "tall", "--backend=jit", status=1)
            self.assertIn("without LLVM", self.err)

    def test_environment_and_options(self):
        self.run_it("--version", env={"SIMT_DEVICE": "sm_75"})
        self.assertIn("sm_75", self.out)
        self.run_it("--version", "--device=sm_86", env={"SIMT_DEVICE": "sm_75"})
        self.assertIn("sm_86", self.out)
        self.run_it("--version", status=1, env={"SIMT_THREADS": "many"})
        self.run_it("--version", status=1, env={"SIMT_JIT": "lazy"} if HAS_JIT else {"SIMT_BACKEND": "x"})

    def test_color(self):
        self.run_it("no.ptx", status=1)
        self.assertNotIn("\033[", self.err)
        self.run_it("--color=always", "no.ptx", status=1)
        self.assertIn("\033[", self.err)


@unittest.skipUnless(HAS_JIT, "built without LLVM")
class Cache(Case):
    def run_cached(self, *args, kernel="copy", **env):
        env = {"CUDA_CACHE_DISABLE": "0", "SIMT_CACHE_PATH": self.path("a/b"), **env}
        self.run_it("k.ptx", "-k", kernel, "--backend=jit", "-v", *args, env=env)
        results = re.findall(r"(?:compiled|loaded) .*", self.err)
        self.assertEqual(len(results), 1)
        return results[0].split()[0]

    def files(self, folder="a/b"):
        """Those of kernels; a file of a few words notes that LLVM has passed its self-test."""
        folder = self.path(folder)
        names = os.listdir(folder) if os.path.isdir(folder) else []
        paths = [os.path.join(folder, name) for name in sorted(names)]
        return [path for path in paths if os.path.getsize(path) > 512]

    def test_llvm_is_tested_once(self):
        def tested(*args, **env):
            self.assertEqual(self.run_cached(*args, **env), "compiled")
            return "LLVM has passed its self-test" in self.err
        self.assertTrue(tested("--block=40"))
        self.assertFalse(tested("--block=41"))
        self.assertTrue(tested("--block=41", "--cpu=x86-64"))
        self.assertFalse(tested("--block=42", "--cpu=x86-64"))
        self.assertTrue(tested("--block=43", CUDA_CACHE_DISABLE="1"))
        for name in os.listdir(self.path("a/b")):
            with open(os.path.join(self.path("a/b"), name), "ab") as f:
                f.write(b"x")
        self.assertTrue(tested("--block=43"))

    def test_second_time(self):
        self.assertEqual(self.run_cached("--block=40"), "compiled")
        first = self.out
        self.assertEqual(len(self.files()), 1)
        self.assertEqual(os.stat(self.files()[0]).st_mode & 0o777, 0o600)
        self.assertEqual(self.run_cached("--block=40"), "loaded")
        self.assertEqual(self.out, first)
        self.assertEqual(len(self.files()), 1)

    def test_what_the_code_depends_on(self):
        self.run_cached("--block=40")
        self.assertEqual(self.run_cached("--block=41"), "compiled")
        self.assertEqual(self.run_cached("--block=40", kernel="scalar"), "compiled")
        self.assertEqual(self.run_cached("--block=40", "--cpu=x86-64"), "compiled")
        self.write("k.ptx", KERNELS.replace("ld.global.b32", "ld.global.cg.b32"))
        self.assertEqual(self.run_cached("--block=40"), "compiled")
        self.assertEqual(len(self.files()), 5)
        self.write("k.ptx", KERNELS)
        self.assertEqual(self.run_cached("--block=40"), "loaded")

    def test_forms_of_one_text(self):
        """Optimised and not, a kernel has other places and other entries."""
        self.write("k.ptx", ROUNDS)
        how = ("--block=256", "--grid=2", "--cluster=2", "--arg=zeros:u32:512,print=512", "--arg=10", "--timeout=60")
        self.run_it("k.ptx", *how, "--backend=interp")
        want = self.out
        for option in ("-O3", "-O0"):
            for found in ("compiled", "loaded"):
                self.assertEqual(self.run_cached(*how, option, kernel="rounds"), found)
                self.assertEqual(self.out, want)

    def test_states_at_barriers_are_kept(self):
        self.write("k.ptx", HEAD + """
.visible .entry copy(.param .u64 to) { .reg .u64 %a, %o; .reg .u32 %t, %u, %v; .shared .b32 s[64];
	ld.param.u64 %a, [to]; mov.u32 %t, %tid.x; mov.u32 %u, s; shl.b32 %v, %t, 2; add.u32 %v, %u, %v;
	st.shared.u32 [%v], %t; bar.sync 0; xor.b32 %u, %v, 252; ld.shared.u32 %u, [%u];
	bar.sync 0; mul.wide.u32 %o, %t, 4; add.u64 %a, %a, %o; st.global.u32 [%a], %u; ret; }""")
        self.assertEqual(self.run_cached("--block=64"), "compiled")
        first = self.out
        self.assertRegex(first, "0: 63 62 61")
        self.assertEqual(self.run_cached("--block=64"), "loaded")
        self.assertEqual(self.out, first)

    def test_damaged_files_do_not_count(self):
        self.run_cached("--block=40")
        (name,) = self.files()
        with open(name, "rb") as f:
            good = f.read()
        flipped = [good[:at] + bytes([good[at] ^ 1]) + good[at + 1:]
                   for at in (0, 9, 30, 41, 50, 57, 64, 100, len(good) // 2, len(good) - 1)]
        for bad in [b"", good[:20], good[:-1], good + b"x", b"\xff" * len(good), *flipped]:
            with open(name, "wb") as f:
                f.write(bad)
            self.assertEqual(self.run_cached("--block=40"), "compiled")
            with open(name, "rb") as f:
                self.assertEqual(f.read(), good)

    def libraries(self, **env):
        """Returns whether the code was compiled or loaded, and what the run opened."""
        how = self.run_cached("--block=40", LD_DEBUG="files", LD_DEBUG_OUTPUT=self.path("opened"), **env)
        (name,) = [name for name in os.listdir(self.folder.name) if name.startswith("opened.")]
        with open(self.path(name), errors="replace") as f:
            text = f.read()
        os.remove(self.path(name))
        return how, set(re.findall(r"calling init: (\S*libLLVM\S*)", text))

    def test_what_is_kept_needs_no_llvm(self):
        how, opened = self.libraries()
        self.assertEqual((how, len(opened)), ("compiled", 1))
        self.assertEqual(self.libraries(), ("loaded", set()))

    def test_code_of_a_library_that_is_gone_does_not_count(self):
        link, (library,) = self.path("llvm.so"), self.libraries()[1]
        os.symlink(library, link)
        self.assertEqual(self.run_cached("--block=40", SIMT_LLVM=link), "compiled")
        self.assertEqual(self.run_cached("--block=40", SIMT_LLVM=link), "loaded")
        os.remove(link)
        self.write("llvm.so", "of another version")
        env = {"CUDA_CACHE_DISABLE": "0", "SIMT_CACHE_PATH": self.path("a/b"), "SIMT_LLVM": link}
        self.run_it("k.ptx", "-k", "copy", "--backend=jit", "--block=40", env=env, status=2)
        self.assertIn("the compiler's library cannot be opened", self.err)

    def test_files_of_others_do_not_count(self):
        self.run_cached("--block=40")
        os.chmod(self.files()[0], 0o622)
        self.assertEqual(self.run_cached("--block=40"), "compiled")

    def test_room(self):
        self.run_cached("--block=33")
        size = os.path.getsize(self.files()[0])
        for block in range(34, 40):
            self.run_cached("--block=%d" % block, CUDA_CACHE_MAXSIZE=str(4 * size))
        self.assertIn(len(self.files()), range(2, 5))
        self.assertEqual(self.run_cached("--block=39"), "loaded")
        self.assertEqual(self.run_cached("--block=33"), "compiled")

    def test_folders(self):
        xdg = {"SIMT_CACHE_PATH": "", "XDG_CACHE_HOME": self.path("xdg"), "HOME": self.path("home")}
        self.run_cached("--block=40", **xdg)
        self.assertEqual(len(self.files("xdg/simt")), 1)
        self.run_cached("--block=40", **{**xdg, "XDG_CACHE_HOME": ""})
        self.assertEqual(len(self.files("home/.cache/simt")), 1)
        self.run_cached("--block=40", **{**xdg, "CUDA_CACHE_PATH": self.path("cuda")})
        self.assertEqual(len(self.files("cuda")), 1)
        self.write("file", "")
        for off in ({"CUDA_CACHE_DISABLE": "1"}, {"CUDA_CACHE_MAXSIZE": "0"},
                    {"SIMT_CACHE_PATH": self.path("file")}):
            for _ in range(2):
                self.assertEqual(self.run_cached("--block=40", **off), "compiled")
        self.assertEqual(self.files(), [])


class ByHand(Case):
    def test_list(self):
        self.assertIn("copy: 16 bytes", self.run_it("--list", "k.ptx"))
        self.assertIn("from", self.out)

    def test_the_kernel_must_be_named(self):
        self.run_it("k.ptx", status=1)
        self.assertIn("--kernel", self.err)
        self.assertIn("copy, scalar", self.err)
        self.run_it("k.ptx", "-k", "cpoy", status=1)
        self.assertIn("did you mean 'copy'?", self.err)

    def test_arguments(self):
        for spec, want in (("iota:u32:4", "0 1 2 3"), ("fill:f32:4:1.5", "1.5 1.5 1.5 1.5"),
                           ("zeros:u32:4", "0 0 0 0"), ("fill:s32:4:-7", "-7 -7 -7 -7"),
                           ("fill:f32:4:0x40000000", "2 2 2 2")):
            kind = spec.split(":")[1]
            self.run_it("k.ptx", "-k", "copy", "-b", "4", "-a", "zeros:%s:4,print" % kind, "-a", spec)
            self.assertIn("0: " + want, self.out)
            self.assertEqual(self.err, "")

    def test_random_is_repeatable(self):
        def go(seed):
            return self.run_it("k.ptx", "-k", "copy", "-b", "32", "-a", "zeros:f32:32,print",
                               "-a", "rand:f32:32:" + seed)
        self.assertEqual(go("1"), go("1"))
        self.assertNotEqual(go("1"), go("2"))
        self.assertTrue(all(0 <= float(x) < 1 for x in re.findall(r" (\d\S*)", go("3"))[1:]
                            if ":" not in x and "[" not in x))

    def test_files(self):
        self.write("in.bin", struct.pack("<4f", 1, 2.5, -3, 4))
        self.run_it("k.ptx", "-k", "copy", "-b", "4", "-a", "zeros:f32:4,save=out.bin",
                    "-a", "file:in.bin:f32,print=2")
        self.assertIn("2.5", self.out)
        self.assertIn("2 more", self.out)
        with open(self.path("out.bin"), "rb") as f:
            self.assertEqual(f.read(), struct.pack("<4f", 1, 2.5, -3, 4))

    def test_scalars(self):
        for spec, want in (("2.5", "2.5"), ("f32:1e10", "1e+10"), ("f32:0x7f800000", "inf"),
                           ("bytes:0000c03f", "1.5")):
            self.run_it("k.ptx", "-k", "scalar", "-b", "1", "-a", "zeros:f32:1,print", "-a", spec)
            self.assertIn(want, self.out)

    def test_bad_arguments(self):
        for spec in ("seven", "f64:1", "iota:f32", "iota:f33:4", "bytes:0", "file:no.bin",
                     "fill:f32:4", "zeros:f32:4", "1.5,prnt"):
            self.run_it("k.ptx", "-k", "scalar", "-a", "zeros:4", "-a", spec, status=1)
            self.assertIn("E0404", self.err)
        self.run_it("k.ptx", "-k", "tall", "-a", "1", status=1)

    def test_what_is_left_out_is_assumed_and_said(self):
        self.run_it("k.ptx", "-k", "copy")
        self.assertIn("assumed", self.err)
        self.assertIn("iota:b32", self.err)
        self.assertIn("to: b32", self.out)
        self.run_it("k.ptx", "-k", "copy", "-q")
        self.assertEqual(self.err, "")
        self.run_it("k.ptx", "-k", "tall")

    def test_bad_shapes(self):
        self.run_it("k.ptx", "-k", "tall", "-b", "8", status=1)
        self.assertIn("E0405", self.err)
        self.run_it("k.ptx", "-k", "tall", "-s", "1M", status=1)

    def test_faults(self):
        self.run_it("k.ptx", "-k", "null", status=3)
        self.assertRegex(self.err, r"trap\[T0003\].*\n.*kernel null, cta \(0,0,0\), thread .*k.ptx:\d+: st")

    def test_timeout_and_deadlock(self):
        self.run_it("k.ptx", "-k", "forever", "-t", "0.1", status=4)
        self.assertIn("warp 0", self.err)
        self.run_it("k.ptx", "-k", "forever", "--step-limit", "10K", status=4)
        self.run_it("k.ptx", "-k", "stuck", "-b", "64", status=5)
        self.assertIn("barrier", self.err)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_timeout_in_rounds_of_all_ctas(self):
        self.write("r.ptx", HEAD + """.visible .entry k(.param .u64 out, .param .u32 n) {
	.reg .pred %p;
	.reg .b32 %r<7>;
	.reg .b64 %rd<3>;
	ld.param.u64 %rd1, [out];
	ld.param.u32 %r1, [n];
	mov.u32 %r2, %tid.x;
	mov.u32 %r3, %ctaid.x;
	mul.wide.u32 %rd2, %r2, 4;
	add.s64 %rd2, %rd1, %rd2;
	mul.lo.s32 %r4, %r3, 130000;
	sub.s32 %r2, %r2, %r4;
	or.b32 %r5, %r3, 1;
	setp.ge.s32 %p, %r2, %r1;
	@%p bra END;
again:
	xor.b32 %r6, %r2, 5;
""" + "\trem.u32 %r6, %r6, %r5;\n\txor.b32 %r6, %r6, %r2;\n" * 8 + """	st.global.u32 [%rd2], %r6;
	add.s32 %r2, %r2, 1;
	setp.lt.s32 %p, %r2, %r1;
	@%p bra again;
END:
	ret;
}
""")
        begin = time.monotonic()
        self.run_it("r.ptx", "-g", "32", "-b", "1024", "-a", "zeros:u32:1024", "-a", "1000", "--backend=jit",
                    "--threads=1", "-t", "0.05", status=4, env={"SIMT_JIT": "eager"})
        self.assertLess(time.monotonic() - begin, 10)

    def test_wait_for_mbarrier_in_vain(self):
        self.write("m.ptx", HEAD + """.visible .entry k() {
	.shared .align 8 .b64 x;
	.reg .pred %p;
	mbarrier.init.shared.b64 [x], 2;
	mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [x], 96;
	mbarrier.arrive.shared::cta.b64 _, [x];
again:
	mbarrier.try_wait.parity.shared::cta.b64 %p, [x], 0;
	@!%p bra again;
	ret;
}
""")
        waits = r"warp 0 lanes 00000001 waits at the mbarrier at 0x[0-9a-f]+, which awaits 1 of 2 arrivals and 96 bytes in k"
        self.run_it("m.ptx", "-b", "1", "--backend=interp", "-t", "0.1", status=4)
        self.assertRegex(self.err, waits)
        self.run_it("m.ptx", "-b", "1", "--check", status=3)
        self.assertRegex(self.err, waits)
        self.assertIn("Deadlock. Every thread left waits, this one at an mbarrier.", self.err)

    def test_where_everybody_waits(self):
        """The table of a launch that takes too long: the same on both backends."""
        self.write("s.ptx", HEAD + """.visible .entry all()
{
	.shared .align 8 .b64 x, y;
	.shared .b32 z;
	.reg .pred %p, %q;
	.reg .b32 %t, %w, %l;
	.reg .b64 %s;
	mov.u32 %t, %tid.x;
	shr.u32 %w, %t, 5;
	and.b32 %l, %t, 31;
	setp.lt.u32 %q, %l, 16;
	setp.eq.u32 %p, %w, 1;
	@%p bra one;
	setp.eq.u32 %p, %w, 2;
	@%p bra two;
	setp.eq.u32 %p, %w, 3;
	@%p bra three;
	setp.eq.u32 %p, %w, 4;
	@%p bra four;
	setp.eq.u32 %p, %w, 5;
	@%p bra five;
	setp.eq.u32 %p, %w, 6;
	@%p bra six;
	bar.sync 1;
	ret;
one:
	@%q bra half;
	shfl.sync.idx.b32 %l, %l, 0, 31, -1;
	ret;
half:
	bra half;
two:
	barrier.cluster.arrive;
	barrier.cluster.wait;
	ret;
three:
	nanosleep.u32 1000000;
	bra three;
four:
	@%q ret;
	bar.sync 0;
	st.shared.b32 [z], %l; // compiled code does not wait with nothing left to do
	ret;
five:
	setp.ne.u32 %p, %l, 0;
	@%p ret;
	mbarrier.init.shared.b64 [x], 2;
	mbarrier.complete_tx.relaxed.cta.shared.b64 [x], 16;
more:
	mbarrier.test_wait.parity.shared.b64 %p, [x], 0;
	@%p bra out;
	bra more;
out:
	ret;
six:
	setp.ne.u32 %p, %l, 0;
	@%p ret;
	mbarrier.init.shared.b64 [y], 1;
	mov.u64 %s, 0;
again:
	mbarrier.try_wait.shared.b64 %p, [y], %s;
	@!%p bra again;
	ret;
}
.visible .entry rounds()
{
L:
	bar.sync 0;
	bra L;
}
""")
        here = ["waits at barrier 1 in", "waits for lanes of its warp in", "runs in", "waits at the cluster barrier in", "sleeps in",
                "waits at barrier 0 in", "which awaits 2 of 2 arrivals and has got 16 bytes too many in",
                "which awaits 1 of 1 arrivals in"]
        for backend in ("interp", "jit") if HAS_JIT else ("interp",):
            self.run_it("s.ptx", "-k", "all", "-g", "2", "--cluster=2", "-b", "224", "--backend=" + backend, "-t", "0.3", status=4)
            lines = re.findall(r"^   cta \(\d,0,0\) warp .*$", self.err, re.M)
            self.assertEqual(len(lines), 2 * len(here), self.err)
            for line, text in zip(lines, here + here):
                self.assertIn(text, line)
            self.run_it("s.ptx", "-k", "rounds", "-b", "96", "--backend=" + backend, "-t", "0.2", status=4)
            for warp in range(3):
                self.assertRegex(self.err, r"cta \(0,0,0\) warp %d lanes ffffffff (runs|waits at barrier 0) in rounds at" % warp)

    def test_wait_for_global_memory_in_vain(self):
        """A block spins on a word until another one stores 1 there. Who stores it, when, and what else goes on is
        what the tests differ in; proven is only what has no end."""
        def kernel(store, loop=""):
            return HEAD + """.visible .global .u32 flag[2];
.visible .entry k() {
	.reg .pred %%p, %%q;
	.reg .u32 %%r<4>;
	.reg .u64 %%t<2>;
	mov.u32 %%r0, %%ctaid.x;
	mov.u32 %%r2, 0;
	setp.ne.u32 %%p, %%r0, 0;
	@%%p bra wait;
%s
	ret;
wait:
%s
	ld.relaxed.gpu.global.u32 %%r1, [flag];
	setp.eq.u32 %%q, %%r1, 0;
	@%%q bra wait;
	st.global.u32 [flag+4], %%r2;
	ret;
}
""" % (store, loop)
        deadlock = "Deadlock. Every thread left waits, this one in a loop that changes nothing."
        never, late = "", """	mov.u32 %r3, 100000;
more:
	sub.u32 %r3, %r3, 1;
	setp.ne.u32 %p, %r3, 0;
	@%p bra more;
	st.relaxed.gpu.global.u32 [flag], 1;"""
        stuck_too = """first:
	ld.relaxed.gpu.global.u32 %r1, [flag+4];
	setp.eq.u32 %p, %r1, 0;
	@%p bra first;"""
        for store, grid in (never, "2"), (stuck_too, "5"):
            self.write("w.ptx", kernel(store))
            self.run_it("w.ptx", "-g", grid, "-b", "64", "--check", "-t", "60", status=3)
            self.assertIn(deadlock, self.err)
        self.write("w.ptx", kernel(late))
        self.run_it("w.ptx", "-g", "3", "-b", "64", "--check", "-t", "60")
        # a lane of the same warp sleeps before it stores
        asleep = """	mov.u32 %r0, %tid.x;
	setp.ne.u32 %p, %r0, 0;
	@%p bra wait;
	mov.u32 %r3, 300;
again:
	nanosleep.u32 1000000;
	sub.u32 %r3, %r3, 1;
	setp.ne.u32 %p, %r3, 0;
	@%p bra again;
	st.relaxed.gpu.global.u32 [flag], 1;"""
        self.write("w.ptx", kernel(asleep))
        self.run_it("w.ptx", "-g", "1", "-b", "32", "--check", "-t", "60")
        # what counts or looks at a clock is not proven
        for loop in "	add.u32 %r2, %r2, 1;", "	mov.u32 %r2, %clock;":
            self.write("w.ptx", kernel(never, loop))
            self.run_it("w.ptx", "-g", "2", "--check", "-t", "0.3", status=4)
            self.assertNotIn("Deadlock", self.err)


class Diagnostics(Case):
    BAD = HEAD + ".visible .entry k() {\n\tadd.u32 %r1;\n\tret;\n}\n"

    def test_two_devices(self):
        regs = ", ".join("%%f%d" % i for i in range(4))
        self.write("dot.ptx", ".version 8.0\n.target sm_80\n.address_size 64\n"
                   ".visible .entry dot(.param .u64 pa, .param .u64 pb, .param .u64 pd) {\n"
                   ".reg .b32 %r<8>; .reg .f32 %f<4>; .reg .b64 %rd<4>;\n"
                   "ld.param.u64 %rd0, [pa]; ld.param.u64 %rd1, [pb]; ld.param.u64 %rd2, [pd];\n"
                   "mov.u32 %r0, %tid.x; mul.wide.u32 %rd3, %r0, 16;\n"
                   "add.u64 %rd0, %rd0, %rd3; add.u64 %rd2, %rd2, %rd3;\n"
                   "mul.wide.u32 %rd3, %r0, 8; add.u64 %rd1, %rd1, %rd3;\n"
                   "ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%rd0]; ld.global.v2.b32 {%r4, %r5}, [%rd1];\n"
                   "mov.f32 %f0, 1.0;\n"
                   "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {" + regs + "}, {%r0, %r1, %r2, %r3},"
                   " {%r4, %r5}, {%f0, %f0, %f0, %f0};\n"
                   "st.global.v4.f32 [%rd2], {" + regs + "};\nret; }\n")
        args = ("dot.ptx", "-q", "-b", "32", "-a", "rand:f16:256", "-a", "rand:f16:128", "-a", "zeros:f32:128")
        for backend in "interp", "jit":
            self.run_it("--compare-devices=sm_80,sm_90", "--backend", backend, *args, status=6)
            self.assertIn("pa: f16[256]: equal\n", self.out)
            self.assertRegex(self.out, "element +sm_80 +sm_90 +ulp\n")
            self.assertIn("56 of 128 differ, by 2 ulp at most\n", self.out)
            self.run_it("--compare-devices=sm_80,sm_86", "--backend", backend, *args)
            self.assertIn("pd: f32[128]: equal\n", self.out)
        self.run_it("--compare-devices=sm_80", *args, status=1)
        self.assertIn("takes two devices", self.err)
        self.run_it("--compare-devices=sm_90,sm_42", *args, status=1)
        self.assertIn("no device 'sm_42'", self.err)

    def test_formats(self):
        self.write("bad.ptx", self.BAD)
        self.run_it("--check-only", "bad.ptx", status=2)
        self.assertIn("bad.ptx:5:", self.err)
        self.run_it("-c", "--diagnostics-format=json", "bad.ptx", status=2)
        d = json.loads(self.err.splitlines()[0])
        self.assertEqual((d["severity"], d["line"]), ("error", 5))
        self.run_it("-c", "--diagnostics-format=nvcc", "bad.ptx", status=2)
        self.assertIn("ptxas", self.err)

    def test_dumps(self):
        for stage in ("ast", "ir", "cfg"):
            self.assertIn("copy", self.run_it("--dump=" + stage, "k.ptx"))
        first = self.run_it("--dump=ir", "k.ptx")
        self.write("again.ptx", first)
        self.assertEqual(self.run_it("--dump=ir", "again.ptx"), first)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_dumps_of_compiled_kernels(self):
        llvm = self.run_it("--dump=llvm", "k.ptx", "--kernel=copy", "--block=64")
        self.assertIn("; kernel copy, block (64,1,1)\n", llvm)
        self.assertIn("define i32 ", llvm)
        self.assertIn("alloca", llvm)
        after = self.run_it("--dump=llvm-opt", "k.ptx", "--kernel=copy", "--block=64")
        self.assertIn("define i32 ", after)
        self.assertLess(len(re.findall(r"\balloca\b", after)), len(re.findall(r"\balloca\b", llvm)))
        self.assertIn(".text", self.run_it("--dump=asm", "k.ptx"))
        self.assertEqual(len(re.findall("^; kernel ", self.out, re.M)), KERNELS.count(".entry"))
        self.run_it("--dump=ast,asm", "k.ptx", "--kernel=none", status=1)
        self.assertIn("E0403", self.err)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_why_accesses_became_what_they_are(self):
        self.write("a.ptx", HEAD + """
.visible .entry all(.param .u64 to) {
	.reg .u64 %a, %b, %c, %d, %o, %p, %q; .reg .u32 %t, %n; .reg .b32 %v; .reg .pred %p1, %p2;
	ld.param.u64 %a, [to]; mov.u32 %t, %tid.x; mov.u32 %n, %ntid.x;
	mul.wide.u32 %o, %t, 4; mul.wide.u32 %p, %t, 12;
	add.u64 %b, %a, %o; add.u64 %c, %a, %p;
	ld.global.b32 %v, [%a];
	st.global.b32 [%b], %v;
	st.global.b32 [%c+4096], %v;
	mul.wide.u32 %q, %t, %t; add.u64 %d, %a, %q;
	st.global.b32 [%d], %v;
	setp.lt.u32 %p1, %t, 7; setp.lt.u32 %p2, %n, 7;
	@%p2 bra end;
	@%p1 bra end;
	st.global.b32 [%b+8], %v;
	atom.global.add.u32 %v, [%b], 1;
end:	ret; }
""")
        rows = re.findall(r"^ *(\d+)  (\S.*?;) +(\S.*?)  +(.*)$",
                          self.run_it("--explain-vectorization", "a.ptx", "--block=64"), re.M)
        self.assertEqual([(int(line), text.split()[0], became) for line, text, became, why in rows], [
            (7, "ld.param.u64", "uniform"), (10, "ld.global.b32", "uniform"),
            (11, "st.global.b32", "contiguous"),
            (12, "st.global.b32", "strided"), (14, "st.global.b32", "scatter"),
            (16, "@%p2", "uniform"), (17, "@%p1", "known lanes"), (18, "st.global.b32", "contiguous"),
            (19, "atom.global.add.u32", "lane by lane")])
        self.assertRegex(self.out, r"\n +contiguous, masked")
        self.assertTrue(all(why for *_, why in rows))

    @unittest.skipUnless(HAS_JIT and os.uname().machine == "x86_64", "of x86's code")
    def test_stores_that_bypass_the_caches(self):
        """A barrier is no reason against it, a fence is one, and so is a load that may want what was stored."""
        for after, expected in ("", True), ("bar.sync 0;", True), ("membar.gl;", False), (
                "bar.sync 0; ld.global.u32 %v, [%a]; st.global.u32 [%a], %v;", False):
            with self.subTest(after=after):
                self.write("a.ptx", HEAD + """
.visible .entry k(.param .u64 a) {
	.reg .u64 %a, %b; .reg .u32 %t, %c, %v;
	ld.param.u64 %a, [a]; mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x;
	mad.lo.u32 %t, %c, 64, %t; mad.wide.u32 %b, %t, 4, %a;
	bar.sync 0;
	st.global.u32 [%b], %t;
	""" + after + """
	ret; }
""")
                text = self.run_it("--dump=llvm", "--cpu=x86-64-v3", "a.ptx", "--block=64")
                self.assertEqual("!nontemporal" in text, expected)

    @unittest.skipUnless(HAS_JIT and os.uname().machine == "x86_64", "of x86's code")
    def test_gathers_of_short_rows_fill_a_vector_of_the_host(self):
        """LLVM makes a branch and a load per lane of gathers of two, and each takes it a walk over the function."""
        for kind, to in ("f64", "%d"), ("v2.f32", "{%f, %g}"):
            with self.subTest(kind=kind):
                self.write("a.ptx", HEAD + f"""
.visible .entry k(.param .u64 a, .param .u32 pitch, .param .u32 step) {{
	.reg .u64 %a, %b; .reg .u32 %x, %y, %p, %s; .reg .f64 %d; .reg .f32 %f, %g; .reg .pred %q;
	ld.param.u64 %a, [a]; ld.param.u32 %p, [pitch]; ld.param.u32 %s, [step];
	mov.u32 %x, %tid.x; mov.u32 %y, %tid.y;
	mul.lo.u32 %x, %x, %s; mad.lo.u32 %x, %y, %p, %x; mad.wide.u32 %b, %x, 8, %a;
	setp.lt.u32 %q, %x, 1000;
	@%q ld.global.{kind} {to}, [%b];
	st.global.{kind} [%a], {to};
	ret; }}
""")
                text = self.run_it("--dump=llvm", "--cpu=x86-64-v3", "a.ptx", "--block=4,64")
                self.assertEqual(re.findall(r"call .*@llvm.masked.gather.v2\w+", text), [])
                self.assertIn("@llvm.masked.gather.v4", text)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_more_immediates_than_the_compiler_may_look_through(self):
        steps = "".join(
            f"\tfma.rn.f32 %f, %f, 0f3F7F{i * 7919 % (1 << 16):04X}, 0f{0x40000000 + i * 4099:08X};\n"
            f"\tadd.u32 %r, %r, {i * 2654435761 % (1 << 32)}; xor.b64 %d, %d, {i * 0x9E3779B97F4A7C15 % (1 << 64)};\n"
            f"\tfma.rn.f64 %g, %g, 0d3FEFF{i * 7919:011X}, 0d3FF{i * 104729:013X};\n"
            f"\tsetp.gt.u32 %p, %r, {i * 40503 % (1 << 32)}; selp.b32 %q, {i * 7}, {i + 70000}, %p; add.u32 %r, %r, %q;\n"
            for i in range(250))
        self.write("a.ptx", HEAD + """
.visible .entry k(.param .u64 a) {
	.reg .u64 %a, %d; .reg .u32 %t, %q, %r; .reg .f32 %f; .reg .f64 %g; .reg .pred %p;
	ld.param.u64 %a, [a]; mov.u32 %t, %tid.x; mov.u32 %r, %t; mad.wide.u32 %a, %t, 24, %a;
	cvt.u64.u32 %d, %t; cvt.rn.f32.u32 %f, %t; cvt.rn.f64.u32 %g, %t;
""" + steps + """
	st.global.f32 [%a], %f; st.global.u32 [%a+4], %r; st.global.u64 [%a+8], %d; st.global.f64 [%a+16], %g; ret; }
""")
        by_hand = ["a.ptx", "--block=40", "-q", "-a", "zeros:u32:240,print=240"]
        self.assertEqual(self.run_it("--backend=interp", *by_hand), self.run_it("--backend=jit", *by_hand))
        self.assertGreater(len(set(self.out.split())), 150)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_ends_of_a_warp_tell_for_all(self):
        """Branches on affine values against uniform ones: before, at, in and after the boundary, and
        where the values wrap."""
        cases = [(0, 0), (0, 31), (0, 32), (5, 5), (7, 6), (100, 10), (10, 100), (3, 20), (1 << 32, 40),
                 (0x7ffffff0, 0x7ffffff8), (0x7ffffff0, 0x80000008), (0xfffffff0, 3), (0xfffffff0, 0xfffffff9)]
        compare = [(t, how) for t, all in (("s", "eq ne lt le gt ge"), ("u", "eq ne lo ls hi hs"), ("b", "eq ne"))
                   for how in all.split()]
        text, n = "", 0
        for i, stride in enumerate((1, 4, -3)):
            text += f"mad.lo.s32 %x{i}, %t, {stride}, %b; mad.lo.s64 %y{i}, %u, {stride}, %d;\n"
            for t, how in compare:
                for bits, x, limit in (32, f"%x{i}", "%l"), (64, f"%y{i}", "%m"):
                    n += 1
                    wait = ""
                    if n % 5 == 0:  # what was compared is gone when it comes to the branch
                        text += f"add.s{bits} %z{bits}_{n}, {x}, 3;\n"
                        x, wait = f"%z{bits}_{n}", "bar.sync 0;"
                    a, b = (x, limit) if n % 3 else (limit, x)
                    text += (f"setp.{how}.{t}{bits} %p, {a}, {b}; {wait} @{'!' * (n % 2)}%p bra L{n};\n"
                             f"mad.lo.u32 %r, %r, 5, {n}; L{n}: xor.b32 %r, %r, 1;\n")
        self.write("k.ptx", HEAD + """
.visible .entry k(.param .u64 a, .param .u64 base, .param .u64 limit) {
	.reg .u64 %a, %d, %m, %u, %y<3>, %z64_<99>; .reg .u32 %t, %b, %l, %x<3>, %r, %z32_<99>; .reg .pred %p;
	ld.param.u64 %a, [a]; ld.param.u64 %d, [base]; ld.param.u64 %m, [limit]; cvt.u32.u64 %b, %d; cvt.u32.u64 %l, %m;
	mov.u32 %t, %tid.x; mov.u32 %r, %t; cvt.u64.u32 %u, %t;
""" + text + "mad.wide.u32 %a, %t, 4, %a; st.global.u32 [%a], %r; ret; }\n")
        dump = self.run_it("--dump=llvm", "k.ptx", "--block=96")
        self.assertGreater(len(re.findall("^several", dump, re.M)), n // 2)
        with tempfile.TemporaryDirectory() as cache:
            env = {"CUDA_CACHE_DISABLE": "0", "SIMT_CACHE_PATH": cache}
            for base, limit in cases:
                how = ["k.ptx", "--block=96", "-q", "-a", "zeros:u32:96,print=96", "-a", str(base), "-a", str(limit)]
                got = self.run_it("--backend=jit", *how, env=env)
                self.assertEqual(got, self.run_it("--backend=interp", *how), (base, limit))
                self.assertGreater(len(set(got.split())), 90)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_handed_on_nans(self):
        """NaNs of arithmetic that are moved, chosen or shuffled show the canonical bits, those from memory show their
        own."""
        self.write("k.ptx", HEAD + """
.visible .entry k(.param .u64 a, .param .u64 out) {
	.reg .u64 %a, %o, %d; .reg .u32 %t, %u; .reg .b32 %r<12>; .reg .f32 %f<8>; .reg .pred %p<4>;
	ld.param.u64 %a, [a]; ld.param.u64 %o, [out]; mov.u32 %t, %tid.x;
	mul.wide.u32 %d, %t, 4; add.s64 %a, %a, %d; mul.wide.u32 %d, %t, 40; add.s64 %o, %o, %d;
	ld.global.f32 %f0, [%a];
	and.b32 %u, %t, 1; setp.eq.u32 %p0, %u, 0; setp.lt.u32 %p1, %t, 20;
	sub.f32 %f1, %f0, %f0; mul.f32 %f2, %f1, 0fc0000000;
	mov.b32 %r0, %f2; st.global.b32 [%o], %r0;
	shfl.sync.down.b32 %r1, %r0, 3, 31, -1; mov.b32 %f3, %r1;
	add.f32 %f4, %f3, %f1; selp.f32 %f5, %f4, %f2, %p0; st.global.b32 [%o+4], %f5;
	selp.f32 %f6, %f5, 0f3f800000, %p1; mov.b32 %r2, %f6; xor.b32 %r3, %r2, 5; st.global.b32 [%o+8], %r3;
	selp.f32 %f6, %f0, %f5, %p0; st.global.f32 [%o+12], %f6;
	shfl.sync.bfly.b32 %r4|%p2, %r2, 7, 31, -1; bar.sync 0;
	@%p1 bra L; shfl.sync.idx.b32 %r4, %r2, 21, 31, 0xfff00000;
L:	st.global.b32 [%o+16], %r4; mov.f32 %f7, %f4; bar.sync 0; st.global.v2.f32 [%o+24], {%f7, %f4};
	mov.b32 %r5, %r1; popc.b32 %u, %r5; st.global.u32 [%o+32], %u; st.global.b32 [%o+36], %r5;
	ret; }
""")
        with open(self.path("in"), "wb") as f:
            f.write(struct.pack("<64I", *((0x7f800000, 0xff800000, 0x7f800001, 0xffc12345, 0x3f800000, 0, 0x7fc00000)[i * i % 7]
                                          for i in range(64))))
        how = ["k.ptx", "--block=64", "-q", "-a", "file:in:u32", "-a", "zeros:u32:640,print=640"]
        want = self.run_it("--backend=interp", *how)
        self.assertGreater(len(set(want.split())), 8)
        self.assertIn(str(0x7fffffff), want)
        for more in ["--backend=jit"], ["--backend=jit", "--cpu=x86-64-v3"]:
            self.assertEqual(self.run_it(*more, *how), want)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_idle_warps_end(self):
        """Warps that would only wait for others end; also if the others then need the scheduler."""
        general = "vote.sync.any.pred %q, %p, 0x0000000f; nanosleep.u32 10;"
        for block, more in (64, ""), (256, ""), (256, general), (1024, ""), (1024, general):
            text, d = "", block // 2
            while d:
                text += f"""
	setp.gt.u32 %p, %t, {d - 1}; @%p bra L{d};
	ld.shared.u32 %x, [%s+{4 * d}]; ld.shared.u32 %y, [%s]; mad.lo.u32 %x, %x, 3, %y; st.shared.u32 [%s], %x;
	{"setp.eq.u32 %q, %t, 1; " + more if d == 4 else ""}
L{d}:	bar.sync 0;"""
                d //= 2
            self.write("k.ptx", HEAD + """
.visible .entry k(.param .u64 out) {
	.reg .u64 %o; .reg .u32 %t, %s, %x, %y, %c; .reg .pred %p, %q, %z; .shared .align 4 .b8 s[4096];
	ld.param.u64 %o, [out]; mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x; shl.b32 %x, %t, 2; mov.u32 %s, s; add.u32 %s, %s, %x;
	mad.lo.u32 %x, %t, %t, %c; st.shared.u32 [%s], %x; bar.sync 0;""" + text + """
	setp.ne.u32 %z, %t, 0; @%z ret;
	mad.wide.u32 %o, %c, 4, %o; ld.shared.u32 %x, [s]; st.global.u32 [%o], %x; ret; }
""")
            how = ["k.ptx", f"--block={block}", "--grid=40", "-q", "-a", "zeros:u32:40,print=40"]
            self.assertIn("idle:", self.run_it("--dump=llvm", "k.ptx", f"--block={block}"))
            self.assertEqual(self.run_it("--backend=jit", *how), self.run_it("--backend=interp", *how))
            self.assertGreater(len(set(self.out.split())), 40)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_vectors_of_a_short_row(self):
        """Rows of 4 and 8 threads, at a pitch that the launch tells, are a vector each; not where memory has the index."""
        with open("/proc/cpuinfo") as f:
            level, most = ("x86-64-v4", 16) if "avx512vl" in f.read() else ("x86-64-v3", 8)
        row = "mov.u32 %y, %tid.y; mul.lo.u32 %y, %y, %n;"
        data = "mad.wide.u32 %b, %t, 4, %a; ld.global.u32 %y, [%b]; and.b32 %y, %y, 15;"
        cases = (row, "8,8", 8), (row, "4,4,4", 4), (row, "16,4", 16), (row, "64", 16), (data, "8,8", 16)
        for index, block, width in cases:
            self.write("a.ptx", HEAD + f"""
.visible .entry k(.param .u64 a, .param .u64 out, .param .u32 n) {{
	.reg .u64 %a, %b, %o; .reg .u32 %t, %y, %n, %v;
	ld.param.u64 %a, [a]; ld.param.u64 %o, [out]; ld.param.u32 %n, [n]; mov.u32 %t, %tid.x; {index}
	add.u32 %y, %y, %t; mad.wide.u32 %b, %y, 4, %a; ld.global.u32 %v, [%b];
	xor.b32 %v, %v, %t; mad.wide.u32 %b, %y, 4, %o; st.global.u32 [%b], %v; ret; }}
""")
            with self.subTest(index=index, block=block):
                text = self.run_it("--dump=llvm", "--cpu=" + level, "a.ptx", "--block=" + block)
                self.assertEqual(max(int(n) for n in re.findall(r"<(\d+) x i32>", text)), min(width, most))
                how = ["a.ptx", "--block=" + block, "-q", "-a", "rand:u32:4096:7", "-a", "zeros:u32:1000,print=1000", "-a", "50"]
                self.assertEqual(self.run_it("--backend=jit", *how), self.run_it("--backend=interp", *how))
                self.assertGreater(len(set(self.out.split())), 15)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_warps_take_turns(self):
        """In long loops over global memory, of different lengths, between barriers, and when some warp needs the
        scheduler in the middle of its turn, while others are in a loop, wait or have ended."""
        def kernel(in_loop, behind):
            self.write("k.ptx", HEAD + f"""
.visible .entry k(.param .u64 a, .param .u64 out, .param .u32 n) {{
	.reg .u64 %a, %o, %d; .reg .u32 %t, %w, %n, %i, %x, %sum, %c; .reg .pred %p, %q; .shared .align 4 .b8 s[1024];
	ld.param.u64 %a, [a]; ld.param.u64 %o, [out]; ld.param.u32 %n, [n]; mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x;
	shr.u32 %w, %t, 5; and.b32 %x, %w, 3; mul.lo.u32 %n, %n, %x; mov.u32 %i, 0; mov.u32 %sum, %c;
M:	setp.ge.u32 %p, %i, %n; @%p bra E;
	shl.b32 %x, %i, 5; add.u32 %x, %x, %t; and.b32 %x, %x, 4095; mul.wide.u32 %d, %x, 4; add.u64 %d, %d, %a;
	ld.global.u32 %x, [%d]; mad.lo.u32 %sum, %sum, 31, %x; {in_loop}
	add.u32 %i, %i, 1; bra M;
E:	{behind}
	mad.lo.u32 %x, %c, 256, %t; mad.wide.u32 %d, %x, 4, %o; st.global.u32 [%d], %sum; ret; }}
""")
        shared = """mul.lo.u32 %x, %t, 4; mov.u32 %w, s; add.u32 %w, %w, %x; st.shared.u32 [%w], %sum; bar.sync 0;
	xor.b32 %x, %x, 128; mov.u32 %w, s; add.u32 %w, %w, %x; ld.shared.u32 %x, [%w]; add.u32 %sum, %sum, %x;
	bar.sync 0;"""
        general = "setp.ne.u32 %q, %i, 1999; @%q bra N; nanosleep.u32 20; N:"
        parts = "setp.eq.u32 %q, %i, 700; setp.eq.and.u32 %q, %t, 40, %q; @%q exit;"
        cases = ("", ""), ("", shared), ("", "setp.eq.u32 %q, %w, 2; @%q ret; " + shared), \
            ("", "setp.eq.u32 %q, %w, 1; @!%q bra X; nanosleep.u32 20; X: " + shared), (general, shared), \
            (parts, ""), (parts, shared)
        for in_loop, behind in cases:
            kernel(in_loop, behind)
            how = ["k.ptx", "--block=256", "--grid=3", "-q", "-a", "rand:u32:4096:7", "-a", "zeros:u32:768,print=768", "-a"]
            if in_loop != general:
                self.assertIn("myturn:", self.run_it("--dump=llvm", "k.ptx", "--block=256"))
            for n in 100, 1000:
                got = self.run_it("--backend=jit", *how, str(n))
                self.assertEqual(got, self.run_it("--backend=interp", *how, str(n)), (in_loop, behind, n))
                self.assertGreater(len(set(got.split())), 400)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_compilations_are_told(self):
        by_hand = ["k.ptx", "-k", "copy", "--block=64", "--backend=jit", "-q"]
        self.run_it(*by_hand)
        self.assertNotIn("compiled", self.err)
        for option, env in ("-v", {}), ("-q", {"SIMT_VERBOSE": "1"}):
            self.run_it(*by_hand, option, env=env)
            self.assertRegex(self.err, r"compiled copy for block \(64,1,1\): .* passes [\d.]+ ms, code")

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_better_code_takes_over(self):
        """While warps wait at barriers of the cta, and of the cluster."""
        cluster = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;"
        for text in ROUNDS, ROUNDS.replace("bar.sync 0;", cluster):
            self.write("k.ptx", text)
            n, told = 5000, []
            while len(told) < 2:
                how = ["k.ptx", "--block=256", "--grid=2", "--cluster=2", "--arg=zeros:u32:512,print=512", "--arg=%d" % n]
                got = self.run_it(*how, "--backend=auto", "-v", env={"SIMT_JIT": "tiered"})
                told = re.findall(r"compiled( quickly)? rounds", self.err)
                n *= 4
            self.assertEqual(told, [" quickly", ""])
            for when in "quick", "eager":
                self.assertEqual(self.run_it(*how, "--backend=jit", env={"SIMT_JIT": when}), got)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_processors(self):
        for how in ["--cpu=x86_64"], []:
            self.run_it("k.ptx", "-k", "tall", "--backend=jit", *how, status=1, env={"SIMT_CPU": "6502"})
            self.assertRegex(self.err, "(x86_64|6502): no processor of that name is known; .* native")
        self.run_it("k.ptx", "-k", "tall", "--backend=jit", "--cpu=native", env={"SIMT_CPU": "6502"})

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_fast_approximations_of_many_turns(self):
        self.write("sin.ptx", """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 s, .param .u64 c) {
	.reg .u32 %t; .reg .u64 %p, %o; .reg .f32 %x, %y;
	mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4;
	ld.param.u64 %p, [x]; add.u64 %p, %p, %o; ld.global.f32 %x, [%p];
	sin.approx.f32 %y, %x; ld.param.u64 %p, [s]; add.u64 %p, %p, %o; st.global.f32 [%p], %y;
	cos.approx.f32 %y, %x; ld.param.u64 %p, [c]; add.u64 %p, %p, %o; st.global.f32 [%p], %y;
	ret;
}
""")
        x = [10.0, 1e3, 1e4, 1e5, 1e6, 1.5e6, -1e6, 12345.5]
        self.write("x.bin", struct.pack("8f", *x))
        self.run_it("sin.ptx", "--backend=jit", "--approx=fast", "--block=8", "-a", "file:x.bin", "-a", "zeros:f32:8,print", "-a", "zeros:f32:8,print")
        got = [float(v) for line in re.findall(r"^ +0: (.*)$", self.out, re.M) for v in line.split()]
        for value, exact in zip(got, [math.sin(v) for v in x] + [math.cos(v) for v in x]):
            self.assertAlmostEqual(value, exact, delta=1e-5)
        self.assertEqual(len(got), 16)

    def test_approximations(self):
        self.run_it("k.ptx", "-k", "tall", "--approx=fast")
        self.run_it("k.ptx", "-k", "tall", env={"SIMT_APPROX": "exact"})
        self.run_it("k.ptx", "-k", "tall", status=1, env={"SIMT_APPROX": "half"})
        self.assertIn("SIMT_APPROX=half: exact or fast", self.err)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_a_kernel_handed_back_is_an_error_of_the_jit(self):
        refuse = {"SIMT_JIT_DEBUG": "refuse"}
        by_hand = ["k.ptx", "-k", "copy", "--block=8"]
        self.run_it(*by_hand, "--backend=jit", status=2, env=refuse)
        self.assertIn("handed back to the interpreter: copy: ", self.err)
        self.assertNotIn("b32[", self.out)
        self.run_it(*by_hand, "--backend=auto", "-v", env={**refuse, "SIMT_JIT": "eager"})
        self.assertIn("handed back to the interpreter: copy: ", self.err)
        self.assertIn("b32[", self.out)
        self.copies([1, 2], [1, 2], "b32")
        self.run_it("t.launch.json", "--backend=jit")
        self.run_it("t.launch.json", "--backend=jit", status=2, env=refuse)
        self.assertIn("handed back to the interpreter: copy: ", self.out + self.err)
        self.run_it(*by_hand, status=1, env={"SIMT_JIT_DEBUG": "gdb,lldb"})
        self.assertIn("gdb, perf, refuse, cut, jam, wide, leave, verify or sanitize", self.err)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_llvms_library_is_opened_when_a_kernel_is_compiled(self):
        by_hand = ["k.ptx", "-k", "copy", "--block=8"]
        for library, why in {
            "/nowhere/libLLVM.so": "the compiler's library cannot be opened: /nowhere/libLLVM.so: ",
            "libm.so.6": "the compiler's library is of another version: it has no LLVM",
        }.items():
            other = {"SIMT_LLVM": library}
            self.run_it(*by_hand, "--backend=interp", env=other)
            self.assertIn("b32[", self.out)
            self.run_it(*by_hand, "--backend=jit", status=2, env=other)
            self.assertIn("handed back to the interpreter: copy: " + why, self.err)
            self.run_it(*by_hand, "--backend=auto", "-v", env={**other, "SIMT_JIT": "eager"})
            self.assertIn(why, self.err)
            self.assertIn("b32[", self.out)
            self.run_it(*by_hand, "--dump=asm", status=2, env=other)
            self.assertIn(why, self.err)

    @unittest.skipUnless(HAS_JIT, "built without LLVM")
    def test_perf_knows_compiled_functions(self):
        p = subprocess.Popen([SIMTRUN, "k.ptx", "-k", "copy", "--block=8", "--backend=jit"],
                             cwd=self.folder.name, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             env={**os.environ, "SIMT_JIT_DEBUG": "perf,gdb"})
        self.assertEqual(p.wait(60), 0)
        name = "/tmp/perf-%d.map" % p.pid
        self.addCleanup(os.remove, name)
        with open(name) as f:
            start, size, function = f.read().split()
        self.assertEqual(function, "ptx_copy(8,1,1)")
        self.assertGreater(int(start, 16), 4096)
        self.assertIn(int(size, 16), range(32, 100000))

    def test_unresolved_external(self):
        self.write("x.ptx", HEAD + ".extern .func foo;\n.visible .entry k() { call foo; ret; }\n")
        self.run_it("-c", "--diagnostics-format=nvcc", "x.ptx", status=2)
        self.assertIn("Unresolved extern function 'foo'", self.err)

    def test_not_ptx(self):
        self.write("x.ptx", "hello")
        self.run_it("-c", "x.ptx", status=2)
        self.assertIn("E0407", self.err)


class LaunchFiles(Case):
    def test_pass_and_fail(self):
        self.copies([1, 2, 3, 4], [1, 2, 3, 4], "u32")
        self.assertEqual(self.run_it("t.launch.json"), "1 passed, 0 failed\n")
        self.copies([1, 2, 3, 4], [1, 2, 9, 8], "u32")
        self.run_it("t.launch.json", status=6)
        self.assertRegex(self.out, r"FAIL t.launch.json: c: argument 0, want.bin\[2\] \(u32\): "
                                   r"expected 3 .*, got 9 .*; 2 of 4 differ\n0 passed, 1 failed")

    def test_part_of_the_file(self):
        self.copies([9, 9, 1, 2, 7], [1, 2], "u32", at=8, bytes=8)
        self.run_it("t.launch.json")
        self.copies([9, 9, 1, 2, 7], [1, 2], "u32", at=16, bytes=8)
        self.run_it("t.launch.json", status=1)

    def test_nan(self):
        self.copies([0x7fffffff], [0x7fc00000])
        self.run_it("t.launch.json")
        self.copies([0x7fffffff], [0x7fc00000], nan="exact")
        self.run_it("t.launch.json", status=6)
        self.copies([0x7fffffff], [0x7fc00000], "b32")
        self.run_it("t.launch.json", status=6)
        self.copies([0x7fffffff], [0x7f800000], ulp=1000)
        self.run_it("t.launch.json", status=6)

    def test_ulp(self):
        self.copies([0x3f800000, 0x80000001], [0x3f800002, 0x00000001], ulp=2)
        self.run_it("t.launch.json")
        self.copies([0x3f800000], [0x3f800003], ulp=2)
        self.run_it("t.launch.json", status=6)

    def test_abs(self):
        self.copies([0x3f800000], [0x3f800100], abs=0.001)
        self.run_it("t.launch.json")
        self.copies([0x3f800000], [0x3f900000], abs=0.001)
        self.run_it("t.launch.json", status=6)

    def test_ftz(self):
        self.copies([0x00000100, 0], [0, 0x80001000], ulp=1, ftz=True)
        self.run_it("t.launch.json")
        self.copies([0x00000100], [0], ulp=1)
        self.run_it("t.launch.json", status=6)

    def test_half_precision(self):
        self.copies([0x3c003c00], [0x3c013c00], "f16", ulp=1)
        self.run_it("t.launch.json")
        self.copies([0x3c003c00], [0x3c013c00], "f16")
        self.run_it("t.launch.json", status=6)
        self.assertIn("[1] (f16): expected 1 ", self.out)

    def test_all_forms(self):
        self.write("start.bin", struct.pack("<2I", 5, 6))
        self.write("want.bin", struct.pack("<3I", 0x7f800000, 5, 6))
        self.launches(
            {"name": "inout", "kernel": "copy", "grid": [1, 1, 1], "block": [2, 1, 1],
             "args": [{"inout": "start.bin", "expect": "want.bin", "at": 4, "type": "u32"},
                      {"in": "start.bin"}]},
            {"name": "scratch", "kernel": "copy", "grid": [1, 1, 1], "block": [2, 1, 1],
             "args": [{"scratch": 8}, {"scratch": 8}]},
            {"name": "bits", "kernel": "scalar", "grid": [1, 1, 1], "block": [1, 1, 1],
             "args": [{"out": "want.bin", "bytes": 4, "type": "f32"}, {"f32": "0x7f800000"}]},
            {"name": "bytes", "kernel": "scalar", "grid": [1, 1, 1], "block": [1, 1, 1],
             "args": [{"out": "want.bin", "bytes": 4, "type": "b32"}, {"bytes": "0000807F"}]})
        self.assertIn("4 passed", self.run_it("t.launch.json"))

    def test_mistakes_have_a_place(self):
        good = {"name": "a", "kernel": "tall", "grid": [1, 1, 1], "block": [4, 2, 1], "args": []}
        for change, word in (({"grid": [1, 1]}, "three integers"), ({"blok": 1}, 'did you mean "block"'),
                             ({"args": [{"u8": 300}]}, "fits the type"), ({"args": {}}, "array"),
                             ({"args": [{"on": "x"}]}, "an argument is one of"),
                             ({"args": [{"bytes": "0"}]}, "hexadecimal"),
                             ({"args": [{"out": "x", "type": "f33"}]}, "one of b8"),
                             ({"name": 5}, "a string"), ({"shared": -1}, "non-negative")):
            self.write("t.launch.json",
                       json.dumps({"module": "k.ptx", "launches": [{**good, **change}]}, indent=1))
            self.run_it("t.launch.json", status=1)
            self.assertIn(word, self.err)
            self.assertRegex(self.err, r"t.launch.json:\d+:\d+: error\[E0402\]")
        self.write("t.launch.json", '{"module": "k.ptx",\n "launches": [,]}')
        self.run_it("t.launch.json", status=1)
        self.assertIn("t.launch.json:2:", self.err)

    def test_statuses(self):
        shape = {"grid": [1, 1, 1], "args": []}
        for kernel, block, status in (("null", 1, 3), ("stuck", 64, 5), ("forever", 1, 4),
                                      ("nope", 1, 1), ("tall", 1, 1)):
            self.launches({"name": "x", "kernel": kernel, "block": [block, 1, 1], **shape})
            self.run_it("t.launch.json", "--timeout=0.2", status=status)
            self.assertIn("0 passed, 1 failed", self.out)
        self.write("k.ptx", "hello")
        self.launches({"name": "x", "kernel": "k", "block": [1, 1, 1], **shape})
        self.run_it("t.launch.json", status=2)

    def test_a_fault_does_not_spoil_the_next_launch(self):
        shape = {"grid": [1, 1, 1], "args": []}
        self.launches({"name": "x", "kernel": "null", "block": [1, 1, 1], **shape},
                      {"name": "y", "kernel": "tall", "block": [4, 2, 1], **shape})
        self.run_it("t.launch.json", status=3)
        self.assertIn("1 passed, 1 failed", self.out)

    def test_jobs_print_in_order(self):
        self.copies([1], [2], "u32")
        names = []
        for i in range(6):
            names.append("f%d.launch.json" % i)
            os.link(self.path("t.launch.json"), self.path(names[-1]))
        one = self.run_it("-j1", *names, status=6)
        self.assertEqual(self.run_it("-j", "3", *names, status=6), one)
        self.assertTrue(one.endswith("0 passed, 6 failed\n"))

    def test_seeds_and_threads_do_not_change_results(self):
        self.copies(list(range(100)), list(range(100)), "u32")
        for args in (["--seed=1"], ["--seed=2", "--threads=1"], ["--threads=4"], ["-v"]):
            self.assertIn("1 passed", self.run_it("t.launch.json", *args))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]], verbosity=0)
