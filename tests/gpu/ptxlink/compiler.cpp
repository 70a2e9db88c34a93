/* compiler.cpp - what nvPTXCompiler's functions answer to their arguments, alone and in
 * pairs, in each state of a handle: calls.h. Needs no device.
 *     nvcc -std=c++17 -I include -o compiler tests/gpu/ptxlink/compiler.cpp -lnvptxcompiler_static
 *     ./compiler pairs 0 1
 * SPDX-License-Identifier: Apache-2.0 */
#include "texts.h"

#include <nvPTXCompiler.h>

/* What was done with a handle. */
enum State { FRESH, COMPILED, FAILED, NONE, STATES };
static const char *const states[] = {"fresh", "compiled", "failed", "null"};
static nvPTXCompilerHandle made(State s) {
	nvPTXCompilerHandle h = nullptr;
	const char *option = "-arch=sm_90";
	if (s == NONE)
		return h;
	const std::string &text = text_of(s == FAILED ? "syntax" : "kernel");
	nvPTXCompilerCreate(&h, text.size(), text.c_str());
	if (s != FRESH)
		nvPTXCompilerCompile(h, 1, &option);
	return h;
}
template <auto F> struct Of;
template <class... A, nvPTXCompileResult (*F)(nvPTXCompilerHandle, A...)> struct Of<F> {
	static nvPTXCompileResult call(State s, A... a) {
		nvPTXCompilerHandle h = made(s);
		nvPTXCompileResult r = F(h, a...);
		if (h)
			nvPTXCompilerDestroy(&h);
		return r;
	}
};
struct Option {
	const char *text;
};
static nvPTXCompileResult create(bool has_place, Code c) {
	nvPTXCompilerHandle h = nullptr;
	nvPTXCompileResult r = nvPTXCompilerCreate(has_place ? &h : nullptr, c.bytes, c.at);
	if (h)
		nvPTXCompilerDestroy(&h);
	return r;
}
/* A text, and an option beside the architecture. */
static nvPTXCompileResult compile_text(Code c) {
	nvPTXCompilerHandle h = nullptr;
	const char *option = "--gpu-name=sm_90";
	nvPTXCompileResult r = nvPTXCompilerCreate(&h, c.bytes, c.at);
	if (h) {
		r = nvPTXCompilerCompile(h, 1, &option);
		nvPTXCompilerDestroy(&h);
	}
	return r;
}
static nvPTXCompileResult compile(nvPTXCompilerHandle h, int count, bool has_options, Option option) {
	const char *options[] = {"-arch=sm_90", option.text, nullptr};
	return nvPTXCompilerCompile(h, count, has_options ? options : nullptr);
}
struct Arch {
	const char *text;
};
static nvPTXCompileResult compile_for(nvPTXCompilerHandle h, Arch arch) {
	return nvPTXCompilerCompile(h, 1, &arch.text);
}
static nvPTXCompileResult destroy(bool has_place) {
	nvPTXCompilerHandle h = nullptr;
	return nvPTXCompilerDestroy(has_place ? &h : nullptr);
}
static int answer_of_callback;
static int callback(void *, void *) {
	return answer_of_callback;
}
static nvPTXCompileResult with_callback(nvPTXCompilerHandle h, int answers, bool has_callback) {
	const char *option = "-arch=sm_90";
	answer_of_callback = answers;
	nvPTXCompileResult r = nvPTXCompilerSetFlowCallback(h, has_callback ? callback : nullptr, nullptr);
	return r ? r : nvPTXCompilerCompile(h, 1, &option);
}

static void give(const std::string &, Values<State> &v) {
	for (int i = 0; i < STATES; i++)
		also(v, (State)i, states[i], true);
}
static void give(const std::string &, Values<Code> &v) {
	give_codes(v);
}
static void give(const std::string &name, Values<int> &v) {
	if (name == "answers")
		number(v, 0, {1, 2, -1});
	else
		number(v, 2, {0, 1, -1});
}
static void give(const std::string &, Values<Arch> &v) {
	for (const char *text : {"-arch=sm_90", "-arch=sm_80", "-arch=sm_75", "-arch=sm_50", "-arch=sm_20", "-arch=sm_89", "-arch=sm_90a", "-arch=sm_91",
	                         "-arch=sm_100", "-arch=sm_100a", "-arch=sm_100f", "-arch=sm_101", "-arch=sm_110", "-arch=sm_121", "-arch=sm_130",
	                         "-arch=compute_90", "--gpu-name=sm_90", "--gpu-name sm_90", "-arch sm_90", "-arch=", "-arch", "arch=sm_90", "",
	                         "-arch=foo", "-v", "--arch=sm_90", "-gpu-name=sm_90"})
		also(v, Arch{text}, text);
	also(v, Arch{nullptr}, "null");
}
static void give(const std::string &, Values<Option> &v) {
	for (const char *text :
	     {"-v", "--verbose", "-O0", "-O1", "-O2", "-O3", "-O4", "-O9", "-O", "--opt-level=3", "--opt-level 3", "-g", "--device-debug",
	      "-lineinfo", "--generate-line-info", "-c", "--compile-only", "-e=k", "--entry=k", "--entry k", "-e=none", "--maxrregcount=32",
	      "-maxrregcount=32", "--maxrregcount=x", "--maxrregcount=-1", "--maxrregcount", "-w", "--disable-warnings", "-Werror",
	      "--warning-as-error", "--warn-on-spills", "--warn-on-local-memory-usage", "--warn-on-double-precision-use", "--fmad=true",
	      "--fmad=false", "--fmad=x", "--fmad", "-fmad=1", "--allow-expensive-optimizations=true", "--def-load-cache=ca",
	      "-dlcm=cg", "-dlcm=x", "--def-store-cache=wb", "-dscm=wt", "--dont-merge-basicblocks", "--disable-optimizer-constants",
	      "--position-independent-code=true", "-pic", "--preserve-relocs", "--return-at-end", "--split-compile=2", "--split-compile=x",
	      "--suppress-stack-size-warning", "--suppress-async-bulk-multicast-advisory-warning", "--extensible-whole-program", "-ewp",
	      "--force-load-cache=ca", "-flcm=cg", "--sp-bounds-check", "--override-directive-values", "--maxntid=32", "--minnctapersm=2",
	      "-m=64", "-m64", "-m=32", "--machine=64", "-foo", "--foo", "foo", "", "--output-file=x", "-o=x",
	      "--device-function-maxrregcount=32", "--opt-level=9", "-arch=sm_90", "-arch=sm_80", "--verbose=1",
	      "--verbose=true", "--jump-table-density=10", "--compiler-stats=time", "--g-tensor-memory-access-check", "--tool-name=x",
	      "--legacy-bar-warp-wide-behavior", "--make-errors-visible-at-exit", "--disable-smem-reservation"})
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
static nvPTXCompileResult supported(bool has_place) {
	return nvPTXCompilerGetSupportedVersions(has_place ? (int(*)[2])place : nullptr);
}

static void rows() {
	row("nvPTXCompilerGetVersion", nvPTXCompilerGetVersion, "major minor");
	row("nvPTXCompilerGetNumSupportedVersions", nvPTXCompilerGetNumSupportedVersions, "numVersions");
	row("nvPTXCompilerGetSupportedVersions", supported, "versions");
	row("nvPTXCompilerCreate", create, "compiler ptxCode");
	row("nvPTXCompilerDestroy", destroy, "compiler");
	row("nvPTXCompilerCompile/text", compile_text, "ptxCode");
	row("nvPTXCompilerCompile", Of<compile>::call, "compiler numCompileOptions compileOptions option");
	row("nvPTXCompilerCompile/for", Of<compile_for>::call, "compiler arch");
	row("nvPTXCompilerSetFlowCallback", Of<with_callback>::call, "compiler answers callback");
#define OF(f, parameters) row(#f, Of<f>::call, parameters);
	OF(nvPTXCompilerGetCompiledProgramSize, "compiler binaryImageSize")
	OF(nvPTXCompilerGetCompiledProgram, "compiler binaryImage")
	OF(nvPTXCompilerGetErrorLogSize, "compiler errorLogSize")
	OF(nvPTXCompilerGetErrorLog, "compiler errorLog")
	OF(nvPTXCompilerGetInfoLogSize, "compiler infoLogSize")
	OF(nvPTXCompilerGetInfoLog, "compiler infoLog")
}
