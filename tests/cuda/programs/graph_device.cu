// Device graphs: what launches of graphs from kernels answer, and their order.
// build: -rdc=true -lcudadevrt
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)

__device__ int ring, err[8];
__global__ void note(int* log, int v) { log[1 + atomicAdd(log, 1)] = v; }
__global__ void go(cudaGraphExec_t x, int how, int slot)
{
    err[slot] = cudaGraphLaunch(x, how == 0 ? cudaStreamGraphTailLaunch : how == 1 ? cudaStreamGraphFireAndForget : how == 2 ? cudaStreamGraphFireAndForgetAsSibling : how == 3 ? (cudaStream_t)0 : cudaStreamPerThread);
}
__global__ void again(int limit) { if (++ring < limit) err[0] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch); }
__global__ void current(int* out, cudaGraphExec_t me) { *out = cudaGetCurrentGraphExec() == me; }
__global__ void tailTwice(cudaGraphExec_t x, int m) { int e = 0, i = 0; for (; i < m && !e; ++i) e = cudaGraphLaunch(x, cudaStreamGraphTailLaunch); err[0] = e; err[1] = i; }
__global__ void fireMany(cudaGraphExec_t x, int m) { int e = 0, i = 0; for (; i < m && !e; ++i) e = cudaGraphLaunch(x, cudaStreamGraphFireAndForget); err[0] = e; err[1] = i; }

static cudaStream_t s;
static int *d, h[16];
template <typename F> static cudaGraph_t cap(F f) { cudaGraph_t g; CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); f(); CK(cudaGetLastError()); CK(cudaStreamEndCapture(s, &g)); return g; }
template <typename F> static cudaGraphExec_t inst(F f, unsigned long long flags) { cudaGraph_t g = cap(f); cudaGraphExec_t x; CK(cudaGraphInstantiate(&x, g, flags)); CK(cudaGraphDestroy(g)); if (flags) { CK(cudaGraphUpload(x, s)); CK(cudaStreamSynchronize(s)); } return x; }
static void show(const char* what, cudaError_t r)
{
    int e[8];
    CK(cudaMemcpyFromSymbol(e, err, sizeof e));
    CK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    printf("%s: %s, device %d %d %d, log", what, cudaGetErrorName(r), e[0], e[1], e[2]);
    for (int i = 0; i <= h[0] && i < 16; ++i) printf(" %d", h[i]);
    printf("\n");
    CK(cudaMemset(d, 0, sizeof h));
    int z[8] = {};
    CK(cudaMemcpyToSymbol(err, z, sizeof z));
    CK(cudaDeviceSynchronize());
}
int main()
{
    CK(cudaMalloc(&d, sizeof h));
    CK(cudaMemset(d, 0, sizeof h));
    CK(cudaStreamCreate(&s));
    const unsigned long long dl = cudaGraphInstantiateFlagDeviceLaunch;
    cudaGraphExec_t leaf = inst([] { note<<<1, 1, 0, s>>>(d, 7); }, dl), plain = inst([] { note<<<1, 1, 0, s>>>(d, 8); }, 0);
    for (int how = 0; how < 5; ++how) {
        go<<<1, 1, 0, s>>>(leaf, how, 0);
        cudaError_t launched = cudaGetLastError();
        printf("how %d, ", how);
        show("from a kernel outside of graphs", launched ? launched : cudaStreamSynchronize(s));
        cudaGraphExec_t x = inst([&] { go<<<1, 1, 0, s>>>(leaf, how, 0); note<<<1, 1, 0, s>>>(d, 1); }, 0);
        CK(cudaGraphLaunch(x, s));
        printf("how %d, ", how);
        show("from a graph", cudaStreamSynchronize(s));
    }
    cudaGraphExec_t x = inst([&] { go<<<1, 1, 0, s>>>(plain, 0, 0); }, 0);
    CK(cudaGraphLaunch(x, s)); show("a graph not for the device", cudaStreamSynchronize(s));
    x = inst([&] { go<<<1, 1, 0, s>>>(nullptr, 0, 0); }, 0);
    CK(cudaGraphLaunch(x, s)); show("no graph", cudaStreamSynchronize(s));
    cudaGraphExec_t self = inst([&] { again<<<1, 1, 0, s>>>(50); }, dl);
    CK(cudaGraphLaunch(self, s)); show("relaunches itself", cudaStreamSynchronize(s));
    int r; CK(cudaMemcpyFromSymbol(&r, ring, 4)); printf("rounds %d\n", r);
    x = inst([&] { tailTwice<<<1, 1, 0, s>>>(leaf, 3); }, 0);
    CK(cudaGraphLaunch(x, s)); show("one graph, three tails", cudaStreamSynchronize(s));
    x = inst([&] { fireMany<<<1, 1, 0, s>>>(leaf, 3); }, 0);
    CK(cudaGraphLaunch(x, s)); show("one graph, fired three times", cudaStreamSynchronize(s));
    // a device graph that launches: tail of a tail runs before the next tail
    cudaGraphExec_t t3 = inst([] { note<<<1, 1, 0, s>>>(d, 3); }, dl), t4 = inst([] { note<<<1, 1, 0, s>>>(d, 4); }, dl);
    cudaGraphExec_t t2 = inst([&] { note<<<1, 1, 0, s>>>(d, 2); go<<<1, 1, 0, s>>>(t3, 0, 1); }, dl);
    x = inst([&] { note<<<1, 1, 0, s>>>(d, 1); go<<<1, 1, 0, s>>>(t2, 0, 0); go<<<1, 1, 0, s>>>(t4, 0, 2); }, 0);
    CK(cudaGraphLaunch(x, s)); show("tail of a tail", cudaStreamSynchronize(s));
    cudaGraphExec_t me = inst([&] { current<<<1, 1, 0, s>>>(d, (cudaGraphExec_t)0); }, dl);
    CK(cudaGraphLaunch(me, s)); CK(cudaStreamSynchronize(s));
    // without an upload
    cudaGraph_t g = cap([] { note<<<1, 1, 0, s>>>(d, 9); });
    cudaGraphExec_t raw; CK(cudaGraphInstantiate(&raw, g, dl));
    x = inst([&] { go<<<1, 1, 0, s>>>(raw, 0, 0); }, 0);
    CK(cudaMemset(d, 0, sizeof h));
    CK(cudaGraphLaunch(x, s)); show("not uploaded", cudaStreamSynchronize(s));
    printf("flags 12: %s\n", cudaGetErrorName(cudaGraphInstantiate(&raw, g, dl | cudaGraphInstantiateFlagAutoFreeOnLaunch)));
    cudaGetLastError();
    cudaGraphNode_t n; cudaEvent_t ev; CK(cudaEventCreate(&ev));
    cudaGraph_t bad; CK(cudaGraphCreate(&bad, 0));
    printf("empty graph: %s\n", cudaGetErrorName(cudaGraphInstantiate(&raw, bad, dl))); cudaGetLastError();
    CK(cudaGraphAddEventRecordNode(&n, bad, nullptr, 0, ev));
    printf("event: %s\n", cudaGetErrorName(cudaGraphInstantiate(&raw, bad, dl))); cudaGetLastError();
    CK(cudaGraphDestroy(bad));
    CK(cudaGraphCreate(&bad, 0));
    CK(cudaGraphAddEmptyNode(&n, bad, nullptr, 0));
    cudaGraphInstantiateParams ip = {}; ip.flags = dl;
    printf("only an empty node: %s", cudaGetErrorName(cudaGraphInstantiateWithParams(&raw, bad, &ip))); cudaGetLastError();
    printf(" %d\n", ip.result_out);
    cudaHostNodeParams hp = { [](void*) {}, nullptr };
    CK(cudaGraphAddHostNode(&n, bad, nullptr, 0, &hp));
    ip = {}; ip.flags = dl;
    printf("host node: %s", cudaGetErrorName(cudaGraphInstantiateWithParams(&raw, bad, &ip))); cudaGetLastError();
    printf(" %d %d\n", ip.result_out, ip.errNode_out == n);
    return 0;
}
