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
os.environ.pop("SIMT_TOPOLOGY", None)
GIB = 1 << 30
UUID = "GPU-73696d74-2d64-6576-6963-6500000000%02x"

HOLDER = """#include <cstdio>
int main() {
	void *p;
	int khz;
	cudaDeviceProp prop;
	cudaMalloc(&p, 300 << 20);
	cudaGetDeviceProperties(&prop, 0);
	cudaDeviceGetAttribute(&khz, cudaDevAttrMemoryClockRate, 0);
	printf("%s %zu %d.%d %d %d %d\\n", prop.name, prop.totalGlobalMem, prop.major, prop.minor, prop.pciBusID, prop.uuid.bytes[15], khz / 1000);
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
        text = ctypes.create_string_buffer(80)
        self.assertEqual(self.call("nvmlSystemGetCudaDriverVersion", ctypes.byref(version)), 1)
        self.assertEqual(self.call("nvmlSystemGetNVMLVersion", text, 80), 0)
        self.assertEqual([self.call(f) for f in ("nvmlInit_v2", "nvmlInit", "nvmlShutdown")], [0, 0, 0])
        self.assertEqual(self.call("nvmlSystemGetCudaDriverVersion", ctypes.byref(version)), 0)
        self.assertEqual(version.value, 13000)
        self.assertEqual(self.call("nvmlDeviceGetFanSpeed", None, None), 2)
        self.assertEqual(self.number("nvmlDeviceGetCount"), 3)
        self.assertEqual(self.call("nvmlDeviceGetCount", None), 2)
        self.assertEqual([self.call(f) for f in ("nvmlShutdown", "nvmlShutdown")], [0, 1])
        self.assertEqual([self.call("nvmlInitWithFlags", 64), self.call("nvmlShutdown")], [0, 0])

    def test_errors(self):
        for r, text in (0, b"Success"), (3, b"Not Supported"), (6, b"Not Found"), (25, b"Argument version mismatch"), (999, b"Unknown Error"), (77, b"Unknown Error"):
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
        room = ctypes.create_string_buffer(80)
        for f in "FanSpeed", "EnforcedPowerLimit", "MaxPcieLinkWidth", "SupportedVgpus":
            self.assertEqual(self.call("nvmlDeviceGet" + f, d, room, room), 3, f)
            self.assertEqual(self.call("nvmlDeviceGet" + f, d, None, None), 3 if f == "SupportedVgpus" else 2, f)
        self.assertEqual(self.call("nvmlDeviceSetComputeMode", d, 0), 3)
        self.call("nvmlShutdown")

    def test_memory(self):
        self.call("nvmlInit_v2")
        with tempfile.TemporaryDirectory() as folder:
            h = Holder(folder)
            d, m = self.device(1), Memory()
            self.assertEqual(h.says, ["simt", "sm_90", str(2 * GIB), "9.0", "2", "1", str(self.number("nvmlDeviceGetClockInfo", d, 2))])
            self.assertEqual(self.call("nvmlDeviceGetMemoryInfo", d, ctypes.byref(m)), 0)
            self.assertEqual(m.total, 2 * GIB)
            self.assertEqual(m.total, m.free + m.used)
            self.assertGreaterEqual(m.used, 300 << 20)
            m2 = Memory2()
            self.assertEqual(self.call("nvmlDeviceGetMemoryInfo_v2", d, ctypes.byref(m2)), 13)
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


# What SIMT_TOPOLOGY says, as programs ask for it. Each case has a process of its own: a library reads it once.
ASK = """
import ctypes, os, sys
lib = ctypes.CDLL(sys.argv[1])
def number(name, *args):
    v = ctypes.c_uint(77)
    r = getattr(lib, name)(*args, ctypes.byref(v))
    return v.value if r == 0 else -r
lib.nvmlInit_v2()
n = number("nvmlDeviceGetCount_v2")
d = []
for i in range(n):
    h = ctypes.c_void_p()
    lib.nvmlDeviceGetHandleByIndex_v2(i, ctypes.byref(h))
    d.append(h)
class Field(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint), ("scope", ctypes.c_uint), ("time", ctypes.c_longlong), ("latency", ctypes.c_longlong),
                ("type", ctypes.c_int), ("status", ctypes.c_int), ("value", ctypes.c_ulonglong)]
def field(device, number, scope):
    f = Field(id=number, scope=scope)
    assert lib.nvmlDeviceGetFieldValues(d[device], 1, ctypes.byref(f)) == 0
    return f.value & 0xffffffff if f.status == 0 else -f.status
"""


class Links(unittest.TestCase):
    def ask(self, topology, text, **env):
        p = subprocess.run([sys.executable, "-c", ASK + text, os.path.join(TREE, "lib64", "libnvidia-ml.so.1")], capture_output=True,
                           text=True, timeout=60, env={**os.environ, "SIMT_DEVICES": "", "SIMT_TOPOLOGY": topology, **env})
        self.assertEqual(p.returncode, 0, p.stderr)
        return p.stdout.split(), p.stderr

    def test_hosts(self):
        """2x2: two switches; links of one device as an H200's."""
        out, _ = self.ask("2x2", """
print(n, *[number("nvmlDeviceGetTopologyCommonAncestor", d[0], x) for x in d])
print(*[number("nvmlDeviceGetP2PStatus", d[0], d[1], k) for k in range(5)], *[number("nvmlDeviceGetP2PStatus", d[0], d[2], k) for k in range(5)])
print(*[number("nvmlDeviceGetNvLinkState", d[3], k) for k in (0, 17, 18)], number("nvmlDeviceGetNvLinkVersion", d[3], 0))
print(number("nvmlDeviceGetNvLinkRemoteDeviceType", d[3], 0), *[number("nvmlDeviceGetNvLinkCapability", d[3], 3, k) for k in (0, 5, 6)])
print(field(0, 91, 0), field(0, 164, 17), field(0, 165, 3), field(0, 164, 18))
print(number("nvmlDeviceGetP2PStatus", d[0], d[0], 0))
""")
        self.assertEqual(out, "4 0 30 50 50 0 0 0 0 5 5 5 5 5 5 1 1 -2 6 2 1 1 -3 18 26562 1 -2 0".split())

    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t")
            with open(path, "w") as f:
                f.write("devices 3  # a comment\n\nbus 2 0001:3b:00.0\nlink 0 1 nvlink links=4 bandwidth=25\nlink 0,1 2 sys peer=no\n")
            out, _ = self.ask(path, """
print(n, *[number("nvmlDeviceGetTopologyCommonAncestor", d[0], x) for x in d], number("nvmlDeviceGetP2PStatus", d[1], d[2], 0))
print(*[number("nvmlDeviceGetNvLinkState", d[0], k) for k in (3, 4)], number("nvmlDeviceGetNvLinkState", d[2], 0))
print(field(1, 164, 2), field(1, 146, 2), field(1, 91, 0))
""")
            self.assertEqual(out, "3 0 30 50 5 1 0 -3 25000 2 4".split())
            smi = lambda *a: subprocess.run([SMI, *a], capture_output=True, text=True, timeout=60,
                                            env={**os.environ, "SIMT_DEVICES": "", "SIMT_TOPOLOGY": path}).stdout
            self.assertIn("\nGPU1\tNV4\t X \tSYS\t", smi("topo", "-m"))
            self.assertIn("\nGPU1\tPHB\t X \tSYS\t", smi("topo", "-mp"))
            self.assertIn("\n GPU1\tOK\tX\tNS\t\n", smi("topo", "-p2p", "r"))
            self.assertIn("0001:3B:00.0", smi("--query-gpu=pci.bus_id", "--format=csv,noheader"))
            self.assertIn("\t Link 3: 25.000 GB/s\n\t Link 4: <inactive>\n", smi("nvlink", "-s", "-i", "0"))
            self.assertIn("\t Link 1: Remote Device 00000000:02:00.0: Link 1\n", smi("nvlink", "-R", "-i", "0"))

    def test_recorded(self):
        """The forms that a machine with four H200 printed; legends are in words of our own."""
        env = {**os.environ, "SIMT_DEVICES": "", "SIMT_TOPOLOGY": "1x4"}
        smi = lambda *a: subprocess.run([SMI, *a], capture_output=True, text=True, timeout=60, env=env).stdout
        out = smi("topo", "-m")
        self.assertTrue(out.startswith("\t\033[4mGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\033[0m\n"
                                       "GPU0\t X \tNV18\tNV18\tNV18\t"), out)
        self.assertRegex(out, r"\nGPU3\tNV18\tNV18\tNV18\t X \t0(-\d+)?\t0\t\tN/A\n")
        for what, word in ("r", "OK"), ("w", "OK"), ("n", "OK"), ("a", "OK"), ("p", "NS"):
            self.assertTrue(smi("topo", "-p2p", what).startswith(
                f" \t\033[4mGPU0\tGPU1\tGPU2\tGPU3\t\033[0m\n GPU0\tX\t{word}\t{word}\t{word}\t\n"))
        self.assertEqual(smi("topo", "-c", "0"), "The GPUs that have an affinity with CPU 0 are:\n0, 1, 2, 3\n\n")
        self.assertEqual(smi("topo", "-i", "0", "-n", "4"), "Device 0 is connected by way of an on-CPU interconnect between PCIe host "
                         "bridges to device(s): 1, 2, 3\n\n")
        self.assertEqual(smi("topo", "-i", "0,1", "-p"), "Device 0 is connected to device 1 by way of a PCIe host bridge.\n\n")
        lines = smi("nvlink", "-s", "-i", "1").splitlines()
        self.assertEqual(lines, [f"GPU 1: simt sm_90 (UUID: {UUID % 1})"] + [f"\t Link {i}: 26.562 GB/s" for i in range(18)])
        self.assertEqual(smi("nvlink", "-s", "-l", "3", "-i", "0").splitlines()[1:], ["\t Link 3: 26.562 GB/s"])
        self.assertEqual(smi("nvlink", "-c", "-l", "17", "-i", "0").splitlines()[1:],
                         [f"\t Link 17, {t}: true" for t in ("P2P is supported", "Access to system memory supported",
                          "P2P atomics supported", "System memory atomics supported", "SLI is supported", "Link is supported")])
        self.assertEqual(smi("nvlink", "-p", "-l", "2", "-i", "0").splitlines()[1:], ["\t Link 2: FFFFFFFF:FF:FF.0"])

    def test_wrong(self):
        """What is wrong is shown with its place, and there are no devices."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "t")
            for text, message in (("2x", "SIMT_TOPOLOGY:1:3: a number belongs here\n    2x\n      ^\n"),
                                  ("0x4", "SIMT_TOPOLOGY:1:1: there is at least one host\n    0x4\n    ^\n"),
                                  ("4x5", "SIMT_TOPOLOGY:1:1: 20 devices; 16 is most\n"),
                                  ("2x4x2", "SIMT_TOPOLOGY:1:4: HOSTSxDEVICES is written as 2x4\n"),
                                  ("nowhere", "SIMT_TOPOLOGY=nowhere: neither HOSTSxDEVICES, as 2x4, nor a file: No such file")):
                out, err = self.ask(text, "print(n)")
                self.assertEqual(out, ["0"])
                self.assertIn("simt: " + message, err)
            for text, place, message in (("", "1:1", "the line `devices N` is missing"),
                                         ("link 0 1 nvlink\n", "1:1", "the line `devices N` comes first"),
                                         ("devices 17\n", "1:9", "the number is larger than 16"),
                                         ("devices 2\nlink 0 1 foo\n", "2:10", "a link is nvlink, pix"),
                                         ("devices 2\nlink 0 2 sys\n", "2:8", "the number is larger than 1"),
                                         ("devices 2\n\tlink 0 1 nvlink links=19\n", "3:0", None),
                                         ("devices 2\nlink 0 1 net bandwidth=-3\n", "2:24", "a number above 0"),
                                         ("devices 2\nlink 0 1 net speed=3\n", "2:14", "known here"),
                                         ("devices 2\nlink 0 1 net peer=maybe\n", "2:19", "peer is yes or no"),
                                         ("devices 2\nswitch 1\n", "2:8", "a switch joins two devices or more"),
                                         ("devices 3\nswitch 0-1\nswitch 1-2\n", "3:8", "a device of these is on a switch already"),
                                         ("devices 2\nhost 0\n", "3:1", "device 1 is on no host"),
                                         ("devices 2\nbus 0 fred\n", "2:7", "a bus id is written"),
                                         ("devices 2 3\n", "1:11", "the line has ended"),
                                         ("what\n", "1:1", "a line begins with")):
                with open(path, "w") as f:
                    f.write(text)
                out, err = self.ask(path, "print(n)")
                self.assertEqual(out, ["0"], text)
                if message:
                    self.assertIn(f"simt: {path}:{place}: {message}", err)
            with open(path, "w") as f:
                f.write("devices 3\n")
            out, err = self.ask(path, "print(n)", SIMT_DEVICES="4")
            self.assertEqual((out, err), (["0"], "simt: SIMT_DEVICES=4: SIMT_TOPOLOGY has 3 devices\n"))
            self.assertEqual(self.ask(path, "print(n)", SIMT_DEVICES="2")[0], ["2"])


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
                (["topo", "-foo"], 2, 'Option "-foo" is not recognized.\n'),
                (["topo", "-p2p", "x"], 2, "Invalid p2p capability index specified at the command-line\n"),
                (["topo", "-i", "0", "-m"], 255,
                 "The -i command line argument must be used in conjunction with -n or -p.\n\n"),
                (["nvlink", "-s", "-i", "9"], 6, "No devices were found\n"),
                (["nvlink", "-foo"], 2, 'Option "-foo" is not recognized.\n')):
            self.assertEqual(self.smi(*args, status=status), out)
        self.assertIn("not supported", self.smi("-pm", "1", status=3))
        self.assertIn("pmon is not supported", self.smi("pmon", "-c", "1", status=3))
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
            self.assertEqual(h.says[4:6], ["3", "2"])
            out = self.smi("--query-compute-apps=pid,name,used_memory,gpu_uuid", "--format=csv").splitlines()
            self.assertEqual(out[0], "pid, process_name, used_gpu_memory [MiB], gpu_uuid")
            row = [line.split(", ") for line in out if line.startswith(f"{h.p.pid},")][0]
            self.assertEqual((row[1], row[3]), (h.path, UUID % 2))
            self.assertGreaterEqual(int(row[2].split()[0]), 300)
            screen = re.search(rf"^\| +2 .* {h.p.pid} +C .*MiB \|$", self.smi(), re.M)
            self.assertTrue(screen)
            h.end()


unittest.main()
