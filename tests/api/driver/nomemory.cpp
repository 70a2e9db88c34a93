/* nomemory.cpp - each allocation of host memory fails, one at a time and from then on, in what programs do; then each
 * call that maps memory or makes a file of it. There is an error code, everything can be cleaned up, device memory is as
 * it was, and the next try works.
 * Compiling code has threads of its own: tests/tools/failures lets their allocations fail.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cerrno>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include "show.h"

/* ---- allocation that fails ---- */

static thread_local long left = -1; /* until one fails; -1: none will */
static thread_local bool from_then_on, failed, mappings; /* mappings: they fail, and no allocation does */

static bool fails(bool mapping = false) {
	if (mapping != mappings || left < 0 || left-- > 0)
		return false;
	failed = true;
	left = from_then_on ? 0 : -1;
	errno = ENOMEM;
	return true;
}

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void *malloc(size_t n) {
	return fails() ? nullptr : __libc_malloc(n);
}
void *calloc(size_t n, size_t m) {
	return fails() ? nullptr : __libc_calloc(n, m);
}
void *realloc(void *p, size_t n) {
	return fails() ? nullptr : __libc_realloc(p, n);
}
void *aligned_alloc(size_t a, size_t n) {
	return fails() ? nullptr : __libc_memalign(a, n);
}
}

/* ---- mappings that fail ---- */

extern "C" {
void *mmap(void *p, size_t n, int prot, int flags, int fd, off_t at) noexcept {
	return fails(true) ? MAP_FAILED : (void *)syscall(SYS_mmap, p, n, prot, flags, fd, at);
}
int mprotect(void *p, size_t n, int prot) noexcept {
	return fails(true) ? -1 : (int)syscall(SYS_mprotect, p, n, prot);
}
int memfd_create(const char *name, unsigned flags) noexcept {
	return fails(true) ? -1 : (int)syscall(SYS_memfd_create, name, flags);
}
int ftruncate(int fd, off_t n) noexcept {
	return fails(true) ? -1 : (int)syscall(SYS_ftruncate, fd, n);
}
ssize_t pwrite(int fd, const void *p, size_t n, off_t at) {
	return fails(true) ? -1 : syscall(SYS_pwrite64, fd, p, n, at);
}
}

/* ---- what programs do ---- */

static CUfunction kernel;
static CUdeviceptr words;
static CUstream side;

#define TRY(call)                       \
	do {                            \
		CUresult r_ = (call);   \
		if (r_ != CUDA_SUCCESS) \
			return r_;      \
	} while (0)

struct cleanup {
	CUstream s = nullptr;
	CUevent e = nullptr;
	CUdeviceptr p = 0, q = 0;
	CUcontext c = nullptr;
	CUmemoryPool pool = nullptr;
	CUmemGenericAllocationHandle m = 0;
	void *h = nullptr;
	~cleanup() {
		left = -1;
		if (e)
			CU(cuEventDestroy(e));
		if (s) {
			CU(cuStreamSynchronize(s));
			CU(cuStreamDestroy(s));
		}
		if (p)
			CU(cuMemFree(p));
		if (q)
			CU(cuMemFree(q));
		if (h)
			CU(cuMemHostUnregister(h));
		if (pool)
			CU(cuMemPoolDestroy(pool));
		if (m)
			CU(cuMemRelease(m));
		if (c)
			CU(cuCtxDestroy(c));
		CU(cuCtxSynchronize());
	}
};

static CUresult stream() {
	cleanup k;
	return cuStreamCreate(&k.s, CU_STREAM_NON_BLOCKING);
}

static CUresult event() {
	cleanup k;
	TRY(cuEventCreate(&k.e, 0));
	TRY(cuEventRecord(k.e, side));
	return cuStreamWaitEvent(CU_STREAM_LEGACY, k.e, 0);
}

static CUresult interprocess_event() {
	cleanup k;
	CUipcEventHandle h;
	TRY(cuEventCreate(&k.e, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
	TRY(cuIpcGetEventHandle(&h, k.e));
	return cuEventRecord(k.e, side);
}

static CUresult memory() {
	cleanup k;
	TRY(cuMemAlloc(&k.p, 1000));
	return cuMemAlloc(&k.q, 5 << 20);
}

static CUresult many_blocks() {
	enum { N = 300 };
	CUdeviceptr p[N];
	CUresult r = CUDA_SUCCESS;
	int n = 0;
	while (n < N && (r = cuMemAlloc(&p[n], 300 + 7 * n)) == CUDA_SUCCESS)
		n++;
	left = -1;
	for (int i = 0; i < n; i += 2)
		CU(cuMemFree(p[i]));
	for (int i = 1; i < n; i += 2)
		CU(cuMemFree(p[i]));
	return r;
}

static CUresult managed() {
	cleanup k;
	CUmemLocation host = {CU_MEM_LOCATION_TYPE_HOST, 0};
	int where;
	TRY(cuMemAllocManaged(&k.p, 4096, CU_MEM_ATTACH_GLOBAL));
	TRY(cuMemAdvise(k.p, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
	TRY(cuMemPrefetchAsync(k.p, 4096, host, 0, side));
	return cuMemRangeGetAttribute(
		&where, 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, k.p, 4096);
}

static CUresult registered() {
	static char bytes[3 << 12];
	cleanup k;
	CUresult r = cuMemHostRegister(bytes, sizeof bytes, 0);
	if (r == CUDA_SUCCESS)
		k.h = bytes;
	return r;
}

static CUresult fill() {
	cleanup k;
	TRY(cuMemsetD32Async(words, 3, 64, side));
	TRY(cuMemsetD2D8Async(words, 64, 1, 16, 3, side));
	return cuMemsetD8(words, 0, 256);
}

static CUresult copy() {
	static char big[200000];
	cleanup k;
	TRY(cuMemAlloc(&k.p, sizeof big));
	TRY(cuMemcpyHtoDAsync(k.p, big, 100, side));
	TRY(cuMemcpyHtoDAsync(k.p, big, sizeof big, side));
	TRY(cuMemcpyDtoDAsync(k.p, words, 64, side));
	return cuMemcpyDtoH(big, k.p, sizeof big);
}

static CUresult launch() {
	cleanup k;
	void *args[] = {&words};
	TRY(cuLaunchKernel(kernel, 4, 1, 1, 32, 1, 1, 0, side, args, nullptr));
	TRY(cuLaunchKernel(kernel, 4, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr));
	return cuLaunchKernel(kernel, 4, 1, 1, 32, 1, 1, 0, CU_STREAM_PER_THREAD, args,
	                      nullptr);
}

static void CUDA_CB nothing(void *) {
}

static CUresult host_function() {
	cleanup k;
	TRY(cuLaunchHostFunc(side, nothing, nullptr));
	return cuLaunchHostFunc(nullptr, nothing, nullptr);
}

static CUresult values() {
	cleanup k;
	TRY(cuStreamWriteValue32(side, words, 1, 0));
	return cuStreamWaitValue32(side, words, 1, CU_STREAM_WAIT_VALUE_GEQ);
}

static CUresult many_streams() {
	enum { N = 40 };
	CUstream s[N];
	CUresult r = CUDA_SUCCESS;
	int n = 0;
	while (n < N && (r = cuStreamCreate(&s[n], 0)) == CUDA_SUCCESS)
		n++;
	for (int i = 0; i < n && r == CUDA_SUCCESS; i++)
		r = cuMemsetD32Async(words, 1, 1, s[i]);
	if (r == CUDA_SUCCESS)
		r = cuMemsetD32Async(words, 2, 1, nullptr);
	left = -1;
	CU(cuCtxSynchronize());
	for (int i = 0; i < n; i++)
		CU(cuStreamDestroy(s[i]));
	return r;
}

static CUresult pool() {
	cleanup k;
	CUmemPoolProps props;
	CUdeviceptr p;
	memset(&props, 0, sizeof props);
	props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	TRY(cuMemPoolCreate(&k.pool, &props));
	TRY(cuMemAllocFromPoolAsync(&p, 1 << 16, k.pool, side));
	CUresult r = cuMemFreeAsync(p, side);
	if (r != CUDA_SUCCESS)
		k.p = p;
	return r;
}

extern "C" {
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *,
                            void *, void *, int *);
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
}

/* It has no errors of its own: what is lost is reported to whoever asks for it. */
static CUresult registration() {
	enum { N = 400 };
	static char host[N], shadow[N];
	static struct {
		int magic, version;
		const void *data;
		void *unused;
	} wrapper = {0x466243b1, 1, "", nullptr};
	void **h = __cudaRegisterFatBinary(&wrapper);
	for (int i = 0; i < N; i++) {
		__cudaRegisterFunction(h, &host[i], &host[i], "k", -1, nullptr, nullptr,
		                       nullptr, nullptr, nullptr);
		__cudaRegisterVar(h, &shadow[i], &shadow[i], "v", 0, 4, 0, 0);
	}
	__cudaRegisterFatBinaryEnd(h);
	cudaError_t e = cudaSuccess;
	cudaKernel_t k;
	for (int i = 0; i < N && e == cudaSuccess; i++)
		e = cudaGetKernel(&k, &host[i]);
	__cudaUnregisterFatBinary(h);
	return (CUresult)e;
}

static CUresult shared_pool() {
	cleanup k, imported;
	CUmemPoolProps props;
	CUmemPoolPtrExportData data;
	int fd = -1;
	memset(&props, 0, sizeof props);
	props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	props.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	TRY(cuMemPoolCreate(&k.pool, &props));
	TRY(cuMemAllocFromPoolAsync(&k.p, 1000, k.pool, side));
	TRY(cuMemPoolExportPointer(&data, k.p));
	TRY(cuMemPoolExportToShareableHandle(&fd, k.pool, props.handleTypes, 0));
	CUresult r = cuMemPoolImportFromShareableHandle(
		&imported.pool, (void *)(intptr_t)fd, props.handleTypes, 0);
	close(fd);
	TRY(r);
	return cuMemPoolImportPointer(&imported.p, imported.pool, &data);
}

static CUresult pool_of_device() {
	cleanup k;
	CUdeviceptr p;
	TRY(cuMemAllocAsync(&p, 1 << 16, side));
	CUresult r = cuMemFreeAsync(p, side);
	if (r != CUDA_SUCCESS)
		k.p = p;
	return r;
}

static CUresult apart() {
	cleanup k;
	CUmemAllocationProp prop;
	CUdeviceptr p;
	memset(&prop, 0, sizeof prop);
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	TRY(cuMemCreate(&k.m, 2 << 20, &prop, 0));
	TRY(cuMemAddressReserve(&p, 4 << 20, 0, 0, 0));
	CUmemAccessDesc access;
	memset(&access, 0, sizeof access);
	access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	CUresult r = cuMemMap(p, 2 << 20, 0, k.m, 0);
	bool mapped = r == CUDA_SUCCESS;
	if (mapped)
		r = cuMemSetAccess(p, 2 << 20, &access, 1);
	if (r == CUDA_SUCCESS)
		r = cuMemsetD8(p, 1, 4096);
	left = -1;
	if (mapped)
		CU(cuMemUnmap(p, 2 << 20));
	CU(cuMemAddressFree(p, 4 << 20));
	return r;
}

/* Where cuMemFree succeeds, the memory is free; else it can be freed later. */
static CUresult given_back() {
	cleanup k;
	TRY(cuMemAlloc(&k.p, 5 << 20));
	CUresult r = cuMemFree(k.p);
	if (r == CUDA_SUCCESS)
		k.p = 0;
	return r;
}

static CUresult context() {
	cleanup k;
	CUctxCreateParams none = {};
	CUstream s;
	CUdeviceptr p;
	TRY(cuCtxCreate(&k.c, &none, 0, 0));
	TRY(cuStreamCreate(&s, 0));
	return cuMemAlloc(&p, 4096);
}

static CUresult runtime() {
	void *p = nullptr, *h = nullptr;
	cudaEvent_t e = nullptr;
	cudaError_t r = cudaMalloc(&p, 100);
	if (r == cudaSuccess)
		r = cudaMallocHost(&h, 100);
	if (r == cudaSuccess)
		r = cudaEventCreate(&e);
	left = -1;
	cudaFree(p);
	cudaFreeHost(h);
	if (e)
		cudaEventDestroy(e);
	return (CUresult)r;
}

static CUresult shared_memory() {
	cleanup k;
	CUipcMemHandle h;
	TRY(cuMemAlloc(&k.p, 2 << 20));
	return cuIpcGetMemHandle(&h, k.p);
}

static CUresult pitch() {
	cleanup k;
	size_t n;
	return cuMemAllocPitch(&k.p, &n, 100, 100, 4);
}

static CUresult callbacks() {
	CUlogsCallbackHandle h = nullptr;
	CUresult r = cuLogsRegisterCallback([](void *, CUlogLevel, char *, size_t) {},
	                                    nullptr, &h);
	left = -1;
	if (r == CUDA_SUCCESS)
		CU(cuLogsUnregisterCallback(h));
	return r;
}

/* ---- code ---- */

static const char ptx[] = ".version 7.8\n.target sm_80\n.address_size 64\n"
			  ".visible .entry k(.param .u64 p)\n{ ret; }\n"
			  ".visible .entry other(.param .u64 p)\n{ ret; }\n"
			  ".global .texref named;\n.global .u32 word[64];\n";

static CUresult module_() {
	CUmodule m = nullptr;
	CUfunction f;
	CUresult r = cuModuleLoadData(&m, ptx);
	if (r == CUDA_SUCCESS)
		r = cuModuleGetFunction(&f, m, "other");
	if (r == CUDA_SUCCESS) {
		void *args[] = {&words};
		r = cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, side, args, nullptr);
	}
	left = -1;
	CU(cuCtxSynchronize());
	if (m)
		CU(cuModuleUnload(m));
	return r;
}

static CUresult library() {
	CUlibrary l = nullptr;
	CUkernel k;
	CUfunction f;
	CUresult r = cuLibraryLoadData(&l, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0);
	if (r == CUDA_SUCCESS)
		r = cuLibraryGetKernel(&k, l, "k");
	if (r == CUDA_SUCCESS)
		r = cuKernelGetFunction(&f, k);
	left = -1;
	if (l)
		CU(cuLibraryUnload(l));
	return r;
}

static CUresult link_() {
	CUlinkState s = nullptr;
	void *image;
	size_t size;
	CUresult r = cuLinkCreate(0, nullptr, nullptr, &s);
	if (r == CUDA_SUCCESS)
		r = cuLinkAddData(s, CU_JIT_INPUT_PTX, (void *)ptx, sizeof ptx, "a", 0, nullptr, nullptr);
	if (r == CUDA_SUCCESS)
		r = cuLinkComplete(s, &image, &size);
	left = -1;
	if (s)
		CU(cuLinkDestroy(s));
	return r;
}

/* ---- graphs ---- */

struct graph {
	CUgraph g = nullptr, copy = nullptr;
	CUgraphExec x = nullptr;
	~graph() {
		left = -1;
		CU(cuCtxSynchronize());
		if (x)
			CU(cuGraphExecDestroy(x));
		if (g)
			CU(cuGraphDestroy(g));
		if (copy)
			CU(cuGraphDestroy(copy));
	}
};

static CUresult fill_graph(CUgraph g, int n) {
	CUDA_MEMSET_NODE_PARAMS m;
	CUDA_KERNEL_NODE_PARAMS k;
	CUgraphNode node[64], last;
	void *args[] = {&words};
	memset(&m, 0, sizeof m);
	memset(&k, 0, sizeof k);
	m.dst = words;
	m.elementSize = 4;
	m.width = 8;
	m.height = 1;
	k.func = kernel;
	k.gridDimX = k.gridDimY = k.gridDimZ = k.blockDimX = k.blockDimY = k.blockDimZ = 1;
	k.kernelParams = args;
	for (int i = 0; i < n; i++) {
		TRY(cuGraphAddMemsetNode(&node[i], g, nullptr, 0, &m, nullptr));
		if (i % 2)
			TRY(cuGraphAddKernelNode(&node[i], g, &node[i - 1], 1, &k));
	}
	return cuGraphAddEmptyNode(&last, g, node, n);
}

static CUresult graph_launch() {
	graph k;
	TRY(cuGraphCreate(&k.g, 0));
	TRY(fill_graph(k.g, 20));
	TRY(cuGraphInstantiate(&k.x, k.g, 0));
	TRY(cuGraphLaunch(k.x, side));
	return cuGraphLaunch(k.x, nullptr);
}

static CUresult graph_change() {
	graph k;
	CUgraphExecUpdateResultInfo info;
	CUgraphNode n;
	TRY(cuGraphCreate(&k.g, 0));
	TRY(fill_graph(k.g, 3));
	TRY(cuGraphInstantiate(&k.x, k.g, 0));
	TRY(cuGraphLaunch(k.x, side));
	CUresult r = cuGraphExecUpdate(k.x, k.g, &info);
	if (r == CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE && info.result == CU_GRAPH_EXEC_UPDATE_ERROR)
		r = CUDA_ERROR_OUT_OF_MEMORY;
	TRY(r);
	TRY(cuGraphClone(&k.copy, k.g));
	TRY(cuGraphAddChildGraphNode(&n, k.copy, nullptr, 0, k.g));
	return cuGraphAddDependencies(k.copy, nullptr, nullptr, nullptr, 0);
}

static CUresult capture() {
	graph k;
	CUstream t = nullptr;
	CUevent e = nullptr;
	void *args[] = {&words};
	auto steps = [&]() -> CUresult {
		TRY(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
		TRY(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
		TRY(cuStreamBeginCapture(t, CU_STREAM_CAPTURE_MODE_RELAXED));
		TRY(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, t, args, nullptr));
		TRY(cuEventRecord(e, t));
		TRY(cuStreamWaitEvent(t, e, 0));
		TRY(cuMemsetD32Async(words, 1, 4, t));
		TRY(cuStreamWriteValue32(t, words, 1, 0));
		TRY(cuLaunchHostFunc(t, nothing, nullptr));
		return cuStreamEndCapture(t, &k.g);
	};
	CUresult r = steps();
	left = -1;
	if (t)
		CU(cuStreamDestroy(t));
	if (e)
		CU(cuEventDestroy(e));
	return r;
}

static CUresult graph_memory() {
	graph k;
	CUgraphNode a, f;
	CUDA_MEM_ALLOC_NODE_PARAMS m;
	memset(&m, 0, sizeof m);
	m.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	m.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	m.bytesize = 4096;
	TRY(cuGraphCreate(&k.g, 0));
	TRY(cuGraphAddMemAllocNode(&a, k.g, nullptr, 0, &m));
	TRY(cuGraphAddMemFreeNode(&f, k.g, &a, 1, m.dptr));
	TRY(cuGraphInstantiate(&k.x, k.g, 0));
	return cuGraphLaunch(k.x, side);
}

static CUresult choices() {
	graph k;
	CUgraphConditionalHandle h;
	CUgraphNode n;
	CUgraphNodeParams p;
	CUcontext c;
	TRY(cuCtxGetCurrent(&c));
	TRY(cuGraphCreate(&k.g, 0));
	TRY(cuGraphConditionalHandleCreate(&h, k.g, c, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
	memset(&p, 0, sizeof p);
	p.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
	p.conditional.handle = h;
	p.conditional.type = CU_GRAPH_COND_TYPE_SWITCH;
	p.conditional.size = 9;
	p.conditional.ctx = c;
	TRY(cuGraphAddNode(&n, k.g, nullptr, nullptr, 0, &p));
	TRY(cuGraphInstantiate(&k.x, k.g, 0));
	return cuGraphLaunch(k.x, side);
}

static CUresult object() {
	graph k;
	CUuserObject o;
	TRY(cuGraphCreate(&k.g, 0));
	TRY(cuUserObjectCreate(&o, nullptr, nothing, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
	CUresult r = cuGraphRetainUserObject(k.g, o, 1, CU_GRAPH_USER_OBJECT_MOVE);
	left = -1;
	if (r != CUDA_SUCCESS)
		CU(cuUserObjectRelease(o, 1));
	return r;
}

/* ---- arrays and textures ---- */

static CUresult array() {
	CUDA_ARRAY3D_DESCRIPTOR d;
	CUarray a = nullptr;
	CUmipmappedArray m = nullptr;
	memset(&d, 0, sizeof d);
	d.Width = d.Height = 64;
	d.Format = CU_AD_FORMAT_FLOAT;
	d.NumChannels = 1;
	CUresult r = cuArray3DCreate(&a, &d);
	if (r == CUDA_SUCCESS)
		r = cuMipmappedArrayCreate(&m, &d, 4);
	left = -1;
	if (a)
		CU(cuArrayDestroy(a));
	if (m)
		CU(cuMipmappedArrayDestroy(m));
	return r;
}

static CUresult texture() {
	CUDA_ARRAY3D_DESCRIPTOR d;
	CUDA_RESOURCE_DESC res;
	CUDA_TEXTURE_DESC tex;
	CUarray a = nullptr;
	CUtexObject t = 0;
	CUsurfObject s = 0;
	memset(&d, 0, sizeof d);
	memset(&res, 0, sizeof res);
	memset(&tex, 0, sizeof tex);
	d.Width = d.Height = 8;
	d.Format = CU_AD_FORMAT_FLOAT;
	d.NumChannels = 1;
	d.Flags = CUDA_ARRAY3D_SURFACE_LDST;
	CUresult r = cuArray3DCreate(&a, &d);
	res.res.array.hArray = a;
	if (r == CUDA_SUCCESS)
		r = cuTexObjectCreate(&t, &res, &tex, nullptr);
	if (r == CUDA_SUCCESS)
		r = cuSurfObjectCreate(&s, &res);
	left = -1;
	if (s)
		CU(cuSurfObjectDestroy(s));
	if (t)
		CU(cuTexObjectDestroy(t));
	if (a)
		CU(cuArrayDestroy(a));
	return r;
}

static CUresult green() {
	CUdevResource sm, part;
	CUdevResourceDesc desc;
	CUgreenCtx g = nullptr;
	CUstream s = nullptr;
	unsigned n = 1;
	TRY(cuDeviceGetDevResource(0, &sm, CU_DEV_RESOURCE_TYPE_SM));
	TRY(cuDevSmResourceSplitByCount(&part, &n, &sm, nullptr, 0, 1));
	CUresult r = cuDevResourceGenerateDesc(&desc, &part, 1);
	if (r == CUDA_SUCCESS)
		r = cuGreenCtxCreate(&g, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM);
	if (r == CUDA_SUCCESS)
		r = cuGreenCtxStreamCreate(&s, g, CU_STREAM_NON_BLOCKING, 0);
	left = -1;
	if (g)
		CU(cuGreenCtxDestroy(g));
	return r;
}

/* ---- all of them ---- */

static const struct {
	const char *name;
	CUresult (*run)();
} scenarios[] = {
	{"stream", stream},
	{"event", event},
	{"interprocess event", interprocess_event},
	{"memory", memory},
	{"many blocks", many_blocks},
	{"managed", managed},
	{"registered", registered},
	{"fill", fill},
	{"copy", copy},
	{"launch", launch},
	{"host function", host_function},
	{"values", values},
	{"many streams", many_streams},
	{"pool", pool},
	{"pool of the device", pool_of_device},
	{"pool between processes", shared_pool},
	{"registration", registration},
	{"memory apart", apart},
	{"given back", given_back},
	{"context", context},
	{"runtime", runtime},
	{"shared memory", shared_memory},
	{"pitch", pitch},
	{"log callbacks", callbacks},
	{"module", module_},
	{"library", library},
	{"link", link_},
	{"graph", graph_launch},
	{"graph changes", graph_change},
	{"capture", capture},
	{"graph memory", graph_memory},
	{"choices", choices},
	{"user object", object},
	{"arrays", array},
	{"texture", texture},
	{"parts", green},
};

static size_t free_bytes() {
	size_t n = 0, total;
	CU(cuMemGetInfo(&n, &total));
	return n;
}

int main() {
	CUcontext c;
	CUmodule m;
	int wrong = 0, refused = 0;
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&c, 0));
	CU(cuCtxSetCurrent(c));
	CU(cuModuleLoadData(&m, ptx));
	CU(cuModuleGetFunction(&kernel, m, "k"));
	CU(cuMemAlloc(&words, 4096));
	CU(cuStreamCreate(&side, CU_STREAM_NON_BLOCKING));
	/* What a thread registers for its end is done now: glibc ends the process when it has no memory for that. */
	launch();
	host_function();
	for (auto &s : scenarios) {
		size_t before = free_bytes();
		for (int mode = 0; mode < 4; mode++) {
			long k = 0;
			mappings = mode > 1;
			do {
				from_then_on = mode % 2;
				failed = false;
				left = k++;
				CUresult r = s.run();
				left = -1;
				refused += r == CUDA_ERROR_OUT_OF_MEMORY;
				/* what could be done without the memory is done */
				if (r != CUDA_SUCCESS && r != CUDA_ERROR_OUT_OF_MEMORY &&
				    r != CUDA_ERROR_MAP_FAILED && wrong++ < 20)
					printf("%s, %s %ld: %s\n", s.name,
					       mappings ? "mapping" : "allocation", k,
					       name_of(r));
				if (r != CUDA_SUCCESS && !failed && wrong++ < 20)
					printf("%s: %s, though there was memory\n",
					       s.name, name_of(r));
				if (free_bytes() != before && wrong++ < 20)
					printf("%s, %s %ld: %zd bytes of the "
					       "device are lost\n",
					       s.name, mappings ? "mapping" : "allocation", k,
					       (ssize_t)(before - free_bytes()));
			} while (failed && k < 10000);
			if (s.run() != CUDA_SUCCESS && wrong++ < 20)
				printf("%s does not work any more\n", s.name);
		}
	}
	printf("%zu scenarios, refusals %d, wrong %d\n",
	       sizeof scenarios / sizeof *scenarios, refused > 0, wrong);
	return wrong != 0;
}
