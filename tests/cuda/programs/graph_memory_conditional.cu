// Allocation nodes, conditional nodes of all kinds, and what graphs with them refuse.
// build: -rdc=true -lcudadevrt
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
#define E(call) do { printf("%s: %s\n", #call, cudaGetErrorName(call)); cudaGetLastError(); } while (0)

__global__ void put(int* p, int v) { *p = v; }
__global__ void sum(int* to, const int* p) { *to += *p; }
__global__ void note(int* log, int v) { log[1 + atomicAdd(log, 1)] = v; }
__global__ void choose(cudaGraphConditionalHandle h, unsigned v) { cudaGraphSetConditional(h, v); }
__global__ void count(cudaGraphConditionalHandle h, int* p, int n) { *p += 1; cudaGraphSetConditional(h, *p < n); }

static cudaGraphNode_t kern(cudaGraph_t g, cudaGraphNode_t dep, void* f, void** args)
{
    cudaGraphNode_t n;
    cudaKernelNodeParams p = {};
    p.func = f; p.gridDim = 1; p.blockDim = 1; p.kernelParams = args;
    CK(cudaGraphAddKernelNode(&n, g, &dep, dep ? 1 : 0, &p));
    return n;
}
static int *d, h[16];
static cudaStream_t s;
static void show(const char* what)
{
    CK(cudaStreamSynchronize(s));
    CK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (int i = 0; i <= h[0] && i < 16; ++i) printf(" %d", h[i]);
    printf("\n");
    CK(cudaMemset(d, 0, sizeof h));
    CK(cudaDeviceSynchronize());
}

int main()
{
    CK(cudaMalloc(&d, sizeof h));
    CK(cudaMemset(d, 0, sizeof h));
    CK(cudaStreamCreate(&s));
    cudaGraph_t g, c;
    cudaGraphExec_t x, y;
    cudaGraphNode_t a, f, n, m;
    printf("-- memory nodes\n");
    CK(cudaGraphCreate(&g, 0));
    cudaMemAllocNodeParams ap = {};
    E(cudaGraphAddMemAllocNode(&a, g, nullptr, 0, &ap));
    ap.poolProps.allocType = cudaMemAllocationTypePinned;
    E(cudaGraphAddMemAllocNode(&a, g, nullptr, 0, &ap));
    ap.poolProps.location.type = cudaMemLocationTypeDevice;
    ap.poolProps.location.id = 0;
    E(cudaGraphAddMemAllocNode(&a, g, nullptr, 0, &ap));
    ap.poolProps.location.id = 99; ap.bytesize = 64;
    E(cudaGraphAddMemAllocNode(&a, g, nullptr, 0, &ap));
    ap.poolProps.location.id = 0;
    E(cudaGraphAddMemAllocNode(&a, g, nullptr, 0, &ap));
    printf("address %d\n", ap.dptr != nullptr);
    int v = 42;
    int* p = (int*)ap.dptr;
    void *pa[] = { &p, &v }, *sa[] = { &d, &p };
    n = kern(g, a, (void*)put, pa);
    m = kern(g, n, (void*)sum, sa);
    E(cudaGraphAddMemFreeNode(&f, g, &m, 1, d));
    E(cudaGraphAddMemFreeNode(&f, g, &m, 1, nullptr));
    E(cudaGraphAddMemFreeNode(&f, g, &m, 1, ap.dptr));
    cudaGraphNode_t f2;
    E(cudaGraphAddMemFreeNode(&f2, g, &m, 1, ap.dptr));
    cudaMemAllocNodeParams aq;
    E(cudaGraphMemAllocNodeGetParams(a, &aq));
    printf("same %d bytes %zu\n", aq.dptr == ap.dptr, aq.bytesize);
    void* fp;
    E(cudaGraphMemFreeNodeGetParams(f, &fp));
    printf("same %d\n", fp == ap.dptr);
    E(cudaGraphMemFreeNodeGetParams(a, &fp));
    E(cudaGraphClone(&c, g));
    E(cudaGraphDestroyNode(a));
    E(cudaGraphDestroyNode(f));
    E(cudaGraphRemoveDependencies(g, &a, &n, nullptr, 1));
    CK(cudaGraphCreate(&c, 0));
    E(cudaGraphAddChildGraphNode(&n, c, nullptr, 0, g));
    CK(cudaGraphDestroy(c));
    E(cudaGraphInstantiate(&x, g, 0));
    E(cudaGraphInstantiate(&y, g, 0));
    E(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    h[0] = 0;
    CK(cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost));
    printf("sum %d\n", h[0]);
    CK(cudaMemset(d, 0, sizeof h));
    E(cudaGraphNodeSetEnabled(x, a, 0));
    cudaGraphExecUpdateResultInfo info = {};
    E(cudaGraphExecUpdate(x, g, &info));
    printf("update %d\n", info.result);
    unsigned long long used = 0;
    E(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    printf("used %d\n", used != 0);
    E(cudaDeviceGraphMemTrim(0));
    E(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &used));
    used = 0;
    E(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &used));
    E(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    E(cudaDeviceGetGraphMemAttribute(99, cudaGraphMemAttrUsedMemCurrent, &used));
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphDestroy(g));
    printf("-- allocation without a free\n");
    CK(cudaGraphCreate(&g, 0));
    ap.bytesize = 64;
    CK(cudaGraphAddMemAllocNode(&a, g, nullptr, 0, &ap));
    p = (int*)ap.dptr;
    n = kern(g, a, (void*)put, pa);
    CK(cudaGraphInstantiate(&x, g, 0));
    E(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    E(cudaMemcpy(h, p, 4, cudaMemcpyDeviceToHost));
    printf("value %d\n", h[0]);
    E(cudaGraphLaunch(x, s));
    E(cudaFreeAsync(p, s));
    E(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    E(cudaFree(p));
    E(cudaGraphLaunch(x, s));
    E(cudaFree(p));
    CK(cudaGraphExecDestroy(x));
    E(cudaGraphInstantiate(&x, g, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    E(cudaGraphLaunch(x, s));
    E(cudaGraphLaunch(x, s));
    CK(cudaStreamSynchronize(s));
    E(cudaFree(p));
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphDestroy(g));
    printf("-- conditional handles\n");
    cudaGraphConditionalHandle hd, hd2;
    cudaGraph_t none = nullptr;
    CK(cudaGraphCreate(&g, 0));
    E(cudaGraphConditionalHandleCreate(nullptr, g, 0, 0));
    E(cudaGraphConditionalHandleCreate(&hd, none, 0, 0));
    E(cudaGraphConditionalHandleCreate(&hd, g, 0, 8));
    CK(cudaGraphConditionalHandleCreate(&hd, g, 1, cudaGraphCondAssignDefault));
    cudaGraphInstantiateParams ip = {};
    E(cudaGraphInstantiateWithParams(&x, g, &ip));
    printf("result %d\n", ip.result_out);
    cudaGraphNodeParams cp = {};
    cp.type = cudaGraphNodeTypeConditional;
    cp.conditional.handle = hd;
    cp.conditional.type = cudaGraphCondTypeIf;
    cp.conditional.size = 0;
    E(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &cp));
    cp.conditional.size = 3;
    E(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &cp));
    cp.conditional.type = cudaGraphCondTypeWhile; cp.conditional.size = 2;
    E(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &cp));
    cp.conditional.type = (cudaGraphConditionalNodeType)9; cp.conditional.size = 1;
    E(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &cp));
    cp.conditional.type = cudaGraphCondTypeIf; cp.conditional.size = 1; cp.conditional.handle = 0;
    E(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &cp));
    cp.conditional.handle = hd;
    E(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &cp));
    cudaGraph_t body = cp.conditional.phGraph_out[0];
    cudaGraphNode_t n3;
    E(cudaGraphAddNode(&n3, g, nullptr, nullptr, 0, &cp));
    E(cudaGraphDestroy(body));
    cudaHostNodeParams hp = { [](void*) {}, nullptr };
    E(cudaGraphAddHostNode(&m, body, nullptr, 0, &hp));
    cudaEvent_t ev; CK(cudaEventCreate(&ev));
    E(cudaGraphAddEventRecordNode(&m, body, nullptr, 0, ev));
    E(cudaGraphAddMemAllocNode(&m, body, nullptr, 0, &ap));
    E(cudaGraphClone(&c, g));
    CK(cudaGraphCreate(&c, 0));
    E(cudaGraphAddChildGraphNode(&m, c, nullptr, 0, g));
    E(cudaGraphInstantiate(&x, g, 0));
    E(cudaGraphInstantiate(&y, g, 0));
    E(cudaGraphNodeSetEnabled(x, n, 0));
    E(cudaGraphExecUpdate(x, g, &info));
    printf("update %d\n", info.result);
    E(cudaGraphDestroyNode(n));
    CK(cudaGraphDestroy(g));
    printf("-- if and else\n");
    CK(cudaGraphCreate(&g, 0));
    CK(cudaGraphConditionalHandleCreate(&hd, g, 0, 0));
    unsigned cv = 1;
    void* ca[] = { &hd, &cv };
    a = kern(g, nullptr, (void*)choose, ca);
    cp = {};
    cp.type = cudaGraphNodeTypeConditional;
    cp.conditional.handle = hd; cp.conditional.type = cudaGraphCondTypeIf; cp.conditional.size = 2;
    CK(cudaGraphAddNode(&n, g, &a, nullptr, 1, &cp));
    int w = 11;
    void* na[] = { &d, &w };
    kern(cp.conditional.phGraph_out[0], nullptr, (void*)note, na);
    w = 22;
    kern(cp.conditional.phGraph_out[1], nullptr, (void*)note, na);
    w = 33;
    kern(g, n, (void*)note, na);
    CK(cudaGraphInstantiate(&x, g, 0));
    for (cv = 0; cv < 3; ++cv) {
        cudaKernelNodeParams kp = {};
        kp.func = (void*)choose; kp.gridDim = 1; kp.blockDim = 1; kp.kernelParams = ca;
        CK(cudaGraphExecKernelNodeSetParams(x, a, &kp));
        CK(cudaGraphLaunch(x, s));
        show("if");
    }
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphDestroy(g));
    printf("-- switch\n");
    CK(cudaGraphCreate(&g, 0));
    CK(cudaGraphConditionalHandleCreate(&hd, g, 0, 0));
    a = kern(g, nullptr, (void*)choose, ca);
    cp = {};
    cp.type = cudaGraphNodeTypeConditional;
    cp.conditional.handle = hd; cp.conditional.type = cudaGraphCondTypeSwitch; cp.conditional.size = 3;
    CK(cudaGraphAddNode(&n, g, &a, nullptr, 1, &cp));
    for (w = 0; w < 3; ++w) kern(cp.conditional.phGraph_out[w], nullptr, (void*)note, na);
    CK(cudaGraphInstantiate(&x, g, 0));
    for (cv = 0; cv < 5; ++cv) {
        cudaKernelNodeParams kp = {};
        kp.func = (void*)choose; kp.gridDim = 1; kp.blockDim = 1; kp.kernelParams = ca;
        CK(cudaGraphExecKernelNodeSetParams(x, a, &kp));
        CK(cudaGraphLaunch(x, s));
        show("switch");
    }
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphDestroy(g));
    printf("-- value kept between launches\n");
    CK(cudaGraphCreate(&g, 0));
    CK(cudaGraphConditionalHandleCreate(&hd, g, 1, 0));
    cp = {};
    cp.type = cudaGraphNodeTypeConditional;
    cp.conditional.handle = hd; cp.conditional.type = cudaGraphCondTypeIf; cp.conditional.size = 1;
    CK(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &cp));
    w = 7;
    kern(cp.conditional.phGraph_out[0], nullptr, (void*)note, na);
    cv = 1;
    kern(g, n, (void*)choose, ca);
    CK(cudaGraphInstantiate(&x, g, 0));
    CK(cudaGraphLaunch(x, s)); show("first");
    CK(cudaGraphLaunch(x, s)); show("second");
    CK(cudaGraphExecDestroy(x));
    CK(cudaGraphDestroy(g));
    printf("-- nested loops\n");
    CK(cudaGraphCreate(&g, 0));
    CK(cudaGraphConditionalHandleCreate(&hd, g, 1, cudaGraphCondAssignDefault));
    CK(cudaGraphConditionalHandleCreate(&hd2, g, 1, cudaGraphCondAssignDefault));
    cp = {};
    cp.type = cudaGraphNodeTypeConditional;
    cp.conditional.handle = hd; cp.conditional.type = cudaGraphCondTypeWhile; cp.conditional.size = 1;
    CK(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &cp));
    body = cp.conditional.phGraph_out[0];
    int one = 1, *inner = d + 8, *outer = d + 9, zero = 0, ni = 3, no = 2;
    void *ia[] = { &hd2, &inner, &ni }, *oa[] = { &hd, &outer, &no }, *za[] = { &inner, &zero }, *c1[] = { &hd2, &one };
    w = 5;
    a = kern(body, nullptr, (void*)put, za);
    a = kern(body, a, (void*)choose, c1);
    cp = {};
    cp.type = cudaGraphNodeTypeConditional;
    cp.conditional.handle = hd2; cp.conditional.type = cudaGraphCondTypeWhile; cp.conditional.size = 1;
    CK(cudaGraphAddNode(&m, body, &a, nullptr, 1, &cp));
    cudaGraph_t ib = cp.conditional.phGraph_out[0];
    a = kern(ib, nullptr, (void*)note, na);
    kern(ib, a, (void*)count, ia);
    kern(body, m, (void*)count, oa);
    CK(cudaGraphInstantiate(&x, g, 0));
    CK(cudaGraphLaunch(x, s)); show("nested");
    return 0;
}
