"""libsimt and libnvrtc by ctypes: structures, functions, errors. Nothing is compiled.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes as C
import os

__all__ = []

U32x3 = C.c_uint32 * 3


class DeviceOptions(C.Structure):  # runtime/core/api/device.h
    _fields_ = [("arch", C.c_char_p), ("memory_bytes", C.c_uint64), ("threads", C.c_uint32), ("timeout_ms", C.c_uint64),
                ("backend", C.c_char_p), ("cpu", C.c_char_p), ("verbose", C.c_bool), ("profile", C.c_char_p),
                ("coverage", C.c_char_p), ("only_compiled", C.c_bool), ("print_to", C.c_void_p), ("sandbox", C.c_bool),
                ("schedule", C.c_char_p), ("seed", C.c_uint64), ("weak", C.c_bool), ("record_schedule", C.c_char_p),
                ("replay_schedule", C.c_char_p), ("alone", C.c_bool), ("hold_print", C.c_bool)]


class LoadOptions(C.Structure):  # module.h
    _fields_ = [("log", C.c_void_p), ("format", C.c_int), ("color", C.c_bool), ("quiet_warnings", C.c_bool),
                ("max_errors", C.c_uint32), ("optimize", C.c_uint32), ("check_optimizer", C.c_bool),
                ("native", C.c_void_p), ("native_bytes", C.c_size_t)]


class Param(C.Structure):  # function.h
    _fields_ = [("name", C.c_char_p), ("type", C.c_char_p), ("offset", C.c_uint32), ("size", C.c_uint32), ("align", C.c_uint32),
                ("is_pointer", C.c_bool)]


class Attributes(C.Structure):
    _fields_ = [("name", C.c_char_p), ("nparam", C.c_uint32), ("param_bytes", C.c_uint32), ("shared_static", C.c_uint32),
                ("max_shared_dynamic", C.c_uint32), ("max_threads", C.c_uint32), ("local_bytes", C.c_uint32),
                ("const_bytes", C.c_uint32), ("reqntid", U32x3), ("cluster", U32x3), ("ptx_version", C.c_uint32),
                ("ptx_sm", C.c_uint32), ("nonportable_cluster", C.c_bool), ("explicit_cluster", C.c_bool),
                ("preference", C.c_int32 * 2), ("registers", C.c_uint32)]


class Launch(C.Structure):  # launch.h
    _fields_ = [("grid", U32x3), ("block", U32x3), ("cluster", U32x3), ("shared_dynamic", C.c_uint32), ("cooperative", C.c_bool),
                ("programmatic", C.c_bool), ("may_sync", C.c_bool),
                ("args", C.c_void_p), ("params", C.c_void_p), ("param_bytes", C.c_uint32),
                ("timeout_ms", C.c_uint64), ("step_limit", C.c_uint64), ("seed", C.c_uint64), ("threads", C.c_uint32)]


class Fault(C.Structure):  # fault.h
    _fields_ = [("kind", C.c_int), ("status", C.c_int), ("code", C.c_char_p), ("text", C.c_char_p), ("kernel", C.c_char_p),
                ("function", C.c_char_p), ("cta", U32x3), ("thread", U32x3), ("file", C.c_char_p), ("line", C.c_uint32),
                ("inst", C.c_char_p), ("addr", C.c_uint64), ("note", C.c_char_p), ("source", C.c_char_p), ("table", C.c_char_p)]


class Error(RuntimeError):
    """A call failed. `status` is CUDA's number of the error, `name` simt's name of it."""

    def __init__(self, text, status=0, name=""):
        super().__init__(text)
        self.status, self.name = status, name


class CompileError(Error):
    """A source or PTX has errors; the text is the compiler's."""


class KernelFault(Error):
    """A kernel did something wrong. `code`, `kernel`, `block`, `thread`, `source` (file:line), `address` tell where."""

    def __init__(self, text, status, name, fault):
        super().__init__(text, status, name)
        self.code = _text(fault.code)
        self.kernel = _text(fault.kernel)
        self.block, self.thread = tuple(fault.cta), tuple(fault.thread)
        self.source = _text(fault.source) or ("%s:%d" % (_text(fault.file), fault.line) if fault.file else "")
        self.address = fault.addr
        self.table = _text(fault.table)


def _text(s):
    return s.decode(errors="replace") if s else ""


# ---- libraries ----

_HERE = os.path.dirname(os.path.abspath(__file__))
_libs = {}


def _candidates(name):
    """lib/python3/dist-packages/simt is where this file is installed."""
    lib = os.path.normpath(os.path.join(_HERE, "..", "..", ".."))
    if name == "libsimt.so.0":
        return [os.environ.get("SIMT_LIBRARY"), os.path.join(lib, name), name]
    kit = os.environ.get("SIMT_CUDA_LIBRARIES")
    return [kit and os.path.join(kit, name), os.path.join(lib, "simt", "cuda", "lib64", name), name]


def library_folder():
    """The folder of the CUDA libraries, libcudart.so.13 among them; None: they are not installed."""
    for path in _candidates("libcudart.so.13")[:-1]:
        if path and os.path.exists(path):
            return os.path.dirname(path)
    return None


def load(name, declare):
    if name not in _libs:
        why = None
        for path in _candidates(name):
            try:
                if path:
                    _libs[name] = C.CDLL(path)
                    break
            except OSError as e:
                why = why or e
        else:
            raise Error("%s cannot be loaded: %s" % (name, why))
        declare(_libs[name])
    return _libs[name]


_P = C.POINTER
_SIMT = {
    "simt_device_open": (C.c_int, [_P(DeviceOptions), _P(C.c_void_p)]),
    "simt_device_close": (None, [C.c_void_p]),
    "simt_device_recover": (None, [C.c_void_p]),
    "simt_device_fault": (_P(Fault), [C.c_void_p]),
    "simt_device_flush": (None, [C.c_void_p]),
    "simt_device_owns": (C.c_bool, [C.c_void_p, C.c_uint64]),
    "simt_module_load": (C.c_int, [C.c_void_p, C.c_char_p, C.c_char_p, C.c_size_t, _P(LoadOptions), _P(C.c_void_p)]),
    "simt_module_unload": (C.c_int, [C.c_void_p]),
    "simt_variable_find": (C.c_int, [C.c_void_p, C.c_char_p, _P(C.c_uint64), _P(C.c_uint64)]),
    "simt_function_find": (C.c_int, [C.c_void_p, C.c_char_p, _P(C.c_void_p)]),
    "simt_function_count": (C.c_uint32, [C.c_void_p]),
    "simt_function_at": (C.c_int, [C.c_void_p, C.c_uint32, _P(C.c_void_p)]),
    "simt_function_attributes": (None, [C.c_void_p, _P(Attributes)]),
    "simt_function_param": (C.c_bool, [C.c_void_p, C.c_uint32, _P(Param)]),
    "simt_function_set_max_shared": (C.c_int, [C.c_void_p, C.c_uint32]),
    "simt_launch": (C.c_int, [C.c_void_p, _P(Launch)]),
    "simt_alloc_as": (C.c_int, [C.c_void_p, C.c_int, C.c_uint32, C.c_uint64, _P(C.c_uint64)]),
    "simt_alloc": (C.c_int, [C.c_void_p, C.c_uint64, _P(C.c_uint64)]),
    "simt_free": (C.c_int, [C.c_void_p, C.c_uint64]),
    "simt_copy_in": (C.c_int, [C.c_void_p, C.c_uint64, C.c_void_p, C.c_uint64]),
    "simt_copy_out": (C.c_int, [C.c_void_p, C.c_void_p, C.c_uint64, C.c_uint64]),
    "simt_fill": (C.c_int, [C.c_void_p, C.c_uint64, C.c_uint32, C.c_uint32, C.c_uint64]),
    "simt_last_error": (C.c_char_p, []),
    "simt_status_name": (C.c_char_p, [C.c_int]),
    "simt_status_text": (C.c_char_p, [C.c_int]),
}
_NVRTC = {
    "nvrtcCreateProgram": (C.c_int, [_P(C.c_void_p), C.c_char_p, C.c_char_p, C.c_int, C.c_void_p, C.c_void_p]),
    "nvrtcDestroyProgram": (C.c_int, [_P(C.c_void_p)]),
    "nvrtcCompileProgram": (C.c_int, [C.c_void_p, C.c_int, _P(C.c_char_p)]),
    "nvrtcGetProgramLogSize": (C.c_int, [C.c_void_p, _P(C.c_size_t)]),
    "nvrtcGetProgramLog": (C.c_int, [C.c_void_p, C.c_char_p]),
    "nvrtcGetPTXSize": (C.c_int, [C.c_void_p, _P(C.c_size_t)]),
    "nvrtcGetPTX": (C.c_int, [C.c_void_p, C.c_char_p]),
    "nvrtcAddNameExpression": (C.c_int, [C.c_void_p, C.c_char_p]),
    "nvrtcGetLoweredName": (C.c_int, [C.c_void_p, C.c_char_p, _P(C.c_char_p)]),
    "nvrtcGetErrorString": (C.c_char_p, [C.c_int]),
}


def _declare(table):
    def declare(lib):
        for name, (result, args) in table.items():
            f = getattr(lib, name)
            f.restype, f.argtypes = result, args
    return declare


def simt():
    return load("libsimt.so.0", _declare(_SIMT))


def nvrtc():
    return load("libnvrtc.so.13", _declare(_NVRTC))


def check(status, device=None):
    """Raises what a status means."""
    if status == 0:
        return
    lib = simt()
    name, text = _text(lib.simt_status_name(status)), _text(lib.simt_last_error()) or _text(lib.simt_status_text(status))
    fault = lib.simt_device_fault(device) if device else None
    if fault and fault.contents.kind and fault.contents.status == status and 700 <= status < 720:
        f = fault.contents
        text = "%s: %s\n   kernel %s, block %s, thread %s" % (_text(f.code), _text(f.text), _text(f.kernel), tuple(f.cta), tuple(f.thread))
        for more in (_text(f.source), _text(f.inst), _text(f.note), _text(f.table)):
            text += "\n   " + more if more else ""
        raise KernelFault(text, status, name, f)
    raise Error(text, status, name)


class Log:
    """A FILE of the C library whose text becomes a str."""

    def __init__(self):
        self.libc = C.CDLL(None)
        self.libc.open_memstream.restype = C.c_void_p
        self.at, self.size = C.c_char_p(), C.c_size_t()
        self.file = self.libc.open_memstream(C.byref(self.at), C.byref(self.size))

    def close(self):
        self.libc.fclose(C.c_void_p(self.file))
        text = _text(C.string_at(self.at, self.size.value))
        self.libc.free(self.at)
        return text


# ---- compilation ----

def compile_cu(source, name, options, names):
    """PTX of a CUDA C++ source, and what the names of kernels are in it."""
    lib, program = nvrtc(), C.c_void_p()

    def call(f, *args):
        status = f(*args)
        if status:
            raise CompileError(_text(lib.nvrtcGetErrorString(status)), status)

    call(lib.nvrtcCreateProgram, C.byref(program), source.encode(), name.encode(), 0, None, None)
    try:
        for n in names:
            call(lib.nvrtcAddNameExpression, program, n.encode())
        words = (C.c_char_p * max(len(options), 1))(*[o.encode() for o in options])
        status = lib.nvrtcCompileProgram(program, len(options), words)
        size = C.c_size_t()
        if status:
            call(lib.nvrtcGetProgramLogSize, program, C.byref(size))
            log = C.create_string_buffer(size.value + 1)
            call(lib.nvrtcGetProgramLog, program, log)
            raise CompileError(_text(log.value).strip() or _text(lib.nvrtcGetErrorString(status)), status)
        call(lib.nvrtcGetPTXSize, program, C.byref(size))
        ptx = C.create_string_buffer(size.value + 1)
        call(lib.nvrtcGetPTX, program, ptx)
        lowered, found = {}, C.c_char_p()
        for n in names:
            call(lib.nvrtcGetLoweredName, program, n.encode(), C.byref(found))
            lowered[n] = _text(found.value)
        return ptx.value, lowered
    finally:
        lib.nvrtcDestroyProgram(C.byref(program))
