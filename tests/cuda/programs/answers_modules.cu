// Static shared memory, blocks of parameters, arrays and copies of the driver. The answers are an H200's.
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

int main() {
	CUdevice dev = {};
	CUcontext c = {};
	CUmodule m = {};
	CUfunction f = {};
	CUdeviceptr q = {};
	unsigned v;
	int i;
	cuInit(0);
	cuDeviceGet(&dev, 0);
	cuDevicePrimaryCtxRetain(&c, dev);
	cuCtxSetCurrent(c);
	cuMemAlloc(&q, 4096);
	void *args[] = {&q};
#define H ".version 7.8\n.target sm_70\n.address_size 64\n"
	for (int n : {48000, 49152, 49153, 60000, 100000, 227 * 1024 - 1024, 227 * 1024, 227 * 1024 + 1, 228 * 1024}) {
		char t[600];
		snprintf(t, 600,
		         H ".visible .entry k(.param .u64 p) { .shared .align 4 .b8 s[%d]; .reg .u64 %%a; .reg .u32 "
		           "%%r; ld.param.u64 %%a, [p]; mov.u32 %%r, 7; st.shared.u32 [s+40], %%r; ld.shared.u32 %%r, "
		           "[s+40]; st.global.u32 [%%a], %%r; ret; }\n",
		         n);
		V("%d bytes", n);
		m = 0;
		f = 0;
		D(cuModuleLoadData(&m, t));
		D(cuModuleGetFunction(&f, m, "k"));
		if (!f)
			continue;
		cuFuncGetAttribute(&i, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, f);
		V("%d", i);
		cuFuncGetAttribute(&i, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, f);
		V("%d", i);
		D(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, args, NULL));
		D(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 16, 0, args, NULL));
		D(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024));
		D(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 16, 0, args, NULL));
		D(cuCtxSynchronize());
		cuMemcpyDtoH(&v, q, 4);
		V("%u", v);
		int nb;
		D(cuOccupancyMaxActiveBlocksPerMultiprocessor(&nb, f, 32, 0));
		V("%d", nb);
	}
	const char *text[] = {
	    H ".shared .b8 s[2000];\n.visible .entry k(.param .u64 p) { ret; }\n",
	    H ".shared .b8 s[2000];\n.shared .b8 t[100];\n.visible .entry k(.param .u64 p) { .reg .u64 %a; mov.u64 %a, "
	      "s; st.shared.u64 [%a], %a; ret; }\n.visible .entry j() { .reg .u64 %a; mov.u64 %a, t; st.shared.u64 "
	      "[%a], %a; ret; }\n",
	    H ".visible .entry k(.param .u64 p) { .shared .b8 s[2000]; { .shared .b8 t[300]; } { .shared .b8 u[300]; } "
	      "ret; }\n",
	    H ".visible .entry k(.param .u64 p) { .shared .align 128 .b8 s[20]; .shared .align 16 .b8 t[20]; ret; }\n",
	    H ".shared .b8 s[2000];\n.func f() { .reg .u64 %a; mov.u64 %a, s; st.shared.u64 [%a], %a; ret; }\n.visible "
	      ".entry k(.param .u64 p) { call f, (); ret; }\n",
	    H ".func f() { .shared .b8 s[2000]; .reg .u64 %a; mov.u64 %a, s; st.shared.u64 [%a], %a; ret; }\n.visible "
	      ".entry k(.param .u64 p) { call f, (); ret; }\n",
	    H ".func f() { .shared .b8 s[2000]; ret; }\n.visible .entry k(.param .u64 p) { ret; }\n",
	    H ".visible .entry k(.param .u64 p) { .local .b8 l[1000]; ret; }\n",
	    H
	    ".visible .entry k(.param .u64 p) { .local .align 8 .b8 l[1000]; .reg .u64 %a; .reg .u32 %r; mov.u64 %a, "
	    "l; ld.param.u32 %r, [p]; st.local.u32 [%a], %r; ld.local.u32 %r, [%a+4]; st.global.u32 [%a], %r; ret; }\n",
	    H ".const .b8 c[3000];\n.visible .entry k(.param .u64 p) { ret; }\n"};
	for (const char *t : text) {
		D(cuModuleLoadData(&m, t));
		D(cuModuleGetFunction(&f, m, "k"));
		cuFuncGetAttribute(&i, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, f);
		V("shared %d", i);
		cuFuncGetAttribute(&i, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, f);
		V("const %d", i);
		cuFuncGetAttribute(&i, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, f);
	}
	CUfunction_attribute at[] = {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK};
	(void)at;
	D(cuModuleLoadData(
	    &m, H ".visible .entry k(.param .u64 p, .param .u8 b, .param .align 8 .b8 s[20]) { .reg .u64 %a; .reg .u32 "
	          "%r; ld.param.u64 %a, [p]; ld.param.u32 %r, [s+16]; st.global.u32 [%a], %r; ret; }\n"));
	D(cuModuleGetFunction(&f, m, "k"));
	size_t o, s;
	for (int k = 0; k < 4; k++) {
		CUresult e = cuFuncGetParamInfo(f, k, &o, &s);
		V("%d: %d %zu %zu", k, e, o, s);
	}
	char buf[64] = {0};
	memcpy(buf, &q, 8);
	for (size_t n : {8, 16, 32, 35, 36, 37, 40}) {
		void *ex[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buf, CU_LAUNCH_PARAM_BUFFER_SIZE, &n,
		              CU_LAUNCH_PARAM_END};
		V("%zu", n);
		D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, ex));
	}
	size_t n = 36;
	void *e1[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buf, CU_LAUNCH_PARAM_END},
	     *e2[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &n, CU_LAUNCH_PARAM_END}, *e3[] = {CU_LAUNCH_PARAM_END},
	     *e4[] = {(void *)7, buf, CU_LAUNCH_PARAM_END},
	     *e5[] = {CU_LAUNCH_PARAM_BUFFER_SIZE, &n, CU_LAUNCH_PARAM_BUFFER_POINTER, buf, CU_LAUNCH_PARAM_END};
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, e1));
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, e2));
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, e3));
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, e4));
	D(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, NULL, e5));
	D(cuCtxSynchronize());
	// textures and arrays of the driver
	CUarray a = {};
	CUDA_ARRAY_DESCRIPTOR ad = {8, 8, CU_AD_FORMAT_FLOAT, 1};
	D(cuArrayCreate(&a, &ad));
	ad.NumChannels = 3;
	D(cuArrayCreate(&a, &ad));
	ad.NumChannels = 1;
	ad.Width = 0;
	D(cuArrayCreate(&a, &ad));
	CUDA_ARRAY_DESCRIPTOR g;
	D(cuArrayGetDescriptor(&g, a));
	V("%zu %zu %d %u", g.Width, g.Height, g.Format, g.NumChannels);
	CUDA_MEMCPY2D c2 = {};
	D(cuMemcpy2D(&c2));
	c2.srcMemoryType = CU_MEMORYTYPE_HOST;
	c2.srcHost = buf;
	c2.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	c2.dstDevice = q;
	c2.WidthInBytes = 8;
	c2.Height = 4;
	D(cuMemcpy2D(&c2));
	c2.srcPitch = 8;
	D(cuMemcpy2D(&c2));
	c2.dstPitch = 16;
	D(cuMemcpy2D(&c2));
	c2.srcPitch = 4;
	D(cuMemcpy2D(&c2));
	c2.Height = 1;
	D(cuMemcpy2D(&c2));
	c2.srcPitch = 0;
	D(cuMemcpy2D(&c2));
	c2.Height = 2;
	D(cuMemcpy2D(&c2));
	c2.srcPitch = 8;
	c2.dstPitch = 0;
	D(cuMemcpy2D(&c2));
	c2.srcXInBytes = 4;
	D(cuMemcpy2D(&c2));
	c2.srcPitch = 12;
	D(cuMemcpy2D(&c2));
	c2.dstPitch = (size_t)1 << 32;
	D(cuMemcpy2D(&c2));
	D(cuMemcpy2DUnaligned(&c2));
	c2.dstPitch = 12;
	c2.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	c2.dstArray = a;
	D(cuMemcpy2D(&c2));
	c2.dstXInBytes = 28;
	D(cuMemcpy2D(&c2));
	c2.dstXInBytes = 24;
	c2.dstY = 7;
	D(cuMemcpy2D(&c2));
	c2.dstY = 6;
	D(cuMemcpy2D(&c2));
	c2.WidthInBytes = 0;
	D(cuMemcpy2D(&c2));
	c2.WidthInBytes = 8;
	c2.dstMemoryType = (CUmemorytype)9;
	D(cuMemcpy2D(&c2));
	c2.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
	c2.dstXInBytes = c2.dstY = 0;
	D(cuMemcpy2D(&c2));
	D(cuMemcpyHtoA(a, 0, buf, 64));
	D(cuMemcpyHtoA(a, 0, buf, 300));
	D(cuMemcpyHtoA(a, 250, buf, 16));
	D(cuMemcpyAtoH(buf, a, 4, 32));
	D(cuMemcpyDtoA(a, 0, q, 32));
	D(cuMemcpyAtoA(a, 0, a, 128, 32));
	D(cuArrayDestroy(a));
	D(cuArrayDestroy(0));
	CUstream st = {};
	D(cuStreamCreate(&st, 7));
	D(cuStreamCreate(&st, 1));
	D(cuStreamWaitValue32(st, q, 0, 9));
	D(cuStreamWaitValue32(st, q + 1, 0, 0));
	D(cuStreamWriteValue32(st, q, 7, 0));
	D(cuStreamWaitValue32(st, q, 7, CU_STREAM_WAIT_VALUE_EQ));
	D(cuStreamWriteValue32(st, q, 7, 9));
	D(cuStreamWriteValue64(st, q + 4, 7, 0));
	D(cuStreamWriteValue32(st, (CUdeviceptr)buf, 7, 0));
	CUstreamBatchMemOpParams bp[2] = {};
	D(cuStreamBatchMemOp(st, 0, bp, 0));
	D(cuStreamBatchMemOp(st, 1, bp, 0));
	D(cuStreamBatchMemOp(st, 257, bp, 0));
	bp[0].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
	bp[0].writeValue.address = q;
	bp[0].writeValue.value = 9;
	D(cuStreamBatchMemOp(st, 1, bp, 0));
	D(cuStreamBatchMemOp(st, 1, bp, 1));
	D(cuStreamSynchronize(st));
	unsigned fl;
	D(cuStreamGetFlags(st, &fl));
	V("%u", fl);
	CUcontext cx = {};
	D(cuStreamGetCtx(st, &cx));
	V("%d", cx == c);
	unsigned long long id;
	D(cuStreamGetId(st, &id));
	CUevent e = {};
	D(cuEventCreate(&e, 0x10));
	D(cuEventCreate(&e, 0));
	D(cuEventQuery(e));
	D(cuEventRecord(e, st));
	D(cuEventSynchronize(e));
	D(cuEventDestroy(e));
	D(cuEventDestroy(0));
	D(cuStreamDestroy(st));
	D(cuStreamDestroy(0));
	D(cuOccupancyMaxActiveBlocksPerMultiprocessor(&i, f, 32, 0));
	V("%d", i);
	D(cuOccupancyMaxActiveBlocksPerMultiprocessor(&i, f, 0, 0));
	D(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&i, f, 32, 0, 9));
	int mg, bs;
	D(cuOccupancyMaxPotentialBlockSize(&mg, &bs, f, 0, 0, 0));
	D(cuOccupancyMaxPotentialBlockSize(&mg, &bs, f, 0, 300000, 0));
	V("%d %d", mg, bs);
}
