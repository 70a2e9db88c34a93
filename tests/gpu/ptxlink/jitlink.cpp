/* jitlink.cpp - what nvJitLink's functions answer to their arguments, alone and in pairs, in
 * each state of a handle: calls.h. Needs no device.
 *     nvcc -std=c++17 -I include -o jitlink tests/gpu/ptxlink/jitlink.cpp -lnvJitLink
 *     ./jitlink pairs 0 1
 * SPDX-License-Identifier: Apache-2.0 */
#include "texts.h"

#include <nvJitLink.h>

/* What was done with a handle. */
enum State { FRESH, ADDED, LINKED, LTO, TEXT, FAILED, NONE, STATES };
static const char *const states[] = {"fresh", "added", "linked", "lto", "text", "failed", "null"};
static nvJitLinkHandle made(State s) {
	nvJitLinkHandle h = nullptr;
	std::vector<const char *> options = {"-arch=sm_90"};
	if (s == NONE)
		return h;
	if (s == LTO || s == TEXT)
		options.push_back("-lto");
	if (s == TEXT)
		options.push_back("-ptx");
	nvJitLinkCreate(&h, (uint32_t)options.size(), options.data());
	const std::string &text = text_of(s == FAILED ? "extern" : "kernel");
	if (s == ADDED || s == LINKED || s == FAILED)
		nvJitLinkAddData(h, NVJITLINK_INPUT_PTX, text.c_str(), text.size() + 1, "first");
	if (s == LINKED || s == FAILED)
		nvJitLinkComplete(h);
	return h;
}

template <auto F> struct Of;
template <class... A, nvJitLinkResult (*F)(nvJitLinkHandle, A...)> struct Of<F> {
	static nvJitLinkResult call(State s, A... a) {
		nvJitLinkHandle h = made(s);
		nvJitLinkResult r = F(h, a...);
		if (h)
			nvJitLinkDestroy(&h);
		return r;
	}
};
static nvJitLinkResult add(nvJitLinkHandle h, nvJitLinkInputType type, Code code, const char *name) {
	return nvJitLinkAddData(h, type, code.at, code.bytes, name);
}
/* An input, and then the link. */
static nvJitLinkResult linked(nvJitLinkHandle h, nvJitLinkInputType type, Code code) {
	nvJitLinkResult r = add(h, type, code, "name");
	return r ? r : nvJitLinkComplete(h);
}
/* The second link, or an input after it. */
static nvJitLinkResult again(nvJitLinkHandle h) {
	nvJitLinkComplete(h);
	return nvJitLinkComplete(h);
}
static nvJitLinkResult created(std::vector<const char *> options, bool has_place, bool has_options) {
	nvJitLinkHandle h = nullptr;
	nvJitLinkResult r = nvJitLinkCreate(has_place ? &h : nullptr, (uint32_t)options.size(), has_options ? options.data() : nullptr);
	if (h)
		nvJitLinkDestroy(&h);
	return r;
}
struct Arch {
	const char *text;
};
struct Option {
	const char *text;
};
static nvJitLinkResult create(bool has_place, bool has_options, Arch arch, Option option) {
	return created({arch.text, option.text}, has_place, has_options);
}
static nvJitLinkResult create_one(Arch arch) {
	return created({arch.text}, true, true);
}
static nvJitLinkResult create_empty(bool has_place, bool has_options) {
	return created({}, has_place, has_options);
}
static nvJitLinkResult destroy(bool has_place) {
	nvJitLinkHandle h = nullptr;
	return nvJitLinkDestroy(has_place ? &h : nullptr);
}

static void give(const std::string &, Values<State> &v) {
	for (int i = 0; i < STATES; i++)
		also(v, (State)i, states[i], true);
}
static void give(const std::string &, Values<nvJitLinkInputType> &v) {
	number(v, NVJITLINK_INPUT_PTX, {0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 99, -1});
}
static void give(const std::string &, Values<Code> &v) {
	give_codes(v);
}
static void give(const std::string &name, Values<const char *> &v) {
	if (name == "file") {
		also(v, "/there/is/none", "missing");
		also(v, "/", "folder");
		also(v, "/dev/null", "empty");
	} else
		also(v, "name", "name");
	also(v, (const char *)nullptr, "null");
	also(v, "", "no text");
}
static void give(const std::string &, Values<Arch> &v) {
	for (const char *text : {"-arch=sm_90", "-arch=sm_20", "-arch=sm_50", "-arch=sm_52", "-arch=sm_70", "-arch=sm_75", "-arch=sm_80",
	                         "-arch=sm_86", "-arch=sm_87", "-arch=sm_88", "-arch=sm_89", "-arch=sm_90a", "-arch=sm_91", "-arch=sm_100",
	                         "-arch=sm_100a", "-arch=sm_100f", "-arch=sm_101", "-arch=sm_103", "-arch=sm_110", "-arch=sm_120",
	                         "-arch=sm_120f", "-arch=sm_121", "-arch=sm_121a", "-arch=sm_130", "-arch=sm_9", "-arch=sm_090",
	                         "-arch=compute_90", "-arch=compute_80", "-arch=", "-arch", "arch=sm_90", "-arch=SM_90", "-arch=sm_90 ",
	                         " -arch=sm_90", "--arch=sm_90", "-arch=lto_90", "-g", "", "-arch=sm_90b"})
		also(v, Arch{text}, text);
}
static void give(const std::string &, Values<Option> &v) {
	for (const char *text :
	     {"-O3", "-O0", "-O1", "-O2", "-O4", "-O", "-O10", "-foo", "foo", "", "-lto", "-dlto", "-ptx", "-g", "-G", "-lineinfo", "-ftz=1",
	      "-ftz=0", "-ftz=2", "-ftz=true", "-ftz=", "-ftz", "-fma=1", "-fma=true", "-fma=x", "-fmad=1", "-prec-div=0", "-prec-div=false",
	      "-prec-sqrt=1", "-maxrregcount=32", "-maxrregcount=0", "-maxrregcount=-1", "-maxrregcount=999", "-maxrregcount=x",
	      "-maxrregcount=", "-maxrregcount", "-time", "-verbose", "-v", "-split-compile=2", "-split-compile=0", "-split-compile=-1",
	      "-split-compile=x", "-split-compile", "-split-compile-extended=2", "-dopt=on", "-Xptxas=-v", "-Xptxas=--foo", "-Xptxas=", "-Xptxas",
	      "-Xnvvm=-opt=3", "-Xnvvm=", "-optimize-unused-variables", "-variables-used=x", "-variables-used=", "-variables-used",
	      "-kernels-used=k", "-kernels-used=", "-arch=sm_90", "-arch=sm_80", "-arch=sm_20", "-no-cache", "-device-stack-protector=1",
	      "-device-stack-protector", "-no-device-stack-protector", "-jump-table-density=101", "-jump-table-density=50",
	      "-device-c", "-32", "-64", "-m64", "-use_fast_math", "-cache=1", "-minnctapersm=1", "-warning-as-error", "-w", "-suppress-debug-info"})
		also(v, Option{text}, text);
}
static void give(const std::string &, Values<bool> &v) {
	also(v, true, "given");
	also(v, false, "null");
}
template <class A> static void give(const std::string &, Values<A *> &v) {
	give_place(v);
}

static void rows() {
	row("nvJitLinkCreate", create, "handle options arch option");
	row("nvJitLinkCreate/one", create_one, "arch");
	row("nvJitLinkCreate/none", create_empty, "handle options");
	row("nvJitLinkDestroy", destroy, "handle");
	row("nvJitLinkVersion", nvJitLinkVersion, "major minor");
	row("nvJitLinkAddData", Of<add>::call, "handle inputType data name");
	row("nvJitLinkAddData/link", Of<linked>::call, "handle inputType data");
#define OF(f, parameters) row(#f, Of<f>::call, parameters);
	OF(nvJitLinkAddFile, "handle inputType file")
	OF(nvJitLinkComplete, "handle")
	row("nvJitLinkComplete/again", Of<again>::call, "handle");
	OF(nvJitLinkGetLinkedCubinSize, "handle size")
	OF(nvJitLinkGetLinkedCubin, "handle cubin")
	OF(nvJitLinkGetLinkedPtxSize, "handle size")
	OF(nvJitLinkGetLinkedPtx, "handle ptx")
	OF(nvJitLinkGetErrorLogSize, "handle size")
	OF(nvJitLinkGetErrorLog, "handle log")
	OF(nvJitLinkGetInfoLogSize, "handle size")
	OF(nvJitLinkGetInfoLog, "handle log")
}
