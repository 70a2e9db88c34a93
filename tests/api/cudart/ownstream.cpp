// ownstream.cpp - a program that is compiled with the calling thread's own stream as stream 0: each function has a
// twin for it. And what few programs ask for.
// SPDX-License-Identifier: Apache-2.0
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include "program.h"

#include <unistd.h>

#define SHOW(call) printf("%s -> %s\n", #call, NAME(call))

static const char ptx[] = PTX_HEAD
	".visible .global .align 4 .u32 word = 5;\n"
	".visible .entry inc(.param .u64 p) {\n"
	"	.reg .u64 %p; .reg .u32 %v; ld.param.u64 %p, [p]; ld.global.u32 %v, [%p];\n"
	"	add.u32 %v, %v, 1; st.global.u32 [%p], %v; ret; }\n";

static void inc(unsigned *p) { stub((const void *)inc, p); }
static unsigned word;

static void CUDART_CB count(void *n) { ++*(int *)n; }
static void CUDART_CB counted(cudaStream_t, cudaError_t, void *n) { ++*(int *)n; }

static unsigned at(const void *p) {
	unsigned v = 0;
	CK(cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost));
	return v;
}

static void copies(unsigned *p) {
	unsigned host[16], back[16] = {};
	for (unsigned i = 0; i < 16; i++)
		host[i] = i;
	CK(cudaMemcpy(p, host, 64, cudaMemcpyHostToDevice));
	SHOW(cudaMemcpy2D(back, 8, p, 16, 8, 4, cudaMemcpyDeviceToHost));
	printf("  %u %u %u\n", back[1], back[2], back[7]);
	SHOW(cudaMemcpy2DAsync(back, 16, p, 8, 8, 2, cudaMemcpyDeviceToHost, 0));
	cudaMemcpy3DParms m = {};
	m.srcPtr = make_cudaPitchedPtr(host, 16, 16, 2);
	m.dstPtr = make_cudaPitchedPtr(p, 16, 16, 2);
	m.extent = make_cudaExtent(8, 2, 2);
	m.kind = cudaMemcpyHostToDevice;
	SHOW(cudaMemcpy3D(&m));
	SHOW(cudaMemcpy3DAsync(&m, 0));
	cudaMemcpy3DPeerParms peer = {};
	peer.srcPtr = make_cudaPitchedPtr(p, 16, 16, 2);
	peer.dstPtr = make_cudaPitchedPtr(p + 16, 16, 16, 2);
	peer.extent = make_cudaExtent(16, 2, 1);
	SHOW(cudaMemcpy3DPeer(&peer));
	SHOW(cudaMemcpy3DPeerAsync(&peer, 0));
	printf("  %u\n", at(p + 17));
	SHOW(cudaMemcpyToSymbol(word, host + 3, 4, 0, cudaMemcpyHostToDevice));
	SHOW(cudaMemcpyFromSymbol(back, word, 4, 0, cudaMemcpyDeviceToHost));
	printf("  %u\n", back[0]);
	SHOW(cudaMemcpyToSymbolAsync(word, host + 4, 4, 0, cudaMemcpyHostToDevice, 0));
	SHOW(cudaMemcpyFromSymbolAsync(back, word, 4, 0, cudaMemcpyDeviceToHost, 0));
	CK(cudaStreamSynchronize(0));
	printf("  %u\n", back[0]);
	SHOW(cudaMemset(p, 1, 64));
	SHOW(cudaMemset2D(p, 16, 2, 8, 2));
	printf("  %x %x %x\n", at(p), at(p + 2), at(p + 4));
	cudaPitchedPtr box = make_cudaPitchedPtr(p, 16, 16, 2);
	SHOW(cudaMemset3D(box, 3, make_cudaExtent(4, 2, 2)));
	SHOW(cudaMemsetAsync(p + 1, 4, 4, 0));
	SHOW(cudaMemset2DAsync(p + 2, 16, 5, 4, 2, 0));
	SHOW(cudaMemset3DAsync(box, 6, make_cudaExtent(4, 1, 1), 0));
	printf("  %x %x %x %x\n", at(p), at(p + 1), at(p + 2), at(p + 4));
}

static void arrays(unsigned *p) {
	cudaArray_t a, b;
	cudaChannelFormatDesc d = cudaCreateChannelDesc<unsigned>();
	unsigned host[16], back[16] = {};
	for (unsigned i = 0; i < 16; i++)
		host[i] = 100 + i;
	CK(cudaMallocArray(&a, &d, 4, 4));
	CK(cudaMallocArray(&b, &d, 4, 4));
	SHOW(cudaMemcpy2DToArray(a, 0, 0, host, 16, 16, 4, cudaMemcpyHostToDevice));
	SHOW(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, 16, 4, cudaMemcpyDeviceToDevice));
	SHOW(cudaMemcpy2DFromArray(back, 16, b, 0, 0, 16, 4, cudaMemcpyDeviceToHost));
	printf("  %u %u\n", back[0], back[15]);
	host[0] = 7;
	SHOW(cudaMemcpy2DToArrayAsync(a, 0, 0, host, 16, 16, 4, cudaMemcpyHostToDevice, 0));
	SHOW(cudaMemcpy2DFromArrayAsync(p, 16, a, 0, 0, 16, 4, cudaMemcpyDeviceToDevice, 0));
	printf("  %u\n", at(p));
	host[1] = 8;
	SHOW(cudaMemcpyToArray(a, 0, 0, host, 64, cudaMemcpyHostToDevice));
	SHOW(cudaMemcpyArrayToArray(b, 0, 0, a, 0, 0, 64, cudaMemcpyDeviceToDevice));
	SHOW(cudaMemcpyFromArray(back, b, 0, 0, 64, cudaMemcpyDeviceToHost));
	printf("  %u %u\n", back[0], back[1]);
	host[2] = 9;
	SHOW(cudaMemcpyToArrayAsync(a, 0, 0, host, 64, cudaMemcpyHostToDevice, 0));
	SHOW(cudaMemcpyFromArrayAsync(p, a, 0, 0, 64, cudaMemcpyDeviceToDevice, 0));
	printf("  %u\n", at(p + 2));
	CK(cudaFreeArray(a));
	CK(cudaFreeArray(b));
}

static void streams(unsigned *p) {
	cudaEvent_t e;
	int n = 0, device = -1;
	unsigned flags = 77;
	unsigned long long id = 0, other = 0;
	cudaStream_t s;
	cudaLaunchAttributeValue v = {};
	CK(cudaEventCreate(&e));
	CK(cudaStreamCreate(&s));
	SHOW(cudaStreamQuery(0));
	SHOW(cudaStreamGetPriority(0, &n));
	SHOW(cudaStreamGetFlags(0, &flags));
	SHOW(cudaStreamGetId(0, &id));
	SHOW(cudaStreamGetId(cudaStreamLegacy, &other));
	SHOW(cudaStreamGetDevice(0, &device));
	printf("  priority %d flags %u device %d, another one %d\n", n, flags, device, id != other);
	SHOW(cudaStreamSetAttribute(0, cudaLaunchAttributeSynchronizationPolicy, &v));
	SHOW(cudaStreamGetAttribute(0, cudaLaunchAttributeSynchronizationPolicy, &v));
	SHOW(cudaStreamCopyAttributes(s, 0));
	n = 0;
	SHOW(cudaLaunchHostFunc(0, count, &n));
	SHOW(cudaStreamAddCallback(0, counted, &n, 0));
	SHOW(cudaEventRecord(e, 0));
	SHOW(cudaEventRecordWithFlags(e, 0, 0));
	SHOW(cudaStreamWaitEvent(0, e, 0));
	SHOW(cudaStreamSynchronize(0));
	printf("  called %d\n", n);
	CK(cudaMemset(p, 0, 4));
	void *args[] = {&p};
	cudaLaunchConfig_t c = {};
	c.gridDim = c.blockDim = dim3(1);
	SHOW(cudaLaunchKernel((const void *)inc, dim3(1), dim3(1), args, 0, 0));
	SHOW(cudaLaunchKernelExC(&c, (const void *)inc, args));
	SHOW(cudaLaunchCooperativeKernel((const void *)inc, dim3(1), dim3(1), args, 0, 0));
	printf("  %u\n", at(p));
	void *m, *q = nullptr;
	cudaMemPool_t pool;
	CK(cudaMallocManaged(&m, 4096));
	CK(cudaDeviceGetDefaultMemPool(&pool, 0));
	SHOW(cudaStreamAttachMemAsync(0, m, 0, cudaMemAttachGlobal));
	SHOW(cudaMallocAsync(&q, 256, 0));
	SHOW(cudaFreeAsync(q, 0));
	SHOW(cudaMallocFromPoolAsync(&q, 256, pool, 0));
	SHOW(cudaFreeAsync(q, 0));
	cudaMemLocation here = {};
	here.type = cudaMemLocationTypeDevice;
	size_t size = 4096, first = 0;
	SHOW(cudaMemPrefetchAsync(m, 4096, here, 0, 0));
	SHOW(cudaMemPrefetchBatchAsync(&m, &size, 1, &here, &first, 1, 0, 0));
	SHOW(cudaMemDiscardBatchAsync(&m, &size, 1, 0, 0));
	SHOW(cudaMemDiscardAndPrefetchBatchAsync(&m, &size, 1, &here, &first, 1, 0, 0));
	const void *from[1] = {p};
	void *to[1] = {m};
	size_t bytes[1] = {4}, start[1] = {0};
	cudaMemcpyAttributes a = {};
	a.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	SHOW(cudaMemcpyBatchAsync(to, from, bytes, 1, &a, start, 1, 0));
	CK(cudaStreamSynchronize(0));
	CK(cudaFree(m));
	CK(cudaEventDestroy(e));
	CK(cudaStreamDestroy(s));
}

static void captures(unsigned *p) {
	cudaGraph_t g;
	cudaGraphExec_t x;
	cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
	unsigned long long id = 0;
	size_t n = 0;
	const cudaGraphNode_t *deps;
	void *args[] = {&p};
	SHOW(cudaStreamBeginCapture(0, cudaStreamCaptureModeThreadLocal));
	CK(cudaMemsetAsync(p, 0, 4, 0));
	CK(cudaLaunchKernel((const void *)inc, dim3(1), dim3(1), args, 0, 0));
	SHOW(cudaStreamIsCapturing(0, &status));
	SHOW(cudaStreamGetCaptureInfo(0, &status, &id, &g, &deps, nullptr, &n));
	printf("  status %d, %zu node to wait for\n", (int)status, n);
	SHOW(cudaStreamUpdateCaptureDependencies(0, nullptr, nullptr, 0, cudaStreamAddCaptureDependencies));
	SHOW(cudaStreamEndCapture(0, &g));
	cudaGraphInstantiateParams how = {};
	SHOW(cudaGraphInstantiateWithParams(&x, g, &how));
	SHOW(cudaGraphUpload(x, 0));
	SHOW(cudaGraphLaunch(x, 0));
	printf("  %u\n", at(p));
	SHOW(cudaStreamBeginCaptureToGraph(0, g, nullptr, nullptr, 0, cudaStreamCaptureModeRelaxed));
	CK(cudaMemsetAsync(p, 0, 4, 0));
	SHOW(cudaStreamEndCapture(0, &g));
	CK(cudaGraphGetNodes(g, nullptr, &n));
	printf("  %zu nodes\n", n);
	CK(cudaGraphExecDestroy(x));
	CK(cudaGraphDestroy(g));
}

static void semaphores() {
	SHOW(cudaSignalExternalSemaphoresAsync(nullptr, nullptr, 0, 0));
	SHOW(cudaWaitExternalSemaphoresAsync(nullptr, nullptr, 0, 0));
}

static void rare() {
	cudaAtomicOperation all[] = {cudaAtomicOperationIntegerAdd, cudaAtomicOperationIntegerIncrement,
	                             cudaAtomicOperationAnd, cudaAtomicOperationExchange, cudaAtomicOperationFloatAdd,
	                             cudaAtomicOperationFloatMin};
	cudaAtomicOperation bad = (cudaAtomicOperation)99;
	unsigned out[6] = {};
	cudaAsyncCallbackHandle_t h = nullptr;
	auto nothing = [](cudaAsyncNotificationInfo_t *, void *, cudaAsyncCallbackHandle_t) {};
	void *fn = nullptr;
	cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
	SHOW(cudaDeviceGetHostAtomicCapabilities(out, all, 6, 0));
	printf("  %x %x %x %x %x %x\n", out[0], out[1], out[2], out[3], out[4], out[5]);
	SHOW(cudaDeviceGetHostAtomicCapabilities(out, &bad, 1, 0));
	SHOW(cudaDeviceGetHostAtomicCapabilities(out, all, 0, 0));
	SHOW(cudaDeviceGetHostAtomicCapabilities(out, nullptr, 1, 0));
	SHOW(cudaDeviceGetHostAtomicCapabilities(out, all, 6, 5));
	SHOW(cudaDeviceGetP2PAtomicCapabilities(out, all, 6, 0, 0));
	SHOW(cudaDeviceGetP2PAtomicCapabilities(out, all, 0, 0, 1));
	SHOW(cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice, cudaFlushGPUDirectRDMAWritesToOwner));
	SHOW(cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice, (cudaFlushGPUDirectRDMAWritesScope)7));
	SHOW(cudaDeviceFlushGPUDirectRDMAWrites((cudaFlushGPUDirectRDMAWritesTarget)7, cudaFlushGPUDirectRDMAWritesToAllDevices));
	SHOW(cudaDeviceRegisterAsyncNotification(0, nothing, nullptr, &h));
	SHOW(cudaDeviceUnregisterAsyncNotification(0, nullptr));
	SHOW(cudaDeviceUnregisterAsyncNotification(9, h));
	SHOW(cudaDeviceUnregisterAsyncNotification(0, h));
	SHOW(cudaDeviceUnregisterAsyncNotification(0, h));
	SHOW(cudaGetDriverEntryPoint("cuStreamQuery", &fn, cudaEnableDefault, &found));
	void *own = fn;
	SHOW(cudaGetDriverEntryPoint("cuStreamQuery", &fn, cudaEnableLegacyStream, &found));
	printf("  found %d, another one %d\n", (int)found, own != fn);
	SHOW(cudaGetDriverEntryPointByVersion("cuStreamQuery", &fn, 12000, cudaEnableDefault, &found));
	printf("  the own one %d\n", own == fn);
	SHOW(cudaGetDriverEntryPointByVersion("cuStreamQuery", &fn, 12000, cudaEnablePerThreadDefaultStream, nullptr));
	SHOW(cudaGetDriverEntryPoint("cuNothing", &fn, cudaEnableDefault, &found));
	printf("  found %d\n", (int)found);
}

static void logs() {
	cudaLogIterator begin, it;
	cudaLogsCallbackHandle first, second;
	static int n = 0;
	char text[1 << 12], small[20];
	size_t size = sizeof text;
	auto say = [](void *data, cudaLogLevel, char *, size_t) { ++*(int *)data; };
	SHOW(cudaLogsRegisterCallback(say, &n, &first));
	SHOW(cudaLogsRegisterCallback(say, &n, &second));
	SHOW(cudaLogsCurrent(&begin, 0));
	SHOW(cudaLogsCurrent(nullptr, 0));
	(void)cudaFree((void *)(uintptr_t)0x1234);
	(void)cudaFree((void *)(uintptr_t)0x5678);
	printf("  told %d times\n", n);
	it = begin;
	SHOW(cudaLogsDumpToMemory(&it, text, &size, 0));
	size_t lines = 0;
	for (char *c = text; *c; c++)
		lines += *c == '\n';
	printf("  %zu lines, all of it %d\n", lines, size == strlen(text));
	size = sizeof text;
	SHOW(cudaLogsDumpToMemory(&it, text, &size, 0));
	printf("  %zu bytes more\n", size);
	it = begin;
	size = sizeof small;
	SHOW(cudaLogsDumpToMemory(&it, small, &size, 0)); // no line has room
	printf("  %zu bytes\n", size);
	size = 0;
	SHOW(cudaLogsDumpToMemory(&it, text, &size, 0));
	SHOW(cudaLogsDumpToMemory(&it, nullptr, &size, 0));
	SHOW(cudaLogsDumpToMemory(nullptr, text, nullptr, 0));
	size = sizeof text;
	SHOW(cudaLogsDumpToMemory(nullptr, text, &size, 0));
	printf("  some %d\n", size > 0);
	SHOW(cudaLogsDumpToMemory(&it, text, &size, 1));
	SHOW(cudaLogsUnregisterCallback(first));
	SHOW(cudaLogsUnregisterCallback(first));
	n = 0;
	(void)cudaFree((void *)(uintptr_t)0x1234);
	printf("  told %d times\n", n);
	SHOW(cudaLogsUnregisterCallback(second));
}

/* Code from a file, with every option of the compiler. */
static void libraries() {
	char path[] = "/tmp/simt-library-XXXXXX", info[512] = "", wrong[512] = "x";
	int fd = mkstemp(path);
	if (fd < 0 || write(fd, ptx, sizeof ptx - 1) != (ssize_t)sizeof ptx - 1)
		exit(1);
	float ms = -1;
	cudaJitOption option[] = {cudaJitInfoLogBuffer, cudaJitInfoLogBufferSizeBytes, cudaJitErrorLogBuffer,
	                          cudaJitErrorLogBufferSizeBytes, cudaJitLogVerbose, cudaJitWallTime, cudaJitOptimizationLevel,
	                          cudaJitMaxRegisters, cudaJitThreadsPerBlock, cudaJitGenerateDebugInfo, cudaJitGenerateLineInfo,
	                          cudaJitCacheMode, cudaJitFallbackStrategy};
	void *value[] = {info, (void *)sizeof info, wrong, (void *)sizeof wrong, (void *)1, nullptr, (void *)3, (void *)32,
	                 (void *)64, nullptr, nullptr, nullptr, nullptr};
	const unsigned n = sizeof option / sizeof *option;
	cudaLibrary_t l = nullptr;
	cudaKernel_t k[2];
	unsigned kernels = 0;
	void *where;
	size_t bytes;
	SHOW(cudaLibraryLoadFromFile(&l, path, option, value, n, nullptr, nullptr, 0));
	memcpy(&ms, &value[5], sizeof ms); // where the option's value was
	printf("  time %d, the log names the kernel %d, no error %d\n", ms >= 0, strstr(info, "inc") != nullptr, !*wrong);
	SHOW(cudaLibraryGetKernelCount(&kernels, l));
	SHOW(cudaLibraryEnumerateKernels(k, 2, l));
	printf("  %u\n", kernels);
	SHOW(cudaLibraryGetGlobal(&where, &bytes, l, "word"));
	printf("  %zu bytes, %u\n", bytes, at(where));
	SHOW(cudaLibraryGetGlobal(nullptr, nullptr, l, "word"));
	SHOW(cudaLibraryGetGlobal(&where, &bytes, l, "nothing"));
	SHOW(cudaLibraryUnload(l));
	SHOW(cudaLibraryUnload(l));
	void *nine[] = {(void *)9};
	cudaJitOption level[] = {cudaJitOptimizationLevel}, none[] = {(cudaJitOption)99};
	SHOW(cudaLibraryLoadFromFile(&l, path, level, nine, 1, nullptr, nullptr, 0));
	SHOW(cudaLibraryLoadFromFile(&l, path, none, nine, 1, nullptr, nullptr, 0));
	SHOW(cudaLibraryLoadFromFile(&l, path, nullptr, nine, 1, nullptr, nullptr, 0));
	SHOW(cudaLibraryLoadFromFile(&l, path, level, nullptr, 1, nullptr, nullptr, 0));
	SHOW(cudaLibraryLoadFromFile(nullptr, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
	SHOW(cudaLibraryLoadFromFile(&l, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
	SHOW(cudaLibraryLoadFromFile(&l, "/nowhere/at/all", nullptr, nullptr, 0, nullptr, nullptr, 0));
	SHOW(cudaLibraryLoadFromFile(&l, "/", nullptr, nullptr, 0, nullptr, nullptr, 0));
	cudaLibraryOption how[] = {cudaLibraryBinaryIsPreserved, (cudaLibraryOption)9};
	void *yes[] = {(void *)1, nullptr};
	SHOW(cudaLibraryLoadData(&l, ptx, nullptr, nullptr, 0, how, yes, 1));
	SHOW(cudaLibraryUnload(l));
	SHOW(cudaLibraryLoadData(&l, ptx, nullptr, nullptr, 0, how, yes, 2));
	SHOW(cudaLibraryLoadData(&l, ptx, nullptr, nullptr, 0, nullptr, nullptr, 1));
	value[1] = (void *)4; // a short buffer has the beginning
	value[3] = (void *)6;
	memset(wrong, 'x', sizeof wrong);
	SHOW(cudaLibraryLoadData(&l, ".version 8.0\n.target sm_75\n.address_size 64\nnonsense\n", option, value, n, nullptr, nullptr, 0));
	printf("  %zu characters of the error\n", strnlen(wrong, sizeof wrong));
	unlink(path);
	close(fd);
}

int main() {
	Program program(ptx);
	program.kernel((const void *)inc, "inc");
	program.variable(&word, "word", 4);
	program.init();
	program.end();
	unsigned *p;
	CK(cudaMalloc(&p, 4096));
	copies(p);
	arrays(p);
	streams(p);
	captures(p);
	semaphores();
	rare();
	logs();
	libraries();
	CK(cudaDeviceSynchronize());
	return 0;
}
