// Fills of rows, mappings of memory at reserved addresses, modules that are wrong. The answers are an H200's.
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
    ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 p, .param .u32 v)\n{ .reg .u64 %a; "
    ".reg .u32 %r; ld.param.u64 %a,[p]; ld.param.u32 %r,[v]; st.global.u32 [%a], %r; ret; }\n";
int main() {
	CUdevice dev = {};
	CUcontext c = {};
	CUmodule m = {};
	CUfunction f = {};
	CUdeviceptr p = {}, q = {};
	size_t n;
	unsigned v = 5;
	cuInit(0);
	cuDeviceGet(&dev, 0);
	cuDevicePrimaryCtxRetain(&c, dev);
	cuCtxSetCurrent(c);
	unsigned fl;
	cuCtxGetFlags(&fl);
	V("%u", fl);
	D(cuCtxSetFlags(2));
	cuCtxGetFlags(&fl);
	V("%u", fl);
	D(cuCtxSetFlags(8));
	cuCtxGetFlags(&fl);
	V("%u", fl);
	D(cuCtxSetFlags(16));
	cuCtxGetFlags(&fl);
	V("%u", fl);
	D(cuCtxSetFlags(0));
	cuCtxGetFlags(&fl);
	V("%u", fl);
	D(cuCtxSetFlags(3));
	D(cuCtxSetFlags(0x100));
	int act;
	cuDevicePrimaryCtxGetState(dev, &fl, &act);
	V("%u %d", fl, act);
	cuMemAlloc(&q, 4096);
	D(cuMemsetD2D8(q, 0, 1, 4, 1));
	D(cuMemsetD2D8(q, 2, 1, 4, 1));
	D(cuMemsetD2D8(q, 2, 1, 4, 2));
	D(cuMemsetD2D8(q, 5, 1, 4, 2));
	D(cuMemsetD2D16(q, 5, 1, 2, 2));
	D(cuMemsetD2D16(q, 5, 1, 2, 1));
	D(cuMemsetD2D32(q, 6, 1, 1, 2));
	D(cuMemsetD2D32(q, 0, 1, 1, 2));
	D(cuMemsetD2D32(q, 0, 1, 0, 2));
	D(cuMemsetD2D32(q, 8, 1, 1, 0));
	D(cuMemsetD2D32(q + 2, 8, 1, 1, 1));
	D(cuMemsetD2D8(q, 5000, 1, 4, 2));
	D(cuMemsetD2D8(q, (size_t)1 << 40, 1, 4, 1));
	CUmemAllocationProp pr = {};
	pr.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	pr.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	CUmemGenericAllocationHandle h4 = {}, h2 = {};
	D(cuMemCreate(&h4, 4 << 20, &pr, 0));
	D(cuMemCreate(&h2, 2 << 20, &pr, 0));
	D(cuMemAddressReserve(&p, 16 << 20, 0, 0, 0));
	D(cuMemMap(p, 2 << 20, 0, h4, 0));
	D(cuMemMap(p, 2 << 20, 2 << 20, h4, 0));
	D(cuMemMap(p, 1 << 20, 0, h2, 0));
	D(cuMemMap(p, 3 << 20, 0, h4, 0));
	D(cuMemMap(p + 1000, 4 << 20, 0, h4, 0));
	D(cuMemMap(0, 4 << 20, 0, h4, 0));
	D(cuMemMap(p, 0, 0, h4, 0));
	D(cuMemMap(p, 4 << 20, 1, h4, 0));
	D(cuMemMap(p, 4 << 20, 0, 0, 0));
	D(cuMemMap(p + (64 << 20), 4 << 20, 0, h4, 0));
	D(cuMemMap(p, 4 << 20, 0, h4, 0));
	D(cuMemMap(p + (2 << 20), 2 << 20, 0, h2, 0));
	D(cuMemMap(p + (4 << 20), 2 << 20, 0, h2, 0));
	D(cuMemMap(p + (8 << 20), 2 << 20, 0, h2, 0));
	CUmemAccessDesc ad = {};
	ad.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	ad.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	D(cuMemSetAccess(p, 2 << 20, &ad, 1));
	D(cuMemSetAccess(p, 6 << 20, &ad, 1));
	D(cuMemSetAccess(p, 10 << 20, &ad, 1));
	D(cuMemSetAccess(p + 4096, 2 << 20, &ad, 1));
	D(cuMemsetD8(p, 7, 6 << 20));
	D(cuMemsetD8(p + (8 << 20), 7, 1));
	unsigned long long ac;
	CUmemLocation lo = ad.location;
	D(cuMemGetAccess(&ac, &lo, p));
	V("%llu", ac);
	D(cuMemGetAccess(&ac, &lo, p + (8 << 20)));
	V("%llu", ac);
	D(cuMemGetAccess(&ac, &lo, p + (12 << 20)));
	ad.flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
	D(cuMemSetAccess(p, 4 << 20, &ad, 1));
	D(cuMemGetAccess(&ac, &lo, p));
	V("%llu", ac);
	D(cuMemcpyDtoH(&v, p, 4));
	ad.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	D(cuMemSetAccess(p, 4 << 20, &ad, 1));
	D(cuMemcpyDtoH(&v, p, 4));
	D(cuMemUnmap(p, 2 << 20));
	D(cuMemUnmap(p + (2 << 20), 4 << 20));
	D(cuMemUnmap(p, 6 << 20));
	D(cuMemUnmap(p, 6 << 20));
	D(cuMemAddressFree(p, 16 << 20));
	D(cuMemUnmap(p + (6 << 20), 10 << 20));
	CUmemGenericAllocationHandle hr = {};
	D(cuMemRetainAllocationHandle(&hr, (void *)p));
	D(cuMemRelease(h4));
	D(cuMemAddressFree(p, 8 << 20));
	D(cuMemAddressFree(p, 16 << 20));
	D(cuModuleLoadData(&m, ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k() { .reg .u32 %r; "
	                       "add.u32 %r, %r; ret; }\n"));
	D(cuModuleLoadData(&m, ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k() { .reg .u32 %r; "
	                       "add.u32 %r, %r, %q; ret; }\n"));
	D(cuModuleLoadData(&m, ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k() { bra L; }\n"));
	D(cuModuleLoadData(&m, ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k() { .reg .u32 %r; "
	                       "redux.sync.add.u32 %r, %r, -1; ret; }\n"));
	D(cuModuleLoadData(&m, ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k() { .reg .u32 %r; "
	                       "redux.sync.add.u32 %r, %r, -1; ret; }\n"));
	D(cuModuleLoadData(&m, ".version 7.8\n.target sm_70\n.address_size 64\n.shared .b8 s[300000];\n.visible .entry "
	                       "k() { .reg .u64 %r; mov.u64 %r, s; st.shared.u64 [%r], %r; ret; }\n"));
	D(cuModuleLoadData(&m, ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k() { .shared .b8 "
	                       "s[60000]; .reg .u64 %r; mov.u64 %r, s; st.shared.u64 [%r], %r; ret; }\n"));
	D(cuModuleLoadData(&m, "\n\n// c\n.version 7.8\n.target sm_70\n.visible .entry k() { ret; }\n"));
	D(cuModuleLoadData(&m, ".target sm_70\n.version 7.8\n.visible .entry k() { ret; }\n"));
	D(cuModuleLoadData(&m, ".version 7.8\n.target sm_70\n.address_size 64\n"));
	D(cuModuleLoadData(&m, ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k() { ret; }\n.visible "
	                       ".entry k() { ret; }\n"));
}
