// What the device runtime refuses, and with what: functions that are none, buffers that are used twice, streams that
// were never made, directions, pitches and ranges of copies and fills. The numbers were printed by an H200, but for
// those below "the device faults": it follows handles and pointers that are none, and takes parameters from nowhere.
// build: -rdc=true -lcudadevrt
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
#define D(call) printf("%s: %d\n", #call, (int)(call))
#define NONE ((cudaStream_t)0x123456789)

__device__ int sum;
__global__ void add(int a, int b) { atomicAdd(&sum, a * 100 + b); }
__global__ void leaf() { atomicAdd(&sum, 1); }

__global__ void launches()
{
    int *p = (int *)cudaGetParameterBuffer(4, 8);
    p[0] = 1, p[1] = 2;
    D(cudaLaunchDevice((void *)add, p, dim3(1), dim3(2000), 0, 0));
    D(cudaLaunchDevice((void *)add, p, dim3(1), dim3(1), 0, NONE));
    D(cudaLaunchDevice((void *)add, p, dim3(1), dim3(1), 0, cudaStreamTailLaunch));
    D(cudaLaunchDevice((void *)add, p, dim3(1), dim3(1), 0, 0));
    D(cudaLaunchDevice((void *)leaf, nullptr, dim3(0), dim3(1), 0, 0));
    D(cudaLaunchDevice((void *)leaf, nullptr, dim3(1), dim3(1), 300000, 0));
}
__global__ void buffers()
{
    D(cudaGetParameterBuffer(64, 0) != nullptr);
    D(cudaGetParameterBuffer(64, 4096) != nullptr);
    int *p = (int *)cudaGetParameterBufferV2((void *)add, dim3(1), dim3(1), 0);
    D(p != nullptr);
    p[0] = 3, p[1] = 4;
    D(cudaLaunchDeviceV2(p, 0));
    D(cudaGetParameterBufferV2((void *)add, dim3(1), dim3(2000), 0) != nullptr);
    D(cudaGetLastError());
    p = (int *)cudaGetParameterBufferV2((void *)add, dim3(1), dim3(1), 0);
    p[0] = 5, p[1] = 6;
    D(cudaLaunchDeviceV2(p, NONE));
    D(cudaGetLastError());
}
__global__ void noBuffers()
{
    int *p = (int *)cudaGetParameterBufferV2((void *)add, dim3(1), dim3(1), 0);
    p[0] = 7, p[1] = 8;
    D(cudaLaunchDeviceV2(p, 0));
    D(cudaLaunchDeviceV2(p, 0));
    D(cudaLaunchDeviceV2(p + 1, 0));
    D(cudaLaunchDevice((void *)add, nullptr, dim3(1), dim3(1), 0, 0));
    D(cudaLaunchDevice((void *)add, cudaGetParameterBuffer(4, 4), dim3(1), dim3(1), 0, 0));
    D(cudaGetParameterBuffer(4, 1 << 20) != nullptr);
    D(cudaGetLastError());
}
__global__ void functions(void *bad)
{
    D(cudaLaunchDevice(bad, nullptr, dim3(1), dim3(1), 0, 0));
    D(cudaGetLastError());
}
__global__ void functionsV2(void *bad)
{
    void *p = cudaGetParameterBufferV2(bad, dim3(1), dim3(1), 0);
    D(p != nullptr);
    D(cudaGetLastError());
    D(cudaLaunchDeviceV2(p, 0));
}
__global__ void attributes(void *bad)
{
    cudaFuncAttributes a;
    D(cudaFuncGetAttributes(&a, bad));
    D(cudaGetLastError());
}
__global__ void occupancies(void *bad)
{
    int n = -1;
    D(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, bad, 32, 0));
    D(cudaGetLastError());
}
__global__ void occupancy()
{
    int n = -1;
    D(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (void *)leaf, 1024, 0)); D(n);
    n = -1;
    D(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (void *)leaf, 0, 0)); D(n);
    n = -1;
    D(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (void *)leaf, -5, 0)); D(n);
    n = -1;
    D(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (void *)leaf, 2000, 0)); D(n);
    n = -1;
    D(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (void *)leaf, 32, 300000)); D(n);
    n = -1;
    D(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (void *)leaf, 32, (size_t)1 << 33)); D(n);
    n = -1;
    D(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, (void *)leaf, 256, 0, 0)); D(n);
}
__global__ void configs()
{
    cudaFuncCache f = (cudaFuncCache)9;
    cudaSharedMemConfig m = (cudaSharedMemConfig)9;
    D(cudaDeviceGetCacheConfig(&f)); D(f);
    D(cudaDeviceGetSharedMemConfig(&m)); D(m);
    printf("%s, %s\n", cudaGetErrorName((cudaError_t)1), cudaGetErrorName((cudaError_t)1));
    printf("%s, %s\n", cudaGetErrorName((cudaError_t)12345), cudaGetErrorString((cudaError_t)12345));
}
__global__ void streams()
{
    cudaStream_t s; cudaEvent_t e;
    D(cudaStreamCreateWithFlags(&s, 2));
    D(cudaEventCreateWithFlags(&e, 6));
    D(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    D(cudaStreamWaitEvent(0, e, 0));
}
__global__ void noStreams()
{
    cudaEvent_t e;
    D(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
    D(cudaStreamDestroy(NONE));
    D(cudaEventRecord(e, NONE));
    D(cudaStreamWaitEvent(NONE, e, 0));
}
__global__ void noEvents()
{
    cudaEvent_t e = (cudaEvent_t)0x123456789;
    D(cudaEventDestroy(e));
    D(cudaEventRecord(e, 0));
    D(cudaStreamWaitEvent(0, e, 0));
}
__global__ void fills(char *a)
{
    cudaPitchedPtr p = {a, 8, 8, 4};
    cudaExtent box = {4, 2, 2}, flat = {4, 2, 0};
    D(cudaMemsetAsync(a, 0, 0, 0));
    D(cudaMemsetAsync(a, 0, 8, NONE));
    D(cudaMemset2DAsync(a, 2, 0, 4, 2, 0));
    D(cudaMemset2DAsync(a, 2, 0, 4, 1, 0));
    D(cudaMemset2DAsync(a, 8, 0, 4, 0, 0));
    D(cudaMemset3DAsync(p, 0, box, NONE));
    D(cudaMemset3DAsync(p, 0, flat, 0));
    D(cudaMemset3DAsync(p, 0, box, 0));
}
__global__ void copies(char *a)
{
    cudaMemcpy3DParms c;
    memset(&c, 0, sizeof c);
    D(cudaMemcpyAsync(a, a + 64, 0, cudaMemcpyDeviceToDevice, 0));
    D(cudaMemcpyAsync(a, a + 64, 8, cudaMemcpyDeviceToDevice, NONE));
    D(cudaMemcpyAsync(a, a + 64, 8, cudaMemcpyHostToHost, 0));
    D(cudaMemcpy2DAsync(a, 8, a + 64, 2, 4, 2, cudaMemcpyDeviceToDevice, 0));
    D(cudaMemcpy2DAsync(a, 8, a + 64, 8, 4, 0, cudaMemcpyDeviceToDevice, 0));
    D(cudaMemcpy2DAsync(a, 8, a + 64, 8, 0, 2, cudaMemcpyDeviceToDevice, 0));
    D(cudaMemcpy2DAsync(a, 8, a + 64, 8, 4, 2, cudaMemcpyHostToDevice, 0));
    c.srcPtr = {a, 8, 8, 4};
    c.dstPtr = {a + 64, 8, 8, 4};
    c.kind = cudaMemcpyDeviceToDevice;
    D(cudaMemcpy3DAsync(&c, 0));
    c.extent = {4, 2, 2};
    D(cudaMemcpy3DAsync(&c, NONE));
    D(cudaMemcpy3DAsync(&c, 0));
    c.kind = cudaMemcpyDeviceToHost;
    D(cudaMemcpy3DAsync(&c, 0));
}
__global__ void arrays(char *a)
{
    cudaMemcpy3DParms c;
    memset(&c, 0, sizeof c);
    c.srcArray = (cudaArray_t)a;
    c.dstPtr = {a + 64, 8, 8, 4};
    c.extent = {4, 2, 2};
    c.kind = cudaMemcpyDeviceToDevice;
    D(cudaMemcpy3DAsync(&c, 0));
    c.dstArray = c.srcArray, c.srcArray = nullptr;
    D(cudaMemcpy3DAsync(&c, 0));
}
__global__ void ranges(char *none)
{
    D(cudaMemsetAsync(none, 0, 8, 0));
}
__global__ void rangesOfCopies(char *a, char *none)
{
    D(cudaMemcpyAsync(a, none, 8, cudaMemcpyDeviceToDevice, 0));
}
__global__ void frees(char *a)
{
    D(cudaFree(a));
}
__global__ void graphs(cudaGraphExec_t g)
{
    D(cudaGraphLaunch(g, cudaStreamGraphTailLaunch));
    D(cudaGraphLaunch(g, 0));
    D(cudaGraphLaunch(nullptr, cudaStreamGraphFireAndForget));
}

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : nullptr;
    char *a, *none = (char *)0x7f0000001000;
    int v;
    CK(cudaMalloc(&a, 256));
#define RUN(name, ...) \
    if (!only || !strcmp(only, #name)) { \
        printf("--- " #name "\n"); \
        name<<<1, 1>>>(__VA_ARGS__); \
        cudaError_t r = cudaGetLastError(); \
        if (r) printf("cannot begin: %s\n", cudaGetErrorName(r)); \
        r = cudaDeviceSynchronize(); \
        if (r) printf("ends with %s\n", cudaGetErrorName(r)); \
        fflush(stdout); \
    }
    RUN(launches)
    RUN(buffers)
    RUN(occupancy)
    RUN(configs)
    RUN(streams)
    RUN(noStreams)
    RUN(fills, a)
    RUN(copies, a)
    RUN(functions, a)
    RUN(occupancies, a)
    RUN(arrays, a)
    RUN(graphs, nullptr)
    printf("=== the device faults\n");
    RUN(functionsV2, a)
    RUN(noBuffers)
    RUN(attributes, a)
    RUN(noEvents)
    RUN(frees, a)
    RUN(ranges, none)
    RUN(rangesOfCopies, a, none)
    CK(cudaMemcpyFromSymbol(&v, sum, 4));
    printf("sum %d\n", v);
    return 0;
}
