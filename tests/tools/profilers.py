#!/usr/bin/env python3
"""profilers.py BIN SIMTCC: ncu, nsys, cuda-gdb and cuda-memcheck, which lie in BIN: their options and the layout of
what they print.

SPDX-License-Identifier: Apache-2.0
"""
import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BIN, SIMTCC = map(os.path.abspath, sys.argv[1:3])
del sys.argv[1:3]

SOURCE = """#include <cstdio>
#include <cuda_profiler_api.h>
#include <nvtx3/nvToolsExt.h>
namespace n { template <int N> __global__ void strided(float *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i * N] += 1; } }
__global__ void bank(int *o, int s) { __shared__ int t[4096]; t[threadIdx.x * s % 4096] = 1; __syncthreads(); o[threadIdx.x] = t[threadIdx.x]; }
int main(int argc, char **argv) {
	float *a, h[32] = {};
	for (int i = 1; i < argc; i++) puts(argv[i]);
	cudaMalloc(&a, 4 << 20);
	nvtxRangePushA("fill");
	cudaMemset(a, 0, 4 << 20);
	cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
	nvtxRangePop();
	n::strided<1><<<128, 256>>>(a);
	n::strided<8><<<128, 256>>>(a);
	cudaDeviceSynchronize();
	cudaProfilerStart();
	bank<<<dim3(1, 2), 256, 128>>>((int *)a, 32);
	puts(cudaGetErrorString(cudaDeviceSynchronize()));
	cudaProfilerStop();
	return argc > 1;
}
"""
# What Nsight Compute of CUDA 13.0 writes.
HEADER = ["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size", "Device",
          "CC", "Section Name", "Metric Name", "Metric Unit", "Metric Value"]
SUMMARY = "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name"


class Profilers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        with open(os.path.join(cls.folder.name, "app.cu"), "w") as f:
            f.write(SOURCE)
        subprocess.run([SIMTCC, "-g", "app.cu", "-o", "app"], cwd=cls.folder.name, check=True, timeout=300)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_it(self, name, *words, status=0, **more):
        p = subprocess.run([os.path.join(BIN, name), *words], cwd=self.folder.name, capture_output=True, text=True, timeout=120,
                           **more)
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        self.err = p.stderr
        return p.stdout

    def table(self, text, header):
        lines = text.splitlines()
        at = next(i for i, l in enumerate(lines) if l.startswith(header))
        return list(csv.DictReader(io.StringIO("\n".join(lines[at:]))))

    # ---- ncu

    def test_csv_of_metrics(self):
        out = self.run_it("ncu", "--csv", "--metrics",
                          "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "./app")
        self.assertTrue(out.startswith("no error\n==PROF== Connected to process ") or "no error" in out)
        self.assertIn('==PROF== Profiling "strided" - 0', out)
        rows = self.table(out, '"ID"')
        self.assertEqual(list(rows[0]), HEADER)
        self.assertEqual([r["Metric Value"] for r in rows], ["4,096", "0", "32,768", "0", "0", "496"])
        self.assertEqual(rows[2]["Kernel Name"], "void n::strided<8>(float *)")
        self.assertEqual((rows[4]["Block Size"], rows[4]["Grid Size"], rows[4]["CC"]), ("(256, 1, 1)", "(1, 2, 1)", "9.0"))
        self.assertEqual(rows[0]["Process Name"], "app")
        self.assertEqual(rows[0]["Section Name"], "Command line profiler metrics")
        self.assertEqual(rows[0]["Metric Unit"], "sector")

    def test_which_launches(self):
        def kernels(*words):
            out = self.run_it("ncu", "--csv", "--metrics", "smsp__inst_executed", *words, "./app")
            return [re.search(r'"(?:void )?(?:n::)?(\w+)[<(]', l)[1] for l in out.splitlines() if '"7"' in l]
        self.assertEqual(kernels(), ["strided", "strided", "bank"])
        self.assertEqual(kernels("-k", "strided"), ["strided", "strided"])
        self.assertEqual(kernels("-k", "regex:ba"), ["bank"])
        self.assertEqual(kernels("-k", "regex:^an"), [])
        self.assertEqual(kernels("-s", "1", "-c", "1"), ["strided"])
        self.assertEqual(kernels("--launch-skip-before-match", "2"), ["bank"])
        self.run_it("ncu", "-k", "regex:(", "./app", status=1)

    def test_reports(self):
        out = self.run_it("ncu", "-fo", "r", "./app")
        self.assertIn("==PROF== Report: " + os.path.realpath(self.path("r.ncu-rep")), out)
        self.run_it("ncu", "-o", "r", "./app", status=1)
        self.assertIn("--force-overwrite", self.err)
        out = self.run_it("ncu", "-i", "r.ncu-rep", "--page", "raw", "--csv")
        rows = self.table(out, '"ID"')
        self.assertEqual(rows[0]["launch__thread_count"], "thread")
        self.assertEqual([r["launch__thread_count"] for r in rows[1:]], ["32,768", "32,768", "512"])
        out = self.run_it("ncu", "-i", "r.ncu-rep", "--csv", "--print-summary", "per-kernel", "--metrics", "launch__grid_size")
        rows = self.table(out, '"Process ID"')
        self.assertEqual([(r["Invocations"], r["Minimum"], r["Maximum"], r["Average"]) for r in rows],
                         [("1", "128", "128", "128")] * 2 + [("1", "2", "2", "2")])
        out = self.run_it("ncu", "-i", "r.ncu-rep", "--section", "Occupancy", "--print-kernel-base", "function")
        self.assertRegex(out, r"(?m)^  bank \(1, 2, 1\)x\(256, 1, 1\), Context 1, Stream 7, Device 0, CC 9.0\n    Section: Occupancy$")
        self.assertRegex(out, r"(?m)^    Block Limit Warps  +block +8$")
        self.assertNotIn("Launch Statistics", out)
        for bad in "app.cu", "nosuch", "app":
            self.run_it("ncu", "-i", bad, status=1)
            self.assertIn("no report of simt's ncu", self.err)

    def test_what_ncu_cannot_tell(self):
        out = self.run_it("ncu", "--csv", "--metrics", "gpu__time_duration.sum", "--clock-control", "none", "-c", "1", "./app")
        self.assertEqual(self.table(out, '"ID"')[0]["Metric Value"], "n/a")
        self.assertIn("==WARNING== gpu__time_duration.sum is n/a", self.err)
        self.run_it("ncu", "--set", "all", "./app", status=1)
        self.run_it("ncu", "--mode", "attach", "./app", status=1)
        self.run_it("ncu", "nosuch", status=1)
        self.assertIn("cannot run nosuch", self.err)
        self.assertIn("smsp__inst_executed.sum\n", self.run_it("ncu", "--query-metrics"))
        self.assertIn("Occupancy", self.run_it("ncu", "--list-sections"))
        self.run_it("ncu", "--csv", "./app", "7", status=1)  # the program's own status
        self.assertIn("returned an error code (1)", self.err)
        self.run_it("ncu", "--csv", "--log-file", "log.csv", "./app")
        with open(self.path("log.csv")) as f:
            self.assertEqual(len(list(csv.DictReader(f))), 33)

    # ---- nsys

    def test_nsys(self):
        out = self.run_it("nsys", "profile", "-t", "cuda,nvtx", "-f", "true", "-o", "s", "--stats=true", "./app")
        self.assertIn("Generated:\n\t" + os.path.realpath(self.path("s.nsys-rep")), out)
        for title in ("NVTX Range Summary (nvtx_sum)", "CUDA API Summary (cuda_api_sum)",
                      "CUDA GPU Kernel Summary (cuda_gpu_kern_sum)", "CUDA GPU MemOps Summary (by Size) (cuda_gpu_mem_size_sum)"):
            self.assertIn(" ** " + title + ":\n", out)
        with open(self.path("s.nsys-rep")) as f:
            self.assertIn("traceEvents", json.load(f))
        self.run_it("nsys", "profile", "-o", "s", "./app", status=1)
        out = self.run_it("nsys", "stats", "-r", "cuda_gpu_kern_sum:base", "-f", "csv", "s.nsys-rep")
        self.assertEqual(out.splitlines()[0], SUMMARY)
        rows = {r["Name"]: r for r in self.table(out, "Time")}
        self.assertEqual({k: v["Instances"] for k, v in rows.items()}, {"strided": "2", "bank": "1"})
        self.assertAlmostEqual(sum(float(r["Time (%)"]) for r in rows.values()), 100, delta=0.2)
        r = rows["strided"]
        self.assertAlmostEqual(float(r["Avg (ns)"]) * 2, float(r["Total Time (ns)"]), delta=2)
        self.assertLessEqual(float(r["Min (ns)"]), float(r["Med (ns)"]))
        rows = self.table(self.run_it("nsys", "stats", "--report", "gputrace", "--format=csv", "s.nsys-rep"), "Start")
        self.assertEqual([r["Name"] for r in rows if r["GrdX"]], ["void n::strided<1>(float *)", "void n::strided<8>(float *)",
                                                                   "bank(int *, int)"])
        self.assertEqual([r["Bytes (MB)"] for r in rows if r["Bytes (MB)"]], ["4.194", "0.000"])
        rows = json.loads(self.run_it("nsys", "stats", "-q", "-r", "nvtx_pushpop_sum", "-f", "json", "s.nsys-rep"))
        self.assertEqual([(r["Range"], r["Style"], r["Instances"]) for r in rows], [(":fill", "PushPop", 1)])
        self.run_it("nsys", "stats", "-r", "cuda_api_sum", "-f", "csv", "-o", "t", "s.nsys-rep")
        self.assertTrue(os.path.exists(self.path("t_cuda_api_sum.csv")))

    def test_nsys_range_and_variables(self):
        self.run_it("nsys", "profile", "--force-overwrite=true", "-c", "cudaProfilerApi", "-e", "A=1,B=2", "-o", "c", "-w", "true",
                    "bash", "-c", "echo $A$B; ./app")
        out = self.run_it("nsys", "stats", "-r", "cuda_gpu_kern_sum", "-f", "csv", "c.nsys-rep")
        self.assertEqual([r["Name"] for r in self.table(out, "Time")], ["bank(int *, int)"])

    def test_nsys_refusals(self):
        for words, text in ((["analyze"], "'analyze'"), (["export"], "'export'"), (["stats", "nosuch"], "'nosuch'"),
                            (["stats", "-r", "nosuch", "s"], "'s'"), (["profile", "--capture-range=nvtx", "./app"], "'nvtx'"),
                            (["profile", "--sessoin-new=a", "./app"], "did you mean '--session-new'")):
            self.run_it("nsys", *words, status=1)
            self.assertIn(text, self.err)

    # ---- cuda-gdb

    def test_cuda_gdb(self):
        out = self.run_it("cuda-gdb", "-q", "-batch", "-ex", "break bank", "-ex", "run a 'b c'", "-ex", "info cuda kernels", "./app")
        self.assertIn("a\nb c\n", out)
        self.assertIn("CUDA thread hit Breakpoint 1", out)
        self.assertIn("(1,2,1) (256,1,1)", out)
        with open(self.path("cmds"), "w") as f:
            f.write("break bank\nrun\nprint threadIdx\nkill\n")
        out = self.run_it("cuda-gdb", "--batch", "-x", "cmds", "--args", "./app", "x")
        self.assertIn("$1 = {x = 0, y = 0, z = 0}", out)
        out = self.run_it("cuda-gdb", "--nx", "-batch", "-ex", "file ./app", "-ex", "set args q", "-ex", "run", status=1)
        self.assertIn("q\n", out)
        for words, text in ((["./app", "core"], "--args"), (["-p", "12"], "'12'"), (["--core=c", "./app"], "core files"),
                            (["-tui", "./app"], "--tui"), (["-i=mi", "./app"], "'mi'"), ([], "a program is needed"),
                            (["nosuch"], "nosuch"), (["-bacth", "./app"], "option")):
            self.run_it("cuda-gdb", *words, status=1)
            self.assertIn(text, self.err)

    # ---- cuda-memcheck

    def test_cuda_memcheck(self):
        out = self.run_it("cuda-memcheck", "--leak-check", "full", "--error-exitcode", "9", "./app", status=9)
        self.assertIn("========= CUDA-MEMCHECK\n", out)
        self.assertIn("Leaked 4,194,304 bytes", out)
        out = self.run_it("cuda-memcheck", "--tool", "racecheck", "--filter", "kernel_name=bank", "--language", "c", "./app")
        self.assertIn("RACECHECK SUMMARY", out)
        self.assertIn("cuda-memcheck", self.run_it("cuda-memcheck", "--version"))

    # ---- pages

    def test_pages_and_completions(self):
        for name in ("ncu", "nsys", "cuda-gdb", "cuda-memcheck", "nvlink", "nvprune", "cuobjdump", "fatbinary", "bin2c"):
            page = self.run_it(name, "--help=man")
            self.assertIn(".SH OPTIONS", page)
            if shutil.which("groff"):
                p = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=page, capture_output=True, text=True)
                self.assertEqual((p.returncode, p.stderr), (0, ""), name)
            for shell in "bash", "zsh", "fish":
                text = self.run_it(name, "--help=" + shell)
                if shutil.which(shell):
                    p = subprocess.run([shell, "-n"], input=text, capture_output=True, text=True)
                    self.assertEqual((p.returncode, p.stderr), (0, ""), name)


if __name__ == "__main__":
    unittest.main()
