"""kept.py - what simtcc made for one test and another one needs, too: PTX of kernels, whole programs.

It is kept in the folder SIMT_TEST_KEPT (of the build folder, as tests/meson.build has it) by a hash of all that it is made of:
the compiler, its headers and libraries, the command line and the sources. Of one compiler only: what another one made
is dropped. Without that variable nothing is kept.
SPDX-License-Identifier: Apache-2.0"""
import contextlib
import fcntl
import functools
import hashlib
import os
import shutil


def files_below(path):
    if not os.path.isdir(path):
        return [path]
    return sorted(os.path.join(folder, f) for folder, _, files in os.walk(path, followlinks=True) for f in files)


def hash_of(paths, text=''):
    h = hashlib.sha256(text.encode())
    for path in paths:
        h.update(path.encode())
        with open(path, 'rb') as f:
            h.update(hashlib.sha256(f.read()).digest())
    return h.hexdigest()


@contextlib.contextmanager
def locked(path):
    with open(path, 'w') as f:
        fcntl.flock(f, fcntl.LOCK_EX)
        yield


@functools.lru_cache(None)
def folder_of(simtcc):
    """Where is kept what this compiler makes with its headers and archives, None if nowhere."""
    top = os.environ.get('SIMT_TEST_KEPT')
    if not top:
        return None
    kit = os.path.join(os.path.dirname(simtcc), 'cuda')
    folder = os.path.join(top, hash_of([simtcc, *files_below(os.path.join(kit, 'include')),
                                        *(f for f in files_below(os.path.join(kit, 'lib64')) if f.endswith('.a'))]))
    os.makedirs(top, exist_ok=True)
    with locked(os.path.join(top, 'lock')):
        if not os.path.isdir(folder):
            for other in os.scandir(top):
                if other.is_dir():
                    shutil.rmtree(other.path)
            os.mkdir(folder)
    return folder


def made(out, simtcc, words, sources, make):
    """Has make() write the file `out` from `sources` (files and folders) with `words`, or takes what it wrote before. What
    make() returns is what is wrong, and then nothing is kept."""
    folder = folder_of(simtcc)
    if not folder:
        return make()
    kept = os.path.join(folder, hash_of([f for s in sources for f in files_below(s)], ' '.join(words)))
    with locked(kept + '.lock'):  # the second process waits for what the first one makes
        if os.path.exists(kept):
            shutil.copy(kept, out)
            return None
        wrong = make()
        if not wrong:
            shutil.copy(out, kept + '.part')
            os.rename(kept + '.part', kept)
        return wrong
