#!/usr/bin/env python3
"""dap.py SIMTCC SIMTRUN FOLDER: a client of the Debug Adapter Protocol goes through FOLDER/back.cu, as an editor would.

SPDX-License-Identifier: Apache-2.0
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path


class Client:
    def __init__(self, command, cwd):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd)
        self.seq, self.events = 0, []

    def read(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            assert line, "the adapter has ended"
            if line == b"\r\n":
                break
            name, value = line.decode().split(":")
            assert name == "Content-Length"
            length = int(value)
        return json.loads(self.process.stdout.read(length))

    def raw(self, text):
        self.process.stdin.write(b"X-Other: 1\r\nContent-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def send(self, command, **arguments):
        self.seq += 1
        text = json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def request(self, command, fails=False, **arguments):
        self.send(command, **arguments)
        while True:
            m = self.read()
            if m["type"] == "event":
                self.events.append(m)
                continue
            assert m["request_seq"] == self.seq and m["command"] == command, m
            assert m["success"] != fails, m
            return m.get("message") if fails else m.get("body", {})

    def event(self, name):
        """The next event of this name; those before it are dropped."""
        while True:
            m = self.events.pop(0) if self.events else self.read()
            if m["type"] == "event" and m["event"] == name:
                return m.get("body", {})

    def top(self, thread):
        frames = self.request("stackTrace", threadId=thread)["stackFrames"]
        return frames[0]["name"], frames[0]["line"], frames[0]["id"]

    def variables(self, frame, scope):
        for s in self.request("scopes", frameId=frame)["scopes"]:
            if s["name"] == scope:
                rows = self.request("variables", variablesReference=s["variablesReference"])["variables"]
                return {v["name"]: v for v in rows}, s["variablesReference"]
        raise KeyError(scope)


def same(got, want):
    assert got == want, f"{got!r}, not {want!r}"


def session(c, source):
    same(c.request("initialize", adapterID="simt")["supportsStepBack"], True)
    c.event("initialized")
    c.request("launch", stopOnExit=True)
    found = c.request("setBreakpoints", source={"path": source}, breakpoints=[
        {"line": 16, "condition": "i == 3 && n == 4"}, {"line": 20}, {"line": 12, "logMessage": "part of {i}"},
        {"line": 4000}])["breakpoints"]
    same([b["verified"] for b in found], [True, True, True, False])
    same(found[1]["line"], 20)
    c.request("setFunctionBreakpoints", breakpoints=[{"name": "nothing"}])
    c.request("configurationDone")
    same(c.event("output")["output"], "part of 0\n")
    stop = c.event("stopped")
    same((stop["reason"], stop["hitBreakpointIds"]), ("breakpoint", [found[0]["id"]]))
    thread = stop["threadId"]
    same([t["name"] for t in c.request("threads")["threads"]], ["block (0,0,0) warp 0"])
    name, line, frame = c.top(thread)
    same((name, line), ("sum", 16))
    local, _ = c.variables(frame, "Locals")
    same((local["i"]["value"], local["n"]["value"], local["out"]["type"]), ("3", "4", "int *"))
    pc = c.request("stackTrace", threadId=thread)["stackFrames"][0]["instructionPointerReference"]
    code = c.request("disassemble", memoryReference=pc, instructionOffset=-100, instructionCount=150)["instructions"]
    same((len(code), code[100]["address"], code[100]["line"]), (150, pc, 16))
    same(code[100]["location"]["path"], source)
    same({i["instruction"] for i in code if i.get("presentationHint") == "invalid"}, {""})
    valid = [i for i in code if "presentationHint" not in i]
    same((valid[0]["symbol"], valid[-1]["instruction"]), ("_Z3sumPi", "ret;"))
    addresses = [int(i["address"], 16) for i in code]
    same({b - a for a, b in zip(addresses, addresses[1:])}, {addresses[1] - addresses[0]})
    assert "no code" in c.request("disassemble", memoryReference="0x10", instructionCount=1, fails=True)
    assert "at a time" in c.request("disassemble", memoryReference=pc, instructionCount=1e9, fails=True)
    assert "no fault" in c.request("exceptionInfo", threadId=thread, fails=True)
    shared, _ = c.variables(frame, "Shared")
    part = next(iter(shared.values()))
    rows = c.request("variables", variablesReference=part["variablesReference"])["variables"]
    same((len(rows), rows[9]["name"], rows[9]["value"]), (32, "[9]", str(9 * 9 + 25 * 25)))
    builtins, _ = c.variables(frame, "Built-ins")
    same(builtins["threadIdx"]["value"], "{x = 3, y = 0, z = 0}")
    registers, _ = c.variables(frame, "Registers")
    assert any(v.startswith("%r") for v in registers), registers
    same(c.request("evaluate", expression="n * 2 + threadIdx.x", frameId=frame, context="watch")["result"], "11")
    assert "No symbol" in c.request("evaluate", expression="nonsense", frameId=frame, context="hover", fails=True)
    same(c.request("evaluate", expression="print n", context="repl")["result"], "$1 = 4\n")
    c.request("next", threadId=thread)
    same(c.event("stopped")["reason"], "step")
    same(c.top(thread)[1], 17)
    c.request("stepBack", threadId=thread)
    same(c.event("stopped")["reason"], "step")
    same(c.top(thread)[1], 16)
    c.request("continue", threadId=thread)
    c.event("stopped")
    name, line, frame = c.top(thread)
    same(line, 20)
    same(c.request("evaluate", expression="part[0]", frameId=frame, context="watch")["result"], "10416")
    c.request("stepIn", threadId=thread, granularity="instruction")
    c.event("stopped")
    c.request("reverseContinue", threadId=thread)
    c.event("stopped")
    c.request("reverseContinue", threadId=thread)
    c.event("stopped")
    same(c.top(thread)[1], 16)
    _, reference = c.variables(c.top(thread)[2], "Locals")
    same(c.request("setVariable", variablesReference=reference, name="n", value="1")["value"], "1")
    changed(c, thread)
    c.request("setBreakpoints", source={"path": source}, breakpoints=[])
    c.request("continue", threadId=thread)
    stop = c.event("stopped")
    assert "has ended" in stop["description"], stop
    c.request("nonsense", fails=True)
    c.request("continue")
    output = c.event("output")["output"]
    while "[32]" not in output and "s32[1]" not in output:
        output += c.event("output")["output"]
    same(c.event("exited")["exitCode"], 0)
    c.event("terminated")
    c.request("disconnect")
    same(c.process.wait(timeout=30), 0)


def changed(c, thread):
    """Elements are set, memory is watched, and lines are completed."""
    frame = c.top(thread)[2]
    shared, reference = c.variables(frame, "Shared")
    name, part = next(iter(shared.items()))
    elements = part["variablesReference"]
    same(c.request("setVariable", variablesReference=elements, name="[5]", value="3 * 7")["value"], "21")
    same(c.request("setExpression", expression="part[5]", value="22", frameId=frame)["value"], "22")
    assert "lvalue" in c.request("setExpression", expression="n + 1", value="2", frameId=frame, fails=True)
    assert "no such member" in c.request("setVariable", variablesReference=elements, name="[99]", value="1", fails=True)
    assert "no such variables" in c.request("setVariable", name="n", value="1", fails=True)
    info = c.request("dataBreakpointInfo", variablesReference=elements, name="[0]")
    same((info["description"], info["accessTypes"]), ("[0]", ["read", "write", "readWrite"]))
    same(c.request("dataBreakpointInfo", variablesReference=elements, name="[0]")["dataId"], info["dataId"])
    nothing = c.request("dataBreakpointInfo", name="n + 1", frameId=frame)
    same((nothing["dataId"], "only memory" in nothing["description"]), (None, True))
    same(c.request("dataBreakpointInfo", name="nonsense", frameId=frame)["dataId"], None)
    found = c.request("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "write"},
                                                         {"dataId": "77"}, {"dataId": "x"}])["breakpoints"]
    same([b["verified"] for b in found], [True, False, False])
    c.request("setBreakpoints", source={"path": "/nowhere/back.cu"}, breakpoints=[])
    c.request("continue", threadId=thread)
    stop = c.event("stopped")
    same((stop["reason"], stop["hitBreakpointIds"]), ("data breakpoint", [found[0]["id"]]))
    c.request("setDataBreakpoints", breakpoints=[])

    def words(text, column=None):
        rows = c.request("completions", text=text, column=column or len(text) + 1, frameId=c.top(thread)[2])["targets"]
        return [(w["label"], w["start"], w["length"]) for w in rows]

    same(words("info regi"), [("registers", 5, 4)])
    same(words("p thr"), [("threadIdx", 2, 3)])
    same(words("threadI"), [("threadIdx", 0, 7)])
    same(words("p thr + 1", 6), [("threadIdx", 2, 3)])
    same(words("nonsense"), [])


def paused(c):
    """A kernel that never ends is paused, and a breakpoint is set while it runs."""
    c.request("initialize")
    c.request("launch")
    c.request("configurationDone")
    c.request("pause", threadId=1)
    stop = c.event("stopped")
    same(stop["reason"], "pause")
    c.request("continue", threadId=stop["threadId"])
    c.request("setExceptionBreakpoints", filters=[])
    same(c.request("evaluate", expression="%r1", fails=True), "no kernel is stopped")
    assert "no kernel" in c.request("next", threadId=stop["threadId"], fails=True)
    c.request("setBreakpoints", source={"path": "spin.ptx"}, breakpoints=[{"line": 9}])
    stop = c.event("stopped")
    same(stop["reason"], "breakpoint")
    thread = stop["threadId"]
    c.request("next", threadId=thread, granularity="instruction")
    same(c.event("stopped")["reason"], "step")
    c.request("setBreakpoints", source={"path": "spin.ptx"}, breakpoints=[])
    c.request("reverseContinue", threadId=thread)
    same(c.event("stopped")["description"], "No more reverse-execution history.")
    c.request("stepOut", threadId=thread)
    c.request("pause", threadId=thread)
    same(c.event("stopped")["reason"], "pause")
    c.request("disconnect")
    same(c.process.wait(timeout=30), 0)


def gone(c):
    """The editor ends without a word, while the kernel runs."""
    c.request("initialize")
    c.request("launch")
    c.request("configurationDone")
    c.process.stdin.write(b"content-length: 9\n\n{")
    c.process.stdin.close()
    same(c.process.wait(timeout=30), 0)


def too_long(c):
    """A message of more bytes than there are."""
    c.request("initialize")
    c.process.stdin.write(b"A header without a meaning: %s\r\n\r\nContent-Length: 99999999999\r\n\r\n" % (b"x" * 300))
    c.process.stdin.flush()
    same(c.process.wait(timeout=30), 0)


def talks(c):
    """What the kernel prints, and that an assertion fails, are reported once, however often one goes there."""
    c.request("initialize")
    c.request("launch")
    c.request("configurationDone")
    output = c.event("output")["output"]
    while "Assertion" not in output:
        output += c.event("output")["output"]
    assert "thread 1 has 7" in output, output
    stop = c.event("stopped")
    same((stop["reason"], stop["description"]), ("exception", "Warp Assert"))
    frame = c.top(stop["threadId"])[2]
    local, _ = c.variables(frame, "Locals")
    rows = c.request("variables", variablesReference=local["far"]["variablesReference"])["variables"]
    same([r["value"] for r in rows], ["1", "2", "3"])
    c.request("evaluate", expression="$copy = far", frameId=frame)
    wide = c.request("evaluate", expression="$copy", frameId=frame)["variablesReference"]
    rows = c.request("variables", variablesReference=wide)["variables"]
    same([r["value"] for r in rows], ["1", "2", "3"])
    assert "lvalue" in c.request("setVariable", variablesReference=wide, name="[0]", value="1", fails=True)
    c.request("reverseContinue", threadId=stop["threadId"])
    c.event("stopped")
    c.events.clear()
    c.request("continue", threadId=stop["threadId"])
    c.event("stopped")
    same([e for e in c.events if e["event"] == "output"], [])
    c.request("disconnect")
    same(c.process.wait(timeout=30), 0)


def faulty(c):
    """A fault stops, and says what it is; after it one can go back."""
    c.request("initialize")
    c.request("launch")
    c.request("configurationDone")
    stop = c.event("stopped")
    same((stop["reason"], stop["description"]), ("exception", "Warp Misaligned Address"))
    info = c.request("exceptionInfo", threadId=stop["threadId"])
    same((info["exceptionId"], info["description"], info["breakMode"]), ("CUDA_EXCEPTION_6", "Warp Misaligned Address", "always"))
    assert "not aligned" in info["details"]["message"], info
    c.request("stepBack", threadId=stop["threadId"])
    same(c.event("stopped")["reason"], "step")
    assert "no fault" in c.request("exceptionInfo", threadId=stop["threadId"], fails=True)
    c.request("disconnect")
    same(c.process.wait(timeout=30), 0)


# No message of the protocol; some are no JSON either.
UNREAD = [b"{", b"[1, 2]", b'"text"', b'{"a" 1}', b'{"a":1 "b":2}', b'{a:1}', b'{"a":"\\q"}', b'{"a":"\\u12"}', b'{"a":"\\', b'{"a":"b', b'{"a":tru}',
          b"[1,]", b"[" * 300, b'{"a":-}', b"{} {}", b"17", b"null", b"\0"]


def strange(c):
    """Messages that are none, texts with escapes, numbers out of range, and what is refused without a kernel."""
    for text in UNREAD:
        c.raw(text)
        same(c.event("output")["output"], "simt: a message that is no object of JSON\n")
    c.raw(b' { "seq" : 1e30 , "x":[true,false,null,[],{}], "type":"request","command":"caf\\u00e9 \\u20ac \\ud83d\\ude00 \\"\\\\\\/\\b\\f\\n\\r\\t" }\n')
    m = c.read()
    same((m["success"], m["command"], m["request_seq"]), (False, "caf\u00e9 \u20ac \U0001f600 \"\\/\b\f\n\r\t", 2 ** 32 - 1))
    c.raw(b"{}")
    same(c.read()["success"], False)
    c.request("initialize")
    c.request("attach", stopOnEntry=True)
    same([t["name"] for t in c.request("threads")["threads"]], ["program"])
    for command in ("scopes", "evaluate", "setVariable", "setExpression", "variables", "exceptionInfo", "disassemble", "next", "stepBack"):
        c.request(command, fails=True)
    same(c.request("stackTrace", threadId=5)["totalFrames"], 0)
    same(c.request("dataBreakpointInfo", name="n", fails=True), "no kernel is stopped")
    same(c.request("evaluate", expression="info breakpoints", context="repl")["result"], "No breakpoints or watchpoints.\n")
    found = c.request("setFunctionBreakpoints", breakpoints=[{"name": "look", "condition": "far > 0", "hitCondition": "2"}, {}, {"name": "*"}])["breakpoints"]
    same([b["verified"] for b in found], [True, False, False])
    found = c.request("setBreakpoints", source={"name": "shapes.cu"}, breakpoints=[{"line": -1}, {"line": 1e30}, {"line": 48, "hitCondition": "x"}, {}])["breakpoints"]
    same(found[2], {"verified": False, "message": "a hit condition is a number"})
    c.request("setBreakpoints", source={"name": "shapes.cu"})
    c.request("configurationDone")
    same(c.event("stopped")["reason"], "entry")


def shapes(c):
    """Members of structures: bases, bit-fields, unions; frames by number; places that there are not."""
    strange(c)
    c.request("continue")
    stop = c.event("stopped")
    thread = stop["threadId"]
    frames = c.request("stackTrace", threadId=thread)
    same((frames["totalFrames"], [f["name"] for f in frames["stackFrames"]]), (2, ["look", "shapes"]))
    same([f["name"] for f in c.request("stackTrace", threadId=thread, startFrame=1, levels=1)["stackFrames"]], ["shapes"])
    same(c.request("stackTrace", threadId=thread, startFrame=9)["stackFrames"], [])
    for bad in (0, -7, 1e300, 99999):
        same(c.request("stackTrace", threadId=bad)["totalFrames"], 0)
    outer = frames["stackFrames"][1]["id"]
    local, reference = c.variables(outer, "Locals")
    same((local["n"]["value"], local["s"]["type"]), ("32", "Shape"))

    def members(v):
        rows = c.request("variables", variablesReference=v["variablesReference"])["variables"]
        return {m["name"]: m for m in rows}

    s = members(local["s"])
    same((s["wide"]["value"], s["kind"]["value"], s["low"]["value"], s["few"]["value"]), ("1.5", "WRITE", "17", "-9"))
    same(members(s["(base)"])["name"]["value"], '"round\\000\\000"')
    same(members(s["as"])["i"]["value"], "42")
    for name, value, is_now in (("low", "33", "1"), ("few", "-5", "-5"), ("wide", "1 / 4.0", "0.25"), ("big", "0", "false"), ("kind", "4", "EXEC")):
        same(c.request("setVariable", variablesReference=local["s"]["variablesReference"], name=name, value=value)["value"], is_now)
    assert "Division" in c.request("setVariable", variablesReference=reference, name="n", value="1 / 0", fails=True)
    assert "types" in c.request("setVariable", variablesReference=reference, name="s", value="1", fails=True)
    for bad in (0, -1, 1e30, 12345):
        assert "no such variables" in c.request("variables", variablesReference=bad, fails=True)
    assert "no such variables" in c.request("setVariable", variablesReference=12345, name="n", value="1", fails=True)
    registers, reference = c.variables(outer, "Registers")
    name = next(n for n in registers if n.startswith("%r") and n[2:].isdigit())
    same(c.request("setVariable", variablesReference=reference, name=name, value="77")["value"], "77")
    predicate = next(n for n in registers if n.startswith("%p"))
    same(c.request("setVariable", variablesReference=reference, name=predicate, value="0")["value"], "false")
    same(c.request("evaluate", expression="s", frameId=outer)["type"], "Shape")
    copy = c.request("evaluate", expression="$all = s", frameId=outer)
    same(members(members(copy)["(base)"])["id"]["value"], "5")
    same(c.request("evaluate", expression="far", frameId=1e30)["result"], "8589934592")
    same(c.request("evaluate", expression="frame 1", context="repl", frameId=outer)["variablesReference"], 0)
    same(c.request("completions", text="p fa", column=-5)["targets"][0]["start"], 0)
    same(c.request("dataBreakpointInfo", name="s.few", frameId=outer)["dataId"], None)
    at = c.request("stackTrace", threadId=thread)["stackFrames"][0]["instructionPointerReference"]
    assert "no code" in c.request("disassemble", memoryReference=at, offset=1e300, instructionCount=1, fails=True)
    same(len(c.request("disassemble", memoryReference=at, offset=16, instructionCount=2)["instructions"]), 2)
    c.request("stepOut", threadId=thread)
    same(c.event("stopped")["reason"], "step")
    same(c.top(thread)[0], "shapes")
    c.request("evaluate", expression="next", context="repl")
    same(c.event("stopped")["reason"], "step")
    c.request("terminate")
    same(c.process.wait(timeout=30), 0)


SPIN = """.version 8.0
.target sm_80
.address_size 64
.visible .entry spin()
{
	.reg .b32 %r<2>;
	mov.u32 %r1, 0;
again:
	add.s32 %r1, %r1, 1;
	bra again;
}
"""


def relative(c, folder):
    """Sources that were compiled by names without a folder have whole paths; a function's breakpoint is at its own line."""
    c.request("initialize", adapterID="simt")
    c.event("initialized")
    found = c.request("setFunctionBreakpoints", breakpoints=[{"name": "k"}])["breakpoints"]
    same(found[0]["verified"], False)
    c.request("configurationDone")
    thread = c.event("stopped")["threadId"]
    top = c.request("stackTrace", threadId=thread)["stackFrames"][0]
    same((top["name"], top["line"], top["source"]), ("k", 4, {"name": "inlined.cu", "path": str(folder / "inlined.cu")}))
    c.request("next", threadId=thread)
    c.event("stopped")
    same(c.request("stackTrace", threadId=thread)["stackFrames"][0]["line"], 5)
    c.request("next", threadId=thread)
    c.event("stopped")
    c.request("disconnect")


def main():
    simtcc, simtrun, folder = (str(Path(p).resolve()) for p in sys.argv[1:4])
    source = Path(folder) / "back.cu"
    with tempfile.TemporaryDirectory() as temp:
        subprocess.run([simtcc, "-g", "-G", "-ptx", source, "-o", Path(temp) / "back.ptx"], check=True)
        (Path(temp) / "spin.ptx").write_text(SPIN)
        args = source.with_suffix(".args").read_text().split()
        session(Client([simtrun, "--debug=dap", "--quiet", "back.ptx", *args], temp), str(source))
        faulty(Client([simtrun, "--debug=dap", "--quiet", Path(folder) / "faults.ptx",
                       *(Path(folder) / "faults.odd.args").read_text().split()], temp))
        shapes_cu = Path(folder) / "shapes.cu"
        subprocess.run([simtcc, "-g", "-G", "-ptx", shapes_cu, "-o", Path(temp) / "shapes.ptx"], check=True)
        shapes(Client([simtrun, "--debug=dap", "--quiet", "shapes.ptx", *shapes_cu.with_suffix(".args").read_text().split()], temp))
        temp = Path(temp).resolve()
        for name in "inlined.cu", "inlined.h":
            (temp / name).write_text((Path(folder) / name).read_text())
        subprocess.run([simtcc, "-G", "inlined.cu", "-o", "inlined"], check=True, cwd=temp)
        (temp / "elsewhere").mkdir()
        for cwd, program in (temp, "./inlined"), (temp / "elsewhere", "../inlined"):
            relative(Client([simtrun, "--debug=dap", program], cwd), temp)
        for run in (paused, gone, too_long):
            run(Client([simtrun, "--debug=dap", "--quiet", "spin.ptx"], temp))
        subprocess.run([simtcc, "-g", "-G", "-ptx", Path(folder) / "prints.cu", "-o", Path(temp) / "prints.ptx"], check=True)
        talks(Client([simtrun, "--debug=dap", "--quiet", "prints.ptx", "--block", "2"], temp))


main()
