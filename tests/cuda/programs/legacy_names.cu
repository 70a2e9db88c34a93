// The functions of libcuda under the names they had before CUDA 4: with 32-bit addresses and sizes, in a context made
// by the old cuCtxCreate, by the present one, and in the primary one. They are found by name, since no header has them.
// build: -lcuda -ldl
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <dlfcn.h>
#include <string>

typedef unsigned u32;

struct Copy2D { // CUDA_MEMCPY2D_v1
	u32 src_x, src_y;
	CUmemorytype src_type;
	const void *src_host;
	u32 src_device;
	CUarray src_array;
	u32 src_pitch, dst_x, dst_y;
	CUmemorytype dst_type;
	void *dst_host;
	u32 dst_device;
	CUarray dst_array;
	u32 dst_pitch, width, height;
};

struct Copy3D { // CUDA_MEMCPY3D_v1
	u32 src_x, src_y, src_z, src_lod;
	CUmemorytype src_type;
	const void *src_host;
	u32 src_device;
	CUarray src_array;
	void *reserved0;
	u32 src_pitch, src_height, dst_x, dst_y, dst_z, dst_lod;
	CUmemorytype dst_type;
	void *dst_host;
	u32 dst_device;
	CUarray dst_array;
	void *reserved1;
	u32 dst_pitch, dst_height, width, height, depth;
};

struct Array2D {
	u32 width, height;
	CUarray_format format;
	u32 channels;
};

struct Array3D {
	u32 width, height, depth;
	CUarray_format format;
	u32 channels, flags;
};

static void *library;
static sigjmp_buf back;

static void crashed(int) {
	siglongjmp(back, 1);
}

template <class... A> static int call(const char *name, A... args) {
	typedef CUresult Function(A...);
	void *symbol = dlsym(library, name);
	Function *f;
	memcpy(&f, &symbol, sizeof f);
	if (!f) {
		printf("  %s is not there\n", name);
		return -1;
	}
	if (sigsetjmp(back, 1)) {
		printf("  %s dies\n", name);
		return -2;
	}
	int r = f(args...);
	printf("  %s %d", name, r);
	return r;
}

static const char ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n.global .align 4 .b32 v[5];\n"
                          ".visible .entry k() { ret; }\n";

static void memory() {
	u32 p = 7, q = 7, n = 7, total = 7, pitch = 7, back_base = 7, back_size = 7;
	void *h = NULL;
	static char host[4096], host2[4096];
	memset(host, 5, sizeof host);
	int r = call("cuMemGetInfo", &n, &total);
	printf(" %s %s\n", n == 7 ? "untouched" : "some", total == 7 ? "untouched" : total == ~0u ? "all ones" : "some");
	r = call("cuMemAlloc", &p, 4096u);
	bool have = r == 0;
	printf(" %s\n", p == 7 ? "untouched" : p ? "some" : "0");
	r = call("cuMemAllocPitch", &q, &pitch, 100u, 10u, 4u);
	printf(" %s pitch %u\n", q == 7 ? "untouched" : "some", pitch);
	r = call("cuMemGetAddressRange", &back_base, &back_size, p);
	printf(" %s %u\n", back_base == p ? "the same" : "another", back_size);
	r = call("cuMemAllocHost", &h, 1000u);
	printf(" %s\n", h ? "some" : "null");
	if (h) {
		u32 d = 7;
		r = call("cuMemHostGetDevicePointer", &d, h, 0u);
		printf(" %s\n", d == 7 ? "untouched" : "some");
		printf("  free %d\n", cuMemFreeHost(h));
	}
	printf("present-day calls\n");
	CUdeviceptr wide = 7;
	r = cuMemAlloc(&wide, 4096);
	printf("  cuMemAlloc_v2 %d %s\n", r, wide == 7 ? "untouched" : wide >> 32 ? "above 4 GB" : "below 4 GB");
	if (!r)
		printf("  free %d\n", cuMemFree(wide));
	u32 at = have ? p : 0x10000000;
	call("cuMemsetD8", at, (unsigned char)1, 16u), puts("");
	call("cuMemsetD16", at, (unsigned short)1, 16u), puts("");
	call("cuMemsetD32", at, 1u, 16u), puts("");
	call("cuMemsetD2D8", at, 64u, (unsigned char)1, 16u, 2u), puts("");
	call("cuMemsetD2D16", at, 64u, (unsigned short)1, 16u, 2u), puts("");
	call("cuMemsetD2D32", at, 64u, 1u, 16u, 2u), puts("");
	call("cuMemcpyHtoD", at, (const void *)host, 64u), puts("");
	call("cuMemcpyDtoH", (void *)host2, at, 64u), printf(" %d\n", memcmp(host, host2, 64) == 0);
	call("cuMemcpyDtoD", at + 64, at, 64u), puts("");
	call("cuMemcpyHtoDAsync", at, (const void *)host, 64u, (CUstream)0), puts("");
	call("cuMemcpyDtoHAsync", (void *)host2, at, 64u, (CUstream)0), puts("");
	call("cuMemcpyDtoDAsync", at + 64, at, 64u, (CUstream)0), puts("");
	Copy2D c = {};
	c.src_type = CU_MEMORYTYPE_HOST, c.src_host = host, c.src_pitch = 64;
	c.dst_type = CU_MEMORYTYPE_HOST, c.dst_host = host2, c.dst_pitch = 64;
	c.width = 16, c.height = 4;
	memset(host2, 0, sizeof host2);
	call("cuMemcpy2D", (const Copy2D *)&c), printf(" %d %d\n", host2[0], host2[64 * 3 + 15]);
	call("cuMemcpy2DUnaligned", (const Copy2D *)&c), puts("");
	call("cuMemcpy2DAsync", (const Copy2D *)&c, (CUstream)0), puts("");
	Copy3D d = {};
	d.src_type = CU_MEMORYTYPE_HOST, d.src_host = host, d.src_pitch = 64, d.src_height = 4;
	d.dst_type = CU_MEMORYTYPE_HOST, d.dst_host = host2, d.dst_pitch = 64, d.dst_height = 4;
	d.width = 16, d.height = 4, d.depth = 2;
	memset(host2, 0, sizeof host2);
	call("cuMemcpy3D", (const Copy3D *)&d), printf(" %d %d\n", host2[0], host2[64 * 7 + 15]);
	call("cuMemcpy3DAsync", (const Copy3D *)&d, (CUstream)0), puts("");
	call("cuMemFree", at), puts("");
	if (q != 7)
		call("cuMemFree", q), puts("");
}

static void arrays() {
	Array2D a = {16, 4, CU_AD_FORMAT_FLOAT, 1}, b = {};
	Array3D c = {8, 4, 2, CU_AD_FORMAT_FLOAT, 1, 0}, d = {};
	CUarray x = NULL, y = NULL;
	static char host[4096], host2[4096];
	memset(host, 6, sizeof host);
	call("cuArrayCreate", &x, (const Array2D *)&a), printf(" %s\n", x ? "some" : "null");
	if (!x) { // made by the present-day call
		CUDA_ARRAY_DESCRIPTOR now = {16, 4, CU_AD_FORMAT_FLOAT, 1};
		printf("  cuArrayCreate_v2 %d\n", cuArrayCreate(&x, &now));
	}
	call("cuArrayGetDescriptor", &b, x), printf(" %u %u %x %u\n", b.width, b.height, b.format, b.channels);
	call("cuArray3DCreate", &y, (const Array3D *)&c), printf(" %s\n", y ? "some" : "null");
	call("cuArray3DGetDescriptor", &d, y ? y : x);
	printf(" %u %u %u %x %u %u\n", d.width, d.height, d.depth, d.format, d.channels, d.flags);
	call("cuMemcpyHtoA", x, 0u, (const void *)host, 64u), puts("");
	call("cuMemcpyAtoH", (void *)host2, x, 0u, 64u), printf(" %d\n", memcmp(host, host2, 64) == 0);
	call("cuMemcpyHtoAAsync", x, 0u, (const void *)host, 64u, (CUstream)0), puts("");
	call("cuMemcpyAtoHAsync", (void *)host2, x, 0u, 64u, (CUstream)0), puts("");
	call("cuMemcpyAtoA", x, 0u, x, 64u, 32u), puts("");
	call("cuMemcpyDtoA", x, 0u, 0x10000000u, 64u), puts("");
	call("cuMemcpyAtoD", 0x10000000u, x, 0u, 64u), puts("");
	Copy2D q = {};
	q.src_type = CU_MEMORYTYPE_ARRAY, q.src_array = x, q.src_x = 4, q.src_y = 1;
	q.dst_type = CU_MEMORYTYPE_HOST, q.dst_host = host2, q.dst_pitch = 64, q.dst_x = 1;
	q.width = 8, q.height = 2;
	memset(host2, 0, sizeof host2);
	call("cuMemcpy2D", (const Copy2D *)&q), printf(" %d %d\n", host2[1], host2[9]);
	if (x)
		printf("  destroy %d\n", cuArrayDestroy(x));
	if (y)
		printf("  destroy %d\n", cuArrayDestroy(y));
}

static void others(bool is_old) {
	CUmodule m = NULL;
	CUstream s = NULL;
	CUevent e = NULL;
	CUtexref t = NULL;
	CUlinkState l = NULL;
	u32 p = 7, n = 7;
	printf("  module %d\n", cuModuleLoadData(&m, ptx));
	if (!is_old) // where variables lie is the machine's
		call("cuModuleGetGlobal", &p, &n, m, "v"), printf(" %s %u\n", p == 7 ? "untouched" : "some", n);
	printf("  stream %d event %d\n", cuStreamCreate(&s, 0), cuEventCreate(&e, 0));
	call("cuStreamDestroy", s), puts("");
	call("cuEventDestroy", e), puts("");
	printf("  texref %d\n", cuTexRefCreate(&t));
	call("cuTexRefSetAddress", &n, t, 0x10000000u, 256u), puts("");
	p = 7;
	call("cuTexRefGetAddress", &p, t), printf(" %s\n", p == 7 ? "untouched" : "some");
	CUDA_ARRAY_DESCRIPTOR now = {16, 4, CU_AD_FORMAT_FLOAT, 1};
	call("cuTexRefSetAddress2D", t, (const CUDA_ARRAY_DESCRIPTOR *)&now, 0x10000000u, 256u), puts("");
	call("cuLinkCreate", 0u, (CUjit_option *)NULL, (void **)NULL, &l), printf(" %s\n", l ? "some" : "null");
	if (!l)
		cuLinkCreate(0, NULL, NULL, &l);
	call("cuLinkAddData", l, CU_JIT_INPUT_PTX, (void *)ptx, sizeof ptx, "a name", 0u, (CUjit_option *)NULL, (void **)NULL), puts("");
	call("cuLinkAddFile", l, CU_JIT_INPUT_PTX, "/nowhere", 0u, (CUjit_option *)NULL, (void **)NULL), puts("");
	if (l)
		printf("  destroy %d\n", cuLinkDestroy(l));
	call("cuProfilerInitialize", "/nowhere", "/nowhere.out", 0), puts("");
	size_t failed = 77, zero = 0;
	CUmemcpyAttributes attr = {};
	attr.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
	CUdeviceptr d = 0, src = 0;
	size_t size = 64;
	cuMemAlloc(&d, 4096);
	src = d + 1024;
	call("cuMemcpyBatchAsync", &d, &src, &size, (size_t)1, &attr, &zero, (size_t)1, &failed, (CUstream)0);
	printf(" %zd\n", (ssize_t)failed);
	printf("  stream again %d\n", cuStreamCreate(&s, 0));
	failed = 77;
	call("cuMemcpyBatchAsync", &d, &src, &size, (size_t)1, &attr, &zero, (size_t)1, &failed, s);
	printf(" %zd\n", (ssize_t)failed);
	CUdeviceptr two[2] = {d, d + 64}, from[2] = {src, src + 64};
	size_t sizes[2] = {64, 64};
	failed = 77;
	call("cuMemcpyBatchAsync", two, from, sizes, (size_t)2, &attr, &zero, (size_t)1, &failed, s);
	printf(" %zd\n", (ssize_t)failed);
	failed = 77;
	call("cuMemcpyBatchAsync_ptsz", two, from, sizes, (size_t)0, &attr, &zero, (size_t)1, &failed, s);
	printf(" %zd\n", (ssize_t)failed);
	failed = 77;
	call("cuMemcpyBatchAsync", two, from, sizes, (size_t)1, &attr, &zero, (size_t)0, &failed, s);
	printf(" %zd\n", (ssize_t)failed);
	CUDA_MEMCPY3D_BATCH_OP op = {};
	op.src.type = op.dst.type = CU_MEMCPY_OPERAND_TYPE_POINTER;
	op.src.op.ptr.ptr = src, op.dst.op.ptr.ptr = d;
	op.extent = {16, 2, 1};
	op.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
	failed = 77;
	call("cuMemcpy3DBatchAsync", (size_t)1, &op, &failed, 0ull, s), printf(" %zd\n", (ssize_t)failed);
	op.extent = {0, 2, 1};
	failed = 77;
	call("cuMemcpy3DBatchAsync", (size_t)1, &op, &failed, 0ull, s), printf(" %zd\n", (ssize_t)failed);
	failed = 77;
	call("cuMemcpy3DBatchAsync_ptsz", (size_t)1, &op, &failed, 1ull, s), printf(" %zd\n", (ssize_t)failed);
	printf("  wait %d\n", cuStreamSynchronize(s));
	cuMemFree(d);
}

static void all(const char *where, bool is_old) {
	u32 version = 7;
	CUcontext c = NULL;
	printf("== %s\n", where);
	cuCtxGetCurrent(&c);
	int r = cuCtxGetApiVersion(c, &version);
	printf("  version %d %u\n", r, version);
	memory();
	arrays();
	others(is_old);
	fflush(stdout);
}

int main(int argc, char **argv) {
	CUcontext c = NULL, popped = NULL;
	CUdevice dev;
	u32 bytes = 7;
	library = dlopen("libcuda.so.1", RTLD_NOW);
	if (argc < 2) {
		for (int i = 0; i < 3; i++) {
			std::string command = std::string("exec '") + argv[0] + "' " + std::to_string(i);
			fflush(stdout);
			if (system(command.c_str()))
				printf("== process %d ended badly\n", i);
		}
		return 0;
	}
	signal(SIGSEGV, crashed);
	setvbuf(stdout, NULL, _IOLBF, 0);
	call("cuMemAlloc", &bytes, 4u), puts(" before cuInit");
	call("cuCtxCreate", &c, 0u, 0), puts(" before cuInit");
	printf("init %d\n", cuInit(0));
	cuDeviceGet(&dev, 0);
	bytes = 7;
	call("cuMemAlloc", &bytes, 4u), puts(" without a context");
	call("cuDeviceTotalMem", &bytes, dev), printf(" %s\n", bytes == 7 ? "untouched" : bytes == ~0u ? "all ones" : "some");
	int which = atoi(argv[1]);
	if (which == 0)
		call("cuCtxCreate", &c, 0u, dev), printf(" %s\n", c ? "some" : "null");
	else if (which == 1)
		printf("create %d\n", cuCtxCreate(&c, NULL, 0, dev));
	else
		printf("primary %d\n", cuDevicePrimaryCtxRetain(&c, dev));
	if (which == 2)
		printf("current %d\n", cuCtxSetCurrent(c));
	all(which == 0 ? "the old context" : which == 1 ? "the present one" : "the primary one", which == 0);
	call("cuCtxPopCurrent", &popped), printf(" %s\n", popped == c && c ? "it" : popped ? "another" : "null");
	call("cuCtxPushCurrent", c), puts("");
	call("cuCtxDestroy", c), puts("");
	CUcontext now = NULL;
	cuCtxGetCurrent(&now);
	printf("  current %s\n", !now ? "none" : now == c ? "it" : "another");
	call("cuCtxCreate", &c, 99999u, dev), puts("");
	call("cuCtxCreate", &c, 0u, 99), puts("");
	call("cuCtxCreate", (CUcontext *)NULL, 0u, dev), puts("");
	call("cuCtxPopCurrent", (CUcontext *)NULL), puts("");
	call("cuCtxDestroy", (CUcontext)NULL), puts("");
	return 0;
}
