// link.cpp - nvJitLink, nvFatbin and nvPTXCompiler: statuses, logs, and images that run.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <nvFatbin.h>
#include <nvJitLink.h>
#include <nvPTXCompiler.h>
#include <nvrtc.h>
#include <string>
#include <vector>

typedef std::vector<const char *> Words;
typedef std::string Bytes;

#define HEAD(sm) ".version 8.0\n.target sm_" sm "\n.address_size 64\n"
static const char user[] = HEAD("80") R"(
.extern .func (.param .b32 r) _Z6helpedi (.param .b32 a);
.visible .entry k(.param .u64 p)
{
	.reg .b64 %a;
	.reg .b32 %v;
	ld.param.u64 %a, [p];
	{
		.param .b32 x;
		.param .b32 y;
		st.param.b32 [x+0], 5;
		call.uni (y), _Z6helpedi, (x);
		ld.param.b32 %v, [y+0];
	}
	st.global.u32 [%a], %v;
	ret;
}
)";
static const char helper[] = HEAD("80") R"(
.visible .func (.param .b32 r) _Z6helpedi (.param .b32 a)
{
	.reg .b32 %v;
	ld.param.b32 %v, [a];
	add.s32 %v, %v, 1;
	st.param.b32 [r], %v;
	ret;
}
)";
static const char wrong[] = HEAD("80") ".visible .entry k()\n{\n\tmov.u32 %r1, ;\n\tret;\n}\n";
static const char newer[] = HEAD("90") ".visible .entry k(.param .u64 p)\n{\n\tret;\n}\n";

/* ---- running ---- */

static CUcontext context;

static void run(const Bytes &image) {
	CUmodule module;
	CUfunction f;
	CUdeviceptr p;
	int x = -1;
	CUresult r = cuModuleLoadData(&module, image.data());
	if (r == CUDA_SUCCESS)
		r = cuModuleGetFunction(&f, module, "k");
	if (r == CUDA_SUCCESS && (r = cuMemAlloc(&p, 4)) == CUDA_SUCCESS) {
		void *args[] = {&p};
		r = cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr);
		cuMemcpyDtoH(&x, p, 4);
		cuMemFree(p);
		cuModuleUnload(module);
	}
	printf("  runs: %d (status %d)\n", x, (int)r);
}

static Bytes file(const char *path) {
	Bytes b;
	FILE *f = fopen(path, "rb");
	for (int c; f && (c = getc(f)) != EOF;)
		b.push_back((char)c);
	if (f)
		fclose(f);
	return b;
}

/* ---- nvJitLink ---- */

static void logs(nvJitLinkHandle h) {
	size_t n;
	if (nvJitLinkGetErrorLogSize(h, &n) == NVJITLINK_SUCCESS && n) {
		Bytes log(n, '?');
		nvJitLinkGetErrorLog(h, &log[0]);
		printf("  errors, %s:\n%s", log.back() ? "no zero" : "with a zero", log.c_str());
	}
	if (nvJitLinkGetInfoLogSize(h, &n) == NVJITLINK_SUCCESS && n) {
		Bytes log(n, '?');
		nvJitLinkGetInfoLog(h, &log[0]);
		printf("  info:\n%s", log.c_str());
	}
}

static nvJitLinkHandle create(Words option) {
	nvJitLinkHandle h = nullptr;
	nvJitLinkResult r = nvJitLinkCreate(&h, (uint32_t)option.size(), option.data());
	printf("create");
	for (const char *o : option)
		printf(" %s", o);
	printf(": %d\n", (int)r);
	if (r != NVJITLINK_SUCCESS) {
		logs(h);
		nvJitLinkDestroy(&h);
	}
	return h;
}

static void add(nvJitLinkHandle h, nvJitLinkInputType type, const Bytes &data, const char *name) {
	printf("  add %s as %d: %d\n", name, (int)type,
	       (int)nvJitLinkAddData(h, type, data.data(), data.size(), name));
}

static Bytes complete(nvJitLinkHandle h, bool ptx = false) {
	size_t n = 0, none = 7;
	Bytes image;
	int r = nvJitLinkComplete(h);
	int size = ptx ? nvJitLinkGetLinkedPtxSize(h, &n) : nvJitLinkGetLinkedCubinSize(h, &n);
	int other = ptx ? nvJitLinkGetLinkedCubinSize(h, &none) : nvJitLinkGetLinkedPtxSize(h, &none);
	printf("  complete: %d, size %d, of the other form %d\n", r, size, other);
	if (n) {
		image.resize(n);
		if (ptx)
			nvJitLinkGetLinkedPtx(h, &image[0]);
		else
			nvJitLinkGetLinkedCubin(h, &image[0]);
	}
	logs(h);
	nvJitLinkDestroy(&h);
	return image;
}

static void options() {
	for (Words o : {Words{"-lto"}, {"-arch=sm_90", "-foo"}, {"-arch=foo"}, {"-arch=sm_12"}, {"-arch=sm_91"},
	                {"-arch=compute_90"}, {"-arch=sm_90", "-ptx"}, {"-arch=sm_90", "-O2"}, {"-arch", "sm_90"},
	                {"-arch=sm_90", "-maxrregcount"}, {"arch=sm_90"}, {"-arch=sm_90", "-fmad=0"}})
		create(o);
	for (Words o : {Words{"-arch=sm_90a", "-O3", "-g", "-lineinfo", "-ftz=1", "-fma=0", "-prec-div=1"},
	                {"-arch=compute_80", "-lto", "-ptx"}, {"-arch=sm_90", "-kernels-used=k", "-split-compile=0"}}) {
		nvJitLinkHandle h = create(o);
		nvJitLinkDestroy(&h);
	}
}

static void pointers() {
	nvJitLinkHandle h = nullptr;
	const char *arch = "-arch=sm_90";
	unsigned a = 0, b = 0;
	size_t n;
	char c;
	printf("%d", (int)nvJitLinkVersion(&a, &b));
	printf(" %u.%u\n", a, b);
	printf("null: %d %d %d %d %d", (int)nvJitLinkVersion(nullptr, &b), (int)nvJitLinkCreate(nullptr, 1, &arch),
	       (int)nvJitLinkCreate(&h, 1, nullptr), (int)nvJitLinkDestroy(nullptr), (int)nvJitLinkDestroy(&h));
	printf(" %d %d %d", (int)nvJitLinkAddData(h, NVJITLINK_INPUT_PTX, user, 1, "a"),
	       (int)nvJitLinkAddFile(h, NVJITLINK_INPUT_PTX, "a"), (int)nvJitLinkComplete(h));
	printf(" %d %d %d\n", (int)nvJitLinkGetLinkedCubinSize(h, &n), (int)nvJitLinkGetErrorLog(h, &c),
	       (int)nvJitLinkGetInfoLogSize(h, &n));
	nvJitLinkCreate(&h, 1, &arch);
	printf("early: %d %d\n", (int)nvJitLinkGetLinkedCubinSize(h, &n), (int)nvJitLinkGetLinkedPtxSize(h, &n));
	printf("file: %d\n", (int)nvJitLinkAddFile(h, NVJITLINK_INPUT_PTX, "/there is none"));
	printf("complete: %d", (int)nvJitLinkComplete(h));
	printf(" %d %d\n", (int)nvJitLinkComplete(h), (int)nvJitLinkAddData(h, NVJITLINK_INPUT_PTX, user, sizeof user, "a"));
	logs(h);
	nvJitLinkDestroy(&h);
	printf("%s\n", h ? "kept" : "null");
}

static void inputs() {
	nvJitLinkHandle h = create({"-arch=sm_90"});
	add(h, NVJITLINK_INPUT_PTX, user, "user");
	add(h, NVJITLINK_INPUT_ANY, helper, "helper");
	run(complete(h));
	for (const char *how : {"helper.o", "libhelper.a"}) {
		h = create({"-arch=sm_90"});
		add(h, NVJITLINK_INPUT_PTX, user, "user");
		printf("  file %s: %d\n", how,
		       (int)nvJitLinkAddFile(h, *how == 'l' ? NVJITLINK_INPUT_LIBRARY : NVJITLINK_INPUT_OBJECT, how));
		run(complete(h));
	}
	h = create({"-arch=sm_90", "-verbose"});
	add(h, NVJITLINK_INPUT_PTX, newer, "newer");
	complete(h);
}

static void mistakes() {
	nvJitLinkHandle h = create({"-arch=sm_90"});
	add(h, NVJITLINK_INPUT_PTX, user, "user");
	complete(h);
	h = create({"-arch=sm_90"});
	add(h, NVJITLINK_INPUT_PTX, helper, "one");
	add(h, NVJITLINK_INPUT_PTX, helper, "two");
	complete(h);
	h = create({"-arch=sm_75"});
	add(h, NVJITLINK_INPUT_PTX, wrong, "wrong.ptx");
	add(h, NVJITLINK_INPUT_PTX, newer, "newer.ptx");
	add(h, NVJITLINK_INPUT_PTX, "hello", "hello");
	add(h, NVJITLINK_INPUT_ANY, "hello", "hello");
	add(h, NVJITLINK_INPUT_FATBIN, helper, "helper");
	add(h, NVJITLINK_INPUT_LTOIR, "\xed\x43\x4e\x7f", "other");
	add(h, NVJITLINK_INPUT_INDEX, helper, "index");
	add(h, NVJITLINK_INPUT_OBJECT, file("empty.o"), "empty.o");
	complete(h);
	h = create({"-arch=sm_90", "-lto"});
	add(h, NVJITLINK_INPUT_LTOIR, "\xed\x43\x4e\x7f", "other");
	complete(h);
	h = create({"-arch=sm_90", "-Xptxas=--nothing"});
	add(h, NVJITLINK_INPUT_PTX, helper, "helper");
	complete(h);
}

/* ---- LTO-IR ---- */

static Bytes lto(const char *source) {
	nvrtcProgram p;
	const char *option[] = {"-dlto", "-arch=sm_90"};
	size_t n = 0, ptx = 7, cubin = 7;
	nvrtcCreateProgram(&p, source, "a.cu", 0, nullptr, nullptr);
	nvrtcResult r = nvrtcCompileProgram(p, 2, option);
	nvrtcGetPTXSize(p, &ptx);
	nvrtcGetCUBINSize(p, &cubin);
	printf("compile: %d, PTX of %zu bytes, cubin of %zu", (int)r, ptx, cubin);
	r = nvrtcGetLTOIRSize(p, &n);
	printf(", LTO-IR %s\n", r == NVRTC_SUCCESS && n > 10 ? "there" : "missing");
	Bytes b(n, 0);
	nvrtcGetLTOIR(p, &b[0]);
	nvrtcDestroyProgram(&p);
	return b;
}

static void intermediate() {
	Bytes a = lto("extern __device__ int f(int); extern \"C\" __global__ void k(int *p) { *p = f(4); }");
	Bytes b = lto("__device__ int f(int x) { return x + 3; }");
	for (Words o : {Words{"-arch=sm_90", "-lto"}, {"-arch=sm_90", "-lto", "-ptx"}, {"-arch=sm_90"}}) {
		nvJitLinkHandle h = create(o);
		add(h, NVJITLINK_INPUT_LTOIR, a, "a");
		add(h, NVJITLINK_INPUT_ANY, b, "b");
		Bytes image = complete(h, o.size() == 3);
		if (o.size() > 1)
			run(image);
	}
	nvJitLinkHandle h = create({"-arch=sm_90", "-lto"});
	add(h, NVJITLINK_INPUT_LTOIR, a, "a");
	complete(h);
	h = create({"-arch=sm_90", "-lto", "-ptx"});
	add(h, NVJITLINK_INPUT_PTX, helper, "helper");
	complete(h, true);
}

/* ---- nvFatbin ---- */

#define TEXT(code, arch, name) code, sizeof code, arch, name

static Bytes finish(nvFatbinHandle h) {
	size_t n = 0;
	Bytes b;
	int early = nvFatbinGet(h, &n), size = nvFatbinSize(h, &n);
	b.resize(n);
	int get = nvFatbinGet(h, &b[0]), end = nvFatbinDestroy(&h);
	printf("  finish: %d %d %d %d\n", early, size, get, end);
	return b;
}

static void containers() {
	nvFatbinHandle h = nullptr;
	unsigned a = 0, b = 0;
	int v = nvFatbinVersion(&a, &b);
	printf("%d %u.%u; %s; %s\n", v, a, b, nvFatbinGetErrorString(NVFATBIN_ERROR_INVALID_ARCH),
	       nvFatbinGetErrorString(NVFATBIN_SUCCESS) ? "text" : "null");
	for (Words o : {Words{"-foo"}, {"-64", "-compress=maybe"}, {"-host=beos"}})
		printf("create %s: %d\n", o.back(), (int)nvFatbinCreate(&h, o.data(), o.size()));
	printf("null: %d %d\n", (int)nvFatbinCreate(nullptr, nullptr, 0), (int)nvFatbinDestroy(nullptr));
	for (Words o : {Words{}, {"-compress=false", "-cuda"}, {"-compress-all", "-compress-mode=size", "-g"}}) {
		printf("create with %zu: %d\n", o.size(), (int)nvFatbinCreate(&h, o.data(), o.size()));
		printf("  PTX: %d %d\n", (int)nvFatbinAddPTX(h, TEXT(newer, "90", "newer.ptx"), "-O3"),
		       (int)nvFatbinAddPTX(h, TEXT(helper, "80", nullptr), nullptr));
		printf("  wrong: %d %d %d %d %d", (int)nvFatbinAddPTX(h, TEXT(newer, "80", "a"), ""),
		       (int)nvFatbinAddPTX(h, TEXT("hello", "80", "a"), ""),
		       (int)nvFatbinAddPTX(h, TEXT(".version 8.0", "80", "a"), ""),
		       (int)nvFatbinAddPTX(h, TEXT(newer, "sm_90", "a"), ""),
		       (int)nvFatbinAddPTX(h, newer, 0, "90", "a", ""));
		printf(" %d %d %d %d\n", (int)nvFatbinAddCubin(h, TEXT("hello", "90", "a")),
		       (int)nvFatbinAddLTOIR(h, TEXT(newer, "90", "a"), ""), (int)nvFatbinAddReloc(h, newer, sizeof newer),
		       (int)nvFatbinAddIndex(h, newer, 5, "a"));
		run(finish(h));
	}
	nvFatbinCreate(&h, nullptr, 0);
	Bytes object = file("helper.o");
	printf("object: %d\n", (int)nvFatbinAddReloc(h, object.data(), object.size()));
	Bytes fatbin = finish(h);
	nvJitLinkHandle l = create({"-arch=sm_90"});
	add(l, NVJITLINK_INPUT_PTX, user, "user");
	add(l, NVJITLINK_INPUT_FATBIN, fatbin, "fatbin");
	run(complete(l));
}

/* ---- nvPTXCompiler ---- */

static void compile(const char *text, Words option) {
	nvPTXCompilerHandle c;
	size_t n = 0;
	nvPTXCompilerCreate(&c, strlen(text), text);
	int early = nvPTXCompilerGetCompiledProgramSize(c, &n);
	int r = nvPTXCompilerCompile(c, (int)option.size(), option.data());
	int size = nvPTXCompilerGetCompiledProgramSize(c, &n);
	printf("compile");
	for (const char *o : option)
		printf(" %s", o);
	printf(": %d %d %d\n", early, r, size);
	nvPTXCompilerGetErrorLogSize(c, &n);
	Bytes log(n + 1, 0);
	nvPTXCompilerGetErrorLog(c, &log[0]);
	printf("%s", log.c_str());
	nvPTXCompilerGetInfoLogSize(c, &n);
	log = Bytes(n + 1, 0);
	nvPTXCompilerGetInfoLog(c, &log[0]);
	printf("%s", log.c_str());
	if (size == NVPTXCOMPILE_SUCCESS) {
		nvPTXCompilerGetCompiledProgramSize(c, &n);
		Bytes image(n, 0);
		nvPTXCompilerGetCompiledProgram(c, &image[0]);
		run(image);
	}
	printf("destroy: %d\n", (int)nvPTXCompilerDestroy(&c));
}

static int refuse(void *payload, void *) {
	return *(int *)payload;
}

static void compiler() {
	unsigned a = 0, b = 0;
	int n = 0, stop = 1;
	nvPTXCompilerHandle c = nullptr;
	const char *arch = "--gpu-name=sm_90";
	int v = nvPTXCompilerGetVersion(&a, &b);
	nvPTXCompilerGetNumSupportedVersions(&n);
	std::vector<int[2]> versions(n);
	nvPTXCompilerGetSupportedVersions(versions.data());
	printf("%d %u.%u, PTX up to %d.%d\n", v, a, b, versions[n - 1][0], versions[n - 1][1]);
	for (Words o : {Words{"-arch=sm_90", "-v"}, {"--gpu-name", "sm_90", "-O3", "--entry=k"}, {"-arch=sm_90", "-e", "none"},
	                {}, {"-arch=sm_80"}, {"-arch=sm_90", "--foo"}, {"-arch=sm_90", "-O9"}, {"-arch=sm_90", "--verbose=1"}})
		compile(newer, o);
	compile(wrong, {"-arch=sm_90"});
	compile(user, {"-arch=sm_90"});
	compile(".version 99.0\n.target sm_90\n.address_size 64\n", {"-arch=sm_90"});
	printf("null: %d %d %d\n", (int)nvPTXCompilerCompile(c, 0, nullptr), (int)nvPTXCompilerDestroy(&c),
	       (int)nvPTXCompilerCreate(nullptr, 1, "a"));
	nvPTXCompilerCreate(&c, sizeof newer, newer);
	nvPTXCompilerSetFlowCallback(c, refuse, &stop);
	printf("cancelled: %d", (int)nvPTXCompilerCompile(c, 1, &arch));
	stop = 0;
	printf(" %d\n", (int)nvPTXCompilerCompile(c, 1, &arch));
	nvPTXCompilerDestroy(&c);
}

/* ---- damaged inputs ---- */

/* Whatever the bytes are, there is a status. */
static void damage(Bytes data, unsigned seed) {
	static const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
	nvJitLinkHandle h;
	nvFatbinHandle f;
	const char *arch = "-arch=sm_90";
	size_t n;
	for (int i = 0; i < 4; i++) {
		seed = seed * 1103515245 + 12345;
		size_t at = seed / 65536 % data.size();
		for (size_t k = at; k < at + (seed % 4 == 0 ? 8 : 1) && k < data.size(); k++)
			data[k] = (char)values[seed / 7 % sizeof values];
	}
	data.resize(seed % 5 ? data.size() : data.size() - seed / 256 % (data.size() / 2));
	nvJitLinkCreate(&h, 1, &arch);
	nvJitLinkAddData(h, NVJITLINK_INPUT_ANY, data.data(), data.size(), "damaged");
	nvJitLinkComplete(h);
	nvJitLinkDestroy(&h);
	nvFatbinCreate(&f, nullptr, 0);
	nvFatbinAddReloc(f, data.data(), data.size());
	nvFatbinSize(f, &n);
	nvFatbinDestroy(&f);
}

/* ---- the driver's linker ---- */

static Bytes fat(const char *text, size_t size) {
	nvFatbinHandle h;
	nvFatbinCreate(&h, nullptr, 0);
	nvFatbinAddPTX(h, text, size, "80", "a.ptx", "");
	size_t n = 0;
	nvFatbinSize(h, &n);
	Bytes b(n, 0);
	nvFatbinGet(h, &b[0]);
	nvFatbinDestroy(&h);
	return b;
}

/* Each kind of input as each type, beside a text that needs it. */
static void driver() {
	const struct {
		const char *name;
		Bytes data;
	} input[] = {{"ptx", Bytes(helper, sizeof helper)}, {"fatbin", fat(helper, sizeof helper)},
	             {"object", file("helper.o")},          {"library", file("libhelper.a")},
	             {"empty object", file("empty.o")},     {"empty library", file("libempty.a")},
	             {"garbage", "garbage"}};
	for (auto &in : input) {
		printf("%s:", in.name);
		for (int type = 0; type < CU_JIT_NUM_INPUT_TYPES; type++) {
			char log[1000] = "";
			CUjit_option option[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
			void *value[] = {log, (void *)sizeof log}, *image = nullptr;
			size_t n = 0;
			CUlinkState l;
			cuLinkCreate(2, option, value, &l);
			cuLinkAddData(l, CU_JIT_INPUT_PTX, (void *)user, sizeof user, "user", 0, nullptr, nullptr);
			CUresult r = cuLinkAddData(l, (CUjitInputType)type, (void *)in.data.data(), in.data.size(), "in",
			                           0, nullptr, nullptr);
			printf(" %d", (int)r);
			if (r == CUDA_SUCCESS)
				printf("/%d", (int)cuLinkComplete(l, &image, &n));
			else if (!*log)
				printf(" (no log)");
			if (image)
				run(Bytes((char *)image, n));
			cuLinkDestroy(l);
		}
		puts("");
	}
	for (auto path : {"helper.o", "libhelper.a", "none.a"}) {
		CUlinkState l;
		cuLinkCreate(0, nullptr, nullptr, &l);
		printf("file %s: %d\n", path,
		       (int)cuLinkAddFile(l, *path == 'h' ? CU_JIT_INPUT_OBJECT : CU_JIT_INPUT_LIBRARY, path, 0,
		                          nullptr, nullptr));
		cuLinkDestroy(l);
	}
}

/* ---- the functions of a grid, which a toolkit has in libcudadevrt.a ---- */

static const char grid[] = HEAD("80") R"(
.extern .func (.param .b64 h) cudaCGGetIntrinsicHandle(.param .b32 scope);
.extern .func (.param .b32 e) cudaCGSynchronize(.param .b64 h, .param .b32 flags);
.extern .func (.param .b32 e) cudaCGGetRank(.param .b64 thread, .param .b64 grid, .param .b64 h);
.extern .func (.param .b32 e) cudaCGGetSize(.param .b64 threads, .param .b64 grids, .param .b64 h);
.visible .entry k(.param .u64 p)
{
	.reg .b64 %h, %p, %a;
	.reg .b32 %rank, %n, %i, %v, %e;
	.reg .pred %again;
	.local .align 4 .b8 where[4];
	.param .b64 h; .param .b64 out; .param .b64 none; .param .b32 s; .param .b32 e;
	ld.param.u64 %p, [p];
	st.param.b32 [s], 1;
	call (h), cudaCGGetIntrinsicHandle, (s);
	ld.param.b64 %h, [h];
	mov.u64 %a, where;
	cvta.local.u64 %a, %a;
	st.param.b64 [out], %a;
	st.param.b64 [none], 0;
	st.param.b64 [h], %h;
	call (e), cudaCGGetRank, (out, none, h);
	ld.u32 %rank, [%a];
	call (e), cudaCGGetSize, (out, none, h);
	ld.u32 %n, [%a];
	mov.u32 %i, 0;
	st.param.b32 [s], 0;
AGAIN:
	// each thread takes what its neighbour's neighbour in the next block wrote, and adds 1
	add.u32 %v, %rank, 66;
	rem.u32 %v, %v, %n;
	mul.wide.u32 %a, %v, 4;
	add.u64 %a, %p, %a;
	ld.volatile.u32 %v, [%a];
	call (e), cudaCGSynchronize, (h, s);
	ld.param.b32 %e, [e];
	mul.wide.u32 %a, %rank, 4;
	add.u64 %a, %p, %a;
	add.u32 %v, %v, 1;
	add.u32 %v, %v, %e;
	st.volatile.u32 [%a], %v;
	call (e), cudaCGSynchronize, (h, s);
	add.u32 %i, %i, 1;
	setp.lt.u32 %again, %i, 5;
	@%again bra AGAIN;
	ret;
}
)";

static void grids() {
	enum { BLOCKS = 8, THREADS = 64 };
	CUlinkState l;
	CUmodule m;
	CUfunction f;
	CUdeviceptr p;
	void *image;
	size_t n;
	int v[BLOCKS * THREADS];
	cuLinkCreate(0, nullptr, nullptr, &l);
	cuLinkAddData(l, CU_JIT_INPUT_PTX, (void *)grid, sizeof grid, "grid", 0, nullptr, nullptr);
	printf("complete %d", (int)cuLinkComplete(l, &image, &n));
	printf(", load %d", (int)cuModuleLoadData(&m, image));
	cuLinkDestroy(l);
	cuMemAlloc(&p, sizeof v);
	for (bool cooperative : {false, true}) {
		void *args[] = {&p};
		cuModuleGetFunction(&f, m, "k");
		cuMemsetD32(p, 0, BLOCKS * THREADS);
		CUresult r = cooperative ? cuLaunchCooperativeKernel(f, BLOCKS, 1, 1, 8, 4, 2, 0, nullptr, args)
		                         : cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr);
		cuMemcpyDtoH(v, p, sizeof v);
		bool same = true;
		for (int i = 0; i < (cooperative ? BLOCKS * THREADS : 1); i++)
			same &= v[i] == v[0];
		printf(", run %d: %d %s", (int)r, v[0], same ? "everywhere" : "and others");
	}
	puts("");
	cuMemFree(p);
	cuModuleUnload(m);
}

/* ---- registers ---- */

/* A kernel with 100 values that live at once. */
static Bytes wide(const char *name, const char *directives) {
	Bytes s = Bytes(".visible .entry ") + name + "(.param .u64 p)\n" + directives +
		  "{\n.reg .b64 %a;\n.reg .f32 %f<100>;\nld.param.u64 %a, [p];\n";
	for (int i = 0; i < 200; i++)
		s += (i < 100 ? "ld.volatile.global.f32 %f" + std::to_string(i) + ", [%a];\n"
		              : "st.volatile.global.f32 [%a], %f" + std::to_string(i - 100) + ";\n");
	return s + "ret;\n}\n";
}

static void show_registers(const void *image, std::vector<CUjit_option> option, std::vector<void *> value) {
	CUmodule m;
	CUresult r = cuModuleLoadDataEx(&m, image, (unsigned)option.size(), option.data(), value.data());
	for (const char *name : {"free", "least", "size", "bounds", "own"}) {
		CUfunction f;
		int n = -1;
		if (r == CUDA_SUCCESS)
			r = cuModuleGetFunction(&f, m, name);
		if (r == CUDA_SUCCESS)
			r = cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_NUM_REGS, f);
		if (strcmp(name, "free") == 0 && n > 100)
			n = 100; /* how many more is ours */
		printf(" %s %d", name, n);
	}
	printf(" (status %d)\n", (int)r);
	cuModuleUnload(m);
}

static void registers() {
	Bytes text = HEAD("80") + wide("free", "") + ".visible .entry least() { ret; }\n" +
	             wide("size", ".maxntid 1024, 1, 1\n") + wide("bounds", ".maxntid 16, 15\n.minnctapersm 4\n") +
	             wide("own", ".maxnreg 48\n");
	CUlinkState l;
	void *image;
	size_t n;
	std::vector<CUjit_option> option = {CU_JIT_MAX_REGISTERS};
	show_registers(text.c_str(), {}, {});
	show_registers(text.c_str(), option, {(void *)40});
	show_registers(text.c_str(), option, {(void *)8});
	void *value = (void *)40;
	cuLinkCreate(1, option.data(), &value, &l);
	cuLinkAddData(l, CU_JIT_INPUT_PTX, &text[0], text.size(), "text", 0, nullptr, nullptr);
	cuLinkComplete(l, &image, &n);
	show_registers(image, {}, {});
	cuLinkDestroy(l);
	for (Words o : {Words{"-arch=sm_90", "-maxrregcount=40"}, {"-arch=sm_90", "-Xptxas=-maxrregcount=archmin"}}) {
		nvJitLinkHandle h = create(o);
		add(h, NVJITLINK_INPUT_PTX, text, "text");
		show_registers(complete(h).c_str(), {}, {});
	}
}

static void damaged() {
	nvFatbinHandle h;
	nvFatbinCreate(&h, nullptr, 0);
	nvFatbinAddPTX(h, TEXT(newer, "90", "newer.ptx"), "-O3");
	for (const Bytes &data : {file("helper.o"), file("libhelper.a"), finish(h), Bytes(user, sizeof user)})
		for (unsigned seed = 0; seed < 400; seed++)
			damage(data, seed * 2654435761u);
	puts("survived");
}

int main() {
	CUdevice d;
	cuInit(0);
	cuDeviceGet(&d, 0);
	cuDevicePrimaryCtxRetain(&context, d);
	cuCtxSetCurrent(context);
	for (auto part : {options, pointers, inputs, mistakes, intermediate, containers, compiler, driver, grids, registers, damaged}) {
		puts("----");
		part();
	}
}
