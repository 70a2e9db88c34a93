// features: a texture object that is destroyed while kernels that read it are still queued
#include <cstdio>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); return 1; } } while (0)

__global__ void sum(cudaTextureObject_t t, float* out, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++) s += tex1Dfetch<float>(t, i & 1023);
    out[threadIdx.x] = s;
}

int main()
{
    static float ones[1024];
    for (float& f : ones) f = 1;
    float *d, *out, got = 0;
    cudaStream_t stream;
    CK(cudaMalloc(&d, sizeof(ones)));
    CK(cudaMalloc(&out, 64 * sizeof(float)));
    CK(cudaMemcpy(d, ones, sizeof(ones), cudaMemcpyHostToDevice));
    CK(cudaStreamCreate(&stream));
    cudaResourceDesc rd = {};
    rd.resType = cudaResourceTypeLinear;
    rd.res.linear.devPtr = d;
    rd.res.linear.desc = cudaCreateChannelDesc<float>();
    rd.res.linear.sizeInBytes = sizeof(ones);
    cudaTextureDesc td = {};
    int bad = 0;
    for (int i = 0; i < 10; i++) {
        cudaTextureObject_t t;
        CK(cudaCreateTextureObject(&t, &rd, &td, nullptr));
        for (int k = 0; k < 3; k++) sum<<<1, 64, 0, stream>>>(t, out, 3000);
        CK(cudaDestroyTextureObject(t));
        CK(cudaStreamSynchronize(stream));
        CK(cudaMemcpy(&got, out, sizeof(got), cudaMemcpyDeviceToHost));
        bad += got != 3000;
    }
    printf("bad %d\n", bad);
    return 0;
}
