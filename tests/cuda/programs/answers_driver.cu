// Contexts, modules, functions, memory and virtual addresses: what the driver answers. The answers are an H200's.
// build: -lcuda
#include <cstdio>
#include <cstring>
#include <cuda.h>

#define D(e) \
	do { \
		const char *n_ = "?"; \
		cuGetErrorName(e, &n_); \
		std::printf("%s -> %s\n", #e, n_); \
	} while (0)
#define V(...) \
	do { \
		std::printf(__VA_ARGS__); \
		std::printf("\n"); \
	} while (0)

static const char *ptx =
    ".version 7.8\n.target sm_70\n.address_size 64\n.visible .global .align 4 .u32 g[4];\n.visible .const .align 4 "
    ".u32 c[4];\n.visible .entry k(.param .u64 p, .param .u32 v)\n{ .reg .u64 %a; .reg .u32 %r; ld.param.u64 %a,[p]; "
    "ld.param.u32 %r,[v]; st.global.u32 [%a], %r; ret; }\n.visible .entry big() .maxntid 64,1,1 { .shared .align 4 .b8 "
    "s[1024]; ret; }\n";
int main() {
	CUdevice dev = {};
	CUcontext c = {}, c2 = {};
	CUmodule m = {};
	CUfunction f = {}, b = {};
	CUdeviceptr p = {}, q = {};
	size_t n;
	int i;
	char buf[64];
	unsigned fl;
	D(cuInit(1));
	D(cuDeviceGet(&dev, 0));
	D(cuCtxGetCurrent(&c));
	D(cuInit(0));
	D(cuDeviceGet(&dev, 9));
	D(cuDeviceGet(&dev, 0));
	D(cuMemAlloc(&p, 64));
	D(cuDeviceGetName(buf, 4, dev));
	D(cuDeviceGetAttribute(&i, (CUdevice_attribute)0, dev));
	D(cuDeviceGetAttribute(&i, (CUdevice_attribute)5000, dev));
	D(cuCtxGetDevice(&dev));
	D(cuCtxSynchronize());
	D(cuModuleLoadData(&m, ptx));
	D(cuDevicePrimaryCtxGetState(dev, &fl, &i));
	V("%u %d", fl, i);
	D(cuDevicePrimaryCtxRelease(dev));
	D(cuDevicePrimaryCtxRetain(&c, dev));
	D(cuDevicePrimaryCtxSetFlags(dev, 3));
	D(cuDevicePrimaryCtxSetFlags(dev, 1));
	D(cuCtxPushCurrent(c));
	D(cuCtxPushCurrent(NULL));
	D(cuCtxPopCurrent(&c2));
	V("%d", c2 == c);
	D(cuCtxPopCurrent(&c2));
	D(cuCtxSetCurrent(c));
	D(cuCtxDestroy(c));
	D(cuCtxSetFlags(1));
	D(cuCtxGetFlags(&fl));
	V("%u", fl);
	D(cuCtxGetApiVersion(c, &fl));
	V("%u", fl);
	D(cuCtxGetApiVersion((CUcontext)NULL, &fl));
	D(cuCtxSetLimit((CUlimit)99, 1));
	D(cuCtxGetLimit(&n, CU_LIMIT_STACK_SIZE));
	V("%zu", n);
	unsigned long long id;
	D(cuCtxGetId(c, &id));
	V("%llu", id);
	D(cuCtxResetPersistingL2Cache());
	D(cuModuleLoadData(&m, "nonsense"));
	D(cuModuleLoadData(&m, NULL));
	D(cuModuleLoadData(&m, ".version 99.0\n.target sm_70\n.address_size 64\n"));
	D(cuModuleLoadData(&m, ".version 7.8\n.target sm_999\n.address_size 64\n"));
	D(cuModuleLoadData(&m, ".version 8.7\n.target sm_100\n.address_size 64\n.visible .entry k() { ret; }\n"));
	D(cuModuleLoadData(&m, ".version 7.8\n.target sm_70\n.address_size 32\n.visible .entry k() { ret; }\n"));
	D(cuModuleLoad(&m, "/nonexistent.ptx"));
	D(cuModuleLoad(&m, NULL));
	D(cuModuleLoadData(&m, ptx));
	D(cuModuleGetFunction(&f, m, "none"));
	D(cuModuleGetFunction(&f, m, NULL));
	D(cuModuleGetFunction(&f, NULL, "k"));
	D(cuModuleGetFunction(&f, m, "k"));
	D(cuModuleGetFunction(&b, m, "big"));
	D(cuModuleGetGlobal(&p, &n, m, "g"));
	V("%zu", n);
	D(cuModuleGetGlobal(&p, &n, m, "c"));
	V("%zu", n);
	D(cuModuleGetGlobal(&p, &n, m, "k"));
	D(cuModuleGetFunctionCount(&fl, m));
	V("%u", fl);
	D(cuFuncGetAttribute(&i, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, b));
	V("%d", i);
	D(cuFuncGetAttribute(&i, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, b));
	V("%d", i);
	D(cuFuncGetAttribute(&i, CU_FUNC_ATTRIBUTE_PTX_VERSION, f));
	V("%d", i);
	D(cuFuncGetAttribute(&i, CU_FUNC_ATTRIBUTE_BINARY_VERSION, f));
	V("%d", i);
	D(cuFuncGetAttribute(&i, (CUfunction_attribute)99, f));
	D(cuFuncGetAttribute(&i, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, f));
	V("%d", i);
	D(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 300000));
	D(cuFuncSetAttribute(b, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 232448));
	D(cuFuncSetAttribute(b, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 231424));
	D(cuFuncSetAttribute(b, CU_FUNC_ATTRIBUTE_NUM_REGS, 4));
	size_t po, ps;
	D(cuFuncGetParamInfo(f, 0, &po, &ps));
	V("%zu %zu", po, ps);
	D(cuFuncGetParamInfo(f, 1, &po, &ps));
	V("%zu %zu", po, ps);
	D(cuFuncGetParamInfo(f, 2, &po, &ps));
	const char *nm;
	D(cuFuncGetName(&nm, f));
	V("%s", nm);
	CUmodule mm = {};
	D(cuFuncGetModule(&mm, f));
	V("%d", mm == m);
	CUfunctionLoadingState ls;
	D(cuFuncIsLoaded(&ls, f));
	D(cuFuncLoad(f));
	D(cuFuncIsLoaded(&ls, f));
	V("%d", ls);
	D(cuMemAlloc(&q, 256));
	unsigned v = 5;
	void *args[] = {&q, &v};
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, NULL));
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, NULL));
	D(cuLaunchKernel(f, 0, 1, 1, 1, 1, 1, 0, 0, args, NULL));
	D(cuLaunchKernel(f, 1, 1, 1, 1025, 1, 1, 0, 0, args, NULL));
	D(cuLaunchKernel(b, 1, 1, 1, 65, 1, 1, 0, 0, NULL, NULL));
	D(cuLaunchKernel(b, 1, 1, 1, 64, 1, 1, 231425, 0, NULL, NULL));
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 49153, 0, args, NULL));
	D(cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, 0, args, NULL));
	D(cuLaunchKernel(f, 1, 70000, 1, 1, 1, 1, 0, 0, args, NULL));
	size_t as = 12;
	struct {
		CUdeviceptr a = {};
		unsigned b;
	} pk = {q, 9};
	void *ex[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &pk, CU_LAUNCH_PARAM_BUFFER_SIZE, &as, CU_LAUNCH_PARAM_END};
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, ex));
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, ex));
	as = 8;
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, ex));
	as = 16;
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, ex));
	as = 4096;
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, ex));
	D(cuCtxSynchronize());
	D(cuMemcpyDtoH(&v, q, 4));
	V("%u", v);
	D(cuMemFree(0));
	D(cuMemFree(q + 4));
	D(cuMemFree(0x1234));
	D(cuMemcpyDtoH(&v, 0, 4));
	D(cuMemcpyDtoH(NULL, q, 0));
	D(cuMemcpyHtoD(q, NULL, 4));
	D(cuMemcpyHtoD(q, &v, 300));
	D(cuMemsetD8(q, 1, 300));
	D(cuMemsetD16(q + 1, 1, 4));
	D(cuMemsetD32(q + 2, 1, 4));
	D(cuMemsetD32(q, 1, 0));
	D(cuMemsetD2D32(q, 6, 1, 1, 1));
	D(cuMemsetD2D32(q, 16, 1, 8, 2));
	D(cuMemGetAddressRange(&p, &n, q + 8));
	V("%d %zu", p == q, n);
	D(cuMemGetAddressRange(&p, &n, 0x1234));
	D(cuMemAlloc(&p, 0));
	D(cuMemAllocPitch(&p, &n, 100, 4, 3));
	D(cuMemAllocPitch(&p, &n, 100, 4, 16));
	V("%zu", n);
	D(cuMemAllocManaged(&p, 64, 0));
	D(cuMemAllocManaged(&p, 64, CU_MEM_ATTACH_HOST));
	int at;
	D(cuPointerGetAttribute(&at, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
	V("%d", at);
	D(cuPointerGetAttribute(&at, CU_POINTER_ATTRIBUTE_IS_MANAGED, p));
	V("%d", at & 255);
	D(cuPointerGetAttribute(&at, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)&at));
	D(cuPointerGetAttribute(&at, (CUpointer_attribute)99, p));
	D(cuPointerGetAttribute(&at, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, q));
	V("%d", at);
	size_t rs;
	D(cuPointerGetAttribute(&rs, CU_POINTER_ATTRIBUTE_RANGE_SIZE, q + 4));
	V("%zu", rs);
	int on = 1;
	D(cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, q));
	D(cuPointerSetAttribute(&on, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, q));
	CUmemAllocationProp pr = {};
	CUmemGenericAllocationHandle mh = {};
	D(cuMemCreate(&mh, 2 << 20, &pr, 0));
	pr.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	pr.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	D(cuMemCreate(&mh, 1000, &pr, 0));
	D(cuMemCreate(&mh, 0, &pr, 0));
	D(cuMemCreate(&mh, 2 << 20, &pr, 1));
	pr.location.id = 9;
	D(cuMemCreate(&mh, 2 << 20, &pr, 0));
	pr.location.id = 0;
	pr.allocFlags.compressionType = 1;
	D(cuMemCreate(&mh, 2 << 20, &pr, 0));
	CUmemAllocationProp got = {};
	D(cuMemGetAllocationPropertiesFromHandle(&got, mh));
	V("%d", got.allocFlags.compressionType);
	D(cuDeviceGetAttribute(&i, CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED, dev));
	V("%d", i);
	pr.allocFlags.compressionType = 2;
	D(cuMemCreate(&mh, 2 << 20, &pr, 0));
	pr.allocFlags.compressionType = 0;
	D(cuMemCreate(&mh, 2 << 20, &pr, 0));
	D(cuMemGetAllocationGranularity(&n, &pr, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
	V("%zu", n);
	D(cuMemGetAllocationGranularity(&n, &pr, (CUmemAllocationGranularity_flags)5));
	D(cuMemAddressReserve(&p, 1000, 0, 0, 0));
	D(cuMemAddressReserve(&p, 4 << 20, 3, 0, 0));
	D(cuMemAddressReserve(&p, 0, 0, 0, 0));
	D(cuMemAddressReserve(&p, 4 << 20, 0, 0, 1));
	D(cuMemAddressReserve(&p, 4 << 20, 0, 0, 0));
	D(cuMemMap(p, 1000, 0, mh, 0));
	D(cuMemMap(p, 4 << 20, 0, mh, 0));
	D(cuMemMap(p, 2 << 20, 2 << 20, mh, 0));
	D(cuMemMap(p, 2 << 20, 0, mh, 1));
	D(cuMemMap(p, 2 << 20, 0, mh, 0));
	D(cuMemMap(p, 2 << 20, 0, mh, 0));
	D(cuMemsetD8(p, 1, 16));
	CUmemAccessDesc ad = {};
	ad.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	ad.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	D(cuMemSetAccess(p, 4 << 20, &ad, 1));
	D(cuMemSetAccess(p, 2 << 20, &ad, 0));
	D(cuMemSetAccess(p, 2 << 20, &ad, 1));
	D(cuMemsetD8(p, 1, 16));
	D(cuMemUnmap(p, 1 << 20));
	D(cuMemUnmap(p, 4 << 20));
	D(cuMemAddressFree(p, 4 << 20));
	D(cuMemUnmap(p, 2 << 20));
	D(cuMemRelease(mh));
	D(cuMemAddressFree(p, 2 << 20));
	D(cuMemAddressFree(p, 4 << 20));
	const char *s;
	D(cuGetErrorName((CUresult)12345, &s));
	V("%d", s == NULL);
	void *fn;
	CUdriverProcAddressQueryResult qr;
	D(cuGetProcAddress("cuMemAlloc", &fn, 12000, 0, &qr));
	V("%d", qr);
	D(cuGetProcAddress("cuMemAlloc_v2", &fn, 12000, 0, &qr));
	V("%d", qr);
	D(cuGetProcAddress("cuNope", &fn, 12000, 0, &qr));
	V("%d", qr);
	D(cuGetProcAddress("cuMemPrefetchAsync", &fn, 7000, 0, &qr));
	V("%d", qr);
	D(cuGetProcAddress("", &fn, 12000, 0, &qr));
	D(cuModuleUnload(m));
}
