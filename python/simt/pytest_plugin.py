"""A pytest plugin: with --simt a test fails if a kernel that it runs, in this process or in one that it starts, does something
that checked mode finds. --simt=mem,race chooses what is looked for.

`simtrun pytest --simt` also has CUDA's libraries of simt found by extensions; without simtrun programs that a test starts do.
A test with @pytest.mark.simt(allow="REGEX") may have findings that fit; allow=".*" all.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes
import os
import re
import shutil
import tempfile

import pytest

import simt
from simt import _lib


def pytest_addoption(parser):
    parser.getgroup("simt").addoption("--simt", nargs="?", const="all", default=None, metavar="TOOLS",
                                      help="fail tests whose CUDA kernels do what checked mode finds (mem,race,sync,init)")


def pytest_configure(config):
    config.addinivalue_line("markers", "simt(allow): a regular expression of findings that do not fail the test")
    tools = config.getoption("--simt")
    if tools:
        config.pluginmanager.register(_Checker(tools), "simt-checker")


def _put_first(name, value):
    old = os.environ.get(name)
    os.environ[name] = value + (":" + old if old else "")


class _Checker:
    def __init__(self, tools):
        self.seen, self.found, self.count = {}, [], 0
        self.folder = tempfile.mkdtemp(prefix="simt-pytest-")
        simt._check.update(tools=tools, folder=self.folder, seen=self.seen)
        os.environ["SIMT_CHECK"] = "%s,log=/dev/null,format=json,save=%s/%%p.json" % (tools, self.folder)
        libraries = _lib.library_folder()
        if libraries:
            _put_first("LD_LIBRARY_PATH", libraries)
            redirect = os.path.join(libraries, "..", "..", "..", "libsimt-redirect.so")
            if os.path.exists(redirect):
                _put_first("LD_AUDIT", os.path.realpath(redirect))

    def wait(self):
        """Kernels that an extension has started in this process."""
        try:
            cudart = ctypes.CDLL("libcudart.so.13", mode=os.RTLD_NOLOAD | os.RTLD_NOW)
        except OSError:
            return
        cudart.cudaDeviceSynchronize()

    def new_findings(self, item):
        self.wait()
        mark = item.get_closest_marker("simt")
        allow = mark and mark.kwargs.get("allow")
        return [f for f in simt.read_findings(self.folder, self.seen) if not (allow and re.search(allow, simt.describe(f)))]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item, call):
        outcome = yield
        report = outcome.get_result()
        if call.when != "call":
            return
        if call.excinfo and isinstance(call.excinfo.value, simt.CheckError):
            self.count += len(call.excinfo.value.findings)
        new = self.new_findings(item)
        self.count += len(new)
        text = "\n\n".join(simt.describe(f) for f in new)
        if new and report.passed:
            report.outcome, report.longrepr = "failed", "simt: checked mode has found something\n" + text
        elif new:
            report.sections.append(("simt", text))

    def pytest_terminal_summary(self, terminalreporter):
        terminalreporter.write_line("simt: %d finding%s" % (self.count, "" if self.count == 1 else "s"))

    def pytest_unconfigure(self):
        shutil.rmtree(self.folder, True)
