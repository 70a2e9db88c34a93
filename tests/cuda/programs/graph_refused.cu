// graph_refused: each function of a kind of node, called with nodes of every kind: what is read, set and changed
// in graphs and in executable graphs, with parameters that are right, null or bad; attributes, edges, clones, captures that
// are used wrongly. An H100 gives these numbers, but some null pointers of structures (1 here) crash its library.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
#define D(call) printf("%s: %d\n", #call, (int)(call))

__device__ int symbol[16];
__global__ void add(int *p, int n) { p[threadIdx.x] += n; }
__global__ void other(int *p) { p[threadIdx.x] = 7; }
static void host(void *) {}

static int *p, *q, numbers[64];
static cudaEvent_t event;
static cudaStream_t s;

enum { KERNEL, COPY, FILL, HOST, CHILD, EMPTY, RECORD, WAIT, ALLOC, FREE, KINDS };
static const char *const names[] = {"kernel", "copy", "fill", "host", "child", "empty", "record", "wait", "alloc", "free"};
static cudaGraph_t g, inner;
static cudaGraphNode_t node[KINDS];
static int value = 3;
static void *arguments[] = {&p, &value};
static cudaKernelNodeParams kernel_params;
static cudaMemcpy3DParms copy_params;
static cudaMemsetParams fill_params;
static cudaHostNodeParams host_params;
static cudaMemAllocNodeParams alloc_params;

static void fill_in()
{
    memset(&kernel_params, 0, sizeof kernel_params);
    kernel_params.func = (void *)add;
    kernel_params.gridDim = dim3(1);
    kernel_params.blockDim = dim3(8);
    kernel_params.kernelParams = arguments;
    memset(&copy_params, 0, sizeof copy_params);
    copy_params.srcPtr = make_cudaPitchedPtr(p, 64, 64, 1);
    copy_params.dstPtr = make_cudaPitchedPtr(q, 64, 64, 1);
    copy_params.extent = make_cudaExtent(64, 1, 1);
    copy_params.kind = cudaMemcpyDeviceToDevice;
    memset(&fill_params, 0, sizeof fill_params);
    fill_params.dst = q;
    fill_params.elementSize = 4;
    fill_params.width = 4;
    fill_params.height = 1;
    fill_params.value = 5;
    host_params.fn = host;
    memset(&alloc_params, 0, sizeof alloc_params);
    alloc_params.bytesize = 4096;
    alloc_params.poolProps.allocType = cudaMemAllocationTypePinned;
    alloc_params.poolProps.location.type = cudaMemLocationTypeDevice;
}

static void build()
{
    fill_in();
    CK(cudaGraphCreate(&inner, 0));
    cudaGraphNode_t n;
    CK(cudaGraphAddEmptyNode(&n, inner, nullptr, 0));
    CK(cudaGraphCreate(&g, 0));
    CK(cudaGraphAddKernelNode(&node[KERNEL], g, nullptr, 0, &kernel_params));
    CK(cudaGraphAddMemcpyNode(&node[COPY], g, &node[KERNEL], 1, &copy_params));
    CK(cudaGraphAddMemsetNode(&node[FILL], g, nullptr, 0, &fill_params));
    CK(cudaGraphAddHostNode(&node[HOST], g, nullptr, 0, &host_params));
    CK(cudaGraphAddChildGraphNode(&node[CHILD], g, nullptr, 0, inner));
    CK(cudaGraphAddEmptyNode(&node[EMPTY], g, &node[COPY], 1));
    CK(cudaGraphAddEventRecordNode(&node[RECORD], g, nullptr, 0, event));
    CK(cudaGraphAddEventWaitNode(&node[WAIT], g, nullptr, 0, event));
}

#define EACH(call) do { printf("%s:", #call); for (int kind = 0; kind < KINDS; kind++) { cudaGraphNode_t n = node[kind]; if (n) { \
    cudaGetLastError(); int r = (int)(call); printf(" %s=%d", names[kind], r); if ((int)cudaPeekAtLastError() != r) printf("!"); } } \
    printf("\n"); } while (0)

static void asked()
{
    cudaKernelNodeParams k; cudaMemcpy3DParms c; cudaMemsetParams f; cudaHostNodeParams h; cudaGraph_t sub; cudaEvent_t e;
    cudaGraphNodeType t; cudaMemAllocNodeParams a; void *v; size_t count; cudaLaunchAttributeValue w;
    EACH(cudaGraphKernelNodeGetParams(n, &k));
    EACH(cudaGraphMemcpyNodeGetParams(n, &c));
    EACH(cudaGraphMemsetNodeGetParams(n, &f));
    EACH(cudaGraphHostNodeGetParams(n, &h));
    EACH(cudaGraphChildGraphNodeGetGraph(n, &sub));
    EACH(cudaGraphEventRecordNodeGetEvent(n, &e));
    EACH(cudaGraphEventWaitNodeGetEvent(n, &e));
    EACH(cudaGraphMemAllocNodeGetParams(n, &a));
    EACH(cudaGraphMemFreeNodeGetParams(n, &v));
    EACH(cudaGraphKernelNodeGetAttribute(n, cudaLaunchAttributePriority, &w));
    EACH(cudaGraphNodeGetType(n, &t));
    EACH(cudaGraphNodeGetDependencies(n, nullptr, nullptr, &count));
    EACH(cudaGraphNodeGetDependentNodes(n, nullptr, nullptr, &count));
    D(cudaGraphKernelNodeGetParams(node[KERNEL], nullptr));
    D(cudaGraphMemcpyNodeGetParams(node[COPY], nullptr));
    D(cudaGraphMemsetNodeGetParams(node[FILL], nullptr));
    D(cudaGraphHostNodeGetParams(node[HOST], nullptr));
    D(cudaGraphChildGraphNodeGetGraph(node[CHILD], nullptr));
    D(cudaGraphEventRecordNodeGetEvent(node[RECORD], nullptr));
    D(cudaGraphEventWaitNodeGetEvent(node[WAIT], nullptr));
    D(cudaGraphNodeGetType(node[EMPTY], nullptr));
}

static void told()
{
    EACH(cudaGraphKernelNodeSetParams(n, &kernel_params));
    EACH(cudaGraphMemcpyNodeSetParams(n, &copy_params));
    EACH(cudaGraphMemcpyNodeSetParams1D(n, q, p, 16, cudaMemcpyDeviceToDevice));
    EACH(cudaGraphMemcpyNodeSetParamsToSymbol(n, symbol, p, 16, 0, cudaMemcpyDeviceToDevice));
    EACH(cudaGraphMemcpyNodeSetParamsFromSymbol(n, q, symbol, 16, 0, cudaMemcpyDeviceToDevice));
    EACH(cudaGraphMemsetNodeSetParams(n, &fill_params));
    EACH(cudaGraphHostNodeSetParams(n, &host_params));
    EACH(cudaGraphEventRecordNodeSetEvent(n, event));
    EACH(cudaGraphEventWaitNodeSetEvent(n, event));
    cudaLaunchAttributeValue w;
    memset(&w, 0, sizeof w);
    EACH(cudaGraphKernelNodeSetAttribute(n, cudaLaunchAttributePriority, &w));
    EACH(cudaGraphKernelNodeCopyAttributes(n, node[KERNEL]));
    EACH(cudaGraphKernelNodeCopyAttributes(node[KERNEL], n));
    D(cudaGraphKernelNodeSetParams(node[KERNEL], nullptr));
    D(cudaGraphMemcpyNodeSetParams(node[COPY], nullptr));
    D(cudaGraphMemcpyNodeSetParams1D(node[COPY], q, p, 16, (cudaMemcpyKind)9));
    D(cudaGraphMemcpyNodeSetParams1D(node[COPY], q, p, 0, cudaMemcpyDeviceToDevice));
    D(cudaGraphMemcpyNodeSetParamsToSymbol(node[COPY], symbol, p, 100, 0, cudaMemcpyDeviceToDevice));
    D(cudaGraphMemcpyNodeSetParamsToSymbol(node[COPY], symbol, p, 16, 60, cudaMemcpyDeviceToDevice));
    D(cudaGraphMemcpyNodeSetParamsToSymbol(node[COPY], symbol, p, 16, 0, cudaMemcpyDeviceToHost));
    D(cudaGraphMemcpyNodeSetParamsFromSymbol(node[COPY], q, symbol, 16, 0, cudaMemcpyHostToDevice));
    D(cudaGraphMemcpyNodeSetParamsFromSymbol(node[COPY], q, symbol, 16, 60, cudaMemcpyDeviceToDevice));
    D(cudaGraphMemcpyNodeSetParamsFromSymbol(node[COPY], q, &value, 16, 0, cudaMemcpyDeviceToDevice));
    D(cudaGraphMemsetNodeSetParams(node[FILL], nullptr));
    D(cudaGraphHostNodeSetParams(node[HOST], nullptr));
    fill_in();
    kernel_params.blockDim = dim3(3000);
    D(cudaGraphKernelNodeSetParams(node[KERNEL], &kernel_params));
    fill_in(); kernel_params.gridDim = dim3(0);
    D(cudaGraphKernelNodeSetParams(node[KERNEL], &kernel_params));
    fill_in(); kernel_params.sharedMemBytes = 1 << 20;
    D(cudaGraphKernelNodeSetParams(node[KERNEL], &kernel_params));
    fill_in(); kernel_params.func = (void *)host;
    D(cudaGraphKernelNodeSetParams(node[KERNEL], &kernel_params));
    fill_in(); kernel_params.func = nullptr;
    D(cudaGraphKernelNodeSetParams(node[KERNEL], &kernel_params));
    fill_in(); kernel_params.kernelParams = nullptr;
    D(cudaGraphKernelNodeSetParams(node[KERNEL], &kernel_params));
    fill_in(); fill_params.elementSize = 3;
    D(cudaGraphMemsetNodeSetParams(node[FILL], &fill_params));
    fill_in(); fill_params.elementSize = 1; fill_params.value = 300;
    D(cudaGraphMemsetNodeSetParams(node[FILL], &fill_params));
    fill_in(); fill_params.width = 0;
    D(cudaGraphMemsetNodeSetParams(node[FILL], &fill_params));
    fill_in(); fill_params.height = 0;
    D(cudaGraphMemsetNodeSetParams(node[FILL], &fill_params));
    fill_in(); fill_params.height = 2; fill_params.pitch = 4;
    D(cudaGraphMemsetNodeSetParams(node[FILL], &fill_params));
    fill_in(); fill_params.dst = nullptr;
    D(cudaGraphMemsetNodeSetParams(node[FILL], &fill_params));
    fill_in(); host_params.fn = nullptr;
    D(cudaGraphHostNodeSetParams(node[HOST], &host_params));
    fill_in(); copy_params.extent.width = 0;
    D(cudaGraphMemcpyNodeSetParams(node[COPY], &copy_params));
    fill_in(); copy_params.extent.depth = 0;
    D(cudaGraphMemcpyNodeSetParams(node[COPY], &copy_params));
    fill_in(); copy_params.kind = (cudaMemcpyKind)9;
    D(cudaGraphMemcpyNodeSetParams(node[COPY], &copy_params));
    fill_in(); copy_params.dstPtr.ptr = nullptr;
    D(cudaGraphMemcpyNodeSetParams(node[COPY], &copy_params));
    fill_in(); copy_params.extent.height = 2;
    D(cudaGraphMemcpyNodeSetParams(node[COPY], &copy_params));
    fill_in(); copy_params.srcPtr.pitch = 8;
    D(cudaGraphMemcpyNodeSetParams(node[COPY], &copy_params));
    fill_in();
}

static void attributes()
{
    cudaLaunchAttributeValue w;
    for (int id = 0; id < 18; id++) {
        memset(&w, 0, sizeof w);
        int got = cudaGraphKernelNodeGetAttribute(node[KERNEL], (cudaLaunchAttributeID)id, &w);
        int set = cudaGraphKernelNodeSetAttribute(node[KERNEL], (cudaLaunchAttributeID)id, &w);
        printf("attribute %d: get %d set %d\n", id, got, set);
    }
    D(cudaGraphKernelNodeGetAttribute(node[KERNEL], cudaLaunchAttributePriority, nullptr));
    D(cudaGraphKernelNodeSetAttribute(node[KERNEL], cudaLaunchAttributePriority, nullptr));
    w.clusterDim.x = 3, w.clusterDim.y = 1, w.clusterDim.z = 1;
    D(cudaGraphKernelNodeSetAttribute(node[KERNEL], cudaLaunchAttributeClusterDimension, &w));
    w.cooperative = 1;
    D(cudaGraphKernelNodeSetAttribute(node[KERNEL], cudaLaunchAttributeCooperative, &w));
    w.cooperative = 0;
    D(cudaGraphKernelNodeGetAttribute(node[KERNEL], cudaLaunchAttributeCooperative, &w));
    printf("cooperative %d\n", w.cooperative);
}

static void added()
{
    cudaGraphNode_t n, dead = node[EMPTY];
    cudaGraph_t fresh;
    CK(cudaGraphCreate(&fresh, 0));
    fill_in();
    D(cudaGraphAddKernelNode(nullptr, g, nullptr, 0, &kernel_params));
    D(cudaGraphAddKernelNode(&n, nullptr, nullptr, 0, &kernel_params));
    D(cudaGraphAddKernelNode(&n, g, nullptr, 1, &kernel_params));
    D(cudaGraphAddKernelNode(&n, g, nullptr, 0, nullptr));
    D(cudaGraphAddKernelNode(&n, fresh, &node[KERNEL], 1, &kernel_params));
    D(cudaGraphAddMemcpyNode(&n, g, nullptr, 0, nullptr));
    D(cudaGraphAddMemcpyNode(nullptr, g, nullptr, 0, &copy_params));
    D(cudaGraphAddMemcpyNode1D(&n, g, nullptr, 0, q, p, 16, (cudaMemcpyKind)9));
    D(cudaGraphAddMemcpyNode1D(&n, g, nullptr, 0, q, p, 16, cudaMemcpyDefault));
    D(cudaGraphAddMemcpyNode1D(&n, g, nullptr, 0, nullptr, p, 16, cudaMemcpyDefault));
    D(cudaGraphAddMemcpyNodeToSymbol(&n, g, nullptr, 0, symbol, p, 16, 0, cudaMemcpyDeviceToDevice));
    D(cudaGraphAddMemcpyNodeToSymbol(&n, g, nullptr, 0, &value, p, 16, 0, cudaMemcpyDeviceToDevice));
    D(cudaGraphAddMemcpyNodeToSymbol(&n, g, nullptr, 0, symbol, p, 99, 0, cudaMemcpyDeviceToDevice));
    D(cudaGraphAddMemcpyNodeFromSymbol(&n, g, nullptr, 0, q, symbol, 16, 8, cudaMemcpyDeviceToDevice));
    D(cudaGraphAddMemcpyNodeFromSymbol(&n, g, nullptr, 0, q, symbol, 16, 99, cudaMemcpyDeviceToDevice));
    D(cudaGraphAddMemcpyNodeFromSymbol(&n, g, nullptr, 0, q, nullptr, 16, 8, cudaMemcpyDeviceToDevice));
    D(cudaGraphAddMemsetNode(&n, g, nullptr, 0, nullptr));
    D(cudaGraphAddMemsetNode(nullptr, g, nullptr, 0, &fill_params));
    D(cudaGraphAddHostNode(&n, g, nullptr, 0, nullptr));
    D(cudaGraphAddHostNode(nullptr, g, nullptr, 0, &host_params));
    D(cudaGraphAddChildGraphNode(&n, g, nullptr, 0, nullptr));
    D(cudaGraphAddChildGraphNode(nullptr, g, nullptr, 0, inner));
    D(cudaGraphAddEmptyNode(nullptr, g, nullptr, 0));
    D(cudaGraphAddEmptyNode(&n, nullptr, nullptr, 0));
    D(cudaGraphAddEventRecordNode(nullptr, g, nullptr, 0, event));
    D(cudaGraphAddEventRecordNode(&n, g, nullptr, 0, nullptr));
    D(cudaGraphAddEventWaitNode(nullptr, g, nullptr, 0, event));
    D(cudaGraphAddEventWaitNode(&n, g, nullptr, 0, nullptr));
    D(cudaGraphAddMemAllocNode(&n, fresh, nullptr, 0, nullptr));
    D(cudaGraphAddMemAllocNode(nullptr, fresh, nullptr, 0, &alloc_params));
    alloc_params.bytesize = 0;
    D(cudaGraphAddMemAllocNode(&n, fresh, nullptr, 0, &alloc_params));
    fill_in();
    D(cudaGraphAddMemAllocNode(&node[ALLOC], fresh, nullptr, 0, &alloc_params));
    D(cudaGraphAddMemFreeNode(&n, fresh, nullptr, 0, alloc_params.dptr));
    D(cudaGraphAddMemFreeNode(&node[FREE], fresh, &node[ALLOC], 1, alloc_params.dptr));
    D(cudaGraphAddMemFreeNode(&n, fresh, &node[ALLOC], 1, alloc_params.dptr));
    D(cudaGraphAddMemFreeNode(&n, fresh, nullptr, 0, p));
    D(cudaGraphAddMemFreeNode(&n, fresh, nullptr, 0, nullptr));
    D(cudaGraphAddMemFreeNode(nullptr, fresh, nullptr, 0, nullptr));
    cudaGraphNodeParams any = {cudaGraphNodeTypeEmpty};
    D(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, nullptr));
    any.type = cudaGraphNodeTypeEmpty;
    D(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &any));
    D(cudaGraphAddNode(nullptr, g, nullptr, nullptr, 0, &any));
    D(cudaGraphAddNode(&n, nullptr, nullptr, nullptr, 0, &any));
    any.type = (cudaGraphNodeType)99;
    D(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &any));
    any.type = cudaGraphNodeTypeKernel;
    D(cudaGraphAddNode(&n, g, nullptr, nullptr, 0, &any));
    D(cudaGraphNodeSetParams(node[EMPTY], nullptr));
    any.type = cudaGraphNodeTypeEmpty;
    D(cudaGraphNodeSetParams(node[KERNEL], &any));
    D(cudaGraphNodeSetParams(node[EMPTY], &any));
    any.type = cudaGraphNodeTypeHost;
    any.host.fn = host;
    D(cudaGraphNodeSetParams(node[HOST], &any));
    D(cudaGraphNodeSetParams(node[KERNEL], &any));
    (void)dead;
}

static void edges()
{
    cudaGraphNode_t from[2] = {node[KERNEL], node[FILL]}, to[2] = {node[HOST], node[HOST]}, back[40], found;
    size_t count = 0;
    cudaGraph_t clone;
    D(cudaGraphAddDependencies(g, from, to, nullptr, 2));
    D(cudaGraphAddDependencies(g, from, to, nullptr, 2));
    D(cudaGraphAddDependencies(g, to, from, nullptr, 1));
    D(cudaGraphAddDependencies(g, from, from, nullptr, 1));
    D(cudaGraphAddDependencies(g, nullptr, to, nullptr, 1));
    D(cudaGraphAddDependencies(g, from, nullptr, nullptr, 0));
    D(cudaGraphAddDependencies(nullptr, from, to, nullptr, 1));
    D(cudaGraphRemoveDependencies(g, from, to, nullptr, 1));
    D(cudaGraphRemoveDependencies(g, from, to, nullptr, 1));
    D(cudaGraphRemoveDependencies(nullptr, from, to, nullptr, 1));
    D(cudaGraphGetNodes(g, nullptr, &count)); printf("%d\n", count > 8);
    count = 1;
    D(cudaGraphGetNodes(g, back, &count)); printf("%zu\n", count);
    count = 40;
    D(cudaGraphGetRootNodes(g, back, &count)); printf("%d\n", count > 3);
    D(cudaGraphGetNodes(nullptr, nullptr, &count));
    D(cudaGraphGetNodes(g, nullptr, nullptr));
    D(cudaGraphGetRootNodes(nullptr, nullptr, &count));
    D(cudaGraphGetEdges(nullptr, nullptr, nullptr, nullptr, &count));
    D(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, nullptr));
    D(cudaGraphGetEdges(g, nullptr, nullptr, nullptr, &count));
    D(cudaGraphNodeGetDependencies(nullptr, nullptr, nullptr, &count));
    D(cudaGraphNodeGetDependencies(node[HOST], nullptr, nullptr, nullptr));
    D(cudaGraphClone(&clone, g));
    D(cudaGraphClone(nullptr, g));
    D(cudaGraphClone(&clone, nullptr));
    D(cudaGraphNodeFindInClone(&found, node[KERNEL], clone));
    D(cudaGraphNodeFindInClone(&found, node[KERNEL], inner));
    D(cudaGraphNodeFindInClone(nullptr, node[KERNEL], clone));
    D(cudaGraphNodeFindInClone(&found, nullptr, clone));
    D(cudaGraphDestroy(clone));
    D(cudaGraphDestroy(nullptr));
    D(cudaGraphDestroyNode(nullptr));
    D(cudaGraphCreate(nullptr, 0));
    D(cudaGraphCreate(&clone, 1));
    D(cudaGraphDebugDotPrint(g, nullptr, 0));
    D(cudaGraphDebugDotPrint(nullptr, "/dev/null", 0));
    D(cudaGraphDebugDotPrint(g, "/nowhere/at/all", 0));
    D(cudaGraphDebugDotPrint(g, "/dev/null", cudaGraphDebugDotFlagsVerbose));
    D(cudaGraphDebugDotPrint(g, "/dev/null", 1 << 30));
}

static void executed()
{
    cudaGraphExec_t x = nullptr, y;
    unsigned on = 9;
    cudaGraphExecUpdateResultInfo info;
    D(cudaGraphInstantiate(nullptr, g, 0));
    D(cudaGraphInstantiate(&y, nullptr, 0));
    D(cudaGraphInstantiate(&y, g, 1ull << 40));
    CK(cudaGraphInstantiate(&x, g, 0));
    node[ALLOC] = node[FREE] = nullptr;
    EACH(cudaGraphExecKernelNodeSetParams(x, n, &kernel_params));
    EACH(cudaGraphExecMemcpyNodeSetParams(x, n, &copy_params));
    EACH(cudaGraphExecMemcpyNodeSetParams1D(x, n, q, p, 16, cudaMemcpyDeviceToDevice));
    EACH(cudaGraphExecMemcpyNodeSetParamsToSymbol(x, n, symbol, p, 16, 0, cudaMemcpyDeviceToDevice));
    EACH(cudaGraphExecMemcpyNodeSetParamsFromSymbol(x, n, q, symbol, 16, 0, cudaMemcpyDeviceToDevice));
    EACH(cudaGraphExecMemsetNodeSetParams(x, n, &fill_params));
    EACH(cudaGraphExecHostNodeSetParams(x, n, &host_params));
    EACH(cudaGraphExecChildGraphNodeSetParams(x, n, inner));
    EACH(cudaGraphExecEventRecordNodeSetEvent(x, n, event));
    EACH(cudaGraphExecEventWaitNodeSetEvent(x, n, event));
    EACH(cudaGraphNodeSetEnabled(x, n, 0));
    EACH(cudaGraphNodeGetEnabled(x, n, &on));
    EACH(cudaGraphNodeSetEnabled(x, n, 1));
    D(cudaGraphNodeSetEnabled(nullptr, node[KERNEL], 1));
    D(cudaGraphNodeGetEnabled(x, node[KERNEL], nullptr));
    D(cudaGraphNodeGetEnabled(x, nullptr, &on));
    D(cudaGraphExecKernelNodeSetParams(nullptr, node[KERNEL], &kernel_params));
    D(cudaGraphExecKernelNodeSetParams(x, nullptr, &kernel_params));
    D(cudaGraphExecKernelNodeSetParams(x, node[KERNEL], nullptr));
    D(cudaGraphExecMemcpyNodeSetParams(x, node[COPY], nullptr));
    D(cudaGraphExecMemcpyNodeSetParams1D(x, node[COPY], q, p, 16, (cudaMemcpyKind)9));
    D(cudaGraphExecMemcpyNodeSetParams1D(x, node[COPY], nullptr, p, 16, cudaMemcpyDeviceToDevice));
    D(cudaGraphExecMemcpyNodeSetParams1D(x, node[COPY], numbers, p, 16, cudaMemcpyDeviceToHost));
    D(cudaGraphExecMemcpyNodeSetParamsToSymbol(x, node[COPY], &value, p, 16, 0, cudaMemcpyDeviceToDevice));
    D(cudaGraphExecMemcpyNodeSetParamsToSymbol(x, node[COPY], symbol, p, 99, 0, cudaMemcpyDeviceToDevice));
    D(cudaGraphExecMemcpyNodeSetParamsFromSymbol(x, node[COPY], q, &value, 16, 0, cudaMemcpyDeviceToDevice));
    D(cudaGraphExecMemcpyNodeSetParamsFromSymbol(x, node[COPY], q, symbol, 99, 0, cudaMemcpyDeviceToDevice));
    D(cudaGraphExecMemsetNodeSetParams(x, node[FILL], nullptr));
    D(cudaGraphExecHostNodeSetParams(x, node[HOST], nullptr));
    D(cudaGraphExecChildGraphNodeSetParams(x, node[CHILD], nullptr));
    D(cudaGraphExecChildGraphNodeSetParams(x, node[CHILD], g));
    D(cudaGraphExecEventRecordNodeSetEvent(x, node[RECORD], nullptr));
    D(cudaGraphExecEventWaitNodeSetEvent(x, node[WAIT], nullptr));
    fill_in(); kernel_params.func = (void *)other;
    D(cudaGraphExecKernelNodeSetParams(x, node[KERNEL], &kernel_params));
    fill_in(); kernel_params.blockDim = dim3(5000);
    D(cudaGraphExecKernelNodeSetParams(x, node[KERNEL], &kernel_params));
    fill_in(); fill_params.height = 2; fill_params.pitch = 64;
    D(cudaGraphExecMemsetNodeSetParams(x, node[FILL], &fill_params));
    fill_in(); fill_params.elementSize = 2;
    D(cudaGraphExecMemsetNodeSetParams(x, node[FILL], &fill_params));
    fill_in();
    cudaGraphNodeParams any = {cudaGraphNodeTypeEmpty};
    any.type = cudaGraphNodeTypeHost;
    any.host.fn = host;
    EACH(cudaGraphExecNodeSetParams(x, n, &any));
    D(cudaGraphExecNodeSetParams(x, node[HOST], nullptr));
    D(cudaGraphExecNodeSetParams(nullptr, node[HOST], &any));
    D(cudaGraphExecUpdate(x, g, nullptr));
    D(cudaGraphExecUpdate(x, nullptr, &info));
    D(cudaGraphExecUpdate(nullptr, g, &info));
    memset(&info, 0, sizeof info);
    D(cudaGraphExecUpdate(x, inner, &info)); printf("result %d\n", (int)info.result);
    D(cudaGraphExecUpdate(x, g, &info)); printf("result %d\n", (int)info.result);
    D(cudaGraphLaunch(nullptr, s));
    D(cudaGraphLaunch(x, s));
    D(cudaStreamSynchronize(s));
    D(cudaGraphUpload(nullptr, s));
    D(cudaGraphUpload(x, s));
    unsigned long long flags = 7;
    D(cudaGraphExecGetFlags(x, &flags)); printf("flags %llu\n", flags);
    D(cudaGraphExecGetFlags(x, nullptr));
    D(cudaGraphExecGetFlags(nullptr, &flags));
    D(cudaGraphDestroyNode(node[EMPTY]));
    memset(&info, 0, sizeof info);
    D(cudaGraphExecUpdate(x, g, &info)); printf("result %d\n", (int)info.result);
    D(cudaGraphExecDestroy(x));
    D(cudaGraphExecDestroy(nullptr));
}

static void captured()
{
    cudaGraph_t c = nullptr;
    cudaStreamCaptureStatus status;
    unsigned long long id = 0;
    const cudaGraphNode_t *deps;
    size_t count;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaStream_t t;
    CK(cudaStreamCreate(&t));
    D(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
    D(cudaStreamBeginCapture(s, (cudaStreamCaptureMode)9));
    D(cudaStreamEndCapture(s, &c));
    D(cudaStreamEndCapture(nullptr, &c));
    D(cudaStreamIsCapturing(s, nullptr));
    D(cudaStreamIsCapturing(s, &status)); printf("status %d\n", (int)status);
    D(cudaStreamGetCaptureInfo(s, nullptr, &id, &c, &deps, nullptr, &count));
    D(cudaStreamGetCaptureInfo(s, &status, &id, nullptr, nullptr, nullptr, nullptr));
    D(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, 0));
    D(cudaThreadExchangeStreamCaptureMode(&mode)); printf("mode %d\n", (int)mode);
    D(cudaThreadExchangeStreamCaptureMode(&mode)); printf("mode %d\n", (int)mode);
    D(cudaThreadExchangeStreamCaptureMode(nullptr));
    mode = (cudaStreamCaptureMode)9;
    D(cudaThreadExchangeStreamCaptureMode(&mode));
    D(cudaStreamBeginCaptureToGraph(s, nullptr, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    D(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    D(cudaStreamGetCaptureInfo(s, &status, &id, &c, &deps, nullptr, &count)); printf("status %d, %zu\n", (int)status, count);
    D(cudaMemsetAsync(q, 1, 16, s));
    D(cudaMemset2DAsync(q, 8, 1, 4, 2, s));
    D(cudaMemcpyAsync(q, p, 16, cudaMemcpyDeviceToDevice, s));
    D(cudaMemcpy2DAsync(q, 16, p, 16, 8, 2, cudaMemcpyDeviceToDevice, s));
    D(cudaMemcpyToSymbolAsync(symbol, p, 16, 0, cudaMemcpyDeviceToDevice, s));
    D(cudaLaunchHostFunc(s, host, nullptr));
    D(cudaEventRecord(event, s));
    D(cudaStreamWaitEvent(t, event, 0));
    D(cudaStreamIsCapturing(t, &status)); printf("status %d\n", (int)status);
    add<<<1, 4, 0, t>>>(p, 1);
    D(cudaGetLastError());
    D(cudaEventQuery(event));
    D(cudaStreamEndCapture(t, &c));
    D(cudaStreamIsCapturing(s, &status)); printf("status %d\n", (int)status);
    D(cudaStreamEndCapture(s, &c));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
    D(cudaEventRecord(event, s));
    D(cudaStreamWaitEvent(t, event, 0));
    D(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, cudaStreamSetCaptureDependencies));
    D(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 1, cudaStreamSetCaptureDependencies));
    D(cudaStreamUpdateCaptureDependencies(s, nullptr, nullptr, 0, 7));
    D(cudaStreamEndCapture(s, &c));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
    D(cudaStreamSynchronize(s));
    D(cudaStreamEndCapture(s, &c));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    D(cudaStreamQuery(s));
    D(cudaStreamEndCapture(s, &c));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    void *m;
    D(cudaMallocAsync(&m, 4096, s));
    D(cudaFreeAsync(m, s));
    D(cudaStreamEndCapture(s, nullptr));
    D(cudaStreamIsCapturing(s, &status)); printf("status %d\n", (int)status);
    if (status != cudaStreamCaptureStatusNone)
        D(cudaStreamEndCapture(s, &c));
    CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    D(cudaFree(p));
    D(cudaStreamEndCapture(s, &c));
    CK(cudaStreamBeginCaptureToGraph(s, g, &node[KERNEL], nullptr, 1, cudaStreamCaptureModeGlobal));
    D(cudaMemsetAsync(q, 1, 16, s));
    D(cudaStreamEndCapture(s, &c)); printf("the same %d\n", c == g);
    D(cudaStreamDestroy(t));
}

int main()
{
    CK(cudaMalloc(&p, 4096));
    CK(cudaMalloc(&q, 4096));
    CK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    CK(cudaStreamCreate(&s));
    build();
    asked();
    told();
    attributes();
    added();
    asked();
    edges();
    executed();
    captured();
    printf("%d\n", (int)cudaDeviceSynchronize());
    return 0;
}
