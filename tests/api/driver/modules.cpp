/* modules.cpp - loading PTX with logs, what is refused, linking, libraries and kernels, launches.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda_runtime_api.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "show.h"

#define HEAD ".version 7.8\n.target sm_80\n.address_size 64\n"

static const char good[] = HEAD
	".visible .global .align 4 .u32 counter = 5;\n"
	".visible .const .align 4 .b32 factor[2] = { 3, 10 };\n"
	".visible .entry add(.param .u64 p, .param .u32 n)\n"
	"{ .reg .b64 %rd<3>; .reg .b32 %r<3>; ld.param.u64 %rd1, [p]; ld.param.u32 %r1, "
        "[n];\n"
	"  cvta.to.global.u64 %rd2, %rd1; atom.global.add.u32 %r2, [%rd2], %r1; ret; }\n"
	".visible .entry shared_user(.param .u8 a, .param .u64 b)\n"
	"{ .shared .align 4 .b8 buf[256]; .reg .b32 %r<2>; mov.u32 %r1, 1;\n"
	"  st.shared.u32 [buf], %r1; ret; }\n";

/* ---- errors ---- */

static void load(const char *what, const char *text) {
	static char error[4096], info[4096];
	CUmodule m;
	CUjit_option option[] = {
		CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
		CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
	void *value[] = {error, (void *)sizeof error, info, (void *)sizeof info};
	error[0] = info[0] = 0;
	CUresult r = cuModuleLoadDataEx(&m, text, 4, option, value);
	printf("%s: %s, log %d\n", what, name_of(r), error[0] != 0);
	if (r == CUDA_SUCCESS)
		CU(cuModuleUnload(m));
	if (strstr(error, "nothing_like_this"))
		printf("  names the symbol\n");
	if (strstr(error, "line 5"))
		printf("  names the line\n");
}

/* Paths of no PTX file: opening one neither waits nor takes memory. */
static void no_files() {
	char folder[] = "/tmp/simt-modules-XXXXXX", path[64];
	CUmodule m;
	if (!mkdtemp(folder))
		return;
	SHOW(cuModuleLoad(&m, folder));
	snprintf(path, sizeof path, "%s/it", folder);
	mkfifo(path, 0600);
	SHOW(cuModuleLoad(&m, path));
	unlink(path);
	const off_t sizes[] = {0, (off_t)1 << 29, (off_t)1 << 42};
	for (off_t size : sizes) {
		int fd = open(path, O_WRONLY | O_CREAT, 0600);
		if (ftruncate(fd, size) != 0)
			printf("no file of %lld bytes\n", (long long)size);
		close(fd);
		SHOW(cuModuleLoad(&m, path));
	}
	unlink(path);
	rmdir(folder);
	rusage u;
	getrusage(RUSAGE_SELF, &u);
	printf("%s\n", u.ru_maxrss < 400 << 10 ? "little memory" : "much memory");
}

static void errors() {
	load("good", good);
	load("syntax", HEAD ".visible .entry k()\n{ add.u32 ; }\n");
	load("symbol", HEAD ".visible .entry k()\n{ .reg .b32 %r<2>; mov.u32 %r1, "
	                    "nothing_like_this; }\n");
	load("opcode", HEAD ".visible .entry k()\n{ frob.u32 %r1; ret; }\n");
	load("newer", ".version 99.9\n.target sm_80\n.address_size 64\n");
	load("target", ".version 7.8\n.target sm_999\n.address_size 64\n");
	load("extern",
	     HEAD ".extern .func foo();\n.visible .entry k()\n{ call foo; ret; }\n");
	load("extern variable", HEAD ".extern .global .u32 v;\n.visible .entry k()\n"
	                             "{ st.global.u32 [v], 1; ret; }\n");
	load("extern array", HEAD ".extern .global .u32 v[];\n.visible .entry k()\n"
	                          "{ st.global.u32 [v], 1; ret; }\n");
	load("garbage", "this is nothing");
	load("empty", "");
	CUmodule m;
	SHOW(cuModuleLoad(&m, "/nowhere/at/all.ptx"));
	no_files();
	SHOW(cuModuleLoadData(&m, NULL));
	SHOW(cuModuleLoadData(NULL, good));
	/* a small buffer takes what fits */
	char little[16];
	memset(little, 'x', sizeof little);
	CUjit_option option[] = {CU_JIT_ERROR_LOG_BUFFER,
	                         CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
	void *value[] = {little, (void *)8};
	cuModuleLoadDataEx(&m, HEAD "oops", 2, option, value);
	printf("ends in time: %d\n", strlen(little) < 8 && little[8] == 'x');
	/* one line says that it was given up, and the last line has no end */
	char log[1024], *aborted;
	value[0] = log;
	value[1] = (void *)sizeof log;
	cuModuleLoadDataEx(&m, HEAD "oops", 2, option, value);
	aborted = strstr(log, "Ptx assembly aborted");
	printf("the log's end:%s\n", aborted ? aborted : log);
	value[1] = (void *)sizeof log;
	cuModuleLoadDataEx(&m, "this is nothing", 2, option, value);
	printf("of no PTX: %s\n", log);
}

/* ---- a module ---- */

static void module() {
	CUmodule m, of;
	CUfunction add, again, user;
	CUdeviceptr p, counter;
	size_t bytes;
	int v;
	unsigned n;
	CU(cuModuleLoadData(&m, good));
	CU(cuModuleGetFunction(&add, m, "add"));
	CU(cuModuleGetFunction(&again, m, "add"));
	CU(cuModuleGetFunction(&user, m, "shared_user"));
	printf("same handle %d\n", add == again);
	SHOW(cuModuleGetFunction(&again, m, "none"));
	CU(cuModuleGetFunctionCount(&n, m));
	printf("functions %u\n", n);
	CU(cuFuncGetModule(&of, add));
	printf("its module %d\n", of == m);
	CU(cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, user));
	printf("shared %d\n", v);
	CU(cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, user));
	printf("threads %d\n", v);
	CU(cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_PTX_VERSION, user));
	printf("ptx %d\n", v);
	CU(cuFuncSetAttribute(user, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
	                      100000));
	CU(cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, user));
	printf("dynamic %d\n", v);
	SHOW(cuFuncSetAttribute(user, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
	                        10000000));
	size_t offset = 0, size = 0;
	CU(cuFuncGetParamInfo(user, 1, &offset, &size));
	printf("parameter 1 at %zu, %zu bytes\n", offset, size);
	SHOW(cuFuncGetParamInfo(user, 2, &offset, &size));
	const char *name = "";
	CU(cuFuncGetName(&name, add));
	printf("name %s\n", name);
	CU(cuModuleGetGlobal(&counter, &bytes, m, "counter"));
	CU(cuMemcpyDtoH(&v, counter, 4));
	printf("counter %d of %zu bytes\n", v, bytes);
	SHOW(cuModuleGetGlobal(&p, &bytes, m, "none"));
	unsigned by = 3;
	void *args[] = {&counter, &by};
	CU(cuLaunchKernel(add, 4, 1, 1, 32, 1, 1, 0, 0, args, NULL));
	CU(cuCtxSynchronize());
	CU(cuMemcpyDtoH(&v, counter, 4));
	printf("counter %d\n", v);
	SHOW(cuLaunchKernel(add, 0, 1, 1, 32, 1, 1, 0, 0, args, NULL));
	SHOW(cuLaunchKernel(add, 1, 1, 1, 2000, 1, 1, 0, 0, args, NULL));
	SHOW(cuLaunchKernel(NULL, 1, 1, 1, 32, 1, 1, 0, 0, args, NULL));
	SHOW(cuModuleUnload(m));
}

/* ---- occupancy and launches with attributes ---- */

static size_t shared_of(int block) {
	return (size_t)block * 8;
}

static void launches() {
	CUmodule m;
	CUfunction add;
	CUdeviceptr counter;
	size_t bytes;
	int n, grid, block, v;
	CU(cuModuleLoadData(&m, good));
	CU(cuModuleGetFunction(&add, m, "add"));
	CU(cuModuleGetGlobal(&counter, &bytes, m, "counter"));
	CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, add, 256, 0));
	printf("blocks of 256: %d\n", n);
	CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, add, 1024, 100000));
	printf("more than it may have: %d\n", n);
	CU(cuFuncSetAttribute(add, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 100000));
	CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, add, 1024, 100000));
	printf("blocks of 1024 with 100000 bytes: %d\n", n);
	CU(cuOccupancyMaxPotentialBlockSize(&grid, &block, add, NULL, 0, 0));
	printf("best block %d\n", block);
	CU(cuOccupancyMaxPotentialBlockSize(&grid, &block, add, shared_of, 0, 512));
	printf("best block to 512: %d\n", block);
	CUlaunchAttribute a[2];
	memset(a, 0, sizeof a);
	a[0].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
	a[0].value.clusterDim.x = 2;
	a[0].value.clusterDim.y = a[0].value.clusterDim.z = 1;
	a[1].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
	CUlaunchConfig c;
	memset(&c, 0, sizeof c);
	c.gridDimX = 4;
	c.gridDimY = c.gridDimZ = c.blockDimY = c.blockDimZ = 1;
	c.blockDimX = 8;
	c.attrs = a;
	c.numAttrs = 2;
	unsigned by = 1;
	void *args[] = {&counter, &by};
	SHOW(cuLaunchKernelEx(&c, add, args, NULL));
	c.gridDimX = 3;
	SHOW(cuLaunchKernelEx(&c, add, args, NULL));
	SHOW(cuLaunchCooperativeKernel(add, 2, 1, 1, 32, 1, 1, 0, 0, args));
	SHOW(cuLaunchCooperativeKernel(add, 1000000, 1, 1, 32, 1, 1, 0, 0, args));
	CU(cuCtxSynchronize());
	CU(cuMemcpyDtoH(&v, counter, 4));
	printf("counter %d\n", v);
	CU(cuModuleUnload(m));
}

/* ---- linking ---- */

static const char caller[] = HEAD
	".extern .func (.param .b32 r) twice(.param .b32 v);\n"
	".visible .entry go(.param .u64 p)\n"
	"{ .reg .b64 %rd<3>; .reg .b32 %r<3>; ld.param.u64 %rd1, [p]; cvta.to.global.u64 "
        "%rd2, %rd1;\n"
	"  { .param .b32 a; .param .b32 b; mov.b32 %r1, 21; st.param.b32 [a], %r1;\n"
	"    call (b), twice, (a); ld.param.b32 %r2, [b]; }\n"
	"  st.global.u32 [%rd2], %r2; ret; }\n";
static const char callee[] = HEAD ".visible .func (.param .b32 r) twice(.param .b32 v)\n"
				  "{ .reg .b32 %r<3>; ld.param.b32 %r1, [v]; add.u32 "
                                  "%r2, %r1, %r1; st.param.b32 [r], %r2; ret; }\n";

static void linking() {
	CUlinkState l;
	CUmodule m;
	CUfunction go;
	CUdeviceptr p;
	void *image;
	size_t size;
	int v;
	static char log[4096];
	CUjit_option option[] = {CU_JIT_ERROR_LOG_BUFFER,
	                         CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
	void *value[] = {log, (void *)sizeof log};
	CU(cuLinkCreate(0, NULL, NULL, &l));
	CU(cuLinkAddData(l, CU_JIT_INPUT_PTX, (void *)caller, sizeof caller, "caller", 0,
	                 NULL, NULL));
	CU(cuLinkAddData(l, CU_JIT_INPUT_PTX, (void *)callee, sizeof callee, "callee", 0,
	                 NULL, NULL));
	CU(cuLinkComplete(l, &image, &size));
	CU(cuModuleLoadData(&m, image));
	CU(cuLinkDestroy(l));
	CU(cuModuleGetFunction(&go, m, "go"));
	CU(cuMemAlloc(&p, 4));
	void *args[] = {&p};
	CU(cuLaunchKernel(go, 1, 1, 1, 1, 1, 1, 0, 0, args, NULL));
	CU(cuMemcpyDtoH(&v, p, 4));
	printf("linked: %d\n", v);
	CU(cuMemFree(p));
	CU(cuModuleUnload(m));
	CU(cuLinkCreate(2, option, value, &l));
	CU(cuLinkAddData(l, CU_JIT_INPUT_PTX, (void *)caller, sizeof caller, "caller", 0,
	                 NULL, NULL));
	CUresult r = cuLinkComplete(l, &image, &size);
	printf("without the function: failed %d, named %d\n", r != CUDA_SUCCESS,
	       strstr(log, "twice") != NULL);
	SHOW(cuLinkDestroy(l));
	static char bad[] = HEAD ".visible .entry k()\n{ frob.u32 %r1; ret; }\n";
	CU(cuLinkCreate(2, option, value, &l));
	SHOW(cuLinkAddData(l, CU_JIT_INPUT_PTX, bad, sizeof bad, "bad", 0, NULL, NULL));
	SHOW(cuLinkDestroy(l));
}

/* What was refused is not linked; after some inputs nothing is. */
static void refused() {
	static char text[] = "hello, there", log[4096];
	CUlinkState l;
	void *image;
	CUjit_option option[] = {CU_JIT_ERROR_LOG_BUFFER,
	                         CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
	for (int type = 0; type < 7; type++) {
		void *value[] = {log, (void *)sizeof log};
		log[0] = 0;
		CU(cuLinkCreate(2, option, value, &l));
		CUresult r = cuLinkAddData(l, (CUjitInputType)type, text, sizeof text,
		                           "in", 0, NULL, NULL);
		CUresult c = cuLinkComplete(l, &image, NULL);
		printf("type %d: %d, complete %d, log %d\n", type, r, c,
		       strlen(log) == (size_t)value[1]);
		if (c == CUDA_SUCCESS) {
			SHOW(cuLinkComplete(l, &image, NULL));
			SHOW(cuLinkAddData(l, CU_JIT_INPUT_PTX, (void *)caller,
			                   sizeof caller, "more", 0, NULL, NULL));
		}
		CU(cuLinkDestroy(l));
	}
	/* of a library that is no code the first who asks hears */
	CUlibrary library;
	CUmodule m;
	CUkernel k;
	SHOW(cuLibraryLoadData(&library, HEAD "oops", NULL, NULL, 0, NULL, NULL, 0));
	SHOW(cuLibraryGetModule(&m, library));
	SHOW(cuLibraryGetKernel(&k, library, "k"));
	SHOW(cuLibraryUnload(library));
	/* neither is the beginning of a cubin, nor what begins without .version */
	SHOW(cuModuleLoadData(&m, "\x7f" "ELF\x01\x02\x03"));
	SHOW(cuModuleLoadData(&m, ".target sm_90\n.address_size 64\n"));
	SHOW(cuModuleLoadData(&m, "// nothing\n"));
}

/* ---- libraries ---- */

static void libraries() {
	CUlibrary lib, of;
	CUkernel add, all[4];
	CUfunction f;
	CUmodule m;
	CUdeviceptr counter;
	size_t bytes;
	unsigned n;
	int v;
	const char *name = "";
	CU(cuLibraryLoadData(&lib, good, NULL, NULL, 0, NULL, NULL, 0));
	CU(cuLibraryGetKernelCount(&n, lib));
	printf("kernels %u\n", n);
	CU(cuLibraryEnumerateKernels(all, 4, lib));
	CU(cuLibraryGetKernel(&add, lib, "add"));
	printf("among them %d\n", add == all[0] || add == all[1]);
	SHOW(cuLibraryGetKernel(&all[3], lib, "none"));
	CU(cuKernelGetName(&name, add));
	printf("name %s\n", name);
	CU(cuKernelGetLibrary(&of, add));
	printf("its library %d\n", of == lib);
	CU(cuLibraryGetGlobal(&counter, &bytes, lib, "counter"));
	unsigned by = 2;
	void *args[] = {&counter, &by};
	/* a kernel goes where a function does, and into the runtime's launches */
	CU(cuLaunchKernel((CUfunction)add, 1, 1, 1, 32, 1, 1, 0, 0, args, NULL));
	CU(cuKernelGetFunction(&f, add));
	CU(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, args, NULL));
	cudaError_t e = cudaLaunchKernel((const void *)add, dim3(1), dim3(32), args, 0,
	                                 0);
	printf("runtime: %s\n", cudaGetErrorName(e));
	CU(cuCtxSynchronize());
	CU(cuMemcpyDtoH(&v, counter, 4));
	printf("counter %d\n", v);
	CU(cuLibraryGetModule(&m, lib));
	CU(cuModuleGetFunction(&f, m, "shared_user"));
	CU(cuKernelGetAttribute(&v, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
	                        all[add == all[0]], 0));
	printf("shared %d\n", v);
	SHOW(cuLibraryUnload(lib));
}

int main() {
	CUdevice dev;
	CUcontext c;
	CU(cuInit(0));
	CU(cuDeviceGet(&dev, 0));
	CU(cuDevicePrimaryCtxRetain(&c, dev));
	CU(cuCtxSetCurrent(c));
	errors();
	module();
	launches();
	linking();
	refused();
	libraries();
}
