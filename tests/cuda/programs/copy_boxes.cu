// cudaMemcpy3D between memory and arrays, with boxes that are too wide or too high for what the pitched pointer says.
#include <cstdio>
#include <cuda_runtime.h>

int main()
{
    static const int pitches[] = {31, 16, 32}, shapes[][3] = {{8, 8, 1}, {8, 1, 1}, {8, 8, 2}, {8, 1, 2}, {8, 4, 2}};
    static const char* const kinds[] = {"linear", "3D array", "2D array", "from 3D array"};
    static float host[4096];
    float* device;
    cudaArray_t volume, image;
    cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
    cudaMalloc(&device, sizeof host);
    cudaMalloc3DArray(&volume, &f, make_cudaExtent(8, 8, 4), 0);
    cudaMallocArray(&image, &f, 8, 8);
    for (int from_host = 0; from_host < 2; from_host++)
        for (int kind = 0; kind < 4; kind++)
            for (int ysize = 4; ysize <= 8; ysize += 4)
                for (int pitch : pitches)
                    for (auto& shape : shapes) {
                        cudaMemcpy3DParms q = {};
                        q.srcPtr = make_cudaPitchedPtr(from_host ? host : device, pitch, 8, ysize);
                        if (kind == 0)
                            q.dstPtr = make_cudaPitchedPtr(device + 2048, 32, 8, 8);
                        else
                            q.dstArray = kind == 1 ? volume : image;
                        if (kind == 3) {
                            q.dstArray = nullptr;
                            q.dstPtr = q.srcPtr;
                            q.dstPtr.ptr = device + 2048;
                            q.srcPtr = {};
                            q.srcArray = volume;
                        }
                        q.extent = make_cudaExtent(kind ? shape[0] : 4 * shape[0], shape[1], shape[2]);
                        q.kind = cudaMemcpyDefault;
                        printf("%s %s ysize %d pitch %d, %d %d %d: %s\n", from_host ? "host" : "device", kinds[kind],
                               ysize, pitch, shape[0], shape[1], shape[2], cudaGetErrorName(cudaMemcpy3D(&q)));
                    }
    return 0;
}
