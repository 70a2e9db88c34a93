__device__ float twice(float x) { return x * 2.0f; }
__global__ void scale(int n, const float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = twice(in[i]) + 1.0f;
}
