"""simt: CUDA kernels on machines without a GPU, from Python.

    import array, simt

    a = array.array("f", range(1000))
    simt.run('''extern "C" __global__ void twice(float *a, int n) {
                    int i = blockIdx.x * blockDim.x + threadIdx.x;
                    if (i < n) a[i] *= 2;
                }''', 4, 256, [a, len(a)])

Arrays are anything with the buffer protocol (NumPy's, array.array, ctypes, bytearray), __cuda_array_interface__ or DLPack.
Checked mode (check="all") raises what it finds. docs/python.md has the rest.

SPDX-License-Identifier: Apache-2.0
"""
import atexit
import ctypes as C
import json
import os
import re
import shutil
import struct
import tempfile
import threading

from . import _arrays, _lib
from ._lib import CompileError, Error, KernelFault

__all__ = ["run", "Device", "Module", "Kernel", "Array", "Value", "Error", "CompileError", "KernelFault", "CheckError",
           "device", "checked", "findings"]
__version__ = "0.1.0"


class CheckError(Error):
    """Checked mode has found something. `findings` is a list of records, as docs/checking.md describes them."""

    def __init__(self, findings):
        super().__init__("\n\n".join(describe(f) for f in findings))
        self.findings = findings


# ---- checked mode ----

_check = {"tools": None, "folder": None, "seen": {}}


def checked(tools="all"):
    """Turns checked mode on for this process, before its first kernel: "all", "mem,race" and so on."""
    if _check["folder"]:
        if _check["tools"] != tools:
            raise Error("checked mode is on with %s; it cannot change" % _check["tools"])
        return
    if _devices:
        raise Error("checked mode is for a whole process: it has to be turned on before the first device is opened")
    _check["tools"], _check["folder"] = tools, tempfile.mkdtemp(prefix="simt-")
    atexit.register(shutil.rmtree, _check["folder"], True)
    os.environ["SIMT_CHECK"] = "%s,no-stack,log=/dev/null,format=json,save=%s/%%p.json" % (tools, _check["folder"])


def findings():
    """What checked mode has found since the last call, in this process and in those it has started."""
    return read_findings(_check["folder"], _check["seen"]) if _check["folder"] else []


def read_findings(folder, seen):
    """New records in the files of a folder; `seen` remembers how far each was read."""
    new = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as f:
            f.seek(seen.get(name, 0))
            text = f.read()
        end = text.rfind(b"\n") + 1
        seen[name] = seen.get(name, 0) + end
        new += [json.loads(line) for line in text[:end].splitlines() if line.startswith(b"{")]
    return new


def describe(finding):
    """A record as text."""
    at = finding.get("at") or {}
    place = "%s:%s" % (at["file"], at["line"]) if at.get("file") else "%s:%s" % (at.get("ptx_file"), at.get("ptx_line"))
    lines = [finding["what"]]
    if at:
        lines += ["    at %s in %s" % (at.get("func"), place), "    by thread %s in block %s" % (tuple(at["thread"]), tuple(at["block"]))]
    own = re.compile(r"Host Frame: .* in (lib(ffi|python)|_ctypes|python)")  # how a call from here looks like
    return "\n".join(lines + ["    " + n for n in finding.get("notes", []) if not own.search(n)])


# ---- devices ----

_devices = []
_lock = threading.RLock()


class Device:
    """A device with memory of its own. Without arguments the environment's SIMT_* variables decide, as for simtrun.

    arch: "sm_90"; threads, timeout (seconds), backend ("auto", "interp", "jit"), memory (bytes), schedule, seed, weak:
    docs/jit.md, docs/schedules.md, docs/weak-memory.md.
    """

    def __init__(self, arch=None, threads=0, timeout=0, backend=None, memory=0, schedule=None, seed=0, weak=False):
        options = _lib.DeviceOptions(arch=arch and arch.encode(), threads=threads, timeout_ms=int(timeout * 1000),
                                     backend=backend and backend.encode(), memory_bytes=memory,
                                     schedule=schedule and schedule.encode(), seed=seed, weak=weak, alone=True)
        self._as_parameter_ = C.c_void_p()
        _lib.check(_lib.simt().simt_device_open(C.byref(options), C.byref(self._as_parameter_)))
        self.modules = {}
        _devices.append(self)

    def array(self, shape, dtype="float32"):
        """Memory on the device, filled with zeros."""
        return Array(self, shape, dtype)

    def to_device(self, data):
        """A copy of an array or a buffer on the device."""
        view = _arrays.view_of(data)
        if view is None:
            raise TypeError("%s has no buffer" % type(data).__name__)
        a = Array(self, view.shape or (1,), _typestr_of(view))
        a.copy_from(data)
        return a

    def module(self, code, options=(), kernels=()):
        """The module of a source, which is compiled once."""
        key = (code, tuple(options), tuple(kernels))
        with _lock:
            if key not in self.modules:
                self.modules[key] = Module(code, device=self, options=options, kernels=kernels)
            return self.modules[key]


def device():
    """The device that run() uses where none is given."""
    with _lock:
        if not _devices:
            Device()
        return _devices[0]


# ---- memory ----

_TYPES = {"b": "i1", "B": "u1", "h": "i2", "H": "u2", "i": "i4", "I": "u4", "l": "i8", "L": "u8", "q": "i8", "Q": "u8", "e": "f2",
          "f": "f4", "d": "f8", "?": "b1", "c": "u1", "n": "i8", "N": "u8"}
_WORDS = {"int8": "i1", "uint8": "u1", "int16": "i2", "uint16": "u2", "int32": "i4", "uint32": "u4", "int64": "i8", "uint64": "u8",
          "float16": "f2", "float32": "f4", "float64": "f8", "bool": "b1", "int": "i8", "float": "f8", "complex64": "c8",
          "complex128": "c16"}


def _typestr_of(view):
    letter = view.format.lstrip("@=<|")
    if letter not in _TYPES:
        raise TypeError("elements of format %r have no type here" % view.format)
    return _TYPES[letter]


def _typestr(dtype):
    """'<f4' of "float32", "f4", numpy.float32, numpy.dtype("f4")."""
    name = getattr(dtype, "str", None) or getattr(dtype, "__name__", None) or str(dtype)
    name = _WORDS.get(name, name).lstrip("<=|@")
    if not re.fullmatch(r"[iufcb]\d+", name):
        raise TypeError("no type of elements: %r" % (dtype,))
    return ("|" if name[1:] == "1" else "<") + name


class Array:
    """Memory on a device. NumPy reads it by DLPack (numpy.from_dlpack), GPU libraries by __cuda_array_interface__."""

    def __init__(self, device, shape, dtype="float32"):
        self.shape = (shape,) if isinstance(shape, int) else tuple(shape)
        self.typestr, self.device = _typestr(dtype), device
        self.itemsize = int(self.typestr[2:])
        self.size = _arrays._product(self.shape)
        self.nbytes = self.size * self.itemsize
        address = C.c_uint64()
        self.address = 0
        _lib.check(_lib.simt().simt_alloc_as(device, 3, 0, self.nbytes, C.byref(address)))  # SIMT_MEMORY_MANAGED
        self.address = address.value
        if self.nbytes:
            _lib.check(_lib.simt().simt_fill(device, self.address, 0, 1, self.nbytes))

    def __del__(self):
        if getattr(self, "address", 0):
            _lib.simt().simt_free(self.device, self.address)

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.shape, "typestr": self.typestr, "data": (self.address, False), "version": 3, "strides": None}

    def __dlpack_device__(self):
        return (_arrays.CUDA_MANAGED, 0)

    def __dlpack__(self, stream=None, **_):
        return _arrays.export(self, self.address, self.shape, self.typestr)

    def copy_from(self, data):
        """Copies a buffer of the same size here."""
        m = _arrays.of_buffer(memoryview(data))
        try:
            if m.nbytes != self.nbytes:
                raise ValueError("%d bytes do not fit %d" % (m.nbytes, self.nbytes))
            _lib.check(_lib.simt().simt_copy_in(self.device, self.address, m.address, m.nbytes))
        finally:
            m.done()

    def copy_to(self, data):
        """Copies the elements into a buffer of the same size."""
        m = _arrays.of_buffer(memoryview(data))
        try:
            if m.nbytes != self.nbytes or not m.writable:
                raise ValueError("not a buffer of %d bytes that can be written" % self.nbytes)
            _lib.check(_lib.simt().simt_copy_out(self.device, m.address, self.address, m.nbytes))
        finally:
            m.done()

    def tobytes(self):
        data = bytearray(self.nbytes)
        self.copy_to(data)
        return bytes(data)

    def tolist(self):
        """The elements, one after the other."""
        letter = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "i8": "q", "u8": "Q", "f2": "e", "f4": "f", "f8": "d",
                  "b1": "?"}.get(self.typestr[1:])
        if not letter:
            raise TypeError("no Python type for %s" % self.typestr)
        return [x for (x,) in struct.iter_unpack("<" + letter, self.tobytes())]

    def copy_to_host(self):
        """A NumPy array."""
        import numpy
        a = numpy.empty(self.shape, self.typestr)
        self.copy_to(a)
        return a

    def __len__(self):
        return self.shape[0]

    def __repr__(self):
        return "<simt.Array %s %s at 0x%x>" % (self.shape, self.typestr, self.address)


class Value:
    """The bytes of an argument, as they are: a structure of eight bytes, which would be taken for an array otherwise."""

    def __init__(self, data):
        self.data = bytes(memoryview(data).cast("B"))


# ---- kernels ----

def _text_of(code):
    """(name, text) of a text or a path."""
    if isinstance(code, os.PathLike) or (isinstance(code, str) and "\n" not in code and re.search(r"\.(ptx|cu|cuh)$", code)):
        path = os.fspath(code)
        with open(path, encoding="utf-8") as f:
            return path, f.read()
    return "kernel.cu", code if isinstance(code, str) else code.decode()


class Module:
    """PTX or CUDA C++ on a device: a text, or the path of a file. `kernels` are C++ names, such as "n::k<float>"."""

    def __init__(self, code, device=None, options=(), kernels=()):
        self.device = device or globals()["device"]()
        name, text = _text_of(code)
        self.lowered = {}
        if re.search(r"(?m)^\s*\.version\s", text):
            self.ptx = text.encode()
        else:
            options = list(options)
            if not any(o.startswith(("-arch", "--gpu-architecture")) for o in options):
                options.append("-arch=compute_90")
            if not any("lineinfo" in o for o in options):
                options.append("-lineinfo")
            self.ptx, self.lowered = _lib.compile_cu(text, name, options, list(kernels))
        name = os.path.splitext(name)[0] + ".ptx"
        self._as_parameter_, log = C.c_void_p(), _lib.Log()
        status = _lib.simt().simt_module_load(self.device, name.encode(), self.ptx, len(self.ptx),
                                              C.byref(_lib.LoadOptions(log=log.file)), C.byref(self._as_parameter_))
        said = log.close()
        if status:
            raise CompileError(said.strip() or _lib._text(_lib.simt().simt_last_error()), status)

    def __del__(self):
        if getattr(self, "_as_parameter_", None):
            _lib.simt().simt_module_unload(self)

    def kernel(self, name=None):
        """The kernel of this name, as C++ or PTX has it; without a name the only one."""
        lib, f = _lib.simt(), C.c_void_p()
        if name is None and lib.simt_function_count(self) != 1:
            raise Error("the code has %d kernels: %s" % (lib.simt_function_count(self), ", ".join(self.names())))
        if name is None:
            _lib.check(lib.simt_function_at(self, 0, C.byref(f)))
        else:
            plain = "_Z%d%s" % (len(name), name)  # a function outside of namespaces
            for n in [self.lowered.get(name, name)] + [n for n in self.names() if n.startswith(plain)]:
                if lib.simt_function_find(self, n.encode(), C.byref(f)) == 0:
                    break
            else:
                raise Error("no kernel %r; there are: %s" % (name, ", ".join(self.names()) or "none"), 500)
        return Kernel(self, f)

    def names(self):
        """The names of all kernels, as PTX has them."""
        lib, f, a, names = _lib.simt(), C.c_void_p(), _lib.Attributes(), []
        for i in range(lib.simt_function_count(self)):
            _lib.check(lib.simt_function_at(self, i, C.byref(f)))
            lib.simt_function_attributes(f, C.byref(a))
            names.append(_lib._text(a.name))
        return names

    def variable(self, name):
        """(address, bytes) of a variable of the module."""
        address, size = C.c_uint64(), C.c_uint64()
        _lib.check(_lib.simt().simt_variable_find(self, name.encode(), C.byref(address), C.byref(size)))
        return address.value, size.value


def _dim(d):
    d = (d,) if isinstance(d, int) else tuple(d)
    if not 1 <= len(d) <= 3 or any(int(x) < 1 for x in d):
        raise ValueError("a shape is one to three positive numbers, not %r" % (d,))
    return _lib.U32x3(*[int(x) for x in d], *[1] * (3 - len(d)))


_FORMATS = {"f16": "<e", "f32": "<f", "f64": "<d"}


class _Arguments:
    """The block of parameters of one launch, and what has to be copied before and after it."""

    def __init__(self, kernel, args):
        self.device, self.lib = kernel.module.device, _lib.simt()
        self.copied, self.memories, self.block = {}, [], bytearray(max(kernel.attributes.param_bytes, 1))
        params = kernel.params
        if len(args) != len(params):
            raise TypeError("%s takes %d arguments, not %d" % (kernel.name, len(params), len(args)))
        try:
            for i, (p, a) in enumerate(zip(params, args)):
                value = self.bytes_of(p, a, i)
                self.block[p.offset:p.offset + p.size] = value
        except BaseException:
            self.close()
            raise

    def bytes_of(self, p, a, i):
        if isinstance(a, Value):
            return self.fit(a.data, p, i)
        if a is None and p.size == 8:
            return bytes(8)
        if isinstance(a, (int, float, bool)):
            return self.number(p, a, i)
        if isinstance(a, (C._SimpleCData, C.Structure, C.Union)):
            return self.fit(bytes(a), p, i)
        view = None if hasattr(a, "__cuda_array_interface__") else _arrays.view_of(a)
        if view is not None and (view.ndim == 0 or (p.size != 8 and view.nbytes == p.size)):
            return self.scalar(p, view, i)
        if hasattr(a, "__cuda_array_interface__"):
            memory = _arrays.of_cuda(a)
        elif view is not None:
            memory = _arrays.of_buffer(view)
        elif hasattr(a, "__dlpack__") or type(a).__name__ == "PyCapsule":
            memory = _arrays.of_dlpack(a)
        elif hasattr(a, "__index__"):
            return self.number(p, a.__index__(), i)
        else:
            raise TypeError("argument %d: %s is neither a number nor an array" % (i, type(a).__name__))
        if p.size != 8:
            raise TypeError("argument %d: parameter %s has %d bytes, which is no pointer" % (i, _lib._text(p.name), p.size))
        return struct.pack("<Q", self.place(memory))

    def scalar(self, p, view, i):
        """A NumPy scalar, or the bytes of a structure. A number of another type is converted."""
        if view.ndim == 0 and view.nbytes != p.size and view.format.lstrip("@=<") in _TYPES:
            return self.number(p, view[()] if hasattr(view, "__getitem__") else view.tolist(), i)
        return self.fit(view.tobytes(), p, i)

    def fit(self, data, p, i):
        if len(data) != p.size:
            raise TypeError("argument %d: %d bytes for parameter %s of %d" % (i, len(data), _lib._text(p.name), p.size))
        return data

    def number(self, p, a, i):
        kind = _lib._text(p.type)
        if kind in _FORMATS or (isinstance(a, float) and p.size in (2, 4, 8) and kind[0] == "b"):
            return struct.pack(_FORMATS.get(kind) or {2: "<e", 4: "<f", 8: "<d"}[p.size], a)
        if isinstance(a, float):
            raise TypeError("argument %d: parameter %s is an integer (%s)" % (i, _lib._text(p.name), kind))
        if p.size not in (1, 2, 4, 8):
            raise TypeError("argument %d: parameter %s has %d bytes, which are no number" % (i, _lib._text(p.name), p.size))
        try:
            return int(a).to_bytes(p.size, "little", signed=a < 0)
        except OverflowError:
            raise OverflowError("argument %d: %d does not fit %s" % (i, a, kind)) from None

    def place(self, memory):
        """The address on the device: arrays of the host get a copy there, the same one if they are the same."""
        self.memories.append(memory)
        if not memory.host or self.lib.simt_device_owns(self.device, memory.address):
            return memory.address
        key = (memory.address, memory.nbytes)
        if key not in self.copied:
            address = C.c_uint64()
            _lib.check(self.lib.simt_alloc(self.device, memory.nbytes, C.byref(address)))
            self.copied[key] = [address.value, memory.writable]
            if memory.nbytes:
                _lib.check(self.lib.simt_copy_in(self.device, address.value, memory.address, memory.nbytes))
        self.copied[key][1] |= memory.writable
        return self.copied[key][0]

    def copy_back(self):
        for (address, nbytes), (on_device, writable) in self.copied.items():
            if writable and nbytes:
                _lib.check(self.lib.simt_copy_out(self.device, address, on_device, nbytes))

    def close(self):
        for on_device, _ in self.copied.values():
            self.lib.simt_free(self.device, on_device)
        for m in self.memories:
            m.done()
        self.copied, self.memories = {}, []


class Kernel:
    """A kernel of a module: kernel(grid, block, *args)."""

    def __init__(self, module, function):
        self.module, self._as_parameter_ = module, function
        lib, self.attributes = _lib.simt(), _lib.Attributes()
        lib.simt_function_attributes(function, C.byref(self.attributes))
        self.name, self.params = _lib._text(self.attributes.name), []
        for i in range(self.attributes.nparam):
            p = _lib.Param()
            lib.simt_function_param(function, i, C.byref(p))
            self.params.append(p)

    def __call__(self, grid, block, *args, shared=0, cluster=None, cooperative=False, timeout=0):
        lib, device = _lib.simt(), self.module.device
        if shared > self.attributes.max_shared_dynamic:
            _lib.check(lib.simt_function_set_max_shared(self, shared))
        a = _Arguments(self, args)
        try:
            block_of = (C.c_char * len(a.block)).from_buffer(a.block)
            launch = _lib.Launch(grid=_dim(grid), block=_dim(block), shared_dynamic=shared, cooperative=cooperative,
                                 params=C.addressof(block_of), param_bytes=self.attributes.param_bytes,
                                 timeout_ms=int(timeout * 1000))
            if cluster:
                launch.cluster = _dim(cluster)
            status = lib.simt_launch(self, C.byref(launch))
            C.CDLL(None).fflush(None)  # what kernels printed
            new = findings()
            if new:
                lib.simt_device_recover(device)
                raise CheckError(new)
            if status:
                try:
                    _lib.check(status, device._as_parameter_)
                finally:
                    lib.simt_device_recover(device)
            a.copy_back()
        finally:
            a.close()


def run(code, grid, block, args=(), kernel=None, shared=0, cluster=None, cooperative=False, timeout=0, options=(), check=None,
        device=None):
    """Compiles, runs and waits.

    code: CUDA C++ or PTX, a text or the path of a file; compiled once for each device.
    grid, block: a number, or up to three.
    args: numbers for numbers; arrays for pointers. An array of the host is copied to the device and back.
    kernel: its name; not needed if there is one. options: of NVRTC. check: what checked() takes.
    """
    if check:
        checked(check)
    d = device or globals()["device"]()
    templated = [kernel] if kernel and "<" in kernel else []
    d.module(code, options, templated).kernel(kernel)(grid, block, *args, shared=shared, cluster=cluster, cooperative=cooperative,
                                                      timeout=timeout)
