#!/usr/bin/env python3
"""nvml.py SIMTCC TREE: NVML as Python's monitors call it, by the names of its functions, and nvidia-smi.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

SIMTCC, TREE = os.path.abspath(sys.argv.pop(1)), os.path.abspath(sys.argv.pop(1))
SMI = os.path.join(TREE, "bin", "nvidia-smi")
os.environ.update(SIMT_DEVICES="3", SIMT_DEVICE_MEMORY="2G", CUDA_VISIBLE_DEVICES="1", SIMT_BACKEND="interp")
os.environ.pop("SIMT_DEVICE", None)
GIB = 1 << 30
UUID = "GPU-73696d74-2d64-6576-6963-6500000000%02x"

HOLDER = """#include <cstdio>
int main() {
	void *p;
	cudaDeviceProp prop;
	cudaMalloc(&p, 300 << 20);
	cudaGetDeviceProperties(&prop, 0);
	printf("%s %zu %d.%d %d %d\\n", prop.name, prop.totalGlobalMem, prop.major, prop.minor, prop.pciBusID, prop.uuid.bytes[15]);
	fflush(stdout);
	getchar();
}
"""


class Memory(ctypes.Structure):
    _fields_ = [("total", ctypes.c_ulonglong), ("free", ctypes.c_ulonglong), ("used", ctypes.c_ulonglong)]


class Memory2(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint)] + [(n, ctypes.c_ulonglong) for n in ("total", "reserved", "free", "used")]


class Pci(ctypes.Structure):
    _fields_ = [("legacy", ctypes.c_char * 16)] + [(n, ctypes.c_uint) for n in ("domain", "bus", "device", "id", "sub")] + [
        ("bus_id", ctypes.c_char * 32)]


class Process(ctypes.Structure):
    _fields_ = [("pid", ctypes.c_uint), ("used", ctypes.c_ulonglong), ("gi", ctypes.c_uint), ("ci", ctypes.c_uint)]


class Holder:
    """A process that has memory of a device."""

    def __init__(self, folder, **env):
        source = os.path.join(folder, "hold.cu")
        self.path = os.path.join(folder, "hold")
        if not os.path.exists(self.path):
            with open(source, "w") as f:
                f.write(HOLDER)
            subprocess.run([SIMTCC, source, "-o", self.path], check=True, timeout=200)
        self.p = subprocess.Popen([self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                  env={**os.environ, **env})
        self.says = self.p.stdout.readline().split()

    def end(self):
        self.p.communicate("\n", timeout=60)


class Library(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lib = ctypes.CDLL(os.path.join(TREE, "lib64", "libnvidia-ml.so.1"))
        cls.lib.nvmlErrorString.restype = ctypes.c_char_p

    def call(self, name, *args):
        return getattr(self.lib, name)(*args)

    def text(self, name, *args, room=96):
        buffer = ctypes.create_string_buffer(room)
        self.assertEqual(self.call(name, *args, buffer, room), 0, name)
        return buffer.value.decode()

    def device(self, index=0):
        d = ctypes.c_void_p()
        self.assertEqual(self.call("nvmlDeviceGetHandleByIndex_v2", index, ctypes.byref(d)), 0)
        return d

    def number(self, name, *args, kind=ctypes.c_uint, status=0):
        v = kind()
        self.assertEqual(self.call(name, *args, ctypes.byref(v)), status, name)
        return v.value

    def test_life(self):
        n, version = ctypes.c_uint(7), ctypes.c_int()
        self.assertEqual(self.call("nvmlDeviceGetCount_v2", ctypes.byref(n)), 1)
        self.assertEqual(self.call("nvmlDeviceGetFanSpeed", None, None), 1)
        self.assertEqual(self.call("nvmlShutdown"), 1)
        self.assertEqual(self.call("nvmlSystemGetCudaDriverVersion", ctypes.byref(version)), 0)
        self.assertEqual(version.value, 13000)
        self.assertEqual([self.call(f) for f in ("nvmlInit_v2", "nvmlInit", "nvmlShutdown")], [0, 0, 0])
        self.assertEqual(self.number("nvmlDeviceGetCount"), 3)
        self.assertEqual(self.call("nvmlDeviceGetCount", None), 2)
        self.assertEqual([self.call(f) for f in ("nvmlShutdown", "nvmlShutdown")], [0, 1])
        self.assertEqual(self.call("nvmlInitWithFlags", 64), 2)

    def test_errors(self):
        for r, text in (0, b"Success"), (3, b"Not Supported"), (6, b"Not Found"), (999, b"Unknown Error"), (77, b"Unknown Error"):
            self.assertEqual(self.lib.nvmlErrorString(r), text)

    def test_devices(self):
        self.call("nvmlInit_v2")
        d, d2 = self.device(), self.device(2)
        self.assertEqual(self.text("nvmlDeviceGetName", d), "simt sm_90")
        self.assertEqual(self.text("nvmlDeviceGetUUID", d2), UUID % 2)
        self.assertEqual(self.call("nvmlDeviceGetName", d, ctypes.create_string_buffer(4), 4), 7)
        self.assertEqual(self.call("nvmlDeviceGetName", None, None, 4), 2)
        self.assertEqual(self.call("nvmlDeviceGetHandleByIndex", 3, ctypes.byref(ctypes.c_void_p())), 2)
        for name, given in ("ByUUID", UUID % 2), ("ByPciBusId", "00000000:03:00.0"), ("ByPciBusId_v2", "3:0"):
            found = self.number("nvmlDeviceGetHandle" + name, given.encode(), kind=ctypes.c_void_p)
            self.assertEqual(found, d2.value)
        self.number("nvmlDeviceGetHandleByUUID", b"GPU-1", kind=ctypes.c_void_p, status=6)
        self.number("nvmlDeviceGetHandleByPciBusId_v2", b"0:9:0", kind=ctypes.c_void_p, status=6)
        self.number("nvmlDeviceGetHandleBySerial", b"1", kind=ctypes.c_void_p, status=6)
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.assertEqual(self.call("nvmlDeviceGetCudaComputeCapability", d, ctypes.byref(major), ctypes.byref(minor)), 0)
        self.assertEqual((major.value, minor.value), (9, 0))
        self.assertEqual(self.number("nvmlDeviceGetArchitecture", d), 9)
        self.assertEqual(self.number("nvmlDeviceGetIndex", d2), 2)
        self.assertEqual(self.number("nvmlDeviceGetTopologyCommonAncestor", d, d2), 30)
        pci = Pci()
        self.assertEqual(self.call("nvmlDeviceGetPciInfo_v3", d2, ctypes.byref(pci)), 0)
        self.assertEqual((pci.bus, pci.bus_id, pci.legacy), (3, b"00000000:03:00.0", b"0000:03:00.0"))
        self.assertLessEqual(self.number("nvmlDeviceGetUtilizationRates", d, kind=ctypes.c_uint64) & 0xffffffff, 100)
        for f in "FanSpeed", "EnforcedPowerLimit", "MaxPcieLinkWidth", "SupportedVgpus", "NvLinkState":
            self.assertEqual(self.call("nvmlDeviceGet" + f, d, None, None, None), 3, f)
        self.assertEqual(self.call("nvmlDeviceSetComputeMode", d, 0), 3)
        self.call("nvmlShutdown")

    def test_memory(self):
        self.call("nvmlInit_v2")
        with tempfile.TemporaryDirectory() as folder:
            h = Holder(folder)
            d, m = self.device(1), Memory()
            self.assertEqual(h.says, ["simt", "sm_90", str(2 * GIB), "9.0", "2", "1"])
            self.assertEqual(self.call("nvmlDeviceGetMemoryInfo", d, ctypes.byref(m)), 0)
            self.assertEqual(m.total, 2 * GIB)
            self.assertEqual(m.total, m.free + m.used)
            self.assertGreaterEqual(m.used, 300 << 20)
            m2 = Memory2()
            self.assertEqual(self.call("nvmlDeviceGetMemoryInfo_v2", d, ctypes.byref(m2)), 25)
            m2.version = ctypes.sizeof(m2) | 2 << 24
            self.assertEqual(self.call("nvmlDeviceGetMemoryInfo_v2", d, ctypes.byref(m2)), 0)
            self.assertEqual(m2.total, m2.free + m2.used)
            n, info = ctypes.c_uint(0), (Process * 64)()
            self.assertEqual(self.call("nvmlDeviceGetComputeRunningProcesses_v3", d, ctypes.byref(n), None), 7)
            n.value = 64
            self.assertEqual(self.call("nvmlDeviceGetComputeRunningProcesses_v3", d, ctypes.byref(n), info), 0)
            used = {p.pid: p.used for p in info[:n.value]}
            self.assertIn(h.p.pid, used)
            self.assertGreaterEqual(used[h.p.pid], 300 << 20)
            self.assertEqual(self.text("nvmlSystemGetProcessName", h.p.pid, room=4096), h.path)
            h.end()
        self.call("nvmlShutdown")


class Header(unittest.TestCase):
    def test_names(self):
        """What the header declares is exported, by each of its names, and structures have NVML's sizes."""
        include = os.path.join(TREE, "include")
        text = ""
        for header in "nvml.h", "simt/nvml_rare.h":
            with open(os.path.join(include, header)) as f:
                text += f.read()
        lib = ctypes.CDLL(os.path.join(TREE, "lib64", "libnvidia-ml.so.1"))
        names = set(re.findall(r"^(?:nvmlReturn_t|const char \*)\s*\*?(nvml\w+)\(", text, re.M))
        self.assertGreater(len(names), 220)
        for name in names | set(re.findall(r"^#define nvml\w+ (nvml\w+_v\d)$", text, re.M)):
            self.assertTrue(hasattr(lib, name), name)
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "a.c")
            sizes = {"nvmlPciInfo_t": 68, "nvmlMemory_v2_t": 40, "nvmlProcessInfo_t": 24, "nvmlFieldValue_t": 40, "nvmlSample_t": 16,
                     "nvmlAccountingStats_t": 56, "nvmlEventData_t": 32, "nvmlEncoderSessionInfo_t": 32, "nvmlFBCSessionInfo_t": 48}
            with open(source, "w") as f:
                f.write("#include <nvml.h>\n")
                f.writelines(f"_Static_assert(sizeof({t}) == {n}, \"{t}\");\n" for t, n in sizes.items())
            subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "-I" + include, "-fsyntax-only", source], check=True)


class Smi(unittest.TestCase):
    def smi(self, *args, status=0, **env):
        p = subprocess.run([SMI, *args], capture_output=True, text=True, timeout=60, env={**os.environ, **env})
        self.assertEqual(p.returncode, status, p.stdout + p.stderr)
        return p.stdout

    def test_list(self):
        self.assertEqual(self.smi("-L"), "".join(f"GPU {i}: simt sm_90 (UUID: {UUID % i})\n" for i in range(3)))
        self.assertEqual(self.smi("-L", "-i", "1"), f"GPU 1: simt sm_90 (UUID: {UUID % 1})\n")
        self.assertEqual(self.smi("-L", "--id=" + UUID % 2), f"GPU 2: simt sm_90 (UUID: {UUID % 2})\n")

    def test_query(self):
        out = self.smi("--query-gpu=index, gpu_name,memory.total,fan.speed,compute_cap", "--format=csv", "-i", "0,2")
        self.assertEqual(out, "index, name, memory.total [MiB], fan.speed [%], compute_cap\n"
                         "0, simt sm_90, 2048 MiB, [N/A], 9.0\n2, simt sm_90, 2048 MiB, [N/A], 9.0\n")
        out = self.smi("--query-gpu", "memory.total,pci.bus_id", "--format=csv,noheader,nounits", SIMT_DEVICES="1")
        self.assertEqual(out, "2048, 00000000:01:00.0\n")
        out = self.smi("--query-gpu=timestamp,utilization.gpu", "--format=csv,noheader", SIMT_DEVICES="1")
        self.assertRegex(out, r"^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d\.\d{3}, \d+ %\n$")
        for name in self.smi("--help-query-gpu").replace(" or ", "\n").split():
            self.smi("--query-gpu=" + name)

    def test_mistakes(self):
        for args, status, out in (
                (["--query-gpu=name,foo"], 2, 'Field "foo" is not a valid field to query.\n\n'),
                (["--query-compute-apps=foo"], 2, 'Field "foo" is not a valid field to query.\n\n'),
                (["--query-gpu=name", "--format=xml"], 2, "Format modifier is not recognized.\n"),
                (["-i", "5"], 6, "No devices were found\n"),
                (["--foo"], 255, "ERROR: Option --foo is not recognized. Please run 'nvidia-smi -h'.\n\n"),
                (["-q", "-d", "FOO"], 2, "Failed to parse --display/-d flags\n"),
                (["-l", "0"], 2, "Provided [-l(ms) | --loop(-ms)=] value is incorrect. Loop frequency must be greater than 0.\n\n"),
                (["topo", "-foo"], 2, 'Option "-foo" is not recognized.\n')):
            self.assertEqual(self.smi(*args, status=status), out)
        self.assertIn("not supported", self.smi("-pm", "1", status=3))
        self.assertEqual(self.smi(status=6, SIMT_DEVICES="0"), "No devices were found\n")

    def test_screen(self):
        lines = self.smi().splitlines()[1:]
        self.assertEqual({len(line) for line in lines if line}, {91}, lines)
        self.assertTrue(any("simt sm_90" in line and "00000000:03:00.0" in line for line in lines))
        out = self.smi("-q")
        self.assertIn(f"{'Attached GPUs':55}: 3\n", out)
        self.assertIn(f"{'        Total':55}: 2048 MiB\n", out)
        self.assertNotIn("Temperature", self.smi("-q", "-d", "MEMORY,UTILIZATION"))
        tree = xml.etree.ElementTree.fromstring(self.smi("-q", "-x"))
        self.assertEqual([g.find("fb_memory_usage/total").text for g in tree.findall("gpu")], ["2048 MiB"] * 3)
        self.assertIn("GPU1\tPHB\t X \tPHB\t", self.smi("topo", "-m"))
        self.assertIn("CUDA Version        : 13.0", self.smi("--version"))

    def test_loop(self):
        p = subprocess.Popen([SMI, "--query-gpu=index", "--format=csv", "-lms", "20", "-i", "0"], stdout=subprocess.PIPE, text=True)
        got = [p.stdout.readline() for _ in range(4)]
        p.kill()
        p.communicate()
        self.assertEqual(got, ["index\n", "0\n", "0\n", "0\n"])

    def test_processes(self):
        with tempfile.TemporaryDirectory() as folder:
            h = Holder(folder, CUDA_VISIBLE_DEVICES=f"{UUID % 2},0")
            self.assertEqual(h.says[4:], ["3", "2"])
            out = self.smi("--query-compute-apps=pid,name,used_memory,gpu_uuid", "--format=csv").splitlines()
            self.assertEqual(out[0], "pid, process_name, used_gpu_memory [MiB], gpu_uuid")
            row = [line.split(", ") for line in out if line.startswith(f"{h.p.pid},")][0]
            self.assertEqual((row[1], row[3]), (h.path, UUID % 2))
            self.assertGreaterEqual(int(row[2].split()[0]), 300)
            screen = re.search(rf"^\| +2 .* {h.p.pid} +C .*MiB \|$", self.smi(), re.M)
            self.assertTrue(screen)
            h.end()


unittest.main()
