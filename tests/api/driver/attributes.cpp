// attributes.cpp - what can be set of contexts, kernels and streams, what is known of addresses, and which shared memory
// there is. The lines are those of an H200.
// SPDX-License-Identifier: Apache-2.0
#include <initializer_list>
#include <sys/wait.h>
#include <unistd.h>

#include "show.h"

static const char text[] = R"(
.version 7.8
.target sm_90
.address_size 64
.visible .global .align 4 .u32 variable;
.visible .const .align 4 .b8 table[40];
.extern .shared .align 4 .b8 dynamic[];
.visible .entry plain() { ret; }
.visible .entry dyn() { .reg .u32 %v; ld.shared.u32 %v, [dynamic]; st.global.u32 [variable], %v; ret; }
.visible .entry fixed() {
	.shared .align 4 .b8 piece[1000];
	.reg .u32 %v; ld.volatile.shared.u32 %v, [piece]; st.global.u32 [variable], %v; ret;
}
.visible .entry pairs() .reqnctapercluster 2, 1, 1 { ret; }
.visible .entry cluster() { .reg .u32 %v; mov.u32 %v, %cluster_nctaid.x; st.global.u32 [variable], %v; ret; }
.visible .entry reach(.param .u64 p, .param .u32 how) {
	.reg .u64 %a, %p; .reg .u32 %s, %how, %v; .reg .pred %g; .shared .align 4 .b8 own[128];
	ld.param.u64 %p, [p]; ld.param.u32 %how, [how];
	mov.u64 %a, own; cvta.shared.u64 %a, %a; add.u64 %a, %a, %p;
	mov.u32 %s, own; cvt.u32.u64 %v, %p; add.u32 %s, %s, %v;
	setp.eq.u32 %g, %how, 0; @%g ld.volatile.u32 %v, [%a];
	setp.eq.u32 %g, %how, 1; @%g st.u32 [%a], 1;
	setp.eq.u32 %g, %how, 2; @%g st.shared.u32 [%s], 1;
	setp.eq.u32 %g, %how, 3; @%g atom.shared.add.u32 %v, [%s], 1;
	st.global.u32 [variable], %v; ret;
}
)";

static CUmodule module;

static CUfunction kernel(const char *name) {
	CUfunction f;
	CU(cuModuleGetFunction(&f, module, name));
	return f;
}

static void begin() {
	CUcontext c;
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&c, 0));
	CU(cuCtxSetCurrent(c));
	CU(cuModuleLoadData(&module, text));
}

// Sizes that are the device's, the stack and its memory, are not asked for.
static void limits() {
	static const size_t values[] = {0, 1, 5000, 524289, 1 << 20, (size_t)3 << 30};
	size_t now = 0;
	for (int limit : {CU_LIMIT_PRINTF_FIFO_SIZE, CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT,
	                  CU_LIMIT_SHMEM_SIZE, CU_LIMIT_CIG_ENABLED, CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED, CU_LIMIT_MAX})
		for (size_t v : values) {
			const char *set = name_of(cuCtxSetLimit((CUlimit)limit, v));
			const char *got = name_of(cuCtxGetLimit(&now, (CUlimit)limit));
			printf("limit %d to %zu: %s, %s %zu\n", limit, v, set, got, now);
		}
	for (size_t v : {(size_t)4194305, (size_t)10000001}) {
		CU(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, v));
		CU(cuCtxGetLimit(&now, CU_LIMIT_MALLOC_HEAP_SIZE));
		printf("a heap of %zu has %zu\n", v, now);
	}
}

static void streams() {
	static const int values[] = {-77, -1, 0, 1, 2, 4, 5, 77};
	CUstream s;
	CU(cuStreamCreate(&s, 0));
	for (int id : {CU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY, CU_STREAM_ATTRIBUTE_PRIORITY,
	               CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP, CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN})
		for (int v : values) {
			CUstreamAttrValue a = {};
			memcpy(&a, &v, id == CU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP ? 1 : sizeof v);
			const char *set = name_of(cuStreamSetAttribute(s, (CUstreamAttrID)id, &a));
			a = {};
			CU(cuStreamGetAttribute(s, (CUstreamAttrID)id, &a));
			memcpy(&v, &a, sizeof v);
			printf("stream attribute %d: %s %d\n", id, set, v);
		}
	int priority;
	CUstreamAttrValue a = {};
	a.priority = -3;
	CU(cuStreamSetAttribute(s, CU_STREAM_ATTRIBUTE_PRIORITY, &a));
	CU(cuStreamGetPriority(s, &priority));
	printf("priority %d\n", priority);
	CU(cuStreamDestroy(s));
}

static void tell(const char *name) {
	CUfunction f = kernel(name);
	printf("%s:", name);
	for (int a : {1, 8, 10, 11, 12, 13, 14, 15}) {
		int v = -12345;
		CU(cuFuncGetAttribute(&v, (CUfunction_attribute)a, f));
		printf(" %d=%d", a, v);
	}
	printf("\n");
}

static void set(const char *name, CUfunction_attribute a, int value) {
	printf("%s %d to %d: %s\n", name, a, value, name_of(cuFuncSetAttribute(kernel(name), a, value)));
}

static void launch(const char *name, unsigned grid, unsigned shared) {
	CUresult r = cuLaunchKernel(kernel(name), grid, 1, 1, 1, 1, 1, shared, nullptr, nullptr, nullptr);
	printf("%s of %u, %u bytes: %s, %s\n", name, grid, shared, name_of(r), name_of(cuCtxSynchronize()));
}

static void kernels() {
	const auto most = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
	tell("fixed");
	for (int v : {232448, 232448 - 1000, 232448 - 1008, 0})
		set("fixed", most, v);
	set("dyn", most, 1000);
	tell("dyn");
	for (unsigned n : {1000, 1001, 49152})
		launch("dyn", 1, n);
	set("dyn", most, 60000);
	for (unsigned n : {60000, 60001})
		launch("dyn", 1, n);
	const auto width = CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH;
	const auto height = CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT;
	const auto depth = CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH;
	tell("pairs");
	for (int v : {-1, 0, 1, 2, 4})
		set("pairs", width, v);
	set("plain", width, -1);
	set("plain", width, 300000);
	set("plain", width, 2);
	launch("plain", 4, 0);
	set("plain", height, 1);
	set("plain", depth, 1);
	tell("plain");
	launch("plain", 4, 0);
	launch("plain", 3, 0);
	set("plain", width, 16);
	launch("plain", 16, 0);
	set("plain", CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
	launch("plain", 16, 0);
	set("plain", width, 0);
	launch("plain", 4, 0);
}

// A launch has the attributes that the kernel had at the call, whatever is set before it begins.
static void later() {
	unsigned *flag, value = 0;
	CUdeviceptr at, variable;
	CUstream s;
	CUfunction f = kernel("cluster");
	CU(cuMemHostAlloc((void **)&flag, 4, CU_MEMHOSTALLOC_DEVICEMAP));
	CU(cuMemHostGetDevicePointer(&at, flag, 0));
	*flag = 0;
	CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	CU(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, 2));
	CU(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, 1));
	CU(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, 1));
	CU(cuStreamWaitValue32(s, at, 1, CU_STREAM_WAIT_VALUE_EQ));
	CU(cuLaunchKernel(f, 4, 1, 1, 1, 1, 1, 0, s, nullptr, nullptr));
	CU(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, 0));
	*(volatile unsigned *)flag = 1;
	SHOW(cuStreamSynchronize(s));
	CU(cuModuleGetGlobal(&variable, nullptr, module, "variable"));
	CU(cuMemcpyDtoH(&value, variable, 4));
	printf("clusters of %u\n", value);
	CU(cuStreamDestroy(s));
	CU(cuMemFreeHost(flag));
}

static void pointer(const char *what, CUdeviceptr p) {
	printf("%s:", what);
	for (int a : {1, 2, 3, 4, 8, 11, 12, 13, 16, 17, 22}) {
		union { void *p; size_t n; CUdeviceptr d; int i; bool b; } v = {};
		CUresult r = cuPointerGetAttribute(&v, (CUpointer_attribute)a, p);
		const char *value = a == 1 || a == 17 ? v.p ? "some" : "none" : v.d == p ? "the same" : "another";
		if (r != CUDA_SUCCESS)
			printf(" %d:%s", a, r == CUDA_ERROR_INVALID_VALUE ? "-" : name_of(r));
		else if (a == 2 || a == 16)
			printf(" %d:%d", a, v.i);
		else if (a == 8 || a == 13)
			printf(" %d:%d", a, v.b);
		else if (a == 12)
			printf(" %d:%zu", a, v.n);
		else
			printf(" %d:%s", a, value);
	}
	CUdeviceptr from = 0, base = 0;
	size_t n = 0, size = 0;
	if (cuPointerGetAttribute(&from, CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR, p) == CUDA_SUCCESS) {
		CU(cuPointerGetAttribute(&n, CU_POINTER_ATTRIBUTE_MAPPING_SIZE, p));
		printf(" pages %s", from <= p && p - from < n ? "around it" : "ELSEWHERE");
	}
	printf(", range %s", name_of(cuMemGetAddressRange(&base, &size, p)));
	printf(" %zu\n", size);
}

static void pointers() {
	CUdeviceptr d;
	void *h, *m = aligned_alloc(4096, 8192);
	CU(cuMemAlloc(&d, 1000));
	pointer("device", d);
	pointer("inside", d + 16);
	pointer("behind", d + 1000);
	CU(cuMemHostAlloc(&h, 1000, 0));
	pointer("pinned", (CUdeviceptr)h);
	CU(cuMemHostRegister(m, 8192, 0));
	pointer("registered", (CUdeviceptr)m);
	pointer("inside", (CUdeviceptr)m + 100);
	CU(cuMemHostUnregister(m));
	pointer("the program's", (CUdeviceptr)m);
	free(m);
	SHOW(cuMemHostUnregister((void *)d));
	CU(cuMemFree(d));
	CU(cuMemAllocAsync(&d, 3000, nullptr));
	CU(cuCtxSynchronize());
	pointer("a pool's", d);
	CU(cuMemFreeAsync(d, nullptr));
	CU(cuModuleGetGlobal(&d, nullptr, module, "variable"));
	pointer("variable", d);
	CU(cuModuleGetGlobal(&d, nullptr, module, "table"));
	pointer("constant", d);
	CU(cuMemFreeHost(h));
	SHOW(cuMemGetAddressRange(nullptr, nullptr, 16));
	SHOW(cuMemGetInfo(nullptr, nullptr));
	CUmemAllocationProp p = {};
	size_t n;
	SHOW(cuMemGetAllocationGranularity(&n, &p, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
	printf("%zu\n", n);
}

static void event(int in, int out) {
	CUevent mine, opened;
	CUipcEventHandle h;
	if (fork() == 0) {
		if (read(in, &h, sizeof h) != sizeof h)
			_exit(1);
		begin();
		SHOW(cuIpcOpenEventHandle(&opened, h));
		SHOW(cuIpcGetEventHandle(&h, opened));
		SHOW(cuEventQuery(opened));
		fflush(stdout);
		_exit(0);
	}
	begin();
	CU(cuEventCreate(&mine, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
	CU(cuIpcGetEventHandle(&h, mine));
	SHOW(cuIpcOpenEventHandle(&opened, h));
	fflush(stdout);
	if (write(out, &h, sizeof h) != sizeof h)
		exit(1);
	wait(nullptr);
}

// The bits above the first 24 of a shared address are a cta of the cluster: there is none here but the first.
static void reach(unsigned long long offset, int how) {
	fflush(stdout);
	if (fork() == 0) {
		void *args[] = {&offset, &how};
		begin();
		CU(cuLaunchKernel(kernel("reach"), 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
		printf("%#llx, %d: %s\n", offset, how, name_of(cuCtxSynchronize()));
		fflush(stdout);
		_exit(0);
	}
	wait(nullptr);
}

int main() {
	int pipes[2];
	for (unsigned long long offset : {0x100000ull, 0x1000000ull, 0x8000000ull})
		for (int how = 0; how < 4; how++)
			reach(offset, how);
	if (pipe(pipes))
		return 1;
	event(pipes[0], pipes[1]);
	limits();
	streams();
	kernels();
	later();
	pointers();
}
