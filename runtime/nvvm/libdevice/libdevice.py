#!/usr/bin/env python3
"""libdevice.py SIMTCC SOURCE OUT - LLVM's IR of the functions in libdevice.cu: the body of each is the PTX that
simtcc makes of it, as one piece of inline assembly. So code of other compilers that is linked with libdevice
computes the bits of simt's mathematics.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

TYPES = {"float": ("float", "f"), "double": ("double", "d"), "int": ("i32", "r"), "unsigned": ("i32", "r"),
         "short": ("i16", "h"), "long long": ("i64", "l"), "unsigned long long": ("i64", "l"), "void": ("void", "")}
SMALL = 30  # lines that are inlined


def llvm_type(text):
    text = text.replace("const", "").strip()
    return ("ptr", "l") if "*" in text else TYPES[" ".join(text.split())]


def signatures(text, names):
    """name -> (result, [parameters]), each a pair of LLVM's type and the constraint."""
    found = {}
    for result, name, parameters in re.findall(r"(float|double|void|(?:unsigned )?long long|unsigned|int|short) "
                                               r"__nv_(\w+)\(([^)]*)\)\s*\{", text):
        if "__nv_" + name in names:
            kinds = [llvm_type(re.sub(r"(\w+)\s*$", "", p)) for p in parameters.split(",")]
            found["__nv_" + name] = (llvm_type(result), kinds)
    return found


def functions(ptx):
    """name -> lines of its body."""
    return {name: body.split("\n") for name, body in
            re.findall(r"^\.visible \.func (?:\([^)]*\) )?(\w+)\([^)]*\)\n\{\n(.*?)\n\}", ptx, re.M | re.S)}


def tables(ptx):
    """name -> (alignment, bytes)."""
    return {name: (int(align), [int(x) for x in values.split(",")]) for align, name, values in
            re.findall(r"^\.global \.align (\d+) \.b8 (\w+)\[\d+\] = \{([^}]*)\};", ptx, re.M)}


def assembly(name, lines, first, table_names, is_short):
    """The PTX with operands, and the tables that it uses. `first` is the number of the first parameter."""
    used, out = [], []
    for line in lines:
        line = line.strip()
        if not line:
            continue
        load = re.match(r"ld\.param\.(\w+) (%\w+), \[\w+_param_(\d+)\];", line)
        store = re.match(r"st\.param\.(\w+) \[func_retval0\], (\S+);", line)
        if load:
            out.append("mov.%s %s, OPERAND%d;" % (load[1], load[2], first[0] + int(load[3])))
        elif store:
            move = "cvt.u16.u32" if is_short else "mov." + store[1]
            out.append("%s OPERAND0, %s;" % (move, store[2]))
        elif line == "ret;" or line.endswith(" ret;"):
            out.append(line[:-4] + "bra LEND;")
        else:
            for table in re.findall(r"__simt\w*", line):
                if table not in used:
                    assert table in table_names, line
                    used.append(table)
                line = line.replace(table, "OPERAND%d" % (first[1] + used.index(table)))
            out.append(line.replace("$L_", "L_"))
    assert out[-1] == "bra LEND;", name
    out[-1] = "LEND:" if any("bra LEND;" in x for x in out[:-1]) else ""
    assert not any("param" in x or "call" in x or "$" in x for x in out), name
    text = "\n".join(["{"] + [x for x in out if x] + ["}"])
    # Operands are registers of the code around, whose names must not be hidden.
    text = re.sub(r"%([a-z]+)(?=[\d<])", r"%lib_\1", text)
    return re.sub(r"OPERAND(\d+)", r"$\1", text), used


def asm_call(name, lines, signature, table_names, value):
    result, parameters = signature
    outputs = 0 if result[0] == "void" else 1
    text, used = assembly(name, lines, (outputs, outputs + len(parameters)), table_names,
                          result[1] == "h")
    constraints = (["=" + result[1]] if outputs else []) + [p[1] for p in parameters] + ["l"] * len(used)
    memory = any(p[0] == "ptr" for p in parameters)
    if memory:
        constraints.append("~{memory}")
    arguments = ["%s %%p%d" % (p[0], i) for i, p in enumerate(parameters)]
    arguments += ['ptr addrspace(1) @"%s"' % t for t in used]
    escaped = text.replace("\n", "\\0A").replace('"', "\\22")
    return '%scall %s asm %s"%s", "%s"(%s)' % (
        value + " = " if outputs else "", result[0], "sideeffect " if memory else "", escaped,
        ",".join(constraints), ", ".join(arguments)), len(lines)


def define(name, signature, plain, flushing, table_names):
    result, parameters = signature
    head = "define %s @%s(%s)" % (result[0], name, ", ".join("%s %%p%d" % (p[0], i) for i, p in enumerate(parameters)))
    memory = any(p[0] == "ptr" for p in parameters)
    back = ["ret void"] * 2 if result[0] == "void" else ["ret %s %%%s" % (result[0], v) for v in "rf"]
    call, size = asm_call(name, plain, signature, table_names, "%r")
    attributes = " nounwind" + ("" if memory else " memory(none)") + (" noinline" if size > SMALL else " alwaysinline")
    if plain == flushing:
        return ["%s%s {" % (head, attributes), "  " + call, "  " + back[0], "}"]
    other, size = asm_call(name, flushing, signature, table_names, "%f")
    return ["%s%s {" % (head, attributes), "  %ftz = call i32 @__nvvm_reflect(ptr @__CUDA_FTZ)",
            "  %flushes = icmp ne i32 %ftz, 0", "  br i1 %flushes, label %flush, label %keep",
            "keep:", "  " + call, "  " + back[0], "flush:", "  " + other, "  " + back[1], "}"]


def main(simtcc, source, out):
    with tempfile.TemporaryDirectory() as folder:
        def compiled(*options):
            path = os.path.join(folder, "out")
            subprocess.run([simtcc, "-rdc=true", "-arch=sm_75", *options, source, "-o", path], check=True)
            with open(path) as f:  # statics of a unit have its hash in their names
                return re.sub(r"(__simt\w+)\$[0-9a-f]{8}\b", r"\1", f.read())
        declared, plain_ptx, flushing_ptx = compiled("-E"), compiled("-ptx"), compiled("-ptx", "-ftz=true")
    plain, flushing, data = functions(plain_ptx), functions(flushing_ptx), tables(plain_ptx)
    names = sorted(n for n in plain if n.startswith("__nv_"))
    types = signatures(declared, set(names))
    assert names and not set(names) - set(types), sorted(set(names) - set(types))
    text = ["; Made by libdevice.py.", 'target triple = "nvptx64-nvidia-cuda"',
            '@__CUDA_FTZ = private unnamed_addr addrspace(4) constant [11 x i8] c"__CUDA_FTZ\\00"'.replace(
                " addrspace(4)", ""),
            "declare i32 @__nvvm_reflect(ptr) nounwind memory(none)", "declare float @llvm.nvvm.sqrt.f(float)"]
    for name, (align, values) in sorted(data.items()):
        text.append('@"%s" = internal addrspace(1) constant [%d x i8] c"%s", align %d' % (
            name, len(values), "".join("\\%02X" % v for v in values), align))
    for name in names:
        if name == "__nv_sqrtf":  # which of its instructions is an option of libNVVM's
            text += ["define float @__nv_sqrtf(float %x) nounwind memory(none) alwaysinline {",
                     "  %r = call float @llvm.nvvm.sqrt.f(float %x)", "  ret float %r", "}"]
        else:
            text += define(name, types[name], plain[name], flushing[name], data)
    with open(out, "w") as f:
        f.write("\n".join(text) + "\n")


main(*sys.argv[1:])
