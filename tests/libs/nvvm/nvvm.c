/* nvvm.c LIBDEVICE - libnvvm's functions: programs, options, messages; and that a call of
 * libdevice gives the bits of the function that NVRTC compiles.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>
#include <math.h>
#include <nvrtc.h>
#include <nvvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bad;

static void check(int ok, const char *what, int line) {
	if (!ok) {
		printf("nvvm.c:%d: %s\n", line, what);
		bad = 1;
	}
}
#define CHECK(x) check(!!(x), #x, __LINE__)

static char text[1 << 22];

static nvvmResult compile(const char *ir, const char *lazy, size_t size, int n,
                          const char **options, int verify) {
	nvvmProgram p;
	CHECK(nvvmCreateProgram(&p) == NVVM_SUCCESS);
	if (ir)
		CHECK(nvvmAddModuleToProgram(p, ir, strlen(ir), "input") == NVVM_SUCCESS);
	if (lazy)
		CHECK(nvvmLazyAddModuleToProgram(p, lazy, size, "libdevice") ==
		      NVVM_SUCCESS);
	nvvmResult r = verify ? nvvmVerifyProgram(p, n, options)
	                      : nvvmCompileProgram(p, n, options);
	size_t len = 0;
	*text = '\0';
	if (r == NVVM_SUCCESS && !verify) {
		CHECK(nvvmGetCompiledResultSize(p, &len) == NVVM_SUCCESS &&
		      len < sizeof text);
		CHECK(nvvmGetCompiledResult(p, text) == NVVM_SUCCESS);
	} else {
		CHECK(nvvmGetProgramLogSize(p, &len) == NVVM_SUCCESS &&
		      len < sizeof text);
		CHECK(nvvmGetProgramLog(p, text) == NVVM_SUCCESS);
	}
	CHECK(strlen(text) + 1 == len);
	CHECK(nvvmDestroyProgram(&p) == NVVM_SUCCESS && !p);
	return r;
}

static void has(const char *word, int line) {
	if (!strstr(text, word)) {
		printf("nvvm.c:%d: no '%s' in:\n%s\n", line, word, text);
		bad = 1;
	}
}
#define HAS(word) has(word, __LINE__)

/* ---- the interface ----------------------------------------------------------------------- */

static void interface(void) {
	int a, b, c, d;
	nvvmProgram p = NULL;
	CHECK(nvvmVersion(&a, &b) == NVVM_SUCCESS && a == 2 && b == 0);
	CHECK(nvvmVersion(NULL, &b) == NVVM_ERROR_INVALID_INPUT);
	CHECK(nvvmIRVersion(&a, &b, &c, &d) == NVVM_SUCCESS && a == 2 && b == 0);
	CHECK(nvvmLLVMVersion("compute_90", &a) == NVVM_SUCCESS && a >= 19);
	CHECK(nvvmLLVMVersion("x", &a) == NVVM_ERROR_INVALID_INPUT);
	CHECK(strcmp(nvvmGetErrorString(NVVM_ERROR_INVALID_IR),
	             "NVVM_ERROR_INVALID_IR") == 0);
	CHECK(nvvmCreateProgram(NULL) == NVVM_ERROR_INVALID_INPUT);
	CHECK(nvvmDestroyProgram(&p) == NVVM_ERROR_INVALID_PROGRAM);
	CHECK(nvvmCompileProgram(NULL, 0, NULL) == NVVM_ERROR_INVALID_PROGRAM);
	CHECK(nvvmAddModuleToProgram(NULL, "", 1, NULL) == NVVM_ERROR_INVALID_PROGRAM);
	CHECK(compile(NULL, NULL, 0, 0, NULL, 0) == NVVM_ERROR_NO_MODULE_IN_PROGRAM);
}

/* ---- messages ---------------------------------------------------------------------------- */

static nvvmResult with_option(const char *ir, const char *option) {
	return compile(ir, NULL, 0, 1, &option, 0);
}

static void messages(void) {
	static const char good[] = "define void @f() { ret void }";
	CHECK(compile("define void @f(i32* %p) {\n  %x = load i32, i32* %p\n  ret i32* "
	              "%q\n}\n",
	              NULL, 0, 0, NULL, 0) == NVVM_ERROR_COMPILATION);
	HAS("input:3:");
	HAS("error: ");
	HAS("  ret i32* %q\n");
	CHECK(compile("define void @f() {", NULL, 0, 0, NULL, 1) ==
	      NVVM_ERROR_INVALID_IR);
	CHECK(compile("BC\xc0\xde garbage", NULL, 0, 0, NULL, 0) ==
	      NVVM_ERROR_COMPILATION);
	HAS("input: error: ");
	CHECK(compile("!nvvmir.version = !{!0}\n!0 = !{i32 9, i32 0}", NULL, 0, 0, NULL,
	              0) == NVVM_ERROR_IR_VERSION_MISMATCH);
	HAS("version 9.0");
	CHECK(compile("target datalayout = \"e-p:32:32\"", NULL, 0, 0, NULL, 0) ==
	      NVVM_ERROR_COMPILATION);
	HAS("32-bit");
	CHECK(compile("declare i32 @llvm.nvvm.no.such()\ndefine i32 @f() {\n  %r = call "
	              "i32 "
	              "@llvm.nvvm.no.such()\n  ret i32 %r\n}",
	              NULL, 0, 0, NULL, 0) == NVVM_ERROR_COMPILATION);
	HAS("'llvm.nvvm.no.such'");
	CHECK(with_option(good, "-what") == NVVM_ERROR_INVALID_OPTION);
	HAS("'-what'");
	CHECK(with_option(good, "-arch=compute_12") == NVVM_ERROR_INVALID_OPTION);
	CHECK(with_option(good, "-opt=9") == NVVM_ERROR_INVALID_OPTION);
	CHECK(with_option(good, "-gen-lto") == NVVM_ERROR_INVALID_OPTION);
	HAS("LTO");
	CHECK(with_option(good, "-arch=compute_100a") == NVVM_SUCCESS);
	HAS(".target sm_100a");
	CHECK(compile(good, NULL, 0, 0, NULL, 1) == NVVM_SUCCESS);
	CHECK(*text == '\0');
}

/* ---- options ----------------------------------------------------------------------------- */

static void options(void) {
	static const char ir[] = "define float @f(float %a, float %b) {\n"
				 "  %p = fmul float %a, %b\n  %s = fadd float %p, %b\n"
				 "  %d = fdiv float %s, %a\n"
				 "  %r = call float @llvm.nvvm.sqrt.f(float %d)\n"
				 "  ret float %r\n}\n"
				 "declare float @llvm.nvvm.sqrt.f(float)\n";
	static const char *const fast[] = {"-ftz=1", "-prec-div=0", "-prec-sqrt=0"};
	CHECK(compile(ir, NULL, 0, 0, NULL, 0) == NVVM_SUCCESS);
	HAS("fma.rn.f32");
	HAS("div.rn.f32");
	HAS("sqrt.rn.f32");
	HAS(".target sm_75");
	CHECK(with_option(ir, "-fma=0") == NVVM_SUCCESS);
	HAS("mul.rn.f32");
	HAS("add.rn.f32");
	CHECK(with_option(ir, "-prec-div=0") == NVVM_SUCCESS);
	HAS("div.full.f32");
	CHECK(compile(ir, NULL, 0, 3, (const char **)fast, 0) == NVVM_SUCCESS);
	HAS("fma.rn.ftz.f32");
	HAS("div.approx.ftz.f32");
	HAS("sqrt.approx.ftz.f32");
}

/* ---- bits -------------------------------------------------------------------------------- */

enum { N = 256 };

static const char bits_ir[] =
	"declare float @__nv_sinf(float)\ndeclare float @__nv_lgammaf(float)\n"
	"declare float @__nv_powf(float, float)\ndeclare double @__nv_exp(double)\n"
	"declare double @__nv_pow(double, double)\ndeclare void @__nv_sincos(double, "
	"double*, "
	"double*)\ndeclare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
	"define void @k(float* %x, double* %out) {\n"
	"  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %i = zext i32 %t to i64\n"
	"  %px = getelementptr float, float* %x, i64 %i\n  %v = load float, float* %px\n"
	"  %d = fpext float %v to double\n  %j = mul i64 %i, 7\n"
	"  %o0 = getelementptr double, double* %out, i64 %j\n"
	"  %o1 = getelementptr double, double* %o0, i64 1\n"
	"  %o2 = getelementptr double, double* %o0, i64 2\n"
	"  %o3 = getelementptr double, double* %o0, i64 3\n"
	"  %o4 = getelementptr double, double* %o0, i64 4\n"
	"  %o5 = getelementptr double, double* %o0, i64 5\n"
	"  %o6 = getelementptr double, double* %o0, i64 6\n"
	"  %r0 = call float @__nv_sinf(float %v)\n  %e0 = fpext float %r0 to double\n"
	"  store double %e0, double* %o0\n"
	"  %r1 = call float @__nv_lgammaf(float %v)\n  %e1 = fpext float %r1 to double\n"
	"  store double %e1, double* %o1\n"
	"  %r2 = call float @__nv_powf(float %v, float 1.5)\n  %e2 = fpext float %r2 to "
	"double\n"
	"  store double %e2, double* %o2\n"
	"  %r3 = call double @__nv_exp(double %d)\n  store double %r3, double* %o3\n"
	"  %r4 = call double @__nv_pow(double %d, double 2.5)\n  store double %r4, "
	"double* %o4\n"
	"  call void @__nv_sincos(double %d, double* %o5, double* %o6)\n  ret void\n}\n"
	"!nvvm.annotations = !{!0}\n!0 = !{void (float*, double*)* @k, !\"kernel\", i32 "
	"1}\n";
static const char bits_cu[] =
	"extern \"C\" __global__ void k(float *x, double *out) {\n"
	"	float v = x[threadIdx.x];\n	double d = v, *o = out + 7 * "
	"threadIdx.x;\n"
	"	o[0] = sinf(v); o[1] = lgammaf(v); o[2] = powf(v, 1.5f); o[3] = exp(d);\n"
	"	o[4] = pow(d, 2.5); sincos(d, o + 5, o + 6);\n}\n";

/* A load knows its space through the conversion to a generic address; a module may leave
 * its target unknown. */
static void addresses(void) {
	static const char ir[] =
		"target triple = \"unknown-unknown-unknown\"\n"
		"@c = internal addrspace(4) constant [2 x double] [double 1.0, double "
		"2.0]\n"
		"declare i8* @llvm.nvvm.ptr.constant.to.gen.p0i8.p4i8(i8 addrspace(4)*)\n"
		"define void @k(double* %out, i64 %i) {\n"
		"  %c = bitcast [2 x double] addrspace(4)* @c to i8 addrspace(4)*\n"
		"  %g = call i8* @llvm.nvvm.ptr.constant.to.gen.p0i8.p4i8(i8 "
		"addrspace(4)* "
		"%c)\n"
		"  %d = bitcast i8* %g to double*\n"
		"  %p = getelementptr double, double* %d, i64 %i\n"
		"  %v = load double, double* %p\n"
		"  store double %v, double* %out\n"
		"  ret void\n}\n";
	CHECK(compile(ir, NULL, 0, 0, NULL, 0) == NVVM_SUCCESS);
	HAS("ld.const.");
}

/* Without optimisation a product and a sum stay two operations. */
static void fusion(void) {
	static const char ir[] = "define double @f(double %a, double %b, double %c) {\n"
				 "  %m = fmul double %a, %b\n"
				 "  %s = fadd double %m, %c\n"
				 "  ret double %s\n}\n";
	const char *none[] = {"-opt=0"};
	CHECK(compile(ir, NULL, 0, 0, NULL, 0) == NVVM_SUCCESS);
	HAS("fma.rn.f64");
	CHECK(compile(ir, NULL, 0, 1, none, 0) == NVVM_SUCCESS);
	CHECK(!strstr(text, "fma.rn.f64"));
}

static void run(const char *ptx, const float *x, double *out) {
	CUmodule m;
	CUfunction f;
	CUdeviceptr dx, dout;
	CHECK(cuModuleLoadData(&m, ptx) == CUDA_SUCCESS);
	CHECK(cuModuleGetFunction(&f, m, "k") == CUDA_SUCCESS);
	cuMemAlloc(&dx, N * sizeof *x);
	cuMemAlloc(&dout, 7 * N * sizeof *out);
	cuMemcpyHtoD(dx, x, N * sizeof *x);
	void *args[] = {&dx, &dout};
	CHECK(cuLaunchKernel(f, 1, 1, 1, N, 1, 1, 0, NULL, args, NULL) == CUDA_SUCCESS);
	CHECK(cuMemcpyDtoH(out, dout, 7 * N * sizeof *out) == CUDA_SUCCESS);
	cuMemFree(dx);
	cuMemFree(dout);
	cuModuleUnload(m);
}

static char *read_file(const char *path, size_t *size) {
	static char data[1 << 22];
	FILE *in = fopen(path, "rb");
	*size = in ? fread(data, 1, sizeof data, in) : 0;
	CHECK(*size > 0);
	if (in)
		fclose(in);
	return data;
}

static void compile_cu(void) {
	nvrtcProgram p;
	CHECK(nvrtcCreateProgram(&p, bits_cu, "bits.cu", 0, NULL, NULL) == NVRTC_SUCCESS);
	CHECK(nvrtcCompileProgram(p, 0, NULL) == NVRTC_SUCCESS);
	CHECK(nvrtcGetPTX(p, text) == NVRTC_SUCCESS);
	nvrtcDestroyProgram(&p);
}

static void same_bits(const char *path) {
	static float x[N];
	static double a[7 * N], b[7 * N];
	CUcontext c;
	CUdevice device = -1;
	size_t size;
	char *libdevice = read_file(path, &size);
	for (int i = 0; i < N; i++)
		x[i] = ldexpf(1 + (float)i / 77, i % 40 - 20) * (i % 3 ? 1 : -1);
	CHECK(cuInit(0) == CUDA_SUCCESS &&
	      cuDevicePrimaryCtxRetain(&c, 0) == CUDA_SUCCESS &&
	      cuCtxSetCurrent(c) == CUDA_SUCCESS);
	/* what is no context stands for the current one in names that had no context
	 * before */
	CHECK(cuCtxGetDevice_v2(&device, (CUcontext)(void *)&device) == CUDA_SUCCESS &&
	      device == 0);
	CHECK(compile(bits_ir, libdevice, size, 0, NULL, 0) == NVVM_SUCCESS);
	run(text, x, a);
	compile_cu();
	run(text, x, b);
	CHECK(memcmp(a, b, sizeof a) == 0);
}

/* ---- warps ------------------------------------------------------------------------------- */

/* Functions with a mode, as NVVM IR has them; and what is convergent though the IR does
 * not say so: the same inline PTX on both sides of a branch stays twice. */
static void warps(void) {
	static const char ir[] =
		"declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)\n"
		"declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)\n"
		"declare {i32, i1} @llvm.nvvm.match.all.sync.i32(i32, i32)\n"
		"declare {i32, i1} @llvm.nvvm.match.all.sync.i64(i32, i64)\n"
		"declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)\n"
		"define i32 @f(i32 %v, i1 %p, i64 %w) {\n"
		"  %a = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 0, i32 %v, "
		"i32 1, i32 31)\n"
		"  %b = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 1, i32 %v, "
		"i32 1, i32 0)\n"
		"  %c = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 2, i32 %v, "
		"i32 1, i32 31)\n"
		"  %d = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 3, i32 %v, "
		"i32 1, i32 31)\n"
		"  %e = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 0, i1 %p)\n"
		"  %g = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 1, i1 %p)\n"
		"  %h = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 2, i1 %p)\n"
		"  %i = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 3, i1 %p)\n"
		"  %j = call {i32, i1} @llvm.nvvm.match.all.sync.i32(i32 -1, i32 %v)\n"
		"  %k = call {i32, i1} @llvm.nvvm.match.all.sync.i64(i32 -1, i64 %w)\n"
		"  %l = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %v)\n"
		"  ret i32 %l\n}\n";
	static const char branch[] =
		"define i32 @f(i1 %p) {\n"
		"  br i1 %p, label %a, label %b\n"
		"a:\n  %x = call i32 asm sideeffect \"activemask.b32 $0;\", \"=r\"()\n  "
		"br label %c\n"
		"b:\n  %y = call i32 asm sideeffect \"activemask.b32 $0;\", \"=r\"()\n  "
		"br label %c\n"
		"c:\n  %r = phi i32 [%x, %a], [%y, %b]\n  ret i32 %r\n}\n";
	CHECK(compile(ir, NULL, 0, 0, NULL, 0) == NVVM_SUCCESS);
	HAS("shfl.sync.idx.b32");
	HAS("shfl.sync.up.b32");
	HAS("shfl.sync.down.b32");
	HAS("shfl.sync.bfly.b32");
	HAS("vote.sync.all.pred");
	HAS("vote.sync.any.pred");
	HAS("vote.sync.uni.pred");
	HAS("vote.sync.ballot.b32");
	HAS("match.all.sync.b32");
	HAS("match.all.sync.b64");
	HAS("match.any.sync.b32");
	CHECK(compile(branch, NULL, 0, 0, NULL, 0) == NVVM_SUCCESS);
	const char *first = strstr(text, "activemask");
	CHECK(first && strstr(first + 1, "activemask"));
}

int main(int argc, char **argv) {
	if (argc != 2)
		return 2;
	interface();
	messages();
	options();
	addresses();
	fusion();
	warps();
	same_bits(argv[1]);
	return bad;
}
