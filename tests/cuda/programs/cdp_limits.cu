// What the device runtime answers: refused launches, limits, queries, streams, events, memory. The numbers were
// printed by an H200, but for the count of refused launches that depends on how fast children start.
// build: -rdc=true -lcudadevrt
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
#define D(call) printf("%s: %d\n", #call, (int)(call))

__device__ int n, depth;
__global__ void leaf() { atomicAdd(&n, 1); }
__global__ void __launch_bounds__(64) bounded() { atomicAdd(&n, 1); }
__global__ void deep(int l)
{
    depth = l;
    deep<<<1, 1>>>(l + 1);
    int e = cudaGetLastError();
    if (e) printf("level %d: %d\n", l, e);
}
__global__ void tails(int l)
{
    depth = l;
    if (l < 100) tails<<<1, 1, 0, cudaStreamTailLaunch>>>(l + 1);
    if (cudaGetLastError()) printf("refused\n");
}
__global__ void launches(int m, cudaStream_t s)
{
    int refused = 0, code = 0;
    for (int i = 0; i < m; ++i) {
        leaf<<<1, 1, 0, s>>>();
        int r = cudaGetLastError();
        if (r) { ++refused; code = r; }
    }
    printf("%d launches, refused %d with %d\n", m, refused, code);
}
__global__ void shapes()
{
    leaf<<<1, 2000>>>(); D(cudaPeekAtLastError()); D(cudaGetLastError()); D(cudaGetLastError());
    leaf<<<0, 1>>>(); D(cudaGetLastError());
    leaf<<<1, 0>>>(); D(cudaGetLastError());
    leaf<<<dim3(1, 70000), 1>>>(); D(cudaGetLastError());
    leaf<<<1, 1, 60000>>>(); D(cudaGetLastError());
    bounded<<<1, 128>>>(); D(cudaGetLastError());
    leaf<<<1, 1, 0, cudaStreamLegacy>>>(); D(cudaGetLastError());
    leaf<<<1, 1, 0, cudaStreamPerThread>>>(); D(cudaGetLastError());
    D(cudaLaunchDevice((void*)leaf, nullptr, dim3(1), dim3(2000), 0, 0)); D(cudaGetLastError());
    printf("each thread has its own: %d\n", threadIdx.x);
}
__global__ void threads()
{
    if (threadIdx.x == 3) leaf<<<1, 2000>>>();
    __syncthreads();
    int e = cudaGetLastError();
    if (e) printf("thread %d: %d\n", threadIdx.x, e);
}
__global__ void streams()
{
    cudaStream_t s; cudaEvent_t e;
    D(cudaStreamCreateWithFlags(&s, 0));
    D(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    D(cudaEventCreateWithFlags(&e, 0));
    D(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    D(cudaEventRecord(e, s));
    D(cudaEventRecord(e, cudaStreamFireAndForget));
    D(cudaEventRecord(e, cudaStreamTailLaunch));
    D(cudaStreamWaitEvent(cudaStreamTailLaunch, e, 0));
    D(cudaStreamDestroy(s));
    D(cudaStreamDestroy(0));
    D(cudaEventDestroy(0));
    D(cudaGetLastError());
}
__global__ void queries()
{
    int v = -1; size_t z = 0; cudaFuncAttributes a;
    D(cudaGetDeviceCount(&v)); printf("%d\n", v > 0);
    D(cudaGetDevice(&v)); printf("%d\n", v);
    D(cudaDeviceGetAttribute(&v, cudaDevAttrMaxThreadsPerBlock, 0)); printf("%d\n", v);
    D(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 99));
    D(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)9999, 0));
    D(cudaDeviceGetLimit(&z, cudaLimitDevRuntimePendingLaunchCount)); printf("%llu\n", (unsigned long long)z);
    D(cudaDeviceGetLimit(&z, (cudaLimit)77));
    D(cudaFuncGetAttributes(&a, (const void*)bounded)); printf("%d %d\n", a.maxThreadsPerBlock, a.binaryVersion);
    D(cudaRuntimeGetVersion(&v)); printf("%d\n", v);
    printf("%s: %s\n", cudaGetErrorName(cudaErrorInvalidValue), cudaGetErrorString(cudaErrorInvalidValue));
}
__global__ void memory(unsigned char* a)
{
    D(cudaMemsetAsync(a, 0x11, 8, 0));
    D(cudaMemset2DAsync(a + 32, 8, 0x12, 4, 2, 0));
    D(cudaMemcpyAsync(a + 64, a, 8, cudaMemcpyHostToDevice, 0));
    D(cudaMemcpyAsync(a + 80, a + 4, 6, cudaMemcpyDefault, 0));
    D(cudaMemsetAsync(a + 96, 0x13, 4, cudaStreamFireAndForget));
    D(cudaMemcpy2DAsync(a, 2, a, 8, 4, 3, cudaMemcpyDeviceToDevice, 0));
    D(cudaMemcpyAsync(a, a, 4, cudaMemcpyDeviceToHost, 0));
    D(cudaMemcpyAsync(a, a, 4, cudaMemcpyDeviceToDevice, cudaStreamTailLaunch));
    void* q = nullptr;
    D(cudaMalloc(&q, 0));
    D(cudaMalloc(&q, (size_t)1 << 45));
    D(cudaFree(nullptr));
}
__global__ void crash() { *(volatile int*)8 = 1; }
__global__ void crashParent() { crash<<<1, 1>>>(); leaf<<<1, 1>>>(); }

static int get(int& sym) { int v; CK(cudaMemcpyFromSymbol(&v, sym, 4)); return v; }
static void zero(int& sym) { int v = 0; CK(cudaMemcpyToSymbol(sym, &v, 4)); }

int main()
{
    shapes<<<1, 1>>>(); CK(cudaDeviceSynchronize());
    printf("leaves %d\n", get(n));
    threads<<<1, 32>>>(); CK(cudaDeviceSynchronize());
    streams<<<1, 1>>>(); CK(cudaDeviceSynchronize());
    queries<<<1, 1>>>(); CK(cudaDeviceSynchronize());
    unsigned char *a, h[128];
    CK(cudaMalloc(&a, sizeof h));
    CK(cudaMemset(a, 0xab, sizeof h));
    memory<<<1, 1>>>(a); CK(cudaDeviceSynchronize());
    CK(cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 128; ++i) printf("%02x%s", h[i], i % 32 == 31 ? "\n" : "");
    deep<<<1, 1>>>(0); CK(cudaDeviceSynchronize());
    printf("depth %d\n", get(depth));
    tails<<<1, 1>>>(0); CK(cudaDeviceSynchronize());
    printf("depth of tails %d\n", get(depth));
    for (int m : { 100, 2048, 20000 }) {
        zero(n);
        launches<<<1, 1>>>(m, 0); CK(cudaDeviceSynchronize());
        printf("ran %d\n", get(n));
    }
    for (int m : { 255, 3000 }) {
        zero(n);
        launches<<<1, 1>>>(m, cudaStreamTailLaunch); CK(cudaDeviceSynchronize());
        printf("tails ran %d\n", get(n));
    }
    CK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 100));
    launches<<<1, 1>>>(255, cudaStreamTailLaunch); CK(cudaDeviceSynchronize());
    zero(n);
    crashParent<<<1, 1>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
