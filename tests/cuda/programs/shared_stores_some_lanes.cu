// Some lanes of a warp store to shared memory, at its ends too, in blocks and in clusters: what is around their places stays.
#include <cstdio>

template <class T> __device__ void mix(T *s, int n, unsigned long long *hash, unsigned seed) {
    int t = threadIdx.x;
    for (int i = t; i < n; i += blockDim.x) s[i] = (T)(i * 7 + seed);
    __syncthreads();
    unsigned state = seed * 2654435761u + t * 40503u;
    for (int round = 0; round < 24; round++) {
        state = state * 1664525u + 1013904223u;
        if (state >> 30 & 1) s[t] = (T)(s[t] * 3 + round);         // any lanes
        __syncthreads();
        if (t < (int)(seed + round) % 40) s[n - 1 - t] = (T)round; // the first, backwards, to the end
        __syncthreads();
        if ((t & 31) > 27 && t + 4 < n) s[t + 4] = (T)(s[t] + 1);  // the last
        __syncthreads();
        if (state >> 31 && t < n / 2) s[2 * t] = (T)t;             // every other place
        __syncthreads();
    }
    if (t == 0) {
        unsigned long long h = seed;
        for (int i = 0; i < n; i++) h = h * 1000003 + (unsigned long long)s[i];
        atomicAdd(hash, h);
    }
    __syncthreads();
}

template <class T> __global__ void whole(unsigned long long *hash, int n) {
    extern __shared__ __align__(16) unsigned char raw[];
    mix((T *)raw, n, hash, blockIdx.x + 1);
}

template <class T> __global__ void __cluster_dims__(4, 1, 1) together(unsigned long long *hash, int n) {
    extern __shared__ __align__(16) unsigned char raw[];
    mix((T *)raw, n, hash, blockIdx.x + 1);
}

template <class T> static void run(const char *name) {
    unsigned long long *hash, h[4] = {0};
    cudaMalloc(&hash, sizeof h);
    cudaMemcpy(hash, h, sizeof h, cudaMemcpyHostToDevice);
    whole<T><<<40, 64, 64 * sizeof(T)>>>(hash, 64);
    whole<T><<<40, 96, 101 * sizeof(T)>>>(hash + 1, 101);
    together<T><<<40, 64, 64 * sizeof(T)>>>(hash + 2, 64);
    together<T><<<40, 128, 130 * sizeof(T)>>>(hash + 3, 130);
    cudaMemcpy(h, hash, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s: %llx %llx %llx %llx\n", name, h[0], h[1], h[2], h[3]);
}

int main() {
    run<unsigned char>("bytes");
    run<unsigned short>("halves");
    run<unsigned>("words");
    run<float>("floats");
    run<unsigned long long>("doubles");
}
