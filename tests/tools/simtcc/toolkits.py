#!/usr/bin/env python3
"""toolkits.py SIMTCC: folders of headers of another CUDA toolkit on the command line, before ours: its own headers lose
against ours of the same names, and what only it has is found.

SPDX-License-Identifier: Apache-2.0
"""
import os
import subprocess
import sys
import tempfile
import unittest

SIMTCC = os.path.abspath(sys.argv.pop(1))
OWN = ["cuda_runtime.h", "cuda_runtime_api.h", "cuda.h", "cuda_fp16.h", "vector_types.h", "driver_types.h", "cooperative_groups.h",
       "cuda/atomic", "cuda/std/array", "nv/target", "cooperative_groups/reduce.h", "math_constants.h"]
SOURCE = """#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cuda/atomic>
#include "helper_vendor.h"
#include <thrust/vendor.h>
#include <cub/vendor.cuh>
#include <cuda/std/vendor>
__global__ void k(int *p) { *p = helper() + thrust_vendor() + cub_vendor() + std_vendor(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    return *p - 1111;
}
"""
ONLY = {"helper_vendor.h": '#include "driver_types.h"\n#include <cuda_runtime.h>\n#include "helper_more.h"\n__device__ int helper() { return more(); }\n',
        "helper_more.h": "__device__ int more() { return 1; }\n",
        "thrust/vendor.h": "__device__ int thrust_vendor() { return 10; }\n",
        "cub/vendor.cuh": "#include <thrust/vendor.h>\n__device__ int cub_vendor() { return 100; }\n",
        "cuda/std/vendor": "__device__ int std_vendor() { return 1000; }\n"}


class Toolkits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        for name in OWN:
            self.write("kit/include/" + name, "#error the vendor's %s\n" % name)
        # quoted by its neighbours, it is the one beside them: ours has been read, and its guard is the vendor's
        self.write("kit/include/driver_types.h", "#ifndef __DRIVER_TYPES_H__\n#error the vendor's driver_types.h\n#endif\n")
        for name, text in ONLY.items():
            self.write("kit/include/" + name, "#ifndef SEEN_%s\n#define SEEN_%s\n%s#endif\n" % (2 * (name.translate(str.maketrans("/.", "__")),) + (text,)))
        self.write("a.cu", SOURCE)
        self.write("b.cpp", "#include <cuda_runtime.h>\n#include <helper_host.h>\nint main() { float3 f = {host_vendor(), 0, 0}; return f.x != 5; }\n")
        self.write("kit/include/helper_host.h", "static inline float host_vendor() { return 5; }\n")

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)

    def run_it(self, *words, status=0, **env):
        env = {k: v for k, v in {**os.environ, **env}.items() if k != "CPATH" or "CPATH" in env}
        p = subprocess.run(words, cwd=self.folder, env=env, capture_output=True, text=True, timeout=120)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        return p

    def kit(self):
        return os.path.join(self.folder, "kit/include")

    def test_every_way_to_name_it(self):
        kit = self.kit()
        for options, env in (["-I" + kit], {}), (["-I", "kit/include"], {}), (["-isystem", kit], {}), (["-I./kit/../kit/include/"], {}), \
                ([], {"CPATH": "/nowhere:" + kit}), ([], {"CPLUS_INCLUDE_PATH": "/nowhere:" + kit}), (["-I" + kit, "-isystem=" + kit], {}), (["-std=c++20", "-I" + kit], {}):
            for source in "a.cu", "b.cpp":
                p = self.run_it(SIMTCC, *options, source, "-o", "app", **env)
                self.assertEqual(p.stderr, "", options)
                self.run_it("./app")

    def test_other_folders_keep_their_place(self):
        self.write("inc/math_constants.h", "#define MINE 7\n")
        self.write("c.cu", "#include <math_constants.h>\nint main() { return MINE - 7; }\n")
        self.run_it(SIMTCC, "-Ikit/include", "-Iinc", "c.cu", "-o", "app")
        self.run_it("./app")

    def test_complex_numbers_from_beside_a_library(self):
        """A library's header quotes its neighbour, which our cuda_runtime.h has not read."""
        self.write("kit/include/cuComplex.h", "#ifndef CU_COMPLEX_H_\n#define CU_COMPLEX_H_\ntypedef float2 cuComplex;\n#define VENDORS 7\n#endif\n")
        self.write("kit/include/library.h", '#include "cuComplex.h"\n')
        self.write("f.cu", "#include <library.h>\n#include <cuComplex.h>\nint main() { cuComplex c = {VENDORS, 0}; return c.x != 7; }\n")
        self.write("g.cu", "#include <cuComplex.h>\n#include <library.h>\nint main() { return cuCrealf(make_cuComplex(0, 1)); }\n")
        for source in "f.cu", "g.cu":
            self.run_it(SIMTCC, "-Ikit/include", source, "-o", "app")
            self.run_it("./app")

    def test_verbose_says_so(self):
        p = self.run_it(SIMTCC, "--dryrun", "-Ikit/include", "-Iinc", "-c", "a.cu")
        self.assertIn("#$ # kit/include has another CUDA toolkit's headers: searched after INCLUDES\n", p.stderr)
        line = next(x for x in p.stderr.splitlines() if " -E " in x)
        self.assertLess(line.index("-Iinc"), line.index("cuda/include"))
        self.assertLess(line.index("cuda/include"), line.index("-isystem kit/include"))
        p = self.run_it(SIMTCC, "--dryrun", "-Iinc", "-c", "a.cu")
        self.assertNotIn("another CUDA toolkit", p.stderr)

    def test_our_own_headers_are_no_other_toolkit(self):
        own = os.path.join(os.path.dirname(SIMTCC), "cuda", "include")
        p = self.run_it(SIMTCC, "--dryrun", "-I" + own, "-c", "a.cu")
        self.assertNotIn("another CUDA toolkit", p.stderr)

    def test_our_own_folder_keeps_its_place(self):
        """CMake names it with -isystem for CUDA::cudart, before the folder of a CCCL: libcu++ there goes with its Thrust."""
        own = os.path.join(os.path.dirname(SIMTCC), "cuda", "include")
        self.write("cccl/cuda/std/array", "#define CCCL_ARRAY 1\n")
        self.write("cccl/thrust/sort.h", "#include <cuda/std/array>\nstatic_assert(CCCL_ARRAY, \"\");\n")
        self.write("h.cu", "#include <thrust/sort.h>\n__global__ void k(float4 *p) { p->x = __shfl_sync(-1u, p->x, 0); }\n")
        for options, env in (["-isystem=" + own], {}), (["-I" + own], {}), (["-isystem", own + "/cccl"], {}), ([], {"CPATH": own}):
            self.run_it(SIMTCC, *options, "-isystem", "cccl", "-c", "h.cu", **env)
        self.run_it(SIMTCC, "-c", "h.cu", CPLUS_INCLUDE_PATH=own + ":cccl")

    def test_cccl_is_taken_as_a_whole(self):
        """Thrust of a toolkit needs the libcu++ of that toolkit; without Thrust ours is in front."""
        self.write("kit/include/cccl/cuda/std/array", "#define VENDORS_ARRAY 1\n")
        self.write("kit/include/cccl/cuda/std/thing", "#define VENDORS_THING 1\n")
        self.write("kit/include/cccl/thrust/sort.h", "#include <cuda/std/array>\n#ifndef VENDORS_ARRAY\n#define VENDORS_ARRAY 0\n#endif\n")
        self.write("d.cu", "#include <thrust/sort.h>\nint main() { return VENDORS_ARRAY - 1; }\n")
        self.write("e.cu", "#include <cuda/std/array>\n#ifdef VENDORS_ARRAY\n#error\n#endif\n__device__ cuda::std::array<int, 3> a;\nint main() {}\n")
        p = self.run_it(SIMTCC, "-v", "-Ikit/include", "d.cu", "-o", "app")
        self.assertIn("another toolkit's CCCL: all of it is searched first", p.stderr)
        self.run_it("./app")
        # a long name that leads there through a link: g++ writes the short one
        link = os.path.join(self.folder, "targets/x86_64-linux/of/a/toolkit/that/is/elsewhere/" + "x" * 40)
        os.makedirs(os.path.dirname(link))
        os.symlink(self.kit(), link)
        self.run_it(SIMTCC, "-isystem=" + link, "d.cu", "-o", "app")
        self.run_it("./app")
        p = self.run_it(SIMTCC, "-v", "-Ikit/include", "e.cu", "-o", "app")
        self.assertNotIn("CCCL", p.stderr)


if __name__ == "__main__":
    unittest.main()
