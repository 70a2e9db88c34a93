#!/usr/bin/env python3
"""driver.py SIMTCC TREE: the driver from source to running program. SIMTCC is the driver over a front end that
reads ready PTX (fake_compile.c).

SPDX-License-Identifier: Apache-2.0
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SIMTCC, TREE = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"


def kernel(name, value, linkage=".visible "):
    """A kernel that stores a number where its parameter points."""
    return (f"{linkage}.entry {name}(.param .u64 p)\n{{\n.reg .b64 %a;\n.reg .b32 %v;\n"
            f"ld.param.u64 %a, [p];\nmov.u32 %v, {value};\nst.global.u32 [%a], %v;\nret;\n}}\n")


MAIN = """#include <cstdio>
template<class F> static void show(F launch) {
	int *p, x = 0;
	cudaMalloc(&p, sizeof x);
	cudaMemset(p, 0, sizeof x);
	launch(p);
	cudaMemcpy(&x, p, sizeof x, cudaMemcpyDeviceToHost);
	printf("%d %s\\n", x, cudaGetErrorName(cudaGetLastError()));
}
"""


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.env = {k: v for k, v in os.environ.items()
                    if k not in ("LIBRARY_PATH", "LD_LIBRARY_PATH", "CPATH")}
        self.env.update(SIMTCC_TEST_PTX=self.folder.name, SIMTCC_TEST_LOG=self.path("log"),
                        CUDA_CACHE_DISABLE="1")

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)

    def read(self, name):
        with open(self.path(name)) as f:
            return f.read()

    def run_it(self, *command, status=0):
        p = subprocess.run(command, cwd=self.folder.name, env=self.env, capture_output=True, text=True,
                           timeout=120)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        self.err = p.stderr
        return p.stdout

    def cc(self, *args, status=0):
        return self.run_it(SIMTCC, *args, status=status)

    def source(self, name, cuda, *ptx):
        self.write(name + ".cu", cuda)
        self.write(name + ".ptx", HEAD + "".join(ptx))


class Messages(Case):
    """--diagnostics-format, and what -res-usage says."""

    def records(self, *args, status):
        self.cc("--diagnostics-format=json", *args, status=status)
        return [json.loads(line) for line in self.err.splitlines()]

    def results(self, *args, status):
        self.cc("--diagnostics-format=sarif", *args, status=status)
        document = json.loads(self.err)
        self.assertEqual(document["version"], "2.1.0")
        self.assertEqual(document["runs"][0]["tool"]["driver"]["name"], "simtcc")
        return document["runs"][0]["results"]

    def test_host_compiler(self):
        self.write("a.h", "int half(int);\ntemplate<class T> int f(T t) { return t.none; }\n")
        self.write("c.cpp", '#include "a.h"\nint x = f(3);\n  int y = half("s");\n')
        got = self.records("-c", "c.cpp", status=1)
        errors = [(r["file"], r["line"]) for r in got if r["severity"] == "error"]
        self.assertEqual(sorted(errors), [("a.h", 2), ("c.cpp", 3)])
        conversion = [r for r in got if r["line"] == 3][0]
        self.assertEqual((conversion["version"], conversion["code"]), (1, "E0615"))
        self.assertIn("cannot convert 'const char *' to 'int', the type of parameter 1 of 'half'", conversion["message"])
        (template,) = [r for r in got if r["file"] == "a.h" and r["severity"] == "error"]
        self.assertEqual([(n["file"], n["line"], n["label"]) for n in template["related"]],
                         [("c.cpp", 2, "required from here")])
        self.assertIn(("a.h", 1), [(n["file"], n["line"]) for n in conversion["related"]])
        sarif = self.results("-c", "c.cpp", status=1)
        lines = [r["locations"][0]["physicalLocation"]["region"]["startLine"] for r in sarif if r["level"] == "error"]
        self.assertEqual(sorted(lines), [2, 3])

    def test_host_compilers_agree(self):
        self.write("c.cpp", "#include <list>\n#include <algorithm>\nstruct a { int x; };\nint main() {\n\ta v;\n\tv->x = 1;\n\tint *p = wrong;\n"
                   "\tint y = v;\n\tstd::list<int> l;\n\tstd::sort(l.begin(), l.end());\n\tv.z = 1;\n}\n")
        told = []
        for compiler in "g++", "clang++":
            if shutil.which(compiler):
                got = self.records("-ccbin", compiler, "-c", "c.cpp", status=1)
                told.append(sorted((r["line"], r["code"], r["message"]) for r in got if r["line"] < 10))
                self.assertEqual({r["file"] for r in got}, {"c.cpp"})
                self.assertIn((10, "E0623"), [(r["line"], r["code"]) for r in got])
        self.assertEqual([m for m in told[0]], [(6, "E0622", "'->' on 'a', which is not a pointer"), (7, "E0601", "'wrong' is not declared"),
                                               (8, "E0615", "cannot convert 'a' to 'int'")])
        self.assertEqual(told, [told[0]] * len(told))

    def test_plain(self):
        self.write("c.cpp", "int x = wrong;\n")
        self.cc("--host-messages=plain", "-c", "c.cpp", status=1)
        self.assertIn("was not declared in this scope", self.err)

    def test_host_compiler_tells_of_itself(self):  # CMake reads these lines for the host compiler's folders
        self.write("c.cu", "int main() { return 0; }\n")
        self.cc("-Xcompiler", "-v", "c.cu")
        self.assertRegex(self.err, r"(?m)^ \S*/cc1plus ")
        self.assertRegex(self.err, r"(?m)^ \S*/(collect2|ld)(\.\w+)? ")
        self.assertRegex(self.err, r"(?m)^#include <\.\.\.> search starts here:\n .*/")

    def test_linker(self):
        self.write("c.cpp", "int none();\nint main() { return none(); }\n")
        got = self.records("c.cpp", status=1)
        self.assertTrue(any("undefined reference" in r["message"] and r["severity"] == "error" for r in got), got)

    def test_device_half(self):
        self.write("t.cu", "__global__ void k(int *p) {}\n")
        (error,) = self.records("-c", "t.cu", status=2)  # there is no t.ptx
        self.assertEqual((error["severity"], error["code"]), ("error", "E0401"))
        (error,) = self.results("-c", "t.cu", status=2)
        self.assertEqual((error["level"], error["ruleId"]), ("error", "E0401"))

    def test_the_driver_itself(self):
        (error,) = self.records("--bogus", "c.cpp", status=1)
        self.assertIn("unknown option '--bogus'", error["message"])
        (error,) = self.results("--bogus", "c.cpp", status=1)
        self.assertIn("unknown option", error["message"]["text"])
        self.write("c.cpp", "int x;\n")
        self.assertEqual(self.records("-c", "c.cpp", status=0), [])
        self.assertEqual(self.results("-c", "c.cpp", status=0), [])
        (warning,) = self.records("-c", "c.cpp", "-o", "a.o", "-o", "b.o", status=0)
        self.assertEqual(warning["severity"], "warning")
        self.assertEqual(self.records("-c", "-w", "c.cpp", "-o", "a.o", "-o", "b.o", status=0), [])

    def test_warnings_of_launches(self):
        self.source("t", "__global__ void k(int *p) {}\nint main() { k<<<1, 1>>>(0); }\n", kernel("_Z1kPi", 1))
        (warning,) = self.records("-Wdefault-stream-launch", "-c", "t.cu", status=0)
        self.assertEqual((warning["severity"], warning["file"], warning["line"]), ("warning", "t.cu", 2))

    def test_programs_that_run_keep_their_own_messages(self):
        self.write("c.cpp", '#include <cstdio>\nint main() { fputs("a: error: mine\\n", stderr); }\n')
        self.cc("--diagnostics-format=json", "-run", "c.cpp")
        self.assertEqual(self.err, "a: error: mine\n")

    USAGE = """.global .align 4 .b8 g[12];
.const .align 4 .b8 c[20];
.shared .align 16 .b8 s[32];
.func deep()
{
.local .align 4 .b8 frame[40];
.reg .b64 %a;
mov.u64 %a, frame;
st.local.u64 [%a], %a;
ret;
}
.visible .entry _Z1kPi(.param .u64 p, .param .u8 q)
{
.reg .b64 %a<3>;
.reg .b32 %v<9>;
.reg .f64 %d<2>;
.reg .pred %p;
.local .align 8 .b8 frame[24];
.shared .align 4 .b8 mine[6];
ld.param.u64 %a0, [p];
ld.global.u32 %v0, [%a0];
ld.global.u32 %v1, [%a0+4];
ld.global.u32 %v2, [%a0+8];
ld.global.f64 %d0, [%a0+16];
mov.u64 %a1, frame;
st.local.f64 [%a1], %d0;
mov.u64 %a2, mine;
st.shared.u32 [s], %v0;
st.shared.u8 [%a2], %v1;
bar.sync 0;
barrier.sync 3, 64;
call deep, ();
add.u32 %v3, %v0, %v1;
add.u32 %v3, %v3, %v2;
setp.eq.u32 %p, %v3, 0;
@%p st.global.u32 [%a0], %v3;
ret;
}
.visible .entry _Z1ev()
{
ret;
}
"""

    def test_resource_usage(self):
        self.write("t.cu", "__device__ int g[3];\n__constant__ float c[5];\n"
                           "__global__ void k(int *p, char q) {}\n__global__ void e() {}\n")
        self.write("t.ptx", HEAD + self.USAGE)
        expected = """ptxas info    : 12 bytes gmem, 20 bytes cmem[3]
ptxas info    : Function properties for deep
    40 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Compiling entry function '_Z1kPi' for 'sm_90'
ptxas info    : Function properties for _Z1kPi
    24 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 9 registers, used 4 barriers, 64 bytes cumulative stack size, 38 bytes smem, 9 bytes cmem[0]
ptxas info    : Compiling entry function '_Z1ev' for 'sm_90'
ptxas info    : Function properties for _Z1ev
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 4 registers, used 0 barriers
"""
        for option in ("-res-usage",), ("--resource-usage",), ("-Xptxas", "-v"), ("-Xptxas=-O3,-v",), \
                ("--ptxas-options", "-O3 --verbose"):
            self.cc(*option, "-ptx", "t.cu", "-o", "out.ptx")
            self.assertEqual(self.err, expected, option)
        self.cc("-res-usage", "-fatbin", "out.ptx", "-o", "out.fatbin")
        self.assertEqual(self.err, expected)
        self.cc("-Xptxas", "-warn-lmem-usage,-warn-spills", "-ptx", "t.cu", "-o", "out.ptx")
        self.assertEqual(self.err, "".join(f"ptxas warning : Local memory used for function '{name}', size of stack "
                                           f"frame: {n} bytes\n" for name, n in (("deep", 40), ("_Z1kPi", 24))))

    def test_usage_of_recursion_ends(self):
        self.write("t.cu", "__global__ void k(int *p) {}\n")
        self.write("t.ptx", HEAD + """.func b();
.func a()
{
.local .align 4 .b8 x[8];
.reg .b64 %a;
mov.u64 %a, x;
call b, ();
ret;
}
.func b()
{
call a, ();
ret;
}
.visible .entry _Z1kPi(.param .u64 p)
{
call b, ();
ret;
}
""")
        self.cc("-res-usage", "-ptx", "t.cu", "-o", "out.ptx")
        self.assertIn("Used 4 registers, used 0 barriers, 8 bytes cumulative stack size, 8 bytes cmem[0]", self.err)


class Programs(Case):
    def test_instances_of_templates_are_those_of_the_host(self):
        self.source("t", MAIN + """
template<class T, int N> __global__ void k(T *p) { *p = N; }
template<class T> struct more { enum { value = sizeof(T) + 1 }; };
int main() {
	show([](int *p) { k<int, more<char>::value><<<1, 1>>>(p); });
	show([](int *p) { auto f = k<int, 7>; f<<<1, 1>>>(p); });
}
""", kernel("_Z1kIiLi2EEvPT_", 2), kernel("_Z1kIiLi7EEvPT_", 7))
        self.cc("-O2", "t.cu", "-o", "t")
        self.assertEqual(set(self.read("log").split()), {"_Z1kIiLi2EEvPT_", "_Z1kIiLi7EEvPT_"})
        self.assertEqual(self.run_it("./t"), "2 cudaSuccess\n7 cudaSuccess\n")

    def test_instances_without_host_code(self):
        """The host half that only tells instances is not optimised, unless it cannot be read without."""
        text = """
#include <emmintrin.h>
template<int N> __global__ void k(int *p) { *p = N; }
int host(__m128i *v) { *v = _mm_slli_si128(*v, 3); return 0; }
int main() { if (false) k<2><<<1, 1>>>(nullptr); return WRONG; }
"""
        self.source("t", text.replace("WRONG", "host(nullptr)"), kernel("_Z1kILi2EEvPi", 2))
        for optimize in [], ["-O3"]:
            self.assertIn(".entry _Z1kILi2EEvPi", self.cc("-ptx", *optimize, "t.cu", "-o", "-"))
            self.assertEqual(self.err, "")
        self.source("w", text.replace("WRONG", "undeclared"), kernel("_Z1kILi2EEvPi", 2))
        self.cc("-ptx", "-O3", "w.cu", "-o", "-", status=1)
        self.assertEqual(self.err.count("undeclared"), 2)

    def test_instances_without_assembly(self):
        """GCC's dump names the same instances as the assembly does; a compiler that fails over it is asked for that."""
        text = """
template<class T> __global__ void k(T *p) { *p = T(); }
template<class T, int N> __global__ void k(const T a[N], const T *__restrict__ const q) {}
template<class T> __global__ void packs(T, T &) {}
namespace n { namespace { struct hidden {}; template<class T> __global__ void in(T *p) {} } }
template<class T> struct box { virtual void f() { k<<<1, 1>>>((box ***)0); } };
extern "C" __global__ void plain(int *p) { *p = 1; }
static __global__ void local(int *p) {}
inline void never_called() { k<<<1, 1>>>((char *)0); }
static void unused() { k<<<1, 1>>>((short *)0); }
template<class T> void all() { struct mine {}; k<<<1, 1>>>((mine *)0); k<T, 3><<<1, 1>>>((T *)0, (T *)0); }
void (*pointer)(long *) = k<long>;
template<> __global__ void k<float>(float *p) {}
template __global__ void k<double>(double *p);
int main() {
	box<int> b;
	int x = 0;
	all<unsigned>();
	packs<int><<<1, 1>>>(x, x);
	n::in<<<1, 1>>>((n::hidden *)0);
	plain<<<1, 1>>>(&x);
	if (false)
		n::in<<<1, 1>>>(&pointer);
	(void)sizeof((k<<<1, 1>>>((bool *)0), 1));
}
"""
        self.source("t", text)
        found = []
        for phase in "-c", "-ptx":
            self.cc(phase, "-std=c++11", "t.cu", "-o", "out")
            found.append(set(self.read("log").split()))
            os.remove(self.path("log"))
        self.assertEqual(found[0], found[1])
        self.assertIn("_Z1kIZ3allIjEvvE4mineEvPT_", found[1])
        self.assertNotIn("_Z1kIbEvPT_", found[1])
        self.write("g++", "#!/bin/sh\ncase $1 in -fsyntax-only) echo internal compiler error >&2; exit 4;; esac\n"
                   'PATH=${PATH#*:} exec g++ "$@"\n')
        os.chmod(self.path("g++"), 0o755)
        self.env["PATH"] = self.path("") + ":" + self.env["PATH"]
        self.cc("-ptx", "-std=c++11", "t.cu", "-o", "out")
        self.assertEqual((set(self.read("log").split()), self.err), (found[0], ""))

    def variables(self, phase, *options):
        """The templates' instances that one way to ask for them finds; static ones without the host compiler's mark."""
        self.cc(phase, *options, "t.cu", "-o", "out")
        self.assertEqual(self.err, "")
        found = set(self.read("log").replace("_ZL", "_Z").split())
        os.remove(self.path("log"))
        return found

    def test_variables_without_assembly(self):
        """Instances of templates of device variables are found by marks, in the dump, as in assembly."""
        self.source("t", """
struct object { constexpr object() : x() {} object(const object &) = delete; template<class T> object(T &&); int x; };
template<class T> __device__ T d;
template<class T, int N = 3> __device__ T row[N] = {T(1)};
template<class T, int N, class...> __constant__ T table[N][2];
template<class T> static __device__ T local_one;
template<class T> __managed__ T m{3};
template<class T> __managed__ T rows[4];
template<class, int> __device__ int unnamed = 2;
template<template<class> class> __device__ int of_template;
template<class T> __device__ T *pointer = nullptr;
template<class T> __device__ int (*function)(T);
template<class T> __device__ volatile T seen;
template<class T> alignas(16) __device__ T aligned = T{};
template<class T> constexpr __device__ T fixed = 4;
template<class T> struct box {};
namespace n {
template<class... T> __device__ int pack = sizeof...(T);
template<class... T> __device__ int pack<int, T...> = 1;
template<> __device__ int pack<> = 2;
namespace { struct hidden {}; template<class T> __device__ T in; }
template<class T> __managed__ box<box<T>> again;
}
template<class T> __device__ int n::pack<box<box<T>>, T> = 4;
template __device__ long d<long>;
template<> __device__ char d<char> = 'a';
template<class T> __device__ T twice;
__device__ void k() { twice<int> = 1; }
template<class T> void *all() { return &n::in<T>; }
int *by_initialiser = &d<int>;
void *uses[] = {row<int>, table<float, 2, int, char>, &local_one<int>, rows<short>, &unnamed<int, 2>, &of_template<box>,
    &pointer<int>, &function<int>, const_cast<int *>(&seen<int>), &aligned<double>, &n::pack<>, &n::pack<int, char>,
    &n::pack<char, int>, &n::again<box<int>>, &n::pack<box<box<int>>, int>, &d<object>, &d<box<int>>, &d<int[2][3]>};
int main() {
	all<n::hidden>();
	(void)sizeof(d<short>);
	(void)&fixed<int>;
	return m<int>;
}
""")
        found = self.variables("-c", "-std=c++17"), self.variables("-ptx", "-std=c++17")
        self.assertEqual(found[0] | {"_Z1dIlE"}, found[1])
        for name in ("_ZN1n12_GLOBAL__N_12inINS0_6hiddenEEE", "_ZN1n4packIJ3boxIS1_IiEEiEEE", "_ZN1n4packIJEEE", "_Z1mIiE",
                     "_ZN1n5againI3boxIiEEE", "_Z1dI6objectE", "_Z1dIA2_A3_iE", "_Z7unnamedIiLi2EE", "_Z3rowIiLi3EE", "_Z1dIcE"):
            self.assertIn(name, found[1])
        for name in "_Z5twiceIiE", "_Z1dIsE", "_Z5fixedIiE":
            self.assertNotIn(name, found[1])
        self.cc("-ptx", "-std=c++17", "-v", "t.cu", "-o", "out")
        self.assertIn("g++ -fsyntax-only", self.err)

    def test_variables_with_assembly(self):
        """Where the type or the meaning of an initialiser is not known, and before C++17, assembly tells the instances."""
        for declaration, use, options in (
                ("template<class T> __device__ auto x = T(1);", "x<int>", "-std=c++17"),
                ("template<class T> __device__ T x[] = {1, 2};", "x<int>", "-std=c++17"),
                ("template<class T> constinit __device__ T x = 1;", "x<int>", "-std=c++20"),
                ("template<class T> __device__ auto x = T(1); template<> __device__ int x<int> = 3;", "x<int>", "-std=c++17"),
                ("struct s { constexpr s() {} s(const s &) = delete; };\ntemplate<class T> __device__ T x;", "x<s>",
                 "-std=c++14")):
            with self.subTest(declaration):
                self.source("t", declaration + "\nvoid *use = (void *)&" + use + ";\n")
                found = self.variables("-ptx", options)
                self.assertEqual(len(found), 1)
                self.assertEqual(self.variables("-c", options), found)

    def test_instances_that_are_named_before_the_definition(self):
        self.source("t", MAIN + """
template<class T> __global__ void k(T *p);
int main() { show([](int *p) { k<int><<<1, 1>>>(p); }); }
template<class T> __global__ void k(T *p) { *p = 3; }
""", kernel("_Z1kIiEvPT_", 3))
        self.cc("-O2", "t.cu", "-o", "t")
        self.assertEqual(self.run_it("./t"), "3 cudaSuccess\n")

    @unittest.skipUnless(shutil.which("clang++"), "no clang++")
    def test_members_that_change_what_a_name_means(self):
        cuda = "template<class T> struct X { T v = 3; };\nstruct S { X<int> X; };\nint main() { return S().X.v - 3; }\n"
        self.source("a", cuda)
        self.source("b", cuda + "int *p = 3;\n")
        self.source("c", "template<class T> int f() { int *p = 3; return *p; }\n" + cuda + "int y = f<int>();\n")
        self.cc("-Xcompiler", "-Werror", "a.cu", "-o", "a")
        self.assertEqual(self.err, "")
        self.run_it("./a")
        for name, line in ("b", 4), ("c", 1):
            self.cc("-c", name + ".cu", status=1)
            self.assertIn(f"{name}.cu:{line}:", self.err)
            self.assertIn("cannot convert 'int' to 'int *'", self.err)

    def test_clang_as_host_compiler(self):
        self.source("t", MAIN + """
template<class T, int N> __global__ void k(T *p) { *p = N; }
namespace n { template<class T> __global__ void q(T *p) { *p = 3; } }
__device__ int x;
int main() {
	int v = 1;
	show([](int *p) { k<int, 2><<<1, 1>>>(p); });
	show([](int *p) { n::q<<<1, 1>>>(p); });
	printf("%d\\n", cudaMemcpyToSymbol(x, &v, sizeof v));
}
""", kernel("_Z1kIiLi2EEvPT_", 2), kernel("_ZN1n1qIiEEvPT_", 3), ".visible .global .align 4 .u32 x;\n")
        for level in "-O0", "-O2":
            self.cc("-ccbin", "clang++", level, "t.cu", "-o", "t")
            self.assertEqual(set(self.read("log").split()), {"_ZL1kIiLi2EEvPT_", "_ZN1nL1qIiEEvPT_"})
            self.assertEqual(self.run_it("./t"), "2 cudaSuccess\n3 cudaSuccess\n0\n")

    def test_a_kernel_that_the_device_half_lacks(self):
        self.source("t", MAIN + """
__global__ void k(int *p) {}
int main() { show([](int *p) { k<<<1, 1>>>(p); }); }
""")
        self.cc("t.cu", "-o", "t")
        self.assertIn("t.cu: the kernel '_Z1kPi' is not in the device half", self.err)
        self.assertEqual(self.run_it("./t"), "0 cudaErrorInvalidResourceHandle\n")

    def test_internal_linkage(self):
        self.source("t", MAIN + """
static __global__ void s(int *p) { *p = 1; }
namespace n { static __global__ void s(int *p) { *p = 2; } }
extern "C" __global__ void c(int *p) { *p = 3; }
static __device__ int x;
int main() {
	int v = 5, w = 0;
	show([](int *p) { s<<<1, 1>>>(p); });
	show([](int *p) { n::s<<<1, 1>>>(p); });
	show([](int *p) { c<<<1, 1>>>(p); });
	printf("%d ", cudaMemcpyToSymbol(x, &v, sizeof v));
	printf("%d ", cudaMemcpyFromSymbol(&w, x, sizeof w));
	printf("%d\\n", w);
}
""", kernel("_Z1sPi", 1, ""), kernel("_ZN1n1sEPi", 2, ""), kernel("c", 3), ".global .align 4 .u32 x;\n")
        for level in "-O0", "-O3":
            self.cc(level, "t.cu", "-o", "t")
            self.assertEqual(self.run_it("./t"), "1 cudaSuccess\n2 cudaSuccess\n3 cudaSuccess\n0 0 5\n")

    def test_managed_variables(self):
        self.source("t", """#include <cstdio>
__managed__ int m = 3, a[4] = {1, 2, 3, 4};
int early = m + a[3];
int main() { m++; a[0] += m; printf("%d %d %d %zu\\n", early, m, a[0], sizeof a); }
""", ".visible .global .attribute(.managed) .align 4 .u32 m = 3;\n",
                    ".visible .global .attribute(.managed) .align 4 .u32 a[4] = {1, 2, 3, 4};\n")
        self.cc("t.cu", "-o", "t")
        self.assertEqual(self.run_it("./t"), "7 4 5 16\n")

    def test_two_files_with_kernels_of_the_same_template(self):
        for name, value in ("a", 1), ("b", 2):
            self.source(name, f"template<class T> __global__ void k(T *p) {{ *p = {value}; }}\n"
                              f"void run_{name}(int *p) {{ k<<<1, 1>>>(p); }}\n",
                        kernel("_Z1kIiEvPT_", value))
        self.source("t", MAIN + "void run_a(int *); void run_b(int *);\n"
                                "int main() { show(run_a); show(run_b); }\n")
        self.cc("a.cu", "b.cu", "t.cu", "-o", "t")
        self.assertEqual(self.run_it("./t"), "1 cudaSuccess\n2 cudaSuccess\n")

    def test_relocatable_code_in_a_library(self):
        self.source("dev", "__device__ int value() { return 4; }\n",
                    ".visible .func (.param .b32 r) _Z5valuev()\n{\nst.param.b32 [r], 4;\nret;\n}\n")
        self.source("t", MAIN + """__device__ int value();
__global__ void k(int *p) { *p = value(); }
int main() { show([](int *p) { k<<<1, 1>>>(p); }); }
""", ".extern .func (.param .b32 r) _Z5valuev();\n.visible .entry _Z1kPi(.param .u64 p)\n{\n"
     ".reg .b64 %a; .reg .b32 %v;\n{ .param .b32 r; call.uni (r), _Z5valuev, (); ld.param.b32 %v, [r]; }\n"
     "ld.param.u64 %a, [p];\nst.global.u32 [%a], %v;\nret;\n}\n")
        self.cc("-dc", "dev.cu", "t.cu")
        self.cc("-lib", "dev.o", "-o", "libdev.a")
        self.cc("-dlink", "t.o", "libdev.a", "-o", "link.o")
        for command in ([SIMTCC, "t.o", "libdev.a", "-o", "t"],
                        ["g++", "t.o", "link.o", "libdev.a", "-o", "t", f"-L{TREE}/lib64", "-lcudadevrt",
                         "-lcudart_static", "-lrt", "-lpthread", "-ldl"]):
            self.run_it(*command)
            self.assertEqual(self.run_it("./t"), "4 cudaSuccess\n")
        self.cc("t.o", "-o", "t", status=1)
        self.assertIn("undefined reference to the device's 'value'", self.err)

    def test_relocatable_files_keep_their_static_kernels(self):
        for name, value in ("a", 1), ("b", 2):
            self.source(name, "static __global__ void s(int *p) {}\nstatic __device__ int x;\n"
                        f"void run_{name}(int *p) {{ int v = {value}, w = 0; s<<<1, 1>>>(p);\n"
                        "cudaMemcpyToSymbol(x, &v, sizeof v); cudaMemcpyFromSymbol(&w, x, sizeof w);\n"
                        f"if (w != {value}) *(volatile int *)0; }}\n",
                        kernel("_Z1sPi", value, ""), ".global .align 4 .u32 x;\n")
        self.source("t", MAIN + "void run_a(int *); void run_b(int *);\n"
                                "int main() { show(run_a); show(run_b); }\n")
        self.cc("-rdc=true", "a.cu", "b.cu", "t.cu", "-o", "t")
        self.assertEqual(self.run_it("./t"), "1 cudaSuccess\n2 cudaSuccess\n")

    def test_extended_lambdas_are_known_to_both_halves(self):
        self.source("t", """template<class F> __global__ void apply(F f, int n) { f(n); }
int main() {
	float *p = 0;
	apply<<<1, 1>>>([=] __device__ (int i) { p[i] = 1; }, 3);
	apply<<<1, 1>>>([] __device__ (int i) {}, 3);
}
""", kernel("unused", 1))
        self.cc("-ptx", "-extended-lambda", "--keep", "t.cu", "-o", "-")
        names = sorted(self.read("log").split())
        self.assertRegex(names[0], r"^_Z5applyI26__simt_lambda_\w{8}_4_0IPfEEvT_i$")
        self.assertRegex(names[1], r"^_Z5applyI26__simt_lambda_\w{8}_5_0EvT_i$")
        text = self.read("t.cpp2.ii")
        for name in names:
            self.assertTrue("struct " + re.search(r"__simt_lambda_\w{8}_\d_\d", name).group() in text)
        self.cc("-ptx", "t.cu", "-o", "-", status=2)
        self.assertIn("t.cu:4:18: error[E0684]: a lambda with __host__ or __device__ needs -extended-lambda", self.err)

    def test_shared_library(self):
        for name, value in ("lib", 1), ("t", 2):
            body = MAIN if name == "t" else ""
            self.source(name, body + f"__global__ void k(int *p) {{ *p = {value}; }}\n"
                        f"void run_{name}(int *p) {{ k<<<1, 1>>>(p); }}\n" +
                        ("void run_lib(int *);\nint main() { show(run_lib); show(run_t); }\n" if body else ""),
                        kernel("_Z1kPi", value))
        self.cc("-shared", "-Xcompiler", "-fPIC", "lib.cu", "-o", "liblib.so")
        self.cc("t.cu", "-o", "t", "-L.", "-llib", "-Xlinker", "-rpath=.")
        self.assertEqual(self.run_it("./t"), "1 cudaSuccess\n2 cudaSuccess\n")


    def test_question_to_the_host_compiler(self):
        """Build files ask for the version of the host's compiler so; there is no file to compile."""
        out = self.cc(".c", "-Xcompiler", "-dumpfullversion -dumpversion", status=1)
        self.assertRegex(out, r"^\d+\.\d+\.\d+\n")


class Batch(Case):
    """-t: several sources at once."""

    def test_objects(self):
        for name in "abcd":
            self.write(f"{name}.cpp", f"int {name}() {{ return 1; }}\n")
        self.write("m.cpp", "int a(), b(), c(), d();\nint main() { return a() + b() + c() + d(); }\n")
        self.cc("-t", "3", "-c", *(f"{n}.cpp" for n in "abcdm"))
        self.cc("--threads=0", *(f"{n}.o" for n in "abcd"), "m.cpp", "-o", "m")
        self.run_it("./m", status=4)
        self.cc("-t2", *(f"{n}.cpp" for n in "abcdm"), "-o", "m2")
        self.run_it("./m2", status=4)

    def test_messages_in_order_and_the_first_status(self):
        os.mkdir(self.path("tmp"))
        self.env["TMPDIR"] = self.path("tmp")
        self.write("good.cpp", "int g;\n")
        for name in "xyz":
            self.write(f"{name}.cpp", f"#warning {name}{name}{name}\n" + ("int" if name == "y" else ""))
        self.cc("-t", "4", "-c", "x.cpp", "y.cpp", "z.cpp", "good.cpp", status=1)
        places = [self.err.find(f"{n}.cpp:1:2: warning") for n in "xyz"]
        self.assertTrue(-1 < places[0] < places[1] < places[2], self.err)
        self.assertTrue(os.path.exists(self.path("good.o")))
        self.assertEqual(os.listdir(self.path("tmp")), [])

    def test_device_code(self):
        self.write("bad.ptx", ".version 9.0\n.target sm_90\n.address_size 64\n.entry k() { add.u32 %r, 1; }\n")
        self.cc("-fatbin", "bad.ptx", "-o", "bad.fatbin", status=2)
        self.assertIn("bad.ptx:4:22: error", self.err)
        self.write("a.cubin", "")
        for phase in [], ["-c"], ["-ptx"]:
            self.cc(*phase, "a.cubin", status=1)
            self.assertIn("there is no GPU here for the machine code in 'a.cubin'", self.err)


CLANG = any(shutil.which(f"clang++-{n}") for n in range(16, 23))


class Clang(Case):
    """--frontend=clang: the whole way, the device half being compiled in earnest."""

    PROGRAM = """#include <cstdio>
struct base { __device__ virtual int get() const = 0; };
struct derived : base { int n; __device__ derived(int n) : n(n) {} __device__ int get() const override { return n; } };
static __device__ int hidden = 4;
__constant__ int table[2] = {10, 20};
__device__ int added = 1;
template<class T, int N> __global__ void k(T *out, const T *in, int n) {
	__shared__ T s[N];
	unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
	derived d(n);
	const base *b = &d;
	s[threadIdx.x] = in[i];
	__syncthreads();
	T next = __shfl_down_sync(0xffffffff, s[threadIdx.x], 1);
	out[i] = s[N - 1 - threadIdx.x] + next + (T)sqrtf(16.0f) + b->get() + hidden + table[1];
	if (i == 0) {
		atomicAdd(&added, 5);
		printf("from the device %d\\n", n);
	}
}
static __global__ void local(int *p) { *p = 7; }
int main() {
	int h[64], *a, *b;
	for (int i = 0; i < 64; i++)
		h[i] = i;
	cudaMalloc(&a, sizeof h);
	cudaMalloc(&b, sizeof h);
	cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
	int four = 40;
	cudaMemcpyToSymbol(hidden, &four, sizeof four);
	k<int, 32><<<2, 32>>>(a, b, 100);
	cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
	local<<<1, 1>>>(a);
	cudaMemcpy(h + 1, a, sizeof(int), cudaMemcpyDeviceToHost);
	int sum;
	cudaMemcpyFromSymbol(&sum, added, sizeof sum);
	printf("%d %d %d %d %s\\n", h[0], h[1], h[63], sum, cudaGetErrorName(cudaGetLastError()));
}
"""

    @unittest.skipUnless(CLANG, "no clang 16 or newer")
    def test_program(self):
        self.write("t.cu", self.PROGRAM)
        for flags in [], ["-G"], ["-rdc=true"], ["-use_fast_math", "-lineinfo"]:
            self.cc("--frontend=clang", "-std=c++17", *flags, "t.cu", "-o", "t")
            self.assertEqual(self.run_it("./t"), "from the device 100\n196 7 259 6 cudaSuccess\n", flags)

    @unittest.skipUnless(CLANG, "no clang 16 or newer")
    def test_errors(self):
        self.write("t.cu", "__global__ void k(int *p) {\n\t*p = undeclared;\n}\nint main() { return 0; }\n")
        self.cc("--frontend=clang", "-ptx", "t.cu", status=2)
        self.assertIn("t.cu:2:7: error[E0601]: 'undeclared' is not declared", self.err)
        self.cc("--frontend=clang", "--diagnostics-format=json", "-ptx", "t.cu", status=2)
        self.assertEqual(json.loads(self.err.splitlines()[0])["line"], 2)
        self.write("t.cu", "__managed__ int m;\n__global__ void k() { m = 1; }\nint main() { return 0; }\n")
        self.cc("--frontend=clang", "-ptx", "t.cu", status=2)
        self.assertIn("clang has no __managed__ variables", self.err)
        self.write("t.cu", "int main() { auto f = [] __device__ () {}; return 0; }\n")
        self.cc("--frontend=clang", "-extended-lambda", "-ptx", "t.cu", status=2)
        self.assertIn("do not go together", self.err)

    def test_no_clang(self):
        self.write("t.cu", "__global__ void k(int *p) {}\n")
        os.mkdir(self.path("bin"))
        os.symlink(shutil.which("g++"), self.path("bin/g++"))
        self.env["PATH"] = self.path("bin")
        self.cc("--frontend=clang", "-ptx", "t.cu", status=1)
        self.assertIn("there is no clang++ on the PATH", self.err)


class Driver(Case):
    def test_messages_name_lines_and_columns_of_the_user(self):
        self.source("t", "__global__ void k(int n)\n{\n\tn++;\n}\nint main() {\n\tk<<<1, 1>>>(wrong);\n\tint x = 1; wrong2;\n}\n")
        self.cc("-c", "t.cu", status=1)
        self.assertIn("t.cu:6:14: error[E0601]: 'wrong' is not declared", self.err)
        self.assertIn("t.cu:7:13: error[E0601]: 'wrong2' is not declared", self.err)

    def test_long_lines_of_macros_stay_as_long(self):
        sizes = []
        for n in 0, 9:
            macros = "".join(f"#define R{i + 1}(x) R{i}(x) R{i}(x)\n" for i in range(n))
            self.source("t", "__global__ void k(int *p) {}\n#define R0(x) k<<<1, 1>>>(x);\n" + macros +
                        f"int main() {{\n\tint *p = 0;\n\tR{n}(p)\n}}\n", kernel("_Z1kPi", 1))
            self.cc("-cuda", "t.cu", "-o", "t.ii")
            sizes.append(os.path.getsize(self.path("t.ii")))
        self.assertLess(sizes[1] - sizes[0], 1 << 18)  # 512 launches

    def test_warnings_about_launches(self):
        self.source("t", "__global__ void k() {}\nint main() {\n\tk<<<1, 1>>>();\n}\n", kernel("_Z1kv", 1))
        self.cc("-c", "t.cu", "-Wdefault-stream-launch", "-Wmissing-launch-bounds")
        self.assertIn("t.cu:3:3: warning: this launch names no stream", self.err)
        self.assertIn("\n    3 |         k<<<1, 1>>>();\n      |          ^^^\n", self.err)
        self.assertIn("t.cu:1:17: warning: kernel 'k' has no __launch_bounds__", self.err)
        self.cc("-c", "t.cu", "-Wdefault-stream-launch", "-Werror", "default-stream-launch", status=2)

    def test_host_code_calls_no_intrinsic(self):
        self.source("t", "struct A { int n; __device__ A(int *p) : n(atomicAdd(p, 1)) {} };\n"
                    "__global__ void k(int *p) {}\n"
                    "int main() {\n\tint x = 0;\n\tk<<<1, 1>>>(&x);\n\tatomicAdd(&x, 1);\n}\n",
                    kernel("_Z1kPi", 1))
        self.cc("-c", "t.cu", status=1)
        self.assertRegex(self.err, r"t.cu:6:11: error\[E0683\]: host code cannot call 'atomicAdd'")

    def test_front_end_errors(self):
        self.write("t.cu", "__global__ void k() {}\n")
        self.cc("-c", "t.cu", status=2)
        self.assertIn("E0401", self.err)
        self.assertEqual(glob.glob(self.path("*.o")), [])

    def test_checks_look_at_a_device_half_without_kernels(self):
        self.write("t.cu", "int x;\n")
        self.cc("-c", "t.cu")
        for option in ["-ptx"], ["-fdevice-syntax-only", "-c"]:
            self.cc(*option, "t.cu", status=2)  # there is no t.ptx
            self.assertIn("E0401", self.err)

    def test_device_syntax_alone_makes_nothing(self):
        self.source("t", "__global__ void k(int *) {}\nint main() {}\n", kernel("_Z1kPi", 1))
        for option in [], ["-run"], ["-lib"], ["-c"], ["-fatbin"], ["--dryrun"]:
            self.cc("-fdevice-syntax-only", *option, "t.cu")
            made = set(os.listdir(self.path("."))) - {"t.cu", "t.ptx", "log"}
            self.assertEqual(made, set(), option)

    def test_run(self):
        self.source("t", "int main(int argc, char **argv) { return argc == 3 && argv[2][1] == ' ' ? 42 : 1; }\n")
        self.cc("-run", "t.cu", "-run-args", "x,'a b'", status=42)
        self.cc("--run", '"' + self.path("a.out") + '"', status=1)

    def test_opengl_is_declared_and_refused(self):
        os.makedirs(self.path("GL"))
        self.write("GL/gl.h", "typedef unsigned GLuint, GLenum;\n")
        self.source("t", """#include <cuda_gl_interop.h>
int main() {
	cudaGraphicsResource *r;
	unsigned n;
	int device, no = cudaErrorNotSupported;
	enum cudaGLDeviceList list = cudaGLDeviceListAll;
	return cudaGLGetDevices(&n, &device, 1, list) == no &&
	       cudaGraphicsGLRegisterBuffer(&r, 1, cudaGraphicsMapFlagsWriteDiscard) == no &&
	       cudaGraphicsGLRegisterImage(&r, 1, 0xde1, cudaGraphicsRegisterFlagsSurfaceLoadStore) == no ? 42 : 1;
}
""")
        self.cc("-run", "-I.", "t.cu", status=42)

    def test_dependencies(self):
        self.write("head.h", "#pragma once\n")
        self.source("t", '#include "head.h"\n')
        self.cc("-MD", "-MP", "-c", "t.cu", "-o", "t.o")
        rule = self.read("t.d")
        self.assertTrue(rule.startswith("t.o:"), rule)
        self.assertIn("\nhead.h:", rule)
        self.assertIn("cuda_runtime.h", rule)
        self.cc("-MMD", "-MT", "target", "-MF", "other.d", "-c", "t.cu")
        self.assertEqual(self.read("other.d").split(), ["target:", "t.cu", "head.h"])
        self.assertEqual(self.cc("-MM", "t.cu").split(), ["t.o:", "t.cu", "head.h"])

    def test_dependencies_of_the_device_half(self):
        self.write("host.h", "")
        self.write("device 1.h", "")
        self.source("t", '#ifdef __CUDA_ARCH__\n#include "device 1.h"\n#else\n#include "host.h"\n#endif\n')
        words = ["t.cu", "host.h", "device\\", "1.h"]
        self.cc("-MMD", "-MP", "-c", "t.cu", "-o", "t.o")
        rule, *empty = self.read("t.d").replace("\\\n", "").splitlines()
        self.assertEqual(rule.split(), ["t.o:", *words])
        self.assertEqual(empty, ["host.h:", "device\\ 1.h:"])
        self.assertEqual(self.cc("-MM", "t.cu").replace("\\\n", "").split(), ["t.o:", *words])
        self.cc("-MM", "t.cu", "-arch=sm_80", "-MT", "x", "-o", "rule")
        self.assertEqual(self.read("rule").replace("\\\n", "").split(), ["x:", *words])
        self.cc("-MD", "-c", "t.cu", "-o", "t.o")
        self.assertEqual(self.read("t.d").count("cuda_runtime.h"), 1)

    def test_kept_files(self):
        self.source("t", "__global__ void k(int *p) { *p = 1; }\n", kernel("_Z1kPi", 1))
        os.mkdir(self.path("kept"))
        self.cc("--keep", "--keep-dir", "kept", "-c", "t.cu")
        self.assertEqual(sorted(os.listdir(self.path("kept"))),
                         ["t.cpp1.ii", "t.cpp4.ii", "t.cudafe1.cpp", "t.fatbin", "t.ptx", "t.s"])

    def test_no_temporary_file_is_left(self):
        os.mkdir(self.path("tmp"))
        self.env["TMPDIR"] = self.path("tmp")
        self.source("t", "__global__ void k(int *p) { *p = 1; }\nint main() {}\n", kernel("_Z1kPi", 1))
        self.cc("t.cu", "-o", "t")
        self.write("bad.cu", "int x = wrong;\n")
        self.cc("-c", "bad.cu", status=1)
        self.assertEqual(os.listdir(self.path("tmp")), [])

    def test_ptx_and_containers(self):
        self.source("t", "__global__ void k(int *p) { *p = 1; }\n", kernel("_Z1kPi", 1))
        self.assertIn(".visible .entry _Z1kPi", self.cc("-ptx", "t.cu", "-o", "-"))
        self.cc("-fatbin", "t.cu")
        self.cc("-fatbin", "-no-compress", "t.ptx", "-o", "plain.fatbin")
        with open(self.path("t.fatbin"), "rb") as f:
            packed = f.read()
        with open(self.path("plain.fatbin"), "rb") as f:
            plain = f.read()
        self.assertEqual(packed[:4], b"\x50\xed\x55\xba")
        self.assertIn(b"\x28\xb5\x2f\xfd", packed)
        self.assertIn(b".visible .entry _Z1kPi", plain)
        self.assertEqual(int.from_bytes(packed[8:16], "little") + 16, len(packed))

    def test_stages(self):
        self.source("t", "__global__ void k(int *p) { *p = 1; }\n", kernel("_Z1kPi", 1))
        self.assertIn("st.global.u32", self.cc("--emit=ir", "t.cu"))

    def test_trace(self):
        self.source("t", "__global__ void k(int *p) { *p = 1; }\n", kernel("_Z1kPi", 1))
        self.cc("-c", "t.cu", "-fdevice-time-trace", "trace.json")
        events = json.loads(self.read("trace.json"))["traceEvents"]
        self.assertEqual([e["name"] for e in events if e["name"] != "device compilation"],
                         ["preprocessing", "host rewriting", "host compilation", "assembly"])
        (device,) = [e for e in events if e["name"] == "device compilation"]
        self.assertEqual((device["ph"], device["args"]["source"], device["args"]["arch"]), ("X", "t.cu", "compute_90"))
        self.assertTrue(all(e["dur"] >= 0 and e["ts"] >= 0 for e in events))
        self.cc("-c", "t.cu", "-fdevice-time-trace", "none/trace.json", status=1)
        self.assertIn("cannot write 'none/trace.json'", self.err)

    def test_times(self):
        self.source("t", "int x;\n")
        self.cc("-c", "t.cu", "-time", "times.csv")
        self.cc("-c", "t.cu", "-time", "times.csv")
        lines = self.read("times.csv").splitlines()
        self.assertTrue(lines[0].startswith("source file name , phase name"))
        self.assertEqual(len([n for n in lines if "host compilation" in n]), 2)

    def test_clean(self):
        self.source("t", "int x;\n")
        self.cc("-c", "t.cu")
        self.cc("-c", "t.cu", "-clean")
        self.assertFalse(os.path.exists(self.path("t.o")))

    def test_an_old_object_survives_an_error(self):
        self.source("t", "int x;\n")
        self.cc("-c", "t.cu", "-o", "t.o")
        before = os.path.getsize(self.path("t.o"))
        self.write("t.cu", "int x\n")
        self.cc("-c", "t.cu", "-o", "t.o", status=1)
        self.assertEqual(os.path.getsize(self.path("t.o")), before)

    def test_what_stands_in_for_other_tools(self):
        path = os.path.join(TREE, "bin", "nvdisasm")
        self.assertTrue(self.run_it(path, "--version").rstrip().endswith("V13.0.88"))
        self.run_it(path, "a.o", status=1)
        self.assertIn("stand-in", self.err)

    def test_clangd(self):
        out = self.cc("--clangd", "-Iown")
        self.assertIn("PathMatch: [.*\\.cu, .*\\.cuh]", out)
        for word in ("-xcuda", "-Iown", "simt/clang.h", "-gencode*"):
            self.assertIn('"%s"' % word, out)

    def test_help_and_pages(self):
        self.assertIn("-gencode", self.cc("--help"))
        self.assertIn(".SH OPTIONS", self.cc("--print=man"))
        for shell in "bash", "zsh", "fish":
            self.assertIn("gpu-architecture", self.cc(f"--print={shell}"))
        self.write("completion", self.cc("--print=bash"))
        out = self.run_it("bash", "-c", ". ./completion; COMP_WORDS=(simtcc -std=c++1) COMP_CWORD=1; "
                          "COMP_WORDS=(simtcc --relocatable-dev) COMP_CWORD=1; _simtcc; echo ${COMPREPLY[0]}")
        self.assertEqual(out, "--relocatable-device-code\n")


unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
