"""Memory of arrays: the buffer protocol, __cuda_array_interface__ and DLPack, in and out.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes as C

# ---- DLPack (its structures are dlpack.h's, version 0) ----


class DLTensor(C.Structure):
    _fields_ = [("data", C.c_void_p), ("device_type", C.c_int32), ("device_id", C.c_int32), ("ndim", C.c_int32),
                ("code", C.c_uint8), ("bits", C.c_uint8), ("lanes", C.c_uint16), ("shape", C.POINTER(C.c_int64)),
                ("strides", C.POINTER(C.c_int64)), ("byte_offset", C.c_uint64)]


class DLManagedTensor(C.Structure):
    pass


_Deleter = C.CFUNCTYPE(None, C.POINTER(DLManagedTensor))
DLManagedTensor._fields_ = [("tensor", DLTensor), ("context", C.c_void_p), ("deleter", _Deleter)]

CPU, CUDA, CUDA_HOST, CUDA_MANAGED = 1, 2, 3, 13
_CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
_NAME, _USED = b"dltensor", b"used_dltensor"

_api = C.pythonapi
_api.PyCapsule_IsValid.argtypes = [C.py_object, C.c_char_p]
_api.PyCapsule_GetPointer.restype, _api.PyCapsule_GetPointer.argtypes = C.c_void_p, [C.py_object, C.c_char_p]
_api.PyCapsule_SetName.argtypes = [C.py_object, C.c_char_p]
_Destructor = C.CFUNCTYPE(None, C.c_void_p)
_api.PyCapsule_New.restype, _api.PyCapsule_New.argtypes = C.py_object, [C.c_void_p, C.c_char_p, _Destructor]
# The same functions for a capsule that is dying, which must not become an object again.
_raw_valid = C.PyDLL(None)["PyCapsule_IsValid"]
_raw_valid.argtypes = [C.c_void_p, C.c_char_p]
_raw_pointer = C.PyDLL(None)["PyCapsule_GetPointer"]
_raw_pointer.restype, _raw_pointer.argtypes = C.c_void_p, [C.c_void_p, C.c_char_p]

_alive = {}  # exported tensors, until their consumers let them go


@_Deleter
def _release(managed):
    _alive.pop(C.addressof(managed.contents), None)


@_Destructor
def _unused(capsule):
    """Nothing has consumed it."""
    if _raw_valid(capsule, _NAME):
        _alive.pop(_raw_pointer(capsule, _NAME), None)


def export(array, address, shape, typestr):
    """A capsule of memory that `array` keeps."""
    m = DLManagedTensor()
    sizes = (C.c_int64 * max(len(shape), 1))(*shape)
    m.tensor = DLTensor(address, CUDA_MANAGED, 0, len(shape), _CODES[typestr[1]], int(typestr[2:]) * 8, 1, sizes, None, 0)
    m.deleter = _release
    _alive[C.addressof(m)] = (m, sizes, array)
    return _api.PyCapsule_New(C.addressof(m), _NAME, _unused)


class Memory:
    """Where an argument's elements lie: address, bytes, and whether they may be written. `keep` lives as long."""

    def __init__(self, address, nbytes, writable, keep, host=True):
        self.address, self.nbytes, self.writable, self.keep, self.host = address, nbytes, writable, keep, host
        self.done = lambda: None


def _product(shape):
    n = 1
    for x in shape:
        n *= x
    return n


def _rows(shape, itemsize):
    strides, n = [], itemsize
    for x in reversed(shape):
        strides.insert(0, n)
        n *= x
    return tuple(strides)


def of_cuda(o):
    i = o.__cuda_array_interface__
    address, readonly = i["data"]
    itemsize = int(i["typestr"][2:])
    if i.get("strides") and tuple(i["strides"]) != _rows(i["shape"], itemsize):
        raise TypeError("an array with strides has to be copied first")
    return Memory(address or 0, _product(i["shape"]) * itemsize, not readonly, o, host=False)


def of_dlpack(o):
    capsule = o if not hasattr(o, "__dlpack__") else o.__dlpack__()
    if not _api.PyCapsule_IsValid(capsule, _NAME):
        raise TypeError("not a DLPack capsule of version 0, or one that was used")
    m = C.cast(_api.PyCapsule_GetPointer(capsule, _NAME), C.POINTER(DLManagedTensor))
    t = m.contents.tensor
    shape = [t.shape[i] for i in range(t.ndim)]
    if t.strides and [t.strides[i] for i in range(t.ndim)] != [x // max(t.bits // 8, 1) for x in _rows(shape, max(t.bits // 8, 1))]:
        raise TypeError("an array with strides has to be copied first")
    _api.PyCapsule_SetName(capsule, _USED)
    nbytes = _product(shape) * ((t.bits * t.lanes + 7) // 8)
    memory = Memory((t.data or 0) + t.byte_offset, nbytes, True, (o, capsule), host=t.device_type in (CPU, CUDA_HOST))
    memory.done = lambda: m.contents.deleter(m) if m.contents.deleter else None
    return memory


class _Buffer(C.Structure):
    _fields_ = [("buf", C.c_void_p), ("obj", C.c_void_p), ("len", C.c_ssize_t), ("itemsize", C.c_ssize_t), ("readonly", C.c_int),
                ("ndim", C.c_int), ("format", C.c_char_p), ("shape", C.c_void_p), ("strides", C.c_void_p),
                ("suboffsets", C.c_void_p), ("internal", C.c_void_p)]


_api.PyObject_GetBuffer.argtypes = [C.py_object, C.POINTER(_Buffer), C.c_int]
_api.PyBuffer_Release.argtypes = [C.POINTER(_Buffer)]


def of_buffer(view):
    """Of a memoryview, which must be contiguous in C's order."""
    if not view.c_contiguous:
        raise TypeError("an array with strides has to be copied first (numpy.ascontiguousarray)")
    b = _Buffer()
    _api.PyObject_GetBuffer(view, C.byref(b), 0)  # PyBUF_SIMPLE
    memory = Memory(b.buf or 0, b.len, not view.readonly, view)
    memory.done = lambda: _api.PyBuffer_Release(C.byref(b))
    return memory


def view_of(o):
    """A memoryview of anything with the buffer protocol, or None."""
    try:
        return memoryview(o)
    except TypeError:
        return None
