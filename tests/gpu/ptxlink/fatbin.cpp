/* fatbin.cpp - what nvFatbin's functions answer to their arguments, alone and in pairs, in
 * each state of a handle: calls.h. Needs no device.
 *     nvcc -std=c++17 -I include -o fatbin tests/gpu/ptxlink/fatbin.cpp -lnvfatbin
 *     ./fatbin pairs 0 1
 * SPDX-License-Identifier: Apache-2.0 */
#include "texts.h"

#include <nvFatbin.h>

/* What was done with a handle. */
enum State { FRESH, ADDED, SIZED, GIVEN, NONE, STATES };
static const char *const states[] = {"fresh", "added", "sized", "given", "null"};
static nvFatbinHandle made(State s) {
	nvFatbinHandle h = nullptr;
	size_t bytes;
	if (s == NONE)
		return h;
	nvFatbinCreate(&h, nullptr, 0);
	const std::string &text = text_of("kernel");
	if (s >= ADDED)
		nvFatbinAddPTX(h, text.c_str(), text.size() + 1, "80", "first", "");
	if (s >= SIZED)
		nvFatbinSize(h, &bytes);
	if (s >= GIVEN)
		nvFatbinGet(h, place + 4096);
	return h;
}
template <auto F> struct Of;
template <class... A, nvFatbinResult (*F)(nvFatbinHandle, A...)> struct Of<F> {
	static nvFatbinResult call(State s, A... a) {
		nvFatbinHandle h = made(s);
		nvFatbinResult r = F(h, a...);
		if (h)
			nvFatbinDestroy(&h);
		return r;
	}
};
struct Arch {
	const char *text;
};
struct Option {
	const char *text;
};
static nvFatbinResult add_ptx(nvFatbinHandle h, Code c, Arch arch, const char *name, const char *options) {
	return nvFatbinAddPTX(h, c.at, c.bytes, arch.text, name, options);
}
static nvFatbinResult add_cubin(nvFatbinHandle h, Code c, Arch arch, const char *name) {
	return nvFatbinAddCubin(h, c.at, c.bytes, arch.text, name);
}
static nvFatbinResult add_lto(nvFatbinHandle h, Code c, Arch arch, const char *name, const char *options) {
	return nvFatbinAddLTOIR(h, c.at, c.bytes, arch.text, name, options);
}
static nvFatbinResult add_reloc(nvFatbinHandle h, Code c) {
	return nvFatbinAddReloc(h, c.at, c.bytes);
}
static nvFatbinResult add_index(nvFatbinHandle h, Code c, const char *name) {
	return nvFatbinAddIndex(h, c.at, c.bytes, name);
}
/* The name of the first entry again, of its architecture or another. */
static nvFatbinResult add_twice(nvFatbinHandle h, Arch arch) {
	const std::string &text = text_of("kernel");
	nvFatbinAddPTX(h, text.c_str(), text.size() + 1, "80", "first", "");
	return nvFatbinAddPTX(h, text.c_str(), text.size() + 1, arch.text, "first", "");
}
static nvFatbinResult create(bool has_place, bool has_options, Option option) {
	nvFatbinHandle h = nullptr;
	const char *options[] = {option.text};
	nvFatbinResult r = nvFatbinCreate(has_place ? &h : nullptr, has_options ? options : nullptr, 1);
	if (h)
		nvFatbinDestroy(&h);
	return r;
}
static nvFatbinResult create_empty(bool has_place, bool has_options) {
	nvFatbinHandle h = nullptr;
	const char *options[] = {"-foo"};
	nvFatbinResult r = nvFatbinCreate(has_place ? &h : nullptr, has_options ? options : nullptr, 0);
	if (h)
		nvFatbinDestroy(&h);
	return r;
}
static nvFatbinResult destroy(bool has_place) {
	nvFatbinHandle h = nullptr;
	return nvFatbinDestroy(has_place ? &h : nullptr);
}

static void give(const std::string &, Values<State> &v) {
	for (int i = 0; i < STATES; i++)
		also(v, (State)i, states[i], true);
}
static void give(const std::string &, Values<Code> &v) {
	give_codes(v);
}
static void give(const std::string &name, Values<const char *> &v) {
	also(v, name == "options" ? "-O3" : "name", "given");
	also(v, (const char *)nullptr, "null");
	also(v, "", "no text");
	if (name == "options") {
		also(v, "--nonsense", "nonsense");
		also(v, "-O9", "-O9");
	} else
		also(v, "first", "first");
}
static void give(const std::string &, Values<Arch> &v) {
	also(v, Arch{"90"}, "90");
	also(v, Arch{nullptr}, "null");
	for (const char *text : {"20", "50", "75", "80", "86", "89", "90a", "91", "99", "100", "100a", "100f", "103", "110", "120", "121a", "130", "999",
	                         "9", "0", "-1", "090", "", "x", "sm_90", "compute_90", "90 ", " 90", "90b", "90aa", "9000"})
		also(v, Arch{text}, text);
}
static void give(const std::string &, Values<Option> &v) {
	for (const char *text : {"-64", "-32", "-c", "-cuda", "-opencl", "-g", "-host=linux", "-host=mac", "-host=windows", "-host=beos", "-host=",
	                         "-host", "-compress=true", "-compress=false", "-compress=1", "-compress=maybe", "-compress", "-compress-all",
	                         "-compress-mode=default", "-compress-mode=none", "-compress-mode=size", "-compress-mode=speed",
	                         "-compress-mode=balance", "-compress-mode=x", "-foo", "foo", "", "--64", " -64", "-64 ", "-no-compress", "-v"})
		also(v, Option{text}, text);
	also(v, Option{nullptr}, "null");
}
static void give(const std::string &, Values<bool> &v) {
	also(v, true, "given");
	also(v, false, "null");
}
template <class A> static void give(const std::string &, Values<A *> &v) {
	give_place(v);
}

static void rows() {
	row("nvFatbinCreate", create, "handle options option");
	row("nvFatbinCreate/none", create_empty, "handle options");
	row("nvFatbinDestroy", destroy, "handle");
	row("nvFatbinVersion", nvFatbinVersion, "major minor");
	row("nvFatbinAddPTX", Of<add_ptx>::call, "handle code arch identifier options");
	row("nvFatbinAddCubin", Of<add_cubin>::call, "handle code arch identifier");
	row("nvFatbinAddLTOIR", Of<add_lto>::call, "handle code arch identifier options");
	row("nvFatbinAddReloc", Of<add_reloc>::call, "handle code");
	row("nvFatbinAddIndex", Of<add_index>::call, "handle code identifier");
	row("nvFatbinAddPTX/twice", Of<add_twice>::call, "handle arch");
	row("nvFatbinSize", Of<nvFatbinSize>::call, "handle size");
	row("nvFatbinGet", Of<nvFatbinGet>::call, "handle buffer");
}
