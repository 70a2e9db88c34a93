// What may be done while streams are captured, in the three modes.
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
#define NAME(call) cudaGetErrorName(call)
#define E(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)

__global__ void bump(int* p) { *p += 1; }
static int *d, *pin, plain[4];
static cudaStream_t s, s2, nb;
static cudaEvent_t e, e2, t1, t2;
static cudaStreamCaptureMode mode;
static cudaGraph_t empty;
static cudaGraphExec_t ready;
static const char* modes[] = { "global", "thread", "relaxed" };

static cudaError_t launch(cudaStream_t st) { bump<<<1, 1, 0, st>>>(d); return cudaGetLastError(); }

template <typename F>
static void attempt(const char* what, F f)
{
    CK(cudaStreamBeginCapture(s, mode));
    CK(launch(s));
    const char* during = NAME(f());
    cudaGetLastError();
    cudaStreamCaptureStatus st = cudaStreamCaptureStatusNone;
    cudaStreamIsCapturing(s, &st);
    cudaGraph_t g = nullptr;
    const char* end = NAME(cudaStreamEndCapture(s, &g));
    cudaGetLastError();
    size_t n = 0;
    if (g) { CK(cudaGraphGetNodes(g, nullptr, &n)); CK(cudaGraphDestroy(g)); }
    printf("%s, %s: %s, %s, %s, nodes %zu\n", modes[mode], what, during,
           st == cudaStreamCaptureStatusActive ? "active" : st == cudaStreamCaptureStatusInvalidated ? "invalidated" : "none", end, n);
}

template <typename F>
static cudaError_t elsewhere(F f)
{
    cudaError_t r;
    std::thread t([&] { CK(cudaSetDevice(0)); r = f(); });
    t.join();
    return r;
}

int main()
{
    CK(cudaMalloc(&d, 64));
    CK(cudaMallocHost(&pin, 64));
    CK(cudaMemset(d, 0, 64));
    CK(cudaStreamCreate(&s));
    CK(cudaStreamCreate(&s2));
    CK(cudaStreamCreateWithFlags(&nb, cudaStreamNonBlocking));
    for (cudaEvent_t* x : { &e, &e2, &t1, &t2 }) CK(cudaEventCreate(x));
    CK(launch(s));
    cudaGraphNode_t none;
    CK(cudaGraphCreate(&empty, 0));
    CK(cudaGraphAddEmptyNode(&none, empty, nullptr, 0));
    CK(cudaGraphInstantiate(&ready, empty, 0));
    CK(cudaEventRecord(e2, s2));
    CK(cudaDeviceSynchronize());
    for (int m = 0; m < 3; ++m) {
        mode = (cudaStreamCaptureMode)m;
        attempt("malloc", [] { void* p; return cudaMalloc(&p, 16); });
        attempt("malloc in another thread", [] { return elsewhere([] { void* p; return cudaMalloc(&p, 16); }); });
        attempt("host malloc", [] { void* p; return cudaMallocHost(&p, 16); });
        attempt("managed", [] { void* p; return cudaMallocManaged(&p, 16); });
        attempt("free null", [] { return cudaFree(nullptr); });
        attempt("pageable to device, async", [] { return cudaMemcpyAsync(d, plain, 16, cudaMemcpyHostToDevice, s); });
        attempt("device to pageable, async", [] { return cudaMemcpyAsync(plain, d, 16, cudaMemcpyDeviceToHost, s); });
        attempt("memcpy", [] { return cudaMemcpy(pin, d, 16, cudaMemcpyDeviceToHost); });
        attempt("memset", [] { return cudaMemset(d, 0, 4); });
        attempt("memcpy async to itself in other stream", [] { return cudaMemcpyAsync(pin, d, 16, cudaMemcpyDeviceToHost, s2); });
        attempt("launch legacy", [] { return launch(0); });
        attempt("launch legacy elsewhere", [] { return elsewhere([] { return launch(0); }); });
        attempt("launch per thread", [] { return launch(cudaStreamPerThread); });
        attempt("sync other stream", [] { return cudaStreamSynchronize(s2); });
        attempt("query other stream", [] { return cudaStreamQuery(s2); });
        attempt("sync other event", [] { return cudaEventSynchronize(e2); });
        attempt("query other event", [] { return cudaEventQuery(e2); });
        attempt("device sync", [] { return cudaDeviceSynchronize(); });
        attempt("device sync elsewhere", [] { return elsewhere([] { return cudaDeviceSynchronize(); }); });
        attempt("sync captured elsewhere", [] { return elsewhere([] { return cudaStreamSynchronize(s); }); });
        attempt("launch captured elsewhere", [] { return elsewhere([] { return launch(s); }); });
        attempt("end elsewhere", [] { return elsewhere([] { cudaGraph_t g = nullptr; cudaError_t r = cudaStreamEndCapture(s, &g); if (g) cudaGraphDestroy(g); return r; }); });
        attempt("query legacy", [] { return cudaStreamQuery(0); });
        attempt("event record legacy", [] { return cudaEventRecord(e2, 0); });
        attempt("wait in legacy", [] { return cudaStreamWaitEvent(0, e2, 0); });
        attempt("legacy waits for captured", [] { CK(cudaEventRecord(e, s)); return cudaStreamWaitEvent(0, e, 0); });
        attempt("is capturing legacy", [] { cudaStreamCaptureStatus st; return cudaStreamIsCapturing(0, &st); });
        attempt("capture info legacy", [] { cudaStreamCaptureStatus st; return cudaStreamGetCaptureInfo(0, &st, nullptr, nullptr, nullptr, nullptr, nullptr); });
        attempt("begin legacy", [] { return cudaStreamBeginCapture(0, mode); });
        attempt("stream create", [] { cudaStream_t x; return cudaStreamCreate(&x); });
        attempt("event create", [] { cudaEvent_t x; return cudaEventCreate(&x); });
        attempt("elapsed", [] { float ms; return cudaEventElapsedTime(&ms, e2, e2); });
        attempt("record external", [] { return cudaEventRecordWithFlags(t1, s, cudaEventRecordExternal); });
        attempt("wait external", [] { return cudaStreamWaitEvent(s, e2, cudaEventWaitExternal); });
        attempt("malloc async", [] { void* p; return cudaMallocAsync(&p, 64, s); });
        attempt("malloc and free async", [] { void* p; CK(cudaMallocAsync(&p, 64, s)); return cudaFreeAsync(p, s); });
        attempt("free async of a plain pointer", [] { void* p = d; return cudaFreeAsync((char*)p, s2); });
        CK(cudaMalloc(&d, 64)); CK(cudaMemset(d, 0, 64));
        attempt("bad launch", [] { bump<<<1, 2000, 0, s>>>(d); return cudaGetLastError(); });
        attempt("graph launch", [] { return cudaGraphLaunch(ready, s); });
        attempt("instantiate", [] { cudaGraphExec_t x; return cudaGraphInstantiate(&x, empty, 0); });
        attempt("instantiate elsewhere", [] { return elsewhere([] { cudaGraphExec_t x; return cudaGraphInstantiate(&x, empty, 0); }); });
        attempt("2D fill", [] { return cudaMemset2DAsync(d, 16, 1, 4, 2, s); });
        attempt("zero bytes", [] { return cudaMemcpyAsync(pin, d, 0, cudaMemcpyDeviceToHost, s); });
        attempt("get properties", [] { cudaDeviceProp p; return cudaGetDeviceProperties(&p, 0); });
        attempt("mem info", [] { size_t a, b; return cudaMemGetInfo(&a, &b); });
        attempt("set attribute", [] { return cudaFuncSetAttribute((void*)bump, cudaFuncAttributePreferredSharedMemoryCarveout, 10); });
        attempt("priority", [] { int p; return cudaStreamGetPriority(s, &p); });
        attempt("host register", [] { return cudaHostRegister(plain, 16, 0); });
        cudaHostUnregister(plain); cudaGetLastError();
        attempt("begin in other stream", [] { CK(cudaStreamBeginCapture(s2, mode)); cudaGraph_t g; cudaError_t r = cudaStreamEndCapture(s2, &g); cudaGraphDestroy(g); return r; });
    }
    printf("-- non-blocking origin\n");
    mode = cudaStreamCaptureModeGlobal;
    cudaGraph_t g = nullptr;
    CK(cudaStreamBeginCapture(nb, mode));
    E(cudaStreamQuery(0));
    E(cudaEventRecord(e2, 0));
    E(cudaStreamSynchronize(0));
    E(cudaMemset(d, 0, 4));
    E(cudaMemcpy(pin, d, 4, cudaMemcpyDeviceToHost));
    E(cudaStreamEndCapture(nb, &g));
    if (g) cudaGraphDestroy(g);
    printf("-- arguments\n");
    cudaStreamCaptureStatus st;
    E(cudaStreamBeginCapture(s, (cudaStreamCaptureMode)7));
    E(cudaStreamIsCapturing(s, nullptr));
    CK(cudaStreamBeginCapture(s, mode));
    E(cudaStreamGetCaptureInfo(s, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
    E(cudaStreamEndCapture(s, nullptr));
    E(cudaStreamIsCapturing(s, &st));
    printf("status %d\n", st);
    E(cudaStreamEndCapture(s, nullptr));
    CK(cudaGraphCreate(&g, 0));
    CK(cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, mode));
    CK(cudaMemsetAsync(d, 0, 4, s));
    E(cudaStreamEndCapture(s, nullptr)); /* the graph is there already */
    size_t nodes;
    CK(cudaGraphGetNodes(g, nullptr, &nodes));
    printf("nodes %zu\n", nodes);
    CK(cudaGraphDestroy(g));
    mode = cudaStreamCaptureModeRelaxed;
    E(cudaThreadExchangeStreamCaptureMode(&mode));
    printf("was %d\n", mode);
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    { void* p; E(cudaMalloc(&p, 16)); }
    E(cudaStreamEndCapture(s, &g));
    E(cudaThreadExchangeStreamCaptureMode(&mode));
    printf("was %d\n", mode);
    printf("-- dependencies\n");
    cudaGraphNode_t n1, n2;
    unsigned long long id;
    const cudaGraphNode_t* deps;
    const cudaGraphEdgeData* edges;
    size_t nd;
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CK(launch(s));
    E(cudaStreamGetCaptureInfo(s, &st, &id, &g, &deps, nullptr, &nd));
    E(cudaStreamGetCaptureInfo(s, &st, &id, &g, &deps, &edges, &nd));
    printf("nd %zu edges %d\n", nd, edges != nullptr);
    n1 = deps[0];
    CK(cudaGraphAddEmptyNode(&n2, g, nullptr, 0));
    E(cudaStreamUpdateCaptureDependencies(s, &n2, nullptr, 1, cudaStreamAddCaptureDependencies));
    CK(cudaStreamGetCaptureInfo(s, &st, &id, &g, &deps, nullptr, &nd));
    printf("nd %zu\n", nd);
    E(cudaStreamUpdateCaptureDependencies(s, &n2, nullptr, 1, cudaStreamSetCaptureDependencies));
    CK(cudaStreamGetCaptureInfo(s, &st, &id, &g, &deps, nullptr, &nd));
    printf("nd %zu is n2 %d\n", nd, deps[0] == n2);
    E(cudaStreamUpdateCaptureDependencies(s, &n2, nullptr, 1, 5));
    E(cudaStreamUpdateCaptureDependencies(s2, &n2, nullptr, 1, 0));
    E(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
    E(cudaStreamEndCapture(s, &g));
    if (g) E(cudaGraphDestroy(g));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CK(launch(s));
    CK(cudaStreamGetCaptureInfo(s, &st, &id, &g, &deps, nullptr, &nd));
    CK(cudaGraphAddEmptyNode(&n2, g, nullptr, 0));
    E(cudaStreamEndCapture(s, &g));
    if (g) E(cudaGraphDestroy(g));
    printf("-- capture to graph\n");
    CK(cudaGraphCreate(&g, 0));
    CK(cudaGraphAddEmptyNode(&n1, g, nullptr, 0));
    E(cudaStreamBeginCaptureToGraph(s, nullptr, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
    E(cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 1, cudaStreamCaptureModeGlobal));
    cudaStreamCaptureStatus st0; CK(cudaStreamIsCapturing(s, &st0));
    printf("status %d\n", st0);
    E(cudaStreamBeginCaptureToGraph(s, g, &n1, nullptr, 1, cudaStreamCaptureModeGlobal));
    CK(launch(s));
    E(cudaStreamBeginCaptureToGraph(s2, g, &n1, nullptr, 1, cudaStreamCaptureModeGlobal));
    cudaStreamEndCapture(s2, nullptr); cudaGetLastError();
    cudaGraph_t g1 = nullptr;
    E(cudaStreamEndCapture(s, &g1));
    size_t nn = 0, ne = 0;
    if (g1) { CK(cudaGraphGetNodes(g1, nullptr, &nn)); CK(cudaGraphGetEdges(g1, nullptr, nullptr, nullptr, &ne)); }
    printf("same %d nodes %zu edges %zu\n", g1 == g, nn, ne);
    CK(cudaStreamBeginCaptureToGraph(s, g, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
    CK(launch(s));
    E(cudaStreamQuery(s));
    E(cudaStreamEndCapture(s, &g1));
    nn = 99;
    E(cudaGraphGetNodes(g, nullptr, &nn));
    printf("nodes %zu\n", nn);
    printf("-- destroy\n");
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CK(launch(s));
    CK(cudaEventRecord(e, s));
    CK(cudaStreamWaitEvent(s2, e, 0));
    E(cudaStreamDestroy(s2));
    E(cudaStreamEndCapture(s, &g));
    CK(cudaStreamCreate(&s2));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CK(launch(s));
    E(cudaStreamDestroy(s));
    CK(cudaDeviceSynchronize());
    CK(cudaStreamCreate(&s));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CK(launch(s));
    CK(cudaEventRecord(e, s));
    E(cudaEventDestroy(e));
    E(cudaStreamEndCapture(s, &g));
    CK(cudaEventCreate(&e));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CK(launch(s));
    CK(cudaEventRecord(e, s));
    CK(cudaStreamEndCapture(s, &g));
    E(cudaStreamWaitEvent(s2, e, 0));
    E(cudaEventQuery(e));
    E(cudaEventSynchronize(e));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    E(cudaStreamWaitEvent(s, e, 0));
    E(cudaStreamEndCapture(s, &g));
    // joining through a wait without work in the forked stream, and a join that comes by an event recorded too early
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CK(launch(s));
    CK(cudaEventRecord(e, s));
    CK(cudaStreamWaitEvent(s2, e, 0));
    E(cudaStreamEndCapture(s, &g));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    CK(launch(s));
    CK(cudaEventRecord(e, s));
    CK(cudaStreamWaitEvent(s2, e, 0));
    CK(launch(s2));
    CK(cudaEventRecord(e2, s2));
    CK(launch(s2));
    CK(cudaStreamWaitEvent(s, e2, 0));
    E(cudaStreamEndCapture(s, &g));
    int h;
    CK(cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost));
    return 0;
}
