// memory.cpp - kinds of memory, copies and fills of all shapes, pools, what an address is.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "program.h"

static const char ptx[] = PTX_HEAD
	".visible .entry triple(.param .u64 p, .param .u32 n) {\n" // p[i] *= 3, i < n
	"	.reg .u32 %i, %n, %v; .reg .u64 %p, %o; .reg .pred %q;\n"
	"	ld.param.u64 %p, [p]; ld.param.u32 %n, [n]; mov.u32 %i, %tid.x;\n"
	"	setp.ge.u32 %q, %i, %n; @%q ret; mul.wide.u32 %o, %i, 4; add.u64 %p, %p, %o;\n"
	"	ld.global.u32 %v, [%p]; mul.lo.u32 %v, %v, 3; st.global.u32 [%p], %v; ret; }\n"
	".visible .entry take(.param .u64 p) {\n" // p[0] = malloc(12 MiB) != 0
	"	.reg .u64 %p, %m; .reg .u32 %r; .reg .pred %q; ld.param.u64 %p, [p];\n"
	"	{ .param .b64 n; .param .b64 r; st.param.b64 [n], 12582912;\n"
	"	call (r), malloc, (n); ld.param.b64 %m, [r]; }\n"
	"	setp.ne.u64 %q, %m, 0; selp.u32 %r, 1, 0, %q; st.global.u32 [%p], %r; ret; }\n"
	".extern .func (.param .b64 r) malloc(.param .b64 n);\n";

static void triple(unsigned *p, unsigned n) { stub((const void *)triple, p, n); }
static void take(unsigned *p) { stub((const void *)take, p); }

enum { N = 100 };

static void use(const char *what, unsigned *p) {
	for (unsigned i = 0; i < N; i++)
		p[i] = i;
	LAUNCH(triple, 1, 128, 0, nullptr, p, N);
	CK(cudaDeviceSynchronize());
	bool good = true;
	for (unsigned i = 0; i < N; i++)
		good = good && p[i] == i * 3;
	cudaPointerAttributes a;
	CK(cudaPointerGetAttributes(&a, p));
	printf("%s: %d, type %d, device %d, host pointer %d\n", what, good, a.type, a.device,
	       a.hostPointer == p);
}

static void kinds() {
	unsigned *p, *d, flags;
	CK(cudaMallocManaged(&p, N * 4));
	use("managed", p);
	cudaMemLocation gpu = {cudaMemLocationTypeDevice, 0};
	int mostly = 0, where = -1;
	void *out[] = {&mostly, &where};
	size_t sizes[] = {sizeof mostly, sizeof where};
	cudaMemRangeAttribute what[] = {cudaMemRangeAttributeReadMostly,
	                                cudaMemRangeAttributePreferredLocation};
	CK(cudaMemAdvise(p, N * 4, cudaMemAdviseSetReadMostly, gpu));
	CK(cudaMemAdvise(p, N * 4, cudaMemAdviseSetPreferredLocation, gpu));
	CK(cudaMemRangeGetAttributes(out, sizes, what, 2, p, N * 4));
	printf("advice: %d %d, beyond the end: %s\n", mostly, where,
	       NAME(cudaMemAdvise(p, N * 4 + 1, cudaMemAdviseSetReadMostly, gpu)));
	CK(cudaFree(p));
	CK(cudaMallocHost(&p, N * 4));
	use("pinned", p);
	printf("freed as device memory: %s\n", NAME(cudaFree(p)));
	CK(cudaFreeHost(p));
	CK(cudaHostAlloc(&p, N * 4, cudaHostAllocPortable | cudaHostAllocWriteCombined));
	CK(cudaHostGetFlags(&flags, p));
	CK(cudaHostGetDevicePointer(&d, p, 0));
	printf("flags %u, same address %d\n", flags, d == p);
	CK(cudaFreeHost(p));
	static unsigned plain[N];
	CK(cudaHostRegister(plain, sizeof plain, cudaHostRegisterDefault));
	use("registered", plain);
	printf("twice: %s\n", NAME(cudaHostRegister(plain + 5, 8, 0)));
	CK(cudaHostUnregister(plain));
	printf("unregistered twice: %s\n", NAME(cudaHostUnregister(plain)));
	cudaPointerAttributes a;
	CK(cudaPointerGetAttributes(&a, plain));
	printf("plain: type %d, device %d\n", a.type, a.device);
	CK(cudaMalloc(&d, 0));
	printf("nothing: %d\n", d == nullptr);
}

/* Samples make textures that are longer than what they lie in. */
static void long_texture() {
	cudaTextureObject_t t;
	cudaResourceDesc r = {};
	cudaTextureDesc d = {};
	float *p;
	CK(cudaMalloc(&p, 4096));
	r.resType = cudaResourceTypeLinear;
	r.res.linear.devPtr = p;
	r.res.linear.sizeInBytes = 6000;
	r.res.linear.desc = cudaCreateChannelDesc<float>();
	CK(cudaCreateTextureObject(&t, &r, &d, nullptr));
	CK(cudaGetTextureObjectResourceDesc(&r, t));
	printf("a texture of %zu bytes\n", r.res.linear.sizeInBytes);
	CK(cudaDestroyTextureObject(t));
	CK(cudaFree(p));
}

static void rows() {
	size_t pitch;
	unsigned char *p, in[20 * 10], out[20 * 10];
	for (int i = 0; i < 200; i++)
		in[i] = (unsigned char)i;
	CK(cudaMallocPitch(&p, &pitch, 20, 10));
	CK(cudaMemset2D(p, pitch, 0xee, 20, 10));
	CK(cudaMemcpy2D(p + pitch, pitch, in, 20, 15, 8, cudaMemcpyHostToDevice));
	CK(cudaMemcpy2D(out, 20, p, pitch, 20, 10, cudaMemcpyDeviceToHost));
	printf("rows: pitch %zu, %02x %02x %02x %02x %02x\n", pitch, out[0], out[20], out[34], out[35],
	       out[199]);
	CK(cudaMemcpy2D(p, 0, in + 100, 0, 20, 1, cudaMemcpyDefault));
	CK(cudaMemcpy2D(out, 0, p, 0, 20, 1, cudaMemcpyDeviceToHost));
	printf("one row without pitches: %d %d\n", out[0], out[19]);
	CK(cudaFree(p));
	cudaPitchedPtr box;
	cudaExtent e = make_cudaExtent(16, 3, 4);
	CK(cudaMalloc3D(&box, e));
	CK(cudaMemset3D(box, 7, e));
	cudaMemcpy3DParms c = {};
	c.srcPtr = make_cudaPitchedPtr(in, 4, 4, 2);
	c.dstPtr = box;
	c.dstPos = make_cudaPos(3, 1, 2);
	c.extent = make_cudaExtent(4, 2, 2);
	c.kind = cudaMemcpyHostToDevice;
	CK(cudaMemcpy3D(&c));
	cudaMemcpy3DParms back = {};
	back.srcPtr = box;
	back.dstPtr = make_cudaPitchedPtr(out, 16, 16, 3);
	back.extent = e;
	back.kind = cudaMemcpyDefault;
	CK(cudaMemcpy3D(&back));
	int sum = 0;
	for (int i = 0; i < 16 * 3 * 4; i++)
		sum += out[i];
	printf("boxes: sum %d, %d %d %d\n", sum, out[2 * 48 + 16 + 3], out[3 * 48 + 32 + 6],
	       out[2 * 48 + 16 + 2]);
	c.extent.height = 3;
	printf("outside of the box: %s\n", NAME(cudaMemcpy3D(&c)));
	CK(cudaFree(box.ptr));
}

static void async() {
	enum { BIG = 1 << 20 };
	unsigned char *d, *pinned;
	static unsigned char host[BIG], back[BIG];
	cudaStream_t s;
	CK(cudaStreamCreate(&s));
	CK(cudaMalloc(&d, BIG));
	CK(cudaMallocHost(&pinned, BIG));
	for (int i = 0; i < BIG; i++)
		host[i] = (unsigned char)(i * 7 + (i >> 8));
	for (size_t n : {size_t(1), size_t(65536), size_t(65537), size_t(BIG)}) {
		CK(cudaMemsetAsync(d, 0, BIG, s));
		CK(cudaMemcpyAsync(d, host, n, cudaMemcpyHostToDevice, s));
		unsigned char first = host[0];
		host[0] ^= 0xff; // the source is free again
		CK(cudaMemcpyAsync(pinned, d, n, cudaMemcpyDeviceToHost, s));
		CK(cudaStreamSynchronize(s));
		host[0] = first;
		printf("%zu: %d\n", n, memcmp(host, pinned, n) != 0);
	}
	CK(cudaMemcpyAsync(back, d, BIG, cudaMemcpyDeviceToHost, s));
	printf("back at once: %d\n", memcmp(host, back, BIG));
	CK(cudaStreamDestroy(s));
	CK(cudaFree(d));
	CK(cudaFreeHost(pinned));
}

static uint64_t used(cudaMemPool_t pool) {
	uint64_t v;
	CK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &v));
	return v;
}

static void pools() {
	cudaMemPool_t pool, mine;
	cudaStream_t s;
	unsigned *p, h[N];
	CK(cudaStreamCreate(&s));
	CK(cudaDeviceGetDefaultMemPool(&pool, 0));
	CK(cudaMallocAsync(&p, sizeof h, s));
	printf("used %d", (int)used(pool));
	for (unsigned i = 0; i < N; i++)
		h[i] = i;
	CK(cudaMemcpyAsync(p, h, sizeof h, cudaMemcpyHostToDevice, s));
	LAUNCH(triple, 1, 128, 0, s, p, N);
	CK(cudaMemcpyAsync(h, p, sizeof h, cudaMemcpyDeviceToHost, s));
	CK(cudaFreeAsync(p, s));
	CK(cudaStreamSynchronize(s));
	printf(", then %d; last %u\n", (int)used(pool), h[N - 1]);
	cudaMemPoolProps props = {};
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	CK(cudaMemPoolCreate(&mine, &props));
	CK(cudaDeviceSetMemPool(0, mine));
	CK(cudaMallocAsync(&p, 1000, s));
	printf("own pool %d", (int)used(mine));
	CK(cudaFree(p));
	printf(" %d\n", (int)used(mine));
	CK(cudaMemPoolDestroy(mine));
	CK(cudaDeviceGetMemPool(&mine, 0));
	printf("default again %d\n", mine == pool);
	CK(cudaMallocAsync(&p, 1000, s));
	CK(cudaFreeAsync(p, s));
	cudaError_t second = cudaFreeAsync(p, s); // unless the first was quick, and then it is no memory
	printf("freed twice: %s\n", NAME(second));
	CK(cudaStreamDestroy(s));
}

static void heap() {
	unsigned *p, got;
	size_t size;
	CK(cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize));
	printf("heap %zu", size);
	CK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
	CK(cudaMalloc(&p, 4));
	LAUNCH(take, 1, 1, 0, nullptr, p);
	CK(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost));
	printf(", 12 MiB of 32: %u", got);
	printf(", set again: %s\n", NAME(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20)));
	CK(cudaFree(p));
}

int main() {
	static Program program(ptx);
	program.kernel((const void *)triple, "triple");
	program.kernel((const void *)take, "take");
	program.end();
	kinds();
	long_texture();
	rows();
	async();
	pools();
	heap();
	size_t left, total;
	CK(cudaMemGetInfo(&left, &total));
	printf("all but the heap is free: %d\n", total - left == 32 << 20);
	return 0;
}
